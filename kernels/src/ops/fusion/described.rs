//! Fused ops, and element-wise ops that stand alone, as data: the functions of elements that they are for certain operands.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{Described, ElementMember, StepSpec};
use tfrt_executor::tensor::TensorMetadata;

use super::Fused;
use super::typed::{Typed, TypedMember};

/// The functions of elements that a fused op is for these operands: `None` if a member computes anything else, or an operand has neither one
/// element nor as many as the results.
pub(super) fn described(fused: &Fused, spec: &StepSpec<'_>) -> Option<Described> {
    if spec.operands.len() != fused.num_args || !fused.axes.is_empty() {
        return None;
    }
    let inputs: SmallVec<[TensorMetadata; 4]> =
        spec.operands.iter().map(|operand| operand.metadata.clone()).collect();
    let typed = Typed::new(fused, &inputs, &[])?;
    if typed.metadata(&fused.results)?[..] != *spec.results {
        return None;
    }
    // The elements of all values that have several lie alike: in shapes that are equal but for ones.
    let count = spec.results.first()?.shape.num_elements();
    let is_alike = |value: &TensorMetadata| {
        matches!(value.shape.num_elements(), 1) || value.shape.num_elements() == count
    };
    if !typed.values.iter().all(is_alike)
        || !spec.results.iter().all(|result| result.shape.num_elements() == count)
    {
        return None;
    }
    let member = |member: &TypedMember| match member {
        TypedMember::Elementwise(function) => {
            Some(ElementMember { member: function.vector.clone(), function: function.block.function })
        }
        _ => None,
    };
    let members = typed.members.iter().map(member).collect::<Option<_>>()?;
    Some(Described::Elements { members, results: fused.results.clone() })
}
