//! Scalar arithmetic and comparisons.
//!
//! Integers wrap around. Division may fail: it is pure, but passes neither erase nor fold a division unless it is known
//! to succeed.

use tfrt_ir::opdef::{OpDefinition, Traits};

use super::evaluate;
use crate::constraints::scalar;

const COMMON: Traits = Traits::PURE.union(Traits::ISOLATED);

pub(super) fn ops() -> Vec<OpDefinition> {
    let mut ops = Vec::new();
    for suffix in ["i32", "i64", "f32", "f64"] {
        ops.push(
            binary("add", suffix, suffix, "Adds two numbers.")
                .traits(Traits::COMMUTATIVE)
                .evaluate_hook(evaluate::add),
        );
    }
    ops.push(
        binary("and", "i1", "i1", "True when both operands are.")
            .traits(Traits::COMMUTATIVE)
            .evaluate_hook(evaluate::and),
    );
    for suffix in ["i32", "i64"] {
        ops.push(
            binary("equal", suffix, "i1", "Whether two integers are equal.")
                .traits(Traits::COMMUTATIVE)
                .evaluate_hook(evaluate::equal),
        );
        for family in ["mul", "mul_s"] {
            ops.push(
                binary(family, suffix, suffix, "Multiplies two integers.")
                    .traits(Traits::COMMUTATIVE)
                    .evaluate_hook(evaluate::mul),
            );
        }
        ops.push(
            OpDefinition::new(format!("tfrt.div.{suffix}"))
                .summary("Divides two integers: the quotient, truncated toward zero, and the remainder.")
                .description("A divisor of zero is an error, `Divide by zero`.")
                .operand("lhs", scalar(suffix))
                .operand("rhs", scalar(suffix))
                .result("quotient", scalar(suffix))
                .result("remainder", scalar(suffix))
                .traits(COMMON | Traits::MAY_FAIL)
                .effects_hook(evaluate::division_effects)
                .evaluate_hook(evaluate::div)
                .format("operands attr-dict"),
        );
    }
    ops
}

fn binary(family: &str, suffix: &str, result: &str, summary: &'static str) -> OpDefinition {
    OpDefinition::new(format!("tfrt.{family}.{suffix}"))
        .summary(summary)
        .operand("lhs", scalar(suffix))
        .operand("rhs", scalar(suffix))
        .result("result", scalar(result))
        .traits(COMMON)
        .format("operands attr-dict")
}
