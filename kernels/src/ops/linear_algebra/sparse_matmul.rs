//! `tf.SparseMatMul`: a product of dense matrices most of whose elements are zero, which it skips.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::memory::{collected, copied, filled, result_metadata};

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.SparseMatMul", OpEntry::new().dispatch(matrix_product));
}

/// A product that skips the zeros of its first factor.
fn matrix_product(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let flag = |name| attrs.get_bool(name).unwrap_or(false);
    let wide = |i: usize| -> Result<Vec<f32>, OpError> {
        Ok(match frame.dense(i)?.dtype() {
            DType::F32 => copied(frame.values::<f32>(i)?)?,
            _ => collected(frame.values::<half::bf16>(i)?.iter().map(|x| x.to_f32()))?,
        })
    };
    let (a, b) = (wide(0)?, wide(1)?);
    let [rows, columns] = [metadata.shape.dim(0) as usize, metadata.shape.dim(1) as usize];
    let depth = a.len() / rows.max(1);
    let [down, across] = if flag("transpose_a") { [1, rows] } else { [depth, 1] };
    let [over, along] = if flag("transpose_b") { [1, depth] } else { [columns, 1] };
    let mut out = DispatchFrame::fresh(metadata)?;
    let mut sums = filled(0.0_f64, columns)?;
    for (row, out) in out.values_mut::<f32>().chunks_exact_mut(columns.max(1)).enumerate() {
        sums.fill(0.0);
        for k in 0..depth {
            let value = f64::from(a[row * down + k * across]);
            if value != 0.0 {
                for (column, sum) in sums.iter_mut().enumerate() {
                    *sum += value * f64::from(b[k * over + column * along]);
                }
            }
        }
        out.iter_mut().zip(&sums).for_each(|(out, &sum)| *out = sum as f32);
    }
    frame.finish(0, out);
    Ok(())
}
