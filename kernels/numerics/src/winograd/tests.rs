//! Convolutions by tiles against sums of products.

use super::*;
use crate::finish::{After, Scale};
use crate::split::tests::{ALONE, Backwards};
use tfrt_ops::window::{Padding, Window};

fn numbers(n: usize, seed: usize) -> Vec<f32> {
    (0..n).map(|i| ((i * 7919 + seed * 31) % 1013) as f32 / 506.5 - 1.0).collect()
}

fn geometry(
    batch: usize,
    [height, width]: [usize; 2],
    channels: usize,
    out: usize,
    pad: [(usize, usize); 2],
) -> Geometry {
    let window =
        |input, pad| Window::new(input, 3, 1, 1, Padding::Explicit, Some(pad)).expect("the window fits");
    let (rows, columns) = (window(height, pad[0]), window(width, pad[1]));
    Geometry { batch, rows, columns, channels, groups: 1, out }
}

/// The exact results, nearly.
fn exact(geometry: &Geometry, input: &[f32], filter: &[f32]) -> Vec<f64> {
    let Geometry { batch, rows, columns, channels, out, .. } = *geometry;
    let mut sums: Vec<f64> = (0..batch * rows.output * columns.output * out).map(|_| 0.0).collect();
    for (pixel, sums) in sums.chunks_exact_mut(out).enumerate() {
        let (x, y) = (pixel % columns.output, pixel / columns.output % rows.output);
        let image = pixel / columns.output / rows.output;
        for tap in 0..9 {
            let (Some(y), Some(x)) = (rows.position(y, tap / 3), columns.position(x, tap % 3)) else {
                continue;
            };
            let from = ((image * rows.input + y) * columns.input + x) * channels;
            for c in 0..channels {
                let weights = &filter[(tap * channels + c) * out..][..out];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += f64::from(input[from + c]) * f64::from(weight);
                }
            }
        }
    }
    sums
}

fn convolve(
    geometry: &Geometry,
    input: &[f32],
    weights: &[f32],
    then: Then<'_>,
    split: Split<'_>,
) -> Vec<f32> {
    convolve_in(Precision::F32, geometry, input, weights, then, split)
}

fn convolve_in(
    precision: Precision,
    geometry: &Geometry,
    input: &[f32],
    weights: &[f32],
    then: Then<'_>,
    split: Split<'_>,
) -> Vec<f32> {
    let Geometry { batch, rows, columns, channels, out, .. } = *geometry;
    let filter = Filter::of(weights, channels, out, precision, split).expect("memory");
    let mut to: Vec<f32> = (0..batch * rows.output * columns.output * out).map(|_| f32::NAN).collect();
    assert!(convolve_by_tiles(geometry, input, weights, &filter, then, &mut to, split), "memory");
    to
}

fn cases() -> [Geometry; 6] {
    let one = (1, 1);
    [
        // Even, odd, with more padding than windows need, without, and of more tiles across than a task has.
        geometry(2, [12, 12], 32, 32, [one, one]),
        geometry(1, [13, 15], 33, 45, [one, one]),
        geometry(2, [14, 30], 50, 70, [(2, 1), (0, 3)]),
        geometry(3, [15, 14], 40, 33, [(0, 0), (0, 0)]),
        geometry(1, [4, 131], 37, 64, [one, one]),
        geometry(1, [12, 12], 1030, 70, [one, one]),
    ]
}

#[test]
fn results_are_within_the_bound_whatever_the_split() {
    for geometry in cases() {
        let Geometry { batch, rows, columns, channels, out, .. } = geometry;
        assert!(applies(&geometry, Precision::F32), "{geometry:?}");
        let input = numbers(batch * rows.input * columns.input * channels, 1);
        let weights = numbers(9 * channels * out, 2);
        let exact = exact(&geometry, &input, &weights);
        let got = convolve(&geometry, &input, &weights, Then::default(), ALONE);
        let bound = 81.0 * (channels as f64 + 12.0) * channels as f64 * f64::from(f32::EPSILON) / 2.0;
        let mut worst: f64 = 0.0;
        for (got, exact) in got.iter().zip(&exact) {
            worst = worst.max((f64::from(*got) - exact).abs());
        }
        assert!(worst <= bound, "{geometry:?}: {worst}");
        // The bound is for the worst numbers; these are of all signs.
        assert!(worst <= 1e-6 * channels as f64, "{geometry:?}: {worst}");

        let backwards = Backwards::default();
        let same = convolve(&geometry, &input, &weights, Then::default(), backwards.split());
        assert!(got.iter().zip(&same).all(|(a, b)| a.to_bits() == b.to_bits()), "{geometry:?}");
        assert!(backwards.tasks() > 1, "{geometry:?}");
        // Each image as on its own.
        let (size, pixels) = (input.len() / batch, got.len() / batch);
        let alone =
            convolve(&Geometry { batch: 1, ..geometry }, &input[..size], &weights, Then::default(), ALONE);
        assert_eq!(alone, got[..pixels], "{geometry:?}");
    }
}

#[test]
fn results_of_rounded_products_are_within_the_bound_whatever_the_split() {
    for geometry in cases() {
        if !applies(&geometry, Precision::Bf16) {
            continue;
        }
        let Geometry { batch, rows, columns, channels, out, .. } = geometry;
        let input = numbers(batch * rows.input * columns.input * channels, 1);
        let weights = numbers(9 * channels * out, 2);
        let exact = exact(&geometry, &input, &weights);
        let convolve =
            |split| convolve_in(Precision::Bf16, &geometry, &input, &weights, Then::default(), split);
        let got = convolve(ALONE);
        let worst =
            got.iter().zip(&exact).map(|(got, exact)| (f64::from(*got) - exact).abs()).fold(0.0, f64::max);
        assert!(worst <= 162.0 * channels as f64 / 512.0, "{geometry:?}: {worst}");
        // These numbers are of all signs.
        assert!(worst <= 0.1 * (channels as f64).sqrt(), "{geometry:?}: {worst}");
        assert!(worst > 1e-4 * (channels as f64).sqrt(), "{geometry:?}: {worst}, so nothing was rounded");
        let same = convolve(Backwards::default().split());
        assert!(got.iter().zip(&same).all(|(a, b)| a.to_bits() == b.to_bits()), "{geometry:?}");
    }
}

#[test]
fn what_follows_is_applied_once_to_each_element() {
    for geometry in [geometry(2, [13, 14], 32, 37, [(1, 1); 2]), geometry(1, [4, 131], 32, 37, [(1, 1); 2])] {
        let Geometry { batch, rows, columns, channels, out, .. } = geometry;
        let input = numbers(batch * rows.input * columns.input * channels, 1);
        let weights = numbers(9 * channels * out, 2);
        let (bias, factor, mean) = (numbers(out, 3), numbers(out, 4), numbers(out, 5));
        let scale = Scale { before: Some(&bias), mean: Some(&mean), factor: &factor };
        let after = After { scale: Some(scale), bias: &bias, low: -2.0, high: 3.0 };
        let mut expected = convolve(&geometry, &input, &weights, Then::default(), ALONE);
        after.apply(&mut expected);
        expected.iter_mut().enumerate().for_each(|(i, x)| *x += i as f32);
        let finish = |first: usize, part: &mut [f32]| {
            part.iter_mut().enumerate().for_each(|(i, x)| *x += (first + i) as f32);
        };
        let then = Then { after: Some(after), finish: Some(&finish) };
        for split in [ALONE, Backwards::default().split()] {
            assert_eq!(convolve(&geometry, &input, &weights, then, split), expected);
        }
    }
}

#[test]
fn what_is_not_finite_reaches_the_pixels_whose_windows_hold_it() {
    let geometry = geometry(1, [14, 14], 34, 40, [(1, 1); 2]);
    let Geometry { rows, columns, channels, out, .. } = geometry;
    let weights = numbers(9 * channels * out, 2);
    let clean = numbers(rows.input * columns.input * channels, 1);
    let finite = convolve(&geometry, &clean, &weights, Then::default(), ALONE);
    for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX] {
        for (y, x) in [(0, 0), (5, 6), (6, 5), (13, 12)] {
            let mut input = clean.clone();
            input[(y * columns.input + x) * channels + 3] = odd;
            let exact = exact(&geometry, &input, &weights);
            let got = convolve(&geometry, &input, &weights, Then::default(), ALONE);
            for (at, (got, exact)) in got.iter().zip(&exact).enumerate() {
                let pixel = at / out;
                let near =
                    (pixel / columns.output).abs_diff(y) <= 1 && (pixel % columns.output).abs_diff(x) <= 1;
                if !near && odd != f32::MAX {
                    assert!(
                        (got - finite[at]).abs() < 1e-4,
                        "{odd} at {y}, {x}: {got} beside {}",
                        finite[at]
                    );
                }
                if near && odd != f32::MAX {
                    // A weight of zero makes a NaN of an infinity, as the direct sum does.
                    assert!(got.is_nan() == exact.is_nan() && got.is_finite() == exact.is_finite());
                    assert!(
                        got.is_nan() || f64::from(*got) == *exact,
                        "{odd} at {y}, {x}: {got} beside {exact}"
                    );
                }
                if !near && odd == f32::MAX {
                    assert!(got.is_finite(), "{odd} at {y}, {x}: {got}");
                }
            }
        }
    }
}
