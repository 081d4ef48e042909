//! Older names of whole operations, which no dialect declares any more.

use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::syntax::OpParser;

/// Reads an operation whose name is an older one.
pub(crate) fn hook(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Option<Result<(), Failed>> {
    match p.op_name() {
        "func" => Some(renamed(p, state, "func.func", true)),
        // Upstream prints this operation so.
        "corert_sync.executeopcorert_sync.executeop" => {
            Some(renamed(p, state, "corert_sync.executeop", false))
        }
        "corert.print_tensorhandle" if p.at("(") => {
            state.name = p.ctx().ident("corert.print_tensorhandle");
            Some(crate::corert::print_tensor_handle(p, state))
        }
        _ => None,
    }
}

/// Reads the rest as the operation's current form.
fn renamed(p: &mut OpParser<'_, '_>, state: &mut OpState, name: &str, tell: bool) -> Result<(), Failed> {
    let ctx = p.ctx();
    let at = p.name_offset();
    state.name = ctx.ident(name);
    if tell {
        p.remark(at, format!("this is now spelled '{name}'"));
    }
    match ctx.definition(state.name) {
        Some(definition) => p.parse_definition(definition, state),
        None => Err(p.error(at, format!("stands for '{name}', which is not registered"))),
    }
}
