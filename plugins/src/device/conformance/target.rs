//! A device's functions as checks call them: each reports what went wrong, and nothing that the device may still write to is ever freed.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::super::call::call;
use super::super::platform::{CallbackArgument, Platform, Roomy};
use crate::abi::Ptr;
use crate::abi::stream_executor::{
    SE_CreateDeviceParams, SP_AllocatorStats, SP_Device, SP_DeviceMemoryBase, SP_Event, SP_Stream,
    SP_StreamExecutor, SP_TimerFns, Sized0,
};
use crate::status::Status;

/// What a check found wrong.
pub(super) type Outcome = Result<(), String>;

/// How long something may take that is asked for again and again.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

/// A device under test, with nothing of the runtime's own on it.
pub(super) struct Target {
    pub(super) platform: &'static Platform,
    pub(super) device: *const SP_Device,
    pub(super) ordinal: i32,
}

// SAFETY: TensorFlow's contract: devices are used from any thread.
unsafe impl Send for Target {}
// SAFETY: as above.
unsafe impl Sync for Target {}

/// Memory of the device.
#[derive(Clone, Copy)]
pub(super) struct Memory {
    pub(super) base: SP_DeviceMemoryBase,
}

// SAFETY: a number that is handed to the plugin.
unsafe impl Send for Memory {}

impl Memory {
    pub(super) fn address(&self) -> usize {
        self.base.opaque.addr()
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

// SAFETY: TensorFlow's contract: streams are used from any thread.
unsafe impl Send for Stream {}

/// An event.
#[derive(Clone, Copy)]
pub(super) struct Event(pub(super) SP_Event);

/// Memory of the host that stays for ever, as a stream may still write to it.
#[derive(Clone, Copy)]
pub(super) struct Host {
    data: *mut u8,
    len: usize,
}

// SAFETY: read and written with volatile accesses, whose values are only compared.
unsafe impl Send for Host {}

impl Host {
    /// `len` bytes, `offset` bytes behind an address that is a multiple of 64.
    pub(super) fn new(len: usize, offset: usize) -> Host {
        let words = vec![[0u64; 8]; (len + offset).div_ceil(64) + 2];
        let start = words.leak().as_mut_ptr().cast::<u8>();
        let data = start.wrapping_add(start.align_offset(64)).wrapping_add(offset);
        Host { data, len }
    }

    /// As [`Self::new`], with these bytes.
    pub(super) fn with(bytes: &[u8], offset: usize) -> Host {
        let host = Host::new(bytes.len(), offset);
        for (i, &byte) in bytes.iter().enumerate() {
            // SAFETY: within the block.
            unsafe { host.data.add(i).write_volatile(byte) };
        }
        host
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        // SAFETY: within the block, which is never freed.
        (0..self.len).map(|i| unsafe { self.data.add(i).read_volatile() }).collect()
    }

    pub(super) fn pointer(&self) -> *mut c_void {
        self.data.cast()
    }
}

/// Bytes that tell where they come from.
pub(super) fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len)
        .map(|i| (i.wrapping_mul(167) ^ (i >> 8).wrapping_mul(59) ^ seed.wrapping_mul(31)) as u8)
        .collect()
}

/// Where two byte strings differ first.
pub(super) fn compare(expected: &[u8], got: &[u8]) -> Outcome {
    match expected.iter().zip(got).position(|(a, b)| a != b) {
        None if expected.len() == got.len() => Ok(()),
        None => Err(format!("{} bytes came, not {}", got.len(), expected.len())),
        Some(at) => {
            Err(format!("byte {at} of {} is {:#04x}, not {:#04x}", expected.len(), got[at], expected[at]))
        }
    }
}

impl Target {
    /// Makes a device for the checks alone.
    pub(super) fn new(platform: &'static Platform, ordinal: i32) -> Result<Target, String> {
        let create = platform.fns.create_device.ok_or("create_device is missing")?;
        let mut params = SE_CreateDeviceParams::cleared();
        params.ordinal = ordinal;
        params.device = Roomy::<SP_Device>::leak();
        // SAFETY: the platform's own function; the structs are cleared and stay for ever.
        unsafe {
            // What the plugin does not set must not be right by chance.
            (*params.device).ordinal = -1;
            call("create_device", |status| create(platform.platform, &raw mut params, status))?;
        }
        Ok(Target { platform, device: params.device.cast_const(), ordinal })
    }

    /// What `create_device` left.
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
        call("create_stream", |status| unsafe { create(self.device, &raw mut stream, status) })?;
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
        call("create_event", |status| unsafe { create(self.device, &raw mut event, status) })?;
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
        // SAFETY: the platform's own function, device, stream and event; so below.
        call("record_event", |status| unsafe { record(self.device, stream.0, event.0, status) })
    }

    pub(super) fn wait_for_event(&self, stream: Stream, event: Event) -> Outcome {
        let wait = self.se().wait_for_event.ok_or("wait_for_event is missing")?;
        // SAFETY: as above.
        call("wait_for_event", |status| unsafe { wait(self.device, stream.0, event.0, status) })
    }

    pub(super) fn block_for_event(&self, event: Event) -> Outcome {
        let block = self.se().block_host_for_event.ok_or("block_host_for_event is missing")?;
        // SAFETY: as above.
        call("block_host_for_event", |status| unsafe { block(self.device, event.0, status) })
    }

    pub(super) fn depend(&self, dependent: Stream, other: Stream) -> Outcome {
        let depend = self.se().create_stream_dependency.ok_or("create_stream_dependency is missing")?;
        call("create_stream_dependency", |status| {
            // SAFETY: as above.
            unsafe { depend(self.device, dependent.0, other.0, status) };
        })
    }

    pub(super) fn stream_status(&self, stream: Stream) -> Outcome {
        let check = self.se().get_stream_status.ok_or("get_stream_status is missing")?;
        // SAFETY: as above.
        call("get_stream_status", |status| unsafe { check(self.device, stream.0, status) })
    }

    pub(super) fn synchronize(&self) -> Outcome {
        let synchronize = self.se().synchronize_all_activity.ok_or("synchronize_all_activity is missing")?;
        // SAFETY: as above.
        call("synchronize_all_activity", |status| unsafe { synchronize(self.device, status) })
    }

    pub(super) fn to_device(&self, stream: Option<Stream>, to: Memory, from: Host) -> Outcome {
        let (mut base, size) = (to.base, from.len as u64);
        match stream {
            Some(stream) => {
                let copy = self.se().memcpy_htod.ok_or("memcpy_htod is missing")?;
                call("memcpy_htod", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, stream.0, &raw mut base, from.pointer(), size, status) };
                })
            }
            None => {
                let copy = self.se().sync_memcpy_htod.ok_or("sync_memcpy_htod is missing")?;
                call("sync_memcpy_htod", |status| {
                    // SAFETY: as above.
                    unsafe { copy(self.device, &raw mut base, from.pointer(), size, status) };
                })
            }
        }
    }

    pub(super) fn to_host(&self, stream: Option<Stream>, to: Host, from: Memory) -> Outcome {
        let size = to.len as u64;
        match stream {
            Some(stream) => {
                let copy = self.se().memcpy_dtoh.ok_or("memcpy_dtoh is missing")?;
                call("memcpy_dtoh", |status| {
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, stream.0, to.pointer(), &raw const from.base, size, status) };
                })
            }
            None => {
                let copy = self.se().sync_memcpy_dtoh.ok_or("sync_memcpy_dtoh is missing")?;
                call("sync_memcpy_dtoh", |status| {
                    // SAFETY: as above.
                    unsafe { copy(self.device, to.pointer(), &raw const from.base, size, status) };
                })
            }
        }
    }

    /// On the device; `None` if the device has no such function.
    pub(super) fn on_device(
        &self,
        stream: Option<Stream>,
        to: Memory,
        from: Memory,
        size: usize,
    ) -> Option<Outcome> {
        let mut base = to.base;
        Some(match stream {
            Some(stream) => {
                let copy = self.se().memcpy_dtod?;
                call("memcpy_dtod", |status| {
                    let from = &raw const from.base;
                    // SAFETY: both have as many bytes and stay.
                    unsafe { copy(self.device, stream.0, &raw mut base, from, size as u64, status) };
                })
            }
            None => {
                let copy = self.se().sync_memcpy_dtod?;
                call("sync_memcpy_dtod", |status| {
                    // SAFETY: as above.
                    unsafe { copy(self.device, &raw mut base, &raw const from.base, size as u64, status) };
                })
            }
        })
    }

    pub(super) fn zero(&self, stream: Stream, to: Memory, size: usize) -> Outcome {
        let (set, mut base) = (self.se().mem_zero.ok_or("mem_zero is missing")?, to.base);
        call("mem_zero", |status| {
            // SAFETY: the memory has as many bytes; so below.
            unsafe { set(self.device, stream.0, &raw mut base, size as u64, status) };
        })
    }

    pub(super) fn set(&self, stream: Stream, to: Memory, byte: u8, size: usize) -> Outcome {
        let (set, mut base) = (self.se().memset.ok_or("memset is missing")?, to.base);
        call("memset", |status| {
            // SAFETY: as above.
            unsafe { set(self.device, stream.0, &raw mut base, byte, size as u64, status) };
        })
    }

    pub(super) fn set32(&self, stream: Stream, to: Memory, word: u32, size: usize) -> Outcome {
        let (set, mut base) = (self.se().memset32.ok_or("memset32 is missing")?, to.base);
        call("memset32", |status| {
            // SAFETY: as above.
            unsafe { set(self.device, stream.0, &raw mut base, word, size as u64, status) };
        })
    }

    /// What `host_callback` says; `then` runs for each call.
    pub(super) fn callback(
        &self,
        stream: Stream,
        then: impl Fn() + Send + Sync + 'static,
    ) -> Result<bool, String> {
        type Then = Box<dyn Fn() + Send + Sync>;
        unsafe extern "C" fn call_back(argument: CallbackArgument, _: *mut Status) {
            // SAFETY: the argument is the box below, which is never freed: a wrong device may call twice.
            let then = unsafe { &*argument.cast::<Then>() };
            crate::exports::guard("host callback", then);
        }
        let enqueue = self.se().host_callback.ok_or("host_callback is missing")?;
        let argument: Ptr = Box::into_raw(Box::new(Box::new(then) as Then)).cast();
        // SAFETY: the platform's own function, device and stream.
        Ok(unsafe { enqueue(self.device, stream.0, Some(call_back), argument) } != 0)
    }

    /// Returns when a stream has done what it was given so far.
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

    /// Gives a stream something that takes a while, and a counter of what is over of it.
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

    /// How long a stream is busy with a delay, as a timer says; `None` if there are no timers.
    pub(super) fn time_a_delay(&self, stream: Stream) -> Option<Result<u64, String>> {
        let se = self.se();
        let (create, destroy) = (se.create_timer?, se.destroy_timer?);
        let (start, stop) = (se.start_timer?, se.stop_timer?);
        let fns = self.platform.fns.create_timer_fns?;
        let measure = || {
            let timer_fns = Roomy::<SP_TimerFns>::leak();
            let mut timer = std::ptr::null_mut();
            // SAFETY: the platform's own functions, device, stream and timer; structs stay for ever.
            unsafe {
                call("create_timer_fns", |status| fns(self.platform.platform, timer_fns, status))?;
                let nanoseconds = (*timer_fns).nanoseconds.ok_or("SP_TimerFns: 'nanoseconds' is missing")?;
                call("create_timer", |status| create(self.device, &raw mut timer, status))?;
                call("start_timer", |status| start(self.device, stream.0, timer, status))?;
                self.delay(stream)?;
                call("stop_timer", |status| stop(self.device, stream.0, timer, status))?;
                self.drain(stream)?;
                let elapsed = nanoseconds(timer);
                destroy(self.device, timer);
                Ok(elapsed)
            }
        };
        Some(measure())
    }

    /// Blocks until a stream is done; `None` if the device has no such function.
    pub(super) fn block_until_done(&self, stream: Stream) -> Option<Outcome> {
        let block = self.se().block_host_until_done?;
        // SAFETY: the platform's own function, device and stream.
        Some(call("block_host_until_done", |status| unsafe { block(self.device, stream.0, status) }))
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
