//! The conversion from MLIR's `func`, `arith`, `math`, `cf` and `scf` on scalars to `tfrt`, which makes plain
//! MLIR programs runnable.
//!
//! Parallel loops become functions of their own first ([`parallel`]). Then a function is converted whole or not at all, in three
//! steps on a copy of it. Patterns turn its structured operations into
//! branches between blocks ([`scf`]), then arithmetic, calls and assertions into kernels of one type each ([`kernels`], by the table
//! in [`arith`]). Finally the blocks become nested conditions, loops and functions ([`emit`]). `index` is an integer of 64 bits.
//! Operations of other dialects stay unchanged, and so do functions without operations of these dialects.
//!
//! An operation that cannot be converted is an error with its name and place.

mod arith;
mod cfg;
mod emit;
mod kernels;
mod loops;
mod parallel;
mod scf;
mod scopes;

use std::sync::LazyLock;

use tfrt_convert::{Conversion, ConversionTarget, TargetIndex};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::Op;
use tfrt_ir::handles::Type;
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol::SymbolTable;
use tfrt_ir::types::TypeKind;

use crate::encode::COMPILED_ATTR;

/// The operations to convert: all that this target does not accept.
static PLAIN: LazyLock<ConversionTarget> = LazyLock::new(|| {
    ConversionTarget::new()
        .illegal_dialects(&["arith", "cf", "func", "math", "scf"])
        .legal_ops(&["func.func"])
});

/// Converts the functions of a module that need it. Says how many.
///
/// # Errors
/// If a function has an operation that cannot be converted; reported.
pub fn convert_module(module: &mut Module, diagnostics: &mut Diagnostics) -> Result<u64, Failed> {
    let ctx = module.ctx().clone();
    convert_body(&ctx, module.contents_mut(), diagnostics)
}

/// Converts the functions of a module's body, and of modules in it except those that are kept for a compiler in the executor.
pub(crate) fn convert_body(
    ctx: &Context,
    body: &mut Body,
    diagnostics: &mut Diagnostics,
) -> Result<u64, Failed> {
    let Some(block) = body.root_block() else { return Ok(0) };
    let mut functions: Vec<Op> = body.ops(block).collect();
    if !functions.iter().any(|&op| parallel::has_parallel(ctx, body, op)) {
        return convert_functions(ctx, body, &functions, diagnostics);
    }
    // Functions that come with parallel loops go again if anything cannot be converted.
    let before = body.clone();
    let mut symbols = SymbolTable::of(ctx, body);
    let mut index = 0;
    while let Some(&op) = functions.get(index) {
        index += 1;
        if ctx.str(body.name(op)) == "func.func" {
            functions.extend(parallel::outline(ctx, body, op, &mut symbols));
        }
    }
    let converted = convert_functions(ctx, body, &functions, diagnostics);
    if converted.is_err() {
        *body = before;
    }
    converted
}

fn convert_functions(
    ctx: &Context,
    body: &mut Body,
    functions: &[Op],
    diagnostics: &mut Diagnostics,
) -> Result<u64, Failed> {
    let mut plain = TargetIndex::new(&PLAIN);
    let mut converted = 0;
    let mut failed = false;
    for &op in functions {
        match ctx.str(body.name(op)) {
            "builtin.module" if (OpRef { ctx, body, op }).attr(COMPILED_ATTR).is_some() => {}
            "builtin.module" => {
                if let Some(nested) = body.nested_mut(op) {
                    match convert_body(ctx, nested, diagnostics) {
                        Ok(count) => converted += count,
                        Err(Failed) => failed = true,
                    }
                }
            }
            "func.func" if body.nested(op).is_some_and(|nested| plain.has_illegal(ctx, nested)) => {
                match function(ctx, body, op, diagnostics) {
                    Ok(()) => converted += 1,
                    Err(Failed) => failed = true,
                }
            }
            _ => {}
        }
    }
    if failed { Err(Failed) } else { Ok(converted) }
}

/// The type that stands for a type: `index` is an integer of 64 bits, all others stay.
fn converted_type(ctx: &Context, ty: Type) -> Type {
    if ty == ctx.index() { ctx.i64() } else { ty }
}

fn function(ctx: &Context, module: &mut Body, op: Op, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let view = OpRef { ctx, body: module, op };
    let name = tfrt_ir::symbol::name(view).map(|name| ctx.str(name)).unwrap_or_default();
    let signature = view.attr("function_type").and_then(|ty| ctx.attr_as_type(ty));
    let Some(TypeKind::Function { inputs, results }) = signature.map(|ty| ctx.type_kind(ty)) else {
        return Ok(());
    };
    let inputs: Vec<Type> = inputs.iter().map(|&ty| converted_type(ctx, ty)).collect();
    let results: Vec<Type> = results.iter().map(|&ty| converted_type(ctx, ty)).collect();
    let symbols = SymbolTable::of(ctx, module);
    let loc = view.loc();
    // The function is put together anew from a copy, so that it stays as it was if it cannot be converted.
    let Some(mut source) = module.nested(op).cloned() else { return Ok(()) };
    let structured = Conversion::partial(&scf::TARGET, &scf::PATTERNS);
    structured.run_in_place(ctx, &mut source, diagnostics)?;
    for region in source.root_regions().to_vec() {
        source.erase_unreachable_blocks(region);
    }
    let kernels = Conversion::partial(&kernels::TARGET, &kernels::PATTERNS).with_types(&kernels::TYPES);
    kernels.with_block_arguments().run_in_place(ctx, &mut source, diagnostics)?;
    let mut emitter = emit::Emitter::new(ctx, &source, name, symbols, &results, diagnostics);
    let new = emitter.run(loc)?;
    let helpers = emitter.into_helpers();
    module.put_nested(op, new);
    let function_type = ctx.type_attr(ctx.function(&inputs, &results));
    module.set_attr(ctx, op, ctx.ident("function_type"), function_type);
    let mut after = op;
    for helper in helpers {
        let helper = module.create_op(ctx, helper);
        module.insert_op_after(helper, after);
        after = helper;
    }
    Ok(())
}
