//! `ts`: tensor shapes.

use std::fmt;

use tfrt_executor::tensor::{Dims, Extents, PartialShape};

/// A shape whose rank is known when the program is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedRankShape<const N: usize>([i64; N]);

impl<const N: usize> FixedRankShape<N> {
    /// A shape of this rank.
    ///
    /// # Errors
    /// Another rank.
    pub fn new(shape: &Extents) -> Result<Self, String> {
        <[i64; N]>::try_from(shape.dims())
            .map(FixedRankShape)
            .map_err(|_| format!("shape {shape} does not have rank {N}"))
    }
}

impl<const N: usize> fmt::Display for FixedRankShape<N> {
    /// `[3, 4]`; a shape without elements prints as `[]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims: &[i64] = if self.0.contains(&0) { &[] } else { &self.0 };
        write!(f, "{dims:?}")
    }
}

/// A shape from an attribute.
///
/// # Errors
/// Negative dimensions, or too many.
pub fn build(dims: &[i64]) -> Result<Extents, String> {
    Extents::new(dims).map_err(|error| error.to_string())
}

/// A partial shape from an attribute, where -1 stands for a size that is not known.
///
/// # Errors
/// Other negative dimensions.
pub fn build_partial(dims: &[i64]) -> Result<PartialShape, String> {
    match dims.iter().find(|&&dim| dim < -1) {
        Some(dim) => Err(format!("negative dimension {dim} in shape")),
        None => Ok(PartialShape::Ranked(Dims::from_slice(dims))),
    }
}

/// The size of one dimension.
///
/// # Errors
/// There is no such dimension.
pub fn dimension(shape: &Extents, index: i32) -> Result<i64, String> {
    usize::try_from(index)
        .ok()
        .and_then(|index| shape.dims().get(index).copied())
        .ok_or_else(|| format!("dimension {index} is out of range of shape {shape}"))
}

/// The full shape.
///
/// # Errors
/// Rank or dimensions are not known.
pub fn to_shape(shape: &PartialShape) -> Result<Extents, String> {
    let PartialShape::Ranked(dims) = shape else { return Err("Unknown rank".to_owned()) };
    let unknown: Vec<usize> = (0..dims.len()).filter(|&index| dims[index] < 0).collect();
    if unknown.is_empty() {
        build(dims)
    } else {
        Err(format!("Unknown dimensions at following indices = {unknown:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_a_fixed_rank() {
        let shape = build(&[3, 4]).unwrap();
        assert_eq!(FixedRankShape::<2>::new(&shape).unwrap().to_string(), "[3, 4]");
        assert_eq!(FixedRankShape::<2>::new(&build(&[2, 0]).unwrap()).unwrap().to_string(), "[]");
        assert_eq!(FixedRankShape::<1>::new(&shape).unwrap_err(), "shape [3, 4] does not have rank 1");
    }

    #[test]
    fn partial_shapes_become_shapes_when_all_is_known() {
        let partial = build_partial(&[-1, 4, -1]).unwrap();
        assert_eq!(to_shape(&partial).unwrap_err(), "Unknown dimensions at following indices = [0, 2]");
        assert_eq!(to_shape(&PartialShape::Unranked).unwrap_err(), "Unknown rank");
        assert_eq!(to_shape(&build_partial(&[2]).unwrap()).unwrap(), build(&[2]).unwrap());
        assert!(build_partial(&[-2]).is_err());
        assert_eq!(
            dimension(&build(&[5]).unwrap(), 1).unwrap_err(),
            "dimension 1 is out of range of shape [5]"
        );
    }
}
