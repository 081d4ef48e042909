//! Element-wise ops: the operands have one shape; scalars stand for tensors of equal elements.

use super::super::elementwise::same;
use super::super::{Call, KnownShape, Operand, Outcome, ShapeRow, ShapeView, takes};
use crate::{DType, OpError};

pub(in crate::shapes) const ROWS: &[ShapeRow] = rows! {
    same, takes(1) =>
        "hlo.cbrt" "hlo.ceil" "hlo.count_leading_zeros" "hlo.copy" "hlo.cosine" "hlo.exponential" "hlo.exponential_minus_one"
        "hlo.floor" "hlo.log" "hlo.log_plus_one" "hlo.logistic" "hlo.negate" "hlo.not" "hlo.popcnt" "hlo.round_nearest_afz"
        "hlo.round_nearest_even" "hlo.rsqrt" "hlo.sign" "hlo.sine" "hlo.sqrt" "hlo.tan" "hlo.tanh" "hlo.acos" "hlo.acosh"
        "hlo.asin" "hlo.asinh" "hlo.atan" "hlo.atanh" "hlo.cosh" "hlo.sinh" "hlo.erf" "hlo.erfc" "hlo.erf_inv" "hlo.lgamma"
        "hlo.digamma" "hlo.bessel_i1e" "hlo.conj"
        "hlo.round_to_f4e2m1fn" "hlo.round_to_f6e2m3fn" "hlo.round_to_f6e3m2fn" "hlo.round_to_f8e3m4"
        "hlo.round_to_f8e4m3" "hlo.round_to_f8e4m3fn" "hlo.round_to_f8e4m3fnuz" "hlo.round_to_f8e4m3b11fnuz"
        "hlo.round_to_f8e5m2" "hlo.round_to_f8e5m2fnuz" "hlo.round_to_f8e8m0fnu";
    truth, takes(1) => "hlo.is_finite" "hlo.is_inf" "hlo.is_neg_inf" "hlo.is_pos_inf";
    convert, takes(1) => "hlo.convert";
    part, takes(1) => "hlo.abs" "hlo.real" "hlo.imag";
    complex, takes(2) => "hlo.complex";
    alike, takes(2) =>
        "hlo.add" "hlo.and" "hlo.atan2" "hlo.divide" "hlo.maximum" "hlo.minimum" "hlo.multiply" "hlo.or" "hlo.power"
        "hlo.remainder" "hlo.shift_left" "hlo.shift_right_arithmetic" "hlo.shift_right_logical" "hlo.subtract" "hlo.xor"
        "hlo.next_after" "hlo.polygamma" "hlo.zeta";
    comparison, takes(2) =>
        "hlo.equal" "hlo.not_equal" "hlo.less" "hlo.less_equal" "hlo.greater" "hlo.greater_equal" "hlo.total_equal"
        "hlo.total_not_equal" "hlo.total_less" "hlo.total_less_equal" "hlo.total_greater" "hlo.total_greater_equal";
    alike, takes(3) => "hlo.clamp";
    select, takes(3) => "hlo.select";
    same, takes(1) => "hlo.reduce_precision";
};

fn truth(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[0].with_dtype(DType::I1))
}

fn convert(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dtype = call.attrs.get_dtype("DstT");
    let dtype = dtype.ok_or_else(|| OpError::incomplete("the op needs the attribute 'DstT'"))?;
    Ok(call.operands[0].with_dtype(dtype))
}

/// The dtype of the parts of a complex number; a real number is its own part.
fn part_of(dtype: DType) -> DType {
    match dtype {
        DType::Complex64 => DType::F32,
        DType::Complex128 => DType::F64,
        other => other,
    }
}

fn part(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    Ok(Outcome::new(x.dtype.map(part_of), x.shape.to_known()))
}

/// The shape of operands that have one shape or are scalars.
fn one_shape(operands: &[Operand<'_>]) -> Result<KnownShape, OpError> {
    let mut shape: ShapeView<'_> = operands[0].shape;
    let mut known = shape.to_known();
    for operand in &operands[1..] {
        match (shape.rank(), operand.rank()) {
            (_, Some(0)) if shape.rank().is_some() => {}
            (Some(0), _) => (shape, known) = (operand.shape, operand.shape.to_known()),
            // An operand of unknown rank may be a scalar.
            (Some(_), None) => {}
            (None, Some(rank)) if rank > 0 => (shape, known) = (operand.shape, operand.shape.to_known()),
            (None, _) => {}
            (Some(_), Some(_)) if shape.agrees(&operand.shape) => {
                known = known.view().or(&operand.shape);
            }
            (Some(_), Some(_)) => {
                let (a, b) = (&operands[0].shape, &operand.shape);
                return Err(format!("operands must have one shape, but have {a} and {b}").into());
            }
        }
    }
    Ok(known)
}

fn one_dtype(operands: &[Operand<'_>]) -> Result<Option<DType>, OpError> {
    let mut dtype = None;
    for operand in operands {
        match (dtype, operand.dtype) {
            (Some(a), Some(b)) if a != b => {
                let (a, b): (DType, DType) = (a, b);
                return Err(format!(
                    "operands must have one dtype, but have {} and {}",
                    a.label(),
                    b.label()
                )
                .into());
            }
            (known, other) => dtype = known.or(other),
        }
    }
    Ok(dtype)
}

fn alike(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::new(one_dtype(call.operands)?, one_shape(call.operands)?))
}

fn comparison(call: &Call<'_>) -> Result<Outcome, OpError> {
    one_dtype(call.operands)?;
    Ok(Outcome::new(DType::I1, one_shape(call.operands)?))
}

fn complex(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dtype = match one_dtype(call.operands)? {
        None => None,
        Some(DType::F32) => Some(DType::Complex64),
        Some(DType::F64) => Some(DType::Complex128),
        Some(other) => return Err(super::super::unsupported(other)),
    };
    Ok(Outcome::new(dtype, one_shape(call.operands)?))
}

fn select(call: &Call<'_>) -> Result<Outcome, OpError> {
    if !call.operands[0].may_be(DType::I1) {
        return Err(format!("the predicate must be of i1, but is {}", call.operands[0]).into());
    }
    Ok(Outcome::new(one_dtype(&call.operands[1..])?, one_shape(call.operands)?))
}
