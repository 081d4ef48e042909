//! Constant tensors and tensors made from attributes.

use std::any::Any;
use std::sync::Arc;

use tfrt_bef::DTypeCode;
use tfrt_executor::core_runtime::{AttrValue, attr_value};
use tfrt_executor::kernel::{AttrSpec, KernelFlags, KernelFrame, KernelRegistry, OperandSpec, Signature};
use tfrt_executor::tensor::{
    Buffer, DType, DenseHostTensor, PartialShape, Shape, StringHostTensor, Tensor, TensorMetadata,
};
use tfrt_executor::value::{AsyncRef, KernelError, Value};

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    let constant = |attrs| Signature { attrs, results: vec![OperandSpec::Object], ..Signature::empty() };
    let mut add = |name: &str, attrs, kernel: fn(&mut KernelFrame<'_>)| {
        registry.add_raw_with(name, constant(attrs), KernelFlags::NONE, kernel);
    };
    add("corert.const_dense_tensor", vec![AttrSpec::Dense], |frame| once(frame, dense));
    let shape_and_values = || vec![AttrSpec::Array(DTypeCode::I64), AttrSpec::Any];
    add("corert.const_string_tensor", shape_and_values(), |frame| once(frame, strings));
    for dialect in ["corert", "corert_sync"] {
        for (name, dtype) in [
            ("ui8", DType::UI8),
            ("ui16", DType::UI16),
            ("ui32", DType::UI32),
            ("ui64", DType::UI64),
            ("i1", DType::I1),
            ("i8", DType::I8),
            ("i16", DType::I16),
            ("i32", DType::I32),
            ("i64", DType::I64),
            ("f16", DType::F16),
            ("bf16", DType::BF16),
            ("f32", DType::F32),
            ("f64", DType::F64),
        ] {
            let name = format!("{dialect}.create_dense_tensor.{name}");
            registry.add_raw_with(&name, constant(shape_and_values()), KernelFlags::NONE, move |frame| {
                let made = created(frame, dtype).map(Tensor::Dense);
                store(frame, made.map(AsyncRef::available));
            });
        }
    }
}

fn store(frame: &mut KernelFrame<'_>, made: Result<AsyncRef<Tensor>, KernelError>) {
    match made {
        Ok(tensor) => frame.set_result(0, Value::Async(tensor.into_any())),
        Err(error) => frame.fail(error),
    }
}

/// A constant is made at its first use, and is the same tensor from then on. Its buffer has many readers, so no op
/// reuses it.
fn once(frame: &mut KernelFrame<'_>, make: fn(&KernelFrame<'_>) -> Result<Tensor, KernelError>) {
    let kept: Option<&AsyncRef<Tensor>> = frame.site().get().and_then(|site| site.downcast_ref());
    let made = match kept {
        Some(tensor) => Ok(tensor.clone()),
        None => make(frame).map(|tensor| {
            let tensor = AsyncRef::available(tensor);
            let _ = frame.site().set(Box::new(tensor.clone()));
            tensor
        }),
    };
    store(frame, made);
}

fn value(frame: &KernelFrame<'_>, i: usize) -> Result<AttrValue, KernelError> {
    let keep_alive: Arc<dyn Any + Send + Sync> = frame.ctx().program().file_owner();
    attr_value(frame.attr(i), &keep_alive).map_err(|error| KernelError::new(error.into_message()))
}

fn dense(frame: &KernelFrame<'_>) -> Result<Tensor, KernelError> {
    match value(frame, 0)? {
        AttrValue::Dense(tensor) => Ok(Tensor::Dense(tensor)),
        _ => Err(KernelError::new("corert.const_dense_tensor needs a dense attribute")),
    }
}

/// A shape attribute: an array of `i64`, or an array without elements (or type).
fn shape(frame: &KernelFrame<'_>, i: usize) -> Result<Shape, KernelError> {
    let dims: Vec<i64> = match value(frame, i)? {
        AttrValue::Array(DType::I64, bytes) => {
            bytes.chunks_exact(8).map(bytemuck::pod_read_unaligned).collect()
        }
        AttrValue::Array(_, bytes) if bytes.is_empty() => Vec::new(),
        AttrValue::Shape(PartialShape::Ranked(dims)) => dims.to_vec(),
        _ => return Err(KernelError::new("a shape must be an array of i64")),
    };
    Shape::new(&dims).map_err(|error| KernelError::new(error.to_string()))
}

fn strings(frame: &KernelFrame<'_>) -> Result<Tensor, KernelError> {
    let shape = shape(frame, 0)?;
    let mut strings: Vec<Box<[u8]>> = match value(frame, 1)? {
        AttrValue::Aggregate(values) => values
            .iter()
            .map(|value| match value {
                AttrValue::String(text) => Ok(Box::from(&text[..])),
                _ => Err(KernelError::new("corert.const_string_tensor needs an array of strings")),
            })
            .collect::<Result<_, _>>()?,
        AttrValue::Array(_, bytes) if bytes.is_empty() => Vec::new(),
        _ => return Err(KernelError::new("corert.const_string_tensor needs an array of strings")),
    };
    if let [one] = &strings[..]
        && shape.num_elements() != 1
    {
        let one = one.clone();
        let count = shape.num_elements();
        strings.clear();
        strings
            .try_reserve_exact(count)
            .map_err(|_| KernelError::new("failed to allocate string host tensor"))?;
        strings.resize(count, one);
    }
    match StringHostTensor::new(shape, strings) {
        Ok(tensor) => Ok(Tensor::String(tensor)),
        Err(error) => Err(KernelError::new(error.to_string())),
    }
}

/// A new tensor with the bytes of an array attribute. Too few values leave zeros, further ones are dropped.
fn created(frame: &KernelFrame<'_>, dtype: DType) -> Result<DenseHostTensor, KernelError> {
    let shape = shape(frame, 0)?;
    let bytes = match value(frame, 1)? {
        AttrValue::Array(of, bytes) if of == dtype || bytes.is_empty() => bytes,
        _ => return Err(KernelError::new("the values of a dense tensor must be an array of its dtype")),
    };
    let failed = |_| KernelError::new("failed to allocate dense host tensor");
    let size = shape.num_elements().saturating_mul(dtype.size().unwrap_or(1));
    let mut buffer = Buffer::zeroed(size).map_err(failed)?;
    if let Some(to) = buffer.bytes_mut() {
        let n = size.min(bytes.len());
        to[..n].copy_from_slice(&bytes[..n]);
    }
    let metadata = TensorMetadata::new(dtype, shape);
    DenseHostTensor::from_buffer(metadata, buffer).map_err(|error| KernelError::new(error.to_string()))
}
