//! Element types as callers number them, and how elements of a few bits lie in memory.
//!
//! A caller's elements of 2 to 8 bits are a byte each. Programs have tensors of wider types for them: integers of 8 bits and `f32`. A buffer
//! keeps the caller's bytes, which callers may read in place; an execution converts its arguments and its results.

use std::collections::HashMap;

use tfrt_dialects::tf::IrDataType as _;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ir::types::{Signedness, TypeKind};
use tfrt_ops::{DataType, SmallFloat};

use crate::failure::Failure;

/// An element type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    /// One of which there are tensors.
    Wide(DType),
    /// An integer of 2 or 4 bits.
    Integer { bits: u32, is_signed: bool },
    /// A float of 4 to 8 bits.
    Float(SmallFloat),
    /// No element, but the place of an effect in the order of effects.
    Token,
}

/// The number of an element type in the public header, and the element type.
const WIDE: &[(i32, DType)] = &[
    (1, DType::I1),
    (2, DType::I8),
    (3, DType::I16),
    (4, DType::I32),
    (5, DType::I64),
    (6, DType::UI8),
    (7, DType::UI16),
    (8, DType::UI32),
    (9, DType::UI64),
    (10, DType::F16),
    (11, DType::F32),
    (12, DType::F64),
    (13, DType::BF16),
    (14, DType::Complex64),
    (15, DType::Complex128),
];

/// The same for integers: number, bits, whether there is a sign.
const INTEGERS: &[(i32, u32, bool)] = &[(21, 4, true), (22, 4, false), (24, 2, true), (25, 2, false)];

/// The same for floats, by their names.
const FLOATS: &[(i32, &str)] = &[
    (16, "f8E5M2"),
    (17, "f8E4M3FN"),
    (18, "f8E4M3B11FNUZ"),
    (19, "f8E5M2FNUZ"),
    (20, "f8E4M3FNUZ"),
    (26, "f8E4M3"),
    (27, "f8E3M4"),
    (28, "f8E8M0FNU"),
    (29, "f4E2M1FN"),
];

const TOKEN: i32 = 23;

/// The numbers of XLA's own types, which its interface of foreign functions and its messages have, where they are not those of [`WIDE`].
const FOREIGN_WIDE: &[(i32, DType)] = &[(15, DType::Complex64), (16, DType::BF16), (18, DType::Complex128)];

/// The same for elements of a few bits, by their names, and for tokens.
const FOREIGN: &[(i32, &str)] = &[
    (17, "token"),
    (21, "i4"),
    (22, "ui4"),
    (26, "i2"),
    (27, "ui2"),
    (19, "f8E5M2"),
    (20, "f8E4M3FN"),
    (23, "f8E4M3B11FNUZ"),
    (24, "f8E5M2FNUZ"),
    (25, "f8E4M3FNUZ"),
    (28, "f8E4M3"),
    (29, "f8E3M4"),
    (32, "f4E2M1FN"),
    (33, "f8E8M0FNU"),
];

impl Element {
    /// The element type of a number.
    pub(crate) fn of_number(number: i32) -> Result<Element, Failure> {
        let wide = WIDE.iter().find(|(known, _)| *known == number).map(|&(_, dtype)| Element::Wide(dtype));
        let integer = INTEGERS.iter().find(|(known, ..)| *known == number);
        let float = FLOATS.iter().find(|(known, _)| *known == number);
        wide.or_else(|| integer.map(|&(_, bits, is_signed)| Element::Integer { bits, is_signed }))
            .or_else(|| float.and_then(|(_, name)| SmallFloat::from_name(name)).map(Element::Float))
            .ok_or_else(|| {
                Failure::unimplemented(format!("buffers of PJRT_Buffer_Type {number} are not supported"))
            })
    }

    /// Its number.
    pub(crate) fn number(self) -> Result<i32, Failure> {
        let found = match self {
            Element::Wide(dtype) => WIDE.iter().find(|(_, known)| *known == dtype).map(|(number, _)| *number),
            Element::Integer { bits, is_signed } => {
                INTEGERS.iter().find(|(_, b, s)| (*b, *s) == (bits, is_signed)).map(|(number, ..)| *number)
            }
            Element::Float(format) => {
                FLOATS.iter().find(|(_, name)| *name == format.name()).map(|(number, _)| *number)
            }
            Element::Token => Some(TOKEN),
        };
        found.ok_or_else(|| Failure::unimplemented(format!("buffers of {self} are not supported")))
    }

    /// The element type of a tensor's type, or a token's.
    pub(crate) fn of_type(ctx: &Context, ty: Type) -> Option<Element> {
        if ctx.is_opaque_type(ty, "stablehlo", "token") {
            return Some(Element::Token);
        }
        let element = ctx.type_kind(ty).element_type()?;
        match *ctx.type_kind(element) {
            TypeKind::Integer { width: bits @ (2 | 4), sign } => {
                return Some(Element::Integer { bits, is_signed: sign != Signedness::Unsigned });
            }
            TypeKind::Float(kind) => {
                if let Some(format) = SmallFloat::from_name(kind.name()) {
                    return Some(Element::Float(format));
                }
            }
            _ => {}
        }
        DataType::of_type(ctx, element).and_then(DType::of_data_type).map(Element::Wide)
    }

    /// The element type of a few bits that has this name in programs.
    pub(crate) fn of_name(name: &str) -> Option<Element> {
        let integer = INTEGERS.iter().map(|&(_, bits, is_signed)| Element::Integer { bits, is_signed });
        let float = FLOATS.iter().filter_map(|(_, name)| SmallFloat::from_name(name)).map(Element::Float);
        integer.chain(float).find(|element| element.to_string() == name)
    }

    /// The name of an element type of a few bits in `ml_dtypes`.
    pub(crate) fn python_name(self) -> Option<String> {
        match self {
            Element::Integer { bits, is_signed } => {
                Some(format!("{}int{bits}", if is_signed { "" } else { "u" }))
            }
            Element::Float(format) => {
                let (bits, rest) = format.name().strip_prefix('f')?.split_at_checked(1)?;
                Some(format!("float{bits}_{}", rest.to_ascii_lowercase()))
            }
            _ => None,
        }
    }

    /// Its number in XLA's interface of foreign functions, and in XLA's messages.
    pub(crate) fn foreign_number(self) -> Option<i32> {
        if let Element::Wide(dtype) = self {
            let mut numbers = FOREIGN_WIDE.iter().chain(WIDE);
            return numbers.find(|(_, known)| *known == dtype).map(|&(number, _)| number);
        }
        let name = self.to_string();
        FOREIGN.iter().find(|(_, known)| *known == name).map(|&(number, _)| number)
    }

    /// The bits of an element that XLA packs with others into a byte; 0 for other elements.
    pub(crate) fn packed_bits(self) -> u32 {
        match self {
            Element::Integer { bits, .. } => bits,
            Element::Float(format) if format.name().starts_with("f4") => 4,
            _ => 0,
        }
    }

    /// The element type of a buffer's memory.
    pub(crate) fn in_memory(self) -> DType {
        match self {
            Element::Wide(dtype) => dtype,
            Element::Integer { is_signed: true, .. } => DType::I8,
            Element::Integer { .. } | Element::Float(_) => DType::UI8,
            Element::Token => DType::I1,
        }
    }

    /// The element type of a program's tensor.
    pub(crate) fn in_program(self) -> DType {
        match self {
            Element::Float(_) => DType::F32,
            element => element.in_memory(),
        }
    }

    /// The tensor that a program takes for a buffer's.
    pub(crate) fn to_program(self, tensor: DenseHostTensor) -> Result<DenseHostTensor, Failure> {
        match self {
            Element::Wide(_) => Ok(tensor),
            Element::Token => zeroed(DType::I1, Shape::scalar()),
            Element::Integer { bits, is_signed } => {
                let shift = u8::BITS - bits;
                let mut wide = zeroed(self.in_memory(), tensor.shape().clone())?;
                for (to, &from) in bytes_of(&mut wide)?.iter_mut().zip(tensor.bytes()) {
                    *to = if is_signed {
                        ((from << shift) as i8 >> shift) as u8
                    } else {
                        from << shift >> shift
                    };
                }
                Ok(wide)
            }
            Element::Float(format) => {
                let mut wide = zeroed(DType::F32, tensor.shape().clone())?;
                for (to, &from) in bytes_of(&mut wide)?.chunks_exact_mut(size_of::<f32>()).zip(tensor.bytes())
                {
                    to.copy_from_slice(&(format.decode(from) as f32).to_le_bytes());
                }
                Ok(wide)
            }
        }
    }

    /// The tensor of a buffer for what a program gives.
    pub(crate) fn of_program(self, tensor: DenseHostTensor) -> Result<DenseHostTensor, Failure> {
        let Element::Float(format) = self else { return Ok(tensor) };
        let bits = format.bits();
        let mut codes = HashMap::new();
        for code in (0..=u8::MAX).filter(|&code| !format.decode(code).is_nan()) {
            codes.entry((format.decode(code) as f32).to_bits()).or_insert(code);
        }
        let nan = |is_negative: bool| {
            let sign = if is_negative && bits.nan_has_sign() { bits.sign() } else { 0 };
            bits.nan.map(|code| code | sign)
        };
        let mut narrow = zeroed(DType::UI8, tensor.shape().clone())?;
        let numbers = tensor.bytes().chunks_exact(size_of::<f32>());
        for (to, from) in bytes_of(&mut narrow)?.iter_mut().zip(numbers) {
            let number = f32::from_le_bytes([from[0], from[1], from[2], from[3]]);
            let code = match number.is_nan() {
                true => nan(number.is_sign_negative()),
                false => codes.get(&number.to_bits()).copied(),
            };
            *to = code.ok_or_else(|| {
                Failure::internal(format!("{number} is no number of the type {}", format.name()))
            })?;
        }
        Ok(narrow)
    }
}

fn zeroed(dtype: DType, shape: Shape) -> Result<DenseHostTensor, Failure> {
    DenseHostTensor::zeroed(TensorMetadata::new(dtype, shape)).map_err(Failure::out_of_memory)
}

fn bytes_of(tensor: &mut DenseHostTensor) -> Result<&mut [u8], Failure> {
    tensor.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))
}

impl std::fmt::Display for Element {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Element::Wide(dtype) => f.write_str(dtype.label()),
            Element::Integer { bits, is_signed: true } => write!(f, "i{bits}"),
            Element::Integer { bits, .. } => write!(f, "ui{bits}"),
            Element::Float(format) => f.write_str(format.name()),
            Element::Token => f.write_str("token"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_format_is_the_same_in_a_program() {
        for &(number, name) in FLOATS {
            let element = Element::of_number(number).expect("it is in the table");
            assert_eq!(element.number().ok(), Some(number));
            let Element::Float(format) = element else { panic!("{name} is a float") };
            let codes: Vec<u8> = (0..=u8::MAX).collect();
            let shape = Shape::new(&[256]).expect("a small shape");
            let metadata = TensorMetadata::new(DType::UI8, shape);
            let tensor = DenseHostTensor::from_bytes(metadata, &codes).expect("as many bytes");
            let wide = element.to_program(tensor).expect("there is memory");
            let back = element.of_program(wide).expect("all are numbers of the format");
            for (&code, &got) in codes.iter().zip(back.bytes()) {
                let (expected, got) = (format.decode(code), format.decode(got));
                assert!(
                    expected.to_bits() == got.to_bits() || expected.is_nan() && got.is_nan(),
                    "{name} {code}"
                );
            }
        }
    }

    #[test]
    fn integers_of_a_few_bits_have_their_sign_in_a_program() {
        for &(number, bits, is_signed) in INTEGERS {
            let element = Element::of_number(number).expect("it is in the table");
            let metadata = TensorMetadata::new(element.in_memory(), Shape::new(&[1]).expect("a small shape"));
            let all = DenseHostTensor::from_bytes(metadata, &[(1 << bits) - 1]).expect("one byte");
            let wide = element.to_program(all).expect("there is memory");
            assert_eq!(wide.bytes(), [if is_signed { u8::MAX } else { (1 << bits) - 1 }]);
        }
    }
}
