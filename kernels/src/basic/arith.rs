//! `tfrt_arith.*`: scalar arithmetic in the widths and with the meaning of MLIR's `arith` dialect, which is converted to it.
//!
//! Integers have no sign: the kernel says how it reads them. They wrap around; the amount of a shift counts modulo the width.
//! Division by zero is an error. Floats follow IEEE 754; `maximumf` and `minimumf` give NaN if an operand is, `maxnumf` and
//! `minnumf` the other operand. Floats become integers by truncation and saturate.

use half::{bf16, f16};
use tfrt_executor::kernel::{Attr, AttrSpec, KernelFlags, KernelRegistry, OperandSpec, Signature};
use tfrt_executor::value::{KernelError, ScalarKind, Value};

const PURE: KernelFlags = KernelFlags::PURE;

fn by_zero() -> KernelError {
    KernelError::new("Divide by zero")
}

/// What takes two operands of a type, and selection.
macro_rules! binary {
    ($registry:expr, $t:ty, $text:literal, $($name:literal => $function:expr,)*) => {$(
        $registry.add_with(concat!("tfrt_arith.", $name, ".", $text), PURE, $function);
    )*};
}

macro_rules! integers {
    ($registry:expr, $($t:ident $u:ident $text:literal;)*) => {$(
        binary! { $registry, $t, $text,
            "addi" => |a: $t, b: $t| a.wrapping_add(b),
            "subi" => |a: $t, b: $t| a.wrapping_sub(b),
            "muli" => |a: $t, b: $t| a.wrapping_mul(b),
            "andi" => |a: $t, b: $t| a & b,
            "ori" => |a: $t, b: $t| a | b,
            "xori" => |a: $t, b: $t| a ^ b,
            "shli" => |a: $t, b: $t| a.wrapping_shl(b as u32),
            "shrsi" => |a: $t, b: $t| a.wrapping_shr(b as u32),
            "shrui" => |a: $t, b: $t| (a as $u).wrapping_shr(b as u32) as $t,
            "maxsi" => |a: $t, b: $t| a.max(b),
            "minsi" => |a: $t, b: $t| a.min(b),
            "maxui" => |a: $t, b: $t| (a as $u).max(b as $u) as $t,
            "minui" => |a: $t, b: $t| (a as $u).min(b as $u) as $t,
            "cmpi_eq" => |a: $t, b: $t| a == b,
            "cmpi_ne" => |a: $t, b: $t| a != b,
            "cmpi_slt" => |a: $t, b: $t| a < b,
            "cmpi_sle" => |a: $t, b: $t| a <= b,
            "cmpi_ult" => |a: $t, b: $t| (a as $u) < (b as $u),
            "cmpi_ule" => |a: $t, b: $t| (a as $u) <= (b as $u),
            "divsi" => |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { Err(by_zero()) } else { Ok(a.wrapping_div(b)) }
            },
            "remsi" => |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { Err(by_zero()) } else { Ok(a.wrapping_rem(b)) }
            },
            "divui" => |a: $t, b: $t| -> Result<$t, KernelError> {
                (a as $u).checked_div(b as $u).map(|q| q as $t).ok_or_else(by_zero)
            },
            "remui" => |a: $t, b: $t| -> Result<$t, KernelError> {
                (a as $u).checked_rem(b as $u).map(|r| r as $t).ok_or_else(by_zero)
            },
            "ceildivui" => |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { Err(by_zero()) } else { Ok((a as $u).div_ceil(b as $u) as $t) }
            },
            "floordivsi" => |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { return Err(by_zero()) }
                let (q, r) = (a.wrapping_div(b), a.wrapping_rem(b));
                Ok(if r != 0 && (r < 0) != (b < 0) { q.wrapping_sub(1) } else { q })
            },
            "ceildivsi" => |a: $t, b: $t| -> Result<$t, KernelError> {
                if b == 0 { return Err(by_zero()) }
                let (q, r) = (a.wrapping_div(b), a.wrapping_rem(b));
                Ok(if r != 0 && (r < 0) == (b < 0) { q.wrapping_add(1) } else { q })
            },
            "select" => |which: bool, a: $t, b: $t| if which { a } else { b },
        }
    )*};
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

macro_rules! floats {
    ($registry:expr, $($t:ident $text:literal;)*) => {$(
        binary! { $registry, $t, $text,
            "addf" => |a: $t, b: $t| a + b,
            "subf" => |a: $t, b: $t| a - b,
            "mulf" => |a: $t, b: $t| a * b,
            "divf" => |a: $t, b: $t| a / b,
            "remf" => |a: $t, b: $t| a % b,
            "negf" => |a: $t| -a,
            "maximumf" => |a: $t, b: $t| propagating(a, b, greater),
            "minimumf" => |a: $t, b: $t| propagating(a, b, smaller),
            "maxnumf" => |a: $t, b: $t| preferring_numbers(a, b, greater),
            "minnumf" => |a: $t, b: $t| preferring_numbers(a, b, smaller),
            "cmpf_oeq" => |a: $t, b: $t| a == b,
            "cmpf_olt" => |a: $t, b: $t| a < b,
            "cmpf_ole" => |a: $t, b: $t| a <= b,
            "cmpf_one" => |a: $t, b: $t| a < b || b < a,
            "cmpf_ord" => |a: $t, b: $t| !a.is_nan() && !b.is_nan(),
            "cmpf_ueq" => |a: $t, b: $t| a == b || a.is_nan() || b.is_nan(),
            "cmpf_ult" => |a: $t, b: $t| a < b || a.is_nan() || b.is_nan(),
            "cmpf_ule" => |a: $t, b: $t| a <= b || a.is_nan() || b.is_nan(),
            "cmpf_une" => |a: $t, b: $t| a != b,
            "cmpf_uno" => |a: $t, b: $t| a.is_nan() || b.is_nan(),
            "select" => |which: bool, a: $t, b: $t| if which { a } else { b },
        }
    )*};
}

/// `name.from.to`
macro_rules! casts {
    ($registry:expr, $($name:literal $f:ident $from:literal $g:ident $to:literal $function:expr;)*) => {$({
        let function: fn($f) -> $g = $function;
        $registry.add_with(concat!("tfrt_arith.", $name, ".", $from, ".", $to), PURE, function);
    })*};
}

/// Extensions of a narrower to a wider integer, and back.
macro_rules! widths {
    ($registry:expr, $($t:ident $tu:ident $from:literal => $w:ident $to:literal;)*) => {$(
        casts! { $registry,
            "extsi" $t $from $w $to |a| a as $w;
            "extui" $t $from $w $to |a| a as $tu as $w;
            "trunci" $w $to $t $from |a| a as $t;
        }
    )*};
}

/// Integers to floats and back.
macro_rules! int_float {
    ($registry:expr, $($t:ident $u:ident $int:literal $f:ident $float:literal;)*) => {$(
        casts! { $registry,
            "sitofp" $t $int $f $float |a| a as $f;
            "uitofp" $t $int $f $float |a| a as $u as $f;
            "fptosi" $f $float $t $int |a| a as $t;
            "fptoui" $f $float $t $int |a| a as $u as $t;
        }
    )*};
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

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    register_assert(registry);
    integers! { registry, i8 u8 "i8"; i16 u16 "i16"; i32 u32 "i32"; i64 u64 "i64"; }
    floats! { registry, f16 "f16"; bf16 "bf16"; f32 "f32"; f64 "f64"; }
    binary! { registry, bool, "i1",
        "addi" => |a: bool, b: bool| a ^ b,
        "subi" => |a: bool, b: bool| a ^ b,
        "muli" => |a: bool, b: bool| a & b,
        "andi" => |a: bool, b: bool| a & b,
        "ori" => |a: bool, b: bool| a | b,
        "xori" => |a: bool, b: bool| a ^ b,
        // A set bit is -1 where the sign counts.
        "cmpi_eq" => |a: bool, b: bool| a == b,
        "cmpi_ne" => |a: bool, b: bool| a != b,
        "cmpi_slt" => |a: bool, b: bool| a & !b,
        "cmpi_sle" => |a: bool, b: bool| a | !b,
        "cmpi_ult" => |a: bool, b: bool| !a & b,
        "cmpi_ule" => |a: bool, b: bool| !a | b,
        "select" => |which: bool, a: bool, b: bool| if which { a } else { b },
    }
    binary! { registry, i8, "i8", "constant" => |value: Attr<i8>| value.0, }
    binary! { registry, i16, "i16", "constant" => |value: Attr<i16>| value.0, }
    widths! { registry,
        i8 u8 "i8" => i16 "i16"; i8 u8 "i8" => i32 "i32"; i8 u8 "i8" => i64 "i64";
        i16 u16 "i16" => i32 "i32"; i16 u16 "i16" => i64 "i64"; i32 u32 "i32" => i64 "i64";
    }
    int_float! { registry,
        i8 u8 "i8" f32 "f32"; i16 u16 "i16" f32 "f32"; i32 u32 "i32" f32 "f32"; i64 u64 "i64" f32 "f32";
        i8 u8 "i8" f64 "f64"; i16 u16 "i16" f64 "f64"; i32 u32 "i32" f64 "f64"; i64 u64 "i64" f64 "f64";
    }
    casts! { registry,
        "extsi" bool "i1" i8 "i8" |a| -i8::from(a);
        "extsi" bool "i1" i16 "i16" |a| -i16::from(a);
        "extsi" bool "i1" i32 "i32" |a| -i32::from(a);
        "extsi" bool "i1" i64 "i64" |a| -i64::from(a);
        "extui" bool "i1" i8 "i8" i8::from;
        "extui" bool "i1" i16 "i16" i16::from;
        "extui" bool "i1" i32 "i32" i32::from;
        "extui" bool "i1" i64 "i64" i64::from;
        "trunci" i8 "i8" bool "i1" |a| a & 1 != 0;
        "trunci" i16 "i16" bool "i1" |a| a & 1 != 0;
        "trunci" i32 "i32" bool "i1" |a| a & 1 != 0;
        "trunci" i64 "i64" bool "i1" |a| a & 1 != 0;
        "uitofp" bool "i1" f32 "f32" |a| f32::from(u8::from(a));
        "uitofp" bool "i1" f64 "f64" |a| f64::from(u8::from(a));
        "sitofp" bool "i1" f32 "f32" |a| -f32::from(u8::from(a));
        "sitofp" bool "i1" f64 "f64" |a| -f64::from(u8::from(a));
        "extf" f32 "f32" f64 "f64" f64::from;
        "extf" f16 "f16" f32 "f32" f16::to_f32;
        "extf" f16 "f16" f64 "f64" f16::to_f64;
        "extf" bf16 "bf16" f32 "f32" bf16::to_f32;
        "extf" bf16 "bf16" f64 "f64" bf16::to_f64;
        "truncf" f64 "f64" f32 "f32" |a| a as f32;
        "truncf" f64 "f64" f16 "f16" f16::from_f64;
        "truncf" f64 "f64" bf16 "bf16" bf16::from_f64;
        "truncf" f32 "f32" f16 "f16" f16::from_f32;
        "truncf" f32 "f32" bf16 "bf16" bf16::from_f32;
        "bitcast" i32 "i32" f32 "f32" |a| f32::from_bits(a as u32);
        "bitcast" f32 "f32" i32 "i32" |a| a.to_bits() as i32;
        "bitcast" i64 "i64" f64 "f64" |a| f64::from_bits(a as u64);
        "bitcast" f64 "f64" i64 "i64" |a| a.to_bits() as i64;
        "bitcast" i16 "i16" f16 "f16" |a| f16::from_bits(a as u16);
        "bitcast" f16 "f16" i16 "i16" |a| a.to_bits() as i16;
        "bitcast" i16 "i16" bf16 "bf16" |a| bf16::from_bits(a as u16);
        "bitcast" bf16 "bf16" i16 "i16" |a| a.to_bits() as i16;
    }
}

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
