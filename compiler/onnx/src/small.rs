//! Floats of 4 to 8 bits and integers of 2 and 4 bits, of which there are no tensors.
//!
//! A tensor of such floats is one of `f32` with the same numbers, one of such integers a tensor of 8-bit integers: constants, arguments and
//! results have these types, and a mark beside the type ([`crate::builder::Tensor::small`]) says what they are. Arguments are brought into
//! the range of their type, as `Cast` does; so a value with a mark is always one of the type.
//!
//! Casts round once, as the operator set says: to the nearest, to even on a tie; numbers beyond the largest become the largest, or with
//! `saturate=0` infinite where the format has infinities, else NaN. Powers of two (`float8e8m0`) have modes of rounding of their own.
//! Integers keep their low bits.
//!
//! Operators that only move elements take them as they are; others refuse them by name ([`carried`]).

pub(crate) use tfrt_ops::SmallType as Small;
use tfrt_ops::{DType, SmallFloat};

use crate::builder::{Attribute, Builder, NONE, Result, Tensor};
use crate::node::Node;

/// Number in the schema, name, and type.
const TYPES: &[(i32, &str, Small)] = &[
    (17, "float8e4m3fn", Small::Float(SmallFloat::F8E4M3Fn)),
    (18, "float8e4m3fnuz", Small::Float(SmallFloat::F8E4M3Fnuz)),
    (19, "float8e5m2", Small::Float(SmallFloat::F8E5M2)),
    (20, "float8e5m2fnuz", Small::Float(SmallFloat::F8E5M2Fnuz)),
    (21, "uint4", Small::Integer { bits: 4, is_signed: false }),
    (22, "int4", Small::Integer { bits: 4, is_signed: true }),
    (23, "float4e2m1", Small::Float(SmallFloat::F4E2M1Fn)),
    (24, "float8e8m0", Small::Float(SmallFloat::F8E8M0Fnu)),
    (25, "uint2", Small::Integer { bits: 2, is_signed: false }),
    (26, "int2", Small::Integer { bits: 2, is_signed: true }),
    (27, "float6e2m3", Small::Float(SmallFloat::F6E2M3Fn)),
    (28, "float6e3m2", Small::Float(SmallFloat::F6E3M2Fn)),
];

/// What the schema says of a small type.
pub(crate) trait Schema: Sized {
    /// The type with this number in the schema.
    fn of(number: i32) -> Option<Self>;

    /// The number in the schema of the type with this name.
    fn number_of(name: &str) -> Option<i32>;

    /// The name in the schema.
    fn name(self) -> &'static str;

    /// Whether `int32_data` has an element in each number, and not packed bytes.
    fn is_apart(&self) -> bool;

    /// The bytes of so many elements that are packed from the lowest bit on; `None` if there are too many.
    fn packed(self, count: u64) -> Option<u64>;

    /// The elements that packed bytes are, in their storage.
    fn unpacked(self, bytes: &[u8], count: usize) -> Vec<u8>;
}

impl Schema for Small {
    fn of(number: i32) -> Option<Small> {
        TYPES.iter().find(|(known, ..)| *known == number).map(|(.., small)| *small)
    }

    fn number_of(name: &str) -> Option<i32> {
        TYPES.iter().find(|(_, known, _)| *known == name).map(|(number, ..)| *number)
    }

    fn name(self) -> &'static str {
        TYPES.iter().find(|(.., small)| *small == self).map_or("", |(_, name, _)| name)
    }

    fn is_apart(&self) -> bool {
        self.bits() >= 6
    }

    fn packed(self, count: u64) -> Option<u64> {
        Some(count.checked_mul(u64::from(self.bits()))?.div_ceil(8))
    }

    fn unpacked(self, bytes: &[u8], count: usize) -> Vec<u8> {
        let width = self.bits() as usize;
        let element = |at: usize| {
            let (byte, bit) = (at * width / 8, at * width % 8);
            let pair = [bytes[byte], bytes.get(byte + 1).copied().unwrap_or(0)];
            (u16::from_le_bytes(pair) >> bit) as u8 & (u8::MAX >> (8 - width))
        };
        self.to_storage(&(0..count).map(element).collect::<Vec<u8>>())
    }
}

/// An element type of the schema: that of tensors here, and what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    pub dtype: DType,
    pub small: Option<Small>,
}

impl From<DType> for Element {
    fn from(dtype: DType) -> Element {
        Element { dtype, small: None }
    }
}

impl From<Small> for Element {
    fn from(small: Small) -> Element {
        Element { dtype: small.storage(), small: Some(small) }
    }
}

/// The conversion of numbers to a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rounding {
    /// Numbers beyond the largest become the largest.
    pub saturates: bool,
    /// Where powers of two are rounded to.
    pub mode: Mode,
}

/// Rounding of powers of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    Up,
    Down,
    Nearest,
}

impl Rounding {
    /// The conversion that a node asks for.
    pub(crate) fn of(n: &Node<'_>) -> Result<Rounding> {
        let mode = match n.text("round_mode", "up")? {
            "up" => Mode::Up,
            "down" => Mode::Down,
            "nearest" => Mode::Nearest,
            other => return Err(n.refuse("round_mode", &format!("'{other}'"))),
        };
        Ok(Rounding { saturates: n.int("saturate", 1) != 0, mode })
    }
}

/// Numbers or booleans as elements of a small type.
pub(crate) fn cast(b: &mut Builder<'_>, x: &Tensor, to: Small, how: Rounding) -> Result<Tensor> {
    if x.small() == Some(to) {
        return Ok(x.clone());
    }
    let result = match to {
        Small::Integer { bits, .. } => {
            // Floats lose their fractions first; what is out of range has no defined value.
            let whole = match x.dtype()? {
                DType::F16 | DType::BF16 | DType::F32 | DType::F64 => b.cast(x, DType::I32)?,
                _ => x.clone(),
            };
            let stored = b.cast(&whole, to.storage())?;
            let shift = b.number(to.storage(), f64::from(8 - bits))?;
            let high = b.elementwise("tf.LeftShift", &[&stored, &shift], NONE)?;
            b.elementwise("tf.RightShift", &[&high, &shift], NONE)?
        }
        Small::Float(SmallFloat::F8E8M0Fnu) => power(b, x, how)?,
        Small::Float(format) => {
            let wide = match x.dtype()? {
                DType::F16 | DType::BF16 | DType::F32 | DType::F64 => x.clone(),
                DType::I64 | DType::UI64 | DType::I32 | DType::UI32 => b.cast(x, DType::F64)?,
                _ => b.cast(x, DType::F32)?,
            };
            let wide = match wide.dtype()? {
                // Not all numbers of a format are in these.
                DType::F16 | DType::BF16 => b.cast(&wide, DType::F32)?,
                _ => wide,
            };
            let most = largest(format);
            let clamped = match how.saturates {
                true => {
                    let dtype = wide.dtype()?;
                    let (least, most) = (b.number(dtype, -most)?, b.number(dtype, most)?);
                    b.elementwise("hlo.clamp", &[&least, &wide, &most], NONE)?
                }
                false => wide,
            };
            let rounded = b.elementwise(format.rounding().op(), &[&clamped], NONE)?;
            b.cast(&rounded, DType::F32)?
        }
    };
    Ok(result.with_small(Some(to)))
}

/// The largest number of a format.
fn largest(format: SmallFloat) -> f64 {
    (0..=u8::MAX).map(|bits| format.decode(bits)).filter(|value| value.is_finite()).fold(0.0, f64::max)
}

/// The size of numbers as a power of two; a sign means nothing. Computed on the bits of `f32`, from `2^-127` on.
fn power(b: &mut Builder<'_>, x: &Tensor, how: Rounding) -> Result<Tensor> {
    /// The bits of the least power, which is no normal `f32`; of the least normal number; of infinity.
    const LEAST: i64 = 0x0040_0000;
    const NORMAL: i64 = 0x0080_0000;
    const INFINITE: i64 = 0x7f80_0000;
    let x = b.cast(x, DType::F32)?;
    let int = |b: &mut Builder<'_>, value: i64| b.number(DType::I32, value as f64);
    let bits = b.elementwise("tf.Bitcast", &[&x], [("type", Attribute::Type(DType::I32))])?;
    let all = int(b, 0x7fff_ffff)?;
    let bits = b.elementwise("tf.BitwiseAnd", &[&bits, &all], NONE)?;
    let (least, normal, infinite) = (int(b, LEAST)?, int(b, NORMAL)?, int(b, INFINITE)?);
    // Numbers from the second least power on are powers of two where their mantissa is zero.
    let added = match how.mode {
        Mode::Up => 0x007f_ffff,
        Mode::Nearest => 0x0040_0000,
        Mode::Down => 0,
    };
    let (added, exponent) = (int(b, added)?, int(b, INFINITE)?);
    let bounded = b.elementwise("tf.Minimum", &[&bits, &infinite], NONE)?;
    let moved = b.elementwise("tf.AddV2", &[&bounded, &added], NONE)?;
    let large = b.elementwise("tf.BitwiseAnd", &[&moved, &exponent], NONE)?;
    // Below there is one power only.
    let limit = match how.mode {
        Mode::Up => LEAST + 1,
        Mode::Nearest => LEAST + LEAST / 2,
        Mode::Down => NORMAL,
    };
    let limit = int(b, limit)?;
    let is_second = b.elementwise("tf.GreaterEqual", &[&bits, &limit], NONE)?;
    let few = b.elementwise("tf.SelectV2", &[&is_second, &normal, &least], NONE)?;
    let is_small = b.elementwise("tf.Less", &[&bits, &normal], NONE)?;
    let mut result = b.elementwise("tf.SelectV2", &[&is_small, &few, &large], NONE)?;
    let none = int(b, 0x7fc0_0000)?;
    match how.saturates {
        true => {
            let most = int(b, 0x7f00_0000)?;
            result = b.elementwise("tf.Minimum", &[&result, &most], NONE)?;
        }
        false => {
            let is_beyond = b.elementwise("tf.GreaterEqual", &[&result, &infinite], NONE)?;
            let is_below = b.elementwise("tf.Less", &[&bits, &least], NONE)?;
            for is_outside in [is_beyond, is_below] {
                result = b.elementwise("tf.SelectV2", &[&is_outside, &none, &result], NONE)?;
            }
        }
    }
    let is_nan = b.elementwise("tf.Greater", &[&bits, &infinite], NONE)?;
    result = b.elementwise("tf.SelectV2", &[&is_nan, &none, &result], NONE)?;
    b.elementwise("tf.Bitcast", &[&result], [("type", Attribute::Type(DType::F32))])
}

/// Operators of which the first result has the elements of an operand: that one.
const MOVES: &[(&str, usize)] = &[
    ("Compress", 0),
    ("Concat", 0),
    ("Expand", 0),
    ("Flatten", 0),
    ("Gather", 0),
    ("GatherElements", 0),
    ("GatherND", 0),
    ("Identity", 0),
    ("Pad", 0),
    ("Reshape", 0),
    ("Slice", 0),
    ("Squeeze", 0),
    ("Tile", 0),
    ("Transpose", 0),
    ("Unsqueeze", 0),
    ("Where", 1),
];

/// Operators that know small types, or whose results are the same for the tensors that stand for them.
const KNOW: &[&str] =
    &["Cast", "CastLike", "DequantizeLinear", "IsInf", "IsNaN", "QuantizeLinear", "Shape", "Size"];

/// Operators of this domain that do.
const KNOW_THERE: &[&str] = &["DequantizeLinear", "GatherBlockQuantized", "QuantizeLinear"];

/// A domain of operators that know small types.
const MICROSOFT: &str = "com.microsoft";

/// The type of the results of an operator, of which some operands may be of small types: the outer `None` if the
/// converter says it.
///
/// # Errors
/// The operator does not take the type, or operands whose types must be the same have different ones.
pub(crate) fn carried(
    (domain, op): (&str, &str),
    inputs: &[Option<Tensor>],
) -> Result<Option<Option<Small>>> {
    let mut found = inputs.iter().flatten().filter_map(Tensor::small);
    let Some(small) = found.next() else { return Ok(None) };
    let is_default = matches!(domain, "" | "ai.onnx");
    if is_default && KNOW.contains(&op) || domain == MICROSOFT && KNOW_THERE.contains(&op) {
        return Ok(None);
    }
    let Some(&(_, first)) = MOVES.iter().find(|(name, _)| is_default && *name == op) else {
        return Err(format!("operands of the element type {} are not supported", small.name()));
    };
    // What stands before or behind the elements are conditions, places and sizes.
    let of_elements: Vec<&Tensor> = match op {
        "Concat" => inputs.iter().flatten().collect(),
        "Where" => inputs.iter().skip(1).flatten().collect(),
        "Pad" => [0, 2].iter().filter_map(|&i| inputs.get(i)?.as_ref()).collect(),
        _ => inputs.iter().skip(first).take(1).flatten().collect(),
    };
    let own = of_elements.first().and_then(|tensor| tensor.small());
    let others = inputs.iter().flatten().filter(|tensor| tensor.small().is_some()).count();
    let same = of_elements.iter().filter(|tensor| tensor.small() == own).count();
    if own.is_none() || same != of_elements.len() || others != of_elements.len() {
        return Err(format!("an operand of the element type {} has no place there", small.name()));
    }
    Ok(Some(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_elements_come_apart() {
        let int4 = Small::of(22).unwrap();
        assert_eq!(int4.unpacked(&[0x8f, 0x07], 3), [0xff, 0xf8, 7]);
        assert_eq!(Small::of(21).unwrap().unpacked(&[0x8f, 0x07], 3), [15, 8, 7]);
        assert_eq!(Small::of(26).unwrap().unpacked(&[0b11_10_01_00], 4), [0, 1, 0xfe, 0xff]);
        assert_eq!((int4.packed(3), int4.packed(u64::MAX)), (Some(2), None));
        // Elements of six bits lie across bytes: 1.0 is 001000 in the format with two bits of exponent.
        let float6 = Small::of(27).unwrap();
        let floats = float6.unpacked(&[0x08, 0x82, 0x20], 4);
        let floats: Vec<f32> =
            floats.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        assert_eq!(floats, [1.0; 4]);
    }

    #[test]
    fn ranges_are_those_of_the_types() {
        assert_eq!(Small::of(22).unwrap().range(), Some([-8.0, 7.0]));
        assert_eq!(Small::of(25).unwrap().range(), Some([0.0, 3.0]));
        assert_eq!(largest(SmallFloat::F8E4M3Fn), 448.0);
        assert_eq!(largest(SmallFloat::F8E5M2), 57344.0);
        assert!(TYPES.iter().all(|&(number, name, small)| Small::of(number).unwrap().name() == name
            && small.storage().size().is_some()));
    }
}
