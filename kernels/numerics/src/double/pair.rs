//! Numbers in two parts, the second of which is what the first lacks: about 100 bits.
//!
//! Sums and products are T. J. Dekker's ("A floating-point technique for extending the available precision", 1971), with fused products. Special functions compute in them what would cancel or
//! grow otherwise, and round once.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::super::exponential::Elementary;
use super::super::lanes::Scalar;
use super::power;

/// The sum of two numbers, the second of which is at most half a unit in the last place of the first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair(pub(super) f64, pub(super) f64);

impl Pair {
    /// A sum and its rounding error.
    #[inline(always)]
    pub(super) fn sum(a: f64, b: f64) -> Pair {
        let sum = a + b;
        let part = sum - a;
        Pair(sum, (a - (sum - part)) + (b - part))
    }

    /// As [`sum`](Self::sum), of a number that is larger than the other.
    #[inline(always)]
    fn normal(a: f64, b: f64) -> Pair {
        let sum = a + b;
        Pair(sum, b - (sum - a))
    }

    /// A product and its rounding error.
    #[inline(always)]
    pub(super) fn product(a: f64, b: f64) -> Pair {
        let product = a * b;
        Pair(product, a.mul_add(b, -product))
    }

    /// One by this.
    #[inline(always)]
    pub(super) fn inverse(self) -> Pair {
        Pair(1.0, 0.0) / self
    }

    /// The square root of a positive number.
    #[inline(always)]
    pub(super) fn root(x: f64) -> Pair {
        let root = x.sqrt();
        Pair(root, root.mul_add(-root, x) / (2.0 * root))
    }

    /// The number nearest to it.
    #[inline(always)]
    pub(super) fn rounded(self) -> f64 {
        self.0 + self.1
    }

    /// Times a power of two.
    #[inline(always)]
    pub(super) fn scaled(self, factor: f64) -> Pair {
        Pair(self.0 * factor, self.1 * factor)
    }

    /// The natural logarithm of a positive number.
    #[inline(always)]
    pub(super) fn ln(self) -> Pair {
        let (high, low) = power::ln(&mut Scalar, self.0);
        Pair::normal(high, low + self.1 / self.0)
    }

    /// The exponential as a number between a half and two, and a power of two.
    #[inline(always)]
    pub(super) fn exp(self) -> (Pair, f64) {
        /// `1 / n!` from 3 on.
        const TERMS: [f64; 12] = [
            1.0 / 6.0,
            1.0 / 24.0,
            1.0 / 120.0,
            1.0 / 720.0,
            1.0 / 5040.0,
            1.0 / 40320.0,
            1.0 / 362_880.0,
            1.0 / 3_628_800.0,
            1.0 / 39_916_800.0,
            1.0 / 479_001_600.0,
            1.0 / 6_227_020_800.0,
            1.0 / 87_178_291_200.0,
        ];
        let k = (self.0 * std::f64::consts::LOG2_E).round_ties_even();
        let ln_two = <f64 as Elementary>::LN2;
        let r = self - (Pair::product(k, ln_two[0]) + Pair(k * ln_two[1], 0.0));
        let cube = r.0 * r.0 * r.0;
        let square = r * r;
        let value = Pair(1.0, 0.0) + (r + (square.scaled(0.5) + cube * polynomial(r.0, &TERMS)));
        (value, k)
    }
}

/// A number times a power of two, rounded once, of any integer exponent.
#[inline(always)]
pub(super) fn scale(x: f64, exponent: f64) -> f64 {
    libm::scalbn(x, exponent.clamp(-4000.0, 4000.0) as i32)
}

/// The sum of terms with these coefficients, the constant one first.
#[inline(always)]
pub(super) fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, &c| f64::mul_add(sum, x, c))
}

impl Neg for Pair {
    type Output = Pair;
    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(-self.0, -self.1)
    }
}

impl Add for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        let high = Pair::sum(self.0, other.0);
        let low = Pair::sum(self.1, other.1);
        let high = Pair::normal(high.0, high.1 + low.0);
        Pair::normal(high.0, high.1 + low.1)
    }
}

impl Add<f64> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn add(self, other: f64) -> Pair {
        let high = Pair::sum(self.0, other);
        Pair::normal(high.0, high.1 + self.1)
    }
}

impl Sub for Pair {
    type Output = Pair;
    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        self + -other
    }
}

impl Mul for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, other: Pair) -> Pair {
        let product = Pair::product(self.0, other.0);
        let low = self.0.mul_add(other.1, self.1 * other.0);
        Pair::normal(product.0, product.1 + low)
    }
}

impl Mul<f64> for Pair {
    type Output = Pair;
    #[inline(always)]
    fn mul(self, other: f64) -> Pair {
        let product = Pair::product(self.0, other);
        Pair::normal(product.0, self.1.mul_add(other, product.1))
    }
}

impl Div for Pair {
    type Output = Pair;
    #[inline(always)]
    fn div(self, other: Pair) -> Pair {
        let quotient = self.0 / other.0;
        let rest = quotient.mul_add(-other.0, self.0) + (self.1 - quotient * other.1);
        Pair::normal(quotient, rest / other.0)
    }
}
