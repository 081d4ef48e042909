//! A device's memory: allocation for tensors, and the time of its release.
//!
//! With a pool, the runtime takes memory from the plugin in regions of growing size and divides them by best fit. Without, each
//! tensor is an allocation of its own, which is freed when the kernels that may use it are done; an event on their stream
//! signals that. One event serves a batch of tensors, as most are small. Memory that returns to a pool needs no event: its next
//! user comes after its last user on the same stream.
//!
//! A lock guards the accounts and is taken once for each allocation and once for each release, which is a good part of the cost of
//! a small op. No function of the plugin is called under the lock: it may wait for a stream, which may be at a callback that drops
//! a tensor. Such a callback only appends memory to the list of released memory.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use tfrt_executor::trace::{self, Level};

use super::device::{COMPUTE, Device};
use super::pool::{ALIGNMENT, Pool};
use super::tensor::DeviceMemory;
use crate::abi::stream_executor::{SE_EVENT_COMPLETE, SE_EVENT_ERROR, SP_DeviceMemoryBase, SP_Event, Sized0};

/// The first region of a pool has this size; each further one twice that of the one before.
const FIRST_REGION: u64 = 2 << 20;
/// So many tensors, or bytes, wait for an event together.
const BATCH: usize = 32;
const BATCH_BYTES: u64 = 1 << 20;

/// Statistics of a device's memory.
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

#[derive(Debug)]
pub(super) struct Allocator {
    pool: Option<Pool>,
    next_region: u64,
    /// Memory that no tensor has any more, and its size.
    released: Vec<SP_DeviceMemoryBase>,
    released_bytes: u64,
    /// Batches of it that wait for an event on the kernels' stream.
    deferred: VecDeque<(SP_Event, Vec<SP_DeviceMemoryBase>)>,
    /// Events, and lists, to be used again.
    events: Vec<SP_Event>,
    lists: Vec<Vec<SP_DeviceMemoryBase>>,
    pub(super) statistics: DeviceStatistics,
}

impl Allocator {
    pub(super) fn new(use_pool: bool) -> Allocator {
        Allocator {
            pool: use_pool.then(Pool::default),
            next_region: FIRST_REGION,
            released: Vec::new(),
            released_bytes: 0,
            deferred: VecDeque::new(),
            events: Vec::new(),
            lists: Vec::new(),
            statistics: DeviceStatistics::default(),
        }
    }
}

impl DeviceStatistics {
    /// `bytes` more are in use, `reserved` of which the plugin has just given.
    #[inline]
    fn add(&mut self, bytes: u64, reserved: u64) {
        self.allocations += 1;
        self.live += 1;
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        self.reserved_bytes += reserved;
    }

    /// As many are not any more.
    #[inline]
    fn remove(&mut self, bytes: u64, reserved: u64) {
        self.live -= 1;
        self.bytes -= bytes;
        self.reserved_bytes = self.reserved_bytes.saturating_sub(reserved);
    }
}

impl Device {
    /// Memory straight from the plugin: unified, if the user wants that and there is such memory. Whether there is.
    #[inline]
    fn take(&self, size: u64, base: &mut SP_DeviceMemoryBase) -> bool {
        let _scope = trace::scope(Level::Verbose, || format!("DeviceMemory: {size} bytes of {}", self.name));
        // SAFETY: the functions are the platform's own; the struct is valid during the call.
        unsafe {
            match self.executor().unified_memory_allocate.filter(|_| self.uses_unified_memory) {
                Some(allocate) => base.opaque = allocate(self.device, size),
                None => {
                    if let Some(allocate) = self.executor().allocate {
                        allocate(self.device, size, 0, base);
                    }
                }
            }
        }
        base.size = size;
        !base.opaque.is_null()
    }

    fn give_back(&self, mut base: SP_DeviceMemoryBase) {
        // SAFETY: the memory is what `take` got, by the function of the same kind, and nothing uses it any more.
        unsafe {
            match self.executor().unified_memory_deallocate.filter(|_| self.uses_unified_memory) {
                Some(deallocate) => deallocate(self.device, base.opaque),
                None => {
                    if let Some(deallocate) = self.executor().deallocate {
                        deallocate(self.device, &raw mut base);
                    }
                }
            }
        }
    }

    /// Memory of at least `size` bytes.
    pub(super) fn memory(&'static self, size: u64) -> Option<DeviceMemory> {
        let mut base = SP_DeviceMemoryBase::cleared();
        self.allocate(size, &mut base).then(|| DeviceMemory { device: self, base })
    }

    /// Gets memory of at least `size` bytes; whether there is any.
    #[inline]
    pub(super) fn allocate(&self, size: u64, base: &mut SP_DeviceMemoryBase) -> bool {
        self.find(size, base) || self.find_late(size, base)
    }

    /// Finds memory that waits for kernels, or that constants of programs hold, which can be copied again.
    #[cold]
    fn find_late(&self, size: u64, base: &mut SP_DeviceMemoryBase) -> bool {
        if self.give_back_all().is_err() {
            return false;
        }
        self.find(size, base)
            || self.constants.clear() && self.give_back_all().is_ok() && self.find(size, base)
    }

    #[inline]
    fn find(&self, size: u64, base: &mut SP_DeviceMemoryBase) -> bool {
        if self.uses_pool {
            return self.find_in_pool(size, base).is_some();
        }
        if !self.take(size.max(1), base) {
            return false;
        }
        base.size = size;
        self.allocator.lock().statistics.add(size, size.max(1));
        true
    }

    fn find_in_pool(&self, size: u64, base: &mut SP_DeviceMemoryBase) -> Option<()> {
        let mut allocator = self.allocator.lock();
        let address = match allocator.pool.as_mut()?.allocate(size) {
            Some(address) => address,
            None => {
                let needed = size.checked_next_multiple_of(ALIGNMENT)?.checked_add(ALIGNMENT)?;
                let mut region = allocator.next_region.max(needed.checked_next_power_of_two()?);
                drop(allocator);
                let mut taken = SP_DeviceMemoryBase::cleared();
                while !self.take(region, &mut taken) {
                    // A smaller region may still do.
                    region /= 2;
                    if region < needed {
                        if !self.take(needed, &mut taken) {
                            return None;
                        }
                        break;
                    }
                }
                allocator = self.allocator.lock();
                allocator.next_region = taken.size.saturating_mul(2);
                allocator.statistics.reserved_bytes += taken.size;
                let pool = allocator.pool.as_mut()?;
                pool.add_region(taken.opaque.expose_provenance() as u64, taken.size);
                pool.allocate(size)?
            }
        };
        allocator.statistics.add(size, 0);
        base.opaque = std::ptr::with_exposed_provenance_mut(address as usize);
        base.size = size;
        Some(())
    }

    /// Takes back memory without references.
    pub(super) fn release(&self, base: SP_DeviceMemoryBase) {
        let mut allocator = self.allocator.lock();
        if let Some(pool) = &mut allocator.pool {
            pool.free(base.opaque.addr() as u64, base.size);
            return allocator.statistics.remove(base.size, 0);
        }
        allocator.statistics.remove(base.size, base.size.max(1));
        let in_callback = super::copies::in_callback();
        if !in_callback && !self.is_busy.load(Ordering::Acquire) {
            drop(allocator);
            return self.give_back(base);
        }
        allocator.released.push(base);
        allocator.released_bytes += base.size;
        if !in_callback && (allocator.released.len() >= BATCH || allocator.released_bytes >= BATCH_BYTES) {
            let next = allocator.lists.pop().unwrap_or_default();
            let batch = std::mem::replace(&mut allocator.released, next);
            allocator.released_bytes = 0;
            let event = allocator.events.pop();
            drop(allocator);
            self.retire(batch, event);
        }
    }

    /// Makes released memory wait for an event, an old one if there is one, and frees the memory whose event has come.
    fn retire(&self, batch: Vec<SP_DeviceMemoryBase>, event: Option<SP_Event>) {
        match self.record(event) {
            Some(event) => self.allocator.lock().deferred.push_back((event, batch)),
            None => {
                // Without an event only the end of everything tells.
                let _ = self.synchronize();
                self.give_back_batch(batch);
            }
        }
        loop {
            let Some((event, batch)) = self.allocator.lock().deferred.pop_front() else { return };
            // SAFETY: the device's own event.
            let state =
                self.executor().get_event_status.map(|function| unsafe { function(self.device, event) });
            if !matches!(state, Some(SE_EVENT_COMPLETE | SE_EVENT_ERROR)) {
                return self.allocator.lock().deferred.push_front((event, batch));
            }
            self.allocator.lock().events.push(event);
            self.give_back_batch(batch);
        }
    }

    fn give_back_batch(&self, mut batch: Vec<SP_DeviceMemoryBase>) {
        for base in batch.drain(..) {
            self.give_back(base);
        }
        self.allocator.lock().lists.push(batch);
    }

    /// Frees all memory released so far, when the device is done with everything.
    ///
    /// # Errors
    /// Something that the device was given failed; then nothing is given back.
    pub(super) fn give_back_all(&self) -> Result<(), String> {
        // Memory that others release from now on may be used by kernels that the device gets after it is
        // done.
        let (mut deferred, released) = {
            let mut allocator = self.allocator.lock();
            allocator.released_bytes = 0;
            (std::mem::take(&mut allocator.deferred), std::mem::take(&mut allocator.released))
        };
        if let Err(message) = self.synchronize() {
            let mut allocator = self.allocator.lock();
            allocator.released.extend(released);
            deferred.append(&mut allocator.deferred);
            allocator.deferred = deferred;
            return Err(message);
        }
        for (event, batch) in deferred {
            self.allocator.lock().events.push(event);
            self.give_back_batch(batch);
        }
        self.give_back_batch(released);
        Ok(())
    }

    /// An event behind everything that the kernels' stream was given.
    fn record(&self, event: Option<SP_Event>) -> Option<SP_Event> {
        let event = match event {
            Some(event) => event,
            None => {
                let mut event = std::ptr::null_mut();
                self.run("create_event", self.executor().create_event, |function, status| {
                    // SAFETY: the pointers are valid during the call.
                    unsafe { function(self.device, &raw mut event, status) };
                })
                .ok()
                .filter(|()| !event.is_null())?;
                event
            }
        };
        let recorded = self.run("record_event", self.executor().record_event, |function, status| {
            // SAFETY: the device's own stream and event.
            unsafe { function(self.device, self.streams[COMPUTE], event, status) };
        });
        if recorded.is_err() {
            self.allocator.lock().events.push(event);
            return None;
        }
        Some(event)
    }
}
