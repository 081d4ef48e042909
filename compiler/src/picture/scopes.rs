//! The tree of name scopes of a graph, and the graph of one scope in which those inside are boxes.
//!
//! A scope with one box, or one scope, and nothing else is not worth a level: its name becomes a part of what it holds. Boxes outside of a
//! scope whose values it takes are drawn once each, as its inputs.

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use super::colour::Colour;
use super::graph::{Graph, Node};

/// A scope of the tree; the first is the whole graph.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Its name within the scope around it.
    pub(super) name: String,
    /// Its members, in the order of the graph.
    pub(super) items: Vec<Item>,
    /// Its boxes and those of scopes inside.
    pub(super) nodes: Vec<NodeIndex>,
}

/// A box or a scope of [`Scopes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Item {
    Node(NodeIndex),
    Scope(usize),
}

/// The tree of a graph.
#[derive(Debug)]
pub(super) struct Scopes(pub(super) Vec<Scope>);

impl Scopes {
    pub(super) fn of(graph: &Graph) -> Scopes {
        let mut scopes = vec![Scope::default()];
        let mut numbers: FxHashMap<(usize, &str), usize> = FxHashMap::default();
        for node in graph.nodes.node_indices() {
            let mut at = 0;
            scopes[0].nodes.push(node);
            for name in &graph.nodes[node].scopes {
                let next = scopes.len();
                let inner = *numbers.entry((at, name)).or_insert(next);
                if inner == next {
                    scopes.push(Scope { name: name.clone(), ..Scope::default() });
                    scopes[at].items.push(Item::Scope(inner));
                }
                at = inner;
                scopes[at].nodes.push(node);
            }
            scopes[at].items.push(Item::Node(node));
        }
        // Inner scopes have higher numbers.
        for outer in (0..scopes.len()).rev() {
            for i in 0..scopes[outer].items.len() {
                let Item::Scope(inner) = scopes[outer].items[i] else { continue };
                if let &[only] = &scopes[inner].items[..] {
                    if let Item::Scope(only) = only {
                        scopes[only].name = format!("{}/{}", scopes[inner].name, scopes[only].name);
                    }
                    scopes[outer].items[i] = only;
                }
            }
        }
        Scopes(scopes)
    }

    /// The name of a box as it is seen from a scope around it: the parts that the scopes between do not say.
    fn name_in(&self, graph: &Graph, scope: usize, node: NodeIndex, depths: &[usize]) -> String {
        let node = &graph.nodes[node];
        let parts = node.scopes.get(depths[scope]..).unwrap_or_default();
        parts.iter().map(|part| format!("{part}/")).collect::<String>() + &node.name
    }

    /// The number of names around the boxes of each scope.
    pub(super) fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.0.len()];
        for (outer, scope) in self.0.iter().enumerate() {
            for item in &scope.items {
                if let Item::Scope(inner) = *item {
                    depths[inner] = depths[outer] + self.0[inner].name.matches('/').count() + 1;
                }
            }
        }
        depths
    }

    /// The graph of a scope, and which scope each of its boxes stands for.
    pub(super) fn graph_of(
        &self,
        graph: &Graph,
        scope: usize,
        depths: &[usize],
    ) -> (DiGraph<Node, bool>, Vec<Option<usize>>) {
        let mut nodes = DiGraph::new();
        let mut stands_for = Vec::new();
        let mut of_node: FxHashMap<NodeIndex, NodeIndex> = FxHashMap::default();
        // Inputs come first, so that arrows go down.
        let inside: FxHashSet<NodeIndex> = self.0[scope].nodes.iter().copied().collect();
        for &node in &self.0[scope].nodes {
            for source in graph.nodes.neighbors_directed(node, Direction::Incoming) {
                if !inside.contains(&source) && !of_node.contains_key(&source) {
                    let from = &graph.nodes[source];
                    let name = from
                        .scopes
                        .iter()
                        .chain([&from.name])
                        .map(String::as_str)
                        .collect::<Vec<_>>()
                        .join("/");
                    let lines = from.lines.last().cloned().into_iter().collect();
                    let name = format!("from {name}");
                    let input = Node {
                        scopes: Vec::new(),
                        name,
                        lines,
                        notes: Vec::new(),
                        colour: Colour::NONE,
                        what: String::new(),
                    };
                    of_node.insert(source, nodes.add_node(input));
                    stands_for.push(None);
                }
            }
        }
        for &item in &self.0[scope].items {
            match item {
                Item::Node(node) => {
                    let name = self.name_in(graph, scope, node, depths);
                    of_node.insert(node, nodes.add_node(Node { name, ..graph.nodes[node].clone() }));
                    stands_for.push(None);
                }
                Item::Scope(inner) => {
                    let index = nodes.add_node(self.summary(graph, inner));
                    of_node.extend(self.0[inner].nodes.iter().map(|&node| (node, index)));
                    stands_for.push(Some(inner));
                }
            }
        }
        let mut seen = FxHashSet::default();
        for &node in &self.0[scope].nodes {
            let mut edges: Vec<_> = graph
                .nodes
                .neighbors_directed(node, Direction::Incoming)
                .filter_map(|source| {
                    let edge = graph.nodes.find_edge(source, node)?;
                    Some((*of_node.get(&source)?, *of_node.get(&node)?, graph.nodes[edge]))
                })
                .filter(|(from, to, _)| from != to)
                .collect();
            edges.sort_unstable();
            for (from, to, is_chain) in edges {
                if seen.insert((from, to)) {
                    nodes.add_edge(from, to, is_chain);
                }
            }
        }
        (nodes, stands_for)
    }

    /// The box that stands for a scope.
    fn summary(&self, graph: &Graph, scope: usize) -> Node {
        let Scope { name, nodes, .. } = &self.0[scope];
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for &node in nodes {
            let op = &*graph.nodes[node].what;
            match counts.iter_mut().find(|(name, _)| *name == op) {
                Some((_, count)) => *count += 1,
                None => counts.push((op, 1)),
            }
        }
        let notes = counts.iter().map(|(op, count)| format!("{count} x {op}")).collect();
        let result = nodes.last().and_then(|&node| result_of(&graph.nodes[node]));
        let lines = std::iter::once(format!("▸ {} ops", nodes.len())).chain(result).collect();
        Node {
            scopes: Vec::new(),
            name: format!("{name}/"),
            lines,
            notes,
            colour: Colour::SCOPE,
            what: String::new(),
        }
    }
}

/// The line with dtype and shape.
fn result_of(node: &Node) -> Option<String> {
    node.lines.iter().rev().find(|line| !line.starts_with("with ") && !line.starts_with("then ")).cloned()
}
