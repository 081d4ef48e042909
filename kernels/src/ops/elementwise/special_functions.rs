//! Ops of special functions: the incomplete beta function, zeta, polygamma, Bessel functions, and the next number up or down.
//!
//! They compute in double precision and round once. The incomplete beta function is a continued fraction (Press et al., "Numerical Recipes"); the others
//! are in `tfrt-numerics`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::{binary, unary_in_double};
use crate::ops::memory::result_metadata;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;
use tfrt_numerics::blocks::doubles::{polygamma, scaled_bessel, zeta};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! of_two {
        ($($name:literal $f:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats], {
                    binary::<T>(frame, |a, b| T::unwork(<T as Float>::Work::of($f(f64::from(a.work()), f64::from(b.work())))))
                }, else Err(unsupported(dtype)))
            }));
        )*};
    }
    of_two! {
        "tf.Zeta" zeta;
        "tf.Polygamma" polygamma;
    }
    ops.add(
        "tf.NextAfter",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
            DType::F32 => binary::<f32>(frame, libm::nextafterf),
            DType::F64 => binary::<f64>(frame, libm::nextafter),
            other => Err(unsupported(other)),
        }),
    );
    ops.add("tf.Betainc", OpEntry::new().dispatch(betainc));
    macro_rules! of_one {
        ($($name:literal $f:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| unary_in_double(frame, $f)));
        )*};
    }
    of_one! {
        "tf.BesselI0" |x: f64| scaled_bessel(0, x) * x.abs().exp();
        "tf.BesselI1" |x: f64| scaled_bessel(1, x) * x.abs().exp();
    }
}

fn betainc(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let metadata = result_metadata(frame, 0)?;
    let dims = metadata.shape.dims();
    // The element of an argument that goes with one of the result: dimensions of one stay at their only place.
    let place = |own: &[i64], at: usize| {
        let (mut rest, mut step, mut from) = (at, 1, 0);
        for (i, &dim) in dims.iter().enumerate().rev() {
            let position = rest % dim.max(1) as usize;
            rest /= dim.max(1) as usize;
            let Some(axis) = (i + own.len()).checked_sub(dims.len()) else { continue };
            from += if own[axis] == 1 { 0 } else { position * step };
            step *= own[axis] as usize;
        }
        from
    };
    let shapes = [0, 1, 2].map(|i| frame.dense(i).map(|dense| dense.shape().dims()));
    let [a_dims, b_dims, x_dims] = shapes;
    let (a_dims, b_dims, x_dims) = (a_dims?, b_dims?, x_dims?);
    let mut out = DispatchFrame::fresh(metadata)?;
    let dtype = metadata.dtype;
    for_dtype!(dtype, [floats], {
        let (a, b, x) = (frame.values::<T>(0)?, frame.values::<T>(1)?, frame.values::<T>(2)?);
        for (at, out) in out.values_mut::<T>().iter_mut().enumerate() {
            let [a, b, x] = [(a, &a_dims), (b, &b_dims), (x, &x_dims)]
                .map(|(values, dims)| f64::from(values[place(dims, at)].work()));
            *out = T::unwork(<T as Float>::Work::of(incomplete_beta(a, b, x)));
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}

/// The regularised incomplete beta function.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if a.is_nan() || b.is_nan() || x.is_nan() || a <= 0.0 || b <= 0.0 || !(0.0..=1.0).contains(&x) {
        return f64::NAN;
    }
    if x == 0.0 || x == 1.0 {
        return x;
    }
    // The fraction converges fast on one side of the mean only.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta_left(b, a, 1.0 - x);
    }
    incomplete_beta_left(a, b, x)
}

fn incomplete_beta_left(a: f64, b: f64, x: f64) -> f64 {
    const TERMS: u32 = 10_000;
    const TINY: f64 = 1e-300;
    let bounded = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / bounded(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for m in 1..TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / bounded(1.0 + even * d);
        c = bounded(1.0 + even / c);
        fraction *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / bounded(1.0 + odd * d);
        c = bounded(1.0 + odd / c);
        fraction *= d * c;
        if (d * c - 1.0).abs() < 1e-16 {
            break;
        }
    }
    let log = a * x.ln() + b * (-x).ln_1p() + libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
    log.exp() * fraction / a
}
