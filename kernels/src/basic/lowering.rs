//! What kernels of scalars compute, as data.
//!
//! A lowering says, together with the types of the kernel's operands and results, all that a code generator must know. It
//! must give the same bits as the kernel's Rust function (payloads of NaNs excepted) and fail for the same operands.

/// What a kernel of scalars computes. `a` and `b` are the operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lowering {
    /// Not known: the kernel is called.
    None,
    /// `a + b`; integers wrap around.
    Add,
    /// `a - b`; integers wrap around.
    Subtract,
    /// `a * b`; integers wrap around.
    Multiply,
    /// Bitwise.
    And,
    /// `a == b`, of integers.
    Equal,
    /// `a <= b`, of signed integers.
    LessEqual,
    /// Quotient and remainder of signed integers, truncated towards zero, wrapping around; fails if `b` is zero.
    DivideInteger,
    /// `a / b`; fails if `b` is zero, of either sign.
    DivideFloat,
    /// `b` if `b < a`, else `a`.
    Minimum,
    /// From signed integer to float, to nearest, or back, truncating, saturating, and NaN to zero.
    Convert,
    /// The first attribute.
    Constant,
    /// A complex number from the attributes, the imaginary part first.
    ComplexConstant,
    /// `a + 1`, `a + 2`, … for each result; wrapping around.
    Successors,
    /// A chain, which has no data.
    Chain,
}
