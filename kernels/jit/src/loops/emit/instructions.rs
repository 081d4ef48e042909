//! The instructions of straight-line code, one by one: the places of their operands and their encodings.

use super::super::assembler::{Form, Gpr, Rm};
use super::super::opcodes::{self as asm, Opcode};
use super::super::vector::{
    Binary, IntegerComparison, Kind, MaskOp, Memory, Number, Operand, Unary, V, Width,
};
use super::{Emitter, StepKind};

impl Emitter<'_> {
    /// Writes an instruction; the register of its value.
    pub(super) fn write(&mut self, i: usize, kind: Kind) -> Option<u8> {
        let form = self.form(V(i as u32));
        let mask = self.mask();
        Some(match kind {
            Kind::Load(input, Memory::Bool) => {
                let (to, at) = (self.new_mask()?, self.element(usize::from(input), Memory::Bool));
                let vector = self.scratch()?;
                self.asm.load_mask(self.single, to, vector, at, mask);
                to
            }
            Kind::Load(input, memory) => {
                let (to, at) = (self.new_vector()?, self.element(usize::from(input), memory));
                self.asm.load(memory, form, to, at, mask);
                to
            }
            Kind::LoadParts => {
                if let StepKind::Kept(part) = self.kind {
                    return Some(part);
                }
                let (to, at) = (self.new_vector()?, self.parts());
                self.asm.load(Memory::Bits32, form, to, at, mask);
                to
            }
            Kind::LoadOne(input, Memory::Bool) => {
                let to = self.new_mask()?;
                self.asm.load_pointer(Gpr::RAX, input);
                self.asm.load_one_mask(self.single, to);
                to
            }
            Kind::LoadOne(input, memory) => {
                let to = self.new_vector()?;
                self.asm.load_pointer(Gpr::RAX, input);
                self.asm.load_one(memory, form, to);
                to
            }
            Kind::Constant(_, 0) => {
                let to = self.new_vector()?;
                self.asm.vector(asm::XOR, Form::Single, to, to, Rm::Register(to), 0, None);
                to
            }
            Kind::Constant(_, bits) => {
                let to = self.new_vector()?;
                self.write_constant(to, form, bits);
                to
            }
            Kind::Unary(op, x) => {
                let (from, to) = (self.register(x)?, self.new_vector()?);
                let wide = form == Form::Double;
                let mut plain = |op, form, how| self.asm.vector(op, form, to, 0, Rm::Register(from), 0, how);
                match op {
                    Unary::Sqrt => plain(floats(asm::SQRT, wide), form, None),
                    Unary::Round(how) if wide => plain(asm::WIDE_ROUND, form, Some(how)),
                    Unary::Round(how) => plain(asm::ROUND, form, Some(how)),
                    Unary::IntegerAbs if wide => plain(asm::WIDE_INTEGER_ABS, form, None),
                    Unary::IntegerAbs => plain(asm::INTEGER_ABS, form, None),
                    Unary::Convert(Number::I64 | Number::U64, Number::I32) => self.asm.narrow(to, from),
                    Unary::Convert(of, number) => {
                        let op = conversion(of, number)?;
                        // Of lanes of both widths the wider ones say how many there are.
                        let form = match (of.width(), number.width()) {
                            (Width::Single, Width::Single) => self.single,
                            (Width::Double, _) => Form::Double,
                            _ => Form::Single,
                        };
                        self.asm.vector(op, form, to, 0, Rm::Register(from), 0, None);
                    }
                    Unary::RoundToF16 => self.asm.round_to_halves(form, to, from),
                    Unary::UnsignedShiftRight(by) => self.asm.shift(2, form, to, from, by),
                    Unary::ShiftRight(by) => self.asm.shift(4, form, to, from, by),
                    Unary::ShiftLeft(by) => self.asm.shift(6, form, to, from, by),
                }
                to
            }
            Kind::Binary(op, a, b) => {
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.new_vector()?);
                self.asm.vector(opcode(op, form == Form::Double), form, to, a, b, 0, None);
                to
            }
            Kind::Fma(a, b, c) => self.fma(i, a, b, c)?,
            Kind::Compare(how, a, b) => {
                let form = self.form(a);
                let op = floats(asm::COMPARE, form == Form::Double);
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.new_mask()?);
                if self.has_masks() {
                    self.asm.vector(op, form, to, a, b, 0, Some(how as u8));
                } else {
                    self.asm.compare_to_vector(op, form, to, a, b, Some(how as u8));
                }
                to
            }
            Kind::CompareIntegers(how, a, b) if !self.has_masks() => {
                let form = self.form(a);
                let op = match (how, form == Form::Double) {
                    (IntegerComparison::Equal, false) => asm::INTEGER_EQUAL,
                    (IntegerComparison::Equal, true) => asm::WIDE_INTEGER_EQUAL,
                    (IntegerComparison::Greater, false) => asm::INTEGER_GREATER,
                    (IntegerComparison::Greater, true) => asm::WIDE_INTEGER_GREATER,
                    _ => return None,
                };
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.new_vector()?);
                self.asm.compare_to_vector(op, form, to, a, b, None);
                to
            }
            Kind::CompareIntegers(how, a, b) | Kind::CompareUnsigned(how, a, b) => {
                let is_signed = matches!(kind, Kind::CompareIntegers(..));
                let op = if is_signed { asm::INTEGER_COMPARE } else { asm::UNSIGNED_COMPARE };
                let form = self.form(a);
                let (a, b, to) = (self.register(a)?, self.operand(b)?, self.new_mask()?);
                self.asm.vector(op, form, to, a, b, 0, Some(how as u8));
                to
            }
            Kind::Select(mask, a, b) => {
                let (mask, a, b) = (self.register(mask)?, self.operand(a)?, self.register(b)?);
                let to = self.new_vector()?;
                if self.has_masks() {
                    self.asm.vector(asm::BLEND, form, to, b, a, mask, None);
                } else {
                    self.asm.blend_by_vector(form, to, mask, a, b);
                }
                to
            }
            Kind::TakeBits(a, b, bits) => {
                let to = self.own(a, i)?;
                let b = self.register(b)?;
                self.asm.take_bits(form, to, b, bits);
                to
            }
            Kind::Mask(op, a, b) if !self.has_masks() => {
                let (a, b, to) = (self.register(a)?, self.register(b)?, self.new_vector()?);
                let op = match op {
                    MaskOp::And => asm::AND,
                    MaskOp::Or => asm::OR,
                    MaskOp::Xor => asm::XOR,
                };
                self.asm.vector(op, self.single, to, a, Rm::Register(b), 0, None);
                to
            }
            Kind::Mask(op, a, b) => {
                let (a, b, to) = (self.register(a)?, self.register(b)?, self.new_mask()?);
                let op = match op {
                    MaskOp::And => asm::MASK_AND,
                    MaskOp::Or => asm::MASK_OR,
                    MaskOp::Xor => asm::MASK_XOR,
                };
                self.asm.mask(op, to, a, b);
                to
            }
            Kind::MaskNot(a) if !self.has_masks() => {
                let (a, to) = (self.register(a)?, self.new_vector()?);
                self.asm.vector(asm::XOR, self.single, to, a, Rm::Constant(u64::MAX), 0, None);
                to
            }
            Kind::MaskNot(a) => {
                let (a, to) = (self.register(a)?, self.new_mask()?);
                self.asm.mask_not(to, a);
                to
            }
            Kind::LeaveIf(_) => return None,
        })
    }

    /// The instructions write over one of their operands, which therefore dies or is copied.
    fn fma(&mut self, i: usize, a: V, b: Operand, c: Operand) -> Option<u8> {
        let form = self.form(a);
        Some(match (b, c) {
            (Operand::Value(b), Operand::Constant(_)) => {
                let to = self.own(a, i)?;
                let (b, c) = (self.register(b)?, self.operand(c)?);
                self.asm.vector(asm::FMA_213, form, to, b, c, 0, None);
                to
            }
            (Operand::Constant(_), Operand::Constant(bits)) => {
                let to = self.new_vector()?;
                let (a, b) = (self.register(a)?, self.operand(b)?);
                self.write_constant(to, form, bits);
                self.asm.vector(asm::FMA_231, form, to, a, b, 0, None);
                to
            }
            (_, Operand::Value(c)) => {
                let to = self.own(c, i)?;
                let (a, b) = (self.register(a)?, self.operand(b)?);
                self.asm.vector(asm::FMA_231, form, to, a, b, 0, None);
                to
            }
        })
    }
}

/// An instruction of floats, for lanes of 64 bits or of 32.
fn floats(op: Opcode, wide: bool) -> Opcode {
    if wide { op.doubles() } else { op }
}

fn opcode(op: Binary, wide: bool) -> Opcode {
    match op {
        Binary::Add => floats(asm::ADD, wide),
        Binary::Sub => floats(asm::SUB, wide),
        Binary::Mul => floats(asm::MUL, wide),
        Binary::Div => floats(asm::DIV, wide),
        Binary::Min => floats(asm::MIN, wide),
        Binary::Max => floats(asm::MAX, wide),
        Binary::And => asm::AND,
        Binary::Or => asm::OR,
        Binary::Xor => asm::XOR,
        Binary::IntegerAdd if wide => asm::WIDE_INTEGER_ADD,
        Binary::IntegerAdd => asm::INTEGER_ADD,
        Binary::IntegerSub if wide => asm::WIDE_INTEGER_SUB,
        Binary::IntegerSub => asm::INTEGER_SUB,
        Binary::IntegerMul => asm::INTEGER_MUL,
        Binary::MulLowHalves => asm::MUL_LOW_HALVES,
        Binary::IntegerMin => asm::INTEGER_MIN,
        Binary::IntegerMax => asm::INTEGER_MAX,
        Binary::UnsignedMin => asm::UNSIGNED_MIN,
        Binary::UnsignedMax => asm::UNSIGNED_MAX,
        Binary::ShiftLeftBy => asm::SHIFT_LEFT_BY,
        Binary::ShiftRightBy => asm::SHIFT_RIGHT_BY,
        Binary::UnsignedShiftRightBy => asm::UNSIGNED_SHIFT_RIGHT_BY,
        Binary::Scale => floats(asm::SCALE, wide),
    }
}

/// The instruction that converts lanes; floats are truncated to integers.
fn conversion(from: Number, to: Number) -> Option<Opcode> {
    use Number::{F32, F64, I32, I64, U32, U64};
    Some(match (from, to) {
        (I32 | I64, F32) => asm::INTEGER_TO_FLOAT,
        (U32 | U64, F32) => asm::UNSIGNED_TO_FLOAT,
        (I32 | I64, F64) => asm::INTEGER_TO_DOUBLE,
        (U32 | U64, F64) => asm::UNSIGNED_TO_DOUBLE,
        (F32, F64) => asm::FLOAT_TO_DOUBLE,
        (F64, F32) => asm::DOUBLE_TO_FLOAT,
        (F32, I32) => asm::FLOAT_TO_INTEGER,
        (F64, I32) => asm::DOUBLE_TO_INTEGER,
        (F32 | F64, U32) => asm::FLOAT_TO_UNSIGNED,
        (F32 | F64, I64) => asm::TO_WIDE_INTEGER,
        (F32 | F64, U64) => asm::TO_WIDE_UNSIGNED,
        (I32, I64) => asm::EXTEND_SIGN,
        (U32, I64) => asm::EXTEND_ZERO,
        _ => return None,
    })
}
