//! Reductions along axes and over segments, and isotonic regression.

use smallvec::SmallVec;

use super::arrays::{normalize_axis, unknown};
use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, dtype_attr, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    reduced, takes(2).needing(&[1]) => "tf.Sum" "tf.Mean" "tf.Max" "tf.Min" "tf.Prod" "tf.All" "tf.Any";
    arg_max, takes(2).needing(&[1]) => "tf.ArgMax" "tf.ArgMin";
    [isotonic], takes(1) => "tf.IsotonicRegression";
    bincount, takes(3).needing(&[1]) => "tf.Bincount";
    sorted_segments, takes(2).unchecked() =>
        "tf.SegmentSum" "tf.SegmentMean" "tf.SegmentProd" "tf.SegmentMax" "tf.SegmentMin";
    sorted_segments, takes(3).unchecked() => "tf.SparseSegmentSum" "tf.SparseSegmentMean" "tf.SparseSegmentSqrtN";
    counted_segments, takes(4).needing(&[3]) =>
        "tf.SparseSegmentSumWithNumSegments" "tf.SparseSegmentMeanWithNumSegments" "tf.SparseSegmentSqrtNWithNumSegments";
    unsorted_segments, takes(3).needing(&[2]) =>
        "tf.UnsortedSegmentSum" "tf.UnsortedSegmentProd" "tf.UnsortedSegmentMax" "tf.UnsortedSegmentMin";
};

fn reduced(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let dims = || {
        let dims = input.dims()?;
        let keep = call.flag("keep_dims");
        let Some(axes) = call.elements(1) else { return keep.then(|| unknown(dims.len())) };
        let axes: SmallVec<[usize; 8]> =
            axes.iter().map(|&axis| normalize_axis(axis, dims.len())).collect::<Option<_>>()?;
        let kept = dims.iter().enumerate().filter_map(|(at, &dim)| match axes.contains(&at) {
            true => keep.then_some(Dim::of(1)),
            false => Some(dim),
        });
        Some(kept.collect())
    };
    Ok(Outcome::open(input.dtype, dims()))
}

fn arg_max(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dims = || {
        let mut dims = call.operands[0].dims()?;
        match call.operands[1].scalar() {
            Some(axis) => {
                dims.remove(normalize_axis(axis, dims.len())?);
            }
            None => dims = unknown(dims.len().checked_sub(1)?),
        }
        Some(dims)
    };
    Ok(Outcome::open(call.dtype("output_type", DType::I64), dims()))
}

/// The decreasing sequence, and the segments that its elements are means of.
fn isotonic(call: &Call<'_>) -> Result<Results, OpError> {
    let x = &call.operands[0];
    if x.rank() == Some(0) {
        return Err(format!("input must be at least a vector, but has shape {}", x.shape).into());
    }
    let dtypes = [DType::F16, DType::BF16, DType::F32, DType::F64];
    let dtype = dtype_attr(call.attrs, "output_dtype", DType::F32, &dtypes)?;
    Ok(Results::from_iter([x.with_dtype(dtype), x.with_dtype(DType::I32)]))
}

fn bincount(call: &Call<'_>) -> Result<Outcome, OpError> {
    let size = call.operands[1].scalar().map_or(Dim::UNKNOWN, Dim::of);
    Ok(Outcome::open(call.operands[2].dtype, Some(SmallVec::from_elem(size, 1))))
}

/// The dimensions of the first operand, with another first one.
fn with_first(call: &Call<'_>, first: Dim) -> Result<Outcome, OpError> {
    let dims = call.operands[0].dims().and_then(|mut dims| {
        *dims.first_mut()? = first;
        Some(dims)
    });
    Ok(Outcome::open(call.operands[0].dtype, dims))
}

fn sorted_segments(call: &Call<'_>) -> Result<Outcome, OpError> {
    with_first(call, Dim::UNKNOWN)
}

fn counted_segments(call: &Call<'_>) -> Result<Outcome, OpError> {
    with_first(call, call.operands[3].scalar().map_or(Dim::UNKNOWN, Dim::of))
}

/// As many segments as an operand says, of the remaining dimensions.
fn unsorted_segments(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dims = || {
        let (data, ids) = (call.operands[0].dims()?, call.operands[1].dims()?);
        let mut dims = DimList::new();
        dims.push(call.operands[2].scalar().map_or(Dim::UNKNOWN, Dim::of));
        dims.extend_from_slice(data.get(ids.len()..)?);
        Some(dims)
    };
    Ok(Outcome::open(call.operands[0].dtype, dims()))
}
