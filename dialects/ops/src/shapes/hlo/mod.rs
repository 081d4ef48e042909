//! The ops of StableHLO, `hlo.*`.
//!
//! Attributes have the names of the specification; windows and dimension numbers are lists of integers of one level (`padding` has the
//! low and the high padding of each dimension, one after the other).

mod checks;
mod elementwise;
mod lapack;
mod movement;
mod regions;
mod windows;

use super::{Call, ShapeRow};
use crate::{DType, Dims, OpError};

pub use windows::{ConvolutionDims, dilated, padded, window_count};

/// The rows of all `hlo.*` ops.
pub(super) const FAMILIES: [&[ShapeRow]; 6] =
    [checks::ROWS, elementwise::ROWS, lapack::ROWS, movement::ROWS, regions::ROWS, windows::ROWS];

/// A list of integers that the op needs.
fn ints(call: &Call<'_>, name: &str) -> Result<Dims, OpError> {
    call.attrs.get_ints(name).ok_or_else(|| missing(name))
}

/// An integer that the op needs.
fn int(call: &Call<'_>, name: &str) -> Result<i64, OpError> {
    call.attrs.get_int(name).ok_or_else(|| missing(name))
}

/// A dtype that the op needs.
fn dtype(call: &Call<'_>, name: &str) -> Result<DType, OpError> {
    call.attrs.get_dtype(name).ok_or_else(|| missing(name))
}

#[cold]
fn missing(name: &str) -> OpError {
    OpError::incomplete(format!("the op needs the attribute '{name}'"))
}

/// The axes of the list that the attribute `name` is, each of them one of `rank`.
///
/// # Errors
/// If one is not, or stands there twice.
pub fn axes(list: &[i64], rank: usize, name: &str) -> Result<smallvec::SmallVec<[usize; 8]>, OpError> {
    if list.iter().enumerate().any(|(i, axis)| list[..i].contains(axis)) {
        return Err(format!("{name} has a dimension twice: {list:?}").into());
    }
    list.iter()
        .map(|&axis| {
            usize::try_from(axis).ok().filter(|&axis| axis < rank).ok_or_else(|| {
                OpError::from(format!("{name} has {axis}, which is no dimension of a shape of rank {rank}"))
            })
        })
        .collect()
}
