//! Ops for certain operands, said so that code of a whole loop can do the same.
//!
//! A [`Step`](super::Step) runs; what is [`Described`] is data, of which a backend makes a part of something larger. Of some ops both are
//! known. They compute the same, bit for bit.

use std::sync::Arc;

use smallvec::SmallVec;

use super::elementwise::BlockFn;
use super::step::StepSpec;
use crate::jit::loops::LoopMember;

/// The computation of an op.
#[derive(Debug, Clone)]
pub enum Described {
    /// Elements, each from those of the operands in its place. Operands have as many elements as the results, or one, which serves all places.
    Elements {
        /// The functions, each after those whose values it takes. Operands are numbered first.
        members: Vec<ElementMember>,
        /// The values that are the results.
        results: SmallVec<[u16; 2]>,
    },
    /// The elements of the first operand that follow each other from a place on, as many as the result has.
    Slice {
        /// The number of the first element, to which the starts are added.
        first: usize,
        /// Summands that are known when the op runs.
        starts: Vec<DescribedStart>,
    },
    /// The elements of all operands, one operand after the other.
    Join,
    /// The first operand, with the elements of the second from a place on.
    Update(Vec<DescribedStart>),
}

/// A function of elements.
#[derive(Debug, Clone)]
pub struct ElementMember {
    /// The op, and the values that it reads.
    pub member: LoopMember,
    /// A function that computes it.
    pub function: BlockFn,
}

/// A summand of the number of an element: an operand's only element, brought into its range, times a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DescribedStart {
    /// The operand: an integer.
    pub operand: usize,
    /// The largest number; the least is zero.
    pub most: i64,
    /// Elements from one number to the next.
    pub step: i64,
}

/// Describes an op; `None` if it can only run.
pub type DescribeFn = Arc<dyn Fn(&StepSpec<'_>) -> Option<Described> + Send + Sync>;
