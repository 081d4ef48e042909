//! Lists of tensors as tensors: loops over sequences, above all recurrent networks, keep their steps in them.
//!
//! A [`TensorList`] is a scalar tensor of dtype `variant`. Its items are tensors of one dtype, numbers, strings or variants again, whose
//! shapes fit the list's element shape, or are missing until they are set; a missing item reads as zeros of the element shape, which must
//! be known then. Lists are values: an op returns a new list and shares the items, but a list without other references is changed in place,
//! so that a loop that sets one item per step does not copy the others each time.
//!
//! The shapes of results depend on the items, so ops that read items have no metadata functions.

mod items;
mod sequence;
pub(crate) mod sum;
mod value;

use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry, TensorHandle};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, PartialShape, Shape, Tensor};

use items::unstacked;
pub(crate) use items::{elements, variants};
pub(crate) use items::{joined, rows, value, zeros};
pub use value::TensorList;
use value::merged;

/// Items that a list may have: indices of items are 32 bits wide.
const MOST: i64 = i32::MAX as i64;

/// Adds the ops of this file.
pub fn register(ops: &mut OpRegistry) {
    let mut list_of = |name, dispatch: fn(&mut DispatchFrame<'_>) -> Result<(), OpError>| {
        ops.add(name, OpEntry::new().variants().strings().dispatch(dispatch));
    };
    list_of("tf.EmptyTensorList", empty);
    list_of("tf.TensorListReserve", reserve);
    list_of("tf.TensorListFromTensor", from_tensor);
    list_of("tf.TensorListSetItem", set_item);
    list_of("tf.TensorListPushBack", push_back);
    list_of("tf.TensorListResize", resize);
    list_of("tf.TensorListScatterV2", scatter);
    list_of("tf.TensorListScatter", scatter_all);
    list_of("tf.TensorListScatterIntoExistingList", scatter_into);
    list_of("tf.TensorListSplit", split);
    list_of("tf.TensorListConcatLists", concat_lists);
    list_of("onnx.Argument", sequence::argument);
    list_of("onnx.SplitToSequence", sequence::split);
    list_of("onnx.SequenceInsert", sequence::insert);
    list_of("onnx.SequenceErase", sequence::erase);
    let mut reads = |name, dispatch: fn(&mut DispatchFrame<'_>) -> Result<(), OpError>| {
        ops.add(name, OpEntry::new().variants().dispatch(dispatch));
    };
    reads("tf.TensorListStack", stack);
    reads("tf.TensorListGather", gather);
    reads("tf.TensorListConcatV2", concat);
    reads("tf.TensorListGetItem", get_item);
    reads("tf.TensorListPopBack", pop_back);
    reads("tf.TensorListElementShape", element_shape);
    reads("onnx.ConcatFromSequence", sequence::concat);
    reads("onnx.Stack", sequence::stack);
    ops.add("tf.TensorListLength", OpEntry::new().variants().dispatch(length));
}

/// An argument that is a list.
fn list<'a>(frame: &'a DispatchFrame<'_>, i: usize) -> Result<&'a TensorList, OpError> {
    let tensor = frame.tensor(i)?;
    let found = match tensor {
        Tensor::Device(tensor) => tensor.as_any().downcast_ref(),
        _ => None,
    };
    found.ok_or_else(|| {
        format!("argument {i} must be a list of tensors, but is a {}", tensor.tensor_type()).into()
    })
}

/// A shape as ops on lists take it: a vector in which -1 is an unknown dimension, or the scalar -1 for an unknown rank.
fn shape_of(frame: &DispatchFrame<'_>, i: usize) -> Result<PartialShape, OpError> {
    let dims = frame.indices(i)?;
    if let Some(dim) = dims.iter().find(|&&dim| dim < -1) {
        return Err(format!("element shapes have dimensions from -1 on, not {dim}").into());
    }
    match frame.dense(i)?.shape().rank() {
        0 if dims[0] == -1 => Ok(PartialShape::Unranked),
        1 => Ok(PartialShape::Ranked(dims)),
        _ => Err("an element shape must be a vector, or the scalar -1".into()),
    }
}

/// A scalar that counts or numbers items.
fn number(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<i64, OpError> {
    match frame.indices(i)?[..] {
        [number] => Ok(number),
        _ => Err(format!("{what} must be a scalar, but has shape {}", frame.dense(i)?.shape()).into()),
    }
}

/// A number of items that a list may have.
fn count(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<usize, OpError> {
    let count = number(frame, i, what)?;
    if !(0..=MOST).contains(&count) {
        return Err(format!("{what} must be between 0 and {MOST}, but is {count}").into());
    }
    Ok(count as usize)
}

/// The position of an item.
fn position(frame: &DispatchFrame<'_>, i: usize, length: usize) -> Result<usize, OpError> {
    let index = number(frame, i, "the index")?;
    usize::try_from(index)
        .ok()
        .filter(|&index| index < length)
        .ok_or_else(|| format!("index {index} is outside a list of {length} items").into())
}

/// The attribute that names the dtype of the items.
fn element_dtype(attrs: OpAttrsRef<'_>) -> Result<DType, OpError> {
    attrs.get_dtype("element_dtype").ok_or_else(|| "missing 'element_dtype' attribute".into())
}

/// Fails unless the list has items of the dtype that the op expects.
fn expect_dtype(frame: &DispatchFrame<'_>, list: &TensorList) -> Result<(), OpError> {
    match frame.attrs().get_dtype("element_dtype") {
        Some(expected) if expected != list.element => {
            let (expected, got) = (expected.label(), list.element.label());
            Err(format!("the list must have items of dtype {expected} ('element_dtype'), but has {got}")
                .into())
        }
        _ => Ok(()),
    }
}

fn set_list(frame: &mut DispatchFrame<'_>, i: usize, list: TensorList) {
    frame.set(i, Tensor::Device(Arc::new(list)));
}

/// Lists of missing items, which take memory as well.
fn missing(count: usize) -> Result<Vec<Option<Tensor>>, OpError> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| format!("out of memory for a list of {count} items"))?;
    items.resize(count, None);
    Ok(items)
}

fn empty(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let most = number(frame, 1, "max_num_elements")?;
    let mut list = TensorList::new(element_dtype(frame.attrs())?, shape_of(frame, 0)?, Vec::new());
    list.most = usize::try_from(most).ok();
    set_list(frame, 0, list);
    Ok(())
}

fn reserve(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let items = missing(count(frame, 1, "num_elements")?)?;
    let list = TensorList::new(element_dtype(frame.attrs())?, shape_of(frame, 0)?, items);
    set_list(frame, 0, list);
    Ok(())
}

fn from_tensor(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let tensor = value(frame, 0)?;
    let items = unstacked(&tensor, "the tensor of a list")?;
    let list = TensorList::new(tensor.dtype(), shape_of(frame, 1)?, Vec::new());
    expect_dtype(frame, &list)?;
    if let Some(item) = items.first() {
        list.accept(item)?;
    }
    *list.items.lock() = items.into_iter().map(Some).collect();
    set_list(frame, 0, list);
    Ok(())
}

/// Changes the items of the list that is argument 0, in place if it has no other owner, and makes it result 0.
fn change(
    frame: &mut DispatchFrame<'_>,
    f: impl FnOnce(&TensorList, &mut Vec<Option<Tensor>>) -> Result<(), OpError>,
) -> Result<(), OpError> {
    list(frame, 0)?;
    let mut handle: TensorHandle = frame.take(0);
    // The only handle to the only reference: no other user sees the change.
    let alone = matches!(handle.tensor_mut(), Some(Tensor::Device(list)) if Arc::strong_count(list) == 1);
    let changed = match handle.tensor() {
        Some(Tensor::Device(tensor)) => match tensor.as_any().downcast_ref::<TensorList>() {
            Some(list) if alone => {
                f(list, &mut list.items.lock())?;
                None
            }
            Some(list) => {
                let mut items = list.items();
                f(list, &mut items)?;
                Some(list.with(items))
            }
            None => return Err("the list is gone".into()),
        },
        _ => return Err("the list is gone".into()),
    };
    match changed {
        Some(list) => set_list(frame, 0, list),
        None => frame.set_handle(0, handle),
    }
    Ok(())
}

fn set_item(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let item = value(frame, 2)?;
    let old = list(frame, 0)?;
    expect_dtype(frame, old)?;
    let mut length = old.items.lock().len();
    let index = number(frame, 1, "the index")?;
    // As TensorFlow does: a list may grow up to the item that is set.
    if frame.attrs().get_bool("resize_if_index_out_of_bounds") == Some(true) && (0..MOST).contains(&index) {
        length = length.max(index as usize + 1);
    }
    let at = position(frame, 1, length)?;
    change(frame, |list, items| {
        list.accept(&item)?;
        let more = missing(length.saturating_sub(items.len()))?;
        items.extend(more);
        items[at] = Some(item);
        Ok(())
    })
}

fn push_back(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let item = value(frame, 1)?;
    expect_dtype(frame, list(frame, 0)?)?;
    change(frame, |list, items| {
        list.accept(&item)?;
        if let Some(most) = list.most
            && items.len() >= most
        {
            return Err(format!("the list has {most} items already, and may have no more").into());
        }
        items.push(Some(item));
        Ok(())
    })
}

fn resize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let size = count(frame, 1, "size")?;
    change(frame, |_, items| {
        let more = missing(size.saturating_sub(items.len()))?;
        items.extend(more);
        items.truncate(size);
        Ok(())
    })
}

fn scatter(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let asked = number(frame, 3, "num_elements")?;
    scattered(frame, usize::try_from(asked).ok().map(|_| count(frame, 3, "num_elements")).transpose()?)
}

/// As [`scatter`], without a number of items.
fn scatter_all(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    scattered(frame, None)
}

/// A list of so many items, or as many as it takes, from the rows of a tensor and their places.
fn scattered(frame: &mut DispatchFrame<'_>, asked: Option<usize>) -> Result<(), OpError> {
    let tensor = value(frame, 0)?;
    let values = unstacked(&tensor, "the tensor of a list")?;
    let indices = frame.indices(1)?;
    if values.len() != indices.len() {
        return Err(format!("{} indices cannot place {} items", indices.len(), values.len()).into());
    }
    if let Some(index) = indices.iter().find(|index| !(0..MOST).contains(*index)) {
        return Err(format!("index {index} is not one of a list").into());
    }
    let needed = indices.iter().max().map_or(0, |&index| index as usize + 1);
    let length = asked.unwrap_or(needed);
    if needed > length {
        return Err(format!("index {} is outside a list of {length} items", needed - 1).into());
    }
    let list = TensorList::new(tensor.dtype(), shape_of(frame, 2)?, Vec::new());
    expect_dtype(frame, &list)?;
    let mut items = missing(length)?;
    for (value, &index) in values.into_iter().zip(&indices) {
        list.accept(&value)?;
        items[index as usize] = Some(value);
    }
    *list.items.lock() = items;
    set_list(frame, 0, list);
    Ok(())
}

/// Sets items of a list, which grows to the last of them.
fn scatter_into(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let tensor = value(frame, 1)?;
    let values = unstacked(&tensor, "the tensor of a list")?;
    let indices = frame.indices(2)?;
    if values.len() != indices.len() {
        return Err(format!("{} indices cannot place {} items", indices.len(), values.len()).into());
    }
    if let Some(index) = indices.iter().find(|index| !(0..MOST).contains(*index)) {
        return Err(format!("index {index} is not one of a list").into());
    }
    expect_dtype(frame, list(frame, 0)?)?;
    let needed = indices.iter().max().map_or(0, |&index| index as usize + 1);
    change(frame, |list, items| {
        items.extend(missing(needed.saturating_sub(items.len()))?);
        for (value, &index) in values.into_iter().zip(&indices) {
            list.accept(&value)?;
            items[index as usize] = Some(value);
        }
        Ok(())
    })
}

fn split(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let tensor = value(frame, 0)?;
    if tensor.shape().rank() == 0 {
        return Err("the tensor of a list must have at least rank 1, but is a scalar".into());
    }
    let mut dims = tensor.shape().dims();
    let (have, lengths) = (dims[0], frame.indices(2)?);
    let sum = lengths.iter().try_fold(0i64, |sum, &length| sum.checked_add(length).filter(|_| length >= 0));
    if sum != Some(have) {
        return Err(format!("lengths {:?} do not cut a tensor of {have} rows", &lengths[..]).into());
    }
    let list = TensorList::new(tensor.dtype(), shape_of(frame, 1)?, Vec::new());
    expect_dtype(frame, &list)?;
    let mut begin = 0;
    for &length in &lengths {
        dims[0] = length;
        let end = begin + length as usize;
        let item = rows(&tensor, begin, end, Shape::new(&dims)?)?;
        list.accept(&item)?;
        list.items.lock().push(Some(item));
        begin = end;
    }
    set_list(frame, 0, list);
    Ok(())
}

fn concat_lists(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (a, b) = (list(frame, 0)?, list(frame, 1)?);
    expect_dtype(frame, a)?;
    if a.element != b.element {
        let (a, b) = (a.element.label(), b.element.label());
        return Err(format!("lists of items of dtypes {a} and {b} do not make one").into());
    }
    let Some(shape) = merged(&a.shape, &b.shape) else {
        return Err(format!("lists of items of shapes {} and {} do not make one", a.shape, b.shape).into());
    };
    let mut items = a.items();
    items.extend(b.items());
    let joined = TensorList::new(a.element, shape, items);
    set_list(frame, 0, joined);
    Ok(())
}

fn length(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let length = list(frame, 0)?.items.lock().len() as i32;
    let tensor = DenseHostTensor::from_values(Shape::scalar(), &[length])?;
    frame.set(0, tensor);
    Ok(())
}

fn element_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let (shape, dims) = match &list(frame, 0)?.shape {
        PartialShape::Unranked => (Shape::scalar(), Dims::from_slice(&[-1])),
        PartialShape::Ranked(dims) => (Shape::new(&[dims.len() as i64])?, dims.clone()),
    };
    let tensor = match frame.attrs().get_dtype("shape_type") {
        Some(DType::I64) => DenseHostTensor::from_values(shape, &dims[..])?,
        _ => {
            let dims: Vec<i32> = dims.iter().map(|&dim| dim as i32).collect();
            DenseHostTensor::from_values(shape, &dims)?
        }
    };
    frame.set(0, tensor);
    Ok(())
}

/// The full shape of items that are missing: what the list and the op say, and the other items.
fn full_shape(list: &TensorList, asked: &PartialShape, items: &[Option<Tensor>]) -> Result<Shape, OpError> {
    let mut shape = merged(&list.shape, asked)
        .ok_or_else(|| OpError::from(format!("the list has items of shape {}, not {asked}", list.shape)))?;
    for item in items.iter().flatten() {
        shape = merged(&shape, &PartialShape::from(item.shape()))
            .ok_or_else(|| OpError::from(format!("an item has shape {}, not {shape}", item.shape())))?;
    }
    shape
        .to_shape()
        .ok_or_else(|| format!("the shape of items must be known where none is set, but is {shape}").into())
}

/// An item, or zeros.
fn item_or_zeros(list: &TensorList, asked: &PartialShape, item: Option<Tensor>) -> Result<Tensor, OpError> {
    match item {
        Some(item) if merged(asked, &PartialShape::from(item.shape())).is_some() => Ok(item),
        Some(item) => Err(format!("the item has shape {}, not {asked}", item.shape()).into()),
        None => {
            let shape = full_shape(list, asked, &[])?;
            zeros(list.element, shape)
        }
    }
}

fn get_item(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let list = list(frame, 0)?;
    expect_dtype(frame, list)?;
    let items = list.items.lock();
    let item = items[position(frame, 1, items.len())?].clone();
    drop(items);
    let tensor = item_or_zeros(list, &shape_of(frame, 2)?, item)?;
    frame.set(0, tensor);
    Ok(())
}

fn pop_back(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let old = list(frame, 0)?;
    expect_dtype(frame, old)?;
    let last = old.items.lock().last().cloned().ok_or("the list has no items")?;
    let tensor = item_or_zeros(old, &shape_of(frame, 1)?, last)?;
    change(frame, |_, items| {
        items.pop();
        Ok(())
    })?;
    frame.set(1, tensor);
    Ok(())
}

/// Stacks items that all have one shape.
fn stack_items(
    frame: &mut DispatchFrame<'_>,
    asked: &PartialShape,
    items: &[Option<Tensor>],
) -> Result<(), OpError> {
    let list = list(frame, 0)?;
    let item = full_shape(list, asked, items)?;
    let mut dims: Dims = Dims::from_slice(&[items.len() as i64]);
    dims.extend(item.dims());
    let length = item.num_elements();
    let tensor = joined(list.element, Shape::new(&dims)?, items, |_| length)?;
    frame.set(0, tensor);
    Ok(())
}

fn stack(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let list = list(frame, 0)?;
    expect_dtype(frame, list)?;
    let items = list.items();
    if let Some(expected @ 0..) = frame.attrs().get_int("num_elements")
        && items.len() as i64 != expected
    {
        return Err(
            format!("the list must have {expected} items ('num_elements'), but has {}", items.len()).into()
        );
    }
    let asked = shape_of(frame, 1)?;
    stack_items(frame, &asked, &items)
}

fn gather(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let list = list(frame, 0)?;
    expect_dtype(frame, list)?;
    let all = list.items();
    let items: Vec<Option<Tensor>> = frame
        .indices(1)?
        .iter()
        .map(|&index| {
            let item = usize::try_from(index).ok().and_then(|index| all.get(index)).cloned();
            item.ok_or_else(|| format!("index {index} is outside a list of {} items", all.len()))
        })
        .collect::<Result<_, _>>()?;
    let asked = shape_of(frame, 2)?;
    stack_items(frame, &asked, &items)
}

/// Joins items along their first dimension, whose sizes are the second result.
fn concat(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let list = list(frame, 0)?;
    expect_dtype(frame, list)?;
    let (items, leading) = (list.items(), frame.indices(2)?);
    // The first dimension may differ from item to item.
    let rest = |shape: &PartialShape| match shape {
        PartialShape::Ranked(dims) if dims.is_empty() => Err(OpError::from("scalars cannot be concatenated")),
        PartialShape::Ranked(dims) => Ok(PartialShape::Ranked(dims[1..].into())),
        PartialShape::Unranked => Ok(PartialShape::Unranked),
    };
    let mut shape = rest(&shape_of(frame, 1)?)?;
    for other in
        [&list.shape].into_iter().cloned().chain(items.iter().flatten().map(|item| item.shape().into()))
    {
        let other = rest(&other)?;
        shape = merged(&shape, &other)
            .ok_or_else(|| OpError::from(format!("rows of items have shapes {shape} and {other}")))?;
    }
    let Some(row) = shape.to_shape() else {
        return Err(format!("the shape of rows must be known, but is {shape}").into());
    };
    let lengths: Vec<i64> = items
        .iter()
        .enumerate()
        .map(|(at, item)| match (item, leading.get(at)) {
            (Some(item), _) => Ok(item.shape().dim(0)),
            (None, Some(&length @ 0..)) => Ok(length),
            (None, _) => {
                Err(OpError::from(format!("item {at} is not set, and its first dimension not known")))
            }
        })
        .collect::<Result<_, _>>()?;
    let sum = lengths.iter().try_fold(0i64, |sum, &length| sum.checked_add(length));
    let mut dims = Dims::from_slice(&[sum.ok_or("too many rows")?]);
    dims.extend(row.dims());
    let row = row.num_elements();
    let tensor = joined(list.element, Shape::new(&dims)?, &items, |at| lengths[at] as usize * row)?;
    frame.set(0, tensor);
    let lengths = DenseHostTensor::from_values(Shape::new(&[lengths.len() as i64])?, &lengths)?;
    frame.set(1, lengths);
    Ok(())
}
