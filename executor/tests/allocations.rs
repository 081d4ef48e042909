//! The number of times that the executor asks the system for memory while a program runs.
//!
//! The only test of its program: it counts what the whole process allocates.

#![expect(unsafe_code, reason = "a global allocator that counts")]

#[path = "common/mod.rs"]
mod common;

use std::{
    alloc::{GlobalAlloc, Layout, System},
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};
use tfrt_executor::{
    host::HostOptions,
    kernel::{ExecCtx, KernelRegistry},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{Value, kernels_executed},
};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every function passes its arguments to the system's allocator and returns its answer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller passes a layout of a size above zero, as `GlobalAlloc` requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller passes a block that this allocator, and so `System`, allocated with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Kernels in a run of `main`, and the allocations of the most frugal of several runs.
fn count(queue: QueueKind, text: &str) -> (u64, u64) {
    let mut registry = KernelRegistry::new();
    registry.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
    registry.add("effect", |a: i32, b: i32| a.wrapping_add(b));
    registry.add("later", |a: i32, b: i32, ctx: ExecCtx| ctx.spawn(move || a.wrapping_add(b)));
    let options = HostOptions { queue, ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(registry, options).unwrap();
    let program = runtime.load(&common::assemble(text)).unwrap();
    let function = program.function("main").unwrap();
    let run = || {
        let request = RequestContext::new(runtime.host());
        let (kernels, allocations) = (kernels_executed(), ALLOCATIONS.load(Relaxed));
        let results = function.execute(&request, [Value::from(1)]);
        runtime.host().wait(&results);
        runtime.host().quiesce();
        (kernels_executed() - kernels, ALLOCATIONS.load(Relaxed) - allocations)
    };
    let runs: Vec<_> = (0..10).map(|_| run()).collect();
    (runs[0].0, runs.into_iter().map(|(_, allocations)| allocations).min().unwrap())
}

fn chain(kernel: &str, length: usize) -> String {
    let mut text = "fn main(i32) -> (i32)\n".to_owned();
    for i in 0..length {
        let _ = writeln!(text, "%{} = {kernel} %{i} %0 : i32", i + 1);
    }
    let _ = writeln!(text, "return %{length}");
    text
}

#[test]
fn scalar_kernels_allocate_nothing_and_async_ones_a_cell() {
    const LENGTH: u64 = 2000;
    // What a run itself takes: its request, its results, the queue's growth.
    const OF_A_RUN: u64 = 50;
    for queue in [QueueKind::Single, QueueKind::Multi { threads: 2, blocking_threads: 1 }] {
        for kernel in ["add", "effect"] {
            let (kernels, allocations) = count(queue, &chain(kernel, LENGTH as usize));
            assert_eq!(kernels, LENGTH);
            assert!(allocations <= OF_A_RUN, "{allocations} allocations for {kernels} '{kernel}' on {queue}");
        }
        let (kernels, allocations) = count(queue, &chain("later", LENGTH as usize));
        assert_eq!(kernels, LENGTH);
        assert!(
            allocations <= LENGTH + OF_A_RUN,
            "{allocations} allocations for {kernels} async kernels on {queue}"
        );
    }
}
