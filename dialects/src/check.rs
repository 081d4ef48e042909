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
            .format(
                "$lhs `,` $rhs (`,` `min_ulp_difference` `=` $min_ulp_difference^)? \
                 (`,` `max_ulp_difference` `=` $max_ulp_difference^)? attr-dict `:` type($lhs) `,` type($rhs)",
            ),
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
