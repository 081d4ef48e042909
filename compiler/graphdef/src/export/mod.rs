//! The export: from programs to graphs.
//!
//! A program's main function becomes the nodes of the graph, all other functions its library. A function that also has
//! operations other than ops on tensors becomes one function of the library for each of its islands of ops.

mod data_types;
mod function;
mod nodes;

use rustc_hash::FxHashMap;
use tfrt_ir::Module;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;

pub(crate) use data_types::{Signatures, of_block, signatures};
pub(crate) use function::{MAIN, island_graph, library};
pub(crate) use nodes::{argument_attrs, declared_type};

use crate::graph_op::{self, graph_functions};
use crate::island;
use crate::kept::{self, Keeps};
use crate::proto::tensorflow::{FunctionDefLibrary, GraphDebugInfo, GraphDef, VersionDef};

/// The version of graphs of the TensorFlow release whose op definitions these are.
const PRODUCER: i32 = 2474;

/// The version of exported graphs.
pub(crate) fn versions() -> VersionDef {
    VersionDef { producer: PRODUCER, ..Default::default() }
}

/// The form of arguments and results of the main function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Boundary {
    /// `Placeholder` and `Identity`, which a session can feed and fetch.
    #[default]
    Placeholders,
    /// `_Arg` and `_Retval`, as in the graph of a function.
    Arguments,
}

/// Options of the export.
#[derive(Clone, Debug, Default)]
pub struct ExportOptions {
    /// The function whose operations become the graph's nodes; without one `main`, or the first that callers can see.
    pub main: Option<String>,
    /// The form of its arguments and results.
    pub boundary: Boundary,
    /// Whether the graph says where in the source its nodes come from.
    pub debug_info: bool,
}

/// The program as a graph.
///
/// Functions without a body and kernels outside of op graphs have no place in a graph: each is named in a remark.
///
/// # Errors
/// There is no such main function, or a constant cannot be converted.
pub fn module_to_graph(
    module: &Module,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<GraphDef, Failed> {
    let ctx = module.ctx();
    let functions: Vec<OpRef<'_>> = module.ops().filter(|op| op.name_str() == "func.func").collect();
    let by_name: FxHashMap<Ident, OpRef<'_>> =
        functions.iter().filter_map(|&op| Some((tfrt_ir::symbol::name(op)?, op))).collect();
    let graphs = graph_functions(ctx, &by_name);
    let main = main_function(module, &functions, options, diagnostics)?;
    let signatures = signatures(ctx, &by_name);
    let top = module.top();
    let mut graph: GraphDef = kept::read(ctx, top.attr(kept::GRAPH)).map_err(|error| {
        diagnostics.error(top.loc(), format!("the attribute '{}' is no graph: {error}", kept::GRAPH));
        Failed
    })?;
    graph.versions.get_or_insert_with(versions);
    let keeps = Keeps { all: true, unplaced: top.attr(kept::UNPLACED).is_some() };
    let mut library = graph.library.take().unwrap_or_default();
    let mut debug_info = options.debug_info.then(GraphDebugInfo::default);
    for &function in &functions {
        let Some(name) = tfrt_ir::symbol::name(function) else { continue };
        let text = ctx.str(name);
        if graph_op::only_block(function).is_none() {
            diagnostics.remark(function.loc(), format!("'{text}' has no place in a graph"));
        } else if !graphs.contains(&name) {
            let islands = island::find(function, &graphs);
            let what = "is not made of ops on tensors alone";
            diagnostics.remark(
                function.loc(),
                format!("'{text}' {what}: {} of its islands of ops become functions", islands.len()),
            );
            for (index, island) in islands.iter().enumerate() {
                let name = format!("{text}.island{index}");
                library.function.push(function::island(function, island, &name, &signatures, diagnostics)?);
            }
        } else if main == Some(name) {
            graph.node = function::main(
                function,
                library.function.len(),
                options.boundary,
                &signatures,
                keeps,
                debug_info.as_mut(),
                diagnostics,
            )?;
        } else if graph_op::is_callable(function) {
            let function = function::library(function, &signatures, keeps, debug_info.as_mut(), diagnostics)?;
            library.function.push(function);
        } else {
            diagnostics.remark(
                function.loc(),
                format!("'{text}' cannot be a function of a graph: a chain follows a tensor"),
            );
        }
    }
    kept::drop_stale_places(&mut graph.node);
    library.function.iter_mut().for_each(|function| kept::drop_stale_places(&mut function.node_def));
    if library != FunctionDefLibrary::default() {
        graph.library = Some(library);
    }
    graph.debug_info = debug_info;
    Ok(graph)
}

fn main_function(
    module: &Module,
    functions: &[OpRef<'_>],
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Option<Ident>, Failed> {
    let ctx = module.ctx();
    let names = || functions.iter().filter_map(|&op| Some((tfrt_ir::symbol::name(op)?, op)));
    if let Some(wanted) = &options.main {
        let found = names().find(|(name, _)| ctx.str(*name) == wanted);
        return match found {
            Some((name, _)) => Ok(Some(name)),
            None => {
                diagnostics.error(module.top().loc(), format!("there is no function '{wanted}'"));
                Err(Failed)
            }
        };
    }
    let main = names().find(|(name, _)| ctx.str(*name) == "main");
    let visible = |&(_, op): &(Ident, OpRef<'_>)| {
        tfrt_ir::symbol::visibility(op) == tfrt_ir::symbol::Visibility::Public
            && graph_op::only_block(op).is_some()
    };
    Ok(main.or_else(|| names().find(visible)).map(|(name, _)| name))
}
