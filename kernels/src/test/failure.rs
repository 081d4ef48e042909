//! Kernels that fail, and that cancel.

use tfrt_executor::kernel::{ExecCtx, KernelFlags, KernelRegistry, OperandSpec, Signature};
use tfrt_executor::value::{Chain, KernelError, ScalarKind, Value};

const MESSAGE: &str = "something bad happened";

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add("tfrt_test.fail", || -> Result<i32, KernelError> { Err(KernelError::new(MESSAGE)) });
    let two = Signature { results: vec![OperandSpec::Scalar(ScalarKind::I32); 2], ..Signature::empty() };
    registry.add_raw_with("tfrt_test.partial_fail", two, KernelFlags::NONE, |frame| {
        frame.set_result(0, Value::scalar(1_i32));
        frame.fail(MESSAGE);
    });
    registry.add("tfrt_test.error_chain", || -> Result<Chain, KernelError> {
        Err(KernelError::new("error chain"))
    });
    let handle = Signature { results: vec![OperandSpec::Object], ..Signature::empty() };
    registry.add_raw_with("tfrt_test.error_tensorhandle", handle, KernelFlags::NONE, |frame| {
        frame.fail("invalid tensorhandle");
    });
    registry.add("tfrt_test.cancel", |ctx: ExecCtx<'_>| {
        ctx.request().cancel();
        (0_i32, Chain)
    });
}
