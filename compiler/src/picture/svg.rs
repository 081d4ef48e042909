//! Graphs drawn as Scalable Vector Graphics: functions below one another, data as solid arrows, chains as dashed ones.

use std::fmt::Write as _;

use petgraph::visit::EdgeRef;

use super::layout::place;
use super::{Graph, colour};

const BOX_HEIGHT: f64 = 40.0;
const COLUMN_GAP: f64 = 18.0;
const LAYER_GAP: f64 = 46.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 30.0;
/// Width of a character of the labels, about.
const CHARACTER: f64 = 6.6;

/// The text of the picture.
pub(super) fn write(graphs: &[Graph]) -> String {
    let mut shapes = String::new();
    let (mut width, mut y) = (0.0_f64, MARGIN);
    for graph in graphs {
        let (graph_width, height) = draw(graph, y, &mut shapes);
        width = width.max(graph_width);
        y += height + MARGIN;
    }
    let width = width + 2.0 * MARGIN;
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{y:.0}\" viewBox=\"0 0 {width:.0} {y:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">"
    );
    out.push_str(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#555\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
    );
    out.push_str(&shapes);
    out.push_str("</svg>\n");
    out
}

/// Draws one graph from `top` down; gives its size.
fn draw(graph: &Graph, top: f64, out: &mut String) -> (f64, f64) {
    let layout = place(&graph.nodes);
    let box_width = graph
        .nodes
        .node_weights()
        .map(|node| node.title.chars().count().max(node.detail.chars().count()) as f64 * CHARACTER + 16.0)
        .fold(120.0, f64::max);
    let columns = layout.layers.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let width = (columns * (box_width + COLUMN_GAP) - COLUMN_GAP).max(box_width);
    let mut places = vec![(0.0, 0.0); graph.nodes.node_count()];
    for (layer, nodes) in layout.layers.iter().enumerate() {
        let used = nodes.len() as f64 * (box_width + COLUMN_GAP) - COLUMN_GAP;
        for (at, node) in nodes.iter().enumerate() {
            let x = MARGIN + (width - used) / 2.0 + at as f64 * (box_width + COLUMN_GAP);
            places[node.index()] = (x, top + TITLE + layer as f64 * (BOX_HEIGHT + LAYER_GAP));
        }
    }
    let kernels = graph.nodes.node_weights().filter(|node| node.stream.is_some()).count();
    let title =
        format!("{}: {kernels} kernels, streams up to {}", graph.title, graph.streams.saturating_sub(1));
    let _ = writeln!(
        out,
        "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"15\" font-weight=\"bold\">{}</text>",
        top + 14.0,
        escaped(&title)
    );
    for edge in graph.nodes.edge_references() {
        let ((x1, y1), (x2, y2)) = (places[edge.source().index()], places[edge.target().index()]);
        let (x1, y1, x2) = (x1 + box_width / 2.0, y1 + BOX_HEIGHT, x2 + box_width / 2.0);
        let bend = (y2 - y1) / 2.0;
        let dashes = if edge.weight().is_empty() { "" } else { " stroke-dasharray=\"4 3\"" };
        let _ = writeln!(
            out,
            "<path d=\"M{x1:.1},{y1:.1} C{x1:.1},{:.1} {x2:.1},{:.1} {x2:.1},{y2:.1}\" fill=\"none\" stroke=\"#555\"{dashes} \
             marker-end=\"url(#tip)\"/>",
            y1 + bend,
            y2 - bend,
        );
    }
    for index in graph.nodes.node_indices() {
        let (node, (x, y)) = (&graph.nodes[index], places[index.index()]);
        let (hue, saturation, lightness) = colour(node.stream);
        let middle = x + box_width / 2.0;
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{box_width:.1}\" height=\"{BOX_HEIGHT}\" rx=\"5\" \
             fill=\"hsl({hue},{saturation}%,{lightness}%)\" stroke=\"#333\"/>\n\
             <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
             <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10\" fill=\"#444\">{}</text>",
            y + 17.0,
            escaped(&node.title),
            y + 32.0,
            escaped(&node.detail),
        );
    }
    let layers = layout.layers.len() as f64;
    (width, TITLE + layers * (BOX_HEIGHT + LAYER_GAP) - LAYER_GAP)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
