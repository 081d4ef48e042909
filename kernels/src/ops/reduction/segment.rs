//! Rows of a tensor reduced by segments: `tf.Segment*`, `tf.UnsortedSegment*` and `tf.SparseSegment*`.
//!
//! The segment number of a row is the row of the result to which it is added. Sums are kept in the wider type of the elements. A
//! result row without a segment is zero, or one in a product; for `tf.UnsortedSegmentMax` it is the lowest number of the dtype, for
//! `tf.UnsortedSegmentMin` the highest.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::filled;
use crate::ops::number::{Float, Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // How many segments there are is data, so there are no metadata functions.
    macro_rules! segments {
        ($($name:literal [$($class:ident)*] $rows:ident $reduce:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [$($class)*], {
                    let rows = Rows::$rows(frame)?;
                    let reduce: Reduction = $reduce;
                    reduce(frame, &rows)
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    segments! {
        "tf.SegmentSum" [ints floats halves complex] sorted sum::<T>;
        "tf.SegmentMean" [ints floats halves complex] sorted mean::<T>;
        "tf.SegmentProd" [ints floats halves complex] sorted prod::<T>;
        "tf.SegmentMax" [ints floats halves] sorted |frame, rows| extreme(frame, rows, T::ZERO, T::larger);
        "tf.SegmentMin" [ints floats halves] sorted |frame, rows| extreme(frame, rows, T::ZERO, T::smaller);
        "tf.UnsortedSegmentSum" [ints floats halves complex] unsorted sum::<T>;
        "tf.UnsortedSegmentProd" [ints floats halves complex] unsorted prod::<T>;
        "tf.UnsortedSegmentMax" [ints floats halves] unsorted |frame, rows| extreme(frame, rows, finite(T::LOWEST), T::larger);
        "tf.UnsortedSegmentMin" [ints floats halves] unsorted |frame, rows| extreme(frame, rows, finite(T::HIGHEST), T::smaller);
        "tf.SparseSegmentSum" [ints floats halves] sparse sum::<T>;
        "tf.SparseSegmentMean" [floats halves] sparse mean::<T>;
        "tf.SparseSegmentSqrtN" [floats halves] sparse sqrt_n::<T>;
        "tf.SparseSegmentSumWithNumSegments" [ints floats halves] sparse_counted sum::<T>;
        "tf.SparseSegmentMeanWithNumSegments" [floats halves] sparse_counted mean::<T>;
        "tf.SparseSegmentSqrtNWithNumSegments" [floats halves] sparse_counted sqrt_n::<T>;
    }
}

type Reduction = fn(&mut DispatchFrame<'_>, &Rows) -> Result<(), OpError>;

/// The largest finite number with this sign; integers are finite.
fn finite<T: Real>(bound: T) -> T {
    let half = T::ONE.over(T::ONE.plus(T::ONE));
    if half == T::ZERO || bound.minus(bound) == T::ZERO {
        return bound;
    }
    // By bits: the largest number below infinity in magnitude.
    let mut bytes = bytemuck::bytes_of(&bound).to_vec();
    let mut borrow = true;
    for byte in &mut bytes {
        if borrow {
            (*byte, borrow) = byte.overflowing_sub(1);
        }
    }
    bytemuck::try_pod_read_unaligned(&bytes).unwrap_or(bound)
}

/// The segment of each row of the data, in the order of the data.
struct Rows {
    /// Segment and row.
    pairs: Vec<(usize, usize)>,
    segments: usize,
    /// The dimensions of a row.
    inner: Dims,
}

impl Rows {
    fn new(ids: &[i64], segments: usize, inner: &[i64]) -> Rows {
        let pairs = ids.iter().enumerate().filter_map(|(row, &id)| Some((usize::try_from(id).ok()?, row)));
        Rows { pairs: pairs.collect(), segments, inner: Dims::from_slice(inner) }
    }

    /// Numbers that do not fall, from zero on.
    fn ascending(ids: &[i64]) -> Result<usize, OpError> {
        if let Some(first) = ids.first().filter(|&&first| first < 0) {
            return Err(format!("segment ids must be >= 0, but the first is {first}").into());
        }
        if let Some(at) = ids.windows(2).position(|pair| pair[1] < pair[0]) {
            let (id, before) = (ids[at + 1], ids[at]);
            return Err(
                format!("segment ids are not increasing: {id} at {} comes after {before}", at + 1).into()
            );
        }
        let last = ids.last().copied();
        let count =
            last.map_or(Some(0), |last| last.checked_add(1)).and_then(|count| usize::try_from(count).ok());
        count.ok_or_else(|| format!("segment ids are too large: {}", last.unwrap_or(0)).into())
    }

    fn sorted(frame: &DispatchFrame<'_>) -> Result<Rows, OpError> {
        frame.expect_args(2)?;
        let (dims, ids) = (frame.dense(0)?.shape().dims(), positions(frame, 1)?);
        if frame.dense(1)?.shape().rank() != 1 {
            return Err("segment_ids should be a vector.".into());
        }
        if dims.first() != Some(&(ids.len() as i64)) {
            return Err("segment_ids should be the same size as dimension 0 of input.".into());
        }
        Ok(Rows::new(&ids, Rows::ascending(&ids)?, &dims[1..]))
    }

    fn unsorted(frame: &DispatchFrame<'_>) -> Result<Rows, OpError> {
        frame.expect_args(3)?;
        let (dims, id_dims) = (frame.dense(0)?.shape().dims(), frame.dense(1)?.shape().dims());
        if !dims.starts_with(&id_dims) {
            let (data, ids) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
            return Err(format!("data.shape = {data} does not start with segment_ids.shape = {ids}").into());
        }
        let segments = match positions(frame, 2)?[..] {
            [count] if count >= 0 => count,
            [count] => return Err(format!("num_segments must be non-negative, but is {count}").into()),
            _ => return Err("num_segments should be a scalar".into()),
        };
        let ids = positions(frame, 1)?;
        if let Some((at, id)) = ids.iter().enumerate().find(|(_, id)| **id >= segments) {
            return Err(format!("segment_ids[{at}] = {id} is out of range [0, {segments})").into());
        }
        Ok(Rows::new(&ids, segments as usize, &dims[id_dims.len()..]))
    }

    /// As [`sparse`](Self::sparse), with a fourth argument that says how many segments there are.
    fn sparse_counted(frame: &DispatchFrame<'_>) -> Result<Rows, OpError> {
        frame.expect_args(4)?;
        let rows = Rows::picked(frame)?;
        let wanted = crate::ops::index_arguments::count(frame, 3, "num_segments")?;
        if wanted < rows.segments {
            let last = rows.segments - 1;
            return Err(format!("segment ids must be < num_segments, {wanted}, but one is {last}").into());
        }
        Ok(Rows { segments: wanted, ..rows })
    }

    fn sparse(frame: &DispatchFrame<'_>) -> Result<Rows, OpError> {
        frame.expect_args(3)?;
        Rows::picked(frame)
    }

    /// Rows of the first argument that the second picks, for the segments of the third.
    fn picked(frame: &DispatchFrame<'_>) -> Result<Rows, OpError> {
        let dims = frame.dense(0)?.shape().dims();
        let (indices, ids) = (positions(frame, 1)?, positions(frame, 2)?);
        let Some((&limit, inner)) = dims.split_first() else {
            return Err("data must be at least a vector".into());
        };
        if frame.dense(1)?.shape().rank() != 1 || frame.dense(2)?.shape().rank() != 1 {
            return Err("indices and segment_ids should be vectors.".into());
        }
        if indices.len() != ids.len() {
            return Err("segment_ids and indices should have same size.".into());
        }
        if let Some((at, index)) = indices.iter().enumerate().find(|(_, index)| !(0..limit).contains(*index))
        {
            return Err(format!("indices[{at}] == {index} out of range [0, {limit})").into());
        }
        let segments = Rows::ascending(&ids)?;
        let pairs = ids.iter().zip(&indices).map(|(&id, &row)| (id as usize, row as usize)).collect();
        Ok(Rows { pairs, segments, inner: Dims::from_slice(inner) })
    }

    fn shape(&self) -> Result<Shape, OpError> {
        let mut dims = Dims::from_slice(&[self.segments as i64]);
        dims.extend_from_slice(&self.inner);
        Ok(Shape::new(&dims)?)
    }

    /// Reduces in `A`, and says how many rows each segment has.
    fn fold<T: Number, A: Clone + Copy>(
        &self,
        frame: &DispatchFrame<'_>,
        start: A,
        take: impl Fn(A, T) -> A,
    ) -> Result<(Vec<A>, Vec<usize>), OpError> {
        let length = product(&self.inner);
        let mut results = filled(start, self.shape()?.num_elements())?;
        let mut counts = filled(0, self.segments)?;
        let data = frame.values::<T>(0)?;
        for &(segment, row) in &self.pairs {
            counts[segment] += 1;
            let from = &data[row * length..][..length];
            for (to, &value) in results[segment * length..][..length].iter_mut().zip(from) {
                *to = take(*to, value);
            }
        }
        Ok((results, counts))
    }
}

/// Sets the result, from what each element was reduced to and how many rows its segment has.
fn finish<T: Number, A: Copy>(
    frame: &mut DispatchFrame<'_>,
    rows: &Rows,
    (values, counts): (Vec<A>, Vec<usize>),
    end: impl Fn(A, usize) -> T,
) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, rows.shape()?))?;
    let length = product(&rows.inner).max(1);
    for (at, (to, value)) in out.values_mut::<T>().iter_mut().zip(values).enumerate() {
        *to = end(value, counts[at / length]);
    }
    frame.finish(0, out);
    Ok(())
}

fn sum<T: Number>(frame: &mut DispatchFrame<'_>, rows: &Rows) -> Result<(), OpError> {
    let sums = rows.fold(frame, T::SUM_ZERO, |sum, value: T| T::sum_plus(sum, value.widen()))?;
    finish(frame, rows, sums, |sum, _| T::narrow(sum))
}

fn mean<T: Number>(frame: &mut DispatchFrame<'_>, rows: &Rows) -> Result<(), OpError> {
    let sums = rows.fold(frame, T::SUM_ZERO, |sum, value: T| T::sum_plus(sum, value.widen()))?;
    finish(frame, rows, sums, |sum, count| if count == 0 { T::ZERO } else { T::mean(sum, count) })
}

fn sqrt_n<T: Float>(frame: &mut DispatchFrame<'_>, rows: &Rows) -> Result<(), OpError> {
    let sums = rows.fold(frame, T::SUM_ZERO, |sum, value: T| T::sum_plus(sum, value.widen()))?;
    finish(frame, rows, sums, |sum, count| {
        use crate::ops::number::num_traits_like::Functions as _;
        let root = T::unwork(T::Work::of((count.max(1) as f64).sqrt()));
        T::narrow(sum).over(root)
    })
}

fn prod<T: Number>(frame: &mut DispatchFrame<'_>, rows: &Rows) -> Result<(), OpError> {
    let products = rows.fold(frame, T::SUM_ONE, |product, value: T| T::sum_times(product, value.widen()))?;
    finish(frame, rows, products, |product, _| T::narrow(product))
}

fn extreme<T: Real>(
    frame: &mut DispatchFrame<'_>,
    rows: &Rows,
    empty: T,
    better: fn(T, T) -> T,
) -> Result<(), OpError> {
    let best = rows.fold(frame, None, |best: Option<T>, value: T| {
        Some(best.map_or(value, |best| better(best, value)))
    })?;
    finish(frame, rows, best, |best, _| best.unwrap_or(empty))
}
