//! The input and the answer of a shape function.

use std::fmt;

use smallvec::SmallVec;

use super::{Dim, DimList, KnownShape, PartialElements, ShapeView};
use crate::{DType, Dims, OpError, PartialShape, Shape, TensorMetadata};

/// The attributes of a call.
pub trait Attrs {
    /// Whether there is an attribute of this name.
    fn contains(&self, name: &str) -> bool;
    /// An integer.
    fn get_int(&self, name: &str) -> Option<i64>;
    /// A floating-point number.
    fn get_float(&self, name: &str) -> Option<f64>;
    /// A boolean.
    fn get_bool(&self, name: &str) -> Option<bool>;
    /// A list of integers.
    fn get_ints(&self, name: &str) -> Option<Dims>;
    /// A string.
    fn get_string(&self, name: &str) -> Option<&[u8]>;
    /// A string that is UTF-8.
    fn get_str(&self, name: &str) -> Option<&str>;
    /// A list of strings; an entry that is not a string is `?`.
    fn get_string_list(&self, name: &str) -> Option<SmallVec<[&[u8]; 4]>>;
    /// An element type.
    fn get_dtype(&self, name: &str) -> Option<DType>;
    /// A list of element types.
    fn get_dtypes(&self, name: &str) -> Option<SmallVec<[DType; 8]>>;
    /// A shape, perhaps with unknown parts.
    fn get_shape(&self, name: &str) -> Option<PartialShape>;
    /// The dtype and shape of a tensor.
    fn get_tensor(&self, name: &str) -> Option<TensorMetadata>;
}

/// An operand as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// The element type.
    pub dtype: Option<DType>,
    /// The shape.
    pub shape: ShapeView<'a>,
    /// The elements in row-major order, of an operand of integers whose elements are known and were requested. One float that is a
    /// [`whole_number`] counts as an integer: `Range` takes such.
    pub elements: Option<&'a [i64]>,
}

/// The integer that a float equals; `None` if the float has a fraction, or is above 2^53 in size, where not every integer is a float.
pub fn whole_number(value: f64) -> Option<i64> {
    const LARGEST: f64 = (1_u64 << 53) as f64;
    (value.trunc() == value && value.abs() <= LARGEST).then_some(value as i64)
}

impl<'a> Operand<'a> {
    /// The operand with this metadata.
    #[inline]
    pub fn of(metadata: &'a TensorMetadata) -> Operand<'a> {
        Operand { dtype: Some(metadata.dtype), shape: ShapeView::Full(&metadata.shape), elements: None }
    }

    /// An operand of which nothing is known.
    pub const UNKNOWN: Operand<'static> = Operand { dtype: None, shape: ShapeView::Unranked, elements: None };

    /// Whether the element type may be this.
    #[inline]
    pub fn may_be(&self, dtype: DType) -> bool {
        self.dtype.is_none_or(|known| known == dtype)
    }

    /// Whether the element type may be one for which `f` holds.
    #[inline]
    pub fn may_be_any(&self, f: impl FnOnce(DType) -> bool) -> bool {
        self.dtype.is_none_or(f)
    }

    /// Whether both may have the same element type.
    #[inline]
    pub fn same_dtype(&self, other: &Operand<'_>) -> bool {
        match (self.dtype, other.dtype) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        }
    }

    /// Whether both may have the same element type and shape.
    #[inline]
    pub fn may_equal(&self, other: &Operand<'_>) -> bool {
        self.same_dtype(other) && self.shape.agrees(&other.shape)
    }

    /// The number of dimensions.
    #[inline]
    pub fn rank(&self) -> Option<usize> {
        self.shape.rank()
    }

    /// The dimension at `axis`: unknown beyond the rank, or if the rank is unknown.
    #[inline]
    pub fn dim(&self, axis: usize) -> Dim {
        self.shape.dim(axis)
    }

    /// All dimensions, if the rank is known.
    #[inline]
    pub fn dims(&self) -> Option<DimList> {
        self.shape.dims()
    }

    /// The only element of an operand whose elements are known.
    #[inline]
    pub fn scalar(&self) -> Option<i64> {
        match self.elements? {
            &[value] => Some(value),
            _ => None,
        }
    }

    /// A result like this operand.
    #[inline]
    pub fn like(&self) -> Outcome {
        Outcome { dtype: self.dtype, shape: self.shape.to_known() }
    }

    /// A result of the operand's shape and another element type.
    #[inline]
    pub fn with_dtype(&self, dtype: DType) -> Outcome {
        Outcome { dtype: Some(dtype), shape: self.shape.to_known() }
    }

    /// A result of the operand's element type with these dimensions.
    ///
    /// # Errors
    /// The dimensions make no shape.
    #[inline]
    pub fn with_dims(&self, dims: &[Dim]) -> Result<Outcome, OpError> {
        Ok(Outcome { dtype: self.dtype, shape: KnownShape::of(dims)? })
    }

    /// A result of the operand's element type with another shape.
    #[inline]
    pub fn with_shape(&self, shape: KnownShape) -> Outcome {
        Outcome { dtype: self.dtype, shape }
    }
}

impl fmt::Display for Operand<'_> {
    /// `i32 [2, 3]`, as metadata prints if all is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.dtype.map_or("?", DType::label), self.shape)
    }
}

/// A result as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The element type.
    pub dtype: Option<DType>,
    /// The shape.
    pub shape: KnownShape,
}

impl Outcome {
    /// A result of which nothing is known.
    pub const UNKNOWN: Outcome = Outcome { dtype: None, shape: KnownShape::Unranked };

    /// A result from its parts.
    #[inline]
    pub fn new(dtype: impl Into<Option<DType>>, shape: KnownShape) -> Outcome {
        Outcome { dtype: dtype.into(), shape }
    }

    /// A result of this element type without dimensions.
    pub fn scalar(dtype: impl Into<Option<DType>>) -> Outcome {
        Outcome { dtype: dtype.into(), shape: KnownShape::Full(Shape::scalar()) }
    }

    /// A result of this element type with these dimensions.
    ///
    /// # Errors
    /// The dimensions make no shape.
    #[inline]
    pub fn of_dims(dtype: impl Into<Option<DType>>, dims: &[Dim]) -> Result<Outcome, OpError> {
        Ok(Outcome { dtype: dtype.into(), shape: KnownShape::of(dims)? })
    }

    /// A result of this element type with these dimensions; unranked without them, or if they make no shape.
    pub fn open(dtype: impl Into<Option<DType>>, dims: Option<DimList>) -> Outcome {
        let shape = dims.and_then(|dims| KnownShape::of(&dims).ok()).unwrap_or(KnownShape::Unranked);
        Outcome { dtype: dtype.into(), shape }
    }

    /// A result of this element type of which no dimension is known.
    pub fn unranked(dtype: impl Into<Option<DType>>) -> Outcome {
        Outcome { dtype: dtype.into(), shape: KnownShape::Unranked }
    }

    /// The result, if everything is known.
    #[inline]
    pub fn into_metadata(self) -> Option<TensorMetadata> {
        match (self.dtype, self.shape) {
            (Some(dtype), KnownShape::Full(shape)) => Some(TensorMetadata { dtype, shape }),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.dtype.map_or("?", DType::label), self.shape.view())
    }
}

/// The results of a call.
pub type Results = SmallVec<[Outcome; 2]>;

impl From<Outcome> for Results {
    #[inline]
    fn from(outcome: Outcome) -> Results {
        let mut results = Results::new();
        results.push(outcome);
        results
    }
}

/// A call of an op.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The operands.
    pub operands: &'a [Operand<'a>],
    /// The attributes.
    pub attrs: &'a dyn Attrs,
    /// The number of results, where the caller knows it.
    pub num_results: Option<usize>,
    /// The partially known elements of operands: for each operand, or for none.
    pub partial: &'a [Option<PartialElements>],
}

impl Call<'_> {
    /// An integer attribute, or its default.
    pub fn int(&self, name: &str, default: i64) -> i64 {
        self.attrs.get_int(name).unwrap_or(default)
    }

    /// A boolean attribute that is false if it is not given.
    pub fn flag(&self, name: &str) -> bool {
        self.attrs.get_bool(name).unwrap_or(false)
    }

    /// A dtype attribute, or its default.
    pub fn dtype(&self, name: &str, default: DType) -> DType {
        self.attrs.get_dtype(name).unwrap_or(default)
    }

    /// The elements of an operand, if they are known.
    pub fn elements(&self, i: usize) -> Option<&[i64]> {
        self.operands[i].elements
    }

    /// The elements of an operand as far as they are known.
    pub fn known_elements(&self, i: usize) -> Option<PartialElements> {
        match self.operands.get(i)?.elements {
            Some(elements) => Some(elements.iter().copied().map(Some).collect()),
            None => self.partial.get(i)?.clone(),
        }
    }

    /// The number of elements of a vector, at most as many as a shape has dimensions.
    pub fn length(&self, i: usize) -> Option<usize> {
        let operand = &self.operands[i];
        let length = operand.dim(0).known().filter(|_| operand.rank() == Some(1))?;
        usize::try_from(length).ok().filter(|&length| length <= Shape::MAX_RANK)
    }

    /// The shape that an operand gives in its elements, as far as they are known. If none is, its length is the rank.
    pub fn shape_in(&self, i: usize) -> Option<DimList> {
        if let Some(dims) = self.elements(i) {
            return dims.iter().map(|&dim| (dim >= 0).then_some(Dim::of(dim))).collect();
        }
        let dim = |size: Option<i64>| size.filter(|&size| size >= 0).map_or(Dim::UNKNOWN, Dim::of);
        match self.known_elements(i).filter(|_| self.operands[i].rank() == Some(1)) {
            Some(sizes) => Some(sizes.into_iter().map(dim).collect()),
            None => Some(SmallVec::from_elem(Dim::UNKNOWN, self.length(i)?)),
        }
    }
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operands", &self.operands)
            .field("num_results", &self.num_results)
            .finish_non_exhaustive()
    }
}

/// Attributes for tests of functions that ask for little.
#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// Integers, which are also truth values, by name; one string and one dtype for every name.
    #[derive(Default)]
    pub(crate) struct Few<'a> {
        pub(crate) ints: &'a [(&'a str, i64)],
        pub(crate) text: &'a str,
        pub(crate) dtype: Option<DType>,
    }

    impl Attrs for Few<'_> {
        fn contains(&self, name: &str) -> bool {
            self.get_int(name).is_some()
        }
        fn get_int(&self, name: &str) -> Option<i64> {
            self.ints.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
        }
        fn get_float(&self, _: &str) -> Option<f64> {
            None
        }
        fn get_bool(&self, name: &str) -> Option<bool> {
            self.get_int(name).map(|value| value != 0)
        }
        fn get_ints(&self, _: &str) -> Option<Dims> {
            None
        }
        fn get_string(&self, _: &str) -> Option<&[u8]> {
            None
        }
        fn get_str(&self, _: &str) -> Option<&str> {
            Some(self.text)
        }
        fn get_string_list(&self, _: &str) -> Option<SmallVec<[&[u8]; 4]>> {
            None
        }
        fn get_dtype(&self, _: &str) -> Option<DType> {
            self.dtype
        }
        fn get_dtypes(&self, _: &str) -> Option<SmallVec<[DType; 8]>> {
            None
        }
        fn get_shape(&self, _: &str) -> Option<PartialShape> {
            None
        }
        fn get_tensor(&self, _: &str) -> Option<TensorMetadata> {
            None
        }
    }
}
