//! Dominance: every value is defined where it is used.
//!
//! One walk along the dominator tree of each region marks definitions on the way down and clears them on the way back, so a check
//! reads one bit. A region of one block, as nearly all are, needs no tree. An unreachable block is not checked, but the regions in it
//! are: there every value of another block counts as defined.

use cranelift_entity::EntitySet;

use super::OpVerifier;
use crate::body::{Body, ValueDef};
use crate::context::Context;
use crate::diagnostics::Failed;
use crate::dominators::{DominatorStep, DominatorTree};
use crate::entity::{Block, Op, Region, Value};
use crate::op_ref::OpRef;
use crate::opdef::Traits;

/// Checks the operations below one, up to those that are isolated.
pub(super) fn check(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    for region in op.regions() {
        let mut walk = Walk {
            ctx: op.ctx,
            body: region.body,
            defined: EntitySet::with_capacity(region.body.value_capacity()),
            marks: Vec::new(),
        };
        walk.region(verifier, region.region, is_graph(op))?;
    }
    Ok(())
}

fn is_graph(op: OpRef<'_>) -> bool {
    op.definition().is_none_or(|definition| definition.has(Traits::GRAPH_REGION))
}

struct Walk<'a> {
    ctx: &'a Context,
    body: &'a Body,
    defined: EntitySet<Value>,
    /// The marked values, in order, so that the marks can be cleared.
    marks: Vec<Value>,
}

impl Walk<'_> {
    fn mark(&mut self, value: Value) {
        self.defined.insert(value);
        self.marks.push(value);
    }

    fn forget(&mut self, since: usize) {
        for value in self.marks.drain(since..) {
            self.defined.remove(value);
        }
    }

    fn region(&mut self, verifier: &mut OpVerifier<'_>, region: Region, graph: bool) -> Result<(), Failed> {
        let since = self.marks.len();
        let mut blocks = self.body.blocks(region);
        let Some(entry) = blocks.next() else { return Ok(()) };
        if blocks.next().is_none() {
            self.block(verifier, entry, graph, true)?;
        } else {
            self.tree(verifier, region, entry)?;
        }
        self.forget(since);
        Ok(())
    }

    /// Visits the blocks of a region along its dominator tree, then those that cannot be reached.
    fn tree(&mut self, verifier: &mut OpVerifier<'_>, region: Region, entry: Block) -> Result<(), Failed> {
        let tree = DominatorTree::new(self.body, entry);
        let mut marks = Vec::new();
        tree.walk(entry, |step| {
            match step {
                DominatorStep::Enter(block) => {
                    marks.push(self.marks.len());
                    self.block(verifier, block, false, true)?;
                }
                DominatorStep::Leave(_) => {
                    if let Some(since) = marks.pop() {
                        self.forget(since);
                    }
                }
            }
            Ok(())
        })?;
        let unreachable: Vec<Block> =
            self.body.blocks(region).filter(|&block| !tree.is_reachable(block)).collect();
        if !unreachable.is_empty() {
            self.body.blocks(region).for_each(|block| self.mark_all(block));
        }
        for block in unreachable {
            // Regions in this block may use what other blocks define, and what stands before them.
            let body = self.body;
            body.ops(block).flat_map(|op| body.results(op)).for_each(|value| {
                self.defined.remove(value);
            });
            self.block(verifier, block, false, false)?;
        }
        Ok(())
    }

    /// Marks all definitions of a block.
    fn mark_all(&mut self, block: Block) {
        let body = self.body;
        body.block_args(block).iter().for_each(|&argument| self.mark(argument));
        body.ops(block).flat_map(|op| body.results(op)).for_each(|result| self.mark(result));
    }

    /// Visits a block and marks its definitions.
    fn block(
        &mut self,
        verifier: &mut OpVerifier<'_>,
        block: Block,
        graph: bool,
        reachable: bool,
    ) -> Result<(), Failed> {
        for &arg in self.body.block_args(block) {
            self.mark(arg);
        }
        if graph {
            for op in self.body.ops(block) {
                self.body.results(op).for_each(|result| self.mark(result));
            }
        }
        for op in self.body.ops(block) {
            if reachable {
                for (index, operand) in self.body.operands(op).enumerate() {
                    if !self.defined.contains(operand) {
                        return Err(self.complain(verifier, op, index, operand));
                    }
                }
            }
            let inline = self.body.inline_regions(op);
            if !inline.is_empty() {
                let graph = is_graph(OpRef { ctx: self.ctx, body: self.body, op });
                for &region in inline {
                    self.region(verifier, region, graph)?;
                }
            }
            if !graph {
                self.body.results(op).for_each(|result| self.mark(result));
            }
        }
        Ok(())
    }

    fn complain(&self, verifier: &mut OpVerifier<'_>, op: Op, index: usize, operand: Value) -> Failed {
        let body = self.body;
        let user = OpRef { ctx: self.ctx, body, op };
        let used_in = body.block_of(op);
        let defined_in = body.value_block(operand);
        let regions = (used_in.and_then(|b| body.region_of(b)), defined_in.and_then(|b| body.region_of(b)));
        let relation = match regions {
            (Some(used), Some(defined)) if used == defined => "in the same region",
            (Some(used), Some(defined)) if is_ancestor(body, defined, used) => "in a parent region",
            (Some(used), Some(defined)) if is_ancestor(body, used, defined) => "in a child region",
            _ => "neither in a parent nor in a child region",
        };
        let note = match body.value_def(operand) {
            ValueDef::Result(definer, _) => {
                let place = match (used_in == defined_in, relation) {
                    (true, _) => "op in the same block".to_owned(),
                    (false, "neither in a parent nor in a child region") => format!("op is {relation}"),
                    (false, _) => format!("op {relation}"),
                };
                (body.loc(definer), format!("operand defined here ({place})"))
            }
            ValueDef::Argument(block, _) => {
                let region = body.region_of(block);
                let number =
                    region.and_then(|region| body.blocks(region).position(|b| b == block)).unwrap_or(0);
                let loc = region
                    .and_then(|region| body.region_parent(region))
                    .map(|parent| body.loc(parent))
                    .or_else(|| verifier.parent(user).map(|parent| parent.loc()))
                    .unwrap_or(self.ctx.unknown_loc());
                (loc, format!("operand defined as a block argument (block #{number} {relation})"))
            }
        };
        verifier.error_with_note(user, format!("operand #{index} does not dominate this use"), Some(note))
    }
}

/// Whether a region is properly inside another one.
fn is_ancestor(body: &Body, outer: Region, inner: Region) -> bool {
    let mut region = inner;
    while let Some(parent) = body.region_parent(region) {
        match body.block_of(parent).and_then(|block| body.region_of(block)) {
            Some(next) if next == outer => return true,
            Some(next) => region = next,
            None => return false,
        }
    }
    false
}
