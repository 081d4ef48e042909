//! Lookup tables are filled before they are read.
//!
//! A graph with lookup tables has nodes that fill them, which a session runs once before anything else; no edge states that order. A
//! program runs as a whole, so the import makes every user of a table's handle wait for the nodes that fill the table, themselves or
//! in a function that they call. It skips the nodes that a filling node itself needs, and graphs that this project wrote: their
//! chains state the order.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::marks;
use crate::names::{Reference, reference};
use crate::proto::tensorflow::attr_value::Value;
use crate::proto::tensorflow::{GraphDef, NodeDef};

/// The ops that fill a table, whose handle is their first input.
const FILLERS: &[&str] = &["InitializeTableV2", "InitializeTableFromTextFileV2", "LookupTableImportV2"];

/// The function that a node calls.
fn called(node: &NodeDef) -> Option<&str> {
    match node.op.as_str() {
        "PartitionedCall" | "StatefulPartitionedCall" => match &node.attr.get("f")?.value {
            Some(Value::Func(function)) => Some(&function.name),
            _ => None,
        },
        other => Some(other),
    }
}

/// The inputs of a node that are handles of tables which it fills.
fn filled_inputs(node: &NodeDef, functions: &FxHashMap<&str, Vec<usize>>) -> Vec<usize> {
    if FILLERS.contains(&&*node.op) {
        return vec![0];
    }
    called(node).and_then(|name| functions.get(name)).cloned().unwrap_or_default()
}

/// The functions that fill tables, and which of their arguments are the handles.
fn filling_functions(graph: &GraphDef) -> FxHashMap<&str, Vec<usize>> {
    let mut found: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    let all = graph.library.as_ref().map(|library| &library.function[..]).unwrap_or_default();
    // Until functions that call those that were found are found as well.
    loop {
        let before = found.len();
        for function in all {
            let Some(signature) = &function.signature else { continue };
            if found.contains_key(&*signature.name) {
                continue;
            }
            let argument = |input: &String| signature.input_arg.iter().position(|arg| arg.name == *input);
            let filled: Vec<usize> = function
                .node_def
                .iter()
                .flat_map(|node| {
                    let inputs = filled_inputs(node, &found);
                    inputs.into_iter().filter_map(|at| node.input.get(at).and_then(argument))
                })
                .collect();
            if !filled.is_empty() {
                found.insert(&signature.name, filled);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// The graph with edges from the nodes that fill tables to those that use them.
pub(super) fn filled_first(graph: &GraphDef) -> Cow<'_, GraphDef> {
    let functions = filling_functions(graph);
    let filling = |node: &NodeDef| !filled_inputs(node, &functions).is_empty();
    if !graph.node.iter().any(filling)
        || graph.node.iter().any(|node| node.attr.contains_key(marks::FUNCTION))
    {
        return Cow::Borrowed(graph);
    }
    let source = |input: &str| match reference(input) {
        Some(Reference::Output(name, _) | Reference::Control(name)) => Some(name.to_owned()),
        _ => None,
    };
    let inputs: FxHashMap<&str, Vec<String>> = graph
        .node
        .iter()
        .map(|node| (&*node.name, node.input.iter().filter_map(|input| source(input)).collect()))
        .collect();
    // By table: the nodes that fill it, and everything that these need.
    let mut fillers: FxHashMap<String, (Vec<String>, FxHashSet<String>)> = FxHashMap::default();
    let filled = |node: &NodeDef| -> Vec<String> {
        let inputs = filled_inputs(node, &functions);
        inputs.into_iter().filter_map(|at| node.input.get(at).and_then(|input| source(input))).collect()
    };
    for (node, table) in
        graph.node.iter().flat_map(|node| filled(node).into_iter().map(move |table| (node, table)))
    {
        let (names, needed) = fillers.entry(table).or_default();
        names.push(node.name.clone());
        let mut pending = vec![node.name.clone()];
        while let Some(next) = pending.pop() {
            if let Some(inputs) = inputs.get(&*next)
                && needed.insert(next)
            {
                pending.extend_from_slice(inputs);
            }
        }
    }
    let mut ordered = graph.clone();
    for node in &mut ordered.node {
        let tables: Vec<String> = node.input.iter().filter_map(|input| source(input)).collect();
        for table in tables {
            let Some((names, needed)) = fillers.get(&table) else { continue };
            if !needed.contains(&node.name) {
                node.input.extend(names.iter().map(|name| format!("^{name}")));
            }
        }
    }
    Cow::Owned(ordered)
}
