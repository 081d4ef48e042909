//! What a step of a region gives, before it runs: tensors of sizes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use smallvec::SmallVec;

use super::RegionMember;
use crate::core_runtime::handle::TensorHandle;
use crate::core_runtime::step::{Prepared, StepOperand, StepSpec};
use crate::tensor::{DType, DenseHostTensor, Tensor, TensorMetadata};

/// Bytes of a result that is computed before a region runs: shapes of tensors are far smaller, and nothing large is kept twice.
const MAX_KNOWN: usize = 4096;

/// Elements at most of what is computed on the way to sizes: comparisons of sizes, and scales.
const MAX_OTHERS: usize = 64;

/// Whether tensors of this metadata are few integers, which may be sizes, or may have sizes made of them.
pub fn may_be_sizes(metadata: &TensorMetadata) -> bool {
    match metadata.dtype {
        DType::I32 | DType::I64 => is_small(metadata),
        DType::I1 | DType::F32 | DType::F64 => metadata.shape.num_elements() <= MAX_OTHERS,
        _ => false,
    }
}

fn is_small(metadata: &TensorMetadata) -> bool {
    let bytes = metadata.dtype.size().and_then(|size| size.checked_mul(metadata.shape.num_elements()));
    bytes.is_some_and(|bytes| bytes <= MAX_KNOWN)
}

impl RegionMember {
    /// The only result of the op, if it may say a shape, and if it is the same in all runs: because the operands are, or because it follows
    /// from their shapes.
    pub(super) fn known(&self, spec: &StepSpec<'_>) -> Option<DenseHostTensor> {
        let [result] = spec.results else { return None };
        // What follows from shapes alone is a size.
        let is_size = matches!(result.dtype, DType::I32 | DType::I64) && is_small(result);
        let ahead = || match self.entry.prepare.as_ref().filter(|_| is_size)?(spec)? {
            Prepared::Known(tensor) => Some(tensor),
            _ => None,
        };
        self.evaluated(spec).or_else(ahead).filter(|tensor| tensor.metadata() == result)
    }

    /// The only result of the op on constants, if all are small and it may say a shape. Other constants are folded by the compiler, within its
    /// budget, or computed as the program says. An op that fails does so when it runs.
    fn evaluated(&self, spec: &StepSpec<'_>) -> Option<DenseHostTensor> {
        let [result] = spec.results else { return None };
        let are_small = spec.operands.iter().all(|operand| is_small(operand.metadata));
        if spec.operands.is_empty() || !are_small || !may_be_sizes(result) {
            return None;
        }
        let operand = |operand: &StepOperand<'_>| Some(TensorHandle::new(operand.constant?.clone()));
        let mut args: SmallVec<[TensorHandle; 6]> =
            spec.operands.iter().map(operand).collect::<Option<_>>()?;
        let mut results = [TensorHandle::default()];
        let entry = &self.entry;
        // An op that panics does so again where it is reported.
        let run = || entry.run_unreported(spec.context, &mut args, spec.attrs, spec.results, &mut results);
        catch_unwind(AssertUnwindSafe(run)).ok()?.ok()?;
        let [result] = results;
        match result.into_result() {
            Ok(Ok(Tensor::Dense(dense))) => Some(dense),
            _ => None,
        }
    }
}
