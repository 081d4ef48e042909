//! The parts of an op definition.

use std::borrow::Cow;

use crate::DataType;

/// The definition of an op that `corert.executeop` can run.
#[derive(Clone, Debug, PartialEq)]
pub struct OpDef {
    /// The name as programs write it, such as `tf.MatMul`.
    pub name: Box<str>,
    /// A sentence that says what it computes; empty for an op of a plugin, whose interface has none.
    pub summary: Cow<'static, str>,
    /// The inputs, in order.
    pub inputs: Vec<ArgDef>,
    /// The outputs, in order.
    pub outputs: Vec<ArgDef>,
    /// The attributes, in the order of registration.
    pub attrs: Vec<AttrDef>,
    /// Whether executions depend on or change something outside of the arguments: never merged, never erased.
    pub is_stateful: bool,
    /// Whether the two inputs may change places.
    pub is_commutative: bool,
    /// Whether the op may be regrouped over any number of inputs.
    pub is_aggregate: bool,
}

impl OpDef {
    /// The attribute called `name`.
    pub fn attr(&self, name: &str) -> Option<&AttrDef> {
        self.attrs.iter().find(|attr| &*attr.name == name)
    }

    /// The number of outputs, or `None` when attributes decide it.
    pub fn fixed_output_count(&self) -> Option<usize> {
        self.outputs.iter().all(|arg| !arg.is_list()).then_some(self.outputs.len())
    }

    /// The number of inputs, or `None` when attributes decide it.
    pub fn fixed_input_count(&self) -> Option<usize> {
        self.inputs.iter().all(|arg| !arg.is_list()).then_some(self.inputs.len())
    }
}

/// An input or an output.
#[derive(Clone, Debug, PartialEq)]
pub struct ArgDef {
    /// The name in the definition.
    pub name: Box<str>,
    /// The element type.
    pub ty: ArgType,
    /// For `N*T`: the integer attribute that says how many tensors there are.
    pub number_attr: Option<Box<str>>,
    /// Whether the argument is a reference that the op may write to.
    pub is_ref: bool,
}

impl ArgDef {
    /// Whether the argument stands for any number of tensors.
    pub fn is_list(&self) -> bool {
        self.number_attr.is_some() || matches!(self.ty, ArgType::ListAttr(_))
    }
}

/// The element type of an argument.
#[derive(Clone, Debug, PartialEq)]
pub enum ArgType {
    /// Whatever the tensor has.
    Any,
    /// Always this one.
    Fixed(DataType),
    /// The value of a type attribute.
    Attr(Box<str>),
    /// As many tensors as a list-of-types attribute has entries, with those types.
    ListAttr(Box<str>),
}

/// An attribute.
#[derive(Clone, Debug, PartialEq)]
pub struct AttrDef {
    /// The name.
    pub name: Box<str>,
    /// The kind of a value, or of an entry of a list.
    pub kind: AttrKind,
    /// Whether the value is a list.
    pub is_list: bool,
    /// The values that are allowed, if not all.
    pub allowed: Option<Allowed>,
    /// The least integer, or the least length of a list.
    pub minimum: Option<i64>,
    /// The value where none is given; without one, the attribute is required.
    pub default: Option<AttrValue>,
}

/// The kind of an attribute's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are the kinds' own names")]
pub enum AttrKind {
    Any,
    String,
    Int,
    Float,
    Bool,
    Type,
    Shape,
    Tensor,
    Func,
}

impl AttrKind {
    /// The kind that definitions call `name`.
    pub fn from_name(name: &str) -> Option<AttrKind> {
        use AttrKind::{Any, Bool, Float, Func, Int, Shape, String, Tensor, Type};
        [Any, String, Int, Float, Bool, Type, Shape, Tensor, Func]
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// The kind's name in a definition, such as `int`.
    pub fn name(self) -> &'static str {
        match self {
            AttrKind::Any => "any",
            AttrKind::String => "string",
            AttrKind::Int => "int",
            AttrKind::Float => "float",
            AttrKind::Bool => "bool",
            AttrKind::Type => "type",
            AttrKind::Shape => "shape",
            AttrKind::Tensor => "tensor",
            AttrKind::Func => "func",
        }
    }
}

/// A closed set of values.
#[derive(Clone, Debug, PartialEq)]
pub enum Allowed {
    /// Of a type attribute.
    Types(Vec<DataType>),
    /// Of a string attribute.
    Strings(Vec<Box<str>>),
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the variants are the kinds' own names")]
pub enum AttrValue {
    String(Box<str>),
    Int(i64),
    Float(f32),
    Bool(bool),
    Type(DataType),
    /// The dimensions, −1 where unknown; `None` for an unknown rank.
    Shape(Option<Vec<i64>>),
    /// A tensor: its element type, its dimensions, and the bytes of its elements, in row-major order and little-endian.
    Tensor {
        ty: DataType,
        dims: Vec<i64>,
        bytes: Vec<u8>,
    },
    /// A tensor of strings: its dimensions and its elements in row-major order.
    Strings {
        dims: Vec<i64>,
        values: Vec<Vec<u8>>,
    },
    /// The name of a function, and the values of its attributes.
    Func {
        name: Box<str>,
        attrs: Vec<(Box<str>, AttrValue)>,
    },
    List(Vec<AttrValue>),
}
