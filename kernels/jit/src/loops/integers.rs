//! The element-wise ops of `i32`, and casts between `f32`, `i32` and conditions, as vector code.
//!
//! Integers wrap. A float becomes the nearest integer towards zero; what does not fit becomes the largest or the smallest one,
//! and NaN zero.

use tfrt_executor::tensor::DType;

use super::vector::{Binary, Code, Comparison, IntegerComparison, Kind, Unary, V};

const MAX: u32 = i32::MAX as u32;

/// The value of an op on arguments of dtype `i32`; `None` if it is not known.
pub(super) fn member(code: &mut Code, op: &str, args: &[V]) -> Option<V> {
    use Binary::{And, IntegerAdd, IntegerMax, IntegerMin, IntegerMul, IntegerSub, Or, Xor};
    use IntegerComparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let name = op.strip_prefix("tf.")?;
    let zero = 0u32;
    Some(match (name, args) {
        ("Add" | "AddV2", &[a, b]) => code.binary(IntegerAdd, a, b),
        ("AddN", &[first, ref rest @ ..]) => {
            rest.iter().fold(first, |sum, &x| code.binary(IntegerAdd, sum, x))
        }
        ("Sub", &[a, b]) => code.binary(IntegerSub, a, b),
        ("Mul", &[a, b]) => code.binary(IntegerMul, a, b),
        ("Maximum", &[a, b]) => code.binary(IntegerMax, a, b),
        ("Minimum", &[a, b]) => code.binary(IntegerMin, a, b),
        ("BitwiseAnd", &[a, b]) => code.binary(And, a, b),
        ("BitwiseOr", &[a, b]) => code.binary(Or, a, b),
        ("BitwiseXor", &[a, b]) => code.binary(Xor, a, b),
        ("SquaredDifference", &[a, b]) => {
            let difference = code.binary(IntegerSub, a, b);
            code.binary(IntegerMul, difference, difference)
        }
        ("ClipByValue", &[x, low, high]) => {
            let x = code.binary(IntegerMin, x, high);
            code.binary(IntegerMax, x, low)
        }
        ("Abs", &[x]) => code.unary(Unary::IntegerAbs, x),
        ("Neg", &[x]) => {
            let zero = code.constant(zero);
            code.binary(IntegerSub, zero, x)
        }
        ("Square", &[x]) => code.binary(IntegerMul, x, x),
        ("Relu", &[x]) => code.binary(IntegerMax, x, zero),
        ("Relu6", &[x]) => {
            let x = code.binary(IntegerMax, x, zero);
            code.binary(IntegerMin, x, 6u32)
        }
        ("Sign", &[x]) => {
            let x = code.binary(IntegerMin, x, 1u32);
            code.binary(IntegerMax, x, u32::MAX)
        }
        ("ReluGrad", &[gradient, x]) => {
            let positive = code.compare_integers(Greater, x, zero);
            let zero = code.constant(zero);
            code.select(positive, gradient, zero)
        }
        ("Equal", &[a, b]) => code.compare_integers(Equal, a, b),
        ("NotEqual", &[a, b]) => code.compare_integers(NotEqual, a, b),
        ("Less", &[a, b]) => code.compare_integers(Less, a, b),
        ("LessEqual", &[a, b]) => code.compare_integers(LessEqual, a, b),
        ("Greater", &[a, b]) => code.compare_integers(Greater, a, b),
        ("GreaterEqual", &[a, b]) => code.compare_integers(GreaterEqual, a, b),
        _ => return None,
    })
}

/// A value cast from one dtype to another; `None` if there is no code for these.
pub(super) fn cast(code: &mut Code, x: V, from: DType, to: DType) -> Option<V> {
    Some(match (from, to) {
        (DType::I32, DType::F32) => code.unary(Unary::IntegerToFloat, x),
        (DType::F32, DType::I32) => {
            let whole = code.unary(Unary::FloatToInteger, x);
            let large = code.compare(Comparison::GreaterEqual, x, 2_147_483_648.0);
            let whole = code.select(large, MAX, whole);
            let nan = code.compare(Comparison::Unordered, x, x);
            code.select(nan, 0u32, whole)
        }
        (DType::F32, DType::I1) => code.compare(Comparison::NotEqual, x, 0.0),
        (DType::I32, DType::I1) => code.compare_integers(IntegerComparison::NotEqual, x, 0u32),
        (DType::I1, DType::F32) => one_or_zero(code, x, 1.0f32.to_bits()),
        (DType::I1, DType::I32) => one_or_zero(code, x, 1),
        _ => return None,
    })
}

fn one_or_zero(code: &mut Code, condition: V, one: u32) -> V {
    let zero = code.constant(0u32);
    code.push(Kind::Select(condition, one.into(), zero))
}
