//! Ops that compute each element of their result from the elements at its place: as functions over blocks.
//!
//! An op that is fused with others runs block by block, so that what is between the ops stays in the first cache. What it
//! computes for a block is what its dispatch function computes, bit for bit; what can fail on data is left to that.

use super::attrs::OpAttrsRef;
use crate::tensor::DType;

/// Computes `count` elements: `args` has a pointer to as many elements for each argument, and after them one to the op's
/// parameter, an `f64`, if it has one; `out` has room for the results.
///
/// # Safety
/// The pointers are valid for so many elements of the dtypes that the function was asked for with, and aligned for them; the
/// result overlaps no argument.
pub type BlockFn = unsafe fn(args: *const *const u8, out: *mut u8, count: usize);

/// What an element-wise op does for arguments of certain dtypes.
#[derive(Debug, Clone, Copy)]
pub struct Elementwise {
    /// The function.
    pub function: BlockFn,
    /// The dtype of its result.
    pub result: DType,
    /// A number that the function takes as an argument more: what an attribute says.
    pub parameter: Option<f64>,
}

/// The function for the dtypes of all arguments and the op's attributes; `None` where the op must run as a whole.
pub type ElementwiseFn = fn(&[DType], OpAttrsRef<'_>) -> Option<Elementwise>;
