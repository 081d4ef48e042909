//! Vector code of one lane in Cranelift's IR: what [`loops`](crate::loops) makes of element-wise ops, on numbers in registers.
//!
//! A [`Lane`] is the content of one lane: an integer or a float of 32 or 64 bits, or a condition, which is an `i8` that is 0 or 1. Code of
//! vectors does not tell integers from floats, so a lane has either form, and the other one where an instruction asks for it. Each instruction
//! gives the bits that it has in vectors.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::immediates::{Ieee32, Ieee64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::FunctionBuilder;

use super::helpers::Helpers;
use crate::loops::vector::{
    Binary, Code, Comparison, IntegerComparison, Kind, MaskOp, Number, Operand, Unary, V, Width,
};

/// Adding it to an integral `f64` of less than 2^51 puts that into the low bits.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// The content of a lane, in one or both of its forms. A condition has the form of an integer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    pub width: Width,
    integer: Option<Value>,
    float: Option<Value>,
}

impl Lane {
    /// The definition of a value.
    pub(super) fn of(builder: &FunctionBuilder<'_>, value: Value) -> Lane {
        let ty = builder.func.dfg.value_type(value);
        let width = match ty {
            types::I8 => Width::Mask,
            types::I32 | types::F32 => Width::Single,
            _ => Width::Double,
        };
        match ty.is_float() {
            true => Lane { width, integer: None, float: Some(value) },
            false => Lane { width, integer: Some(value), float: None },
        }
    }

    fn has_float(self) -> bool {
        self.float.is_some()
    }
}

fn integers(width: Width) -> Type {
    match width {
        Width::Single => types::I32,
        Width::Double => types::I64,
        Width::Mask => types::I8,
    }
}

fn floats(width: Width) -> Type {
    if width == Width::Double { types::F64 } else { types::F32 }
}

/// A number of this width, as an integer.
pub(super) fn integer(builder: &mut FunctionBuilder<'_>, width: Width, bits: u64) -> Value {
    let ty = integers(width);
    // Immediates are sign-extended from their type.
    let shift = 64 - ty.bits();
    builder.ins().iconst(ty, ((bits << shift) as i64) >> shift)
}

fn float(builder: &mut FunctionBuilder<'_>, width: Width, bits: u64) -> Value {
    match width {
        Width::Double => builder.ins().f64const(Ieee64::with_bits(bits)),
        _ => builder.ins().f32const(Ieee32::with_bits(bits as u32)),
    }
}

/// Writes code of one lane.
pub(super) struct Lanes<'l, 'f> {
    pub builder: &'l mut FunctionBuilder<'f>,
    pub helpers: &'l mut Helpers,
    /// The lanes that the code loads, by number.
    pub inputs: &'l [Lane],
    code: &'l Code,
    values: Vec<Option<Lane>>,
}

impl<'l, 'f> Lanes<'l, 'f> {
    pub(super) fn new(
        builder: &'l mut FunctionBuilder<'f>,
        helpers: &'l mut Helpers,
        inputs: &'l [Lane],
        code: &'l Code,
    ) -> Lanes<'l, 'f> {
        Lanes { builder, helpers, inputs, code, values: vec![None; code.instructions.len()] }
    }

    /// Writes all instructions; the value of one of them. Where the code would leave, `leave` writes a jump if the condition it gets is true.
    pub(super) fn write(
        mut self,
        result: V,
        leave: &mut dyn FnMut(&mut FunctionBuilder<'_>, Value),
    ) -> Result<Lane, String> {
        for (i, &kind) in self.code.instructions.iter().enumerate() {
            let lane = match kind {
                // Where it is used.
                Kind::Constant(..) => continue,
                Kind::LeaveIf(mask) => {
                    let mask = self.integer(mask);
                    leave(self.builder, mask);
                    continue;
                }
                _ => {
                    let value = self.instruction(kind)?;
                    match value {
                        Written::Input(lane) => lane,
                        Written::Value(value) => Lane::of(self.builder, value),
                    }
                }
            };
            self.values[i] = Some(lane);
        }
        Ok(self.lane(result))
    }

    /// The lane of a value; of a constant, as an integer.
    fn lane(&mut self, value: V) -> Lane {
        let at = value.0 as usize;
        if let Some(lane) = self.values[at] {
            return lane;
        }
        let (width, bits) = match self.code.instructions[at] {
            Kind::Constant(width, bits) => (width, bits),
            // Values come after those that they are made of.
            _ => (self.code.width(value), 0),
        };
        let value = integer(self.builder, width, bits);
        Lane { width, integer: Some(value), float: None }
    }

    /// Whether there is a float without a conversion.
    fn is_float(&self, value: V) -> bool {
        self.values[value.0 as usize].is_some_and(Lane::has_float)
    }

    fn integer(&mut self, value: V) -> Value {
        let lane = self.lane(value);
        lane.integer.unwrap_or_else(|| {
            let ty = integers(lane.width);
            let made = match lane.float {
                Some(float) => self.builder.ins().bitcast(ty, MemFlagsData::new(), float),
                None => integer(self.builder, lane.width, 0),
            };
            self.values[value.0 as usize] = Some(Lane { integer: Some(made), ..lane });
            made
        })
    }

    fn float(&mut self, value: V) -> Value {
        if let Kind::Constant(width, bits) = self.code.instructions[value.0 as usize] {
            return float(self.builder, width, bits);
        }
        let lane = self.lane(value);
        lane.float.unwrap_or_else(|| {
            let ty = floats(lane.width);
            let made = match lane.integer {
                Some(integer) => self.builder.ins().bitcast(ty, MemFlagsData::new(), integer),
                None => float(self.builder, lane.width, 0),
            };
            self.values[value.0 as usize] = Some(Lane { float: Some(made), ..lane });
            made
        })
    }

    fn integer_operand(&mut self, operand: Operand, width: Width) -> Value {
        match operand {
            Operand::Value(value) => self.integer(value),
            Operand::Constant(bits) => integer(self.builder, width, bits),
        }
    }

    fn float_operand(&mut self, operand: Operand, width: Width) -> Value {
        match operand {
            Operand::Value(value) => self.float(value),
            Operand::Constant(bits) => float(self.builder, width, bits),
        }
    }

    fn instruction(&mut self, kind: Kind) -> Result<Written, String> {
        let value = match kind {
            Kind::Load(input, _) => {
                let lane =
                    self.inputs.get(usize::from(input)).ok_or("the code loads what it is not given")?;
                return Ok(Written::Input(*lane));
            }
            Kind::Unary(op, x) => self.unary(op, x),
            Kind::Binary(op, a, b) => self.binary(op, a, b)?,
            Kind::Fma(a, b, c) => {
                let width = self.code.width(a);
                let (a, b, c) = (self.float(a), self.float_operand(b, width), self.float_operand(c, width));
                self.builder.ins().fma(a, b, c)
            }
            Kind::Compare(how, a, b) => {
                let width = self.code.width(a);
                let (a, b) = (self.float(a), self.float_operand(b, width));
                let how = match how {
                    Comparison::Equal => FloatCC::Equal,
                    Comparison::Unordered => FloatCC::Unordered,
                    Comparison::NotEqual => FloatCC::NotEqual,
                    Comparison::Less => FloatCC::LessThan,
                    Comparison::LessEqual => FloatCC::LessThanOrEqual,
                    Comparison::GreaterEqual => FloatCC::GreaterThanOrEqual,
                    Comparison::Greater => FloatCC::GreaterThan,
                };
                self.builder.ins().fcmp(how, a, b)
            }
            Kind::CompareIntegers(how, a, b) | Kind::CompareUnsigned(how, a, b) => {
                let is_signed = matches!(kind, Kind::CompareIntegers(..));
                let width = self.code.width(a);
                let (a, b) = (self.integer(a), self.integer_operand(b, width));
                self.builder.ins().icmp(comparison(how, is_signed), a, b)
            }
            Kind::Select(mask, a, b) => {
                let width = self.code.width(b);
                let mask = self.integer(mask);
                let is_float = match a {
                    Operand::Value(a) => self.is_float(a) || self.is_float(b),
                    Operand::Constant(_) => self.is_float(b),
                };
                let (a, b) = match is_float {
                    true => (self.float_operand(a, width), self.float(b)),
                    false => (self.integer_operand(a, width), self.integer(b)),
                };
                self.builder.ins().select(mask, a, b)
            }
            Kind::TakeBits(a, b, bits) => {
                let width = self.code.width(a);
                if self.is_float(a) || self.is_float(b) {
                    let (a, b) = (self.float(a), self.float(b));
                    let (others, bits) =
                        (float(self.builder, width, !bits), float(self.builder, width, bits));
                    let (a, b) = (self.builder.ins().band(a, others), self.builder.ins().band(b, bits));
                    self.builder.ins().bor(a, b)
                } else {
                    let (a, b) = (self.integer(a), self.integer(b));
                    let (others, bits) =
                        (integer(self.builder, width, !bits), integer(self.builder, width, bits));
                    let (a, b) = (self.builder.ins().band(a, others), self.builder.ins().band(b, bits));
                    self.builder.ins().bor(a, b)
                }
            }
            Kind::Mask(op, a, b) => {
                let (a, b) = (self.integer(a), self.integer(b));
                match op {
                    MaskOp::And => self.builder.ins().band(a, b),
                    MaskOp::Or => self.builder.ins().bor(a, b),
                    MaskOp::Xor => self.builder.ins().bxor(a, b),
                }
            }
            Kind::MaskNot(a) => {
                let a = self.integer(a);
                self.builder.ins().bxor_imm_u(a, 1)
            }
            Kind::LoadOne(..) | Kind::LoadParts | Kind::Constant(..) | Kind::LeaveIf(_) => {
                return Err(format!("{kind:?} is no instruction of one lane"));
            }
        };
        Ok(Written::Value(value))
    }

    fn unary(&mut self, op: Unary, x: V) -> Value {
        match op {
            Unary::Sqrt => {
                let x = self.float(x);
                self.builder.ins().sqrt(x)
            }
            Unary::Round(how) => {
                let x = self.float(x);
                match how & 3 {
                    0 => self.builder.ins().nearest(x),
                    1 => self.builder.ins().floor(x),
                    2 => self.builder.ins().ceil(x),
                    _ => self.builder.ins().trunc(x),
                }
            }
            Unary::IntegerAbs => {
                let x = self.integer(x);
                self.builder.ins().iabs(x)
            }
            Unary::ShiftLeft(by) => {
                let x = self.integer(x);
                self.builder.ins().ishl_imm_u(x, i64::from(by))
            }
            Unary::ShiftRight(by) => {
                let x = self.integer(x);
                self.builder.ins().sshr_imm_u(x, i64::from(by))
            }
            Unary::UnsignedShiftRight(by) => {
                let x = self.integer(x);
                self.builder.ins().ushr_imm_u(x, i64::from(by))
            }
            Unary::Convert(from, to) => self.convert(from, to, x),
            Unary::RoundToF16 => {
                let x = self.float(x);
                let half = self.helpers.half_of(self.builder, x);
                self.helpers.number_of_half(self.builder, half)
            }
        }
    }

    fn convert(&mut self, from: Number, to: Number, x: V) -> Value {
        use Number::{F32, F64, I32, I64, U32, U64};
        let ty = match to {
            F32 => types::F32,
            F64 => types::F64,
            I32 | U32 => types::I32,
            I64 | U64 => types::I64,
        };
        match from {
            F32 | F64 => {
                let x = self.float(x);
                match to {
                    F32 if from == F64 => self.builder.ins().fdemote(ty, x),
                    F64 if from == F32 => self.builder.ins().fpromote(ty, x),
                    F32 | F64 => x,
                    // Whatever lies outside of the range is replaced by the code that follows.
                    I32 | I64 => self.builder.ins().fcvt_to_sint_sat(ty, x),
                    U32 | U64 => self.builder.ins().fcvt_to_uint_sat(ty, x),
                }
            }
            I32 | U32 | I64 | U64 => {
                let x = self.integer(x);
                let is_signed = matches!(from, I32 | I64);
                match (from.width(), to) {
                    (_, F32 | F64) if is_signed => self.builder.ins().fcvt_from_sint(ty, x),
                    (_, F32 | F64) => self.builder.ins().fcvt_from_uint(ty, x),
                    (Width::Single, I64 | U64) if is_signed => self.builder.ins().sextend(ty, x),
                    (Width::Single, I64 | U64) => self.builder.ins().uextend(ty, x),
                    (Width::Double, I32 | U32) => self.builder.ins().ireduce(ty, x),
                    _ => x,
                }
            }
        }
    }

    fn binary(&mut self, op: Binary, a: V, b: Operand) -> Result<Value, String> {
        let width = self.code.width(a);
        Ok(match op {
            Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Min | Binary::Max => {
                let (a, b) = (self.float(a), self.float_operand(b, width));
                match op {
                    Binary::Add => self.builder.ins().fadd(a, b),
                    Binary::Sub => self.builder.ins().fsub(a, b),
                    Binary::Mul => self.builder.ins().fmul(a, b),
                    Binary::Div => self.builder.ins().fdiv(a, b),
                    _ => {
                        let how = if op == Binary::Min { FloatCC::LessThan } else { FloatCC::GreaterThan };
                        let first = self.builder.ins().fcmp(how, a, b);
                        self.builder.ins().select(first, a, b)
                    }
                }
            }
            Binary::And | Binary::Or | Binary::Xor => {
                let is_float = self.is_float(a) || matches!(b, Operand::Value(value) if self.is_float(value));
                let (a, b) = match is_float {
                    true => (self.float(a), self.float_operand(b, width)),
                    false => (self.integer(a), self.integer_operand(b, width)),
                };
                match op {
                    Binary::And => self.builder.ins().band(a, b),
                    Binary::Or => self.builder.ins().bor(a, b),
                    _ => self.builder.ins().bxor(a, b),
                }
            }
            Binary::Scale => {
                let (a, b) = (self.float(a), self.float_operand(b, width));
                self.scale(width, a, b)
            }
            Binary::MulLowHalves => {
                return Err("products of halves are no instruction of one lane".to_owned());
            }
            _ => {
                let (a, b) = (self.integer(a), self.integer_operand(b, width));
                match op {
                    Binary::IntegerAdd => self.builder.ins().iadd(a, b),
                    Binary::IntegerSub => self.builder.ins().isub(a, b),
                    Binary::IntegerMul => self.builder.ins().imul(a, b),
                    Binary::IntegerMin => self.builder.ins().smin(a, b),
                    Binary::IntegerMax => self.builder.ins().smax(a, b),
                    Binary::UnsignedMin => self.builder.ins().umin(a, b),
                    Binary::UnsignedMax => self.builder.ins().umax(a, b),
                    // The amount is less than there are bits.
                    Binary::ShiftLeftBy => self.builder.ins().ishl(a, b),
                    Binary::ShiftRightBy => self.builder.ins().sshr(a, b),
                    _ => self.builder.ins().ushr(a, b),
                }
            }
        })
    }

    /// `x * 2^by` in two steps, of which the first is exact: as `tfrt_numerics::lanes` has it. `by` is an integer.
    fn scale(&mut self, width: Width, x: Value, by: Value) -> Value {
        let builder = &mut *self.builder;
        let [half, rest] = match width {
            Width::Double => {
                let shift = builder.ins().f64const(TO_INTEGER);
                let factor = builder.ins().f64const(0.5);
                let half = builder.ins().fma(by, factor, shift);
                let half = builder.ins().fsub(half, shift);
                let rest = builder.ins().fsub(by, half);
                [half, rest].map(|by| {
                    let shifted = builder.ins().fadd(by, shift);
                    let shifted = builder.ins().bitcast(types::I64, MemFlagsData::new(), shifted);
                    let exponent = builder.ins().ishl_imm_u(shifted, 52);
                    let one = builder.ins().iconst(types::I64, 1.0f64.to_bits() as i64);
                    let bits = builder.ins().iadd(exponent, one);
                    builder.ins().bitcast(types::F64, MemFlagsData::new(), bits)
                })
            }
            _ => {
                let by = builder.ins().fcvt_to_sint_sat(types::I32, by);
                let half = builder.ins().sshr_imm_u(by, 1);
                let rest = builder.ins().isub(by, half);
                [half, rest].map(|by| {
                    let biased = builder.ins().iadd_imm_s(by, 127);
                    let bits = builder.ins().ishl_imm_u(biased, 23);
                    builder.ins().bitcast(types::F32, MemFlagsData::new(), bits)
                })
            }
        };
        let scaled = builder.ins().fmul(x, half);
        builder.ins().fmul(scaled, rest)
    }
}

/// The kind of an instruction.
enum Written {
    /// A lane that the code was given.
    Input(Lane),
    Value(Value),
}

fn comparison(how: IntegerComparison, is_signed: bool) -> IntCC {
    match (how, is_signed) {
        (IntegerComparison::Equal, _) => IntCC::Equal,
        (IntegerComparison::NotEqual, _) => IntCC::NotEqual,
        (IntegerComparison::Less, true) => IntCC::SignedLessThan,
        (IntegerComparison::Less, false) => IntCC::UnsignedLessThan,
        (IntegerComparison::LessEqual, true) => IntCC::SignedLessThanOrEqual,
        (IntegerComparison::LessEqual, false) => IntCC::UnsignedLessThanOrEqual,
        (IntegerComparison::GreaterEqual, true) => IntCC::SignedGreaterThanOrEqual,
        (IntegerComparison::GreaterEqual, false) => IntCC::UnsignedGreaterThanOrEqual,
        (IntegerComparison::Greater, true) => IntCC::SignedGreaterThan,
        (IntegerComparison::Greater, false) => IntCC::UnsignedGreaterThan,
    }
}

impl Lane {
    /// The lane as a float or an integer.
    pub(super) fn value(self, builder: &mut FunctionBuilder<'_>, ty: Type) -> Value {
        let (wanted, other) = match ty.is_float() {
            true => (self.float, self.integer),
            false => (self.integer, self.float),
        };
        match (wanted, other) {
            (Some(value), _) => value,
            (None, Some(value)) => builder.ins().bitcast(ty, MemFlagsData::new(), value),
            (None, None) => integer(builder, self.width, 0),
        }
    }
}
