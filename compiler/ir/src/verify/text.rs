//! Operations and types as messages show them.

use crate::context::Context;
use crate::handles::Type;
use crate::op_ref::OpRef;
use crate::syntax::{operation_text, type_to_string};

/// A type.
pub(super) fn ty(ctx: &Context, ty: Type) -> String {
    type_to_string(ctx, ty)
}

/// An operation in generic form, without what is around it.
pub(super) fn op(op: OpRef<'_>) -> String {
    operation_text(op)
}
