//! The host's plane: a line for each thread.
//!
//! | what | event |
//! |--|--|
//! | a kernel | its name |
//! | a kernel that executes an op, or an op by itself | `<function>/<layer>:<op>`, as TensorFlow names op and type, or `<function>/<op>.<line>.<column>:<op>` where the layer has no name; shown as the op |
//! | kernels that ran as machine code | `<function> [n kernels compiled]` |
//! | a call of a function by the driver | `Function: <name>`, a step for TensorFlow's tools (which group by steps where nobody gave groups) |
//! | machine code being made | `jit: <name>` |
//! | a buffer that came or went | `MemoryAllocation`, `MemoryDeallocation`, with the statistics that TensorFlow's memory profile reads |
//!
//! The properties that all runs of a kernel share (location, stream, function) are stored once, in the event's
//! metadata.

use rustc_hash::FxHashMap;
use tfrt_executor::trace::{Event, KernelPlace, Kind, Recording, What};
use tfrt_executor::value::SourceLocation;
use tfrt_graphdef::proto::tensorflow::profiler::{
    XEvent, XEventMetadata, XLine, XPlane, XStat, XStatMetadata, x_event, x_stat,
};

/// The name by which TensorFlow's tools know the threads of a host.
const HOST_PLANE: &str = "/host:CPU";

/// The allocator's name in memory events.
const ALLOCATOR: &str = "host";

/// Statistics, with the names that TensorFlow's tools know where they have one.
#[derive(Debug, Clone, Copy)]
enum Stat {
    Location = 1,
    Stream,
    Function,
    Kernels,
    StepNumber,
    IsRoot,
    AllocatorName,
    Address,
    AllocationBytes,
    RequestedBytes,
    BytesAllocated,
    PeakBytesInUse,
    TfOp,
    /// Texts that are referred to by number have the numbers from here on.
    FirstText,
}

impl Stat {
    const NAMES: [(Stat, &'static str); 13] = [
        (Stat::Location, "location"),
        (Stat::Stream, "stream"),
        (Stat::Function, "function"),
        (Stat::Kernels, "kernels"),
        (Stat::StepNumber, "step_num"),
        (Stat::IsRoot, "_r"),
        (Stat::AllocatorName, "allocator_name"),
        (Stat::Address, "addr"),
        (Stat::AllocationBytes, "allocation_bytes"),
        (Stat::RequestedBytes, "requested_bytes"),
        (Stat::BytesAllocated, "bytes_allocated"),
        (Stat::PeakBytesInUse, "peak_bytes_in_use"),
        (Stat::TfOp, "tf_op"),
    ];
}

fn stat(stat: Stat, value: x_stat::Value) -> XStat {
    XStat { metadata_id: stat as i64, value: Some(value) }
}

fn integer(which: Stat, value: i64) -> XStat {
    stat(which, x_stat::Value::Int64Value(value))
}

fn text(which: Stat, value: &str) -> XStat {
    stat(which, x_stat::Value::StrValue(value.to_owned()))
}

/// Builds the plane.
pub(super) fn host_plane(recording: &Recording) -> XPlane {
    let mut builder = Builder {
        plane: XPlane { id: 0, name: HOST_PLANE.into(), ..XPlane::default() },
        scopes: FxHashMap::default(),
        texts: FxHashMap::default(),
        steps: 0,
    };
    for (which, name) in Stat::NAMES {
        builder.stat_metadata(which as i64, name);
    }
    let kernels: Vec<Known> = recording.kernels.iter().map(|kernel| builder.kernel(kernel)).collect();
    let memory = memory_in_use(recording);
    let started = recording.started.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mut at = 0;
    while let Some(first) = recording.events.get(at) {
        let thread = first.thread;
        let of_thread = recording.events[at..].iter().take_while(|event| event.thread == thread).count();
        let events = builder.line(&recording.events[at..at + of_thread], &kernels, &memory, at);
        let end = events.iter().map(end_of).max().unwrap_or_default();
        builder.plane.lines.push(XLine {
            id: thread as i64,
            display_id: thread as i64,
            name: recording.thread_name(thread),
            timestamp_ns: i64::try_from(started.as_nanos()).unwrap_or_default(),
            duration_ps: end,
            events,
            ..XLine::default()
        });
        at += of_thread;
    }
    builder.plane
}

fn end_of(event: &XEvent) -> i64 {
    let start = match event.data {
        Some(x_event::Data::OffsetPs(start)) => start,
        _ => 0,
    };
    start.saturating_add(event.duration_ps)
}

/// Bytes in use, and the most so far, after each memory event: by the number of the event.
fn memory_in_use(recording: &Recording) -> FxHashMap<usize, (i64, i64)> {
    let mut events: Vec<(u64, usize, i64)> = recording
        .events
        .iter()
        .enumerate()
        .filter_map(|(index, event)| match event.what {
            What::Memory { bytes, .. } => Some((event.start_ps, index, bytes)),
            _ => None,
        })
        .collect();
    events.sort_unstable();
    let (mut live, mut peak) = (recording.live_bytes, recording.live_bytes);
    events
        .into_iter()
        .map(|(_, index, bytes)| {
            live = (live + bytes).max(0);
            peak = peak.max(live);
            (index, (live, peak))
        })
        .collect()
}

/// A kernel in the plane.
struct Known {
    metadata: i64,
    /// The number of the text that names its op.
    op: Option<u64>,
}

struct Builder {
    plane: XPlane,
    /// Events other than kernels, by name and location.
    scopes: FxHashMap<(String, Option<String>), i64>,
    texts: FxHashMap<String, u64>,
    /// Calls of functions so far.
    steps: i64,
}

impl Builder {
    fn stat_metadata(&mut self, id: i64, name: &str) {
        self.plane
            .stat_metadata
            .insert(id, XStatMetadata { id, name: name.to_owned(), ..Default::default() });
    }

    /// The number of a text.
    fn text(&mut self, text: &str) -> u64 {
        if let Some(&id) = self.texts.get(text) {
            return id;
        }
        let id = Stat::FirstText as u64 + self.texts.len() as u64;
        self.texts.insert(text.to_owned(), id);
        self.stat_metadata(id as i64, text);
        id
    }

    /// Enters an event's metadata.
    fn metadata(&mut self, name: String, display_name: String, stats: Vec<XStat>) -> i64 {
        let id = self.plane.event_metadata.len() as i64 + 1;
        let metadata = XEventMetadata { id, name, display_name, stats, ..XEventMetadata::default() };
        self.plane.event_metadata.insert(id, metadata);
        id
    }

    fn kernel(&mut self, kernel: &KernelPlace) -> Known {
        let mut stats = vec![integer(Stat::Stream, i64::from(kernel.stream))];
        if let Some(location) = &kernel.location {
            stats.push(text(Stat::Location, location));
        }
        if !kernel.function.is_empty() {
            stats.push(text(Stat::Function, &kernel.function));
        }
        if kernel.compiled > 0 {
            stats.push(integer(Stat::Kernels, i64::from(kernel.compiled)));
            let name = kernel.shown_name().into_owned();
            return Known { metadata: self.metadata(name, String::new(), stats), op: None };
        }
        let Some(op) = &kernel.op else {
            return Known { metadata: self.metadata(kernel.name.clone(), String::new(), stats), op: None };
        };
        let (name, shown) = op_names(op, &kernel.function, kernel.location.as_deref());
        // Without its type: with it, tools would take what happens to the op's memory for runs of the op.
        let op = Some(self.text(name.split(':').next().unwrap_or(&name)));
        Known { metadata: self.metadata(name, shown, stats), op }
    }

    fn scope(&mut self, kind: Kind, name: &str, location: Option<&str>) -> i64 {
        let key = (name.to_owned(), location.map(str::to_owned));
        if let Some(&id) = self.scopes.get(&key) {
            return id;
        }
        let stats = location.map(|location| text(Stat::Location, location)).into_iter().collect();
        let (full, shown) = match kind {
            Kind::Op => op_names(name, "", location),
            Kind::Scope | Kind::Function | Kind::Compile => (name.to_owned(), String::new()),
        };
        let id = self.metadata(full, shown, stats);
        self.scopes.insert(key, id);
        id
    }

    /// The events of one thread, `first` of all.
    fn line(
        &mut self,
        events: &[Event],
        kernels: &[Known],
        memory: &FxHashMap<usize, (i64, i64)>,
        first: usize,
    ) -> Vec<XEvent> {
        // The kernels that are under way: their ends, and the ops that they execute.
        let mut running: Vec<(u64, Option<u64>)> = Vec::new();
        let mut line = Vec::with_capacity(events.len());
        for (index, event) in events.iter().enumerate() {
            while running.pop_if(|(end, _)| *end < event.start_ps).is_some() {}
            let (metadata_id, stats) = match &event.what {
                What::Kernel(number) => {
                    let kernel = &kernels[*number as usize];
                    running.push((event.start_ps.saturating_add(event.duration_ps), kernel.op));
                    (kernel.metadata, Vec::new())
                }
                What::Scope { kind, name, location } => {
                    let mut stats = Vec::new();
                    if *kind == Kind::Function {
                        stats.push(integer(Stat::StepNumber, self.steps));
                        stats.push(integer(Stat::IsRoot, 1));
                        self.steps += 1;
                    }
                    (self.scope(*kind, name, location.as_deref()), stats)
                }
                What::Memory { address, bytes } => {
                    let in_use = memory.get(&(first + index)).copied().unwrap_or_default();
                    let op = running.last().and_then(|(_, op)| *op);
                    self.memory(*address, *bytes, in_use, op)
                }
            };
            line.push(XEvent {
                metadata_id,
                data: Some(x_event::Data::OffsetPs(i64::try_from(event.start_ps).unwrap_or(i64::MAX))),
                duration_ps: i64::try_from(event.duration_ps).unwrap_or(i64::MAX),
                stats,
            });
        }
        line
    }

    fn memory(
        &mut self,
        address: u64,
        bytes: i64,
        (live, peak): (i64, i64),
        op: Option<u64>,
    ) -> (i64, Vec<XStat>) {
        let name = if bytes >= 0 { "MemoryAllocation" } else { "MemoryDeallocation" };
        let allocator = self.text(ALLOCATOR);
        let size = bytes.unsigned_abs() as i64;
        let mut stats = vec![
            stat(Stat::AllocatorName, x_stat::Value::RefValue(allocator)),
            integer(Stat::Address, address as i64),
            integer(Stat::AllocationBytes, size),
            integer(Stat::RequestedBytes, size),
            integer(Stat::BytesAllocated, live),
            integer(Stat::PeakBytesInUse, peak),
        ];
        if let Some(op) = op {
            stats.push(stat(Stat::TfOp, x_stat::Value::RefValue(op)));
        }
        (self.scope(Kind::Scope, name, None), stats)
    }
}

/// The full name of an op, and the one that is shown. The full name has the layer's, so that statistics of ops tell layers apart. Tools
/// count events with a type, which begins with a capital letter: for an op that is not TensorFlow's it is made from its name.
fn op_names(op: &str, function: &str, location: Option<&str>) -> (String, String) {
    let (name, ty) = match tfrt_ops::tensorflow_name(op) {
        Some(ty) => (ty, ty.to_owned()),
        None => (op, type_of(op)),
    };
    let (name_or_layer, place) = match location.and_then(SourceLocation::parse) {
        Some(SourceLocation::File { line, column, .. }) => (name.to_owned(), format!(".{line}.{column}")),
        Some(SourceLocation::Named(layer)) => (layer.to_string(), String::new()),
        _ => (name.to_owned(), String::new()),
    };
    let is_good = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '-');
    let function: String = function.chars().map(|c| if is_good(c) { c } else { '_' }).collect();
    let slash = if function.is_empty() { "" } else { "/" };
    let full: String = name_or_layer.chars().map(|c| if is_good(c) { c } else { '_' }).collect();
    (format!("{function}{slash}{full}{place}:{ty}"), name.to_owned())
}

/// `FusedMatmul` for `tfrt_fused.matmul`.
fn type_of(op: &str) -> String {
    let words = op.strip_prefix("tfrt_").unwrap_or(op).split(|c: char| !c.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    let name: String =
        words.map(|word| format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..])).collect();
    if name.starts_with(|c: char| c.is_ascii_uppercase()) { name } else { format!("Op{name}") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn check(op: &str, function: &str, location: Option<&str>, expect: (&str, &str)) {
        let (name, shown) = op_names(op, function, location);
        assert_eq!((name.as_str(), shown.as_str()), expect);
    }

    #[test]
    fn ops_are_named_as_tensorflow_does() {
        check("tf.MatMul", "main", Some("a/b.mlir:7:3"), ("main/MatMul.7.3:MatMul", "MatMul"));
        check("tf.MatMul", "", None, ("MatMul:MatMul", "MatMul"));
        check("tf.Relu", "a b", Some("loc(\"x\")"), ("a_b/x:Relu", "Relu"));
        check("tf.MatMul", "", Some("loc(\"net/dense: 1\")"), ("net/dense__1:MatMul", "MatMul"));
        check(
            "tfrt_fused.mat_mul",
            "main",
            Some("b.mlir:7:3"),
            ("main/tfrt_fused.mat_mul.7.3:FusedMatMul", "tfrt_fused.mat_mul"),
        );
        check("my:op", "", None, ("my_op:MyOp", "my:op"));
        check("7", "", None, ("7:Op7", "7"));
    }

    #[test]
    fn memory_is_added_up_over_threads_and_named_after_the_op_around_it() {
        let memory = |thread, start_ps, bytes| Event {
            thread,
            start_ps,
            duration_ps: 0,
            what: What::Memory { address: 64, bytes },
        };
        let kernel = KernelPlace {
            name: "corert.executeop".into(),
            op: Some("tf.Relu".into()),
            function: "main".into(),
            location: Some("f.mlir:1:2".into()),
            stream: 0,
            compiled: 0,
        };
        let ran = Event { thread: 0, start_ps: 5, duration_ps: 10, what: What::Kernel(0) };
        let recording = Recording {
            started: std::time::UNIX_EPOCH,
            threads: BTreeMap::from([(0, "main".to_owned())]),
            kernels: vec![kernel],
            events: vec![ran, memory(0, 7, 100), memory(0, 20, -60), memory(1, 8, 50)],
            live_bytes: 10,
            is_truncated: false,
        };
        let plane = host_plane(&recording);
        let names: Vec<&str> = plane.lines.iter().map(|line| &*line.name).collect();
        assert_eq!(names, ["main", "thread 1"]);
        let stat_of = |event: &XEvent, which: Stat| {
            event
                .stats
                .iter()
                .find(|stat| stat.metadata_id == which as i64)
                .and_then(|stat| stat.value.clone())
        };
        let in_use = |line: usize, event: usize| {
            let event = &plane.lines[line].events[event];
            match (stat_of(event, Stat::BytesAllocated), stat_of(event, Stat::PeakBytesInUse)) {
                (Some(x_stat::Value::Int64Value(live)), Some(x_stat::Value::Int64Value(peak))) => {
                    (live, peak)
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!([in_use(0, 1), in_use(1, 0), in_use(0, 2)], [(110, 110), (160, 160), (100, 160)]);
        let Some(x_stat::Value::RefValue(op)) = stat_of(&plane.lines[0].events[1], Stat::TfOp) else {
            panic!("the op is named")
        };
        assert_eq!(plane.stat_metadata[&(op as i64)].name, "main/Relu.1.2");
        assert_eq!(stat_of(&plane.lines[0].events[2], Stat::TfOp), None);
        assert_eq!(stat_of(&plane.lines[1].events[0], Stat::TfOp), None);
    }
}
