//! Quantiles of the normal distribution and the inverse of the error function: `tf.Ndtri`, `tf.Erfinv`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};

use crate::ops::elementwise::apply::unary_in_double;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! of_double {
        ($($name:literal $f:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| unary_in_double(frame, $f)));
        )*};
    }
    of_double! {
        "tf.Erfinv" inverse_erf;
        "tf.Ndtri" quantile;
    }
}

/// The number below which a standard normal variable is with probability `0.5 + centre`, where `tail` is the smaller one of this and the
/// other probability, both above zero.
///
/// A rational function in the middle and one of the logarithm at the ends: P. Acklam's, of a relative error of at most 1.15e-9.
fn quantile_to_nine_digits(centre: f64, tail: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.38357751867269e2,
        -3.066479806614716e1,
        2.506628277459239,
    ];
    const B: [f64; 6] = [
        -5.447609879822406e1,
        1.615858368580409e2,
        -1.556989798598866e2,
        6.680131188771972e1,
        -1.328068155288572e1,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
    ];
    const D: [f64; 5] =
        [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1.0];
    let polynomial = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    if tail > 0.02425 {
        centre * polynomial(&A, centre * centre) / polynomial(&B, centre * centre)
    } else {
        let q = (-2.0 * tail.ln()).sqrt();
        polynomial(&C, q) / polynomial(&D, q) * if centre < 0.0 { 1.0 } else { -1.0 }
    }
}

/// The number below which a standard normal variable is with this probability: nine digits of it, and one step of Halley's method on
/// the error function.
fn quantile(p: f64) -> f64 {
    if p.is_nan() || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let guess = quantile_to_nine_digits(p - 0.5, p.min(1.0 - p));
    let error = 0.5 * libm::erfc(-guess / std::f64::consts::SQRT_2) - p;
    let slope = error * (2.0 * std::f64::consts::PI).sqrt() * (guess * guess / 2.0).exp();
    guess - slope / (1.0 + guess * slope / 2.0)
}

/// Where the error function is zero, or has no finite inverse: what there is.
fn special_inverse_erf(y: f64) -> Option<f64> {
    match y {
        y if y == 0.0 => Some(y),
        y if y.abs() < 1.0 => None,
        y if y.abs() == 1.0 => Some(f64::INFINITY.copysign(y)),
        _ => Some(f64::NAN),
    }
}

/// The number whose error function is this, of at most 24 bits, to nine digits.
fn inverse_erf_of_single(y: f64) -> f64 {
    special_inverse_erf(y)
        .unwrap_or_else(|| quantile_to_nine_digits(y / 2.0, (1.0 - y.abs()) / 2.0) / std::f64::consts::SQRT_2)
}

/// The number whose error function is this.
pub(super) fn inverse_erf(y: f64) -> f64 {
    special_inverse_erf(y).unwrap_or_else(|| {
        let size = y.abs();
        tfrt_numerics::blocks::doubles::inverse_erf(size, inverse_erf_of_single(size)).copysign(y)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_digits_are_enough_for_single_precision() {
        for bits in (0..0x3F80_0000u32).step_by(12_347).chain(0x3F7F_FF00..0x3F80_0000) {
            let y = f32::from_bits(bits);
            for y in [y, -y] {
                let exact = inverse_erf(f64::from(y));
                let error = (f64::from(inverse_erf_of_single(f64::from(y)) as f32) - exact).abs();
                let ulp = f64::from((exact.abs() as f32).next_up()) - f64::from(exact.abs() as f32);
                assert!(error <= 0.52 * ulp, "{y}: {error} of {ulp}");
            }
        }
        assert_eq!(inverse_erf_of_single(-1.0), f64::NEG_INFINITY);
        assert!(inverse_erf_of_single(1.5).is_nan() && inverse_erf_of_single(f64::NAN).is_nan());
        assert_eq!(inverse_erf_of_single(-0.0).to_bits(), (-0.0f64).to_bits());
    }

    #[test]
    fn inverses_undo() {
        for y in [1e-12, 1e-6, 0.01, 0.3, 0.7, 0.999, 0.999_999_9] {
            for y in [y, -y] {
                assert!((libm::erf(inverse_erf(y)) - y).abs() <= 4e-16, "{y}");
                assert!((inverse_erf(y) / y - std::f64::consts::PI.sqrt() / 2.0 >= -1e-9), "{y}");
            }
        }
        // These numbers have been computed with 60 digits.
        for (y, x) in
            [(1.0 - 2f64.powi(-52), 5.805_018_683_193_453), (1.0 - 2f64.powi(-30), 4.328_028_275_800_946)]
        {
            assert!((inverse_erf(y) / x - 1.0).abs() < 4e-16, "{y}");
        }
        assert_eq!(inverse_erf(1.0), f64::INFINITY);
        assert!(inverse_erf(1.5).is_nan() && quantile(-0.1).is_nan());
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
        assert!((quantile(1e-10) + 6.361_340_902_404_056).abs() < 1e-12);
    }
}
