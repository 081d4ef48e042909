//! Attributes of dialects as Rust values: a type for each, which the parser keeps in the attribute
//! ([`AttrKind::Typed`](tfrt_ir::AttrKind)).
//!
//! `of` gives the value back: `DotDimensionNumbers::of(ctx, attribute)`. A value prints as the text behind `#dialect.`; reading that text
//! is left to each dialect.

use std::any::Any;
use std::fmt::{Debug, Display};
use std::hash::Hash;

use tfrt_ir::attributes::TypedAttr;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrClass, AttrConstraint};

/// A value that an attribute of a dialect holds.
pub trait DialectAttr: Any + Eq + Hash + Debug + Display + Send + Sync {
    /// The dialect that the attribute belongs to.
    const DIALECT: &'static str;

    /// The value that an attribute holds, if it is of this kind.
    fn of(ctx: &Context, attr: Attr) -> Option<&Self>
    where
        Self: Sized,
    {
        ctx.typed_data(attr)
    }

    /// The value of an operation's attribute of this name, which may be one of its properties.
    fn named<'c>(op: OpRef<'c>, name: &str) -> Option<&'c Self>
    where
        Self: Sized,
    {
        let property = || op.ctx.dict_get(op.body.properties(op.op)?, op.ctx.ident(name));
        Self::of(op.ctx, op.attr(name).or_else(property)?)
    }

    /// The attribute that holds the value.
    fn into_attr(self, ctx: &Context) -> Attr
    where
        Self: Sized,
    {
        ctx.typed_attr(Self::DIALECT, TypedAttr::new(self))
    }
}

/// An attribute that holds a value of this kind.
pub(crate) fn own<T: DialectAttr>(description: &'static str) -> AttrConstraint {
    AttrConstraint::new(description, AttrClass::Own, |ctx, attr| T::of(ctx, attr).is_some())
}
