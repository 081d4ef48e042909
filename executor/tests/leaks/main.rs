//! The tests that look at how many values the whole process has: one at a time, and none beside them.

#[path = "../common/mod.rs"]
mod common;

mod blocks;
mod random;

use parking_lot::{Mutex, MutexGuard};

/// The right to run programs, which each test has while it does.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock()
}
