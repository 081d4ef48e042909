//! What the files of ops share: dispatch on dtypes, checks with TensorFlow's messages, element-wise application.

use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{DType, DTypeExt as _, Element, Shape, TensorMetadata};

use super::broadcast::Plan;

/// Runs the body with `T` as the Rust type of a dtype of the listed classes (`bool`, `ints`, `signed`, `unsigned`, `floats`,
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

/// The error for a dtype that an op does not take.
pub fn unsupported(dtype: DType) -> OpError {
    format!("Unsupported input dtype: {}", dtype.label()).into()
}

/// The metadata of a result; ops that call this have a metadata function.
pub fn result_metadata<'a>(frame: &DispatchFrame<'a>, i: usize) -> Result<&'a TensorMetadata, OpError> {
    frame.result_metadata(i).ok_or_else(|| OpError::from("the op's metadata is missing"))
}

/// `axis` counted from the front, for a tensor of this rank.
pub fn normalize_axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = rank as i64;
    (-rank..rank).contains(&axis).then(|| if axis < 0 { axis + rank } else { axis } as usize)
}

/// `out = f(x)` element by element, in place when the argument can be taken over.
pub fn unary<T: Element>(frame: &mut DispatchFrame<'_>, f: impl Fn(T) -> T) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = frame.output(metadata)?;
    match out.source() {
        Some(_) => out.values_mut::<T>().iter_mut().for_each(|value| *value = f(*value)),
        None => {
            for (out, &x) in out.values_mut::<T>().iter_mut().zip(frame.values::<T>(0)?) {
                *out = f(x);
            }
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// `out = f(x)` element by element, into another dtype.
pub fn unary_into<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T) -> U,
) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    for (out, &x) in out.values_mut::<U>().iter_mut().zip(frame.values::<T>(0)?) {
        *out = f(x);
    }
    frame.finish(0, out);
    Ok(())
}

/// `out = f(a, b)` with broadcasting, in place of an argument that can be taken over.
pub fn binary<T: Element>(frame: &mut DispatchFrame<'_>, f: impl Fn(T, T) -> T) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = frame.output(metadata)?;
    let shape = |i: usize| -> Result<&Shape, OpError> {
        if out.source() == Some(i) { Ok(&metadata.shape) } else { Ok(frame.dense(i)?.shape()) }
    };
    let same = |i: usize| Ok::<_, OpError>(shape(i)? == &metadata.shape);
    if same(0)? && same(1)? {
        match out.source() {
            None => {
                let (a, b) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
                for ((out, &a), &b) in out.values_mut::<T>().iter_mut().zip(a).zip(b) {
                    *out = f(a, b);
                }
            }
            Some(0) => {
                for (out, &b) in out.values_mut::<T>().iter_mut().zip(frame.values::<T>(1)?) {
                    *out = f(*out, b);
                }
            }
            Some(_) => {
                for (out, &a) in out.values_mut::<T>().iter_mut().zip(frame.values::<T>(0)?) {
                    *out = f(a, *out);
                }
            }
        }
    } else {
        let plan = Plan::new(&metadata.shape, &[shape(0)?, shape(1)?]);
        match out.source() {
            None => plan.binary(out.values_mut(), frame.values::<T>(0)?, frame.values::<T>(1)?, f),
            Some(0) => plan.binary_left(out.values_mut(), frame.values::<T>(1)?, f),
            Some(_) => plan.binary_right(out.values_mut(), frame.values::<T>(0)?, f),
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// `out = f(a, b)` with broadcasting, into another dtype.
pub fn binary_into<T: Element, U: Element>(
    frame: &mut DispatchFrame<'_>,
    f: impl Fn(T, T) -> U,
) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let plan = Plan::new(&metadata.shape, &[frame.dense(0)?.shape(), frame.dense(1)?.shape()]);
    plan.binary(out.values_mut(), frame.values::<T>(0)?, frame.values::<T>(1)?, f);
    frame.finish(0, out);
    Ok(())
}
