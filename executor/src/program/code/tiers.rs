//! The state of a code's compilation, which the tiers of native code keep with it.
//!
//! This module has only the types. [`native`](crate::program::native) finds hot code, has it compiled and swaps it in;
//! [`dataflow`](crate::program::dataflow) plans and runs the compiled parts of calls that run as dataflow.
//!
//! A program keeps its codes, and all codes that were ever swapped in for them, as long as it lives: so addresses of codes stay
//! valid in any run of its functions.

#![expect(unsafe_code, reason = "codes that are swapped in are kept by address")]

use crate::{
    jit::{CompiledUnit, UnitSlot},
    program::code::function::FunctionCode,
};
use parking_lot::Mutex;
use std::{
    ops::Range,
    sync::{
        Arc, OnceLock,
        atomic::{
            AtomicBool, AtomicPtr, AtomicU32, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

/// The state of a code's compilation.
#[derive(Default)]
pub(crate) struct JitState {
    /// Whether the code and all that it calls can be compiled as one.
    pub(in crate::program) whole: OnceLock<Result<(), String>>,
    pub(in crate::program) calls: Asked<Vec<(Range<u32>, Pending)>>,
    /// The code with compiled parts.
    pub(in crate::program) swapped: Swapped,
    /// For `tfrt.repeat.i32` and for `tfrt.while`.
    pub(in crate::program) loops: [LoopState; 2],
    /// Whether the compiler was asked for code of earlier runs.
    pub(in crate::program) looked: AtomicBool,
    /// The state of its runs as dataflow.
    pub(in crate::program) flow: Asked<FlowRuns>,
    /// Whether it is part of a requested unit.
    pub(in crate::program) is_part: AtomicBool,
}

impl JitState {
    /// Whether no part of it was ever requested from the compiler.
    pub(in crate::program) fn is_cold(&self) -> bool {
        let looping = self.loops.iter().any(|of| of.asked.units.get().is_some());
        let flows = self.flow.units.get().is_some_and(|runs| runs.as_ref().is_some_and(FlowRuns::is_hot));
        !(self.is_part.load(Relaxed) || self.calls.units.get().is_some() || looping || flows)
    }
}

/// The code that calls run instead, which changes as its parts are compiled.
#[derive(Default)]
pub(in crate::program) struct Swapped {
    current: AtomicPtr<FunctionCode>,
    /// The number of parts that are settled, compiled or not, in the current code.
    pub(in crate::program) settled: AtomicUsize,
    /// All that was current: calls may still run it. The last one is.
    #[expect(clippy::vec_box, reason = "their addresses stay as the list grows")]
    codes: Mutex<Vec<Box<FunctionCode>>>,
}

impl Swapped {
    #[inline]
    pub(in crate::program) fn get(&self) -> Option<&FunctionCode> {
        // SAFETY: it is null, or one of the codes, which are kept as long as this is.
        unsafe { self.current.load(Acquire).as_ref() }
    }

    /// Swaps code in, if so many parts are more than the current one has.
    pub(in crate::program) fn set(&self, settled: usize, code: impl FnOnce() -> FunctionCode) {
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

/// The state of the compilation of a loop around a function.
#[derive(Default)]
pub(in crate::program) struct LoopState {
    pub(in crate::program) looked: AtomicBool,
    pub(in crate::program) asked: Asked<Pending>,
    pub(in crate::program) ready: OnceLock<Linked>,
}

/// A counter of runs, and the request to the compiler that was made when it was high enough.
pub(in crate::program) struct Asked<T> {
    kernels: AtomicU32,
    pub(in crate::program) units: OnceLock<Option<T>>,
}

impl<T> Default for Asked<T> {
    fn default() -> Asked<T> {
        Asked { kernels: AtomicU32::new(0), units: OnceLock::new() }
    }
}

impl<T> Asked<T> {
    /// Counts; says whether it is enough.
    pub(in crate::program) fn heat(&self, kernels: u32, threshold: u32) -> bool {
        let now = self.kernels.load(Relaxed).saturating_add(kernels);
        self.kernels.store(now, Relaxed);
        now >= threshold
    }
}

/// A unit that is being compiled.
pub(in crate::program) struct Pending {
    pub(in crate::program) slot: UnitSlot,
    pub(in crate::program) codes: Box<[*const FunctionCode]>,
    pub(in crate::program) places: Box<[u32]>,
}

/// A compiled unit of a program.
#[derive(Clone)]
pub(crate) struct Linked {
    pub(in crate::program) unit: Arc<CompiledUnit>,
    /// Code of each of its functions.
    pub(in crate::program) codes: Box<[*const FunctionCode]>,
    /// Of an entry that is some kernels of a call: where its registers are.
    pub(in crate::program) places: Box<[u32]>,
}

// SAFETY: the codes belong to the program that keeps this, and are constant.
unsafe impl Send for Pending {}
// SAFETY: the codes belong to the program that keeps this, and are constant.
unsafe impl Sync for Pending {}
// SAFETY: the codes belong to the program that keeps this, and are constant.
unsafe impl Send for Linked {}
// SAFETY: the codes belong to the program that keeps this, and are constant.
unsafe impl Sync for Linked {}

impl Pending {
    /// Whether it is known what becomes of it.
    pub(in crate::program) fn is_settled(&self) -> bool {
        self.slot.get().is_some()
    }

    pub(in crate::program) fn linked(&self) -> Option<Option<Linked>> {
        let done = self.slot.get()?;
        Some(done.as_ref().map(|unit| Linked {
            unit: unit.clone(),
            codes: self.codes.clone(),
            places: self.places.clone(),
        }))
    }
}

/// A run of kernels that is compiled.
pub(crate) struct NativeInst {
    pub(in crate::program) steps: Range<u32>,
    pub(in crate::program) linked: Linked,
}

/// The ways to run a kernel within a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::program) enum Fit {
    /// It is interpreted.
    No,
    /// It may take long.
    Control,
    /// It is one step.
    Scalar,
}

/// Kernels that run one after the other.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::program) struct RunPlan {
    /// The kernels, in order.
    pub(in crate::program) kernels: Box<[u32]>,
    /// Those of them that are ready before, except for the first, as they are on the list of ready kernels.
    pub(in crate::program) consumed: Box<[u32]>,
    /// Whether only the call that collects the function's results may run it.
    pub(in crate::program) initial_only: bool,
    /// Kernels that wait for exactly so many results of the run.
    pub(in crate::program) arrived: Box<[(u32, u32)]>,
    /// Kernels that wait for more than so many results of the run.
    pub(in crate::program) absent: Box<[(u32, u32)]>,
    /// Stores for other units, in order.
    pub(in crate::program) stores: Box<[Store]>,
    pub(in crate::program) users: Box<[u32]>,
}

/// A register that the run writes and others read.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::program) struct Store {
    pub(in crate::program) register: u32,
    pub(in crate::program) is_result: bool,
    pub(in crate::program) users: Range<u32>,
}

/// Runs of a function's kernels.
pub(in crate::program) struct FlowRuns {
    /// By position.
    pub(in crate::program) leaders: Box<[Leader]>,
    pub(in crate::program) fits: Box<[Fit]>,
    /// The reasons why kernels stay interpreted.
    pub(in crate::program) reasons: Vec<String>,
    /// Whether the function is hot; otherwise the compiler has code of an earlier run.
    pub(in crate::program) hot: AtomicBool,
    /// Kernels of all runs.
    pub(in crate::program) planned: AtomicUsize,
    /// Whether it was said that runs are too short.
    pub(in crate::program) told: AtomicBool,
    #[expect(clippy::vec_box, reason = "their addresses stay as the list grows")]
    pub(in crate::program) runs: Mutex<Vec<Box<FlowRun>>>,
}

/// A kernel as the first of a run.
#[derive(Default)]
pub(in crate::program) struct Leader {
    /// Its runs.
    pub(in crate::program) first: AtomicPtr<FlowRun>,
    /// The number of times it occurred and no run fitted.
    pub(in crate::program) missed: AtomicU32,
    /// A run that it is part of: as long as that is being compiled, it turns up because of that.
    pub(in crate::program) within: AtomicPtr<FlowRun>,
}

/// A run of kernels that is compiled, or being compiled.
pub(in crate::program) struct FlowRun {
    pub(in crate::program) plan: RunPlan,
    /// The number of kernels that the frame counts.
    pub(in crate::program) counted: u32,
    pub(in crate::program) pending: Pending,
    pub(in crate::program) linked: OnceLock<Option<Linked>>,
    /// Another run with the same first kernel.
    pub(in crate::program) next: AtomicPtr<FlowRun>,
}

impl FlowRuns {
    /// Whether the function is hot.
    pub(in crate::program) fn is_hot(&self) -> bool {
        self.hot.load(Relaxed)
    }

    /// Kernels of the latest run that begins with this one.
    pub(in crate::program) fn length_of(&self, first: u32) -> Option<u32> {
        let runs = self.runs.lock();
        let run = runs.iter().rev().find(|run| run.plan.kernels[0] == first)?;
        Some(run.plan.kernels.len() as u32)
    }
}
