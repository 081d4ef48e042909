//! Discrete Fourier transforms of the last one, two or three dimensions: `tf.FFT`, `tf.IFFT`, `tf.RFFT`, `tf.IRFFT` and those of planes and
//! volumes.
//!
//! They compute in double precision and round once. The last dimension of a real tensor's spectrum has only its lower half; the upper one
//! mirrors it. Elements beyond the length of a real transform are dropped.

use num_complex::Complex;
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Element, Shape, TensorMetadata};
use tfrt_numerics::fourier::{Direction, Transform};

use crate::ops::arrays::gather::product;
use crate::ops::by_dtype::unsupported;
use crate::ops::index_arguments::vector;
use crate::ops::memory::{filled, room, try_room};
use crate::ops::tasks::{for_parts, for_rows};

type C = Complex<f64>;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    for (axes, [fft, ifft, rfft, irfft]) in [
        (1, ["tf.FFT", "tf.IFFT", "tf.RFFT", "tf.IRFFT"]),
        (2, ["tf.FFT2D", "tf.IFFT2D", "tf.RFFT2D", "tf.IRFFT2D"]),
        (3, ["tf.FFT3D", "tf.IFFT3D", "tf.RFFT3D", "tf.IRFFT3D"]),
    ] {
        for (name, direction) in [(fft, Direction::Forward), (ifft, Direction::Backward)] {
            ops.add(
                name,
                OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                    frame.expect_args(1)?;
                    match frame.dense(0)?.dtype() {
                        DType::Complex64 => complex::<Complex<f32>>(frame, axes, direction),
                        DType::Complex128 => complex::<Complex<f64>>(frame, axes, direction),
                        other => Err(unsupported(other)),
                    }
                }),
            );
        }
        ops.add(
            rfft,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
                DType::F32 => spectrum::<f32, Complex<f32>>(frame, axes),
                DType::F64 => spectrum::<f64, Complex<f64>>(frame, axes),
                other => Err(unsupported(other)),
            }),
        );
        ops.add(
            irfft,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
                DType::Complex64 => signal::<Complex<f32>, f32>(frame, axes),
                DType::Complex128 => signal::<Complex<f64>, f64>(frame, axes),
                other => Err(unsupported(other)),
            }),
        );
    }
}

/// Elements that transforms take and give.
trait Part: Element {
    fn wide(self) -> C;
    fn of(value: C) -> Self;
}

macro_rules! parts_of {
    ($($ty:ty, $value:ident => $wide:expr, $of:expr;)*) => {$(
        impl Part for $ty {
            fn wide(self) -> C { let $value = self; $wide }
            fn of($value: C) -> Self { $of }
        }
    )*};
}

parts_of! {
    f32, x => C::new(x.into(), 0.0), x.re as f32;
    f64, x => C::new(x, 0.0), x.re;
    Complex<f32>, x => C::new(x.re.into(), x.im.into()), Complex::new(x.re as f32, x.im as f32);
    Complex<f64>, x => x, x;
}

/// The dimensions of the operand, which has at least `axes` of them.
fn dims_of(frame: &DispatchFrame<'_>, axes: usize) -> Result<Dims, OpError> {
    let shape = frame.dense(0)?.shape();
    if shape.rank() < axes {
        return Err(format!("Input must have rank of at least {axes} but got: {shape}").into());
    }
    Ok(shape.dims())
}

/// The lengths in operand 1.
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

/// Checks that the last dimensions of a tensor have these elements.
fn check_lengths(dims: &[i64], kept: &[i64]) -> Result<(), OpError> {
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
    Ok(())
}

/// Transforms the first `length` elements of each line, and writes as many elements of the result as lines of `to` have, times a factor.
fn transformed<T: Part, U: Part>(
    context: &dyn OpContext,
    (from, from_length): (&[T], usize),
    length: usize,
    (to, to_length): (&mut [U], usize),
    (direction, scale): (Direction, f64),
) -> Result<(), OpError> {
    if to.is_empty() {
        return Ok(());
    }
    // Memory that the runtime keeps: fresh pages would cost more than the transform of a long line.
    let line = || {
        DenseHostTensor::uninitialized(TensorMetadata::new(DType::Complex128, Shape::new(&[length as i64])?))
    };
    drop([line()?, line()?]);
    try_room::<C>(Transform::elements(length))?;
    let transform = Transform::new(length, direction);
    let failure = Mutex::new(None);
    for_parts(context, to, to_length, &|first, to| {
        let mut run = || -> Result<(), OpError> {
            let (mut wide, mut made) = (line()?, line()?);
            let wide = wide.values_mut::<C>().ok_or("a new tensor is shared")?;
            let made = made.values_mut::<C>().ok_or("a new tensor is shared")?;
            for (number, to) in (first / to_length..).zip(to.chunks_exact_mut(to_length)) {
                let from = &from[number * from_length..][..length];
                wide.iter_mut().zip(from).for_each(|(wide, &value)| *wide = value.wide());
                transform.run_into(wide, made);
                to.iter_mut().zip(&*made).for_each(|(to, &value)| *to = U::of(value * scale));
            }
            Ok(())
        };
        if let Err(error) = run() {
            *failure.lock() = Some(error);
        }
    });
    failure.into_inner().map_or(Ok(()), Err)
}

/// The elements in the first corner of each block of a tensor's last dimensions.
fn corner<T: Part>(values: &[T], dims: &[i64], kept: &[i64]) -> Result<Vec<C>, OpError> {
    check_lengths(dims, kept)?;
    let first = dims.len() - kept.len();
    let count = product(&dims[..first]).checked_mul(product(kept)).ok_or("the transform is too large")?;
    let mut made = filled(C::default(), count)?;
    if dims[first..] == *kept {
        for (to, &value) in made.iter_mut().zip(values) {
            *to = value.wide();
        }
        return Ok(made);
    }
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

/// Transforms each line of `length` elements that are `step` apart, on all threads if there is much to do.
fn along(
    context: &dyn OpContext,
    values: &mut [C],
    length: usize,
    step: usize,
    direction: Direction,
) -> Result<(), OpError> {
    if length < 2 || step == 0 || values.is_empty() {
        return Ok(());
    }
    try_room::<C>(Transform::elements(length))?;
    let transform = Transform::new(length, direction);
    if step == 1 {
        for_rows(context, values, length, &|lines| transform.run(lines));
        return Ok(());
    }
    // Lines are made contiguous, and put back afterwards.
    let mut lines = filled(C::default(), values.len())?;
    for_parts(context, &mut lines, length, &|first, lines| {
        for (line, to) in lines.chunks_exact_mut(length).enumerate() {
            let line = first / length + line;
            let from = &values[line / step * step * length + line % step..];
            for (to, value) in to.iter_mut().zip(from.iter().step_by(step)) {
                *to = *value;
            }
        }
        transform.run(lines);
    });
    for_parts(context, values, step, &|first, rows| {
        for (row, to) in rows.chunks_exact_mut(step).enumerate() {
            let row = first / step + row;
            let from = &lines[row / length * step * length + row % length..];
            for (to, value) in to.iter_mut().zip(from.iter().step_by(length)) {
                *to = *value;
            }
        }
    });
    Ok(())
}

/// The elements of the last dimension of a spectrum, of a transform of so many real numbers.
fn half(length: i64) -> i64 {
    if length == 0 { 0 } else { length / 2 + 1 }
}

/// `tf.FFT*` and `tf.IFFT*`.
fn complex<T: Part>(frame: &mut DispatchFrame<'_>, axes: usize, direction: Direction) -> Result<(), OpError> {
    let dims = dims_of(frame, axes)?;
    if dims.contains(&0) {
        let handle = frame.take(0);
        frame.set_handle(0, handle);
        return Ok(());
    }
    let lengths = &dims[dims.len() - axes..];
    if let &[length] = lengths {
        let scale = if direction == Direction::Backward { 1.0 / length as f64 } else { 1.0 };
        let length = length as usize;
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, Shape::new(&dims)?))?;
        let from = (frame.values::<T>(0)?, length);
        transformed(frame.context(), from, length, (out.values_mut::<T>(), length), (direction, scale))?;
        frame.finish(0, out);
        return Ok(());
    }
    let mut values = corner(frame.values::<T>(0)?, &dims, lengths)?;
    let mut step = 1;
    for &length in lengths.iter().rev() {
        along(frame.context(), &mut values, length as usize, step, direction)?;
        step *= length as usize;
    }
    let scale = if direction == Direction::Backward { 1.0 / step as f64 } else { 1.0 };
    finish::<T>(frame, &dims, &values, scale)
}

/// `tf.RFFT*`.
fn spectrum<T: Part, U: Part>(frame: &mut DispatchFrame<'_>, axes: usize) -> Result<(), OpError> {
    let lengths = lengths(frame, axes)?;
    let mut dims = dims_of(frame, axes)?;
    check_lengths(&dims, &lengths)?;
    let (last, first) = (lengths[axes - 1], dims.len() - axes);
    let kept = half(last) as usize;
    let whole = dims[dims.len() - 1] as usize;
    if axes == 1 && kept > 0 {
        let of_rows = (frame.values::<T>(0)?, whole);
        dims[first] = kept as i64;
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(U::DTYPE, Shape::new(&dims)?))?;
        let to = (out.values_mut::<U>(), kept);
        transformed(frame.context(), of_rows, last as usize, to, (Direction::Forward, 1.0))?;
        frame.finish(0, out);
        return Ok(());
    }
    let mut values = corner(frame.values::<T>(0)?, &dims, &lengths)?;
    along(frame.context(), &mut values, last as usize, 1, Direction::Forward)?;
    let lines = values.chunks_exact((last as usize).max(1));
    let mut halves: Vec<C> = room(lines.len().saturating_mul(kept))?;
    lines.for_each(|line| halves.extend_from_slice(&line[..kept]));
    let mut step = kept;
    for &length in lengths[..axes - 1].iter().rev() {
        along(frame.context(), &mut halves, length as usize, step, Direction::Forward)?;
        step *= length as usize;
    }
    dims[first..].copy_from_slice(&lengths);
    dims[first + axes - 1] = kept as i64;
    finish::<U>(frame, &dims, &halves, 1.0)
}

/// `tf.IRFFT*`.
fn signal<T: Part, U: Part>(frame: &mut DispatchFrame<'_>, axes: usize) -> Result<(), OpError> {
    let lengths = lengths(frame, axes)?;
    let mut dims = dims_of(frame, axes)?;
    let (last, first) = (lengths[axes - 1] as usize, dims.len() - axes);
    let kept = half(last as i64) as usize;
    let mut needed = lengths.clone();
    needed[axes - 1] = kept as i64;
    let mut halves = corner(frame.values::<T>(0)?, &dims, &needed)?;
    let mut step = kept;
    for &length in lengths[..axes - 1].iter().rev() {
        along(frame.context(), &mut halves, length as usize, step, Direction::Backward)?;
        step *= length as usize;
    }
    let count = halves.len() / kept.max(1) * last;
    let mut values = filled(C::default(), count)?;
    for (line, to) in halves.chunks_exact(kept.max(1)).zip(values.chunks_exact_mut(last.max(1))) {
        for (k, to) in to.iter_mut().enumerate() {
            *to = if k < kept { line[k] } else { line[last - k].conj() };
        }
    }
    along(frame.context(), &mut values, last, 1, Direction::Backward)?;
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
