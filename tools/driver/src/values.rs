//! Arguments from text and files, and arrays from results.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use tfrt_bef::{AttrView, TypeCode};
use tfrt_exchange::{Access, Format};
use tfrt_executor::core_runtime::TensorHandle;
use tfrt_executor::kernel::Values;
use tfrt_executor::program::{Function, FunctionSignature, SignatureValue};
use tfrt_executor::tensor::{DType, Shape, StringHostTensor, Tensor, convert, dtype_of};
use tfrt_executor::value::{Scalar, Value};
use tfrt_kernels::ops::collections::list::TensorList;

use crate::array::{HostArray, is_type, parse_literal, parse_strings};
use crate::pictures;

/// Types of arguments that are tensors, by their printed form.
const TENSOR_HANDLE: &str = "!corert.tensorhandle";
const HOST_TENSOR: &str = "!tfrt_tensor.tensor";

/// The reason why arguments of a call cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentError {
    /// There are more or fewer inputs than the function takes, or a default does not fit.
    Count(String),
    /// One input is wrong.
    Input {
        /// The input as the command line gives it: `--input=VALUE`.
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

/// The arguments of a call: ready chains, and the given inputs (literals, or `@FILE`, behind `NAME=` or in order) and pictures
/// (`FILE`, behind `NAME:` or in order, after the inputs) for everything else. Arguments without an input take their defaults. Tensors must
/// fit the function's signature. Files of arrays are had as `access` says; others are read.
pub fn arguments(
    function: &Function,
    inputs: &[String],
    pictures: &[String],
    access: Access,
) -> Result<Values, ArgumentError> {
    let signature = function.signature();
    let given = assign(function.name(), &signature, inputs, pictures)?;
    let mut values = Vec::new();
    for (value, input) in signature.arguments.iter().zip(&given) {
        let made = match input {
            Some(input) => argument(function, value, *input, access).map_err(|why| input.error(why))?,
            None => default(value).map_err(ArgumentError::Count)?,
        };
        values.push(made);
    }
    let tensors: Vec<_> = values
        .iter()
        .map(|value| tensor_of(value).map(|tensor| (tensor.dtype(), tensor.shape().dims())))
        .collect();
    let tensors: Vec<_> =
        tensors.iter().map(|tensor| tensor.as_ref().map(|(dtype, dims)| (*dtype, &dims[..]))).collect();
    signature.check(&tensors).map_err(|error| match given[error.argument] {
        Some(input) => input.error(error.to_string()),
        None => ArgumentError::Count(error.to_string()),
    })?;
    let mut arguments = Values::new();
    let mut values = signature.arguments.iter().zip(values).peekable();
    for position in 0..function.view().num_args() {
        let value = values.next_if(|(value, _)| value.position == position);
        arguments.push(value.map_or(Value::CHAIN, |(_, value)| value));
    }
    Ok(arguments)
}

/// An input as the user wrote it, and its value without the name.
#[derive(Clone, Copy)]
struct Given<'a> {
    text: &'a str,
    value: &'a str,
    is_picture: bool,
}

impl Given<'_> {
    /// The complaint about it.
    fn error(self, why: String) -> ArgumentError {
        let flag = if self.is_picture { "--input-image" } else { "--input" };
        ArgumentError::Input { input: format!("{flag}={}", self.text), why }
    }
}

/// The input of each argument; none for those that take their default.
fn assign<'a>(
    function: &str,
    signature: &FunctionSignature<'_>,
    inputs: &'a [String],
    pictures: &'a [String],
) -> Result<Vec<Option<Given<'a>>>, ArgumentError> {
    let arguments = &signature.arguments;
    let known = || arguments.iter().map(|argument| argument.name().unwrap_or_default());
    let all = inputs.iter().map(|text| {
        let (name, value) = input_name(text).map_or((None, &**text), |(name, value)| (Some(name), value));
        (name, Given { text, value, is_picture: false })
    });
    let all = all.chain(pictures.iter().map(|text| {
        let (name, value) =
            picture_name(text, known()).map_or((None, &**text), |(name, file)| (Some(name), file));
        (name, Given { text, value, is_picture: true })
    }));
    let mut given = vec![None; arguments.len()];
    let mut in_order = Vec::new();
    for (name, input) in all {
        let Some(name) = name else {
            in_order.push(input);
            continue;
        };
        let Some(index) = position_of(name, known()) else {
            return Err(input.error(unknown_name(function, "input", name, known())));
        };
        if given[index].replace(input).is_some() {
            return Err(input.error(format!("input '{name}' is given twice")));
        }
    }
    let mut free = (0..given.len()).filter(|&index| given[index].is_none()).collect::<Vec<_>>().into_iter();
    let mut is_too_many = false;
    for input in in_order {
        match free.next() {
            Some(index) => given[index] = Some(input),
            None => is_too_many = true,
        }
    }
    let missing: Vec<String> = arguments
        .iter()
        .zip(&given)
        .filter(|(argument, given)| given.is_none() && argument.default().is_none())
        .map(|(argument, _)| format!("\n  {argument}"))
        .collect();
    if missing.is_empty() && !is_too_many {
        return Ok(given);
    }
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    let count = inputs.len() + pictures.len();
    let mut message = format!(
        "function '{function}' takes {} argument{}, but {count} input{} {} given",
        arguments.len(),
        plural(arguments.len()),
        plural(count),
        if count == 1 { "is" } else { "are" },
    );
    if !missing.is_empty() {
        message += &format!("; --input=VALUE, or --input=NAME=VALUE, is missing for{}", missing.concat());
    }
    Err(ArgumentError::Count(message))
}

/// The name that an input begins with, and its value: in `NAME=@FILE` and `NAME=TYPE=VALUES`.
fn input_name(input: &str) -> Option<(&str, &str)> {
    let (name, value) = input.split_once('=')?;
    let is_literal = || value.split_once('=').is_some_and(|(ty, _)| is_type(ty));
    (!name.is_empty() && !name.starts_with('@') && (value.starts_with('@') || value == NONE || is_literal()))
        .then_some((name, value))
}

/// The name that a picture's text begins with, and its file: in `NAME:FILE`, where the function has that name or no file has the whole
/// text as its name.
fn picture_name<'a, 'n>(text: &'a str, known: impl Iterator<Item = &'n str>) -> Option<(&'a str, &'a str)> {
    let at = text.rfind(':').filter(|&at| at > 0)?;
    let (name, file) = (&text[..at], &text[at + 1..]);
    (position_of(name, known).is_some() || !Path::new(text).exists()).then_some((name, file))
}

/// The file of each result, none for results without one: outputs are `@FILE` or `-`, behind `NAME=` or in order. The error says
/// what is wrong with an output.
pub fn outputs<'a>(function: &Function, outputs: &'a [String]) -> Result<Vec<Option<&'a str>>, String> {
    let signature = function.signature();
    let mut files = vec![None; signature.results.len()];
    let mut in_order = Vec::new();
    for output in outputs {
        let named = output.split_once('=').filter(|(name, file)| {
            !name.is_empty() && !name.starts_with('@') && (file.starts_with('@') || *file == "-")
        });
        let Some((name, file)) = named else {
            in_order.push(&**output);
            continue;
        };
        let known = || signature.results.iter().map(|result| result.name().unwrap_or_default());
        let index = position_of(name, known()).ok_or_else(|| {
            format!("--output={output}: {}", unknown_name(function.name(), "output", name, known()))
        })?;
        if files[index].replace(file).is_some() {
            return Err(format!("--output={output}: output '{name}' is given twice"));
        }
    }
    let mut free = (0..files.len()).filter(|&index| files[index].is_none()).collect::<Vec<_>>().into_iter();
    for file in in_order {
        match free.next() {
            Some(index) => files[index] = Some(file),
            None => {
                return Err(format!(
                    "{} outputs are asked for, but '{}' has {} results",
                    outputs.len(),
                    function.name(),
                    files.len()
                ));
            }
        }
    }
    Ok(files)
}

/// The position of a name; tensors of graphs may be called with the number of their output, which is 0 unless it is said.
fn position_of<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<usize> {
    let short = |name: &'a str| name.strip_suffix(":0").unwrap_or(name);
    let known: Vec<&str> = known.collect();
    let place =
        |fits: &dyn Fn(&'a str) -> bool| known.iter().position(|known| !known.is_empty() && fits(known));
    place(&|known| known == name)
        .or_else(|| place(&|known| short(known) == name.strip_suffix(":0").unwrap_or(name)))
}

/// The complaint about a name that a function does not have.
fn unknown_name<'a>(function: &str, what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.filter(|known| !known.is_empty()).collect();
    let near = tfrt_ir::did_you_mean(name, known.iter().copied());
    match known.is_empty() {
        true => format!("function '{function}' has no names for its {what}s: give them in order"),
        false => format!(
            "function '{function}' has no {what} '{name}', but {}{near}",
            known.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
        ),
    }
}

/// The default of an argument. The error names the argument.
pub fn default(value: &SignatureValue<'_>) -> Result<Value, String> {
    let unusable = || format!("the default of {value} cannot be used");
    let tensor = match value.default() {
        Some(AttrView::Dense { dtype, shape, data }) => {
            Tensor::from(HostArray::new(dtype_of(dtype), shape.to_vec(), data.to_vec())?.tensor().clone())
        }
        Some(AttrView::StringTensor { shape, values }) => {
            let shape = Shape::new(shape).map_err(|error| error.to_string())?;
            let mut strings: Vec<Box<[u8]>> =
                values.iter().map(|value| value.as_bytes().unwrap_or_default().into()).collect();
            if let [one] = &strings[..] {
                strings = vec![one.clone(); shape.num_elements()];
            }
            Tensor::from(StringHostTensor::new(shape, strings).map_err(|error| error.to_string())?)
        }
        Some(AttrView::Scalar { dtype, bits }) => {
            let size = dtype.size().ok_or_else(unusable)?;
            let array = HostArray::new(dtype_of(dtype), Vec::new(), bits.to_le_bytes()[..size].to_vec())?;
            match value.ty.code {
                TypeCode::Scalar(_) => return to_scalar(&array),
                _ => Tensor::from(array.tensor().clone()),
            }
        }
        _ => return Err(unusable()),
    };
    match value.ty.name {
        TENSOR_HANDLE => Ok(TensorHandle::new(tensor).into_value()),
        HOST_TENSOR => Ok(Value::new(tensor)),
        _ => Err(unusable()),
    }
}

/// The value for an optional argument that is absent.
const NONE: &str = "none";

/// A list of tensors: all arrays of `@FILE.npz`, in its order; the one tensor that an input is; or nothing.
fn list_argument(input: &str, access: Access) -> Result<Value, String> {
    let whole = input.strip_prefix('@').map(Path::new).filter(|path| Format::of(path) == Format::Npz);
    if input == NONE {
        return list_of(None);
    }
    let items = if let Some(path) = whole {
        let names = tfrt_exchange::npz::names(path, access).map_err(|error| error.to_string())?;
        let read = |name: &String| match tfrt_exchange::npz::read(path, Some(name), access) {
            Ok(tensor) => Ok(Tensor::from(tensor)),
            Err(error) => Err(error.to_string()),
        };
        names.iter().map(read).collect::<Result<Vec<_>, _>>()?
    } else if let Some(strings) = parse_strings(input, access) {
        vec![strings?.into()]
    } else {
        let array = match input.strip_prefix('@') {
            Some(path) => HostArray::read(path, access),
            None => parse_literal(input),
        }?;
        vec![array.tensor().clone().into()]
    };
    list_of(Some(items))
}

/// A value that is a list of tensors, for an argument that is a sequence or may be absent; no list if it is absent.
///
/// # Errors
/// The tensors differ in their element types.
pub fn list_of(items: Option<Vec<Tensor>>) -> Result<Value, String> {
    let list = match items {
        None => TensorList::empty(DType::Variant),
        // A list without items, other than none at all.
        Some(items) if items.is_empty() => TensorList::empty(DType::F32),
        Some(items) => TensorList::of(items).map_err(|error| error.message().to_owned())?,
    };
    Ok(TensorHandle::new(Tensor::Device(Arc::new(list))).into_value())
}

/// The tensors of a result that is a list; those of the lists in it, one after the other.
pub fn items_of(value: &Value) -> Option<Vec<Tensor>> {
    fn add(tensor: &Tensor, all: &mut Vec<Tensor>) -> Option<()> {
        let Tensor::Device(device) = tensor else {
            all.push(tensor.clone());
            return Some(());
        };
        for item in device.items()? {
            add(&item?, all)?;
        }
        Some(())
    }
    let tensor = tensor_of(value).filter(|tensor| matches!(tensor, Tensor::Device(_)))?;
    let mut all = Vec::new();
    add(tensor, &mut all).map(|()| all)
}

/// An argument of a function from its text.
fn argument(
    function: &Function,
    value: &SignatureValue<'_>,
    input: Given<'_>,
    access: Access,
) -> Result<Value, String> {
    let (i, ty) = (value.position, &value.ty);
    let is_list = value.tensor_type().is_some_and(|(dtype, _)| dtype == DType::Variant);
    if is_list && ty.name == TENSOR_HANDLE && !input.is_picture {
        return list_argument(input.value, access);
    }
    let made = match (input.is_picture, input.value.strip_prefix('@')) {
        (true, _) => Some(pictures::picture(value, input.value)),
        (false, Some(path)) => pictures::file_as_string(value, path),
        (false, None) => None,
    };
    if let Some(tensor) = made {
        return match ty.name {
            TENSOR_HANDLE => Ok(TensorHandle::new(tensor?).into_value()),
            HOST_TENSOR => Ok(Value::new(tensor?)),
            expected => Err(format!("argument {i} of '{}' is {expected}, not a tensor", function.name())),
        };
    }
    let input = input.value;
    if let Some(strings) = parse_strings(input, access) {
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
        Some(path) => HostArray::read(path, access),
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

#[cfg(test)]
mod tests {
    use super::position_of;

    #[test]
    fn names_of_tensors_may_have_the_number_of_their_output() {
        let check = |name, known: &[&str], expected| {
            assert_eq!(position_of(name, known.iter().copied()), expected, "{name} of {known:?}");
        };
        check("x:0", &["w", "x"], Some(1));
        check("x", &["w:0", "x:0"], Some(1));
        check("x:0", &["x", "x:0"], Some(1));
        check("x", &["x:1", ""], None);
        check("", &[""], None);
    }
}
