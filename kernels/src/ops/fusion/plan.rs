//! A loop over tensors of certain dtypes and shapes: the position of each input at each element, and the code for
//! a run.
//!
//! Three kinds of loops: *flat*, where each input either has the result's shape or is one element; *rows*, where along the innermost
//! loop inputs move or stay; and *gathered*, where rows would be too short to be worth a call: of inputs that neither have the result's
//! shape nor are one element the loop sees copies, so that it is flat. A copy repeats the input's row, if that is the same for many rows of
//! the result (a value for each channel of an image), or else is made block by block.
//!
//! A [`Code`] computes a run. Large loops are split into tasks by elements; the results do not depend on which thread
//! computes them.

#![expect(unsafe_code, reason = "runs work on untyped memory that tasks share")]

use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::jit::loops::{LoopBody, LoopReduction};
use tfrt_executor::tensor::Shape;

use super::code::{Code, Codes};
use super::interpreter::{BLOCK, Member};
use super::order::{self, Way};
use super::walk::Walk;
use crate::ops::elementwise::broadcast::fill;
use crate::ops::reduction::reduce::RowReduction;

/// Runs that are shorter are gathered into blocks.
const SHORTEST_RUN: usize = 48;

/// Runs that are shorter are gathered if all inputs that are copied repeat.
const SHORTEST_REPEATED: usize = 512;

/// Rows that a repeated row serves at least.
const REPEATS: usize = 8;

/// Rows that are shorter are reduced after they are computed.
const SHORTEST_ROW: usize = 64;

/// Elements of a task, of a member that costs one.
const WORK: usize = 1 << 16;

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

/// Pointers to inputs, which are not written, except where a result replaces an input; then those to results but the last.
pub(super) struct Inputs(pub SmallVec<[*const u8; 6]>);

// SAFETY: inputs are only read; each element of a result, which may be one of an input, is written by the task that reads it.
unsafe impl Sync for Inputs {}

/// Some elements of an input.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The number of the input.
    pub(super) input: usize,
    /// Where the first of these elements is.
    pub(super) start: *const u8,
}

/// The access of a gathered loop to an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gather {
    /// It has as many elements as the result, or one.
    InPlace,
    /// Its runs are laid out one after the other; each serves so many elements of the result.
    Repeated(usize),
    /// It is copied block by block.
    Copied,
}

/// A loop.
pub(super) struct Plan {
    count: usize,
    walk: Walk,
    /// The access of the loop to its inputs, if it is gathered.
    gathered: Option<SmallVec<[Gather; 6]>>,
    sizes: SmallVec<[usize; 6]>,
    /// Whether inputs have as many elements as the result, in the same order.
    whole: SmallVec<[bool; 6]>,
    /// Bytes of an element of each result but the last.
    also_sizes: SmallVec<[usize; 2]>,
    out_size: usize,
    code: Arc<Code>,
}

impl Plan {
    /// A loop over `shape`, to which inputs of these shapes and bytes an element broadcast; `None` if it cannot be made. Its result's rows,
    /// of so many elements, may be reduced that way. Code is taken from what the fused op has.
    pub(super) fn new(
        shape: &Shape,
        inputs: &[(&Shape, usize)],
        members: &[Member],
        mut body: LoopBody,
        rows: Option<(LoopReduction, usize)>,
        codes: &Codes,
    ) -> Option<Plan> {
        let shapes: SmallVec<[&Shape; 6]> = inputs.iter().map(|(shape, _)| *shape).collect();
        let walk = Walk::new(shape, &shapes);
        let is_whole = |i: usize| *shapes[i] == *shape || shapes[i].num_elements() == shape.num_elements();
        let is_one = |i: usize| shapes[i].num_elements() == 1 && shape.num_elements() != 1;
        let gather = |i: usize| match walk.repeated(i) {
            _ if is_whole(i) || is_one(i) => Gather::InPlace,
            elements if elements >= REPEATS * walk.run_length() => Gather::Repeated(elements),
            _ => Gather::Copied,
        };
        let gathers: SmallVec<[Gather; 6]> = (0..inputs.len()).map(gather).collect();
        let shortest = match gathers.contains(&Gather::Copied) || rows.is_some() {
            true => SHORTEST_RUN,
            false => SHORTEST_REPEATED,
        };
        let gathered = (!walk.is_flat() && walk.run_length() < shortest).then_some(gathers);
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
        let code = codes.code(&sizes, members, body)?;
        let out_size = members.last()?.size;
        let whole = (0..inputs.len()).map(is_whole).collect();
        Some(Plan { count: shape.num_elements(), walk, gathered, sizes, whole, also_sizes, out_size, code })
    }

    /// The number of elements that a task should have.
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
                result = self.code.fold(&from, reduction, n);
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
        // SAFETY: the caller promises pointers to all elements of the inputs, and room at `out` for those in `range`.
        unsafe { self.run_at(range, inputs, None, out) }
    }

    /// Whether the result may take the place of an input: it has as many elements of the same size.
    pub(super) fn replaces(&self, input: usize) -> bool {
        self.also_sizes.is_empty() && self.whole[input] && self.sizes[input] == self.out_size
    }

    /// Whether an input may come in parts: it has as many elements as the only result, in the same order.
    pub(super) fn takes(&self, input: usize) -> bool {
        self.also_sizes.is_empty() && self.whole[input]
    }

    /// Where an element of the only result is.
    ///
    /// # Safety
    /// `out` is the start of the result, which has this element or ends before it.
    pub(super) unsafe fn place(&self, out: *mut u8, element: usize) -> *mut u8 {
        // SAFETY: the caller says that the result has so many elements.
        unsafe { out.add(element * self.out_size) }
    }

    /// The elements of an input in a range of its bytes.
    pub(super) fn elements(&self, input: usize, bytes: Range<usize>) -> Range<usize> {
        let size = self.sizes[input];
        bytes.start / size..(bytes.end / size).min(self.count)
    }

    /// As [`Self::run`], where the elements in `range` of one input are in a part, which may be at `out`: then they become those of the result.
    ///
    /// # Safety
    /// As [`Self::run`], with any pointer in the place of this input, which [comes in parts](Self::takes). A part at `out` is of one that the
    /// result [replaces](Self::replaces).
    pub(super) unsafe fn run_part(
        &self,
        range: Range<usize>,
        inputs: &[*const u8],
        part: Part,
        laid: Option<&LaidOut>,
        out: *mut u8,
    ) {
        let Some(laid) = laid else {
            // SAFETY: the caller promises pointers to all elements of the inputs but that of the part, which has those in `range`.
            return unsafe { self.run_at(range, inputs, Some(part), out) };
        };
        let mut from: SmallVec<[*const u8; 6]> = SmallVec::from_elem(std::ptr::null(), laid.sources.len());
        for start in range.clone().step_by(laid.block) {
            let count = laid.block.min(range.end - start);
            for (from, source) in from.iter_mut().zip(&laid.sources) {
                let at = if source.repeats { start % laid.period } else { start };
                *from = source.start.wrapping_add(at * source.step);
            }
            // SAFETY: the sources have these elements, and the part of the input is where its result goes.
            unsafe {
                let done = start - range.start;
                let out = out.add(done * self.out_size);
                from[part.input] = part.start.add(done * self.sizes[part.input]);
                self.code.run(&from, out, count);
            }
        }
    }

    /// The inputs for any number of parts of the loop, if each moves, stays or repeats from the first to the last element.
    ///
    /// # Safety
    /// As [`Self::run_all`], for the inputs.
    pub(super) unsafe fn lay_out(&self, inputs: &[*const u8]) -> Option<LaidOut> {
        let gathers = match &self.gathered {
            None if !self.walk.is_flat() => return None,
            gathered => gathered.as_deref(),
        };
        let is_fixed = |gather: &Gather| match gather {
            Gather::InPlace => true,
            Gather::Repeated(elements) => *elements == self.count,
            Gather::Copied => false,
        };
        let mut laid = LaidOut {
            sources: SmallVec::new(),
            copies: SmallVec::new(),
            period: self.walk.run_length(),
            block: usize::MAX,
        };
        if let Some(gathers) = gathers {
            if !gathers.iter().all(is_fixed) {
                return None;
            }
            laid.block = LAID_OUT.min(self.count);
            laid.copies = self.copies(gathers, laid.block);
            // SAFETY: the caller promises pointers to all elements of the inputs; nothing else refers to the copies, which are of this size.
            unsafe { self.repeat_runs(gathers, inputs, 0, laid.block, &mut laid.copies) }
        }
        for (i, &input) in inputs[..self.sizes.len()].iter().enumerate() {
            let repeats = gathers.is_some_and(|gathers| gathers[i] != Gather::InPlace);
            let start = if repeats { laid.copies[i].as_ptr().cast::<u8>() } else { input };
            let step = if self.code.moves(i) { self.sizes[i] } else { 0 };
            laid.sources.push(Source { start, step, repeats });
        }
        Some(laid)
    }

    /// # Safety
    /// As [`Self::run`], or with a part as [`Self::run_part`].
    unsafe fn run_at(&self, range: Range<usize>, inputs: &[*const u8], part: Option<Part>, out: *mut u8) {
        if let Some(gathered) = &self.gathered {
            // SAFETY: the caller promises: `inputs` point to all elements of the inputs and of the results but the last, `out` has room
            // for the elements in `range`, and a result is an input of its shape and size of elements or overlaps none.
            return unsafe { self.run_gathered(gathered, range, inputs, part, out) };
        }
        let mut from: SmallVec<[*const u8; 6]> = SmallVec::from_slice(inputs);
        let first = range.start;
        self.walk.runs(range, |at, n, offsets| {
            // SAFETY: offsets are within the inputs' shapes, and the run is within the range.
            unsafe {
                for (((from, &input), &offset), &size) in
                    from.iter_mut().zip(inputs).zip(offsets).zip(&self.sizes)
                {
                    *from = input.wrapping_add(offset * size);
                }
                let out = out.add(at * self.out_size);
                if let Some(Part { input, start }) = part {
                    from[input] = start.add(at * self.sizes[input]);
                }
                self.place_others(&mut from, inputs, first + at);
                self.code.run(&from, out, n);
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
    unsafe fn run_gathered(
        &self,
        gathered: &[Gather],
        range: Range<usize>,
        inputs: &[*const u8],
        part: Option<Part>,
        out: *mut u8,
    ) {
        let period = self.walk.run_length();
        // Where a repeated run ends, and another begins: one number divides the other, since both are of whole inner loops.
        let serves =
            |gather: &Gather| if let Gather::Repeated(elements) = gather { Some(*elements) } else { None };
        let serves = gathered.iter().filter_map(serves).min().unwrap_or(self.count);
        let most = BLOCK.min(range.len());
        let mut copies = self.copies(gathered, most);
        let mut start = range.start;
        while start < range.end {
            let left = serves - start % serves;
            let block = start..range.end.min(start + most.min(left));
            if left == serves || start == range.start {
                // SAFETY: the caller promises pointers to all elements of the inputs; nothing else refers to the copies, which are of this size.
                unsafe { self.repeat_runs(gathered, inputs, start - start % period, most, &mut copies) }
            }
            if gathered.contains(&Gather::Copied) {
                self.walk.runs(block.clone(), |at, n, offsets| {
                    let copied = |i: &usize| gathered[*i] == Gather::Copied;
                    for i in (0..gathered.len()).filter(copied) {
                        let size = self.sizes[i];
                        // SAFETY: copies have room for a block; offsets are within the inputs' shapes.
                        unsafe {
                            let to = copies[i].as_mut_ptr().cast::<u8>().add(at * size);
                            let from = inputs[i].add(offsets[i] * size);
                            if self.walk.moves(i) {
                                to.copy_from_nonoverlapping(from, n * size);
                            } else {
                                fill(to, from, size, n);
                            }
                        }
                    }
                });
            }
            let mut from: SmallVec<[*const u8; 6]> = (0..self.sizes.len())
                .map(|i| match (gathered[i], self.code.moves(i)) {
                    (Gather::Copied, _) => copies[i].as_ptr().cast::<u8>(),
                    // SAFETY: the copy has a run from its start on, and a block more.
                    (Gather::Repeated(_), _) => unsafe {
                        copies[i].as_ptr().cast::<u8>().add(start % period * self.sizes[i])
                    },
                    // An input that moves and is not gathered has all elements of the loop.
                    (Gather::InPlace, true) => inputs[i].wrapping_add(start * self.sizes[i]),
                    (Gather::InPlace, false) => inputs[i],
                })
                .collect();
            from.extend_from_slice(&inputs[self.sizes.len()..]);
            // SAFETY: an input that moves and is not gathered has all elements of the loop.
            unsafe {
                self.place_others(&mut from, inputs, start);
                let done = start - range.start;
                let out = out.add(done * self.out_size);
                if let Some(Part { input, start }) = part {
                    from[input] = start.add(done * self.sizes[input]);
                }
                self.code.run(&from, out, block.len());
            }
            start = block.end;
        }
    }
}

/// Copies of the inputs of a gathered loop; nothing for those that are where they are.
type Copies = SmallVec<[Vec<MaybeUninit<u128>>; 4]>;

/// Elements that a part of a loop takes at once, if inputs repeat.
const LAID_OUT: usize = 1 << 12;

/// An input of a loop that goes through parts.
struct Source {
    start: *const u8,
    /// Bytes from one element to the next; none if it stays.
    step: usize,
    /// Whether it repeats.
    repeats: bool,
}

/// Inputs for any number of parts of a loop.
pub(super) struct LaidOut {
    sources: SmallVec<[Source; 6]>,
    /// The repetition: a run and a block long.
    copies: Copies,
    /// Elements of a run, and of a block.
    period: usize,
    block: usize,
}

// SAFETY: inputs, and copies once they are made, are only read.
unsafe impl Sync for LaidOut {}

impl Plan {
    /// Room for copies, for blocks of at most `most` elements. Words of 16 bytes are aligned for every element.
    fn copies(&self, gathered: &[Gather], most: usize) -> Copies {
        let copy = |(gather, &size): (&Gather, &usize)| {
            let elements = match gather {
                Gather::InPlace => return Vec::new(),
                Gather::Repeated(_) => most + self.walk.run_length(),
                Gather::Copied => most,
            };
            vec![MaybeUninit::uninit(); elements * size / 16 + 1]
        };
        gathered.iter().zip(&self.sizes).map(copy).collect()
    }

    /// Fills the copies of inputs that repeat with those of their runs that the run of the loop from element `run` on takes.
    ///
    /// # Safety
    /// `inputs` has a pointer to all elements of each input; the copies are room for `most` elements, and nothing refers to them.
    unsafe fn repeat_runs(
        &self,
        gathered: &[Gather],
        inputs: &[*const u8],
        run: usize,
        most: usize,
        copies: &mut Copies,
    ) {
        self.walk.runs(run..run + 1, |_, _, offsets| {
            for (i, copy) in copies.iter_mut().enumerate() {
                if !matches!(gathered[i], Gather::Repeated(_)) {
                    continue;
                }
                let (size, to) = (self.sizes[i], copy.as_mut_ptr().cast::<u8>());
                let bytes = self.walk.run_length() * size;
                // SAFETY: a run of the input has so many bytes from its offset on, and the copy has room for them and for a block.
                unsafe {
                    to.copy_from_nonoverlapping(inputs[i].add(offsets[i] * size), bytes);
                    repeat(to, bytes, bytes + most * size);
                }
            }
        });
    }
}

/// Repeats the first `bytes` at `to` until there are `all`.
///
/// # Safety
/// `to` has room for `all` bytes, the first `bytes` of which are there; these are not none.
unsafe fn repeat(to: *mut u8, bytes: usize, all: usize) {
    let mut done = bytes;
    while done < all {
        let more = done.min(all - done);
        // SAFETY: the first `done` bytes are there, `more` of them are copied behind them, and `done + more` is at most `all`. A whole
        // number of repetitions is copied, but for the last time, so each byte is that of its place in the repetition.
        unsafe { to.add(done).copy_from_nonoverlapping(to, more) };
        done += more;
    }
}

/// The number of elements that a task of a loop over `count` elements of this cost should have; all, if they are few.
pub(super) fn task(count: usize, cost: usize) -> usize {
    let task = (WORK / cost.max(1)).clamp(TASK.start, TASK.end);
    if count < 2 * TASK.start || count * cost < WORK {
        return count.max(1);
    }
    task.min(count / TASKS).max(TASK.start).next_multiple_of(BLOCK)
}
