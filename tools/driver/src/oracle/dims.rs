//! Partial tensor types: a dtype and dimensions, some of which may be unknown.

use tfrt_compiler::dtype::type_of;
use tfrt_executor::tensor::DType;
use tfrt_ir::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::types::TypeKind;

use super::dtype_of;

/// Dimensions, [`DYNAMIC`](tfrt_ir::types::DYNAMIC) where unknown; `None` for an unknown rank.
pub(super) type PartialDims = Option<Vec<i64>>;

/// The known type of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The dtype, if known.
    pub dtype: Option<DType>,
    /// The dimensions.
    pub dims: PartialDims,
}

impl Known {
    /// The known type of a tensor with this type in the IR.
    pub(super) fn of_type(ctx: &Context, ty: Option<Type>) -> Known {
        let Some(ty) = ty else { return Known { dtype: None, dims: None } };
        let kind = ctx.type_kind(ty);
        let dtype = kind.element_type().and_then(|element| dtype_of(ctx, element));
        let dims = match kind {
            TypeKind::RankedTensor { dims, .. } => Some(dims.to_vec()),
            _ => None,
        };
        Known { dtype, dims }
    }

    /// The type that says this; none without a dtype.
    pub(super) fn to_type(&self, ctx: &Context) -> Option<Type> {
        let element = type_of(ctx, self.dtype?);
        Some(match &self.dims {
            Some(dims) => ctx.tensor(dims, element),
            None => ctx.unranked_tensor(element),
        })
    }
}
