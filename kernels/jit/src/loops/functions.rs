//! Elementary functions of `f32`, and of halves, as vector code.
//!
//! They are those of [`tfrt_numerics::scalar`], which explains their polynomials and bounds: the same operations in the same
//! order, with the same coefficients.

use tfrt_numerics::coefficients::{
    ERF, ERF_END, ERF_SMALL, ERFC, EXP, EXP_M1_RANGE, EXP_RANGE, LN, LN_1P_TINY, LN2_HIGH, LN2_LOW,
    ROOT_OF_HALF, SELU, SUBNORMAL, TANH_END, TO_INTEGER,
};

use super::floats::{bits, number};
use super::vector::{Binary, Code, Comparison, Kind, Number, Unary, V};

const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;

pub(super) fn magnitude(code: &mut Code, x: V) -> V {
    code.binary(Binary::And, x, bits(code, x, MAGNITUDE, u64::MAX >> 1))
}

/// `x < 0 ? 0 : x`
pub(super) fn at_least_zero(code: &mut Code, x: V) -> V {
    let zero = code.constant_like(x, number(code, x, 0.0));
    code.binary(Binary::Max, zero, x)
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

pub(super) fn exp(code: &mut Code, x: V) -> V {
    let x = limited(code, x, EXP_RANGE);
    exp_within(code, x)
}

/// The exponential of numbers within [`EXP_RANGE`], or NaN.
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

pub(super) fn exp_m1(code: &mut Code, x: V) -> V {
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

pub(super) fn ln(code: &mut Code, x: V) -> V {
    let (k, f) = split(code, x);
    let tail = ln_tail(code, f);
    let low = code.fma(k, LN2_LOW, tail);
    let sum = code.add(f, low);
    let result = code.fma(k, LN2_HIGH, sum);
    ln_edges(code, x, result)
}

pub(super) fn ln_1p(code: &mut Code, x: V) -> V {
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

pub(super) fn tanh(code: &mut Code, x: V) -> V {
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

pub(super) fn erf(code: &mut Code, x: V) -> V {
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

pub(super) fn sigmoid(code: &mut Code, x: V) -> V {
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

pub(super) fn softplus(code: &mut Code, x: V) -> V {
    let positive = at_least_zero(code, x);
    let power = exp_of_minus_magnitude(code, x);
    let log = ln_1p(code, power);
    code.add(positive, log)
}

pub(super) fn elu(code: &mut Code, x: V) -> V {
    let below = exp_m1(code, x);
    let negative = code.compare(Comparison::Less, x, 0.0);
    code.select(negative, below, x)
}

pub(super) fn selu(code: &mut Code, x: V) -> V {
    let below = exp_m1(code, x);
    let below = code.mul(below, SELU[1]);
    let above = code.mul(x, SELU[0]);
    let negative = code.compare(Comparison::Less, x, 0.0);
    code.select(negative, below, above)
}
