//! The one call that melior does not wrap: parsing bytes that may not be text.
#![expect(unsafe_code, reason = "melior parses only text, and bytecode is none")]

use melior::ir::Module;
use mlir_sys::{MlirStringRef, mlirModuleCreateParse};

/// A module from text or bytecode; nothing if upstream cannot read it, after reporting why.
pub(super) fn parse<'c>(context: &'c melior::Context, bytes: &[u8]) -> Option<Module<'c>> {
    // The text parser reads one byte beyond the end, which has to be zero.
    let mut terminated = Vec::with_capacity(bytes.len() + 1);
    terminated.extend_from_slice(bytes);
    terminated.push(0);
    let source = MlirStringRef { data: terminated.as_ptr().cast(), length: bytes.len() };
    // SAFETY: `source` refers to `length` bytes with a zero behind them, which live until the call is over and which it does not
    // keep; the context is a live one, and outlives the module by its lifetime. The module has no other owner.
    unsafe { Module::from_option_raw(mlirModuleCreateParse(context.to_raw(), source)) }
}
