//! Effects that several operations share and that traits cannot express.

use tfrt_ir::effects::Effects;
use tfrt_ir::op_ref::OpRef;

/// Gives a new object that others write to: may go when unused, but two of them are not one.
pub(crate) fn fresh_allocation(_op: OpRef<'_>) -> Effects {
    Effects { erasable: true, repeatable: false }
}
