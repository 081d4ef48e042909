//! Lowerings: the computations of scalar kernels, as data.
//!
//! A lowering, together with the types of the kernel's operands and results, contains all that a code generator must
//! know. It must give the same bits as the kernel's Rust function (payloads of NaNs excepted) and fail for the same
//! operands.
//!
//! Arithmetic and comparison of `bf16` use the operands' `f32` values; arithmetic rounds its result to nearest even.

/// Signedness of an integer's bits. A signed `i1` that is set is -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sign {
    /// Two's complement.
    Signed,
    /// Without a sign.
    Unsigned,
}

/// Comparisons of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a < b`
    Less(Sign),
    /// `a <= b`
    LessEqual(Sign),
}

/// Comparisons of floats; they are unordered if one of them is a NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FloatComparison {
    /// `a == b`
    Equal,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a < b || a > b`
    LessOrGreater,
    /// Both are numbers.
    Ordered,
    /// `a == b`, or unordered.
    EqualOrUnordered,
    /// `a < b`, or unordered.
    LessOrUnordered,
    /// `a <= b`, or unordered.
    LessEqualOrUnordered,
    /// `a != b`, or unordered.
    NotEqual,
    /// One is a NaN.
    Unordered,
}

/// The rounding of a float to a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Towards positive infinity.
    Up,
    /// Towards negative infinity.
    Down,
    /// Towards zero.
    ToZero,
    /// To the nearest, of two the even one.
    ToEven,
}

/// The computation of a scalar kernel. `a`, `b` and `c` are the operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lowering {
    /// The kernel is called, for this reason.
    Call(&'static str),
    /// `a + b`; integers wrap around.
    Add,
    /// `a - b`; integers wrap around.
    Subtract,
    /// `a * b`; integers wrap around.
    Multiply,
    /// Bitwise.
    And,
    /// Bitwise.
    Or,
    /// Bitwise.
    Xor,
    /// `a << b`, modulo the width.
    ShiftLeft,
    /// `a >> b`, modulo the width.
    ShiftRight(Sign),
    /// Of integers.
    Compare(Comparison),
    /// Of floats.
    CompareFloats(FloatComparison),
    /// Quotient and remainder of signed integers, truncated towards zero, wrapping around; fails if `b` is zero.
    DivideInteger,
    /// The quotient of integers, truncated towards zero, wrapping around; fails if `b` is zero.
    Quotient(Sign),
    /// The remainder of integers, which has the sign of `a`; fails if `b` is zero.
    Remainder(Sign),
    /// The quotient of integers, rounded up, wrapping around; fails if `b` is zero.
    CeilingQuotient(Sign),
    /// The quotient of signed integers, rounded down, wrapping around; fails if `b` is zero.
    FloorQuotient,
    /// `a / b`; fails if `b` is zero, of either sign.
    DivideFloat,
    /// `a / b` of floats, which never fails.
    Ratio,
    /// The float with its sign changed, zeros and NaNs included.
    Negate,
    /// `b` if `b < a`, else `a`.
    Minimum,
    /// The least integer.
    Least(Sign),
    /// The greatest integer.
    Greatest(Sign),
    /// The lesser float, -0 below 0; NaN if one of them is.
    LesserFloat,
    /// The greater float, 0 above -0; NaN if one of them is.
    GreaterFloat,
    /// As [`Lowering::LesserFloat`], but of a NaN and a number the number.
    LesserNumber,
    /// As [`Lowering::GreaterFloat`], but of a NaN and a number the number.
    GreaterNumber,
    /// `b` if `a`, else `c`.
    Select,
    /// From signed integer to float, to nearest, or back, truncating, saturating, and NaN to zero.
    Convert,
    /// As [`Lowering::Convert`], for unsigned integers.
    ConvertUnsigned,
    /// From one float type to another, to nearest even.
    ConvertFloat,
    /// To a wider integer.
    Extend(Sign),
    /// To a narrower integer.
    Truncate,
    /// The same bits as another type.
    Bitcast,
    /// Of a signed integer, wrapping around.
    AbsoluteInteger,
    /// Zeros above the highest bit that is set; the width if none is.
    LeadingZeros,
    /// Zeros below the lowest bit that is set; the width if none is.
    TrailingZeros,
    /// Bits that are set.
    Ones,
    /// The float without its sign.
    Absolute,
    /// `a` with the sign of `b`.
    CopySign,
    /// The square root, correctly rounded.
    SquareRoot,
    /// 1 divided by the square root, both rounded.
    ReciprocalSquareRoot,
    /// To a whole number.
    Round(Rounding),
    /// `a * b + c`, rounded once.
    FusedMultiplyAdd,
    /// The first attribute.
    Constant,
    /// A complex number from the attributes, the imaginary part first.
    ComplexConstant,
    /// `a + 1`, `a + 2`, … for each result; wrapping around.
    Successors,
    /// A chain, which has no data.
    Chain,
}
