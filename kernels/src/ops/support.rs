//! Helpers of several families of ops: dispatch on dtypes, checks with TensorFlow's messages, loops over rows on all
//! threads.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpError};
use tfrt_executor::tensor::TensorMetadata;
pub(crate) use tfrt_ops::shapes::{unsupported, unsupported_for};

use crate::ops::number::Float;

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

/// `axis` counted from the front, for a tensor of this rank.
pub(crate) fn normalize_axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = rank as i64;
    (-rank..rank).contains(&axis).then(|| if axis < 0 { axis + rank } else { axis } as usize)
}

/// Elements of one task when an element-wise op is split over threads.
pub(crate) const TASK: usize = 1 << 15;

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

/// Elements of a block of halves while it is widened: few enough to stay in the first cache.
const BLOCK: usize = 512;

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
