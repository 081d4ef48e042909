//! The compiler as programs see it.

use crate::{
    cache::{Answer, CodeCache},
    loops::MadeLoop,
    machine_code::{CodeMaker, Made},
    scalar,
    statistics::{CompiledStatistics, Statistics},
    worker::Worker,
};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::{
    fmt::{self, Write as _},
    io::Write as _,
    sync::{Arc, OnceLock},
};
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody};
use tfrt_executor::jit::{Entry, JitCompiler, Step, Unit, UnitSlot};

/// When functions are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// When they and what they call have run so many kernels; in the background.
    Hot {
        /// Kernels.
        threshold: u32,
    },
    /// All of them, before they first run.
    Eager,
}

/// Loops that are remembered.
const MAX_LOOPS: usize = 1024;

/// How a [`Jit`] is set up.
#[derive(Debug, Clone)]
pub struct JitOptions {
    /// When functions are compiled.
    pub when: When,
    /// Bytes of machine code to keep.
    pub capacity: usize,
    /// Print Cranelift's IR and the machine code of every unit to standard error.
    pub dump: bool,
    /// Tell `perf` the names of compiled functions, in `/tmp/perf-PID.map`.
    pub perf: bool,
}

impl JitOptions {
    /// Kernels after which a function is compiled, unless somebody says otherwise.
    pub const THRESHOLD: u32 = 10_000;
    /// Bytes of machine code that are kept, unless somebody says otherwise.
    pub const CAPACITY: usize = 64 << 20;
}

impl Default for JitOptions {
    fn default() -> JitOptions {
        JitOptions {
            when: When::Hot { threshold: JitOptions::THRESHOLD },
            capacity: JitOptions::CAPACITY,
            dump: false,
            perf: false,
        }
    }
}

/// Why there is no machine code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JitError(pub String);

impl fmt::Display for JitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JitError {}

struct State {
    maker: CodeMaker,
    options: JitOptions,
    cache: Mutex<CodeCache>,
    statistics: Mutex<Statistics>,
}

/// The code of a loop, if there is any, and its bytes.
type KeptLoop = (Option<Arc<CompiledLoop>>, usize);

/// Compiles units for the programs of a registry.
pub struct Jit {
    state: Arc<State>,
    /// Number of each kernel.
    numbers: FxHashMap<&'static str, u32>,
    worker: Worker,
    /// Loops that were compiled before, and those that cannot be.
    loops: Mutex<FxHashMap<LoopBody, KeptLoop>>,
}

impl Jit {
    /// A compiler for this processor. Fails where Cranelift does not know it.
    pub fn new(options: JitOptions) -> Result<Arc<Jit>, JitError> {
        let maker = CodeMaker::for_host(scalar::kernels().map(|kernel| kernel.lowering).collect())?;
        let cache = Mutex::new(CodeCache::new(options.capacity));
        let numbers = scalar::kernels().zip(0..).map(|(kernel, number)| (kernel.name, number)).collect();
        let state = Arc::new(State { maker, options, cache, statistics: Mutex::default() });
        Ok(Arc::new(Jit { state, numbers, worker: Worker::default(), loops: Mutex::default() }))
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.state.statistics.lock().clone();
        let loops: usize = self.loops.lock().values().map(|(_, bytes)| bytes).sum();
        statistics.bytes = self.state.cache.lock().bytes() + loops;
        statistics
    }

    /// Processor and settings the code is for.
    pub fn target(&self) -> String {
        self.state.maker.target()
    }

    /// Returns when everything that was asked for is compiled.
    pub fn finish(&self) {
        self.worker.finish();
    }
}

impl fmt::Debug for Jit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jit").field("options", &self.state.options).finish_non_exhaustive()
    }
}

impl State {
    fn compile(&self, unit: &Unit, name: &str, slot: &UnitSlot) {
        let name = match &unit.entry {
            Entry::Steps { steps, .. } if steps.len() == unit.functions[0].steps.len() => name.to_owned(),
            Entry::Steps { steps, .. } => format!("{name} [{}..{}]", steps.start, steps.end),
            Entry::Repeat | Entry::While => format!("{name} [loop]"),
        };
        let made = {
            let _scope = tfrt_executor::trace::compile(|| format!("jit: {name}"));
            self.maker.make(unit, &name, self.options.dump)
        };
        match made {
            Ok(made) => {
                self.cache.lock().made(unit, made.bytes);
                self.publish(&name, kernels_of(unit), &made);
                let _ = slot.set(Some(Arc::new(made.unit)));
            }
            Err(error) => {
                self.statistics.lock().failed.push(error.to_string());
                let _ = slot.set(None);
            }
        }
    }

    fn publish_loop(&self, name: &str, body: &LoopBody, made: &MadeLoop) {
        if self.options.dump {
            let mut text = format!("; jit: {name}\n");
            for (i, member) in body.members.iter().enumerate() {
                let args: Vec<String> = member.args.iter().map(|arg| format!("%{arg}")).collect();
                let number = body.inputs.len() + i;
                let _ = writeln!(
                    text,
                    "%{number} = {}({}) : {}",
                    member.op,
                    args.join(", "),
                    member.dtype.name()
                );
            }
            let _ = writeln!(std::io::stderr().lock(), "{text}; {} bytes\n{}", made.bytes, made.hex());
        }
        if self.options.perf {
            write_perf_map(&[(made.start, made.bytes, name.to_owned())]);
        }
        let (kernels, bytes, time) = (body.members.len(), made.bytes, made.time);
        let unit = CompiledStatistics { name: name.to_owned(), kernels, bytes, time };
        self.statistics.lock().compiled.push(unit);
    }

    fn publish(&self, name: &str, kernels: usize, made: &Made) {
        if let Some(text) = &made.text {
            let _ = writeln!(std::io::stderr().lock(), "; jit: {name}\n{text}");
        }
        if self.options.perf {
            write_perf_map(&made.functions);
        }
        let (name, bytes, time) = (name.to_owned(), made.bytes, made.time);
        self.statistics.lock().compiled.push(CompiledStatistics { name, kernels, bytes, time });
    }
}

/// Kernels of a unit that are compiled.
fn kernels_of(unit: &Unit) -> usize {
    let compiled = |step: &&Step| !matches!(step, Step::Opaque { .. });
    unit.functions.iter().map(|function| function.steps.iter().filter(compiled).count()).sum()
}

/// A line a function, in the form that `perf` reads. Nobody is told if that fails: it is for people who look.
fn write_perf_map(functions: &[(usize, usize, String)]) {
    let path = format!("/tmp/perf-{}.map", std::process::id());
    let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path) else { return };
    for (start, length, name) in functions {
        let _ = writeln!(file, "{start:x} {length:x} tfrt_jit:{name}");
    }
}

impl JitCompiler for Jit {
    fn threshold(&self) -> u32 {
        match self.state.options.when {
            When::Hot { threshold } => threshold.max(1),
            When::Eager => 0,
        }
    }

    fn lowering(&self, kernel: &str) -> Option<u32> {
        self.numbers.get(kernel).copied()
    }

    fn compile(&self, unit: Unit, name: &str) -> UnitSlot {
        let answer = self.state.cache.lock().look_up(unit);
        match answer {
            Answer::Known(slot) => {
                self.state.statistics.lock().hits += 1;
                slot
            }
            Answer::Full => {
                self.state.statistics.lock().refused += 1;
                UnitSlot::new(OnceLock::from(None))
            }
            Answer::New(unit, slot) => {
                if self.state.options.when == When::Eager {
                    self.state.compile(&unit, name, &slot);
                } else {
                    let (state, name, made) = (self.state.clone(), name.to_owned(), slot.clone());
                    self.worker.push(Box::new(move || state.compile(&unit, &name, &made)));
                }
                slot
            }
        }
    }

    fn compile_loop(&self, body: &LoopBody, name: &str) -> Option<Arc<CompiledLoop>> {
        let mut kept = self.loops.lock();
        if let Some((known, _)) = kept.get(body) {
            self.state.statistics.lock().hits += 1;
            return known.clone();
        }
        let (compiled, bytes) = match crate::loops::make(body) {
            Ok(made) => {
                self.state.publish_loop(name, body, &made);
                (Some(Arc::new(made.compiled)), made.bytes)
            }
            Err(reason) => {
                self.stays_interpreted(name, &reason);
                (None, 0)
            }
        };
        // Whoever runs a loop keeps its code; those that nobody runs any more go when there are too many.
        if kept.len() >= MAX_LOOPS {
            kept.retain(|_, (code, _)| code.as_ref().is_some_and(|code| Arc::strong_count(code) > 1));
        }
        if kept.len() < MAX_LOOPS {
            kept.insert(body.clone(), (compiled.clone(), bytes));
        }
        compiled
    }

    fn stays_interpreted(&self, function: &str, reason: &str) {
        self.state.statistics.lock().interpreted.push((function.to_owned(), reason.to_owned()));
    }
}
