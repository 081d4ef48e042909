//! Pooling over images, and the windows that pooling and convolution share.

use bytemuck::Pod;
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{
    Declined, DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry, Prepared, StepSpec,
};
use tfrt_executor::tensor::DType;
use tfrt_ops::shapes::{DataFormat, Sliding};
use tfrt_ops::window::Window;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::data_format::{Images as _, dims_of};
use crate::ops::host::HostThreads;
use crate::ops::memory::result_metadata;
use crate::ops::number::{Number, Real};
use tfrt_numerics::byte_pool::largest_bytes;
use tfrt_numerics::depthwise::{self, Depthwise};
use tfrt_numerics::split::Split;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.MaxPool", OpEntry::new().dispatch(max_pool).prepared(max_step));
    ops.add("tf.AvgPool", OpEntry::new().dispatch(avg_pool).prepared(mean_step));
}

/// Height and width of windows over an image.
#[derive(Clone, Copy)]
pub(crate) struct Windows {
    /// Along the height.
    pub rows: Window,
    /// Along the width.
    pub columns: Window,
}

/// The windows that the attributes describe.
pub(crate) fn windows(
    format: DataFormat,
    attrs: OpAttrsRef<'_>,
    image: [i64; 2],
    filter: [i64; 2],
) -> Result<Windows, OpError> {
    Ok(Sliding::over_images(format, &*attrs)?.windows(image, filter)?.into())
}

impl From<[Window; 2]> for Windows {
    fn from([rows, columns]: [Window; 2]) -> Windows {
        Windows { rows, columns }
    }
}

/// Calls `line(image, row, out)` for each line of output pixels, with channels last.
fn lines<T: Number>(
    frame: &mut DispatchFrame<'_>,
    line: impl Fn(&Windows, &[T], usize, &mut [T]) + Sync,
) -> Result<(), OpError> {
    /// Elements under windows that make a task worth starting.
    const TASK_WORK: usize = 1 << 16;
    let metadata = result_metadata(frame, 0)?;
    let format = DataFormat::of(&*frame.attrs())?;
    let dims @ [_, height, width, channels] = format.image(frame.dense(0)?.shape(), "input")?;
    let size = format.four(&*frame.attrs(), "ksize", None)?;
    let windows = windows(format, frame.attrs(), [height, width], size)?;
    let Windows { rows, columns } = windows;
    let channels = channels as usize;
    let mut out = DispatchFrame::fresh(metadata)?;
    let input = frame.values::<T>(0)?;
    let input = format.last(dims, input)?;
    let length = columns.output * channels;
    let compute = |to: &mut [T]| {
        if length == 0 {
            return Ok(());
        }
        let pixels = rows.input * columns.input * channels;
        let run = |first: usize, lines: &mut [T]| {
            for (i, out) in lines.chunks_exact_mut(length).enumerate() {
                let at = first + i;
                line(&windows, &input[at / rows.output * pixels..][..pixels], at % rows.output, out);
            }
        };
        let work = (length * rows.filter.min(rows.input) * columns.filter.min(columns.input)).max(1);
        let per_task = (TASK_WORK / work).max(1);
        if to.len() / length <= 2 * per_task {
            run(0, to);
        } else {
            let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(length * per_task).map(Mutex::new).collect();
            frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
                for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
                    run(at * per_task, &mut task.lock());
                }
            });
        }
        Ok(())
    };
    format.fill(dims_of(format, metadata)?, out.values_mut(), compute)?;
    drop(input);
    frame.finish(0, out);
    Ok(())
}

/// The sizes of images with channels last, of known sizes, and of the windows over them.
fn sizes_of(spec: &StepSpec<'_>) -> Option<Depthwise> {
    let [input] = spec.operands else { return None };
    let format = DataFormat::of(&*spec.attrs).ok()?;
    let [batch, height, width, channels] = format.image(&input.metadata.shape, "input").ok()?;
    let size = format.four(&*spec.attrs, "ksize", None).ok()?;
    let Windows { rows, columns } = windows(format, spec.attrs, [height, width], size).ok()?;
    let sizes = Depthwise { batch: batch as usize, rows, columns, channels: channels as usize };
    (format == DataFormat::ChannelsLast).then_some(sizes)
}

/// A step that pools images of a type; what pools them says whether it did.
fn pool_step<T: Pod>(
    sizes: Depthwise,
    pool: impl Fn(&Depthwise, &[T], &mut [T], Split<'_>) -> bool + Send + Sync + 'static,
) -> Prepared {
    Prepared::step(move |context, operands, results| {
        let ([input], [out]) = (operands, results) else { return Err(Declined) };
        let (input, out) = (bytemuck::try_cast_slice(input)?, bytemuck::try_cast_slice_mut(out)?);
        pool(&sizes, input, out, HostThreads::of(context).split()).then_some(()).ok_or(Declined)
    })
}

fn max_step(spec: &StepSpec<'_>) -> Option<Prepared> {
    let sizes = sizes_of(spec)?;
    match spec.operands[0].metadata.dtype {
        DType::F32 => Some(pool_step(sizes, largest)),
        DType::UI8 => Some(pool_step(sizes, largest_of::<u8>(false))),
        DType::I8 => Some(pool_step(sizes, largest_of::<i8>(true))),
        _ => None,
    }
}

fn mean_step(spec: &StepSpec<'_>) -> Option<Prepared> {
    let sizes = sizes_of(spec)?;
    (spec.operands[0].metadata.dtype == DType::F32).then(|| pool_step(sizes, means))
}

/// The largest of numbers of `f32`.
fn largest(sizes: &Depthwise, input: &[f32], out: &mut [f32], split: Split<'_>) -> bool {
    depthwise::maxima(sizes, input, out, split);
    true
}

/// The means of numbers of `f32`.
fn means(sizes: &Depthwise, input: &[f32], out: &mut [f32], split: Split<'_>) -> bool {
    depthwise::means(sizes, input, out, split);
    true
}

/// The function that gives the largest of integers of 8 bits.
fn largest_of<T: Pod>(are_signed: bool) -> impl Fn(&Depthwise, &[T], &mut [T], Split<'_>) -> bool {
    move |sizes, input, out, split| {
        largest_bytes(sizes, are_signed, bytemuck::cast_slice(input), bytemuck::cast_slice_mut(out), split)
    }
}

/// Pools images of a type.
fn by_tiles<T: Number>(
    frame: &mut DispatchFrame<'_>,
    pool: impl FnOnce(&Depthwise, &[T], &mut [T], Split<'_>) -> bool,
) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let format = DataFormat::of(&*frame.attrs())?;
    let dims @ [batch, height, width, channels] = format.image(frame.dense(0)?.shape(), "input")?;
    let size = format.four(&*frame.attrs(), "ksize", None)?;
    let Windows { rows, columns } = windows(format, frame.attrs(), [height, width], size)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let threads = HostThreads::of(frame.context());
    let (input, split) = (format.last(dims, frame.values::<T>(0)?)?, threads.split());
    let geometry = Depthwise { batch: batch as usize, rows, columns, channels: channels as usize };
    format.fill(dims_of(format, metadata)?, out.values_mut(), |out| {
        pool(&geometry, &input, out, split)
            .then_some(())
            .ok_or_else(|| "there is no memory for the pool".into())
    })?;
    drop(input);
    frame.finish(0, out);
    Ok(())
}

/// Pools with a running value for each channel.
fn pool<T: Number>(
    frame: &mut DispatchFrame<'_>,
    start: T::Sum,
    take: impl Fn(T::Sum, T) -> T::Sum + Sync,
    end: impl Fn(T::Sum, usize) -> T + Sync,
) -> Result<(), OpError> {
    lines::<T>(frame, |Windows { rows, columns }, image, row, out| {
        let channels = out.len() / columns.output;
        let mut sums = vec![start; channels];
        for (column, out) in out.chunks_exact_mut(channels).enumerate() {
            sums.fill(start);
            let mut count = 0;
            for y in rows.range(row) {
                for x in columns.range(column) {
                    count += 1;
                    let pixel = &image[(y * columns.input + x) * channels..][..channels];
                    for (sum, &value) in sums.iter_mut().zip(pixel) {
                        *sum = take(*sum, value);
                    }
                }
            }
            for (out, &sum) in out.iter_mut().zip(&sums) {
                *out = end(sum, count);
            }
        }
    })
}

fn max_pool(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    match dtype {
        DType::F32 => return by_tiles(frame, largest),
        DType::UI8 => return by_tiles(frame, largest_of::<u8>(false)),
        DType::I8 => return by_tiles(frame, largest_of::<i8>(true)),
        _ => {}
    }
    for_dtype!(
        dtype,
        [ints floats halves],
        pool::<T>(
            frame,
            T::LOWEST.widen(),
            |largest, x| if T::narrow(largest) < x { x.widen() } else { largest },
            |largest, _| T::narrow(largest),
        ),
        else Err(unsupported_for("TfMaxPoolOp", dtype))
    )
}

fn avg_pool(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    if dtype == DType::F32 {
        return by_tiles(frame, means);
    }
    for_dtype!(
        dtype,
        [floats halves],
        pool::<T>(frame, T::SUM_ZERO, |sum, x| T::sum_plus(sum, x.widen()), T::mean),
        else Err(unsupported_for("TfAvgPoolOp", dtype))
    )
}
