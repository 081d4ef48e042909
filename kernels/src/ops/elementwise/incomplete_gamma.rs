//! Incomplete gamma functions and scaled Bessel functions: `tf.Igamma`, `tf.Igammac`, `tf.BesselI0e` and `tf.BesselI1e`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::{binary, unary};
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    for (name, upper) in [("tf.Igamma", false), ("tf.Igammac", true)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats halves], {
                    let part = |a: T, x: T| gamma_part(f64::from(a.work()), f64::from(x.work()), upper);
                    binary::<T>(frame, |a, x| T::unwork(<T as Float>::Work::of(part(a, x))))
                }, else Err(unsupported(dtype)))
            }),
        );
    }
    for (name, order) in [("tf.BesselI0e", 0), ("tf.BesselI1e", 1)] {
        ops.add(
            name,
            OpEntry::new().dispatch(
                move |frame: &mut DispatchFrame<'_>| {
                    let dtype = frame.dense(0)?.dtype();
                    for_dtype!(dtype, [floats halves], {
                        unary::<T>(frame, |x| T::unwork(<T as Float>::Work::of(bessel(order, f64::from(x.work())))))
                    }, else Err(unsupported(dtype)))
                },
            ),
        );
    }
}

/// Terms after which a sum or a fraction is as near as it gets.
const TERMS: u32 = 2000;

/// The part of the gamma function's integral below `x`, or above it.
fn gamma_part(a: f64, x: f64, upper: bool) -> f64 {
    if a.is_nan() || x.is_nan() || a <= 0.0 || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || x == f64::INFINITY {
        return if (x == 0.0) == upper { 1.0 } else { 0.0 };
    }
    if a == f64::INFINITY {
        return if upper { 1.0 } else { 0.0 };
    }
    let weight = (a * x.ln() - x - libm::lgamma(a)).exp();
    if x <= 1.0 || x <= a {
        // The power series of the lower part.
        let (mut term, mut sum, mut at) = (1.0, 1.0, a);
        for _ in 0..TERMS {
            at += 1.0;
            term *= x / at;
            sum += term;
            if term <= f64::EPSILON * sum / 8.0 {
                break;
            }
        }
        let lower = weight * sum / a;
        return if upper { 1.0 - lower } else { lower };
    }
    // The continued fraction of the upper part, by Lentz's method.
    let mut b = x + 1.0 - a;
    let mut c = f64::MAX;
    let mut d = 1.0 / b;
    let mut fraction = d;
    for i in 1..TERMS {
        let i = f64::from(i);
        let step = i * (a - i);
        b += 2.0;
        d = 1.0 / (step * d + b);
        c = b + step / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() <= f64::EPSILON {
            break;
        }
    }
    let above = weight * fraction;
    if upper { above } else { 1.0 - above }
}

/// The modified Bessel function of the first kind of order 0 or 1, times `exp(-|x|)`.
pub(crate) fn bessel(order: u32, x: f64) -> f64 {
    let size = x.abs();
    let order_number = f64::from(order);
    let value = if size <= 30.0 {
        // All terms of the series have one sign.
        let quarter = size * size / 4.0;
        let mut term = if order == 0 { 1.0 } else { size / 2.0 };
        let mut sum = term;
        for k in 1..TERMS {
            let k = f64::from(k);
            term *= quarter / (k * (k + order_number));
            sum += term;
            if term <= f64::EPSILON * sum / 8.0 {
                break;
            }
        }
        sum * (-size).exp()
    } else {
        // Terms that shrink until far below the precision.
        let square = 4.0 * order_number * order_number;
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 1..=30 {
            let k = f64::from(k);
            let odd = 2.0 * k - 1.0;
            term *= -(square - odd * odd) / (k * 8.0 * size);
            sum += term;
        }
        sum * (std::f64::consts::FRAC_2_SQRT_PI * std::f64::consts::FRAC_1_SQRT_2 / 2.0) / size.sqrt()
    };
    if order == 1 { value.copysign(x) } else { value }
}
