//! Pictures of functions: their kernels as boxes, values as arrows, streams as colours, costs as labels.
//!
//! A [`Graph`] is read off a function once; `dot` writes it for Graphviz, `svg` draws it without any other tool. Regions of
//! operations are drawn as functions of their own, below the one they belong to. The same function always gives the same
//! picture.

mod dot;
mod layout;
mod svg;

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use tfrt_ir::body::RegionRef;
use tfrt_ir::entity::Op;
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol;

use crate::streams::analysis::StreamOptions;
use crate::streams::analyze;

/// A picture's file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// Scalable Vector Graphics, for a browser.
    Svg,
    /// The language of Graphviz.
    Dot,
}

impl PictureFormat {
    /// The format that a file name's ending asks for.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1 {
            "svg" => Some(PictureFormat::Svg),
            "dot" | "gv" => Some(PictureFormat::Dot),
            _ => None,
        }
    }
}

/// A box of a picture.
#[derive(Clone, Debug)]
struct Node {
    /// The name of the kernel, or what else the box stands for.
    title: String,
    /// The detail that distinguishes it from others of that name.
    detail: String,
    /// Its stream; none for arguments.
    stream: Option<u32>,
}

/// The kernels of one function or region.
#[derive(Clone, Debug)]
struct Graph {
    title: String,
    nodes: DiGraph<Node, &'static str>,
    streams: usize,
}

/// Draws the functions of a program: all of them, or the one named.
///
/// # Errors
/// If there is no function of that name, or none at all.
pub fn draw(module: &Module, function: Option<&str>, format: PictureFormat) -> Result<String, String> {
    let mut graphs = Vec::new();
    let options = StreamOptions::default().with_attrs_of(module.top());
    for op in module.ops() {
        let Some(name) = symbol::name(op).map(|name| module.ctx().str(name)) else { continue };
        if function.is_none_or(|wanted| wanted == name) {
            add_function(op, &format!("@{name}"), options.with_attrs_of(op), &mut graphs);
        }
    }
    if graphs.is_empty() {
        return Err(match function {
            Some(name) => format!("no function '{name}' with a body to draw"),
            None => "no function with a body to draw".to_owned(),
        });
    }
    Ok(match format {
        PictureFormat::Svg => svg::write(&graphs),
        PictureFormat::Dot => dot::write(&graphs),
    })
}

/// Adds the graphs of the regions of an operation, and of those inside them.
fn add_function(op: OpRef<'_>, title: &str, options: StreamOptions, graphs: &mut Vec<Graph>) {
    let regions = op.regions().len();
    for (index, region) in op.regions().enumerate() {
        let title = if regions > 1 { format!("{title} region {index}") } else { title.to_owned() };
        let Some((graph, inner)) = graph_of(op, region, title.clone(), options) else { continue };
        graphs.push(graph);
        for (number, op) in inner {
            add_function(op, &format!("{title} / {} #{number}", op.name_str()), options, graphs);
        }
    }
}

type WithRegions<'a> = Vec<(usize, OpRef<'a>)>;

/// The graph of one region, and the operations in it that have regions, with their positions.
fn graph_of<'a>(
    op: OpRef<'a>,
    region: RegionRef<'a>,
    title: String,
    options: StreamOptions,
) -> Option<(Graph, WithRegions<'a>)> {
    let (ops, streams) = analyze(op.ctx, region, options)?;
    let mut nodes = DiGraph::new();
    let mut of_op: FxHashMap<Op, NodeIndex> = FxHashMap::default();
    let entry = region.entry_block()?;
    let arguments = region.body.block_args(entry);
    let argument_node = (!arguments.is_empty()).then(|| {
        let detail = format!("{} values", arguments.len());
        nodes.add_node(Node { title: "arguments".to_owned(), detail, stream: None })
    });
    let mut inner = Vec::new();
    for (number, &op) in ops.iter().enumerate() {
        let stream = streams.of_op[number];
        let cost = streams.streams[stream as usize].cost;
        let what = detail(op).map(|what| format!("{what}, ")).unwrap_or_default();
        let detail = format!("{what}#{number}, stream {stream} (cost {cost})");
        let node = nodes.add_node(Node { title: op.name_str().to_owned(), detail, stream: Some(stream) });
        of_op.insert(op.op, node);
        let mut sources: Vec<(NodeIndex, &'static str)> = Vec::new();
        for value in op.operands() {
            let chain = op.ctx.is_opaque_type(op.value_type(value), "tfrt", "chain");
            let source = match op.body.defining_op(value) {
                Some(definition) => of_op.get(&definition).copied(),
                None => argument_node,
            };
            sources.extend(source.map(|source| (source, if chain { "chain" } else { "" })));
        }
        sources.sort_unstable();
        sources.dedup();
        for (source, kind) in sources {
            nodes.add_edge(source, node, kind);
        }
        if op.regions().len() > 0 {
            inner.push((number, op));
        }
    }
    let streams = streams.of_op.iter().copied().max().map_or(0, |id| id as usize + 1);
    Some((Graph { title, nodes, streams }, inner))
}

/// The subject of an operation, if its name does not say it: the op it executes, the function it calls.
fn detail(op: OpRef<'_>) -> Option<String> {
    if let Some(name) = op.attr("op_name").and_then(|attr| op.ctx.attr_as_str(attr)) {
        return Some(name.to_owned());
    }
    let callee = op.ctx.flat_symbol(op.attr("callee")?)?;
    Some(format!("@{}", op.ctx.str(callee)))
}

/// A colour for a stream, as hue, saturation and lightness; neighbours in number are far apart in hue.
fn colour(stream: Option<u32>) -> (u32, u32, u32) {
    match stream {
        None => (0, 0, 92),
        Some(stream) => ((u64::from(stream) * 137 % 360) as u32, 60, 84),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_the_format() {
        assert_eq!(PictureFormat::of_file("a.b/graph.svg"), Some(PictureFormat::Svg));
        assert_eq!(PictureFormat::of_file("graph.gv"), Some(PictureFormat::Dot));
        assert_eq!(PictureFormat::of_file("graph.png"), None);
        assert_eq!(PictureFormat::of_file("svg"), None);
    }

    #[test]
    fn neighbouring_streams_differ_in_colour() {
        for stream in 0..100 {
            let (a, _, _) = colour(Some(stream));
            let (b, _, _) = colour(Some(stream + 1));
            assert!(a.abs_diff(b).min(360 - a.abs_diff(b)) > 60);
        }
    }
}
