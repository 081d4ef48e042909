//! Arithmetic that is the same for every element type, as TensorFlow defines it.
//!
//! Integers wrap. Half-precision numbers compute in `f32` and round once. [`Number`] is what every numeric type has, [`Real`]
//! adds order and division with remainders, [`Float`] the functions that the floating-point types share.

use half::{bf16, f16};
use num_complex::Complex;
use tfrt_executor::tensor::Element;

use crate::ops::elementwise::complex_functions::{quotient, wide};
use tfrt_numerics::{blocks, halves};

/// A function that adds up a run of elements.
pub(crate) type SumOfBlock<T> = fn(&[T]) -> <T as Number>::Sum;

/// Numbers of all kinds.
pub(crate) trait Number: Element {
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// Type in which sums and products of many elements are kept.
    type Sum: Copy + Send + Sync;
    /// The empty sum.
    const SUM_ZERO: Self::Sum;
    /// The empty product.
    const SUM_ONE: Self::Sum;
    /// A fast way to add up a short run.
    const SUM_OF_BLOCK: Option<SumOfBlock<Self>> = None;
    /// A fast way to add up columns of rows, from the first row to the last.
    const SUMS_OF_COLUMNS: Columns<Self, Self::Sum> = None;
    /// `a + b`.
    fn plus(self, b: Self) -> Self;
    /// `a - b`.
    fn minus(self, b: Self) -> Self;
    /// `a * b`.
    fn times(self, b: Self) -> Self;
    /// `a / b`: of integers, truncated; division by zero gives zero (ops refuse it before).
    fn over(self, b: Self) -> Self;
    /// `-a`.
    fn negated(self) -> Self;
    /// The complex conjugate: the number itself if it is real.
    #[inline(always)]
    fn conjugated(self) -> Self {
        self
    }
    /// Widened for summing.
    fn widen(self) -> Self::Sum;
    /// Rounded back.
    fn narrow(sum: Self::Sum) -> Self;
    /// `a + b` of sums.
    fn sum_plus(a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// `a * b` of sums.
    fn sum_times(a: Self::Sum, b: Self::Sum) -> Self::Sum;
    /// A sum divided by a count, rounded back.
    fn mean(sum: Self::Sum, count: usize) -> Self;
    /// From a small integer.
    fn from_small(value: i8) -> Self;
}

/// Numbers with an order.
pub(crate) trait Real: Number + PartialOrd {
    /// The smallest value: minus infinity for floats.
    const LOWEST: Self;
    /// The largest value: infinity for floats.
    const HIGHEST: Self;
    /// A fast way to find the largest of a short run.
    const LARGEST_OF_BLOCK: Option<fn(&[Self]) -> Self> = None;
    /// A fast way to find the smallest of a short run.
    const SMALLEST_OF_BLOCK: Option<fn(&[Self]) -> Self> = None;
    /// The larger one; NaN if one is.
    fn larger(self, b: Self) -> Self;
    /// The smaller one; NaN if one is.
    fn smaller(self, b: Self) -> Self;
    /// The quotient rounded down.
    fn floor_div(self, b: Self) -> Self;
    /// The remainder with the divisor's sign.
    fn floor_mod(self, b: Self) -> Self;
    /// The quotient rounded towards zero.
    fn truncate_div(self, b: Self) -> Self;
    /// The remainder with the dividend's sign.
    fn truncate_mod(self, b: Self) -> Self;
    /// The absolute value; that of the smallest integer is itself.
    fn magnitude(self) -> Self;
    /// -1, 0 or 1; NaN for NaN.
    fn signum(self) -> Self;
    /// Whether it is NaN.
    fn is_nan(self) -> bool;
}

/// The order of numbers in which those that are not a number are equal, and come last.
pub(crate) fn nan_last<T: PartialOrd>(a: &T, b: &T) -> std::cmp::Ordering {
    let is_nan = |x: &T| x.partial_cmp(x).is_none();
    a.partial_cmp(b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
}

/// Floating-point numbers.
pub(crate) trait Float: Real {
    /// As the type to compute in: `f32`, or `f64` for `f64`.
    type Work: WorkFloat;
    /// To the type to compute in.
    fn work(self) -> Self::Work;
    /// Back, rounded.
    fn unwork(work: Self::Work) -> Self;
    /// From double precision, rounded once.
    fn rounded(value: f64) -> Self;
}

/// A double-precision number in single precision with the lowest bit set where bits are lost: rounded to fewer bits, it gives what the number itself
/// gives, and no tie is made by an earlier rounding. (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms
/// using rounding to odd", IEEE Transactions on Computers 57, 2008.)
#[inline(always)]
fn rounded_to_odd(value: f64) -> f32 {
    let near = value as f32;
    let back = f64::from(near);
    // The next number on the side of zero has the pattern before.
    let below = near.to_bits() - u32::from(back.abs() > value.abs());
    f32::from_bits(below | u32::from(back != value))
}

macro_rules! integers {
    ($($ty:ty, $negate:expr, $abs:expr, $sign:expr, $negative:expr;)*) => {$(
        impl Number for $ty {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            type Sum = $ty;
            const SUM_ZERO: Self = 0;
            const SUM_ONE: Self = 1;
            #[inline(always)]
            fn plus(self, b: Self) -> Self { self.wrapping_add(b) }
            #[inline(always)]
            fn minus(self, b: Self) -> Self { self.wrapping_sub(b) }
            #[inline(always)]
            fn times(self, b: Self) -> Self { self.wrapping_mul(b) }
            #[inline(always)]
            fn over(self, b: Self) -> Self { if b == 0 { 0 } else { self.wrapping_div(b) } }
            #[inline(always)]
            fn negated(self) -> Self { let f: fn($ty) -> $ty = $negate; f(self) }
            #[inline(always)]
            fn widen(self) -> Self { self }
            #[inline(always)]
            fn narrow(sum: Self) -> Self { sum }
            #[inline(always)]
            fn sum_plus(a: Self, b: Self) -> Self { a.wrapping_add(b) }
            #[inline(always)]
            fn sum_times(a: Self, b: Self) -> Self { a.wrapping_mul(b) }
            fn mean(sum: Self, count: usize) -> Self {
                if count == 0 { 0 } else { (i128::from(sum) / count as i128) as $ty }
            }
            fn from_small(value: i8) -> Self { value as $ty }
        }
        impl Real for $ty {
            const LOWEST: Self = <$ty>::MIN;
            const HIGHEST: Self = <$ty>::MAX;
            #[inline(always)]
            fn larger(self, b: Self) -> Self { self.max(b) }
            #[inline(always)]
            fn smaller(self, b: Self) -> Self { self.min(b) }
            #[inline(always)]
            fn floor_div(self, b: Self) -> Self {
                if b == 0 { return 0; }
                let (quotient, rest) = (self.wrapping_div(b), self.wrapping_rem(b));
                let negative: fn($ty) -> bool = $negative;
                let down = rest != 0 && negative(rest) != negative(b);
                if down { quotient.wrapping_sub(1) } else { quotient }
            }
            #[inline(always)]
            fn floor_mod(self, b: Self) -> Self {
                if b == 0 { return 0; }
                let rest = self.wrapping_rem(b);
                let negative: fn($ty) -> bool = $negative;
                let down = rest != 0 && negative(rest) != negative(b);
                if down { rest.wrapping_add(b) } else { rest }
            }
            #[inline(always)]
            fn truncate_div(self, b: Self) -> Self { self.over(b) }
            #[inline(always)]
            fn truncate_mod(self, b: Self) -> Self { if b == 0 { 0 } else { self.wrapping_rem(b) } }
            #[inline(always)]
            fn magnitude(self) -> Self { let f: fn($ty) -> $ty = $abs; f(self) }
            #[inline(always)]
            fn signum(self) -> Self { let f: fn($ty) -> $ty = $sign; f(self) }
            #[inline(always)]
            fn is_nan(self) -> bool { false }
        }
    )*};
}

integers! {
    u8, u8::wrapping_neg, |a| a, |a| u8::from(a != 0), |_| false;
    u16, u16::wrapping_neg, |a| a, |a| u16::from(a != 0), |_| false;
    u32, u32::wrapping_neg, |a| a, |a| u32::from(a != 0), |_| false;
    u64, u64::wrapping_neg, |a| a, |a| u64::from(a != 0), |_| false;
    i8, i8::wrapping_neg, i8::wrapping_abs, i8::signum, |a| a < 0;
    i16, i16::wrapping_neg, i16::wrapping_abs, i16::signum, |a| a < 0;
    i32, i32::wrapping_neg, i32::wrapping_abs, i32::signum, |a| a < 0;
    i64, i64::wrapping_neg, i64::wrapping_abs, i64::signum, |a| a < 0;
}

/// Fast ways to reduce short runs: their sum, their largest and their smallest.
type Blocks<T, W> = (Option<fn(&[T]) -> W>, Option<fn(&[T]) -> T>, Option<fn(&[T]) -> T>);

/// A fast way to add up as many columns as there are sums, of so many rows, so many elements apart.
pub(crate) type Columns<T, W> = Option<fn(&[T], [usize; 2], &mut [W])>;

macro_rules! floats {
    ($($ty:ty, $work:ty, $zero:expr, $one:expr, $low:expr, $high:expr, $to:expr, $from:expr, $once:expr, $blocks:expr, $columns:expr;)*) => {$(
        impl Number for $ty {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            type Sum = $work;
            const SUM_ZERO: $work = 0.0;
            const SUM_ONE: $work = 1.0;
            const SUM_OF_BLOCK: Option<fn(&[Self]) -> $work> = { let blocks: Blocks<$ty, $work> = $blocks; blocks.0 };
            const SUMS_OF_COLUMNS: Columns<Self, $work> = $columns;
            #[inline(always)]
            fn plus(self, b: Self) -> Self { Self::unwork(self.work() + b.work()) }
            #[inline(always)]
            fn minus(self, b: Self) -> Self { Self::unwork(self.work() - b.work()) }
            #[inline(always)]
            fn times(self, b: Self) -> Self { Self::unwork(self.work() * b.work()) }
            #[inline(always)]
            fn over(self, b: Self) -> Self { Self::unwork(self.work() / b.work()) }
            #[inline(always)]
            fn negated(self) -> Self { -self }
            #[inline(always)]
            fn widen(self) -> $work { self.work() }
            #[inline(always)]
            fn narrow(sum: $work) -> Self { Self::unwork(sum) }
            #[inline(always)]
            fn sum_plus(a: $work, b: $work) -> $work { a + b }
            #[inline(always)]
            fn sum_times(a: $work, b: $work) -> $work { a * b }
            fn mean(sum: $work, count: usize) -> Self { Self::unwork(sum / count as $work) }
            fn from_small(value: i8) -> Self { Self::unwork(<$work>::from(value)) }
        }
        impl Real for $ty {
            const LOWEST: Self = $low;
            const HIGHEST: Self = $high;
            const LARGEST_OF_BLOCK: Option<fn(&[Self]) -> Self> = { let blocks: Blocks<$ty, $work> = $blocks; blocks.1 };
            const SMALLEST_OF_BLOCK: Option<fn(&[Self]) -> Self> = { let blocks: Blocks<$ty, $work> = $blocks; blocks.2 };
            #[inline(always)]
            fn larger(self, b: Self) -> Self {
                // A NaN on the left fails both comparisons, one on the right is chosen by the first.
                if self < b || b != b { b } else { self }
            }
            #[inline(always)]
            fn smaller(self, b: Self) -> Self { if self > b || b != b { b } else { self } }
            #[inline(always)]
            fn floor_div(self, b: Self) -> Self { Self::unwork(self.over(b).work().floor()) }
            #[inline(always)]
            fn floor_mod(self, b: Self) -> Self {
                let (a, b) = (self.work(), b.work());
                let rest = a % b;
                Self::unwork(if rest != 0.0 && (rest < 0.0) != (b < 0.0) { rest + b } else { rest })
            }
            #[inline(always)]
            fn truncate_div(self, b: Self) -> Self { Self::unwork(self.over(b).work().trunc()) }
            #[inline(always)]
            fn truncate_mod(self, b: Self) -> Self { Self::unwork(self.work() % b.work()) }
            #[inline(always)]
            fn magnitude(self) -> Self { Self::unwork(self.work().abs()) }
            #[inline(always)]
            fn signum(self) -> Self {
                if self > Self::ZERO { Self::ONE } else if self < Self::ZERO { -Self::ONE } else { self }
            }
            #[inline(always)]
            fn is_nan(self) -> bool { self != self }
        }
        impl Float for $ty {
            type Work = $work;
            #[inline(always)]
            fn work(self) -> $work { let f: fn($ty) -> $work = $to; f(self) }
            #[inline(always)]
            fn unwork(work: $work) -> Self { let f: fn($work) -> $ty = $from; f(work) }
            #[inline(always)]
            fn rounded(value: f64) -> Self { let f: fn(f64) -> $ty = $once; f(value) }
        }
    )*};
}

floats! {
    f32, f32, 0.0, 1.0, f32::NEG_INFINITY, f32::INFINITY, |a| a, |a| a, |a| a as f32,
        (Some(blocks::sum), Some(blocks::largest), Some(blocks::smallest)), Some(tfrt_numerics::columns::sums_of_columns);
    f64, f64, 0.0, 1.0, f64::NEG_INFINITY, f64::INFINITY, |a| a, |a| a, |a| a, (None, None, None), None;
    f16, f32, f16::ZERO, f16::ONE, f16::NEG_INFINITY, f16::INFINITY, |a| halves::widened(a.to_bits()),
        |a| f16::from_bits(halves::narrowed(a)), |a| f16::from_bits(halves::narrowed(rounded_to_odd(a))),
        (None, None, None), None;
    bf16, f32, bf16::ZERO, bf16::ONE, bf16::NEG_INFINITY, bf16::INFINITY, bf16::to_f32, bf16::from_f32,
        |a| bf16::from_f32(rounded_to_odd(a)), (None, None, None), None;
}

macro_rules! complexes {
    ($($part:ty)*) => {$(
        impl Number for Complex<$part> {
            const ZERO: Self = Complex { re: 0.0, im: 0.0 };
            const ONE: Self = Complex { re: 1.0, im: 0.0 };
            type Sum = Self;
            const SUM_ZERO: Self = Self::ZERO;
            const SUM_ONE: Self = Self::ONE;
            #[inline(always)]
            fn plus(self, b: Self) -> Self { self + b }
            #[inline(always)]
            fn minus(self, b: Self) -> Self { self - b }
            #[inline(always)]
            fn times(self, b: Self) -> Self { self * b }
            fn over(self, b: Self) -> Self {
                wide(self, |a| quotient(a, Complex { re: b.re.into(), im: b.im.into() }))
            }
            #[inline(always)]
            fn negated(self) -> Self { -self }
            #[inline(always)]
            fn conjugated(self) -> Self { self.conj() }
            #[inline(always)]
            fn widen(self) -> Self { self }
            #[inline(always)]
            fn narrow(sum: Self) -> Self { sum }
            #[inline(always)]
            fn sum_plus(a: Self, b: Self) -> Self { a + b }
            #[inline(always)]
            fn sum_times(a: Self, b: Self) -> Self { a * b }
            fn mean(sum: Self, count: usize) -> Self {
                // The mean of nothing is zero.
                if count == 0 { Self::ZERO } else { sum / count as $part }
            }
            fn from_small(value: i8) -> Self { Complex { re: <$part>::from(value), im: 0.0 } }
        }
    )*};
}

complexes!(f32 f64);

/// The floating-point types that computations run in: `f32` and `f64`.
pub(crate) trait WorkFloat: Float<Work = Self> + num_traits_like::Functions {}

impl WorkFloat for f32 {}
impl WorkFloat for f64 {}

/// The functions of `f32` and `f64` that generic code needs.
pub(crate) mod num_traits_like {
    macro_rules! functions {
        ($($(#[$doc:meta])* $name:ident($($arg:ident),*) => $f32:expr, $f64:expr;)*) => {
            /// Functions of one or two numbers.
            pub(crate) trait Functions: Copy {
                $(fn $name(self $(, $arg: Self)*) -> Self;)*
                fn of(value: f64) -> Self;
            }
            impl Functions for f32 {
                $(#[inline(always)] fn $name(self $(, $arg: Self)*) -> Self { $f32(self $(, $arg)*) })*
                #[inline(always)] fn of(value: f64) -> Self { value as f32 }
            }
            impl Functions for f64 {
                $(#[inline(always)] fn $name(self $(, $arg: Self)*) -> Self { $f64(self $(, $arg)*) })*
                #[inline(always)] fn of(value: f64) -> Self { value }
            }
        };
    }

    functions! {
        exp() => f32::exp, f64::exp;
        ln() => f32::ln, f64::ln;
        round_even() => f32::round_ties_even, f64::round_ties_even;
    }
}

/// Elements of a block of halves while it is widened: few enough to stay in the first cache.
const BLOCK: usize = 512;

/// The types in which functions of half-precision numbers are computed.
pub(crate) trait Wide<T>: Copy + Default {
    /// The number itself.
    fn widened(value: T) -> Self;
    /// Back, rounded once.
    fn narrowed(self) -> T;
}

impl<T: Float<Work = f32>> Wide<T> for f32 {
    #[inline(always)]
    fn widened(value: T) -> f32 {
        value.work()
    }
    #[inline(always)]
    fn narrowed(self) -> T {
        T::unwork(self)
    }
}

impl<T: Float<Work = f32>> Wide<T> for f64 {
    #[inline(always)]
    fn widened(value: T) -> f64 {
        value.work().into()
    }
    #[inline(always)]
    fn narrowed(self) -> T {
        T::rounded(self)
    }
}

/// Applies a function of wider numbers to half-precision numbers.
pub(crate) fn widened<T: Copy, W: Wide<T>>(values: &mut [T], f: impl Fn(&mut [W])) {
    let mut wide = [W::default(); BLOCK];
    for values in values.chunks_mut(BLOCK) {
        let wide = &mut wide[..values.len()];
        for (wide, value) in wide.iter_mut().zip(&*values) {
            *wide = W::widened(*value);
        }
        f(wide);
        for (value, &wide) in values.iter_mut().zip(&*wide) {
            *value = wide.narrowed();
        }
    }
}

/// The relative error, two units in the last place or more, that results of functions in single precision do not have for any `f16`.
const NEAR: f32 = 1.0 / (1 << 21) as f32;

/// Applies a function to half-precision numbers with the results that [`widened`] to `f64` gives: in single precision, and again in double
/// precision where the results on both sides of it, [`NEAR`] away, are rounded to different numbers.
pub(crate) fn by_singles(values: &mut [f16], single: impl Fn(&mut [f32]), double: impl Fn(&mut [f64])) {
    let (mut wide, mut narrow) = ([0.0; BLOCK], [0; BLOCK]);
    for values in values.chunks_mut(BLOCK) {
        let (wide, narrow) = (&mut wide[..values.len()], &mut narrow[..values.len()]);
        let bits: &mut [u16] = bytemuck::cast_slice_mut(values);
        halves::widen(bits, wide);
        single(wide);
        if !halves::narrow_within(wide, NEAR, narrow) {
            for ((to, &from), &near) in narrow.iter_mut().zip(&*bits).zip(&*wide) {
                if halves::narrowed(near * (1.0 - NEAR)) != halves::narrowed(near * (1.0 + NEAR)) {
                    let mut once = [f64::from(halves::widened(from))];
                    double(&mut once);
                    *to = f16::rounded(once[0]).to_bits();
                }
            }
        }
        bits.copy_from_slice(narrow);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_all_halves_give_what_doubles_give() {
        macro_rules! each {
            ($($name:ident)*) => {$(
                let all = || -> Vec<f16> { (0..=u16::MAX).map(f16::from_bits).collect() };
                let (mut got, mut expected) = (all(), all());
                by_singles(&mut got, blocks::$name, blocks::doubles::$name);
                widened::<f16, f64>(&mut expected, blocks::doubles::$name);
                for ((x, got), expected) in all().iter().zip(got).zip(expected) {
                    let is_same = got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan();
                    assert!(is_same, concat!(stringify!($name), " of {}: {}, not {}"), x, got, expected);
                }
            )*};
        }
        each!(
            acos_in_place acosh_in_place asin_in_place asinh_in_place atan_in_place atanh_in_place
            cos_in_place cosh_in_place elu_in_place erf_in_place erfc_in_place erfc_by_doubles_in_place
            exp_in_place exp_m1_in_place ln_in_place ln_1p_in_place selu_in_place sigmoid_in_place
            sin_in_place sinh_in_place softplus_in_place tan_in_place tanh_in_place
        );
    }

    #[test]
    fn doubles_are_rounded_once() {
        let (small, next) = (2f64.powi(-40), 1.0 + 2f64.powi(-10));
        // In single precision, both would be ties.
        assert_eq!(f16::rounded(1.0 + 2f64.powi(-11) + small), f16::from_f64_const(next));
        assert_eq!(f16::rounded(next + 2f64.powi(-11) - small), f16::from_f64_const(next));
        assert_eq!(bf16::rounded(-1.0 - 2f64.powi(-8) - small), bf16::from_f32(-1.0078125));
        assert_eq!(bf16::rounded(1.0 + 2f64.powi(-8)), bf16::ONE);
        assert_eq!(f16::rounded(2f64.powi(-25) + small), f16::from_bits(1));
        assert_eq!(f16::rounded(-1e-300).to_bits(), 0x8000);
        assert_eq!((f16::rounded(65519.9), f16::rounded(65520.0)), (f16::MAX, f16::INFINITY));
        assert_eq!(
            (bf16::rounded(1e300), bf16::rounded(f64::NEG_INFINITY)),
            (bf16::INFINITY, bf16::NEG_INFINITY)
        );
        assert!(f16::rounded(f64::NAN).is_nan());
    }

    #[test]
    fn remainders_follow_the_sign_rules() {
        for (a, b, floor_div, floor_mod, div, rest) in
            [(7, 3, 2, 1, 2, 1), (-7, 3, -3, 2, -2, -1), (7, -3, -3, -2, -2, 1), (-7, -3, 2, -1, 2, -1)]
        {
            assert_eq!(i32::floor_div(a, b), floor_div);
            assert_eq!(i32::floor_mod(a, b), floor_mod);
            assert_eq!(i32::truncate_div(a, b), div);
            assert_eq!(i32::truncate_mod(a, b), rest);
            let (a, b) = (f64::from(a), f64::from(b));
            assert_eq!(f64::floor_div(a, b), f64::from(floor_div));
            assert_eq!(f64::floor_mod(a, b), f64::from(floor_mod));
        }
        assert_eq!(i32::MIN.floor_div(-1), i32::MIN);
        assert_eq!(i32::MIN.over(-1), i32::MIN);
    }

    #[test]
    fn nan_is_the_larger_and_the_smaller() {
        assert!(f32::NAN.larger(1.0).is_nan() && 1.0f32.larger(f32::NAN).is_nan());
        assert!(f32::NAN.smaller(1.0).is_nan() && 1.0f32.smaller(f32::NAN).is_nan());
        assert_eq!(2.0f32.larger(1.0), 2.0);
        assert_eq!(2.0f32.smaller(1.0), 1.0);
    }
}
