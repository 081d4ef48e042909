//! Fourier transforms of real numbers over planes and volumes: `tf.RFFT2D`, `tf.RFFT3D` and back.
//!
//! The last dimension of a spectrum has only its lower half; the upper one mirrors it. Elements beyond the length of the transform
//! are dropped.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::product;
use crate::ops::elementwise::complex::{Part, Transform, least_rank};
use crate::ops::index_arguments::vector;
use crate::ops::support::{filled, unsupported};

type C = Complex<f64>;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // Lengths are data, so there are no metadata functions.
    for (name, axes) in [("tf.RFFT2D", 2), ("tf.RFFT3D", 3)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
                DType::F32 => forward::<f32, Complex<f32>>(frame, axes),
                DType::F64 => forward::<f64, Complex<f64>>(frame, axes),
                other => Err(unsupported(other)),
            }),
        );
    }
    for (name, axes) in [("tf.IRFFT2D", 2), ("tf.IRFFT3D", 3)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
                DType::Complex64 => backward::<Complex<f32>, f32>(frame, axes),
                DType::Complex128 => backward::<Complex<f64>, f64>(frame, axes),
                other => Err(unsupported(other)),
            }),
        );
    }
}

/// The lengths that the second argument says.
fn lengths(frame: &DispatchFrame<'_>, axes: usize) -> Result<Dims, OpError> {
    frame.expect_args(2)?;
    let lengths = vector(frame, 1, "fft_length")?;
    if lengths.len() != axes {
        return Err(format!("fft_length must have shape [{axes}], but has [{}]", lengths.len()).into());
    }
    match lengths.iter().position(|length| !(0..1 << 40).contains(length)) {
        Some(at) => Err(format!("fft_length[{at}] must be >= 0, but got: {}", lengths[at]).into()),
        None => Ok(lengths),
    }
}

/// The elements in the first corner of each block of a tensor's last dimensions.
fn corner<T: Part>(values: &[T], dims: &[i64], kept: &[i64]) -> Result<Vec<C>, OpError> {
    let first = dims.len() - kept.len();
    for (axis, (&have, &needed)) in dims[first..].iter().zip(kept).enumerate() {
        if have < needed {
            return Err(format!(
                "Input dimension {} must have length of at least {needed} but got: {have}",
                first + axis
            )
            .into());
        }
    }
    let count = product(&dims[..first]).checked_mul(product(kept)).ok_or("the transform is too large")?;
    let mut made = filled(C::default(), count)?;
    for (at, to) in made.iter_mut().enumerate() {
        let (mut rest, mut place, mut step) = (at, 0, 1);
        for (&kept, &dim) in kept.iter().zip(&dims[first..]).rev() {
            place += rest % kept as usize * step;
            rest /= kept as usize;
            step *= dim as usize;
        }
        *to = values[rest * step + place].wide();
    }
    Ok(made)
}

/// Transforms lines of a length whose elements are so far apart.
fn along(values: &mut [C], length: usize, step: usize, inverse: bool) {
    if length == 0 || step == 0 {
        return;
    }
    let transform = Transform::new(length, inverse);
    let mut line = vec![C::default(); length];
    for block in values.chunks_exact_mut(length * step) {
        for first in 0..step {
            for (line, value) in line.iter_mut().zip(block[first..].iter().step_by(step)) {
                *line = *value;
            }
            transform.run(&mut line);
            for (value, line) in block[first..].iter_mut().step_by(step).zip(&line) {
                *value = *line;
            }
        }
    }
}

/// What is kept of the last dimension of a spectrum.
fn half(length: i64) -> i64 {
    if length == 0 { 0 } else { length / 2 + 1 }
}

fn forward<T: Part, U: Part>(frame: &mut DispatchFrame<'_>, axes: usize) -> Result<(), OpError> {
    let lengths = lengths(frame, axes)?;
    let mut dims = least_rank(frame.dense(0)?.shape(), axes)?;
    let mut values = corner(frame.values::<T>(0)?, &dims, &lengths)?;
    let (last, first) = (lengths[axes - 1], dims.len() - axes);
    along(&mut values, last as usize, 1, false);
    let kept = half(last) as usize;
    let mut halves: Vec<C> =
        values.chunks_exact((last as usize).max(1)).flat_map(|line| &line[..kept]).copied().collect();
    let mut step = kept;
    for &length in lengths[..axes - 1].iter().rev() {
        along(&mut halves, length as usize, step, false);
        step *= length as usize;
    }
    dims[first..].copy_from_slice(&lengths);
    dims[first + axes - 1] = kept as i64;
    finish::<U>(frame, &dims, &halves, 1.0)
}

fn backward<T: Part, U: Part>(frame: &mut DispatchFrame<'_>, axes: usize) -> Result<(), OpError> {
    let lengths = lengths(frame, axes)?;
    let mut dims = least_rank(frame.dense(0)?.shape(), axes)?;
    let (last, first) = (lengths[axes - 1] as usize, dims.len() - axes);
    let kept = half(last as i64) as usize;
    let mut needed = lengths.clone();
    needed[axes - 1] = kept as i64;
    let mut halves = corner(frame.values::<T>(0)?, &dims, &needed)?;
    let mut step = kept;
    for &length in lengths[..axes - 1].iter().rev() {
        along(&mut halves, length as usize, step, true);
        step *= length as usize;
    }
    let count = halves.len() / kept.max(1) * last;
    let mut values = filled(C::default(), count)?;
    for (line, to) in halves.chunks_exact(kept.max(1)).zip(values.chunks_exact_mut(last.max(1))) {
        for (k, to) in to.iter_mut().enumerate() {
            *to = if k < kept { line[k] } else { line[last - k].conj() };
        }
    }
    along(&mut values, last, 1, true);
    dims[first..].copy_from_slice(&lengths);
    let scale = 1.0 / product(&lengths).max(1) as f64;
    finish::<U>(frame, &dims, &values, scale)
}

fn finish<U: Part>(
    frame: &mut DispatchFrame<'_>,
    dims: &[i64],
    values: &[C],
    scale: f64,
) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(U::DTYPE, Shape::new(dims)?))?;
    for (to, &value) in out.values_mut::<U>().iter_mut().zip(values) {
        *to = U::of(value * scale);
    }
    frame.finish(0, out);
    Ok(())
}
