//! Async values: reference-counted cells that become available once.
//!
//! A cell starts *pending* and is *published* exactly once, as concrete (it holds its payload), as forwarded (it stands
//! for another available value) or as an error; then it never changes. Waiters registered before that are called by the
//! publishing thread, last registered first; a waiter offered later is refused, its caller goes on at once.
//!
//! Protocol: `state` holds the head of the waiter list while pending, and a small number afterwards. A waiter is pushed
//! by compare-and-swap; publishing is one swap with release-acquire order that also takes the list, so a waiter is
//! called exactly once and sees what the publisher wrote. The first waiter's node lies in the cell itself: waiting on a
//! value costs no allocation in the usual case of one waiter. Only the unique producer ([`Promise`], [`IndirectPromise`]
//! or a spawned task) publishes, so publishing needs no claim.
//!
//! The payload's bytes hold the closure of a spawned task before publication: a task, its result and its waiter are one
//! allocation.

#![expect(unsafe_code, reason = "shared cells with a hand-made life cycle")]

use super::{Error, Scalar, ScalarKind, Value, counters, pool, scalar::kind_of};
use crate::queue::Task;
use std::{
    alloc::Layout,
    any::{TypeId, type_name},
    cell::{Cell, RefCell, UnsafeCell},
    marker::PhantomData,
    mem::{ManuallyDrop, MaybeUninit, forget},
    ptr::NonNull,
    sync::atomic::{
        AtomicU32, AtomicUsize,
        Ordering::{AcqRel, Acquire, Relaxed, Release},
        fence,
    },
};

const CONCRETE: usize = 1;
const ERROR: usize = 2;
const FORWARDED: usize = 3;
/// States up to this one are final, larger ones (and 0) are waiter lists of a pending cell.
const LAST_FINAL: usize = 3;

/// Flag: the node in the cell is in use.
const INLINE_WAITER: u32 = 1;

/// Flags above this bit: 1 + the kind of the payload's scalar, 0 for other payloads.
const KIND_SHIFT: u32 = 8;

const fn kind_flags(kind: Option<ScalarKind>) -> u32 {
    match kind {
        Some(kind) => (kind as u32 + 1) << KIND_SHIFT,
        None => 0,
    }
}

/// Flag: the cell's task is held back on the thread that made it, so with two references nobody else has one.
const UNSHARED: u32 = 2;

/// Flag: the waiter is one that holds a reference, its own, and registered before the cell was shared. If the producer
/// has the only other one, nobody can register another waiter.
const SOLE_WAITER: u32 = 4;

/// What a waiter does: gets the data and argument it was registered with. It returns how many references to the value it
/// leaves to the caller to drop.
pub(crate) type WaitFn = unsafe fn(*mut (), u64) -> u32;

/// What a queued task does: gets its data and argument; with `true` it only gives up what it holds.
pub(crate) type TaskFn = unsafe fn(*mut (), u64, bool);

struct Waiter {
    next: *mut Waiter,
    run: WaitFn,
    data: *mut (),
    arg: u64,
}

struct VTable {
    type_id: TypeId,
    type_name: fn() -> &'static str,
    layout: Layout,
    /// Drops the payload at this address.
    drop_payload: unsafe fn(*mut u8),
    indirect: bool,
}

#[repr(C)]
struct Header {
    state: AtomicUsize,
    vtable: &'static VTable,
    refs: AtomicU32,
    flags: AtomicU32,
    inline: UnsafeCell<MaybeUninit<Waiter>>,
}

#[repr(C)]
struct AsyncCell<T> {
    header: Header,
    payload: UnsafeCell<Storage<T>>,
}

/// A payload, or the error in its place.
#[repr(C)]
union Storage<T> {
    payload: ManuallyDrop<T>,
    error: ManuallyDrop<Error>,
}

/// Payload type of indirect cells; never constructed.
struct Indirect(Value);

unsafe fn drop_in_place<T>(payload: *mut u8) {
    // SAFETY: the caller passes the address of a live `T`.
    unsafe { payload.cast::<T>().drop_in_place() }
}

struct VTableOf<T>(PhantomData<T>);

impl<T: Send + Sync + 'static> VTableOf<T> {
    const VTABLE: &'static VTable = &VTable {
        type_id: TypeId::of::<T>(),
        type_name: type_name::<T>,
        layout: Layout::new::<AsyncCell<T>>(),
        drop_payload: drop_in_place::<T>,
        indirect: false,
    };
}

static INDIRECT: VTable = VTable {
    type_id: TypeId::of::<Indirect>(),
    type_name: type_name::<Indirect>,
    layout: Layout::new::<AsyncCell<Indirect>>(),
    drop_payload: drop_in_place::<Indirect>,
    indirect: true,
};

/// Whether an async value is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Not published yet.
    Pending,
    /// Available, with a payload or forwarded to a value that is available.
    Concrete,
    /// Available as an error.
    Error,
}

/// A counted reference to an async value of any type.
pub struct AnyRef(NonNull<Header>);

// SAFETY: payloads are `Send + Sync`, all shared state is atomic or written before publication only.
unsafe impl Send for AnyRef {}
// SAFETY: as above.
unsafe impl Sync for AnyRef {}

#[inline]
fn new_cell<T>(
    vtable: &'static VTable,
    kind: Option<ScalarKind>,
    state: usize,
    refs: u32,
    payload: MaybeUninit<T>,
) -> NonNull<AsyncCell<T>> {
    counters::async_values(1);
    let cell: NonNull<AsyncCell<T>> = pool::allocate(Layout::new::<AsyncCell<T>>()).cast();
    // SAFETY: the memory is fresh and has the cell's layout; an uninitialized payload stays so until it is published.
    unsafe {
        let at = cell.as_ptr();
        (&raw mut (*at).header).write(Header {
            state: AtomicUsize::new(state),
            vtable,
            refs: AtomicU32::new(refs),
            flags: AtomicU32::new(kind_flags(kind)),
            inline: UnsafeCell::new(MaybeUninit::uninit()),
        });
        (&raw mut (*at).payload).cast::<MaybeUninit<T>>().write(payload);
    }
    cell
}

impl Header {
    #[inline]
    fn payload(this: NonNull<Header>) -> *mut u8 {
        // SAFETY: every header is the start of a cell of its vtable's layout.
        let align = unsafe { this.as_ref() }.vtable.layout.align();
        let offset = size_of::<Header>().next_multiple_of(align);
        // SAFETY: the payload lies within the cell.
        unsafe { this.as_ptr().cast::<u8>().add(offset) }
    }

    /// Publishes and runs the waiters.
    ///
    /// # Safety
    /// The caller is the cell's unique producer, has written the payload that goes with the state, and keeps a
    /// reference while this runs.
    #[inline]
    unsafe fn publish(this: NonNull<Header>, state: usize) {
        // SAFETY: by the contract.
        let left = unsafe { Header::publish_with(this, state) };
        if left > 0 {
            // SAFETY: the waiters left these references; the caller's keeps the cell.
            unsafe { this.as_ref() }.refs.fetch_sub(left, Release);
        }
    }

    /// Publishes and runs the waiters; returns how many references they left to drop.
    ///
    /// # Safety
    /// As for [`Header::publish`].
    #[inline]
    unsafe fn publish_with(this: NonNull<Header>, state: usize) -> u32 {
        // SAFETY: the caller's reference keeps the cell alive.
        let header = unsafe { this.as_ref() };
        let inline = header.inline.get().cast::<Waiter>();
        if header.flags.load(Relaxed) & SOLE_WAITER != 0
            && header.refs.load(Acquire) == 2
            && header.state.load(Relaxed) == inline as usize
        {
            // One reference is the producer's, the other the only waiter's: nobody can register another one.
            header.state.store(state, Release);
            // SAFETY: the flag says that the node in the cell is a registered waiter; nobody else takes it.
            return unsafe {
                let node = inline.read();
                (node.run)(node.data, node.arg)
            };
        }
        let old = header.state.swap(state, AcqRel);
        if old == 0 {
            return 0;
        }
        // SAFETY: a pending cell's state is a list of registered waiters, which the swap took.
        unsafe { run_waiters(this, old as *mut Waiter) }
    }

    /// Drops references, after publication.
    ///
    /// # Safety
    /// The caller has that many and uses the cell no more.
    #[inline]
    unsafe fn drop_refs(this: NonNull<Header>, count: u32) {
        // SAFETY: the caller's references keep the cell until here.
        let refs = unsafe { &this.as_ref().refs };
        if refs.load(Acquire) == count || refs.fetch_sub(count, Release) == count {
            fence(Acquire);
            // SAFETY: those were the last references.
            unsafe { destroy(this) };
        }
    }
}

/// # Safety
/// `list` was taken from the cell `this`, which stays alive.
unsafe fn run_waiters(this: NonNull<Header>, mut list: *mut Waiter) -> u32 {
    let mut left = 0;
    // SAFETY: the cell is alive.
    let inline = unsafe { this.as_ref() }.inline.get().cast::<Waiter>();
    while !list.is_null() {
        // SAFETY: nodes are registered once and belong to whoever took the list; a waiter's data goes with its call.
        unsafe {
            let node = list.read();
            if list != inline {
                drop(Box::from_raw(list));
            }
            list = node.next;
            left += (node.run)(node.data, node.arg);
        }
    }
    left
}

impl AnyRef {
    #[inline]
    fn header(&self) -> &Header {
        // SAFETY: the reference keeps the cell alive.
        unsafe { self.0.as_ref() }
    }

    /// Pending, concrete or error.
    #[inline]
    pub fn state(&self) -> State {
        match self.header().state.load(Acquire) {
            CONCRETE | FORWARDED => State::Concrete,
            ERROR => State::Error,
            _ => State::Pending,
        }
    }

    /// Whether the value is published, be it as an error.
    #[inline]
    pub fn is_available(&self) -> bool {
        self.state() != State::Pending
    }

    /// The number of references to the cell itself.
    #[inline]
    pub fn ref_count(&self) -> u32 {
        self.header().refs.load(Acquire)
    }

    /// Whether this is the only reference, looking through forwarding: nobody else can see the payload.
    #[inline]
    pub fn is_unique(&self) -> bool {
        if self.ref_count() != 1 {
            return false;
        }
        match self.forwarded() {
            Some(Value::Async(target)) => target.is_unique(),
            _ => true,
        }
    }

    /// Whether both refer to the same cell.
    pub fn same(&self, other: &AnyRef) -> bool {
        self.0 == other.0
    }

    /// Whether this was made as an indirect value.
    pub fn is_indirect(&self) -> bool {
        self.header().vtable.indirect
    }

    /// Name of the Rust type of the payload; of an indirect value that of its target, if there is one yet.
    pub fn payload_type_name(&self) -> &'static str {
        match self.forwarded() {
            Some(Value::Async(target)) => target.payload_type_name(),
            Some(Value::Scalar(kind, _)) => kind.type_name(),
            _ => (self.header().vtable.type_name)(),
        }
    }

    #[inline]
    fn forwarded(&self) -> Option<&Value> {
        if self.header().state.load(Acquire) != FORWARDED {
            return None;
        }
        // SAFETY: a forwarded cell is an indirect one and holds its target, unchanged from now on.
        Some(unsafe { &(*Header::payload(self.0).cast::<Indirect>()).0 })
    }

    /// The error, if the value is one.
    pub fn error(&self) -> Option<&Error> {
        match self.header().state.load(Acquire) {
            // SAFETY: the state says what the storage holds, and it does not change any more.
            ERROR => Some(unsafe { &*Header::payload(self.0).cast::<Error>() }),
            _ => None,
        }
    }

    /// The payload, if it is there and of this type.
    #[inline]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        match self.header().state.load(Acquire) {
            CONCRETE if self.header().vtable.type_id == TypeId::of::<T>() => {
                // SAFETY: the state and the type say what the storage holds; nobody changes it while there are references,
                // except through `get_mut`, which asks for the only one.
                Some(unsafe { &*Header::payload(self.0).cast::<T>() })
            }
            FORWARDED => match self.forwarded() {
                Some(Value::Async(target)) => target.get(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The payload for changing, if it is there, of this type, and this is the only reference.
    pub fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        if !self.is_unique() {
            return None;
        }
        let at: *const T = self.get::<T>()?;
        // SAFETY: the only reference is borrowed mutably. Its count was read with acquire order, so what others did before
        // they dropped theirs is visible.
        Some(unsafe { &mut *at.cast_mut() })
    }

    /// What the value is, once it is available: a scalar's bits, the concrete cell behind indirections, or the error.
    pub fn resolve(&self) -> Option<Value> {
        match self.header().state.load(Acquire) {
            CONCRETE => Some(match self.scalar_kind() {
                // SAFETY: a concrete cell of a scalar type holds one.
                Some(kind) => Value::Scalar(kind, unsafe { load_bits(Header::payload(self.0), kind) }),
                None => Value::Async(self.clone()),
            }),
            FORWARDED => match self.forwarded() {
                Some(Value::Async(target)) => target.resolve(),
                target => target.cloned(),
            },
            ERROR => self.error().cloned().map(Value::Error),
            _ => None,
        }
    }

    /// The kind of the payload, if it is a scalar.
    #[inline]
    fn scalar_kind(&self) -> Option<ScalarKind> {
        let code = self.header().flags.load(Relaxed) >> KIND_SHIFT;
        code.checked_sub(1).map(|code| ScalarKind::ALL[code as usize])
    }

    /// The bits of the payload, if it is there and a scalar of this kind; not looking through forwarding.
    #[inline]
    pub(crate) fn scalar_bits(&self, kind: ScalarKind) -> Option<u64> {
        let header = self.header();
        let is_kind = header.flags.load(Relaxed) >> KIND_SHIFT == kind as u32 + 1;
        if is_kind && header.state.load(Acquire) == CONCRETE {
            // SAFETY: a concrete cell of this kind holds such a scalar.
            Some(unsafe { load_bits(Header::payload(self.0), kind) })
        } else {
            None
        }
    }

    /// Calls `f` when the value is available: at once if it is, else on the thread that makes it so. Waiters are called
    /// last registered first.
    pub fn when_ready(&self, f: impl FnOnce() + Send + 'static) {
        unsafe fn run<F: FnOnce()>(data: *mut (), _: u64) -> u32 {
            // SAFETY: `data` is the box below, passed back once.
            let f = unsafe { Box::from_raw(data.cast::<F>()) };
            f();
            0
        }
        fn box_and_wait<F: FnOnce() + Send + 'static>(value: &AnyRef, f: F) {
            let data = Box::into_raw(Box::new(f));
            // SAFETY: `run` takes the box back, and is called once, by whichever of the two calls it.
            unsafe {
                if !value.wait(run::<F>, data.cast(), 0) {
                    run::<F>(data.cast(), 0);
                }
            }
        }
        if self.is_available() { f() } else { box_and_wait(self, f) }
    }

    /// Registers a waiter, or returns false if the value is available already.
    ///
    /// # Safety
    /// `run` may be called with `data` and `arg` once, on any thread.
    pub(crate) unsafe fn wait(&self, run: WaitFn, data: *mut (), arg: u64) -> bool {
        // SAFETY: by the contract.
        unsafe { self.wait_as(run, data, arg, false) }
    }

    /// Like [`AnyRef::wait`]; with `holder`, the waiter owns this reference and does nothing with it but drop it.
    ///
    /// # Safety
    /// As for [`AnyRef::wait`], and as said.
    #[inline]
    pub(crate) unsafe fn wait_as(&self, run: WaitFn, data: *mut (), arg: u64, holder: bool) -> bool {
        let header = self.header();
        let mut state = header.state.load(Acquire);
        if (1..=LAST_FINAL).contains(&state) {
            return false;
        }
        let waiter = Waiter { next: state as *mut Waiter, run, data, arg };
        let flags = header.flags.load(Relaxed);
        if flags & (UNSHARED | INLINE_WAITER) == UNSHARED && header.refs.load(Relaxed) == 2 {
            // Nobody else can see the cell: its task, which has the other reference, is held back on this thread.
            let node = header.inline.get().cast::<Waiter>();
            // SAFETY: as said.
            unsafe { node.write(waiter) };
            let sole = if holder { SOLE_WAITER } else { 0 };
            header.flags.store(flags | INLINE_WAITER | sole, Relaxed);
            header.state.store(node as usize, Relaxed);
            return true;
        }
        let inline =
            flags & INLINE_WAITER == 0 && header.flags.fetch_or(INLINE_WAITER, Relaxed) & INLINE_WAITER == 0;
        let node = if inline {
            let node = header.inline.get().cast::<Waiter>();
            // SAFETY: the flag gives this node to us alone.
            unsafe { node.write(waiter) };
            node
        } else {
            Box::into_raw(Box::new(waiter))
        };
        loop {
            // SAFETY: the node is ours until it is in the list.
            unsafe { (*node).next = state as *mut Waiter };
            match header.state.compare_exchange_weak(state, node as usize, Release, Acquire) {
                Ok(_) => return true,
                Err(now) if (1..=LAST_FINAL).contains(&now) => {
                    if !inline {
                        // SAFETY: made above, never published.
                        drop(unsafe { Box::from_raw(node) });
                    }
                    return false;
                }
                Err(now) => state = now,
            }
        }
    }

    /// A typed reference, if the payload (behind indirections) has this type and is there; else the value back.
    pub fn downcast<T: Send + Sync + 'static>(self) -> Result<AsyncRef<T>, AnyRef> {
        if !self.header().vtable.indirect {
            if self.header().vtable.type_id == TypeId::of::<T>() {
                return Ok(AsyncRef { any: self, payload: PhantomData });
            }
            return Err(self);
        }
        match self.forwarded() {
            Some(Value::Async(target)) if target.header().vtable.type_id == TypeId::of::<T>() => {
                Ok(AsyncRef { any: target.clone(), payload: PhantomData })
            }
            _ => Err(self),
        }
    }

    /// Where the cell is.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.0.as_ptr() as usize
    }

    #[inline]
    pub(crate) fn into_bits(self) -> u64 {
        let bits = self.0.as_ptr() as u64;
        forget(self);
        bits
    }

    /// # Safety
    /// `bits` came from [`AnyRef::into_bits`] and stands for one reference, which this takes over.
    #[inline]
    pub(crate) unsafe fn from_bits(bits: u64) -> AnyRef {
        // SAFETY: by the contract the pointer is that of a live cell.
        AnyRef(unsafe { NonNull::new_unchecked(bits as *mut Header) })
    }

    /// Borrows the reference that these bits stand for.
    ///
    /// # Safety
    /// `bits` came from [`AnyRef::into_bits`], and that reference lives as long as the borrow.
    #[inline]
    pub(crate) unsafe fn borrow_bits(bits: &u64) -> &AnyRef {
        // SAFETY: an `AnyRef` is a pointer and nothing else.
        unsafe { &*std::ptr::from_ref(bits).cast::<AnyRef>() }
    }

    /// Adds `count` references that the caller will account for.
    #[inline]
    pub(crate) fn add_refs(&self, count: u32) {
        self.header().refs.fetch_add(count, Relaxed);
    }
}

const _: () = assert!(size_of::<AnyRef>() == 8 && size_of::<Option<AnyRef>>() == 8);

/// # Safety
/// `at` is the address of a scalar of this kind.
unsafe fn load_bits(at: *const u8, kind: ScalarKind) -> u64 {
    // SAFETY: by the contract; scalars are plain data of these sizes.
    unsafe {
        match kind.size() {
            0 => 0,
            1 => u64::from(at.read()),
            2 => u64::from(at.cast::<u16>().read()),
            4 => u64::from(at.cast::<u32>().read()),
            // Complex numbers are only aligned to their parts.
            _ => at.cast::<u64>().read_unaligned(),
        }
    }
}

impl Clone for AnyRef {
    #[inline]
    fn clone(&self) -> AnyRef {
        self.header().refs.fetch_add(1, Relaxed);
        AnyRef(self.0)
    }
}

impl Drop for AnyRef {
    #[inline]
    fn drop(&mut self) {
        let refs = &self.header().refs;
        // The only reference: nobody can add another one meanwhile.
        if refs.load(Acquire) == 1 || refs.fetch_sub(1, Release) == 1 {
            fence(Acquire);
            // SAFETY: that was the last reference.
            unsafe { destroy(self.0) };
        }
    }
}

/// # Safety
/// There is no reference to the cell left.
#[inline(never)]
unsafe fn destroy(cell: NonNull<Header>) {
    // SAFETY: the cell is ours alone. A pending cell without references has lost its producer, which publishes before
    // it goes; so there are no waiters left, and the storage holds what the state says.
    unsafe {
        let vtable = cell.as_ref().vtable;
        let payload = Header::payload(cell);
        match cell.as_ref().state.load(Relaxed) {
            CONCRETE if cell.as_ref().flags.load(Relaxed) >> KIND_SHIFT != 0 => {}
            CONCRETE | FORWARDED => (vtable.drop_payload)(payload),
            ERROR => payload.cast::<Error>().drop_in_place(),
            _ => {}
        }
        pool::deallocate(cell.cast(), vtable.layout);
    }
    counters::async_values(-1);
}

impl std::fmt::Debug for AnyRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AnyRef({}, {:?})", self.payload_type_name(), self.state())
    }
}

/// A counted reference to an async value with a payload of type `T`.
pub struct AsyncRef<T> {
    any: AnyRef,
    payload: PhantomData<T>,
}

impl<T: Send + Sync + 'static> AsyncRef<T> {
    /// A value that is there.
    #[inline]
    pub fn available(payload: T) -> AsyncRef<T> {
        let cell =
            new_cell::<T>(VTableOf::<T>::VTABLE, kind_of::<T>(), CONCRETE, 1, MaybeUninit::new(payload));
        AsyncRef { any: AnyRef(cell.cast()), payload: PhantomData }
    }

    /// As [`Self::available`], for a payload that is best made where it stays.
    #[inline]
    pub fn available_from(payload: impl FnOnce() -> T) -> AsyncRef<T> {
        let cell = new_cell::<T>(VTableOf::<T>::VTABLE, kind_of::<T>(), CONCRETE, 1, MaybeUninit::uninit());
        // SAFETY: the cell is ours alone; its storage is uninitialized.
        unsafe { (&raw mut (*cell.as_ptr()).payload).cast::<T>().write(payload()) };
        AsyncRef { any: AnyRef(cell.cast()), payload: PhantomData }
    }

    /// A value that its producer, the promise, makes available later.
    pub fn promise() -> (Promise<T>, AsyncRef<T>) {
        let cell = new_cell::<T>(VTableOf::<T>::VTABLE, kind_of::<T>(), 0, 2, MaybeUninit::uninit()).cast();
        let any = AsyncRef { any: AnyRef(cell), payload: PhantomData };
        (Promise { cell: Some(AnyRef(cell)), payload: PhantomData }, any)
    }

    /// The payload, if it is there.
    pub fn get(&self) -> Option<&T> {
        self.any.get()
    }

    /// The payload for changing, if this is the only reference.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.any.get_mut()
    }

    /// The untyped reference.
    pub fn as_any(&self) -> &AnyRef {
        &self.any
    }

    /// The untyped reference, by move.
    pub fn into_any(self) -> AnyRef {
        self.any
    }
}

impl<T> std::ops::Deref for AsyncRef<T> {
    type Target = AnyRef;
    fn deref(&self) -> &AnyRef {
        &self.any
    }
}

impl<T> Clone for AsyncRef<T> {
    fn clone(&self) -> AsyncRef<T> {
        AsyncRef { any: self.any.clone(), payload: PhantomData }
    }
}

impl<T> std::fmt::Debug for AsyncRef<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.any.fmt(f)
    }
}

/// The unique producer of an async value. One that is dropped leaves an error.
pub struct Promise<T: Send + Sync + 'static> {
    cell: Option<AnyRef>,
    payload: PhantomData<T>,
}

impl<T: Send + Sync + 'static> Promise<T> {
    /// Makes the value available and calls its waiters.
    pub fn set(mut self, payload: T) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the unique producer; the storage is uninitialized before this.
            unsafe {
                Header::payload(cell.0).cast::<T>().write(payload);
                Header::publish(cell.0, CONCRETE);
            }
        }
    }

    /// Makes the value available as an error and calls its waiters.
    pub fn set_error(mut self, error: Error) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the unique producer.
            unsafe { publish_error(&cell, error) };
        }
    }

    /// Whether the value's only reference is this promise's: nobody will look at it.
    pub fn is_abandoned(&self) -> bool {
        self.cell.as_ref().is_none_or(|cell| cell.ref_count() == 1)
    }
}

/// # Safety
/// The caller is the unique producer of the pending cell and has not written its storage.
unsafe fn publish_error(cell: &AnyRef, error: Error) {
    // SAFETY: by the contract; the storage is large enough for an error.
    unsafe {
        Header::payload(cell.0).cast::<Error>().write(error);
        Header::publish(cell.0, ERROR);
    }
}

impl<T: Send + Sync + 'static> Drop for Promise<T> {
    fn drop(&mut self) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the unique producer and was not used.
            unsafe { publish_error(&cell, Error::internal("the producer of a value is gone")) };
        }
    }
}

impl<T: Send + Sync + 'static> std::fmt::Debug for Promise<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Promise<{}>", type_name::<T>())
    }
}

/// The unique producer of an indirect value. One that is dropped leaves an error.
#[derive(Debug)]
pub struct IndirectPromise {
    cell: Option<AnyRef>,
}

/// An indirect value: a placeholder that stands for another value once it is forwarded to it.
pub fn indirect() -> (IndirectPromise, AnyRef) {
    let cell = new_cell::<Indirect>(&INDIRECT, None, 0, 2, MaybeUninit::uninit()).cast();
    (IndirectPromise { cell: Some(AnyRef(cell)) }, AnyRef(cell))
}

impl IndirectPromise {
    /// Lets the value stand for `target`: at once if that is available, else as soon as it is.
    pub fn forward(mut self, target: Value) {
        let Some(cell) = self.cell.take() else { return };
        match target {
            Value::Async(target) => match target.state() {
                State::Error => {
                    let error = target
                        .error()
                        .cloned()
                        .unwrap_or_else(|| Error::internal("an error without a message"));
                    IndirectPromise { cell: Some(cell) }.set_error(error);
                }
                // An indirect target is left out, so that chains of them never grow.
                State::Concrete => match target.forwarded().cloned() {
                    Some(inner) => forward_to(cell, inner),
                    None => forward_to(cell, Value::Async(target)),
                },
                State::Pending => wait_and_forward(cell, target),
            },
            Value::Error(error) => IndirectPromise { cell: Some(cell) }.set_error(error),
            scalar @ Value::Scalar(..) => forward_to(cell, scalar),
        }
    }

    /// Makes the value available as an error.
    pub fn set_error(mut self, error: Error) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the unique producer.
            unsafe { publish_error(&cell, error) };
        }
    }

    /// Whether the value's only reference is this promise's: nobody will look at it.
    pub fn is_abandoned(&self) -> bool {
        self.cell.as_ref().is_none_or(|cell| cell.ref_count() == 1)
    }
}

/// Publishes an indirect cell whose target is available. The caller holds the cell's promise.
fn forward_to(cell: AnyRef, target: Value) {
    // SAFETY: callers have the promise, so they are the unique producer, and the storage is uninitialized.
    unsafe {
        Header::payload(cell.0).cast::<Indirect>().write(Indirect(target));
        Header::publish(cell.0, FORWARDED);
    }
}

fn wait_and_forward(cell: AnyRef, target: AnyRef) {
    unsafe fn run(cell: *mut (), target: u64) -> u32 {
        // SAFETY: both references were handed to the waiter, which runs once.
        let (cell, target) = unsafe { (AnyRef::from_bits(cell as u64), AnyRef::from_bits(target)) };
        forward_bounded(cell, target);
        0
    }
    let waited = target.clone();
    let (data, arg) = (cell.into_bits() as *mut (), target.into_bits());
    // SAFETY: `run` takes both references over and is called once.
    unsafe {
        if !waited.wait(run, data, arg) {
            run(data, arg);
        }
    }
}

thread_local! {
    /// Forwardings in progress on this thread, one inside the other, and those put off because there were too many.
    static FORWARDING: (Cell<u32>, RefCell<Vec<(AnyRef, AnyRef)>>) = const { (Cell::new(0), RefCell::new(Vec::new())) };
}

/// Forwards `cell` to `target`, which is available. A long chain of indirect values, each waiting for the next, becomes
/// available without a native stack as deep as the chain is long.
fn forward_bounded(cell: AnyRef, target: AnyRef) {
    const MAX_NESTING: u32 = 64;
    let forward = |cell, target| IndirectPromise { cell: Some(cell) }.forward(Value::Async(target));
    let mut now = Some((cell, target));
    // At the thread's end there is nobody to put it off for.
    let nesting = FORWARDING.try_with(|(nesting, put_off)| {
        if nesting.get() >= MAX_NESTING {
            put_off.borrow_mut().extend(now.take());
        }
        nesting.replace(nesting.get() + 1)
    });
    if let Some((cell, target)) = now {
        forward(cell, target);
    }
    let Ok(outer) = nesting else { return };
    if outer == 0 {
        while let Some((cell, target)) = FORWARDING.with(|(_, put_off)| put_off.borrow_mut().pop()) {
            forward(cell, target);
        }
    }
    FORWARDING.with(|(nesting, _)| nesting.set(outer));
}

impl Drop for IndirectPromise {
    fn drop(&mut self) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the unique producer and was not used.
            unsafe { publish_error(&cell, Error::internal("the producer of a value is gone")) };
        }
    }
}

/// Storage of a spawned task: its closure, then its result.
#[repr(C)]
union TaskStorage<F, T> {
    closure: ManuallyDrop<F>,
    payload: ManuallyDrop<T>,
    error: ManuallyDrop<Error>,
}

struct TaskVTable<F, T>(PhantomData<(F, T)>);

impl<F: FnOnce() -> Result<T, Error> + Send + 'static, T: Send + Sync + 'static> TaskVTable<F, T> {
    const VTABLE: &'static VTable = &VTable {
        type_id: TypeId::of::<T>(),
        type_name: type_name::<T>,
        layout: Layout::new::<AsyncCell<TaskStorage<F, T>>>(),
        drop_payload: drop_in_place::<T>,
        indirect: false,
    };
}

/// Makes a value whose producer is the closure: returns the task and the value. All of it is one allocation.
///
/// With `held_back`, the task stays on this thread (see [`deferred`](crate::queue)) until the value's waiter is
/// registered, and is handed to other threads with release order.
pub(crate) fn task_value<F, T>(f: F, held_back: bool) -> (Task, AsyncRef<T>)
where
    F: FnOnce() -> Result<T, Error> + Send + 'static,
    T: Send + Sync + 'static,
{
    unsafe fn run<F: FnOnce() -> Result<T, Error>, T>(data: *mut (), _: u64, drop_only: bool) {
        // SAFETY: `data` is the task's reference to the cell, passed back once.
        let cell = unsafe { AnyRef::from_bits(data as u64) };
        let storage = Header::payload(cell.0);
        // SAFETY: the closure was written when the task was made, and is read here only.
        let f = unsafe { storage.cast::<F>().read() };
        let result = if drop_only {
            drop(f);
            Err(Error::cancelled())
        } else {
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)) {
                Ok(result) => result,
                Err(panic) => Err(Error::internal(super::panic_message(&*panic))),
            }
        };
        // SAFETY: the task is the unique producer, and the closure is gone from the storage. The task's reference and
        // those that waiters leave are dropped together.
        unsafe {
            match result {
                Ok(payload) => {
                    storage.cast::<T>().write(payload);
                    let left = Header::publish_with(cell.0, CONCRETE);
                    let cell = ManuallyDrop::new(cell);
                    Header::drop_refs(cell.0, left + 1);
                }
                Err(error) => publish_error(&cell, error),
            }
        }
    }
    let storage = MaybeUninit::new(TaskStorage::<F, T> { closure: ManuallyDrop::new(f) });
    let cell: NonNull<Header> = new_cell(TaskVTable::<F, T>::VTABLE, kind_of::<T>(), 0, 2, storage).cast();
    if held_back {
        // SAFETY: the cell is ours alone.
        unsafe { cell.as_ref() }.flags.store(UNSHARED | kind_flags(kind_of::<T>()), Relaxed);
    }
    // SAFETY: the closure is `Send` and the task has one of the cell's two references.
    let task = unsafe { Task::from_raw(run::<F, T>, cell.as_ptr().cast(), 0) };
    (task, AsyncRef { any: AnyRef(cell), payload: PhantomData })
}

/// Ends the time in which a cell made with `held_back` is not shared.
///
/// # Safety
/// `data` is that of the cell's task, which has not run.
#[inline]
pub(crate) unsafe fn share_cell(data: *mut ()) {
    // SAFETY: by the contract the task has a reference.
    let flags = unsafe { &(*data.cast::<Header>()).flags };
    if flags.load(Relaxed) & (UNSHARED | INLINE_WAITER) == UNSHARED {
        flags.fetch_and(!UNSHARED, Relaxed);
    }
}

impl<T: Scalar> From<AsyncRef<T>> for Value {
    fn from(value: AsyncRef<T>) -> Value {
        Value::from_async(value.into_any())
    }
}
