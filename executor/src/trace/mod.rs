//! Traces: what ran when, for whoever asked for it.
//!
//! A traced piece of work is a *scope* with a name and a level; scopes nest on a thread. Nothing is traced until a sink is
//! installed with [`start`]: then scopes up to its level go to the sink, until [`stop`]. Whether anything is traced is one
//! process-wide number, so that a scope costs a load and a branch while nobody looks; names are only made when somebody does.
//!
//! | Sink | What it does |
//! |---|---|
//! | [`DebugSink`] | prints a line at the start and the end of each scope |
//! | [`SimpleSink`] | logs how long each scope took, at the end, the first hundred of each thread |
//! | [`FileSink`] | writes a file that trace viewers such as Perfetto open, with an event for each kernel besides |
//!
//! Kernels are too short for scopes: their events are recorded apart, see [`record`], and only for a [`FileSink`].

pub(crate) mod record;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::thread::ThreadId;
use std::time::Instant;

use parking_lot::{Mutex, RwLock};

use crate::output::{Severity, log, print_line, thread_number};

/// How much is traced; each level includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Functions and ops.
    Default = 1,
    /// The steps of ops too.
    Verbose = 2,
    /// Everything, kernels too.
    Debug = 3,
}

impl Level {
    /// The highest level this build traces.
    pub const MAX: Level = Level::Verbose;

    /// The level of this name.
    pub fn parse(name: &str) -> Option<Level> {
        [Level::Default, Level::Verbose, Level::Debug].into_iter().find(|level| level.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Default => "default",
            Level::Verbose => "verbose",
            Level::Debug => "debug",
        }
    }
}

/// Gets the scopes, on the threads they are on.
pub trait Sink: Send + Sync {
    /// A scope starts on this thread.
    fn begin(&self, name: &str);
    /// The innermost scope of this thread ends.
    fn end(&self);
    /// Tracing has stopped.
    fn finish(&self) {}
}

/// The level that is traced, zero for none.
static LEVEL: AtomicU8 = AtomicU8::new(0);
static SINK: RwLock<Option<Arc<dyn Sink>>> = RwLock::new(None);

/// Traces up to a level to a sink, from now on and on all threads. A level above [`Level::MAX`] is lowered to it, with a warning.
pub fn start(level: Level, sink: Arc<dyn Sink>) {
    if level > Level::MAX {
        let (name, max) = (level.name(), Level::MAX.name());
        let text = format!("Tracing level '{name}' clamped to TFRT_MAX_TRACING_LEVEL ('{max}')");
        log(Severity::Warning, file!(), line!(), &text);
    }
    *SINK.write() = Some(sink);
    LEVEL.store(level.min(Level::MAX) as u8, Relaxed);
}

/// Stops tracing and lets the sink finish. Scopes that are open still end in it.
pub fn stop() {
    LEVEL.store(0, Relaxed);
    let sink = SINK.write().take();
    if let Some(sink) = sink {
        sink.finish();
    }
}

/// Whether scopes of this level are traced.
#[inline]
pub fn is_enabled(level: Level) -> bool {
    LEVEL.load(Relaxed) >= level as u8
}

/// Starts a scope, which ends when it is dropped. The name is only made if it is traced.
#[inline]
#[must_use = "the scope ends when this is dropped"]
pub fn scope<N: AsRef<str>>(level: Level, name: impl FnOnce() -> N) -> Option<Scope> {
    if is_enabled(level) { begin(name().as_ref()) } else { None }
}

#[cold]
fn begin(name: &str) -> Option<Scope> {
    let sink = SINK.read().clone()?;
    sink.begin(name);
    Some(Scope(sink))
}

/// A scope that is open.
pub struct Scope(Arc<dyn Sink>);

impl Drop for Scope {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl std::fmt::Debug for Scope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scope")
    }
}

/// Prints `Scope:<name>` and `End Scope`.
#[derive(Debug, Default)]
pub struct DebugSink;

impl Sink for DebugSink {
    fn begin(&self, name: &str) {
        print_line(format!("Scope:{name}"));
    }

    fn end(&self) {
        print_line("End Scope");
    }
}

/// A scope that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Activity {
    name: String,
    thread: u64,
    /// Nanoseconds from the sink's start.
    begin: u128,
    end: u128,
    /// Location and stream, if it is a kernel.
    kernel: Option<(String, u32)>,
}

/// Scopes as they end, by thread.
#[derive(Debug)]
struct Recorder {
    start: Instant,
    open: Mutex<HashMap<ThreadId, Vec<(String, u128)>>>,
    done: Mutex<Vec<Activity>>,
}

impl Recorder {
    fn new() -> Self {
        Recorder { start: Instant::now(), open: Mutex::default(), done: Mutex::default() }
    }

    fn begin(&self, name: &str) {
        let now = self.start.elapsed().as_nanos();
        let thread = std::thread::current().id();
        self.open.lock().entry(thread).or_default().push((name.to_owned(), now));
    }

    /// Keeps the scope that ends, unless its thread has that many already.
    fn end(&self, limit: usize) {
        let end = self.start.elapsed().as_nanos();
        let open = self.open.lock().get_mut(&std::thread::current().id()).and_then(Vec::pop);
        let Some((name, begin)) = open else { return };
        let thread = thread_number();
        let mut done = self.done.lock();
        if limit == usize::MAX || done.iter().filter(|activity| activity.thread == thread).count() < limit {
            done.push(Activity { name, thread, begin, end, kernel: None });
        }
    }
}

/// Logs the scopes of each thread when tracing stops, and how many there were: at most a hundred a thread.
#[derive(Debug)]
pub struct SimpleSink(Recorder);

/// Activities a thread may leave in a [`SimpleSink`].
const SIMPLE_LIMIT: usize = 100;

impl Default for SimpleSink {
    fn default() -> Self {
        SimpleSink(Recorder::new())
    }
}

impl Sink for SimpleSink {
    fn begin(&self, name: &str) {
        self.0.begin(name);
    }

    fn end(&self) {
        self.0.end(SIMPLE_LIMIT);
    }

    fn finish(&self) {
        let mut threads: Vec<(u64, Vec<Activity>)> = Vec::new();
        for activity in self.0.done.lock().drain(..) {
            match threads.iter_mut().find(|(thread, _)| *thread == activity.thread) {
                Some((_, activities)) => activities.push(activity),
                None => threads.push((activity.thread, vec![activity])),
            }
        }
        for (_, activities) in threads {
            for Activity { name, begin, end, .. } in &activities {
                let (from, to, nanos) = (begin / 1000, end / 1000, end - begin);
                let text = format!("::: [{name}]: {from} us -- {to} ({nanos} ns)");
                log(Severity::Info, file!(), line!(), &text);
            }
            let text = format!("Total activities collected: {}", activities.len());
            log(Severity::Info, file!(), line!(), &text);
        }
    }
}

/// Writes all scopes and kernels to a file in the Trace Event format when tracing stops. Kernels are recorded from when the
/// sink is made.
#[derive(Debug)]
pub struct FileSink {
    recorder: Recorder,
    /// The time stamp of kernel events when the recorder started.
    start_ticks: u64,
    path: PathBuf,
}

impl FileSink {
    /// A sink that will write this file.
    ///
    /// # Errors
    /// The file cannot be made.
    pub fn create(path: impl Into<PathBuf>) -> std::io::Result<FileSink> {
        let path = path.into();
        std::fs::File::create(&path)?;
        record::enable(true);
        Ok(FileSink { recorder: Recorder::new(), start_ticks: record::ticks(), path })
    }
}

impl Sink for FileSink {
    fn begin(&self, name: &str) {
        self.recorder.begin(name);
    }

    fn end(&self) {
        self.recorder.end(usize::MAX);
    }

    fn finish(&self) {
        record::enable(false);
        let ticks = record::ticks().wrapping_sub(self.start_ticks).max(1);
        let nanos_per_tick = self.recorder.start.elapsed().as_nanos() as f64 / ticks as f64;
        let nanos = |at: u64| (at.saturating_sub(self.start_ticks) as f64 * nanos_per_tick) as u128;
        let mut activities = self.recorder.done.lock();
        record::for_each_kernel(|kernel| {
            activities.push(Activity {
                name: kernel.name,
                thread: kernel.thread,
                begin: nanos(kernel.start),
                end: nanos(kernel.end),
                kernel: Some((kernel.location.to_string(), kernel.stream)),
            });
        });
        record::clear();
        let text = trace_events(&activities);
        if let Err(error) = std::fs::write(&self.path, text) {
            let text = format!("cannot write trace file '{}': {error}", self.path.display());
            log(Severity::Error, file!(), line!(), &text);
        }
    }
}

/// The scopes as a JSON document of complete events, times in microseconds.
fn trace_events(activities: &[Activity]) -> String {
    let mut text = String::from("{ \"traceEvents\": [\n");
    for Activity { name, thread, begin, end, kernel } in activities {
        text.push_str("{\"ph\": \"X\", \"name\": ");
        json_string(&mut text, name);
        let micros = |nanos: u128| format!("{}.{:03}", nanos / 1000, nanos % 1000);
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            ", \"pid\": 0, \"tid\": {thread}, \"ts\": {}, \"dur\": {}",
            micros(*begin),
            micros(end - begin)
        );
        if let Some((location, stream)) = kernel {
            text.push_str(", \"cat\": \"kernel\", \"args\": {\"location\": ");
            json_string(&mut text, location);
            let _ = write!(text, ", \"stream\": {stream}}}");
        }
        text.push_str("},\n");
    }
    text.push_str("{}\n], \"displayTimeUnit\": \"ns\" }\n");
    text
}

fn json_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if u32::from(c) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_names_and_an_order() {
        assert_eq!(Level::parse("verbose"), Some(Level::Verbose));
        assert_eq!(Level::parse("loud"), None);
        assert!(Level::Default < Level::Verbose && Level::Verbose < Level::Debug);
    }

    #[test]
    fn events_are_valid_json_text() {
        let activity =
            Activity { name: "a \"b\"\n\\".into(), thread: 3, begin: 1500, end: 4001, kernel: None };
        assert_eq!(
            trace_events(&[activity]),
            "{ \"traceEvents\": [\n{\"ph\": \"X\", \"name\": \"a \\\"b\\\"\\u000a\\\\\", \"pid\": 0, \"tid\": 3, \
             \"ts\": 1.500, \"dur\": 2.501},\n{}\n], \"displayTimeUnit\": \"ns\" }\n"
        );
    }

    #[test]
    fn scopes_nest_on_a_thread_and_are_limited() {
        let recorder = Recorder::new();
        recorder.begin("outer");
        recorder.begin("inner");
        recorder.end(2);
        recorder.end(2);
        recorder.begin("too many");
        recorder.end(2);
        recorder.end(2);
        let names: Vec<String> = recorder.done.lock().iter().map(|activity| activity.name.clone()).collect();
        assert_eq!(names, ["inner", "outer"]);
    }
}
