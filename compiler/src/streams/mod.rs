//! Streams: sequences of kernels of a function that run one after the other on one thread.
//!
//! A cost model splits a function into streams before it is written to a file. A stream is a path or tree of kernels that is
//! worth a task of its own; only values that cross from stream to stream cost synchronization. See [`analysis`] for the model
//! itself.

pub mod analysis;

use analysis::{OpCost, OpOrRoot, Operand, StreamAnalysis, StreamOptions, Streams};
use tfrt_ir::body::RegionRef;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;

/// Attribute of functions and modules: the cost below which streams are joined.
pub const THRESHOLD_ATTR: &str = "tfrt.cost_threshold";
/// Attribute of functions and modules: whether streams that use each other's values are joined.
pub const MERGE_ATTR: &str = "tfrt.merge_inter_dependent_streams";
/// Attribute of ops that know their cost.
pub const COST_ATTR: &str = "_tfrt_cost";

impl StreamOptions {
    /// These options, with those that an op's attributes override.
    #[must_use]
    pub fn with_attrs_of(self, op: OpRef<'_>) -> StreamOptions {
        let threshold = op.attr(THRESHOLD_ATTR).and_then(|attr| op.ctx.attr_as_i64(attr));
        let merge = op.attr(MERGE_ATTR).and_then(|attr| op.ctx.attr_as_bool(attr));
        StreamOptions {
            threshold: threshold.map_or(self.threshold, |threshold| (threshold > 0).then_some(threshold)),
            merge_inter_dependent: merge.unwrap_or(self.merge_inter_dependent),
        }
    }
}

/// The cost of an op. Returning and joining chains is cheap, and tensors that are constants are there; most ops do not state a cost.
fn cost(op: OpRef<'_>) -> OpCost {
    match op.name_str() {
        "corert.const_dense_tensor" | "corert.const_string_tensor" => OpCost::Known(0),
        "tfrt.return" | "func.return" | "tfrt.merge.chains" => OpCost::Known(1),
        "tfrt_test.test_cost" => op
            .attr(COST_ATTR)
            .and_then(|attr| op.ctx.attr_as_i64(attr))
            .map_or(OpCost::Default, OpCost::Known),
        _ => OpCost::Default,
    }
}

/// Adds an op of a function to its analysis; `definition` says which op defines a value, none for arguments.
pub fn push_op(analysis: &mut StreamAnalysis, op: OpRef<'_>, definition: impl Fn(Value) -> Option<u32>) {
    let is_return = matches!(op.name_str(), "tfrt.return" | "func.return");
    let operands = op.operands().map(|value| Operand {
        op: definition(value),
        is_chain: op.ctx.is_opaque_type(op.value_type(value), "tfrt", "chain"),
    });
    analysis.push(cost(op), is_return, operands);
}

/// Analyses the only block of a function, and gives its ops in the order in which the result numbers them; none if the
/// region has no block or several.
pub fn analyze<'a>(
    ctx: &'a tfrt_ir::context::Context,
    region: RegionRef<'a>,
    options: StreamOptions,
) -> Option<(Vec<OpRef<'a>>, Streams)> {
    let block = region.entry_block()?;
    if region.blocks().nth(1).is_some() {
        return None;
    }
    let mut numbers = rustc_hash::FxHashMap::default();
    let mut analysis = StreamAnalysis::new(options);
    let ops: Vec<OpRef<'a>> = region.body.ops(block).map(|op| OpRef { ctx, body: region.body, op }).collect();
    for (number, &op) in ops.iter().enumerate() {
        push_op(&mut analysis, op, |value| numbers.get(&region.body.defining_op(value)?).copied());
        numbers.insert(op.op, number as u32);
    }
    Some((ops, analysis.finish()))
}

/// Reports the streams of a function as remarks: at the function for its root, then at each of its ops. `options` are
/// those of the modules around it.
pub fn remarks(function: OpRef<'_>, options: StreamOptions, diagnostics: &mut Diagnostics) {
    let options = options.with_attrs_of(function);
    let Some((ops, streams)) = function.region(0).and_then(|region| analyze(function.ctx, region, options))
    else {
        return;
    };
    let children = streams.child_streams();
    let places = std::iter::once((function.loc(), OpOrRoot::Root, ops.len()))
        .chain(ops.iter().enumerate().map(|(number, op)| (op.loc(), OpOrRoot::Op(number as u32), number)));
    for (loc, op, slot) in places {
        let stream = streams.stream_of(op);
        let cost = streams.streams[stream as usize].cost;
        let parent = streams.parent_stream(stream).map_or(-1, i64::from);
        let mut message = format!("stream id: {stream}, stream cost: {cost}, parent stream: {parent}");
        if !children[slot].is_empty() {
            let ids: Vec<String> = children[slot].iter().map(u32::to_string).collect();
            message += &format!(", child streams: [{}]", ids.join(", "));
        }
        diagnostics.remark(loc, message);
    }
}
