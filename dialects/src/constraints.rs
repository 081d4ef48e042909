//! The types and attributes that several dialects' declarations share, each with the words messages use for it.

use tfrt_ir::opdef::{AttrConstraint, TypeConstraint};
use tfrt_ir::types::FloatKind;

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
