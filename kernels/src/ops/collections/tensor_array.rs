//! Arrays of tensors as resources: loops of older graphs keep their steps in them (`tf.TensorArrayV3` and its like).
//!
//! Each call of `tf.TensorArrayV3` makes an array, which lives as long as a handle refers to it. Ops that write return a number
//! (the flow) that ops that read take, which orders them; the number itself has no meaning. An item is written once. It is read
//! once, too, unless the array was made with `clear_after_read = false`.
//!
//! An array has others for gradients of its items (`tf.TensorArrayGradV3`), one by name, of as many items as it had when that was first asked
//! for. What is written to an item of such an array is added up, and an item that is missing is zeros of the shape of the array's own.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, DeviceTensor, Dims, PartialShape, Shape, StringHostTensor, Tensor,
    TensorMetadata, TensorType, convert,
};

use super::list::sum::plus;
use crate::ops::arrays::gather::product;
use crate::ops::arrays::strided::element_size;
use crate::ops::index_arguments::{integer_vector, number, vector};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.TensorArrayV3", OpEntry::new().dispatch(make).side_effects());
    let entry = || OpEntry::new().resources().strings().side_effects();
    ops.add("tf.TensorArrayGradV3", entry().dispatch(gradient));
    ops.add("tf.TensorArrayGradWithShape", entry().dispatch(gradient_with_shape));
    ops.add("tf.TensorArrayWriteV3", entry().dispatch(write));
    ops.add("tf.TensorArrayReadV3", entry().dispatch(read));
    ops.add("tf.TensorArrayGatherV3", entry().dispatch(gather));
    ops.add("tf.TensorArrayScatterV3", entry().dispatch(scatter));
    ops.add("tf.TensorArrayConcatV3", entry().dispatch(concat));
    ops.add("tf.TensorArraySplitV3", entry().dispatch(split));
    ops.add("tf.TensorArraySizeV3", entry().dispatch(size));
    ops.add("tf.TensorArrayCloseV3", entry().dispatch(close));
}

/// Items that an array may have.
const MOST: i64 = i32::MAX as i64;

/// The content of a place.
#[derive(Clone, Debug)]
enum Item {
    /// With its shape, if it stands for a gradient of an item that has one.
    Missing(Option<Shape>),
    There(Tensor),
    /// It was read; its shape.
    Gone(Shape),
}

/// The state that changes while an array is used.
#[derive(Debug)]
struct State {
    /// The shape of an item, as far as it is known.
    shape: PartialShape,
    /// Nothing when the array is closed.
    items: Option<Vec<Item>>,
    /// The arrays of gradients by their names.
    gradients: Vec<(String, Arc<TensorArray>)>,
}

#[derive(Debug)]
struct TensorArray {
    metadata: TensorMetadata,
    dtype: DType,
    grows: bool,
    clears: bool,
    /// The first item that is written says what shape all have.
    identical: bool,
    /// Whether the array holds gradients: a tensor that is written to an index is added to the tensor at that index.
    adds: bool,
    state: Mutex<State>,
}

impl fmt::Display for TensorArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TensorArray dtype = {}, ", self.dtype.label())?;
        match &self.state.lock().items {
            Some(items) => write!(f, "items = {}", items.len()),
            None => f.write_str("closed"),
        }
    }
}

impl DeviceTensor for TensorArray {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("TensorArray")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The items of an array that is not closed.
struct Items<'a>(MutexGuard<'a, State>, &'a TensorArray);

impl<'a> Items<'a> {
    fn of(frame: &'a DispatchFrame<'_>) -> Result<Items<'a>, OpError> {
        let tensor = frame.tensor(0)?;
        let array = match tensor {
            Tensor::Device(tensor) => tensor.as_any().downcast_ref::<TensorArray>(),
            _ => None,
        };
        let array = array.ok_or_else(|| {
            OpError::from(format!(
                "argument 0 must be the handle of a TensorArray, but is a {}",
                tensor.tensor_type()
            ))
        })?;
        let guard = array.state.lock();
        if guard.items.is_none() {
            return Err("TensorArray has already been closed.".into());
        }
        Ok(Items(guard, array))
    }

    fn all(&mut self) -> &mut Vec<Item> {
        self.0.items.get_or_insert_default()
    }

    fn write(&mut self, index: i64, value: Tensor) -> Result<(), OpError> {
        let array = self.1;
        if value.dtype() != array.dtype {
            let (array, value) = (array.dtype.label(), value.dtype().label());
            return Err(format!(
                "TensorArray: Could not write to TensorArray index {index} because the value dtype is {value} but TensorArray dtype is {array}."
            )
            .into());
        }
        if let PartialShape::Ranked(dims) = &self.0.shape {
            let got = value.shape().dims();
            if dims.len() != got.len() || dims.iter().zip(&got).any(|(&dim, &got)| dim >= 0 && dim != got) {
                return Err(format!(
                    "TensorArray: Could not write to TensorArray index {index} because the value shape is {} which is incompatible with the TensorArray's inferred element shape: {}.",
                    value.shape(), self.0.shape
                )
                .into());
            }
        }
        let shape = PartialShape::Ranked(value.shape().dims().iter().copied().collect());
        let items = self.all();
        if !(0..MOST).contains(&index) || (index as usize >= items.len() && !array.grows) {
            return Err(format!(
                "TensorArray: Tried to write to index {index} but array is not resizeable and size is: {}",
                items.len()
            )
            .into());
        }
        let index = index as usize;
        if index >= items.len() {
            let more = index + 1 - items.len();
            items.try_reserve(more).map_err(|_| format!("out of memory for {} items", index + 1))?;
            items.resize(index + 1, Item::Missing(None));
        }
        match &mut items[index] {
            Item::There(sum) if array.adds => {
                *sum = plus(sum, &value)?;
                Ok(())
            }
            Item::Missing(_) => {
                items[index] = Item::There(value);
                if array.identical && self.0.shape.to_shape().is_none() {
                    self.0.shape = shape;
                }
                Ok(())
            }
            Item::Gone(_) => Err(format!(
                "TensorArray: Could not write to TensorArray index {index} because it has already been read."
            )
            .into()),
            Item::There(_) => Err(format!(
                "TensorArray: Could not write to TensorArray index {index} because it has already been written to."
            )
            .into()),
        }
    }

    fn read(&mut self, index: i64, shape: &PartialShape) -> Result<Tensor, OpError> {
        let array = self.1;
        let own = self.0.shape.clone();
        let items = self.all();
        let count = items.len();
        let Some(item) = usize::try_from(index).ok().and_then(|index| items.get_mut(index)) else {
            return Err(
                format!("TensorArray: Tried to read from index {index} but array size is: {count}").into()
            );
        };
        match item {
            Item::There(tensor) => {
                let tensor = tensor.clone();
                if array.clears {
                    *item = Item::Gone(tensor.shape().clone());
                }
                Ok(tensor)
            }
            Item::Gone(_) => Err(format!(
                "TensorArray: Could not read index {index} twice because it was cleared after a previous read (perhaps try setting clear_after_read = false?)."
            )
            .into()),
            Item::Missing(zeros) => {
                let known = zeros.clone().or_else(|| [&own, shape].into_iter().find_map(PartialShape::to_shape));
                let Some(shape) = known.filter(|_| array.dtype != DType::String) else {
                    return Err(format!(
                        "TensorArray: Could not read from TensorArray index {index}. Furthermore, the element shape is not fully defined: {}. It is possible you are working with a resizeable TensorArray and stop_gradients is not allowing the gradients to be written.",
                        own
                    )
                    .into());
                };
                Ok(DenseHostTensor::zeroed(TensorMetadata::new(array.dtype, shape))?.into())
            }
        }
    }
}

fn shape_attr(attrs: OpAttrsRef<'_>, name: &str) -> PartialShape {
    let shape = attrs.get_shape(name).or_else(|| attrs.get_ints(name).map(PartialShape::Ranked));
    shape.unwrap_or(PartialShape::Unranked)
}

fn make(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let size = number(frame, 0, "TensorArray size")?;
    if !(0..MOST).contains(&size) {
        return Err(format!("Size should be >= 0 and below {MOST}, but is {size}").into());
    }
    let attrs = frame.attrs();
    let mut items = Vec::new();
    items
        .try_reserve_exact(size as usize)
        .map_err(|_| OpError::from(format!("out of memory for an array of {size} items")))?;
    items.resize(size as usize, Item::Missing(None));
    let array = TensorArray {
        metadata: TensorMetadata::new(DType::Resource, Shape::scalar()),
        dtype: attrs.get_dtype("dtype").ok_or("missing 'dtype' attribute")?,
        grows: attrs.get_bool("dynamic_size").unwrap_or(false),
        clears: attrs.get_bool("clear_after_read").unwrap_or(true),
        identical: attrs.get_bool("identical_element_shapes").unwrap_or(false),
        adds: false,
        state: Mutex::new(State {
            shape: shape_attr(attrs, "element_shape"),
            items: Some(items),
            gradients: Vec::new(),
        }),
    };
    frame.set(0, Tensor::Device(Arc::new(array)));
    set_flow(frame, 1)
}

fn gradient(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    gradients(frame, &[])
}

fn gradient_with_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let before = vector(frame, 2, "shape_to_prepend")?;
    gradients(frame, &before)
}

/// The array of gradients of an array, whose items have more dimensions before their own.
fn gradients(frame: &mut DispatchFrame<'_>, before: &[i64]) -> Result<(), OpError> {
    let source = frame.attrs().get_str("source").ok_or("missing 'source' attribute")?.to_owned();
    let mut items = Items::of(frame)?;
    let known = items.0.gradients.iter().find(|(name, _)| *name == source);
    let found = match known {
        Some((_, array)) => Arc::clone(array),
        None => {
            let extended = |dims: &[i64]| -> Dims { before.iter().chain(dims).copied().collect() };
            let zeros = |item: &Item| -> Result<Item, OpError> {
                let shape = match item {
                    Item::Missing(shape) => shape.as_ref(),
                    Item::There(tensor) => Some(tensor.shape()),
                    Item::Gone(shape) => Some(shape),
                };
                let shape = shape.map(|shape| Shape::new(&extended(&shape.dims()))).transpose()?;
                Ok(Item::Missing(shape))
            };
            let shape = match &items.0.shape {
                PartialShape::Ranked(dims) => PartialShape::Ranked(extended(dims).iter().copied().collect()),
                unranked => unranked.clone(),
            };
            let zeros = items.all().iter().map(zeros).collect::<Result<_, OpError>>()?;
            let array = Arc::new(TensorArray {
                metadata: items.1.metadata.clone(),
                dtype: items.1.dtype,
                grows: false,
                clears: true,
                identical: items.1.identical,
                adds: true,
                state: Mutex::new(State { shape, items: Some(zeros), gradients: Vec::new() }),
            });
            items.0.gradients.push((source, Arc::clone(&array)));
            array
        }
    };
    drop(items);
    frame.set(0, Tensor::Device(found));
    set_flow(frame, 1)
}

fn set_flow(frame: &mut DispatchFrame<'_>, i: usize) -> Result<(), OpError> {
    frame.set(i, DenseHostTensor::from_values(Shape::scalar(), &[0.0_f32])?);
    Ok(())
}

/// A value that may be an item: elements on the host.
fn value(frame: &DispatchFrame<'_>, i: usize) -> Result<Tensor, OpError> {
    match frame.tensor(i)? {
        tensor @ Tensor::String(_) => Ok(tensor.clone()),
        tensor => Ok(convert::to_dense(tensor)?.into()),
    }
}

fn write(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let (index, value) = (number(frame, 1, "index")?, value(frame, 2)?);
    Items::of(frame)?.write(index, value)?;
    set_flow(frame, 0)
}

fn read(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let index = number(frame, 1, "index")?;
    let item = Items::of(frame)?.read(index, &PartialShape::Unranked)?;
    frame.set(0, item);
    Ok(())
}

/// Items one after the other, as the rows of one tensor.
fn joined(dtype: DType, dims: &[i64], items: &[Tensor]) -> Result<Tensor, OpError> {
    let shape = Shape::new(dims)?;
    if dtype == DType::String {
        let mut strings = Vec::new();
        for item in items {
            if let Tensor::String(item) = item {
                strings.extend_from_slice(item.strings());
            }
        }
        return Ok(StringHostTensor::new(shape, strings)?.into());
    }
    let mut bytes = Vec::new();
    for item in items {
        bytes.extend_from_slice(item.as_dense().map(|dense| dense.bytes()).unwrap_or_default());
    }
    Ok(DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), &bytes)?.into())
}

fn gather(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let indices = vector(frame, 1, "indices")?;
    let shape = shape_attr(frame.attrs(), "element_shape");
    let mut all = Items::of(frame)?;
    let mut items: Vec<Tensor> = Vec::new();
    for &index in &indices {
        let item = all.read(index, &shape)?;
        if let Some(first) = items.first().filter(|first| first.shape() != item.shape()) {
            return Err(format!(
                "TensorArray has inconsistent shapes. Index {} has shape: {} but index {index} has shape: {}",
                indices[0],
                first.shape(),
                item.shape()
            )
            .into());
        }
        items.push(item);
    }
    let mut dims = Dims::from_slice(&[items.len() as i64]);
    match items.first() {
        Some(first) => dims.extend(first.shape().dims()),
        None => {
            let known = [&all.0.shape, &shape].into_iter().find_map(|shape| shape.to_shape());
            dims.extend(known.ok_or("TensorArray has size zero, but element shape is not fully defined. Currently only static shapes are supported when packing zero-size TensorArrays.")?.dims());
        }
    }
    let gathered = joined(all.1.dtype, &dims, &items)?;
    drop(all);
    frame.set(0, gathered);
    Ok(())
}

/// So many rows of a tensor from one on, in a tensor of this shape.
fn rows(tensor: &Tensor, begin: usize, dims: &[i64]) -> Result<Tensor, OpError> {
    let (length, shape) = (product(dims), Shape::new(dims)?);
    match tensor {
        Tensor::String(strings) => {
            Ok(StringHostTensor::new(shape, strings.strings()[begin..][..length].to_vec())?.into())
        }
        Tensor::Dense(dense) => {
            let size = element_size(dense.dtype())?;
            let bytes = &dense.bytes()[begin * size..][..length * size];
            Ok(DenseHostTensor::from_bytes(TensorMetadata::new(dense.dtype(), shape), bytes)?.into())
        }
        other => Err(format!("a {} has no rows", other.tensor_type()).into()),
    }
}

fn scatter(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let (indices, value) = (vector(frame, 1, "indices")?, value(frame, 2)?);
    let dims = value.shape().dims();
    if dims.first() != Some(&(indices.len() as i64)) {
        return Err(format!(
            "Expected len(indices) == values.shape[0], but saw: {} vs. shape {}",
            indices.len(),
            value.shape()
        )
        .into());
    }
    let length = product(&dims[1..]);
    let mut items = Items::of(frame)?;
    for (at, &index) in indices.iter().enumerate() {
        items.write(index, rows(&value, at * length, &dims[1..])?)?;
    }
    drop(items);
    set_flow(frame, 0)
}

fn concat(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let mut all = Items::of(frame)?;
    let count = all.all().len() as i64;
    let items = (0..count)
        .map(|index| all.read(index, &PartialShape::Unranked))
        .collect::<Result<Vec<Tensor>, OpError>>()?;
    let mut lengths = Vec::new();
    let mut inner: Option<Dims> = None;
    for (at, item) in items.iter().enumerate() {
        let dims = item.shape().dims();
        let Some((&length, rest)) = dims.split_first() else {
            return Err(
                format!("Concat saw a scalar shape at index {at} but requires at least vectors.").into()
            );
        };
        if inner.as_deref().is_some_and(|inner| inner != rest) {
            return Err(format!(
                "TensorArray has inconsistent shapes: index {at} has shape {}",
                item.shape()
            )
            .into());
        }
        inner = Some(Dims::from_slice(rest));
        lengths.push(length);
    }
    let mut dims = Dims::from_slice(&[lengths.iter().sum()]);
    match inner {
        Some(inner) => dims.extend(inner),
        None => match shape_attr(frame.attrs(), "element_shape_except0").to_shape() {
            Some(shape) => dims.extend(shape.dims()),
            None => return Err("TensorArray has size zero, but element_shape_except0 is not fully defined. Currently only static shapes are supported when concatenating zero-size TensorArrays.".into()),
        },
    }
    let whole = joined(all.1.dtype, &dims, &items)?;
    drop(all);
    frame.set(0, whole);
    frame.set(1, integer_vector(DType::I64, &lengths)?);
    Ok(())
}

fn split(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let (value, lengths) = (value(frame, 1)?, vector(frame, 2, "lengths")?);
    let mut dims = value.shape().dims();
    let Some(&whole) = dims.first() else {
        return Err("Expected value to be at least a vector, but received a scalar".into());
    };
    if lengths.iter().any(|&length| length < 0)
        || lengths.iter().try_fold(0_i64, |sum, &length| sum.checked_add(length)) != Some(whole)
    {
        return Err(format!(
            "Expected sum of lengths to be equal to values.shape[0], but lengths are {lengths:?} and values' shape is {}",
            value.shape()
        )
        .into());
    }
    let length = product(&dims[1..]);
    let mut items = Items::of(frame)?;
    let there = items.all().len();
    if there != lengths.len() && !items.1.grows {
        return Err(format!(
            "TensorArray's size is not equal to the size of lengths ({there} vs. {}), and the TensorArray is not marked as dynamically resizeable",
            lengths.len()
        )
        .into());
    }
    let mut begin = 0;
    for (at, &rows_there) in lengths.iter().enumerate() {
        dims[0] = rows_there;
        items.write(at as i64, rows(&value, begin * length, &dims)?)?;
        begin += rows_there as usize;
    }
    drop(items);
    set_flow(frame, 0)
}

fn size(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let count = Items::of(frame)?.all().len() as i32;
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[count])?);
    Ok(())
}

fn close(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    Items::of(frame)?.0.items = None;
    Ok(())
}
