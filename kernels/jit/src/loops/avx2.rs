//! Code for vectors of 256 bits: replacements for the instructions that AVX2 lacks.
//!
//! Each replacement gives the same bits: integers exactly, and floats with one rounding where the instruction has one.

use super::vector::{
    Binary, Code, Comparison, IntegerComparison, Kind, MaskOp, Number, Operand, Unary, V, Width,
};

const WIDE_SIGN: u64 = 1 << 63;
const SIGN: u64 = 1 << 31;
/// Numbers whose last bits have the weights one and 2^32: an integer of 32 bits in the low bits of one adds itself, times that weight.
const LOW_MAGIC: u64 = 0x4330_0000_0000_0000;
const HIGH_MAGIC: u64 = 0x4530_0000_0000_0000;
/// Adding it to an integral float of less than 2^51 puts that into the low bits.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// The same code without the instructions that are missing, and the value that each value became.
pub(super) fn legal(code: &Code) -> (Code, Vec<V>) {
    let mut legal = Legal { code: Code::default(), values: Vec::with_capacity(code.instructions.len()) };
    for (i, kind) in code.instructions.iter().enumerate() {
        legal.code.staying = code.stays[i];
        let kind = legal.renamed(*kind);
        let value = legal.instruction(kind);
        legal.values.push(value);
    }
    (legal.code, legal.values)
}

struct Legal {
    code: Code,
    values: Vec<V>,
}

impl Legal {
    fn value(&self, value: V) -> V {
        self.values[value.0 as usize]
    }

    fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(value) => Operand::Value(self.value(value)),
            constant @ Operand::Constant(_) => constant,
        }
    }

    /// An instruction of the values that there are now.
    fn renamed(&self, kind: Kind) -> Kind {
        match kind {
            Kind::Load(..) | Kind::LoadOne(..) | Kind::LoadParts | Kind::Constant(..) => kind,
            Kind::Unary(op, x) => Kind::Unary(op, self.value(x)),
            Kind::Binary(op, a, b) => Kind::Binary(op, self.value(a), self.operand(b)),
            Kind::Fma(a, b, c) => Kind::Fma(self.value(a), self.operand(b), self.operand(c)),
            Kind::Compare(how, a, b) => Kind::Compare(how, self.value(a), self.operand(b)),
            Kind::CompareIntegers(how, a, b) => Kind::CompareIntegers(how, self.value(a), self.operand(b)),
            Kind::CompareUnsigned(how, a, b) => Kind::CompareUnsigned(how, self.value(a), self.operand(b)),
            Kind::Select(mask, a, b) => Kind::Select(self.value(mask), self.operand(a), self.value(b)),
            Kind::TakeBits(a, b, bits) => Kind::TakeBits(self.value(a), self.value(b), bits),
            Kind::Mask(op, a, b) => Kind::Mask(op, self.value(a), self.value(b)),
            Kind::MaskNot(a) => Kind::MaskNot(self.value(a)),
            Kind::LeaveIf(a) => Kind::LeaveIf(self.value(a)),
        }
    }

    fn instruction(&mut self, kind: Kind) -> V {
        let code = &mut self.code;
        match kind {
            Kind::Unary(Unary::IntegerAbs, x) if is_wide(code, x) => wide_abs(code, x),
            Kind::Unary(Unary::ShiftRight(by), x) if is_wide(code, x) => {
                let by = Operand::Constant(u64::from(by));
                wide_shift_right(code, x, by)
            }
            Kind::Unary(Unary::Convert(from, to), x) => convert(code, x, from, to),
            Kind::Binary(Binary::ShiftRightBy, x, by) if is_wide(code, x) => wide_shift_right(code, x, by),
            Kind::Binary(Binary::IntegerMul, a, b) if is_wide(code, a) => wide_mul(code, a, b),
            Kind::Binary(Binary::Scale, x, by) => scale(code, x, by),
            Kind::Binary(op, a, b) if is_wide(code, a) => {
                let (is_signed, takes_less) = match op {
                    Binary::IntegerMin => (true, true),
                    Binary::IntegerMax => (true, false),
                    Binary::UnsignedMin => (false, true),
                    Binary::UnsignedMax => (false, false),
                    _ => return code.push(kind),
                };
                let b = code.constant_like(a, b);
                let greater = greater(code, a, b, is_signed);
                let (most, least) = (a, b);
                if takes_less { code.select(greater, least, most) } else { code.select(greater, most, least) }
            }
            Kind::CompareIntegers(how, a, b) => compare(code, how, a, b, true),
            Kind::CompareUnsigned(how, a, b) => compare(code, how, a, b, false),
            Kind::TakeBits(a, b, bits) => {
                let a = code.binary(Binary::And, a, Operand::Constant(!bits));
                let b = code.binary(Binary::And, b, Operand::Constant(bits));
                code.binary(Binary::Or, a, b)
            }
            // Of masks: as vectors they are like all others.
            Kind::Select(mask, Operand::Value(a), b) if code.is_mask(b) => {
                let other = code.push(Kind::MaskNot(mask));
                let a = code.push(Kind::Mask(MaskOp::And, mask, a));
                let b = code.push(Kind::Mask(MaskOp::And, other, b));
                code.push(Kind::Mask(MaskOp::Or, a, b))
            }
            kind => code.push(kind),
        }
    }
}

fn is_wide(code: &Code, x: V) -> bool {
    code.width(x) == Width::Double
}

fn wide(bits: u64) -> Operand {
    Operand::Constant(bits)
}

fn double(number: f64) -> Operand {
    Operand::Constant(number.to_bits())
}

/// `a > b`
fn greater(code: &mut Code, a: V, b: V, is_signed: bool) -> V {
    if is_signed {
        return code.compare_integers(IntegerComparison::Greater, a, b);
    }
    let sign = Operand::Constant(if is_wide(code, a) { WIDE_SIGN } else { SIGN });
    let a = code.binary(Binary::Xor, a, sign);
    let b = code.binary(Binary::Xor, b, sign);
    code.compare_integers(IntegerComparison::Greater, a, b)
}

fn compare(code: &mut Code, how: IntegerComparison, a: V, b: Operand, is_signed: bool) -> V {
    use IntegerComparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let is_not = matches!(how, NotEqual | LessEqual | GreaterEqual);
    let result = match how {
        Equal | NotEqual => code.compare_integers(Equal, a, b),
        Greater | LessEqual if is_signed => code.compare_integers(Greater, a, b),
        Greater | LessEqual => {
            let b = code.constant_like(a, b);
            greater(code, a, b, is_signed)
        }
        Less | GreaterEqual => {
            let b = code.constant_like(a, b);
            greater(code, b, a, is_signed)
        }
    };
    if is_not { code.push(Kind::MaskNot(result)) } else { result }
}

/// Lanes of 64 bits that are negative.
fn is_negative(code: &mut Code, x: V) -> V {
    let zero = code.constant_like(x, wide(0));
    code.compare_integers(IntegerComparison::Greater, zero, x)
}

fn wide_abs(code: &mut Code, x: V) -> V {
    let zero = code.constant_like(x, wide(0));
    let minus = code.binary(Binary::IntegerSub, zero, x);
    let negative = is_negative(code, x);
    code.select(negative, minus, x)
}

/// Negative numbers are shifted inverted, so that the zeros that come in become ones.
fn wide_shift_right(code: &mut Code, x: V, by: Operand) -> V {
    let negative = is_negative(code, x);
    let inverted = code.binary(Binary::Xor, x, wide(u64::MAX));
    let positive = code.select(negative, inverted, x);
    let shifted = match by {
        Operand::Constant(by) => code.unary(Unary::UnsignedShiftRight(by as u8), positive),
        by => code.binary(Binary::UnsignedShiftRightBy, positive, by),
    };
    let inverted = code.binary(Binary::Xor, shifted, wide(u64::MAX));
    code.select(negative, inverted, shifted)
}

/// The products of halves that matter.
fn wide_mul(code: &mut Code, a: V, b: Operand) -> V {
    let b = code.constant_like(a, b);
    let a_high = code.unary(Unary::UnsignedShiftRight(32), a);
    let b_high = code.unary(Unary::UnsignedShiftRight(32), b);
    let first = code.binary(Binary::MulLowHalves, a_high, b);
    let second = code.binary(Binary::MulLowHalves, b_high, a);
    let high = code.binary(Binary::IntegerAdd, first, second);
    let high = code.unary(Unary::ShiftLeft(32), high);
    let low = code.binary(Binary::MulLowHalves, a, b);
    code.binary(Binary::IntegerAdd, low, high)
}

/// `x * 2^by` in two steps, of which the first is exact: as `tfrt_numerics::lanes` has it.
fn scale(code: &mut Code, x: V, by: Operand) -> V {
    let by = code.constant_like(x, by);
    if is_wide(code, x) {
        return wide_scale(code, x, by);
    }
    let by = code.convert(Number::F32, Number::I32, by);
    let half = code.unary(Unary::ShiftRight(1), by);
    let rest = code.binary(Binary::IntegerSub, by, half);
    let [half, rest] = [half, rest].map(|by| {
        let biased = code.binary(Binary::IntegerAdd, by, 127u32);
        code.unary(Unary::ShiftLeft(23), biased)
    });
    let scaled = code.mul(x, half);
    code.mul(scaled, rest)
}

/// As [`scale`], of lanes of 64 bits.
fn wide_scale(code: &mut Code, x: V, by: V) -> V {
    let half = code.fma(by, double(0.5), double(TO_INTEGER));
    let half = code.sub(half, double(TO_INTEGER));
    let rest = code.sub(by, half);
    let [half, rest] = [half, rest].map(|by| {
        let shifted = code.add(by, double(TO_INTEGER));
        let exponent = code.unary(Unary::ShiftLeft(52), shifted);
        code.binary(Binary::IntegerAdd, exponent, double(1.0))
    });
    let scaled = code.mul(x, half);
    code.mul(scaled, rest)
}

fn convert(code: &mut Code, x: V, from: Number, to: Number) -> V {
    use Number::{F32, F64, I32, I64, U32, U64};
    match (from, to) {
        (U32, F32) => {
            let low = code.binary(Binary::And, x, 0xffffu32);
            let low = code.convert(I32, F32, low);
            let high = code.unary(Unary::UnsignedShiftRight(16), x);
            let high = code.convert(I32, F32, high);
            code.fma(high, 65_536.0, low)
        }
        (U32, F64) => {
            let x = code.convert(U32, I64, x);
            let x = code.binary(Binary::Or, x, wide(LOW_MAGIC));
            code.sub(x, wide(LOW_MAGIC))
        }
        (I64 | U64, F64) => wide_to_double(code, x, from == I64),
        (I64 | U64, F32) => {
            // The low bits of a large number are combined into one bit, so that rounding twice is rounding
            // once.
            let low = code.binary(Binary::And, x, wide(0x7ff));
            let is_whole = compare(code, IntegerComparison::Equal, low, wide(0), true);
            let cut = code.binary(Binary::And, x, wide(!0x7ff));
            let marked = code.binary(Binary::Or, cut, wide(0x800));
            let marked = code.select(is_whole, x, marked);
            let size = if from == I64 { wide_abs(code, x) } else { x };
            let large = compare(code, IntegerComparison::GreaterEqual, size, wide(1 << 53), false);
            let x = code.select(large, marked, x);
            let x = wide_to_double(code, x, from == I64);
            code.convert(F64, F32, x)
        }
        (F32 | F64, U32) => {
            let constant = |number: f64| match from {
                F64 => double(number),
                _ => Operand::from(number as f32),
            };
            let large = code.compare(Comparison::GreaterEqual, x, constant(2_147_483_648.0));
            let less = code.sub(x, constant(2_147_483_648.0));
            let x = code.select(large, less, x);
            let x = code.convert(from, I32, x);
            let more = code.binary(Binary::Xor, x, Operand::Constant(SIGN));
            code.select(large, more, x)
        }
        (F32, I64 | U64) => {
            let x = code.convert(F32, F64, x);
            double_to_wide(code, x)
        }
        (F64, I64 | U64) => double_to_wide(code, x),
        _ => code.convert(from, to, x),
    }
}

/// The halves as numbers, which are exact, and their sum.
fn wide_to_double(code: &mut Code, x: V, is_signed: bool) -> V {
    let low = code.binary(Binary::And, x, wide(0xffff_ffff));
    let low = code.binary(Binary::Or, low, wide(LOW_MAGIC));
    let high = code.unary(Unary::UnsignedShiftRight(32), x);
    let sign = if is_signed { SIGN } else { 0 };
    let high = code.binary(Binary::Xor, high, wide(HIGH_MAGIC | sign));
    let excess = f64::from_bits(HIGH_MAGIC | sign) + f64::from_bits(LOW_MAGIC);
    let high = code.sub(high, double(excess));
    code.add(high, low)
}

/// Numbers within the range of integers, without their fraction, as two integers of 32 bits.
fn double_to_wide(code: &mut Code, x: V) -> V {
    let x = code.unary(Unary::Round(11), x);
    let high = code.mul(x, double(1.0 / 4_294_967_296.0));
    let high = code.unary(Unary::Round(9), high);
    let low = code.fma(high, double(-4_294_967_296.0), x);
    let [high, low] = [high, low].map(|part| {
        let shifted = code.add(part, double(TO_INTEGER));
        code.binary(Binary::IntegerSub, shifted, double(TO_INTEGER))
    });
    let high = code.unary(Unary::ShiftLeft(32), high);
    code.binary(Binary::IntegerAdd, high, low)
}
