//! Floats in Cranelift's IR. 16-bit floats are their bits: arithmetic on `bf16` is that of `f32`, `f16` is not
//! supported.

use super::{Operation, clif_type, integer::widened};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, condcodes::FloatCC, types};
use cranelift_frontend::FunctionBuilder;
use tfrt_executor::value::ScalarKind;
use tfrt_scalars::lowering::{FloatComparison, Lowering, Rounding, Sign};

/// Whether a float is zero, of either sign.
pub(super) fn is_zero(builder: &mut FunctionBuilder<'_>, value: Value) -> Value {
    let zero = match builder.func.dfg.value_type(value) {
        types::F32 => builder.ins().f32const(0.0),
        _ => builder.ins().f64const(0.0),
    };
    builder.ins().fcmp(FloatCC::Equal, value, zero)
}

/// The result of a kernel of floats.
pub(super) fn compute(builder: &mut FunctionBuilder<'_>, op: Operation<'_>) -> Value {
    let short = matches!(op.kinds[0], ScalarKind::F16 | ScalarKind::BF16);
    if short && op.lowering == Lowering::Negate {
        return builder.ins().bxor_imm_u(op.operands[0], 0x8000);
    }
    if !short {
        return compute_long(builder, op.lowering, op.operands);
    }
    let operands: Vec<Value> = op.operands.iter().map(|&value| from_bf16(builder, value)).collect();
    let result = compute_long(builder, op.lowering, &operands);
    if op.results[0] == ScalarKind::BF16 { to_bf16(builder, result) } else { result }
}

fn compute_long(builder: &mut FunctionBuilder<'_>, lowering: Lowering, operands: &[Value]) -> Value {
    let a = operands[0];
    let b = operands.get(1).copied().unwrap_or(a);
    match lowering {
        Lowering::Add => builder.ins().fadd(a, b),
        Lowering::Subtract => builder.ins().fsub(a, b),
        Lowering::Multiply => builder.ins().fmul(a, b),
        Lowering::DivideFloat | Lowering::Ratio => builder.ins().fdiv(a, b),
        Lowering::Negate => builder.ins().fneg(a),
        Lowering::Minimum => {
            let less = builder.ins().fcmp(FloatCC::LessThan, b, a);
            builder.ins().select(less, b, a)
        }
        Lowering::LesserFloat => builder.ins().fmin(a, b),
        Lowering::GreaterFloat => builder.ins().fmax(a, b),
        Lowering::LesserNumber => {
            let lesser = builder.ins().fmin(a, b);
            prefer_number(builder, a, b, lesser)
        }
        Lowering::GreaterNumber => {
            let greater = builder.ins().fmax(a, b);
            prefer_number(builder, a, b, greater)
        }
        Lowering::CompareFloats(how) => builder.ins().fcmp(condition(how), a, b),
        Lowering::Absolute => builder.ins().fabs(a),
        Lowering::CopySign => builder.ins().fcopysign(a, b),
        Lowering::SquareRoot => builder.ins().sqrt(a),
        Lowering::ReciprocalSquareRoot => {
            let root = builder.ins().sqrt(a);
            let one = match builder.func.dfg.value_type(a) {
                types::F32 => builder.ins().f32const(1.0),
                _ => builder.ins().f64const(1.0),
            };
            builder.ins().fdiv(one, root)
        }
        Lowering::Round(Rounding::Up) => builder.ins().ceil(a),
        Lowering::Round(Rounding::Down) => builder.ins().floor(a),
        Lowering::Round(Rounding::ToZero) => builder.ins().trunc(a),
        Lowering::Round(Rounding::ToEven) => builder.ins().nearest(a),
        Lowering::FusedMultiplyAdd => builder.ins().fma(a, b, operands[2]),
        other => unreachable!("{other:?} is not of floats"),
    }
}

fn condition(how: FloatComparison) -> FloatCC {
    match how {
        FloatComparison::Equal => FloatCC::Equal,
        FloatComparison::Less => FloatCC::LessThan,
        FloatComparison::LessEqual => FloatCC::LessThanOrEqual,
        FloatComparison::LessOrGreater => FloatCC::OrderedNotEqual,
        FloatComparison::Ordered => FloatCC::Ordered,
        FloatComparison::EqualOrUnordered => FloatCC::UnorderedOrEqual,
        FloatComparison::LessOrUnordered => FloatCC::UnorderedOrLessThan,
        FloatComparison::LessEqualOrUnordered => FloatCC::UnorderedOrLessThanOrEqual,
        FloatComparison::NotEqual => FloatCC::NotEqual,
        FloatComparison::Unordered => FloatCC::Unordered,
    }
}

/// Of a NaN and a number the number, else `found`.
fn prefer_number(builder: &mut FunctionBuilder<'_>, a: Value, b: Value, found: Value) -> Value {
    let no_b = builder.ins().fcmp(FloatCC::Unordered, b, b);
    let found = builder.ins().select(no_b, a, found);
    let no_a = builder.ins().fcmp(FloatCC::Unordered, a, a);
    builder.ins().select(no_a, b, found)
}

/// A `bf16` has the upper half of the bits of an `f32`.
fn from_bf16(builder: &mut FunctionBuilder<'_>, bits: Value) -> Value {
    let wide = builder.ins().uextend(types::I32, bits);
    let wide = builder.ins().ishl_imm_u(wide, 16);
    builder.ins().bitcast(types::F32, MemFlagsData::new(), wide)
}

/// Rounds to nearest even; a NaN stays one, even if its payload is in the lower half.
fn to_bf16(builder: &mut FunctionBuilder<'_>, value: Value) -> Value {
    let bits = builder.ins().bitcast(types::I32, MemFlagsData::new(), value);
    let upper = builder.ins().ushr_imm_u(bits, 16);
    let odd = builder.ins().band_imm_u(upper, 1);
    let half = builder.ins().iadd_imm_s(odd, 0x7fff);
    let rounded = builder.ins().iadd(bits, half);
    let rounded = builder.ins().ushr_imm_u(rounded, 16);
    let quiet = builder.ins().bor_imm_u(upper, 0x40);
    let is_nan = builder.ins().fcmp(FloatCC::Unordered, value, value);
    let result = builder.ins().select(is_nan, quiet, rounded);
    builder.ins().ireduce(types::I16, result)
}

/// From one type of floats to another.
pub(super) fn convert(builder: &mut FunctionBuilder<'_>, op: Operation<'_>) -> Value {
    let value = op.operands[0];
    match (op.kinds[0], op.results[0]) {
        (ScalarKind::F32, ScalarKind::F64) => builder.ins().fpromote(types::F64, value),
        (ScalarKind::F64, ScalarKind::F32) => builder.ins().fdemote(types::F32, value),
        (ScalarKind::BF16, ScalarKind::F32) => from_bf16(builder, value),
        (ScalarKind::BF16, ScalarKind::F64) => {
            let single = from_bf16(builder, value);
            builder.ins().fpromote(types::F64, single)
        }
        (ScalarKind::F32, ScalarKind::BF16) => to_bf16(builder, value),
        (from, to) => unreachable!("the tables convert no {from} to {to}"),
    }
}

/// Truncated and saturated; NaN becomes zero.
pub(super) fn to_integer(
    builder: &mut FunctionBuilder<'_>,
    value: Value,
    kind: ScalarKind,
    sign: Sign,
) -> Value {
    let ty = clif_type(kind);
    let wide = if ty.bits() < 32 { types::I32 } else { ty };
    let integer = match sign {
        Sign::Signed => builder.ins().fcvt_to_sint_sat(wide, value),
        Sign::Unsigned => builder.ins().fcvt_to_uint_sat(wide, value),
    };
    if wide == ty {
        return integer;
    }
    let (least, greatest) = match sign {
        Sign::Signed => (-(1i64 << (ty.bits() - 1)), (1i64 << (ty.bits() - 1)) - 1),
        Sign::Unsigned => (0, (1i64 << ty.bits()) - 1),
    };
    let most = builder.ins().iconst(types::I32, greatest);
    let clamped = match sign {
        Sign::Unsigned => builder.ins().umin(integer, most),
        Sign::Signed => {
            let least = builder.ins().iconst(types::I32, least);
            let clamped = builder.ins().smin(integer, most);
            builder.ins().smax(clamped, least)
        }
    };
    builder.ins().ireduce(ty, clamped)
}

/// To the nearest float.
pub(super) fn from_integer(builder: &mut FunctionBuilder<'_>, op: Operation<'_>, sign: Sign) -> Value {
    let (value, kind, ty) = (op.operands[0], op.kinds[0], clif_type(op.results[0]));
    if kind == ScalarKind::I1 {
        let wide = builder.ins().uextend(types::I32, value);
        let number = if sign == Sign::Signed { builder.ins().ineg(wide) } else { wide };
        return builder.ins().fcvt_from_sint(ty, number);
    }
    let narrow = clif_type(kind).bits() < 32;
    let wide = if narrow { widened(builder, value, types::I32, sign) } else { value };
    match sign {
        Sign::Unsigned if !narrow => builder.ins().fcvt_from_uint(ty, wide),
        _ => builder.ins().fcvt_from_sint(ty, wide),
    }
}
