//! A device's functions as checks call them: each reports its error, and memory that the device may still write to is never freed.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::super::call::call;
use super::super::platform::{CallbackArgument, Platform, Roomy};
use super::host::{Host, compare, pattern};
use crate::abi::Ptr;
use crate::abi::stream_executor::{
    SE_CreateDeviceParams, SP_AllocatorStats, SP_Device, SP_DeviceMemoryBase, SP_Event, SP_Stream,
    SP_StreamExecutor, SP_Timer, SP_TimerFns, Sized0,
};
use crate::status::{Code, Status};

/// The fault that a check found.
pub(super) type Outcome = Result<(), String>;

/// The longest time for an operation that is polled.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// A device under test, with nothing of the runtime's own on it.
pub(super) struct Target {
    pub(super) platform: &'static Platform,
    pub(super) device: *const SP_Device,
    pub(super) ordinal: i32,
    /// The number of devices.
    pub(super) count: i32,
    /// The statuses of calls, while these are kept.
    statuses: Mutex<Option<Vec<KeptStatus>>>,
}

/// The status of a call that has returned. It stays for ever.
pub(super) struct KeptStatus {
    pub(super) name: &'static str,
    status: *mut Status,
}

// SAFETY: only the check reads it, when the device is done.
unsafe impl Send for KeptStatus {}

/// The content of a status after its call.
const UNTOUCHED: (Code, &str) = (Code::DATA_LOSS, "the host's again");

impl KeptStatus {
    /// Whether it has not been written to since.
    pub(super) fn is_untouched(&self) -> bool {
        // SAFETY: it is never freed; a device that writes to it has been given time to do so.
        let status = unsafe { &*self.status };
        status.code() == UNTOUCHED.0 && status.message() == UNTOUCHED.1
    }
}

// SAFETY: TensorFlow's interface requires devices that any thread may use.
unsafe impl Send for Target {}
// SAFETY: TensorFlow's interface requires devices that several threads may use at once.
unsafe impl Sync for Target {}

/// Memory of the device.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pub(super) base: SP_DeviceMemoryBase,
}

// SAFETY: a number that is handed to the plugin.
unsafe impl Send for Memory {}
// SAFETY: a number that is handed to the plugin.
unsafe impl Sync for Memory {}

impl Memory {
    pub(super) fn address(&self) -> usize {
        self.base.opaque.addr()
    }

    /// The value that stands for no memory.
    pub(super) fn none() -> Memory {
        Memory { base: SP_DeviceMemoryBase::cleared() }
    }

    /// A part of it, as pools of memory make them.
    pub(super) fn part(&self, offset: usize, size: usize) -> Memory {
        let opaque = self.base.opaque.cast::<u8>().wrapping_add(offset).cast();
        Memory { base: SP_DeviceMemoryBase { opaque, size: size as u64, ..self.base } }
    }
}

/// A stream; the device's business from its making to the end of the process unless a check destroys it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Stream(pub(super) SP_Stream);

// SAFETY: TensorFlow's interface requires streams that any thread may use.
unsafe impl Send for Stream {}
// SAFETY: TensorFlow's interface requires streams that several threads may use at once.
unsafe impl Sync for Stream {}

/// An event.
#[derive(Clone, Copy)]
pub(super) struct Event(pub(super) SP_Event);

impl Target {
    /// Makes a device for the checks alone.
    pub(super) fn new(platform: &'static Platform, ordinal: i32, count: i32) -> Result<Target, String> {
        let create = platform.fns.create_device.ok_or("create_device is missing")?;
        let mut params = SE_CreateDeviceParams::cleared();
        params.ordinal = ordinal;
        params.device = Roomy::<SP_Device>::leak();
        // SAFETY: the platform's own function; the structs are cleared and stay for ever.
        unsafe {
            // Fields that the plugin does not set must not be right by chance.
            (*params.device).ordinal = -1;
            call("create_device", |status| create(platform.platform, &raw mut params, status))?;
        }
        Ok(Target {
            platform,
            device: params.device.cast_const(),
            ordinal,
            count,
            statuses: Mutex::new(None),
        })
    }

    /// Calls a function that reports in a status.
    fn call(&self, name: &'static str, function: impl FnOnce(*mut Status)) -> Outcome {
        let mut statuses = self.statuses.lock();
        let Some(kept) = &mut *statuses else {
            drop(statuses);
            return call(name, function);
        };
        let status: *mut Status = Box::leak(Box::new(Status::ok()));
        function(status);
        // SAFETY: it is never freed, and the call has returned.
        let outcome = unsafe {
            let outcome = (*status).to_result().map_err(|message| format!("{name}: {message}"));
            (*status).set(UNTOUCHED.0, UNTOUCHED.1);
            outcome
        };
        kept.push(KeptStatus { name, status });
        outcome
    }

    /// The statuses of the calls that `calls` makes.
    pub(super) fn statuses_of(&self, calls: impl FnOnce() -> Outcome) -> Result<Vec<KeptStatus>, String> {
        *self.statuses.lock() = Some(Vec::new());
        let outcome = calls();
        let kept = self.statuses.lock().take().unwrap_or_default();
        outcome.map(|()| kept)
    }

    /// The struct that `create_device` filled in.
    pub(super) fn description(&self) -> SP_Device {
        // SAFETY: the struct stays for ever.
        unsafe { *self.device }
    }

    pub(super) fn se(&self) -> &SP_StreamExecutor {
        &self.platform.executor
    }

    /// Memory, or none.
    pub(super) fn try_allocate(&self, size: u64) -> Result<Option<Memory>, String> {
        let allocate = self.se().allocate.ok_or("allocate is missing")?;
        let mut base = SP_DeviceMemoryBase::cleared();
        // SAFETY: the platform's own function and device.
        unsafe { allocate(self.device, size, 0, &raw mut base) };
        Ok((!base.opaque.is_null()).then_some(Memory { base }))
    }

    pub(super) fn allocate(&self, size: usize) -> Result<Memory, String> {
        let memory = self.try_allocate(size as u64)?;
        memory.ok_or_else(|| format!("allocate gave no memory for {size} bytes"))
    }

    pub(super) fn free(&self, mut memory: Memory) {
        if let Some(deallocate) = self.se().deallocate {
            // SAFETY: the check is done with memory that `allocate` gave.
            unsafe { deallocate(self.device, &raw mut memory.base) };
        }
    }

    pub(super) fn stream(&self) -> Result<Stream, String> {
        let create = self.se().create_stream.ok_or("create_stream is missing")?;
        let mut stream = std::ptr::null_mut();
        // SAFETY: the platform's own function and device.
        self.call("create_stream", |status| unsafe { create(self.device, &raw mut stream, status) })?;
        if stream.is_null() {
            return Err("create_stream gave no stream and no error".into());
        }
        Ok(Stream(stream))
    }

    pub(super) fn destroy_stream(&self, stream: Stream) {
        if let Some(destroy) = self.se().destroy_stream {
            // SAFETY: the check is done with the stream.
            unsafe { destroy(self.device, stream.0) };
        }
    }

    pub(super) fn event(&self) -> Result<Event, String> {
        let create = self.se().create_event.ok_or("create_event is missing")?;
        let mut event = std::ptr::null_mut();
        // SAFETY: the platform's own function and device.
        self.call("create_event", |status| unsafe { create(self.device, &raw mut event, status) })?;
        if event.is_null() {
            return Err("create_event gave no event and no error".into());
        }
        Ok(Event(event))
    }

    pub(super) fn destroy_event(&self, event: Event) {
        if let Some(destroy) = self.se().destroy_event {
            // SAFETY: the check is done with the event.
            unsafe { destroy(self.device, event.0) };
        }
    }

    pub(super) fn event_status(&self, event: Event) -> Result<i32, String> {
        let status = self.se().get_event_status.ok_or("get_event_status is missing")?;
        // SAFETY: the platform's own function and device.
        Ok(unsafe { status(self.device, event.0) })
    }

    pub(super) fn record(&self, stream: Stream, event: Event) -> Outcome {
        let record = self.se().record_event.ok_or("record_event is missing")?;
        // SAFETY: the platform's own function, device, stream and event.
        self.call("record_event", |status| unsafe { record(self.device, stream.0, event.0, status) })
    }

    pub(super) fn wait_for_event(&self, stream: Stream, event: Event) -> Outcome {
        let wait = self.se().wait_for_event.ok_or("wait_for_event is missing")?;
        // SAFETY: the platform's own function, device, stream and event.
        self.call("wait_for_event", |status| unsafe { wait(self.device, stream.0, event.0, status) })
    }

    pub(super) fn block_for_event(&self, event: Event) -> Outcome {
        let block = self.se().block_host_for_event.ok_or("block_host_for_event is missing")?;
        // SAFETY: the platform's own function, device, stream and event.
        self.call("block_host_for_event", |status| unsafe { block(self.device, event.0, status) })
    }

    pub(super) fn depend(&self, dependent: Stream, other: Stream) -> Outcome {
        let depend = self.se().create_stream_dependency.ok_or("create_stream_dependency is missing")?;
        self.call("create_stream_dependency", |status| {
            // SAFETY: the platform's own function, device, stream and event.
            unsafe { depend(self.device, dependent.0, other.0, status) };
        })
    }

    pub(super) fn stream_status(&self, stream: Stream) -> Outcome {
        let check = self.se().get_stream_status.ok_or("get_stream_status is missing")?;
        // SAFETY: the platform's own function, device, stream and event.
        self.call("get_stream_status", |status| unsafe { check(self.device, stream.0, status) })
    }

    pub(super) fn synchronize(&self) -> Outcome {
        let synchronize = self.se().synchronize_all_activity.ok_or("synchronize_all_activity is missing")?;
        // SAFETY: the platform's own function, device, stream and event.
        self.call("synchronize_all_activity", |status| unsafe { synchronize(self.device, status) })
    }

    pub(super) fn to_device(&self, stream: Option<Stream>, mut to: Memory, from: Host) -> Outcome {
        self.to_device_at(stream, &mut to, from)
    }

    /// As [`Self::to_device`], with the struct that the plugin is given.
    pub(super) fn to_device_at(&self, stream: Option<Stream>, to: &mut Memory, from: Host) -> Outcome {
        let (base, size) = (&raw mut to.base, from.len() as u64);
        match stream {
            Some(stream) => {
                let copy = self.se().memcpy_htod.ok_or("memcpy_htod is missing")?;
                self.call("memcpy_htod", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, stream.0, base, from.pointer(), size, status) };
                })
            }
            None => {
                let copy = self.se().sync_memcpy_htod.ok_or("sync_memcpy_htod is missing")?;
                self.call("sync_memcpy_htod", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, base, from.pointer(), size, status) };
                })
            }
        }
    }

    pub(super) fn to_host(&self, stream: Option<Stream>, to: Host, from: Memory) -> Outcome {
        self.to_host_at(stream, to, &from)
    }

    /// As [`Self::to_host`], with the struct that the plugin is given.
    pub(super) fn to_host_at(&self, stream: Option<Stream>, to: Host, from: &Memory) -> Outcome {
        let (base, size) = (&raw const from.base, to.len() as u64);
        match stream {
            Some(stream) => {
                let copy = self.se().memcpy_dtoh.ok_or("memcpy_dtoh is missing")?;
                self.call("memcpy_dtoh", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, stream.0, to.pointer(), base, size, status) };
                })
            }
            None => {
                let copy = self.se().sync_memcpy_dtoh.ok_or("sync_memcpy_dtoh is missing")?;
                self.call("sync_memcpy_dtoh", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, to.pointer(), base, size, status) };
                })
            }
        }
    }

    /// On the device; `None` if the device has no such function.
    pub(super) fn on_device(
        &self,
        stream: Option<Stream>,
        mut to: Memory,
        from: Memory,
        size: usize,
    ) -> Option<Outcome> {
        self.on_device_at(stream, &mut to, &from, size)
    }

    /// As [`Self::on_device`], with the structs that the plugin is given.
    pub(super) fn on_device_at(
        &self,
        stream: Option<Stream>,
        to: &mut Memory,
        from: &Memory,
        size: usize,
    ) -> Option<Outcome> {
        let (to, from) = (&raw mut to.base, &raw const from.base);
        Some(match stream {
            Some(stream) => {
                let copy = self.se().memcpy_dtod?;
                self.call("memcpy_dtod", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, stream.0, to, from, size as u64, status) };
                })
            }
            None => {
                let copy = self.se().sync_memcpy_dtod?;
                self.call("sync_memcpy_dtod", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, to, from, size as u64, status) };
                })
            }
        })
    }

    pub(super) fn zero(&self, stream: Stream, mut to: Memory, size: usize) -> Outcome {
        self.zero_at(stream, &mut to, size)
    }

    /// As [`Self::zero`], with the struct that the plugin is given; so below.
    pub(super) fn zero_at(&self, stream: Stream, to: &mut Memory, size: usize) -> Outcome {
        let (set, base) = (self.se().mem_zero.ok_or("mem_zero is missing")?, &raw mut to.base);
        self.call("mem_zero", |status| {
            // SAFETY: the memory has as many bytes.
            unsafe { set(self.device, stream.0, base, size as u64, status) };
        })
    }

    pub(super) fn set(&self, stream: Stream, mut to: Memory, byte: u8, size: usize) -> Outcome {
        self.set_at(stream, &mut to, byte, size)
    }

    pub(super) fn set_at(&self, stream: Stream, to: &mut Memory, byte: u8, size: usize) -> Outcome {
        let (set, base) = (self.se().memset.ok_or("memset is missing")?, &raw mut to.base);
        self.call("memset", |status| {
            // SAFETY: the memory has as many bytes.
            unsafe { set(self.device, stream.0, base, byte, size as u64, status) };
        })
    }

    pub(super) fn set32(&self, stream: Stream, mut to: Memory, word: u32, size: usize) -> Outcome {
        self.set32_at(stream, &mut to, word, size)
    }

    pub(super) fn set32_at(&self, stream: Stream, to: &mut Memory, word: u32, size: usize) -> Outcome {
        let (set, base) = (self.se().memset32.ok_or("memset32 is missing")?, &raw mut to.base);
        self.call("memset32", |status| {
            // SAFETY: the memory has as many bytes.
            unsafe { set(self.device, stream.0, base, word, size as u64, status) };
        })
    }

    /// Calls `host_callback`; `then` runs for each call.
    pub(super) fn callback(
        &self,
        stream: Stream,
        then: impl Fn() + Send + Sync + 'static,
    ) -> Result<bool, String> {
        self.callback_with_status(stream, move |_| then())
    }

    /// As [`Self::callback`]; `then` gets the status that the device passes, if it does.
    pub(super) fn callback_with_status(
        &self,
        stream: Stream,
        then: impl Fn(Option<&mut Status>) + Send + Sync + 'static,
    ) -> Result<bool, String> {
        type Then = Box<dyn Fn(Option<&mut Status>) + Send + Sync>;
        /// # Safety
        /// `argument` is the address of a `Then` that is never freed; `status` is null or a status that is valid during the call.
        unsafe extern "C" fn call_back(argument: CallbackArgument, status: *mut Status) {
            // SAFETY: the argument is the box below, which is never freed: a wrong device may call twice. The status is null or one that
            // outlives the call.
            let (then, status) = unsafe { (&*argument.cast::<Then>(), status.as_mut()) };
            crate::exports::guard("host callback", || then(status));
        }
        let enqueue = self.se().host_callback.ok_or("host_callback is missing")?;
        let argument: Ptr = Box::into_raw(Box::new(Box::new(then) as Then)).cast();
        // SAFETY: the platform's own function, device and stream.
        Ok(unsafe { enqueue(self.device, stream.0, Some(call_back), argument) } != 0)
    }

    /// Returns when a stream has done its work so far.
    pub(super) fn drain(&self, stream: Stream) -> Outcome {
        let done = Arc::new(AtomicUsize::new(0));
        let seen = done.clone();
        self.callback(stream, move || {
            seen.fetch_add(1, Ordering::AcqRel);
        })?;
        until(|| done.load(Ordering::Acquire) > 0)
            .then_some(())
            .ok_or_else(|| format!("a stream did not come to a callback within {PATIENCE:?}"))
    }

    /// Gives a stream work that takes a while, and returns a counter of its finished parts.
    pub(super) fn delay(&self, stream: Stream) -> Result<Arc<AtomicUsize>, String> {
        let over = Arc::new(AtomicUsize::new(0));
        let counter = over.clone();
        self.callback(stream, move || {
            std::thread::sleep(Duration::from_millis(40));
            counter.fetch_add(1, Ordering::AcqRel);
        })?;
        Ok(over)
    }

    pub(super) fn usage(&self) -> Result<(i64, i64), String> {
        let usage = self.se().device_memory_usage.ok_or("device_memory_usage is missing")?;
        let (mut free, mut total) = (-1, -1);
        // SAFETY: the pointers are valid during the call.
        match unsafe { usage(self.device, &raw mut free, &raw mut total) } {
            0 => Err("device_memory_usage cannot tell".into()),
            _ => Ok((free, total)),
        }
    }

    pub(super) fn statistics(&self) -> Option<SP_AllocatorStats> {
        let mut stats = SP_AllocatorStats::cleared();
        // SAFETY: the pointer is valid during the call.
        let told = unsafe { self.se().get_allocator_stats?(self.device, &raw mut stats) };
        (told != 0).then_some(stats)
    }

    /// Memory of the host that the plugin gives; null if it has none.
    pub(super) fn host_memory(&self, is_unified: bool, size: usize) -> Option<*mut u8> {
        let se = self.se();
        let allocate = if is_unified { se.unified_memory_allocate? } else { se.host_memory_allocate? };
        // SAFETY: the platform's own function and device.
        Some(unsafe { allocate(self.device, size as u64) }.cast())
    }

    pub(super) fn free_host_memory(&self, is_unified: bool, memory: *mut u8) -> Outcome {
        let se = self.se();
        let free = if is_unified { se.unified_memory_deallocate } else { se.host_memory_deallocate };
        let free = free.ok_or("the function that frees it is missing")?;
        // SAFETY: the memory is what the function above gave.
        unsafe { free(self.device, memory.cast()) };
        Ok(())
    }

    /// Writes bytes to memory of the host and reads them again.
    pub(super) fn touch(memory: *mut u8, size: usize) -> Outcome {
        let bytes = pattern(size, 5);
        // SAFETY: the plugin said that there are as many bytes.
        let got: Vec<u8> = unsafe {
            bytes.iter().enumerate().for_each(|(i, &byte)| memory.add(i).write_volatile(byte));
            (0..size).map(|i| memory.add(i).read_volatile()).collect()
        };
        compare(&bytes, &got)
    }

    /// A new timer; `None` if there are none.
    pub(super) fn timer(&self) -> Option<Result<Timer<'_>, String>> {
        let se = self.se();
        let (create, destroy) = (se.create_timer?, se.destroy_timer?);
        let (start, stop) = (se.start_timer?, se.stop_timer?);
        let fns = self.platform.fns.create_timer_fns?;
        let make = || {
            let timer_fns = Roomy::<SP_TimerFns>::leak();
            let mut timer = std::ptr::null_mut();
            // SAFETY: the platform's own functions and device; structs stay for ever.
            let nanoseconds = unsafe {
                self.call("create_timer_fns", |status| fns(self.platform.platform, timer_fns, status))?;
                let nanoseconds = (*timer_fns).nanoseconds.ok_or("SP_TimerFns: 'nanoseconds' is missing")?;
                self.call("create_timer", |status| create(self.device, &raw mut timer, status))?;
                nanoseconds
            };
            if timer.is_null() {
                return Err("create_timer gave no timer and no error".into());
            }
            Ok(Timer { target: self, timer, start, stop, destroy, nanoseconds })
        };
        Some(make())
    }

    /// The time that a delay occupies a stream, by a timer; `None` if there are no timers.
    pub(super) fn time_a_delay(&self, stream: Stream) -> Option<Result<u64, String>> {
        let measure = |timer: Timer<'_>| {
            timer.start(stream)?;
            self.delay(stream)?;
            timer.stop(stream)?;
            self.drain(stream)?;
            let elapsed = timer.nanoseconds();
            timer.destroy();
            Ok(elapsed)
        };
        Some(self.timer()?.and_then(measure))
    }

    /// Blocks until a stream is done; `None` if the device has no such function.
    pub(super) fn block_until_done(&self, stream: Stream) -> Option<Outcome> {
        let block = self.se().block_host_until_done?;
        // SAFETY: the platform's own function, device and stream.
        Some(self.call("block_host_until_done", |status| unsafe { block(self.device, stream.0, status) }))
    }
}

/// A timer of a device.
pub(super) struct Timer<'t> {
    target: &'t Target,
    timer: SP_Timer,
    start: unsafe extern "C" fn(*const SP_Device, SP_Stream, SP_Timer, *mut Status),
    stop: unsafe extern "C" fn(*const SP_Device, SP_Stream, SP_Timer, *mut Status),
    destroy: unsafe extern "C" fn(*const SP_Device, SP_Timer),
    nanoseconds: unsafe extern "C" fn(SP_Timer) -> u64,
}

impl Timer<'_> {
    pub(super) fn start(&self, stream: Stream) -> Outcome {
        self.target.call("start_timer", |status| {
            // SAFETY: the platform's own function, device, stream and timer.
            unsafe { (self.start)(self.target.device, stream.0, self.timer, status) };
        })
    }

    pub(super) fn stop(&self, stream: Stream) -> Outcome {
        self.target.call("stop_timer", |status| {
            // SAFETY: the platform's own function, device, stream and timer.
            unsafe { (self.stop)(self.target.device, stream.0, self.timer, status) };
        })
    }

    pub(super) fn nanoseconds(&self) -> u64 {
        // SAFETY: the platform's own function, device, stream and timer.
        unsafe { (self.nanoseconds)(self.timer) }
    }

    pub(super) fn destroy(self) {
        // SAFETY: the function, device and timer belong to this platform; `self` is consumed, so the timer is
        // not used afterwards.
        unsafe { (self.destroy)(self.target.device, self.timer) };
    }
}

/// Whether something becomes true before patience ends.
pub(super) fn until(is_true: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    loop {
        if is_true() {
            return true;
        }
        if start.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}
