//! Kernels of scalars in Cranelift's IR.
//!
//! Types: `i1` is an `i8` that is 0 or 1; 16-bit floats and complex numbers are their bits; a chain is an `i8` whose value
//! has no meaning. [`integer`] and [`float`] have the arithmetic.
//!
//! A kernel whose lowering is a call, or needs an instruction that the processor lacks, is compiled to a call of its function, as is
//! any scalar kernel that is in no table. [`NOT_COMPILED`] lists the kernels that compiled code cannot even call.

mod float;
mod integer;

use cranelift_codegen::ir::{
    InstBuilder, MemFlagsData, Type, Value,
    immediates::{Ieee32, Ieee64},
    types,
};
use cranelift_frontend::FunctionBuilder;
use tfrt_executor::value::ScalarKind;
use tfrt_scalars::{
    lowering::{Lowering, Sign},
    table::{ScalarKernel, tables},
};

/// All kernels that are translated for this processor, in order.
pub fn kernels() -> impl Iterator<Item = &'static ScalarKernel> {
    tables().flatten().filter(|kernel| match kernel.lowering {
        Lowering::Call(_) => false,
        Lowering::Round(_) => rounds(),
        Lowering::FusedMultiplyAdd => fuses(),
        _ => true,
    })
}

/// Whether the processor rounds floats to whole numbers.
fn rounds() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("sse4.1")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        cfg!(target_arch = "aarch64")
    }
}

/// Whether the processor multiplies and adds with one rounding.
fn fuses() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        is_x86_feature_detected!("avx") && is_x86_feature_detected!("fma")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        cfg!(target_arch = "aarch64")
    }
}

/// Whether the processor has instructions for what functions of floats consist of.
pub(crate) fn computes_floats() -> bool {
    rounds() && fuses()
}

/// Kernels on registers of scalars that are interpreted, and why.
pub const NOT_COMPILED: &[(&str, &str)] = &[
    ("tfrt_test.async_add.i32", "its result may come later"),
    ("tfrt_test.async_constant.i1", "its result may come later"),
    ("tfrt_test.async_constant.i32", "its result may come later"),
    ("tfrt_test.async_copy.i32", "its result may come later"),
    ("tfrt_test.async_copy.with_delay.i32", "its result may come later"),
    ("tfrt_test.async_copy.with_delay.i64", "its result may come later"),
    ("tfrt_test.async_copy_2.i32", "its result may come later"),
    ("tfrt_test.blocking.usleep", "its result may come later"),
    ("tfrt_test.cancel", "it looks at its surroundings"),
    ("tfrt_test.error_chain", "it has effects and may fail, and what fails is run again"),
    ("tfrt_test.fail", "it has effects and may fail, and what fails is run again"),
    ("tfrt_test.get_request_context_data.i32", "it looks at its surroundings"),
    ("tfrt_test.memory_leak_one_int32", "it looks at its surroundings"),
    ("tfrt_test.print_debug_info", "it looks at its surroundings"),
    ("tfrt_test.quiesce", "it looks at its surroundings"),
    ("tfrt_test.report_error_async", "its result may come later"),
    ("tfrt_test.report_error_concrete_async", "its result may come later"),
    ("tfrt_test.test_cost", "it has effects and an attribute"),
    ("tfrt_test.usleep", "it looks at its surroundings"),
];

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

/// A value as the bits of a register: extended with zeros.
pub fn to_word(builder: &mut FunctionBuilder<'_>, kind: ScalarKind, value: Value) -> Value {
    match clif_type(kind) {
        types::I64 => value,
        types::F64 => builder.ins().bitcast(types::I64, MemFlagsData::new(), value),
        types::F32 => {
            let bits = builder.ins().bitcast(types::I32, MemFlagsData::new(), value);
            builder.ins().uextend(types::I64, bits)
        }
        _ => builder.ins().uextend(types::I64, value),
    }
}

/// A value from the bits of a register.
pub fn from_word(builder: &mut FunctionBuilder<'_>, kind: ScalarKind, word: Value) -> Value {
    match clif_type(kind) {
        types::I64 => word,
        types::F64 => builder.ins().bitcast(types::F64, MemFlagsData::new(), word),
        types::F32 => {
            let bits = builder.ins().ireduce(types::I32, word);
            builder.ins().bitcast(types::F32, MemFlagsData::new(), bits)
        }
        ty => builder.ins().ireduce(ty, word),
    }
}

/// Writes a register, extended with zeros.
pub fn store(builder: &mut FunctionBuilder<'_>, kind: ScalarKind, value: Value, base: Value, offset: i32) {
    let bits = if kind == ScalarKind::F64 { value } else { to_word(builder, kind, value) };
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

/// The operation of a kernel.
#[derive(Debug, Clone, Copy)]
pub struct Operation<'a> {
    /// Its lowering.
    pub lowering: Lowering,
    /// Operands.
    pub operands: &'a [Value],
    /// Kinds of the operands.
    pub kinds: &'a [ScalarKind],
    /// Bits of the attributes.
    pub attrs: &'a [u64],
    /// Kinds of the results.
    pub results: &'a [ScalarKind],
}

/// The condition under which the kernel fails, if it can.
pub fn failure(builder: &mut FunctionBuilder<'_>, op: Operation<'_>) -> Option<Value> {
    match op.lowering {
        Lowering::DivideInteger
        | Lowering::Quotient(_)
        | Lowering::Remainder(_)
        | Lowering::CeilingQuotient(_)
        | Lowering::FloorQuotient => Some(integer::is_zero(builder, op.operands[1])),
        Lowering::DivideFloat => Some(float::is_zero(builder, op.operands[1])),
        _ => None,
    }
}

/// The results of a kernel that does not fail.
pub fn compute(builder: &mut FunctionBuilder<'_>, op: Operation<'_>) -> Vec<Value> {
    let operand = |index: usize| op.operands[index];
    let is_float = op.kinds.first().is_some_and(|&kind| is_float(kind));
    vec![match op.lowering {
        Lowering::Call(_) => unreachable!("kernels that are called have no number"),
        Lowering::Constant => constant(builder, op.results[0], op.attrs[0]),
        Lowering::ComplexConstant => {
            let bits = op.attrs[1] & u64::from(u32::MAX) | op.attrs[0] << 32;
            constant(builder, op.results[0], bits)
        }
        Lowering::Successors => {
            return (1..=op.results.len() as i64).map(|i| builder.ins().iadd_imm_s(operand(0), i)).collect();
        }
        Lowering::Chain => builder.ins().iconst(types::I8, 0),
        Lowering::Select => builder.ins().select(operand(0), operand(1), operand(2)),
        Lowering::Bitcast if clif_type(op.kinds[0]) == clif_type(op.results[0]) => operand(0),
        Lowering::Bitcast => builder.ins().bitcast(clif_type(op.results[0]), MemFlagsData::new(), operand(0)),
        Lowering::DivideInteger => return integer::divide(builder, operand(0), operand(1), Sign::Signed),
        Lowering::Convert if is_float => float::to_integer(builder, operand(0), op.results[0], Sign::Signed),
        Lowering::ConvertUnsigned if is_float => {
            float::to_integer(builder, operand(0), op.results[0], Sign::Unsigned)
        }
        Lowering::Convert => float::from_integer(builder, op, Sign::Signed),
        Lowering::ConvertUnsigned => float::from_integer(builder, op, Sign::Unsigned),
        Lowering::ConvertFloat => float::convert(builder, op),
        _ if is_float => float::compute(builder, op),
        _ => integer::compute(builder, op),
    }]
}

fn is_float(kind: ScalarKind) -> bool {
    matches!(kind, ScalarKind::F16 | ScalarKind::BF16 | ScalarKind::F32 | ScalarKind::F64)
}
