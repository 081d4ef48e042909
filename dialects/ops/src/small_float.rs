//! Floats of 4 to 8 bits: what their bits mean, and rounding to them.
//!
//! Tensors of them do not exist: programs with such element types compute in `f32`, which has all their numbers, and round after each
//! function. Rounding is to the nearest, to even on a tie. Numbers beyond the largest become infinite where the format has infinities,
//! NaN where it has none but NaN, and the largest number where it has neither.

use crate::Elementwise;

/// The meaning of the bits with the largest exponent, and the sign of zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    /// Infinities and NaN, as in the formats of IEEE.
    Ieee,
    /// NaN where all bits but the sign are set; no infinities.
    Nan,
    /// NaN in the place of negative zero; no infinities.
    NoNegativeZero,
    /// Numbers only.
    Finite,
    /// Powers of two only, without a sign; NaN where all bits are set.
    Power,
}

macro_rules! formats {
    ($($name:ident $text:literal $function:ident: $bits:literal, $mantissa:literal, $least:literal, $largest:expr, $special:ident;)*) => {
        /// A format.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "the variants are the formats' own names")]
        pub enum SmallFloat { $($name,)* }

        impl SmallFloat {
            /// All formats.
            pub const ALL: &'static [SmallFloat] = &[$(SmallFloat::$name,)*];

            /// The spelling as a type of the IR.
            pub const fn name(self) -> &'static str {
                match self { $(SmallFloat::$name => $text,)* }
            }

            /// The function that rounds to the format.
            pub const fn rounding(self) -> Elementwise {
                match self { $(SmallFloat::$name => Elementwise::$function,)* }
            }

            /// [`bits_of`](SmallFloat::bits_of) each number, in a loop for each format; whether the format has all of them.
            fn all_bits(self, numbers: &[[u8; 4]], codes: &mut [u8]) -> bool {
                #[inline(always)]
                fn of(format: SmallFloat, numbers: &[[u8; 4]], codes: &mut [u8]) -> bool {
                    let mut are_known = true;
                    for (code, &bytes) in codes.iter_mut().zip(numbers) {
                        let (bits, is_known) = format.bits_of(f32::from_le_bytes(bytes));
                        *code = bits;
                        are_known &= is_known;
                    }
                    are_known
                }
                match self { $(SmallFloat::$name => of(SmallFloat::$name, numbers, codes),)* }
            }

            /// Bits of a number, bits of its mantissa, the least exponent of a normal number, the largest number, what is special.
            #[inline(always)]
            const fn layout(self) -> (u32, u32, i32, f64, Special) {
                match self { $(SmallFloat::$name => ($bits, $mantissa, $least, $largest, Special::$special),)* }
            }
        }
    };
}

formats! {
    F4E2M1Fn "f4E2M1FN" HloRoundToF4E2M1Fn: 4, 1, 0, 6.0, Finite;
    F6E2M3Fn "f6E2M3FN" HloRoundToF6E2M3Fn: 6, 3, 0, 7.5, Finite;
    F6E3M2Fn "f6E3M2FN" HloRoundToF6E3M2Fn: 6, 2, -2, 28.0, Finite;
    F8E3M4 "f8E3M4" HloRoundToF8E3M4: 8, 4, -2, 15.5, Ieee;
    F8E4M3 "f8E4M3" HloRoundToF8E4M3: 8, 3, -6, 240.0, Ieee;
    F8E4M3Fn "f8E4M3FN" HloRoundToF8E4M3Fn: 8, 3, -6, 448.0, Nan;
    F8E4M3Fnuz "f8E4M3FNUZ" HloRoundToF8E4M3Fnuz: 8, 3, -7, 240.0, NoNegativeZero;
    F8E4M3B11Fnuz "f8E4M3B11FNUZ" HloRoundToF8E4M3B11Fnuz: 8, 3, -10, 30.0, NoNegativeZero;
    F8E5M2 "f8E5M2" HloRoundToF8E5M2: 8, 2, -14, 57344.0, Ieee;
    F8E5M2Fnuz "f8E5M2FNUZ" HloRoundToF8E5M2Fnuz: 8, 2, -15, 57344.0, NoNegativeZero;
    F8E8M0Fnu "f8E8M0FNU" HloRoundToF8E8M0Fnu: 8, 0, -127, 1.7014118346046923e38, Power;
}

/// Where the parts of a number are in its bits, and which bits are no numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SmallFloatBits {
    /// Bits of a number.
    pub width: u32,
    /// Bits of its mantissa, the lowest.
    pub mantissa: u32,
    /// The exponent of the least normal number.
    pub least_exponent: i32,
    /// Whether the highest bit is a sign.
    pub has_sign: bool,
    /// Positive infinity.
    pub infinity: Option<u8>,
    /// A NaN, quiet and without a sign where there are several.
    pub nan: Option<u8>,
}

impl SmallFloatBits {
    /// The bit of the sign, or none.
    pub const fn sign(self) -> u8 {
        if self.has_sign { 1 << (self.width - 1) } else { 0 }
    }

    /// Whether a NaN with the sign's bit is one, too.
    #[inline(always)]
    pub const fn nan_has_sign(self) -> bool {
        match self.nan {
            Some(nan) => self.has_sign && nan & self.sign() == 0,
            None => false,
        }
    }
}

/// A power of two that is a normal `f64`.
#[inline(always)]
const fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// For each format, in the order of [`SmallFloat::ALL`], the number of each byte. All formats have numbers of `f32` only.
static NUMBERS: [[f32; 256]; SmallFloat::ALL.len()] = {
    let mut numbers = [[0.0; 256]; SmallFloat::ALL.len()];
    let mut at = 0;
    while at < numbers.len() {
        let mut byte = 0;
        while byte < 256 {
            numbers[at][byte] = SmallFloat::ALL[at].decode(byte as u8) as f32;
            byte += 1;
        }
        at += 1;
    }
    numbers
};

/// Rounding of numbers whose type has so many bits of mantissa and this bias of exponents. There are no branches in it where the format is known,
/// so that loops become vectors.
macro_rules! rounding {
    ($(#[$doc:meta])* $name:ident, $float:ident, $integer:ident, $mantissa:literal, $bias:literal) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(self, x: $float) -> $float {
            let (_, mantissa_bits, least, largest, special) = self.layout();
            let is_power = matches!(special, Special::Power);
            if $mantissa == 23 && is_power {
                // The units are not all normal numbers of this type.
                return self.round(f64::from(x)) as $float;
            }
            let (least, largest) = ($integer::from(least) + $bias, largest as $float);
            let exponent = (x.to_bits() >> $mantissa) as $integer & (2 * $bias + 1);
            let power = |exponent: $integer| $float::from_bits((exponent << $mantissa) as _);
            // Numbers with larger units are beyond the largest.
            let unit = exponent.clamp(least, 2 * $bias - 2) - mantissa_bits as $integer;
            let rounded = (x * power(2 * $bias - unit)).round_ties_even() * power(unit);
            let beyond = match special {
                Special::Ieee => $float::INFINITY.copysign(x),
                Special::Finite => largest.copysign(x),
                Special::Nan | Special::NoNegativeZero | Special::Power => $float::NAN,
            };
            let rounded = if rounded.abs() > largest { beyond } else { rounded };
            let rounded = match special {
                Special::NoNegativeZero if rounded == 0.0 => 0.0,
                Special::Power if x <= 0.0 => $float::NAN,
                Special::Power if exponent < least => power(least),
                _ => rounded,
            };
            match special {
                // Formats of numbers only have nothing better, and others than this runtime do the same.
                Special::Finite if x.is_nan() => -0.0,
                _ if x.is_nan() => x,
                _ => rounded,
            }
        }
    };
}

impl SmallFloat {
    /// The format with this spelling.
    pub fn from_name(name: &str) -> Option<SmallFloat> {
        SmallFloat::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// The meaning of its bits.
    #[inline(always)]
    pub const fn bits(self) -> SmallFloatBits {
        let (width, mantissa, least_exponent, _, special) = self.layout();
        let sign = 1_u8 << (width - 1);
        let infinity = match special {
            Special::Ieee => Some(sign - (1 << mantissa)),
            _ => None,
        };
        let nan = match special {
            Special::Ieee => Some(sign - (1 << (mantissa - 1))),
            Special::Nan => Some(sign - 1),
            Special::NoNegativeZero => Some(sign),
            Special::Finite => None,
            Special::Power => Some(u8::MAX),
        };
        let has_sign = !matches!(special, Special::Power);
        SmallFloatBits { width, mantissa, least_exponent, has_sign, infinity, nan }
    }

    /// The number that the bits are; bits beyond the format's are ignored.
    pub const fn decode(self, bits: u8) -> f64 {
        let (width, mantissa_bits, least, _, special) = self.layout();
        if matches!(special, Special::Power) {
            return if bits == u8::MAX { f64::NAN } else { power(bits as i32 - 127) };
        }
        let bits = bits as u32 & ((1 << width) - 1);
        let is_negative = bits >> (width - 1) == 1;
        let rest = bits & ((1 << (width - 1)) - 1);
        let (exponent, mantissa) = (rest >> mantissa_bits, rest & ((1 << mantissa_bits) - 1));
        let is_highest = exponent + 1 == 1 << (width - 1 - mantissa_bits);
        let size = match special {
            Special::Ieee if is_highest && mantissa == 0 => f64::INFINITY,
            Special::Ieee if is_highest => f64::NAN,
            Special::Nan if rest + 1 == 1 << (width - 1) => f64::NAN,
            Special::NoNegativeZero if is_negative && rest == 0 => f64::NAN,
            _ if exponent == 0 => mantissa as f64 * power(least - mantissa_bits as i32),
            _ => {
                let whole = (mantissa + (1 << mantissa_bits)) as f64;
                whole * power(least + exponent as i32 - 1 - mantissa_bits as i32)
            }
        };
        if is_negative { -size } else { size }
    }

    /// The number of each byte, as [`decode`](SmallFloat::decode) says.
    pub fn numbers(self) -> &'static [f32; 256] {
        &NUMBERS[self as usize]
    }

    /// The bits of a number, or of the format's NaN, and whether the format has it. There are no branches in it where the format is known, so
    /// that loops become vectors.
    #[inline(always)]
    fn bits_of(self, number: f32) -> (u8, bool) {
        let (width, mantissa_bits, least, largest, special) = self.layout();
        let known = self.bits();
        let bits = number.to_bits();
        if matches!(special, Special::Power) {
            // Of the least number, which is no normal `f32`, there is a bit below.
            let is_least = bits == 0x0040_0000;
            let is_power = (bits & 0x807f_ffff == 0) & (bits != 0) & (bits < 0x7f80_0000);
            let code = if number.is_nan() { u32::from(u8::MAX) } else { bits >> 23 };
            return (code as u8, is_least | is_power | number.is_nan());
        }
        let sign = bits >> 31 << (width - 1);
        let size = number.abs();
        let lowest = 23 - mantissa_bits;
        let normal = (bits & 0x7fff_ffff).wrapping_sub(((least + 126) as u32) << 23) >> lowest;
        // The sum with 2^23 has an integer in its lowest bits.
        const INTEGERS: f32 = 8_388_608.0;
        let units = size * power(mantissa_bits as i32 - least) as f32;
        let whole = units + INTEGERS;
        let is_small = size < power(least) as f32;
        let code = if is_small { whole.to_bits() & 0xff } else { normal };
        let is_whole = if is_small { whole - INTEGERS == units } else { bits & ((1 << lowest) - 1) == 0 };
        let has_sign = !matches!(special, Special::NoNegativeZero) | (bits != 0x8000_0000);
        let is_known = is_whole & (size <= largest as f32) & has_sign;
        let (code, is_known) = match known.infinity {
            Some(infinity) if size == f32::INFINITY => (u32::from(infinity), true),
            _ => (code, is_known),
        };
        match known.nan {
            Some(nan) if number.is_nan() => {
                ((u32::from(nan) | if known.nan_has_sign() { sign } else { 0 }) as u8, true)
            }
            _ => ((code | sign) as u8, is_known),
        }
    }

    /// Writes the bits of each of the numbers, of which the bytes of an `f32` are given, as far as both lists go. NaN has the bits of the
    /// format's.
    ///
    /// # Errors
    /// The first number that the format does not have.
    pub fn encode(self, numbers: &[[u8; 4]], codes: &mut [u8]) -> Result<(), f32> {
        if self.all_bits(numbers, codes) {
            return Ok(());
        }
        let other = numbers.iter().map(|&bytes| f32::from_le_bytes(bytes)).find(|&x| !self.bits_of(x).1);
        other.map_or(Ok(()), Err)
    }

    rounding!(
        /// The number of the format that is nearest.
        round, f64, i64, 52, 1023
    );
    rounding!(
        /// As [`round`](SmallFloat::round), of numbers in single precision.
        round_single, f32, i32, 23, 127
    );
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn bits_are_their_numbers() {
        use SmallFloat as F;
        // The least and the largest numbers, and others, as the Python package ml_dtypes has them.
        for (format, bits, value) in [
            (F::F8E4M3Fn, 0x01, 0.001953125),
            (F::F8E4M3Fn, 0x7e, 448.0),
            (F::F8E4M3Fn, 0xb8, -1.0),
            (F::F8E4M3Fnuz, 0x01, 0.0009765625),
            (F::F8E4M3Fnuz, 0x7f, 240.0),
            (F::F8E4M3Fnuz, 0x54, 6.0),
            (F::F8E4M3B11Fnuz, 0x01, 0.0001220703125),
            (F::F8E4M3B11Fnuz, 0x7f, 30.0),
            (F::F8E4M3, 0x77, 240.0),
            (F::F8E4M3, 0x78, f64::INFINITY),
            (F::F8E3M4, 0x6f, 15.5),
            (F::F8E3M4, 0x01, 0.015625),
            (F::F8E5M2, 0x7b, 57344.0),
            (F::F8E5M2, 0xfc, f64::NEG_INFINITY),
            (F::F8E5M2Fnuz, 0x7f, 57344.0),
            (F::F8E8M0Fnu, 0x00, 5.877471754111438e-39),
            (F::F8E8M0Fnu, 0xfe, 1.7014118346046923e38),
            (F::F4E2M1Fn, 0x7, 6.0),
            (F::F4E2M1Fn, 0xa, -1.0),
            (F::F6E2M3Fn, 0x1f, 7.5),
            (F::F6E3M2Fn, 0x2c, -1.0),
            (F::F6E3M2Fn, 0x1f, 28.0),
        ] {
            assert_eq!(format.decode(bits), value, "{format:?} {bits:#x}");
        }
        for (format, bits) in
            [(F::F8E4M3Fn, 0xff), (F::F8E4M3Fnuz, 0x80), (F::F8E8M0Fnu, 0xff), (F::F8E5M2, 0x7d)]
        {
            assert!(format.decode(bits).is_nan(), "{format:?} {bits:#x}");
        }
    }

    /// The bits of one number.
    fn bits_of(format: SmallFloat, number: f32) -> Result<u8, f32> {
        let mut code = [0];
        format.encode(&[number.to_le_bytes()], &mut code).map(|()| code[0])
    }

    #[test]
    fn numbers_have_the_bits_that_they_come_from() {
        for &format in SmallFloat::ALL {
            for byte in 0..=u8::MAX {
                let expected = format.decode(byte);
                let code = bits_of(format, format.numbers()[usize::from(byte)]).expect("it is a number");
                let got = format.decode(code);
                let is_same = expected.to_bits() == got.to_bits() || expected.is_nan() && got.is_nan();
                assert!(is_same && u32::from(code) < 1 << format.bits().width, "{format:?} {byte:#x}");
            }
            // Most of these numbers are not in the format.
            let known: HashSet<u32> = format.numbers().iter().map(|number| number.to_bits()).collect();
            let has_nan = format.numbers().iter().any(|number| number.is_nan());
            let others = (0..=u32::MAX).step_by(0x3_0000).chain((0..=u32::MAX).step_by(99_991));
            for number in others.chain([0x8000_0000]).map(f32::from_bits) {
                let is_known = if number.is_nan() { has_nan } else { known.contains(&number.to_bits()) };
                assert_eq!(bits_of(format, number).is_ok(), is_known, "{format:?} {number}");
            }
        }
    }

    #[test]
    fn numbers_are_rounded_alike_in_single_precision() {
        for &format in SmallFloat::ALL {
            for bits in (0..=u32::MAX).step_by(49_999) {
                let x = f32::from_bits(bits);
                let (single, double) = (format.round_single(x), format.round(f64::from(x)) as f32);
                assert!(
                    single.to_bits() == double.to_bits() || single.is_nan() && double.is_nan(),
                    "{format:?} {x}"
                );
            }
        }
    }

    #[test]
    fn bits_that_are_no_numbers_are_named() {
        for &format in SmallFloat::ALL {
            let bits = format.bits();
            assert_eq!(bits.infinity.map(|code| format.decode(code)), bits.infinity.map(|_| f64::INFINITY));
            assert!(bits.nan.is_none_or(|code| format.decode(code).is_nan()), "{format:?}");
            if bits.nan_has_sign() {
                assert!(format.decode(bits.nan.unwrap_or_default() | bits.sign()).is_nan(), "{format:?}");
            }
        }
        // As the Python package ml_dtypes writes them.
        let nans = [SmallFloat::F8E5M2, SmallFloat::F8E4M3, SmallFloat::F8E3M4, SmallFloat::F8E4M3Fn]
            .map(|format| format.bits().nan);
        assert_eq!(nans, [Some(126), Some(124), Some(120), Some(127)]);
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for &format in SmallFloat::ALL {
            let (bits, _, _, largest, special) = format.layout();
            let all: Vec<(u8, f64)> =
                (0..=u8::MAX >> (8 - bits)).map(|byte| (byte, format.decode(byte))).collect();
            for &(_, value) in &all {
                let rounded = format.round(value);
                assert!(
                    rounded == value && rounded.is_sign_negative() == value.is_sign_negative()
                        || value.is_nan()
                );
            }
            let mut finite: Vec<(u8, f64)> = all.into_iter().filter(|(_, value)| value.is_finite()).collect();
            finite.sort_by(|a, b| a.1.total_cmp(&b.1));
            for pair in finite.windows(2) {
                let [(low_bits, low), (_, high)] = [pair[0], pair[1]];
                let middle = low / 2.0 + high / 2.0;
                assert_eq!(format.round(low + (middle - low) * 0.99), low, "{format:?} {low} {high}");
                assert_eq!(format.round(high - (high - middle) * 0.99), high, "{format:?} {low} {high}");
                // A tie; powers of two have no even neighbour, and the larger one is taken.
                let expected = match special {
                    Special::Power => high,
                    _ if low_bits % 2 == 0 => low,
                    _ => high,
                };
                assert_eq!(format.round(middle), expected, "{format:?} {low} {high}");
            }
            let beyond = format.round(largest * 4.0);
            match special {
                Special::Ieee => assert_eq!(beyond, f64::INFINITY),
                Special::Finite => assert_eq!(beyond, largest),
                _ => assert!(beyond.is_nan()),
            }
        }
        assert!(SmallFloat::F8E8M0Fnu.round(0.0).is_nan());
        assert_eq!(SmallFloat::F8E8M0Fnu.round(3.0), 4.0);
        assert!(SmallFloat::F8E4M3Fnuz.round(-1e-9).is_sign_positive());
        assert!(SmallFloat::F8E4M3Fn.round(-1e-9).is_sign_negative());
    }
}
