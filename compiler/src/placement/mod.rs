//! Placement: the devices on which ops run, and the copies between them.
//!
//! Two stages of a pipeline. [`Assignment`] gives each op of a program an op handler:
//! * an op that names its place, by a handler of that name or by the attribute `tf.device`, runs there;
//! * an op with the handler `cpu`, which programs use when they mean no particular device, runs on the first of the user's devices
//!   that has a kernel for it. A kernel is looked up by the op's name and, as far as they are known, its types;
//! * a generic name (`GPU`) means the type of device that the user maps it to;
//! * ops that share a variable run in one place;
//! * an op without a kernel on any device runs on the host, with a remark, if the user allows that; else it is an
//!   error.
//!
//! Ops without arguments that only produce data (constants) stay on the host silently.
//!
//! [`Transfers`], a part of lowering, copies results of one device to the host for users that are not on a device of the same type,
//! and tensors on the host, or on another device of the type, to the devices that use them: each tensor at most once for each device.
//! Only tensors move: chains and order stay the same. Arguments and results of functions are on the host.
//!
//! [`DeviceKernels`] knows the devices and kernels; this module does not depend on plugins.

mod assign;
mod names;
#[cfg(test)]
mod tests;
mod transfers;

pub use assign::Assignment;
pub use names::{Alias, DeviceName};
pub use transfers::{COPY_TO_DEVICE, COPY_TO_HOST, Transfers};

use std::sync::Arc;

use tfrt_dialects::tf::{IrDataType as _, OpUse};
use tfrt_dialects::{op_attrs, op_name};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::types::TypeKind;
use tfrt_ops::{DataType, OpDef, OpDefRegistry, Row};

use crate::tensor_types::TensorTypes;

/// Placement's view of devices and their kernels.
pub trait DeviceKernels: Send + Sync {
    /// The number of devices of a type.
    ///
    /// # Errors
    /// There are such devices, but they cannot be used; the message says why.
    fn count(&self, device_type: &str) -> Result<u32, String>;

    /// The kernel that an op of this name would have on devices of a type: the names of the arguments that it wants in host memory.
    /// `None` if there is none. Types that are not known count as right.
    fn kernel(
        &self,
        device_type: &str,
        op: &str,
        types: &dyn Fn(&str) -> Option<DataType>,
    ) -> Option<Vec<Box<str>>>;
}

/// The user's options about devices.
#[derive(Clone, Debug, Default)]
pub struct PlacementOptions {
    /// The devices for ops that do not name one, the best first.
    pub devices: Vec<DeviceName>,
    /// The meaning of generic types of devices.
    pub aliases: Vec<Alias>,
    /// Whether ops without a kernel there run on the host.
    pub soft: bool,
}

/// Whether there are devices of a type.
fn exists(kernels: &dyn DeviceKernels, device: &DeviceName) -> bool {
    kernels.count(&device.kind).is_ok_and(|count| count > 0)
}

/// The op handler that stands for no device in particular.
const ANY_HANDLER: &str = "cpu";

/// The position of the first tensor among the operands of an op that is run by name.
fn first_argument(ctx: &Context, body: &Body, op: Op) -> Option<usize> {
    match ctx.str(body.name(op)) {
        "corert.executeop" => Some(1),
        "corert.executeop.seq" => Some(2),
        _ => None,
    }
}

/// The operation that gives an op its handler, and the handler's name, if the function says it.
fn handler_of<'c>(ctx: &'c Context, body: &Body, op: Op) -> Option<(Op, &'c str)> {
    let source = body.defining_op(body.operand(op, 0))?;
    if ctx.str(body.name(source)) != "corert.get_op_handler" {
        return None;
    }
    Some((source, ctx.attr_as_str(body.attr(source, ctx.ident("op_handler_name"))?)?))
}

/// An op with facts about its use.
struct Used<'a> {
    name: &'a str,
    def: Option<Arc<OpDef>>,
    attrs: Vec<(&'a str, Attr)>,
    arguments: Vec<Option<DataType>>,
}

impl<'a> Used<'a> {
    fn of(ctx: &'a Context, body: &'a Body, op: Op, first: usize, types: &TensorTypes) -> Option<Used<'a>> {
        let view = OpRef { ctx, body, op };
        let name = op_name(view)?;
        let def = ctx.dialects().extension::<OpDefRegistry>().and_then(|registry| registry.get(name));
        let dtype = |value: Value| match ctx.type_kind(types.get(value)?) {
            TypeKind::RankedTensor { elem, .. } => DataType::of_type(ctx, *elem),
            TypeKind::UnrankedTensor(elem) => DataType::of_type(ctx, *elem),
            _ => None,
        };
        let arguments = body.operands(op).skip(first).map(dtype).collect();
        Some(Used { name, def, attrs: op_attrs(view), arguments })
    }

    fn use_of(&self) -> Option<OpUse<'_>> {
        Some(OpUse { def: self.def.as_deref()?, attrs: &self.attrs, arguments: &self.arguments })
    }

    /// The kernel on a type of device: the arguments that it wants in host memory.
    fn kernel(&self, ctx: &Context, kernels: &dyn DeviceKernels, device_type: &str) -> Option<Vec<Box<str>>> {
        let use_of = self.use_of();
        let found = use_of
            .and_then(|use_of| kernels.kernel(device_type, self.name, &|attr| use_of.type_attr(ctx, attr)));
        let is_everywhere =
            Row::of(self.name).is_on_every_device || matches!(self.name, COPY_TO_HOST | COPY_TO_DEVICE);
        found.or_else(|| is_everywhere.then(Vec::new))
    }
}

/// Calls `visit` with each function of a module, nested modules included, and the types of its tensors.
fn for_each_function(ctx: &Context, contents: &mut Body, visit: &mut dyn FnMut(&mut Body, &TensorTypes)) {
    let Some(block) = contents.root_block() else { return };
    for op in contents.ops(block).collect::<Vec<Op>>() {
        let view = OpRef { ctx, body: contents, op };
        if view.has(Traits::CALLABLE) {
            let types = TensorTypes::of(view);
            if let Some(body) = contents.nested_mut(op) {
                visit(body, &types);
            }
        } else if let Some(nested) = contents.nested_mut(op) {
            for_each_function(ctx, nested, visit);
        }
    }
}

/// The operations of a function's blocks, in order.
fn ops_of(body: &Body) -> Vec<Op> {
    let regions = body.root_regions().to_vec();
    regions.iter().flat_map(|&region| body.blocks(region)).flat_map(|block| body.ops(block)).collect()
}
