//! DLPack both ways: tensors of other packages without a copy, and ours for them.

#![expect(unsafe_code, reason = "capsules hold pointers to C structs")]

use std::ffi::CStr;
use std::ptr::NonNull;

use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tfrt_exchange::dlpack::{self, DLManagedTensor, DLManagedTensorVersioned};
use tfrt_executor::tensor::{DenseHostTensor, Tensor};
use tfrt_ops::SmallType;

use crate::tensor::PyTensor;

/// Names of capsules: of a tensor that was not taken, and of one that was.
const PLAIN: &CStr = c"dltensor";
const PLAIN_TAKEN: &CStr = c"used_dltensor";
const VERSIONED: &CStr = c"dltensor_versioned";
const VERSIONED_TAKEN: &CStr = c"used_dltensor_versioned";

/// A tensor from any object with `__dlpack__`, such as a tensor of PyTorch, JAX or TensorFlow. Its memory is shared, not copied.
#[pyfunction]
pub(crate) fn from_dlpack(object: &Bound<'_, PyAny>) -> PyResult<PyTensor> {
    match import(object)? {
        Some((tensor, small)) => Ok(PyTensor::of_bytes(Tensor::from(tensor), small)),
        None => Err(PyTypeError::new_err(format!("{} has no __dlpack__", object.get_type().name()?))),
    }
}

/// The tensor that an object shares by DLPack, of small elements their bytes and the type; `None` if it does not.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<(DenseHostTensor, Option<SmallType>)>> {
    let Some(method) = object.getattr_opt("__dlpack__")? else { return Ok(None) };
    let py = object.py();
    let versioned = PyDict::new(py);
    versioned.set_item("max_version", (1, 0))?;
    let capsule = match method.call((), Some(&versioned)) {
        // Older producers do not know the argument.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => method.call0()?,
        capsule => capsule?,
    };
    let refused = |error: &dyn std::fmt::Display| PyBufferError::new_err(error.to_string());
    if let Some(pointer) = take(&capsule, PLAIN, PLAIN_TAKEN) {
        // SAFETY: a capsule of this name holds a valid `DLManagedTensor`, which belongs to this function since the capsule was renamed.
        let tensor = unsafe { dlpack::import(pointer.cast::<DLManagedTensor>()) };
        return tensor.map(Some).map_err(|error| refused(&error));
    }
    if let Some(pointer) = take(&capsule, VERSIONED, VERSIONED_TAKEN) {
        // SAFETY: a capsule of this name holds a valid `DLManagedTensorVersioned`, which belongs to this function since the capsule was
        // renamed.
        let tensor = unsafe { dlpack::import_versioned(pointer.cast::<DLManagedTensorVersioned>()) };
        return tensor.map(Some).map_err(|error| refused(&error));
    }
    Err(refused(&"__dlpack__ returned no capsule with a tensor that nobody took"))
}

/// The pointer of a capsule of this name, which is renamed: then its destructor does nothing.
fn take(capsule: &Bound<'_, PyAny>, name: &CStr, taken: &'static CStr) -> Option<NonNull<std::ffi::c_void>> {
    // SAFETY: the calls take any object and check that it is a capsule of this name; the new name lives as long as the process.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule.as_ptr(), name.as_ptr()) == 0 {
            return None;
        }
        let pointer = NonNull::new(ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()))?;
        (ffi::PyCapsule_SetName(capsule.as_ptr(), taken.as_ptr()) == 0).then_some(pointer)
    }
}

/// A capsule for another package, of bytes that are elements of a small type, perhaps; with the versioned struct, which says that the tensor is read-only, if the package knows it.
pub(crate) fn export(
    py: Python<'_>,
    tensor: DenseHostTensor,
    small: Option<SmallType>,
    is_versioned: bool,
) -> PyResult<Bound<'_, PyAny>> {
    let refused = |error: &dyn std::fmt::Display| PyBufferError::new_err(error.to_string());
    let (pointer, name, destructor): (_, _, ffi::PyCapsule_Destructor) = if is_versioned {
        (dlpack::export_versioned(tensor, small).map_err(|e| refused(&e))?.cast(), VERSIONED, drop_versioned)
    } else {
        (dlpack::export(tensor, small).map_err(|e| refused(&e))?.cast(), PLAIN, drop_plain)
    };
    // SAFETY: the pointer is not null, the name lives as long as the process, and the destructor takes what the name says.
    unsafe {
        Bound::from_owned_ptr_or_err(
            py,
            ffi::PyCapsule_New(pointer.as_ptr(), name.as_ptr(), Some(destructor)),
        )
    }
}

/// Frees the tensor of a capsule that nobody took.
///
/// # Safety
/// Python calls it once, with a capsule that [`export`] made.
unsafe extern "C" fn drop_plain(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule has the pointer that `export` gave it as long as it has its first name.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, PLAIN.as_ptr()) != 0 {
            let managed = ffi::PyCapsule_GetPointer(capsule, PLAIN.as_ptr()).cast::<DLManagedTensor>();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        }
    }
}

/// As [`drop_plain`], of the versioned struct.
///
/// # Safety
/// As there.
unsafe extern "C" fn drop_versioned(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule has the pointer that `export` gave it as long as it has its first name, and nobody else frees it then.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, VERSIONED.as_ptr()) != 0 {
            let managed =
                ffi::PyCapsule_GetPointer(capsule, VERSIONED.as_ptr()).cast::<DLManagedTensorVersioned>();
            if let Some(deleter) = (*managed).deleter {
                deleter(managed);
            }
        }
    }
}
