//! Ops along one axis: the positions of extremes, and running sums and products.
//!
//! The axis is data, so these ops have no metadata functions.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, I1};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::normalize_axis;
use crate::ops::memory::{result_metadata, room};
use crate::ops::number::{Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.CumulativeLogsumexp",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], {
                type Sum = <T as Number>::Sum;
                scan::<T>(frame, Sum::NEG_INFINITY, |a: Sum, b: Sum| {
                    let (large, small) = if a < b { (b, a) } else { (a, b) };
                    // Infinite and missing numbers have no differences.
                    if small == Sum::NEG_INFINITY || large == Sum::INFINITY { large } else { large + (small - large).exp().ln_1p() }
                })
            }, else Err(unsupported(dtype)))
        }),
    );
    ops.add("tf.ArgMax", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| arg_extreme(frame, true)));
    ops.add("tf.ArgMin", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| arg_extreme(frame, false)));
    ops.add(
        "tf.Cumsum",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(
                dtype,
                [ints floats halves complex],
                scan::<T>(frame, T::SUM_ZERO, T::sum_plus),
                else Err(unsupported(dtype))
            )
        }),
    );
    ops.add(
        "tf.Cumprod",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(
                dtype,
                [ints floats halves complex],
                scan::<T>(frame, T::SUM_ONE, T::sum_times),
                else Err(unsupported(dtype))
            )
        }),
    );
}

/// The axis that a scalar argument names, of a tensor of this rank.
fn axis_argument(frame: &DispatchFrame<'_>, i: usize, rank: usize) -> Result<usize, OpError> {
    let dense = frame.dense(i)?;
    let axis = match dense.dtype() {
        DType::I16 => dense.values::<i16>().and_then(|values| values.first()).map(|&axis| i64::from(axis)),
        _ => frame.indices(i)?.first().copied(),
    };
    let axis = match axis {
        Some(axis) if dense.num_elements() == 1 => axis,
        _ => return Err(format!("dimension must be a scalar, but has shape {}", dense.shape()).into()),
    };
    normalize_axis(axis, rank)
        .ok_or_else(|| format!("Expected dimension in the range [-{rank}, {rank}), but got {axis}").into())
}

fn arg_extreme(frame: &mut DispatchFrame<'_>, largest: bool) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let dims = frame.dense(0)?.shape().dims();
    let axis = axis_argument(frame, 1, dims.len())?;
    let inner: usize = dims[axis + 1..].iter().map(|&dim| dim as usize).product();
    let length = dims[axis] as usize;
    let dtype = frame.dense(0)?.dtype();
    let mut positions: Vec<usize> = room(metadata.shape.num_elements())?;
    for_dtype!(dtype, [ints floats halves], {
        let values = frame.values::<T>(0)?;
        let worst = if largest { T::LOWEST } else { T::HIGHEST };
        for block in values.chunks_exact((length * inner).max(1)) {
            for column in 0..inner {
                let mut best = (0, worst);
                for (i, &x) in block[column..].iter().step_by(inner).enumerate() {
                    // Not so for NaN, which is therefore never the extreme.
                    if (largest && x > best.1) || (!largest && x < best.1) {
                        best = (i, x);
                    }
                }
                positions.push(best.0);
            }
        }
    }, else if dtype == DType::I1 {
        let values = frame.values::<I1>(0)?;
        for block in values.chunks_exact((length * inner).max(1)) {
            for column in 0..inner {
                let found = block[column..].iter().step_by(inner).position(|x| x.get() == largest);
                positions.push(found.unwrap_or(0));
            }
        }
    } else {
        return Err(unsupported(dtype));
    });
    let mut out = DispatchFrame::fresh(metadata)?;
    for_dtype!(metadata.dtype, [ints], {
        for (out, &position) in out.values_mut::<T>().iter_mut().zip(&positions) {
            *out = T::try_from(position).map_err(|_| format!("position {position} does not fit the output type"))?;
        }
    }, else return Err(unsupported(metadata.dtype)));
    frame.finish(0, out);
    Ok(())
}

fn scan<T: Number>(
    frame: &mut DispatchFrame<'_>,
    start: T::Sum,
    join: impl Fn(T::Sum, T::Sum) -> T::Sum,
) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = frame.dense(0)?.metadata().clone();
    let dims = metadata.shape.dims();
    let axis = axis_argument(frame, 1, dims.len())?;
    let exclusive = frame.attrs().get_bool("exclusive").unwrap_or(false);
    let reverse = frame.attrs().get_bool("reverse").unwrap_or(false);
    let inner: usize = dims[axis + 1..].iter().map(|&dim| dim as usize).product();
    let length = dims[axis] as usize;
    let mut out = DispatchFrame::fresh(&metadata)?;
    let values = frame.values::<T>(0)?;
    let block = (length * inner).max(1);
    // The totals of all columns, which are next to each other in every row.
    let mut totals: Vec<T::Sum> = room(inner)?;
    for (from, to) in values.chunks_exact(block).zip(out.values_mut::<T>().chunks_exact_mut(block)) {
        totals.clear();
        totals.extend((0..inner).map(|_| start));
        for step in 0..length {
            let row = if reverse { length - 1 - step } else { step } * inner;
            let (from, to) = (&from[row..][..inner], &mut to[row..][..inner]);
            for (column, total) in totals.iter_mut().enumerate() {
                let next = join(*total, from[column].widen());
                to[column] = T::narrow(if exclusive { *total } else { next });
                *total = next;
            }
        }
    }
    frame.finish(0, out);
    Ok(())
}
