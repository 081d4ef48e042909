//! The CPU's function of each [`Elementwise`](Op) op: one arm for each, so that the compiler of this program lists what is missing.
//!
//! An arm gives the function of one element and the classes of dtypes that it is for; dispatch, direct calls and fused loops follow from
//! that ([`op!`]). The metadata function is the op's row in `tfrt-ops`. Functions that are longer than a line are in the files of
//! the family.

use half::bf16;
use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, ElementwiseFn, OpEntry, OpError, OpRegistry, TypedBlockFn};
use tfrt_executor::tensor::{DType, I1};
use tfrt_numerics::blocks::{self, doubles};
use tfrt_ops::{Elementwise as Op, SmallFloat};

use super::apply::{Blocks, apply, apply_function, apply_with, op};
use super::binary::{self, shift, squared_difference};
use super::block_functions::{self, elementwise};
use super::complex_functions::{self, wide};
use super::complex_inverses;
use super::{cast, defined, hlo, normal_quantile, unary};
use crate::ops::by_dtype::unsupported;
use crate::ops::element_encoding::encoded;
use crate::ops::gradient::elements::relu_grad_entry;
use crate::ops::memory::result_metadata;
use crate::ops::neural_network::bias::bias_add_entry;
use crate::ops::number::num_traits_like::Functions;
use crate::ops::number::{Float, Number, Real};

/// Adds the element-wise ops.
pub(super) fn register(ops: &mut OpRegistry) {
    for &function in Op::ALL {
        ops.add(function.op(), entry(function));
    }
}

/// `f(x)`, of the operand's dtype.
macro_rules! of_one {
    ([$($class:ident)*] $f:expr) => {
        op!(1, |dtypes| elementwise!(dtypes, 1, [$($class)*], block_functions::unary::<T, T, _>($f)))
    };
}

/// `f(x)` of floating-point numbers in the precision `W` that they are computed in, perhaps of complex numbers too. Those of halves are computed in
/// double precision and rounded once.
macro_rules! of_floats {
    ($f:expr $(, complex $c:expr)?) => {
        op!(1, |dtypes| match dtypes {
            $(
                [DType::Complex64] => { type W = f32; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
                [DType::Complex128] => { type W = f64; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
            )?
            [DType::F16 | DType::BF16] => elementwise!(dtypes, 1, [halves], {
                type W = f64;
                block_functions::unary::<T, T, _>(|x: T| T::rounded(($f)(W::from(x.work()))))
            }),
            _ => elementwise!(dtypes, 1, [floats], {
                type W = <T as Float>::Work;
                block_functions::unary::<T, T, _>(|x: T| T::unwork(($f)(x.work())))
            }),
        }, fused is_real)
    };
}

/// Rounding to a format of few bits.
macro_rules! small_float {
    ($format:ident) => {
        op!(1, |dtypes| match dtypes {
            [DType::F32] => Some(block_functions::unary(|x: f32| SmallFloat::$format.round_single(x))),
            _ => elementwise!(dtypes, 1, [floats halves], {
                block_functions::unary::<T, T, _>(|x: T| {
                    T::rounded(SmallFloat::$format.round(f64::from(x.work())))
                })
            }),
        }, fused is_real)
    };
}

/// Functions of blocks, which have the same name for `f32` and `f64`; some of complex numbers too. In single precision they make ties of some
/// results in `f16`, which are computed in double precision, and `bf16` has room enough.
macro_rules! of_blocks {
    ($b:ident $(, complex $c:expr)?) => {
        of_blocks!($b, bf16 $b $(, complex $c)?)
    };
    ($b:ident, bf16 $of_bf16:ident $(, complex $c:expr)?) => {
        op!(1, |dtypes| match dtypes {
            [DType::F32] => Some(block_functions::in_place::<f32, _>(blocks::$b)),
            [DType::F64] => Some(block_functions::in_place::<f64, _>(blocks::doubles::$b)),
            [DType::F16] => Some(block_functions::by_single_precision(blocks::$b, blocks::doubles::$b)),
            [DType::BF16] => Some(block_functions::halves::<bf16, f32, _>(blocks::$of_bf16)),
            $(
                [DType::Complex64] => { type W = f32; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
                [DType::Complex128] => { type W = f64; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
            )?
            _ => None,
        }, fused is_real)
    };
}

/// Whether something holds of a floating-point number.
macro_rules! truth {
    ($f:expr) => {
        op!(1, |dtypes| elementwise!(dtypes, 1, [floats halves], block_functions::unary::<T, I1, _>($f)))
    };
}

/// `f(x, y)`, of the operands' dtype.
macro_rules! of_two {
    ([$($class:ident)*] $f:expr) => {
        op!(2, |dtypes| elementwise!(dtypes, 2, [$($class)*], block_functions::binary::<T, T, _>($f)))
    };
}

/// `f(x, y)` where integers may be refused: then they are neither fused nor computed directly, and the dispatch form looks at them first.
macro_rules! refusing {
    ($blocks:expr, $refuse:path) => {{
        const FUNCTIONS: Blocks = $blocks;
        op!(2, FUNCTIONS, fused is_float, direct is_float).dispatch(|frame: &mut DispatchFrame<'_>| {
            $refuse(frame)?;
            apply::<2>(frame, FUNCTIONS)
        })
    }};
}

/// A quotient or a remainder.
macro_rules! division {
    ([$($class:ident)*] $f:expr) => {
        refusing!(
            |dtypes| elementwise!(dtypes, 2, [$($class)*], block_functions::binary::<T, T, _>($f)),
            binary::refuse_zero_divisor
        )
    };
}

/// Whether an order holds.
macro_rules! comparison {
    ($f:expr) => {
        op!(2, |dtypes| elementwise!(dtypes, 2, [ints floats halves], block_functions::binary::<T, I1, _>($f)))
    };
}

/// Whether numbers are equal or not, of all dtypes, strings included. Tensors that do not compare are unequal as a whole.
macro_rules! equality {
    (unequal $unequal:literal, $f:expr) => {{
        const FUNCTIONS: Blocks = |dtypes| {
            elementwise!(dtypes, 2, [bool ints floats halves complex], block_functions::binary::<T, I1, _>($f))
        };
        op!(2, FUNCTIONS).strings().dispatch(encoded(|frame: &mut DispatchFrame<'_>| {
            if binary::is_incomparable(frame)? {
                return binary::set_boolean(frame, $unequal);
            }
            apply::<2>(frame, FUNCTIONS)
        }))
    }};
}

/// Whether numbers are equal or not, of all dtypes.
macro_rules! hlo_equality {
    ($op:tt) => {
        op!(2, |dtypes| elementwise!(dtypes, 2, [bool ints floats halves complex], {
            block_functions::binary::<T, I1, _>(|a: T, b: T| I1::from(a $op b))
        }))
    };
}

/// A function that CHLO defines by steps in single precision; other numbers are computed in double precision, and rounded once.
macro_rules! defined {
    ($single:path, $double:expr) => {
        defined!(blocks block_functions::unary($single), $double)
    };
    (blocks $single:expr, $double:expr) => {
        op!(1, |dtypes| match dtypes {
            [DType::F32] => Some($single),
            _ => elementwise!(dtypes, 1, [floats halves], {
                block_functions::unary::<T, T, _>(|x: T| T::rounded(($double)(f64::from(x.work()))))
            }),
        }, fused is_real)
    };
}

/// `f(x, y)` of floating-point numbers, computed in double precision.
macro_rules! of_two_doubles {
    ($f:expr) => {
        op!(2, |dtypes| elementwise!(dtypes, 2, [floats halves], {
            block_functions::binary::<T, T, _>(|a: T, b: T| {
                T::rounded($f(f64::from(a.work()), f64::from(b.work())))
            })
        }))
    };
}

/// A function of so many operands of one dtype that depends on an attribute, a number with this default. Where only some dtypes are
/// fused, a function of the dtypes says which.
macro_rules! parametrized {
    ($arity:literal, $name:literal = $default:literal, $blocks:expr) => {
        parametrized!($arity, $name = $default, $blocks, fused | _ | true)
    };
    ($arity:literal, $name:literal = $default:literal, $blocks:expr, fused $fused:expr) => {{
        const FUNCTION: ElementwiseFn = |dtypes, attrs| {
            let blocks: fn(&[DType], f64) -> Option<TypedBlockFn> = $blocks;
            blocks(dtypes, attrs.get_float($name).unwrap_or(f64::from($default as f32)))
        };
        const FUSED: fn(DType) -> bool = $fused;
        OpEntry::new()
            .dispatch(|frame: &mut DispatchFrame<'_>| apply_with::<$arity>(frame, FUNCTION))
            .elementwise(|dtypes, attrs| {
                if dtypes.iter().all(|&dtype| FUSED(dtype)) { FUNCTION(dtypes, attrs) } else { None }
            })
    }};
}

/// The entry that is registered for a function.
fn entry(function: Op) -> OpEntry {
    match function {
        Op::Abs => of_one!([signed floats halves] T::magnitude),
        Op::Acos => of_blocks!(acos_in_place, complex | x | wide(x, complex_inverses::acos)),
        Op::Acosh => of_blocks!(acosh_in_place, complex | x | wide(x, complex_inverses::acosh)),
        Op::Asin => of_blocks!(asin_in_place, complex | x | wide(x, complex_inverses::asin)),
        Op::Asinh => of_blocks!(asinh_in_place, complex | x | wide(x, complex_inverses::asinh)),
        Op::Atan => of_blocks!(atan_in_place, complex | x | wide(x, complex_inverses::atan)),
        Op::Atanh => of_blocks!(atanh_in_place, complex | x | wide(x, complex_inverses::atanh)),
        Op::Cast => cast::entry(),
        Op::Ceil => of_floats!(W::ceil),
        Op::Cos => of_blocks!(cos_in_place, complex | x | wide(x, complex_functions::cos)),
        Op::Cosh => of_blocks!(cosh_in_place, complex | x | wide(x, complex_functions::cosh)),
        Op::Digamma => of_floats!(|x: W| W::of(doubles::digamma(f64::from(x)))),
        Op::Elu => of_blocks!(elu_in_place),
        Op::Erf => of_blocks!(erf_in_place),
        Op::Erfc => of_blocks!(erfc_in_place, bf16 erfc_by_doubles_in_place),
        Op::Exp => of_blocks!(exp_in_place, complex | x | wide(x, complex_functions::exp)),
        Op::Expm1 => of_blocks!(exp_m1_in_place, complex | x | wide(x, complex_functions::exp_m1)),
        Op::Floor => of_floats!(W::floor),
        Op::Inv | Op::Reciprocal => of_one!([signed floats halves complex] |x: T| T::ONE.over(x)),
        Op::IsFinite => truth!(|x: T| I1::from(!x.is_nan() && x != T::HIGHEST && x != T::LOWEST)),
        Op::IsInf => truth!(|x: T| I1::from(x == T::HIGHEST || x == T::LOWEST)),
        Op::IsNan => truth!(|x: T| I1::from(x.is_nan())),
        Op::LeakyRelu => parametrized!(1, "alpha" = 0.2, |dtypes, alpha| {
            elementwise!(dtypes, 1, [floats halves], {
                block_functions::parametrized(alpha, |[x]: [T; 1], alpha| {
                    if x > T::ZERO { x } else { x.times(T::unwork(<T as Float>::Work::of(alpha))) }
                })
            })
        }),
        Op::Lgamma => of_floats!(|x: W| W::of(libm::lgamma(f64::from(x)))),
        Op::Log => of_blocks!(ln_in_place, complex | x | wide(x, complex_functions::ln)),
        Op::Log1p => of_blocks!(ln_1p_in_place, complex | x | wide(x, complex_functions::ln_1p)),
        Op::LogicalNot => of_one!([bool] |x: T| I1::from(!x.get())),
        Op::Neg => of_one!([signed floats halves complex] T::negated),
        Op::Relu => op!(1, unary::relu_blocks).dispatch(unary::relu),
        Op::Relu6 => of_one!([ints floats halves] |x: T| x.larger(T::ZERO).smaller(T::from_small(6))),
        Op::Rint => of_floats!(|x: W| x.round_even()),
        Op::Round => op!(1, unary::round_blocks, fused is_real).dispatch(unary::round),
        Op::Rsqrt => of_floats!(|x: W| 1.0 / x.sqrt(), complex | x | wide(x, complex_functions::rsqrt)),
        Op::Selu => of_blocks!(selu_in_place),
        Op::Sigmoid => of_blocks!(sigmoid_in_place, complex | x | wide(x, complex_functions::sigmoid)),
        Op::Sign => op!(1, unary::sign_blocks, fused is_real),
        Op::Sin => of_blocks!(sin_in_place, complex | x | wide(x, complex_functions::sin)),
        Op::Sinh => of_blocks!(sinh_in_place, complex | x | wide(x, complex_functions::sinh)),
        Op::Softplus => of_blocks!(softplus_in_place),
        Op::Softsign => of_floats!(|x: W| x / (1.0 + x.abs())),
        Op::Sqrt => of_floats!(W::sqrt, complex | x | wide(x, complex_functions::sqrt)),
        Op::Square => of_one!([ints floats halves complex] |x: T| x.times(x)),
        Op::Tan => of_blocks!(tan_in_place, complex | x | wide(x, complex_functions::tan)),
        Op::Tanh => of_blocks!(tanh_in_place, complex | x | wide(x, complex_functions::tanh)),
        Op::Add => op!(2, binary::sums).strings().dispatch(binary::add),
        Op::AddV2 => op!(2, binary::sums),
        // Integers have integral tolerances: with the usual one, of zero, no two are near each other.
        Op::ApproximateEqual => parametrized!(2, "tolerance" = 1e-5, |dtypes, tolerance| match dtypes {
            [dtype, ..] if dtype.is_integer() => elementwise!(dtypes, 2, [ints], {
                block_functions::parametrized(tolerance, |[a, b]: [T; 2], tolerance| {
                    I1::from(a.minus(b).magnitude() < tolerance as T)
                })
            }),
            _ => elementwise!(dtypes, 2, [floats halves], {
                block_functions::parametrized(tolerance, |[a, b]: [T; 2], tolerance| {
                    I1::from(a.minus(b).magnitude() < T::unwork(<T as Float>::Work::of(tolerance)))
                })
            }),
        }, fused is_float),
        Op::Atan2 => op!(2, binary::angles),
        Op::BiasAdd => bias_add_entry(),
        Op::BitwiseAnd => of_two!([ints] |a: T, b: T| a & b),
        Op::BitwiseOr => of_two!([ints] |a: T, b: T| a | b),
        Op::BitwiseXor => of_two!([ints] |a: T, b: T| a ^ b),
        Op::Div | Op::RealDiv => division!([ints floats halves complex] T::over),
        Op::DivNoNan => {
            of_two!([floats halves complex] |a: T, b: T| if b == T::ZERO { T::ZERO } else { a.over(b) })
        }
        Op::Equal => equality!(unequal false, |a: T, b: T| I1::from(a == b)),
        Op::FloorDiv => division!([ints floats halves] T::floor_div),
        Op::FloorMod => division!([ints floats halves] T::floor_mod),
        Op::Greater => comparison!(|a: T, b: T| I1::from(a > b)),
        Op::GreaterEqual => comparison!(|a: T, b: T| I1::from(a >= b)),
        Op::LeftShift => of_two!([ints] |a: T, b: T| shift(a, b, T::BITS, |a, by| a.wrapping_shl(by))),
        Op::Less => comparison!(|a: T, b: T| I1::from(a < b)),
        Op::LessEqual => comparison!(|a: T, b: T| I1::from(a <= b)),
        Op::LogicalAnd => of_two!([bool] |a: T, b: T| I1::from(a.get() && b.get())),
        Op::LogicalOr => of_two!([bool] |a: T, b: T| I1::from(a.get() || b.get())),
        Op::Maximum => of_two!([ints floats halves] T::larger),
        Op::Minimum => of_two!([ints floats halves] T::smaller),
        Op::Mod | Op::TruncateMod => division!([signed floats halves] T::truncate_mod),
        Op::Mul => of_two!([ints floats halves complex] T::times),
        Op::NotEqual => equality!(unequal true, |a: T, b: T| I1::from(a != b)),
        Op::Pow => refusing!(binary::powers, binary::refuse_negative_exponent),
        Op::ReluGrad => relu_grad_entry(),
        Op::RightShift => of_two!([ints] |a: T, b: T| shift(a, b, T::BITS, |a, by| a.wrapping_shr(by))),
        Op::SquaredDifference => of_two!([signed floats halves complex] squared_difference::<T>),
        Op::Sub => of_two!([ints floats halves complex] T::minus),
        Op::TruncateDiv => division!([ints floats halves] T::truncate_div),
        Op::ClipByValue => {
            OpEntry::new().dispatch(binary::clip).elementwise(|dtypes, _| binary::clip_blocks(dtypes))
        }
        Op::Select => binary::selecting(OpEntry::new().dispatch(encoded(binary::select_v1))),
        Op::SelectV2 => binary::selecting(OpEntry::new().dispatch(encoded(binary::select))),
        Op::AddN => OpEntry::new()
            .dispatch(binary::add_n)
            .variants()
            .elementwise(|dtypes, _| binary::sum_blocks(dtypes)),
        Op::HloAbs => op!(1, hlo::abs),
        Op::HloCbrt => of_floats!(|x: W| x.cbrt()),
        Op::HloCeil => of_floats!(W::ceil),
        Op::HloCountLeadingZeros => of_one!([ints] |x: T| x.leading_zeros() as T),
        Op::HloConvert => OpEntry::new().dispatch(hlo_convert).elementwise(hlo::convert),
        Op::HloCopy => op!(1, hlo::copy),
        Op::HloCosine => of_blocks!(cos_in_place, complex | x | wide(x, complex_functions::cos)),
        Op::HloExponential => of_blocks!(exp_in_place, complex | x | wide(x, complex_functions::exp)),
        Op::HloExponentialMinusOne => {
            of_blocks!(exp_m1_in_place, complex | x | wide(x, complex_functions::exp_m1))
        }
        Op::HloFloor => of_floats!(W::floor),
        Op::HloImag => op!(1, hlo::imag),
        Op::HloIsFinite => truth!(|x: T| I1::from(!x.is_nan() && x != T::HIGHEST && x != T::LOWEST)),
        Op::HloLog => of_blocks!(ln_in_place, complex | x | wide(x, complex_functions::ln)),
        Op::HloLogPlusOne => of_blocks!(ln_1p_in_place, complex | x | wide(x, complex_functions::ln_1p)),
        Op::HloLogistic => of_blocks!(sigmoid_in_place, complex | x | wide(x, complex_functions::sigmoid)),
        Op::HloNegate => of_one!([ints floats halves complex] T::negated),
        Op::HloNot => op!(1, hlo::not),
        Op::HloPopcnt => of_one!([ints] |x: T| x.count_ones() as T),
        Op::HloReal => op!(1, hlo::real),
        Op::HloRoundNearestAfz => of_floats!(W::round),
        Op::HloRoundNearestEven => of_floats!(|x: W| x.round_even()),
        Op::HloRsqrt => of_floats!(|x: W| 1.0 / x.sqrt(), complex | x | wide(x, complex_functions::rsqrt)),
        Op::HloSign => op!(1, hlo::sign),
        Op::HloSine => of_blocks!(sin_in_place, complex | x | wide(x, complex_functions::sin)),
        Op::HloSqrt => of_floats!(W::sqrt, complex | x | wide(x, complex_functions::sqrt)),
        Op::HloTan => of_blocks!(tan_in_place, complex | x | wide(x, complex_functions::tan)),
        Op::HloTanh => of_blocks!(tanh_in_place, complex | x | wide(x, complex_functions::tanh)),
        Op::HloAcos => of_blocks!(acos_in_place, complex | x | wide(x, complex_inverses::acos)),
        Op::HloAcosh => of_blocks!(acosh_in_place, complex | x | wide(x, complex_inverses::acosh)),
        Op::HloAsin => of_blocks!(asin_in_place, complex | x | wide(x, complex_inverses::asin)),
        Op::HloAsinh => of_blocks!(asinh_in_place, complex | x | wide(x, complex_inverses::asinh)),
        Op::HloAtan => of_blocks!(atan_in_place, complex | x | wide(x, complex_inverses::atan)),
        Op::HloAtanh => of_blocks!(atanh_in_place, complex | x | wide(x, complex_inverses::atanh)),
        Op::HloCosh => of_blocks!(cosh_in_place, complex | x | wide(x, complex_functions::cosh)),
        Op::HloSinh => of_blocks!(sinh_in_place, complex | x | wide(x, complex_functions::sinh)),
        Op::HloErf => of_blocks!(erf_in_place),
        Op::HloErfc => of_blocks!(erfc_by_doubles_in_place),
        Op::HloErfInv => defined!(
            blocks block_functions::in_place::<f32, _>(blocks::erf_inv_in_place),
            normal_quantile::inverse_erf
        ),
        Op::HloLgamma => defined!(defined::lgamma, doubles::lgamma),
        Op::HloDigamma => defined!(defined::digamma, doubles::digamma),
        Op::HloBesselI1e => defined!(defined::bessel_i1e, |x: f64| doubles::scaled_bessel(1, x)),
        Op::HloIsInf => truth!(|x: T| I1::from(x == T::HIGHEST || x == T::LOWEST)),
        Op::HloIsNegInf => truth!(|x: T| I1::from(x == T::LOWEST)),
        Op::HloIsPosInf => truth!(|x: T| I1::from(x == T::HIGHEST)),
        Op::HloConj => of_one!([ints floats halves complex] T::conjugated),
        Op::HloAdd => op!(2, hlo::add),
        Op::HloAnd => op!(2, hlo::and),
        Op::HloAtan2 => op!(2, hlo::angles),
        Op::HloComplex => op!(2, hlo::complex),
        Op::HloDivide => op!(2, hlo::divide),
        Op::HloEqual => hlo_equality!(==),
        Op::HloNotEqual => hlo_equality!(!=),
        Op::HloLess => op!(2, hlo::less),
        Op::HloLessEqual => op!(2, hlo::less_equal),
        Op::HloGreater => op!(2, hlo::greater),
        Op::HloGreaterEqual => op!(2, hlo::greater_equal),
        Op::HloTotalEqual => op!(2, hlo::total_equal),
        Op::HloTotalNotEqual => op!(2, hlo::total_not_equal),
        Op::HloTotalLess => op!(2, hlo::total_less),
        Op::HloTotalLessEqual => op!(2, hlo::total_less_equal),
        Op::HloTotalGreater => op!(2, hlo::total_greater),
        Op::HloTotalGreaterEqual => op!(2, hlo::total_greater_equal),
        Op::HloMaximum => op!(2, hlo::maximum),
        Op::HloMinimum => op!(2, hlo::minimum),
        Op::HloMultiply => op!(2, hlo::multiply),
        Op::HloOr => op!(2, hlo::or),
        Op::HloPower => op!(2, hlo::power),
        Op::HloRemainder => op!(2, hlo::remainder),
        Op::HloShiftLeft => op!(2, hlo::shift_left),
        Op::HloShiftRightArithmetic => op!(2, hlo::shift_right_arithmetic),
        Op::HloShiftRightLogical => op!(2, hlo::shift_right_logical),
        Op::HloSubtract => of_two!([ints floats halves complex] T::minus),
        Op::HloXor => op!(2, hlo::xor),
        Op::HloNextAfter => op!(2, hlo::next_after),
        Op::HloPolygamma => op!(2, |dtypes| match dtypes {
            [DType::F32, DType::F32] => Some(block_functions::binary(defined::polygamma)),
            _ => elementwise!(dtypes, 2, [floats halves], {
                block_functions::binary::<T, T, _>(|a: T, b: T| {
                    T::rounded(doubles::polygamma(a.work().into(), b.work().into()))
                })
            }),
        }),
        Op::HloZeta => of_two_doubles!(doubles::zeta),
        Op::HloClamp => OpEntry::new()
            .dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtypes = [frame.dense(1)?.dtype(); 3];
                let function = hlo::clamp(&dtypes).ok_or_else(|| unsupported(dtypes[0]))?;
                apply_function(frame, &dtypes, function)
            })
            .elementwise(|dtypes, _| hlo::clamp(dtypes)),
        Op::HloSelect => binary::selecting(OpEntry::new().dispatch(binary::select)),
        Op::HloRoundToF4E2M1Fn => small_float!(F4E2M1Fn),
        Op::HloRoundToF6E2M3Fn => small_float!(F6E2M3Fn),
        Op::HloRoundToF6E3M2Fn => small_float!(F6E3M2Fn),
        Op::HloRoundToF8E3M4 => small_float!(F8E3M4),
        Op::HloRoundToF8E4M3 => small_float!(F8E4M3),
        Op::HloRoundToF8E4M3Fn => small_float!(F8E4M3Fn),
        Op::HloRoundToF8E4M3Fnuz => small_float!(F8E4M3Fnuz),
        Op::HloRoundToF8E4M3B11Fnuz => small_float!(F8E4M3B11Fnuz),
        Op::HloRoundToF8E5M2 => small_float!(F8E5M2),
        Op::HloRoundToF8E5M2Fnuz => small_float!(F8E5M2Fnuz),
        Op::HloRoundToF8E8M0Fnu => small_float!(F8E8M0Fnu),
    }
}

/// `hlo.convert`.
fn hlo_convert(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtypes = [frame.dense(0)?.dtype()];
    match hlo::convert(&dtypes, frame.attrs()) {
        Some(function) if result_metadata(frame, 0)?.dtype != dtypes[0] => {
            apply_function(frame, &dtypes, function)
        }
        _ => cast::cast(frame),
    }
}

/// Ops of these dtypes are fused.
fn is_real(dtype: DType) -> bool {
    !dtype.is_complex()
}

/// Dtypes of divisions and powers that never fail.
fn is_float(dtype: DType) -> bool {
    matches!(dtype, DType::F32 | DType::F64 | DType::F16 | DType::BF16)
}
