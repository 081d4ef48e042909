//! Angles: their functions, and the inverses of those.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::super::lanes::{Lanes, Real};
use super::coefficients::{ASIN, ATAN, COSINE, LARGEST_ANGLE, QUARTER, SINE};

/// An angle less the nearest multiple of a quarter turn, in two parts, and in the low bits which multiple that is.
///
/// Up to [`LARGEST_ANGLE`] taking the first part of the multiple away is exact.
#[inline(always)]
fn reduced<L: Lanes<f64>>(l: &mut L, x: L::V) -> (L::V, L::V, L::V) {
    let magnitude = l.abs(x);
    let large = l.more_than(magnitude, LARGEST_ANGLE);
    l.leave_if(large);
    let to_integer = l.number(f64::TO_INTEGER);
    let shifted = l.fma_number(x, std::f64::consts::FRAC_2_PI, to_integer);
    let k = l.sub_number(shifted, f64::TO_INTEGER);
    let first = l.fma_number(k, -QUARTER[0], x);
    let second = l.mul_number(k, QUARTER[1]);
    // The difference, and its rounding error.
    let high = l.sub(first, second);
    let taken = l.sub(high, first);
    let kept = l.sub(high, taken);
    let of_first = l.sub(first, kept);
    let of_second = l.add(second, taken);
    let lost = l.sub(of_first, of_second);
    let minus = l.neg(second);
    let of_product = l.fma_number(k, QUARTER[1], minus);
    let low = l.sub(lost, of_product);
    let low = l.fma_number(k, -QUARTER[2], low);
    (high, low, shifted)
}

/// Sine and cosine of an angle of less than an eighth of a turn in two parts.
#[inline(always)]
fn of_small<L: Lanes<f64>>(l: &mut L, high: L::V, low: L::V) -> (L::V, L::V) {
    let square = l.mul(high, high);
    let half = l.mul_number(square, 0.5);
    let whole = l.sub_from(1.0, half);

    let series = l.polynomial(square, &SINE);
    let cube = l.mul(square, high);
    let scaled = l.mul(low, whole);
    let tail = l.fma(cube, series, scaled);
    let sine = l.add(high, tail);

    let series = l.polynomial(square, &COSINE);
    let fourth = l.mul(square, square);
    // The rounding error of the difference from one.
    let lost = l.sub_from(1.0, whole);
    let lost = l.sub(lost, half);
    let lost = l.minus_product(high, low, lost);
    let tail = l.fma(fourth, series, lost);
    (sine, l.add(whole, tail))
}

/// Lanes whose integer is even.
#[inline(always)]
fn is_even<L: Lanes<f64>>(l: &mut L, k: L::V) -> L::M {
    let one = l.bits(1);
    let last = l.and(k, one);
    let zero = l.bits(0);
    l.same_bits(last, zero)
}

/// The sine of an angle of so many more quarter turns.
#[inline(always)]
fn sine_of<L: Lanes<f64>>(l: &mut L, x: L::V, quarters: u64) -> L::V {
    let (high, low, k) = reduced(l, x);
    let (sine, cosine) = of_small(l, high, low);
    let quarters = l.bits(quarters);
    let k = l.integer_add(k, quarters);
    let even = is_even(l, k);
    let magnitude = l.select(even, sine, cosine);
    let two = l.bits(2);
    let second = l.and(k, two);
    let sign = l.shift_left(second, 62);
    l.xor(magnitude, sign)
}

/// `x` where it is zero, which keeps its sign.
#[inline(always)]
fn unless_zero<L: Lanes<f64>>(l: &mut L, x: L::V, result: L::V) -> L::V {
    let zero = l.equals(x, 0.0);
    l.select(zero, x, result)
}

/// The sine, up to [`LARGEST_ANGLE`].
#[inline(always)]
pub fn sin<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let sine = sine_of(l, x, 0);
    unless_zero(l, x, sine)
}

/// The cosine, up to [`LARGEST_ANGLE`].
#[inline(always)]
pub fn cos<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    sine_of(l, x, 1)
}

/// The tangent, up to [`LARGEST_ANGLE`].
#[inline(always)]
pub fn tan<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let (high, low, k) = reduced(l, x);
    let (sine, cosine) = of_small(l, high, low);
    let even = is_even(l, k);
    let above = l.select(even, sine, cosine);
    let minus = l.neg(sine);
    let below = l.select(even, cosine, minus);
    let tangent = l.div(above, below);
    unless_zero(l, x, tangent)
}

/// The difference between π/4 and [`FRAC_PI_4`].
const EIGHTH_REST: f64 = 3.061_616_997_868_383e-17;

/// The angle of a tangent from zero to one.
#[inline(always)]
fn atan_of_part<L: Lanes<f64>>(l: &mut L, t: L::V) -> L::V {
    // Beyond a sixteenth of a turn an eighth is taken away.
    let far = l.more_than(t, std::f64::consts::SQRT_2 - 1.0);
    let above = l.sub_number(t, 1.0);
    let below = l.add_number(t, 1.0);
    let quotient = l.div(above, below);
    // What the quotient, the sum and an eighth of a turn lack; of the inverse of the sum a few digits are enough.
    let rest = l.minus_product(quotient, below, above);
    let kept = l.sub_number(below, 1.0);
    let lost = l.sub(t, kept);
    let rest = l.minus_product(quotient, lost, rest);
    let slope = l.number(1.198);
    let inverse = l.fma_number(below, -std::f64::consts::FRAC_1_SQRT_2 / 2.0, slope);
    let eighth = l.number(EIGHTH_REST);
    let rest = l.fma(rest, inverse, eighth);
    let t = l.select(far, quotient, t);
    let square = l.mul(t, t);
    let series = l.polynomial(square, &ATAN);
    let cube = l.mul(square, t);
    let angle = l.fma(cube, series, t);
    let tail = l.fma(cube, series, rest);
    let more = l.add(quotient, tail);
    let more = l.add_number(more, FRAC_PI_4);
    l.select(far, more, angle)
}

/// The inverse of the tangent.
#[inline(always)]
pub fn atan<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let large = l.more_than(magnitude, 1.0);
    let one = l.number(1.0);
    let inverse = l.div(one, magnitude);
    let t = l.select(large, inverse, magnitude);
    let angle = atan_of_part(l, t);
    let rest = l.sub_from(FRAC_PI_2, angle);
    let angle = l.select(large, rest, angle);
    l.with_sign_of(angle, x)
}

/// The angle of the point (`x`, `y`).
#[inline(always)]
pub fn atan2<L: Lanes<f64>>(l: &mut L, y: L::V, x: L::V) -> L::V {
    let (across, up) = (l.abs(x), l.abs(y));
    let steep = l.less(across, up);
    let above = l.select(steep, across, up);
    let below = l.select(steep, up, across);
    let quotient = l.div(above, below);
    // Two infinities are as far from either axis, and the point of zeros lies on one.
    let one = l.number(1.0);
    let alike = l.equal(above, below);
    let quotient = l.select(alike, one, quotient);
    let origin = l.equals(below, 0.0);
    let zero = l.number(0.0);
    let quotient = l.select(origin, zero, quotient);
    let angle = atan_of_part(l, quotient);
    let rest = l.sub_from(FRAC_PI_2, angle);
    let angle = l.select(steep, rest, angle);
    let rest = l.sub_from(PI, angle);
    let direction = l.with_sign_of(one, x);
    let backwards = l.less_than(direction, 0.0);
    let angle = l.select(backwards, rest, angle);
    let angle = l.with_sign_of(angle, y);
    let nan = l.unordered(x, y);
    let no_angle = l.number(f64::NAN);
    l.select(nan, no_angle, angle)
}

/// A number up to a half, and what its inverse of the sine is more than it: of `magnitude`, or where that is more than a half, of the sine of half of what
/// its angle lacks.
#[inline(always)]
fn halved<L: Lanes<f64>>(l: &mut L, magnitude: L::V) -> (L::M, L::V, L::V) {
    let large = l.more_than(magnitude, 0.5);
    let rest = l.sub_from(1.0, magnitude);
    let square = l.mul_number(rest, 0.5);
    let root = l.sqrt(square);
    let x = l.select(large, root, magnitude);
    let of_small = l.mul(magnitude, magnitude);
    let square = l.select(large, square, of_small);
    let series = l.polynomial(square, &ASIN);
    let cube = l.mul(square, x);
    (large, x, l.mul(cube, series))
}

/// The inverse of the sine; NaN for numbers beyond one.
#[inline(always)]
pub fn asin<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let (large, sine, more) = halved(l, magnitude);
    let angle = l.add(sine, more);
    // The larger part first, with the rounding error of the difference and what the quarter turn lacks.
    let twice = l.add(sine, sine);
    let rest = l.sub_from(FRAC_PI_2, twice);
    let taken = l.sub_from(FRAC_PI_2, rest);
    let lost = l.sub(taken, twice);
    let lost = l.add_number(lost, 2.0 * EIGHTH_REST);
    let twice = l.add(more, more);
    let twice = l.sub(twice, lost);
    let rest = l.sub(rest, twice);
    let angle = l.select(large, rest, angle);
    l.with_sign_of(angle, x)
}

/// The inverse of the cosine; NaN for numbers beyond one.
#[inline(always)]
pub fn acos<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let (large, sine, more) = halved(l, magnitude);
    let angle = l.add(sine, more);
    let twice = l.add(angle, angle);
    let rest = l.sub_from(PI, twice);
    let negative = l.less_than(x, 0.0);
    let of_large = l.select(negative, rest, twice);
    let signed = l.with_sign_of(angle, x);
    let of_small = l.sub_from(FRAC_PI_2, signed);
    l.select(large, of_large, of_small)
}
