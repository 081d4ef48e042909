//! Equality and closeness of arrays.

use half::{bf16, f16};
use tfrt_executor::tensor::{Complex, I1};

/// An element that `allclose` compares.
pub trait Close: Copy + PartialEq {
    /// Whether `self` and `other` are at most about `ulps` units in the last place apart.
    fn close(self, other: Self, ulps: u32) -> bool;
}

macro_rules! exact_close {
    ($($ty:ty)*) => {$(
        impl Close for $ty {
            fn close(self, other: Self, _ulps: u32) -> bool {
                self == other
            }
        }
    )*};
}
exact_close!(I1 u8 u16 u32 u64 i8 i16 i32 i64 f16 bf16);

macro_rules! float_close {
    ($($ty:ty)*) => {$(
        impl Close for $ty {
            fn close(self, other: Self, ulps: u32) -> bool {
                let distance = (self - other).abs();
                distance <= <$ty>::EPSILON * (self + other).abs() * ulps as $ty || distance < <$ty>::MIN_POSITIVE
            }
        }

        /// Distances are those of the complex plane.
        impl Close for Complex<$ty> {
            fn close(self, other: Self, ulps: u32) -> bool {
                let distance = (self.re - other.re).hypot(self.im - other.im);
                let size = (self.re + other.re).hypot(self.im + other.im);
                distance <= <$ty>::EPSILON * size * ulps as $ty || distance < <$ty>::MIN_POSITIVE
            }
        }
    )*};
}
float_close!(f32 f64);

/// Whether all elements are close; arrays of different lengths are not.
pub fn all_close<T: Close>(a: &[T], b: &[T], ulps: u32) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a.close(b, ulps))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_close_up_to_twice_the_distance_asked_for() {
        let near = |steps: u32| f32::from_bits(1.0_f32.to_bits() + steps);
        let closeness = |steps| [2, 3, 1000, 2000, 100_000].map(|ulps| 1.0.close(near(steps), ulps));
        assert_eq!(closeness(3), [true; 5]);
        assert_eq!(closeness(5), [false, true, true, true, true]);
        assert_eq!(closeness(7), [false, false, true, true, true]);
        assert_eq!(closeness(4000), [false, false, false, true, true]);
        assert_eq!(closeness(0x40000), [false; 5]);
    }

    #[test]
    fn nothing_is_close_to_nan_and_zeros_are_close() {
        assert!(!f64::NAN.close(f64::NAN, 100_000));
        assert!(0.0_f32.close(-0.0, 2));
        assert!(Complex::new(1.0_f32, 2.0).close(Complex::new(1.0, 2.0), 2));
        assert!(!all_close(&[1], &[1, 1], 2));
    }
}
