//! The host allocator's accounts: how much memory tensors hold.
//!
//! The process's allocator provides the memory; this module keeps the figures that upstream's allocators report:
//! counts, peaks, a limit for tests, leaks at exit.

use crate::output::{Severity, log};
use parking_lot::Mutex;

/// The kinds of allocators that a host may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllocatorKind {
    /// No books.
    Malloc,
    /// Counts, and reports at the end when something is left.
    LeakCheck,
    /// Counts, and reports at the end.
    Profiled,
    /// At most 1024 bytes at a time, for tests; requests of up to 32 bytes are free.
    TestFixedSize1k,
}

impl AllocatorKind {
    /// Reads the name used on command lines.
    pub fn parse(text: &str) -> Option<AllocatorKind> {
        Some(match text {
            "malloc" => AllocatorKind::Malloc,
            "leak_check_allocator" => AllocatorKind::LeakCheck,
            "profiled_allocator" => AllocatorKind::Profiled,
            "test_fixed_size_1k" => AllocatorKind::TestFixedSize1k,
            _ => return None,
        })
    }
}

/// Counts of allocations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AllocatorProfile {
    /// Live allocations.
    pub allocations: u64,
    /// Most live allocations so far.
    pub max_allocations: u64,
    /// All allocations so far.
    pub total_allocations: u64,
    /// Live bytes.
    pub bytes: u64,
    /// Most live bytes so far.
    pub max_bytes: u64,
}

const FIXED_CAPACITY: u64 = 1024;
const FIXED_FREE_SIZE: u64 = 32;

/// The host allocator's books.
#[derive(Debug)]
pub struct HostAllocator {
    kind: AllocatorKind,
    profile: Mutex<AllocatorProfile>,
}

/// An allocation exceeds the limit of the allocator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory: {0} bytes")]
pub struct LimitReached(pub u64);

impl HostAllocator {
    pub(crate) fn new(kind: AllocatorKind) -> HostAllocator {
        HostAllocator { kind, profile: Mutex::default() }
    }

    /// The kind of allocator.
    pub fn kind(&self) -> AllocatorKind {
        self.kind
    }

    /// Books an allocation, or says that there is no room.
    pub fn allocate(&self, bytes: u64) -> Result<(), LimitReached> {
        match self.kind {
            AllocatorKind::Malloc => Ok(()),
            AllocatorKind::TestFixedSize1k => self.allocate_fixed(bytes),
            AllocatorKind::LeakCheck | AllocatorKind::Profiled => {
                let mut profile = self.profile.lock();
                profile.allocations += 1;
                profile.total_allocations += 1;
                profile.max_allocations = profile.max_allocations.max(profile.allocations);
                profile.bytes += bytes;
                profile.max_bytes = profile.max_bytes.max(profile.bytes);
                Ok(())
            }
        }
    }

    fn allocate_fixed(&self, bytes: u64) -> Result<(), LimitReached> {
        if bytes <= FIXED_FREE_SIZE {
            return Ok(());
        }
        let mut profile = self.profile.lock();
        let room = FIXED_CAPACITY - profile.bytes;
        if bytes > room {
            let text =
                format!("Attempted to allocate {bytes} bytes. However current capacity is only {room}.");
            log(Severity::Error, file!(), line!(), &text);
            return Err(LimitReached(bytes));
        }
        profile.bytes += bytes;
        let left = room - bytes;
        log(Severity::Info, file!(), line!(), &format!("Allocating {bytes} bytes. {left} remaining."));
        Ok(())
    }

    /// Books the end of an allocation of this size.
    pub fn deallocate(&self, bytes: u64) {
        match self.kind {
            AllocatorKind::Malloc => {}
            AllocatorKind::TestFixedSize1k if bytes <= FIXED_FREE_SIZE => {}
            AllocatorKind::TestFixedSize1k => {
                let mut profile = self.profile.lock();
                profile.bytes = profile.bytes.saturating_sub(bytes);
                let room = FIXED_CAPACITY - profile.bytes;
                log(Severity::Info, file!(), line!(), &format!("Freeing {bytes} bytes. {room} available."));
            }
            AllocatorKind::LeakCheck | AllocatorKind::Profiled => {
                let mut profile = self.profile.lock();
                profile.allocations = profile.allocations.saturating_sub(1);
                profile.bytes = profile.bytes.saturating_sub(bytes);
            }
        }
    }

    /// The counts.
    pub fn profile(&self) -> AllocatorProfile {
        *self.profile.lock()
    }
}
