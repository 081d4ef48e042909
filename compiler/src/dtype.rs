//! Element types of the IR and their codes in files, both ways.

use tfrt_bef::{DTypeCode, TypeCode};
use tfrt_ir::context::Context;
use tfrt_ir::types::{FloatKind, Signedness, Type, TypeKind};

/// The code of an element type; none if files cannot hold its values. A signed type has the code of the signless one.
pub fn dtype_of(ctx: &Context, ty: Type) -> Option<DTypeCode> {
    Some(match ctx.type_kind(ty) {
        TypeKind::Integer { width, sign } => match (width, sign) {
            (8, Signedness::Unsigned) => DTypeCode::UI8,
            (16, Signedness::Unsigned) => DTypeCode::UI16,
            (32, Signedness::Unsigned) => DTypeCode::UI32,
            (64, Signedness::Unsigned) => DTypeCode::UI64,
            (1, _) => DTypeCode::I1,
            (8, _) => DTypeCode::I8,
            (16, _) => DTypeCode::I16,
            (32, _) => DTypeCode::I32,
            (64, _) => DTypeCode::I64,
            _ => return None,
        },
        TypeKind::Float(FloatKind::BF16) => DTypeCode::BF16,
        TypeKind::Float(FloatKind::F16) => DTypeCode::F16,
        TypeKind::Float(FloatKind::F32) => DTypeCode::F32,
        TypeKind::Float(FloatKind::F64) => DTypeCode::F64,
        TypeKind::Complex(elem) => match ctx.type_kind(*elem) {
            TypeKind::Float(FloatKind::F32) => DTypeCode::Complex64,
            TypeKind::Float(FloatKind::F64) => DTypeCode::Complex128,
            _ => return None,
        },
        TypeKind::Opaque { dialect, body } if ctx.str(*dialect) == "corert" => {
            DTypeCode::ALL.iter().copied().find(|dtype| corert_name(*dtype) == Some(body))?
        }
        _ => return None,
    })
}

/// The name in the `corert` dialect of an element type that is none of the builtin ones.
fn corert_name(dtype: DTypeCode) -> Option<&'static str> {
    dtype.name().strip_prefix("!corert.")
}

/// The type with this code.
pub fn type_of(ctx: &Context, dtype: DTypeCode) -> Type {
    match dtype {
        DTypeCode::UI8 => ctx.int_with_sign(8, Signedness::Unsigned),
        DTypeCode::UI16 => ctx.int_with_sign(16, Signedness::Unsigned),
        DTypeCode::UI32 => ctx.int_with_sign(32, Signedness::Unsigned),
        DTypeCode::UI64 => ctx.int_with_sign(64, Signedness::Unsigned),
        DTypeCode::I1 => ctx.i1(),
        DTypeCode::I8 => ctx.i8(),
        DTypeCode::I16 => ctx.i16(),
        DTypeCode::I32 => ctx.i32(),
        DTypeCode::I64 => ctx.i64(),
        DTypeCode::F32 => ctx.f32(),
        DTypeCode::F64 => ctx.f64(),
        DTypeCode::Complex64 => ctx.complex(ctx.f32()),
        DTypeCode::Complex128 => ctx.complex(ctx.f64()),
        DTypeCode::F16 => ctx.float(FloatKind::F16),
        DTypeCode::BF16 => ctx.float(FloatKind::BF16),
        DTypeCode::String
        | DTypeCode::Resource
        | DTypeCode::Variant
        | DTypeCode::QUI8
        | DTypeCode::QUI16
        | DTypeCode::QI8
        | DTypeCode::QI16
        | DTypeCode::QI32 => ctx.opaque_type("corert", corert_name(dtype).unwrap_or_default()),
    }
}

/// What a register of this type holds.
pub fn type_code_of(ctx: &Context, ty: Type) -> TypeCode {
    match ctx.type_kind(ty) {
        TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Complex(_) => {
            dtype_of(ctx, ty).map_or(TypeCode::Opaque, TypeCode::Scalar)
        }
        _ if ctx.is_opaque_type(ty, "tfrt", "chain") => TypeCode::Chain,
        _ => TypeCode::Opaque,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_types_go_both_ways() {
        let ctx = Context::new();
        for &dtype in DTypeCode::ALL {
            assert_eq!(dtype_of(&ctx, type_of(&ctx, dtype)), Some(dtype));
        }
        assert_eq!(dtype_of(&ctx, ctx.int_with_sign(32, Signedness::Signed)), Some(DTypeCode::I32));
        assert_eq!(dtype_of(&ctx, ctx.index()), None);
        assert_eq!(type_code_of(&ctx, ctx.opaque_type("corert", "string")), TypeCode::Opaque);
        assert_eq!(type_code_of(&ctx, ctx.opaque_type("tfrt", "chain")), TypeCode::Chain);
    }
}
