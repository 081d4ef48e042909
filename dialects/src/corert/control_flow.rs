//! `corert.cond` and `corert.while`: branches and loops over functions of tensor handles.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::verify::OpVerifier;

use crate::callee::{self, NOT_A_FUNCTION, same_types};
use crate::constraints::{chain, tensor_handle};

pub(super) fn ops() -> Vec<OpDefinition> {
    let common = |name: &'static str| {
        OpDefinition::new(name)
            .traits(Traits::ISOLATED)
            .result("out_op_chain", chain())
            .variadic_result("fn_outputs", TypeConstraint::any())
            .result_names_hook(|_, name| {
                name(0, "out_op_chain");
                name(1, "fn_outputs");
            })
    };
    vec![
        common("corert.cond")
            .summary("Calls one of two functions, as a tensor says.")
            .description("The functions take the chain and the further operands and give a chain and the further results.")
            .attribute("a_true_fn", AttrConstraint::flat_symbol())
            .attribute("b_false_fn", AttrConstraint::flat_symbol())
            .operand("cond", tensor_handle())
            .operand("in_op_chain", chain())
            .variadic_operand("arguments", TypeConstraint::any())
            .verify_hook(|verifier, op| {
                check_function(verifier, op, "a_true_fn", 1, op.result_types())?;
                check_function(verifier, op, "b_false_fn", 1, op.result_types())
            })
            .verify_messages(&FUNCTION_MESSAGES)
            .format(
                "$cond $a_true_fn $b_false_fn `(` $in_op_chain (`,` $arguments^)? `)` attr-dict \
                 `:` `(` type($arguments) `)` `->` `(` type($fn_outputs) `)`",
            ),
        common("corert.while")
            .summary("Calls a body function as long as a condition function gives a true tensor.")
            .description("Both functions take the chain and the loop's values; the body gives new ones.")
            .attribute("a_cond_fn", AttrConstraint::flat_symbol())
            .attribute("b_body_fn", AttrConstraint::flat_symbol())
            .operand("in_op_chain", chain())
            .variadic_operand("arguments", TypeConstraint::any())
            .verify_hook(|verifier, op| {
                // A condition gives the chain and a truth value, however many values the loop has.
                let condition = [("tfrt", "chain"), ("corert", "tensorhandle")];
                let condition = condition.map(|(dialect, body)| op.ctx.opaque_type(dialect, body));
                check_function(verifier, op, "a_cond_fn", 0, condition.into_iter())?;
                check_function(verifier, op, "b_body_fn", 0, op.result_types())
            })
            .verify_messages(&FUNCTION_MESSAGES)
            .format(
                "$a_cond_fn $b_body_fn `(` $in_op_chain (`,` $arguments^)? `)` attr-dict \
                 `:` `(` type($arguments) `)` `->` `(` type($fn_outputs) `)`",
            ),
    ]
}

const FUNCTION_MESSAGES: [&str; 3] =
    [NOT_A_FUNCTION, "'{}' has mismatching operand types", "'{}' has mismatching result types"];

/// Compares a function with the operands from `first_operand` on and with its required results.
fn check_function(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    attr: &str,
    first_operand: usize,
    results: impl Iterator<Item = Type>,
) -> Result<(), Failed> {
    let Some(callee) = callee::resolve(verifier, op, attr)? else { return Ok(()) };
    let name = callee.name;
    if !same_types(op.operand_types().skip(first_operand), callee.inputs) {
        return Err(verifier.op_error(op, format!("'{name}' has mismatching operand types")));
    }
    if !same_types(results, callee.results) {
        return Err(verifier.op_error(op, format!("'{name}' has mismatching result types")));
    }
    Ok(())
}
