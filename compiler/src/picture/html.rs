//! A page for a browser: each function by its outermost name scopes, each of which opens where it is clicked.
//!
//! Scopes are `details` elements, which browsers open and close without scripts: they also open those around a place that a link leads to,
//! so that the box of a scope leads to its drawing. Scopes that are alone at their level are open.

use std::fmt::Write as _;

use super::graph::Graph;
use super::scopes::{Item, Scopes};
use super::svg;

const STYLE: &str = "body{font-family:sans-serif;font-size:14px;margin:24px;background:#ffffff;color:#222222}\
h2{font-size:16px}\
details{margin:6px 0 6px 14px;border-left:3px solid #c9d6e8;padding-left:10px}\
summary{cursor:pointer;padding:2px}\
summary small{color:#666666}\
div:target{outline:2px solid #5b86c4}\
svg{max-width:100%;height:auto}\
svg a{cursor:pointer}";

/// The text of the page.
pub(super) fn write(graphs: &[Graph]) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Program</title>\n<style>{STYLE}</style></head>\n<body>\n"
    );
    for (number, graph) in graphs.iter().enumerate() {
        let _ = writeln!(out, "<h2>{}</h2>", svg::escaped(&graph.title));
        let scopes = Scopes::of(graph);
        let page = Page { number, graph, scopes: &scopes, depths: scopes.depths() };
        page.scope(0, true, &mut out);
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The part of a page about one graph.
struct Page<'a> {
    number: usize,
    graph: &'a Graph,
    scopes: &'a Scopes,
    depths: Vec<usize>,
}

impl Page<'_> {
    /// The drawing of a scope, then those inside it. `alone`: no other scope is beside it, nor beside those around it.
    fn scope(&self, scope: usize, alone: bool, out: &mut String) {
        // The walk has its own stack: names of scopes may be nested without end.
        enum Step {
            Open(usize, bool),
            Close,
        }
        let mut steps = vec![Step::Open(scope, alone)];
        while let Some(step) = steps.pop() {
            let Step::Open(scope, alone) = step else {
                out.push_str("</details>\n");
                continue;
            };
            let of = &self.scopes.0[scope];
            if scope != 0 {
                let open = if alone { " open" } else { "" };
                let name = svg::escaped(&of.name);
                let _ = writeln!(
                    out,
                    "<details{open}><summary>{name}/ <small>{} ops</small></summary>",
                    of.nodes.len()
                );
                steps.push(Step::Close);
            }
            let (nodes, stands_for) = self.scopes.graph_of(self.graph, scope, &self.depths);
            let link =
                |node: petgraph::graph::NodeIndex| stands_for[node.index()].map(|inner| self.id(inner));
            // The boxes of a scope that is alone say nothing.
            let _ = writeln!(out, "<div id=\"{}\">\n{}</div>", self.id(scope), svg::write_one(&nodes, link));
            let inner: Vec<usize> = of
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Scope(inner) => Some(*inner),
                    Item::Node(_) => None,
                })
                .collect();
            let alone = alone && inner.len() == 1;
            steps.extend(inner.into_iter().rev().map(|inner| Step::Open(inner, alone)));
        }
    }

    fn id(&self, scope: usize) -> String {
        format!("f{}s{scope}", self.number)
    }
}
