//! Slices: blocks of a tensor, with steps, added dimensions and removed dimensions.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::Dims;
use tfrt_ops::shapes::{Attrs, Dim, DimList, sliced_axes};

use crate::ops::arrays::layout::{gathered, gathered_as};
use crate::ops::arrays::steps;
use crate::ops::arrays::strided::row_major;
use crate::ops::element_encoding::encoded;
use crate::ops::memory::result_metadata;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Slice", OpEntry::new().dispatch(encoded(slice)).strings().prepared(steps::slice));
    let strided = OpEntry::new().dispatch(encoded(strided_slice)).strings().prepared(steps::strided_slice);
    ops.add("tf.StridedSlice", strided);
}

fn slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let input = frame.dense(0)?;
    let steps = row_major(&input.shape().dims());
    let first = frame.indices(1)?.iter().zip(&steps).map(|(begin, step)| begin * step).sum();
    let out = gathered_as(metadata, input, first, &steps)?;
    frame.finish(0, out);
    Ok(())
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
    Block::of(dims, [&vector(at)?, &vector(at + 1)?, &vector(at + 2)?], &*frame.attrs())
}

impl Block {
    /// The block from a place to another one, with these strides, in a tensor of these dimensions.
    ///
    /// # Errors
    /// There is no such block.
    pub(crate) fn of(dims: &[i64], lists: [&[i64]; 3], attrs: &dyn Attrs) -> Result<Block, OpError> {
        let known: DimList = dims.iter().map(|&dim| Dim::of(dim)).collect();
        let axes = sliced_axes(&known, lists, attrs)?;
        let from = row_major(dims);
        let mut block = Block { sizes: Dims::new(), first: 0, steps: Dims::new() };
        for axis in &axes {
            let step = axis.source.map_or(0, |source| from[source]);
            let count = axis.count.and_then(Dim::known);
            if count != Some(0) {
                block.first += axis.begin * step;
            }
            if let Some(count) = count {
                block.sizes.push(count);
                block.steps.push(axis.stride.saturating_mul(step));
            }
        }
        Ok(block)
    }
}
