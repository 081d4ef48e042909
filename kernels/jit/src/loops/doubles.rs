//! The functions of `f64` of [`tfrt_numerics::double`] as vector code, and those of `f32` and halves that are computed by way of them.
//!
//! They are written over [`Lanes`]; here code is what they make.

use tfrt_executor::tensor::DType;
use tfrt_numerics::double::{angles, error, exponential, power};
use tfrt_numerics::lanes::Lanes;

use super::vector::{
    Binary, Code, Comparison, IntegerComparison, Kind, MaskOp, Number, Operand, Unary, V, Width,
};

/// To an integer towards zero.
const TRUNCATED: u8 = 11;

const SIGN: u64 = 1 << 63;

/// The value of an elementary function of lanes of 64 bits; `None` if it is not one.
pub(super) fn member(code: &mut Code, name: &str, args: &[V]) -> Option<V> {
    Some(match (name, args) {
        ("Exp", &[x]) => exponential::exp(code, x),
        ("Expm1", &[x]) => exponential::exp_m1(code, x),
        ("Log", &[x]) => exponential::ln(code, x),
        ("Log1p", &[x]) => exponential::ln_1p(code, x),
        ("Tanh", &[x]) => exponential::tanh(code, x),
        ("Sigmoid", &[x]) => exponential::sigmoid(code, x),
        ("Softplus", &[x]) => exponential::softplus(code, x),
        ("Elu", &[x]) => exponential::elu(code, x),
        ("Selu", &[x]) => exponential::selu(code, x),
        ("Erf", &[x]) => error::erf(code, x),
        ("Sin", &[x]) => angles::sin(code, x),
        ("Cos", &[x]) => angles::cos(code, x),
        ("Tan", &[x]) => angles::tan(code, x),
        ("Pow", &[x, y]) => power::pow(code, x, y),
        _ => return of_both(code, name, args),
    })
}

/// The value of a function of `f32` lanes that is computed in lanes of 64 bits, by the function of `f64`; `None` if it is not one.
pub(super) fn of_singles(code: &mut Code, name: &str, args: &[V]) -> Option<V> {
    if !IS_WIDE.contains(&name) {
        return None;
    }
    let wide: Vec<V> = args.iter().map(|&x| code.convert(Number::F32, Number::F64, x)).collect();
    let result = of_both(code, name, &wide)?;
    Some(code.convert(Number::F64, Number::F32, result))
}

/// Those of [`of_both`].
const IS_WIDE: &[&str] = &[
    "Sinh",
    "Cosh",
    "Asinh",
    "Acosh",
    "Atanh",
    "Erfc",
    "Asin",
    "Acos",
    "Atan",
    "Atan2",
    "Mod",
    "TruncateMod",
];

fn of_both(code: &mut Code, name: &str, args: &[V]) -> Option<V> {
    Some(match (name, args) {
        ("Sinh", &[x]) => exponential::sinh(code, x),
        ("Cosh", &[x]) => exponential::cosh(code, x),
        ("Asinh", &[x]) => exponential::asinh(code, x),
        ("Acosh", &[x]) => exponential::acosh(code, x),
        ("Atanh", &[x]) => exponential::atanh(code, x),
        ("Erfc", &[x]) => error::erfc(code, x),
        ("Asin", &[x]) => angles::asin(code, x),
        ("Acos", &[x]) => angles::acos(code, x),
        ("Atan", &[x]) => angles::atan(code, x),
        ("Atan2", &[y, x]) => angles::atan2(code, y, x),
        ("Mod" | "TruncateMod", &[a, b]) => power::remainder(code, a, b),
        _ => return None,
    })
}

/// The remainder of a division towards zero, of floats of a dtype.
pub(super) fn remainder(code: &mut Code, a: V, b: V, dtype: DType) -> Option<V> {
    match dtype {
        DType::F64 => of_both(code, "Mod", &[a, b]),
        _ => of_singles(code, "Mod", &[a, b]),
    }
}

impl Lanes for Code {
    type V = V;
    type M = V;

    fn bits(&mut self, bits: u64) -> V {
        self.push(Kind::Constant(Width::Double, bits))
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
    fn scale(&mut self, a: V, k: V) -> V {
        self.binary(Binary::Scale, a, k)
    }
    fn and(&mut self, a: V, b: V) -> V {
        self.binary(Binary::And, a, b)
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
        self.push(Kind::TakeBits(magnitude, sign, SIGN))
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
    fn more_than(&mut self, a: V, number: f64) -> V {
        self.compare(Comparison::Greater, a, Operand::Constant(number.to_bits()))
    }
}
