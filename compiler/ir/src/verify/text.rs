//! The form of operations and types in messages.

use crate::context::Context;
use crate::handles::Type;
use crate::op_ref::OpRef;
use crate::syntax::{PrintOptions, operation_text_with, type_to_string};

/// A type.
pub(super) fn ty(ctx: &Context, ty: Type) -> String {
    type_to_string(ctx, ty)
}

/// An operation in generic form, with the names that values have below the operation `around` it.
pub(super) fn op(around: OpRef<'_>, op: OpRef<'_>) -> String {
    operation_text_with(around, op, &PrintOptions::for_messages())
}
