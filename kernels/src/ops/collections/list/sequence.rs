//! Ops of ONNX on sequences, which are lists of tensors: `onnx.SequenceInsert`, `onnx.SequenceErase`, `onnx.ConcatFromSequence`.

use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, StringHostTensor, Tensor, TensorMetadata};

use super::{change, expect_dtype, list, position, value};
use crate::ops::memory::room;

pub(super) fn insert(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let item = value(frame, 1)?;
    // Behind the last item, too.
    let at = position(frame, 2, list(frame, 0)?.items().len() + 1)?;
    change(frame, |list, items| {
        list.accept(&item)?;
        items.insert(at, Some(item));
        Ok(())
    })
}

pub(super) fn erase(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let at = position(frame, 1, list(frame, 0)?.items().len())?;
    change(frame, |_, items| {
        items.remove(at);
        Ok(())
    })
}

/// One tensor of all items along an axis, that they have or that is new.
pub(super) fn concat(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let sequence = list(frame, 0)?;
    expect_dtype(frame, sequence)?;
    let items: Option<Vec<Tensor>> = sequence.items().into_iter().collect();
    let items = items
        .filter(|items| !items.is_empty())
        .ok_or("there is nothing in the sequence, or not all of it")?;
    let is_new = frame.attrs().get_bool("new_axis").unwrap_or(false);
    let rank = items[0].shape().rank() + usize::from(is_new);
    let axis = frame.attrs().get_int("axis").unwrap_or(0);
    let at = tfrt_ops::shapes::normalize_axis(axis, rank)
        .ok_or_else(|| format!("axis {axis} is not one of {rank}"))?;
    let mut dims = items[0].shape().dims().to_vec();
    if is_new {
        dims.insert(at, 1);
    }
    let mut widths = room(items.len())?;
    let inner: i64 = dims[at + 1..].iter().product();
    let outer: i64 = dims[..at].iter().product();
    let mut sum = 0_i64;
    for item in &items {
        let mut own = item.shape().dims().to_vec();
        if is_new {
            own.insert(at, 1);
        }
        let fits = own.len() == dims.len() && (0..rank).all(|axis| axis == at || own[axis] == dims[axis]);
        if !fits {
            return Err(format!(
                "tensors of shapes {} and {} cannot be joined along axis {at}",
                items[0].shape(),
                item.shape()
            )
            .into());
        }
        sum = sum.checked_add(own[at]).ok_or("the result has too many elements")?;
        widths.push((own[at] * inner) as usize);
    }
    dims[at] = sum;
    let shape = Shape::new(&dims)?;
    let dtype = items[0].dtype();
    if dtype == DType::String {
        let mut all = room(shape.num_elements())?;
        for row in 0..outer as usize {
            for (item, &width) in items.iter().zip(&widths) {
                let Tensor::String(strings) = item else { return Err("an item has no strings".into()) };
                all.extend_from_slice(&strings.strings()[row * width..(row + 1) * width]);
            }
        }
        frame.set(0, StringHostTensor::new(shape, all)?);
        return Ok(());
    }
    let size = dtype.size().ok_or("the items have elements that cannot be joined")?;
    let mut out = DenseHostTensor::uninitialized(TensorMetadata::new(dtype, shape))?;
    let mut rest = out.bytes_mut().ok_or("the result is shared")?;
    for row in 0..outer as usize {
        for (item, &width) in items.iter().zip(&widths) {
            let Tensor::Dense(dense) = item else { return Err("an item is no dense tensor".into()) };
            let (to, more) = rest.split_at_mut(width * size);
            to.copy_from_slice(&dense.bytes()[row * width * size..(row + 1) * width * size]);
            rest = more;
        }
    }
    frame.set(0, out);
    Ok(())
}
