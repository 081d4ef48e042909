//! Functions of `f32` that are computed in `f64`, without branches: sine, cosine, tangent, powers, and the inverse of the error function.
//!
//! Reducing an angle, and multiplying a logarithm by an exponent, lose more bits than `f32` has to spare. In `f64` two fused
//! steps subtract a multiple of half a turn almost exactly, and all other steps are so much finer than the result that only its
//! rounding counts: results are within 1 unit in the last place, over all arguments that the functions take; cubes, which are two
//! multiplications, within 1.5. Infinities, zeros of either sign and NaN give what C's functions give. Like those of [`super::scalar`], the functions give the same bits on every
//! processor.
//!
//! [`sin`], [`cos`] and [`tan`] take angles up to [`LARGEST_ANGLE`]; [`sin_of_any`] and its like take larger ones, with
//! branches.
//!
//! [`erf_inv`] is CHLO's, which its steps define: of these only the logarithm is computed in `f64`.

use super::coefficients::{
    ALL_EVEN, ARTANH, COSINE, ERF_INV_ENDS, ERF_INV_MIDDLE, EXP2_END, LARGEST_ANGLE, QUARTER_HIGH,
    QUARTER_LOW, SERIES_OF_EXP, SINE, WIDE_ROOT_OF_HALF,
};
use super::exponential;
use super::lanes::{BothLanes, Lanes, Real, Scalar};

/// Lanes of 32 bits.
type Single<L> = <L as Lanes<f32>>::V;

macro_rules! functions {
    ($($name:ident($($arg:ident),*): $function:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[inline(always)]
        pub fn $name($($arg: f32),*) -> f32 {
            $function(&mut Scalar, $($arg),*)
        }
    )*};
}

functions! {
    sin(x): sin_of, "The sine, up to [`LARGEST_ANGLE`].";
    cos(x): cos_of, "The cosine, up to [`LARGEST_ANGLE`].";
    tan(x): tan_of, "The tangent, up to [`LARGEST_ANGLE`].";
    pow(x, y): pow_of, "`x` to the power `y`.";
    erf_inv(x): erf_inv_of, "The number whose error function is this.";
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

/// Leaves lanes whose angles are larger than [`LARGEST_ANGLE`].
#[inline(always)]
fn leave_large<L: Lanes<f32>>(l: &mut L, x: L::V) {
    let size = l.abs(x);
    let large = l.more_than(size, LARGEST_ANGLE);
    l.leave_if(large);
}

/// `x` where it is zero, which keeps its sign.
#[inline(always)]
fn unless_zero<L: Lanes<f32>>(l: &mut L, x: L::V, result: L::V) -> L::V {
    let zero = l.equals(x, 0.0);
    l.select(zero, x, result)
}

/// Sine and cosine of an angle less the nearest multiple of a quarter turn, and in the low bits which multiple that is.
#[inline(always)]
fn reduced<L: Lanes<f64>>(l: &mut L, x: L::V) -> (L::V, L::V, L::V) {
    let to_integer = l.number(f64::TO_INTEGER);
    let shifted = l.fma_number(x, std::f64::consts::FRAC_2_PI, to_integer);
    let k = l.sub_number(shifted, f64::TO_INTEGER);
    let r = l.fma_number(k, -QUARTER_HIGH, x);
    let r = l.fma_number(k, -QUARTER_LOW, r);
    let square = l.mul(r, r);
    let sine = l.polynomial(square, &SINE);
    let cube = l.mul(square, r);
    let sine = l.fma(cube, sine, r);
    let cosine = l.polynomial(square, &COSINE);
    let one = l.number(1.0);
    (sine, l.fma(square, cosine, one), shifted)
}

/// Lanes whose integer is even.
#[inline(always)]
fn is_even<L: Lanes<f64>>(l: &mut L, k: L::V) -> L::M {
    let one = l.bits(1);
    let last = l.and(k, one);
    let zero = l.bits(0);
    l.same_bits(last, zero)
}

/// The sine of an angle of so many more quarter turns.
#[inline(always)]
fn turned<L: Lanes<f64>>(l: &mut L, x: L::V, quarters: u64) -> L::V {
    let (sine, cosine, k) = reduced(l, x);
    let k = if quarters == 0 {
        k
    } else {
        let quarters = l.bits(quarters);
        l.integer_add(k, quarters)
    };
    let even = is_even(l, k);
    let magnitude = l.select(even, sine, cosine);
    let two = l.bits(2);
    let second = l.and(k, two);
    let sign = l.shift_left(second, 62);
    l.xor(magnitude, sign)
}

/// The tangent of an angle.
#[inline(always)]
fn tangent<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let (sine, cosine, k) = reduced(l, x);
    let even = is_even(l, k);
    let above = l.select(even, sine, cosine);
    let minus = l.neg(sine);
    let below = l.select(even, cosine, minus);
    l.div(above, below)
}

/// The sine, of lanes: leaves those whose angles are larger than [`LARGEST_ANGLE`].
#[inline(always)]
pub fn sin_of<L: BothLanes>(l: &mut L, x: Single<L>) -> Single<L> {
    leave_large(l, x);
    let wide = l.widened(x);
    let sine = turned(l, wide, 0);
    let sine = l.narrowed(sine);
    // Only the sign of zero would be lost.
    unless_zero(l, x, sine)
}

/// The cosine, of lanes: leaves those whose angles are larger than [`LARGEST_ANGLE`].
#[inline(always)]
pub fn cos_of<L: BothLanes>(l: &mut L, x: Single<L>) -> Single<L> {
    leave_large(l, x);
    let wide = l.widened(x);
    let cosine = turned(l, wide, 1);
    l.narrowed(cosine)
}

/// The tangent, of lanes: leaves those whose angles are larger than [`LARGEST_ANGLE`].
#[inline(always)]
pub fn tan_of<L: BothLanes>(l: &mut L, x: Single<L>) -> Single<L> {
    leave_large(l, x);
    let wide = l.widened(x);
    let tangent = tangent(l, wide);
    let tangent = l.narrowed(tangent);
    unless_zero(l, x, tangent)
}

/// The base-two logarithm of a number that is not negative: of zero minus infinity, of infinity itself.
#[inline(always)]
fn log2<L: Lanes<f64>>(l: &mut L, x: L::V) -> L::V {
    let root = l.bits(WIDE_ROOT_OF_HALF);
    let from_root = l.integer_sub(x, root);
    let k = l.shift_right(from_root, f64::MANTISSA);
    let exponent = l.shift_left(k, f64::MANTISSA);
    let m = l.integer_sub(x, exponent);
    // ln m = 2 artanh((m - 1) / (m + 1)), whose series ends quickly here.
    let above = l.sub_number(m, 1.0);
    let below = l.add_number(m, 1.0);
    let s = l.div(above, below);
    let square = l.mul(s, s);
    let series = l.polynomial(square, &ARTANH);
    let twice = l.add(s, s);
    let cube = l.mul(twice, square);
    let ln = l.fma(cube, series, twice);
    let k = l.number_of(k);
    let log = l.fma_number(ln, std::f64::consts::LOG2_E, k);
    let usual = l.less_than(x, f64::INFINITY);
    let log = l.select(usual, log, x);
    let zero = l.equals(x, 0.0);
    let infinity = l.number(f64::NEG_INFINITY);
    l.select(zero, infinity, log)
}

/// Two to the power `t`, for results of `f32`: results beyond its range may be any number beyond.
#[inline(always)]
fn exp2<L: Lanes<f64>>(l: &mut L, t: L::V) -> L::V {
    let t = l.limited(t, [-EXP2_END, EXP2_END]);
    let shifted = l.add_number(t, f64::TO_INTEGER);
    let whole = l.sub_number(shifted, f64::TO_INTEGER);
    let f = l.sub(t, whole);
    let f = l.mul_number(f, std::f64::consts::LN_2);
    let p = l.polynomial(f, &SERIES_OF_EXP);
    let power = l.power_of_two(shifted);
    l.mul(p, power)
}

/// The power of a magnitude.
#[inline(always)]
fn power<L: Lanes<f64>>(l: &mut L, x: L::V, y: L::V) -> L::V {
    let log = log2(l, x);
    let log = l.mul(y, log);
    exp2(l, log)
}

/// `x` to the power `y`, of lanes.
#[inline(always)]
pub fn pow_of<L: BothLanes>(l: &mut L, x: Single<L>, y: Single<L>) -> Single<L> {
    let size = <L as Lanes<f32>>::abs(l, x);
    let (size, exponent) = (l.widened(size), l.widened(y));
    let power = power(l, size, exponent);
    let magnitude = l.narrowed(power);
    let usual = of_magnitude(l, x, y, magnitude);
    // Squares and cubes are products: where the exponent is known, a compiler may put multiplications in place of the power.
    let square = <L as Lanes<f32>>::mul(l, x, x);
    let is_two = <L as Lanes<f32>>::equals(l, y, 2.0);
    let result = <L as Lanes<f32>>::select(l, is_two, square, usual);
    let cube = <L as Lanes<f32>>::mul(l, square, x);
    let is_three = <L as Lanes<f32>>::equals(l, y, 3.0);
    <L as Lanes<f32>>::select(l, is_three, cube, result)
}

/// `x` to the power `y`, of which the magnitude is known, but where `x` or `y` is special.
#[inline(always)]
fn of_magnitude<L: Lanes<f32>>(l: &mut L, x: L::V, y: L::V, magnitude: L::V) -> L::V {
    let size = l.abs(y);
    let small = l.less_than(size, ALL_EVEN);
    let whole = l.trunc(y);
    let is_whole = l.equal(whole, y);
    let broken = l.not(is_whole);
    let broken = l.both(small, broken);
    let half = l.mul_number(y, 0.5);
    let whole = l.trunc(half);
    let even = l.equal(whole, half);
    let odd = l.not(even);
    let odd = l.both(small, odd);
    let odd = l.both(odd, is_whole);
    let signed = l.with_sign_of(magnitude, x);
    let result = l.select(odd, signed, magnitude);

    let negative = l.less_than(x, 0.0);
    let finite = l.more_than(x, f32::NEG_INFINITY);
    let negative = l.both(negative, finite);
    let wrong = l.both(negative, broken);
    let unordered = l.unordered(x, y);
    let wrong = l.either(wrong, unordered);
    let nan = l.number(f32::NAN);
    let result = l.select(wrong, nan, result);

    // One to any power, and minus one to an infinite power of either sign.
    let one = l.equals(x, 1.0);
    let minus_one = l.equals(x, -1.0);
    let infinite = l.equals(size, f32::INFINITY);
    let both = l.both(minus_one, infinite);
    let one = l.either(one, both);
    let none = l.equals(y, 0.0);
    let one = l.either(one, none);
    let unit = l.number(1.0);
    l.select(one, unit, result)
}

/// The number whose error function is this, of lanes: M. Giles' polynomials of `w = -ln(1 - x^2)` ("Approximating the erfinv function",
/// 2010). The logarithm is computed in `f64`; all other steps are rounded to `f32`, as XLA has them.
#[inline(always)]
pub fn erf_inv_of<L: BothLanes>(l: &mut L, x: Single<L>) -> Single<L> {
    let minus_square = minus_square(l, x);
    let wide = l.widened(minus_square);
    let log = exponential::ln_1p::<f64, L>(l, wide);
    let log = l.narrowed(log);
    inverse_erf(l, x, log)
}

/// `-x * x`
#[inline(always)]
fn minus_square<L: Lanes<f32>>(l: &mut L, x: L::V) -> L::V {
    let minus = l.neg(x);
    l.mul(minus, x)
}

/// The number whose error function is `x`, from `ln(1 - x^2)`.
#[inline(always)]
fn inverse_erf<L: Lanes<f32>>(l: &mut L, x: L::V, log: L::V) -> L::V {
    let w = l.neg(log);
    let at = l.sub_number(w, 2.5);
    let middle = highest_first(l, at, &ERF_INV_MIDDLE);
    let root = l.sqrt(w);
    let at = l.sub_number(root, 3.0);
    let ends = highest_first(l, at, &ERF_INV_ENDS);
    let is_middle = l.less_than(w, 5.0);
    let sum = l.select(is_middle, middle, ends);
    let result = l.mul(sum, x);
    let (size, one) = (l.abs(x), l.number(1.0));
    let is_end = l.equal(size, one);
    let infinite = l.mul_number(x, f32::INFINITY);
    l.select(is_end, infinite, result)
}

/// A polynomial, the highest power first.
#[inline(always)]
fn highest_first<L: Lanes<f32>>(l: &mut L, x: L::V, coefficients: &[f32; 9]) -> L::V {
    let mut sum = l.number(coefficients[0]);
    for &coefficient in &coefficients[1..] {
        let coefficient = l.number(coefficient);
        sum = l.fma(sum, x, coefficient);
    }
    sum
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
                if y == 3.0 {
                    assert!(distance <= 1.5, "the cube of {x} is {}, off by {distance} units", pow(x, y));
                    continue;
                }
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
