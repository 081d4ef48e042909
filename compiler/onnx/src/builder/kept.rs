//! Tensors as they are in the program.
//!
//! An image may be there with its channels last only. What is made of it then is made of that, and is an image with its channels last as well:
//! converters speak of dimensions as the model counts them, and [`Kept`] says where these are.

use super::{Builder, Result, Tensor, axis_in_last};

/// A tensor as it is in the program.
pub(crate) struct Kept {
    /// The tensor, with its channels last if it is in the program so.
    pub tensor: Tensor,
    is_last: bool,
    rank: usize,
}

impl Builder<'_> {
    /// A tensor as it is in the program.
    ///
    /// # Errors
    /// Its rank is not known.
    pub(crate) fn kept(&mut self, tensor: &Tensor) -> Result<Kept> {
        let (is_last, rank) = (tensor.is_kept_last(), tensor.rank()?);
        let tensor = if is_last { self.last(tensor)? } else { tensor.clone() };
        Ok(Kept { tensor, is_last, rank })
    }
}

impl Kept {
    /// Where a dimension of the model is.
    pub(crate) fn axis(&self, axis: usize) -> usize {
        if self.is_last { axis_in_last(axis, self.rank) } else { axis }
    }

    /// Puts one item for each dimension of the model where the dimension is.
    pub(crate) fn order<T>(&self, items: &mut [T]) {
        if self.is_last {
            items[1..].rotate_left(1);
        }
    }

    /// The dimensions of the model in the order that they have.
    pub(crate) fn dimensions(&self) -> Vec<i64> {
        let mut dimensions: Vec<i64> = (0..self.rank as i64).collect();
        self.order(&mut dimensions);
        dimensions
    }

    /// The values that were made of the tensor, as the model has it.
    ///
    /// # Errors
    /// Its rank is not known.
    pub(crate) fn made(&self, result: Tensor) -> Result<Tensor> {
        if self.is_last { Tensor::of_last(result) } else { Ok(result) }
    }
}
