//! Graphs in the language of Graphviz: one cluster a function.

use std::fmt::Write as _;

use petgraph::visit::EdgeRef;

use super::{Graph, colour};

/// The text of all graphs.
pub(super) fn write(graphs: &[Graph]) -> String {
    let mut out =
        String::from("digraph program {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n");
    for (number, graph) in graphs.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label={};", quoted(&graph.title));
        for index in graph.nodes.node_indices() {
            let node = &graph.nodes[index];
            let (hue, saturation, lightness) = colour(node.stream);
            let (s, v) = to_hsv(saturation, lightness);
            let label = quoted(&format!("{}\n{}", node.title, node.detail));
            let fill = format!("{:.3} {s:.3} {v:.3}", f64::from(hue) / 360.0);
            let _ = writeln!(out, "    n{number}_{} [label={label}, fillcolor=\"{fill}\"];", index.index());
        }
        for edge in graph.nodes.edge_references() {
            let style = if edge.weight().is_empty() { "" } else { " [style=dashed]" };
            let (from, to) = (edge.source().index(), edge.target().index());
            let _ = writeln!(out, "    n{number}_{from} -> n{number}_{to}{style};");
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

/// Graphviz wants saturation and value, not saturation and lightness; all in percent.
fn to_hsv(saturation: u32, lightness: u32) -> (f64, f64) {
    let (s, l) = (f64::from(saturation) / 100.0, f64::from(lightness) / 100.0);
    let value = l + s * l.min(1.0 - l);
    (if value == 0.0 { 0.0 } else { 2.0 * (1.0 - l / value) }, value)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
    }

    #[test]
    fn colours_convert() {
        let (s, v) = to_hsv(60, 84);
        assert!((v - 0.936).abs() < 1e-9 && (s - 0.205_128).abs() < 1e-5);
        assert_eq!(to_hsv(0, 0), (0.0, 0.0));
    }
}
