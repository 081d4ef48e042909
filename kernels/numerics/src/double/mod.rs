//! Functions of one or two `f64`, without branches, that vectorise; also the functions of `f32` that are computed through
//! them.
//!
//! Each is written over [`Lanes`](super::lanes::Lanes), in [`super::exponential`], [`hyperbolic`], [`angles`],
//! [`error`] and [`power`]; this module has the functions of numbers made from them. Bounds are in units in the last place of the
//! result, over all arguments, subnormal ones included; tests check them. Infinities, zeros of either sign and NaN give what C's functions give.
//!
//! | function | bound |
//! |--|--|
//! | [`exp`], [`ln`], [`sin`], [`cos`] | 1 |
//! | [`exp_m1`], [`ln_1p`], [`tanh`], [`sinh`], [`cosh`], [`asinh`], [`acosh`], [`atanh`], [`erf`], [`erfc`], [`sigmoid`], [`softplus`], [`tan`], [`asin`], [`acos`], [`atan`], [`atan2`], [`pow`] | 2 |
//! | [`lgamma`], [`digamma`], [`zeta`], [`polygamma`], [`scaled_bessel`], [`inverse_erf`] | 2, with exceptions that [`special`] names |
//!
//! [`sin`], [`cos`] and [`tan`] take angles up to [`LARGEST_ANGLE`]; [`sin_of_any`] and its like take larger ones, with branches. The
//! functions of [`single`] take `f32`, and are within 1 unit of those.

pub mod angles;
mod coefficients;
pub mod error;
pub mod hyperbolic;
mod pair;
pub mod power;
mod special;
#[cfg(test)]
mod tests;

pub use coefficients::LARGEST_ANGLE;
pub use special::{digamma, inverse_erf, lgamma, polygamma, scaled_bessel, zeta};

use super::exponential;
use super::lanes::Scalar;

macro_rules! functions {
    ($($name:ident($($arg:ident),*): $function:path;)*) => {$(
        #[doc = concat!("[`", stringify!($function), "`] of a number.")]
        #[inline(always)]
        pub fn $name($($arg: f64),*) -> f64 {
            $function(&mut Scalar $(, $arg)*)
        }
    )*};
}

macro_rules! elementary {
    ($($name:ident)*) => {$(
        #[doc = concat!("[`", stringify!($name), "`](exponential::", stringify!($name), ") of a number.")]
        #[inline(always)]
        pub fn $name(x: f64) -> f64 {
            exponential::$name::<f64, Scalar>(&mut Scalar, x)
        }
    )*};
}

elementary! { exp exp_m1 ln ln_1p tanh sigmoid softplus elu selu }

functions! {
    sinh(x): hyperbolic::sinh;
    cosh(x): hyperbolic::cosh;
    asinh(x): hyperbolic::asinh;
    acosh(x): hyperbolic::acosh;
    atanh(x): hyperbolic::atanh;
    erf(x): error::erf;
    erfc(x): error::erfc;
    sin(x): angles::sin;
    cos(x): angles::cos;
    tan(x): angles::tan;
    asin(x): angles::asin;
    acos(x): angles::acos;
    atan(x): angles::atan;
    atan2(y, x): angles::atan2;
    pow(x, y): power::pow;
}

macro_rules! of_any {
    ($($name:ident: $small:ident, $large:path, $doc:literal;)*) => {$(
        #[doc = $doc]
        pub fn $name(x: f64) -> f64 {
            if x.abs() <= LARGEST_ANGLE { $small(x) } else { $large(x) }
        }
    )*};
}

of_any! {
    sin_of_any: sin, f64::sin, "The sine of any number.";
    cos_of_any: cos, f64::cos, "The cosine of any number.";
    tan_of_any: tan, f64::tan, "The tangent of any number.";
}

/// Functions of `f32` that are computed in `f64`, so that only the rounding of their results counts.
pub mod single {
    macro_rules! functions {
        ($($name:ident($($arg:ident),*);)*) => {$(
            #[doc = concat!("[`", stringify!($name), "`](super::", stringify!($name), "()) of `f32`.")]
            #[inline(always)]
            pub fn $name($($arg: f32),*) -> f32 {
                super::$name($(f64::from($arg)),*) as f32
            }
        )*};
    }

    functions! {
        sinh(x);
        cosh(x);
        asinh(x);
        acosh(x);
        atanh(x);
        erfc(x);
        asin(x);
        acos(x);
        atan(x);
        atan2(y, x);
    }
}
