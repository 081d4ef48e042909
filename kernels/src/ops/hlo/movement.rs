//! Ops that move elements. Each is one or a few strided copies ([`Copy`]), whatever the dtype.

use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, Output, Prepared, StepSpec};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};

use super::{axes, int, integers, ints, steps};
use crate::ops::arrays::strided::{Axis, Copy, element_size, row_major};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::result_metadata;
use crate::ops::number::Float as _;

/// An op's dispatch function.
type Dispatch = fn(&mut DispatchFrame<'_>) -> Result<(), OpError>;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let mut add = |name: &str, f: Dispatch| {
        ops.add(name, OpEntry::new().dispatch(f));
    };
    add("hlo.bitcast_convert", bitcast);
    add("hlo.dynamic_broadcast_in_dim", dynamic_broadcast);
    add("hlo.dynamic_iota", dynamic_iota);
    add("hlo.dynamic_pad", dynamic_pad);
    add("hlo.dynamic_reshape", dynamic_reshape);
    add("hlo.get_dimension_size", dimension_size);
    add("hlo.iota", iota);
    add("hlo.real_dynamic_slice", real_dynamic_slice);
    let mut prepared = |name: &str, f: Dispatch, step: fn(&StepSpec<'_>) -> Option<Prepared>| {
        ops.add(name, OpEntry::new().dispatch(f).prepared(step));
    };
    prepared("hlo.broadcast_in_dim", broadcast, steps::broadcast);
    prepared("hlo.concatenate", concatenate, steps::concatenate);
    prepared("hlo.dynamic_slice", dynamic_slice, steps::dynamic_slice);
    prepared("hlo.dynamic_update_slice", dynamic_update_slice, steps::dynamic_update_slice);
    prepared("hlo.pad", pad, steps::pad);
    prepared("hlo.reshape", reshape, steps::reshape);
    prepared("hlo.reverse", reverse, steps::reverse);
    prepared("hlo.slice", slice, steps::slice);
    prepared("hlo.transpose", transpose, steps::transpose);
    ops.describe("hlo.concatenate", Arc::new(steps::described_join));
    ops.describe("hlo.slice", Arc::new(steps::described_part));
    ops.describe("hlo.dynamic_slice", Arc::new(steps::described_slice));
    ops.describe("hlo.dynamic_update_slice", Arc::new(steps::described_update));
}

/// A result of this dtype and these dimensions.
pub(super) fn fresh(dtype: DType, dims: &[i64]) -> Result<Output, OpError> {
    DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(dims)?))
}

/// A tensor of these dimensions, read with these steps.
pub(super) fn gathered(
    input: &DenseHostTensor,
    dims: &[i64],
    from: i64,
    steps: &[i64],
) -> Result<DenseHostTensor, OpError> {
    let mut out = DenseHostTensor::uninitialized(TensorMetadata::new(input.dtype(), Shape::new(dims)?))?;
    let size = element_size(input.dtype())?;
    let to = out.bytes_mut().ok_or("a new tensor is shared")?;
    Copy::gather(dims, from, steps).run(size, input.bytes(), to)?;
    Ok(out)
}

/// The tensor with its dimensions in another order; the tensor itself if that moves no element.
pub(super) fn permuted(input: &DenseHostTensor, order: &[usize]) -> Result<DenseHostTensor, OpError> {
    let (dims, steps) = (input.shape().dims(), row_major(&input.shape().dims()));
    let new: Dims = order.iter().map(|&axis| dims[axis]).collect();
    let moved: Vec<usize> = order.iter().copied().filter(|&axis| dims[axis] != 1).collect();
    if moved.is_sorted() {
        return Ok(input.reshaped(Shape::new(&new)?)?);
    }
    let steps: Dims = order.iter().map(|&axis| steps[axis]).collect();
    gathered(input, &new, 0, &steps)
}

fn take(frame: &mut DispatchFrame<'_>, dims: &[i64], first: i64, steps: &[i64]) -> Result<(), OpError> {
    let out = gathered(frame.dense(0)?, dims, first, steps)?;
    frame.set(0, out);
    Ok(())
}

fn reshape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = result_metadata(frame, 0)?.shape.clone();
    let out = frame.dense(0)?.reshaped(shape)?;
    frame.set(0, out);
    Ok(())
}

fn dynamic_reshape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let shape = Shape::new(&integers(frame, 1)?)?;
    let x = frame.dense(0)?;
    if x.num_elements() != shape.num_elements() {
        return Err(format!("{} cannot have the shape {shape}", x.metadata()).into());
    }
    let out = x.reshaped(shape)?;
    frame.set(0, out);
    Ok(())
}

fn bitcast(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let x = frame.dense(0)?;
    let out = match (x.dtype(), metadata.dtype) {
        (from, to) if from == to => x.clone(),
        // Booleans are bits, which are stored one in a byte.
        (DType::I1, to) => {
            let per = element_size(to)? * 8;
            let mut out = DispatchFrame::fresh(metadata)?;
            let bits = x.bytes().chunks_exact(8);
            debug_assert_eq!(per % 8, 0);
            for (byte, bits) in out.bytes_mut().iter_mut().zip(bits) {
                *byte = bits.iter().enumerate().fold(0, |byte, (i, &bit)| byte | u8::from(bit != 0) << i);
            }
            frame.finish(0, out);
            return Ok(());
        }
        (_, DType::I1) => {
            let mut out = DispatchFrame::fresh(metadata)?;
            for (bits, byte) in out.bytes_mut().chunks_exact_mut(8).zip(x.bytes()) {
                bits.iter_mut().enumerate().for_each(|(i, bit)| *bit = byte >> i & 1);
            }
            frame.finish(0, out);
            return Ok(());
        }
        _ => DenseHostTensor::from_bytes(metadata.clone(), x.bytes())?,
    };
    frame.set(0, out);
    Ok(())
}

/// Whether a tensor of these dimensions broadcasts to a shape when its dimensions stand at these places of it.
pub(super) fn broadcasts(dims: &[i64], places: &[usize], shape: &[i64]) -> bool {
    places.len() == dims.len()
        && places.iter().zip(dims).all(|(&place, &dim)| dim == 1 || dim == shape[place])
}

/// The steps that read a tensor of these dimensions as one of the shape: none where it is repeated.
pub(super) fn broadcast_steps(dims: &[i64], places: &[usize], shape: &[i64]) -> Dims {
    let mut steps: Dims = shape.iter().map(|_| 0).collect();
    for ((&place, &dim), step) in places.iter().zip(dims).zip(row_major(dims)) {
        if dim != 1 {
            steps[place] = step;
        }
    }
    steps
}

/// Where the reading of a tensor with some dimensions reversed starts, and its steps.
pub(super) fn reversed(dims: &[i64], axes: impl IntoIterator<Item = usize>) -> (i64, Dims) {
    let (mut first, mut steps) = (0, row_major(dims));
    for axis in axes {
        if dims[axis] > 0 && steps[axis] > 0 {
            first += (dims[axis] - 1) * steps[axis];
        }
        steps[axis] = -steps[axis].abs();
    }
    (first, steps)
}

/// Where the reading of a slice starts, and its steps.
pub(super) fn sliced(dims: &[i64], start: &[i64], strides: &[i64]) -> (i64, Dims) {
    let own = row_major(dims);
    let first = start.iter().zip(&own).map(|(start, step)| start * step).sum();
    let steps = strides.iter().zip(&own).map(|(stride, step)| stride.saturating_mul(*step)).collect();
    (first, steps)
}

/// The tensor with its dimensions at these places of the result; elsewhere, and where it has one element, it is repeated.
fn broadcast_to(frame: &mut DispatchFrame<'_>, shape: &[i64]) -> Result<(), OpError> {
    let places = axes(frame.attrs(), "broadcast_dimensions", shape.len())?;
    let x = frame.dense(0)?;
    let dims = x.shape().dims();
    if !broadcasts(&dims, &places, shape) {
        let shape = Shape::new(shape)?;
        return Err(format!(
            "{} does not broadcast to the shape {shape} by broadcast_dimensions {places:?}",
            x.metadata()
        )
        .into());
    }
    if x.shape().num_elements() == 1 && shape.iter().any(|&dim| dim != 1) {
        let out = DenseHostTensor::filled(TensorMetadata::new(x.dtype(), Shape::new(shape)?), x.bytes())?;
        frame.set(0, out);
        return Ok(());
    }
    take(frame, shape, 0, &broadcast_steps(&dims, &places, shape))
}

fn broadcast(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = ints(frame.attrs(), "shape")?;
    broadcast_to(frame, &shape)
}

fn dynamic_broadcast(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let shape = integers(frame, 1)?;
    broadcast_to(frame, &shape)
}

fn transpose(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let order = axes(frame.attrs(), "permutation", frame.dense(0)?.shape().rank())?;
    let out = permuted(frame.dense(0)?, &order)?;
    frame.set(0, out);
    Ok(())
}

fn reverse(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dims = frame.dense(0)?.shape().dims();
    let (first, steps) = reversed(&dims, axes(frame.attrs(), "dimensions", dims.len())?);
    take(frame, &dims, first, &steps)
}

fn slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let (start, strides) = (ints(frame.attrs(), "start_indices")?, ints(frame.attrs(), "strides")?);
    let (first, steps) = sliced(&frame.dense(0)?.shape().dims(), &start, &strides);
    take(frame, &metadata.shape.dims(), first, &steps)
}

fn real_dynamic_slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let dims = frame.dense(0)?.shape().dims();
    let [start, limit, strides] = [integers(frame, 1)?, integers(frame, 2)?, integers(frame, 3)?];
    let own = row_major(&dims);
    let mut sizes = Dims::new();
    let (mut steps, mut first) = (Dims::new(), 0);
    for axis in 0..dims.len() {
        let numbers = (start.get(axis), limit.get(axis), strides.get(axis));
        let (Some(&start), Some(&limit), Some(&stride)) = numbers else {
            let [start, limit, strides] = [frame.dense(1)?, frame.dense(2)?, frame.dense(3)?];
            return Err(format!(
                "starts {}, limits {} and strides {} must each have {} elements",
                start.metadata(),
                limit.metadata(),
                strides.metadata(),
                dims.len()
            )
            .into());
        };
        if start < 0 || start > limit || limit > dims[axis] || stride < 1 {
            return Err(format!(
                "a dimension of {} has no slice from {start} to {limit} by {stride}",
                dims[axis]
            )
            .into());
        }
        let size = limit - start;
        sizes.push(if size == 0 { 0 } else { (size - 1) / stride + 1 });
        // The step of one element moves nowhere.
        steps.push(if size > stride { stride * own[axis] } else { own[axis] });
        first += start * own[axis];
    }
    take(frame, &sizes, first, &steps)
}

/// Where a slice of these sizes starts: the elements of scalar operands from `at` on, clamped.
fn clamped_start(frame: &DispatchFrame<'_>, at: usize, dims: &[i64], sizes: &[i64]) -> Result<i64, OpError> {
    let steps = row_major(dims);
    let mut first = 0;
    for axis in 0..dims.len() {
        let start = integers(frame, at + axis)?;
        let &[start] = &start[..] else {
            let operand = frame.dense(at + axis)?.metadata();
            return Err(format!("start {axis} of a slice must be a scalar, but is {operand}").into());
        };
        first += start.clamp(0, (dims[axis] - sizes[axis]).max(0)) * steps[axis];
    }
    Ok(first)
}

fn dynamic_slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let sizes = ints(frame.attrs(), "slice_sizes")?;
    let dims = frame.dense(0)?.shape().dims();
    let first = clamped_start(frame, 1, &dims, &sizes)?;
    take(frame, &sizes, first, &row_major(&dims))
}

fn dynamic_update_slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let (dims, sizes) = (metadata.shape.dims(), frame.dense(1)?.shape().dims());
    let size = element_size(metadata.dtype)?;
    let first = clamped_start(frame, 2, &dims, &sizes)?;
    let update = frame.dense(1)?.clone();
    let mut out = super::reduce::taken_over(frame, 0)?;
    let to = out.bytes_mut().ok_or("a tensor that was taken over is shared")?;
    Copy::scatter(&sizes, first, &row_major(&dims)).run(size, update.bytes(), to)?;
    frame.set(0, out);
    Ok(())
}

/// The copy of a tensor of some dimensions to where it lies among padding: `low` from the start of the result, `interior` between neighbours. Elements
/// that come to lie outside are dropped; `None` if all are.
pub(super) fn between_padding(dims: &[i64], result: &[i64], low: &[i64], interior: &[i64]) -> Option<Copy> {
    let (own, other) = (row_major(dims), row_major(result));
    let mut copy = Copy { from: 0, to: 0, axes: Default::default() };
    for axis in 0..dims.len() {
        let step = interior[axis] + 1;
        // The elements that lie inside of the result.
        let first = if low[axis] < 0 {
            (-low[axis]).div_euclid(step) + i64::from((-low[axis]) % step != 0)
        } else {
            0
        };
        let inside = result[axis] - low[axis];
        let end = if inside <= 0 { 0 } else { ((inside - 1) / step + 1).min(dims[axis]) };
        let count = (end - first).max(0);
        copy.from += first * own[axis];
        copy.to += (low[axis] + first * step) * other[axis];
        copy.axes.push(Axis { count, from: own[axis], to: step * other[axis] });
    }
    copy.axes.iter().all(|axis| axis.count > 0).then_some(copy)
}

/// A result that is filled with the padding, with the elements of a tensor in it, as [`between_padding`] says.
pub(super) fn padded(
    x: &DenseHostTensor,
    mut filled: DenseHostTensor,
    low: &[i64],
    interior: &[i64],
) -> Result<DenseHostTensor, OpError> {
    if let Some(copy) = between_padding(&x.shape().dims(), &filled.shape().dims(), low, interior) {
        let to = filled.bytes_mut().ok_or("a new tensor is shared")?;
        copy.run(element_size(x.dtype())?, x.bytes(), to)?;
    }
    Ok(filled)
}

/// The first operand padded with the second.
fn pad_with(
    frame: &mut DispatchFrame<'_>,
    low: &[i64],
    interior: &[i64],
    metadata: &TensorMetadata,
) -> Result<(), OpError> {
    let (x, value) = (frame.dense(0)?, frame.dense(1)?);
    if value.num_elements() != 1 || value.dtype() != x.dtype() {
        return Err(format!("{} is no padding value of {}", value.metadata(), x.metadata()).into());
    }
    let filled = DenseHostTensor::filled(metadata.clone(), value.bytes())?;
    let out = padded(x, filled, low, interior)?;
    frame.set(0, out);
    Ok(())
}

fn pad(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let (low, interior) = (ints(frame.attrs(), "low")?, ints(frame.attrs(), "interior")?);
    pad_with(frame, &low, &interior, metadata)
}

fn dynamic_pad(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let [low, high, interior] = [integers(frame, 2)?, integers(frame, 3)?, integers(frame, 4)?];
    let x = frame.dense(0)?;
    let dims = x.shape().dims();
    let mut result = Dims::new();
    for axis in 0..dims.len() {
        let numbers = (low.get(axis), high.get(axis), interior.get(axis));
        let size = match numbers {
            (Some(&low), Some(&high), Some(&interior)) if interior >= 0 => (dims[axis] - 1)
                .max(0)
                .checked_mul(interior)
                .and_then(|inner| inner.checked_add(dims[axis])?.checked_add(low)?.checked_add(high)),
            _ => None,
        };
        let size = size.filter(|&size| size >= 0);
        result.push(size.ok_or_else(|| format!("dimension {axis} of {} cannot be padded so", x.metadata()))?);
    }
    let metadata = TensorMetadata::new(x.dtype(), Shape::new(&result)?);
    pad_with(frame, &low, &interior, &metadata)
}

fn concatenate(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let axis = int(frame.attrs(), "dimension")? as usize;
    let dims = metadata.shape.dims();
    let size = element_size(metadata.dtype)?;
    let inner: usize = dims[axis + 1..].iter().map(|&dim| dim as usize).product::<usize>() * size;
    let row = dims[axis] as usize * inner;
    let mut out = DispatchFrame::fresh(metadata)?;
    let to = out.bytes_mut();
    let mut start = 0;
    for i in 0..frame.num_args() {
        let x = frame.dense(i)?;
        let own = x.shape().dim(axis) as usize * inner;
        if own > 0 && row > 0 {
            for (to, from) in to.chunks_exact_mut(row).zip(x.bytes().chunks_exact(own)) {
                to[start..start + own].copy_from_slice(from);
            }
        }
        start += own;
    }
    frame.finish(0, out);
    Ok(())
}

fn dimension_size(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let axis = int(frame.attrs(), "dimension")? as usize;
    let size = frame.dense(0)?.shape().dim(axis) as i32;
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[size])?);
    Ok(())
}

fn iota(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?.clone();
    counted(frame, &metadata)
}

fn dynamic_iota(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let shape = Shape::new(&integers(frame, 0)?)?;
    let dtype = frame.attrs().get_dtype("type").ok_or_else(|| super::missing("type"))?;
    counted(frame, &TensorMetadata::new(dtype, shape))
}

/// Each element is its position in a dimension.
fn counted(frame: &mut DispatchFrame<'_>, metadata: &TensorMetadata) -> Result<(), OpError> {
    let dims = metadata.shape.dims();
    let axis = axes_of(int(frame.attrs(), "dimension")?, dims.len())?;
    let inner: usize = dims[axis + 1..].iter().map(|&dim| dim as usize).product();
    let count = dims[axis] as usize;
    let mut out = DispatchFrame::fresh(metadata)?;
    macro_rules! fill {
        ($ty:ty, $f:expr) => {
            if inner == 1 && count > 0 {
                // A simple loop over the positions goes through vectors.
                for row in out.values_mut::<$ty>().chunks_exact_mut(count) {
                    row.iter_mut().enumerate().for_each(|(i, value)| *value = $f(i));
                }
            } else if inner > 0 && count > 0 {
                for (block, values) in out.values_mut::<$ty>().chunks_exact_mut(inner).enumerate() {
                    values.fill($f(block % count));
                }
            }
        };
    }
    let dtype = metadata.dtype;
    match dtype {
        DType::I1 => fill!(tfrt_executor::tensor::I1, |i: usize| tfrt_executor::tensor::I1::from(i != 0)),
        DType::Complex64 => {
            fill!(num_complex::Complex<f32>, |i: usize| num_complex::Complex::new(i as f32, 0.0));
        }
        DType::Complex128 => {
            fill!(num_complex::Complex<f64>, |i: usize| num_complex::Complex::new(i as f64, 0.0));
        }
        _ if dtype.is_floating() => for_dtype!(dtype, [floats halves], {
            fill!(T, |i: usize| T::unwork(i as _))
        }, else return Err(unsupported(dtype))),
        _ => for_dtype!(dtype, [ints], fill!(T, |i: usize| i as T), else return Err(unsupported(dtype))),
    }
    frame.finish(0, out);
    Ok(())
}

fn axes_of(axis: i64, rank: usize) -> Result<usize, OpError> {
    usize::try_from(axis)
        .ok()
        .filter(|&axis| axis < rank)
        .ok_or_else(|| format!("a tensor of rank {rank} has no dimension {axis}").into())
}
