//! Products and convolutions of integers of 8 bits, with sums of 32 bits.
//!
//! Integers stand for their difference from a zero point: of the left factor there is one, of the right one perhaps one for each column. Sums are exact
//! modulo 2^32, so the bits are the same on every processor, whose [`narrow`](super::narrow) unit is the best for bytes (AMX-INT8, AVX-512 VNNI), or for pairs of
//! 16 bits (AVX2).

#![expect(unsafe_code, reason = "products write to results by address")]

use crate::convolution::Geometry;
pub use crate::narrow::ends::FinishIntegers;
use crate::narrow::ends::Integers;
use crate::narrow::sources::{Elements, Shifted};
use crate::narrow::{Kind, Unit, Words, multiply, patches};
use crate::split::Split;
use crate::tile::Shared;

/// Integers of 8 bits.
#[derive(Debug, Clone, Copy)]
pub struct Bytes<'a> {
    /// Their bytes.
    pub values: &'a [u8],
    /// Whether they have a sign.
    pub is_signed: bool,
}

/// The left factor of a product: a matrix with strides of (row, column), and its zero point.
#[derive(Debug, Clone, Copy)]
pub struct LeftBytes<'a> {
    /// The elements.
    pub bytes: Bytes<'a>,
    /// From one row to the next, from one column to the next.
    pub strides: (usize, usize),
    /// The zero point.
    pub zero: i32,
}

impl Bytes<'_> {
    fn at(&self, place: usize) -> i32 {
        if self.is_signed {
            i32::from(self.values[place].cast_signed())
        } else {
            i32::from(self.values[place])
        }
    }
}

/// The right factor of products of integers, in panels.
pub struct IntegerPanels {
    words: Words,
    /// The sums of each column's narrow numbers, where the left factor's are not differences.
    sums: Vec<i32>,
    /// The zero point of each column's narrow numbers, where these are not differences and it is not zero.
    zeros: Option<Vec<i32>>,
}

impl std::fmt::Debug for IntegerPanels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IntegerPanels").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl IntegerPanels {
    /// The panels of a matrix of `inner` rows, with strides of (row, column); `None` if there is no memory for them. There is one zero point, or one
    /// for each column.
    ///
    /// # Panics
    /// When the matrix is smaller, or there is another number of zero points: mistakes of the caller.
    pub fn of(
        right: Bytes<'_>,
        strides: (usize, usize),
        [inner, columns]: [usize; 2],
        zeros: &[i32],
        split: Split<'_>,
    ) -> Option<IntegerPanels> {
        Self::on(Unit::of_integers(), right, strides, [inner, columns], zeros, split)
    }

    fn on(
        unit: &'static Unit,
        right: Bytes<'_>,
        strides: (usize, usize),
        [inner, columns]: [usize; 2],
        zeros: &[i32],
        split: Split<'_>,
    ) -> Option<IntegerPanels> {
        assert!(inner > 0 && columns > 0, "a factor that has elements");
        let last = (inner - 1).checked_mul(strides.0)?.checked_add((columns - 1).checked_mul(strides.1)?)?;
        assert!(last < right.values.len(), "the right factor's shape");
        assert!(zeros.len() == 1 || zeros.len() == columns, "the number of zero points");
        let zero = |column: usize| zeros[if zeros.len() == 1 { 0 } else { column }];
        if unit.kind == Kind::Shorts {
            let row = |row: usize, first: usize, to: &mut [u8]| {
                for (j, to) in to.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                    let value = right.at(row * strides.0 + (first + j) * strides.1);
                    *to = ((value - zero(first + j)) as i16).to_le_bytes();
                }
            };
            let words = Words::of(unit, [inner, columns], &row, split)?;
            return Some(IntegerPanels { words, sums: Vec::new(), zeros: None });
        }
        let source = Shifted { kind: unit.kind, is_signed: right.is_signed, wants_sign: true, zero: 0 };
        let elements = Elements { values: right.values, strides, source };
        let words = elements.packed(unit, [inner, columns], split)?;
        let narrow: Vec<i32> =
            (0..columns).map(|column| Shifted { zero: zero(column), ..source }.narrow_zero()).collect();
        let sums = words.sums_of_columns();
        Some(IntegerPanels { words, sums, zeros: narrow.iter().any(|&zero| zero != 0).then_some(narrow) })
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.words.bytes()
    }

    /// The source of the left factor's narrow elements.
    fn source(&self, left: Bytes<'_>, zero: i32) -> Shifted {
        Shifted { kind: self.words.unit().kind, is_signed: left.is_signed, wants_sign: false, zero }
    }

    /// The treatment of the sums of a product with so many rows.
    fn end<'a>(
        &self,
        source: Shifted,
        rows: usize,
        finish: Option<FinishIntegers<'a>>,
        out: Option<&'a mut [i32]>,
    ) -> Integers<'a> {
        let [inner, columns] = self.words.sizes();
        let len = out.as_ref().map_or(rows.checked_mul(columns), |out| Some(out.len()));
        assert!(len.is_some() && len == rows.checked_mul(columns), "the result's shape");
        let zero = source.narrow_zero();
        let base = match self.words.unit().kind {
            Kind::Shorts => vec![0; columns],
            _ => {
                let shared = (inner as i32).wrapping_mul(zero);
                let of_zeros =
                    |column: usize| self.zeros.as_ref().map_or(0, |zeros| shared.wrapping_mul(zeros[column]));
                let base =
                    |(column, &sum): (usize, &i32)| of_zeros(column).wrapping_sub(zero.wrapping_mul(sum));
                self.sums.iter().enumerate().map(base).collect()
            }
        };
        let out = out.map(|out| Shared(out.as_mut_ptr().cast()));
        Integers { out, columns, base, zeros: self.zeros.clone(), finish }
    }
}

/// `out = (left - zero) (right - zeros)`, where `out` is row-major, with a function that follows on parts of the result, which are whole rows. Without
/// `out` the result is nowhere but in these parts.
///
/// # Panics
/// When the left factor is smaller than its shape and strides say, or `out` has not `rows` rows of the panels' columns: mistakes of the caller.
pub fn integer_product(
    left: LeftBytes<'_>,
    rows: usize,
    right: &IntegerPanels,
    finish: Option<FinishIntegers<'_>>,
    out: Option<&mut [i32]>,
    split: Split<'_>,
) {
    let ([inner, _], LeftBytes { bytes, strides, zero }) = (right.words.sizes(), left);
    let last = rows
        .max(1)
        .checked_sub(1)
        .and_then(|last| last.checked_mul(strides.0)?.checked_add((inner - 1).checked_mul(strides.1)?));
    assert!(rows == 0 || last.is_some_and(|last| last < bytes.values.len()), "the left factor's shape");
    let source = right.source(bytes, zero);
    let elements = Elements { values: bytes.values, strides, source };
    let end = right.end(source, rows, finish, out);
    if rows > 0 {
        // SAFETY: the result, if it is anywhere, is borrowed, and has the size of all rows.
        unsafe { multiply(&elements, rows, &right.words, &end, split) };
    }
}

/// `out = (input - zero) * (filter - zeros)` of images with channels last, of one group, with a filter whose panels have
/// `height * width * channels` rows, and with a function that follows on parts of the result, which are whole pixels. Without `out` the result is
/// nowhere but in these parts. What is beyond the image is zero.
///
/// # Panics
/// When a slice has not the size that the geometry says, or there is more than one group: mistakes of the caller.
pub fn integer_convolution(
    geometry: &Geometry,
    input: Bytes<'_>,
    zero: i32,
    filter: &IntegerPanels,
    finish: Option<FinishIntegers<'_>>,
    out: Option<&mut [i32]>,
    split: Split<'_>,
) {
    let &Geometry { batch, rows, columns, channels, groups, out: out_channels } = geometry;
    assert_eq!(groups, 1, "one group");
    let size = [batch, rows.input, columns.input, channels]
        .iter()
        .try_fold(1usize, |all, &size| all.checked_mul(size));
    assert_eq!(Some(input.values.len()), size, "the input's shape");
    let depth = rows.filter * columns.filter * channels;
    assert_eq!(filter.words.sizes(), [depth, out_channels], "the filter's shape");
    let source = filter.source(input, zero);
    let pixels = batch * rows.output * columns.output;
    let end = filter.end(source, pixels, finish, out);
    if pixels > 0 {
        // SAFETY: the result, if it is anywhere, is borrowed, and has the size of all pixels.
        unsafe { patches::convolve(geometry, input.values, source, &filter.words, &end, split) };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use tfrt_ops::window::{Padding, Window};

    use super::*;
    use crate::narrow::tests::units_of_integers;
    use crate::split::tests::{ALONE, Backwards};

    /// Bytes of every value.
    fn bytes(n: usize, seed: usize) -> Vec<u8> {
        (0..n).map(|i| ((i * 89 + i / 7 + seed * 31) % 256) as u8).collect()
    }

    #[test]
    fn products_are_exact() {
        for [rows, inner, columns] in
            [[1, 1, 1], [5, 3, 17], [33, 64, 32], [40, 1700, 34], [300, 20, 90], [40, 130, 16]]
        {
            let (a, b) = (bytes(rows * inner, 1), bytes(inner * columns, 2));
            for (at, [left_sign, right_sign]) in
                [[false, false], [false, true], [true, false], [true, true]].into_iter().enumerate()
            {
                let transposed = at % 2 == 1;
                let (a_strides, b_strides) =
                    if transposed { ((1, rows), (1, inner)) } else { ((inner, 1), (columns, 1)) };
                let left = Bytes { values: &a, is_signed: left_sign };
                let right = Bytes { values: &b, is_signed: right_sign };
                let zeros: Vec<i32> = match at {
                    0 => vec![7],
                    1 => vec![0],
                    _ => (0..columns).map(|j| (j as i32 * 37) % 256 - 128 * i32::from(right_sign)).collect(),
                };
                let zero = if left_sign { -5 } else { 200 };
                for unit in units_of_integers() {
                    let split = Backwards::default();
                    let split = split.split();
                    let panels = IntegerPanels::on(unit, right, b_strides, [inner, columns], &zeros, split);
                    let panels = panels.expect("memory");
                    let mut out = vec![-1; rows * columns];
                    let next = |first: usize, part: &mut [i32]| {
                        part.iter_mut()
                            .enumerate()
                            .for_each(|(i, x)| *x = x.wrapping_add((first + i) as i32));
                    };
                    let left = LeftBytes { bytes: left, strides: a_strides, zero };
                    integer_product(left, rows, &panels, Some(&next), Some(&mut out), split);
                    // The same without a place for the whole.
                    let taken = Mutex::new(vec![i32::MIN; rows * columns]);
                    let take = |first: usize, part: &mut [i32]| {
                        assert!(
                            first.is_multiple_of(columns) && part.len().is_multiple_of(columns),
                            "whole rows"
                        );
                        next(first, part);
                        taken.lock().expect("no holder panics")[first..][..part.len()].copy_from_slice(part);
                    };
                    integer_product(left, rows, &panels, Some(&take), None, split);
                    assert_eq!(
                        taken.into_inner().expect("no holder panics"),
                        out,
                        "{rows}x{inner}x{columns}"
                    );
                    for i in (0..rows).step_by(if rows > 100 { 13 } else { 1 }) {
                        for j in 0..columns {
                            let zero_of = zeros[if zeros.len() == 1 { 0 } else { j }];
                            let product = |k: usize| {
                                (left.bytes.at(i * a_strides.0 + k * a_strides.1) - zero)
                                    * (right.at(k * b_strides.0 + j * b_strides.1) - zero_of)
                            };
                            let at = i * columns + j;
                            let sum = (0..inner).map(product).sum::<i32>() + at as i32;
                            assert_eq!(out[at], sum, "{rows}x{inner}x{columns} at {i}, {j}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn convolutions_are_exact() {
        let cases = [
            ([5, 7], [3, 3], [1, 1], [1, 1], Padding::Same, 3, 8),
            ([9, 9], [5, 5], [2, 2], [1, 1], Padding::Same, 50, 40),
            ([20, 19], [3, 2], [1, 2], [2, 3], Padding::Same, 40, 33),
            ([4, 4], [1, 1], [3, 3], [1, 1], Padding::Same, 5, 10),
            ([6, 5], [1, 1], [1, 1], [1, 1], Padding::Same, 9, 20),
        ];
        for (size, filter_size, stride, dilation, padding, channels, out) in cases {
            let window = |axis: usize| {
                Window::new(size[axis], filter_size[axis], stride[axis], dilation[axis], padding, None)
                    .expect("the window fits")
            };
            let (rows, columns, batch) = (window(0), window(1), 2);
            let geometry = Geometry { batch, rows, columns, channels, groups: 1, out };
            let image = size[0] * size[1] * channels;
            let depth = filter_size[0] * filter_size[1] * channels;
            let (input, filter) = (bytes(batch * image, 1), bytes(depth * out, 2));
            let (input, filter) =
                (Bytes { values: &input, is_signed: false }, Bytes { values: &filter, is_signed: true });
            let mut expected = Vec::new();
            for at in 0..batch * rows.output * columns.output {
                let (column, rest) = (at % columns.output, at / columns.output);
                let (row, number) = (rest % rows.output, rest / rows.output);
                for j in 0..out {
                    let mut sum = 0;
                    for tap in 0..filter_size[0] * filter_size[1] {
                        let (y, x) = (tap / filter_size[1], tap % filter_size[1]);
                        let (Some(y), Some(x)) = (rows.position(row, y), columns.position(column, x)) else {
                            continue;
                        };
                        for c in 0..channels {
                            let pixel = input.at(number * image + (y * size[1] + x) * channels + c);
                            sum += (pixel - 131) * filter.at((tap * channels + c) * out + j);
                        }
                    }
                    expected.push(sum);
                }
            }
            for unit in units_of_integers() {
                let panels =
                    IntegerPanels::on(unit, filter, (out, 1), [depth, out], &[0], ALONE).expect("memory");
                let mut result = vec![-1; expected.len()];
                integer_convolution(&geometry, input, 131, &panels, None, Some(&mut result), ALONE);
                assert_eq!(result, expected, "{size:?} by {filter_size:?}");
            }
        }
    }
}
