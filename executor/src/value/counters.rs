//! Counts of live objects and of executed kernels, in release builds too.
//!
//! Programs make and drop async values by the million, so each thread counts in a cell of its own without atomic
//! read-modify-writes; a reader sums the cells. A value may be made on one thread and freed on another: only the sum over
//! all threads has a meaning. Cells are never freed: the cell of a thread that has ended goes on, with its counts, to the
//! next thread that starts. Errors are rarer and use a plain atomic.

use crate::leases::{Lease, Leases};
use std::{
    cell::Cell,
    sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
};

/// The counts of a thread.
#[derive(Default)]
#[repr(align(128))]
struct Counts {
    async_values: AtomicI64,
    requests: AtomicI64,
    kernels: AtomicU64,
}

static CELLS: Leases<Counts> = Leases::new();
static ERRORS: AtomicI64 = AtomicI64::new(0);
static HOSTS: AtomicI64 = AtomicI64::new(0);

/// Gives a thread's cell back when the thread ends.
struct Own(#[expect(dead_code, reason = "only kept")] Lease<Counts>);

impl Drop for Own {
    fn drop(&mut self) {
        CELL.set(None);
    }
}

thread_local! {
    static CELL: Cell<Option<&'static Counts>> = const { Cell::new(None) };
    static LEASE: Cell<Option<Own>> = const { Cell::new(None) };
}

#[inline]
fn with_cell(count: impl FnOnce(&Counts)) {
    match CELL.get() {
        Some(cell) => count(cell),
        None => with_new_cell(count),
    }
}

#[cold]
fn with_new_cell(count: impl FnOnce(&Counts)) {
    let lease = CELLS.take(Counts::default);
    let cell = lease.cell();
    count(cell);
    // A thread that is ending has no place for the lease: the cell is given back at once, and taken again if need be.
    if LEASE.try_with(|place| place.set(Some(Own(lease)))).is_ok() {
        CELL.set(Some(cell));
    }
}

/// Adds to this thread's count of live async values.
#[inline]
pub(crate) fn async_values(delta: i64) {
    with_cell(|cell| cell.async_values.store(cell.async_values.load(Relaxed) + delta, Relaxed));
}

/// Adds to this thread's count of live requests.
#[inline]
pub(crate) fn requests(delta: i64) {
    with_cell(|cell| cell.requests.store(cell.requests.load(Relaxed) + delta, Relaxed));
}

/// Adds to the count of live hosts.
pub(crate) fn hosts(delta: i64) {
    HOSTS.fetch_add(delta, Relaxed);
}

/// Adds to this thread's count of executed kernels.
#[inline]
pub(crate) fn kernels(count: u64) {
    with_cell(|cell| cell.kernels.store(cell.kernels.load(Relaxed) + count, Relaxed));
}

pub(crate) fn error_made() {
    ERRORS.fetch_add(1, Relaxed);
}

pub(crate) fn error_freed() {
    ERRORS.fetch_sub(1, Relaxed);
}

/// Kernels executed so far by all programs of the process. Exact when no other thread runs programs.
pub fn kernels_executed() -> u64 {
    CELLS.sum(|cell| cell.kernels.load(Relaxed))
}

/// Live objects of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LiveObjects {
    /// Async values, indirect ones included.
    pub async_values: i64,
    /// Error values.
    pub errors: i64,
    /// Requests, which calls that have not ended keep.
    pub requests: i64,
    /// Hosts.
    pub hosts: i64,
}

/// Counts the live objects. Exact when no other thread runs programs.
pub fn live_objects() -> LiveObjects {
    let sum = |count: fn(&Counts) -> &AtomicI64| CELLS.sum(|cell| count(cell).load(Relaxed));
    LiveObjects {
        async_values: sum(|counts| &counts.async_values),
        errors: ERRORS.load(Relaxed),
        requests: sum(|counts| &counts.requests),
        hosts: HOSTS.load(Relaxed),
    }
}
