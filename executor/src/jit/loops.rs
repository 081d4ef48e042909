//! Loops over the elements of tensors as machine code: the interface that fused element-wise ops use.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_ops::Elementwise;

use crate::tensor::DType;

/// The body of a loop: a function of one element of each input, as a list of element-wise ops.
///
/// It says all that the code depends on, and nothing else: equal bodies have the same code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoopBody {
    /// The inputs.
    pub inputs: Vec<LoopInput>,
    /// The ops, each after those whose results it takes. The last one's result is the loop's.
    pub members: Vec<LoopMember>,
    /// Other values that are results as well, by their numbers: inputs are numbered first, then members.
    pub also: SmallVec<[u16; 2]>,
    /// The reduction of the last op's result, of `f32`, if it is reduced instead of stored.
    pub reduction: Option<LoopReduction>,
}

pub use tfrt_ops::PARTS;

/// Reductions of elements: into [`PARTS`] numbers of `f32`, which are in the place of the result, and hold the parts reduced so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopReduction {
    /// `part + x`
    Sum,
    /// `x` if `part < x` or `x` is NaN, else `part`.
    Max,
    /// `x` if `part > x` or `x` is NaN, else `part`.
    Min,
}

/// An input of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LoopInput {
    /// Type of its elements.
    pub dtype: DType,
    /// Whether each step takes the next element; else all take the same.
    pub moves: bool,
}

/// An op of a loop's body.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LoopMember {
    /// The function it computes.
    pub op: Elementwise,
    /// Its arguments: inputs are numbered first, then members.
    pub args: SmallVec<[u16; 3]>,
    /// The dtype of its result.
    pub dtype: DType,
    /// The bits of the number that it takes as an argument more, an `f64`.
    pub parameter: Option<u64>,
}

/// The entry of a compiled loop. It gets a pointer for each input and then for each result but the last op's, the pointer of that
/// result, and the number of elements. It returns the number of finished elements: all, or fewer if the code cannot compute the next
/// ones. Then the caller computes some of those in another way, and continues after them.
///
/// A result may be in the place of an input that moves, element for element; it overlaps nothing else.
pub type LoopEntry = unsafe extern "C" fn(inputs: *const *const u8, out: *mut u8, count: usize) -> usize;

/// Machine code of a loop.
pub struct CompiledLoop {
    /// Valid as long as `_owner` is.
    entry: LoopEntry,
    /// The owner of the code's memory.
    _owner: Arc<dyn Any + Send + Sync>,
}

impl CompiledLoop {
    /// Machine code of the loop for which a [`JitCompiler`](super::JitCompiler) gives this.
    ///
    /// # Safety
    /// `entry` can be called, on any thread, as long as `owner` lives, with pointers to as many elements of the body's dtypes as it is
    /// told of. It reads the inputs and writes the results, which may be in the place of inputs that move, and touches nothing else. It
    /// returns no more than the number of elements.
    #[expect(unsafe_code, reason = "kernels jump to the code")]
    pub unsafe fn new(entry: LoopEntry, owner: Arc<dyn Any + Send + Sync>) -> CompiledLoop {
        CompiledLoop { entry, _owner: owner }
    }

    /// The code, which is there as long as this is.
    #[inline]
    pub fn entry(&self) -> LoopEntry {
        self.entry
    }
}

impl fmt::Debug for CompiledLoop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CompiledLoop")
    }
}
