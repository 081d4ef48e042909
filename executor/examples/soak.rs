//! Runs millions of requests and looks whether memory stays as it is.
//!
//! `cargo run --release -p tfrt-executor --example soak -- [REQUESTS] [THREADS]`; a million on two threads unless told; 0 threads is the
//! single-threaded queue. A request adds, calls, loops and computes asynchronously; some fail, some are cancelled, some have a
//! deadline. Exits with 1 if the process has grown by more than a few megabytes since its first tenth, if a result is wrong, or if
//! anything is alive in the end.

#[path = "../tests/common/mod.rs"]
mod common;

use std::{
    collections::VecDeque,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};
use tfrt_executor::{
    host::HostOptions,
    kernel::{Attr, ExecCtx, KernelRegistry, Out, Values},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{KernelError, LiveObjects, Value, live_objects},
};

/// Requests that are under way at the same time.
const WINDOW: usize = 256;

/// Allowed growth of the process, in KiB: caches of memory fill up now and then.
const SLACK: u64 = 8 << 10;

const PROGRAM: &str = "
region(i32, !v) -> (i32, !v)
%2 = later %0 %0 : i32
return %2 %1
fn half(i32) -> (i32)
%1 = constant #0 : i32
%2 = add %0 %1 : i32
return %2
fn main(i32) -> (i32, i32)
%1 = constant #3 : i32
%2 = boxed %0 : !v
%3, %4 = tfrt.repeat.i32 %1 %0 %2 @#0 : i32, !v
%5 = later %0 %1 : i32 stream=1
%6 = tfrt.call %5 @half : i32 stream=1
%7 = look %4 %3 : i32
%8 = fail_every_tenth %0 : i32
%9 = later %8 %6 : i32
return %7 %9
";

fn registry() -> KernelRegistry {
    let mut r = KernelRegistry::new();
    r.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
    r.add_pure("constant", |value: Attr<i32>| value.0);
    r.add("later", |a: i32, b: i32, ctx: ExecCtx| ctx.spawn(move || a.wrapping_add(b)));
    r.add("boxed", |a: i32| Out(vec![a; 10]));
    r.add("look", |v: &Vec<i32>, a: i32| v[0].wrapping_add(a));
    r.add("fail_every_tenth", |a: i32| -> Result<i32, KernelError> {
        if a % 10 == 0 { Err("a tenth".into()) } else { Ok(a) }
    });
    r
}

/// The memory of this process that is in use, in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Whether a request's results are right; those of one that may have been cancelled may say so.
fn is_right(number: i32, results: &Values) -> bool {
    let expected =
        [Some(number.wrapping_mul(9)), (number % 10 != 0).then(|| number.wrapping_mul(2).wrapping_add(3))];
    results.iter().zip(expected).all(|(value, expected)| match value.error() {
        Some(error) => expected.is_none() || (number % 7 == 0 && error.message() != "a tenth"),
        None => value.get_scalar::<i32>() == expected,
    })
}

fn main() -> ExitCode {
    let number =
        |at: usize, default: u64| std::env::args().nth(at).and_then(|n| n.parse().ok()).unwrap_or(default);
    let (requests, threads) = (number(1, 1_000_000), number(2, 2));
    let queue = match threads {
        0 => QueueKind::Single,
        threads => QueueKind::Multi { threads: threads as usize, blocking_threads: 4 },
    };
    let options = HostOptions { queue, diagnostics: Arc::new(|_| {}), ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(registry(), options).expect("threads can be started");
    let program = runtime.load(&common::assemble(PROGRAM)).expect("a good program");
    let function = program.function("main").expect("it is there");
    let host = runtime.host().clone();
    let start = Instant::now();
    let (mut first, mut wrong) = (0, 0u64);
    let mut under_way: VecDeque<(i32, Values)> = VecDeque::new();
    let mut finish = |(number, results): (i32, Values)| {
        host.wait(&results);
        wrong += u64::from(!is_right(number, &results));
    };
    for done in 0..requests {
        if done % (requests / 10).max(1) == 0 {
            println!("{done} requests, {} KiB, {:.1} s", resident(), start.elapsed().as_secs_f64());
            if done > 0 && first == 0 {
                first = resident();
            }
        }
        let number = done as i32;
        let mut builder = RequestContext::builder(runtime.host());
        if number % 14 == 7 {
            builder = builder.deadline(Instant::now() + Duration::from_micros(50));
        }
        let request = builder.build();
        if number % 28 == 0 {
            request.cancel();
        }
        under_way.push_back((number, function.execute(&request, [Value::from(number)])));
        if number % 28 == 14 {
            request.cancel();
        }
        if under_way.len() == WINDOW {
            under_way.drain(..WINDOW / 2).for_each(&mut finish);
        }
    }
    under_way.drain(..).for_each(&mut finish);
    host.quiesce();
    let last = resident();
    println!("{requests} requests, {last} KiB, {:.1} s", start.elapsed().as_secs_f64());
    drop((function, program, host, runtime));
    let alive = live_objects();
    let grown = last.saturating_sub(first.max(1));
    println!("{wrong} wrong results, {grown} KiB more than after a tenth, alive: {alive:?}");
    if wrong == 0 && (requests < 10 || grown <= SLACK) && alive == LiveObjects::default() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
