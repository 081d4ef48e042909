//! The gradient of a convolution over volumes for its input, `tf.Conv3DBackpropInputV2`, which is a transposed
//! convolution.
//!
//! One group of `f32` is computed plane by plane of the result: each is a transposed convolution
//! ([`tfrt_numerics::transposed_convolution`]) of the planes whose windows reach it, the channels of all of them next to each other.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape, TensorMetadata};
use tfrt_numerics::finish::Then;
use tfrt_numerics::panels::Panels;
use tfrt_numerics::split::Split;
use tfrt_numerics::transposed_convolution::{Transposed, convolve_transposed};
use tfrt_ops::window::Window;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::convolution::conv_backprop::panels_of;
use crate::ops::convolution::volume::conv_windows;
use crate::ops::data_format::rank_five;
use crate::ops::host::HostThreads;
use crate::ops::number::Number;
use crate::ops::tasks::for_parts;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The shape of the result is data, so there is no metadata function.
    ops.add(
        "tf.Conv3DBackpropInputV2",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let dtype = frame.dense(1)?.dtype();
            for_dtype!(dtype, [floats halves], backprop::<T>(frame), else Err(unsupported_for("tf.Conv3DBackpropInputV2", dtype)))
        }),
    );
}

/// A gradient of one group, in planes of the result.
struct Planes {
    /// Windows over the result along depth, height and width.
    windows: [Window; 3],
    /// Channels of the gradient that is given.
    channels: usize,
    /// Channels of the result.
    out: usize,
}

impl Planes {
    /// The taps along the depth that a plane of the result meets, with the planes of the gradient that these belong to.
    fn met(&self, plane: usize) -> SmallVec<[(usize, usize); 3]> {
        let Window { filter, stride, dilation, before, output, .. } = self.windows[0];
        let plane_of = |tap: usize| {
            let offset = (plane + before).checked_sub(tap * dilation)?;
            (offset.is_multiple_of(stride) && offset / stride < output).then_some((tap, offset / stride))
        };
        (0..filter).filter_map(plane_of).collect()
    }

    /// The transposed convolution of so many planes together to one.
    fn together(&self, planes: usize) -> Transposed {
        let [_, rows, columns] = self.windows;
        Transposed { batch: 1, rows, columns, channels: planes * self.channels, out: self.out }
    }

    /// Computes the result, if it pays and there is memory for that; says whether it did.
    fn convolve(&self, filter: &[f32], gradient: &[f32], result: &mut [f32], split: Split<'_>) -> bool {
        /// Multiplications below which panels are not worth making.
        const LEAST: usize = 1 << 16;
        let [depth, rows, columns] = self.windows;
        let taps = rows.filter * columns.filter;
        let work = gradient.len().saturating_mul(depth.filter * taps * self.out);
        let most = (0..depth.input).map(|plane| self.met(plane).len()).max().unwrap_or(0);
        if work < LEAST || result.is_empty() || most == 0 || !self.together(most).is_direct() {
            return false;
        }
        let pixels = rows.output * columns.output;
        let (from, to) = (pixels * self.channels, rows.input * columns.input * self.out);
        // Planes that meet the same taps have the same panels.
        let mut known: Vec<(SmallVec<[usize; 3]>, Panels)> = Vec::new();
        let Some(mut joined) = split.scratch(from * most) else { return false };
        for (number, result) in result.chunks_exact_mut(to).enumerate() {
            let (volume, plane) = (number / depth.input, number % depth.input);
            let met = self.met(plane);
            if met.is_empty() {
                result.fill(0.0);
                continue;
            }
            let geometry = self.together(met.len());
            let of_taps: SmallVec<[usize; 3]> = met.iter().map(|&(tap, _)| tap).collect();
            let at = match known.iter().position(|(taps, _)| *taps == of_taps) {
                Some(at) => at,
                None => match self.panels(filter, &of_taps, split) {
                    Some(panels) => {
                        known.push((of_taps, panels));
                        known.len() - 1
                    }
                    None => return false,
                },
            };
            let plane_of = |plane: usize| &gradient[(volume * depth.output + plane) * from..][..from];
            let image = if let [(_, plane)] = met[..] {
                plane_of(plane)
            } else {
                let joined = &mut joined.values_mut()[..from * met.len()];
                for (i, &(_, plane)) in met.iter().enumerate() {
                    let pixels = joined.chunks_exact_mut(met.len() * self.channels);
                    for (to, from) in pixels.zip(plane_of(plane).chunks_exact(self.channels)) {
                        to[i * self.channels..][..self.channels].copy_from_slice(from);
                    }
                }
                joined
            };
            convolve_transposed(&geometry, image, &known[at].1, Then::default(), result, split);
        }
        true
    }

    /// The panels of some taps along the depth, if there is memory for them, and all are finite: a product of a zero in the padding and an
    /// infinite weight is not a number, and no share of the result.
    fn panels(&self, filter: &[f32], taps: &[usize], split: Split<'_>) -> Option<Panels> {
        let [_, rows, columns] = self.windows;
        let (channels, width) = (self.channels, taps.len() * self.channels);
        let per_depth = rows.filter * columns.filter * self.out;
        let mut joined = split.scratch(per_depth * width)?;
        for (row, to) in joined.values_mut().chunks_exact_mut(width).enumerate() {
            for (i, tap) in taps.iter().enumerate() {
                let from = &filter[(tap * per_depth + row) * channels..][..channels];
                to[i * channels..][..channels].copy_from_slice(from);
            }
        }
        panels_of(&self.together(taps.len()), joined.values(), split).filter(Panels::is_finite)
    }
}

fn backprop<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let sizes = frame.indices(0)?;
    if sizes.len() != 5 || sizes.iter().any(|&dim| dim < 0) {
        return Err(
            format!("input_sizes must be five numbers, none of them negative, but is {sizes:?}").into()
        );
    }
    let shape = Shape::new(&sizes)?;
    let filter_shape = frame.dense(1)?.shape();
    let windows = conv_windows(&shape, filter_shape, frame.attrs())?;
    let gradient_dims = rank_five(frame.dense(2)?.shape(), "out_backprop")?;
    let [depth, height, width] = windows.map(|window| window.output as i64);
    let expected = [shape.dim(0), depth, height, width, filter_shape.dim(4)];
    if gradient_dims != expected {
        return Err(format!(
            "Size of out_backprop doesn't match computed: actual = {gradient_dims:?}, expected = {expected:?}"
        )
        .into());
    }
    let [_, _, _, taken, made] = rank_five(filter_shape, "filter")?.map(|dim| dim as usize);
    let channels = shape.dim(4) as usize;
    let per_group = made / (channels / taken).max(1);
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape.clone()))?;
    if T::DTYPE == DType::F32 && channels == taken {
        let planes = Planes { windows, channels: made, out: channels };
        let (filter, gradient) = (frame.values::<f32>(1)?, frame.values::<f32>(2)?);
        let threads = HostThreads::of(frame.context());
        if planes.convolve(filter, gradient, out.values_mut::<f32>(), threads.split()) {
            frame.finish(0, out);
            return Ok(());
        }
    }
    let (filter, gradient) = (frame.values::<T>(1)?, frame.values::<T>(2)?);
    // The window of whose filter this place is that tap, along one side.
    let window_of = |axis: usize, place: usize, tap: usize| {
        let window = &windows[axis];
        let offset = (place + window.before).checked_sub(tap * window.dilation)?;
        let number = offset / window.stride;
        (offset.is_multiple_of(window.stride) && number < window.output).then_some(number)
    };
    let sides = windows.map(|window| window.input);
    for_parts(frame.context(), out.values_mut::<T>(), channels, &|first, part| {
        let mut sums = vec![T::SUM_ZERO; channels];
        for (i, pixel) in part.chunks_exact_mut(channels.max(1)).enumerate() {
            let at = first / channels + i;
            let place = [at / sides[2] / sides[1] % sides[0], at / sides[2] % sides[1], at % sides[2]];
            let volume = at / sides[2] / sides[1] / sides[0];
            sums.fill(T::SUM_ZERO);
            for z in 0..windows[0].filter {
                let Some(depth) = window_of(0, place[0], z) else { continue };
                for y in 0..windows[1].filter {
                    let Some(row) = window_of(1, place[1], y) else { continue };
                    for x in 0..windows[2].filter {
                        let Some(column) = window_of(2, place[2], x) else { continue };
                        let from = ((volume * windows[0].output + depth) * windows[1].output + row)
                            * windows[2].output
                            + column;
                        let tap = (z * windows[1].filter + y) * windows[2].filter + x;
                        let from = &gradient[from * made..][..made];
                        for (c, sum) in sums.iter_mut().enumerate() {
                            let (group, c) = (c / taken * per_group, c % taken);
                            let weights = &filter[(tap * taken + c) * made + group..][..per_group];
                            for (&weight, &value) in weights.iter().zip(&from[group..]) {
                                *sum = T::sum_plus(*sum, T::sum_times(value.widen(), weight.widen()));
                            }
                        }
                    }
                }
            }
            for (out, &sum) in pixel.iter_mut().zip(&sums) {
                *out = T::narrow(sum);
            }
        }
    });
    frame.finish(0, out);
    Ok(())
}
