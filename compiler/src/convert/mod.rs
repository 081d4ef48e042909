//! From MLIR's `func`, `arith`, `math`, `cf` and `scf` on scalars to `tfrt`: what lets a plain MLIR program run.
//!
//! A function is converted whole or not at all. Its structured operations become branches between blocks ([`scf`]); then the
//! blocks become nested conditions, loops and functions ([`emit`]), and arithmetic on the way becomes kernels of one type each
//! ([`arith`]). `index` is an integer of 64 bits. Operations of other dialects stay as they are, and so do functions without any
//! operation of these.
//!
//! What cannot be converted is an error that names the operation and its place.

mod arith;
mod cfg;
mod emit;
mod loops;
mod operations;
mod scf;
mod scopes;

use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::Op;
use tfrt_ir::handles::{Ident, Type};
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::symbol::SymbolTable;
use tfrt_ir::types::TypeKind;

use crate::encode::COMPILED_ATTR;

/// Converts the functions of a module that need it. Says how many.
///
/// # Errors
/// If a function has an operation that cannot be converted; reported.
pub fn convert_module(module: &mut Module, diagnostics: &mut Diagnostics) -> Result<u64, Failed> {
    let ctx = module.ctx().clone();
    convert_body(&ctx, module.contents_mut(), diagnostics)
}

/// Converts the functions of a module's body, and of modules in it but for those that are kept for a compiler in the executor.
pub(crate) fn convert_body(
    ctx: &Context,
    body: &mut Body,
    diagnostics: &mut Diagnostics,
) -> Result<u64, Failed> {
    let mut names = Names { ctx, known: Vec::new() };
    let Some(block) = body.root_block() else { return Ok(0) };
    let mut converted = 0;
    let mut failed = false;
    let functions: Vec<Op> = body.ops(block).collect();
    for op in functions {
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
            "func.func" if body.nested(op).is_some_and(|nested| names.has_foreign(nested)) => {
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

/// Which operations are of the dialects that are converted, by the numbers of their names: a program has few names.
struct Names<'a> {
    ctx: &'a Context,
    known: Vec<Option<bool>>,
}

impl Names<'_> {
    fn is_foreign(&mut self, name: Ident) -> bool {
        let index = name.index();
        if index >= self.known.len() {
            self.known.resize(index + 1, None);
        }
        let ctx = self.ctx;
        *self.known[index].get_or_insert_with(|| is_foreign(ctx.str(name)))
    }

    /// Whether there is such an operation in a body or below it.
    fn has_foreign(&mut self, body: &Body) -> bool {
        body.root_regions().iter().any(|&region| {
            body.blocks(region).any(|block| {
                body.ops(block).any(|op| {
                    self.is_foreign(body.name(op))
                        || body.nested(op).is_some_and(|nested| self.has_foreign(nested))
                })
            })
        })
    }
}

fn is_foreign(name: &str) -> bool {
    match name.split_once('.') {
        Some(("arith" | "cf" | "math" | "scf", _)) => true,
        Some(("func", op)) => op != "func",
        _ => false,
    }
}

/// The type that stands for a type: `index` is an integer of 64 bits, all others stay.
fn converted_type(ctx: &Context, ty: Type) -> Type {
    if ty == ctx.index() { ctx.i64() } else { ty }
}

fn converted_types(ctx: &Context, types: impl IntoIterator<Item = Type>) -> Vec<Type> {
    types.into_iter().map(|ty| converted_type(ctx, ty)).collect()
}

fn function(ctx: &Context, module: &mut Body, op: Op, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let view = OpRef { ctx, body: module, op };
    let name = tfrt_ir::symbol::name(view).map(|name| ctx.str(name)).unwrap_or_default();
    let signature = view.attr("function_type").and_then(|ty| ctx.attr_as_type(ty));
    let Some(TypeKind::Function { inputs, results }) = signature.map(|ty| ctx.type_kind(ty)) else {
        return Ok(());
    };
    let inputs = converted_types(ctx, inputs.iter().copied());
    let results = converted_types(ctx, results.iter().copied());
    let symbols = SymbolTable::of(ctx, module);
    let loc = view.loc();
    // The function is put together anew from a copy, so that it stays as it was if it cannot be converted.
    let Some(mut source) = module.nested(op).cloned() else { return Ok(()) };
    scf::lower(ctx, &mut source, diagnostics)?;
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
