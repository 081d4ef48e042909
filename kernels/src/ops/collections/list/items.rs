//! Items of lists: tensors of numbers, of strings, or of variants, which are lists again or results of
//! `tf.RaggedTensorToVariant`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, DeviceTensor, Shape, StringHostTensor, Tensor, TensorMetadata, TensorType,
    convert,
};

use crate::ops::memory::room;

/// Variants in a tensor of rank one or more. A scalar is the variant itself.
#[derive(Debug)]
pub(super) struct Variants {
    metadata: TensorMetadata,
    elements: Vec<Tensor>,
}

impl fmt::Display for Variants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variants shape = {}", self.metadata.shape)
    }
}

impl DeviceTensor for Variants {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("Variants")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A tensor of this shape of variants, which must be as many as the shape says.
pub(crate) fn variants(shape: Shape, elements: Vec<Tensor>) -> Result<Tensor, OpError> {
    if elements.len() != shape.num_elements() {
        return Err(format!("{} variants do not make a tensor of shape {shape}", elements.len()).into());
    }
    match (shape.rank(), &elements[..]) {
        (0, [element]) => Ok(element.clone()),
        _ => {
            let metadata = TensorMetadata::new(DType::Variant, shape);
            Ok(Tensor::Device(Arc::new(Variants { metadata, elements })))
        }
    }
}

/// The variants that a tensor has.
pub(crate) fn elements(tensor: &Tensor) -> &[Tensor] {
    match tensor {
        Tensor::Device(device) => match device.as_any().downcast_ref::<Variants>() {
            Some(variants) => &variants.elements,
            None => std::slice::from_ref(tensor),
        },
        other => std::slice::from_ref(other),
    }
}

/// An argument that may be an item: elements on the host.
pub(crate) fn value(frame: &DispatchFrame<'_>, i: usize) -> Result<Tensor, OpError> {
    match frame.tensor(i)? {
        tensor @ Tensor::String(_) => Ok(tensor.clone()),
        tensor if tensor.dtype() == DType::Variant => Ok(tensor.clone()),
        tensor => Ok(convert::to_dense(tensor)?.into()),
    }
}

/// Rows `begin..end` of a tensor, in a tensor of this shape that shares them where they are numbers.
pub(crate) fn rows(tensor: &Tensor, begin: usize, end: usize, shape: Shape) -> Result<Tensor, OpError> {
    let dims = tensor.shape().dims();
    let outside = || OpError::from("rows are outside the tensor");
    let length = dims.iter().skip(1).map(|&dim| dim as usize).product::<usize>();
    let range = begin * length..end * length;
    match tensor {
        Tensor::Dense(dense) => {
            let row = dense.bytes().len() / (dims.first().copied().unwrap_or(1) as usize).max(1);
            let metadata = TensorMetadata::new(dense.dtype(), shape);
            let part = dense.buffer().slice(begin * row, (end - begin) * row).ok_or_else(outside)??;
            // Parts of rows of odd sizes may not be aligned to elements that take more than they do.
            match DenseHostTensor::from_buffer(metadata.clone(), part) {
                Ok(dense) => Ok(dense.into()),
                Err(_) => {
                    Ok(DenseHostTensor::from_bytes(metadata, &dense.bytes()[begin * row..end * row])?.into())
                }
            }
        }
        Tensor::String(strings) => {
            let strings = strings.strings().get(range).ok_or_else(outside)?;
            Ok(StringHostTensor::new(shape, strings.to_vec())?.into())
        }
        other => variants(shape, elements(other).get(range).ok_or_else(outside)?.to_vec()),
    }
}

/// The rows of a tensor, each as an item.
pub(super) fn unstacked(tensor: &Tensor, what: &str) -> Result<Vec<Tensor>, OpError> {
    if tensor.shape().rank() == 0 {
        return Err(format!("{what} must have at least rank 1, but is a scalar").into());
    }
    let dims = tensor.shape().dims();
    if dims[0] > super::MOST {
        return Err(format!("{what} must have at most {} rows, but has {}", super::MOST, dims[0]).into());
    }
    let mut items = room(dims[0] as usize)?;
    for at in 0..dims[0] as usize {
        items.push(rows(tensor, at, at + 1, Shape::new(&dims[1..])?)?);
    }
    Ok(items)
}

/// Zeros, or empty strings.
pub(crate) fn zeros(dtype: DType, shape: Shape) -> Result<Tensor, OpError> {
    match dtype {
        DType::String => {
            let count = shape.num_elements();
            Ok(StringHostTensor::new(shape, crate::ops::memory::filled(Box::default(), count)?)?.into())
        }
        DType::Variant => Err("an item that is not set has no value, as items are variants".into()),
        _ => Ok(DenseHostTensor::zeroed(TensorMetadata::new(dtype, shape))?.into()),
    }
}

/// Items one after the other, in a tensor of this shape. Those that are not set have the number of elements that is said, all zero.
pub(crate) fn joined(
    dtype: DType,
    shape: Shape,
    items: &[Option<Tensor>],
    missing: impl Fn(usize) -> usize,
) -> Result<Tensor, OpError> {
    match dtype {
        DType::String => {
            let mut strings = Vec::new();
            for (at, item) in items.iter().enumerate() {
                match item {
                    Some(Tensor::String(item)) => strings.extend_from_slice(item.strings()),
                    _ => {
                        let more = missing(at);
                        strings.try_reserve(more).map_err(|_| format!("out of memory for {more} strings"))?;
                        strings.resize(strings.len() + more, Box::default());
                    }
                }
            }
            Ok(StringHostTensor::new(shape, strings)?.into())
        }
        DType::Variant => {
            let mut all = Vec::new();
            for item in items {
                let item =
                    item.as_ref().ok_or("an item that is not set has no value, as items are variants")?;
                all.extend_from_slice(elements(item));
            }
            variants(shape, all)
        }
        _ => {
            let metadata = TensorMetadata::new(dtype, shape);
            let mut out = DenseHostTensor::zeroed(metadata)?;
            let size = dtype.size().unwrap_or(0);
            let (bytes, mut at) = (out.bytes_mut().unwrap_or_default(), 0);
            for (i, item) in items.iter().enumerate() {
                let end = match item.as_ref().and_then(Tensor::as_dense) {
                    Some(item) => {
                        let end = at + item.bytes().len();
                        bytes[at..end].copy_from_slice(item.bytes());
                        end
                    }
                    None => at + missing(i) * size,
                };
                at = end;
            }
            Ok(out.into())
        }
    }
}
