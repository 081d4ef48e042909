//! The operations through which shardings are propagated: edges that tie values together, barriers, groups of operations with a name, and constants
//! that each user may divide in its own way. What they compute are their operands.

use tfrt_ir::body::{OpState, ValueDef};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter};
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::OpVerifier;

use super::attributes::{ShardingPerValue, TensorSharding};
use super::manual;
use super::rules::{MESSAGES, verify_sharding, verify_shardings};
use crate::dialect_attr::{DialectAttr, own};
use crate::stablehlo::forms;

/// The operations, made of definitions that have the dialect's directives.
pub(super) fn ops(op: impl Fn(&'static str, &'static str) -> OpDefinition) -> Vec<OpDefinition> {
    let shardings = || own::<ShardingPerValue>("Tensor sharding per operand/result of an op");
    let tensor = || {
        TypeConstraint::new("ranked tensor of any type values", |ctx, ty| {
            matches!(ctx.type_kind(ty), TypeKind::RankedTensor { .. })
        })
    };
    vec![
        op("constant", "A tensor that the program contains; equal ones are not joined.")
            .attribute("value", AttrConstraint::elements())
            .result("output", tensor())
            .traits(Traits::PURE)
            .parse_hook(forms::parse_constant)
            .print_hook(forms::print_constant)
            .verify_hook(constant)
            .verify_messages(&MESSAGES),
        op("data_flow_edge", "Ties the sources and targets of an edge of an operation to each other.")
            .operand("input", TypeConstraint::any())
            .optional_attribute("sharding", own::<TensorSharding>("Tensor sharding"))
            .result("result", TypeConstraint::any())
            .traits(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .format("$input (`sharding` `` `=` `` custom<Sharding>($sharding)^)? attr-dict `:` type($result)")
            .verify_hook(edge)
            .verify_messages(&MESSAGES),
        op("propagation_barrier", "Lets shardings pass in one direction, or in none.")
            .operand("input", tensor())
            .attribute(
                "allowed_direction",
                AttrConstraint::new("propagation direction enum", AttrClass::Integer, |ctx, attr| {
                    ctx.attr_type(attr) == Some(ctx.int(32)) && direction(ctx, attr).is_some()
                }),
            )
            .result("result", tensor())
            .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .format(
                "$input `allowed_direction` `` `=` `` custom<Direction>($allowed_direction) attr-dict `:` type($result)",
            )
            .verify_hook(barrier)
            .verify_messages(&MESSAGES),
        op("named_computation", "Operations that have a name together.")
            .variadic_operand("operands", TypeConstraint::any())
            .attribute("name", AttrConstraint::string())
            .optional_attribute("in_shardings", shardings())
            .optional_attribute("out_shardings", shardings())
            .variadic_result("results", TypeConstraint::any())
            .region("body", RegionShape::Blocks(1))
            .traits(Traits::ISOLATED)
            .parse_hook(parse_named)
            .print_hook(print_named)
            .verify_hook(named)
            .verify_messages(&MESSAGES),
    ]
}

/// The directions in which shardings may pass a barrier, by number.
const DIRECTIONS: [&str; 4] = ["NONE", "FORWARD", "BACKWARD", "BOTH"];

pub(super) fn parse_direction(
    p: &mut OpParser<'_, '_>,
    names: &[&str],
    state: &mut OpState,
) -> Result<(), Failed> {
    let at = p.offset();
    let word = p.keyword_or_string()?;
    let Some(direction) = DIRECTIONS.iter().position(|known| *known == word) else {
        let known = DIRECTIONS.join(", ");
        return Err(p.error(
            at,
            format!("expected string or keyword containing one of the following enum values for attribute '{}' [{known}]", names[0]),
        ));
    };
    let attr = p.ctx().i32_attr(direction as i32);
    state.attrs.push((p.ctx().ident(names[0]), attr));
    Ok(())
}

pub(super) fn print_direction(p: &mut OpPrinter<'_>, op: OpRef<'_>, names: &[&str]) {
    if let Some(direction) = op.attr(names[0]).and_then(|attr| direction(op.ctx, attr)) {
        p.text(direction);
    }
}

/// The direction that an attribute says, if it says one.
fn direction(ctx: &Context, attr: Attr) -> Option<&'static str> {
    DIRECTIONS.get(usize::try_from(ctx.attr_as_i64(attr)?).ok()?).copied()
}

fn barrier(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    match op.attr("allowed_direction").and_then(|attr| direction(op.ctx, attr)) {
        Some("BOTH") => Err(verifier.op_error(
            op,
            "cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.",
        )),
        _ => Ok(()),
    }
}

/// The note at an operation whose result may not have an edge.
fn definition(loc: Loc) -> (Loc, String) {
    (loc, "sdy op defining the input of the sdy.data_flow_edge".to_owned())
}

fn edge(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let input = op.operand(0);
    if !op.body.has_one_use(input) {
        return Err(verifier.op_error(op, "expected input of sdy.data_flow_edge to have a single user"));
    }
    if let ValueDef::Result(def, _) = op.body.value_def(input) {
        let def = op.at(def);
        let name = def.name_str();
        if name.starts_with("sdy.") && name != "sdy.named_computation" {
            return Err(verifier.op_error_with_notes(
                op,
                "expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).",
                [definition(def.loc())],
            ));
        }
    }
    match TensorSharding::named(op, "sharding") {
        Some(sharding) => verify_sharding(verifier, op, (sharding, op.value_type(input)), ""),
        None => Ok(()),
    }
}

/// Reports that the types that follow from an operation are not those of its results.
fn other_types(verifier: &mut OpVerifier<'_>, op: OpRef<'_>, inferred: impl Iterator<Item = Type>) -> Failed {
    let quoted = |types: &mut dyn Iterator<Item = Type>| {
        types.map(|ty| verifier.quoted(op.ctx, ty)).collect::<Vec<_>>().join(", ")
    };
    let message = format!(
        "inferred type(s) {} are incompatible with return type(s) of operation {}",
        quoted(&mut { inferred }),
        quoted(&mut op.result_types())
    );
    verifier.op_error(op, message)
}

fn constant(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let ty = op.attr("value").and_then(|value| op.ctx.attr_type(value));
    match ty.filter(|ty| op.result_types().next() != Some(*ty)) {
        Some(ty) => Err(other_types(verifier, op, std::iter::once(ty))),
        None => Ok(()),
    }
}

const SHARDINGS: [&str; 2] = ["in_shardings", "out_shardings"];

/// `<"name">(%a, …) in_shardings=[…] out_shardings=[…] (%b : T, …) {…} {…} : (T, …) -> (T, …)`
fn parse_named(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    p.punctuation("<")?;
    let name = p.string()?;
    p.punctuation(">")?;
    let name = p.ctx().string_attr(name);
    state.attrs.push((p.ctx().ident("name"), name));
    let at = p.offset();
    let operands = p.operand_list(Delimiter::Paren)?;
    for list in SHARDINGS {
        if p.optional_keyword(list) {
            manual::field(p, list, state)?;
        }
    }
    manual::parse_body(p, (at, &operands), state)
}

fn print_named(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    if let Some(name) = op.attr("name") {
        p.text("<");
        p.attr(name);
        p.text(">");
    }
    manual::print_with_body(p, op, &SHARDINGS, &["name", "in_shardings", "out_shardings"]);
}

fn named(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(region) = op.region(0) else { return Ok(()) };
    let arguments = region.entry_block().map(|block| region.body.block_args(block)).unwrap_or_default();
    if arguments.len() != op.num_operands() {
        let (has, wants) = (arguments.len(), op.num_operands());
        return Err(verifier.error(
            op,
            format!("number of block arguments must match the number of operands: {has} != {wants}"),
        ));
    }
    for (index, (&argument, wanted)) in arguments.iter().zip(op.operand_types()).enumerate() {
        let own = region.body.value_type(argument);
        if own != wanted {
            let [own, wanted] = [own, wanted].map(|ty| verifier.quoted(op.ctx, ty));
            return Err(verifier.error(
                op,
                format!("expected the type of the {index}'th block argument to match the type of the corresponding operand: {own} vs {wanted}"),
            ));
        }
    }
    if let Some(end) = region.terminator(op.ctx)
        && !end.operand_types().eq(op.result_types())
    {
        return Err(other_types(verifier, op, end.operand_types()));
    }
    if let Some(shardings) = ShardingPerValue::named(op, "in_shardings") {
        verify_shardings(verifier, op, shardings, op.operand_types(), "in_shardings")?;
    }
    match ShardingPerValue::named(op, "out_shardings") {
        Some(shardings) => verify_shardings(verifier, op, shardings, op.result_types(), "out_shardings"),
        None => Ok(()),
    }
}
