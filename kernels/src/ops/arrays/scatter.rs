//! Ops that change some rows of a tensor: `tf.TensorScatterUpdate`, `tf.TensorScatterAdd` and their like.
//!
//! Updates are applied in order, so the later of two updates to one position wins.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::Dims;

use crate::ops::arrays::gather::{positions, product, resize, rows_of};
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::encoded;
use crate::ops::number::{Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new();
    ops.add("tf.TensorScatterUpdate", entry().dispatch(encoded(update)).strings());
    macro_rules! combining {
        ($($name:literal [$($class:ident)*] $f:expr;)*) => {$(
            ops.add($name, entry().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [$($class)*], combine::<T>(frame, $f), else Err(unsupported(dtype)))
            }));
        )*};
    }
    combining! {
        "tf.TensorScatterAdd" [ints floats halves complex] T::plus;
        "tf.TensorScatterSub" [ints floats halves complex] T::minus;
        "onnx.TensorScatterMul" [ints floats halves complex] T::times;
        "tf.TensorScatterMax" [ints floats halves] T::larger;
        "tf.TensorScatterMin" [ints floats halves] T::smaller;
    }
}

/// Divides rows by updates.
pub(crate) fn divide(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [ints floats halves complex], combine::<T>(frame, T::over), else Err(unsupported(dtype)))
}

/// The rows that are changed, and the elements of a row.
fn rows(frame: &DispatchFrame<'_>) -> Result<(Vec<usize>, usize), OpError> {
    let (dims, updates) = (frame.dense(0)?.shape().dims(), frame.dense(2)?.shape());
    let indices = frame.dense(1)?.shape();
    let index_dims = indices.dims();
    let Some((&depth, outer)) = index_dims.split_last() else {
        return Err("Indices shape must have rank at least one. Found:[]".into());
    };
    let depth = usize::try_from(depth).ok().filter(|&depth| depth <= dims.len());
    let depth =
        depth.ok_or_else(|| format!("indices {indices} do not index a tensor of rank {}", dims.len()))?;
    let mut expected = Dims::from_slice(outer);
    expected.extend_from_slice(&dims[depth..]);
    if expected != updates.dims() {
        return Err(format!(
            "updates {updates} do not fit indices {indices} and shape {}",
            frame.dense(0)?.shape()
        )
        .into());
    }
    let inner = product(&dims[depth..]);
    if inner == 0 {
        // There may be any number of rows without elements.
        return Ok((Vec::new(), 0));
    }
    let mut rows = rows_of(&positions(frame, 1)?, depth, &dims[..depth])?;
    // Tuples of no index name the whole tensor.
    resize(&mut rows, product(outer))?;
    Ok((rows, inner))
}

fn update(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (rows, inner) = rows(frame)?;
    let size = inner * element_size(frame.dense(0)?.dtype())?;
    let mut out = frame.output_of(0)?;
    let to = out.bytes_mut();
    for (row, from) in rows.iter().zip(frame.dense(2)?.bytes().chunks_exact(size.max(1))) {
        to[row * size..][..size].copy_from_slice(from);
    }
    frame.finish(0, out);
    Ok(())
}

fn combine<T: Number>(frame: &mut DispatchFrame<'_>, f: impl Fn(T, T) -> T) -> Result<(), OpError> {
    let (rows, inner) = rows(frame)?;
    // The dtypes are compared before the tensor may be given up.
    frame.values::<T>(2)?;
    let mut out = frame.output_of(0)?;
    let to = out.values_mut::<T>();
    for (row, from) in rows.iter().zip(frame.values::<T>(2)?.chunks_exact(inner.max(1))) {
        for (to, &from) in to[row * inner..][..inner].iter_mut().zip(from) {
            *to = f(*to, from);
        }
    }
    frame.finish(0, out);
    Ok(())
}
