//! Numerics of the tensor kernels, over slices and shapes: no tensors, no registers, no errors with a location.
//!
//! Every function checks its shapes before it touches the data and returns a message of its own for a wrong one, so a
//! program with wrong shapes gets an error and never a panic. Sums run in index order, so that results are the same on
//! every machine and for every number of threads.

pub mod conv;
pub mod elementwise;
pub mod layout;
pub mod matmul;
pub mod norm;
pub mod pooling;

/// A shape as the messages print it: `[2, 3]`.
pub fn shape_text(dims: &[usize]) -> String {
    format!("{dims:?}")
}

/// The number of elements, or an error when it does not fit.
pub fn element_count(dims: &[usize]) -> Result<usize, String> {
    dims.iter()
        .try_fold(1_usize, |count, &dim| count.checked_mul(dim))
        .ok_or_else(|| format!("shape {} has too many elements", shape_text(dims)))
}

/// A row-major array that is read.
#[derive(Debug, Clone, Copy)]
pub struct View<'a, T> {
    /// Dimensions, outermost first.
    pub dims: &'a [usize],
    /// Elements in row-major order, as many as the dimensions say.
    pub data: &'a [T],
}

/// A row-major array that is written.
#[derive(Debug)]
pub struct ViewMut<'a, T> {
    /// Dimensions, outermost first.
    pub dims: &'a [usize],
    /// Elements in row-major order, as many as the dimensions say.
    pub data: &'a mut [T],
}

impl<'a, T> View<'a, T> {
    /// A view; the data must have as many elements as the shape.
    ///
    /// # Errors
    /// The counts differ.
    pub fn new(dims: &'a [usize], data: &'a [T]) -> Result<Self, String> {
        check_count(dims, data.len())?;
        Ok(View { dims, data })
    }

    /// The dimensions as an array of a known rank.
    ///
    /// # Errors
    /// The rank is another one.
    pub fn rank<const N: usize>(&self, what: &str) -> Result<[usize; N], String> {
        fixed_rank(self.dims, what)
    }
}

impl<'a, T> ViewMut<'a, T> {
    /// A view; the data must have as many elements as the shape.
    ///
    /// # Errors
    /// The counts differ.
    pub fn new(dims: &'a [usize], data: &'a mut [T]) -> Result<Self, String> {
        check_count(dims, data.len())?;
        Ok(ViewMut { dims, data })
    }

    /// The dimensions as an array of a known rank.
    ///
    /// # Errors
    /// The rank is another one.
    pub fn rank<const N: usize>(&self, what: &str) -> Result<[usize; N], String> {
        fixed_rank(self.dims, what)
    }
}

fn check_count(dims: &[usize], count: usize) -> Result<(), String> {
    let expected = element_count(dims)?;
    if expected == count {
        Ok(())
    } else {
        Err(format!("tensor of shape {} holds {count} elements", shape_text(dims)))
    }
}

fn fixed_rank<const N: usize>(dims: &[usize], what: &str) -> Result<[usize; N], String> {
    dims.try_into().map_err(|_| format!("{what} must have rank {N}, but has shape {}", shape_text(dims)))
}
