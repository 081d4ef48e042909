//! TensorFlow's graphs as programs.

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Buf;
use prost::Message as _;
use tfrt_dialects::op_name;
use tfrt_executor::core_runtime::OpRegistry;
use tfrt_graphdef::proto::tensorflow::GraphDef;
use tfrt_graphdef::{ImportOptions, TextFormat as _, graph_to_module};
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::verify::verify_module;
use tfrt_ir::{Context, LocKind, Module};
use tfrt_ops::tensorflow_name;

use crate::file_kind::{FileKind, is_graph_message};
use crate::xla_modules;

/// Converts a graph to a program and verifies it. A warning names each op that nothing here computes.
pub fn import(
    ctx: &Arc<Context>,
    graph: &GraphDef,
    options: &ImportOptions,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let module = graph_to_module(ctx, graph, options, diagnostics)?;
    checked(module, diagnostics)
}

/// Verifies a program that was a graph, whose modules of StableHLO become functions. A warning names each op that nothing here computes.
pub(crate) fn checked(mut module: Module, diagnostics: &mut Diagnostics) -> Result<Module, Failed> {
    xla_modules::expand(&mut module, diagnostics);
    verify_module(&module, diagnostics)?;
    warn_of_missing_ops(&module, diagnostics);
    Ok(module)
}

/// Names the ops that neither this runtime nor a loaded plugin computes, each once, with a node that has it.
fn warn_of_missing_ops(module: &Module, diagnostics: &mut Diagnostics) {
    let mut known = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut known);
    let of_plugins = tfrt_plugin::kernel::ops_with_kernels();
    let (ctx, body) = (module.ctx(), module.top_body());
    let mut said = BTreeSet::new();
    let mut pending: Vec<OpRef<'_>> = match body.root_block() {
        Some(block) => body.ops(block).map(|op| OpRef { ctx, body, op }).collect(),
        None => Vec::new(),
    };
    pending.reverse();
    while let Some(op) = pending.pop() {
        let inner: Vec<OpRef<'_>> = op.regions().flat_map(|region| region.entry_ops(ctx)).collect();
        pending.extend(inner.into_iter().rev());
        let Some(name) = op_name(op).filter(|name| known.get(name).is_none()) else { continue };
        let plain = tensorflow_name(name).unwrap_or(name);
        if of_plugins.iter().any(|of_plugin| of_plugin == plain) || !said.insert(name) {
            continue;
        }
        let node = match ctx.loc_kind(op.loc()) {
            LocKind::Name { name, .. } => format!("node '{}': ", ctx.str(name)),
            _ => String::new(),
        };
        let message = match plain {
            "Variable" | "VariableV2" => format!(
                "{node}the variable has no value in this graph, and the program fails there; freeze the graph, or name the folder of the SavedModel, which has the values"
            ),
            _ => format!(
                "{node}nothing here computes the op '{plain}'; the program fails there unless a plugin that has it is loaded"
            ),
        };
        diagnostics.warning(op.loc(), message);
    }
}

/// Reads a graph in its binary or its text form. The error names the file. Of [`Bytes`](bytes::Bytes) the graph's tensors share the memory.
pub fn read(name: &str, input: impl Buf + AsRef<[u8]>) -> Result<GraphDef, String> {
    let complaint = |error: &dyn std::fmt::Display| format!("{name}:0:0: error: {error}");
    let bytes = input.as_ref();
    let kind = FileKind::of(bytes);
    if let Some(other) = kind.complaint().filter(|_| kind != FileKind::Empty) {
        return Err(complaint(&other));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if kind == FileKind::Graph && !is_graph_message(bytes) => {
            GraphDef::from_text(text).map_err(|error| complaint(&error))
        }
        _ => GraphDef::decode(input).map_err(|error| complaint(&format_args!("no graph: {error}"))),
    }
}
