//! Functions of `f32` that are computed in lanes of 64 bits: sine, cosine, tangent and powers, as in [`tfrt_numerics::wide`].
//!
//! The Rust functions, which branch, handle angles beyond [`LARGEST_ANGLE`]: the loop exits at the step that has such an
//! angle.

use tfrt_numerics::coefficients::{
    ALL_EVEN, ARTANH, COSINE, EXP2_END, LARGEST_ANGLE, QUARTER_HIGH, QUARTER_LOW, SERIES_OF_EXP, SINE,
    WIDE_ROOT_OF_HALF, WIDE_TO_INTEGER,
};

use super::vector::{
    Binary, Code, Comparison, IntegerComparison, Kind, MaskOp, Number, Operand, Unary, V, Width,
};

const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7fff_ffff;
/// To an integer towards zero.
const TRUNCATED: Unary = Unary::Round(11);

pub(super) fn sin(code: &mut Code, x: V) -> V {
    let sine = sine_of(code, x, 0);
    unless_zero(code, x, sine)
}

pub(super) fn cos(code: &mut Code, x: V) -> V {
    sine_of(code, x, 1)
}

fn double(number: f64) -> Operand {
    Operand::Constant(number.to_bits())
}

fn wide(bits: u64) -> Operand {
    Operand::Constant(bits)
}

/// A polynomial, the constant first.
fn polynomial(code: &mut Code, x: V, coefficients: &[f64]) -> V {
    let Some((&last, rest)) = coefficients.split_last() else { return x };
    let last = code.push(Kind::Constant(Width::Double, last.to_bits()));
    rest.iter().rev().fold(last, |sum, &coefficient| code.fma(sum, x, double(coefficient)))
}

/// `x` where it is zero, which keeps its sign.
fn unless_zero(code: &mut Code, x: V, result: V) -> V {
    let zero = code.compare(Comparison::Equal, x, 0.0);
    code.select(zero, x, result)
}

/// Sine and cosine of an angle less the nearest multiple of a quarter turn, and in the low bits which multiple that is.
fn reduced(code: &mut Code, x: V) -> (V, V, V) {
    let size = code.binary(Binary::And, x, MAGNITUDE);
    let large = code.compare(Comparison::Greater, size, LARGEST_ANGLE);
    code.push(Kind::LeaveIf(large));
    let x = code.convert(Number::F32, Number::F64, x);
    let shifted = code.fma(x, double(std::f64::consts::FRAC_2_PI), double(WIDE_TO_INTEGER));
    let k = code.sub(shifted, double(WIDE_TO_INTEGER));
    let r = code.fma(k, double(-QUARTER_HIGH), x);
    let r = code.fma(k, double(-QUARTER_LOW), r);
    let square = code.mul(r, r);
    let sine = polynomial(code, square, &SINE);
    let cube = code.mul(square, r);
    let sine = code.fma(cube, sine, r);
    let cosine = polynomial(code, square, &COSINE);
    let cosine = code.fma(square, cosine, double(1.0));
    (sine, cosine, shifted)
}

/// Lanes whose integer is even.
fn is_even(code: &mut Code, k: V) -> V {
    let last = code.binary(Binary::And, k, wide(1));
    code.compare_integers(IntegerComparison::Equal, last, wide(0))
}

/// The sine of an angle of so many more quarter turns.
fn sine_of(code: &mut Code, x: V, quarters: u64) -> V {
    let (sine, cosine, k) = reduced(code, x);
    let k = if quarters == 0 { k } else { code.binary(Binary::IntegerAdd, k, wide(quarters)) };
    let even = is_even(code, k);
    let size = code.select(even, sine, cosine);
    let second = code.binary(Binary::And, k, wide(2));
    let sign = code.unary(Unary::ShiftLeft(62), second);
    let sine = code.binary(Binary::Xor, size, sign);
    code.convert(Number::F64, Number::F32, sine)
}

pub(super) fn tan(code: &mut Code, x: V) -> V {
    let (sine, cosine, k) = reduced(code, x);
    let even = is_even(code, k);
    let above = code.select(even, sine, cosine);
    let minus = code.binary(Binary::Xor, sine, wide(1 << 63));
    let below = code.select(even, cosine, minus);
    let tangent = code.div(above, below);
    let tangent = code.convert(Number::F64, Number::F32, tangent);
    unless_zero(code, x, tangent)
}

/// The base-two logarithm of numbers that are not negative.
fn log2(code: &mut Code, x: V) -> V {
    let from_root = code.binary(Binary::IntegerSub, x, wide(WIDE_ROOT_OF_HALF));
    let k = code.unary(Unary::ShiftRight(52), from_root);
    let exponent = code.unary(Unary::ShiftLeft(52), k);
    let m = code.binary(Binary::IntegerSub, x, exponent);
    let above = code.sub(m, double(1.0));
    let below = code.add(m, double(1.0));
    let s = code.div(above, below);
    let square = code.mul(s, s);
    let series = polynomial(code, square, &ARTANH);
    let twice = code.add(s, s);
    let cube = code.mul(twice, square);
    let ln = code.fma(cube, series, twice);
    let k = code.binary(Binary::IntegerAdd, k, double(WIDE_TO_INTEGER));
    let k = code.sub(k, double(WIDE_TO_INTEGER));
    let log = code.fma(ln, double(std::f64::consts::LOG2_E), k);
    let usual = code.compare(Comparison::Less, x, double(f64::INFINITY));
    let log = code.select(usual, log, x);
    let zero = code.compare(Comparison::Equal, x, double(0.0));
    code.select(zero, double(f64::NEG_INFINITY), log)
}

/// Two to a power, for results of `f32`.
fn exp2(code: &mut Code, t: V) -> V {
    let low = code.constant_like(t, double(-EXP2_END));
    let t = code.binary(Binary::Max, low, t);
    let high = code.constant_like(t, double(EXP2_END));
    let t = code.binary(Binary::Min, high, t);
    let shifted = code.add(t, double(WIDE_TO_INTEGER));
    let whole = code.sub(shifted, double(WIDE_TO_INTEGER));
    let f = code.sub(t, whole);
    let f = code.mul(f, double(std::f64::consts::LN_2));
    let p = polynomial(code, f, &SERIES_OF_EXP);
    let k = code.binary(Binary::IntegerSub, shifted, double(WIDE_TO_INTEGER));
    let biased = code.binary(Binary::IntegerAdd, k, wide(1023));
    let power = code.unary(Unary::ShiftLeft(52), biased);
    code.mul(p, power)
}

/// `x` to the power `y`.
pub(super) fn pow(code: &mut Code, x: V, y: V) -> V {
    let size = code.binary(Binary::And, x, MAGNITUDE);
    let size = code.convert(Number::F32, Number::F64, size);
    let log = log2(code, size);
    let exponent = code.convert(Number::F32, Number::F64, y);
    let log = code.mul(exponent, log);
    let power = exp2(code, log);
    let magnitude = code.convert(Number::F64, Number::F32, power);

    let size = code.binary(Binary::And, y, MAGNITUDE);
    let small = code.compare(Comparison::Less, size, ALL_EVEN);
    let whole = code.unary(TRUNCATED, y);
    let fraction = code.compare(Comparison::NotEqual, whole, y);
    let broken = code.push(Kind::Mask(MaskOp::And, small, fraction));
    let half = code.mul(y, 0.5);
    let whole = code.unary(TRUNCATED, half);
    let odd = code.compare(Comparison::NotEqual, whole, half);
    let odd = code.push(Kind::Mask(MaskOp::And, small, odd));
    let is_whole = code.push(Kind::MaskNot(broken));
    let odd = code.push(Kind::Mask(MaskOp::And, odd, is_whole));
    let signed = code.push(Kind::TakeBits(magnitude, x, u64::from(SIGN)));
    let result = code.select(odd, signed, magnitude);

    let negative = code.compare(Comparison::Less, x, 0.0);
    let finite = code.compare(Comparison::Greater, x, f32::NEG_INFINITY);
    let negative = code.push(Kind::Mask(MaskOp::And, negative, finite));
    let wrong = code.push(Kind::Mask(MaskOp::And, negative, broken));
    let nan = code.compare(Comparison::Unordered, x, y);
    let wrong = code.push(Kind::Mask(MaskOp::Or, wrong, nan));
    let result = code.select(wrong, f32::NAN, result);

    let one = code.compare(Comparison::Equal, x, 1.0);
    let minus_one = code.compare(Comparison::Equal, x, -1.0);
    let infinite = code.compare(Comparison::Equal, size, f32::INFINITY);
    let both = code.push(Kind::Mask(MaskOp::And, minus_one, infinite));
    let one = code.push(Kind::Mask(MaskOp::Or, one, both));
    let zero = code.compare(Comparison::Equal, y, 0.0);
    let one = code.push(Kind::Mask(MaskOp::Or, one, zero));
    code.select(one, 1.0, result)
}
