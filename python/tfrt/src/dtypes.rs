//! Element types: NumPy's, and those of `ml_dtypes` for `bf16` and for types of 2 to 8 bits, which NumPy keeps in a byte each.

use pyo3::exceptions::{PyImportError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use tfrt_executor::tensor::DType;
use tfrt_ops::{DataType, SmallType};

/// NumPy's name of an element type, and the format of its elements in a buffer; none for types that NumPy itself lacks.
const NUMPY: &[(DType, &str, &std::ffi::CStr)] = &[
    (DType::I1, "bool", c"?"),
    (DType::I8, "int8", c"b"),
    (DType::UI8, "uint8", c"B"),
    (DType::I16, "int16", c"h"),
    (DType::UI16, "uint16", c"H"),
    (DType::I32, "int32", c"i"),
    (DType::UI32, "uint32", c"I"),
    (DType::I64, "int64", if size_of::<std::ffi::c_long>() == 8 { c"l" } else { c"q" }),
    (DType::UI64, "uint64", if size_of::<std::ffi::c_long>() == 8 { c"L" } else { c"Q" }),
    (DType::F16, "float16", c"e"),
    (DType::F32, "float32", c"f"),
    (DType::F64, "float64", c"d"),
    (DType::Complex64, "complex64", c"Zf"),
    (DType::Complex128, "complex128", c"Zd"),
];

/// The name of an element type as Python's packages spell it.
pub(crate) fn name(dtype: DType) -> &'static str {
    match NUMPY.iter().find(|(known, ..)| *known == dtype) {
        Some((_, name, _)) => name,
        None if dtype == DType::BF16 => "bfloat16",
        None => dtype.label(),
    }
}

/// The element type of this name, such as `float32` or `bfloat16`.
pub(crate) fn by_name(wanted: &str) -> Option<DType> {
    if wanted == "bfloat16" {
        return Some(DType::BF16);
    }
    NUMPY.iter().find(|(_, name, _)| *name == wanted).map(|(dtype, ..)| *dtype)
}

/// The element type of 2 to 8 bits of this name, such as `float8_e4m3fn` or `int4`.
pub(crate) fn small_by_name(wanted: &str) -> Option<SmallType> {
    SmallType::all().find(|small| small.python_name() == wanted)
}

/// The element type that definitions of ops write so; none if there are no tensors of it.
pub(crate) fn of_definition(ty: DataType) -> Option<DType> {
    by_name(ty.name()).or(match ty {
        DataType::String => Some(DType::String),
        DataType::Resource => Some(DType::Resource),
        DataType::Variant => Some(DType::Variant),
        DataType::QInt8 => Some(DType::QI8),
        DataType::QUInt8 => Some(DType::QUI8),
        DataType::QInt16 => Some(DType::QI16),
        DataType::QUInt16 => Some(DType::QUI16),
        DataType::QInt32 => Some(DType::QI32),
        _ => None,
    })
}

/// The format of the elements in a buffer.
pub(crate) fn buffer_format(dtype: DType) -> Option<&'static std::ffi::CStr> {
    NUMPY.iter().find(|(known, ..)| *known == dtype).map(|(.., format)| *format)
}

/// The element type with this number among NumPy's own types, which is part of its binary interface.
pub(crate) fn of_numpy_number(number: i32) -> Option<DType> {
    const LONG_IS_64: bool = size_of::<std::ffi::c_long>() == 8;
    Some(match number {
        0 => DType::I1,
        1 => DType::I8,
        2 => DType::UI8,
        3 => DType::I16,
        4 => DType::UI16,
        5 => DType::I32,
        6 => DType::UI32,
        7 => {
            if LONG_IS_64 {
                DType::I64
            } else {
                DType::I32
            }
        }
        8 => {
            if LONG_IS_64 {
                DType::UI64
            } else {
                DType::UI32
            }
        }
        9 => DType::I64,
        10 => DType::UI64,
        11 => DType::F32,
        12 => DType::F64,
        14 => DType::Complex64,
        15 => DType::Complex128,
        23 => DType::F16,
        _ => return None,
    })
}

/// NumPy's module.
pub(crate) fn numpy(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    Ok(NUMPY.get_or_try_init(py, || Ok::<_, PyErr>(py.import("numpy")?.unbind()))?.bind(py))
}

/// The `numpy.dtype` of an element type: that of objects for strings.
pub(crate) fn to_numpy(py: Python<'_>, dtype: DType) -> PyResult<Bound<'_, PyAny>> {
    let dtype_class = numpy(py)?.getattr("dtype")?;
    if buffer_format(dtype).is_some() {
        return dtype_class.call1((name(dtype),));
    }
    match dtype {
        DType::String => dtype_class.call1(("object",)),
        DType::BF16 => of_ml_dtypes(py, "bfloat16"),
        other => Err(PyTypeError::new_err(format!("NumPy has no dtype for {}", other.label()))),
    }
}

/// The `numpy.dtype` of an element type of 2 to 8 bits.
pub(crate) fn small_to_numpy(py: Python<'_>, small: SmallType) -> PyResult<Bound<'_, PyAny>> {
    of_ml_dtypes(py, &small.python_name())
}

/// The `numpy.dtype` that `ml_dtypes` adds under this name.
fn of_ml_dtypes<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let package = py.import("ml_dtypes").map_err(|_| {
        PyImportError::new_err(format!("arrays of {name} need the package ml_dtypes: pip install ml_dtypes"))
    })?;
    let class = package.getattr_opt(name)?.ok_or_else(|| {
        PyImportError::new_err(format!(
            "this version of ml_dtypes has no {name}: pip install --upgrade ml_dtypes"
        ))
    })?;
    numpy(py)?.getattr("dtype")?.call1((class,))
}
