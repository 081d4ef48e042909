//! Values of a call from Python's objects.
//!
//! A tensor of this package and a plain array of NumPy are passed as they are. An array must have the element type that the function
//! takes; numbers and lists of numbers, which have none of their own, are converted where no value is lost.

use pyo3::exceptions::{
    PyBufferError, PyException, PyMemoryError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use tfrt_executor::core_runtime::TensorHandle;
use tfrt_executor::kernel::Values;
use tfrt_executor::tensor::{
    DType, DenseHostTensor, Shape, StringHostTensor, Tensor, TensorMetadata, convert,
};
use tfrt_executor::value::Value;
use tfrt_ops::SmallType;

use crate::ndarray::{self, Look};
use crate::spec::{Kind, Parameter};
use crate::tensor::{PyTensor, strings_of};
use crate::{dlpack, dtypes};

/// The value of an argument, with the element type and dimensions of a tensor that the caller gave.
pub(crate) fn value(object: &Bound<'_, PyAny>, parameter: &Parameter, index: usize) -> PyResult<Value> {
    let named = |error: PyErr| prefix(object.py(), &parameter.text(index), error);
    match parameter.kind {
        Kind::Handle => {
            Ok(TensorHandle::new(tensor(object, parameter.dtype, Some(parameter)).map_err(named)?)
                .into_value())
        }
        Kind::List => list(object).map_err(named),
        Kind::HostTensor => Ok(Value::new(tensor(object, parameter.dtype, Some(parameter)).map_err(named)?)),
        Kind::Scalar(kind, dtype) => {
            let tensor = tensor(object, Some(dtype), Some(parameter)).map_err(named)?;
            let tensor = convert::to_dense(&tensor).map_err(PyTypeError::new_err).map_err(named)?;
            if tensor.dtype() != dtype || tensor.num_elements() != 1 {
                return Err(named(PyTypeError::new_err(format!(
                    "expected {}, got {}",
                    parameter.type_text,
                    tensor.metadata()
                ))));
            }
            let mut bits = [0; 8];
            let bytes = tensor.bytes();
            bits[..bytes.len()].copy_from_slice(bytes);
            Ok(Value::Scalar(kind, u64::from_le_bytes(bits)))
        }
        Kind::Other => {
            Err(named(PyTypeError::new_err(format!("Python has no values of type {}", parameter.type_text))))
        }
    }
}

/// A list of tensors, the one tensor that an optional argument is, or nothing.
#[cold]
fn list(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Ok(own) = object.cast::<PyTensor>()
        && own.get().tensor().dtype() == DType::Variant
    {
        return Ok(TensorHandle::new(own.get().tensor().clone()).into_value());
    }
    let items = if object.is_none() {
        None
    } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        let items = object.try_iter()?.enumerate().map(|(i, item)| {
            tensor(&item?, None, None).map_err(|error| prefix(object.py(), &format!("item {i}"), error))
        });
        Some(items.collect::<PyResult<Vec<Tensor>>>()?)
    } else {
        Some(vec![tensor(object, None, None)?])
    };
    tfrt_driver::values::list_of(items).map_err(PyTypeError::new_err)
}

/// The same error with the argument's name in front. The code of another package's object, such as its `__dlpack__`, raises any exception:
/// one of a class of its own stays what it is, with the name as a note below its message.
pub(crate) fn prefix(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    let text = || format!("{name}: {}", error.value(py));
    let is = |class: Bound<'_, PyType>| error.get_type(py).is(&class);
    let named = if error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyOverflowError>(py) {
        PyValueError::new_err(text())
    } else if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(text())
    } else if is(py.get_type::<PyBufferError>()) {
        PyBufferError::new_err(text())
    } else if is(py.get_type::<PyRuntimeError>()) {
        PyRuntimeError::new_err(text())
    } else {
        // What is no Exception, such as KeyboardInterrupt, is not about the argument.
        if error.is_instance_of::<PyException>(py) {
            // Without the note the exception is still the one that was raised.
            let _ = error.value(py).call_method1("add_note", (name,));
        }
        return error;
    };
    // An error of this module has no frames of Python's that would be lost.
    let cause = if error.traceback(py).is_some() { Some(error) } else { error.cause(py) };
    if cause.is_some() {
        named.set_cause(py, cause);
    }
    named
}

/// A tensor of an object, of this element type if an object leaves it open. Elements of a small type are those of its storage, which programs
/// take.
pub(crate) fn tensor(
    object: &Bound<'_, PyAny>,
    wanted: Option<DType>,
    parameter: Option<&Parameter>,
) -> PyResult<Tensor> {
    let (tensor, small) = given(object, wanted, parameter)?;
    match (small, parameter.and_then(|parameter| parameter.small)) {
        (None, None) => Ok(tensor),
        (Some(given), Some(taken)) if given == taken => {
            let bytes = convert::to_dense(&tensor).map_err(PyTypeError::new_err)?;
            let numbers = taken.to_storage(bytes.bytes());
            let metadata = TensorMetadata::new(taken.storage(), bytes.shape().clone());
            let stored = DenseHostTensor::from_bytes(metadata, &numbers);
            Ok(stored.map_err(|error| PyMemoryError::new_err(error.to_string()))?.into())
        }
        (small, _) => {
            let name = small.map_or_else(|| tensor.dtype().to_string(), |small| small.to_string());
            Err(wrong_type(parameter, &format!("{name}{:?}", &tensor.shape().dims()[..])))
        }
    }
}

/// As [`tensor`], with the small type of the elements, of which the tensor has the bytes.
pub(crate) fn given(
    object: &Bound<'_, PyAny>,
    wanted: Option<DType>,
    parameter: Option<&Parameter>,
) -> PyResult<(Tensor, Option<SmallType>)> {
    if let Look::Plain(array) = ndarray::look(object)? {
        // Its element type is compared with the others of the call.
        return of_array(array);
    }
    if let Ok(tensor) = object.cast::<PyTensor>() {
        let own = tensor.get();
        return Ok((own.host()?.clone(), own.small()));
    }
    any_tensor(object, wanted, parameter)
}

fn of_array(array: ndarray::Array<'_, '_>) -> PyResult<(Tensor, Option<SmallType>)> {
    let small = array.small();
    match array.tensor()? {
        Some(tensor) => Ok((tensor.into(), small)),
        None => Err(PyValueError::new_err("an element of an array of bool is neither True nor False")),
    }
}

/// As [`given`], for objects that are neither a tensor nor a plain array.
#[cold]
fn any_tensor(
    object: &Bound<'_, PyAny>,
    wanted: Option<DType>,
    parameter: Option<&Parameter>,
) -> PyResult<(Tensor, Option<SmallType>)> {
    let numpy = dtypes::numpy(object.py())?;
    let is_array = matches!(ndarray::look(object)?, Look::Strange);
    // DLPack packs elements of less than a byte, and producers refuse to: such arrays are read by NumPy.
    let is_packed = || -> PyResult<bool> {
        let name = object.getattr_opt("dtype")?.map(|dtype| dtype.getattr_opt("name")).transpose()?.flatten();
        let name: Option<String> = name.and_then(|name| name.extract().ok());
        Ok(name.and_then(|name| dtypes::small_by_name(&name)).is_some_and(|small| small.bits() < u8::BITS))
    };
    if !is_array
        && !is_packed()?
        && let Some((tensor, small)) = dlpack::import(object)?
    {
        return Ok((tensor.into(), small));
    }
    if object.is_none() {
        return Err(wrong(object, parameter));
    }
    let is_open = object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyFloat>()
        || object.is_instance_of::<PyComplex>()
        || object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyTuple>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>();
    let mut array = numpy.call_method1("asarray", (object,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if matches!(&*kind, "U" | "S" | "O" | "T") {
        if wanted.is_some_and(|wanted| wanted != DType::String) {
            return Err(wrong(object, parameter));
        }
        return Ok((string_tensor(object, &array, parameter)?, None));
    }
    if let (true, Some(wanted)) = (is_open, wanted.filter(|wanted| wanted.size().is_some())) {
        let small = parameter.and_then(|parameter| parameter.small);
        let target = match small {
            Some(small) => dtypes::small_to_numpy(object.py(), small)?,
            None => dtypes::to_numpy(object.py(), wanted)?,
        };
        let order = |kind: &str| match kind {
            "b" => 0,
            "i" | "u" => 1,
            "f" => 2,
            "c" => 3,
            // Types of other packages are floats, unless they are small integers.
            _ => 2,
        };
        let target_kind: String = target.getattr("kind")?.extract()?;
        let target_order = match small {
            Some(SmallType::Integer { .. }) => 1,
            _ => order(&target_kind),
        };
        if order(&kind) > target_order && array.getattr("size")?.extract::<usize>()? > 0 {
            return Err(wrong(object, parameter));
        }
        if let Some(small) = small {
            check_range(&array, small)?;
        }
        array = numpy.call_method1("asarray", (object, target))?;
    }
    if let Look::Strange = ndarray::look(&array)? {
        // Row-major, aligned and in the machine's byte order.
        let native = array.getattr("dtype")?.call_method1("newbyteorder", ("=",))?;
        array = numpy.call_method1("require", (&array, native, ["C", "A"]))?;
    }
    match ndarray::look(&array)? {
        Look::Plain(array) => of_array(array),
        _ => Err(wrong(object, parameter)),
    }
}

/// Checks that numbers without an element type of their own are in the range of small integers, which NumPy does for others.
fn check_range(array: &Bound<'_, PyAny>, small: SmallType) -> PyResult<()> {
    let Some(range) = small.range().filter(|_| array.len().unwrap_or(1) > 0) else { return Ok(()) };
    for number in [array.call_method0("min")?, array.call_method0("max")?] {
        let value: f64 = number.call_method0("__float__")?.extract()?;
        if value < range[0] || value > range[1] {
            return Err(PyValueError::new_err(format!("{number} is no number of the type {small}")));
        }
    }
    Ok(())
}

/// A tensor of strings.
fn string_tensor(
    object: &Bound<'_, PyAny>,
    array: &Bound<'_, PyAny>,
    parameter: Option<&Parameter>,
) -> PyResult<Tensor> {
    let dims: Vec<i64> = array.getattr("shape")?.extract()?;
    // An array of fixed-width strings drops zeros at their ends, and makes text of bytes beside text: an array of objects keeps them.
    let objects = match array.getattr("dtype")?.getattr("kind")?.extract::<String>()?.as_str() {
        "O" => array.clone(),
        _ => dtypes::numpy(object.py())?.call_method1("asarray", (object, "object"))?,
    };
    let items = objects.call_method1("reshape", (-1,))?.call_method0("tolist")?;
    let strings = strings_of(items.cast::<PyList>()?).map_err(|error| match parameter {
        Some(parameter) => {
            PyTypeError::new_err(format!("expected {}: {}", parameter.type_text, error.value(object.py())))
        }
        None => error,
    })?;
    let refuse = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let shape = Shape::new(&dims).map_err(|error| refuse(&error))?;
    Ok(StringHostTensor::new(shape, strings).map_err(|error| refuse(&error))?.into())
}

fn wrong(object: &Bound<'_, PyAny>, parameter: Option<&Parameter>) -> PyErr {
    let got = match object.getattr_opt("dtype") {
        Ok(Some(dtype)) => format!("an array of {dtype}"),
        _ => object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string()),
    };
    wrong_type(parameter, &got)
}

fn wrong_type(parameter: Option<&Parameter>, got: &str) -> PyErr {
    match parameter {
        Some(parameter) => PyTypeError::new_err(format!("expected {}, got {got}", parameter.type_text)),
        None => PyTypeError::new_err(format!("{got} is no tensor")),
    }
}

/// The element type and dimensions of a tensor, for the check of a call.
pub(crate) fn described(value: &Value) -> Option<(DType, &Shape)> {
    let tensor = tfrt_driver::values::tensor_of(value)?;
    Some((tensor.dtype(), tensor.shape()))
}

/// The size of a call's arguments: bytes of tensors, and the values of single integers, which may be numbers of steps.
#[inline]
pub(crate) fn extent(values: &Values, parameters: &[Parameter]) -> u64 {
    let of = |parameter: &Parameter| match (parameter.kind, &values[parameter.position]) {
        (Kind::Scalar(_, dtype), Value::Scalar(_, bits)) if dtype.is_integer() => *bits,
        (Kind::Handle | Kind::HostTensor, value) => {
            tfrt_driver::values::tensor_of(value).map_or(0, extent_of_tensor)
        }
        (Kind::List, value) => {
            let items = tfrt_driver::values::items_of(value).unwrap_or_default();
            items.iter().map(extent_of_tensor).fold(0, u64::saturating_add)
        }
        _ => 0,
    };
    parameters.iter().map(of).fold(0, u64::saturating_add)
}

fn extent_of_tensor(tensor: &Tensor) -> u64 {
    let (dtype, count) = (tensor.dtype(), tensor.shape().num_elements());
    if let (Tensor::Dense(tensor), 1, true) = (tensor, count, dtype.is_integer()) {
        return tensor.bytes().iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    }
    // Strings count by their number.
    count.saturating_mul(dtype.size().unwrap_or(size_of::<&str>())) as u64
}

/// Whether a dense tensor of plain numbers fits a parameter without names for its sizes.
#[inline]
pub(crate) fn fits(parameter: &Parameter, dtype: DType, shape: &Shape) -> bool {
    parameter.dtype.is_none_or(|expected| expected == dtype)
        && parameter.dims.as_ref().is_none_or(|dims| {
            let given = shape.dims();
            dims.len() == given.len() && dims.iter().zip(given).all(|(&dim, given)| dim < 0 || dim == given)
        })
}
