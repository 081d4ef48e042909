//! Tracing: what ran when.
//!
//! Off, it costs one load where something could be recorded. On, what is recorded goes to any of three sinks:
//! * *debug*: a line at the start and end of each scope, printed when tracing ends;
//! * *simple*: a log line per scope with its times, when tracing ends;
//! * *file*: a trace in the JSON form that Perfetto and Chrome open, a track a thread, with an event for each *kernel*
//!   (name, location, stream) besides the scopes. Kernel events are recorded in buffers of the thread's own, see
//!   [`record`].
//!
//! Tracing is one of the few things a process has only one of. [`start`] and [`finish`] are for the program's driver, while
//! nothing runs.

pub(crate) mod record;

use crate::output::{Severity, log, thread_number};
use parking_lot::Mutex;
use std::{
    fmt::Write as _,
    io,
    path::PathBuf,
    sync::atomic::{AtomicU8, Ordering::Relaxed},
    time::Instant,
};

/// How much is traced.
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

/// Where a trace goes.
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

struct Scoped {
    name: String,
    thread: u64,
    start: Instant,
    end: Instant,
}

struct Session {
    sinks: Vec<Sink>,
    start: Instant,
    start_ticks: u64,
    /// Lines of the debug sink.
    lines: String,
    scopes: Vec<Scoped>,
}

static LEVEL: AtomicU8 = AtomicU8::new(Level::None as u8);
static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// Whether scopes of this level are recorded.
#[inline]
pub fn enabled(level: Level) -> bool {
    LEVEL.load(Relaxed) >= level as u8
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
    let start = Instant::now();
    *SESSION.lock() = Some(Session {
        sinks,
        start,
        start_ticks: record::ticks(),
        lines: String::new(),
        scopes: Vec::new(),
    });
    LEVEL.store(level as u8, Relaxed);
    record::enable(kernels);
}

/// A scope that ends when this is dropped.
#[derive(Debug)]
pub struct Scope {
    name: String,
    start: Instant,
}

/// Begins a scope of this level. The name is made only if the scope is recorded.
#[inline]
#[must_use = "the scope ends when this is dropped"]
pub fn scope(level: Level, name: impl FnOnce() -> String) -> Option<Scope> {
    if enabled(level) { begin(name()) } else { None }
}

#[cold]
fn begin(name: String) -> Option<Scope> {
    let mut session = SESSION.lock();
    let session = session.as_mut()?;
    if session.sinks.contains(&Sink::Debug) {
        // Writing to a string cannot fail.
        let _ = writeln!(session.lines, "Scope:{name}");
    }
    Some(Scope { name, start: Instant::now() })
}

impl Drop for Scope {
    fn drop(&mut self) {
        let end = Instant::now();
        let mut session = SESSION.lock();
        let Some(session) = session.as_mut() else { return };
        if session.sinks.contains(&Sink::Debug) {
            session.lines.push_str("End Scope\n");
        }
        let name = std::mem::take(&mut self.name);
        session.scopes.push(Scoped { name, thread: thread_number(), start: self.start, end });
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
        session.scopes.push(Scoped { name, thread: thread_number(), start: now, end: now });
    }
}

/// Ends tracing and writes what was recorded.
pub fn finish() -> io::Result<()> {
    LEVEL.store(Level::None as u8, Relaxed);
    record::enable(false);
    let Some(session) = SESSION.lock().take() else { return Ok(()) };
    let mut result = Ok(());
    for sink in &session.sinks {
        match sink {
            Sink::Debug => {
                let mut out = io::stdout().lock();
                result = result.and(io::Write::write_all(&mut out, session.lines.as_bytes()));
            }
            Sink::Simple => log_scopes(&session),
            Sink::File(path) => {
                let text = to_json(&session);
                result = result.and(std::fs::write(path, text));
            }
        }
    }
    record::clear();
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

fn to_json(session: &Session) -> String {
    let elapsed = session.start.elapsed().as_secs_f64() * 1e6;
    let ticks = record::ticks().wrapping_sub(session.start_ticks).max(1) as f64;
    let micros = |at: u64| at.saturating_sub(session.start_ticks) as f64 * elapsed / ticks;
    let mut out = "{\"traceEvents\":[\n".to_owned();
    let mut event = |thread: u64, name: &str, start: f64, duration: f64, args: &str| {
        let name = quoted(name);
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{{\"ph\":\"X\",\"name\":{name},\"pid\":0,\"tid\":{thread},\"ts\":{start:.3},\"dur\":{duration:.3}{args}}},"
        );
    };
    for scope in &session.scopes {
        let start = scope.start.duration_since(session.start).as_secs_f64() * 1e6;
        event(
            scope.thread,
            &scope.name,
            start,
            scope.end.duration_since(scope.start).as_secs_f64() * 1e6,
            "",
        );
    }
    record::for_each_kernel(|kernel| {
        let args = format!(
            ",\"cat\":\"kernel\",\"args\":{{\"location\":{},\"stream\":{}}}",
            quoted(&kernel.location.to_string()),
            kernel.stream
        );
        let start = micros(kernel.start);
        event(kernel.thread, &kernel.name, start, micros(kernel.end) - start, &args);
    });
    // The last entry is empty, so that no comma need be taken back.
    out.push_str("{}\n],\"displayTimeUnit\":\"ns\"}\n");
    out
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
