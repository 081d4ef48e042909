//! Rust types of tensor elements, and the printed form of one element.
//!
//! [`Element`] ties a plain-data Rust type to its [`DType`]. Quantised types, strings, resources and variants have no
//! `Element`: code that must handle them works on bytes.

use std::fmt;

use bytemuck::Pod;
use half::{bf16, f16};
use num_complex::Complex;

use super::DType;

/// Seals [`Element`]: ops reach elements by address, at the distance that the dtype says.
mod sealed {
    pub trait Element {}
}

/// A plain-data type that tensors can hold: one for each dtype that has one, and no others.
pub trait Element: sealed::Element + Pod + Send + Sync + fmt::Debug + PartialEq {
    /// The dtype of tensors of this element.
    const DTYPE: DType;
}

/// A boolean element: one byte, 0 or 1 (other values count as true).
#[derive(Debug, Clone, Copy, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct I1(pub u8);

impl I1 {
    /// The truth value.
    #[inline]
    pub fn get(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for I1 {
    #[inline]
    fn from(value: bool) -> Self {
        I1(u8::from(value))
    }
}

macro_rules! elements {
    ($($ty:ty => $dtype:ident),* $(,)?) => {
        $(
            impl sealed::Element for $ty {}

            impl Element for $ty {
                const DTYPE: DType = DType::$dtype;
            }
        )*
    };
}

elements! {
    u8 => UI8, u16 => UI16, u32 => UI32, u64 => UI64, I1 => I1, i8 => I8, i16 => I16, i32 => I32, i64 => I64,
    f32 => F32, f64 => F64, Complex<f32> => Complex64, Complex<f64> => Complex128, f16 => F16, bf16 => BF16,
}

/// A number as C's `%e` prints it: six decimals and an exponent of at least two digits; `nan`, `INF`, `-INF`.
#[derive(Debug, Clone, Copy)]
pub struct Exponent(pub f64);

impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.0;
        if value.is_nan() {
            return f.write_str("nan");
        }
        if value.is_infinite() {
            return f.write_str(if value > 0.0 { "INF" } else { "-INF" });
        }
        let text = format!("{value:.6e}");
        // The formatter always writes an `e`.
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, digits) = match exponent.strip_prefix('-') {
            Some(digits) => ('-', digits),
            None => ('+', exponent),
        };
        write!(f, "{mantissa}e{sign}{digits:0>2}")
    }
}

/// One element of a tensor in its printed form.
#[derive(Debug, Clone, Copy)]
pub struct DisplayElement<'a> {
    /// Type of the element.
    pub dtype: DType,
    /// Its bytes, exactly as many as the dtype has.
    pub bytes: &'a [u8],
}

impl fmt::Display for DisplayElement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn read<T: Pod>(bytes: &[u8]) -> T {
            bytemuck::pod_read_unaligned(bytes)
        }
        let bytes = self.bytes;
        match self.dtype {
            DType::UI8 => read::<u8>(bytes).fmt(f),
            DType::UI16 => read::<u16>(bytes).fmt(f),
            DType::UI32 => read::<u32>(bytes).fmt(f),
            DType::UI64 => read::<u64>(bytes).fmt(f),
            DType::I1 => u8::from(bytes[0] != 0).fmt(f),
            DType::I8 => read::<i8>(bytes).fmt(f),
            DType::I16 => read::<i16>(bytes).fmt(f),
            DType::I32 => read::<i32>(bytes).fmt(f),
            DType::I64 => read::<i64>(bytes).fmt(f),
            DType::F32 => Exponent(f64::from(read::<f32>(bytes))).fmt(f),
            DType::F64 => Exponent(read::<f64>(bytes)).fmt(f),
            DType::Complex64 => {
                let [re, im] = read::<[f32; 2]>(bytes);
                write!(f, "({},{})", Exponent(f64::from(re)), Exponent(f64::from(im)))
            }
            DType::Complex128 => {
                let [re, im] = read::<[f64; 2]>(bytes);
                write!(f, "({},{})", Exponent(re), Exponent(im))
            }
            DType::F16 => write!(f, "fp16({})", read::<u16>(bytes)),
            DType::BF16 => write!(f, "bf16({})", read::<u16>(bytes)),
            DType::QUI8 => write!(f, "qu8({})", read::<u8>(bytes)),
            DType::QUI16 => write!(f, "qu16({})", read::<u16>(bytes)),
            DType::QI8 => write!(f, "qi8({})", read::<i8>(bytes)),
            DType::QI16 => write!(f, "qi16({})", read::<i16>(bytes)),
            DType::QI32 => write!(f, "qi32({})", read::<i32>(bytes)),
            DType::String | DType::Resource | DType::Variant => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_print_as_in_c() {
        for (value, text) in [
            (1.5, "1.500000e+00"),
            (-0.0, "-0.000000e+00"),
            (f64::NAN, "nan"),
            (-f64::NAN, "nan"),
            (f64::INFINITY, "INF"),
            (f64::NEG_INFINITY, "-INF"),
            (1.0e200, "1.000000e+200"),
            (1.0e-9, "1.000000e-09"),
            (f64::from(1.0e-40f32), "9.999946e-41"),
            (123_456_789.0, "1.234568e+08"),
        ] {
            assert_eq!(Exponent(value).to_string(), text);
        }
    }
}
