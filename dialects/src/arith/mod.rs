//! The `arith` dialect, as far as it computes with scalars: for programs that come from elsewhere.
//!
//! Nothing here runs: the pass `convert-to-tfrt` turns these operations into those of `tfrt` and `tfrt_arith`. Other operations of
//! the dialect, and uses with vectors or tensors, are accepted in the form that they share, and are left alone.

mod syntax;

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::verify::OpVerifier;

pub use syntax::{FLOAT_PREDICATES, INTEGER_PREDICATES};
pub(crate) use syntax::{parse_same, print_same};

const INTEGER_OPS: [&str; 12] = [
    "ceildivsi",
    "ceildivui",
    "floordivsi",
    "remsi",
    "remui",
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
];
/// Operations that may say that they do not overflow.
const OVERFLOW_OPS: [&str; 4] = ["addi", "subi", "muli", "shli"];
/// Operations that may say that nothing is lost.
const EXACT_OPS: [&str; 4] = ["divsi", "divui", "shrsi", "shrui"];
const FLOAT_OPS: [&str; 9] =
    ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"];
const CASTS: [&str; 12] = [
    "extsi",
    "extui",
    "extf",
    "trunci",
    "truncf",
    "sitofp",
    "uitofp",
    "fptosi",
    "fptoui",
    "index_cast",
    "index_castui",
    "bitcast",
];

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("arith")
        .summary(
            "MLIR's arithmetic. On integers, `index` and floats it is converted to `tfrt` and `tfrt_arith`, and so runs; `index` \
             is an integer of 64 bits.",
        )
        .allow_unknown_ops()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    let pure = |name: &str| OpDefinition::new(format!("arith.{name}")).traits(Traits::PURE);
    let mut ops = vec![
        pure("constant")
            .summary("A constant.")
            .attribute("value", AttrConstraint::any())
            .result("result", any())
            .traits(Traits::CONSTANT_LIKE)
            .parse_hook(syntax::parse_constant)
            .print_hook(syntax::print_constant)
            .result_names_hook(syntax::name_constant)
            .verify_hook(verify_constant)
            .verify_messages(&["failed to verify that all of {value, result} have same type"]),
        pure("cmpi")
            .summary("Compares two integers.")
            .attribute("predicate", AttrConstraint::integer(64))
            .operand("lhs", any())
            .operand("rhs", any())
            .result("result", any())
            .parse_hook(|p, state| syntax::parse_compare(p, state, &INTEGER_PREDICATES))
            .print_hook(|p, op| syntax::print_compare(p, op, &INTEGER_PREDICATES))
            .verify_hook(|verifier, op| verify_compare(verifier, op, INTEGER_PREDICATES.len()))
            .verify_messages(&COMPARE_MESSAGES),
        pure("cmpf")
            .summary("Compares two floats.")
            .attribute("predicate", AttrConstraint::integer(64))
            .optional_attribute("fastmath", AttrConstraint::any())
            .operand("lhs", any())
            .operand("rhs", any())
            .result("result", any())
            .parse_hook(|p, state| syntax::parse_compare(p, state, &FLOAT_PREDICATES))
            .print_hook(|p, op| syntax::print_compare(p, op, &FLOAT_PREDICATES))
            .verify_hook(|verifier, op| verify_compare(verifier, op, FLOAT_PREDICATES.len()))
            .verify_messages(&COMPARE_MESSAGES),
        pure("select")
            .summary("One of two values, as a condition says.")
            .operand("condition", any())
            .operand("true_value", any())
            .operand("false_value", any())
            .result("result", any())
            .parse_hook(syntax::parse_select)
            .print_hook(syntax::print_select)
            .verify_hook(verify_select)
            .verify_messages(&[
                "failed to verify that all of {true_value, false_value, result} have same type",
                "operand #0 must be bool-like",
            ]),
        unary("negf", Some("fastmath")),
    ];
    ops.extend(INTEGER_OPS.map(|name| binary(name, None)));
    ops.extend(OVERFLOW_OPS.map(|name| binary(name, Some("overflowFlags"))));
    ops.extend(EXACT_OPS.map(|name| binary(name, Some("isExact"))));
    ops.extend(FLOAT_OPS.map(|name| binary(name, Some("fastmath"))));
    ops.extend(CASTS.map(|name| {
        let op = pure(name)
            .summary("A value as one of another type.")
            .operand("in", any())
            .result("out", any())
            .parse_hook(syntax::parse_cast)
            .print_hook(syntax::print_cast);
        match name {
            "trunci" => op.optional_attribute("overflowFlags", AttrConstraint::any()),
            "extf" | "truncf" => op.optional_attribute("fastmath", AttrConstraint::any()),
            _ => op,
        }
    }));
    ops
}

/// Declares what flags an operation may carry.
fn flagged(op: OpDefinition, flags: Option<&'static str>) -> OpDefinition {
    match flags {
        Some("isExact") => op.optional_attribute("isExact", AttrConstraint::unit()),
        Some(name) => op.optional_attribute(name, AttrConstraint::any()),
        None => op,
    }
}

fn binary(name: &str, flags: Option<&'static str>) -> OpDefinition {
    let op = OpDefinition::new(format!("arith.{name}"))
        .summary("Computes a value from two of its type.")
        .operand("lhs", TypeConstraint::any())
        .operand("rhs", TypeConstraint::any())
        .result("result", TypeConstraint::any())
        .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
        .parse_hook(|p, state| syntax::parse_same(p, state, 2))
        .print_hook(syntax::print_same);
    let op = match name {
        "ceildivsi" | "ceildivui" | "floordivsi" | "remsi" | "remui" | "divsi" | "divui" => {
            op.traits(Traits::MAY_FAIL)
        }
        _ => op,
    };
    flagged(op, flags)
}

fn unary(name: &str, flags: Option<&'static str>) -> OpDefinition {
    let op = OpDefinition::new(format!("arith.{name}"))
        .summary("Computes a value from one of its type.")
        .operand("operand", TypeConstraint::any())
        .result("result", TypeConstraint::any())
        .traits(Traits::PURE | Traits::SAME_OPERANDS_AND_RESULT_TYPE)
        .parse_hook(|p, state| syntax::parse_same(p, state, 1))
        .print_hook(syntax::print_same);
    flagged(op, flags)
}

fn verify_constant(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let value = op.attr("value").and_then(|value| op.ctx.attr_type(value));
    match value == op.result_types().next() {
        true => Ok(()),
        false => Err(verifier.op_error(op, "failed to verify that all of {value, result} have same type")),
    }
}

const COMPARE_MESSAGES: [&str; 2] =
    ["requires all operands to have the same type", "expects a predicate from 0 to {}"];

fn verify_compare(verifier: &mut OpVerifier<'_>, op: OpRef<'_>, predicates: usize) -> Result<(), Failed> {
    let mut types = op.operand_types();
    if types.next() != types.next() {
        return Err(verifier.op_error(op, "requires all operands to have the same type"));
    }
    let predicate = op.attr("predicate").and_then(|predicate| op.ctx.attr_as_i64(predicate));
    match predicate.is_some_and(|predicate| (0..predicates as i64).contains(&predicate)) {
        true => Ok(()),
        false => Err(verifier.op_error(op, format!("expects a predicate from 0 to {}", predicates - 1))),
    }
}

fn verify_select(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let types: Vec<_> = op.operand_types().chain(op.result_types()).collect();
    if types[1] != types[2] || types[1] != types[3] {
        let message = "failed to verify that all of {true_value, false_value, result} have same type";
        return Err(verifier.op_error(op, message));
    }
    if types[0] == op.ctx.i1() || op.ctx.type_kind(types[0]).is_shaped() {
        return Ok(());
    }
    Err(verifier.op_error(op, "operand #0 must be bool-like"))
}
