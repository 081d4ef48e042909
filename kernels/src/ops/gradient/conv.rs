//! Gradients of convolutions for their filters, over images, volumes and depthwise; and of depthwise convolutions for their
//! input.
//!
//! A depthwise convolution has as many groups as there are channels, with its filter in the same order in memory; an image is a volume
//! of depth one. Sums are kept in double precision, and each position of a filter is a task of its own, so they do not depend on the
//! number of threads.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Shape, TensorMetadata};
use tfrt_ops::shapes::DataFormat;
use tfrt_ops::window::{Padding, Window};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::convolution::pool::windows;
use crate::ops::convolution::volume::conv_windows;
use crate::ops::data_format::{Images as _, rank_five, rank_four};
use crate::ops::memory::filled;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! convolutions {
        ($($name:literal $run:expr;)*) => {$(
            // Sizes of the results are data, so there are no metadata functions.
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                frame.expect_args(3)?;
                let dtype = frame.dense(2)?.dtype();
                for_dtype!(dtype, [floats halves], {
                    let run: fn(&mut DispatchFrame<'_>) -> Result<(), OpError> = $run;
                    run(frame)
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    convolutions! {
        "tf.Conv2DBackpropFilter" |frame| image_filter::<T>(frame, false);
        "tf.DepthwiseConv2dNativeBackpropFilter" |frame| image_filter::<T>(frame, true);
        "tf.Conv3DBackpropFilterV2" volume_filter::<T>;
        "tf.DepthwiseConv2dNativeBackpropInput" depthwise_input::<T>;
    }
}

/// A convolution, with channels last: batch, depth, height, width and channels of its input.
struct Convolved {
    dims: [usize; 5],
    windows: [Window; 3],
    /// Channels that one output takes.
    taken: usize,
    made: usize,
}

impl Convolved {
    fn results(&self) -> [i64; 5] {
        let [depth, height, width] = self.windows.map(|window| window.output as i64);
        [self.dims[0] as i64, depth, height, width, self.made as i64]
    }

    /// The gradient of the filter: for each of its places a matrix of channels taken and made.
    fn filter_gradient<T: Float<Work: Into<f64>>>(
        &self,
        frame: &DispatchFrame<'_>,
        input: &[T],
        gradient: &[T],
        out: &mut [T],
    ) -> Result<(), OpError> {
        let [planes, rows, columns] = self.windows;
        let [batch, depth, height, width, channels] = self.dims;
        let (taken, made) = (self.taken, self.made);
        let per_group = made / (channels / taken.max(1)).max(1);
        let length = taken * made;
        if length == 0 {
            return Ok(());
        }
        let failed = AtomicBool::new(false);
        let tasks: Vec<Mutex<&mut [T]>> = out.chunks_exact_mut(length).map(Mutex::new).collect();
        frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
            for (tap, task) in tasks.iter().enumerate().take(end).skip(begin) {
                let Ok(mut sums) = filled(0.0f64, length) else {
                    failed.store(true, Ordering::Relaxed);
                    continue;
                };
                let taps = [
                    tap / columns.filter / rows.filter,
                    tap / columns.filter % rows.filter,
                    tap % columns.filter,
                ];
                for image in 0..batch {
                    for z in 0..planes.output {
                        let Some(plane) = planes.position(z, taps[0]) else { continue };
                        for y in 0..rows.output {
                            let Some(row) = rows.position(y, taps[1]) else { continue };
                            for x in 0..columns.output {
                                let Some(column) = columns.position(x, taps[2]) else { continue };
                                let from = ((image * depth + plane) * height + row) * width + column;
                                let at = ((image * planes.output + z) * rows.output + y) * columns.output + x;
                                let gradient = &gradient[at * made..][..made];
                                for (c, &value) in input[from * channels..][..channels].iter().enumerate() {
                                    let value: f64 = value.work().into();
                                    let first = c / taken * per_group;
                                    let sums = &mut sums[c % taken * made + first..][..per_group];
                                    for (sum, &gradient) in sums.iter_mut().zip(&gradient[first..]) {
                                        let gradient: f64 = gradient.work().into();
                                        *sum += value * gradient;
                                    }
                                }
                            }
                        }
                    }
                }
                for (to, sum) in task.lock().iter_mut().zip(sums) {
                    *to = T::unwork(T::Work::of(sum));
                }
            }
        });
        match failed.into_inner() {
            true => Err("out of memory for the sums of a filter's gradient".into()),
            false => Ok(()),
        }
    }
}

/// The elements of an argument, an image with channels in this order, with channels last.
fn last<'f, T: Float>(
    frame: &'f DispatchFrame<'_>,
    i: usize,
    format: DataFormat,
    expected: [i64; 4],
    what: &str,
) -> Result<Cow<'f, [T]>, OpError> {
    let dims = format.image(frame.dense(i)?.shape(), what)?;
    if dims != expected {
        return Err(format!(
            "Size of {what} doesn't match computed: actual = {dims:?}, expected = {expected:?} (batch, height, width and channels, of strides, padding and dilations)"
        )
        .into());
    }
    format.last(dims, frame.values(i)?)
}

fn flat() -> Result<Window, OpError> {
    Ok(Window::new(1, 1, 1, 1, Padding::Valid, None)?)
}

/// Four sizes that an argument gives.
fn sizes(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<Shape, OpError> {
    let sizes = frame.indices(i)?;
    if sizes.iter().any(|&dim| dim < 0) {
        return Err(format!("{what} must not be negative, but is {sizes:?}").into());
    }
    Ok(Shape::new(&sizes)?)
}

fn image_filter<T: Float<Work: Into<f64>>>(
    frame: &mut DispatchFrame<'_>,
    by_channel: bool,
) -> Result<(), OpError> {
    let format = DataFormat::of(&*frame.attrs())?;
    let dims @ [batch, height, width, channels] = format.image(frame.dense(0)?.shape(), "input")?;
    let shape = sizes(frame, 1, "filter_sizes")?;
    let [rows, columns, taken, made] = rank_four(&shape, "filter")?;
    let (taken, made) = if by_channel { (1, taken.saturating_mul(made)) } else { (taken, made) };
    let groups = channels.checked_div(taken).unwrap_or(0);
    let fits = taken > 0 && channels % taken == 0 && groups > 0 && made % groups == 0;
    if !fits || (by_channel && shape.dim(2) != channels) {
        return Err(format!("filter_sizes {shape} do not fit an input of {channels} channels").into());
    }
    let over = windows(format, frame.attrs(), [height, width], [rows, columns])?;
    let convolved = Convolved {
        dims: [batch, 1, height, width, channels].map(|dim| dim as usize),
        windows: [flat()?, over.rows, over.columns],
        taken: taken as usize,
        made: made as usize,
    };
    let [_, _, rows, columns, _] = convolved.results();
    let input = last::<T>(frame, 0, format, dims, "input")?;
    let gradient = last::<T>(frame, 2, format, [batch, rows, columns, made], "out_backprop")?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape))?;
    convolved.filter_gradient(frame, &input, &gradient, out.values_mut())?;
    drop((input, gradient));
    frame.finish(0, out);
    Ok(())
}

fn volume_filter<T: Float<Work: Into<f64>>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = sizes(frame, 1, "filter_sizes")?;
    let dims = rank_five(frame.dense(0)?.shape(), "input")?.map(|dim| dim as usize);
    let windows = conv_windows(frame.dense(0)?.shape(), &shape, frame.attrs())?;
    let [_, _, _, taken, made] = rank_five(&shape, "filter")?.map(|dim| dim as usize);
    let convolved = Convolved { dims, windows, taken, made };
    let gradient = frame.dense(2)?.shape();
    if rank_five(gradient, "out_backprop")? != convolved.results() {
        return Err(format!(
            "Size of out_backprop doesn't match computed: actual = {gradient}, expected = {:?} (of strides, padding and dilations)",
            convolved.results()
        )
        .into());
    }
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape))?;
    convolved.filter_gradient(frame, frame.values::<T>(0)?, frame.values(2)?, out.values_mut())?;
    frame.finish(0, out);
    Ok(())
}

/// Gives each output's gradient, times the filter, to what was under its window.
fn depthwise_input<T: Float<Work: Into<f64>>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let format = DataFormat::of(&*frame.attrs())?;
    let shape = sizes(frame, 0, "input_sizes")?;
    let dims @ [batch, height, width, channels] = format.image(&shape, "input")?;
    let [filter_rows, filter_columns, taken, multiplier] = rank_four(frame.dense(1)?.shape(), "filter")?;
    if taken != channels {
        return Err(format!("input_sizes {shape} do not fit a filter of {taken} channels").into());
    }
    let over = windows(format, frame.attrs(), [height, width], [filter_rows, filter_columns])?;
    let (rows, columns) = (over.rows, over.columns);
    let expected = [batch, rows.output as i64, columns.output as i64, channels * multiplier];
    let gradient = last::<T>(frame, 2, format, expected, "out_backprop")?;
    let filter = frame.values::<T>(1)?;
    let (channels, multiplier) = (channels as usize, multiplier as usize);
    let made = channels * multiplier;
    let mut sums = filled(0.0f64, shape.num_elements())?;
    for image in 0..batch as usize {
        for at in 0..rows.output * columns.output {
            let (y, x) = (at / columns.output, at % columns.output);
            let gradient = &gradient[(image * rows.output * columns.output + at) * made..][..made];
            for tap in 0..rows.filter * columns.filter {
                let Some(row) = rows.position(y, tap / columns.filter) else { continue };
                let Some(column) = columns.position(x, tap % columns.filter) else { continue };
                let pixel = (image * rows.input + row) * columns.input + column;
                let weights = filter[tap * made..][..made].iter().zip(gradient);
                for (i, (&weight, &gradient)) in weights.enumerate() {
                    let (weight, gradient): (f64, f64) = (weight.work().into(), gradient.work().into());
                    sums[pixel * channels + i / multiplier] += weight * gradient;
                }
            }
        }
    }
    let values: Vec<T> = sums.into_iter().map(|sum| T::unwork(T::Work::of(sum))).collect();
    drop(gradient);
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape))?;
    format.put(dims, &values, out.values_mut())?;
    frame.finish(0, out);
    Ok(())
}
