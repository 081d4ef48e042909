//! The dominator tree of the blocks of a region, and walks along it, for facts that dominated blocks inherit.

use rustc_hash::FxHashMap;

use crate::body::Body;
use crate::entity::Block;

/// The immediate dominator of each reachable block.
#[derive(Debug)]
pub struct DominatorTree {
    children: FxHashMap<Block, Vec<Block>>,
    reachable: FxHashMap<Block, usize>,
}

/// A step of a walk along a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DominatorStep {
    /// To a block, before those that it dominates.
    Enter(Block),
    /// Back from a block, behind those that it dominates.
    Leave(Block),
}

impl DominatorTree {
    /// The tree of the blocks that can be reached from `entry`.
    #[must_use]
    pub fn new(body: &Body, entry: Block) -> Self {
        let (order, reachable) = dominators(body, entry);
        let mut children: FxHashMap<Block, Vec<Block>> = FxHashMap::default();
        for &block in order.iter().skip(1) {
            children.entry(order[reachable[&block]]).or_default().push(block);
        }
        Self { children, reachable }
    }

    /// Whether there is a way from the entry to a block.
    #[must_use]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.reachable.contains_key(&block)
    }

    /// Goes to a block and all that it dominates, those reached first coming first. Does not recurse.
    ///
    /// # Errors
    /// The first that `visit` returns, where the walk ends.
    pub fn walk<E>(
        &self,
        from: Block,
        mut visit: impl FnMut(DominatorStep) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut steps = vec![DominatorStep::Enter(from)];
        while let Some(step) = steps.pop() {
            visit(step)?;
            if let DominatorStep::Enter(block) = step {
                steps.push(DominatorStep::Leave(block));
                let children = self.children.get(&block).into_iter().flatten();
                steps.extend(children.rev().map(|&child| DominatorStep::Enter(child)));
            }
        }
        Ok(())
    }
}

/// The blocks that can be reached, in reverse postorder, and for each the position of its immediate dominator in that order.
/// By the iterative algorithm of Cooper, Harvey and Kennedy.
fn dominators(body: &Body, entry: Block) -> (Vec<Block>, FxHashMap<Block, usize>) {
    let successors = |block: Block| body.last_op(block).map_or(&[][..], |last| body.successors(last));
    let mut order = Vec::new();
    let mut seen: FxHashMap<Block, ()> = FxHashMap::default();
    let mut stack = vec![(entry, 0)];
    seen.insert(entry, ());
    while let Some((block, next)) = stack.last_mut() {
        match successors(*block).get(*next) {
            Some(&successor) => {
                *next += 1;
                if seen.insert(successor, ()).is_none() {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    let number: FxHashMap<Block, usize> =
        order.iter().enumerate().map(|(index, &block)| (block, index)).collect();
    let mut predecessors = vec![Vec::new(); order.len()];
    for (index, &block) in order.iter().enumerate() {
        for successor in successors(block) {
            predecessors[number[successor]].push(index);
        }
    }
    let mut idom: Vec<Option<usize>> = vec![None; order.len()];
    idom[0] = Some(0);
    let mut changed = true;
    while changed {
        changed = false;
        for index in 1..order.len() {
            let mut common: Option<usize> = None;
            for &predecessor in predecessors[index].iter().filter(|&&p| idom[p].is_some()) {
                common = Some(match common {
                    None => predecessor,
                    Some(other) => meet(&idom, predecessor, other),
                });
            }
            if common.is_some() && idom[index] != common {
                idom[index] = common;
                changed = true;
            }
        }
    }
    let idom = order.iter().enumerate().map(|(index, &block)| (block, idom[index].unwrap_or(0))).collect();
    (order, idom)
}

fn meet(idom: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        // Every block on the way up was given a dominator before those below it.
        if a > b {
            a = idom[a].unwrap_or(0);
        } else {
            b = idom[b].unwrap_or(0);
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::context::Context;
    use crate::diagnostics::Diagnostics;
    use crate::dialect::DialectRegistry;
    use crate::syntax::parse_module;

    #[test]
    fn a_walk_goes_from_a_block_to_those_it_dominates() {
        let mut dialects = DialectRegistry::new();
        dialects.allow_unregistered_dialects(true);
        let ctx = Arc::new(Context::with_dialects(dialects));
        // 0 divides to 1 and 2, which meet in 3; 4 is reached from itself alone.
        let text = r#""a.b"() ({
            "c.d"()[^1, ^2] : () -> ()
          ^1: "c.d"()[^3] : () -> ()
          ^2: "c.d"()[^3] : () -> ()
          ^3: "c.d"() : () -> ()
          ^4: "c.d"()[^4] : () -> ()
        }) : () -> ()"#;
        let module = parse_module(&ctx, "t", text, &mut Diagnostics::new()).unwrap();
        let op = module.contents().ops(module.contents().root_block().unwrap()).next().unwrap();
        let region = module.contents().regions(op).next().unwrap();
        let blocks: Vec<Block> = region.blocks().collect();
        let tree = DominatorTree::new(region.body, blocks[0]);
        let mut steps = Vec::new();
        let number = |block| blocks.iter().position(|&other| other == block).unwrap();
        let walked: Result<(), ()> = tree.walk(blocks[0], |step| {
            steps.push(match step {
                DominatorStep::Enter(block) => (true, number(block)),
                DominatorStep::Leave(block) => (false, number(block)),
            });
            Ok(())
        });
        assert!(walked.is_ok());
        let dominated = |n| [(true, n), (false, n)];
        let mut expected = vec![(true, 0)];
        let mut inner: Vec<usize> = steps[1..7].iter().filter(|(enter, _)| *enter).map(|&(_, n)| n).collect();
        expected.extend(inner.iter().flat_map(|&n| dominated(n)));
        expected.push((false, 0));
        assert_eq!(steps, expected);
        inner.sort_unstable();
        assert_eq!(inner, [1, 2, 3]);
        assert!(!tree.is_reachable(blocks[4]));
    }
}
