//! Powers and remainders.

use super::super::exponential::{exp_tail, reduced, split};
use super::super::lanes::Lanes;
use super::coefficients::{ALL_EVEN, ARTANH, LN2, POWER_END, TWO_THIRDS};

/// A sum and its rounding error; `a` is the larger one, or zero.
#[inline(always)]
fn sum<L: Lanes<f64>>(l: &mut L, a: L::V, b: L::V) -> (L::V, L::V) {
    let sum = l.add(a, b);
    let added = l.sub(sum, a);
    (sum, l.sub(b, added))
}

/// A product and its rounding error.
#[inline(always)]
fn product<L: Lanes<f64>>(l: &mut L, a: L::V, b: L::V) -> (L::V, L::V) {
    let product = l.mul(a, b);
    let minus = l.neg(product);
    (product, l.fma(a, b, minus))
}

/// The natural logarithm of a positive number in two parts, exact to 2^-64.
#[inline(always)]
pub(super) fn ln<L: Lanes<f64>>(l: &mut L, x: L::V) -> (L::V, L::V) {
    let (k, f) = split(l, x);
    // s = f / (2 + f), of which the logarithm is 2 artanh(s).
    let below = l.add_number(f, 2.0);
    let kept = l.sub_number(below, 2.0);
    let below_low = l.sub(f, kept);
    let s = l.div(f, below);
    let rest = l.minus_product(s, below, f);
    let rest = l.minus_product(s, below_low, rest);
    let s_low = l.div(rest, below);

    let (square, lost) = product(l, s, s);
    let twice = l.add(s, s);
    let square_low = l.fma(twice, s_low, lost);
    // Two thirds of the cube.
    let (cube, lost) = product(l, s, square);
    let cube_low = l.fma(s, square_low, lost);
    let cube_low = l.fma(s_low, square, cube_low);
    let factor = l.number(TWO_THIRDS[0]);
    let (third, lost) = product(l, cube, factor);
    let third_low = l.fma_number(cube, TWO_THIRDS[1], lost);
    let third_low = l.fma_number(cube_low, TWO_THIRDS[0], third_low);
    // All that follows.
    let series = l.polynomial(square, &ARTANH);
    let fifth = l.mul(cube, square);
    let fifth = l.add(fifth, fifth);
    let fifth = l.mul(fifth, series);

    let factor = l.number(LN2[0]);
    let (whole, whole_low) = product(l, k, factor);
    let whole_low = l.fma_number(k, LN2[1], whole_low);
    let (high, first) = sum(l, whole, twice);
    let (high, second) = sum(l, high, third);
    let low = l.add(s_low, s_low);
    let low = l.add(low, third_low);
    let low = l.add(low, whole_low);
    let low = l.add(low, first);
    let low = l.add(low, second);
    let low = l.add(low, fifth);
    sum(l, high, low)
}

/// `x` to the power `y`.
#[inline(always)]
pub fn pow<L: Lanes<f64>>(l: &mut L, x: L::V, y: L::V) -> L::V {
    let size = l.abs(x);
    let (log, log_low) = ln(l, size);
    let (high, lost) = product(l, log, y);
    let low = l.fma(log_low, y, lost);
    // Beyond the range of exponents the second part counts for nothing, and may be no number.
    let inside = l.abs(high);
    let inside = l.less_than(inside, POWER_END);
    let zero = l.number(0.0);
    let low = l.select(inside, low, zero);
    let high = l.limited(high, [-POWER_END, POWER_END]);
    let (k, r) = reduced(l, high);
    let p = exp_tail(l, r);
    let more = l.add(p, low);
    let p = l.fma(low, p, more);
    let p = l.add_number(p, 1.0);
    let power = l.scale(p, k);

    // Of zero and of infinity: zero or infinity.
    let is_zero = l.equals(size, 0.0);
    let is_infinite = l.equals(size, f64::INFINITY);
    let direction = l.number(1.0);
    let direction = l.with_sign_of(direction, y);
    let minus = l.neg(direction);
    let direction = l.select(is_zero, minus, direction);
    let grows = l.more_than(direction, 0.0);
    let infinity = l.number(f64::INFINITY);
    let end = l.select(grows, infinity, zero);
    let is_end = l.either(is_zero, is_infinite);
    let power = l.select(is_end, end, power);

    // Odd integers keep the sign; negative numbers have no power with another exponent than an integer.
    let exponent = l.abs(y);
    let small = l.less_than(exponent, ALL_EVEN);
    let whole = l.trunc(y);
    let is_whole = l.equal(whole, y);
    let broken = l.not(is_whole);
    let broken = l.both(small, broken);
    let half = l.mul_number(y, 0.5);
    let whole = l.trunc(half);
    let even = l.equal(whole, half);
    let odd = l.not(even);
    let odd = l.both(small, odd);
    let odd = l.both(odd, is_whole);
    let signed = l.with_sign_of(power, x);
    let result = l.select(odd, signed, power);
    let negative = l.less_than(x, 0.0);
    let finite = l.more_than(x, f64::NEG_INFINITY);
    let negative = l.both(negative, finite);
    let wrong = l.both(negative, broken);
    let unordered = l.unordered(x, y);
    let wrong = l.either(wrong, unordered);
    let nan = l.number(f64::NAN);
    let result = l.select(wrong, nan, result);

    // One to any power, and minus one to an infinite power of either sign.
    let one = l.equals(x, 1.0);
    let minus_one = l.equals(x, -1.0);
    let infinite = l.equals(exponent, f64::INFINITY);
    let both = l.both(minus_one, infinite);
    let one = l.either(one, both);
    let none = l.equals(y, 0.0);
    let one = l.either(one, none);
    let unit = l.number(1.0);
    l.select(one, unit, result)
}

/// The remainder of a division towards zero, which is exact; leaves where the quotient has more than 52 bits.
#[inline(always)]
pub fn remainder<L: Lanes<f64>>(l: &mut L, a: L::V, b: L::V) -> L::V {
    let (size, divisor) = (l.abs(a), l.abs(b));
    let quotient = l.div(size, divisor);
    let large = l.more_than(quotient, ALL_EVEN * 0.5);
    let finite = l.less_than(size, f64::INFINITY);
    let by_something = l.more_than(divisor, 0.0);
    let large = l.both(large, finite);
    let large = l.both(large, by_something);
    l.leave_if(large);
    let quotient = l.trunc(quotient);
    let rest = l.minus_product(quotient, divisor, size);
    // The quotient may have been rounded up to an integer.
    let below = l.less_than(rest, 0.0);
    let more = l.add(rest, divisor);
    let rest = l.select(below, more, rest);
    // By infinity.
    let whole = l.less(size, divisor);
    let rest = l.select(whole, size, rest);
    l.with_sign_of(rest, a)
}
