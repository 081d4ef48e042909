//! Complex numbers: made from their parts, and split into them.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::unsupported;
use crate::ops::elementwise::apply::{binary_into, unary, unary_into};
use crate::ops::number::Number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Complex", OpEntry::new().dispatch(complex));
    macro_rules! parts {
        ($($name:literal $f:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                match frame.dense(0)?.dtype() {
                    DType::Complex64 => { type W = f32; unary_into::<Complex<W>, W>(frame, $f) }
                    DType::Complex128 => { type W = f64; unary_into::<Complex<W>, W>(frame, $f) }
                    other => Err(unsupported(other)),
                }
            }));
        )*};
    }
    parts! {
        "tf.Real" |x: Complex<W>| x.re;
        "tf.Imag" |x: Complex<W>| x.im;
        "tf.Angle" |x: Complex<W>| x.im.atan2(x.re);
        "tf.ComplexAbs" |x: Complex<W>| x.re.hypot(x.im);
    }
    ops.add(
        "tf.Conj",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
            DType::Complex64 => unary::<Complex<f32>>(frame, Number::conjugated),
            DType::Complex128 => unary::<Complex<f64>>(frame, Number::conjugated),
            other => Err(unsupported(other)),
        }),
    );
}

fn complex(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    match frame.dense(0)?.dtype() {
        DType::F32 => binary_into::<f32, Complex<f32>>(frame, Complex::new),
        DType::F64 => binary_into::<f64, Complex<f64>>(frame, Complex::new),
        other => Err(unsupported(other)),
    }
}
