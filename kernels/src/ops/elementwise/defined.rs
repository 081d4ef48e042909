//! Functions of single precision that CHLO defines by other functions: their results are those of the definition, with its rounding.
//!
//! XLA computes them by these steps, each rounded to `f32`, with sums of a product and a number rounded once: Lanczos' approximation of the gamma
//! function with eight terms for `lgamma` and `digamma` (coefficients of P. Godfrey, as in XLA's `math.cc`), Cephes' Chebyshev series
//! for `bessel_i1e`; `erf_inv` is in [`tfrt_numerics::wide`]. Near zeros of the functions the steps lose
//! digits, so exact results would differ from XLA's by hundreds of units in the last place. In double precision, and for halves, results are as
//! exact as elsewhere.

use std::f32::consts::PI;

use tfrt_numerics::blocks::doubles::zeta;

/// Coefficients of Lanczos' approximation.
const TERMS: [f32; 8] =
    [676.520_4, -1_259.139_2, 771.323_4, -176.615_04, 12.507_343, -0.138_571_1, 9.984_369e-6, 1.505_632_7e-7];
/// The approximation's shift, and a half.
const SHIFT: f32 = 7.5;
/// The logarithm of the shift.
const LN_SHIFT: f32 = 2.014_903;

/// A function of doubles, rounded to single precision.
fn rounded(x: f32, f: impl Fn(f64) -> f64) -> f32 {
    f(f64::from(x)) as f32
}

/// The logarithm of the absolute value of the gamma function.
pub(super) fn lgamma(x: f32) -> f32 {
    if x.is_infinite() {
        return f32::INFINITY;
    }
    let is_reflected = x < 0.5;
    let z = if is_reflected { -x } else { x - 1.0 };
    let sum = TERMS.iter().zip(1u8..).fold(1.0, |sum, (term, i)| sum + term / (z + f32::from(i)));
    let t = SHIFT + z;
    let log_t = LN_SHIFT + rounded(z / SHIFT, f64::ln_1p);
    let log = (z + 0.5 - t / log_t).mul_add(log_t, 0.918_938_5) + rounded(sum, f64::ln);
    if !is_reflected {
        return log;
    }
    let fraction = x.abs() - x.abs().floor();
    let fraction = if fraction > 0.5 { 1.0 - fraction } else { fraction };
    let sine = rounded(rounded(PI * fraction, f64::sin), f64::ln);
    if sine.is_finite() { 1.144_729_9 - sine - log } else { -sine }
}

/// The derivative of [`lgamma`].
pub(super) fn digamma(x: f32) -> f32 {
    if x <= 0.0 && x == x.floor() {
        return f32::NAN;
    }
    let is_reflected = x < 0.5;
    let z = if is_reflected { -x } else { x - 1.0 };
    let (mut above, mut below) = (0.0, 1.0);
    for (term, i) in TERMS.iter().zip(1u8..) {
        let at = z + f32::from(i);
        above -= term / (at * at);
        below += term / at;
    }
    let log_t = LN_SHIFT + rounded(z / SHIFT, f64::ln_1p);
    let result = log_t + above / below - 7.0 / (SHIFT + z);
    if !is_reflected {
        return result;
    }
    let angle = PI * (x + (x + 0.5).floor().abs());
    result - PI * rounded(angle, f64::cos) / rounded(angle, f64::sin)
}

/// The derivative of so high an order of [`lgamma`].
pub(super) fn polygamma(order: f32, x: f32) -> f32 {
    if order == 0.0 {
        return digamma(x);
    }
    if order != order.floor() || order < 0.0 {
        return f32::NAN;
    }
    let sign = 2.0 * (order % 2.0) - 1.0;
    let factorial = rounded(lgamma(order + 1.0), f64::exp);
    sign * factorial * zeta(f64::from(order + 1.0), f64::from(x)) as f32
}

/// Half the sum of a Chebyshev series, by Clenshaw's recurrence.
fn chebyshev(x: f32, coefficients: &[f32]) -> f32 {
    let (mut now, mut before, mut last) = (0.0f32, 0.0f32, 0.0f32);
    for &c in coefficients {
        (now, before, last) = (x.mul_add(now, -before) + c, now, before);
    }
    (now - last) * 0.5
}

/// The modified Bessel function of the first kind of order 1, times `exp(-|x|)`.
pub(super) fn bessel_i1e(x: f32) -> f32 {
    const SMALL: [f32; 17] = [
        9.381_537e-9,
        -4.445_059e-8,
        2.003_294_8e-7,
        -8.568_72e-7,
        3.470_251_4e-6,
        -1.327_316_4e-5,
        4.781_565e-5,
        -1.617_608_2e-4,
        5.122_86e-4,
        -1.513_572_4e-3,
        4.156_423e-3,
        -0.010_564_085,
        0.024_726_449,
        -0.052_945_983,
        0.102_643_66,
        -0.176_416_52,
        0.252_587_2,
    ];
    const LARGE: [f32; 7] = [
        -3.835_380_5e-9,
        -2.631_468_9e-8,
        -2.512_236e-7,
        -3.882_564_7e-6,
        -1.105_889_4e-4,
        -9.761_098e-3,
        0.778_576_25,
    ];
    let size = x.abs();
    let value = if size <= 8.0 {
        size * chebyshev(size.mul_add(0.5, -2.0), &SMALL)
    } else {
        chebyshev(32.0 / size - 2.0, &LARGE) / size.sqrt()
    };
    value.copysign(x)
}

#[cfg(test)]
mod tests {
    use tfrt_numerics::wide::erf_inv as inverse_erf;

    use super::*;

    /// Results of the definition, step by step in StableHLO's reference interpreter.
    #[test]
    fn steps_are_those_of_the_definition() {
        type Case = (fn(f32) -> f32, f32, f32);
        const CASES: [Case; 25] = [
            (lgamma, 0.25, 1.288_022_5),
            (lgamma, 1.0, 4.768_371_6e-07),
            (lgamma, 1.437_5, -0.121_201_515),
            (lgamma, 2.125, 0.057_760_24),
            (lgamma, 7.5, 7.534_365_7),
            (lgamma, -0.75, 1.575_703_6),
            (lgamma, -2.75, 0.004_487_157),
            (lgamma, 1.0e10, 2.202_585_2e11),
            (lgamma, 3.0e-20, 44.953_09),
            (digamma, 0.25, -4.227_453_7),
            (digamma, 1.0, -0.577_215_4),
            (digamma, 1.461_6, -3.087_520_6e-05),
            (digamma, 2.293_254, 0.596_373_6),
            (digamma, -0.75, -2.894_120_2),
            (digamma, -2.6, 0.114_898_92),
            (digamma, 1.0e06, 13.815_511),
            (inverse_erf, 0.3, 0.272_462_76),
            (inverse_erf, -0.75, -0.813_419_8),
            (inverse_erf, 0.999, 2.326_757_7),
            (inverse_erf, -0.999_99, -3.123_205),
            (bessel_i1e, 0.5, 0.156_420_83),
            (bessel_i1e, -3.0, -0.196_826_73),
            (bessel_i1e, 7.9, 0.134_896_58),
            (bessel_i1e, 8.5, 0.130_549_36),
            (bessel_i1e, -100.0, -0.039_744_154),
        ];
        for (f, x, expected) in CASES {
            let found = f(x);
            let units = (i64::from(found.to_bits()) - i64::from(expected.to_bits())).abs();
            // Near zeros of the functions, where a product and a sum are rounded twice there.
            let is_near = (found - expected).abs() < 5e-7;
            assert!(units <= 4 || is_near, "{x}: {found}, not {expected}");
        }
        let inverses = [inverse_erf(1.0), inverse_erf(-1.0), inverse_erf(-0.0)];
        assert_eq!(inverses.map(f32::to_bits), [f32::INFINITY, f32::NEG_INFINITY, -0.0].map(f32::to_bits));
        assert!(inverse_erf(1.5).is_nan() && bessel_i1e(-0.0).is_sign_negative());
        assert_eq!(polygamma(0.0, 2.0), digamma(2.0));
        assert!(polygamma(1.5, 2.0).is_nan() && polygamma(-1.0, 2.0).is_nan());
    }
}
