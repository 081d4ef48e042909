//! `tfrt_test.do.async`: a region that runs as a task of its own.

use tfrt_ir::opdef::{OpDefinition, RegionShape, Traits, TypeConstraint};

use crate::tfrt::control_flow::{ARGUMENT_MISMATCH, NO_RETURN, check_arguments, check_return};
use crate::tfrt::regions;

pub(super) fn ops() -> Vec<OpDefinition> {
    vec![
        OpDefinition::new("tfrt_test.do.async")
            .summary("Runs a region as a task of its own; its results are the region's, later.")
            .description(
                "```mlir\n%r = tfrt_test.do.async %x : (i32) -> (i32) {\n  tfrt.return %x : i32\n}\n```",
            )
            .variadic_operand("arguments", TypeConstraint::any())
            .variadic_result("results", TypeConstraint::any())
            .region("body", RegionShape::Blocks(1))
            .traits(Traits::ISOLATED | Traits::ASYNC)
            .parse_hook(regions::parse_do_async)
            .print_hook(regions::print_do_async)
            .custom_form_if(|op| regions::names_differ(op, 0))
            .verify_hook(|verifier, op| {
                check_arguments(verifier, op, op.operand_types())?;
                check_return(verifier, op, 0)
            })
            .verify_messages(&[
                ARGUMENT_MISMATCH,
                NO_RETURN,
                "'tfrt.return' op operand types don't match 'tfrt_test.do.async' result",
            ]),
    ]
}
