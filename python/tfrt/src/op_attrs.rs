//! Attributes of ops from Python's objects, by the kinds of the ops' definitions.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};
use tfrt_executor::core_runtime::OpAttrs;
use tfrt_executor::tensor::{DType, Dims, PartialShape, Tensor, convert};
use tfrt_ops::{Allowed, AttrDef, AttrKind, AttrValue, DataType};

use crate::{arguments, dtypes};

/// Sets an attribute to a value that the caller gave.
pub(crate) fn set(attrs: &mut OpAttrs, attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyResult<()> {
    let name = &*attribute.name;
    if attribute.is_list {
        let items: Vec<Bound<'_, PyAny>> = match object.is_instance_of::<PyString>() {
            true => return Err(expected(attribute, object)),
            false => object.try_iter().map_err(|_| expected(attribute, object))?.collect::<PyResult<_>>()?,
        };
        check_minimum(attribute, items.len() as i64, " elements")?;
        return set_list(attrs, attribute, object, &items);
    }
    match attribute.kind {
        AttrKind::Bool => attrs.set_bool(name, bool_of(attribute, object)?),
        AttrKind::Int => {
            let number = int_of(attribute, object)?;
            check_minimum(attribute, number, "")?;
            attrs.set(name, number)
        }
        AttrKind::Float => attrs.set(name, float_of(attribute, object)? as f32),
        AttrKind::String => {
            let text = string_of(attribute, object)?;
            check_string(attribute, &text)?;
            attrs.set_string(name, text)
        }
        AttrKind::Type => attrs.set_dtype(name, type_of(attribute, object)?),
        AttrKind::Shape => attrs.set_shape(name, &shape_of(attribute, object)?),
        AttrKind::Tensor => match arguments::tensor(object, None, None)? {
            Tensor::String(strings) => attrs.set_strings(name, strings),
            tensor => attrs.set_dense(name, convert::to_dense(&tensor).map_err(PyTypeError::new_err)?),
        },
        AttrKind::Any if object.is_instance_of::<PyBool>() => {
            attrs.set_bool(name, bool_of(attribute, object)?)
        }
        AttrKind::Any if object.is_instance_of::<PyInt>() => attrs.set(name, int_of(attribute, object)?),
        AttrKind::Any if object.is_instance_of::<PyFloat>() => {
            attrs.set(name, float_of(attribute, object)? as f32)
        }
        AttrKind::Any => return Err(expected(attribute, object)),
        AttrKind::Func => return Err(no_functions()),
    };
    Ok(())
}

fn set_list(
    attrs: &mut OpAttrs,
    attribute: &AttrDef,
    object: &Bound<'_, PyAny>,
    items: &[Bound<'_, PyAny>],
) -> PyResult<()> {
    let name = &*attribute.name;
    let items = items.iter();
    match attribute.kind {
        AttrKind::Int => {
            let numbers: Vec<i64> = items.map(|item| int_of(attribute, item)).collect::<PyResult<_>>()?;
            attrs.set_array(name, &numbers)
        }
        AttrKind::Float | AttrKind::Any => {
            let floats: Vec<f32> =
                items.map(|item| Ok(float_of(attribute, item)? as f32)).collect::<PyResult<_>>()?;
            attrs.set_array(name, &floats)
        }
        AttrKind::Type => {
            let types: Vec<DType> = items.map(|item| type_of(attribute, item)).collect::<PyResult<_>>()?;
            attrs.set_dtypes(name, &types)
        }
        kind => {
            use tfrt_executor::core_runtime::AttrValue as Value;
            let value = |item: &Bound<'_, PyAny>| {
                Ok(match kind {
                    AttrKind::String => Value::String(string_of(attribute, item)?.into()),
                    AttrKind::Shape => Value::Shape(shape_of(attribute, item)?),
                    AttrKind::Bool => {
                        let mut bytes = [0; 16];
                        bytes[0] = u8::from(bool_of(attribute, item)?);
                        Value::Scalar(DType::I1, bytes)
                    }
                    AttrKind::Func => return Err(no_functions()),
                    _ => return Err(expected(attribute, object)),
                })
            };
            let values: Vec<Value> = items.map(value).collect::<PyResult<_>>()?;
            attrs.set_aggregate(name, values.into())
        }
    };
    Ok(())
}

/// Sets an attribute that the caller did not give to its default; functions, of which there are none here, stay away.
pub(crate) fn set_default(attrs: &mut OpAttrs, attribute: &AttrDef) {
    let name = &*attribute.name;
    match &attribute.default {
        Some(AttrValue::Bool(truth)) => attrs.set_bool(name, *truth),
        Some(AttrValue::Int(number)) => attrs.set(name, *number),
        Some(AttrValue::Float(number)) => attrs.set(name, *number),
        Some(AttrValue::String(text)) => attrs.set_string(name, &**text),
        Some(AttrValue::Type(ty)) => dtypes::of_definition(*ty).is_some_and(|ty| attrs.set_dtype(name, ty)),
        Some(AttrValue::Shape(dims)) => attrs.set_shape(name, &partial_shape(dims.as_deref())),
        Some(AttrValue::List(values)) => set_default_list(attrs, attribute, values),
        Some(AttrValue::Tensor { .. } | AttrValue::Strings { .. } | AttrValue::Func { .. }) | None => false,
    };
}

fn partial_shape(dims: Option<&[i64]>) -> PartialShape {
    dims.map_or(PartialShape::Unranked, |dims| PartialShape::Ranked(Dims::from_slice(dims)))
}

fn set_default_list(attrs: &mut OpAttrs, attribute: &AttrDef, values: &[AttrValue]) -> bool {
    use tfrt_executor::core_runtime::AttrValue as Value;
    let name = &*attribute.name;
    let values = values.iter();
    match attribute.kind {
        AttrKind::Int => {
            let number =
                |value: &AttrValue| if let AttrValue::Int(number) = value { Some(*number) } else { None };
            attrs.set_array(name, &values.filter_map(number).collect::<Vec<i64>>())
        }
        AttrKind::Float | AttrKind::Any => {
            let number =
                |value: &AttrValue| if let AttrValue::Float(number) = value { Some(*number) } else { None };
            attrs.set_array(name, &values.filter_map(number).collect::<Vec<f32>>())
        }
        AttrKind::Type => {
            let ty = |value: &AttrValue| match value {
                AttrValue::Type(ty) => dtypes::of_definition(*ty),
                _ => None,
            };
            attrs.set_dtypes(name, &values.filter_map(ty).collect::<Vec<DType>>())
        }
        _ => {
            let value = |value: &AttrValue| match value {
                AttrValue::String(text) => Some(Value::String(text.as_bytes().into())),
                AttrValue::Shape(dims) => Some(Value::Shape(partial_shape(dims.as_deref()))),
                _ => None,
            };
            attrs.set_aggregate(name, values.filter_map(value).collect())
        }
    }
}

fn no_functions() -> PyErr {
    PyTypeError::new_err("an op that is called by itself has no functions to call: compile a program")
}

fn expected(attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyErr {
    let got = object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {}, got {got}", annotation(attribute)))
}

fn check_minimum(attribute: &AttrDef, number: i64, unit: &str) -> PyResult<()> {
    match attribute.minimum {
        Some(minimum) if number < minimum => {
            Err(PyValueError::new_err(format!("expected at least {minimum}{unit}, got {number}")))
        }
        _ => Ok(()),
    }
}

fn check_string(attribute: &AttrDef, text: &[u8]) -> PyResult<()> {
    match &attribute.allowed {
        Some(Allowed::Strings(known)) if !known.iter().any(|known| known.as_bytes() == text) => {
            Err(PyValueError::new_err(format!(
                "expected {}, got '{}'",
                allowed(attribute).unwrap_or_default(),
                String::from_utf8_lossy(text)
            )))
        }
        _ => Ok(()),
    }
}

fn bool_of(attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.extract().map_err(|_| expected(attribute, object))
}

fn int_of(attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyResult<i64> {
    if object.is_instance_of::<PyBool>() {
        return Err(expected(attribute, object));
    }
    object.extract().map_err(|error: PyErr| {
        match error.is_instance_of::<pyo3::exceptions::PyOverflowError>(object.py()) {
            true => PyValueError::new_err(format!("{object} is no 64-bit integer")),
            false => expected(attribute, object),
        }
    })
}

fn float_of(attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyResult<f64> {
    if object.is_instance_of::<PyBool>() {
        return Err(expected(attribute, object));
    }
    object.extract().map_err(|_| expected(attribute, object))
}

fn string_of(attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    let text = object.cast::<PyString>().map_err(|_| expected(attribute, object))?;
    Ok(text.extract::<String>()?.into_bytes())
}

/// An element type: a name, or what `numpy.dtype` takes.
fn type_of(attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyResult<DType> {
    let wrong = || expected(attribute, object);
    let named: Option<DataType> = match object.cast::<PyString>() {
        Ok(name) => DataType::from_name(&name.extract::<String>()?),
        Err(_) => None,
    };
    let dtype = match named {
        Some(ty) => dtypes::of_definition(ty),
        None if object.is_none() => None,
        None => {
            let dtype =
                dtypes::numpy(object.py())?.getattr("dtype")?.call1((object,)).map_err(|_| wrong())?;
            let name: String = dtype.getattr("name")?.extract()?;
            if name == "object" { Some(DType::String) } else { dtypes::by_name(&name) }
        }
    };
    let dtype = dtype.ok_or_else(wrong)?;
    match &attribute.allowed {
        Some(Allowed::Types(types)) if !types.iter().any(|&ty| dtypes::of_definition(ty) == Some(dtype)) => {
            Err(PyValueError::new_err(format!(
                "expected {}, got {}",
                allowed(attribute).unwrap_or_default(),
                dtypes::name(dtype)
            )))
        }
        _ => Ok(dtype),
    }
}

/// A shape: None, or dimensions, of which those that are not known are None or -1.
fn shape_of(attribute: &AttrDef, object: &Bound<'_, PyAny>) -> PyResult<PartialShape> {
    if object.is_none() {
        return Ok(PartialShape::Unranked);
    }
    let mut dims = Dims::new();
    for dim in object.try_iter().map_err(|_| expected(attribute, object))? {
        let dim = dim?;
        let dim = if dim.is_none() { -1 } else { int_of(attribute, &dim)? };
        if dim < -1 {
            return Err(PyValueError::new_err(format!("{dim} is no dimension")));
        }
        dims.push(dim);
    }
    Ok(PartialShape::Ranked(dims))
}

/// The type of an attribute in Python.
pub(crate) fn annotation(attribute: &AttrDef) -> String {
    let one = match attribute.kind {
        AttrKind::Any => "bool | int | float",
        AttrKind::String => "str | bytes",
        AttrKind::Int => "int",
        AttrKind::Float => "float",
        AttrKind::Bool => "bool",
        AttrKind::Type => "DTypeLike",
        AttrKind::Shape => "Sequence[int | None] | None",
        AttrKind::Tensor => "TensorLike",
        AttrKind::Func => "str",
    };
    if attribute.is_list { format!("Sequence[{one}]") } else { one.to_owned() }
}

/// The values that an attribute may have, if not all.
pub(crate) fn allowed(attribute: &AttrDef) -> Option<String> {
    let names: Vec<String> = match attribute.allowed.as_ref()? {
        Allowed::Types(types) => types.iter().map(|ty| ty.name().to_owned()).collect(),
        Allowed::Strings(strings) => strings.iter().map(|string| format!("'{string}'")).collect(),
    };
    Some(format!("one of {}", names.join(", ")))
}

/// A value of a definition as an object; `...` for one that Python has no short text for.
pub(crate) fn object<'py>(py: Python<'py>, value: &AttrValue) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        AttrValue::String(text) => PyString::new(py, text).into_any(),
        AttrValue::Int(number) => number.into_pyobject(py)?.into_any(),
        // The shortest decimal that is the same number as a 32-bit float.
        AttrValue::Float(number) => {
            let shortest: f64 = number.to_string().parse().unwrap_or_else(|_| f64::from(*number));
            PyFloat::new(py, shortest).into_any()
        }
        AttrValue::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        AttrValue::Type(ty) => PyString::new(py, ty.name()).into_any(),
        AttrValue::Shape(Some(dims)) => PyTuple::new(py, dims)?.into_any(),
        AttrValue::Shape(None) => py.None().into_bound(py),
        AttrValue::List(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(object(py, value)?)?;
            }
            PyTuple::new(py, list)?.into_any()
        }
        AttrValue::Tensor { .. } | AttrValue::Strings { .. } | AttrValue::Func { .. } => {
            py.Ellipsis().into_bound(py)
        }
    })
}
