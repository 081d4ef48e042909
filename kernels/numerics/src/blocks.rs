//! Functions over blocks of `f32` and of `f64`, compiled for the processor's vectors: `f(from, to)` and, in place, `f_in_place(values)`.
//!
//! Bounds are those of [`super::scalar`], [`super::wide`] and [`super::double`]. `from` and `to` have the same length; if not, only the
//! elements of the shorter one are computed. Reductions add in a fixed order of interleaved parts.
#![expect(unsafe_code, reason = "functions are compiled for instructions that the processor must have")]

use super::coefficients::LARGEST_ANGLE;
use super::cpu::multiversioned;
use super::{double, scalar, wide};

macro_rules! block_functions {
    ($($name:ident, $in_place:ident: $function:path, $doc:literal;)*) => {
        multiversioned! {$(
            #[doc = $doc]
            pub fn $name(from: &[f32], to: &mut [f32]) {
                for (to, &from) in to.iter_mut().zip(from) {
                    *to = $function(from);
                }
            }
            #[doc = $doc]
            pub fn $in_place(values: &mut [f32]) {
                for value in values {
                    *value = $function(*value);
                }
            }
        )*}
    };
}

block_functions! {
    exp, exp_in_place: scalar::exp, "The exponential of each element.";
    exp_m1, exp_m1_in_place: scalar::exp_m1, "The exponential of each element, less one.";
    ln, ln_in_place: scalar::ln, "The natural logarithm of each element.";
    ln_1p, ln_1p_in_place: scalar::ln_1p, "The natural logarithm of one more than each element.";
    tanh, tanh_in_place: scalar::tanh, "The hyperbolic tangent of each element.";
    erf, erf_in_place: scalar::erf, "The error function of each element.";
    erfc, erfc_in_place: scalar::erfc, "The complementary error function of each element.";
    erf_inv, erf_inv_in_place: wide::erf_inv, "The number whose error function is each element.";
    elu, elu_in_place: scalar::elu, "Each element, or its exponential less one where it is negative.";
    selu, selu_in_place: scalar::selu, "The scaled exponential linear unit of each element.";
    softplus, softplus_in_place: scalar::softplus, "`ln(1 + e^x)` of each element.";
    sigmoid, sigmoid_in_place: scalar::sigmoid, "The logistic function of each element.";
}

macro_rules! in_place {
    ($ty:ty: $($name:ident: $function:path, $doc:literal;)*) => {
        multiversioned! {$(
            #[doc = $doc]
            pub fn $name(values: &mut [$ty]) {
                for value in values {
                    *value = $function(*value);
                }
            }
        )*}
    };
}

in_place! { f32:
    sinh_in_place: double::single::sinh, "The hyperbolic sine of each element.";
    cosh_in_place: double::single::cosh, "The hyperbolic cosine of each element.";
    asinh_in_place: double::single::asinh, "The inverse hyperbolic sine of each element.";
    acosh_in_place: double::single::acosh, "The inverse hyperbolic cosine of each element.";
    atanh_in_place: double::single::atanh, "The inverse hyperbolic tangent of each element.";
    erfc_by_doubles_in_place: double::single::erfc, "The complementary error function of each element, within one unit.";
    asin_in_place: double::single::asin, "The inverse sine of each element.";
    acos_in_place: double::single::acos, "The inverse cosine of each element.";
    atan_in_place: double::single::atan, "The inverse tangent of each element.";
}

macro_rules! angle_functions {
    ($ty:ty, $largest:path: $($in_place:ident: $small:path, $any:path, $doc:literal;)*) => {
        multiversioned! {$(
            #[doc = $doc]
            pub fn $in_place(values: &mut [$ty]) {
                // The rule is that every element is an angle, and that goes through vectors.
                if values.iter().fold(true, |small, x| small & (x.abs() <= $largest)) {
                    for value in values {
                        *value = $small(*value);
                    }
                } else {
                    for value in values {
                        *value = $any(*value);
                    }
                }
            }
        )*}
    };
}

angle_functions! { f32, LARGEST_ANGLE:
    sin_in_place: wide::sin, wide::sin_of_any, "The sine of each element.";
    cos_in_place: wide::cos, wide::cos_of_any, "The cosine of each element.";
    tan_in_place: wide::tan, wide::tan_of_any, "The tangent of each element.";
}

/// The functions of `f64`, under the names of those of `f32`.
pub mod doubles {
    use super::super::cpu::multiversioned;
    use super::double;

    in_place! { f64:
        exp_in_place: double::exp, "The exponential of each element.";
        exp_m1_in_place: double::exp_m1, "The exponential of each element, less one.";
        ln_in_place: double::ln, "The natural logarithm of each element.";
        ln_1p_in_place: double::ln_1p, "The natural logarithm of one more than each element.";
        tanh_in_place: double::tanh, "The hyperbolic tangent of each element.";
        sinh_in_place: double::sinh, "The hyperbolic sine of each element.";
        cosh_in_place: double::cosh, "The hyperbolic cosine of each element.";
        asinh_in_place: double::asinh, "The inverse hyperbolic sine of each element.";
        acosh_in_place: double::acosh, "The inverse hyperbolic cosine of each element.";
        atanh_in_place: double::atanh, "The inverse hyperbolic tangent of each element.";
        erf_in_place: double::erf, "The error function of each element.";
        erfc_in_place: double::erfc, "The complementary error function of each element.";
        erfc_by_doubles_in_place: double::erfc, "The complementary error function of each element.";
        elu_in_place: double::elu, "Each element, or its exponential less one where it is negative.";
        selu_in_place: double::selu, "The scaled exponential linear unit of each element.";
        softplus_in_place: double::softplus, "`ln(1 + e^x)` of each element.";
        sigmoid_in_place: double::sigmoid, "The logistic function of each element.";
        asin_in_place: double::asin, "The inverse sine of each element.";
        acos_in_place: double::acos, "The inverse cosine of each element.";
        atan_in_place: double::atan, "The inverse tangent of each element.";
    }

    multiversioned! {
        /// `bases` to the power `exponents`, element by element.
        pub fn pow(bases: &[f64], exponents: &[f64], to: &mut [f64]) {
            for ((to, &x), &y) in to.iter_mut().zip(bases).zip(exponents) {
                *to = double::pow(x, y);
            }
        }

        /// [`double::lgamma`] of a number.
        pub fn lgamma(x: f64) -> f64 {
            double::lgamma(x)
        }

        /// [`double::digamma`] of a number.
        pub fn digamma(x: f64) -> f64 {
            double::digamma(x)
        }

        /// [`double::zeta`] of two numbers.
        pub fn zeta(x: f64, q: f64) -> f64 {
            double::zeta(x, q)
        }

        /// [`double::polygamma`] of two numbers.
        pub fn polygamma(order: f64, x: f64) -> f64 {
            double::polygamma(order, x)
        }

        /// [`double::scaled_bessel`] of a number.
        pub fn scaled_bessel(order: u32, x: f64) -> f64 {
            double::scaled_bessel(order, x)
        }

        /// [`double::inverse_erf`] of a number.
        pub fn inverse_erf(size: f64, near: f64) -> f64 {
            double::inverse_erf(size, near)
        }

        /// The angles of the points (`across`, `up`), element by element.
        pub fn atan2(up: &[f64], across: &[f64], to: &mut [f64]) {
            for ((to, &y), &x) in to.iter_mut().zip(up).zip(across) {
                *to = double::atan2(y, x);
            }
        }
    }

    angle_functions! { f64, double::LARGEST_ANGLE:
        sin_in_place: double::sin, double::sin_of_any, "The sine of each element.";
        cos_in_place: double::cos, double::cos_of_any, "The cosine of each element.";
        tan_in_place: double::tan, double::tan_of_any, "The tangent of each element.";
    }
}

pub use tfrt_ops::PARTS;

/// Adds parts pairwise.
#[inline(always)]
fn joined(parts: [f32; PARTS], join: impl Fn(f32, f32) -> f32) -> f32 {
    // Each width by itself: the parts stay in registers.
    let mut sixteen = [0.0; 16];
    for i in 0..16 {
        sixteen[i] = join(parts[i], parts[i + 16]);
    }
    let mut eight = [0.0; 8];
    for i in 0..8 {
        eight[i] = join(sixteen[i], sixteen[i + 8]);
    }
    let mut four = [0.0; 4];
    for i in 0..4 {
        four[i] = join(eight[i], eight[i + 4]);
    }
    join(join(four[0], four[2]), join(four[1], four[3]))
}

/// The sum of a function of all elements, in interleaved parts.
#[inline(always)]
fn summed(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    const HALF: usize = PARTS / 2;
    let mut parts = [0.0f32; PARTS];
    let (blocks, rest) = row.as_chunks::<PARTS>();
    for block in blocks {
        for i in 0..PARTS {
            parts[i] += of(block[i]);
        }
    }
    // Elements after the last block join parts from the first on. No part is a negative zero: to add nothing changes none.
    let mut last = [0.0f32; HALF];
    if let Some(whole) = rest.first_chunk::<HALF>() {
        for i in 0..HALF {
            parts[i] += of(whole[i]);
        }
        if rest.len() > HALF {
            for i in HALF..rest.len() {
                last[i - HALF] = of(rest[i]);
            }
            for i in 0..HALF {
                parts[HALF + i] += last[i];
            }
        }
    } else if !rest.is_empty() {
        for i in 0..rest.len() {
            last[i] = of(rest[i]);
        }
        for i in 0..HALF {
            parts[i] += last[i];
        }
    }
    joined(parts, |a, b| a + b)
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a < b || b.is_nan() { b } else { a }
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a > b || b.is_nan() { b } else { a }
}

#[inline(always)]
fn within(x: f32, low: f32, high: f32) -> f32 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// The extreme element by `choose`, which has `start` for nothing.
#[inline(always)]
fn extreme(row: &[f32], start: f32, choose: impl Fn(f32, f32) -> f32) -> f32 {
    let mut parts = [start; PARTS];
    let (blocks, rest) = row.as_chunks::<PARTS>();
    for block in blocks {
        for i in 0..PARTS {
            parts[i] = choose(parts[i], block[i]);
        }
    }
    for (part, &x) in parts.iter_mut().zip(rest) {
        *part = choose(*part, x);
    }
    joined(parts, choose)
}

/// The sum of the parts of a sum.
pub fn sum_of_parts(parts: &[f32; PARTS]) -> f32 {
    joined(*parts, |a, b| a + b)
}

/// The largest of the parts of a maximum.
pub fn largest_of_parts(parts: &[f32; PARTS]) -> f32 {
    joined(*parts, larger)
}

/// The smallest of the parts of a minimum.
pub fn smallest_of_parts(parts: &[f32; PARTS]) -> f32 {
    joined(*parts, smaller)
}

/// Replaces `x` by `e^(x - most)` and adds them up.
#[inline(always)]
fn powers(row: &mut [f32], most: f32) -> f32 {
    let mut parts = [0.0; PARTS];
    let (blocks, rest) = row.as_chunks_mut::<PARTS>();
    for block in blocks {
        for i in 0..PARTS {
            block[i] = scalar::exp(block[i] - most);
            parts[i] += block[i];
        }
    }
    for (part, x) in parts.iter_mut().zip(rest) {
        *x = scalar::exp(*x - most);
        *part += *x;
    }
    joined(parts, |a, b| a + b)
}

/// The sum of `e^(x - most)`.
#[inline(always)]
fn sum_of_powers(row: &[f32], most: f32) -> f32 {
    let mut parts = [0.0; PARTS];
    let (blocks, rest) = row.as_chunks::<PARTS>();
    for block in blocks {
        for i in 0..PARTS {
            parts[i] += scalar::exp(block[i] - most);
        }
    }
    for (part, &x) in parts.iter_mut().zip(rest) {
        *part += scalar::exp(x - most);
    }
    joined(parts, |a, b| a + b)
}

multiversioned! {
    /// Replaces each row of `columns` elements by its softmax.
    pub fn softmax_rows(values: &mut [f32], columns: usize) {
        for row in values.chunks_exact_mut(columns.max(1)) {
            let most = extreme(row, f32::NEG_INFINITY, larger);
            let scale = 1.0 / powers(row, most);
            for x in row {
                *x *= scale;
            }
        }
    }

    /// Replaces each row of `columns` elements by the logarithm of its softmax.
    pub fn log_softmax_rows(values: &mut [f32], columns: usize) {
        for row in values.chunks_exact_mut(columns.max(1)) {
            let most = extreme(row, f32::NEG_INFINITY, larger);
            let log = scalar::ln(sum_of_powers(row, most));
            for x in row {
                *x = *x - most - log;
            }
        }
    }

    /// `bases` to the power `exponents`, element by element.
    pub fn pow(bases: &[f32], exponents: &[f32], to: &mut [f32]) {
        for ((to, &x), &y) in to.iter_mut().zip(bases).zip(exponents) {
            *to = wide::pow(x, y);
        }
    }

    /// The angles of the points (`across`, `up`), element by element.
    pub fn atan2(up: &[f32], across: &[f32], to: &mut [f32]) {
        for ((to, &y), &x) in to.iter_mut().zip(up).zip(across) {
            *to = double::single::atan2(y, x);
        }
    }

    /// Adds a bias to each row; the rows have the bias's length.
    pub fn add_bias(values: &mut [f32], bias: &[f32]) {
        for row in values.chunks_exact_mut(bias.len().max(1)) {
            for (x, &bias) in row.iter_mut().zip(bias) {
                *x += bias;
            }
        }
    }

    /// Adds a bias to each row and sets negative numbers to zero.
    pub fn add_bias_relu(values: &mut [f32], bias: &[f32]) {
        for row in values.chunks_exact_mut(bias.len().max(1)) {
            for (x, &bias) in row.iter_mut().zip(bias) {
                let sum = *x + bias;
                *x = if sum < 0.0 { 0.0 } else { sum };
            }
        }
    }

    /// A row of pixels between two rows of an image: for each the pixels on the left and the right, and how far it is from the left
    /// one, and how far the row is from the upper one.
    pub fn between_rows(
        top: &[f32],
        bottom: &[f32],
        sources: &[(usize, usize, f32)],
        down: f32,
        channels: usize,
        to: &mut [f32],
    ) {
        for (to, &(left, right, across)) in to.chunks_exact_mut(channels.max(1)).zip(sources) {
            let (left, right) = (left * channels, right * channels);
            let (top_left, top_right) = (&top[left..][..channels], &top[right..][..channels]);
            let (bottom_left, bottom_right) = (&bottom[left..][..channels], &bottom[right..][..channels]);
            let to = &mut to[..channels];
            for c in 0..channels {
                let upper = top_left[c] + (top_right[c] - top_left[c]) * across;
                let lower = bottom_left[c] + (bottom_right[c] - bottom_left[c]) * across;
                to[c] = upper + (lower - upper) * down;
            }
        }
    }

    /// Adds a bias to each row and clamps to bounds; NaNs stay.
    pub fn add_bias_within(values: &mut [f32], bias: &[f32], low: f32, high: f32) {
        for row in values.chunks_exact_mut(bias.len().max(1)) {
            for (x, &bias) in row.iter_mut().zip(bias) {
                *x = within(*x + bias, low, high);
            }
        }
    }

    /// `x * factor + bias` of each row, within bounds, each rounded; NaNs stay. All have the length of a row.
    pub fn scale(values: &mut [f32], factor: &[f32], bias: &[f32], low: f32, high: f32) {
        let n = factor.len();
        let bias = &bias[..n];
        for row in values.chunks_exact_mut(n.max(1)) {
            for i in 0..n {
                row[i] = within(row[i] * factor[i] + bias[i], low, high);
            }
        }
    }

    /// `(x - mean) * factor + bias` of each row, within bounds; NaNs stay. All have the length of a row.
    pub fn normalize(values: &mut [f32], mean: &[f32], factor: &[f32], bias: &[f32], low: f32, high: f32) {
        let n = mean.len();
        let (factor, bias) = (&factor[..n], &bias[..n]);
        for row in values.chunks_exact_mut(n.max(1)) {
            for i in 0..n {
                row[i] = within((row[i] - mean[i]) * factor[i] + bias[i], low, high);
            }
        }
    }

    /// The largest element; NaN if one is, and minus infinity of none.
    pub fn largest(row: &[f32]) -> f32 {
        extreme(row, f32::NEG_INFINITY, larger)
    }

    /// The smallest element; NaN if one is, and infinity of none.
    pub fn smallest(row: &[f32]) -> f32 {
        extreme(row, f32::INFINITY, smaller)
    }

    /// The sum of all elements, in interleaved parts: for short runs.
    pub fn sum(row: &[f32]) -> f32 {
        summed(row, |x| x)
    }

    /// The sum of the squares of what all elements differ from a number by, each rounded as in ops of their own; in the parts of [`sum`].
    pub fn sum_of_squares_around(row: &[f32], middle: f32) -> f32 {
        summed(row, |x| (x - middle) * (x - middle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_give_what_the_functions_give() {
        let from: Vec<f32> = (0..1000).map(|i| (i as f32 - 500.0) * 0.037).collect();
        let mut to = vec![0.0; from.len()];
        exp(&from, &mut to);
        let mut same = from.clone();
        exp_in_place(&mut same);
        for ((&x, y), z) in from.iter().zip(&to).zip(&same) {
            let expected = scalar::exp(x).to_bits();
            assert_eq!((y.to_bits(), z.to_bits()), (expected, expected), "exp({x})");
        }
        let expected: Vec<f32> = from.iter().map(|&x| wide::pow(x.abs(), x)).collect();
        let bases: Vec<f32> = from.iter().map(|x| x.abs()).collect();
        pow(&bases, &from, &mut to);
        assert_eq!(to, expected);
        let mut same = from.clone();
        sin_in_place(&mut same);
        assert_eq!(same, from.iter().map(|&x| wide::sin(x)).collect::<Vec<_>>());
        same[17] = f32::MAX;
        same[18] = f32::INFINITY;
        cos_in_place(&mut same);
        assert_eq!(same[17], wide::cos_of_any(f32::MAX));
        assert!(same[18].is_nan());
        tanh(&from, &mut to);
        for (&x, y) in from.iter().zip(&to) {
            assert_eq!(y.to_bits(), scalar::tanh(x).to_bits(), "tanh({x})");
        }
    }

    #[test]
    fn softmax_adds_up_to_one() {
        for columns in [1, 5, 32, 100] {
            let mut values: Vec<f32> = (0..3 * columns).map(|i| (i * 7 % 11) as f32 - 5.0).collect();
            let mut logs = values.clone();
            softmax_rows(&mut values, columns);
            log_softmax_rows(&mut logs, columns);
            for row in values.chunks(columns) {
                assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-6);
            }
            for (x, log) in values.iter().zip(&logs) {
                assert!((x.ln() - log).abs() < 1e-5);
            }
        }
        let mut nan = [1.0, f32::NAN, 0.0];
        softmax_rows(&mut nan, 3);
        assert!(nan.iter().all(|x| x.is_nan()));
    }
}
