//! References to async values with a known payload type.

#![expect(unsafe_code, reason = "a payload may be made where it will lie")]

use super::{
    AnyRef, Promise, Scalar, Value,
    cell::{VTableOf, kind_flags, new_cell},
    life::{CONCRETE, PENDING},
    scalar::kind_of,
};
use std::{marker::PhantomData, mem::MaybeUninit};

/// A counted reference to an async value with a payload of type `T`.
pub struct AsyncRef<T> {
    any: AnyRef,
    payload: PhantomData<T>,
}

impl<T: Send + Sync + 'static> AsyncRef<T> {
    /// The reference, typed. The cell's payload has this type.
    #[inline]
    pub(super) fn of(any: AnyRef) -> AsyncRef<T> {
        AsyncRef { any, payload: PhantomData }
    }

    /// A value that is there.
    #[inline]
    pub fn available(payload: T) -> AsyncRef<T> {
        let cell = new_cell(
            VTableOf::<T>::VTABLE,
            kind_flags(kind_of::<T>()),
            CONCRETE,
            1,
            MaybeUninit::new(payload),
        );
        AsyncRef { any: AnyRef(cell.cast()), payload: PhantomData }
    }

    /// As [`Self::available`], for a payload that is best made where it stays. Inlined, since what the payload is made of would be
    /// copied through memory several times otherwise.
    #[inline(always)]
    pub fn available_from(payload: impl FnOnce() -> T) -> AsyncRef<T> {
        let cell = new_cell::<T>(
            VTableOf::<T>::VTABLE,
            kind_flags(kind_of::<T>()),
            CONCRETE,
            1,
            MaybeUninit::uninit(),
        );
        // SAFETY: `new_cell` returned the cell with one reference, so nothing else accesses it; the payload's
        // storage is uninitialized and has `T`'s layout.
        unsafe { (&raw mut (*cell.as_ptr()).payload).cast::<T>().write(payload()) };
        AsyncRef { any: AnyRef(cell.cast()), payload: PhantomData }
    }

    /// A value that its producer, the promise, makes available later.
    pub fn promise() -> (Promise<T>, AsyncRef<T>) {
        let cell = new_cell::<T>(
            VTableOf::<T>::VTABLE,
            kind_flags(kind_of::<T>()),
            PENDING,
            2,
            MaybeUninit::uninit(),
        )
        .cast();
        let any = AsyncRef { any: AnyRef(cell), payload: PhantomData };
        (Promise::of(AnyRef(cell)), any)
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

impl<T: Scalar> From<AsyncRef<T>> for Value {
    fn from(value: AsyncRef<T>) -> Value {
        Value::from_async(value.into_any())
    }
}
