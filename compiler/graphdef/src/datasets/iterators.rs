//! Iterators whose elements are taken in the graph or function that makes them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Source, is_reader, sources};
use crate::names::{Reference, reference};
use crate::proto::tensorflow::NodeDef;

/// The findings about an iterator.
pub(super) struct Iterator {
    /// The input that is its dataset.
    pub(super) dataset: String,
    /// The dataset, and how far it was read, once an element was taken.
    pub(super) source: Option<Source>,
}

/// Iterators by the nodes that make them.
pub(super) type Iterators = FxHashMap<String, Iterator>;

/// The node that an input is a result of.
pub(super) fn name(input: &str) -> Option<&str> {
    match reference(input)? {
        Reference::Output(name, 0) | Reference::Named(name, _, 0) => Some(name),
        _ => None,
    }
}

/// Whether a node makes, fills or deletes an iterator.
pub(super) fn is_part(node: &NodeDef) -> bool {
    makes(node) || matches!(&*node.op, "MakeIterator" | "DeleteIterator")
}

fn makes(node: &NodeDef) -> bool {
    matches!(&*node.op, "AnonymousIterator" | "AnonymousIteratorV2" | "AnonymousIteratorV3")
}

/// The iterators of a graph or a function that have one dataset, and whose elements are taken there only.
pub(super) fn of(nodes: &[NodeDef]) -> Iterators {
    let mut found: FxHashMap<&str, Vec<&str>> =
        nodes.iter().filter(|node| makes(node)).map(|node| (&*node.name, Vec::new())).collect();
    for node in nodes.iter().filter(|node| node.op == "MakeIterator") {
        if let [dataset, iterator] = sources::data(node)[..]
            && let Some(datasets) = name(iterator).and_then(|iterator| found.get_mut(iterator))
        {
            datasets.push(dataset);
        }
    }
    for node in nodes.iter().filter(|node| !is_part(node) && !is_reader(node)) {
        for input in sources::data(node) {
            if let Some(Reference::Output(name, _) | Reference::Named(name, ..)) = reference(input) {
                found.remove(name);
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(name, datasets)| match datasets[..] {
            [dataset] => Some((name.to_owned(), Iterator { dataset: dataset.to_owned(), source: None })),
            _ => None,
        })
        .collect()
}

/// The nodes that use up datasets, each after those that it waits for.
pub(super) fn in_order(nodes: &[NodeDef]) -> Vec<&NodeDef> {
    let readers: Vec<&NodeDef> = nodes.iter().filter(|node| is_reader(node)).collect();
    let places: FxHashMap<&str, usize> =
        readers.iter().enumerate().map(|(at, node)| (&*node.name, at)).collect();
    let mut ordered = Vec::with_capacity(readers.len());
    let mut seen = FxHashSet::default();
    for start in 0..readers.len() {
        // A node with what it waits for still on the way down, then on the way up.
        let mut pending = vec![(start, false)];
        while let Some((at, is_done)) = pending.pop() {
            if is_done {
                ordered.push(readers[at]);
            } else if seen.insert(at) {
                pending.push((at, true));
                let controls = readers[at].input.iter().filter_map(|input| input.strip_prefix('^'));
                pending.extend(controls.filter_map(|control| places.get(control)).map(|&at| (at, false)));
            }
        }
    }
    ordered
}
