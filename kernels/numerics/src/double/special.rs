//! Special functions of `f64`: the gamma function's relatives, Hurwitz' zeta function, Bessel functions, the inverse of the error function.
//!
//! What cancels or adds up is computed in two parts ([`Pair`]), so that results are within two units in the last place: of [`lgamma`] and [`digamma`] except next to
//! their zeros between negative integers, where the error is less than 2^-58, of [`zeta`] and [`polygamma`] of numbers below zero except where terms of two signs cancel, and of
//! [`polygamma`] of orders above 4096.
//!
//! Formulas are those of Abramowitz and Stegun, "Handbook of Mathematical Functions": Stirling's series (6.1.41, 6.3.18), recurrence and reflection (6.1.15, 6.1.17, 6.3.6, 6.3.7), the series
//! around two (6.1.33), Euler and Maclaurin's sum (23.1.30) and the series of Bessel functions (9.6.10, 9.7.1). Coefficients that are not rational were computed with 60 digits.

use super::pair::{Pair, polynomial, scale};
use super::{error, exp};

#[cfg(test)]
mod tests;

const PI: Pair = Pair(std::f64::consts::PI, 1.224_646_799_147_353_2e-16);
const LN_PI: Pair = Pair(1.144_729_885_849_400_2, 1.026_595_116_270_782_6e-17);
const HALF_LN_TAU: Pair = Pair(0.918_938_533_204_672_8, -3.878_294_158_067_241_4e-17);
/// One less Euler's constant.
const ONE_LESS_EULER: Pair = Pair(0.422_784_335_098_467_13, 4.942_915_152_430_645e-18);
/// One by the square root of a turn.
const RSQRT_TAU: Pair = Pair(0.398_942_280_401_432_7, -2.492_327_202_277_73e-17);
const HALF_ROOT_PI: f64 = 0.886_226_925_452_758;

/// From here on asymptotic series are exact.
const LARGE: f64 = 10.0;

/// `B(2k) / (2k (2k - 1))`
const STIRLING: [f64; 10] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
    43867.0 / 244_188.0,
    -174_611.0 / 125_400.0,
];

/// `(-1)^k (zeta(k) - 1) / k`, from `k = 2` on.
const AROUND_TWO: [f64; 18] = [
    0.322_467_033_424_113_2,
    -0.067_352_301_053_198_1,
    0.020_580_808_427_784_546,
    -0.007_385_551_028_673_986,
    0.002_890_510_330_741_523_4,
    -0.001_192_753_911_703_261,
    0.000_509_669_524_743_042_5,
    -0.000_223_154_758_453_579_4,
    9.945_751_278_180_853e-5,
    -4.492_623_673_813_314e-5,
    2.050_721_277_567_069e-5,
    -9.439_488_275_268_397e-6,
    4.374_866_789_907_488e-6,
    -2.039_215_753_801_366e-6,
    9.551_412_130_407_42e-7,
    -4.492_469_198_764_566e-7,
    2.120_718_480_555_466_5e-7,
    -1.004_322_482_396_81e-7,
];

/// The logarithm of the gamma function of a positive number that has two parts.
#[inline(always)]
fn lgamma_of_positive(x: Pair) -> Pair {
    // Around one and two, where the function is zero.
    if (x.0 - 1.0).abs() <= 0.25 || (x.0 - 2.0).abs() <= 0.25 {
        let is_around_two = x.0 > 1.5;
        let z = x + if is_around_two { -2.0 } else { -1.0 };
        let value = ONE_LESS_EULER * z + z.0 * z.0 * polynomial(z.0, &AROUND_TWO);
        return if is_around_two { value } else { value - x.ln() };
    }
    let (mut x, mut product) = (x, Pair(1.0, 0.0));
    while x.0 < LARGE {
        product = product * x;
        x = x + 1.0;
    }
    let inverse = 1.0 / x.0;
    let log = x.ln();
    let value = (x + -0.5) * log - x + HALF_LN_TAU;
    value + inverse * polynomial(inverse * inverse, &STIRLING) - product.ln()
}

/// The sine and cosine of a fraction of half a turn, up to a quarter turn either way.
#[inline(always)]
fn sine_and_cosine(fraction: f64) -> (Pair, Pair) {
    /// Of the sine from the fifth power on, of the cosine from the sixth.
    const SINE: [f64; 7] = [
        1.0 / 120.0,
        -1.0 / 5040.0,
        1.0 / 362_880.0,
        -1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 1_307_674_368_000.0,
        1.0 / 355_687_428_096_000.0,
    ];
    const COSINE: [f64; 7] = [
        -1.0 / 720.0,
        1.0 / 40320.0,
        -1.0 / 3_628_800.0,
        1.0 / 479_001_600.0,
        -1.0 / 87_178_291_200.0,
        1.0 / 20_922_789_888_000.0,
        -1.0 / 6_402_373_705_728_000.0,
    ];
    let size = fraction.abs();
    let is_steep = size > 0.25;
    let angle = PI * if is_steep { 0.5 - size } else { size };
    let square = angle * angle;
    let fourth = square * square;
    let cube = angle * square;
    let sixth = Pair(1.0 / 6.0, 9.251_858_538_542_97e-18);
    let sine = angle - cube * sixth + cube.0 * square.0 * polynomial(square.0, &SINE);
    let twenty_fourth = Pair(1.0 / 24.0, 2.312_964_634_635_742_6e-18);
    let tail = fourth * twenty_fourth + fourth.0 * square.0 * polynomial(square.0, &COSINE);
    let cosine = Pair(1.0, 0.0) - square.scaled(0.5) + tail;
    let (sine, cosine) = if is_steep { (cosine, sine) } else { (sine, cosine) };
    (if fraction < 0.0 { -sine } else { sine }, cosine)
}

/// The logarithm of the absolute value of the gamma function.
#[must_use]
#[inline(always)]
pub fn lgamma(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.is_infinite() || (x <= 0.0 && x == x.floor()) {
        return f64::INFINITY;
    }
    if x.abs() < 1e-290 {
        return -x.abs().ln();
    }
    if x > 0.0 {
        if x > 1e300 {
            return x * (x.ln() - 1.0);
        }
        return lgamma_of_positive(Pair(x, 0.0)).rounded();
    }
    let (sine, _) = sine_and_cosine(x - x.round());
    let sine = if sine.0 < 0.0 { -sine } else { sine };
    (LN_PI - sine.ln() - lgamma_of_positive(Pair::sum(1.0, -x))).rounded()
}

/// The derivative of [`lgamma`].
#[must_use]
#[inline(always)]
pub fn digamma(x: f64) -> f64 {
    /// Where it is zero, in two parts.
    const ZERO: Pair = Pair(1.461_632_144_968_362_2, 9.549_995_429_965_697e-17);
    /// The slope there.
    const SLOPE: Pair = Pair(0.967_672_245_447_621_2, -3.387_874_303_038_943e-17);
    /// Taylor's series behind the slope.
    const AROUND_ZERO: [f64; 21] = [
        -0.442_763_168_983_592_1,
        0.258_499_760_955_651,
        -0.163_942_705_442_406_52,
        0.107_824_050_691_262_37,
        -0.072_199_561_256_454_71,
        0.048_804_288_164_143_11,
        -0.033_161_126_474_847_36,
        0.022_597_648_232_218_104,
        -0.015_424_765_904_944_8,
        0.010_538_791_616_612_175,
        -0.007_204_534_386_356_869,
        0.004_926_781_395_729_853,
        -0.003_369_801_655_439_328,
        0.002_305_126_326_734_928,
        -0.001_576_936_771_430_197_2,
        0.001_078_825_201_916_296_7,
        -0.000_738_070_938_996_005_2,
        0.000_504_953_265_834_602,
        -0.000_345_468_025_106_307_7,
        0.000_236_356_015_640_270_53,
        -0.000_161_706_220_919_748_03,
    ];
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x <= 0.0 && x == x.floor() {
        return f64::NAN;
    }
    if x.abs() < 1e-20 {
        return -1.0 / x;
    }
    let from_zero = Pair::sum(x, -ZERO.0) + -ZERO.1;
    if from_zero.0.abs() < 0.2 {
        let rest = from_zero.0 * from_zero.0 * polynomial(from_zero.0, &AROUND_ZERO);
        return (SLOPE * from_zero + rest).rounded();
    }
    if x > 0.0 {
        return digamma_of_positive(Pair(x, 0.0)).rounded();
    }
    let (sine, cosine) = sine_and_cosine(x - x.round());
    (digamma_of_positive(Pair::sum(1.0, -x)) - PI * (cosine / sine)).rounded()
}

#[inline(always)]
fn digamma_of_positive(x: Pair) -> Pair {
    /// `B(2k) / 2k`
    const TERMS: [f64; 9] = [
        1.0 / 12.0,
        -1.0 / 120.0,
        1.0 / 252.0,
        -1.0 / 240.0,
        1.0 / 132.0,
        -691.0 / 32760.0,
        1.0 / 12.0,
        -3617.0 / 8160.0,
        43867.0 / 14364.0,
    ];
    let (mut x, mut sum) = (x, Pair(0.0, 0.0));
    while x.0 < LARGE {
        sum = sum + x.inverse();
        x = x + 1.0;
    }
    let inverse = x.inverse();
    let square = inverse.0 * inverse.0;
    x.ln() - inverse.scaled(0.5) - sum + -square * polynomial(square, &TERMS)
}

/// The distance below zero to which the terms of [`zeta`] are added one by one.
const FARTHEST: f64 = 10_000.0;

/// Hurwitz' zeta function, `sum of (q + k)^-x`.
#[must_use]
#[inline(always)]
pub fn zeta(x: f64, q: f64) -> f64 {
    if let Some(value) = special_zeta(x, q) {
        return value;
    }
    let (value, exponent) = parts_of_zeta(x, q);
    scale(value.rounded(), exponent)
}

/// The function where it is a sum, as a number and a power of two.
#[inline(always)]
fn parts_of_zeta(x: f64, q: f64) -> (Pair, f64) {
    let nothing = Pair(0.0, 0.0);
    let plain = |(value, exponent): (Pair, f64)| Pair(scale(value.0, exponent), scale(value.1, exponent));
    // Terms of odd powers are negative as their numbers are.
    let sign = if x % 2.0 == 0.0 { 1.0 } else { -1.0 };
    let above = Pair::sum(q, -q.floor());
    // Sums over positive numbers, with their signs. Of many numbers below zero these are the ends of a sum.
    let ends = [(above, 1.0), (Pair(1.0, 0.0) - above, sign), (Pair::sum(1.0, -q), -sign)];
    let is_far = q < -FARTHEST;
    let (mut at, mut sum) = (Pair(-q, 0.0), nothing);
    while at.0 > 0.0 && !is_far {
        sum = sum + plain(power(at.ln() * -x)) * sign;
        at = at + -1.0;
    }
    for (end, sign) in ends.into_iter().take(if is_far { 3 } else { 1 }) {
        let end = if q > 0.0 { Pair(q, 0.0) } else { end };
        let value = zeta_of_positive(x, end);
        if q > 0.0 {
            return value;
        }
        sum = sum + plain(value) * sign;
    }
    (sum, 0.0)
}

#[inline(always)]
fn power(log: Pair) -> (Pair, f64) {
    // Beyond any exponent nothing is left.
    if log.0 < -1e9 { (Pair(0.0, 0.0), 0.0) } else { log.exp() }
}

/// Poles, and numbers for which there is no sum.
#[inline(always)]
fn special_zeta(x: f64, q: f64) -> Option<f64> {
    if x.is_nan() || q.is_nan() || x < 1.0 {
        return Some(f64::NAN);
    }
    if x == 1.0 {
        return Some(f64::INFINITY);
    }
    if q <= 0.0 {
        if q == q.floor() {
            // A pole, on both sides of which terms of even powers are positive.
            return Some(if x % 2.0 == 0.0 { f64::INFINITY } else { f64::NAN });
        }
        if x != x.floor() {
            return Some(f64::NAN);
        }
    }
    if q == f64::INFINITY {
        return Some(0.0);
    }
    if x == f64::INFINITY {
        return Some(match q {
            q if q > 1.0 => 0.0,
            1.0 => 1.0,
            _ => f64::INFINITY,
        });
    }
    None
}

/// The sum of a positive number's terms, as a number and a power of two.
#[inline(always)]
fn zeta_of_positive(x: f64, q: Pair) -> (Pair, f64) {
    /// `B(2k) / (2k)!`
    const FACTORS: [f64; 12] = [
        1.0 / 12.0,
        -1.0 / 720.0,
        1.0 / 30240.0,
        -1.0 / 1_209_600.0,
        1.0 / 47_900_160.0,
        -691.0 / 1_307_674_368_000.0,
        1.0 / 74_724_249_600.0,
        -3617.0 / 10_670_622_842_880_000.0,
        43867.0 / 5_109_094_217_170_944_000.0,
        -174_611.0 / 802_857_662_698_291_200_000.0,
        77683.0 / 14_101_100_039_391_805_440_000.0,
        -236_364_091.0 / 1_693_824_136_731_743_669_452_800_000.0,
    ];
    // Terms one by one, as parts of the first one, until the rest behaves like an integral.
    const TERMS: u32 = 12;
    let log = q.ln();
    if q.0 > 1e30 {
        // Only the integral is left.
        let (value, exponent) = power(log * Pair::sum(1.0, -x));
        return (value / Pair::sum(x, -1.0), exponent);
    }
    let part = |a: Pair| {
        let (value, exponent) = power((a.ln() - log) * -x);
        Pair(scale(value.0, exponent), scale(value.1, exponent))
    };
    let mut sum = Pair(1.0, 0.0);
    let mut a = q;
    for _ in 1..TERMS {
        a = a + 1.0;
        let term = part(a);
        sum = sum + term;
        if term.0 < 1e-20 {
            break;
        }
    }
    a = a + 1.0;
    let term = part(a);
    sum = sum + term * a / Pair::sum(x, -1.0) + term.scaled(0.5);
    let (mut product, mut power_of_a, mut k) = (1.0, term.0, 0.0);
    let mut rest = 0.0;
    for factor in FACTORS {
        product *= x + k;
        power_of_a /= a.0;
        let term = product * power_of_a * factor;
        if !term.is_finite() {
            break;
        }
        rest += term;
        if term.abs() < 1e-20 * sum.0 {
            break;
        }
        product *= x + k + 1.0;
        power_of_a /= a.0;
        k += 2.0;
    }
    let (first, exponent) = power(log * -x);
    ((sum + rest) * first, exponent)
}

/// The derivative of so high an order of [`digamma`].
#[must_use]
#[inline(always)]
pub fn polygamma(order: f64, x: f64) -> f64 {
    if order < 0.0 || order != order.floor() || order.is_nan() {
        return f64::NAN;
    }
    if order == 0.0 {
        return digamma(x);
    }
    let sign = if order % 2.0 == 0.0 { -1.0 } else { 1.0 };
    if let Some(value) = special_zeta(order + 1.0, x) {
        return sign * value;
    }
    if order > 1e6 {
        // Stirling: the factorial is more than the power, or less.
        return sign * if x < order / std::f64::consts::E { f64::INFINITY } else { 0.0 };
    }
    let (factorial, of_factorial) = factorial(order);
    let (value, of_zeta) = parts_of_zeta(order + 1.0, x);
    sign * scale((value * factorial).rounded(), of_factorial + of_zeta)
}

/// The product of all integers up to one, as a number and a power of two.
#[inline(always)]
fn factorial(order: f64) -> (Pair, f64) {
    /// Up to here integers are multiplied one by one.
    const LARGEST: f64 = 4096.0;
    if order > LARGEST {
        return lgamma_of_positive(Pair::sum(order, 1.0)).exp();
    }
    let (mut product, mut exponent, mut n) = (Pair(1.0, 0.0), 0.0, 2.0);
    while n <= order {
        product = product * n;
        if product.0 > 1e150 {
            product = product.scaled(2f64.powi(-500));
            exponent += 500.0;
        }
        n += 1.0;
    }
    (product, exponent)
}

/// The modified Bessel function of the first kind of order 0 or 1, times `exp(-|x|)`.
#[must_use]
#[inline(always)]
pub fn scaled_bessel(order: u32, x: f64) -> f64 {
    let size = x.abs();
    if size.is_nan() {
        return x;
    }
    let order_number = f64::from(order);
    let value = if size <= 32.0 {
        // All terms of the series have one sign.
        let quarter = Pair::product(size, size).scaled(0.25);
        let mut term = Pair(if order == 0 { 1.0 } else { size / 2.0 }, 0.0);
        let mut sum = term;
        let mut k = 1.0;
        while term.0 > sum.0 * 1e-19 {
            term = term * quarter / Pair(k * (k + order_number), 0.0);
            sum = sum + term;
            k += 1.0;
        }
        let (power, exponent) = Pair(-size, 0.0).exp();
        scale((sum * power).rounded(), exponent)
    } else if size.is_infinite() {
        0.0
    } else {
        // Terms that shrink until far below the precision.
        let square = 4.0 * order_number * order_number;
        let first = Pair(-(square - 1.0), 0.0) / Pair(8.0 * size, 0.0);
        let (mut term, mut rest, mut k) = (first.0, 0.0, 2.0);
        while term.abs() > 1e-19 && k < 40.0 {
            let odd = 2.0 * k - 1.0;
            term *= -(square - odd * odd) / (k * 8.0 * size);
            rest += term;
            k += 1.0;
        }
        let sum = Pair(1.0, 0.0) + first + rest;
        (sum * RSQRT_TAU / Pair::root(size)).rounded()
    };
    if order == 1 { value.copysign(x) } else { value }
}

/// The positive number whose error function is this, from one within nine digits of it.
#[must_use]
#[inline(always)]
pub fn inverse_erf(size: f64, near: f64) -> f64 {
    let mut x = near;
    for _ in 0..2 {
        // Near one the error function has lost the digits that its complement has.
        let excess = if size > 0.5 {
            (Pair(1.0 - size, 0.0) - error::complement_in_parts(x)).rounded()
        } else {
            (error::small_in_parts(x) + -size).rounded()
        };
        // Halley's step.
        let step = excess * HALF_ROOT_PI * exp(x * x);
        x -= step / (1.0 + x * step);
    }
    x
}
