//! Finds the ops of a program that are known to run on the CPU: those whose handler is the result of `corert.get_op_handler` for
//! `cpu`, in the same function or region or an enclosing one.
//!
//! A program that gives the name to another handler has no such ops. Regions that run under a handler passed to them are included.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{OptionInfo, Pass, PassContext, PassOptions, Target};

use super::fusion_reasons::NotPlain;
use crate::encode::COMPILED_ATTR;
use crate::handlers::{gets_cpu, is_foreign, registers_other_cpu};

/// The work on a block, in which the values of the set are the CPU's handler.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&mut Body, Block, &FxHashSet<Value>);

/// Visits all blocks of a body and of all bodies below, inner ones first; none if `cpu` may be another handler.
pub(super) fn for_blocks(ctx: &Context, body: &mut Body, visit: Visit<'_>) {
    let mut other_cpu = false;
    body.walk(&mut |body, op| other_cpu |= registers_other_cpu(OpRef { ctx, body, op }));
    if !other_cpu {
        of_body(ctx, body, &[], visit);
    }
}

/// `handlers` says which arguments of the entry blocks are the CPU's handler.
fn of_body(ctx: &Context, body: &mut Body, handlers: &[bool], visit: Visit<'_>) {
    for region in body.root_regions().to_vec() {
        of_region(ctx, body, region, handlers, visit);
    }
}

fn of_region(ctx: &Context, body: &mut Body, region: Region, handlers: &[bool], visit: Visit<'_>) {
    let mut cpu = of_arguments(body, region, handlers);
    for block in body.blocks(region).collect::<Vec<Block>>() {
        for op in body.ops(block).collect::<Vec<Op>>() {
            let view = OpRef { ctx, body, op };
            if gets_cpu(view) {
                cpu.extend(view.results());
            }
            if body.num_regions(op) > 0 && view.attr(COMPILED_ATTR).is_none() {
                let handlers = passed_on(view, &cpu);
                for region in body.inline_regions(op).to_vec() {
                    of_region(ctx, body, region, &handlers, visit);
                }
                if let Some(nested) = body.nested_mut(op) {
                    of_body(ctx, nested, &handlers, visit);
                }
            }
        }
        visit(body, block, &cpu);
    }
}

/// The arguments of a region's entry block that are the CPU's handler.
pub(super) fn of_arguments(body: &Body, region: Region, handlers: &[bool]) -> FxHashSet<Value> {
    let args = body.entry_block(region).map_or(&[][..], |entry| body.block_args(entry));
    args.iter().zip(handlers).filter(|(_, is_cpu)| **is_cpu).map(|(&value, _)| value).collect()
}

/// Which arguments of an operation's regions are always the CPU's handler.
pub(super) fn passed_on(op: OpRef<'_>, cpu: &FxHashSet<Value>) -> Vec<bool> {
    let first = match op.name_str() {
        "tfrt_test.benchmark" | "tfrt_test.do.async" => 0,
        "tfrt.if" | "tfrt.repeat.i32" => 1,
        _ => return Vec::new(),
    };
    let is_loop = op.name_str() == "tfrt.repeat.i32";
    // What a loop carries must be the same each time.
    let stays = |i: usize| {
        let Some(region) = op.region(0).filter(|_| is_loop) else { return !is_loop };
        let Some(block) = region.entry_block() else { return false };
        let end = region.body.last_op(block);
        let arg = region.body.block_args(block).get(i);
        end.is_some_and(|end| i < region.body.num_operands(end) && arg == Some(&region.body.operand(end, i)))
    };
    op.operands().skip(first).enumerate().map(|(i, value)| cpu.contains(&value) && stays(i)).collect()
}

/// Says which ops, by name, are not merged with others.
pub(super) type StaysAlone<'a> = &'a dyn Fn(&str) -> bool;

/// The option with which people exclude ops from a pass of fusion.
pub(super) const EXCLUDE: OptionInfo =
    OptionInfo { name: "exclude", summary: "Ops that stay alone, separated by commas", default: "" };

/// A pass that merges ops of the CPU, but for those that the option [`EXCLUDE`] names.
pub(super) struct FusionPass {
    excluded: FxHashSet<String>,
    fuse: Fuse,
}

/// Merges ops in a body and all bodies below it; gives the pass's statistics.
pub(super) type Fuse = fn(&Context, &mut Body, StaysAlone<'_>) -> SmallVec<[u64; 2]>;

impl FusionPass {
    /// The pass of these options.
    pub(super) fn new(options: &PassOptions<'_>, fuse: Fuse) -> FusionPass {
        FusionPass { excluded: super::excluded(options), fuse }
    }
}

impl Pass for FusionPass {
    fn watches_for(&self) -> Option<fn(OpRef<'_>) -> bool> {
        Some(registers_other_cpu)
    }

    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested().filter(|_| !cx.is_watched_for) {
            let counts = (self.fuse)(cx.ctx, body, &|name| self.excluded.contains(name));
            cx.statistics.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        Ok(())
    }
}

/// The elements of a value that is a constant tensor.
pub(super) fn constant(ctx: &Context, body: &Body, value: Value) -> Option<Attr> {
    let op = OpRef { ctx, body, op: body.defining_op(value)? };
    if op.name_str() == "corert.const_dense_tensor" { op.attr("value") } else { None }
}

/// The name of the op that an operation executes, if it is one of one result, on the CPU, without a chain and without functions,
/// and neither one that stays alone nor one that a plugin runs.
pub(super) fn plain_op<'a>(
    op: OpRef<'a>,
    cpu: &FxHashSet<Value>,
    stays_alone: StaysAlone<'_>,
) -> Option<&'a str> {
    if op.num_results() != 1 { None } else { op_of_some_results(op, cpu, stays_alone) }
}

/// As [`plain_op`], of any number of results.
pub(super) fn op_of_some_results<'a>(
    op: OpRef<'a>,
    cpu: &FxHashSet<Value>,
    stays_alone: StaysAlone<'_>,
) -> Option<&'a str> {
    let name = tfrt_dialects::op_name(op).filter(|_| not_plain(op, cpu).is_none())?;
    (!stays_alone(name)).then_some(name)
}

/// Why an operation that executes an op is not one that can be merged with others; `None` if it is.
pub(super) fn not_plain(op: OpRef<'_>, cpu: &FxHashSet<Value>) -> Option<NotPlain> {
    if op.name_str() != "corert.executeop" {
        return Some(NotPlain::Sequenced);
    }
    if !cpu.contains(&op.operand(0)) {
        return Some(NotPlain::OtherHandler);
    }
    let functions = op.attr("op_func_attrs").and_then(|attrs| op.ctx.array_elems(attrs));
    if functions.is_some_and(|functions| !functions.is_empty()) {
        return Some(NotPlain::Functions);
    }
    tfrt_dialects::op_name(op).filter(|name| is_foreign(op.ctx, name)).map(|_| NotPlain::Foreign)
}

/// Where an operation was written, as text: `file:line:column`; the name of its layer, `loc("name")`; or nothing.
pub(super) fn place(ctx: &Context, body: &Body, op: Op) -> Attr {
    let loc = body.loc(op);
    let place = match ctx.file_position(loc) {
        Some((file, line, column)) => Some(format!("{}:{line}:{column}", ctx.str(file))),
        None => ctx.loc_name(loc).map(|name| format!("loc(\"{}\")", ctx.str(name))),
    };
    ctx.string_attr(place.unwrap_or_default())
}
