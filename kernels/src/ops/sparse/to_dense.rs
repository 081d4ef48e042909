//! A dense tensor from indices and values: `tf.SparseToDense`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product, rows_of};
use crate::ops::arrays::strided::element_size;
use crate::ops::element_encoding::encoded;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.SparseToDense", OpEntry::new().dispatch(encoded(sparse_to_dense)).strings());
}

fn sparse_to_dense(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let dims: Dims = positions(frame, 1)?.into();
    let (indices, values, default) = (frame.dense(0)?, frame.dense(2)?, frame.dense(3)?);
    // A matrix of a row for each value; a vector for tensors of one dimension; a single number.
    let count = match indices.shape().dims()[..] {
        [] => 1,
        [count] => count as usize,
        [count, _] => count as usize,
        _ => {
            return Err(format!(
                "sparse_indices should be a scalar, vector, or matrix, got shape {}",
                indices.shape()
            )
            .into());
        }
    };
    let depth = match indices.shape().dims()[..] {
        [_, depth] => depth as usize,
        _ => 1,
    };
    if depth != dims.len() {
        return Err(format!("output_shape should have {depth} elements, but has {}", dims.len()).into());
    }
    if values.shape().rank() > 1 || (values.shape().rank() == 1 && values.num_elements() != count) {
        return Err(format!(
            "sparse_values has incorrect shape {}, should be [] or [{count}]",
            values.shape()
        )
        .into());
    }
    if default.num_elements() != 1 || default.dtype() != values.dtype() {
        return Err("default_value should be a scalar of the dtype of sparse_values".into());
    }
    let dtype = values.dtype();
    let size = element_size(dtype)?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(&dims)?))?;
    let rows = rows_of(&positions(frame, 0)?, depth, &dims)?;
    if frame.attrs().get_bool("validate_indices").unwrap_or(true)
        && let Some(at) = rows.windows(2).position(|pair| pair[1] <= pair[0])
    {
        let what = if rows[at] == rows[at + 1] { "is repeated" } else { "is out of order" };
        return Err(format!("indices[{}] {what}", at + 1).into());
    }
    debug_assert_eq!(product(&dims) * size, out.bytes_mut().len());
    let (values, to) = (values.bytes(), out.bytes_mut());
    to.chunks_exact_mut(size).for_each(|to| to.copy_from_slice(default.bytes()));
    for (at, row) in rows.into_iter().enumerate() {
        let from = if values.len() == size && count != 1 { values } else { &values[at * size..][..size] };
        to[row * size..][..size].copy_from_slice(from);
    }
    frame.finish(0, out);
    Ok(())
}
