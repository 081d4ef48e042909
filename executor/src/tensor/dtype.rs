//! Element types and their codes in files.

use tfrt_bef::DTypeCode;
pub use tfrt_ops::DType;

/// The element type with a file's code.
#[inline]
pub const fn dtype_of(code: DTypeCode) -> DType {
    match DType::from_code(code.code()) {
        Some(dtype) => dtype,
        None => unreachable!(),
    }
}

/// The code of an element type in files.
#[inline]
pub const fn code_of(dtype: DType) -> DTypeCode {
    match DTypeCode::from_code(dtype.code()) {
        Some(code) => code,
        None => unreachable!(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_of_files_are_the_numbers_of_the_types() {
        assert_eq!(DTypeCode::ALL.len(), DType::ALL.len());
        for (&code, &dtype) in DTypeCode::ALL.iter().zip(DType::ALL) {
            assert_eq!((dtype_of(code), code_of(dtype)), (dtype, code));
            assert_eq!((code.name(), code.size()), (dtype.name(), dtype.size()));
        }
    }
}
