//! The layout of a graph: layers by the longest path from a source, ordered within a layer so that few arrows cross.
//!
//! A box stands just above its first user, so that what is computed from constants is beside what needs it. The order within layers comes from a few sweeps down and
//! up, each of which sorts a layer by the mean position of the neighbours (the barycentre heuristic). A layer that is wider than a page
//! becomes several rows. The layout is deterministic and takes a time nearly linear in boxes and arrows. In a graph with cycles, which
//! groups of boxes can have, the arrows against the order of the nodes do not count.

use petgraph::Direction;
use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, NodeIndex};

/// The number of times the layers are sorted.
const SWEEPS: usize = 6;

/// Rows of nodes from the top down, each from left to right. No row is wider than `page`, with `gap` between nodes of these widths, unless
/// a node alone is.
pub(super) fn place<N, E>(
    graph: &DiGraph<N, E>,
    width: impl Fn(NodeIndex) -> f64,
    gap: f64,
    page: f64,
) -> Vec<Vec<NodeIndex>> {
    let mut rank = vec![0; graph.node_count()];
    let order = toposort(graph, None).unwrap_or_else(|_| graph.node_indices().collect());
    for (at, node) in order.iter().enumerate() {
        rank[node.index()] = at;
    }
    let is_forward = |from: NodeIndex, to: NodeIndex| rank[from.index()] < rank[to.index()];
    let mut layer = vec![0_usize; graph.node_count()];
    for &node in &order {
        let above =
            graph.neighbors_directed(node, Direction::Incoming).filter(|&above| is_forward(above, node));
        layer[node.index()] = above.map(|above| layer[above.index()] + 1).max().unwrap_or(0);
    }
    for &node in order.iter().rev() {
        let users =
            graph.neighbors_directed(node, Direction::Outgoing).filter(|&user| is_forward(node, user));
        if let Some(first) = users.map(|user| layer[user.index()]).min() {
            layer[node.index()] = first - 1;
        }
    }
    let mut layers: Vec<Vec<NodeIndex>> = Vec::new();
    for node in graph.node_indices() {
        let at = layer[node.index()];
        if layers.len() <= at {
            layers.resize(at + 1, Vec::new());
        }
        layers[at].push(node);
    }
    sort(graph, &mut layers);
    layers.into_iter().flat_map(|nodes| rows(nodes, &width, gap, page)).collect()
}

fn sort<N, E>(graph: &DiGraph<N, E>, layers: &mut [Vec<NodeIndex>]) {
    let mut position = vec![0.0; graph.node_count()];
    number(layers, &mut position);
    for sweep in 0..SWEEPS {
        let direction = if sweep % 2 == 0 { Direction::Incoming } else { Direction::Outgoing };
        for nodes in &mut *layers {
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
        number(layers, &mut position);
    }
}

/// Positions between 0 and 1 in each layer.
fn number(layers: &[Vec<NodeIndex>], position: &mut [f64]) {
    for nodes in layers {
        for (at, node) in nodes.iter().enumerate() {
            position[node.index()] = (at as f64 + 0.5) / nodes.len() as f64;
        }
    }
}

/// A layer in rows that fit a page.
fn rows(
    nodes: Vec<NodeIndex>,
    width: &impl Fn(NodeIndex) -> f64,
    gap: f64,
    page: f64,
) -> Vec<Vec<NodeIndex>> {
    let mut rows: Vec<Vec<NodeIndex>> = Vec::new();
    let mut used = f64::INFINITY;
    for node in nodes {
        let more = width(node) + gap;
        if used + more > page + gap {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += more;
        rows.last_mut().expect("the first node begins a row").push(node);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows_of(graph: &DiGraph<(), ()>, page: f64) -> Vec<Vec<NodeIndex>> {
        place(graph, |_| 10.0, 2.0, page)
    }

    #[test]
    fn arrows_go_down_and_do_not_cross() {
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<NodeIndex> = (0..4).map(|_| graph.add_node(())).collect();
        graph.add_edge(nodes[0], nodes[3], ());
        graph.add_edge(nodes[1], nodes[2], ());
        assert_eq!(rows_of(&graph, 100.0), [vec![nodes[0], nodes[1]], vec![nodes[3], nodes[2]]]);
    }

    #[test]
    fn sources_stand_above_their_users() {
        let mut graph = DiGraph::<(), ()>::new();
        let nodes: Vec<NodeIndex> = (0..4).map(|_| graph.add_node(())).collect();
        graph.add_edge(nodes[0], nodes[1], ());
        graph.add_edge(nodes[1], nodes[3], ());
        graph.add_edge(nodes[2], nodes[3], ());
        assert_eq!(rows_of(&graph, 100.0), [vec![nodes[0]], vec![nodes[1], nodes[2]], vec![nodes[3]]]);
    }

    #[test]
    fn a_cycle_is_still_placed() {
        let mut graph = DiGraph::<(), ()>::new();
        let (a, b) = (graph.add_node(()), graph.add_node(()));
        graph.add_edge(a, b, ());
        graph.add_edge(b, a, ());
        assert_eq!(rows_of(&graph, 100.0), [[a], [b]]);
    }

    #[test]
    fn no_row_is_wider_than_a_page() {
        let mut graph = DiGraph::<(), ()>::new();
        for _ in 0..10 {
            graph.add_node(());
        }
        let sizes = |page| rows_of(&graph, page).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(sizes(46.0), [4, 4, 2]);
        assert_eq!(sizes(45.9), [3, 3, 3, 1]);
        assert_eq!(sizes(1.0), [1; 10]);
    }
}
