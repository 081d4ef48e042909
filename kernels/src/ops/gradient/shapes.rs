//! Gradients of slices and mirrored borders, and shape ops that gradients use.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Dims, Shape, TensorMetadata};
use tfrt_ops::shapes::mirror_offset;

use crate::ops::arrays::layout::paddings;
use crate::ops::arrays::slice::{Block, strided_block};
use crate::ops::arrays::strided::{Copy, element_size, row_major};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::encoded;
use crate::ops::index_arguments::{integer_vector, normalize_axis, vector};
use crate::ops::memory::{filled, result_metadata};
use crate::ops::number::Number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The shapes of some of these are data.
    ops.add("tf.StridedSliceGrad", OpEntry::new().dispatch(encoded(strided_slice)).strings());
    ops.add("tf.TensorStridedSliceUpdate", OpEntry::new().dispatch(encoded(replace_slice)).strings());
    ops.add(
        "tf.MirrorPadGrad",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves complex], mirror_pad::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    ops.add("tf.BroadcastGradientArgs", OpEntry::new().dispatch(broadcast_args));
    ops.add("tf.ConcatOffset", OpEntry::new().dispatch(concat_offset));
}

/// The block that a slice has in a tensor, and whether a tensor fits it.
fn block(frame: &DispatchFrame<'_>, dims: &[i64], first: usize, value: usize) -> Result<Block, OpError> {
    let block = strided_block(frame, dims, first)?;
    let given = frame.dense(value)?.shape();
    if given.dims() != block.sizes {
        return Err(format!(
            "the slice of a tensor of shape {dims:?} has shape {:?}, but it is given {given}",
            &block.sizes[..]
        )
        .into());
    }
    Ok(block)
}

/// Zeros outside of the slice.
fn strided_slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let dims = vector(frame, 0, "shape")?;
    let shape = Shape::new(&dims)?;
    let Block { sizes, first, steps } = block(frame, &dims, 1, 4)?;
    let gradient = frame.dense(4)?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(gradient.dtype(), shape))?;
    let size = element_size(gradient.dtype())?;
    out.bytes_mut().fill(0);
    Copy::scatter(&sizes, first, &steps).run(size, gradient.bytes(), out.bytes_mut())?;
    frame.finish(0, out);
    Ok(())
}

/// The first argument with a slice of it replaced by a value, which is broadcast to the slice.
pub(crate) fn replace_slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let dims = frame.dense(0)?.shape().dims();
    let Block { sizes, first, steps } = strided_block(frame, &dims, 1)?;
    let given = frame.dense(4)?.shape();
    let Some(repeated) = repeating(&given.dims(), &sizes) else {
        return Err(format!(
            "the slice of a tensor of shape {dims:?} has shape {:?}, but it is given {given}",
            &sizes[..]
        )
        .into());
    };
    let size = element_size(frame.dense(0)?.dtype())?;
    let mut out = frame.output_of(0)?;
    Copy::between(&sizes, &repeated, first, &steps).run(size, frame.dense(4)?.bytes(), out.bytes_mut())?;
    frame.finish(0, out);
    Ok(())
}

/// The steps through a row-major tensor that is broadcast to other sizes; `None` if it does not fit them.
fn repeating(given: &[i64], sizes: &[i64]) -> Option<Dims> {
    let missing = sizes.len().checked_sub(given.len())?;
    let mut steps: Dims = sizes[..missing].iter().map(|_| 0).collect();
    for ((&dim, &size), &step) in given.iter().zip(&sizes[missing..]).zip(row_major(given).iter()) {
        match dim {
            _ if dim == size => steps.push(step),
            1 => steps.push(0),
            _ => return None,
        }
    }
    Some(steps)
}

/// Adds the gradients of mirrored elements to those of the elements that they mirror.
fn mirror_pad<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let offset = mirror_offset(&*frame.attrs(), "tf.MirrorPadGrad")?;
    let paddings = paddings(frame)?;
    let (dims, sizes) = (frame.dense(0)?.shape().dims(), metadata.shape.dims());
    let mut sums = filled(T::SUM_ZERO, metadata.shape.num_elements())?;
    let (from, to) = (row_major(&dims), row_major(&sizes));
    for (at, gradient) in frame.values::<T>(0)?.iter().enumerate() {
        let mut place = 0;
        for axis in 0..dims.len() {
            let [before, _] = paddings[axis];
            let (x, size) = (at as i64 / from[axis] % dims[axis] - before, sizes[axis]);
            let inside = if x < 0 {
                -x - 1 + offset
            } else if x >= size {
                2 * size - 1 - x - offset
            } else {
                x
            };
            place += inside * to[axis];
        }
        let sum = &mut sums[place as usize];
        *sum = T::sum_plus(*sum, gradient.widen());
    }
    let mut out = DispatchFrame::fresh(metadata)?;
    for (to, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
        *to = T::narrow(sum);
    }
    frame.finish(0, out);
    Ok(())
}

/// The dimensions along which each of two shapes was repeated to make one: what gradients are summed over.
fn broadcast_args(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (a, b) = (vector(frame, 0, "s0")?, vector(frame, 1, "s1")?);
    let rank = a.len().max(b.len());
    let dim = |dims: &Dims, axis: usize| (axis + dims.len()).checked_sub(rank).map_or(1, |at| dims[at]);
    let mut repeated = [Vec::new(), Vec::new()];
    for axis in 0..rank {
        let (x, y) = (dim(&a, axis), dim(&b, axis));
        if x != y && x != 1 && y != 1 {
            return Err(format!("Incompatible shapes: {:?} and {:?}", &a[..], &b[..]).into());
        }
        // A dimension of one in both counts for both.
        if x == 1 {
            repeated[0].push(axis as i64);
        }
        if y == 1 {
            repeated[1].push(axis as i64);
        }
    }
    // Shapes that are equal were not repeated.
    if a == b {
        repeated = [Vec::new(), Vec::new()];
    }
    let dtype = frame.dense(0)?.dtype();
    if !matches!(dtype, DType::I32 | DType::I64) {
        return Err(unsupported(dtype));
    }
    for (i, axes) in repeated.iter().enumerate() {
        frame.set(i, integer_vector(dtype, axes)?);
    }
    Ok(())
}

/// Where each of several tensors begins in what they are put together to.
fn concat_offset(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let first = vector(frame, 1, "shape")?;
    let axis = match frame.indices(0)?[..] {
        [axis] => axis,
        _ => return Err("concat_dim must be a scalar".into()),
    };
    let at = normalize_axis(axis, first.len())
        .ok_or_else(|| format!("concat_dim {axis} is not a dimension of shapes of rank {}", first.len()))?;
    let mut sum = 0i64;
    let dtype = frame.dense(1)?.dtype();
    for i in 1..frame.num_args() {
        let shape = vector(frame, i, "shape")?;
        let fits = shape.len() == first.len()
            && (0..first.len()).all(|axis| axis == at || shape[axis] == first[axis]);
        if !fits {
            return Err(format!(
                "All dimensions except {at} must match. Input {} has shape {:?} and doesn't match input 0 with shape {:?}.",
                i - 1, &shape[..], &first[..]
            )
            .into());
        }
        let mut offsets = vec![0; shape.len()];
        offsets[at] = sum;
        sum = sum.checked_add(shape[at]).ok_or("the concatenated dimension is too large")?;
        frame.set(i - 1, integer_vector(dtype, &offsets)?);
    }
    Ok(())
}
