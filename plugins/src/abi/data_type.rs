//! Element types by TensorFlow's numbers.

use std::ffi::c_int;

use tfrt_executor::tensor::DType;

/// Number, bytes of an element (0 when it has no fixed size), and the runtime's own type where it has one.
const TABLE: &[(c_int, usize, Option<DType>)] = &[
    (1, 4, Some(DType::F32)),
    (2, 8, Some(DType::F64)),
    (3, 4, Some(DType::I32)),
    (4, 1, Some(DType::UI8)),
    (5, 2, Some(DType::I16)),
    (6, 1, Some(DType::I8)),
    (7, 24, Some(DType::String)),
    (8, 8, Some(DType::Complex64)),
    (9, 8, Some(DType::I64)),
    (10, 1, Some(DType::I1)),
    (11, 1, Some(DType::QI8)),
    (12, 1, Some(DType::QUI8)),
    (13, 4, Some(DType::QI32)),
    (14, 2, Some(DType::BF16)),
    (15, 2, Some(DType::QI16)),
    (16, 2, Some(DType::QUI16)),
    (17, 2, Some(DType::UI16)),
    (18, 16, Some(DType::Complex128)),
    (19, 2, Some(DType::F16)),
    (20, 0, Some(DType::Resource)),
    (21, 0, Some(DType::Variant)),
    (22, 4, Some(DType::UI32)),
    (23, 8, Some(DType::UI64)),
    // Types of eight bits and fewer that the runtime passes on without knowing them; four and two bits take a byte.
    (24, 1, None),
    (25, 1, None),
    (26, 1, None),
    (27, 1, None),
    (28, 1, None),
    (29, 1, None),
    (30, 1, None),
    (31, 1, None),
    (32, 1, None),
    (33, 1, None),
];

/// `TF_STRING`.
pub const TF_STRING: c_int = 7;
/// `TF_RESOURCE`.
pub const TF_RESOURCE: c_int = 20;

/// Bytes of an element, 0 if it has no fixed size or the number is not a type's. A string is its
/// `TF_TString`.
#[inline]
pub fn size_of_type(number: c_int) -> usize {
    usize::try_from(number - 1).ok().and_then(|at| TABLE.get(at)).map_or(0, |entry| entry.1)
}

/// Whether the number is a type.
pub fn is_type(number: c_int) -> bool {
    (1..=TABLE.len() as c_int).contains(&number)
}

/// The runtime's type with this number.
#[inline]
pub fn to_dtype(number: c_int) -> Option<DType> {
    usize::try_from(number - 1).ok().and_then(|at| TABLE.get(at))?.2
}

/// The number of a type.
#[inline]
pub fn number_of(dtype: DType) -> c_int {
    match dtype {
        DType::F32 => 1,
        DType::F64 => 2,
        DType::I32 => 3,
        DType::UI8 => 4,
        DType::I16 => 5,
        DType::I8 => 6,
        DType::String => TF_STRING,
        DType::Complex64 => 8,
        DType::I64 => 9,
        DType::I1 => 10,
        DType::QI8 => 11,
        DType::QUI8 => 12,
        DType::QI32 => 13,
        DType::BF16 => 14,
        DType::QI16 => 15,
        DType::QUI16 => 16,
        DType::UI16 => 17,
        DType::Complex128 => 18,
        DType::F16 => 19,
        DType::Resource => TF_RESOURCE,
        DType::Variant => 21,
        DType::UI32 => 22,
        DType::UI64 => 23,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_types_agree() {
        for (at, entry) in TABLE.iter().enumerate() {
            assert_eq!(entry.0 as usize, at + 1);
        }
        for &dtype in DType::ALL {
            assert_eq!(to_dtype(number_of(dtype)), Some(dtype));
            if dtype != DType::String {
                assert_eq!(size_of_type(number_of(dtype)), dtype.size().unwrap_or(0));
            }
        }
        assert_eq!(size_of_type(0) + size_of_type(34) + size_of_type(-5), 0);
        assert!(is_type(33) && !is_type(34) && !is_type(0));
    }
}
