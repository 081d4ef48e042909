//! Folds of `arith` operations on integers and of selections, to constants or to existing values.
//!
//! Every rule is upstream's: a division by a constant zero and a shift by the width or more are left alone; every other
//! overflow wraps around. [`fold_floats`](super::fold_floats) has the rules for floats, [`patterns`](super::patterns)
//! those that create operations.

use smallvec::{SmallVec, smallvec};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::ValueDef;
use tfrt_ir::entity::Value;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{Folded, constant_value};
use tfrt_ir::types::Type;

use super::fold_floats;
use super::numbers::{
    Int, Numbers, int_of, int_width, is_static, known_int, map, map_ints, map2, scalar_type, splat_bool,
    splat_int, write,
};
use crate::ub::is_poison;

/// The constants among the operands of an operation.
pub(super) type Constants<'a> = &'a [Option<Attr>];

/// The fold of every operation of the dialect that has one.
pub(super) fn fold(op: OpRef<'_>, constants: Constants<'_>) -> Option<SmallVec<[Folded; 2]>> {
    let name = op.name_str().strip_prefix("arith.")?;
    if let Some(folded) = of_poison(op, constants, name) {
        return Some(smallvec![folded]);
    }
    let one = match name {
        "addui_extended" => return add_extended(op, constants),
        "mulsi_extended" | "mului_extended" => return mul_extended(op, constants, name == "mulsi_extended"),
        "addi" => add(op, constants),
        "subi" => sub(op, constants),
        "muli" => mul(op, constants),
        "divsi" | "divui" | "ceildivsi" | "ceildivui" | "floordivsi" | "remsi" | "remui" => {
            divide(op, constants, name)
        }
        "andi" => and(op, constants),
        "ori" => or(op, constants),
        "xori" => xor(op, constants),
        "maxsi" | "maxui" | "minsi" | "minui" => extreme(op, constants, name),
        "shli" | "shrsi" | "shrui" => shift(op, constants, name),
        "cmpi" => compare(op, constants),
        "select" => select(op, constants),
        "extsi" | "extui" | "trunci" | "index_cast" | "index_castui" => resize(op, constants, name),
        "bitcast" => bitcast(op, constants),
        _ => fold_floats::fold(op, constants, name),
    };
    one.map(|folded| smallvec![folded])
}

/// The fold of an operation with a poison operand: poison, or for a selection the other value.
fn of_poison(op: OpRef<'_>, constants: Constants<'_>, name: &str) -> Option<Folded> {
    let poison =
        |index: usize| constants.get(index).copied().flatten().filter(|&attr| is_poison(op.ctx, attr));
    match name {
        "select" if poison(1).is_some() => Some(Folded::Value(op.operand(2))),
        "select" if poison(2).is_some() => Some(Folded::Value(op.operand(1))),
        // These are zero, whatever their operands are.
        "subi" | "xori" if op.operand(0) == op.operand(1) => None,
        // As upstream, these are left alone.
        "select" | "cmpi" | "cmpf" | "shli" | "shrsi" | "shrui" => None,
        _ if op.num_results() != 1 => None,
        _ => (0..constants.len()).find_map(poison).map(Folded::Constant),
    }
}

/// A constant of the type of the first result.
pub(super) fn constant(attr: Option<Attr>) -> Option<Folded> {
    attr.map(Folded::Constant)
}

pub(super) fn result_type(op: OpRef<'_>) -> Type {
    op.value_type(op.body.result(op.op, 0))
}

/// The operation of this name that defines a value.
pub(super) fn defined_by<'a>(op: OpRef<'a>, value: Value, name: &str) -> Option<OpRef<'a>> {
    match op.body.value_def(value) {
        ValueDef::Result(def, _) => Some(op.at(def)).filter(|def| def.name_str() == name),
        ValueDef::Argument(..) => None,
    }
}

/// The integer that all elements of the operand `index` are.
fn int(op: OpRef<'_>, constants: Constants<'_>, index: usize) -> Option<Int> {
    constants[index].and_then(|attr| int_of(op.ctx, attr))
}

/// Two constant operands, pair by pair.
fn both(op: OpRef<'_>, constants: Constants<'_>, f: impl FnMut(Int, Int) -> Option<Int>) -> Option<Folded> {
    constant(map_ints(op.ctx, (constants[0]?, constants[1]?), result_type(op), f))
}

fn zero(op: OpRef<'_>) -> Option<Folded> {
    let ty = result_type(op);
    if is_static(op.ctx, ty) { constant(splat_int(op.ctx, ty, 0)) } else { None }
}

fn add(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    let (a, b) = (op.operand(0), op.operand(1));
    if int(op, c, 1).is_some_and(Int::is_zero) {
        return Some(Folded::Value(a));
    }
    for (difference, other) in [(a, b), (b, a)] {
        if let Some(sub) = defined_by(op, difference, "arith.subi")
            && sub.operand(1) == other
        {
            return Some(Folded::Value(sub.operand(0)));
        }
    }
    both(op, c, |a, b| Some(a.plus(b)))
}

fn add_extended(op: OpRef<'_>, c: Constants<'_>) -> Option<SmallVec<[Folded; 2]>> {
    let bits = op.value_type(op.body.result(op.op, 1));
    if int(op, c, 1).is_some_and(Int::is_zero) {
        return Some(smallvec![
            Folded::Value(op.operand(0)),
            Folded::Constant(splat_bool(op.ctx, bits, false)?)
        ]);
    }
    let pair = (c[0]?, c[1]?);
    let sum = map_ints(op.ctx, pair, result_type(op), |a, b| Some(a.plus(b)))?;
    let overflow =
        map_ints(op.ctx, pair, bits, |a, b| Some(Int::new(1, u128::from(a.plus(b).bits() < a.bits()))))?;
    Some(smallvec![Folded::Constant(sum), Folded::Constant(overflow)])
}

fn mul_extended(op: OpRef<'_>, c: Constants<'_>, signed: bool) -> Option<SmallVec<[Folded; 2]>> {
    let ty = result_type(op);
    if int(op, c, 1).is_some_and(Int::is_zero) {
        let zero = Folded::Constant(c[1]?);
        return Some(smallvec![zero, zero]);
    }
    if !signed && int(op, c, 1).is_some_and(Int::is_one) {
        return Some(smallvec![Folded::Value(op.operand(0)), Folded::Constant(splat_int(op.ctx, ty, 0)?)]);
    }
    let pair = (c[0]?, c[1]?);
    let product = |a: Int, b: Int| match signed {
        true => a.wide() * b.wide(),
        // The low bits are the same with any sign, also if the product has 128 of them.
        false => a.bits().wrapping_mul(b.bits()) as i128,
    };
    if int_width(op.ctx, ty)? > 64 {
        return None;
    }
    let low = map_ints(op.ctx, pair, ty, |a, b| Some(a.wrap(product(a, b))))?;
    let high = map_ints(op.ctx, pair, ty, |a, b| Some(a.wrap(product(a, b) >> a.width())))?;
    Some(smallvec![Folded::Constant(low), Folded::Constant(high)])
}

fn sub(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    let (a, b) = (op.operand(0), op.operand(1));
    if a == b
        && let Some(zero) = zero(op)
    {
        return Some(zero);
    }
    if int(op, c, 1).is_some_and(Int::is_zero) {
        return Some(Folded::Value(a));
    }
    if let Some(sum) = defined_by(op, a, "arith.addi") {
        let (left, right) = (sum.operand(0), sum.operand(1));
        if b == right {
            return Some(Folded::Value(left));
        }
        if b == left {
            return Some(Folded::Value(right));
        }
    }
    both(op, c, |a, b| Some(a.minus(b)))
}

fn mul(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    match int(op, c, 1) {
        Some(factor) if factor.is_zero() => return Some(Folded::Value(op.operand(1))),
        Some(factor) if factor.is_one() => return Some(Folded::Value(op.operand(0))),
        _ => {}
    }
    both(op, c, |a, b| Some(a.times(b)))
}

/// The rounded quotient of numbers of which none is negative, as upstream computes it.
fn ceiling_of_positive(a: Int, b: Int) -> Option<i128> {
    if a.is_zero() {
        return Some(0);
    }
    a.exactly((a.wide() - 1) / b.wide() + 1).map(Int::wide)
}

/// The number with the other sign, if there is one.
fn negated(a: Int) -> Option<Int> {
    a.exactly(a.wide().checked_neg()?)
}

fn ceiling(a: Int, b: Int) -> Option<Int> {
    if b.is_zero() {
        return None;
    }
    if a.is_zero() {
        return Some(a);
    }
    match (a.wide() > 0, b.wide() > 0) {
        (true, true) => ceiling_of_positive(a, b).map(|q| a.wrap(q)),
        (false, false) => {
            let (a, b) = (negated(a)?, negated(b)?);
            ceiling_of_positive(a, b).map(|q| a.wrap(q))
        }
        (false, true) => a.exactly(-(negated(a)?.wide() / b.wide())),
        (true, false) => a.exactly(-(a.wide() / negated(b)?.wide())),
    }
}

fn divide(op: OpRef<'_>, c: Constants<'_>, name: &str) -> Option<Folded> {
    let a = op.operand(0);
    let is_remainder = name.starts_with("rem");
    if int(op, c, 1).is_some_and(Int::is_one) {
        return if is_remainder { zero(op) } else { Some(Folded::Value(a)) };
    }
    if matches!(name, "divsi" | "divui")
        && let Some(product) = defined_by(op, a, "arith.muli")
        && super::flags::overflow_of(product).contains(if name == "divsi" { "nsw" } else { "nuw" })
    {
        // (a * b) / b, where the product is known not to overflow.
        let (left, right) = (product.operand(0), product.operand(1));
        let divisor = op.operand(1);
        if divisor == left || divisor == right {
            return Some(Folded::Value(if divisor == left { right } else { left }));
        }
    }
    both(op, c, |a, b| {
        if b.is_zero() {
            return None;
        }
        let (sa, sb, ua, ub) = (a.wide(), b.wide(), a.bits(), b.bits());
        match name {
            "divsi" => a.exactly(sa.checked_div(sb)?),
            "divui" => Some(Int::new(a.width(), ua / ub)),
            "ceildivui" => Some(Int::new(a.width(), ua.div_ceil(ub))),
            "floordivsi" => {
                let quotient = sa.checked_div_euclid(sb)?;
                a.exactly(quotient - i128::from(sb < 0 && sa.rem_euclid(sb) != 0))
            }
            "remsi" => Some(a.wrap(sa.wrapping_rem(sb))),
            "remui" => Some(Int::new(a.width(), ua % ub)),
            _ => ceiling(a, b),
        }
    })
}

/// Whether a division has a result whatever the dividend is, so that it may run where it did not.
pub(super) fn divides_safely(op: OpRef<'_>) -> bool {
    let signed = op.name_str().ends_with("si");
    let Some(attr) = constant_value(op.ctx, op.body, op.operand(1)) else { return false };
    let Some(divisors) = Numbers::read(op.ctx, attr) else { return false };
    let mut divisors = divisors.elements.iter().map(|&bits| Int::new(divisors.width, bits));
    divisors.all(|divisor| !(divisor.is_zero() || signed && divisor.is_all_ones()))
}

/// The value of which another is the complement, `xori %x, -1`.
fn complement_of(op: OpRef<'_>, value: Value) -> Option<Value> {
    let xor = defined_by(op, value, "arith.xori")?;
    known_int(xor, xor.operand(1)).filter(|mask| mask.is_all_ones())?;
    Some(xor.operand(0))
}

fn are_complements(op: OpRef<'_>) -> bool {
    let (a, b) = (op.operand(0), op.operand(1));
    complement_of(op, b) == Some(a) || complement_of(op, a) == Some(b)
}

fn and(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    let (a, b) = (op.operand(0), op.operand(1));
    match int(op, c, 1) {
        Some(mask) if mask.is_zero() => return Some(Folded::Value(b)),
        Some(mask) if mask.is_all_ones() => return Some(Folded::Value(a)),
        _ => {}
    }
    if are_complements(op) {
        return zero(op);
    }
    for (inner, other) in [(a, b), (b, a)] {
        if let Some(and) = defined_by(op, inner, "arith.andi")
            && and.operands().any(|operand| operand == other)
        {
            return Some(Folded::Value(inner));
        }
    }
    both(op, c, |a, b| Some(Int::new(a.width(), a.bits() & b.bits()))).or_else(|| idempotent(op))
}

/// `f(x, x)`, `f(f(x, y), x)`, `f(x, f(x, y))` of a function for which more of the same changes nothing.
fn idempotent(op: OpRef<'_>) -> Option<Folded> {
    (op.operand(0) == op.operand(1)).then(|| Folded::Value(op.operand(0)))
}

fn or(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    match int(op, c, 1) {
        Some(mask) if mask.is_zero() => return Some(Folded::Value(op.operand(0))),
        // A constant of its own, as upstream makes it: the order of constants shows it.
        Some(mask) if mask.is_all_ones() => return c[1].map(Folded::Constant),
        _ => {}
    }
    if are_complements(op) {
        return constant(splat_int(op.ctx, result_type(op), -1));
    }
    both(op, c, |a, b| Some(Int::new(a.width(), a.bits() | b.bits()))).or_else(|| idempotent(op))
}

fn xor(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    let (a, b) = (op.operand(0), op.operand(1));
    if int(op, c, 1).is_some_and(Int::is_zero) {
        return Some(Folded::Value(a));
    }
    if a == b
        && let Some(zero) = zero(op)
    {
        return Some(zero);
    }
    for (inner, other) in [(a, b), (b, a)] {
        if let Some(xor) = defined_by(op, inner, "arith.xori") {
            if xor.operand(1) == other {
                return Some(Folded::Value(xor.operand(0)));
            }
            if xor.operand(0) == other {
                return Some(Folded::Value(xor.operand(1)));
            }
        }
    }
    both(op, c, |a, b| Some(Int::new(a.width(), a.bits() ^ b.bits())))
}

fn extreme(op: OpRef<'_>, c: Constants<'_>, name: &str) -> Option<Folded> {
    let (a, b) = (op.operand(0), op.operand(1));
    if a == b {
        return Some(Folded::Value(a));
    }
    if let Some(bound) = int(op, c, 1) {
        // Whether nothing is beyond the bound, and whether everything is.
        let (top, bottom) = match name {
            "maxsi" => (bound.is_max(), bound.is_min()),
            "maxui" => (bound.is_all_ones(), bound.is_zero()),
            "minsi" => (bound.is_min(), bound.is_max()),
            _ => (bound.is_zero(), bound.is_all_ones()),
        };
        if top || bottom {
            return Some(Folded::Value(if top { b } else { a }));
        }
    }
    both(op, c, |a, b| {
        let first = match name {
            "maxsi" => a.wide() > b.wide(),
            "maxui" => a.bits() > b.bits(),
            "minsi" => a.wide() < b.wide(),
            _ => a.bits() < b.bits(),
        };
        Some(if first { a } else { b })
    })
}

fn shift(op: OpRef<'_>, c: Constants<'_>, name: &str) -> Option<Folded> {
    if int(op, c, 1).is_some_and(Int::is_zero) {
        return Some(Folded::Value(op.operand(0)));
    }
    // A shift by too much gives anything; as upstream, only that of the last element counts.
    let mut in_range = false;
    let shifted = both(op, c, |a, by| {
        in_range = by.bits() < u128::from(a.width());
        let by = by.bits().min(127) as u32;
        Some(match name {
            "shli" => Int::new(a.width(), a.bits() << by),
            "shrui" => Int::new(a.width(), a.bits() >> by),
            _ => a.wrap(a.wide() >> by),
        })
    });
    shifted.filter(|_| in_range)
}

/// Whether two integers are as the predicate with this number says.
fn holds(predicate: i64, a: Int, b: Int) -> bool {
    match predicate {
        0 => a == b,
        1 => a != b,
        2 => a.wide() < b.wide(),
        3 => a.wide() <= b.wide(),
        4 => a.wide() > b.wide(),
        5 => a.wide() >= b.wide(),
        6 => a.bits() < b.bits(),
        7 => a.bits() <= b.bits(),
        8 => a.bits() > b.bits(),
        _ => a.bits() >= b.bits(),
    }
}

/// The number of the predicate of a comparison.
pub(super) fn predicate(op: OpRef<'_>) -> Option<i64> {
    op.ctx.attr_as_i64(op.attr("predicate")?)
}

fn compare(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    let ctx = op.ctx;
    let (a, b) = (op.operand(0), op.operand(1));
    let predicate = predicate(op)?;
    let ty = result_type(op);
    if a == b {
        return if is_static(ctx, ty) {
            let equal = Int::new(1, 0);
            constant(splat_bool(ctx, ty, holds(predicate, equal, equal)))
        } else {
            None
        };
    }
    let is_bool = int_width(ctx, op.value_type(a)) == Some(1);
    let right = int(op, c, 1);
    if right.is_some_and(Int::is_zero) && predicate == 1 {
        for name in ["arith.extsi", "arith.extui"] {
            if let Some(ext) = defined_by(op, a, name)
                && int_width(ctx, ext.value_type(ext.operand(0))) == Some(1)
            {
                return Some(Folded::Value(ext.operand(0)));
            }
        }
        if is_bool {
            return Some(Folded::Value(a));
        }
    }
    if right.is_some_and(Int::is_one) && predicate == 0 && is_bool {
        return Some(Folded::Value(a));
    }
    constant(map_ints(ctx, (c[0]?, c[1]?), ty, |a, b| Some(Int::new(1, u128::from(holds(predicate, a, b))))))
}

fn select(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    let ctx = op.ctx;
    let (condition, yes, no) = (op.operand(0), op.operand(1), op.operand(2));
    if yes == no {
        return Some(Folded::Value(yes));
    }
    if let Some(known) = int(op, c, 0) {
        return Some(Folded::Value(if known.is_zero() { no } else { yes }));
    }
    if op.value_type(yes) == ctx.i1()
        && int(op, c, 1).is_some_and(Int::is_one)
        && int(op, c, 2).is_some_and(Int::is_zero)
    {
        return Some(Folded::Value(condition));
    }
    if let Some(compare) = defined_by(op, condition, "arith.cmpi")
        && let Some(equality @ (0 | 1)) = predicate(compare)
    {
        let (a, b) = (compare.operand(0), compare.operand(1));
        if (a, b) == (yes, no) || (b, a) == (yes, no) {
            return Some(Folded::Value(if equality == 1 { yes } else { no }));
        }
    }
    let choice = Numbers::read(ctx, c[0]?)?;
    let mut conditions = choice.elements.into_iter();
    constant(map2(ctx, c[1]?, c[2]?, result_type(op), |yes, no| {
        conditions.next().map(|choice| if choice != 0 { yes } else { no })
    }))
}

fn resize(op: OpRef<'_>, c: Constants<'_>, name: &str) -> Option<Folded> {
    let ctx = op.ctx;
    let ty = result_type(op);
    if name == "trunci" {
        for ext in ["arith.extsi", "arith.extui"] {
            if let Some(ext) = defined_by(op, op.operand(0), ext)
                && ext.value_type(ext.operand(0)) == ty
            {
                return Some(Folded::Value(ext.operand(0)));
            }
        }
    }
    let width = int_width(ctx, ty)?;
    let from = int_width(ctx, op.value_type(op.operand(0)))?;
    constant(map(ctx, c[0]?, ty, |_, bits| {
        let value = Int::new(from, bits);
        let value = if matches!(name, "extsi" | "index_cast") { value.wide() as u128 } else { value.bits() };
        Some(Int::new(width, value).bits())
    }))
}

fn bitcast(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    let ty = result_type(op);
    if op.value_type(op.operand(0)) == ty {
        return Some(Folded::Value(op.operand(0)));
    }
    let numbers = Numbers::read(op.ctx, c[0]?)?;
    let same_width = int_width(op.ctx, ty).or_else(|| {
        super::numbers::float_kind(op.ctx, scalar_type(op.ctx, ty)).map(tfrt_ir::types::FloatKind::width)
    });
    if same_width != Some(numbers.width) {
        return None;
    }
    constant(write(op.ctx, ty, &numbers.elements))
}
