//! Data types of tensor elements: the codes of the file format, and how the runtime prints them.

pub use tfrt_bef::DTypeCode as DType;

/// What the runtime knows of a dtype beyond the file format.
pub trait DTypeExt: Copy {
    /// The name in printed tensors and messages: `u8`, `i32`, `complex64`, `str`, `qi8` …
    fn label(self) -> &'static str;
    /// The dtype with this label.
    fn from_label(label: &str) -> Option<DType>;
    /// Whether it is one of the integers of 8 to 64 bits.
    fn is_integer(self) -> bool;
    /// Whether it is an unsigned integer.
    fn is_unsigned(self) -> bool;
    /// Whether it is `f16`, `bf16`, `f32` or `f64`.
    fn is_floating(self) -> bool;
    /// Whether it is a complex number.
    fn is_complex(self) -> bool;
    /// Whether it is one of the quantised integers.
    fn is_quantized(self) -> bool;
    /// The class of types that upstream's type dispatch calls trivial: `u8` to `f64`, booleans included.
    fn is_trivial(self) -> bool;
}

impl DTypeExt for DType {
    fn label(self) -> &'static str {
        match self {
            DType::UI8 => "u8",
            DType::UI16 => "u16",
            DType::UI32 => "u32",
            DType::UI64 => "u64",
            DType::I1 => "i1",
            DType::I8 => "i8",
            DType::I16 => "i16",
            DType::I32 => "i32",
            DType::I64 => "i64",
            DType::F32 => "f32",
            DType::F64 => "f64",
            DType::Complex64 => "complex64",
            DType::Complex128 => "complex128",
            DType::F16 => "f16",
            DType::BF16 => "bf16",
            DType::String => "str",
            DType::Resource => "resource",
            DType::Variant => "variant",
            DType::QUI8 => "qu8",
            DType::QUI16 => "qu16",
            DType::QI8 => "qi8",
            DType::QI16 => "qi16",
            DType::QI32 => "qi32",
        }
    }

    fn from_label(label: &str) -> Option<DType> {
        DType::ALL.iter().copied().find(|dtype| dtype.label() == label)
    }

    fn is_integer(self) -> bool {
        self.is_unsigned() || matches!(self, DType::I8 | DType::I16 | DType::I32 | DType::I64)
    }

    fn is_unsigned(self) -> bool {
        matches!(self, DType::UI8 | DType::UI16 | DType::UI32 | DType::UI64)
    }

    fn is_floating(self) -> bool {
        matches!(self, DType::F16 | DType::BF16 | DType::F32 | DType::F64)
    }

    fn is_complex(self) -> bool {
        matches!(self, DType::Complex64 | DType::Complex128)
    }

    fn is_quantized(self) -> bool {
        matches!(self, DType::QUI8 | DType::QUI16 | DType::QI8 | DType::QI16 | DType::QI32)
    }

    fn is_trivial(self) -> bool {
        (DType::UI8 as u8..=DType::F64 as u8).contains(&(self as u8))
    }
}
