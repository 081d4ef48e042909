//! Constraints on types and attributes that several dialects' declarations share, each with its wording in
//! messages.

use tfrt_ir::context::Context;
use tfrt_ir::opdef::{AttrConstraint, TypeConstraint};
use tfrt_ir::types::{FloatKind, Signedness, Type, TypeKind};

/// `!tfrt.chain`
pub(crate) fn chain() -> TypeConstraint {
    TypeConstraint::opaque("tfrt", "chain")
}

/// `!tfrt.string`
pub(crate) fn string() -> TypeConstraint {
    TypeConstraint::opaque("tfrt", "string")
}

/// `!tfrt.device`
pub(crate) fn device() -> TypeConstraint {
    TypeConstraint::opaque("tfrt", "device")
}

/// `!tfrt.tensor_type`
pub(crate) fn tensor_type() -> TypeConstraint {
    TypeConstraint::opaque("tfrt", "tensor_type")
}

/// `!corert.ophandler`
pub(crate) fn op_handler() -> TypeConstraint {
    TypeConstraint::opaque("corert", "ophandler")
}

/// `!corert.tensorhandle`
pub(crate) fn tensor_handle() -> TypeConstraint {
    TypeConstraint::opaque("corert", "tensorhandle")
}

/// `!ts.shape`
pub(crate) fn shape() -> TypeConstraint {
    TypeConstraint::opaque("ts", "shape")
}

/// `!ts.partial_shape`
pub(crate) fn partial_shape() -> TypeConstraint {
    TypeConstraint::opaque("ts", "partial_shape")
}

/// `!tfrt_tensor.tensor`
pub(crate) fn tensor() -> TypeConstraint {
    TypeConstraint::opaque("tfrt_tensor", "tensor")
}

/// `!ht.host_buffer`
pub(crate) fn host_buffer() -> TypeConstraint {
    TypeConstraint::opaque("ht", "host_buffer")
}

/// The scalar types of the families `….i32`, `….f64`: the suffix names the type.
pub(crate) fn scalar(suffix: &str) -> TypeConstraint {
    match suffix {
        "i1" => TypeConstraint::integer(1),
        "i8" => TypeConstraint::integer(8),
        "i16" => TypeConstraint::integer(16),
        "i32" => TypeConstraint::integer(32),
        "i64" => TypeConstraint::integer(64),
        "ui32" => TypeConstraint::unsigned(32),
        "ui64" => TypeConstraint::unsigned(64),
        "f16" => TypeConstraint::float(FloatKind::F16),
        "bf16" => TypeConstraint::float(FloatKind::BF16),
        "f32" => TypeConstraint::float(FloatKind::F32),
        "f64" => TypeConstraint::float(FloatKind::F64),
        "complex64" => TypeConstraint::complex(FloatKind::F32),
        "complex128" => TypeConstraint::complex(FloatKind::F64),
        _ => unreachable!("the tables of families name scalar types only: {suffix}"),
    }
}

/// Types of which each element, or which themselves, pass a test: what upstream's dialects call `…-like`.
fn like(description: &'static str, test: fn(&TypeKind) -> bool) -> TypeConstraint {
    TypeConstraint::new(description, move |ctx, ty| test(ctx.type_kind(element(ctx, ty, false))))
}

/// As [`like`], with the elements of memrefs as well.
fn like_or_memref(description: &'static str, test: fn(&TypeKind) -> bool) -> TypeConstraint {
    TypeConstraint::new(description, move |ctx, ty| test(ctx.type_kind(element(ctx, ty, true))))
}

/// The type of the elements of a vector, a tensor or, if wanted, a memref; another type itself.
fn element(ctx: &Context, ty: Type, of_memrefs: bool) -> Type {
    match *ctx.type_kind(ty) {
        TypeKind::Vector { elem, .. }
        | TypeKind::RankedTensor { elem, .. }
        | TypeKind::UnrankedTensor(elem) => elem,
        TypeKind::MemRef { elem, .. } | TypeKind::UnrankedMemRef { elem, .. } if of_memrefs => elem,
        _ => ty,
    }
}

fn is_signless(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { sign: Signedness::Signless, .. })
}

/// Integers without a sign of their own and `index`.
pub(crate) fn signless_integer_like() -> TypeConstraint {
    like("signless-integer-like", |kind| is_signless(kind) || matches!(kind, TypeKind::Index))
}

/// Integers without a sign of their own and `index`, no vectors of them.
pub(crate) fn signless_integer_or_index() -> TypeConstraint {
    TypeConstraint::new("signless integer or index", |ctx, ty| {
        is_signless(ctx.type_kind(ty)) || matches!(ctx.type_kind(ty), TypeKind::Index)
    })
}

/// Integers without a sign of their own.
pub(crate) fn fixed_width_integer_like() -> TypeConstraint {
    like("signless-fixed-width-integer-like", is_signless)
}

/// Floats.
pub(crate) fn float_like() -> TypeConstraint {
    like("floating-point-like", |kind| matches!(kind, TypeKind::Float(_)))
}

/// `i1`.
pub(crate) fn bool_like() -> TypeConstraint {
    like("bool-like", |kind| is_signless(kind) && matches!(kind, TypeKind::Integer { width: 1, .. }))
}

/// The operand and result types of `arith.index_cast`.
pub(crate) fn index_castable() -> TypeConstraint {
    like_or_memref("signless-integer-like or memref of signless-integer", |kind| {
        is_signless(kind) || matches!(kind, TypeKind::Index)
    })
}

/// The operand and result types of `arith.bitcast`.
pub(crate) fn bit_castable() -> TypeConstraint {
    like_or_memref("signless-integer-or-float-like or memref of signless-integer or float", |kind| {
        is_signless(kind) || matches!(kind, TypeKind::Float(_))
    })
}

/// The attribute that holds a value of the scalar type that a suffix names.
pub(crate) fn scalar_attr(suffix: &str) -> AttrConstraint {
    match suffix {
        "i1" => AttrConstraint::integer(1),
        "i8" => AttrConstraint::integer(8),
        "i16" => AttrConstraint::integer(16),
        "i32" => AttrConstraint::integer(32),
        "i64" => AttrConstraint::integer(64),
        "ui32" => AttrConstraint::unsigned(32),
        "ui64" => AttrConstraint::unsigned(64),
        "f16" => AttrConstraint::float(FloatKind::F16),
        "bf16" => AttrConstraint::float(FloatKind::BF16),
        "f32" | "complex64" => AttrConstraint::float(FloatKind::F32),
        "f64" | "complex128" => AttrConstraint::float(FloatKind::F64),
        _ => unreachable!("the tables of families name scalar types only: {suffix}"),
    }
}

/// `[@f, @g]`
pub(crate) fn symbol_array() -> AttrConstraint {
    AttrConstraint::array_of(AttrConstraint::flat_symbol())
}

/// `["a", "b"]`
pub(crate) fn string_array() -> AttrConstraint {
    AttrConstraint::array_of(AttrConstraint::string())
}
