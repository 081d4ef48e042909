//! Symbol tables: one region of one block, in which each name is defined once.

use rustc_hash::FxHashMap;

use super::{OpVerifier, sibling};
use crate::diagnostics::Failed;
use crate::entity::Op;
use crate::handles::Ident;
use crate::op_ref::OpRef;
use crate::opdef::Traits;
use crate::symbol;

pub(super) fn check_table(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    if !op.has(Traits::SYMBOL_TABLE) {
        return Ok(());
    }
    let mut regions = op.regions();
    let (Some(region), None) = (regions.next(), regions.next()) else {
        return Err(verifier.op_error(op, "Operations with a 'SymbolTable' must have exactly one region"));
    };
    if region.blocks().count() > 1 {
        return Err(verifier.op_error(op, "Operations with a 'SymbolTable' must have exactly one block"));
    }
    let mut defined: FxHashMap<Ident, Op> = FxHashMap::default();
    for inner in region.entry_ops(op.ctx) {
        let Some(name) = symbol::name(inner) else { continue };
        if let Some(&first) = defined.get(&name) {
            let message = format!("redefinition of symbol named '{}'", op.ctx.str(name));
            let first = sibling(inner, first);
            let note = (first.loc(), "see existing symbol definition here".to_owned());
            return Err(verifier.error_with_note(inner, message, Some(note)));
        }
        defined.insert(name, inner.op);
    }
    Ok(())
}
