//! The element-wise ops of floats and of conditions as vector code.
//!
//! Each gives the bits of the op's Rust function, NaNs' payloads excepted: the same operations in the same order, with the same
//! coefficients. Halves are computed as `f32` and rounded where the Rust functions round. Elementary functions are those of
//! [`tfrt_numerics`], which [`super::lanes`] makes code of. Tests run every op both ways.
//!
//! One match for conditions and one for floats select the code of an op; both also name the ops without code, so that a new op does
//! not compile until its author has decided.

use tfrt_executor::jit::loops::LoopReduction;
use tfrt_executor::tensor::DType;
use tfrt_numerics::{double, exponential, scalar, wide};
use tfrt_ops::Elementwise;

use super::lanes::in_doubles;
use super::vector::{Binary, Code, Comparison, Kind, MaskOp, Operand, Unary, V, Width};

const SIGN: u32 = 0x8000_0000;
const MAGNITUDE: u32 = 0x7fff_ffff;

/// A function of [`exponential`], of either width.
macro_rules! elementary {
    ($name:ident, $code:expr, $is_double:expr, $x:expr) => {
        if $is_double {
            exponential::$name::<f64, Code>($code, $x)
        } else {
            exponential::$name::<f32, Code>($code, $x)
        }
    };
}

/// `|x|`
pub(super) fn magnitude(code: &mut Code, x: V) -> V {
    code.binary(Binary::And, x, bits(code, x, MAGNITUDE, u64::MAX >> 1))
}

/// `x < 0 ? 0 : x`
fn at_least_zero(code: &mut Code, x: V) -> V {
    let zero = code.constant_like(x, number(code, x, 0.0));
    code.binary(Binary::Max, zero, x)
}

/// Whether a function of `f16` is computed in double precision and rounded once, for which the lanes of halves, those of `f32`, are too narrow.
fn is_elementary(op: Elementwise) -> bool {
    use Elementwise as Op;
    matches!(
        op,
        Op::Acos
            | Op::Acosh
            | Op::Asin
            | Op::Asinh
            | Op::Atan
            | Op::Atanh
            | Op::Cos
            | Op::Cosh
            | Op::Elu
            | Op::Erf
            | Op::Erfc
            | Op::Exp
            | Op::Expm1
            | Op::Log
            | Op::Log1p
            | Op::Selu
            | Op::Sigmoid
            | Op::Sin
            | Op::Sinh
            | Op::Softplus
            | Op::Tan
            | Op::Tanh
    )
}

/// The value of an op on as many arguments as it takes, of a dtype, and its parameter, if it has one; `None` if there is no code.
pub(super) fn member(
    code: &mut Code,
    op: Elementwise,
    args: &[V],
    dtype: DType,
    parameter: Option<f64>,
) -> Option<V> {
    use Elementwise as Op;
    let &[x, ..] = args else { return None };
    let y = args.get(1).copied().unwrap_or(x);
    if dtype == DType::I1 {
        return of_conditions(code, op, x, y);
    }
    if dtype == DType::F16 && is_elementary(op) {
        return None;
    }
    // Functions that are computed in lanes of 64 bits, whatever the dtype.
    let is_double = dtype == DType::F64;
    let result = match op {
        // Conditions.
        Op::Less => return Some(code.compare(Comparison::Less, x, y)),
        Op::LessEqual => return Some(code.compare(Comparison::LessEqual, x, y)),
        Op::Greater => return Some(code.compare(Comparison::Greater, x, y)),
        Op::GreaterEqual => return Some(code.compare(Comparison::GreaterEqual, x, y)),
        Op::Equal => return Some(code.compare(Comparison::Equal, x, y)),
        Op::NotEqual => return Some(code.compare(Comparison::NotEqual, x, y)),
        Op::ApproximateEqual => {
            let difference = code.sub(x, y);
            let difference = rounded(code, difference, dtype);
            let size = magnitude(code, difference);
            return Some(code.compare(Comparison::Less, size, parameter_of(parameter?, dtype)));
        }
        Op::IsNan => return Some(code.compare(Comparison::Unordered, x, x)),
        Op::IsInf => return Some(size_compared(code, Comparison::Equal, x)),
        Op::IsFinite => return Some(size_compared(code, Comparison::Less, x)),

        // Numbers of the arguments' dtype, without rounding.
        Op::ReluGrad => return Some(relu_grad(code, x, y)),
        Op::Maximum => return Some(larger(code, x, y)),
        Op::Minimum => return Some(smaller(code, x, y)),
        Op::ClipByValue => {
            // Bounds that are no numbers bound nothing.
            let x = code.binary(Binary::Min, *args.get(2)?, x);
            return Some(code.binary(Binary::Max, y, x));
        }
        Op::HloMaximum => return Some(extreme(code, x, y, true)),
        Op::HloMinimum => return Some(extreme(code, x, y, false)),
        Op::HloClamp => {
            let x = extreme(code, y, x, true);
            return Some(extreme(code, x, *args.get(2)?, false));
        }
        Op::HloIsInf => return Some(size_compared(code, Comparison::Equal, x)),
        Op::HloIsPosInf => return Some(code.compare(Comparison::Equal, x, number(code, x, f32::INFINITY))),
        Op::HloIsNegInf => {
            return Some(code.compare(Comparison::Equal, x, number(code, x, f32::NEG_INFINITY)));
        }
        Op::HloRoundNearestAfz => {
            let whole = code.unary(Unary::Round(11), x);
            let rest = code.sub(x, whole);
            let rest = magnitude(code, rest);
            let one = code.constant_like(x, number(code, x, 1.0));
            let one = code.push(Kind::TakeBits(one, x, if is_double { 1 << 63 } else { u64::from(SIGN) }));
            let next = code.add(whole, one);
            let is_far = code.compare(Comparison::GreaterEqual, rest, number(code, x, 0.5));
            return Some(code.select(is_far, next, whole));
        }
        Op::Abs => return Some(magnitude(code, x)),
        Op::Neg => return Some(code.binary(Binary::Xor, x, bits(code, x, SIGN, 1 << 63))),
        Op::Relu => return Some(at_least_zero(code, x)),
        Op::Relu6 => {
            let x = at_least_zero(code, x);
            let six = code.constant_like(x, number(code, x, 6.0));
            return Some(code.binary(Binary::Min, six, x));
        }
        Op::Sign => return Some(sign(code, x)),
        Op::Round | Op::Rint => return Some(code.unary(Unary::Round(8), x)),
        Op::Floor => return Some(code.unary(Unary::Round(9), x)),
        Op::Ceil => return Some(code.unary(Unary::Round(10), x)),

        // Arithmetic.
        Op::Add | Op::AddV2 | Op::BiasAdd => code.add(x, y),
        Op::Sub => code.sub(x, y),
        Op::Mul => code.mul(x, y),
        Op::Div | Op::RealDiv => code.div(x, y),
        Op::AddN => sum(code, args, dtype)?,
        Op::LeakyRelu => {
            let slope = parameter_of(parameter?, dtype);
            let below = code.mul(x, slope);
            let positive = code.compare(Comparison::Greater, x, number(code, x, 0.0));
            code.select(positive, x, below)
        }
        Op::FloorDiv => divided(code, x, y, dtype, Unary::Round(9)),
        Op::TruncateDiv => divided(code, x, y, dtype, Unary::Round(11)),
        Op::FloorMod => floor_mod(code, x, y, is_double),
        Op::Mod | Op::TruncateMod => remainder(code, x, y, is_double),
        Op::DivNoNan => {
            let quotient = code.div(x, y);
            let zero = code.compare(Comparison::Equal, y, number(code, y, 0.0));
            code.select(zero, number(code, y, 0.0), quotient)
        }
        Op::SquaredDifference => {
            let difference = code.sub(x, y);
            let difference = rounded(code, difference, dtype);
            code.mul(difference, difference)
        }
        Op::Square => code.mul(x, x),
        Op::Reciprocal | Op::Inv => over_one(code, x),
        Op::Sqrt => code.unary(Unary::Sqrt, x),
        Op::Rsqrt => {
            let root = code.unary(Unary::Sqrt, x);
            over_one(code, root)
        }
        Op::Softsign => {
            let size = magnitude(code, x);
            let sum = code.add(size, number(code, x, 1.0));
            code.div(x, sum)
        }

        // Functions of either width.
        Op::Exp => elementary!(exp, code, is_double, x),
        Op::Expm1 => elementary!(exp_m1, code, is_double, x),
        Op::Log => elementary!(ln, code, is_double, x),
        Op::Log1p => elementary!(ln_1p, code, is_double, x),
        Op::Tanh => elementary!(tanh, code, is_double, x),
        Op::Sigmoid => elementary!(sigmoid, code, is_double, x),
        Op::Softplus => elementary!(softplus, code, is_double, x),
        Op::Elu => elementary!(elu, code, is_double, x),
        Op::Selu => elementary!(selu, code, is_double, x),
        Op::HloErfInv if dtype == DType::F32 => wide::erf_inv_of(code, x),
        Op::Erf if is_double => double::error::erf(code, x),
        Op::Erf => scalar::erf_of(code, x),
        Op::Sin if is_double => double::angles::sin(code, x),
        Op::Sin => wide::sin_of(code, x),
        Op::Cos if is_double => double::angles::cos(code, x),
        Op::Cos => wide::cos_of(code, x),
        Op::Tan if is_double => double::angles::tan(code, x),
        Op::Tan => wide::tan_of(code, x),
        Op::Pow if is_double => double::power::pow(code, x, y),
        Op::Pow => wide::pow_of(code, x, y),

        // Functions of `f64`, by which those of `f32` are computed as well.
        Op::Sinh => in_doubles(code, is_double, [x], |code, [x]| double::hyperbolic::sinh(code, x)),
        Op::Cosh => in_doubles(code, is_double, [x], |code, [x]| double::hyperbolic::cosh(code, x)),
        Op::Asinh => in_doubles(code, is_double, [x], |code, [x]| double::hyperbolic::asinh(code, x)),
        Op::Acosh => in_doubles(code, is_double, [x], |code, [x]| double::hyperbolic::acosh(code, x)),
        Op::Atanh => in_doubles(code, is_double, [x], |code, [x]| double::hyperbolic::atanh(code, x)),
        Op::Erfc if dtype == DType::F32 => scalar::erfc_of(code, x),
        Op::Erfc | Op::HloErfc => in_doubles(code, is_double, [x], |code, [x]| double::error::erfc(code, x)),
        Op::Asin => in_doubles(code, is_double, [x], |code, [x]| double::angles::asin(code, x)),
        Op::Acos => in_doubles(code, is_double, [x], |code, [x]| double::angles::acos(code, x)),
        Op::Atan => in_doubles(code, is_double, [x], |code, [x]| double::angles::atan(code, x)),
        Op::Atan2 => in_doubles(code, is_double, [x, y], |code, [y, x]| double::angles::atan2(code, y, x)),

        // Casts and selections depend on more than one dtype: the caller has code for them.
        Op::Cast | Op::Select | Op::SelectV2 => return None,
        // Nothing but conditions or integers.
        Op::LogicalAnd | Op::LogicalOr | Op::LogicalNot => return None,
        Op::BitwiseAnd | Op::BitwiseOr | Op::BitwiseXor | Op::LeftShift | Op::RightShift => return None,
        Op::HloShiftLeft | Op::HloShiftRightArithmetic | Op::HloShiftRightLogical => return None,
        Op::HloNot | Op::HloPopcnt | Op::HloCountLeadingZeros => return None,
        // Series of so many steps that a call of a function costs little beside them.
        Op::Digamma | Op::Lgamma => return None,
        of_stablehlo!() => return None,
    };
    Some(rounded(code, result, dtype))
}

/// The value of an op on conditions.
fn of_conditions(code: &mut Code, op: Elementwise, x: V, y: V) -> Option<V> {
    use Elementwise as Op;
    Some(match op {
        Op::LogicalAnd => code.push(Kind::Mask(MaskOp::And, x, y)),
        Op::LogicalOr => code.push(Kind::Mask(MaskOp::Or, x, y)),
        Op::NotEqual => code.push(Kind::Mask(MaskOp::Xor, x, y)),
        Op::Equal => {
            let different = code.push(Kind::Mask(MaskOp::Xor, x, y));
            code.push(Kind::MaskNot(different))
        }
        Op::LogicalNot => code.push(Kind::MaskNot(x)),
        _ => return None,
    })
}

/// `mask ? a : b`, of whatever dtype.
pub(super) fn select(code: &mut Code, args: &[V]) -> Option<V> {
    let &[mask, a, b] = args else { return None };
    if !code.is_mask(a) {
        return Some(code.select(mask, a, b));
    }
    let other = code.push(Kind::MaskNot(mask));
    let a = code.push(Kind::Mask(MaskOp::And, mask, a));
    let b = code.push(Kind::Mask(MaskOp::And, other, b));
    Some(code.push(Kind::Mask(MaskOp::Or, a, b)))
}

/// The parts of a reduction, combined with another element.
pub(super) fn with_parts(code: &mut Code, reduction: LoopReduction, x: V) -> V {
    let parts = code.push(Kind::LoadParts);
    match reduction {
        LoopReduction::Sum => code.add(parts, x),
        LoopReduction::Max => larger(code, parts, x),
        LoopReduction::Min => smaller(code, parts, x),
    }
}

/// A result that was computed as `f32`, rounded to the nearest number of a dtype.
pub(super) fn rounded(code: &mut Code, x: V, dtype: DType) -> V {
    match dtype {
        DType::F16 => code.unary(Unary::RoundToF16, x),
        DType::BF16 => {
            // To the nearest, ties to even; the addition must not turn NaN into infinity.
            let last = code.unary(Unary::UnsignedShiftRight(16), x);
            let last = code.binary(Binary::And, last, 1u32);
            let up = code.binary(Binary::IntegerAdd, last, 0x7fffu32);
            let sum = code.binary(Binary::IntegerAdd, x, up);
            let sum = code.binary(Binary::And, sum, 0xffff_0000u32);
            let nan = code.compare(Comparison::Unordered, x, x);
            code.select(nan, f32::NAN, sum)
        }
        _ => x,
    }
}

/// A number in lanes as wide as those of a value.
pub(super) fn number(code: &Code, like: V, number: f32) -> Operand {
    match code.width(like) {
        Width::Double => Operand::Constant(f64::from(number).to_bits()),
        _ => number.into(),
    }
}

pub(super) fn bits(code: &Code, like: V, single: u32, double: u64) -> Operand {
    match code.width(like) {
        Width::Double => Operand::Constant(double),
        _ => single.into(),
    }
}

/// The magnitude compared with infinity.
fn size_compared(code: &mut Code, how: Comparison, x: V) -> V {
    let size = magnitude(code, x);
    code.compare(how, size, number(code, x, f32::INFINITY))
}

/// The gradient of what passes, zero times the gradient elsewhere: not zero where it is infinite.
fn relu_grad(code: &mut Code, gradient: V, x: V) -> V {
    let positive = code.compare(Comparison::Greater, x, number(code, x, 0.0));
    let (zero, one) = [0.0, 1.0].map(|factor| code.constant_like(x, number(code, x, factor))).into();
    let factor = code.select(positive, one, zero);
    code.mul(gradient, factor)
}

fn sign(code: &mut Code, x: V) -> V {
    let negative = code.compare(Comparison::Less, x, number(code, x, 0.0));
    let x = {
        let positive = code.compare(Comparison::Greater, x, number(code, x, 0.0));
        code.select(positive, number(code, x, 1.0), x)
    };
    code.select(negative, number(code, x, -1.0), x)
}

/// The sum of some numbers, rounded after each addition but the last.
fn sum(code: &mut Code, args: &[V], dtype: DType) -> Option<V> {
    let &[first, ref rest @ ..] = args else { return None };
    let &[second, ref rest @ ..] = rest else { return Some(first) };
    let sum = code.add(first, second);
    Some(rest.iter().fold(sum, |sum, &x| {
        let sum = rounded(code, sum, dtype);
        code.add(sum, x)
    }))
}

/// A parameter as a number of the dtype.
fn parameter_of(parameter: f64, dtype: DType) -> Operand {
    match dtype {
        DType::F64 => Operand::Constant(parameter.to_bits()),
        DType::F16 => half::f16::from_f32(parameter as f32).to_f32().into(),
        DType::BF16 => half::bf16::from_f32(parameter as f32).to_f32().into(),
        _ => (parameter as f32).into(),
    }
}

/// A quotient as an integer.
fn divided(code: &mut Code, a: V, b: V, dtype: DType, how: Unary) -> V {
    let quotient = code.div(a, b);
    let quotient = rounded(code, quotient, dtype);
    code.unary(how, quotient)
}

/// The remainder of a division towards zero.
fn remainder(code: &mut Code, a: V, b: V, is_double: bool) -> V {
    in_doubles(code, is_double, [a, b], |code, [a, b]| double::power::remainder(code, a, b))
}

/// The remainder of a division downwards.
fn floor_mod(code: &mut Code, a: V, b: V, is_double: bool) -> V {
    let rest = remainder(code, a, b, is_double);
    let zero = number(code, a, 0.0);
    let below = code.compare(Comparison::Less, rest, zero);
    let negative = code.compare(Comparison::Less, b, zero);
    let differ = code.push(Kind::Mask(MaskOp::Xor, below, negative));
    let inexact = code.compare(Comparison::NotEqual, rest, zero);
    let differ = code.push(Kind::Mask(MaskOp::And, differ, inexact));
    let more = code.add(rest, b);
    code.select(differ, more, rest)
}

/// `1 / x`
fn over_one(code: &mut Code, x: V) -> V {
    let one = code.constant_like(x, number(code, x, 1.0));
    code.div(one, x)
}

/// The larger one; NaN if one is.
fn larger(code: &mut Code, a: V, b: V) -> V {
    let most = code.binary(Binary::Max, b, a);
    let nan = code.compare(Comparison::Unordered, b, b);
    code.select(nan, b, most)
}

/// The larger or the smaller one, where zeros of two signs differ; NaN if one is.
fn extreme(code: &mut Code, a: V, b: V, is_larger: bool) -> V {
    let (found, zeros) = match is_larger {
        true => (larger(code, a, b), Binary::And),
        false => (smaller(code, a, b), Binary::Or),
    };
    // Equal numbers have the same bits, but for zeros.
    let same = code.compare(Comparison::Equal, a, b);
    let equal = code.binary(zeros, a, b);
    code.select(same, equal, found)
}

/// The smaller one; NaN if one is.
fn smaller(code: &mut Code, a: V, b: V) -> V {
    let least = code.binary(Binary::Min, b, a);
    let nan = code.compare(Comparison::Unordered, b, b);
    code.select(nan, b, least)
}
