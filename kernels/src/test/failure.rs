//! Kernels that fail, and that cancel.

use tfrt_executor::kernel::{ExecCtx, KernelRegistry};
use tfrt_executor::value::{Chain, KernelError, Value};

const MESSAGE: &str = "something bad happened";

/// Adds the kernels and native functions of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add("tfrt_test.fail", || -> Result<i32, KernelError> { Err(KernelError::new(MESSAGE)) });
    registry.add_raw("tfrt_test.partial_fail", |frame| {
        if frame.num_results() > 0 {
            frame.set_result(0, Value::scalar(1_i32));
        }
        frame.fail(MESSAGE);
    });
    registry.add("tfrt_test.error_chain", || -> Result<Chain, KernelError> {
        Err(KernelError::new("error chain"))
    });
    registry.add_raw("tfrt_test.error_tensorhandle", |frame| frame.fail("invalid tensorhandle"));
    registry.add("tfrt_test.cancel", |ctx: ExecCtx<'_>| {
        ctx.request().cancel();
        (0_i32, Chain)
    });
}
