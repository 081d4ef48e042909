//! The pass `stablehlo-wrap-in-composite`: operations become composites whose decomposition is the operation.
//!
//! Names of the new functions are those of the operations with `.impl`; the attributes of an operation are those of its composite. Left alone:
//! composites, terminators, functions, and operations whose regions use values from outside. As upstream's driver does, the pass visits operations
//! from the last to the first, which numbers the functions, and erases what is unused.

use rustc_hash::FxHashSet;
use tfrt_convert::{GreedyOptions, RewritePatterns, apply_greedily};
use tfrt_ir::body::{Body, CopyMap, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Region, Value};
use tfrt_ir::handles::{Ident, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ir::symbol::SymbolTable;

use super::emit::state;
use crate::passes::walk::nested_ops;

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-wrap-in-composite",
    title: "StablehloWrapInCompositePass",
    summary: "Wraps operations in composites",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[
        OptionInfo { name: "op-names", summary: "Names of operations, separated by commas", default: "" },
        OptionInfo { name: "version", summary: "The version of the composites", default: "0" },
    ],
    statistics: &[],
    build: |options| {
        let names = options.text("op-names");
        let names = names.trim_matches(|c| "[]{}".contains(c)).split(',').map(|name| name.trim().to_owned());
        let version = options.integer("version")?;
        let version =
            i32::try_from(version).map_err(|_| format!("version {version} is no number of 32 bits"))?;
        Ok(Box::new(WrapInComposite { names: names.filter(|name| !name.is_empty()).collect(), version }))
    },
};

struct WrapInComposite {
    names: FxHashSet<String>,
    version: i32,
}

impl Pass for WrapInComposite {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let module = OpRef { ctx, body: target.body, op: target.op };
        let mut unknown: Vec<&String> =
            self.names.iter().filter(|name| ctx.definition(ctx.ident(name)).is_none()).collect();
        unknown.sort_unstable();
        for name in unknown {
            cx.diagnostics.warning(module.loc(), format!("'{name}' is not a registered operation"));
        }
        let Some(body) = target.nested() else { return Ok(()) };
        let Some(block) = body.root_block() else { return Ok(()) };
        let mut symbols = SymbolTable::of(ctx, body);
        let functions: Vec<Op> =
            body.ops(block).filter(|&op| ctx.str(body.name(op)) == "func.func").collect();
        for function in functions.into_iter().rev() {
            let Some(mut nested) = body.take_nested(function) else { continue };
            apply_greedily(ctx, &mut nested, &RewritePatterns::new(), &GreedyOptions::default());
            for op in nested_ops(&nested).into_iter().rev() {
                let view = OpRef { ctx, body: &nested, op };
                if self.names.contains(view.name_str()) && can_be_wrapped(view) {
                    let (name, function) = decomposition(view, &symbols);
                    self.replace(ctx, &mut nested, op, name);
                    let function = body.create_op(ctx, function);
                    body.append_op(block, function);
                    symbols.insert(name, function);
                }
            }
            body.put_nested(function, nested);
        }
        Ok(())
    }
}

impl WrapInComposite {
    /// Puts a composite of a decomposition in the place of an operation.
    fn replace(&self, ctx: &Context, body: &mut Body, op: Op, decomposition: Ident) {
        let operands: Vec<Value> = body.operands(op).collect();
        let results: Vec<Type> = body.results(op).map(|result| body.value_type(result)).collect();
        let attrs = [
            ("name", ctx.string_attr(ctx.str(body.name(op)))),
            ("composite_attributes", ctx.dict(body.attrs(op).to_vec())),
            ("decomposition", ctx.symbol_ref_ident(decomposition)),
            ("version", ctx.i32_attr(self.version)),
        ];
        let composite = state(ctx, "stablehlo.composite", body.loc(op), &operands, &results, &attrs);
        let composite = body.insert_op(ctx, InsertionPoint::Before(op), composite);
        let results: Vec<Value> = body.results(composite).collect();
        body.replace_op(op, &results);
    }
}

fn can_be_wrapped(op: OpRef<'_>) -> bool {
    let is_left_alone = op.name_str() == "stablehlo.composite"
        || op.has(Traits::TERMINATOR)
        || op.body.nested(op.op).is_some()
        || !op.body.successors(op.op).is_empty();
    !is_left_alone && op.regions().all(|region| captures_nothing(op, region.region))
}

/// Whether operations of a region, or below it, use only values that are defined there.
pub(super) fn captures_nothing(op: OpRef<'_>, region: Region) -> bool {
    let body = op.body;
    let inside = |value: Value| {
        let mut block = body.value_block(value);
        while let Some(region_of_block) = block.and_then(|block| body.region_of(block)) {
            if region_of_block == region {
                return true;
            }
            block = body.region_parent(region_of_block).and_then(|parent| body.block_of(parent));
        }
        false
    };
    body.ops_in(&[region]).into_iter().all(|inner| body.operands(inner).all(inside))
}

/// A private function that does what an operation does, and its name.
fn decomposition(op: OpRef<'_>, symbols: &SymbolTable) -> (Ident, OpState) {
    let ctx = op.ctx;
    let name = symbols.unique_name(ctx, &format!("{}.impl", op.name_str()));
    let (mut body, block) = Body::with_entry_block();
    let mut map = CopyMap::default();
    for value in op.operands() {
        let argument = body.add_block_arg(block, op.value_type(value), op.loc());
        map.values.insert(value, argument);
    }
    let copy = body.copy_op(ctx, op.body, op.op, &mut map, &mut |loc| loc);
    body.append_op(block, copy);
    let arguments = body.block_args(block).to_vec();
    body.set_operands(copy, &arguments);
    let results: Vec<Value> = body.results(copy).collect();
    body.insert_op(ctx, InsertionPoint::End(block), state(ctx, "func.return", op.loc(), &results, &[], &[]));
    let inputs: Vec<Type> = op.operand_types().collect();
    let outputs: Vec<Type> = op.result_types().collect();
    let attrs = [
        ("sym_name", ctx.string_attr(ctx.str(name))),
        ("sym_visibility", ctx.string_attr("private")),
        ("function_type", ctx.type_attr(ctx.function(&inputs, &outputs))),
    ];
    let function = state(ctx, "func.func", op.loc(), &[], &[], &attrs).nested(Box::new(body));
    (name, function)
}
