//! The library's front door: many threads, futures, deadlines, bad calls.

use crate::common::assemble;
use std::{
    future::Future,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Wake},
    thread,
    time::{Duration, Instant},
};
use tfrt_executor::{
    host::HostOptions,
    kernel::{Attr, ExecCtx, KernelRegistry},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{ErrorCode, Value},
};

const PROGRAM: &str = "
region(i32) -> (i32, i1)
%1 = constant #1 : i32
%2 = add %0 %1 : i32
%3 = lessequal %1 %1 : i1
return %2 %3
fn forever(i32, i1) -> (i32)
%2 = tfrt.while %1 %0 @#0 #1i64 : i32
return %2
fn sum(i32, i32) -> (i32)
%2 = later %0 %1 : i32
%3 = add %2 %1 : i32
return %3
";

fn runtime(queue: QueueKind) -> Runtime {
    let mut r = KernelRegistry::new();
    r.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
    r.add_pure("constant", |value: Attr<i32>| value.0);
    r.add_pure("lessequal", |a: i32, b: i32| a <= b);
    r.add("later", |a: i32, b: i32, ctx: ExecCtx| ctx.spawn(move || a.wrapping_add(b)));
    let options = HostOptions { queue, diagnostics: Arc::new(|_| {}), ..HostOptions::single_threaded() };
    Runtime::with_options(r, options).expect("threads can be started")
}

const QUEUES: [QueueKind; 2] = [QueueKind::Single, QueueKind::Multi { threads: 2, blocking_threads: 4 }];

#[test]
fn many_threads_call_one_function() {
    for queue in QUEUES {
        let runtime = runtime(queue);
        let program = runtime.load(&assemble(PROGRAM)).expect("the program is good");
        thread::scope(|scope| {
            for t in 0..4 {
                let sum = program.function("sum").expect("it is there");
                scope.spawn(move || {
                    for i in 0..500 {
                        let results = sum.call([Value::from(i), Value::from(t)]).expect("it works");
                        assert_eq!(results[0].get_scalar::<i32>(), Some(i + 2 * t));
                    }
                });
            }
        });
    }
}

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Arc::new(Unpark(thread::current())).into();
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[test]
fn calls_are_futures() {
    for queue in QUEUES {
        let runtime = runtime(queue);
        let program = runtime.load(&assemble(PROGRAM)).expect("the program is good");
        let sum = program.function("sum").expect("it is there");
        let future = sum.call_async([Value::from(1), Value::from(2)]).expect("there is a runtime");
        let results = block_on(future).expect("it works");
        assert_eq!(results[0].get_scalar::<i32>(), Some(5));
    }
}

#[test]
fn deadlines_end_endless_loops() {
    for queue in QUEUES {
        let runtime = runtime(queue);
        let program = runtime.load(&assemble(PROGRAM)).expect("the program is good");
        let forever = program.function("forever").expect("it is there");
        let deadline = Instant::now() + Duration::from_millis(20);
        let request = RequestContext::builder(runtime.host()).deadline(deadline).build();
        let results = forever.execute(&request, [Value::from(0), Value::from(true)]);
        runtime.host().wait(&results);
        let error = results[0].error().expect("the loop never ends by itself");
        assert_eq!((error.code(), error.message()), (ErrorCode::Cancelled, "Cancelled"));
    }
}

#[test]
fn bad_calls_and_programs_are_errors() {
    let runtime = runtime(QueueKind::Single);
    let program = runtime.load(&assemble(PROGRAM)).expect("the program is good");
    let sum = program.function("sum").expect("it is there");
    assert!(program.function("product").is_none());
    let error = |args: Vec<Value>| sum.call(args).expect_err("bad arguments").message().to_owned();
    assert_eq!(error(vec![Value::from(1)]), "function 'sum' takes 2 arguments, but got 1");
    assert_eq!(
        error(vec![Value::from(1), Value::from(1.5f32)]),
        "a register of type i32 was given a value of type f32"
    );
    let load = |text: &str| runtime.load(&assemble(text)).expect_err("a bad program").to_string();
    assert_eq!(load("fn f()\n%0 = nothing : i32\nreturn"), "test.mlir:2:1: unknown kernel name 'nothing'");
    assert_eq!(
        load("fn f(i64) -> (i32)\n%1 = add %0 %0 : i32\nreturn %1"),
        "test.mlir:2:1: kernel 'add' in function 'f': operand 0 must be i32, but is i64"
    );
    assert_eq!(
        load("fn f(i32) -> (i32)\n%1 = add %0 : i32\nreturn %1"),
        "test.mlir:2:1: kernel 'add' in function 'f': takes 2 operands, but got 1"
    );
}
