//! What passes may do with an operation that is there or not, once or twice.
//!
//! The answer comes from the traits of its declaration, or, where it depends on more than the name, from its effects hook.
//! Operations without a declaration may do anything and are left alone.

use crate::op_ref::OpRef;
use crate::opdef::Traits;

/// What an operation does besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// It may be erased when nobody uses its results.
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
}

/// The effects of an operation.
#[must_use]
pub fn of(op: OpRef<'_>) -> Effects {
    let Some(definition) = op.definition() else { return Effects::ANY };
    if let Some(hook) = definition.effects {
        return hook(op);
    }
    match (definition.has(Traits::PURE), definition.has(Traits::MAY_FAIL)) {
        (true, false) => Effects::NONE,
        (true, true) => Effects::MAY_FAIL,
        (false, _) => Effects::ANY,
    }
}

/// Whether an operation can go because nobody uses its results.
#[must_use]
pub fn is_erasable(op: OpRef<'_>) -> bool {
    op.results().all(|result| !op.body.has_uses(result))
        && of(op).erasable
        && !op.has(Traits::TERMINATOR)
        && !op.has(Traits::SYMBOL)
}

/// Whether an operation can be replaced by an equal one before it.
#[must_use]
pub fn is_mergeable(op: OpRef<'_>) -> bool {
    op.num_results() > 0 && of(op).repeatable && !op.has(Traits::TERMINATOR)
}
