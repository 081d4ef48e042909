//! The `check` dialect: programs that test themselves compare their results with it.
//!
//! Each operation stops the program if its operands are not what it says.

use tfrt_ir::body::OpState;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};
use tfrt_ir::syntax::{OpParser, OpPrinter};
use tfrt_ir::types::FloatKind;

use crate::stablehlo::constraints;
use crate::stablehlo::types::{ANY_OR_AXIS, ranked};

/// The format of comparisons of two values of one type.
const PAIR: &str = "$lhs `,` $rhs attr-dict `:` type($lhs)";

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("check")
        .summary("Comparisons of results with what they should be, for programs that test others.")
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let value = || ranked(ANY_OR_AXIS);
    let op = |name: &'static str, summary: &'static str| {
        OpDefinition::new(format!("check.{name}")).summary(summary).operand("lhs", value())
    };
    let tolerance =
        |op: OpDefinition| op.optional_attribute("tolerance", AttrConstraint::float(FloatKind::F64));
    vec![
        op("expect_eq_const", "The operand is this constant, bit by bit.")
            .attribute("value", AttrConstraint::elements())
            .parse_hook(parse_constant)
            .print_hook(print_constant),
        tolerance(op("expect_almost_eq_const", "The operand is nearly this constant."))
            .attribute("value", AttrConstraint::elements())
            .parse_hook(parse_constant)
            .print_hook(print_constant),
        op("expect_eq", "Both operands are the same, bit by bit.")
            .operand("rhs", value())
            .traits(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .format(PAIR),
        tolerance(op("expect_almost_eq", "Both operands are nearly the same."))
            .operand("rhs", value())
            .traits(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .format(PAIR),
        op("expect_close", "The operands differ by a limited number of units in the last place.")
            .operand("rhs", value())
            .optional_attribute_with_default(
                "min_ulp_difference",
                AttrConstraint::integer(64),
                constraints::long_number(0),
            )
            .optional_attribute_with_default(
                "max_ulp_difference",
                AttrConstraint::integer(64),
                constraints::long_number(3),
            )
            .parse_hook(parse_close)
            .print_hook(print_close),
        OpDefinition::new("check.expect_serialized_eq")
            .summary("The operand is what a probe wrote, bit by bit.")
            .operand("expected", value())
            .attribute("probe_id", AttrConstraint::string())
            .optional_attribute("iteration", AttrConstraint::integer(32))
            .parse_hook(parse_serialized)
            .print_hook(print_serialized),
    ]
}

/// `%x, dense<…> : T {…}`: the operand has the type of the constant.
fn parse_constant(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let operand = p.operand()?;
    p.comma()?;
    let at = p.offset();
    let value = p.attribute(None)?;
    let Some(ty) = p.ctx().attr_type(value) else {
        return Err(p.error(at, "expected elements attribute"));
    };
    state.attrs.push((p.ctx().ident("value"), value));
    p.attr_dict(&mut state.attrs)?;
    p.resolve(&operand, ty, &mut state.operands)
}

fn print_constant(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    p.text(", ");
    if let Some(value) = op.attr("value") {
        p.attr(value);
    }
    p.attr_dict(op, &["value"]);
}

/// The limits of `check.expect_close`, in the order in which they are printed.
const LIMITS: [&str; 2] = ["min_ulp_difference", "max_ulp_difference"];

/// `%x, %y [, min_ulp_difference = 0] [, max_ulp_difference = 3] : T, T`
fn parse_close(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    let lhs = p.operand()?;
    p.comma()?;
    let operands = [lhs, p.operand()?];
    let mut next = 0;
    while p.optional_comma() {
        let found = (next..LIMITS.len()).find(|&index| p.at(LIMITS[index]));
        let index = found.unwrap_or(next.min(LIMITS.len() - 1));
        p.keyword(LIMITS[index])?;
        p.equal()?;
        let value = p.integer()?;
        state.attrs.push((p.ctx().ident(LIMITS[index]), p.ctx().i64_attr(value)));
        next = index + 1;
    }
    p.attr_dict(&mut state.attrs)?;
    let types = p.colon_type_list()?;
    p.resolve_all(&operands, &types, at, &mut state.operands)
}

fn print_close(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    for (name, default) in LIMITS.into_iter().zip([0, 3]) {
        let value = op.attr(name).and_then(|attr| op.ctx.attr_as_i64(attr));
        if let Some(value) = value.filter(|&value| value != default) {
            p.text(&format!(", {name} = {value}"));
        }
    }
    p.attr_dict(op, &LIMITS);
    p.text(" : ");
    p.types(op.operand_types());
}

/// `%x, probe_id = "…" [, iteration = 1] : T`
fn parse_serialized(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let operand = p.operand()?;
    p.comma()?;
    p.keyword("probe_id")?;
    p.equal()?;
    // As an attribute it would take the type that follows for its own.
    let id = p.string()?;
    state.attrs.push((p.ctx().ident("probe_id"), p.ctx().string_attr(id)));
    if p.optional_comma() {
        p.keyword("iteration")?;
        p.equal()?;
        let iteration = p.integer()?;
        let ctx = p.ctx();
        state.attrs.push((ctx.ident("iteration"), ctx.int_attr(ctx.i32(), iteration)));
    }
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    p.resolve(&operand, ty, &mut state.operands)
}

fn print_serialized(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    if let Some(id) = op.attr("probe_id") {
        p.text(", probe_id = ");
        p.attr(id);
    }
    if let Some(iteration) = op.attr("iteration").and_then(|attr| op.ctx.attr_as_i64(attr)) {
        p.text(&format!(", iteration = {iteration}"));
    }
    p.attr_dict(op, &["probe_id", "iteration"]);
    p.text(" : ");
    p.types(op.operand_types());
}
