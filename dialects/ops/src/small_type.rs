//! Element types of 2 to 8 bits of which there are no tensors: integers of 2 and 4 bits, and floats of 4 to 8 bits.
//!
//! A program has tensors of a wider type, the *storage*, with the same numbers: 8-bit integers, and `f32`. Callers outside of programs have
//! a byte for each element; [`SmallType::to_storage`] and [`SmallType::of_storage`] convert between the two.

use std::fmt;

use crate::{DType, SmallFloat};

/// An element type without tensors of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SmallType {
    /// Integers of 2 or 4 bits, with a sign or without.
    Integer {
        /// Bits of a number.
        bits: u32,
        /// Whether there are negative numbers.
        is_signed: bool,
    },
    /// Floats.
    Float(SmallFloat),
}

/// A number that a small type does not have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NotInType {
    number: f32,
    ty: SmallType,
}

impl fmt::Display for NotInType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no number of the type {}", self.number, self.ty)
    }
}

impl std::error::Error for NotInType {}

impl SmallType {
    /// All small types.
    pub fn all() -> impl Iterator<Item = SmallType> {
        let integers = [(2, true), (2, false), (4, true), (4, false)];
        let integers = integers.into_iter().map(|(bits, is_signed)| SmallType::Integer { bits, is_signed });
        integers.chain(SmallFloat::ALL.iter().copied().map(SmallType::Float))
    }

    /// The type with this spelling in the IR.
    pub fn from_name(name: &str) -> Option<SmallType> {
        SmallType::all().find(|ty| ty.to_string() == name)
    }

    /// The name in NumPy's package `ml_dtypes`: `int4`, `uint2`, `float8_e4m3fn` …
    pub fn python_name(self) -> String {
        match self {
            SmallType::Integer { bits, is_signed } => {
                format!("{}int{bits}", if is_signed { "" } else { "u" })
            }
            SmallType::Float(format) => {
                let (bits, rest) = format.name()[1..].split_at(1);
                format!("float{bits}_{}", rest.to_ascii_lowercase())
            }
        }
    }

    /// Bits of a number.
    pub const fn bits(self) -> u32 {
        match self {
            SmallType::Integer { bits, .. } => bits,
            SmallType::Float(format) => format.bits().width,
        }
    }

    /// The least and the largest number of integers.
    pub fn range(self) -> Option<[f64; 2]> {
        match self {
            SmallType::Integer { bits, is_signed: true } => {
                let half = f64::from(1_u32 << (bits - 1));
                Some([-half, half - 1.0])
            }
            SmallType::Integer { bits, is_signed: false } => Some([0.0, f64::from((1_u32 << bits) - 1)]),
            SmallType::Float(_) => None,
        }
    }

    /// The element type of the tensors that stand for those of this one.
    pub const fn storage(self) -> DType {
        match self {
            SmallType::Integer { is_signed: true, .. } => DType::I8,
            SmallType::Integer { is_signed: false, .. } => DType::UI8,
            SmallType::Float(_) => DType::F32,
        }
    }

    /// The element type of memory that has a byte for each element.
    pub const fn bytes(self) -> DType {
        match self {
            SmallType::Integer { is_signed: true, .. } => DType::I8,
            SmallType::Integer { .. } | SmallType::Float(_) => DType::UI8,
        }
    }

    /// The bytes of storage of elements of a byte each; bits beyond the type's are ignored.
    pub fn to_storage(self, elements: &[u8]) -> Vec<u8> {
        let size = self.storage().size().unwrap_or(1);
        let mut storage = vec![0; elements.len().saturating_mul(size)];
        self.write_storage(elements, &mut storage);
        storage
    }

    /// As [`to_storage`](SmallType::to_storage), into room for as many elements.
    pub fn write_storage(self, elements: &[u8], storage: &mut [u8]) {
        match self {
            SmallType::Integer { bits, is_signed } => {
                let shift = u8::BITS - bits;
                let number = |byte: u8| match is_signed {
                    true => ((byte << shift) as i8 >> shift) as u8,
                    false => byte << shift >> shift,
                };
                storage.iter_mut().zip(elements).for_each(|(to, &byte)| *to = number(byte));
            }
            SmallType::Float(format) => {
                let numbers = format.numbers();
                for (to, &byte) in storage.as_chunks_mut::<4>().0.iter_mut().zip(elements) {
                    *to = numbers[usize::from(byte)].to_le_bytes();
                }
            }
        }
    }

    /// The elements, of a byte each, that the bytes of storage are.
    ///
    /// # Errors
    /// A float that the type does not have. Integers are those of the storage, as they are.
    pub fn of_storage(self, storage: &[u8]) -> Result<Vec<u8>, NotInType> {
        let mut elements = vec![0; storage.len() / self.storage().size().unwrap_or(1)];
        self.read_storage(storage, &mut elements)?;
        Ok(elements)
    }

    /// As [`of_storage`](SmallType::of_storage), into room for as many elements.
    ///
    /// # Errors
    /// As [`of_storage`](SmallType::of_storage).
    pub fn read_storage(self, storage: &[u8], elements: &mut [u8]) -> Result<(), NotInType> {
        match self {
            SmallType::Integer { .. } => {
                storage.iter().zip(elements).for_each(|(&byte, to)| *to = byte);
                Ok(())
            }
            SmallType::Float(format) => format
                .encode(storage.as_chunks::<4>().0, elements)
                .map_err(|number| NotInType { number, ty: self }),
        }
    }
}

/// The spelling in the IR: `i4`, `ui4`, `f8E4M3FN` …
impl fmt::Display for SmallType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmallType::Integer { bits, is_signed: true } => write!(f, "i{bits}"),
            SmallType::Integer { bits, is_signed: false } => write!(f, "ui{bits}"),
            SmallType::Float(format) => f.write_str(format.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_the_same_in_storage() {
        for ty in SmallType::all() {
            let SmallType::Float(format) = ty else { continue };
            let codes: Vec<u8> = (0..=u8::MAX).collect();
            let back = ty.of_storage(&ty.to_storage(&codes)).expect("all are numbers of the type");
            for (code, got) in codes.into_iter().zip(back) {
                let (expected, got) = (format.decode(code), format.decode(got));
                assert!(
                    expected.to_bits() == got.to_bits() || expected.is_nan() && got.is_nan(),
                    "{ty} {code}"
                );
            }
        }
    }

    #[test]
    fn integers_have_their_sign_in_storage() {
        for ty in SmallType::all() {
            let SmallType::Integer { bits, is_signed } = ty else { continue };
            let all = (1 << bits) - 1;
            assert_eq!(ty.to_storage(&[all]), [if is_signed { u8::MAX } else { all }]);
            let range = if is_signed {
                [-f64::from(all.div_ceil(2)), f64::from(all / 2)]
            } else {
                [0.0, f64::from(all)]
            };
            assert_eq!(ty.range(), Some(range));
        }
    }

    #[test]
    fn a_number_that_the_type_lacks_is_named() {
        let ty = SmallType::Float(SmallFloat::F8E4M3Fn);
        let error = ty.of_storage(&0.3_f32.to_le_bytes()).expect_err("0.3 needs more bits");
        assert_eq!(error.to_string(), "0.3 is no number of the type f8E4M3FN");
    }

    #[test]
    fn names_are_those_of_the_ir_and_of_ml_dtypes() {
        for (name, python) in [
            ("i4", "int4"),
            ("ui2", "uint2"),
            ("f8E4M3B11FNUZ", "float8_e4m3b11fnuz"),
            ("f8E8M0FNU", "float8_e8m0fnu"),
            ("f4E2M1FN", "float4_e2m1fn"),
        ] {
            assert_eq!(SmallType::from_name(name).map(SmallType::python_name).as_deref(), Some(python));
        }
        assert_eq!(SmallType::from_name("f32"), None);
    }
}
