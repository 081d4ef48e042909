//! The compiler as programs see it.

use crate::{
    cache::{Answer, CodeCache},
    disk::{Disk, DiskOptions},
    image::{Image, key_of},
    loops::{
        self, MadeLoop, Vectors,
        cache::{Body, LoopCache},
    },
    machine_code::{CodeMaker, MadeRounds, Placed},
    scalar,
    statistics::{CompiledStatistics, Statistics},
    worker::Worker,
};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::{
    fmt::{self, Write as _},
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody};
use tfrt_executor::jit::rounds::{CompiledRounds, RoundMember, RoundsBody};
use tfrt_executor::jit::{JitCompiler, Unit, UnitEntry, UnitSlot};

/// When functions are compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// When they and their callees have run so many kernels; in the background.
    Hot {
        /// Kernels.
        threshold: u32,
    },
    /// All of them, before they first run.
    Eager,
}

/// Options of a [`Jit`].
#[derive(Debug, Clone)]
pub struct JitOptions {
    /// When functions are compiled.
    pub when: When,
    /// Bytes of machine code to keep.
    pub capacity: usize,
    /// Print Cranelift's IR and the machine code of every unit to standard error.
    pub dump: bool,
    /// Have functions that are not hot in the statistics as well, when their program is closed.
    pub names_what_is_cold: bool,
    /// Tell `perf` the names of compiled functions, in `/tmp/perf-PID.map`.
    pub perf: bool,
    /// The place where code is kept for the next time, if it is.
    pub disk: Option<DiskOptions>,
    /// The longest vectors of loops over elements, where the processor has them.
    pub vectors: Vectors,
}

impl JitOptions {
    /// Default number of kernels after which a function is compiled: some ten milliseconds. Starting a thread, and compiling beside
    /// the program, costs the program about a tenth of one millisecond, so a program that ends soon after has lost a hundredth of
    /// its time.
    pub const THRESHOLD: u32 = 2_000_000;
    /// Default limit of kept machine code, in bytes.
    pub const CAPACITY: usize = 64 << 20;
}

impl Default for JitOptions {
    fn default() -> JitOptions {
        JitOptions {
            when: When::Hot { threshold: JitOptions::THRESHOLD },
            capacity: JitOptions::CAPACITY,
            dump: false,
            names_what_is_cold: false,
            perf: false,
            disk: None,
            vectors: Vectors::Avx512,
        }
    }
}

/// The reason why there is no machine code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JitError(pub String);

impl fmt::Display for JitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JitError {}

/// The parts that are made at the first compilation: making them takes longer than many a program.
struct Generator {
    maker: CodeMaker,
    disk: Option<Mutex<Disk>>,
}

impl Generator {
    fn new(disk: Option<DiskOptions>) -> Result<Generator, JitError> {
        let maker = CodeMaker::for_host(scalar::kernels().collect())?;
        let disk = disk.map(|options| Mutex::new(Disk::open(options, &maker.target())));
        Ok(Generator { maker, disk })
    }

    fn key_of(&self, unit: &Unit) -> Vec<u8> {
        key_of(unit, |number| self.maker.name(number))
    }

    /// The unit's code from the code file.
    fn load(&self, unit: &Unit, name: &str) -> Option<Placed> {
        let mut disk = self.disk.as_ref()?.lock();
        if disk.is_empty() {
            return None;
        }
        let key = self.key_of(unit);
        let placed = Image::decode(disk.find(&key)?, unit)
            .ok_or_else(|| JitError("it is not code of the unit".to_owned()))
            .and_then(|image| self.maker.place(image, unit, name));
        match placed {
            Ok(placed) => Some(placed),
            Err(error) => {
                disk.forget(&key, &error.to_string());
                None
            }
        }
    }

    /// Whether the code file has a unit, or anything at all.
    fn remembers(&self, unit: Option<&Unit>) -> bool {
        let Some(disk) = &self.disk else { return false };
        let key = unit.map(|unit| self.key_of(unit));
        let disk = disk.lock();
        key.map_or(!disk.is_empty(), |key| disk.has(&key))
    }

    fn make(&self, unit: &Unit, name: &str, text: Option<&mut String>) -> Result<Placed, JitError> {
        let image = self.maker.make(unit, text)?;
        if let Some(disk) = &self.disk {
            disk.lock().keep(self.key_of(unit), image.encode());
        }
        self.maker.place(image, unit, name)
    }
}

struct State {
    generator: OnceLock<Result<Generator, JitError>>,
    options: JitOptions,
    cache: Mutex<CodeCache>,
    statistics: Mutex<Statistics>,
}

/// Compiles units for the programs of a registry.
pub struct Jit {
    state: Arc<State>,
    worker: Worker,
    /// Number of each kernel; made when something is hot.
    numbers: OnceLock<FxHashMap<&'static str, u32>>,
    /// Loops that were compiled before, and those that cannot be.
    loops: Mutex<LoopCache<LoopBody>>,
    /// Their bytes, readable without waiting for a compilation.
    loop_bytes: AtomicUsize,
    /// The same of loops of rounds.
    rounds: Mutex<LoopCache<RoundsBody>>,
    round_bytes: AtomicUsize,
}

impl Jit {
    /// A compiler for this processor.
    pub fn new(options: JitOptions) -> Arc<Jit> {
        let cache = Mutex::new(CodeCache::new(options.capacity));
        let state =
            Arc::new(State { generator: OnceLock::new(), options, cache, statistics: Mutex::default() });
        let of = Arc::downgrade(&state);
        let worker = Worker::new(move || of.upgrade()?.disk()?.lock().save_when_due());
        let (loops, loop_bytes) = (Mutex::default(), AtomicUsize::new(0));
        let (rounds, round_bytes) = (Mutex::default(), AtomicUsize::new(0));
        Arc::new(Jit { state, worker, numbers: OnceLock::new(), loops, loop_bytes, rounds, round_bytes })
    }

    /// The statistics so far.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = self.state.statistics.lock().clone();
        let loops = self.loops.lock().bytes() + self.rounds.lock().bytes();
        statistics.bytes = self.state.cache.lock().bytes() + loops;
        if let Some(disk) = self.state.disk() {
            statistics.remarks.extend_from_slice(disk.lock().remarks());
        }
        statistics
    }

    /// Whether it was asked for anything that there may be something to be said of, or that may have to be kept.
    pub fn has_worked(&self) -> bool {
        self.state.generator.get().is_some() || !self.state.statistics.lock().is_empty()
    }

    /// Processor and settings the code is for; why there is none.
    pub fn target(&self) -> Result<String, JitError> {
        match self.state.generator() {
            Ok(generator) => Ok(generator.maker.target()),
            Err(error) => Err(error.clone()),
        }
    }

    /// Returns when all requested code is compiled.
    pub fn finish(&self) {
        self.worker.finish();
    }

    /// Writes the code file, if one is wanted and it lacks something. This also happens as code is made, and at the end.
    pub fn save(&self) {
        if let Some(disk) = self.state.disk() {
            disk.lock().save();
        }
    }
}

impl Jit {
    /// Looks a unit up. Unused loops are evicted to make room.
    fn look_up(&self, unit: Unit) -> Answer {
        let kept = || self.loop_bytes.load(Relaxed) + self.round_bytes.load(Relaxed);
        let answer = self.state.cache.lock().look_up(unit, kept());
        let Answer::Full(unit) = answer else { return answer };
        let units = self.state.cache.lock().bytes();
        // Rounds keep loops.
        self.make_room(&self.rounds, &self.round_bytes, units + self.loop_bytes.load(Relaxed));
        self.make_room(&self.loops, &self.loop_bytes, units + self.round_bytes.load(Relaxed));
        self.state.cache.lock().look_up(unit, kept())
    }

    /// Makes room among loops of one kind, where all else takes so many bytes; whether there is.
    fn make_room<B: Body>(&self, loops: &Mutex<LoopCache<B>>, bytes: &AtomicUsize, others: usize) -> bool {
        let mut loops = loops.lock();
        let has_room = loops.make_room(self.state.options.capacity.saturating_sub(others));
        bytes.store(loops.bytes(), Relaxed);
        has_room
    }
}

impl fmt::Debug for Jit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Jit").field("options", &self.state.options).finish_non_exhaustive()
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(disk) = self.disk() {
            disk.lock().save();
        }
    }
}

impl State {
    fn generator(&self) -> Result<&Generator, &JitError> {
        let made = self.generator.get_or_init(|| {
            let made = Generator::new(self.options.disk.clone());
            if let Err(error) = &made {
                self.statistics.lock().add_failed(error.to_string());
            }
            made
        });
        made.as_ref()
    }

    /// The code file, if it was read.
    fn disk(&self) -> Option<&Mutex<Disk>> {
        self.generator.get()?.as_ref().ok()?.disk.as_ref()
    }

    /// Takes the code of a unit from the code file, if it is there.
    fn load(&self, unit: &Unit, name: &str, slot: &UnitSlot) -> bool {
        if self.options.disk.is_none() || self.options.dump {
            return false;
        }
        let Ok(generator) = self.generator() else { return false };
        let start = Instant::now();
        let name = name_of(unit, name);
        let Some(placed) = generator.load(unit, &name) else { return false };
        self.done(unit, name, placed, start.elapsed(), true, slot);
        true
    }

    fn compile(&self, unit: &Unit, name: &str, slot: &UnitSlot) {
        let start = Instant::now();
        let name = name_of(unit, name);
        let mut text = self.options.dump.then(String::new);
        let made = {
            let _scope = tfrt_executor::trace::compile(|| format!("jit: {name}"));
            let make = || {
                self.generator()
                    .map_err(JitError::clone)
                    .and_then(|generator| generator.make(unit, &name, text.as_mut()))
            };
            // A panic is a unit that stays interpreted, and its slot says so.
            catch_unwind(AssertUnwindSafe(make))
                .unwrap_or_else(|_| Err(JitError("the code generator panicked".to_owned())))
        };
        if let Some(text) = text {
            let _ = writeln!(std::io::stderr().lock(), "; jit: {name}\n{text}");
        }
        match made {
            Ok(placed) => self.done(unit, name, placed, start.elapsed(), false, slot),
            Err(error) => {
                self.statistics.lock().add_failed(format!("'{name}': {error}"));
                let _ = slot.set(None);
            }
        }
    }

    fn done(&self, unit: &Unit, name: String, placed: Placed, time: Duration, loaded: bool, slot: &UnitSlot) {
        let bytes = placed.bytes;
        self.cache.lock().made(unit, bytes);
        if self.options.perf {
            write_perf_map(&placed.functions);
        }
        let unit = CompiledStatistics { name, kernels: kernels_of(unit), bytes, time, loaded };
        self.statistics.lock().add_compiled(unit);
        let _ = slot.set(Some(Arc::new(placed.unit)));
    }

    fn make_rounds(
        &self,
        body: &RoundsBody,
        name: &str,
        loops: Vec<Arc<CompiledLoop>>,
    ) -> Result<MadeRounds, JitError> {
        let mut text = self.options.dump.then(String::new);
        let generator = self.generator().map_err(JitError::clone)?;
        // A panic is a loop whose rounds run one after another.
        let make = || generator.maker.make_rounds(body, loops, text.as_mut());
        let made = catch_unwind(AssertUnwindSafe(make))
            .unwrap_or_else(|_| Err(JitError("the code generator panicked".to_owned())));
        if let Some(text) = text {
            let _ = writeln!(std::io::stderr().lock(), "; jit: {name}\n{text}");
        }
        let made = made?;
        if self.options.perf {
            write_perf_map(&[(made.start, made.bytes, name.to_owned())]);
        }
        let (kernels, bytes, time) = (body.members.len(), made.bytes, made.time);
        let unit = CompiledStatistics { name: name.to_owned(), kernels, bytes, time, loaded: false };
        self.statistics.lock().add_compiled(unit);
        Ok(made)
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
                    member.op.op(),
                    args.join(", "),
                    member.dtype.name()
                );
            }
            text += &loops::listing(body, self.options.vectors);
            let _ = writeln!(std::io::stderr().lock(), "{text}; {} bytes\n{}", made.bytes, made.hex());
        }
        if self.options.perf {
            write_perf_map(&[(made.start, made.bytes, name.to_owned())]);
        }
        let (kernels, bytes, time) = (body.members.len(), made.bytes, made.time);
        let unit = CompiledStatistics { name: name.to_owned(), kernels, bytes, time, loaded: false };
        self.statistics.lock().add_compiled(unit);
    }
}

/// A unit's name: the executor's, and whether it is a loop.
fn name_of(unit: &Unit, name: &str) -> String {
    match &unit.entry {
        UnitEntry::Steps { .. } => name.to_owned(),
        UnitEntry::Repeat | UnitEntry::While => format!("{name} [loop]"),
    }
}

/// Kernels of a unit that are compiled.
fn kernels_of(unit: &Unit) -> usize {
    unit.functions.iter().map(|function| function.steps.len()).sum()
}

/// One line per function, in the form that `perf` reads. A failure is not reported: the map is an aid for
/// people.
fn write_perf_map(functions: &[(usize, usize, String)]) {
    let path = format!("/tmp/perf-{}.map", std::process::id());
    let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path) else { return };
    for (start, length, name) in functions {
        let _ = writeln!(file, "{start:x} {length:x} tfrt_jit:{name}");
    }
}

// SAFETY: the caches are keyed by the whole unit or body, and `keep` or the slot in `Answer::New` gets the code that was generated for that key.
// The code file is keyed by `key_of`, which writes all of a unit, and the processor. Both `lowering` and the code generator number the kernels in the
// order of `scalar::kernels`.
#[expect(unsafe_code, reason = "promises that an answer's code was made for the argument")]
unsafe impl JitCompiler for Jit {
    fn threshold(&self) -> u32 {
        match self.state.options.when {
            When::Hot { threshold } => threshold.max(1),
            When::Eager => 0,
        }
    }

    fn lowering(&self, kernel: &str) -> Option<u32> {
        let numbered = || scalar::kernels().zip(0..).map(|(kernel, number)| (kernel.name, number)).collect();
        self.numbers.get_or_init(numbered).get(kernel).copied()
    }

    fn compile(&self, unit: Unit, name: &str) -> UnitSlot {
        match self.look_up(unit) {
            Answer::Known(slot) => {
                self.state.statistics.lock().hits += 1;
                slot
            }
            Answer::Full(_) => {
                self.state.statistics.lock().refused += 1;
                UnitSlot::new(OnceLock::from(None))
            }
            Answer::New(unit, slot) => {
                if self.state.load(&unit, name, &slot) {
                    return slot;
                }
                if self.state.options.when == When::Eager {
                    self.state.compile(&unit, name, &slot);
                    if self.state.options.disk.is_some() {
                        // Writes the file when there is nothing else to do.
                        self.worker.push(Box::new(|| ()));
                    }
                } else {
                    let (state, name, made) = (self.state.clone(), name.to_owned(), slot.clone());
                    self.worker.push(Box::new(move || state.compile(&unit, &name, &made)));
                }
                slot
            }
        }
    }

    fn names_what_is_cold(&self) -> bool {
        self.state.options.names_what_is_cold
    }

    fn remembers(&self) -> bool {
        let options = &self.state.options;
        let looks = options.disk.is_some() && !options.dump;
        looks && self.state.generator().is_ok_and(|generator| generator.remembers(None))
    }

    fn remembered(&self, unit: &Unit, name: &str) -> Option<UnitSlot> {
        let remembers = self.state.generator().is_ok_and(|generator| generator.remembers(Some(unit)));
        let slot = remembers.then(|| self.compile(unit.clone(), name))?;
        slot.get().is_some().then_some(slot)
    }

    fn compile_loop(&self, body: &LoopBody, name: &str) -> Option<Arc<CompiledLoop>> {
        let mut loops = self.loops.lock();
        if let Some(known) = loops.look_up(body) {
            self.state.statistics.lock().hits += 1;
            return known;
        }
        let units = self.state.cache.lock().bytes();
        let others = units + self.round_bytes.load(Relaxed);
        let has_room = loops.make_room(self.state.options.capacity.saturating_sub(others));
        self.loop_bytes.store(loops.bytes(), Relaxed);
        if !has_room {
            self.state.statistics.lock().refused += 1;
            return None;
        }
        let made = {
            let _scope = tfrt_executor::trace::compile(|| format!("jit: {name}"));
            crate::loops::make(body, self.state.options.vectors)
        };
        let (compiled, bytes) = match made {
            Ok(made) => {
                self.state.publish_loop(name, body, &made);
                (Some(Arc::new(made.compiled)), made.bytes)
            }
            Err(reason) => {
                self.stays_interpreted(name, &reason);
                (None, 0)
            }
        };
        loops.keep(body.clone(), compiled.clone(), bytes);
        self.loop_bytes.store(loops.bytes(), Relaxed);
        compiled
    }

    fn compile_rounds(&self, body: &RoundsBody, name: &str) -> Option<Arc<CompiledRounds>> {
        if let Some(known) = self.rounds.lock().look_up(body) {
            self.state.statistics.lock().hits += 1;
            return known;
        }
        let others = self.state.cache.lock().bytes() + self.loop_bytes.load(Relaxed);
        if !self.make_room(&self.rounds, &self.round_bytes, others) {
            self.state.statistics.lock().refused += 1;
            return None;
        }
        let loops = |member: &RoundMember| match member {
            RoundMember::Several { body, .. } => Some(self.compile_loop(body, &format!("{name}, elements"))),
            _ => None,
        };
        let loops: Option<Vec<_>> = body.members.iter().filter_map(loops).collect();
        let made =
            loops.ok_or_else(|| JitError("a loop over elements has no code".to_owned())).and_then(|loops| {
                let _scope = tfrt_executor::trace::compile(|| format!("jit: {name}"));
                self.state.make_rounds(body, name, loops)
            });
        let (compiled, bytes) = match made {
            Ok(made) => (Some(Arc::new(made.compiled)), made.bytes),
            Err(reason) => {
                self.stays_interpreted(name, &reason.to_string());
                (None, 0)
            }
        };
        let mut rounds = self.rounds.lock();
        rounds.keep(body.clone(), compiled.clone(), bytes);
        self.round_bytes.store(rounds.bytes(), Relaxed);
        compiled
    }

    fn stays_interpreted(&self, function: &str, reason: &str) {
        self.state.statistics.lock().add_interpreted(function, reason);
    }
}
