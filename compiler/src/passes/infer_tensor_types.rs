//! Annotates the program with the known dtypes and shapes of tensors.
//!
//! Ops get the attribute `tf.result_types`, a list of one type for each result tensor (`none` if nothing is known); results of
//! functions get `tf.type`, as arguments may have it. Functions are processed callees first, so that calls know the types of their
//! results. The attributes are annotations: passes that use types query [`TensorTypes`], which starts from them, and files do not
//! contain them.
//!
//! An op that is certain to fail is reported in a remark, and left to fail when it runs: a program may rely on
//! that.

use crate::components::components;
use petgraph::graphmap::DiGraphMap;
use tfrt_dialects::{RESULT_TYPES_ATTR, TENSOR_TYPE_ATTR};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::symbol::{self, SymbolTable, Visibility};

use crate::pipeline::PassGroup;
use crate::tensor_types::TensorTypes;

pub(super) const INFO: PassInfo = PassInfo {
    name: "infer-tensor-types",
    title: "InferTensorTypes",
    summary: "Writes dtypes and shapes of tensors, as far as they are known, into the program",
    anchor: Anchor::Only("builtin.module"),
    group: Some(PassGroup::ShapeInference.name()),
    options: &[OptionInfo {
        name: "remarks",
        summary: "Report ops that are sure to fail when they run",
        default: "true",
    }],
    statistics: &[
        ("num-ops", "Number of ops of which the type of a result is known"),
        ("num-static", "Number of tensors of which all dimensions are known"),
        ("num-failing", "Number of ops that are sure to fail"),
    ],
    build: |options| Ok(Box::new(InferTensorTypes { remarks: options.flag("remarks")? })),
};

struct InferTensorTypes {
    remarks: bool,
}

impl Pass for InferTensorTypes {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut failures = Vec::new();
        for function in callees_first(ctx, body) {
            let types = TensorTypes::of(OpRef { ctx, body, op: function });
            let results: Vec<Option<Type>> = types.results().to_vec();
            if let Some(nested) = body.nested_mut(function) {
                let mut writer = Writer { ctx, statistics: &mut *cx.statistics, failures: Vec::new() };
                writer.body(nested, &types);
                failures.extend(writer.failures);
            }
            write_results(ctx, body, function, &results);
        }
        cx.statistics[2] += failures.len() as u64;
        if self.remarks {
            report(failures, cx.diagnostics);
        }
        Ok(())
    }
}

type Failure = (tfrt_ir::Loc, String);

fn report(failures: Vec<Failure>, diagnostics: &mut Diagnostics) {
    for (loc, message) in failures {
        diagnostics.remark(loc, message);
    }
}

struct Writer<'a> {
    ctx: &'a Context,
    statistics: &'a mut [u64],
    failures: Vec<Failure>,
}

impl Writer<'_> {
    fn body(&mut self, body: &mut Body, types: &TensorTypes) {
        let ctx = self.ctx;
        for (op, message) in types.failures() {
            let name = tfrt_dialects::op_name(OpRef { ctx, body, op: *op }).unwrap_or_default();
            self.failures.push((body.loc(*op), format!("'{name}' is sure to fail when it runs: {message}")));
        }
        for region in body.root_regions().to_vec() {
            for block in body.blocks(region).collect::<Vec<_>>() {
                for op in body.ops(block).collect::<Vec<Op>>() {
                    if let (Some(inner), Some(nested)) = (types.nested(op), body.nested_mut(op)) {
                        self.body(nested, inner);
                    }
                    let view = OpRef { ctx, body, op };
                    if let Some(first) = first_tensor(view) {
                        let results: Vec<Value> = view.results().skip(first).collect();
                        self.op(body, op, &results, types);
                    }
                }
            }
        }
    }

    fn op(&mut self, body: &mut Body, op: Op, results: &[Value], types: &TensorTypes) {
        let ctx = self.ctx;
        if results.iter().all(|&result| types.get(result).is_none()) {
            return;
        }
        let mut list: Vec<Attr> = Vec::with_capacity(results.len());
        for &result in results {
            let ty = types.get(result);
            if ty.is_some_and(|ty| ctx.type_kind(ty).has_static_shape()) {
                self.statistics[1] += 1;
            }
            list.push(ctx.type_attr(ty.unwrap_or(ctx.none())));
        }
        self.statistics[0] += 1;
        body.set_attr(ctx, op, ctx.ident(RESULT_TYPES_ATTR), ctx.array_attr(&list));
    }
}

/// The first result that is a tensor of an op that is run by name.
fn first_tensor(op: OpRef<'_>) -> Option<usize> {
    match op.name_str() {
        "corert.executeop" | "corert_sync.executeop" => Some(0),
        "corert.executeop.seq" => Some(1),
        _ => None,
    }
}

/// Writes `tf.type` at the results of public functions, where it is missing: a compiled file says so what its functions give.
pub(crate) fn write_public_results(ctx: &Context, body: &mut Body) {
    for op in callees_first(ctx, body) {
        let function = OpRef { ctx, body, op };
        if symbol::visibility(function) != Visibility::Public {
            continue;
        }
        let stated = tfrt_dialects::signature::result_signatures(function);
        if stated.iter().all(|result| result.tensor_type.is_some()) {
            continue;
        }
        let mut results = TensorTypes::of(function).results().to_vec();
        for (result, stated) in results.iter_mut().zip(&stated) {
            if stated.tensor_type.is_some() {
                *result = None;
            }
        }
        write_results(ctx, body, op, &results);
    }
}

/// Writes `tf.type` at the results of a function whose types are given.
fn write_results(ctx: &Context, body: &mut Body, function: Op, results: &[Option<Type>]) {
    if results.iter().all(Option::is_none) {
        return;
    }
    let name = ctx.ident(TENSOR_TYPE_ATTR);
    let known = (OpRef { ctx, body, op: function }).attr("res_attrs");
    let known = known.and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
    let dictionaries: Vec<Attr> = results
        .iter()
        .enumerate()
        .map(|(index, ty)| {
            let entries = known.get(index).and_then(|&dictionary| ctx.dict_entries(dictionary));
            let mut entries = entries.unwrap_or_default().to_vec();
            if let Some(ty) = ty {
                entries.retain(|(key, _)| *key != name);
                entries.push((name, ctx.type_attr(*ty)));
            }
            ctx.dict(entries)
        })
        .collect();
    body.set_attr(ctx, function, ctx.ident("res_attrs"), ctx.array_attr(&dictionaries));
}

/// The functions of a module, those that are called before those that call them where no cycle forbids it, else in their order.
fn callees_first(ctx: &Context, body: &Body) -> Vec<Op> {
    let table = SymbolTable::of(ctx, body);
    let mut calls = DiGraphMap::<Op, ()>::new();
    let Some(block) = body.root_block() else { return Vec::new() };
    for op in body.ops(block) {
        let function = OpRef { ctx, body, op };
        if !function.has(Traits::CALLABLE) {
            continue;
        }
        calls.add_node(op);
        symbol::for_each_reference_below(function, &mut |_, root, _| {
            if let Some(callee) = table.lookup(root) {
                calls.add_edge(op, callee, ());
            }
        });
    }
    let order = components(&calls).into_iter().flatten();
    order.filter(|&op| (OpRef { ctx, body, op }).has(Traits::CALLABLE)).collect()
}
