//! Functions of one `f32`, without branches, that vectorise.
//!
//! Bounds are in units in the last place of the result, over all arguments, subnormal ones included; tests hold the functions
//! to them. Infinities, zeros of either sign and NaN give what C's functions give.
//!
//! | function | bound |
//! |--|--|
//! | [`exp`] | 1 |
//! | [`exp_m1`] | 2 |
//! | [`ln`] | 1 |
//! | [`ln_1p`] | 2 |
//! | [`tanh`] | 2 |
//! | [`erf`] | 2 |
//! | [`sigmoid`] | 3 |
//! | [`softplus`] | 2 |
//!
//! Those that need `f64` on the way are in [`super::wide`].
//!
//! The polynomials are minimax fits on the interval that is left after the argument has been reduced.

const LOG2_E: f32 = std::f32::consts::LOG2_E;
/// The logarithm of two in two parts; their sum is exact to 2^-58.
const LN2_HIGH: f32 = std::f32::consts::LN_2;
const LN2_LOW: f32 = -1.904_654_2e-9;
/// Adding it to a small number rounds that to an integer, which then is in the low bits of the sum.
const TO_INTEGER: f32 = 12_582_912.0;

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
fn limited(x: f32, low: f32, high: f32) -> f32 {
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
    polynomial(r, [0.499_999_94, 0.166_665_15, 0.041_668_456, 0.008_369_419, 0.001_381_314_5])
}

/// The exponential.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    // Beyond these the result is zero or infinite.
    let (k, r) = reduced(limited(x, -104.0, 89.0));
    let p = fma(r * r, exp_tail(r), r) + 1.0;
    // In two steps, so that subnormal results are rounded once and large ones do not overflow early.
    let half = k >> 1;
    p * power_of_two(half) * power_of_two(k.wrapping_sub(half))
}

/// The exponential less one, exact for small arguments.
#[inline(always)]
pub fn exp_m1(x: f32) -> f32 {
    let (k, r) = reduced(limited(x, -20.0, 89.0));
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
    const ROOT_OF_HALF: u32 = 0x3f35_04f3;
    let subnormal = x < f32::MIN_POSITIVE;
    let bits = (if subnormal { x * 8_388_608.0 } else { x }).to_bits();
    let k = (bits.wrapping_sub(ROOT_OF_HALF) as i32) >> 23;
    let f = f32::from_bits(bits.wrapping_sub((k as u32) << 23)) - 1.0;
    (k as f32 - if subnormal { 23.0 } else { 0.0 }, f)
}

/// `ln(1 + f) - f` for 1 + f between the square roots of a half and of two.
#[inline(always)]
fn ln_tail(f: f32) -> f32 {
    let p = polynomial(
        f,
        [
            0.333_333_13,
            -0.250_000_1,
            0.200_021_19,
            -0.166_679_96,
            0.142_195_52,
            -0.124_055_89,
            0.118_881_63,
            -0.116_756_51,
            0.067_466_386,
        ],
    );
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
    // What the sum lost, relative to it.
    let lost = if x < 1.0 { x - (sum - 1.0) } else { 1.0 - (sum - x) };
    let (k, f) = split(sum);
    let low = fma(k, LN2_LOW, ln_tail(f)) + lost / sum;
    let result = ln_edges(sum, fma(k, LN2_HIGH, f + low));
    // What is lost in the sum altogether is its own logarithm.
    if x.abs() < 1e-8 { x } else { result }
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let magnitude = x.abs();
    let square = x * x;
    let p = polynomial(
        square,
        [-0.333_333_3, 0.133_332_1, -0.053_947_203, 0.021_702_97, -0.008_182_677, 0.002_147_54],
    );
    let small = fma(x * square, p, x);
    // Past 10 nothing but one is left.
    let large = 1.0 - 2.0 / (exp(2.0 * limited(magnitude, 0.0, 10.0)) + 1.0);
    (if magnitude < 0.625 { small } else { large }).copysign(x)
}

/// The error function.
#[inline(always)]
pub fn erf(x: f32) -> f32 {
    let magnitude = x.abs();
    let square = x * x;
    let p = polynomial(
        square,
        [
            0.128_379_17,
            -0.376_126_35,
            0.112_836_94,
            -0.026_859_27,
            0.005_200_634_2,
            -0.000_813_743_8,
            8.345_227e-5,
        ],
    );
    let small = fma(x, p, x);
    // The complement's logarithm. Past 4 nothing but one is left.
    let t = limited(magnitude, 0.0, 4.0);
    let q = polynomial(
        t,
        [
            0.128_551_75,
            0.635_625_3,
            0.105_262_69,
            -0.022_674_127,
            0.002_930_150_1,
            -4.958_398e-5,
            -4.558_174_3e-5,
            4.938_261e-6,
        ],
    );
    let large = 1.0 - exp(fma(-t, q, -t));
    (if magnitude < 0.93 { small } else { large }).copysign(x)
}

/// The logistic function.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    let power = exp(-x.abs());
    (if x < 0.0 { power } else { 1.0 }) / (1.0 + power)
}

/// `x`, or `e^x - 1` where it is negative.
#[inline(always)]
pub fn elu(x: f32) -> f32 {
    if x < 0.0 { exp_m1(x) } else { x }
}

/// The scaled exponential linear unit.
#[inline(always)]
pub fn selu(x: f32) -> f32 {
    const SCALE: f32 = 1.050_701;
    const SCALE_ALPHA: f32 = 1.758_099_3;
    if x < 0.0 { SCALE_ALPHA * exp_m1(x) } else { SCALE * x }
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
        check("sigmoid", 3.0, sigmoid, |x| 1.0 / (1.0 + (-x).exp()));
    }
}
