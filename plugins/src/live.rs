//! A count of live objects that threads change without getting into each other's way.
//!
//! Each thread counts in a cell of its own, without atomic read-modify-writes; a reader adds the cells up. An object may be made on
//! one thread and freed on another, so only the sum means something. The cell of a thread that has ended goes on to the next one.

use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};

use parking_lot::Mutex;

/// One of the live objects: counted from its making to its end.
#[derive(Debug)]
pub(crate) struct Counted(());

impl Counted {
    #[inline]
    pub(crate) fn new() -> Counted {
        add(1);
        Counted(())
    }
}

impl Drop for Counted {
    #[inline]
    fn drop(&mut self) {
        add(-1);
    }
}

/// How many there are. Exact when no other thread makes or frees any.
pub(crate) fn count() -> usize {
    let sum: isize = CELLS.lock().all.iter().map(|cell| cell.0.load(Ordering::Relaxed)).sum();
    usize::try_from(sum).unwrap_or(0)
}

#[repr(align(128))]
struct Count(AtomicIsize);

struct Cells {
    all: Vec<&'static Count>,
    /// Those of threads that have ended.
    free: Vec<&'static Count>,
}

static CELLS: Mutex<Cells> = Mutex::new(Cells { all: Vec::new(), free: Vec::new() });

/// Gives a thread's cell back when the thread ends.
struct Lease(&'static Count);

impl Drop for Lease {
    fn drop(&mut self) {
        CELL.set(None);
        CELLS.lock().free.push(self.0);
    }
}

thread_local! {
    static CELL: Cell<Option<&'static Count>> = const { Cell::new(None) };
    static LEASE: Cell<Option<Lease>> = const { Cell::new(None) };
}

#[inline]
fn add(delta: isize) {
    match CELL.get() {
        // Nobody else writes it.
        Some(Count(cell)) => cell.store(cell.load(Ordering::Relaxed) + delta, Ordering::Relaxed),
        None => add_first(delta),
    }
}

#[cold]
fn add_first(delta: isize) {
    let cell = {
        let mut cells = CELLS.lock();
        cells.free.pop().unwrap_or_else(|| {
            let cell: &'static Count = Box::leak(Box::new(Count(AtomicIsize::new(0))));
            cells.all.push(cell);
            cell
        })
    };
    cell.0.store(cell.0.load(Ordering::Relaxed) + delta, Ordering::Relaxed);
    // A thread that is ending has no place for the lease: the cell is given back at once, and taken again if need be.
    let lease = Lease(cell);
    if LEASE.try_with(|place| place.set(Some(lease))).is_ok() {
        CELL.set(Some(cell));
    }
}
