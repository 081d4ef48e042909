//! The gradient of a convolution for its input, which is a transposed convolution.
//!
//! One group of `f32` is computed phase by phase ([`tfrt_numerics::transposed_convolution`]). Otherwise each line of the result is computed on
//! its own, from the lines of the gradient whose windows reach it: a product with the filter's rows gives each window's share, and shares are
//! added in the order of the windows. So threads can share the lines, and the sums do not depend on the number of threads.

use std::borrow::Cow;
use std::sync::Arc;

use half::{bf16, f16};
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{
    Declined, DispatchFrame, FinishPart, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry, Prepared,
    Producer, Step, StepSpec,
};
use tfrt_executor::tensor::{Buffer, DType, DenseHostTensor, TensorMetadata};
use tfrt_ops::shapes::DataFormat;

use crate::ops::by_dtype::unsupported_for;
use crate::ops::convolution::pool::{Windows, windows};
use crate::ops::data_format::{Images as _, rank_four};
use crate::ops::host::{ALONE, HostThreads};
use crate::ops::kept::{Once, Reservation};
use crate::ops::linear_algebra::gemm::{MatrixElement, Product};
use tfrt_numerics::finish::{FinishPart as FinishValues, Then};
use tfrt_numerics::panels::{Matrix, Panels};
use tfrt_numerics::split::Split;
use tfrt_numerics::transposed_convolution::{Transposed, convolve_transposed};

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The shape of the result is data, so there is no metadata function.
    let bound = |_: OpAttrsRef<'_>| {
        let site = Site::default();
        Ok(OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| backprop_input(frame, Some(&site))))
    };
    let unbound = |frame: &mut DispatchFrame<'_>| backprop_input(frame, None);
    ops.add("tf.Conv2DBackpropInput", OpEntry::new().dispatch(unbound).bind(bound));
    ops.prepare("tf.Conv2DBackpropInput", Arc::new(TransposedStep::prepared));
}

/// The gradient; `site` is the place in a program that it stands at.
fn backprop_input(frame: &mut DispatchFrame<'_>, site: Option<&Site>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (filter, gradient) = (frame.dense(1)?.dtype(), frame.dense(2)?.dtype());
    if filter != gradient {
        return Err("incompatible dtypes for tf.Conv2DBackpropInput".into());
    }
    match filter {
        DType::F32 => run::<f32>(frame, |lines, frame, out| {
            let (Some(geometry), Ok(filter)) = (lines.transposed(), frame.dense(1)) else { return false };
            let threads = HostThreads::of(frame.context());
            by_phases(&geometry, lines.gradient, filter, site, Then::default(), out, threads.split())
        }),
        DType::F64 => run::<f64>(frame, |_, _, _| false),
        DType::F16 => run::<f16>(frame, |_, _, _| false),
        DType::BF16 => run::<bf16>(frame, |_, _, _| false),
        DType::I32 => run::<i32>(frame, |_, _, _| false),
        other => Err(unsupported_for("tf.Conv2DBackpropInput", other)),
    }
}

/// Batch, height, width and channels of the result, from the first argument: all four, or height and width alone.
fn result_dims(
    frame: &DispatchFrame<'_>,
    format: DataFormat,
    batch: i64,
    channels: i64,
) -> Result<[i64; 4], OpError> {
    let sizes = frame.indices(0)?;
    let dims = match sizes[..] {
        [height, width] => [batch, height, width, channels],
        [a, b, c, d] => format.to_last([a, b, c, d]),
        _ => return Err(format!("input_sizes must have 2 or 4 elements, but has {}", sizes.len()).into()),
    };
    if let Some(negative) = dims.iter().find(|&&dim| dim < 0) {
        return Err(format!("Dimension {negative} must be >= 0").into());
    }
    if dims[0] != batch {
        let got = dims[0];
        return Err(format!(
            "input and out_backprop must have the same batch size, but have {got} and {batch}"
        )
        .into());
    }
    if channels == 0 || dims[3] % channels != 0 {
        let got = dims[3];
        return Err(format!("input depth {got} must be a multiple of filter depth {channels}").into());
    }
    Ok(dims)
}

/// The gradient for the input; `at_once` computes the whole result, with channels last, if it can, and says whether it did.
fn run<T: MatrixElement>(
    frame: &mut DispatchFrame<'_>,
    at_once: impl Fn(&Lines<'_, T>, &DispatchFrame<'_>, &mut [T]) -> bool,
) -> Result<(), OpError> {
    let format = DataFormat::of(&*frame.attrs())?;
    let [filter_rows, filter_columns, per_group, out_channels] =
        rank_four(frame.dense(1)?.shape(), "filter")?;
    let gradient_dims @ [batch, ..] = format.image(frame.dense(2)?.shape(), "out_backprop")?;
    let dims @ [_, height, width, channels] = result_dims(frame, format, batch, per_group)?;
    let windows @ Windows { rows, columns } =
        windows(format, frame.attrs(), [height, width], [filter_rows, filter_columns])?;
    let expected = [batch, rows.output as i64, columns.output as i64, out_channels];
    if gradient_dims != expected {
        return Err(format!(
            "Size of out_backprop doesn't match computed: actual = {gradient_dims:?}, expected = {expected:?} \
             (of strides, padding and dilations)"
        )
        .into());
    }
    let groups = (channels / per_group) as usize;
    if !(out_channels as usize).is_multiple_of(groups.max(1)) {
        return Err(format!(
            "output depth {out_channels} must be a multiple of the number of groups {groups}"
        )
        .into());
    }
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, format.shape(dims)?))?;
    let (filter, gradient) = (frame.values::<T>(1)?, frame.values::<T>(2)?);
    if filter.is_empty() {
        // A sum of nothing, however many taps have no channels.
        out.values_mut().fill(T::ZERO);
        frame.finish(0, out);
        return Ok(());
    }
    let gradient = format.last(gradient_dims, gradient)?;
    let lines = Lines {
        batch: batch as usize,
        windows,
        groups,
        per_group: per_group as usize,
        out_per_group: out_channels as usize / groups.max(1),
        filters: by_group(filter, groups, out_channels as usize),
        gradient: &gradient,
    };
    let length = columns.input * channels as usize;
    format.fill(dims, out.values_mut(), |to: &mut [T]| {
        if at_once(&lines, frame, to) {
            return Ok(());
        }
        let tasks: Vec<Mutex<&mut [T]>> = to.chunks_exact_mut(length.max(1)).map(Mutex::new).collect();
        frame.context().parallel_for(tasks.len(), lines.per_task(), &|begin, end| {
            let mut room = Room { shares: Vec::new(), sums: Vec::new(), gradient: Vec::new() };
            for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
                lines.compute(at / rows.input, at % rows.input, &mut room, &mut task.lock());
            }
        });
        Ok(())
    })?;
    drop(gradient);
    frame.finish(0, out);
    Ok(())
}

/// The panels that a call site keeps of a filter that is a constant.
#[derive(Default)]
pub(super) struct Site {
    kept: Once<Kept>,
}

struct Kept {
    /// The filter; held, so that its memory is not reused.
    source: Buffer,
    /// What the order of the taps depends on, besides the site's attributes: how the padding lies to the strides.
    phases: [usize; 2],
    panels: Panels,
    _room: Reservation,
}

impl Site {
    fn panels(&self, geometry: &Transposed, filter: &DenseHostTensor, split: Split<'_>) -> Option<&Panels> {
        if filter.buffer().is_writable() {
            return None;
        }
        let Transposed { rows, columns, .. } = geometry;
        let phases = [rows.before % rows.stride, columns.before % columns.stride];
        let keep = || {
            let values = filter.values::<f32>()?;
            // Panels take a little more than the filter, which is known when they are made.
            let least = Reservation::of(size_of_val(values))?;
            let panels = panels_of(geometry, values, split)?;
            drop(least);
            let room = Reservation::of(panels.bytes())?;
            Some(Kept { source: filter.buffer().clone(), phases, panels, _room: room })
        };
        let kept = self.kept.get_or_make(keep)?;
        (kept.source.same_memory(filter.buffer()) && kept.phases == phases).then_some(&kept.panels)
    }
}

/// The panels of a filter of `[height, width, channels of the result, channels of the gradient]`, if there is memory for them.
pub(super) fn panels_of(geometry: &Transposed, filter: &[f32], split: Split<'_>) -> Option<Panels> {
    let &Transposed { columns, channels, out, .. } = geometry;
    let tap = |y: usize, x: usize| {
        let values = &filter[(y * columns.filter + x) * channels * out..][..channels * out];
        Matrix { values, strides: (1, channels) }
    };
    geometry.panels(tap, split)
}

/// The result of one group of `f32` with channels last, with what follows, if it can be computed phase by phase; says whether it was.
pub(super) fn by_phases(
    geometry: &Transposed,
    gradient: &[f32],
    filter: &DenseHostTensor,
    site: Option<&Site>,
    then: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) -> bool {
    if !geometry.is_direct() {
        return false;
    }
    let made;
    let panels = match site.and_then(|site| site.panels(geometry, filter, split)) {
        Some(panels) => panels,
        None => match panels_of(geometry, filter.values().unwrap_or_default(), split) {
            Some(panels) => {
                made = panels;
                &made
            }
            None => return false,
        },
    };
    // A product of a zero in the padding and an infinite weight is not a number, and no share of the result.
    if !panels.is_finite() {
        return false;
    }
    convolve_transposed(geometry, gradient, panels, then, out, split);
    true
}

/// A gradient of one group of `f32` with channels last, by a filter that is a constant, as a step.
struct TransposedStep {
    geometry: Transposed,
    filter: DenseHostTensor,
    site: Site,
}

impl TransposedStep {
    fn prepared(spec: &StepSpec<'_>) -> Option<Prepared> {
        let ([_, filter, gradient], [result]) = (spec.operands, spec.results) else { return None };
        let filter = filter.constant?;
        let dtypes = [filter.dtype(), gradient.metadata.dtype, result.dtype];
        let format = DataFormat::of(&*spec.attrs).ok()?;
        if dtypes != [DType::F32; 3] || format != DataFormat::ChannelsLast {
            return None;
        }
        let [filter_rows, filter_columns, out, channels] = rank_four(filter.shape(), "filter").ok()?;
        let [batch, height, width, result_channels] = format.image(&result.shape, "input").ok()?;
        let windows = windows(format, spec.attrs, [height, width], [filter_rows, filter_columns]).ok()?;
        let Windows { rows, columns } = windows;
        let expected = [batch, rows.output as i64, columns.output as i64, channels];
        let fits = format.image(&gradient.metadata.shape, "out_backprop").ok()? == expected
            && result_channels == out
            && [filter_rows, filter_columns, out, channels].iter().all(|&size| size > 0);
        let [batch, channels, out] = [batch, channels, out].map(|size| size as usize);
        let geometry = Transposed { batch, rows, columns, channels, out };
        let step = || TransposedStep { geometry, filter: filter.clone(), site: Site::default() };
        (fits && geometry.is_direct()).then(|| Prepared::Step(Box::new(step())))
    }

    fn compute(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        out: &mut [u8],
        finish: Option<FinishValues<'_>>,
    ) -> Result<(), Declined> {
        let [_, _, gradient] = operands else { return Err(Declined) };
        let (gradient, out) = (bytemuck::try_cast_slice(gradient)?, bytemuck::try_cast_slice_mut(out)?);
        let (then, threads) = (Then { after: None, finish }, HostThreads::of(context));
        by_phases(&self.geometry, gradient, &self.filter, Some(&self.site), then, out, threads.split())
            .then_some(())
            .ok_or(Declined)
    }
}

impl Step for TransposedStep {
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let [out] = results else { return Err(Declined) };
        self.compute(context, operands, out, None)
    }

    fn as_producer(&self) -> Option<&dyn Producer> {
        Some(self)
    }
}

impl Producer for TransposedStep {
    fn run_then(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined> {
        let finish =
            |first: usize, part: &mut [f32]| finish(first * size_of::<f32>(), bytemuck::cast_slice_mut(part));
        self.compute(context, operands, result, Some(&finish))
    }

    fn gives_rows(&self) -> bool {
        true
    }
}

/// The filters of each group, contiguous; the filter itself where there is one group.
fn by_group<T: MatrixElement>(filter: &[T], groups: usize, out_channels: usize) -> Vec<Cow<'_, [T]>> {
    if groups <= 1 {
        return vec![Cow::Borrowed(filter)];
    }
    let per_group = out_channels / groups;
    let of = |group: usize| {
        let rows = filter.chunks_exact(out_channels.max(1));
        rows.flat_map(|row| row[group * per_group..][..per_group].iter().copied()).collect()
    };
    (0..groups).map(|group| Cow::Owned(of(group))).collect()
}

/// The data that all lines of the result need.
struct Lines<'a, T: MatrixElement> {
    batch: usize,
    windows: Windows,
    groups: usize,
    /// Channels of the result in a group.
    per_group: usize,
    /// Channels of the gradient in a group.
    out_per_group: usize,
    filters: Vec<Cow<'a, [T]>>,
    gradient: &'a [T],
}

/// The buffers that a task reuses from line to line.
struct Room<T: MatrixElement> {
    shares: Vec<T>,
    sums: Vec<T::Sum>,
    gradient: Vec<T>,
}

impl<T: MatrixElement> Lines<'_, T> {
    /// The sizes, if there is one group.
    fn transposed(&self) -> Option<Transposed> {
        let Lines { batch, windows: Windows { rows, columns }, .. } = *self;
        let (channels, out) = (self.out_per_group, self.per_group);
        (self.groups == 1).then_some(Transposed { batch, rows, columns, channels, out })
    }

    /// The row of windows whose tap a line is, if there is one.
    fn row_of(&self, y: usize, tap_row: usize) -> Option<usize> {
        let rows = &self.windows.rows;
        let offset = (y + rows.before).checked_sub(tap_row * rows.dilation)?;
        let row = offset / rows.stride;
        (offset.is_multiple_of(rows.stride) && row < rows.output).then_some(row)
    }

    /// Lines that make a task worth starting.
    fn per_task(&self) -> usize {
        let Windows { rows, columns } = &self.windows;
        let taps = rows.filter.div_ceil(rows.stride) * columns.filter;
        let work = columns.output * taps * self.per_group * self.out_per_group * self.groups;
        ((1 << 16) / work.max(1)).max(1)
    }

    fn compute(&self, image: usize, y: usize, room: &mut Room<T>, line: &mut [T]) {
        let Windows { rows, columns } = &self.windows;
        let (channels, out_channels) = (self.per_group * self.groups, self.out_per_group * self.groups);
        let taps = columns.filter * self.per_group;
        room.sums.clear();
        room.sums.resize(line.len(), T::SUM_ZERO);
        for tap_row in 0..rows.filter {
            let Some(row) = self.row_of(y, tap_row) else { continue };
            let from = &self.gradient[(image * rows.output + row) * columns.output * out_channels..]
                [..columns.output * out_channels];
            for (group, filter) in self.filters.iter().enumerate() {
                let from: &[T] = if self.groups == 1 {
                    from
                } else {
                    room.gradient.clear();
                    let pixels = from.chunks_exact(out_channels);
                    room.gradient.extend(
                        pixels.flat_map(|pixel| &pixel[group * self.out_per_group..][..self.out_per_group]),
                    );
                    &room.gradient
                };
                let product = Product {
                    transpose_b: true,
                    ..Product::plain([columns.output, self.out_per_group, taps])
                };
                room.shares.clear();
                room.shares.resize(columns.output * taps, T::ZERO);
                let filter = &filter[tap_row * taps * self.out_per_group..][..taps * self.out_per_group];
                T::multiply(product, from, filter, &mut room.shares, ALONE);
                for (column, shares) in room.shares.chunks_exact(taps.max(1)).enumerate() {
                    for (tap, share) in shares.chunks_exact(self.per_group).enumerate() {
                        let Some(x) = columns.position(column, tap) else { continue };
                        let sums = &mut room.sums[x * channels + group * self.per_group..][..self.per_group];
                        for (sum, share) in sums.iter_mut().zip(share) {
                            *sum = T::sum_plus(*sum, share.widen());
                        }
                    }
                }
            }
        }
        for (out, &sum) in line.iter_mut().zip(&room.sums) {
            *out = T::narrow(sum);
        }
    }
}
