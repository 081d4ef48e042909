//! Element types: the numbers of the protocol, the registry's [`DataType`], and types of the IR.

use tfrt_dialects::tf::IrDataType as _;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::types::{Signedness, TypeKind};
use tfrt_ops::DataType;

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
    data_type.to_type(ctx)
}

/// The data type of an element type of the IR. Signed integers are none: the protocol's are signless here.
pub(crate) fn of_type(ctx: &Context, ty: Type) -> Option<DataType> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { sign: Signedness::Signed, .. } => None,
        TypeKind::Integer { width: 1, sign: Signedness::Unsigned } => None,
        _ => DataType::of_type(ctx, ty),
    }
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
