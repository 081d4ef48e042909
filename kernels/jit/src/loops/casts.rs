//! Casts as vector code.
//!
//! Integers wrap. A float becomes the nearest integer towards zero and saturates; NaN becomes zero. Casts to halves go through
//! `f32`.

use tfrt_executor::tensor::DType;

use super::floats::rounded;
use super::integers::Integer;
use super::vector::{Binary, Code, Comparison, IntegerComparison, Kind, Number, Operand, V, Width};

/// The kind of number in the lanes of a dtype; `None` for conditions.
fn lanes(dtype: DType) -> Option<Number> {
    Some(match dtype {
        DType::F32 | DType::F16 | DType::BF16 => Number::F32,
        DType::F64 => Number::F64,
        DType::I8 | DType::I16 | DType::I32 | DType::UI8 | DType::UI16 => Number::I32,
        DType::UI32 => Number::U32,
        DType::I64 => Number::I64,
        DType::UI64 => Number::U64,
        _ => return None,
    })
}

/// A value cast from one dtype to another; `None` if there is no code for these.
pub(super) fn cast(code: &mut Code, x: V, from: DType, to: DType) -> Option<V> {
    let (Some(of), Some(number)) = (lanes(from), lanes(to)) else {
        return of_conditions(code, x, from, to);
    };
    Some(match (Integer::of(from), Integer::of(to)) {
        (Some(_), Some(integer)) => {
            let x = match (of.width(), number.width()) {
                (Width::Single, Width::Double) => code.convert(of, Number::I64, x),
                (Width::Double, Width::Single) => code.convert(of, Number::I32, x),
                _ => x,
            };
            integer.wrapped(code, x)
        }
        (Some(_), None) => {
            let x = code.convert(of, number, x);
            rounded(code, x, to)
        }
        (None, Some(integer)) => to_integer(code, x, of, number, integer),
        (None, None) => {
            let x = if of == number { x } else { code.convert(of, number, x) };
            rounded(code, x, to)
        }
    })
}

fn of_conditions(code: &mut Code, x: V, from: DType, to: DType) -> Option<V> {
    if from != DType::I1 {
        let zero = Operand::Constant(0);
        return Some(match lanes(from)? {
            Number::F32 | Number::F64 => code.compare(Comparison::NotEqual, x, zero),
            _ => code.compare_integers(IntegerComparison::NotEqual, x, zero),
        });
    }
    let number = lanes(to)?;
    let one = match number {
        Number::F32 => u64::from(1.0f32.to_bits()),
        Number::F64 => 1.0f64.to_bits(),
        _ => 1,
    };
    let zero = code.push(Kind::Constant(number.width(), 0));
    Some(code.push(Kind::Select(x, Operand::Constant(one), zero)))
}

/// A float's integer.
fn to_integer(code: &mut Code, x: V, of: Number, number: Number, integer: Integer) -> V {
    let float = |value: f64| match of {
        Number::F64 => Operand::Constant(value.to_bits()),
        _ => (value as f32).into(),
    };
    let two = 2.0f64;
    let end = two.powi(i32::from(integer.bits) - i32::from(integer.signed));
    let start = if integer.signed { -end } else { 0.0 };
    // Whether the largest integer is a number of this kind of floats.
    let is_exact = integer.bits < if of == Number::F64 { 53 } else { 24 };
    if is_exact && !integer.signed {
        // The bound comes last: NaN becomes zero.
        let zero = code.constant_like(x, float(0.0));
        let limited = code.binary(Binary::Max, x, zero);
        let high = code.constant_like(x, float(end - 1.0));
        let limited = code.binary(Binary::Min, high, limited);
        return code.convert(of, number, limited);
    }
    let nan = code.compare(Comparison::Unordered, x, x);
    // Numbers come last in these: NaN stays.
    let low = code.constant_like(x, float(start));
    let limited = code.binary(Binary::Max, low, x);
    let whole = if is_exact {
        let high = code.constant_like(x, float(end - 1.0));
        let limited = code.binary(Binary::Min, high, limited);
        code.convert(of, number, limited)
    } else {
        let whole = code.convert(of, number, limited);
        let large = code.compare(Comparison::GreaterEqual, x, float(end));
        let largest = match (integer.bits, integer.signed) {
            (32, true) => i32::MAX as u64,
            (_, true) => i64::MAX as u64,
            (_, false) => u64::MAX,
        };
        code.select(large, Operand::Constant(largest), whole)
    };
    code.select(nan, Operand::Constant(0), whole)
}
