//! The drawing of a function: its boxes, the values between them, and the name scopes in which they stand.
//!
//! An operation that runs an op of a network is a box with the name of its layer, the op, and dtype and shape of its results; any other
//! kernel is a box with its name, its stream and its cost. Layers are named by locations; slashes in a name separate name scopes. Constants
//! are no boxes: their users say what they take. Neither are the handler of the CPU and the first chain of a function with ops. A region
//! that runs as a plan is shown by its steps, each with the layers of which it was made.

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;
use tfrt_ir::body::RegionRef;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{attr_to_string, type_to_string};
use tfrt_ir::types::DYNAMIC;
use tfrt_ops::{Class, Row};

use super::colour::Colour;
use super::steps;
use crate::streams::analysis::StreamOptions;
use crate::streams::analyze;
use crate::tensor_types::TensorTypes;

/// Characters of a constant's value that a box shows.
const SHOWN_VALUE: usize = 12;

/// A box.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The name scopes around it, the outermost first.
    pub(super) scopes: Vec<String>,
    /// The first line: the name of its layer within its scope, of its kernel, or of its argument.
    pub(super) name: String,
    /// The lines below.
    pub(super) lines: Vec<String>,
    /// Further facts: full name, attributes, constants, stream.
    pub(super) notes: Vec<String>,
    pub(super) colour: Colour,
    /// The op or kernel that runs; empty for arguments and results.
    pub(super) what: String,
}

/// The boxes of a function or region, in an order in which values come before their users. An edge says whether it is a chain.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub(super) title: String,
    pub(super) nodes: DiGraph<Node, bool>,
}

/// Where a value comes from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Box(NodeIndex),
    Constant(String),
    /// It is not worth an arrow.
    Hidden,
}

/// The graphs of the regions of a function, and of those in its operations.
pub(super) fn add_function(
    function: OpRef<'_>,
    title: &str,
    options: StreamOptions,
    graphs: &mut Vec<Graph>,
) {
    let types = TensorTypes::of(function);
    add_regions(function, title, options, &types, graphs);
}

fn add_regions(
    op: OpRef<'_>,
    title: &str,
    options: StreamOptions,
    types: &TensorTypes,
    graphs: &mut Vec<Graph>,
) {
    let regions = op.regions().len();
    for (index, region) in op.regions().enumerate() {
        let title = if regions > 1 { format!("{title} region {index}") } else { title.to_owned() };
        let Some((ops, streams)) = analyze(op.ctx, region, options) else { continue };
        let runs_ops = ops.iter().any(|&op| tfrt_dialects::op_name(op).is_some());
        let mut builder = Builder {
            ctx: op.ctx,
            types,
            runs_ops,
            counts: Counts::default(),
            values: FxHashMap::default(),
            nodes: DiGraph::new(),
        };
        builder.arguments(op, region);
        for (number, &op) in ops.iter().enumerate() {
            let stream = streams.of_op[number];
            builder.op(op, Number { op: number, stream, cost: streams.streams[stream as usize].cost });
        }
        let what = builder.counts.text(streams.of_op.iter().copied().max().unwrap_or(0));
        graphs.push(Graph { title: format!("{title}: {what}"), nodes: builder.nodes });
        for (number, &op) in ops.iter().enumerate().filter(|(_, op)| op.regions().len() > 0) {
            let inner = types.nested(op.op).unwrap_or(types);
            let title = format!("{title} / {} #{number}", op.name_str());
            add_regions(op, &title, options, inner, graphs);
        }
    }
}

/// The counts of a graph's parts.
#[derive(Default)]
struct Counts {
    ops: usize,
    kernels: usize,
    regions: usize,
    steps: usize,
}

impl Counts {
    fn text(&self, last_stream: u32) -> String {
        let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        if self.ops + self.steps == 0 {
            return format!("{}, streams up to {last_stream}", counted(self.kernels, "kernel"));
        }
        let parts = [
            (self.regions, format!("{} of {}", counted(self.regions, "region"), counted(self.steps, "step"))),
            (self.ops, counted(self.ops, "op")),
            (self.kernels, counted(self.kernels, "kernel")),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(_, text)| text).collect();
        parts.join(", ")
    }
}

/// The position of an operation in its function, and its stream.
#[derive(Clone, Copy)]
struct Number {
    op: usize,
    stream: u32,
    cost: i64,
}

impl Number {
    fn text(self) -> String {
        let Number { op, stream, cost } = self;
        format!("#{op}, stream {stream} (cost {cost})")
    }
}

struct Builder<'a> {
    ctx: &'a Context,
    types: &'a TensorTypes,
    /// Whether the function runs ops, so that handlers and chains are of no interest.
    runs_ops: bool,
    counts: Counts,
    values: FxHashMap<Value, Source>,
    nodes: DiGraph<Node, bool>,
}

impl Builder<'_> {
    fn arguments(&mut self, op: OpRef<'_>, region: RegionRef<'_>) {
        let Some(entry) = region.entry_block() else { return };
        let dictionaries =
            op.attr("arg_attrs").and_then(|attrs| self.ctx.array_elems(attrs)).unwrap_or_default();
        for (number, &value) in region.body.block_args(entry).iter().enumerate() {
            let ty = region.body.value_type(value);
            let is_plumbing = self.ctx.is_opaque_type(ty, "tfrt", "chain")
                || self.ctx.is_opaque_type(ty, "corert", "ophandler");
            if self.runs_ops && is_plumbing {
                self.values.insert(value, Source::Hidden);
                continue;
            }
            let named = dictionaries.get(number).and_then(|&dictionary| {
                self.ctx.attr_as_str(self.ctx.dict_get(dictionary, self.ctx.ident("tfrt.name"))?)
            });
            let node = Node {
                scopes: Vec::new(),
                name: named.map_or_else(|| format!("argument {number}"), str::to_owned),
                lines: vec![self.type_text(value, ty)],
                notes: vec![format!("argument {number}")],
                colour: Colour::NONE,
                what: String::new(),
            };
            let node = self.nodes.add_node(node);
            self.values.insert(value, Source::Box(node));
        }
    }

    fn op(&mut self, op: OpRef<'_>, number: Number) {
        if let Some(constant) = self.constant(op) {
            self.values.extend(op.results().map(|result| (result, Source::Constant(constant.clone()))));
            return;
        }
        if self.runs_ops && matches!(op.name_str(), "tfrt.new.chain" | "corert.get_op_handler") {
            self.values.extend(op.results().map(|result| (result, Source::Hidden)));
            return;
        }
        if tfrt_dialects::op_name(op) == Some(steps::REGION_OP) && self.region(op) {
            return;
        }
        let is_return = matches!(op.name_str(), "tfrt.return" | "func.return");
        let (constants, edges) = self.sources(op.operands().map(|value| {
            let source = self.values.get(&value).cloned().unwrap_or(Source::Hidden);
            (source, self.ctx.is_opaque_type(op.value_type(value), "tfrt", "chain"))
        }));
        let mut node = match tfrt_dialects::op_name(op) {
            Some(name) => self.op_node(op, name),
            None if is_return && self.runs_ops => Node {
                scopes: Vec::new(),
                name: "results".to_owned(),
                lines: Vec::new(),
                notes: Vec::new(),
                colour: Colour::NONE,
                what: String::new(),
            },
            None => {
                self.counts.kernels += 1;
                self.kernel_node(op, number)
            }
        };
        node.takes(&constants);
        node.notes.push(number.text());
        if is_return && self.runs_ops && edges.is_empty() && constants.is_empty() {
            return;
        }
        let node = self.add(node, edges);
        self.values.extend(op.results().map(|result| (result, Source::Box(node))));
    }

    /// The constants and the arrows that values are.
    fn sources(&self, values: impl Iterator<Item = (Source, bool)>) -> (Vec<String>, Vec<(NodeIndex, bool)>) {
        let (mut constants, mut edges) = (Vec::new(), Vec::new());
        for (source, is_chain) in values {
            match source {
                Source::Box(node) => edges.push((node, is_chain)),
                Source::Constant(constant) => constants.push(constant),
                Source::Hidden => {}
            }
        }
        edges.sort_unstable();
        edges.dedup();
        (constants, edges)
    }

    fn add(&mut self, node: Node, edges: Vec<(NodeIndex, bool)>) -> NodeIndex {
        let node = self.nodes.add_node(node);
        for (source, is_chain) in edges {
            self.nodes.add_edge(source, node, is_chain);
        }
        node
    }

    fn op_node(&mut self, op: OpRef<'_>, name: &str) -> Node {
        self.counts.ops += 1;
        let layer = self.ctx.loc_name(op.loc()).map(|name| self.ctx.str(name));
        let attrs = tfrt_dialects::op_attrs(op);
        let mut node = steps::op_node(self.ctx, name, layer, &attrs);
        let results = op.results().map(|result| self.type_text(result, op.value_type(result)));
        let results: Vec<String> = results.filter(|text| !text.is_empty()).collect();
        if !results.is_empty() {
            node.lines.push(results.join(", "));
        }
        if let Some((file, line, column)) = self.ctx.file_position(op.loc()) {
            node.notes.push(format!("{}:{line}:{column}", self.ctx.str(file)));
        }
        node
    }

    fn kernel_node(&self, op: OpRef<'_>, number: Number) -> Node {
        let callee = op.attr("callee").and_then(|attr| self.ctx.flat_symbol(attr));
        let mut lines: Vec<String> =
            callee.map(|name| format!("@{}", self.ctx.str(name))).into_iter().collect();
        if !self.runs_ops {
            lines.push(number.text());
        }
        let layer = self.ctx.loc_name(op.loc()).map(|name| self.ctx.str(name).to_owned());
        let colour =
            if self.runs_ops { Colour::of_name(op.name_str()) } else { Colour::of_stream(number.stream) };
        Node {
            scopes: Vec::new(),
            name: op.name_str().to_owned(),
            lines,
            notes: layer.into_iter().collect(),
            colour,
            what: op.name_str().to_owned(),
        }
    }

    /// Adds the steps of a region; whether it is one.
    fn region(&mut self, op: OpRef<'_>) -> bool {
        let Some(region) = steps::Region::of(op) else { return false };
        let scope = format!("region {}", self.counts.regions);
        self.counts.regions += 1;
        let mut sources: Vec<Source> = op
            .operands()
            .skip(1)
            .map(|value| self.values.get(&value).cloned().unwrap_or(Source::Hidden))
            .collect();
        sources.extend(region.constants().map(Source::Constant));
        for (number, step) in region.body.steps().enumerate() {
            let (constants, edges) = self.sources(
                step.operands
                    .iter()
                    .map(|&value| (sources.get(value as usize).cloned().unwrap_or(Source::Hidden), false)),
            );
            let mut node = region.node(self.ctx, number);
            node.scopes.insert(0, scope.clone());
            let results = step.results.clone().filter_map(|value| region.type_text(value));
            node.lines.push(results.collect::<Vec<String>>().join(", "));
            node.takes(&constants);
            node.notes.push(format!("{scope}, step {number}"));
            self.counts.steps += 1;
            let node = self.add(node, edges);
            sources.extend(step.results.map(|_| Source::Box(node)));
        }
        for (result, &number) in op.results().zip(region.body.results()) {
            let source = sources.get(number as usize).cloned().unwrap_or(Source::Hidden);
            self.values.insert(result, source);
        }
        true
    }

    /// The value of a constant or of a copy of it.
    fn constant(&self, op: OpRef<'_>) -> Option<String> {
        let name = op.name_str();
        let result = op.results().next()?;
        if name.starts_with("tfrt.constant.") {
            let value = op.attr("value").map(|value| attr_to_string(self.ctx, value)).unwrap_or_default();
            return Some(value.split(" : ").next().unwrap_or_default().to_owned());
        }
        let tensor = match name {
            "corert.const_dense_tensor" | "corert.const_string_tensor" => op.attr("value"),
            _ => tfrt_dialects::constant_tensor(op),
        };
        if let Some(value) = tensor {
            return Some(self.tensor_constant(value));
        }
        let is_identity =
            tfrt_dialects::op_name(op).is_some_and(|name| Row::of(name).class == Class::Identity);
        if is_identity && op.results().count() == 1 {
            let operand = op.operands().nth(1).and_then(|value| self.values.get(&value))?;
            return match operand {
                Source::Constant(text) => Some(text.clone()),
                Source::Box(_) | Source::Hidden => None,
            };
        }
        (name == "corert.const_string_tensor").then(|| self.type_text(result, op.value_type(result)))
    }

    /// Type of a constant, and the value of a small one.
    fn tensor_constant(&self, value: Attr) -> String {
        let Some(ty) = self.ctx.attr_type(value) else { return "constant".to_owned() };
        let text = tensor_text(self.ctx, ty).unwrap_or_else(|| type_to_string(self.ctx, ty));
        if self.ctx.type_kind(ty).num_elements().is_none_or(|count| count > 4) {
            return text;
        }
        let value = attr_to_string(self.ctx, value);
        let value = value.split_once('<').and_then(|(_, rest)| rest.split_once('>')).map(|(value, _)| value);
        match value.filter(|value| value.len() <= SHOWN_VALUE) {
            Some(value) => value.to_owned(),
            None => text,
        }
    }

    /// Dtype and shape of a tensor, or the type of any other value; nothing for a tensor of which nothing is known.
    fn type_text(&self, value: Value, ty: Type) -> String {
        if let Some(text) = self.types.get(value).and_then(|ty| tensor_text(self.ctx, ty)) {
            return text;
        }
        match self.ctx.is_opaque_type(ty, "corert", "tensorhandle")
            || self.ctx.is_opaque_type(ty, "tfrt", "chain")
        {
            true => String::new(),
            false => type_to_string(self.ctx, ty),
        }
    }
}

impl Node {
    /// Says which constants it takes.
    fn takes(&mut self, constants: &[String]) {
        if let [first, rest @ ..] = constants {
            let more = match rest {
                [] => String::new(),
                [second] => format!(", {second}"),
                [second, rest @ ..] => format!(", {second}, … {} more", rest.len()),
            };
            self.lines.push(format!("with {first}{more}"));
            self.notes.push(format!("constants: {}", constants.join(", ")));
        }
    }
}

/// `f32 ?x128x3`; `None` if the type is no tensor's.
fn tensor_text(ctx: &Context, ty: Type) -> Option<String> {
    let kind = ctx.type_kind(ty);
    let elem = kind.element_type()?;
    let dtype = type_to_string(ctx, elem);
    let dim = |dim: &i64| if *dim == DYNAMIC { "?".to_owned() } else { dim.to_string() };
    Some(match kind.dims() {
        None => format!("{dtype} of any shape"),
        Some([]) => dtype,
        Some(dims) => format!("{dtype} {}", dims.iter().map(dim).collect::<Vec<_>>().join("x")),
    })
}
