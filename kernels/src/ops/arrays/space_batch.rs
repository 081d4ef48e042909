//! Blocks of positions moved to the batch and back: `tf.SpaceToBatchND` and `tf.BatchToSpaceND`.
//!
//! A block size divides each of the dimensions after the batch. Positions with the same remainders by the block sizes form one part
//! of the batch, and each such part is one [`Copy`]; padding adds zeros, and cropped elements are not read.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Shape, TensorMetadata};

use crate::ops::arrays::strided::{Axis, Copy, element_size, row_major};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The shapes of the results are data, so there are no metadata functions.
    ops.add("tf.SpaceToBatchND", OpEntry::new().dispatch(space_to_batch));
    ops.add("tf.BatchToSpaceND", OpEntry::new().dispatch(batch_to_space));
}

/// Block sizes, and the numbers of positions that are added or left out before and after each blocked
/// dimension.
struct Blocks {
    sizes: Dims,
    margins: Vec<[i64; 2]>,
}

impl Blocks {
    fn of(frame: &DispatchFrame<'_>, margins: &str) -> Result<Blocks, OpError> {
        frame.expect_args(3)?;
        let (sizes, values) = (frame.indices(1)?, frame.indices(2)?);
        let (size_shape, margin_shape) = (frame.dense(1)?.shape(), frame.dense(2)?.shape());
        if size_shape.rank() != 1 {
            return Err(format!("block_shape must be one-dimensional, but has shape {size_shape}").into());
        }
        if *margin_shape != Shape::new(&[sizes.len() as i64, 2])? {
            let count = sizes.len();
            return Err(
                format!("{margins} should have shape [{count}, 2], but has shape {margin_shape}").into()
            );
        }
        let rank = frame.dense(0)?.shape().rank();
        if rank < 1 + sizes.len() {
            return Err(format!("input rank should be >= {}, but is {rank}", 1 + sizes.len()).into());
        }
        if let Some(bad) = sizes.iter().find(|&&size| size < 1) {
            return Err(format!("All values in block_shape must be positive, but one is {bad}").into());
        }
        if let Some(bad) = values.iter().find(|&&value| value < 0) {
            return Err(format!("All {margins} must be non-negative, but one is {bad}").into());
        }
        Ok(Blocks { sizes, margins: values.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect() })
    }

    /// Parts of the batch.
    fn count(&self) -> Result<i64, OpError> {
        let product = self.sizes.iter().try_fold(1_i64, |product, &size| product.checked_mul(size));
        product.ok_or_else(|| format!("the product of block_shape {:?} overflows", &self.sizes[..]).into())
    }

    /// The copy of one part of the batch, between the dimensions as they are in space and as they are in the batch, with their steps.
    fn copy(&self, part: i64, [space, space_steps]: [&[i64]; 2], [batch, batch_steps]: [&[i64]; 2]) -> Copy {
        let mut remainder = part;
        let (mut in_space, mut in_batch) = (0, part * space[0] * batch_steps[0]);
        let axis = |count, from, to| Axis { count, from, to };
        let mut axes: SmallVec<[Axis; 8]> =
            (0..space.len()).map(|at| axis(space[at], space_steps[at], batch_steps[at])).collect();
        for at in (0..self.sizes.len()).rev() {
            let (size, dim) = (self.sizes[at], at + 1);
            let offset = remainder % size - self.margins[at][0];
            remainder /= size;
            // Positions `i` in the batch are at `i * size + offset` in space, if that is there.
            let first = if offset < 0 { (-offset + size - 1) / size } else { 0 };
            let end = if space[dim] > offset { (space[dim] - offset + size - 1) / size } else { 0 };
            let count = (end.min(batch[dim]) - first).max(0);
            axes[dim] = axis(count, space_steps[dim] * size, batch_steps[dim]);
            if count > 0 {
                in_space += (first * size + offset) * space_steps[dim];
                in_batch += first * batch_steps[dim];
            }
        }
        Copy { from: in_space, to: in_batch, axes }
    }

    /// Sets the result, which has the dimensions as they are in the batch, or in space.
    fn moved(
        &self,
        frame: &mut DispatchFrame<'_>,
        space: &[i64],
        batch: &[i64],
        to_batch: bool,
    ) -> Result<(), OpError> {
        let input = frame.dense(0)?;
        let dims = if to_batch { batch } else { space };
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(input.dtype(), Shape::new(dims)?))?;
        out.bytes_mut().fill(0);
        // Without elements there may be any number of parts. Otherwise one of the two tensors has an element for each.
        if !input.bytes().is_empty() && !out.bytes_mut().is_empty() {
            let size = element_size(input.dtype())?;
            let (space_steps, batch_steps) = (row_major(space), row_major(batch));
            for part in 0..self.count()? {
                let mut copy = self.copy(part, [space, &space_steps], [batch, &batch_steps]);
                if !to_batch {
                    copy = copy.reversed();
                }
                copy.run(size, input.bytes(), out.bytes_mut())?;
            }
        }
        frame.finish(0, out);
        Ok(())
    }
}

fn space_to_batch(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let blocks = Blocks::of(frame, "paddings")?;
    let space = frame.dense(0)?.shape().dims();
    let mut batch = space.clone();
    batch[0] = batch[0].checked_mul(blocks.count()?).ok_or_else(|| {
        format!("the batch overflows: {} times block_shape {:?}", space[0], &blocks.sizes[..])
    })?;
    for (at, (&size, [before, after])) in blocks.sizes.iter().zip(&blocks.margins).enumerate() {
        let padded =
            batch[at + 1].checked_add(*before).and_then(|dim| dim.checked_add(*after)).ok_or_else(|| {
                format!("a padded dimension overflows: {} with {before} and {after}", batch[at + 1])
            })?;
        if padded % size != 0 {
            return Err(
                format!("padded_shape[{at}]={padded} is not divisible by block_shape[{at}]={size}").into()
            );
        }
        batch[at + 1] = padded / size;
    }
    blocks.moved(frame, &space, &batch, true)
}

fn batch_to_space(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let blocks = Blocks::of(frame, "crops")?;
    let batch = frame.dense(0)?.shape().dims();
    let (mut space, count) = (batch.clone(), blocks.count()?);
    if batch[0] % count != 0 {
        let got = batch[0];
        return Err(format!(
            "Input batch dimension ({got}) is not divisible by product of block sizes ({count}): {:?}",
            &blocks.sizes[..]
        )
        .into());
    }
    space[0] /= count;
    for (at, (&size, [before, after])) in blocks.sizes.iter().zip(&blocks.margins).enumerate() {
        let whole = batch[at + 1]
            .checked_mul(size)
            .ok_or_else(|| format!("a dimension overflows: {} times {size}", batch[at + 1]))?;
        let cropped = whole.checked_sub(*before).and_then(|dim| dim.checked_sub(*after));
        let Some(cropped) = cropped.filter(|&dim| dim >= 0) else {
            return Err(format!(
                "cropped_shape[{at}] must be non-negative: {whole} less {before} and {after}"
            )
            .into());
        };
        space[at + 1] = cropped;
    }
    blocks.moved(frame, &space, &batch, false)
}
