//! Constants, identities, shapes, reshaping, filling, ranges, casts.

use tfrt_executor::core_runtime::{
    DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry, Prepared, StepSpec,
};
use tfrt_executor::tensor::{DType, DenseHostTensor, I1, ScalarHostTensor, Shape, Tensor, TensorMetadata};
use tfrt_ops::shapes::{broadcast_sizes, dtype_attr};

use crate::ops::arrays::steps;
use crate::ops::arrays::strided::{Copy, element_size};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::encoded;
use crate::ops::memory::result_metadata;
use crate::ops::number::{Float, Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Const", OpEntry::new().dispatch(constant));
    for name in
        ["tf.Identity", "tf.StopGradient", "tf.PreventGradient", "tf.PlaceholderWithDefault", "tf.Snapshot"]
    {
        let entry = OpEntry::new().dispatch(identity).prepared(same);
        ops.add(name, entry.scalars().strings().sparse().variants());
    }
    let identity_n = OpEntry::new().dispatch(identity).scalars().strings().sparse();
    ops.add("tf.IdentityN", identity_n.variants());
    ops.add("tf.Placeholder", OpEntry::new().dispatch(placeholder));
    ops.add("tf.NoOp", OpEntry::new().dispatch(|_: &mut DispatchFrame<'_>| Ok(())));
    ops.add("tf.CheckNumerics", OpEntry::new().dispatch(check_numerics));
    let shape = OpEntry::new().dispatch(shape_of).prepared(known_shape);
    ops.add("tf.Shape", shape.strings().scalars().variants());
    ops.add("tf.ShapeN", OpEntry::new().dispatch(shape_of).strings().scalars().variants());
    ops.add("tf.Size", OpEntry::new().dispatch(size_of).strings().scalars().variants());
    ops.add("tf.Rank", OpEntry::new().dispatch(rank_of).strings().scalars().variants());
    ops.add("tf.Reshape", OpEntry::new().dispatch(reshape).strings().prepared(same_reshaped));
    ops.add("tf.Squeeze", OpEntry::new().dispatch(reshape).strings().prepared(same));
    ops.add("tf.ExpandDims", OpEntry::new().dispatch(reshape).strings().prepared(same_expanded));
    ops.add("tf.ZerosLike", OpEntry::new().dispatch(encoded(zeros_like)).strings().variants());
    ops.add("tf.OnesLike", OpEntry::new().dispatch(ones_like));
    ops.add("tf.EnsureShape", OpEntry::new().dispatch(ensure_shape).strings());
    ops.add("tf.Empty", OpEntry::new().dispatch(empty));
    ops.add("tf.Fill", OpEntry::new().dispatch(encoded(fill)).strings());
    ops.add("tf.Range", OpEntry::new().dispatch(range));
    ops.add("tf.LinSpace", OpEntry::new().dispatch(lin_space));
    let broadcast = OpEntry::new().dispatch(encoded(broadcast_to)).strings().prepared(steps::broadcast_to);
    ops.add("tf.BroadcastTo", broadcast);
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
/// An op that gives its only operand, in another shape perhaps, which its shape function has found.
fn same(spec: &StepSpec<'_>) -> Option<Prepared> {
    (spec.operands.len() == 1).then_some(Prepared::Same(0))
}

/// `tf.Reshape` to a shape that is a constant, if that is the result's.
fn same_reshaped(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([_, shape], [result]) = (spec.operands, spec.results) else { return None };
    let (wanted, dims) = (shape.constant?.index_values()?, result.shape.dims());
    let fits = |(&wanted, &dim): (&i64, &i64)| wanted == dim || wanted == -1;
    let free = wanted.iter().filter(|&&dim| dim == -1).count();
    let is_known = free == 0 || free == 1 && result.shape.num_elements() > 0;
    (wanted.len() == dims.len() && is_known && wanted.iter().zip(&dims).all(fits))
        .then_some(Prepared::Same(0))
}

/// `tf.ExpandDims` at a place that is a constant, if that gives the result's shape.
fn same_expanded(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([input, axis], [result]) = (spec.operands, spec.results) else { return None };
    let [axis] = axis.constant?.index_values()?[..] else { return None };
    let mut dims = input.metadata.shape.dims();
    let rank = dims.len() as i64 + 1;
    let axis = if axis < 0 { axis.checked_add(rank)? } else { axis };
    dims.insert(usize::try_from(axis).ok().filter(|&axis| axis <= dims.len())?, 1);
    (dims == result.shape.dims()).then_some(Prepared::Same(0))
}

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

/// `tf.Shape` of a tensor whose shape is known.
fn known_shape(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([input], [result]) = (spec.operands, spec.results) else { return None };
    let dims = input.metadata.shape.dims();
    let shape = Shape::new(&[dims.len() as i64]).ok()?;
    indices_tensor(shape, result.dtype, &dims).ok().map(Prepared::Known)
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

/// The first argument's elements in the shape of the result.
fn reshape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let shape = result_metadata(frame, 0)?.shape.clone();
    set_reshaped(frame, shape)
}

fn ensure_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let tensor = frame.take(0);
    frame.set_handle(0, tensor);
    Ok(())
}

/// A tensor of a shape, whose content is unspecified (here zeros).
fn empty(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let made = crate::ops::collections::list::zeros(metadata.dtype, metadata.shape.clone())?;
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
    let filled = DenseHostTensor::filled(result_metadata(frame, 0)?.clone(), frame.dense(1)?.bytes())?;
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
    let metadata = result_metadata(frame, 0)?;
    let (dtype, num) = (metadata.dtype, metadata.shape.dim(0));
    let tensor = for_dtype!(dtype, [floats halves], {
        type W = <T as Float>::Work;
        let (start, stop) = (scalar::<T>(frame, 0, "start")?, scalar::<T>(frame, 1, "stop")?);
        let mut tensor = DenseHostTensor::uninitialized(metadata.clone())?;
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
    let metadata = result_metadata(frame, 0)?;
    let (from, dims) = (frame.dense(0)?, metadata.shape.dims());
    let size = element_size(metadata.dtype)?;
    let steps = steps::broadcast_steps(&from.shape().dims(), dims.len());
    let mut out = DispatchFrame::fresh(metadata)?;
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
    let dims = broadcast_sizes(&frame.indices(0)?, &frame.indices(1)?)?;
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
