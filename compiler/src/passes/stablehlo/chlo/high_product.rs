//! `chlo.mulhi` from products of halves, whose carries go on as on paper.

use tfrt_convert::NoMatch;
use tfrt_dialects::stablehlo::words::ComparisonDirection;
use tfrt_ir::entity::Op;
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::types::{Signedness, TypeKind};

use super::super::emit::Emit;

pub(super) fn mulhi(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let (a, b) = (view.operand(0), view.operand(1));
    let elem = ctx.type_kind(view.value_type(a)).element_type().ok_or_else(NoMatch::quiet)?;
    let &TypeKind::Integer { width, sign } = ctx.type_kind(elem) else { return Err(NoMatch::quiet()) };
    let half = width / 2;
    let e = &mut Emit::before(rewriter, op);
    let bits = e.constant_like(a, f64::from(half));
    let mask = e.constant_like(a, (1u64 << half) as f64 - 1.0);
    let upper = |e: &mut Emit<'_, '_>, x| e.elementwise("stablehlo.shift_right_logical", &[x, bits]);
    let lower = |e: &mut Emit<'_, '_>, x| e.elementwise("stablehlo.and", &[x, mask]);
    let (a_low, a_high) = (lower(e, a), upper(e, a));
    let (b_low, b_high) = (lower(e, b), upper(e, b));
    let low = e.multiply(a_low, b_low);
    let carry = upper(e, low);
    let first = e.multiply(a_high, b_low);
    let first = e.add(first, carry);
    let second = e.multiply(a_low, b_high);
    let rest = lower(e, first);
    let second = e.add(second, rest);
    let high = e.multiply(a_high, b_high);
    let carry = upper(e, first);
    let high = e.add(high, carry);
    let carry = upper(e, second);
    let mut high = e.add(high, carry);
    // A negative factor was taken for one that is greater by a power of two.
    if sign != Signedness::Unsigned {
        let zero = e.constant_like(a, 0.0);
        for (factor, other) in [(a, b), (b, a)] {
            let is_negative = e.compare(ComparisonDirection::Lt, factor, zero);
            let excess = e.select(is_negative, other, zero);
            high = e.subtract(high, excess);
        }
    }
    rewriter.replace_op(op, &[high]);
    Ok(())
}
