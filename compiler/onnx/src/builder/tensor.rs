//! Values of the model, and what is known of them.
//!
//! A value may not be in the program yet: a constant is written when it is used, and what is there with channels last only is turned when it is asked for.

use std::cell::OnceCell;
use std::rc::Rc;

use tfrt_ir::entity::Value;
use tfrt_ops::shapes::{Dim, KnownShape, Operand, PartialElements, ShapeView};
use tfrt_ops::{DType, Shape};

use super::Result;
use crate::constant::Constant;
use crate::small::{Element, Small};

/// The content of a value that is no tensor. In the program it is a list of tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A sequence of tensors of this element type.
    Sequence(DType),
    /// A tensor of this element type, or none: a list with at most one.
    OptionalTensor(DType),
    /// A sequence of tensors of this element type, or none: a list with at most one list.
    OptionalSequence(DType),
}

impl Content {
    /// The content of a value that has this or nothing; the same if it is so already.
    pub(crate) fn optional(self) -> Content {
        match self {
            Content::Sequence(item) => Content::OptionalSequence(item),
            optional => optional,
        }
    }

    /// Whether the value may have nothing.
    pub(crate) fn is_optional(self) -> bool {
        !matches!(self, Content::Sequence(_))
    }
}

/// The facts about the tensors in a sequence, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Items {
    /// The sequence has no tensors.
    None,
    /// All have these sizes; -1 is a size that is not known, or differs.
    Sized(Vec<i64>),
    /// Their ranks may differ.
    #[default]
    Any,
}

impl Items {
    /// The facts about tensors of such sizes.
    pub(crate) fn of(dims: Option<&[i64]>) -> Items {
        dims.map_or(Items::Any, |dims| Items::Sized(dims.to_vec()))
    }

    /// The sizes that all have.
    pub(crate) fn dims(&self) -> Option<&[i64]> {
        match self {
            Items::Sized(dims) => Some(dims),
            Items::None | Items::Any => None,
        }
    }

    /// The facts that hold for both.
    pub(crate) fn or(&self, other: &Items) -> Items {
        match (self, other) {
            (Items::None, known) | (known, Items::None) => known.clone(),
            (Items::Sized(a), Items::Sized(b)) => common(a, b).map_or(Items::Any, Items::Sized),
            _ => Items::Any,
        }
    }
}

/// The sizes that two tensors of the same rank have in common.
fn common(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    let size = |(&a, &b): (&i64, &i64)| if a == b { a } else { -1 };
    (a.len() == b.len()).then(|| a.iter().zip(b).map(size).collect())
}

/// A value of the model.
#[derive(Clone, Debug)]
pub(crate) struct Tensor {
    /// The value in the program, once it is there.
    pub(super) value: Rc<OnceCell<Value>>,
    /// The element type, if known.
    dtype: Option<DType>,
    shape: KnownShape,
    pub(super) constant: Option<Rc<Constant>>,
    /// The same with channels last.
    pub(super) last: Option<Rc<Tensor>>,
    /// The image whose channels it has in groups: one of three dimensions, batch, groups, and all elements of a group.
    grouped: Option<Rc<Tensor>>,
    /// The content of a value that is no tensor.
    content: Option<Content>,
    /// The facts about the tensors of a sequence.
    items: Items,
    /// The type that the elements stand for, if there are no tensors of it.
    small: Option<Small>,
    /// The known elements of a list of sizes that is no constant.
    partial: Option<Rc<PartialElements>>,
    /// The integers that its numbers were dequantised from.
    quantized: Option<Rc<Quantized>>,
    /// The sum that its numbers are.
    scaled: Option<Rc<Scaled>>,
}

/// The origin of dequantised numbers: the differences of integers from a zero point, times a scale.
#[derive(Clone, Debug)]
pub(crate) struct Quantized {
    /// The integers.
    pub values: Tensor,
    /// The scale: one, or one for each place of the axis.
    pub scale: Tensor,
    /// The zero point, or as many as there are scales.
    pub zero: Option<Tensor>,
    /// The axis, if it is one of the tensor's.
    pub axis: Option<usize>,
}

impl Quantized {
    /// Whether there is one scale, and one zero point or none.
    pub(crate) fn is_single(&self) -> bool {
        let is_one = |of: &Tensor| {
            of.sizes().is_some_and(|sizes| sizes.len() < 2 && sizes.iter().all(|&size| size == 1))
        };
        is_one(&self.scale) && self.zero.as_ref().is_none_or(is_one)
    }
}

/// A sum of integers times scales, as numbers of `f32`.
#[derive(Clone, Debug)]
pub(crate) struct Scaled {
    /// The integers, which are numbers of `f32`, and their scale, which is broadcast over them.
    pub terms: Vec<(Tensor, Tensor)>,
    /// Whether zero stands for all negative sums.
    pub is_rectified: bool,
}

impl Scaled {
    /// Summands of which it is worth to know.
    const MOST: usize = 4;

    /// Integers times a scale.
    pub(crate) fn one(numbers: Tensor, scale: Tensor) -> Scaled {
        Scaled { terms: vec![(numbers, scale)], is_rectified: false }
    }

    /// The sum of two tensors; `None` where it is not known as such a sum.
    pub(crate) fn sum(a: &Tensor, b: &Tensor) -> Option<Scaled> {
        let (a, b) = (a.scaled()?, b.scaled()?);
        let fits = !a.is_rectified && !b.is_rectified && a.terms.len() + b.terms.len() <= Scaled::MOST;
        let terms = a.terms.iter().chain(&b.terms).cloned().collect();
        fits.then_some(Scaled { terms, is_rectified: false })
    }
}

/// The facts about a value that hold in any function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    dtype: Option<DType>,
    /// The sizes, -1 where they are not known.
    dims: Option<Vec<i64>>,
    content: Option<Content>,
    items: Items,
    small: Option<Small>,
}

impl Facts {
    /// The element type, if known.
    pub(crate) fn dtype(&self) -> Option<DType> {
        self.dtype
    }

    /// The content of a value that is no tensor.
    pub(crate) fn content(&self) -> Option<Content> {
        self.content
    }

    /// The sizes, -1 where they are not known.
    pub(crate) fn dims(&self) -> Option<&[i64]> {
        self.dims.as_deref()
    }

    /// The facts that hold for both.
    pub(crate) fn or(&self, other: &Facts) -> Facts {
        Facts {
            dtype: self.dtype.filter(|_| self.dtype == other.dtype),
            dims: self.dims.as_ref().zip(other.dims.as_ref()).and_then(|(a, b)| common(a, b)),
            content: self.content.filter(|_| self.content == other.content),
            items: self.items.or(&other.items),
            small: self.small.filter(|_| self.small == other.small),
        }
    }
}

impl Tensor {
    /// An argument.
    pub(crate) fn of_value(value: Value, dtype: Option<DType>, dims: Option<&[i64]>) -> Tensor {
        let dim = |&dim: &i64| if dim < 0 { Dim::UNKNOWN } else { Dim::of(dim) };
        let dims: Option<Vec<Dim>> = dims.map(|dims| dims.iter().map(dim).collect());
        let shape = dims.and_then(|dims| KnownShape::of(&dims).ok()).unwrap_or(KnownShape::Unranked);
        Tensor::made(value, dtype, shape)
    }

    /// The result of an op.
    pub(super) fn made(value: Value, dtype: Option<DType>, shape: KnownShape) -> Tensor {
        Tensor { value: Rc::new(OnceCell::from(value)), ..Tensor::unwritten(dtype, shape) }
    }

    /// A value that is not in the program yet.
    fn unwritten(dtype: Option<DType>, shape: KnownShape) -> Tensor {
        Tensor {
            value: Rc::default(),
            dtype,
            shape,
            constant: None,
            last: None,
            grouped: None,
            content: None,
            items: Items::Any,
            small: None,
            partial: None,
            quantized: None,
            scaled: None,
        }
    }

    /// A value with these facts.
    pub(crate) fn of_facts(value: Value, facts: &Facts) -> Tensor {
        Tensor {
            content: facts.content,
            items: facts.items.clone(),
            small: facts.small,
            ..Tensor::of_value(value, facts.dtype, facts.dims.as_deref())
        }
    }

    /// The facts about the value, as far as they are known.
    pub(crate) fn facts(&self) -> Facts {
        Facts {
            dtype: self.dtype,
            dims: self.open_sizes().ok(),
            content: self.content,
            items: self.items.clone(),
            small: self.small,
        }
    }

    /// The type that the elements stand for, if there are no tensors of it.
    pub(crate) fn small(&self) -> Option<Small> {
        self.small
    }

    /// The same value, whose elements stand for those of a type.
    pub(crate) fn with_small(mut self, small: Option<Small>) -> Tensor {
        self.small = small;
        self
    }

    /// The same value, dequantised from these integers.
    pub(crate) fn with_quantized(mut self, quantized: Quantized) -> Tensor {
        self.quantized = Some(Rc::new(quantized));
        self
    }

    /// The integers that its numbers were dequantised from, if they were.
    pub(crate) fn quantized(&self) -> Option<Rc<Quantized>> {
        self.quantized.clone()
    }

    /// The same value as this sum of integers times scales.
    pub(crate) fn with_scaled(mut self, scaled: Scaled) -> Tensor {
        self.scaled = Some(Rc::new(scaled));
        self
    }

    /// The sum of integers times scales that the value is, if that is known.
    pub(crate) fn scaled(&self) -> Option<Rc<Scaled>> {
        self.scaled.clone()
    }

    /// The only element, if it is known.
    pub(crate) fn one_number(&self) -> Option<f64> {
        match self.constant()?.floats()?[..] {
            [number] => Some(number),
            _ => None,
        }
    }

    /// The element type in the schema, if known.
    pub(crate) fn element(&self) -> Result<Element> {
        Ok(Element { dtype: self.dtype()?, small: self.small })
    }

    /// The same value with this content.
    pub(crate) fn with_content(mut self, content: Option<Content>) -> Tensor {
        self.content = content;
        self
    }

    /// The content of a value that is no tensor.
    pub(crate) fn content(&self) -> Option<Content> {
        self.content
    }

    /// The same sequence with these facts about its tensors.
    pub(crate) fn with_items(mut self, items: Items) -> Tensor {
        self.items = items;
        self
    }

    /// The facts about the tensors in a sequence, as far as they are known.
    pub(crate) fn items(&self) -> &Items {
        &self.items
    }

    /// A sequence of tensors of this element type.
    pub(crate) fn with_item(self, item: Option<DType>) -> Tensor {
        self.with_content(item.map(Content::Sequence))
    }

    /// The element type of the tensors in a sequence.
    pub(crate) fn item(&self) -> Result<DType> {
        match self.content {
            Some(Content::Sequence(item)) => Ok(item),
            _ => Err("an input is no sequence, or the element type of its tensors is not known".to_owned()),
        }
    }

    /// Whether it is a sequence.
    pub(crate) fn is_sequence(&self) -> bool {
        matches!(self.content, Some(Content::Sequence(_)))
    }

    /// A constant; it is written when it is used.
    pub(crate) fn of_constant(constant: Constant) -> Result<Tensor> {
        let shape = Shape::new(&constant.dims).map_err(|error| error.to_string())?;
        let own = Tensor::unwritten(Some(constant.dtype), KnownShape::Full(shape));
        Ok(Tensor { constant: Some(Rc::new(constant)), ..own })
    }

    /// The value that this one is with channels last.
    pub(crate) fn of_last(last: Tensor) -> Result<Tensor> {
        let dims = last.dims().ok_or("the rank is not known")?;
        let rank = dims.len();
        // A tensor of fewer dimensions is the same with its channels last.
        if rank < 3 {
            return Ok(last);
        }
        let mut shape = vec![dims[0], dims[rank - 1]];
        shape.extend_from_slice(&dims[1..rank - 1]);
        let shape = KnownShape::of(&shape).map_err(|error| error.message().to_owned())?;
        let own = Tensor::unwritten(last.dtype, shape);
        Ok(Tensor { small: last.small, last: Some(Rc::new(last)), ..own })
    }

    /// An image, kept with its channels last, with these in so many groups; `size` is that of the elements of each.
    pub(crate) fn of_groups(image: Tensor, groups: i64, size: i64) -> Result<Tensor> {
        let batch = image.dims().and_then(|dims| dims.first().copied()).unwrap_or(Dim::UNKNOWN);
        let shape = KnownShape::of(&[batch, Dim::of(groups), Dim::of(size)]);
        let shape = shape.map_err(|error| error.message().to_owned())?;
        let own = Tensor::unwritten(image.dtype, shape);
        Ok(Tensor { small: image.small, grouped: Some(Rc::new(image)), ..own })
    }

    /// The image whose channels it has in groups, if it is in the program as that only.
    pub(crate) fn grouped(&self) -> Option<Rc<Tensor>> {
        self.grouped.clone().filter(|_| self.value.get().is_none())
    }

    /// The element type, if known.
    pub(crate) fn known_dtype(&self) -> Option<DType> {
        self.dtype
    }

    /// The element type.
    pub(crate) fn dtype(&self) -> Result<DType> {
        self.dtype.ok_or_else(|| "the element type of an input is not known".to_owned())
    }

    /// The number of dimensions.
    pub(crate) fn rank(&self) -> Result<usize> {
        self.shape.view().rank().ok_or_else(|| "the rank of an input is not known".to_owned())
    }

    /// The sizes, as far as they are known.
    pub(crate) fn dims(&self) -> Option<Vec<Dim>> {
        self.shape.view().dims().map(|dims| dims.to_vec())
    }

    /// A size, if it is known.
    pub(crate) fn dim(&self, axis: usize) -> Option<i64> {
        self.shape.view().dim(axis).known()
    }

    /// All sizes, if they are known.
    pub(crate) fn sizes(&self) -> Option<Vec<i64>> {
        self.dims()?.into_iter().map(Dim::known).collect()
    }

    /// The sizes, -1 where they are not known.
    pub(crate) fn open_sizes(&self) -> Result<Vec<i64>> {
        let dims = self.dims().ok_or("the rank of an input is not known")?;
        Ok(dims.into_iter().map(|dim| dim.known().unwrap_or(-1)).collect())
    }

    /// The constant that it is.
    pub(crate) fn constant(&self) -> Option<&Constant> {
        self.constant.as_deref()
    }

    /// The integers that it is, if they are known.
    pub(crate) fn ints(&self) -> Option<Vec<i64>> {
        self.constant()?.ints()
    }

    /// The integers of a list, or the only one of a scalar, as far as they are known.
    pub(crate) fn elements(&self) -> Option<PartialElements> {
        match self.constant() {
            Some(constant) => Some(constant.ints()?.into_iter().map(Some).collect()),
            None => self.partial.as_deref().cloned(),
        }
    }

    /// The same list with the elements that are known.
    pub(super) fn with_partial(mut self, partial: Option<PartialElements>) -> Tensor {
        self.partial = partial.map(Rc::new);
        self
    }

    /// The integers that it is.
    pub(crate) fn known_ints(&self, what: &str) -> Result<Vec<i64>> {
        let ints = self.ints().ok_or_else(|| format!("{what} must be a constant"))?;
        Ok(ints.into_iter().map(crate::node::bounded).collect())
    }

    /// The operand of a shape function that the value is.
    pub(super) fn operand(&self, elements: Option<&'static [i64]>) -> Operand<'_> {
        Operand { dtype: self.dtype, shape: self.shape.view(), elements }
    }

    pub(super) fn shape_view(&self) -> ShapeView<'_> {
        self.shape.view()
    }

    /// The same constant in another function.
    pub(crate) fn elsewhere(&self) -> Tensor {
        Tensor { value: Rc::default(), ..self.clone() }
    }

    /// Whether it is in the program with channels last only.
    pub(crate) fn is_kept_last(&self) -> bool {
        self.last.is_some() && self.value.get().is_none()
    }

    /// Whether all its dimensions but batch and channels have one element.
    pub(crate) fn is_pixel(&self) -> bool {
        self.dims().is_some_and(|dims| dims.len() > 2 && dims[2..].iter().all(|dim| dim.known() == Some(1)))
    }

    /// The same value with an element type that the op that made it does not say.
    pub(crate) fn with_dtype(mut self, dtype: DType) -> Tensor {
        self.dtype = self.dtype.or(Some(dtype));
        self
    }

    /// The same value with another shape, which the ops that made it do not know.
    pub(crate) fn with_dims(mut self, dims: &[i64]) -> Tensor {
        let known: Vec<Dim> =
            dims.iter().map(|&dim| if dim < 0 { Dim::UNKNOWN } else { Dim::of(dim) }).collect();
        if let Ok(shape) = KnownShape::of(&known) {
            self.shape = self.shape_view().or(&shape.view());
        }
        self
    }
}
