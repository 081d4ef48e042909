//! The types of op attributes, and the Rust types of attribute values.

use half::{bf16, f16};

use crate::tensor::{Complex, DType, Element, I1};

macro_rules! attr_types {
    ($($name:ident = $text:literal,)*) => {
        /// The type of an op attribute. Some only occur as the *value* of a `DType` attribute.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum OpAttrType { $($name,)* }

        impl OpAttrType {
            const ALL: &'static [OpAttrType] = &[$(OpAttrType::$name,)*];

            /// The name in printed attributes.
            pub const fn name(self) -> &'static str {
                match self { $(OpAttrType::$name => $text,)* }
            }
        }
    };
}

attr_types! {
    DType = "DTYPE",
    Aggregate = "AGGREGATE",
    Dense = "DENSE",
    Shape = "SHAPE",
    Func = "FUNC",
    BF16 = "BF16",
    F16 = "F16",
    I1 = "I1",
    Complex64 = "COMPLEX64",
    Complex128 = "COMPLEX128",
    QUI8 = "QUI8",
    QUI16 = "QUI16",
    QI8 = "QI8",
    QI16 = "QI16",
    QI32 = "QI32",
    Resource = "RESOURCE",
    Variant = "VARIANT",
    Bool = "BOOL",
    Char = "CHAR",
    UI8 = "UI8",
    UI16 = "UI16",
    UI32 = "UI32",
    UI64 = "UI64",
    I8 = "I8",
    I16 = "I16",
    I32 = "I32",
    I64 = "I64",
    F32 = "F32",
    F64 = "F64",
    // Upstream's end here.
    TensorType = "TENSOR_TYPE",
    FusedBody = "FUSED_BODY",
}

impl OpAttrType {
    /// The type whose number is `id`.
    pub fn from_id(id: u8) -> Option<OpAttrType> {
        Self::ALL.get(usize::from(id)).copied()
    }

    /// The attribute type of values of `dtype`: booleans are `BOOL`, strings are arrays of `CHAR`.
    pub fn of_dtype(dtype: DType) -> OpAttrType {
        match dtype {
            DType::UI8 => OpAttrType::UI8,
            DType::UI16 => OpAttrType::UI16,
            DType::UI32 => OpAttrType::UI32,
            DType::UI64 => OpAttrType::UI64,
            DType::I1 => OpAttrType::Bool,
            DType::I8 => OpAttrType::I8,
            DType::I16 => OpAttrType::I16,
            DType::I32 => OpAttrType::I32,
            DType::I64 => OpAttrType::I64,
            DType::F32 => OpAttrType::F32,
            DType::F64 => OpAttrType::F64,
            DType::Complex64 => OpAttrType::Complex64,
            DType::Complex128 => OpAttrType::Complex128,
            DType::F16 => OpAttrType::F16,
            DType::BF16 => OpAttrType::BF16,
            DType::String => OpAttrType::Char,
            DType::Resource => OpAttrType::Resource,
            DType::Variant => OpAttrType::Variant,
            DType::QUI8 => OpAttrType::QUI8,
            DType::QUI16 => OpAttrType::QUI16,
            DType::QI8 => OpAttrType::QI8,
            DType::QI16 => OpAttrType::QI16,
            DType::QI32 => OpAttrType::QI32,
        }
    }

    /// The dtype whose attribute type this is.
    pub fn to_dtype(self) -> Option<DType> {
        DType::ALL.iter().copied().find(|&dtype| Self::of_dtype(dtype) == self)
    }
}

/// A Rust type whose values are scalar attributes, or the elements of array attributes.
pub trait AttrElement: Element {
    /// The attribute type of its values.
    const TYPE: OpAttrType;
}

macro_rules! attr_elements {
    ($($ty:ty => $name:ident),* $(,)?) => {
        $(impl AttrElement for $ty {
            const TYPE: OpAttrType = OpAttrType::$name;
        })*
    };
}

attr_elements! {
    u8 => UI8, u16 => UI16, u32 => UI32, u64 => UI64, I1 => Bool, i8 => I8, i16 => I16, i32 => I32, i64 => I64,
    f32 => F32, f64 => F64, Complex<f32> => Complex64, Complex<f64> => Complex128, f16 => F16, bf16 => BF16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_their_numbers() {
        assert_eq!(OpAttrType::from_id(8), Some(OpAttrType::Complex64));
        assert_eq!(OpAttrType::from_id(10), Some(OpAttrType::QUI8));
        assert_eq!(OpAttrType::from_id(28), Some(OpAttrType::F64));
        assert_eq!(OpAttrType::from_id(31), None);
        for &dtype in DType::ALL {
            assert_eq!(OpAttrType::of_dtype(dtype).to_dtype(), Some(dtype));
        }
    }
}
