//! Profilers of plugins: those that are refused and why, and a session with the others.
//!
//! Profilers belong to the process, and so does a session: the tests of this file take turns.

use std::path::Path;

use libloading::os::unix::Library;
use parking_lot::{Mutex, MutexGuard};
use prost::Message as _;
use tfrt_executor::trace::{self, Level, Sink};
use tfrt_graphdef::proto::tensorflow::profiler::{XPlane, XSpace};
use tfrt_plugin::profiler::{DeviceType, ProfileError, ProfileOptions, ProfilerSession};
use tfrt_plugin::{LoadError, Loader};

use crate::common::compile;

static TURN: Mutex<()> = Mutex::new(());

const HEADER: &str =
    "#include <string.h>\n#include \"tensorflow/c/experimental/pluggable_profiler/pluggable_profiler.h\"\n";

/// A profiler that counts its calls, and does what the test tells it.
const BODY: &str = r#"
int starts, stops, sizes, fills, wrong_order, running;
int fail_start, fail_stop, fail_collect;
size_t say, wrote;
unsigned char data[4096];
static void start(const TP_Profiler* p, TF_Status* s) {
  wrong_order += running; running = 1; ++starts;
  if (fail_start) { running = 0; TF_SetStatus(s, TF_INTERNAL, "cannot start"); }
}
static void stop(const TP_Profiler* p, TF_Status* s) {
  wrong_order += !running; running = 0; ++stops;
  if (fail_stop) TF_SetStatus(s, TF_INTERNAL, "cannot stop");
}
static void collect(const TP_Profiler* p, uint8_t* b, size_t* n, TF_Status* s) {
  wrong_order += running;
  if (fail_collect) { TF_SetStatus(s, TF_INTERNAL, "cannot collect"); return; }
  if (b == NULL) { ++sizes; *n = say; return; }
  ++fills;
  if (*n != say) ++wrong_order;
  memcpy(b, data, *n < sizeof data ? *n : sizeof data);
  if (wrote) *n = wrote;
}
static void gone(TP_Profiler* p) {}
static void gone_fns(TP_ProfilerFns* f) {}
"#;

const INIT: &str = "
  params->struct_size = TF_PROFILER_REGISTRATION_PARAMS_STRUCT_SIZE;
  params->profiler->struct_size = TP_PROFILER_STRUCT_SIZE;
  params->profiler->device_type = \"COUNTER\";
  params->profiler_fns->struct_size = TP_PROFILER_FNS_STRUCT_SIZE;
  params->profiler_fns->start = start;
  params->profiler_fns->stop = stop;
  params->profiler_fns->collect_data_xspace = collect;
  params->destroy_profiler = gone;
  params->destroy_profiler_fns = gone_fns;
";

fn source(change: &str) -> String {
    format!(
        "{HEADER}{BODY}void TF_InitProfiler(TF_ProfilerRegistrationParams* params, TF_Status* status) {{{INIT}{change}}}\n"
    )
}

fn loader() -> Loader {
    Loader::new().expect("the test exports what plugins call")
}

/// The counting profiler, as it was at first.
struct Counter {
    library: Library,
    _turn: MutexGuard<'static, ()>,
}

impl Counter {
    fn new() -> Counter {
        static FILE: std::sync::OnceLock<std::path::PathBuf> = std::sync::OnceLock::new();
        let turn = TURN.lock();
        let file = FILE.get_or_init(|| compile("counting_profiler", &source("")));
        loader().load(file).expect("the profiler is right");
        // SAFETY: the loader has opened this library, so its constructors do not run again.
        #[expect(unsafe_code, reason = "opening a library")]
        let library = unsafe { Library::new(file) }.expect("it is there");
        let counter = Counter { library, _turn: turn };
        for name in ["starts", "stops", "sizes", "fills", "wrong_order", "running"] {
            counter.set(name, 0);
        }
        for name in ["fail_start", "fail_stop", "fail_collect"] {
            counter.set(name, 0);
        }
        counter.give(0, &[]);
        counter
    }

    #[expect(unsafe_code, reason = "variables of the C library")]
    fn variable<T>(&self, name: &str) -> *mut T {
        // SAFETY: the library defines a variable of this name; the callers know its type.
        *unsafe { self.library.get::<*mut T>(name.as_bytes()) }.expect("the variable is there")
    }

    #[expect(unsafe_code, reason = "variables of the C library")]
    fn set(&self, name: &str, value: i32) {
        // SAFETY: the variable is an `int` of the library, which no other thread uses while this test runs.
        unsafe { *self.variable::<i32>(name) = value }
    }

    #[expect(unsafe_code, reason = "variables of the C library")]
    fn get(&self, name: &str) -> i32 {
        // SAFETY: the variable is an `int` of the library, which no other thread uses while this test runs.
        unsafe { *self.variable::<i32>(name) }
    }

    /// Sets the size that it says and the bytes that it gives.
    #[expect(unsafe_code, reason = "variables of the C library")]
    fn give(&self, size: usize, bytes: &[u8]) {
        // SAFETY: variables of these types; the array holds 4096 bytes.
        unsafe {
            *self.variable::<usize>("say") = size;
            *self.variable::<usize>("wrote") = 0;
            let data = self.variable::<u8>("data");
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), data, bytes.len().min(4096));
        }
    }

    fn calls(&self) -> [i32; 4] {
        ["starts", "stops", "sizes", "fills"].map(|name| self.get(name))
    }
}

/// Only profilers of plugins.
const DEVICES: ProfileOptions =
    ProfileOptions { device_type: DeviceType::Unspecified, device_tracer_level: 1, host_tracer_level: 0 };

fn profile(options: ProfileOptions) -> XSpace {
    ProfilerSession::start(options).expect("no other session is under way").collect("here")
}

fn refused(name: &str, change: &str, message: &str) {
    let _turn = TURN.lock();
    let file = compile(name, &source(change));
    match loader().load(&file) {
        Err(LoadError::Refused { errors, .. }) => {
            assert_eq!(errors, [format!("TF_InitProfiler: {message}")], "{change}");
        }
        other => panic!("{change}: {other:?}"),
    }
}

#[test]
fn what_is_missing_is_named() {
    for (number, (change, field)) in [
        ("params->struct_size = 0;", "struct_size of TF_ProfilerRegistrationParams"),
        ("params->destroy_profiler = NULL;", "destroy_profiler of TF_ProfilerRegistrationParams"),
        ("params->destroy_profiler_fns = NULL;", "destroy_profiler_fns of TF_ProfilerRegistrationParams"),
        ("params->profiler->struct_size = 0;", "struct_size of TP_Profiler"),
        ("params->profiler->device_type = NULL;", "device_type of TP_Profiler"),
        ("params->profiler_fns->struct_size = 0;", "struct_size of TP_ProfilerFns"),
        ("params->profiler_fns->start = NULL;", "start of TP_ProfilerFns"),
        ("params->profiler_fns->stop = NULL;", "stop of TP_ProfilerFns"),
        ("params->profiler_fns->collect_data_xspace = NULL;", "collect_data_xspace of TP_ProfilerFns"),
    ]
    .into_iter()
    .enumerate()
    {
        refused(&format!("profiler_without_{number}"), change, &format!("the field {field} is not set"));
    }
}

#[test]
fn other_versions_and_failures_are_refused() {
    refused(
        "profiler_major",
        "params->major_version = 1;",
        "the field major_version of TF_ProfilerRegistrationParams is 1, but this host has 0",
    );
    refused(
        "profiler_status",
        "TF_SetStatus(status, TF_UNAVAILABLE, \"no driver\");",
        "UNAVAILABLE: no driver",
    );
    refused(
        "profiler_bytes",
        "params->profiler->device_type = \"\\xff\\xfe\";",
        "the field device_type of TP_Profiler is not UTF-8",
    );
}

#[test]
fn older_and_newer_plugins_load() {
    let _turn = TURN.lock();
    // An older one knows fewer fields at the ends of structs; a newer one writes behind what the host knows.
    let older = "params->struct_size = 56; params->profiler->struct_size = 16; params->minor_version = 0;";
    let newer = "
        struct { TP_Profiler known; void* more[8]; }* profiler = (void*)params->profiler;
        for (int i = 0; i < 8; ++i) profiler->more[i] = (void*)-1;
        profiler->known.struct_size = sizeof *profiler;
        struct { TP_ProfilerFns known; void* more[8]; }* fns = (void*)params->profiler_fns;
        for (int i = 0; i < 8; ++i) fns->more[i] = (void*)-1;
        fns->known.struct_size = sizeof *fns;
        struct { TF_ProfilerRegistrationParams known; void* more[8]; }* all = (void*)params;
        for (int i = 0; i < 8; ++i) all->more[i] = (void*)-1;
        all->known.struct_size = sizeof *all; all->known.minor_version = 9;";
    for (name, change) in [("profiler_older", older), ("profiler_newer", newer)] {
        let library = loader().load(&compile(name, &source(change))).expect(name);
        assert_eq!(library.registered.len(), 1, "{library:?}");
    }
}

#[test]
fn nothing_to_say_asks_for_no_second_call() {
    let counter = Counter::new();
    let space = profile(DEVICES);
    assert_eq!(counter.calls(), [1, 1, 1, 0]);
    assert!(space.planes.is_empty() && space.warnings.is_empty() && space.errors.is_empty());
}

#[test]
fn planes_of_plugins_are_merged_as_they_are() {
    let counter = Counter::new();
    let plane = XPlane { id: 77, name: "/device:COUNTER:0".into(), ..XPlane::default() };
    let given =
        XSpace { planes: vec![plane.clone()], warnings: vec!["lost an event".into()], ..XSpace::default() };
    let bytes = given.encode_to_vec();
    counter.give(bytes.len(), &bytes);
    let space = profile(ProfileOptions { host_tracer_level: 2, ..DEVICES });
    assert_eq!(counter.calls(), [1, 1, 1, 1]);
    assert_eq!(space.planes.len(), 2);
    assert_eq!((space.planes[0].name.as_str(), &space.planes[1]), ("/host:CPU", &plane));
    assert_eq!(space.warnings, ["lost an event"]);
    assert_eq!(space.hostnames, ["here"]);
}

#[test]
fn options_select_who_takes_part() {
    let counter = Counter::new();
    for (device_type, level, takes_part) in [
        (DeviceType::Unspecified, 1, true),
        (DeviceType::Unspecified, 0, false),
        (DeviceType::PluggableDevice, 2, true),
        (DeviceType::PluggableDevice, 0, false),
        (DeviceType::Cpu, 1, false),
        (DeviceType::Gpu, 1, false),
        (DeviceType::Tpu, 1, false),
    ] {
        let before = counter.get("starts");
        profile(ProfileOptions { device_type, device_tracer_level: level, host_tracer_level: 0 });
        assert_eq!(counter.get("starts") - before, i32::from(takes_part), "{device_type:?} {level}");
    }
    assert_eq!(counter.get("starts"), counter.get("stops"));
}

#[test]
fn a_profiler_that_fails_is_a_warning_that_names_it() {
    let counter = Counter::new();
    let check = |what: &str| {
        let space = profile(DEVICES);
        assert!(space.planes.is_empty());
        let [warning] = &space.warnings[..] else { panic!("{:?}", space.warnings) };
        let starts = "the profiler for COUNTER of plugin '";
        assert!(warning.starts_with(starts) && warning.contains("libcounting_profiler.so"), "{warning}");
        assert!(warning.ends_with(what), "{warning}");
    };
    counter.set("fail_start", 1);
    check("failed to start: INTERNAL: cannot start");
    assert_eq!(counter.calls(), [1, 0, 0, 0]);
    counter.set("fail_start", 0);
    counter.set("fail_stop", 1);
    check("failed to stop: INTERNAL: cannot stop");
    counter.set("fail_stop", 0);
    counter.set("fail_collect", 1);
    check("failed to give its profile: INTERNAL: cannot collect");
    counter.set("fail_collect", 0);
    counter.give(7, &[0xff; 7]);
    let space = profile(DEVICES);
    assert!(space.warnings[0].contains("what it gave is no XSpace: "), "{:?}", space.warnings);
    counter.give(1 << 40, &[]);
    check("failed to give its profile: it has 1099511627776 bytes; a profile has at most 2147483647");
    counter.give(3, &[]);
    counter.set("wrote", 9);
    check("failed to give its profile: it wrote 9 bytes into a buffer of 3");
    assert_eq!(counter.get("wrong_order"), 0);
}

#[test]
fn one_session_at_a_time_and_none_beside_a_trace() {
    let counter = Counter::new();
    let session = ProfilerSession::start(DEVICES).expect("no other session is under way");
    assert_eq!(ProfilerSession::start(DEVICES).err(), Some(ProfileError::Busy));
    drop(session);
    assert_eq!(counter.calls(), [1, 1, 0, 0]);
    trace::start(Level::Default, vec![Sink::Simple]);
    let with_host = ProfileOptions { host_tracer_level: 1, ..DEVICES };
    let busy = ProfilerSession::start(with_host).err();
    trace::finish().expect("nothing is written");
    assert_eq!(busy, Some(ProfileError::Tracing(trace::AlreadyTracing)));
    // What failed leaves nothing behind.
    profile(with_host);
    assert_eq!(counter.calls(), [2, 2, 1, 0]);
    let mut session = ProfilerSession::start(DEVICES).expect("no other session is under way");
    session.stop();
    session.stop();
    session.collect("here");
    assert_eq!(counter.calls(), [3, 3, 2, 0]);
}

/// Bytes of this process in memory.
fn resident() -> i64 {
    let text = std::fs::read_to_string(Path::new("/proc/self/statm")).expect("Linux has this file");
    let pages: i64 = text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number");
    pages * 4096
}

#[test]
fn ten_thousand_cycles_need_no_more_memory_than_the_first() {
    let counter = Counter::new();
    let bytes = XSpace { planes: vec![XPlane::default(); 100], ..XSpace::default() }.encode_to_vec();
    counter.give(bytes.len(), &bytes);
    let cycle = || {
        let space = profile(ProfileOptions { host_tracer_level: 2, ..DEVICES });
        assert_eq!(space.planes.len(), 101);
    };
    (0..500).for_each(|_| cycle());
    let before = resident();
    (0..10_000).for_each(|_| cycle());
    let grown = resident() - before;
    assert!(grown < 1 << 20, "grown by {grown} bytes");
    assert_eq!(counter.calls(), [10_500; 4]);
    assert_eq!(counter.get("wrong_order"), 0);
}
