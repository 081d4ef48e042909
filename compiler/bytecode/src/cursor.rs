//! Reads numbers and bytes of a part of a file, front to back.

use crate::error::BytecodeError;

/// A position in a part of a file.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    data: &'a [u8],
    at: usize,
    /// The start of the part in the file.
    base: usize,
}

impl<'a> Cursor<'a> {
    /// The start of a part that begins at the byte `base` of its file.
    #[must_use]
    pub fn new(data: &'a [u8], base: usize) -> Cursor<'a> {
        Cursor { data, at: 0, base }
    }

    /// The byte of the file that is next.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.base + self.at
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.at == self.data.len()
    }

    /// The number of bytes left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.data.len() - self.at
    }

    /// An error at the next byte.
    pub fn error(&self, message: impl Into<String>) -> BytecodeError {
        BytecodeError::at(self.offset(), message)
    }

    /// The next byte.
    ///
    /// # Errors
    /// Nothing is left.
    pub fn byte(&mut self) -> Result<u8, BytecodeError> {
        let byte = self.data.get(self.at).copied().ok_or_else(|| self.cut_off(1))?;
        self.at += 1;
        Ok(byte)
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], BytecodeError> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.data.len());
        let end = end.ok_or_else(|| self.cut_off(count))?;
        let bytes = &self.data[self.at..end];
        self.at = end;
        Ok(bytes)
    }

    /// The next `count` bytes as a part of their own.
    ///
    /// # Errors
    /// Fewer are left.
    pub fn part(&mut self, count: usize) -> Result<Cursor<'a>, BytecodeError> {
        let base = self.offset();
        Ok(Cursor::new(self.bytes(count)?, base))
    }

    /// All bytes that are left.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = &self.data[self.at..];
        self.at = self.data.len();
        rest
    }

    /// The bytes up to the next null byte, which is taken too.
    ///
    /// # Errors
    /// The part has no null byte.
    pub fn null_terminated(&mut self) -> Result<&'a [u8], BytecodeError> {
        let rest = &self.data[self.at..];
        let length = rest.iter().position(|&byte| byte == 0);
        let length =
            length.ok_or_else(|| self.error("malformed null-terminated string, no null character found"))?;
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// A number: as many zeros stand in the low bits of the first byte as bytes follow it.
    ///
    /// # Errors
    /// The part ends within it.
    pub fn varint(&mut self) -> Result<u64, BytecodeError> {
        let first = self.byte()?;
        let mut bytes = [0; 8];
        match first.trailing_zeros() as usize {
            8 => {
                bytes.copy_from_slice(self.bytes(8)?);
                Ok(u64::from_le_bytes(bytes))
            }
            more => {
                bytes[0] = first;
                bytes[1..=more].copy_from_slice(self.bytes(more)?);
                Ok(u64::from_le_bytes(bytes) >> (more + 1))
            }
        }
    }

    /// A number with a sign.
    ///
    /// # Errors
    /// The part ends within it.
    pub fn signed_varint(&mut self) -> Result<i64, BytecodeError> {
        let number = self.varint()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A number whose lowest bit is a flag.
    ///
    /// # Errors
    /// The part ends within it.
    pub fn varint_with_flag(&mut self) -> Result<(u64, bool), BytecodeError> {
        let number = self.varint()?;
        Ok((number >> 1, number & 1 == 1))
    }

    /// A number that fits `usize`.
    ///
    /// # Errors
    /// The part ends within it, or it does not fit.
    pub fn size(&mut self) -> Result<usize, BytecodeError> {
        let at = self.offset();
        let number = self.varint()?;
        usize::try_from(number).map_err(|_| BytecodeError::at(at, format!("the size {number} is too large")))
    }

    /// The number of items that follow, of which each takes a byte at least.
    ///
    /// # Errors
    /// The part ends within it, or is shorter than so many items.
    pub fn count(&mut self, of: &str) -> Result<usize, BytecodeError> {
        let at = self.offset();
        let number = self.varint()?;
        self.checked_count(number, at, of)
    }

    /// As [`count`](Self::count), with a flag.
    ///
    /// # Errors
    /// As there.
    pub fn count_with_flag(&mut self, of: &str) -> Result<(usize, bool), BytecodeError> {
        let at = self.offset();
        let (number, flag) = self.varint_with_flag()?;
        Ok((self.checked_count(number, at, of)?, flag))
    }

    fn checked_count(&self, number: u64, at: usize, of: &str) -> Result<usize, BytecodeError> {
        let count = usize::try_from(number).ok().filter(|&count| count <= self.len());
        count.ok_or_else(|| {
            BytecodeError::at(at, format!("{number} {of} in a part that has {} bytes left", self.len()))
        })
    }

    /// Takes the padding up to the next byte of the file whose offset is a multiple of `alignment`.
    ///
    /// # Errors
    /// The alignment is no power of two, or something else than padding stands there.
    pub fn align(&mut self, alignment: u64) -> Result<(), BytecodeError> {
        if !alignment.is_power_of_two() || alignment > 1 << 20 {
            return Err(self.error(format!("the alignment {alignment} is no power of two of at most 2^20")));
        }
        while !(self.offset() as u64).is_multiple_of(alignment) {
            let padding = self.byte()?;
            if padding != crate::section::PADDING {
                return Err(BytecodeError::at(
                    self.offset() - 1,
                    format!("expected alignment byte (0xCB), but got: '0x{padding:X}'"),
                ));
            }
        }
        Ok(())
    }

    /// # Errors
    /// Something is left.
    pub fn expect_end(&self, of: &str) -> Result<(), BytecodeError> {
        match self.len() {
            0 => Ok(()),
            left => Err(self.error(format!("{left} bytes behind the end of {of}"))),
        }
    }

    #[cold]
    fn cut_off(&self, wanted: usize) -> BytecodeError {
        self.error(format!("attempting to read {wanted} bytes when only {} remain", self.len()))
    }
}
