//! One device and its streams: its construction, and the interface that kernels use.
//!
//! `allocator` manages its memory, `copies` the copies to and from it.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{Buffer, DType, Shape, Tensor, TensorType};
use tfrt_executor::trace::{self, Level};

use super::allocator::{Allocator, DeviceStatistics};
use super::call::call;
use super::constants::Constants;
use super::host_memory::HostMemory;
use super::platform::{Platform, Roomy, wants_unified_memory};
use super::tensor::PluginTensor;
use crate::abi::Ptr;
use crate::abi::stream_executor::{SE_CreateDeviceParams, SP_Device, SP_StreamExecutor, SP_Timer, Sized0};
use crate::kernel::KernelDevice;
use crate::status::{Code, Status};
use crate::tensor::TfTensor;

/// A device.
pub struct Device {
    /// `MY_DEVICE:0`.
    pub name: String,
    /// `/job:localhost/replica:0/task:0/device:MY_DEVICE:0`.
    pub full_name: String,
    /// Its number among those of its type.
    pub ordinal: i32,
    /// The plugin's description of it.
    pub hardware: String,
    /// Its vendor.
    pub vendor: String,
    pub(super) device_ref: DeviceRef,
    pub(super) tensor_type: TensorType,
    platform: &'static Platform,
    pub(super) device: *const SP_Device,
    /// For kernels; host to device; device to host; to other devices.
    pub(super) streams: [Ptr; 4],
    pub(super) allocator: Mutex<Allocator>,
    pub(super) host_memory: Mutex<HostMemory>,
    /// Constants of programs that are here.
    pub(super) constants: Constants,
    /// Whether memory comes in regions.
    pub(super) uses_pool: bool,
    pub(super) uses_unified_memory: bool,
    /// Whether anything was ever sent to the streams.
    pub(super) is_busy: AtomicBool,
}

pub(super) const COMPUTE: usize = 0;
pub(super) const TO_DEVICE: usize = 1;
pub(super) const TO_HOST: usize = 2;
pub(super) const ON_DEVICE: usize = 3;

// SAFETY: TensorFlow's interface requires devices and streams that any thread may use.
unsafe impl Send for Device {}
// SAFETY: TensorFlow's interface requires devices and streams that several threads may use at once.
unsafe impl Sync for Device {}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl Device {
    /// Makes a device of a platform, with its streams. Like the platform it stays for ever.
    pub(super) fn create(platform: &'static Platform, ordinal: i32) -> Result<&'static Device, String> {
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
            if stream.is_null() {
                return Err(format!("create_stream on {name} gave no stream and no error"));
            }
        }
        let device_ref = DeviceRef::intern(&name, &platform.device_type.to_lowercase());
        Ok(Box::leak(Box::new(Device {
            full_name: device_ref.tensorflow_name(),
            ordinal,
            hardware,
            vendor,
            device_ref,
            tensor_type: TensorType::register(&platform.device_type),
            platform,
            device,
            streams,
            allocator: Mutex::new(Allocator::new(platform.use_pool)),
            host_memory: Mutex::default(),
            constants: Constants::default(),
            uses_pool: platform.use_pool,
            uses_unified_memory: platform.has_unified_memory
                && platform.executor.unified_memory_deallocate.is_some()
                && wants_unified_memory(),
            is_busy: AtomicBool::new(false),
            name,
        })))
    }

    /// The type of the device, such as `MY_DEVICE`.
    pub fn device_type(&self) -> &str {
        &self.platform.device_type
    }

    /// Statistics of its tensors' memory.
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

    #[inline]
    pub(super) fn executor(&self) -> &SP_StreamExecutor {
        &self.platform.executor
    }

    /// Calls a function of the executor that reports in a status.
    pub(super) fn run<F: Copy>(
        &self,
        what: &str,
        function: Option<F>,
        body: impl FnOnce(F, *mut Status),
    ) -> Result<(), String> {
        let function = function.ok_or_else(|| format!("{} of {} is missing", what, self.name))?;
        let mut status = Status::ok();
        body(function, &raw mut status);
        if status.is_ok() {
            return Ok(());
        }
        status.to_result().map_err(|message| format!("{what} on {} failed: {message}", self.name))
    }

    /// Makes a stream of this device wait for what another, perhaps of another device, was given so far.
    pub(super) fn depend(&self, dependent: Ptr, other: Ptr) -> Result<(), String> {
        self.run("create_stream_dependency", self.executor().create_stream_dependency, |function, status| {
            // SAFETY: streams of devices of the platform.
            unsafe { function(self.device, dependent, other, status) };
        })
    }

    /// The same for two streams of the device.
    pub(super) fn wait_for(&self, dependent: usize, other: usize) -> Result<(), String> {
        self.depend(self.streams[dependent], self.streams[other])
    }

    /// Whether another device has the same functions.
    pub(super) fn is_sibling_of(&self, other: &Device) -> bool {
        std::ptr::eq(self.platform, other.platform)
    }

    /// Something is about to be sent to the streams.
    #[inline]
    pub(super) fn set_busy(&self) {
        if !self.is_busy.load(Ordering::Relaxed) {
            self.is_busy.store(true, Ordering::Release);
        }
    }

    /// Whether a stream is in order.
    pub(super) fn check_stream(&self, stream: usize) -> Result<(), String> {
        self.run("stream", self.executor().get_stream_status, |function, status| {
            // SAFETY: the device's own stream.
            unsafe { function(self.device, self.streams[stream], status) };
        })
    }

    /// Whether the kernels' stream is in order.
    #[inline]
    pub(super) fn check(&self) -> Result<(), String> {
        self.set_busy();
        self.check_stream(COMPUTE)
    }

    /// Starts a timer on the kernels' stream, if the work of kernels is traced and the plugin has timers.
    #[inline]
    pub(super) fn start_timer(&self) -> Option<RunningTimer> {
        if trace::enabled(Level::Verbose) { self.start_timer_now() } else { None }
    }

    #[cold]
    fn start_timer_now(&self) -> Option<RunningTimer> {
        let executor = self.executor();
        let nanoseconds = self.platform.timer_nanoseconds()?;
        let (create, start) = (executor.create_timer?, executor.start_timer?);
        let (stop, destroy) = (executor.stop_timer?, executor.destroy_timer?);
        let mut timer: SP_Timer = std::ptr::null_mut();
        call("create_timer failed", |status| {
            // SAFETY: the platform's own function; the pointers are valid during the call. So below.
            unsafe { create(self.device, &raw mut timer, status) };
        })
        .ok()
        .filter(|()| !timer.is_null())?;
        let started = call("start_timer failed", |status| {
            // SAFETY: the platform's own function; the pointers are valid during the call.
            unsafe { start(self.device, self.streams[COMPUTE], timer, status) };
        });
        if started.is_err() {
            // SAFETY: the platform's own function, device and timer; the timer was not started, and is not
            // used afterwards.
            unsafe { destroy(self.device, timer) };
            return None;
        }
        Some(RunningTimer { timer, stop, destroy, nanoseconds })
    }

    /// Stops a timer, and traces its time when the stream has reached it.
    #[cold]
    pub(super) fn stop_timer(&'static self, running: RunningTimer, op: &str) {
        let stopped = call("stop_timer failed", |status| {
            // SAFETY: the platform's own function, and the device's own stream and timer.
            unsafe { (running.stop)(self.device, self.streams[COMPUTE], running.timer, status) };
        });
        let (device, op) = (self, op.to_owned());
        self.when_reached(COMPUTE, move || {
            let elapsed = running.read(device);
            if stopped.is_ok() {
                trace::event(Level::Verbose, || format!("DeviceTime: {op} on {}: {elapsed} ns", device.name));
            }
        });
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
}

/// A timer that measures what kernels do on a stream.
pub(super) struct RunningTimer {
    timer: SP_Timer,
    stop: unsafe extern "C" fn(*const SP_Device, Ptr, SP_Timer, *mut Status),
    destroy: unsafe extern "C" fn(*const SP_Device, SP_Timer),
    nanoseconds: unsafe extern "C" fn(SP_Timer) -> u64,
}

// SAFETY: TensorFlow's interface requires timers that any thread may use.
unsafe impl Send for RunningTimer {}

impl RunningTimer {
    /// The time of a stopped timer, in nanoseconds.
    fn read(self, device: &Device) -> u64 {
        // SAFETY: the device's own timer, which is used no more afterwards.
        unsafe {
            let elapsed = (self.nanoseconds)(self.timer);
            (self.destroy)(device.device, self.timer);
            elapsed
        }
    }
}

/// A device as kernels see it.
#[derive(Debug)]
pub(super) struct DeviceRun(pub(super) &'static Device);

impl KernelDevice for DeviceRun {
    fn shared(&self) -> Arc<dyn KernelDevice> {
        Arc::new(DeviceRun(self.0))
    }

    #[inline]
    fn stream(&self) -> Ptr {
        self.0.streams[COMPUTE]
    }

    fn ordinal(&self) -> i32 {
        self.0.ordinal
    }

    fn full_name(&self) -> &str {
        &self.0.full_name
    }

    #[inline]
    fn allocate(&self, dtype: DType, shape: &Shape, bytes: usize) -> Option<Arc<PluginTensor>> {
        PluginTensor::allocated(dtype, shape, self.0, |base| self.0.allocate(bytes as u64, base))
    }

    fn host_buffer(&self, bytes: usize) -> Option<Buffer> {
        self.0.host_buffer(bytes)
    }

    #[cold]
    fn out_of_memory(&self, bytes: usize) -> (Code, String) {
        (Code::RESOURCE_EXHAUSTED, self.0.out_of_memory(bytes as u64))
    }

    fn upload(&self, tensor: &Tensor) -> Result<TfTensor, (Code, String)> {
        let copy = self.0.upload(tensor).and_then(|copy| TfTensor::from_runtime(&copy));
        copy.map_err(|message| (Code::INTERNAL, message))
    }

    fn download(&self, tensor: &Tensor) -> Result<Tensor, (Code, String)> {
        to_host(tensor).map_err(|message| (Code::INTERNAL, message))
    }
}

/// The conversion of a device's tensor to one of the host, for callers that need it at once.
pub(crate) fn to_host(tensor: &Tensor) -> Result<Tensor, String> {
    match PluginTensor::of(tensor) {
        Some(tensor) => tensor.on().download_now(tensor),
        None => Err(format!("a {} is no tensor of a plugin's device", tensor.tensor_type())),
    }
}
