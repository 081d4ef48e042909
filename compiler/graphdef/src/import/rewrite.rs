//! Replacing the nodes of a program's islands by an optimizer's result.
//!
//! The optimizer sees a graph with `_Arg` and `_Retval` nodes at its borders, and in its library the functions that the nodes refer to
//! ([`Library`]). Nodes that keep their name keep their place among the surrounding operations, and their location; unchanged
//! constants are not made again. Functions that the optimizer adds become functions of the program.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use prost::Message as _;
use rustc_hash::FxHashMap;
use tfrt_convert::graph::GraphBuilder;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Loc;
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::{DataType, OpDefRegistry};

use super::check::check;
use super::library::Library;
use super::order::{GraphError, Input, Nodes};
use super::reader::{Callee, Reader, Surroundings};
use super::{number, whole};
use crate::export::{Signatures, argument_attrs, declared_type, island_graph, of_block};
use crate::graph_op::{self, INDEX, Kind, kind};
use crate::island::{self, Island};
use crate::kept::Keeps;
use crate::proto::tensorflow::{GraphDef, NodeDef};
use crate::{attr, device, marks};

/// A graph that an optimizer may change.
#[derive(Clone, Debug)]
pub struct IslandGraph {
    /// The nodes.
    pub graph: GraphDef,
    /// The nodes that stand for values from outside.
    pub feeds: Vec<String>,
    /// The nodes whose outputs are used outside.
    pub fetches: Vec<String>,
    /// The nodes that must stay: those above, and those with effects.
    pub preserve: Vec<String>,
    /// The function that the nodes are from.
    pub function: String,
}

/// Gives an optimizer the graphs of a module's operations on devices of a type, and replaces them by its results. Returns the
/// number of changed ones.
///
/// # Errors
/// The message of the optimizer, or the fault of its graph. The program may then be half changed.
pub fn rewrite(
    ctx: &Context,
    contents: &mut Body,
    device_type: &str,
    optimize: &mut dyn FnMut(&IslandGraph) -> Result<GraphDef, String>,
    diagnostics: &mut Diagnostics,
) -> Result<usize, String> {
    let Some(root) = contents.root_block() else { return Ok(0) };
    let functions: Vec<Op> =
        contents.ops(root).filter(|&op| ctx.str(contents.name(op)) == "func.func").collect();
    let mut changed = 0;
    let (mut library, signatures) = Library::of(ctx, contents, root, device_type);
    for function in functions {
        let op = OpRef { ctx, body: contents, op: function };
        let name = tfrt_ir::symbol::name(op).map(|name| ctx.str(name).to_owned()).unwrap_or_default();
        if graph_op::only_block(op).is_none() {
            continue;
        }
        let arguments =
            op.region(0).and_then(|region| Some(region.body.block_args(region.entry_block()?).to_vec()));
        let declared: FxHashMap<Value, TensorType> = arguments
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, value)| (value, declared_type(ctx, argument_attrs(op, index))))
            .collect();
        let site = Site { function: &name, declared: &declared, signatures: &signatures };
        let Some(body) = contents.nested_mut(function) else { continue };
        let Some(block) = body.root_block() else { continue };
        if body.ops(block).any(|op| !body.inline_regions(op).is_empty()) {
            continue;
        }
        let mut index = 0;
        loop {
            let islands = {
                let body = &*body;
                let on_device = |op: Op| {
                    let callees = graph_op::callees(OpRef { ctx, body, op });
                    if !callees.is_empty() {
                        return callees.iter().all(|name| library.is_on_device(ctx.str(*name)));
                    }
                    let handler = island::handler_of(ctx, body, op).map(device::of_handler);
                    handler.as_deref().and_then(device::device_type) == Some(device_type)
                };
                island::find_in(ctx, body, block, &on_device)
            };
            let Some(island) = islands.get(index) else { break };
            index += 1;
            if one(ctx, body, block, island, &site, &mut library, optimize, diagnostics)? {
                changed += 1;
            }
        }
        for added in library.take_added() {
            let op = contents.create_op(ctx, added);
            contents.append_op(root, op);
        }
    }
    Ok(changed)
}

/// The element type and dimensions (−1: unknown) of a tensor, as far as they are known.
type TensorType = (Option<DataType>, Option<Vec<i64>>);

/// A function that is being changed, and facts about it.
struct Site<'a> {
    function: &'a str,
    /// Its arguments.
    declared: &'a FxHashMap<Value, TensorType>,
    signatures: &'a Signatures,
}

impl Site<'_> {
    /// The types of an island's inputs.
    fn inputs(
        &self,
        ctx: &Context,
        body: &Body,
        block: Block,
        island: &Island,
    ) -> FxHashMap<Value, TensorType> {
        let is_tensor = |value: &Value| kind(ctx, body.value_type(*value)) == Some(Kind::Handle);
        let tensors = || island.inputs.iter().copied().filter(is_tensor);
        let mut types: FxHashMap<Value, TensorType> =
            tensors().filter_map(|value| Some((value, self.declared.get(&value)?.clone()))).collect();
        if tensors().any(|value| !types.contains_key(&value)) {
            let declared = self.declared.iter().filter_map(|(&value, ty)| Some((value, ty.0?))).collect();
            let inferred = of_block(ctx, body, block, &declared, self.signatures);
            for value in tensors() {
                types.entry(value).or_insert_with(|| (inferred.get(&value).copied(), None));
            }
        }
        types
    }
}

#[expect(clippy::too_many_arguments, reason = "the parts of one function that is being changed")]
fn one(
    ctx: &Context,
    body: &mut Body,
    block: Block,
    island: &Island,
    site: &Site<'_>,
    library: &mut Library,
    optimize: &mut dyn FnMut(&IslandGraph) -> Result<GraphDef, String>,
    diagnostics: &mut Diagnostics,
) -> Result<bool, String> {
    let inputs = site.inputs(ctx, body, block, island);
    let declared = |value: Value| inputs.get(&value).cloned().unwrap_or_default();
    let writer = island_graph(ctx, body, island, &declared, site.signatures, diagnostics)
        .map_err(|_| "the operations cannot be converted to a graph".to_owned())?;
    let of = |ops: &[&str]| -> Vec<String> {
        let named = writer.nodes.iter().filter(|node| ops.contains(&&*node.op));
        named.map(|node| node.name.clone()).collect()
    };
    let (feeds, fetches) = (of(&["_Arg"]), of(&["_Retval"]));
    let marked = |node: &&NodeDef| {
        let mut borders = [marks::ARGUMENT, marks::RESULT].iter();
        borders.any(|mark| node.attr.contains_key(*mark)) || super::node_attrs::flag(node, marks::SEQUENCED)
    };
    let effects = writer.nodes.iter().filter(marked);
    let effects: Vec<String> = effects.map(|node| node.name.clone()).collect();
    let preserve = feeds.iter().chain(&effects).chain(&fetches).cloned().collect();
    // Optimizers read the devices of constants and calls as well; the runtime does not.
    let device = writer.nodes.iter().map(|node| &node.device).find(|device| !device.is_empty()).cloned();
    let mut nodes = writer.nodes;
    for node in nodes.iter_mut().filter(|node| node.device.is_empty() && node.op != "NoOp") {
        node.device.extend(device.as_deref());
    }
    let graph = GraphDef {
        library: library.for_nodes(&nodes),
        node: nodes,
        versions: Some(crate::export::versions()),
        ..Default::default()
    };
    let item = IslandGraph { preserve, graph, feeds, fetches, function: site.function.to_owned() };
    let result = optimize(&item)?;
    // A library that changed alone has no effect: the program's own functions stay as they are.
    if same_nodes(&result.node, &item.graph.node) {
        return Ok(false);
    }
    let before = Before { nodes: &item.graph.node, locs: &writer.locs };
    let mut nodes = result.node;
    for node in &mut nodes {
        if node.device.is_empty()
            && !matches!(&*node.op, "Const" | "NoOp" | "_Arg" | "_Retval")
            && !node.attr.contains_key(marks::HANDLER)
            && let Some(at) =
                island.inputs.iter().position(|&v| kind(ctx, body.value_type(v)) == Some(Kind::OpHandler))
        {
            // A new node that says no device runs where the others do.
            node.attr.insert(marks::HANDLER.to_owned(), attr::string(format!("%{at}")));
        }
    }
    library.take_in(ctx, item.graph.library.as_ref(), result.library, &mut nodes)?;
    apply(ctx, body, block, island, &nodes, &before, library.callees()).map_err(|error| {
        match nodes.get(error.node as usize) {
            Some(node) => format!("node '{}' of its graph {}", node.name, error.message),
            None => format!("its graph {}", error.message),
        }
    })?;
    Ok(true)
}

/// Whether nodes are the same. A NaN is the same as itself.
fn same_nodes(new: &[NodeDef], old: &[NodeDef]) -> bool {
    let same = |(new, old): (&NodeDef, &NodeDef)| new == old || new.encode_to_vec() == old.encode_to_vec();
    new.len() == old.len() && new.iter().zip(old).all(same)
}

fn same_attrs(one: &NodeDef, other: &NodeDef) -> bool {
    let (one, other) = (one.attr.iter(), other.attr.iter());
    one.len() == other.len()
        && one.zip(other).all(|(one, other)| one.0 == other.0 && attr::same(one.1, other.1))
}

/// The graph as it was.
struct Before<'a> {
    nodes: &'a [NodeDef],
    locs: &'a [Loc],
}

fn apply(
    ctx: &Context,
    body: &mut Body,
    block: Block,
    island: &Island,
    nodes: &[NodeDef],
    before: &Before<'_>,
    callees: &FxHashMap<String, Callee>,
) -> Result<(), GraphError> {
    let graph = Nodes::new(nodes, std::iter::empty(), ctx.dialects().extension::<OpDefRegistry>())?;
    let known: FxHashMap<&str, usize> =
        before.nodes.iter().enumerate().map(|(index, node)| (&*node.name, index)).collect();
    let mut positions: FxHashMap<Op, u64> =
        body.ops(block).enumerate().map(|(at, op)| (op, at as u64)).collect();
    let places = places(ctx, body, &positions, island, before);
    if let Some(end) = body.last_op(block) {
        positions.insert(end, u64::MAX);
    }

    // The place of a node: its own if it was there before, or that of the node from which it says it was
    // made.
    let location = |node: &NodeDef| {
        let origins = node.experimental_debug_info.iter().flat_map(|info| &info.original_node_names);
        let mut names = std::iter::once(&node.name).chain(origins);
        let inputs = || node.input.iter().filter_map(|input| known.get(input.split(':').next()?));
        match names.find_map(|name| known.get(&**name)) {
            Some(&at) => before.locs[at],
            None => {
                let child = inputs().map(|&at| before.locs[at]).next().unwrap_or_else(|| ctx.unknown_loc());
                ctx.name_loc(ctx.ident(&node.name), child)
            }
        }
    };
    let mut handlers = FxHashMap::default();
    for (index, &value) in island.inputs.iter().enumerate() {
        if kind(ctx, body.value_type(value)) == Some(Kind::OpHandler) {
            handlers.insert(format!("%{index}"), value);
            if let Some(name) = island.handler_name(ctx, body, value) {
                handlers.insert(name.to_owned(), value);
            }
        }
    }
    let weights = FxHashMap::default();
    let keeps = Keeps::default();
    let around = Surroundings { callees, location: &location, handlers, keeps, weights: &weights };

    let mut outputs: Vec<Option<Input>> = vec![None; island.outputs.len()];
    let mut arguments: Vec<(u32, Value)> = Vec::new();
    let mut constants: Vec<(u32, Value)> = Vec::new();
    let originals = constant_values(ctx, body, island, before);
    for (index, node) in nodes.iter().enumerate() {
        let at = index as u32;
        let position = |mark| number(node, mark).and_then(|position| usize::try_from(position).ok());
        let result = match &*node.op {
            "_Arg" => {
                let value = position("index").and_then(|position| island.inputs.get(position));
                match value.filter(|&&value| kind(ctx, body.value_type(value)) == Some(Kind::Handle)) {
                    Some(&value) => arguments.push((at, value)),
                    None => {
                        let message = "is an argument that there is not".into();
                        return Err(GraphError { node: at, message });
                    }
                }
                None
            }
            "NoOp" if node.attr.contains_key(marks::ARGUMENT) => {
                arguments.extend(
                    position(marks::ARGUMENT).and_then(|p| island.inputs.get(p)).map(|&value| (at, value)),
                );
                None
            }
            "_Retval" => position("index").map(|position| (position, Input::Data(at, 0))),
            "NoOp" => position(marks::RESULT).map(|position| (position, Input::Control(at))),
            "Const" => {
                let same =
                    originals.get(&*node.name).filter(|(old, _)| same_attrs(&before.nodes[*old], node));
                constants.extend(same.map(|&(_, value)| (at, value)));
                None
            }
            _ => None,
        };
        if let Some((position, input)) = result {
            match outputs.get_mut(position) {
                Some(slot) => *slot = Some(input),
                None => {
                    return Err(GraphError {
                        node: at,
                        message: format!("is result {position}, which there is not"),
                    });
                }
            }
        }
    }
    let outputs: Option<Vec<Input>> = outputs.into_iter().collect();
    let outputs = outputs.ok_or_else(|| whole("lacks a result: a node '_Retval' is gone".into()))?;

    let mut reader = Reader::new(GraphBuilder::new(ctx, body, block), &graph, around);
    for (node, value) in arguments {
        match kind(ctx, reader.out.body().value_type(value)) {
            Some(Kind::Chain) => reader.set_chain(node, value),
            _ => reader.set_tensor(node, value),
        }
    }
    for (node, value) in constants {
        reader.set_tensor(node, value);
    }
    let wanted = wanted(&graph, &reader, &outputs);
    check(&graph, &wanted, before.nodes, callees, ctx.dialects().extension::<OpDefRegistry>())?;
    let awaited: Vec<u32> =
        outputs.iter().filter_map(|o| matches!(o, Input::Control(_)).then(|| o.node())?).collect();
    outputs.iter().for_each(|&output| reader.use_output(output));
    reader.prepare(&wanted, &awaited, false);
    for &node in &graph.order {
        if wanted[node as usize] {
            reader.build(node)?;
        }
    }
    let mut replacements = Vec::new();
    for (&old, &output) in island.outputs.iter().zip(&outputs) {
        let new = match output {
            Input::Control(node) => {
                reader.chain_of(node).or(reader.start()).ok_or_else(|| whole("waits for nothing".into()))?
            }
            output => reader.tensor(output).map_err(whole)?,
        };
        if kind(ctx, reader.out.body().value_type(new)) != kind(ctx, reader.out.body().value_type(old)) {
            return Err(whole("gives a result of another kind".into()));
        }
        replacements.push((old, new));
    }
    let built: FxHashMap<Op, u32> =
        std::mem::take(&mut reader.built).into_iter().map(|(node, op)| (op, node)).collect();
    for (old, new) in replacements {
        reader.out.body_mut().replace_all_uses(old, new);
    }
    reader.drop_unused_start();
    let constants: rustc_hash::FxHashSet<Op> =
        originals.values().filter_map(|&(_, v)| body.defining_op(v)).collect();
    for &op in island.ops.iter().rev() {
        // Branches of other islands may use an index as well.
        let keeps =
            constants.contains(&op) || (ctx.str(body.name(op)) == INDEX && body.has_uses(body.result(op, 0)));
        if !keeps {
            body.erase_op(op);
        }
    }
    // New operations without a place come as early as possible.
    let by_name = |op: Op| places.get(&*nodes[*built.get(&op)? as usize].name).copied();
    sort(body, block, &|op| positions.get(&op).copied().or_else(|| by_name(op)).unwrap_or(0));
    Ok(())
}

/// The values of the constants of a graph, by name.
fn constant_values<'b>(
    ctx: &Context,
    body: &Body,
    island: &Island,
    before: &Before<'b>,
) -> FxHashMap<&'b str, (usize, Value)> {
    let ops = island.ops.iter().filter(|&&op| ctx.str(body.name(op)).starts_with("corert.const_"));
    let marked = |node: &NodeDef| node.op == "Const" && !node.attr.contains_key(marks::ATTRS);
    let nodes = before.nodes.iter().enumerate().filter(|(_, node)| marked(node));
    nodes.zip(ops).map(|((index, node), &op)| (&*node.name, (index, body.result(op, 0)))).collect()
}

/// The place in the block of each node's operation, by name.
fn places<'b>(
    ctx: &Context,
    body: &Body,
    positions: &FxHashMap<Op, u64>,
    island: &Island,
    before: &Before<'b>,
) -> FxHashMap<&'b str, u64> {
    // A merge of chains is a node only if there is something to merge, and one without attributes.
    let is_merge = |node: &NodeDef| node.op == "NoOp" && node.attr.is_empty();
    let inner = |node: &&NodeDef| {
        !matches!(&*node.op, "_Arg" | "_Retval")
            && !node.attr.contains_key(marks::ARGUMENT)
            && !node.attr.contains_key(marks::RESULT)
            && !is_merge(node)
    };
    let is_node = |op: &&Op| !matches!(ctx.str(body.name(**op)), INDEX | "tfrt.merge.chains");
    before
        .nodes
        .iter()
        .filter(inner)
        .zip(island.ops.iter().filter(is_node))
        .map(|(node, op)| (&*node.name, positions[op]))
        .collect()
}

/// The nodes that results need, and those with effects.
fn wanted(graph: &Nodes<'_>, reader: &Reader<'_, '_>, outputs: &[Input]) -> Vec<bool> {
    let mut wanted = vec![false; graph.nodes.len()];
    let mut pending: Vec<u32> = outputs.iter().filter_map(|output| output.node()).collect();
    pending.extend(
        (0..graph.nodes.len() as u32)
            .filter(|&node| reader.has_effects(node, graph.defs[node as usize].as_deref())),
    );
    while let Some(node) = pending.pop() {
        if !std::mem::replace(&mut wanted[node as usize], true) {
            pending.extend(graph.inputs[node as usize].iter().filter_map(|input| input.node()));
        }
    }
    wanted
}

/// Puts every operation of a block behind those that it uses, and otherwise in the order of their keys.
fn sort(body: &mut Body, block: Block, key: &dyn Fn(Op) -> u64) {
    let ops: Vec<Op> = body.ops(block).collect();
    let index: FxHashMap<Op, usize> = ops.iter().enumerate().map(|(at, &op)| (op, at)).collect();
    let keys: Vec<u64> = ops.iter().map(|&op| key(op)).collect();
    let mut waiting = vec![0_u32; ops.len()];
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); ops.len()];
    for (at, &op) in ops.iter().enumerate() {
        for value in body.operands(op) {
            if let Some(&from) = body.defining_op(value).and_then(|def| index.get(&def)) {
                users[from].push(at);
                waiting[at] += 1;
            }
        }
    }
    let mut ready: BinaryHeap<Reverse<(u64, usize)>> =
        (0..ops.len()).filter(|&at| waiting[at] == 0).map(|at| Reverse((keys[at], at))).collect();
    while let Some(Reverse((_, at))) = ready.pop() {
        body.move_op_to_end(ops[at], block);
        for &user in &users[at] {
            waiting[user] -= 1;
            if waiting[user] == 0 {
                ready.push(Reverse((keys[user], user)));
            }
        }
    }
}
