//! Strongly connected components of graphs that programs say: of calls, and of blocks.
//!
//! The algorithm is R. Tarjan's, "Depth-first search and linear graph algorithms" (SIAM Journal on Computing 1, 1972), with a stack of its own: a
//! chain of calls may be as long as the program.

use std::hash::Hash;

use petgraph::prelude::DiGraphMap;
use rustc_hash::FxHashMap;

/// A node on the way down: it, its successors, and how many of these have been followed.
struct Visit<N> {
    node: N,
    successors: Vec<N>,
    followed: usize,
}

/// The components, each behind those that its nodes lead to. Nodes without order among themselves are in that of the graph.
pub(crate) fn components<N: Copy + Ord + Hash>(graph: &DiGraphMap<N, ()>) -> Vec<Vec<N>> {
    let mut found = Vec::new();
    // When a node was reached, and the earliest of the nodes on the stack that it leads to.
    let mut reached: FxHashMap<N, usize> = FxHashMap::default();
    let mut earliest: FxHashMap<N, usize> = FxHashMap::default();
    // Nodes whose component is not known; a node that left it is of no interest to others.
    let mut open: Vec<N> = Vec::new();
    let mut path: Vec<Visit<N>> = Vec::new();
    for root in graph.nodes() {
        let mut next = Some(root).filter(|root| !reached.contains_key(root));
        while next.is_some() || !path.is_empty() {
            if let Some(node) = next.take() {
                let number = reached.len();
                reached.insert(node, number);
                earliest.insert(node, number);
                open.push(node);
                path.push(Visit { node, successors: graph.neighbors(node).collect(), followed: 0 });
            }
            let Some(visit) = path.last_mut() else { break };
            let node = visit.node;
            if let Some(&successor) = visit.successors.get(visit.followed) {
                visit.followed += 1;
                match (reached.contains_key(&successor), earliest.get(&successor).copied()) {
                    (false, _) => next = Some(successor),
                    (true, Some(other)) => lower(&mut earliest, node, other),
                    (true, None) => {}
                }
                continue;
            }
            path.pop();
            let own = earliest[&node];
            if let Some(before) = path.last() {
                lower(&mut earliest, before.node, own);
            }
            if own == reached[&node] {
                let start = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let component = open.split_off(start);
                for node in &component {
                    earliest.remove(node);
                }
                found.push(component);
            }
        }
    }
    found
}

fn lower<N: Eq + Hash>(earliest: &mut FxHashMap<N, usize>, node: N, to: usize) {
    if let Some(known) = earliest.get_mut(&node) {
        *known = to.min(*known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_those_of_the_recursive_algorithm() {
        let mut random = 1_u32;
        let mut next = |most: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) % most
        };
        for _ in 0..500 {
            let (nodes, edges) = (next(12) + 1, next(30));
            let mut graph = DiGraphMap::<u32, ()>::new();
            for node in 0..nodes {
                graph.add_node(node);
            }
            for _ in 0..edges {
                graph.add_edge(next(nodes), next(nodes), ());
            }
            let sorted = |mut components: Vec<Vec<u32>>| {
                components.iter_mut().for_each(|component| component.sort_unstable());
                components
            };
            assert_eq!(sorted(components(&graph)), sorted(petgraph::algo::tarjan_scc(&graph)));
        }
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let edges = (0..300_000_u32).map(|node| (node, node + 1, ()));
        let graph = DiGraphMap::from_edges(edges);
        let components = components(&graph);
        assert_eq!(components.len(), 300_001);
        assert_eq!((&components[0][..], &components[300_000][..]), (&[300_000][..], &[0][..]));
    }
}
