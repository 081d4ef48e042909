//! Failures that are none of a kernel's own making: panics, wherever they are, and calls that never stop to nest.

use crate::common::assemble;
use parking_lot::Mutex;
use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicUsize, Ordering::SeqCst},
    },
};
use tfrt_executor::{
    host::HostOptions,
    kernel::{Attr, ExecCtx, Func, KernelFlags, KernelRegistry, Out, Values},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{AsyncRef, ByteString, Chain, Error, ErrorCode, KernelError, Value},
};

/// Bytes of the strings that the kernel `string` makes.
const STRING: usize = 10_000;

thread_local! {
    /// Strings that were made on this thread.
    static STRINGS: Cell<usize> = const { Cell::new(0) };
}

const QUEUES: [QueueKind; 2] = [QueueKind::Single, QueueKind::Multi { threads: 2, blocking_threads: 2 }];

/// Bytes of strings that the kernel `twice` has made.
static BYTES: AtomicUsize = AtomicUsize::new(0);

type Reports = Arc<Mutex<Vec<String>>>;

fn registry() -> KernelRegistry {
    let mut r = KernelRegistry::new();
    r.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
    r.add_pure("constant", |value: Attr<i32>| value.0);
    r.add_pure("lessequal", |a: i32, b: i32| a <= b);
    r.add("later", |a: i32, ctx: ExecCtx| ctx.spawn(move || a));
    r.add("object", |a: i32| Out(vec![a; 3]));
    r.add("look", |v: &Vec<i32>| v[0]);
    r.add("string", |a: i32| {
        STRINGS.set(STRINGS.get() + 1);
        Out(ByteString(vec![a as u8; STRING].into()))
    });
    r.add("twice", |v: &ByteString| {
        let twice: Box<[u8]> = [&*v.0, &*v.0].concat().into();
        BYTES.fetch_add(twice.len(), SeqCst);
        Out(ByteString(twice))
    });
    r.add("length", |v: &ByteString| v.0.len() as i32);
    // Kernels that panic: of scalars, pure or not, of objects, with two results, where they queue something.
    r.add_pure("pure", |a: i32| -> i32 { panic!("{a}") });
    r.add("scalar", |a: i32| -> i32 { panic!("{a}") });
    r.add("framed", |_: &Vec<i32>| -> i32 { panic!("7") });
    r.add("two", |a: i32| -> (i32, Out<String>) { panic!("{a}") });
    r.add("queues", |a: i32, ctx: ExecCtx| -> AsyncRef<i32> {
        ctx.enqueue(|| {});
        panic!("{a}")
    });
    // The same in what they leave for later.
    r.add("spawn", |a: i32, ctx: ExecCtx| ctx.spawn(move || -> i32 { panic!("{a}") }));
    r.add("spawn_result", |a: i32, ctx: ExecCtx| {
        ctx.spawn_result(move || -> Result<i32, KernelError> { panic!("{a}") })
    });
    r.add("spawn_object", |v: &Vec<i32>, ctx: ExecCtx| {
        let a = v[0];
        ctx.spawn(move || -> String { panic!("{a}") })
    });
    r.add("owned", |a: i32, ctx: ExecCtx| {
        let (promise, value) = AsyncRef::promise();
        let owned = ctx.to_owned();
        ctx.enqueue(move || match owned.run(|| -> Result<i32, KernelError> { panic!("{a}") }) {
            Ok(value) => promise.set(value),
            Err(error) => promise.set_error(error),
        });
        value
    });
    r.add_with("sync", KernelFlags::SYNC, |a: i32| -> i32 { panic!("{a}") });
    r.add("invoke", |a: i32, f: Func, ctx: ExecCtx| -> Result<i32, KernelError> {
        let results = f.call_sync(ctx, [Value::from(a)]);
        results.map(|r| r[0].get_scalar().unwrap_or(0)).map_err(|e| KernelError::new(e.message()).silent())
    });
    r.add("blocks", |end: i32, f: Func, ctx: ExecCtx| f.call_blocks(ctx, 0..end, 1, Values::new()));
    r.add("call", |a: i32, f: Func, ctx: ExecCtx| {
        f.call(ctx, [Value::from(a)]).pop().unwrap_or(Value::CHAIN)
    });
    r.add("call_async", |a: i32, f: Func, ctx: ExecCtx| {
        f.call_async(ctx, [Value::from(a)]).pop().unwrap_or(Value::CHAIN)
    });
    r.add_pure("chain", || Chain);
    r.add_native("native", |_, _| panic!("7"));
    r
}

/// Runs `main` with 7: its results, and what was reported.
fn run(queue: QueueKind, call_memory: Option<u64>, text: &str) -> (Vec<Value>, Vec<String>) {
    let reports = Reports::default();
    let sink = reports.clone();
    let diagnostics =
        Arc::new(move |error: &Error| sink.lock().push(format!("{}: {error}", error.location())));
    let options = HostOptions { queue, diagnostics, call_memory, ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(registry(), options).unwrap();
    let main = runtime.load(&assemble(text)).unwrap().function("main").unwrap();
    let results = main.execute(&RequestContext::new(runtime.host()), [Value::from(7)]);
    runtime.host().wait(&results);
    runtime.host().quiesce();
    let reports = reports.lock().clone();
    (results.iter().map(|value| value.resolve().unwrap()).collect(), reports)
}

#[test]
fn panics_are_errors_of_their_kernels_wherever_they_are() {
    // The kernel, in a function whose kernels run in order; after something that comes later; and in a stream of its own.
    let surroundings = [
        "fn main(i32) -> (i32, TYPE)\n%1 = object %0 : !v\n%2 = add %0 %0 : i32\nKERNEL\nreturn %2 %3\n",
        "fn main(i32) -> (i32, TYPE)\n%1 = object %0 : !v\n%2 = later %0 : i32\nKERNEL\nreturn %2 %3\n",
        "fn main(i32) -> (i32, TYPE)\n%1 = object %0 : !v\n%2 = add %0 %0 : i32\nKERNEL stream=3\nreturn %2 %3\n",
    ];
    let kernels = [
        ("%3 = pure %0 : i32", "i32"),
        ("%3 = scalar %0 : i32", "i32"),
        ("%3 = framed %1 : i32", "i32"),
        ("%3, %4 = two %0 : i32, !s", "i32"),
        ("%3 = queues %0 : i32", "i32"),
        ("%3 = spawn %0 : i32", "i32"),
        ("%3 = spawn_result %0 : i32", "i32"),
        ("%3 = spawn_object %1 : !s", "!s"),
        ("%3 = owned %0 : i32", "i32"),
        ("%3 = tfrt.call %0 @native : i32", "i32"),
    ];
    for queue in QUEUES {
        for text in surroundings {
            for (kernel, ty) in kernels {
                let text = text.replace("KERNEL", kernel).replace("TYPE", ty);
                let text = format!("native fn native(i32) -> (i32)\n{text}");
                let (results, reports) = run(queue, None, &text);
                assert!(results[0].error().is_none(), "{kernel} on {queue}");
                let error = results[1].error().unwrap_or_else(|| panic!("{kernel} on {queue}: {text}"));
                assert_eq!(error.message(), "kernel panicked: 7", "{kernel} on {queue}");
                assert_eq!(reports, ["test.mlir:5:1: kernel panicked: 7"], "{kernel} on {queue}: {text}");
            }
        }
    }
}

#[test]
fn panics_of_sync_functions_and_blocks_are_errors_of_their_kernels() {
    for queue in QUEUES {
        let text = "sync fn f(i32) -> (i32)\n%1 = sync %0 : i32\nreturn %1\n\
                    fn main(i32) -> (i32)\n%1 = invoke %0 @f : i32\nreturn %1\n";
        let (results, reports) = run(queue, None, text);
        assert_eq!(results[0].error().map(Error::message), Some("kernel panicked: 7"));
        assert_eq!(reports, ["test.mlir:2:1: kernel panicked: 7"]);
        let text = "native fn native(i32, i32)\nfn main(i32) -> (!tfrt.chain)\n\
                    %1 = blocks %0 @native : !tfrt.chain\nreturn %1\n";
        let (results, reports) = run(queue, None, text);
        assert!(results[0].error().is_none());
        assert_eq!(reports, vec!["test.mlir:3:1: kernel panicked: 7"; 7]);
    }
}

#[test]
fn a_panic_after_the_end_of_its_program_is_reported() {
    for queue in QUEUES {
        let reports = Arc::new(AtomicU32::new(0));
        let count = reports.clone();
        let diagnostics = Arc::new(move |_: &Error| _ = count.fetch_add(1, SeqCst));
        let runtime = Runtime::with_options(
            registry(),
            HostOptions { queue, diagnostics, ..HostOptions::single_threaded() },
        );
        let runtime = runtime.unwrap();
        let text = "fn main(i32) -> ()\n%1 = spawn %0 : i32\nreturn\n";
        let main = runtime.load(&assemble(text)).unwrap().function("main").unwrap();
        main.execute(&RequestContext::new(runtime.host()), [Value::from(7)]);
        drop(main);
        runtime.host().quiesce();
        assert_eq!(reports.load(SeqCst), 1);
    }
}

/// Ways of nesting calls without end. In all of them the kernel that calls is on line 5.
const ENDLESS: [&str; 8] = [
    // Straight code, with an object that each call holds on to.
    "\nfn main(i32) -> (i32)\n%1 = constant #1 : i32\n%2 = object %0 : !v\n%3 = tfrt.call %0 @main : i32\n\
     %4 = look %2 : i32\n%5 = add %3 %4 : i32\nreturn %5\n",
    // Two calls: the tree of them is never gone through.
    "\n\nfn main(i32) -> (i32)\n%1 = constant #1 : i32\n%2 = tfrt.call %0 @main : i32\n%3 = tfrt.call %1 @main : i32\n\
     %4 = add %2 %3 : i32\nreturn %4\n",
    // In a stream of its own.
    "\n\nfn main(i32) -> (i32)\n%1 = constant #1 : i32\n%2 = tfrt.call %0 @main : i32 stream=2\n%3 = add %1 %2 : i32\n\
     return %3\n",
    // Of what is not there yet.
    "\n\nfn main(i32) -> (i32)\n%1 = later %0 : i32\n%2 = tfrt.call %1 @main : i32\nreturn %2\n",
    // Inside of a choice, and of a loop.
    "region(i32) -> (i32)\nreturn %0\nfn main(i32) -> (i32)\n%1 = lessequal %0 %0 : i1\n\
     %2 = tfrt.if %1 %0 @#1 @#0 : i32\nreturn %2\n",
    "\n\nfn main(i32) -> (i32)\n%1 = constant #1 : i32\n%2 = tfrt.repeat.i32 %1 %0 @#0 : i32\nreturn %2\n",
    // Inside of kernels.
    "\n\nfn main(i32) -> (i32)\n%1 = constant #1 : i32\n%2 = call %0 @main : i32\nreturn %2\n",
    "\n\nfn main(i32) -> (i32)\n%1 = constant #1 : i32\n%2 = call_async %0 @main : i32\nreturn %2\n",
];

#[test]
fn endless_recursion_is_an_error_that_names_the_function() {
    for queue in QUEUES {
        for text in ENDLESS {
            let (results, reports) = run(queue, Some(2 << 20), text);
            let error = results[0].error().unwrap_or_else(|| panic!("no error on {queue}: {text}"));
            let message = "calls nest too deep: 'main' and the calls that wait for it need more than 2 MiB";
            assert_eq!((error.code(), error.message()), (ErrorCode::ResourceExhausted, message));
            assert_eq!(reports, [format!("test.mlir:5:1: {message}")], "on {queue}: {text}");
        }
    }
}

#[test]
fn what_waiting_calls_hold_counts() {
    let text = "fn main(i32) -> (i32)\n%1 = string %0 : !tfrt.string\n%2 = length %1 : i32\n\
                %3 = tfrt.call %2 @main : i32\n%4 = length %1 : i32\n%5 = add %3 %4 : i32\nreturn %5\n";
    // A string for each call, and one that all of them share.
    let shared = "fn end(i32, !tfrt.string) -> (i32)\nreturn %0\nfn deep(i32, !tfrt.string) -> (i32)\n%2 = constant #-1 : i32\n%3 = add %0 %2 : i32\n\
                  %4 = lessequal %0 %2 : i1\n%5 = tfrt.if %4 %3 %1 @end @deep : i32\n%6 = length %1 : i32\nreturn %5\n\
                  fn main(i32) -> (i32)\n%1 = string %0 : !tfrt.string\n%2 = constant #10000 : i32\n\
                  %3 = tfrt.call %2 %1 @deep : i32\nreturn %3\n";
    let limit = 8 << 20;
    STRINGS.set(0);
    let (results, reports) = run(QueueKind::Single, Some(limit), text);
    assert_eq!(results[0].error().map(Error::code), Some(ErrorCode::ResourceExhausted), "{reports:?}");
    let held = STRINGS.get() * STRING;
    assert!(held > limit as usize / 2 && held < limit as usize * 5 / 4, "{held} bytes");
    let (results, reports) = run(QueueKind::Single, Some(limit), shared);
    assert_eq!(results[0].get_scalar::<i32>(), Some(-2), "{reports:?}");
}

#[test]
fn values_that_grow_with_each_call_count_before_there_are_many_calls() {
    // In straight code; where the string comes from a call; in a stream of its own; and after something that comes later.
    let made_here = "%1 = twice %0 : !tfrt.string";
    let rest = "%3 = length %1 : i32\n%4 = add %2 %3 : i32\nreturn %4";
    let later = "%2 = length %1 : i32\n%3 = later %2 : i32\n%4 = tfrt.call %1 @deep : i32\n\
                 %5 = length %1 : i32\n%6 = add %4 %5 : i32\nreturn %6";
    let ways = [
        (made_here, format!("%2 = tfrt.call %1 @deep : i32\n{rest}")),
        ("%1 = tfrt.call %0 @grow : !tfrt.string", format!("%2 = tfrt.call %1 @deep : i32\n{rest}")),
        (made_here, format!("%2 = tfrt.call %1 @deep : i32 stream=2\n{rest}")),
        (made_here, later.to_owned()),
    ];
    let limit = 8 << 20;
    for queue in QUEUES {
        for (make, then) in &ways {
            let text = format!(
                "fn grow(!tfrt.string) -> (!tfrt.string)\n{made_here}\nreturn %1\n\
                 fn deep(!tfrt.string) -> (i32)\n{make}\n{then}\n\
                 fn main(i32) -> (i32)\n%1 = string %0 : !tfrt.string\n%2 = tfrt.call %1 @deep : i32\nreturn %2\n"
            );
            BYTES.store(0, SeqCst);
            let (results, reports) = run(queue, Some(limit), &text);
            assert_eq!(
                results[0].error().map(Error::code),
                Some(ErrorCode::ResourceExhausted),
                "{reports:?}"
            );
            let made = BYTES.load(SeqCst);
            assert!(made < limit as usize * 6, "{made} bytes on {queue}: {text}");
        }
    }
}

#[test]
fn a_few_calls_may_hold_more_than_the_limit() {
    let text = "fn length_of(!tfrt.string) -> (i32)\n%1 = length %0 : i32\nreturn %1\n\
                fn main(i32) -> (i32)\n%1 = string %0 : !tfrt.string\n%2 = twice %1 : !tfrt.string\n\
                %3 = tfrt.call %2 @length_of : i32\n%4 = length %2 : i32\n%5 = add %3 %4 : i32\nreturn %5\n";
    for queue in QUEUES {
        let (results, reports) = run(queue, Some(STRING as u64), text);
        assert_eq!(results[0].get_scalar::<i32>(), Some(4 * STRING as i32), "{reports:?}");
    }
}

#[test]
fn loops_in_loops_need_no_native_stack() {
    // Each block of the loop has the next loop inside of it.
    let text = "fn body(i32, i32) -> (!tfrt.chain)\n%2 = constant #1 : i32\n%3 = add %2 %0 : i32\n\
                %4 = blocks %2 @body : !tfrt.chain\nreturn %4\n\
                fn main(i32) -> (!tfrt.chain)\n%1 = blocks %0 @body : !tfrt.chain\nreturn %1\n";
    for queue in QUEUES {
        let (results, reports) = run(queue, Some(2 << 20), text);
        // The loop's chain says nothing of errors: they are reported.
        assert!(results[0].is_available());
        assert!(reports.len() <= 1, "{reports:?}");
    }
}

#[test]
fn deep_recursion_that_ends_is_none() {
    // One and a half million calls, three at a time.
    let text = "region(i32) -> (i32)\nreturn %0\nregion(i32) -> (i32)\n%1 = constant #-1 : i32\n%2 = add %0 %1 : i32\n\
                %3 = tfrt.call %2 @#2 : i32\n%4 = add %3 %1 : i32\nreturn %4\n\
                fn deep(i32) -> (i32)\n%1 = constant #0 : i32\n%2 = lessequal %0 %1 : i1\n%3 = tfrt.if %2 %0 @#0 @#1 : i32\n\
                return %3\n\
                fn main(i32) -> (i32)\n%1 = constant #COUNT : i32\n%2 = WHEN %1 : i32\n%3 = tfrt.call %2 @deep : i32\nreturn %3\n";
    for queue in QUEUES {
        for (when, count) in [("pure_copy", 1_500_000), ("later", 100_000)] {
            let text = text.replace("COUNT", &count.to_string()).replace("WHEN", when);
            let text = text.replace("pure_copy %1", "add %1 %1").replace("#1500000", "#750000");
            let (results, reports) = run(queue, None, &text);
            assert_eq!(reports, Vec::<String>::new());
            assert_eq!(results[0].get_scalar::<i32>(), Some(-count));
        }
    }
}
