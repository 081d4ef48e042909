//! What waiting for results, and quiescing, promise, and what they do not: see `docs/executor.md`.

mod common;

use common::assemble;
use parking_lot::Mutex;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    time::{Duration, Instant},
};
use tfrt_executor::{
    host::HostOptions,
    kernel::{ExecCtx, KernelRegistry},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{AsyncRef, Promise, Value},
};

const QUEUES: [QueueKind; 2] = [QueueKind::Single, QueueKind::Multi { threads: 2, blocking_threads: 2 }];

#[derive(Default)]
struct Seen {
    effects: AtomicU32,
    promise: Mutex<Option<Promise<i32>>>,
}

fn runtime(queue: QueueKind) -> (Runtime, Arc<Seen>) {
    let seen = Arc::<Seen>::default();
    let mut r = KernelRegistry::new();
    r.add("later", |a: i32, ctx: ExecCtx| ctx.spawn(move || a));
    r.add("blocking", |a: i32, ctx: ExecCtx| {
        let (promise, value) = AsyncRef::promise();
        let queued = ctx.enqueue_blocking(true, move || {
            std::thread::sleep(Duration::from_millis(5));
            promise.set(a);
        });
        assert!(queued);
        value
    });
    r.add("timer", |a: i32, ctx: ExecCtx| {
        let (promise, value) = AsyncRef::promise();
        ctx.host().at(Instant::now() + Duration::from_millis(5), move || promise.set(a));
        value
    });
    let at = seen.clone();
    r.add("promised", move |_: i32| {
        let (promise, value) = AsyncRef::promise();
        *at.promise.lock() = Some(promise);
        value
    });
    let at = seen.clone();
    r.add("effect", move |_: i32| {
        at.effects.fetch_add(1, SeqCst);
    });
    let options = HostOptions { queue, ..HostOptions::default() };
    (Runtime::with_options(r, options).unwrap(), seen)
}

/// A function whose result is there at once, with an effect that no result waits for, after this kernel.
fn program(before: &str) -> String {
    format!("fn main(i32) -> (i32)\n%1 = {before} %0 : i32\neffect %1\nreturn %0\n")
}

#[test]
fn quiescing_sees_kernels_that_no_result_waits_for() {
    for queue in QUEUES {
        for before in ["later", "blocking"] {
            let (runtime, seen) = runtime(queue);
            let main = runtime.load(&assemble(&program(before))).unwrap().function("main").unwrap();
            for calls in 1..50 {
                let results = main.execute(&RequestContext::new(runtime.host()), [Value::from(1)]);
                // The result does not wait for the effect, so neither does this.
                runtime.host().wait(&results);
                assert!(results[0].is_available());
                runtime.host().quiesce();
                assert_eq!(seen.effects.load(SeqCst), calls, "{before} on {queue}");
            }
        }
    }
}

#[test]
fn a_runtime_ends_after_kernels_that_no_result_waits_for() {
    for queue in QUEUES {
        let (runtime, seen) = runtime(queue);
        let main = runtime.load(&assemble(&program("later"))).unwrap().function("main").unwrap();
        main.call([Value::from(1)]).unwrap();
        drop(runtime);
        assert_eq!(seen.effects.load(SeqCst), 1, "{queue}");
    }
}

#[test]
fn quiescing_does_not_wait_for_what_is_no_task() {
    for queue in QUEUES {
        let (runtime, seen) = runtime(queue);
        let main = runtime.load(&assemble(&program("promised"))).unwrap().function("main").unwrap();
        main.execute(&RequestContext::new(runtime.host()), [Value::from(1)]);
        // A thread of somebody else owes this value: only it knows when.
        runtime.host().quiesce();
        assert_eq!(seen.effects.load(SeqCst), 0);
        let promise = seen.promise.lock().take().unwrap();
        std::thread::spawn(move || promise.set(1)).join().unwrap();
        // What waited for the value runs on the thread that provides it.
        assert_eq!(seen.effects.load(SeqCst), 1);
    }
}

#[test]
fn waiting_for_a_value_waits_for_timers_and_threads_of_others() {
    for queue in QUEUES {
        for before in ["timer", "blocking", "later"] {
            let (runtime, seen) = runtime(queue);
            let text = format!(
                "fn main(i32) -> (i32)\n%1 = {before} %0 : i32\neffect %1\n%2 = {before} %1 : i32\nreturn %2\n"
            );
            let main = runtime.load(&assemble(&text)).unwrap().function("main").unwrap();
            let results = main.execute(&RequestContext::new(runtime.host()), [Value::from(7)]);
            runtime.host().wait(&results);
            assert_eq!(results[0].get_scalar::<i32>(), Some(7));
            runtime.host().quiesce();
            assert_eq!(seen.effects.load(SeqCst), 1, "{before} on {queue}");
        }
    }
}
