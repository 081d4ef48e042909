//! Verification of the traits of an operation.

use super::OpVerifier;
use crate::diagnostics::Failed;
use crate::op_ref::OpRef;
use crate::opdef::{OpDefinition, Traits};
use crate::symbol;

/// Checks one operation, without the operations below it.
pub(super) fn check(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    definition: &OpDefinition,
) -> Result<(), Failed> {
    if definition.has(Traits::TERMINATOR) {
        let last = op.body.block_of(op.op).and_then(|block| op.body.last_op(block));
        if last != Some(op.op) {
            return Err(verifier.op_error(op, "must be the last operation in the parent block"));
        }
    }
    if definition.has(Traits::SAME_OPERANDS_AND_RESULT_TYPE) {
        let mut types = op.operand_types().chain(op.result_types());
        if let Some(first) = types.next()
            && types.any(|ty| ty != first)
        {
            return Err(verifier.op_error(op, "requires the same type for all operands and results"));
        }
    }
    if definition.has(Traits::SYMBOL) {
        check_symbol(verifier, op)?;
    }
    for (index, region) in op.regions().enumerate() {
        let blocks = region.blocks().count();
        if definition.has(Traits::SINGLE_BLOCK) && blocks > 1 {
            return Err(verifier.op_error(op, format!("expects region #{index} to have 0 or 1 blocks")));
        }
        if definition.has(Traits::GRAPH_REGION) && blocks > 1 {
            return Err(verifier.op_error(op, format!("expects graph region #{index} to have 0 or 1 blocks")));
        }
        let arguments = region.entry_block().map_or(0, |block| region.body.block_args(block).len());
        if definition.has(Traits::NO_REGION_ARGUMENTS) && arguments > 0 {
            return Err(verifier.op_error(op, "region should have no arguments"));
        }
    }
    Ok(())
}

fn check_symbol(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let required = op.definition().is_some_and(|definition| {
        definition.attributes.iter().any(|attr| {
            attr.name == symbol::NAME_ATTR && matches!(attr.presence, crate::opdef::Presence::Required)
        })
    });
    if symbol::name(op).is_none() {
        return if required {
            Err(verifier.op_error(op, format!("requires string attribute '{}'", symbol::NAME_ATTR)))
        } else {
            Ok(())
        };
    }
    if let Some(visibility) = op.attr(symbol::VISIBILITY_ATTR) {
        match op.ctx.attr_as_str(visibility) {
            Some("public" | "private" | "nested") => {}
            Some(other) => {
                let message = format!(
                    "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"{other}\""
                );
                return Err(verifier.op_error(op, message));
            }
            None => {
                let message = format!(
                    "requires visibility attribute '{}' to be a string attribute",
                    symbol::VISIBILITY_ATTR
                );
                return Err(verifier.op_error(op, message));
            }
        }
    }
    if verifier
        .parent(op)
        .is_some_and(|parent| parent.definition().is_some() && !parent.has(Traits::SYMBOL_TABLE))
    {
        return Err(verifier.op_error(op, "symbol's parent must have the SymbolTable trait"));
    }
    let declares = op.has(Traits::CALLABLE) && op.regions().all(|region| region.entry_block().is_none());
    if declares && symbol::visibility(op) == symbol::Visibility::Public {
        return Err(verifier.op_error(op, "symbol declaration cannot have public visibility"));
    }
    Ok(())
}
