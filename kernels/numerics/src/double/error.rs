//! The error function and its complement.

use super::super::exponential::exp;
use super::super::lanes::Lanes;
use tfrt_ops::special::{ERFC, ERFC_END, ERFC_SMALL};

use super::coefficients::{ERF, ERF_END, ERF_SMALL};

/// The error function of small arguments.
#[inline(always)]
fn small<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let square = l.mul(x, x);
    let p = l.polynomial(square, &ERF);
    l.fma(x, p, x)
}

/// The complement of arguments from [`ERFC_SMALL`] on.
#[inline(always)]
fn complement<L: Lanes<f64>>(l: &mut L, t: L::V) -> L::V {
    // The exponential of minus the square, and of the square's rounding error.
    let square = l.mul(t, t);
    let minus = l.neg(square);
    let lost = l.fma(t, t, minus);
    let power = exp(l, minus);
    let power = l.minus_product(lost, power, power);
    let above = l.sub_number(t, 3.0);
    let below = l.add_number(t, 3.0);
    let u = l.div(above, below);
    let p = l.polynomial(u, &ERFC);
    let one = l.number(1.0);
    let divisor = l.fma_number(t, 2.0, one);
    let scaled = l.mul(power, p);
    l.div(scaled, divisor)
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
