//! Scaling: requests that wait, timers, large functions, more cores; their memory and time.
//!
//! `cargo bench -p tfrt-executor --bench scale [-- FILTER]`

#![expect(unsafe_code, reason = "a global allocator that counts")]

#[path = "../tests/common/mod.rs"]
mod common;

use parking_lot::Mutex;
use std::{
    alloc::{GlobalAlloc, Layout, System},
    fmt::Write,
    hint::black_box,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tfrt_executor::{
    host::HostOptions,
    kernel::KernelRegistry,
    program::Program,
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    trace::{self, Level, Sink},
    value::{AsyncRef, Promise, Value, kernels_executed},
};

struct Counting;

/// Bytes in use.
static IN_USE: AtomicI64 = AtomicI64::new(0);

// SAFETY: every function passes its arguments to the system's allocator and returns its answer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size() as i64, Relaxed);
        // SAFETY: the caller passes a layout of a size above zero, as `GlobalAlloc` requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size() as i64, Relaxed);
        // SAFETY: the caller passes a block that this allocator, and so `System`, allocated with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

type Promises = Arc<Mutex<Vec<Promise<i32>>>>;

/// Steps of the kernel `work`, which takes ten microseconds or so.
static STEPS: AtomicU64 = AtomicU64::new(1000);

fn work(mut number: i32) -> i32 {
    for _ in 0..STEPS.load(Relaxed) {
        number = black_box(number.wrapping_mul(3).wrapping_add(1));
    }
    number
}

fn runtime(queue: QueueKind, promises: &Promises) -> Runtime {
    let mut r = KernelRegistry::new();
    r.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
    r.add("effect", |a: i32, _: i32| a);
    r.add("work", work);
    let promises = promises.clone();
    r.add("promised", move |_: i32| {
        let (promise, value) = AsyncRef::promise();
        promises.lock().push(promise);
        value
    });
    let options = HostOptions { queue, ..HostOptions::single_threaded() };
    Runtime::with_options(r, options).expect("threads can be started")
}

fn load(runtime: &Runtime, text: &str) -> Program {
    runtime.load(&common::assemble(text)).expect("a good program")
}

fn chain(n: usize, kernel: &str) -> String {
    let mut text = "fn main(i32) -> (i32)\n".to_owned();
    for i in 0..n {
        let _ = writeln!(text, "%{} = {kernel} %{i} %0 : i32", i + 1);
    }
    let _ = writeln!(text, "return %{n}");
    text
}

/// Requests on one program, all of which wait for something.
fn requests(queue: QueueKind) {
    const COUNT: usize = 100_000;
    const REGISTERS: usize = 5;
    let promises = Promises::default();
    let runtime = runtime(queue, &promises);
    let text = "fn main(i32) -> (i32)\n%1 = promised %0 : i32\n%2 = effect %1 %0 : i32\n%3 = effect %2 %0 : i32\n\
                %4 = effect %3 %0 : i32\nreturn %4\n";
    let program = load(&runtime, text);
    let function = program.function("main").expect("it is there");
    promises.lock().reserve_exact(COUNT);
    let mut results = Vec::with_capacity(COUNT);
    let before = IN_USE.load(Relaxed);
    let start = Instant::now();
    for i in 0..COUNT {
        let request = RequestContext::new(runtime.host());
        results.push(function.execute(&request, [Value::from(i as i32)]));
    }
    let (started, bytes) = (start.elapsed(), IN_USE.load(Relaxed) - before);
    let start = Instant::now();
    let waiting = std::mem::take(&mut *promises.lock());
    waiting.into_iter().for_each(|promise| promise.set(1));
    results.iter().for_each(|results| runtime.host().wait(results));
    let right = results.iter().all(|results| results[0].get_scalar::<i32>() == Some(1));
    println!(
        "requests: {COUNT} wait on {queue:?}: {} bytes each with {REGISTERS} registers, started in {:.0} ns, finished in {:.0} ns each{}",
        bytes / COUNT as i64,
        started.as_nanos() as f64 / COUNT as f64,
        start.elapsed().as_nanos() as f64 / COUNT as f64,
        if right { "" } else { ", WRONG" }
    );
}

fn timers() {
    const COUNT: u64 = 10_000;
    let runtime = runtime(QueueKind::Single, &Promises::default());
    let host = runtime.host();
    let fired = Arc::new(AtomicU64::new(0));
    let base = Instant::now() + Duration::from_millis(200);
    let start = Instant::now();
    for i in 0..COUNT {
        let fired = fired.clone();
        host.at(base + Duration::from_micros(i * 7919 % COUNT), move || {
            fired.fetch_add(1, Relaxed);
        });
    }
    let scheduled = start.elapsed();
    let far: Vec<_> = (0..COUNT).map(|i| host.at(base + Duration::from_secs(3600 + i), || {})).collect();
    let start = Instant::now();
    let cancelled = far.into_iter().filter(|&timer| host.cancel_timer(timer)).count();
    let cancelling = start.elapsed();
    while fired.load(Relaxed) < COUNT {
        std::thread::sleep(Duration::from_millis(1));
    }
    let late = Instant::now().saturating_duration_since(base + Duration::from_micros(COUNT));
    println!(
        "timers: {COUNT} wait: {:.0} ns each to schedule, {:.0} ns to cancel ({cancelled}); the last ran within {:.1} ms of its time",
        scheduled.as_nanos() as f64 / COUNT as f64,
        cancelling.as_nanos() as f64 / COUNT as f64,
        late.as_secs_f64() * 1e3
    );
}

fn large_function() {
    const COUNT: usize = 1_000_000;
    let runtime = runtime(QueueKind::Single, &Promises::default());
    let bytes = common::assemble(&chain(COUNT, "effect"));
    let before = IN_USE.load(Relaxed);
    let start = Instant::now();
    let program = runtime.load(&bytes).expect("a good program");
    let function = program.function("main").expect("it is there");
    let mut times = [0.0; 2];
    let loaded = start.elapsed();
    for time in &mut times {
        let start = Instant::now();
        let results = function.execute(&RequestContext::new(runtime.host()), [Value::from(1)]);
        *time = start.elapsed().as_secs_f64() * 1e3;
        black_box(results);
    }
    println!(
        "large function: {COUNT} kernels, a file of {} MB: load {:.1} ms, first run {:.1} ms, then {:.1} ms; {} bytes a kernel in memory",
        bytes.len() / 1_000_000,
        loaded.as_secs_f64() * 1e3,
        times[0],
        times[1],
        (IN_USE.load(Relaxed) - before) / COUNT as i64
    );
}

/// Independent chains of ten kernels of ten microseconds, each chain a stream.
fn cores() {
    const CHAINS: usize = 64;
    STEPS.store(1000, Relaxed);
    let thousand = || {
        let start = Instant::now();
        (0..100).for_each(|i| assert_ne!(black_box(work(i)), 0));
        start.elapsed().as_nanos() as f64
    };
    let fastest = (0..20).map(|_| thousand()).fold(f64::INFINITY, f64::min);
    STEPS.store((1e9 / fastest) as u64, Relaxed);
    let mut text = format!("fn main(i32) -> ({})\n", vec!["i32"; CHAINS].join(", "));
    let mut last = Vec::new();
    for chain in 0..CHAINS {
        for step in 0..10 {
            let register = 1 + chain * 10 + step;
            let operand = if step == 0 { 0 } else { register - 1 };
            let _ = writeln!(text, "%{register} = work %{operand} : i32 stream={}", chain + 1);
        }
        last.push(format!("%{}", 10 + chain * 10));
    }
    let _ = writeln!(text, "return {}", last.join(" "));
    let best = |threads| {
        let runtime = runtime(QueueKind::Multi { threads, blocking_threads: 1 }, &Promises::default());
        let program = load(&runtime, &text);
        let function = program.function("main").expect("it is there");
        let run = || {
            let (done, results) = std::sync::mpsc::channel();
            let start = Instant::now();
            let (function, host) = (function.clone(), runtime.host().clone());
            runtime.host().enqueue(move || {
                let results = function.execute(&RequestContext::new(&host), [Value::from(1)]);
                // The other end waits below.
                let _ = done.send(results);
            });
            runtime.host().wait(&results.recv().expect("the task sends them"));
            start.elapsed().as_secs_f64() * 1e3
        };
        (0..50).map(|_| run()).fold(f64::INFINITY, f64::min)
    };
    let (one, two) = (best(1), best(2));
    println!(
        "cores: {CHAINS} chains of 100 us: {one:.2} ms on one, {two:.2} ms on two: {:.2} times",
        one / two
    );
}

fn tracing() {
    const COUNT: usize = 10_000;
    let runtime = runtime(QueueKind::Single, &Promises::default());
    let program = load(&runtime, &chain(COUNT, "effect"));
    let function = program.function("main").expect("it is there");
    let best = || {
        let mut best = f64::INFINITY;
        let before = kernels_executed();
        for _ in 0..20 {
            let request = RequestContext::new(runtime.host());
            let start = Instant::now();
            black_box(function.execute(&request, [Value::from(1)]));
            best = best.min(start.elapsed().as_nanos() as f64);
        }
        best * 20.0 / (kernels_executed() - before) as f64
    };
    let off = best();
    let file = std::env::temp_dir().join(format!("tfrt-scale-{}.json", std::process::id()));
    trace::start(Level::Default, vec![Sink::File(file.clone())]);
    let on = best();
    let written = trace::finish();
    println!(
        "tracing: {off:.2} ns a kernel without, {on:.2} ns with: {:.2} ns an event ({written:?})",
        on - off
    );
    // It is a temporary one.
    let _ = std::fs::remove_file(file);
}

fn main() {
    let filter = std::env::args().nth(1).filter(|arg| !arg.starts_with('-')).unwrap_or_default();
    let several = QueueKind::Multi { threads: 2, blocking_threads: 4 };
    let all: [(&str, &dyn Fn()); 6] = [
        ("requests", &|| requests(QueueKind::Single)),
        ("requests", &|| requests(several)),
        ("timers", &timers),
        ("large function", &large_function),
        ("cores", &cores),
        ("tracing", &tracing),
    ];
    for (_, measure) in all.iter().filter(|(name, _)| name.contains(&filter)) {
        measure();
    }
}
