//! The cache of compiled units.
//!
//! Keyed by the whole unit: kernels, constants, dtypes and control flow; the processor is the process's. A unit that a program uses is
//! never evicted. When the code of all units exceeds the memory that loops ([`loops`](crate::loops)) leave, unused units are evicted, the
//! least recently used first; if that is not enough, compilation stops until programs are closed.

use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};
use tfrt_executor::jit::{CompiledUnit, Unit, UnitSlot};

struct Cached {
    slot: UnitSlot,
    bytes: usize,
    used: u64,
}

/// The units of a [`Jit`](crate::Jit).
pub struct CodeCache {
    units: FxHashMap<Arc<Unit>, Cached>,
    capacity: usize,
    bytes: usize,
    clock: u64,
}

impl std::fmt::Debug for CodeCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeCache")
            .field("units", &self.units.len())
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// The cache's answer for a unit.
#[derive(Debug)]
pub enum Answer {
    /// It is compiled, or being compiled.
    Known(UnitSlot),
    /// The unit must be compiled, into this slot.
    New(Arc<Unit>, UnitSlot),
    /// There is no room.
    Full(Unit),
}

impl CodeCache {
    /// A cache for so many bytes of code.
    pub fn new(capacity: usize) -> CodeCache {
        CodeCache { units: FxHashMap::default(), capacity, bytes: 0, clock: 0 }
    }

    /// Looks a unit up. So many bytes of the capacity are in use elsewhere.
    pub fn look_up(&mut self, unit: Unit, elsewhere: usize) -> Answer {
        self.clock += 1;
        if let Some(cached) = self.units.get_mut(&unit) {
            cached.used = self.clock;
            return Answer::Known(cached.slot.clone());
        }
        let capacity = self.capacity.saturating_sub(elsewhere);
        if self.bytes >= capacity {
            self.evict(capacity / 2);
        }
        if self.bytes >= capacity {
            return Answer::Full(unit);
        }
        let (unit, slot) = (Arc::new(unit), UnitSlot::new(OnceLock::new()));
        self.units.insert(unit.clone(), Cached { slot: slot.clone(), bytes: 0, used: self.clock });
        Answer::New(unit, slot)
    }

    /// Books the code of a unit.
    pub fn made(&mut self, unit: &Unit, bytes: usize) {
        if let Some(cached) = self.units.get_mut(unit) {
            cached.bytes = bytes;
            self.bytes += bytes;
        }
    }

    /// Bytes of code.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Drops unused units until no more than so many bytes are left.
    fn evict(&mut self, rest: usize) {
        let unused = |cached: &Cached| {
            let kept = |unit: &Arc<CompiledUnit>| Arc::strong_count(unit) == 1;
            // A slot that is still empty belongs to the compiling thread.
            Arc::strong_count(&cached.slot) == 1
                && cached.slot.get().is_some_and(|made| made.as_ref().is_none_or(kept))
        };
        let mut candidates: Vec<(u64, Arc<Unit>)> = self
            .units
            .iter()
            .filter(|(_, cached)| unused(cached))
            .map(|(unit, cached)| (cached.used, unit.clone()))
            .collect();
        candidates.sort_unstable_by_key(|&(used, _)| used);
        for (_, unit) in candidates {
            if self.bytes <= rest {
                break;
            }
            if let Some(dropped) = self.units.remove(&unit) {
                self.bytes -= dropped.bytes;
            }
        }
    }
}
