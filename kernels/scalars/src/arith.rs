//! `tfrt_arith.*`: scalar arithmetic in the widths and with the meaning of MLIR's `arith` dialect; the compiler converts
//! `arith` to it.
//!
//! Integer types have no sign: each kernel reads its operands as signed or unsigned. Integers wrap around; the amount of a
//! shift counts modulo the width. Division by zero is an error. Floats follow IEEE 754; `maximumf` and `minimumf` give NaN if
//! an operand is NaN, `maxnumf` and `minnumf` give the other operand. Floats become integers by truncation and saturate.

use super::lowering::{Comparison, FloatComparison, Lowering, Sign::*};
use super::table::{ScalarKernel, scalar_kernels};
use half::{bf16, f16};
use tfrt_executor::kernel::{Attr, AttrSpec, KernelFlags, KernelRegistry, OperandSpec, Signature};
use tfrt_executor::value::{KernelError, ScalarKind, Value};

fn by_zero() -> KernelError {
    KernelError::new("Divide by zero")
}

/// A table of `name.type`.
macro_rules! of_type {
    ($text:literal, $($name:literal, $lowering:expr, $function:expr;)*) => {
        scalar_kernels! { $(concat!("tfrt_arith.", $name, ".", $text), $lowering, $function;)* }
    };
}

macro_rules! integers {
    ($t:ident $u:ident $text:literal) => {
        of_type! { $text,
            "addi", Lowering::Add, |a: $t, b: $t| a.wrapping_add(b);
            "subi", Lowering::Subtract, |a: $t, b: $t| a.wrapping_sub(b);
            "muli", Lowering::Multiply, |a: $t, b: $t| a.wrapping_mul(b);
            "andi", Lowering::And, |a: $t, b: $t| a & b;
            "ori", Lowering::Or, |a: $t, b: $t| a | b;
            "xori", Lowering::Xor, |a: $t, b: $t| a ^ b;
            "shli", Lowering::ShiftLeft, |a: $t, b: $t| a.wrapping_shl(b as u32);
            "shrsi", Lowering::ShiftRight(Signed), |a: $t, b: $t| a.wrapping_shr(b as u32);
            "shrui", Lowering::ShiftRight(Unsigned), |a: $t, b: $t| (a as $u).wrapping_shr(b as u32) as $t;
            "maxsi", Lowering::Greatest(Signed), |a: $t, b: $t| a.max(b);
            "minsi", Lowering::Least(Signed), |a: $t, b: $t| a.min(b);
            "maxui", Lowering::Greatest(Unsigned), |a: $t, b: $t| (a as $u).max(b as $u) as $t;
            "minui", Lowering::Least(Unsigned), |a: $t, b: $t| (a as $u).min(b as $u) as $t;
            "cmpi_eq", Lowering::Compare(Comparison::Equal), |a: $t, b: $t| a == b;
            "cmpi_ne", Lowering::Compare(Comparison::NotEqual), |a: $t, b: $t| a != b;
            "cmpi_slt", Lowering::Compare(Comparison::Less(Signed)), |a: $t, b: $t| a < b;
            "cmpi_sle", Lowering::Compare(Comparison::LessEqual(Signed)), |a: $t, b: $t| a <= b;
            "cmpi_ult", Lowering::Compare(Comparison::Less(Unsigned)), |a: $t, b: $t| (a as $u) < (b as $u);
            "cmpi_ule", Lowering::Compare(Comparison::LessEqual(Unsigned)), |a: $t, b: $t| (a as $u) <= (b as $u);
            "divsi", Lowering::Quotient(Signed), |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { Err(by_zero()) } else { Ok(a.wrapping_div(b)) }
            };
            "remsi", Lowering::Remainder(Signed), |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { Err(by_zero()) } else { Ok(a.wrapping_rem(b)) }
            };
            "divui", Lowering::Quotient(Unsigned), |a: $t, b: $t| -> Result<$t, KernelError> {
                (a as $u).checked_div(b as $u).map(|q| q as $t).ok_or_else(by_zero)
            };
            "remui", Lowering::Remainder(Unsigned), |a: $t, b: $t| -> Result<$t, KernelError> {
                (a as $u).checked_rem(b as $u).map(|r| r as $t).ok_or_else(by_zero)
            };
            "ceildivui", Lowering::CeilingQuotient(Unsigned), |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { Err(by_zero()) } else { Ok((a as $u).div_ceil(b as $u) as $t) }
            };
            "floordivsi", Lowering::FloorQuotient, |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { return Err(by_zero()) }
                let (q, r) = (a.wrapping_div(b), a.wrapping_rem(b));
                Ok(if r != 0 && (r < 0) != (b < 0) { q.wrapping_sub(1) } else { q })
            };
            "ceildivsi", Lowering::CeilingQuotient(Signed), |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { return Err(by_zero()) }
                let (q, r) = (a.wrapping_div(b), a.wrapping_rem(b));
                Ok(if r != 0 && (r < 0) == (b < 0) { q.wrapping_add(1) } else { q })
            };
            "select", Lowering::Select, |which: bool, a: $t, b: $t| if which { a } else { b };
        }
    };
}

/// A float that can say whether it is a number, and which sign its zero has.
trait Float: Copy + PartialOrd {
    fn is_nan(self) -> bool;
    fn is_negative(self) -> bool;
}

macro_rules! float_traits {
    ($($t:ty)*) => {$(
        impl Float for $t {
            fn is_nan(self) -> bool { <$t>::is_nan(self) }
            fn is_negative(self) -> bool { <$t>::is_sign_negative(self) }
        }
    )*};
}

float_traits! { f16 bf16 f32 f64 }

/// The greater of two numbers; of zeros the positive one.
fn greater<T: Float>(a: T, b: T) -> T {
    if a > b || (a == b && b.is_negative()) { a } else { b }
}

/// The smaller of two numbers; of zeros the negative one.
fn smaller<T: Float>(a: T, b: T) -> T {
    if a < b || (a == b && a.is_negative()) { a } else { b }
}

/// NaN if one of them is, else what `pick` takes.
fn propagating<T: Float>(a: T, b: T, pick: fn(T, T) -> T) -> T {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => a,
        (_, true) => b,
        _ => pick(a, b),
    }
}

/// The one that is a number, else what `pick` takes.
fn preferring_numbers<T: Float>(a: T, b: T, pick: fn(T, T) -> T) -> T {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ => pick(a, b),
    }
}

/// The lowering for a type of floats, if compiled code computes on it at all.
macro_rules! floats {
    ($t:ident $text:literal $lowered:expr) => {
        of_type! { $text,
            "addf", $lowered(Lowering::Add), |a: $t, b: $t| a + b;
            "subf", $lowered(Lowering::Subtract), |a: $t, b: $t| a - b;
            "mulf", $lowered(Lowering::Multiply), |a: $t, b: $t| a * b;
            "divf", $lowered(Lowering::Ratio), |a: $t, b: $t| a / b;
            "remf", Lowering::Call("no processor has an instruction for it"), |a: $t, b: $t| a % b;
            "negf", Lowering::Negate, |a: $t| -a;
            "maximumf", $lowered(Lowering::GreaterFloat), |a: $t, b: $t| propagating(a, b, greater);
            "minimumf", $lowered(Lowering::LesserFloat), |a: $t, b: $t| propagating(a, b, smaller);
            "maxnumf", $lowered(Lowering::GreaterNumber), |a: $t, b: $t| preferring_numbers(a, b, greater);
            "minnumf", $lowered(Lowering::LesserNumber), |a: $t, b: $t| preferring_numbers(a, b, smaller);
            "cmpf_oeq", $lowered(compare(FloatComparison::Equal)), |a: $t, b: $t| a == b;
            "cmpf_olt", $lowered(compare(FloatComparison::Less)), |a: $t, b: $t| a < b;
            "cmpf_ole", $lowered(compare(FloatComparison::LessEqual)), |a: $t, b: $t| a <= b;
            "cmpf_one", $lowered(compare(FloatComparison::LessOrGreater)), |a: $t, b: $t| a < b || b < a;
            "cmpf_ord", $lowered(compare(FloatComparison::Ordered)), |a: $t, b: $t| !a.is_nan() && !b.is_nan();
            "cmpf_ueq", $lowered(compare(FloatComparison::EqualOrUnordered)), |a: $t, b: $t| a == b || a.is_nan() || b.is_nan();
            "cmpf_ult", $lowered(compare(FloatComparison::LessOrUnordered)), |a: $t, b: $t| a < b || a.is_nan() || b.is_nan();
            "cmpf_ule", $lowered(compare(FloatComparison::LessEqualOrUnordered)), |a: $t, b: $t| a <= b || a.is_nan() || b.is_nan();
            "cmpf_une", $lowered(compare(FloatComparison::NotEqual)), |a: $t, b: $t| a != b;
            "cmpf_uno", $lowered(compare(FloatComparison::Unordered)), |a: $t, b: $t| a.is_nan() || b.is_nan();
            "select", Lowering::Select, |which: bool, a: $t, b: $t| if which { a } else { b };
        }
    };
}

const fn compare(how: FloatComparison) -> Lowering {
    Lowering::CompareFloats(how)
}

/// A lowering that computes on the type itself.
const fn itself(lowering: Lowering) -> Lowering {
    lowering
}

/// A lowering that computes on other types only.
const fn converted(_: Lowering) -> Lowering {
    Lowering::Call("code generators do not know the conversions of f16")
}

/// A table of `name.from.to`.
macro_rules! casts {
    ($($name:literal $from:literal $to:literal, $lowering:expr, $function:expr;)*) => {
        scalar_kernels! { $(concat!("tfrt_arith.", $name, ".", $from, ".", $to), $lowering, $function;)* }
    };
}

/// Extensions of a narrower to a wider integer, and back.
macro_rules! widths {
    ($($t:ident $tu:ident $from:literal => $w:ident $to:literal;)*) => {
        &[$(casts! {
            "extsi" $from $to, Lowering::Extend(Signed), |a: $t| -> $w { a as $w };
            "extui" $from $to, Lowering::Extend(Unsigned), |a: $t| -> $w { a as $tu as $w };
            "trunci" $to $from, Lowering::Truncate, |a: $w| -> $t { a as $t };
        },)*]
    };
}

/// Integers to floats and back.
macro_rules! int_float {
    ($($t:ident $u:ident $int:literal $f:ident $float:literal;)*) => {
        &[$(casts! {
            "sitofp" $int $float, Lowering::Convert, |a: $t| -> $f { a as $f };
            "uitofp" $int $float, Lowering::ConvertUnsigned, |a: $t| -> $f { a as $u as $f };
            "fptosi" $float $int, Lowering::Convert, |a: $f| -> $t { a as $t };
            "fptoui" $float $int, Lowering::ConvertUnsigned, |a: $f| -> $t { a as $u as $t };
        },)*]
    };
}

/// `assert`: an error with a message, which cancels the request, unless a condition holds.
fn register_assert(registry: &mut KernelRegistry) {
    let signature = Signature {
        operands: vec![OperandSpec::Scalar(ScalarKind::I1)],
        results: vec![OperandSpec::Scalar(ScalarKind::Chain)],
        attrs: vec![AttrSpec::String],
        ..Signature::empty()
    };
    registry.add_raw_with("tfrt_arith.assert", signature, KernelFlags::NONE, |frame| {
        match frame.scalar::<bool>(0) {
            Ok(true) => frame.set_result(0, Value::CHAIN),
            Ok(false) => {
                frame.fail(KernelError::new(frame.attr(0).as_str().unwrap_or("assertion failed").to_owned()));
                frame.ctx().request().cancel();
            }
            Err(error) => frame.fail(error),
        }
    });
}

/// Adds the kernels that are in no table.
pub fn register(registry: &mut KernelRegistry) {
    register_assert(registry);
}

/// The number 1 where a bit is set has no sign; with one, it is -1.
const BITS: &[ScalarKernel] = of_type! { "i1",
    "addi", Lowering::Xor, |a: bool, b: bool| a ^ b;
    "subi", Lowering::Xor, |a: bool, b: bool| a ^ b;
    "muli", Lowering::And, |a: bool, b: bool| a & b;
    "andi", Lowering::And, |a: bool, b: bool| a & b;
    "ori", Lowering::Or, |a: bool, b: bool| a | b;
    "xori", Lowering::Xor, |a: bool, b: bool| a ^ b;
    "cmpi_eq", Lowering::Compare(Comparison::Equal), |a: bool, b: bool| a == b;
    "cmpi_ne", Lowering::Compare(Comparison::NotEqual), |a: bool, b: bool| a != b;
    "cmpi_slt", Lowering::Compare(Comparison::Less(Signed)), |a: bool, b: bool| a & !b;
    "cmpi_sle", Lowering::Compare(Comparison::LessEqual(Signed)), |a: bool, b: bool| a | !b;
    "cmpi_ult", Lowering::Compare(Comparison::Less(Unsigned)), |a: bool, b: bool| !a & b;
    "cmpi_ule", Lowering::Compare(Comparison::LessEqual(Unsigned)), |a: bool, b: bool| !a | b;
    "select", Lowering::Select, |which: bool, a: bool, b: bool| if which { a } else { b };
};

const CONSTANTS: &[ScalarKernel] = scalar_kernels! {
    "tfrt_arith.constant.i8", Lowering::Constant, |value: Attr<i8>| value.0;
    "tfrt_arith.constant.i16", Lowering::Constant, |value: Attr<i16>| value.0;
};

/// Integers to integers.
pub const WIDTHS: &[&[ScalarKernel]] = widths! {
    i8 u8 "i8" => i16 "i16"; i8 u8 "i8" => i32 "i32"; i8 u8 "i8" => i64 "i64";
    i16 u16 "i16" => i32 "i32"; i16 u16 "i16" => i64 "i64"; i32 u32 "i32" => i64 "i64";
};

/// Integers to floats and back.
pub const CONVERSIONS: &[&[ScalarKernel]] = int_float! {
    i8 u8 "i8" f32 "f32"; i16 u16 "i16" f32 "f32"; i32 u32 "i32" f32 "f32"; i64 u64 "i64" f32 "f32";
    i8 u8 "i8" f64 "f64"; i16 u16 "i16" f64 "f64"; i32 u32 "i32" f64 "f64"; i64 u64 "i64" f64 "f64";
};

const CASTS: &[ScalarKernel] = casts! {
    "extsi" "i1" "i8", Lowering::Extend(Signed), |a: bool| -i8::from(a);
    "extsi" "i1" "i16", Lowering::Extend(Signed), |a: bool| -i16::from(a);
    "extsi" "i1" "i32", Lowering::Extend(Signed), |a: bool| -i32::from(a);
    "extsi" "i1" "i64", Lowering::Extend(Signed), |a: bool| -i64::from(a);
    "extui" "i1" "i8", Lowering::Extend(Unsigned), |a: bool| i8::from(a);
    "extui" "i1" "i16", Lowering::Extend(Unsigned), |a: bool| i16::from(a);
    "extui" "i1" "i32", Lowering::Extend(Unsigned), |a: bool| i32::from(a);
    "extui" "i1" "i64", Lowering::Extend(Unsigned), |a: bool| i64::from(a);
    "trunci" "i8" "i1", Lowering::Truncate, |a: i8| a & 1 != 0;
    "trunci" "i16" "i1", Lowering::Truncate, |a: i16| a & 1 != 0;
    "trunci" "i32" "i1", Lowering::Truncate, |a: i32| a & 1 != 0;
    "trunci" "i64" "i1", Lowering::Truncate, |a: i64| a & 1 != 0;
    "uitofp" "i1" "f32", Lowering::ConvertUnsigned, |a: bool| f32::from(u8::from(a));
    "uitofp" "i1" "f64", Lowering::ConvertUnsigned, |a: bool| f64::from(u8::from(a));
    "sitofp" "i1" "f32", Lowering::Convert, |a: bool| f32::from(-i8::from(a));
    "sitofp" "i1" "f64", Lowering::Convert, |a: bool| f64::from(-i8::from(a));
    "extf" "f32" "f64", Lowering::ConvertFloat, |a: f32| f64::from(a);
    "extf" "f16" "f32", converted(Lowering::ConvertFloat), |a: f16| a.to_f32();
    "extf" "f16" "f64", converted(Lowering::ConvertFloat), |a: f16| a.to_f64();
    "extf" "bf16" "f32", Lowering::ConvertFloat, |a: bf16| a.to_f32();
    "extf" "bf16" "f64", Lowering::ConvertFloat, |a: bf16| a.to_f64();
    "truncf" "f64" "f32", Lowering::ConvertFloat, |a: f64| a as f32;
    "truncf" "f64" "f16", converted(Lowering::ConvertFloat), |a: f64| f16::from_f64(a);
    "truncf" "f64" "bf16", Lowering::Call("it rounds once, and through f32 it would twice"), |a: f64| bf16::from_f64(a);
    "truncf" "f32" "f16", converted(Lowering::ConvertFloat), |a: f32| f16::from_f32(a);
    "truncf" "f32" "bf16", Lowering::ConvertFloat, |a: f32| bf16::from_f32(a);
    "bitcast" "i32" "f32", Lowering::Bitcast, |a: i32| f32::from_bits(a as u32);
    "bitcast" "f32" "i32", Lowering::Bitcast, |a: f32| a.to_bits() as i32;
    "bitcast" "i64" "f64", Lowering::Bitcast, |a: i64| f64::from_bits(a as u64);
    "bitcast" "f64" "i64", Lowering::Bitcast, |a: f64| a.to_bits() as i64;
    "bitcast" "i16" "f16", Lowering::Bitcast, |a: i16| f16::from_bits(a as u16);
    "bitcast" "f16" "i16", Lowering::Bitcast, |a: f16| a.to_bits() as i16;
    "bitcast" "i16" "bf16", Lowering::Bitcast, |a: i16| bf16::from_bits(a as u16);
    "bitcast" "bf16" "i16", Lowering::Bitcast, |a: bf16| a.to_bits() as i16;
};

/// The tables of this file, with [`WIDTHS`] and [`CONVERSIONS`].
pub const TABLES: &[&[ScalarKernel]] = &[
    integers!(i8 u8 "i8"),
    integers!(i16 u16 "i16"),
    integers!(i32 u32 "i32"),
    integers!(i64 u64 "i64"),
    floats!(f16 "f16" converted),
    floats!(bf16 "bf16" itself),
    floats!(f32 "f32" itself),
    floats!(f64 "f64" itself),
    BITS,
    CONSTANTS,
    CASTS,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extremes_know_zeros_and_what_is_no_number() {
        let nan = f32::NAN;
        assert!(propagating(1.0, nan, greater).is_nan() && propagating(nan, 1.0, smaller).is_nan());
        assert_eq!(preferring_numbers(1.0, nan, greater), 1.0);
        assert_eq!(preferring_numbers(nan, 1.0, smaller), 1.0);
        assert!(greater(-0.0f32, 0.0).is_sign_positive() && greater(0.0f32, -0.0).is_sign_positive());
        assert!(smaller(-0.0f32, 0.0).is_sign_negative() && smaller(0.0f32, -0.0).is_sign_negative());
        assert_eq!((greater(1.0, 2.0), smaller(1.0, 2.0)), (2.0, 1.0));
    }
}
