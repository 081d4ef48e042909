//! Gradients of pooling, over images and volumes, and second gradients.
//!
//! An image is a volume of depth one. The largest element of a window is the first one in the order of rows and columns, as in
//! `tf.MaxPool`.

use std::borrow::Cow;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrs, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Element, Shape, TensorMetadata};
use tfrt_ops::shapes::{DataFormat, pool_sizes};
use tfrt_ops::window::{Padding, Window};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::convolution::pool::{Windows, windows};
use crate::ops::convolution::volume;
use crate::ops::data_format::Images as _;
use crate::ops::memory::filled;
use crate::ops::number::{Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! pools {
        ($($name:literal [$($class:ident)*] $sides:literal $run:ident;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let last = frame.num_args().saturating_sub(1);
                let dtype = frame.dense(2.min(last))?.dtype();
                for_dtype!(dtype, [$($class)*], $run::<T>(frame, $sides), else Err(unsupported(dtype)))
            }));
        )*};
    }
    // Sizes of windows, or of the image, are data for some of these, so none has a metadata function.
    pools! {
        "tf.MaxPoolGrad" [ints floats halves] 2 max_gradient;
        "tf.MaxPoolGradV2" [ints floats halves] 2 max_gradient;
        "tf.MaxPool3DGrad" [floats halves] 3 max_gradient;
        "tf.MaxPoolGradGrad" [ints floats halves] 2 max_second_gradient;
        "tf.MaxPoolGradGradV2" [ints floats halves] 2 max_second_gradient;
        "tf.MaxPool3DGradGrad" [floats halves] 3 max_second_gradient;
        "tf.AvgPoolGrad" [floats halves] 2 average_gradient;
        "tf.AvgPool3DGrad" [floats halves] 3 average_gradient;
    }
    let pool = ops.get("tf.MaxPool").cloned();
    ops.add(
        "tf.MaxPoolV2",
        OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let pool = pool.as_deref().ok_or("tf.MaxPool is not registered")?;
            let attrs = with_sizes(frame, 1)?;
            let mut args = [frame.take(0)];
            let result = frame.nested_op(pool, &mut args, (&attrs).into()).map_err(|(_, error)| error)?;
            frame.set_handle(0, result);
            Ok(())
        }),
    );
}

/// The attributes, with the sizes and strides of windows from two arguments.
fn with_sizes(frame: &DispatchFrame<'_>, first: usize) -> Result<OpAttrs, OpError> {
    let mut attrs = OpAttrs::new();
    for name in ["padding", "data_format"] {
        if let Some(text) = frame.attrs().get_string(name) {
            attrs.set_string(name, text);
        }
    }
    attrs.set_array("ksize", &frame.indices(first)?[..]);
    attrs.set_array("strides", &frame.indices(first + 1)?[..]);
    Ok(attrs)
}

/// The pooled tensor, with channels last: batch, depth, height, width, channels; and the windows along the three in the middle.
struct Pooled {
    dims: [i64; 5],
    windows: [Window; 3],
    format: DataFormat,
    /// Whether tensors have a depth.
    volume: bool,
}

impl Pooled {
    fn new(shape: &Shape, sides: usize, attrs: OpAttrsRef<'_>) -> Result<Pooled, OpError> {
        if sides == 3 {
            let (dims, windows) = volume::pooling(shape, attrs)?;
            return Ok(Pooled { dims, windows, format: DataFormat::ChannelsLast, volume: true });
        }
        let format = DataFormat::of(&*attrs)?;
        let [batch, height, width, channels] = format.image(shape, "input")?;
        let Windows { rows, columns } =
            windows(format, attrs, [height, width], pool_sizes(format, &*attrs)?)?;
        let flat = Window::new(1, 1, 1, 1, Padding::Valid, None)?;
        let dims = [batch, 1, height, width, channels];
        Ok(Pooled { dims, windows: [flat, rows, columns], format, volume: false })
    }

    /// The dimensions of what comes out of pooling.
    fn results(&self) -> [i64; 5] {
        let [depth, height, width] = self.windows.map(|window| window.output as i64);
        [self.dims[0], depth, height, width, self.dims[4]]
    }

    fn shape(&self, [batch, depth, height, width, channels]: [i64; 5]) -> Result<Shape, OpError> {
        match self.volume {
            true => Ok(Shape::new(&[batch, depth, height, width, channels])?),
            false => self.format.shape([batch, height, width, channels]),
        }
    }

    /// The elements of an argument of these dimensions, with channels last.
    fn last<'f, T: Element>(
        &self,
        frame: &'f DispatchFrame<'_>,
        i: usize,
        dims: [i64; 5],
        what: &str,
    ) -> Result<Cow<'f, [T]>, OpError> {
        let (shape, expected) = (frame.dense(i)?.shape(), self.shape(dims)?);
        if *shape != expected {
            return Err(format!(
                "Expected {what} shape to be {expected}, of ksize, strides and padding, but got {shape}"
            )
            .into());
        }
        let [batch, _, height, width, channels] = dims;
        self.format.last([batch, height, width, channels], frame.values(i)?)
    }

    /// Sets the result, given with channels last.
    fn finish<T: Element>(
        &self,
        frame: &mut DispatchFrame<'_>,
        dims: [i64; 5],
        values: &[T],
    ) -> Result<(), OpError> {
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, self.shape(dims)?))?;
        let [batch, _, height, width, channels] = dims;
        self.format.put([batch, height, width, channels], values, out.values_mut())?;
        frame.finish(0, out);
        Ok(())
    }

    /// Calls `window(pixel of the result, the input's pixels under its window)` for every window.
    fn each(&self, mut window: impl FnMut(usize, &[usize])) {
        let [_, depth, height, width, _] = self.dims.map(|dim| dim as usize);
        let [planes, rows, columns] = self.windows;
        let mut pixels = Vec::new();
        let mut result = 0;
        for image in 0..self.dims[0] as usize {
            for z in 0..planes.output {
                for y in 0..rows.output {
                    for x in 0..columns.output {
                        pixels.clear();
                        for z in planes.range(z) {
                            for y in rows.range(y) {
                                let line = ((image * depth + z) * height + y) * width;
                                pixels.extend(columns.range(x).map(|x| line + x));
                            }
                        }
                        window(result, &pixels);
                        result += 1;
                    }
                }
            }
        }
    }
}

/// Which windows' sizes an op has: those of its attributes, or of its last two arguments.
fn pooled(frame: &DispatchFrame<'_>, sides: usize, given: usize) -> Result<Pooled, OpError> {
    let shape = frame.dense(0)?.shape();
    if frame.num_args() == given + 2 {
        return Pooled::new(shape, sides, (&with_sizes(frame, given)?).into());
    }
    frame.expect_args(given)?;
    Pooled::new(shape, sides, frame.attrs())
}

/// The pixel under a window where a channel is largest, the first of several; `None` for a window over nothing.
fn largest<T: Real>(input: &[T], pixels: &[usize], channels: usize, channel: usize) -> Option<usize> {
    let value = |pixel: usize| input[pixel * channels + channel];
    let (&first, rest) = pixels.split_first()?;
    let better = |best: usize, pixel: usize| if value(best) < value(pixel) { pixel } else { best };
    Some(rest.iter().fold(first, |best, &pixel| better(best, pixel)))
}

/// Gives each gradient to the element that was the largest of its window.
fn max_gradient<T: Real>(frame: &mut DispatchFrame<'_>, sides: usize) -> Result<(), OpError> {
    let pooled = pooled(frame, sides, 3)?;
    let channels = pooled.dims[4] as usize;
    let input = pooled.last::<T>(frame, 0, pooled.dims, "orig_input")?;
    pooled.last::<T>(frame, 1, pooled.results(), "orig_output")?;
    let gradient = pooled.last::<T>(frame, 2, pooled.results(), "grad")?;
    let mut sums = filled(T::SUM_ZERO, input.len())?;
    pooled.each(|result, pixels| {
        for channel in 0..channels {
            if let Some(pixel) = largest(&input, pixels, channels, channel) {
                let sum = &mut sums[pixel * channels + channel];
                *sum = T::sum_plus(*sum, gradient[result * channels + channel].widen());
            }
        }
    });
    let values: Vec<T> = sums.into_iter().map(T::narrow).collect();
    pooled.finish(frame, pooled.dims, &values)
}

/// Picks the elements that [`max_gradient`] gives to.
fn max_second_gradient<T: Real>(frame: &mut DispatchFrame<'_>, sides: usize) -> Result<(), OpError> {
    let pooled = pooled(frame, sides, 3)?;
    let channels = pooled.dims[4] as usize;
    let input = pooled.last::<T>(frame, 0, pooled.dims, "orig_input")?;
    let output = pooled.last::<T>(frame, 1, pooled.results(), "orig_output")?;
    let gradient = pooled.last::<T>(frame, 2, pooled.dims, "grad")?;
    let mut values = filled(T::ZERO, output.len())?;
    pooled.each(|result, pixels| {
        for channel in 0..channels {
            if let Some(pixel) = largest(&input, pixels, channels, channel) {
                values[result * channels + channel] = gradient[pixel * channels + channel];
            }
        }
    });
    pooled.finish(frame, pooled.results(), &values)
}

/// Divides each gradient among the elements under its window.
fn average_gradient<T: Number>(frame: &mut DispatchFrame<'_>, sides: usize) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let wanted: Dims = frame.indices(0)?;
    let pooled = Pooled::new(&Shape::new(&wanted)?, sides, frame.attrs())?;
    let channels = pooled.dims[4] as usize;
    let gradient = pooled.last::<T>(frame, 1, pooled.results(), "grad")?;
    let mut sums = filled(T::SUM_ZERO, pooled.shape(pooled.dims)?.num_elements())?;
    pooled.each(|result, pixels| {
        for channel in 0..channels {
            let share = T::mean(gradient[result * channels + channel].widen(), pixels.len().max(1));
            for pixel in pixels {
                let sum = &mut sums[pixel * channels + channel];
                *sum = T::sum_plus(*sum, share.widen());
            }
        }
    });
    let values: Vec<T> = sums.into_iter().map(T::narrow).collect();
    pooled.finish(frame, pooled.dims, &values)
}
