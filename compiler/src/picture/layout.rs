//! The layout of a graph: layers by the longest path from a source, ordered within a layer so that few arrows cross.
//!
//! The order comes from a few sweeps down and up, each of which sorts a layer by the mean position of the neighbours in the layer
//! before (the barycentre heuristic). It is deterministic and takes a time nearly linear in boxes and arrows.

use petgraph::Direction;
use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, NodeIndex};

/// The number of times the layers are sorted.
const SWEEPS: usize = 6;

/// Layer and place in the layer, for each node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// The nodes of each layer, from left to right.
    pub(super) layers: Vec<Vec<NodeIndex>>,
}

/// Places the nodes of a graph without cycles; of one with cycles each node gets a layer of its own.
pub(super) fn place<N, E>(graph: &DiGraph<N, E>) -> Layout {
    let Ok(order) = toposort(graph, None) else {
        return Layout { layers: graph.node_indices().map(|node| vec![node]).collect() };
    };
    let mut layer = vec![0_usize; graph.node_count()];
    for node in order {
        let above = graph.neighbors_directed(node, Direction::Incoming).map(|above| layer[above.index()] + 1);
        layer[node.index()] = above.max().unwrap_or(0);
    }
    let mut layers: Vec<Vec<NodeIndex>> = Vec::new();
    for node in graph.node_indices() {
        let at = layer[node.index()];
        if layers.len() <= at {
            layers.resize(at + 1, Vec::new());
        }
        layers[at].push(node);
    }
    let mut position = vec![0.0; graph.node_count()];
    number(&layers, &mut position);
    for sweep in 0..SWEEPS {
        let direction = if sweep % 2 == 0 { Direction::Incoming } else { Direction::Outgoing };
        for nodes in &mut layers {
            let weight = |&node: &NodeIndex| {
                let (sum, count) = graph
                    .neighbors_directed(node, direction)
                    .fold((0.0, 0_u32), |(sum, count), other| (sum + position[other.index()], count + 1));
                if count == 0 { position[node.index()] } else { sum / f64::from(count) }
            };
            let mut keyed: Vec<(f64, NodeIndex)> = nodes.iter().map(|node| (weight(node), *node)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *nodes = keyed.into_iter().map(|(_, node)| node).collect();
        }
        number(&layers, &mut position);
    }
    Layout { layers }
}

/// Positions between 0 and 1 in each layer.
fn number(layers: &[Vec<NodeIndex>], position: &mut [f64]) {
    for nodes in layers {
        for (at, node) in nodes.iter().enumerate() {
            position[node.index()] = (at as f64 + 0.5) / nodes.len() as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_down_and_do_not_cross() {
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<NodeIndex> = (0..4).map(|_| graph.add_node(())).collect();
        graph.add_edge(nodes[0], nodes[3], ());
        graph.add_edge(nodes[1], nodes[2], ());
        let layout = place(&graph);
        assert_eq!(layout.layers, [vec![nodes[0], nodes[1]], vec![nodes[3], nodes[2]]]);
    }

    #[test]
    fn a_cycle_is_still_placed() {
        let mut graph = DiGraph::<(), ()>::new();
        let (a, b) = (graph.add_node(()), graph.add_node(()));
        graph.add_edge(a, b, ());
        graph.add_edge(b, a, ());
        assert_eq!(place(&graph).layers.len(), 2);
    }
}
