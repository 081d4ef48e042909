//! Functions of `f32` that are computed in `f64`, without branches: sine, cosine, tangent and powers.
//!
//! Reducing an angle, and multiplying a logarithm by an exponent, lose more bits than `f32` has to spare. In `f64` two fused
//! steps subtract a multiple of half a turn almost exactly, and all other steps are so much finer than the result that only its
//! rounding counts: results are within 1 unit in the last place, over all arguments that the functions take. Infinities, zeros of
//! either sign and NaN give what C's functions give. Like those of [`super::scalar`], the functions give the same bits on every
//! processor.
//!
//! [`sin`], [`cos`] and [`tan`] take angles up to [`LARGEST_ANGLE`]; [`sin_of_any`] and its like take larger ones, with
//! branches.

use super::coefficients::{
    ALL_EVEN, ARTANH, COSINE, EXP2_END, LARGEST_ANGLE, QUARTER_HIGH, QUARTER_LOW, SERIES_OF_EXP, SINE,
    WIDE_ROOT_OF_HALF, WIDE_TO_INTEGER as TO_INTEGER,
};

/// `a * b + c`, rounded once.
#[inline(always)]
fn fma(a: f64, b: f64, c: f64) -> f64 {
    a.mul_add(b, c)
}

/// A polynomial, the constant first.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let mut sum = coefficients[N - 1];
    let mut i = N - 1;
    while i > 0 {
        i -= 1;
        sum = fma(sum, x, coefficients[i]);
    }
    sum
}

/// Sine and cosine of an angle less the nearest multiple of a quarter turn, and which multiple that is.
#[inline(always)]
fn reduced(x: f32) -> (f64, f64, u64) {
    let x = f64::from(x);
    let shifted = fma(x, std::f64::consts::FRAC_2_PI, TO_INTEGER);
    let k = shifted - TO_INTEGER;
    let r = fma(-k, QUARTER_LOW, fma(-k, QUARTER_HIGH, x));
    let square = r * r;
    let sine = polynomial(square, SINE);
    let cosine = polynomial(square, COSINE);
    (fma(square * r, sine, r), fma(square, cosine, 1.0), shifted.to_bits())
}

/// The sine of an angle of `quarters` more quarter turns.
#[inline(always)]
fn sine_of(x: f32, quarters: u64) -> f64 {
    let (sine, cosine, k) = reduced(x);
    let k = k.wrapping_add(quarters);
    let magnitude = if k & 1 == 0 { sine } else { cosine };
    f64::from_bits(magnitude.to_bits() ^ ((k & 2) << 62))
}

/// The sine, up to [`LARGEST_ANGLE`].
#[inline(always)]
pub fn sin(x: f32) -> f32 {
    let sine = sine_of(x, 0) as f32;
    // Only the sign of zero would be lost.
    if x == 0.0 { x } else { sine }
}

/// The cosine, up to [`LARGEST_ANGLE`].
#[inline(always)]
pub fn cos(x: f32) -> f32 {
    sine_of(x, 1) as f32
}

/// The tangent, up to [`LARGEST_ANGLE`].
#[inline(always)]
pub fn tan(x: f32) -> f32 {
    let (sine, cosine, k) = reduced(x);
    let even = k & 1 == 0;
    let (above, below) = (if even { sine } else { cosine }, if even { cosine } else { -sine });
    let tangent = (above / below) as f32;
    if x == 0.0 { x } else { tangent }
}

macro_rules! of_any {
    ($($name:ident: $small:ident, $large:path, $doc:literal;)*) => {$(
        #[doc = $doc]
        pub fn $name(x: f32) -> f32 {
            if x.abs() <= LARGEST_ANGLE { $small(x) } else { $large(f64::from(x)) as f32 }
        }
    )*};
}

of_any! {
    sin_of_any: sin, f64::sin, "The sine of any number.";
    cos_of_any: cos, f64::cos, "The cosine of any number.";
    tan_of_any: tan, f64::tan, "The tangent of any number.";
}

/// The base-two logarithm of a number that is not negative: of zero minus infinity, of infinity itself.
#[inline(always)]
fn log2(x: f64) -> f64 {
    let from_root = x.to_bits().wrapping_sub(WIDE_ROOT_OF_HALF) as i64;
    let k = from_root >> 52;
    let m = f64::from_bits(x.to_bits().wrapping_sub((k as u64) << 52));
    // ln m = 2 artanh((m - 1) / (m + 1)), whose series ends quickly here.
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let series = polynomial(square, ARTANH);
    let ln = fma(2.0 * s * square, series, 2.0 * s);
    // An integer of this size is exact in the low bits of such a number.
    let k = f64::from_bits((k as u64).wrapping_add(TO_INTEGER.to_bits())) - TO_INTEGER;
    let log = fma(ln, std::f64::consts::LOG2_E, k);
    let positive = if x < f64::INFINITY { log } else { x };
    if x == 0.0 { f64::NEG_INFINITY } else { positive }
}

/// Two to the power `t`, for results of `f32`: results beyond its range may be any number beyond.
#[inline(always)]
fn exp2(t: f64) -> f64 {
    let t = if t < -EXP2_END { -EXP2_END } else { t };
    let t = if t > EXP2_END { EXP2_END } else { t };
    let shifted = t + TO_INTEGER;
    let f = (t - (shifted - TO_INTEGER)) * std::f64::consts::LN_2;
    let k = shifted.to_bits().wrapping_sub(TO_INTEGER.to_bits());
    let p = polynomial(f, SERIES_OF_EXP);
    p * f64::from_bits(k.wrapping_add(1023) << 52)
}

/// `x` to the power `y`.
#[inline(always)]
pub fn pow(x: f32, y: f32) -> f32 {
    let magnitude = exp2(f64::from(y) * log2(f64::from(x.abs()))) as f32;
    let small = y.abs() < ALL_EVEN;
    let whole = !small || y.trunc() == y;
    let half = y * 0.5;
    let odd = small && whole && half.trunc() != half;
    let signed = if odd { magnitude.copysign(x) } else { magnitude };
    let result = if x < 0.0 && x > f32::NEG_INFINITY && !whole { f32::NAN } else { signed };
    // One to any power, and minus one to an infinite power of either sign.
    let of_one = x == 1.0 || (x == -1.0 && y.abs() == f32::INFINITY);
    let result = if x.is_nan() || y.is_nan() { f32::NAN } else { result };
    if of_one || y == 0.0 { 1.0 } else { result }
}

#[cfg(test)]
mod tests {
    use super::super::scalar::tests::{check, ulps};
    use super::*;

    #[test]
    fn angles_keep_their_bounds() {
        check("sin", 1.0, sin_of_any, f64::sin);
        check("cos", 1.0, cos_of_any, f64::cos);
        check("tan", 1.0, tan_of_any, f64::tan);
    }

    #[test]
    fn powers_keep_their_bounds() {
        let mut worst = (0.0, 0.0, 0.0);
        let numbers: Vec<f32> = (0..=u32::MAX)
            .step_by(6_291_469)
            .map(f32::from_bits)
            .chain((-60..60).map(|i| i as f32 * 0.25))
            .chain((0..100).map(|i| 0.9 + i as f32 * 0.002))
            .collect();
        for &x in &numbers {
            for &y in &numbers {
                let distance = ulps(pow(x, y), f64::from(x).powf(f64::from(y)));
                if distance > worst.0 {
                    worst = (distance, x, y);
                }
            }
        }
        let (distance, x, y) = worst;
        assert!(distance <= 1.0, "pow({x}, {y}) is {}, off by {distance} units", pow(x, y));
    }

    #[test]
    fn powers_of_unusual_numbers_are_those_of_c() {
        let numbers = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            -0.5,
            2.0,
            -2.0,
            3.0,
            -3.0,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            f32::MAX,
            f32::MIN,
            f32::MIN_POSITIVE,
            1e-45,
            -1e-45,
            16_777_215.0,
            16_777_216.0,
            -16_777_215.0,
        ];
        for x in numbers {
            for y in numbers {
                let (got, expected) = (pow(x, y), f64::from(x).powf(f64::from(y)) as f32);
                let same = got.is_nan() && expected.is_nan() || got.to_bits() == expected.to_bits();
                assert!(
                    same || ulps(got, f64::from(expected)) <= 1.0,
                    "pow({x}, {y}) is {got}, not {expected}"
                );
                assert!(got.is_nan() || got.is_sign_negative() == expected.is_sign_negative(), "{x} {y}");
            }
        }
    }
}
