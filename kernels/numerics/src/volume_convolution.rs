//! Convolutions of `f32` volumes with channels last, of one group, with the filter in panels.
//!
//! A plane of the result, that is all its elements of one depth, is a convolution of the planes under its windows: their taps are those of
//! all these planes, one plane after the other, and tiles go through them as through those of an image ([`super::panel_convolution`]). Taps
//! that lie before or behind the volume are passed over. Where windows reach beyond planes, all planes are copied with zeros around them
//! before.
//!
//! A task has a band of rows of a plane and some panels. Each element is the sum of its products in the order of the filter, fused where the
//! processor can, whatever the split.
#![expect(unsafe_code, reason = "tasks write to parts of memory by address")]

use std::ops::Range;

use smallvec::SmallVec;

use super::convolution::{Geometry, covered, padded_rows, pads};
use super::finish::{Then, finish_all};
use super::panel_convolution::{Cut, Work, blocks, runs};
use super::panels::Panels;
use super::split::Split;
use super::tile::{Shared, Tiles};
use tfrt_ops::window::Window;

/// The sizes of a convolution of volumes.
#[derive(Debug, Clone, Copy)]
pub struct Volume {
    /// Number of volumes.
    pub batch: usize,
    /// Windows along the depth.
    pub depth: Window,
    /// Windows along the height.
    pub rows: Window,
    /// Windows along the width.
    pub columns: Window,
    /// Input channels.
    pub channels: usize,
    /// Output channels.
    pub out: usize,
}

impl Volume {
    /// The planes of all volumes.
    fn planes(&self) -> Geometry {
        let Volume { batch, depth, rows, columns, channels, out } = *self;
        Geometry { batch: batch * depth.input, rows, columns, channels, groups: 1, out }
    }

    /// Whether planes with their padding are of a size that pays, and each window has taps on the volume.
    #[must_use]
    pub fn is_direct(&self) -> bool {
        let planes = self.batch.checked_mul(self.depth.input);
        let taps = |plane: usize| !self.depth.taps(plane).is_empty();
        planes.is_some() && (0..self.depth.output).all(taps) && self.planes().is_direct()
    }

    /// Rows of the filter's matrix: taps by depth, height and width, and then channels. `None` if they cannot be counted.
    #[must_use]
    pub fn inner(&self) -> Option<usize> {
        let sizes = [self.depth.filter, self.rows.filter, self.columns.filter, self.channels];
        sizes.iter().try_fold(1_usize, |product, &size| product.checked_mul(size))
    }
}

/// `out = input * filter`, with a finite filter whose panels have [as many rows](Volume::inner) as it has elements for a channel, and with
/// what follows. Says whether it did: not if there is no memory for planes with their padding.
///
/// # Panics
/// When a slice or the filter has not the size that the geometry says, or the geometry is not [direct](Volume::is_direct): mistakes of the
/// caller.
#[must_use]
pub fn convolve_volumes(
    geometry: &Volume,
    input: &[f32],
    filter: &Panels,
    then: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) -> bool {
    let Then { after, finish } = then;
    let &Volume { batch, depth, rows, columns, channels, out: out_channels } = geometry;
    let size = |sizes: [usize; 5]| sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    let of_input = size([batch, depth.input, rows.input, columns.input, channels]);
    assert_eq!(Some(input.len()), of_input, "the input's shape");
    let of_out = size([batch, depth.output, rows.output, columns.output, out_channels]);
    assert_eq!(Some(out.len()), of_out, "the output's shape");
    let layout = filter.layout();
    assert_eq!((Some(layout.inner), layout.columns), (geometry.inner(), out_channels), "the filter's shape");
    assert!(geometry.is_direct(), "padded planes that can be held");
    assert!(after.is_none_or(|after| after.has(out_channels)), "the shape of what comes after");
    let Ok(values) = filter.values() else { return false };
    if out.is_empty() || layout.inner == 0 {
        out.fill(0.0);
        then.apply(out, out_channels, split);
        return true;
    }

    let planes = geometry.planes();
    let pads = pads(&planes);
    let (height, width) = match pads {
        true => (covered(&rows, rows.output), covered(&columns, columns.output)),
        false => (rows.input, columns.input),
    };
    let pitch = width * channels;
    let row_work = columns.output * layout.inner * out_channels;
    let cut_up =
        Cut::of([batch * depth.output, rows.output, columns.output], row_work, layout.panels(), split);
    let Cut { band, bands, cuts, .. } = cut_up;
    let run = |tasks: usize, task: &(dyn Fn(usize) + Sync)| cut_up.run(tasks, split, task);
    let plane = height * pitch;
    let mut padded = None;
    if pads {
        let Some(mut room) = split.scratch(planes.batch * plane) else { return false };
        let pixels = rows.input * columns.input * channels;
        let to = Shared(room.values_mut().as_mut_ptr());
        run(planes.batch, &|at| {
            // SAFETY: the memory has room for all padded planes, and each task writes one of its own.
            let to = unsafe { std::slice::from_raw_parts_mut(to.at(at * plane), plane) };
            padded_rows(&planes, &input[at * pixels..][..pixels], 0, width, to);
        });
        padded = Some(room);
    }
    let from = padded.as_ref().map_or(input, |room| room.values());

    // The convolutions of planes, by the taps along the depth that they have.
    let tap = rows.filter * columns.filter * channels;
    let (per_row, _) = runs(&planes);
    let of_plane = blocks(&planes, &[0..rows.filter, 0..columns.filter], columns.filter, pitch);
    let mut works: SmallVec<[(Range<usize>, Work<'_>); 3]> = SmallVec::new();
    for taps in (0..depth.output).map(|plane| depth.taps(plane)) {
        if works.iter().any(|(known, _)| *known == taps) {
            continue;
        }
        let blocks = taps.clone().flat_map(|at| {
            let plane = (at - taps.start) * depth.dilation * plane;
            let before = (at - taps.start) * rows.filter * per_row;
            of_plane.iter().map(move |block| block.moved(at * tap, before, plane))
        });
        let rows = Window { filter: taps.len() * rows.filter, ..rows };
        works.push((
            taps.clone(),
            Work {
                geometry: Geometry { rows, ..planes },
                tiles: Tiles::best(),
                layout,
                filter: values,
                then: Then { after, finish: None },
                out: Shared(out.as_mut_ptr()),
                steps: [columns.output * out_channels, out_channels],
                blocks: blocks.collect(),
                skips: false,
                pitch,
            },
        ));
    }

    let units = batch * depth.output * bands;
    let finishes = finish.filter(|_| cuts == 1);
    let (target, row) = (Shared(out.as_mut_ptr()), columns.output * out_channels);
    run(units * cuts, &|at| {
        let (unit, cut) = (at % units, at / units);
        let (number, first) = (unit / bands, unit % bands * band);
        let count = band.min(rows.output - first);
        let panels = cut_up.panels(cut);
        let (volume, at_depth) = (number / depth.output, number % depth.output);
        let taps = depth.taps(at_depth);
        let start = at_depth * depth.stride + taps.start * depth.dilation - depth.before;
        let from = &from[(volume * depth.input + start) * plane + first * rows.stride * pitch..];
        let output = number * rows.output * row;
        if let Some((_, work)) = works.iter().find(|(known, _)| *known == taps) {
            work.band(from, [output, first], count, panels);
        }
        if let Some(finish) = finishes {
            let start = output + first * row;
            // SAFETY: tasks have all panels, so these rows of the output are this task's alone.
            finish(start, unsafe { std::slice::from_raw_parts_mut(target.at(start), count * row) });
        }
    });
    if let Some(finish) = finish.filter(|_| cuts > 1) {
        finish_all(finish, out, out_channels, split);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finish::After;
    use crate::panels::Matrix;
    use crate::split::tests::{ALONE, Backwards};
    use tfrt_ops::Precision;
    use tfrt_ops::window::Padding;

    #[test]
    fn volumes_follow_the_definition() {
        let cases = [
            ([4, 5, 7], [3, 3, 3], [1, 1, 1], [1, 1, 1], Padding::Same, 3, 8),
            ([5, 9, 8], [3, 3, 3], [2, 2, 2], [1, 1, 1], Padding::Same, 5, 20),
            ([1, 7, 7], [3, 3, 3], [1, 1, 1], [1, 1, 1], Padding::Same, 40, 33),
            ([6, 6, 6], [2, 3, 2], [1, 1, 2], [2, 1, 2], Padding::Valid, 4, 70),
            ([3, 16, 16], [3, 1, 1], [1, 1, 1], [1, 1, 1], Padding::Same, 9, 16),
            ([3, 12, 12], [1, 3, 3], [1, 1, 1], [1, 1, 1], Padding::Explicit, 130, 16),
        ];
        for (size, filter_size, stride, dilation, padding, channels, out_channels) in cases {
            let explicit = |axis: usize| {
                (padding == Padding::Explicit).then_some(if axis == 0 { (0, 0) } else { (1, 2) })
            };
            let window = |axis: usize| {
                Window::new(
                    size[axis],
                    filter_size[axis],
                    stride[axis],
                    dilation[axis],
                    padding,
                    explicit(axis),
                )
                .unwrap()
            };
            let [depth, rows, columns] = [0, 1, 2].map(window);
            let geometry = Volume { batch: 2, depth, rows, columns, channels, out: out_channels };
            let volume: usize = size.iter().product();
            let input: Vec<f32> = (0..2 * volume * channels).map(|i| (i * 7 % 11) as f32 - 5.0).collect();
            let inner = geometry.inner().unwrap();
            let filter: Vec<f32> = (0..inner * out_channels).map(|i| (i * 5 % 7) as f32 - 3.0).collect();
            let right = Matrix { values: &filter, strides: (out_channels, 1) };
            let panels = Panels::of(right, inner, out_channels, Precision::F32, ALONE).unwrap();
            let bias: Vec<f32> = (0..out_channels).map(|i| i as f32).collect();
            let after = After { scale: None, bias: &bias, low: f32::NEG_INFINITY, high: f32::INFINITY };
            let double = |_: usize, part: &mut [f32]| part.iter_mut().for_each(|x| *x *= 2.0);
            let then = Then { after: Some(after), finish: Some(&double) };
            let mut out = vec![f32::NAN; 2 * depth.output * rows.output * columns.output * out_channels];
            let backwards = Backwards::default();
            assert!(convolve_volumes(&geometry, &input, &panels, then, &mut out, backwards.split()));
            for (at, &got) in out.iter().enumerate() {
                let (channel, rest) = (at % out_channels, at / out_channels);
                let (column, rest) = (rest % columns.output, rest / columns.output);
                let (row, rest) = (rest % rows.output, rest / rows.output);
                let (plane, number) = (rest % depth.output, rest / depth.output);
                let mut sum = bias[channel];
                for tap in 0..inner / channels {
                    let taps = [
                        tap / columns.filter / rows.filter,
                        tap / columns.filter % rows.filter,
                        tap % columns.filter,
                    ];
                    let places = [
                        depth.position(plane, taps[0]),
                        rows.position(row, taps[1]),
                        columns.position(column, taps[2]),
                    ];
                    let [Some(z), Some(y), Some(x)] = places else { continue };
                    for c in 0..channels {
                        let pixel = ((number * depth.input + z) * rows.input + y) * columns.input + x;
                        sum += input[pixel * channels + c]
                            * filter[(tap * channels + c) * out_channels + channel];
                    }
                }
                assert_eq!(got, 2.0 * sum, "{size:?} {filter_size:?} at {at}");
            }
        }
    }
}
