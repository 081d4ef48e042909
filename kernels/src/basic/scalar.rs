//! `tfrt.*`: arithmetic, comparison, casts and constants on scalars.
//!
//! Every kernel is one line of one of the tables below: its name, what the executor may assume of it, and its function.
//! The functions are plain and total (integers wrap around, casts saturate); the only failure is a division by zero.
//! Beside each function is its lowering: the same function, for whoever generates code for it instead of calling it.

use half::{bf16, f16};
use tfrt_executor::kernel::{Attr, KernelFlags, KernelRegistry, Out};
use tfrt_executor::tensor::Complex;
use tfrt_executor::value::{Chain, KernelError};

pub use super::lowering::Lowering;

/// One kernel of a table.
#[derive(Debug, Clone, Copy)]
pub struct ScalarKernel {
    /// The name by which programs call it.
    pub name: &'static str,
    /// What may be assumed of it, beyond what follows from its types.
    pub flags: KernelFlags,
    /// What it computes, for whoever generates code for it.
    pub lowering: Lowering,
    add: fn(&mut KernelRegistry, &'static str, KernelFlags),
}

/// Lines of `name, flags, lowering, function;`.
macro_rules! scalar_kernels {
    ($($name:literal, $flags:expr, $lowering:expr, $function:expr;)*) => {
        &[$(ScalarKernel {
            name: $name,
            flags: $flags,
            lowering: $lowering,
            add: |registry, name, flags| registry.add_with(name, flags, $function),
        },)*]
    };
}

const PURE: KernelFlags = KernelFlags::PURE;

fn by_zero() -> KernelError {
    KernelError::new("Divide by zero")
}

/// Integer division truncates towards zero; the smallest number divided by -1 wraps around to itself.
pub const INTEGERS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.add.i32", PURE, Lowering::Add, |a: i32, b: i32| a.wrapping_add(b);
    "tfrt.add.i64", PURE, Lowering::Add, |a: i64, b: i64| a.wrapping_add(b);
    "tfrt.minus.i32", PURE, Lowering::Subtract, |a: i32, b: i32| a.wrapping_sub(b);
    "tfrt.minus.i64", PURE, Lowering::Subtract, |a: i64, b: i64| a.wrapping_sub(b);
    "tfrt.mul.i32", PURE, Lowering::Multiply, |a: i32, b: i32| a.wrapping_mul(b);
    "tfrt.mul.i64", PURE, Lowering::Multiply, |a: i64, b: i64| a.wrapping_mul(b);
    "tfrt.equal.i32", PURE, Lowering::Equal, |a: i32, b: i32| a == b;
    "tfrt.equal.i64", PURE, Lowering::Equal, |a: i64, b: i64| a == b;
    "tfrt.lessequal.i32", PURE, Lowering::LessEqual, |a: i32, b: i32| a <= b;
    "tfrt.lessequal.i64", PURE, Lowering::LessEqual, |a: i64, b: i64| a <= b;
    "tfrt.and.i1", PURE, Lowering::And, |a: bool, b: bool| a & b;
    "tfrt.div.i32", PURE, Lowering::DivideInteger, |a: i32, b: i32| -> Result<(i32, i32), KernelError> {
        if b == 0 { Err(by_zero()) } else { Ok((a.wrapping_div(b), a.wrapping_rem(b))) }
    };
    "tfrt.div.i64", PURE, Lowering::DivideInteger, |a: i64, b: i64| -> Result<(i64, i64), KernelError> {
        if b == 0 { Err(by_zero()) } else { Ok((a.wrapping_div(b), a.wrapping_rem(b))) }
    };
};

/// The minimum is the second operand if that is smaller, else the first, also where a NaN cannot be compared.
pub const FLOATS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.add.f32", PURE, Lowering::Add, |a: f32, b: f32| a + b;
    "tfrt.add.f64", PURE, Lowering::Add, |a: f64, b: f64| a + b;
    "tfrt.multiply.f32", PURE, Lowering::Multiply, |a: f32, b: f32| a * b;
    "tfrt.multiply.f64", PURE, Lowering::Multiply, |a: f64, b: f64| a * b;
    "tfrt.minimum.f32", PURE, Lowering::Minimum, |a: f32, b: f32| if b < a { b } else { a };
    "tfrt.minimum.f64", PURE, Lowering::Minimum, |a: f64, b: f64| if b < a { b } else { a };
    "tfrt.div.f32", PURE, Lowering::DivideFloat, |a: f32, b: f32| -> Result<f32, KernelError> {
        if b == 0.0 { Err(by_zero()) } else { Ok(a / b) }
    };
    "tfrt.div.f64", PURE, Lowering::DivideFloat, |a: f64, b: f64| -> Result<f64, KernelError> {
        if b == 0.0 { Err(by_zero()) } else { Ok(a / b) }
    };
};

/// Integers round to the nearest number; numbers truncate, saturate, and NaN becomes zero.
pub const CASTS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.cast.i64_to_f32", PURE, Lowering::Convert, |a: i64| a as f32;
    "tfrt.cast.i64_to_f64", PURE, Lowering::Convert, |a: i64| a as f64;
    "tfrt.cast.f32_to_i64", PURE, Lowering::Convert, |a: f32| a as i64;
    "tfrt.cast.f64_to_i64", PURE, Lowering::Convert, |a: f64| a as i64;
};

/// The parts of complex constants come in the order of their attributes' names: the imaginary one first.
pub const CONSTANTS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.constant.i1", PURE, Lowering::Constant, |value: Attr<bool>| value.0;
    "tfrt.constant.i32", PURE, Lowering::Constant, |value: Attr<i32>| value.0;
    "tfrt.constant.i64", PURE, Lowering::Constant, |value: Attr<i64>| value.0;
    "tfrt.constant.ui32", PURE, Lowering::Constant, |value: Attr<u32>| value.0;
    "tfrt.constant.ui64", PURE, Lowering::Constant, |value: Attr<u64>| value.0;
    "tfrt.constant.f16", PURE, Lowering::Constant, |value: Attr<f16>| value.0;
    "tfrt.constant.bf16", PURE, Lowering::Constant, |value: Attr<bf16>| value.0;
    "tfrt.constant.f32", PURE, Lowering::Constant, |value: Attr<f32>| value.0;
    "tfrt.constant.f64", PURE, Lowering::Constant, |value: Attr<f64>| value.0;
    "tfrt.constant.complex64", PURE, Lowering::ComplexConstant, |imaginary: Attr<f32>, real: Attr<f32>| Complex::new(real.0, imaginary.0);
    "tfrt.constant.complex128", PURE, Lowering::None, |imaginary: Attr<f64>, real: Attr<f64>| Out(Complex::new(real.0, imaginary.0));
};

/// The next three numbers.
pub const TEST: &[ScalarKernel] = scalar_kernels! {
    "tfrt_test.count3.i32", PURE, Lowering::Successors, |a: i32| (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3));
    "tfrt_test.count3.i64", PURE, Lowering::Successors, |a: i64| (a.wrapping_add(1), a.wrapping_add(2), a.wrapping_add(3));
};

/// A kernel only starts when all its operands are available, so one that merges chains has nothing to do.
pub const CHAINS: &[ScalarKernel] = scalar_kernels! {
    "tfrt.new.chain", PURE, Lowering::Chain, || Chain;
    "tfrt.merge.chains", PURE, Lowering::Chain, || Chain;
};

/// All tables.
pub const TABLES: &[&[ScalarKernel]] = &[INTEGERS, FLOATS, CASTS, CONSTANTS, TEST, CHAINS];

/// Adds the kernels of all tables.
pub fn register(registry: &mut KernelRegistry) {
    for kernel in TABLES.iter().copied().flatten() {
        (kernel.add)(registry, kernel.name, kernel.flags);
    }
}
