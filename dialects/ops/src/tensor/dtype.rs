//! Element types of tensors, shared by the compiler, the executor and the kernels.
//!
//! The numbers are those of the file format (`tfrt-bef` has its own list, which a test in the executor compares) and never change.
//! [`DataType`] is the longer list of TensorFlow's protocol, which op definitions use.

use std::fmt;

use super::DataType;

macro_rules! dtypes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal, $label:literal, $data_type:ident, $size:expr;)*) => {
        /// An element type of a tensor. The discriminant is the number stored in files.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum DType { $($(#[$doc])* $name = $code,)* }

        impl DType {
            /// Every element type, in the order of their codes.
            pub const ALL: &'static [DType] = &[$(DType::$name,)*];

            /// The element type with this number in files.
            pub const fn from_code(code: u8) -> Option<DType> {
                match code { $($code => Some(DType::$name),)* _ => None }
            }

            /// The spelling as a type of the IR, as in `tensor<2xf32>` (`!corert.…` for the types without a builtin form).
            pub const fn name(self) -> &'static str {
                match self { $(DType::$name => $text,)* }
            }

            /// The element type with this spelling.
            pub fn from_name(name: &str) -> Option<DType> {
                match name { $($text => Some(DType::$name),)* _ => None }
            }

            /// The name in printed tensors and messages: `u8`, `i32`, `complex64`, `str`, `qi8` …
            pub const fn label(self) -> &'static str {
                match self { $(DType::$name => $label,)* }
            }

            /// The element type with this label.
            pub fn from_label(label: &str) -> Option<DType> {
                match label { $($label => Some(DType::$name),)* _ => None }
            }

            /// The type in TensorFlow's protocol.
            pub const fn data_type(self) -> DataType {
                match self { $(DType::$name => DataType::$data_type,)* }
            }

            /// The element type that a type of TensorFlow's protocol stands for; `None` if tensors of it do not exist here.
            pub const fn of_data_type(data_type: DataType) -> Option<DType> {
                match data_type { $(DataType::$data_type => Some(DType::$name),)* _ => None }
            }

            /// Bytes of one element, or `None` for strings, resources and variants, which have no fixed size.
            #[inline]
            pub const fn size(self) -> Option<usize> {
                match self { $(DType::$name => $size,)* }
            }
        }
    };
}

// Name = code in files, spelling, label, TensorFlow's type, size.
dtypes! {
    /// Unsigned 8-bit integer.
    UI8 = 1, "ui8", "u8", UInt8, Some(1);
    /// Unsigned 16-bit integer.
    UI16 = 2, "ui16", "u16", UInt16, Some(2);
    /// Unsigned 32-bit integer.
    UI32 = 3, "ui32", "u32", UInt32, Some(4);
    /// Unsigned 64-bit integer.
    UI64 = 4, "ui64", "u64", UInt64, Some(8);
    /// Boolean, one byte, 0 or 1.
    I1 = 5, "i1", "i1", Bool, Some(1);
    /// Signed 8-bit integer.
    I8 = 6, "i8", "i8", Int8, Some(1);
    /// Signed 16-bit integer.
    I16 = 7, "i16", "i16", Int16, Some(2);
    /// Signed 32-bit integer.
    I32 = 8, "i32", "i32", Int32, Some(4);
    /// Signed 64-bit integer.
    I64 = 9, "i64", "i64", Int64, Some(8);
    /// IEEE single precision.
    F32 = 10, "f32", "f32", Float32, Some(4);
    /// IEEE double precision.
    F64 = 11, "f64", "f64", Float64, Some(8);
    /// Two `f32`: real, imaginary.
    Complex64 = 12, "complex<f32>", "complex64", Complex64, Some(8);
    /// Two `f64`: real, imaginary.
    Complex128 = 13, "complex<f64>", "complex128", Complex128, Some(16);
    /// IEEE half precision.
    F16 = 14, "f16", "f16", Float16, Some(2);
    /// The upper half of a single.
    BF16 = 15, "bf16", "bf16", BFloat16, Some(2);
    /// Byte string.
    String = 16, "!corert.string", "str", String, None;
    /// Handle of a resource.
    Resource = 17, "!corert.resource", "resource", Resource, None;
    /// Any value.
    Variant = 18, "!corert.variant", "variant", Variant, None;
    /// Quantized unsigned 8-bit integer.
    QUI8 = 19, "!corert.quint8", "qu8", QUInt8, Some(1);
    /// Quantized unsigned 16-bit integer.
    QUI16 = 20, "!corert.quint16", "qu16", QUInt16, Some(2);
    /// Quantized 8-bit integer.
    QI8 = 21, "!corert.qint8", "qi8", QInt8, Some(1);
    /// Quantized 16-bit integer.
    QI16 = 22, "!corert.qint16", "qi16", QInt16, Some(2);
    /// Quantized 32-bit integer.
    QI32 = 23, "!corert.qint32", "qi32", QInt32, Some(4);
}

impl DType {
    /// The number stored in files.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// Whether a value of this type fits the 64 bits of a scalar register or attribute.
    pub const fn is_scalar(self) -> bool {
        match self.size() {
            Some(size) => size <= 8,
            None => false,
        }
    }

    /// The bits of a number that say which it is: one of a boolean, all of the others; `None` for types without a size.
    pub const fn bits(self) -> Option<usize> {
        match (self, self.size()) {
            (DType::I1, _) => Some(1),
            (_, Some(size)) => Some(size * 8),
            (_, None) => None,
        }
    }

    /// Alignment of elements in arrays: the size, at most 8; 1 for types without a size.
    pub const fn alignment(self) -> usize {
        match self.size() {
            Some(size) if size <= 8 => size,
            Some(_) => 8,
            None => 1,
        }
    }

    /// Whether it is one of the integers of 8 to 64 bits.
    pub const fn is_integer(self) -> bool {
        self.is_unsigned() || matches!(self, DType::I8 | DType::I16 | DType::I32 | DType::I64)
    }

    /// Whether it is an unsigned integer.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, DType::UI8 | DType::UI16 | DType::UI32 | DType::UI64)
    }

    /// Whether it is `f16`, `bf16`, `f32` or `f64`.
    pub const fn is_floating(self) -> bool {
        matches!(self, DType::F16 | DType::BF16 | DType::F32 | DType::F64)
    }

    /// Whether it is a complex number.
    pub const fn is_complex(self) -> bool {
        matches!(self, DType::Complex64 | DType::Complex128)
    }

    /// Whether it is one of the quantised integers.
    pub const fn is_quantized(self) -> bool {
        matches!(self, DType::QUI8 | DType::QUI16 | DType::QI8 | DType::QI16 | DType::QI32)
    }

    /// The class of types that upstream's type dispatch calls trivial: `u8` to `f64`, booleans included.
    pub const fn is_trivial(self) -> bool {
        DType::UI8 as u8 <= self as u8 && self as u8 <= DType::F64 as u8
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_identify_the_types() {
        for (i, &dtype) in DType::ALL.iter().enumerate() {
            assert_eq!(usize::from(dtype.code()), i + 1);
            assert_eq!(DType::from_code(dtype.code()), Some(dtype));
            assert_eq!(DType::from_name(dtype.name()), Some(dtype));
            assert_eq!(DType::from_label(dtype.label()), Some(dtype));
            assert_eq!(DType::of_data_type(dtype.data_type()), Some(dtype));
            assert_eq!(dtype.data_type().spelling(), dtype.name());
        }
        assert_eq!(DType::from_code(0), None);
        assert_eq!(DType::of_data_type(DataType::Int4), None);
    }
}
