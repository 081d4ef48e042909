//! Sparse tensors as vectors of three elements: indices, values and shape, each serialised or as a variant. `tf.map_fn` and batches of
//! examples hold them this way: `tf.SerializeSparse`, `tf.SerializeManySparse`, `tf.DeserializeSparse`, `tf.DeserializeManySparse`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, DeviceTensor, Dims, Shape, StringHostTensor, Tensor, TensorMetadata, TensorType,
};

use super::Sparse;
use crate::ops::collections::list;
use crate::ops::index_arguments::{integer_vector, integers};
use crate::ops::records::tensor_proto;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new().variants().strings();
    ops.add("tf.SerializeSparse", entry().dispatch(serialize));
    ops.add("tf.SerializeManySparse", entry().dispatch(serialize_many));
    ops.add("tf.DeserializeSparse", entry().dispatch(deserialize));
    ops.add(
        "tf.DeserializeManySparse",
        entry().dispatch(|frame: &mut DispatchFrame<'_>| {
            let shape = frame.tensor(0)?.shape();
            if shape.rank() != 2 {
                return Err(format!("serialized_sparse must be a matrix, but has shape {shape}").into());
            }
            deserialize(frame)
        }),
    );
}

/// Tensors of a sparse tensor: indices, values and shape.
const PARTS: usize = 3;

/// A tensor as a variant.
#[derive(Debug)]
struct Held {
    metadata: TensorMetadata,
    tensor: Tensor,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor {}", self.tensor.metadata())
    }
}

impl DeviceTensor for Held {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("HeldTensor")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Sets the result to tensors in this shape, as the attribute `out_type` says.
fn set(frame: &mut DispatchFrame<'_>, dims: &[i64], parts: Vec<Tensor>) -> Result<(), OpError> {
    let shape = Shape::new(dims)?;
    match frame.attrs().get_dtype("out_type").unwrap_or(DType::String) {
        DType::String => {
            let texts: Result<Vec<Box<[u8]>>, OpError> =
                parts.iter().map(|part| Ok(tensor_proto::serialized(part, true)?.into())).collect();
            frame.set(0, StringHostTensor::new(shape, texts?)?);
        }
        DType::Variant => {
            let metadata = TensorMetadata::new(DType::Variant, Shape::scalar());
            let held = |tensor| Tensor::Device(Arc::new(Held { metadata: metadata.clone(), tensor }));
            frame.set(0, list::variants(shape, parts.into_iter().map(held).collect())?);
        }
        other => {
            return Err(
                format!("attribute out_type must be a string or a variant, not {}", other.label()).into()
            );
        }
    }
    Ok(())
}

fn serialize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    // Indices outside of the shape are checked when the tensor is read again.
    let (indices, values, shape) = (frame.dense(0)?, list::value(frame, 1)?, frame.dense(2)?);
    let fits = indices.shape().rank() == 2
        && values.shape().dims()[..] == [indices.shape().dim(0)]
        && shape.shape().dims()[..] == [indices.shape().dim(1)];
    if !fits || indices.dtype() != DType::I64 || shape.dtype() != DType::I64 {
        return Err(format!(
            "indices {}, values {} and shape {} do not make a sparse tensor",
            indices.metadata(),
            values.metadata(),
            shape.metadata()
        )
        .into());
    }
    let parts = vec![indices.clone().into(), values, shape.clone().into()];
    set(frame, &[PARTS as i64], parts)
}

/// Each row of a batch as a tensor of its own.
fn serialize_many(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let values = list::value(frame, 1)?;
    if sparse.rank() < 2 {
        return Err(format!("a batch has at least 2 dimensions, but this has {}", sparse.rank()).into());
    }
    let (rows, inner) = (sparse.shape[0], &sparse.shape[1..]);
    let batch = usize::try_from(rows).ok().and_then(|rows| rows.checked_mul(PARTS));
    let mut parts = crate::ops::memory::room(batch.ok_or("the batch is too large")?)?;
    let order = sparse.ordered();
    let mut at = 0;
    for row in 0..rows {
        let begin = at;
        while at < order.len() && sparse.row(order[at])[0] == row {
            at += 1;
        }
        let own = &order[begin..at];
        let indices: Vec<i64> = own.iter().flat_map(|&from| &sparse.row(from)[1..]).copied().collect();
        let dims = [own.len() as i64, inner.len() as i64];
        parts.push(integers(DType::I64, &dims, &indices)?.into());
        parts.push(picked(&values, own)?);
        parts.push(integer_vector(DType::I64, inner)?.into());
    }
    set(frame, &[rows, PARTS as i64], parts)
}

/// Elements of a vector.
fn picked(values: &Tensor, from: &[usize]) -> Result<Tensor, OpError> {
    let dims = [from.len() as i64];
    match values {
        Tensor::Dense(dense) => {
            Ok(crate::ops::index_arguments::picked(dense, &dims, 1, from.iter().copied())?.into())
        }
        Tensor::String(strings) => {
            let strings = from.iter().map(|&from| strings.strings()[from].clone()).collect();
            Ok(StringHostTensor::new(Shape::new(&dims)?, strings)?.into())
        }
        other => Err(format!("values must be numbers or strings, but are a {}", other.tensor_type()).into()),
    }
}

/// A sparse tensor of all those that the argument holds: its dimensions but the last precede theirs.
fn deserialize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let dtype = frame.attrs().get_dtype("dtype").ok_or("missing 'dtype' attribute")?;
    let argument = frame.tensor(0)?.clone();
    let dims = argument.shape().dims();
    let Some((&last, outer)) = dims.split_last().filter(|(last, _)| **last == PARTS as i64) else {
        return Err(format!(
            "serialized sparse tensors have 3 elements each, but the argument has shape {}",
            argument.shape()
        )
        .into());
    };
    let parts = match &argument {
        Tensor::String(strings) => {
            let part = |(at, text): (usize, &[u8])| {
                tensor_proto::tensor(text, if at % PARTS == 1 { dtype } else { DType::I64 }).map_err(
                    |error| OpError::from(format!("with dtype {}: {}", dtype.label(), error.message())),
                )
            };
            strings
                .strings()
                .iter()
                .map(|text| &**text)
                .enumerate()
                .map(part)
                .collect::<Result<Vec<_>, _>>()?
        }
        variants => list::elements(variants).iter().map(held).collect::<Result<Vec<_>, _>>()?,
    };
    if parts.is_empty() {
        return Err("there is no sparse tensor to tell the rank from".into());
    }
    let (mut indices, mut values) = (Vec::new(), Vec::new());
    let mut sizes: Option<Dims> = None;
    for (number, parts) in parts.chunks_exact(last as usize).enumerate() {
        let [own, value, shape] = parts else { continue };
        let (Tensor::Dense(own), Tensor::Dense(shape)) = (own, shape) else {
            return Err("indices and shape must be numbers".into());
        };
        let (Some(rows), Some(shape)) = (own.values::<i64>(), shape.index_values()) else {
            return Err("indices and shape must be integers of 64 bits".into());
        };
        let fits = own.shape().dims()[..]
            == [value.shape().dims().first().copied().unwrap_or(-1), shape.len() as i64]
            && value.shape().rank() == 1;
        if !fits || value.dtype() != dtype {
            return Err(format!(
                "sparse tensor {number} has indices {} and values {}, which do not make one of dtype {}",
                own.metadata(),
                value.metadata(),
                dtype.label()
            )
            .into());
        }
        let all = sizes.get_or_insert_with(|| shape.clone());
        if all.len() != shape.len() {
            return Err(format!(
                "sparse tensor {number} has rank {}, those before it {}",
                shape.len(),
                all.len()
            )
            .into());
        }
        all.iter_mut().zip(&shape).for_each(|(all, &size)| *all = size.max(*all));
        // Where the tensor stands among all, which precedes each of its indices.
        let (mut rest, mut place) = (number as i64, Dims::from_slice(outer));
        for (at, &dim) in place.iter_mut().zip(outer).rev() {
            *at = rest % dim.max(1);
            rest /= dim.max(1);
        }
        for row in 0..value.shape().num_elements() {
            indices.extend_from_slice(&place);
            indices.extend_from_slice(&rows[row * shape.len()..][..shape.len()]);
        }
        values.push(Some(value.clone()));
    }
    let mut shape = Dims::from_slice(outer);
    shape.extend(sizes.unwrap_or_default());
    let count = values.iter().flatten().map(|value| value.shape().num_elements()).sum::<usize>() as i64;
    let values = list::joined(dtype, Shape::new(&[count])?, &values, |_| 0)?;
    frame.set(0, DenseHostTensor::from_values(Shape::new(&[count, shape.len() as i64])?, &indices)?);
    frame.set(1, values);
    frame.set(2, integer_vector(DType::I64, &shape)?);
    Ok(())
}

/// The tensor that a variant holds.
fn held(variant: &Tensor) -> Result<Tensor, OpError> {
    let found = match variant {
        Tensor::Device(device) => device.as_any().downcast_ref::<Held>(),
        _ => None,
    };
    found.map(|held| held.tensor.clone()).ok_or_else(|| {
        format!("the argument must hold parts of sparse tensors, but holds a {}", variant.tensor_type())
            .into()
    })
}
