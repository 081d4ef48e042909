//! `tf_buffer.h`: bytes with their deallocator.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::c_void;

use std::sync::LazyLock;

use tfrt_executor::output::{Severity, log};

use super::exports;
use crate::abi::TF_Buffer;
use crate::handles::Addresses;

/// The buffers that plugins hold.
static BUFFERS: LazyLock<Addresses<TF_Buffer>> = LazyLock::new(Addresses::new);

/// Frees bytes that [`fill`] allocated.
///
/// # Safety
/// `data` is null, or [`fill`] allocated as many bytes there, which are not used any more.
unsafe extern "C" fn free_bytes(data: *mut c_void, length: usize) {
    if !data.is_null() {
        // SAFETY: `fill` made them from a boxed slice of this length.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(data.cast::<u8>(), length)) });
    }
}

/// Puts the runtime's bytes into a buffer, whose former contents are freed.
///
/// # Safety
/// The buffer's contents are what its deallocator, if there is one, takes.
pub(crate) unsafe fn fill(buffer: &mut TF_Buffer, bytes: Vec<u8>) {
    // SAFETY: the caller says: the buffer's contents are what its deallocator, if there is one, takes.
    unsafe { clear(buffer) };
    let bytes = bytes.into_boxed_slice();
    buffer.length = bytes.len();
    buffer.data = Box::into_raw(bytes).cast::<c_void>();
    buffer.data_deallocator = Some(free_bytes);
}

/// Frees the contents.
///
/// # Safety
/// The buffer's contents are what its deallocator, if there is one, takes.
pub(crate) unsafe fn clear(buffer: &mut TF_Buffer) {
    if let Some(free) = buffer.data_deallocator.take() {
        // SAFETY: the caller says: the buffer's contents are what its deallocator, if there is one, takes.
        unsafe { free(buffer.data.cast_mut(), buffer.length) };
    }
    *buffer = TF_Buffer::EMPTY;
}

/// The bytes of a buffer; none for null or a length no memory has.
///
/// # Safety
/// `buffer` is null, or valid with `length` bytes at `data`, which stay as they are while the result is used.
pub(crate) unsafe fn bytes<'a>(buffer: *const TF_Buffer) -> &'a [u8] {
    // SAFETY: the caller says: `buffer` is null, or valid with `length` bytes at `data`, which stay as they are while the
    // result is used.
    unsafe {
        match buffer.as_ref() {
            Some(buffer) if !buffer.data.is_null() && buffer.length <= isize::MAX as usize => {
                std::slice::from_raw_parts(buffer.data.cast(), buffer.length)
            }
            _ => &[],
        }
    }
}

/// A new buffer with these bytes, to be deleted with `TF_DeleteBuffer`.
pub(crate) fn new_buffer(bytes: Vec<u8>) -> *mut TF_Buffer {
    let mut buffer = TF_Buffer::EMPTY;
    // SAFETY: an empty buffer has nothing to free.
    unsafe { fill(&mut buffer, bytes) };
    BUFFERS.give(buffer)
}

exports! {
    fn TF_NewBufferFromString(proto: *const c_void, length: usize) -> *mut TF_Buffer {
        let given = TF_Buffer { data: proto, length, data_deallocator: None };
        new_buffer(bytes(&given).to_vec())
    }

    fn TF_NewBuffer() -> *mut TF_Buffer {
        BUFFERS.give(TF_Buffer::EMPTY)
    }

    fn TF_DeleteBuffer(buffer: *mut TF_Buffer) {
        match BUFFERS.take(buffer, |buffer| std::mem::replace(buffer, TF_Buffer::EMPTY)) {
            Some(mut content) => clear(&mut content),
            None if buffer.is_null() => {}
            None => {
                let message = "a plugin deletes a buffer that it deleted before, or that is none; nothing is done";
                log(Severity::Error, file!(), line!(), message);
            }
        }
    }

    fn TF_GetBuffer(buffer: *mut TF_Buffer) -> TF_Buffer {
        buffer.as_ref().copied().unwrap_or(TF_Buffer::EMPTY)
    }
}
