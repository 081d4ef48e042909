//! Convolutions of `f32` images to few channels, with several neighbouring pixels of the result in one vector.
//!
//! A result of three channels fills three lanes of a vector, and the other lanes do nothing. Here a window reaches over what a few neighbours
//! in a row read, and gives the channels of all of them: a convolution with a wider filter, whose taps that a pixel does not read are zeros,
//! a larger stride and more channels. Its result lies in memory as that of the convolution by pixels. That multiplies by zeros instead of
//! leaving lanes empty, and pays as long as windows overlap.
//!
//! Sums are those of the convolution by pixels, bit for bit, as long as image and filter are finite: a product with a zero does not change a
//! sum that began with zero. So other images are left to the caller.

use std::sync::atomic::{AtomicBool, Ordering};

use super::convolution::Geometry;
use super::finish::{After, Scale, Then};
use super::panel_convolution::convolve_by_panels;
use super::panels::{Matrix, Panels};
use super::split::Split;
use super::tile::Tiles;
use tfrt_ops::Precision;
use tfrt_ops::window::Window;

/// A convolution that computes pixels of its result in groups.
#[derive(Debug, Clone, Copy)]
pub struct PixelGroups {
    /// By pixels.
    geometry: Geometry,
    /// By groups.
    wide: Geometry,
    /// Pixels of a group.
    pixels: usize,
}

impl PixelGroups {
    /// The groups with which a convolution takes the least work, if that is clearly less than by pixels.
    pub fn of(geometry: &Geometry) -> Option<PixelGroups> {
        /// Groups that a row has at least: they are the rows of tiles.
        const LEAST: usize = 8;
        let &Geometry { columns, groups, out, .. } = geometry;
        let Window { filter, stride, dilation, output, .. } = columns;
        let lanes = Tiles::best().lanes;
        if groups != 1 || dilation != 1 || filter < 2 || out == 0 || 2 * out > lanes || !geometry.is_direct()
        {
            return None;
        }
        // Taps times vectors, for each pixel.
        let reach = |pixels: usize| (pixels - 1) * stride + filter;
        let work = |pixels: usize| (reach(pixels) * (pixels * out).div_ceil(lanes)) as f64 / pixels as f64;
        let fits = |&pixels: &usize| output.is_multiple_of(pixels) && output / pixels >= LEAST;
        let pixels = (2..=lanes / out).filter(fits).min_by(|&a, &b| work(a).total_cmp(&work(b)))?;
        if work(pixels) > 0.75 * work(1) {
            return None;
        }
        let columns =
            Window { filter: reach(pixels), stride: pixels * stride, output: output / pixels, ..columns };
        let wide = Geometry { columns, out: pixels * out, ..*geometry };
        wide.is_direct().then_some(PixelGroups { geometry: *geometry, wide, pixels })
    }

    /// Bytes of the panels, or more; `None` if they cannot be counted.
    pub fn bytes(&self) -> Option<usize> {
        let Geometry { rows, columns, channels, .. } = self.wide;
        let depth = rows.filter.checked_mul(columns.filter)?.checked_mul(channels)?;
        depth.checked_mul(Tiles::best().lanes * size_of::<f32>())
    }

    /// The panels of a filter of `[height, width, channels, out]`; `None` if there is no memory for them, or it is not finite.
    ///
    /// # Panics
    /// When the filter has another size: a mistake of the caller.
    pub fn panels(&self, filter: &[f32], split: Split<'_>) -> Option<Panels> {
        let PixelGroups { geometry, wide, pixels } = *self;
        let Geometry { rows, columns, channels, out, .. } = geometry;
        assert_eq!(filter.len(), rows.filter * columns.filter * channels * out, "the filter's shape");
        let depth = rows.filter * wide.columns.filter * channels;
        let mut room = split.scratch(depth * wide.out)?;
        let values = &mut room.values_mut()[..depth * wide.out];
        values.fill(0.0);
        // Rows of the panels are taps and channels; a pixel of a group has its filter so many taps further on.
        let row = wide.columns.filter * channels;
        for (at, weights) in filter.chunks_exact(out).enumerate() {
            let (y, tap) = (at / (columns.filter * channels), at % (columns.filter * channels));
            for pixel in 0..pixels {
                let to = y * row + pixel * columns.stride * channels + tap;
                values[to * wide.out + pixel * out..][..out].copy_from_slice(weights);
            }
        }
        let right = Matrix { values, strides: (wide.out, 1) };
        let panels = Panels::of(right, depth, wide.out, Precision::F32, split)?;
        panels.is_finite().then_some(panels)
    }

    /// `out = input * filter`, with the filter in [its panels](PixelGroups::panels), and with what follows, if the image is finite; says
    /// whether it did.
    ///
    /// # Panics
    /// When a slice or the panels have not the size that the geometry says: a mistake of the caller.
    pub fn convolve(
        &self,
        input: &[f32],
        filter: &Panels,
        then: Then<'_>,
        out: &mut [f32],
        split: Split<'_>,
    ) -> bool {
        if !are_finite(input, split) {
            return false;
        }
        let Some(after) = then.after else {
            convolve_by_panels(&self.wide, input, filter, then, out, split);
            return true;
        };
        assert!(after.has(self.geometry.out), "the shape of what comes after");
        let for_all = |values: &[f32]| values.repeat(self.pixels);
        let bias = for_all(after.bias);
        let scale = after
            .scale
            .map(|Scale { before, mean, factor }| (before.map(for_all), mean.map(for_all), for_all(factor)));
        let scale = scale.as_ref().map(|(before, mean, factor)| Scale {
            before: before.as_deref(),
            mean: mean.as_deref(),
            factor,
        });
        let after = Some(After { scale, bias: &bias, ..after });
        convolve_by_panels(&self.wide, input, filter, Then { after, ..then }, out, split);
        true
    }
}

/// Whether all numbers are finite.
fn are_finite(values: &[f32], split: Split<'_>) -> bool {
    /// Numbers that make a task worth starting.
    const PART: usize = 1 << 16;
    /// Numbers that are looked at at once.
    const BLOCK: usize = 1 << 10;
    let is_finite = AtomicBool::new(true);
    split.run(values.len().div_ceil(PART), &|begin, end| {
        let part = &values[begin * PART..values.len().min(end * PART)];
        // Without their signs, bits of infinities and NaNs are the largest.
        let largest = |block: &[f32]| block.iter().fold(0u32, |all, x| all.max(x.abs().to_bits()));
        if part.chunks(BLOCK).any(|block| largest(block) >= f32::INFINITY.to_bits()) {
            is_finite.store(false, Ordering::Relaxed);
        }
    });
    is_finite.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convolution::convolve;
    use crate::split::tests::{ALONE, Backwards};
    use tfrt_ops::window::Padding;

    #[test]
    fn groups_give_what_pixels_give() {
        let same = Padding::Same;
        let cases = [
            ([9, 64], [3, 3], [1, 1], same, None, 16, 3),
            ([5, 80], [3, 3], [1, 1], same, None, 5, 3),
            ([7, 32], [1, 5], [1, 1], Padding::Valid, None, 9, 1),
            ([12, 66], [9, 9], [1, 1], Padding::Explicit, Some((3, 5)), 2, 2),
            ([12, 64], [7, 7], [2, 2], same, None, 3, 4),
        ];
        let fraction = |i: usize| ((i * 37) % 101) as f32 * 0.019 - 0.9;
        for (size, filter_size, stride, padding, explicit, channels, out) in cases {
            let window = |axis: usize| {
                Window::new(size[axis], filter_size[axis], stride[axis], 1, padding, explicit)
                    .expect("the window fits")
            };
            let geometry =
                Geometry { batch: 2, rows: window(0), columns: window(1), channels, groups: 1, out };
            let groups = PixelGroups::of(&geometry).expect("groups pay");
            let mut input: Vec<f32> = (0..2 * size[0] * size[1] * channels).map(fraction).collect();
            let depth = filter_size[0] * filter_size[1] * channels;
            let filter: Vec<f32> = (0..depth * out).map(|i| fraction(i + 7)).collect();
            let panels = groups.panels(&filter, ALONE).expect("memory");
            assert!(panels.bytes() <= groups.bytes().expect("small"));
            let bias: Vec<f32> = (0..out).map(|i| fraction(i + 3)).collect();
            let factor: Vec<f32> = (0..out).map(|i| fraction(i + 5)).collect();
            let scale = Scale { before: Some(&factor), mean: Some(&bias), factor: &factor };
            for after in [
                None,
                Some(After { scale: None, bias: &bias, low: 0.0, high: 6.0 }),
                Some(After { scale: Some(scale), bias: &bias, low: 0.0, high: f32::INFINITY }),
            ] {
                let mut expected = vec![f32::NAN; 2 * geometry.rows.output * geometry.columns.output * out];
                let mut got = expected.clone();
                let finish = |pixels: &mut [f32]| {
                    if let Some(after) = after {
                        after.apply(pixels);
                    }
                    pixels.iter_mut().for_each(|x| *x = -*x);
                };
                convolve(&geometry, &input, &filter, &mut expected, &finish, ALONE);
                let negate = |_: usize, part: &mut [f32]| part.iter_mut().for_each(|x| *x = -*x);
                let then = Then { after, finish: Some(&negate) };
                assert!(groups.convolve(&input, &panels, then, &mut got, Backwards::default().split()));
                assert!(
                    got.iter().zip(&expected).all(|(a, b)| a.to_bits() == b.to_bits()),
                    "{size:?} {filter_size:?}"
                );
            }
            let mut out = vec![0.0; 2 * geometry.rows.output * geometry.columns.output * out];
            for odd in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
                let last = input.len() - 1;
                input[last] = odd;
                assert!(!groups.convolve(&input, &panels, Then::default(), &mut out, ALONE));
            }
            let weights = vec![f32::INFINITY; filter.len()];
            assert!(groups.panels(&weights, ALONE).is_none());
        }
    }

    #[test]
    fn groups_are_for_few_channels_and_windows_that_overlap() {
        let of = |filter: usize, out: usize, width: usize| {
            let window = |size: usize| Window::new(size, filter, 1, 1, Padding::Same, None).expect("fits");
            let (rows, columns) = (window(8), window(width));
            PixelGroups::of(&Geometry { batch: 1, rows, columns, channels: 8, groups: 1, out }).is_some()
        };
        assert!(of(3, 1, 64));
        assert!(!of(1, 1, 64), "windows of one tap");
        assert!(!of(3, 100, 64), "vectors are full");
        assert!(!of(3, 1, 67), "rows are not whole groups");
        assert!(!of(3, 1, 8), "rows are short");
    }
}
