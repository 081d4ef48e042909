//! Patterns that simplify operations of `arith` on floats.

use tfrt_ir::entity::Op;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::types::FloatKind;

use super::fold::{defined_by, predicate, result_type};
use super::numbers::{Int, float_kind, float_of, int_width, splat_bool, write};
use super::patterns::{make_constant, replace};

/// The product, or the quotient, of two negated numbers is that of the numbers.
pub(super) fn negated_factors(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (Some(a), Some(b)) =
        (defined_by(view, view.operand(0), "arith.negf"), defined_by(view, view.operand(1), "arith.negf"))
    else {
        return false;
    };
    let operands = [a.operand(0), b.operand(0)];
    let name = if view.name_str() == "arith.mulf" { "mulf" } else { "divf" };
    let Some(flags) = view.attr("fastmath") else { return false };
    replace(rewriter, op, name, &operands, &[("fastmath", flags)])
}

/// Whether a format has every number of another.
fn holds_all_of(wide: FloatKind, narrow: FloatKind) -> bool {
    wide == narrow
        || matches!(wide, FloatKind::F64)
        || matches!((wide, narrow), (FloatKind::F32, FloatKind::F16 | FloatKind::BF16))
        || wide.width() >= 32 && narrow.width() <= 8
}

/// A truncated extension truncates the operand of the extension.
pub(super) fn truncate_extended(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(inner) = defined_by(view, view.operand(0), "arith.extf") else { return false };
    let source = inner.operand(0);
    let types = [view.value_type(source), result_type(inner), result_type(view)];
    let [Some(from), Some(through), Some(to)] = types.map(|ty| float_kind(view.ctx, ty)) else {
        return false;
    };
    if from.width() <= to.width() || !holds_all_of(through, from) {
        return false;
    }
    rewriter.body_mut().set_operand(op, 0, source);
    rewriter.touch(op);
    true
}

/// An integer made a float and then a narrower one is made that at once.
pub(super) fn truncated_conversion(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    for name in ["sitofp", "uitofp"] {
        if let Some(inner) = defined_by(view, view.operand(0), &format!("arith.{name}")) {
            let source = inner.operand(0);
            return replace(rewriter, op, name, &[source], &[]);
        }
    }
    false
}

/// A comparison of a converted integer with a number is one of integers, or its result is known.
pub(super) fn compare_with_number(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    match integer_comparison(view) {
        Some(Comparison::Known(value)) => {
            let ty = result_type(view);
            let Some(attr) = splat_bool(view.ctx, ty, value) else { return false };
            let constant = make_constant(rewriter, op, attr, ty);
            rewriter.replace_op(op, &[constant]);
            true
        }
        Some(Comparison::Of { integer, with, predicate }) => {
            let ty = view.value_type(integer);
            let ctx = rewriter.ctx();
            let Some(attr) = write(ctx, ty, &[with.bits()]) else { return false };
            let constant = make_constant(rewriter, op, attr, ty);
            let predicate = ctx.i64_attr(predicate);
            replace(rewriter, op, "cmpi", &[integer, constant], &[("predicate", predicate)])
        }
        None => false,
    }
}

enum Comparison {
    Known(bool),
    Of { integer: tfrt_ir::entity::Value, with: Int, predicate: i64 },
}

const EQ: i64 = 0;
const NE: i64 = 1;
const LT: i64 = 2;
const LE: i64 = 3;
const GT: i64 = 4;
const GE: i64 = 5;

/// The comparison of the integer from which an operand of a float comparison was converted.
fn integer_comparison(op: OpRef<'_>) -> Option<Comparison> {
    let ctx = op.ctx;
    let right = float_of(ctx, constant_value(ctx, op.body, op.operand(1))?)?;
    let predicate = predicate(op)?;
    if right.is_nan() {
        return None;
    }
    let (conversion, unsigned) = defined_by(op, op.operand(0), "arith.sitofp")
        .map(|conversion| (conversion, false))
        .or_else(|| defined_by(op, op.operand(0), "arith.uitofp").map(|conversion| (conversion, true)))?;
    let integer = conversion.operand(0);
    let width = int_width(ctx, op.value_type(integer))?;
    let precision = match float_kind(ctx, op.value_type(op.operand(0)))? {
        FloatKind::F64 => 53,
        FloatKind::F32 => 24,
        FloatKind::F16 => 11,
        FloatKind::BF16 => 8,
        _ => return None,
    };
    if width > 64 || width - u32::from(!unsigned) > precision {
        return None;
    }
    let as_int = match predicate {
        1 | 8 => EQ,
        2 | 9 => GT,
        3 | 10 => GE,
        4 | 11 => LT,
        5 | 12 => LE,
        6 | 13 => NE,
        7 => return Some(Comparison::Known(true)),
        14 => return Some(Comparison::Known(false)),
        _ => return None,
    };
    let (least, most) = match unsigned {
        true => (0.0, 2f64.powi(width as i32) - 1.0),
        false => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1) - 1.0),
    };
    if right > most {
        return Some(Comparison::Known(matches!(as_int, NE | LT | LE)));
    }
    if right < least {
        return Some(Comparison::Known(matches!(as_int, NE | GT | GE)));
    }
    let whole = right.trunc();
    let mut as_int = as_int;
    if whole != right {
        // Between two integers: the nearer to zero is the one compared with.
        let negative = right < 0.0;
        as_int = match as_int {
            EQ => return Some(Comparison::Known(false)),
            NE => return Some(Comparison::Known(true)),
            LE if negative => LT,
            GT if negative => GE,
            LT if !negative => LE,
            GE if !negative => GT,
            other => other,
        };
    }
    let predicate = if unsigned && as_int >= LT { as_int + 4 } else { as_int };
    Some(Comparison::Of { integer, with: Int::new(width, whole as i128 as u128), predicate })
}
