//! The cost of running kernels that do nothing: nanoseconds per kernel executed, the fastest of many runs.
//!
//! `cargo bench -p tfrt-executor --bench dispatch [-- FILTER]`

#[path = "../tests/common/mod.rs"]
mod common;

use std::{fmt::Write, time::Instant};
use tfrt_executor::{
    host::HostOptions,
    kernel::{Attr, ExecCtx, Func, KernelRegistry, Values},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{Chain, Value, indirect, kernels_executed},
};

fn registry() -> KernelRegistry {
    let mut r = KernelRegistry::new();
    r.add_pure("tfrt.add.i32", |a: i32, b: i32| a.wrapping_add(b));
    r.add_pure("tfrt.constant.i32", |value: Attr<i32>| value.0);
    r.add_pure("tfrt.lessequal.i32", |a: i32, b: i32| a <= b);
    r.add_pure("tfrt.new.chain", || Chain);
    r.add("effect", |a: i32, _: i32| a);
    r.add_native("sink", |_, _| Values::new());
    r.add_native("async_sink", |_, _| smallvec::smallvec![Value::CHAIN]);
    r.add("blocks", |start: i32, block: Attr<i32>, f: Func, ctx: ExecCtx| {
        f.call_blocks(ctx, 0..start, block.0.unsigned_abs(), Values::new())
    });
    r.add("async_add", |a: i32, b: i32, ctx: ExecCtx| ctx.spawn(move || a.wrapping_add(b)));
    r
}

fn chain(n: usize) -> String {
    let mut text = "fn bench(i32) -> (i32)\n%1 = tfrt.add.i32 %0 %0 : i32\n".to_owned();
    for i in 1..n {
        let _ = writeln!(text, "%{} = tfrt.add.i32 %{i} %0 : i32", i + 1);
    }
    let _ = writeln!(text, "return %{n}");
    text
}

/// Leaves and their pairwise reduction. With `streams`, each leaf and what it alone decides are a stream of their own, as
/// the compiler's cost model makes them.
fn tree(n: usize, leaf: &str, reduce: &str, streams: usize) -> String {
    let mut text = "fn bench(i32) -> (i32)\n".to_owned();
    let mut next = 1;
    let mut level: Vec<(usize, usize)> = Vec::new();
    for i in 0..n {
        let stream = if streams == 0 { 0 } else { i * streams / n };
        let _ = writeln!(text, "%{next} = {leaf} %0 %0 : i32 stream={stream}");
        level.push((next, stream));
        next += 1;
    }
    while level.len() > 1 {
        let mut above = Vec::new();
        for pair in level.chunks(2) {
            match *pair {
                [(a, stream), (b, _)] => {
                    let _ = writeln!(text, "%{next} = {reduce} %{a} %{b} : i32 stream={stream}");
                    above.push((next, stream));
                    next += 1;
                }
                _ => above.push(pair[0]),
            }
        }
        level = above;
    }
    let _ = writeln!(text, "return %{}", level[0].0);
    text
}

const FIB: &str = "
region(i32) -> (i32)
return %0
region(i32) -> (i32)
%1 = tfrt.constant.i32 #-1 : i32 stream=2
%2 = tfrt.add.i32 %0 %1 : i32
%3 = tfrt.add.i32 %2 %1 : i32
%4 = tfrt.call %2 @#2 : i32 stream=1
%5 = tfrt.call %3 @#2 : i32
%6 = tfrt.add.i32 %4 %5 : i32
return %6
fn bench(i32) -> (i32)
%1 = tfrt.constant.i32 #1 : i32
%2 = tfrt.lessequal.i32 %0 %1 : i1
%3 = tfrt.if %2 %0 @#0 @#1 : i32
return %3
";

const LOOP: &str = "
region(i32, i32) -> (i32, i32)
%2 = tfrt.add.i32 %0 %0 : i32
%3 = tfrt.add.i32 %2 %1 : i32
return %3 %1
fn bench(i32) -> (i32)
%1 = tfrt.constant.i32 #7 : i32
%2 = tfrt.constant.i32 #3 : i32
%3, %4 = tfrt.repeat.i32 %0 %1 %2 @#0 : i32, i32
return %3
";

/// A loop of blocks of one number over a function that does next to nothing.
fn blocks(body: &str) -> String {
    format!(
        "
native fn sink(i32, i32) -> ()
native fn async_sink(i32, i32) -> (!tfrt.chain)
fn sync(i32, i32) -> ()
%2 = tfrt.add.i32 %0 %1 : i32
return
fn async(i32, i32) -> (!tfrt.chain)
%2 = tfrt.add.i32 %0 %1 : i32
%3 = tfrt.new.chain : !tfrt.chain
return %3
fn bench(i32) -> (!tfrt.chain)
%1 = blocks %0 #1 @{body} : !tfrt.chain
return %1
"
    )
}

fn measure(name: &str, queue: QueueKind, text: &str, arg: i32, runs: usize) {
    let filter = std::env::args().nth(1).filter(|arg| !arg.starts_with('-'));
    if filter.is_some_and(|filter| !name.contains(&filter)) {
        return;
    }
    let runtime = Runtime::with_options(registry(), HostOptions { queue, ..HostOptions::single_threaded() })
        .expect("threads can be started");
    let program = runtime.load(&common::assemble(text)).expect("a good program");
    let function = program.function("bench").expect("it is there");
    let mut best = f64::INFINITY;
    let mut kernels = 0;
    for _ in 0..runs {
        let request = RequestContext::new(runtime.host());
        let before = kernels_executed();
        let start = Instant::now();
        let results = if runtime.host().is_single_threaded() {
            function.execute(&request, [Value::from(arg)])
        } else {
            // On a worker, as the benchmark kernel does it.
            let (promise, result) = indirect();
            let (function, request) = (function.clone(), request.clone());
            runtime.host().enqueue(move || {
                let results = function.execute(&request, [Value::from(arg)]);
                promise.forward(results[0].clone());
            });
            smallvec::smallvec![Value::Async(result)]
        };
        runtime.host().wait(&results);
        let nanos = start.elapsed().as_nanos() as f64;
        runtime.host().quiesce();
        kernels = kernels_executed() - before;
        best = best.min(nanos);
    }
    let each = best / kernels as f64;
    println!("{name:28} {queue:?}: {:10.1} us, {kernels:7} kernels, {each:7.2} ns each", best / 1000.0);
}

/// Measures the extra cost of a function's first run, and the cost of loading.
fn measure_preparation(name: &str, text: &str, kernels: usize) {
    let filter = std::env::args().nth(1).filter(|arg| !arg.starts_with('-'));
    if filter.is_some_and(|filter| !name.contains(&filter)) {
        return;
    }
    let options = HostOptions { queue: QueueKind::Single, ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(registry(), options).expect("threads can be started");
    let bytes = common::assemble(text);
    let start = Instant::now();
    let program = runtime.load(&bytes).expect("a good program");
    let load = start.elapsed();
    let function = program.function("bench").expect("it is there");
    let mut times = [0.0; 2];
    for time in &mut times {
        let start = Instant::now();
        function.execute(&RequestContext::new(runtime.host()), [Value::from(1)]);
        *time = start.elapsed().as_nanos() as f64;
    }
    let each = |nanos: f64| nanos / kernels as f64;
    println!(
        "{name:28} load {:6.1} ns, prepare {:6.1} ns, run {:6.1} ns a kernel",
        each(load.as_nanos() as f64),
        each(times[0] - times[1]),
        each(times[1])
    );
}

fn main() {
    measure_preparation("prepare.pure", &chain(1_000_000), 1_000_000);
    measure_preparation(
        "prepare.effects",
        &chain(1_000_000).replace("tfrt.add.i32 %999999 ", "effect %999999 "),
        1_000_000,
    );
    let multi = QueueKind::Multi { threads: 2, blocking_threads: 4 };
    for queue in [QueueKind::Single, multi] {
        measure("chain", queue, &chain(10_000), 1, 2000);
        measure(
            "chain.effects",
            queue,
            &chain(10_000).replace("tfrt.add.i32 %9999 ", "effect %9999 "),
            1,
            2000,
        );
        measure("tree.add.add", queue, &tree(10_000, "tfrt.add.i32", "tfrt.add.i32", 0), 1, 1000);
        measure("tree.async.add", queue, &tree(10_000, "async_add", "tfrt.add.i32", 0), 1, 300);
        measure("tree.async.async", queue, &tree(10_000, "async_add", "async_add", 0), 1, 300);
        measure("tree.async.add.streams", queue, &tree(10_000, "async_add", "tfrt.add.i32", 1250), 1, 300);
        measure("tree.async.async.streams", queue, &tree(10_000, "async_add", "async_add", 1250), 1, 300);
        measure("fib16", queue, FIB, 16, 1000);
        measure("loop100000", queue, LOOP, 100_000, 100);
        for body in ["sync", "async", "sink", "async_sink"] {
            measure(&format!("blocks1000.{body}"), queue, &blocks(body), 1000, 1000);
        }
        measure("none", queue, "fn bench(i32) -> (i32)\nreturn %0", 1, 100_000);
        measure("one.add", queue, &chain(1), 1, 100_000);
    }
}
