//! Machine code of loops, run and read back.
//!
//! * [`ops`]: each op against its block function;
//! * [`decoder`]: each encoding, read by an independent decoder;
//! * [`bodies`]: several members, inputs and results;
//! * [`reductions`]: parts of reductions.
#![expect(unsafe_code, reason = "calls machine code and block functions")]

mod bodies;
mod decoder;
mod ops;
mod reductions;

use tfrt_executor::jit::loops::LoopMember;
use tfrt_executor::tensor::DType;

use super::Vectors;

/// The vectors that this processor has.
fn all_vectors() -> impl Iterator<Item = Vectors> {
    [Vectors::Avx2, Vectors::Avx512].into_iter().filter(|&vectors| Some(vectors) <= Vectors::of_host())
}

/// A member without attributes.
fn member(op: &str, args: &[u16], dtype: DType) -> LoopMember {
    LoopMember { op: op.into(), args: args.iter().copied().collect(), dtype, parameter: None }
}
