//! Complex numbers: made of their parts, and taken apart.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, TensorMetadata};

use crate::ops::elementwise::apply::{binary_into, unary, unary_into};
use crate::ops::elementwise::broadcast::broadcast_shape;
use crate::ops::number::Number;
use crate::ops::support::unsupported;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Complex", OpEntry::new().metadata(complex_metadata).dispatch(complex));
    macro_rules! parts {
        ($($name:literal $f:expr;)*) => {$(
            ops.add($name, OpEntry::new().metadata(part_metadata).dispatch(|frame: &mut DispatchFrame<'_>| {
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
        OpEntry::new().metadata(|x: &TensorMetadata| complex_dtype(x).map(|()| x.clone())).dispatch(
            |frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
                DType::Complex64 => unary::<Complex<f32>>(frame, Number::conjugated),
                DType::Complex128 => unary::<Complex<f64>>(frame, Number::conjugated),
                other => Err(unsupported(other)),
            },
        ),
    );
}

fn complex_dtype(x: &TensorMetadata) -> Result<(), OpError> {
    if x.dtype.is_complex() { Ok(()) } else { Err(unsupported(x.dtype)) }
}

fn part_metadata(x: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    complex_dtype(x)?;
    let part = if x.dtype == DType::Complex64 { DType::F32 } else { DType::F64 };
    Ok(TensorMetadata::new(part, x.shape.clone()))
}

fn complex_metadata(re: &TensorMetadata, im: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    if re.dtype != im.dtype {
        return Err(format!("the parts have dtypes {} and {}", re.dtype.label(), im.dtype.label()).into());
    }
    let dtype = match re.dtype {
        DType::F32 => DType::Complex64,
        DType::F64 => DType::Complex128,
        other => return Err(unsupported(other)),
    };
    Ok(TensorMetadata::new(dtype, broadcast_shape(&re.shape, &im.shape)?))
}

fn complex(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    match frame.dense(0)?.dtype() {
        DType::F32 => binary_into::<f32, Complex<f32>>(frame, Complex::new),
        DType::F64 => binary_into::<f64, Complex<f64>>(frame, Complex::new),
        other => Err(unsupported(other)),
    }
}
