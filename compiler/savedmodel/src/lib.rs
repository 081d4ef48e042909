//! TensorFlow's SavedModels as op graphs.
//!
//! A SavedModel is a folder: graphs with signatures (`saved_model.pb`), the values of variables (`variables/`, a [tensor bundle](bundle)) and files that
//! the model reads (`assets/`). [`import`] makes a program of it in which each signature is a public function. It reads no Python and runs no
//! node: what a model does when TensorFlow loads it (restore its variables, fill its tables) is read off its graph.
//!
//! * Variables that no imported signature writes are constants of the program ([`specialise`]); the others stay variables.
//! * What remains to be done when the program is loaded is the function [`INITIALISE`], which a program without state does not have.
//! * Values are read when the program is complete, once each, and no others.
//! * Files are not trusted: a fault is an error that names the file and the place.
//!
//! Left to others: the conversion of nodes ([`tfrt_graphdef`]), and running the initialisation, once, before any other function.

pub mod bundle;
mod graph;
mod model;
mod objects;
pub mod proto;
mod specialise;
mod uses;
mod values;
mod vocabulary;

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_graphdef::proto::tensorflow::attr_value::Value as AttrValue;
use tfrt_graphdef::proto::tensorflow::{FunctionDef, FunctionDefLibrary, GraphDef, NodeDef};
use tfrt_graphdef::{Entry, ImportOptions, graph_to_module, with_numbered_outputs};
use tfrt_ir::Module;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ops::OpDefRegistry;

use graph::{data, functions, reachable};
pub use model::{Model, is_model};
use specialise::Specialiser;
use uses::{Library, Phase, Walk};
use values::{Source, Store};

/// The function that must run once before the others, if a program has it.
pub const INITIALISE: &str = "tfrt.initialize";

/// The signature that a caller means who names none.
pub const DEFAULT_SIGNATURE: &str = "serving_default";

/// The model as a program with these signatures, or all.
///
/// # Errors
/// A file of the model is missing or broken, there is no such signature, or it needs something that programs cannot express.
pub fn import(
    ctx: &Arc<Context>,
    model: Model,
    signatures: &[String],
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let file = model.folder.display().to_string();
    let at = ctx.file_loc(ctx.ident(&file), 0, 0);
    match converted(ctx, &model, signatures) {
        Ok((graph, options)) => {
            drop(model);
            graph_to_module(ctx, &graph, &options, diagnostics)
        }
        Err(message) => {
            diagnostics.error(at, message);
            Err(Failed)
        }
    }
}

/// The graph without frozen variables, and the functions to make of it.
fn converted(
    ctx: &Arc<Context>,
    model: &Model,
    signatures: &[String],
) -> Result<(GraphDef, ImportOptions), String> {
    let empty = GraphDef::default();
    let graph = model.graph.graph_def.as_ref().unwrap_or(&empty);
    let entries = entries(ctx, model, signatures)?;
    let numbered = graph.library.as_ref().and_then(with_numbered_outputs);
    let all = numbered.as_ref().or(graph.library.as_ref()).map(|library| &library.function[..]);
    let all = all.unwrap_or_default();
    let library: Library<'_> =
        all.iter().filter_map(|function| Some((&*function.signature.as_ref()?.name, function))).collect();
    let mut fed: FxHashMap<String, Source> = FxHashMap::default();
    for (node, asset) in model.assets() {
        fed.insert(node.to_owned(), Source::Path(asset.to_owned()));
    }
    if let Some(node) = model.bundle_node() {
        fed.insert(node.to_owned(), Source::Text(b"variables/variables".to_vec()));
    }
    let mut targets: Vec<String> = model.restore_node().map(str::to_owned).into_iter().collect();
    targets.extend(model.init_nodes());

    let mut store = Store::new(&model.folder);
    let mut walk = Walk::new(&library, fed);
    let none = FxHashSet::default();
    let loading = reachable(&graph.node, targets.iter().map(String::as_str), &none);
    let _ = walk.nodes(&graph.node, Some(&loading), None, Phase::Load);
    let rebound = match &model.graph.object_graph_def {
        Some(objects) => objects::rebound(objects, &graph.node, &mut walk, &mut store)?,
        None => None,
    };
    let nodes = rebound.as_deref().unwrap_or(&graph.node);
    let mut needed = loading.clone();
    for entry in &entries {
        let given: FxHashSet<&str> =
            entry.inputs.iter().filter_map(|input| graph::referent(&input.tensor)).collect();
        let called = reachable(nodes, entry.outputs.iter().map(|output| &*output.tensor), &given);
        let _ = walk.nodes(nodes, Some(&called), None, Phase::Call);
        needed.extend(called);
    }
    if let Some(lost) =
        walk.variables.iter().find(|variable| variable.is_reference && variable.frozen().is_none())
    {
        let why = if lost.written { "is written by a signature" } else { "is not restored" };
        return Err(format!(
            "the variable '{}', of the kind without a handle, {why}; that is not supported",
            lost.name
        ));
    }

    let nodes: Vec<NodeDef> = nodes.iter().filter(|node| needed.contains(&*node.name)).cloned().collect();
    let mut special = Specialiser::new(&mut walk);
    let mut nodes = special.graph(&nodes);
    let mut functions = std::mem::take(&mut special.functions);
    let values = special.values;

    let registry = ctx.dialects().extension::<OpDefRegistry>();
    let of_functions = functions.iter_mut().flat_map(|function| &mut function.node_def);
    nodes.iter_mut().chain(of_functions).for_each(|node| tfrt_graphdef::add_defaults(registry, node));

    let effects = Effects::of(ctx, &functions);
    let mut entries: Vec<Entry> = entries;
    for entry in &mut entries {
        let given: FxHashSet<&str> =
            entry.inputs.iter().filter_map(|input| graph::referent(&input.tensor)).collect();
        let called = reachable(&nodes, entry.outputs.iter().map(|output| &*output.tensor), &given);
        entry.effects = nodes.iter().any(|node| called.contains(&*node.name) && effects.has(node));
    }
    let loading = reachable(&nodes, targets.iter().map(String::as_str), &none);
    let loads = nodes.iter().any(|node| loading.contains(&*node.name) && effects.has(node));
    if loads {
        let name = INITIALISE.to_owned();
        entries.insert(0, Entry { name, targets: targets.clone(), effects: true, ..Entry::default() });
        restore_first(&mut nodes, &targets, &effects);
    }

    let library = FunctionDefLibrary { function: functions, ..FunctionDefLibrary::default() };
    let graph = GraphDef {
        node: nodes,
        library: Some(library),
        versions: graph.versions.clone(),
        ..GraphDef::default()
    };
    let mut options =
        ImportOptions { file: model.folder.display().to_string(), entries, ..ImportOptions::default() };
    let used = tfrt_graphdef::weights_of(&graph, &options.entries);
    for (source, name) in values.iter().filter(|(_, name)| used.contains(*name)) {
        options.weights.insert(name.to_owned(), store.read(ctx, source)?);
    }
    Ok((graph, options))
}

/// The functions for the signatures.
fn entries(ctx: &Context, model: &Model, signatures: &[String]) -> Result<Vec<Entry>, String> {
    let names: Vec<&str> = match signatures {
        [] => model.signatures().collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    if names.is_empty() {
        return Err("the model has no signature, so nothing in it can be called by name; \
                    export it with signatures, as by tf.saved_model.save(model, folder, signatures=…)"
            .into());
    }
    let entry = |name: &&str| {
        let signature = model.signature(name)?;
        let ports = |all: &std::collections::BTreeMap<String, proto::TensorInfo>| {
            let mut ports = Vec::new();
            for (port, info) in all {
                ports.extend(
                    model::ports(ctx, port, info, signature)
                        .map_err(|why| format!("signature '{name}': {why}"))?,
                );
            }
            Ok::<_, String>(ports)
        };
        let (mut inputs, outputs) = (ports(&signature.inputs)?, ports(&signature.outputs)?);
        for input in inputs.iter_mut().filter(|input| input.default.is_none()) {
            input.default = default_of(ctx, model, &input.tensor);
        }
        Ok(Entry { name: (*name).to_owned(), inputs, outputs, ..Entry::default() })
    };
    names.iter().map(entry).collect()
}

/// The constant that a tensor has unless it is given.
fn default_of(ctx: &Context, model: &Model, tensor: &str) -> Option<tfrt_graphdef::Constant> {
    let nodes = &model.graph.graph_def.as_ref()?.node;
    let named = |input: &str| nodes.iter().find(|node| Some(&*node.name) == graph::referent(input));
    let node = named(tensor).filter(|node| node.op == "PlaceholderWithDefault")?;
    let constant = named(node.input.first()?).filter(|constant| constant.op == "Const")?;
    match constant.attr.get("value")?.value.as_ref()? {
        AttrValue::Tensor(tensor) => tfrt_graphdef::read_tensor(ctx, tensor).ok(),
        _ => None,
    }
}

/// Initialisers wait for the restored values.
fn restore_first(nodes: &mut [NodeDef], targets: &[String], effects: &Effects<'_>) {
    let [restore, init @ ..] = targets else { return };
    let none = FxHashSet::default();
    let owned = |names: FxHashSet<&str>| names.into_iter().map(str::to_owned).collect::<FxHashSet<String>>();
    let restoring = owned(reachable(nodes, [&**restore], &none));
    let initialising = owned(reachable(nodes, init.iter().map(String::as_str), &none));
    for node in nodes {
        if initialising.contains(&node.name) && !restoring.contains(&node.name) && effects.has(node) {
            node.input.push(format!("^{restore}"));
        }
    }
}

/// Which nodes change something that stays, or can fail without giving a result.
struct Effects<'g> {
    functions: FxHashMap<&'g str, bool>,
    registry: Option<&'g OpDefRegistry>,
}

/// The ops with state that only make a handle or read.
const QUIET: &[&str] = &[
    "VarHandleOp",
    "ReadVariableOp",
    "ResourceGather",
    "ResourceGatherNd",
    "VariableShape",
    "VarIsInitializedOp",
    "LookupTableFindV2",
    "LookupTableSizeV2",
    "LookupTableExportV2",
    "PartitionedCall",
    "StatefulPartitionedCall",
    "If",
    "While",
    "Case",
    "Placeholder",
];

impl<'g> Effects<'g> {
    fn of(ctx: &'g Context, all: &'g [FunctionDef]) -> Effects<'g> {
        let name =
            |function: &'g FunctionDef| function.signature.as_ref().map_or("", |signature| &signature.name);
        let registry = ctx.dialects().extension::<OpDefRegistry>();
        let mut effects =
            Effects { functions: all.iter().map(|function| (name(function), false)).collect(), registry };
        // Until the callers of functions with effects are found as well.
        loop {
            let mut changed = false;
            for function in all {
                if !effects.functions[name(function)]
                    && function.node_def.iter().any(|node| effects.has(node))
                {
                    effects.functions.insert(name(function), true);
                    changed = true;
                }
            }
            if !changed {
                return effects;
            }
        }
    }

    fn has(&self, node: &NodeDef) -> bool {
        let called = node.attr.values().flat_map(functions).chain([&*node.op]);
        if called.into_iter().any(|name| self.functions.get(name).copied().unwrap_or_default()) {
            return true;
        }
        let makes_table = node.op.contains("HashTable") && data(node).next().is_none();
        if makes_table || QUIET.contains(&&*node.op) || self.functions.contains_key(&*node.op) {
            return false;
        }
        self.registry
            .and_then(|registry| registry.get(&tfrt_graphdef::program_op(&node.op)))
            .is_some_and(|def| def.is_stateful)
    }
}
