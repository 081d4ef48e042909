//! Arc functions of complex numbers in double precision, exact to a few units in the last place of each part.
//!
//! The arc sine and cosine are those of Hull, Fairgrieve and Tang ("Implementing the complex arcsine and arccosine functions using exception
//! handling", 1997): with the distances `r` and `s` from -1 and 1, `a = (r + s) / 2` and `b = |x| / a`, the real part depends on `b`, and the imaginary part on
//! `a`; differences that would cancel are written as quotients. Infinities are those of C's Annex G.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, PI};

use num_complex::Complex;

use super::complex_functions::turned;

type C = Complex<f64>;

/// From here on the arc sine of `b` loses digits.
const LARGE_B: f64 = 0.6417;

/// From here on the logarithm of `a + sqrt(a * a - 1)` loses none.
const LARGE_A: f64 = 1.5;

/// Squares of numbers between these neither overflow nor lose digits.
const SAFE: (f64, f64) = (6e-154, 1.6e153);

/// The parts of an arc sine or cosine of a number in the first quadrant: the real part, and the imaginary part of both.
fn first_quadrant(x: f64, y: f64, is_sine: bool) -> (f64, f64) {
    // The angle whose sine or cosine is `opposite / adjacent` of its tangent.
    let angle = |opposite: f64, adjacent: f64| match is_sine {
        true => opposite.atan2(adjacent),
        false => adjacent.atan2(opposite),
    };
    let of_real = |x: f64| if is_sine { x.asin() } else { x.acos() };
    let (plus, minus) = (x + 1.0, x - 1.0);
    let is_safe = |value: f64| value > SAFE.0 && value < SAFE.1;
    if is_safe(x) && is_safe(y) {
        let square = y * y;
        let (r, s) = ((plus * plus + square).sqrt(), (minus * minus + square).sqrt());
        let a = (r + s) / 2.0;
        let b = x / a;
        let real = if b <= LARGE_B {
            of_real(b)
        } else if x <= 1.0 {
            angle(x, ((a + x) / 2.0 * (square / (r + plus) + (s - minus))).sqrt())
        } else {
            angle(x, y * (((a + x) / (r + plus) + (a + x) / (s + minus)) / 2.0).sqrt())
        };
        let imaginary = if a <= LARGE_A {
            let less = match x < 1.0 {
                true => (square / (r + plus) + square / (s - minus)) / 2.0,
                false => (square / (r + plus) + (s + minus)) / 2.0,
            };
            (less + (less * (a + 1.0)).sqrt()).ln_1p()
        } else {
            (a + (a * a - 1.0).sqrt()).ln()
        };
        return (real, imaginary);
    }
    if y <= f64::EPSILON / 2.0 * minus.abs() {
        if x < 1.0 {
            return (of_real(x), y / (plus * (1.0 - x)).sqrt());
        }
        let real = if is_sine { FRAC_PI_2 } else { y / (minus.sqrt() * plus.sqrt()) };
        let imaginary = match f64::MAX / plus > minus {
            true => (minus + (plus * minus).sqrt()).ln_1p(),
            false => LN_2 + x.ln(),
        };
        return (real, imaginary);
    }
    if y <= SAFE.0 {
        // Next to one.
        let root = y.sqrt();
        return (if is_sine { FRAC_PI_2 - root } else { root }, root);
    }
    if f64::EPSILON * y - 1.0 >= x {
        return (if is_sine { x / y } else { FRAC_PI_2 }, LN_2 + y.ln());
    }
    if x > 1.0 {
        let ratio = x / y;
        return (angle(x, y), LN_2 + y.ln() + (ratio * ratio).ln_1p() / 2.0);
    }
    let a = y.hypot(1.0);
    (if is_sine { x / a } else { FRAC_PI_2 }, (2.0 * y * (y + a)).ln_1p() / 2.0)
}

/// The arc sine.
pub(crate) fn asin(z: C) -> C {
    let (x, y) = (z.re.abs(), z.im.abs());
    let (real, imaginary) = match (x.is_infinite(), y.is_infinite()) {
        _ if x.is_nan() || y.is_nan() => match (x, y) {
            (x, y) if x.is_nan() && y.is_infinite() => (x, y),
            (x, y) if y.is_nan() && x.is_infinite() => (y, x),
            (0.0, y) => (0.0, y),
            _ => (f64::NAN, f64::NAN),
        },
        (true, true) => (FRAC_PI_4, f64::INFINITY),
        (true, false) => (FRAC_PI_2, f64::INFINITY),
        (false, true) => (0.0, f64::INFINITY),
        // Zeros keep their sign.
        (false, false) if y == 0.0 && x <= 1.0 => (x.asin(), 0.0),
        (false, false) => first_quadrant(x, y, true),
    };
    C::new(real.copysign(z.re), imaginary.copysign(z.im))
}

/// The arc cosine.
pub(crate) fn acos(z: C) -> C {
    let (x, y) = (z.re.abs(), z.im.abs());
    let (real, imaginary) = match (x.is_infinite(), y.is_infinite()) {
        _ if x.is_nan() || y.is_nan() => match (x, y) {
            (x, y) if x.is_nan() && y.is_infinite() => (x, y),
            (x, y) if y.is_nan() && x.is_infinite() => (y, x),
            (0.0, y) => (FRAC_PI_2, y),
            _ => (f64::NAN, f64::NAN),
        },
        (true, true) => (FRAC_PI_4, f64::INFINITY),
        (true, false) => (0.0, f64::INFINITY),
        (false, true) => (FRAC_PI_2, f64::INFINITY),
        (false, false) if y == 0.0 && x <= 1.0 => (x.acos(), 0.0),
        (false, false) => first_quadrant(x, y, false),
    };
    let real = if z.re.is_sign_negative() { PI - real } else { real };
    C::new(real, imaginary.copysign(if z.im.is_sign_negative() { 1.0 } else { -1.0 }))
}

/// The inverse of `cosh`, with a real part that is not negative.
pub(crate) fn acosh(z: C) -> C {
    let w = acos(z);
    C::new(w.im.abs(), w.re.copysign(z.im))
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
    let (x, y) = (z.re.abs(), z.im.abs());
    let (real, imaginary) = if x.is_nan() || y.is_nan() {
        match (x, y) {
            (x, y) if x.is_nan() && y.is_infinite() => (0.0, FRAC_PI_2),
            (x, y) if y.is_nan() && x.is_infinite() => (0.0, y),
            (0.0, y) => (0.0, y),
            _ => (f64::NAN, f64::NAN),
        }
    } else if x.is_infinite() || y.is_infinite() {
        (0.0, FRAC_PI_2)
    } else if x > 1e150 || y > 1e150 {
        // The real part of `1 / z`, which is too small for a square, and a quarter turn.
        let (large, small) = (x.max(y), x.min(y));
        let ratio = small / large;
        let size = large * (1.0 + ratio * ratio);
        (if x >= y { 1.0 / size } else { ratio / size }, FRAC_PI_2)
    } else if x == 1.0 && y < 1e-150 {
        // The square of the distance from one would vanish.
        (if y == 0.0 { f64::INFINITY } else { (LN_2 - y.ln()) / 2.0 }, if y == 0.0 { 0.0 } else { FRAC_PI_4 })
    } else {
        let rest = 1.0 - x;
        let real = (4.0 * x / (rest * rest + y * y)).ln_1p() / 4.0;
        // On the cut beyond one the angle is half a turn.
        (real, (2.0 * y).atan2(rest * (1.0 + x) - y * y) / 2.0)
    };
    C::new(real.copysign(z.re), imaginary.copysign(z.im))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinities_have_the_results_of_annex_g() {
        let inf = f64::INFINITY;
        for (f, z, expected) in [
            (acos as fn(C) -> C, C::new(inf, inf), C::new(FRAC_PI_4, -inf)),
            (acos, C::new(-inf, -inf), C::new(3.0 * FRAC_PI_4, inf)),
            (acos, C::new(-inf, 1.0), C::new(PI, -inf)),
            (acos, C::new(2.0, inf), C::new(FRAC_PI_2, -inf)),
            (asin, C::new(-inf, 1e300), C::new(-FRAC_PI_2, inf)),
            (asin, C::new(-0.0, -inf), C::new(-0.0, -inf)),
            (acosh, C::new(-inf, 1.0), C::new(inf, PI)),
            (asinh, C::new(1.0, inf), C::new(inf, FRAC_PI_2)),
            (atan, C::new(inf, -inf), C::new(FRAC_PI_2, -0.0)),
            (atanh, C::new(-1.0, inf), C::new(-0.0, FRAC_PI_2)),
            (atanh, C::new(1.0, 0.0), C::new(inf, 0.0)),
        ] {
            let got = f(z);
            let bits = |z: C| (z.re.to_bits(), z.im.to_bits());
            assert_eq!(bits(got), bits(expected), "{z}: {got}, not {expected}");
        }
    }
}
