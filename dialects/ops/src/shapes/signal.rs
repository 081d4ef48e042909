//! Fourier transforms of real numbers, whose length is an operand.

use super::{Call, Dim, Outcome, Results, ShapeRow, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    spectrum, takes(2).needing(&[1]) => "tf.RFFT";
    signal, takes(2).needing(&[1]) => "tf.IRFFT";
};

/// The dimensions of the first operand, with a last one that follows from the length.
fn transformed(call: &Call<'_>, dtype: Option<DType>, of: impl Fn(i64) -> i64) -> Result<Results, OpError> {
    let dims = call.operands[0].dims().and_then(|mut dims| {
        *dims.last_mut()? = call.operands[1].scalar().map_or(Dim::UNKNOWN, Dim::of).map(of);
        Some(dims)
    });
    Ok(Outcome::open(dtype, dims).into())
}

fn spectrum(call: &Call<'_>) -> Result<Results, OpError> {
    let dtype = match call.operands[0].dtype {
        Some(DType::F32) => Some(DType::Complex64),
        Some(DType::F64) => Some(DType::Complex128),
        _ => None,
    };
    transformed(call, dtype, |length| if length == 0 { 0 } else { length / 2 + 1 })
}

fn signal(call: &Call<'_>) -> Result<Results, OpError> {
    let dtype = match call.operands[0].dtype {
        Some(DType::Complex64) => Some(DType::F32),
        Some(DType::Complex128) => Some(DType::F64),
        _ => None,
    };
    transformed(call, dtype, |length| length)
}
