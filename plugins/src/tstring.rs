//! `TF_TString`: the 24 bytes that hold, or refer to, a byte string.
//!
//! Four forms, which the two low bits of the first byte distinguish: up to 22 bytes in place; more in memory of `malloc`; an
//! offset from the string's own address; a view of another owner's bytes. Plugins have the same code inlined from their
//! headers, so memory must come from, and go to, the C library.

#![expect(unsafe_code, reason = "strings in the layout of C")]

/// Bytes that fit in place.
const SMALL_CAPACITY: usize = 22;

const SMALL: usize = 0;
const LARGE: usize = 1;
const OFFSET: usize = 2;
const VIEW: usize = 3;
const KIND: usize = 3;

/// `TF_TString`. The words are read by kind: the size with the kind in its two low bits; then capacity and address of a
/// large string, or address and owner of a view.
#[derive(Debug)]
#[repr(C, align(8))]
pub struct TString {
    words: [usize; 3],
}

const _: () =
    assert!(size_of::<TString>() == 24 && align_of::<TString>() == 8 && cfg!(target_endian = "little"));

impl Default for TString {
    fn default() -> Self {
        TString::EMPTY
    }
}

impl TString {
    /// The empty string.
    pub const EMPTY: TString = TString { words: [0; 3] };

    /// A view of bytes that outlive it.
    pub fn view(bytes: &[u8]) -> TString {
        TString { words: [bytes.len() << 2 | VIEW, bytes.as_ptr().addr(), 0] }.with_address(bytes.as_ptr())
    }

    /// Keeps the provenance of an address that is stored as a word.
    fn with_address(self, address: *const u8) -> TString {
        address.expose_provenance();
        self
    }

    /// The kind: 0 small, 1 large, 2 offset, 3 view.
    pub fn kind(&self) -> i32 {
        (self.words[0] & KIND) as i32
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        match self.words[0] & KIND {
            SMALL => (self.words[0] & 0xff) >> 2,
            OFFSET => (self.words[0] as u32 >> 2) as usize,
            _ => self.words[0] >> 2,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that fit without new memory; none for what refers to the memory of others.
    pub fn capacity(&self) -> usize {
        match self.words[0] & KIND {
            SMALL => SMALL_CAPACITY,
            LARGE => self.words[1],
            _ => 0,
        }
    }

    /// The address of the bytes.
    pub fn data(&self) -> *const u8 {
        let start = (&raw const *self).cast::<u8>();
        match self.words[0] & KIND {
            SMALL => start.wrapping_add(1),
            LARGE => std::ptr::with_exposed_provenance(self.words[2]),
            OFFSET => start.wrapping_add(self.words[0] >> 32),
            _ => std::ptr::with_exposed_provenance(self.words[1]),
        }
    }

    /// The bytes.
    ///
    /// # Safety
    /// The string is what its form says: the memory that it refers to holds as many bytes.
    pub unsafe fn bytes(&self) -> &[u8] {
        let (data, length) = (self.data(), self.len());
        if length == 0 || data.is_null() || length > isize::MAX as usize {
            return &[];
        }
        // SAFETY: the caller says: the string is what its form says: the memory that it refers to holds as many bytes.
        unsafe { std::slice::from_raw_parts(data, length) }
    }

    /// Frees the memory that the string owns, and makes it empty.
    ///
    /// # Safety
    /// The memory of a large string is of `malloc` and is its own.
    pub unsafe fn clear(&mut self) {
        if self.words[0] & KIND == LARGE {
            // SAFETY: the caller says: the memory of a large string is of `malloc` and is its own.
            unsafe { libc::free(std::ptr::with_exposed_provenance_mut(self.words[2])) };
        } else if self.words[0] & KIND == VIEW && self.words[2] != 0 {
            let owner: *mut Owner = std::ptr::with_exposed_provenance_mut(self.words[2]);
            // SAFETY: a view's owner outlives the view, which gives up its share of it here.
            if let Some(release) = unsafe { (*owner).release } {
                // SAFETY: the function takes its own struct.
                unsafe { release(owner) };
            }
        }
        *self = TString::EMPTY;
    }

    /// A string with a copy of these bytes; empty when there is no memory for it.
    pub fn copy_of(bytes: &[u8]) -> TString {
        let mut string = TString::EMPTY;
        if bytes.len() <= SMALL_CAPACITY {
            // SAFETY: the string has room for `SMALL_CAPACITY` bytes after its first.
            unsafe {
                let start = (&raw mut string).cast::<u8>();
                start.write((bytes.len() << 2 | SMALL) as u8);
                start.add(1).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            }
            return string;
        }
        let capacity = (bytes.len() + 1).next_multiple_of(16) - 1;
        // SAFETY: `malloc` gives null or room for the bytes and a NUL.
        unsafe {
            let memory = libc::malloc(capacity + 1).cast::<u8>();
            if memory.is_null() {
                return string;
            }
            memory.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
            memory.add(bytes.len()).write(0);
            string.words = [bytes.len() << 2 | LARGE, capacity, memory.expose_provenance()];
        }
        string
    }
}

/// The owner of a view's bytes.
#[repr(C)]
struct Owner {
    retain: Option<unsafe extern "C" fn(*mut Owner)>,
    release: Option<unsafe extern "C" fn(*mut Owner) -> bool>,
    object: *mut std::ffi::c_void,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_keep_their_bytes_in_every_form() {
        for length in [0, 1, 21, 22, 23, 100, 4096] {
            let bytes: Vec<u8> = (0..length).map(|i| i as u8).collect();
            let mut copy = TString::copy_of(&bytes);
            let view = TString::view(&bytes);
            assert_eq!((copy.kind(), view.kind()), (i32::from(length > 22), 3));
            // SAFETY: both refer to memory that is alive.
            unsafe {
                assert_eq!(copy.bytes(), bytes);
                assert_eq!(view.bytes(), bytes);
                assert!(copy.capacity() >= length);
                copy.clear();
            }
            assert!(copy.is_empty());
        }
    }
}
