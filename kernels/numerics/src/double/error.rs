//! The error function and its complement.

use tfrt_ops::special::{ERFC, ERFC_END, ERFC_REST, ERFC_SMALL};

use super::super::exponential::{Elementary as _, reduced};
use super::super::lanes::{Integer, Lanes, Scalar};
use super::coefficients::{ERF, ERF_END, ERF_SMALL, LN2};
use super::pair::Pair;

/// The error function of small arguments.
#[inline(always)]
fn small<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let square = l.mul(x, x);
    let p = l.polynomial(square, &ERF);
    l.fma(x, p, x)
}

/// The coefficients of [`ERFC`] behind the first.
const ERFC_TAIL: [f64; ERFC.len() - 1] = {
    let mut tail = [0.0; ERFC.len() - 1];
    let mut i = 0;
    while i < tail.len() {
        tail[i] = ERFC[i + 1];
        i += 1;
    }
    tail
};

/// A sum and its rounding error.
#[inline(always)]
fn sum<L: Lanes<f64>>(l: &mut L, a: L::V, b: L::V) -> (L::V, L::V) {
    let sum = l.add(a, b);
    let part = l.sub(sum, a);
    let other = l.sub(sum, part);
    let (lost, other) = (l.sub(b, part), l.sub(a, other));
    (sum, l.add(other, lost))
}

/// The complement of arguments from [`ERFC_SMALL`] on, in two parts that are to be multiplied by a power of two.
#[inline(always)]
fn parts_of_complement<L: Lanes<f64>>(l: &mut L, t: L::V) -> (L::V, L::V, Integer<L::V>) {
    // The exponential of minus the square, with the square's rounding error, in two parts.
    let square = l.mul(t, t);
    let minus = l.neg(square);
    let lost = l.fma(t, t, minus);
    let (k, _) = reduced(l, minus);
    let whole = l.mul_number(k.number, LN2[0]);
    let minus_whole = l.neg(whole);
    let whole_low = l.fma_number(k.number, LN2[0], minus_whole);
    let whole_low = l.fma_number(k.number, LN2[1], whole_low);
    let whole_low = l.add(whole_low, lost);
    let r = l.sub(minus, whole);
    let minus_low = l.neg(whole_low);
    let (r, r_low) = sum(l, r, minus_low);
    let series = f64::exp_series(l, r);
    let r_square = l.mul(r, r);
    let tail = l.fma(r_square, series, r_low);
    let one = l.number(1.0);
    let (power, power_low) = sum(l, one, r);
    let power_low = l.add(power_low, tail);

    let above = l.sub_number(t, 3.0);
    let below = l.add_number(t, 3.0);
    let u = l.div(above, below);
    let p = l.polynomial(u, &ERFC_TAIL);
    let rest = l.number(ERFC_REST);
    let p = l.fma(u, p, rest);
    let first = l.number(ERFC[0]);
    let (p, p_low) = sum(l, first, p);

    let twice = l.add(t, t);
    let (divisor, divisor_low) = sum(l, one, twice);
    let product = l.mul(power, p);
    let minus = l.neg(product);
    let product_low = l.fma(power, p, minus);
    let product_low = l.fma(power, p_low, product_low);
    let product_low = l.fma(power_low, p, product_low);
    let quotient = l.div(product, divisor);
    let rest = l.minus_product(quotient, divisor, product);
    let rest = l.add(rest, product_low);
    let rest = l.minus_product(quotient, divisor_low, rest);
    (quotient, l.div(rest, divisor), k)
}

/// The complement of arguments from [`ERFC_SMALL`] on.
#[inline(always)]
fn complement<L: Lanes<f64>>(l: &mut L, t: L::V) -> L::V {
    let (high, low, k) = parts_of_complement(l, t);
    let sum = l.add(high, low);
    l.scale(sum, k)
}

/// [`complement`] in two parts, of numbers of which it is no subnormal number.
#[inline(always)]
pub(super) fn complement_in_parts(t: f64) -> Pair {
    let l = &mut Scalar;
    let (high, low, k) = parts_of_complement::<Scalar>(l, t);
    Pair(<Scalar as Lanes<f64>>::scale(l, high, k), <Scalar as Lanes<f64>>::scale(l, low, k))
}

/// The error function of small arguments, in two parts.
#[inline(always)]
pub(super) fn small_in_parts(x: f64) -> Pair {
    Pair::sum(x, x * <Scalar as Lanes<f64>>::polynomial(&mut Scalar, x * x, &ERF))
}

/// The error function.
#[inline(always)]
pub fn erf<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let of_small = small(l, x);
    let t = l.limited(magnitude, [ERFC_SMALL, ERF_END]);
    let rest = complement(l, t);
    let of_large = l.sub_from(1.0, rest);
    let is_small = l.less_than(magnitude, ERF_SMALL);
    let result = l.select(is_small, of_small, of_large);
    l.with_sign_of(result, x)
}

/// One less the error function, exact where little is left.
#[inline(always)]
pub fn erfc<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let of_small = small(l, x);
    let of_small = l.sub_from(1.0, of_small);
    let t = l.limited(magnitude, [ERFC_SMALL, ERFC_END]);
    let rest = complement(l, t);
    let most = l.sub_from(2.0, rest);
    let negative = l.less_than(x, 0.0);
    let of_large = l.select(negative, most, rest);
    let is_small = l.less_than(magnitude, ERFC_SMALL);
    l.select(is_small, of_small, of_large)
}
