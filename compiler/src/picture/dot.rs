//! Graphs in the language of Graphviz: one cluster a function, with a cluster for each name scope.

use std::fmt::Write as _;

use petgraph::visit::EdgeRef as _;

use super::graph::Graph;
use super::scopes::{Item, Scopes};

/// The text of all graphs.
pub(super) fn write(graphs: &[Graph]) -> String {
    let mut out =
        String::from("digraph program {\n  node [shape=box, style=filled, fontname=\"sans-serif\"];\n");
    for (number, graph) in graphs.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = writeln!(out, "  subgraph cluster_{number} {{\n    label={};", quoted(&graph.title));
        clusters(number, graph, &mut out);
        for edge in graph.nodes.edge_references() {
            let style = if *edge.weight() { " [style=dashed]" } else { "" };
            let (from, to) = (edge.source().index(), edge.target().index());
            let _ = writeln!(out, "    n{number}_{from} -> n{number}_{to}{style};");
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

/// The boxes of a graph in the clusters of their scopes.
fn clusters(number: usize, graph: &Graph, out: &mut String) {
    let scopes = Scopes::of(graph);
    // What is still to be written, the next one last; `None` ends a cluster.
    let mut left: Vec<Option<Item>> = scopes.0[0].items.iter().rev().copied().map(Some).collect();
    while let Some(item) = left.pop() {
        match item {
            None => out.push_str("    }\n"),
            Some(Item::Scope(scope)) => {
                let name = quoted(&scopes.0[scope].name);
                let _ = writeln!(out, "    subgraph cluster_{number}_{scope} {{ label={name};");
                left.push(None);
                left.extend(scopes.0[scope].items.iter().rev().copied().map(Some));
            }
            Some(Item::Node(node)) => {
                let of = &graph.nodes[node];
                let lines: Vec<&str> =
                    std::iter::once(&of.name).chain(&of.lines).map(String::as_str).collect();
                let (label, fill) = (quoted(&lines.join("\n")), of.colour);
                let _ =
                    writeln!(out, "    n{number}_{} [label={label}, fillcolor=\"{fill}\"];", node.index());
            }
        }
    }
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
}
