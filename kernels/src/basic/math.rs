//! `tfrt_arith.*`: functions of numbers with the meaning of MLIR's `math` dialect, which is converted to them.
//!
//! The functions of floats are those of `libm`, the same on every machine. `ctlz` and `cttz` of zero are the width. A power with a
//! negative exponent is 1 divided by the power, rounded towards zero; of zero it is an error.

use tfrt_executor::kernel::{KernelFlags, KernelRegistry};
use tfrt_executor::value::KernelError;

const PURE: KernelFlags = KernelFlags::PURE;

macro_rules! functions {
    ($registry:expr, $t:ty, $text:literal, $($name:literal => $function:expr,)*) => {$(
        $registry.add_with(concat!("tfrt_arith.", $name, ".", $text), PURE, $function);
    )*};
}

macro_rules! integers {
    ($registry:expr, $($t:ident $u:ident $text:literal;)*) => {$(
        functions! { $registry, $t, $text,
            "absi" => |a: $t| a.wrapping_abs(),
            "ctlz" => |a: $t| a.leading_zeros() as $t,
            "cttz" => |a: $t| a.trailing_zeros() as $t,
            "ctpop" => |a: $t| a.count_ones() as $t,
            "ipowi" => |base: $t, exponent: $t| -> Result<$t, KernelError> {
                if exponent >= 0 {
                    return Ok(power(base, exponent, 1, <$t>::wrapping_mul));
                }
                match base {
                    0 => Err(KernelError::new("Divide by zero")),
                    1 => Ok(1),
                    -1 => Ok(if exponent % 2 == 0 { 1 } else { -1 }),
                    _ => Ok(0),
                }
            },
        }
    )*};
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

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    integers! { registry, i16 u16 "i16"; i32 u32 "i32"; i64 u64 "i64"; }
    functions! { registry, f32, "f32",
        "absf" => |a: f32| libm::fabsf(a),
        "acos" => |a: f32| libm::acosf(a),
        "acosh" => |a: f32| libm::acoshf(a),
        "asin" => |a: f32| libm::asinf(a),
        "asinh" => |a: f32| libm::asinhf(a),
        "atan" => |a: f32| libm::atanf(a),
        "atanh" => |a: f32| libm::atanhf(a),
        "cbrt" => |a: f32| libm::cbrtf(a),
        "ceil" => |a: f32| libm::ceilf(a),
        "cos" => |a: f32| libm::cosf(a),
        "cosh" => |a: f32| libm::coshf(a),
        "erf" => |a: f32| libm::erff(a),
        "erfc" => |a: f32| libm::erfcf(a),
        "exp" => |a: f32| libm::expf(a),
        "exp2" => |a: f32| libm::exp2f(a),
        "expm1" => |a: f32| libm::expm1f(a),
        "floor" => |a: f32| libm::floorf(a),
        "log" => |a: f32| libm::logf(a),
        "log10" => |a: f32| libm::log10f(a),
        "log1p" => |a: f32| libm::log1pf(a),
        "log2" => |a: f32| libm::log2f(a),
        "round" => |a: f32| libm::roundf(a),
        "roundeven" => |a: f32| libm::rintf(a),
        "sin" => |a: f32| libm::sinf(a),
        "sinh" => |a: f32| libm::sinhf(a),
        "sqrt" => |a: f32| libm::sqrtf(a),
        "tan" => |a: f32| libm::tanf(a),
        "tanh" => |a: f32| libm::tanhf(a),
        "trunc" => |a: f32| libm::truncf(a),
        "rsqrt" => |a: f32| 1.0 / libm::sqrtf(a),
        "fma" => |a: f32, b: f32, c: f32| libm::fmaf(a, b, c),
        "atan2" => |a: f32, b: f32| libm::atan2f(a, b),
        "copysign" => |a: f32, b: f32| libm::copysignf(a, b),
        "powf" => |a: f32, b: f32| libm::powf(a, b),
    }
    functions! { registry, f64, "f64",
        "absf" => |a: f64| libm::fabs(a),
        "acos" => |a: f64| libm::acos(a),
        "acosh" => |a: f64| libm::acosh(a),
        "asin" => |a: f64| libm::asin(a),
        "asinh" => |a: f64| libm::asinh(a),
        "atan" => |a: f64| libm::atan(a),
        "atanh" => |a: f64| libm::atanh(a),
        "cbrt" => |a: f64| libm::cbrt(a),
        "ceil" => |a: f64| libm::ceil(a),
        "cos" => |a: f64| libm::cos(a),
        "cosh" => |a: f64| libm::cosh(a),
        "erf" => |a: f64| libm::erf(a),
        "erfc" => |a: f64| libm::erfc(a),
        "exp" => |a: f64| libm::exp(a),
        "exp2" => |a: f64| libm::exp2(a),
        "expm1" => |a: f64| libm::expm1(a),
        "floor" => |a: f64| libm::floor(a),
        "log" => |a: f64| libm::log(a),
        "log10" => |a: f64| libm::log10(a),
        "log1p" => |a: f64| libm::log1p(a),
        "log2" => |a: f64| libm::log2(a),
        "round" => |a: f64| libm::round(a),
        "roundeven" => |a: f64| libm::rint(a),
        "sin" => |a: f64| libm::sin(a),
        "sinh" => |a: f64| libm::sinh(a),
        "sqrt" => |a: f64| libm::sqrt(a),
        "tan" => |a: f64| libm::tan(a),
        "tanh" => |a: f64| libm::tanh(a),
        "trunc" => |a: f64| libm::trunc(a),
        "rsqrt" => |a: f64| 1.0 / libm::sqrt(a),
        "fma" => |a: f64, b: f64, c: f64| libm::fma(a, b, c),
        "atan2" => |a: f64, b: f64| libm::atan2(a, b),
        "copysign" => |a: f64, b: f64| libm::copysign(a, b),
        "powf" => |a: f64, b: f64| libm::pow(a, b),
    }
}

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
