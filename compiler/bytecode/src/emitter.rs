//! Writes numbers and bytes, front to back.

use crate::section::{ALIGNED, PADDING, SectionId};

/// A part of a file that is being written.
#[derive(Clone, Debug, Default)]
pub struct Emitter {
    bytes: Vec<u8>,
    /// The alignment of its first byte.
    alignment: usize,
}

impl Emitter {
    /// An empty part.
    #[must_use]
    pub fn new() -> Emitter {
        Emitter { bytes: Vec::new(), alignment: 1 }
    }

    /// The bytes.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Writes a byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Changes a byte that was written.
    pub(crate) fn set_byte(&mut self, at: usize, byte: u8) {
        self.bytes[at] = byte;
    }

    /// Writes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes a number; see [`Cursor::varint`](crate::Cursor::varint).
    pub fn varint(&mut self, number: u64) {
        match (1..=8).find(|bytes| number >> (7 * bytes) == 0) {
            Some(bytes) => {
                let encoded = (u128::from(number) << 1 | 1) << (bytes - 1);
                self.bytes(&encoded.to_le_bytes()[..bytes]);
            }
            None => {
                self.byte(0);
                self.bytes(&number.to_le_bytes());
            }
        }
    }

    /// Writes a number with a sign.
    pub fn signed_varint(&mut self, number: i64) {
        self.varint((number << 1 ^ number >> 63) as u64);
    }

    /// Writes a number and a flag.
    pub fn varint_with_flag(&mut self, number: u64, flag: bool) {
        self.varint(number << 1 | u64::from(flag));
    }

    /// Writes a length.
    pub fn size(&mut self, size: usize) {
        self.varint(size as u64);
    }

    /// Pads to a multiple of `alignment`, which is a power of two.
    pub fn align(&mut self, alignment: usize) {
        self.alignment = self.alignment.max(alignment);
        while !self.bytes.len().is_multiple_of(alignment) {
            self.bytes.push(PADDING);
        }
    }

    /// Writes a section.
    pub(crate) fn section(&mut self, id: SectionId, section: &Emitter) {
        let is_aligned = section.alignment > 1;
        self.byte(id as u8 | if is_aligned { ALIGNED } else { 0 });
        self.size(section.len());
        if is_aligned {
            self.size(section.alignment);
            self.align(section.alignment);
        }
        self.bytes(&section.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cursor;

    #[test]
    fn numbers_survive() {
        let mut numbers: Vec<u64> = vec![0, u64::MAX];
        numbers.extend((0..64).flat_map(|bit| [(1u64 << bit) - 1, 1 << bit, (1 << bit) + 1]));
        let mut emitter = Emitter::new();
        for &number in &numbers {
            emitter.varint(number);
            emitter.signed_varint(number as i64);
            emitter.varint_with_flag(number >> 1, number & 1 == 0);
        }
        let bytes = emitter.into_bytes();
        let mut cursor = Cursor::new(&bytes, 0);
        for &number in &numbers {
            assert_eq!(cursor.varint(), Ok(number));
            assert_eq!(cursor.signed_varint(), Ok(number as i64));
            assert_eq!(cursor.varint_with_flag(), Ok((number >> 1, number & 1 == 0)));
        }
        assert!(cursor.is_empty());
        assert!(cursor.varint().is_err());
    }

    #[test]
    fn numbers_take_the_bytes_that_the_format_says() {
        for (number, bytes) in [
            (0, &[0x01][..]),
            (127, &[0xff]),
            (128, &[0x02, 0x02]),
            ((1 << 56) - 1, &[0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            (1 << 56, &[0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ] {
            let mut emitter = Emitter::new();
            emitter.varint(number);
            assert_eq!(emitter.into_bytes(), bytes);
        }
    }
}
