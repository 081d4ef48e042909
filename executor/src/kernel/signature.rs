//! Signatures: a kernel's operands, attributes, functions and results.

use crate::value::ScalarKind;
use std::fmt;
use tfrt_bef::{AttrView, DTypeCode};

/// The requirement on the register of an operand or result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperandSpec {
    /// A scalar of this kind.
    Scalar(ScalarKind),
    /// An object: any value but a scalar.
    Object,
    /// Anything.
    Any,
}

impl OperandSpec {
    /// Whether a register of this kind (`None`: objects) will do.
    pub fn accepts(self, register: Option<ScalarKind>) -> bool {
        match self {
            OperandSpec::Scalar(kind) => register == Some(kind),
            OperandSpec::Object => register.is_none(),
            OperandSpec::Any => true,
        }
    }
}

impl fmt::Display for OperandSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperandSpec::Scalar(kind) => kind.fmt(f),
            OperandSpec::Object => f.write_str("an object"),
            OperandSpec::Any => f.write_str("any value"),
        }
    }
}

/// The requirement on an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttrSpec {
    /// A number of this type.
    Scalar(DTypeCode),
    /// A string.
    String,
    /// A type.
    Type,
    /// An array of elements of this type; an empty array has no element type and will do.
    Array(DTypeCode),
    /// Dense elements.
    Dense,
    /// A list of anything.
    Aggregate,
    /// A shape.
    Shape,
    /// Anything.
    Any,
}

impl AttrSpec {
    /// Whether the attribute is of this kind.
    pub fn accepts(self, attr: &AttrView<'_>) -> bool {
        match (self, attr) {
            (AttrSpec::Any, _) => true,
            (AttrSpec::Scalar(want), AttrView::Scalar { dtype, .. }) => want == *dtype,
            (AttrSpec::String, AttrView::String(_))
            | (AttrSpec::Type, AttrView::Type(_))
            | (AttrSpec::Dense, AttrView::Dense { .. })
            | (AttrSpec::Aggregate, AttrView::Aggregate(_))
            | (AttrSpec::Shape, AttrView::Shape(_)) => true,
            (AttrSpec::Array(want), AttrView::Array { dtype, len, .. }) => want == *dtype || *len == 0,
            // An array without elements has lost what kind of list it was.
            (AttrSpec::Aggregate, AttrView::Array { len: 0, .. }) => true,
            _ => false,
        }
    }
}

impl fmt::Display for AttrSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttrSpec::Scalar(dtype) => write!(f, "{dtype} attribute"),
            AttrSpec::String => f.write_str("string attribute"),
            AttrSpec::Type => f.write_str("type attribute"),
            AttrSpec::Array(dtype) => write!(f, "{dtype} array attribute"),
            AttrSpec::Dense => f.write_str("dense attribute"),
            AttrSpec::Aggregate => f.write_str("aggregate attribute"),
            AttrSpec::Shape => f.write_str("shape attribute"),
            AttrSpec::Any => f.write_str("attribute"),
        }
    }
}

/// The signature of a kernel. Operands beyond those listed only order execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// Operands by position.
    pub operands: Vec<OperandSpec>,
    /// The requirement on further operands, if the kernel reads them.
    pub rest: Option<OperandSpec>,
    /// Attributes by position.
    pub attrs: Vec<AttrSpec>,
    /// The requirement on further attributes; without it they are ignored.
    pub rest_attrs: Option<AttrSpec>,
    /// Functions the kernel needs at least.
    pub functions: usize,
    /// Results by position.
    pub results: Vec<OperandSpec>,
    /// Whether there may be more results.
    pub any_results: bool,
}

impl Signature {
    /// The signature of a kernel that checks everything itself.
    pub fn any() -> Signature {
        Signature {
            operands: Vec::new(),
            rest: Some(OperandSpec::Any),
            attrs: Vec::new(),
            rest_attrs: Some(AttrSpec::Any),
            functions: 0,
            results: Vec::new(),
            any_results: true,
        }
    }

    /// The signature of a kernel that takes and gives nothing.
    pub fn empty() -> Signature {
        Signature { rest: None, rest_attrs: None, any_results: false, ..Signature::any() }
    }
}
