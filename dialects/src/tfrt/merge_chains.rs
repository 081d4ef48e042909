//! The canonical form of `tfrt.merge.chains`.
//!
//! An operand that something else uses too is waited for there, so it need not be waited for here. Upstream's rule is kept to
//! the letter: what counts is whether an operand has exactly one use, also when the other use is another operand of the same
//! operation. Without that operand, the result comes before it does, and is no error where the operand is one; pipelines that must keep
//! both ([`Rewriter::keeps_errors`]) leave the rule out.

use tfrt_ir::entity::{Op, Value};
use tfrt_ir::rewrite::Rewriter;

pub(crate) fn canonicalize(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    if rewriter.keeps_errors() {
        return false;
    }
    let body = rewriter.body();
    let operands: Vec<Value> = body.operands(op).collect();
    let used_once: Vec<Value> = operands.iter().copied().filter(|&value| body.has_one_use(value)).collect();
    let Some(&first) = operands.first() else { return false };
    if used_once.is_empty() {
        // Only a chain can stand for a chain.
        if body.value_type(first) != body.value_type(body.result(op, 0)) {
            return false;
        }
        rewriter.replace_op(op, &[first]);
        true
    } else if used_once.len() < operands.len() {
        rewriter.set_operands(op, &used_once);
        true
    } else {
        false
    }
}
