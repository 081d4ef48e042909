//! The `tfrt_test.*` ops: small ops that exercise the core runtime.

#![expect(
    clippy::absurd_extreme_comparisons,
    clippy::unnecessary_cast,
    reason = "one text serves all dtypes, and for some of them a part of it is nothing"
)]

use half::f16;
use tfrt_executor::core_runtime::{
    DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry, RestMetadata, TypedBlockFn,
};
use tfrt_executor::output::print_line;
use tfrt_executor::tensor::{
    CooHostTensor, DType, DenseHostTensor, Element, ScalarHostTensor, Shape, Tensor, TensorMetadata,
};
use tfrt_executor::value::AsyncRef;

use crate::ops::by_dtype::for_dtype;
use crate::ops::elementwise::apply::{binary, unary};
use crate::ops::elementwise::block_functions::{self, elementwise};
use crate::ops::memory::result_metadata;
use crate::ops::number::Number;

/// Adds the ops of test programs.
pub fn register_ops(ops: &mut OpRegistry) {
    ops.add("tfrt_test.odd_collector", OpEntry::new().dispatch(odd_collector));
    let create_from_scalar =
        OpEntry::new().metadata(create_from_scalar_metadata).dispatch(create_from_scalar);
    ops.add("tfrt_test.create_from_scalar", create_from_scalar);
    ops.add(
        "tfrt_test.add",
        OpEntry::new().metadata(add_metadata).dispatch(add).direct(2, add_blocks).scalars(),
    );
    for name in ["tfrt_test.add.denseonly", "tfrt_test.add.denseonly2", "tfrt_test.add.denseonly3"] {
        ops.add(name, OpEntry::new().metadata(add_metadata).dispatch(add).direct(2, add_blocks));
    }
    let print = OpEntry::new().dispatch(print).side_effects();
    ops.add("tfrt_test.print", print.scalars().strings().sparse());
    ops.add(
        "tfrt_test.print_address",
        OpEntry::new().dispatch(print_address).side_effects().scalars().sparse(),
    );
    ops.add("tfrt_test.identity", OpEntry::new().dispatch(identity));
    ops.add("tfrt_test.identity_dense_only", OpEntry::new().dispatch(identity));
    ops.add("tfrt_test.async.noop", OpEntry::new().metadata(same).dispatch(async_noop).scalars());
    ops.add("tfrt_test.async.noop_no_md", OpEntry::new().dispatch(async_noop).scalars());
    ops.add("tfrt_test.error.tensor", OpEntry::new().metadata(same).dispatch(error_tensor).scalars());
    ops.add("tfrt_test.create_coo_tensor", OpEntry::new().metadata(create_coo_metadata).dispatch(create_coo));
    ops.add("tfrt_test.relu", OpEntry::new().metadata(same).dispatch(relu));
    ops.add("tfrt_test.equal", OpEntry::new().metadata(equal_metadata).dispatch(equal));
    ops.add("tfrt_test.cast", OpEntry::new().metadata(cast_metadata).dispatch(cast));
    ops.add("tfrt_test.broadcast", OpEntry::new().metadata(broadcast_metadata).dispatch(broadcast));
    ops.add("tfrt_test.argmax", OpEntry::new().metadata(argmax_metadata).dispatch(argmax));
    ops.add("tfrt_test.reduce_mean", OpEntry::new().metadata(reduce_mean_metadata).dispatch(reduce_mean));
    let create_dense = OpEntry::new().metadata(create_dense_metadata).dispatch(create_dense);
    ops.add("tfrt_test.create_dense_tensor", create_dense);
    // Metadata alone: these fall through to the next handler.
    ops.add("tfrt_test.matmul", OpEntry::new().metadata(matmul_metadata));
    ops.add("tfrt_test.test_optional_arg", OpEntry::new().metadata(first_of_many));
    ops.add("tfrt_test.test_variadic_arg", OpEntry::new().metadata(first_of_many));
}

fn same(a: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    Ok(a.clone())
}

fn first_of_many(first: &TensorMetadata, _rest: RestMetadata<'_>) -> Result<TensorMetadata, OpError> {
    Ok(first.clone())
}

fn odd_collector(input: &DenseHostTensor) -> Result<DenseHostTensor, OpError> {
    if input.shape().rank() != 1 {
        return Err("expected a 1D tensor input".into());
    }
    let values = input.values::<i32>().ok_or("expected a i32 element type")?;
    let odd: Vec<i32> = values.iter().copied().filter(|value| value % 2 != 0).collect();
    DenseHostTensor::from_values(Shape::new(&[odd.len() as i64])?, &odd)
        .map_err(|_| OpError::from("cannot allocate tensor"))
}

fn create_from_scalar_metadata(attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    let shape =
        attrs.get_array::<i64>("shape").ok_or("tfrt_test.create_from_scalar must have 'shape' attribute")?;
    let kind = match attrs.kind("value") {
        Some((kind, false)) => kind,
        _ => return Err("tfrt_test.create_from_scalar must have 'value' attribute".into()),
    };
    match kind.to_dtype() {
        Some(dtype) if dtype.is_trivial() || dtype == DType::F16 => {
            Ok(TensorMetadata::new(dtype, Shape::new(shape)?))
        }
        _ => Err("tfrt_test.create_from_scalar unsupported dtype".into()),
    }
}

fn create_from_scalar(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let tensor = for_dtype!(
        metadata.dtype,
        [bool ints floats halves],
        attrs.get::<T>("value").map(|value| ScalarHostTensor::new(metadata.shape.clone(), value)),
        else None
    );
    frame.set(0, tensor.ok_or("tfrt_test.create_from_scalar unsupported dtype")?);
    Ok(())
}

fn add_metadata(a: &TensorMetadata, b: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    if a.dtype != b.dtype {
        return Err("incompatible dtypes for test.add".into());
    }
    if a.shape != b.shape {
        return Err("arguments of test.add must have same shape".into());
    }
    Ok(a.clone())
}

fn add(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.tensor(0)?.dtype();
    for_dtype!(dtype, [ints floats halves], add_as::<T>(frame), else {
        Err(format!("unsupported dtype for test.add: {}", dtype.label()).into())
    })
}

fn add_blocks(dtypes: &[DType]) -> Option<TypedBlockFn> {
    elementwise!(dtypes, 2, [ints floats halves], block_functions::binary(T::plus))
}

fn add_as<T: Number>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    match (frame.tensor(0)?, frame.tensor(1)?) {
        (Tensor::Dense(_), Tensor::Dense(_)) => binary(frame, T::plus),
        (Tensor::Scalar(a), Tensor::Scalar(b)) => {
            let sum = a.value::<T>().unwrap_or(T::ZERO).plus(b.value::<T>().unwrap_or(T::ZERO));
            let shape = a.metadata().shape.clone();
            frame.set(0, ScalarHostTensor::new(shape, sum));
            Ok(())
        }
        (Tensor::Scalar(scalar), Tensor::Dense(_)) => {
            let scalar = scalar.value::<T>().unwrap_or(T::ZERO);
            add_scalar(frame, 1, |value| scalar.plus(value))
        }
        (Tensor::Dense(_), Tensor::Scalar(scalar)) => {
            let scalar = scalar.value::<T>().unwrap_or(T::ZERO);
            add_scalar(frame, 0, |value: T| value.plus(scalar))
        }
        (a, b) => Err(format!("cannot add a {} and a {}", a.tensor_type(), b.tensor_type()).into()),
    }
}

fn add_scalar<T: Number>(
    frame: &mut DispatchFrame<'_>,
    dense: usize,
    f: impl Fn(T) -> T,
) -> Result<(), OpError> {
    let mut out = frame.output(result_metadata(frame, 0)?)?;
    if out.source().is_some() {
        out.values_mut::<T>().iter_mut().for_each(|value| *value = f(*value));
    } else {
        for (out, &value) in out.values_mut::<T>().iter_mut().zip(frame.values::<T>(dense)?) {
            *out = f(value);
        }
    }
    frame.finish(0, out);
    Ok(())
}

fn print(tensor: &Tensor) -> Result<(), OpError> {
    print_line(tensor.print());
    Ok(())
}

fn print_address(tensor: &Tensor) -> Result<(), OpError> {
    print_line(match tensor {
        Tensor::Dense(dense) => format!("DenseHostTensor: buffer={:p}", dense.buffer().as_ptr()),
        _ => "Unsupported tensor type".to_owned(),
    });
    Ok(())
}

fn identity(tensor: &DenseHostTensor) -> Result<DenseHostTensor, OpError> {
    Ok(tensor.clone())
}

fn async_noop(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let copy = match frame.tensor(0)? {
        Tensor::Dense(dense) => Tensor::Dense(dense.deep_copy()?),
        other => other.clone(),
    };
    let (promise, value) = AsyncRef::<Tensor>::promise();
    frame.context().enqueue(Box::new(move || promise.set(copy)));
    frame.set_async(0, value.into_any());
    Ok(())
}

fn error_tensor(_tensor: &Tensor) -> Result<(), OpError> {
    Err("error from test.error.tensor implementation".into())
}

fn create_coo_metadata(
    indices: &TensorMetadata,
    values: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Result<TensorMetadata, OpError> {
    if indices.shape.rank() != 2 {
        return Err("tfrt_test.create_coo_tensor indices input must be rank 2".into());
    }
    if values.shape.rank() != 1 {
        return Err("tfrt_test.create_coo_tensor values input must be rank 1".into());
    }
    let shape =
        attrs.get_array::<i64>("shape").ok_or("tfrt_test.create_coo_tensor must have 'shape' attribute")?;
    if indices.shape.dim(1) != shape.len() as i64 {
        return Err("each test.create_coo_tensor index must have the same size as shape attribute".into());
    }
    Ok(TensorMetadata::new(values.dtype, Shape::new(shape)?))
}

fn create_coo(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (indices, values) = (frame.dense(0)?.clone(), frame.dense(1)?.clone());
    let shape = result_metadata(frame, 0)?.shape.clone();
    frame.set(0, CooHostTensor::new(shape, indices, values)?);
    Ok(())
}

fn relu(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(
        dtype,
        [ints floats halves],
        unary(frame, |x: T| if x < T::ZERO { T::ZERO } else { x }),
        else Err("unsupported dtype for relu".into())
    )
}

fn equal_metadata(a: &TensorMetadata, b: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    if a.dtype != b.dtype {
        return Err("incompatible dtypes for element-wise op".into());
    }
    if a.shape != b.shape {
        return Err("arguments to element-wise op must have identical shapes".into());
    }
    Ok(a.clone())
}

fn equal(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(
        dtype,
        [ints floats halves],
        binary(frame, |a: T, b: T| if a == b { T::ONE } else { T::ZERO }),
        else Err("unsupported dtype for equal".into())
    )
}

fn cast_metadata(a: &TensorMetadata, attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    let dtype = match attrs.get_string("type").ok_or("missing 'type' attribute")? {
        b"f32" => DType::F32,
        b"f16" => DType::F16,
        _ => return Err("only casting to f32/f16 is supported".into()),
    };
    Ok(TensorMetadata::new(dtype, a.shape.clone()))
}

fn cast(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn to<T: Element, U: Element>(
        frame: &mut DispatchFrame<'_>,
        f: impl Fn(T) -> U + Sync,
    ) -> Result<(), OpError> {
        crate::ops::elementwise::apply::unary_into(frame, f)
    }
    let from = frame.dense(0)?.dtype();
    let unsupported = || Err(OpError::from("unsupported dtype for cast"));
    match result_metadata(frame, 0)?.dtype {
        DType::F16 => match from {
            DType::F16 => to(frame, |x: f16| x),
            _ => {
                for_dtype!(from, [ints floats], to(frame, |x: T| f16::from_f64(x as f64)), else unsupported())
            }
        },
        _ => match from {
            DType::F16 => to(frame, f16::to_f32),
            _ => for_dtype!(from, [ints floats], to(frame, |x: T| x as f32), else unsupported()),
        },
    }
}

fn broadcast_metadata(a: &TensorMetadata, attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    let shape = attrs.get_array::<i64>("shape").ok_or("missing 'shape' attribute")?;
    if shape.len() != 2 {
        return Err("result shape must be 2 dimensional (for now)".into());
    }
    if a.shape.rank() != 1 || a.shape.dim(0) != shape[1] {
        return Err("input dimension and target shape mismatch".into());
    }
    Ok(TensorMetadata::new(a.dtype, Shape::new(shape)?))
}

fn broadcast(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    for_dtype!(dtype, [ints floats halves], {
        let row = frame.values::<T>(0)?;
        for out in out.values_mut::<T>().chunks_exact_mut(row.len().max(1)) {
            out.copy_from_slice(row);
        }
    }, else return Err("unsupported dtype for broadcast".into()));
    frame.finish(0, out);
    Ok(())
}

/// The shape without the axis that the attribute names.
fn without_axis(a: &TensorMetadata, attrs: OpAttrsRef<'_>) -> Result<Shape, OpError> {
    let axis = attrs.get::<i32>("axis").ok_or("missing 'axis' attribute")?;
    let axis = usize::try_from(axis).ok().filter(|&axis| axis < a.shape.rank());
    let axis = axis.ok_or("axis must less than input rank")?;
    let mut dims = a.shape.dims();
    dims.remove(axis);
    Ok(Shape::new(&dims)?)
}

fn argmax_metadata(a: &TensorMetadata, attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    Ok(TensorMetadata::new(DType::I32, without_axis(a, attrs)?))
}

fn argmax(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let input = frame.dense(0)?;
    if frame.attrs().get::<i32>("axis") != Some(1) || input.shape().rank() != 2 {
        return Err("unsupported axis for argmax".into());
    }
    let columns = input.shape().dim(1) as usize;
    if columns == 0 {
        return Err("argmax over an empty axis".into());
    }
    let dtype = input.dtype();
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    for_dtype!(dtype, [ints floats halves], {
        for (out, row) in out.values_mut::<i32>().iter_mut().zip(frame.values::<T>(0)?.chunks_exact(columns)) {
            let best = (1..row.len()).fold(0, |best, i| if row[i] > row[best] { i } else { best });
            *out = best as i32;
        }
    }, else return Err("unsupported dtype for argmax".into()));
    frame.finish(0, out);
    Ok(())
}

fn reduce_mean_metadata(a: &TensorMetadata, attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    Ok(TensorMetadata::new(a.dtype, without_axis(a, attrs)?))
}

fn reduce_mean(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let input = frame.dense(0)?;
    if frame.attrs().get::<i32>("axis") != Some(0) {
        return Err("unsupported axis for reduce_mean".into());
    }
    let (dtype, rows) = (input.dtype(), input.shape().dim(0) as usize);
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    for_dtype!(dtype, [ints floats halves], {
        let input = frame.values::<T>(0)?;
        let out = out.values_mut::<T>();
        let columns = out.len();
        for (column, out) in out.iter_mut().enumerate() {
            let values = (0..rows).map(|row| input[row * columns + column].widen());
            *out = T::mean(values.fold(T::SUM_ZERO, T::sum_plus), rows);
        }
    }, else return Err("unsupported dtype for reduce_mean".into()));
    frame.finish(0, out);
    Ok(())
}

fn create_dense_metadata(attrs: OpAttrsRef<'_>) -> Result<TensorMetadata, OpError> {
    let shape = attrs.get_array::<i64>("shape").ok_or("missing 'shape' attribute")?;
    let kind = match attrs.kind("values") {
        None => return Err("missing 'values' attribute".into()),
        Some((_, false)) => return Err("'values' attribute should be an array of values".into()),
        Some((kind, true)) => kind,
    };
    match kind.to_dtype() {
        Some(dtype) if dtype.is_trivial() => Ok(TensorMetadata::new(dtype, Shape::new(shape)?)),
        _ => Err("tfrt_test.create_dense_tensor unsupported dtype".into()),
    }
}

fn create_dense(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (attrs, dtype) = (frame.attrs(), result_metadata(frame, 0)?.dtype);
    for_dtype!(dtype, [bool ints floats], {
        let values = attrs.get_array::<T>("values").unwrap_or_default();
        let out = out.values_mut::<T>();
        match values {
            [value] => out.fill(*value),
            values if values.len() == out.len() => out.copy_from_slice(values),
            _ => return Err("size of 'values' must either be 1 or match num of elements.".into()),
        }
    }, else return Err("tfrt_test.create_dense_tensor unsupported dtype".into()));
    frame.finish(0, out);
    Ok(())
}

fn matmul_metadata(a: &TensorMetadata, b: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    if a.dtype != b.dtype {
        return Err("incompatible dtypes for MatMul".into());
    }
    for (i, argument) in [a, b].into_iter().enumerate() {
        if argument.shape.rank() != 2 {
            return Err(format!("argument {i} of matmul op is not a rank-2 tensor").into());
        }
    }
    if a.shape.dim(1) != b.shape.dim(0) {
        return Err("matmul arguments have incompatible shapes".into());
    }
    Ok(TensorMetadata::new(a.dtype, Shape::new(&[a.shape.dim(0), b.shape.dim(1)])?))
}
