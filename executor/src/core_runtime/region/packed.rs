//! Constants of regions in the layout that steps read, made when a program is compiled, and brought with it.
//!
//! Two attributes of the op say it: `packed`, tensors of `f32`, and `packed_forms`, for each of them seven numbers: the constant, and the
//! [`Form`]. They say nothing that does not follow from the constants: a region without them makes what it reads at its first call, as does one
//! whose forms are those of another processor. Forms that kernels do not ask for are not read.

use std::sync::Arc;

use tfrt_ops::TargetCpu;

use super::{OpenRegion, RegionBackend, infer};
use crate::core_runtime::OpError;
use crate::core_runtime::attrs::{AttrValue, OpAttrsRef};
use crate::core_runtime::context::OpContext;
use crate::core_runtime::registry::OpRegistry;
use crate::tensor::DenseHostTensor;
use crate::tensor::buffer::{Derivation, FORM_WORDS, Form};

/// The attribute with the tensors.
pub const PACKED: &str = "packed";

/// The attribute that says what they are.
pub const PACKED_FORMS: &str = "packed_forms";

/// Numbers of an entry of [`PACKED_FORMS`].
const ENTRY: usize = 1 + FORM_WORDS;

/// Something that a backend made of a constant of a region.
pub struct PackedConstant {
    /// The constant and the form, as [`PACKED_FORMS`] has them.
    pub entry: [i64; ENTRY],
    /// The thing.
    pub made: Arc<dyn Derivation>,
}

impl std::fmt::Debug for PackedConstant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PackedConstant").field("entry", &self.entry).finish_non_exhaustive()
    }
}

/// Gives constants what a region brings with it.
///
/// # Errors
/// If the attributes do not go together, or name a constant that the region does not have.
pub(super) fn restore(attrs: OpAttrsRef<'_>, constants: &[DenseHostTensor]) -> Result<(), OpError> {
    let tensors = attrs.get_aggregate(PACKED).unwrap_or_default();
    let entries = attrs.get_array::<i64>(PACKED_FORMS).unwrap_or_default().as_chunks::<ENTRY>();
    if entries.0.len() != tensors.len() || !entries.1.is_empty() {
        return Err(format!("`{PACKED_FORMS}` must have {ENTRY} numbers for each of `{PACKED}`").into());
    }
    for ([constant, form @ ..], tensor) in entries.0.iter().zip(tensors) {
        let AttrValue::Dense(tensor) = tensor else {
            return Err(format!("`{PACKED}` of a region must be dense tensors").into());
        };
        let missing = || format!("`{PACKED_FORMS}` names constant {constant} of {}", constants.len());
        let constant = usize::try_from(*constant).ok().and_then(|constant| constants.get(constant));
        let constant = constant.ok_or_else(missing)?;
        let mut words: Form = [0; FORM_WORDS];
        for (word, number) in words.iter_mut().zip(form) {
            *word = u32::try_from(*number).map_err(|_| format!("`{PACKED_FORMS}` has {number}"))?;
        }
        if let Some(derived) = constant.buffer().derived() {
            derived.save(words, tensor.buffer().clone());
        }
    }
    Ok(())
}

/// The batch that programs are most often called with first, and all other sizes that only calls say, such as lengths of texts: what is made of
/// constants rarely depends on either.
const SIZES: [i64; 2] = [1, 64];

/// Has a backend make what the region of these attributes reads of its constants on this processor. Constants that may be written, as tensors
/// are that were just made, are left out, as are regions whose ops do not tell their results.
///
/// # Errors
/// If the attributes are no region.
pub fn pack_region(
    attrs: OpAttrsRef<'_>,
    ops: &OpRegistry,
    backend: &dyn RegionBackend,
    target: TargetCpu,
    context: &dyn OpContext,
) -> Result<Vec<PackedConstant>, OpError> {
    let open = OpenRegion::of(attrs, ops)?;
    let Some(region) = infer::for_sizes(&open, SIZES, context) else { return Ok(Vec::new()) };
    backend.pack(&region, target, context);
    let mut packed = Vec::new();
    for (constant, tensor) in open.constants.iter().enumerate() {
        for (form, made) in tensor.buffer().derived().into_iter().flat_map(|derived| derived.made()) {
            let mut entry = [constant as i64; ENTRY];
            entry[1..].iter_mut().zip(form).for_each(|(number, word)| *number = i64::from(word));
            packed.push(PackedConstant { entry, made });
        }
    }
    Ok(packed)
}
