//! Shapes of tensors: small, cheap to copy and to compare.
//!
//! A [`Shape`] takes 16 bytes. Up to six dimensions below 2^16, or three below 2^32, are stored in place; anything
//! else goes to the heap. The form is determined by the dimensions alone (the first form that fits), so two shapes in
//! place are equal exactly when their words are.
//!
//! Invariants: no dimension is negative, and the product of the dimensions fits `i64` (also when a dimension is zero
//! the product of the others does), so element counts and row-major offsets never overflow.
//!
//! Shapes with unknown dimensions are [`PartialShape`], a plain enum off the fast path.
#![expect(unsafe_code, reason = "a union of in-place and heap dimensions keeps tensor handles at 32 bytes")]

use std::collections::TryReserveError;
use std::fmt;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

/// A list of dimensions, on the stack for all ranks that are common.
pub type Dims = SmallVec<[i64; 8]>;

/// The integers of a slice in 64 bits. A few are written at once to the place where the list is on the stack: adding them one by one, as
/// collecting does, costs more than many kernels of small tensors compute.
///
/// # Errors
/// There is no memory for so many.
#[inline]
pub fn widened<T: Copy + Into<i64>>(values: &[T]) -> Result<Dims, TryReserveError> {
    let mut few = [0; 8];
    if values.len() > few.len() {
        let mut wide = Vec::new();
        wide.try_reserve_exact(values.len())?;
        wide.extend(values.iter().map(|&value| value.into()));
        return Ok(Dims::from_vec(wide));
    }
    for (to, &value) in few.iter_mut().zip(values) {
        *to = value.into();
    }
    Ok(Dims::from_buf_and_len(few, values.len()))
}

/// The reason why a list of dimensions is not a shape.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A dimension is below zero.
    #[error("negative dimension {0} in shape")]
    Negative(i64),
    /// The number of elements does not fit 63 bits.
    #[error("shape {0} has too many elements")]
    TooLarge(String),
    /// More dimensions than [`Shape::MAX_RANK`].
    #[error("rank {0} is larger than the largest supported rank 254")]
    Rank(usize),
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Form {
    /// Up to six dimensions of 16 bits.
    Small,
    /// Up to three dimensions of 32 bits.
    Medium,
    /// A boxed slice of `rank` dimensions, owned.
    Heap,
}

#[derive(Clone, Copy)]
#[repr(C, packed(4))]
union Words {
    small: [u16; 6],
    medium: [u32; 3],
    heap: *mut i64,
    words: [u32; 3],
}

/// A fully known, row-major shape.
#[repr(C)]
pub struct Shape {
    dims: Words,
    rank: u8,
    form: Form,
}

// SAFETY: the heap form is an owned, immutable slice of integers; nothing is shared between two `Shape`s.
unsafe impl Send for Shape {}
// SAFETY: through `&Shape` the heap form is only read: it has no interior mutability.
unsafe impl Sync for Shape {}

impl Shape {
    /// The largest rank.
    pub const MAX_RANK: usize = 254;

    /// The shape of a scalar: rank 0, one element.
    pub const fn scalar() -> Self {
        Shape { dims: Words { words: [0; 3] }, rank: 0, form: Form::Small }
    }

    /// Checks and stores `dims`. Inlined, so that a few small dimensions are stored where the shape stays: they are stored one by one, and
    /// moving them at once would wait until all are in memory.
    #[inline(always)]
    pub fn new(dims: &[i64]) -> Result<Self, ShapeError> {
        // The product of a few small dimensions always fits.
        let is_small = |&dim: &i64| (0..=i64::from(u16::MAX)).contains(&dim);
        if dims.len() <= 3 && dims.iter().all(is_small) {
            let dim = |axis: usize| dims.get(axis).map_or(0, |&dim| dim as u16);
            let small = [dim(0), dim(1), dim(2), 0, 0, 0];
            return Ok(Shape { dims: Words { small }, rank: dims.len() as u8, form: Form::Small });
        }
        Self::checked(dims)
    }

    fn checked(dims: &[i64]) -> Result<Self, ShapeError> {
        if dims.len() > Self::MAX_RANK {
            return Err(ShapeError::Rank(dims.len()));
        }
        let mut product = 1i64;
        for &dim in dims {
            if dim < 0 {
                return Err(ShapeError::Negative(dim));
            }
            product = product
                .checked_mul(dim.max(1))
                .ok_or_else(|| ShapeError::TooLarge(DisplayDims(dims).to_string()))?;
        }
        Ok(Self::from_checked(dims))
    }

    /// Stores dimensions that are already known to obey the invariants.
    fn from_checked(dims: &[i64]) -> Self {
        let rank = dims.len() as u8;
        let max = dims.iter().copied().max().unwrap_or(0);
        if dims.len() <= 6 && max <= i64::from(u16::MAX) {
            let mut small = [0u16; 6];
            for (to, &from) in small.iter_mut().zip(dims) {
                *to = from as u16;
            }
            return Shape { dims: Words { small }, rank, form: Form::Small };
        }
        if dims.len() <= 3 && max <= i64::from(u32::MAX) {
            let mut medium = [0u32; 3];
            for (to, &from) in medium.iter_mut().zip(dims) {
                *to = from as u32;
            }
            return Shape { dims: Words { medium }, rank, form: Form::Medium };
        }
        let heap = Box::into_raw(Box::<[i64]>::from(dims)).cast::<i64>();
        Shape { dims: Words { heap }, rank, form: Form::Heap }
    }

    /// The number of dimensions.
    #[inline]
    pub fn rank(&self) -> usize {
        usize::from(self.rank)
    }

    /// The dimension at `axis`; panics when `axis` is not below the rank.
    #[inline]
    pub fn dim(&self, axis: usize) -> i64 {
        assert!(axis < self.rank(), "axis {axis} of a shape of rank {}", self.rank);
        match self.form {
            // SAFETY: `form` says which field of the union was written.
            Form::Small => i64::from(unsafe { self.dims.small }[axis]),
            // SAFETY: `form` says which field of the union was written.
            Form::Medium => i64::from(unsafe { self.dims.medium }[axis]),
            Form::Heap => self.heap_dims()[axis],
        }
    }

    /// All dimensions.
    #[inline]
    pub fn dims(&self) -> Dims {
        match self.in_place() {
            Some((dims, rank)) => Dims::from_buf_and_len(dims, rank),
            None => Dims::from_slice(self.heap_dims()),
        }
    }

    /// The dimensions, if they are stored in place, and how many they are.
    #[inline]
    pub(crate) fn in_place(&self) -> Option<([i64; 8], usize)> {
        match self.form {
            Form::Small => {
                // SAFETY: `form` says which field of the union was written.
                let [a, b, c, d, e, f] = unsafe { self.dims.small };
                let [a, b, c] = [i64::from(a), i64::from(b), i64::from(c)];
                Some(([a, b, c, i64::from(d), i64::from(e), i64::from(f), 0, 0], self.rank()))
            }
            Form::Medium => {
                // SAFETY: `form` says which field of the union was written.
                let [a, b, c] = unsafe { self.dims.medium };
                Some(([i64::from(a), i64::from(b), i64::from(c), 0, 0, 0, 0, 0], self.rank()))
            }
            Form::Heap => None,
        }
    }

    fn heap_dims(&self) -> &[i64] {
        debug_assert!(self.form == Form::Heap);
        // SAFETY: in the heap form the pointer came from a boxed slice of `rank` integers, which `self` owns.
        unsafe { std::slice::from_raw_parts(self.dims.heap, usize::from(self.rank)) }
    }

    /// The product of the dimensions (1 for rank 0).
    #[inline]
    pub fn num_elements(&self) -> usize {
        match self.form {
            Form::Small => {
                // SAFETY: `form` says which field of the union was written.
                let dims = unsafe { self.dims.small };
                match self.rank {
                    0 => 1,
                    1 => usize::from(dims[0]),
                    2 => usize::from(dims[0]) * usize::from(dims[1]),
                    rank => dims[..usize::from(rank)].iter().map(|&dim| usize::from(dim)).product(),
                }
            }
            _ => self.dims().iter().map(|&d| d as usize).product(),
        }
    }

    /// Row-major strides, in elements.
    pub fn strides(&self) -> Dims {
        let dims = self.dims();
        let mut strides = dims.clone();
        if let Some(last) = strides.last_mut() {
            *last = 1;
        }
        for axis in (0..dims.len().saturating_sub(1)).rev() {
            strides[axis] = strides[axis + 1] * dims[axis + 1].max(1);
        }
        strides
    }
}

impl Clone for Shape {
    #[inline]
    fn clone(&self) -> Self {
        match self.form {
            Form::Heap => Self::from_checked(self.heap_dims()),
            form => Shape { dims: self.dims, rank: self.rank, form },
        }
    }
}

impl Drop for Shape {
    #[inline]
    fn drop(&mut self) {
        if self.form == Form::Heap {
            let dims = std::ptr::slice_from_raw_parts_mut(
                // SAFETY: `form` says which field of the union was written.
                unsafe { self.dims.heap },
                usize::from(self.rank),
            );
            // SAFETY: the pointer and length came from `Box::into_raw` in `from_checked` and `self` owns them.
            drop(unsafe { Box::from_raw(dims) });
        }
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self::scalar()
    }
}

impl PartialEq for Shape {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        if self.rank != other.rank || self.form != other.form {
            return false;
        }
        match self.form {
            Form::Heap => self.heap_dims() == other.heap_dims(),
            // SAFETY: every in-place form writes all twelve bytes.
            _ => unsafe { self.dims.words == other.dims.words },
        }
    }
}

impl Eq for Shape {}

impl Hash for Shape {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.dims().hash(state);
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Shape {
    /// `[2, 3]`, `[]` for rank 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DisplayDims(&self.dims()).fmt(f)
    }
}

/// Dimensions in their printed form, `[2, 3]`.
#[derive(Debug, Clone, Copy)]
pub struct DisplayDims<'a>(pub &'a [i64]);

impl fmt::Display for DisplayDims<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (i, dim) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{dim}")?;
        }
        f.write_str("]")
    }
}

/// The dimensions of a shape, whatever their product: what programs compute with before anything is allocated.
///
/// No dimension is negative, and there are at most [`Shape::MAX_RANK`]. The number of elements need not fit 64 bits, so a tensor has a
/// [`Shape`], which [`Extents::to_shape`] makes where it can.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Extents(Dims);

impl Extents {
    /// Checks and stores `dims`.
    ///
    /// # Errors
    /// A negative dimension, or too many dimensions.
    pub fn new(dims: &[i64]) -> Result<Self, ShapeError> {
        if dims.len() > Shape::MAX_RANK {
            return Err(ShapeError::Rank(dims.len()));
        }
        match dims.iter().find(|&&dim| dim < 0) {
            Some(&dim) => Err(ShapeError::Negative(dim)),
            None => Ok(Extents(Dims::from_slice(dims))),
        }
    }

    /// The dimensions.
    pub fn dims(&self) -> &[i64] {
        &self.0
    }

    /// The shape of a tensor with these dimensions.
    ///
    /// # Errors
    /// The number of elements does not fit 63 bits.
    pub fn to_shape(&self) -> Result<Shape, ShapeError> {
        Shape::new(&self.0)
    }
}

impl From<&Shape> for Extents {
    fn from(shape: &Shape) -> Self {
        Extents(shape.dims())
    }
}

impl fmt::Display for Extents {
    /// `[2, 3]`, `[]` for rank 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        DisplayDims(&self.0).fmt(f)
    }
}

/// A shape of which the rank or some dimensions may be unknown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PartialShape {
    /// Nothing is known.
    Unranked,
    /// The rank is known; a dimension of -1 is not.
    Ranked(Dims),
}

impl PartialShape {
    /// The full shape, when every dimension is known.
    pub fn to_shape(&self) -> Option<Shape> {
        match self {
            PartialShape::Ranked(dims) if dims.iter().all(|&d| d >= 0) => Shape::new(dims).ok(),
            _ => None,
        }
    }
}

impl From<&Shape> for PartialShape {
    fn from(shape: &Shape) -> Self {
        PartialShape::Ranked(shape.dims())
    }
}

impl From<&Extents> for PartialShape {
    fn from(extents: &Extents) -> Self {
        PartialShape::Ranked(extents.0.clone())
    }
}

impl fmt::Display for PartialShape {
    /// `[-1, 3]` or `Unknown rank`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartialShape::Unranked => f.write_str("Unknown rank"),
            PartialShape::Ranked(dims) => DisplayDims(dims).fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(dims: &[i64]) -> Shape {
        Shape::new(dims).unwrap()
    }

    #[test]
    fn a_shape_takes_sixteen_bytes() {
        assert_eq!(size_of::<Shape>(), 16);
    }

    #[test]
    fn every_form_gives_its_dimensions_back() {
        for dims in [
            &[][..],
            &[3],
            &[1, 2, 3, 4, 5, 6],
            &[65535, 2],
            &[65536, 2, 7],
            &[4294967295],
            &[4294967296],
            &[1, 2, 3, 4, 5, 6, 7],
            &[1, 1, 1, 70000],
        ] {
            let made = shape(dims);
            assert_eq!(&made.dims()[..], dims);
            assert_eq!(made.rank(), dims.len());
            assert_eq!(made.num_elements() as i64, dims.iter().product::<i64>());
            assert_eq!(made, made.clone());
            for (axis, &dim) in dims.iter().enumerate() {
                assert_eq!(made.dim(axis), dim);
            }
        }
    }

    #[test]
    fn equality_is_by_dimensions() {
        assert_ne!(shape(&[2, 3]), shape(&[3, 2]));
        assert_ne!(shape(&[2]), shape(&[2, 1]));
        assert_ne!(shape(&[]), shape(&[1]));
        assert_eq!(shape(&[1, 2, 3, 4, 5, 6, 7, 8]), shape(&[1, 2, 3, 4, 5, 6, 7, 8]));
        assert_ne!(shape(&[1, 2, 3, 4, 5, 6, 7, 8]), shape(&[1, 2, 3, 4, 5, 6, 7, 9]));
    }

    #[test]
    fn bad_dimensions_are_refused() {
        assert_eq!(Shape::new(&[2, -1]), Err(ShapeError::Negative(-1)));
        assert!(matches!(Shape::new(&[1 << 40, 1 << 40]), Err(ShapeError::TooLarge(_))));
        assert!(matches!(Shape::new(&[0, 1 << 40, 1 << 40]), Err(ShapeError::TooLarge(_))));
        assert_eq!(Shape::new(&[1; 300]), Err(ShapeError::Rank(300)));
    }

    #[test]
    fn shapes_print_in_brackets() {
        assert_eq!(shape(&[2, 3]).to_string(), "[2, 3]");
        assert_eq!(shape(&[]).to_string(), "[]");
        assert_eq!(PartialShape::Ranked(Dims::from_slice(&[-1, 3])).to_string(), "[-1, 3]");
        assert_eq!(PartialShape::Unranked.to_string(), "Unknown rank");
    }

    #[test]
    fn strides_are_row_major() {
        assert_eq!(&shape(&[2, 3, 4]).strides()[..], [12, 4, 1]);
        assert!(shape(&[]).strides().is_empty());
    }
}
