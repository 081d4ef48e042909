//! Dialects and their registry.
//!
//! A [`Dialect`] is a namespace with the hooks that read its types and attributes. A [`Context`] knows exactly the dialects of
//! its [`DialectRegistry`]; [`opdef`](crate::opdef) has the form in which a dialect declares its operations.

mod op_table;
mod registry;

use std::borrow::Cow;
use std::fmt;

pub(crate) use op_table::Place;
pub use op_table::{DeclareOps, RegistryError};
pub use registry::DialectRegistry;

use crate::body::OpState;
use crate::context::Context;
use crate::diagnostics::Failed;
use crate::handles::{Attr, Ident, Loc, Type};
use crate::op_ref::OpRef;
use crate::verify::OpVerifier;

/// A fault in the text of a dialect's type or attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DialectSyntaxError {
    /// Where, in bytes from the start of the text after the dialect's dot.
    pub offset: usize,
    /// The message.
    pub message: String,
}

/// Parses the text after `!dialect.`; without a hook every text is an opaque type.
pub type ParseType = fn(&Context, &str) -> Result<Type, DialectSyntaxError>;
/// Parses the text after `#dialect.`; without a hook every text is an opaque attribute.
pub type ParseAttr = fn(&Context, &str) -> Result<Attr, DialectSyntaxError>;
/// Checks an attribute of the dialect that is the encoding of a tensor type with these dimensions and elements; the message of a fault.
pub type CheckEncoding = fn(&Context, Attr, &[i64], Type) -> Result<(), String>;
/// What a discardable attribute is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrOwner {
    /// The operation.
    Operation,
    /// The argument of this number of a function.
    Argument(usize),
    /// The result of this number of a function.
    Result(usize),
}

/// Verifies a discardable attribute whose name begins with the dialect's, at the operation of whatever dialect that has it.
pub type VerifyAttr = fn(&mut OpVerifier<'_>, OpRef<'_>, AttrOwner, (Ident, Attr)) -> Result<(), Failed>;
/// Makes the operation that produces a constant of a type; `None`: this dialect has none.
pub type Materialize = fn(&Context, Attr, Type, Loc) -> Option<OpState>;

/// A namespace of operations, types and attributes.
#[derive(Clone)]
pub struct Dialect {
    name: Cow<'static, str>,
    summary: Cow<'static, str>,
    allows_unknown_ops: bool,
    allows_unknown_types: bool,
    parse_type: Option<ParseType>,
    parse_attr: Option<ParseAttr>,
    check_encoding: Option<CheckEncoding>,
    verify_attr: Option<VerifyAttr>,
    materialize: Option<Materialize>,
    inlinable: bool,
}

impl Dialect {
    /// A dialect without hooks.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            summary: "".into(),
            allows_unknown_ops: false,
            allows_unknown_types: false,
            parse_type: None,
            parse_attr: None,
            check_encoding: None,
            verify_attr: None,
            materialize: None,
            inlinable: false,
        }
    }

    /// One paragraph about it.
    #[must_use]
    pub fn summary(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.summary = text.into();
        self
    }

    /// Accepts undeclared operations, in generic form.
    #[must_use]
    pub fn allow_unknown_ops(mut self) -> Self {
        self.allows_unknown_ops = true;
        self
    }

    /// Accepts undeclared types.
    #[must_use]
    pub fn allow_unknown_types(mut self) -> Self {
        self.allows_unknown_types = true;
        self
    }

    /// Its operations may be moved into another region by the inliner.
    #[must_use]
    pub fn inlinable(mut self) -> Self {
        self.inlinable = true;
        self
    }

    /// Sets the reader of its types.
    #[must_use]
    pub fn type_hook(mut self, hook: ParseType) -> Self {
        self.parse_type = Some(hook);
        self
    }

    /// Sets the reader of its attributes.
    #[must_use]
    pub fn attr_hook(mut self, hook: ParseAttr) -> Self {
        self.parse_attr = Some(hook);
        self
    }

    /// Sets the check of its attributes as encodings of tensor types.
    #[must_use]
    pub fn encoding_hook(mut self, hook: CheckEncoding) -> Self {
        self.check_encoding = Some(hook);
        self
    }

    /// Sets the check of discardable attributes with its name, such as `sdy.sharding` of an addition.
    #[must_use]
    pub fn discardable_hook(mut self, hook: VerifyAttr) -> Self {
        self.verify_attr = Some(hook);
        self
    }

    /// Sets what makes constants operations.
    #[must_use]
    pub fn materialize_hook(mut self, hook: Materialize) -> Self {
        self.materialize = Some(hook);
        self
    }

    /// Its namespace.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One paragraph about it.
    #[must_use]
    pub fn summary_text(&self) -> &str {
        &self.summary
    }

    /// Whether undeclared operations are accepted.
    #[must_use]
    pub fn allows_unknown_ops(&self) -> bool {
        self.allows_unknown_ops
    }

    /// Whether undeclared types are accepted.
    #[must_use]
    pub fn allows_unknown_types(&self) -> bool {
        self.allows_unknown_types
    }

    /// Whether the inliner may move its operations.
    #[must_use]
    pub fn is_inlinable(&self) -> bool {
        self.inlinable
    }

    /// The reader of its types.
    #[must_use]
    pub fn parse_type(&self) -> Option<ParseType> {
        self.parse_type
    }

    /// The check of its attributes as encodings of tensor types.
    pub(crate) fn check_encoding(&self) -> Option<CheckEncoding> {
        self.check_encoding
    }

    /// The check of discardable attributes with its name.
    pub(crate) fn verify_attr(&self) -> Option<VerifyAttr> {
        self.verify_attr
    }

    /// The reader of its attributes.
    #[must_use]
    pub fn parse_attr(&self) -> Option<ParseAttr> {
        self.parse_attr
    }

    /// The hook that turns constants into operations.
    #[must_use]
    pub fn materialize(&self) -> Option<Materialize> {
        self.materialize
    }
}

impl fmt::Debug for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dialect({})", self.name)
    }
}
