//! Running one function on given inputs, for its results.

use std::path::Path;
use std::time::{Duration, Instant};

use tfrt_bef::TypeCode;
use tfrt_executor::core_runtime::TensorHandle;
use tfrt_executor::kernel::Values;
use tfrt_executor::output::print_line;
use tfrt_executor::program::{Function, Program};
use tfrt_executor::tensor::{DType, StringHostTensor, Tensor, convert, dtype_of};
use tfrt_executor::trace;
use tfrt_executor::value::{Scalar, Value};
use tfrt_kernels::exchange::{self, Format};

use super::functions::missing;
use super::{Driver, complain, results};
use crate::array::{HostArray, file_and_name, parse_literal, parse_strings};
use crate::cli::program_name;

/// Types of arguments that are tensors, by their printed form.
const TENSOR_HANDLE: &str = "!corert.tensorhandle";
const HOST_TENSOR: &str = "!tfrt_tensor.tensor";

impl Driver<'_> {
    /// Runs the function that the command line or the program names; whether all results are there and where they should be.
    pub(super) fn run_single(&self, program: &Program) -> bool {
        match self.try_run_single(program) {
            Ok(succeeded) => succeeded,
            Err(message) => complain(&format!("{}: {message}", program_name())),
        }
    }

    fn try_run_single(&self, program: &Program) -> Result<bool, String> {
        let options = self.options;
        let function = match &options.function {
            Some(name) => match program.function(name) {
                Some(function) => function,
                None => return Ok(complain(&missing(program, name))),
            },
            None => default_function(program, options.init_function.as_deref())?,
        };
        let arguments = arguments(&function, &options.inputs)?;
        let labels = options.labels.as_deref().map(read_labels).transpose()?;
        let mut succeeded = true;
        if let Some(init) = options.init_function.as_deref().and_then(|name| program.function(name)) {
            let values = init.execute(&self.request(), []);
            self.host.wait(&values);
            self.host.quiesce();
            succeeded = values.iter().all(|value| value.error().is_none());
        }

        let scope = trace::function(|| format!("Function: {}", function.name()));
        let again = options.benchmark.map(|seconds| (seconds, arguments.clone()));
        let values = function.execute(&self.request(), arguments);
        self.host.wait(&values);
        self.host.quiesce();
        drop(scope);
        if let Some((seconds, arguments)) = again
            && values.iter().all(|value| value.error().is_none())
        {
            self.benchmark(&function, &arguments, seconds);
        }

        let types = function.view().result_types();
        let results: Vec<(Value, &str)> = values
            .iter()
            .zip(types)
            .filter(|(_, ty)| program.file().type_view(**ty).code != TypeCode::Chain)
            .map(|(value, &ty)| (value.resolve().unwrap_or_else(|| value.clone()), program.type_name(ty)))
            .collect();
        if options.outputs.len() > results.len() {
            let (given, there) = (options.outputs.len(), results.len());
            return Err(format!(
                "{given} outputs are asked for, but '{}' has {there} results",
                function.name()
            ));
        }
        succeeded &= values.iter().all(|value| value.error().is_none());
        let mut files: Vec<(&str, Vec<(&str, HostArray)>)> = Vec::new();
        for (i, (value, ty)) in results.iter().enumerate() {
            match options.outputs.get(i).map(|output| output.strip_prefix('@').unwrap_or(output)) {
                Some(path) if path != "-" && strings_of(value).is_some_and(|_| is_npy(path)) => {
                    let Some(strings) = strings_of(value) else { continue };
                    if let Err(why) = exchange::npy::write_strings(Path::new(path), strings) {
                        succeeded = complain(&format!("{}: --output=@{path}: {why}", program_name()));
                    }
                }
                Some(path) if path != "-" => match self.to_write(path, value, ty) {
                    Ok((path, tensor)) => match files.iter_mut().find(|(known, _)| *known == path) {
                        Some((_, tensors)) => tensors.push(tensor),
                        None => files.push((path, vec![tensor])),
                    },
                    Err(message) => succeeded = complain(&message),
                },
                Some(_) => print_line(results::in_full(value, ty, options.error_code)),
                None if options.outputs.is_empty() && !options.quiet && labels.is_none() => {
                    print_line(results::in_full(value, ty, options.error_code));
                }
                None => {}
            }
        }
        for (path, tensors) in &files {
            let tensors: Vec<_> = tensors.iter().map(|(name, array)| (*name, array.tensor())).collect();
            if let Err(why) = exchange::write(Path::new(path), &tensors) {
                succeeded = complain(&format!("{}: --output=@{path}: {why}", program_name()));
            }
        }
        if let Some(labels) = &labels {
            print_line(accuracy(&results, labels)?);
        }
        Ok(succeeded)
    }

    /// Calls a function that has been called before for so many seconds, at least three times, and says how long it took.
    fn benchmark(&self, function: &Function, arguments: &Values, seconds: f64) {
        let start = Instant::now();
        let mut times = Vec::new();
        while times.len() < 3 || start.elapsed().as_secs_f64() < seconds {
            let arguments = arguments.clone();
            let before = Instant::now();
            let values = function.execute(&self.request(), arguments);
            self.host.wait(&values);
            times.push(before.elapsed());
            drop(values);
            self.host.quiesce();
        }
        times.sort_unstable();
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        let (best, middle) = (milliseconds(times[0]), milliseconds(times[times.len() / 2]));
        eprintln!("'{}': {} calls, best {best:.4} ms, median {middle:.4} ms", function.name(), times.len());
    }

    /// A result on its way to a file: the file, the name it has there, its elements.
    fn to_write<'a>(
        &self,
        text: &'a str,
        value: &Value,
        type_name: &str,
    ) -> Result<(&'a str, (&'a str, HostArray)), String> {
        let complaint = |why: String| format!("{}: --output=@{text}: {why}", program_name());
        if let Some(error) = value.error() {
            return Err(complaint(results::error_text(error, self.options.error_code)));
        }
        let array = to_array(value).ok_or_else(|| {
            complaint(format!("a result of type {type_name} cannot be written as a NumPy array"))
        })?;
        let (path, name) = file_and_name(text);
        Ok((path, (name.unwrap_or("result"), array)))
    }
}

/// The tensor of strings that a result is.
fn strings_of(value: &Value) -> Option<&StringHostTensor> {
    match results::tensor_of(value)? {
        Tensor::String(strings) if value.error().is_none() => Some(strings),
        _ => None,
    }
}

fn is_npy(path: &str) -> bool {
    Format::of(Path::new(path)) == Format::Npy
}

/// `main`, or the only function that there is.
fn default_function(program: &Program, init: Option<&str>) -> Result<Function, String> {
    if let Some(main) = program.function("main") {
        return Ok(main);
    }
    let mut named = program.functions().filter(|f| !f.name().is_empty() && Some(f.name()) != init);
    match (named.next(), named.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Err("the program has no function".into()),
        (Some(_), Some(_)) => {
            Err("the program has several functions and no 'main': choose one with --function".into())
        }
    }
}

/// The arguments of a call: ready chains, and the given inputs for everything else.
fn arguments(function: &Function, inputs: &[String]) -> Result<Values, String> {
    let program = function.program();
    let types: Vec<_> = function.view().arg_types().iter().map(|&ty| program.file().type_view(ty)).collect();
    let wanted = types.iter().filter(|ty| ty.code != TypeCode::Chain).count();
    if wanted != inputs.len() {
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        return Err(format!(
            "function '{}' takes {wanted} argument{}, but {} input{} {} given",
            function.name(),
            plural(wanted),
            inputs.len(),
            plural(inputs.len()),
            if inputs.len() == 1 { "is" } else { "are" },
        ));
    }
    let mut inputs = inputs.iter();
    let mut arguments = Values::new();
    for (i, ty) in types.iter().enumerate() {
        if ty.code == TypeCode::Chain {
            arguments.push(Value::CHAIN);
            continue;
        }
        // There are as many inputs as arguments that are no chains.
        let Some(input) = inputs.next() else { break };
        if let Some(strings) = parse_strings(input) {
            let argument = strings.and_then(|strings| match (ty.code, ty.name) {
                (TypeCode::Opaque, TENSOR_HANDLE) => Ok(TensorHandle::new(strings).into_value()),
                (TypeCode::Opaque, HOST_TENSOR) => Ok(Value::new(Tensor::from(strings))),
                (_, expected) => Err(format!(
                    "argument {i} of '{}' is {expected}, not a tensor of strings",
                    function.name()
                )),
            });
            arguments.push(argument.map_err(|why| format!("--input={input}: {why}"))?);
            continue;
        }
        let array = match input.strip_prefix('@') {
            Some(path) => HostArray::read(path),
            None => parse_literal(input),
        };
        let argument = array.and_then(|array| match (ty.code, ty.name) {
            (TypeCode::Scalar(code), _) if array.dtype() == dtype_of(code) && array.dims().is_empty() => {
                to_scalar(&array)
            }
            (TypeCode::Opaque, TENSOR_HANDLE) => Ok(TensorHandle::new(array.tensor().clone()).into_value()),
            (TypeCode::Opaque, HOST_TENSOR) => Ok(Value::new(Tensor::from(array.tensor().clone()))),
            (_, expected) => {
                Err(format!("argument {i} of '{}' is {expected}, not {}", function.name(), array.type_text()))
            }
        });
        arguments.push(argument.map_err(|why| format!("--input={input}: {why}"))?);
    }
    Ok(arguments)
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

/// A result as an array: tensors, and scalars as tensors of rank 0.
fn to_array(value: &Value) -> Option<HostArray> {
    if let Some(tensor) = results::tensor_of(value) {
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

fn read_labels(text: &str) -> Result<Vec<i64>, String> {
    let complaint = |why: String| format!("--labels={text}: {why}");
    let path = text.strip_prefix('@').unwrap_or(text);
    let array = HostArray::read(path).map_err(complaint)?;
    array.to_integers().ok_or_else(|| complaint(format!("labels are integers, not {}", array.type_text())))
}

/// How many of the predictions, which are the last result of integers, agree with the labels.
fn accuracy(results: &[(Value, &str)], labels: &[i64]) -> Result<String, String> {
    let mut integers = results.iter().rev().filter_map(|(value, _)| to_array(value)?.to_integers());
    let predictions = integers.next().ok_or("--labels: no result is a tensor of integers")?;
    if predictions.len() != labels.len() {
        return Err(format!("--labels: {} labels for {} predictions", labels.len(), predictions.len()));
    }
    let right = predictions.iter().zip(labels).filter(|(prediction, label)| prediction == label).count();
    let percent = 100.0 * right as f64 / labels.len().max(1) as f64;
    Ok(format!("accuracy: {percent:.2}% ({right} of {})", labels.len()))
}
