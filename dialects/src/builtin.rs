//! The `builtin` dialect: modules and casts. Its types and attributes belong to the IR itself.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::verify::OpVerifier;

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("builtin").summary(
        "Modules, the containers of functions, and the types and attributes that every dialect uses.",
    )
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    vec![
        OpDefinition::new("builtin.module")
            .summary("Holds functions and other modules, which it makes known to each other by name.")
            .optional_attribute("sym_name", AttrConstraint::symbol_name())
            .optional_attribute("sym_visibility", AttrConstraint::string())
            .region("bodyRegion", RegionShape::Blocks(1))
            .traits(
                Traits::ISOLATED
                    | Traits::SYMBOL
                    | Traits::SYMBOL_TABLE
                    | Traits::SINGLE_BLOCK
                    | Traits::NO_TERMINATOR
                    | Traits::GRAPH_REGION
                    | Traits::NO_REGION_ARGUMENTS
                    | Traits::DEFAULT_DIALECT,
            )
            .verify_hook(verify_module)
            .verify_messages(&["can only contain attributes with dialect-prefixed names, found: '{}'"])
            .format("($sym_name^)? attr-dict-with-keyword $bodyRegion"),
        OpDefinition::new("builtin.unrealized_conversion_cast")
            .summary("Stands for a conversion between types that a later pass makes real.")
            .variadic_operand("inputs", TypeConstraint::any())
            .variadic_result("outputs", TypeConstraint::any())
            .traits(Traits::PURE)
            .verify_hook(|verifier, op| match op.num_results() {
                0 => Err(verifier.op_error(op, NO_RESULT)),
                _ => Ok(()),
            })
            .verify_messages(&[NO_RESULT])
            .format("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"),
    ]
}

const NO_RESULT: &str = "expected at least one result for cast operation";

/// Attributes of a module that are not its own belong to dialects.
fn verify_module(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    for &(name, _) in op.attrs() {
        let text = op.ctx.str(name);
        if !text.contains('.') && !op.is_inherent(name) {
            let message = format!("can only contain attributes with dialect-prefixed names, found: '{text}'");
            return Err(verifier.op_error(op, message));
        }
    }
    Ok(())
}
