//! Functions of complex numbers, in double precision whatever the dtype.
//!
//! The formulas are Kahan's ("Branch cuts for complex elementary functions, or: much ado about nothing's sign bit", 1987): nothing cancels near the
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

/// `a / b`, by Smith's method: no overflow on the way.
pub(crate) fn quotient(a: C, b: C) -> C {
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

/// `1 / z`
pub(crate) fn inverse(z: C) -> C {
    quotient(C::ONE, z)
}

/// Roots of `1 - z` and `1 + z`, with the signs of zeros that tell the sides of branch cuts apart.
fn roots(z: C) -> (C, C) {
    (sqrt(C::new(1.0 - z.re, -z.im)), sqrt(C::new(1.0 + z.re, z.im)))
}

/// The arc cosine.
pub(crate) fn acos(z: C) -> C {
    let (minus, plus) = roots(z);
    C::new(2.0 * minus.re.atan2(plus.re), asinh_real((plus.conj() * minus).im))
}

/// The arc sine.
pub(crate) fn asin(z: C) -> C {
    let (minus, plus) = roots(z);
    C::new(z.re.atan2((minus * plus).re), asinh_real((minus.conj() * plus).im))
}

/// The inverse of `cosh`, with a real part that is not negative.
pub(crate) fn acosh(z: C) -> C {
    let (minus, plus) = (sqrt(C::new(z.re - 1.0, z.im)), sqrt(C::new(z.re + 1.0, z.im)));
    C::new(asinh_real((minus.conj() * plus).re), 2.0 * minus.im.atan2(plus.re))
}

/// The inverse of `sinh`.
pub(crate) fn asinh(z: C) -> C {
    turned(z, asin)
}

/// The arc tangent.
pub(crate) fn atan(z: C) -> C {
    turned(z, atanh)
}

/// The inverse of `tanh`.
pub(crate) fn atanh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x.abs() > 1e150 || y.abs() > 1e150 {
        // The real part of `1 / z`, which is too small for a square, and a quarter turn.
        return C::new(inverse(z).re, std::f64::consts::FRAC_PI_2.copysign(y));
    }
    // Of the size first: the function is odd, and this form is exact for what is not negative.
    let rest = 1.0 - x.abs();
    let re = (4.0 * x.abs() / (rest * rest + y * y)).ln_1p() / 4.0;
    C::new(re.copysign(x), (2.0 * y).atan2(rest * (1.0 + x.abs()) - y * y) / 2.0)
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

/// The exponential less one, exact near zero.
pub(crate) fn exp_m1(z: C) -> C {
    let half = (z.im / 2.0).sin();
    let (power, less) = (z.re.exp(), z.re.exp_m1());
    C::new(less * z.im.cos() - 2.0 * half * half, if z.im == 0.0 { z.im } else { power * z.im.sin() })
}

/// The logarithm of one more, exact near zero.
pub(crate) fn ln_1p(z: C) -> C {
    let re = if z.re.abs().max(z.im.abs()) < 0.5 {
        (z.re * (2.0 + z.re) + z.im * z.im).ln_1p() / 2.0
    } else {
        (1.0 + z.re).hypot(z.im).ln()
    };
    C::new(re, z.im.atan2(1.0 + z.re))
}

/// `1 / (1 + exp(-z))`, also where the exponential overflows.
pub(crate) fn sigmoid(z: C) -> C {
    if z.re < 0.0 {
        let power = z.exp();
        quotient(power, C::ONE + power)
    } else {
        inverse(C::ONE + (-z).exp())
    }
}

/// `i f(-i z)`, which makes of hyperbolic functions the others, and the other way round.
fn turned(z: C, f: impl Fn(C) -> C) -> C {
    let result = f(C::new(z.im, z.re));
    C::new(result.im, result.re)
}

/// The inverse of `sinh` for real numbers, exact near zero and for large ones.
fn asinh_real(x: f64) -> f64 {
    libm::asinh(x)
}

#[cfg(test)]
mod tests {
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
    fn nothing_overflows_that_has_a_result() {
        near(asinh(C::new(-1e20, 1.0)), C::new(-46.744_849_040_440_86, 1e-20));
        near(tanh(C::new(800.0, 1.0)), C::new(1.0, 0.0));
        near(
            tan(C::new(-1129.0, 150.0)),
            C::new(4.0 * (-1129f64).sin() * (-1129f64).cos() * (-300f64).exp(), 1.0),
        );
        near(sigmoid(C::new(-900.0, 0.5)), C::new(0.0, 0.0));
        near(quotient(C::new(1e300, 1e300), C::new(1e300, 1e300)), C::new(1.0, 0.0));
        near(sqrt(C::new(1e308, 1e308)), C::new(1.098_684_113_467_81e154, 4.550_898_605_622_273e153));
        near(exp_m1(C::new(1e-12, 0.0)), C::new(1.000_000_000_000_5e-12, 0.0));
        near(ln_1p(C::new(-1e-12, 1e-20)), C::new(-1.000_000_000_000_5e-12, 1e-20));
    }
}
