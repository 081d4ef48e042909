//! Memory of the host for checks, and byte patterns that identify their origin.

#![expect(unsafe_code, reason = "reads and writes memory that a wrong device may still write to")]

use std::ffi::c_void;

use super::target::Outcome;

/// Memory of the host that stays for ever, as a stream may still write to it.
#[derive(Clone, Copy)]
pub(super) struct Host {
    data: *mut u8,
    len: usize,
}

// SAFETY: every access is volatile, and only compares the values, so any thread may make it.
unsafe impl Send for Host {}

impl Host {
    /// `len` bytes, `offset` bytes behind an address that is a multiple of 64.
    pub(super) fn new(len: usize, offset: usize) -> Host {
        let words = vec![[0u64; 8]; (len + offset).div_ceil(64) + 2];
        let start = words.leak().as_mut_ptr().cast::<u8>();
        let data = start.wrapping_add(start.align_offset(64)).wrapping_add(offset);
        Host { data, len }
    }

    /// Memory of the host that a plugin gave, for as long as it is not given back.
    pub(super) fn of_plugin(data: *mut u8, len: usize) -> Host {
        Host { data, len }
    }

    /// As [`Self::new`], with these bytes.
    pub(super) fn with(bytes: &[u8], offset: usize) -> Host {
        let host = Host::new(bytes.len(), offset);
        for (i, &byte) in bytes.iter().enumerate() {
            // SAFETY: `i` is below the length of the block, which has room for all of `bytes`.
            unsafe { host.data.add(i).write_volatile(byte) };
        }
        host
    }

    /// Sets all bytes.
    pub(super) fn fill(&self, byte: u8) {
        for i in 0..self.len {
            // SAFETY: `i` is below the length of the block.
            unsafe { self.data.add(i).write_volatile(byte) };
        }
    }

    /// The number of bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn bytes(&self) -> Vec<u8> {
        // SAFETY: within the block, which is never freed.
        (0..self.len).map(|i| unsafe { self.data.add(i).read_volatile() }).collect()
    }

    pub(super) fn pointer(&self) -> *mut c_void {
        self.data.cast()
    }
}

/// Bytes that tell where they come from.
pub(super) fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len)
        .map(|i| (i.wrapping_mul(167) ^ (i >> 8).wrapping_mul(59) ^ seed.wrapping_mul(31)) as u8)
        .collect()
}

/// The first difference of two byte strings.
pub(super) fn compare(expected: &[u8], got: &[u8]) -> Outcome {
    match expected.iter().zip(got).position(|(a, b)| a != b) {
        None if expected.len() == got.len() => Ok(()),
        None => Err(format!("{} bytes came, not {}", got.len(), expected.len())),
        Some(at) => {
            Err(format!("byte {at} of {} is {:#04x}, not {:#04x}", expected.len(), got[at], expected[at]))
        }
    }
}
