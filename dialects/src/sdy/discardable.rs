//! Attributes of `sdy` at operations of other dialects: what is stated of a result, a function's argument, or an operation's division.
//!
//! `sdy.sharding` of an operation has a sharding for each result; of an argument or result of a function it is one sharding. `sdy.sharding_rule` says
//! which dimensions of an operation's operands and results belong together. Other names that begin with `sdy.` have no rules here. The
//! messages are those of upstream's verifier.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::AttrOwner;
use tfrt_ir::handles::{Attr, Ident, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::verify::OpVerifier;

use super::attributes::{ShardingPerValue, TensorSharding};
use super::rules::{verify_sharding, verify_shardings};
use super::sharding_rule::ShardingRule;
use crate::callee;
use crate::dialect_attr::DialectAttr;

/// The hook of the dialect.
pub(super) fn verify(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    owner: AttrOwner,
    (name, attr): (Ident, Attr),
) -> Result<(), Failed> {
    match (op.ctx.str(name), owner) {
        ("sdy.sharding", AttrOwner::Operation) => {
            match ShardingPerValue::of(op.ctx, attr) {
                Some(shardings) => verify_of_results(verifier, op, shardings),
                None => Err(verifier
                    .op_error(op, "should have a sharding attribute of type TensorShardingPerValueAttr")),
            }
        }
        ("sdy.sharding", AttrOwner::Argument(index)) => {
            let ty = callee::signature(op.ctx, op).and_then(|(inputs, _)| inputs.get(index).copied());
            verify_of_function(verifier, op, attr, ty, &format!("arg {index} - "))
        }
        ("sdy.sharding", AttrOwner::Result(index)) => {
            let ty = callee::signature(op.ctx, op).and_then(|(_, results)| results.get(index).copied());
            verify_of_function(verifier, op, attr, ty, &format!("result {index} - "))
        }
        ("sdy.sharding_rule", AttrOwner::Operation) => {
            let outcome = match ShardingRule::of(op.ctx, attr) {
                Some(rule) => rule.check(verifier, op),
                None => Err("should have a sharding rule attribute of type OpShardingRuleAttr for attr named 'sdy.sharding_rule'".to_owned()),
            };
            outcome.map_err(|message| verifier.op_error(op, message))
        }
        _ => Ok(()),
    }
}

/// The shardings of an operation's results. An operation without results may state one that says nothing but where it runs.
fn verify_of_results(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    shardings: &ShardingPerValue,
) -> Result<(), Failed> {
    match &shardings.0[..] {
        [only] if op.num_results() == 0 && only.is_plain() => Ok(()),
        _ => verify_shardings(verifier, op, shardings, op.result_types(), "result"),
    }
}

/// The sharding of a function's argument or result of this type. `what` stands before the message.
fn verify_of_function(
    verifier: &mut OpVerifier<'_>,
    op: OpRef<'_>,
    attr: Attr,
    ty: Option<Type>,
    what: &str,
) -> Result<(), Failed> {
    let Some(sharding) = TensorSharding::of(op.ctx, attr) else {
        let message = format!("{what}should have a sharding attribute of type TensorShardingAttr");
        return Err(verifier.op_error(op, message));
    };
    ty.map_or(Ok(()), |ty| verify_sharding(verifier, op, (sharding, ty), what))
}
