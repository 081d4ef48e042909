//! The counter-based generator Philox4x32-10, and the conversion of its words to numbers.
//!
//! The generator is the one of Salmon, Moraes, Dror and Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3" (SC 2011): a block of
//! four 32-bit words is a function of a 128-bit counter and a 64-bit key, so any block can be computed on its own and the numbers
//! do not depend on the thread that computes them. Words become numbers as in TensorFlow, so that seeds give the same numbers
//! there and here: uniform numbers get random mantissa bits and the exponent of [1, 2), less one; normal ones are made of uniform
//! ones in pairs by Box and Muller's transform.

use half::{bf16, f16};
use tfrt_executor::tensor::Element;

/// A generator: the next block's counter, and the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Philox {
    counter: u128,
    key: [u32; 2],
}

fn halves(value: u64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}

impl Philox {
    /// The generator of an op with the attributes `seed` and `seed2`.
    pub(super) fn seeded(seed: u64, seed2: u64) -> Philox {
        Philox { counter: u128::from(seed2) << 64, key: halves(seed) }
    }

    /// The generator of an op that gets its two seeds as a tensor. They are mixed first: seeds that differ little give numbers that
    /// have nothing in common.
    pub(super) fn scrambled(seeds: [u64; 2]) -> Philox {
        const SCRAMBLE: [u32; 2] = [0x3ec8_f720, 0x0246_1e29];
        let counter = u128::from(seeds[1]) << 64 | u128::from(seeds[0]);
        let [a, b, c, d] = Philox { counter, key: SCRAMBLE }.block(0);
        Philox { counter: u128::from(d) << 96 | u128::from(c) << 64, key: [a, b] }
    }

    /// The generator with this key, at this counter.
    pub(crate) fn keyed(key: u64, [low, high]: [u64; 2]) -> Philox {
        Philox { counter: u128::from(high) << 64 | u128::from(low), key: halves(key) }
    }

    /// Key and counter.
    pub(super) fn parts(&self) -> (u64, [u64; 2]) {
        let key = u64::from(self.key[1]) << 32 | u64::from(self.key[0]);
        (key, [self.counter as u64, (self.counter >> 64) as u64])
    }

    /// The words one by one.
    pub(super) fn words(self) -> Words {
        Words { generator: self, block: 0, at: 4, words: [0; 4] }
    }

    /// The words one by one, after this many blocks.
    pub(super) fn words_after(mut self, blocks: u64) -> Words {
        self.skip(blocks);
        self.words()
    }

    /// Passes over this many blocks.
    pub(super) fn skip(&mut self, blocks: u64) {
        self.counter = self.counter.wrapping_add(u128::from(blocks));
    }

    /// The block that comes after this many.
    pub(crate) fn block(&self, after: u64) -> [u32; 4] {
        const MULTIPLIERS: [u64; 2] = [0xD251_1F53, 0xCD9E_8D57];
        const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
        let counter = self.counter.wrapping_add(u128::from(after));
        let ([mut a, mut b], [mut c, mut d]) = (halves(counter as u64), halves((counter >> 64) as u64));
        let mut key = self.key;
        for _ in 0..10 {
            let [low0, high0] = halves(MULTIPLIERS[0] * u64::from(a));
            let [low1, high1] = halves(MULTIPLIERS[1] * u64::from(c));
            (a, b, c, d) = (high1 ^ b ^ key[0], low1, high0 ^ d ^ key[1], low0);
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        [a, b, c, d]
    }
}

/// The words of a generator one by one.
#[derive(Clone, Debug)]
pub(super) struct Words {
    generator: Philox,
    block: u64,
    at: usize,
    words: [u32; 4],
}

impl Words {
    /// The next word.
    pub(super) fn word(&mut self) -> u32 {
        if self.at == 4 {
            (self.words, self.at) = (self.generator.block(self.block), 0);
            self.block += 1;
        }
        self.at += 1;
        self.words[self.at - 1]
    }

    /// A number in [0, 1), from the next two words.
    pub(super) fn double(&mut self) -> f64 {
        let (low, high) = (self.word(), self.word());
        uniform_f64(low, high)
    }

    /// A number in [0, 1), from the next word.
    pub(super) fn float(&mut self) -> f32 {
        uniform_f32(self.word())
    }

    /// The next two words as one.
    fn word_u64(&mut self) -> u64 {
        let (low, high) = (self.word(), self.word());
        u64::from(high) << 32 | u64::from(low)
    }

    /// A whole number below a limit, all alike. The words that are too many for that are passed over.
    pub(super) fn below(&mut self, limit: u32) -> u32 {
        below(limit.into(), u32::MAX.into(), || self.word().into()) as u32
    }

    /// As that, from two words.
    pub(super) fn below_u64(&mut self, limit: u64) -> u64 {
        below(limit, u64::MAX, || self.word_u64())
    }
}

/// A whole number below a limit from words, of which `most` is the largest.
fn below(limit: u64, most: u64, mut word: impl FnMut() -> u64) -> u64 {
    if limit.is_power_of_two() {
        return word() & (limit - 1);
    }
    if limit == 0 {
        return 0;
    }
    // Of the words from here on there are as many for each remainder.
    let first = most % limit + 1;
    loop {
        let word = word();
        if word >= first {
            return word % limit;
        }
    }
}

/// A dtype that normal numbers less than two standard deviations from the mean are drawn in.
///
/// The number of words that one takes is random, so they come in groups with words of their own.
pub(super) trait Truncated: Element {
    /// Numbers that are drawn from one group's words.
    const PER_GROUP: usize;
    /// Blocks of words that are a group's own.
    const BLOCKS_PER_GROUP: u64;

    /// Numbers of a group.
    fn truncated(words: &mut Words, out: &mut [Self]);
}

/// The largest distance of a truncated number from the mean.
const TRUNCATED: f32 = 2.0;

fn truncated_f32(words: &mut Words) -> [f32; 4] {
    let (mut values, mut count) = ([0.0; 4], 0);
    while count < 4 {
        let (radius, angle) = (words.word(), words.word());
        for value in normal_pair(radius, angle) {
            if value.abs() < TRUNCATED && count < 4 {
                values[count] = value;
                count += 1;
            }
        }
    }
    values
}

macro_rules! truncated_in_f32 {
    ($($ty:ty),*) => {$(
        impl Truncated for $ty {
            const PER_GROUP: usize = 4;
            const BLOCKS_PER_GROUP: u64 = 256;

            fn truncated(words: &mut Words, out: &mut [$ty]) {
                super::counter::narrowed(&truncated_f32(words), out);
            }
        }
    )*};
}

truncated_in_f32!(f32, f16, bf16);

impl Truncated for f64 {
    const PER_GROUP: usize = 2;
    const BLOCKS_PER_GROUP: u64 = 128;

    fn truncated(words: &mut Words, out: &mut [f64]) {
        let (mut values, mut count) = ([0.0; 2], 0);
        while count < 2 {
            let block = [words.word(), words.word(), words.word(), words.word()];
            let mut pair = [0.0; 2];
            <f64 as Draw>::normal(block, &mut pair);
            for value in pair {
                if value.abs() < f64::from(TRUNCATED) && count < 2 {
                    values[count] = value;
                    count += 1;
                }
            }
        }
        out.copy_from_slice(&values[..out.len()]);
    }
}

/// A dtype that random numbers are drawn in.
pub(super) trait Draw: Element {
    /// Numbers that one block of words gives.
    const PER_BLOCK: usize;

    /// Numbers in [0, 1), from a block, into the first [`Self::PER_BLOCK`] places.
    fn uniform(words: [u32; 4], out: &mut [Self]);

    /// Numbers of the standard normal distribution, likewise.
    fn normal(words: [u32; 4], out: &mut [Self]);
}

/// Uniform numbers below this are taken for it before their logarithm is.
const LEAST: f32 = 1.0e-7;

fn uniform_f32(word: u32) -> f32 {
    f32::from_bits(127 << 23 | word & 0x7f_ffff) - 1.0
}

fn uniform_f64(low: u32, high: u32) -> f64 {
    f64::from_bits(1023 << 52 | u64::from(low & 0xf_ffff) << 32 | u64::from(high)) - 1.0
}

/// Two normal numbers from two words.
fn normal_pair(radius: u32, angle: u32) -> [f32; 2] {
    let angle = 2.0 * std::f32::consts::PI * uniform_f32(angle);
    let radius = (-2.0 * uniform_f32(radius).max(LEAST).ln()).sqrt();
    [angle.sin() * radius, angle.cos() * radius]
}

/// Four normal numbers from a block, computed in `f32`.
fn normal_f32(words: [u32; 4]) -> [f32; 4] {
    let [[a, b], [c, d]] = [normal_pair(words[0], words[1]), normal_pair(words[2], words[3])];
    [a, b, c, d]
}

impl Draw for f32 {
    const PER_BLOCK: usize = 4;

    fn uniform(words: [u32; 4], out: &mut [f32]) {
        out.iter_mut().zip(words).for_each(|(out, word)| *out = uniform_f32(word));
    }

    fn normal(words: [u32; 4], out: &mut [f32]) {
        out.iter_mut().zip(normal_f32(words)).for_each(|(out, value)| *out = value);
    }
}

impl Draw for f64 {
    const PER_BLOCK: usize = 2;

    fn uniform([a, b, c, d]: [u32; 4], out: &mut [f64]) {
        out.iter_mut().zip([uniform_f64(a, b), uniform_f64(c, d)]).for_each(|(out, value)| *out = value);
    }

    fn normal([a, b, c, d]: [u32; 4], out: &mut [f64]) {
        let angle = 2.0 * std::f64::consts::PI * uniform_f64(c, d);
        let radius = (-2.0 * uniform_f64(a, b).max(1.0e-7).ln()).sqrt();
        out.iter_mut()
            .zip([angle.sin() * radius, angle.cos() * radius])
            .for_each(|(out, value)| *out = value);
    }
}

impl Draw for f16 {
    const PER_BLOCK: usize = 4;

    fn uniform(words: [u32; 4], out: &mut [f16]) {
        for (out, word) in out.iter_mut().zip(words) {
            *out = f16::from_bits(15 << 10 | (word & 0x3ff) as u16) - f16::ONE;
        }
    }

    fn normal(words: [u32; 4], out: &mut [f16]) {
        out.iter_mut().zip(normal_f32(words)).for_each(|(out, value)| *out = f16::from_f32(value));
    }
}

impl Draw for bf16 {
    const PER_BLOCK: usize = 4;

    fn uniform(words: [u32; 4], out: &mut [bf16]) {
        for (out, word) in out.iter_mut().zip(words) {
            *out = bf16::from_bits(127 << 7 | (word & 0x7f) as u16) - bf16::ONE;
        }
    }

    fn normal(words: [u32; 4], out: &mut [bf16]) {
        out.iter_mut().zip(normal_f32(words)).for_each(|(out, value)| *out = bf16::from_f32(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that the generator's authors publish: all zeros, all ones, and digits of pi.
    #[test]
    fn blocks_are_those_of_the_published_test_vectors() {
        let cases: [([u32; 4], [u32; 2], [u32; 4]); 3] = [
            ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ];
        for (counter, key, expected) in cases {
            let counter = counter.iter().rev().fold(0, |all, &word| all << 32 | u128::from(word));
            assert_eq!(Philox { counter, key }.block(0), expected);
        }
    }

    #[test]
    fn skipping_is_asking_for_a_later_block() {
        let mut skipped = Philox::scrambled([1, 2]);
        let start = skipped;
        skipped.skip(1 << 40);
        assert_eq!(skipped.block(3), start.block((1 << 40) + 3));
    }
}
