//! The promises of waiting for results, and of quiescing, and their limits: see `docs/executor.md`.

use crate::common::assemble;
use parking_lot::Mutex;
use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::SeqCst},
    },
    task::{Context, Poll, Wake},
    thread::{self, Thread},
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
    let options = HostOptions { queue, ..HostOptions::single_threaded() };
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

#[test]
fn tasks_that_panic_are_reported_and_end_no_thread() {
    for queue in QUEUES {
        let reports = Arc::<Mutex<Vec<String>>>::default();
        let sink = reports.clone();
        let options = HostOptions {
            queue,
            diagnostics: Arc::new(move |error| sink.lock().push(error.message().to_owned())),
            ..HostOptions::single_threaded()
        };
        let mut r = KernelRegistry::new();
        r.add("bursts", |ctx: ExecCtx| {
            ctx.enqueue(|| panic!("of a kernel"));
            assert!(ctx.enqueue_blocking(true, || panic!("where it may block")));
        });
        let runtime = Runtime::with_options(r, options).unwrap();
        let main = runtime.load(&assemble("fn main() -> ()\nbursts\nreturn\n")).unwrap();
        let main = main.function("main").unwrap();
        let host = runtime.host();
        for _ in 0..3 {
            host.enqueue(|| panic!("of a host"));
            main.call([]).unwrap();
        }
        host.at(Instant::now(), || panic!("of a timer"));
        host.quiesce();
        // The timers' thread is there for the next one.
        let (promise, value) = AsyncRef::promise();
        host.at(Instant::now(), move || promise.set(1));
        host.wait(&[Value::Async(value.into_any())]);
        let mut messages = std::mem::take(&mut *reports.lock());
        messages.sort();
        let of = |what: &str, count| vec![format!("task panicked: {what}"); count];
        let expected =
            [of("of a host", 3), of("of a kernel", 3), of("of a timer", 1), of("where it may block", 3)];
        assert_eq!(messages, expected.concat(), "{queue}");
    }
}

#[test]
fn a_waiter_that_panics_keeps_nobody_from_being_called() {
    let (promise, value) = AsyncRef::<i32>::promise();
    let value = Value::Async(value.into_any());
    let called = Arc::new(AtomicU32::new(0));
    for panics in [false, true, false, true] {
        let called = called.clone();
        value.when_ready(move || {
            assert!(!panics, "a waiter's own");
            called.fetch_add(1, SeqCst);
        });
    }
    promise.set(1);
    assert_eq!(called.load(SeqCst), 2);
}

/// Wakes a thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// The output of a future, polled only when it asks for that.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Arc::new(Unpark(thread::current())).into();
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        thread::park_timeout(deadline.saturating_duration_since(Instant::now()));
        assert!(Instant::now() < deadline, "the future is not woken");
    }
}

#[test]
fn futures_are_woken_for_what_other_threads_queue() {
    let text = "fn main(i32) -> (i32)\n%1 = promised %0 : i32\n%2 = later %1 : i32\n%3 = later %2 : i32\nreturn %3\n";
    for queue in QUEUES {
        // The other thread provides what the first kernel owes, which queues what comes then; or calls a function itself.
        for through_task in [false, true] {
            let (runtime, seen) = runtime(queue);
            let main = runtime.load(&assemble(text)).unwrap().function("main").unwrap();
            let future = main.call_async([Value::from(5)]).unwrap();
            let host = runtime.host().clone();
            let other = thread::spawn(move || {
                thread::sleep(Duration::from_millis(20));
                let promise = seen.promise.lock().take().unwrap();
                if through_task {
                    host.enqueue(move || promise.set(5));
                } else {
                    promise.set(5);
                }
            });
            assert_eq!(block_on(future).unwrap()[0].get_scalar::<i32>(), Some(5));
            other.join().unwrap();
        }
    }
}

#[test]
fn futures_are_woken_for_what_another_threads_call_leaves_queued() {
    let (runtime, seen) = runtime(QueueKind::Single);
    let program = runtime.load(&assemble(&program("promised"))).unwrap();
    let future = program.function("main").unwrap().call_async([Value::from(5)]).unwrap();
    let text = "fn main(i32) -> (i32)\n%1 = later %0 : i32\nreturn %1\n";
    let later = runtime.load(&assemble(text)).unwrap().function("main").unwrap();
    let other = {
        let (runtime, seen) = (runtime.clone(), seen.clone());
        thread::spawn(move || {
            thread::sleep(Duration::from_millis(20));
            // The call returns with a task queued, at whose end the promise is kept.
            let results = later.execute(&RequestContext::new(runtime.host()), [Value::from(1)]);
            let promise = seen.promise.lock().take().unwrap();
            results[0].when_ready(move || promise.set(5));
        })
    };
    assert_eq!(block_on(future).unwrap()[0].get_scalar::<i32>(), Some(5));
    other.join().unwrap();
}

/// Fails instead of hanging.
fn within_seconds(what: impl FnOnce() + Send + 'static) {
    let (done, is_done) = std::sync::mpsc::channel();
    thread::spawn(move || {
        what();
        // The test may have given up.
        let _ = done.send(());
    });
    is_done.recv_timeout(Duration::from_secs(20)).expect("it ends");
}

/// A program whose kernel runs a closure where it may block.
fn blocking_task(task: impl Fn(ExecCtx<'_>) -> Box<dyn FnOnce() + Send> + Send + Sync + 'static) -> Runtime {
    let mut r = KernelRegistry::new();
    r.add("task", move |ctx: ExecCtx| assert!(ctx.enqueue_blocking(true, task(ctx))));
    Runtime::with_options(r, HostOptions { queue: QUEUES[1], ..HostOptions::single_threaded() }).unwrap()
}

const TASK: &str = "fn main() -> ()\ntask\nreturn\n";

#[test]
fn a_task_that_may_block_may_quiesce() {
    within_seconds(|| {
        let runtime = blocking_task(|ctx| {
            let host = ctx.host().clone();
            Box::new(move || host.quiesce())
        });
        let main = runtime.load(&assemble(TASK)).unwrap().function("main").unwrap();
        for _ in 0..20 {
            main.call([]).unwrap();
        }
        runtime.host().quiesce();
    });
}

#[test]
fn tasks_that_quiesce_do_not_wait_for_each_other() {
    within_seconds(|| {
        let runtime = blocking_task(|ctx| {
            let host = ctx.host().clone();
            Box::new(move || host.quiesce())
        });
        let main = runtime.load(&assemble(TASK)).unwrap().function("main").unwrap();
        let host = runtime.host();
        let ended = Arc::new(AtomicU32::new(0));
        for _ in 0..50 {
            for _ in 0..3 {
                let (inner, ended) = (host.clone(), ended.clone());
                host.enqueue(move || {
                    inner.quiesce();
                    ended.fetch_add(1, SeqCst);
                });
            }
            main.call([]).unwrap();
        }
        // Outside of tasks those that wait are still to end.
        host.quiesce();
        assert_eq!(ended.load(SeqCst), 150);
    });
}

#[test]
fn the_last_runtime_may_go_where_a_task_may_block() {
    within_seconds(|| {
        let (send, receive) = std::sync::mpsc::channel::<Runtime>();
        let receive = Arc::new(Mutex::new(receive));
        let (gone, is_gone) = std::sync::mpsc::channel();
        let runtime = blocking_task(move |_| {
            let (receive, gone) = (receive.clone(), gone.clone());
            Box::new(move || {
                drop(receive.lock().recv().unwrap());
                gone.send(()).unwrap();
            })
        });
        let main = runtime.load(&assemble(TASK)).unwrap().function("main").unwrap();
        main.call([]).unwrap();
        drop(main);
        send.send(runtime).unwrap();
        is_gone.recv().unwrap();
    });
}

/// A kernel runs a program of another host, and queues tasks on both hosts.
#[test]
fn tasks_stay_with_the_host_that_they_were_queued_on() {
    let other = Arc::new(runtime(QueueKind::Single).0);
    let inner = "fn main(i32) -> (i32)\n%1 = later %0 : i32\nreturn %1\n";
    let inner = other.load(&assemble(inner)).unwrap().function("main").unwrap();
    let (of_inner, elsewhere) = (Arc::<Mutex<Option<Value>>>::default(), Arc::<AtomicU32>::default());
    let mut r = KernelRegistry::new();
    let (host, kept, counter) = (other.clone(), of_inner.clone(), elsewhere.clone());
    r.add("outer", move |a: i32, ctx: ExecCtx| {
        let counter = counter.clone();
        host.host().enqueue(move || {
            counter.fetch_add(1, SeqCst);
        });
        let before = ctx.spawn(move || a + 1);
        let results = inner.execute(&RequestContext::new(host.host()), [Value::from(a)]);
        *kept.lock() = results.into_iter().next();
        before
    });
    let runtime = Runtime::with_options(r, HostOptions::single_threaded()).unwrap();
    let program = runtime.load(&assemble("fn main(i32) -> (i32)\n%1 = outer %0 : i32\nreturn %1\n")).unwrap();
    let main = program.function("main").unwrap();
    let results = main.execute(&RequestContext::new(runtime.host()), [Value::from(1)]);
    runtime.host().quiesce();
    assert_eq!(results[0].get_scalar::<i32>(), Some(2), "the task is one of the kernel's own host");
    assert_eq!(elsewhere.load(SeqCst), 0, "the other host has not run anything since");
    let inner = of_inner.lock().take().unwrap();
    assert!(!inner.is_available());
    other.host().quiesce();
    assert_eq!((inner.get_scalar::<i32>(), elsewhere.load(SeqCst)), (Some(1), 1));
}
