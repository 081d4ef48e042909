//! Machine code of loops, run and read back. Each op against its block function is tested where all ops are, in `tfrt-driver`.
//!
//! * [`decoder`]: each encoding, read by an independent decoder;
//! * [`bodies`]: several members, inputs and results;
//! * [`reductions`]: parts of reductions.
#![expect(unsafe_code, reason = "calls machine code and block functions")]

mod bodies;
mod decoder;
mod reductions;

use tfrt_executor::jit::loops::LoopMember;
use tfrt_executor::tensor::DType;
use tfrt_ops::Elementwise;

use super::Vectors;

/// The vectors that this processor has.
fn all_vectors() -> impl Iterator<Item = Vectors> {
    [Vectors::Avx2, Vectors::Avx512].into_iter().filter(|&vectors| Some(vectors) <= Vectors::of_host())
}

/// The function of an op.
fn function(op: &str) -> Elementwise {
    let function = Elementwise::ALL.iter().find(|function| function.op() == op);
    *function.unwrap_or_else(|| panic!("{op} is not element-wise"))
}

/// A member without attributes.
fn member(op: &str, args: &[u16], dtype: DType) -> LoopMember {
    LoopMember { op: function(op), args: args.iter().copied().collect(), dtype, parameter: None }
}
