//! `tf.ResizeBicubic`: images in other sizes, by cubic curves through the sixteen nearest pixels, and its gradient.
//!
//! The position between two pixels is rounded to steps of 1/1024, as in TensorFlow. With half-pixel centres the curve is Keys's with
//! −0.5, and pixels outside of the image have no weight; without, it is steeper, with −0.75, and the pixels at the edge are repeated
//! outside.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::data_format::rank_four;
use crate::ops::image::resize::{Pixel, Scale, dims_of};
use crate::ops::memory::{filled, result_metadata, room};
use crate::ops::tasks::for_parts;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The size of the result is data, so there is no metadata function.
    ops.add("tf.ResizeBicubic", OpEntry::new().dispatch(bicubic));
    ops.add("tf.ResizeBicubicGrad", OpEntry::new().dispatch(gradient));
}

/// Steps between two pixels.
const STEPS: f32 = 1024.0;

/// The four pixels along one side that a pixel of the result is made of, and what each counts.
fn taps(scale: &Scale, at: usize, side: usize) -> [(usize, f32); 4] {
    let (place, curve) = if scale.half_pixel_centers {
        ((at as f32 + 0.5) * scale.factor - 0.5, -0.5)
    } else {
        (at as f32 * scale.factor, -0.75)
    };
    let first = place.floor();
    let step = ((place - first) * STEPS).round_ties_even();
    // The curve at a distance of less than one pixel, and of one to two.
    let near = |x: f32| ((curve + 2.0) * x - (curve + 3.0)) * x * x + 1.0;
    let far = |x: f32| ((curve * x - 5.0 * curve) * x + 8.0 * curve) * x - 4.0 * curve;
    let (left, right) = (step / STEPS, (STEPS - step) / STEPS);
    let mut weights = [far(left + 1.0), near(left), near(right), far(right + 1.0)];
    let places = [-1, 0, 1, 2].map(|offset| first as i64 + offset);
    let last = side as i64 - 1;
    if scale.half_pixel_centers {
        for (weight, place) in weights.iter_mut().zip(places) {
            if !(0..=last).contains(&place) {
                *weight = 0.0;
            }
        }
        let sum: f32 = weights.iter().sum();
        if sum.abs() >= 1000.0 * f32::MIN_POSITIVE {
            weights.iter_mut().for_each(|weight| *weight /= sum);
        }
    }
    std::array::from_fn(|i| (places[i].clamp(0, last) as usize, weights[i]))
}

fn bicubic(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let [[_, height, width, channels], result] = dims_of(frame)?;
    let dtype = frame.dense(0)?.dtype();
    let rows = Scale::new(frame.attrs(), height, result[1])?;
    let columns = Scale::new(frame.attrs(), width, result[2])?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (height, width, channels) = (height as usize, width as usize, channels as usize);
    // Without elements, the result can be as wide as it likes.
    let wide = if result.contains(&0) { 0 } else { result[2] as usize };
    let mut across = room(wide)?;
    across.extend((0..wide).map(|x| taps(&columns, x, width)));
    let line = across.len() * channels;
    for_dtype!(dtype, [ints floats halves], {
        let image = frame.values::<T>(0)?;
        for_parts(frame.context(), out.values_mut::<f32>(), line, &|first, lines| {
            for (i, line_out) in lines.chunks_exact_mut(line.max(1)).enumerate() {
                let at = first / line + i;
                let down = taps(&rows, at % result[1] as usize, height);
                let image = &image[at / result[1] as usize * height * width * channels..];
                for (pixel, across) in line_out.chunks_exact_mut(channels).zip(&across) {
                    for (c, out) in pixel.iter_mut().enumerate() {
                        *out = across
                            .iter()
                            .map(|&(x, weight)| {
                                let column = down.iter().map(|&(y, weight)| {
                                    image[(y * width + x) * channels + c].to_f32() * weight
                                });
                                column.sum::<f32>() * weight
                            })
                            .sum();
                    }
                }
            }
        });
    }, else return Err(unsupported_for("tf.ResizeBicubic", dtype)));
    frame.finish(0, out);
    Ok(())
}

/// Each pixel's gradient goes to the pixels that it was made of.
fn gradient(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = frame.dense(1)?.metadata().clone();
    let [batch, height, width, channels] = rank_four(&metadata.shape, "original_image")?;
    let from @ [own_batch, own_rows, own_columns, own_channels] =
        rank_four(frame.dense(0)?.shape(), "grads")?;
    if own_batch != batch || own_channels != channels || height < 1 || width < 1 {
        return Err(format!(
            "grads of shape {from:?} do not go with an original_image of shape {}",
            metadata.shape
        )
        .into());
    }
    let rows = Scale::new(frame.attrs(), height, own_rows)?;
    let columns = Scale::new(frame.attrs(), width, own_columns)?;
    let (height, width, channels) = (height as usize, width as usize, channels as usize);
    let gradients = frame.values::<f32>(0)?;
    let mut sums = filled(0.0_f64, metadata.shape.num_elements())?;
    for (at, pixel) in gradients.chunks_exact(channels.max(1)).enumerate() {
        let (column, line) = (at % own_columns as usize, at / own_columns as usize);
        let image = line / own_rows as usize * height * width;
        let across = taps(&columns, column, width);
        for (y, down) in taps(&rows, line % own_rows as usize, height) {
            for (x, weight) in across {
                let place = (image + y * width + x) * channels;
                for (sum, gradient) in sums[place..][..channels].iter_mut().zip(pixel) {
                    *sum += f64::from(down * weight * gradient);
                }
            }
        }
    }
    let mut out = DispatchFrame::fresh(&metadata)?;
    match metadata.dtype {
        DType::F64 => out.values_mut::<f64>().copy_from_slice(&sums),
        _ => {
            for (to, &sum) in out.values_mut::<f32>().iter_mut().zip(&sums) {
                *to = sum as f32;
            }
        }
    }
    frame.finish(0, out);
    Ok(())
}
