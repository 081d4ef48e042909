//! Rarely used element-wise functions: products and quotients in which zero wins, inverses of the error function, bits.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::{binary, unary, unary_into};
use crate::ops::number::num_traits_like::Functions as _;
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
    macro_rules! of_double {
        ($($name:literal $f:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats halves], {
                    unary::<T>(frame, |x| T::unwork(<T as Float>::Work::of($f(f64::from(x.work())))))
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    of_double! {
        "tf.Erfinv" inverse_erf;
        "tf.Ndtri" quantile;
    }
    ops.add(
        "tf.Invert",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints], unary::<T>(frame, |x| !x), else Err(unsupported(dtype)))
        }),
    );
    ops.add(
        "tf.PopulationCount",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints], {
                    unary_into::<T, u8>(frame, |x| x.count_ones() as u8)
                }, else Err(unsupported(dtype)))
        }),
    );
    ops.add("tf.Bucketize", OpEntry::new().dispatch(bucketize));
}

/// The number below which a standard normal variable is with this probability.
///
/// A rational function in the middle and one of the logarithm at the ends (P. Acklam's, good to nine digits), and one step of Halley's
/// method on the error function.
fn quantile(p: f64) -> f64 {
    const A: [f64; 6] = [
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.38357751867269e2,
        -3.066479806614716e1,
        2.506628277459239,
    ];
    const B: [f64; 6] = [
        -5.447609879822406e1,
        1.615858368580409e2,
        -1.556989798598866e2,
        6.680131188771972e1,
        -1.328068155288572e1,
        1.0,
    ];
    const C: [f64; 6] = [
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
    ];
    const D: [f64; 5] =
        [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1.0];
    let polynomial = |coefficients: &[f64], x: f64| coefficients.iter().fold(0.0, |sum, c| sum * x + c);
    if p.is_nan() || !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p == 0.0 || p == 1.0 {
        return if p == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
    }
    let tail = p.min(1.0 - p);
    let guess = if tail > 0.02425 {
        let q = p - 0.5;
        q * polynomial(&A, q * q) / polynomial(&B, q * q)
    } else {
        let q = (-2.0 * tail.ln()).sqrt();
        polynomial(&C, q) / polynomial(&D, q) * if p < 0.5 { 1.0 } else { -1.0 }
    };
    let error = 0.5 * libm::erfc(-guess / std::f64::consts::SQRT_2) - p;
    let slope = error * (2.0 * std::f64::consts::PI).sqrt() * (guess * guess / 2.0).exp();
    guess - slope / (1.0 + guess * slope / 2.0)
}

/// The number whose error function is this.
fn inverse_erf(y: f64) -> f64 {
    if y.abs() >= 1.0 || y == 0.0 || y.is_nan() {
        return match y {
            y if y == 0.0 => y,
            y if y.abs() == 1.0 => f64::INFINITY.copysign(y),
            _ => f64::NAN,
        };
    }
    let mut x = quantile((y + 1.0) / 2.0) / std::f64::consts::SQRT_2;
    // Near zero the argument above has lost digits.
    for _ in 0..2 {
        x -= (libm::erf(x) - y) * (std::f64::consts::PI.sqrt() / 2.0) * (x * x).exp();
    }
    x
}

fn bucketize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let boundaries: Vec<f32> = frame.attrs().get_array::<f32>("boundaries").unwrap_or_default().to_vec();
    if boundaries.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err("Expected sorted boundaries".into());
    }
    let dtype = frame.dense(0)?.dtype();
    let shape = frame.dense(0)?.shape().clone();
    macro_rules! buckets {
        ($ty:ty, $to:expr) => {
            frame
                .values::<$ty>(0)?
                .iter()
                .map(|&value| {
                    boundaries.partition_point(|&boundary| f64::from(boundary) <= $to(value)) as i32
                })
                .collect()
        };
    }
    let found: Vec<i32> = match dtype {
        DType::I32 => buckets!(i32, f64::from),
        DType::I64 => buckets!(i64, |value| value as f64),
        DType::F32 => buckets!(f32, f64::from),
        DType::F64 => buckets!(f64, |value| value),
        other => return Err(unsupported(other)),
    };
    frame.set(0, DenseHostTensor::from_values(shape, &found)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_undo() {
        for y in [1e-12, 1e-6, 0.01, 0.3, 0.7, 0.999, 0.999_999_9] {
            for y in [y, -y] {
                assert!((libm::erf(inverse_erf(y)) - y).abs() <= 4e-16, "{y}");
                assert!((inverse_erf(y) / y - std::f64::consts::PI.sqrt() / 2.0 >= -1e-9), "{y}");
            }
        }
        assert_eq!(inverse_erf(1.0), f64::INFINITY);
        assert!(inverse_erf(1.5).is_nan() && quantile(-0.1).is_nan());
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
        assert!((quantile(1e-10) + 6.361_340_902_404_056).abs() < 1e-12);
    }
}
