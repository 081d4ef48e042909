//! Best fit with coalescing: large regions of device memory, divided into chunks.
//!
//! A request takes the smallest free chunk that holds it; the rest becomes a free chunk again. A freed chunk merges with its
//! free neighbours. Addresses are numbers here: no byte of a region is read or written.
//!
//! A few small freed chunks of each size are kept for the next request of that size, as most requests are for sizes that
//! occurred before. They merge with their neighbours when a request finds no room otherwise.
//!
//! Invariants: the chunks of a region cover it without gaps; no two neighbours are free; every address and size is a multiple
//! of [`ALIGNMENT`]. Chunks that are kept do not count as free there.

use std::collections::{BTreeMap, BTreeSet};

/// The alignment of chunks.
pub(super) const ALIGNMENT: u64 = 256;

#[derive(Debug, Clone, Copy)]
struct Chunk {
    size: u64,
    is_free: bool,
    /// Whether a region starts here: chunks of different regions never join.
    starts_region: bool,
}

/// Chunks of memory by address.
#[derive(Debug, Default)]
pub(super) struct Pool {
    chunks: BTreeMap<u64, Chunk>,
    /// Size and address.
    free: BTreeSet<(u64, u64)>,
    /// Addresses of kept chunks, by size.
    kept: Vec<Vec<u64>>,
}

/// Chunks up to so many times the alignment are kept.
const KEPT_SIZES: u64 = 64;
/// So many of each size.
const MOST_KEPT: usize = 64;

/// The list of kept chunks for a size, which is a multiple of the alignment and not zero.
fn list_of(size: u64) -> Option<usize> {
    (size <= KEPT_SIZES * ALIGNMENT).then(|| (size / ALIGNMENT - 1) as usize)
}

impl Pool {
    /// Adds a region, whose ends are cut to multiples of the alignment.
    pub(super) fn add_region(&mut self, address: u64, size: u64) {
        let start = address.next_multiple_of(ALIGNMENT);
        let size = (size.saturating_sub(start - address)) / ALIGNMENT * ALIGNMENT;
        if size > 0 {
            self.chunks.insert(start, Chunk { size, is_free: true, starts_region: true });
            self.free.insert((size, start));
        }
    }

    /// The address of `size` bytes; `None` when no free chunk holds them.
    pub(super) fn allocate(&mut self, size: u64) -> Option<u64> {
        let size = size.max(1).checked_next_multiple_of(ALIGNMENT)?;
        if let Some(address) = list_of(size).and_then(|list| self.kept.get_mut(list)?.pop()) {
            return Some(address);
        }
        if let Some(address) = self.best_fit(size) {
            return Some(address);
        }
        for address in std::mem::take(&mut self.kept).into_iter().flatten() {
            self.join(address);
        }
        self.best_fit(size)
    }

    /// The smallest free chunk that holds `size` bytes, without the rest of it.
    fn best_fit(&mut self, size: u64) -> Option<u64> {
        let &(chunk_size, address) = self.free.range((size, 0)..).next()?;
        self.free.remove(&(chunk_size, address));
        let chunk = self.chunks.get_mut(&address)?;
        chunk.is_free = false;
        chunk.size = size;
        if chunk_size > size {
            let rest = Chunk { size: chunk_size - size, is_free: true, starts_region: false };
            self.chunks.insert(address + size, rest);
            self.free.insert((rest.size, address + size));
        }
        Some(address)
    }

    /// Gives back what [`Self::allocate`] gave for `size` bytes.
    pub(super) fn free(&mut self, address: u64, size: u64) {
        if let Some(list) = size.max(1).checked_next_multiple_of(ALIGNMENT).and_then(list_of) {
            if self.kept.len() <= list {
                self.kept.resize_with(list + 1, Vec::new);
            }
            if self.kept[list].len() < MOST_KEPT {
                return self.kept[list].push(address);
            }
        }
        self.join(address);
    }

    /// Makes a chunk free, together with its neighbours.
    fn join(&mut self, address: u64) {
        let Some(&chunk) = self.chunks.get(&address).filter(|chunk| !chunk.is_free) else { return };
        let (mut start, mut joined) = (address, Chunk { is_free: true, ..chunk });
        if let Some((&next, &after)) = self.chunks.range(address + 1..).next()
            && after.is_free
            && !after.starts_region
        {
            self.free.remove(&(after.size, next));
            self.chunks.remove(&next);
            joined.size += after.size;
        }
        if !chunk.starts_region
            && let Some((&before, &previous)) = self.chunks.range(..address).next_back()
            && previous.is_free
        {
            self.free.remove(&(previous.size, before));
            self.chunks.remove(&address);
            start = before;
            joined = Chunk { size: previous.size + joined.size, ..previous };
        }
        self.chunks.insert(start, joined);
        self.free.insert((joined.size, start));
    }

    /// The largest request that can be met without a new region.
    #[cfg(test)]
    fn largest_free(&mut self) -> u64 {
        for address in std::mem::take(&mut self.kept).into_iter().flatten() {
            self.join(address);
        }
        self.free.last().map_or(0, |&(size, _)| size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the invariants, and that no two allocations overlap.
    fn check(pool: &Pool, live: &BTreeMap<u64, u64>) {
        let mut previous: Option<(u64, Chunk)> = None;
        for (&address, &chunk) in &pool.chunks {
            assert_eq!((address % ALIGNMENT, chunk.size % ALIGNMENT), (0, 0));
            if let Some((before, last)) = previous
                && !chunk.starts_region
            {
                assert_eq!(before + last.size, address, "a gap");
                assert!(!(last.is_free && chunk.is_free), "free neighbours");
            }
            assert_eq!(pool.free.contains(&(chunk.size, address)), chunk.is_free);
            let is_kept = pool.kept.iter().flatten().any(|&kept| kept == address);
            assert_eq!(live.contains_key(&address), !chunk.is_free && !is_kept);
            previous = Some((address, chunk));
        }
        for (address, size) in live {
            assert!(pool.chunks[address].size >= *size);
        }
    }

    #[test]
    fn chunks_never_overlap_and_always_join() {
        let mut pool = Pool::default();
        pool.add_region(1000, 1 << 16);
        pool.add_region(1 << 20, 1 << 14);
        let whole = pool.largest_free();
        let mut live = BTreeMap::new();
        let mut state = 12345u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        for _ in 0..4000 {
            if next() % 3 != 0 {
                let size = next() % 5000;
                if let Some(address) = pool.allocate(size) {
                    assert!(live.insert(address, size).is_none(), "given out twice");
                }
            } else if let Some(address) = live.keys().nth((next() as usize) % live.len().max(1)).copied() {
                let size = live.remove(&address).unwrap_or(0);
                pool.free(address, size);
            }
            check(&pool, &live);
        }
        for address in live.keys().copied().collect::<Vec<_>>() {
            let size = live.remove(&address).unwrap_or(0);
            pool.free(address, size);
        }
        check(&pool, &live);
        assert_eq!(pool.largest_free(), whole);
        check(&pool, &live);
        assert_eq!(pool.free.len(), 2);
        assert_eq!(pool.allocate(u64::MAX), None);
    }
}
