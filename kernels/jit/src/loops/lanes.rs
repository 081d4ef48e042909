//! Vector code as lanes: the functions of [`tfrt_numerics`] are written over [`Lanes`], which [`Code`] implements for both widths.
//! Applying one appends its instructions.

use tfrt_numerics::lanes::{BothLanes, Integer, Lanes, Real};

use super::vector::{
    Binary, Code, Comparison, IntegerComparison, Kind, MaskOp, Number, Operand, Unary, V, Width,
};

/// To an integer towards zero.
const TRUNCATED: u8 = 11;

/// The width of the lanes of a number.
trait Lane: Real {
    const WIDTH: Width;
}

impl Lane for f32 {
    const WIDTH: Width = Width::Single;
}

impl Lane for f64 {
    const WIDTH: Width = Width::Double;
}

/// A function of `f64` of values that are in such lanes, or are converted to them and the result back.
pub(super) fn in_doubles<const N: usize>(
    code: &mut Code,
    are_doubles: bool,
    args: [V; N],
    function: impl FnOnce(&mut Code, [V; N]) -> V,
) -> V {
    if are_doubles {
        return function(code, args);
    }
    let wide = args.map(|x| code.convert(Number::F32, Number::F64, x));
    let result = function(code, wide);
    code.convert(Number::F64, Number::F32, result)
}

impl<T: Lane> Lanes<T> for Code {
    type V = V;
    type M = V;

    fn bits(&mut self, bits: u64) -> V {
        self.push(Kind::Constant(T::WIDTH, bits))
    }
    fn add(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Add, a, b)
    }
    fn sub(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Sub, a, b)
    }
    fn mul(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Mul, a, b)
    }
    fn div(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Div, a, b)
    }
    fn fma(&mut self, a: V, b: V, c: V) -> V {
        self.push(Kind::Fma(a, b.into(), c.into()))
    }
    fn sqrt(&mut self, a: V) -> V {
        self.unary(Unary::Sqrt, a)
    }
    fn trunc(&mut self, a: V) -> V {
        self.unary(Unary::Round(TRUNCATED), a)
    }
    fn min(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Min, a, b)
    }
    fn max(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Max, a, b)
    }
    fn scale(&mut self, a: V, k: Integer<V>) -> V {
        self.binary(Binary::Scale, a, k.number)
    }
    fn number_of(&mut self, integer: V) -> V {
        match T::WIDTH {
            Width::Double => {
                // An integer of this size is exact in the low bits of such a number. AVX2 converts no integers of 64 bits.
                let to_integer = Operand::Constant(T::TO_INTEGER.to_word());
                let sum = self.binary(Binary::IntegerAdd, integer, to_integer);
                self.binary(Binary::Sub, sum, to_integer)
            }
            _ => self.convert(Number::I32, Number::F32, integer),
        }
    }
    fn and(&mut self, a: V, b: V) -> V {
        self.binary(Binary::And, a, b)
    }
    fn or(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Or, a, b)
    }
    fn xor(&mut self, a: V, b: V) -> V {
        self.binary(Binary::Xor, a, b)
    }
    fn integer_add(&mut self, a: V, b: V) -> V {
        self.binary(Binary::IntegerAdd, a, b)
    }
    fn integer_sub(&mut self, a: V, b: V) -> V {
        self.binary(Binary::IntegerSub, a, b)
    }
    fn shift_left(&mut self, a: V, by: u8) -> V {
        self.unary(Unary::ShiftLeft(by), a)
    }
    fn shift_right(&mut self, a: V, by: u8) -> V {
        self.unary(Unary::ShiftRight(by), a)
    }
    fn with_sign_of(&mut self, magnitude: V, sign: V) -> V {
        self.push(Kind::TakeBits(magnitude, sign, T::SIGN))
    }
    fn less(&mut self, a: V, b: V) -> V {
        self.compare(Comparison::Less, a, b)
    }
    fn equal(&mut self, a: V, b: V) -> V {
        self.compare(Comparison::Equal, a, b)
    }
    fn unordered(&mut self, a: V, b: V) -> V {
        self.compare(Comparison::Unordered, a, b)
    }
    fn same_bits(&mut self, a: V, b: V) -> V {
        self.compare_integers(IntegerComparison::Equal, a, b)
    }
    fn both(&mut self, a: V, b: V) -> V {
        self.push(Kind::Mask(MaskOp::And, a, b))
    }
    fn either(&mut self, a: V, b: V) -> V {
        self.push(Kind::Mask(MaskOp::Or, a, b))
    }
    fn not(&mut self, a: V) -> V {
        self.push(Kind::MaskNot(a))
    }
    fn select(&mut self, mask: V, a: V, b: V) -> V {
        self.push(Kind::Select(mask, Operand::Value(a), b))
    }
    fn leave_if(&mut self, mask: V) {
        self.push(Kind::LeaveIf(mask));
    }
    fn more_than(&mut self, a: V, number: T) -> V {
        self.compare(Comparison::Greater, a, Operand::Constant(number.to_word()))
    }
}

impl BothLanes for Code {
    fn widened(&mut self, x: V) -> V {
        self.convert(Number::F32, Number::F64, x)
    }
    fn narrowed(&mut self, x: V) -> V {
        self.convert(Number::F64, Number::F32, x)
    }
}
