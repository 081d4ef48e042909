//! Leased cells: each thread has one of its own, and hands it to another thread when it ends.
//!
//! A cell is never freed and keeps its content from thread to thread. So a reader can sum the counts of all threads, and there are no
//! more cells than threads that ran at the same time.

use parking_lot::Mutex;

/// All cells of one sort.
#[derive(Debug)]
pub struct Leases<T: 'static>(Mutex<Cells<T>>);

#[derive(Debug)]
struct Cells<T: 'static> {
    all: Vec<&'static T>,
    /// Cells that no thread has.
    free: Vec<&'static T>,
}

/// A cell that one thread owns exclusively; dropping the lease returns the cell.
#[derive(Debug)]
pub struct Lease<T: 'static> {
    cell: &'static T,
    of: &'static Leases<T>,
}

impl<T: Send + 'static> Leases<T> {
    /// No cells.
    #[expect(clippy::new_without_default, reason = "it is made in statics")]
    pub const fn new() -> Leases<T> {
        Leases(Mutex::new(Cells { all: Vec::new(), free: Vec::new() }))
    }

    /// A cell that no thread has; `make` makes one if there is none.
    pub fn take(&'static self, make: impl FnOnce() -> T) -> Lease<T> {
        let mut cells = self.0.lock();
        let cell = cells.free.pop().unwrap_or_else(|| {
            let cell: &'static T = Box::leak(Box::new(make()));
            cells.all.push(cell);
            cell
        });
        Lease { cell, of: self }
    }

    /// Adds up what all cells have. What threads change meanwhile is in it or not.
    pub fn sum<S: std::iter::Sum>(&self, of: impl FnMut(&'static T) -> S) -> S {
        self.0.lock().all.iter().copied().map(of).sum()
    }

    /// Looks at all cells.
    pub fn for_each(&self, f: impl FnMut(&'static T)) {
        self.0.lock().all.iter().copied().for_each(f);
    }
}

impl<T: 'static> Lease<T> {
    /// The cell. It stays where it is, but is the thread's own only as long as it has the lease.
    pub fn cell(&self) -> &'static T {
        self.cell
    }
}

impl<T: 'static> Drop for Lease<T> {
    fn drop(&mut self) {
        self.of.0.lock().free.push(self.cell);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    #[test]
    fn cells_go_on_with_what_they_have() {
        static CELLS: Leases<AtomicU32> = Leases::new();
        let count = || {
            let lease = CELLS.take(AtomicU32::default);
            lease.cell().fetch_add(1, Relaxed);
            lease
        };
        let (first, second) = (count(), count());
        assert!(!std::ptr::eq(first.cell(), second.cell()));
        drop((first, second));
        for _ in 0..3 {
            std::thread::spawn(move || drop(count())).join().unwrap();
        }
        assert_eq!(CELLS.sum(|cell| cell.load(Relaxed)), 5);
        let mut cells = 0;
        CELLS.for_each(|_| cells += 1);
        assert_eq!(cells, 2);
    }
}
