//! The `tfrt_test` dialect: operations for tests and benchmarks.

mod benchmark;
mod do_async;

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::verify::OpVerifier;

use crate::constraints::{scalar, string};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("tfrt_test")
        .summary("Operations for tests: asynchrony, failure, values whose lifetime shows, and the benchmark region.")
        .allow_unknown_ops()
        .allow_unknown_types()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("tfrt_test.{name}")).traits(Traits::ISOLATED);
    let mut ops = vec![
        op("test_cost")
            .summary(
                "Prints the attribute `id` and gives zero; the compiler takes `_tfrt_cost` for its cost.",
            )
            .variadic_operand("operands", TypeConstraint::any())
            .attribute("id", AttrConstraint::integer(64))
            .attribute("_tfrt_cost", AttrConstraint::integer(64))
            .result("result", scalar("i32"))
            .verify_hook(verify_cost)
            .verify_messages(&["cost value must be larger than 0"])
            .format("operands attr-dict `:` type(operands)"),
    ];
    for suffix in ["i32", "i64"] {
        ops.push(
            op(&format!("count3.{suffix}"))
                .summary("The three integers that follow the operand.")
                .operand("start", scalar(suffix))
                .result("first", scalar(suffix))
                .result("second", scalar(suffix))
                .result("third", scalar(suffix))
                .traits(Traits::PURE)
                .format("operands attr-dict"),
        );
    }
    for name in ["get_string", "get_string_sync"] {
        ops.push(
            op(name)
                .summary("The string that the attribute `value` holds.")
                .attribute("value", AttrConstraint::string())
                .result("string", string())
                .format("attr-dict"),
        );
    }
    ops.extend(do_async::ops());
    ops.extend(benchmark::ops());
    ops
}

fn verify_cost(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    match op.attr("_tfrt_cost").and_then(|cost| op.ctx.attr_as_i64(cost)) {
        Some(cost) if cost <= 0 => Err(verifier.op_error(op, "cost value must be larger than 0")),
        // The declaration already requires that it is present.
        _ => Ok(()),
    }
}
