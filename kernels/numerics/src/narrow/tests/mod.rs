//! Every unit that this processor has.

#![expect(unsafe_code, reason = "products write to results by address")]

use half::bf16;
use tfrt_ops::Precision;
use tfrt_ops::window::{Padding, Window};

use super::ends::Floats;
use super::patches::convolve;
use super::sources::{Elements, Rounded};
use super::unit::Unit;
use super::{Words, multiply};
use crate::convolution::Geometry;
use crate::finish::{After, Then};
use crate::panel_product::{Place, product_of_panels};
use crate::panels::Matrix;
use crate::split::Split;
use crate::split::tests::{ALONE, Backwards};

/// The units of floats that can be tried here.
fn units() -> Vec<&'static Unit> {
    let mut units = Vec::new();
    #[cfg(target_arch = "x86_64")]
    if super::vectors::has_pairs() {
        units.push(&super::vectors::OF_BF16);
        if super::tiles::support() == super::tiles::Support::Ready {
            units.push(&super::tiles::OF_BF16);
        }
    }
    units
}

/// The units of integers that can be tried here.
pub(crate) fn units_of_integers() -> Vec<&'static Unit> {
    let mut units = vec![&super::loops::OF_SHORTS];
    #[cfg(target_arch = "x86_64")]
    {
        if crate::cpu::instruction_set() != crate::cpu::InstructionSet::Baseline {
            units.push(&super::vectors::OF_SHORTS);
        }
        if super::vectors::has_bytes() {
            units.push(&super::vectors::OF_BYTES);
            if super::tiles::support() == super::tiles::Support::Ready {
                units.push(&super::tiles::OF_BYTES);
            }
        }
    }
    units
}

/// Whole numbers, of which sums are exact in any order.
fn numbers(n: usize, seed: usize) -> Vec<f32> {
    (0..n).map(|i| ((i * 7 + seed) % 23) as f32 - 11.0).collect()
}

fn words(unit: &'static Unit, right: Matrix<'_>, [inner, columns]: [usize; 2], split: Split<'_>) -> Words {
    let from = Elements { values: right.values, strides: right.strides, source: Rounded };
    from.packed(unit, [inner, columns], split).expect("memory")
}

fn product(
    unit: &'static Unit,
    left: Matrix<'_>,
    right: Matrix<'_>,
    [rows, inner, columns]: [usize; 3],
    then: Then<'_>,
    pitch: usize,
) -> Vec<f32> {
    let backwards = Backwards::default();
    let words = words(unit, right, [inner, columns], backwards.split());
    let mut out = vec![-0.5; rows * pitch];
    let end = Floats { then, out: Place::of(&mut out, pitch), columns };
    let left = Elements { values: left.values, strides: left.strides, source: Rounded };
    // SAFETY: the result is this function's, and has the size of all rows.
    unsafe { multiply(&left, rows, &words, &end, backwards.split()) };
    out
}

#[test]
fn products_of_whole_numbers_are_exact() {
    for unit in units() {
        for [rows, inner, columns] in
            [[1, 1, 1], [5, 3, 17], [33, 64, 32], [40, 900, 34], [300, 20, 90], [70, 500, 16]]
        {
            let (a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
            for (transpose_a, transpose_b) in [(false, false), (true, true)] {
                let left = Matrix { values: &a, strides: if transpose_a { (1, rows) } else { (inner, 1) } };
                let right =
                    Matrix { values: &b, strides: if transpose_b { (1, inner) } else { (columns, 1) } };
                let at = |matrix: Matrix<'_>, i: usize, j: usize| {
                    matrix.values[i * matrix.strides.0 + j * matrix.strides.1]
                };
                let bias = numbers(columns, 5);
                let after = After { scale: None, bias: &bias, low: 0.0, high: 600.0 };
                let double = |first: usize, part: &mut [f32]| {
                    part.iter_mut().enumerate().for_each(|(i, x)| *x = *x * 2.0 + (first + i) as f32);
                };
                let plain = product(unit, left, right, [rows, inner, columns], Then::default(), columns + 3);
                let then = Then { after: Some(after), finish: Some(&double) };
                let finished = product(unit, left, right, [rows, inner, columns], then, columns);
                for i in (0..rows).step_by(if rows > 100 { 13 } else { 1 }) {
                    assert_eq!(plain[i * (columns + 3) + columns], -0.5, "beyond the last column");
                    for j in 0..columns {
                        let sum: f32 = (0..inner).map(|k| at(left, i, k) * at(right, k, j)).sum();
                        assert_eq!(plain[i * (columns + 3) + j], sum, "{rows}x{inner}x{columns} at {i}, {j}");
                        let at = i * columns + j;
                        let expected = (sum + bias[j]).clamp(0.0, 600.0) * 2.0 + at as f32;
                        assert_eq!(finished[at], expected, "{rows}x{inner}x{columns} at {i}, {j}");
                    }
                }
            }
        }
    }
}

#[test]
fn factors_are_rounded_and_sums_are_not() {
    let [rows, inner, columns] = [40, 777, 33];
    let fraction = |i: usize| ((i * 37) % 1013) as f32 * 0.0019 - 0.9;
    let a: Vec<f32> = (0..rows * inner).map(fraction).collect();
    let b: Vec<f32> = (0..inner * columns).map(|i| fraction(i + 7)).collect();
    let (left, right) =
        (Matrix { values: &a, strides: (inner, 1) }, Matrix { values: &b, strides: (columns, 1) });
    let rounded = |x: f32| f64::from(f32::from(bf16::from_f32(x)));
    for unit in units() {
        let out = product(unit, left, right, [rows, inner, columns], Then::default(), columns);
        for (at, &out) in out.iter().enumerate() {
            let (i, j) = (at / columns, at % columns);
            let products = (0..inner).map(|k| rounded(a[i * inner + k]) * rounded(b[k * columns + j]));
            let (sum, size) = products.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
            assert!((f64::from(out) - sum).abs() <= 1e-6 * size, "{out} for {sum} at {i}, {j}");
        }
    }
}

#[test]
fn what_is_no_number_stays_in_its_row() {
    let [rows, inner, columns] = [37, 20, 18];
    let (mut a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
    a[3 * inner + 4] = f32::NAN;
    a[9 * inner] = f32::INFINITY;
    let (left, right) =
        (Matrix { values: &a, strides: (inner, 1) }, Matrix { values: &b, strides: (columns, 1) });
    for unit in units() {
        let out = product(unit, left, right, [rows, inner, columns], Then::default(), columns);
        for (i, row) in out.chunks_exact(columns).enumerate() {
            assert_eq!(row.iter().all(|x| x.is_nan()), i == 3, "row {i}");
            assert_eq!(row.iter().any(|x| x.is_infinite()), i == 9, "row {i}");
        }
    }
}

#[test]
fn convolutions_of_whole_numbers_are_exact() {
    let cases = [
        ([5, 7], [3, 3], [1, 1], [1, 1], Padding::Same, 3, 8),
        ([9, 9], [5, 5], [2, 2], [1, 1], Padding::Same, 50, 40),
        ([20, 19], [3, 2], [1, 2], [2, 3], Padding::Same, 40, 33),
        ([8, 8], [2, 3], [1, 1], [9, 4], Padding::Same, 2, 3),
        ([4, 4], [1, 1], [3, 3], [1, 1], Padding::Same, 5, 10),
        ([2, 2], [3, 3], [1, 1], [1, 1], Padding::Explicit, 3, 4),
        ([6, 6], [3, 3], [1, 1], [1, 1], Padding::Valid, 160, 20),
    ];
    for (size, filter_size, stride, dilation, padding, channels, out_channels) in cases {
        let explicit = (padding == Padding::Explicit).then_some((2, 1));
        let window = |axis: usize| {
            Window::new(size[axis], filter_size[axis], stride[axis], dilation[axis], padding, explicit)
                .expect("the window fits")
        };
        let (rows, columns, batch) = (window(0), window(1), 2);
        let geometry = Geometry { batch, rows, columns, channels, groups: 1, out: out_channels };
        let input = numbers(batch * size[0] * size[1] * channels, 1);
        let depth = filter_size[0] * filter_size[1] * channels;
        let filter = numbers(depth * out_channels, 2);
        let mut expected = vec![0.0; batch * rows.output * columns.output * out_channels];
        crate::convolution::convolve(&geometry, &input, &filter, &mut expected, &|_| {}, ALONE);
        let right = Matrix { values: &filter, strides: (out_channels, 1) };
        for unit in units() {
            let words = words(unit, right, [depth, out_channels], ALONE);
            let mut out = vec![f32::NAN; expected.len()];
            let end = Floats {
                then: Then::default(),
                out: Place::of(&mut out, out_channels),
                columns: out_channels,
            };
            // SAFETY: the result is this test's, and has the size of all pixels.
            unsafe { convolve(&geometry, &input, Rounded, &words, &end, ALONE) };
            assert_eq!(out, expected, "{size:?} by {filter_size:?}");
        }
    }
}

#[test]
fn panels_of_bf16_multiply_whole_numbers_exactly_everywhere() {
    let [rows, inner, columns] = [50, 90, 70];
    let (a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
    let left = Matrix { values: &a, strides: (inner, 1) };
    let right = Matrix { values: &b, strides: (columns, 1) };
    let [exact, rounded] = [Precision::F32, Precision::Bf16].map(|precision| {
        let panels = crate::panels::Panels::of(right, inner, columns, precision, ALONE).expect("memory");
        let mut out = vec![f32::NAN; rows * columns];
        product_of_panels(left, rows, &panels, Then::default(), &mut out, ALONE);
        out
    });
    assert_eq!(exact, rounded);
}
