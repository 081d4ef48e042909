//! Programs on devices of plugins: real ones, failing ones, and many threads at once.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, LazyLock};

use crate::common::compile::compile;
use crate::common::digits::run_digits;
use crate::common::{scratch, text};
use tfrt_executor::core_runtime::{CoreRuntime, Location, Op, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::queue::QueueKind;
use tfrt_executor::tensor::{DenseHostTensor, Shape};
use tfrt_plugin::Loader;
use tfrt_plugin::device::{COPY_TO_HOST, DeviceOptions, devices_in_use, install_devices};

const THREADS: &str = "plugins/tests/c/thread_device.c";
const HOST_DEVICE: &str = "plugins/examples/c/host_device.c";

/// One function on the device, and one that needs no device.
const PROGRAM: &str = r#"
func.func @on_device() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.5 : f32, -2.5 : f32]} : 1
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  %z = corert.executeop(%cpu) "tf.Mul"(%y, %x) : 1
  %w = corert.executeop(%cpu) "tf.Relu"(%z) : 1
  %c = "corert.print_tensorhandle"(%w) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %w : !corert.tensorhandle
}
func.func @on_host() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %c = tfrt.constant.i32 4711
  %p = tfrt.print.i32 %c, %ch
  tfrt.return %p : !tfrt.chain
}
"#;

const RESULT: &str = "values = [4.500000e+00, 1.250000e+01]";

/// Written once: tests run at the same time.
static PROGRAM_FILE: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = scratch("on_device.mlir");
    std::fs::write(&program, PROGRAM).expect("the test's folder can be written");
    program
});

fn run(library: &Path, environment: &[(&str, &str)]) -> Output {
    run_with(library, environment, &[])
}

fn run_with(library: &Path, environment: &[(&str, &str)], flags: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .args(["-O0", "--device=THREAD:1", "--print_statistics"])
        .args(flags)
        .arg(format!("--load-plugin={}", library.display()))
        .arg(&*PROGRAM_FILE)
        .envs(environment.iter().copied())
        .output()
        .expect("the tool can be run")
}

#[test]
fn each_allocation_can_fail() {
    let library = compile(&[THREADS], "allocations.so", &[]);
    for pool in [false, true] {
        let mut failures = 0;
        for allowed in 0..20 {
            let allowed = allowed.to_string();
            let mut environment = vec![("DEVICE_ALLOCATIONS", &*allowed)];
            environment.extend(pool.then_some(("DEVICE_POOL", "1")));
            let output = run(&library, &environment);
            let said = text(&output);
            assert!(said.contains("int32 = 4711") && !said.contains("leaked"), "{allowed}: {said}");
            let is_clean =
                |line: &str| line.starts_with("THREAD:1: ") && line.contains(" 0 alive with 0 bytes");
            assert!(said.lines().any(is_clean), "{allowed}: {said}");
            match output.status.code() {
                Some(0) => assert!(said.contains(RESULT), "{said}"),
                Some(1) => {
                    failures += 1;
                    assert!(said.contains("OOM when allocating 8 bytes on THREAD:1"), "{allowed}: {said}");
                    assert!(said.contains("on_device.mlir:"), "the error has a place: {said}");
                }
                other => panic!("{allowed}: {other:?}: {said}"),
            }
        }
        assert!((1..20).contains(&failures), "{failures} of 20 runs failed");
    }
}

/// An output of a kernel in host memory, a copy to the host of about its size, which an op changes in place, and a larger one.
const IN_HOST_MEMORY: &str = r#"
func.func @output() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "THREAD:0"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2, 3], values = [1.5 : f32]} : 1
  %s = corert.executeop(%dev) "tf.Shape"(%x) {T = f32, out_type = i32} : 1
  %c = "corert.print_tensorhandle"(%s) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @small() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "THREAD:0"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.5 : f32, -2.5 : f32]} : 1
  %y = corert.executeop(%dev) "tf.AddV2"(%x, %x) : 1
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%y) : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%h) : 1
  %c = "corert.print_tensorhandle"(%r) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
func.func @larger() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %dev = corert.get_op_handler %ch "THREAD:0"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [10, 50], values = [0.5 : f32]} : 1
  %y = corert.executeop(%dev) "tf.AddV2"(%x, %x) : 1
  %h = corert.executeop(%dev) "tfrt.copy_to_host"(%y) : 1
  %axes = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [0 : i32, 1 : i32]} : 1
  %r = corert.executeop(%cpu) "tf.Sum"(%h, %axes) {T = f32, Tidx = i32, keep_dims = false} : 1
  %c = "corert.print_tensorhandle"(%r) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
"#;

#[test]
fn copies_and_outputs_lie_in_host_memory_of_the_plugin() {
    let library = compile(&[THREADS], "host_memory.so", &[]);
    let program = scratch("host_memory.mlir");
    std::fs::write(&program, IN_HOST_MEMORY).expect("the test's folder can be written");
    // How many blocks there may be at a time, and what becomes of it: the second tensor gets the block of the first; with one block,
    // that one is given back for the third.
    let all = "2 copies into them, 0 elsewhere; 1 outputs in them, 0 elsewhere";
    let none = "0 copies into them, 2 elsewhere; 0 outputs in them, 1 elsewhere";
    for (most, blocks, uses) in [
        (None, "2 blocks given, 2 back, 0 refused", all),
        (Some("1"), "2 blocks given, 2 back, 1 refused", all),
        (Some("0"), "0 blocks given, 0 back, 3 refused", none),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
            .args(["-O0", "--print_statistics"])
            .arg(format!("--load-plugin={}", library.display()))
            .arg(&program)
            .env("DEVICE_HOST_REPORT", "1")
            .envs(most.map(|most| ("DEVICE_HOST_BLOCKS", most)))
            .output()
            .expect("the tool can be run");
        let said = text(&output);
        assert_eq!(output.status.code(), Some(0), "{most:?}: {said}");
        assert!(said.contains("values = [2, 3]"), "{most:?}: {said}");
        assert!(said.contains("values = [3.000000e+00, 0.000000e+00]"), "{most:?}: {said}");
        assert!(said.contains("values = [5.000000e+02]"), "{most:?}: {said}");
        assert!(said.contains(&format!("host memory: {blocks}; {uses}")), "{most:?}: {said}");
        assert!(!said.contains("leaked"), "{most:?}: {said}");
    }
}

#[test]
fn each_callback_can_fail() {
    let library = compile(&[THREADS], "callbacks.so", &[]);
    // Which of them make the program fail; the others are not needed, or there is another way.
    for (callback, is_needed) in [
        ("get_device_count", true),
        ("create_device", true),
        ("create_device_fns", true),
        ("create_stream_executor", true),
        ("create_stream", true),
        ("create_stream_dependency", true),
        ("get_stream_status", true),
        ("memcpy_htod", true),
        ("memcpy_dtoh", true),
        ("allocate", true),
        ("create_event", false),
        ("record_event", false),
        ("wait_for_event", false),
        ("block_host_for_event", false),
        ("host_callback", false),
        ("host_memory_allocate", false),
        ("synchronize_all_activity", false),
        ("device_memory_usage", false),
        ("sync_memcpy_dtoh", false),
        ("mem_zero", false),
    ] {
        let output = run(&library, &[("DEVICE_FAIL", callback)]);
        let said = text(&output);
        let code = output.status.code();
        assert_eq!(code, Some(i32::from(is_needed)), "{callback}: {said}");
        assert!(!said.contains("leaked"), "{callback}: {said}");
        if is_needed {
            let is_named = said.contains(callback) || callback == "allocate" && said.contains("OOM");
            assert!(
                is_named || callback == "get_stream_status" && said.contains("stream on THREAD:1"),
                "{said}"
            );
        } else {
            assert!(said.contains(RESULT), "{callback}: {said}");
        }
    }
}

/// A function that does nothing, and says that all is well, spoils results at most: nothing crashes, hangs or leaks.
#[test]
fn each_callback_can_fail_in_silence() {
    let library = compile(&[THREADS], "silent_callbacks.so", &[]);
    for callback in [
        "get_device_count",
        "create_device",
        "create_device_fns",
        "create_stream_executor",
        "create_stream",
        "create_stream_dependency",
        "memcpy_htod",
        "memcpy_dtoh",
        "allocate",
        "create_event",
        "record_event",
        "wait_for_event",
        "block_host_for_event",
        "synchronize_all_activity",
        "device_memory_usage",
        "create_timer",
        "start_timer",
        "stop_timer",
    ] {
        let flags = ["--enable_tracing", "--tracing_level=verbose", "--tracing_sink=debug"];
        let output = run_with(&library, &[("DEVICE_SILENT", callback)], &flags);
        let said = text(&output);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{callback}: {said}");
        assert!(!said.contains("leaked"), "{callback}: {said}");
        // Without these there are no devices, which is said before anything runs.
        let is_missed = matches!(callback, "get_device_count" | "create_stream" | "create_stream_executor");
        assert_eq!(said.contains("int32 = 4711"), !is_missed, "{callback}: {said}");
    }
}

#[test]
fn unified_memory_is_taken_when_the_user_wants_it() {
    let library = compile(&[THREADS], "unified.so", &[]);
    // The device has no other memory.
    for pool in [&[("DEVICE_FAIL", "allocate")][..], &[("DEVICE_FAIL", "allocate"), ("DEVICE_POOL", "1")]] {
        let said = text(&run_with(&library, pool, &["--unified-memory"]));
        assert!(said.contains(RESULT) && !said.contains("leaked"), "{said}");
        let said = text(&run(&library, pool));
        assert!(said.contains("OOM when allocating 8 bytes on THREAD:1"), "{said}");
    }
}

#[test]
fn traces_say_how_long_devices_take() {
    let library = compile(&[THREADS], "timed.so", &[]);
    let flags = ["--enable_tracing", "--tracing_level=verbose", "--tracing_sink=debug"];
    let said = text(&run_with(&library, &[], &flags));
    for op in ["tf.AddV2", "tf.Mul", "tf.Relu"] {
        let time = format!("Event:DeviceTime: {op} on THREAD:1: ");
        let nanoseconds = said.lines().find_map(|line| line.strip_prefix(&time)?.strip_suffix(" ns"));
        assert!(nanoseconds.is_some_and(|number| number.parse::<u64>().is_ok()), "{op}: {said}");
    }
    // A device without timers is traced as well.
    let said = text(&run_with(&library, &[("DEVICE_OLDER", "1")], &flags));
    assert!(said.contains(RESULT) && !said.contains("DeviceTime"), "{said}");
}

#[test]
fn other_versions_of_the_header_work() {
    let library = compile(&[THREADS], "versions.so", &[]);
    for environment in [&[("DEVICE_OLDER", "1")][..], &[("DEVICE_NEWER", "1")]] {
        let output = run(&library, environment);
        assert!(output.status.success() && text(&output).contains(RESULT), "{}", text(&output));
        let checked = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
            .arg(format!("--device-conformance={}", library.display()))
            .arg("--device-checks=timer,memory.allocate")
            .envs(environment.iter().copied())
            .output()
            .expect("the tool can be run");
        let said = text(&checked);
        assert!(checked.status.success(), "{said}");
        assert_eq!(said.contains("timer: not there"), environment[0].0 == "DEVICE_OLDER", "{said}");
    }
}

#[test]
fn digits_run_on_a_device_unchanged() {
    let library = compile(&[HOST_DEVICE], "digits_device.so", &[]);
    let load = format!("--load-plugin={}", library.display());
    let flags = [&*load, "--device=MY_DEVICE", "--soft-placement", "--print_statistics"];
    let said = text(&run_digits("digits_device", "-O0", &flags));
    assert!(!said.contains("MY_DEVICE:0: 0 allocations"), "nothing ran on the device: {said}");
}

/// The ops of a client, on one handler.
struct Ops {
    add: Op,
    mul: Op,
    relu: Op,
    to_host: Option<Op>,
}

#[test]
fn many_threads_share_devices() {
    const CLIENTS: usize = 16;
    const STEPS: usize = 1000;
    let loader = Loader::new().expect("the test exports what plugins call");
    for (source, name) in [(HOST_DEVICE, "shared_host.so"), (THREADS, "shared_threads.so")] {
        loader.load(&compile(&[source], name, &[])).expect("the plugin is right");
    }
    let queue = QueueKind::Multi { threads: 4, blocking_threads: 4 };
    let host = Host::new(HostOptions { queue, ..HostOptions::single_threaded() }).expect("a host");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&host, tfrt_plugin::with_plugins(ops));
    assert_eq!(install_devices(&runtime, DeviceOptions::default()), Vec::<String>::new());
    runtime.state().register_default_handlers();
    let ops_of = |name: &str| {
        let handler = runtime.handler(name).expect("there is such a handler");
        let op = |op: &str| runtime.op(op, &handler).expect("there is such an op");
        let to_host = (name != "cpu").then(|| op(COPY_TO_HOST));
        Ops { add: op("tf.AddV2"), mul: op("tf.Mul"), relu: op("tf.Relu"), to_host }
    };
    let places: Arc<Vec<Ops>> = Arc::new(vec![ops_of("MY_DEVICE:1"), ops_of("cpu"), ops_of("THREAD:0")]);
    let alone: Arc<Vec<Ops>> = Arc::new(vec![ops_of("cpu")]);
    let client = |runtime: &CoreRuntime, places: &[Ops], seed: usize| -> String {
        let (here, none) = (Location::unknown(), OpAttrs::new());
        let start: Vec<f32> = (0..32).map(|i| (i + seed) as f32 / 8.0 - 2.0).collect();
        let tensor = |values: &[f32]| {
            let shape = Shape::new(&[values.len() as i64]).expect("a shape");
            TensorHandle::new(DenseHostTensor::from_values(shape, values).expect("memory"))
        };
        let (half, one) = (tensor(&[0.5; 32]), tensor(&[1.0; 32]));
        let mut x = tensor(&start);
        for step in 0..STEPS {
            let ops = &places[step % places.len()];
            let [next] = match step % 5 {
                0 | 3 => runtime.call(&ops.add, &here, [x, one.clone()], &none),
                1 | 4 => runtime.call(&ops.mul, &here, [x, half.clone()], &none),
                _ => runtime.call(&ops.relu, &here, [x], &none),
            };
            x = match &ops.to_host {
                Some(to_host) => {
                    let [copied] = runtime.call(to_host, &here, [next], &none);
                    copied
                }
                None => next,
            };
        }
        runtime.wait(std::slice::from_ref(&x));
        x.to_string()
    };
    let expected: Vec<String> = (0..CLIENTS).map(|seed| client(&runtime, &alone, seed)).collect();
    let results: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..CLIENTS)
            .map(|seed| {
                let (client, runtime, places) = (&client, &runtime, &places);
                scope.spawn(move || client(runtime, places, seed))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("a client does not panic")).collect()
    });
    assert_eq!(results, expected);
    drop(places);
    host.quiesce();
    for device in devices_in_use() {
        device.synchronize().expect("the device is in order");
    }
    // Callbacks of streams may still be about to let go of what they kept.
    let start = std::time::Instant::now();
    let is_left = || {
        let on_devices: u64 = devices_in_use().iter().map(|device| device.statistics().live).sum();
        on_devices > 0 || tfrt_plugin::tensor::live_tensors() > 0
    };
    while is_left() && start.elapsed().as_secs() < 5 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(!is_left(), "tensors are left");
}
