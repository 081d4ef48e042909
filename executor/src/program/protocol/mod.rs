//! The lock-free protocols by which threads share a dataflow call: [`counts`] says when a kernel is ready and when the call's frame is
//! free, [`slot`] how a result goes from the thread that has it to the caller.
//!
//! Both are apart from all else so that a model checker can try them (`executor/tests/model/frame.rs`).

pub(in crate::program) mod counts;
pub(in crate::program) mod slot;

/// The atomics of both.
mod sync {
    pub(super) use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
}
