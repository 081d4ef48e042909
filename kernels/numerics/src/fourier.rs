//! Discrete Fourier transforms of any length, in double precision.
//!
//! The crate `rustfft` does the arithmetic: mixed radices, Rader's and Bluestein's algorithms, AVX where the processor has it. This module
//! keeps the tables of the last lengths, which take longer to make than a short transform takes to run.
//!
//! Invariants: a transform is not scaled, so one forward and one backward multiply every element by the length. A line's result does not
//! depend on the lines beside it. Results may differ in the last bits between processors with and without AVX.
//!
//! It leaves to the caller: strides, batches over threads, real input, and scaling.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use num_complex::Complex;
use rustfft::{Fft, FftDirection, FftPlanner};

/// The sign of the exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `X[k] = Σ x[j] e^(-2πi jk/n)`.
    Forward,
    /// `x[j] = Σ X[k] e^(+2πi jk/n)`, without the division by `n`.
    Backward,
}

/// A transform of one length and direction.
#[derive(Clone)]
pub struct Transform(Arc<dyn Fft<f64>>);

impl fmt::Debug for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transform")
            .field("length", &self.0.len())
            .field("direction", &self.0.fft_direction())
            .finish()
    }
}

/// Elements of all transforms that are kept, together: 16 MiB of tables.
const KEPT: usize = 1 << 20;

/// The transforms used last, the latest first.
static RECENT: Mutex<VecDeque<Transform>> = Mutex::new(VecDeque::new());

impl Transform {
    /// The transform of lines of `length` elements.
    ///
    /// # Panics
    /// If there is no memory for the tables, some multiple of a line.
    pub fn new(length: usize, direction: Direction) -> Transform {
        let direction = match direction {
            Direction::Forward => FftDirection::Forward,
            Direction::Backward => FftDirection::Inverse,
        };
        let is_wanted = |t: &Transform| t.0.len() == length && t.0.fft_direction() == direction;
        let recent = || RECENT.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut recent = recent();
            if let Some(at) = recent.iter().position(is_wanted) {
                let found = recent[at].clone();
                if at != 0 {
                    recent.swap(0, at);
                }
                return found;
            }
        }
        // Tables of a long line take milliseconds: not under the lock.
        let made = Transform(FftPlanner::new().plan_fft(length, direction));
        if length > KEPT {
            return made;
        }
        let mut recent = recent();
        recent.push_front(made.clone());
        let mut elements = 0;
        recent.retain(|t| {
            elements += t.0.len().max(64);
            elements <= KEPT
        });
        made
    }

    /// Elements of the tables and the scratch memory of a transform of lines of `length` elements, at most.
    pub fn elements(length: usize) -> usize {
        let mut rest = length.max(1);
        for factor in [2, 3, 5, 7, 11, 13] {
            while rest.is_multiple_of(factor) {
                rest /= factor;
            }
        }
        // Mixed radices have a table and scratch memory as long as the line. A large prime factor is a convolution of more than twice its
        // length, padded to a length with small factors, with the tables of that.
        length.saturating_mul(if rest == 1 { 4 } else { 16 })
    }

    /// The length of a line.
    pub fn length(&self) -> usize {
        self.0.len()
    }

    /// Transforms a line into another place of its length; the line's elements are unspecified afterwards.
    pub fn run_into(&self, line: &mut [Complex<f64>], to: &mut [Complex<f64>]) {
        if self.length() < 2 {
            return to.copy_from_slice(line);
        }
        let mut scratch = vec![Complex::default(); self.0.get_outofplace_scratch_len()];
        self.0.process_outofplace_with_scratch(line, to, &mut scratch);
    }

    /// Transforms consecutive lines in place. A rest that is shorter than a line stays as it is.
    pub fn run(&self, lines: &mut [Complex<f64>]) {
        if self.length() < 2 {
            return;
        }
        let mut scratch = vec![Complex::default(); self.0.get_inplace_scratch_len()];
        for line in lines.chunks_exact_mut(self.length()) {
            self.0.process_with_scratch(line, &mut scratch);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    type C = Complex<f64>;

    fn numbers(count: usize) -> Vec<C> {
        (0..count).map(|i| C::new((i as f64 * 0.7).sin(), (i as f64 * i as f64 * 0.3).cos())).collect()
    }

    /// By the definition, with exact angles.
    fn by_definition(x: &[C], sign: f64) -> Vec<C> {
        let n = x.len();
        (0..n)
            .map(|k| {
                let term = |(j, x): (usize, &C)| x * C::cis(sign * TAU * (j * k % n) as f64 / n as f64);
                x.iter().enumerate().map(term).sum()
            })
            .collect()
    }

    fn is_near(a: &[C], b: &[C]) -> bool {
        let norm = |values: &mut dyn Iterator<Item = C>| values.map(|x| x.norm_sqr()).sum::<f64>().sqrt();
        norm(&mut a.iter().zip(b).map(|(a, b)| a - b)) <= 1e-14 * norm(&mut b.iter().copied())
    }

    #[test]
    fn every_length_is_the_definition() {
        for n in (1..70).chain([97, 100, 101, 128, 210, 243, 512, 1009]) {
            let x = numbers(n);
            for (direction, sign) in [(Direction::Forward, -1.0), (Direction::Backward, 1.0)] {
                let mut y = x.clone();
                Transform::new(n, direction).run(&mut y);
                let expected = by_definition(&x, sign);
                assert!(is_near(&y, &expected), "{n} {direction:?}");
                let mut other = vec![C::default(); n];
                Transform::new(n, direction).run_into(&mut x.clone(), &mut other);
                assert!(is_near(&other, &expected), "{n} {direction:?}");
            }
        }
    }

    #[test]
    fn scratch_memory_is_part_of_the_bound() {
        for n in [1, 2, 60, 97, 1021, 4096, 10_007] {
            let scratch = Transform::new(n, Direction::Forward).0.get_inplace_scratch_len();
            assert!(scratch + n <= Transform::elements(n), "{n}: {scratch}");
        }
    }

    #[test]
    fn lines_do_not_depend_on_each_other() {
        let transform = Transform::new(12, Direction::Forward);
        let mut all = numbers(36);
        let mut one = all[12..24].to_vec();
        transform.run(&mut all);
        transform.run(&mut one);
        assert_eq!(all[12..24], one);
    }

    #[test]
    fn nothing_and_one_element_stay_as_they_are() {
        Transform::new(0, Direction::Forward).run(&mut []);
        let mut one = numbers(1);
        Transform::new(1, Direction::Backward).run(&mut one);
        assert_eq!(one, numbers(1));
    }
}
