//! Element-wise ops as functions over blocks.
//!
//! A block function is what an element-wise op is. The dispatch function runs it over all elements, the direct call
//! ([`Direct`](super::Direct)) over small tensors, a fused loop block by block, so that what is between the ops stays in the first
//! cache: all get the same bits. What can fail on data is left to the dispatch function.

#![expect(unsafe_code, reason = "block functions take untyped memory")]

use super::attrs::OpAttrsRef;
use crate::tensor::DType;

/// Computes `count` elements: `args` has a pointer to as many elements for each argument, and after them one to the op's
/// parameter, an `f64`, if it has one; `out` has room for the results.
///
/// An argument may be the result's place itself if their elements have the same size: the function computes from what the argument holds
/// when it is called.
///
/// # Safety
/// The pointers are valid for so many elements of the dtypes that the function was made for, and aligned for them. An argument starts where
/// the result does, with elements of the same size, or does not overlap it.
pub type BlockFn = unsafe fn(args: *const *const u8, out: *mut u8, count: usize);

/// The block function of an element-wise op for arguments of certain dtypes.
#[derive(Debug, Clone, Copy)]
pub struct TypedBlockFn {
    function: BlockFn,
    args: Args,
    result: DType,
    parameter: Option<f64>,
}

/// The arguments that a block function takes: all of one dtype, or all but the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Args {
    /// The number of elements.
    pub count: usize,
    /// The dtype of the first.
    pub first: DType,
    /// The dtype of the others.
    pub others: DType,
}

impl Args {
    /// So many arguments of one dtype.
    pub const fn alike(count: usize, dtype: DType) -> Args {
        Args { count, first: dtype, others: dtype }
    }

    /// Whether these are the dtypes.
    fn are(self, dtypes: &[DType]) -> bool {
        match dtypes {
            [] => self.count == 0,
            [first, others @ ..] => {
                self.count == dtypes.len()
                    && self.first == *first
                    && others.iter().all(|&dtype| dtype == self.others)
            }
        }
    }
}

impl TypedBlockFn {
    /// Computes the elements of the result from such arguments. Has it a parameter, the function takes that as one argument more.
    ///
    /// # Safety
    /// The function may be called as [`BlockFn`] says with arguments and results of these dtypes, and a parameter if there is one.
    pub const unsafe fn new(
        function: BlockFn,
        args: Args,
        result: DType,
        parameter: Option<f64>,
    ) -> TypedBlockFn {
        TypedBlockFn { function, args, result, parameter }
    }

    /// Whether it is made for arguments of these dtypes.
    pub fn takes(&self, dtypes: &[DType]) -> bool {
        self.args.are(dtypes)
    }

    /// The function, for arguments that this [`takes`](Self::takes).
    pub fn function(&self) -> BlockFn {
        self.function
    }

    /// The dtype of the function's result.
    pub fn result(&self) -> DType {
        self.result
    }

    /// A number that the function takes as one argument more: what an attribute says.
    pub fn parameter(&self) -> Option<f64> {
        self.parameter
    }
}

/// The function for the dtypes of all arguments and the op's attributes; `None` where the op must run as a whole. What is made for other
/// dtypes counts as `None`.
pub type ElementwiseFn = fn(&[DType], OpAttrsRef<'_>) -> Option<TypedBlockFn>;
