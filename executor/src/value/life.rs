//! The life of an async value: references, state and waiters, without locks.
//!
//! A [`Life`] starts *pending* and is *published* exactly once; then its state never changes. The publishing thread calls the
//! waiters registered before, last registered first; it refuses a waiter offered later, whose caller continues at once.
//!
//! Protocol: `state` holds the head of the waiter list while pending, and a small number afterwards. A waiter is pushed
//! by compare-and-swap; publishing is one swap with release-acquire order that also takes the list, so a waiter is
//! called exactly once and sees what the publisher wrote. The first waiter's node lies in the life itself: waiting on a
//! value costs no allocation in the usual case of one waiter. Only the unique producer publishes, so publishing needs no claim.
//!
//! A value that a task makes, and whose only waiter is a register of a program, is not published at all: no other thread can see
//! it, so its producer hands a scalar directly to the waiter ([`Life::take_sole`]).
//!
//! This module does not depend on payloads, and takes its atomics from its parent: a test puts it under a parent whose
//! atomics are those of a model checker, which tries all interleavings (`executor/tests/model`).

#![expect(unsafe_code, reason = "nodes of waiters are shared by the protocol above")]

use super::sync::{
    AtomicU32, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
    fence,
};
use std::{cell::UnsafeCell, mem::MaybeUninit, ptr::NonNull};

/// Available, with a payload.
pub(super) const CONCRETE: usize = 1;
/// Available, as an error.
pub(super) const ERROR: usize = 2;
/// Available, as what another value is.
pub(super) const FORWARDED: usize = 3;
/// States up to this one are final, larger ones (and 0) are waiter lists of a pending value.
const LAST_FINAL: usize = 3;
/// Nothing yet, and no waiters.
pub(super) const PENDING: usize = 0;

/// Flag: the node in the life is in use.
const INLINE_WAITER: u32 = 1;

/// Flag: the value's task is held back on the current thread and has one of its two references, so no other thread has one.
const UNSHARED: u32 = 2;

/// Flag: the only waiter holds a reference of its own, and registered before the value was shared. If the producer has
/// the only other one, no second waiter can register.
const SOLE_WAITER: u32 = 4;

/// Flag: the waiter is the only one, and takes the bits of a scalar: if only the producer and the waiter have references, the
/// producer need not publish the value at all.
const TAKES_BITS: u32 = 8;

/// Flags from this bit on are the owner's.
pub(super) const OWN_FLAGS: u32 = 8;

/// References that a value may have: half of what the count can hold, so that it never comes round to zero while there are some,
/// whatever threads do at the same time.
const MOST_REFS: u32 = u32::MAX / 2;

/// The function of a waiter. It gets the data and argument it was registered with, and, if it takes them, perhaps the bits of
/// the scalar that was never published; then there is no value any more. It returns the number of references to the value that
/// the caller must drop.
pub(crate) type WaitFn = unsafe fn(*mut (), u64, Option<u64>) -> u32;

/// Whether a waiter owns the reference through which it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// It does not, or uses it as well.
    No,
    /// It does, and does nothing with it but drop it, or leave it to be dropped.
    Reference,
    /// As before, and the waiter takes the bits of a scalar; the value is one.
    ReferenceForBits,
}

pub(super) struct Waiter {
    next: *mut Waiter,
    run: WaitFn,
    data: *mut (),
    arg: u64,
}

impl Waiter {
    /// Calls a waiter that takes bits.
    ///
    /// # Safety
    /// The value is gone, and its waiter's reference with it.
    #[inline(always)]
    pub(super) unsafe fn give(self, bits: u64) {
        // SAFETY: a waiter that was taken is called once.
        unsafe { (self.run)(self.data, self.arg, Some(bits)) };
    }
}

/// References, state and waiters of a value.
#[repr(C)]
pub(super) struct Life {
    state: AtomicUsize,
    refs: AtomicU32,
    flags: AtomicU32,
    inline: UnsafeCell<MaybeUninit<Waiter>>,
}

impl Life {
    #[inline(always)]
    pub(super) fn new(state: usize, refs: u32, flags: u32) -> Life {
        Life {
            state: AtomicUsize::new(state),
            refs: AtomicU32::new(refs),
            flags: AtomicU32::new(flags),
            inline: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// The state: one of the final ones, or anything else while pending. What the publisher wrote before is visible.
    #[inline]
    pub(super) fn state(&self) -> usize {
        self.state.load(Acquire)
    }

    /// Whether a state is a final one.
    #[inline]
    pub(super) fn is_final(state: usize) -> bool {
        (PENDING + 1..=LAST_FINAL).contains(&state)
    }

    /// The owner's flags, which never change, above those of this module.
    #[inline]
    pub(super) fn flags(&self) -> u32 {
        self.flags.load(Relaxed)
    }

    /// References. What was done with those that were dropped is visible.
    #[inline]
    pub(super) fn refs(&self) -> u32 {
        self.refs.load(Acquire)
    }

    /// Adds references that the caller, who has one, accounts for. The process ends if the count would overflow, as with any
    /// counted reference.
    #[inline]
    pub(super) fn add_refs(&self, count: u32) {
        let before = self.refs.fetch_add(count, Relaxed);
        if count > MOST_REFS || before > MOST_REFS {
            too_many_refs();
        }
    }

    /// Drops references; says whether they were the last ones, so that the caller is alone with the value.
    ///
    /// # Safety
    /// The caller has that many and uses the life no more, unless they were the last ones.
    #[inline]
    pub(super) unsafe fn drop_refs(this: NonNull<Life>, count: u32) -> bool {
        // SAFETY: the caller's references keep the life until here.
        let refs = unsafe { &this.as_ref().refs };
        // Without other references, no thread can add one meanwhile.
        if refs.load(Acquire) == count || refs.fetch_sub(count, Release) == count {
            fence(Acquire);
            // ThreadSanitizer sees loads, but not fences.
            #[cfg(tfrt_tsan)]
            let _ = refs.load(Acquire);
            return true;
        }
        false
    }

    /// Begins a time in which only the caller can see the value, up to [`Life::share`]: a waiter is registered without atomic
    /// operations. Does nothing if others have references.
    ///
    /// The caller has a reference, and holds back the task that has another one.
    #[inline]
    pub(super) fn hide(&self) {
        // The drops of earlier owners are visible, and so is their work before them.
        if self.refs.load(Acquire) == 2 {
            self.flags.store(self.flags.load(Relaxed) | UNSHARED, Relaxed);
        }
    }

    /// Ends the time in which the value is not shared.
    #[inline]
    pub(super) fn share(&self) {
        if self.flags.load(Relaxed) & (UNSHARED | INLINE_WAITER) == UNSHARED {
            self.flags.fetch_and(!UNSHARED, Relaxed);
        }
    }

    /// Publishes and runs the waiters; returns how many references they left to drop.
    ///
    /// # Safety
    /// The caller is the unique producer, has written what goes with the state, and keeps a reference while this runs.
    #[inline]
    pub(super) unsafe fn publish(this: NonNull<Life>, state: usize) -> u32 {
        // SAFETY: the caller keeps a reference to the value while this runs, so the life stays alive.
        let life = unsafe { this.as_ref() };
        let inline = life.inline.get().cast::<Waiter>();
        if life.flags.load(Relaxed) & SOLE_WAITER != 0
            && life.refs.load(Acquire) == 2
            && life.state.load(Relaxed) == inline as usize
        {
            // One reference is the producer's, the other the only waiter's: no other waiter can register.
            life.state.store(state, Release);
            // SAFETY: the flag and the state say that the node in the life is a registered waiter, the only
            // one; the producer publishes once, so the waiter is called once.
            return unsafe {
                let node = inline.read();
                (node.run)(node.data, node.arg, None)
            };
        }
        let old = life.state.swap(state, AcqRel);
        if old == PENDING {
            return 0;
        }
        // SAFETY: a pending state is a list of registered waiters, which the swap took.
        unsafe { run_waiters(this, old as *mut Waiter) }
    }

    /// Takes the waiter of a value that only it and the caller can see, if it takes bits: then both references, and so the
    /// value, are the caller's.
    ///
    /// # Safety
    /// The caller is the unique producer and has a reference; it publishes nothing if there is such a waiter.
    #[inline(always)]
    pub(super) unsafe fn take_sole(this: NonNull<Life>) -> Option<Waiter> {
        // SAFETY: the caller has a reference to the value, so the life stays alive.
        let life = unsafe { this.as_ref() };
        let inline = life.inline.get().cast::<Waiter>();
        let sole = life.flags.load(Relaxed) & TAKES_BITS != 0
            && life.refs.load(Acquire) == 2
            && life.state.load(Relaxed) == inline as usize;
        // SAFETY: the flags and the state say that the node in the life is a registered waiter, the only one.
        // The caller publishes nothing, so no one else reads the node.
        sole.then(|| unsafe { inline.read() })
    }

    /// Registers a waiter if [`Life::hide`] has found that no other thread can see the life: its task, which has the other reference,
    /// is held back on this thread, and the caller has this one.
    ///
    /// # Safety
    /// As for [`Life::wait`].
    #[inline(always)]
    pub(super) unsafe fn wait_alone(&self, run: WaitFn, data: *mut (), arg: u64, holds: Holds) -> bool {
        let flags = self.flags.load(Relaxed);
        if flags & (UNSHARED | INLINE_WAITER) != UNSHARED || self.refs.load(Relaxed) != 2 {
            return false;
        }
        let node = self.inline.get().cast::<Waiter>();
        // SAFETY: the life is `UNSHARED`: both references belong to this thread, and without the flag
        // `INLINE_WAITER` no waiter is registered, so nothing else accesses the inline node.
        unsafe { node.write(Waiter { next: PENDING as *mut Waiter, run, data, arg }) };
        let sole = match holds {
            Holds::No => 0,
            Holds::Reference => SOLE_WAITER,
            Holds::ReferenceForBits => SOLE_WAITER | TAKES_BITS,
        };
        self.flags.store(flags | INLINE_WAITER | sole, Relaxed);
        self.state.store(node as usize, Relaxed);
        true
    }

    /// Registers a waiter, or returns false if the value is available already.
    ///
    /// # Safety
    /// `run` may be called with `data` and `arg` once, on any thread, and it is as said about the reference.
    #[inline]
    pub(super) unsafe fn wait(&self, run: WaitFn, data: *mut (), arg: u64, holds: Holds) -> bool {
        let mut state = self.state.load(Acquire);
        if Life::is_final(state) {
            return false;
        }
        // SAFETY: the caller says that `run` may be called with `data` and `arg` once, on any thread, and that the waiter holds
        // the reference that `holds` states. If it was not registered here, this function registers it below.
        if unsafe { self.wait_alone(run, data, arg, holds) } {
            return true;
        }
        let waiter = Waiter { next: state as *mut Waiter, run, data, arg };
        let flags = self.flags.load(Relaxed);
        let inline =
            flags & INLINE_WAITER == 0 && self.flags.fetch_or(INLINE_WAITER, Relaxed) & INLINE_WAITER == 0;
        let node = if inline {
            let node = self.inline.get().cast::<Waiter>();
            // SAFETY: this thread has set the flag `INLINE_WAITER`, which is never cleared, so it alone
            // writes the inline node.
            unsafe { node.write(waiter) };
            node
        } else {
            Box::into_raw(Box::new(waiter))
        };
        loop {
            // SAFETY: until the exchange below succeeds, no other thread can reach the node.
            unsafe { (*node).next = state as *mut Waiter };
            match self.state.compare_exchange_weak(state, node as usize, Release, Acquire) {
                Ok(_) => return true,
                Err(now) if Life::is_final(now) => {
                    if !inline {
                        // SAFETY: `Box::into_raw` made the node above, and no exchange has published it.
                        drop(unsafe { Box::from_raw(node) });
                    }
                    return false;
                }
                Err(now) => state = now,
            }
        }
    }
}

/// There is no recovery: the count would be wrong, and so would every later use of it.
#[cold]
#[inline(never)]
fn too_many_refs() -> ! {
    std::process::abort()
}

/// # Safety
/// `list` was taken from the life, which stays.
unsafe fn run_waiters(this: NonNull<Life>, mut list: *mut Waiter) -> u32 {
    let mut left = 0;
    // SAFETY: the caller keeps the life alive while this runs.
    let inline = unsafe { this.as_ref() }.inline.get().cast::<Waiter>();
    while !list.is_null() {
        // SAFETY: the caller took the list, so each of its nodes is read once; nodes other than the inline one were
        // made with `Box::into_raw`. A waiter may be called once with its data.
        unsafe {
            let node = list.read();
            if list != inline {
                drop(Box::from_raw(list));
            }
            list = node.next;
            left += (node.run)(node.data, node.arg, None);
        }
    }
    left
}
