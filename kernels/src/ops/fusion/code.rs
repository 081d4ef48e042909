//! The body of a loop, and what computes it: machine code, if there is a compiler that makes it and the loop has work enough to
//! pay for it, else the interpreter. Both give the same bits.

#![expect(unsafe_code, reason = "runs work on untyped memory")]

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody};

use super::interpreter::{Input, Member, Program};

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
                Some(Some(code)) => (code.entry)(inputs.as_ptr(), out, count),
                _ => self.program.run(inputs, out, count, in_place),
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
