//! A loop over tensors of certain dtypes and shapes: where each input is at each element, and what computes a run.
//!
//! Three kinds of loops: *flat*, where each input either has the result's shape or is one element; *rows*, where
//! along the innermost loop inputs move or stay; and *gathered*, where rows would be too short to be worth a call: there inputs that
//! are neither of the result's shape nor one element are copied, block by block, to where the loop is flat.
//!
//! A run is computed by machine code, if there is a compiler that makes it and the loop has work enough to pay for it, else by
//! the interpreter; both give the same bits. Large loops are cut into tasks by elements: which thread computes what changes
//! nothing.

#![expect(unsafe_code, reason = "runs work on untyped memory that tasks share")]

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody};
use tfrt_executor::tensor::Shape;

use super::interpreter::{BLOCK, Input, Member, Program, fill};
use super::walk::Walk;

/// Runs that are shorter are gathered into blocks.
const SHORTEST_RUN: usize = 48;

/// Elements of a task, of a member that costs one.
const WORK: usize = 1 << 18;

/// Elements of a task at least and at most.
const TASK: Range<usize> = 1 << 12..1 << 15;

/// Elements times members of a call from which on it pays to compile before the first.
const MUCH: usize = 1 << 19;

/// Calls after which it pays to compile, however few the elements.
const CALLS: u32 = 2;

/// A pointer that tasks share; what they may do with it is said where it is used.
#[derive(Clone, Copy)]
struct Shared(*mut u8);

// SAFETY: each task uses its own part of the memory.
unsafe impl Send for Shared {}
// SAFETY: as above.
unsafe impl Sync for Shared {}

/// Pointers to inputs, which nobody writes, unless where the result replaces an input.
struct Inputs(SmallVec<[*const u8; 6]>);

// SAFETY: they are only read; a result's place that is an input's is read by the task that writes it.
unsafe impl Sync for Inputs {}

/// A loop.
pub(super) struct Plan {
    count: usize,
    walk: Walk,
    /// Where inputs go that are gathered, or where the runs are where they are.
    gathered: Option<SmallVec<[bool; 6]>>,
    sizes: SmallVec<[usize; 6]>,
    out_size: usize,
    program: Program,
    /// What a compiler is asked for; `moves` of its inputs is set.
    body: LoopBody,
    /// The work of an element, in additions.
    cost: usize,
    code: OnceLock<Option<Arc<CompiledLoop>>>,
    calls: AtomicU32,
}

impl Plan {
    /// A loop over `shape`, to which inputs of these shapes and bytes an element broadcast; `None` if it cannot be made.
    pub fn new(
        shape: &Shape,
        inputs: &[(&Shape, usize)],
        members: &[Member],
        mut body: LoopBody,
    ) -> Option<Plan> {
        let shapes: SmallVec<[&Shape; 6]> = inputs.iter().map(|(shape, _)| *shape).collect();
        let walk = Walk::new(shape, &shapes);
        let is_whole = |i: usize| *shapes[i] == *shape || shapes[i].num_elements() == shape.num_elements();
        let is_one = |i: usize| shapes[i].num_elements() == 1 && shape.num_elements() != 1;
        let gathered = (!walk.is_flat() && walk.run_length() < SHORTEST_RUN)
            .then(|| (0..inputs.len()).map(|i| !is_whole(i) && !is_one(i)).collect());
        for (i, input) in body.inputs.iter_mut().enumerate() {
            input.moves = if gathered.is_some() { !is_one(i) } else { walk.moves(i) };
        }
        let as_inputs: SmallVec<[Input; 6]> = inputs
            .iter()
            .zip(&body.inputs)
            .map(|(&(_, size), input)| Input { size, moves: input.moves })
            .collect();
        let program = Program::new(&as_inputs, members)?;
        let cost = body.members.iter().map(|member| cost(&member.op)).sum();
        Some(Plan {
            count: shape.num_elements(),
            walk,
            gathered,
            sizes: inputs.iter().map(|&(_, size)| size).collect(),
            out_size: members.last()?.size,
            program,
            body,
            cost,
            code: OnceLock::new(),
            calls: AtomicU32::new(0),
        })
    }

    /// How many elements a task should have.
    pub fn task(&self) -> usize {
        (WORK / self.cost.max(1)).clamp(TASK.start, TASK.end).next_multiple_of(BLOCK)
    }

    /// Has the loop compiled if it is time.
    pub fn prepare(&self, context: &dyn OpContext, name: &str) {
        if self.code.get().is_some() {
            return;
        }
        let Some(jit) = context.jit() else { return };
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        if jit.threshold() == 0 || calls >= CALLS || self.count * self.body.members.len() >= MUCH {
            self.code.get_or_init(|| jit.compile_loop(&self.body, name));
        }
    }

    /// Computes all elements, on all threads if they are many.
    ///
    /// # Safety
    /// `inputs` has, for each input, a pointer to all elements of its shape; `out` has room for all elements of the result.
    /// The result overlaps an input only if `in_place`: then it is one that has the result's shape.
    pub unsafe fn run_all(
        &self,
        context: &dyn OpContext,
        inputs: SmallVec<[*const u8; 6]>,
        out: *mut u8,
        in_place: bool,
    ) {
        let task = self.task();
        if self.count < 2 * task {
            // SAFETY: the caller's.
            return unsafe { self.run(0..self.count, &inputs, out, in_place) };
        }
        let (inputs, out) = (Inputs(inputs), Shared(out));
        let (inputs, out) = (&inputs, &out);
        context.parallel_for(self.count.div_ceil(task), 1, &|begin, end| {
            for at in begin..end {
                let range = at * task..self.count.min((at + 1) * task);
                // SAFETY: the caller's; each task has its own elements of the result.
                unsafe {
                    let out = out.0.add(range.start * self.out_size);
                    self.run(range, &inputs.0, out, in_place);
                }
            }
        });
    }

    /// Computes the elements in `range`; `out` is where the first of them goes.
    ///
    /// # Safety
    /// As [`Self::run_all`], for these elements.
    pub unsafe fn run(&self, range: Range<usize>, inputs: &[*const u8], out: *mut u8, in_place: bool) {
        if let Some(gathered) = &self.gathered {
            // SAFETY: the caller's.
            return unsafe { self.run_gathered(gathered, range, inputs, out, in_place) };
        }
        let mut from: SmallVec<[*const u8; 6]> = SmallVec::from_slice(inputs);
        self.walk.runs(range, |at, n, offsets| {
            // SAFETY: offsets are within the inputs' shapes, and the run is within the range.
            unsafe {
                for (((from, &input), &offset), &size) in
                    from.iter_mut().zip(inputs).zip(offsets).zip(&self.sizes)
                {
                    *from = input.add(offset * size);
                }
                self.run_one(&from, out.add(at * self.out_size), n, in_place);
            }
        });
    }

    /// # Safety
    /// As [`Self::run`].
    #[cold]
    unsafe fn run_gathered(
        &self,
        gathered: &[bool],
        range: Range<usize>,
        inputs: &[*const u8],
        out: *mut u8,
        in_place: bool,
    ) {
        // Words of 16 bytes are aligned for every element.
        let mut copies: SmallVec<[Vec<u128>; 4]> = gathered
            .iter()
            .zip(&self.sizes)
            .map(|(&gathered, &size)| vec![0u128; if gathered { BLOCK * size / 16 + 1 } else { 0 }])
            .collect();
        for start in range.clone().step_by(BLOCK) {
            let block = start..range.end.min(start + BLOCK);
            self.walk.runs(block.clone(), |at, n, offsets| {
                for (i, copy) in copies.iter_mut().enumerate().filter(|(i, _)| gathered[*i]) {
                    let size = self.sizes[i];
                    // SAFETY: copies have room for a block; offsets are within the inputs' shapes.
                    unsafe {
                        let to = copy.as_mut_ptr().cast::<u8>().add(at * size);
                        let from = inputs[i].add(offsets[i] * size);
                        if self.walk.moves(i) {
                            to.copy_from_nonoverlapping(from, n * size);
                        } else {
                            fill(to, from, size, n);
                        }
                    }
                }
            });
            let from: SmallVec<[*const u8; 6]> = (0..inputs.len())
                .map(|i| match (gathered[i], self.body.inputs[i].moves) {
                    (true, _) => copies[i].as_ptr().cast::<u8>(),
                    // SAFETY: an input that moves and is not gathered has all elements of the loop.
                    (false, true) => unsafe { inputs[i].add(start * self.sizes[i]) },
                    (false, false) => inputs[i],
                })
                .collect();
            // SAFETY: as above.
            unsafe {
                let out = out.add((start - range.start) * self.out_size);
                self.run_one(&from, out, block.len(), in_place);
            }
        }
    }

    /// # Safety
    /// As [`Program::run`].
    #[inline]
    unsafe fn run_one(&self, inputs: &[*const u8], out: *mut u8, count: usize, in_place: bool) {
        // SAFETY: the caller's; code is valid while it is kept.
        unsafe {
            match self.code.get() {
                Some(Some(code)) => (code.entry)(inputs.as_ptr(), out, count),
                _ => self.program.run(inputs, out, count, in_place),
            }
        }
    }
}

/// What an element costs, in additions, roughly: it only decides about threads.
fn cost(op: &str) -> usize {
    match op {
        "tf.Exp" | "tf.Log" | "tf.Sigmoid" | "tf.Expm1" | "tf.Log1p" => 10,
        "tf.Tanh" | "tf.Erf" | "tf.Elu" | "tf.Selu" | "tf.Softplus" => 16,
        "tf.Div" | "tf.RealDiv" | "tf.Sqrt" | "tf.Rsqrt" | "tf.Reciprocal" | "tf.Inv" => 6,
        "tf.Pow" | "tf.Sin" | "tf.Cos" | "tf.Tan" | "tf.Atan2" | "tf.Erfc" | "tf.FloorMod" => 60,
        _ => 1,
    }
}
