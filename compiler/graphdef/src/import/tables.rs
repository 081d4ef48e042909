//! Tables that are filled before they are read.
//!
//! A graph with lookup tables has nodes that fill them, which a session runs once before anything else; no edge says so. A program
//! runs as a whole, so here whatever takes a table's handle waits for the nodes that fill the table. Nodes that a filling node
//! itself needs are left alone, and so are graphs that this project wrote: their chains say what comes first.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::marks;
use crate::names::{Reference, reference};
use crate::proto::tensorflow::GraphDef;

/// The ops that fill a table, whose handle is their first input.
const FILLERS: &[&str] = &["InitializeTableV2", "InitializeTableFromTextFileV2", "LookupTableImportV2"];

/// The graph with edges from the nodes that fill tables to those that use them.
pub(super) fn filled_first(graph: &GraphDef) -> Cow<'_, GraphDef> {
    let is_filler = |op: &str| FILLERS.contains(&op);
    if !graph.node.iter().any(|node| is_filler(&node.op))
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
    for node in graph.node.iter().filter(|node| is_filler(&node.op)) {
        let Some(table) = node.input.first().and_then(|input| source(input)) else { continue };
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
