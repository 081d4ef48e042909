//! Branches that are cheap: all of them are written, and their results selected.
//!
//! A branch costs a call, and ends what fuses and what machine code of a loop consists of; a few numbers are computed in less time. All branches
//! together have few operations on few elements, without effects and loops.

use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::Block;
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::Elementwise;

use super::{Handles, Module, Writer, parts};
use crate::stablehlo::needs::callee;
use crate::stablehlo::ops::elementwise;

/// Operations in all branches together, at most.
const OPERATIONS: usize = 48;
/// Elements that all these operations give together, at most.
const ELEMENTS: u64 = 1 << 11;
/// Calls within calls, at most.
const DEPTH: usize = 8;

/// What is left of the operations and elements that branches may have.
struct Budget {
    operations: usize,
    elements: u64,
}

impl<'a> Writer<'_, 'a> {
    /// Writes cheap branches one after the other; says whether they are.
    pub(super) fn selected(&mut self, op: OpRef<'a>) -> Result<bool, Failed> {
        let source = op.body;
        let blocks: Option<Vec<Block>> =
            source.inline_regions(op.op).iter().map(|&region| source.entry_block(region)).collect();
        let Some(blocks) = blocks.filter(|blocks| blocks.len() > 1 && self.devices.is_empty()) else {
            return Ok(false);
        };
        let is_tensor = |ty| parts(self.ctx, ty) == [ty] && self.ctx.type_kind(ty).element_type().is_some();
        let mut budget = Budget { operations: OPERATIONS, elements: ELEMENTS };
        let is_cheap = op.result_types().all(is_tensor)
            && blocks.iter().all(|&block| budget.takes(self.module, source, block, 0));
        if !is_cheap {
            return Ok(false);
        }
        let loc = op.loc();
        let chosen = self.handle(op, op.operand(0))?;
        let mut given: Vec<Handles> = Vec::with_capacity(blocks.len());
        for &block in &blocks {
            given.push(self.block(source, block)?);
        }
        // The condition chooses the first branch of two. An index without a branch of its own chooses the last one.
        let conditions = match op.name_str() {
            "stablehlo.if" => vec![chosen],
            _ => {
                let equal = |i: usize| {
                    let number = self.number(self.ctx.i32(), i as f64, loc);
                    self.apply(Elementwise::HloEqual.op(), &[chosen, number], loc)
                };
                (0..blocks.len() - 1).map(equal).collect()
            }
        };
        for result in 0..op.num_results() {
            let mut all = given.iter().map(|handles| handles[result]).rev();
            let Some(mut value) = all.next() else { continue };
            for (other, &condition) in all.zip(conditions.iter().rev()) {
                if other != value {
                    value = self.apply(Elementwise::HloSelect.op(), &[condition, other, value], loc);
                }
            }
            self.set(op, result, Handles::from_slice(&[value]));
        }
        Ok(true)
    }
}

impl Budget {
    /// Takes the operations of a block; says whether the budget was enough, and each is one that may run in vain.
    fn takes(&mut self, module: &Module<'_>, source: &Body, block: Block, depth: usize) -> bool {
        source.ops(block).all(|op| {
            let op = OpRef { ctx: module.ctx, body: source, op };
            let name = op.name_str();
            if matches!(name, "stablehlo.return" | "func.return" | "stablehlo.constant") {
                return true;
            }
            if name == "func.call" && depth < DEPTH {
                let callee = callee(op).and_then(|name| module.callee(name));
                return callee.is_some_and(|(source, block)| self.takes(module, source, block, depth + 1));
            }
            if matches!(name, "stablehlo.if" | "stablehlo.case") {
                let mut regions = source.inline_regions(op.op).iter();
                return regions.all(|&region| {
                    source.entry_block(region).is_some_and(|block| self.takes(module, source, block, depth))
                });
            }
            let is_known = elementwise(op).is_some()
                || matches!(
                    name,
                    "stablehlo.broadcast_in_dim"
                        | "stablehlo.reshape"
                        | "stablehlo.slice"
                        | "stablehlo.dynamic_slice"
                        | "stablehlo.concatenate"
                        | "stablehlo.iota"
                );
            let elements: Option<u64> = op
                .result_types()
                .map(|ty| module.ctx.type_kind(ty).num_elements())
                .try_fold(0u64, |all, count| Some(all.saturating_add(count?)));
            let (Some(operations), Some(elements)) = (
                self.operations.checked_sub(1),
                elements.and_then(|elements| self.elements.checked_sub(elements)),
            ) else {
                return false;
            };
            *self = Budget { operations, elements };
            is_known && effects::of(op).repeatable
        })
    }
}
