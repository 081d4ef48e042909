//! Convolution and pooling over volumes: `tf.Conv3D`, `tf.MaxPool3D` and `tf.AvgPool3D`, with channels last.
//!
//! Convolutions of one group of `f32` go to [`tfrt_numerics::volume_convolution`]; others add up their taps pixel by pixel.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};
use tfrt_numerics::finish::Then;
use tfrt_numerics::panels::{Matrix, Panels};
use tfrt_numerics::split::Split;
use tfrt_numerics::volume_convolution::{Volume, convolve_volumes};
use tfrt_ops::Precision;
use tfrt_ops::shapes::{Dim, Sliding, expect_volume_channels};
use tfrt_ops::window::Window;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::data_format::rank_five;
use crate::ops::host::HostThreads;
use crate::ops::linear_algebra::gemm::Product;
use crate::ops::linear_algebra::prepared_factors::Prepared;
use crate::ops::memory::{copied, result_metadata, try_room};
use crate::ops::number::{Number, Real};
use crate::ops::tasks::for_parts;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let bound = |_: OpAttrsRef<'_>| {
        let site = Prepared::default();
        Ok(OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| conv3d(frame, Some(&site))))
    };
    let unbound = |frame: &mut DispatchFrame<'_>| conv3d(frame, None);
    ops.add("tf.Conv3D", OpEntry::new().dispatch(unbound).bind(bound));
    ops.add(
        "tf.MaxPool3D",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], {
                pool::<T, T>(frame, T::LOWEST, |largest, x| if largest < x { x } else { largest }, |largest, _| largest)
            }, else Err(unsupported_for("tf.MaxPool3D", dtype)))
        }),
    );
    ops.add(
        "tf.AvgPool3D",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], {
                pool::<T, _>(frame, T::SUM_ZERO, |sum, x| T::sum_plus(sum, x.widen()), T::mean)
            }, else Err(unsupported_for("tf.AvgPool3D", dtype)))
        }),
    );
}

/// The windows of a convolution, whose filter fits the input.
pub(crate) fn conv_windows(
    input: &Shape,
    filter: &Shape,
    attrs: OpAttrsRef<'_>,
) -> Result<[Window; 3], OpError> {
    let ([_, depth, height, width, channels], sizes) =
        (rank_five(input, "input")?, rank_five(filter, "filter")?);
    expect_volume_channels(Dim::of(channels), sizes.map(Dim::of))?;
    Sliding::over_volumes(&*attrs)?.windows([depth, height, width], [sizes[0], sizes[1], sizes[2]])
}

/// The dimensions of a volume, and the windows that the attributes of pooling put over it.
pub(crate) fn pooling(input: &Shape, attrs: OpAttrsRef<'_>) -> Result<([i64; 5], [Window; 3]), OpError> {
    let dims @ [_, depth, height, width, _] = rank_five(input, "input")?;
    let sizes = Sliding::sizes_over_volumes(&*attrs)?;
    Ok((dims, Sliding::over_volumes(&*attrs)?.windows([depth, height, width], sizes)?))
}

/// Calls `pixel(volume, place in the result, its channels)` for each pixel of the result.
fn pixels<T: Number>(
    frame: &mut DispatchFrame<'_>,
    windows: [Window; 3],
    pixel: impl Fn(&[T], [usize; 3], &mut [T]) + Sync,
) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let [_, depth, height, width, channels] = rank_five(&metadata.shape, "result")?.map(|dim| dim as usize);
    // Without images a volume may be of any size.
    let sides = rank_five(frame.dense(0)?.shape(), "input")?;
    let volume = sides[1..].iter().fold(1_usize, |product, &side| product.saturating_mul(side as usize));
    let mut out = DispatchFrame::fresh(metadata)?;
    let input = frame.values::<T>(0)?;
    debug_assert_eq!([depth, height, width], windows.map(|window| window.output));
    for_parts(frame.context(), out.values_mut::<T>(), channels, &|first, part| {
        for (i, out) in part.chunks_exact_mut(channels.max(1)).enumerate() {
            let at = first / channels.max(1) + i;
            let place = [at / (width * height) % depth, at / width % height, at % width];
            pixel(&input[at / (width * height * depth) * volume..][..volume], place, out);
        }
    });
    frame.finish(0, out);
    Ok(())
}

/// The convolution; `site` is the place in a program that it stands at.
fn conv3d(frame: &mut DispatchFrame<'_>, site: Option<&Prepared>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    if dtype == DType::F32 {
        let metadata = result_metadata(frame, 0)?;
        let (input, filter) = (frame.dense(0)?, frame.dense(1)?);
        let [depth, rows, columns] = conv_windows(input.shape(), filter.shape(), frame.attrs())?;
        let [batch, .., channels] = rank_five(input.shape(), "input")?;
        let [_, _, _, taken, out] = rank_five(filter.shape(), "filter")?;
        if channels == taken {
            let [batch, channels, out] = [batch, channels, out].map(|size| size as usize);
            let volume = Volume { batch, depth, rows, columns, channels, out };
            let mut result = DispatchFrame::fresh(metadata)?;
            let threads = HostThreads::of(frame.context());
            if by_planes(&volume, frame.values(0)?, filter, site, result.values_mut(), threads.split()) {
                frame.finish(0, result);
                return Ok(());
            }
        }
    }
    for_dtype!(dtype, [floats halves], conv::<T>(frame), else Err(unsupported_for("tf.Conv3D", dtype)))
}

/// A convolution of one group of `f32`, with the filter in panels, if that pays; says whether it did.
pub(crate) fn by_planes(
    volume: &Volume,
    input: &[f32],
    filter: &DenseHostTensor,
    site: Option<&Prepared>,
    out: &mut [f32],
    split: Split<'_>,
) -> bool {
    /// Multiplications below which panels are not worth making.
    const LEAST: usize = 1 << 16;
    let Some(inner) = volume.inner().filter(|&inner| inner > 0) else { return false };
    if out.len().saturating_mul(inner) < LEAST || input.is_empty() || !volume.is_direct() {
        return false;
    }
    let made;
    let sizes = Product::plain([out.len() / volume.out, inner, volume.out]);
    let panels = match site.and_then(|site| site.panels::<f32>(sizes, filter, split)) {
        Some(panels) => panels,
        None => {
            let values = filter.values().unwrap_or_default();
            let right = Matrix { values, strides: (volume.out, 1) };
            match Panels::of(right, inner, volume.out, Precision::F32, split) {
                Some(panels) => made = panels,
                None => return false,
            }
            &made
        }
    };
    // A product of a zero in the padding and an infinite weight is not a number, and no part of the result.
    panels.is_finite() && convolve_volumes(volume, input, panels, Then::default(), out, split)
}

fn conv<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let filter_shape = frame.dense(1)?.shape();
    let windows = conv_windows(frame.dense(0)?.shape(), filter_shape, frame.attrs())?;
    let [_, _, _, taken, made] = rank_five(filter_shape, "filter")?.map(|dim| dim as usize);
    let channels = frame.dense(0)?.shape().dim(4) as usize;
    let per_group = made / (channels / taken).max(1);
    let filter = copied(frame.values::<T>(1)?)?;
    // The sums of a pixel.
    try_room::<T::Sum>(made)?;
    pixels::<T>(frame, windows, |volume, place, out| {
        let mut sums = vec![T::SUM_ZERO; made];
        for z in 0..windows[0].filter {
            let Some(depth) = windows[0].position(place[0], z) else { continue };
            for y in 0..windows[1].filter {
                let Some(row) = windows[1].position(place[1], y) else { continue };
                for x in 0..windows[2].filter {
                    let Some(column) = windows[2].position(place[2], x) else { continue };
                    let pixel = (depth * windows[1].input + row) * windows[2].input + column;
                    let tap = (z * windows[1].filter + y) * windows[2].filter + x;
                    for (c, &value) in volume[pixel * channels..][..channels].iter().enumerate() {
                        let (group, c) = (c / taken, c % taken);
                        let weights = &filter[(tap * taken + c) * made + group * per_group..][..per_group];
                        for (sum, &weight) in sums[group * per_group..].iter_mut().zip(weights) {
                            *sum = T::sum_plus(*sum, T::sum_times(value.widen(), weight.widen()));
                        }
                    }
                }
            }
        }
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = T::narrow(sum);
        }
    })
}

fn pool<T: Real, A: Copy + Send + Sync>(
    frame: &mut DispatchFrame<'_>,
    start: A,
    take: impl Fn(A, T) -> A + Sync,
    end: impl Fn(A, usize) -> T + Sync,
) -> Result<(), OpError> {
    let ([.., channels], windows) = pooling(frame.dense(0)?.shape(), frame.attrs())?;
    let channels = channels as usize;
    try_room::<A>(channels)?;
    pixels::<T>(frame, windows, |volume, place, out| {
        let mut partial = vec![start; channels];
        let mut count = 0;
        for z in windows[0].range(place[0]) {
            for y in windows[1].range(place[1]) {
                for x in windows[2].range(place[2]) {
                    count += 1;
                    let pixel = (z * windows[1].input + y) * windows[2].input + x;
                    for (partial, &value) in partial.iter_mut().zip(&volume[pixel * channels..][..channels]) {
                        *partial = take(*partial, value);
                    }
                }
            }
        }
        for (out, partial) in out.iter_mut().zip(partial) {
            *out = end(partial, count);
        }
    })
}
