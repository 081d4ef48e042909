//! Counts of live objects, in release builds too.
//!
//! Async values are made and dropped by the million, so each thread counts in its own cell without atomic
//! read-modify-writes; a reader sums the cells. A value may be made on one thread and freed on another: only the sum over
//! all threads means something. Errors and frames are rarer and use plain atomics.

use parking_lot::Mutex;
use std::sync::{
    Arc,
    atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
};

/// What a thread counts.
#[derive(Default)]
struct Counts {
    async_values: AtomicI64,
    kernels: AtomicU64,
}

static CELLS: Mutex<Vec<Arc<Counts>>> = Mutex::new(Vec::new());
/// What threads that have ended counted.
static RETIRED: Counts = Counts { async_values: AtomicI64::new(0), kernels: AtomicU64::new(0) };
static ERRORS: AtomicI64 = AtomicI64::new(0);

struct ThreadCell(Arc<Counts>);

impl ThreadCell {
    fn new() -> ThreadCell {
        let cell = Arc::new(Counts::default());
        CELLS.lock().push(cell.clone());
        ThreadCell(cell)
    }
}

impl Drop for ThreadCell {
    fn drop(&mut self) {
        let mut cells = CELLS.lock();
        RETIRED.async_values.fetch_add(self.0.async_values.load(Relaxed), Relaxed);
        RETIRED.kernels.fetch_add(self.0.kernels.load(Relaxed), Relaxed);
        cells.retain(|cell| !Arc::ptr_eq(cell, &self.0));
    }
}

thread_local! {
    static CELL: ThreadCell = ThreadCell::new();
}

/// Adds to this thread's count of live async values.
#[inline]
pub(crate) fn async_values(delta: i64) {
    let counted = CELL.try_with(|cell| {
        let count = &cell.0.async_values;
        count.store(count.load(Relaxed) + delta, Relaxed);
    });
    if counted.is_err() {
        // The thread is ending.
        RETIRED.async_values.fetch_add(delta, Relaxed);
    }
}

/// Adds to this thread's count of executed kernels.
#[inline]
pub(crate) fn kernels(count: u64) {
    let counted = CELL.try_with(|cell| {
        let kernels = &cell.0.kernels;
        kernels.store(kernels.load(Relaxed) + count, Relaxed);
    });
    if counted.is_err() {
        RETIRED.kernels.fetch_add(count, Relaxed);
    }
}

/// Kernels executed so far by all programs of the process. Exact when no other thread runs programs.
pub fn kernels_executed() -> u64 {
    let cells = CELLS.lock();
    RETIRED.kernels.load(Relaxed) + cells.iter().map(|cell| cell.kernels.load(Relaxed)).sum::<u64>()
}

pub(crate) fn error_made() {
    ERRORS.fetch_add(1, Relaxed);
}

pub(crate) fn error_freed() {
    ERRORS.fetch_sub(1, Relaxed);
}

/// Live objects of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LiveObjects {
    /// Async values, indirect ones included.
    pub async_values: i64,
    /// Error values.
    pub errors: i64,
}

/// Counts the live objects. Exact when no other thread runs programs.
pub fn live_objects() -> LiveObjects {
    let cells = CELLS.lock();
    let running: i64 = cells.iter().map(|cell| cell.async_values.load(Relaxed)).sum();
    LiveObjects { async_values: running + RETIRED.async_values.load(Relaxed), errors: ERRORS.load(Relaxed) }
}
