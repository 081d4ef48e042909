//! Numbers of `f16` and of `f32`, each as the other: exactly, and rounded to the nearest, to even on a tie.
//!
//! The functions have no branches, so that loops over them become vectors, and give the bits that instructions of processors give, also of NaN.
#![expect(unsafe_code, reason = "functions are compiled for instructions that the processor must have")]

use super::cpu::multiversioned;

/// The exponents of `f32` beyond those of `f16`, as a power of two.
const BEYOND: f32 = f32::from_bits((127 + 112) << 23);

/// The number of an `f16`.
#[inline(always)]
pub fn widened(half: u16) -> f32 {
    let bits = u32::from(half);
    let size = (bits & 0x7fff) << 13;
    // Also of numbers that are no normal ones.
    let number = (f32::from_bits(size) * BEYOND).to_bits();
    let is_nan = size > 0x0f80_0000;
    // Infinity, and NaN, which is quiet.
    let special = size | 0x7f80_0000 | if is_nan { 0x0040_0000 } else { 0 };
    let size = if size >= 0x0f80_0000 { special } else { number };
    f32::from_bits(size | (bits & 0x8000) << 16)
}

/// The nearest `f16` of a number.
#[inline(always)]
pub fn narrowed(number: f32) -> u16 {
    // The units of numbers that are no normal ones in the lowest bit of this one.
    const SMALL: f32 = 0.5;
    let bits = number.to_bits();
    let size = bits & 0x7fff_ffff;
    let small = (f32::from_bits(size) + SMALL).to_bits().wrapping_sub(SMALL.to_bits());
    let last = size >> 13 & 1;
    let normal = size.wrapping_sub(112 << 23).wrapping_add(0x0fff + last) >> 13;
    let finite = if size < 113 << 23 { small } else { normal };
    let special = if size > 0x7f80_0000 { 0x7e00 | size >> 13 & 0x3ff } else { 0x7c00 };
    let half = if size >= 0x4780_0000 { special } else { finite };
    half as u16 | (bits >> 16 & 0x8000) as u16
}

multiversioned! {
    /// The numbers of the elements, as far as both lists go.
    pub fn widen(from: &[u16], to: &mut [f32]) {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = widened(from);
        }
    }

    /// The nearest elements of numbers that have a relative error of this size at most, as far as both lists go; whether all of the errors do
    /// not matter. Where one does, there is any element on one side of the number.
    pub fn narrow_within(from: &[f32], error: f32, to: &mut [u16]) -> bool {
        let mut differ = 0;
        for (to, &from) in to.iter_mut().zip(from) {
            *to = narrowed(from * (1.0 - error));
            differ |= *to ^ narrowed(from * (1.0 + error));
        }
        differ == 0
    }
}

#[cfg(test)]
mod tests {
    use half::f16;

    use super::*;

    #[test]
    fn all_elements_are_numbers_and_back() {
        let all: Vec<u16> = (0..=u16::MAX).collect();
        let mut numbers = vec![0.0; all.len()];
        widen(&all, &mut numbers);
        for (&bits, number) in all.iter().zip(numbers) {
            let expected = f16::from_bits(bits).to_f32();
            assert_eq!(number.to_bits(), expected.to_bits(), "{bits:#x}");
            assert_eq!(narrowed(number), f16::from_f32(number).to_bits(), "{bits:#x}");
        }
    }

    #[test]
    fn numbers_become_the_nearest_elements() {
        // Around each element, and in the middle between it and the next one.
        for bits in 0..0x7c00u16 {
            let (low, high) = (f16::from_bits(bits).to_f32(), f16::from_bits(bits + 1).to_f32());
            let middle = if high.is_finite() { low / 2.0 + high / 2.0 } else { 65520.0 };
            for near in [low, middle].map(f32::to_bits) {
                for bits in near.saturating_sub(2)..near + 3 {
                    for number in [f32::from_bits(bits), -f32::from_bits(bits)] {
                        assert_eq!(narrowed(number), f16::from_f32(number).to_bits(), "{number}");
                    }
                }
            }
        }
        for bits in (0..=u32::MAX).step_by(65_521) {
            let number = f32::from_bits(bits);
            assert_eq!(narrowed(number), f16::from_f32(number).to_bits(), "{number}");
        }
    }

    #[test]
    fn an_error_matters_near_the_middle_between_two_elements() {
        let mut to = [0; 3];
        assert!(narrow_within(&[1.0, -2.5, f32::INFINITY], 1e-6, &mut to));
        assert_eq!(to.map(f16::from_bits), [f16::ONE, f16::from_f32(-2.5), f16::INFINITY]);
        assert!(!narrow_within(&[1.0, 1.0 + 2f32.powi(-11), 2.0], 1e-6, &mut to));
    }
}
