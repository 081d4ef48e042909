//! Operations with regions: branches, loops and parallel loops; and `tfrt.return`, which ends regions and functions.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::verify::OpVerifier;

use super::regions;
use crate::callee;
use crate::constraints::{chain, scalar};

pub(super) fn ops() -> Vec<OpDefinition> {
    let any = TypeConstraint::any;
    vec![
        OpDefinition::new("tfrt.return")
            .summary("Ends a function or a region; its operands are what that gives.")
            .variadic_operand("operands", any())
            .traits(Traits::ISOLATED | Traits::TERMINATOR | Traits::RETURN_LIKE)
            .verify_hook(verify_return)
            .verify_messages(&[
                "has {} operands, but enclosing function returns {}",
                "type of return operand {} ({}) doesn't match function result type ({})",
            ])
            .format("attr-dict ($operands^ `:` type($operands))?"),
        OpDefinition::new("tfrt.if")
            .summary("Runs one of two regions, as a condition says; its results are the region's.")
            .description(
                "```mlir\n%r = tfrt.if %cond, %x : (i32) -> (i32) {\n  tfrt.return %x : i32\n} else {\n  \
                 %y = tfrt.add.i32 %x, %x\n  tfrt.return %y : i32\n}\n```\n\nThe regions' arguments are the operands after the condition, and the custom form names them alike. Without \
                 results the `else` part may be left out.",
            )
            .operand("cond", scalar("i1"))
            .variadic_operand("arguments", any())
            .variadic_result("results", any())
            .region("then_region", RegionShape::Blocks(1))
            .region("else_region", RegionShape::Blocks(1))
            .traits(Traits::ISOLATED)
            .parse_hook(regions::parse_if)
            .print_hook(regions::print_if)
            .custom_form_if(|op| regions::names_differ(op, 1))
            .verify_hook(verify_if)
            .verify_messages(&[
                "incorrect number of arguments to 'then' block",
                "incorrect number of arguments to 'else' block",
                ARGUMENT_MISMATCH,
                NO_RETURN,
                "'tfrt.return' op operand types don't match 'tfrt.if' result",
            ]),
        OpDefinition::new("tfrt.repeat.i32")
            .summary("Runs a region a number of times, each on the values that the one before gave.")
            .description(
                "```mlir\n%r = tfrt.repeat.i32 %count, %x : i32 {\n  %y = tfrt.add.i32 %x, %x\n  tfrt.return %y : i32\n}\n```",
            )
            .operand("count", scalar("i32"))
            .variadic_operand("arguments", any())
            .variadic_result("results", any())
            .region("body", RegionShape::Blocks(1))
            .traits(Traits::ISOLATED)
            .parse_hook(regions::parse_repeat)
            .print_hook(regions::print_repeat)
            .custom_form_if(|op| regions::names_differ(op, 1))
            .verify_hook(verify_repeat)
            .verify_messages(&[
                "incorrect number of operands",
                "operand/result type mismatch",
                ARGUMENT_MISMATCH,
                NO_RETURN,
                "'tfrt.return' op operand types don't match 'tfrt.repeat.i32' result",
            ]),
        OpDefinition::new("tfrt.parallel_for.i32")
            .summary("Runs a region for each block of a range of integers, in parallel.")
            .description(
                "```mlir\n%done = tfrt.parallel_for.i32 %start to %end fixed %size, %ch : !tfrt.chain {\n  \
                 %c = tfrt.print.i32 %start, %ch\n  tfrt.return %c : !tfrt.chain\n}\n```\n\nThe region's first two arguments, named like the range's start and end, are those of the block. The region \
                 gives nothing, or a chain to wait for.",
            )
            .operand("start", scalar("i32"))
            .operand("end", scalar("i32"))
            .operand("block_size", scalar("i32"))
            .variadic_operand("arguments", any())
            .result("ready", chain())
            .region("body", RegionShape::Blocks(1))
            .traits(Traits::ISOLATED)
            .parse_hook(regions::parse_parallel_for)
            .print_hook(regions::print_parallel_for)
            .custom_form_if(regions::parallel_for_names_differ)
            .verify_hook(verify_parallel_for)
            .verify_messages(&[
                ARGUMENT_MISMATCH,
                NO_RETURN,
                "'tfrt.return' op operand types don't match 'tfrt.parallel_for.i32' result",
            ]),
    ]
}

/// The message for a region whose arguments do not match the operation's operands.
pub(crate) const ARGUMENT_MISMATCH: &str = "operand/argument type mismatch";
/// The message for a region that does not end with a return.
pub(crate) const NO_RETURN: &str = "expected tfrt.return in body";

fn verify_return(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let signature = verifier.parent(op).and_then(|function| callee::signature(op.ctx, function));
    let Some((_, results)) = signature else { return Ok(()) };
    if results.len() != op.num_operands() {
        let message =
            format!("has {} operands, but enclosing function returns {}", op.num_operands(), results.len());
        return Err(verifier.op_error(op, message));
    }
    for (index, (operand, &result)) in op.operand_types().zip(results).enumerate() {
        if operand != result {
            let message = format!(
                "type of return operand {index} ({}) doesn't match function result type ({})",
                verifier.quoted(op.ctx, operand),
                verifier.quoted(op.ctx, result),
            );
            return Err(verifier.error(op, message));
        }
    }
    Ok(())
}

/// The operation that ends the only block of a region, which must be a return.
pub(crate) fn expect_return<'a>(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'a>,
    region: usize,
) -> Result<OpRef<'a>, Failed> {
    let terminator = op.region(region).and_then(|region| region.terminator(op.ctx));
    match terminator.filter(|terminator| terminator.name_str() == "tfrt.return") {
        Some(terminator) => Ok(terminator),
        None => Err(verifier.op_error(op, NO_RETURN)),
    }
}

/// Checks that a region ends with a return of the operation's results; blames the return if it does not.
pub(crate) fn check_return(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    region: usize,
) -> Result<(), Failed> {
    let end = expect_return(verifier, op, region)?;
    check_return_types(verifier, op, end, op.result_types())
}

fn check_return_types(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    end: OpRef<'_>,
    types: impl Iterator<Item = Type>,
) -> Result<(), Failed> {
    if end.operand_types().eq(types) {
        return Ok(());
    }
    Err(verifier.op_error(end, format!("operand types don't match '{}' result", op.name_str())))
}

fn verify_if(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let arguments = |index: usize| {
        let region = op.region(index)?;
        let block = region.entry_block()?;
        Some((region.body, region.body.block_args(block)))
    };
    let operands = op.operand_types().skip(1);
    for (index, name) in [(0, "then"), (1, "else")] {
        if arguments(index).is_none_or(|(_, args)| args.len() != operands.len()) {
            return Err(verifier.op_error(op, format!("incorrect number of arguments to '{name}' block")));
        }
    }
    for index in 0..2 {
        if let Some((body, args)) = arguments(index)
            && !operands.clone().eq(args.iter().map(|&arg| body.value_type(arg)))
        {
            return Err(verifier.op_error(op, ARGUMENT_MISMATCH));
        }
    }
    check_return(verifier, op, 0)?;
    check_return(verifier, op, 1)
}

fn verify_repeat(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    if op.num_operands() != op.num_results() + 1 {
        return Err(verifier.op_error(op, "incorrect number of operands"));
    }
    if !op.operand_types().skip(1).eq(op.result_types()) {
        return Err(verifier.op_error(op, "operand/result type mismatch"));
    }
    check_arguments(verifier, op, op.result_types())?;
    check_return(verifier, op, 0)
}

fn verify_parallel_for(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let i32 = op.ctx.i32();
    check_arguments(verifier, op, [i32, i32].into_iter().chain(op.operand_types().skip(3)))?;
    let end = expect_return(verifier, op, 0)?;
    if end.num_operands() == 0 {
        return Ok(());
    }
    check_return_types(verifier, op, end, op.result_types())
}

/// Checks the arguments of the only region. Kernels are run by position, so a program that gets past this without the right
/// arguments would run with the wrong values; upstream does not look.
pub(crate) fn check_arguments(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    types: impl Iterator<Item = Type>,
) -> Result<(), Failed> {
    let Some(region) = op.region(0) else { return Ok(()) };
    let Some(block) = region.entry_block() else { return Ok(()) };
    let args = region.body.block_args(block).iter().map(|&arg| region.body.value_type(arg));
    if args.eq(types) { Ok(()) } else { Err(verifier.op_error(op, ARGUMENT_MISMATCH)) }
}
