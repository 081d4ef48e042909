//! Scalars: values of at most 64 bits that live in a register itself.
//!
//! A scalar is stored as its bits, extended with zeros to 64. The loader of a program fixes which scalar a register
//! holds, so no kind is stored beside the bits while a program runs.

use half::{bf16, f16};
use num_complex::Complex;
use std::{any::TypeId, fmt};
use tfrt_bef::{DTypeCode, TypeCode};

/// The ready chain: it carries no data, only order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chain;

macro_rules! scalar_kinds {
    ($($name:ident, $size:literal, $text:literal, $ty:ty, $to:expr, $from:expr;)*) => {
        /// The kind of scalar that a register or value holds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum ScalarKind { $(#[doc = concat!("`", $text, "`")] $name,)* }

        impl ScalarKind {
            /// All kinds.
            pub const ALL: &'static [ScalarKind] = &[$(ScalarKind::$name,)*];

            /// Size of the Rust type in bytes.
            #[inline(always)]
            pub const fn size(self) -> usize {
                match self { $(ScalarKind::$name => $size,)* }
            }

            /// Name of the type in program text.
            pub const fn type_name(self) -> &'static str {
                match self { $(ScalarKind::$name => $text,)* }
            }
        }

        $(
            impl sealed::Scalar for $ty {}

            impl Scalar for $ty {
                const KIND: ScalarKind = ScalarKind::$name;
                #[inline(always)]
                fn to_bits(self) -> u64 { let f: fn($ty) -> u64 = $to; f(self) }
                #[inline(always)]
                fn from_bits(bits: u64) -> $ty { let f: fn(u64) -> $ty = $from; f(bits) }
            }
        )*

        /// The kind of a Rust type, if it is a scalar.
        #[inline(always)]
        pub(crate) fn kind_of<T: 'static>() -> Option<ScalarKind> {
            let id = TypeId::of::<T>();
            $(if id == TypeId::of::<$ty>() { return Some(ScalarKind::$name); })*
            None
        }
    };
}

/// Keeps [`Scalar`] this crate's: registers and memory are read by its kinds.
mod sealed {
    pub trait Scalar {}
}

/// A Rust type that is a scalar of programs: one for each [`ScalarKind`], and no others.
pub trait Scalar: sealed::Scalar + Copy + Send + Sync + fmt::Debug + 'static {
    /// Which one.
    const KIND: ScalarKind;
    /// Its bits, zero-extended.
    fn to_bits(self) -> u64;
    /// From the bits of a scalar of this kind; other bits give some value of the type.
    fn from_bits(bits: u64) -> Self;
}

scalar_kinds! {
    Chain, 0, "!tfrt.chain", Chain, |_| 0, |_| Chain;
    I1, 1, "i1", bool, u64::from, |bits| bits & 1 != 0;
    I8, 1, "i8", i8, |v| u64::from(v as u8), |bits| bits as i8;
    I16, 2, "i16", i16, |v| u64::from(v as u16), |bits| bits as i16;
    I32, 4, "i32", i32, |v| u64::from(v as u32), |bits| bits as i32;
    I64, 8, "i64", i64, |v| v as u64, |bits| bits as i64;
    UI8, 1, "ui8", u8, u64::from, |bits| bits as u8;
    UI16, 2, "ui16", u16, u64::from, |bits| bits as u16;
    UI32, 4, "ui32", u32, u64::from, |bits| bits as u32;
    UI64, 8, "ui64", u64, |v| v, |bits| bits;
    F16, 2, "f16", f16, |v| u64::from(v.to_bits()), |bits| f16::from_bits(bits as u16);
    BF16, 2, "bf16", bf16, |v| u64::from(v.to_bits()), |bits| bf16::from_bits(bits as u16);
    F32, 4, "f32", f32, |v| u64::from(v.to_bits()), |bits| f32::from_bits(bits as u32);
    F64, 8, "f64", f64, f64::to_bits, f64::from_bits;
    Complex64, 8, "complex<f32>", Complex<f32>,
        |v| u64::from(v.re.to_bits()) | u64::from(v.im.to_bits()) << 32,
        |bits| Complex::new(f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32));
}

impl ScalarKind {
    /// The kind that a register of this type holds, `None` if it holds an object.
    pub const fn of_type(code: TypeCode) -> Option<ScalarKind> {
        match code {
            TypeCode::Opaque => None,
            TypeCode::Chain => Some(ScalarKind::Chain),
            TypeCode::Scalar(dtype) => ScalarKind::of_dtype(dtype),
        }
    }

    /// The kind of a dtype, `None` if it is not a scalar of at most 64 bits.
    pub const fn of_dtype(dtype: DTypeCode) -> Option<ScalarKind> {
        Some(match dtype {
            DTypeCode::I1 => ScalarKind::I1,
            DTypeCode::I8 => ScalarKind::I8,
            DTypeCode::I16 => ScalarKind::I16,
            DTypeCode::I32 => ScalarKind::I32,
            DTypeCode::I64 => ScalarKind::I64,
            DTypeCode::UI8 => ScalarKind::UI8,
            DTypeCode::UI16 => ScalarKind::UI16,
            DTypeCode::UI32 => ScalarKind::UI32,
            DTypeCode::UI64 => ScalarKind::UI64,
            DTypeCode::F16 => ScalarKind::F16,
            DTypeCode::BF16 => ScalarKind::BF16,
            DTypeCode::F32 => ScalarKind::F32,
            DTypeCode::F64 => ScalarKind::F64,
            DTypeCode::Complex64 => ScalarKind::Complex64,
            _ => return None,
        })
    }
}

impl fmt::Display for ScalarKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.type_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_zero_extended() {
        assert_eq!((-1i32).to_bits(), 0xFFFF_FFFF);
        assert_eq!(<i8 as Scalar>::from_bits((-3i8).to_bits()), -3);
        assert_eq!(<f64 as Scalar>::from_bits(Scalar::to_bits(-0.5f64)), -0.5);
        let z = Complex::new(1.5f32, -2.0);
        assert_eq!(Complex::<f32>::from_bits(z.to_bits()), z);
        assert_eq!(kind_of::<i64>(), Some(ScalarKind::I64));
        assert_eq!(kind_of::<String>(), None);
    }
}
