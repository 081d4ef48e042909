//! Floating point formats: from decimal text to bits, from bits to text, and to and from `f64`.
//!
//! Reading rounds the exact decimal value to nearest, ties to even. Writing gives the text that MLIR gives: six
//! digits after the point if they read back as the same bits, else as many digits as the format may need, else (for
//! infinities and NaNs) the bits in hexadecimal. Digits beyond the precision are dropped as LLVM does it: decimal
//! digits that certainly do not matter are truncated first, and rounding looks only at the rest.

use crate::bigint::BigUint;
use crate::types::FloatKind;

/// The meaning of the bit patterns with the highest exponent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinities and NaNs.
    Ieee,
    /// Only the pattern of all ones is a NaN; no infinity.
    AllOnesNan,
    /// Only the pattern of negative zero is a NaN; no infinity, no negative zero.
    NegativeZeroNan,
    /// Every pattern is a number.
    Finite,
}

struct Format {
    /// Bits of the significand, the leading one included.
    precision: u32,
    exponent_bits: u32,
    bias: i32,
    special: Special,
    /// The leading one is stored.
    explicit_one: bool,
}

fn format_of(kind: FloatKind) -> Format {
    use Special::*;
    let (precision, exponent_bits, bias, special) = match kind {
        FloatKind::F4E2M1FN => (2, 2, 1, Finite),
        FloatKind::F6E2M3FN => (4, 2, 1, Finite),
        FloatKind::F6E3M2FN => (3, 3, 3, Finite),
        FloatKind::F8E3M4 => (5, 3, 3, Ieee),
        FloatKind::F8E4M3 => (4, 4, 7, Ieee),
        FloatKind::F8E4M3FN => (4, 4, 7, AllOnesNan),
        FloatKind::F8E4M3FNUZ => (4, 4, 8, NegativeZeroNan),
        FloatKind::F8E4M3B11FNUZ => (4, 4, 11, NegativeZeroNan),
        FloatKind::F8E5M2 => (3, 5, 15, Ieee),
        FloatKind::F8E5M2FNUZ => (3, 5, 16, NegativeZeroNan),
        FloatKind::F8E8M0FNU => (1, 8, 127, AllOnesNan),
        FloatKind::BF16 => (8, 8, 127, Ieee),
        FloatKind::F16 => (11, 5, 15, Ieee),
        FloatKind::TF32 => (11, 8, 127, Ieee),
        FloatKind::F32 => (24, 8, 127, Ieee),
        FloatKind::F64 => (53, 11, 1023, Ieee),
        FloatKind::F80 => (64, 15, 16383, Ieee),
        FloatKind::F128 => (113, 15, 16383, Ieee),
    };
    Format { precision, exponent_bits, bias, special, explicit_one: kind == FloatKind::F80 }
}

/// The value of a bit pattern: `significand * 2^exponent` if it is a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Number { negative: bool, significand: u128, exponent: i32 },
    Infinity { negative: bool },
    Nan,
}

fn classify(kind: FloatKind, bits: u128) -> Class {
    let f = format_of(kind);
    if kind == FloatKind::F8E8M0FNU {
        return match bits & 0xff {
            0xff => Class::Nan,
            e => Class::Number { negative: false, significand: 1, exponent: e as i32 - f.bias },
        };
    }
    let mantissa_bits = f.precision - 1 + u32::from(f.explicit_one);
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let biased = (bits >> mantissa_bits) as u32 & ((1 << f.exponent_bits) - 1);
    let negative = bits >> (mantissa_bits + f.exponent_bits) & 1 == 1;
    let top = biased == (1 << f.exponent_bits) - 1;
    match f.special {
        // In the extended format the stored leading one is not part of the payload.
        Special::Ieee if top && f.explicit_one && mantissa == 1 << 63 => return Class::Infinity { negative },
        Special::Ieee if top && mantissa == 0 => return Class::Infinity { negative },
        Special::Ieee if top => return Class::Nan,
        Special::AllOnesNan if top && mantissa == (1 << mantissa_bits) - 1 => return Class::Nan,
        Special::NegativeZeroNan if negative && biased == 0 && mantissa == 0 => return Class::Nan,
        // A number without its leading one is no number: upstream and processors since the 80387 treat it as a NaN.
        _ if f.explicit_one && biased > 0 && mantissa >> 63 == 0 => return Class::Nan,
        _ => {}
    }
    let implicit = if biased > 0 && !f.explicit_one { 1 << mantissa_bits } else { 0 };
    let exponent = biased.max(1) as i32 - f.bias - (f.precision as i32 - 1);
    Class::Number { negative, significand: mantissa | implicit, exponent }
}

/// The bits of the number nearest to `significand * 2^exponent`, where `sticky` says that the exact value is a
/// little more.
fn round(kind: FloatKind, negative: bool, significand: &BigUint, exponent: i32, sticky: bool) -> u128 {
    let f = format_of(kind);
    let least = 1 - f.bias - (f.precision as i32 - 1);
    let least = if kind == FloatKind::F8E8M0FNU { -f.bias } else { least };
    let width = significand.bits() as i32;
    // The exponent of the last bit kept.
    let mut last = (exponent + width - f.precision as i32).max(least);
    let drop = last - exponent;
    let mut kept = if drop <= 0 {
        significand.shl((-drop) as u32).low_u128()
    } else if drop > width {
        0
    } else {
        let kept = significand.shr(drop as u32).low_u128();
        let half = significand.bit(drop as u32 - 1);
        let more = sticky || significand.any_below(drop as u32 - 1);
        kept + u128::from(half && (more || kept & 1 == 1))
    };
    if kept >> f.precision != 0 {
        kept >>= 1;
        last += 1;
    }
    assemble(kind, &f, negative, kept, last, least)
}

fn assemble(kind: FloatKind, f: &Format, negative: bool, kept: u128, last: i32, least: i32) -> u128 {
    if kind == FloatKind::F8E8M0FNU {
        // No zero and no sign: the smallest number stands for zero, NaN for negative numbers.
        let biased = if kept == 0 { 0 } else { (last + f.bias).clamp(0, 255) };
        return if negative { 0xff } else { biased as u128 };
    }
    let mantissa_bits = f.precision - 1 + u32::from(f.explicit_one);
    let normal = kept >> (f.precision - 1) != 0;
    let biased = if normal { (last - least + 1) as u128 } else { 0 };
    let max = (1u128 << f.exponent_bits) - 1;
    let sign = u128::from(negative) << (mantissa_bits + f.exponent_bits);
    let mantissa = kept & ((1 << mantissa_bits) - 1);
    let all_ones = (1u128 << (mantissa_bits + f.exponent_bits)) - 1;
    match f.special {
        Special::Ieee if biased >= max => sign | max << mantissa_bits | u128::from(f.explicit_one) << 63,
        Special::AllOnesNan if biased > max || biased << mantissa_bits | mantissa == all_ones => {
            sign | all_ones
        }
        Special::NegativeZeroNan if biased > max || kept == 0 && negative => {
            if kept == 0 {
                0
            } else {
                1 << (mantissa_bits + f.exponent_bits)
            }
        }
        Special::Finite if biased > max => sign | all_ones,
        _ => sign | biased << mantissa_bits | mantissa,
    }
}

/// The bits of a decimal number `digits[.digits][e[+-]digits]` without sign, rounded to nearest, ties to even.
///
/// Too large a number gives the format's overflow value: infinity, NaN or the largest number.
pub fn from_decimal(kind: FloatKind, negative: bool, text: &str) -> u128 {
    match kind {
        FloatKind::F32 => {
            let bits = text.parse::<f32>().unwrap_or(0.0).to_bits();
            return u128::from(bits | u32::from(negative) << 31);
        }
        FloatKind::F64 => {
            let bits = text.parse::<f64>().unwrap_or(0.0).to_bits();
            return u128::from(bits | u64::from(negative) << 63);
        }
        _ => {}
    }
    let (number, exp) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).skip_while(|&d| d == b'0').collect();
    // An exponent too long for a number is far out of every format's range.
    let far = if exp.starts_with('-') { -1_000_000_000 } else { 1_000_000_000 };
    let exp: i64 = exp.parse().unwrap_or(far).clamp(-1_000_000_000, 1_000_000_000);
    let mut exp = exp.saturating_sub(fraction.len() as i64);
    // More digits than any tie between two numbers can have count only as "a little more".
    const MOST: usize = 12_000;
    let mut sticky = false;
    if digits.len() > MOST {
        sticky = digits[MOST..].iter().any(|&d| d != b'0');
        exp = exp.saturating_add((digits.len() - MOST) as i64);
        digits.truncate(MOST);
    }
    let magnitude = exp.saturating_add(digits.len() as i64);
    let zero = BigUint::default();
    if digits.is_empty() || magnitude < -6000 {
        return round(kind, negative, &zero, 0, false);
    }
    if magnitude > 6000 {
        return round(kind, negative, &BigUint::from_u64(1), 100_000, false);
    }
    let mut value = BigUint::from_digits(&digits, 10);
    if exp >= 0 {
        value.mul_pow(10, exp as u32);
        return round(kind, negative, &value, 0, sticky);
    }
    // value / 10^n = (value / 5^n) / 2^n
    let tens = (-exp) as u32;
    let mut divisor = BigUint::from_u64(1);
    divisor.mul_pow(5, tens);
    let wanted = format_of(kind).precision + 3;
    let shift = (divisor.bits() + wanted).saturating_sub(value.bits());
    let (quotient, exact) = divide(value.shl(shift), &divisor);
    round(kind, negative, &quotient, -((tens + shift) as i32), sticky || !exact)
}

/// The quotient, and whether there is no remainder. Meant for quotients of few bits.
fn divide(mut value: BigUint, divisor: &BigUint) -> (BigUint, bool) {
    let steps = (value.bits() + 1).saturating_sub(divisor.bits());
    let mut quotient = BigUint::default();
    let mut part = divisor.shl(steps);
    for _ in 0..=steps {
        let fits = part <= value;
        if fits {
            value.sub(&part);
        }
        quotient.mul_add(2, u64::from(fits));
        part = part.shr(1);
    }
    (quotient, value.is_zero())
}

/// The bits of the number nearest to an `f64`.
pub fn from_f64(kind: FloatKind, value: f64) -> u128 {
    if kind == FloatKind::F64 {
        return u128::from(value.to_bits());
    }
    match classify(FloatKind::F64, u128::from(value.to_bits())) {
        Class::Number { negative, significand, exponent } => {
            round(kind, negative, &BigUint::from_u64(significand as u64), exponent, false)
        }
        Class::Infinity { negative } => round(kind, negative, &BigUint::from_u64(1), 100_000, false),
        Class::Nan => nan(kind),
    }
}

fn nan(kind: FloatKind) -> u128 {
    let f = format_of(kind);
    let mantissa_bits = f.precision - 1 + u32::from(f.explicit_one);
    match f.special {
        _ if kind == FloatKind::F8E8M0FNU => 0xff,
        Special::Ieee => {
            let quiet = if f.explicit_one { 0b11 << 62 } else { 1u128 << (f.precision - 2) };
            ((1 << f.exponent_bits) - 1) << mantissa_bits | quiet
        }
        Special::AllOnesNan => (1 << (mantissa_bits + f.exponent_bits)) - 1,
        Special::NegativeZeroNan => 1 << (mantissa_bits + f.exponent_bits),
        Special::Finite => 0,
    }
}

/// The value as an `f64`, rounded if the format is larger.
pub fn to_f64(kind: FloatKind, bits: u128) -> f64 {
    match classify(kind, bits) {
        Class::Number { negative, significand, exponent } => {
            let words = [significand as u64, (significand >> 64) as u64];
            let bits = round(FloatKind::F64, negative, &BigUint::from_words(&words), exponent, false);
            f64::from_bits(bits as u64)
        }
        Class::Infinity { negative: false } => f64::INFINITY,
        Class::Infinity { negative: true } => f64::NEG_INFINITY,
        Class::Nan => f64::NAN,
    }
}

/// Decimal digits of a number, least significant first, and the power of ten of the first of them.
struct Decimal {
    digits: Vec<u8>,
    exponent: i32,
}

/// At most `precision` digits of `significand * 2^exponent`, which is not zero.
fn to_digits(significand: u128, exponent: i32, precision: u32) -> Decimal {
    let zeros = significand.trailing_zeros();
    let (significand, exponent) = (significand >> zeros, exponent + zeros as i32);
    let mut value = BigUint::from_words(&[significand as u64, (significand >> 64) as u64]);
    let mut ten = 0i32;
    if exponent >= 0 {
        value = value.shl(exponent as u32);
    } else {
        // n / 2^e = n * 5^e / 10^e
        value.mul_pow(5, (-exponent) as u32);
        ten = exponent;
    }
    // Digits that cannot matter go before anything is rounded; 196/59 is a little more than log2(10).
    let needed = (precision * 196).div_ceil(59);
    let spare = value.bits().saturating_sub(needed) * 59 / 196;
    let mut left = spare;
    while left > 0 {
        let step = left.min(19);
        value.div_rem_small(10u64.pow(step));
        left -= step;
    }
    ten += spare as i32;
    let mut digits = value.into_digits_reversed();
    let trailing = digits.iter().take_while(|&&d| d == 0).count();
    digits.drain(..trailing);
    ten += trailing as i32;
    shorten(Decimal { digits, exponent: ten }, precision as usize)
}

/// Rounds to `precision` digits, halves up, and drops zeros at the end.
fn shorten(mut number: Decimal, precision: usize) -> Decimal {
    let Some(cut) = number.digits.len().checked_sub(precision).filter(|&c| c > 0) else { return number };
    let up = number.digits[cut - 1] >= 5;
    number.digits.drain(..cut);
    number.exponent += cut as i32;
    // What rounding up turns into a zero at the end is dropped, as zeros that were there are.
    let gone = number.digits.iter().take_while(|&&d| d == if up { 9 } else { 0 }).count();
    number.digits.drain(..gone);
    number.exponent += gone as i32;
    match number.digits.first_mut() {
        Some(first) if up => *first += 1,
        None if up => number.digits.push(1),
        _ => {}
    }
    number
}

/// `d.dddddde±dd` with six digits after the point.
fn write_six(out: &mut String, number: &Decimal) {
    let count = number.digits.len();
    let mut digits = number.digits.iter().rev().map(|&d| char::from(b'0' + d));
    out.extend(digits.next());
    out.push('.');
    out.extend(digits);
    out.extend(std::iter::repeat_n('0', 7usize.saturating_sub(count)));
    let exponent = number.exponent + count as i32 - 1;
    out.push_str(if exponent < 0 { "e-" } else { "e+" });
    out.push_str(&format!("{:02}", exponent.abs()));
}

/// Like C's `%g` with up to three zeros of padding: used when six digits are not enough.
fn write_full(out: &mut String, number: &Decimal, precision: usize) {
    let digits: Vec<char> = number.digits.iter().rev().map(|&d| char::from(b'0' + d)).collect();
    let count = digits.len() as i32;
    let top = number.exponent + count - 1;
    let scientific = if number.exponent >= 0 {
        number.exponent > 3 || (count + number.exponent) as usize > precision
    } else {
        top < 0 && -top > 3
    };
    if scientific {
        out.push(digits[0]);
        out.push('.');
        if count == 1 {
            out.push('0');
        }
        out.extend(&digits[1..]);
        out.push_str(if top < 0 { "E-" } else { "E+" });
        out.push_str(&top.abs().to_string());
    } else if number.exponent >= 0 {
        out.extend(&digits);
        out.extend(std::iter::repeat_n('0', number.exponent as usize));
    } else if top >= 0 {
        out.extend(&digits[..=top as usize]);
        out.push('.');
        out.extend(&digits[top as usize + 1..]);
    } else {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', (-top - 1) as usize));
        out.extend(&digits);
    }
}

/// Writes a value as MLIR does; see the [module documentation](self).
pub fn write_float(out: &mut String, kind: FloatKind, bits: u128) {
    let Class::Number { negative, significand, exponent } = classify(kind, bits) else {
        return write_bits(out, bits);
    };
    let start = out.len();
    if negative {
        out.push('-');
    }
    let unsigned = out.len();
    if significand == 0 {
        out.push_str("0.000000e+00");
        return;
    }
    write_six(out, &to_digits(significand, exponent, 6));
    if from_decimal(kind, negative, &out[unsigned..]) == bits {
        return;
    }
    out.truncate(unsigned);
    let precision = 2 + format_of(kind).precision * 59 / 196;
    write_full(out, &to_digits(significand, exponent, precision), precision as usize);
    // Only text with a point reads as a float, and only text that reads back is of use.
    if !out[unsigned..].contains('.') || from_decimal(kind, negative, &out[unsigned..]) != bits {
        out.truncate(start);
        write_bits(out, bits);
    }
}

fn write_bits(out: &mut String, bits: u128) {
    out.push_str(&format!("0x{bits:X}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: FloatKind, bits: u128) -> String {
        let mut out = String::new();
        write_float(&mut out, kind, bits);
        out
    }

    fn reads_back(kind: FloatKind, bits: u128) {
        let text = text(kind, bits);
        let (negative, digits) = text.strip_prefix('-').map_or((false, &text[..]), |t| (true, t));
        let back = match digits.strip_prefix("0x") {
            Some(hex) => u128::from_str_radix(hex, 16).unwrap(),
            None => from_decimal(kind, negative, digits),
        };
        assert_eq!(back, bits, "{kind:?} {bits:#x} {text}");
    }

    #[test]
    fn observed_spellings() {
        let f32 = |v: f32| text(FloatKind::F32, u128::from(v.to_bits()));
        let f64 = |v: f64| text(FloatKind::F64, u128::from(v.to_bits()));
        assert_eq!(f32(1.0), "1.000000e+00");
        assert_eq!(f32(-0.0), "-0.000000e+00");
        assert_eq!(f32(1.0e10), "1.000000e+10");
        assert_eq!(f32(f32::from_bits(1)), "1.401300e-45");
        assert_eq!(f64(f64::from_bits(1)), "4.940660e-324");
        assert_eq!(f32(f32::INFINITY), "0x7F800000");
        assert_eq!(f64(f64::NEG_INFINITY), "0xFFF0000000000000");
        assert_eq!(f32(0.1), "1.000000e-01");
        assert_eq!(f64(1e100), "1.000000e+100");
        assert_eq!(text(FloatKind::F16, from_decimal(FloatKind::F16, false, "0.1")), "9.997550e-02");
        assert_eq!(f32(-123456.79), "-123456.789");
        assert_eq!(f64(1.0 / 3.0), "0.33333333333333331");
        // Without a point it would read as an integer.
        assert_eq!(f32(16777215.0), "0x4B7FFFFF");
    }

    #[test]
    fn all_values_of_small_formats_read_back() {
        for kind in FloatKind::ALL.into_iter().filter(|k| k.width() <= 16) {
            for bits in 0..1u128 << kind.width() {
                reads_back(kind, bits);
            }
        }
    }

    #[test]
    fn numbers_without_their_leading_one_keep_their_bits() {
        // With an exponent and no significand, and with half of one.
        for bits in [1u128 << 64, 0x3fff << 64 | 1 << 62, 0x8001 << 64] {
            assert_eq!(text(FloatKind::F80, bits), format!("0x{bits:X}"));
        }
    }

    #[test]
    fn random_values_of_large_formats_read_back() {
        let mut seed = 1u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed ^ seed >> 29
        };
        for kind in [FloatKind::TF32, FloatKind::F32, FloatKind::F64, FloatKind::F80, FloatKind::F128] {
            for _ in 0..300 {
                let mut bits = u128::from(next()) << 64 | u128::from(next());
                bits &= u128::MAX >> (128 - kind.width());
                reads_back(kind, bits);
                if kind == FloatKind::F80 {
                    reads_back(kind, bits | 1 << 63);
                }
            }
        }
    }

    #[test]
    fn reading_rounds_once() {
        // Halfway between two f16 values, and a little more than an f64 can tell.
        let tie = "2049.0";
        let more = "2049.00000000000000000000000000001";
        assert_eq!(from_decimal(FloatKind::F16, false, tie), from_f64(FloatKind::F16, 2048.0));
        assert_eq!(from_decimal(FloatKind::F16, false, more), from_f64(FloatKind::F16, 2050.0));
        assert_eq!(from_decimal(FloatKind::BF16, false, "1e999999999999999999999"), 0x7f80);
        assert_eq!(from_decimal(FloatKind::F8E4M3FN, false, "1.0e9"), 0x7f);
        assert_eq!(from_decimal(FloatKind::F4E2M1FN, true, "100.0"), 0xf);
        assert_eq!(from_decimal(FloatKind::F80, false, "1.0"), 0x3fff << 64 | 1 << 63);
        assert_eq!(from_decimal(FloatKind::F128, false, "2.0"), 0x4000 << 112);
    }

    #[test]
    fn conversion_agrees_with_hardware() {
        for value in [0.0, -0.0, 1.5, 1e-40, 3.4e38, 3.5e38, f64::INFINITY, 1e-50, -2.5e-45] {
            assert_eq!(from_f64(FloatKind::F32, value), u128::from((value as f32).to_bits()), "{value}");
            assert_eq!(to_f64(FloatKind::F32, from_f64(FloatKind::F32, value)), f64::from(value as f32));
        }
        assert!(to_f64(FloatKind::F8E5M2FNUZ, 0x80).is_nan());
        assert_eq!(to_f64(FloatKind::F8E8M0FNU, 128), 2.0);
    }
}
