//! The conformance suite finds each bug that a device of a test can have, and nothing wrong with the examples.

use std::path::Path;
use std::process::{Command, Output};

use crate::common::compile::compile;

/// A bug of `thread_device.c` and the check that must name it.
const BUGS: &[(&str, &str)] = &[
    ("device-count", "platform.count"),
    ("ordinal", "device.ordinal"),
    ("numa-node", "device.functions"),
    ("overlap", "memory.allocate"),
    ("alignment", "memory.alignment"),
    ("exhaustion", "memory.exhaustion"),
    ("usage", "memory.usage"),
    ("leak", "memory.deallocate"),
    ("statistics", "memory.statistics"),
    ("host-memory", "memory.host"),
    ("unified-memory", "memory.unified"),
    ("sync-copy-to-device", "copy.sync-to-device"),
    ("sync-copy-to-host", "copy.sync-to-host"),
    ("sync-copy-on-device", "copy.sync-on-device"),
    ("copy-to-device", "copy.to-device"),
    ("copy-to-host", "copy.to-host"),
    ("copy-on-device", "copy.on-device"),
    ("overrun", "copy.bounds"),
    ("mem-zero", "fill.zero"),
    ("mem-set", "fill.byte"),
    ("mem-set32", "fill.word"),
    ("copy-to-device-nothing", "copy.to-device"),
    ("copy-to-host-nothing", "copy.to-host"),
    ("device-count-nothing", "platform.count"),
    ("create-device-nothing", "device.ordinal"),
    ("statistics-nothing", "memory.statistics"),
    ("event-nothing", "stream.create"),
    ("mem-set32-crashes", "fill.word"),
    ("stream-null", "stream.create"),
    ("stream-status", "stream.status"),
    ("stream-order", "stream.order"),
    ("dependency", "stream.dependency"),
    ("stream-block", "stream.block"),
    ("event-never", "event.complete"),
    ("event-early", "event.early"),
    ("event-reuse", "event.reuse"),
    ("event-wait", "event.wait"),
    ("event-block", "event.block"),
    ("synchronize", "synchronize"),
    ("callback-result", "callback.result"),
    ("callback-twice", "callback.once"),
    ("callback-lost", "callback.once"),
    ("stream-order-callbacks", "callback.order"),
    ("timer", "timer"),
    ("threads", "threads"),
    ("usage-nothing", "memory.usage"),
    ("copy-to-device-again", "lifetime.host-source"),
    ("copy-to-host-again", "lifetime.host-target"),
    ("struct-kept", "lifetime.struct"),
    ("status-late", "lifetime.status"),
    ("memory-given-twice", "lifetime.memory"),
    ("memory-written-late", "lifetime.memory"),
    ("memory-freed-twice", "lifetime.memory"),
    ("stream-kept", "lifetime.stream"),
    ("stream-freed-twice", "lifetime.stream"),
    ("event-kept", "lifetime.event"),
    ("event-freed-twice", "lifetime.event"),
    ("timer-kept", "lifetime.timer"),
    ("timer-freed-twice", "lifetime.timer"),
    ("copy-to-device-early", "stream.each-function"),
    ("copy-to-host-early", "stream.each-function"),
    ("copy-on-device-early", "stream.each-function"),
    ("mem-zero-early", "stream.each-function"),
    ("mem-set32-early", "stream.each-function"),
    ("copy-to-host-waits", "stream.no-waiting"),
    ("dependency-waits", "stream.no-waiting"),
    ("stream-status-waits", "stream.no-waiting"),
    ("event-status-waits", "stream.no-waiting"),
    ("event-wait-latest", "event.again"),
    ("copy-large", "copy.large"),
    ("copy-between-devices", "copy.between-devices"),
    ("dependency-between-devices", "copy.between-devices"),
    ("free-nothing", "memory.nothing"),
    ("stream-unlocked", "threads.one-stream"),
    ("memory-unlocked", "threads.memory"),
    ("exit-hangs", "process.exit"),
    ("no-such-device", "error.no-such-device"),
    ("host-memory-too-much", "error.host-memory"),
    ("callback-status", "error.callback-status"),
    ("callback-error", "error.callback-fails"),
];

fn check(library: &Path, environment: &[(&str, &str)], only: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfrt-run"));
    command.arg(format!("--device-conformance={}", library.display()));
    command.args(only.map(|check| format!("--device-checks={check}")));
    command.envs(environment.iter().copied()).output().expect("the tool can be run")
}

#[test]
fn examples_pass() {
    let example = compile(&["plugins/examples/c/host_device.c"], "conforming_host.so", &[]);
    let threads = compile(&["plugins/tests/c/thread_device.c"], "conforming_threads.so", &[]);
    let passes = |library: &Path, environment: &[(&str, &str)]| {
        let output = check(library, environment, None);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(" 0 failed"), "{text}");
    };
    // Most of a check is waiting.
    std::thread::scope(|scope| {
        for (library, pool) in [(&example, "HOST_DEVICE_POOL"), (&threads, "DEVICE_POOL")] {
            scope.spawn(move || passes(library, &[]));
            scope.spawn(move || passes(library, &[(pool, "1")]));
        }
    });
}

#[test]
fn every_check_has_a_device_that_fails_it() {
    let library = compile(&["plugins/tests/c/thread_device.c"], "bugs.so", &[]);
    let run = |&(bug, name): &(&str, &str)| -> Option<String> {
        let pool = (name == "memory.alignment").then_some(("DEVICE_POOL", "1"));
        let environment: Vec<_> = [Some(("DEVICE_BUG", bug)), pool].into_iter().flatten().collect();
        let output = check(&library, &environment, Some(name));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let is_named = text.lines().any(|line| line.contains(&format!(" {name}: FAILED: ")));
        let is_right = output.status.code() == Some(1) && is_named;
        (!is_right).then(|| format!("{bug}: {text}{}", String::from_utf8_lossy(&output.stderr)))
    };
    // Most of a check is waiting.
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = BUGS
            .chunks(BUGS.len().div_ceil(12))
            .map(|bugs| scope.spawn(|| bugs.iter().filter_map(run).collect::<Vec<_>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().expect("a check can be run")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Without a bug all of them pass.
    let all = check(&library, &[], None);
    let text = String::from_utf8_lossy(&all.stdout);
    assert!(all.status.success(), "{text}");
    let of_device = |line: &'_ str| -> Option<String> {
        let name = line.strip_prefix("THREAD:0 ").or_else(|| line.strip_prefix("THREAD "))?;
        name.split(':').next().map(str::to_owned)
    };
    let names = text.lines().filter_map(of_device);
    let untested: Vec<String> = names.filter(|name| !BUGS.iter().any(|(_, check)| check == name)).collect();
    assert!(untested.is_empty(), "no device has a bug for {untested:?}");
}

#[test]
fn a_check_that_never_ends_has_failed() {
    let library = compile(&["plugins/tests/c/thread_device.c"], "hanging.so", &[]);
    for (bug, line) in [
        ("copy-to-host-hangs", "THREAD:1 copy.to-host: FAILED: it did not end within 1s"),
        ("create-device-hangs", "THREAD:1 device.create: FAILED: it did not end within 1s"),
        ("device-count-hangs", "THREAD platform.count: FAILED: get_device_count: it did not end within 1s"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
            .arg(format!("--device-conformance={}", library.display()))
            .args(["--device-checks=platform.count,copy.to-host", "--device-check-seconds=1"])
            .env("DEVICE_BUG", bug)
            .output()
            .expect("the tool can be run");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{bug}: {text}");
        assert!(text.contains(line), "{bug}: {text}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(format!("--device-conformance={}", library.display()))
        .arg("--device-check-seconds=1")
        .env("DEVICE_BUG", "init-hangs")
        .output()
        .expect("the tool can be run");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("the plugin was not loaded within 1s"), "{text}");
}

#[test]
fn a_crash_fails_its_check_and_no_other() {
    let library = compile(&["plugins/tests/c/thread_device.c"], "crashing.so", &[]);
    let checks = "fill.zero,fill.word,stream.create";
    let output = check(&library, &[("DEVICE_BUG", "mem-set32-crashes")], Some(checks));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for device in ["THREAD:0", "THREAD:1"] {
        for line in [
            "fill.zero: ok",
            "fill.word: FAILED: the plugin ended the process: signal 6",
            "stream.create: ok",
        ] {
            assert!(text.contains(&format!("{device} {line}")), "{line}: {text}");
        }
    }
    assert!(text.contains("THREADS: 4 checks passed, 0 not there, 2 failed"), "{text}");
}

/// Functions that may fail, and the check that must say so.
const FUNCTIONS: &[(&str, &str)] = &[
    ("get_device_count", "platform.count"),
    ("create_device", "device.ordinal"),
    ("create_stream", "stream.create"),
    ("create_event", "stream.create"),
    ("record_event", "event.complete"),
    ("wait_for_event", "event.wait"),
    ("create_stream_dependency", "stream.dependency"),
    ("get_stream_status", "stream.status"),
    ("block_host_for_event", "event.block"),
    ("block_host_until_done", "stream.block"),
    ("synchronize_all_activity", "synchronize"),
    ("memcpy_htod", "copy.to-device"),
    ("memcpy_dtoh", "copy.to-host"),
    ("memcpy_dtod", "copy.on-device"),
    ("sync_memcpy_htod", "copy.sync-to-device"),
    ("sync_memcpy_dtoh", "copy.sync-to-host"),
    ("sync_memcpy_dtod", "copy.sync-on-device"),
    ("mem_zero", "fill.zero"),
    ("memset", "fill.byte"),
    ("memset32", "fill.word"),
    ("create_timer", "timer"),
    ("start_timer", "timer"),
    ("stop_timer", "timer"),
    // These have no status.
    ("allocate", "memory.allocate"),
    ("host_memory_allocate", "memory.host"),
    ("unified_memory_allocate", "memory.unified"),
    ("get_allocator_stats", "memory.statistics"),
    ("device_memory_usage", "memory.usage"),
    ("host_callback", "callback.result"),
];

/// Runs the check of each function on a device where it fails in this way; `expected` says what must be said of it.
fn check_failing(
    library: &Path,
    how: &str,
    functions: &[(&str, &str)],
    expected: impl Fn(&str, &str) -> bool,
) {
    for &(function, name) in functions {
        let output = check(library, &[(how, function)], Some(name));
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{how} {function}: {text}");
        let is_named = |line: &str| line.contains("FAILED: ") && expected(line, function);
        assert!(text.lines().any(is_named), "{how} {function}: {text}");
    }
}

fn with_status() -> &'static [(&'static str, &'static str)] {
    let without = FUNCTIONS.iter().position(|(function, _)| *function == "allocate");
    &FUNCTIONS[..without.expect("it is in the list")]
}

#[test]
fn functions_that_fail_are_named() {
    let library = compile(&["plugins/tests/c/thread_device.c"], "failing.so", &[]);
    check_failing(&library, "DEVICE_FAIL", with_status(), |line, function| {
        line.contains(function) && line.contains("failed on purpose")
    });
    check_failing(&library, "DEVICE_FAIL", &FUNCTIONS[with_status().len()..], |_, _| true);
}

/// They do nothing, and say that all is well, or that there is something where there is nothing.
#[test]
fn functions_that_fail_in_silence_are_found() {
    let library = compile(&["plugins/tests/c/thread_device.c"], "silent.so", &[]);
    let says_nothing = |name: &str| name == "get_stream_status";
    let functions: Vec<_> = FUNCTIONS.iter().copied().filter(|(name, _)| !says_nothing(name)).collect();
    for (function, name) in functions {
        // What does not call back is found where callbacks are counted.
        let name = if function == "host_callback" { "callback.once" } else { name };
        check_failing(&library, "DEVICE_SILENT", &[(function, name)], |_, _| true);
    }
}

/// They do what they should, and say that they failed.
#[test]
fn functions_that_complain_without_reason_are_named() {
    let library = compile(&["plugins/tests/c/thread_device.c"], "spurious.so", &[]);
    check_failing(&library, "DEVICE_SPURIOUS", with_status(), |line, function| {
        line.contains(function) && line.contains("failed on purpose")
    });
    check_failing(&library, "DEVICE_SPURIOUS", &[("host_callback", "callback.result")], |_, _| true);
}

#[test]
fn other_files_are_refused() {
    let kernels = compile(&["plugins/examples/c/scale_shift.c"], "no_device.so", &[]);
    let output = check(&kernels, &[], None);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("has no SE_InitPlugin"));
    let output =
        check(&compile(&["plugins/tests/c/thread_device.c"], "one.so", &[]), &[], Some("no.such.check"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no check no.such.check"));
}
