//! Element types of the IR, the dtypes that they stand for, and their codes in files.

use tfrt_bef::{DTypeCode, TypeCode};
use tfrt_dialects::tf::IrDataType as _;
use tfrt_ir::context::Context;
use tfrt_ir::types::{Type, TypeKind};
use tfrt_ops::{DType, DataType};

/// The dtype that an element type stands for; `None` if tensors of it do not exist. A signed type stands for the same dtype as the
/// signless one.
pub fn dtype_of(ctx: &Context, ty: Type) -> Option<DType> {
    DType::of_data_type(DataType::of_type(ctx, ty)?)
}

/// The element type that stands for a dtype.
pub fn type_of(ctx: &Context, dtype: DType) -> Type {
    dtype.data_type().to_type(ctx)
}

/// The code of an element type in files; `None` if files cannot hold its values.
pub fn code_of(ctx: &Context, ty: Type) -> Option<DTypeCode> {
    DTypeCode::from_code(dtype_of(ctx, ty)?.code())
}

/// The element type with this code in files.
pub fn type_of_code(ctx: &Context, code: DTypeCode) -> Type {
    match DType::from_code(code.code()) {
        Some(dtype) => type_of(ctx, dtype),
        None => unreachable!("a test compares the codes of files with the dtypes"),
    }
}

/// The type code of a register of this type.
pub fn type_code_of(ctx: &Context, ty: Type) -> TypeCode {
    match ctx.type_kind(ty) {
        TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Complex(_) => {
            code_of(ctx, ty).map_or(TypeCode::Opaque, TypeCode::Scalar)
        }
        _ if ctx.is_opaque_type(ty, "tfrt", "chain") => TypeCode::Chain,
        _ => TypeCode::Opaque,
    }
}

#[cfg(test)]
mod tests {
    use tfrt_ir::types::Signedness;

    use super::*;

    #[test]
    fn codes_and_types_go_both_ways() {
        let ctx = Context::new();
        for (&dtype, &code) in DType::ALL.iter().zip(DTypeCode::ALL) {
            assert_eq!(dtype_of(&ctx, type_of(&ctx, dtype)), Some(dtype));
            assert_eq!(code_of(&ctx, type_of_code(&ctx, code)), Some(code));
            assert_eq!(dtype.name(), code.name());
        }
        assert_eq!(dtype_of(&ctx, ctx.int_with_sign(32, Signedness::Signed)), Some(DType::I32));
        assert_eq!(dtype_of(&ctx, ctx.index()), None);
        assert_eq!(type_code_of(&ctx, ctx.opaque_type("corert", "string")), TypeCode::Opaque);
        assert_eq!(type_code_of(&ctx, ctx.opaque_type("tfrt", "chain")), TypeCode::Chain);
    }
}
