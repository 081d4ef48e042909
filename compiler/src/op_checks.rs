//! Checks that ops run by name are used as they are defined, before a program runs: each op has a definition, its attributes are among those of the
//! definition and of their kinds, and the numbers of arguments and results fit.
//!
//! A program that is compiled to run may not have faults of this kind. One that is translated as it is written may, because it may handle the error
//! of its op; there they are warnings.

use tfrt_ir::OpRef;
use tfrt_ir::diagnostics::{Diagnostics, Failed, Severity};
use tfrt_ir::module::Module;

/// Reports each fault with this severity, at its place.
///
/// # Errors
/// There is a fault, and faults are errors.
pub fn check_ops(module: &Module, severity: Severity, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let ctx = module.ctx();
    let mut result = Ok(());
    module.contents().walk(&mut |body, op| {
        let op = OpRef { ctx, body, op };
        if let Some(fault) = tfrt_dialects::op_fault(op) {
            match severity {
                Severity::Error => {
                    diagnostics.error(op.loc(), fault);
                    result = Err(Failed);
                }
                _ => {
                    diagnostics.warning(op.loc(), fault);
                }
            }
        }
    });
    result
}
