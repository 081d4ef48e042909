//! The element-wise ops of floats and of conditions as vector code.
//!
//! Each gives the bits of the op's Rust function, NaNs' payloads excepted: the same operations in the same order, with the same
//! numbers. Halves are computed as `f32` and rounded where the Rust functions round. The elementary functions, of `f32` and of halves,
//! are those of [`tfrt_numerics::scalar`], where their polynomials and bounds are explained. Those of `f64` are in
//! [`doubles`]. Tests run every op both ways.

use tfrt_executor::jit::loops::LoopReduction;
use tfrt_executor::tensor::DType;
use tfrt_numerics::coefficients::{
    ERF, ERF_END, ERF_SMALL, ERFC, EXP, EXP_M1_RANGE, EXP_RANGE, LN, LN_1P_TINY, LN2_HIGH, LN2_LOW,
    ROOT_OF_HALF, SELU, SUBNORMAL, TANH_END, TO_INTEGER,
};

use super::vector::{Binary, Code, Comparison, Kind, MaskOp, Number, Operand, Unary, V, Width};
use super::{angles, doubles};

const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;

/// The value of an op on arguments of a dtype, and its parameter, if it has one; `None` if it is not known.
pub(super) fn member(
    code: &mut Code,
    op: &str,
    args: &[V],
    dtype: DType,
    parameter: Option<f64>,
) -> Option<V> {
    let name = op.strip_prefix("tf.")?;
    if dtype == DType::I1 {
        return of_conditions(code, name, args);
    }
    if let Some(exact) = compared(code, name, args).or_else(|| exact(code, name, args)) {
        return Some(exact);
    }
    let result = match arithmetic(code, name, args, dtype, parameter) {
        None if dtype == DType::F64 => doubles::member(code, name, args)?,
        None => elementary(code, name, args)?,
        Some(result) => result,
    };
    Some(rounded(code, result, dtype))
}

/// A result that was computed as `f32`, rounded to the nearest number of a dtype.
pub(super) fn rounded(code: &mut Code, x: V, dtype: DType) -> V {
    match dtype {
        DType::F16 => code.unary(Unary::RoundToF16, x),
        DType::BF16 => {
            // To the nearest, ties to even; what is added must not make infinity of NaN.
            let last = code.unary(Unary::UnsignedShiftRight(16), x);
            let last = code.binary(Binary::And, last, 1u32);
            let up = code.binary(Binary::IntegerAdd, last, 0x7fffu32);
            let sum = code.binary(Binary::IntegerAdd, x, up);
            let sum = code.binary(Binary::And, sum, 0xffff_0000u32);
            let nan = code.compare(Comparison::Unordered, x, x);
            code.select(nan, f32::NAN, sum)
        }
        _ => x,
    }
}

/// A number in lanes as wide as those of a value.
fn number(code: &Code, like: V, number: f32) -> Operand {
    match code.width(like) {
        Width::Double => Operand::Constant(f64::from(number).to_bits()),
        _ => number.into(),
    }
}

fn bits(code: &Code, like: V, single: u32, double: u64) -> Operand {
    match code.width(like) {
        Width::Double => Operand::Constant(double),
        _ => single.into(),
    }
}

fn of_conditions(code: &mut Code, name: &str, args: &[V]) -> Option<V> {
    Some(match (name, args) {
        ("LogicalAnd", &[a, b]) => code.push(Kind::Mask(MaskOp::And, a, b)),
        ("LogicalOr", &[a, b]) => code.push(Kind::Mask(MaskOp::Or, a, b)),
        ("NotEqual", &[a, b]) => code.push(Kind::Mask(MaskOp::Xor, a, b)),
        ("Equal", &[a, b]) => {
            let different = code.push(Kind::Mask(MaskOp::Xor, a, b));
            code.push(Kind::MaskNot(different))
        }
        ("LogicalNot", &[a]) => code.push(Kind::MaskNot(a)),
        _ => return None,
    })
}

/// `mask ? a : b`, of whatever dtype.
pub(super) fn select(code: &mut Code, args: &[V]) -> Option<V> {
    let &[mask, a, b] = args else { return None };
    if !code.is_mask(a) {
        return Some(code.select(mask, a, b));
    }
    let other = code.push(Kind::MaskNot(mask));
    let a = code.push(Kind::Mask(MaskOp::And, mask, a));
    let b = code.push(Kind::Mask(MaskOp::And, other, b));
    Some(code.push(Kind::Mask(MaskOp::Or, a, b)))
}

/// What parts of a reduction are with another element.
pub(super) fn with_parts(code: &mut Code, reduction: LoopReduction, x: V) -> V {
    let parts = code.push(Kind::LoadParts);
    match reduction {
        LoopReduction::Sum => code.add(parts, x),
        LoopReduction::Max => larger(code, parts, x),
        LoopReduction::Min => smaller(code, parts, x),
    }
}

/// Comparisons.
fn compared(code: &mut Code, name: &str, args: &[V]) -> Option<V> {
    use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual, Unordered};
    let how = match name {
        "Less" => Less,
        "LessEqual" => LessEqual,
        "Greater" => Greater,
        "GreaterEqual" => GreaterEqual,
        "Equal" => Equal,
        "NotEqual" => NotEqual,
        _ => {
            let &[x] = args else { return None };
            return Some(match name {
                "IsNan" => code.compare(Unordered, x, x),
                "IsInf" | "IsFinite" => {
                    let size = magnitude(code, x);
                    let how = if name == "IsInf" { Equal } else { Less };
                    code.compare(how, size, number(code, x, f32::INFINITY))
                }
                _ => return None,
            });
        }
    };
    let &[a, b] = args else { return None };
    Some(code.compare(how, a, b))
}

/// What gives a number of the arguments' dtype without rounding.
fn exact(code: &mut Code, name: &str, args: &[V]) -> Option<V> {
    use Comparison::{Greater, Less};
    Some(match (name, args) {
        ("ReluGrad", &[gradient, x]) => {
            // The gradient of what passes, zero times the gradient elsewhere: not zero where it is infinite.
            let positive = code.compare(Greater, x, number(code, x, 0.0));
            let (zero, one) = [0.0, 1.0].map(|factor| code.constant_like(x, number(code, x, factor))).into();
            let factor = code.select(positive, one, zero);
            code.mul(gradient, factor)
        }
        ("Maximum", &[a, b]) => larger(code, a, b),
        ("Minimum", &[a, b]) => smaller(code, a, b),
        ("ClipByValue", &[x, low, high]) => {
            // Bounds that are no numbers bound nothing.
            let x = code.binary(Binary::Min, high, x);
            code.binary(Binary::Max, low, x)
        }
        ("Abs", &[x]) => magnitude(code, x),
        ("Neg", &[x]) => code.binary(Binary::Xor, x, bits(code, x, SIGN, 1 << 63)),
        ("Relu", &[x]) => at_least_zero(code, x),
        ("Relu6", &[x]) => {
            let x = at_least_zero(code, x);
            let six = code.constant_like(x, number(code, x, 6.0));
            code.binary(Binary::Min, six, x)
        }
        ("Sign", &[x]) => {
            let negative = code.compare(Less, x, number(code, x, 0.0));
            let x = {
                let positive = code.compare(Greater, x, number(code, x, 0.0));
                code.select(positive, number(code, x, 1.0), x)
            };
            code.select(negative, number(code, x, -1.0), x)
        }
        ("Round" | "Rint", &[x]) => code.unary(Unary::Round(8), x),
        ("Floor", &[x]) => code.unary(Unary::Round(9), x),
        ("Ceil", &[x]) => code.unary(Unary::Round(10), x),
        _ => return None,
    })
}

/// Arithmetic; the result is to be rounded.
fn arithmetic(code: &mut Code, name: &str, args: &[V], dtype: DType, parameter: Option<f64>) -> Option<V> {
    use Comparison::{Equal, Greater, Less, NotEqual};
    Some(match (name, args) {
        ("Add" | "AddV2" | "BiasAdd", &[a, b]) => code.add(a, b),
        ("Sub", &[a, b]) => code.sub(a, b),
        ("Mul", &[a, b]) => code.mul(a, b),
        ("Div" | "RealDiv", &[a, b]) => code.div(a, b),
        ("AddN", &[x]) => x,
        ("AddN", &[first, second, ref rest @ ..]) => {
            let sum = code.add(first, second);
            rest.iter().fold(sum, |sum, &x| {
                let sum = rounded(code, sum, dtype);
                code.add(sum, x)
            })
        }
        ("LeakyRelu", &[x]) => {
            let slope = slope(parameter?, dtype);
            let below = code.mul(x, slope);
            let positive = code.compare(Greater, x, number(code, x, 0.0));
            code.select(positive, x, below)
        }
        ("FloorDiv", &[a, b]) => {
            let quotient = code.div(a, b);
            let quotient = rounded(code, quotient, dtype);
            code.unary(Unary::Round(9), quotient)
        }
        ("TruncateDiv", &[a, b]) => {
            let quotient = code.div(a, b);
            let quotient = rounded(code, quotient, dtype);
            code.unary(Unary::Round(11), quotient)
        }
        ("FloorMod", &[a, b]) => {
            let rest = doubles::remainder(code, a, b, dtype)?;
            let zero = number(code, a, 0.0);
            let below = code.compare(Less, rest, zero);
            let negative = code.compare(Less, b, zero);
            let differ = code.push(Kind::Mask(MaskOp::Xor, below, negative));
            let inexact = code.compare(NotEqual, rest, zero);
            let differ = code.push(Kind::Mask(MaskOp::And, differ, inexact));
            let more = code.add(rest, b);
            code.select(differ, more, rest)
        }
        ("DivNoNan", &[a, b]) => {
            let quotient = code.div(a, b);
            let zero = code.compare(Equal, b, number(code, b, 0.0));
            code.select(zero, number(code, b, 0.0), quotient)
        }
        ("SquaredDifference", &[a, b]) => {
            let difference = code.sub(a, b);
            let difference = rounded(code, difference, dtype);
            code.mul(difference, difference)
        }
        ("Square", &[x]) => code.mul(x, x),
        ("Reciprocal" | "Inv", &[x]) => over_one(code, x),
        ("Sqrt", &[x]) => code.unary(Unary::Sqrt, x),
        ("Rsqrt", &[x]) => {
            let root = code.unary(Unary::Sqrt, x);
            over_one(code, root)
        }
        ("Softsign", &[x]) => {
            let size = magnitude(code, x);
            let sum = code.add(size, number(code, x, 1.0));
            code.div(x, sum)
        }
        _ => return None,
    })
}

/// The factor of what is negative, as a number of the dtype.
fn slope(alpha: f64, dtype: DType) -> Operand {
    match dtype {
        DType::F64 => Operand::Constant(alpha.to_bits()),
        DType::F16 => half::f16::from_f32(alpha as f32).to_f32().into(),
        DType::BF16 => half::bf16::from_f32(alpha as f32).to_f32().into(),
        _ => (alpha as f32).into(),
    }
}

/// Elementary functions, as `f32`.
fn elementary(code: &mut Code, name: &str, args: &[V]) -> Option<V> {
    let &[x] = args else {
        return match (name, args) {
            ("Pow", &[x, y]) => Some(angles::pow(code, x, y)),
            _ => doubles::of_singles(code, name, args),
        };
    };
    Some(match name {
        "Exp" => exp(code, x),
        "Expm1" => exp_m1(code, x),
        "Log" => ln(code, x),
        "Log1p" => ln_1p(code, x),
        "Tanh" => tanh(code, x),
        "Erf" => erf(code, x),
        "Sigmoid" => sigmoid(code, x),
        "Softplus" => {
            let positive = at_least_zero(code, x);
            let power = exp_of_minus_magnitude(code, x);
            let log = ln_1p(code, power);
            code.add(positive, log)
        }
        "Elu" => {
            let below = exp_m1(code, x);
            let negative = code.compare(Comparison::Less, x, 0.0);
            code.select(negative, below, x)
        }
        "Selu" => {
            let below = exp_m1(code, x);
            let below = code.mul(below, SELU[1]);
            let above = code.mul(x, SELU[0]);
            let negative = code.compare(Comparison::Less, x, 0.0);
            code.select(negative, below, above)
        }
        _ => return angles::member(code, name, args).or_else(|| doubles::of_singles(code, name, args)),
    })
}

fn magnitude(code: &mut Code, x: V) -> V {
    code.binary(Binary::And, x, bits(code, x, MAGNITUDE, u64::MAX >> 1))
}

/// `1 / x`
fn over_one(code: &mut Code, x: V) -> V {
    let one = code.constant_like(x, number(code, x, 1.0));
    code.div(one, x)
}

/// `x < 0 ? 0 : x`
fn at_least_zero(code: &mut Code, x: V) -> V {
    let zero = code.constant_like(x, number(code, x, 0.0));
    code.binary(Binary::Max, zero, x)
}

/// The larger one; NaN if one is.
fn larger(code: &mut Code, a: V, b: V) -> V {
    let most = code.binary(Binary::Max, b, a);
    let nan = code.compare(Comparison::Unordered, b, b);
    code.select(nan, b, most)
}

/// The smaller one; NaN if one is.
fn smaller(code: &mut Code, a: V, b: V) -> V {
    let least = code.binary(Binary::Min, b, a);
    let nan = code.compare(Comparison::Unordered, b, b);
    code.select(nan, b, least)
}

/// The magnitude of one and the sign of another.
fn with_sign_of(code: &mut Code, size: V, of: V) -> V {
    code.push(Kind::TakeBits(size, of, u64::from(SIGN)))
}

/// Not smaller than an end; NaN stays.
fn at_least(code: &mut Code, x: V, end: f32) -> V {
    let end = code.constant(end);
    code.binary(Binary::Max, end, x)
}

/// Not larger than an end; NaN stays.
fn at_most(code: &mut Code, x: V, end: f32) -> V {
    let end = code.constant(end);
    code.binary(Binary::Min, end, x)
}

/// Brought into an interval; NaN stays.
fn limited(code: &mut Code, x: V, [low, high]: [f32; 2]) -> V {
    let x = at_least(code, x, low);
    at_most(code, x, high)
}

/// A polynomial, the constant first.
fn polynomial(code: &mut Code, x: V, coefficients: &[f32]) -> V {
    let Some((&last, rest)) = coefficients.split_last() else { return x };
    let Some((&next, rest)) = rest.split_last() else { return code.constant(last) };
    let mut sum = code.fma(x, last, next);
    for &coefficient in rest.iter().rev() {
        sum = code.fma(sum, x, coefficient);
    }
    sum
}

/// `x = k ln 2 + r`: `k` as a float and shifted into the low bits, and `r`.
fn reduced(code: &mut Code, x: V) -> (V, V, V) {
    let shifted = code.fma(x, std::f32::consts::LOG2_E, TO_INTEGER);
    let k = code.sub(shifted, TO_INTEGER);
    let r = code.fma(k, -LN2_HIGH, x);
    let r = code.fma(k, -LN2_LOW, r);
    (k, shifted, r)
}

/// `e^r - 1` for small `r`.
fn exp_tail(code: &mut Code, r: V) -> V {
    let tail = polynomial(code, r, &EXP);
    let square = code.mul(r, r);
    code.fma(square, tail, r)
}

fn exp(code: &mut Code, x: V) -> V {
    let x = limited(code, x, EXP_RANGE);
    exp_within(code, x)
}

/// The exponential of what is within [`EXP_RANGE`], or NaN.
fn exp_within(code: &mut Code, x: V) -> V {
    let (k, _, r) = reduced(code, x);
    let p = exp_tail(code, r);
    let p = code.add(p, 1.0);
    // One rounding, as in the two steps of the Rust function.
    code.binary(Binary::Scale, p, k)
}

/// 2^k for an integer k in the normal range.
fn power_of_two(code: &mut Code, k: V) -> V {
    let biased = code.binary(Binary::IntegerAdd, k, 127u32);
    code.unary(Unary::ShiftLeft(23), biased)
}

fn exp_m1(code: &mut Code, x: V) -> V {
    let inside = limited(code, x, EXP_M1_RANGE);
    let (k_float, shifted, r) = reduced(code, inside);
    let k = code.binary(Binary::IntegerSub, shifted, TO_INTEGER.to_bits());
    let p = exp_tail(code, r);
    let high = code.compare(Comparison::Greater, k_float, 127.0);
    let less = code.binary(Binary::IntegerSub, k, 1u32);
    let k = code.select(high, less, k);
    let power = power_of_two(code, k);
    let lower = code.sub(power, 1.0);
    let base = code.select(high, power, lower);
    let sum = code.fma(p, power, base);
    let twice = code.add(sum, sum);
    let result = code.select(high, twice, sum);
    let zero = code.compare(Comparison::Equal, x, 0.0);
    code.select(zero, x, result)
}

/// `x = 2^k (1 + f)`: (k, f).
fn split(code: &mut Code, x: V) -> (V, V) {
    let subnormal = code.compare(Comparison::Less, x, f32::MIN_POSITIVE);
    let scaled = code.mul(x, SUBNORMAL[0]);
    let bits = code.select(subnormal, scaled, x);
    let k = code.binary(Binary::IntegerSub, bits, ROOT_OF_HALF);
    let k = code.unary(Unary::ShiftRight(23), k);
    let exponent = code.unary(Unary::ShiftLeft(23), k);
    let f = code.binary(Binary::IntegerSub, bits, exponent);
    let f = code.sub(f, 1.0);
    let k = code.convert(Number::I32, Number::F32, k);
    let lower = code.sub(k, SUBNORMAL[1]);
    (code.select(subnormal, lower, k), f)
}

/// `ln(1 + f) - f`
fn ln_tail(code: &mut Code, f: V) -> V {
    let p = polynomial(code, f, &LN);
    let square = code.mul(f, f);
    let cube = code.mul(square, f);
    let half = code.mul(square, -0.5);
    code.fma(cube, p, half)
}

fn ln_edges(code: &mut Code, x: V, usual: V) -> V {
    let below = code.compare(Comparison::Less, x, INFINITY);
    let positive = code.select(below, usual, x);
    let above = code.compare(Comparison::Greater, x, 0.0);
    let nan = code.constant(f32::NAN);
    let not_zero = code.select(above, positive, nan);
    let zero = code.compare(Comparison::Equal, x, 0.0);
    code.select(zero, f32::NEG_INFINITY, not_zero)
}

fn ln(code: &mut Code, x: V) -> V {
    let (k, f) = split(code, x);
    let tail = ln_tail(code, f);
    let low = code.fma(k, LN2_LOW, tail);
    let sum = code.add(f, low);
    let result = code.fma(k, LN2_HIGH, sum);
    ln_edges(code, x, result)
}

fn ln_1p(code: &mut Code, x: V) -> V {
    let sum = code.add(x, 1.0);
    let small = code.compare(Comparison::Less, x, 1.0);
    let of_small = code.sub(sum, 1.0);
    let of_small = code.sub(x, of_small);
    let of_large = code.sub(sum, x);
    let one = code.constant(1.0);
    let of_large = code.sub(one, of_large);
    let lost = code.select(small, of_small, of_large);
    let (k, f) = split(code, sum);
    let tail = ln_tail(code, f);
    let low = code.fma(k, LN2_LOW, tail);
    let lost = code.div(lost, sum);
    let low = code.add(low, lost);
    let high = code.add(f, low);
    let result = code.fma(k, LN2_HIGH, high);
    let result = ln_edges(code, sum, result);
    let size = magnitude(code, x);
    let tiny = code.compare(Comparison::Less, size, LN_1P_TINY);
    code.select(tiny, x, result)
}

fn tanh(code: &mut Code, x: V) -> V {
    let minus = code.binary(Binary::Or, x, SIGN);
    let inside = at_least(code, minus, -TANH_END);
    let twice = code.add(inside, inside);
    let (_, shifted, r) = reduced(code, twice);
    let p = exp_tail(code, r);
    // The bits above the integer leave the lane.
    let power = code.unary(Unary::ShiftLeft(23), shifted);
    let power = code.binary(Binary::IntegerAdd, power, 1.0f32.to_bits());
    let less = code.sub(power, 1.0);
    let more = code.add(power, 1.0);
    let above = code.fma(p, power, less);
    let below = code.fma(p, power, more);
    let quotient = code.div(above, below);
    with_sign_of(code, quotient, x)
}

fn erf(code: &mut Code, x: V) -> V {
    let size = magnitude(code, x);
    let square = code.mul(x, x);
    let p = polynomial(code, square, &ERF);
    let small = code.fma(p, x, x);
    let t = at_most(code, size, ERF_END);
    let q = polynomial(code, t, &ERFC);
    let minus = code.binary(Binary::Xor, t, SIGN);
    let log = code.fma(q, minus, minus);
    let power = exp_within(code, log);
    let one = code.constant(1.0);
    let large = code.sub(one, power);
    let is_small = code.compare(Comparison::Less, size, ERF_SMALL);
    let result = code.select(is_small, small, large);
    with_sign_of(code, result, x)
}

/// `e^-|x|`
fn exp_of_minus_magnitude(code: &mut Code, x: V) -> V {
    let minus = code.binary(Binary::Or, x, SIGN);
    let inside = at_least(code, minus, EXP_RANGE[0]);
    exp_within(code, inside)
}

fn sigmoid(code: &mut Code, x: V) -> V {
    let power = exp_of_minus_magnitude(code, x);
    let one = code.constant(1.0);
    let negative = code.compare(Comparison::Less, x, 0.0);
    let top = code.select(negative, power, one);
    let sum = code.add(power, 1.0);
    let quotient = code.div(top, sum);
    let whole = code.sub(sum, 1.0);
    let lost = code.sub(power, whole);
    let minus = code.binary(Binary::Xor, quotient, SIGN);
    code.fma(minus, lost, quotient)
}
