//! Exponentials, logarithms, the hyperbolic tangent, and functions composed of these, for `f32` and for `f64`.
//!
//! Each is one function over [`Lanes`] of a number that is [`Elementary`], which has the coefficients. [`super::scalar`] and
//! [`super::double`] name their bounds.

use super::lanes::{Integer, Lanes, Real};

/// The constants and polynomials of elementary functions.
pub trait Elementary: Real {
    /// The base-two logarithm of e.
    const LOG2_E: Self;
    /// The logarithm of two in two parts.
    const LN2: [Self; 2];
    /// Arguments of the exponential beyond which the result is zero or infinite.
    const EXP_RANGE: [Self; 2];
    /// Arguments of the exponential less one beyond which the result is minus one or infinite.
    const EXP_M1_RANGE: [Self; 2];
    /// The bits of the square root of a half, up to which mantissas of logarithms go down.
    const ROOT_OF_HALF: u64;
    /// A power of two that makes a subnormal number a normal one, and its exponent.
    const SUBNORMAL: [Self; 2];
    /// Magnitudes up to which the logarithm of one more, and other functions of slope one, are the argument.
    const TINY: Self;
    /// Past it nothing but one is left of the hyperbolic tangent.
    const TANH_END: Self;
    /// The scale of the scaled exponential linear unit, and its product with alpha.
    const SELU: [Self; 2];

    /// `(e^r - 1 - r) / r^2` for |r| <= ln 2 / 2.
    fn exp_series<L: Lanes<Self>>(l: &mut L, r: L::V) -> L::V;
    /// `ln(1 + f) - f` for 1 + f between the square roots of a half and of two.
    fn ln_tail<L: Lanes<Self>>(l: &mut L, f: L::V) -> L::V;
}

/// `x = k ln 2 + r` with |r| <= ln 2 / 2: (k, r).
#[inline(always)]
pub(super) fn reduced<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> (Integer<L::V>, L::V) {
    let to_integer = l.number(T::TO_INTEGER);
    let shifted = l.fma_number(x, T::LOG2_E, to_integer);
    let number = l.sub_number(shifted, T::TO_INTEGER);
    let r = l.fma_number(number, -T::LN2[0], x);
    (Integer { number, shifted }, l.fma_number(number, -T::LN2[1], r))
}

/// `e^r - 1` for |r| <= ln 2 / 2.
#[inline(always)]
pub(super) fn exp_tail<T: Elementary, L: Lanes<T>>(l: &mut L, r: L::V) -> L::V {
    let tail = T::exp_series(l, r);
    let square = l.mul(r, r);
    l.fma(square, tail, r)
}

/// The exponential.
#[inline(always)]
pub fn exp<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let x = l.limited(x, T::EXP_RANGE);
    exp_within(l, x)
}

/// The exponential of numbers within [`Elementary::EXP_RANGE`], or NaN.
#[inline(always)]
pub(super) fn exp_within<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let (k, r) = reduced(l, x);
    let p = exp_tail(l, r);
    let p = l.add_number(p, T::ONE);
    l.scale(p, k)
}

/// `e^-|x|`
#[inline(always)]
fn exp_of_minus_magnitude<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let minus = l.minus_abs(x);
    let least = l.number(T::EXP_RANGE[0]);
    let inside = l.max(least, minus);
    exp_within(l, inside)
}

/// The exponential less one, exact for small arguments.
#[inline(always)]
pub fn exp_m1<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let inside = l.limited(x, T::EXP_M1_RANGE);
    let (k, r) = reduced(l, inside);
    let p = exp_tail(l, r);
    // 2^k p + (2^k - 1), with k one less where 2^k would overflow.
    let high = l.more_than(k.number, T::MAX_EXPONENT);
    let one = l.bits(1);
    let less = l.integer_sub(k.shifted, one);
    let k = l.select(high, less, k.shifted);
    let power = l.power_of_two(k);
    let less = l.sub_number(power, T::ONE);
    let base = l.select(high, power, less);
    let sum = l.fma(p, power, base);
    let twice = l.add(sum, sum);
    let result = l.select(high, twice, sum);
    let zero = l.equals(x, T::ZERO);
    l.select(zero, x, result)
}

/// The exponential less one of negative numbers: as [`exp_m1`], without what only others need.
#[inline(always)]
fn exp_m1_of_negative<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let least = l.number(T::EXP_M1_RANGE[0]);
    let inside = l.max(least, x);
    exp_m1_within(l, inside)
}

/// The exponential less one of numbers from the lower end of [`Elementary::EXP_M1_RANGE`] to zero, or NaN.
#[inline(always)]
pub(super) fn exp_m1_within<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let (k, r) = reduced(l, x);
    let p = exp_tail(l, r);
    let power = l.power_of_two(k.shifted);
    let less = l.sub_number(power, T::ONE);
    l.fma(p, power, less)
}

/// `x = 2^k (1 + f)` with 1 + f between the square roots of a half and of two: (k, f).
#[inline(always)]
pub(super) fn split<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> (L::V, L::V) {
    let subnormal = l.less_than(x, T::MIN_POSITIVE);
    let scaled = l.mul_number(x, T::SUBNORMAL[0]);
    let bits = l.select(subnormal, scaled, x);
    let root = l.bits(T::ROOT_OF_HALF);
    let k = l.integer_sub(bits, root);
    let k = l.shift_right(k, T::MANTISSA);
    let exponent = l.shift_left(k, T::MANTISSA);
    let m = l.integer_sub(bits, exponent);
    let f = l.sub_number(m, T::ONE);
    let k = l.number_of(k);
    let lower = l.sub_number(k, T::SUBNORMAL[1]);
    (l.select(subnormal, lower, k), f)
}

/// The logarithm of zero, of negative numbers, of infinity and of NaN; `usual` for all others.
#[inline(always)]
fn ln_edges<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V, usual: L::V) -> L::V {
    let above = l.more_than(x, T::ZERO);
    let nan = l.number(T::NAN);
    let special = l.select(above, x, nan);
    let zero = l.equals(x, T::ZERO);
    let infinity = l.number(T::NEG_INFINITY);
    let special = l.select(zero, infinity, special);
    let below = l.less_than(x, T::INFINITY);
    let is_usual = l.both(above, below);
    l.select(is_usual, usual, special)
}

/// The natural logarithm.
#[inline(always)]
pub fn ln<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let (k, f) = split(l, x);
    let tail = T::ln_tail(l, f);
    let low = l.fma_number(k, T::LN2[1], tail);
    let sum = l.add(f, low);
    let result = l.fma_number(k, T::LN2[0], sum);
    ln_edges(l, x, result)
}

/// The natural logarithm of one more, exact for small arguments.
#[inline(always)]
pub fn ln_1p<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let sum = l.add_number(x, T::ONE);
    // The sum's rounding error, relative to it.
    let small = l.less_than(x, T::ONE);
    let of_small = l.sub_number(sum, T::ONE);
    let of_small = l.sub(x, of_small);
    let of_large = l.sub(sum, x);
    let of_large = l.sub_from(T::ONE, of_large);
    let lost = l.select(small, of_small, of_large);
    let lost = l.div(lost, sum);
    let (k, f) = split(l, sum);
    let tail = T::ln_tail(l, f);
    let low = l.fma_number(k, T::LN2[1], tail);
    let low = l.add(low, lost);
    let high = l.add(f, low);
    let result = l.fma_number(k, T::LN2[0], high);
    let result = ln_edges(l, sum, result);
    // A number that vanishes in the sum is its own logarithm.
    unless_tiny(l, x, result)
}

/// `x` where it is so small that a function of slope one is `x`, which keeps its sign.
#[inline(always)]
pub(super) fn unless_tiny<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V, result: L::V) -> L::V {
    let magnitude = l.abs(x);
    let tiny = l.less_than(magnitude, T::TINY);
    l.select(tiny, x, result)
}

/// The hyperbolic tangent: `(e - 1) / (e + 1)` for `e = e^(-2|x|)`. Its distance from a power of two is computed, so that small
/// arguments lose nothing.
#[inline(always)]
pub fn tanh<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let minus = l.minus_abs(x);
    let end = l.number(-T::TANH_END);
    let inside = l.max(end, minus);
    let twice = l.add(inside, inside);
    let (k, r) = reduced(l, twice);
    let p = exp_tail(l, r);
    let power = l.power_of_two(k.shifted);
    let less = l.sub_number(power, T::ONE);
    let more = l.add_number(power, T::ONE);
    let above = l.fma(p, power, less);
    let below = l.fma(p, power, more);
    let quotient = l.div(above, below);
    l.with_sign_of(quotient, x)
}

/// The logistic function.
#[inline(always)]
pub fn sigmoid<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let power = exp_of_minus_magnitude(l, x);
    let negative = l.less_than(x, T::ZERO);
    let one = l.number(T::ONE);
    let top = l.select(negative, power, one);
    let sum = l.add_number(power, T::ONE);
    let quotient = l.div(top, sum);
    // Less the sum's rounding error.
    let whole = l.sub_number(sum, T::ONE);
    let lost = l.sub(power, whole);
    l.minus_product(quotient, lost, quotient)
}

/// `ln(1 + e^x)`, also where `e^x` overflows or vanishes.
#[inline(always)]
pub fn softplus<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let zero = l.number(T::ZERO);
    let positive = l.max(zero, x);
    let power = exp_of_minus_magnitude(l, x);
    let log = ln_1p(l, power);
    l.add(positive, log)
}

/// `x`, or `e^x - 1` where it is negative.
#[inline(always)]
pub fn elu<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let below = exp_m1_of_negative(l, x);
    let negative = l.less_than(x, T::ZERO);
    l.select(negative, below, x)
}

/// The scaled exponential linear unit.
#[inline(always)]
pub fn selu<T: Elementary, L: Lanes<T>>(l: &mut L, x: L::V) -> L::V {
    let below = exp_m1_of_negative(l, x);
    let below = l.mul_number(below, T::SELU[1]);
    let above = l.mul_number(x, T::SELU[0]);
    let negative = l.less_than(x, T::ZERO);
    l.select(negative, below, above)
}
