//! Tracing: which kernel and scope ran when.
//!
//! When off, it costs one load per possible event. When on, events go to any of three sinks:
//! * *debug*: a line at the start and end of each scope, printed when tracing ends;
//! * *simple*: a log line per scope with its times, when tracing ends;
//! * *file*: a trace in the JSON form that Perfetto and Chrome open, one track per thread, with an event for each
//!   *kernel* (name, location, stream) besides the scopes. Kernel events are recorded in buffers of the thread's own,
//!   see [`record`].
//!
//! Or events are kept in memory for a profiler: [`start_recording`], [`finish_recording`]. Frequent scopes then have
//! [labels](Label) as names, and are recorded as kernels are.
//!
//! Tracing is one of the few process-wide states. [`start`] and [`finish`] are for the program's driver, while nothing
//! runs; a recording may start and end at any time.

mod label;
pub(crate) mod record;
mod recording;

pub use label::Label;
pub use recording::{
    AlreadyTracing, Event, KernelPlace, RecordOptions, Recording, What, finish_recording, release_programs,
    start_recording,
};

use crate::output::{Severity, log, thread_number};
use parking_lot::Mutex;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io,
    path::PathBuf,
    sync::atomic::{AtomicU8, Ordering::Relaxed},
    time::{Instant, SystemTime},
};

/// The level of detail of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
#[repr(u8)]
pub enum Level {
    /// Nothing.
    #[default]
    None = 0,
    /// Runs, functions, ops.
    Default = 1,
    /// The parts of an op as well.
    Verbose = 2,
    /// Everything.
    Debug = 3,
}

/// The highest level there is in this build.
pub const MAX_LEVEL: Level = Level::Verbose;

impl Level {
    /// Reads a level's name.
    pub fn parse(text: &str) -> Option<Level> {
        Some(match text {
            "none" => Level::None,
            "default" => Level::Default,
            "verbose" => Level::Verbose,
            "debug" => Level::Debug,
            _ => return None,
        })
    }

    const fn name(self) -> &'static str {
        match self {
            Level::None => "none",
            Level::Default => "default",
            Level::Verbose => "verbose",
            Level::Debug => "debug",
        }
    }
}

/// The destination of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sink {
    /// Lines on standard output.
    Debug,
    /// Log lines.
    Simple,
    /// A file that Perfetto opens.
    File(PathBuf),
}

/// Scopes that a thread reports to the simple sink at most.
const SIMPLE_LIMIT: usize = 100;

/// Sorts of scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any: the steps of an op, say.
    Scope,
    /// A call of a function by the driver.
    Function,
    /// An op that is not executed by a kernel of a program at that moment.
    Op,
    /// Machine code being made.
    Compile,
}

struct Scoped {
    kind: Kind,
    name: String,
    location: Option<String>,
    thread: u64,
    start: Instant,
    end: Instant,
}

struct Session {
    sinks: Vec<Sink>,
    start: Instant,
    started: SystemTime,
    start_ticks: u64,
    /// Lines of the debug sink.
    lines: String,
    scopes: Vec<Scoped>,
    /// Names of threads that had scopes.
    threads: BTreeMap<u64, String>,
    /// Scopes at most.
    limit: usize,
    is_truncated: bool,
    live_bytes: i64,
    /// The places that were looked up already.
    kernels: Vec<KernelPlace>,
    events: Vec<Event>,
}

impl Session {
    fn new(sinks: Vec<Sink>) -> Session {
        Session {
            sinks,
            start: Instant::now(),
            started: SystemTime::now(),
            start_ticks: record::ticks(),
            lines: String::new(),
            scopes: Vec::new(),
            threads: BTreeMap::new(),
            limit: usize::MAX,
            is_truncated: false,
            live_bytes: 0,
            kernels: Vec::new(),
            events: Vec::new(),
        }
    }

    fn push(&mut self, scope: Scoped) {
        if self.scopes.len() >= self.limit {
            self.is_truncated = true;
            return;
        }
        if let Some(name) = std::thread::current().name()
            && !self.threads.contains_key(&scope.thread)
        {
            self.threads.insert(scope.thread, name.to_owned());
        }
        self.scopes.push(scope);
    }
}

/// The level, and in the highest bit whether a recording is under way.
static LEVEL: AtomicU8 = AtomicU8::new(Level::None as u8);
const RECORDS: u8 = 0x80;
static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// The content of [`LEVEL`].
#[derive(Clone, Copy, Default)]
struct LevelState {
    level: Level,
    records: bool,
}

impl LevelState {
    fn store(self) {
        LEVEL.store(self.level as u8 | if self.records { RECORDS } else { 0 }, Relaxed);
    }
}

/// Whether scopes of this level are recorded.
#[inline]
pub fn enabled(level: Level) -> bool {
    LEVEL.load(Relaxed) & !RECORDS >= level as u8
}

/// Whether anything at all is traced or recorded.
#[inline]
pub fn watched() -> bool {
    LEVEL.load(Relaxed) != 0
}

/// Whether a recording is under way.
#[inline]
pub fn recording() -> bool {
    LEVEL.load(Relaxed) & RECORDS != 0
}

/// Starts to trace. A level above [`MAX_LEVEL`] is lowered with a warning; without sinks there is a warning and no trace.
pub fn start(level: Level, sinks: Vec<Sink>) {
    let mut level = level;
    if level > MAX_LEVEL {
        let (asked, got) = (level.name(), MAX_LEVEL.name());
        let text = format!("Tracing level '{asked}' clamped to TFRT_MAX_TRACING_LEVEL ('{got}')");
        log(Severity::Warning, file!(), line!(), &text);
        level = MAX_LEVEL;
    }
    if sinks.is_empty() {
        return log(Severity::Warning, file!(), line!(), "No tfrt::TracingSink registered");
    }
    let kernels = sinks.iter().any(|sink| matches!(sink, Sink::File(_)));
    *SESSION.lock() = Some(Session::new(sinks));
    LevelState { level, records: false }.store();
    if kernels {
        record::enable(usize::MAX);
    }
}

/// A scope that ends when this is dropped.
#[derive(Debug)]
pub struct Scope(Begun);

#[derive(Debug)]
enum Begun {
    /// With a name of its own.
    Named { kind: Kind, name: String, location: Option<String>, start: Instant },
    /// For recordings: since so many ticks.
    Labelled(Label, u64),
}

/// Begins a scope of this level. The name is made only if the scope is recorded.
#[inline]
#[must_use = "the scope ends when this is dropped"]
pub fn scope(level: Level, name: impl FnOnce() -> String) -> Option<Scope> {
    if enabled(level) { begin(Kind::Scope, name(), None) } else { None }
}

/// Begins a scope of this level whose name has a label, which is much faster to record.
#[inline]
#[must_use = "the scope ends when this is dropped"]
pub fn labelled(level: Level, label: impl FnOnce() -> Label) -> Option<Scope> {
    if enabled(level) { begin_labelled(label()) } else { None }
}

/// Begins a call of a function by the driver: a scope of the default level, which recordings have in any case.
#[must_use = "the scope ends when this is dropped"]
pub fn function(name: impl FnOnce() -> String) -> Option<Scope> {
    if watched() { begin(Kind::Function, name(), None) } else { None }
}

/// Begins an op, for recordings only. The label is one of an op, with the op's name.
#[inline]
#[must_use = "the scope ends when this is dropped"]
pub fn op(label: impl FnOnce() -> Label, location: impl FnOnce() -> Option<String>) -> Option<Scope> {
    if !recording() {
        return None;
    }
    match location() {
        None => begin_labelled(label()),
        location => begin(Kind::Op, label().describe().1.to_string(), location),
    }
}

/// Begins the making of machine code, for recordings and files only: when it happens is a matter of chance, so it is not
/// for lines that are compared.
#[must_use = "the scope ends when this is dropped"]
pub fn compile(name: impl FnOnce() -> String) -> Option<Scope> {
    if record::enabled() { begin(Kind::Compile, name(), None) } else { None }
}

#[cold]
fn begin_labelled(label: Label) -> Option<Scope> {
    if recording() {
        return Some(Scope(Begun::Labelled(label, record::ticks())));
    }
    let (kind, name) = label.describe();
    begin(kind, name.to_string(), None)
}

#[cold]
fn begin(kind: Kind, name: String, location: Option<String>) -> Option<Scope> {
    if !recording() {
        let mut session = SESSION.lock();
        let session = session.as_mut()?;
        if session.sinks.contains(&Sink::Debug) {
            // Writing to a string cannot fail.
            let _ = writeln!(session.lines, "Scope:{name}");
        }
    }
    Some(Scope(Begun::Named { kind, name, location, start: Instant::now() }))
}

impl Drop for Scope {
    fn drop(&mut self) {
        let (kind, name, location, start) = match &mut self.0 {
            Begun::Labelled(label, start) => {
                return record::scope(label.number(), *start, record::ticks());
            }
            Begun::Named { kind, name, location, start } => {
                (*kind, std::mem::take(name), location.take(), *start)
            }
        };
        let end = Instant::now();
        let mut session = SESSION.lock();
        let Some(session) = session.as_mut() else { return };
        if session.sinks.contains(&Sink::Debug) {
            session.lines.push_str("End Scope\n");
        }
        // A scope that began before the session did is none of it.
        if start < session.start {
            return;
        }
        session.push(Scoped { kind, name, location, thread: thread_number(), start, end });
    }
}

/// Records something that has no duration.
#[inline]
pub fn event(level: Level, name: impl FnOnce() -> String) {
    if enabled(level) {
        let mut session = SESSION.lock();
        let Some(session) = session.as_mut() else { return };
        let (name, now) = (name(), Instant::now());
        if session.sinks.contains(&Sink::Debug) {
            // Writing to a string cannot fail.
            let _ = writeln!(session.lines, "Event:{name}");
        }
        let thread = thread_number();
        session.push(Scoped { kind: Kind::Scope, name, location: None, thread, start: now, end: now });
    }
}

/// Ends tracing and writes what was recorded.
pub fn finish() -> io::Result<()> {
    LevelState::default().store();
    record::disable();
    let Some(mut session) = SESSION.lock().take() else { return Ok(()) };
    let taken = record::take();
    let mut result = Ok(());
    let mut files = Vec::new();
    for sink in std::mem::take(&mut session.sinks) {
        match sink {
            Sink::Debug => {
                let mut out = io::stdout().lock();
                result = result.and(io::Write::write_all(&mut out, session.lines.as_bytes()));
            }
            Sink::Simple => log_scopes(&session),
            Sink::File(path) => files.push(path),
        }
    }
    if !files.is_empty() {
        let text = session.finish(taken).to_json();
        for path in files {
            result = result.and(std::fs::write(path, &text));
        }
    }
    result
}

fn log_scopes(session: &Session) {
    let mut collected = std::collections::BTreeMap::<u64, usize>::new();
    let info = |text: &str| log(Severity::Info, file!(), line!(), text);
    for scope in &session.scopes {
        let count = collected.entry(scope.thread).or_default();
        if *count == SIMPLE_LIMIT {
            continue;
        }
        *count += 1;
        let since = |time: Instant| time.duration_since(session.start).as_micros();
        let (start, end) = (since(scope.start), since(scope.end));
        if scope.start == scope.end {
            info(&format!("::: [{}]: {start} us", scope.name));
        } else {
            let nanos = scope.end.duration_since(scope.start).as_nanos();
            info(&format!("::: [{}]: {start} us -- {end} ({nanos} ns)", scope.name));
        }
    }
    for count in collected.values() {
        info(&format!("Total activities collected: {count}"));
    }
}

/// Text as a JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl Recording {
    /// The kernels and scopes in the JSON form that Perfetto and Chrome open, with one track per thread.
    pub fn to_json(&self) -> String {
        let mut out = "{\"traceEvents\":[\n".to_owned();
        for (thread, name) in &self.threads {
            let name = quoted(name);
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":0,\"tid\":{thread},\"args\":{{\"name\":{name}}}}},"
            );
        }
        for event in &self.events {
            let (name, args) = match &event.what {
                What::Kernel(number) => {
                    let kernel = &self.kernels[*number as usize];
                    let location = quoted(kernel.location.as_deref().unwrap_or("<unknown>:0"));
                    let op =
                        kernel.op.as_deref().map(|op| format!(",\"op\":{}", quoted(op))).unwrap_or_default();
                    let stream = kernel.stream;
                    let args = format!(
                        ",\"cat\":\"kernel\",\"args\":{{\"location\":{location},\"stream\":{stream}{op}}}"
                    );
                    (kernel.shown_name(), args)
                }
                What::Scope { kind: Kind::Compile, name, .. } => {
                    ((&**name).into(), ",\"cat\":\"compile\"".to_owned())
                }
                What::Scope { name, location, .. } => {
                    let args = location
                        .as_deref()
                        .map(|location| format!(",\"args\":{{\"location\":{}}}", quoted(location)));
                    ((&**name).into(), args.unwrap_or_default())
                }
                What::Memory { .. } => continue,
            };
            let (thread, name) = (event.thread, quoted(&name));
            let micros = |ps: u64| ps as f64 / 1e6;
            let (start, duration) = (micros(event.start_ps), micros(event.duration_ps));
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "{{\"ph\":\"X\",\"name\":{name},\"pid\":0,\"tid\":{thread},\"ts\":{start:.3},\"dur\":{duration:.3}{args}}},"
            );
        }
        // The last entry is empty, so that no comma need be taken back.
        out.push_str("{}\n],\"displayTimeUnit\":\"ns\"}\n");
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted() {
        assert_eq!(quoted("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
    }

    #[test]
    fn levels_are_ordered_and_named() {
        assert_eq!(Level::parse("verbose"), Some(Level::Verbose));
        assert_eq!(Level::parse("loud"), None);
        assert!(Level::Default < Level::Debug);
    }
}
