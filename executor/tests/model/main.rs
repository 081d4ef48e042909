//! The lock-free protocols under a model checker, which tries all interleavings of a few threads, and all values that their loads
//! may see.
//!
//! The modules are those of the library itself, put under parents whose atomics are the checker's.

mod cancellation;
mod frame;
mod queue;
mod team;
mod value;

/// Tries the interleavings in which a running thread is interrupted at most twice, or as often as the variable
/// `LOOM_MAX_PREEMPTIONS` says: 3 takes a minute, all of them hours.
fn model(f: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = builder.preemption_bound.or(Some(2));
    builder.check(f);
}
