//! The `corert` kernels: op handlers, ops and tensor handles in programs.
//!
//! In a program a tensor handle on the host *is* the async value of its tensor; only handles that hold an error or are on
//! another device are objects of their own. So a handle costs no allocation, and a kernel that is the last user of a
//! handle can reuse its buffer. Ops go through the same core runtime as those of the API.

mod attrs;
mod constants;
mod control;
mod execute;
mod handlers;
mod handles;

pub(crate) use attrs::SharedAttrs;
use tfrt_executor::core_runtime::CoreRuntime;
use tfrt_executor::kernel::{ExecCtx, KernelRegistry};
use tfrt_executor::value::KernelError;

/// Adds the kernels of this folder.
pub fn register(registry: &mut KernelRegistry) {
    attrs::register(registry);
    constants::register(registry);
    control::register(registry);
    execute::register(registry);
    handlers::register(registry);
    handles::register(registry);
}

/// The host's core runtime.
fn runtime(ctx: ExecCtx<'_>) -> Result<CoreRuntime, KernelError> {
    CoreRuntime::of(ctx.host()).ok_or_else(|| KernelError::new("no CoreRuntime available"))
}
