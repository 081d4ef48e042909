//! Arithmetic over lanes of `f32` or `f64`: the operations that branch-free functions are written in.
//!
//! A function over [`Lanes`] has one definition for all its forms. Over [`Scalar`] it is a Rust function of one number, which loops
//! vectorise. A code generator implements the trait to get the same operations in the same order as instructions, and so the same
//! bits. Payloads of NaNs excepted, every operation is exact or rounded once, to the nearest.

/// A number that lanes have, with the constants of its format.
pub trait Real: Copy + std::ops::Neg<Output = Self> {
    /// 0
    const ZERO: Self;
    /// 1
    const ONE: Self;
    /// Infinity.
    const INFINITY: Self;
    /// Minus infinity.
    const NEG_INFINITY: Self;
    /// No number.
    const NAN: Self;
    /// The least positive normal number.
    const MIN_POSITIVE: Self;
    /// Adding it to a small number rounds that to an integer, which then is in the low bits of the sum.
    const TO_INTEGER: Self;
    /// The exponent of the largest numbers.
    const MAX_EXPONENT: Self;
    /// The bit of the sign.
    const SIGN: u64;
    /// The bits of the mantissa that are stored.
    const MANTISSA: u8;
    /// The bits.
    fn to_word(self) -> u64;
}

macro_rules! real {
    ($ty:ident, $to_integer:expr, $max_exponent:expr) => {
        impl Real for $ty {
            const ZERO: $ty = 0.0;
            const ONE: $ty = 1.0;
            const INFINITY: $ty = $ty::INFINITY;
            const NEG_INFINITY: $ty = $ty::NEG_INFINITY;
            const NAN: $ty = $ty::NAN;
            const MIN_POSITIVE: $ty = $ty::MIN_POSITIVE;
            const TO_INTEGER: $ty = $to_integer;
            const MAX_EXPONENT: $ty = $max_exponent;
            const SIGN: u64 = 1 << (size_of::<$ty>() * 8 - 1);
            const MANTISSA: u8 = ($ty::MANTISSA_DIGITS - 1) as u8;
            #[inline(always)]
            fn to_word(self) -> u64 {
                u64::from(self.to_bits())
            }
        }
    };
}
real!(f32, 12_582_912.0, 127.0);
real!(f64, 6_755_399_441_055_744.0, 1023.0);

/// An integral number, and the same integer in the low bits.
#[derive(Debug, Clone, Copy)]
pub struct Integer<V> {
    /// The number.
    pub number: V,
    /// The sum with [`Real::TO_INTEGER`].
    pub shifted: V,
}

/// Operations on lanes of such numbers.
pub trait Lanes<T: Real> {
    /// A number in each lane, or its bits.
    type V: Copy;
    /// A condition in each lane.
    type M: Copy;

    /// The same bits in each lane, as many of the low ones as it has.
    fn bits(&mut self, bits: u64) -> Self::V;
    /// The same number in each lane.
    #[inline(always)]
    fn number(&mut self, number: T) -> Self::V {
        self.bits(number.to_word())
    }
    /// `a + b`
    fn add(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a - b`
    fn sub(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b`
    fn mul(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a / b`
    fn div(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * b + c`, rounded once.
    fn fma(&mut self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// The square root.
    fn sqrt(&mut self, a: Self::V) -> Self::V;
    /// To an integer towards zero.
    fn trunc(&mut self, a: Self::V) -> Self::V;
    /// `a < b ? a : b`: the second one if they do not compare.
    fn min(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a > b ? a : b`
    fn max(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// `a * 2^k`, rounded once, for a `k` that is at most twice as large as an exponent.
    fn scale(&mut self, a: Self::V, k: Integer<Self::V>) -> Self::V;
    /// The number of an integer, which is less than half of [`Real::TO_INTEGER`].
    fn number_of(&mut self, integer: Self::V) -> Self::V;
    /// The bits of both.
    fn and(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// The bits of either.
    fn or(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// The bits of one of both.
    fn xor(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// The sum as integers.
    fn integer_add(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// The difference as integers.
    fn integer_sub(&mut self, a: Self::V, b: Self::V) -> Self::V;
    /// As an integer, by so many bits to the left.
    fn shift_left(&mut self, a: Self::V, by: u8) -> Self::V;
    /// As an integer, by so many bits to the right, with the sign.
    fn shift_right(&mut self, a: Self::V, by: u8) -> Self::V;
    /// The magnitude of one and the sign of another.
    fn with_sign_of(&mut self, magnitude: Self::V, sign: Self::V) -> Self::V;
    /// `a < b`
    fn less(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// `a == b`
    fn equal(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// Whether one of the two is NaN.
    fn unordered(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// Equality of bits.
    fn same_bits(&mut self, a: Self::V, b: Self::V) -> Self::M;
    /// `a && b`
    fn both(&mut self, a: Self::M, b: Self::M) -> Self::M;
    /// `a || b`
    fn either(&mut self, a: Self::M, b: Self::M) -> Self::M;
    /// `!a`
    fn not(&mut self, a: Self::M) -> Self::M;
    /// `mask ? a : b`
    fn select(&mut self, mask: Self::M, a: Self::V, b: Self::V) -> Self::V;
    /// The caller handles the lanes of the mask another way: their results do not matter.
    fn leave_if(&mut self, mask: Self::M);

    /// The magnitude.
    #[inline(always)]
    fn abs(&mut self, a: Self::V) -> Self::V {
        let magnitude = self.bits(T::SIGN - 1);
        self.and(a, magnitude)
    }
    /// `-a`
    #[inline(always)]
    fn neg(&mut self, a: Self::V) -> Self::V {
        let sign = self.bits(T::SIGN);
        self.xor(a, sign)
    }
    /// `-|a|`
    #[inline(always)]
    fn minus_abs(&mut self, a: Self::V) -> Self::V {
        let sign = self.bits(T::SIGN);
        self.or(a, sign)
    }
    /// 2^k for an integer in the low bits, which is the exponent of a normal number.
    #[inline(always)]
    fn power_of_two(&mut self, k: Self::V) -> Self::V {
        // The bits above the integer leave the lane.
        let exponent = self.shift_left(k, T::MANTISSA);
        let one = self.number(T::ONE);
        self.integer_add(exponent, one)
    }
    /// `a + number`
    #[inline(always)]
    fn add_number(&mut self, a: Self::V, number: T) -> Self::V {
        let number = self.number(number);
        self.add(a, number)
    }
    /// `a - number`
    #[inline(always)]
    fn sub_number(&mut self, a: Self::V, number: T) -> Self::V {
        let number = self.number(number);
        self.sub(a, number)
    }
    /// `number - a`
    #[inline(always)]
    fn sub_from(&mut self, number: T, a: Self::V) -> Self::V {
        let number = self.number(number);
        self.sub(number, a)
    }
    /// `a * number`
    #[inline(always)]
    fn mul_number(&mut self, a: Self::V, number: T) -> Self::V {
        let number = self.number(number);
        self.mul(a, number)
    }
    /// `a * number + c`
    #[inline(always)]
    fn fma_number(&mut self, a: Self::V, number: T, c: Self::V) -> Self::V {
        let number = self.number(number);
        self.fma(a, number, c)
    }
    /// `c - a * b`
    #[inline(always)]
    fn minus_product(&mut self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        let minus = self.neg(a);
        self.fma(minus, b, c)
    }
    /// `a < number`
    #[inline(always)]
    fn less_than(&mut self, a: Self::V, number: T) -> Self::M {
        let number = self.number(number);
        self.less(a, number)
    }
    /// `number < a`
    #[inline(always)]
    fn more_than(&mut self, a: Self::V, number: T) -> Self::M {
        let number = self.number(number);
        self.less(number, a)
    }
    /// `a == number`
    #[inline(always)]
    fn equals(&mut self, a: Self::V, number: T) -> Self::M {
        let number = self.number(number);
        self.equal(a, number)
    }
    /// Brought into an interval; NaN stays.
    #[inline(always)]
    fn limited(&mut self, a: Self::V, [low, high]: [T; 2]) -> Self::V {
        let low = self.number(low);
        let a = self.max(low, a);
        let high = self.number(high);
        self.min(high, a)
    }
    /// A polynomial, the constant first.
    #[inline(always)]
    fn polynomial<const N: usize>(&mut self, x: Self::V, coefficients: &[T; N]) -> Self::V {
        let last = self.number(coefficients[N - 1]);
        if N == 1 {
            return last;
        }
        let next = self.number(coefficients[N - 2]);
        let mut sum = self.fma(x, last, next);
        let mut i = N - 2;
        while i > 0 {
            i -= 1;
            let coefficient = self.number(coefficients[i]);
            sum = self.fma(sum, x, coefficient);
        }
        sum
    }
}

/// One lane: a number.
#[derive(Debug, Clone, Copy)]
pub struct Scalar;

macro_rules! scalar_lanes {
    ($ty:ident, $bits:ty, $halves:path, $number_of:path) => {
        impl Lanes<$ty> for Scalar {
            type V = $ty;
            type M = bool;

            #[inline(always)]
            fn bits(&mut self, bits: u64) -> $ty {
                $ty::from_bits(bits as $bits)
            }
            #[inline(always)]
            fn add(&mut self, a: $ty, b: $ty) -> $ty {
                a + b
            }
            #[inline(always)]
            fn sub(&mut self, a: $ty, b: $ty) -> $ty {
                a - b
            }
            #[inline(always)]
            fn mul(&mut self, a: $ty, b: $ty) -> $ty {
                a * b
            }
            #[inline(always)]
            fn div(&mut self, a: $ty, b: $ty) -> $ty {
                a / b
            }
            #[inline(always)]
            fn fma(&mut self, a: $ty, b: $ty, c: $ty) -> $ty {
                a.mul_add(b, c)
            }
            #[inline(always)]
            fn sqrt(&mut self, a: $ty) -> $ty {
                a.sqrt()
            }
            #[inline(always)]
            fn trunc(&mut self, a: $ty) -> $ty {
                a.trunc()
            }
            #[inline(always)]
            fn min(&mut self, a: $ty, b: $ty) -> $ty {
                if a < b { a } else { b }
            }
            #[inline(always)]
            fn max(&mut self, a: $ty, b: $ty) -> $ty {
                if a > b { a } else { b }
            }
            #[inline(always)]
            fn scale(&mut self, a: $ty, k: Integer<$ty>) -> $ty {
                // In two steps, of which the first is exact: subnormal results are rounded once and large ones do not overflow early.
                let (first, second) = $halves(k);
                a * first * second
            }
            #[inline(always)]
            fn number_of(&mut self, integer: $ty) -> $ty {
                $number_of(integer)
            }
            #[inline(always)]
            fn and(&mut self, a: $ty, b: $ty) -> $ty {
                $ty::from_bits(a.to_bits() & b.to_bits())
            }
            #[inline(always)]
            fn or(&mut self, a: $ty, b: $ty) -> $ty {
                $ty::from_bits(a.to_bits() | b.to_bits())
            }
            #[inline(always)]
            fn xor(&mut self, a: $ty, b: $ty) -> $ty {
                $ty::from_bits(a.to_bits() ^ b.to_bits())
            }
            #[inline(always)]
            fn integer_add(&mut self, a: $ty, b: $ty) -> $ty {
                $ty::from_bits(a.to_bits().wrapping_add(b.to_bits()))
            }
            #[inline(always)]
            fn integer_sub(&mut self, a: $ty, b: $ty) -> $ty {
                $ty::from_bits(a.to_bits().wrapping_sub(b.to_bits()))
            }
            #[inline(always)]
            fn shift_left(&mut self, a: $ty, by: u8) -> $ty {
                $ty::from_bits(a.to_bits() << by)
            }
            #[inline(always)]
            fn shift_right(&mut self, a: $ty, by: u8) -> $ty {
                $ty::from_bits((a.to_bits().cast_signed() >> by).cast_unsigned())
            }
            #[inline(always)]
            fn with_sign_of(&mut self, magnitude: $ty, sign: $ty) -> $ty {
                magnitude.copysign(sign)
            }
            #[inline(always)]
            fn less(&mut self, a: $ty, b: $ty) -> bool {
                a < b
            }
            #[inline(always)]
            fn equal(&mut self, a: $ty, b: $ty) -> bool {
                a == b
            }
            #[inline(always)]
            fn unordered(&mut self, a: $ty, b: $ty) -> bool {
                a.is_nan() | b.is_nan()
            }
            #[inline(always)]
            fn same_bits(&mut self, a: $ty, b: $ty) -> bool {
                a.to_bits() == b.to_bits()
            }
            #[inline(always)]
            fn both(&mut self, a: bool, b: bool) -> bool {
                a & b
            }
            #[inline(always)]
            fn either(&mut self, a: bool, b: bool) -> bool {
                a | b
            }
            #[inline(always)]
            fn not(&mut self, a: bool) -> bool {
                !a
            }
            #[inline(always)]
            fn select(&mut self, mask: bool, a: $ty, b: $ty) -> $ty {
                if mask { a } else { b }
            }
            #[inline(always)]
            fn leave_if(&mut self, _: bool) {}
        }
    };
}
scalar_lanes!(f32, u32, halves, number_of);
scalar_lanes!(f64, u64, wide_halves, wide_number_of);

/// Two to the powers of two halves of an integer.
#[inline(always)]
fn halves(k: Integer<f32>) -> (f32, f32) {
    let k = (k.shifted.to_bits().cast_signed()).wrapping_sub(f32::TO_INTEGER.to_bits().cast_signed());
    let power = |k: i32| f32::from_bits(k.wrapping_add(127).cast_unsigned() << 23);
    (power(k >> 1), power(k.wrapping_sub(k >> 1)))
}

/// As [`halves`], without the shift of 64 bits to the right that AVX2 lacks.
#[inline(always)]
fn wide_halves(k: Integer<f64>) -> (f64, f64) {
    let half = k.number.mul_add(0.5, f64::TO_INTEGER) - f64::TO_INTEGER;
    let power =
        |k: f64| f64::from_bits(((k + f64::TO_INTEGER).to_bits() << 52).wrapping_add(1.0f64.to_bits()));
    (power(half), power(k.number - half))
}

#[inline(always)]
fn number_of(integer: f32) -> f32 {
    integer.to_bits().cast_signed() as f32
}

/// An integer of this size is exact in the low bits of such a number. AVX2 converts no integers of 64 bits.
#[inline(always)]
fn wide_number_of(integer: f64) -> f64 {
    f64::from_bits(integer.to_bits().wrapping_add(f64::TO_INTEGER.to_bits())) - f64::TO_INTEGER
}

/// Lanes of either width, and the conversions between them: functions of `f32` that are computed in `f64`.
pub trait BothLanes: Lanes<f32> + Lanes<f64> {
    /// The same number.
    fn widened(&mut self, x: <Self as Lanes<f32>>::V) -> <Self as Lanes<f64>>::V;
    /// The nearest `f32`.
    fn narrowed(&mut self, x: <Self as Lanes<f64>>::V) -> <Self as Lanes<f32>>::V;
}

impl BothLanes for Scalar {
    #[inline(always)]
    fn widened(&mut self, x: f32) -> f64 {
        f64::from(x)
    }
    #[inline(always)]
    fn narrowed(&mut self, x: f64) -> f32 {
        x as f32
    }
}
