//! Ragged tensors as variants, one in all or one per row: the form in which loops over ragged tensors
//! (`tf.map_fn`) keep them.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, DeviceTensor, Dims, Shape, Tensor, TensorMetadata, TensorType,
};

use crate::ops::collections::list::{elements, joined, rows, value, variants, zeros};
use crate::ops::index_arguments::{integer_dtype, integer_vector};
use crate::ops::ragged::dense::splits;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.RaggedTensorToVariant", OpEntry::new().variants().strings().dispatch(to_variant));
    ops.add("tf.RaggedTensorFromVariant", OpEntry::new().variants().dispatch(from_variant));
}

/// A ragged tensor, or a dense one if there are no splits.
#[derive(Debug)]
struct Ragged {
    metadata: TensorMetadata,
    splits: Vec<Vec<i64>>,
    values: Tensor,
}

impl fmt::Display for Ragged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ragged rank = {}, values = {}", self.splits.len(), self.values.metadata())
    }
}

impl DeviceTensor for Ragged {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("Ragged")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Ragged {
    fn variant(splits: Vec<Vec<i64>>, values: Tensor) -> Tensor {
        let metadata = TensorMetadata::new(DType::Variant, Shape::scalar());
        Tensor::Device(Arc::new(Ragged { metadata, splits, values }))
    }

    /// The number of rows of the outermost dimension.
    fn rows(&self) -> i64 {
        match self.splits.first() {
            Some(splits) => splits.len() as i64 - 1,
            None => self.values.shape().dims().first().copied().unwrap_or(1),
        }
    }
}

/// The part of a tensor that is a range of its rows.
fn part(values: &Tensor, begin: i64, end: i64) -> Result<Tensor, OpError> {
    let mut dims = values.shape().dims();
    if let Some(first) = dims.first_mut() {
        *first = end - begin;
    }
    rows(values, begin as usize, end as usize, Shape::new(&dims)?)
}

fn to_variant(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let Some(depth) = frame.num_args().checked_sub(1) else {
        return Err("expected the values of a ragged tensor, but got no argument".into());
    };
    let batched = frame.attrs().get_bool("batched_input").ok_or("missing 'batched_input' attribute")?;
    let values = value(frame, depth)?;
    let mut levels: Vec<Vec<i64>> = Vec::new();
    for level in 0..depth {
        levels.push(splits(frame, level, None)?.into_iter().map(|split| split as i64).collect());
    }
    for level in 0..depth {
        let below = match levels.get(level + 1) {
            Some(next) => next.len() as i64 - 1,
            None => *values.shape().dims().first().ok_or("rt_dense_values must have at least rank 1")?,
        };
        if levels[level].last() != Some(&below) {
            return Err(format!("the row splits of dimension {level} must split {below} rows").into());
        }
    }
    if !batched {
        frame.set(0, Ragged::variant(levels, values));
        return Ok(());
    }
    let Some((outer, inner)) = levels.split_first() else {
        return Err("a batch must have row splits, but RAGGED_RANK is 0".into());
    };
    let mut all = Vec::new();
    for pair in outer.windows(2) {
        let (mut begin, mut end) = (pair[0], pair[1]);
        let mut nested = Vec::new();
        for splits in inner {
            let own = &splits[begin as usize..=end as usize];
            let first = own[0];
            nested.push(own.iter().map(|split| split - first).collect());
            (begin, end) = (first, own[own.len() - 1]);
        }
        all.push(Ragged::variant(nested, part(&values, begin, end)?));
    }
    let made = variants(Shape::new(&[all.len() as i64])?, all)?;
    frame.set(0, made);
    Ok(())
}

fn rank(attrs: OpAttrsRef<'_>, name: &str) -> Result<i64, OpError> {
    attrs.get_int(name).ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))
}

fn from_variant(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let encoded = frame.tensor(0)?.clone();
    let dims = encoded.shape().dims();
    let dtype = attrs.get_dtype("Tvalues").ok_or("missing 'Tvalues' attribute")?;
    let split_dtype = integer_dtype(attrs, "Tsplits", DType::I64)?;
    let made = rank(attrs, "output_ragged_rank")?;
    let given = match rank(attrs, "input_ragged_rank")? {
        -1 => made - dims.len() as i64,
        given => given,
    };
    if given < 0 || made != given + dims.len() as i64 {
        return Err(format!(
            "output_ragged_rank must be input_ragged_rank + the rank of encoded_ragged, but found output_ragged_rank: {made}, \
             input_ragged_rank: {given}, rank of encoded_ragged: {}",
            dims.len()
        )
        .into());
    }
    let mut parts: Vec<&Ragged> = Vec::new();
    for element in elements(&encoded) {
        let ragged = match element {
            Tensor::Device(device) => device.as_any().downcast_ref::<Ragged>(),
            _ => None,
        };
        let ragged = ragged.ok_or_else(|| {
            OpError::from(format!(
                "Input Variant element must be a ragged tensor, but is a {}",
                element.tensor_type()
            ))
        })?;
        if ragged.splits.len() as i64 != given {
            return Err(format!(
                "Encoded input RaggedTensorVariant has ragged_rank={}. Expected ragged_rank={given}.",
                ragged.splits.len()
            )
            .into());
        }
        if ragged.values.dtype() != dtype {
            return Err(format!(
                "Expected values Tensor dtype: {}, found: {}",
                dtype.label(),
                ragged.values.dtype().label()
            )
            .into());
        }
        parts.push(ragged);
    }
    let mut levels: Vec<Vec<i64>> = Vec::new();
    let values = if dims.is_empty() {
        let [ragged] = parts[..] else { return Err("a scalar must have one variant".into()) };
        levels.extend(ragged.splits.iter().cloned());
        ragged.values.clone()
    } else {
        let mut count = dims[0];
        for &dim in &dims[1..] {
            levels.push((0..=count).map(|row| row * dim).collect());
            count *= dim;
        }
        let mut end = 0;
        let ends = parts.iter().map(|part| {
            end += part.rows();
            end
        });
        levels.push(std::iter::once(0).chain(ends).collect());
        for level in 0..given as usize {
            let mut whole = vec![0];
            for part in &parts {
                let base = whole[whole.len() - 1];
                whole.extend(part.splits[level][1..].iter().map(|split| base + split));
            }
            levels.push(whole);
        }
        together(dtype, &parts)?
    };
    if levels.len() as i64 != made {
        return Err("the row splits are not as many as output_ragged_rank says".into());
    }
    let last = levels.len();
    for (i, level) in levels.into_iter().enumerate() {
        let level: DenseHostTensor = integer_vector(split_dtype, &level)?;
        frame.set(i, level);
    }
    frame.set(last, values);
    Ok(())
}

/// The values of all parts, one after the other.
fn together(dtype: DType, parts: &[&Ragged]) -> Result<Tensor, OpError> {
    let Some(first) = parts.first() else { return zeros(dtype, Shape::new(&[0])?) };
    let shape_of = |part: &Ragged| part.values.shape().dims();
    let inner = shape_of(first);
    let Some((_, inner)) = inner.split_first() else {
        return Err("values of ragged tensors must have at least rank 1".into());
    };
    let mut dims = Dims::from_slice(&[0]);
    dims.extend_from_slice(inner);
    for part in parts {
        match shape_of(part).split_first() {
            Some((rows, rest)) if rest == inner => dims[0] += rows,
            _ => {
                return Err(format!(
                    "values of ragged tensors must have one inner shape, but have {} and {}",
                    first.values.shape(),
                    part.values.shape()
                )
                .into());
            }
        }
    }
    let items: Vec<Option<Tensor>> = parts.iter().map(|part| Some(part.values.clone())).collect();
    joined(dtype, Shape::new(&dims)?, &items, |_| 0)
}
