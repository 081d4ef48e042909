//! The import: from graphs to programs.
//!
//! The nodes become a function, or one for each [`Entry`], the library's functions further ones. A graph states neither the order of arguments nor its results.
//! If it has this project's marks, or `_Arg` and `_Retval` nodes, these determine both; otherwise its placeholders in order are the
//! arguments, those with constant defaults last, and the tensors of the nodes without users are the results. Nodes on which no result depends are
//! dropped.

mod check;
mod control_flow;
mod effects;
mod entries;
mod library;
mod node_attrs;
mod nodes;
mod order;
mod reader;
mod rewrite;
mod tables;

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_convert::graph::{Constant, FunctionBuilder, tensor_type_attr};
use tfrt_dialects::signature;
use tfrt_ir::Module;
use tfrt_ir::body::{NamedAttr, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Loc;
use tfrt_ops::{DataType, OpDefRegistry};

use crate::composed::with_plain_nodes;
use crate::export::MAIN;
use crate::kept::{self, Keeps};
use crate::names::with_numbered_outputs;
use crate::proto::tensorflow::attr_value::Value as ProtoValue;
use crate::proto::tensorflow::{FunctionDef, GraphDef, NodeDef};
use crate::{dtype, marks};
pub use entries::{Entry, Port, weight, weights_of};
pub(crate) use nodes::argument_shape;
use nodes::{arguments, default_of, listed_shape, number, reachable, referent, results, text, whole};
use order::GraphError;
pub(crate) use order::{Input, Nodes};
use reader::{Callee, Reader, Surroundings};
pub use rewrite::{IslandGraph, rewrite};

/// Options of the import.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The file, for messages.
    pub file: String,
    /// The nodes that are the arguments, in order; without any, the graph's placeholders.
    pub inputs: Vec<String>,
    /// The tensors to compute (`name` or `name:1`), in order; without any, those that no node takes.
    pub outputs: Vec<String>,
    /// The functions that the nodes become; without any, one that has `inputs` and `outputs`.
    pub entries: Vec<Entry>,
    /// The values of [weights](weight).
    pub weights: FxHashMap<String, Constant>,
}

impl ImportOptions {
    /// The tensors to compute, of all functions.
    fn results(&self) -> Vec<String> {
        let of_entries = self.entries.iter().flat_map(|entry| &entry.outputs).map(|output| &output.tensor);
        self.outputs.iter().chain(of_entries).cloned().collect()
    }

    /// The same with other names for these tensors.
    fn with_results(&self, names: &[String]) -> ImportOptions {
        let mut options = self.clone();
        let of_entries = options.entries.iter_mut().flat_map(|entry| &mut entry.outputs);
        let tensors = options.outputs.iter_mut().chain(of_entries.map(|output| &mut output.tensor));
        tensors.zip(names).for_each(|(tensor, name)| tensor.clone_from(name));
        options
    }
}

/// The graph as a program.
///
/// # Errors
/// The graph is not in order or has something that programs cannot express; each message names the node.
pub fn graph_to_module(
    ctx: &Arc<Context>,
    graph: &GraphDef,
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let file = ctx.file_loc(ctx.ident(&options.file), 0, 0);
    let plain = with_plain_nodes(graph);
    let graph = plain.as_ref().unwrap_or(graph);
    let numbered = graph
        .library
        .as_ref()
        .and_then(with_numbered_outputs)
        .map(|library| GraphDef { library: Some(library), ..graph.clone() });
    let graph = numbered.as_ref().unwrap_or(graph);
    let pruned = (!options.entries.is_empty()).then(|| entries::pruned(graph, &options.entries));
    let graph = pruned.as_ref().unwrap_or(graph);
    let named = control_flow::with_results(graph, &options.results());
    let renamed = named.as_ref().map(|(_, outputs)| options.with_results(outputs));
    let (graph, options) = match (&named, &renamed) {
        (Some((graph, _)), Some(options)) => (graph, options),
        _ => (graph, options),
    };
    let functional = control_flow::functional(graph, ctx.dialects().extension::<OpDefRegistry>());
    let functional = functional.map_err(|error| {
        diagnostics.error(file, error.about("", &graph.node));
        Failed
    })?;
    // What control flow made of nodes refers to is no result, even where functions do without it.
    let referred: FxHashSet<&str> = match &functional {
        Some(_) => {
            graph.node.iter().flat_map(|node| &node.input).filter_map(|input| referent(input)).collect()
        }
        None => FxHashSet::default(),
    };
    let graph = match options.entries.is_empty() {
        true => tables::filled_first(functional.as_ref().unwrap_or(graph)),
        // An entry of its own fills them.
        false => Cow::Borrowed(functional.as_ref().unwrap_or(graph)),
    };
    let graph = &*graph;
    let functions = graph.library.as_ref().map(|library| &library.function[..]).unwrap_or_default();
    let unplaced = kept::is_unplaced(graph);
    let registry = ctx.dialects().extension::<OpDefRegistry>();
    let mut callees = functions.iter().filter_map(callee).collect();
    effects::drop_chains(functions, &graph.node, registry, &mut callees);
    let importer = Importer {
        ctx,
        registry,
        callees,
        traces: traces(ctx, graph),
        keeps: Keeps { all: true, unplaced },
        weights: &options.weights,
    };
    let mut built = Vec::new();
    let mut fail = |what: &str, nodes: &[NodeDef], error: GraphError| {
        diagnostics.error(file, error.about(what, nodes));
        Failed
    };
    let mut seen = FxHashSet::default();
    for function in functions {
        let name = function.signature.as_ref().map_or("", |signature| &signature.name);
        if !seen.insert(name) {
            return Err(fail(
                "",
                &[],
                GraphError { node: 0, message: format!("a function '{name}' is there twice") },
            ));
        }
        let what = format!(" of function '{name}'");
        built
            .push(importer.function(name, function).map_err(|error| fail(&what, &function.node_def, error))?);
    }
    if options.entries.is_empty() {
        let main = importer.main(graph, options, &referred).map_err(|error| fail("", &graph.node, error))?;
        if let Some((position, main)) = main {
            built.insert(position.min(built.len()), main);
        }
    } else {
        let entries =
            importer.entries(graph, &options.entries).map_err(|error| fail("", &graph.node, error))?;
        built.splice(0..0, entries);
    }
    let mut module = Module::new(ctx.clone(), file);
    let top = module.top().op;
    if let Some(kept) = kept::write(ctx, &kept::of_graph(graph)) {
        module.top_body_mut().set_attr(ctx, top, ctx.ident(kept::GRAPH), kept);
    }
    if unplaced {
        module.top_body_mut().set_attr(ctx, top, ctx.ident(kept::UNPLACED), ctx.unit());
    }
    let (ctx, body) = module.split_mut();
    if let Some(block) = body.root_block() {
        for function in built {
            let op = body.create_op(ctx, function);
            body.append_op(block, op);
        }
    }
    Ok(module)
}

/// The facts about a function that callers must know.
fn callee(function: &FunctionDef) -> Option<(String, Callee)> {
    let signature = function.signature.as_ref()?;
    let flag = |mark| {
        !matches!(function.attr.get(mark).and_then(|value| value.value.as_ref()), Some(ProtoValue::B(false)))
    };
    let callee = Callee {
        chain_argument: flag(marks::CHAIN_ARGUMENT),
        chain_result: flag(marks::CHAIN_RESULT),
        outputs: signature.output_arg.len(),
    };
    Some((signature.name.clone(), callee))
}

/// The origins of nodes, by `node@function`.
fn traces<'g>(ctx: &Context, graph: &'g GraphDef) -> FxHashMap<&'g str, Loc> {
    let Some(info) = &graph.debug_info else { return FxHashMap::default() };
    let location = |(key, trace): (&'g String, &crate::proto::tensorflow::graph_debug_info::StackTrace)| {
        let position = trace.file_line_cols.first()?;
        let file = info.files.get(usize::try_from(position.file_index).ok()?)?;
        let number = |number: i32| u32::try_from(number).unwrap_or_default();
        Some((&**key, ctx.file_loc(ctx.ident(file), number(position.line), number(position.col))))
    };
    info.traces.iter().filter_map(location).collect()
}

struct Importer<'a> {
    ctx: &'a Context,
    registry: Option<&'a OpDefRegistry>,
    callees: FxHashMap<String, Callee>,
    traces: FxHashMap<&'a str, Loc>,
    keeps: Keeps,
    weights: &'a FxHashMap<String, Constant>,
}

impl Importer<'_> {
    fn location(&self, node: &str, function: &str) -> Loc {
        let child = match self.traces.is_empty() {
            true => None,
            false => self.traces.get(&*format!("{node}@{function}")).copied(),
        };
        self.ctx.name_loc(self.ctx.ident(node), child.unwrap_or_else(|| self.ctx.unknown_loc()))
    }

    fn around<'s>(&'s self, location: &'s dyn Fn(&NodeDef) -> Loc) -> Surroundings<'s> {
        let (callees, keeps, weights) = (&self.callees, self.keeps, self.weights);
        Surroundings { callees, location, handlers: FxHashMap::default(), keeps, weights }
    }

    /// The attributes of an argument of this type, with the `kept` parts of the node that it comes from.
    fn argument_attrs(
        &self,
        data_type: Option<DataType>,
        dims: Option<Vec<i64>>,
        kept: Option<NodeDef>,
    ) -> Vec<NamedAttr> {
        let ctx = self.ctx;
        let kept = kept.filter(|_| self.keeps.all).and_then(|kept| kept::write(ctx, &kept));
        let kept = kept.map(|kept| (ctx.ident(kept::NODE), kept));
        let ty = |data_type| tensor_type_attr(ctx, dtype::to_type(ctx, data_type), dims.as_deref());
        kept.into_iter().chain(data_type.map(ty)).collect()
    }

    /// A function of the library.
    fn function(&self, name: &str, def: &FunctionDef) -> Result<OpState, GraphError> {
        let ctx = self.ctx;
        let empty = Default::default();
        let op_def = def.signature.as_ref().unwrap_or(&empty);
        let arguments = op_def.input_arg.iter().map(|arg| &*arg.name);
        let graph = Nodes::new(&def.node_def, arguments, self.registry)?;
        let callee = self.callees.get(name).copied();
        let (takes_chain, gives_chain) = callee.map_or((true, true), |c| (c.chain_argument, c.chain_result));

        let mut out = FunctionBuilder::new(ctx);
        let start = takes_chain.then(|| out.chain_argument(ctx.unknown_loc()));
        let mut values = Vec::new();
        for (index, arg) in op_def.input_arg.iter().enumerate() {
            let shape = def.arg_attr.get(&(index as u32)).and_then(|attrs| attrs.attr.get("_output_shapes"));
            let attrs =
                self.argument_attrs(dtype::from_number(arg.r#type), listed_shape(shape).flatten(), None);
            values.push(out.tensor_argument(attrs, self.location(&arg.name, name)));
        }
        // TensorFlow also runs a function's effects.
        let wanted = vec![true; def.node_def.len()];
        let mut outputs = Vec::new();
        for arg in &op_def.output_arg {
            let source = def
                .ret
                .get(&arg.name)
                .ok_or_else(|| whole(format!("has no value for its result '{}'", arg.name)))?;
            outputs.push(graph.resolve(source).map_err(whole)?);
        }
        let mut awaited = Vec::new();
        for source in def.control_ret.values() {
            awaited.push(
                graph
                    .named(source)
                    .ok_or_else(|| whole(format!("waits for '{source}', which it does not have")))?,
            );
        }
        let marked = def.attr.contains_key(marks::CHAIN_RESULT);
        let location = |node: &NodeDef| self.location(&node.name, name);
        let around = self.around(&location);
        let mut reader = Reader::new(out.graph(), &graph, around);
        reader.arguments = values;
        outputs.iter().for_each(|&output| reader.use_output(output));
        if let Some(start) = start {
            reader.set_start(start);
        }
        if !marked {
            // Its effects are waited for, whether it says so or not.
            let more = (0..def.node_def.len() as u32)
                .filter(|&node| reader.has_effects(node, graph.defs[node as usize].as_deref()));
            awaited.extend(more);
        }
        reader.prepare(&wanted, &awaited, gives_chain);
        for &node in &graph.order {
            reader.build(node)?;
        }
        let mut results = Vec::new();
        if gives_chain {
            let chains: Vec<Value> = awaited.iter().filter_map(|&node| reader.chain_of(node)).collect();
            let chain = reader.join(chains.into_iter(), ctx.unknown_loc()).or(reader.start());
            results.extend(chain);
        }
        for output in outputs {
            results.push(reader.tensor(output).map_err(whole)?);
        }
        let visibility = match def.attr.get(marks::VISIBILITY).and_then(text) {
            Some(visibility) => Some(visibility),
            None if marked => None,
            None => Some("private"),
        };
        let mut op = out.finish(name, visibility, &results, self.location(name, ""));
        let kept = self.keeps.all.then(|| kept::of_function(def)).and_then(|kept| kept::write(ctx, &kept));
        if let Some(kept) = kept {
            op = op.attr(ctx.ident(kept::FUNCTION), kept);
        }
        Ok(op)
    }

    /// The function with the graph's nodes, and its place; `None` if there are no nodes.
    fn main(
        &self,
        graph: &GraphDef,
        options: &ImportOptions,
        referred: &FxHashSet<&str>,
    ) -> Result<Option<(usize, OpState)>, GraphError> {
        if graph.node.is_empty() {
            return Ok(None);
        }
        let ctx = self.ctx;
        let nodes = Nodes::new(&graph.node, std::iter::empty(), self.registry)?;
        let has_mark = |node: &NodeDef| node.attr.keys().any(|name| name.starts_with(marks::PREFIX));
        let is_marked = graph.node.iter().any(has_mark);
        // Graphs with marks say what their arguments and defaults are.
        let default_of = |node: u32| if is_marked { None } else { default_of(ctx, &nodes, node) };
        let inputs = arguments(&nodes, options, |node| default_of(node).is_some())?;
        let outputs = results(&nodes, options, &inputs, referred)?;
        let wanted = reachable(&nodes, &inputs, &outputs);
        let mut out = FunctionBuilder::new(ctx);
        let mut names = FxHashSet::default();
        let mut values = Vec::new();
        for &node in &inputs {
            let def = &graph.node[node as usize];
            let is_chain = def.op == "NoOp";
            let loc = self.location(&def.name, "");
            let value = match is_chain {
                true => out.chain_argument(loc),
                false => {
                    let mut attrs = self.declared(def);
                    attrs.extend(self.signature(def, is_marked, &def.name, &mut names));
                    attrs.extend(default_of(node).map(|value| (ctx.ident(signature::DEFAULT_ATTR), value)));
                    out.tensor_argument(attrs, loc)
                }
            };
            values.push((node, is_chain, value));
        }
        let location = |node: &NodeDef| self.location(&node.name, "");
        let around = self.around(&location);
        let mut reader = Reader::new(out.graph(), &nodes, around);
        for (node, is_chain, value) in values {
            match is_chain {
                true => {
                    reader.set_chain(node, value);
                    if reader.start().is_none() {
                        reader.set_start(value);
                    }
                }
                false => reader.set_tensor(node, value),
            }
        }
        let mut awaited = Vec::new();
        for output in &outputs {
            match *output {
                Input::Control(node) => awaited.push(node),
                output => reader.use_output(output),
            }
        }
        reader.prepare(&wanted, &awaited, !awaited.is_empty());
        for &node in &nodes.order {
            let def = &graph.node[node as usize];
            if wanted[node as usize] {
                if matches!(&*def.op, "Placeholder" | "_Arg") && !inputs.contains(&node) {
                    return Err(GraphError { node, message: "is needed, but is none of the inputs".into() });
                }
                reader.build(node)?;
            }
        }
        let mut given = Vec::new();
        let mut names = FxHashSet::default();
        let mut described = Vec::new();
        for output in outputs {
            described.push(match output {
                Input::Data(node, number) => {
                    let def = &graph.node[node as usize];
                    let name = match number {
                        0 => def.name.clone(),
                        _ => format!("{}:{number}", def.name),
                    };
                    self.signature(def, is_marked, &name, &mut names)
                }
                _ => Vec::new(),
            });
            match output {
                Input::Control(node) => {
                    given.extend(reader.chain_of(node).or(reader.start()));
                }
                output => {
                    let value = reader.tensor(output);
                    given.push(value.map_err(|message| GraphError {
                        node: output.node().unwrap_or_default(),
                        message,
                    })?);
                }
            }
        }
        described.into_iter().for_each(|attrs| out.describe_result(attrs));
        let mark = graph.node.iter().find(|node| node.attr.contains_key(marks::FUNCTION));
        let attr = |name: &str| mark.and_then(|node| node.attr.get(name));
        let position = match attr(marks::POSITION).and_then(|value| value.value.as_ref()) {
            Some(ProtoValue::I(position)) => usize::try_from(*position).unwrap_or_default(),
            _ => 0,
        };
        let name = attr(marks::FUNCTION).and_then(text).unwrap_or(MAIN);
        let name = if self.callees.contains_key(name) { "main.graph" } else { name };
        let visibility = attr(marks::VISIBILITY).and_then(text);
        Ok(Some((position, out.finish(name, visibility, &given, self.location(name, "")))))
    }

    /// The name of a value that a node stands for, and what this project's marks say about it. In a graph of others it is `name`,
    /// unless an earlier value of the function has that.
    fn signature(
        &self,
        node: &NodeDef,
        is_marked: bool,
        name: &str,
        names: &mut FxHashSet<String>,
    ) -> Vec<NamedAttr> {
        let ctx = self.ctx;
        if !is_marked {
            let is_new = names.insert(name.to_owned());
            let attr = (ctx.ident(signature::NAME_ATTR), ctx.string_attr(name));
            return is_new.then_some(attr).into_iter().collect();
        }
        let said = |(mark, name): (&str, &str)| {
            let value = node.attr.get(mark).and_then(|value| crate::attr::from_value(ctx, value).ok());
            let written = node.attr.get(&format!("{}{mark}", marks::TEXT)).and_then(text);
            let attr = value.or_else(|| crate::attr::from_text(ctx, written?))?;
            Some((ctx.ident(name), attr))
        };
        marks::SIGNATURE.into_iter().filter_map(said).collect()
    }

    /// The declarations of a node about the tensor that it stands for.
    fn declared(&self, node: &NodeDef) -> Vec<NamedAttr> {
        let number = |name: &str| match node.attr.get(name).and_then(|value| value.value.as_ref()) {
            Some(ProtoValue::Type(number)) => dtype::from_number(*number),
            _ => None,
        };
        let shape = argument_shape(node);
        match &*node.op {
            "Placeholder" | "PlaceholderWithDefault" => {
                self.argument_attrs(number("dtype"), shape, Some(kept::of_argument(node)))
            }
            "_Arg" => self.argument_attrs(number("T"), shape, Some(kept::of_argument(node))),
            _ => Vec::new(),
        }
    }
}
