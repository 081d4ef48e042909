//! Element types and register types as numbers.
//!
//! [`DTypeCode`] lists the element types that attributes, constants and scalar registers can have; its numbers are
//! part of the file format and never change. [`TypeCode`] is the type of a register or a function argument as far as
//! the format knows it: one of those element types, a chain, or opaque (known by its printed name only).

use std::fmt;

macro_rules! dtypes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal, $size:expr;)*) => {
        /// An element type. The discriminant is the number stored in files.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum DTypeCode { $($(#[$doc])* $name = $code,)* }

        impl DTypeCode {
            /// Every element type, in the order of their codes.
            pub const ALL: &'static [DTypeCode] = &[$(DTypeCode::$name,)*];

            /// The element type with this code.
            pub const fn from_code(code: u8) -> Option<DTypeCode> {
                match code { $($code => Some(DTypeCode::$name),)* _ => None }
            }

            /// The type's printed form, as in `tensor<2xf32>` (`!corert.…` for the types without a builtin form).
            pub const fn name(self) -> &'static str {
                match self { $(DTypeCode::$name => $text,)* }
            }

            /// The element type with this printed form.
            pub fn from_name(name: &str) -> Option<DTypeCode> {
                match name { $($text => Some(DTypeCode::$name),)* _ => None }
            }

            /// Bytes of one element, or `None` for strings, resources and variants, which have no fixed size.
            #[inline]
            pub const fn size(self) -> Option<usize> {
                match self { $(DTypeCode::$name => $size,)* }
            }
        }
    };
}

dtypes! {
    /// Unsigned 8-bit integer.
    UI8 = 1, "ui8", Some(1);
    /// Unsigned 16-bit integer.
    UI16 = 2, "ui16", Some(2);
    /// Unsigned 32-bit integer.
    UI32 = 3, "ui32", Some(4);
    /// Unsigned 64-bit integer.
    UI64 = 4, "ui64", Some(8);
    /// Boolean, one byte, 0 or 1.
    I1 = 5, "i1", Some(1);
    /// Signed 8-bit integer.
    I8 = 6, "i8", Some(1);
    /// Signed 16-bit integer.
    I16 = 7, "i16", Some(2);
    /// Signed 32-bit integer.
    I32 = 8, "i32", Some(4);
    /// Signed 64-bit integer.
    I64 = 9, "i64", Some(8);
    /// IEEE single precision.
    F32 = 10, "f32", Some(4);
    /// IEEE double precision.
    F64 = 11, "f64", Some(8);
    /// Two `f32`: real, imaginary.
    Complex64 = 12, "complex<f32>", Some(8);
    /// Two `f64`: real, imaginary.
    Complex128 = 13, "complex<f64>", Some(16);
    /// IEEE half precision.
    F16 = 14, "f16", Some(2);
    /// The upper half of a single.
    BF16 = 15, "bf16", Some(2);
    /// Byte string.
    String = 16, "!corert.string", None;
    /// Handle of a resource.
    Resource = 17, "!corert.resource", None;
    /// Any value.
    Variant = 18, "!corert.variant", None;
    /// Quantized unsigned 8-bit integer.
    QUI8 = 19, "!corert.quint8", Some(1);
    /// Quantized unsigned 16-bit integer.
    QUI16 = 20, "!corert.quint16", Some(2);
    /// Quantized 8-bit integer.
    QI8 = 21, "!corert.qint8", Some(1);
    /// Quantized 16-bit integer.
    QI16 = 22, "!corert.qint16", Some(2);
    /// Quantized 32-bit integer.
    QI32 = 23, "!corert.qint32", Some(4);
}

impl DTypeCode {
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

    /// Alignment of elements in arrays: the size, at most 8; 1 for types without a size.
    pub const fn alignment(self) -> usize {
        match self.size() {
            Some(size) if size <= 8 => size,
            Some(_) => 8,
            None => 1,
        }
    }
}

impl fmt::Display for DTypeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The type of a register, argument or result, as far as the format knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeCode {
    /// Known by its printed name only.
    Opaque,
    /// A value of an element type, by itself.
    Scalar(DTypeCode),
    /// `!tfrt.chain`.
    Chain,
}

/// The code of a chain; leaves room for element types after the present ones.
const CHAIN: u8 = 64;

impl TypeCode {
    /// The number stored in files.
    pub const fn code(self) -> u8 {
        match self {
            TypeCode::Opaque => 0,
            TypeCode::Scalar(dtype) => dtype as u8,
            TypeCode::Chain => CHAIN,
        }
    }

    /// The type with this number.
    pub const fn from_code(code: u8) -> Option<TypeCode> {
        match code {
            0 => Some(TypeCode::Opaque),
            CHAIN => Some(TypeCode::Chain),
            code => match DTypeCode::from_code(code) {
                Some(dtype) => Some(TypeCode::Scalar(dtype)),
                None => None,
            },
        }
    }

    /// The code of the type that prints as `name`. Only builtin number types are scalars: a `!corert.…` type is opaque.
    pub fn of_name(name: &str) -> TypeCode {
        match DTypeCode::from_name(name) {
            Some(dtype) if !name.starts_with('!') => TypeCode::Scalar(dtype),
            _ if name == "!tfrt.chain" => TypeCode::Chain,
            _ => TypeCode::Opaque,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_identify_the_types() {
        for (i, &dtype) in DTypeCode::ALL.iter().enumerate() {
            assert_eq!(usize::from(dtype.code()), i + 1);
            assert_eq!(DTypeCode::from_code(dtype.code()), Some(dtype));
            assert_eq!(DTypeCode::from_name(dtype.name()), Some(dtype));
            assert_eq!(TypeCode::from_code(dtype.code()), Some(TypeCode::Scalar(dtype)));
        }
        assert_eq!(DTypeCode::from_code(0), None);
        assert_eq!(DTypeCode::from_code(24), None);
        assert_eq!(TypeCode::from_code(TypeCode::Chain.code()), Some(TypeCode::Chain));
        assert_eq!(TypeCode::of_name("!corert.string"), TypeCode::Opaque);
        assert_eq!(TypeCode::of_name("complex<f64>"), TypeCode::Scalar(DTypeCode::Complex128));
    }
}
