//! One device: its streams, its memory, and copies between it and the host.
//!
//! Copies are ordered against kernels by dependencies between streams: a copy to the device waits for the kernels before it, as
//! its memory may have been theirs, and the kernels after it wait for the copy. What a copy reads stays alive until the
//! stream's callback says that it is done. Memory that is not from a pool is given back when the kernels that may use it
//! are done, which an event on their stream tells.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, Tensor, TensorType};
use tfrt_executor::trace::{self, Level};

use super::call::call;
use super::platform::{CallbackArgument, Platform, Roomy};
use super::pool::{ALIGNMENT, Pool};
use super::tensor::{DeviceMemory, PluginTensor};
use crate::abi::Ptr;
use crate::abi::stream_executor::{
    SE_CreateDeviceParams, SE_EVENT_COMPLETE, SE_EVENT_ERROR, SP_Device, SP_DeviceMemoryBase, SP_Event,
    SP_StreamExecutor, Sized0,
};
use crate::kernel::KernelDevice;
use crate::status::{Code, Status};
use crate::tensor::{Memory, TfTensor};

/// The first region of a pool has this size; each further one twice that of the one before.
const FIRST_REGION: u64 = 2 << 20;

/// How much memory of a device tensors hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeviceStatistics {
    /// Allocations so far.
    pub allocations: u64,
    /// Live allocations.
    pub live: u64,
    /// Bytes of live allocations.
    pub bytes: u64,
    /// The most of them at a time.
    pub peak_bytes: u64,
    /// Bytes that were taken from the plugin.
    pub reserved_bytes: u64,
}

#[derive(Debug, Default)]
struct Allocator {
    pool: Option<Pool>,
    next_region: u64,
    /// Memory that waits for an event on the kernels' stream.
    deferred: VecDeque<(SP_Event, SP_DeviceMemoryBase)>,
    /// Events to be used again.
    events: Vec<SP_Event>,
    statistics: DeviceStatistics,
}

/// A device.
pub struct Device {
    /// `MY_DEVICE:0`.
    pub name: String,
    /// `/job:localhost/replica:0/task:0/device:MY_DEVICE:0`.
    pub full_name: String,
    /// Its number among those of its type.
    pub ordinal: i32,
    /// What the plugin says it is.
    pub hardware: String,
    /// Who makes it.
    pub vendor: String,
    pub(super) device_ref: DeviceRef,
    pub(super) tensor_type: TensorType,
    platform: &'static Platform,
    device: *const SP_Device,
    /// For kernels; host to device; device to host; on the device.
    streams: [Ptr; 4],
    allocator: Mutex<Allocator>,
    /// Whether anything was sent to the streams since they were known to be done.
    is_busy: AtomicBool,
}

const COMPUTE: usize = 0;
const TO_DEVICE: usize = 1;
const TO_HOST: usize = 2;

// SAFETY: TensorFlow's contract: devices and streams are used from any thread.
unsafe impl Send for Device {}
// SAFETY: as above.
unsafe impl Sync for Device {}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl Device {
    /// Makes a device of a platform, with its streams.
    pub(super) fn create(platform: &'static Platform, ordinal: i32) -> Result<Device, String> {
        let name = format!("{}:{ordinal}", platform.device_type);
        let create = platform.fns.create_device.ok_or("create_device is missing")?;
        let mut params = SE_CreateDeviceParams::cleared();
        params.ordinal = ordinal;
        params.device = Roomy::<SP_Device>::leak();
        // SAFETY: the function is the platform's own; the structs are cleared and stay for ever.
        let device = unsafe {
            (*params.device).ordinal = ordinal;
            call(&format!("create_device for {name} failed"), |status| {
                create(platform.platform, &raw mut params, status);
            })?;
            params.device.cast_const()
        };
        // SAFETY: the plugin filled in the struct; its strings are terminated or null.
        let (hardware, vendor) = unsafe {
            let given = *device;
            if given.struct_size == 0 {
                return Err(format!("SP_Device of {name}: 'struct_size' is not set"));
            }
            (crate::exports::text(given.hardware_name), crate::exports::text(given.device_vendor))
        };
        let create_stream = platform.executor.create_stream.ok_or("create_stream is missing")?;
        let mut streams = [std::ptr::null_mut(); 4];
        for stream in &mut streams {
            call(&format!("create_stream on {name} failed"), |status| {
                // SAFETY: the function is the platform's own; the pointers are valid during the call.
                unsafe { create_stream(device, &raw mut *stream, status) };
            })?;
        }
        let device_ref = DeviceRef::intern(&name, &platform.device_type.to_lowercase());
        Ok(Device {
            full_name: device_ref.tensorflow_name(),
            ordinal,
            hardware,
            vendor,
            device_ref,
            tensor_type: TensorType::register(&platform.device_type),
            platform,
            device,
            streams,
            allocator: Mutex::new(Allocator {
                pool: platform.use_pool.then(Pool::default),
                next_region: FIRST_REGION,
                ..Allocator::default()
            }),
            is_busy: AtomicBool::new(false),
            name,
        })
    }

    /// The type of the device, such as `MY_DEVICE`.
    pub fn device_type(&self) -> &str {
        &self.platform.device_type
    }

    /// What tensors hold.
    pub fn statistics(&self) -> DeviceStatistics {
        self.allocator.lock().statistics
    }

    /// Free and total bytes, if the plugin says.
    pub fn memory_usage(&self) -> Option<(i64, i64)> {
        let (mut free, mut total) = (0, 0);
        // SAFETY: the function is the platform's own; the pointers are valid during the call.
        let told =
            unsafe { self.executor().device_memory_usage?(self.device, &raw mut free, &raw mut total) };
        (told != 0).then_some((free, total))
    }

    /// The NUMA node, if the plugin says.
    pub fn numa_node(&self) -> Option<i32> {
        // SAFETY: the function is the platform's own.
        Some(unsafe { self.platform.device_fns.get_numa_node?(self.device) })
    }

    fn executor(&self) -> &SP_StreamExecutor {
        &self.platform.executor
    }

    /// Calls a function of the executor that reports in a status.
    fn run<F: Copy>(
        &self,
        what: &str,
        function: Option<F>,
        body: impl FnOnce(F, *mut Status),
    ) -> Result<(), String> {
        let function = function.ok_or_else(|| format!("{} of {} is missing", what, self.name))?;
        call(&format!("{what} on {} failed", self.name), |status| body(function, status))
    }

    /// Makes a stream wait for what another was given so far.
    fn wait_for(&self, dependent: usize, other: usize) -> Result<(), String> {
        self.run("create_stream_dependency", self.executor().create_stream_dependency, |function, status| {
            // SAFETY: the device's own streams.
            unsafe { function(self.device, self.streams[dependent], self.streams[other], status) };
        })
    }

    /// Whether a stream is in order.
    fn check_stream(&self, stream: usize) -> Result<(), String> {
        self.run("stream", self.executor().get_stream_status, |function, status| {
            // SAFETY: the device's own stream.
            unsafe { function(self.device, self.streams[stream], status) };
        })
    }

    /// Whether the kernels' stream is in order.
    pub(super) fn check(&self) -> Result<(), String> {
        self.is_busy.store(true, Ordering::Release);
        self.check_stream(COMPUTE)
    }

    /// Returns when everything that the device was given is done.
    ///
    /// # Errors
    /// Something of it failed.
    pub fn synchronize(&self) -> Result<(), String> {
        self.run("synchronize_all_activity", self.executor().synchronize_all_activity, |function, status| {
            // SAFETY: the function is the platform's own.
            unsafe { function(self.device, status) };
        })
    }

    /// Memory straight from the plugin.
    fn take(&self, size: u64) -> Option<SP_DeviceMemoryBase> {
        let _scope = trace::scope(Level::Verbose, || format!("DeviceMemory: {size} bytes of {}", self.name));
        let mut base = SP_DeviceMemoryBase::cleared();
        // SAFETY: the function is the platform's own; the struct is valid during the call.
        unsafe { self.executor().allocate?(self.device, size, 0, &raw mut base) };
        (!base.opaque.is_null()).then_some(SP_DeviceMemoryBase { size, ..base })
    }

    fn give_back(&self, mut base: SP_DeviceMemoryBase) {
        if let Some(deallocate) = self.executor().deallocate {
            // SAFETY: the memory is what `allocate` gave, and nothing uses it any more.
            unsafe { deallocate(self.device, &raw mut base) };
        }
    }

    /// Memory of at least `size` bytes.
    pub(super) fn memory(self: &Arc<Self>, size: u64) -> Option<Arc<DeviceMemory>> {
        let base = self.try_memory(size).or_else(|| {
            // What waits for kernels may be enough.
            self.synchronize().ok()?;
            self.collect(&mut self.allocator.lock());
            self.try_memory(size)
        })?;
        let mut allocator = self.allocator.lock();
        let statistics = &mut allocator.statistics;
        statistics.allocations += 1;
        statistics.live += 1;
        statistics.bytes += base.size;
        statistics.peak_bytes = statistics.peak_bytes.max(statistics.bytes);
        drop(allocator);
        Some(Arc::new(DeviceMemory { device: self.clone(), base }))
    }

    fn try_memory(&self, size: u64) -> Option<SP_DeviceMemoryBase> {
        let mut allocator = self.allocator.lock();
        self.collect(&mut allocator);
        let Allocator { pool, next_region, statistics, .. } = &mut *allocator;
        let Some(pool) = pool else {
            let base = self.take(size.max(1))?;
            statistics.reserved_bytes += base.size;
            return Some(SP_DeviceMemoryBase { size, ..base });
        };
        let address = pool.allocate(size).or_else(|| {
            let needed = size.checked_next_multiple_of(ALIGNMENT)?.checked_add(ALIGNMENT)?;
            let mut region = (*next_region).max(needed.checked_next_power_of_two()?);
            let taken = loop {
                if let Some(taken) = self.take(region) {
                    break taken;
                }
                // A smaller region may still do.
                region /= 2;
                if region < needed {
                    break self.take(needed)?;
                }
            };
            *next_region = taken.size.saturating_mul(2);
            statistics.reserved_bytes += taken.size;
            pool.add_region(taken.opaque.expose_provenance() as u64, taken.size);
            pool.allocate(size)
        })?;
        let mut base = SP_DeviceMemoryBase::cleared();
        base.opaque = std::ptr::with_exposed_provenance_mut(address as usize);
        base.size = size;
        Some(base)
    }

    /// Takes memory back that nobody refers to any more.
    pub(super) fn release(&self, base: SP_DeviceMemoryBase) {
        let mut allocator = self.allocator.lock();
        allocator.statistics.live -= 1;
        allocator.statistics.bytes -= base.size;
        if let Some(pool) = &mut allocator.pool {
            // Whoever gets it next is behind its last user on the kernels' stream.
            return pool.free(base.opaque.addr() as u64);
        }
        allocator.statistics.reserved_bytes =
            allocator.statistics.reserved_bytes.saturating_sub(base.size.max(1));
        if !self.is_busy.load(Ordering::Acquire) {
            return self.give_back(base);
        }
        match self.record(&mut allocator) {
            Some(event) => allocator.deferred.push_back((event, base)),
            None => {
                // Without an event only the end of everything tells.
                let _ = self.synchronize();
                self.give_back(base);
            }
        }
        self.collect(&mut allocator);
    }

    /// An event behind everything that the kernels' stream was given.
    fn record(&self, allocator: &mut Allocator) -> Option<SP_Event> {
        let event = match allocator.events.pop() {
            Some(event) => event,
            None => {
                let mut event = std::ptr::null_mut();
                self.run("create_event", self.executor().create_event, |function, status| {
                    // SAFETY: the pointers are valid during the call.
                    unsafe { function(self.device, &raw mut event, status) };
                })
                .ok()?;
                event
            }
        };
        let recorded = self.run("record_event", self.executor().record_event, |function, status| {
            // SAFETY: the device's own stream and event.
            unsafe { function(self.device, self.streams[COMPUTE], event, status) };
        });
        if recorded.is_err() {
            allocator.events.push(event);
            return None;
        }
        Some(event)
    }

    /// Gives memory back whose kernels are done.
    fn collect(&self, allocator: &mut Allocator) {
        while let Some(&(event, base)) = allocator.deferred.front() {
            // SAFETY: the device's own event.
            let state =
                self.executor().get_event_status.map(|function| unsafe { function(self.device, event) });
            if !matches!(state, Some(SE_EVENT_COMPLETE | SE_EVENT_ERROR)) {
                break;
            }
            allocator.deferred.pop_front();
            allocator.events.push(event);
            self.give_back(base);
        }
    }

    /// Lets a stream call back when it comes to it; at once, after waiting, if the plugin cannot.
    fn when_reached(&self, stream: usize, then: impl FnOnce() + Send + 'static) {
        type Callback = Box<dyn FnOnce() + Send>;
        unsafe extern "C" fn call_back(argument: CallbackArgument, _status: *mut Status) {
            // SAFETY: the argument is the box that was given to the stream, which calls back once.
            let then = unsafe { Box::from_raw(argument.cast::<Callback>()) };
            crate::exports::guard("host callback", then);
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
    pub fn upload(self: &Arc<Self>, tensor: &Tensor) -> Result<Tensor, String> {
        let dense = match tensor {
            Tensor::Dense(dense) => dense.clone(),
            Tensor::Scalar(scalar) => scalar.to_dense().map_err(|error| error.to_string())?,
            other => return Err(format!("a {} cannot be copied to {}", other.tensor_type(), self.name)),
        };
        let size = dense.bytes().len() as u64;
        let _scope = trace::scope(Level::Verbose, || format!("CopyToDevice: {size} bytes to {}", self.name));
        let memory = self.memory(size).ok_or_else(|| self.out_of_memory(size))?;
        self.is_busy.store(true, Ordering::Release);
        if size > 0 {
            self.wait_for(TO_DEVICE, COMPUTE)?;
            let mut base = memory.base;
            self.run("memcpy_htod", self.executor().memcpy_htod, |function, status| {
                let from = dense.bytes().as_ptr().cast();
                // SAFETY: both have `size` bytes; they live until the stream calls back.
                unsafe { function(self.device, self.streams[TO_DEVICE], &raw mut base, from, size, status) };
            })?;
            // The device's memory needs no keeping: whoever gets it next is behind this copy on the kernels' stream.
            let keep = dense.clone();
            self.when_reached(TO_DEVICE, move || drop(keep));
            self.wait_for(COMPUTE, TO_DEVICE)?;
        }
        Ok(PluginTensor::make(dense.metadata().clone(), memory))
    }

    /// Copies a tensor of this device to the host; `done` gets it, on the work queue, when the copy is there.
    pub fn download(
        self: &Arc<Self>,
        tensor: &PluginTensor,
        context: Arc<dyn OpContext>,
        done: impl FnOnce(Result<Tensor, String>) + Send + 'static,
    ) {
        let started =
            DenseHostTensor::uninitialized(tensor.metadata.clone()).map_err(|error| error.to_string());
        let started = started.and_then(|dense| {
            let size = dense.bytes().len() as u64;
            let _scope =
                trace::scope(Level::Verbose, || format!("CopyToHost: {size} bytes from {}", self.name));
            self.wait_for(TO_HOST, COMPUTE)?;
            self.run("memcpy_dtoh", self.executor().memcpy_dtoh, |function, status| {
                let to = dense.buffer().as_ptr().as_ptr().cast();
                // SAFETY: both have `size` bytes, live until the stream calls back, and nobody else knows the host's.
                unsafe {
                    function(
                        self.device,
                        self.streams[TO_HOST],
                        to,
                        &raw const tensor.memory.base,
                        size,
                        status,
                    )
                };
            })?;
            Ok(dense)
        });
        match started {
            Err(message) => done(Err(message)),
            Ok(dense) => {
                let (device, memory) = (self.clone(), tensor.memory.clone());
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
            // SAFETY: both have `size` bytes, and nobody else knows the host's.
            unsafe { function(self.device, to, &raw const tensor.memory.base, size, status) };
        })?;
        Ok(Tensor::Dense(dense))
    }

    fn out_of_memory(&self, size: u64) -> String {
        format!("OOM when allocating {size} bytes on {}", self.name)
    }
}

/// A device as kernels see it.
#[derive(Debug)]
pub(super) struct DeviceRun(pub(super) Arc<Device>);

impl KernelDevice for DeviceRun {
    fn stream(&self) -> Ptr {
        self.0.streams[COMPUTE]
    }

    fn ordinal(&self) -> i32 {
        self.0.ordinal
    }

    fn full_name(&self) -> &str {
        &self.0.full_name
    }

    fn allocate(&self, dtype: DType, dims: &[i64], bytes: usize) -> Result<TfTensor, (Code, String)> {
        Shape::new(dims).map_err(|error| (Code::INVALID_ARGUMENT, error.to_string()))?;
        let memory = self.0.memory(bytes as u64);
        let memory = memory.ok_or_else(|| (Code::RESOURCE_EXHAUSTED, self.0.out_of_memory(bytes as u64)))?;
        let dtype = crate::abi::data_type::number_of(dtype);
        Ok(TfTensor::new(dtype, dims.into(), Memory::Device(memory)))
    }
}

/// The conversion of a device's tensor to one of the host, for those who ask for it at once.
pub(super) fn to_host(tensor: &Tensor) -> Result<Tensor, String> {
    match PluginTensor::of(tensor) {
        Some(tensor) => tensor.memory.device.download_now(tensor),
        None => Err(format!("a {} is no tensor of a plugin's device", tensor.tensor_type())),
    }
}
