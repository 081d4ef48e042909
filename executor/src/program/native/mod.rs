//! Compiled code beside interpreted code: detecting hot code, and swapping in its machine code.
//!
//! The original [`FunctionCode`] of a function stays as it is. When units of it have been compiled, a second code is built that has a
//! single [`native`](crate::program::native::enter::native) instruction in place of each compiled run of kernels; calls that start from
//! then on use it. Both work on the same registers, so compiled code that bails out continues in the original code, at the same kernel.
//! Between two iterations, a loop checks whether there is compiled code for all that remain. Calls that run as dataflow have runs of their
//! own ([`dataflow::runs`](crate::program::dataflow::runs)).
//!
//! Hot code is found by sampling: every so many kernels, a machine examines the call that is returning and its callers.
//! Nothing is counted in between.
//!
//! If the compiler has code of an earlier run, functions use it at their first call, without being hot.
//!
//! A program keeps its compiled units, and outlives every run of its functions; so no thread runs freed code.

#![expect(unsafe_code, reason = "codes that are swapped in are kept by address")]

mod cold;
pub(in crate::program) mod enter;
pub(in crate::program) mod units;

use crate::{
    jit::{JitCompiler, Unit, UnitEntry, UnitSlot},
    program::{
        code::{
            function::{FunctionCode, Prepared},
            tiers::{Linked, NativeInst, Pending},
        },
        machine::{Cont, Machine, looping::Loop},
        native::units::{Described, Describer},
        open::ProgramInner,
    },
    value::SourceLocation,
};
use smallvec::{SmallVec, smallvec};
use std::{ops::Range, sync::atomic::Ordering::Relaxed};

/// Calls above the one that returns at which a sample looks.
const LOOK_AT: usize = 64;
/// Kernels between two samples, at most.
const LONGEST_INTERVAL: u32 = 4096;
/// The factor by which code within a compiled unit that still runs interpreted gets hot faster.
const KEEPS_RUNNING: u32 = 8;
/// The budget of a program in which nothing is compiled.
const NEVER: i64 = 1 << 30;

/// Stands for a program that has run enough to have hot functions.
const WARM: u32 = u32::MAX;

impl Pending {
    /// A unit for which `ask` asks.
    pub(in crate::program) fn asked(
        described: Described,
        ask: impl FnOnce(Unit) -> Option<UnitSlot>,
    ) -> Option<Pending> {
        let Described { unit, codes } = described;
        let places = match &unit.entry {
            UnitEntry::Steps { places } => places.as_slice().into(),
            UnitEntry::Repeat | UnitEntry::While => Box::default(),
        };
        let slot = ask(unit)?;
        for &code in &codes {
            // SAFETY: the codes belong to the program for which the unit is described, which keeps all codes.
            unsafe { &*code }.jit.is_part.store(true, Relaxed);
        }
        Some(Pending { slot, codes: codes.into(), places })
    }
}

/// Kernels for which entering compiled code pays.
pub(in crate::program) fn shortest(jit: &dyn JitCompiler) -> u32 {
    if jit.threshold() == 0 { 1 } else { crate::program::native::units::SHORTEST }
}

/// How many kernels pass before a sample. Where everything is compiled before it runs there is little to find, and looking at every
/// return would take longer than all calls of a deep recursion.
fn interval(jit: &dyn JitCompiler) -> i64 {
    match jit.threshold() {
        0 => i64::from(LONGEST_INTERVAL),
        threshold => i64::from((threshold / 4).clamp(1, LONGEST_INTERVAL)),
    }
}

impl FunctionCode {
    /// The code by which calls run now: with compiled parts, if there are any.
    #[inline]
    pub(crate) fn current(&self, machine: &Machine) -> &FunctionCode {
        match self.jit.swapped.get() {
            Some(code) => code,
            None if self.eager => self.compile_now(machine),
            None => self,
        }
    }

    #[cold]
    fn compile_now(&self, machine: &Machine) -> &FunctionCode {
        if let Some(jit) = &machine.inner().loaded.jit {
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
            let units = units.into_iter().filter_map(|(steps, described)| {
                let name = self.name_of(&name, &steps);
                Some((steps, Pending::asked(described, |unit| Some(jit.compile(unit, &name)))?))
            });
            let units: Vec<_> = units.collect();
            (!units.is_empty()).then_some(units)
        });
    }

    /// Takes what the compiler remembers of this code, if that is all.
    fn remember(&self, machine: &Machine, jit: &dyn JitCompiler) {
        let name = self.display_name();
        let (units, _) = self.units(machine, jit);
        let units = units.into_iter().map(|(steps, described)| {
            let name = self.name_of(&name, &steps);
            Some((steps, Pending::asked(described, |unit| jit.remembered(&unit, &name))?))
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
        let describer = Describer { program: machine.inner(), jit, resolve: &resolve };
        let (segments, reasons) = describer.segments(self, shortest(jit));
        let last_reads = Describer::last_reads(self);
        let units = segments.into_iter().filter_map(|steps| {
            let results = Describer::results_of(self, steps.clone(), &last_reads);
            let kernels = steps.clone().map(|step| self.position(step));
            Some((steps, describer.describe_kernels(self, kernels, &results)?))
        });
        (units.collect(), reasons)
    }

    /// The name of a part of this code.
    fn name_of(&self, name: &str, steps: &Range<u32>) -> String {
        match steps.len() == self.num_kernels as usize {
            true => name.to_owned(),
            false => format!("{name} [{}..{}]", steps.start, steps.end),
        }
    }

    /// Swaps in the requested code that is ready: all of it, or at least twice as much as before.
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

    /// Whether all requested code is swapped in, or nothing can be compiled.
    fn is_settled(&self) -> bool {
        let asked = self.jit.calls.units.get();
        asked.is_some_and(|asked| {
            asked.as_ref().is_none_or(|units| self.jit.swapped.settled.load(Relaxed) == units.len())
        })
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
                Ok(described) => Pending::asked(described, |unit| Some(jit.compile(unit, &name))),
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
        let describer = Describer { program: machine.inner(), jit, resolve: &resolve };
        describer.whole(self)?;
        let entry = if state.is_while() { UnitEntry::While } else { UnitEntry::Repeat };
        describer.describe_loop(self, entry).ok_or_else(|| "what it calls has too many functions".to_owned())
    }

    /// Compiled code of a loop around this function, if it is there and was seen to be.
    #[inline]
    fn ready_loop(&self, state: &Loop) -> Option<&Linked> {
        self.jit.loops[usize::from(state.is_while())].ready.get()
    }

    /// Compiled code for the rest of a loop around this function, which runs on its registers.
    #[inline]
    pub(in crate::program) fn compiled_loop(&self, machine: &Machine, state: &Loop) -> Option<&Linked> {
        // SAFETY: the code's function owns the original as well.
        let original = unsafe { &*self.original() };
        match original.ready_loop(state) {
            Some(linked) => Some(linked),
            None if self.eager => original.compile_loop_now(machine, state),
            None => None,
        }
    }

    #[cold]
    fn compile_loop_now(&self, machine: &Machine, state: &Loop) -> Option<&Linked> {
        let jit = &**machine.inner().loaded.jit.as_ref()?;
        let of = &self.jit.loops[usize::from(state.is_while())];
        if jit.threshold() == 0 {
            self.ask_loop(machine, jit, state, 0);
        } else if !of.looked.swap(true, Relaxed)
            && let Ok(described) = self.loop_unit(machine, jit, state)
            && let Some(pending) =
                Pending::asked(described, |unit| jit.remembered(&unit, &self.display_name()))
        {
            of.asked.units.get_or_init(|| Some(pending));
            self.ask_loop(machine, jit, state, 0);
        }
        of.ready.get()
    }

    pub(in crate::program) fn display_name(&self) -> String {
        let view = self.function().view();
        let place = SourceLocation::of(view.location());
        match view.is_region() || view.name().is_empty() {
            true => format!("region at {place}"),
            false => view.name().to_owned(),
        }
    }
}

impl Machine {
    /// The code in which the straight loop runs the function now, if any.
    #[inline]
    pub(crate) fn straight_code<'a>(&self, function: &'a Prepared) -> Option<&'a FunctionCode> {
        Some(self.original_straight_code(function)?.current(self))
    }

    /// The code in which the straight loop may run the function, if any, without compiled parts.
    #[inline]
    pub(crate) fn original_straight_code<'a>(&self, function: &'a Prepared) -> Option<&'a FunctionCode> {
        if self.run.free || (!self.run.single && function.pure) {
            return Some(function.textual());
        }
        Some(function.main()).filter(|code| code.straight)
    }

    /// The code of a function as it is interpreted, if the straight loop can run it.
    pub(in crate::program) fn original_code(&self, id: u32) -> Option<&FunctionCode> {
        let function = self.inner().straight_function(id)?;
        self.original_straight_code(function)
    }
}

/// Takes a sample if anything can be hot: the compiler, and the number of kernels that the machine has run
/// since the last sample.
///
/// # Safety
/// During `'a` something of the run is under way that keeps its program.
pub(in crate::program) unsafe fn take_sample<'a>(m: &mut Machine) -> Option<(&'a dyn JitCompiler, u32)> {
    // SAFETY: the caller says that something keeps the program of the run alive during `'a`.
    let program: &'a ProgramInner = unsafe { m.kept_program() };
    let Some(jit) = &program.loaded.jit else {
        m.native.fuel = NEVER;
        return None;
    };
    let jit = &**jit;
    let interval = interval(jit);
    let kernels = u32::try_from(m.native.sampled - m.native.fuel).unwrap_or(0);
    (m.native.fuel, m.native.sampled) = (interval, interval);
    // Nothing can be hot, and no sample is needed, before the program as a whole has run as much.
    let before = program.jit_kernels.load(Relaxed);
    let kernels = match before {
        WARM => kernels,
        _ if before.saturating_add(kernels) < jit.threshold() => {
            program.jit_kernels.store(before + kernels, Relaxed);
            return None;
        }
        // The kernels since the last sample count for the current call: most likely they were its own.
        _ => {
            program.jit_kernels.store(WARM, Relaxed);
            before.saturating_add(kernels)
        }
    };
    Some((jit, kernels))
}

/// Looks at what is running: at the call of `code`, which returns, and at those that wait for it.
#[cold]
pub(in crate::program) fn sample(m: &mut Machine) {
    // SAFETY: the call that returns keeps the program meanwhile.
    let Some((jit, kernels)) = (unsafe { take_sample(m) }) else { return };
    let m: &Machine = m;
    let resolve = |id| m.original_code(id);
    let describer = Describer { program: m.inner(), jit, resolve: &resolve };
    // SAFETY: codes of calls that are under way live as long as their program.
    let original = |code: *const FunctionCode| unsafe { &*(*code).original() };
    // From the call that returns upwards, as long as what waits can be compiled as a whole.
    let mut calls: SmallVec<[&FunctionCode; 8]> = smallvec![original(m.straight.code)];
    let mut loops: SmallVec<[(&FunctionCode, Loop); 4]> = SmallVec::new();
    if describer.whole(calls[0]).is_ok() {
        let mut below = calls[0];
        for cont in m.calls.conts.iter().rev().take(LOOK_AT) {
            match cont {
                Cont::Loop(state) => loops.push((below, *state)),
                Cont::Straight(caller) => {
                    below = original(caller.code);
                    // Recursive functions are visited once.
                    if calls.iter().any(|code| std::ptr::eq(*code, below)) {
                        continue;
                    }
                    if describer.whole(below).is_err() {
                        break;
                    }
                    calls.push(below);
                }
                _ => break,
            }
        }
    }
    // Of the loops that run, the innermost. Where that is compiled and there is still so much to interpret, the one around it.
    let mut heat = kernels;
    for (body, state) in loops {
        body.ask_loop(m, jit, &state, heat);
        if body.ready_loop(&state).is_none() {
            break;
        }
        heat = heat.saturating_mul(KEEPS_RUNNING);
    }
    // Of the calls, the outermost. A call that is compiled and still runs interpreted began before, and may take long: then its
    // callee.
    let mut heat = kernels;
    for code in calls.into_iter().rev() {
        code.ask(m, jit, heat);
        code.install();
        if !code.is_settled() {
            break;
        }
        heat = heat.saturating_mul(KEEPS_RUNNING);
    }
}
