//! Ops over the neighbourhoods of pixels: `tf.ExtractImagePatches`, `tf.MaxPoolWithArgmax` and `tf.ResizeArea`, with channels last.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::Shape;
use tfrt_ops::shapes::{DataFormat, Sliding, pool_sizes};

use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::convolution::pool::{Windows, windows};
use crate::ops::data_format::rank_four;
use crate::ops::image::resize::{Pixel, Scale, dims_of};
use crate::ops::memory::result_metadata;
use crate::ops::number::Real;
use crate::ops::tasks::for_parts;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.ExtractImagePatches",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [bool ints floats halves complex], {
                let _ = size_of::<T>();
                extract(frame)
            }, else Err(unsupported_for("tf.ExtractImagePatches", dtype)))
        }),
    );
    ops.add(
        "tf.MaxPoolWithArgmax",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves], arg_pool::<T>(frame), else Err(unsupported_for("tf.MaxPoolWithArgmax", dtype)))
        }),
    );
    // The size of the result is data.
    ops.add(
        "tf.ResizeArea",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves], area::<T>(frame), else Err(unsupported_for("tf.ResizeArea", dtype)))
        }),
    );
}

/// The windows of patches, whose attributes have names of their own.
fn patch_windows(images: &Shape, attrs: OpAttrsRef<'_>) -> Result<Windows, OpError> {
    let [_, height, width, _] = rank_four(images, "images")?;
    let (sliding, sizes) = Sliding::of_patches(&*attrs)?;
    Ok(sliding.windows([height, width], sizes)?.into())
}

fn extract(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let Windows { rows, columns } = patch_windows(frame.dense(0)?.shape(), frame.attrs())?;
    let pixel = frame.dense(0)?.shape().dim(3) as usize * element_size(frame.dense(0)?.dtype())?;
    // Without images a patch may be of any size.
    let patch = rows.filter.saturating_mul(columns.filter).saturating_mul(pixel);
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let images = frame.dense(0)?.bytes();
    for_parts(frame.context(), out.bytes_mut(), patch, &|first, part| {
        for (i, patch_out) in part.chunks_exact_mut(patch.max(1)).enumerate() {
            let at = first / patch + i;
            let (column, row) = (at % columns.output, at / columns.output % rows.output);
            let image = at / columns.output / rows.output;
            for (tap, to) in patch_out.chunks_exact_mut(pixel).enumerate() {
                let place = rows
                    .position(row, tap / columns.filter)
                    .zip(columns.position(column, tap % columns.filter));
                match place {
                    Some((y, x)) => {
                        let from = ((image * rows.input + y) * columns.input + x) * pixel;
                        to.copy_from_slice(&images[from..][..pixel]);
                    }
                    None => to.fill(0),
                }
            }
        }
    });
    frame.finish(0, out);
    Ok(())
}

fn arg_pool<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let [_, height, width, channels] = rank_four(frame.dense(0)?.shape(), "input")?;
    let sizes = pool_sizes(DataFormat::ChannelsLast, &*attrs)?;
    let Windows { rows, columns } = windows(DataFormat::ChannelsLast, attrs, [height, width], sizes)?;
    let (metadata, of_places) = (result_metadata(frame, 0)?, result_metadata(frame, 1)?);
    let with_batch = attrs.get_bool("include_batch_in_index").unwrap_or(false);
    let (mut out, mut places) = (DispatchFrame::fresh(metadata)?, DispatchFrame::fresh(of_places)?);
    let channels = channels as usize;
    let values = frame.values::<T>(0)?;
    let mut found: Vec<i64> = Vec::with_capacity(out.values_mut::<T>().len());
    for (at, pixel) in out.values_mut::<T>().chunks_exact_mut(channels.max(1)).enumerate() {
        let (column, row) = (at % columns.output, at / columns.output % rows.output);
        let image = at / columns.output / rows.output;
        for (c, out) in pixel.iter_mut().enumerate() {
            let mut best: Option<(T, usize)> = None;
            for y in rows.range(row) {
                for x in columns.range(column) {
                    let place = (y * columns.input + x) * channels + c;
                    let value = values[image * rows.input * columns.input * channels + place];
                    if best.is_none_or(|(largest, _)| value > largest) {
                        best = Some((value, place));
                    }
                }
            }
            let (value, place) = best.unwrap_or((T::LOWEST, 0));
            let before = if with_batch { image * rows.input * columns.input * channels } else { 0 };
            *out = value;
            found.push((before + place) as i64);
        }
    }
    for_dtype!(of_places.dtype, [signed], {
        for (to, &place) in places.values_mut::<T>().iter_mut().zip(&found) {
            *to = T::try_from(place).map_err(|_| "a position does not fit Targmax")?;
        }
    }, else return Err(unsupported_for("tf.MaxPoolWithArgmax", of_places.dtype)));
    frame.finish(0, out);
    frame.finish(1, places);
    Ok(())
}

/// The pixels that one of the result covers along one side, each with the length that it covers.
fn covered(at: usize, factor: f32, side: usize) -> Vec<(usize, f32)> {
    let (begin, end) = (at as f32 * factor, (at + 1) as f32 * factor);
    let length = |i: f32| {
        if i < begin {
            if i + 1.0 > end { factor } else { i + 1.0 - begin }
        } else if i + 1.0 > end {
            end - i
        } else {
            1.0
        }
    };
    let numbers = begin.floor() as usize..end.ceil() as usize;
    numbers.map(|i| (i.min(side - 1), length(i as f32))).collect()
}

fn area<T: Pixel>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let [[_, height, width, channels], result] = dims_of(frame)?;
    let rows = Scale::new(frame.attrs(), height, result[1])?.factor;
    let columns = Scale::new(frame.attrs(), width, result[2])?.factor;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let [height, width, channels] = [height, width, channels].map(|dim| dim as usize);
    let [_, down, across, _] = result.map(|dim| dim as usize);
    let images = frame.values::<T>(0)?;
    if out.bytes_mut().is_empty() {
        frame.finish(0, out);
        return Ok(());
    }
    let line = across * channels;
    let sides: Vec<Vec<(usize, f32)>> = (0..across).map(|x| covered(x, columns, width)).collect();
    for_parts(frame.context(), out.values_mut::<f32>(), line, &|first, part| {
        for (i, line_out) in part.chunks_exact_mut(line.max(1)).enumerate() {
            let at = first / line + i;
            let image = &images[at / down * height * width * channels..][..height * width * channels];
            let lines = covered(at % down, rows, height);
            for (to, side) in line_out.chunks_exact_mut(channels).zip(&sides) {
                for (c, to) in to.iter_mut().enumerate() {
                    let mut sum = 0.0;
                    for &(y, tall) in &lines {
                        let row: f32 = side
                            .iter()
                            .map(|&(x, wide)| image[(y * width + x) * channels + c].to_f32() * wide)
                            .sum();
                        sum += row * tall;
                    }
                    *to = sum / (rows * columns);
                }
            }
        }
    });
    frame.finish(0, out);
    Ok(())
}
