//! Folds of `arith` operations on floats.
//!
//! Arithmetic rounds to nearest, ties to even, as the operations do at run time. NaN operands are propagated unchanged; an
//! operation that makes a NaN from numbers gives the positive quiet NaN.

use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Folded;
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

use super::flags;
use super::fold::{Constants, constant, defined_by, predicate, result_type};
use super::numbers::{
    Int, float_kind, float_of, from_f64, int_width, map, map_floats, map2, scalar_type, splat_bool, to_f64,
};

/// The fold of the operation `arith.name`.
pub(super) fn fold(op: OpRef<'_>, c: Constants<'_>, name: &str) -> Option<Folded> {
    match name {
        "addf" | "subf" | "mulf" | "divf" | "remf" => arithmetic(op, c, name),
        "maximumf" | "minimumf" | "maxnumf" | "minnumf" => extreme(op, c, name),
        "negf" => negate(op, c),
        "cmpf" => compare(op, c),
        "extf" | "truncf" => convert(op, c, name == "extf"),
        "sitofp" | "uitofp" => from_integer(op, c, name == "sitofp"),
        "fptosi" | "fptoui" => to_integer(op, c, name == "fptosi"),
        _ => None,
    }
}

fn arithmetic(op: OpRef<'_>, c: Constants<'_>, name: &str) -> Option<Folded> {
    let flags = flags::fastmath_of(op);
    if let Some(right) = c[1].and_then(|attr| float_of(op.ctx, attr)) {
        let neutral = match name {
            "addf" => right == 0.0 && right.is_sign_negative(),
            "subf" => right == 0.0 && right.is_sign_positive(),
            "mulf" | "divf" => right == 1.0,
            _ => false,
        };
        if neutral {
            return Some(Folded::Value(op.operand(0)));
        }
        if name == "mulf" && right == 0.0 && flags.contains("nnan") && flags.contains("nsz") {
            return Some(Folded::Value(op.operand(1)));
        }
    }
    constant(map_floats(op.ctx, (c[0]?, c[1]?), result_type(op), |a, b| match name {
        "addf" => a + b,
        "subf" => a - b,
        "mulf" => a * b,
        "divf" => a / b,
        _ => a % b,
    }))
}

fn extreme(op: OpRef<'_>, c: Constants<'_>, name: &str) -> Option<Folded> {
    let (a, b) = (op.operand(0), op.operand(1));
    if a == b {
        return Some(Folded::Value(b));
    }
    let is_max = name.starts_with("max");
    let propagates = name.ends_with("imumf");
    if let Some(right) = c[1].and_then(|attr| float_of(op.ctx, attr)) {
        let neutral = match propagates {
            true => right == if is_max { f64::NEG_INFINITY } else { f64::INFINITY },
            false => right.is_nan(),
        };
        if neutral {
            return Some(Folded::Value(a));
        }
    }
    let ty = result_type(op);
    let kind = float_kind(op.ctx, ty)?;
    if kind.width() > 64 {
        return None;
    }
    constant(map2(op.ctx, c[0]?, c[1]?, ty, |a, b| {
        let (x, y) = (to_f64(kind, a), to_f64(kind, b));
        if x.is_nan() || y.is_nan() {
            return Some(if x.is_nan() == propagates { a } else { b });
        }
        // Of two zeros the positive one is the larger.
        let first_is_less = x < y || x == y && x.is_sign_negative() && !y.is_sign_negative();
        Some(if first_is_less == is_max { b } else { a })
    }))
}

fn negate(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    if let Some(inner) = defined_by(op, op.operand(0), "arith.negf") {
        return Some(Folded::Value(inner.operand(0)));
    }
    let ty = result_type(op);
    let kind = float_kind(op.ctx, ty)?;
    if kind == FloatKind::F8E8M0FNU {
        return None;
    }
    constant(map(op.ctx, c[0]?, ty, |numbers, bits| Some(bits ^ 1 << (numbers.width - 1))))
}

/// Whether two floats are as the predicate with this number says.
fn holds(predicate: i64, a: f64, b: f64) -> bool {
    let unordered = a.is_nan() || b.is_nan();
    match predicate {
        0 => false,
        1 => a == b,
        2 => a > b,
        3 => a >= b,
        4 => a < b,
        5 => a <= b,
        6 => !unordered && a != b,
        7 => !unordered,
        8 => unordered || a == b,
        9 => unordered || a > b,
        10 => unordered || a >= b,
        11 => unordered || a < b,
        12 => unordered || a <= b,
        13 => unordered || a != b,
        14 => unordered,
        _ => true,
    }
}

fn compare(op: OpRef<'_>, c: Constants<'_>) -> Option<Folded> {
    // Only numbers are compared, no vectors of them: so it is upstream.
    let scalar = |attr| op.ctx.attr_type(attr).is_some_and(|ty| !op.ctx.type_kind(ty).is_shaped());
    let known = |index: usize| c[index].filter(|&attr| scalar(attr)).and_then(|attr| float_of(op.ctx, attr));
    let (a, b) = (known(0), known(1));
    // One NaN decides alone.
    let (a, b) = match (a, b) {
        (Some(a), _) if a.is_nan() => (a, a),
        (_, Some(b)) if b.is_nan() => (b, b),
        (a, b) => (a?, b?),
    };
    constant(splat_bool(op.ctx, result_type(op), holds(predicate(op)?, a, b)))
}

fn convert(op: OpRef<'_>, c: Constants<'_>, extends: bool) -> Option<Folded> {
    let ty = result_type(op);
    let to = float_kind(op.ctx, ty)?;
    let source = op.operand(0);
    if extends {
        if let Some(inner) = defined_by(op, source, "arith.truncf")
            && inner.value_type(inner.operand(0)) == ty
            && [op, inner].iter().all(|&op| flags::fastmath_of(op).contains("contract"))
        {
            return Some(Folded::Value(inner.operand(0)));
        }
    } else if let Some(inner) = defined_by(op, source, "arith.extf")
        && inner.value_type(inner.operand(0)) == ty
    {
        return Some(Folded::Value(inner.operand(0)));
    }
    if op.attr(flags::ROUNDING_ATTR).is_some() {
        return None;
    }
    constant(map(op.ctx, c[0]?, ty, |numbers, bits| {
        let value = to_f64(numbers.float?, bits);
        let wide = to.width() <= 64 && numbers.width <= 64;
        let converted = wide.then(|| from_f64(to, value))?;
        // What would lose something is left to be rounded as the program says.
        (value.is_nan() || to_f64(to, converted) == value).then_some(converted)
    }))
}

fn from_integer(op: OpRef<'_>, c: Constants<'_>, signed: bool) -> Option<Folded> {
    let ty = result_type(op);
    let to = float_kind(op.ctx, ty)?;
    if !matches!(to, FloatKind::F32 | FloatKind::F64 | FloatKind::F16 | FloatKind::BF16) {
        return None;
    }
    constant(map(op.ctx, c[0]?, ty, |numbers, bits| {
        let value = Int::new(numbers.width, bits);
        let exact = if signed { value.wide() } else { i128::try_from(value.bits()).ok()? };
        Some(match to {
            FloatKind::F32 => u128::from((exact as f32).to_bits()),
            FloatKind::F64 => u128::from((exact as f64).to_bits()),
            // Beyond 53 bits, the rounded-off part only has to be distinguished from a tie.
            _ => from_f64(to, round_to_odd(exact)),
        })
    }))
}

/// The number as an `f64` from which rounding to a format of at most 24 bits gives what rounding the number itself gives.
fn round_to_odd(exact: i128) -> f64 {
    let value = exact as f64;
    if value as i128 == exact {
        return value;
    }
    let below = if (value as i128).unsigned_abs() > exact.unsigned_abs() {
        f64::from_bits(value.to_bits() - 1)
    } else {
        value
    };
    f64::from_bits(below.to_bits() | 1)
}

fn to_integer(op: OpRef<'_>, c: Constants<'_>, signed: bool) -> Option<Folded> {
    let ty = result_type(op);
    let width = int_width(op.ctx, ty)?;
    if matches!(op.ctx.type_kind(scalar_type(op.ctx, ty)), TypeKind::Integer { sign, .. } if *sign != Signedness::Signless)
        || width > 64
    {
        return None;
    }
    constant(map(op.ctx, c[0]?, ty, |numbers, bits| {
        let value = to_f64(numbers.float?, bits).trunc();
        let (low, high) = match signed {
            true => (-(2f64.powi(width as i32 - 1)), 2f64.powi(width as i32 - 1)),
            false => (0.0, 2f64.powi(width as i32)),
        };
        (low <= value && value < high).then(|| Int::new(width, value as i128 as u128).bits())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_integers_are_rounded_to_odd() {
        assert_eq!(round_to_odd(i128::MIN), -(2f64.powi(127)));
        assert_eq!(round_to_odd(i128::MIN + 1), (-(2f64.powi(127))).next_up());
        assert_eq!(round_to_odd((1 << 100) + 1), 2f64.powi(100).next_up());
    }
}
