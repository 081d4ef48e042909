//! The numbers that matrices are computed in, real or complex, and the steps on rows of them that factorisations are made of.

use std::ops::{Add, Div, Mul, Neg, Sub};

use num_complex::Complex;
use tfrt_numerics::matrix_steps::{self, Sweep, Turn};

/// Numbers that matrices are computed in. Steps on rows are those of [`matrix_steps`] for real numbers; for complex ones they are written out.
pub(crate) trait Field:
    Copy
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    fn conj(self) -> Self;
    fn abs(self) -> f64;
    fn re(self) -> f64;
    fn real(value: f64) -> Self;

    /// The sum of the products of the first row's conjugates with the second row's elements.
    fn dot(a: &[Self], b: &[Self]) -> Self {
        a.iter().zip(b).fold(Self::ZERO, |sum, (&a, &b)| sum + a.conj() * b)
    }

    /// `to += factor * x`
    fn add_scaled(to: &mut [Self], factor: Self, x: &[Self]) {
        for (to, &x) in to.iter_mut().zip(x) {
            *to = *to + factor * x;
        }
    }

    /// `to += a * x + b * y`
    fn add_two_scaled(to: &mut [Self], [a, b]: [Self; 2], x: &[Self], y: &[Self]) {
        Self::add_scaled(to, a, x);
        Self::add_scaled(to, b, y);
    }

    /// What a row of a Hermitian matrix, as far as it stands before the diagonal, has to do with its product with `x`: adds
    /// `factor * conj(row)` to the result, and gives the sum of the products of the row with `x`.
    fn hermitian_step(row: &[Self], x: &[Self], factor: Self, result: &mut [Self]) -> Self {
        let mut sum = Self::ZERO;
        for ((&a, &x), result) in row.iter().zip(x).zip(result) {
            sum = sum + a * x;
            *result = *result + factor * a.conj();
        }
        sum
    }

    /// `c -= a * b`, see [`matrix_steps::subtract_product`].
    fn subtract_product(
        c: &mut [Self],
        step: usize,
        a: &[Self],
        b: &[Self],
        [rows, inner, columns]: [usize; 3],
    ) {
        for i in 0..rows {
            for k in 0..inner {
                let factor = -a[i * inner + k];
                Self::add_scaled(&mut c[i * step..][..columns], factor, &b[k * columns..][..columns]);
            }
        }
    }

    /// Turns rows of so many elements, by one sweep after the other.
    fn turn_rows(rows: &mut [Self], length: usize, sweeps: &[Sweep]) {
        for sweep in sweeps {
            for (i, &Turn { cosine, sine }) in sweep.turns.iter().enumerate() {
                let (cosine, sine) = (Self::real(cosine), Self::real(sine));
                let (upper, lower) = rows[(sweep.first + i) * length..][..2 * length].split_at_mut(length);
                for (upper, lower) in upper.iter_mut().zip(lower) {
                    let (x, y) = (*upper, *lower);
                    *upper = cosine * x + sine * y;
                    *lower = cosine * y - sine * x;
                }
            }
        }
    }
}

impl Field for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    fn conj(self) -> f64 {
        self
    }
    fn abs(self) -> f64 {
        f64::abs(self)
    }
    fn re(self) -> f64 {
        self
    }
    fn real(value: f64) -> f64 {
        value
    }
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        matrix_steps::dot(a, b)
    }
    fn add_scaled(to: &mut [f64], factor: f64, x: &[f64]) {
        matrix_steps::add_scaled(to, factor, x);
    }
    fn add_two_scaled(to: &mut [f64], [a, b]: [f64; 2], x: &[f64], y: &[f64]) {
        matrix_steps::add_two_scaled(to, a, x, b, y);
    }
    fn hermitian_step(row: &[f64], x: &[f64], factor: f64, result: &mut [f64]) -> f64 {
        matrix_steps::symmetric_step(row, x, factor, result)
    }
    fn subtract_product(
        c: &mut [f64],
        step: usize,
        a: &[f64],
        b: &[f64],
        [rows, inner, columns]: [usize; 3],
    ) {
        matrix_steps::subtract_product(c, step, a, b, rows, inner, columns);
    }
    fn turn_rows(rows: &mut [f64], length: usize, sweeps: &[Sweep]) {
        matrix_steps::turn_rows(rows, length, sweeps);
    }
}

impl Field for Complex<f64> {
    const ZERO: Self = Complex { re: 0.0, im: 0.0 };
    const ONE: Self = Complex { re: 1.0, im: 0.0 };
    fn conj(self) -> Self {
        Complex::conj(&self)
    }
    fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }
    fn re(self) -> f64 {
        self.re
    }
    fn real(value: f64) -> Self {
        Complex::new(value, 0.0)
    }
}

/// The length of a vector, without overflow.
pub(crate) fn norm<F: Field>(a: &[F]) -> f64 {
    let square = F::dot(a, a).re();
    if (1e-280..1e280).contains(&square) {
        return square.sqrt();
    }
    let largest = a.iter().map(|x| x.abs()).fold(0.0, f64::max);
    if largest == 0.0 || !largest.is_finite() {
        return if square.is_nan() { f64::NAN } else { largest };
    }
    largest * a.iter().map(|x| (x.abs() / largest).powi(2)).sum::<f64>().sqrt()
}

/// The identity, of vectors of so many elements, one after the other.
pub(crate) fn unit_vectors<F: Field>(length: usize, count: usize) -> Vec<F> {
    let mut vectors = vec![F::ZERO; length * count];
    vectors.iter_mut().step_by(length + 1).for_each(|one| *one = F::ONE);
    vectors
}

/// The rotation that leaves nothing of the second of two numbers, and what the first one becomes.
pub(crate) fn turn(x: f64, y: f64) -> (Turn, f64) {
    if y == 0.0 {
        return (Turn { cosine: 1.0, sine: 0.0 }, x);
    }
    let length = x.hypot(y);
    (Turn { cosine: x / length, sine: y / length }, length)
}
