//! Slices: blocks of a tensor, with steps, added dimensions and removed dimensions.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::Dims;

use crate::ops::arrays::layout::gathered;
use crate::ops::arrays::strided::row_major;
use crate::ops::element_encoding::encoded;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Slice", OpEntry::new().dispatch(encoded(slice)).strings());
    ops.add("tf.StridedSlice", OpEntry::new().dispatch(encoded(strided_slice)).strings());
}

fn slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let input = frame.dense(0)?;
    let dims = input.shape().dims();
    let (begin, mut size) = (frame.indices(1)?, frame.indices(2)?);
    let (a, b) = (frame.dense(1)?.shape(), frame.dense(2)?.shape());
    if a != b || a.rank() != 1 || begin.len() != dims.len() {
        let rank = dims.len();
        return Err(format!(
            "Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes {a} and {b} instead."
        )
        .into());
    }
    let steps = row_major(&dims);
    let mut first = 0;
    for axis in 0..dims.len() {
        if size[axis] == -1 {
            size[axis] = dims[axis] - begin[axis];
        }
        let (b, s, dim) = (begin[axis], size[axis], dims[axis]);
        if b < 0 || s < 0 || b > dim || s > dim - b {
            return Err(format!(
                "Expected begin[{axis}] in [0, {dim}] and size[{axis}] in [0, {}], but got {b} and {s}",
                dim - b
            )
            .into());
        }
        first += b * steps[axis];
    }
    let out = gathered(input, &size, first, &steps)?;
    frame.finish(0, out);
    Ok(())
}

/// One dimension of a strided slice that has been worked out.
struct Range {
    begin: i64,
    stride: i64,
    count: i64,
}

/// Positions `begin, begin + stride, …` before `end`, as Python slices are clipped.
fn clipped(begin: Option<i64>, end: Option<i64>, stride: i64, dim: i64) -> Range {
    // Where a slice may start and must stop, by direction.
    let (low, high) = if stride > 0 { (0, dim) } else { (-1, dim - 1) };
    let clip = |at: i64| (if at < 0 { at.saturating_add(dim) } else { at }).clamp(low, high);
    let begin = begin.map_or(if stride > 0 { low } else { high }, clip);
    let end = end.map_or(if stride > 0 { high } else { low }, clip);
    let distance = if stride > 0 { end - begin } else { begin - end };
    let count = if distance <= 0 { 0 } else { (distance - 1) / stride.saturating_abs() + 1 };
    Range { begin, stride, count }
}

fn strided_slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let input = frame.dense(0)?;
    let Block { sizes, first, steps } = strided_block(frame, &input.shape().dims(), 1)?;
    let out = gathered(input, &sizes, first, &steps)?;
    frame.finish(0, out);
    Ok(())
}

/// The block that a strided slice takes out of a tensor: the dimensions of the result, its first element's offset, and the steps
/// from there.
pub(crate) struct Block {
    pub(crate) sizes: Dims,
    pub(crate) first: i64,
    pub(crate) steps: Dims,
}

/// The block that the attributes and three arguments (begin, end and strides, the first of them `at`) select in a tensor of
/// these dimensions.
pub(crate) fn strided_block(frame: &DispatchFrame<'_>, dims: &[i64], at: usize) -> Result<Block, OpError> {
    let vector = |i: usize| -> Result<Dims, OpError> {
        let dense = frame.dense(i)?;
        if dense.shape().rank() != 1 {
            let what = ["begin", "end", "strides"][i - at];
            return Err(format!("{what} must be a vector, but has shape {}", dense.shape()).into());
        }
        match dense.values::<i16>() {
            Some(values) => Ok(values.iter().map(|&value| i64::from(value)).collect()),
            None => frame.indices(i),
        }
    };
    let (begin, end, strides) = (vector(at)?, vector(at + 1)?, vector(at + 2)?);
    if begin.len() != end.len() || begin.len() != strides.len() {
        return Err("begin, end and strides of tf.StridedSlice must have the same length".into());
    }
    let attrs = frame.attrs();
    let mask = |name: &str| attrs.get_int(name).unwrap_or(0);
    let (begin_mask, end_mask) = (mask("begin_mask"), mask("end_mask"));
    let (ellipsis_mask, new_axis_mask, shrink_mask) =
        (mask("ellipsis_mask"), mask("new_axis_mask"), mask("shrink_axis_mask"));
    if ellipsis_mask.count_ones() > 1 {
        return Err("Multiple ellipses in slice spec not allowed".into());
    }
    let has = |mask: i64, i: usize| i < 64 && mask >> i & 1 == 1;
    let consumed = (0..begin.len()).filter(|&i| !has(ellipsis_mask, i) && !has(new_axis_mask, i)).count();
    if consumed > dims.len() {
        let rank = dims.len();
        return Err(format!("Index out of range using input dim {rank}; input has only {rank} dims").into());
    }
    let steps = row_major(dims);
    let (mut sizes, mut result_steps, mut first, mut axis) = (Dims::new(), Dims::new(), 0, 0);
    let mut ellipsis_left = dims.len() - consumed;
    let whole = |sizes: &mut Dims, result_steps: &mut Dims, axis: &mut usize, count: usize| {
        for _ in 0..count {
            sizes.push(dims[*axis]);
            result_steps.push(steps[*axis]);
            *axis += 1;
        }
    };
    for i in 0..begin.len() {
        if has(ellipsis_mask, i) {
            whole(&mut sizes, &mut result_steps, &mut axis, std::mem::take(&mut ellipsis_left));
        } else if has(new_axis_mask, i) {
            sizes.push(1);
            result_steps.push(0);
        } else {
            let (dim, step) = (dims[axis], steps[axis]);
            if strides[i] == 0 {
                return Err(format!("strides[{i}] must be non-zero").into());
            }
            if has(shrink_mask, i) {
                let at = if begin[i] < 0 { begin[i] + dim } else { begin[i] };
                if !(0..dim).contains(&at) {
                    return Err(format!("slice index {} of dimension {axis} out of bounds.", begin[i]).into());
                }
                if strides[i] < 0 {
                    return Err(format!(
                        "only stride 1 allowed on non-range indexing, but strides[{i}] is {}",
                        strides[i]
                    )
                    .into());
                }
                first += at * step;
            } else {
                let bound = |mask: i64, value: i64| (!has(mask, i)).then_some(value);
                let range = clipped(bound(begin_mask, begin[i]), bound(end_mask, end[i]), strides[i], dim);
                if range.count > 0 {
                    first += range.begin * step;
                }
                sizes.push(range.count);
                result_steps.push(range.stride.saturating_mul(step));
            }
            axis += 1;
        }
    }
    let left = dims.len() - axis;
    whole(&mut sizes, &mut result_steps, &mut axis, left);
    Ok(Block { sizes, first, steps: result_steps })
}
