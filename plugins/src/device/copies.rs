//! Copies between a device and the host, and between two devices of a platform.
//!
//! Dependencies between streams order copies and kernels: a copy to a device waits for the kernels before it, because they may have
//! used its memory, and the kernels after it wait for the copy. The source of a copy stays alive until the stream's callback says that
//! the copy is done. The destination of a copy to the host is host memory of the plugin, if there is any; a copy from the host reads
//! the tensor in place, which may be in any memory. No thread of the host waits, except where a caller asks for a tensor at once.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::cell::Cell;
use std::sync::Arc;

use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::tensor::{DenseHostTensor, Tensor};
use tfrt_executor::trace::{self, Level};

use super::device::{COMPUTE, Device, ON_DEVICE, TO_DEVICE, TO_HOST};
use super::platform::CallbackArgument;
use super::tensor::PluginTensor;
use crate::status::Status;

thread_local! {
    static IN_CALLBACK: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is in a callback of a stream, where no function of the plugin may be called.
pub(super) fn in_callback() -> bool {
    IN_CALLBACK.get()
}

impl Device {
    /// Lets a stream call back when it comes to it; at once, after waiting, if the plugin cannot.
    pub(super) fn when_reached(&self, stream: usize, then: impl FnOnce() + Send + 'static) {
        type Callback = Box<dyn FnOnce() + Send>;
        /// # Safety
        /// `argument` is the address of a boxed callback that was given up for this call.
        unsafe extern "C" fn call_back(argument: CallbackArgument, _status: *mut Status) {
            // SAFETY: the argument is the box that was given to the stream, which calls back once.
            let then = unsafe { Box::from_raw(argument.cast::<Callback>()) };
            let outer = IN_CALLBACK.replace(true);
            crate::exports::guard("host callback", then);
            IN_CALLBACK.set(outer);
        }
        let argument = Box::into_raw(Box::new(Box::new(then) as Callback));
        // SAFETY: the device's own stream; the argument lives until it is called back.
        let accepted = self.executor().host_callback.is_some_and(|function| unsafe {
            function(self.device, self.streams[stream], Some(call_back), argument.cast()) != 0
        });
        if !accepted {
            let _ = self.synchronize();
            // SAFETY: the stream did not take the argument.
            unsafe { Box::from_raw(argument)() };
        }
    }

    /// Copies a tensor of the host to the device. Kernels that are started after this see it.
    ///
    /// # Errors
    /// It is no dense tensor, there is no memory, or the plugin fails.
    pub fn upload(&'static self, tensor: &Tensor) -> Result<Tensor, String> {
        let dense = match tensor {
            Tensor::Dense(dense) => dense.clone(),
            Tensor::Scalar(scalar) => scalar.to_dense().map_err(|error| error.to_string())?,
            other => return Err(format!("a {} cannot be copied to {}", other.tensor_type(), self.name)),
        };
        let size = dense.bytes().len() as u64;
        let _scope = trace::scope(Level::Verbose, || format!("CopyToDevice: {size} bytes to {}", self.name));
        let memory = self.memory(size).ok_or_else(|| self.out_of_memory(size))?;
        self.set_busy();
        if size > 0 {
            self.wait_for(TO_DEVICE, COMPUTE)?;
            let mut base = memory.base;
            self.run("memcpy_htod", self.executor().memcpy_htod, |function, status| {
                let from = dense.bytes().as_ptr().cast();
                // SAFETY: both have `size` bytes; they live until the stream calls back.
                unsafe { function(self.device, self.streams[TO_DEVICE], &raw mut base, from, size, status) };
            })?;
            // The device's memory needs no reference: its next user comes after this copy on the kernels' stream.
            let keep = dense.clone();
            self.when_reached(TO_DEVICE, move || drop(keep));
            self.behind(self.wait_for(COMPUTE, TO_DEVICE), self)?;
        }
        Ok(PluginTensor::new(dense.metadata().clone(), memory).into_tensor())
    }

    /// Copies a tensor of this device to the host; `done` gets it, on the work queue, when the copy is there.
    pub fn download(
        &'static self,
        tensor: &Arc<PluginTensor>,
        context: Arc<dyn OpContext>,
        done: impl FnOnce(Result<Tensor, String>) + Send + 'static,
    ) {
        let metadata = &tensor.metadata;
        let size = metadata.shape.num_elements() * metadata.dtype.size().unwrap_or(0);
        let place = match self.host_buffer(size) {
            Some(buffer) => DenseHostTensor::from_buffer(metadata.clone(), buffer),
            None => DenseHostTensor::uninitialized(metadata.clone()),
        };
        let started = place.map_err(|error| error.to_string()).and_then(|dense| {
            let size = dense.bytes().len() as u64;
            let _scope =
                trace::scope(Level::Verbose, || format!("CopyToHost: {size} bytes from {}", self.name));
            self.wait_for(TO_HOST, COMPUTE)?;
            self.run("memcpy_dtoh", self.executor().memcpy_dtoh, |function, status| {
                let to = dense.buffer().as_ptr().as_ptr().cast();
                // SAFETY: both have `size` bytes and live until the stream calls back; the host's tensor is new and
                // has no other references.
                unsafe { function(self.device, self.streams[TO_HOST], to, tensor.base(), size, status) };
            })?;
            Ok(dense)
        });
        match started {
            Err(message) => done(Err(message)),
            Ok(dense) => {
                let (device, memory) = (self, tensor.clone());
                // The stream's thread only passes on: a plugin need not expect calls from its own callback.
                self.when_reached(TO_HOST, move || {
                    context.enqueue(Box::new(move || {
                        drop(memory);
                        let in_order =
                            device.check_stream(COMPUTE).and_then(|()| device.check_stream(TO_HOST));
                        done(in_order.map(|()| Tensor::Dense(dense)));
                    }));
                });
            }
        }
    }

    /// Copies a tensor of this device to the host, and waits for it.
    ///
    /// # Errors
    /// There is no memory, or the plugin fails.
    pub fn download_now(&self, tensor: &PluginTensor) -> Result<Tensor, String> {
        let dense =
            DenseHostTensor::uninitialized(tensor.metadata.clone()).map_err(|error| error.to_string())?;
        self.synchronize()?;
        self.check_stream(COMPUTE)?;
        self.run("sync_memcpy_dtoh", self.executor().sync_memcpy_dtoh, |function, status| {
            let (to, size) = (dense.buffer().as_ptr().as_ptr().cast(), dense.bytes().len() as u64);
            // SAFETY: both have `size` bytes; the host's tensor is new and has no other references.
            unsafe { function(self.device, to, tensor.base(), size, status) };
        })?;
        Ok(Tensor::Dense(dense))
    }

    /// Copies a tensor of another device of the platform to this one, by the stream that the other has for this. Kernels that
    /// are started after this see it.
    ///
    /// # Errors
    /// The two cannot copy to each other, there is no memory, or the plugin fails. Then the way over the host is left.
    pub(super) fn copy_from(&'static self, tensor: &Arc<PluginTensor>) -> Result<Tensor, String> {
        let source = tensor.on();
        if !self.is_sibling_of(source) || source.executor().memcpy_dtod.is_none() {
            return Err(format!("{} does not copy to {}", source.name, self.name));
        }
        let size = tensor.base().size;
        let _scope = trace::scope(Level::Verbose, || {
            format!("CopyBetweenDevices: {size} bytes from {} to {}", source.name, self.name)
        });
        let memory = self.memory(size).ok_or_else(|| self.out_of_memory(size))?;
        source.set_busy();
        self.set_busy();
        if size > 0 {
            let stream = source.streams[ON_DEVICE];
            source.depend(stream, source.streams[COMPUTE])?;
            source.depend(stream, self.streams[COMPUTE])?;
            let mut base = memory.base;
            source.run("memcpy_dtod", source.executor().memcpy_dtod, |function, status| {
                let from: *const _ = tensor.base();
                // SAFETY: both have `size` bytes; the source lives until the stream calls back, and the next user of the
                // copy's memory comes after it on the kernels' stream.
                unsafe { function(source.device, stream, &raw mut base, from, size, status) };
            })?;
            let keep = tensor.clone();
            source.when_reached(ON_DEVICE, move || drop(keep));
            self.behind(self.depend(self.streams[COMPUTE], stream), source)?;
        }
        Ok(PluginTensor::new(tensor.metadata.clone(), memory).into_tensor())
    }

    /// Makes the kernels' stream wait for a copy to this device that `copying` has been given. If that fails, this waits for the
    /// copy: its memory must not be reused before it is done.
    fn behind(&self, waits: Result<(), String>, copying: &Device) -> Result<(), String> {
        if waits.is_err() {
            let _ = copying.synchronize();
        }
        waits
    }

    pub(super) fn out_of_memory(&self, size: u64) -> String {
        format!("OOM when allocating {size} bytes on {}", self.name)
    }
}
