//! The lock-free protocols by which threads share a dataflow call: [`counts`] decides when a kernel is ready and when the call's frame
//! is freed, [`slot`] passes a result from the thread that has it to the caller.
//!
//! Both are separate from the rest so that a model checker can test them (`executor/tests/model/frame.rs`).

pub(in crate::program) mod counts;
pub(in crate::program) mod slot;

/// The atomics of both.
mod sync {
    pub(super) use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
}
