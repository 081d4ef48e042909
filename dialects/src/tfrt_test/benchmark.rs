//! `tfrt_test.benchmark` and `tfrt_test.sync_benchmark`: measure the time of a region or a function.
//!
//! Passes leave the measured region as it is, so that the program measures what it spells out.

use tfrt_ir::body::{Body, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, AttrDefault, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Argument, OpParser, OpPrinter};
use tfrt_ir::verify::OpVerifier;

use crate::callee::{self, NOT_A_FUNCTION, same_types};
use crate::constraints::chain;
use crate::tfrt::control_flow::ARGUMENT_MISMATCH;
use crate::tfrt::regions::argument;

pub(super) fn ops() -> Vec<OpDefinition> {
    let common = |name: &'static str| {
        OpDefinition::new(name)
            .variadic_operand("arguments", TypeConstraint::any())
            .attribute("duration_secs", AttrConstraint::integer(32))
            .attribute("max_count", AttrConstraint::integer(32))
            .default_attribute(
                "num_warmup_runs",
                AttrConstraint::integer(32),
                AttrDefault::new(|ctx| ctx.i32_attr(1)),
            )
            .traits(Traits::ISOLATED | Traits::MEASURED)
            .print_hook(print)
            .custom_form_if(|op| crate::tfrt::regions::names_differ(op, 0))
    };
    vec![
        common("tfrt_test.benchmark")
            .summary("Runs a region again and again and prints how long it takes.")
            .description(
                "```mlir\n%ch = tfrt_test.benchmark \"name\"(%x : i32) duration_secs = 5, max_count = 100, num_warmup_runs = 3 {\n  \
                 %y = tfrt.add.i32 %x, %x\n  tfrt.return %y : i32\n}\n```\n\nThe region gives one value, whose availability \
                 ends a run. Runs stop at `max_count`, or after `duration_secs`.",
            )
            .attribute("name", AttrConstraint::string())
            .result("done", chain())
            .region("body", RegionShape::Blocks(1))
            .parse_hook(parse)
            .verify_hook(verify)
            .verify_messages(&[
                "missing return statement",
                "incorrect number of return values. One return value is expected",
                ARGUMENT_MISMATCH,
            ]),
        common("tfrt_test.sync_benchmark")
            .summary("Calls a synchronous function again and again and prints how long it takes. No kernel runs it yet.")
            .description("```mlir\ntfrt_test.sync_benchmark @f(%x : i32) duration_secs = 5, max_count = 100\n```")
            .attribute("target_fn", AttrConstraint::flat_symbol())
            .parse_hook(parse_sync)
            .verify_hook(verify_sync)
            .verify_messages(&[
                NOT_A_FUNCTION,
                "incorrect number of operands for callee",
                "operand type mismatch",
                "Target benchmark function must return zero value.",
            ]),
    ]
}

fn verify(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let end = op.region(0).and_then(|region| region.terminator(op.ctx));
    let Some(end) = end.filter(|end| end.name_str() == "tfrt.return") else {
        return Err(verifier.op_error(op, "missing return statement"));
    };
    if end.num_operands() != 1 {
        return Err(verifier.op_error(op, "incorrect number of return values. One return value is expected"));
    }
    crate::tfrt::control_flow::check_arguments(verifier, op, op.operand_types())
}

fn verify_sync(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(callee) = callee::resolve(verifier, op, "target_fn")? else { return Ok(()) };
    if callee.inputs.len() != op.num_operands() {
        return Err(verifier.op_error(op, "incorrect number of operands for callee"));
    }
    if !same_types(op.operand_types(), callee.inputs) {
        return Err(verifier.op_error(op, "operand type mismatch"));
    }
    if !callee.results.is_empty() {
        return Err(verifier.op_error(op, "Target benchmark function must return zero value."));
    }
    Ok(())
}

/// `"name"(%a : T, …) key = integer, … { … }`
fn parse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let name = p.string()?;
    state.attrs.push((ctx.ident("name"), ctx.string_attr(name)));
    let arguments = parse_arguments(p, state)?;
    parse_settings(p, state)?;
    state.result_types.push(ctx.opaque_type("tfrt", "chain"));
    let mut body = Body::new();
    p.isolated_region(&mut body, &arguments)?;
    state.regions = tfrt_ir::body::OpRegions::Nested(Box::new(body));
    Ok(())
}

/// `@function(%a : T, …) key = integer, …`
fn parse_sync(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let function = p.symbol_name()?;
    state.attrs.push((ctx.ident("target_fn"), ctx.symbol_ref_ident(function)));
    parse_arguments(p, state)?;
    parse_settings(p, state)
}

fn parse_arguments<'s>(p: &mut OpParser<'_, 's>, state: &mut OpState) -> Result<Vec<Argument<'s>>, Failed> {
    let mut arguments = Vec::new();
    p.l_paren()?;
    if !p.optional_r_paren() {
        loop {
            let operand = p.operand()?;
            let ty = p.colon_type()?;
            p.resolve(&operand, ty, &mut state.operands)?;
            arguments.push(argument(operand, ty));
            if !p.optional_comma() {
                break;
            }
        }
        p.r_paren()?;
    }
    Ok(arguments)
}

fn parse_settings(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    loop {
        let at = p.offset();
        let key = p.any_keyword()?;
        let key = ctx.ident(key);
        if state.get_attr(key).is_some() {
            return Err(p.error(
                at,
                format!("attribute '{}' occurs more than once in the attribute list", ctx.str(key)),
            ));
        }
        p.equal()?;
        let value = p.attribute(Some(ctx.i32()))?;
        state.attrs.push((key, value));
        if !p.optional_comma() {
            break;
        }
    }
    let warmup = ctx.ident("num_warmup_runs");
    if state.get_attr(warmup).is_none() {
        state.attrs.push((warmup, ctx.i32_attr(1)));
    }
    Ok(())
}

fn print(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    let subject = if op.name_str() == "tfrt_test.benchmark" { "name" } else { "target_fn" };
    if let Some(attr) = op.attr(subject) {
        p.attr(attr);
    }
    p.text("(");
    for (index, operand) in op.operands().enumerate() {
        if index > 0 {
            p.text(", ");
        }
        p.operand(operand);
        p.text(" : ");
        p.ty(op.value_type(operand));
    }
    p.text(") ");
    let settings = op.attrs().iter().filter(|(name, _)| op.ctx.str(*name) != subject);
    for (index, &(name, value)) in settings.enumerate() {
        if index > 0 {
            p.text(", ");
        }
        p.text(op.ctx.str(name));
        p.text(" = ");
        p.attr_without_type(value);
    }
    if let Some(region) = op.region(0) {
        p.text("  ");
        let operands: Vec<_> = op.operands().collect();
        p.shadow_region_args(region, &operands);
        p.region(region, false, true);
    }
}
