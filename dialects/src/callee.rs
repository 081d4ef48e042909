//! Look-up of the function that an operation names.

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::OpVerifier;

/// A function that an operation names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee<'a> {
    pub(crate) name: &'a str,
    pub(crate) inputs: &'a [Type],
    pub(crate) results: &'a [Type],
}

/// The message for a symbol that does not name a function.
pub(crate) const NOT_A_FUNCTION: &str = "'{}' does not reference a valid function";

/// The function that the symbol attribute `attr` of an operation names; reports if there is none, by [`NOT_A_FUNCTION`]. Nothing
/// when the module is not in sight. The operation's declaration must demand that attribute.
pub(crate) fn resolve<'a>(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'a>,
    attr: &str,
) -> Result<Option<Callee<'a>>, Failed> {
    let Some(symbol) = op.attr(attr).and_then(|symbol| op.ctx.flat_symbol(symbol)) else { return Ok(None) };
    if !verifier.sees_symbols() {
        return Ok(None);
    }
    let name = op.ctx.str(symbol);
    let function = verifier.lookup_symbol(op, symbol).and_then(|function| signature(op.ctx, function));
    match function {
        Some((inputs, results)) => Ok(Some(Callee { name, inputs, results })),
        None => Err(verifier.op_error(op, format!("'{name}' does not reference a valid function"))),
    }
}

/// The argument and result types of a `func.func`; `None` for anything else.
pub(crate) fn signature<'c>(ctx: &'c Context, function: OpRef<'_>) -> Option<(&'c [Type], &'c [Type])> {
    if function.name_str() != "func.func" {
        return None;
    }
    match ctx.type_kind(ctx.attr_as_type(function.attr("function_type")?)?) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// Whether two sequences of types are equal.
pub(crate) fn same_types(types: impl Iterator<Item = Type>, wanted: &[Type]) -> bool {
    types.eq(wanted.iter().copied())
}
