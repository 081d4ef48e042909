//! The conversion of StableHLO programs to op graphs: functions of tensors become functions of tensor handles that run `hlo.*` ops.
//!
//! A module is converted as a whole or not at all, when it has operations of `stablehlo` or `chlo`. Each function keeps its name and
//! gets the attribute `tf.type` at its arguments. Bodies of loops and branches become functions ([`function`]), with the values that they
//! capture as further arguments; scalar regions become bodies of element-wise functions ([`region`]), with the values that they capture as
//! further operands. An operation is an op of one row ([`ops`]), or a few of them ([`composed`]); custom calls have a table of their targets
//! ([`custom_calls`]). The programs of several devices are written side by side ([`members`]), and those of a grid of processes
//! ([`grid`]). Element types of a few bits stand for wider ones ([`small_types`]), and quantized ones for their storage ([`quantized`]).
//!
//! Invariants: an operation that cannot be converted is an error with its name and place, and the module stays as it was, except that
//! what [`expand`] knows is expanded. Tokens are
//! tensors without a meaning: effects run in the order of the program, over the borders of functions, loops and branches, by a chain that each
//! function with effects takes and gives.

mod attributes;
mod composed;
mod custom_calls;
mod exchanges;
mod factors;
mod foreign_calls;
mod function;
mod grid;
mod members;
mod needs;
mod ops;
mod processes;
mod propagation;
mod quantized;
mod region;
mod sameness;
mod signature;
mod single;
mod small_bits;
mod small_types;
mod ties;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Block, Op};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::TypeKind;

use crate::passes::expand_chlo as expand;

pub use attributes::permutation;
use function::{Module, convert_function};
pub use ops::elementwise;
pub use propagation::{Shardings, operation_shardings, shardings};

/// Whether an operation is of a dialect that is converted here.
fn is_stablehlo(name: &str) -> bool {
    ["stablehlo.", "chlo.", "check.", "interpreter.", "sdy."].iter().any(|dialect| name.starts_with(dialect))
}

/// Whether an operation is a function of tensors.
fn takes_tensors(op: OpRef<'_>) -> bool {
    let signature = op.attr("function_type").and_then(|ty| op.ctx.attr_as_type(ty));
    match signature.map(|ty| op.ctx.type_kind(ty)) {
        Some(TypeKind::Function { inputs, results }) => inputs
            .iter()
            .chain(results)
            .any(|&ty| matches!(op.ctx.type_kind(ty), TypeKind::RankedTensor { .. })),
        _ => false,
    }
}

/// The functions that grids of processes run, or take feeds from.
fn programs_of_grids(ctx: &Context, body: &Body, block: Block) -> FxHashSet<Ident> {
    let mut found = FxHashSet::default();
    for op in body.ops(block) {
        let Some(nested) = body.nested(op) else { continue };
        nested.walk(&mut |body, op| {
            let op = OpRef { ctx, body, op };
            if op.name_str() == "interpreter.run_parallel" {
                let rows = attributes::attr(op, "programs").and_then(|rows| ctx.array_elems(rows));
                let names = rows.unwrap_or_default().iter().filter_map(|&row| ctx.array_elems(row)).flatten();
                found.extend(names.filter_map(|&name| ctx.flat_symbol(name)));
            }
        });
    }
    found
}

/// Whether a function is part of the program of one device or process among several, and is no program of its own.
fn is_part(module: &Module<'_>, programs: &FxHashSet<Ident>, op: OpRef<'_>) -> bool {
    let Some(name) = tfrt_ir::symbol::name(op) else { return false };
    let need = module.need_of_function(name);
    let is_private = op.attr("sym_visibility").and_then(|attr| op.ctx.attr_as_str(attr)) == Some("private");
    is_private && need.is_of_members() || programs.contains(&name) && need.meets
}

/// Whether devices of the program `main` may have different tensors where they are to have the same, as JAX's `shard_map` allows with
/// `check_vma=False`. If so the function is marked: once it is converted, it gives each result as often as there are devices, one after the other.
pub fn give_by_device(module: &mut tfrt_ir::Module) -> bool {
    let (ctx, body) = module.split_mut();
    let Some(block) = body.root_block() else { return false };
    let [mut functions, mut meshes] = [(); 2].map(|()| FxHashMap::default());
    for op in body.ops(block) {
        if let Some(name) = tfrt_ir::symbol::name(OpRef { ctx, body, op }) {
            match ctx.str(body.name(op)) {
                "func.func" => functions.insert(name, op),
                "sdy.mesh" => meshes.insert(name, op),
                _ => None,
            };
        }
    }
    let Some(&main) = functions.get(&ctx.ident("main")) else { return false };
    let program = sameness::Program { ctx, body, functions: &functions, meshes: &meshes };
    if program.apart(main).is_empty() {
        return false;
    }
    body.set_attr(ctx, main, ctx.ident(function::BY_DEVICE), ctx.unit());
    true
}

/// Converts the functions of a module, if it has operations of StableHLO.
///
/// # Errors
/// If an operation cannot be converted; reported.
pub fn convert_stablehlo(module: &mut tfrt_ir::Module, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    let (ctx, body) = module.split_mut();
    convert_body(ctx, body, diagnostics).map(|_| ())
}

/// Converts the functions of a module's body, if it has operations of StableHLO. Says how many there are.
///
/// # Errors
/// If an operation cannot be converted; reported.
pub(crate) fn convert_body(
    ctx: &Context,
    body: &mut Body,
    diagnostics: &mut Diagnostics,
) -> Result<u64, Failed> {
    let Some(block) = body.root_block() else { return Ok(0) };
    let ops: Vec<Op> = body.ops(block).collect();
    let mut is_needed = false;
    let mut compared_probes = FxHashSet::default();
    for &op in &ops {
        if let Some(nested) = body.nested(op) {
            let mut has_others = false;
            nested.walk(&mut |body, op| {
                let name = ctx.str(body.name(op));
                if name == "check.expect_serialized_eq" {
                    compared_probes.extend(attributes::attr(OpRef { ctx, body, op }, "probe_id"));
                }
                is_needed |= is_stablehlo(name);
                has_others |= !is_stablehlo(name) && !name.starts_with("func.");
            });
            // A function that gives its arguments, or calls others, has none of the dialect's operations.
            is_needed |= !has_others && takes_tensors(OpRef { ctx, body, op });
        }
    }
    if !is_needed {
        return Ok(0);
    }
    let mut functions: FxHashMap<Ident, Op> = FxHashMap::default();
    let mut names: FxHashSet<String> = FxHashSet::default();
    let mut meshes: FxHashMap<Ident, Op> = FxHashMap::default();
    for &op in &ops {
        if let Some(name) = tfrt_ir::symbol::name(OpRef { ctx, body, op }) {
            names.insert(ctx.str(name).to_owned());
            match ctx.str(body.name(op)) {
                "func.func" => functions.insert(name, op),
                "sdy.mesh" => meshes.insert(name, op),
                _ => None,
            };
        }
    }
    for &op in functions.values() {
        if let Some(mut nested) = body.take_nested(op) {
            let expanded = expand(ctx, &mut nested, diagnostics);
            body.put_nested(op, nested);
            expanded?;
        }
    }
    let programs = programs_of_grids(ctx, body, block);
    let needs = needs::of_functions(ctx, body, &functions);
    let mut module = Module {
        ctx,
        body,
        functions,
        names,
        meshes,
        compared_probes,
        needs,
        depth: 0,
        written: 0,
        made: Vec::new(),
        diagnostics,
    };
    let mut converted = Vec::new();
    // Nothing refers to meshes of devices any more.
    let mut done: Vec<Op> = Vec::new();
    let mut failed = false;
    for &op in &ops {
        let view = OpRef { ctx, body, op };
        match ctx.str(body.name(op)) {
            "sdy.mesh" => done.push(op),
            // Its operations are written in the places of its calls, or for the processes that run it.
            "func.func" if is_part(&module, &programs, view) => done.push(op),
            "func.func" if body.nested(op).is_some_and(|nested| nested.root_block().is_some()) => {
                match convert_function(&mut module, view) {
                    Ok(state) => converted.push((op, state)),
                    Err(Failed) => failed = true,
                }
            }
            "builtin.module" => {
                module.diagnostics.error(view.loc(), "modules within modules of StableHLO are not supported");
                failed = true;
            }
            _ => {}
        }
    }
    if failed {
        return Err(Failed);
    }
    let made = module.made;
    let count = converted.len() as u64;
    for (op, state) in converted {
        let new = body.create_op(ctx, state);
        body.insert_op_before(new, op);
        body.erase_op(op);
    }
    for state in made {
        let new = body.create_op(ctx, state);
        body.append_op(block, new);
    }
    for op in done {
        body.erase_op(op);
    }
    Ok(count)
}
