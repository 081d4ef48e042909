//! Functions of one `f32`, without branches, that vectorise.
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
//! | [`sigmoid`] | 2 |
//! | [`softplus`] | 2 |
//!
//! [`super::wide`] has the functions that need `f64` internally.
//!
//! Their coefficients are in [`super::coefficients`].

use super::coefficients::{
    ERF, ERF_END, ERF_SMALL, ERFC, EXP, EXP_M1_RANGE, EXP_RANGE, LN, LN_1P_TINY, LN2_HIGH, LN2_LOW,
    ROOT_OF_HALF, SELU, SUBNORMAL, TANH_END, TO_INTEGER,
};

const LOG2_E: f32 = std::f32::consts::LOG2_E;

/// `a * b + c`, rounded once.
#[inline(always)]
fn fma(a: f32, b: f32, c: f32) -> f32 {
    a.mul_add(b, c)
}

/// A polynomial, the constant first.
#[inline(always)]
fn polynomial<const N: usize>(x: f32, coefficients: [f32; N]) -> f32 {
    let mut sum = coefficients[N - 1];
    let mut i = N - 1;
    while i > 0 {
        i -= 1;
        sum = fma(sum, x, coefficients[i]);
    }
    sum
}

/// 2^k for -126 <= k <= 127.
#[inline(always)]
fn power_of_two(k: i32) -> f32 {
    f32::from_bits((k.wrapping_add(127) as u32) << 23)
}

/// `x` brought into an interval; NaN stays.
#[inline(always)]
fn limited(x: f32, [low, high]: [f32; 2]) -> f32 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// `x = k ln 2 + r` with |r| <= ln 2 / 2: (k, r).
#[inline(always)]
fn reduced(x: f32) -> (i32, f32) {
    let shifted = fma(x, LOG2_E, TO_INTEGER);
    let k = shifted - TO_INTEGER;
    let r = fma(k, -LN2_LOW, fma(k, -LN2_HIGH, x));
    ((shifted.to_bits() as i32).wrapping_sub(TO_INTEGER.to_bits() as i32), r)
}

/// `(e^r - 1 - r) / r^2` for |r| <= ln 2 / 2.
#[inline(always)]
fn exp_tail(r: f32) -> f32 {
    polynomial(r, EXP)
}

/// The exponential.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let (k, r) = reduced(limited(x, EXP_RANGE));
    let p = fma(r * r, exp_tail(r), r) + 1.0;
    // In two steps, so that subnormal results are rounded once and large ones do not overflow early.
    let half = k >> 1;
    p * power_of_two(half) * power_of_two(k.wrapping_sub(half))
}

/// The exponential less one, exact for small arguments.
#[inline(always)]
pub fn exp_m1(x: f32) -> f32 {
    let (k, r) = reduced(limited(x, EXP_M1_RANGE));
    let p = fma(r * r, exp_tail(r), r);
    // 2^k p + (2^k - 1), with k one less where 2^k would overflow.
    let high = k > 127;
    let power = power_of_two(if high { k.wrapping_sub(1) } else { k });
    let sum = fma(p, power, power - if high { 0.0 } else { 1.0 });
    let result = if high { sum + sum } else { sum };
    if x == 0.0 { x } else { result }
}

/// `x = 2^k (1 + f)` with 1 + f between the square roots of a half and of two: (k, f).
#[inline(always)]
fn split(x: f32) -> (f32, f32) {
    let subnormal = x < f32::MIN_POSITIVE;
    let bits = (if subnormal { x * SUBNORMAL[0] } else { x }).to_bits();
    let k = (bits.wrapping_sub(ROOT_OF_HALF) as i32) >> 23;
    let f = f32::from_bits(bits.wrapping_sub((k as u32) << 23)) - 1.0;
    (k as f32 - if subnormal { SUBNORMAL[1] } else { 0.0 }, f)
}

/// `ln(1 + f) - f` for 1 + f between the square roots of a half and of two.
#[inline(always)]
fn ln_tail(f: f32) -> f32 {
    let p = polynomial(f, LN);
    let square = f * f;
    fma(square * f, p, -0.5 * square)
}

/// The logarithm of zero, of negative numbers, of infinity and of NaN; `usual` for all others.
#[inline(always)]
fn ln_edges(x: f32, usual: f32) -> f32 {
    let positive = if x < f32::INFINITY { usual } else { x };
    let not_zero = if x > 0.0 { positive } else { f32::NAN };
    if x == 0.0 { f32::NEG_INFINITY } else { not_zero }
}

/// The natural logarithm.
#[inline(always)]
pub fn ln(x: f32) -> f32 {
    let (k, f) = split(x);
    let low = fma(k, LN2_LOW, ln_tail(f));
    ln_edges(x, fma(k, LN2_HIGH, f + low))
}

/// The natural logarithm of one more, exact for small arguments.
#[inline(always)]
pub fn ln_1p(x: f32) -> f32 {
    let sum = 1.0 + x;
    // The sum's rounding error, relative to it.
    let lost = if x < 1.0 { x - (sum - 1.0) } else { 1.0 - (sum - x) };
    let (k, f) = split(sum);
    let low = fma(k, LN2_LOW, ln_tail(f)) + lost / sum;
    let result = ln_edges(sum, fma(k, LN2_HIGH, f + low));
    // A number that vanishes in the sum is its own logarithm.
    if x.abs() < LN_1P_TINY { x } else { result }
}

/// The hyperbolic tangent: `(e - 1) / (e + 1)` for `e = e^(-2|x|)`. Its distance from a power of two is computed, so that small
/// arguments lose nothing.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let minus = -x.abs();
    let inside = if minus < -TANH_END { -TANH_END } else { minus };
    let (k, r) = reduced(inside + inside);
    let p = fma(r * r, exp_tail(r), r);
    let power = power_of_two(k);
    let above = fma(p, power, power - 1.0);
    let below = fma(p, power, power + 1.0);
    (above / below).copysign(x)
}

/// The error function.
#[inline(always)]
pub fn erf(x: f32) -> f32 {
    let magnitude = x.abs();
    let square = x * x;
    let p = polynomial(square, ERF);
    let small = fma(x, p, x);
    // The complement's logarithm.
    let t = limited(magnitude, [0.0, ERF_END]);
    let q = polynomial(t, ERFC);
    let large = 1.0 - exp(fma(-t, q, -t));
    (if magnitude < ERF_SMALL { small } else { large }).copysign(x)
}

/// The logistic function.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    let power = exp(-x.abs());
    let sum = power + 1.0;
    let quotient = (if x < 0.0 { power } else { 1.0 }) / sum;
    // Less the sum's rounding error.
    let lost = power - (sum - 1.0);
    fma(-quotient, lost, quotient)
}

/// `x`, or `e^x - 1` where it is negative.
#[inline(always)]
pub fn elu(x: f32) -> f32 {
    if x < 0.0 { exp_m1(x) } else { x }
}

/// The scaled exponential linear unit.
#[inline(always)]
pub fn selu(x: f32) -> f32 {
    let [scale, scale_alpha] = SELU;
    if x < 0.0 { scale_alpha * exp_m1(x) } else { scale * x }
}

/// `ln(1 + e^x)`, also where `e^x` overflows or vanishes.
#[inline(always)]
pub fn softplus(x: f32) -> f32 {
    let positive = if x < 0.0 { 0.0 } else { x };
    positive + ln_1p(exp(-x.abs()))
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
        check("softplus", 2.0, softplus, |x| x.max(0.0) + (-x.abs()).exp().ln_1p());
        check("sigmoid", 2.0, sigmoid, |x| 1.0 / (1.0 + (-x).exp()));
    }
}
