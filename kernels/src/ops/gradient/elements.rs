//! Gradients of functions of single numbers: of activations, roots and reciprocals, and of numbers rounded as if quantised.
//!
//! Some take the function's argument, others its value, whichever costs less. Complex roots and reciprocals
//! use the conjugated derivative, sigmoid and tanh the derivative itself, as in TensorFlow.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::ops::by_dtype::{for_dtype, unsupported, unsupported_for};
use crate::ops::elementwise::apply::binary;
use crate::ops::elementwise::block_functions::{self, elementwise};
use crate::ops::memory::{copied, result_metadata};
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number, Real};
use crate::ops::quantized::fake_quant::range;

/// Adds the ops of this file, except `tf.ReluGrad`, which is in the table of element-wise ops.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! gradients {
        ($($name:literal [$($class:ident)*] $body:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [$($class)*], {
                    let function: fn(T, T) -> T = $body;
                    binary(frame, function)
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    gradients! {
        // Of the gradient and the argument.
        "tf.Relu6Grad" [ints floats halves] |dy, x| {
            if x > T::ZERO && x < T::from_small(6) { dy } else { T::ZERO }
        };
        "tf.SoftplusGrad" [floats halves] |dy, x| in_work(dy, x, |dy, x| dy.over(one::<W<T>>().plus(x.negated().exp())));
        "tf.SoftsignGrad" [floats halves] |dy, x| in_work(dy, x, |dy, x| {
            let size = one::<W<T>>().plus(x.abs());
            dy.over(size.times(size))
        });
        // Of the gradient and the value.
        "tf.EluGrad" [floats halves] |dy, y| in_work(dy, y, |dy, y| if y < W::<T>::ZERO { y.plus(one::<W<T>>()).times(dy) } else { dy });
        "tf.SeluGrad" [floats halves] |dy, y| in_work(dy, y, |dy, y| {
            let scale = W::<T>::of(SELU_SCALE);
            dy.times(if y < W::<T>::ZERO { y.plus(W::<T>::of(SELU_SCALE * SELU_ALPHA)) } else { scale })
        });
        // Of the value and the gradient.
        "tf.SigmoidGrad" [floats halves complex] |y, dy| dy.times(y).times(T::ONE.minus(y));
        "tf.TanhGrad" [floats halves complex] |y, dy| dy.times(T::ONE.minus(y.times(y)));
        "tf.SqrtGrad" [floats halves complex] |y, dy| dy.over(y.conjugated().plus(y.conjugated()));
        "tf.RsqrtGrad" [floats halves complex] |y, dy| {
            let y = y.conjugated();
            dy.times(y).times(y.times(y)).over(T::from_small(-2))
        };
        "tf.ReciprocalGrad" [floats halves complex] |y, dy| y.conjugated().negated().times(dy).times(y.conjugated());
        "tf.InvGrad" [floats halves complex] |y, dy| y.conjugated().negated().times(dy).times(y.conjugated());
    }
    ops.add("tf.LeakyReluGrad", OpEntry::new().dispatch(leaky_relu));
    ops.add("tf.FakeQuantWithMinMaxArgsGradient", OpEntry::new().dispatch(fake_quant_args));
    for name in ["tf.FakeQuantWithMinMaxVarsGradient", "tf.FakeQuantWithMinMaxVarsPerChannelGradient"] {
        ops.add(name, OpEntry::new().dispatch(fake_quant_vars));
    }
}

const SELU_SCALE: f64 = 1.050_700_987_355_480_5;
const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;

type W<T> = <T as Float>::Work;

fn one<T: Number>() -> T {
    T::ONE
}

/// Computes in the type to compute in.
#[inline(always)]
fn in_work<T: Float>(a: T, b: T, f: impl Fn(T::Work, T::Work) -> T::Work) -> T {
    T::unwork(f(a.work(), b.work()))
}

/// `tf.ReluGrad`.
pub(crate) fn relu_grad_entry() -> OpEntry {
    OpEntry::new().dispatch(relu_grad).elementwise(
        |dtypes, _| elementwise!(dtypes, 2, [ints floats halves], block_functions::binary(passed::<T>)),
    )
}

/// The gradient where `x` is positive, else zero times it: not zero where it is infinite.
fn passed<T: Real>(gradient: T, x: T) -> T {
    gradient.times(if x > T::ZERO { T::ONE } else { T::ZERO })
}

fn relu_grad(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(
        dtype,
        [ints floats halves],
        binary(frame, passed::<T>),
        else Err(unsupported_for("relu", dtype))
    )
}

fn leaky_relu(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let alpha = frame.attrs().get_float("alpha").unwrap_or(0.2);
    for_dtype!(dtype, [floats halves], {
        let alpha = T::unwork(<W<T>>::of(alpha));
        binary(frame, move |dy: T, x: T| if x > T::ZERO { dy } else { dy.times(alpha) })
    }, else Err(unsupported(dtype)))
}

fn fake_quant_args(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let limit = |name, default| frame.attrs().get_float(name).unwrap_or(default) as f32;
    let limits = range(frame.attrs(), limit("min", -6.0), limit("max", 6.0))?;
    match frame.dense(0)?.dtype() {
        DType::F32 => {
            binary(
                frame,
                move |dy: f32, x: f32| {
                    if limits.is_some_and(|(low, high)| x >= low && x <= high) { dy } else { 0.0 }
                },
            )
        }
        other => Err(unsupported(other)),
    }
}

/// The gradients of the numbers inside of the range, and of the range's ends: of the numbers beyond them.
fn fake_quant_vars(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (min, max) = (copied(frame.values::<f32>(2)?)?, copied(frame.values::<f32>(3)?)?);
    let limits: Vec<_> = min
        .iter()
        .zip(&max)
        .map(|(&min, &max)| range(frame.attrs(), min, max))
        .collect::<Result<_, OpError>>()?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (gradients, values) = (frame.values::<f32>(0)?, frame.values::<f32>(1)?);
    let (mut below, mut above) = (vec![0.0f64; min.len()], vec![0.0f64; min.len()]);
    for (at, (to, (&dy, &x))) in
        out.values_mut::<f32>().iter_mut().zip(gradients.iter().zip(values)).enumerate()
    {
        let channel = at % limits.len().max(1);
        // Without a range all numbers are zero, which moves with neither end.
        let Some((low, high)) = limits[channel] else {
            *to = dy;
            continue;
        };
        *to = 0.0;
        if x < low {
            below[channel] += f64::from(dy);
        } else if x > high {
            above[channel] += f64::from(dy);
        } else {
            *to = dy;
        }
    }
    frame.finish(0, out);
    let shape = frame.dense(2)?.shape().clone();
    for (i, sums) in [below, above].into_iter().enumerate() {
        let sums: Vec<f32> = sums.into_iter().map(|sum| sum as f32).collect();
        frame.set(1 + i, DenseHostTensor::from_values(shape.clone(), &sums)?);
    }
    Ok(())
}
