//! Incomplete gamma functions, how they change with the shape of the distribution, and scaled Bessel functions: `tf.Igamma`, `tf.Igammac`,
//! `tf.IgammaGradA`, `tf.RandomGammaGrad`, `tf.BesselI0e` and `tf.BesselI1e`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::{binary, unary};
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;
use tfrt_numerics::blocks::doubles::{digamma, scaled_bessel};

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
    for (name, of_sample) in [("tf.IgammaGradA", false), ("tf.RandomGammaGrad", true)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats], {
                    binary::<T>(frame, |a, x| T::rounded(gamma_slope(f64::from(a.work()), f64::from(x.work()), of_sample)))
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
                        unary::<T>(frame, |x| T::unwork(<T as Float>::Work::of(scaled_bessel(order, f64::from(x.work())))))
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

/// How the part of the gamma function's integral below `x` changes with `a`: the derivatives of the series and of the continued fraction of
/// [`gamma_part`], term by term. `of_sample`: how `x` changes with `a` where that part stays as it is, which is the derivative of a number
/// drawn from a gamma distribution.
fn gamma_slope(a: f64, x: f64, of_sample: bool) -> f64 {
    if a.is_nan() || x.is_nan() || a <= 0.0 || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 || x == f64::INFINITY || a == f64::INFINITY {
        return 0.0;
    }
    let logarithm = a * x.ln() - x - libm::lgamma(a);
    let turn = x.ln() - digamma(a);
    // The integrand at `x` is `weight / x`, so the weight drops out of the slope of a sample, which thus has no underflow.
    let weight = if of_sample { 1.0 } else { logarithm.exp() };
    let slope = if x <= 1.0 || x <= a {
        let (mut term, mut sum, mut at) = (1.0 / a, 1.0 / a, a);
        let (mut term_slope, mut sum_slope) = (-1.0 / (a * a), -1.0 / (a * a));
        for _ in 0..TERMS {
            at += 1.0;
            term_slope = (term_slope - term / at) * (x / at);
            term *= x / at;
            sum += term;
            sum_slope += term_slope;
            if term <= f64::EPSILON * sum / 8.0 && term_slope.abs() <= f64::EPSILON * sum_slope.abs() / 8.0 {
                break;
            }
        }
        weight * (sum * turn + sum_slope)
    } else {
        // Each quantity of the fraction beside its derivative.
        let (mut b, b_slope) = (x + 1.0 - a, -1.0);
        let (mut c, mut c_slope) = (f64::MAX, 0.0);
        let (mut d, mut d_slope) = (1.0 / b, 1.0 / (b * b));
        let (mut fraction, mut fraction_slope) = (d, d_slope);
        for i in 1..TERMS {
            let i = f64::from(i);
            let (step, step_slope) = (i * (a - i), i);
            b += 2.0;
            let next = 1.0 / (step * d + b);
            d_slope = -next * next * (step_slope * d + step * d_slope + b_slope);
            d = next;
            c_slope = b_slope + step_slope / c - step / c * (c_slope / c);
            c = b + step / c;
            let (factor, factor_slope) = (c * d, c_slope * d + c * d_slope);
            fraction_slope = fraction_slope * factor + fraction * factor_slope;
            fraction *= factor;
            if (factor - 1.0).abs() <= f64::EPSILON
                && (factor_slope * fraction).abs() <= f64::EPSILON * fraction_slope.abs()
            {
                break;
            }
        }
        -weight * (fraction * turn + fraction_slope)
    };
    if of_sample { -slope * x } else { slope }
}
