//! Numbers as integers that have the same order, by which elements are sorted and selected.

use tfrt_executor::tensor::{DType, Element, I1};

/// Runs the body with `T` as the [`Ordered`] type of a dtype; evaluates the `else` part for every other dtype.
macro_rules! for_ordered {
    ($dtype:expr, $body:expr, else $other:expr) => {
        $crate::ops::by_dtype::for_dtype!($dtype, [bool ints floats halves], $body, else $other)
    };
}
pub(super) use for_ordered as each;

/// A number with an order.
pub(super) trait Ordered: Element {
    /// The bits of a key.
    const WIDTH: u32;

    /// An integer of [`Self::WIDTH`] that is as much smaller or larger than others as the number. Zeros are one unless the order is total;
    /// then NaN has a place too, else none.
    fn key(self, is_total: bool) -> Option<u64>;
}

macro_rules! integers {
    ($($ty:ty, $unsigned:ty, $first:expr;)*) => {$(
        impl Ordered for $ty {
            const WIDTH: u32 = <$ty>::BITS;

            fn key(self, _is_total: bool) -> Option<u64> {
                Some(u64::from((self as $unsigned).wrapping_sub($first as $unsigned)))
            }
        }
    )*};
}

integers! {
    i8, u8, i8::MIN; i16, u16, i16::MIN; i32, u32, i32::MIN; i64, u64, i64::MIN;
    u8, u8, 0u8; u16, u16, 0u16; u32, u32, 0u32; u64, u64, 0u64;
}

macro_rules! floats {
    ($($ty:ty, $bits:ty;)*) => {$(
        impl Ordered for $ty {
            const WIDTH: u32 = <$bits>::BITS;

            fn key(self, is_total: bool) -> Option<u64> {
                let sign: $bits = 1 << (<$bits>::BITS - 1);
                let mut bits = self.to_bits();
                if !is_total {
                    if <$ty>::is_nan(self) {
                        return None;
                    }
                    bits = if bits == sign { 0 } else { bits };
                }
                Some(u64::from(if bits & sign != 0 { !bits } else { bits | sign }))
            }
        }
    )*};
}

floats! { f32, u32; f64, u64; half::f16, u16; half::bf16, u16; }

impl Ordered for I1 {
    const WIDTH: u32 = 8;

    fn key(self, _is_total: bool) -> Option<u64> {
        Some(u64::from(self.get()))
    }
}

/// Whether the numbers of a dtype are [`Ordered`].
pub(super) fn is_ordered(dtype: DType) -> bool {
    for_ordered!(dtype, <T as Ordered>::WIDTH > 0, else false)
}

/// Sorts integers by their upper half, of which only so many bits are set; equal ones keep their order.
pub(super) fn sort_by_upper_half(values: &mut [u64], bits: u32, scratch: &mut Vec<u64>) {
    const DIGIT: u32 = 11;
    const FEW: usize = 2048;
    if values.len() < FEW || scratch.try_reserve(values.len().saturating_sub(scratch.len())).is_err() {
        // The lower halves are the places, which ascend.
        values.sort_unstable();
        return;
    }
    scratch.resize(values.len(), 0);
    let mut counts = [[0usize; 1 << DIGIT]; 3];
    let passes = bits.div_ceil(DIGIT).min(3) as usize;
    let digit = |value: u64, pass: usize| (value >> (32 + DIGIT * pass as u32)) as usize & ((1 << DIGIT) - 1);
    for &value in &*values {
        for (pass, counts) in counts[..passes].iter_mut().enumerate() {
            counts[digit(value, pass)] += 1;
        }
    }
    for (pass, counts) in counts[..passes].iter_mut().enumerate() {
        if counts.contains(&values.len()) {
            continue;
        }
        let mut next = 0;
        for count in counts.iter_mut() {
            next += std::mem::replace(count, next);
        }
        for &value in &*values {
            let place = &mut counts[digit(value, pass)];
            scratch[*place] = value;
            *place += 1;
        }
        values.copy_from_slice(&scratch[..values.len()]);
    }
}
