//! `tfrt.*`: arithmetic, comparison, casts and constants on scalars.
//!
//! Every kernel is one line of one of the [tables](super::table) below. Integers wrap around, casts saturate; the only failure is
//! a division by zero.

use super::lowering::{Comparison, Lowering, Sign};
use super::table::{ScalarKernel, scalar_kernels};
use half::{bf16, f16};
use tfrt_executor::kernel::{Attr, Out};
use tfrt_executor::tensor::Complex;
use tfrt_executor::value::{Chain, KernelError};

fn by_zero() -> KernelError {
    KernelError::new("Divide by zero")
}

/// Integer division truncates towards zero; the smallest number divided by -1 wraps around to itself.
pub const INTEGERS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.add.i32", Lowering::Add, |a: i32, b: i32| a.wrapping_add(b);
    "tfrt.add.i64", Lowering::Add, |a: i64, b: i64| a.wrapping_add(b);
    "tfrt.minus.i32", Lowering::Subtract, |a: i32, b: i32| a.wrapping_sub(b);
    "tfrt.minus.i64", Lowering::Subtract, |a: i64, b: i64| a.wrapping_sub(b);
    "tfrt.mul.i32", Lowering::Multiply, |a: i32, b: i32| a.wrapping_mul(b);
    "tfrt.mul.i64", Lowering::Multiply, |a: i64, b: i64| a.wrapping_mul(b);
    "tfrt.equal.i32", Lowering::Compare(Comparison::Equal), |a: i32, b: i32| a == b;
    "tfrt.equal.i64", Lowering::Compare(Comparison::Equal), |a: i64, b: i64| a == b;
    "tfrt.lessequal.i32", Lowering::Compare(Comparison::LessEqual(Sign::Signed)), |a: i32, b: i32| a <= b;
    "tfrt.lessequal.i64", Lowering::Compare(Comparison::LessEqual(Sign::Signed)), |a: i64, b: i64| a <= b;
    "tfrt.and.i1", Lowering::And, |a: bool, b: bool| a & b;
    "tfrt.div.i32", Lowering::DivideInteger, |a: i32, b: i32| -> Result<(i32, i32), KernelError> {
        if b == 0 { Err(by_zero()) } else { Ok((a.wrapping_div(b), a.wrapping_rem(b))) }
    };
    "tfrt.div.i64", Lowering::DivideInteger, |a: i64, b: i64| -> Result<(i64, i64), KernelError> {
        if b == 0 { Err(by_zero()) } else { Ok((a.wrapping_div(b), a.wrapping_rem(b))) }
    };
};

/// The minimum is the second operand if that is smaller, else the first, also where a NaN cannot be compared.
pub const FLOATS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.add.f32", Lowering::Add, |a: f32, b: f32| a + b;
    "tfrt.add.f64", Lowering::Add, |a: f64, b: f64| a + b;
    "tfrt.multiply.f32", Lowering::Multiply, |a: f32, b: f32| a * b;
    "tfrt.multiply.f64", Lowering::Multiply, |a: f64, b: f64| a * b;
    "tfrt.minimum.f32", Lowering::Minimum, |a: f32, b: f32| if b < a { b } else { a };
    "tfrt.minimum.f64", Lowering::Minimum, |a: f64, b: f64| if b < a { b } else { a };
    "tfrt.div.f32", Lowering::DivideFloat, |a: f32, b: f32| -> Result<f32, KernelError> {
        if b == 0.0 { Err(by_zero()) } else { Ok(a / b) }
    };
    "tfrt.div.f64", Lowering::DivideFloat, |a: f64, b: f64| -> Result<f64, KernelError> {
        if b == 0.0 { Err(by_zero()) } else { Ok(a / b) }
    };
};

/// Integers round to the nearest number; numbers truncate, saturate, and NaN becomes zero.
pub const CASTS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.cast.i64_to_f32", Lowering::Convert, |a: i64| a as f32;
    "tfrt.cast.i64_to_f64", Lowering::Convert, |a: i64| a as f64;
    "tfrt.cast.f32_to_i64", Lowering::Convert, |a: f32| a as i64;
    "tfrt.cast.f64_to_i64", Lowering::Convert, |a: f64| a as i64;
};

/// The parts of complex constants come in the order of their attributes' names: the imaginary one first.
pub const CONSTANTS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.constant.i1", Lowering::Constant, |value: Attr<bool>| value.0;
    "tfrt.constant.i32", Lowering::Constant, |value: Attr<i32>| value.0;
    "tfrt.constant.i64", Lowering::Constant, |value: Attr<i64>| value.0;
    "tfrt.constant.ui32", Lowering::Constant, |value: Attr<u32>| value.0;
    "tfrt.constant.ui64", Lowering::Constant, |value: Attr<u64>| value.0;
    "tfrt.constant.f16", Lowering::Constant, |value: Attr<f16>| value.0;
    "tfrt.constant.bf16", Lowering::Constant, |value: Attr<bf16>| value.0;
    "tfrt.constant.f32", Lowering::Constant, |value: Attr<f32>| value.0;
    "tfrt.constant.f64", Lowering::Constant, |value: Attr<f64>| value.0;
    "tfrt.constant.complex64", Lowering::ComplexConstant, |imaginary: Attr<f32>, real: Attr<f32>| Complex::new(real.0, imaginary.0);
    "tfrt.constant.complex128", Lowering::Call("complex numbers of this size are objects"), |imaginary: Attr<f64>, real: Attr<f64>| Out(Complex::new(real.0, imaginary.0));
};

/// The next three numbers.
pub const TEST: &[ScalarKernel] = scalar_kernels! {
    "tfrt_test.count3.i32", Lowering::Successors, |a: i32| (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3));
    "tfrt_test.count3.i64", Lowering::Successors, |a: i64| (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3));
};

/// A kernel only starts when all its operands are available, so one that merges chains has nothing to do.
pub const CHAINS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.new.chain", Lowering::Chain, || Chain;
    "tfrt.merge.chains", Lowering::Chain, || Chain;
};

/// The tables of this file.
pub const TABLES: &[&[ScalarKernel]] = &[INTEGERS, FLOATS, CASTS, CONSTANTS, CHAINS];

/// The table of test programs.
pub const TEST_TABLES: &[&[ScalarKernel]] = &[TEST];
