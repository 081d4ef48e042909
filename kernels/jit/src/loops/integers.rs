//! The element-wise ops of integers as vector code.
//!
//! Integers wrap. Integers of 8 and 16 bits are computed in lanes of 32: each op wraps its result to their range, so comparisons
//! need no extra step.

use tfrt_executor::tensor::DType;
use tfrt_ops::Elementwise;

use super::vector::{Binary, Code, IntegerComparison, Number, Operand, Unary, V};

/// An integer dtype.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Integer {
    pub bits: u8,
    pub signed: bool,
}

impl Integer {
    pub(super) fn of(dtype: DType) -> Option<Integer> {
        let (bits, signed) = match dtype {
            DType::I8 => (8, true),
            DType::I16 => (16, true),
            DType::I32 => (32, true),
            DType::I64 => (64, true),
            DType::UI8 => (8, false),
            DType::UI16 => (16, false),
            DType::UI32 => (32, false),
            DType::UI64 => (64, false),
            _ => return None,
        };
        Some(Integer { bits, signed })
    }

    /// Lanes hold it with the sign before it, or what there is of it is the whole lane.
    fn compares_signed(self) -> bool {
        self.signed || self.bits < 32
    }

    /// A lane that has these low bits.
    pub(super) fn wrapped(self, code: &mut Code, x: V) -> V {
        match (self.bits, self.signed) {
            (32 | 64, _) => x,
            (bits, true) => {
                let x = code.unary(Unary::ShiftLeft(32 - bits), x);
                code.unary(Unary::ShiftRight(32 - bits), x)
            }
            (bits, false) => code.binary(Binary::And, x, (1u32 << bits) - 1),
        }
    }
}

/// The value of an op on as many arguments as it takes, of an integer dtype; `None` if there is no code.
pub(super) fn member(code: &mut Code, op: Elementwise, args: &[V], integer: Integer) -> Option<V> {
    use Elementwise as Op;
    use IntegerComparison as Is;
    let &[x, ..] = args else { return None };
    let y = args.get(1).copied().unwrap_or(x);
    let compares_signed = integer.compares_signed();
    let (least, most) = match compares_signed {
        true => (Binary::IntegerMin, Binary::IntegerMax),
        false => (Binary::UnsignedMin, Binary::UnsignedMax),
    };
    let compare = |code: &mut Code, how: IntegerComparison, b: Operand| match compares_signed {
        true => code.compare_integers(how, x, b),
        false => code.compare_unsigned(how, x, b),
    };
    let zero = Operand::Constant(0);
    // These results stay within the dtype; other results wrap.
    let result = match op {
        Op::Equal => return Some(compare(code, Is::Equal, y.into())),
        Op::NotEqual => return Some(compare(code, Is::NotEqual, y.into())),
        Op::Less => return Some(compare(code, Is::Less, y.into())),
        Op::LessEqual => return Some(compare(code, Is::LessEqual, y.into())),
        Op::Greater => return Some(compare(code, Is::Greater, y.into())),
        Op::GreaterEqual => return Some(compare(code, Is::GreaterEqual, y.into())),
        Op::Maximum => return Some(code.binary(most, x, y)),
        Op::Minimum => return Some(code.binary(least, x, y)),
        Op::BitwiseAnd => return Some(code.binary(Binary::And, x, y)),
        Op::BitwiseOr => return Some(code.binary(Binary::Or, x, y)),
        Op::BitwiseXor => return Some(code.binary(Binary::Xor, x, y)),
        Op::ClipByValue => {
            let x = code.binary(least, x, *args.get(2)?);
            return Some(code.binary(most, x, y));
        }
        Op::Relu if integer.signed => return Some(code.binary(most, x, zero)),
        Op::Relu => return Some(x),
        Op::Relu6 => {
            let x = code.binary(most, x, zero);
            return Some(code.binary(least, x, Operand::Constant(6)));
        }
        Op::Sign if !integer.signed => {
            return Some(code.binary(Binary::UnsignedMin, x, Operand::Constant(1)));
        }
        Op::Sign => {
            let x = code.binary(least, x, Operand::Constant(1));
            return Some(code.binary(most, x, Operand::Constant(u64::MAX)));
        }
        // Any number but one has a reciprocal below one in magnitude; that of zero is zero.
        Op::Inv | Op::Reciprocal if integer.signed => {
            let size = code.unary(Unary::IntegerAbs, x);
            let is_one = code.compare_integers(Is::Equal, size, Operand::Constant(1));
            let zero = code.constant_like(x, zero);
            return Some(code.select(is_one, x, zero));
        }
        Op::ReluGrad => {
            let positive = match compares_signed {
                true => code.compare_integers(Is::Greater, y, zero),
                false => code.compare_unsigned(Is::Greater, y, zero),
            };
            let zero = code.constant_like(y, zero);
            return Some(code.select(positive, x, zero));
        }
        Op::RightShift => {
            let by = amount(code, y, integer, least, most);
            let shift = if integer.signed { Binary::ShiftRightBy } else { Binary::UnsignedShiftRightBy };
            return Some(code.binary(shift, x, by));
        }
        Op::Add | Op::AddV2 | Op::BiasAdd => code.binary(Binary::IntegerAdd, x, y),
        // Low bits of sums are sums of low bits.
        Op::AddN => args[1..].iter().fold(x, |sum, &x| code.binary(Binary::IntegerAdd, sum, x)),
        Op::Sub => code.binary(Binary::IntegerSub, x, y),
        Op::Mul => code.binary(Binary::IntegerMul, x, y),
        Op::SquaredDifference => {
            let difference = code.binary(Binary::IntegerSub, x, y);
            code.binary(Binary::IntegerMul, difference, difference)
        }
        Op::Abs if integer.signed => code.unary(Unary::IntegerAbs, x),
        Op::Neg => {
            let zero = code.constant_like(x, zero);
            code.binary(Binary::IntegerSub, zero, x)
        }
        Op::Square => code.binary(Binary::IntegerMul, x, x),
        Op::LeftShift => {
            let by = amount(code, y, integer, least, most);
            code.binary(Binary::ShiftLeftBy, x, by)
        }

        // An amount that is negative or not below the number of bits leaves nothing, or signs: as the instructions have it, for lanes that
        // are as wide as the integers or have their sign.
        Op::HloShiftLeft => code.binary(Binary::ShiftLeftBy, x, y),
        Op::HloShiftRightLogical => {
            let x = Integer { signed: false, ..integer }.wrapped(code, x);
            code.binary(Binary::UnsignedShiftRightBy, x, y)
        }
        Op::HloShiftRightArithmetic => {
            let x = Integer { signed: true, ..integer }.wrapped(code, x);
            code.binary(Binary::ShiftRightBy, x, y)
        }
        Op::HloNot => code.binary(Binary::Xor, x, Operand::Constant(u64::MAX)),
        Op::HloPopcnt => {
            let x = Integer { signed: false, ..integer }.wrapped(code, x);
            ones(code, x, integer)
        }
        Op::HloCountLeadingZeros => {
            let mut x = Integer { signed: false, ..integer }.wrapped(code, x);
            for by in [1, 2, 4, 8, 16, 32].into_iter().filter(|&by| by < integer.bits) {
                let shifted = code.unary(Unary::UnsignedShiftRight(by), x);
                x = code.binary(Binary::Or, x, shifted);
            }
            let others = ones(code, x, integer);
            let all = code.constant_like(x, Operand::Constant(u64::from(integer.bits)));
            return Some(code.binary(Binary::IntegerSub, all, others));
        }
        Op::HloClamp => {
            let x = code.binary(most, y, x);
            return Some(code.binary(least, x, *args.get(2)?));
        }
        Op::HloDivide if integer.bits <= 32 => quotient(code, x, y, integer),
        Op::HloRemainder if integer.bits <= 32 => {
            let quotient = quotient(code, x, y, integer);
            let product = code.binary(Binary::IntegerMul, quotient, y);
            code.binary(Binary::IntegerSub, x, product)
        }

        // Not of unsigned integers.
        Op::Abs | Op::Inv | Op::Reciprocal | Op::ApproximateEqual => return None,
        // A divisor of zero is an error, which only the op itself can report.
        Op::Div | Op::RealDiv | Op::FloorDiv | Op::TruncateDiv => return None,
        Op::FloorMod | Op::Mod | Op::TruncateMod | Op::Pow => return None,
        // Casts and selections depend on more than one dtype: the caller has code for them.
        Op::Cast | Op::Select | Op::SelectV2 => return None,
        // Of conditions and of floats alone.
        Op::LogicalAnd | Op::LogicalOr | Op::LogicalNot => return None,
        Op::IsFinite | Op::IsInf | Op::IsNan | Op::Ceil | Op::Floor | Op::Rint | Op::Round => return None,
        Op::DivNoNan | Op::LeakyRelu | Op::Elu | Op::Selu | Op::Softplus | Op::Softsign => return None,
        Op::Exp | Op::Expm1 | Op::Log | Op::Log1p | Op::Sigmoid | Op::Sqrt | Op::Rsqrt => return None,
        Op::Sin | Op::Cos | Op::Tan | Op::Asin | Op::Acos | Op::Atan | Op::Atan2 => return None,
        Op::Sinh | Op::Cosh | Op::Tanh | Op::Asinh | Op::Acosh | Op::Atanh => return None,
        Op::HloIsInf | Op::HloIsPosInf | Op::HloIsNegInf | Op::HloRoundNearestAfz => return None,
        // Of integers these are TensorFlow's.
        Op::HloMaximum | Op::HloMinimum => return None,
        Op::Erf | Op::Erfc | Op::HloErfc | Op::Digamma | Op::Lgamma => return None,
        of_stablehlo!() => return None,
    };
    Some(integer.wrapped(code, result))
}

/// The number of bits that are one, of lanes without other bits than those of the integers.
fn ones(code: &mut Code, x: V, integer: Integer) -> V {
    let bits = |byte: u64| {
        Operand::Constant(if integer.bits == 64 { byte * 0x0101_0101_0101_0101 } else { byte * 0x0101_0101 })
    };
    let half = code.unary(Unary::UnsignedShiftRight(1), x);
    let half = code.binary(Binary::And, half, bits(0x55));
    let pairs = code.binary(Binary::IntegerSub, x, half);
    let upper = code.unary(Unary::UnsignedShiftRight(2), pairs);
    let upper = code.binary(Binary::And, upper, bits(0x33));
    let lower = code.binary(Binary::And, pairs, bits(0x33));
    let fours = code.binary(Binary::IntegerAdd, lower, upper);
    let upper = code.unary(Unary::UnsignedShiftRight(4), fours);
    let bytes = code.binary(Binary::IntegerAdd, fours, upper);
    let bytes = code.binary(Binary::And, bytes, bits(0x0f));
    // The last byte of the product is the sum of all.
    let sums = code.binary(Binary::IntegerMul, bytes, bits(1));
    code.unary(Unary::UnsignedShiftRight(if integer.bits == 64 { 56 } else { 24 }), sums)
}

/// The quotient of integers of at most 32 bits, towards zero; of zero, all bits are one. Quotients of doubles that are no integers are not
/// rounded to any.
fn quotient(code: &mut Code, x: V, y: V, integer: Integer) -> V {
    let number = if integer.bits == 32 && !integer.signed { Number::U32 } else { Number::I32 };
    let [a, b] = [x, y].map(|x| code.convert(number, Number::F64, x));
    let ratio = code.div(a, b);
    let ratio = code.unary(Unary::Round(11), ratio);
    let whole = code.convert(Number::F64, number, ratio);
    let is_zero = code.compare_integers(IntegerComparison::Equal, y, Operand::Constant(0));
    code.select(is_zero, Operand::Constant(u64::MAX), whole)
}

/// By how much to shift: not less than nothing, and less than there are bits.
fn amount(code: &mut Code, by: V, integer: Integer, least: Binary, most: Binary) -> V {
    let by = code.binary(most, by, Operand::Constant(0));
    code.binary(least, by, Operand::Constant(u64::from(integer.bits - 1)))
}
