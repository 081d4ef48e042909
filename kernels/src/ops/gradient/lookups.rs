//! Gradients of rows that were looked up, and of the elements of sparse tensors: each gradient goes to the row or element that it came from.
//!
//! `tf.SparseSegment*Grad` are those of sums over rows that a table has at given places, which is what embeddings of bags of words are.

use std::collections::HashMap;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::{count, integer_vector, vector};
use crate::ops::memory::filled;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // How many rows there are is data, so there are no metadata functions.
    for (name, divisor, distinct) in [
        ("tf.SparseSegmentSumGrad", Divisor::One, false),
        ("tf.SparseSegmentMeanGrad", Divisor::Count, false),
        ("tf.SparseSegmentSqrtNGrad", Divisor::Root, false),
        ("tf.SparseSegmentSumGradV2", Divisor::One, true),
        ("tf.SparseSegmentMeanGradV2", Divisor::Count, true),
        ("tf.SparseSegmentSqrtNGradV2", Divisor::Root, true),
    ] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| segments(frame, divisor, distinct)),
        );
    }
    macro_rules! of_dtypes {
        ($($name:literal $of:literal $body:ident;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense($of)?.dtype();
                for_dtype!(dtype, [ints floats halves complex], $body::<T>(frame), else Err(unsupported(dtype)))
            }));
        )*};
    }
    of_dtypes! {
        "tf.SparseFillEmptyRowsGrad" 1 fill_empty_rows;
        "tf.RaggedFillEmptyRowsGrad" 1 fill_empty_rows;
        "tf.SparseAddGrad" 0 add;
        "tf.SparseSliceGrad" 0 slice;
    }
}

/// The divisor of a sum over the rows of a segment.
#[derive(Clone, Copy)]
enum Divisor {
    One,
    Count,
    Root,
}

impl Divisor {
    fn of(self, count: usize) -> f64 {
        match self {
            Divisor::One => 1.0,
            Divisor::Count => count.max(1) as f64,
            Divisor::Root => (count.max(1) as f64).sqrt(),
        }
    }
}

/// The gradient of each row: the sum of those of the segments that the row is in. `distinct`: only of rows that a segment has, whose
/// numbers are the second result.
fn segments(frame: &mut DispatchFrame<'_>, divisor: Divisor, distinct: bool) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let dims = frame.dense(0)?.shape().dims();
    let Some((&given, inner)) = dims.split_first() else {
        return Err("grad must be at least a vector".into());
    };
    let inner = Dims::from_slice(inner);
    let (indices, ids) = (vector(frame, 1, "indices")?, vector(frame, 2, "segment_ids")?);
    if indices.len() != ids.len() {
        return Err("segment_ids and indices should have same size.".into());
    }
    let rows = count(frame, 3, "output_dim0")?;
    if let Some((at, index)) =
        indices.iter().enumerate().find(|(_, index)| !(0..rows as i64).contains(*index))
    {
        return Err(format!("indices[{at}] == {index} out of range [0, {rows})").into());
    }
    if let Some((at, id)) = ids.iter().enumerate().find(|(_, id)| !(0..given).contains(*id)) {
        return Err(format!("segment_ids[{at}] == {id} out of range [0, {given})").into());
    }
    let mut sizes = filled(0, given as usize)?;
    for &id in &ids {
        sizes[id as usize] += 1;
    }
    // The row of the result that each row of the table has.
    let mut places = indices.clone();
    let mut results = rows;
    if distinct {
        let mut sorted = indices.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for place in &mut places {
            *place = sorted.partition_point(|index| *index < *place) as i64;
        }
        results = sorted.len();
        let dtype = frame.dense(1)?.dtype();
        frame.set(1, integer_vector(dtype, &sorted)?);
    }
    let mut shape = Dims::from_slice(&[results as i64]);
    shape.extend_from_slice(&inner);
    let shape = Shape::new(&shape)?;
    let length = product(&inner);
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [floats halves], {
        let gradients = frame.values::<T>(0)?;
        let mut sums = filled(T::SUM_ZERO, shape.num_elements())?;
        for (&place, &id) in places.iter().zip(&ids) {
            let by = <T as Float>::Work::of(divisor.of(sizes[id as usize]).recip());
            let from = &gradients[id as usize * length..][..length];
            for (sum, gradient) in sums[place as usize * length..][..length].iter_mut().zip(from) {
                *sum = T::sum_plus(*sum, gradient.work() * by);
            }
        }
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
        for (to, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
            *to = T::narrow(sum);
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported(dtype)))
}

/// A vector of numbers as a result.
fn finish<T: Number>(frame: &mut DispatchFrame<'_>, at: usize, values: &[T]) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::new(&[values.len() as i64])?))?;
    out.values_mut::<T>().copy_from_slice(values);
    frame.finish(at, out);
    Ok(())
}

/// Elements that were there take their gradients; those that filled rows are all the default value's.
fn fill_empty_rows<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let places = vector(frame, 0, "reverse_index_map")?;
    if frame.dense(1)?.shape().rank() != 1 {
        return Err(format!("grad_values must be a vector, but has shape {}", frame.dense(1)?.shape()).into());
    }
    let gradients = frame.values::<T>(1)?;
    let mut taken = filled(false, gradients.len())?;
    let mut values = filled(T::ZERO, places.len())?;
    for (at, (value, &place)) in values.iter_mut().zip(&places).enumerate() {
        let found = usize::try_from(place)
            .ok()
            .filter(|&place| place < gradients.len())
            .ok_or_else(|| format!("reverse_index_map[{at}] = {place} is not in [0, {})", gradients.len()))?;
        *value = gradients[found];
        taken[found] = true;
    }
    let mut rest = T::SUM_ZERO;
    for (&gradient, _) in gradients.iter().zip(&taken).filter(|(_, taken)| !**taken) {
        rest = T::sum_plus(rest, gradient.widen());
    }
    finish(frame, 0, &values)?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::scalar()))?;
    out.values_mut::<T>()[0] = T::narrow(rest);
    frame.finish(1, out);
    Ok(())
}

/// Where an element of a sparse tensor stands.
type Place = SmallVec<[i64; 4]>;

/// The rows of a matrix of indices of this rank.
fn places(frame: &DispatchFrame<'_>, i: usize, what: &str, rank: Option<i64>) -> Result<Vec<Place>, OpError> {
    let shape = frame.dense(i)?.shape();
    let [_, columns] = shape.dims()[..] else {
        return Err(format!("{what} must be a matrix, but has shape {shape}").into());
    };
    if let Some(rank) = rank.filter(|&rank| rank != columns) {
        return Err(
            format!("{what} must have {rank} columns, as the other indices, but has shape {shape}").into()
        );
    }
    if columns == 0 {
        return Err(format!("{what} must have columns, but has shape {shape}").into());
    }
    if frame.dense(i)?.dtype() != DType::I64 {
        return Err(unsupported(frame.dense(i)?.dtype()));
    }
    Ok(positions(frame, i)?.chunks_exact(columns as usize).map(Place::from_slice).collect())
}

/// The gradients by the places of their elements.
fn by_place<T: Number>(frame: &DispatchFrame<'_>, places: Vec<Place>) -> Result<HashMap<Place, T>, OpError> {
    let shape = frame.dense(0)?.shape();
    let gradients = frame.values::<T>(0)?;
    if shape.rank() != 1 || gradients.len() != places.len() {
        return Err(format!(
            "backprop_val_grad must be a vector of {} elements, but has shape {shape}",
            places.len()
        )
        .into());
    }
    Ok(places.into_iter().zip(gradients.iter().copied()).collect())
}

/// The gradients of both operands of a sum; an element that the sum has not has none.
fn add<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let rank = frame.dense(1)?.shape().dims().get(1).copied();
    let gradients = by_place::<T>(frame, places(frame, 3, "sum_indices", rank)?)?;
    for (i, what) in [(1, "a_indices"), (2, "b_indices")] {
        let own = places(frame, i, what, rank)?;
        let values: Vec<T> =
            own.iter().map(|place| gradients.get(place).copied().unwrap_or(T::ZERO)).collect();
        finish(frame, i - 1, &values)?;
    }
    Ok(())
}

/// The gradients of the elements that a slice has; others have none.
fn slice<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let start = vector(frame, 2, "input_start")?;
    let rank = Some(start.len() as i64);
    let mut kept = places(frame, 3, "output_indices", rank)?;
    for place in &mut kept {
        for (at, first) in place.iter_mut().zip(&start) {
            *at = at.wrapping_add(*first);
        }
    }
    let gradients = by_place::<T>(frame, kept)?;
    let own = places(frame, 1, "input_indices", rank)?;
    let values: Vec<T> = own.iter().map(|place| gradients.get(place).copied().unwrap_or(T::ZERO)).collect();
    finish(frame, 0, &values)
}
