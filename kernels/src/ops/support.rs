//! What the files of ops share: dispatch on dtypes, checks with TensorFlow's messages, element-wise application.

use half::{bf16, f16};
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpError};
use tfrt_executor::tensor::{DType, DenseHostTensor, Element, TensorMetadata};

use crate::ops::elementwise::broadcast::{BinaryKernel, Plan};
use crate::ops::number::Float;
use tfrt_numerics::stream;

/// Runs the body with `T` as the Rust type of a dtype of the listed classes (`bool`, `ints`, `signed`, `unsigned`, `single`, `floats`,
/// `halves`, `complex`); evaluates the `else` part for every other dtype.
macro_rules! for_dtype {
    ($dtype:expr, [$($class:ident)*], $body:expr, else $other:expr $(,)?) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($class)*], $body, $other, {})
    };
    (@arms $dtype:expr, [], $body:expr, $other:expr, {$($arms:tt)*}) => {
        match $dtype {
            $($arms)*
            _ => $other,
        }
    };
    (@arms $dtype:expr, [bool $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::I1 => { type T = ::tfrt_executor::tensor::I1; $body }
        })
    };
    (@arms $dtype:expr, [signed $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::I8 => { type T = i8; $body }
            ::tfrt_executor::tensor::DType::I16 => { type T = i16; $body }
            ::tfrt_executor::tensor::DType::I32 => { type T = i32; $body }
            ::tfrt_executor::tensor::DType::I64 => { type T = i64; $body }
        })
    };
    (@arms $dtype:expr, [unsigned $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::UI8 => { type T = u8; $body }
            ::tfrt_executor::tensor::DType::UI16 => { type T = u16; $body }
            ::tfrt_executor::tensor::DType::UI32 => { type T = u32; $body }
            ::tfrt_executor::tensor::DType::UI64 => { type T = u64; $body }
        })
    };
    (@arms $dtype:expr, [ints $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [signed unsigned $($rest)*], $body, $other, { $($arms)* })
    };
    (@arms $dtype:expr, [floats $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::F32 => { type T = f32; $body }
            ::tfrt_executor::tensor::DType::F64 => { type T = f64; $body }
        })
    };
    (@arms $dtype:expr, [single $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::F32 => { type T = f32; $body }
        })
    };
    (@arms $dtype:expr, [halves $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::F16 => { type T = ::half::f16; $body }
            ::tfrt_executor::tensor::DType::BF16 => { type T = ::half::bf16; $body }
        })
    };
    (@arms $dtype:expr, [complex $($rest:ident)*], $body:expr, $other:expr, {$($arms:tt)*}) => {
        $crate::ops::support::for_dtype!(@arms $dtype, [$($rest)*], $body, $other, { $($arms)*
            ::tfrt_executor::tensor::DType::Complex64 => { type T = ::num_complex::Complex<f32>; $body }
            ::tfrt_executor::tensor::DType::Complex128 => { type T = ::num_complex::Complex<f64>; $body }
        })
    };
}
pub(crate) use for_dtype;

/// The body of a direct function: `T` is the dtype of its first argument, which declines dtypes of other classes.
macro_rules! directly {
    ($args:ident, [$($class:ident)*], $body:expr) => {{
        let Some(dtype) = $args.dtype() else { return Direct::declined() };
        $crate::ops::support::for_dtype!(dtype, [$($class)*], $body, else Direct::declined())
    }};
}
pub(crate) use directly;

/// The error for a dtype that an op does not take.
pub(crate) fn unsupported(dtype: DType) -> OpError {
    format!("Unsupported input dtype: {}", dtype.label()).into()
}

/// The error for a dtype that an op does not take, for ops that say who they are.
pub(crate) fn unsupported_for(op: &str, dtype: DType) -> OpError {
    format!("unsupported dtype for {op}: {}", dtype.label()).into()
}

/// The metadata of a result; ops that call this have a metadata function.
pub(crate) fn result_metadata<'a>(
    frame: &DispatchFrame<'a>,
    i: usize,
) -> Result<&'a TensorMetadata, OpError> {
    frame.result_metadata(i).ok_or_else(|| OpError::from("the op's metadata is missing"))
}

/// A vector of equal elements, as many as a shape says: more than there is memory for is the op's error.
pub(crate) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, OpError> {
    let mut values = room(count)?;
    values.resize(count, value);
    Ok(values)
}

/// An empty vector with room for so many elements: more than there is memory for is the op's error.
pub(crate) fn room<T>(count: usize) -> Result<Vec<T>, OpError> {
    let mut values = Vec::new();
    values.try_reserve_exact(count).map_err(|_| {
        OpError::from(format!("out of memory for {count} elements of {} bytes", size_of::<T>()))
    })?;
    Ok(values)
}

fn wrong_dtype(i: usize, expected: DType, got: DType) -> OpError {
    format!("argument {i} must have dtype {}, but has {}", expected.label(), got.label()).into()
}

/// `axis` counted from the front, for a tensor of this rank.
pub(crate) fn normalize_axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = rank as i64;
    (-rank..rank).contains(&axis).then(|| if axis < 0 { axis + rank } else { axis } as usize)
}

/// Elements of one task when an element-wise op is split over threads.
const TASK: usize = 1 << 15;

/// Runs `body` over blocks of a slice, on all threads if it is long.
pub(crate) fn for_blocks<T: Send>(
    context: &dyn OpContext,
    values: &mut [T],
    body: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    if values.len() < 2 * TASK {
        return body(0, values);
    }
    let tasks: Vec<Mutex<&mut [T]>> = values.chunks_mut(TASK).map(Mutex::new).collect();
    context.parallel_for(tasks.len(), 1, &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            body(at * TASK, &mut task.lock());
        }
    });
}

/// Runs `body(first element, block)` over blocks of whole rows of `columns` elements, on all threads if there are many.
pub(crate) fn for_parts<T: Send>(
    context: &dyn OpContext,
    values: &mut [T],
    columns: usize,
    body: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    if values.len() < 2 * TASK {
        return body(0, values);
    }
    let per_task = (TASK / columns.max(1)).max(1) * columns.max(1);
    let tasks: Vec<Mutex<&mut [T]>> = values.chunks_mut(per_task).map(Mutex::new).collect();
    context.parallel_for(tasks.len(), 1, &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            body(at * per_task, &mut task.lock());
        }
    });
}

/// As [`for_parts`], where it does not matter which rows they are.
pub(crate) fn for_rows<T: Send>(
    context: &dyn OpContext,
    values: &mut [T],
    columns: usize,
    body: &(dyn Fn(&mut [T]) + Sync),
) {
    for_parts(context, values, columns, &|_, rows| body(rows));
}

/// Elements that are copied before they are changed in place: few enough to stay in the first cache.
const BLOCK: usize = 512;

/// `out = f(x)` element by element, in place when the argument can be taken over.
#[inline]
pub(crate) fn unary<T: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T) -> T + Sync,
) -> Result<(), OpError> {
    unary_by(frame, &|values: &mut [T]| values.iter_mut().for_each(|value| *value = f(*value)))
}

fn unary_by<T: Element>(frame: &mut DispatchFrame<'_>, f: &(dyn Fn(&mut [T]) + Sync)) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = frame.output(metadata)?;
    let (in_place, large) = (out.source().is_some(), is_large(metadata));
    let input: &[T] = if in_place { &[] } else { frame.values(0)? };
    for_blocks(frame.context(), out.values_mut(), &|at, out| {
        if in_place {
            return f(out);
        }
        fill(large, out, &|i, out: &mut [T]| {
            out.copy_from_slice(&input[at + i..][..out.len()]);
            f(out);
        });
    });
    frame.finish(0, out);
    Ok(())
}

/// Computes `out` in blocks that stay in the first cache, `block(first element, elements)`; if it is part of a `large` tensor, it
/// goes to memory past the other caches.
fn fill<T: Element>(large: bool, out: &mut [T], block: &dyn Fn(usize, &mut [T])) {
    if !large {
        for (i, out) in out.chunks_mut(BLOCK).enumerate() {
            block(i * BLOCK, out);
        }
        return;
    }
    let mut values = [T::zeroed(); BLOCK];
    for (i, out) in out.chunks_mut(BLOCK).enumerate() {
        let values = &mut values[..out.len()];
        block(i * BLOCK, values);
        stream::copy(values, out);
    }
    stream::finish();
}

/// Whether the caches will not hold a tensor until it is read.
fn is_large(metadata: &TensorMetadata) -> bool {
    let size = metadata.dtype.size().unwrap_or(0);
    metadata.shape.num_elements().saturating_mul(size) >= stream::LARGE
}

/// `out = f(x)` for floating-point numbers, with functions of blocks of `f32` and of `f64`.
pub(crate) fn unary_by_blocks(
    frame: &mut DispatchFrame<'_>,
    single: fn(&mut [f32]),
    double: fn(&mut [f64]),
) -> Result<(), OpError> {
    match frame.dense(0)?.dtype() {
        DType::F32 => unary_by(frame, &single),
        DType::F64 => unary_by(frame, &double),
        DType::F16 => unary_by(frame, &|values: &mut [f16]| widened(values, single)),
        DType::BF16 => unary_by(frame, &|values: &mut [bf16]| widened(values, single)),
        dtype => Err(unsupported(dtype)),
    }
}

/// Applies a function of `f32` to half-precision numbers.
pub(crate) fn widened<T: Float<Work = f32>>(values: &mut [T], f: impl Fn(&mut [f32])) {
    let mut wide = [0.0; BLOCK];
    for values in values.chunks_mut(BLOCK) {
        let wide = &mut wide[..values.len()];
        for (wide, value) in wide.iter_mut().zip(&*values) {
            *wide = value.work();
        }
        f(wide);
        for (value, &wide) in values.iter_mut().zip(&*wide) {
            *value = T::unwork(wide);
        }
    }
}

/// `out = f(x)` element by element, into another dtype.
#[inline]
pub(crate) fn unary_into<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T) -> U + Sync,
) -> Result<(), OpError> {
    unary_into_by(frame, &|from: &[T], to: &mut [U]| {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = f(from);
        }
    })
}

fn unary_into_by<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: &(dyn Fn(&[T], &mut [U]) + Sync),
) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let input = frame.values::<T>(0)?;
    for_blocks(frame.context(), out.values_mut(), &|at, out| f(&input[at..][..out.len()], out));
    frame.finish(0, out);
    Ok(())
}

/// `out = f(a, b)` with broadcasting, in place of an argument that can be taken over.
#[inline]
pub(crate) fn binary<T: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T, T) -> T + Sync,
) -> Result<(), OpError> {
    binary_by(frame, &|a: &[T], b: &[T], out: &mut [T]| {
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = f(a, b);
        }
    })
}

/// As [`binary`], with a function of blocks of elements.
pub(crate) fn binary_by<T: Element>(
    frame: &mut DispatchFrame<'_>,
    kernel: BinaryKernel<'_, T, T, T>,
) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = frame.output(metadata)?;
    let source = out.source();
    let other = |i: usize| if source == Some(i) { Ok(None) } else { frame.dense(i).map(Some) };
    let (a, b) = (other(0)?, other(1)?);
    fn shape_of<'s>(
        tensor: Option<&'s DenseHostTensor>,
        result: &'s tfrt_executor::tensor::Shape,
    ) -> &'s tfrt_executor::tensor::Shape {
        tensor.map_or(result, DenseHostTensor::shape)
    }
    let same =
        |tensor: Option<&DenseHostTensor>| tensor.is_none_or(|tensor| *tensor.shape() == metadata.shape);
    fn values<T: Element>(i: usize, tensor: Option<&DenseHostTensor>) -> Result<&[T], OpError> {
        match tensor {
            None => Ok(&[]),
            Some(tensor) => tensor.values::<T>().ok_or_else(|| wrong_dtype(i, T::DTYPE, tensor.dtype())),
        }
    }
    let shape = &metadata.shape;
    let plan = if same(a) && same(b) {
        None
    } else {
        Some(Plan::new(shape, &[shape_of(a, shape), shape_of(b, shape)]))
    };
    let (a, b) = (values(0, a)?, values(1, b)?);
    let Some(plan) = plan else {
        let large = source.is_none() && is_large(metadata);
        for_blocks(frame.context(), out.values_mut(), &|at, out| match source {
            None if large => fill(true, out, &|i, out: &mut [T]| {
                kernel(&a[at + i..][..out.len()], &b[at + i..][..out.len()], out);
            }),
            None => kernel(&a[at..][..out.len()], &b[at..][..out.len()], out),
            Some(left) => in_place(out, if left == 0 { &b[at..] } else { &a[at..] }, left == 0, kernel),
        });
        frame.finish(0, out);
        return Ok(());
    };
    for_blocks(frame.context(), out.values_mut(), &|at, out| match source {
        None => plan.binary(at, out, a, b, kernel),
        Some(left) => plan.binary_in_place(at, out, if left == 0 { b } else { a }, left == 0, kernel),
    });
    frame.finish(0, out);
    Ok(())
}

/// One operand is the output itself: it is copied block by block, so that the kernel's slices do not overlap.
fn in_place<T: Element>(out: &mut [T], other: &[T], left: bool, kernel: BinaryKernel<'_, T, T, T>) {
    fn run<const N: usize, T: Element>(
        out: &mut [T],
        other: &[T],
        left: bool,
        kernel: BinaryKernel<'_, T, T, T>,
    ) {
        let mut own = [T::zeroed(); N];
        for (out, other) in out.chunks_mut(N).zip(other.chunks(N)) {
            let own = &mut own[..out.len()];
            own.copy_from_slice(out);
            let other = &other[..out.len()];
            if left { kernel(own, other, out) } else { kernel(other, own, out) }
        }
    }
    // Most op-by-op tensors are tiny: do not clear a large block for them.
    if out.len() <= 16 {
        run::<16, T>(out, other, left, kernel)
    } else {
        run::<BLOCK, T>(out, other, left, kernel)
    }
}

/// `out = f(a, b)` with broadcasting, into another dtype.
#[inline]
pub(crate) fn binary_into<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T, T) -> U + Sync,
) -> Result<(), OpError> {
    binary_into_by(frame, &|a: &[T], b: &[T], out: &mut [U]| {
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = f(a, b);
        }
    })
}

fn binary_into_by<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    kernel: BinaryKernel<'_, T, T, U>,
) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let plan = Plan::new(&metadata.shape, &[frame.dense(0)?.shape(), frame.dense(1)?.shape()]);
    let (a, b) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    for_blocks(frame.context(), out.values_mut(), &|at, out| plan.binary(at, out, a, b, kernel));
    frame.finish(0, out);
    Ok(())
}
