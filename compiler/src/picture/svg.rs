//! Graphs drawn as Scalable Vector Graphics: data as solid arrows, chains as dashed ones.
//!
//! Arrows between rows that follow one another go straight down; longer ones pass beside the boxes. What a box has no room for is shown
//! where a pointer rests on it. The drawing needs neither scripts nor HTML inside, so that any program can show it.

use std::fmt::Write as _;

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef as _;

use super::graph::{Graph, Node};
use super::layout::place;

const LINE: f64 = 14.0;
const COLUMN_GAP: f64 = 18.0;
const ROW_GAP: f64 = 30.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 30.0;
/// Rows of boxes are not wider than this.
const PAGE: f64 = 1200.0;
/// Width of a character of the labels, about.
const CHARACTER: f64 = 6.6;
/// Characters of a line that are shown; the middle of longer ones is left out.
const SHOWN: usize = 46;

/// The text of the picture: all graphs below one another.
pub(super) fn write(graphs: &[Graph]) -> String {
    let mut shapes = String::new();
    let (mut width, mut y) = (0.0_f64, MARGIN);
    for graph in graphs {
        let top = y + TITLE;
        // Writing to a string does not fail.
        let _ = writeln!(
            shapes,
            "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"15\" font-weight=\"bold\">{}</text>",
            y + 14.0,
            escaped(&graph.title)
        );
        let title = graph.title.chars().count() as f64 * CHARACTER * 15.0 / 12.0;
        let (graph_width, height) = draw(&graph.nodes, (MARGIN, top), |_| None, &mut shapes);
        width = width.max(graph_width).max(title);
        y = top + height + MARGIN;
    }
    whole(width + 2.0 * MARGIN, y, &shapes)
}

/// The picture of one graph without its title, which is as wide as it must be; `link` says where a box leads.
pub(super) fn write_one(nodes: &DiGraph<Node, bool>, link: impl Fn(NodeIndex) -> Option<String>) -> String {
    let mut shapes = String::new();
    let (width, height) = draw(nodes, (8.0, 4.0), link, &mut shapes);
    whole(width + 16.0, height + 12.0, &shapes)
}

fn whole(width: f64, height: f64, shapes: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"#555555\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{shapes}</svg>\n"
    )
}

/// The place of a box.
#[derive(Clone, Copy, Default)]
struct Place {
    row: usize,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

/// Draws a graph; gives its size.
fn draw(
    nodes: &DiGraph<Node, bool>,
    (left, top): (f64, f64),
    link: impl Fn(NodeIndex) -> Option<String>,
    out: &mut String,
) -> (f64, f64) {
    let box_width = |node: NodeIndex| {
        let node = &nodes[node];
        let longest = node.lines.iter().chain([&node.name]).map(|line| line.chars().count().min(SHOWN)).max();
        longest.unwrap_or(0) as f64 * CHARACTER + 16.0
    };
    let rows = place(nodes, box_width, COLUMN_GAP, PAGE);
    let row_width =
        |row: &Vec<NodeIndex>| row.iter().map(|&node| box_width(node) + COLUMN_GAP).sum::<f64>() - COLUMN_GAP;
    let boxes_width = rows.iter().map(row_width).fold(0.0, f64::max);
    let mut places = vec![Place::default(); nodes.node_count()];
    let mut y = top;
    for (number, row) in rows.iter().enumerate() {
        let mut x = left + (boxes_width - row_width(row)) / 2.0;
        let lines = row.iter().map(|&node| nodes[node].lines.len() + 1).max().unwrap_or(1);
        for &node in row {
            let (width, height) = (box_width(node), (nodes[node].lines.len() + 1) as f64 * LINE + 8.0);
            places[node.index()] = Place { row: number, x, y, width, height };
            x += width + COLUMN_GAP;
        }
        y += lines as f64 * LINE + 8.0 + ROW_GAP;
    }
    let mut right = left + boxes_width;
    for edge in nodes.edge_references() {
        let (from, to) = (places[edge.source().index()], places[edge.target().index()]);
        right = right.max(arrow(from, to, *edge.weight(), out));
    }
    for node in nodes.node_indices() {
        draw_box(&nodes[node], places[node.index()], link(node), out);
    }
    (right - left, (y - ROW_GAP - top).max(0.0))
}

/// Draws an arrow; gives how far to the right it goes.
fn arrow(from: Place, to: Place, is_chain: bool, out: &mut String) -> f64 {
    let dashes = if is_chain { " stroke-dasharray=\"4 3\"" } else { "" };
    let (path, right) = if from.row + 1 == to.row {
        let (x1, y1, x2, y2) = (from.x + from.width / 2.0, from.y + from.height, to.x + to.width / 2.0, to.y);
        let middle = y1.midpoint(y2);
        (format!("M{x1:.1},{y1:.1} C{x1:.1},{middle:.1} {x2:.1},{middle:.1} {x2:.1},{y2:.1}"), 0.0)
    } else {
        let (x1, y1) = (from.x + from.width, from.y + from.height / 2.0);
        let (x2, y2) = (to.x + to.width, to.y + to.height / 2.0);
        let aside = x1.max(x2) + 16.0 + 4.0 * from.row.abs_diff(to.row).min(40) as f64;
        (format!("M{x1:.1},{y1:.1} C{aside:.1},{y1:.1} {aside:.1},{y2:.1} {x2:.1},{y2:.1}"), aside)
    };
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"#555555\"{dashes} marker-end=\"url(#tip)\"/>"
    );
    right
}

fn draw_box(node: &Node, place: Place, link: Option<String>, out: &mut String) {
    let Place { x, y, width, height, .. } = place;
    let middle = x + width / 2.0;
    out.push_str(&link.as_ref().map_or("<g>".to_owned(), |link| format!("<a href=\"#{link}\">")));
    let mut full: Vec<String> = std::iter::once(&node.name).chain(&node.notes).cloned().collect();
    full.dedup();
    let _ = writeln!(
        out,
        "<title>{}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"5\" fill=\"{}\" \
         stroke=\"#333333\"{}/>",
        escaped(&full.join("\n")),
        node.colour,
        if link.is_some() { " stroke-width=\"2\"" } else { "" },
    );
    for (number, line) in std::iter::once(&node.name).chain(&node.lines).enumerate() {
        let baseline = y + LINE * (number as f64 + 1.0);
        let style = if number == 0 { "" } else { " font-size=\"11\" fill=\"#333333\"" };
        let _ = writeln!(
            out,
            "<text x=\"{middle:.1}\" y=\"{baseline:.1}\" text-anchor=\"middle\"{style}>{}</text>",
            escaped(&shown(line))
        );
    }
    out.push_str(if link.is_some() { "</a>\n" } else { "</g>\n" });
}

/// A line that fits a box.
fn shown(line: &str) -> String {
    let characters: Vec<char> = line.chars().collect();
    if characters.len() <= SHOWN {
        return line.to_owned();
    }
    let start: String = characters[..SHOWN / 2].iter().collect();
    let end: String = characters[characters.len() + 1 - SHOWN.div_ceil(2)..].iter().collect();
    format!("{start}…{end}")
}

/// Text in XML, which has no control characters.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_lose_their_middle() {
        assert_eq!(shown("short"), "short");
        let long = shown(&"ab".repeat(40));
        assert_eq!(long.chars().count(), SHOWN);
        assert!(long.starts_with("abab") && long.ends_with("abab") && long.contains('…'));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
