//! Arithmetic over lanes of `f64`: the operations that branch-free functions are written in.
//!
//! A function over [`Lanes`] has one definition for all its forms. Over [`Scalar`] it is a Rust function of one number, which loops
//! vectorise. A code generator implements the trait to get the same operations in the same order as instructions, and so the same
//! bits. Payloads of NaNs excepted, every operation is exact or rounded once, to the nearest.

/// Operations on lanes of 64 bits.
pub trait Lanes {
    /// A number in each lane, or its bits.
    type V: Copy;
    /// A condition in each lane.
    type M: Copy;

    /// The same bits in each lane.
    fn bits(&mut self, bits: u64) -> Self::V;
    /// The same number in each lane.
    #[inline(always)]
    fn number(&mut self, number: f64) -> Self::V {
        self.bits(number.to_bits())
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
    /// `a * 2^k` for an integral `k` of less than 2000, rounded once.
    fn scale(&mut self, a: Self::V, k: Self::V) -> Self::V;
    /// The bits of both.
    fn and(&mut self, a: Self::V, b: Self::V) -> Self::V;
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
        let magnitude = self.bits(u64::MAX >> 1);
        self.and(a, magnitude)
    }
    /// `-a`
    #[inline(always)]
    fn neg(&mut self, a: Self::V) -> Self::V {
        let sign = self.bits(1 << 63);
        self.xor(a, sign)
    }
    /// `a + number`
    #[inline(always)]
    fn add_number(&mut self, a: Self::V, number: f64) -> Self::V {
        let number = self.number(number);
        self.add(a, number)
    }
    /// `a - number`
    #[inline(always)]
    fn sub_number(&mut self, a: Self::V, number: f64) -> Self::V {
        let number = self.number(number);
        self.sub(a, number)
    }
    /// `number - a`
    #[inline(always)]
    fn sub_from(&mut self, number: f64, a: Self::V) -> Self::V {
        let number = self.number(number);
        self.sub(number, a)
    }
    /// `a * number`
    #[inline(always)]
    fn mul_number(&mut self, a: Self::V, number: f64) -> Self::V {
        let number = self.number(number);
        self.mul(a, number)
    }
    /// `a * number + c`
    #[inline(always)]
    fn fma_number(&mut self, a: Self::V, number: f64, c: Self::V) -> Self::V {
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
    fn less_than(&mut self, a: Self::V, number: f64) -> Self::M {
        let number = self.number(number);
        self.less(a, number)
    }
    /// `number < a`
    #[inline(always)]
    fn more_than(&mut self, a: Self::V, number: f64) -> Self::M {
        let number = self.number(number);
        self.less(number, a)
    }
    /// `a == number`
    #[inline(always)]
    fn equals(&mut self, a: Self::V, number: f64) -> Self::M {
        let number = self.number(number);
        self.equal(a, number)
    }
    /// Brought into an interval; NaN stays.
    #[inline(always)]
    fn limited(&mut self, a: Self::V, [low, high]: [f64; 2]) -> Self::V {
        let low = self.number(low);
        let a = self.max(low, a);
        let high = self.number(high);
        self.min(high, a)
    }
    /// A polynomial, the constant first.
    #[inline(always)]
    fn polynomial<const N: usize>(&mut self, x: Self::V, coefficients: &[f64; N]) -> Self::V {
        let mut sum = self.number(coefficients[N - 1]);
        let mut i = N - 1;
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

const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// Two to the power of an integral number.
#[inline(always)]
fn power_of_two(k: f64) -> f64 {
    f64::from_bits(((k + TO_INTEGER).to_bits() << 52).wrapping_add(1.0f64.to_bits()))
}

#[inline(always)]
fn of_bits(a: f64, b: f64, f: impl Fn(u64, u64) -> u64) -> f64 {
    f64::from_bits(f(a.to_bits(), b.to_bits()))
}

impl Lanes for Scalar {
    type V = f64;
    type M = bool;

    #[inline(always)]
    fn bits(&mut self, bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    #[inline(always)]
    fn add(&mut self, a: f64, b: f64) -> f64 {
        a + b
    }
    #[inline(always)]
    fn sub(&mut self, a: f64, b: f64) -> f64 {
        a - b
    }
    #[inline(always)]
    fn mul(&mut self, a: f64, b: f64) -> f64 {
        a * b
    }
    #[inline(always)]
    fn div(&mut self, a: f64, b: f64) -> f64 {
        a / b
    }
    #[inline(always)]
    fn fma(&mut self, a: f64, b: f64, c: f64) -> f64 {
        a.mul_add(b, c)
    }
    #[inline(always)]
    fn sqrt(&mut self, a: f64) -> f64 {
        a.sqrt()
    }
    #[inline(always)]
    fn trunc(&mut self, a: f64) -> f64 {
        a.trunc()
    }
    #[inline(always)]
    fn min(&mut self, a: f64, b: f64) -> f64 {
        if a < b { a } else { b }
    }
    #[inline(always)]
    fn max(&mut self, a: f64, b: f64) -> f64 {
        if a > b { a } else { b }
    }
    #[inline(always)]
    fn scale(&mut self, a: f64, k: f64) -> f64 {
        // In two steps, of which the first is exact: subnormal results are rounded once and large ones do not overflow early.
        let half = k.mul_add(0.5, TO_INTEGER) - TO_INTEGER;
        a * power_of_two(half) * power_of_two(k - half)
    }
    #[inline(always)]
    fn and(&mut self, a: f64, b: f64) -> f64 {
        of_bits(a, b, |a, b| a & b)
    }
    #[inline(always)]
    fn xor(&mut self, a: f64, b: f64) -> f64 {
        of_bits(a, b, |a, b| a ^ b)
    }
    #[inline(always)]
    fn integer_add(&mut self, a: f64, b: f64) -> f64 {
        of_bits(a, b, u64::wrapping_add)
    }
    #[inline(always)]
    fn integer_sub(&mut self, a: f64, b: f64) -> f64 {
        of_bits(a, b, u64::wrapping_sub)
    }
    #[inline(always)]
    fn shift_left(&mut self, a: f64, by: u8) -> f64 {
        f64::from_bits(a.to_bits() << by)
    }
    #[inline(always)]
    fn shift_right(&mut self, a: f64, by: u8) -> f64 {
        f64::from_bits(((a.to_bits() as i64) >> by) as u64)
    }
    #[inline(always)]
    fn with_sign_of(&mut self, magnitude: f64, sign: f64) -> f64 {
        magnitude.copysign(sign)
    }
    #[inline(always)]
    fn less(&mut self, a: f64, b: f64) -> bool {
        a < b
    }
    #[inline(always)]
    fn equal(&mut self, a: f64, b: f64) -> bool {
        a == b
    }
    #[inline(always)]
    fn unordered(&mut self, a: f64, b: f64) -> bool {
        a.is_nan() | b.is_nan()
    }
    #[inline(always)]
    fn same_bits(&mut self, a: f64, b: f64) -> bool {
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
    fn select(&mut self, mask: bool, a: f64, b: f64) -> f64 {
        if mask { a } else { b }
    }
    #[inline(always)]
    fn leave_if(&mut self, _: bool) {}
}
