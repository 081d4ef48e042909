//! Hyperbolic functions and their inverses.

use super::super::exponential::{exp_tail, ln_1p, reduced, unless_tiny};
use super::super::lanes::Lanes;
use super::coefficients::{LARGE, SINH, SINH_END};

/// Half of e^x for `x` from zero on, which overflows only where the hyperbolic functions do.
#[inline(always)]
fn half_of_exp<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let end = l.number(SINH_END);
    let x = l.min(end, x);
    let (k, r) = reduced(l, x);
    let p = exp_tail(l, r);
    let p = l.add_number(p, 1.0);
    // Exact.
    let half = l.mul_number(p, 0.5);
    l.scale(half, k)
}

/// The hyperbolic sine.
#[inline(always)]
pub fn sinh<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
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
pub fn cosh<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let half = half_of_exp(l, magnitude);
    let quarter = l.number(0.25);
    let other = l.div(quarter, half);
    l.add(half, other)
}

/// `ln(1 + x)`, or where it is as large as `size` says, `ln(size) + ln 2`.
#[inline(always)]
fn ln_of_sum<L: Lanes<f64>>(l: &mut L, x: L::V, size: L::V) -> L::V {
    let is_large = l.more_than(size, LARGE);
    let less = l.sub_number(size, 1.0);
    let of = l.select(is_large, less, x);
    let log = ln_1p(l, of);
    let more = l.add_number(log, std::f64::consts::LN_2);
    l.select(is_large, more, log)
}

/// The inverse of the hyperbolic sine.
#[inline(always)]
pub fn asinh<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
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
pub fn acosh<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let t = l.sub_number(x, 1.0);
    // x^2 - 1, rounded once.
    let twice = l.add(t, t);
    let square = l.fma(t, t, twice);
    let root = l.sqrt(square);
    let sum = l.add(t, root);
    let log = ln_of_sum(l, sum, x);
    let wrong = l.less_than(x, 1.0);
    let nan = l.number(f64::NAN);
    l.select(wrong, nan, log)
}

/// The inverse of the hyperbolic tangent; NaN for numbers beyond one.
#[inline(always)]
pub fn atanh<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
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
