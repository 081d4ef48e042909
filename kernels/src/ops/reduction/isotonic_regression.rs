//! Isotonic regression, `tf.IsotonicRegression`: pools adjacent violators until each row decreases.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::integers;
use crate::ops::memory::{collected, filled, push, result_metadata};
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.IsotonicRegression", OpEntry::new().dispatch(isotonic));
}

/// The decreasing sequence nearest to each row: runs that increase become their means.
fn isotonic(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let columns = metadata.shape.dims().last().map_or(1, |&dim| dim as usize);
    let dtype = frame.dense(0)?.dtype();
    let input: Vec<f64> = match dtype {
        DType::UI8 => collected(frame.values::<u8>(0)?.iter().map(|&x| x.into()))?,
        DType::UI16 => collected(frame.values::<u16>(0)?.iter().map(|&x| x.into()))?,
        DType::UI32 => collected(frame.values::<u32>(0)?.iter().map(|&x| x.into()))?,
        DType::UI64 => collected(frame.values::<u64>(0)?.iter().map(|&x| x as f64))?,
        DType::I8 => collected(frame.values::<i8>(0)?.iter().map(|&x| x.into()))?,
        DType::I16 => collected(frame.values::<i16>(0)?.iter().map(|&x| x.into()))?,
        DType::I32 => collected(frame.values::<i32>(0)?.iter().map(|&x| x.into()))?,
        DType::I64 => collected(frame.values::<i64>(0)?.iter().map(|&x| x as f64))?,
        _ => for_dtype!(dtype, [floats halves], {
            collected(frame.values::<T>(0)?.iter().map(|x| f64::from(x.work())))?
        }, else return Err(unsupported(dtype))),
    };
    let (mut means, mut segments) = (filled(0.0, input.len())?, filled(0_i64, input.len())?);
    let rows = means.chunks_exact_mut(columns.max(1)).zip(segments.chunks_exact_mut(columns.max(1)));
    for (row, (means, segments)) in input.chunks_exact(columns.max(1)).zip(rows) {
        let mut runs: Vec<(f64, usize)> = Vec::new();
        for &value in row {
            let (mut sum, mut count) = (value, 1);
            while let Some(&(before, length)) = runs.last()
                && before / (length as f64) < sum / count as f64
            {
                (sum, count) = (sum + before, count + length);
                runs.pop();
            }
            push(&mut runs, (sum, count))?;
        }
        let mut at = 0;
        for (segment, (sum, count)) in runs.into_iter().enumerate() {
            means[at..at + count].fill(sum / count as f64);
            segments[at..at + count].fill(segment as i64);
            at += count;
        }
    }
    let mut out = DispatchFrame::fresh(metadata)?;
    for_dtype!(metadata.dtype, [floats halves], {
        for (to, mean) in out.values_mut::<T>().iter_mut().zip(means) {
            *to = T::unwork(<T as Float>::Work::of(mean));
        }
    }, else return Err(unsupported(metadata.dtype)));
    let dims = metadata.shape.dims();
    frame.finish(0, out);
    frame.set(1, integers(DType::I32, &dims, &segments)?);
    Ok(())
}
