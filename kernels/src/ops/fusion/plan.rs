//! A loop over tensors of certain dtypes and shapes: the position of each input at each element, and the code for
//! a run.
//!
//! Three kinds of loops: *flat*, where each input either has the result's shape or is one element; *rows*, where along the innermost
//! loop inputs move or stay; and *gathered*, where rows would be too short to be worth a call: inputs that neither have the result's
//! shape nor are one element are copied, block by block, so that the loop is flat.
//!
//! A [`Code`] computes a run. Large loops are split into tasks by elements; the results do not depend on which thread
//! computes them.

#![expect(unsafe_code, reason = "runs work on untyped memory that tasks share")]

use std::ops::Range;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::jit::loops::{LoopBody, LoopReduction};
use tfrt_executor::tensor::Shape;

use super::code::Code;
use super::interpreter::{BLOCK, Member};
use super::order::{self, Way};
use super::walk::Walk;
use crate::ops::elementwise::broadcast::fill;
use crate::ops::reduction::reduce::RowReduction;

/// Runs that are shorter are gathered into blocks.
const SHORTEST_RUN: usize = 48;

/// Rows that are shorter are reduced after they are computed.
const SHORTEST_ROW: usize = 64;

/// Elements of a task, of a member that costs one.
const WORK: usize = 1 << 18;

/// Elements of a task at least and at most.
const TASK: Range<usize> = 1 << 12..1 << 15;

/// Tasks of a loop that has more than one, at least: a thread that comes late leaves the others little to do.
const TASKS: usize = 8;

/// A pointer that tasks share; what they may do with it is said where it is used.
#[derive(Clone, Copy)]
pub(super) struct Shared(pub *mut u8);

// SAFETY: each task uses its own part of the memory.
unsafe impl Send for Shared {}
// SAFETY: each task uses its own part of the memory.
unsafe impl Sync for Shared {}

/// Pointers to inputs, which nobody writes, unless where a result replaces an input; then those to results but the last.
pub(super) struct Inputs(pub SmallVec<[*const u8; 6]>);

// SAFETY: inputs are only read; each element of a result, which may be one of an input, is written by the task that reads it.
unsafe impl Sync for Inputs {}

/// A loop.
pub(super) struct Plan {
    count: usize,
    walk: Walk,
    /// Where inputs go that are gathered, or where the runs are where they are.
    gathered: Option<SmallVec<[bool; 6]>>,
    sizes: SmallVec<[usize; 6]>,
    /// Bytes of an element of each result but the last.
    also_sizes: SmallVec<[usize; 2]>,
    out_size: usize,
    code: Code,
}

impl Plan {
    /// A loop over `shape`, to which inputs of these shapes and bytes an element broadcast; `None` if it cannot be made. Its result's rows,
    /// of so many elements, may be reduced that way.
    pub(super) fn new(
        shape: &Shape,
        inputs: &[(&Shape, usize)],
        members: &[Member],
        mut body: LoopBody,
        rows: Option<(LoopReduction, usize)>,
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
        // A row is a part of a run, and long enough that joining its parts is little work.
        let reduces = |&(_, length): &(LoopReduction, usize)| {
            length >= SHORTEST_ROW && gathered.is_none() && walk.run_length().is_multiple_of(length)
        };
        body.reduction = rows.filter(reduces).map(|(reduction, _)| reduction);
        let sizes: SmallVec<[usize; 6]> = inputs.iter().map(|&(_, size)| size).collect();
        let result = |&value: &u16| members.get(usize::from(value).checked_sub(inputs.len())?);
        let also_sizes = body.also.iter().map(|value| Some(result(value)?.size)).collect::<Option<_>>()?;
        let code = Code::new(&sizes, members, body)?;
        let out_size = members.last()?.size;
        Some(Plan { count: shape.num_elements(), walk, gathered, sizes, also_sizes, out_size, code })
    }

    /// How many elements a task should have.
    pub(super) fn task(&self) -> usize {
        task(self.count, self.code.cost())
    }

    /// Has the loop compiled if it is time.
    pub(super) fn prepare(&self, context: &dyn OpContext, name: &str) {
        self.code.prepare(context, name, self.count);
    }

    /// Whether machine code runs.
    pub(super) fn is_compiled(&self) -> bool {
        self.code.is_compiled()
    }

    /// Whether machine code runs that reduces rows.
    pub(super) fn folds(&self) -> bool {
        self.code.folds()
    }

    /// Computes the elements in `range`, which are a part of a row, and reduces them.
    ///
    /// # Safety
    /// As [`Self::run_all`], for these elements.
    pub(super) unsafe fn fold(
        &self,
        range: Range<usize>,
        inputs: &[*const u8],
        reduction: &RowReduction,
    ) -> f32 {
        let mut from: SmallVec<[*const u8; 6]> = SmallVec::from_slice(inputs);
        let first = range.start;
        let mut result = reduction.start;
        // One run: runs are whole rows.
        self.walk.runs(range, |at, n, offsets| {
            // SAFETY: offsets are within the inputs' shapes, and the run is within the range.
            unsafe {
                for (((from, &input), &offset), &size) in
                    from.iter_mut().zip(inputs).zip(offsets).zip(&self.sizes)
                {
                    *from = input.add(offset * size);
                }
                self.place_others(&mut from, inputs, first + at);
                result = self.code.fold(&mut from, reduction, n);
            }
        });
        result
    }

    /// Computes all elements, on all threads if they are many.
    ///
    /// # Safety
    /// `inputs` has, for each input, a pointer to all elements of its shape, and then, for each result but the last, one to room for
    /// all its elements; `out` has that for the last. A result is an input of its shape and size of elements, or does not overlap any.
    pub(super) unsafe fn run_all(
        &self,
        context: &dyn OpContext,
        inputs: SmallVec<[*const u8; 6]>,
        out: *mut u8,
    ) {
        let task = self.task();
        if self.count <= task {
            // SAFETY: the caller promises: `inputs` has, for each input, a pointer to all elements of its shape, and then, for
            // each result but the last, one to room for all its elements; `out` has that for the last. A result is an input of
            // its shape and size of elements, or does not overlap any.
            return unsafe { self.run(0..self.count, &inputs, out) };
        }
        let (inputs, out) = (Inputs(inputs), Shared(out));
        let (inputs, out) = (&inputs, &out);
        let tasks = self.count.div_ceil(task);
        order::for_tasks(context, Way::next(context, tasks), tasks, &|at| {
            let range = at * task..self.count.min((at + 1) * task);
            // SAFETY: the caller promises room for `self.count` elements at `out`, where `range` ends at most; each task has its own
            // range.
            unsafe {
                let out = out.0.add(range.start * self.out_size);
                self.run(range, &inputs.0, out);
            }
        });
    }

    /// Computes the elements in `range`; `out` is where the first of them goes.
    ///
    /// # Safety
    /// As [`Self::run_all`], for these elements.
    pub(super) unsafe fn run(&self, range: Range<usize>, inputs: &[*const u8], out: *mut u8) {
        if let Some(gathered) = &self.gathered {
            // SAFETY: the caller promises: `inputs` point to all elements of the inputs and of the results but the last, `out` has room
            // for the elements in `range`, and a result is an input of its shape and size of elements or overlaps none.
            return unsafe { self.run_gathered(gathered, range, inputs, out) };
        }
        let mut from: SmallVec<[*const u8; 6]> = SmallVec::from_slice(inputs);
        let first = range.start;
        self.walk.runs(range, |at, n, offsets| {
            // SAFETY: offsets are within the inputs' shapes, and the run is within the range.
            unsafe {
                for (((from, &input), &offset), &size) in
                    from.iter_mut().zip(inputs).zip(offsets).zip(&self.sizes)
                {
                    *from = input.add(offset * size);
                }
                self.place_others(&mut from, inputs, first + at);
                self.code.run(&from, out.add(at * self.out_size), n);
            }
        });
    }

    /// Has the pointers to results but the last point to element `at`.
    ///
    /// # Safety
    /// As [`Self::run`], for this element.
    #[inline]
    unsafe fn place_others(&self, pointers: &mut [*const u8], starts: &[*const u8], at: usize) {
        let inputs = self.sizes.len();
        for ((pointer, start), size) in
            pointers[inputs..].iter_mut().zip(&starts[inputs..]).zip(&self.also_sizes)
        {
            // SAFETY: `start` points to room for all elements of a result whose elements have `size` bytes, and `at` is one of them.
            *pointer = unsafe { start.add(at * size) };
        }
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
            let mut from: SmallVec<[*const u8; 6]> = (0..self.sizes.len())
                .map(|i| match (gathered[i], self.code.moves(i)) {
                    (true, _) => copies[i].as_ptr().cast::<u8>(),
                    // SAFETY: an input that moves and is not gathered has all elements of the loop.
                    (false, true) => unsafe { inputs[i].add(start * self.sizes[i]) },
                    (false, false) => inputs[i],
                })
                .collect();
            from.extend_from_slice(&inputs[self.sizes.len()..]);
            // SAFETY: an input that moves and is not gathered has all elements of the loop.
            unsafe {
                self.place_others(&mut from, inputs, start);
                let out = out.add((start - range.start) * self.out_size);
                self.code.run(&from, out, block.len());
            }
        }
    }
}

/// How many elements a task of a loop over `count` elements of this cost should have; all, if they are few.
pub(super) fn task(count: usize, cost: usize) -> usize {
    let task = (WORK / cost.max(1)).clamp(TASK.start, TASK.end);
    if count < 2 * TASK.start || count * cost < WORK {
        return count.max(1);
    }
    task.min(count / TASKS).max(TASK.start).next_multiple_of(BLOCK)
}
