//! The canonical form of `tfrt.merge.chains`.
//!
//! If an operand has another user, that user waits for it, so the merge need not wait for it. This is exactly upstream's rule: the
//! criterion is whether an operand has exactly one use, also when the other use is another operand of the same operation. Without that
//! operand, the result becomes available before it does, and is no error if the operand is an error; pipelines that must keep both
//! ([`Rewriter::keeps_errors`]) omit the rule.

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
