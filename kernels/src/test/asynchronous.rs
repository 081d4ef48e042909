//! Work that is queued, that blocks, or that waits.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use tfrt_executor::kernel::{Attr, ExecCtx, KernelFlags, KernelFrame, KernelRegistry, Signature, Values};
use tfrt_executor::output::print_line;
use tfrt_executor::value::{AsyncRef, Chain, KernelError, Scalar, Value, indirect};

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry
        .add("tfrt_test.async_constant.i1", |value: Attr<bool>, ctx: ExecCtx<'_>| ctx.spawn(move || value.0));
    registry
        .add("tfrt_test.async_constant.i32", |value: Attr<i32>, ctx: ExecCtx<'_>| ctx.spawn(move || value.0));
    registry.add("tfrt_test.async_add.i32", |a: i32, b: i32, ctx: ExecCtx<'_>| {
        ctx.spawn(move || a.wrapping_add(b))
    });
    registry.add("tfrt_test.async_copy.i32", |value: i32, ctx: ExecCtx<'_>| ctx.spawn(move || value));
    // The same through a result that exists before its task.
    registry.add("tfrt_test.async_copy_2.i32", |value: i32, ctx: ExecCtx<'_>| {
        let (promise, result) = AsyncRef::promise();
        ctx.enqueue(move || promise.set(value));
        result
    });
    registry
        .add("tfrt_test.async_copy.with_delay.i32", |value: i32, ctx: ExecCtx<'_>| delayed_copy(value, ctx));
    registry
        .add("tfrt_test.async_copy.with_delay.i64", |value: i64, ctx: ExecCtx<'_>| delayed_copy(value, ctx));
    registry.add("tfrt_test.copy.with_delay.i32", |value: i32| {
        std::thread::sleep(delay());
        value
    });
    registry.add("tfrt_test.copy.with_delay.i64", |value: i64| {
        std::thread::sleep(delay());
        value
    });
    registry.add("tfrt_test.usleep", |micros: i32, ctx: ExecCtx<'_>| {
        if !ctx.enqueue_blocking(true, move || sleep_and_tell(micros)) {
            refused();
        }
    });
    registry.add("tfrt_test.blocking.usleep", |micros: i32, ctx: ExecCtx<'_>| {
        let (promise, result) = AsyncRef::promise();
        let task = move || {
            sleep_and_tell(micros);
            promise.set(Chain);
        };
        // A task that is refused is dropped with its promise, which makes the chain an error.
        if !ctx.enqueue_blocking(true, task) {
            refused();
        }
        result
    });
    registry.add("tfrt_test.quiesce", |ctx: ExecCtx<'_>| {
        ctx.host().quiesce();
        Chain
    });
    registry.add("tfrt_test.as_chain", || Chain);
    let signature = Signature { functions: 1, ..Signature::any() };
    registry.add_raw_with("tfrt_test.do.async", signature, KernelFlags::ASYNC, |frame| {
        if let Err(error) = do_async(frame) {
            frame.fail(error);
        }
    });
    registry.add("tfrt_test.report_error_async", |ctx: ExecCtx<'_>| ctx.spawn_result::<i32>(fail_later));
    registry.add("tfrt_test.report_error_concrete_async", |value: i32, ctx: ExecCtx<'_>| {
        ctx.spawn_result(move || if value == 0 { Ok(0) } else { fail_later() })
    });
    registry.add("tfrt_test.report_error_indirect_async", |value: i32, ctx: ExecCtx<'_>| {
        let (promise, result) = indirect();
        let owned = ctx.to_owned();
        ctx.enqueue(move || {
            if value == 0 {
                promise.forward(Value::scalar(i32::default()));
            } else {
                promise.set_error(owned.report("something bad happened asynchronously"));
            }
        });
        Value::from(result)
    });
}

fn fail_later() -> Result<i32, KernelError> {
    Err(KernelError::new("something bad happened asynchronously"))
}

fn delayed_copy<T: Scalar>(value: T, ctx: ExecCtx<'_>) -> AsyncRef<T> {
    ctx.spawn(move || {
        std::thread::sleep(delay());
        value
    })
}

/// One to ten milliseconds.
fn delay() -> Duration {
    // Every `RandomState` has other keys.
    Duration::from_millis(1 + RandomState::new().build_hasher().finish() % 10)
}

fn sleep_and_tell(micros: i32) {
    std::thread::sleep(Duration::from_micros(u64::try_from(micros).unwrap_or(0)));
    print_line(format!("Slept for {micros} microseconds"));
}

fn refused() {
    eprintln!("Failed to enqueue blocking work. Maximum number of pending blocking tasks reached.");
}

fn do_async(frame: &mut KernelFrame<'_>) -> Result<(), KernelError> {
    let arguments: Values =
        (0..frame.num_operands()).map(|index| frame.take(index)).collect::<Result<_, _>>()?;
    let results = frame.function(0).call_async(frame.ctx(), arguments);
    set_results(frame, results)
}

/// Sets all results to the values a function gave.
pub(super) fn set_results(frame: &mut KernelFrame<'_>, values: Values) -> Result<(), KernelError> {
    if values.len() < frame.num_results() {
        return Err(KernelError::new("the op has more results than its function"));
    }
    for (index, value) in values.into_iter().take(frame.num_results()).enumerate() {
        frame.set_result(index, value);
    }
    Ok(())
}
