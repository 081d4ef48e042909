//! Programs, run on each work queue.

use crate::common::assemble;
use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_executor::{
    host::HostOptions,
    kernel::{Attr, ExecCtx, In, KernelRegistry, Out},
    queue::QueueKind,
    runtime::Runtime,
    value::{Chain, Error, KernelError, Value},
};

type Log = Arc<Mutex<Vec<String>>>;

fn registry(log: &Log) -> KernelRegistry {
    let mut r = KernelRegistry::new();
    r.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
    r.add_pure("constant", |value: Attr<i32>| value.0);
    r.add_pure("lessequal", |a: i32, b: i32| a <= b);
    r.add_pure("chain", || Chain);
    r.add_pure("div", |a: i32, b: i32| -> Result<i32, KernelError> {
        if b == 0 { Err("Divide by zero".into()) } else { Ok(a.wrapping_div(b)) }
    });
    r.add("panic", |_: i32| -> i32 { panic!("out of cheese") });
    r.add("async_add", |a: i32, b: i32, ctx: ExecCtx| ctx.spawn(move || a.wrapping_add(b)));
    r.add("async_fail", |ctx: ExecCtx| ctx.spawn_result(|| -> Result<i32, _> { Err("late failure".into()) }));
    let l = log.clone();
    r.add("print", move |v: i32| {
        l.lock().push(v.to_string());
        Chain
    });
    r.add("cancel", |ctx: ExecCtx| {
        ctx.request().cancel();
        Chain
    });
    r.add("text", |v: i32| Out(format!("{v}")));
    r.add("append", |mut a: In<String>, b: &String| match a.get_mut() {
        Some(a) => Out(std::mem::take(a) + b + "!"),
        None => Out(format!("{}{b}", *a)),
    });
    r.add("len", |a: &String| a.len() as i32);
    r
}

fn run_on(
    queue: QueueKind,
    text: &str,
    function: &str,
    args: &[Value],
) -> (Vec<String>, Vec<String>, Vec<String>) {
    let log = Log::default();
    let errors = Log::default();
    let sink = errors.clone();
    let diagnostics =
        Arc::new(move |error: &Error| sink.lock().push(format!("{}: {error}", error.location())));
    let runtime = Runtime::with_options(
        registry(&log),
        HostOptions { queue, diagnostics, ..HostOptions::single_threaded() },
    )
    .expect("threads can be started");
    let program = runtime.load(&assemble(text)).expect("the program is good");
    let function = program.function(function).expect("it is there");
    let request = tfrt_executor::request::RequestContext::new(runtime.host());
    let results = function.execute(&request, args.iter().cloned());
    runtime.host().wait(&results);
    runtime.host().quiesce();
    let show = |value: &Value| match value.resolve() {
        Some(Value::Error(error)) => format!("<<error: {error}>>"),
        Some(value) => match value.get_scalar::<i32>() {
            Some(value) => value.to_string(),
            None => value.downcast_ref::<String>().map_or_else(|| value.describe().to_owned(), Clone::clone),
        },
        None => "pending".to_owned(),
    };
    let results = results.iter().map(show).collect();
    (results, log.lock().clone(), errors.lock().clone())
}

const QUEUES: [QueueKind; 2] = [QueueKind::Single, QueueKind::Multi { threads: 2, blocking_threads: 4 }];

/// Runs on every queue: results, printed lines, diagnostics.
fn check(
    text: &str,
    function: &str,
    args: &[Value],
    results: &[&str],
    printed: &[&str],
    diagnostics: &[&str],
) {
    for queue in QUEUES {
        let (r, p, d) = run_on(queue, text, function, args);
        assert_eq!((r, p, d), (owned(results), owned(printed), owned(diagnostics)), "on {queue}");
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

const FIB: &str = "
region(i32) -> (i32)
return %0
region(i32) -> (i32)
%1 = constant #-1 : i32
%2 = add %0 %1 : i32
%3 = add %2 %1 : i32
%4 = tfrt.call %2 @#2 : i32
%5 = tfrt.call %3 @#2 : i32
%6 = add %4 %5 : i32
return %6
fn fib(i32) -> (i32)
%1 = constant #1 : i32
%2 = lessequal %0 %1 : i1
%3 = tfrt.if %2 %0 @#0 @#1 : i32
return %3
";

#[test]
fn recursion() {
    check(FIB, "fib", &[Value::from(16)], &["987"], &[], &[]);
}

#[test]
fn recursion_in_streams_and_tasks() {
    let text = FIB
        .replace("%4 = tfrt.call %2 @#2 : i32", "%4 = tfrt.call %2 @#2 : i32 stream=1")
        .replace("%6 = add", "%6 = async_add");
    check(&text, "fib", &[Value::from(12)], &["144"], &[], &[]);
}

#[test]
fn deep_recursion_needs_no_native_stack() {
    let text = "
region(i32) -> (i32)
return %0
region(i32) -> (i32)
%1 = constant #-1 : i32
%2 = add %0 %1 : i32
%3 = tfrt.call %2 @#2 : i32
%4 = KERNEL %3 %1 : i32
return %4
fn down(i32) -> (i32)
%1 = constant #0 : i32
%2 = lessequal %0 %1 : i1
%3 = tfrt.if %2 %0 @#0 @#1 : i32
return %3
";
    check(&text.replace("KERNEL", "add"), "down", &[Value::from(100_000)], &["-100000"], &[], &[]);
    check(&text.replace("KERNEL", "async_add"), "down", &[Value::from(100_000)], &["-100000"], &[], &[]);
}

#[test]
fn loops() {
    let text = "
region(i32, i32) -> (i32, i32)
%2 = add %0 %0 : i32
%3 = KERNEL %2 %1 : i32
return %3 %1
region(i32, i32) -> (i32, i32, i1)
%2 = constant #-1 : i32
%3 = KERNEL %0 %2 : i32
%4 = add %1 %3 : i32
%5 = constant #1 : i32
%6 = lessequal %5 %3 : i1
return %3 %4 %6
fn main(i32, i1) -> (i32, i32)
%2 = constant #7 : i32
%3 = constant #3 : i32
%4, %5 = tfrt.repeat.i32 %0 %2 %3 @#0 : i32, i32
%6, %7 = tfrt.while %1 %0 %3 @#1 #1i64 : i32, i32
return %4 %7
";
    for kernel in ["add", "async_add"] {
        let args = [Value::from(100), Value::from(true)];
        // x' = 2x + 3 from 7, a hundred times, in 32 bits; 3 + 99 + … + 0.
        let mut x = 7i32;
        for _ in 0..100 {
            x = x.wrapping_add(x).wrapping_add(3);
        }
        check(&text.replace("KERNEL", kernel), "main", &args, &[&x.to_string(), "4953"], &[], &[]);
    }
}

#[test]
fn errors_poison_their_dependents_only() {
    let text = "
fn main(i32) -> (i32, i32, i32)
%1 = constant #0 : i32
%2 = div %0 %1 : i32
%3 = add %2 %0 : i32
%4 = add %0 %0 : i32
%5 = print %4 : !tfrt.chain
return %2 %3 %4
";
    let error = "<<error: Divide by zero>>";
    check(text, "main", &[Value::from(4)], &[error, error, "8"], &["8"], &["test.mlir:4:1: Divide by zero"]);
}

#[test]
fn panics_are_errors() {
    let text = "
fn main(i32) -> (i32, i32)
%1 = panic %0 : i32
%2 = add %0 %0 : i32
return %1 %2
";
    let (results, _, errors) = run_on(QueueKind::Single, text, "main", &[Value::from(4)]);
    assert_eq!(results, ["<<error: kernel panicked: out of cheese>>", "8"]);
    assert_eq!(errors, ["test.mlir:3:1: kernel panicked: out of cheese"]);
}

#[test]
fn cancelled_requests_stop() {
    let text = "
fn main(i32) -> (i32, !tfrt.chain, i32)
%1 = add %0 %0 : i32
%2 = print %1 : !tfrt.chain
%3 = cancel %2 : !tfrt.chain
%4 = add %0 %1 %3 : i32
return %1 %3 %4
";
    check(text, "main", &[Value::from(4)], &["8", "!tfrt.chain", "<<error: Cancelled>>"], &["8"], &[]);
}

#[test]
fn objects_move_and_die() {
    let text = "
fn pass(!s) -> (!s, !s)
return %0 %0
fn main(i32) -> (!s, !s, i32)
%1 = text %0 : !s
%2 = text %0 : !s
%3 = append %1 %2 : !s
%4 = append %3 %3 : !s
%5, %6 = tfrt.call %4 @pass : !s, !s
%7 = len %6 : i32
%8 = KERNEL %7 %0 : i32
%9 = text %8 : !s
return %5 %5 %8
";
    for kernel in ["add", "async_add"] {
        let results = ["44!44!", "44!44!", "10"];
        check(&text.replace("KERNEL", kernel), "main", &[Value::from(4)], &results, &[], &[]);
    }
}

#[test]
fn traces_name_kernels_and_places() {
    use tfrt_executor::trace;
    let path = std::env::temp_dir().join(format!("tfrt-trace-{}.json", std::process::id()));
    trace::start(trace::Level::Default, vec![trace::Sink::File(path.clone())]);
    let scope = trace::scope(trace::Level::Default, || "Bef Executor".to_owned());
    run_on(QueueKind::Single, &FIB.replace("%6 = add", "%6 = async_add"), "fib", &[Value::from(5)]);
    drop(scope);
    trace::finish().expect("the temporary folder can be written");
    let text = std::fs::read_to_string(&path).expect("it was written");
    std::fs::remove_file(&path).expect("it was written");
    for part in ["\"name\":\"Bef Executor\"", "\"name\":\"async_add\"", "test.mlir:10:1\",\"stream\":0"] {
        assert!(text.contains(part), "{part}");
    }
}
