//! Functions that are integrals of others, and Bessel functions: `tf.Dawsn`, `tf.Expint`, `tf.FresnelCos`, `tf.FresnelSin`,
//! `tf.Spence`, `tf.BesselJ0` and its like.
//!
//! They compute in double precision, from series and continued fractions of the textbooks (Abramowitz and Stegun; Rybicki's sum for
//! Dawson's integral), and round once.

use std::f64::consts::PI;

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::unary;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! of_one {
        ($($name:literal $f:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats halves], {
                    let function: fn(f64) -> f64 = $f;
                    unary::<T>(frame, |x| T::unwork(<T as Float>::Work::of(function(f64::from(x.work())))))
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    of_one! {
        "tf.Dawsn" dawson;
        "tf.Expint" exponential;
        "tf.FresnelCos" |x| fresnel(x).re;
        "tf.FresnelSin" |x| fresnel(x).im;
        "tf.Spence" |x| dilogarithm(1.0 - x);
        "tf.BesselJ0" libm::j0;
        "tf.BesselJ1" libm::j1;
        "tf.BesselY0" libm::y0;
        "tf.BesselY1" libm::y1;
        "tf.BesselK0" |x| decaying(0, x) * (-x).exp();
        "tf.BesselK1" |x| decaying(1, x) * (-x).exp();
        "tf.BesselK0e" |x| decaying(0, x);
        "tf.BesselK1e" |x| decaying(1, x);
    }
}

/// `exp(-x²) * integral from 0 to x of exp(t²)`.
fn dawson(x: f64) -> f64 {
    let size = x.abs();
    if size < 0.5 {
        let (mut term, mut sum) = (x, x);
        for k in 1..30 {
            term *= -2.0 * x * x / f64::from(2 * k + 1);
            sum += term;
        }
        return sum;
    }
    if size > 50.0 {
        let square = 1.0 / (2.0 * x * x);
        return (1.0 + square * (1.0 + square * (3.0 + square * 15.0))) / (2.0 * x);
    }
    const STEP: f64 = 0.2;
    // The odd multiples of the step that are near enough to count.
    let nearest = (size / STEP / 2.0).round() as i64;
    let sum: f64 = (nearest - 17..=nearest + 17)
        .map(|k| {
            let n = (2 * k + 1) as f64;
            (-(size - n * STEP).powi(2)).exp() / n
        })
        .sum();
    (sum / PI.sqrt()).copysign(x)
}

/// The integral of `exp(t) / t` up to `x`, for positive numbers.
fn exponential(x: f64) -> f64 {
    const EULER: f64 = 0.577_215_664_901_532_9;
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x <= 40.0 {
        let (mut term, mut sum) = (1.0, 0.0);
        for k in 1..200 {
            term *= x / f64::from(k);
            sum += term / f64::from(k);
        }
        return EULER + x.ln() + sum;
    }
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..40 {
        term *= f64::from(k) / x;
        sum += term;
    }
    x.exp() / x * sum
}

/// The integrals of `cos(pi t² / 2)` and `sin(pi t² / 2)` from 0, as one complex number.
fn fresnel(x: f64) -> Complex<f64> {
    let size = x.abs();
    if x.is_nan() {
        return Complex::new(f64::NAN, f64::NAN);
    }
    // Beyond that not even the phase of the waves is known.
    if size > 1e8 {
        return Complex::new(0.5f64.copysign(x), 0.5f64.copysign(x));
    }
    let angle = PI * x * x / 2.0;
    if size < 2.0 {
        let (mut term, mut sums) = (size, [0.0; 2]);
        for k in 0..60 {
            let sign = if k / 2 % 2 == 0 { 1.0 } else { -1.0 };
            sums[k % 2] += sign * term / (2 * k + 1) as f64;
            term *= angle / (k + 1) as f64;
        }
        return Complex::new(sums[0].copysign(sums[0] * x), sums[1].copysign(sums[1] * x));
    }
    // The continued fraction of the complementary error function.
    let mut b = Complex::new(1.0, -2.0 * angle);
    let mut c = Complex::new(1e300, 0.0);
    let mut d = b.inv();
    let mut fraction = d;
    let mut n = -1.0;
    for _ in 0..200 {
        n += 2.0;
        let a = -n * (n + 1.0);
        b += 4.0;
        d = (d * a + b).inv();
        c = b + Complex::new(a, 0.0) / c;
        let factor = c * d;
        fraction *= factor;
        if (factor - 1.0).l1_norm() < 1e-15 {
            break;
        }
    }
    fraction *= Complex::new(size, -size);
    let waves = Complex::new(0.5, 0.5) * (Complex::new(1.0, 0.0) - Complex::cis(angle) * fraction);
    Complex::new(waves.re.copysign(x), waves.im.copysign(x))
}

/// The sum of `x^k / k²`, and what continues it, for numbers up to one.
fn dilogarithm(x: f64) -> f64 {
    if x.is_nan() || x > 1.0 {
        return f64::NAN;
    }
    const LARGEST: f64 = PI * PI / 6.0;
    if x == 1.0 {
        LARGEST
    } else if x < -1.0 {
        -LARGEST - (-x).ln().powi(2) / 2.0 - dilogarithm(1.0 / x)
    } else if x < 0.0 {
        -dilogarithm(x / (x - 1.0)) - (-x).ln_1p().powi(2) / 2.0
    } else if x > 0.5 {
        LARGEST - x.ln() * (-x).ln_1p() - dilogarithm(1.0 - x)
    } else {
        let (mut power, mut sum) = (1.0, 0.0);
        for k in 1..60 {
            power *= x;
            sum += power / f64::from(k * k);
        }
        sum
    }
}

/// The modified Bessel function of the second kind of an order, times `exp(x)`: an integral whose sum over equal steps converges faster
/// than any power of them.
fn decaying(order: i32, x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x <= 0.0 {
        return f64::INFINITY;
    }
    // The peak has no width left: its steps would be none.
    if x == f64::INFINITY {
        return 0.0;
    }
    /// Far more than the widest integrand takes.
    const MOST_STEPS: u32 = 10_000;
    const STEP: f64 = 0.2;
    let end = (1.0 + 750.0 / x).acosh() + 1.0;
    let value = |t: f64| {
        // `cosh t - 1` without losing digits.
        let half = (t / 2.0).sinh();
        (-2.0 * x * half * half).exp() * if order == 0 { 1.0 } else { t.cosh() }
    };
    // For large numbers the integrand is a narrow peak: steps as narrow.
    let step = STEP.min(STEP / x.sqrt());
    let (mut sum, mut t) = (value(0.0) / 2.0, step);
    for _ in 0..MOST_STEPS {
        if t >= end.min(800.0) {
            break;
        }
        let term = value(t);
        sum += term;
        if term == 0.0 {
            break;
        }
        t += step;
    }
    sum * step
}
