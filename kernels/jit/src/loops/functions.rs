//! The element-wise ops of `f32` as vector code.
//!
//! Each gives the bits of the op's Rust function, NaNs' payloads excepted: the same operations in the same order, with the same
//! numbers. The elementary functions are those of [`tfrt_kernels::math::scalar`], where their polynomials and bounds are explained.
//! Tests run every op of the table both ways.

use tfrt_kernels::math::coefficients::{
    ERF, ERF_END, ERF_SMALL, ERFC, EXP, EXP_M1_RANGE, EXP_RANGE, LN, LN_1P_TINY, LN2_HIGH, LN2_LOW,
    ROOT_OF_HALF, SELU, SUBNORMAL, TANH, TANH_END, TANH_SMALL, TO_INTEGER,
};

use super::vector::{Binary, Code, Comparison, Kind, MaskOp, Unary, V};

const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;

/// The value of an op on its arguments and its parameter, if it has one; `None` if it is not known.
pub(super) fn member(code: &mut Code, op: &str, args: &[V], parameter: Option<f64>) -> Option<V> {
    use Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual, Unordered};
    let name = op.strip_prefix("tf.")?;
    Some(match (name, args) {
        ("Add" | "AddV2", &[a, b]) => code.add(a, b),
        ("Sub", &[a, b]) => code.sub(a, b),
        ("Mul", &[a, b]) => code.mul(a, b),
        ("Div" | "RealDiv", &[a, b]) => code.div(a, b),
        ("AddN", &[first, ref rest @ ..]) => rest.iter().fold(first, |sum, &x| code.add(sum, x)),
        ("ReluGrad", &[gradient, x]) => {
            let positive = code.compare(Greater, x, 0.0);
            let zero = code.constant(0.0);
            code.select(positive, gradient, zero)
        }
        ("LeakyRelu", &[x]) => {
            let below = code.mul(x, parameter? as f32);
            let positive = code.compare(Greater, x, 0.0);
            code.select(positive, x, below)
        }
        ("FloorDiv", &[a, b]) => {
            let quotient = code.div(a, b);
            code.unary(Unary::Round(9), quotient)
        }
        ("DivNoNan", &[a, b]) => {
            let quotient = code.div(a, b);
            let zero = code.compare(Equal, b, 0.0);
            code.select(zero, 0.0, quotient)
        }
        ("Maximum", &[a, b]) => larger(code, a, b),
        ("Minimum", &[a, b]) => smaller(code, a, b),
        ("SquaredDifference", &[a, b]) => {
            let difference = code.sub(a, b);
            code.mul(difference, difference)
        }
        ("ClipByValue", &[x, low, high]) => {
            let x = smaller(code, x, high);
            larger(code, x, low)
        }
        ("Abs", &[x]) => magnitude(code, x),
        ("Neg", &[x]) => code.binary(Binary::Xor, x, SIGN),
        ("Square", &[x]) => code.mul(x, x),
        ("Relu", &[x]) => at_least_zero(code, x),
        ("Relu6", &[x]) => {
            let x = at_least_zero(code, x);
            let six = code.constant(6.0);
            code.binary(Binary::Min, six, x)
        }
        ("Sign", &[x]) => {
            let negative = code.compare(Less, x, 0.0);
            let x = {
                let positive = code.compare(Greater, x, 0.0);
                code.select(positive, 1.0, x)
            };
            code.select(negative, -1.0, x)
        }
        ("Round" | "Rint", &[x]) => code.unary(Unary::Round(8), x),
        ("Floor", &[x]) => code.unary(Unary::Round(9), x),
        ("Ceil", &[x]) => code.unary(Unary::Round(10), x),
        ("Reciprocal" | "Inv", &[x]) => over_one(code, x),
        ("Sqrt", &[x]) => code.unary(Unary::Sqrt, x),
        ("Rsqrt", &[x]) => {
            let root = code.unary(Unary::Sqrt, x);
            over_one(code, root)
        }
        ("Softsign", &[x]) => {
            let size = magnitude(code, x);
            let sum = code.add(size, 1.0);
            code.div(x, sum)
        }
        ("Exp", &[x]) => exp(code, x),
        ("Expm1", &[x]) => exp_m1(code, x),
        ("Log", &[x]) => ln(code, x),
        ("Log1p", &[x]) => ln_1p(code, x),
        ("Tanh", &[x]) => tanh(code, x),
        ("Erf", &[x]) => erf(code, x),
        ("Sigmoid", &[x]) => sigmoid(code, x),
        ("Softplus", &[x]) => {
            let positive = at_least_zero(code, x);
            let power = exp_of_minus_magnitude(code, x);
            let log = ln_1p(code, power);
            code.add(positive, log)
        }
        ("Elu", &[x]) => {
            let below = exp_m1(code, x);
            let negative = code.compare(Less, x, 0.0);
            code.select(negative, below, x)
        }
        ("Selu", &[x]) => {
            let below = exp_m1(code, x);
            let below = code.mul(below, SELU[1]);
            let above = code.mul(x, SELU[0]);
            let negative = code.compare(Less, x, 0.0);
            code.select(negative, below, above)
        }
        ("Less", &[a, b]) => code.compare(Less, a, b),
        ("LessEqual", &[a, b]) => code.compare(LessEqual, a, b),
        ("Greater", &[a, b]) => code.compare(Greater, a, b),
        ("GreaterEqual", &[a, b]) => code.compare(GreaterEqual, a, b),
        ("Equal", &[a, b]) if !is_mask(code, a) => code.compare(Equal, a, b),
        ("NotEqual", &[a, b]) if !is_mask(code, a) => code.compare(NotEqual, a, b),
        ("IsNan", &[x]) => code.compare(Unordered, x, x),
        ("IsInf", &[x]) => {
            let size = magnitude(code, x);
            code.compare(Equal, size, INFINITY)
        }
        ("IsFinite", &[x]) => {
            let size = magnitude(code, x);
            code.compare(Less, size, INFINITY)
        }
        ("LogicalAnd", &[a, b]) => code.push(Kind::Mask(MaskOp::And, a, b)),
        ("LogicalOr", &[a, b]) => code.push(Kind::Mask(MaskOp::Or, a, b)),
        ("NotEqual", &[a, b]) => code.push(Kind::Mask(MaskOp::Xor, a, b)),
        ("LogicalNot", &[a]) => code.push(Kind::MaskNot(a)),
        ("SelectV2" | "Select", &[mask, a, b]) if !is_mask(code, a) => code.select(mask, a, b),
        _ => return None,
    })
}

fn is_mask(code: &Code, value: V) -> bool {
    code.instructions[value.0 as usize].is_mask()
}

fn magnitude(code: &mut Code, x: V) -> V {
    code.binary(Binary::And, x, MAGNITUDE)
}

/// `1 / x`
fn over_one(code: &mut Code, x: V) -> V {
    let one = code.constant(1.0);
    code.div(one, x)
}

/// `x < 0 ? 0 : x`
fn at_least_zero(code: &mut Code, x: V) -> V {
    let zero = code.constant(0.0);
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
    let size = magnitude(code, size);
    let sign = code.binary(Binary::And, of, SIGN);
    code.binary(Binary::Or, size, sign)
}

/// Brought into an interval; NaN stays.
fn limited(code: &mut Code, x: V, [low, high]: [f32; 2]) -> V {
    let low = code.constant(low);
    let x = code.binary(Binary::Max, low, x);
    let high = code.constant(high);
    code.binary(Binary::Min, high, x)
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
    let k = code.unary(Unary::IntegerToFloat, k);
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
    let size = magnitude(code, x);
    let square = code.mul(x, x);
    let p = polynomial(code, square, &TANH);
    let cube = code.mul(x, square);
    let small = code.fma(cube, p, x);
    let inside = limited(code, size, [0.0, TANH_END]);
    let twice = code.mul(inside, 2.0);
    let power = exp(code, twice);
    let sum = code.add(power, 1.0);
    let two = code.constant(2.0);
    let rest = code.div(two, sum);
    let one = code.constant(1.0);
    let large = code.sub(one, rest);
    let is_small = code.compare(Comparison::Less, size, TANH_SMALL);
    let result = code.select(is_small, small, large);
    with_sign_of(code, result, x)
}

fn erf(code: &mut Code, x: V) -> V {
    let size = magnitude(code, x);
    let square = code.mul(x, x);
    let p = polynomial(code, square, &ERF);
    let small = code.fma(p, x, x);
    let t = limited(code, size, [0.0, ERF_END]);
    let q = polynomial(code, t, &ERFC);
    let minus = code.binary(Binary::Xor, t, SIGN);
    let log = code.fma(q, minus, minus);
    let power = exp(code, log);
    let one = code.constant(1.0);
    let large = code.sub(one, power);
    let is_small = code.compare(Comparison::Less, size, ERF_SMALL);
    let result = code.select(is_small, small, large);
    with_sign_of(code, result, x)
}

/// `e^-|x|`
fn exp_of_minus_magnitude(code: &mut Code, x: V) -> V {
    let minus = code.binary(Binary::Or, x, SIGN);
    exp(code, minus)
}

fn sigmoid(code: &mut Code, x: V) -> V {
    let power = exp_of_minus_magnitude(code, x);
    let one = code.constant(1.0);
    let negative = code.compare(Comparison::Less, x, 0.0);
    let top = code.select(negative, power, one);
    let sum = code.add(power, 1.0);
    code.div(top, sum)
}
