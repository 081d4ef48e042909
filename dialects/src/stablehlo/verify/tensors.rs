//! Tensor types as the rules see them, and when two types may stand for one.

use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::super::attributes::TypeExtensions;
use super::super::types::bounds;
use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;

/// A ranked tensor type. What is none has no dimensions and is its own element.
#[derive(Clone, Copy)]
pub(super) struct Tensor<'a> {
    pub(super) ctx: &'a Context,
    pub(super) ty: Type,
    pub(super) dims: &'a [i64],
    pub(super) elem: Type,
}

impl<'a> Tensor<'a> {
    pub(super) fn of(ctx: &'a Context, ty: Type) -> Self {
        match ctx.type_kind(ty) {
            TypeKind::RankedTensor { dims, elem, .. } => Tensor { ctx, ty, dims, elem: *elem },
            TypeKind::UnrankedTensor(elem) => Tensor { ctx, ty, dims: &[], elem: *elem },
            _ => Tensor { ctx, ty, dims: &[], elem: ty },
        }
    }

    pub(super) fn rank(self) -> usize {
        self.dims.len()
    }

    /// The size of a dimension, if it is known.
    pub(super) fn size(self, dim: usize) -> Option<i64> {
        self.dims.get(dim).copied().filter(|&size| size != DYNAMIC)
    }

    /// The bound of a dimension, [`DYNAMIC`] if it has none.
    pub(super) fn bound(self, dim: usize) -> i64 {
        bounds(self.ctx, self.ty).and_then(|bounds| bounds.get(dim)).copied().unwrap_or(DYNAMIC)
    }

    /// The number of elements, if it is known.
    pub(super) fn count(self) -> Option<i64> {
        self.dims.iter().try_fold(
            1i64,
            |count, &size| {
                if size == DYNAMIC { None } else { count.checked_mul(size) }
            },
        )
    }

    pub(super) fn text(self) -> String {
        type_to_string(self.ctx, self.ty)
    }

    pub(super) fn elem_text(self) -> String {
        type_to_string(self.ctx, self.elem)
    }
}

/// The type of an operand.
pub(super) fn operand(op: OpRef<'_>, index: usize) -> Tensor<'_> {
    Tensor::of(op.ctx, op.value_type(op.operand(index)))
}

/// The type of a result.
pub(super) fn result(op: OpRef<'_>, index: usize) -> Tensor<'_> {
    Tensor::of(op.ctx, op.value_type(op.body.result(op.op, index)))
}

pub(super) fn is_tensor(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_))
}

/// A tensor type with sizes and bounds; no bounds if all are [`DYNAMIC`].
pub(super) fn tensor_type(ctx: &Context, dims: &[i64], bounds: &[i64], elem: Type) -> Type {
    let bounded = bounds.iter().any(|&bound| bound != DYNAMIC);
    let encoding = bounded.then(|| TypeExtensions { bounds: bounds.to_vec() }.into_attr(ctx));
    ctx.intern_type(TypeKind::RankedTensor { dims: dims.into(), elem, encoding })
}

/// The same sizes and bounds with another element.
pub(super) fn with_elem(tensor: Tensor<'_>, elem: Type) -> Type {
    match tensor.ctx.type_kind(tensor.ty) {
        TypeKind::RankedTensor { dims, encoding, .. } => {
            tensor.ctx.intern_type(TypeKind::RankedTensor { dims: dims.clone(), elem, encoding: *encoding })
        }
        TypeKind::UnrankedTensor(_) => tensor.ctx.intern_type(TypeKind::UnrankedTensor(elem)),
        _ => tensor.ty,
    }
}

/// Whether sizes may be equal.
pub(super) fn sizes_agree(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

/// Whether two lists of sizes may be equal.
pub(super) fn shapes_agree(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| sizes_agree(a, b))
}

/// Whether two types may have one shape; unranked tensors agree with all.
pub(super) fn type_shapes_agree(ctx: &Context, a: Type, b: Type) -> bool {
    let is_ranked = |ty| matches!(ctx.type_kind(ty), TypeKind::RankedTensor { .. });
    !is_ranked(a) || !is_ranked(b) || shapes_agree(Tensor::of(ctx, a).dims, Tensor::of(ctx, b).dims)
}

/// Whether two elements may stand for one: the same, or quantized ones with one storage, of one kind, that express the same.
pub(super) fn elements_agree(ctx: &Context, a: Type, b: Type) -> bool {
    if a == b {
        return true;
    }
    let (left, right) = (QuantizedType::of(ctx, a), QuantizedType::of(ctx, b));
    match (&left, &right) {
        (Some(a), Some(b)) => {
            let storage = |q: &QuantizedType| (q.storage_width, q.is_signed, q.storage_min, q.storage_max);
            storage(a) == storage(b)
                && a.expressed == b.expressed
                && a.dimension.is_some() == b.dimension.is_some()
        }
        _ => false,
    }
}

/// Whether two types may stand for one, sizes and bounds included.
pub(super) fn types_agree(ctx: &Context, a: Type, b: Type) -> bool {
    if a == b {
        return true;
    }
    if let (TypeKind::Tuple(a), TypeKind::Tuple(b)) = (ctx.type_kind(a), ctx.type_kind(b)) {
        return a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| types_agree(ctx, a, b));
    }
    if !is_tensor(ctx, a) || !is_tensor(ctx, b) {
        return false;
    }
    let is_unranked = |ty| matches!(ctx.type_kind(ty), TypeKind::UnrankedTensor(_));
    let any_shape = is_unranked(a) || is_unranked(b);
    let (a, b) = (Tensor::of(ctx, a), Tensor::of(ctx, b));
    let fits = |size: Option<i64>, bound: i64| size.is_none_or(|size| bound == DYNAMIC || size <= bound);
    elements_agree(ctx, a.elem, b.elem)
        && (any_shape
            || shapes_agree(a.dims, b.dims)
                && (0..a.rank())
                    .all(|dim| fits(a.size(dim), b.bound(dim)) && fits(b.size(dim), a.bound(dim))))
}

/// Types in single quotes.
pub(super) fn quoted(ctx: &Context, types: impl IntoIterator<Item = Type>) -> String {
    let texts: Vec<String> = types.into_iter().map(|ty| format!("'{}'", type_to_string(ctx, ty))).collect();
    texts.join(", ")
}

/// `2, 3`
pub(super) fn list(values: &[i64]) -> String {
    let texts: Vec<String> =
        values.iter().map(|&value| if value == DYNAMIC { "?".into() } else { value.to_string() }).collect();
    texts.join(", ")
}

/// The bits of an element.
pub(super) fn width(ctx: &Context, elem: Type) -> i64 {
    if let Some(quantized) = QuantizedType::of(ctx, elem) {
        return i64::from(quantized.storage_width);
    }
    match *ctx.type_kind(elem) {
        TypeKind::Integer { width, .. } => i64::from(width),
        TypeKind::Float(kind) => i64::from(kind.width()),
        TypeKind::Complex(part) => 2 * width(ctx, part),
        _ => 0,
    }
}
