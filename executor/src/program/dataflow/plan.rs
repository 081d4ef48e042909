//! Plans of runs: the kernels of a dataflow call that run one after the other, and the conditions under which
//! they do so again.
//!
//! A plan is made where a kernel is about to run: the planner simulates the rules of dataflow from there, for as long as the
//! next kernel can be compiled. Besides the kernels, in order, it has the conditions under which exactly these follow each
//! other:
//!
//! * kernels that are not made ready by the run itself are on the list of ready kernels, directly below the first;
//! * each other kernel waits for nothing but the run's own results;
//! * no kernel that uses results of the run, and would go first, becomes ready.
//!
//! The conditions also cover all operands of the ready kernels, so few kernels have to be checked.
//!
//! A run ends where another thread could observe it: where a kernel of another stream becomes ready, and, unless the call still
//! collects its results itself, where a result of the function becomes available.

#![expect(unsafe_code, reason = "looks at what the kernels of a frame wait for")]

use crate::program::{
    code::{
        function::FunctionCode,
        order::Graph,
        tiers::{Fit, RunPlan, Store},
    },
    frames::{Flow, FlowFrame},
    native::units::LONGEST,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The number of kernels to examine for available operands.
const LOOK_AT: usize = 4096;

impl RunPlan {
    /// Kernels outside of the run that use the stored register.
    #[inline]
    pub(in crate::program) fn users(&self, store: &Store) -> &[u32] {
        &self.users[store.users.start as usize..store.users.end as usize]
    }

    /// Simulates the rules from a ready kernel, which was taken from the list: `ready` is the flow's part of the rest.
    ///
    /// # Safety
    /// The kernel is ready in the flow, and keeps its frame.
    pub(in crate::program) unsafe fn new(flow: &Flow, ready: &[u32], first: u32, fits: &[Fit]) -> RunPlan {
        // SAFETY: the caller says that the kernel is ready in the flow; it has not run, so the flow's frame
        // is not freed.
        let frame = unsafe { &*flow.frame };
        Planner::new(frame, flow, ready, fits).plan(first)
    }
}

/// A walk through the rules.
struct Planner<'a> {
    frame: &'a FlowFrame,
    code: &'a FunctionCode,
    graph: &'a Graph,
    flow: &'a Flow,
    fits: &'a [Fit],
    ready: &'a [u32],
    /// The number of ready kernels that are left.
    below: usize,
    /// Kernels that the run has made ready.
    list: Vec<u32>,
    kernels: Vec<u32>,
    /// For each user, the number of the run's results that it has got, and the last kernel that gave it one.
    uses: FxHashMap<u32, (u32, usize)>,
    /// Registers of which it is known that they are there.
    known: FxHashSet<u32>,
    arrived: Vec<(u32, u32)>,
    initial_only: bool,
    /// Whether a kernel of another stream waits for a result of the run and for something else.
    waits_elsewhere: bool,
}

impl<'a> Planner<'a> {
    fn new(frame: &'a FlowFrame, flow: &'a Flow, ready: &'a [u32], fits: &'a [Fit]) -> Planner<'a> {
        Planner {
            frame,
            code: frame.code(),
            graph: frame.graph(),
            flow,
            fits,
            ready,
            below: ready.len(),
            list: Vec::new(),
            kernels: Vec::new(),
            uses: FxHashMap::default(),
            known: FxHashSet::default(),
            arrived: Vec::new(),
            initial_only: false,
            waits_elsewhere: false,
        }
    }

    fn plan(mut self, first: u32) -> RunPlan {
        let (mut kernel, mut was_ready) = (first, true);
        loop {
            self.enter(kernel, was_ready);
            let (tells, gives) = self.give(kernel);
            if tells || (gives && !self.flow.initial) || self.kernels.len() >= LONGEST as usize {
                break;
            }
            let Some(next) = self.next() else { break };
            self.initial_only |= gives;
            (kernel, was_ready) = next;
        }
        self.finish()
    }

    /// The number of operands that a kernel waits for.
    fn waits_for(&self, kernel: u32) -> u32 {
        // SAFETY: the frame has a counter for each kernel.
        unsafe { self.frame.waits_for(kernel) }
    }

    /// The kernel is the next one of the run.
    fn enter(&mut self, kernel: u32, was_ready: bool) {
        let view = self.frame.function().view().kernel(kernel as usize);
        let operands = view.operands();
        if !was_ready && !operands.iter().all(|register| self.known.contains(register)) {
            self.arrived.push((kernel, self.uses.get(&kernel).map_or(0, |uses| uses.0)));
        }
        self.know(operands);
        self.known.extend(self.code.results(kernel));
        self.kernels.push(kernel);
    }

    /// These registers are there, and so is all on which they depend.
    fn know(&mut self, registers: &[u32]) {
        let function = self.frame.function();
        let view = function.view();
        let mut pending: Vec<u32> = registers.to_vec();
        let mut looked = 0;
        while let Some(register) = pending.pop() {
            if self.known.insert(register) && register >= function.num_args && looked < LOOK_AT {
                looked += 1;
                let kernel = self.code.kernel_of(register);
                pending.extend_from_slice(view.kernel(kernel as usize).operands());
            }
        }
    }

    /// Goes through what happens when a kernel has run: whether it tells another stream, and whether it gives a result of the
    /// function.
    fn give(&mut self, kernel: u32) -> (bool, bool) {
        let (mut tells, mut gives) = (false, false);
        for register in self.code.results(kernel) {
            gives |= self.graph.is_result(register);
            for &user in self.graph.users(register) {
                let waits = self.waits_for(user);
                let uses = self.uses.entry(user).or_default();
                *uses = (uses.0 + 1, self.kernels.len() - 1);
                let here = self.graph.streams[user as usize] == self.flow.stream;
                match (uses.0 >= waits, here) {
                    (true, true) => self.list.push(user),
                    (true, false) => tells = true,
                    (false, false) => self.waits_elsewhere = true,
                    (false, true) => {}
                }
            }
        }
        (tells, gives)
    }

    /// The kernel that is next, if it can be part of the run, and whether it was ready before.
    fn next(&mut self) -> Option<(u32, bool)> {
        let was_ready = self.list.is_empty();
        let kernel = match self.list.last() {
            Some(&kernel) => kernel,
            None => *self.ready[..self.below].last()?,
        };
        match self.fits[kernel as usize] {
            Fit::No => return None,
            // A loop must not wait for kernels that it does not depend on.
            Fit::Control if self.waits_elsewhere => return None,
            Fit::Control | Fit::Scalar => {}
        }
        if was_ready {
            self.below -= 1;
        } else {
            self.list.pop();
        }
        Some((kernel, was_ready))
    }

    fn finish(self) -> RunPlan {
        let inside: FxHashSet<u32> = self.kernels.iter().copied().collect();
        let last = self.kernels.len() - 1;
        let mut absent: Vec<(u32, u32)> = self
            .uses
            .iter()
            .filter(|&(user, &(count, from))| {
                from < last && !inside.contains(user) && self.waits_for(*user) > count
            })
            .map(|(&user, &(count, _))| (user, count))
            .collect();
        absent.sort_unstable();
        let (mut stores, mut users) = (Vec::new(), Vec::new());
        for &kernel in &self.kernels {
            for register in self.code.results(kernel) {
                let start = users.len() as u32;
                let outside = self.graph.users(register).iter().filter(|user| !inside.contains(user));
                users.extend(outside.copied());
                let is_result = self.graph.is_result(register);
                let end = users.len() as u32;
                if is_result || start < end {
                    stores.push(Store { register, is_result, users: start..end });
                }
            }
        }
        RunPlan {
            kernels: self.kernels.into(),
            consumed: self.ready[self.below..].into(),
            initial_only: self.initial_only,
            arrived: self.arrived.into(),
            absent: absent.into(),
            stores: stores.into(),
            users: users.into(),
        }
    }
}
