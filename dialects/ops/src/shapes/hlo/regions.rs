//! Ops with a region, and linear algebra, transforms and random numbers.

use super::super::elementwise::same;
use super::super::{Call, Dim, DimList, KnownShape, Outcome, Results, ShapeRow, at_least, takes};
use super::{axes, dtype, int, ints};
use crate::{DType, OpError, Shape};

pub(in crate::shapes) const ROWS: &[ShapeRow] = rows! {
    square, takes(1) => "hlo.cholesky";
    dot, takes(2) => "hlo.dot_general";
    transformed, takes(1) => "hlo.fft";
    [reduced], at_least(2) => "hlo.reduce";
    random, takes(3).needing(&[2]) => "hlo.rng";
    [random_bits], takes(1) => "hlo.rng_bit_generator";
    [like_inputs], at_least(1) => "hlo.scatter" "hlo.sort";
    same, at_least(3) => "hlo.select_and_scatter";
    [top], takes(1) => "hlo.top_k";
    solved, takes(2) => "hlo.triangular_solve";
};

/// The number of inputs of an op with any number, of which so many operands each belong to an input.
pub(super) fn count(call: &Call<'_>, per_input: usize) -> Result<usize, OpError> {
    let n = int(call, "N")?;
    usize::try_from(n)
        .ok()
        .filter(|&n| n > 0 && n.checked_mul(per_input).is_some_and(|all| all <= call.operands.len()))
        .ok_or_else(|| format!("N is {n}, but {} operands are too few for it", call.operands.len()).into())
}

fn square(call: &Call<'_>) -> Result<Outcome, OpError> {
    let a = &call.operands[0];
    if let Some([.., rows, columns]) = a.dims().as_deref()
        && !rows.agrees(*columns)
    {
        return Err(format!("{a} has no square matrices").into());
    }
    Ok(a.like())
}

fn solved(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[1].like())
}

fn like_inputs(call: &Call<'_>) -> Result<Results, OpError> {
    let n = count(call, 1)?;
    Ok(call.operands[..n].iter().map(|operand| operand.like()).collect())
}

fn reduced(call: &Call<'_>) -> Result<Results, OpError> {
    let (n, dimensions) = (count(call, 2)?, ints(call, "dimensions")?);
    let mut results = Results::new();
    for i in 0..n {
        let (input, init) = (&call.operands[i], &call.operands[n + i]);
        let dims: Option<DimList> = match input.dims() {
            None => None,
            Some(dims) => {
                let reduced = axes(&dimensions, dims.len(), "dimensions")?;
                Some((0..dims.len()).filter(|axis| !reduced.contains(axis)).map(|axis| dims[axis]).collect())
            }
        };
        results.push(Outcome::open(init.dtype, dims));
    }
    Ok(results)
}

fn dot(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    let dtype = dtype(call, "type")?;
    let names = [
        ["lhs_batching_dimensions", "lhs_contracting_dimensions"],
        ["rhs_batching_dimensions", "rhs_contracting_dimensions"],
    ];
    let (Some(left), Some(right)) = (a.dims(), b.dims()) else { return Ok(Outcome::unranked(dtype)) };
    let of = |side: usize, which: usize, rank: usize| {
        let name = names[side][which];
        axes(&ints(call, name)?, rank, name)
    };
    let (left_batch, left_inner) = (of(0, 0, left.len())?, of(0, 1, left.len())?);
    let (right_batch, right_inner) = (of(1, 0, right.len())?, of(1, 1, right.len())?);
    let agree = |x: &[usize], y: &[usize]| {
        x.len() == y.len() && x.iter().zip(y).all(|(&x, &y)| left[x].agrees(right[y]))
    };
    if !agree(&left_batch, &right_batch) || !agree(&left_inner, &right_inner) {
        let [[a_batch, a_inner], [b_batch, b_inner]] = names;
        return Err(format!(
            "{a} and {b} do not agree in the dimensions that {a_batch} {left_batch:?} and {b_batch} {right_batch:?}, or {a_inner} \
             {left_inner:?} and {b_inner} {right_inner:?}, pair"
        )
        .into());
    }
    let mut dims: DimList =
        left_batch.iter().zip(&right_batch).map(|(&x, &y)| left[x].or(right[y])).collect();
    let free = |rank: usize, taken: [&[usize]; 2]| {
        (0..rank).filter(|axis| !taken.iter().any(|taken| taken.contains(axis))).collect::<Vec<_>>()
    };
    dims.extend(free(left.len(), [&left_batch, &left_inner]).into_iter().map(|axis| left[axis]));
    dims.extend(free(right.len(), [&right_batch, &right_inner]).into_iter().map(|axis| right[axis]));
    Outcome::of_dims(dtype, &dims)
}

fn transformed(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, length) = (&call.operands[0], ints(call, "length")?);
    let kind = call.attrs.get_str("type").unwrap_or_default();
    let dtype = match (kind, x.dtype) {
        ("RFFT", Some(DType::F32)) => Some(DType::Complex64),
        ("RFFT", Some(DType::F64)) => Some(DType::Complex128),
        ("IRFFT", Some(DType::Complex64)) => Some(DType::F32),
        ("IRFFT", Some(DType::Complex128)) => Some(DType::F64),
        ("FFT" | "IFFT", Some(dtype)) if dtype.is_complex() => Some(dtype),
        ("FFT" | "IFFT" | "RFFT" | "IRFFT", None) => None,
        ("FFT" | "IFFT" | "RFFT" | "IRFFT", Some(other)) => {
            return Err(super::super::unsupported_for(kind, other));
        }
        _ => return Err(format!("type must be FFT, IFFT, RFFT or IRFFT, but is '{kind}'").into()),
    };
    let Some(mut dims) = x.dims() else { return Ok(Outcome::unranked(dtype)) };
    if length.is_empty() || length.len() > dims.len() {
        return Err(format!("{x} has no transforms of lengths {length:?}").into());
    }
    let last = length[length.len() - 1];
    if let Some(dim) = dims.last_mut() {
        match kind {
            "RFFT" if last == 0 => *dim = Dim::of(0),
            "RFFT" => *dim = Dim::of(last / 2 + 1),
            "IRFFT" => *dim = Dim::of(last),
            _ => {}
        }
    }
    Outcome::of_dims(dtype, &dims)
}

fn random(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[0].dtype, call.shape_in(2)))
}

fn random_bits(call: &Call<'_>) -> Result<Results, OpError> {
    let shape = KnownShape::Full(Shape::new(&ints(call, "shape")?)?);
    let bits = Outcome::new(dtype(call, "type")?, shape);
    Ok([call.operands[0].like(), bits].into_iter().collect())
}

fn top(call: &Call<'_>) -> Result<Results, OpError> {
    let (x, k) = (&call.operands[0], int(call, "k")?);
    let dims = match x.dims() {
        None => None,
        Some(mut dims) => match dims.last_mut() {
            Some(last) if k >= 0 && last.known().is_none_or(|last| k <= last) => {
                *last = Dim::of(k);
                Some(dims)
            }
            _ => return Err(format!("the last dimension of {x} has no {k} elements").into()),
        },
    };
    Ok([Outcome::open(x.dtype, dims.clone()), Outcome::open(DType::I32, dims)].into_iter().collect())
}
