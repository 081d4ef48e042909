//! Products and quotients in which zero wins, whatever the other operand is: `tf.Xlogy`, `tf.Xlog1py`, `tf.Xdivy`, `tf.MulNoNan`.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::binary;
use crate::ops::number::{Float, Number};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // Functions of two numbers, for real and for complex ones.
    macro_rules! zero_wins {
        ($($name:literal $real:expr, $complex:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                match frame.dense(0)?.dtype() {
                    DType::Complex64 => { type C = Complex<f32>; return binary::<C>(frame, $complex); }
                    DType::Complex128 => { type C = Complex<f64>; return binary::<C>(frame, $complex); }
                    _ => {}
                }
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats halves], {
                    type W = <T as Float>::Work;
                    let f = $real;
                    binary::<T>(frame, |a, b| if a == T::ZERO { T::ZERO } else { T::unwork(f(a.work(), b.work())) })
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    zero_wins! {
        "tf.Xlogy" |a: W, b: W| a * b.ln(), |a: C, b: C| if a == C::ZERO { a } else { a * b.ln() };
        "tf.Xlog1py" |a: W, b: W| a * b.ln_1p(), |a: C, b: C| if a == C::ZERO { a } else { a * (b + C::ONE).ln() };
        "tf.Xdivy" |a: W, b: W| a / b, |a: C, b: C| if a == C::ZERO { a } else { a / b };
    }
    ops.add(
        "tf.MulNoNan",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves complex], {
                binary::<T>(frame, |a, b| if b == T::ZERO { T::ZERO } else { a.times(b) })
            }, else Err(unsupported(dtype)))
        }),
    );
}
