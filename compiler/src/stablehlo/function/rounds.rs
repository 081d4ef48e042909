//! Loops that count a few rounds: their bodies are written one after the other.
//!
//! A loop is one of these if its condition compares a carried integer with a constant, the integer starts as a constant, and each round adds a
//! constant to it, so that the number of rounds is known; and if all rounds together have few operations, without effects. What the rounds do
//! then fuses over their borders: JAX writes each block of random bits as such a loop.

use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::TypeKind;
use tfrt_ops::Elementwise;

use super::{Handles, Module, Writer, parts};
use crate::stablehlo::attributes::{attr, integers};
use crate::stablehlo::needs::callee;
use crate::stablehlo::ops::comparison;

/// Rounds that are written one after the other, at most.
const ROUNDS: usize = 6;
/// Operations in all rounds together, at most.
const OPERATIONS: usize = 400;

impl<'a> Writer<'_, 'a> {
    /// Writes a loop round by round, if it is one of few; says whether it did.
    pub(super) fn written_by_rounds(&mut self, op: OpRef<'a>) -> Result<bool, Failed> {
        if !self.devices.is_empty() {
            return Ok(false);
        }
        let Some((count, body)) = few_rounds(self.module, op) else { return Ok(false) };
        let source = op.body;
        let args = source.block_args(body);
        let mut carried: Vec<Handles> = Vec::new();
        for operand in op.operands() {
            carried.push(self.handles(op, operand)?);
        }
        for _ in 0..count {
            for (&arg, handles) in args.iter().zip(carried) {
                self.values.insert(arg, handles);
            }
            let given = self.block(source, body)?;
            let mut rest = &given[..];
            carried = Vec::new();
            for &arg in args {
                let own = parts(self.ctx, source.value_type(arg)).len();
                let (first, others) = rest.split_at(own.min(rest.len()));
                carried.push(first.into());
                rest = others;
            }
        }
        for (i, handles) in carried.into_iter().enumerate() {
            self.set(op, i, handles);
        }
        Ok(true)
    }
}

/// The number of rounds of a loop that has few, and the block of a round.
fn few_rounds(module: &Module<'_>, op: OpRef<'_>) -> Option<(usize, Block)> {
    let (source, ctx) = (op.body, op.ctx);
    let &[condition, body] = source.inline_regions(op.op) else { return None };
    let (condition, body) = (source.entry_block(condition)?, source.entry_block(body)?);
    let made_by = |value: Value| Some(OpRef { ctx, body: source, op: source.defining_op(value)? });
    let constant = |value: Value| constant(made_by(value)?);

    // The condition: a carried value beside a constant.
    let end = OpRef { ctx, body: source, op: source.ops(condition).next_back()? };
    let compared = made_by(end.operands().next()?).filter(|op| op.name_str() == "stablehlo.compare")?;
    let args = source.block_args(condition);
    let at = args.iter().position(|&arg| arg == compared.operand(0))?;
    let limit = constant(compared.operand(1))?;
    let compare: fn(&i64, &i64) -> bool = match comparison(compared)? {
        Elementwise::HloLess => i64::lt,
        Elementwise::HloLessEqual => i64::le,
        Elementwise::HloNotEqual => i64::ne,
        Elementwise::HloGreater => i64::gt,
        Elementwise::HloGreaterEqual => i64::ge,
        _ => return None,
    };

    // A round: the value with a constant more.
    let counter = *source.block_args(body).get(at)?;
    let end = OpRef { ctx, body: source, op: source.ops(body).next_back()? };
    let next = made_by(end.operands().nth(at)?).filter(|op| op.name_str() == "stablehlo.add")?;
    let step = match (next.operand(0) == counter, next.operand(1) == counter) {
        (true, false) => constant(next.operand(1))?,
        (false, true) => constant(next.operand(0))?,
        _ => return None,
    };

    let start = constant(op.operands().nth(at)?)?;
    // Numbers of seven bits are the same in all types that count.
    let is_small = |value: &i64| (0..=i64::from(i8::MAX)).contains(value);
    let values = (0..=ROUNDS as i64).map(|round| start.saturating_add(step.saturating_mul(round)));
    let count = values.clone().take_while(|value| compare(value, &limit)).count();
    if !is_small(&limit) || !values.take(count + 1).all(|value| is_small(&value)) {
        return None;
    }
    let size = if count > ROUNDS { None } else { operations(module, source, body, OPERATIONS, 0) }?;
    (size.saturating_mul(count) <= OPERATIONS).then_some((count, body))
}

/// A constant scalar of integers.
fn constant(op: OpRef<'_>) -> Option<i64> {
    let value = attr(op, "value").filter(|_| op.name_str() == "stablehlo.constant")?;
    let elem = op.ctx.attr_type(value).and_then(|ty| op.ctx.type_kind(ty).element_type())?;
    matches!(op.ctx.type_kind(elem), TypeKind::Integer { .. }).then_some(())?;
    match integers(op.ctx, value)?[..] {
        [value] => Some(value),
        _ => None,
    }
}

/// The operations of a block and of the functions that it calls, if they are at most so many, and none has effects or loops and branches.
fn operations(module: &Module<'_>, source: &Body, block: Block, most: usize, depth: usize) -> Option<usize> {
    const DEPTH: usize = 8;
    let mut count = 0;
    for op in source.ops(block) {
        let op = OpRef { ctx: module.ctx, body: source, op };
        count += match op.name_str() {
            "stablehlo.while" | "stablehlo.if" | "stablehlo.case" => return None,
            "stablehlo.return" | "func.return" | "stablehlo.constant" => 0,
            "func.call" if depth < DEPTH => {
                let (source, block) = module.callee(callee(op)?)?;
                operations(module, source, block, most, depth + 1)?
            }
            _ if effects::of(op).repeatable => 1,
            _ => return None,
        };
        if count > most {
            return None;
        }
    }
    Some(count)
}
