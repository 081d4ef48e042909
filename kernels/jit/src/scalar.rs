//! Kernels of scalars in Cranelift's IR.
//!
//! Types: `i1` is an `i8` that is 0 or 1; 16-bit floats and complex numbers, on which nothing is computed here, are their
//! bits; a chain is an `i8` of no meaning.

use cranelift_codegen::ir::{
    InstBuilder, MemFlagsData, Type, Value,
    condcodes::{FloatCC, IntCC},
    immediates::{Ieee32, Ieee64},
    types,
};
use cranelift_frontend::FunctionBuilder;
use tfrt_executor::value::ScalarKind;
use tfrt_kernels::basic::scalar::{Lowering, ScalarKernel, TABLES};

/// All kernels of the tables that have a lowering, in order.
pub fn kernels() -> impl Iterator<Item = &'static ScalarKernel> {
    TABLES.iter().copied().flatten().filter(|kernel| kernel.lowering != Lowering::None)
}

/// The type of values of a kind.
pub fn clif_type(kind: ScalarKind) -> Type {
    match kind {
        ScalarKind::Chain | ScalarKind::I1 | ScalarKind::I8 | ScalarKind::UI8 => types::I8,
        ScalarKind::I16 | ScalarKind::UI16 | ScalarKind::F16 | ScalarKind::BF16 => types::I16,
        ScalarKind::I32 | ScalarKind::UI32 => types::I32,
        ScalarKind::I64 | ScalarKind::UI64 | ScalarKind::Complex64 => types::I64,
        ScalarKind::F32 => types::F32,
        ScalarKind::F64 => types::F64,
    }
}

/// Reads a register's value.
pub fn load(builder: &mut FunctionBuilder<'_>, kind: ScalarKind, base: Value, offset: i32) -> Value {
    match kind {
        ScalarKind::Chain => builder.ins().iconst(types::I8, 0),
        ScalarKind::I1 => {
            let byte = builder.ins().load(types::I8, MemFlagsData::trusted(), base, offset);
            builder.ins().band_imm_u(byte, 1)
        }
        _ => builder.ins().load(clif_type(kind), MemFlagsData::trusted(), base, offset),
    }
}

/// Writes a register, extended with zeros.
pub fn store(builder: &mut FunctionBuilder<'_>, kind: ScalarKind, value: Value, base: Value, offset: i32) {
    let bits = match clif_type(kind) {
        types::F64 | types::I64 => value,
        types::F32 => {
            let bits = builder.ins().bitcast(types::I32, MemFlagsData::new(), value);
            builder.ins().uextend(types::I64, bits)
        }
        _ => builder.ins().uextend(types::I64, value),
    };
    builder.ins().store(MemFlagsData::trusted(), bits, base, offset);
}

/// A constant from its bits.
fn constant(builder: &mut FunctionBuilder<'_>, kind: ScalarKind, bits: u64) -> Value {
    match clif_type(kind) {
        types::F32 => builder.ins().f32const(Ieee32::with_bits(bits as u32)),
        types::F64 => builder.ins().f64const(Ieee64::with_bits(bits)),
        ty => {
            // Immediates are sign-extended from their type.
            let shift = 64 - ty.bits();
            let bits = if kind == ScalarKind::I1 { bits & 1 } else { bits };
            builder.ins().iconst(ty, ((bits << shift) as i64) >> shift)
        }
    }
}

/// What a kernel works on.
#[derive(Debug, Clone, Copy)]
pub struct Operation<'a> {
    /// What it computes.
    pub lowering: Lowering,
    /// Operands.
    pub operands: &'a [Value],
    /// Bits of the attributes.
    pub attrs: &'a [u64],
    /// Kinds of the results.
    pub results: &'a [ScalarKind],
}

/// The condition under which the kernel fails, if it can.
pub fn failure(builder: &mut FunctionBuilder<'_>, op: Operation<'_>) -> Option<Value> {
    match op.lowering {
        Lowering::DivideInteger => Some(builder.ins().icmp_imm_s(IntCC::Equal, op.operands[1], 0)),
        Lowering::DivideFloat => {
            let divisor = op.operands[1];
            let zero = match builder.func.dfg.value_type(divisor) {
                types::F32 => builder.ins().f32const(0.0),
                _ => builder.ins().f64const(0.0),
            };
            Some(builder.ins().fcmp(FloatCC::Equal, divisor, zero))
        }
        _ => None,
    }
}

/// The results of a kernel that does not fail.
pub fn compute(builder: &mut FunctionBuilder<'_>, op: Operation<'_>) -> Vec<Value> {
    let operand = |index: usize| op.operands[index];
    let float = op.operands.first().is_some_and(|&a| builder.func.dfg.value_type(a).is_float());
    vec![match op.lowering {
        Lowering::None => unreachable!("kernels without a lowering have no number"),
        Lowering::Add if float => builder.ins().fadd(operand(0), operand(1)),
        Lowering::Add => builder.ins().iadd(operand(0), operand(1)),
        Lowering::Subtract if float => builder.ins().fsub(operand(0), operand(1)),
        Lowering::Subtract => builder.ins().isub(operand(0), operand(1)),
        Lowering::Multiply if float => builder.ins().fmul(operand(0), operand(1)),
        Lowering::Multiply => builder.ins().imul(operand(0), operand(1)),
        Lowering::And => builder.ins().band(operand(0), operand(1)),
        Lowering::Equal => builder.ins().icmp(IntCC::Equal, operand(0), operand(1)),
        Lowering::LessEqual => builder.ins().icmp(IntCC::SignedLessThanOrEqual, operand(0), operand(1)),
        Lowering::DivideInteger => return divide(builder, operand(0), operand(1)),
        Lowering::DivideFloat => builder.ins().fdiv(operand(0), operand(1)),
        Lowering::Minimum => {
            let less = builder.ins().fcmp(FloatCC::LessThan, operand(1), operand(0));
            builder.ins().select(less, operand(1), operand(0))
        }
        Lowering::Convert if float => builder.ins().fcvt_to_sint_sat(clif_type(op.results[0]), operand(0)),
        Lowering::Convert => builder.ins().fcvt_from_sint(clif_type(op.results[0]), operand(0)),
        Lowering::Constant => constant(builder, op.results[0], op.attrs[0]),
        Lowering::ComplexConstant => {
            let bits = op.attrs[1] & u64::from(u32::MAX) | op.attrs[0] << 32;
            constant(builder, op.results[0], bits)
        }
        Lowering::Successors => {
            return (1..=op.results.len() as i64).map(|i| builder.ins().iadd_imm_s(operand(0), i)).collect();
        }
        Lowering::Chain => builder.ins().iconst(types::I8, 0),
    }]
}

/// Quotient and remainder; the divisor is not zero. The processor traps where the smallest number is divided by -1.
fn divide(builder: &mut FunctionBuilder<'_>, a: Value, b: Value) -> Vec<Value> {
    let ty = builder.func.dfg.value_type(a);
    let negates = builder.ins().icmp_imm_s(IntCC::Equal, b, -1);
    let one = builder.ins().iconst(ty, 1);
    let divisor = builder.ins().select(negates, one, b);
    let quotient = builder.ins().sdiv(a, divisor);
    let negated = builder.ins().ineg(a);
    let quotient = builder.ins().select(negates, negated, quotient);
    let product = builder.ins().imul(quotient, b);
    let remainder = builder.ins().isub(a, product);
    vec![quotient, remainder]
}
