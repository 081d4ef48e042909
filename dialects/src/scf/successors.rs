//! Patterns over the values that flow into the results of an operation and into the arguments of its regions, which `scf.if`,
//! `scf.index_switch`, `scf.for` and `scf.while` share.
//!
//! They only replace uses. Results and arguments that nothing uses any more go by the patterns of each operation.

use smallvec::SmallVec;
use tfrt_ir::body::Body;
use tfrt_ir::entity::{Op, Region, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::Rewriter;

use super::patterns::{block_of, is_around, region_of, yielded};

/// A result, or an argument of a region, with the values that may flow into it.
struct Input {
    value: Value,
    sources: SmallVec<[Value; 2]>,
}

/// The inputs of one place: all results, or all arguments of a region that get values.
type Inputs = Vec<Input>;

/// Pairs each value with the element of each list of sources at its place.
fn inputs(values: impl IntoIterator<Item = Value>, sources: &[Vec<Value>]) -> Inputs {
    let input = |(index, value)| Input {
        value,
        sources: sources.iter().filter_map(|values| values.get(index).copied()).collect(),
    };
    values.into_iter().enumerate().map(input).collect()
}

/// The flow of values through an operation; nothing if it is not known.
fn flow(op: OpRef<'_>) -> Vec<Inputs> {
    let body = op.body;
    let ends = || (0..op.regions().len()).filter_map(|index| Some(yielded(body, block_of(op, index)?)));
    match op.name_str() {
        "scf.if" | "scf.index_switch" => vec![inputs(op.results(), &ends().collect::<Vec<_>>())],
        "scf.for" => {
            let Some(block) = block_of(op, 0) else { return Vec::new() };
            let sources = [op.operands().skip(3).collect(), yielded(body, block)];
            let arguments = body.block_args(block).iter().skip(1).copied();
            vec![inputs(arguments, &sources), inputs(op.results(), &sources)]
        }
        "scf.while" => {
            let (Some(before), Some(after)) = (block_of(op, 0), block_of(op, 1)) else { return Vec::new() };
            let first = [op.operands().collect(), yielded(body, after)];
            let handed_on = [yielded(body, before).into_iter().skip(1).collect()];
            vec![
                inputs(body.block_args(before).iter().copied(), &first),
                inputs(body.block_args(after).iter().copied(), &handed_on),
                inputs(op.results(), &handed_on),
            ]
        }
        _ => Vec::new(),
    }
}

/// Whether a value is defined outside of an operation.
fn is_outside(body: &Body, value: Value, regions: &[Region]) -> bool {
    region_of(body, value).is_some_and(|inner| !regions.iter().any(|&region| is_around(body, region, inner)))
}

/// The one value, from outside of the operation, that an input has in all cases.
fn only_source(body: &Body, input: &Input, all: &[Inputs], regions: &[Region]) -> Option<Value> {
    let mut work: SmallVec<[Value; 4]> = input.sources.clone().into_iter().collect();
    let mut seen: SmallVec<[Value; 4]> = SmallVec::from_slice(&[input.value]);
    let mut only = None;
    while let Some(value) = work.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        match all.iter().flatten().find(|input| input.value == value) {
            Some(inner) => work.extend_from_slice(&inner.sources),
            None if only.is_none() && is_outside(body, value, regions) => only = Some(value),
            None => return None,
        }
    }
    only
}

/// A result or an argument that has the same value in all cases is that value.
pub(super) fn replace_known(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let all = flow(view);
    let regions = view.body.inline_regions(op);
    let replaced: Vec<(Value, Value)> = all
        .iter()
        .flatten()
        .filter(|input| view.body.has_uses(input.value))
        .filter_map(|input| Some((input.value, only_source(view.body, input, &all, regions)?)))
        .collect();
    for &(from, to) in &replaced {
        rewriter.replace_all_uses(from, to);
    }
    !replaced.is_empty()
}

/// Of two results, or two arguments, into which the same values flow, only the first is used.
pub(super) fn replace_equal(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let mut replaced: Vec<(Value, Value)> = Vec::new();
    for inputs in flow(view) {
        for (index, input) in inputs.iter().enumerate().skip(1) {
            let first = inputs[..index].iter().find(|first| first.sources == input.sources);
            if let Some(first) = first.filter(|_| view.body.has_uses(input.value)) {
                replaced.push((input.value, first.value));
            }
        }
    }
    for &(from, to) in &replaced {
        rewriter.replace_all_uses(from, to);
    }
    !replaced.is_empty()
}
