//! The element-wise functions of StableHLO that differ from TensorFlow's, as the specification says: arithmetic of conditions, divisions
//! that never fail, shifts beyond the width, maxima that tell zeros apart, total order.
//!
//! Where the specification leaves a result open, it is XLA's: an integer divided by zero is the number whose bits are all one, and the
//! remainder is the dividend; an integer to a negative power is zero, unless the base is one or minus one.

use num_complex::Complex;
use tfrt_executor::core_runtime::{OpAttrsRef, TypedBlockFn};
use tfrt_executor::tensor::{DType, Element, I1};

use super::binary;
use super::block_functions::{self, elementwise};
use super::cast::cast_blocks;
use super::complex_functions::{self, quotient, wide};
use crate::ops::number::{Float, Number, Real, WorkFloat};

/// Numbers that have an order which tells all of them apart: `-NaN < -Inf < … < -0 < +0 < … < Inf < NaN`.
trait Ordered: Element {
    /// An integer in the same order.
    fn key(self) -> i128;
}

macro_rules! ordered {
    (integers $($ty:ty)*) => {$(
        impl Ordered for $ty {
            #[inline(always)]
            fn key(self) -> i128 { i128::from(self) }
        }
    )*};
    (floats $($ty:ty as $bits:ty, $signed:ty;)*) => {$(
        impl Ordered for $ty {
            #[inline(always)]
            fn key(self) -> i128 {
                let bits = self.to_bits() as $signed;
                i128::from(bits ^ (((bits >> (<$bits>::BITS - 1)) as $bits) >> 1) as $signed)
            }
        }
    )*};
}

ordered!(integers u8 u16 u32 u64 i8 i16 i32 i64);
ordered!(floats f32 as u32, i32; f64 as u64, i64; half::f16 as u16, i16; half::bf16 as u16, i16;);

/// A comparison of numbers and of conditions: complex numbers by their real parts, then by their imaginary ones.
macro_rules! compared {
    ($name:ident, $op:tt, $strict:tt) => {
        pub(super) fn $name(dtypes: &[DType]) -> Option<TypedBlockFn> {
            match dtypes {
                [DType::I1, DType::I1] => {
                    Some(block_functions::binary(|a: I1, b: I1| I1::from(a.get() $op b.get())))
                }
                _ => elementwise!(dtypes, 2, [ints floats halves complex], {
                    block_functions::binary::<T, I1, _>(|a: T, b: T| I1::from(a.parts().0 $strict b.parts().0 || (a.parts().0 == b.parts().0 && a.parts().1 $op b.parts().1)))
                }),
            }
        }
    };
}

/// The two numbers that a complex number consists of; the second of a real number is nothing to compare.
trait Parts: Copy {
    type Part: PartialOrd + Copy;
    fn parts(self) -> (Self::Part, Self::Part);
}

macro_rules! parts {
    ($($ty:ty)*) => {$(
        impl Parts for $ty {
            type Part = $ty;
            #[inline(always)]
            fn parts(self) -> (Self, Self) { (self, self) }
        }
    )*};
}

parts!(u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 half::f16 half::bf16);

impl<W: PartialOrd + Copy> Parts for Complex<W> {
    type Part = W;
    #[inline(always)]
    fn parts(self) -> (W, W) {
        (self.re, self.im)
    }
}

compared!(less, <, <);
compared!(less_equal, <=, <);
compared!(greater, >, >);
compared!(greater_equal, >=, >);

/// A comparison in the total order.
macro_rules! totally {
    ($name:ident, $op:tt) => {
        pub(super) fn $name(dtypes: &[DType]) -> Option<TypedBlockFn> {
            elementwise!(dtypes, 2, [ints floats halves], {
                block_functions::binary::<T, I1, _>(|a: T, b: T| I1::from(a.key() $op b.key()))
            })
        }
    };
}

totally!(total_equal, ==);
totally!(total_not_equal, !=);
totally!(total_less, <);
totally!(total_less_equal, <=);
totally!(total_greater, >);
totally!(total_greater_equal, >=);

/// The larger or the smaller of two, where `+0` is larger than `-0` and NaN is the result if it is an operand.
#[inline(always)]
fn extreme<T: Float>(a: T, b: T, takes_left: bool, is_left_positive: bool) -> T {
    if a.is_nan() {
        a
    } else if b.is_nan() {
        b
    } else if a == b {
        // Zeros of two signs are equal.
        if is_left_positive { a } else { b }
    } else if takes_left {
        a
    } else {
        b
    }
}

pub(super) fn maximum(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::I1, DType::I1] => Some(block_functions::binary(|a: I1, b: I1| I1(a.0 | b.0))),
        [DType::Complex64, ..] => Some(block_functions::binary(larger_complex::<f32>)),
        [DType::Complex128, ..] => Some(block_functions::binary(larger_complex::<f64>)),
        [dtype, ..] if dtype.is_integer() => {
            elementwise!(dtypes, 2, [ints], block_functions::binary::<T, T, _>(T::larger))
        }
        _ => elementwise!(dtypes, 2, [floats halves], {
            block_functions::binary::<T, T, _>(|a: T, b: T| extreme(a, b, a > b, a.work().is_sign_positive()))
        }),
    }
}

pub(super) fn minimum(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::I1, DType::I1] => Some(block_functions::binary(|a: I1, b: I1| I1(a.0 & b.0))),
        [DType::Complex64, ..] => Some(block_functions::binary(smaller_complex::<f32>)),
        [DType::Complex128, ..] => Some(block_functions::binary(smaller_complex::<f64>)),
        [dtype, ..] if dtype.is_integer() => {
            elementwise!(dtypes, 2, [ints], block_functions::binary::<T, T, _>(T::smaller))
        }
        _ => elementwise!(dtypes, 2, [floats halves], {
            block_functions::binary::<T, T, _>(|a: T, b: T| extreme(a, b, a < b, a.work().is_sign_negative()))
        }),
    }
}

fn is_nan<W: WorkFloat>(x: Complex<W>) -> bool {
    x.re.is_nan() || x.im.is_nan()
}

fn larger_complex<W: WorkFloat>(a: Complex<W>, b: Complex<W>) -> Complex<W> {
    let is_larger = a.re > b.re || (a.re == b.re && a.im > b.im);
    if is_nan(a) || (is_larger && !is_nan(b)) { a } else { b }
}

fn smaller_complex<W: WorkFloat>(a: Complex<W>, b: Complex<W>) -> Complex<W> {
    let is_smaller = a.re < b.re || (a.re == b.re && a.im < b.im);
    if is_nan(a) || (is_smaller && !is_nan(b)) { a } else { b }
}

pub(super) fn clamp(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::I1, DType::I1, DType::I1] => {
            Some(block_functions::ternary(|low: I1, x: I1, high: I1| I1((x.0 | low.0) & high.0)))
        }
        [dtype, ..] if dtype.is_complex() || dtype.is_integer() => {
            elementwise!(dtypes, 3, [ints complex], {
                block_functions::ternary(|low: T, x: T, high: T| {
                    let is_below = x.parts().0 < low.parts().0
                        || (x.parts().0 == low.parts().0 && x.parts().1 < low.parts().1);
                    let x = if is_below { low } else { x };
                    let is_above = high.parts().0 < x.parts().0
                        || (x.parts().0 == high.parts().0 && high.parts().1 < x.parts().1);
                    if is_above { high } else { x }
                })
            })
        }
        _ => elementwise!(dtypes, 3, [floats halves], {
            block_functions::ternary(|low: T, x: T, high: T| {
                let x = extreme(x, low, x > low, x.work().is_sign_positive());
                extreme(x, high, x < high, x.work().is_sign_negative())
            })
        }),
    }
}

pub(super) fn abs(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::Complex64] => Some(block_functions::unary(|x: Complex<f32>| single_length(x))),
        [DType::Complex128] => Some(block_functions::unary(|x: Complex<f64>| x.re.hypot(x.im))),
        _ => elementwise!(dtypes, 1, [ints floats halves], block_functions::unary::<T, T, _>(T::magnitude)),
    }
}

/// The distance from zero. Squares of single numbers neither overflow nor vanish in double precision.
#[inline(always)]
fn single_length(x: Complex<f32>) -> f32 {
    let (re, im) = (f64::from(x.re), f64::from(x.im));
    let length = (re * re + im * im).sqrt() as f32;
    // An infinite part counts, even if the other one is no number.
    if x.re.is_infinite() | x.im.is_infinite() { f32::INFINITY } else { length }
}

pub(super) fn sign(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::Complex64] => Some(block_functions::unary(|x: Complex<f32>| wide(x, direction))),
        [DType::Complex128] => Some(block_functions::unary(|x: Complex<f64>| wide(x, direction))),
        _ => {
            elementwise!(dtypes, 1, [ints floats halves], block_functions::unary::<T, T, _>(<T as Real>::signum))
        }
    }
}

/// `x / |x|`; zero for zero.
fn direction(x: Complex<f64>) -> Complex<f64> {
    if x.re == 0.0 && x.im == 0.0 {
        return x;
    }
    let length = x.re.hypot(x.im);
    Complex::new(x.re / length, x.im / length)
}

pub(super) fn real(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::Complex64] => Some(block_functions::unary(|x: Complex<f32>| x.re)),
        [DType::Complex128] => Some(block_functions::unary(|x: Complex<f64>| x.re)),
        _ => elementwise!(dtypes, 1, [floats halves], block_functions::unary::<T, T, _>(|x: T| x)),
    }
}

pub(super) fn imag(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::Complex64] => Some(block_functions::unary(|x: Complex<f32>| x.im)),
        [DType::Complex128] => Some(block_functions::unary(|x: Complex<f64>| x.im)),
        _ => elementwise!(dtypes, 1, [floats halves], block_functions::unary::<T, T, _>(|_: T| T::ZERO)),
    }
}

pub(super) fn complex(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::F32, DType::F32] => Some(block_functions::binary(Complex::<f32>::new)),
        [DType::F64, DType::F64] => Some(block_functions::binary(Complex::<f64>::new)),
        _ => None,
    }
}

pub(super) fn divide(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [dtype, ..] if dtype.is_integer() => elementwise!(dtypes, 2, [ints], {
            block_functions::binary::<T, T, _>(|a: T, b: T| if b == 0 { !0 } else { a.wrapping_div(b) })
        }),
        [DType::Complex64, ..] => Some(block_functions::binary(complex_quotient::<f32>)),
        [DType::Complex128, ..] => Some(block_functions::binary(complex_quotient::<f64>)),
        _ => elementwise!(dtypes, 2, [floats halves], block_functions::binary::<T, T, _>(T::over)),
    }
}

fn complex_quotient<W: WorkFloat>(a: Complex<W>, b: Complex<W>) -> Complex<W>
where
    f64: From<W>,
{
    wide(a, |a| quotient(a, Complex::new(b.re.into(), b.im.into())))
}

pub(super) fn remainder(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [dtype, ..] if dtype.is_integer() => elementwise!(dtypes, 2, [ints], {
            block_functions::binary::<T, T, _>(|a: T, b: T| if b == 0 { a } else { a.wrapping_rem(b) })
        }),
        _ => elementwise!(dtypes, 2, [floats halves], block_functions::binary::<T, T, _>(T::truncate_mod)),
    }
}

pub(super) fn angles(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::Complex64, ..] => Some(block_functions::binary(complex_functions::angle::<f32>)),
        [DType::Complex128, ..] => Some(block_functions::binary(complex_functions::angle::<f64>)),
        _ => binary::angles(dtypes),
    }
}

pub(super) fn power(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [dtype, ..] if dtype.is_integer() => {
            elementwise!(dtypes, 2, [ints], block_functions::binary::<T, T, _>(integer_power::<T>))
        }
        _ => binary::powers(dtypes),
    }
}

/// A power whose bits beyond the width are lost.
fn integer_power<T: Real>(base: T, exponent: T) -> T {
    let two = T::ONE.plus(T::ONE);
    let is_odd = exponent.truncate_mod(two) != T::ZERO;
    if exponent < T::ZERO {
        let minus_one = T::ONE.negated();
        return match base {
            base if base == T::ONE => base,
            base if base == minus_one => {
                if is_odd {
                    base
                } else {
                    T::ONE
                }
            }
            _ => T::ZERO,
        };
    }
    binary::integer_power(base, exponent)
}

/// A shift by an amount that is taken as an unsigned number; from the width on, nothing is left.
macro_rules! shifts {
    ($($name:ident, $f:expr;)*) => {$(
        pub(super) fn $name(dtypes: &[DType]) -> Option<TypedBlockFn> {
            elementwise!(dtypes, 2, [ints], {
                block_functions::binary::<T, T, _>(|x: T, by: T| {
                    // A negative amount is beyond all widths.
                    let is_within = (by as u64) < u64::from(T::BITS);
                    ($f)(x, if is_within { Some(by as u32) } else { None })
                })
            })
        }
    )*};
}

/// Integers whose bits may be taken as signed or as unsigned.
trait Bits: Copy {
    const LAST: u32;
    fn left(self, by: u32) -> Self;
    fn arithmetic(self, by: u32) -> Self;
    fn logical(self, by: u32) -> Self;
    const NOTHING: Self;
}

macro_rules! bits {
    ($($ty:ty, $signed:ty, $unsigned:ty;)*) => {$(
        impl Bits for $ty {
            const LAST: u32 = <$ty>::BITS - 1;
            const NOTHING: Self = 0;
            #[inline(always)]
            fn left(self, by: u32) -> Self { self << by }
            #[inline(always)]
            fn arithmetic(self, by: u32) -> Self { ((self as $signed) >> by) as $ty }
            #[inline(always)]
            fn logical(self, by: u32) -> Self { ((self as $unsigned) >> by) as $ty }
        }
    )*};
}

bits! {
    i8, i8, u8; i16, i16, u16; i32, i32, u32; i64, i64, u64;
    u8, i8, u8; u16, i16, u16; u32, i32, u32; u64, i64, u64;
}

#[inline(always)]
fn left<T: Bits>(x: T, by: Option<u32>) -> T {
    by.map_or(T::NOTHING, |by| x.left(by))
}

#[inline(always)]
fn arithmetic<T: Bits>(x: T, by: Option<u32>) -> T {
    x.arithmetic(by.unwrap_or(T::LAST))
}

#[inline(always)]
fn logical<T: Bits>(x: T, by: Option<u32>) -> T {
    by.map_or(T::NOTHING, |by| x.logical(by))
}

shifts! {
    shift_left, left;
    shift_right_arithmetic, arithmetic;
    shift_right_logical, logical;
}

/// Conversion between all dtypes of numbers.
pub(super) fn convert(dtypes: &[DType], attrs: OpAttrsRef<'_>) -> Option<TypedBlockFn> {
    let to = attrs.get_dtype("DstT")?;
    match *dtypes {
        // Once, where a cast rounds to `f32` first.
        [DType::F64] if to == DType::F16 => Some(block_functions::unary(<half::f16 as Float>::rounded)),
        [DType::F64] if to == DType::BF16 => Some(block_functions::unary(<half::bf16 as Float>::rounded)),
        [dtype] => cast_blocks(dtype, to),
        _ => None,
    }
}

pub(super) fn copy(dtypes: &[DType]) -> Option<TypedBlockFn> {
    elementwise!(dtypes, 1, [bool ints floats halves complex], block_functions::unary::<T, T, _>(|x: T| x))
}

pub(super) fn add(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::I1, DType::I1] => Some(block_functions::binary(|a: I1, b: I1| I1::from(a.get() || b.get()))),
        _ => {
            elementwise!(dtypes, 2, [ints floats halves complex], block_functions::binary::<T, T, _>(T::plus))
        }
    }
}

pub(super) fn multiply(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::I1, DType::I1] => Some(block_functions::binary(|a: I1, b: I1| I1::from(a.get() && b.get()))),
        _ => {
            elementwise!(dtypes, 2, [ints floats halves complex], block_functions::binary::<T, T, _>(T::times))
        }
    }
}

/// A function of bits, and of conditions.
macro_rules! bitwise {
    ($($name:ident $op:tt;)*) => {$(
        pub(super) fn $name(dtypes: &[DType]) -> Option<TypedBlockFn> {
            match dtypes {
                [DType::I1, DType::I1] => {
                    Some(block_functions::binary(|a: I1, b: I1| I1::from(a.get() $op b.get())))
                }
                _ => elementwise!(dtypes, 2, [ints], block_functions::binary::<T, T, _>(|a: T, b: T| a $op b)),
            }
        }
    )*};
}

bitwise! {
    and &;
    or |;
    xor ^;
}

pub(super) fn not(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::I1] => Some(block_functions::unary(|x: I1| I1::from(!x.get()))),
        _ => elementwise!(dtypes, 1, [ints], block_functions::unary::<T, T, _>(|x: T| !x)),
    }
}

/// The number after `x` in the direction of `y`.
pub(super) fn next_after(dtypes: &[DType]) -> Option<TypedBlockFn> {
    /// Steps in the order of the bits without the sign.
    macro_rules! stepping {
        ($ty:ty, $bits:ty) => {
            block_functions::binary::<$ty, $ty, _>(|x: $ty, y: $ty| {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let (from, to) = (x.to_bits(), y.to_bits());
                if x.is_nan() || y.is_nan() {
                    return if x.is_nan() { x } else { y };
                }
                if x == y {
                    return y;
                }
                if from & !SIGN == 0 {
                    return <$ty>::from_bits((to & SIGN) | 1);
                }
                let grows = (x < y) == (from & SIGN == 0);
                <$ty>::from_bits(if grows { from + 1 } else { from - 1 })
            })
        };
    }
    match dtypes {
        [DType::F32, DType::F32] => Some(stepping!(f32, u32)),
        [DType::F64, DType::F64] => Some(stepping!(f64, u64)),
        [DType::F16, DType::F16] => Some(stepping!(half::f16, u16)),
        [DType::BF16, DType::BF16] => Some(stepping!(half::bf16, u16)),
        _ => None,
    }
}
