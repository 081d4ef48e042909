//! Compiled runs of kernels within dataflow calls.
//!
//! Where a function runs as dataflow, scalar kernels that follow each other without waiting are compiled as one run, and the
//! interpreter runs the kernels between them. Once a function is hot, a [`RunPlan`] is made for kernels that recur; it says which
//! kernels follow and under which conditions. When the first kernel of a run is about to run and the conditions hold, compiled code
//! runs all of them. Then their results are stored kernel by kernel: results, counters and lists of ready kernels are as if they had
//! been interpreted. If the code bails out, the results of the kernels that have run are stored, and the kernel at which it bailed out
//! is interpreted.
//!
//! The interpreter handles errors and cancelled requests: a frame that has an error runs no compiled code.

#![expect(unsafe_code, reason = "enters machine code on the registers of a frame")]

use crate::program::{
    code::{
        function::{ControlInst, FunctionCode},
        instruction::{Next, address},
        tiers::{Fit, FlowRun, FlowRuns, Leader, Linked, Pending, RunPlan},
    },
    frames::{Flow, FlowFrame, READY},
    machine::{Cont, Machine},
    native::{
        enter::{enter_unit, go_on_inside},
        shortest, take_sample,
        units::{Describer, SHORTEST},
    },
};
use crate::{
    jit::{ExitState, JitCompiler},
    value::Value,
};
use parking_lot::Mutex;
use std::{
    ptr::{from_ref, null_mut},
    sync::{
        OnceLock,
        atomic::{
            AtomicBool, AtomicPtr, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

/// The occurrences of a kernel without a run after which one is planned. The first is for code that is compiled before it
/// runs.
const PLAN_AT: [u32; 4] = [1, 8, 64, 512];
/// No more is planned.
const NEVER: u32 = u32::MAX;
/// Kernels of all runs of a function, for each kernel that it has.
const MOST: usize = 4;

/// The outcome of a ready kernel.
pub(in crate::program) enum Ran {
    /// Nothing: it is interpreted.
    No,
    /// It and others have run.
    Run,
    /// Others have run, and this kernel must be interpreted.
    Interpret(u32),
    /// Others have run, and its call is under way.
    Calls(Next),
}

impl FlowRuns {
    /// The runs of the function that this flow is of, if there may be any.
    ///
    /// # Safety
    /// Something that is ready keeps the flow's frame. So it does for as long as what this gives is used.
    #[inline(always)]
    pub(in crate::program) unsafe fn of<'a>(m: &mut Machine, flow: &Flow) -> Option<&'a FlowRuns> {
        // SAFETY: the caller says that a ready kernel keeps the flow's frame, and with it its program, for
        // `'a`; the program keeps the function's code.
        let code: &'a FunctionCode = unsafe { &*(*flow.frame).code };
        if m.native.fuel < 0 {
            sample_flow(m, code);
        }
        match code.jit.flow.units.get() {
            Some(runs) => runs.as_ref(),
            None if code.eager => FlowRuns::made_now(m, code),
            None => None,
        }
    }

    #[cold]
    fn made_now<'a>(m: &Machine, code: &'a FunctionCode) -> Option<&'a FlowRuns> {
        let jit = &**m.inner().loaded.jit.as_ref()?;
        let runs = code.jit.flow.units.get_or_init(|| Some(FlowRuns::new(m, jit, code))).as_ref()?;
        if jit.threshold() == 0 {
            runs.heat_up(jit, code);
        }
        Some(runs)
    }

    fn new(m: &Machine, jit: &dyn JitCompiler, code: &FunctionCode) -> FlowRuns {
        let resolve = |id| m.original_code(id);
        let describer = Describer { program: m.inner(), jit, resolve: &resolve };
        let mut reasons = Vec::new();
        let view = code.function().view();
        let fits = view.kernels().map(|kernel| match describer.step_fits(code, &kernel) {
            Ok(_) if describer.weight(&kernel) == SHORTEST => Fit::Control,
            Ok(_) => Fit::Scalar,
            Err(reason) => {
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
                Fit::No
            }
        });
        let fits = fits.collect();
        FlowRuns {
            leaders: (0..view.num_kernels()).map(|_| Leader::default()).collect(),
            fits,
            reasons,
            hot: AtomicBool::new(false),
            planned: AtomicUsize::new(0),
            told: AtomicBool::new(false),
            runs: Mutex::default(),
        }
    }

    /// Runs what begins with this kernel, if that is compiled and may run.
    ///
    /// The kernels that run may let another thread finish the call and free its program, and this with it; so this is passed as a pointer.
    ///
    /// # Safety
    /// These are the runs of the flow's function, which is there. The kernel is ready in the flow, was taken from the list, and has not
    /// run.
    #[inline]
    pub(in crate::program) unsafe fn run(
        this: *const FlowRuns,
        m: &mut Machine,
        flow: &mut Flow,
        kernel: u32,
    ) -> Ran {
        // SAFETY: until the kernel has run it keeps the frame, and that the program, which keeps this and all runs.
        unsafe {
            let leader: *const Leader = &raw const (&(*this).leaders)[kernel as usize];
            loop {
                let mut at: *const FlowRun = (*leader).first.load(Acquire);
                while let Some(run) = at.as_ref() {
                    if let Some(linked) = run.linked()
                        && run.fits(m, flow)
                    {
                        let linked: *const Linked = linked;
                        return FlowRun::enter(at, m, flow, linked);
                    }
                    at = run.next.load(Acquire);
                }
                if (*leader).missed.load(Relaxed) == NEVER || !(*this).miss(m, flow, kernel) {
                    return Ran::No;
                }
            }
        }
    }

    /// Handles a kernel without a run; returns whether it has one now.
    ///
    /// # Safety
    /// As for [`FlowRuns::run`].
    #[cold]
    unsafe fn miss(&self, m: &Machine, flow: &Flow, kernel: u32) -> bool {
        let leader = &self.leaders[kernel as usize];
        let hot = self.hot.load(Relaxed);
        if self.fits[kernel as usize] == Fit::No {
            leader.missed.store(NEVER, Relaxed);
            return false;
        }
        // SAFETY: `within` is null or points at a run in the list that `self` owns, from which no run is
        // removed.
        if unsafe { leader.within.load(Acquire).as_ref() }.is_some_and(|run| !run.pending.is_settled()) {
            return false;
        }
        // SAFETY: the caller says that the kernel is ready in the flow and has not run, so the flow's frame
        // is not freed.
        let frame = unsafe { &*flow.frame };
        if frame.has_errors.load(Relaxed) || m.request().is_cancelled() {
            return false;
        }
        let missed = leader.missed.load(Relaxed).saturating_add(1);
        if !hot && missed > 1 {
            return false;
        }
        leader.missed.store(if missed > PLAN_AT[3] { NEVER } else { missed }, Relaxed);
        let Some(jit) = &m.inner().loaded.jit else { return false };
        let first = if hot && jit.threshold() > 0 { 1 } else { 0 };
        if !PLAN_AT[first..].contains(&missed) {
            return false;
        }
        // SAFETY: the caller says that the kernel is ready in the flow, was taken from its list, and has not
        // run; these are the runs of the flow's function.
        unsafe { self.plan(m, &**jit, flow, kernel, hot) }
    }

    /// Plans a run, and asks for its code; whether there is one.
    ///
    /// # Safety
    /// As for [`FlowRuns::run`].
    unsafe fn plan(&self, m: &Machine, jit: &dyn JitCompiler, flow: &Flow, kernel: u32, hot: bool) -> bool {
        // SAFETY: the caller says that the kernel is ready in the flow and has not run, so the flow's frame
        // is not freed.
        let (plan, code) = unsafe {
            let ready = &m.flows.ready.inline[flow.base as usize..];
            (RunPlan::new(flow, ready, kernel, &self.fits), (*flow.frame).code())
        };
        let resolve = |id| m.original_code(id);
        let describer = Describer { program: m.inner(), jit, resolve: &resolve };
        let view = code.function().view();
        let weight = |&kernel: &u32| describer.weight(&view.kernel(kernel as usize));
        let weight: u32 = plan.kernels.iter().map(weight).sum();
        let mut runs = self.runs.lock();
        if weight.max(u32::from(shortest(jit) <= 1)) < shortest(jit) {
            if hot && runs.is_empty() && !self.told.swap(true, Relaxed) {
                let reason =
                    "as dataflow: kernels of scalars that follow each other without waiting are too few";
                jit.stays_interpreted(&code.display_name(), reason);
            }
            return false;
        }
        let leader = &self.leaders[kernel as usize];
        let total = self.planned.load(Relaxed) + plan.kernels.len();
        if runs.iter().any(|run| run.plan == plan) || total > MOST * self.leaders.len() {
            return false;
        }
        let results: Vec<u32> = plan.stores.iter().map(|store| store.register).collect();
        let described = describer.describe_kernels(code, plan.kernels.iter().copied(), &results);
        let name = format!("{} [dataflow from {kernel}]", code.display_name());
        let pending = described.and_then(|described| {
            Pending::asked(described, |unit| match hot {
                true => Some(jit.compile(unit, &name)),
                false => jit.remembered(&unit, &name),
            })
        });
        let Some(pending) = pending else { return false };
        self.planned.store(total, Relaxed);
        let counted = plan.kernels.iter().filter(|&&kernel| code.is_counted(kernel)).count() as u32;
        let run = Box::new(FlowRun {
            plan,
            counted,
            pending,
            linked: OnceLock::new(),
            next: AtomicPtr::new(leader.first.load(Acquire)),
        });
        let address = from_ref(&*run).cast_mut();
        for &within in &run.plan.kernels[1..] {
            self.leaders[within as usize].within.store(address, Release);
        }
        runs.push(run);
        leader.first.store(address, Release);
        true
    }

    /// The function is hot.
    fn heat_up(&self, jit: &dyn JitCompiler, code: &FunctionCode) {
        if self.hot.swap(true, Relaxed) {
            return;
        }
        for leader in &self.leaders {
            leader.missed.store(0, Relaxed);
        }
        let name = code.display_name();
        for reason in &self.reasons {
            jit.stays_interpreted(&name, reason);
        }
    }
}

impl FlowRun {
    #[inline]
    fn linked(&self) -> Option<&Linked> {
        match self.linked.get() {
            Some(linked) => linked.as_ref(),
            None => self.link(),
        }
    }

    #[cold]
    fn link(&self) -> Option<&Linked> {
        let linked = self.pending.linked()?;
        self.linked.get_or_init(|| linked).as_ref()
    }

    /// Whether the conditions hold under which the kernels follow each other, and all of them can run.
    ///
    /// # Safety
    /// The first kernel is ready in the flow, was taken from the list, and keeps the frame.
    #[inline]
    unsafe fn fits(&self, m: &Machine, flow: &Flow) -> bool {
        // SAFETY: the caller says that the first kernel is ready and keeps the frame, which has a counter for
        // each kernel of the plan.
        unsafe {
            let frame = &*flow.frame;
            let waits_for = |kernel: u32| frame.waits_for(kernel);
            let plan = &self.plan;
            m.flows.ready.inline[flow.base as usize..].ends_with(&plan.consumed)
                && (flow.initial || !plan.initial_only)
                && plan.arrived.iter().all(|&(kernel, count)| waits_for(kernel) == count)
                && plan.absent.iter().all(|&(kernel, count)| waits_for(kernel) > count)
                // Checked after the values that have arrived, which may have been an error.
                && !frame.has_errors.load(Relaxed)
                && !m.request().is_cancelled()
        }
    }

    /// Runs the kernels.
    ///
    /// # Safety
    /// The run is there, and [`FlowRun::fits`] has just said that it can run in this flow; `linked` is its code.
    #[inline]
    unsafe fn enter(this: *const FlowRun, m: &mut Machine, flow: &mut Flow, linked: *const Linked) -> Ran {
        // SAFETY: the first kernel has not run, so frame and program are not freed. The registers that the code reads are written, and
        // only this run writes its results' registers. Until all results are stored, kernels with results to store keep frame and program:
        // their users have not run, or they are counted in `left`. After the last result neither is accessed: the number of results is
        // read before.
        unsafe {
            let registers = (*flow.frame).registers;
            if !enter_unit(m, &(*linked).unit, registers) {
                return (*this).leave(m, flow, &*linked);
            }
            let plan = &(*this).plan;
            let ready = &mut m.flows.ready.inline;
            ready.truncate(ready.len() - plan.consumed.len());
            flow.ran += plan.kernels.len() as u32;
            flow.done += (*this).counted;
            let count = plan.stores.len();
            for at in 0..count {
                let (frame, store) = (&*flow.frame, &plan.stores[at]);
                let register = store.register;
                if store.is_result
                    && let Some(kind) = frame.kind(register)
                {
                    let bits = frame.registers.add(register as usize).read();
                    frame.produce(register, || Value::Scalar(kind, bits));
                }
                frame.tags.add(register as usize).write(READY);
                FlowFrame::count_down(flow.frame, m, plan.users(store), flow);
            }
            Ran::Run
        }
    }

    /// Goes on where compiled code has left.
    ///
    /// # Safety
    /// As for [`FlowRun::enter`]; the code has just left.
    #[cold]
    unsafe fn leave(&self, m: &mut Machine, flow: &mut Flow, linked: &Linked) -> Ran {
        let words = std::mem::take(&mut m.native.context.words);
        let (_, calls) = linked.left_calls(&words);
        let Some((outermost, inner)) = calls.split_first() else { return Ran::No };
        let step = outermost.frame.step as usize;
        let kernel = self.plan.kernels[step];
        // SAFETY: the unit's registers are those of the frame, which what has not run keeps.
        unsafe {
            let frame: &FlowFrame = &*flow.frame;
            outermost.restore(frame.registers, |register| linked.places[register as usize]);
            // As the interpreter would have done it.
            for (i, &earlier) in self.plan.kernels[..=step].iter().enumerate() {
                if i > 0 {
                    let next = m.flows.ready.inline.pop();
                    debug_assert_eq!(next, Some(earlier));
                }
                if i < step {
                    m.store_scalars(flow, earlier);
                }
            }
            if outermost.frame.state == ExitState::Next {
                return Ran::Interpret(kernel);
            }
            let (pc, _) = frame.code().entry(kernel);
            // What compiled code works on are numbers.
            m.push_flow(*flow, kernel, 0);
            m.calls.conts.extend(outermost.waits_in(&*address::<ControlInst>(pc)).map(Cont::Loop));
            let nowhere = Next { pc: std::ptr::null(), registers: null_mut() };
            Ran::Calls(go_on_inside(m, linked, inner, nowhere))
        }
    }
}

/// Looks at a function that goes on as dataflow.
#[cold]
fn sample_flow(m: &mut Machine, code: &FunctionCode) {
    // SAFETY: the kernel that is about to run keeps the program while this looks.
    let Some((jit, kernels)) = (unsafe { take_sample(m) }) else { return };
    let flow = &code.jit.flow;
    if !flow.heat(kernels, jit.threshold()) {
        return;
    }
    if let Some(runs) = flow.units.get_or_init(|| Some(FlowRuns::new(m, jit, code))) {
        runs.heat_up(jit, code);
    }
}
