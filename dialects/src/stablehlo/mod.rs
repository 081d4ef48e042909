//! The `stablehlo` dialect: tensor programs as JAX and other frameworks write them.
//!
//! * `elementwise`, `shapes`, `products`, `control` and `communication` declare the operations.
//! * [`attributes`], [`conv`] and [`words`] have the attributes as Rust values; `types` and `constraints` say what operations
//!   take.
//! * `verify` has the rules that declarations cannot say.
//! * `directives` and `forms` have the custom forms that assembly formats cannot say.
//!
//! Printed text is upstream's. The operations do not run: a conversion turns them into ops of the runtime.

pub mod attributes;
pub(crate) mod codec;
mod communication;
pub(crate) mod constraints;
mod control;
pub mod conv;
mod directives;
mod elementwise;
pub(crate) mod forms;
pub mod mesh;
mod products;
mod shapes;
pub(crate) mod types;
pub(crate) mod verify;
pub mod words;

use std::sync::Arc;

use tfrt_bytecode::Codecs;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::{Dialect, DialectSyntaxError};
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::opdef::OpDefinition;

pub use directives::{booleans, i64_array, integers};
pub use types::{bounds, future, future_types, is_token};
pub use verify::{Inferred, inferred_types};

/// Adds the encoding of the dialect's attributes and types.
pub fn add_codec(codecs: &mut Codecs) {
    codecs.add(Arc::new(codec::Stablehlo));
}

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("stablehlo")
        .summary("Tensor programs of machine learning frameworks, in the form in which they are exchanged.")
        .type_hook(parse_type)
        .attr_hook(attributes::parse)
        .encoding_hook(types::check_encoding)
        .materialize_hook(materialize)
        .inlinable()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let mut ops = elementwise::ops();
    ops.extend(shapes::ops());
    ops.extend(products::ops());
    ops.extend(control::ops());
    ops.extend(communication::ops());
    ops.into_iter().map(verify::attach).collect()
}

/// An operation of this dialect.
fn op(name: &'static str, summary: &'static str) -> OpDefinition {
    OpDefinition::new(format!("stablehlo.{name}")).summary(summary).directives(&directives::DIRECTIVES)
}

fn parse_type(ctx: &Context, body: &str) -> Result<Type, DialectSyntaxError> {
    if body.trim() == "token" {
        return Ok(ctx.opaque_type("stablehlo", "token"));
    }
    if body.trim_start().starts_with("future") {
        return types::parse_future(ctx, body);
    }
    Err(DialectSyntaxError { offset: 0, message: format!("unknown stablehlo type: {body}") })
}

fn materialize(ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    let is_tensor = ctx.attr_type(value) == Some(ty) && ctx.type_kind(ty).has_static_shape();
    is_tensor.then(|| {
        OpState::new(ctx.ident("stablehlo.constant"), loc).attr(ctx.ident("value"), value).results(&[ty])
    })
}
