//! NumPy's arrays, read in place through their C layout, which is part of NumPy's stable binary interface.
//!
//! Invariant: only objects whose type is `numpy.ndarray` or derived from it are read. Everything that is not a plain aligned row-major
//! array of a known element type in the machine's byte order is left to NumPy, which makes such an array of it.

#![expect(unsafe_code, reason = "reads the C struct behind an array")]

use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use tfrt_executor::tensor::{Buffer, DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ops::SmallType;

use crate::dtypes;

/// The start of `PyArrayObject`.
#[repr(C)]
struct ArrayFields {
    object: pyo3::ffi::PyObject,
    data: *mut c_char,
    rank: c_int,
    dims: *mut isize,
    strides: *mut isize,
    base: *mut pyo3::ffi::PyObject,
    descriptor: *mut DescriptorFields,
    flags: c_int,
}

/// The start of `PyArray_Descr`.
#[repr(C)]
struct DescriptorFields {
    object: pyo3::ffi::PyObject,
    element: *mut c_void,
    kind: c_char,
    character: c_char,
    byte_order: c_char,
    flags: c_char,
    number: c_int,
}

/// `NPY_ARRAY_C_CONTIGUOUS | NPY_ARRAY_ALIGNED`.
const PLAIN: c_int = 0x0001 | 0x0100;

/// Numbers from here on are those of other packages' element types.
const OTHERS: c_int = 256;

/// `numpy.ndarray`.
fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "numpy", "ndarray")
}

/// An array that can be read in place.
pub(crate) struct Array<'a, 'py> {
    object: &'a Bound<'py, PyAny>,
    /// The element type; of elements of a small type, that of their bytes.
    dtype: DType,
    small: Option<SmallType>,
    shape: Shape,
    bytes: *const u8,
}

/// The meaning of an object for this module.
pub(crate) enum Look<'a, 'py> {
    /// An array that can be read in place.
    Plain(Array<'a, 'py>),
    /// An array that NumPy must copy first, or of elements that no tensor has.
    Strange,
    /// No array of NumPy's.
    Other,
}

/// Looks at an object.
#[inline]
pub(crate) fn look<'a, 'py>(object: &'a Bound<'py, PyAny>) -> PyResult<Look<'a, 'py>> {
    let class = class(object.py())?;
    if !object.get_type().is(class) && !object.is_instance(class)? {
        return Ok(Look::Other);
    }
    // SAFETY: the object is an instance of numpy.ndarray, whose struct starts with these fields in every version of NumPy; the GIL is held,
    // so that the fields do not change meanwhile.
    let fields = unsafe { &*object.as_ptr().cast::<ArrayFields>() };
    // SAFETY: every array has a descriptor, whose struct starts with these fields in every version of NumPy.
    let descriptor = unsafe { &*fields.descriptor };
    let is_native = matches!(descriptor.byte_order as u8, b'=' | b'|')
        || descriptor.byte_order as u8 == if cfg!(target_endian = "little") { b'<' } else { b'>' };
    if fields.flags & PLAIN != PLAIN || !is_native {
        return Ok(Look::Strange);
    }
    let (dtype, small) = match descriptor.number {
        number if number < OTHERS => (dtypes::of_numpy_number(number), None),
        _ => {
            let name: String = object.getattr("dtype")?.getattr("name")?.extract()?;
            let small = dtypes::small_by_name(&name);
            (small.map_or_else(|| dtypes::by_name(&name), |small| Some(small.bytes())), small)
        }
    };
    let Some(dtype) = dtype else { return Ok(Look::Strange) };
    let rank = usize::try_from(fields.rank).unwrap_or(0);
    let mut dims = [0_i64; 64];
    // NumPy's arrays have at most 64 dimensions.
    let Some(dims) = dims.get_mut(..rank) else { return Ok(Look::Strange) };
    for (i, dim) in dims.iter_mut().enumerate() {
        // SAFETY: an array has as many dimensions as its rank says.
        *dim = unsafe { *fields.dims.add(i) } as i64;
    }
    let Ok(shape) = Shape::new(dims) else { return Ok(Look::Strange) };
    Ok(Look::Plain(Array { object, dtype, small, shape, bytes: fields.data.cast_const().cast() }))
}

impl Array<'_, '_> {
    /// The small type of the elements, of which the tensor has the bytes.
    pub(crate) fn small(&self) -> Option<SmallType> {
        self.small
    }

    /// A tensor over the memory of the array, which it keeps. `None` where a byte of a boolean is neither 0 nor 1.
    pub(crate) fn tensor(self) -> PyResult<Option<DenseHostTensor>> {
        let metadata = TensorMetadata::new(self.dtype, self.shape);
        let size = metadata.shape.num_elements() * self.dtype.size().unwrap_or(0);
        let error =
            |error: &dyn std::fmt::Display| pyo3::exceptions::PyMemoryError::new_err(error.to_string());
        if size == 0 {
            return DenseHostTensor::zeroed(metadata).map(Some).map_err(|e| error(&e));
        }
        // SAFETY: a row-major array has its elements one after the other from its data pointer on; the object keeps them, and this
        // reference ends before the GIL is given up.
        let bytes = unsafe { std::slice::from_raw_parts(self.bytes, size) };
        if self.dtype == DType::I1 && bytes.iter().any(|&byte| byte > 1) {
            return Ok(None);
        }
        let keep: Arc<Py<PyAny>> = Arc::new(self.object.clone().unbind());
        // SAFETY: the array keeps its memory where it is while there is a reference to it. That a caller does not write to an array
        // while a call reads it, or a tensor that shares its memory is in use, is a rule of the package's interface; elements are plain
        // numbers, so a caller that breaks it sees other numbers.
        let buffer = unsafe { Buffer::external(bytes, keep) }.map_err(|e| error(&e))?;
        DenseHostTensor::from_buffer(metadata, buffer).map(Some).map_err(|e| error(&e))
    }
}
