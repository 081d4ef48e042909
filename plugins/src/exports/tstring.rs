//! `tf_tstring.h`.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_char, c_int};

use super::exports;
use crate::tstring::TString;

/// Bytes that a plugin names by address and size; none for null or a size no memory has.
///
/// # Safety
/// `bytes` is null or points to `size` bytes that do not change during `'a`.
unsafe fn slice<'a>(bytes: *const c_char, size: usize) -> &'a [u8] {
    if bytes.is_null() || size > isize::MAX as usize {
        return &[];
    }
    // SAFETY: the caller passes valid bytes.
    unsafe { std::slice::from_raw_parts(bytes.cast(), size) }
}

exports! {
    fn TF_StringInit(string: *mut TString) {
        if !string.is_null() {
            string.write(TString::EMPTY);
        }
    }

    fn TF_StringCopy(to: *mut TString, bytes: *const c_char, size: usize) {
        if let Some(to) = to.as_mut() {
            // The bytes may be those of the string itself.
            let copy = TString::copy_of(slice(bytes, size));
            to.clear();
            *to = copy;
        }
    }

    fn TF_StringAssignView(to: *mut TString, bytes: *const c_char, size: usize) {
        if let Some(to) = to.as_mut() {
            to.clear();
            *to = TString::view(slice(bytes, size));
        }
    }

    fn TF_StringGetDataPointer(string: *const TString) -> *const c_char {
        string.as_ref().map_or(std::ptr::null(), |string| string.data().cast())
    }

    fn TF_StringGetType(string: *const TString) -> c_int {
        string.as_ref().map_or(0, TString::kind)
    }

    fn TF_StringGetSize(string: *const TString) -> usize {
        string.as_ref().map_or(0, TString::len)
    }

    fn TF_StringGetCapacity(string: *const TString) -> usize {
        string.as_ref().map_or(0, TString::capacity)
    }

    fn TF_StringDealloc(string: *mut TString) {
        if let Some(string) = string.as_mut() {
            string.clear();
        }
    }
}
