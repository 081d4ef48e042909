//! Canonicalization patterns of `arith` that create operations: constants of chains are combined, extensions move behind the
//! operation on their operand, conditions are inverted.
//!
//! One function per pattern; the table [`of`] lists the patterns of an operation in the order in which they are tried. Patterns
//! make constants at their use; the pass that applies the patterns moves and merges them.

use tfrt_ir::attributes::Attr;
use tfrt_ir::body::OpState;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{CanonicalizeHook, constant_value};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::types::Type;

use super::flags;
use super::float_patterns::{compare_with_number, negated_factors, truncated_conversion};
use super::fold::{defined_by, predicate, result_type};
use super::numbers::{Int, int_width, known_int, splat_bool, splat_int, write};

/// The patterns of an operation, by its name.
pub(super) fn of(name: &str) -> &'static [CanonicalizeHook] {
    match name.strip_prefix("arith.").unwrap_or(name) {
        "addi" => &[constants_right, add_constants, add_negated],
        "subi" => &[sub_constants, sub_of_difference],
        "muli" => &[constants_right, mul_constants],
        "andi" | "ori" => &[constants_right, bits_of_extended],
        "xori" => &[constants_right, not_of_compare, bits_of_extended],
        "maxsi" | "maxui" | "minsi" | "minui" | "addf" | "maximumf" | "minimumf" | "maxnumf" | "minnumf" => {
            &[constants_right]
        }
        "mulf" => &[constants_right, negated_factors],
        "divf" => &[negated_factors],
        "addui_extended" => &[constants_right, sum_without_overflow],
        "mulsi_extended" => &[constants_right, product_without_high, extended_product_with_one],
        "mului_extended" => &[constants_right, product_without_high],
        "cmpi" => &[compare_constant_left, compare_extended],
        "cmpf" => &[compare_with_number],
        "select" => &[select_repeated_condition, select_by_not, select_false_true, select_one_zero],
        "extsi" => &[extend_extended, extend_sign_of_unsigned],
        "extui" => &[extend_extended],
        "trunci" => &[truncate_extended, truncate_truncated, truncate_shifted],
        "truncf" => &[super::float_patterns::truncate_extended, truncated_conversion],
        "index_cast" | "index_castui" => &[cast_back, cast_extended],
        "bitcast" => &[bitcast_of_bitcast],
        _ => &[],
    }
}

/// Makes the operation `arith.name` before another.
pub(super) fn make(
    rewriter: &mut Rewriter<'_>,
    before: Op,
    name: &str,
    operands: &[Value],
    ty: Type,
    attrs: &[(&str, Attr)],
) -> Value {
    let state = state(rewriter, before, name, operands, ty, attrs);
    let op = rewriter.create(InsertionPoint::Before(before), state);
    rewriter.body().result(op, 0)
}

fn state(
    rewriter: &Rewriter<'_>,
    at: Op,
    name: &str,
    operands: &[Value],
    ty: Type,
    attrs: &[(&str, Attr)],
) -> OpState {
    let ctx = rewriter.ctx();
    let name = ctx.ident(&format!("arith.{name}"));
    let mut state = OpState::new(name, rewriter.body().loc(at)).operands(operands).results(&[ty]);
    for &(name, attr) in attrs {
        state = state.attr(ctx.ident(name), attr);
    }
    if let Some(definition) = ctx.definition(name) {
        for attribute in definition.attribute_definitions() {
            if let tfrt_ir::opdef::Presence::Default(default) = &attribute.presence
                && !attrs.iter().any(|(name, _)| *name == attribute.name)
            {
                state = state.attr(ctx.ident(&attribute.name), default.build(ctx));
            }
        }
    }
    state
}

/// Replaces an operation of one result by `arith.name`.
pub(super) fn replace(
    rewriter: &mut Rewriter<'_>,
    op: Op,
    name: &str,
    operands: &[Value],
    attrs: &[(&str, Attr)],
) -> bool {
    let ty = result_type(rewriter.op(op));
    let state = state(rewriter, op, name, operands, ty, attrs);
    rewriter.replace_with(op, state);
    true
}

/// Makes a constant before an operation.
pub(super) fn make_constant(rewriter: &mut Rewriter<'_>, before: Op, attr: Attr, ty: Type) -> Value {
    make(rewriter, before, "constant", &[], ty, &[("value", attr)])
}

fn is_constant(op: OpRef<'_>, value: Value) -> bool {
    constant_value(op.ctx, op.body, value).is_some()
}

/// The constant operands of a commutative operation stand behind the others.
fn constants_right(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    if !is_constant(view, view.operand(0)) || is_constant(view, view.operand(1)) {
        return false;
    }
    swap_operands(rewriter, op);
    true
}

fn swap_operands(rewriter: &mut Rewriter<'_>, op: Op) {
    let view = rewriter.op(op);
    let (a, b) = (view.operand(0), view.operand(1));
    rewriter.body_mut().set_operand(op, 0, b);
    rewriter.body_mut().set_operand(op, 1, a);
    rewriter.touch(op);
}

/// An operand of `arith.name` of which one operand is a constant: the other operand and the constant, which is on the left or not.
fn with_constant(op: OpRef<'_>, value: Value, name: &str, left: bool) -> Option<(Value, Int)> {
    let inner = defined_by(op, value, name)?;
    let (constant, other) = if left { (0, 1) } else { (1, 0) };
    Some((inner.operand(other), known_int(inner, inner.operand(constant))?))
}

/// The flags of overflow that an operation and what defines one of its operands have in common.
fn common_overflow(op: OpRef<'_>, operand: usize) -> Option<Attr> {
    let inner = op.at(op.body.defining_op(op.operand(operand))?);
    Some(flags::overflow_of(op).both(op.ctx, &flags::overflow_of(inner)))
}

/// Replaces an operation by one of a value and a constant, in this order or, if `constant_left`, the other.
fn replace_by_joined(
    rewriter: &mut Rewriter<'_>,
    op: Op,
    name: &str,
    value: Value,
    constant: Int,
    constant_left: bool,
    overflow: Option<Attr>,
) -> bool {
    let ty = result_type(rewriter.op(op));
    let Some(attr) = write(rewriter.ctx(), ty, &[constant.bits()]) else { return false };
    let constant = make_constant(rewriter, op, attr, ty);
    let operands = if constant_left { [constant, value] } else { [value, constant] };
    let attrs: Vec<_> = overflow.map(|flags| ("overflowFlags", flags)).into_iter().collect();
    replace(rewriter, op, name, &operands, &attrs)
}

/// `(x + a) + b`, `(x - a) + b` and `(a - x) + b` add once.
fn add_constants(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let left = view.operand(0);
    let Some(b) = known_int(view, view.operand(1)) else { return false };
    let overflow = common_overflow(view, 0);
    if let Some((x, a)) = with_constant(view, left, "arith.addi", false) {
        return replace_by_joined(rewriter, op, "addi", x, a.plus(b), false, overflow);
    }
    if let Some((x, a)) = with_constant(view, left, "arith.subi", false) {
        return replace_by_joined(rewriter, op, "addi", x, b.minus(a), false, overflow);
    }
    if let Some((x, a)) = with_constant(view, left, "arith.subi", true) {
        return replace_by_joined(rewriter, op, "subi", x, a.plus(b), true, overflow);
    }
    false
}

/// `x + y * -1` and `y * -1 + x` are `x - y`.
fn add_negated(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (a, b) = (view.operand(0), view.operand(1));
    for (x, product) in [(a, b), (b, a)] {
        if let Some((y, factor)) = with_constant(view, product, "arith.muli", false)
            && factor.is_all_ones()
        {
            return replace(rewriter, op, "subi", &[x, y], &[]);
        }
    }
    false
}

/// Differences of sums and differences with constants subtract, or add, once.
fn sub_constants(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (left, right) = (view.operand(0), view.operand(1));
    if let Some(b) = known_int(view, right) {
        let overflow = common_overflow(view, 0);
        // Of this form upstream keeps no flags.
        if let Some((x, a)) = with_constant(view, left, "arith.addi", false) {
            return replace_by_joined(rewriter, op, "addi", x, a.minus(b), false, None);
        }
        if let Some((x, a)) = with_constant(view, left, "arith.subi", false) {
            return replace_by_joined(rewriter, op, "subi", x, a.plus(b), false, overflow);
        }
        if let Some((x, a)) = with_constant(view, left, "arith.subi", true) {
            return replace_by_joined(rewriter, op, "subi", x, a.minus(b), true, overflow);
        }
    }
    if let Some(b) = known_int(view, left) {
        let overflow = common_overflow(view, 1);
        if let Some((x, a)) = with_constant(view, right, "arith.addi", false) {
            return replace_by_joined(rewriter, op, "subi", x, b.minus(a), true, overflow);
        }
        if let Some((x, a)) = with_constant(view, right, "arith.subi", false) {
            return replace_by_joined(rewriter, op, "subi", x, a.plus(b), true, overflow);
        }
        if let Some((x, a)) = with_constant(view, right, "arith.subi", true) {
            return replace_by_joined(rewriter, op, "addi", x, b.minus(a), false, overflow);
        }
    }
    false
}

/// `(a - b) - a` is `0 - b`.
fn sub_of_difference(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let ty = result_type(view);
    let Some(inner) = defined_by(view, view.operand(0), "arith.subi") else { return false };
    let b = inner.operand(1);
    if inner.operand(0) != view.operand(1) {
        return false;
    }
    let Some(zero) = splat_int(view.ctx, ty, 0) else { return false };
    let zero = make_constant(rewriter, op, zero, ty);
    replace(rewriter, op, "subi", &[zero, b], &[])
}

/// `(x * a) * b` multiplies once.
fn mul_constants(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(b) = known_int(view, view.operand(1)) else { return false };
    let Some((x, a)) = with_constant(view, view.operand(0), "arith.muli", false) else { return false };
    let overflow = common_overflow(view, 0);
    replace_by_joined(rewriter, op, "muli", x, a.times(b), false, overflow)
}

/// `and`, `or` and `xor` of two extended values are done before the extension.
fn bits_of_extended(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    for ext in ["extui", "extsi"] {
        let name = format!("arith.{ext}");
        let (Some(a), Some(b)) =
            (defined_by(view, view.operand(0), &name), defined_by(view, view.operand(1), &name))
        else {
            continue;
        };
        let (x, y) = (a.operand(0), b.operand(0));
        let ty = view.value_type(x);
        if ty != view.value_type(y) {
            continue;
        }
        let Some(bits) = view.name_str().strip_prefix("arith.").map(str::to_owned) else { return false };
        let narrow = make(rewriter, op, &bits, &[x, y], ty, &[]);
        return replace(rewriter, op, ext, &[narrow], &[]);
    }
    false
}

/// The number of the predicate that holds where one does not.
pub(crate) fn inverted(predicate: i64) -> i64 {
    match predicate {
        0 => 1,
        1 => 0,
        2 => 5,
        3 => 4,
        4 => 3,
        5 => 2,
        6 => 9,
        7 => 8,
        8 => 7,
        _ => 6,
    }
}

/// The complement of a comparison is the opposite comparison.
fn not_of_compare(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    if !known_int(view, view.operand(1)).is_some_and(Int::is_all_ones) {
        return false;
    }
    let Some(compare) = defined_by(view, view.operand(0), "arith.cmpi") else { return false };
    let Some(predicate) = predicate(compare) else { return false };
    let operands = [compare.operand(0), compare.operand(1)];
    let predicate = view.ctx.i64_attr(inverted(predicate));
    replace(rewriter, op, "cmpi", &operands, &[("predicate", predicate)])
}

/// The sum alone needs no overflow.
fn sum_without_overflow(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (a, b, ty) = (view.operand(0), view.operand(1), result_type(view));
    if view.body.has_uses(view.body.result(op, 1)) {
        return false;
    }
    let sum = make(rewriter, op, "addi", &[a, b], ty, &[]);
    replace_first(rewriter, op, sum)
}

/// Replaces an operation of two results of which only the first is used.
fn replace_first(rewriter: &mut Rewriter<'_>, op: Op, value: Value) -> bool {
    let first = rewriter.body().result(op, 0);
    rewriter.replace_all_uses(first, value);
    rewriter.erase_op(op);
    true
}

/// The lower half of a product alone is a product.
fn product_without_high(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (a, b, ty) = (view.operand(0), view.operand(1), result_type(view));
    if view.body.has_uses(view.body.result(op, 1)) {
        return false;
    }
    let product = make(rewriter, op, "muli", &[a, b], ty, &[]);
    replace_first(rewriter, op, product)
}

/// Of a product with one, the upper half is the sign.
fn extended_product_with_one(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (x, ty) = (view.operand(0), result_type(view));
    if !known_int(view, view.operand(1)).is_some_and(Int::is_one) {
        return false;
    }
    let ctx = rewriter.ctx();
    let Some(zero) = splat_int(ctx, ty, 0) else { return false };
    let bits = super::like(ctx, ty);
    let zero = make_constant(rewriter, op, zero, ty);
    let less = ctx.i64_attr(2);
    let negative = make(rewriter, op, "cmpi", &[x, zero], bits, &[("predicate", less)]);
    let high = make(rewriter, op, "extsi", &[negative], ty, &[]);
    rewriter.replace_op(op, &[x, high]);
    true
}

/// The constant of a comparison stands on the right.
fn compare_constant_left(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    if !is_constant(view, view.operand(0)) || is_constant(view, view.operand(1)) {
        return false;
    }
    let Some(predicate) = predicate(view) else { return false };
    let swapped = match predicate {
        2..=5 => predicate ^ 6,
        6 => 8,
        7 => 9,
        8 => 6,
        9 => 7,
        equality => equality,
    };
    let ctx = rewriter.ctx();
    rewriter.body_mut().set_attr(ctx, op, ctx.ident("predicate"), ctx.i64_attr(swapped));
    swap_operands(rewriter, op);
    true
}

/// Extended values are equal if the values are.
fn compare_extended(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    for name in ["arith.extsi", "arith.extui"] {
        let (Some(a), Some(b)) =
            (defined_by(view, view.operand(0), name), defined_by(view, view.operand(1), name))
        else {
            continue;
        };
        let (x, y) = (a.operand(0), b.operand(0));
        let Some(predicate @ (0 | 1)) = predicate(view) else { return false };
        if view.value_type(x) != view.value_type(y) {
            continue;
        }
        let predicate = view.ctx.i64_attr(predicate);
        return replace(rewriter, op, "cmpi", &[x, y], &[("predicate", predicate)]);
    }
    false
}

/// `select(p, select(p, a, b), c)` and `select(p, a, select(p, b, c))` choose once.
fn select_repeated_condition(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (condition, yes, no) = (view.operand(0), view.operand(1), view.operand(2));
    if let Some(inner) = defined_by(view, no, "arith.select")
        && inner.operand(0) == condition
    {
        let no = inner.operand(2);
        return replace(rewriter, op, "select", &[condition, yes, no], &[]);
    }
    if let Some(inner) = defined_by(view, yes, "arith.select")
        && inner.operand(0) == condition
    {
        let yes = inner.operand(1);
        return replace(rewriter, op, "select", &[condition, yes, no], &[]);
    }
    false
}

/// A choice by the complement of a condition is one by the condition, with the values in the other order.
fn select_by_not(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (yes, no) = (view.operand(1), view.operand(2));
    let Some(not) = defined_by(view, view.operand(0), "arith.xori") else { return false };
    if !known_int(not, not.operand(1)).is_some_and(Int::is_all_ones) {
        return false;
    }
    let condition = not.operand(0);
    replace(rewriter, op, "select", &[condition, no, yes], &[])
}

/// `select(p, false, true)` is the complement of `p`.
fn select_false_true(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (condition, ty, ctx) = (view.operand(0), result_type(view), view.ctx);
    if int_width(ctx, ty) != Some(1)
        || !known_int(view, view.operand(1)).is_some_and(Int::is_zero)
        || !known_int(view, view.operand(2)).is_some_and(Int::is_one)
    {
        return false;
    }
    let of = view.value_type(condition);
    let Some(ones) = splat_bool(ctx, of, true) else { return false };
    let ones = make_constant(rewriter, op, ones, of);
    replace(rewriter, op, "xori", &[condition, ones], &[])
}

/// `select(p, 1, 0)` and `select(p, 0, 1)` extend `p` and its complement.
fn select_one_zero(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (condition, ty, ctx) = (view.operand(0), result_type(view), view.ctx);
    let Some(width) = int_width(ctx, ty) else { return false };
    if width == 1 || super::numbers::scalar_type(ctx, ty) == ctx.index() {
        return false;
    }
    let (Some(yes), Some(no)) = (known_int(view, view.operand(1)), known_int(view, view.operand(2))) else {
        return false;
    };
    let of = view.value_type(condition);
    if super::like(ctx, ty) != of {
        return false;
    }
    if yes.is_one() && no.is_zero() {
        return replace(rewriter, op, "extui", &[condition], &[]);
    }
    if yes.is_zero() && no.is_one() {
        let Some(ones) = splat_bool(ctx, of, true) else { return false };
        let ones = make_constant(rewriter, op, ones, of);
        let not = make(rewriter, op, "xori", &[condition, ones], of, &[]);
        return replace(rewriter, op, "extui", &[not], &[]);
    }
    false
}

/// An extension of an extension of its kind extends once.
fn extend_extended(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(inner) = defined_by(view, view.operand(0), view.name_str()) else { return false };
    let source = inner.operand(0);
    rewriter.body_mut().set_operand(op, 0, source);
    rewriter.touch(op);
    true
}

/// A value that was extended with zeros is not negative.
fn extend_sign_of_unsigned(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(inner) = defined_by(view, view.operand(0), "arith.extui") else { return false };
    let source = inner.operand(0);
    replace(rewriter, op, "extui", &[source], &[])
}

/// A truncated extension extends or truncates less.
fn truncate_extended(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    for name in ["extui", "extsi"] {
        let Some(inner) = defined_by(view, view.operand(0), &format!("arith.{name}")) else { continue };
        let source = inner.operand(0);
        let widths = [view.value_type(source), result_type(view)].map(|ty| int_width(view.ctx, ty));
        let [Some(from), Some(to)] = widths else { return false };
        if from > to {
            rewriter.body_mut().set_operand(op, 0, source);
            rewriter.touch(op);
            return true;
        }
        return from < to && replace(rewriter, op, name, &[source], &[]);
    }
    false
}

/// A truncation of a truncation truncates once.
fn truncate_truncated(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(inner) = defined_by(view, view.operand(0), "arith.trunci") else { return false };
    let source = inner.operand(0);
    rewriter.body_mut().set_operand(op, 0, source);
    rewriter.touch(op);
    true
}

/// The number of bits that a truncation drops, if `shift` shifts its operand that far.
fn drops_shifted(op: OpRef<'_>, shift: OpRef<'_>) -> bool {
    let (Some(from), Some(to)) =
        (int_width(op.ctx, op.value_type(op.operand(0))), int_width(op.ctx, result_type(op)))
    else {
        return false;
    };
    known_int(shift, shift.operand(1)).is_some_and(|by| by.bits() == u128::from(from - to))
}

/// Of a shifted value whose sign is dropped, the sign does not matter.
fn truncate_shifted(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(shift) = defined_by(view, view.operand(0), "arith.shrsi") else { return false };
    if !drops_shifted(view, shift) {
        return false;
    }
    let (operands, ty) = ([shift.operand(0), shift.operand(1)], result_type(shift));
    let shifted = make(rewriter, op, "shrui", &operands, ty, &[]);
    replace(rewriter, op, "trunci", &[shifted], &[])
}

/// A cast to `index` and back, or the other way round, is nothing.
fn cast_back(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(inner) = defined_by(view, view.operand(0), view.name_str()) else { return false };
    let source = inner.operand(0);
    if view.value_type(source) != result_type(view) {
        return false;
    }
    rewriter.replace_op(op, &[source]);
    true
}

/// A cast of an extension extends by itself.
fn cast_extended(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (name, ext) = match view.name_str() {
        "arith.index_cast" => ("index_cast", "arith.extsi"),
        _ => ("index_castui", "arith.extui"),
    };
    let Some(inner) = defined_by(view, view.operand(0), ext) else { return false };
    let source = inner.operand(0);
    replace(rewriter, op, name, &[source], &[])
}

/// Bits read as one type and then as another.
fn bitcast_of_bitcast(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(inner) = defined_by(view, view.operand(0), "arith.bitcast") else { return false };
    let source = inner.operand(0);
    replace(rewriter, op, "bitcast", &[source], &[])
}
