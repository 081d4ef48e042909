//! Recordings in memory: for profilers, which convert them to their own form.
//!
//! A finished recording refers to no program: names and places are looked up when it ends, so it keeps no program
//! alive. Memory is bounded: after the number of events that the options allow, recording stops, and
//! [`Recording::is_truncated`] says so.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use rustc_hash::FxHashMap;
use tfrt_bef::{AttrView, FunctionView, KernelView};

use super::label::described;
use super::record::{self, Seen, Taken};
use super::{Kind, Level, LevelState, SESSION, Session};
use crate::tensor::buffer;
use crate::value::SourceLocation;

/// The choice of events to record.
#[derive(Debug, Clone, Copy)]
pub struct RecordOptions {
    /// Scopes of this level, besides functions, compilations and deferred ops, which always are.
    pub level: Level,
    /// Buffers of tensors that come and go.
    pub memory: bool,
    /// The largest number of recorded kernels and buffers, and of scopes.
    pub limit: usize,
}

/// Tracing or recording is already on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the process is being traced already")]
pub struct AlreadyTracing;

/// Everything that was recorded.
#[derive(Debug)]
pub struct Recording {
    /// When it began.
    pub started: SystemTime,
    /// Names of threads, by their numbers; those without a name are missing.
    pub threads: BTreeMap<u64, String>,
    /// Kernels that ran, each once.
    pub kernels: Vec<KernelPlace>,
    /// The events: by thread, then by start; of events that start together the longest first.
    pub events: Vec<Event>,
    /// Bytes in buffers of tensors when it began.
    pub live_bytes: i64,
    /// Whether there was more than the limit.
    pub is_truncated: bool,
}

/// A kernel of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelPlace {
    /// Its name.
    pub name: String,
    /// The op that it executes, if it is one of those that do.
    pub op: Option<String>,
    /// The function that it stands in; empty for regions.
    pub function: String,
    /// Where it is written, if the file says.
    pub location: Option<String>,
    /// Its stream.
    pub stream: u32,
    /// The number of kernels, this one first, that ran as machine code; 0 when it was interpreted.
    pub compiled: u32,
}

/// Something that happened on a thread. Times are picoseconds since the start.
#[derive(Debug, Clone)]
pub struct Event {
    /// Number of the thread.
    pub thread: u64,
    /// Its beginning.
    pub start_ps: u64,
    /// The duration.
    pub duration_ps: u64,
    /// The kind of event.
    pub what: What,
}

/// Kinds of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A kernel ran: its number in [`Recording::kernels`].
    Kernel(u32),
    /// Something with a name.
    Scope {
        /// Which sort.
        kind: Kind,
        /// Its name.
        name: Arc<str>,
        /// Where the op stands that it is about.
        location: Option<String>,
    },
    /// A buffer was allocated, or freed when the bytes are negative.
    Memory {
        /// Its address.
        address: u64,
        /// The number of bytes.
        bytes: i64,
    },
}

/// Starts to record. Programs may be running: what they begin from now on is recorded.
///
/// # Errors
/// If something is being traced or recorded: a process has one trace at a time.
pub fn start_recording(options: RecordOptions) -> Result<(), AlreadyTracing> {
    let mut session = SESSION.lock();
    if session.is_some() {
        return Err(AlreadyTracing);
    }
    let live_bytes = buffer::stats().live_bytes;
    *session = Some(Session { limit: options.limit, live_bytes, ..Session::new(Vec::new()) });
    record::enable(options.limit);
    buffer::trace_buffers(options.memory);
    LevelState { level: options.level, records: true }.store();
    Ok(())
}

/// Ends a recording. Programs that run wait for nothing; `None` if none was under way.
pub fn finish_recording() -> Option<Recording> {
    let session = {
        let mut session = SESSION.lock();
        LevelState::default().store();
        buffer::trace_buffers(false);
        record::disable();
        session.take()?
    };
    Some(session.finish(record::take()))
}

/// Looks up what was recorded so far and lets go of the programs that it is about. For drivers, which want nothing to be left
/// before they end the trace; scopes that end meanwhile are lost.
pub fn release_programs() {
    // Taken out, so that no running thread waits for this.
    let taken = record::take();
    let Some(mut session) = SESSION.lock().take() else { return };
    session.look_up(taken);
    *SESSION.lock() = Some(session);
}

impl Session {
    /// Looks up names and places of what was recorded.
    fn look_up(&mut self, taken: Taken) {
        let elapsed = self.start.elapsed().as_nanos() as f64 * 1e3;
        let ticks = record::ticks().wrapping_sub(self.start_ticks).max(1) as f64;
        let start_ticks = self.start_ticks;
        let since = |at: u64| (at.saturating_sub(start_ticks) as f64 * (elapsed / ticks)) as u64;
        let mut numbers: FxHashMap<(usize, usize), Option<u32>> = FxHashMap::default();
        let mut labels: FxHashMap<u32, Option<(Kind, Arc<str>)>> = FxHashMap::default();
        let Session { threads, kernels, events, .. } = self;
        taken.for_each(|thread, name, seen| {
            if let Some(name) = name
                && !threads.contains_key(&thread)
            {
                threads.insert(thread, name.to_owned());
            }
            match seen {
                Seen::Kernel { id, at, start, end } => {
                    let number = *numbers.entry(id).or_insert_with(|| {
                        let place = at.describe(|kernel, function, compiled| {
                            KernelPlace::new(&kernel, &function, compiled)
                        });
                        kernels.push(place?);
                        Some(kernels.len() as u32 - 1)
                    });
                    let Some(number) = number else { return };
                    let start_ps = since(start);
                    let duration_ps = since(end).saturating_sub(start_ps);
                    events.push(Event { thread, start_ps, duration_ps, what: What::Kernel(number) });
                }
                Seen::Scope { label, start, end } => {
                    let scope = labels.entry(label).or_insert_with(|| described(label));
                    // A scope that began before the session did is none of it.
                    let Some((kind, name)) = scope.clone().filter(|_| start >= start_ticks) else { return };
                    let start_ps = since(start);
                    let what = What::Scope { kind, name, location: None };
                    let duration_ps = since(end).saturating_sub(start_ps);
                    events.push(Event { thread, start_ps, duration_ps, what });
                }
                Seen::Memory { at, address, bytes } => {
                    let what = What::Memory { address: address as u64, bytes };
                    events.push(Event { thread, start_ps: since(at), duration_ps: 0, what });
                }
            }
        });
        self.is_truncated |= taken.is_truncated;
    }

    /// Everything, in order.
    pub(super) fn finish(mut self, taken: Taken) -> Recording {
        self.look_up(taken);
        let Session {
            start, started, scopes, threads, kernels, mut events, live_bytes, is_truncated, ..
        } = self;
        let since =
            |at: Instant| (at.saturating_duration_since(start).as_nanos() as u64).saturating_mul(1000);
        events.extend(scopes.into_iter().map(|scope| {
            let (start_ps, end) = (since(scope.start), since(scope.end));
            let what = What::Scope { kind: scope.kind, name: scope.name.into(), location: scope.location };
            Event { thread: scope.thread, start_ps, duration_ps: end - start_ps, what }
        }));
        events.sort_by_key(|event| (event.thread, event.start_ps, std::cmp::Reverse(event.duration_ps)));
        Recording { started, threads, kernels, events, live_bytes, is_truncated }
    }
}

impl Recording {
    /// The name of a thread for people.
    pub fn thread_name(&self, thread: u64) -> String {
        self.threads.get(&thread).cloned().unwrap_or_else(|| format!("thread {thread}"))
    }
}

impl KernelPlace {
    /// The name of the kernel, or of the function with the number of its kernels where they ran as machine code.
    pub fn shown_name(&self) -> Cow<'_, str> {
        if self.compiled == 0 {
            return Cow::Borrowed(&self.name);
        }
        let function = if self.function.is_empty() { "region" } else { &self.function };
        let (count, plural) = (self.compiled, if self.compiled == 1 { "" } else { "s" });
        Cow::Owned(format!("{function} [{count} kernel{plural} compiled]"))
    }

    fn new(kernel: &KernelView<'_>, function: &FunctionView<'_>, compiled: u32) -> KernelPlace {
        let name = kernel.name();
        // The name of the op is the last of the attributes, which are in the order of their names.
        let is_op = matches!(name, "corert.executeop" | "corert.executeop.seq");
        let op = kernel.attrs().last().filter(|_| is_op).and_then(|&ix| match function.file().attr(ix) {
            AttrView::String(op) => Some(String::from_utf8_lossy(op).into_owned()),
            _ => None,
        });
        let location = kernel.location().map(|location| SourceLocation::of(Some(location)).to_string());
        KernelPlace {
            name: name.to_owned(),
            op,
            function: function.name().to_owned(),
            location,
            stream: kernel.stream(),
            compiled,
        }
    }
}
