//! Integers in Cranelift's IR.
//!
//! Division of 8 and 16 bits is done with 32, where nothing overflows.

use super::{Operation, clif_type};
use cranelift_codegen::ir::{InstBuilder, Type, Value, condcodes::IntCC, types};
use cranelift_frontend::FunctionBuilder;
use tfrt_executor::value::ScalarKind;
use tfrt_scalars::lowering::{Comparison, Lowering, Sign};

/// Whether an integer is zero.
pub(super) fn is_zero(builder: &mut FunctionBuilder<'_>, value: Value) -> Value {
    builder.ins().icmp_imm_s(IntCC::Equal, value, 0)
}

/// The result of a kernel of integers that has one.
pub(super) fn compute(builder: &mut FunctionBuilder<'_>, op: Operation<'_>) -> Value {
    let a = op.operands[0];
    let b = op.operands.get(1).copied().unwrap_or(a);
    match op.lowering {
        Lowering::Add => builder.ins().iadd(a, b),
        Lowering::Subtract => builder.ins().isub(a, b),
        Lowering::Multiply => builder.ins().imul(a, b),
        Lowering::And => builder.ins().band(a, b),
        Lowering::Or => builder.ins().bor(a, b),
        Lowering::Xor => builder.ins().bxor(a, b),
        Lowering::ShiftLeft => builder.ins().ishl(a, b),
        Lowering::ShiftRight(Sign::Signed) => builder.ins().sshr(a, b),
        Lowering::ShiftRight(Sign::Unsigned) => builder.ins().ushr(a, b),
        Lowering::Compare(how) => {
            let condition = condition(how, op.kinds[0]);
            builder.ins().icmp(condition, a, b)
        }
        Lowering::Quotient(sign) => divide(builder, a, b, sign)[0],
        Lowering::Remainder(sign) => divide(builder, a, b, sign)[1],
        Lowering::CeilingQuotient(sign) => {
            let [quotient, remainder] = divide(builder, a, b, sign)[..] else { unreachable!("it gives two") };
            let rest = builder.ins().icmp_imm_s(IntCC::NotEqual, remainder, 0);
            let more = match sign {
                Sign::Unsigned => rest,
                Sign::Signed => {
                    let differs = differ_in_sign(builder, remainder, b);
                    builder.ins().band_not(rest, differs)
                }
            };
            let more = widened(builder, more, builder_type(builder, quotient), Sign::Unsigned);
            builder.ins().iadd(quotient, more)
        }
        Lowering::FloorQuotient => {
            let [quotient, remainder] = divide(builder, a, b, Sign::Signed)[..] else {
                unreachable!("it gives two")
            };
            // A remainder of zero has no sign that differs from a negative divisor's alone.
            let rest = builder.ins().icmp_imm_s(IntCC::NotEqual, remainder, 0);
            let differs = differ_in_sign(builder, remainder, b);
            let less = builder.ins().band(rest, differs);
            let less = widened(builder, less, builder_type(builder, quotient), Sign::Unsigned);
            builder.ins().isub(quotient, less)
        }
        Lowering::Least(Sign::Signed) => builder.ins().smin(a, b),
        Lowering::Least(Sign::Unsigned) => builder.ins().umin(a, b),
        Lowering::Greatest(Sign::Signed) => builder.ins().smax(a, b),
        Lowering::Greatest(Sign::Unsigned) => builder.ins().umax(a, b),
        Lowering::AbsoluteInteger => {
            let negated = builder.ins().ineg(a);
            let negative = builder.ins().icmp_imm_s(IntCC::SignedLessThan, a, 0);
            builder.ins().select(negative, negated, a)
        }
        Lowering::LeadingZeros => builder.ins().clz(a),
        Lowering::TrailingZeros => builder.ins().ctz(a),
        Lowering::Ones => builder.ins().popcnt(a),
        Lowering::Extend(sign) => {
            let ty = clif_type(op.results[0]);
            if op.kinds[0] != ScalarKind::I1 {
                return widened(builder, a, ty, sign);
            }
            let wide = widened(builder, a, ty, Sign::Unsigned);
            if sign == Sign::Signed { builder.ins().ineg(wide) } else { wide }
        }
        Lowering::Truncate => {
            let ty = clif_type(op.results[0]);
            let narrow = if builder_type(builder, a) == ty { a } else { builder.ins().ireduce(ty, a) };
            if op.results[0] == ScalarKind::I1 { builder.ins().band_imm_u(narrow, 1) } else { narrow }
        }
        other => unreachable!("{other:?} is not of integers"),
    }
}

fn builder_type(builder: &FunctionBuilder<'_>, value: Value) -> Type {
    builder.func.dfg.value_type(value)
}

/// The value in a type that has at least as many bits.
pub(super) fn widened(builder: &mut FunctionBuilder<'_>, value: Value, ty: Type, sign: Sign) -> Value {
    if builder_type(builder, value) == ty {
        return value;
    }
    match sign {
        Sign::Signed => builder.ins().sextend(ty, value),
        Sign::Unsigned => builder.ins().uextend(ty, value),
    }
}

/// Whether exactly one of two numbers is negative.
fn differ_in_sign(builder: &mut FunctionBuilder<'_>, a: Value, b: Value) -> Value {
    let signs = builder.ins().bxor(a, b);
    builder.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0)
}

fn condition(how: Comparison, kind: ScalarKind) -> IntCC {
    // An `i1` that is set is 1 here, and -1 where it has a sign.
    let sign = |sign: Sign| (sign == Sign::Signed, kind == ScalarKind::I1);
    match how {
        Comparison::Equal => IntCC::Equal,
        Comparison::NotEqual => IntCC::NotEqual,
        Comparison::Less(of) => match sign(of) {
            (true, false) => IntCC::SignedLessThan,
            (true, true) => IntCC::UnsignedGreaterThan,
            (false, _) => IntCC::UnsignedLessThan,
        },
        Comparison::LessEqual(of) => match sign(of) {
            (true, false) => IntCC::SignedLessThanOrEqual,
            (true, true) => IntCC::UnsignedGreaterThanOrEqual,
            (false, _) => IntCC::UnsignedLessThanOrEqual,
        },
    }
}

/// Quotient and remainder; the divisor is not zero. The processor traps where the smallest number is divided by -1.
pub(super) fn divide(builder: &mut FunctionBuilder<'_>, a: Value, b: Value, sign: Sign) -> Vec<Value> {
    let ty = builder_type(builder, a);
    if ty.bits() < 32 {
        let (a, b) = (widened(builder, a, types::I32, sign), widened(builder, b, types::I32, sign));
        let quotient = match sign {
            Sign::Signed => builder.ins().sdiv(a, b),
            Sign::Unsigned => builder.ins().udiv(a, b),
        };
        let remainder = rest(builder, a, b, quotient);
        return vec![builder.ins().ireduce(ty, quotient), builder.ins().ireduce(ty, remainder)];
    }
    let quotient = match sign {
        Sign::Unsigned => builder.ins().udiv(a, b),
        Sign::Signed => {
            let negates = builder.ins().icmp_imm_s(IntCC::Equal, b, -1);
            let one = builder.ins().iconst(ty, 1);
            let divisor = builder.ins().select(negates, one, b);
            let quotient = builder.ins().sdiv(a, divisor);
            let negated = builder.ins().ineg(a);
            builder.ins().select(negates, negated, quotient)
        }
    };
    let remainder = rest(builder, a, b, quotient);
    vec![quotient, remainder]
}

fn rest(builder: &mut FunctionBuilder<'_>, a: Value, b: Value, quotient: Value) -> Value {
    let product = builder.ins().imul(quotient, b);
    builder.ins().isub(a, product)
}
