//! Unsigned integers without bound: the few operations that reading and printing of wide integers and of floats
//! need.

use std::cmp::Ordering;
use std::fmt;

/// An unsigned integer. Little-endian words without leading zeros.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct BigUint(Vec<u64>);

impl BigUint {
    pub(crate) fn from_u64(value: u64) -> BigUint {
        BigUint::from_words(&[value])
    }

    pub(crate) fn from_words(words: &[u64]) -> BigUint {
        let mut n = BigUint(words.to_vec());
        n.trim();
        n
    }

    /// The number that ASCII digits spell; other bytes are not allowed.
    pub(crate) fn from_digits(digits: &[u8], radix: u64) -> BigUint {
        let digit = |d: u8| u64::from((d as char).to_digit(radix as u32).unwrap_or(0));
        if radix == 16 {
            // Sixteen digits are a word.
            let word = |digits: &[u8]| digits.iter().fold(0, |word, &d| word << 4 | digit(d));
            let words: Vec<u64> = digits.rchunks(16).map(word).collect();
            return BigUint::from_words(&words);
        }
        let mut n = BigUint::default();
        // As many digits at a time as fit a word.
        let step = 18;
        for chunk in digits.chunks(step) {
            let (mut value, mut scale) = (0, 1);
            for &d in chunk {
                value = value * radix + digit(d);
                scale *= radix;
            }
            n.mul_add(scale, value);
        }
        n
    }

    /// The digits `0` to `f`, without leading zeros.
    pub(crate) fn to_hex(&self) -> String {
        use fmt::Write as _;
        let mut digits = String::with_capacity(self.0.len() * 16);
        let mut words = self.0.iter().rev();
        // Writing to a string does not fail.
        let _ = write!(digits, "{:x}", words.next().copied().unwrap_or(0));
        for word in words {
            let _ = write!(digits, "{word:016x}");
        }
        digits
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Little-endian words without leading zeros.
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of bits up to the highest one set.
    pub(crate) fn bits(&self) -> u32 {
        self.0.last().map_or(0, |top| self.0.len() as u32 * 64 - top.leading_zeros())
    }

    pub(crate) fn bit(&self, at: u32) -> bool {
        self.0.get(at as usize / 64).is_some_and(|w| w >> (at % 64) & 1 == 1)
    }

    /// Whether any of the low `count` bits is set.
    pub(crate) fn any_below(&self, count: u32) -> bool {
        let whole = (count / 64) as usize;
        self.0.iter().take(whole).any(|&w| w != 0)
            || self.0.get(whole).is_some_and(|w| w & ((1u64 << (count % 64)) - 1) != 0)
    }

    /// `self = self * factor + add`
    pub(crate) fn mul_add(&mut self, factor: u64, add: u64) {
        let mut carry = u128::from(add);
        for word in &mut self.0 {
            let product = u128::from(*word) * u128::from(factor) + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        if carry != 0 {
            self.0.push(carry as u64);
        }
        self.trim();
    }

    /// `self = self * base^exp`
    pub(crate) fn mul_pow(&mut self, base: u64, mut exp: u32) {
        // The largest power of the base that fits a word.
        let (mut power, mut count) = (1u64, 0u32);
        while let Some(next) = power.checked_mul(base).filter(|_| base > 1) {
            power = next;
            count += 1;
        }
        while count > 0 && exp >= count {
            self.mul_add(power, 0);
            exp -= count;
        }
        for _ in 0..exp {
            self.mul_add(base, 0);
        }
    }

    /// Divides by `divisor`, which is not zero, and returns the remainder.
    pub(crate) fn div_rem_small(&mut self, divisor: u64) -> u64 {
        let mut rest = 0u128;
        for word in self.0.iter_mut().rev() {
            let value = rest << 64 | u128::from(*word);
            *word = (value / u128::from(divisor)) as u64;
            rest = value % u128::from(divisor);
        }
        self.trim();
        rest as u64
    }

    pub(crate) fn shl(&self, count: u32) -> BigUint {
        if self.is_zero() {
            return BigUint::default();
        }
        let (whole, part) = ((count / 64) as usize, count % 64);
        let mut words = vec![0; whole];
        let mut carry = 0;
        for &w in &self.0 {
            words.push(w << part | carry);
            carry = if part == 0 { 0 } else { w >> (64 - part) };
        }
        words.push(carry);
        let mut n = BigUint(words);
        n.trim();
        n
    }

    pub(crate) fn shr(&self, count: u32) -> BigUint {
        let (whole, part) = ((count / 64) as usize, count % 64);
        let words = self.0.get(whole..).unwrap_or(&[]);
        let mut n = BigUint(
            (0..words.len())
                .map(|i| {
                    let high = words.get(i + 1).filter(|_| part > 0).map_or(0, |w| w << (64 - part));
                    words[i] >> part | high
                })
                .collect(),
        );
        n.trim();
        n
    }

    /// `self -= other`; `other` must not be larger.
    pub(crate) fn sub(&mut self, other: &BigUint) {
        let mut borrow = false;
        for (i, word) in self.0.iter_mut().enumerate() {
            let (a, b1) = word.overflowing_sub(other.0.get(i).copied().unwrap_or(0));
            let (a, b2) = a.overflowing_sub(u64::from(borrow));
            *word = a;
            borrow = b1 | b2;
        }
        self.trim();
    }

    /// The low 128 bits.
    pub(crate) fn low_u128(&self) -> u128 {
        let word = |i: usize| u128::from(self.0.get(i).copied().unwrap_or(0));
        word(1) << 64 | word(0)
    }

    /// Decimal digits, least significant first; none for zero. Consumes the value.
    pub(crate) fn into_digits_reversed(mut self) -> Vec<u8> {
        let mut digits = Vec::with_capacity(self.0.len() * 20);
        while !self.is_zero() {
            let mut group = self.div_rem_small(10u64.pow(19));
            for _ in 0..19 {
                digits.push((group % 10) as u8);
                group /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits
    }
}

impl Ord for BigUint {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for BigUint {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for BigUint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String =
            self.clone().into_digits_reversed().iter().rev().map(|d| char::from(b'0' + d)).collect();
        f.write_str(if digits.is_empty() { "0" } else { &digits })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_go_both_ways() {
        for text in
            ["0", "7", "18446744073709551616", "340282366920938463463374607431768211456000000000000000000000"]
        {
            assert_eq!(BigUint::from_digits(text.as_bytes(), 10).to_string(), text);
        }
        assert_eq!(BigUint::from_digits(b"fFffffffffffffffff", 16).bits(), 72);
    }

    #[test]
    fn shifts_and_powers_agree() {
        let mut a = BigUint::from_u64(3);
        a.mul_pow(2, 200);
        assert_eq!(a, BigUint::from_u64(3).shl(200));
        assert_eq!(a.shr(199), BigUint::from_u64(6));
        assert!(!a.any_below(200) && a.any_below(201) && a.bit(201) && !a.bit(202));
        let mut b = a.clone();
        b.sub(&BigUint::from_u64(1));
        assert!(b < a && b.any_below(3));
        let mut c = BigUint::from_u64(1);
        c.mul_pow(5, 40);
        assert_eq!(c.to_string(), "9094947017729282379150390625");
    }
}
