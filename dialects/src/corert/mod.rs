//! The `corert` and `corert_sync` dialects: tensor handles, op handlers and the execution of ops by name.

pub(crate) mod attributes;
mod control_flow;
pub(crate) mod execute_op;
mod execute_op_syntax;
mod legacy;

pub(crate) use legacy::print_tensor_handle;

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::opdef::{AttrClass, AttrConstraint, OpDefinition, Traits};

use crate::constraints::{chain, device, op_handler, scalar, string_array, tensor_handle, tensor_type};

/// Element types of `create_dense_tensor.*`.
const ELEMENT_TYPES: [&str; 15] = [
    "ui8",
    "ui16",
    "ui32",
    "ui64",
    "i1",
    "i8",
    "i16",
    "i32",
    "i64",
    "bf16",
    "f16",
    "f32",
    "f64",
    "complex64",
    "complex128",
];

/// The dialects.
pub(crate) fn dialects() -> [Dialect; 2] {
    [
        Dialect::new("corert")
            .summary(
                "Runs ops by name. An op handler (`!corert.ophandler`) turns a name, tensor handles \
                 (`!corert.tensorhandle`) and attributes into new tensor handles; a chain orders ops with side effects.",
            )
            .allow_unknown_ops()
            .allow_unknown_types()
            .attr_hook(attributes::parse)
            .materialize_hook(materialize)
            .inlinable(),
        Dialect::new("corert_sync")
            .summary("Operations of `corert` for synchronous functions. Most have no kernels yet.")
            .allow_unknown_ops()
            .allow_unknown_types()
            .materialize_hook(materialize_sync),
    ]
}

fn materialize(ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    if let AttrKind::DenseStrings { ty: tensor, values, .. } = ctx.attr_kind(value) {
        return strings(ctx, *tensor, values, ty, loc);
    }
    constant("corert.const_dense_tensor", ctx, value, ty, loc)
}

fn materialize_sync(ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    constant("corert_sync.const_dense_tensor", ctx, value, ty, loc)
}

/// A constant tensor of strings is an operation of its own.
fn strings(ctx: &Context, tensor: Type, values: &[Box<[u8]>], ty: Type, loc: Loc) -> Option<OpState> {
    let dims = ctx.type_kind(tensor).dims().filter(|_| ctx.is_opaque_type(ty, "corert", "tensorhandle"))?;
    let dims: Vec<Attr> = dims.iter().map(|&dim| ctx.int_attr(ctx.i64(), dim)).collect();
    let values: Vec<Attr> = values.iter().map(|value| ctx.string_attr(&**value)).collect();
    let state = OpState::new(ctx.ident("corert.const_string_tensor"), loc)
        .attr(ctx.ident("shape"), ctx.array_attr(&dims))
        .attr(ctx.ident("value"), ctx.array_attr(&values));
    Some(state.results(&[ty]))
}

fn constant(name: &str, ctx: &Context, value: Attr, ty: Type, loc: Loc) -> Option<OpState> {
    let fits = AttrClass::Elements.contains(ctx, value) && ctx.is_opaque_type(ty, "corert", "tensorhandle");
    fits.then(|| OpState::new(ctx.ident(name), loc).attr(ctx.ident("value"), value).results(&[ty]))
}

/// The operations of `corert`.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("corert.{name}")).traits(Traits::ISOLATED);
    let mut ops = vec![
        op("get_op_handler")
            .summary("The op handler that is registered under a name.")
            .operand("chain", chain())
            .attribute("op_handler_name", AttrConstraint::string())
            .result("handler", op_handler())
            .traits(Traits::PURE | Traits::MAY_FAIL)
            .legacy_hook(legacy::get_op_handler)
            .format("$chain $op_handler_name attr-dict"),
        op("register_op_handler")
            .summary("Registers an op handler under a name; the first registration of a name counts.")
            .operand("handler", op_handler())
            .attribute("op_handler_name", AttrConstraint::string())
            .result("chain", chain())
            .format("$handler $op_handler_name attr-dict"),
        const_dense_tensor("corert"),
        op("const_string_tensor")
            .summary("A tensor of strings; one string stands for all elements.")
            .attribute("shape", AttrConstraint::i64_array())
            .attribute("value", string_array())
            .result("tensor", tensor_handle())
            .traits(Traits::PURE)
            .format("attr-dict"),
        op("get_dst_tensor_type")
            .summary("The kind of tensor to which a transfer to a device converts a tensor.")
            .operand("tensor", tensor_handle())
            .operand("device", device())
            .result("type", tensor_type())
            .format("operands attr-dict"),
        op("transfer")
            .summary("Copies a tensor to a device, as a given kind of tensor.")
            .operand("tensor", tensor_handle())
            .operand("device", device())
            .operand("type", tensor_type())
            .result("transferred", tensor_handle())
            .format("operands attr-dict"),
        op("transfer_inferred_tensortype")
            .summary("Copies a tensor to a device, as the kind of tensor that the device prefers.")
            .operand("tensor", tensor_handle())
            .operand("device", device())
            .result("transferred", tensor_handle())
            .format("operands attr-dict"),
        op("tensorhandle_to_int32")
            .summary("The only element of an `i32` tensor.")
            .operand("tensor", tensor_handle())
            .result("value", scalar("i32"))
            .format("operands attr-dict"),
    ];
    ops.extend(ELEMENT_TYPES.map(|element| create_dense_tensor("corert", element)));
    ops.extend(execute_op::ops());
    ops.extend(control_flow::ops());
    ops
}

/// The operations of `corert_sync`.
pub(crate) fn sync_ops() -> Vec<OpDefinition> {
    let mut ops = vec![
        const_dense_tensor("corert_sync"),
        OpDefinition::new("corert_sync.get_op_handler")
            .summary("The op handler that is registered under a name.")
            .attribute("device_name", AttrConstraint::string())
            .result("handler", op_handler())
            .traits(Traits::PURE | Traits::ISOLATED | Traits::MAY_FAIL)
            .format("$device_name attr-dict"),
        execute_op::sync_op(),
    ];
    ops.extend(ELEMENT_TYPES.map(|element| create_dense_tensor("corert_sync", element)));
    ops
}

fn const_dense_tensor(dialect: &str) -> OpDefinition {
    OpDefinition::new(format!("{dialect}.const_dense_tensor"))
        .summary("A dense tensor that the program spells out.")
        .attribute("value", AttrConstraint::elements())
        .result("tensor", tensor_handle())
        .traits(Traits::PURE | Traits::ISOLATED | Traits::CONSTANT_LIKE)
        .fold_hook(execute_op::fold_constant)
        .format("$value attr-dict")
}

fn create_dense_tensor(dialect: &str, element: &str) -> OpDefinition {
    OpDefinition::new(format!("{dialect}.create_dense_tensor.{element}"))
        .summary(format!("A dense tensor of `{element}` from its shape and its elements in row-major order."))
        .attribute("shape", AttrConstraint::i64_array())
        .attribute("value", AttrConstraint::array())
        .result("tensor", tensor_handle())
        .traits(Traits::PURE | Traits::ISOLATED)
        .format("attr-dict")
}
