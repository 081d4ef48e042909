//! The signature of a function: [`Spec`] is what Python sees, [`Parameter`] what a call needs of it.

use std::fmt;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tfrt_bef::TypeCode;
use tfrt_executor::program::SignatureValue;
use tfrt_executor::tensor::{DType, dtype_of};
use tfrt_executor::value::ScalarKind;
use tfrt_ops::SmallType;

use crate::dtypes;

/// Types of values that are tensors, by their printed form.
const TENSOR_HANDLE: &str = "!corert.tensorhandle";
const HOST_TENSOR: &str = "!tfrt_tensor.tensor";

/// The form that a value has in a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A tensor behind a handle.
    Handle,
    /// A list of tensors behind a handle: a sequence of a model, or a value that may be absent.
    List,
    /// A tensor.
    HostTensor,
    /// A scalar in a register.
    Scalar(ScalarKind, DType),
    /// Anything else, which Python cannot give.
    Other,
}

/// An argument or a result, apart from the program.
#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    /// Its position among all arguments or results, chains included.
    pub(crate) position: usize,
    pub(crate) name: Option<Box<str>>,
    pub(crate) kind: Kind,
    /// The element type of a tensor, if it is known.
    pub(crate) dtype: Option<DType>,
    /// The element type that Python has, of a tensor that stands for one of it.
    pub(crate) small: Option<SmallType>,
    /// The dimensions of a tensor, if their number is known; -1 for one that is not.
    pub(crate) dims: Option<Box<[i64]>>,
    /// Names of dimensions that are not known.
    sizes: Box<[Option<Box<str>>]>,
    pub(crate) has_default: bool,
    /// `f32[batch, 4]`.
    pub(crate) type_text: Box<str>,
}

impl Parameter {
    /// The parameter of a value that stands for one of a small type, perhaps.
    pub(crate) fn of(value: &SignatureValue<'_>, small: Option<SmallType>) -> Parameter {
        let kind = match (value.ty.code, value.ty.name) {
            (TypeCode::Scalar(code), _) => match ScalarKind::of_type(value.ty.code) {
                Some(kind) => Kind::Scalar(kind, dtype_of(code)),
                None => Kind::Other,
            },
            (_, TENSOR_HANDLE) if value.tensor_type().is_some_and(|(dtype, _)| dtype == DType::Variant) => {
                Kind::List
            }
            (_, TENSOR_HANDLE) => Kind::Handle,
            (_, HOST_TENSOR) => Kind::HostTensor,
            _ => Kind::Other,
        };
        let (dtype, dims) = value.tensor_type().map_or((None, None), |(dtype, dims)| (Some(dtype), dims));
        let rank = dims.map_or(0, <[i64]>::len);
        let text = value.type_text();
        let type_text = match (small, text.split_once('[')) {
            (Some(small), Some((_, shape))) => format!("{small}[{shape}"),
            (Some(small), None) => format!("{small}[...]"),
            (None, _) => text,
        };
        let (dtype, dims) = match kind {
            Kind::Scalar(_, dtype) => (Some(dtype), Some(&[][..])),
            _ => (dtype, dims),
        };
        Parameter {
            position: value.position,
            name: value.name().map(Into::into),
            kind,
            dtype,
            small,
            dims: dims.map(Into::into),
            sizes: (0..rank).map(|dimension| value.size_name(dimension).map(Into::into)).collect(),
            has_default: value.default().is_some(),
            type_text: type_text.into(),
        }
    }

    /// An input of an op, of which the definition says the type.
    pub(crate) fn of_op(position: usize, name: &str, type_text: &str) -> Parameter {
        Parameter {
            position,
            name: Some(name.into()),
            kind: Kind::Handle,
            dtype: None,
            small: None,
            dims: None,
            sizes: Box::default(),
            has_default: false,
            type_text: type_text.into(),
        }
    }

    /// Whether dimensions that are not known have names, which a call must use for equal sizes.
    pub(crate) fn has_named_sizes(&self) -> bool {
        self.sizes.iter().any(Option::is_some)
    }

    /// The name in messages.
    pub(crate) fn text(&self, index: usize) -> String {
        match &self.name {
            Some(name) => format!("input '{name}'"),
            None => format!("input {index}"),
        }
    }
}

/// `name: type = default`, as far as they are known.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}: ")?;
        }
        f.write_str(&self.type_text)?;
        if self.has_default { f.write_str(" = default") } else { Ok(()) }
    }
}

/// An argument or a result of a function: its name, element type and shape, as far as they are known.
#[pyclass(frozen, module = "tfrt")]
pub(crate) struct Spec(pub(crate) Parameter);

#[pymethods]
impl Spec {
    /// The name, or None.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// The element type as a numpy.dtype, or None if it is not known.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        match (self.0.small, self.0.dtype) {
            (Some(small), _) => dtypes::small_to_numpy(py, small).map(Some),
            (None, dtype) => dtype.map(|dtype| dtypes::to_numpy(py, dtype)).transpose(),
        }
    }

    /// The shape, with a name or None for a dimension that is not known; None if not even their number is.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(dims) = &self.0.dims else { return Ok(None) };
        let mut shape = Vec::with_capacity(dims.len());
        for (dimension, &dim) in dims.iter().enumerate() {
            shape.push(match (dim >= 0, self.0.sizes.get(dimension)) {
                (true, _) => dim.into_pyobject(py)?.into_any(),
                (false, Some(Some(name))) => name.into_pyobject(py)?.into_any(),
                (false, _) => py.None().into_bound(py),
            });
        }
        PyTuple::new(py, shape).map(Some)
    }

    /// Whether a caller may leave it out.
    #[getter]
    fn optional(&self) -> bool {
        self.0.has_default
    }

    fn __repr__(&self) -> String {
        self.0.to_string()
    }
}
