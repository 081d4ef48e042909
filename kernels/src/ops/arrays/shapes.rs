//! Constants, identities, shapes, reshaping, filling, ranges, casts.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, Dims, I1, ScalarHostTensor, Shape, Tensor, TensorMetadata,
};
use tfrt_ops::shapes::dtype_attr;

use crate::ops::arrays::strided::{Copy, element_size, row_major};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::encoded;
use crate::ops::elementwise::broadcast::broadcast_dims;
use crate::ops::index_arguments::normalize_axis;
use crate::ops::memory::result_metadata;
use crate::ops::number::{Float, Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Const", OpEntry::new().dispatch(constant));
    for name in
        ["tf.Identity", "tf.StopGradient", "tf.PreventGradient", "tf.PlaceholderWithDefault", "tf.Snapshot"]
    {
        ops.add(name, OpEntry::new().dispatch(identity).scalars().strings().sparse().variants());
    }
    let identity_n = OpEntry::new().dispatch(identity).scalars().strings().sparse();
    ops.add("tf.IdentityN", identity_n.variants());
    ops.add("tf.Placeholder", OpEntry::new().dispatch(placeholder));
    ops.add("tf.NoOp", OpEntry::new().dispatch(|_: &mut DispatchFrame<'_>| Ok(())));
    ops.add("tf.CheckNumerics", OpEntry::new().dispatch(check_numerics));
    ops.add("tf.Shape", OpEntry::new().dispatch(shape_of).strings().scalars().variants());
    ops.add("tf.ShapeN", OpEntry::new().dispatch(shape_of).strings().scalars().variants());
    ops.add("tf.Size", OpEntry::new().dispatch(size_of).strings().scalars().variants());
    ops.add("tf.Rank", OpEntry::new().dispatch(rank_of).strings().scalars().variants());
    ops.add("tf.Reshape", OpEntry::new().dispatch(reshape).strings());
    ops.add("tf.Squeeze", OpEntry::new().dispatch(squeeze).strings());
    ops.add("tf.ExpandDims", OpEntry::new().dispatch(expand_dims).strings());
    ops.add("tf.ZerosLike", OpEntry::new().dispatch(encoded(zeros_like)).strings().variants());
    ops.add("tf.OnesLike", OpEntry::new().dispatch(ones_like));
    ops.add("tf.EnsureShape", OpEntry::new().dispatch(ensure_shape).strings());
    ops.add("tf.Empty", OpEntry::new().dispatch(empty));
    ops.add("tf.Fill", OpEntry::new().dispatch(encoded(fill)).strings());
    ops.add("tf.Range", OpEntry::new().dispatch(range));
    ops.add("tf.LinSpace", OpEntry::new().dispatch(lin_space));
    ops.add("tf.BroadcastTo", OpEntry::new().dispatch(encoded(broadcast_to)).strings());
    ops.add("tf.BroadcastArgs", OpEntry::new().dispatch(broadcast_args));
    ops.add("tf.InvertPermutation", OpEntry::new().dispatch(invert_permutation));
}

fn constant(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let value: Tensor = match (attrs.get_dense("value"), attrs.get_strings("value")) {
        (Some(value), _) => value.clone().into(),
        (None, Some(value)) => value.clone().into(),
        (None, None) => return Err("tf.Const needs a `value` dense attribute".into()),
    };
    frame.set(0, value);
    Ok(())
}

/// A placeholder for an argument that the program must supply; running it means that the argument is missing.
fn placeholder(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.attrs().get_dtype("dtype").map_or("any dtype", DType::label);
    Err(format!("You must feed a value for the tf.Placeholder with dtype {dtype}").into())
}

/// Results are the arguments themselves.
fn identity(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    for i in 0..frame.num_args() {
        let handle = frame.take(i);
        frame.set_handle(i, handle);
    }
    Ok(())
}

fn check_numerics(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let dtype = frame.dense(0)?.dtype();
    let (nan, infinite) = for_dtype!(dtype, [floats halves], {
        let values = frame.values::<T>(0)?;
        let infinite = values.iter().any(|&x| x == T::HIGHEST || x == T::LOWEST);
        (values.iter().any(|&x| Real::is_nan(x)), infinite)
    }, else return Err(unsupported(dtype)));
    let found = match (infinite, nan) {
        (true, true) => "Inf and NaN",
        (true, false) => "Inf",
        (false, true) => "NaN",
        (false, false) => return identity(frame),
    };
    let message =
        String::from_utf8_lossy(frame.attrs().get_string("message").unwrap_or_default()).into_owned();
    Err(format!("{message} : Tensor had {found} values").into())
}

fn out_type(attrs: OpAttrsRef<'_>) -> Result<DType, OpError> {
    dtype_attr(&*attrs, "out_type", DType::I32, &[DType::I32, DType::I64])
}

/// A tensor of integers of a dtype that is `i32` or `i64`.
fn indices_tensor(shape: Shape, dtype: DType, values: &[i64]) -> Result<DenseHostTensor, OpError> {
    if dtype == DType::I64 {
        return Ok(DenseHostTensor::from_values(shape, values)?);
    }
    let narrow: Result<Vec<i32>, _> = values.iter().map(|&value| i32::try_from(value)).collect();
    let narrow = narrow.map_err(|_| "a value does not fit the output type i32")?;
    Ok(DenseHostTensor::from_values(shape, &narrow)?)
}

fn shape_of(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = out_type(frame.attrs())?;
    for i in 0..frame.num_args() {
        let dims = frame.tensor(i)?.shape().dims();
        frame.set(i, indices_tensor(Shape::new(&[dims.len() as i64])?, dtype, &dims)?);
    }
    Ok(())
}

fn size_of(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let count = frame.tensor(0)?.shape().num_elements() as i64;
    frame.set(0, indices_tensor(Shape::scalar(), out_type(frame.attrs())?, &[count])?);
    Ok(())
}

fn rank_of(x: &Tensor) -> Result<DenseHostTensor, OpError> {
    Ok(DenseHostTensor::from_values(Shape::scalar(), &[x.shape().rank() as i32])?)
}

/// The first argument's elements in another shape: shared, or taken over.
fn set_reshaped(frame: &mut DispatchFrame<'_>, shape: Shape) -> Result<(), OpError> {
    let tensor = match frame.tensor(0)? {
        Tensor::Dense(dense) => Tensor::Dense(dense.reshaped(shape)?),
        Tensor::String(strings) => Tensor::String(strings.reshaped(shape)?),
        _ => return Err("Unsupported tensor type".into()),
    };
    frame.set(0, tensor);
    Ok(())
}

/// The product of all dimensions but those that are zero.
fn nonzero(dims: &[i64]) -> Result<i64, OpError> {
    let product = dims.iter().filter(|&&dim| dim != 0).try_fold(1i64, |all, &dim| all.checked_mul(dim));
    product.ok_or_else(|| "the sizes of the shape overflow".into())
}

fn reshape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let from = frame.tensor(0)?.shape();
    let wanted = frame.dense(1)?;
    if wanted.shape().rank() != 1 {
        return Err(format!("shape must be a vector, but has shape {}", wanted.shape()).into());
    }
    let mut dims = frame.indices(1)?;
    let unknown: Vec<usize> = (0..dims.len()).filter(|&axis| dims[axis] == -1).collect();
    let elements = from.num_elements() as i64;
    match unknown[..] {
        [] => {}
        [axis] => {
            dims[axis] = 1;
            let known = Shape::new(&dims)?.num_elements() as i64;
            // Where no elements are requested, the sizes that are not zero suffice.
            let (there, asked) = match known {
                0 => (nonzero(&from.dims())?, nonzero(&dims)?),
                known => (elements, known),
            };
            if (known == 0 && elements != 0) || there % asked != 0 {
                return Err(format!(
                    "Input to reshape is a tensor with {elements} values, but the requested shape requires a multiple of {known}"
                )
                .into());
            }
            dims[axis] = there / asked;
        }
        [first, second, ..] => {
            return Err(format!("Only one input size may be -1, not both {first} and {second}").into());
        }
    }
    let shape = Shape::new(&dims)?;
    if shape.num_elements() as i64 != elements {
        let wanted = shape.num_elements();
        return Err(format!(
            "Input to reshape is a tensor with {elements} values, but the requested shape has {wanted}"
        )
        .into());
    }
    set_reshaped(frame, shape)
}

fn squeeze(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = result_metadata(frame, 0)?.shape.clone();
    set_reshaped(frame, shape)
}

fn expand_dims(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let axis = frame.dense(1)?;
    if axis.num_elements() != 1 {
        return Err("Axis must be a scalar tensor".into());
    }
    let axis = match axis.index_values() {
        Some(values) => values[0],
        None => return Err("Unsupported axis data type".into()),
    };
    let mut dims = frame.tensor(0)?.shape().dims();
    let rank = dims.len();
    let at = normalize_axis(axis, rank + 1)
        .ok_or_else(|| format!("Failed to expand axis {axis} for tensor of rank {rank}"))?;
    dims.insert(at, 1);
    set_reshaped(frame, Shape::new(&dims)?)
}

fn ensure_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let tensor = frame.take(0);
    frame.set_handle(0, tensor);
    Ok(())
}

/// A tensor of a shape, whose content is unspecified (here zeros).
fn empty(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let dims = frame.indices(0)?;
    let dtype = frame.attrs().get_dtype("dtype").ok_or("missing 'dtype' attribute")?;
    if matches!(dtype, DType::Resource | DType::Variant) {
        return Err(format!("dtype must be one of tensors with elements, but is {}", dtype.label()).into());
    }
    let made = crate::ops::collections::list::zeros(dtype, Shape::new(&dims)?)?;
    frame.set(0, made);
    Ok(())
}

fn zeros_like(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    if metadata.dtype == DType::Variant {
        let zeros = crate::ops::collections::list::sum::zeros_like(frame.tensor(0)?)?;
        frame.set(0, zeros);
        return Ok(());
    }
    let zeros = [0; 16];
    let size = metadata.dtype.size().ok_or_else(|| unsupported(metadata.dtype))?;
    frame.set(0, ScalarHostTensor::from_bytes(metadata.clone(), &zeros[..size])?);
    Ok(())
}

fn ones_like(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let shape = metadata.shape.clone();
    let ones = match metadata.dtype {
        DType::I1 => ScalarHostTensor::new(shape, I1(1)),
        dtype => for_dtype!(
            dtype,
            [ints floats halves complex],
            ScalarHostTensor::new(shape, T::ONE),
            else return Err(unsupported(dtype))
        ),
    };
    frame.set(0, ones);
    Ok(())
}

fn fill(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let value = frame.dense(1)?;
    if value.num_elements() != 1 {
        return Err(format!("value must be a scalar, got shape {}", value.shape()).into());
    }
    let dims = frame.dense(0)?.shape();
    // A scalar stands for a vector of one.
    if dims.rank() > 1 {
        return Err(format!("dims must represent a vector, got shape {dims}").into());
    }
    let metadata = TensorMetadata::new(value.dtype(), Shape::new(&frame.indices(0)?)?);
    let filled = DenseHostTensor::filled(metadata, value.bytes())?;
    frame.set(0, filled);
    Ok(())
}

/// The only element of an argument.
pub(crate) fn scalar<T: tfrt_executor::tensor::Element>(
    frame: &DispatchFrame<'_>,
    i: usize,
    name: &str,
) -> Result<T, OpError> {
    match frame.values::<T>(i)? {
        [value] => Ok(*value),
        _ => Err(format!("{name} must be a scalar, got shape {}", frame.dense(i)?.shape()).into()),
    }
}

fn range(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    /// More elements than this cannot be meant.
    const LIMIT: f64 = 9.0e15;
    frame.expect_args(3)?;
    let dtype = frame.dense(0)?.dtype();
    let tensor = for_dtype!(dtype, [ints floats halves], {
        let start = scalar::<T>(frame, 0, "start")?;
        let limit = scalar::<T>(frame, 1, "limit")?;
        let delta = scalar::<T>(frame, 2, "delta")?;
        if delta == T::ZERO {
            return Err("Requires delta != 0: 0".into());
        }
        if (delta > T::ZERO && start > limit) || (delta < T::ZERO && start < limit) {
            let sign = if delta > T::ZERO { "start <= limit when delta > 0" } else { "start >= limit when delta < 0" };
            return Err(format!("Requires {sign}: {start:?}/{limit:?}").into());
        }
        let size = T::steps(start, limit, delta);
        if !(0.0..LIMIT).contains(&size) {
            return Err(format!(
                "Requires ((limit - start) / delta) <= {LIMIT}, got {size}, of {start:?}, {limit:?} and {delta:?}"
            )
            .into());
        }
        let metadata = TensorMetadata::new(dtype, Shape::new(&[size as i64])?);
        let mut tensor = DenseHostTensor::uninitialized(metadata)?;
        for (i, out) in tensor.values_mut::<T>().unwrap_or_default().iter_mut().enumerate() {
            *out = T::step(start, delta, i);
        }
        tensor
    }, else return Err(unsupported(dtype)));
    frame.set(0, tensor);
    Ok(())
}

/// Steps of a range.
pub(crate) trait Steps: Real {
    /// The number of steps of `delta` from `start` to before `limit`.
    fn steps(start: Self, limit: Self, delta: Self) -> f64;
    /// The value after `i` steps.
    fn step(start: Self, delta: Self, i: usize) -> Self;
}

macro_rules! integer_steps {
    ($($ty:ty)*) => {$(
        impl Steps for $ty {
            fn steps(start: Self, limit: Self, delta: Self) -> f64 {
                let (start, limit, delta) = (i128::from(start), i128::from(limit), i128::from(delta));
                let distance = (limit - start).unsigned_abs();
                distance.div_ceil(delta.unsigned_abs().max(1)) as f64
            }
            fn step(start: Self, delta: Self, i: usize) -> Self {
                start.wrapping_add(delta.wrapping_mul(i as $ty))
            }
        }
    )*};
}

macro_rules! float_steps {
    ($($ty:ty)*) => {$(
        impl Steps for $ty {
            fn steps(start: Self, limit: Self, delta: Self) -> f64 {
                f64::from(limit.minus(start).over(delta).work()).abs().ceil()
            }
            fn step(start: Self, delta: Self, i: usize) -> Self {
                // Halves are rounded after each operation, the number of the step as well.
                type W = <$ty as Float>::Work;
                start.plus(<$ty>::unwork(i as W).times(delta))
            }
        }
    )*};
}

integer_steps!(u8 u16 u32 u64 i8 i16 i32 i64);
float_steps!(f32 f64 half::f16 half::bf16);

fn lin_space(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let num = match frame.indices(2)?[..] {
        [num] => num,
        _ => return Err(format!("num must be a scalar, got shape {}", frame.dense(2)?.shape()).into()),
    };
    if num <= 0 {
        return Err(format!("Requires num > 0: {num}").into());
    }
    let dtype = frame.dense(0)?.dtype();
    let tensor = for_dtype!(dtype, [floats halves], {
        type W = <T as Float>::Work;
        let (start, stop) = (scalar::<T>(frame, 0, "start")?, scalar::<T>(frame, 1, "stop")?);
        let mut tensor = DenseHostTensor::uninitialized(TensorMetadata::new(dtype, Shape::new(&[num])?))?;
        let step = if num == 1 { 0.0 } else { (stop.work() - start.work()) / (num - 1) as W };
        let values = tensor.values_mut::<T>().unwrap_or_default();
        for (i, out) in values.iter_mut().enumerate() {
            *out = T::unwork(start.work() + step * i as W);
        }
        // Rounding never moves the end.
        if let [_, .., last] = values {
            *last = stop;
        }
        tensor
    }, else return Err(unsupported(dtype)));
    frame.set(0, tensor);
    Ok(())
}

fn broadcast_to(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let dims = frame.indices(1)?;
    if frame.dense(1)?.shape().rank() != 1 {
        return Err(format!("shape must be a vector, but has shape {}", frame.dense(1)?.shape()).into());
    }
    let from = frame.dense(0)?;
    let (dtype, shape) = (from.dtype(), Shape::new(&dims)?);
    if broadcast_dims(&from.shape().dims(), &dims)? != dims {
        return Err(format!("Incompatible shapes: {} vs. {shape}", from.shape()).into());
    }
    let size = element_size(dtype)?;
    let missing = dims.len() - from.shape().rank();
    let own = from.shape().dims();
    let mut steps = Dims::from_elem(0, missing);
    steps.extend(own.iter().zip(row_major(&own)).map(|(&dim, step)| if dim == 1 { 0 } else { step }));
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
    Copy::gather(&dims, 0, &steps).run(size, frame.dense(0)?.bytes(), out.bytes_mut())?;
    frame.finish(0, out);
    Ok(())
}

fn broadcast_args(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let dtype = frame.dense(0)?.dtype();
    for i in 0..2 {
        let (shape, other) = (frame.dense(i)?.shape(), frame.dense(i)?.dtype());
        if shape.rank() != 1 {
            return Err(format!("In[{i}] must be a vector, but has shape {shape}").into());
        }
        if other != dtype {
            let (dtype, other) = (dtype.label(), other.label());
            return Err(format!("In[0] has dtype {dtype}, but In[1] has {other}").into());
        }
    }
    let dims = broadcast_dims(&frame.indices(0)?, &frame.indices(1)?)?;
    frame.set(0, indices_tensor(Shape::new(&[dims.len() as i64])?, dtype, &dims)?);
    Ok(())
}

fn invert_permutation(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let dense = frame.dense(0)?;
    if dense.shape().rank() != 1 {
        return Err(format!("invert_permutation expects a 1D vector, but got shape {}", dense.shape()).into());
    }
    let (permutation, dtype, shape) = (frame.indices(0)?, dense.dtype(), dense.shape().clone());
    let n = permutation.len() as i64;
    let mut inverse = vec![-1i64; permutation.len()];
    for (i, &to) in permutation.iter().enumerate() {
        if !(0..n).contains(&to) {
            return Err(format!("{to} is not between 0 and {n}").into());
        }
        if std::mem::replace(&mut inverse[to as usize], i as i64) != -1 {
            return Err(format!("{to} is duplicated in the input.").into());
        }
    }
    frame.set(0, indices_tensor(shape, dtype, &inverse)?);
    Ok(())
}
