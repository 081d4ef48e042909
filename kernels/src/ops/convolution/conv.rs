//! Convolutions: plain, fused with bias and activation, and by channel.
//!
//! `f32` goes to [`tfrt_numerics::convolution`]. For other dtypes a convolution is a product of a matrix of patches with the
//! filter; patches are built for a bounded number of output positions at a time. Threads share the work in blocks of
//! positions, whose size depends on the shapes alone.

use std::ops::Range;

use half::{bf16, f16};
use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ops::shapes::DataFormat;
use tfrt_ops::{Activation, Epilogue, Precision};

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::convolution::pool::{Windows, windows};
use crate::ops::data_format::{Images as _, dims_of, rank_four};
use crate::ops::host::{ALONE, HostThreads};
use crate::ops::linear_algebra::epilogue::FuseElement;
use crate::ops::linear_algebra::gemm::{MatrixElement, Product};
use crate::ops::linear_algebra::prepared_factors::Prepared;
use crate::ops::memory::result_metadata;
use crate::ops::number::Number;
use tfrt_numerics::depthwise::{Depthwise, convolve_by_channel};
use tfrt_numerics::finish::{After, Then};
use tfrt_numerics::panel_product::product_of_panels;
use tfrt_numerics::panels::{Matrix, Panels, usable};
use tfrt_numerics::product::{Factors, product};
use tfrt_numerics::split::Split;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let bound = move |_: OpAttrsRef<'_>| {
        let site = Prepared::default();
        Ok(OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| conv2d(frame, Some(&site))))
    };
    let unbound = |frame: &mut DispatchFrame<'_>| conv2d(frame, None);
    ops.add("tf.Conv2D", OpEntry::new().dispatch(unbound).bind(bound));
    ops.add("tf._FusedConv2D", OpEntry::new().dispatch(fused_conv2d));
    ops.add("tf.DepthwiseConv2dNative", OpEntry::new().dispatch(depthwise));
}

/// A convolution, of which all sizes are known to go together.
pub(crate) struct Convolution {
    pub(super) format: DataFormat,
    windows: Windows,
    batch: usize,
    channels: usize,
    groups: usize,
    out: usize,
    precision: Precision,
}

/// An element type that images can be convolved in.
pub(crate) trait ConvElement: MatrixElement {
    /// Computes all output positions, with channels last; each part of the output goes through `finish`.
    fn convolve(
        convolution: &Convolution,
        input: &[Self],
        filter: &[Self],
        out: &mut [Self],
        context: &dyn OpContext,
        finish: &(dyn Fn(&mut [Self]) + Sync),
    ) {
        convolution.by_patches(input, filter, out, context, finish);
    }

    /// Convolves with temporary panels of the filter, where the element type has panels and they are faster; says whether it did.
    fn convolve_by_panels(
        _convolution: &Convolution,
        _input: &[Self],
        _filter: &DenseHostTensor,
        _out: &mut [Self],
        _context: &dyn OpContext,
    ) -> bool {
        false
    }
}

impl ConvElement for f64 {}
impl ConvElement for f16 {}
impl ConvElement for bf16 {}
impl ConvElement for i32 {}

impl ConvElement for f32 {
    fn convolve_by_panels(
        convolution: &Convolution,
        input: &[f32],
        filter: &DenseHostTensor,
        out: &mut [f32],
        context: &dyn OpContext,
    ) -> bool {
        /// Pixels of a row from which tiles over panels of the filter are high enough.
        const PIXELS: usize = 6;
        let threads = HostThreads::of(context);
        (convolution.windows.columns.output >= PIXELS || convolution.precision() != Precision::F32)
            && convolution.by_panels(input, filter, None, Then::default(), out, threads.split())
    }

    fn convolve(
        convolution: &Convolution,
        input: &[f32],
        filter: &[f32],
        out: &mut [f32],
        context: &dyn OpContext,
        finish: &(dyn Fn(&mut [f32]) + Sync),
    ) {
        if let Some(sizes) = convolution.by_channel() {
            let finish = |_: usize, part: &mut [f32]| finish(part);
            let then = Then { after: None, finish: Some(&finish) };
            let threads = HostThreads::of(context);
            return convolve_by_channel(&sizes, input, filter, then, out, threads.split());
        }
        let geometry = convolution.geometry();
        // Where the image is its own matrix of patches, or each weight is used by too few pixels of a row before the next
        // must come from afar, products do better.
        let Convolution { channels, groups, out: out_channels, .. } = *convolution;
        let depth = geometry.rows.filter * geometry.columns.filter * (channels / groups);
        let by_product = (convolution.pointwise() && channels * out_channels > 4096) || depth > 768;
        if by_product || !geometry.is_direct() {
            return convolution.by_patches(input, filter, out, context, finish);
        }
        tfrt_numerics::convolution::convolve(
            &geometry,
            input,
            filter,
            out,
            finish,
            HostThreads::of(context).split(),
        );
    }
}

impl Convolution {
    /// Its sizes as a convolution by channel, if each group is a channel.
    pub(super) fn by_channel(&self) -> Option<Depthwise> {
        let Windows { rows, columns } = self.windows;
        let is_by_channel = self.groups > 1 && self.groups == self.channels && self.out == self.channels;
        is_by_channel.then_some(Depthwise { batch: self.batch, rows, columns, channels: self.channels })
    }

    /// The convolution of images with channels last, under these windows, of so many images, channels, groups and output channels, and
    /// of this precision.
    pub(crate) fn of_windows(
        windows: Windows,
        [batch, channels, groups, out]: [usize; 4],
        precision: Precision,
    ) -> Convolution {
        Convolution { format: DataFormat::ChannelsLast, windows, batch, channels, groups, out, precision }
    }

    /// Computes all output positions of a convolution by a filter that may be another one the next time.
    pub(crate) fn run_once<T: ConvElement>(
        &self,
        input: &[T],
        filter: &DenseHostTensor,
        out: &mut [T],
        context: &dyn OpContext,
    ) {
        if !T::convolve_by_panels(self, input, filter, out, context) {
            T::convolve(self, input, filter.values().unwrap_or_default(), out, context, &|_| {});
        }
    }

    fn of(frame: &DispatchFrame<'_>) -> Result<Convolution, OpError> {
        Convolution::of_shapes(frame.dense(0)?.shape(), frame.dense(1)?.shape(), frame.attrs())
    }

    pub(super) fn of_shapes(
        input: &Shape,
        filter: &Shape,
        attrs: OpAttrsRef<'_>,
    ) -> Result<Convolution, OpError> {
        let format = DataFormat::of(&*attrs)?;
        let [batch, height, width, channels] = format.image(input, "input")?;
        let [rows, columns, filter_channels, out] = rank_four(filter, "filter")?;
        let windows = windows(format, attrs, [height, width], [rows, columns])?;
        let groups = channels / filter_channels.max(1);
        let [batch, channels, groups, out] = [batch, channels, groups, out].map(|n| n as usize);
        let precision = Precision::of(&*attrs);
        Ok(Convolution { format, windows, batch, channels, groups, out, precision })
    }

    /// The precision of products of panels.
    pub(super) fn precision(&self) -> Precision {
        usable(self.precision)
    }

    /// The product of patches and the filter that the convolution is, if panels of the filter are worth looking for.
    pub(super) fn panel_product(&self) -> Option<Product> {
        /// Multiplications below which they are not.
        const LEAST: usize = 1 << 16;
        let Windows { rows, columns } = self.windows;
        let (pixels, depth) =
            (self.batch * rows.output * columns.output, rows.filter * columns.filter * self.channels);
        let work = pixels.saturating_mul(depth).saturating_mul(self.out);
        let geometry = self.geometry();
        let is_rounded = self.precision() != Precision::F32;
        // Tiles of a finite filter have to do with the taps on the image alone.
        let is_direct = || if is_rounded { geometry.is_direct() } else { geometry.used().1.is_direct() };
        // A row of one or two pixels would use as much of a tile.
        let is_wide = || self.pointwise() || ((columns.output > 2 || is_rounded) && is_direct());
        let pays = self.groups == 1 && work >= LEAST && is_wide();
        pays.then(|| Product { precision: self.precision, ..Product::plain([pixels, depth, self.out]) })
    }

    /// Computes all output positions, with the filter in panels, if that pays: those of the call's site, or some that are made
    /// for many pixels. Says whether it did.
    pub(super) fn by_panels(
        &self,
        input: &[f32],
        filter: &DenseHostTensor,
        site: Option<&Prepared>,
        then: Then<'_>,
        out: &mut [f32],
        split: Split<'_>,
    ) -> bool {
        /// Pixels for which panels are made and not kept.
        const PIXELS: usize = 64;
        let Some(sizes) = self.panel_product() else { return false };
        let Product { rows: pixels, inner: depth, .. } = sizes;
        let (geometry, pointwise) = (self.geometry(), self.pointwise());
        let is_rounded = self.precision() != Precision::F32;
        let made;
        let panels = match site.and_then(|site| site.of::<f32>(sizes, filter, split)) {
            Some(panels) => panels,
            None if pixels < PIXELS && pointwise && !is_rounded => {
                // A product of few rows, which reads the filter where it is.
                let b = filter.values().unwrap_or_default();
                let (a_strides, b_strides) = ((depth, 1), (self.out, 1));
                let factors = Factors {
                    rows: pixels,
                    inner: depth,
                    columns: self.out,
                    a: input,
                    a_strides,
                    b,
                    b_strides,
                    precision: self.precision,
                };
                product(&factors, out, split);
                then.apply(out, self.out, split);
                return true;
            }
            None if pixels < PIXELS && !is_rounded => return false,
            None => {
                let values = filter.values().unwrap_or_default();
                let right = Matrix { values, strides: (self.out, 1) };
                match Panels::of(right, depth, self.out, self.precision, split) {
                    Some(panels) => made = panels,
                    None => return false,
                }
                &made
            }
        };
        if pointwise {
            let left = Matrix { values: input, strides: (depth, 1) };
            product_of_panels(left, pixels, panels, then, out, split);
            return true;
        }
        if !is_rounded && !geometry.is_direct() && !panels.is_finite() {
            return false;
        }
        tfrt_numerics::panel_convolution::convolve_by_panels(&geometry, input, panels, then, out, split);
        true
    }

    /// The sizes, as the direct kernels take them.
    pub(super) fn geometry(&self) -> tfrt_numerics::convolution::Geometry {
        let Convolution { windows: Windows { rows, columns }, batch, channels, groups, out, .. } = *self;
        tfrt_numerics::convolution::Geometry { batch, rows, columns, channels, groups, out }
    }

    /// The convolution of some rows of an image whose windows these are.
    pub(super) fn of_rows(&self, rows: Range<usize>) -> Convolution {
        let Windows { rows: all, columns } = self.windows;
        let windows = Windows { rows: all.part(rows), columns };
        Convolution { windows, batch: 1, ..*self }
    }

    /// Whether each output pixel comes from the one input pixel at its place.
    pub(super) fn pointwise(&self) -> bool {
        let Windows { rows, columns } = &self.windows;
        rows.filter == 1
            && columns.filter == 1
            && self.groups == 1
            && (rows.stride, columns.stride, rows.before, columns.before) == (1, 1, 0, 0)
            && (rows.output, columns.output) == (rows.input, columns.input)
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

    fn by_patches<T: MatrixElement>(
        &self,
        input: &[T],
        filter: &[T],
        out: &mut [T],
        context: &dyn OpContext,
        finish: &(dyn Fn(&mut [T]) + Sync),
    ) {
        /// Elements of the matrix of patches that a task holds at a time.
        const PATCH_ELEMENTS: usize = 256 << 10;
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
        let whole = self.pointwise();
        context.parallel_for(tasks.len(), 1, &|begin, end| {
            let mut patches = Vec::new();
            let mut product_of_group = Vec::new();
            for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut out = task.lock();
                let count = out.len() / self.out;
                for group in 0..self.groups {
                    let product = Product::plain([count, size, out_per_group]);
                    let filter = if self.groups == 1 { filter } else { &filters[group][..] };
                    if whole {
                        // The image is its own matrix of patches.
                        let patches = &input[at * block * size..][..count * size];
                        T::multiply(product, patches, filter, &mut out, ALONE);
                        continue;
                    }
                    patches.clear();
                    patches.resize(count * size, T::ZERO);
                    for (i, patch) in patches.chunks_exact_mut(size.max(1)).enumerate() {
                        self.patch(input, at * block + i, group, patch);
                    }
                    if self.groups == 1 {
                        T::multiply(product, &patches, filter, &mut out, ALONE);
                        continue;
                    }
                    product_of_group.clear();
                    product_of_group.resize(count * out_per_group, T::ZERO);
                    T::multiply(product, &patches, filter, &mut product_of_group, ALONE);
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

/// Convolves the first two arguments, in either order of dimensions.
fn run<T: ConvElement>(
    frame: &mut DispatchFrame<'_>,
    metadata: &TensorMetadata,
    finish: impl Fn(&DispatchFrame<'_>, &mut [T]) + Sync,
) -> Result<(), OpError> {
    let convolution = Convolution::of(frame)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let (input, filter) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    let context = frame.context();
    let finish = |pixels: &mut [T]| finish(frame, pixels);
    let format = convolution.format;
    let input = format.last(format.image(frame.dense(0)?.shape(), "input")?, input)?;
    format.fill(dims_of(format, metadata)?, out.values_mut(), |out| {
        T::convolve(&convolution, &input, filter, out, context, &finish);
        Ok(())
    })?;
    drop(input);
    frame.finish(0, out);
    Ok(())
}

/// The convolution; `site` is the place in a program that it stands at.
fn conv2d(frame: &mut DispatchFrame<'_>, site: Option<&Prepared>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    match metadata.dtype {
        DType::F32 => finished_convolution_f32(frame, site, metadata, None),
        DType::F64 => run::<f64>(frame, metadata, |_, _| {}),
        DType::F16 => run::<f16>(frame, metadata, |_, _| {}),
        DType::BF16 => run::<bf16>(frame, metadata, |_, _| {}),
        DType::I32 => run::<i32>(frame, metadata, |_, _| {}),
        other => Err(unsupported_for("TfConv2DOp", other)),
    }
}

fn fused_conv2d(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let activation = Epilogue::after_bias(&*frame.attrs())?;
    match metadata.dtype {
        DType::F32 => finished_convolution::<f32>(frame, metadata, activation),
        DType::F64 => finished_convolution::<f64>(frame, metadata, activation),
        DType::F16 => finished_convolution::<f16>(frame, metadata, activation),
        DType::BF16 => finished_convolution::<bf16>(frame, metadata, activation),
        other => Err(unsupported_for("TfConv2DOp", other)),
    }
}

/// The convolution of the first two arguments, whose metadata is known, with the third as its bias and an activation.
fn finished_convolution<T: ConvElement + FuseElement>(
    frame: &mut DispatchFrame<'_>,
    metadata: &TensorMetadata,
    activation: Option<Activation>,
) -> Result<(), OpError> {
    frame.values::<T>(2)?;
    run::<T>(frame, metadata, |frame, pixels| {
        T::finish(activation, pixels, frame.values::<T>(2).unwrap_or_default());
    })
}

/// The convolution of `f32` tensors, whose result's metadata is known, with what comes after.
pub(crate) fn finished_convolution_f32(
    frame: &mut DispatchFrame<'_>,
    site: Option<&Prepared>,
    metadata: &TensorMetadata,
    after: Option<After<'_>>,
) -> Result<(), OpError> {
    let convolution = Convolution::of(frame)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let (input, filter, context) = (frame.values::<f32>(0)?, frame.dense(1)?, frame.context());
    let weights = frame.values::<f32>(1)?;
    let format = convolution.format;
    let input = format.last(format.image(frame.dense(0)?.shape(), "input")?, input)?;
    let finish = |pixels: &mut [f32]| {
        if let Some(after) = after {
            after.apply(pixels);
        }
    };
    format.fill(dims_of(format, metadata)?, out.values_mut(), |out| {
        let threads = HostThreads::of(context);
        if !convolution.by_panels(&input, filter, site, after.into(), out, threads.split()) {
            f32::convolve(&convolution, &input, weights, out, context, &finish);
        }
        Ok(())
    })?;
    drop(input);
    frame.finish(0, out);
    Ok(())
}

/// The convolution by channel of `f32` tensors, whose result's metadata is known, with what comes after.
pub(crate) fn finished_depthwise(
    frame: &mut DispatchFrame<'_>,
    metadata: &TensorMetadata,
    after: Option<After<'_>>,
) -> Result<(), OpError> {
    let format = DataFormat::of(&*frame.attrs())?;
    let dims @ [batch, height, width, channels] = format.image(frame.dense(0)?.shape(), "input")?;
    let [filter_rows, filter_columns, _, multiplier] = rank_four(frame.dense(1)?.shape(), "filter")?;
    let Windows { rows, columns } =
        windows(format, frame.attrs(), [height, width], [filter_rows, filter_columns])?;
    let (batch, channels, multiplier) = (batch as usize, channels as usize, multiplier as usize);
    let mut out = DispatchFrame::fresh(metadata)?;
    let threads = HostThreads::of(frame.context());
    let (input, filter, split) = (frame.values::<f32>(0)?, frame.values(1)?, threads.split());
    let input = format.last(dims, input)?;
    // Each output channel has an input channel of its own.
    let len = input.len().saturating_mul(multiplier);
    let repeated = match multiplier {
        0 | 1 => None,
        _ => {
            let mut room = split.scratch(len).ok_or("there is no memory for the image")?;
            for (to, &x) in room.values_mut().chunks_exact_mut(multiplier).zip(&*input) {
                to.fill(x);
            }
            Some(room)
        }
    };
    let image = repeated.as_ref().map_or(&*input, |room| &room.values()[..len]);
    let channels = channels * multiplier;
    let geometry = Depthwise { batch, rows, columns, channels };
    format.fill(dims_of(format, metadata)?, out.values_mut(), |out| {
        convolve_by_channel(&geometry, image, filter, after.into(), out, split);
        Ok(())
    })?;
    drop((input, repeated));
    frame.finish(0, out);
    Ok(())
}

fn depthwise(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    if metadata.dtype == DType::F32 {
        return finished_depthwise(frame, metadata, None);
    }
    let format = DataFormat::of(&*frame.attrs())?;
    let dims @ [_, height, width, channels] = format.image(frame.dense(0)?.shape(), "input")?;
    let [filter_rows, filter_columns, _, multiplier] = rank_four(frame.dense(1)?.shape(), "filter")?;
    let Windows { rows, columns } =
        windows(format, frame.attrs(), [height, width], [filter_rows, filter_columns])?;
    let (channels, multiplier) = (channels as usize, multiplier as usize);
    let out_channels = channels * multiplier;
    for_dtype!(metadata.dtype, [double halves], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let (input, filter) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
        let input = format.last(dims, input)?;
        let compute = |to: &mut [T]| {
        let lines = to.chunks_mut((columns.output * out_channels).max(1));
        let tasks: Vec<Mutex<&mut [T]>> = lines.map(Mutex::new).collect();
        let line_work = columns.output * out_channels * rows.filter * columns.filter;
        frame.context().parallel_for(tasks.len(), ((1 << 16) / line_work.max(1)).max(1), &|begin, end| {
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
                            let weights = &filter[(tap_row * columns.filter + tap_column) * out_channels..][..out_channels];
                            if multiplier == 1 {
                                for ((sum, &x), &weight) in sums.iter_mut().zip(pixel).zip(weights) {
                                    *sum = T::sum_plus(*sum, T::sum_times(x.widen(), weight.widen()));
                                }
                                continue;
                            }
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
        Ok(())
        };
        format.fill(dims_of(format, metadata)?, out.values_mut(), compute)?;
        drop(input);
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported_for("TfDepthwiseConv2DOp", metadata.dtype)))
}
