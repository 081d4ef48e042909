//! Functions of one `f32`, without branches, that vectorise: those of [`super::exponential`], and the error function.
//!
//! Bounds are in units in the last place of the result, over all arguments, subnormal ones included; tests check them.
//! Infinities, zeros of either sign and NaN give what C's functions give.
//!
//! | function | bound |
//! |--|--|
//! | [`exp`] | 1 |
//! | [`exp_m1`] | 2 |
//! | [`ln`] | 1 |
//! | [`ln_1p`] | 2 |
//! | [`tanh`] | 2 |
//! | [`erf`] | 2 |
//! | [`erfc`] | 2.5 |
//! | [`sigmoid`] | 2 |
//! | [`softplus`] | 2 |
//!
//! [`super::wide`] has the functions that need `f64` internally.
//!
//! Their coefficients are in [`super::coefficients`].

use super::coefficients::{ERF, ERF_END, ERFC_CENTRE, ERFC_END, ERFC_FIRST, ERFC_LIFT, ERFC_RATIO};
use super::exponential;
use super::lanes::{Lanes, Real, Scalar};

macro_rules! functions {
    ($($name:ident: $function:path, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name(x: f32) -> f32 {
            $function(&mut Scalar, x)
        }
    )*};
}

functions! {
    exp: exponential::exp::<f32, Scalar>, "The exponential.";
    exp_m1: exponential::exp_m1::<f32, Scalar>, "The exponential less one, exact for small arguments.";
    ln: exponential::ln::<f32, Scalar>, "The natural logarithm.";
    ln_1p: exponential::ln_1p::<f32, Scalar>, "The natural logarithm of one more, exact for small arguments.";
    tanh: exponential::tanh::<f32, Scalar>, "The hyperbolic tangent.";
    sigmoid: exponential::sigmoid::<f32, Scalar>, "The logistic function.";
    softplus: exponential::softplus::<f32, Scalar>, "`ln(1 + e^x)`, also where `e^x` overflows or vanishes.";
    elu: exponential::elu::<f32, Scalar>, "`x`, or `e^x - 1` where it is negative.";
    selu: exponential::selu::<f32, Scalar>, "The scaled exponential linear unit.";
    erf: erf_of, "The error function.";
    erfc: erfc_of, "The complementary error function.";
}

/// The error function, of lanes: `1 - e^(-t (1 + p(t)))` for t = |x|, which `e^r - 1` leaves exact near zero.
#[inline(always)]
pub fn erf_of<L: Lanes<f32>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let end = l.number(ERF_END);
    let t = l.min(end, magnitude);
    let p = l.polynomial(t, &ERF);
    let minus = l.neg(t);
    let log = l.fma(p, minus, minus);
    let result = exponential::exp_m1_within(l, log);
    l.with_sign_of(result, x)
}

/// `x * factor + constant`
#[inline(always)]
fn linear<L: Lanes<f32>>(l: &mut L, x: L::V, constant: f32, factor: f32) -> L::V {
    let constant = l.number(constant);
    l.fma_number(x, factor, constant)
}

/// A polynomial, the constant first, by parts that do not wait for each other.
#[inline(always)]
fn in_parts<L: Lanes<f32>>(l: &mut L, x: L::V, coefficients: &[f32; 11]) -> L::V {
    let square = l.mul(x, x);
    let square_of_square = l.mul(square, square);
    let &[a, b, c, d, e, f, g, h, i, j, k] = coefficients;
    // In an order that keeps few of them waiting.
    let (first, second) = (linear(l, x, a, b), linear(l, x, c, d));
    let low = l.fma(second, square, first);
    let (first, second) = (linear(l, x, e, f), linear(l, x, g, h));
    let middle = l.fma(second, square, first);
    let first = linear(l, x, i, j);
    let high = l.fma_number(square, k, first);
    let upper = l.fma(high, square_of_square, middle);
    l.fma(upper, square_of_square, low)
}

/// The complementary error function, of lanes: `e^(-a^2) p(q) / (a + c)` with `q = (a - c) / (a + c)` for a = |x|, after the method of
/// Shepherd and Laframboise (Mathematics of Computation 36, 1981), with one quotient for both. What the quotient and the square lose is
/// computed and added.
#[inline(always)]
pub fn erfc_of<L: Lanes<f32>>(l: &mut L, x: L::V) -> L::V {
    let magnitude = l.abs(x);
    let end = l.number(ERFC_END);
    let a = l.min(end, magnitude);
    let below = l.add_number(a, ERFC_CENTRE);
    let one = l.number(1.0);
    let inverse = l.div(one, below);
    let q = l.fma_number(inverse, -2.0 * ERFC_CENTRE, one);
    let p = in_parts(l, q, &ERFC_RATIO);
    let first = l.number(ERFC_FIRST);
    let top = l.fma(p, q, first);
    // top / below, and the rest of the division, with what rounding took from both.
    let ratio = l.mul(top, inverse);
    let minus = l.neg(ratio);
    let rest = l.fma(minus, below, top);
    let taken = l.sub(first, top);
    let of_top = l.fma(p, q, taken);
    let rest = l.add(rest, of_top);
    let taken = l.sub_number(below, ERFC_CENTRE);
    let of_below = l.sub(a, taken);
    let rest = l.fma(minus, of_below, rest);
    let rest = l.mul(rest, inverse);
    // The exponential of the square's negative, with what rounding took from the square.
    let minus = l.neg(a);
    let minus_square = l.mul(minus, a);
    let of_square = l.fma(a, a, minus_square);
    let (k, r) = exponential::reduced(l, minus_square);
    let r = l.sub(r, of_square);
    let tail = exponential::exp_tail(l, r);
    let product = l.fma(ratio, tail, rest);
    let product = l.add(product, ratio);
    // In two steps, of which the first is exact: no exponent is below -147.
    let power = l.shift_left(k.shifted, f32::MANTISSA);
    let lift = l.number(ERFC_LIFT);
    let power = l.integer_add(power, lift);
    let lifted = l.mul(product, power);
    let positive = l.mul_number(lifted, 1.0 / ERFC_LIFT);
    let reflected = l.sub_from(2.0, positive);
    let negative = l.less_than(x, 0.0);
    l.select(negative, reflected, positive)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The distance from an exact result, in units in the last place of its `f32`.
    pub(in super::super) fn ulps(got: f32, exact: f64) -> f64 {
        let rounded = exact as f32;
        if got == rounded || (got.is_nan() && rounded.is_nan()) {
            return 0.0;
        }
        if got.is_infinite() || rounded.is_infinite() {
            return f64::INFINITY;
        }
        let magnitude = rounded.abs().max(f32::MIN_POSITIVE);
        let ulp = f64::from(f32::from_bits(magnitude.to_bits() + 1)) - f64::from(magnitude);
        (f64::from(got) - exact).abs() / ulp
    }

    pub(in super::super) fn check(name: &str, bound: f64, function: fn(f32) -> f32, exact: fn(f64) -> f64) {
        let mut worst = (0.0, 0.0f32);
        // A prime step visits all exponents and ever other mantissas.
        for bits in (0..=u32::MAX).step_by(8191) {
            let x = f32::from_bits(bits);
            let distance = ulps(function(x), exact(f64::from(x)));
            if distance > worst.0 {
                worst = (distance, x);
            }
        }
        for x in [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            f32::MAX,
            f32::MIN,
            1e-45,
            -1e-45,
        ] {
            let (got, exact) = (function(x), exact(f64::from(x)) as f32);
            assert!(ulps(got, f64::from(exact)) <= bound, "{name}({x}) is {got}, not {exact}");
            assert!(
                got.is_nan() || exact.is_sign_negative() == got.is_sign_negative(),
                "sign of {name}({x})"
            );
        }
        // Where most arguments are.
        for i in -200_000..200_000 {
            let x = i as f32 * 5e-5;
            let distance = ulps(function(x), exact(f64::from(x)));
            if distance > worst.0 {
                worst = (distance, x);
            }
        }
        assert!(worst.0 <= bound, "{name}({}) is off by {} units", worst.1, worst.0);
    }

    #[test]
    fn functions_keep_their_bounds() {
        check("exp", 1.0, exp, f64::exp);
        check("exp_m1", 2.0, exp_m1, f64::exp_m1);
        check("ln", 1.0, ln, f64::ln);
        check("ln_1p", 2.0, ln_1p, f64::ln_1p);
        check("tanh", 2.0, tanh, f64::tanh);
        check("erf", 2.0, erf, libm::erf);
        check("erfc", 2.5, erfc, libm::erfc);
        check("softplus", 2.0, softplus, |x| x.max(0.0) + (-x.abs()).exp().ln_1p());
        check("sigmoid", 2.0, sigmoid, |x| 1.0 / (1.0 + (-x).exp()));
    }
}
