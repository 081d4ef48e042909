//! The blocks of a region that branches lead to.

use rustc_hash::FxHashSet;

use super::Body;
use crate::entity::{Block, Region};

impl Body {
    /// A block and all blocks to which branches lead from it.
    #[must_use]
    pub fn reachable_blocks(&self, entry: Block) -> FxHashSet<Block> {
        let mut reached = FxHashSet::from_iter([entry]);
        let mut work = vec![entry];
        while let Some(block) = work.pop() {
            let successors = self.last_op(block).map_or(&[][..], |last| self.successors(last));
            work.extend(successors.iter().copied().filter(|&to| reached.insert(to)));
        }
        reached
    }

    /// Erases the blocks of a region that cannot be reached from its entry; says how many.
    pub fn erase_unreachable_blocks(&mut self, region: Region) -> u64 {
        let Some(entry) = self.entry_block(region) else { return 0 };
        if self.next_block(entry).is_none() {
            return 0;
        }
        let reached = self.reachable_blocks(entry);
        let dead: Vec<Block> = self.blocks(region).filter(|block| !reached.contains(block)).collect();
        self.erase_blocks(&dead);
        dead.len() as u64
    }

    /// Erases the blocks that cannot be reached, of regions and of those below them; says how many.
    pub fn erase_unreachable_blocks_below(&mut self, regions: &[Region]) -> u64 {
        let mut erased = 0;
        let mut work = regions.to_vec();
        while let Some(region) = work.pop() {
            erased += self.erase_unreachable_blocks(region);
            for op in self.blocks(region).flat_map(|block| self.ops(block)) {
                work.extend_from_slice(self.inline_regions(op));
            }
        }
        erased
    }
}
