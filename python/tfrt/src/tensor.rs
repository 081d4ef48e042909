//! `tfrt.Tensor`: a result, or an argument to be. It does not change, and others read its elements where they are.

#![expect(unsafe_code, reason = "fills Python's buffer struct")]

use std::borrow::Cow;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

use pyo3::exceptions::{PyBufferError, PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyMemoryView, PyTuple};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DType, DenseHostTensor, Tensor, TensorMetadata, TensorType, convert};
use tfrt_ops::SmallType;

use crate::process::process;
use crate::{arguments, dlpack, dtypes};

/// An array that does not change. numpy.asarray(tensor) reads it without a copy, as do DLPack's users (torch.from_dlpack).
#[pyclass(frozen, module = "tfrt", name = "Tensor", weakref)]
pub(crate) struct PyTensor {
    tensor: Tensor,
    /// The element type, if there are no tensors of it: then the tensor has the elements' bytes.
    small: Option<SmallType>,
    /// The tensor in host memory, of one on a device of a plugin.
    host: OnceLock<Tensor>,
    /// The elements one after the other, of a tensor that is kept in another form.
    dense: OnceLock<DenseHostTensor>,
}

impl PyTensor {
    #[inline]
    pub(crate) fn new(tensor: Tensor) -> PyTensor {
        PyTensor::of_bytes(tensor, None)
    }

    /// A tensor of the bytes of elements of a small type.
    #[inline]
    pub(crate) fn of_bytes(tensor: Tensor, small: Option<SmallType>) -> PyTensor {
        PyTensor { tensor, small, host: OnceLock::new(), dense: OnceLock::new() }
    }

    /// The tensor that a program's stands for.
    pub(crate) fn of_storage(tensor: &Tensor, small: SmallType) -> PyResult<PyTensor> {
        let host = PyTensor::new(tensor.clone());
        let stored = host.dense()?;
        let wrong =
            |why: &dyn std::fmt::Display| PyRuntimeError::new_err(format!("a result is no {small}: {why}"));
        if stored.dtype() != small.storage() {
            return Err(wrong(&stored.metadata()));
        }
        let bytes = small.of_storage(stored.bytes()).map_err(|error| wrong(&error))?;
        let metadata = TensorMetadata::new(small.bytes(), stored.shape().clone());
        let bytes = DenseHostTensor::from_bytes(metadata, &bytes);
        let bytes = bytes.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
        Ok(PyTensor::of_bytes(bytes.into(), Some(small)))
    }

    /// The element type, if there are no tensors of it.
    pub(crate) fn small(&self) -> Option<SmallType> {
        self.small
    }

    /// The name of the element type as Python's packages spell it.
    fn dtype_name(&self) -> Cow<'static, str> {
        match self.small {
            Some(small) => small.python_name().into(),
            None => dtypes::name(self.tensor.dtype()).into(),
        }
    }

    /// The tensor where it is.
    pub(crate) fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    /// The tensor in host memory; one on a device is copied once.
    #[inline]
    pub(crate) fn host(&self) -> PyResult<&Tensor> {
        match &self.tensor {
            // Resources are the host's and stay as they are.
            Tensor::Device(tensor) if tensor.device() != DeviceRef::HOST => self.download(),
            tensor => Ok(tensor),
        }
    }

    #[cold]
    fn download(&self) -> PyResult<&Tensor> {
        if let Some(host) = self.host.get() {
            return Ok(host);
        }
        let conversions = &process()?.core.state().conversions;
        let copied =
            Python::attach(|py| py.detach(|| conversions.convert(&self.tensor, TensorType::DENSE_HOST)));
        let copied = copied.map_err(PyRuntimeError::new_err)?;
        Ok(self.host.get_or_init(|| copied))
    }

    /// The elements in row-major order.
    fn dense(&self) -> PyResult<&DenseHostTensor> {
        let tensor = self.host()?;
        if let Tensor::Dense(dense) = tensor {
            return Ok(dense);
        }
        if let Some(dense) = self.dense.get() {
            return Ok(dense);
        }
        let dense = convert::to_dense(tensor).map_err(PyTypeError::new_err)?;
        Ok(self.dense.get_or_init(|| dense))
    }

    /// The elements as an array: a view, but for strings.
    pub(crate) fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let numpy = dtypes::numpy(py)?;
        if let Tensor::String(strings) = &own.tensor {
            let items = strings.strings().iter().map(|string| PyBytes::new(py, string));
            let array = numpy
                .call_method1("empty", (strings.strings().len(), dtypes::to_numpy(py, DType::String)?))?;
            for (i, item) in items.enumerate() {
                array.set_item(i, item)?;
            }
            let array = array.call_method1("reshape", (own.shape(py)?,))?;
            array.getattr("flags")?.setattr("writeable", false)?;
            return Ok(array);
        }
        let dense = own.dense()?;
        if let Some(small) = own.small {
            let bytes = Bound::new(py, PyTensor::new(dense.clone().into()))?;
            return Self::to_numpy(&bytes)?.call_method1("view", (dtypes::small_to_numpy(py, small)?,));
        }
        if dtypes::buffer_format(dense.dtype()).is_some() {
            return numpy.call_method1("asarray", (PyMemoryView::from(slf.as_any())?,));
        }
        // Elements that the buffer protocol has no format for travel as integers of their size.
        let dtype = dtypes::to_numpy(py, dense.dtype())?;
        let bits = TensorMetadata::new(DType::UI16, dense.shape().clone());
        let bits = DenseHostTensor::from_buffer(bits, dense.buffer().clone());
        let bits = bits.map_err(|error| PyTypeError::new_err(error.to_string()))?;
        let bits = Bound::new(py, PyTensor::new(bits.into()))?;
        Self::to_numpy(&bits)?.call_method1("view", (dtype,))
    }
}

#[pymethods]
impl PyTensor {
    /// The dimensions.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.tensor.shape().dims().to_vec())
    }

    /// The element type, as a numpy.dtype; that of objects for strings, which are bytes.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.small {
            Some(small) => dtypes::small_to_numpy(py, small),
            None => dtypes::to_numpy(py, self.tensor.dtype()),
        }
    }

    /// The number of dimensions.
    #[getter]
    fn ndim(&self) -> usize {
        self.tensor.shape().dims().len()
    }

    /// The number of elements.
    #[getter]
    fn size(&self) -> usize {
        self.tensor.shape().num_elements()
    }

    /// The number of bytes of all elements.
    #[getter]
    fn nbytes(&self) -> usize {
        self.size() * self.tensor.dtype().size().unwrap_or(0)
    }

    /// Where the elements are: "cpu", or the name of a plugin's device.
    #[getter]
    fn device(&self) -> &'static str {
        match &self.tensor {
            Tensor::Device(tensor) if tensor.device() != DeviceRef::HOST => tensor.device().name(),
            _ => "cpu",
        }
    }

    /// The elements as a NumPy array that cannot be written to: a view of the tensor, except for strings.
    fn numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_numpy(slf)
    }

    /// The elements as nested lists of Python's numbers.
    fn tolist<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_numpy(slf)?.call_method0("tolist")
    }

    /// The only element.
    fn item<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_numpy(slf)?.call_method0("item")
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let array = Self::to_numpy(slf)?;
        if let Some(dtype) =
            dtype.filter(|dtype| !array.getattr("dtype").is_ok_and(|own| own.eq(dtype).unwrap_or(false)))
        {
            if copy == Some(false) {
                return Err(PyValueError::new_err("another dtype needs a copy"));
            }
            return array.call_method1("astype", (dtype,));
        }
        if copy == Some(true) { array.call_method0("copy") } else { Ok(array) }
    }

    /// A capsule for `from_dlpack` of another package.
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if stream.is_some() {
            return Err(PyBufferError::new_err("a tensor in host memory has no stream"));
        }
        if dl_device.is_some_and(|device| device != self.__dlpack_device__()) {
            return Err(PyBufferError::new_err("the tensor is in host memory: another device needs a copy"));
        }
        let is_versioned = max_version.is_some_and(|(major, _)| major >= 1);
        let dense = self.dense()?;
        // Before DLPack 1.0 nothing tells a consumer that it must not write: it gets memory that nothing else reads.
        let is_safe = is_versioned || dense.buffer().is_exclusive();
        let dense = match copy {
            Some(false) if !is_safe => {
                return Err(PyBufferError::new_err(
                    "the tensor's memory is read-only, which DLPack says since version 1.0 only: ask for \
                     max_version=(1, 0), or for a copy",
                ));
            }
            Some(false) => dense.clone(),
            None if is_safe => dense.clone(),
            _ => dense.deep_copy().map_err(|error| PyBufferError::new_err(error.to_string()))?,
        };
        dlpack::export(py, dense, self.small, is_versioned)
    }

    /// The device: host memory.
    fn __dlpack_device__(&self) -> (i32, i32) {
        (tfrt_exchange::dlpack::DL_CPU, 0)
    }

    /// # Safety
    /// Python passes a buffer to fill, which it gives back to `__releasebuffer__`.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let refuse = |message: String| Err(PyBufferError::new_err(message));
        // SAFETY: Python passes a buffer to fill, or null by mistake.
        let Some(view) = (unsafe { view.as_mut() }) else {
            return refuse("there is no buffer to fill".into());
        };
        view.obj = ptr::null_mut();
        let Ok(dense) = slf.get().dense() else { return refuse("tensors of strings have no buffer".into()) };
        let format = dtypes::buffer_format(dense.dtype()).filter(|_| slf.get().small.is_none());
        let (Some(format), Some(size)) = (format, dense.dtype().size()) else {
            return refuse(format!("the buffer protocol has no format for {}", slf.get().dtype_name()));
        };
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return refuse("a tensor cannot be written to".into());
        }
        let dims = dense.shape().dims();
        if flags & ffi::PyBUF_F_CONTIGUOUS == ffi::PyBUF_F_CONTIGUOUS
            && dims.iter().filter(|&&dim| dim > 1).count() > 1
        {
            return refuse("a tensor is row-major".into());
        }
        // The dimensions and then the strides, freed by `__releasebuffer__`.
        let strides = dense.shape().strides();
        let lists: Box<[ffi::Py_ssize_t]> = dims
            .iter()
            .map(|&dim| dim as isize)
            .chain(strides.iter().map(|&stride| stride as isize * size as isize))
            .collect();
        let rank = dims.len();
        let lists = Box::new(lists);
        let wants = |flag: c_int| flags & flag == flag;
        view.buf = dense.buffer().as_ptr().as_ptr().cast::<c_void>();
        view.len = dense.bytes().len() as isize;
        view.itemsize = size as isize;
        view.readonly = 1;
        view.ndim = rank as c_int;
        view.format = if wants(ffi::PyBUF_FORMAT) { format.as_ptr().cast_mut() } else { ptr::null_mut() };
        view.shape = if wants(ffi::PyBUF_ND) { lists.as_ptr().cast_mut() } else { ptr::null_mut() };
        // The strides start behind the dimensions, inside the box or at its end.
        view.strides = if wants(ffi::PyBUF_STRIDES) {
            lists.as_ptr().wrapping_add(rank).cast_mut()
        } else {
            ptr::null_mut()
        };
        view.suboffsets = ptr::null_mut();
        view.internal = Box::into_raw(lists).cast::<c_void>();
        view.obj = slf.into_any().into_ptr();
        Ok(())
    }

    /// # Safety
    /// Python passes each buffer that `__getbuffer__` filled once.
    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: `__getbuffer__` made the pointer with `Box::into_raw`, of this type, and Python releases a buffer once.
        unsafe { drop(Box::from_raw((*view).internal.cast::<Box<[ffi::Py_ssize_t]>>())) };
    }

    fn __len__(&self) -> PyResult<usize> {
        match self.tensor.shape().dims().first() {
            Some(&first) => Ok(first as usize),
            None => Err(PyTypeError::new_err("a tensor of rank 0 has no length")),
        }
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_numpy(slf)?.get_item(index)
    }

    fn __float__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_numpy(slf)?.call_method0("__float__")
    }

    fn __int__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_numpy(slf)?.call_method0("__int__")
    }

    fn __index__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_numpy(slf)?.call_method0("__index__")
    }

    fn __bool__(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Self::to_numpy(slf)?.is_truthy()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (py, own) = (slf.py(), slf.get());
        let name = own.dtype_name();
        let Ok(array) = Self::to_numpy(slf) else {
            return Ok(format!("tfrt.Tensor({})", own.tensor));
        };
        let options = PyDict::new(py);
        options.set_item("prefix", "tfrt.Tensor(")?;
        options.set_item("separator", ", ")?;
        let elements: String =
            dtypes::numpy(py)?.getattr("array2string")?.call((array,), Some(&options))?.extract()?;
        let shape =
            if own.size() == 0 { format!(", shape={}", own.shape(py)?.repr()?) } else { String::new() };
        Ok(format!("tfrt.Tensor({elements}{shape}, dtype={name})"))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let make = slf.py().import("tfrt")?.getattr("tensor")?;
        Ok((make, (Self::to_numpy(slf)?.call_method0("copy")?,)))
    }
}

/// The strings of a list of Python's `str` and `bytes`.
pub(crate) fn strings_of(items: &Bound<'_, PyList>) -> PyResult<Vec<Box<[u8]>>> {
    let mut strings = Vec::with_capacity(items.len());
    for item in items {
        if let Ok(bytes) = item.cast::<PyBytes>() {
            strings.push(bytes.as_bytes().into());
        } else if let Ok(text) = item.extract::<&str>() {
            strings.push(text.as_bytes().into());
        } else {
            return Err(PyTypeError::new_err(format!(
                "expected str or bytes, got {}",
                item.get_type().name()?
            )));
        }
    }
    Ok(strings)
}

/// A tensor of an array, numbers or strings, or of another package's tensor. The memory of a plain NumPy array is shared, not copied.
#[pyfunction]
#[pyo3(signature = (object, dtype=None))]
pub(crate) fn tensor(object: &Bound<'_, PyAny>, dtype: Option<&Bound<'_, PyAny>>) -> PyResult<PyTensor> {
    let converted;
    let object = match dtype {
        None => object,
        Some(dtype) => {
            converted = dtypes::numpy(object.py())?.call_method1("asarray", (object, dtype))?;
            &converted
        }
    };
    let (tensor, small) = arguments::given(object, None, None)?;
    Ok(PyTensor::of_bytes(tensor, small))
}
