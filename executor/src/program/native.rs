//! Compiled code beside interpreted code: what is hot, when it is swapped in, how it is entered and left.
//!
//! The original [`Code`] of a function stays as it is. When units of it have been compiled, a second code is built that has a
//! single [`native`] instruction in place of each compiled run of kernels; calls that start from then on use it. Both work on
//! the same registers, so compiled code that bails out goes on in the original, at the kernel where it left. A loop asks
//! between two iterations whether there is compiled code for all that remain.
//!
//! What is hot is found by sampling: a machine looks at the call that is returning, and at those above it, every so many
//! kernels. Nothing is counted in between.
//!
//! Where the compiler remembers code of an earlier run, functions take that when they first run, without being hot.
//!
//! A program keeps its compiled units, and outlives every run of its functions; so nobody is in code that is freed.

#![expect(unsafe_code, reason = "enters machine code and rebuilds interpreted calls from what it leaves")]

use super::{
    code::Next,
    control::Loop,
    machine::{Caller, Cont, Machine},
    ops::address,
    prepare::{Code, ControlInst},
    units::{Described, Describer},
};
use crate::{
    jit::{CompiledUnit, Entry, ExitState, JitCompiler, NativeContext, UnitSlot},
    kernel::Control,
};
use parking_lot::Mutex;
use std::{
    ops::Range,
    ptr::{null, null_mut},
    sync::{
        Arc, OnceLock,
        atomic::{
            AtomicBool, AtomicPtr, AtomicU32, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

/// Bytes of native stack that compiled code may use before it leaves for frames on the heap.
const STACK: usize = 64 << 10;
/// Calls above the one that returns at which a sample looks.
const LOOK_AT: usize = 64;
/// Kernels between two samples, at most.
const LONGEST_INTERVAL: u32 = 4096;
/// Where nothing is compiled.
const NEVER: i64 = 1 << 30;

/// Stands for a program that has run enough to have hot functions.
const WARM: u32 = u32::MAX;

/// What is known of a code's compilation.
#[derive(Default)]
pub(crate) struct JitState {
    /// Whether the code and all that it calls can be compiled as one.
    pub(super) whole: OnceLock<Result<(), String>>,
    calls: Asked<Vec<(Range<u32>, Pending)>>,
    /// The code with compiled parts.
    swapped: Swapped,
    /// For `tfrt.repeat.i32` and for `tfrt.while`.
    loops: [LoopState; 2],
    /// Whether the compiler was asked what it remembers.
    looked: AtomicBool,
}

/// The code that calls run instead, which changes as its parts are compiled.
#[derive(Default)]
struct Swapped {
    current: AtomicPtr<Code>,
    /// How many parts are settled, compiled or not, in the current code.
    settled: AtomicUsize,
    /// All that was current: calls may still run it. The last one is.
    #[expect(clippy::vec_box, reason = "their addresses stay as the list grows")]
    codes: Mutex<Vec<Box<Code>>>,
}

impl Swapped {
    #[inline]
    fn get(&self) -> Option<&Code> {
        // SAFETY: it is null, or one of the codes, which are kept as long as this is.
        unsafe { self.current.load(Acquire).as_ref() }
    }

    /// Swaps code in, if so many parts are more than what is in the current one.
    fn set(&self, settled: usize, code: impl FnOnce() -> Code) {
        let mut codes = self.codes.lock();
        if self.settled.load(Relaxed) < settled {
            codes.push(Box::new(code()));
            self.settled.store(settled, Relaxed);
            if let Some(code) = codes.last() {
                self.current.store((&raw const **code).cast_mut(), Release);
            }
        }
    }
}

#[derive(Default)]
struct LoopState {
    looked: AtomicBool,
    asked: Asked<Pending>,
    ready: OnceLock<Linked>,
}

/// How much something runs, and what was asked of the compiler when that was enough.
struct Asked<T> {
    kernels: AtomicU32,
    units: OnceLock<Option<T>>,
}

impl<T> Default for Asked<T> {
    fn default() -> Asked<T> {
        Asked { kernels: AtomicU32::new(0), units: OnceLock::new() }
    }
}

impl<T> Asked<T> {
    /// Counts; says whether it is enough.
    fn heat(&self, kernels: u32, threshold: u32) -> bool {
        let now = self.kernels.load(Relaxed).saturating_add(kernels);
        self.kernels.store(now, Relaxed);
        now >= threshold
    }
}

/// A unit that is being compiled.
struct Pending {
    slot: UnitSlot,
    codes: Box<[*const Code]>,
}

/// A compiled unit of a program.
#[derive(Clone)]
pub(crate) struct Linked {
    unit: Arc<CompiledUnit>,
    /// Code of each of its functions.
    codes: Box<[*const Code]>,
}

// SAFETY: the codes belong to the program that keeps this, and are constant.
unsafe impl Send for Pending {}
// SAFETY: as above.
unsafe impl Sync for Pending {}
// SAFETY: as above.
unsafe impl Send for Linked {}
// SAFETY: as above.
unsafe impl Sync for Linked {}

impl Pending {
    fn linked(&self) -> Option<Option<Linked>> {
        let done = self.slot.get()?;
        Some(done.as_ref().map(|unit| Linked { unit: unit.clone(), codes: self.codes.clone() }))
    }
}

/// A run of kernels that is compiled.
pub(crate) struct NativeInst {
    pub(super) steps: Range<u32>,
    linked: Linked,
}

/// How many kernels pass before a sample.
fn interval(jit: &dyn JitCompiler) -> i64 {
    i64::from((jit.threshold() / 4).clamp(1, LONGEST_INTERVAL))
}

impl Code {
    /// The code by which calls run now: with compiled parts, if there are any.
    #[inline]
    pub(crate) fn current(&self, machine: &Machine) -> &Code {
        match self.jit.swapped.get() {
            Some(code) => code,
            None if self.eager => self.compile_now(machine),
            None => self,
        }
    }

    #[cold]
    fn compile_now(&self, machine: &Machine) -> &Code {
        if let Some(jit) = &machine.program().inner().jit {
            if jit.threshold() == 0 {
                self.ask(machine, &**jit, 0);
            } else if !self.jit.looked.swap(true, Relaxed) {
                self.remember(machine, &**jit);
            }
            self.install();
        }
        self.jit.swapped.get().unwrap_or(self)
    }

    /// Counts kernels of this code and what it calls, and asks for compilation once they are enough.
    fn ask(&self, machine: &Machine, jit: &dyn JitCompiler, kernels: u32) {
        if self.jit.calls.units.get().is_some() || !self.jit.calls.heat(kernels, jit.threshold()) {
            return;
        }
        self.jit.calls.units.get_or_init(|| {
            let name = self.display_name();
            let (units, reasons) = self.units(machine, jit);
            for reason in reasons {
                jit.stays_interpreted(&name, &reason);
            }
            let units = units.into_iter().map(|(steps, Described { unit, codes })| {
                (steps, Pending { slot: jit.compile(unit, &name), codes: codes.into() })
            });
            let units: Vec<_> = units.collect();
            (!units.is_empty()).then_some(units)
        });
    }

    /// Takes what the compiler remembers of this code, if that is all.
    fn remember(&self, machine: &Machine, jit: &dyn JitCompiler) {
        let name = self.display_name();
        let (units, _) = self.units(machine, jit);
        let units = units.into_iter().map(|(steps, Described { unit, codes })| {
            Some((steps, Pending { slot: jit.remembered(&unit, &name)?, codes: codes.into() }))
        });
        if let Some(units) = units.collect::<Option<Vec<_>>>()
            && !units.is_empty()
        {
            self.jit.calls.units.get_or_init(|| Some(units));
        }
    }

    /// The parts of this code to compile, and why the rest is not.
    fn units(&self, machine: &Machine, jit: &dyn JitCompiler) -> (Vec<(Range<u32>, Described)>, Vec<String>) {
        let resolve = |id| machine.original_code(id);
        let describer = Describer { program: machine.program().inner(), jit, resolve: &resolve };
        let shortest = if jit.threshold() == 0 { 1 } else { super::units::SHORTEST };
        let (segments, reasons) = describer.segments(self, shortest);
        let units = segments.into_iter().filter_map(|steps| {
            let results = Describer::results_of(self, steps.clone());
            let entry = Entry::Steps { steps: steps.clone(), results };
            Some((steps, describer.describe(self, entry)?))
        });
        (units.collect(), reasons)
    }

    /// Swaps in what was asked for and is there: all of it, or at least twice as much as before.
    fn install(&self) {
        let Some(Some(units)) = self.jit.calls.units.get() else { return };
        let swapped = &self.jit.swapped;
        let before = swapped.settled.load(Relaxed);
        if before == units.len() {
            return;
        }
        let linked: Vec<_> =
            units.iter().filter_map(|(steps, pending)| Some((steps, pending.linked()?))).collect();
        let settled = linked.len();
        if settled < units.len() && settled < (2 * before).max(1) {
            return;
        }
        let natives: Vec<NativeInst> = linked
            .into_iter()
            .filter_map(|(steps, linked)| Some(NativeInst { steps: steps.clone(), linked: linked? }))
            .collect();
        if !natives.is_empty() {
            swapped.set(settled, || self.with_natives(natives));
        }
    }

    fn ask_loop(&self, machine: &Machine, jit: &dyn JitCompiler, state: &Loop, kernels: u32) {
        let of = &self.jit.loops[usize::from(state.is_while())];
        if let Some(asked) = of.asked.units.get() {
            if let Some(Some(linked)) = asked.as_ref().and_then(Pending::linked) {
                of.ready.get_or_init(|| linked);
            }
            return;
        }
        if !of.asked.heat(kernels, jit.threshold()) {
            return;
        }
        let asked = of.asked.units.get_or_init(|| {
            let name = self.display_name();
            match self.loop_unit(machine, jit, state) {
                Ok(Described { unit, codes }) => {
                    Some(Pending { slot: jit.compile(unit, &name), codes: codes.into() })
                }
                Err(reason) => {
                    jit.stays_interpreted(&name, &format!("as a loop's body: {reason}"));
                    None
                }
            }
        });
        if let Some(Some(linked)) = asked.as_ref().and_then(Pending::linked) {
            of.ready.get_or_init(|| linked);
        }
    }

    /// The unit of a loop around this code; why there is none.
    fn loop_unit(&self, machine: &Machine, jit: &dyn JitCompiler, state: &Loop) -> Result<Described, String> {
        let resolve = |id| machine.original_code(id);
        let describer = Describer { program: machine.program().inner(), jit, resolve: &resolve };
        describer.whole(self)?;
        let entry = if state.is_while() { Entry::While } else { Entry::Repeat };
        describer.describe(self, entry).ok_or_else(|| "what it calls has too many functions".to_owned())
    }

    /// Compiled code for the rest of a loop around this function, which runs on its registers.
    #[inline]
    pub(super) fn compiled_loop(&self, machine: &Machine, state: &Loop) -> Option<&Linked> {
        // SAFETY: the code's function owns the original as well.
        let original = unsafe { &*self.original() };
        let ready = &original.jit.loops[usize::from(state.is_while())].ready;
        match ready.get() {
            Some(linked) => Some(linked),
            None if self.eager => original.compile_loop_now(machine, state),
            None => None,
        }
    }

    #[cold]
    fn compile_loop_now(&self, machine: &Machine, state: &Loop) -> Option<&Linked> {
        let jit = &**machine.program().inner().jit.as_ref()?;
        let of = &self.jit.loops[usize::from(state.is_while())];
        if jit.threshold() == 0 {
            self.ask_loop(machine, jit, state, 0);
        } else if !of.looked.swap(true, Relaxed)
            && let Ok(Described { unit, codes }) = self.loop_unit(machine, jit, state)
            && let Some(slot) = jit.remembered(&unit, &self.display_name())
        {
            of.asked.units.get_or_init(|| Some(Pending { slot, codes: codes.into() }));
            self.ask_loop(machine, jit, state, 0);
        }
        of.ready.get()
    }

    fn display_name(&self) -> String {
        let view = self.function().view();
        let place = super::load::source_location(view.location());
        match view.is_region() || view.name().is_empty() {
            true => format!("region at {place}"),
            false => view.name().to_owned(),
        }
    }
}

impl Machine {
    /// The code of a function as it is interpreted, if the straight loop can run it.
    fn original_code<'a>(&self, id: u32) -> Option<&'a Code> {
        let function = self.program().inner().straight_function(id)?;
        self.original_straight_code(function)
    }
}

/// Looks at what is running: at the call of `code`, which returns, and at those that wait for it.
#[cold]
pub(super) fn sample(m: &mut Machine) {
    let Some(jit) = &m.program().inner().jit else {
        m.fuel = NEVER;
        return;
    };
    let jit = &**jit;
    let interval = interval(jit);
    let kernels = u32::try_from(m.sampled - m.fuel).unwrap_or(0);
    (m.fuel, m.sampled) = (interval, interval);
    // Nothing can be hot, and nobody need look, before the program as a whole has run as much.
    let program = m.program().inner();
    let before = program.jit_kernels.load(Relaxed);
    let kernels = match before {
        WARM => kernels,
        _ if before.saturating_add(kernels) < jit.threshold() => {
            program.jit_kernels.store(before + kernels, Relaxed);
            return;
        }
        // What has run so far counts for what runs now: it is most likely the same.
        _ => {
            program.jit_kernels.store(WARM, Relaxed);
            before.saturating_add(kernels)
        }
    };
    let resolve = |id| m.original_code(id);
    let describer = Describer { program: m.program().inner(), jit, resolve: &resolve };
    // SAFETY: codes of calls that are under way live as long as their program.
    let original = |code: *const Code| unsafe { &*(*code).original() };
    let mut hot = original(m.code);
    let mut looping = None;
    // From the call that returns upwards, as long as what waits can be compiled as a whole.
    let mut below = hot;
    let mut inside = describer.whole(hot).is_ok();
    for cont in m.conts.iter().rev().take(LOOK_AT) {
        if !inside {
            break;
        }
        match cont {
            Cont::Loop(state) => looping = looping.or(Some((below, *state))),
            Cont::Straight(caller) => {
                below = original(caller.code);
                inside = describer.whole(below).is_ok();
                if inside {
                    hot = below;
                }
            }
            _ => break,
        }
    }
    hot.ask(m, jit, kernels);
    hot.install();
    if let Some((body, state)) = looping {
        body.ask_loop(m, jit, &state, kernels);
    }
}

/// Makes room in the context's words.
unsafe extern "C" fn reserve(context: *mut NativeContext, count: u64) -> *mut u64 {
    // SAFETY: compiled code passes the context it was entered with.
    let words = unsafe { &mut (*context).words };
    let start = words.len();
    words.resize(start + count as usize, 0);
    &raw mut words[start]
}

impl NativeContext {
    pub(super) fn new() -> NativeContext {
        NativeContext {
            stack_limit: 0,
            cancelled: null(),
            kernels: 0,
            left: 0,
            results: null_mut(),
            functions: null(),
            reserve,
            words: Vec::new(),
        }
    }
}

/// Enters compiled code; says whether it came to its end.
///
/// # Safety
/// The registers are those of a call of the unit's function 0, as its entry wants them.
#[inline(always)]
unsafe fn enter_unit(m: &mut Machine, unit: &CompiledUnit, registers: *mut u64) -> bool {
    let here = 0u8;
    m.native.stack_limit = (&raw const here as usize).saturating_sub(STACK);
    m.native.cancelled = m.request().cancelled_flag();
    if unit.results > m.native_results.len() {
        m.native_results.resize(unit.results, 0);
    }
    m.native.results = m.native_results.as_mut_ptr();
    m.native.functions = unit.functions.as_ptr();
    // SAFETY: by the contract; the unit is kept, and with it its code.
    let left = unsafe { (unit.entry)(registers, &mut m.native) };
    m.kernels += std::mem::take(&mut m.native.kernels);
    left == 0
}

/// Runs a compiled run of kernels.
pub(super) unsafe fn native(pc: *const u32, registers: *mut u64, machine: *mut Machine) -> Next {
    // SAFETY: the thunk contract; the registers are those of the original code.
    unsafe {
        let inst = &*address::<NativeInst>(pc);
        if enter_unit(&mut *machine, &inst.linked.unit, registers) {
            return Next { pc: pc.add(4), registers };
        }
        bail(&mut *machine, &inst.linked, registers)
    }
}

/// Runs what remains of a loop; the values that the last iteration gave if it came to its end, or where to go on.
///
/// # Safety
/// The machine is about to run the function, whose arguments are in the registers, for the loop on top of its continuations.
pub(super) unsafe fn run_loop(
    m: &mut Machine,
    linked: &Linked,
    state: Loop,
    registers: *mut u64,
) -> Result<Vec<u64>, Next> {
    m.native.left = u64::from(state.left().unwrap_or(0));
    // SAFETY: by the contract.
    unsafe {
        if enter_unit(m, &linked.unit, registers) {
            return Ok(m.native_results[..linked.unit.results].to_vec());
        }
        Err(bail(m, linked, registers))
    }
}

/// Makes interpreted calls of what compiled code left; the innermost goes on.
///
/// # Safety
/// The unit has just left, and was entered with these registers.
#[cold]
unsafe fn bail(m: &mut Machine, linked: &Linked, mut registers: *mut u64) -> Next {
    let words = std::mem::take(&mut m.native.words);
    let mut records = Vec::new();
    let mut rest = words.as_slice();
    while let Some((&number, values)) = rest.split_first() {
        let exit = &linked.unit.exits[number as usize];
        let count: usize = usize::from(exit.entered_loop)
            + exit
                .frames
                .iter()
                .map(|frame| frame.registers.len() + usize::from(frame.state == ExitState::Looping))
                .sum::<usize>();
        let (values, after) = values.split_at(count);
        records.push((exit, values));
        rest = after;
    }
    let mut first = true;
    let mut next = null();
    for (exit, values) in records.into_iter().rev() {
        let mut values = values.iter().copied();
        let mut value = || values.next().unwrap_or_default();
        if exit.entered_loop {
            let left = value();
            if let Some(Cont::Loop(state)) = m.conts.last_mut() {
                state.set_left(left as u32);
            }
        }
        for frame in &exit.frames {
            let code_pointer = linked.codes[frame.function as usize];
            // SAFETY: the program keeps its codes.
            let code = unsafe { &*code_pointer };
            if !std::mem::take(&mut first) {
                registers = m.push_registers(code.num_registers);
            }
            let left = if frame.state == ExitState::Looping { value() } else { 0 };
            for &register in &frame.registers {
                // SAFETY: the call has this register.
                unsafe { registers.add(register as usize).write(value()) };
            }
            m.code = code_pointer;
            m.registers = registers;
            let pc = code.start_of(frame.step);
            if frame.state == ExitState::Next {
                next = pc;
                continue;
            }
            // SAFETY: the frame waits at a control flow kernel, whose instruction is followed by another one.
            let (inst, after) = unsafe { (address::<ControlInst>(pc), pc.add(4)) };
            let caller = Caller { pc: after, registers, code: code_pointer, inst, stack: m.stack };
            m.conts.push(Cont::Straight(caller));
            if frame.state == ExitState::Looping {
                // SAFETY: as above.
                let inst = unsafe { &*inst };
                let body = inst.functions[0];
                m.conts.push(Cont::Loop(match inst.control {
                    Control::While => Loop::while_true(body),
                    _ => Loop::repeat(body, (left as u32).saturating_add(1)),
                }));
            }
        }
    }
    Next { pc: next, registers }
}
