//! Handles: tensors that may not be available yet.
//!
//! A [`TensorHandle`] is 32 bytes: a counted reference to the future tensor (or error), the metadata if it is known before
//! the tensor, and the device. Otherwise the metadata is that of the tensor once it is available, so "metadata known"
//! follows from "tensor available". Cloning costs one reference count; moving leaves nothing behind, so the last owner of a
//! handle can reuse the tensor's buffer.

use std::fmt;

use crate::device::DeviceRef;
use crate::tensor::{Tensor, TensorMetadata};
use crate::value::{AnyRef, AsyncRef, Error, State, Value};

/// A future tensor on a device.
#[derive(Clone, Default)]
pub struct TensorHandle {
    /// The tensor: a payload of type `Tensor`, an error, or pending. `None` after a move.
    tensor: Option<AnyRef>,
    /// Metadata known ahead of the tensor.
    metadata: Option<TensorMetadata>,
    device: DeviceRef,
}

const _: () = assert!(size_of::<TensorHandle>() <= 32);

impl Default for DeviceRef {
    fn default() -> Self {
        DeviceRef::HOST
    }
}

impl TensorHandle {
    /// A handle that was moved out of.
    pub const NULL: TensorHandle = TensorHandle { tensor: None, metadata: None, device: DeviceRef::HOST };

    /// A handle to a tensor in host memory.
    #[inline]
    pub fn new(tensor: impl Into<Tensor>) -> Self {
        Self::from_async(AsyncRef::available(tensor.into()).into_any())
    }

    /// A handle on the host to an async value whose payload is (or will be) a tensor.
    #[inline]
    pub fn from_async(tensor: AnyRef) -> Self {
        TensorHandle { tensor: Some(tensor), metadata: None, device: DeviceRef::HOST }
    }

    /// As [`Self::from_async`], with metadata that is known ahead, on a device.
    #[inline]
    pub fn future(tensor: AnyRef, metadata: Option<TensorMetadata>, device: DeviceRef) -> Self {
        TensorHandle { tensor: Some(tensor), metadata, device }
    }

    /// Sets the tensor's expected metadata, unless it is known.
    pub(super) fn expect_metadata(&mut self, metadata: &TensorMetadata) {
        self.metadata.get_or_insert_with(|| metadata.clone());
    }

    /// A handle that holds an error.
    pub fn error(error: Error) -> Self {
        let (promise, tensor) = AsyncRef::<Tensor>::promise();
        promise.set_error(error);
        Self::from_async(tensor.into_any())
    }

    /// The same tensor said to be on another device.
    pub fn on_device(mut self, device: DeviceRef) -> Self {
        self.device = device;
        self
    }

    /// Whether the handle was moved out of.
    pub fn is_null(&self) -> bool {
        self.tensor.is_none()
    }

    /// The device of the tensor.
    pub fn device(&self) -> DeviceRef {
        self.device
    }

    /// The tensor, if it is there.
    #[inline]
    pub fn tensor(&self) -> Option<&Tensor> {
        self.tensor.as_ref()?.get()
    }

    /// Mutable access to the tensor, if it is available and this is its only reference.
    #[inline]
    pub fn tensor_mut(&mut self) -> Option<&mut Tensor> {
        self.tensor.as_mut()?.get_mut()
    }

    /// The result of the handle, sharing the tensor's elements (the only handle gives up its share); the handle itself if there
    /// is no result yet.
    pub fn into_result(self) -> Result<Result<Tensor, Error>, TensorHandle> {
        if !self.is_available() {
            return Err(self);
        }
        Ok(match (self.tensor(), self.get_error()) {
            (Some(tensor), _) => Ok(tensor.clone()),
            (None, Some(error)) => Err(error.clone()),
            (None, None) if self.is_null() => Err(Error::internal("the tensor handle was moved")),
            (None, None) => Err(Error::internal("the value of the tensor handle is no tensor")),
        })
    }

    /// Whether the tensor is there or known to fail.
    #[inline]
    pub fn is_available(&self) -> bool {
        self.tensor.as_ref().is_none_or(AnyRef::is_available)
    }

    /// The error, if the tensor is an error.
    #[inline]
    pub fn get_error(&self) -> Option<&Error> {
        self.tensor.as_ref()?.error()
    }

    /// Dtype and shape, if they are known.
    #[inline]
    pub fn metadata(&self) -> Option<&TensorMetadata> {
        match &self.metadata {
            Some(metadata) => Some(metadata),
            None => self.tensor().map(Tensor::metadata),
        }
    }

    /// The async value of the tensor.
    #[inline]
    pub fn as_async(&self) -> Option<&AnyRef> {
        self.tensor.as_ref()
    }

    /// The async value of the tensor, by move.
    #[inline]
    pub fn into_async(self) -> Option<AnyRef> {
        self.tensor
    }

    /// As [`Self::into_async`], leaving an empty handle behind.
    #[inline]
    pub fn take_async(&mut self) -> Option<AnyRef> {
        self.metadata = None;
        self.device = DeviceRef::HOST;
        self.tensor.take()
    }

    /// The handle as a value of a program. A handle on the host is its tensor's value.
    pub fn into_value(self) -> Value {
        match self.tensor {
            Some(tensor) if self.device == DeviceRef::HOST => match tensor.error() {
                Some(error) => Value::Error(error.clone()),
                None => Value::Async(tensor),
            },
            tensor => Value::new(TensorHandle { tensor, ..self }),
        }
    }

    /// The async value of a tensor that is there, in host memory, leaving nothing behind: then it is the handle's value in
    /// a program.
    #[inline]
    pub fn take_host_tensor(&mut self) -> Option<AnyRef> {
        let usual = self.device == DeviceRef::HOST
            && self.tensor.as_ref().is_some_and(|tensor| tensor.state() == State::Concrete);
        if usual { self.tensor.take() } else { None }
    }

    /// Makes an empty handle one to a tensor in host memory.
    #[inline]
    pub fn set_host_tensor(&mut self, tensor: AnyRef) {
        self.tensor = Some(tensor);
    }

    /// The handle that a program's value stands for: a tensor, a handle, an error or something to come.
    #[inline]
    pub fn from_value(value: Value) -> Result<TensorHandle, &'static str> {
        match value {
            Value::Async(tensor) => {
                if tensor.get::<Tensor>().is_some() {
                    return Ok(Self::from_async(tensor));
                }
                Self::from_other(tensor)
            }
            Value::Error(error) => Ok(Self::error(error)),
            other => Err(other.describe()),
        }
    }

    #[cold]
    fn from_other(mut value: AnyRef) -> Result<TensorHandle, &'static str> {
        if let Some(handle) = value.get_mut::<TensorHandle>() {
            return Ok(std::mem::take(handle));
        }
        if let Some(handle) = value.get::<TensorHandle>() {
            return Ok(handle.clone());
        }
        // Not available yet, or an error: the reader of the payload checks its type.
        if !value.is_available() || value.error().is_some() {
            return Ok(Self::from_async(value));
        }
        Err(value.payload_type_name())
    }

    /// Calls `f` when the tensor is there, or has failed: at once, or on the thread that makes it so.
    pub fn when_ready(&self, f: impl FnOnce() + Send + 'static) {
        match &self.tensor {
            Some(tensor) => tensor.when_ready(f),
            None => f(),
        }
    }

    /// The printed form, as bytes.
    pub fn print(&self) -> Vec<u8> {
        match self.tensor() {
            Some(tensor) => tensor.print(),
            None => self.to_string().into_bytes(),
        }
    }
}

/// An argument of a program.
impl From<TensorHandle> for Value {
    fn from(handle: TensorHandle) -> Value {
        handle.into_value()
    }
}

/// A result of a program. A tensor in host memory is a value without a handle of its own, so `Value::downcast_ref` finds a
/// [`Tensor`] there.
impl TryFrom<Value> for TensorHandle {
    type Error = Error;

    fn try_from(value: Value) -> Result<TensorHandle, Error> {
        TensorHandle::from_value(value)
            .map_err(|found| Error::internal(format!("expected a tensor handle, but the value is {found}")))
    }
}

/// A result of a program, shared.
impl TryFrom<&Value> for TensorHandle {
    type Error = Error;

    fn try_from(value: &Value) -> Result<TensorHandle, Error> {
        value.clone().try_into()
    }
}

impl fmt::Display for TensorHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("NULL TensorHandle!");
        }
        if let Some(tensor) = self.tensor() {
            return tensor.fmt(f);
        }
        if let Some(error) = self.get_error() {
            return write!(f, "Error TensorHandle: '{}'", error.message());
        }
        match &self.metadata {
            Some(metadata) => write!(f, "future TensorHandle with metadata {metadata}"),
            None => f.write_str("fully future TensorHandle with unresolved metadata"),
        }
    }
}

impl fmt::Debug for TensorHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{DType, DenseHostTensor, Shape};

    fn dense() -> DenseHostTensor {
        DenseHostTensor::from_values(Shape::new(&[2]).unwrap(), &[1i32, 2]).unwrap()
    }

    #[test]
    fn handles_print_their_state() {
        assert_eq!(TensorHandle::default().to_string(), "NULL TensorHandle!");
        let there = TensorHandle::new(dense());
        assert_eq!(there.to_string(), "DenseHostTensor dtype = i32, shape = [2], values = [1, 2]");
        assert_eq!(TensorHandle::error(Error::internal("no")).to_string(), "Error TensorHandle: 'no'");
        let (promise, tensor) = AsyncRef::<Tensor>::promise();
        let unknown = TensorHandle::from_async(tensor.clone().into_any());
        assert_eq!(unknown.to_string(), "fully future TensorHandle with unresolved metadata");
        let metadata = TensorMetadata::new(DType::I32, Shape::new(&[2, 3]).unwrap());
        let known = TensorHandle::future(tensor.into_any(), Some(metadata), DeviceRef::HOST);
        assert_eq!(known.to_string(), "future TensorHandle with metadata i32 [2, 3]");
        promise.set(dense().into());
        assert_eq!(unknown.to_string(), there.to_string());
    }

    #[test]
    fn the_last_handle_may_change_the_tensor() {
        let mut first = TensorHandle::new(dense());
        assert!(first.tensor_mut().is_some());
        let second = first.clone();
        assert!(first.tensor_mut().is_none());
        drop(second);
        let mut back = TensorHandle::from_value(first.into_value()).unwrap();
        assert!(back.tensor_mut().is_some());
    }

    #[test]
    fn other_values_are_no_handles() {
        assert_eq!(TensorHandle::from_value(Value::scalar(1i32)).unwrap_err(), "i32");
        let error = TensorHandle::try_from(Value::scalar(1i32)).unwrap_err();
        assert_eq!(error.message(), "expected a tensor handle, but the value is i32");
        let shared = Value::from(TensorHandle::new(dense()));
        let handles = [0, 1].map(|_| TensorHandle::try_from(&shared).unwrap());
        assert!(
            handles.iter().all(|handle| handle.tensor().is_some())
                && shared.downcast_ref::<Tensor>().is_some()
        );
        assert!(TensorHandle::from_value(Value::new(String::new())).is_err());
    }
}
