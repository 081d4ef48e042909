//! Boxes: the heap objects behind the tensors and statuses of plugins, recycled, marked with their content, and
//! counted.
//!
//! A kernel makes and deletes half a dozen of them in each run, which costs more in an allocator than everything else. The thread
//! that deletes a box keeps it for reuse. Its mark says what it holds: if a plugin deletes a tensor twice, or deletes a status as a
//! tensor, the log says so, and nothing is freed.
//!
//! Reference counting is most of the remaining cost of a small kernel. So a synchronous run *lends* its kernel the boxes of its
//! inputs and outputs ([`Loan`]): the run owns their referents, and deleting such a box only marks it. When the run ends it takes
//! back the marked boxes and leaves the others to the plugin, with references of their own.
//!
//! Each thread counts the boxes that it hands out and takes back in a cell of its own, without atomic read-modify-writes; a reader
//! sums the cells. A box may be made on one thread and deleted on another, so only the sum has a meaning. The shelf of a thread that
//! has ended goes on to the next one.
//!
//! With `TFRT_FRESH_BOXES=1` in the environment boxes are neither recycled nor lent: each box comes from the allocator and goes back
//! to it, so that memory checkers see how plugins use it (`checks/`).

#![expect(unsafe_code, reason = "boxes cross the C interface as pointers to what they hold")]

use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicIsize, AtomicU64, Ordering};

use tfrt_executor::leases::{Lease, Leases};
use tfrt_executor::output::{Severity, log};
use tfrt_executor::value::AnyRef;

/// Types that boxes hold for plugins.
pub(crate) trait Boxed: Sized {
    /// The mark of a box that holds such a thing, in its upper bits: no other type's, and not zero. The lowest two say more
    /// (see [`OWNED`] and the following).
    const MARK: u64;
    /// Its name.
    const NAME: &'static str;
}

/// A box. Its content comes first, so that a pointer to the content is a pointer to the box.
#[repr(C, align(16))]
struct Slot {
    room: MaybeUninit<[u64; ROOM]>,
    /// The kind of the content and its owner; [`EMPTY`] when it was deleted.
    mark: AtomicU64,
    /// On the shelf: the next box. Lent: the shelf of the thread that lent it.
    link: Cell<*const ()>,
    /// The owner of a lent box's content.
    keep: UnsafeCell<Option<AnyRef>>,
}

/// Words for a box's content.
const ROOM: usize = 5;
/// The mark of a box that holds nothing.
const EMPTY: u64 = 0;

// The lowest bits of a mark. A lent box becomes `DELETED` when the plugin deletes it, and `OWNED` or `KEPT` when its run ends
// before that. Where two threads may change it at a time, they do so by exchange.

/// The plugin owns the box's content.
const OWNED: u64 = 0;
/// A run that is not over owns it.
const LENT: u64 = 1;
/// As before, and the plugin has deleted it.
const DELETED: u64 = 2;
/// It was lent; the plugin owns it now, and the box holds a reference to its referent.
const KEPT: u64 = 3;

/// A thread keeps so many boxes.
const MOST: usize = 64;
/// Whether boxes are used again.
static REUSE: LazyLock<bool> = LazyLock::new(|| std::env::var_os("TFRT_FRESH_BOXES").is_none());

/// The boxes and counts of one thread. Only the thread that leases it writes.
#[repr(align(128))]
struct Shelf {
    live: AtomicIsize,
    first: Cell<*mut Slot>,
    kept: Cell<usize>,
    /// Whether boxes are kept and lent at all.
    reuses: bool,
}

// SAFETY: the cells are the leasing thread's alone: leases go from thread to thread under a lock. The count is atomic.
unsafe impl Sync for Shelf {}
// SAFETY: only the leasing thread accesses the cells and the boxes on the shelf, and a lease goes to another
// thread under a lock.
unsafe impl Send for Shelf {}

impl Shelf {
    #[inline]
    fn count(&self, by: isize) {
        self.live.store(self.live.load(Ordering::Relaxed) + by, Ordering::Relaxed);
    }

    #[inline]
    fn take(&self) -> Option<*mut Slot> {
        let slot = self.first.get();
        if slot.is_null() {
            return None;
        }
        // SAFETY: a slot on the shelf is a whole box without other references; only the leasing thread takes
        // it.
        self.first.set(unsafe { &*slot }.link.get().cast::<Slot>().cast_mut());
        self.kept.set(self.kept.get() - 1);
        Some(slot)
    }

    /// Keeps a box; `false` if there is no room.
    #[inline]
    fn keep(&self, slot: *mut Slot) -> bool {
        if !self.reuses || self.kept.get() >= MOST {
            return false;
        }
        // SAFETY: the caller gives up the box, which has no other references.
        unsafe { &*slot }.link.set(self.first.get().cast_const().cast());
        self.first.set(slot);
        self.kept.set(self.kept.get() + 1);
        true
    }
}

static SHELVES: Leases<Shelf> = Leases::new();

/// The counts of threads that were ending already.
static OTHERS: AtomicIsize = AtomicIsize::new(0);

/// Gives a thread's shelf back when the thread ends.
struct Own(#[expect(dead_code, reason = "only kept")] Lease<Shelf>);

impl Drop for Own {
    fn drop(&mut self) {
        SHELF.set(None);
    }
}

thread_local! {
    static SHELF: Cell<Option<&'static Shelf>> = const { Cell::new(None) };
    static LEASE: Cell<Option<Own>> = const { Cell::new(None) };
}

/// The thread's shelf; none when the thread is ending.
#[inline]
fn shelf() -> Option<&'static Shelf> {
    SHELF.get().or_else(lease)
}

#[cold]
fn lease() -> Option<&'static Shelf> {
    let lease = SHELVES.take(|| Shelf {
        live: AtomicIsize::new(0),
        first: Cell::new(ptr::null_mut()),
        kept: Cell::new(0),
        reuses: *REUSE,
    });
    let shelf = lease.cell();
    LEASE.try_with(|place| place.set(Some(Own(lease)))).ok()?;
    SHELF.set(Some(shelf));
    Some(shelf)
}

fn fresh() -> *mut Slot {
    Box::into_raw(Box::new(Slot {
        room: MaybeUninit::uninit(),
        mark: AtomicU64::new(EMPTY),
        link: Cell::new(ptr::null()),
        keep: UnsafeCell::new(None),
    }))
}

/// Puts something into a box.
#[inline]
fn fill<T: Boxed>(slot: *mut Slot, mark: u64, value: T) -> *mut T {
    const {
        assert!(size_of::<T>() <= ROOM * 8 && align_of::<T>() <= 16);
        assert!(T::MARK != 0 && T::MARK & 3 == 0);
    }
    // SAFETY: the caller has the only reference to the box, whose start has room for a `T`.
    unsafe {
        slot.cast::<T>().write(value);
        (*slot).mark.store(mark, Ordering::Relaxed);
    }
    slot.cast()
}

/// Keeps an empty box for the next one, or frees it.
#[inline]
fn put(shelf: Option<&Shelf>, slot: *mut Slot) {
    if !shelf.is_some_and(|shelf| shelf.keep(slot)) {
        // SAFETY: `fresh` made the box with `Box::into_raw`; it is on no shelf, and has no other references.
        drop(unsafe { Box::from_raw(slot) });
    }
}

/// Hands something to a plugin, which is to give it back.
#[inline]
pub(crate) fn give<T: Boxed>(value: T) -> *mut T {
    let slot = match shelf() {
        Some(shelf) => {
            shelf.count(1);
            shelf.take().unwrap_or_else(fresh)
        }
        None => {
            OTHERS.fetch_add(1, Ordering::Relaxed);
            fresh()
        }
    };
    fill(slot, T::MARK | OWNED, value)
}

/// Takes back what [`give`] handed out; `None` for null, for what was lent, and, as far as that can be told, for what was given
/// back before or is something else.
///
/// # Safety
/// `given` is null or came from [`give`] or from a [`Loan`] for this type, and was not taken back before: what is said above of
/// others is the best that can be done for plugins that break this.
#[inline]
pub(crate) unsafe fn take<T: Boxed>(given: *mut T) -> Option<T> {
    if given.is_null() {
        return None;
    }
    let slot = given.cast::<Slot>();
    let shelf = shelf();
    // SAFETY: the caller says that `given` is a box that holds a `T`, and that only the run that lent it, if any, still
    // refers to it.
    let value = unsafe {
        let mark = (*slot).mark.load(Ordering::Acquire);
        if mark == T::MARK | OWNED {
            (*slot).mark.store(EMPTY, Ordering::Relaxed);
            Some(given.read())
        } else if mark == T::MARK | LENT && give_back::<T>(&*slot, shelf) {
            count_one_less(shelf);
            return None;
        } else if mark == T::MARK | KEPT || mark == T::MARK | LENT {
            // A loan that has ended meanwhile is kept.
            (*slot).mark.store(EMPTY, Ordering::Relaxed);
            let value = given.read();
            drop((*(*slot).keep.get()).take());
            Some(value)
        } else {
            wrong(T::NAME);
            return None;
        }
    };
    count_one_less(shelf);
    put(shelf, slot);
    value
}

/// Marks a lent box as deleted; `false` if the loan has ended.
#[inline]
fn give_back<T: Boxed>(slot: &Slot, shelf: Option<&'static Shelf>) -> bool {
    // The run is on the thread that lent the box: no other thread changes the mark there now.
    if shelf.is_some_and(|shelf| ptr::eq(slot.link.get(), ptr::from_ref(shelf).cast())) {
        slot.mark.store(T::MARK | DELETED, Ordering::Relaxed);
        return true;
    }
    let (from, to) = (T::MARK | LENT, T::MARK | DELETED);
    slot.mark.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
}

#[inline]
fn count_one_less(shelf: Option<&Shelf>) {
    match shelf {
        Some(shelf) => shelf.count(-1),
        None => drop(OTHERS.fetch_sub(1, Ordering::Relaxed)),
    }
}

/// Whether a box is lent.
///
/// # Safety
/// `given` is a box that holds such a thing.
pub(crate) unsafe fn is_lent<T: Boxed>(given: *const T) -> bool {
    // SAFETY: the caller says: `given` is a box that holds such a thing.
    unsafe { &*given.cast::<Slot>() }.mark.load(Ordering::Relaxed) == T::MARK | LENT
}

/// The thread that a run is on, as far as lending goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Here(*const Shelf);

/// This thread; none if it cannot lend.
#[inline]
pub(crate) fn here() -> Option<Here> {
    shelf().filter(|shelf| shelf.reuses).map(|shelf| Here(ptr::from_ref(shelf)))
}

/// A box that a run lends to its kernel. It must be ended; one that is only dropped is never used again.
#[derive(Debug)]
pub(crate) struct Loan<T: Boxed> {
    slot: NonNull<Slot>,
    holds: PhantomData<T>,
}

impl<T: Boxed> Loan<T> {
    /// Lends something, on the thread that the loan will be ended on.
    #[inline]
    #[cfg(test)]
    pub(crate) fn new(here: Here, value: T) -> Loan<T> {
        // SAFETY: the value is written.
        unsafe { Loan::written(here, |place: *mut T| place.write(value)) }
    }

    /// As [`Self::new`], what `write` writes into the box: moving what was just made costs more than making it.
    ///
    /// # Safety
    /// `write` writes a whole `T`.
    #[inline]
    pub(crate) unsafe fn written(here: Here, write: impl FnOnce(*mut T)) -> Loan<T> {
        const {
            assert!(size_of::<T>() <= ROOM * 8 && align_of::<T>() <= 16);
        }
        // SAFETY: shelves stay for ever, and this one is the thread's own.
        let shelf = unsafe { &*here.0 };
        shelf.count(1);
        let slot = shelf.take().unwrap_or_else(fresh);
        // SAFETY: the box was just made or taken from this thread's shelf, so nothing else refers to it.
        unsafe {
            (*slot).link.set(here.0.cast());
            write(slot.cast());
            (*slot).mark.store(T::MARK | LENT, Ordering::Relaxed);
        }
        // SAFETY: boxes are not at null.
        Loan { slot: unsafe { NonNull::new_unchecked(slot) }, holds: PhantomData }
    }

    /// The pointer that the plugin gets.
    #[inline]
    pub(crate) fn given(&self) -> *mut T {
        self.slot.as_ptr().cast()
    }

    /// Calls a function with the box's content.
    ///
    /// There is no reference to it but while `look` runs: at other times the plugin may write into the box.
    ///
    /// # Safety
    /// The plugin writes nothing into the box while `look` runs: this is the thread of the run, on which alone it may change a box that
    /// it was lent, and `look` calls no code of the plugin.
    #[inline]
    pub(crate) unsafe fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        // SAFETY: the box holds a whole `T` until the loan ends; the caller says that the plugin does not write to it
        // while `look` runs.
        look(unsafe { &*self.given() })
    }

    /// Whether the plugin has not deleted it.
    #[inline]
    pub(crate) fn is_held(&self) -> bool {
        self.slot().mark.load(Ordering::Acquire) == T::MARK | LENT
    }

    #[inline]
    fn slot(&self) -> &Slot {
        // SAFETY: the box lives as long as the loan.
        unsafe { self.slot.as_ref() }
    }

    /// Ends the loan: if the plugin still holds the box, the plugin owns it now, and `reference` keeps its referent alive.
    #[inline]
    pub(crate) fn end_keeping(self, reference: &AnyRef) {
        if self.is_held() {
            // SAFETY: no other thread reads `keep` before the mark, which `hand_over` sets, says that it is
            // there.
            unsafe { *self.slot().keep.get() = Some(reference.clone()) };
            if self.hand_over(KEPT) {
                return;
            }
            // SAFETY: `hand_over` has found that the plugin has deleted the box, so nothing else refers to
            // it.
            drop(unsafe { (*self.slot().keep.get()).take() });
        }
        drop(self.recover());
    }

    /// Ends the loan and returns the box's content: the content itself, or, if the plugin still holds it, the
    /// result of `share`.
    ///
    /// # Safety
    /// As for [`Loan::look`], while `share` runs: this is the thread of the run, and `share` calls no code of the plugin.
    #[inline]
    pub(crate) unsafe fn end_sharing(self, share: impl FnOnce(&T) -> T) -> T {
        if self.is_held() {
            // SAFETY: the caller says that the plugin does not write into the box while `share` runs.
            let shared = unsafe { self.look(share) };
            if self.hand_over(OWNED) {
                return shared;
            }
        }
        self.recover()
    }

    /// Makes a box that the plugin holds the plugin's; `false` if it has been deleted meanwhile.
    fn hand_over(&self, to: u64) -> bool {
        let (from, to) = (T::MARK | LENT, T::MARK | to);
        self.slot().mark.compare_exchange(from, to, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// The content of a box that the plugin has deleted.
    #[inline]
    fn recover(self) -> T {
        // SAFETY: what the box holds is moved out once.
        unsafe { self.recover_with(|place| place.read()) }
    }

    /// Ends the loan of a box that the plugin has deleted; `take` moves its content out.
    ///
    /// # Safety
    /// The plugin has deleted the box, and `take` moves all of it out.
    #[inline]
    pub(crate) unsafe fn recover_with<R>(self, take: impl FnOnce(*mut T) -> R) -> R {
        let slot = self.slot.as_ptr();
        self.slot().mark.store(EMPTY, Ordering::Relaxed);
        let value = take(self.given());
        put(shelf(), slot);
        value
    }
}

#[cold]
fn wrong(name: &str) {
    let message =
        format!("a plugin deletes a {name} that it deleted before, or that is none; nothing is done");
    log(Severity::Error, file!(), line!(), &message);
}

/// The number of boxes that plugins hold. Exact when no other thread makes or deletes any.
pub(crate) fn count() -> usize {
    let shelves: isize = SHELVES.sum(|shelf| shelf.live.load(Ordering::Relaxed));
    usize::try_from(shelves + OTHERS.load(Ordering::Relaxed)).unwrap_or(0)
}

/// Something else that is counted with the boxes, from its making to its end.
#[derive(Debug)]
pub(crate) struct Counted(());

impl Counted {
    #[inline]
    pub(crate) fn new() -> Counted {
        match shelf() {
            Some(shelf) => shelf.count(1),
            None => drop(OTHERS.fetch_add(1, Ordering::Relaxed)),
        }
        Counted(())
    }
}

impl Drop for Counted {
    #[inline]
    fn drop(&mut self) {
        match shelf() {
            Some(shelf) => shelf.count(-1),
            None => drop(OTHERS.fetch_sub(1, Ordering::Relaxed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Thing(std::sync::Arc<()>);

    impl Boxed for Thing {
        const MARK: u64 = 0x6874_0000;
        const NAME: &'static str = "thing";
    }

    struct Other;

    impl Boxed for Other {
        const MARK: u64 = 0x6f74_0000;
        const NAME: &'static str = "other";
    }

    #[test]
    fn boxes_are_used_again_and_hold_what_they_say() {
        let life = std::sync::Arc::new(());
        let given = give(Thing(life.clone()));
        // SAFETY: `given` came from `give`; where it is used after it was taken, the box is kept, so that its mark can be read.
        unsafe {
            assert!(take(given.cast::<Other>()).is_none(), "it holds something else");
            assert_eq!(std::sync::Arc::strong_count(&(*given).0), 2);
            assert!(take(given).is_some());
            assert_eq!(std::sync::Arc::strong_count(&life), 1);
            if *REUSE {
                assert!(take(given).is_none(), "it was taken back");
                let again = give(Other);
                assert_eq!(again.cast(), given);
                assert!(take(again).is_some());
            }
            assert!(take(ptr::null_mut::<Thing>()).is_none());
        }
    }

    #[test]
    fn boxes_go_from_thread_to_thread() {
        let life = std::sync::Arc::new(());
        for _ in 0..3 {
            let given: Vec<usize> =
                (0..3 * MOST).map(|_| give(Thing(life.clone())).expose_provenance()).collect();
            std::thread::spawn(move || {
                for given in given {
                    // SAFETY: the other thread gave them and has nothing to do with them any more.
                    assert!(unsafe { take(ptr::with_exposed_provenance_mut::<Thing>(given)) }.is_some());
                }
            })
            .join()
            .unwrap();
        }
        assert_eq!(std::sync::Arc::strong_count(&life), 1);
    }

    #[test]
    fn what_is_lent_comes_back_or_stays_with_the_plugin() {
        let Some(here) = here() else { return };
        let life = std::sync::Arc::new(());
        let lend = || Loan::new(here, Thing(life.clone()));
        // Deleted before the run ends, here and elsewhere.
        let loan = lend();
        // SAFETY: the box is lent and not deleted yet. So below.
        assert!(unsafe { take(loan.given()) }.is_none() && !loan.is_held());
        // SAFETY: there is no plugin that could write into the boxes of this test. So below.
        drop(unsafe { loan.end_sharing(|_| unreachable!("nobody holds it")) });
        let loan = lend();
        let given = loan.given().expose_provenance();
        std::thread::spawn(move || {
            // SAFETY: there is no plugin that could write into the boxes of this test.
            assert!(unsafe { take(ptr::with_exposed_provenance_mut::<Thing>(given)) }.is_none());
        })
        .join()
        .unwrap();
        assert!(!loan.is_held());
        // SAFETY: there is no plugin that could write into the boxes of this test.
        drop(unsafe { loan.end_sharing(|_| unreachable!("nobody holds it")) });
        assert_eq!(std::sync::Arc::strong_count(&life), 1);
        // Kept by the plugin, with a share, or with a reference to its referent.
        let loan = lend();
        let given = loan.given();
        // SAFETY: there is no plugin that could write into the boxes of this test.
        drop(unsafe { loan.end_sharing(|thing| Thing(thing.0.clone())) });
        assert_eq!(std::sync::Arc::strong_count(&life), 2);
        // SAFETY: there is no plugin that could write into the boxes of this test.
        assert!(unsafe { take(given) }.is_some());
        let value = tfrt_executor::value::AsyncRef::available(7i32).into_any();
        let loan = lend();
        let given = loan.given();
        loan.end_keeping(&value);
        assert_eq!(value.ref_count(), 2);
        // SAFETY: there is no plugin that could write into the boxes of this test.
        assert!(unsafe { take(given) }.is_some());
        assert_eq!((value.ref_count(), std::sync::Arc::strong_count(&life)), (1, 1));
    }

    #[test]
    fn ending_a_loan_and_deleting_it_may_meet() {
        let Some(here) = here() else { return };
        let life = std::sync::Arc::new(());
        let value = tfrt_executor::value::AsyncRef::available(7i32).into_any();
        for round in 0..2000 {
            let loan = Loan::new(here, Thing(life.clone()));
            let given = loan.given().expose_provenance();
            let start = std::sync::Arc::new(std::sync::Barrier::new(2));
            let other = start.clone();
            let thread = std::thread::spawn(move || {
                other.wait();
                // SAFETY: the box is lent, or the plugin's own by now; it is deleted once.
                drop(unsafe { take(ptr::with_exposed_provenance_mut::<Thing>(given)) });
            });
            start.wait();
            match round % 2 {
                0 => loan.end_keeping(&value),
                // SAFETY: the other thread deletes the box, and does not write what it holds.
                _ => drop(unsafe { loan.end_sharing(|thing| Thing(thing.0.clone())) }),
            }
            thread.join().unwrap();
            assert_eq!((value.ref_count(), std::sync::Arc::strong_count(&life)), (1, 1));
        }
    }
}
