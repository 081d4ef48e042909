//! The cache of compiled loops, and of bodies that have no code.
//!
//! Keyed by the body, on which alone the code depends; the processor is the process's. A caller that runs a loop keeps its code alive.
//! When all code exceeds the allowed memory, unused loops are evicted, the least recently requested first; if that is not enough,
//! compilation stops until callers release loops. The memory that counts is whole pages of code, and the entries about bodies.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tfrt_executor::jit::loops::{CompiledLoop, LoopBody, LoopInput, LoopMember};
use tfrt_executor::jit::rounds::{CompiledRounds, RoundMember, RoundsBody};

/// Bytes of a page.
const PAGE: usize = 4096;

/// A description from which code is made.
pub(crate) trait Body: Clone + Eq + Hash {
    /// The code.
    type Code;

    /// Bytes that the body itself takes.
    fn bytes(&self) -> usize;
}

impl Body for LoopBody {
    type Code = CompiledLoop;

    fn bytes(&self) -> usize {
        size_of::<LoopBody>()
            + self.members.len() * size_of::<LoopMember>()
            + self.inputs.len() * size_of::<LoopInput>()
    }
}

impl Body for RoundsBody {
    type Code = CompiledRounds;

    fn bytes(&self) -> usize {
        let member = |member: &RoundMember| {
            size_of::<RoundMember>()
                + match member {
                    RoundMember::One { .. } => 0,
                    RoundMember::Several { body, args, .. } => body.bytes() + size_of_val(&args[..]),
                    RoundMember::Slice { at, .. } | RoundMember::Update { at, .. } => size_of_val(&at[..]),
                    RoundMember::Join { args } => size_of_val(&args[..]),
                    RoundMember::Step { args, results } => size_of_val(&args[..]) + size_of_val(&results[..]),
                }
        };
        size_of::<RoundsBody>()
            + size_of_val(&self.carried[..])
            + size_of_val(&self.constants[..])
            + size_of_val(&self.next[..])
            + self.members.iter().map(member).sum::<usize>()
    }
}

struct Kept<C> {
    /// The code, if there is any.
    code: Option<Arc<C>>,
    bytes: usize,
    used: u64,
}

impl<C> Kept<C> {
    fn is_unused(&self) -> bool {
        self.code.as_ref().is_none_or(|code| Arc::strong_count(code) == 1)
    }
}

/// The loops of one kind of a [`Jit`](crate::Jit).
pub(crate) struct LoopCache<B: Body> {
    loops: FxHashMap<B, Kept<B::Code>>,
    bytes: usize,
    clock: u64,
}

impl<B: Body> Default for LoopCache<B> {
    fn default() -> Self {
        LoopCache { loops: FxHashMap::default(), bytes: 0, clock: 0 }
    }
}

impl<B: Body> LoopCache<B> {
    /// The cached code of a body, or the cached fact that it has none.
    pub(crate) fn look_up(&mut self, body: &B) -> Option<Option<Arc<B::Code>>> {
        self.clock += 1;
        let kept = self.loops.get_mut(body)?;
        kept.used = self.clock;
        Some(kept.code.clone())
    }

    /// Makes room, if it can: whether less than `capacity` is in use.
    pub(crate) fn make_room(&mut self, capacity: usize) -> bool {
        if self.bytes >= capacity {
            let unused = self.loops.iter().filter(|(_, kept)| kept.is_unused());
            let mut unused: Vec<(u64, B)> = unused.map(|(body, kept)| (kept.used, body.clone())).collect();
            unused.sort_unstable_by_key(|(used, _)| *used);
            // A quarter more than must be: not again at the next loop.
            for (_, body) in unused {
                if self.bytes <= capacity / 4 * 3 {
                    break;
                }
                if let Some(kept) = self.loops.remove(&body) {
                    self.bytes -= kept.bytes;
                }
            }
        }
        self.bytes < capacity
    }

    /// Keeps the code of a body, so many bytes, or that it has none.
    pub(crate) fn keep(&mut self, body: B, code: Option<Arc<B::Code>>, code_bytes: usize) {
        let bytes = code_bytes.next_multiple_of(PAGE) + size_of::<Kept<B::Code>>() + body.bytes();
        let kept = Kept { code, bytes, used: self.clock };
        self.bytes += bytes;
        if let Some(replaced) = self.loops.insert(body, kept) {
            self.bytes -= replaced.bytes;
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_executor::tensor::DType;

    fn body(members: usize) -> LoopBody {
        let member = LoopMember {
            op: tfrt_ops::Elementwise::Neg,
            args: [0].into_iter().collect(),
            dtype: DType::F32,
            parameter: None,
        };
        LoopBody {
            inputs: vec![LoopInput { dtype: DType::F32, moves: true }],
            members: vec![member; members],
            also: Default::default(),
            reduction: None,
        }
    }

    #[expect(unsafe_code, reason = "makes code without callers")]
    fn code() -> Arc<CompiledLoop> {
        extern "C" fn nothing(_: *const *const u8, _: *mut u8, count: usize) -> usize {
            count
        }
        // SAFETY: `nothing` has the type of a loop's entry, accesses no memory, and reports that all elements
        // are done.
        Arc::new(unsafe { CompiledLoop::new(nothing, Arc::new(())) })
    }

    #[test]
    fn what_nobody_runs_goes_first_and_what_runs_stays() {
        let mut cache = LoopCache::default();
        let running = code();
        cache.keep(body(1), Some(running.clone()), 100);
        for members in 2..6 {
            assert!(cache.look_up(&body(members)).is_none());
            cache.keep(body(members), Some(code()), 100);
        }
        assert!(cache.bytes() > 5 * PAGE);
        // Asked for last, so it stays longer than the others.
        assert!(cache.look_up(&body(2)).is_some());
        assert!(cache.make_room(4 * PAGE));
        assert!(cache.bytes() <= 3 * PAGE);
        let known: Vec<usize> = (1..6).filter(|&members| cache.look_up(&body(members)).is_some()).collect();
        assert_eq!(known, [1, 2]);
        // Running loops are not evicted, however little room there is.
        assert!(!cache.make_room(PAGE));
        assert!(cache.look_up(&body(1)).is_some_and(|code| code.is_some()));
        drop(running);
        assert!(cache.make_room(PAGE));
        assert_eq!(cache.bytes(), 0);
    }

    #[test]
    fn bodies_without_code_are_remembered_within_bounds() {
        let mut cache = LoopCache::default();
        for members in 1..200 {
            assert!(cache.make_room(16 * PAGE));
            cache.keep(body(members), None, 0);
        }
        assert!(cache.bytes() < 20 * PAGE);
        cache.keep(body(3), None, 0);
        let before = cache.bytes();
        cache.keep(body(3), None, 0);
        assert_eq!(cache.bytes(), before);
    }
}
