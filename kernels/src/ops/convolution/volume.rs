//! Convolution and pooling over volumes: `tf.Conv3D`, `tf.MaxPool3D` and `tf.AvgPool3D`, with channels last.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Shape, TensorMetadata};

use crate::ops::number::{Number, Real};
use crate::ops::support::{for_dtype, for_parts, result_metadata, unsupported_for};
use tfrt_numerics::window::{Padding, Window};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.Conv3D",
        OpEntry::new().metadata(conv_metadata).dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], conv::<T>(frame), else Err(unsupported_for("tf.Conv3D", dtype)))
        }),
    );
    ops.add(
        "tf.MaxPool3D",
        OpEntry::new().metadata(pool_metadata).dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], {
                pool::<T, T>(frame, T::LOWEST, |largest, x| if largest < x { x } else { largest }, |largest, _| largest)
            }, else Err(unsupported_for("tf.MaxPool3D", dtype)))
        }),
    );
    ops.add(
        "tf.AvgPool3D",
        OpEntry::new().metadata(pool_metadata).dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], {
                pool::<T, _>(frame, T::SUM_ZERO, |sum, x| T::sum_plus(sum, x.widen()), T::mean)
            }, else Err(unsupported_for("tf.AvgPool3D", dtype)))
        }),
    );
}

/// Five numbers, whose first and last must be one.
fn three(attrs: OpAttrsRef<'_>, name: &str, default: Option<[i64; 5]>) -> Result<[i64; 3], OpError> {
    let values = match (attrs.get_ints(name), default) {
        (Some(values), _) if !values.is_empty() => values,
        (_, Some(default)) => Dims::from_slice(&default),
        _ => return Err(OpError::incomplete(format!("missing '{name}' attribute"))),
    };
    match values[..] {
        [1, a, b, c, 1] => Ok([a, b, c]),
        _ => {
            let values = &values[..];
            Err(format!("{name} must be five numbers, with ones for batch and channels, but is {values:?}")
                .into())
        }
    }
}

/// The dimensions of a tensor of rank five.
pub(crate) fn five(shape: &Shape, what: &str) -> Result<[i64; 5], OpError> {
    let dims = shape.dims();
    <[i64; 5]>::try_from(&dims[..])
        .map_err(|_| format!("{what} must be 5-dimensional, but has shape {shape}").into())
}

/// The windows along depth, height and width.
fn windows(attrs: OpAttrsRef<'_>, input: [i64; 3], filter: [i64; 3]) -> Result<[Window; 3], OpError> {
    if let Some(other) = attrs.get_str("data_format").filter(|format| *format != "NDHWC") {
        return Err(format!("data_format must be NDHWC on a CPU, but is {other}").into());
    }
    let strides = three(attrs, "strides", None)?;
    let dilations = three(attrs, "dilations", Some([1; 5]))?;
    let padding = Padding::parse(attrs.get_str("padding").ok_or("missing 'padding' attribute")?)?;
    if padding == Padding::Explicit {
        return Err("padding must be SAME or VALID".into());
    }
    let window = |axis: usize| {
        let filter = usize::try_from(filter[axis]).ok().filter(|&filter| filter > 0);
        let filter =
            filter.ok_or_else(|| format!("window sizes must be > 0, but one is {}", filter.unwrap_or(0)))?;
        Window::new(input[axis] as usize, filter, strides[axis], dilations[axis], padding, None)
    };
    Ok([window(0)?, window(1)?, window(2)?])
}

fn result(batch: i64, windows: [Window; 3], channels: i64) -> Result<Shape, OpError> {
    let [depth, height, width] = windows.map(|window| window.output as i64);
    Ok(Shape::new(&[batch, depth, height, width, channels])?)
}

/// The windows of a convolution, whose filter fits the input.
pub(crate) fn conv_windows(
    input: &Shape,
    filter: &Shape,
    attrs: OpAttrsRef<'_>,
) -> Result<[Window; 3], OpError> {
    let ([_, depth, height, width, channels], filter) = (five(input, "input")?, five(filter, "filter")?);
    if filter[3] == 0 || channels % filter[3] != 0 || filter[4] % (channels / filter[3]).max(1) != 0 {
        return Err(format!(
            "The input has {channels} channels, which the filter's {} and {} do not divide",
            filter[3], filter[4]
        )
        .into());
    }
    windows(attrs, [depth, height, width], [filter[0], filter[1], filter[2]])
}

fn conv_metadata(
    input: &TensorMetadata,
    filter: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    if input.dtype != filter.dtype {
        return Err("input and filter must have one dtype".into());
    }
    let windows = conv_windows(&input.shape, &filter.shape, attrs)?;
    Ok(TensorMetadata::new(input.dtype, result(input.shape.dim(0), windows, filter.shape.dim(4))?))
}

/// The dimensions of a volume, and the windows that the attributes of pooling put over it.
pub(crate) fn pooling(input: &Shape, attrs: OpAttrsRef<'_>) -> Result<([i64; 5], [Window; 3]), OpError> {
    let dims @ [_, depth, height, width, _] = five(input, "input")?;
    Ok((dims, windows(attrs, [depth, height, width], three(attrs, "ksize", None)?)?))
}

fn pool_metadata(input: &TensorMetadata, attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    let ([batch, _, _, _, channels], windows) = pooling(&input.shape, attrs)?;
    Ok(TensorMetadata::new(input.dtype, result(batch, windows, channels)?))
}

/// Calls `pixel(volume, place in the result, its channels)` for each pixel of the result.
fn pixels<T: Number>(
    frame: &mut DispatchFrame<'_>,
    windows: [Window; 3],
    pixel: impl Fn(&[T], [usize; 3], &mut [T]) + Sync,
) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let [_, depth, height, width, channels] = five(&metadata.shape, "result")?.map(|dim| dim as usize);
    // Without images a volume may be of any size.
    let sides = five(frame.dense(0)?.shape(), "input")?;
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

fn conv<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let filter_shape = frame.dense(1)?.shape();
    let windows = conv_windows(frame.dense(0)?.shape(), filter_shape, frame.attrs())?;
    let [_, _, _, taken, made] = five(filter_shape, "filter")?.map(|dim| dim as usize);
    let channels = frame.dense(0)?.shape().dim(4) as usize;
    let per_group = made / (channels / taken).max(1);
    let filter = frame.values::<T>(1)?.to_vec();
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
