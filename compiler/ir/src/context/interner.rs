//! A concurrent, append-only interner: equal values get the same small index, from any thread.
//!
//! Three layers, each with one job:
//! * [`Store`]: an append-only array whose elements never move, so that `&T` lives as long as the store. It is made
//!   of buckets that double in size; a read is one atomic load of the bucket and one of the slot.
//! * the *front*: a direct-mapped cache from hash to index, read and written without any lock. Most interned values
//!   are interned again (`i32`, `1 : i32`), and the front finds them.
//! * the shards: hash tables behind locks, chosen by hash, which decide which thread adds a new value.
//!
//! Invariants: an index is handed out only after its slot is filled; slots are filled once. The numbering depends on
//! the schedule of the threads, so nothing printed or encoded may depend on it.

use std::hash::{BuildHasher, Hash};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use hashbrown::HashTable;
use parking_lot::Mutex;
use rustc_hash::FxBuildHasher;

/// log2 of the size of the first bucket.
const FIRST_BITS: u32 = 6;
const BUCKETS: usize = (32 - FIRST_BITS) as usize;
const SHARDS: usize = 32;
const FRONT: usize = 1024;

/// An append-only array with stable addresses.
pub(super) struct Store<T> {
    buckets: [OnceLock<Box<[OnceLock<T>]>>; BUCKETS],
    next: AtomicU32,
}

/// Bucket `b` holds `2^(FIRST_BITS + b)` slots; index `i` lives where the leading one of `i + 2^FIRST_BITS` says.
fn place(index: u32) -> (usize, usize) {
    let biased = u64::from(index) + (1 << FIRST_BITS);
    let top = 63 - biased.leading_zeros();
    ((top - FIRST_BITS) as usize, (biased - (1 << top)) as usize)
}

impl<T> Store<T> {
    pub(super) fn new() -> Self {
        Store { buckets: [const { OnceLock::new() }; BUCKETS], next: AtomicU32::new(0) }
    }

    /// The element of an index, if it is there already.
    pub(super) fn get(&self, index: u32) -> Option<&T> {
        let (bucket, slot) = place(index);
        self.buckets.get(bucket)?.get()?.get(slot)?.get()
    }

    /// Adds an element; gives its index.
    pub(super) fn push(&self, value: T) -> u32 {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        assert!(index < MAX_INDEX, "an interner holds at most 2^31 - 64 values");
        let (bucket, slot) = place(index);
        let bucket = self.buckets[bucket]
            .get_or_init(|| (0..1usize << (FIRST_BITS as usize + bucket)).map(|_| OnceLock::new()).collect());
        let fresh = bucket[slot].set(value).is_ok();
        debug_assert!(fresh, "an index is handed out once");
        index
    }

    /// The number of indices handed out; the last slots may not be filled yet.
    pub(super) fn len(&self) -> u32 {
        self.next.load(Ordering::Acquire)
    }
}

/// Indices stay below this, which leaves the top half of the `u32` range to the owner of the handles.
pub(super) const MAX_INDEX: u32 = (1 << 31) - 64;

/// See the module documentation.
pub(super) struct Interner<T> {
    store: Store<T>,
    /// Each word is `tag << 32 | index + 1`, zero when empty. A word is only a hint: it is compared before use.
    front: Box<[AtomicU64]>,
    shards: Box<[Mutex<HashTable<Slot>>]>,
}

/// An entry of a shard. It keeps the part of the hash from which the table's own is made, so that growing a table
/// reads no values.
#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    index: u32,
}

impl Slot {
    /// Spreads the hash over the bits that the table uses.
    fn spread(hash: u32) -> u64 {
        u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl<T> Interner<T> {
    pub(super) fn new() -> Self {
        Interner {
            store: Store::new(),
            front: (0..FRONT).map(|_| AtomicU64::new(0)).collect(),
            shards: (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(),
        }
    }

    /// The value of an index this interner handed out.
    ///
    /// # Panics
    /// If the index comes from another context: a mistake of the program, not of its input.
    #[inline]
    pub(super) fn get(&self, index: u32) -> &T {
        self.store.get(index).expect("the handle belongs to this context")
    }

    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.store.len() as usize
    }

    /// Looks in the front only.
    #[inline]
    fn hinted(&self, hash: u64, same: impl Fn(&T) -> bool) -> Option<u32> {
        let hint = self.front[hash as usize % FRONT].load(Ordering::Relaxed);
        let index = (hint as u32).checked_sub(1)?;
        // Without synchronization the slot may look empty to this thread: then the shard decides.
        (hint >> 32 == hash >> 32 && self.store.get(index).is_some_and(same)).then_some(index)
    }

    /// Looks in the shard, and adds there what `make` returns.
    fn settle<K>(&self, hash: u64, key: K, same: impl Fn(&K, &T) -> bool, make: impl FnOnce(K) -> T) -> u32 {
        let short = (hash >> 32) as u32;
        let spread = Slot::spread(short);
        let mut table = self.shards[hash as usize / FRONT % SHARDS].lock();
        let found = table.find(spread, |s| s.hash == short && same(&key, self.get(s.index))).map(|s| s.index);
        let index = found.unwrap_or_else(|| {
            let index = self.store.push(make(key));
            table.insert_unique(spread, Slot { hash: short, index }, |s| Slot::spread(s.hash));
            index
        });
        drop(table);
        let hint = u64::from(short) << 32 | u64::from(index + 1);
        self.front[hash as usize % FRONT].store(hint, Ordering::Relaxed);
        index
    }
}

impl<T: Hash + Eq> Interner<T> {
    /// The index of `value`.
    #[inline]
    pub(super) fn intern(&self, value: T) -> u32 {
        let hash = hash_of(&value);
        match self.hinted(hash, |v| *v == value) {
            Some(index) => index,
            None => self.settle(hash, value, |a, b| a == b, |v| v),
        }
    }
}

impl Interner<Box<str>> {
    /// The index of a string, which is copied only if it is new.
    #[inline]
    pub(super) fn intern_str(&self, text: &str) -> u32 {
        let hash = hash_of(text);
        match self.hinted(hash, |v| **v == *text) {
            Some(index) => index,
            None => self.settle(hash, text, |a, b| **a == **b, |t| t.into()),
        }
    }
}

/// The hash that `intern` uses.
pub(super) fn hash_of<T: Hash + ?Sized>(value: &T) -> u64 {
    // The low half chooses the place in the front and the shard, the high half tells values apart there.
    let hash = FxBuildHasher.hash_one(value);
    // Fx is fast but leaves bits that few input bits reach; a widening product mixes all of them.
    let product = u128::from(hash) * 0x9E37_79B9_7F4A_7C15_u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_dense_and_in_order() {
        let mut expected = (0, 0);
        for i in 0..100_000 {
            assert_eq!(place(i), expected);
            expected.1 += 1;
            if expected.1 == 1 << (FIRST_BITS as usize + expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
        assert!(place(MAX_INDEX).0 < BUCKETS);
    }

    #[test]
    fn equal_values_share_an_index_across_threads() {
        let interner = Interner::<String>::new();
        let indices: Vec<Vec<u32>> = std::thread::scope(|s| {
            let threads: Vec<_> = (0..8)
                .map(|t| {
                    let interner = &interner;
                    s.spawn(move || {
                        let mut all = vec![0; 5000];
                        for i in 0..5000usize {
                            let i = (i * 7919 + t * 13) % 5000;
                            all[i] = interner.intern(format!("value {i}"));
                        }
                        all
                    })
                })
                .collect();
            threads.into_iter().map(|t| t.join().unwrap()).collect()
        });
        assert!(indices.iter().all(|v| *v == indices[0]));
        assert_eq!(interner.len(), 5000);
        for (i, &index) in indices[0].iter().enumerate() {
            assert_eq!(*interner.get(index), format!("value {i}"));
        }
    }
}
