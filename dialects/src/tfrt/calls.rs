//! Operations that name functions: calls and branches to functions, loops over functions.
//!
//! `crate::callee` checks the functions that they name, in the same way for all of them.

use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};

use crate::callee::{self, NOT_A_FUNCTION, same_types};
use crate::constraints::{chain, scalar, symbol_array};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::verify::OpVerifier;

pub(super) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    vec![
        OpDefinition::new("tfrt.call")
            .summary("Calls a function; its results are the function's.")
            .attribute("callee", AttrConstraint::flat_symbol())
            .variadic_operand("operands", any())
            .variadic_result("results", any())
            .traits(Traits::ISOLATED | Traits::CALL)
            .verify_hook(verify_call)
            .verify_messages(&CALL_MESSAGES)
            .format("$callee `(` operands `)` attr-dict `:` functional-type(operands, results)"),
        OpDefinition::new("tfrt.cond")
            .summary("Calls one of two functions, as a condition says.")
            .attribute("a_true_fn", AttrConstraint::flat_symbol())
            .attribute("b_false_fn", AttrConstraint::flat_symbol())
            .operand("cond", scalar("i1"))
            .variadic_operand("arguments", any())
            .variadic_result("results", any())
            .traits(Traits::ISOLATED)
            .verify_hook(verify_cond)
            .verify_messages(&[
                NOT_A_FUNCTION,
                "incorrect number of operands for true function",
                "operand type mismatch for true function",
                "incorrect number of results for true function",
                "result type mismatch for true function",
                "incorrect number of operands for false function",
                "operand type mismatch for false function",
                "incorrect number of results for false function",
                "result type mismatch for false function",
            ])
            .format(
                "$cond $a_true_fn $b_false_fn `(` $arguments `)` attr-dict \
                 `:` `(` type($arguments) `)` `->` `(` type($results) `)`",
            ),
        OpDefinition::new("tfrt.case")
            .summary("Calls the function that an index selects; an index out of range selects the last one.")
            .attribute("branches", symbol_array())
            .operand("index", scalar("i32"))
            .variadic_operand("arguments", any())
            .variadic_result("results", any())
            .traits(Traits::ISOLATED)
            .format(
                "$index $branches `(` $arguments `)` attr-dict \
                 `:` `(` type($arguments) `)` `->` `(` type($results) `)`",
            ),
        OpDefinition::new("tfrt.while")
            .summary("Calls a function as long as it asks for another iteration.")
            .description(
                "The function takes the loop's values and gives new ones and an `i1`: whether to go on. With \
                 `parallel_iterations` above one, an iteration starts as soon as that flag is there.",
            )
            .attribute("body_fn", AttrConstraint::flat_symbol())
            .attribute("parallel_iterations", AttrConstraint::integer(64))
            .operand("cond", scalar("i1"))
            .variadic_operand("arguments", any())
            .variadic_result("results", any())
            .traits(Traits::ISOLATED)
            .format(
                "$cond $body_fn `(` $arguments `)` attr-dict `parallel_iterations` `(` $parallel_iterations `)` \
                 `:` `(` type($arguments) `)` `->` `(` type($results) `)`",
            ),
        OpDefinition::new("tfrt.parallel_call.i32")
            .summary("Calls a function for each block of a range of integers, in parallel.")
            .description("The function takes a block's start and end and the further operands; it gives nothing or a chain.")
            .attribute("callee", AttrConstraint::flat_symbol())
            .operand("start", scalar("i32"))
            .operand("end", scalar("i32"))
            .operand("block_size", scalar("i32"))
            .variadic_operand("arguments", any())
            .result("ready", chain())
            .traits(Traits::ISOLATED)
            .verify_hook(verify_parallel_call)
            .verify_messages(&[
                NOT_A_FUNCTION,
                "incorrect number of callee operands",
                "callee must take stard and end indices first",
                "operand type mismatch",
                "invalid callee result type",
                "async callee must return a chain",
            ])
            .format(
                "$start `to` $end `fixed` $block_size $callee `(` $arguments `)` attr-dict (`:` type($arguments)^)?",
            ),
        OpDefinition::new("tfrt.spawn")
            .summary("Calls a function in a task of the work queue; its results come later.")
            .attribute("callee", AttrConstraint::flat_symbol())
            .variadic_operand("arguments", any())
            .variadic_result("results", any())
            .traits(Traits::ISOLATED)
            .verify_hook(verify_call)
            .verify_messages(&CALL_MESSAGES)
            .format("$callee `(` operands `)` attr-dict `:` functional-type(operands, results)"),
        OpDefinition::new("tfrt.once")
            .summary("Calls a function the first time; gives the same results every time.")
            .attribute("function", AttrConstraint::flat_symbol())
            .variadic_operand("arguments", any())
            .variadic_result("results", any())
            .traits(Traits::ISOLATED)
            .format("$function `(` $arguments `)` attr-dict `:` `(` type($arguments) `)` `->` `(` type($results) `)`"),
    ]
}

/// The messages of [`verify_call`].
const CALL_MESSAGES: [&str; 5] = [
    NOT_A_FUNCTION,
    "incorrect number of operands for callee",
    "operand type mismatch",
    "incorrect number of results for callee",
    "result type mismatch",
];

/// Checks that a function fits; the messages name the mismatch.
fn check(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    fits: bool,
    message: impl AsRef<str>,
) -> Result<(), Failed> {
    if fits { Ok(()) } else { Err(verifier.op_error(op, message)) }
}

fn verify_call(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(callee::Callee { inputs, results, .. }) = callee::resolve(verifier, op, "callee")? else {
        return Ok(());
    };
    check(verifier, op, inputs.len() == op.num_operands(), "incorrect number of operands for callee")?;
    check(verifier, op, same_types(op.operand_types(), inputs), "operand type mismatch")?;
    check(verifier, op, results.len() == op.num_results(), "incorrect number of results for callee")?;
    check(verifier, op, same_types(op.result_types(), results), "result type mismatch")
}

fn verify_cond(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    for (attr, which) in [("a_true_fn", "true"), ("b_false_fn", "false")] {
        let Some(callee::Callee { inputs, results, .. }) = callee::resolve(verifier, op, attr)? else {
            continue;
        };
        let message = |what: &str| format!("{what} {which} function");
        let operands = op.operand_types().skip(1);
        check(verifier, op, inputs.len() == operands.len(), message("incorrect number of operands for"))?;
        check(verifier, op, same_types(operands, inputs), message("operand type mismatch for"))?;
        check(verifier, op, results.len() == op.num_results(), message("incorrect number of results for"))?;
        check(verifier, op, same_types(op.result_types(), results), message("result type mismatch for"))?;
    }
    Ok(())
}

fn verify_parallel_call(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(callee::Callee { inputs, results, .. }) = callee::resolve(verifier, op, "callee")? else {
        return Ok(());
    };
    let i32 = op.ctx.i32();
    // The block's start and end take the place of the range's start and end and of the block size.
    check(verifier, op, inputs.len() + 1 == op.num_operands(), "incorrect number of callee operands")?;
    check(verifier, op, inputs[..2] == [i32, i32], "callee must take stard and end indices first")?;
    let extra = op.operand_types().skip(3);
    check(verifier, op, same_types(extra, &inputs[2..]), "operand type mismatch")?;
    check(verifier, op, results.len() <= 1, "invalid callee result type")?;
    let chains = results.iter().all(|&ty| op.ctx.is_opaque_type(ty, "tfrt", "chain"));
    check(verifier, op, chains, "async callee must return a chain")
}
