//! A node that is converted: its inputs and attributes.

use tfrt_ops::DType;

use crate::builder::{Result, Tensor};
use crate::constant::Constant;
use crate::proto::{AttributeProto, GraphProto, NodeProto};
use crate::small::Element;
use crate::tensor::{self, Folder};

/// A node and what it takes.
pub(crate) struct Node<'n> {
    pub proto: &'n NodeProto,
    /// The version of its operator set.
    pub opset: i64,
    /// Its inputs; absent ones have no name.
    pub inputs: Vec<Option<Tensor>>,
    /// The model of the node.
    pub model: Model<'n>,
}

/// The facts about a model that its nodes need.
#[derive(Clone, Copy)]
pub(crate) struct Model<'n> {
    /// Where its files are.
    pub folder: &'n Folder,
    /// The number of channels of a block, in nodes of the domain of blocks.
    pub block: i64,
}

impl<'n> Node<'n> {
    /// The node with other inputs.
    pub(crate) fn with(&self, inputs: Vec<Option<Tensor>>) -> Node<'n> {
        Node { proto: self.proto, opset: self.opset, inputs, model: self.model }
    }

    /// Another node of the model, of a version of its operator set.
    pub(crate) fn other<'m>(&self, proto: &'m NodeProto, opset: i64, inputs: Vec<Option<Tensor>>) -> Node<'m>
    where
        'n: 'm,
    {
        Node { proto, opset, inputs, model: self.model }
    }

    /// Input `i`.
    pub(crate) fn input(&self, i: usize) -> Result<&Tensor> {
        self.optional(i).ok_or_else(|| format!("input {i} is missing"))
    }

    /// Input `i`, if the node has it.
    pub(crate) fn optional(&self, i: usize) -> Option<&Tensor> {
        self.inputs.get(i)?.as_ref()
    }

    /// All inputs.
    pub(crate) fn all(&self) -> Result<Vec<&Tensor>> {
        (0..self.inputs.len()).map(|i| self.input(i)).collect()
    }

    /// Whether something may use output `i`.
    pub(crate) fn has_output(&self, i: usize) -> bool {
        self.proto.output.get(i).is_some_and(|name| !name.is_empty())
    }

    /// An attribute.
    pub(crate) fn attr(&self, name: &str) -> Option<&'n AttributeProto> {
        self.proto.attribute.iter().find(|attr| attr.name() == name)
    }

    /// An integer, at most as large as one of 32 bits: sums and products of two do not overflow.
    pub(crate) fn int(&self, name: &str, default: i64) -> i64 {
        self.attr(name).map_or(default, |attr| bounded(attr.i()))
    }

    pub(crate) fn float(&self, name: &str, default: f32) -> f32 {
        self.attr(name).map_or(default, |attr| attr.f())
    }

    /// Integers, as [`Self::int`].
    pub(crate) fn ints(&self, name: &str) -> Option<Vec<i64>> {
        self.attr(name).map(|attr| attr.ints.iter().copied().map(bounded).collect())
    }

    pub(crate) fn text(&self, name: &str, default: &'n str) -> Result<&'n str> {
        match self.attr(name) {
            None => Ok(default),
            Some(attr) => {
                std::str::from_utf8(attr.s()).map_err(|_| format!("the attribute '{name}' is no text"))
            }
        }
    }

    /// A text that is one of some words.
    pub(crate) fn one_of(
        &self,
        name: &str,
        default: &'n str,
        words: &[&'static str],
    ) -> Result<&'static str> {
        let given = self.text(name, default)?;
        let found = words.iter().copied().find(|word| *word == given);
        found.ok_or_else(|| self.refuse(name, &format!("'{given}'")))
    }

    /// The number of an element type. Some exporters write zero where they mean the default: the attribute is absent then.
    fn type_number(&self, name: &str) -> Option<i32> {
        self.attr(name).map(|attr| i32::try_from(attr.i()).unwrap_or(-1)).filter(|&number| number != 0)
    }

    pub(crate) fn dtype(&self, name: &str) -> Result<Option<DType>> {
        self.type_number(name).map(tensor::dtype).transpose()
    }

    /// An element type, of which there may be no tensors.
    pub(crate) fn element(&self, name: &str) -> Result<Option<Element>> {
        self.type_number(name).map(tensor::element).transpose()
    }

    /// A tensor of any element type.
    pub(crate) fn value(&self, name: &str) -> Result<Option<Tensor>> {
        let tensor = self.attr(name).and_then(|attr| attr.t.as_ref());
        tensor.map(|tensor| tensor::value(tensor, self.model.folder)).transpose()
    }

    pub(crate) fn tensor(&self, name: &str) -> Result<Option<Constant>> {
        self.attr(name)
            .and_then(|attr| attr.t.as_ref())
            .map(|tensor| tensor::constant(tensor, self.model.folder))
            .transpose()
    }

    pub(crate) fn graph(&self, name: &str) -> Result<&'n GraphProto> {
        self.attr(name)
            .and_then(|attr| attr.g.as_ref())
            .ok_or_else(|| format!("the graph '{name}' is missing"))
    }

    /// Integers that are an attribute in old versions of the op, and input `i` in newer ones.
    pub(crate) fn ints_or_input(&self, name: &str, i: usize) -> Result<Option<Vec<i64>>> {
        match self.ints(name) {
            Some(ints) => Ok(Some(ints)),
            None => {
                self.optional(i).map(|input| input.known_ints(&format!("input {i} ({name})"))).transpose()
            }
        }
    }

    /// An axis of a rank, counted from the end if negative.
    pub(crate) fn axis(&self, default: i64, rank: usize) -> Result<usize> {
        axis(self.int("axis", default), rank)
    }

    /// Refuses an attribute that is not supported in this form.
    pub(crate) fn refuse(&self, name: &str, what: &str) -> String {
        format!("{} with {name} {what} is not supported", self.proto.op_type())
    }
}

/// A number that is at most as large as one of 32 bits.
pub(crate) fn bounded(number: i64) -> i64 {
    number.clamp(i64::from(i32::MIN), i64::from(i32::MAX))
}

/// The numbers below a limit that comes from the model, for a list of them.
pub(crate) fn line(count: i64) -> Result<std::ops::Range<i64>> {
    /// A longer list is no size of a tensor that models have.
    const LONGEST: i64 = 1 << 24;
    match count <= LONGEST {
        true => Ok(0..count.max(0)),
        false => Err(format!("a list of {count} places is too long")),
    }
}

/// An axis of a rank, counted from the end if negative.
pub(crate) fn axis(axis: i64, rank: usize) -> Result<usize> {
    let from_end = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
    let found = usize::try_from(from_end).ok().filter(|&axis| axis < rank);
    found.ok_or_else(|| format!("axis {axis} is not one of {rank}"))
}
