//! Element-wise ops: the operands' shapes are broadcast.

use super::{
    Call, Dim, DimList, KnownShape, Operand, Outcome, ShapeRow, ShapeView, at_least, takes, unsupported,
};
use crate::{DType, Dims, OpError, Shape};

pub(super) const ROWS: &[ShapeRow] = rows! {
    same, takes(1) =>
        "tf.Abs" "tf.Acos" "tf.Acosh" "tf.Asin" "tf.Asinh" "tf.Atan" "tf.Atanh" "tf.Ceil" "tf.Cos" "tf.Cosh" "tf.Digamma" "tf.Elu"
        "tf.Erf" "tf.Erfc" "tf.Exp" "tf.Expm1" "tf.Floor" "tf.Inv" "tf.LeakyRelu" "tf.Lgamma" "tf.Log" "tf.Log1p" "tf.LogicalNot"
        "tf.Neg" "tf.Reciprocal" "tf.Relu" "tf.Relu6" "tf.Rint" "tf.Round" "tf.Rsqrt" "tf.Selu" "tf.Sigmoid" "tf.Sign" "tf.Sin"
        "tf.Sinh" "tf.Softplus" "tf.Softsign" "tf.Sqrt" "tf.Square" "tf.Tan" "tf.Tanh"
        "tf.BesselI0" "tf.BesselI0e" "tf.BesselI1" "tf.BesselI1e" "tf.BesselJ0" "tf.BesselJ1" "tf.BesselK0" "tf.BesselK0e"
        "tf.BesselK1" "tf.BesselK1e" "tf.BesselY0" "tf.BesselY1" "tf.Dawsn" "tf.Erfinv" "tf.Expint" "tf.FresnelCos" "tf.FresnelSin"
        "tf.Invert" "tf.Ndtri" "tf.Spence";
    truth, takes(1) => "tf.IsFinite" "tf.IsInf" "tf.IsNan";
    (cast, elements converted), takes(1) => "tf.Cast";
    bitcast, takes(1) => "tf.Bitcast";
    population_count, takes(1) => "tf.PopulationCount";
    bucketize, takes(1) => "tf.Bucketize";
    part, takes(1) => "tf.Real" "tf.Imag" "tf.Angle" "tf.ComplexAbs";
    conjugate, takes(1) => "tf.Conj";
    complex, takes(2) => "tf.Complex";
    broadcast, takes(2) =>
        "tf.Atan2" "tf.BitwiseAnd" "tf.BitwiseOr" "tf.BitwiseXor" "tf.Div" "tf.DivNoNan" "tf.LeftShift" "tf.LogicalAnd"
        "tf.LogicalOr" "tf.Mod" "tf.Pow" "tf.RealDiv" "tf.RightShift" "tf.SquaredDifference"
        "tf.Igamma" "tf.Igammac" "tf.IgammaGradA" "tf.MulNoNan" "tf.NextAfter" "tf.Polygamma" "tf.RandomGammaGrad" "tf.Xdivy" "tf.Xlog1py" "tf.Xlogy" "tf.Zeta";
    (broadcast, elements sums), takes(2) => "tf.Add" "tf.AddV2";
    (broadcast, elements differences), takes(2) => "tf.Sub";
    (broadcast, elements products), takes(2) => "tf.Mul";
    (broadcast, elements quotients), takes(2) => "tf.TruncateDiv";
    (broadcast, elements quotients_down), takes(2) => "tf.FloorDiv";
    (broadcast, elements remainders), takes(2) => "tf.TruncateMod";
    (broadcast, elements remainders_down), takes(2) => "tf.FloorMod";
    (broadcast, elements maxima), takes(2) => "tf.Maximum";
    (broadcast, elements minima), takes(2) => "tf.Minimum";
    beta_integral, takes(3) => "tf.Betainc";
    comparison, takes(2) => "tf.Greater" "tf.GreaterEqual" "tf.Less" "tf.LessEqual";
    equality, takes(2) => "tf.Equal" "tf.NotEqual";
    comparison_of_alike, takes(2) => "tf.ApproximateEqual";
    add_n, at_least(1) => "tf.AddN";
    select, takes(3) => "tf.SelectV2";
    select_rows, takes(3) => "tf.Select";
    clip, takes(3) => "tf.ClipByValue";
};

/// The result is like the operand.
pub(in crate::shapes) fn same(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[0].like())
}

/// The result is like the second operand.
pub(in crate::shapes) fn same_as_second(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[1].like())
}

fn truth(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[0].with_dtype(DType::I1))
}

fn cast(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dtype = call.attrs.get_dtype("DstT").ok_or("cannot get destination type 'DstT'")?;
    Ok(call.operands[0].with_dtype(dtype))
}

/// The shape that two shapes broadcast to.
///
/// # Errors
/// They do not.
#[inline]
pub fn broadcast_shape(a: &ShapeView<'_>, b: &ShapeView<'_>) -> Result<KnownShape, OpError> {
    match (a, b) {
        (ShapeView::Full(a), ShapeView::Full(b)) if a == b => Ok(KnownShape::Full((*a).clone())),
        _ => broadcast_unequal(a, b),
    }
}

fn broadcast_unequal(a: &ShapeView<'_>, b: &ShapeView<'_>) -> Result<KnownShape, OpError> {
    let (Some(a), Some(b)) = (a.dims(), b.dims()) else { return Ok(KnownShape::Unranked) };
    KnownShape::of(&broadcast_dims(&a, &b)?).map_err(|error| OpError::new(error.message()))
}

/// The dimensions that two lists of dimensions broadcast to.
///
/// # Errors
/// They do not.
pub(super) fn broadcast_dims(a: &[Dim], b: &[Dim]) -> Result<DimList, String> {
    broadcast_lists(a, b, Dim::of(1), |x, y| match (x.known(), y.known()) {
        (Some(own), Some(given)) if own != given => Err([own, given]),
        // Of an unknown dimension and one that is not 1, the result is the latter.
        _ => Ok(x.or(y)),
    })
}

/// The sizes that two lists of sizes broadcast to: numbers that need not be those of a tensor.
///
/// # Errors
/// They do not.
pub fn broadcast_sizes(a: &[i64], b: &[i64]) -> Result<Dims, String> {
    broadcast_lists(a, b, 1, |x, y| if x == y { Ok(x) } else { Err([x, y]) })
}

/// Lists that end together, joined place by place; one that has none, or `one`, leaves a place to the other.
fn broadcast_lists<D: Copy + PartialEq, L: FromIterator<D>>(
    a: &[D],
    b: &[D],
    one: D,
    join: impl Fn(D, D) -> Result<D, [i64; 2]>,
) -> Result<L, String> {
    let rank = a.len().max(b.len());
    let at = |list: &[D], axis: usize| (axis + list.len()).checked_sub(rank).map_or(one, |at| list[at]);
    let joined = (0..rank).map(|axis| match (at(a, axis), at(b, axis)) {
        (x, y) if x == one => Ok(y),
        (x, y) if y == one => Ok(x),
        (x, y) => join(x, y)
            .map_err(|[left, right]| format!("Dimensions must be equal, but are {left} and {right}")),
    });
    joined.collect()
}

/// Two tensors of one dtype, broadcast.
#[inline]
pub(super) fn broadcast_both(a: &Operand<'_>, b: &Operand<'_>) -> Result<Outcome, OpError> {
    if !a.same_dtype(b) {
        return Err("incompatible dtypes for binary operation".into());
    }
    Ok(Outcome { dtype: a.dtype.or(b.dtype), shape: broadcast_shape(&a.shape, &b.shape)? })
}

pub(super) fn broadcast(call: &Call<'_>) -> Result<Outcome, OpError> {
    broadcast_both(&call.operands[0], &call.operands[1])
}

fn comparison(call: &Call<'_>) -> Result<Outcome, OpError> {
    let result = broadcast_both(&call.operands[0], &call.operands[1])?;
    Ok(Outcome { dtype: Some(DType::I1), ..result })
}

/// A comparison that may be told to answer for tensors of incompatible shapes too, with a scalar.
fn equality(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [&call.operands[0], &call.operands[1]];
    if call.attrs.get_bool("incompatible_shape_error") == Some(false) && a.same_dtype(b) {
        let shape = match broadcast_shape(&a.shape, &b.shape) {
            Ok(KnownShape::Full(shape))
                if matches!((a.shape, b.shape), (ShapeView::Full(_), ShapeView::Full(_))) =>
            {
                KnownShape::Full(shape)
            }
            Ok(_) => KnownShape::Unranked,
            Err(_) => KnownShape::Full(Shape::scalar()),
        };
        // Tensors of different dtypes are refused; unknown ones may turn out to be.
        return Ok(Outcome { dtype: Some(DType::I1), shape });
    }
    comparison(call)
}

/// A comparison without broadcasting.
fn comparison_of_alike(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [x, y] = [&call.operands[0], &call.operands[1]];
    if !x.shape.agrees(&y.shape) {
        let (x, y) = (&x.shape, &y.shape);
        return Err(format!("x and y must be of the same shape. x shape: {x}. y shape: {y}").into());
    }
    if !x.same_dtype(y) {
        return Err("incompatible dtypes for binary operation".into());
    }
    Ok(Outcome { dtype: Some(DType::I1), shape: x.shape.or(&y.shape) })
}

fn add_n(call: &Call<'_>) -> Result<Outcome, OpError> {
    let first = &call.operands[0];
    let mut shape = first.shape.to_known();
    let mut dtype = first.dtype;
    for other in &call.operands[1..] {
        if !other.may_equal(first) {
            return Err(format!("inputs of tf.AddN must all be alike, but are {first} and {other}").into());
        }
        if !matches!(shape, KnownShape::Full(_)) && shape.view().agrees(&other.shape) {
            shape = shape.view().or(&other.shape);
        }
        dtype = dtype.or(other.dtype);
    }
    Ok(Outcome { dtype, shape })
}

fn expect_condition(condition: &Operand<'_>) -> Result<(), OpError> {
    match condition.dtype {
        Some(dtype) if dtype != DType::I1 => {
            Err(format!("condition must be a boolean tensor, but has dtype {}", dtype.label()).into())
        }
        _ => Ok(()),
    }
}

fn select(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [condition, a, b] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    expect_condition(condition)?;
    let both = broadcast_both(a, b)?;
    Ok(Outcome { dtype: both.dtype, shape: broadcast_shape(&condition.shape, &both.shape.view())? })
}

/// The older op: no broadcasting, but a condition vector may choose among rows.
fn select_rows(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [condition, a, b] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    let fits = match (condition.rank(), a.rank().or(b.rank())) {
        (Some(1), Some(rank)) if rank > 0 => {
            condition.dim(0).agrees(a.dim(0)) && condition.dim(0).agrees(b.dim(0))
        }
        (None | Some(0 | 1), _) => condition.rank() != Some(1) || a.rank().is_none() && b.rank().is_none(),
        _ => condition.shape.agrees(&a.shape) && condition.shape.agrees(&b.shape),
    };
    if !a.shape.agrees(&b.shape) || !fits {
        let shapes = format!("{}, {} and {}", condition.shape, a.shape, b.shape);
        return Err(format!("tf.Select arguments have incompatible shapes {shapes}").into());
    }
    expect_condition(condition)?;
    if !a.same_dtype(b) {
        return Err("incompatible dtypes for binary operation".into());
    }
    Ok(Outcome { dtype: a.dtype.or(b.dtype), shape: a.shape.or(&b.shape) })
}

fn clip(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, low, high] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    if !low.same_dtype(a) || !high.same_dtype(a) {
        return Err("incompatible dtypes for tf.ClipByValue".into());
    }
    for bound in [low, high] {
        if !bound.shape.num_elements().may_be(1) && !bound.shape.agrees(&a.shape) {
            let (bound, shape) = (&bound.shape, &a.shape);
            return Err(format!(
                "bounds of tf.ClipByValue must be scalars or have shape {shape}, but have {bound}"
            )
            .into());
        }
    }
    Ok(a.like())
}

fn population_count(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[0].with_dtype(DType::UI8))
}

fn bucketize(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[0].with_dtype(DType::I32))
}

/// The element type of the real and the imaginary part.
fn part(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let dtype = match x.dtype {
        Some(DType::Complex64) => Some(DType::F32),
        Some(DType::Complex128) => Some(DType::F64),
        Some(other) => return Err(unsupported(other)),
        None => None,
    };
    Ok(Outcome { dtype, shape: x.shape.to_known() })
}

fn conjugate(call: &Call<'_>) -> Result<Outcome, OpError> {
    match call.operands[0].dtype {
        Some(dtype) if !dtype.is_complex() => Err(unsupported(dtype)),
        _ => same(call),
    }
}

fn complex(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [re, im] = [&call.operands[0], &call.operands[1]];
    if let (Some(re), Some(im)) = (re.dtype, im.dtype)
        && re != im
    {
        return Err(format!("the parts have dtypes {} and {}", re.label(), im.label()).into());
    }
    let dtype = match re.dtype.or(im.dtype) {
        Some(DType::F32) => Some(DType::Complex64),
        Some(DType::F64) => Some(DType::Complex128),
        Some(other) => return Err(unsupported(other)),
        None => None,
    };
    Ok(Outcome { dtype, shape: broadcast_shape(&re.shape, &im.shape)? })
}

fn beta_integral(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b, x] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    if !a.same_dtype(b) || !a.same_dtype(x) || !b.same_dtype(x) {
        return Err(format!("a, b and x must have one dtype, but are {a}, {b} and {x}").into());
    }
    let both = broadcast_shape(&a.shape, &b.shape)?;
    let shape = broadcast_shape(&both.view(), &x.shape)?;
    Ok(Outcome { dtype: a.dtype.or(b.dtype).or(x.dtype), shape })
}

fn bitcast(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let dtype = call.attrs.get_dtype("type").ok_or("missing 'type' attribute")?;
    // Not all bytes are booleans.
    if dtype == DType::I1 || x.dtype == Some(DType::I1) {
        return Err(format!("Cannot bitcast from or to {} ('type')", DType::I1.label()).into());
    }
    let Some(from_dtype) = x.dtype else { return Ok(Outcome::unranked(dtype)) };
    let size = |dtype: DType| dtype.size().ok_or_else(|| unsupported(dtype));
    let (from, to) = (size(from_dtype)?, size(dtype)?);
    let (a, b) = (from_dtype.label(), dtype.label());
    if from > to && from % to != 0 {
        return Err(format!(
            "Cannot bitcast from {a} to {b}: the last dimension of {} does not fit",
            x.shape
        )
        .into());
    }
    let Some(mut dims) = x.dims() else { return Ok(Outcome::unranked(dtype)) };
    if from > to {
        dims.push(Dim::of((from / to) as i64));
    } else if from < to {
        let ratio = (to / from) as i64;
        match dims.pop() {
            Some(last) if last.may_be(ratio) && to % from == 0 => {}
            _ => {
                let shape = &x.shape;
                return Err(format!(
                    "Cannot bitcast from {a} to {b}: the last dimension of {shape} must be {ratio}"
                )
                .into());
            }
        }
    }
    Outcome::of_dims(dtype, &dims)
}
