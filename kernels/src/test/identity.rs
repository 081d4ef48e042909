//! Kernels that return their operands unchanged, and kernels that test whether a value has other references.

use tfrt_executor::kernel::{KernelFlags, KernelFrame, KernelRegistry, Signature};
use tfrt_executor::value::{KernelError, Value, indirect};

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    let mut add = |name: &str, kernel: fn(&mut KernelFrame<'_>) -> Result<(), KernelError>| {
        registry.add_raw_with(name, Signature::any(), KernelFlags::WANTS_OBJECTS, move |frame| {
            if let Err(error) = kernel(frame) {
                frame.fail(error);
            }
        });
    };
    // The first operand only orders.
    add("tfrt_test.identity", |frame| pass_on(frame, 1));
    add("tfrt_test.multi_arg_result", |frame| pass_on(frame, 0));
    add("tfrt_test.make_indirect", |frame| {
        for index in 0..frame.num_results() {
            let (promise, value) = indirect();
            promise.forward(operand(frame, index)?);
            frame.set_result(index, value);
        }
        Ok(())
    });
    add("tfrt_test.share_to_two", |frame| {
        let value = operand(frame, 0)?;
        for index in 0..frame.num_results() {
            frame.set_result(index, value.clone());
        }
        Ok(())
    });
    add("tfrt_test.get_uniqueness", |frame| {
        for index in 0..frame.num_results() {
            check_operand(frame, index)?;
            let unique = frame.is_unique(index);
            frame.set_result(index, Value::scalar(unique));
        }
        Ok(())
    });
}

fn pass_on(frame: &mut KernelFrame<'_>, first: usize) -> Result<(), KernelError> {
    for index in 0..frame.num_results() {
        let value = operand(frame, first + index)?;
        frame.set_result(index, value);
    }
    Ok(())
}

fn operand(frame: &mut KernelFrame<'_>, index: usize) -> Result<Value, KernelError> {
    check_operand(frame, index)?;
    frame.take(index)
}

fn check_operand(frame: &KernelFrame<'_>, index: usize) -> Result<(), KernelError> {
    if index < frame.num_operands() {
        Ok(())
    } else {
        Err(KernelError::new("the op has more results than operands"))
    }
}
