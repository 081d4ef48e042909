//! `!test.atomic.i32`: a counter that parallel kernels share.

use std::sync::atomic::{AtomicI32, Ordering::AcqRel, Ordering::Acquire};

use tfrt_executor::kernel::{KernelRegistry, Out};
use tfrt_executor::value::Chain;

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add("tfrt_test.atomic.create.i32", || Out(AtomicI32::new(0)));
    registry.add("tfrt_test.atomic.inc.i32", |counter: &AtomicI32| add(counter, 1));
    registry.add("tfrt_test.atomic.add.i32", |counter: &AtomicI32, value: i32| add(counter, value));
    registry.add("tfrt_test.atomic.get.i32", |counter: &AtomicI32| (counter.load(Acquire), Chain));
}

fn add(counter: &AtomicI32, value: i32) -> Chain {
    counter.fetch_add(value, AcqRel);
    Chain
}
