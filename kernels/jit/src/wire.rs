//! Encoding of numbers and strings in code files. Little-endian; lengths come first.

/// Writes.
#[derive(Debug, Default)]
pub struct Writer(pub Vec<u8>);

impl Writer {
    /// A byte.
    pub fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    /// 32 bits.
    pub fn word(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    /// 64 bits.
    pub fn long(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// A length of something in memory.
    pub fn length(&mut self, value: usize) {
        self.word(u32::try_from(value).unwrap_or(u32::MAX));
    }

    /// Bytes.
    pub fn bytes(&mut self, value: &[u8]) {
        self.length(value.len());
        self.0.extend(value);
    }

    /// Words.
    pub fn words(&mut self, values: &[u32]) {
        self.length(values.len());
        values.iter().for_each(|&value| self.word(value));
    }
}

/// Reads; `None` where there is no more.
#[derive(Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// A byte.
    pub fn byte(&mut self) -> Option<u8> {
        self.0.split_off_first().copied()
    }

    /// 32 bits.
    pub fn word(&mut self) -> Option<u32> {
        let (&bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(bytes))
    }

    /// 64 bits.
    pub fn long(&mut self) -> Option<u64> {
        let (&bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(bytes))
    }

    /// The number of entries that follow, each of at least so many bytes: no more than there are bytes for.
    pub fn count(&mut self, least: usize) -> Option<usize> {
        let count = self.word()? as usize;
        (count.checked_mul(least)? <= self.0.len()).then_some(count)
    }

    /// Bytes.
    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.count(1)?;
        self.0.split_off(..count)
    }

    /// A string.
    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    /// Words.
    pub fn words(&mut self) -> Option<Vec<u32>> {
        let count = self.count(4)?;
        (0..count).map(|_| self.word()).collect()
    }
}
