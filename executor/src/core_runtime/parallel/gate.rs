//! The gate of a loop: who may be inside, and the blocks that are left.
//!
//! The owner opens the gate for a loop, takes blocks, closes it and waits until no helper is inside. Helpers enter while it is open. Whatever the
//! owner writes before it opens the gate is seen by those inside, and what they write is seen by the owner once none is inside. Separate from the
//! rest so that a model checker can test it (`executor/tests/model/team.rs`).

use super::sync::{AtomicU64, Ordering};
use std::ops::Range;

/// In the state: the helpers inside.
const INSIDE: u64 = 0xffff;
/// Whether helpers may enter.
const OPEN: u64 = 1 << 16;
/// Whether the owner is in a run that has many loops.
const TOGETHER: u64 = 1 << 17;
/// What is added for each loop.
const NEXT: u64 = 1 << 18;

/// See the module.
pub(super) struct Gate {
    /// The number of the loop, whether it is open, and the helpers inside.
    state: AtomicU64,
    /// Blocks taken from the front (low half) and from the back (high half).
    taken: AtomicU64,
}

/// What a helper that looks at a gate may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// It is inside the loop of this number, and must [leave](Gate::leave).
    Inside(u64),
    /// The state changed while it looked: it may look again at once.
    Again,
    /// There is nothing new; whether many loops are to follow.
    Closed { is_together: bool },
}

impl Gate {
    /// A closed gate.
    pub(super) fn new() -> Gate {
        Gate { state: AtomicU64::new(0), taken: AtomicU64::new(0) }
    }

    /// Opens the gate for a loop. Only the owner does, and it has waited for the end of the loop before.
    pub(super) fn open(&self) {
        self.taken.store(0, Ordering::Relaxed);
        // Only the owner changes the state while the loop is closed.
        let state = self.state.load(Ordering::Relaxed);
        self.state.store((state + NEXT) | OPEN, Ordering::Release);
    }

    /// Enters an open loop other than the one that was helped last.
    pub(super) fn look(&self, helped: Option<u64>) -> Look {
        let state = self.state.load(Ordering::Acquire);
        let number = state / NEXT;
        if state & OPEN == 0 || helped == Some(number) {
            return Look::Closed { is_together: state & TOGETHER != 0 };
        }
        match self.state.compare_exchange_weak(state, state + 1, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Look::Inside(number),
            Err(_) => Look::Again,
        }
    }

    /// A helper that is inside leaves.
    pub(super) fn leave(&self) {
        self.state.fetch_sub(1, Ordering::Release);
    }

    /// Closes the gate; whether no helper is inside.
    pub(super) fn close(&self) -> bool {
        self.state.fetch_and(!OPEN, Ordering::AcqRel) & INSIDE == 0
    }

    /// Whether the helpers that were inside when it was closed have left.
    pub(super) fn is_empty(&self) -> bool {
        self.state.load(Ordering::Acquire) & INSIDE == 0
    }

    /// Says that many loops follow; whether that was not said before.
    pub(super) fn begin_together(&self) -> bool {
        self.state.fetch_or(TOGETHER, Ordering::Relaxed) & TOGETHER == 0
    }

    /// Says that no more loops follow.
    pub(super) fn end_together(&self) {
        self.state.fetch_and(!TOGETHER, Ordering::Relaxed);
    }

    /// Takes some of a loop's blocks; `None` when none is left.
    pub(super) fn take(&self, blocks: usize, threads: usize, front: bool) -> Option<Range<usize>> {
        let mut taken = self.taken.load(Ordering::Relaxed);
        loop {
            let (from_front, from_back) = ((taken & u64::from(u32::MAX)) as usize, (taken >> 32) as usize);
            let left = blocks - from_front - from_back;
            if left == 0 {
                return None;
            }
            let count = (left / (2 * threads)).max(1);
            let more = if front { count as u64 } else { (count as u64) << 32 };
            match self.taken.compare_exchange_weak(taken, taken + more, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) if front => return Some(from_front..from_front + count),
                Ok(_) => {
                    let end = blocks - from_back;
                    return Some(end - count..end);
                }
                Err(now) => taken = now,
            }
        }
    }
}
