//! Reductions along axes and over segments, and isotonic regression.

use smallvec::SmallVec;

use super::arrays::{normalize_axis, unknown};
use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, dtype_attr, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    sum, takes(2).needing(&[1]).checked() => "tf.Sum";
    mean, takes(2).needing(&[1]).checked() => "tf.Mean";
    max, takes(2).needing(&[1]).checked() => "tf.Max";
    min, takes(2).needing(&[1]).checked() => "tf.Min";
    prod, takes(2).needing(&[1]).checked() => "tf.Prod";
    all, takes(2).needing(&[1]).checked() => "tf.All";
    any, takes(2).needing(&[1]).checked() => "tf.Any";
    euclidean_norm, takes(2).needing(&[1]).checked() => "tf.EuclideanNorm";
    arg_max, takes(2).needing(&[1]).checked().narrow() => "tf.ArgMax";
    arg_min, takes(2).needing(&[1]).checked() => "tf.ArgMin";
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

/// The shape functions of reductions, whose errors name the op.
macro_rules! reductions {
    ($($function:ident $op:literal;)*) => {$(
        fn $function(call: &Call<'_>) -> Result<Outcome, OpError> {
            reduced(call, $op)
        }
    )*};
}

reductions! {
    sum "tf.Sum";
    mean "tf.Mean";
    max "tf.Max";
    min "tf.Min";
    prod "tf.Prod";
    all "tf.All";
    any "tf.Any";
    euclidean_norm "tf.EuclideanNorm";
}

fn reduced(call: &Call<'_>, op: &str) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let keep_dims = call.flag("keep_dims");
    let Some(dims) = input.dims() else { return Ok(Outcome::unranked(input.dtype)) };
    match call.elements(1) {
        Some(axes) => input.with_dims(&kept(&dims, &reduced_axes(axes, dims.len(), op)?, keep_dims)),
        None => Ok(Outcome::open(input.dtype, keep_dims.then(|| unknown(dims.len())))),
    }
}

/// Whether each of so many dimensions is among the axes, which `op` reduces.
///
/// # Errors
/// An axis does not exist or is named twice.
pub fn reduced_axes(axes: &[i64], rank: usize, op: &str) -> Result<SmallVec<[bool; 8]>, OpError> {
    let mut reduced = SmallVec::from_elem(false, rank);
    for &axis in axes {
        let at = normalize_axis(axis, rank).ok_or_else(|| {
            OpError::from(format!("{op} reduction index must be in [-input_rank, input_rank) range"))
                .with_details(format!("one is {axis}, the rank {rank}"))
        })?;
        if std::mem::replace(&mut reduced[at], true) {
            return Err(OpError::from(format!("{op} reduction indices must be unique"))
                .with_details(format!("{at} is named twice")));
        }
    }
    Ok(reduced)
}

/// The dimensions that a reduction leaves: those that are not reduced, and with `keep_dims` 1 for each that is.
pub fn kept(dims: &[Dim], reduced: &[bool], keep_dims: bool) -> DimList {
    let left = dims.iter().zip(reduced).filter_map(|(&dim, &reduced)| match reduced {
        true => keep_dims.then_some(Dim::of(1)),
        false => Some(dim),
    });
    left.collect()
}

fn arg_max(call: &Call<'_>) -> Result<Outcome, OpError> {
    place_of_extreme(call, &[DType::I16, DType::UI16, DType::I32, DType::I64])
}

fn arg_min(call: &Call<'_>) -> Result<Outcome, OpError> {
    place_of_extreme(call, &[DType::I32, DType::I64])
}

fn place_of_extreme(call: &Call<'_>, output_types: &[DType]) -> Result<Outcome, OpError> {
    let [input, dimension] = [&call.operands[0], &call.operands[1]];
    if !dimension.shape.num_elements().may_be(1) {
        return Err(format!("dimension must be a scalar, but has shape {}", dimension.shape).into());
    }
    let mut dims = input.dims();
    if let (Some(dims), Some(&[axis])) = (&mut dims, call.elements(1)) {
        let rank = dims.len();
        let at = normalize_axis(axis, rank).ok_or_else(|| {
            OpError::from(format!("Expected dimension in the range [-{rank}, {rank}), but got {axis}"))
        })?;
        if dims.remove(at) == Dim::of(0) {
            return Err(format!("Reduction axis {at} is empty in shape {}", input.shape).into());
        }
    } else {
        dims = dims.and_then(|dims| Some(unknown(dims.len().checked_sub(1)?)));
    }
    let dtype = dtype_attr(call.attrs, "output_type", DType::I64, output_types)?;
    Ok(Outcome::open(dtype, dims))
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
