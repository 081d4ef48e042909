//! Loops over ranges of numbers, block by block, and calls, on the threads of the work queue; and work that may block.

use tfrt_executor::kernel::{
    ExecCtx, KernelFlags, KernelFrame, KernelRegistry, OperandSpec, Signature, Values,
};
use tfrt_executor::value::{AsyncRef, KernelError, ScalarKind, Value};

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    for name in ["tfrt.parallel_for.i32", "tfrt.parallel_call.i32"] {
        let signature = Signature {
            operands: vec![OperandSpec::Scalar(ScalarKind::I32); 3],
            rest: Some(OperandSpec::Any),
            functions: 1,
            results: vec![OperandSpec::Scalar(ScalarKind::Chain)],
            ..Signature::empty()
        };
        registry.add_raw_with(name, signature, KernelFlags::ASYNC, |frame| match parallel_for(frame) {
            Ok(result) => frame.set_result(0, result),
            Err(error) => frame.fail(error),
        });
    }
    let signature = Signature { functions: 1, ..Signature::any() };
    registry.add_raw_with("tfrt.spawn", signature, KernelFlags::ASYNC, |frame| {
        if let Err(error) = spawn(frame) {
            frame.fail(error);
        }
    });
}

/// Calls the function with the operands in a task.
fn spawn(frame: &mut KernelFrame<'_>) -> Result<(), KernelError> {
    let arguments: Values =
        (0..frame.num_operands()).map(|index| frame.take(index)).collect::<Result<_, _>>()?;
    let values = frame.function(0).call_async(frame.ctx(), arguments);
    if values.len() != frame.num_results() {
        return Err(KernelError::new("the op and its function differ in the number of results"));
    }
    for (index, value) in values.into_iter().enumerate() {
        frame.set_result(index, value);
    }
    Ok(())
}

/// Operands: start, end, block size, then what each block's function gets after its own start and end.
fn parallel_for(frame: &mut KernelFrame<'_>) -> Result<Value, KernelError> {
    let (start, end, block): (i32, i32, i32) = (frame.scalar(0)?, frame.scalar(1)?, frame.scalar(2)?);
    let function = frame.function(0);
    match (function.num_results(), function.result_types().first()) {
        (0, _) | (1, Some(&"!tfrt.chain")) => {}
        _ => return Err(KernelError::new("Invalid parallel body function result types").silent()),
    }
    if start > end {
        return Err(KernelError::new(format!("parallel loop from {start} to {end} runs backwards")));
    }
    let block = u32::try_from(block)
        .ok()
        .filter(|&block| block > 0)
        .ok_or_else(|| KernelError::new(format!("block size must be > 0, but got {block}")))?;
    let arguments: Values =
        (3..frame.num_operands()).map(|index| frame.take(index)).collect::<Result<_, _>>()?;
    Ok(function.call_blocks(frame.ctx(), start..end, block, arguments))
}

/// Queues work that may block; `Err` if there is no thread for it.
pub fn spawn_blocking<T: Send + Sync + 'static>(
    ctx: ExecCtx<'_>,
    f: impl FnOnce() -> Result<T, KernelError> + Send + 'static,
) -> Result<AsyncRef<T>, KernelError> {
    let (promise, result) = AsyncRef::promise();
    let owned = ctx.to_owned();
    let task = move || match owned.run(f) {
        Ok(value) => promise.set(value),
        Err(error) => promise.set_error(error),
    };
    if ctx.enqueue_blocking(true, task) {
        Ok(result)
    } else {
        Err(KernelError::new("Failed to run blocking work."))
    }
}
