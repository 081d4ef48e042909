//! Rows of a tensor replaced, or changed by arithmetic: `tf.InplaceUpdate`, `tf.InplaceAdd`, `tf.InplaceSub`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::Dims;

use crate::ops::arrays::gather::{positions, product};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::number::Number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! rows {
        ($($name:literal $change:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(
                    dtype,
                    [ints floats halves complex],
                    in_place::<T>(frame, $change),
                    else Err(unsupported(dtype))
                )
            }));
        )*};
    }
    rows! {
        "tf.InplaceAdd" T::plus;
        "tf.InplaceSub" T::minus;
        "tf.InplaceUpdate" |_, new| new;
    }
}

/// Changes rows of a tensor; a row that is named twice is changed twice.
fn in_place<T: Number>(frame: &mut DispatchFrame<'_>, change: fn(T, T) -> T) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let metadata = frame.dense(0)?.metadata().clone();
    let dims = metadata.shape.dims();
    let rows = positions(frame, 1)?;
    let mut expected = Dims::from_slice(&[rows.len() as i64]);
    let Some((&count, inner)) = dims.split_first() else {
        return Err("x must be at least a vector, but is a scalar".into());
    };
    expected.extend_from_slice(inner);
    if frame.dense(1)?.shape().rank() != 1 || frame.dense(2)?.shape().dims() != expected {
        return Err(format!(
            "i and v must name rows of x, {metadata}, and have one for each, but have shapes {} and {}",
            frame.dense(1)?.shape(),
            frame.dense(2)?.shape()
        )
        .into());
    }
    if count == 0 && !rows.is_empty() {
        return Err(format!("i names {} rows of x, which has none: {metadata}", rows.len()).into());
    }
    let mut out = DispatchFrame::fresh(&metadata)?;
    let to = out.values_mut::<T>();
    to.copy_from_slice(frame.values::<T>(0)?);
    let length = product(inner);
    let given = frame.values::<T>(2)?;
    for (at, &row) in rows.iter().enumerate() {
        // As TensorFlow does, rows are counted around.
        let row = row.rem_euclid(count) as usize;
        for (to, &new) in to[row * length..][..length].iter_mut().zip(&given[at * length..]) {
            *to = change(*to, new);
        }
    }
    frame.finish(0, out);
    Ok(())
}
