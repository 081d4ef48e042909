//! Cells of async values: reference-counted, with a payload that becomes available once.
//!
//! A cell is a [`Life`], which says whether the value is available, and storage: for the payload (concrete), for the value
//! that it stands for (forwarded), or for an error. Only the unique producer ([`Promise`](super::Promise),
//! [`IndirectPromise`](super::IndirectPromise) or a spawned task) writes the storage, before it publishes; a reader that sees
//! the published state may read the storage.
//!
//! The payload's bytes hold the closure of a spawned task before publication: a task, its result and its waiter are one
//! allocation.

#![expect(unsafe_code, reason = "shared cells with a hand-made life cycle")]

use super::{
    AsyncRef, Error, ScalarKind, Value, counters,
    life::{CONCRETE, ERROR, FORWARDED, Holds, Life, OWN_FLAGS, PENDING, WaitFn},
    pool::{self, Class},
};
use std::{
    alloc::Layout,
    any::{TypeId, type_name},
    cell::UnsafeCell,
    marker::PhantomData,
    mem::{ManuallyDrop, MaybeUninit, forget, offset_of},
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::{NonNull, with_exposed_provenance_mut},
};

/// Flags from this bit on: 1 + the kind of the payload's scalar, 0 for other payloads.
const KIND_SHIFT: u32 = OWN_FLAGS;

/// The flags of cells with a payload of this kind.
pub(super) const fn kind_flags(kind: Option<ScalarKind>) -> u32 {
    match kind {
        Some(kind) => (kind as u32 + 1) << KIND_SHIFT,
        None => 0,
    }
}

pub(super) struct VTable {
    pub(super) type_id: TypeId,
    pub(super) type_name: fn() -> &'static str,
    pub(super) class: Class,
    /// Where the payload is in the cell.
    pub(super) payload: usize,
    /// Drops the payload at this address.
    pub(super) drop_payload: unsafe fn(*mut u8),
    pub(super) indirect: bool,
}

#[repr(C)]
pub(super) struct Header {
    pub(super) life: Life,
    vtable: &'static VTable,
}

#[repr(C)]
pub(super) struct AsyncCell<T> {
    header: Header,
    pub(super) payload: UnsafeCell<Storage<T>>,
}

/// A payload, or the error in its place.
#[repr(C)]
pub(super) union Storage<T> {
    payload: ManuallyDrop<T>,
    error: ManuallyDrop<Error>,
}

/// Payload type of indirect cells; never constructed.
pub(super) struct Indirect(pub(super) Value);

/// # Safety
/// There is a `T` at this address, which is not used any more.
pub(super) unsafe fn drop_in_place<T>(payload: *mut u8) {
    // SAFETY: the caller passes the address of a live `T`.
    unsafe { payload.cast::<T>().drop_in_place() }
}

pub(super) struct VTableOf<T>(PhantomData<T>);

impl<T: Send + Sync + 'static> VTableOf<T> {
    pub(super) const VTABLE: &'static VTable = &VTable {
        type_id: TypeId::of::<T>(),
        type_name: type_name::<T>,
        class: Class::of(Layout::new::<AsyncCell<T>>()),
        payload: offset_of!(AsyncCell<T>, payload),
        drop_payload: drop_in_place::<T>,
        indirect: false,
    };
}

pub(super) static INDIRECT: VTable = VTable {
    type_id: TypeId::of::<Indirect>(),
    type_name: type_name::<Indirect>,
    class: Class::of(Layout::new::<AsyncCell<Indirect>>()),
    payload: offset_of!(AsyncCell<Indirect>, payload),
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
#[repr(transparent)]
pub struct AnyRef(pub(super) NonNull<Header>);

// SAFETY: payloads are `Send + Sync`, all shared state is atomic or written before publication only.
unsafe impl Send for AnyRef {}
// SAFETY: payloads are `Send + Sync`, all shared state is atomic or written before publication only.
unsafe impl Sync for AnyRef {}

/// Makes a pending cell with two references, whose payload is still to be written.
///
/// No generic function, so that it is compiled where the caches are known: a kernel of another crate would take a detour.
#[inline]
pub(super) fn new_pending(vtable: &'static VTable, flags: u32) -> NonNull<Header> {
    counters::async_values(1);
    let cell: NonNull<Header> = pool::allocate(vtable.class).cast();
    // SAFETY: the memory is fresh and has the cell's layout.
    unsafe { cell.write(Header { life: Life::new(PENDING, 2, flags), vtable }) };
    cell
}

/// Frees a cell whose payload is gone, or needs no destructor.
///
/// # Safety
/// All references to the cell are the caller's; the vtable is its own.
pub(super) unsafe fn free_cell(cell: NonNull<Header>, vtable: &'static VTable) {
    // SAFETY: the caller holds all references, so nothing uses the cell afterwards; `pool::allocate`
    // allocated it with its vtable's class.
    unsafe { pool::deallocate(cell.cast(), vtable.class) };
    counters::async_values(-1);
}

#[inline]
pub(super) fn new_cell<T>(
    vtable: &'static VTable,
    flags: u32,
    state: usize,
    refs: u32,
    payload: MaybeUninit<T>,
) -> NonNull<AsyncCell<T>> {
    counters::async_values(1);
    let cell: NonNull<AsyncCell<T>> =
        pool::allocate(const { Class::of(Layout::new::<AsyncCell<T>>()) }).cast();
    // SAFETY: the memory is fresh and has the cell's layout; an uninitialized payload stays so until it is published.
    unsafe {
        let at = cell.as_ptr();
        (&raw mut (*at).header).write(Header { life: Life::new(state, refs, flags), vtable });
        (&raw mut (*at).payload).cast::<MaybeUninit<T>>().write(payload);
    }
    cell
}

impl Header {
    #[inline]
    pub(super) fn payload(this: NonNull<Header>) -> *mut u8 {
        // SAFETY: every header is the start of a cell of its vtable's layout, which the payload lies within.
        unsafe { this.as_ptr().cast::<u8>().add(this.as_ref().vtable.payload) }
    }

    #[inline]
    pub(super) fn life(this: NonNull<Header>) -> NonNull<Life> {
        // SAFETY: the life is a field of the header, so its address is not null; no reference is made.
        unsafe { NonNull::new_unchecked(&raw mut (*this.as_ptr()).life) }
    }

    /// Publishes and runs the waiters.
    ///
    /// # Safety
    /// The caller is the cell's unique producer, has written the payload that goes with the state, and keeps a
    /// reference while this runs.
    #[inline]
    pub(super) unsafe fn publish(this: NonNull<Header>, state: usize) {
        // SAFETY: the caller is the unique producer, has written the payload, and keeps a reference, so the
        // cell stays alive. The `left` references are those that the waiters gave up; with the caller's the
        // count stays above zero.
        unsafe {
            let left = Life::publish(Header::life(this), state);
            if left > 0 {
                Life::drop_refs(Header::life(this), left);
            }
        }
    }

    /// Publishes, runs the waiters, and drops the caller's reference.
    ///
    /// # Safety
    /// As for [`Header::publish`]; the reference is not used any more.
    #[inline]
    pub(super) unsafe fn publish_and_drop(this: NonNull<Header>, state: usize) {
        // SAFETY: the caller is the unique producer, has written the payload, and holds a reference until
        // `drop_refs`. `drop_refs` says whether this was the last reference; then nothing else uses the cell,
        // and `destroy` may free it.
        unsafe {
            let left = Life::publish(Header::life(this), state);
            if Life::drop_refs(Header::life(this), left + 1) {
                destroy(this);
            }
        }
    }
}

impl AnyRef {
    #[inline]
    fn header(&self) -> &Header {
        // SAFETY: the reference keeps the cell alive.
        unsafe { self.0.as_ref() }
    }

    #[inline]
    fn life(&self) -> &Life {
        &self.header().life
    }

    /// Pending, concrete or error.
    #[inline]
    pub fn state(&self) -> State {
        match self.life().state() {
            CONCRETE | FORWARDED => State::Concrete,
            ERROR => State::Error,
            _ => State::Pending,
        }
    }

    /// Whether the value is published, as a payload or as an error.
    #[inline]
    pub fn is_available(&self) -> bool {
        self.state() != State::Pending
    }

    /// Bytes of the cell itself.
    pub(crate) fn cell_bytes(&self) -> usize {
        self.header().vtable.class.bytes()
    }

    /// The number of references to the cell itself.
    #[inline]
    pub fn ref_count(&self) -> u32 {
        self.life().refs()
    }

    /// Whether this is the only reference, looking through forwarding: nothing else can see the payload.
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
    pub(super) fn forwarded(&self) -> Option<&Value> {
        if self.life().state() != FORWARDED {
            return None;
        }
        // SAFETY: a forwarded cell is an indirect one and holds its target, unchanged from now on.
        Some(unsafe { &(*Header::payload(self.0).cast::<Indirect>()).0 })
    }

    /// The error, if the value is one.
    pub fn error(&self) -> Option<&Error> {
        match self.life().state() {
            // SAFETY: the state says what the storage holds, and it does not change any more.
            ERROR => Some(unsafe { &*Header::payload(self.0).cast::<Error>() }),
            _ => None,
        }
    }

    /// Where the payload is, if it is there and of this type. The pointer may read and write as far as references allow it: it does not
    /// come from a shared reference.
    #[inline]
    fn payload_at<T: 'static>(&self) -> Option<*mut T> {
        match self.life().state() {
            CONCRETE if self.header().vtable.type_id == TypeId::of::<T>() => {
                Some(Header::payload(self.0).cast())
            }
            FORWARDED => self.forwarded_payload_at::<T>(),
            _ => None,
        }
    }

    /// The payload of the value that an indirect one stands for. Apart from [`Self::payload_at`], which is inlined everywhere.
    #[cold]
    fn forwarded_payload_at<T: 'static>(&self) -> Option<*mut T> {
        match self.forwarded() {
            Some(Value::Async(target)) => target.payload_at(),
            _ => None,
        }
    }

    /// The payload, if it is there and of this type.
    #[inline]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        // SAFETY: `payload_at` found an available payload of type `T`, and this reference keeps it alive. Only `get_mut` gives
        // mutable access, and it requires the only reference to the cell.
        self.payload_at::<T>().map(|payload| unsafe { &*payload })
    }

    /// The payload for changing, if it is there, of this type, and this is the only reference.
    pub fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        if !self.is_unique() {
            return None;
        }
        // SAFETY: the payload is there, and the only reference to it is borrowed mutably. The count was read with acquire order, so
        // what others did before they dropped theirs is visible.
        self.payload_at::<T>().map(|payload| unsafe { &mut *payload })
    }

    /// The content of the value, once it is available: a scalar's bits, the concrete cell behind indirections, or the error.
    pub fn resolve(&self) -> Option<Value> {
        match self.life().state() {
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
        let code = self.life().flags() >> KIND_SHIFT;
        code.checked_sub(1).map(|code| ScalarKind::ALL[code as usize])
    }

    /// Whether the payload is, or will be, a scalar of this kind; not looking through forwarding.
    #[inline]
    pub(crate) fn is_of_kind(&self, kind: ScalarKind) -> bool {
        self.life().flags() >> KIND_SHIFT == kind as u32 + 1
    }

    /// The bits of the payload, if it is there and a scalar of this kind; not looking through forwarding.
    #[inline]
    pub(crate) fn scalar_bits(&self, kind: ScalarKind) -> Option<u64> {
        if self.is_of_kind(kind) && self.life().state() == CONCRETE {
            // SAFETY: a concrete cell of this kind holds such a scalar.
            Some(unsafe { load_bits(Header::payload(self.0), kind) })
        } else {
            None
        }
    }

    /// Calls `f` when the value is available: at once if it is, else on the thread that makes it so. Waiters are called
    /// last registered first. A panic of one that had to wait ends with it, so that the others are called.
    pub fn when_ready(&self, f: impl FnOnce() + Send + 'static) {
        /// # Safety
        /// `data` is the address of a boxed `F` that was given up for this call.
        unsafe fn run<F: FnOnce()>(data: *mut (), _: u64, _: Option<u64>) -> u32 {
            // SAFETY: `data` is the box below, passed back once.
            let f = unsafe { Box::from_raw(data.cast::<F>()) };
            // The hook for panics has reported it; there is no caller to pass it on to.
            let _ = catch_unwind(AssertUnwindSafe(f));
            0
        }
        fn box_and_wait<F: FnOnce() + Send + 'static>(value: &AnyRef, f: F) {
            let data = Box::into_raw(Box::new(f));
            // SAFETY: `run` takes the box back, and is called once, by whichever of the two calls it.
            unsafe {
                if !value.wait(run::<F>, data.cast(), 0) {
                    run::<F>(data.cast(), 0, None);
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
        // SAFETY: the caller says that `run` may be called with `data` and `arg` once, on any thread;
        // `Holds::No` claims no reference for the waiter.
        unsafe { self.wait_as(run, data, arg, Holds::No) }
    }

    /// Like [`AnyRef::wait`], by a waiter that may own this reference.
    ///
    /// # Safety
    /// As for [`AnyRef::wait`]; if `holds` says so, the reference is the waiter's own.
    #[inline]
    pub(crate) unsafe fn wait_as(&self, run: WaitFn, data: *mut (), arg: u64, holds: Holds) -> bool {
        // SAFETY: the caller says that `run` may be called with `data` and `arg` once, on any thread, and that the
        // waiter holds the reference that `holds` states.
        unsafe { self.life().wait(run, data, arg, holds) }
    }

    /// Registers a waiter that holds this reference and takes the bits of a scalar of this kind, if only the value's task, which
    /// is held back, can see the value.
    ///
    /// # Safety
    /// As for [`AnyRef::wait_as`].
    #[inline(always)]
    pub(crate) unsafe fn wait_alone(&self, run: WaitFn, data: *mut (), arg: u64, kind: ScalarKind) -> bool {
        // SAFETY: the caller says that `run` may be called with `data` and `arg` once, on any thread, and
        // that the waiter holds a reference to this value; `is_of_kind` has found that the value is a scalar
        // of this kind, whose bits the waiter takes.
        self.is_of_kind(kind) && unsafe { self.life().wait_alone(run, data, arg, Holds::ReferenceForBits) }
    }

    /// Marks the value as visible to this thread alone until its task is shared, if there is no third reference. The caller holds the
    /// task back.
    #[inline(always)]
    pub(crate) fn hide(&self) {
        self.life().hide();
    }

    /// A typed reference, if the payload (behind indirections) has this type and is there; else the value back.
    pub fn downcast<T: Send + Sync + 'static>(self) -> Result<AsyncRef<T>, AnyRef> {
        if !self.header().vtable.indirect {
            if self.header().vtable.type_id == TypeId::of::<T>() {
                return Ok(AsyncRef::of(self));
            }
            return Err(self);
        }
        match self.forwarded() {
            Some(Value::Async(target)) if target.header().vtable.type_id == TypeId::of::<T>() => {
                Ok(AsyncRef::of(target.clone()))
            }
            _ => Err(self),
        }
    }

    /// Where the cell is.
    #[inline]
    pub(crate) fn address(&self) -> usize {
        self.0.as_ptr().addr()
    }

    /// The bits that stand for this reference in a register: its address, as which the cell can be found again
    /// ([`AnyRef::from_bits`], [`AnyRef::borrow_bits`]).
    #[inline]
    pub(crate) fn bits(&self) -> u64 {
        self.0.as_ptr().expose_provenance() as u64
    }

    /// Gives the reference up for its bits.
    #[inline]
    pub(crate) fn into_bits(self) -> u64 {
        let bits = self.bits();
        forget(self);
        bits
    }

    /// Takes over the reference that these bits stand for.
    ///
    /// # Safety
    /// `bits` are those of a reference that was given up ([`AnyRef::into_bits`], or [`AnyRef::bits`] and forgotten); nothing else takes
    /// that reference over or uses it.
    #[inline]
    pub(crate) unsafe fn from_bits(bits: u64) -> AnyRef {
        // SAFETY: the reference that the caller passes keeps the cell, so the address is not null.
        AnyRef(unsafe { NonNull::new_unchecked(with_exposed_provenance_mut(bits as usize)) })
    }

    /// Borrows the reference that these bits stand for.
    ///
    /// # Safety
    /// `bits` are those of a reference, which is neither dropped nor taken over during `'a`.
    #[inline]
    pub(crate) unsafe fn borrow_bits<'a>(bits: u64) -> Borrowed<'a> {
        // SAFETY: the reference keeps the cell, so the address is not null.
        let cell = unsafe { NonNull::new_unchecked(with_exposed_provenance_mut(bits as usize)) };
        Borrowed { cell, reference: PhantomData }
    }

    /// Gives the reference up for a pointer to its cell.
    #[inline]
    pub(crate) fn into_raw(self) -> *mut () {
        ManuallyDrop::new(self).0.as_ptr().cast()
    }

    /// Takes over the reference that this pointer stands for.
    ///
    /// # Safety
    /// `cell` came from [`AnyRef::into_raw`], or is that of a cell one of whose references the caller has; that reference passes to what
    /// this returns.
    #[inline]
    pub(crate) unsafe fn from_raw(cell: *mut ()) -> AnyRef {
        // SAFETY: the caller's reference keeps the cell, so the pointer is not null.
        AnyRef(unsafe { NonNull::new_unchecked(cell.cast()) })
    }

    /// Adds `count` references that the caller will account for.
    #[inline]
    pub(crate) fn add_refs(&self, count: u32) {
        self.life().add_refs(count);
    }
}

const _: () = assert!(size_of::<AnyRef>() == 8 && size_of::<Option<AnyRef>>() == 8);

/// A reference borrowed from another owner during `'a`: a register of a program, for example, where it is bits.
///
/// It is used as `&AnyRef` is.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Borrowed<'a> {
    cell: NonNull<Header>,
    reference: PhantomData<&'a AnyRef>,
}

// SAFETY: it is no more than a shared reference to an `AnyRef`, which is `Sync`.
unsafe impl Send for Borrowed<'_> {}
// SAFETY: it is no more than a shared reference to an `AnyRef`, and a reference to that gives no more access.
unsafe impl Sync for Borrowed<'_> {}

impl<'a> Borrowed<'a> {
    /// The payload, if it is there and of this type.
    #[inline]
    pub fn get<T: 'static>(self) -> Option<&'a T> {
        // SAFETY: `payload_at` found an available payload of type `T`. The borrowed reference keeps it alive during `'a`, and mutable
        // access to the payload requires a mutable borrow of that reference.
        self.payload_at::<T>().map(|payload| unsafe { &*payload })
    }
}

impl std::ops::Deref for Borrowed<'_> {
    type Target = AnyRef;

    #[inline]
    fn deref(&self) -> &AnyRef {
        // SAFETY: both are the address of the cell and nothing else, and the reference lives as long as `self`.
        unsafe { &*std::ptr::from_ref(self).cast::<AnyRef>() }
    }
}

impl<'a> From<&'a AnyRef> for Borrowed<'a> {
    #[inline]
    fn from(reference: &'a AnyRef) -> Borrowed<'a> {
        Borrowed { cell: reference.0, reference: PhantomData }
    }
}

impl std::fmt::Debug for Borrowed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

/// # Safety
/// `at` is the address of a scalar of this kind.
#[inline(always)]
pub(super) unsafe fn load_bits(at: *const u8, kind: ScalarKind) -> u64 {
    // SAFETY: the caller says that an initialized scalar of this kind is at `at`, aligned; every kind's bits
    // fit the integer of its size.
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
        self.life().add_refs(1);
        AnyRef(self.0)
    }
}

impl Drop for AnyRef {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this reference is gone; if it was the last one, so is the cell.
        unsafe {
            if Life::drop_refs(Header::life(self.0), 1) {
                destroy(self.0);
            }
        }
    }
}

/// # Safety
/// There is no reference to the cell left.
#[inline(never)]
unsafe fn destroy(cell: NonNull<Header>) {
    // SAFETY: the count is zero, so nothing else accesses the cell. A pending cell without references has lost its
    // producer, which publishes before it is dropped; so there are no waiters left, and the storage holds what the
    // state says.
    unsafe {
        let vtable = cell.as_ref().vtable;
        let payload = Header::payload(cell);
        match cell.as_ref().life.state() {
            CONCRETE if cell.as_ref().life.flags() >> KIND_SHIFT != 0 => {}
            CONCRETE | FORWARDED => (vtable.drop_payload)(payload),
            ERROR => payload.cast::<Error>().drop_in_place(),
            _ => {}
        }
        pool::deallocate(cell.cast(), vtable.class);
    }
    counters::async_values(-1);
}

impl std::fmt::Debug for AnyRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AnyRef({}, {:?})", self.payload_type_name(), self.state())
    }
}
