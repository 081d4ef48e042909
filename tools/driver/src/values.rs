//! Arguments from text and files, and arrays from results.

use std::fmt;

use tfrt_bef::{TypeCode, TypeView};
use tfrt_executor::core_runtime::TensorHandle;
use tfrt_executor::kernel::Values;
use tfrt_executor::program::Function;
use tfrt_executor::tensor::{DType, Tensor, convert, dtype_of};
use tfrt_executor::value::{Scalar, Value};

use crate::array::{HostArray, parse_literal, parse_strings};

/// Types of arguments that are tensors, by their printed form.
const TENSOR_HANDLE: &str = "!corert.tensorhandle";
const HOST_TENSOR: &str = "!tfrt_tensor.tensor";

/// The reason why arguments of a call cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentError {
    /// There are more or fewer inputs than the function takes.
    Count(String),
    /// One input is wrong.
    Input {
        /// The text of the input.
        input: String,
        /// The fault.
        why: String,
    },
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArgumentError::Count(message) => f.write_str(message),
            ArgumentError::Input { input, why } => write!(f, "{input}: {why}"),
        }
    }
}

impl std::error::Error for ArgumentError {}

/// The arguments of a call: ready chains, and the given inputs (literals, or `@FILE`) for everything else.
pub fn arguments(function: &Function, inputs: &[String]) -> Result<Values, ArgumentError> {
    let program = function.program();
    let types: Vec<_> = function.view().arg_types().iter().map(|&ty| program.file().type_view(ty)).collect();
    let wanted = types.iter().filter(|ty| ty.code != TypeCode::Chain).count();
    if wanted != inputs.len() {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        return Err(ArgumentError::Count(format!(
            "function '{}' takes {wanted} argument{}, but {} input{} {} given",
            function.name(),
            plural(wanted),
            inputs.len(),
            plural(inputs.len()),
            if inputs.len() == 1 { "is" } else { "are" },
        )));
    }
    let mut inputs = inputs.iter();
    let mut arguments = Values::new();
    for (i, ty) in types.iter().enumerate() {
        if ty.code == TypeCode::Chain {
            arguments.push(Value::CHAIN);
            continue;
        }
        // There are as many inputs as arguments other than chains.
        let Some(input) = inputs.next() else { break };
        let argument = argument(function, i, ty, input);
        arguments.push(argument.map_err(|why| ArgumentError::Input { input: input.clone(), why })?);
    }
    Ok(arguments)
}

/// The argument number `i` of a function from its text.
fn argument(function: &Function, i: usize, ty: &TypeView<'_>, input: &str) -> Result<Value, String> {
    if let Some(strings) = parse_strings(input) {
        let strings = strings?;
        return match (ty.code, ty.name) {
            (TypeCode::Opaque, TENSOR_HANDLE) => Ok(TensorHandle::new(strings).into_value()),
            (TypeCode::Opaque, HOST_TENSOR) => Ok(Value::new(Tensor::from(strings))),
            (_, expected) => {
                Err(format!("argument {i} of '{}' is {expected}, not a tensor of strings", function.name()))
            }
        };
    }
    let array = match input.strip_prefix('@') {
        Some(path) => HostArray::read(path),
        None => parse_literal(input),
    }?;
    match (ty.code, ty.name) {
        (TypeCode::Scalar(code), _) if array.dtype() == dtype_of(code) && array.dims().is_empty() => {
            to_scalar(&array)
        }
        (TypeCode::Opaque, TENSOR_HANDLE) => Ok(TensorHandle::new(array.tensor().clone()).into_value()),
        (TypeCode::Opaque, HOST_TENSOR) => Ok(Value::new(Tensor::from(array.tensor().clone()))),
        (_, expected) => {
            Err(format!("argument {i} of '{}' is {expected}, not {}", function.name(), array.type_text()))
        }
    }
}

/// A scalar argument from an array of rank 0.
fn to_scalar(array: &HostArray) -> Result<Value, String> {
    fn read<T: Scalar, const N: usize>(array: &HostArray, from: fn([u8; N]) -> T) -> Option<Value> {
        array.bytes().try_into().ok().map(|bytes| Value::scalar(from(bytes)))
    }
    let value = match array.dtype() {
        DType::I1 => read(array, |[byte]: [u8; 1]| byte != 0),
        DType::I8 => read(array, i8::from_le_bytes),
        DType::UI8 => read(array, u8::from_le_bytes),
        DType::I16 => read(array, i16::from_le_bytes),
        DType::UI16 => read(array, u16::from_le_bytes),
        DType::I32 => read(array, i32::from_le_bytes),
        DType::UI32 => read(array, u32::from_le_bytes),
        DType::I64 => read(array, i64::from_le_bytes),
        DType::UI64 => read(array, u64::from_le_bytes),
        DType::F32 => read(array, f32::from_le_bytes),
        DType::F64 => read(array, f64::from_le_bytes),
        _ => None,
    };
    value.ok_or_else(|| format!("arguments of type {} cannot be given", array.dtype()))
}

/// The tensor that a value is or holds, if it is available.
pub fn tensor_of(value: &Value) -> Option<&Tensor> {
    match value.downcast_ref::<TensorHandle>() {
        Some(handle) => handle.tensor(),
        None => value.downcast_ref::<Tensor>(),
    }
}

/// A result as an array: tensors, and scalars as tensors of rank 0.
pub fn to_array(value: &Value) -> Option<HostArray> {
    if let Some(tensor) = tensor_of(value) {
        return Some(convert::to_dense(tensor).ok()?.into());
    }
    let scalar = |dtype, bytes: &[u8]| HostArray::new(dtype, Vec::new(), bytes.to_vec()).ok();
    if let Some(x) = value.get_scalar::<bool>() {
        return scalar(DType::I1, &[u8::from(x)]);
    }
    if let Some(x) = value.get_scalar::<i32>() {
        return scalar(DType::I32, &x.to_le_bytes());
    }
    if let Some(x) = value.get_scalar::<i64>() {
        return scalar(DType::I64, &x.to_le_bytes());
    }
    if let Some(x) = value.get_scalar::<f32>() {
        return scalar(DType::F32, &x.to_le_bytes());
    }
    scalar(DType::F64, &value.get_scalar::<f64>()?.to_le_bytes())
}
