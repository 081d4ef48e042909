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
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::host::Host;
use tfrt_executor::kernel::{ExecCtx, KernelRegistry};
use tfrt_executor::program::Program;
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

/// Gives a host the core runtime with all ops of this crate, for a program that is about to run on it. A program that
/// registers no op handler itself finds a `cpu` handler over one that knows no op.
pub fn prepare_host(host: &Host, program: &Program) -> CoreRuntime {
    let runtime = CoreRuntime::install(host, OpRegistry::filled_by(crate::ops::register_ops));
    let registers =
        program.file().kernel_name_views().any(|kernel| kernel.name == "corert.register_op_handler");
    if !registers {
        runtime.state().register_default_handlers();
    }
    runtime
}

/// The host's core runtime.
fn runtime(ctx: ExecCtx<'_>) -> Result<CoreRuntime, KernelError> {
    CoreRuntime::of(ctx.host()).ok_or_else(|| KernelError::new("no CoreRuntime available"))
}
