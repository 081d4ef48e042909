//! Ops that move elements: broadcasts, slices, pads, gather, concatenation.

use super::super::elementwise::same;
use super::super::{Call, Dim, DimList, KnownShape, Operand, Outcome, ShapeRow, at_least, takes};
use super::{axes, dtype, int, ints};
use crate::{DType, OpError, Shape};

pub(in crate::shapes) const ROWS: &[ShapeRow] = rows! {
    bitcast, takes(1) => "hlo.bitcast_convert";
    broadcast, takes(1) => "hlo.broadcast_in_dim";
    concatenate, at_least(1) => "hlo.concatenate";
    given_by_operand, takes(2).needing(&[1]) => "hlo.dynamic_broadcast_in_dim" "hlo.dynamic_reshape";
    dynamic_gather, takes(3).needing(&[2]) => "hlo.dynamic_gather";
    dynamic_iota, takes(1).needing(&[0]) => "hlo.dynamic_iota";
    dynamic_pad, takes(5).needing(&[2, 3, 4]) => "hlo.dynamic_pad";
    dynamic_slice, at_least(1) => "hlo.dynamic_slice";
    dynamic_update_slice, at_least(2) => "hlo.dynamic_update_slice";
    gather, takes(2) => "hlo.gather";
    dimension_size, takes(1) => "hlo.get_dimension_size";
    iota, takes(0) => "hlo.iota";
    pad, takes(2) => "hlo.pad";
    real_dynamic_slice, takes(4).needing(&[1, 2, 3]) => "hlo.real_dynamic_slice";
    reshape, takes(1) => "hlo.reshape";
    same, takes(1) => "hlo.reverse";
    slice, takes(1) => "hlo.slice";
    transpose, takes(1) => "hlo.transpose";
};

/// Dimensions as an attribute gives them.
fn known(dims: &[i64]) -> Result<KnownShape, OpError> {
    Ok(KnownShape::Full(Shape::new(dims)?))
}

fn bitcast(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, to) = (&call.operands[0], dtype(call, "type")?);
    let (Some(from), Some(mut dims)) = (x.dtype, x.dims()) else {
        return Ok(Outcome::unranked(to));
    };
    let bits = |dtype: DType| dtype.bits().ok_or_else(|| super::super::unsupported(dtype));
    let (a, b) = (bits(from)?, bits(to)?);
    if a > b && a % b == 0 {
        dims.push(Dim::of((a / b) as i64));
    } else if a < b {
        match dims.pop() {
            Some(last) if b % a == 0 && last.may_be((b / a) as i64) => {}
            _ => {
                return Err(format!(
                    "{x} cannot be {}: its last dimension must be {}",
                    to.label(),
                    b.div_ceil(a)
                )
                .into());
            }
        }
    } else if a != b {
        return Err(format!("{x} cannot be {}", to.label()).into());
    }
    Outcome::of_dims(to, &dims)
}

fn broadcast(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, shape) = (&call.operands[0], ints(call, "shape")?);
    let places = ints(call, "broadcast_dimensions")?;
    let places = axes(&places, shape.len(), "broadcast_dimensions")?;
    if let Some(dims) = x.dims() {
        let fits = |(&dim, &place): (&Dim, &usize)| dim.may_be(1) || dim.may_be(shape[place]);
        if dims.len() != places.len() || !dims.iter().zip(&places).all(fits) {
            let shape = Shape::new(&shape)?;
            return Err(format!(
                "{x} does not broadcast to the shape {shape} by broadcast_dimensions {places:?}"
            )
            .into());
        }
    }
    Ok(Outcome::new(x.dtype, known(&shape)?))
}

fn reshape(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, shape) = (&call.operands[0], Shape::new(&ints(call, "shape")?)?);
    if !x.shape.num_elements().may_be(shape.num_elements() as i64) {
        return Err(format!("{x} cannot have the shape {shape}: the numbers of elements differ").into());
    }
    Ok(Outcome::new(x.dtype, KnownShape::Full(shape)))
}

fn transpose(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, order) = (&call.operands[0], ints(call, "permutation")?);
    let order = axes(&order, order.len(), "permutation")?;
    let mut seen = vec![false; order.len()];
    order.iter().for_each(|&axis| seen[axis] = true);
    if seen.contains(&false) || !x.shape.may_have_rank(order.len()) {
        return Err(format!("{order:?} is no permutation of the dimensions of {x}").into());
    }
    let dims: DimList = order.iter().map(|&axis| x.dim(axis)).collect();
    x.with_dims(&dims)
}

fn concatenate(call: &Call<'_>) -> Result<Outcome, OpError> {
    let axis = int(call, "dimension")?;
    let (count, given) = (int(call, "N")?, call.operands.len());
    if usize::try_from(count) != Ok(given) {
        return Err(format!("N is {count} for {given} operands").into());
    }
    let mut dims: Option<DimList> = None;
    let mut sum = Dim::of(0);
    for operand in call.operands {
        let Some(own) = operand.dims() else { return Ok(Outcome::unranked(operand.dtype)) };
        let axis = axes(&[axis], own.len(), "dimension")?[0];
        sum = sum.plus(own[axis]);
        match &mut dims {
            None => dims = Some(own),
            Some(dims) => {
                let fits =
                    dims.len() == own.len() && (0..own.len()).all(|i| i == axis || dims[i].agrees(own[i]));
                if !fits || !operand.same_dtype(&call.operands[0]) {
                    let first = &call.operands[0];
                    return Err(format!(
                        "{first} and {operand} cannot be concatenated along dimension {axis}"
                    )
                    .into());
                }
                dims.iter_mut().zip(&own).for_each(|(dim, &own)| *dim = dim.or(own));
            }
        }
    }
    let mut dims = dims.unwrap_or_default();
    if let Some(dim) = dims.get_mut(axis as usize) {
        *dim = sum;
    }
    let dtype = call.operands.iter().find_map(|operand| operand.dtype);
    Outcome::of_dims(dtype, &dims)
}

/// The elements of the second operand are the dimensions.
fn given_by_operand(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[0].dtype, call.shape_in(1)))
}

fn dynamic_iota(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(dtype(call, "type")?, call.shape_in(0)))
}

fn iota(call: &Call<'_>) -> Result<Outcome, OpError> {
    let shape = ints(call, "shape")?;
    axes(&[int(call, "dimension")?], shape.len(), "dimension")?;
    Ok(Outcome::new(dtype(call, "type")?, known(&shape)?))
}

fn dimension_size(call: &Call<'_>) -> Result<Outcome, OpError> {
    if let Some(rank) = call.operands[0].rank() {
        axes(&[int(call, "dimension")?], rank, "dimension")?;
    }
    Ok(Outcome::scalar(DType::I32))
}

fn dynamic_slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, sizes) = (&call.operands[0], ints(call, "slice_sizes")?);
    let fits = x.shape.may_have_rank(sizes.len())
        && call.operands.len() == sizes.len() + 1
        && (0..sizes.len()).all(|i| sizes[i] >= 0 && x.dim(i).known().is_none_or(|dim| sizes[i] <= dim));
    if !fits {
        return Err(format!(
            "{x} has no slices of slice_sizes {sizes:?} at {} indices",
            call.operands.len() - 1
        )
        .into());
    }
    Ok(Outcome::new(x.dtype, known(&sizes)?))
}

fn dynamic_update_slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [x, update] = [&call.operands[0], &call.operands[1]];
    let fits = match (x.dims(), update.dims()) {
        (Some(x), Some(update)) => {
            x.len() == update.len()
                && call.operands.len() == x.len() + 2
                && x.iter().zip(&update).all(|(x, update)| match (x.known(), update.known()) {
                    (Some(x), Some(update)) => update <= x,
                    _ => true,
                })
        }
        _ => true,
    };
    if !fits || !x.same_dtype(update) {
        return Err(format!("{update} is no update of a slice of {x}").into());
    }
    Ok(x.like())
}

fn slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let [start, limit, strides] =
        [ints(call, "start_indices")?, ints(call, "limit_indices")?, ints(call, "strides")?];
    let rank = start.len();
    let fits = x.shape.may_have_rank(rank)
        && limit.len() == rank
        && strides.len() == rank
        && (0..rank).all(|i| {
            0 <= start[i]
                && start[i] <= limit[i]
                && strides[i] > 0
                && x.dim(i).known().is_none_or(|dim| limit[i] <= dim)
        });
    if !fits {
        return Err(format!(
            "{x} has no slice with start_indices {start:?}, limit_indices {limit:?} and strides {strides:?}"
        )
        .into());
    }
    let dims: DimList = (0..rank).map(|i| Dim::of(strided_count(limit[i] - start[i], strides[i]))).collect();
    x.with_dims(&dims)
}

/// Every so many elements of a range of this size, which is not negative.
fn strided_count(size: i64, stride: i64) -> i64 {
    if size == 0 { 0 } else { (size - 1) / stride + 1 }
}

/// Start, limit and strides are the elements of operands.
fn real_dynamic_slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let Some(rank) = x.rank() else { return Ok(Outcome::unranked(x.dtype)) };
    let [start, limit, strides] = [1, 2, 3].map(|i| call.elements(i));
    let dim = |i: usize| -> Option<i64> {
        let (start, limit, stride) = (*start?.get(i)?, *limit?.get(i)?, *strides?.get(i)?);
        let size = limit.checked_sub(start).filter(|&size| stride > 0 && size >= 0);
        size.map(|size| strided_count(size, stride))
    };
    let dims: DimList = (0..rank).map(|i| dim(i).map_or(Dim::UNKNOWN, Dim::of)).collect();
    x.with_dims(&dims)
}

/// A dimension with this padding; negative where nothing is left.
fn padded_dim(dim: Dim, low: i64, high: i64, interior: i64) -> Result<Dim, OpError> {
    dim.try_map(|dim| {
        let inner = (dim - 1).max(0).checked_mul(interior);
        let size = inner
            .and_then(|inner| inner.checked_add(dim))
            .and_then(|size| size.checked_add(low)?.checked_add(high));
        match size {
            Some(size) if size >= 0 && interior >= 0 => Ok(size),
            _ => Err(format!("a dimension of {dim} cannot be padded by {low}, {high} and {interior}").into()),
        }
    })
}

fn padded(x: &Operand<'_>, padding: [&[i64]; 3]) -> Result<Outcome, OpError> {
    let Some(dims) = x.dims() else { return Ok(Outcome::unranked(x.dtype)) };
    let [low, high, interior] = padding;
    if padding.iter().any(|list| list.len() != dims.len()) {
        return Err(format!(
            "low {low:?}, high {high:?} and interior {interior:?} must have a number for each dimension of {x}"
        )
        .into());
    }
    let dims: DimList = (0..dims.len())
        .map(|i| padded_dim(dims[i], low[i], high[i], interior[i]))
        .collect::<Result<_, _>>()?;
    x.with_dims(&dims)
}

fn pad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let padding = [ints(call, "low")?, ints(call, "high")?, ints(call, "interior")?];
    padded(&call.operands[0], [&padding[0], &padding[1], &padding[2]])
}

fn dynamic_pad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    match [call.elements(2), call.elements(3), call.elements(4)] {
        [Some(low), Some(high), Some(interior)] => padded(x, [low, high, interior]),
        _ => Ok(Outcome::open(x.dtype, x.rank().map(|rank| smallvec::smallvec![Dim::UNKNOWN; rank]))),
    }
}

fn gather(call: &Call<'_>) -> Result<Outcome, OpError> {
    let sizes = ints(call, "slice_sizes")?;
    gathered(call, Some(&sizes))
}

fn dynamic_gather(call: &Call<'_>) -> Result<Outcome, OpError> {
    gathered(call, call.elements(2))
}

/// The dimensions of the indices without that of the index vectors, and those of the slices that are kept.
fn gathered(call: &Call<'_>, sizes: Option<&[i64]>) -> Result<Outcome, OpError> {
    let [x, indices] = [&call.operands[0], &call.operands[1]];
    let (Some(sizes), Some(batch)) = (sizes, indices.dims()) else {
        return Ok(Outcome::unranked(x.dtype));
    };
    let fits = x.shape.may_have_rank(sizes.len())
        && (0..sizes.len()).all(|i| sizes[i] >= 0 && x.dim(i).known().is_none_or(|dim| sizes[i] <= dim));
    if !fits {
        return Err(format!("{x} has no slices of slice_sizes {sizes:?}").into());
    }
    let vector = usize::try_from(int(call, "index_vector_dim")?).unwrap_or(usize::MAX);
    let mut batch = batch.iter().enumerate().filter(|(i, _)| *i != vector).map(|(_, &dim)| dim);
    let (collapsed, batching) = (ints(call, "collapsed_slice_dims")?, ints(call, "operand_batching_dims")?);
    let is_kept = |i: &usize| !collapsed.contains(&(*i as i64)) && !batching.contains(&(*i as i64));
    let mut kept = (0..sizes.len()).filter(is_kept).map(|i| Dim::of(sizes[i]));
    let offsets = ints(call, "offset_dims")?;
    let rank = batch.clone().count() + offsets.len();
    let dims: Option<DimList> = (0..rank as i64)
        .map(|axis| if offsets.contains(&axis) { kept.next() } else { batch.next() })
        .collect();
    let dims = dims.ok_or_else(|| {
        format!(
            "offset_dims {offsets:?} do not fit slices of sizes {sizes:?} without collapsed_slice_dims {collapsed:?} and \
             operand_batching_dims {batching:?}"
        )
    })?;
    x.with_dims(&dims)
}
