//! Element types: the numbers of the protocol, the registry's [`DataType`], and types of the IR.

use tfrt_dialects::tf::DataType;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

/// The data type with the protocol's number, which references to variables have raised by 100.
pub(crate) fn from_number(number: i32) -> Option<DataType> {
    DataType::from_number(u32::try_from(number).ok()?)
}

/// The protocol's number.
pub(crate) fn number(data_type: DataType) -> i32 {
    data_type.number() as i32
}

/// The element type of the IR.
pub(crate) fn to_type(ctx: &Context, data_type: DataType) -> Type {
    let unsigned = |width| ctx.int_with_sign(width, Signedness::Unsigned);
    match data_type {
        DataType::Float32 => ctx.f32(),
        DataType::Float64 => ctx.f64(),
        DataType::Int32 => ctx.i32(),
        DataType::UInt8 => unsigned(8),
        DataType::Int16 => ctx.i16(),
        DataType::Int8 => ctx.i8(),
        DataType::Complex64 => ctx.complex(ctx.f32()),
        DataType::Int64 => ctx.i64(),
        DataType::Bool => ctx.i1(),
        DataType::BFloat16 => ctx.float(FloatKind::BF16),
        DataType::UInt16 => unsigned(16),
        DataType::Complex128 => ctx.complex(ctx.f64()),
        DataType::Float16 => ctx.float(FloatKind::F16),
        DataType::UInt32 => unsigned(32),
        DataType::UInt64 => unsigned(64),
        other => {
            // All that is left is spelled `!corert.<name>`.
            let spelling = other.spelling();
            ctx.opaque_type("corert", spelling.strip_prefix("!corert.").unwrap_or(spelling))
        }
    }
}

/// The data type of an element type of the IR.
pub(crate) fn of_type(ctx: &Context, ty: Type) -> Option<DataType> {
    Some(match *ctx.type_kind(ty) {
        TypeKind::Integer { width, sign } => match (width, sign) {
            (1, Signedness::Signless) => DataType::Bool,
            (8, Signedness::Signless) => DataType::Int8,
            (16, Signedness::Signless) => DataType::Int16,
            (32, Signedness::Signless) => DataType::Int32,
            (64, Signedness::Signless) => DataType::Int64,
            (8, Signedness::Unsigned) => DataType::UInt8,
            (16, Signedness::Unsigned) => DataType::UInt16,
            (32, Signedness::Unsigned) => DataType::UInt32,
            (64, Signedness::Unsigned) => DataType::UInt64,
            _ => return None,
        },
        TypeKind::Float(FloatKind::F32) => DataType::Float32,
        TypeKind::Float(FloatKind::F64) => DataType::Float64,
        TypeKind::Float(FloatKind::F16) => DataType::Float16,
        TypeKind::Float(FloatKind::BF16) => DataType::BFloat16,
        TypeKind::Complex(part) if part == ctx.f32() => DataType::Complex64,
        TypeKind::Complex(part) if part == ctx.f64() => DataType::Complex128,
        TypeKind::Opaque { dialect, ref body } if ctx.str(dialect) == "corert" => {
            let of = |data_type: &DataType| data_type.spelling().strip_prefix("!corert.") == Some(body);
            return DataType::all().find(of);
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_data_type_has_a_type_of_its_own() {
        let ctx = Context::new();
        for data_type in DataType::all() {
            let ty = to_type(&ctx, data_type);
            assert_eq!(of_type(&ctx, ty), Some(data_type));
            assert_eq!(tfrt_ir::syntax::type_to_string(&ctx, ty), data_type.spelling());
            assert_eq!(from_number(number(data_type)), Some(data_type));
        }
        assert_eq!(from_number(101), None);
        assert_eq!(of_type(&ctx, ctx.index()), None);
    }
}
