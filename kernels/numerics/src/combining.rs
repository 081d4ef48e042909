//! Rows combined with other rows, element by element, and all elements of a row: sums, and maxima and minima as StableHLO has them, where NaN is the result if it is an
//! operand, and zeros of two signs differ. Compiled for the processor's vectors.
#![expect(unsafe_code, reason = "functions are compiled for instructions that the processor must have")]

use super::cpu::multiversioned;

/// Parts of a row that are combined side by side.
const PARTS: usize = 64;

/// Parts of a short row: few enough that combining them is a small part of the work.
const FEW_PARTS: usize = 16;

/// Elements of a short row at most.
const SHORT: usize = 256;

/// Combines parts, the second half with the first one until there is one part. Their number is a power of two.
#[inline(always)]
pub(crate) fn by_halves<T: Copy, const N: usize>(parts: &mut [T; N], f: impl Fn(T, T) -> T) -> T {
    let mut count = N;
    while count > 1 {
        count /= 2;
        for i in 0..count {
            parts[i] = f(parts[i], parts[i + count]);
        }
    }
    parts[0]
}

macro_rules! combining {
    ($name:ident, $ty:ident, $doc:literal) => {
        #[doc = $doc]
        pub mod $name {
            use super::{FEW_PARTS, PARTS, SHORT, by_halves, multiversioned};

            /// The larger one; NaN if one is, and of zeros the positive one. For single numbers: branches, which are predicted well, are no part
            /// of the time from one result to the next.
            #[inline(always)]
            pub fn larger(a: $ty, b: $ty) -> $ty {
                if a > b {
                    a
                } else if a < b {
                    b
                } else {
                    larger_of_lane(a, b)
                }
            }

            /// As [`larger`], without branches.
            #[inline(always)]
            fn larger_of_lane(a: $ty, b: $ty) -> $ty {
                let found = if a > b { a } else { b };
                // Equal numbers have the same bits, but for zeros.
                let found = if a == b { $ty::from_bits(a.to_bits() & b.to_bits()) } else { found };
                if a.is_nan() { a } else { found }
            }

            /// The smaller one; NaN if one is, and of zeros the negative one. For single numbers: branches, which are predicted well, are no part
            /// of the time from one result to the next.
            #[inline(always)]
            pub fn smaller(a: $ty, b: $ty) -> $ty {
                if a < b {
                    a
                } else if a > b {
                    b
                } else {
                    smaller_of_lane(a, b)
                }
            }

            /// As [`smaller`], without branches.
            #[inline(always)]
            fn smaller_of_lane(a: $ty, b: $ty) -> $ty {
                let found = if a < b { a } else { b };
                let found = if a == b { $ty::from_bits(a.to_bits() | b.to_bits()) } else { found };
                if a.is_nan() { a } else { found }
            }

            /// A row's elements combined in interleaved parts, and these by halves, from a number that changes nothing.
            #[inline(always)]
            fn folded<const N: usize>(row: &[$ty], neutral: $ty, f: impl Fn($ty, $ty) -> $ty) -> $ty {
                let (blocks, rest) = row.as_chunks::<N>();
                let mut parts = [neutral; N];
                for block in blocks {
                    for i in 0..N {
                        parts[i] = f(parts[i], block[i]);
                    }
                }
                for i in 0..rest.len() {
                    parts[i] = f(parts[i], rest[i]);
                }
                by_halves(&mut parts, f)
            }

            /// Combines each result with the elements of a row; rows follow each other. `long` combines the elements of a long row: it is a
            /// function of its own, whose parts stay in registers.
            #[inline(always)]
            fn folded_into(
                to: &mut [$ty],
                rows: &[$ty],
                neutral: $ty,
                f: impl Fn($ty, $ty) -> $ty + Copy,
                long: fn(&[$ty]) -> $ty,
            ) {
                let depth = rows.len().checked_div(to.len()).unwrap_or(0);
                if depth == 0 {
                    return;
                }
                for (to, row) in to.iter_mut().zip(rows.chunks_exact(depth)) {
                    let all = match depth <= SHORT {
                        true => folded::<FEW_PARTS>(row, neutral, f),
                        false => long(row),
                    };
                    *to = f(*to, all);
                }
            }

            multiversioned! {
                /// `to += from`
                pub fn add_into(to: &mut [$ty], from: &[$ty]) {
                    let length = to.len().min(from.len());
                    let (to, from) = (&mut to[..length], &from[..length]);
                    for i in 0..length {
                        to[i] += from[i];
                    }
                }

                /// The sum of a long row, in interleaved parts.
                fn sum(row: &[$ty]) -> $ty {
                    folded::<PARTS>(row, -0.0, |a, b| a + b)
                }

                /// The largest element of a long row.
                fn largest(row: &[$ty]) -> $ty {
                    folded::<PARTS>(row, $ty::NEG_INFINITY, larger_of_lane)
                }

                /// The smallest element of a long row.
                fn smallest(row: &[$ty]) -> $ty {
                    folded::<PARTS>(row, $ty::INFINITY, smaller_of_lane)
                }

                /// `to += sum of its row`, in interleaved parts; rows follow each other.
                pub fn add_rows(to: &mut [$ty], rows: &[$ty]) {
                    folded_into(to, rows, -0.0, |a, b| a + b, sum)
                }

                /// The larger ones of numbers and the largest elements of their rows, which follow each other.
                pub fn larger_of_rows(to: &mut [$ty], rows: &[$ty]) {
                    folded_into(to, rows, $ty::NEG_INFINITY, larger_of_lane, largest)
                }

                /// The smaller ones of numbers and the smallest elements of their rows, which follow each other.
                pub fn smaller_of_rows(to: &mut [$ty], rows: &[$ty]) {
                    folded_into(to, rows, $ty::INFINITY, smaller_of_lane, smallest)
                }

                /// The larger ones of two rows.
                pub fn larger_into(to: &mut [$ty], from: &[$ty]) {
                    let length = to.len().min(from.len());
                    let (to, from) = (&mut to[..length], &from[..length]);
                    for i in 0..length {
                        to[i] = larger_of_lane(to[i], from[i]);
                    }
                }

                /// The smaller ones of two rows.
                pub fn smaller_into(to: &mut [$ty], from: &[$ty]) {
                    let length = to.len().min(from.len());
                    let (to, from) = (&mut to[..length], &from[..length]);
                    for i in 0..length {
                        to[i] = smaller_of_lane(to[i], from[i]);
                    }
                }
            }
        }
    };
}

combining!(singles, f32, "Rows of `f32`.");
combining!(doubles, f64, "Rows of `f64`.");

#[cfg(test)]
mod tests {
    use super::singles;

    #[test]
    fn zeros_differ_and_nan_stays() {
        let values = [0.0f32, -0.0, 1.0, -1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
        for a in values {
            for b in values {
                let expected = match (a.is_nan() || b.is_nan(), a == b) {
                    (true, _) => [f32::NAN; 2],
                    (_, true) => {
                        [if a.is_sign_positive() { a } else { b }, if a.is_sign_negative() { a } else { b }]
                    }
                    _ => [a.max(b), a.min(b)],
                };
                let (mut most, mut least) = (vec![a; 37], vec![a; 37]);
                singles::larger_into(&mut most, &[b; 37]);
                singles::smaller_into(&mut least, &[b; 37]);
                for (got, expected) in
                    most.iter().zip([expected[0]; 37]).chain(least.iter().zip([expected[1]; 37]))
                {
                    assert!(
                        got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan(),
                        "{a} {b}"
                    );
                }
            }
        }
    }
}
