//! The effects of operations: whether passes may erase, duplicate or move an operation.
//!
//! The answer comes from the traits of its declaration, or, if it depends on more than the name, from its effects hook. An operation
//! with the trait [`Traits::RECURSIVE_EFFECTS`] has the effects of the operations in its regions. Operations without a declaration may
//! have any effect and are left alone.

use crate::op_ref::OpRef;
use crate::opdef::Traits;

/// The effects of an operation besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// It may be erased when its results are unused.
    pub erasable: bool,
    /// Run again on the same operands it gives the same results, and running it once or twice makes no difference.
    pub repeatable: bool,
}

impl Effects {
    /// Anything may happen.
    pub const ANY: Effects = Effects { erasable: false, repeatable: false };
    /// Nothing but its results.
    pub const NONE: Effects = Effects { erasable: true, repeatable: true };
    /// Nothing but its results, or a failure, which must not get lost.
    pub const MAY_FAIL: Effects = Effects { erasable: false, repeatable: true };
    /// It reads memory that others may change.
    pub const READS: Effects = Effects { erasable: true, repeatable: false };
}

/// The effects of an operation, including those of the operations below it.
#[must_use]
pub fn of(op: OpRef<'_>) -> Effects {
    let Some(definition) = op.definition() else { return Effects::ANY };
    if let Some(hook) = definition.effects {
        return hook(op);
    }
    if definition.has(Traits::RECURSIVE_EFFECTS) {
        return below(op);
    }
    match (definition.has(Traits::PURE), definition.has(Traits::MAY_FAIL)) {
        (true, false) => Effects::NONE,
        (true, true) => Effects::MAY_FAIL,
        (false, _) => Effects::ANY,
    }
}

/// The effects of all operations in the regions of one.
fn below(op: OpRef<'_>) -> Effects {
    let mut all = Effects::NONE;
    for region in op.regions() {
        for block in region.blocks() {
            for inner in region.body.ops(block) {
                let effects = of(OpRef { ctx: op.ctx, body: region.body, op: inner });
                all.erasable &= effects.erasable;
                all.repeatable &= effects.repeatable;
                if all == Effects::ANY {
                    return all;
                }
            }
        }
    }
    all
}

/// Whether an operation with unused results can be erased.
#[must_use]
pub fn is_erasable(op: OpRef<'_>) -> bool {
    op.results().all(|result| !op.body.has_uses(result))
        && !op.has(Traits::TERMINATOR)
        && !op.has(Traits::SYMBOL)
        && of(op).erasable
}

/// Whether an operation can be replaced by an equal one before it.
#[must_use]
pub fn is_mergeable(op: OpRef<'_>) -> bool {
    op.num_results() > 0 && of(op).repeatable && !op.has(Traits::TERMINATOR)
}

/// Whether an operation may run where it did not, provided that its operands are there: it does nothing but compute its results, and has some for all operands.
///
/// An operation with regions may have none: a loop need not end. Only its speculation hook says that it has.
#[must_use]
pub fn is_speculatable(op: OpRef<'_>) -> bool {
    if of(op) != Effects::NONE {
        return false;
    }
    let Some(definition) = op.definition() else { return false };
    match definition.speculation {
        Some(hook) => hook(op),
        None => op.regions().next().is_none(),
    }
}

/// Whether all operations in the regions of one may run where they did not: the speculation hook of an operation that only chooses among its regions.
#[must_use]
pub fn has_speculatable_regions(op: OpRef<'_>) -> bool {
    op.regions().all(|region| {
        region.blocks().all(|block| {
            let mut ops = region.body.ops(block);
            ops.all(|inner| is_speculatable(OpRef { ctx: op.ctx, body: region.body, op: inner }))
        })
    })
}
