//! Integers of any width, as in attributes: a bit pattern and its width, without a sign.
//!
//! An integer stores only the words that its value needs when it is read as signed, so a small value of a type that
//! is a megabyte wide is small.

use crate::bigint::BigUint;

/// Integers with more bits than this are printed, and must be written, in hexadecimal.
pub const MAX_DECIMAL_BITS: u32 = 1 << 16;

/// `width` bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ApInt {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Bits {
    /// At most 64 bits; bits above the width are zero.
    Small(u64),
    /// More than 64 bits: little-endian words, at least one and as few as give the value when the last one's sign is
    /// extended to the width.
    Large(Box<[u64]>),
}

fn mask(width: u32) -> u64 {
    match width {
        0 => 0,
        1..64 => (1 << width) - 1,
        _ => u64::MAX,
    }
}

/// The word that continues a number whose last word is this one.
fn sign_fill(last: u64) -> u64 {
    ((last as i64) >> 63) as u64
}

impl ApInt {
    /// The low `width` bits of `value`, sign-extended if there are more than 64.
    pub fn from_i64(width: u32, value: i64) -> ApInt {
        let bits = match width {
            0..=64 => Bits::Small(value as u64 & mask(width)),
            _ => Bits::Large([value as u64].into()),
        };
        ApInt { width, bits }
    }

    /// The low `width` bits of `value`, zero-extended if there are more than 64.
    pub fn from_u64(width: u32, value: u64) -> ApInt {
        ApInt::from_words(width, &[value])
    }

    /// The low `width` bits of little-endian words; missing words are zero.
    pub fn from_words(width: u32, words: &[u64]) -> ApInt {
        let mut words = words.to_vec();
        words.push(0);
        ApInt::from_signed_words(width, words)
    }

    /// The low `width` bits of little-endian words, of which the last one's sign goes on.
    fn from_signed_words(width: u32, mut words: Vec<u64>) -> ApInt {
        if width <= 64 {
            let low = words.first().copied().unwrap_or(0);
            return ApInt { width, bits: Bits::Small(low & mask(width)) };
        }
        let count = width.div_ceil(64) as usize;
        if words.len() >= count {
            words.truncate(count);
            let unused = (64 - width % 64) % 64;
            if let Some(last) = words.last_mut() {
                *last = ((*last << unused) as i64 >> unused) as u64;
            }
        }
        while let [.., before, last] = words[..]
            && last == sign_fill(before)
        {
            words.pop();
        }
        ApInt { width, bits: Bits::Large(words.into()) }
    }

    /// The low `width` bits of little-endian bytes; missing bytes are zero.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> ApInt {
        let mut words = Vec::with_capacity(bytes.len().div_ceil(8) + 1);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            words.push(u64::from_le_bytes(word));
        }
        words.push(0);
        ApInt::from_signed_words(width, words)
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// `ceil(width / 8)` little-endian bytes; bits above the width are zero.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let size = self.width.div_ceil(8) as usize;
        match &self.bits {
            Bits::Small(word) => word.to_le_bytes()[..size].to_vec(),
            Bits::Large(words) => {
                let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
                bytes.resize(size, sign_fill(*words.last().unwrap_or(&0)) as u8);
                if let Some(last) = bytes.last_mut().filter(|_| !self.width.is_multiple_of(8)) {
                    *last &= mask(self.width % 8) as u8;
                }
                bytes
            }
        }
    }

    /// The sign bit.
    pub fn is_negative(&self) -> bool {
        match &self.bits {
            Bits::Small(word) => self.width > 0 && word >> (self.width - 1) & 1 == 1,
            Bits::Large(words) => words.last().is_some_and(|w| sign_fill(*w) != 0),
        }
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(word) => *word == 0,
            Bits::Large(words) => words.iter().all(|&w| w == 0),
        }
    }

    /// The value read with a sign, if it fits.
    pub fn as_i64(&self) -> Option<i64> {
        match &self.bits {
            Bits::Small(word) => {
                let shift = 64 - self.width.clamp(1, 64);
                Some(((word << shift) as i64) >> shift)
            }
            Bits::Large(words) => match words[..] {
                [low] => Some(low as i64),
                _ => None,
            },
        }
    }

    /// The value read without a sign, if it fits.
    pub fn as_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Small(word) => Some(*word),
            Bits::Large(words) => match words[..] {
                [low] if sign_fill(low) == 0 => Some(low),
                [low, 0] => Some(low),
                _ => None,
            },
        }
    }

    /// The value with its sign changed, modulo `2^width`.
    pub fn negated(&self) -> ApInt {
        ApInt::from_signed_words(self.width, self.negated_words())
    }

    /// The value with its sign changed, with a word to spare.
    fn negated_words(&self) -> Vec<u64> {
        let words = match &self.bits {
            Bits::Small(word) => std::slice::from_ref(word),
            Bits::Large(words) => words,
        };
        let mut carry = true;
        let fill = match &self.bits {
            Bits::Small(_) => 0,
            Bits::Large(_) => words.last().map_or(0, |w| sign_fill(*w)),
        };
        words
            .iter()
            .copied()
            .chain([fill])
            .map(|w| {
                let (sum, overflow) = (!w).overflowing_add(u64::from(carry));
                carry = overflow;
                sum
            })
            .collect()
    }

    /// Decimal digits, with a minus sign if `signed` and negative. Integers of more than [`MAX_DECIMAL_BITS`] are in hexadecimal, behind `0x`: the time that
    /// decimal digits take grows with the square of their number.
    pub fn to_decimal(&self, signed: bool) -> String {
        fn digits(value: BigUint) -> String {
            match value.bits() <= MAX_DECIMAL_BITS {
                true => value.to_string(),
                false => format!("0x{}", value.to_hex()),
            }
        }
        match &self.bits {
            Bits::Small(word) if !signed => word.to_string(),
            Bits::Small(_) => self.as_i64().unwrap_or(0).to_string(),
            Bits::Large(words) if !self.is_negative() => digits(BigUint::from_words(words)),
            Bits::Large(_) if signed => format!("-{}", digits(BigUint::from_words(&self.negated_words()))),
            Bits::Large(_) => {
                let mut bytes = self.to_le_bytes();
                bytes.resize(bytes.len().next_multiple_of(8), 0);
                let words: Vec<u64> = bytes
                    .chunks_exact(8)
                    .map(|c| c.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b)))
                    .collect();
                digits(BigUint::from_words(&words))
            }
        }
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
        assert_eq!(ApInt::from_words(65, &[0, 1]).to_decimal(true), "-18446744073709551616");
        assert_eq!(ApInt::from_words(65, &[0, 1]).to_decimal(false), "18446744073709551616");
        assert_eq!(ApInt::from_words(65, &[0, 1]).negated(), ApInt::from_words(65, &[0, 1]));
        assert_eq!(ApInt::from_words(65, &[5, 1]).to_le_bytes(), [5, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(ApInt::from_u64(100, u64::MAX).as_u64(), Some(u64::MAX));
        assert_eq!(ApInt::from_u64(100, u64::MAX).as_i64(), None);
        assert_eq!(ApInt::from_i64(100, 7), ApInt::from_words(100, &[7, 0, 1 << 40]));
        for width in [8, 64, 65, 100, 128, 129] {
            for value in [0, 1, -1, 77, -77, i64::from(i8::MIN)] {
                let n = ApInt::from_i64(width, value);
                assert_eq!(n.as_i64(), Some(value));
                assert_eq!(ApInt::from_le_bytes(width, &n.to_le_bytes()), n, "{value} in {width} bits");
                assert_eq!(n.negated().negated(), n);
                assert_eq!(n.to_decimal(true), value.to_string());
            }
        }
    }
}
