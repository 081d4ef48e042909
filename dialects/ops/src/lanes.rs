//! Constants of loops over elements, shared by compiler, executor and numerics because results depend on them.

/// Parts of a reduction: element `i` of a run joins part `i % PARTS`, and the parts are joined pairwise.
pub const PARTS: usize = 32;
