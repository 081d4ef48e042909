//! The body of a loop, and what computes it: machine code, if there is a compiler that makes it and the loop has work enough to
//! pay for it, else the interpreter. Both give the same bits.

#![expect(unsafe_code, reason = "runs work on untyped memory")]

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody};

use super::interpreter::{BLOCK, Input, Member, Program};

/// Elements times members of a call from which on it pays to compile before the first.
const MUCH: usize = 1 << 19;

/// Calls after which it pays to compile, however few the elements.
const CALLS: u32 = 2;

/// A body that runs.
pub(super) struct Code {
    program: Program,
    /// What a compiler is asked for.
    body: LoopBody,
    /// The work of an element, in additions.
    cost: usize,
    made: OnceLock<Option<Arc<CompiledLoop>>>,
    calls: AtomicU32,
}

impl Code {
    /// The code of a body whose inputs have so many bytes an element; `None` if a result does not move.
    pub fn new(sizes: &[usize], members: &[Member], body: LoopBody) -> Option<Code> {
        let inputs: SmallVec<[Input; 6]> =
            sizes.iter().zip(&body.inputs).map(|(&size, input)| Input { size, moves: input.moves }).collect();
        let program = Program::new(&inputs, members, &body.also)?;
        let cost = body.members.iter().map(|member| cost(&member.op)).sum();
        Some(Code { program, body, cost, made: OnceLock::new(), calls: AtomicU32::new(0) })
    }

    /// Whether an input moves in a run.
    pub fn moves(&self, input: usize) -> bool {
        self.body.inputs[input].moves
    }

    /// The work of an element, in additions, roughly: it only decides about threads.
    pub fn cost(&self) -> usize {
        self.cost
    }

    /// Has it compiled if it is time, before a call that computes `count` elements.
    pub fn prepare(&self, context: &dyn OpContext, name: &str, count: usize) {
        if self.made.get().is_some() {
            return;
        }
        let Some(jit) = context.jit() else { return };
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        if jit.threshold() == 0 || calls >= CALLS || count * self.body.members.len() >= MUCH {
            self.made.get_or_init(|| jit.compile_loop(&self.body, name));
        }
    }

    /// Whether machine code runs.
    pub fn is_compiled(&self) -> bool {
        matches!(self.made.get(), Some(Some(_)))
    }

    /// Computes a run.
    ///
    /// # Safety
    /// As [`Program::run`].
    #[inline]
    pub unsafe fn run(&self, inputs: &[*const u8], out: *mut u8, count: usize, in_place: bool) {
        // SAFETY: the caller's; code is valid while it is kept.
        unsafe {
            match self.made.get() {
                Some(Some(code)) => {
                    let done = (code.entry)(inputs.as_ptr(), out, count);
                    if done < count {
                        self.go_on(code, inputs, out, done..count, in_place);
                    }
                }
                _ => self.program.run(inputs, out, count, in_place),
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
    unsafe fn go_on(
        &self,
        code: &CompiledLoop,
        inputs: &[*const u8],
        out: *mut u8,
        rest: Range<usize>,
        in_place: bool,
    ) {
        let mut at: SmallVec<[*const u8; 6]> = SmallVec::from_slice(inputs);
        let mut out = out;
        let mut left = rest.len();
        let mut done = rest.start;
        // SAFETY: the caller's; no pointer is moved beyond the elements.
        unsafe {
            loop {
                out = self.program.skip(&mut at, out, done);
                let block = left.min(BLOCK);
                self.program.run(&at, out, block, in_place);
                left -= block;
                if left == 0 {
                    return;
                }
                out = self.program.skip(&mut at, out, block);
                done = (code.entry)(at.as_ptr(), out, left);
                left -= done;
                if left == 0 {
                    return;
                }
            }
        }
    }
}

/// What an element costs, in additions.
pub(super) fn cost(op: &str) -> usize {
    match op {
        "tf.Exp" | "tf.Log" | "tf.Sigmoid" | "tf.Expm1" | "tf.Log1p" => 10,
        "tf.Tanh" | "tf.Erf" | "tf.Elu" | "tf.Selu" | "tf.Softplus" => 16,
        "tf.Div" | "tf.RealDiv" | "tf.Sqrt" | "tf.Rsqrt" | "tf.Reciprocal" | "tf.Inv" => 6,
        "tf.Pow" | "tf.Sin" | "tf.Cos" | "tf.Tan" | "tf.Atan2" | "tf.Erfc" | "tf.FloorMod" => 60,
        _ => 1,
    }
}
