//! Ops of ONNX on sequences, which are lists of tensors: `onnx.Argument`, `onnx.SplitToSequence`, `onnx.SequenceInsert`,
//! `onnx.SequenceErase`, `onnx.ConcatFromSequence`, `onnx.Stack`.
//!
//! Optional values are lists as well, of at most one tensor or one sequence.

use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, PartialShape, Shape, StringHostTensor, Tensor, TensorMetadata,
};

use super::{
    TensorList, change, element_dtype, expect_dtype, list, position, rows, set_list, shape_of, stack_items,
    value,
};
use crate::ops::memory::{filled, room};

/// The list for a program of the values that a caller gives.
///
/// A caller gives a list of tensors: the items of a sequence, or the one tensor of an optional value. A list of variants without items is
/// none at all; other lists without items have any dtype.
pub(super) fn argument(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let element = element_dtype(frame.attrs())?;
    let kind = frame.attrs().get_str("kind").unwrap_or("sequence").to_owned();
    let given = list(frame, 0)?;
    let items = given.items();
    let is_none = items.is_empty() && given.element == DType::Variant;
    for (at, item) in items.iter().enumerate() {
        let dtype = item.as_ref().map(Tensor::dtype);
        if dtype != Some(element) {
            let got = dtype.map_or("nothing", DType::label);
            return Err(format!(
                "item {at} must have dtype {} ('element_dtype'), but has {got}",
                element.label()
            )
            .into());
        }
    }
    let any = || PartialShape::Unranked;
    let made = match (&*kind, is_none) {
        ("optional_tensor", _) if items.len() > 1 => {
            return Err(format!("an optional tensor is at most one, but {} are given", items.len()).into());
        }
        ("optional_sequence", true) => TensorList::new(DType::Variant, any(), Vec::new()),
        ("optional_sequence", false) => {
            let sequence = Tensor::Device(Arc::new(TensorList::new(element, any(), items)));
            TensorList::new(DType::Variant, any(), vec![Some(sequence)])
        }
        ("sequence", true) => return Err("a sequence is needed, but none is given".into()),
        _ => TensorList::new(element, any(), items),
    };
    set_list(frame, 0, made);
    Ok(())
}

/// Parts of a tensor along an axis: of the sizes in a list, or all of one size but for a smaller last one.
pub(super) fn split(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let tensor = value(frame, 0)?;
    let dims = tensor.shape().dims();
    let axis = frame.attrs().get_int("axis").unwrap_or(0);
    let keeps = frame.attrs().get_bool("keepdims").unwrap_or(true);
    let at = tfrt_ops::shapes::normalize_axis(axis, dims.len())
        .ok_or_else(|| format!("axis {axis} is not one of {}", dims.len()))?;
    let (given, whole) = (frame.indices(1)?, dims[at]);
    let sizes: Vec<i64> = match (frame.dense(1)?.shape().rank(), &given[..]) {
        (0, &[size]) if size > 0 => {
            let mut sizes = filled(size, (whole / size) as usize)?;
            sizes.extend(Some(whole % size).filter(|&rest| rest > 0));
            sizes
        }
        (0, _) => return Err(format!("parts cannot have the sizes {:?}", &given[..]).into()),
        _ => given.to_vec(),
    };
    let sum = sizes.iter().try_fold(0_i64, |sum, &size| sum.checked_add(size).filter(|_| size >= 0));
    if sum != Some(whole) {
        return Err(format!("parts of sizes {sizes:?} are not a dimension of {whole}").into());
    }
    let outer = dims[..at].iter().product::<i64>() as usize;
    let inner = dims[at + 1..].iter().product::<i64>() as usize;
    let mut items = room(sizes.len())?;
    let mut start = 0;
    for &size in &sizes {
        let mut own = dims.to_vec();
        own[at] = size;
        if !keeps {
            own.remove(at);
        }
        let shape = Shape::new(&own)?;
        let range = |row: usize| {
            let first = (row * whole as usize + start) * inner;
            first..first + size as usize * inner
        };
        if at == 0 {
            items.push(Some(rows(&tensor, start, start + size as usize, shape)?));
            start += size as usize;
            continue;
        }
        items.push(Some(match &tensor {
            Tensor::String(strings) => {
                let mut all = room(shape.num_elements())?;
                (0..outer).for_each(|row| all.extend_from_slice(&strings.strings()[range(row)]));
                StringHostTensor::new(shape, all)?.into()
            }
            Tensor::Dense(dense) => {
                let width = dense.dtype().size().ok_or("elements that cannot be split")?;
                let mut out = DenseHostTensor::uninitialized(TensorMetadata::new(dense.dtype(), shape))?;
                let to = out.bytes_mut().ok_or("the result is shared")?;
                let part = size as usize * inner * width;
                for (row, to) in to.chunks_exact_mut(part.max(1)).enumerate() {
                    let from = range(row);
                    to.copy_from_slice(&dense.bytes()[from.start * width..from.end * width]);
                }
                out.into()
            }
            other => return Err(format!("a {} cannot be split", other.tensor_type()).into()),
        }));
        start += size as usize;
    }
    set_list(frame, 0, TensorList::new(tensor.dtype(), PartialShape::Unranked, items));
    Ok(())
}

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

/// Items of one shape as a tensor with a new first dimension. Sizes of an empty list that the second argument does not tell are zero.
pub(super) fn stack(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let given = list(frame, 0)?;
    expect_dtype(frame, given)?;
    let items = given.items();
    let asked = match (shape_of(frame, 1)?, items.is_empty()) {
        (PartialShape::Ranked(dims), true) => {
            PartialShape::Ranked(dims.iter().map(|&dim| dim.max(0)).collect())
        }
        (PartialShape::Unranked, true) => PartialShape::Ranked(Default::default()),
        (asked, false) => asked,
    };
    stack_items(frame, &asked, &items)
}
