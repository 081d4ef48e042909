//! Executables: programs that are compiled and loaded, and calls of them.
//!
//! A call runs in the caller's thread, with the help of the runtime's, and is complete when it returns.
#![expect(unsafe_code, reason = "arguments and results of a call are lists of lists by address")]

pub(crate) mod analysis;
pub(crate) mod serialized;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::program::{GraphBoundary, OpenOptions, ProgramFile, compile_looking};
use tfrt_driver::roots::{Roots, Unnamed};
use tfrt_driver::saved_models::Selection;
use tfrt_driver::values;
use tfrt_executor::core_runtime::{HostFunctions, TensorHandle};
use tfrt_executor::program::Function;
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::convert;
use tfrt_executor::value::Value;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::TypeKind;
use tfrt_ir::{Module, OpRef};

use crate::abi::{self, *};
use crate::buffer::Buffer;
use crate::client::{self, Client, Place};
use crate::element::Element;
use crate::event;
use crate::failure::Failure;
use crate::ffi::{self, ExecuteContext, Functions, States};
use crate::handles::{self, Handle};
use crate::layouts::{self, Layouts};
use analysis::Analysis;

/// The name of programs in messages.
const NAME: &str = "main";

/// One replica and one partition, on device 0: a `DeviceAssignmentProto`.
const ASSIGNMENT: &[u8] = &[0x08, 1, 0x10, 1, 0x1a, 3, 0x0a, 1, 0];

/// A compiled program, as callers describe it.
#[derive(Debug)]
pub(crate) struct Executable {
    /// The program as it came.
    code: Box<[u8]>,
    function: Function,
    fingerprint: String,
    results: Results,
    properties: NamedValues,
    /// The layouts of the results, once a caller has asked for them.
    layouts: OnceLock<Layouts>,
    memory_kinds: Box<[&'static str]>,
    memory_kind_sizes: Box<[usize]>,
    /// The addresses of `memory_kinds`, as callers read them.
    memory_kind_texts: Box<[usize]>,
}

/// A program that can be called.
#[derive(Debug)]
pub(crate) struct LoadedExecutable {
    executable: Arc<Executable>,
    place: Place,
    devices: [Handle; 1],
    is_deleted: AtomicBool,
    /// The states of foreign functions.
    states: Arc<States>,
}

/// What a program takes and gives.
#[derive(Debug, Default)]
struct Results {
    arguments: Vec<Element>,
    elements: Vec<Element>,
    types: Vec<i32>,
    /// The dimensions of all results, one after the other.
    dims: Vec<i64>,
    ranks: Vec<usize>,
    /// The arguments whose memory the program may use for its results.
    donated: Vec<usize>,
    /// Whether it may call functions of the host.
    calls_host: bool,
    analysis: Analysis,
}

impl Results {
    /// The results of the main function, by its type.
    fn of(module: &Module) -> Result<Results, Failure> {
        let main =
            module.lookup("main").ok_or_else(|| Failure::invalid("the program has no function 'main'"))?;
        let ctx = main.ctx;
        let ty = main.attr("function_type").and_then(|ty| ctx.attr_as_type(ty));
        let Some(TypeKind::Function { inputs, results }) = ty.map(|ty| ctx.type_kind(ty)) else {
            return Err(Failure::invalid("'main' is no function"));
        };
        let mut found = Results { analysis: Analysis::of(module), ..Results::default() };
        let attributes = main.attr("arg_attrs").and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
        for (index, &own) in attributes.iter().enumerate() {
            let says = |name: &str| ctx.dict_get(own, ctx.ident(name)).is_some();
            if says("tf.aliasing_output") || says("jax.buffer_donor") {
                found.donated.push(index);
            }
        }
        module.contents().walk(&mut |body, op| {
            found.calls_host |= OpRef { ctx, body, op }.name_str() == "stablehlo.custom_call";
        });
        for &input in inputs {
            let element = Element::of_type(ctx, input).ok_or_else(|| {
                let text = type_to_string(ctx, input);
                Failure::unimplemented(format!("arguments of type {text} are not supported"))
            })?;
            found.arguments.push(element);
        }
        for &result in results {
            let kind = ctx.type_kind(result);
            let refused = || {
                Failure::unimplemented(format!(
                    "results of type {} are not supported",
                    type_to_string(ctx, result)
                ))
            };
            let element = Element::of_type(ctx, result).ok_or_else(refused)?;
            let dims = kind.dims().unwrap_or_default();
            if element != Element::Token && !kind.has_static_shape() {
                return Err(refused());
            }
            found.elements.push(element);
            found.types.push(element.number()?);
            found.dims.extend_from_slice(dims);
            found.ranks.push(dims.len());
        }
        let rank = |&ty: &_| ctx.type_kind(ty).dims().map_or(0, <[_]>::len);
        let ranks: Vec<usize> = inputs.iter().map(rank).collect();
        layouts::check(ctx, "argument", main.attr("arg_attrs"), &ranks)?;
        layouts::check(ctx, "result", main.attr("res_attrs"), &found.ranks)?;
        Ok(found)
    }
}

impl LoadedExecutable {
    /// Compiles a program for a client.
    pub(crate) fn compile(code: &[u8], client: &Client) -> Result<LoadedExecutable, Failure> {
        let plugins = PluginOptions::default();
        let options = OpenOptions {
            level: OptLevel::O2,
            plugins: &plugins,
            roots: Roots { named: Vec::new(), unnamed: Unnamed::Main },
            boundary: GraphBoundary::default(),
            selection: Selection::default(),
        };
        let source = ProgramFile::Source { name: NAME.to_owned(), text: code.to_vec() };
        let mut findings = Vec::new();
        let mut results = Err(Failure::invalid("the program has no function 'main'"));
        let Some(file) =
            compile_looking(&source, &options, &mut findings, |module| results = Results::of(module))
        else {
            let lines: Vec<&str> = findings.iter().map(|finding| finding.text.trim_end()).collect();
            return Err(Failure::unimplemented(lines.join("\n")));
        };
        let program =
            client::process()?.runtime.load(&file).map_err(|error| Failure::internal(error.to_string()))?;
        let function =
            program.function("main").ok_or_else(|| Failure::invalid("the program has no function 'main'"))?;
        let mut hasher = DefaultHasher::new();
        (client::VERSION, code).hash(&mut hasher);
        let executable = Executable::new(code, function, format!("{:016x}", hasher.finish()), results?);
        Ok(LoadedExecutable::new(executable, client))
    }

    fn new(executable: Executable, client: &Client) -> LoadedExecutable {
        LoadedExecutable {
            executable: Arc::new(executable),
            place: client.only_place(),
            devices: client.devices,
            is_deleted: AtomicBool::new(false),
            states: Arc::default(),
        }
    }

    fn call(&self, arguments: &[Handle], options: &ExecuteOptions) -> Result<Vec<Buffer>, Failure> {
        if self.is_deleted.load(Relaxed) {
            return Err(Failure::invalid("the executable was deleted"));
        }
        let signature = self.executable.function.signature();
        let expected = self.executable.results.arguments.len();
        if arguments.len() != expected {
            return Err(Failure::invalid(format!("expected {expected} arguments, got {}", arguments.len())));
        }
        let mut tensors = Vec::with_capacity(expected);
        let mut buffers = Vec::with_capacity(expected);
        for &argument in arguments {
            let buffer = handles::find::<Buffer>(argument)?;
            if buffer.client() != self.place.client {
                return Err(Failure::invalid(
                    "expected buffers of the executable's client, got one of another",
                ));
            }
            let tensor = buffer.tensor()?;
            tensors.push(match self.executable.results.arguments[tensors.len()] {
                Element::Wide(_) if matches!(buffer.element(), Element::Wide(_)) => tensor,
                Element::Token => Element::Token.to_program(tensor)?,
                element if element == buffer.element() => element.to_program(tensor)?,
                element => {
                    let (index, got) = (tensors.len(), buffer.element());
                    return Err(Failure::invalid(format!(
                        "argument {index}: expected elements of {element}, got {got}"
                    )));
                }
            });
            buffers.push(buffer);
        }
        let donated = self.donated(arguments, options)?;
        let dims: Vec<_> = tensors.iter().map(|tensor| tensor.shape().dims()).collect();
        let given: Vec<_> = tensors.iter().zip(&dims).map(|(t, dims)| Some((t.dtype(), &dims[..]))).collect();
        signature.check(&given).map_err(|error| Failure::invalid(error.to_string()))?;
        drop(dims);
        for index in donated {
            buffers[index].delete();
        }
        drop(buffers);
        let arguments = tensors.into_iter().map(|tensor| TensorHandle::new(tensor).into());
        let results = self.run(arguments, options)?;
        let elements = self.executable.results.elements.iter();
        signature
            .results
            .iter()
            .zip(elements)
            .map(|(result, &element)| self.result(&results[result.position], element))
            .collect()
    }

    /// The arguments that this call takes away from the caller: each once, and nowhere else among the arguments.
    fn donated(&self, arguments: &[Handle], options: &ExecuteOptions) -> Result<Vec<usize>, Failure> {
        // SAFETY: the caller's list, which stays during the call.
        let kept = unsafe {
            abi::elements("non_donatable_input_indices", options.non_donatable, options.num_non_donatable)?
        };
        let mut donated = self.executable.results.donated.clone();
        donated.retain(|&index| index < arguments.len() && !kept.contains(&(index as i64)));
        for &index in &donated {
            let Some(other) =
                (0..arguments.len()).find(|&other| other != index && arguments[other] == arguments[index])
            else {
                continue;
            };
            return Err(Failure::invalid(match donated.contains(&other) {
                true => {
                    format!("the same buffer is donated twice by one call, as arguments {index} and {other}")
                }
                false => format!(
                    "a buffer is donated as argument {index} and used as argument {other} of the same call"
                ),
            }));
        }
        Ok(donated)
    }

    /// Runs the function, and waits for its results.
    fn run(
        &self,
        arguments: impl Iterator<Item = Value>,
        options: &ExecuteOptions,
    ) -> Result<Vec<Value>, Failure> {
        let function = &self.executable.function;
        if !self.executable.results.calls_host {
            return function.call(arguments).map_err(|error| Failure::of_run(&error));
        }
        let host = client::process()?.runtime.host();
        let user_data = match options.context.is_null() {
            true => Vec::new(),
            false => handles::find::<ExecuteContext>(options.context)?.user_data.lock().clone(),
        };
        let functions = Arc::new(Functions {
            states: self.states.clone(),
            user_data,
            failure: Mutex::new(None),
            run: ffi::next_run(),
        });
        let request = RequestContext::builder(host).data(HostFunctions(functions.clone())).build();
        let results = function.execute(&request, arguments);
        host.wait(&results);
        // A function without results fails the call, too.
        if let Some(failure) = functions.failure.lock().take() {
            return Err(failure);
        }
        let mut found = Vec::with_capacity(results.len());
        for value in &results {
            match value.resolve() {
                Some(Value::Error(error)) => return Err(Failure::of_run(&error)),
                Some(value) => found.push(value),
                None => return Err(Failure::internal("a result is not available")),
            }
        }
        Ok(found)
    }

    /// A result as a buffer.
    fn result(&self, value: &Value, element: Element) -> Result<Buffer, Failure> {
        let resolved = value.resolve();
        let tensor = values::tensor_of(resolved.as_ref().unwrap_or(value))
            .ok_or_else(|| Failure::internal(format!("a result is no tensor but {}", value.describe())))?;
        let dense = convert::to_dense(tensor).map_err(Failure::internal)?;
        Buffer::new(element.of_program(dense)?, element, self.place)
    }
}

impl Executable {
    /// The layouts of the results.
    pub(crate) fn layouts(&self) -> &Layouts {
        self.layouts.get_or_init(|| Layouts::of(&self.results.ranks))
    }

    fn new(code: &[u8], function: Function, fingerprint: String, results: Results) -> Executable {
        let memory_kinds: Box<[_]> = results.types.iter().map(|_| client::result_memory_kind()).collect();
        Executable {
            code: code.into(),
            function,
            fingerprint,
            layouts: OnceLock::new(),
            properties: results.analysis.properties(),
            results,
            memory_kind_sizes: memory_kinds.iter().map(|kind| kind.len()).collect(),
            memory_kind_texts: memory_kinds.iter().map(|kind| kind.as_ptr().expose_provenance()).collect(),
            memory_kinds,
        }
    }
}

pub(crate) fn destroy(args: &mut ExecutableDestroy) -> Result<(), Failure> {
    handles::destroy::<Executable>(args.executable)?;
    Ok(())
}

pub(crate) fn name(args: &mut ExecutableName) -> Result<(), Failure> {
    handles::find::<Executable>(args.executable)?;
    (args.executable_name, args.executable_name_size) = (NAME.as_ptr(), NAME.len());
    Ok(())
}

pub(crate) fn num_replicas(args: &mut ExecutableNumReplicas) -> Result<(), Failure> {
    handles::find::<Executable>(args.executable)?;
    args.num_replicas = 1;
    Ok(())
}

pub(crate) fn num_partitions(args: &mut ExecutableNumPartitions) -> Result<(), Failure> {
    handles::find::<Executable>(args.executable)?;
    args.num_partitions = 1;
    Ok(())
}

pub(crate) fn num_outputs(args: &mut ExecutableNumOutputs) -> Result<(), Failure> {
    args.num_outputs = handles::find::<Executable>(args.executable)?.results.types.len();
    Ok(())
}

pub(crate) fn code_size(args: &mut ExecutableSizeOfGeneratedCodeInBytes) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    args.size_in_bytes = executable.function.program().file().bytes().len() as i64;
    Ok(())
}

pub(crate) fn output_types(args: &mut ExecutableOutputElementTypes) -> Result<(), Failure> {
    let types = &handles::find::<Executable>(args.executable)?.results.types;
    (args.output_types, args.num_output_types) = (types.as_ptr(), types.len());
    Ok(())
}

pub(crate) fn output_dimensions(args: &mut ExecutableOutputDimensions) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    args.num_outputs = executable.results.ranks.len();
    (args.dims, args.dim_sizes) = (executable.results.dims.as_ptr(), executable.results.ranks.as_ptr());
    Ok(())
}

pub(crate) fn output_memory_kinds(args: &mut ExecutableOutputMemoryKinds) -> Result<(), Failure> {
    let executable = handles::find::<Executable>(args.executable)?;
    args.num_outputs = executable.memory_kinds.len();
    args.memory_kinds = executable.memory_kind_texts.as_ptr().cast();
    args.memory_kind_sizes = executable.memory_kind_sizes.as_ptr();
    Ok(())
}

pub(crate) fn optimized_program(args: &mut ExecutableOptimizedProgram) -> Result<(), Failure> {
    const FORMAT: &str = "mlir";
    let executable = handles::find::<Executable>(args.executable)?;
    if args.program.is_null() {
        return Err(Failure::invalid("expected room for a program, got a null pointer"));
    }
    // SAFETY: the caller's struct, which nothing else uses during the call.
    let program = unsafe { &mut *args.program };
    let len = executable.code.len();
    (program.format, program.format_size) = (FORMAT.as_ptr(), FORMAT.len());
    if program.code.is_null() {
        program.code_size = len;
        return Ok(());
    }
    if program.code_size < len {
        return Err(Failure::invalid(format!("expected room for {len} bytes, got {}", program.code_size)));
    }
    // SAFETY: the caller has room for `code_size` bytes, which are enough.
    unsafe { std::ptr::copy_nonoverlapping(executable.code.as_ptr(), program.code, len) };
    program.code_size = len;
    Ok(())
}

pub(crate) fn fingerprint(args: &mut ExecutableFingerprint) -> Result<(), Failure> {
    let text = &handles::find::<Executable>(args.executable)?.fingerprint;
    (args.executable_fingerprint, args.executable_fingerprint_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn loaded_destroy(args: &mut LoadedExecutableDestroy) -> Result<(), Failure> {
    handles::destroy::<LoadedExecutable>(args.executable)?;
    Ok(())
}

pub(crate) fn loaded_executable(args: &mut LoadedExecutableGetExecutable) -> Result<(), Failure> {
    let loaded = handles::find::<LoadedExecutable>(args.loaded_executable)?;
    args.executable = handles::issue(loaded.executable.clone());
    Ok(())
}

pub(crate) fn loaded_devices(args: &mut LoadedExecutableAddressableDevices) -> Result<(), Failure> {
    let loaded = handles::find::<LoadedExecutable>(args.executable)?;
    (args.addressable_devices, args.num_addressable_devices) =
        (loaded.devices.as_ptr(), loaded.devices.len());
    Ok(())
}

/// Frees what has the lifetime of the process: nothing.
///
/// # Safety
/// Any pointer will do: it is not read.
unsafe extern "C" fn keep(_: *mut std::ffi::c_void) {}

pub(crate) fn loaded_assignment(args: &mut LoadedExecutableGetDeviceAssignment) -> Result<(), Failure> {
    handles::find::<LoadedExecutable>(args.executable)?;
    (args.serialized_bytes, args.serialized_bytes_size) = (ASSIGNMENT.as_ptr(), ASSIGNMENT.len());
    args.serialized_device_assignment = std::ptr::null_mut();
    args.serialized_device_assignment_deleter = Some(keep);
    Ok(())
}

pub(crate) fn loaded_delete(args: &mut LoadedExecutableDelete) -> Result<(), Failure> {
    handles::find::<LoadedExecutable>(args.executable)?.is_deleted.store(true, Relaxed);
    Ok(())
}

pub(crate) fn loaded_is_deleted(args: &mut LoadedExecutableIsDeleted) -> Result<(), Failure> {
    args.is_deleted = u8::from(handles::find::<LoadedExecutable>(args.executable)?.is_deleted.load(Relaxed));
    Ok(())
}

pub(crate) fn loaded_fingerprint(args: &mut LoadedExecutableFingerprint) -> Result<(), Failure> {
    let text = &handles::find::<LoadedExecutable>(args.executable)?.executable.fingerprint;
    (args.executable_fingerprint, args.executable_fingerprint_size) = (text.as_ptr(), text.len());
    Ok(())
}

pub(crate) fn execute(args: &mut LoadedExecutableExecute) -> Result<(), Failure> {
    let loaded = handles::find::<LoadedExecutable>(args.executable)?;
    if args.num_devices != 1 {
        return Err(Failure::invalid(format!("expected 1 device, got {}", args.num_devices)));
    }
    // SAFETY: a list with a list of arguments for each device, and one of results; all stay during the call.
    let (arguments, output) = unsafe {
        let arguments = match args.num_args {
            0 => std::ptr::null(),
            _ => abi::elements("argument_lists", args.argument_lists, 1)?[0],
        };
        let output = abi::elements("output_lists", args.output_lists, 1)?[0];
        (abi::elements("an argument list", arguments, args.num_args)?, output)
    };
    // SAFETY: the caller's options, which stay during the call.
    let options = unsafe { ExecuteOptions::of(args.options) };
    let results = loaded.call(arguments, &options)?;
    if output.is_null() && !results.is_empty() {
        return Err(Failure::invalid(format!(
            "expected room for {} results, got a null pointer",
            results.len()
        )));
    }
    for (index, result) in results.into_iter().enumerate() {
        // SAFETY: the list of results has room for each.
        unsafe { output.add(index).write(handles::issue(Arc::new(result))) };
    }
    if !args.device_complete_events.is_null() {
        // SAFETY: the list has room for an event of each device.
        unsafe { args.device_complete_events.write(event::ready()) };
    }
    Ok(())
}
