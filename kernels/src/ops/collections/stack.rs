//! Stacks of tensors: `tf.StackV2`, `tf.StackPushV2`, `tf.StackPopV2`, `tf.StackCloseV2`. Gradients of older loops keep the values of the
//! forward pass in them.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DeviceTensor, Shape, Tensor, TensorMetadata, TensorType};

use crate::ops::index_arguments::number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new().resources().strings().side_effects();
    ops.add("tf.StackV2", entry().dispatch(make));
    ops.add("tf.StackPushV2", entry().dispatch(push));
    ops.add("tf.StackPopV2", entry().dispatch(pop));
    ops.add("tf.StackCloseV2", entry().dispatch(close));
}

/// A stack; closing it removes its items.
#[derive(Debug)]
struct Stack {
    metadata: TensorMetadata,
    element: DType,
    most: Option<usize>,
    items: Mutex<Option<Vec<Tensor>>>,
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.items.lock().as_ref().map_or(0, Vec::len);
        write!(f, "Stack dtype = {}, items = {count}", self.element.label())
    }
}

impl DeviceTensor for Stack {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("Stack")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn make(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let most = usize::try_from(number(frame, 0, "max_size")?).ok();
    let element = frame.attrs().get_dtype("elem_type").ok_or("missing 'elem_type' attribute")?;
    let metadata = TensorMetadata::new(DType::Resource, Shape::scalar());
    let stack = Stack { metadata, element, most, items: Mutex::new(Some(Vec::new())) };
    frame.set(0, Tensor::Device(Arc::new(stack)));
    Ok(())
}

fn stack<'f>(frame: &'f DispatchFrame<'_>) -> Result<&'f Stack, OpError> {
    let tensor = frame.tensor(0)?;
    let found = match tensor {
        Tensor::Device(device) => device.as_any().downcast_ref(),
        _ => None,
    };
    found.ok_or_else(|| {
        format!("argument 0 must be the handle of a Stack, but is a {}", tensor.tensor_type()).into()
    })
}

fn push(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let item = frame.tensor(1)?.clone();
    let stack = stack(frame)?;
    if item.dtype() != stack.element {
        return Err(
            format!("Must have type {} but got {}", stack.element.label(), item.dtype().label()).into()
        );
    }
    let mut guard = stack.items.lock();
    let items = guard.as_mut().ok_or("Stack has already been closed.")?;
    if stack.most.is_some_and(|most| items.len() >= most) {
        return Err(format!("Stack overflowed its max_size ({})", items.len()).into());
    }
    items.push(item.clone());
    drop(guard);
    frame.set(0, item);
    Ok(())
}

fn pop(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let stack = stack(frame)?;
    let mut guard = stack.items.lock();
    let items = guard.as_mut().ok_or("Stack has already been closed.")?;
    let item = items.pop().ok_or("Stack is empty when calling Pop().")?;
    drop(guard);
    frame.set(0, item);
    Ok(())
}

fn close(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    stack(frame)?.items.lock().take();
    Ok(())
}
