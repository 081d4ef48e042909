//! Integers of any width, as attributes hold them: a bit pattern and its width, no sign.

/// `width` bits. Bits above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApInt {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Bits {
    /// At most 64 bits.
    Small(u64),
    /// More than 64 bits: little-endian words, as many as the width needs.
    Large(Box<[u64]>),
}

fn mask(width: u32) -> u64 {
    match width {
        0 => 0,
        1..64 => (1 << width) - 1,
        _ => u64::MAX,
    }
}

impl ApInt {
    /// The low `width` bits of `value`, sign-extended if there are more than 64.
    pub fn from_i64(width: u32, value: i64) -> ApInt {
        if width <= 64 {
            return ApInt { width, bits: Bits::Small(value as u64 & mask(width)) };
        }
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut words = vec![fill; width.div_ceil(64) as usize];
        words[0] = value as u64;
        ApInt::from_words(width, &words)
    }

    /// The low `width` bits of `value`, zero-extended if there are more than 64.
    pub fn from_u64(width: u32, value: u64) -> ApInt {
        if width <= 64 {
            return ApInt { width, bits: Bits::Small(value & mask(width)) };
        }
        ApInt::from_words(width, &[value])
    }

    /// The low `width` bits of little-endian words; missing words are zero.
    pub fn from_words(width: u32, words: &[u64]) -> ApInt {
        if width <= 64 {
            return ApInt::from_u64(width, words.first().copied().unwrap_or(0));
        }
        let count = width.div_ceil(64) as usize;
        let mut all: Vec<u64> = words.iter().copied().take(count).collect();
        all.resize(count, 0);
        if !width.is_multiple_of(64) {
            all[count - 1] &= mask(width % 64);
        }
        ApInt { width, bits: Bits::Large(all.into()) }
    }

    /// The low `width` bits of little-endian bytes; missing bytes are zero.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> ApInt {
        let mut words = Vec::with_capacity(bytes.len().div_ceil(8));
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            words.push(u64::from_le_bytes(word));
        }
        ApInt::from_words(width, &words)
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The words, little-endian.
    pub fn words(&self) -> &[u64] {
        match &self.bits {
            Bits::Small(word) => std::slice::from_ref(word),
            Bits::Large(words) => words,
        }
    }

    /// `ceil(width / 8)` little-endian bytes.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.words().iter().flat_map(|w| w.to_le_bytes()).collect();
        bytes.truncate(self.width.div_ceil(8) as usize);
        bytes
    }

    /// The sign bit.
    pub fn is_negative(&self) -> bool {
        self.width > 0 && self.words()[(self.width as usize - 1) / 64] >> ((self.width - 1) % 64) & 1 == 1
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&w| w == 0)
    }

    /// The value read with a sign, if it fits.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.bits {
            Bits::Small(word) => {
                let shift = 64 - self.width.clamp(1, 64);
                Some(((word << shift) as i64) >> shift)
            }
            Bits::Large(words) => {
                let low = words[0] as i64;
                (ApInt::from_i64(self.width, low) == *self).then_some(low)
            }
        }
    }

    /// The value read without a sign, if it fits.
    pub fn as_u64(&self) -> Option<u64> {
        let words = self.words();
        words[1..].iter().all(|&w| w == 0).then_some(words[0])
    }

    /// The value with its sign changed, modulo `2^width`.
    pub fn negated(&self) -> ApInt {
        let mut carry = true;
        let words: Vec<u64> = self
            .words()
            .iter()
            .map(|w| {
                let (sum, overflow) = (!w).overflowing_add(u64::from(carry));
                carry = overflow;
                sum
            })
            .collect();
        ApInt::from_words(self.width, &words)
    }

    /// Decimal digits, with a minus sign if `signed` and negative.
    pub fn to_decimal(&self, signed: bool) -> String {
        if let Bits::Small(word) = self.bits {
            return if signed { self.as_i64().unwrap_or(0).to_string() } else { word.to_string() };
        }
        if signed && self.is_negative() {
            return format!("-{}", crate::bigint::BigUint::from_words(self.negated().words()));
        }
        crate::bigint::BigUint::from_words(self.words()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values_read_back() {
        assert_eq!(ApInt::from_i64(8, -1).as_i64(), Some(-1));
        assert_eq!(ApInt::from_i64(8, -1).as_u64(), Some(255));
        assert_eq!(ApInt::from_i64(1, 1).as_i64(), Some(-1));
        assert_eq!(ApInt::from_i64(64, i64::MIN).to_decimal(true), i64::MIN.to_string());
        assert_eq!(ApInt::from_i64(64, -1).to_decimal(false), u64::MAX.to_string());
        assert_eq!(ApInt::from_i64(0, 5).as_i64(), Some(0));
    }

    #[test]
    fn wide_values_read_back() {
        let minus_one = ApInt::from_i64(200, -1);
        assert_eq!(minus_one.as_i64(), Some(-1));
        assert_eq!(minus_one.as_u64(), None);
        assert_eq!(minus_one.to_decimal(true), "-1");
        assert_eq!(minus_one.to_le_bytes().len(), 25);
        assert_eq!(ApInt::from_le_bytes(200, &minus_one.to_le_bytes()), minus_one);
        let big = ApInt::from_words(128, &[0, 1]);
        assert_eq!(big.to_decimal(true), "18446744073709551616");
        assert_eq!(big.negated().to_decimal(true), "-18446744073709551616");
        assert_eq!(big.as_i64(), None);
    }
}
