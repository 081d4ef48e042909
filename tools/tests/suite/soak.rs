//! A server's day in short: clients call programs that compute, fail, wait, run out of time and are cancelled, some of them on a device of a
//! plugin, all on one host.
//!
//! Each call must end with the results of its program, or with the error that it is to have. The memory of the process at the end is that
//! after a warm-up. Latencies are printed, and not tested. A usual run takes two seconds; `TFRT_SOAK=SECONDS` sets the time,
//! `TFRT_SOAK_CLIENTS` the number of clients, as `checks/soak.sh` does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::common::compile::compile;
use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::compile::{Reporter, pipeline, to_writer_prepared};
use tfrt_driver::input::Input;
use tfrt_driver::plugins::PluginOptions;
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Function;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::value::{ErrorCode, Value};
use tfrt_ir::diagnostics::SourceFile;
use tfrt_jit::{Jit, JitOptions, When};
use tfrt_plugin::Loader;
use tfrt_plugin::device::{DeviceOptions, devices_in_use, install_devices};

const DEVICE: &str = "plugins/tests/c/thread_device.c";

const PROGRAM: &str = r#"
func.func @computes(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %one = tfrt.constant.i32 1
  %end:2 = tfrt.repeat.i32 %n, %zero, %one : i32, i32 {
    %sum = tfrt.add.i32 %zero, %one
    tfrt.return %sum, %one : i32, i32
  }
  tfrt.return %end#0 : i32
}
func.func @waits(%n: i32) -> i32 {
  %a = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %b = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %c = tfrt.add.i32 %a, %b
  %d = "tfrt_test.async_copy.i32"(%c) : (i32) -> i32
  tfrt.return %d : i32
}
func.func @fails(%n: i32) -> i32 {
  %a = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
  %b = "tfrt_test.fail"() : () -> i32
  %c = tfrt.add.i32 %a, %b
  tfrt.return %c : i32
}
func.func @never_ends(%n: i32) -> i32 {
  %many = tfrt.constant.i32 2000000000
  %a:2 = tfrt.repeat.i32 %many, %n, %many : i32, i32 {
    %b:2 = tfrt.repeat.i32 %many, %n, %many : i32, i32 {
      %c = "tfrt_test.async_copy.i32"(%n) : (i32) -> i32
      tfrt.return %c, %many : i32, i32
    }
    tfrt.return %b#0, %many : i32, i32
  }
  tfrt.return %a#0 : i32
}
func.func @on_host(%n: i32) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [300, 300], values = [1.0 : f32]} : 1
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  %z = corert.executeop(%cpu) "tf.Relu"(%y) : 1
  tfrt.return %z : !corert.tensorhandle
}
func.func @on_device(%n: i32) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %device = corert.get_op_handler %ch "SOAK:1"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [300, 300], values = [1.0 : f32]} : 1
  %y = corert.executeop(%device) "tf.AddV2"(%x, %x) : 1
  %z = corert.executeop(%device) "tf.Relu"(%y) : 1
  tfrt.return %z : !corert.tensorhandle
}
"#;

/// What a call is to end with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Number(i32),
    Tensor,
    Error(ErrorCode),
}

/// When a call is to be ended from outside.
#[derive(Clone, Copy)]
enum Stop {
    No,
    Deadline,
    Cancel,
}

const CALLS: [(&str, End, Stop); 7] = [
    ("computes", End::Number(7), Stop::No),
    ("waits", End::Number(14), Stop::No),
    ("fails", End::Error(ErrorCode::Unknown), Stop::No),
    // A deadline cancels the request.
    ("never_ends", End::Error(ErrorCode::Cancelled), Stop::Deadline),
    ("never_ends", End::Error(ErrorCode::Cancelled), Stop::Cancel),
    ("on_host", End::Tensor, Stop::No),
    ("on_device", End::Tensor, Stop::No),
];

/// How long a call goes on that is ended from outside.
const PATIENCE: Duration = Duration::from_millis(3);

/// Calls a function, and says how long that took; panics if it ends with something else.
fn call(runtime: &Runtime, function: &Function, (name, end, stop): (&str, End, Stop)) -> Duration {
    let start = Instant::now();
    let host = runtime.host();
    let request = match stop {
        Stop::Deadline => RequestContext::builder(host).deadline(start + PATIENCE).build(),
        Stop::No | Stop::Cancel => RequestContext::new(host),
    };
    if let Stop::Cancel = stop {
        let request = request.clone();
        host.at(start + PATIENCE, move || request.cancel());
    }
    let results = function.execute(&request, [Value::scalar(7)]);
    host.wait(&results);
    let result = results[0].resolve().unwrap_or_else(|| panic!("@{name} has no result"));
    let error = result.error();
    match end {
        End::Number(number) => assert_eq!(result.get_scalar::<i32>(), Some(number), "@{name}: {error:?}"),
        End::Tensor => assert!(error.is_none(), "@{name}: {error:?}"),
        // Which error a program's own is, is its matter.
        End::Error(ErrorCode::Unknown) => assert!(error.is_some(), "@{name} does not fail"),
        End::Error(code) => assert_eq!(error.map(|error| error.code()), Some(code), "@{name}"),
    }
    start.elapsed()
}

/// Bytes of the process that are in memory.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").expect("the system has it");
    let pages = status.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number");
    pages * 4096
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The median, and the times below which 99 and 99.9 of 100 calls are.
fn percentiles(times: &mut [Duration]) -> String {
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    format!("{} calls, p50 {:?}, p99 {:?}, p99.9 {:?}", times.len(), at(0.5), at(0.99), at(0.999))
}

#[test]
fn calls_of_many_clients_all_end_and_leave_nothing() {
    let seconds = Duration::from_secs(number("TFRT_SOAK", 2));
    let clients = number("TFRT_SOAK_CLIENTS", 4);
    let loader = Loader::new().expect("the test exports what plugins call");
    loader
        .load(&compile(&[DEVICE], "soak_device.so", &["-DDEVICE_TYPE=\"SOAK\""]))
        .expect("the plugin is right");

    let mut kernels = KernelRegistry::new();
    kernels.set_jit(Jit::new(JitOptions { when: When::Hot { threshold: 1000 }, ..JitOptions::default() }));
    tfrt_kernels::register_all(&mut kernels);
    tfrt_kernels::test::register(&mut kernels);
    let options = HostOptions {
        queue: QueueKind::Multi { threads: 4, blocking_threads: 4 },
        // Errors are wanted here.
        diagnostics: Arc::new(|_| {}),
        ..HostOptions::single_threaded()
    };
    let runtime = Runtime::with_options(kernels, options).expect("threads can be started");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    let core = CoreRuntime::install(runtime.host(), tfrt_plugin::with_plugins(ops));
    assert_eq!(install_devices(&core, DeviceOptions::default()), Vec::<String>::new());
    core.state().register_default_handlers();

    let mut reporter = Reporter::printing(SourceFile { name: "soak.mlir", text: PROGRAM.as_bytes() });
    let input = Input::of("soak.mlir", PROGRAM.as_bytes()).expect("it is text");
    let pipeline = pipeline(OptLevel::O2, Default::default(), &PluginOptions::default());
    let writer = to_writer_prepared("soak.mlir", input, |_| {}, &pipeline, &mut reporter)
        .expect("the program is right");
    let program = runtime.load(&writer.finish().expect("memory")).expect("the program is right");
    let functions = CALLS.map(|(name, ..)| program.function(name).expect("it is there"));

    // The calls of each client, in turn; each begins with another one.
    let round = |time: Duration| -> Vec<Duration> {
        let end = Instant::now() + time;
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..clients as usize)
                .map(|client| {
                    let (runtime, functions) = (&runtime, &functions);
                    scope.spawn(move || {
                        let mut times = Vec::new();
                        for turn in client.. {
                            if Instant::now() >= end {
                                break;
                            }
                            let which = turn % CALLS.len();
                            let time = call(runtime, &functions[which], CALLS[which]);
                            // A sample is enough, and takes no memory that would be counted.
                            if times.len() < 100_000
                                && !matches!(CALLS[which].2, Stop::Deadline | Stop::Cancel)
                            {
                                times.push(time);
                            }
                        }
                        times
                    })
                })
                .collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("each call ends as it must")).collect()
        })
    };
    let mut first = round(seconds / 4);
    runtime.host().quiesce();
    let before = resident();
    round(seconds / 2);
    let mut last = round(seconds / 4);
    runtime.host().quiesce();
    for device in devices_in_use() {
        device.synchronize().expect("the device is in order");
    }
    let after = resident();
    println!("at the start: {}", percentiles(&mut first));
    println!("at the end: {}", percentiles(&mut last));
    println!("memory: {} MiB after the warm-up, {} MiB at the end", before >> 20, after >> 20);
    assert!(after < before + before / 4 + (64 << 20), "{before} bytes have become {after}");
}
