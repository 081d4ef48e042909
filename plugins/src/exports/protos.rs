//! The functions of `kernels.h` and `c_api.h` that pass serialized messages.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_char, c_int};

use prost::Message as _;
use tfrt_executor::tensor::{DenseHostTensor, PartialShape, StringHostTensor, Tensor};
use tfrt_graphdef::proto::tensorflow as proto;
use tfrt_graphdef::proto::tensorflow::attr_value::{ListValue, Value as ProtoValue};

use super::kernel::{attr, wrong};
use super::ops::report;
use super::{buffer, exports, text};
use crate::abi::data_type::{TF_STRING, number_of, size_of_type};
use crate::abi::{Nothing, TF_Buffer};
use crate::handles;
use crate::kernel::{Construction, Context, KernelDef, register};
use crate::library::registering;
use crate::node::{Function, Value};
use crate::status::{Code, Status};
use crate::tensor::TfTensor;
use crate::variable;

type Outcome<T> = Result<T, (Code, String)>;

fn invalid<T>(message: impl Into<String>) -> Outcome<T> {
    Err((Code::INVALID_ARGUMENT, message.into()))
}

/// The part of TensorFlow's `ConfigProto` that says anything here.
#[derive(Clone, PartialEq, prost::Message)]
struct ConfigProto {
    #[prost(int32, tag = "2")]
    intra_op_parallelism_threads: i32,
    #[prost(int32, tag = "5")]
    inter_op_parallelism_threads: i32,
    #[prost(bool, tag = "7")]
    allow_soft_placement: bool,
}

fn shape_proto(shape: &PartialShape) -> proto::TensorShapeProto {
    match shape {
        PartialShape::Unranked => proto::TensorShapeProto { unknown_rank: true, ..Default::default() },
        PartialShape::Ranked(dims) => proto::TensorShapeProto {
            dim: dims
                .iter()
                .map(|&size| proto::tensor_shape_proto::Dim { size, ..Default::default() })
                .collect(),
            unknown_rank: false,
        },
    }
}

fn tensor_proto(tensor: &DenseHostTensor) -> proto::TensorProto {
    proto::TensorProto {
        dtype: number_of(tensor.dtype()),
        tensor_shape: Some(shape_proto(&PartialShape::from(tensor.shape()))),
        tensor_content: tensor.bytes().to_vec().into(),
        ..Default::default()
    }
}

fn strings_proto(tensor: &StringHostTensor) -> proto::TensorProto {
    proto::TensorProto {
        dtype: TF_STRING,
        tensor_shape: Some(shape_proto(&PartialShape::from(&tensor.metadata().shape))),
        string_val: tensor.strings().iter().map(|string| string.to_vec()).collect(),
        ..Default::default()
    }
}

fn function(function: &Function) -> proto::NameAttrList {
    proto::NameAttrList {
        name: String::from_utf8_lossy(&function.name).into_owned(),
        attr: function.attrs.iter().map(|(name, value)| (name.to_string(), attr_value(value))).collect(),
    }
}

/// An attribute's value as a message.
pub(crate) fn attr_value(value: &Value) -> proto::AttrValue {
    let value = match value {
        Value::String(bytes) => ProtoValue::S(bytes.to_vec()),
        Value::Int(int) => ProtoValue::I(*int),
        Value::Float(float) => ProtoValue::F(*float),
        Value::Bool(bool) => ProtoValue::B(*bool),
        Value::Type(number) => ProtoValue::Type(*number),
        Value::Shape(shape) => ProtoValue::Shape(shape_proto(shape)),
        Value::Tensor(tensor) => ProtoValue::Tensor(Box::new(tensor_proto(tensor))),
        Value::Strings(tensor) => ProtoValue::Tensor(Box::new(strings_proto(tensor))),
        Value::Func(given) => ProtoValue::Func(function(given)),
        Value::List(values) => {
            let mut list = ListValue::default();
            for value in values {
                match value {
                    Value::String(bytes) => list.s.push(bytes.to_vec()),
                    Value::Int(int) => list.i.push(*int),
                    Value::Float(float) => list.f.push(*float),
                    Value::Bool(bool) => list.b.push(*bool),
                    Value::Type(number) => list.r#type.push(*number),
                    Value::Shape(shape) => list.shape.push(shape_proto(shape)),
                    Value::Tensor(tensor) => list.tensor.push(tensor_proto(tensor)),
                    Value::Strings(tensor) => list.tensor.push(strings_proto(tensor)),
                    Value::Func(given) => list.func.push(function(given)),
                    // Definitions have no lists of lists.
                    Value::List(_) => {}
                }
            }
            ProtoValue::List(Box::new(list))
        }
    };
    proto::AttrValue { value: Some(value) }
}

/// The node that a kernel is made for, as a message.
fn node_def(construction: &Construction) -> proto::NodeDef {
    let node = &construction.node;
    let op = tfrt_ops::tensorflow_name(&node.def.name).unwrap_or(&node.def.name);
    let names = |i: usize| {
        // Programs do not name the producers of inputs: the arguments' names stand for them.
        let (start, _) = node.input_ranges.iter().copied().find(|&(start, end)| (start..end).contains(&i))?;
        let name = &node.argument_of_input(i)?.name;
        Some(if i == start { name.to_string() } else { format!("{name}_{}", i - start) })
    };
    proto::NodeDef {
        name: construction.name.to_string(),
        op: op.to_owned(),
        input: (0..node.inputs.len()).filter_map(names).collect(),
        device: construction.device.to_string(),
        attr: node.attrs.iter().map(|(name, value)| (name.to_string(), attr_value(value))).collect(),
        ..Default::default()
    }
}

/// Puts a message into a buffer of the caller.
///
/// # Safety
/// `to` is null or a buffer that the caller owns, `status` is null or a status.
unsafe fn put(to: *mut TF_Buffer, bytes: Outcome<Vec<u8>>, status: *mut Status) {
    // SAFETY: the caller passes a `to` that is null or a buffer that it owns, and a `status` that is null or
    // a status.
    unsafe {
        let bytes = match to.is_null() {
            true => invalid("the buffer is null"),
            false => bytes,
        };
        if let (Some(bytes), Some(to)) = (report(status, bytes), to.as_mut()) {
            buffer::fill(to, bytes);
        }
    }
}

/// Applies a message's description to a kernel.
fn apply(kernel: &mut KernelDef, def: proto::KernelDef) -> Outcome<()> {
    kernel.op = def.op;
    kernel.device = def.device_type;
    kernel.label = def.label;
    kernel.priority = def.priority;
    kernel.host_memory = def.host_memory_arg;
    kernel.constraints.clear();
    for constraint in def.constraint {
        let values = constraint.allowed_values.and_then(|values| values.value);
        let Some(ProtoValue::List(list)) = values else {
            return invalid(format!("the constraint on '{}' has no list of types", constraint.name));
        };
        kernel.constraints.push((constraint.name, list.r#type));
    }
    Ok(())
}

/// The elements of a message, in the tensor's own form. A list that is too short goes on with its last entry.
fn elements(from: &proto::TensorProto, dtype: c_int, count: usize) -> Outcome<Vec<u8>> {
    let size = size_of_type(dtype);
    let bytes = count.checked_mul(size).filter(|&bytes| bytes <= isize::MAX as usize);
    let Some(bytes) = bytes else { return invalid("the tensor is too large") };
    if !from.tensor_content.is_empty() {
        return match from.tensor_content.len() == bytes {
            true => Ok(from.tensor_content.to_vec()),
            false => invalid(format!("{} bytes are given for {bytes}", from.tensor_content.len())),
        };
    }
    let mut out: Vec<u8> = Vec::new();
    match dtype {
        1 => out.extend(from.float_val.iter().flat_map(|value| value.to_ne_bytes())),
        2 => out.extend(from.double_val.iter().flat_map(|value| value.to_ne_bytes())),
        3 | 13 => out.extend(from.int_val.iter().flat_map(|value| value.to_ne_bytes())),
        4 | 6 | 11 | 12 => out.extend(from.int_val.iter().map(|&value| value as u8)),
        5 | 15 | 16 | 17 => out.extend(from.int_val.iter().flat_map(|&value| (value as u16).to_ne_bytes())),
        14 | 19 => out.extend(from.half_val.iter().flat_map(|&value| (value as u16).to_ne_bytes())),
        8 => out.extend(from.scomplex_val.iter().flat_map(|value| value.to_ne_bytes())),
        9 => out.extend(from.int64_val.iter().flat_map(|value| value.to_ne_bytes())),
        10 => out.extend(from.bool_val.iter().map(|&value| u8::from(value))),
        18 => out.extend(from.dcomplex_val.iter().flat_map(|value| value.to_ne_bytes())),
        22 => out.extend(from.uint32_val.iter().flat_map(|value| value.to_ne_bytes())),
        23 => out.extend(from.uint64_val.iter().flat_map(|value| value.to_ne_bytes())),
        _ => return Err((Code::UNIMPLEMENTED, format!("tensors of type {dtype} cannot be read"))),
    }
    if out.len() > bytes || !out.len().is_multiple_of(size.max(1)) {
        return invalid("the tensor has more elements than its shape");
    }
    let last = match out.len().checked_sub(size) {
        Some(start) => out[start..].to_vec(),
        None => vec![0; size],
    };
    out.try_reserve_exact(bytes - out.len()).map_err(|_| (Code::RESOURCE_EXHAUSTED, "OOM".to_owned()))?;
    while out.len() < bytes {
        out.extend_from_slice(&last);
    }
    Ok(out)
}

/// The tensor that a message holds.
fn tensor_of(bytes: &[u8]) -> Outcome<TfTensor> {
    let from = proto::TensorProto::decode(bytes)
        .map_err(|error| (Code::INVALID_ARGUMENT, format!("the bytes are no TensorProto: {error}")))?;
    let shape = from.tensor_shape.as_ref().filter(|shape| !shape.unknown_rank);
    let dims: Vec<i64> = match (&from.tensor_shape, shape) {
        (Some(_), None) => return invalid("the shape of the tensor is not known"),
        (_, shape) => shape.map(|shape| shape.dim.iter().map(|dim| dim.size).collect()).unwrap_or_default(),
    };
    let shape = tfrt_executor::tensor::Shape::new(&dims)
        .map_err(|error| (Code::INVALID_ARGUMENT, error.to_string()))?;
    let count = shape.num_elements();
    if from.dtype == TF_STRING {
        let mut strings: Vec<Vec<u8>> = from.string_val.clone();
        let last = strings.last().cloned().unwrap_or_default();
        if strings.len() > count {
            return invalid("the tensor has more elements than its shape");
        }
        strings.resize(count, last);
        let strings = strings.into_iter().map(|bytes| bytes.as_slice().into()).collect();
        let strings = tfrt_executor::tensor::StringHostTensor::new(shape, strings);
        let strings = strings.map_err(|error| (Code::INTERNAL, error.to_string()))?;
        return TfTensor::from_runtime(&Tensor::String(strings)).map_err(|error| (Code::INTERNAL, error));
    }
    let Some(dtype) = crate::abi::data_type::to_dtype(from.dtype).filter(|dtype| dtype.size().is_some())
    else {
        return Err((Code::UNIMPLEMENTED, format!("tensors of type {} cannot be read", from.dtype)));
    };
    let bytes = elements(&from, from.dtype, count)?;
    let metadata = tfrt_executor::tensor::TensorMetadata::new(dtype, shape);
    let dense =
        DenseHostTensor::from_bytes(metadata, &bytes).map_err(|error| (Code::INTERNAL, error.to_string()))?;
    TfTensor::from_runtime(&Tensor::Dense(dense)).map_err(|error| (Code::INTERNAL, error))
}

exports! {
    fn TF_OpKernelConstruction_GetNodeDef(construction: *mut Construction, status: *mut Status) -> *mut TF_Buffer {
        let node = match construction.as_ref() {
            Some(construction) => Ok(node_def(construction).encode_to_vec()),
            None => invalid("the construction context is null"),
        };
        report(status, node).map_or(Nothing::NOTHING, buffer::new_buffer)
    }

    fn TF_OpKernelConstruction_GetAttrFunction(
        construction: *mut Construction, name: *const c_char, status: *mut Status,
    ) -> *mut TF_Buffer {
        let value = attr(construction, name).and_then(|value| match value {
            Value::Func(given) => Ok(function(given).encode_to_vec()),
            other => wrong("func", other),
        });
        report(status, value).map_or(Nothing::NOTHING, buffer::new_buffer)
    }

    fn TF_RegisterKernelBuilderWithKernelDef(
        def: *const c_char, name: *const c_char, builder: *mut KernelDef, status: *mut Status,
    ) {
        let outcome = match handles::try_take(builder) {
            None => invalid(handles::refusal(builder)),
            Some(mut kernel) => {
            let bytes = if def.is_null() { &[][..] } else { std::ffi::CStr::from_ptr(def).to_bytes() };
            let parsed = proto::KernelDef::decode(bytes)
                .map_err(|error| (Code::INVALID_ARGUMENT, format!("the bytes are no KernelDef: {error}")));
            kernel.name = text(name);
            kernel.library = registering();
            parsed.and_then(|def| apply(&mut kernel, def)).and_then(|()| register(kernel))
            }
        };
        report(status, outcome);
    }

    fn TF_GetSerializedFunctionDefLibrary(run: *mut Context, to: *mut TF_Buffer, status: *mut Status) {
        // Functions of programs are compiled: a kernel finds none that it could look into.
        let library = match run.is_null() {
            true => invalid("the kernel context is null"),
            false => Ok(proto::FunctionDefLibrary::default().encode_to_vec()),
        };
        put(to, library, status);
    }

    fn TF_GetSerializedConfigProto(run: *mut Context, to: *mut TF_Buffer, status: *mut Status) {
        let config = match run.as_ref() {
            None => invalid("the kernel context is null"),
            Some(run) => {
                let threads = run.request().map_or(1, |request| request.host().parallelism());
                let threads = i32::try_from(threads).unwrap_or(i32::MAX);
                Ok(ConfigProto {
                    intra_op_parallelism_threads: threads,
                    inter_op_parallelism_threads: threads,
                    allow_soft_placement: true,
                }
                .encode_to_vec())
            }
        };
        put(to, config, status);
    }

    fn TF_GetSerializedResourceHandleProto(run: *mut Context, i: c_int, to: *mut TF_Buffer, status: *mut Status) {
        let handle = match run.as_ref() {
            None => invalid("the kernel context is null"),
            Some(run) => variable::handle(run, i).map(|handle| {
                proto::ResourceHandleProto {
                    device: handle.device_name().to_owned(),
                    container: handle.key().container.to_string(),
                    name: handle.key().name.to_string(),
                    maybe_type_name: "tensorflow::Var".to_owned(),
                    dtypes_and_shapes: vec![proto::resource_handle_proto::DtypeAndShape {
                        dtype: number_of(handle.dtype()),
                        shape: Some(shape_proto(handle.shape())),
                    }],
                    ..Default::default()
                }
                .encode_to_vec()
            }),
        };
        put(to, handle, status);
    }

    fn TF_TensorFromProto(from: *const TF_Buffer, to: *mut TfTensor, status: *mut Status) {
        let tensor = match to.is_null() {
            true => invalid("the tensor is null"),
            false => tensor_of(buffer::bytes(from)),
        };
        if let (Some(tensor), Some(to)) = (report(status, tensor), to.as_mut()) {
            *to = tensor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensors_come_out_of_messages() {
        let message = proto::TensorProto {
            dtype: 1,
            tensor_shape: Some(shape_proto(&PartialShape::Ranked([2, 2].into_iter().collect()))),
            float_val: vec![1.0, 2.0],
            ..Default::default()
        };
        let tensor = tensor_of(&message.encode_to_vec()).expect("valid").to_runtime().expect("dense");
        assert!(tensor.to_string().contains("[1.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00]"));
        let too_many = proto::TensorProto { tensor_shape: None, ..message };
        assert_eq!(
            tensor_of(&too_many.encode_to_vec()).expect_err("two for a scalar").0,
            Code::INVALID_ARGUMENT
        );
        assert_eq!(tensor_of(&[0xff]).expect_err("no message").0, Code::INVALID_ARGUMENT);
        let strings =
            proto::TensorProto { dtype: TF_STRING, string_val: vec![b"ab".to_vec()], ..Default::default() };
        assert_eq!(tensor_of(&strings.encode_to_vec()).expect("valid").shape.rank(), 0);
    }
}
