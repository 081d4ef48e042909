//! The `ub` dialect: values on which nothing may depend, and places that are never reached.
//!
//! A pass that removes the computation of an unused value puts `ub.poison` where the program still needs an operand. These operations do
//! not run.

use tfrt_ir::AttrKind;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::{Dialect, DialectSyntaxError};
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::syntax::{OpParser, OpPrinter};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("ub")
        .summary(
            "MLIR's undefined behaviour: values on which nothing may depend, and places that are never reached. Its operations do \
             not run.",
        )
        .attr_hook(parse_attr)
        .materialize_hook(materialize)
        .inlinable()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    vec![
        OpDefinition::new("ub.poison")
            .summary("A value on which nothing may depend.")
            .optional_attribute(
                "value",
                AttrConstraint::new("an implementation of PoisonAttrInterface", AttrClass::Own, is_poison),
            )
            .result("result", TypeConstraint::any())
            .traits(Traits::PURE | Traits::CONSTANT_LIKE)
            .parse_hook(parse_poison)
            .print_hook(print_poison),
        OpDefinition::new("ub.unreachable")
            .summary("Ends a block that is never reached.")
            .traits(Traits::TERMINATOR)
            .format("attr-dict"),
    ]
}

/// `#ub.poison`
fn poison_attr(ctx: &Context) -> Attr {
    ctx.opaque_attr("ub", "poison")
}

/// Whether an attribute is `#ub.poison`.
pub(crate) fn is_poison(ctx: &Context, attr: Attr) -> bool {
    matches!(ctx.attr_kind(attr), AttrKind::Opaque { dialect, body, .. } if ctx.str(*dialect) == "ub" && &**body == "poison")
}

/// A poison value of a type.
#[must_use]
pub fn poison(ctx: &Context, ty: Type, loc: Loc) -> OpState {
    OpState::new(ctx.ident("ub.poison"), loc).attr(ctx.ident("value"), poison_attr(ctx)).results(&[ty])
}

/// The end of a block that is never reached.
#[must_use]
pub fn unreachable(ctx: &Context, loc: Loc) -> OpState {
    OpState::new(ctx.ident("ub.unreachable"), loc)
}

/// The operation for a constant of this dialect.
pub(crate) fn materialize(ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    is_poison(ctx, value).then(|| poison(ctx, ty, loc))
}

fn parse_attr(ctx: &Context, body: &str) -> Result<Attr, DialectSyntaxError> {
    if body == "poison" {
        return Ok(poison_attr(ctx));
    }
    let end = body.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(body.len());
    let message = format!("unknown attribute `{}` in dialect `ub`", &body[..end]);
    Err(DialectSyntaxError { offset: 0, message })
}

/// `attr-dict [<value>] : T`
fn parse_poison(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    p.attr_dict(&mut state.attrs)?;
    let mut value = poison_attr(ctx);
    if p.optional_less() {
        let at = p.offset();
        value = p.attribute(None)?;
        if !is_poison(ctx, value) {
            return Err(p.error(at, "invalid kind of attribute specified"));
        }
        p.greater()?;
    }
    state.attrs.push((ctx.ident("value"), value));
    state.result_types.push(p.colon_type()?);
    Ok(())
}

fn print_poison(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.attr_dict(op, &["value"]);
    p.text(" : ");
    p.types(op.result_types());
}
