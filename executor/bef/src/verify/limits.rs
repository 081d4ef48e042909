//! Rules that the writer and the verifier share.

use crate::dtype::DTypeCode;

/// Limit of the nesting of attributes.
pub(crate) const ATTRIBUTE_DEPTH: u32 = 256;
/// Limit of the attributes in one, shared ones counted each time: bounds the work of writing it out.
pub(crate) const ATTRIBUTE_PARTS: u32 = 1 << 24;
/// Limit of the nesting of locations.
pub(crate) const LOCATION_DEPTH: u32 = 256;
/// Limit of the locations in one, shared ones counted each time.
pub(crate) const LOCATION_PARTS: u32 = 1 << 16;
/// Limit of the nesting of regions.
pub(crate) const REGION_DEPTH: u32 = 512;

/// The size of a tree of attributes or locations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Extent {
    depth: u32,
    parts: u32,
}

impl Extent {
    /// Of one without parts.
    pub(crate) const LEAF: Extent = Extent { depth: 1, parts: 1 };

    /// With one more part.
    pub(crate) fn with_part(self, part: Extent) -> Extent {
        Extent { depth: self.depth.max(part.depth + 1), parts: self.parts.saturating_add(part.parts) }
    }

    /// Whether an attribute may be so large.
    pub(crate) fn allows_attribute(self) -> bool {
        self.depth <= ATTRIBUTE_DEPTH && self.parts <= ATTRIBUTE_PARTS
    }

    /// Whether a location may be so large.
    pub(crate) fn allows_location(self) -> bool {
        self.depth <= LOCATION_DEPTH && self.parts <= LOCATION_PARTS
    }
}

/// Whether `bits` is a value of `dtype`: no bits beyond its size, and 0 or 1 if boolean.
pub(crate) fn scalar_fits(dtype: DTypeCode, bits: u64) -> bool {
    match (dtype, dtype.size()) {
        (DTypeCode::I1, _) => bits <= 1,
        (_, Some(size @ 1..=7)) => bits >> (8 * size) == 0,
        (_, Some(8)) => true,
        _ => false,
    }
}

/// Bytes of a tensor, or `None` when a dimension is negative or the size does not fit 63 bits.
pub(crate) fn dense_size(shape: &[i64], element: usize) -> Option<u64> {
    if shape.iter().any(|&dim| dim < 0) {
        return None;
    }
    if shape.contains(&0) {
        return Some(0);
    }
    let size = shape.iter().try_fold(element as i64, |size, &dim| size.checked_mul(dim))?;
    u64::try_from(size).ok()
}

/// Whether a tensor of a shape can have so many strings: one for each element, or one that all equal.
pub(crate) fn strings_fit(shape: &[i64], count: usize) -> bool {
    dense_size(shape, 1).is_some_and(|elements| count == 1 || elements == count as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_tensors() {
        assert_eq!(dense_size(&[], 4), Some(4));
        assert_eq!(dense_size(&[2, 3], 8), Some(48));
        assert_eq!(dense_size(&[i64::MAX, 0, i64::MAX], 8), Some(0));
        assert_eq!(dense_size(&[1 << 40, 1 << 40], 1), None);
        assert_eq!(dense_size(&[-1], 1), None);
        assert!(strings_fit(&[2, 3], 6) && strings_fit(&[2, 3], 1) && strings_fit(&[0], 0));
        assert!(!strings_fit(&[2, 3], 5) && !strings_fit(&[-1], 1) && !strings_fit(&[1 << 40, 1 << 40], 1));
    }

    #[test]
    fn values_of_scalars() {
        assert!(scalar_fits(DTypeCode::I1, 1) && !scalar_fits(DTypeCode::I1, 2));
        assert!(scalar_fits(DTypeCode::I32, 0xffff_ffff) && !scalar_fits(DTypeCode::I32, 1 << 32));
        assert!(scalar_fits(DTypeCode::F64, u64::MAX) && !scalar_fits(DTypeCode::String, 0));
    }
}
