//! The element-wise ops of integers as vector code.
//!
//! Integers wrap. Those of 8 and 16 bits are computed in lanes of 32: what an op makes of them is brought back to their range, and
//! comparisons need nothing more.

use tfrt_executor::tensor::DType;

use super::vector::{Binary, Code, IntegerComparison, Operand, Unary, V};

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

/// The value of an op on arguments of an integer dtype; `None` if it is not known.
pub(super) fn member(code: &mut Code, op: &str, args: &[V], integer: Integer) -> Option<V> {
    use Binary::{And, IntegerAdd, IntegerMul, IntegerSub, Or, Xor};
    use IntegerComparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    let name = op.strip_prefix("tf.")?;
    let compares_signed = integer.compares_signed();
    let (least, most) = match compares_signed {
        true => (Binary::IntegerMin, Binary::IntegerMax),
        false => (Binary::UnsignedMin, Binary::UnsignedMax),
    };
    let zero = Operand::Constant(0);
    let comparison = match name {
        "Equal" => Some(Equal),
        "NotEqual" => Some(NotEqual),
        "Less" => Some(Less),
        "LessEqual" => Some(LessEqual),
        "Greater" => Some(Greater),
        "GreaterEqual" => Some(GreaterEqual),
        _ => None,
    };
    if let (Some(how), &[a, b]) = (comparison, args) {
        return Some(match compares_signed {
            true => code.compare_integers(how, a, b),
            false => code.compare_unsigned(how, a, b),
        });
    }
    // What stays within the dtype.
    let exact = match (name, args) {
        ("Maximum", &[a, b]) => code.binary(most, a, b),
        ("Minimum", &[a, b]) => code.binary(least, a, b),
        ("BitwiseAnd", &[a, b]) => code.binary(And, a, b),
        ("BitwiseOr", &[a, b]) => code.binary(Or, a, b),
        ("BitwiseXor", &[a, b]) => code.binary(Xor, a, b),
        ("ClipByValue", &[x, low, high]) => {
            let x = code.binary(least, x, high);
            code.binary(most, x, low)
        }
        ("Relu", &[x]) if integer.signed => code.binary(most, x, zero),
        ("Relu", &[x]) => x,
        ("Relu6", &[x]) => {
            let x = code.binary(most, x, zero);
            code.binary(least, x, Operand::Constant(6))
        }
        ("Sign", &[x]) if integer.signed => {
            let x = code.binary(least, x, Operand::Constant(1));
            code.binary(most, x, Operand::Constant(u64::MAX))
        }
        // What is not one has a reciprocal of less than one; that of zero is zero.
        ("Inv" | "Reciprocal", &[x]) if integer.signed => {
            let size = code.unary(Unary::IntegerAbs, x);
            let is_one = code.compare_integers(Equal, size, Operand::Constant(1));
            let zero = code.constant_like(x, zero);
            code.select(is_one, x, zero)
        }
        ("ReluGrad", &[gradient, x]) => {
            let positive = match compares_signed {
                true => code.compare_integers(Greater, x, zero),
                false => code.compare_unsigned(Greater, x, zero),
            };
            let zero = code.constant_like(x, zero);
            code.select(positive, gradient, zero)
        }
        ("RightShift", &[a, by]) => {
            let by = amount(code, by, integer, least, most);
            let shift = if integer.signed { Binary::ShiftRightBy } else { Binary::UnsignedShiftRightBy };
            code.binary(shift, a, by)
        }
        _ => {
            let result = match (name, args) {
                ("Add" | "AddV2" | "BiasAdd", &[a, b]) => code.binary(IntegerAdd, a, b),
                // Low bits of sums are sums of low bits.
                ("AddN", &[first, ref rest @ ..]) => {
                    rest.iter().fold(first, |sum, &x| code.binary(IntegerAdd, sum, x))
                }
                ("Sub", &[a, b]) => code.binary(IntegerSub, a, b),
                ("Mul", &[a, b]) => code.binary(IntegerMul, a, b),
                ("SquaredDifference", &[a, b]) => {
                    let difference = code.binary(IntegerSub, a, b);
                    code.binary(IntegerMul, difference, difference)
                }
                ("Abs", &[x]) if integer.signed => code.unary(Unary::IntegerAbs, x),
                ("Neg", &[x]) => {
                    let zero = code.constant_like(x, zero);
                    code.binary(IntegerSub, zero, x)
                }
                ("Square", &[x]) => code.binary(IntegerMul, x, x),
                ("LeftShift", &[a, by]) => {
                    let by = amount(code, by, integer, least, most);
                    code.binary(Binary::ShiftLeftBy, a, by)
                }
                _ => return None,
            };
            integer.wrapped(code, result)
        }
    };
    Some(exact)
}

/// By how much to shift: not less than nothing, and less than there are bits.
fn amount(code: &mut Code, by: V, integer: Integer, least: Binary, most: Binary) -> V {
    let by = code.binary(most, by, Operand::Constant(0));
    code.binary(least, by, Operand::Constant(u64::from(integer.bits - 1)))
}
