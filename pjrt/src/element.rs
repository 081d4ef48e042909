//! Element types as callers number them, and how elements of a few bits lie in memory.
//!
//! A caller's elements of 2 to 8 bits are a byte each. Programs have tensors of wider types for them ([`SmallType`]). A buffer
//! keeps the caller's bytes, which callers may read in place; an execution converts its arguments and its results.

use tfrt_dialects::signature::small_type;
use tfrt_dialects::tf::IrDataType as _;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ir::context::Context;
use tfrt_ir::handles::Type;
use tfrt_ops::{DataType, SmallType};

use crate::failure::Failure;

/// An element type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    /// One of which there are tensors.
    Wide(DType),
    /// A number of 2 to 8 bits.
    Small(SmallType),
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

/// The same for elements of a few bits, by their names.
const SMALL: &[(i32, &str)] = &[
    (16, "f8E5M2"),
    (17, "f8E4M3FN"),
    (18, "f8E4M3B11FNUZ"),
    (19, "f8E5M2FNUZ"),
    (20, "f8E4M3FNUZ"),
    (21, "i4"),
    (22, "ui4"),
    (24, "i2"),
    (25, "ui2"),
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
        let small = SMALL.iter().find(|(known, _)| *known == number);
        wide.or_else(|| SmallType::from_name(small?.1).map(Element::Small)).ok_or_else(|| {
            Failure::unimplemented(format!("buffers of PJRT_Buffer_Type {number} are not supported"))
        })
    }

    /// Its number.
    pub(crate) fn number(self) -> Result<i32, Failure> {
        let found = match self {
            Element::Wide(dtype) => WIDE.iter().find(|(_, known)| *known == dtype).map(|(number, _)| *number),
            Element::Small(small) => {
                let name = small.to_string();
                SMALL.iter().find(|(_, known)| *known == name).map(|(number, _)| *number)
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
        let small = small_type(ctx, element).map(Element::Small);
        small.or_else(|| DataType::of_type(ctx, element).and_then(DType::of_data_type).map(Element::Wide))
    }

    /// The element type of a few bits that has this name in programs.
    pub(crate) fn of_name(name: &str) -> Option<Element> {
        let (_, name) = SMALL.iter().find(|(_, known)| *known == name)?;
        SmallType::from_name(name).map(Element::Small)
    }

    /// The name of an element type of a few bits in `ml_dtypes`.
    pub(crate) fn python_name(self) -> Option<String> {
        match self {
            Element::Small(small) => Some(small.python_name()),
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
            Element::Small(SmallType::Integer { bits, .. }) => bits,
            Element::Small(SmallType::Float(format)) if format.bits().width == 4 => 4,
            _ => 0,
        }
    }

    /// The element type of a buffer's memory.
    pub(crate) fn in_memory(self) -> DType {
        match self {
            Element::Wide(dtype) => dtype,
            Element::Small(small) => small.bytes(),
            Element::Token => DType::I1,
        }
    }

    /// The element type of a program's tensor.
    pub(crate) fn in_program(self) -> DType {
        match self {
            Element::Small(small) => small.storage(),
            element => element.in_memory(),
        }
    }

    /// The tensor that a program takes for a buffer's.
    pub(crate) fn to_program(self, tensor: DenseHostTensor) -> Result<DenseHostTensor, Failure> {
        match self {
            Element::Wide(_) => Ok(tensor),
            Element::Token => zeroed(DType::I1, Shape::scalar()),
            Element::Small(small) => {
                let mut stored = room_for(small.storage(), &tensor)?;
                small.write_storage(tensor.bytes(), bytes_of(&mut stored)?);
                Ok(stored)
            }
        }
    }

    /// The tensor of a buffer for what a program gives.
    pub(crate) fn of_program(self, tensor: DenseHostTensor) -> Result<DenseHostTensor, Failure> {
        let Element::Small(small @ SmallType::Float(_)) = self else { return Ok(tensor) };
        let mut codes = room_for(small.bytes(), &tensor)?;
        let read = small.read_storage(tensor.bytes(), bytes_of(&mut codes)?);
        read.map_err(|error| Failure::internal(error.to_string()))?;
        Ok(codes)
    }
}

/// A tensor of the shape of another one, with unspecified contents.
fn room_for(dtype: DType, other: &DenseHostTensor) -> Result<DenseHostTensor, Failure> {
    let metadata = TensorMetadata::new(dtype, other.shape().clone());
    DenseHostTensor::uninitialized(metadata).map_err(Failure::out_of_memory)
}

/// The bytes of a new tensor.
fn bytes_of(tensor: &mut DenseHostTensor) -> Result<&mut [u8], Failure> {
    tensor.bytes_mut().ok_or_else(|| Failure::internal("a new tensor is shared"))
}

fn zeroed(dtype: DType, shape: Shape) -> Result<DenseHostTensor, Failure> {
    DenseHostTensor::zeroed(TensorMetadata::new(dtype, shape)).map_err(Failure::out_of_memory)
}

impl std::fmt::Display for Element {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Element::Wide(dtype) => f.write_str(dtype.label()),
            Element::Small(small) => small.fmt(f),
            Element::Token => f.write_str("token"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_an_element_type_is_its_own() {
        for &(number, name) in SMALL {
            let element = Element::of_number(number).expect("it is in the table");
            assert_eq!((element.number().ok(), Element::of_name(name)), (Some(number), Some(element)));
        }
    }
}
