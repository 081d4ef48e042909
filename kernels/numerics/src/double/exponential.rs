//! Exponentials, logarithms, hyperbolic functions, and functions composed of these.

use super::super::lanes::Lanes;
use super::coefficients::{
    EXP, EXP_M1_RANGE, EXP_RANGE, LARGE, LN, LN2, ROOT_OF_HALF, SELU, SINH, SINH_END, SUBNORMAL, TANH_END,
    TINY, TO_INTEGER,
};

/// `x = k ln 2 + r` with |r| <= ln 2 / 2: `k`, `k` in the low bits, and `r`.
#[inline(always)]
pub(super) fn reduced<L: Lanes>(l: &mut L, x: L::V) -> (L::V, L::V, L::V) {
    let to_integer = l.number(TO_INTEGER);
    let shifted = l.fma_number(x, std::f64::consts::LOG2_E, to_integer);
    let k = l.sub_number(shifted, TO_INTEGER);
    let r = l.fma_number(k, -LN2[0], x);
    (k, shifted, l.fma_number(k, -LN2[1], r))
}

/// `e^r - 1` for |r| <= ln 2 / 2.
#[inline(always)]
pub(super) fn exp_tail<L: Lanes>(l: &mut L, r: L::V) -> L::V {
    let tail = l.polynomial(r, &EXP);
    let square = l.mul(r, r);
    l.fma(square, tail, r)
}

/// 2^k, for the k of a normal number in the low bits.
#[inline(always)]
fn power_of_two<L: Lanes>(l: &mut L, k: L::V) -> L::V {
    let exponent = l.shift_left(k, 52);
    let one = l.number(1.0);
    l.integer_add(exponent, one)
}

/// The exponential.
#[inline(always)]
pub fn exp<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let x = l.limited(x, EXP_RANGE);
    let (k, _, r) = reduced(l, x);
    let p = exp_tail(l, r);
    let p = l.add_number(p, 1.0);
    l.scale(p, k)
}

/// The exponential less one, exact for small arguments.
#[inline(always)]
pub fn exp_m1<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let inside = l.limited(x, EXP_M1_RANGE);
    let (k, _, r) = reduced(l, inside);
    let p = exp_tail(l, r);
    // 2^k p + (2^k - 1), with k one less where 2^k would overflow.
    let high = l.more_than(k, 1023.0);
    let less = l.sub_number(k, 1.0);
    let k = l.select(high, less, k);
    let k = l.add_number(k, TO_INTEGER);
    let power = power_of_two(l, k);
    let less = l.sub_number(power, 1.0);
    let base = l.select(high, power, less);
    let sum = l.fma(p, power, base);
    let twice = l.add(sum, sum);
    let result = l.select(high, twice, sum);
    let zero = l.equals(x, 0.0);
    l.select(zero, x, result)
}

/// `x = 2^k (1 + f)` with 1 + f between the square roots of a half and of two: (k, f).
#[inline(always)]
pub(super) fn split<L: Lanes>(l: &mut L, x: L::V) -> (L::V, L::V) {
    let subnormal = l.less_than(x, f64::MIN_POSITIVE);
    let scaled = l.mul_number(x, SUBNORMAL[0]);
    let bits = l.select(subnormal, scaled, x);
    let root = l.bits(ROOT_OF_HALF);
    let k = l.integer_sub(bits, root);
    let k = l.shift_right(k, 52);
    let exponent = l.shift_left(k, 52);
    let m = l.integer_sub(bits, exponent);
    let f = l.sub_number(m, 1.0);
    // An integer of this size is exact in the low bits of such a number.
    let to_integer = l.number(TO_INTEGER);
    let k = l.integer_add(k, to_integer);
    let k = l.sub(k, to_integer);
    let lower = l.sub_number(k, SUBNORMAL[1]);
    (l.select(subnormal, lower, k), f)
}

/// `ln(1 + f) - f` for 1 + f between the square roots of a half and of two.
#[inline(always)]
fn ln_tail<L: Lanes>(l: &mut L, f: L::V) -> L::V {
    // The logarithm is 2 artanh(s), and 2 s is f - f s.
    let sum = l.add_number(f, 2.0);
    let s = l.div(f, sum);
    let square = l.mul(s, s);
    let series = l.polynomial(square, &LN);
    let series = l.mul(square, series);
    let half = l.mul_number(f, 0.5);
    let half = l.mul(half, f);
    let sum = l.add(half, series);
    let product = l.mul(s, sum);
    l.sub(product, half)
}

/// The logarithm of zero, of negative numbers, of infinity and of NaN; `usual` for all others.
#[inline(always)]
fn ln_edges<L: Lanes>(l: &mut L, x: L::V, usual: L::V) -> L::V {
    let below = l.less_than(x, f64::INFINITY);
    let positive = l.select(below, usual, x);
    let above = l.more_than(x, 0.0);
    let nan = l.number(f64::NAN);
    let not_zero = l.select(above, positive, nan);
    let zero = l.equals(x, 0.0);
    let infinity = l.number(f64::NEG_INFINITY);
    l.select(zero, infinity, not_zero)
}

/// The natural logarithm.
#[inline(always)]
pub fn ln<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let (k, f) = split(l, x);
    let tail = ln_tail(l, f);
    let low = l.fma_number(k, LN2[1], tail);
    let sum = l.add(f, low);
    let result = l.fma_number(k, LN2[0], sum);
    ln_edges(l, x, result)
}

/// The natural logarithm of one more, exact for small arguments.
#[inline(always)]
pub fn ln_1p<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let sum = l.add_number(x, 1.0);
    // The sum's rounding error, relative to it.
    let small = l.less_than(x, 1.0);
    let of_small = l.sub_number(sum, 1.0);
    let of_small = l.sub(x, of_small);
    let of_large = l.sub(sum, x);
    let of_large = l.sub_from(1.0, of_large);
    let lost = l.select(small, of_small, of_large);
    let lost = l.div(lost, sum);
    let (k, f) = split(l, sum);
    let tail = ln_tail(l, f);
    let low = l.fma_number(k, LN2[1], tail);
    let low = l.add(low, lost);
    let high = l.add(f, low);
    let result = l.fma_number(k, LN2[0], high);
    let result = ln_edges(l, sum, result);
    // A number that vanishes in the sum is its own logarithm.
    unless_tiny(l, x, result)
}

/// `x` where it is so small that a function of slope one is `x`, which keeps its sign.
#[inline(always)]
fn unless_tiny<L: Lanes>(l: &mut L, x: L::V, result: L::V) -> L::V {
    let magnitude = l.abs(x);
    let tiny = l.less_than(magnitude, TINY);
    l.select(tiny, x, result)
}

/// The hyperbolic tangent: `(e - 1) / (e + 1)` for `e = e^(-2|x|)`. Its distance from a power of two is computed, so that small
/// arguments lose nothing.
#[inline(always)]
pub fn tanh<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let minus = l.neg(magnitude);
    let end = l.number(-TANH_END);
    let inside = l.max(end, minus);
    let twice = l.add(inside, inside);
    let (_, shifted, r) = reduced(l, twice);
    let p = exp_tail(l, r);
    let power = power_of_two(l, shifted);
    let less = l.sub_number(power, 1.0);
    let more = l.add_number(power, 1.0);
    let above = l.fma(p, power, less);
    let below = l.fma(p, power, more);
    let quotient = l.div(above, below);
    l.with_sign_of(quotient, x)
}

/// Half of e^x for `x` from zero on, which overflows only where the hyperbolic functions do.
#[inline(always)]
fn half_of_exp<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let end = l.number(SINH_END);
    let x = l.min(end, x);
    let (k, _, r) = reduced(l, x);
    let p = exp_tail(l, r);
    let p = l.add_number(p, 1.0);
    let k = l.sub_number(k, 1.0);
    l.scale(p, k)
}

/// The hyperbolic sine.
#[inline(always)]
pub fn sinh<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let half = half_of_exp(l, magnitude);
    let quarter = l.number(0.25);
    let other = l.div(quarter, half);
    let large = l.sub(half, other);
    let square = l.mul(x, x);
    let series = l.polynomial(square, &SINH);
    let cube = l.mul(square, magnitude);
    let small = l.fma(cube, series, magnitude);
    let is_small = l.less_than(magnitude, 1.0);
    let result = l.select(is_small, small, large);
    l.with_sign_of(result, x)
}

/// The hyperbolic cosine.
#[inline(always)]
pub fn cosh<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let half = half_of_exp(l, magnitude);
    let quarter = l.number(0.25);
    let other = l.div(quarter, half);
    l.add(half, other)
}

/// `ln(1 + x)`, or where it is as large as `size` says, `ln(size) + ln 2`.
#[inline(always)]
fn ln_of_sum<L: Lanes>(l: &mut L, x: L::V, size: L::V) -> L::V {
    let is_large = l.more_than(size, LARGE);
    let less = l.sub_number(size, 1.0);
    let of = l.select(is_large, less, x);
    let log = ln_1p(l, of);
    let more = l.add_number(log, std::f64::consts::LN_2);
    l.select(is_large, more, log)
}

/// The inverse of the hyperbolic sine.
#[inline(always)]
pub fn asinh<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let size = l.abs(x);
    // ln(size + root(size^2 + 1)), less one within the logarithm.
    let square = l.mul(size, size);
    let sum = l.add_number(square, 1.0);
    let root = l.sqrt(sum);
    let below = l.add_number(root, 1.0);
    let more = l.div(square, below);
    let sum = l.add(size, more);
    let log = ln_of_sum(l, sum, size);
    l.with_sign_of(log, x)
}

/// The inverse of the hyperbolic cosine; NaN for numbers below one.
#[inline(always)]
pub fn acosh<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let t = l.sub_number(x, 1.0);
    let more = l.add_number(t, 2.0);
    let product = l.mul(t, more);
    let root = l.sqrt(product);
    let sum = l.add(t, root);
    let log = ln_of_sum(l, sum, x);
    let wrong = l.less_than(x, 1.0);
    let nan = l.number(f64::NAN);
    l.select(wrong, nan, log)
}

/// The inverse of the hyperbolic tangent; NaN for numbers beyond one.
#[inline(always)]
pub fn atanh<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let size = l.abs(x);
    let twice = l.add(size, size);
    let below = l.sub_from(1.0, size);
    let quotient = l.div(twice, below);
    let log = ln_1p(l, quotient);
    let half = l.mul_number(log, 0.5);
    // Beyond one the quotient is less than minus one.
    let result = unless_tiny(l, size, half);
    l.with_sign_of(result, x)
}

/// The logistic function.
#[inline(always)]
pub fn sigmoid<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let power = exp_of_minus_magnitude(l, x);
    let negative = l.less_than(x, 0.0);
    let one = l.number(1.0);
    let top = l.select(negative, power, one);
    let sum = l.add_number(power, 1.0);
    let quotient = l.div(top, sum);
    // Less the sum's rounding error.
    let whole = l.sub_number(sum, 1.0);
    let lost = l.sub(power, whole);
    l.minus_product(quotient, lost, quotient)
}

/// `e^-|x|`
#[inline(always)]
fn exp_of_minus_magnitude<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let minus = l.neg(magnitude);
    exp(l, minus)
}

/// `ln(1 + e^x)`, also where `e^x` overflows or vanishes.
#[inline(always)]
pub fn softplus<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let zero = l.number(0.0);
    let positive = l.max(zero, x);
    let power = exp_of_minus_magnitude(l, x);
    let log = ln_1p(l, power);
    l.add(positive, log)
}

/// `x`, or `e^x - 1` where it is negative.
#[inline(always)]
pub fn elu<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let below = exp_m1(l, x);
    let negative = l.less_than(x, 0.0);
    l.select(negative, below, x)
}

/// The scaled exponential linear unit.
#[inline(always)]
pub fn selu<L: Lanes>(l: &mut L, x: L::V) -> L::V {
    let below = exp_m1(l, x);
    let below = l.mul_number(below, SELU[1]);
    let above = l.mul_number(x, SELU[0]);
    let negative = l.less_than(x, 0.0);
    l.select(negative, below, above)
}
