//! Ops that rank elements: the largest of a row with their positions, the n-th of a row, and whether a class is among the largest.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, I1, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product, set_indices};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::{integers, normalize_axis, number};
use crate::ops::memory::{filled, result_metadata, room};
use crate::ops::number::Real;

/// Candidates for the largest elements that are kept beside those that are wanted, before they are sorted out.
const MORE: usize = 64;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.TopKV2", OpEntry::new().dispatch(top_k));
    ops.add("tf.InTopKV2", OpEntry::new().dispatch(in_top_k));
    ops.add(
        "tf.NthElement",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves], nth::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    ops.add(
        "tf.ApproxTopK",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], approximate_top::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
}

fn top_k(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let (dims, dtype) = (metadata.shape.dims(), metadata.dtype);
    let last = dims.len() - 1;
    let (columns, k) = (frame.dense(0)?.shape().dim(last) as usize, dims[last] as usize);
    let mut chosen: Vec<usize> = room(metadata.shape.num_elements())?;
    let mut order: Vec<usize> = room(k.saturating_mul(2).saturating_add(MORE).min(columns))?;
    for_dtype!(dtype, [ints floats halves], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let rows = frame.values::<T>(0)?.chunks_exact(columns.max(1));
        for (row, out) in rows.zip(out.values_mut::<T>().chunks_exact_mut(k.max(1))) {
            largest(row, k, &mut order);
            for (out, &at) in out.iter_mut().zip(&order) {
                *out = row[at];
                chosen.push(at);
            }
        }
        frame.finish(0, out);
    }, else return Err(unsupported(dtype)));
    let index_dtype = result_metadata(frame, 1)?.dtype;
    set_indices(frame, 1, index_dtype, &dims, &chosen)
}

/// The positions of the `k` largest elements of a row, the largest first, in a vector that has room for them and [`MORE`], ties by position; NaN counts as larger than everything.
fn largest<T: Real>(row: &[T], k: usize, order: &mut Vec<usize>) {
    let is_before = |&a: &usize, &b: &usize| {
        let (x, y) = (row[a], row[b]);
        let by_value = y.partial_cmp(&x).unwrap_or_else(|| Real::is_nan(y).cmp(&Real::is_nan(x)));
        by_value.then(a.cmp(&b))
    };
    order.clear();
    if k == 0 {
        return;
    }
    // Once there are enough, an element is a candidate only if it is larger than all but `k - 1` of those before it.
    let mut least: Option<T> = None;
    for (at, &x) in row.iter().enumerate() {
        if least.is_some_and(|least| !(x > least || (Real::is_nan(x) && !Real::is_nan(least)))) {
            continue;
        }
        order.push(at);
        if order.len() >= 2 * k + MORE {
            order.select_nth_unstable_by(k - 1, is_before);
            order.truncate(k);
            least = Some(row[order[k - 1]]);
        }
    }
    order.sort_unstable_by(is_before);
    order.truncate(k);
}

fn in_top_k(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (targets, k) = (positions(frame, 1)?, positions(frame, 2)?);
    let [k] = k[..] else { return Err("k must be 0-D".into()) };
    let classes = frame.dense(0)?.shape().dim(1) as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let predictions = frame.values::<f32>(0)?;
    for (row, (out, &target)) in out.values_mut::<I1>().iter_mut().zip(&targets).enumerate() {
        let row = &predictions[row * classes..][..classes];
        let own = usize::try_from(target).ok().and_then(|target| row.get(target));
        // Others that are equal do not push a class out; without finite numbers there is no order.
        let inside = own.is_some_and(|own| {
            own.is_finite()
                && row.iter().all(|x| x.is_finite())
                && (row.iter().filter(|x| *x > own).count() as i64) < k
        });
        *out = I1::from(inside);
    }
    frame.finish(0, out);
    Ok(())
}

/// The element that would be at a place if each row were sorted.
fn nth<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let mut dims = frame.dense(0)?.shape().dims();
    let columns = dims.pop().ok_or("Input must be >= 1-D, got shape []")? as usize;
    let n = number(frame, 1, "n")?;
    let place = usize::try_from(n).ok().filter(|&n| n < columns);
    let place =
        place.ok_or_else(|| format!("Input must have at least n+1 columns, but has {columns}, n is {n}"))?;
    let place = if frame.attrs().get_bool("reverse").unwrap_or(false) { columns - 1 - place } else { place };
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::new(&dims)?))?;
    let rows = frame.values::<T>(0)?.chunks_exact(columns);
    let mut sorted = room(columns)?;
    for (to, row) in out.values_mut::<T>().iter_mut().zip(rows) {
        sorted.clear();
        sorted.extend_from_slice(row);
        let by_value = |a: &T, b: &T| a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()));
        *to = *sorted.select_nth_unstable_by(place, by_value).1;
    }
    frame.finish(0, out);
    Ok(())
}

/// The largest or smallest elements along a dimension: all of them, which any recall allows.
fn approximate_top<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let attrs = frame.attrs();
    let mut dims = frame.dense(0)?.shape().dims();
    let axis = attrs.get_int("reduction_dimension").unwrap_or(-1);
    let at = normalize_axis(axis, dims.len()).ok_or_else(|| {
        format!(
            "reduction_dimension {axis} is not a dimension of {}",
            frame.dense(0).map_or_else(|_| String::new(), |x| x.shape().to_string())
        )
    })?;
    if !attrs.get_bool("aggregate_to_topk").unwrap_or(true) {
        return Err("aggregate_to_topk must be true here".into());
    }
    let largest = attrs.get_bool("is_max_k").unwrap_or(true);
    let k = attrs.get_int("k").ok_or("missing 'k' attribute")?;
    let count = dims[at];
    let taken = usize::try_from(k).ok().filter(|_| k <= count);
    let taken = taken.ok_or_else(|| format!("k must be between 0 and {count}, but is {k}"))?;
    let (outer, step) = (product(&dims[..at]), product(&dims[at + 1..]));
    dims[at] = k;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::new(&dims)?))?;
    let mut chosen = filled(0_i64, outer.saturating_mul(taken).saturating_mul(step))?;
    let mut order: Vec<usize> = room(count as usize)?;
    let values = frame.values::<T>(0)?;
    let to = out.values_mut::<T>();
    for line in 0..outer * step {
        let (block, first) = (line / step.max(1), line % step.max(1));
        let value = |i: usize| values[(block * count as usize + i) * step + first];
        order.clear();
        order.extend(0..count as usize);
        order.sort_unstable_by(|&at, &other| {
            let (a, b) = if largest { (value(other), value(at)) } else { (value(at), value(other)) };
            a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan())).then(at.cmp(&other))
        });
        for (i, &from) in order.iter().take(taken).enumerate() {
            let place = (block * taken + i) * step + first;
            to[place] = value(from);
            chosen[place] = from as i64;
        }
    }
    frame.finish(0, out);
    frame.set(1, integers(DType::I32, &dims, &chosen)?);
    Ok(())
}
