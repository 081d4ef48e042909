//! Strictness: the values that may be errors, and the parts of a function that run only if an argument is no
//! error.
//!
//! Kernels are strict: a kernel with an erroneous operand does not run, and its results are that error. A call is a kernel, so an error
//! that is passed to a function poisons all results of the call and keeps all effects of the function from happening, whether the function
//! uses the argument or not. A pass that replaces the call by the function's body keeps that only where each effect and each result of the
//! body depends on the argument, or where the operand is known to be no error.

use rustc_hash::FxHashMap;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::effects::{self, Effects};
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;

use crate::handlers;

/// Bits in the sets of arguments of one function: above, no argument counts as one that everything depends on.
const MAX_BITS: usize = 1 << 28;

/// Whether an operation without error operands gives no error results. A tensor handle may stand for a tensor whose computation
/// failed, so operations that run ops never qualify.
fn cannot_fail(op: OpRef<'_>) -> bool {
    handlers::gets_cpu(op)
        || (op.has(Traits::PURE) && effects::of(op) == Effects::NONE && op.body.num_regions(op.op) == 0)
}

/// The values of one body that are known to hold no error, computed on request.
#[derive(Default)]
pub(super) struct NoErrors {
    known: FxHashMap<Value, bool>,
}

impl NoErrors {
    /// Whether a value can only be an error if the program is wrong in another place: it is computed from constants by operations that do
    /// not fail. Arguments may be errors: hosts pass them, and loops pass the results of an iteration.
    pub(super) fn has(&mut self, ctx: &Context, body: &Body, value: Value) -> bool {
        // Each value is put on the stack once to ask its operands, and a second time to conclude: programs are as deep as they like.
        let mut stack = vec![(value, false)];
        while let Some((value, operands_are_known)) = stack.pop() {
            if !operands_are_known && self.known.contains_key(&value) {
                continue;
            }
            let definer = body.defining_op(value).map(|op| OpRef { ctx, body, op });
            let Some(definer) = definer.filter(|&definer| cannot_fail(definer)) else {
                self.known.insert(value, false);
                continue;
            };
            if operands_are_known {
                let sound = definer.operands().all(|operand| self.known.get(&operand) == Some(&true));
                self.known.insert(value, sound);
            } else {
                // Until its operands are known, a value that depends on itself is not known to be sound.
                self.known.insert(value, false);
                stack.push((value, true));
                stack.extend(definer.operands().map(|operand| (operand, false)));
            }
        }
        self.known.get(&value) == Some(&true)
    }
}

/// For each argument of a function of one block, whether all its effects and all its results depend on it.
pub(super) fn strict_arguments(ctx: &Context, function: &Body) -> Vec<bool> {
    let Some(entry) = function.root_block() else { return Vec::new() };
    let arguments = function.block_args(entry);
    let words = arguments.len().div_ceil(64);
    let num_values: usize = function.ops(entry).map(|op| function.num_results(op)).sum();
    if num_values.saturating_add(arguments.len()).saturating_mul(words * 64) > MAX_BITS {
        return vec![false; arguments.len()];
    }
    // The arguments that each value depends on: where its set starts in `sets`.
    let mut places: FxHashMap<Value, usize> = FxHashMap::default();
    let mut sets: Vec<u64> = vec![0; arguments.len() * words];
    for (index, &argument) in arguments.iter().enumerate() {
        places.insert(argument, index * words);
        sets[index * words + index / 64] |= 1 << (index % 64);
    }
    let mut strict = vec![u64::MAX; words];
    let mut own = vec![0u64; words];
    for op in function.ops(entry) {
        let view = OpRef { ctx, body: function, op };
        own.fill(0);
        let is_return = view.has(Traits::RETURN_LIKE);
        for operand in view.operands() {
            let set = places.get(&operand).map_or(&[][..], |&place| &sets[place..place + words]);
            if is_return {
                intersect(&mut strict, set);
            } else {
                own.iter_mut().zip(set).for_each(|(all, &bits)| *all |= bits);
            }
        }
        if is_return {
            continue;
        }
        // The CPU's handler is there in any case.
        if !effects::of(view).erasable && !handlers::gets_cpu(view) {
            intersect(&mut strict, &own);
        }
        let place = sets.len();
        sets.extend_from_slice(&own);
        places.extend(view.results().map(|result| (result, place)));
    }
    (0..arguments.len()).map(|index| strict[index / 64] >> (index % 64) & 1 == 1).collect()
}

/// Intersects with a set; one that is too short has no more elements.
fn intersect(all: &mut [u64], set: &[u64]) {
    for (index, bits) in all.iter_mut().enumerate() {
        *bits &= set.get(index).copied().unwrap_or(0);
    }
}
