//! Dimensions and shapes, some parts of which may be unknown.

use std::fmt;

use bytemuck::{Pod, Zeroable};
use smallvec::SmallVec;

use crate::{OpError, PartialShape, Shape};

/// A dimension that may be unknown.
#[derive(Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Dim(i64);

/// Dimensions of which some may be unknown.
pub type DimList = SmallVec<[Dim; 8]>;

impl Dim {
    /// A dimension of which nothing is known.
    pub const UNKNOWN: Dim = Dim(-1);

    /// A known dimension; unknown if it is negative.
    #[inline]
    pub const fn of(dim: i64) -> Dim {
        if dim < 0 { Dim::UNKNOWN } else { Dim(dim) }
    }

    /// The dimension, if it is known.
    #[inline]
    pub const fn known(self) -> Option<i64> {
        if self.0 < 0 { None } else { Some(self.0) }
    }

    /// Whether it is known to be this.
    #[inline]
    pub const fn is(self, dim: i64) -> bool {
        self.0 == dim
    }

    /// Whether it may be this.
    #[inline]
    pub const fn may_be(self, dim: i64) -> bool {
        self.0 < 0 || self.0 == dim
    }

    /// Whether both may be the same.
    #[inline]
    pub const fn agrees(self, other: Dim) -> bool {
        self.0 < 0 || other.0 < 0 || self.0 == other.0
    }

    /// The combined knowledge about one dimension; both agree.
    #[inline]
    pub const fn or(self, other: Dim) -> Dim {
        if self.0 < 0 { other } else { self }
    }

    /// A function of the dimension; unknown if it is, or the function gives nothing or a negative number.
    #[inline]
    pub fn map(self, f: impl FnOnce(i64) -> i64) -> Dim {
        self.known().map_or(Dim::UNKNOWN, |dim| Dim::of(f(dim)))
    }

    /// A function of the dimension that may refuse it; unknown if the dimension is.
    ///
    /// # Errors
    /// The function's.
    #[inline]
    pub fn try_map(self, f: impl FnOnce(i64) -> Result<i64, OpError>) -> Result<Dim, OpError> {
        Ok(match self.known() {
            Some(dim) => Dim::of(f(dim)?),
            None => Dim::UNKNOWN,
        })
    }

    /// A function of two dimensions; unknown if one of them is, or the function gives nothing.
    #[inline]
    pub fn zip(self, other: Dim, f: impl FnOnce(i64, i64) -> Option<i64>) -> Dim {
        match (self.known(), other.known()) {
            (Some(a), Some(b)) => f(a, b).map_or(Dim::UNKNOWN, Dim::of),
            _ => Dim::UNKNOWN,
        }
    }

    /// The sum; unknown if it does not fit.
    #[inline]
    pub fn plus(self, other: Dim) -> Dim {
        self.zip(other, i64::checked_add)
    }

    /// The product; unknown if it does not fit. Zero times anything is zero.
    #[inline]
    pub fn times(self, other: Dim) -> Dim {
        if self.is(0) || other.is(0) { Dim(0) } else { self.zip(other, i64::checked_mul) }
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.known() {
            Some(dim) => write!(f, "{dim}"),
            None => f.write_str("?"),
        }
    }
}

impl fmt::Debug for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<i64> for Dim {
    fn from(dim: i64) -> Dim {
        Dim::of(dim)
    }
}

/// The shape of a result as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnownShape {
    /// Every dimension is known.
    Full(Shape),
    /// The rank is known, and at least one dimension is not.
    Partial(Box<[Dim]>),
    /// Not even the rank is known.
    Unranked,
}

impl KnownShape {
    /// The shape with these dimensions.
    ///
    /// # Errors
    /// All are known and they make no shape: there are too many elements or dimensions.
    #[inline(always)]
    pub fn of(dims: &[Dim]) -> Result<KnownShape, OpError> {
        match bytemuck::cast_slice(dims) {
            dims if dims.iter().all(|&dim: &i64| dim >= 0) => Ok(KnownShape::Full(Shape::new(dims)?)),
            _ => Ok(KnownShape::Partial(dims.into())),
        }
    }

    /// The shape of an operand's kind of description.
    #[inline]
    pub fn view(&self) -> ShapeView<'_> {
        match self {
            KnownShape::Full(shape) => ShapeView::Full(shape),
            KnownShape::Partial(dims) => ShapeView::Partial(dims),
            KnownShape::Unranked => ShapeView::Unranked,
        }
    }
}

impl From<&PartialShape> for KnownShape {
    /// Dimensions that make no shape, though all are given, are taken as unknown.
    fn from(shape: &PartialShape) -> KnownShape {
        match shape {
            PartialShape::Unranked => KnownShape::Unranked,
            PartialShape::Ranked(dims) => {
                let dims: DimList = dims.iter().map(|&dim| Dim::of(dim)).collect();
                KnownShape::of(&dims).unwrap_or(KnownShape::Unranked)
            }
        }
    }
}

/// The shape of an operand as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeView<'a> {
    /// Every dimension is known.
    Full(&'a Shape),
    /// The rank is known, and some dimensions.
    Partial(&'a [Dim]),
    /// Not even the rank is known.
    Unranked,
}

impl ShapeView<'_> {
    /// The number of dimensions.
    #[inline]
    pub fn rank(&self) -> Option<usize> {
        match self {
            ShapeView::Full(shape) => Some(shape.rank()),
            ShapeView::Partial(dims) => Some(dims.len()),
            ShapeView::Unranked => None,
        }
    }

    /// Whether there may be this many dimensions.
    #[inline]
    pub fn may_have_rank(&self, rank: usize) -> bool {
        self.rank().is_none_or(|known| known == rank)
    }

    /// The dimension at `axis`: unknown beyond the rank, or if the rank is unknown.
    #[inline]
    pub fn dim(&self, axis: usize) -> Dim {
        match self {
            ShapeView::Full(shape) if axis < shape.rank() => Dim(shape.dim(axis)),
            ShapeView::Partial(dims) => dims.get(axis).copied().unwrap_or(Dim::UNKNOWN),
            _ => Dim::UNKNOWN,
        }
    }

    /// All dimensions, if the rank is known.
    #[inline]
    pub fn dims(&self) -> Option<DimList> {
        match self {
            ShapeView::Full(shape) => Some(match shape.in_place() {
                Some((dims, rank)) => DimList::from_buf_and_len(bytemuck::cast(dims), rank),
                None => DimList::from_slice(bytemuck::cast_slice(&shape.dims())),
            }),
            ShapeView::Partial(dims) => Some(DimList::from_slice(dims)),
            ShapeView::Unranked => None,
        }
    }

    /// The dimensions of a shape of this rank; all unknown if the rank is. `None` if it has another rank.
    #[inline]
    pub fn dims_of_rank<const N: usize>(&self) -> Option<[Dim; N]> {
        self.may_have_rank(N).then(|| std::array::from_fn(|axis| self.dim(axis)))
    }

    /// The product of the dimensions.
    #[inline]
    pub fn num_elements(&self) -> Dim {
        match self {
            ShapeView::Full(shape) => Dim::of(shape.num_elements() as i64),
            ShapeView::Partial(dims) => dims.iter().fold(Dim(1), |count, &dim| count.times(dim)),
            ShapeView::Unranked => Dim::UNKNOWN,
        }
    }

    /// Whether both may be the same shape.
    pub fn agrees(&self, other: &ShapeView<'_>) -> bool {
        match (self, other) {
            (ShapeView::Full(a), ShapeView::Full(b)) => a == b,
            (ShapeView::Unranked, _) | (_, ShapeView::Unranked) => true,
            _ => {
                self.rank() == other.rank()
                    && (0..self.rank().unwrap_or(0)).all(|axis| self.dim(axis).agrees(other.dim(axis)))
            }
        }
    }

    /// The combined knowledge about one shape; both agree.
    pub fn or(&self, other: &ShapeView<'_>) -> KnownShape {
        match (self, other) {
            (ShapeView::Full(shape), _) | (_, ShapeView::Full(shape)) => KnownShape::Full((*shape).clone()),
            (ShapeView::Unranked, known) | (known, ShapeView::Unranked) => known.to_known(),
            (ShapeView::Partial(a), ShapeView::Partial(b)) => {
                let dims: DimList = a.iter().zip(*b).map(|(a, &b)| a.or(b)).collect();
                KnownShape::of(&dims).unwrap_or(KnownShape::Unranked)
            }
        }
    }

    /// The same as a result's shape.
    #[inline]
    pub fn to_known(&self) -> KnownShape {
        match self {
            ShapeView::Full(shape) => KnownShape::Full((*shape).clone()),
            ShapeView::Partial(dims) => KnownShape::Partial((*dims).into()),
            ShapeView::Unranked => KnownShape::Unranked,
        }
    }
}

impl fmt::Display for ShapeView<'_> {
    /// `[2, ?]`; `[...]` for an unknown rank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeView::Full(shape) => fmt::Display::fmt(shape, f),
            ShapeView::Partial(dims) => {
                f.write_str("[")?;
                for (i, dim) in dims.iter().enumerate() {
                    write!(f, "{}{dim}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            ShapeView::Unranked => f.write_str("[...]"),
        }
    }
}
