//! `Program` and `Function`: what is loaded, and calls of it.
//!
//! A call that is short runs in the thread that calls, without the GIL. One that may take long runs on a worker, while the caller waits and
//! lets Python look at signals: so Ctrl-C stops it, and a short call pays nothing for that. A call may take long if it is given more than
//! every call of its function that was short. A call that is quick keeps the GIL: threads that hand it on take longer for that than the call.
//! No worker needs the GIL for what a call waits for (lines of logs are delivered, objects are released later), so it may be kept.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyAttributeError, PyKeyError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyWeakrefReference};
use tfrt_driver::files::replace;
use tfrt_driver::saved_models::{DEFAULT_SIGNATURE, INITIALISE};
use tfrt_driver::values;
use tfrt_executor::core_runtime::TensorHandle;
use tfrt_executor::kernel::Values;
use tfrt_executor::program as executable;
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::{DType, Tensor};
use tfrt_executor::value::{ScalarKind, Value};
use tfrt_ops::SmallType;

use crate::flight::Flight;
use crate::future::Future;
use crate::process::{Process, process};
use crate::spec::{Kind, Parameter, Spec};
use crate::tensor::PyTensor;
use crate::{arguments, errors, observe, pickling};

/// From here on a call runs where Ctrl-C can stop it.
const LONG: Duration = Duration::from_millis(2);

/// Up to here a call is quick, and stays so up to a few times as long: other threads and interrupts prolong some.
const QUICK: Duration = Duration::from_micros(10);
const NO_LONGER_QUICK: Duration = Duration::from_micros(50);

/// A program that is ready to be called: `program(x)` calls its main function, `program.name(x)` another.
///
/// Functions are in the object's `__dict__`, where Python finds them at once, but for those whose names are attributes of every program.
#[pyclass(frozen, dict, module = "tfrt", weakref)]
pub(crate) struct Program {
    program: executable::Program,
    functions: Vec<Py<Function>>,
    main: Option<usize>,
    origin: Arc<Origin>,
}

/// Where a program comes from, which its functions know too: a function may live longer than the program's object.
struct Origin {
    source: String,
    /// The compiled file that is mapped, if the caller named one.
    path: Option<PathBuf>,
    /// The program's object. A strong reference would be a cycle.
    object: OnceLock<Py<PyWeakrefReference>>,
}

impl Program {
    pub(crate) fn new(
        py: Python<'_>,
        program: executable::Program,
        source: &str,
        path: Option<PathBuf>,
    ) -> PyResult<Py<Program>> {
        let origin = Arc::new(Origin { source: source.to_owned(), path, object: OnceLock::new() });
        let mut functions = Vec::new();
        let mut main = None;
        for function in program.functions() {
            let name = function.name();
            if name.is_empty() || name == INITIALISE {
                continue;
            }
            if name == "main" || name == DEFAULT_SIGNATURE && main.is_none() {
                main = Some(functions.len());
            }
            functions.push(Py::new(py, Function::new(function, origin.clone()))?);
        }
        if functions.len() == 1 {
            main = Some(0);
        }
        let object = Bound::new(py, Program { program, functions, main, origin: origin.clone() })?;
        let attributes = object.getattr(intern!(py, "__dict__"))?;
        for function in &object.get().functions {
            let name = PyString::intern(py, function.get().function.name());
            if !object.get_type().hasattr(&name)? {
                attributes.set_item(name, function)?;
            }
        }
        // Nothing else has the origin yet that could set it.
        let _ = origin.object.set(PyWeakrefReference::new(&object)?.unbind());
        Ok(object.unbind())
    }

    /// The program of a function: its object, or another one of the same program if that is gone.
    fn of(py: Python<'_>, function: &Function) -> PyResult<Py<Program>> {
        let origin = &function.origin;
        let object = origin.object.get().and_then(|object| object.bind(py).upgrade());
        match object.map(Bound::cast_into::<Program>) {
            Some(Ok(program)) => Ok(program.unbind()),
            _ => {
                let program = function.function.program().clone();
                Program::new(py, program, &origin.source, origin.path.clone())
            }
        }
    }

    fn find(&self, name: &str) -> Option<&Py<Function>> {
        self.functions.iter().find(|function| function.get().function.name() == name)
    }

    fn main(&self) -> PyResult<&Py<Function>> {
        match self.main {
            Some(main) => Ok(&self.functions[main]),
            None => Err(PyTypeError::new_err(format!(
                "the program has no function 'main': call one of {}",
                self.names()
            ))),
        }
    }

    fn names(&self) -> String {
        let names: Vec<String> =
            self.functions.iter().map(|function| format!("'{}'", function.get().function.name())).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }
}

#[pymethods]
impl Program {
    /// The functions by name.
    #[getter]
    fn functions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let functions = PyDict::new(py);
        for function in &self.functions {
            functions.set_item(function.get().function.name(), function)?;
        }
        Ok(functions)
    }

    /// Where the program comes from.
    #[getter]
    fn source(&self) -> &str {
        &self.origin.source
    }

    /// Writes the compiled program to a file, which tfrt.load maps and tfrt-run runs. It may be the file that the program was loaded from.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| replace(&path, |file| file.write_all(self.program.file().bytes())))
            .map_err(|error| errors::of_system(&error, &path))
    }

    /// Calls the main function.
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        self.main()?.get().call(py, args, kwargs)
    }

    /// Starts a call of the main function and returns at once, with a future.
    #[pyo3(signature = (*args, **kwargs))]
    fn submit(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Future> {
        Function::start(self.main()?, py, args, kwargs)
    }

    /// Of names that are not there.
    fn __getattr__(&self, name: &str) -> PyResult<Py<Function>> {
        let message = format!("the program has no function '{name}', but {}", self.names());
        Err(PyAttributeError::new_err(message))
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Py<Function>> {
        match self.find(name) {
            Some(function) => Ok(function.clone_ref(py)),
            None => Err(PyKeyError::new_err(format!(
                "the program has no function '{name}', but {}",
                self.names()
            ))),
        }
    }

    /// Calls the main function again and again, and says how long a call takes.
    #[pyo3(signature = (*args, **kwargs))]
    fn benchmark<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        benchmark(self.main()?.bind(py), args, kwargs)
    }

    /// A drawing of the functions, which notebooks show.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        observe::drawing(py, &self.program)
    }

    /// The path, the hash of the content and the content.
    fn __reduce_ex__<'py>(
        slf: &Bound<'py, Self>,
        protocol: i32,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let hash = py.detach(|| pickling::hash_of(&own.program));
        let content = match protocol {
            5.. => {
                py.import("pickle")?.getattr("PickleBuffer")?.call1((pickling::content_of(&own.program)?,))?
            }
            _ => PyBytes::new(py, own.program.file().bytes()).into_any(),
        };
        let module = py.import("tfrt._pickle")?;
        module.call_method1("remember", (&hash, slf))?;
        let path = own.origin.path.as_ref().map(|path| path.display().to_string());
        let arguments = (&own.origin.source, path, hash, content).into_pyobject(py)?;
        Ok((module.getattr("restore")?, arguments))
    }

    fn __repr__(&self) -> String {
        let lines: Vec<String> =
            self.functions.iter().map(|function| format!("\n  {}", function.get().line())).collect();
        format!("<tfrt.Program {}{}>", self.origin.source, lines.concat())
    }
}

/// A function of a program. Any number of threads may call it at once.
#[pyclass(frozen, module = "tfrt", weakref)]
pub(crate) struct Function {
    pub(crate) function: executable::Function,
    origin: Arc<Origin>,
    parameters: Box<[Parameter]>,
    results: Box<[Parameter]>,
    /// The number of arguments and results, chains included.
    num_args: usize,
    has_named_sizes: bool,
    /// A call that is given less than this is short; see [`arguments::extent`].
    short_below: AtomicU64,
    /// A call that is given less than this is quick.
    quick_below: AtomicU64,
}

impl Function {
    fn new(function: executable::Function, origin: Arc<Origin>) -> Function {
        let signature = function.signature();
        let num_args = function.view().num_args();
        let small = |position: usize| {
            let (_, value) = function.view().signature().find(|(other, _)| *other == position)?;
            SmallType::from_name(value.small_type()?)
        };
        let parameters: Box<[_]> =
            signature.arguments.iter().map(|value| Parameter::of(value, small(value.position))).collect();
        let results: Box<[_]> = signature
            .results
            .iter()
            .map(|value| Parameter::of(value, small(num_args + value.position)))
            .collect();
        let has_named_sizes = parameters.iter().any(Parameter::has_named_sizes);
        drop(signature);
        Function {
            function,
            origin,
            parameters,
            results,
            num_args,
            has_named_sizes,
            short_below: AtomicU64::new(0),
            quick_below: AtomicU64::new(0),
        }
    }

    /// `name(arguments) -> (results)`.
    fn line(&self) -> String {
        let list = |parameters: &[Parameter]| {
            parameters.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        format!("{}({}) -> ({})", self.function.name(), list(&self.parameters), list(&self.results))
    }

    /// Calls the function.
    #[inline]
    fn call(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let process = process()?;
        let arguments = self.values(args, kwargs)?;
        let results = self.run(py, process, arguments)?;
        self.objects(py, process, results)
    }

    /// The values of a call's arguments.
    fn values(&self, args: &Bound<'_, PyTuple>, kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Values> {
        let has_keywords = kwargs.is_some_and(|kwargs| !kwargs.is_empty());
        if has_keywords || args.len() != self.parameters.len() {
            return self.values_by_name(args, kwargs);
        }
        let mut values = Values::new();
        for (index, (parameter, object)) in self.parameters.iter().zip(args.iter_borrowed()).enumerate() {
            values.resize(parameter.position, Value::CHAIN);
            values.push(arguments::value(&object, parameter, index)?);
        }
        values.resize(self.num_args, Value::CHAIN);
        self.check(&values)?;
        Ok(values)
    }

    #[cold]
    fn values_by_name(
        &self,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Values> {
        let name = self.function.name();
        let mut given: Vec<Option<Bound<'_, PyAny>>> = args.iter().map(Some).collect();
        if given.len() > self.parameters.len() {
            return Err(PyTypeError::new_err(format!(
                "{name}() takes {} arguments, but {} were given: {}",
                self.parameters.len(),
                given.len(),
                self.line()
            )));
        }
        given.resize(self.parameters.len(), None);
        for (keyword, object) in kwargs.into_iter().flatten() {
            let keyword: String = keyword.extract()?;
            let known =
                self.parameters.iter().position(|parameter| parameter.name.as_deref() == Some(&*keyword));
            let Some(index) = known else {
                return Err(PyTypeError::new_err(format!(
                    "{name}() has no argument '{keyword}': {}",
                    self.line()
                )));
            };
            if given[index].replace(object).is_some() {
                return Err(PyTypeError::new_err(format!(
                    "{name}() got two values for argument '{keyword}'"
                )));
            }
        }
        let mut values = Values::new();
        for (index, (parameter, object)) in self.parameters.iter().zip(given).enumerate() {
            values.resize(parameter.position, Value::CHAIN);
            values.push(match object {
                Some(object) => arguments::value(&object, parameter, index)?,
                None if parameter.has_default => {
                    let signature = self.function.signature();
                    values::default(&signature.arguments[index]).map_err(PyTypeError::new_err)?
                }
                None => {
                    return Err(PyTypeError::new_err(format!(
                        "{name}() misses {} of type {}: {}",
                        parameter.text(index),
                        parameter.type_text,
                        self.line()
                    )));
                }
            });
        }
        values.resize(self.num_args, Value::CHAIN);
        self.check(&values)?;
        Ok(values)
    }

    /// Compares the tensors of a call with the signature.
    fn check(&self, values: &Values) -> PyResult<()> {
        let fits = |parameter: &Parameter| match arguments::described(&values[parameter.position]) {
            Some((dtype, shape)) => arguments::fits(parameter, dtype, shape),
            None => true,
        };
        if !self.has_named_sizes && self.parameters.iter().all(fits) {
            return Ok(());
        }
        let described: Vec<_> = self
            .parameters
            .iter()
            .map(|parameter| {
                let (dtype, shape) = arguments::described(&values[parameter.position])?;
                Some((dtype, shape.dims()))
            })
            .collect();
        let given: Vec<Option<(DType, &[i64])>> =
            described.iter().map(|tensor| tensor.as_ref().map(|(dtype, dims)| (*dtype, &dims[..]))).collect();
        self.function.signature().check(&given).map_err(|error| {
            let parameter = &self.parameters[error.argument];
            let given_here = arguments::described(&values[parameter.position]);
            if let (Some(small), Some((dtype, shape))) = (parameter.small, given_here)
                && !arguments::fits(parameter, dtype, shape)
            {
                // The signature knows the storage alone.
                return PyValueError::new_err(format!(
                    "{}: expected {}, got {small}{:?}",
                    parameter.text(error.argument),
                    parameter.type_text,
                    &shape.dims()[..]
                ));
            }
            match given[error.argument] {
                Some((dtype, _)) if parameter.dtype.is_some_and(|expected| expected != dtype) => {
                    PyTypeError::new_err(error.to_string())
                }
                _ => PyValueError::new_err(error.to_string()),
            }
        })
    }

    /// Runs the function, without the GIL if it takes more than a moment.
    fn run(&self, py: Python<'_>, process: &Process, arguments: Values) -> PyResult<Values> {
        let extent = arguments::extent(&arguments, &self.parameters);
        if extent >= self.short_below.load(Relaxed) {
            let start = Instant::now();
            let results = Flight::start(process, self.function.clone(), arguments).finish(py)?;
            if start.elapsed() <= LONG {
                self.short_below.fetch_max(extent.saturating_add(1), Relaxed);
            }
            return Ok(results);
        }
        let request = RequestContext::new(process.runtime.host());
        let execute = || {
            let start = Instant::now();
            let results = self.function.execute(&request, arguments);
            (results, start.elapsed())
        };
        let is_quick = extent < self.quick_below.load(Relaxed);
        let (results, elapsed) = if is_quick { execute() } else { py.detach(execute) };
        if is_quick && elapsed > NO_LONGER_QUICK {
            self.quick_below.fetch_min(extent, Relaxed);
        }
        if !is_quick && elapsed <= QUICK {
            self.quick_below.fetch_max(extent.saturating_add(1), Relaxed);
        }
        if elapsed > LONG {
            self.short_below.fetch_min(extent, Relaxed);
        }
        if Flight::is_available(&results) { Ok(results) } else { Flight::of(request, results).finish(py) }
    }

    /// Starts a call on the workers.
    fn start(
        slf: &Py<Function>,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Future> {
        let (process, own) = (process()?, slf.get());
        let arguments = own.values(args, kwargs)?;
        let flight = Flight::start(process, own.function.clone(), arguments);
        Ok(Future::new(flight, slf.clone_ref(py)))
    }

    /// Python's objects for the results: nothing, one, or a tuple.
    pub(crate) fn objects(&self, py: Python<'_>, process: &Process, values: Values) -> PyResult<Py<PyAny>> {
        if let Some(error) = values.iter().find_map(Value::error) {
            return Err(errors::of_run(py, error));
        }
        if let [only] = &*self.results {
            return object(py, process, &values[only.position], only);
        }
        if self.results.is_empty() {
            return Ok(py.None());
        }
        let objects: Vec<_> = self
            .results
            .iter()
            .map(|result| object(py, process, &values[result.position], result))
            .collect::<PyResult<_>>()?;
        Ok(PyTuple::new(py, objects)?.into_any().unbind())
    }
}

/// A result as an object: a tensor, or a number of Python's for a scalar.
fn object(py: Python<'_>, process: &Process, value: &Value, result: &Parameter) -> PyResult<Py<PyAny>> {
    let resolved;
    let value = match value {
        Value::Async(async_value) if async_value.get::<Tensor>().is_none() => {
            resolved = value.resolve().unwrap_or_else(|| value.clone());
            &resolved
        }
        _ => value,
    };
    if let Some(handle) = value.downcast_ref::<TensorHandle>() {
        if !handle.is_available() {
            py.detach(|| process.core.wait(std::slice::from_ref(handle)));
        }
        if let Some(error) = handle.get_error() {
            return Err(errors::of_run(py, error));
        }
    }
    if let Some(tensor) = values::tensor_of(value) {
        if let Some(items) = list_of(value, tensor) {
            let items = items.into_iter().map(|item| Py::new(py, PyTensor::new(item)));
            return Ok(PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)?.into_any().unbind());
        }
        return match result.small {
            None => Ok(Py::new(py, PyTensor::new(tensor.clone()))?.into_any()),
            Some(small) => Ok(Py::new(py, PyTensor::of_storage(tensor, small)?)?.into_any()),
        };
    }
    if let (Value::Scalar(kind, bits), Kind::Scalar(..)) = (value, result.kind) {
        return scalar(py, *kind, *bits);
    }
    Err(PyTypeError::new_err(format!("Python has no values of type {}", result.type_text)))
}

/// The tensors of a result that is a list.
#[inline]
fn list_of(value: &Value, tensor: &Tensor) -> Option<Vec<Tensor>> {
    match tensor {
        Tensor::Device(_) => values::items_of(value),
        _ => None,
    }
}

/// A scalar as a number of Python's.
fn scalar(py: Python<'_>, kind: ScalarKind, bits: u64) -> PyResult<Py<PyAny>> {
    let value = Value::Scalar(kind, bits);
    macro_rules! number {
        ($($ty:ty),*) => {
            $(if let Some(number) = value.get_scalar::<$ty>() {
                return Ok(number.into_pyobject(py)?.to_owned().into_any().unbind());
            })*
        };
    }
    number!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64);
    match values::to_array(&value) {
        Some(array) => PyTensor::to_numpy(&Bound::new(py, PyTensor::new(array.tensor().clone().into()))?)?
            .call_method0("item")
            .map(Bound::unbind),
        None => Err(PyTypeError::new_err(format!("Python has no numbers of type {}", kind.type_name()))),
    }
}

#[pymethods]
impl Function {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.function.name()
    }

    #[getter]
    fn __name__(&self) -> &str {
        self.function.name()
    }

    /// The arguments of the function: names, dtypes and shapes, in order.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        specs(py, &self.parameters)
    }

    /// The results of the function: names, dtypes and shapes, in order.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        specs(py, &self.results)
    }

    /// The arguments as inspect.signature gives them, if all have names that are identifiers.
    #[getter]
    fn __signature__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let signature = slf.py().import("tfrt._signature")?.getattr("of")?.call1((slf,))?;
        if signature.is_none() {
            return Err(PyAttributeError::new_err("__signature__"));
        }
        Ok(signature)
    }

    /// The default of an argument.
    fn _default(&self, py: Python<'_>, index: usize) -> PyResult<Py<PyAny>> {
        let signature = self.function.signature();
        let (Some(argument), Some(parameter)) =
            (signature.arguments.get(index), self.parameters.get(index).filter(|known| known.has_default))
        else {
            return Err(PyValueError::new_err(format!("argument {index} has no default")));
        };
        object(py, process()?, &values::default(argument).map_err(PyTypeError::new_err)?, parameter)
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        self.call(py, args, kwargs)
    }

    /// Starts a call and returns at once, with a future.
    #[pyo3(signature = (*args, **kwargs))]
    fn submit(
        slf: &Bound<'_, Self>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Future> {
        Function::start(slf.as_unbound(), slf.py(), args, kwargs)
    }

    /// Calls the function again and again, and says how long a call takes.
    #[pyo3(signature = (*args, **kwargs))]
    fn benchmark<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        benchmark(slf, args, kwargs)
    }

    /// The program, and the name in it.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, own) = (slf.py(), slf.get());
        let item = py.import("operator")?.getattr("getitem")?;
        Ok((item, (Program::of(py, own)?, own.function.name()).into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<tfrt.Function {}>", self.line())
    }
}

/// The latencies of calls of a function.
fn benchmark<'py>(
    function: &Bound<'py, Function>,
    args: &Bound<'py, PyTuple>,
    kwargs: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let measure = function.py().import("tfrt._benchmark")?.getattr("measure")?;
    measure.call1((function, args, kwargs))
}

fn specs<'py>(py: Python<'py>, parameters: &[Parameter]) -> PyResult<Bound<'py, PyTuple>> {
    let specs: Vec<_> =
        parameters.iter().map(|parameter| Py::new(py, Spec(parameter.clone()))).collect::<PyResult<_>>()?;
    PyTuple::new(py, specs)
}
