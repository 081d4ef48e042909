//! `Op`: an op that Python calls by itself, outside of a program.
//!
//! Signature and documentation are made of the op's definition: the inputs are its arguments, in order; the attributes follow, by
//! name alone. An attribute that the inputs decide (the type `T`, the number `N`) is no argument. A number of Python's, which has no
//! element type, becomes what the definition says: the type of the other inputs that share its attribute, or the attribute's default.
//!
//! `device="gpu:0"` runs a call on a device of a plugin; its results stay in the device's memory until their elements are read, and other
//! calls on the device take them from there.
//!
//! Reading attributes is [`crate::op_attrs`]'s. A call runs in the calling thread, without the GIL, and returns when the results are there.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyComplex, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use tfrt_executor::core_runtime::{Location, Op as CoreOp, OpAttrs, TensorHandle};
use tfrt_executor::tensor::{DType, Tensor};
use tfrt_executor::value::Value;
use tfrt_ops::{ArgDef, ArgType, AttrDef, OpDef};

use crate::process::{Process, process};
use crate::spec::Parameter;
use crate::tensor::PyTensor;
use crate::{arguments, dtypes, errors, op_attrs};

/// Words that Python keeps for itself; a name that is one of them gets an underscore.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// The handler that runs ops without a device of their own.
const CPU: &str = "cpu";

/// The keyword that names the device of a call, of ops whose definitions do not have the name.
const DEVICE: &str = "device";

/// The spelling in Python of a name of a definition.
pub(crate) fn python_name(name: &str) -> String {
    let name = name.replace('.', "_");
    if KEYWORDS.contains(&&*name) { name + "_" } else { name }
}

/// The names of the ops that can be called, as programs write them.
#[pyfunction]
#[pyo3(name = "_op_names")]
pub(crate) fn op_names(py: Python<'_>) -> PyResult<Vec<String>> {
    let process = process()?;
    Ok(py.detach(|| {
        let definitions = tfrt_plugin::ops::definitions();
        let ops = process.core.state().ops();
        let is_known = |name: &&str| definitions.get(name).is_some();
        ops.names().into_iter().filter(is_known).map(str::to_owned).collect()
    }))
}

/// The op that programs call by this name.
#[pyfunction]
#[pyo3(name = "_op")]
pub(crate) fn op(py: Python<'_>, name: &str) -> PyResult<Op> {
    let process = process()?;
    let missing =
        |why: &dyn std::fmt::Display| PyKeyError::new_err(format!("there is no op '{name}': {why}"));
    let definition =
        tfrt_plugin::ops::definitions().get(name).ok_or_else(|| missing(&"it has no definition"))?;
    let cpu = process.core.handler(CPU).ok_or_else(|| missing(&"there is no handler 'cpu'"))?;
    let core = py.detach(|| process.core.op(name, &cpu)).map_err(|error| missing(&error.to_string()))?;
    Ok(Op::new(definition, core))
}

/// An op of the runtime: a call runs it.
#[pyclass(frozen, module = "tfrt", weakref)]
pub(crate) struct Op {
    definition: Arc<OpDef>,
    core: CoreOp,
    /// The op on the devices that calls have named so far.
    on_devices: Mutex<Vec<(Box<str>, CoreOp)>>,
    /// The inputs, as messages describe them.
    inputs: Box<[Parameter]>,
    /// The keyword arguments of a definition's attributes.
    attributes: Box<[usize]>,
}

/// Whether the inputs of an op decide the value of an attribute.
fn is_decided(definition: &OpDef, attribute: &AttrDef) -> bool {
    definition.inputs.iter().any(|input| {
        let by_type = match &input.ty {
            ArgType::Attr(name) | ArgType::ListAttr(name) => *name == attribute.name,
            ArgType::Any | ArgType::Fixed(_) => false,
        };
        by_type || input.number_attr.as_ref() == Some(&attribute.name)
    })
}

/// The types of an argument as documentation writes them: `T`, `float32`, `list of T`.
fn type_text(argument: &ArgDef) -> String {
    let ty = match &argument.ty {
        ArgType::Any => "any",
        ArgType::Fixed(ty) => ty.name(),
        ArgType::Attr(name) | ArgType::ListAttr(name) => name,
    };
    if argument.is_list() { format!("list of {ty}") } else { ty.to_owned() }
}

/// Whether an object leaves its element type open.
fn is_open(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyFloat>()
        || object.is_instance_of::<PyComplex>()
        || object.is_instance_of::<PyList>()
        || object.is_instance_of::<PyTuple>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
}

/// An object of a call, with the position of its input in the definition.
struct Given<'py> {
    input: usize,
    object: Bound<'py, PyAny>,
    tensor: Option<Tensor>,
}

/// A handle to a tensor, on its device.
fn handle(tensor: Tensor) -> TensorHandle {
    let device = if let Tensor::Device(tensor) = &tensor { Some(tensor.device()) } else { None };
    let handle = TensorHandle::new(tensor);
    match device {
        Some(device) => handle.on_device(device),
        None => handle,
    }
}

impl Op {
    fn new(definition: Arc<OpDef>, core: CoreOp) -> Op {
        let inputs = definition.inputs.iter().enumerate();
        let inputs = inputs
            .map(|(index, input)| Parameter::of_op(index, &python_name(&input.name), &type_text(input)))
            .collect();
        let attributes = definition.attrs.iter().enumerate();
        let attributes = attributes
            .filter(|(_, attribute)| !is_decided(&definition, attribute))
            .map(|(index, _)| index)
            .collect();
        Op { definition, core, on_devices: Mutex::default(), inputs, attributes }
    }

    fn given_attributes(&self) -> impl Iterator<Item = &AttrDef> {
        self.attributes.iter().map(|&index| &self.definition.attrs[index])
    }

    /// The name of the op in messages.
    fn short_name(&self) -> &str {
        self.definition.name.rsplit('.').next().unwrap_or(&self.definition.name)
    }

    /// The op on a device.
    fn on_device(&self, py: Python<'_>, process: &Process, device: &str) -> PyResult<CoreOp> {
        let lock = || self.on_devices.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, op)) = lock().iter().find(|(name, _)| &**name == device) {
            return Ok(op.clone());
        }
        let name = self.short_name();
        let Some(handler) = process.core.handler(device) else {
            let platforms = tfrt_plugin::device::platforms();
            let devices = platforms.iter().filter_map(|platform| platform.devices().ok()).flatten();
            let known: Vec<String> = std::iter::once(CPU)
                .chain(devices.map(|device| &*device.name))
                .map(|name| format!("'{name}'"))
                .collect();
            return Err(PyValueError::new_err(format!(
                "{name}(): there is no device '{device}', but {}",
                known.join(", ")
            )));
        };
        let op = py.detach(|| process.core.op(&self.definition.name, &handler));
        let op = op.map_err(|error| PyValueError::new_err(format!("{name}(): {error}")))?;
        lock().push((device.into(), op.clone()));
        Ok(op)
    }

    /// The objects of the inputs, in order, the attributes, and the device.
    fn read<'py>(
        &self,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<(Vec<Bound<'py, PyAny>>, OpAttrs, Option<String>)> {
        let name = self.short_name();
        let count = self.inputs.len();
        if args.len() > count {
            return Err(PyTypeError::new_err(format!(
                "{name}() takes {count} inputs, but {} were given; attributes are given by name",
                args.len()
            )));
        }
        let mut objects: Vec<Option<Bound<'py, PyAny>>> = args.iter().map(Some).collect();
        objects.resize(count, None);
        let mut attrs = OpAttrs::new();
        let mut device = None;
        for (keyword, object) in kwargs.into_iter().flatten() {
            let keyword: &str = &keyword.extract::<String>()?;
            let input = self.inputs.iter().position(|input| input.name.as_deref() == Some(keyword));
            if let Some(input) = input {
                if objects[input].replace(object).is_some() {
                    return Err(PyTypeError::new_err(format!(
                        "{name}() got two values for input '{keyword}'"
                    )));
                }
                continue;
            }
            let attribute = self.given_attributes().find(|attribute| python_name(&attribute.name) == keyword);
            let Some(attribute) = attribute else {
                if keyword == DEVICE {
                    device = object.extract().map_err(|error| {
                        arguments::prefix(object.py(), &format!("{name}(), device"), error)
                    })?;
                    continue;
                }
                return Err(PyTypeError::new_err(format!(
                    "{name}() has no input or attribute '{keyword}', but {}",
                    self.names()
                )));
            };
            op_attrs::set(&mut attrs, attribute, &object).map_err(|error| {
                arguments::prefix(object.py(), &format!("{name}(), attribute '{keyword}'"), error)
            })?;
        }
        let mut inputs = Vec::with_capacity(count);
        for (index, object) in objects.into_iter().enumerate() {
            inputs.push(object.ok_or_else(|| {
                let input = &self.inputs[index];
                PyTypeError::new_err(format!(
                    "{name}() misses {} of type {}",
                    input.text(index),
                    input.type_text
                ))
            })?);
        }
        let missing = |attribute: &&AttrDef| attribute.default.is_none() && !attrs.contains(&attribute.name);
        if let Some(attribute) = self.given_attributes().find(missing) {
            return Err(PyTypeError::new_err(format!(
                "{name}() misses attribute '{}' of type {}",
                python_name(&attribute.name),
                op_attrs::annotation(attribute)
            )));
        }
        for attribute in self.given_attributes() {
            op_attrs::set_default(&mut attrs, attribute);
        }
        Ok((inputs, attrs, device))
    }

    fn names(&self) -> String {
        let inputs = self.definition.inputs.iter().map(|input| &input.name);
        let names = inputs.chain(self.given_attributes().map(|attribute| &attribute.name));
        let names: Vec<String> = names.map(|name| format!("'{}'", python_name(name))).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }

    /// The tensors of the inputs, lists one tensor after the other, and the length of each list.
    fn tensors(
        &self,
        objects: Vec<Bound<'_, PyAny>>,
        has_device: bool,
    ) -> PyResult<(Vec<Tensor>, Vec<usize>)> {
        let mut given = Vec::with_capacity(objects.len());
        let mut lengths = Vec::with_capacity(objects.len());
        for (input, object) in objects.into_iter().enumerate() {
            if !self.definition.inputs[input].is_list() {
                lengths.push(1);
                given.push(Given { input, object, tensor: None });
                continue;
            }
            if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
                return Err(PyTypeError::new_err(format!(
                    "{}: expected a list or tuple of tensors, got {}",
                    self.inputs[input].text(input),
                    object.get_type().name()?
                )));
            }
            let before = given.len();
            for object in object.try_iter()? {
                given.push(Given { input, object: object?, tensor: None });
            }
            lengths.push(given.len() - before);
        }
        // What has an element type decides that of what has none.
        for is_turn_of_open in [false, true] {
            for index in 0..given.len() {
                if is_open(&given[index].object) == is_turn_of_open {
                    let wanted = if is_turn_of_open { self.wanted(&given, index) } else { None };
                    let Given { input, object, .. } = &given[index];
                    let parameter = &self.inputs[*input];
                    if has_device && let Ok(tensor) = object.cast::<PyTensor>() {
                        given[index].tensor = Some(tensor.get().tensor().clone());
                        continue;
                    }
                    let tensor = arguments::tensor(object, wanted, Some(parameter))
                        .map_err(|error| arguments::prefix(object.py(), &parameter.text(*input), error))?;
                    given[index].tensor = Some(tensor);
                }
            }
        }
        Ok((given.into_iter().filter_map(|given| given.tensor).collect(), lengths))
    }

    /// The element type of an object without one of its own, if the definition or other inputs say it.
    fn wanted(&self, given: &[Given<'_>], index: usize) -> Option<DType> {
        match &self.definition.inputs[given[index].input].ty {
            ArgType::Fixed(ty) => dtypes::of_definition(*ty),
            ArgType::Any => {
                let any = |other: &&Given<'_>| {
                    matches!(self.definition.inputs[other.input].ty, ArgType::Any) && other.tensor.is_some()
                };
                Some(given.iter().find(any)?.tensor.as_ref()?.dtype())
            }
            ArgType::Attr(name) => {
                let shares = |other: &&Given<'_>| {
                    matches!(&self.definition.inputs[other.input].ty, ArgType::Attr(other) if other == name)
                        && other.tensor.is_some()
                };
                if let Some(other) = given.iter().find(shares) {
                    return Some(other.tensor.as_ref()?.dtype());
                }
                match self.definition.attr(name)?.default {
                    Some(tfrt_ops::AttrValue::Type(ty)) => dtypes::of_definition(ty),
                    _ => None,
                }
            }
            ArgType::ListAttr(_) => None,
        }
    }

    /// The number of tensors that an output stands for.
    fn output_length(&self, output: &ArgDef, attrs: &OpAttrs, lengths: &[usize]) -> PyResult<usize> {
        let of_inputs = |is_it: &dyn Fn(&ArgDef) -> bool| {
            let mut inputs = self.definition.inputs.iter().zip(lengths);
            inputs.find(|(input, _)| is_it(input)).map(|(_, &length)| length)
        };
        let length = match (&output.number_attr, &output.ty) {
            (Some(number), _) => {
                let given = attrs.get_int(number).or_else(|| {
                    let default = self.definition.attr(number)?.default.as_ref()?;
                    if let tfrt_ops::AttrValue::Int(number) = default { Some(*number) } else { None }
                });
                let given = given.and_then(|number| usize::try_from(number).ok());
                given.or_else(|| of_inputs(&|input| input.number_attr.as_ref() == Some(number)))
            }
            (None, ArgType::ListAttr(types)) => {
                let given = attrs.get_dtypes(types).map(|types| types.len());
                given.or_else(|| {
                    of_inputs(&|input| matches!(&input.ty, ArgType::ListAttr(other) if other == types))
                })
            }
            _ => Some(1),
        };
        length.ok_or_else(|| {
            PyTypeError::new_err(format!(
                "{}(): the number of tensors of output '{}' is not known",
                self.short_name(),
                output.name
            ))
        })
    }

    /// Runs the op without the GIL, and waits for its results.
    fn run(
        &self,
        py: Python<'_>,
        process: &Process,
        op: &CoreOp,
        tensors: Vec<Tensor>,
        attrs: &OpAttrs,
        count: usize,
    ) -> PyResult<Vec<TensorHandle>> {
        let mut chain = Value::CHAIN;
        let results = py.detach(|| {
            let mut args: Vec<TensorHandle> = tensors.into_iter().map(handle).collect();
            let mut results = Vec::new();
            results.resize_with(count, || TensorHandle::NULL);
            let after = self.definition.is_stateful.then_some(&mut chain);
            process.core.invoke(op, &Location::unknown(), &mut args, attrs.into(), &mut results, after);
            if !results.iter().all(TensorHandle::is_available) {
                process.core.wait(&results);
            }
            if !chain.is_available() {
                process.runtime.host().wait(std::slice::from_ref(&chain));
            }
            results
        });
        let resolved = chain.resolve();
        let failed = results.iter().find_map(TensorHandle::get_error);
        match failed.or_else(|| resolved.as_ref().and_then(Value::error)) {
            Some(error) => Err(errors::of_run(py, error)),
            None => Ok(results),
        }
    }
}

#[pymethods]
impl Op {
    /// The name in programs, such as `tf.MatMul`.
    #[getter]
    fn name(&self) -> &str {
        &self.definition.name
    }

    /// What the op computes; empty for an op of a plugin.
    #[getter]
    fn summary(&self) -> &str {
        &self.definition.summary
    }

    /// The inputs: the name, the type, and whether it is a list of tensors.
    #[getter]
    fn inputs(&self) -> Vec<(String, String, bool)> {
        let inputs = self.definition.inputs.iter();
        inputs.map(|input| (python_name(&input.name), type_text(input), input.is_list())).collect()
    }

    /// The results: the name, the type, and whether it is a list of tensors.
    #[getter]
    fn results(&self) -> Vec<(String, String, bool)> {
        let outputs = self.definition.outputs.iter();
        outputs.map(|output| (output.name.to_string(), type_text(output), output.is_list())).collect()
    }

    /// The attributes that a caller gives: the name, the type in Python, whether it is required, the default, and what is allowed.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for attribute in self.given_attributes() {
            let default = match &attribute.default {
                Some(default) => op_attrs::object(py, default)?,
                None => py.None().into_bound(py),
            };
            list.append((
                python_name(&attribute.name),
                op_attrs::annotation(attribute),
                attribute.default.is_none(),
                default,
                op_attrs::allowed(attribute),
            ))?;
        }
        Ok(list)
    }

    /// The types that an attribute which the inputs decide may have, by the attribute's name.
    #[getter]
    fn types(&self) -> Vec<(String, String)> {
        let decided = self.definition.attrs.iter().filter(|attr| is_decided(&self.definition, attr));
        decided
            .filter_map(|attribute| Some((attribute.name.to_string(), op_attrs::allowed(attribute)?)))
            .collect()
    }

    /// Whether executions depend on or change something outside of the inputs.
    #[getter]
    fn is_stateful(&self) -> bool {
        self.definition.is_stateful
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __call__(
        &self,
        py: Python<'_>,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        let process = process()?;
        let (objects, attrs, device) = self.read(args, kwargs)?;
        let device = device.as_deref().filter(|&device| device != CPU);
        let op = device.map(|device| self.on_device(py, process, device)).transpose()?;
        let (tensors, lengths) = self.tensors(objects, op.is_some())?;
        let outputs = &self.definition.outputs;
        let counts: Vec<usize> = outputs
            .iter()
            .map(|output| self.output_length(output, &attrs, &lengths))
            .collect::<PyResult<_>>()?;
        let handles =
            self.run(py, process, op.as_ref().unwrap_or(&self.core), tensors, &attrs, counts.iter().sum())?;
        let mut tensors = handles.iter().map(|handle| {
            let tensor = handle.tensor().ok_or_else(|| PyTypeError::new_err("the op gave no tensor"))?;
            Ok(Py::new(py, PyTensor::new(tensor.clone()))?.into_any())
        });
        let mut objects: Vec<Py<PyAny>> = Vec::with_capacity(outputs.len());
        for (output, count) in outputs.iter().zip(counts) {
            let some: Vec<Py<PyAny>> = tensors.by_ref().take(count).collect::<PyResult<_>>()?;
            match output.is_list() {
                true => objects.push(PyList::new(py, some)?.into_any().unbind()),
                false => objects.extend(some),
            }
        }
        Ok(match objects.len() {
            0 => py.None(),
            1 => objects.swap_remove(0),
            _ => PyTuple::new(py, objects)?.into_any().unbind(),
        })
    }

    fn __repr__(&self) -> String {
        format!("<tfrt.Op {}>", self.definition.name)
    }
}
