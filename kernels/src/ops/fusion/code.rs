//! The body of a loop, and its code: machine code, if a compiler for it exists and the loop has enough work to pay for it, else the
//! interpreter. Both give the same bits. Machine code may also reduce the elements it computes; the interpreter only computes the elements,
//! and the reduction's own function reduces them.
//!
//! A fused op makes the code of a body once ([`Codes`]): arguments of other shapes have longer or shorter runs of the same code.

#![expect(unsafe_code, reason = "runs work on untyped memory")]

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody, PARTS};

use super::interpreter::{BLOCK, Input, Member, Program};
use crate::ops::reduction::reduce::RowReduction;

/// Elements times members of a call from which on it pays to compile before the first.
const MUCH: usize = 1 << 19;

/// Calls after which it pays to compile, however few the elements.
const CALLS: u32 = 2;

/// A body that runs.
pub(super) struct Code {
    program: Program,
    /// The body that a compiler is given.
    body: LoopBody,
    /// The interpreter's results besides the last.
    also: SmallVec<[u16; 2]>,
    /// The work of an element, in additions.
    cost: usize,
    made: OnceLock<Option<Arc<CompiledLoop>>>,
    calls: AtomicU32,
}

/// Codes that a fused op keeps at most.
const KEPT: usize = 16;

/// The codes of a fused op, the last made first.
#[derive(Default)]
pub(super) struct Codes(Mutex<Vec<Arc<Code>>>);

impl Codes {
    /// The code of a body whose inputs have so many bytes an element; `None` if a result does not move. The members compute what the body says.
    pub(super) fn code(&self, sizes: &[usize], members: &[Member], body: LoopBody) -> Option<Arc<Code>> {
        let also = body.also.clone();
        self.with_results(sizes, members, body, &also)
    }

    /// The same where the interpreter's results besides the last are others: one that reduces has what it reduces as its result, and
    /// need not write it twice.
    pub(super) fn with_results(
        &self,
        sizes: &[usize],
        members: &[Member],
        body: LoopBody,
        also: &[u16],
    ) -> Option<Arc<Code>> {
        let mut kept = self.0.lock();
        if let Some(known) = kept.iter().find(|code| code.body == body && code.also[..] == *also) {
            return Some(known.clone());
        }
        let code = Arc::new(Code::new(sizes, members, body, also)?);
        kept.truncate(KEPT - 1);
        kept.insert(0, code.clone());
        Some(code)
    }
}

impl Code {
    fn new(sizes: &[usize], members: &[Member], body: LoopBody, also: &[u16]) -> Option<Code> {
        let inputs: SmallVec<[Input; 6]> =
            sizes.iter().zip(&body.inputs).map(|(&size, input)| Input { size, moves: input.moves }).collect();
        let program = Program::new(&inputs, members, also)?;
        let cost = body.members.iter().map(|member| member.op.cost()).sum();
        let also = SmallVec::from_slice(also);
        Some(Code { program, body, also, cost, made: OnceLock::new(), calls: AtomicU32::new(0) })
    }

    /// Whether an input moves in a run.
    pub(super) fn moves(&self, input: usize) -> bool {
        self.body.inputs[input].moves
    }

    /// The work of an element, in additions, roughly: it only decides about threads.
    pub(super) fn cost(&self) -> usize {
        self.cost
    }

    /// Has it compiled if it is time, before a call that computes `count` elements.
    pub(super) fn prepare(&self, context: &dyn OpContext, name: &str, count: usize) {
        if self.made.get().is_some() {
            return;
        }
        let Some(jit) = context.jit() else { return };
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        if jit.threshold() == 0 || calls >= CALLS || count * self.body.members.len() >= MUCH {
            self.made.get_or_init(|| jit.compile_loop(&self.body, name));
        }
    }

    /// Whether machine code runs that reduces what it computes.
    pub(super) fn folds(&self) -> bool {
        self.body.reduction.is_some() && self.is_compiled()
    }

    /// Whether machine code runs.
    pub(super) fn is_compiled(&self) -> bool {
        matches!(self.made.get(), Some(Some(_)))
    }

    /// Computes a run, whose elements are not reduced.
    ///
    /// # Safety
    /// As [`Program::run`].
    #[inline]
    pub(super) unsafe fn run(&self, inputs: &[*const u8], out: *mut u8, count: usize) {
        // SAFETY: the caller says that the pointers are those that `Program::run` wants for `count` elements. A `JitCompiler` answered with the code
        // for the body that the program is of, whose entry takes the same pointers, and `made` keeps it.
        unsafe {
            match self.made.get() {
                Some(Some(code)) if self.body.reduction.is_none() => {
                    let done = (code.entry())(inputs.as_ptr(), out, count);
                    if done < count {
                        self.go_on(code, inputs, out, done..count);
                    }
                }
                _ => self.program.run(inputs, out, count),
            }
        }
    }
}

impl Code {
    /// Computes the rest of a run whose code has left: a block is interpreted, then the code goes on until it leaves again.
    ///
    /// # Safety
    /// As [`Program::run`], for `rest.end` elements, of which those before `rest` are done.
    #[cold]
    unsafe fn go_on(&self, code: &CompiledLoop, inputs: &[*const u8], out: *mut u8, rest: Range<usize>) {
        let mut at: SmallVec<[*const u8; 6]> = SmallVec::from_slice(inputs);
        let mut out = out;
        let mut left = rest.len();
        let mut done = rest.start;
        // SAFETY: the caller says that the pointers are those that `Program::run` wants for `rest.end` elements. They are not moved beyond these,
        // because `block` and each later `done` are at most `left`. A `JitCompiler` answered with `code` for the body that the program is of.
        unsafe {
            loop {
                self.program.skip(&mut at, done);
                out = out.add(done * self.program.out_size());
                let block = left.min(BLOCK);
                self.program.run(&at, out, block);
                left -= block;
                if left == 0 {
                    return;
                }
                self.program.skip(&mut at, block);
                out = out.add(block * self.program.out_size());
                done = (code.entry())(at.as_ptr(), out, left);
                left -= done;
                if left == 0 {
                    return;
                }
            }
        }
    }
}

impl Code {
    /// Computes a run and reduces it, if machine code does that.
    ///
    /// # Safety
    /// As [`Program::run`], with a place for the value that is reduced after all others if only machine code has it as a result besides.
    pub(super) unsafe fn fold(&self, pointers: &[*const u8], reduction: &RowReduction, count: usize) -> f32 {
        let Some(Some(code)) = self.made.get() else { return f32::NAN };
        // Pointers behind what is done. Most runs are one block, and need none.
        let mut moved: SmallVec<[*const u8; 8]> = SmallVec::new();
        reduction.by_blocks(count, &mut |parts, block| {
            let at = if moved.is_empty() { pointers } else { &moved };
            // SAFETY: the caller says that the pointers are those that `Program::run` wants for `count` elements, which the blocks add up to; they
            // are moved over finished elements only. A `JitCompiler` answered with `code` for the body, whose reduction has `PARTS` parts.
            unsafe {
                let done = (code.entry())(at.as_ptr(), parts.as_mut_ptr().cast(), block);
                if done == count {
                    return;
                }
                if moved.is_empty() {
                    moved.extend_from_slice(pointers);
                }
                self.move_on(&mut moved, done);
                if done < block {
                    self.fold_on(code, &mut moved, (parts, reduction), done..block);
                }
            }
        })
    }

    /// Folds the rest of a block whose code has left, as [`Self::go_on`] does. The pointers move over it.
    ///
    /// # Safety
    /// As [`Self::fold`], for the elements of `rest`, at which the pointers are.
    #[cold]
    unsafe fn fold_on(
        &self,
        code: &CompiledLoop,
        pointers: &mut [*const u8],
        (parts, reduction): (&mut [f32; PARTS], &RowReduction),
        rest: Range<usize>,
    ) {
        let Range { start: mut done, end: count } = rest;
        // SAFETY: the caller says that the pointers are at the elements of `rest`. They are not moved beyond these, because `block` and `more` are at
        // most `count - done`. A `JitCompiler` answered with `code` for the body, whose reduction has `PARTS` parts.
        unsafe {
            while done < count {
                let mut values = [0.0f32; BLOCK];
                let block = BLOCK.min(count - done);
                self.program.run(pointers, values.as_mut_ptr().cast(), block);
                if let Some(&place) = pointers.get(self.program.num_pointers()) {
                    place.cast_mut().cast::<f32>().copy_from_nonoverlapping(values.as_ptr(), block);
                }
                for (i, &value) in values[..block].iter().enumerate() {
                    let part = &mut parts[(done + i) % PARTS];
                    *part = (reduction.pair)(*part, value);
                }
                done += block;
                self.move_on(pointers, block);
                if done == count {
                    return;
                }
                // It takes elements up to where it leaves, and joins them to parts from the first on.
                parts.rotate_left(done % PARTS);
                let more = (code.entry())(pointers.as_ptr(), parts.as_mut_ptr().cast(), count - done);
                parts.rotate_right(done % PARTS);
                done += more;
                self.move_on(pointers, more);
            }
        }
    }

    /// Moves pointers over some elements.
    ///
    /// # Safety
    /// There are as many.
    unsafe fn move_on(&self, pointers: &mut [*const u8], count: usize) {
        let (own, other) = pointers.split_at_mut(self.program.num_pointers());
        // SAFETY: the caller says that each pointer is to at least `count` elements, those after the program's own to `f32`.
        unsafe {
            self.program.skip(own, count);
            other.iter_mut().for_each(|place| *place = place.add(count * size_of::<f32>()));
        }
    }
}
