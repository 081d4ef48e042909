//! `tfrt_arith.*`: functions of numbers with the meaning of MLIR's `math` dialect; the compiler converts
//! `math` to them.
//!
//! The functions of floats are those of `libm`, the same on every machine. `ctlz` and `cttz` of zero are the width. A power with a
//! negative exponent is 1 divided by the power, rounded towards zero; of zero it is an error.

use super::lowering::{Lowering, Rounding};
use super::table::{ScalarKernel, scalar_kernels};
use tfrt_executor::value::KernelError;

macro_rules! functions {
    ($text:literal, $($name:literal, $lowering:expr, $function:expr;)*) => {
        scalar_kernels! { $(concat!("tfrt_arith.", $name, ".", $text), $lowering, $function;)* }
    };
}

macro_rules! integers {
    ($t:ident $u:ident $text:literal) => {
        functions! { $text,
            "absi", Lowering::AbsoluteInteger, |a: $t| a.wrapping_abs();
            "ctlz", Lowering::LeadingZeros, |a: $t| a.leading_zeros() as $t;
            "cttz", Lowering::TrailingZeros, |a: $t| a.trailing_zeros() as $t;
            "ctpop", Lowering::Ones, |a: $t| a.count_ones() as $t;
            "ipowi", Lowering::Call("it is a loop"), |base: $t, exponent: $t| -> Result<$t, KernelError> {
                if exponent >= 0 {
                    return Ok(power(base, exponent, 1, <$t>::wrapping_mul));
                }
                match base {
                    0 => Err(KernelError::new("Divide by zero")),
                    1 => Ok(1),
                    -1 => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
                    _ => Ok(0),
                }
            };
        }
    };
}

/// A power by repeated squaring.
fn power<
    T: Copy,
    E: Copy + PartialEq + From<u8> + std::ops::Shr<Output = E> + std::ops::BitAnd<Output = E>,
>(
    mut base: T,
    mut exponent: E,
    one: T,
    times: fn(T, T) -> T,
) -> T {
    let mut result = one;
    while exponent != E::from(0) {
        if exponent & E::from(1) != E::from(0) {
            result = times(result, base);
        }
        base = times(base, base);
        exponent = exponent >> E::from(1);
    }
    result
}

/// No processor has an instruction for it; the function is part of the program.
const FUNCTION: Lowering = Lowering::Call("it is a function of libm");

const F32: &[ScalarKernel] = functions! { "f32",
    "absf", Lowering::Absolute, |a: f32| libm::fabsf(a);
    "acos", FUNCTION, |a: f32| libm::acosf(a);
    "acosh", FUNCTION, |a: f32| libm::acoshf(a);
    "asin", FUNCTION, |a: f32| libm::asinf(a);
    "asinh", FUNCTION, |a: f32| libm::asinhf(a);
    "atan", FUNCTION, |a: f32| libm::atanf(a);
    "atanh", FUNCTION, |a: f32| libm::atanhf(a);
    "cbrt", FUNCTION, |a: f32| libm::cbrtf(a);
    "ceil", Lowering::Round(Rounding::Up), |a: f32| libm::ceilf(a);
    "cos", FUNCTION, |a: f32| libm::cosf(a);
    "cosh", FUNCTION, |a: f32| libm::coshf(a);
    "erf", FUNCTION, |a: f32| libm::erff(a);
    "erfc", FUNCTION, |a: f32| libm::erfcf(a);
    "exp", FUNCTION, |a: f32| libm::expf(a);
    "exp2", FUNCTION, |a: f32| libm::exp2f(a);
    "expm1", FUNCTION, |a: f32| libm::expm1f(a);
    "floor", Lowering::Round(Rounding::Down), |a: f32| libm::floorf(a);
    "log", FUNCTION, |a: f32| libm::logf(a);
    "log10", FUNCTION, |a: f32| libm::log10f(a);
    "log1p", FUNCTION, |a: f32| libm::log1pf(a);
    "log2", FUNCTION, |a: f32| libm::log2f(a);
    "round", FUNCTION, |a: f32| libm::roundf(a);
    "roundeven", Lowering::Round(Rounding::ToEven), |a: f32| libm::rintf(a);
    "sin", FUNCTION, |a: f32| libm::sinf(a);
    "sinh", FUNCTION, |a: f32| libm::sinhf(a);
    "sqrt", Lowering::SquareRoot, |a: f32| libm::sqrtf(a);
    "tan", FUNCTION, |a: f32| libm::tanf(a);
    "tanh", FUNCTION, |a: f32| libm::tanhf(a);
    "trunc", Lowering::Round(Rounding::ToZero), |a: f32| libm::truncf(a);
    "rsqrt", Lowering::ReciprocalSquareRoot, |a: f32| 1.0 / libm::sqrtf(a);
    "fma", Lowering::FusedMultiplyAdd, |a: f32, b: f32, c: f32| libm::fmaf(a, b, c);
    "atan2", FUNCTION, |a: f32, b: f32| libm::atan2f(a, b);
    "copysign", Lowering::CopySign, |a: f32, b: f32| libm::copysignf(a, b);
    "powf", FUNCTION, |a: f32, b: f32| libm::powf(a, b);
};

const F64: &[ScalarKernel] = functions! { "f64",
    "absf", Lowering::Absolute, |a: f64| libm::fabs(a);
    "acos", FUNCTION, |a: f64| libm::acos(a);
    "acosh", FUNCTION, |a: f64| libm::acosh(a);
    "asin", FUNCTION, |a: f64| libm::asin(a);
    "asinh", FUNCTION, |a: f64| libm::asinh(a);
    "atan", FUNCTION, |a: f64| libm::atan(a);
    "atanh", FUNCTION, |a: f64| libm::atanh(a);
    "cbrt", FUNCTION, |a: f64| libm::cbrt(a);
    "ceil", Lowering::Round(Rounding::Up), |a: f64| libm::ceil(a);
    "cos", FUNCTION, |a: f64| libm::cos(a);
    "cosh", FUNCTION, |a: f64| libm::cosh(a);
    "erf", FUNCTION, |a: f64| libm::erf(a);
    "erfc", FUNCTION, |a: f64| libm::erfc(a);
    "exp", FUNCTION, |a: f64| libm::exp(a);
    "exp2", FUNCTION, |a: f64| libm::exp2(a);
    "expm1", FUNCTION, |a: f64| libm::expm1(a);
    "floor", Lowering::Round(Rounding::Down), |a: f64| libm::floor(a);
    "log", FUNCTION, |a: f64| libm::log(a);
    "log10", FUNCTION, |a: f64| libm::log10(a);
    "log1p", FUNCTION, |a: f64| libm::log1p(a);
    "log2", FUNCTION, |a: f64| libm::log2(a);
    "round", FUNCTION, |a: f64| libm::round(a);
    "roundeven", Lowering::Round(Rounding::ToEven), |a: f64| libm::rint(a);
    "sin", FUNCTION, |a: f64| libm::sin(a);
    "sinh", FUNCTION, |a: f64| libm::sinh(a);
    "sqrt", Lowering::SquareRoot, |a: f64| libm::sqrt(a);
    "tan", FUNCTION, |a: f64| libm::tan(a);
    "tanh", FUNCTION, |a: f64| libm::tanh(a);
    "trunc", Lowering::Round(Rounding::ToZero), |a: f64| libm::trunc(a);
    "rsqrt", Lowering::ReciprocalSquareRoot, |a: f64| 1.0 / libm::sqrt(a);
    "fma", Lowering::FusedMultiplyAdd, |a: f64, b: f64, c: f64| libm::fma(a, b, c);
    "atan2", FUNCTION, |a: f64, b: f64| libm::atan2(a, b);
    "copysign", Lowering::CopySign, |a: f64, b: f64| libm::copysign(a, b);
    "powf", FUNCTION, |a: f64, b: f64| libm::pow(a, b);
};

/// The tables of this file.
pub const TABLES: &[&[ScalarKernel]] =
    &[integers!(i16 u16 "i16"), integers!(i32 u32 "i32"), integers!(i64 u64 "i64"), F32, F64];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_integers_wrap_around() {
        assert_eq!(power(3_i32, 5_i32, 1, i32::wrapping_mul), 243);
        assert_eq!(power(2_i32, 40_i32, 1, i32::wrapping_mul), 0);
        assert_eq!(power(7_i64, 0_i64, 1, i64::wrapping_mul), 1);
    }
}
