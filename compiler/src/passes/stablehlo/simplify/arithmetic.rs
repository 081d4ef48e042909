//! Element-wise operations with operands that are equal, constant, or undo one another.

use tfrt_convert::NoMatch;
use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::words::ComparisonDirection;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::Rewriter;

use super::super::emit::Emit;
use super::{Number, Outcome, Pattern, constant_of, defined_by, has_integers, need, replace, result_type};

pub(super) const PATTERNS: &[(&str, Pattern)] = &[
    ("add", commute),
    ("add", add),
    ("and", commute),
    ("and", and),
    ("compare", compare),
    ("complex", complex),
    ("convert", same_type),
    ("divide", divide),
    ("imag", part),
    ("maximum", commute),
    ("maximum", equal_operands),
    ("minimum", commute),
    ("minimum", equal_operands),
    ("multiply", commute),
    ("multiply", multiply),
    ("negate", twice),
    ("not", twice),
    ("or", commute),
    ("or", or),
    ("real", part),
    ("select", select),
    ("subtract", subtract),
    ("xor", commute),
    ("xor", xor),
];

fn pair(view: OpRef<'_>) -> Result<[Value; 2], NoMatch> {
    need(view.num_operands() == 2)?;
    Ok([view.operand(0), view.operand(1)])
}

/// A constant stands on the right.
fn commute(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let [lhs, rhs] = pair(view)?;
    need(constant_of(view, lhs).is_some() && constant_of(view, rhs).is_none())?;
    rewriter.set_operands(op, &[rhs, lhs]);
    Ok(())
}

/// The constant number on the right, and the value on the left.
fn with_number(view: OpRef<'_>) -> Result<(Value, Number), NoMatch> {
    let [lhs, rhs] = pair(view)?;
    Ok((lhs, Number::of(view, rhs).ok_or_else(NoMatch::quiet)?))
}

/// x + 0 is x; of floats x + -0.
fn add(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let (lhs, number) = with_number(rewriter.op(op))?;
    need(number.is_integer(0) || number.is_float(-0.0))?;
    replace(rewriter, op, lhs)
}

/// x - 0 is x, and of integers x - x is 0.
fn subtract(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let [lhs, rhs] = pair(view)?;
    if lhs == rhs && has_integers(view.ctx, view.value_type(lhs)) {
        return replace_by_number(op, rewriter, 0.0);
    }
    let (lhs, number) = with_number(view)?;
    need(number.is_integer(0) || number.is_float(0.0))?;
    replace(rewriter, op, lhs)
}

fn replace_by_number(op: Op, rewriter: &mut Rewriter<'_>, number: f64) -> Outcome {
    let ty = result_type(rewriter.op(op))?;
    let value = Emit::before(rewriter, op).splat(ty, number).ok_or_else(NoMatch::quiet)?;
    replace(rewriter, op, value)
}

fn multiply(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let (lhs, number) = with_number(view)?;
    if number.is_integer(0) {
        let zero = view.operand(1);
        return replace(rewriter, op, zero);
    }
    need(number.is_one())?;
    replace(rewriter, op, lhs)
}

fn divide(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let (lhs, number) = with_number(rewriter.op(op))?;
    need(number.is_one())?;
    replace(rewriter, op, lhs)
}

fn and(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    bitwise(op, rewriter, -1, 0)
}

fn or(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    bitwise(op, rewriter, 0, -1)
}

/// x & x is x; there is a number that changes nothing, and one that decides.
fn bitwise(op: Op, rewriter: &mut Rewriter<'_>, neutral: i64, deciding: i64) -> Outcome {
    let view = rewriter.op(op);
    let [lhs, rhs] = pair(view)?;
    if lhs == rhs {
        return replace(rewriter, op, lhs);
    }
    let (lhs, number) = with_number(view)?;
    need(number.is_integer(neutral) || number.is_integer(deciding))?;
    let value = if number.is_integer(neutral) { lhs } else { rhs };
    replace(rewriter, op, value)
}

fn xor(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let [lhs, rhs] = pair(view)?;
    if lhs == rhs {
        return replace_by_number(op, rewriter, 0.0);
    }
    let (lhs, number) = with_number(view)?;
    need(number.is_integer(0))?;
    replace(rewriter, op, lhs)
}

fn equal_operands(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let [lhs, rhs] = pair(rewriter.op(op))?;
    need(lhs == rhs)?;
    replace(rewriter, op, lhs)
}

/// An operation on the result of the same operation, which undoes it.
fn twice(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let inner = defined_by(view, view.operand(0), view.name_str()).ok_or_else(NoMatch::quiet)?;
    let value = inner.operand(0);
    replace(rewriter, op, value)
}

fn same_type(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let operand = rewriter.op(op).operand(0);
    replace(rewriter, op, operand)
}

/// Integers that are equal need no comparison, and a constant stands on the right.
fn compare(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    use ComparisonDirection::{Eq, Ge, Gt, Le, Lt, Ne};
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let [lhs, rhs] = pair(view)?;
    let direction = *ComparisonDirection::named(view, "comparison_direction").ok_or_else(NoMatch::quiet)?;
    if lhs == rhs && has_integers(ctx, view.value_type(lhs)) {
        let holds = matches!(direction, Eq | Ge | Le);
        return replace_by_number(op, rewriter, f64::from(holds));
    }
    need(constant_of(view, lhs).is_some() && constant_of(view, rhs).is_none())?;
    let swapped = match direction {
        Eq => Eq,
        Ne => Ne,
        Ge => Le,
        Gt => Lt,
        Le => Ge,
        Lt => Gt,
    };
    rewriter.set_operands(op, &[rhs, lhs]);
    rewriter.body_mut().set_attr(ctx, op, ctx.ident("comparison_direction"), swapped.into_attr(ctx));
    Ok(())
}

fn select(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    need(view.num_operands() == 3)?;
    let (which, yes, no) = (view.operand(0), view.operand(1), view.operand(2));
    if yes == no {
        return replace(rewriter, op, yes);
    }
    if let Some(number) = Number::of(view, which) {
        return replace(rewriter, op, if number.is_integer(0) { no } else { yes });
    }
    if let Some(negation) = defined_by(view, which, "stablehlo.not") {
        let which = negation.operand(0);
        rewriter.set_operands(op, &[which, no, yes]);
        return Ok(());
    }
    // A choice between true and false is the predicate, or its negation.
    let [Some(yes), Some(no)] = [yes, no].map(|value| Number::of(view, value)) else {
        return Err(NoMatch::quiet());
    };
    need(result_type(view)? == view.value_type(which))?;
    if yes.is_integer(0) && no.is_integer(1) {
        let negation = Emit::before(rewriter, op).elementwise("stablehlo.not", &[which]);
        return replace(rewriter, op, negation);
    }
    need(yes.is_integer(1) && no.is_integer(0))?;
    replace(rewriter, op, which)
}

/// The number whose parts these are.
fn complex(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let [real, imaginary] = pair(view)?;
    let real = defined_by(view, real, "stablehlo.real").ok_or_else(NoMatch::quiet)?.operand(0);
    let imaginary = defined_by(view, imaginary, "stablehlo.imag").ok_or_else(NoMatch::quiet)?.operand(0);
    need(real == imaginary)?;
    replace(rewriter, op, real)
}

/// A part of a number that was made of parts.
fn part(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let parts = defined_by(view, view.operand(0), "stablehlo.complex").ok_or_else(NoMatch::quiet)?;
    let value = parts.operand(usize::from(view.name_str() == "stablehlo.imag"));
    replace(rewriter, op, value)
}
