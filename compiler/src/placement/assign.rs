//! The stage that gives ops their devices.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tfrt_dialects::DEVICE_ATTR;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::pass::{Pass, PassContext, Target};
use tfrt_ops::{Class, Row, tensorflow_name};

use super::{
    ANY_HANDLER, DeviceKernels, DeviceName, PlacementOptions, Used, exists, first_argument,
    for_each_function, handler_of, ops_of,
};
use crate::tensor_types::TensorTypes;

/// Gives ops their devices. See the module above.
pub struct Assignment {
    options: PlacementOptions,
    kernels: Arc<dyn DeviceKernels>,
}

impl std::fmt::Debug for Assignment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Assignment").finish_non_exhaustive()
    }
}

impl Assignment {
    /// A stage that places ops as the user says.
    #[must_use]
    pub fn new(options: PlacementOptions, kernels: Arc<dyn DeviceKernels>) -> Self {
        Self { options, kernels }
    }
}

/// An op, and the devices that it may run on, the best first.
struct Candidate {
    op: Op,
    /// The operation that names its handler now.
    source: Op,
    wanted: Vec<DeviceName>,
    /// Which of them has a kernel.
    found: Option<DeviceName>,
    /// Whether running on the host needs no comment.
    is_silent: bool,
    /// Whether the program, not the user, asks for the device.
    is_explicit: bool,
    has_alias: bool,
}

impl Pass for Assignment {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        for device in &self.options.devices {
            let meant = device.resolve(&self.options.aliases);
            let message = match self.kernels.count(&meant.kind) {
                _ if meant.is_host() => continue,
                Ok(count) if meant.ordinal < count => continue,
                Ok(count) => format!("there is no device {meant}: there are {count} of type {}", meant.kind),
                Err(message) => format!("the devices of type {} cannot be used: {message}", meant.kind),
            };
            cx.diagnostics.error(target.body.loc(target.op), message);
            return Err(Failed);
        }
        let mut outcome = Ok(());
        let Some(contents) = target.nested() else { return outcome };
        for_each_function(cx.ctx, contents, &mut |body, types| {
            if self.function(cx.ctx, body, types, cx.diagnostics).is_err() {
                outcome = Err(Failed);
            }
        });
        outcome
    }
}

impl Assignment {
    fn function(
        &self,
        ctx: &Context,
        body: &mut Body,
        types: &TensorTypes,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        let mut candidates = self.candidates(ctx, body, types);
        keep_variables_together(ctx, body, &mut candidates);
        let mut outcome = Ok(());
        let mut handlers = FxHashMap::default();
        for candidate in &candidates {
            match &candidate.found {
                Some(device) if device.is_host() => {}
                Some(device) => {
                    let handler = handler(ctx, body, candidate.source, device, &mut handlers);
                    body.set_operand(candidate.op, 0, handler);
                }
                None if candidate.is_silent => {}
                None if self.options.soft => {
                    let (name, device) = (name(ctx, body, candidate.op), &candidate.wanted[0]);
                    diagnostics.remark(
                        body.loc(candidate.op),
                        format!("'{name}' has no kernel on {device}, and runs on the host"),
                    );
                    let host = DeviceName { kind: "CPU".to_owned(), ordinal: 0 };
                    body.set_attr(
                        ctx,
                        candidate.op,
                        ctx.ident(DEVICE_ATTR),
                        ctx.string_attr(host.to_string()),
                    );
                    if candidate.is_explicit {
                        let any = handler_named(ctx, body, candidate.source, ANY_HANDLER, &mut handlers);
                        body.set_operand(candidate.op, 0, any);
                    }
                }
                // If the program's own choice of a device fails, it fails at run time.
                None if candidate.is_explicit => {
                    if candidate.has_alias {
                        let device = candidate.wanted[0].clone();
                        let handler = handler(ctx, body, candidate.source, &device, &mut handlers);
                        body.set_operand(candidate.op, 0, handler);
                    }
                }
                None => {
                    let (name, device) = (name(ctx, body, candidate.op), &candidate.wanted[0]);
                    diagnostics.error(
                        body.loc(candidate.op),
                        format!(
                            "'{name}' has no kernel on {device}; with --soft-placement it runs on the host"
                        ),
                    );
                    outcome = Err(Failed);
                }
            }
        }
        let sources: Vec<Op> = candidates.iter().map(|candidate| candidate.source).collect();
        for source in sources {
            if !body.is_erased(source) && !body.has_uses(body.result(source, 0)) {
                body.erase_op(source);
            }
        }
        outcome
    }

    fn candidates(&self, ctx: &Context, body: &Body, types: &TensorTypes) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for op in ops_of(body) {
            let Some(first) = first_argument(ctx, body, op) else { continue };
            let Some((source, handler)) = handler_of(ctx, body, op) else { continue };
            let Some(used) = Used::of(ctx, body, op, first, types) else { continue };
            let said = body.attr(op, ctx.ident(DEVICE_ATTR)).and_then(|attr| ctx.attr_as_str(attr));
            let explicit = said.or((handler != ANY_HANDLER).then_some(handler));
            let resolve = |name: &DeviceName| name.resolve(&self.options.aliases);
            let (wanted, has_alias) = match explicit {
                Some(text) => {
                    let Ok(name) = text.parse::<DeviceName>() else { continue };
                    let meant = resolve(&name);
                    // Handlers that no device has are the program's own.
                    if !meant.is_host() && !exists(&*self.kernels, &meant) {
                        continue;
                    }
                    let has_alias = meant != name || said.is_some();
                    (vec![meant], has_alias)
                }
                None => (self.options.devices.iter().map(resolve).collect::<Vec<_>>(), false),
            };
            if wanted.is_empty() {
                continue;
            }
            let has_kernel = |device: &&DeviceName| {
                device.is_host() || used.kernel(ctx, &*self.kernels, &device.kind).is_some()
            };
            let found = wanted.iter().find(has_kernel).cloned();
            let is_source = body.num_operands(op) == first;
            let is_silent = explicit.is_none() && (is_source || tensorflow_name(used.name).is_none());
            let is_explicit = explicit.is_some();
            candidates.push(Candidate { op, source, wanted, found, is_silent, is_explicit, has_alias });
        }
        candidates
    }
}

fn name(ctx: &Context, body: &Body, op: Op) -> String {
    let name = body.attr(op, ctx.ident("op_name")).and_then(|name| ctx.attr_as_str(name));
    name.unwrap_or_default().to_owned()
}

/// Ops that use the handle of one variable run where all of them can.
fn keep_variables_together(ctx: &Context, body: &Body, candidates: &mut [Candidate]) {
    let at: FxHashMap<Op, usize> =
        candidates.iter().enumerate().map(|(index, candidate)| (candidate.op, index)).collect();
    let is_handle = |op: Op| Row::of(&name(ctx, body, op)).class == Class::Variable;
    for index in 0..candidates.len() {
        let op = candidates[index].op;
        if !is_handle(op) {
            continue;
        }
        let users = body.results(op).flat_map(|handle| body.users(handle).collect::<Vec<_>>());
        let group: Vec<usize> = users.filter_map(|user| at.get(&user).copied()).collect();
        let kernels = group.iter().filter(|&&user| {
            let name = name(ctx, body, candidates[user].op);
            !Row::of(&name).is_on_every_device
        });
        let places: Vec<Option<DeviceName>> = kernels.map(|&user| candidates[user].found.clone()).collect();
        let place = match places.first() {
            None => continue,
            Some(first) if places.iter().all(|place| place == first) => first.clone(),
            Some(_) => None,
        };
        for member in group.into_iter().chain([index]) {
            let is_helper = Row::of(&name(ctx, body, candidates[member].op)).is_on_every_device;
            if !candidates[member].is_explicit {
                candidates[member].found = place.clone();
                candidates[member].is_silent |= is_helper;
            }
        }
    }
}

/// The handler of a device, got beside the operation that gets the present one.
fn handler(
    ctx: &Context,
    body: &mut Body,
    source: Op,
    device: &DeviceName,
    handlers: &mut FxHashMap<(Op, String), Value>,
) -> Value {
    handler_named(ctx, body, source, &device.to_string(), handlers)
}

fn handler_named(
    ctx: &Context,
    body: &mut Body,
    source: Op,
    name: &str,
    handlers: &mut FxHashMap<(Op, String), Value>,
) -> Value {
    let own = body.attr(source, ctx.ident("op_handler_name")).and_then(|attr| ctx.attr_as_str(attr));
    if own == Some(name) {
        return body.result(source, 0);
    }
    if let Some(&known) = handlers.get(&(source, name.to_owned())) {
        return known;
    }
    let operands: Vec<Value> = body.operands(source).collect();
    let result_type = body.value_type(body.result(source, 0));
    let state = OpState::new(body.name(source), body.loc(source))
        .operands(&operands)
        .results(&[result_type])
        .attr(ctx.ident("op_handler_name"), ctx.string_attr(name));
    let op = body.create_op(ctx, state);
    body.insert_op_after(op, source);
    let value = body.result(op, 0);
    handlers.insert((source, name.to_owned()), value);
    value
}
