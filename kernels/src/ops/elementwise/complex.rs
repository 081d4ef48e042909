//! Complex numbers: made of their parts, taken apart, and turned into others by Fourier transforms.
//!
//! Transforms of any length take `n log n` steps: by halves where the length is a power of two, and else as a convolution of such a
//! length (Bluestein). They compute in double precision and round once.

use std::f64::consts::PI;

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Dims, Element, Shape, TensorMetadata};

use crate::ops::elementwise::apply::{binary_into, unary, unary_into};
use crate::ops::elementwise::broadcast::broadcast_shape;
use crate::ops::number::Number;
use crate::ops::support::unsupported;

type C = Complex<f64>;

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
    ops.add("tf.FFT", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| fourier(frame, 1, false)));
    ops.add("tf.IFFT", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| fourier(frame, 1, true)));
    ops.add("tf.FFT2D", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| fourier(frame, 2, false)));
    ops.add("tf.IFFT2D", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| fourier(frame, 2, true)));
    ops.add("tf.FFT3D", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| fourier(frame, 3, false)));
    ops.add("tf.IFFT3D", OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| fourier(frame, 3, true)));
    ops.add("tf.RFFT", OpEntry::new().dispatch(real_fourier));
    ops.add("tf.IRFFT", OpEntry::new().dispatch(inverse_real_fourier));
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

/// Transforms of one length and direction, without the division that undoes one.
pub(crate) struct Transform {
    length: usize,
    inverse: bool,
    /// For a length that is no power of two: the chirp, and the transform of its inverse in a length that is one.
    chirp: Option<(Vec<C>, Vec<C>)>,
}

impl Transform {
    pub(crate) fn new(length: usize, inverse: bool) -> Transform {
        let mut this = Transform { length, inverse, chirp: None };
        if length > 1 && !length.is_power_of_two() {
            let sign = if inverse { 1.0 } else { -1.0 };
            let chirp: Vec<C> = (0..length)
                .map(|k| {
                    // The square modulo 2n keeps the angle exact.
                    let square = (k as u128 * k as u128 % (2 * length as u128)) as f64;
                    C::cis(sign * PI * square / length as f64)
                })
                .collect();
            let size = (2 * length - 1).next_power_of_two();
            let mut filter = vec![C::default(); size];
            for (k, chirp) in chirp.iter().enumerate() {
                filter[k] = chirp.conj();
                filter[(size - k) % size] = chirp.conj();
            }
            halves(&mut filter, false);
            this.chirp = Some((chirp, filter));
        }
        this
    }

    pub(crate) fn run(&self, values: &mut [C]) {
        debug_assert_eq!(values.len(), self.length);
        let Some((chirp, filter)) = &self.chirp else { return halves(values, self.inverse) };
        let mut padded = vec![C::default(); filter.len()];
        for ((padded, value), chirp) in padded.iter_mut().zip(&*values).zip(chirp) {
            *padded = value * chirp;
        }
        halves(&mut padded, false);
        for (padded, filter) in padded.iter_mut().zip(filter) {
            *padded *= filter;
        }
        halves(&mut padded, true);
        let scale = 1.0 / filter.len() as f64;
        for ((value, padded), chirp) in values.iter_mut().zip(padded).zip(chirp) {
            *value = padded * chirp * scale;
        }
    }
}

/// The transform of a length that is a power of two (or zero), in place.
fn halves(values: &mut [C], inverse: bool) {
    let count = values.len();
    if count < 2 {
        return;
    }
    let bits = count.trailing_zeros();
    for at in 0..count {
        let other = at.reverse_bits() >> (usize::BITS - bits);
        if at < other {
            values.swap(at, other);
        }
    }
    let sign = if inverse { 2.0 } else { -2.0 };
    let roots: Vec<C> = (0..count / 2).map(|k| C::cis(sign * PI * k as f64 / count as f64)).collect();
    let mut half = 1;
    while half < count {
        let step = count / (2 * half);
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (k, (low, high)) in low.iter_mut().zip(high).enumerate() {
                let turned = *high * roots[k * step];
                (*low, *high) = (*low + turned, *low - turned);
            }
        }
        half *= 2;
    }
}

/// Elements that transforms take.
pub(crate) trait Part: Element {
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

pub(crate) fn least_rank(shape: &Shape, rank: usize) -> Result<Dims, OpError> {
    if shape.rank() < rank {
        return Err(format!("Input must have rank of at least {rank} but got: {shape}").into());
    }
    Ok(shape.dims())
}

/// Transforms the last dimensions.
fn fourier(frame: &mut DispatchFrame<'_>, dimensions: usize, inverse: bool) -> Result<(), OpError> {
    fn run<T: Part>(frame: &mut DispatchFrame<'_>, dimensions: usize, inverse: bool) -> Result<(), OpError> {
        let dims = least_rank(frame.dense(0)?.shape(), dimensions)?;
        if dims.contains(&0) {
            let handle = frame.take(0);
            frame.set_handle(0, handle);
            return Ok(());
        }
        let mut values: Vec<C> = frame.values::<T>(0)?.iter().map(|&value| value.wide()).collect();
        let (mut inner, mut scale) = (1, 1.0);
        for &dim in dims.iter().rev().take(dimensions) {
            let length = dim as usize;
            let transform = Transform::new(length, inverse);
            let mut line = vec![C::default(); length];
            for block in values.chunks_exact_mut((length * inner).max(1)) {
                for first in 0..inner {
                    for (line, value) in line.iter_mut().zip(block[first..].iter().step_by(inner)) {
                        *line = *value;
                    }
                    transform.run(&mut line);
                    for (value, line) in block[first..].iter_mut().step_by(inner).zip(&line) {
                        *value = *line;
                    }
                }
            }
            inner *= length;
            scale /= if inverse { length.max(1) as f64 } else { 1.0 };
        }
        let mut out = DispatchFrame::fresh(frame.dense(0)?.metadata())?;
        for (out, value) in out.values_mut::<T>().iter_mut().zip(values) {
            *out = T::of(value * scale);
        }
        frame.finish(0, out);
        Ok(())
    }
    frame.expect_args(1)?;
    match frame.dense(0)?.dtype() {
        DType::Complex64 => run::<Complex<f32>>(frame, dimensions, inverse),
        DType::Complex128 => run::<Complex<f64>>(frame, dimensions, inverse),
        other => Err(unsupported(other)),
    }
}

/// The length that the second argument of a transform of real numbers says.
fn length(frame: &DispatchFrame<'_>) -> Result<usize, OpError> {
    frame.expect_args(2)?;
    match frame.indices(1)?[..] {
        [length] if frame.dense(1)?.shape().rank() == 1 => usize::try_from(length)
            .ok()
            .filter(|&length| length < 1 << 40)
            .ok_or_else(|| format!("fft_length[0] must be >= 0, but got: {length}").into()),
        _ => Err(format!("fft_length must have shape [1], but has {}", frame.dense(1)?.shape()).into()),
    }
}

fn real_fourier(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn run<T: Part, U: Part>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
        let length = length(frame)?;
        let mut dims = least_rank(frame.dense(0)?.shape(), 1)?;
        let last = dims.len() - 1;
        let given = dims[last] as usize;
        if given < length {
            return Err(format!(
                "Input dimension {last} must have length of at least {length} but got: {given}"
            )
            .into());
        }
        let kept = if length == 0 { 0 } else { length / 2 + 1 };
        dims[last] = kept as i64;
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(U::DTYPE, Shape::new(&dims)?))?;
        if out.bytes_mut().is_empty() {
            frame.finish(0, out);
            return Ok(());
        }
        let transform = Transform::new(length, false);
        let lines = frame.values::<T>(0)?.chunks_exact(given.max(1));
        for (line, out) in lines.zip(out.values_mut::<U>().chunks_exact_mut(kept.max(1))) {
            let mut values: Vec<C> = line[..length].iter().map(|&value| value.wide()).collect();
            transform.run(&mut values);
            for (out, value) in out.iter_mut().zip(values) {
                *out = U::of(value);
            }
        }
        frame.finish(0, out);
        Ok(())
    }
    match frame.dense(0)?.dtype() {
        DType::F32 => run::<f32, Complex<f32>>(frame),
        DType::F64 => run::<f64, Complex<f64>>(frame),
        other => Err(unsupported(other)),
    }
}

fn inverse_real_fourier(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn run<T: Part, U: Part>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
        let length = length(frame)?;
        let mut dims = least_rank(frame.dense(0)?.shape(), 1)?;
        let last = dims.len() - 1;
        let given = dims[last] as usize;
        let needed = if length == 0 { 0 } else { length / 2 + 1 };
        if given < needed {
            return Err(format!(
                "Input dimension {last} must have length of at least {needed} but got: {given}"
            )
            .into());
        }
        dims[last] = length as i64;
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(U::DTYPE, Shape::new(&dims)?))?;
        if out.bytes_mut().is_empty() {
            frame.finish(0, out);
            return Ok(());
        }
        let transform = Transform::new(length, true);
        let lines = frame.values::<T>(0)?.chunks_exact(given.max(1));
        for (line, out) in lines.zip(out.values_mut::<U>().chunks_exact_mut(length.max(1))) {
            // The upper half mirrors the lower one.
            let mut values: Vec<C> = (0..length)
                .map(|k| if k < needed { line[k].wide() } else { line[length - k].wide().conj() })
                .collect();
            transform.run(&mut values);
            for (out, value) in out.iter_mut().zip(values) {
                *out = U::of(value / length as f64);
            }
        }
        frame.finish(0, out);
        Ok(())
    }
    match frame.dense(0)?.dtype() {
        DType::Complex64 => run::<Complex<f32>, f32>(frame),
        DType::Complex128 => run::<Complex<f64>, f64>(frame),
        other => Err(unsupported(other)),
    }
}
