//! Ops over images (NHWC): convolution, pooling, batch normalization, local response normalization.
//!
//! A convolution is a product of a matrix of patches with the filter; patches are built for a bounded number of output
//! positions at a time. Blocks of positions are the unit of work for threads, their size depends on the shapes alone.

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    DispatchFrame, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry, RestMetadata,
};
use tfrt_executor::tensor::{DType, DTypeExt as _, Dims, Shape, TensorMetadata};

use super::matmul::{Activation, MatrixElement, Product, fused_ops};
use super::number::num_traits_like::Functions as _;
use super::number::{Float, Number, Real};
use super::support::{for_dtype, result_metadata};
use crate::compute::window::{Padding, Window};

/// Adds the ops of this file.
pub fn register(ops: &mut OpRegistry) {
    ops.add("tf.Conv2D", OpEntry::new().metadata(conv_metadata).dispatch(conv2d));
    ops.add("tf._FusedConv2D", OpEntry::new().metadata(fused_conv_metadata).dispatch(fused_conv2d));
    let depthwise = OpEntry::new().metadata(depthwise_metadata).dispatch(depthwise);
    ops.add("tf.DepthwiseConv2dNative", depthwise);
    ops.add("tf.MaxPool", OpEntry::new().metadata(pool_metadata).dispatch(max_pool));
    ops.add("tf.AvgPool", OpEntry::new().metadata(pool_metadata).dispatch(avg_pool));
    ops.add("tf.FusedBatchNormV3", OpEntry::new().metadata(batch_norm_metadata).dispatch(batch_norm));
    ops.add("tf.LRN", OpEntry::new().metadata(lrn_metadata).dispatch(lrn));
}

/// Height and width of windows over an image.
#[derive(Clone, Copy)]
struct Windows {
    rows: Window,
    columns: Window,
}

fn require_channels_last(attrs: OpAttrsRef<'_>) -> Result<(), OpError> {
    match attrs.get_string("data_format") {
        None | Some(b"NHWC") => Ok(()),
        Some(_) => Err("only channel last order is supported".into()),
    }
}

/// An attribute of four numbers, of which those for batch and channels must be one.
fn four(attrs: OpAttrsRef<'_>, name: &str, default: Option<[i64; 4]>) -> Result<[i64; 2], OpError> {
    let values = match (attrs.get_ints(name), default) {
        (Some(values), _) if !values.is_empty() => values,
        (_, Some(default)) => Dims::from_slice(&default),
        _ => return Err(format!("{name} should have 4 elements").into()),
    };
    match values[..] {
        [1, rows, columns, 1] => Ok([rows, columns]),
        [_, _, _, _] => Err(format!("Expected {name} 'NC' elements to be 1").into()),
        _ => Err(format!("{name} should have 4 elements").into()),
    }
}

/// The windows that the attributes describe.
fn windows(attrs: OpAttrsRef<'_>, image: [i64; 2], filter: [i64; 2]) -> Result<Windows, OpError> {
    let strides = four(attrs, "strides", None)?;
    let dilations = four(attrs, "dilations", Some([1; 4]))?;
    let padding = attrs.get_str("padding").ok_or("missing 'padding' attribute")?;
    let padding = Padding::parse(padding)?;
    let mut explicit = [None; 2];
    if padding == Padding::Explicit {
        let values = attrs.get_ints("explicit_paddings").ok_or("Missing 'explicit_paddings' attribute")?;
        let [0, 0, top, bottom, left, right, 0, 0] = values[..] else {
            return Err("Wrong 'explicit_paddings' attribute length".into());
        };
        let amount = |value: i64| {
            usize::try_from(value)
                .map_err(|_| format!("explicit_paddings must not be negative, but has {value}"))
        };
        explicit = [Some((amount(top)?, amount(bottom)?)), Some((amount(left)?, amount(right)?))];
    }
    let window = |axis: usize| {
        let (input, filter) = (image[axis] as usize, usize::try_from(filter[axis]).unwrap_or(0));
        Window::new(input, filter, strides[axis], dilations[axis], padding, explicit[axis])
    };
    Ok(Windows { rows: window(0)?, columns: window(1)? })
}

fn rank_four(shape: &Shape, what: &str) -> Result<[i64; 4], OpError> {
    <[i64; 4]>::try_from(&shape.dims()[..])
        .map_err(|_| format!("{what} must have rank 4, but has shape {shape}").into())
}

fn conv_metadata(
    input: &TensorMetadata,
    filter: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    require_channels_last(attrs)?;
    if input.shape.rank() != filter.shape.rank() {
        return Err("Input and filter must have same rank.".into());
    }
    if input.dtype != filter.dtype {
        return Err("incompatible dtypes for tf.Conv2D".into());
    }
    let [batch, height, width, channels] = rank_four(&input.shape, "input")?;
    let [rows, columns, filter_channels, out] = rank_four(&filter.shape, "filter")?;
    let groups = if filter_channels > 0 { channels / filter_channels } else { 0 };
    if groups == 0 || channels % filter_channels != 0 || out % groups != 0 {
        return Err(format!("Dimensions does not match: L is {channels} and R is {filter_channels}").into());
    }
    let windows = windows(attrs, [height, width], [rows, columns])?;
    let dims = [batch, windows.rows.output as i64, windows.columns.output as i64, out];
    Ok(TensorMetadata::new(input.dtype, Shape::new(&dims)?))
}

/// A convolution, of which all sizes are known to go together.
struct Convolution {
    windows: Windows,
    batch: usize,
    channels: usize,
    groups: usize,
    out: usize,
}

impl Convolution {
    fn of(frame: &DispatchFrame<'_>) -> Result<Convolution, OpError> {
        let [batch, height, width, channels] = rank_four(frame.dense(0)?.shape(), "input")?;
        let [rows, columns, filter_channels, out] = rank_four(frame.dense(1)?.shape(), "filter")?;
        let windows = windows(frame.attrs(), [height, width], [rows, columns])?;
        let groups = channels / filter_channels.max(1);
        let [batch, channels, groups, out] = [batch, channels, groups, out].map(|n| n as usize);
        Ok(Convolution { windows, batch, channels, groups, out })
    }

    /// Copies the patch of an output position for a group of channels; what is outside the image is left as it is.
    fn patch<T: Number>(&self, input: &[T], position: usize, group: usize, patch: &mut [T]) {
        let Windows { rows, columns } = &self.windows;
        let per_group = self.channels / self.groups;
        let (column, rest) = (position % columns.output, position / columns.output);
        let (row, image) = (rest % rows.output, rest / rows.output);
        for tap_row in 0..rows.filter {
            let Some(y) = rows.position(row, tap_row) else { continue };
            for tap_column in 0..columns.filter {
                let Some(x) = columns.position(column, tap_column) else { continue };
                let to = (tap_row * columns.filter + tap_column) * per_group;
                let from = ((image * rows.input + y) * columns.input + x) * self.channels + group * per_group;
                patch[to..to + per_group].copy_from_slice(&input[from..from + per_group]);
            }
        }
    }

    fn run<T: MatrixElement>(
        &self,
        input: &[T],
        filter: &[T],
        out: &mut [T],
        context: &dyn OpContext,
        finish: impl Fn(&mut [T]) + Sync,
    ) {
        /// Elements of the matrix of patches that a task holds at a time.
        const PATCH_ELEMENTS: usize = 64 << 10;
        let Windows { rows, columns } = &self.windows;
        let positions = self.batch * rows.output * columns.output;
        let per_group = self.channels / self.groups;
        let (size, out_per_group) = (rows.filter * columns.filter * per_group, self.out / self.groups);
        if positions == 0 || self.out == 0 {
            return;
        }
        let block = (PATCH_ELEMENTS / size.max(1)).clamp(1, 4096);
        let tasks: Vec<Mutex<&mut [T]>> = out.chunks_mut(block * self.out).map(Mutex::new).collect();
        // Filters of one group, contiguous.
        let filters: SmallVec<[Vec<T>; 1]> = (0..self.groups)
            .map(|group| {
                if self.groups == 1 {
                    return Vec::new();
                }
                let rows = filter.chunks_exact(self.out);
                rows.flat_map(|row| row[group * out_per_group..][..out_per_group].iter().copied()).collect()
            })
            .collect();
        let whole = rows.filter == 1
            && columns.filter == 1
            && self.groups == 1
            && (rows.stride, columns.stride, rows.before, columns.before) == (1, 1, 0, 0)
            && (rows.output, columns.output) == (rows.input, columns.input);
        context.parallel_for(tasks.len(), 1, &|begin, end| {
            let mut patches = Vec::new();
            let mut product_of_group = Vec::new();
            for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut out = task.lock();
                let count = out.len() / self.out;
                for group in 0..self.groups {
                    let product = Product {
                        rows: count,
                        inner: size,
                        columns: out_per_group,
                        transpose_a: false,
                        transpose_b: false,
                        conjugate: [false; 2],
                    };
                    let filter = if self.groups == 1 { filter } else { &filters[group][..] };
                    if whole {
                        // The image is its own matrix of patches.
                        let patches = &input[at * block * size..][..count * size];
                        T::multiply(product, patches, filter, &mut out, &Alone);
                        continue;
                    }
                    patches.clear();
                    patches.resize(count * size, T::ZERO);
                    for (i, patch) in patches.chunks_exact_mut(size.max(1)).enumerate() {
                        self.patch(input, at * block + i, group, patch);
                    }
                    if self.groups == 1 {
                        T::multiply(product, &patches, filter, &mut out, &Alone);
                        continue;
                    }
                    product_of_group.clear();
                    product_of_group.resize(count * out_per_group, T::ZERO);
                    T::multiply(product, &patches, filter, &mut product_of_group, &Alone);
                    let rows = product_of_group.chunks_exact(out_per_group);
                    for (row, out) in rows.zip(out.chunks_exact_mut(self.out)) {
                        out[group * out_per_group..][..out_per_group].copy_from_slice(row);
                    }
                }
                finish(&mut out);
            }
        });
    }
}

/// A context for products inside a task: they stay on its thread.
struct Alone;

impl super::matmul::Blocks for Alone {
    fn for_blocks(&self, blocks: usize, body: &(dyn Fn(usize, usize) + Sync)) {
        body(0, blocks);
    }
}

fn conv2d(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let convolution = Convolution::of(frame)?;
    for_dtype!(metadata.dtype, [floats halves], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let (input, filter) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
        convolution.run(input, filter, out.values_mut(), frame.context(), |_| {});
        frame.finish(0, out);
        Ok(())
    }, else if metadata.dtype == DType::I32 {
        let mut out = DispatchFrame::fresh(metadata)?;
        let (input, filter) = (frame.values::<i32>(0)?, frame.values::<i32>(1)?);
        convolution.run(input, filter, out.values_mut(), frame.context(), |_| {});
        frame.finish(0, out);
        Ok(())
    } else {
        Err("unsupported dtype for TfConv2DOp".into())
    })
}

fn fused_conv_metadata(
    input: &TensorMetadata,
    filter: &TensorMetadata,
    args: RestMetadata<'_>,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    let result = conv_metadata(input, filter, attrs)?;
    fused_ops(attrs)?;
    let [bias] = args.0 else {
        return Err(format!(
            "tf._FusedConv2D with BiasAdd takes one more argument, but got {}",
            args.0.len()
        )
        .into());
    };
    if bias.dtype != input.dtype || bias.shape.rank() != 1 || bias.shape.dim(0) != result.shape.dim(3) {
        return Err(format!("bias {bias} does not fit a convolution {result}").into());
    }
    Ok(result)
}

fn fused_conv2d(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let convolution = Convolution::of(frame)?;
    let activation = fused_ops(frame.attrs())?;
    for_dtype!(metadata.dtype, [floats halves], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let (input, filter, bias) = (frame.values::<T>(0)?, frame.values::<T>(1)?, frame.values::<T>(2)?);
        convolution.run(input, filter, out.values_mut(), frame.context(), |pixels| {
            Activation::finish(activation, pixels, bias);
        });
        frame.finish(0, out);
        Ok(())
    }, else Err("unsupported dtype for TfConv2DOp".into()))
}

fn depthwise_metadata(
    input: &TensorMetadata,
    filter: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    require_channels_last(attrs)?;
    if input.dtype != filter.dtype {
        return Err("incompatible dtypes for tf.DepthwiseConv2dNative".into());
    }
    let [batch, height, width, channels] = rank_four(&input.shape, "input")?;
    let [rows, columns, filter_channels, multiplier] = rank_four(&filter.shape, "filter")?;
    if channels != filter_channels {
        return Err(format!("Dimensions does not match: L is {channels} and R is {filter_channels}").into());
    }
    let windows = windows(attrs, [height, width], [rows, columns])?;
    let out = channels.checked_mul(multiplier).ok_or("too many output channels")?;
    let dims = [batch, windows.rows.output as i64, windows.columns.output as i64, out];
    Ok(TensorMetadata::new(input.dtype, Shape::new(&dims)?))
}

fn depthwise(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let [_, height, width, channels] = rank_four(frame.dense(0)?.shape(), "input")?;
    let [filter_rows, filter_columns, _, multiplier] = rank_four(frame.dense(1)?.shape(), "filter")?;
    let Windows { rows, columns } = windows(frame.attrs(), [height, width], [filter_rows, filter_columns])?;
    let (channels, multiplier) = (channels as usize, multiplier as usize);
    let out_channels = channels * multiplier;
    for_dtype!(metadata.dtype, [floats halves], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let (input, filter) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
        let lines = out.values_mut::<T>().chunks_mut((columns.output * out_channels).max(1));
        let tasks: Vec<Mutex<&mut [T]>> = lines.map(Mutex::new).collect();
        frame.context().parallel_for(tasks.len(), 4, &|begin, end| {
            let mut sums = vec![T::SUM_ZERO; out_channels];
            for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
                let (row, image) = (at % rows.output, at / rows.output);
                for (column, out) in task.lock().chunks_exact_mut(out_channels.max(1)).enumerate() {
                    sums.fill(T::SUM_ZERO);
                    for tap_row in 0..rows.filter {
                        let Some(y) = rows.position(row, tap_row) else { continue };
                        for tap_column in 0..columns.filter {
                            let Some(x) = columns.position(column, tap_column) else { continue };
                            let pixel = &input[((image * rows.input + y) * columns.input + x) * channels..][..channels];
                            let weights = &filter[(tap_row * columns.filter + tap_column) * out_channels..];
                            for (c, sum) in sums.iter_mut().enumerate() {
                                let product = T::sum_times(pixel[c / multiplier].widen(), weights[c].widen());
                                *sum = T::sum_plus(*sum, product);
                            }
                        }
                    }
                    for (out, &sum) in out.iter_mut().zip(&sums) {
                        *out = T::narrow(sum);
                    }
                }
            }
        });
        drop(tasks);
        frame.finish(0, out);
        Ok(())
    }, else Err("unsupported dtype for TfDepthwiseConv2DOp".into()))
}

fn pool_metadata(input: &TensorMetadata, attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    require_channels_last(attrs)?;
    let [batch, height, width, channels] = rank_four(&input.shape, "input")?;
    let size = four(attrs, "ksize", None)?;
    let windows = windows(attrs, [height, width], size)?;
    let dims = [batch, windows.rows.output as i64, windows.columns.output as i64, channels];
    Ok(TensorMetadata::new(input.dtype, Shape::new(&dims)?))
}

/// Calls `pool` for each output position with its channels, the pixels under the window being visited through a callback.
fn pool<T: Number>(
    frame: &mut DispatchFrame<'_>,
    start: T::Sum,
    take: impl Fn(T::Sum, T) -> T::Sum + Sync,
    end: impl Fn(T::Sum, usize) -> T + Sync,
) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let [_, height, width, channels] = rank_four(frame.dense(0)?.shape(), "input")?;
    let size = four(frame.attrs(), "ksize", None)?;
    let Windows { rows, columns } = windows(frame.attrs(), [height, width], size)?;
    let channels = channels as usize;
    let mut out = DispatchFrame::fresh(metadata)?;
    let input = frame.values::<T>(0)?;
    let lines = out.values_mut::<T>().chunks_mut((columns.output * channels).max(1));
    let tasks: Vec<Mutex<&mut [T]>> = lines.map(Mutex::new).collect();
    frame.context().parallel_for(tasks.len(), 8, &|begin, end_at| {
        let mut sums = vec![start; channels];
        for (at, task) in tasks.iter().enumerate().take(end_at).skip(begin) {
            let (row, image) = (at % rows.output, at / rows.output);
            for (column, out) in task.lock().chunks_exact_mut(channels.max(1)).enumerate() {
                sums.fill(start);
                let mut count = 0;
                for y in rows.range(row) {
                    for x in columns.range(column) {
                        count += 1;
                        let pixel =
                            &input[((image * rows.input + y) * columns.input + x) * channels..][..channels];
                        for (sum, &value) in sums.iter_mut().zip(pixel) {
                            *sum = take(*sum, value);
                        }
                    }
                }
                for (out, &sum) in out.iter_mut().zip(&sums) {
                    *out = end(sum, count);
                }
            }
        }
    });
    drop(tasks);
    frame.finish(0, out);
    Ok(())
}

fn max_pool(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(
        dtype,
        [ints floats halves],
        pool::<T>(
            frame,
            T::LOWEST.widen(),
            |largest, x| if T::narrow(largest) < x { x.widen() } else { largest },
            |largest, _| T::narrow(largest),
        ),
        else Err("unsupported dtype for TfMaxPoolOp".into())
    )
}

fn avg_pool(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(
        dtype,
        [floats halves],
        pool::<T>(frame, T::SUM_ZERO, |sum, x| T::sum_plus(sum, x.widen()), T::mean),
        else Err("unsupported dtype for TfAvgPoolOp".into())
    )
}

fn batch_norm_metadata(
    x: &TensorMetadata,
    scale: &TensorMetadata,
    offset: &TensorMetadata,
    mean: &TensorMetadata,
    variance: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<[TensorMetadata; 6], OpError> {
    require_channels_last(attrs)?;
    if attrs.get_bool("is_training").unwrap_or(true) {
        return Err("BatchNorm training not currently supported".into());
    }
    if attrs.get_float("epsilon").is_none() {
        return Err("missing epsilon attribute".into());
    }
    if [offset, mean, variance].iter().any(|other| *other != scale) || scale.shape.rank() != 1 {
        return Err("Mean, variance, bias, and scale are expected to have the same shape".into());
    }
    if x.shape.rank() == 0 || x.shape.dim(x.shape.rank() - 1) != scale.shape.dim(0) {
        return Err(format!("scale {scale} does not fit the last dimension of x {x}").into());
    }
    let statistic = || scale.clone();
    Ok([x.clone(), statistic(), statistic(), statistic(), statistic(), statistic()])
}

/// `(x - mean) * scale / sqrt(variance + epsilon) + offset`, for trained statistics. Only the first result is computed.
fn batch_norm(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let metadata = result_metadata(frame, 0)?;
    if frame.dense(1)?.dtype() != DType::F32 {
        return Err("unsupported dtype for TfFusedBatchNormV3Op".into());
    }
    let epsilon = frame.attrs().get_float("epsilon").unwrap_or(0.0) as f32;
    let parameter = |i: usize| Ok::<_, OpError>(frame.values::<f32>(i)?.to_vec());
    let (scale, offset, mean, variance) = (parameter(1)?, parameter(2)?, parameter(3)?, parameter(4)?);
    let factor: Vec<f32> =
        scale.iter().zip(&variance).map(|(scale, variance)| scale / (variance + epsilon).sqrt()).collect();
    fn run<T: Float<Work = f32>>(
        frame: &mut DispatchFrame<'_>,
        metadata: &TensorMetadata,
        [factor, offset, mean]: [&[f32]; 3],
    ) -> Result<(), OpError> {
        let mut out = frame.output(metadata)?;
        if out.source().is_none() {
            out.values_mut::<T>().copy_from_slice(frame.values::<T>(0)?);
        }
        for pixel in out.values_mut::<T>().chunks_exact_mut(factor.len().max(1)) {
            for (((x, factor), offset), mean) in pixel.iter_mut().zip(factor).zip(offset).zip(mean) {
                *x = T::unwork((x.work() - mean) * factor + offset);
            }
        }
        frame.finish(0, out);
        Ok(())
    }
    let parameters = [&factor[..], &offset[..], &mean[..]];
    match metadata.dtype {
        DType::F32 => run::<f32>(frame, metadata, parameters)?,
        DType::F16 => run::<half::f16>(frame, metadata, parameters)?,
        DType::BF16 => run::<half::bf16>(frame, metadata, parameters)?,
        _ => return Err("unsupported dtype for TfFusedBatchNormV3Op".into()),
    }
    for i in 1..frame.num_results() {
        let message = "TfFusedBatchNormV3Op only supports one valid output";
        frame.set_error(i, tfrt_executor::value::Error::internal(message));
    }
    Ok(())
}

fn lrn_metadata(input: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    rank_four(&input.shape, "input")?;
    Ok(input.clone())
}

/// `x / (bias + alpha * sum of squares over nearby channels) ^ beta`.
fn lrn(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let radius = usize::try_from(attrs.get_int("depth_radius").unwrap_or(5))
        .map_err(|_| "depth_radius must not be negative")?;
    let [bias, alpha, beta] = [("bias", 1.0), ("alpha", 1.0), ("beta", 0.5)]
        .map(|(name, default)| attrs.get_float(name).unwrap_or(default) as f32);
    let channels = metadata.shape.dim(3) as usize;
    for_dtype!(metadata.dtype, [floats halves], {
        type W = <T as Float>::Work;
        let mut out = DispatchFrame::fresh(metadata)?;
        let pixels = frame.values::<T>(0)?.chunks_exact(channels.max(1));
        for (pixel, out) in pixels.zip(out.values_mut::<T>().chunks_exact_mut(channels.max(1))) {
            for (c, out) in out.iter_mut().enumerate() {
                let near = &pixel[c.saturating_sub(radius)..channels.min(c.saturating_add(radius).saturating_add(1))];
                let sum = near.iter().fold(W::ZERO, |sum, x| sum.plus(x.work().times(x.work())));
                let norm = W::of(f64::from(bias)).plus(W::of(f64::from(alpha)).times(sum));
                *out = T::unwork(pixel[c].work().over(norm.powf(W::of(f64::from(beta)))));
            }
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(format!("Unsupported dtype: {}", metadata.dtype.label()).into()))
}
