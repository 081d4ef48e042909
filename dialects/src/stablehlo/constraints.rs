//! Constraints on the attributes of the operations, with upstream's wording.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, AttrDefault};
use tfrt_ir::types::TypeKind;

use super::attributes::{OutputOperandAlias, ResultAccuracy};
use super::directives::{booleans, integers};
use super::mesh::ReplicaGroupMeshAxes;
use super::words::Precision;
use crate::dialect_attr::DialectAttr;
pub(super) use crate::dialect_attr::own;

fn bounded(width: u32, what: &str, least: i64) -> AttrConstraint {
    let description = format!("{width}-bit signless integer attribute whose value is {what}");
    AttrConstraint::new(description, AttrClass::Integer, move |ctx, attr| {
        ctx.attr_as_i64(attr).is_some_and(|value| value >= least)
    })
    .of_type(move |ctx| ctx.int(width))
}

/// A number of at least 0.
pub(super) fn non_negative(width: u32) -> AttrConstraint {
    bounded(width, "non-negative", 0)
}

/// A number of at least 1.
pub(super) fn positive(width: u32) -> AttrConstraint {
    bounded(width, "positive", 1)
}

/// `array<i64: …>`
pub(crate) fn i64_list() -> AttrConstraint {
    AttrConstraint::new("i64 dense array attribute", AttrClass::Own, |ctx, attr| {
        matches!(ctx.attr_kind(attr), AttrKind::DenseArray { .. }) && integers(ctx, attr).is_some()
    })
}

/// `array<i1: …>`
pub(super) fn bool_list() -> AttrConstraint {
    AttrConstraint::new("i1 dense array attribute", AttrClass::Own, |ctx, attr| booleans(ctx, attr).is_some())
}

/// `dense<…> : tensor<…xi64>`
pub(super) fn i64_elements() -> AttrConstraint {
    AttrConstraint::new("64-bit signless integer elements attribute", AttrClass::Elements, |ctx, attr| {
        let elem = ctx.attr_type(attr).and_then(|ty| ctx.type_kind(ty).element_type());
        matches!(ctx.attr_kind(attr), AttrKind::DenseElements { .. }) && elem == Some(ctx.i64())
    })
}

/// `dense<…> : tensor<…xi64>`, or axes of a mesh
pub(super) fn replica_groups() -> AttrConstraint {
    AttrConstraint::new(
        "64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
        AttrClass::Own,
        |ctx, attr| {
            let elem = ctx.attr_type(attr).and_then(|ty| ctx.type_kind(ty).element_type());
            matches!(ctx.attr_kind(attr), AttrKind::DenseElements { .. }) && elem == Some(ctx.i64())
                || ReplicaGroupMeshAxes::of(ctx, attr).is_some()
        },
    )
}

/// `[[dense<8> : tensor<1xindex>]]`: the tiles of each result, as lists of sizes
pub(super) fn tilings() -> AttrConstraint {
    AttrConstraint::new("Array of tiling attributes", AttrClass::Array, |ctx, attr| {
        let all = |attr: Attr, each: &dyn Fn(Attr) -> bool| {
            ctx.array_elems(attr).is_some_and(|items| items.iter().all(|&item| each(item)))
        };
        all(attr, &|tiles| all(tiles, &|tile| is_index_list(ctx, tile)))
    })
}

/// Whether an attribute is a tensor of `index` of one dimension.
fn is_index_list(ctx: &Context, attr: Attr) -> bool {
    let ty = ctx.attr_type(attr).map(|ty| ctx.type_kind(ty));
    matches!(ctx.attr_kind(attr), AttrKind::DenseElements { .. })
        && matches!(ty, Some(TypeKind::RankedTensor { dims, elem, .. }) if dims.len() == 1 && *elem == ctx.index())
}

/// A list of such values.
fn list_of<T: DialectAttr>(description: &'static str) -> AttrConstraint {
    AttrConstraint::new(description, AttrClass::Array, |ctx, attr| {
        ctx.array_elems(attr).is_some_and(|items| items.iter().all(|&item| T::of(ctx, item).is_some()))
    })
}

/// `[#stablehlo<precision DEFAULT>, …]`
pub(super) fn precision_config() -> AttrConstraint {
    list_of::<Precision>("Precision Config attribute")
}

/// `[#stablehlo.output_operand_alias<…>]`
pub(super) fn aliases() -> AttrConstraint {
    list_of::<OutputOperandAlias>("Aliasing attribute for outputs and operands of CustomCall")
}

/// `[dense<[0, 1]> : tensor<2xindex>]`
pub(super) fn layouts() -> AttrConstraint {
    AttrConstraint::new(
        "Array of layout (1D tensor of index type) attributes",
        AttrClass::Array,
        |ctx, attr| {
            ctx.array_elems(attr).is_some_and(|items| items.iter().all(|&item| is_index_list(ctx, item)))
        },
    )
}

/// A text or a dictionary.
pub(super) fn backend_config() -> AttrConstraint {
    AttrConstraint::new(
        "string attribute or dictionary of named attribute values",
        AttrClass::Own,
        |ctx, attr| matches!(ctx.attr_kind(attr), AttrKind::String { .. } | AttrKind::Dict(_)),
    )
}

/// `[@f]`
pub(super) fn symbols() -> AttrConstraint {
    crate::constraints::symbol_array().described("flat symbol ref array attribute")
}

/// The number of a version of the interface of custom calls.
pub(super) fn api_version() -> AttrConstraint {
    AttrConstraint::new("Custom call API version", AttrClass::Integer, |ctx, attr| {
        ctx.attr_as_i64(attr).is_some_and(|version| (0..=4).contains(&version))
    })
    .of_type(|ctx| ctx.i32())
}

/// `false`, where nothing is written.
pub(crate) fn no() -> AttrDefault {
    AttrDefault::new(|ctx| ctx.bool_attr(false))
}

/// The empty text, where nothing is written.
pub(super) fn empty_text() -> AttrDefault {
    AttrDefault::new(|ctx| ctx.string_attr(""))
}

/// The empty list, where nothing is written.
pub(super) fn empty_list() -> AttrDefault {
    AttrDefault::new(|ctx| ctx.array_attr(&[]))
}

/// The empty dictionary, where nothing is written.
pub(super) fn empty_dictionary() -> AttrDefault {
    AttrDefault::new(Context::empty_dict)
}

/// This number of 32 bits, where nothing is written.
pub(super) fn number(value: i32) -> AttrDefault {
    AttrDefault::new(move |ctx| ctx.i32_attr(value))
}

/// This number of 64 bits, where nothing is written.
pub(crate) fn long_number(value: i64) -> AttrDefault {
    AttrDefault::new(move |ctx| ctx.i64_attr(value))
}

/// The default accuracy, where nothing is written.
pub(super) fn default_accuracy() -> AttrDefault {
    AttrDefault::new(|ctx| ResultAccuracy::DEFAULT.into_attr(ctx))
}
