//! The attributes of StableHLO's operations, as plain data.

use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::conv::ConvDimensionNumbers;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;

/// An attribute of an operation, which may be one of its properties.
pub(super) fn attr(op: OpRef<'_>, name: &str) -> Option<Attr> {
    let property = || op.ctx.dict_get(op.body.properties(op.op)?, op.ctx.ident(name));
    op.attr(name).or_else(property)
}

/// The integers of an array, a list or a dense attribute.
pub(super) fn integers(ctx: &Context, attr: Attr) -> Option<Vec<i64>> {
    match ctx.attr_kind(attr) {
        AttrKind::DenseArray { elem, data } => {
            let width = if *elem == ctx.i1() { 1 } else { ctx.int_or_float_width(*elem)? as usize / 8 };
            Some(data.chunks_exact(width.max(1)).map(signed).collect())
        }
        AttrKind::Array(elements) => elements
            .iter()
            .map(|&element| ctx.attr_as_i64(element).or_else(|| ctx.attr_as_bool(element).map(i64::from)))
            .collect(),
        AttrKind::DenseElements { ty, splat, data } => {
            let kind = ctx.type_kind(*ty);
            let count = usize::try_from(kind.num_elements()?).ok()?;
            let width = ctx.int_or_float_width(kind.element_type()?)?.div_ceil(8) as usize;
            let values: Vec<i64> = data.chunks_exact(width).map(signed).collect();
            match splat {
                true if count <= 1 << 16 => Some(vec![*values.first()?; count]),
                true => None,
                false => Some(values),
            }
        }
        _ => None,
    }
}

/// A little-endian integer.
fn signed(bytes: &[u8]) -> i64 {
    let mut wide = [if bytes.last().is_some_and(|byte| byte & 0x80 != 0) { 0xff } else { 0 }; 8];
    wide[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
    i64::from_le_bytes(wide)
}

/// The integers of an operation's attribute.
pub(super) fn list(op: OpRef<'_>, name: &str) -> Option<Vec<i64>> {
    integers(op.ctx, attr(op, name)?)
}

/// The permutation of a `stablehlo.transpose`.
#[must_use]
pub fn permutation(op: OpRef<'_>) -> Option<Vec<i64>> {
    if op.name_str() == "stablehlo.transpose" { list(op, "permutation") } else { None }
}

/// An integer.
pub(super) fn int(op: OpRef<'_>, name: &str) -> Option<i64> {
    op.ctx.attr_as_i64(attr(op, name)?)
}

/// A boolean that is false if it is not given.
pub(super) fn flag(op: OpRef<'_>, name: &str) -> bool {
    attr(op, name).and_then(|attr| op.ctx.attr_as_bool(attr)).unwrap_or(false)
}

/// An attribute of one of the dialect's structures or enumerations.
pub(super) fn typed<'c, T: DialectAttr>(op: OpRef<'c>, name: &str) -> Option<&'c T> {
    T::named(op, name)
}

/// The dimension numbers of a convolution: of each tensor two dimensions of its own, then the spatial ones.
pub(super) fn convolution(op: OpRef<'_>) -> Option<[Vec<i64>; 3]> {
    let numbers: &ConvDimensionNumbers = typed(op, "dimension_numbers")?;
    let list = |first: i64, second: i64, spatial: &[i64]| [&[first, second], spatial].concat();
    Some([
        list(numbers.input_batch, numbers.input_feature, &numbers.input_spatial),
        list(numbers.kernel_input_feature, numbers.kernel_output_feature, &numbers.kernel_spatial),
        list(numbers.output_batch, numbers.output_feature, &numbers.output_spatial),
    ])
}
