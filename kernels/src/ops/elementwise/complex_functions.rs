//! Functions of complex numbers, in double precision whatever the dtype.
//!
//! Arc functions are in [`complex_inverses`](super::complex_inverses). The formulas here are Kahan's ("Branch cuts for complex elementary functions, or: much ado about nothing's sign bit", 1987): nothing cancels near the
//! branch points, nothing overflows that has a finite result, and on a branch cut the sign of a zero says from which side the
//! cut is reached. A number on a cut with an imaginary part of plus zero belongs to the upper half plane.

use num_complex::Complex;

use crate::ops::number::WorkFloat;

type C = Complex<f64>;

/// Above this, `tanh` is one in double precision.
const SATURATED: f64 = 22.0;

/// A function of double precision for numbers of single or double precision.
#[inline]
pub(crate) fn wide<W: WorkFloat>(x: Complex<W>, f: impl Fn(C) -> C) -> Complex<W>
where
    f64: From<W>,
{
    let result = f(C::new(x.re.into(), x.im.into()));
    Complex::new(W::of(result.re), W::of(result.im))
}

/// The square root with a real part that is not negative.
pub(crate) fn sqrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(0.0, z.im);
    }
    if z.im.is_infinite() {
        return C::new(f64::INFINITY, z.im);
    }
    // Halved where the length would overflow, and made larger where it would lose digits.
    let size = z.re.abs().max(z.im.abs());
    let (down, up) = match size {
        _ if size > f64::MAX / 4.0 => (1.0 / 16.0, 4.0),
        _ if size < f64::MIN_POSITIVE * 4.0 => (2f64.powi(108), 2f64.powi(-54)),
        _ => (1.0, 1.0),
    };
    let (re, im) = (z.re * down, z.im * down);
    let root = ((re.abs() + re.hypot(im)) / 2.0).sqrt();
    if re >= 0.0 {
        C::new(root * up, im / (2.0 * root) * up)
    } else {
        C::new(im.abs() / (2.0 * root) * up, root.copysign(im) * up)
    }
}

/// One by the square root.
pub(crate) fn rsqrt(z: C) -> C {
    inverse(sqrt(z))
}

/// `a / b`, by Smith's method: no overflow on the way. Infinite operands have the quotients of C's Annex G (G.5.1).
pub(crate) fn quotient(a: C, b: C) -> C {
    let result = finite_quotient(a, b);
    if !(result.re.is_nan() && result.im.is_nan()) {
        return result;
    }
    let is_infinite = |z: C| z.re.is_infinite() || z.im.is_infinite();
    let unit = |part: f64| f64::from(u8::from(part.is_infinite())).copysign(part);
    let direction = |z: C| C::new(unit(z.re), unit(z.im));
    let (a, b, size) = match () {
        () if is_infinite(a) && b.is_finite() => (direction(a), b, f64::INFINITY),
        () if is_infinite(b) && a.is_finite() => (a, direction(b), 0.0),
        () => return result,
    };
    C::new(size * (a.re * b.re + a.im * b.im), size * (a.im * b.re - a.re * b.im))
}

/// `a / b` of finite numbers, by Smith's method.
fn finite_quotient(a: C, b: C) -> C {
    if b.re.abs() >= b.im.abs() {
        if b.re == 0.0 && b.im == 0.0 {
            // Infinite, or no number.
            return C::new(a.re / 0.0, a.im / 0.0);
        }
        let ratio = b.im / b.re;
        let scale = b.re + b.im * ratio;
        C::new((a.re + a.im * ratio) / scale, (a.im - a.re * ratio) / scale)
    } else {
        let ratio = b.re / b.im;
        let scale = b.re * ratio + b.im;
        C::new((a.re * ratio + a.im) / scale, (a.im * ratio - a.re) / scale)
    }
}

/// `a` to the power `b`.
pub(crate) fn power<W: WorkFloat>(a: Complex<W>, b: Complex<W>) -> Complex<W>
where
    f64: From<W>,
{
    wide(a, |a| a.powc(C::new(b.re.into(), b.im.into())))
}

/// `1 / z`
pub(crate) fn inverse(z: C) -> C {
    quotient(C::ONE, z)
}

/// The tangent.
pub(crate) fn tan(z: C) -> C {
    turned(z, tanh)
}

/// The hyperbolic tangent.
pub(crate) fn tanh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x.abs() > SATURATED {
        let im = if y.is_finite() { 4.0 * y.sin() * y.cos() * (-2.0 * x.abs()).exp() } else { 0.0 };
        return C::new(1f64.copysign(x), im);
    }
    let (tangent, sine) = (y.tan(), x.sinh());
    let cosine = (1.0 + sine * sine).sqrt();
    if tangent.is_infinite() {
        return C::new(cosine / sine, 1.0 / tangent);
    }
    let beta = 1.0 + tangent * tangent;
    let scale = 1.0 + beta * sine * sine;
    C::new(beta * cosine * sine / scale, tangent / scale)
}

/// The exponential of a real number, times a factor: no overflow unless the product is too large.
fn scaled_exp(x: f64, factor: f64) -> f64 {
    if x.abs() < 700.0 || x.is_infinite() {
        return x.exp() * factor;
    }
    let half = (x / 2.0).exp();
    half * factor * half
}

/// The exponential.
pub(crate) fn exp(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return C::new(x.exp(), y);
    }
    if !y.is_finite() {
        return match x {
            f64::NEG_INFINITY => C::new(0.0, 0.0f64.copysign(y)),
            f64::INFINITY => C::new(x, f64::NAN),
            _ => C::new(f64::NAN, f64::NAN),
        };
    }
    C::new(scaled_exp(x, y.cos()), scaled_exp(x, y.sin()))
}

/// The sine of hyperbolas.
pub(crate) fn sinh(z: C) -> C {
    hyperbolic(z, false)
}

/// The cosine of hyperbolas.
pub(crate) fn cosh(z: C) -> C {
    hyperbolic(z, true)
}

/// The sine.
pub(crate) fn sin(z: C) -> C {
    turned(z, sinh)
}

/// The cosine.
pub(crate) fn cos(z: C) -> C {
    cosh(C::new(-z.im, z.re))
}

/// `sinh x cos y + i cosh x sin y`, or the two the other way round.
fn hyperbolic(z: C, is_cosine: bool) -> C {
    let (x, y) = (z.re, z.im);
    let (even, odd) = (x.cosh(), x.sinh());
    if y == 0.0 {
        // An infinite factor makes no number of a zero.
        return match is_cosine {
            true => {
                C::new(even, if x == 0.0 || x.is_nan() { x * y } else { y.copysign(x.signum() * y.signum()) })
            }
            false => C::new(odd, y),
        };
    }
    if !y.is_finite() {
        let real_is_zero = x == 0.0 && !is_cosine;
        let imaginary_is_zero = x == 0.0 && is_cosine;
        let re = match x.is_infinite() {
            true => x.abs(),
            false if real_is_zero => x,
            false => f64::NAN,
        };
        return C::new(re, if imaginary_is_zero { 0.0 } else { f64::NAN });
    }
    if x.abs() > 700.0 && x.is_finite() {
        let size = x.abs();
        let (even_cos, even_sin) = (scaled_exp(size, y.cos() / 2.0), scaled_exp(size, y.sin() / 2.0));
        let sign = x.signum();
        return match is_cosine {
            true => C::new(even_cos, sign * even_sin),
            false => C::new(sign * even_cos, even_sin),
        };
    }
    match is_cosine {
        true => C::new(even * y.cos(), odd * y.sin()),
        false => C::new(odd * y.cos(), even * y.sin()),
    }
}

/// A sum and its rounding error.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// A sum of numbers in about twice the precision.
fn exact_sum(terms: &[f64]) -> f64 {
    let (mut sum, mut rest) = (0.0, 0.0);
    for &term in terms {
        let (next, error) = two_sum(sum, term);
        sum = next;
        rest += error;
    }
    sum + rest
}

/// The logarithm.
pub(crate) fn ln(z: C) -> C {
    let (x, y) = (z.re.abs(), z.im.abs());
    let size = x.max(y);
    let re = if size > 0.7 && size < 1.5 && x.hypot(y) < 1.6 {
        // The square of the length less one, whose parts cancel near the unit circle.
        let (large, small) = (size, x.min(y));
        let (square, other) = (large * large, small * small);
        let (error, other_error) = (large.mul_add(large, -square), small.mul_add(small, -other));
        exact_sum(&[-1.0, square, other, error, other_error]).ln_1p() / 2.0
    } else if size > 1e300 && size.is_finite() {
        (x / 4.0).hypot(y / 4.0).ln() + 2.0 * std::f64::consts::LN_2
    } else if size < 1e-290 && size > 0.0 {
        (x * 2f64.powi(200)).hypot(y * 2f64.powi(200)).ln() - 200.0 * std::f64::consts::LN_2
    } else {
        x.hypot(y).ln()
    };
    C::new(re, z.im.atan2(z.re))
}

/// The angle of `x + iy` for complex numbers, as XLA continues it: `-i ln((x + iy) / sqrt(x^2 + y^2))`.
pub(crate) fn angle<W: WorkFloat>(y: Complex<W>, x: Complex<W>) -> Complex<W>
where
    f64: From<W>,
{
    let [y, x] = [y, x].map(|z| C::new(z.re.into(), z.im.into()));
    let direction = (x + C::i() * y) / sqrt(x * x + y * y);
    let logarithm = ln(direction);
    Complex::new(W::of(logarithm.im), W::of(-logarithm.re))
}

/// The exponential less one, exact near zero.
pub(crate) fn exp_m1(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return C::new(x.exp_m1(), y);
    }
    if !y.is_finite() || x.abs() > 700.0 {
        let power = exp(z);
        return C::new(power.re - 1.0, power.im);
    }
    let half = (y / 2.0).sin();
    C::new(x.exp_m1() * y.cos() - 2.0 * half * half, x.exp() * y.sin())
}

/// The logarithm of one more, exact near zero.
pub(crate) fn ln_1p(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if (-2.5..0.5).contains(&x) && y.abs() < 1.6 {
        // `(1 + x)^2 + y^2 - 1`, whose parts cancel near the unit circle around -1.
        let (square, other) = (x * x, y * y);
        let (error, other_error) = (x.mul_add(x, -square), y.mul_add(y, -other));
        let less = exact_sum(&[2.0 * x, square, other, error, other_error]);
        if less < 1.0 && less > -0.75 {
            return C::new(less.ln_1p() / 2.0, y.atan2(1.0 + x));
        }
    }
    C::new(ln(C::new(1.0 + x, y)).re, y.atan2(1.0 + x))
}

/// `1 / (1 + exp(-z))`, also where the exponential overflows, and near its poles.
pub(crate) fn sigmoid(z: C) -> C {
    /// One more than the exponential, whose parts may cancel one.
    fn exp_p1(z: C) -> C {
        let power = exp(z);
        let half = (z.im / 2.0).cos();
        match z.is_finite() {
            true => C::new(2.0 * z.re.exp() * half * half - z.re.exp_m1(), power.im),
            false => C::ONE + power,
        }
    }
    if z.re < 0.0 { quotient(exp(z), exp_p1(z)) } else { inverse(exp_p1(-z)) }
}

/// `i f(-i z)`, which makes of hyperbolic functions the others, and the other way round.
pub(super) fn turned(z: C, f: impl Fn(C) -> C) -> C {
    let result = f(C::new(z.im, z.re));
    C::new(result.im, result.re)
}

#[cfg(test)]
mod tests {
    use super::super::complex_inverses::{acos, acosh, asin, asinh, atan, atanh};
    use super::*;

    fn near(got: C, expected: C) {
        let wrong = (got - expected).norm() > 4e-15 * expected.norm();
        let signs = |z: C| (z.re.is_sign_negative(), z.im.is_sign_negative());
        assert!(!wrong && (signs(got) == signs(expected)), "{got}, not {expected}");
    }

    #[test]
    fn inverses_undo_their_functions() {
        let numbers = [0.3, -0.3, 1.25, -0.9, 1e-9, -1e-9, 0.75, -1.5];
        for z in numbers.iter().flat_map(|&re| numbers.iter().map(move |&im| C::new(re, im))) {
            near(asin(z).sin(), z);
            // Near a quarter turn, whose last digit is as large as this.
            assert!((acos(z).cos() - z).norm() < 1e-15 * (1.0 + z.norm()), "{z}");
            assert!((acosh(z).cosh() - z).norm() < 1e-15 * (1.0 + z.norm()), "{z}");
            near(asinh(z).sinh(), z);
            near(tan(atan(z)), z);
            near(tanh(atanh(z)), z);
            near(sqrt(z) * sqrt(z), z);
            near(quotient(z * C::new(3.0, -7.0), C::new(3.0, -7.0)), z);
        }
    }

    #[test]
    fn the_sign_of_zero_is_the_side_of_a_cut() {
        for (f, z) in [
            (acos as fn(C) -> C, C::new(2.0, 0.0)),
            (asin, C::new(2.0, 0.0)),
            (acosh, C::new(-2.0, 0.0)),
            (atanh, C::new(2.0, 0.0)),
            (sqrt, C::new(-2.0, 0.0)),
        ] {
            near(f(z.conj()), f(z).conj());
            assert_ne!(f(z).im.is_sign_negative(), f(z.conj()).im.is_sign_negative());
        }
    }

    #[test]
    fn infinities_and_zeros_have_the_results_of_annex_g() {
        let inf = f64::INFINITY;
        for (f, z, expected) in [
            (exp as fn(C) -> C, C::new(1e10, -0.0), C::new(inf, -0.0)),
            (exp, C::new(-inf, inf), C::new(0.0, 0.0)),
            (sin, C::new(-0.0, -inf), C::new(-0.0, -inf)),
            (cos, C::new(0.0, inf), C::new(inf, -0.0)),
            (sinh, C::new(inf, 0.0), C::new(inf, 0.0)),
            (cosh, C::new(-inf, 0.0), C::new(inf, -0.0)),
            (ln, C::new(-inf, inf), C::new(inf, 3.0 * std::f64::consts::FRAC_PI_4)),
        ] {
            let got = f(z);
            let bits = |z: C| (z.re.to_bits(), z.im.to_bits());
            assert_eq!(bits(got), bits(expected), "{z}: {got}, not {expected}");
        }
        for (a, b, expected) in [
            (C::ONE, C::new(inf, inf), C::new(0.0, -0.0)),
            (C::new(inf, -inf), C::new(0.0, 2.0), C::new(-inf, -inf)),
            (C::new(2.0, 0.0), C::new(0.0, -inf), C::new(0.0, 0.0)),
        ] {
            assert_eq!(quotient(a, b), expected, "{a} / {b}");
        }
        near(ln(C::new(-1.0, -1e-20)), C::new(5e-41, -std::f64::consts::PI));
        near(ln_1p(C::new(-2.0, 1e-20)), C::new(5e-41, std::f64::consts::PI));
        assert!(exp(C::new(710.0, 1.5)).re.is_finite());
    }

    #[test]
    fn nothing_overflows_that_has_a_result() {
        near(asinh(C::new(-1e20, 1.0)), C::new(-46.744_849_040_440_86, 1e-20));
        near(tanh(C::new(800.0, 1.0)), C::new(1.0, 0.0));
        near(
            tan(C::new(-1129.0, 150.0)),
            C::new(4.0 * (-1129f64).sin() * (-1129f64).cos() * (-300f64).exp(), 1.0),
        );
        near(sigmoid(C::new(-900.0, 0.5)), C::new(0.0, 0.0));
        // Next to a pole; computed with 60 digits.
        near(sigmoid(C::new(1e-5, f64::MAX)), C::new(0.906153272775106, 201.53141769556294));
        near(quotient(C::new(1e300, 1e300), C::new(1e300, 1e300)), C::new(1.0, 0.0));
        near(sqrt(C::new(1e308, 1e308)), C::new(1.098_684_113_467_81e154, 4.550_898_605_622_273e153));
        near(exp_m1(C::new(1e-12, 0.0)), C::new(1.000_000_000_000_5e-12, 0.0));
        near(ln_1p(C::new(-1e-12, 1e-20)), C::new(-1.000_000_000_000_5e-12, 1e-20));
    }
}
