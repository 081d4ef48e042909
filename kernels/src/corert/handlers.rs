//! Op handlers in programs.

use std::sync::Arc;

use tfrt_executor::core_runtime::{LoggingOpHandler, NullOpHandler, OpHandlerRef};
use tfrt_executor::kernel::{Attr, AttrStr, ExecCtx, KernelRegistry, Out};
use tfrt_executor::value::{Chain, KernelError};

use super::runtime;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    registry.add(
        "corert.create_null_op_handler",
        |ctx: ExecCtx<'_>| -> Result<Out<OpHandlerRef>, KernelError> {
            invalid_runtime(ctx)?;
            Ok(Out(Arc::new(NullOpHandler)))
        },
    );
    registry.add(
        "corert.create_cpu_op_handler",
        |fallback: &OpHandlerRef, ctx: ExecCtx<'_>| -> Result<Out<OpHandlerRef>, KernelError> {
            invalid_runtime(ctx)?;
            Ok(Out(runtime(ctx)?.state().cpu_handler(fallback.clone())))
        },
    );
    registry.add(
        "corert.create_cpu_op_handler_with_ordinal",
        |fallback: &OpHandlerRef, ordinal: i32, ctx: ExecCtx<'_>| -> Result<Out<OpHandlerRef>, KernelError> {
            invalid_runtime(ctx)?;
            let runtime = runtime(ctx)?;
            runtime.state().devices.add(&format!("CPU:{ordinal}"), "cpu");
            Ok(Out(runtime.state().cpu_handler(fallback.clone())))
        },
    );
    registry.add(
        "corert.create_logging_op_handler",
        |fallback: &OpHandlerRef, results: Attr<bool>| -> Result<Out<OpHandlerRef>, KernelError> {
            match LoggingOpHandler::new(fallback.clone(), results.0) {
                Ok(handler) => Ok(Out(Arc::new(handler))),
                Err(error) => Err(KernelError::new(error.into_message())),
            }
        },
    );
    registry.add(
        "corert.register_op_handler",
        |handler: &OpHandlerRef, name: AttrStr<'_>, ctx: ExecCtx<'_>| -> Result<Chain, KernelError> {
            // The first handler of a name stays, silently.
            runtime(ctx)?.state().register_handler(&name.to_text(), handler.clone());
            Ok(Chain)
        },
    );
    registry.add(
        "corert.get_op_handler",
        |name: AttrStr<'_>, ctx: ExecCtx<'_>| -> Result<Out<OpHandlerRef>, KernelError> {
            let name = name.to_text();
            let handler = runtime(ctx)?.handler(&name);
            handler.map(Out).ok_or_else(|| KernelError::new(format!("op_handler not found: {name}")))
        },
    );
}

fn invalid_runtime(ctx: ExecCtx<'_>) -> Result<(), KernelError> {
    runtime(ctx).map(drop).map_err(|_| KernelError::new("Invalid Runtime"))
}
