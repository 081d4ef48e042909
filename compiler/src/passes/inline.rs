//! Inlining: replaces calls directly in the body of a function by the body of their callee.
//!
//! Functions are processed callees first, so that an inlined body contains inlined calls already. These calls are not inlined: calls
//! inside regions of other operations; calls of functions that call themselves (directly or not), that have no body or several blocks,
//! or that hold operations of dialects that do not allow it; and calls that would make the caller larger than `max-ops`, or add more
//! than that many operations to the module, because functions that call each other twice grow by powers of two. Operations in regions
//! count. Private functions that lose their last use are erased. The location of a copied operation has both its own place and the
//! place of the call.
//!
//! A call with an erroneous operand has no effects, and all its results are that error. So a call also stays if an operand may be an
//! error and an effect or a result of the function does not depend on the argument ([`strictness`](super::strictness)); unless the call
//! has [`LENIENT_ATTR`].

use crate::components::components;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_dialects::LENIENT_ATTR;
use tfrt_ir::body::{Body, CopyMap};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{
    Anchor, OptionInfo, Pass, PassContext, PassInfo, PassManager, PassRegistry, PipelineSpec, RunOptions,
    RunOutput, Target,
};
use tfrt_ir::symbol::SymbolTable;

use super::canonicalize::canonicalize_body;
use super::inline_plain;
use super::strictness::{NoErrors, strict_arguments};
use super::symbols::erase_unreferenced;
use crate::pipeline::PassGroup;

pub(super) const INFO: PassInfo = PassInfo {
    name: "inline",
    title: "Inliner",
    summary: "Replaces calls by the bodies of the functions they name",
    anchor: Anchor::Only("builtin.module"),
    group: Some(PassGroup::Inlining.name()),
    options: &[
        OptionInfo {
            name: "max-ops",
            summary: "No function grows beyond this many operations, nor does the module get more than that",
            default: "1000000",
        },
        OptionInfo {
            name: "max-iterations",
            summary: "How often a function of MLIR's own dialects is simplified and inlined into",
            default: "4",
        },
        OptionInfo {
            name: "inlining-threshold",
            summary: "A function of MLIR's own dialects is not inlined if it has more operations, in percent of those of the caller",
            default: "4294967295",
        },
        OptionInfo {
            name: "default-pipeline",
            summary: "The pipeline that simplifies functions of MLIR's own dialects; none, if empty",
            default: CANONICALIZE,
        },
        OptionInfo {
            name: "op-pipelines",
            summary: "Other pipelines for some kinds of functions, with their anchors: 'func.func(cse)'",
            default: "",
        },
    ],
    statistics: &[("num-inlined", "Number of calls inlined"), ("num-dce'd", "Number of functions erased")],
    build: |options| {
        let number = |name| {
            let number = options.integer(name)?;
            u64::try_from(number).map_err(|_| format!("'{number}' value invalid for option '{name}'"))
        };
        Ok(Box::new(Inline {
            max_ops: usize::try_from(number("max-ops")?).unwrap_or(usize::MAX),
            max_iterations: number("max-iterations")?,
            threshold: number("inlining-threshold")?,
            simplify: Simplify::parse(options.text("default-pipeline"), options.text("op-pipelines"))?,
        }))
    },
};

const CANONICALIZE: &str = "canonicalize";

struct Inline {
    max_ops: usize,
    max_iterations: u64,
    threshold: u64,
    simplify: Simplify,
}

/// The pipelines that simplify functions.
struct Simplify {
    /// Pipelines for some kinds of functions, by the name of the operation.
    named: Vec<(String, PassManager)>,
    /// The pipeline for the other kinds; `None` is the canonicalizer without options, which is called directly.
    default: Option<PassManager>,
}

impl Simplify {
    fn parse(default: &str, named: &str) -> Result<Self, String> {
        let mut registry = PassRegistry::new();
        let build = |registry: &PassRegistry, text: &str| {
            let spec = PipelineSpec::parse(text).map_err(|error| error.message)?;
            let pipeline = registry.build(&spec).map_err(|error| error.message)?;
            Ok::<_, String>((spec.anchor, pipeline))
        };
        if default != CANONICALIZE || !named.is_empty() {
            super::register_passes(&mut registry);
        }
        let mut pipelines = Vec::new();
        for text in pipelines_of(named) {
            pipelines.push(build(&registry, text)?);
        }
        let default = match default {
            CANONICALIZE => None,
            text => Some(build(&registry, &format!("any({text})"))?.1),
        };
        Ok(Self { named: pipelines, default })
    }

    fn run(&self, body: &mut Body, op: Op, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let name = cx.ctx.str(body.name(op));
        let named = self.named.iter().find(|(anchor, _)| anchor == name).map(|(_, pipeline)| pipeline);
        match named.or(self.default.as_ref()) {
            Some(pipeline) => {
                let (options, mut output) = (RunOptions::default(), RunOutput::default());
                pipeline.run(cx.ctx, body, op, &options, cx.diagnostics, &mut output)?;
            }
            None => {
                if let Some(nested) = body.nested_mut(op) {
                    canonicalize_body(cx.ctx, nested);
                }
            }
        }
        Ok(())
    }
}

/// The pipelines of a list, which commas outside of parentheses and braces separate.
fn pipelines_of(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, char) in list.char_indices() {
        match char {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&list[start..]);
    found.into_iter().map(str::trim).filter(|text| !text.is_empty()).collect()
}

impl Pass for Inline {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        if inline_plain::is_plain_module(ctx, body) {
            let mut done = inline_plain::Done::default();
            let mut settings = inline_plain::Settings {
                max_ops: self.max_ops,
                max_iterations: self.max_iterations,
                threshold: self.threshold,
                simplify: &mut |body, function| self.simplify.run(body, function, cx),
            };
            let result = inline_plain::inline_module(ctx, body, &mut settings, &mut done);
            cx.statistics[0] += done.inlined;
            cx.statistics[1] += done.erased;
            return result;
        }
        let graph = CallGraph::of(ctx, body);
        let mut callees: FxHashMap<Op, Vec<bool>> = FxHashMap::default();
        let mut sizes: FxHashMap<Op, usize> = FxHashMap::default();
        let mut budget = self.max_ops;
        for component in components(&graph.edges) {
            for &function in &component {
                let Some(mut nested) = body.take_nested(function) else { continue };
                let known = Known { module: body, table: &graph.table, callees: &callees, sizes: &sizes };
                cx.statistics[0] += self.inline_into(ctx, &known, &mut nested, &mut budget);
                sizes.insert(function, size(&nested));
                body.put_nested(function, nested);
            }
            if let &[function] = component.as_slice()
                && !graph.edges.contains_edge(function, function)
                && is_inlinable(ctx, body, function)
            {
                let strict = body.nested(function).map(|nested| strict_arguments(ctx, nested));
                callees.insert(function, strict.unwrap_or_default());
            }
        }
        cx.statistics[1] += erase_unreferenced(ctx, body);
        Ok(())
    }
}

/// The functions of a module and their calls of one another.
struct CallGraph {
    table: SymbolTable,
    edges: DiGraphMap<Op, ()>,
}

impl CallGraph {
    fn of(ctx: &Context, body: &Body) -> Self {
        let table = SymbolTable::of(ctx, body);
        let mut edges = DiGraphMap::new();
        let Some(block) = body.root_block() else { return Self { table, edges } };
        for op in body.ops(block).filter(|&op| (OpRef { ctx, body, op }).has(Traits::CALLABLE)) {
            edges.add_node(op);
            let mut call = |inner: OpRef<'_>| {
                if let Some(callee) = callee(inner).and_then(|name| table.lookup(name)) {
                    edges.add_edge(op, callee, ());
                }
            };
            for region in body.regions(op) {
                region.body.walk_region(region.region, &mut |body, op| call(OpRef { ctx, body, op }));
            }
        }
        Self { table, edges }
    }
}

/// The symbol a call names.
fn callee(op: OpRef<'_>) -> Option<tfrt_ir::Ident> {
    if !op.has(Traits::CALL) {
        return None;
    }
    op.ctx.flat_symbol(op.attr("callee")?)
}

/// Whether the body of a function may stand in another.
fn is_inlinable(ctx: &Context, body: &Body, function: Op) -> bool {
    let Some(nested) = body.nested(function) else { return false };
    let Some(block) = nested.root_block() else { return false };
    let one_block = nested.next_block(block).is_none() && nested.root_regions().len() == 1;
    let returns =
        nested.last_op(block).is_some_and(|op| (OpRef { ctx, body: nested, op }).has(Traits::RETURN_LIKE));
    let native = (OpRef { ctx, body, op: function }).attr("tfrt.native").is_some();
    one_block && returns && inline_plain::allows_inlining(ctx, nested) && !native
}

/// The number of operations in a function.
fn size(function: &Body) -> usize {
    let mut count = 0;
    function.walk(&mut |_, _| count += 1);
    count
}

/// Facts about the functions that are finished.
struct Known<'a> {
    module: &'a Body,
    table: &'a SymbolTable,
    /// Those that may be inlined; for each of its arguments, whether all that the function does depends on it.
    callees: &'a FxHashMap<Op, Vec<bool>>,
    sizes: &'a FxHashMap<Op, usize>,
}

impl Inline {
    /// Inlines the calls in the entry block of `caller`, at the cost of the budget; says how many.
    fn inline_into(&self, ctx: &Context, known: &Known<'_>, caller: &mut Body, budget: &mut usize) -> u64 {
        let Some(block) = caller.root_block() else { return 0 };
        let mut size = size(caller);
        let mut no_errors = NoErrors::default();
        let mut inlined = 0;
        let mut next = caller.first_op(block);
        while let Some(call) = next {
            next = caller.next_op(call);
            let Some(function) =
                callee(OpRef { ctx, body: caller, op: call }).and_then(|name| known.table.lookup(name))
            else {
                continue;
            };
            let growth = known.sizes.get(&function).copied().unwrap_or(0);
            let Some(strict) = known.callees.get(&function) else { continue };
            if size + growth > self.max_ops || growth > *budget {
                continue;
            }
            let is_lenient = OpRef { ctx, body: caller, op: call }.attr(LENIENT_ATTR).is_some();
            let keeps_errors = caller
                .operands(call)
                .zip(strict)
                .all(|(operand, &is_strict)| is_strict || no_errors.has(ctx, caller, operand));
            if !is_lenient && !keeps_errors {
                continue;
            }
            if let Some(source) = known.module.nested(function)
                && inline_call(ctx, caller, call, source)
            {
                size += growth;
                *budget -= growth;
                inlined += 1;
            }
        }
        inlined
    }
}

/// Puts a copy of `source` in the place of a call.
fn inline_call(ctx: &Context, caller: &mut Body, call: Op, source: &Body) -> bool {
    let Some(entry) = source.root_block() else { return false };
    let Some(terminator) = source.last_op(entry) else { return false };
    let arguments = source.block_args(entry);
    if arguments.len() != caller.num_operands(call)
        || source.num_operands(terminator) != caller.num_results(call)
    {
        return false;
    }
    let mut map = CopyMap::default();
    map.values.extend(arguments.iter().copied().zip(caller.operands(call)));
    let place = caller.loc(call);
    for op in source.ops(entry).filter(|&op| op != terminator) {
        let copy = caller.copy_op(ctx, source, op, &mut map, &mut |loc| ctx.callsite_loc(loc, place));
        caller.insert_op_before(copy, call);
    }
    let results: SmallVec<[Value; 4]> = source.operands(terminator).map(|value| map.values[&value]).collect();
    caller.replace_op(call, &results);
    true
}
