//! Folds of `math` functions of constants.
//!
//! Exact functions fold for every format; the others, as upstream, for `f32` and `f64` only, computed in the format of their operand.
//! A logarithm or square root of a number outside of its domain is not folded.

use smallvec::{SmallVec, smallvec};
use tfrt_ir::attributes::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Folded;
use tfrt_ir::types::FloatKind;

use crate::arith::numbers::{Int, float_kind, from_f64, int_width, map, map_ints, map2, to_f64};

/// A function of one number in the two formats in which it is computed.
type OneFloat = (fn(f32) -> f32, fn(f64) -> f64);
/// A function of two numbers in the two formats in which it is computed.
type TwoFloats = (fn(f32, f32) -> f32, fn(f64, f64) -> f64);

/// The fold of every operation of the dialect.
pub(super) fn fold(op: OpRef<'_>, c: &[Option<Attr>]) -> Option<SmallVec<[Folded; 2]>> {
    let name = op.name_str().strip_prefix("math.")?;
    let ty = op.value_type(op.body.result(op.op, 0));
    let attr = match name {
        "absf" | "ceil" | "floor" | "roundeven" => {
            let kind = float_kind(op.ctx, ty).filter(|kind| kind.width() <= 64)?;
            map(op.ctx, c[0]?, ty, |numbers, bits| {
                let value = to_f64(kind, bits);
                Some(match name {
                    "absf" => bits & !(1 << (numbers.width - 1)),
                    _ if value.is_nan() => bits,
                    "ceil" => from_f64(kind, value.ceil()),
                    "floor" => from_f64(kind, value.floor()),
                    _ => from_f64(kind, value.round_ties_even()),
                })
            })
        }
        "copysign" => {
            let kind = float_kind(op.ctx, ty).filter(|kind| kind.width() <= 64)?;
            let sign = 1 << (kind.width() - 1);
            map2(op.ctx, c[0]?, c[1]?, ty, |value, of| Some(value & !sign | of & sign))
        }
        "absi" => {
            let width = int_width(op.ctx, ty)?;
            map(op.ctx, c[0]?, ty, |_, bits| {
                let value = Int::new(width, bits);
                Some(value.wrap(value.wide().wrapping_abs()).bits())
            })
        }
        "ctlz" | "cttz" | "ctpop" => {
            let width = int_width(op.ctx, ty)?;
            map(op.ctx, c[0]?, ty, |_, bits| {
                Some(u128::from(match name {
                    "ctlz" => bits.leading_zeros() - (128 - width),
                    "cttz" => bits.trailing_zeros().min(width),
                    _ => bits.count_ones(),
                }))
            })
        }
        "isfinite" | "isinf" | "isnan" | "isnormal" => map(op.ctx, c[0]?, ty, |numbers, bits| {
            let value = to_f64(numbers.float?, bits);
            let least = numbers.float.map(least_normal)?;
            Some(u128::from(match name {
                "isfinite" => value.is_finite(),
                "isinf" => value.is_infinite(),
                "isnan" => value.is_nan(),
                _ => value.is_finite() && value.abs() >= least,
            }))
        }),
        "ipowi" => map_ints(op.ctx, (c[0]?, c[1]?), ty, power),
        _ => functions(op, c, name),
    };
    attr.map(|attr| smallvec![Folded::Constant(attr)])
}

fn functions(op: OpRef<'_>, c: &[Option<Attr>], name: &str) -> Option<Attr> {
    let ty = op.value_type(op.body.result(op.op, 0));
    let kind = float_kind(op.ctx, ty)?;
    if let Some((narrow, wide)) = two_floats(name) {
        return map2(op.ctx, c[0]?, c[1]?, ty, |a, b| match kind {
            FloatKind::F32 => {
                Some(u128::from(narrow(f32::from_bits(a as u32), f32::from_bits(b as u32)).to_bits()))
            }
            FloatKind::F64 => {
                Some(u128::from(wide(f64::from_bits(a as u64), f64::from_bits(b as u64)).to_bits()))
            }
            _ => None,
        });
    }
    let (narrow, wide) = one_float(name)?;
    // Upstream leaves what is below the domain, and goes by the sign bit, that of a NaN too.
    let below_domain = |value: f64| match name {
        "log" | "log2" | "log10" | "sqrt" => value.is_sign_negative(),
        "log1p" => value.is_sign_negative() && (value.is_nan() || value < -1.0),
        _ => false,
    };
    map(op.ctx, c[0]?, ty, |_, bits| {
        let value = to_f64(kind, bits);
        if below_domain(value) {
            return None;
        }
        match kind {
            FloatKind::F32 => Some(u128::from(narrow(f32::from_bits(bits as u32)).to_bits())),
            FloatKind::F64 => Some(u128::from(wide(f64::from_bits(bits as u64)).to_bits())),
            _ => None,
        }
    })
}

/// The inverse of `tanh`; beyond its domain a NaN with the sign that processors give an invalid result.
fn arc_tanh_f32(value: f32) -> f32 {
    if value.abs() > 1.0 { f32::from_bits(0xffc0_0000) } else { libm::atanhf(value) }
}

/// The same in double precision.
fn arc_tanh(value: f64) -> f64 {
    if value.abs() > 1.0 { f64::from_bits(0xfff8_0000_0000_0000) } else { libm::atanh(value) }
}

fn one_float(name: &str) -> Option<OneFloat> {
    Some(match name {
        "acos" => (f32::acos, f64::acos),
        "acosh" => (libm::acoshf, libm::acosh),
        "asin" => (f32::asin, f64::asin),
        "asinh" => (libm::asinhf, libm::asinh),
        "atan" => (f32::atan, f64::atan),
        "atanh" => (arc_tanh_f32, arc_tanh),
        "cos" => (f32::cos, f64::cos),
        "cosh" => (f32::cosh, f64::cosh),
        "erf" => (libm::erff, libm::erf),
        "erfc" => (libm::erfcf, libm::erfc),
        "exp" => (f32::exp, f64::exp),
        "exp2" => (f32::exp2, f64::exp2),
        "expm1" => (f32::exp_m1, f64::exp_m1),
        "log" => (f32::ln, f64::ln),
        "log10" => (f32::log10, f64::log10),
        "log1p" => (f32::ln_1p, f64::ln_1p),
        "log2" => (f32::log2, f64::log2),
        "round" => (f32::round, f64::round),
        "sin" => (f32::sin, f64::sin),
        "sinh" => (f32::sinh, f64::sinh),
        "sqrt" => (f32::sqrt, f64::sqrt),
        "tan" => (f32::tan, f64::tan),
        "tanh" => (f32::tanh, f64::tanh),
        "trunc" => (f32::trunc, f64::trunc),
        _ => return None,
    })
}

fn two_floats(name: &str) -> Option<TwoFloats> {
    Some(match name {
        "atan2" => (f32::atan2, f64::atan2),
        "powf" => (f32::powf, f64::powf),
        _ => return None,
    })
}

/// The least positive number of a format that has all digits.
fn least_normal(kind: FloatKind) -> f64 {
    match kind {
        FloatKind::F64 => f64::MIN_POSITIVE,
        FloatKind::F16 => 2f64.powi(-14),
        _ => f64::from(f32::MIN_POSITIVE),
    }
}

/// An integer to the power of another; a fraction is cut off.
fn power(base: Int, exponent: Int) -> Option<Int> {
    if exponent.wide() < 0 {
        return match base.wide() {
            0 => None,
            1 => Some(base),
            -1 => Some(base.wrap(if exponent.bits() & 1 == 1 { -1 } else { 1 })),
            _ => Some(base.wrap(0)),
        };
    }
    let (mut result, mut square, mut left) = (1u128, base.bits(), exponent.bits());
    while left > 0 {
        if left & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        left >>= 1;
    }
    Some(Int::new(base.width(), result))
}
