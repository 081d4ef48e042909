//! The part of lowering that copies tensors between devices.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tfrt_convert::graph::{Execute, GraphBuilder, OpAttrs};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::pass::{Pass, PassContext, Target};
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ops::{ArgType, DataType};

use super::{DeviceKernels, DeviceName, Used, exists, first_argument, for_each_function, handler_of, ops_of};
use crate::tensor_types::TensorTypes;

/// The op, of every device, whose result is its argument in host memory.
pub const COPY_TO_HOST: &str = "tfrt.copy_to_host";
/// The op, of every device, whose result is its argument in the device's memory.
pub const COPY_TO_DEVICE: &str = "tfrt.copy_to_device";

/// Copies tensors to where they are used. See the module above.
pub struct Transfers {
    kernels: Arc<dyn DeviceKernels>,
}

impl std::fmt::Debug for Transfers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Transfers").finish_non_exhaustive()
    }
}

impl Transfers {
    /// A stage for the devices that `kernels` knows.
    #[must_use]
    pub fn new(kernels: Arc<dyn DeviceKernels>) -> Self {
        Self { kernels }
    }
}

impl Pass for Transfers {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        if let Some(contents) = target.nested() {
            for_each_function(ctx, contents, &mut |body, types| self.function(ctx, body, types));
        }
        Ok(())
    }
}

/// Copies that were made: of which value, to which device (or the host), for which block (or all of them).
type Copies = FxHashMap<(Value, Option<DeviceName>, Option<Block>), Value>;

/// An op on a device.
struct Placed {
    device: DeviceName,
    first: usize,
    /// For each argument: whether it must be in host memory.
    in_host: Vec<bool>,
    /// The same for each result.
    out_in_host: Vec<bool>,
    is_copy: bool,
}

impl Transfers {
    fn function(&self, ctx: &Context, body: &mut Body, types: &TensorTypes) {
        let ops = ops_of(body);
        let mut placed: FxHashMap<Op, Placed> = FxHashMap::default();
        for &op in &ops {
            if let Some(place) = self.place(ctx, body, op, types) {
                placed.insert(op, place);
            }
        }
        if placed.is_empty() {
            return;
        }
        // Where each value is that is not in the host.
        let mut on_device: FxHashMap<Value, DeviceName> = FxHashMap::default();
        for (&op, place) in &placed {
            let is_to_host = place.is_copy && op_is(ctx, body, op, COPY_TO_HOST);
            if !is_to_host {
                let results = body.results(op).skip(place.first - 1).zip(&place.out_in_host);
                let moved = results.filter(|&(_, in_host)| !in_host);
                on_device.extend(moved.map(|(value, _)| (value, place.device.clone())));
            }
        }
        let mut copies = Copies::default();
        for &op in &ops {
            let operands: Vec<Value> = body.operands(op).collect();
            for (index, value) in operands.into_iter().enumerate() {
                let from = on_device.get(&value);
                let to = placed.get(&op).filter(|place| index >= place.first);
                let is_host_argument =
                    to.is_some_and(|place| place.in_host.get(index - place.first).copied().unwrap_or(false));
                let is_copy = to.is_some_and(|place| place.is_copy);
                let to = to.filter(|_| !is_host_argument).map(|place| place.device.clone());
                if is_copy || from == to.as_ref() || !is_tensor(ctx, body, value) {
                    continue;
                }
                let mut current = value;
                // Devices of one type may copy to each other; others do over the host.
                let is_direct = to.as_ref().zip(from).is_some_and(|(to, from)| to.kind == from.kind);
                if from.is_some() && !is_direct {
                    current = self.copy(ctx, body, &mut copies, (value, None), None);
                }
                if let Some(device) = to {
                    current = self.copy(ctx, body, &mut copies, (current, Some(device)), Some(op));
                }
                body.set_operand(op, index, current);
            }
        }
    }

    fn place(&self, ctx: &Context, body: &Body, op: Op, types: &TensorTypes) -> Option<Placed> {
        let first = first_argument(ctx, body, op)?;
        let (_, handler) = handler_of(ctx, body, op)?;
        let device: DeviceName = handler.parse().ok()?;
        if device.is_host() || !exists(&*self.kernels, &device) {
            return None;
        }
        let used = Used::of(ctx, body, op, first, types)?;
        let is_copy = matches!(used.name, COPY_TO_HOST | COPY_TO_DEVICE);
        let mut in_host = vec![false; body.num_operands(op) - first];
        let results = body.num_results(op) - (first - 1);
        let mut out_in_host = vec![false; results];
        let host_names = used.kernel(ctx, &*self.kernels, &device.kind).unwrap_or_default();
        if let Some(use_of) = used.use_of()
            && let Some(counts) = use_of.input_counts(ctx)
        {
            let mut next = 0;
            for (arg, count) in use_of.def.inputs.iter().zip(counts) {
                let never_moves = matches!(arg.ty, ArgType::Fixed(DataType::Resource | DataType::String));
                if arg.is_ref || never_moves || host_names.contains(&arg.name) {
                    in_host.iter_mut().skip(next).take(count).for_each(|mark| *mark = true);
                }
                next += count;
            }
        }
        // What cannot be on a device stays where it is.
        let never_moves = |dtype: &Option<DataType>| {
            matches!(dtype, Some(DataType::Resource | DataType::String | DataType::Variant))
        };
        for (mark, dtype) in in_host.iter_mut().zip(&used.arguments) {
            *mark |= never_moves(dtype);
        }
        if let Some(use_of) = used.use_of() {
            for (mark, dtype) in out_in_host.iter_mut().zip(use_of.result_types(ctx, results)) {
                *mark |= never_moves(&dtype);
            }
            if use_of.def.fixed_output_count().is_some() {
                for (mark, arg) in out_in_host.iter_mut().zip(&use_of.def.outputs) {
                    *mark |= host_names.contains(&arg.name);
                }
            }
        }
        Some(Placed { device, first, in_host, out_in_host, is_copy })
    }

    /// The copy of a value, in the host or on a device, made once: on the way out behind the op that computes the value, on the way
    /// in before the first op that wants it.
    fn copy(
        &self,
        ctx: &Context,
        body: &mut Body,
        copies: &mut Copies,
        (value, to): (Value, Option<DeviceName>),
        before: Option<Op>,
    ) -> Value {
        let what = (value, to, before.and_then(|user| body.block_of(user)));
        if let Some(&known) = copies.get(&what) {
            return known;
        }
        let (name, beside) = match before {
            Some(user) => (COPY_TO_DEVICE, user),
            None => match body.defining_op(value) {
                Some(producer) => (COPY_TO_HOST, producer),
                // Arguments are in the host: nothing is there to be copied.
                None => return value,
            },
        };
        let at = match before {
            Some(user) => InsertionPoint::Before(user),
            None => InsertionPoint::After(beside),
        };
        let (handler, loc) = (body.operand(beside, 0), body.loc(beside));
        let built = GraphBuilder::at(ctx, body, at).execute(Execute {
            op: name,
            handler,
            chain: None,
            operands: &[value],
            results: 1,
            attrs: OpAttrs::new(),
            discardable: &[],
            loc,
        });
        let copy = built.tensors[0];
        copies.insert(what, copy);
        copy
    }
}

fn op_is(ctx: &Context, body: &Body, op: Op, name: &str) -> bool {
    body.attr(op, ctx.ident("op_name")).and_then(|given| ctx.attr_as_str(given)) == Some(name)
}

fn is_tensor(ctx: &Context, body: &Body, value: Value) -> bool {
    body.value_type(value) == ctx.opaque_type("corert", "tensorhandle")
}
