//! `sdy.manual_computation`: its written form, and what must hold of it.

use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter};
use tfrt_ir::verify::OpVerifier;

use super::attributes::{ManualAxes, ShardingPerValue};
use crate::dialect_attr::{DialectAttr, own};

pub(super) fn definition(op: OpDefinition) -> OpDefinition {
    op.variadic_operand("tensors", TypeConstraint::any())
        .attribute("in_shardings", own::<ShardingPerValue>("Tensor sharding per operand/result of an op"))
        .attribute("out_shardings", own::<ShardingPerValue>("Tensor sharding per operand/result of an op"))
        .attribute("manual_axes", own::<ManualAxes>("A list of axes that a ManualComputationOp is manual on"))
        .variadic_result("results", TypeConstraint::any())
        .region("body", RegionShape::Blocks(1))
        .traits(Traits::ISOLATED)
        .parse_hook(parse)
        .print_hook(print)
        .verify_hook(verify)
        .verify_messages(&["{}s, their shardings and values of the body differ in number: {}, {} and {}"])
}

/// `name=[…]` or `name={…}`, of an attribute whose text between `<` and `>`, or in braces, stands here.
fn field(p: &mut OpParser<'_, '_>, name: &str, state: &mut OpState) -> Result<(), Failed> {
    p.keyword(name)?;
    p.equal()?;
    let around = |list: &str| match list.starts_with('{') {
        true => ["manual_axes", ""],
        false => ["sharding_per_value<", ">"],
    };
    super::parse_in_brackets(p, name, (&['[', '{'], "expected a list"), around, state)
}

/// `(%a, …) in_shardings=[…] out_shardings=[…] manual_axes={…} (%b : T, …) {…} {…} : (T, …) -> (T, …)`
fn parse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let operands = p.operand_list(Delimiter::Paren)?;
    for name in ["in_shardings", "out_shardings", "manual_axes"] {
        field(p, name, state)?;
    }
    let arguments = p.argument_list(false)?;
    let mut body = Body::new();
    p.isolated_region(&mut body, &arguments)?;
    p.attr_dict(&mut state.attrs)?;
    p.colon()?;
    let (inputs, results) = p.function_type()?;
    p.resolve_all(&operands, inputs, at, &mut state.operands)?;
    state.result_types.extend(results.iter().copied());
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

fn print(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    const OWN: [&str; 3] = ["in_shardings", "out_shardings", "manual_axes"];
    p.text("(");
    p.operands(op.operands());
    p.text(")");
    for name in OWN {
        let Some(attr) = op.attr(name) else { continue };
        let text = match (ShardingPerValue::of(op.ctx, attr), ManualAxes::of(op.ctx, attr)) {
            (Some(shardings), _) => shardings.to_string(),
            (None, Some(axes)) => axes.to_string(),
            (None, None) => continue,
        };
        let list = text.strip_prefix("sharding_per_value<").and_then(|text| text.strip_suffix('>'));
        let text = list.unwrap_or_else(|| text.trim_start_matches("manual_axes"));
        p.text(&format!(" {name}={text}"));
    }
    p.text(" (");
    if let Some(region) = op.region(0) {
        let arguments = region.entry_block().map(|block| region.body.block_args(block)).unwrap_or_default();
        for (index, &argument) in arguments.iter().enumerate() {
            p.text(if index > 0 { ", " } else { "" });
            p.argument(region, argument, &[]);
        }
        p.text(") ");
        p.region(region, false, true);
    } else {
        p.text(") {}");
    }
    p.attr_dict(op, &OWN);
    p.text(" : ");
    p.functional_type(op);
}

fn verify(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(region) = op.region(0) else { return Ok(()) };
    let arguments = region.entry_block().map_or(0, |block| region.body.block_args(block).len());
    let given = region.terminator(op.ctx).map_or(0, |end| end.num_operands());
    let shardings = |name: &str| ShardingPerValue::named(op, name).map_or(0, |own| own.0.len());
    for (name, what, values, inside) in [
        ("in_shardings", "operand", op.num_operands(), arguments),
        ("out_shardings", "result", op.num_results(), given),
    ] {
        let listed = shardings(name);
        if listed != values || inside != values {
            return Err(verifier.op_error(
                op,
                format!("{what}s, their shardings and values of the body differ in number: {values}, {listed} and {inside}"),
            ));
        }
    }
    Ok(())
}
