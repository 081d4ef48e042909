//! Executables: programs that are compiled and loaded, and calls of them.
//!
//! A call runs in the caller's thread, with the help of the runtime's, and is complete when it returns. A program for several devices runs once for all of
//! them ([`division`]).
#![expect(unsafe_code, reason = "the arguments that a caller keeps are a list by address")]

pub(crate) mod analysis;
pub(crate) mod api;
mod collectives;
mod division;
mod donation;
mod exported;
mod op_sharding;
mod partitioned;
mod scratch;
pub(crate) mod serialized;
mod sums;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_compiler::pipeline::OptLevel;
use tfrt_compiler::stablehlo_give_by_device;
use tfrt_driver::bytecode;
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::program::{GraphBoundary, OpenOptions, ProgramFile, compile_looking};
use tfrt_driver::roots::{Roots, Unnamed};
use tfrt_driver::saved_models::Selection;
use tfrt_driver::values;
use tfrt_executor::core_runtime::{HostFunctions, TensorHandle};
use tfrt_executor::program::{Function, SignatureValue};
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::{DenseHostTensor, Shape, TensorMetadata, convert};
use tfrt_executor::value::{Value, indirect};
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::TypeKind;
use tfrt_ir::{Module, OpRef, Type};

use crate::abi::{self, *};
use crate::buffer::{self, Buffer};
use crate::client::{self, Client, Place};
use crate::element::Element;
use crate::failure::Failure;
use crate::ffi::{self, ExecuteContext, Functions, States};
use crate::handles::{self, Handle};
use crate::layouts::{self, Layouts, Order};
use crate::options::{CompileOptions, Devices};
use crate::shardings::Shardings;
use analysis::{Analysis, Parts};
use division::Division;

/// The name of programs in messages.
const NAME: &str = "main";

/// A compiled program, as callers describe it.
#[derive(Debug)]
pub(crate) struct Executable {
    /// The program as it came, or as partitioners have made it.
    code: Box<[u8]>,
    /// The program as JAX's library reads it, made when it is asked for.
    exported: OnceLock<Box<[u8]>>,
    /// The devices that it was compiled for.
    devices: Devices,
    function: Function,
    border: Border,
    fingerprint: String,
    results: Results,
    properties: NamedValues,
    /// The layouts of the results, once a caller has asked for them.
    layouts: OnceLock<Layouts>,
    /// The shardings of arguments and results, once a caller has asked for them.
    shardings: OnceLock<[Shardings; 2]>,
    memory_kinds: Box<[&'static str]>,
    memory_kind_sizes: Box<[usize]>,
    /// The addresses of `memory_kinds`, as callers read them.
    memory_kind_texts: Box<[usize]>,
}

/// What calls compare with the signature of a program's function, which is read from its file each time.
#[derive(Debug)]
struct Border {
    /// The tensors that it takes, as far as they are known.
    arguments: Box<[Option<TensorMetadata>]>,
    /// The positions of its results among those of the function.
    results: Box<[usize]>,
}

impl Border {
    fn of(function: &Function) -> Border {
        let signature = function.signature();
        let argument = |value: &SignatureValue<'_>| {
            let (dtype, dims) = value.tensor_type()?;
            Some(TensorMetadata::new(dtype, Shape::new(dims?).ok()?))
        };
        Border {
            arguments: signature.arguments.iter().map(argument).collect(),
            results: signature.results.iter().map(|result| result.position).collect(),
        }
    }

    /// Whether the program takes these tensors, as far as that is known here.
    fn takes(&self, tensors: &[DenseHostTensor]) -> bool {
        let mut pairs = self.arguments.iter().zip(tensors);
        self.arguments.len() == tensors.len()
            && pairs.all(|(known, tensor)| known.as_ref() == Some(tensor.metadata()))
    }
}

/// A program that can be called.
#[derive(Debug)]
pub(crate) struct LoadedExecutable {
    executable: Arc<Executable>,
    /// The device of each partition, and its memory.
    places: Box<[Place]>,
    devices: Box<[Handle]>,
    /// The devices as callers read them: a `DeviceAssignmentProto`.
    assignment: Box<[u8]>,
    is_deleted: AtomicBool,
    /// The states of foreign functions.
    states: Arc<States>,
}

/// The arguments and results of a program.
#[derive(Debug, Default)]
struct Results {
    arguments: Vec<Element>,
    elements: Vec<Element>,
    types: Vec<i32>,
    /// The dimensions of all results, one after the other: those of one device's part.
    dims: Vec<i64>,
    ranks: Vec<usize>,
    /// The layouts of arguments and results in memory.
    orders: [Vec<Order>; 2],
    /// The number of devices that run the program together.
    partitions: usize,
    /// How often the program gives each result: once, or for each device, where devices may have different tensors that are to be the same.
    versions: usize,
    /// The shardings of arguments and results over the devices.
    divisions: [Vec<Division>; 2],
    /// The arguments whose memory the program may use for its results.
    donated: Vec<usize>,
    /// Whether it may call functions of the host.
    calls_host: bool,
    analysis: Analysis,
}

impl Results {
    /// The results of the main function, by its type.
    fn of(module: &Module, options: &CompileOptions) -> Result<Results, Failure> {
        let partitions = options.devices.0.len();
        let main =
            module.lookup("main").ok_or_else(|| Failure::invalid("the program has no function 'main'"))?;
        let ctx = main.ctx;
        let ty = main.attr("function_type").and_then(|ty| ctx.attr_as_type(ty));
        let Some(TypeKind::Function { inputs, results }) = ty.map(|ty| ctx.type_kind(ty)) else {
            return Err(Failure::invalid("'main' is no function"));
        };
        let mut found = Results { partitions, versions: 1, ..Results::default() };
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
            found.ranks.push(dims.len());
        }
        let dims_of = |&ty: &Type| ctx.type_kind(ty).dims().unwrap_or_default().to_vec();
        let all_dims = [inputs, results].map(|types| types.iter().map(dims_of).collect::<Vec<_>>());
        found.divisions = division::of_main(module, all_dims.each_ref().map(|dims| &dims[..]), options)?;
        let sizes = [&inputs[..], &results[..]];
        let sizes = analysis::part_sizes(main, sizes, &found.divisions);
        found.donated =
            donation::given_away(main, &sizes).into_iter().map(|(argument, _)| argument).collect();
        let parts = match partitions {
            1 => Parts::default(),
            _ => Parts::of(module, |argument| options.is_open(argument)),
        };
        found.analysis = Analysis::of(module, parts, &sizes, &found.donated, partitions);
        for (division, dims) in found.divisions[1].iter().zip(&all_dims[1]) {
            found.dims.extend(division.part_dims(dims));
        }
        let rank = |&ty: &_| ctx.type_kind(ty).dims().map_or(0, <[_]>::len);
        let ranks: Vec<usize> = inputs.iter().map(rank).collect();
        found.orders = layouts::of_main(main, [&ranks, &found.ranks])?;
        Ok(found)
    }
}

impl LoadedExecutable {
    /// Compiles a program for devices of a client.
    pub(crate) fn compile(
        code: &[u8],
        client: &Client,
        wanted: &CompileOptions,
    ) -> Result<LoadedExecutable, Failure> {
        let plugins = PluginOptions::default();
        let options = OpenOptions {
            level: OptLevel::O2,
            precision: Default::default(),
            packed_for: None,
            plugins: &plugins,
            roots: Roots { named: Vec::new(), unnamed: Unnamed::Main },
            boundary: GraphBoundary::default(),
            selection: Selection::default(),
        };
        let source = ProgramFile::Source { name: NAME.to_owned(), text: code.to_vec() };
        let mut findings = Vec::new();
        let mut results = Err(Failure::invalid("the program has no function 'main'"));
        // The program as it is after partitioners were asked, if it has any.
        let mut partitioned = Ok(None);
        let Some(file) = compile_looking(&source, &options, &mut findings, |module| {
            partitioned = partitioned::apply(module, wanted).map(|has_any| {
                has_any.then(|| bytecode::write(module, bytecode::NEWEST_VERSION, &mut Diagnostics::new()))
            });
            results = Results::of(module, wanted);
            if let Ok(results) = &mut results
                && results.partitions > 1
                && stablehlo_give_by_device(module)
            {
                results.versions = results.partitions;
            }
        }) else {
            if let Err(failure) = partitioned {
                return Err(failure);
            }
            let lines: Vec<&str> = findings.iter().map(|finding| finding.text.trim_end()).collect();
            return Err(Failure::unimplemented(lines.join("\n")));
        };
        let program =
            client::process()?.runtime.load(&file).map_err(|error| Failure::internal(error.to_string()))?;
        let function =
            program.function("main").ok_or_else(|| Failure::invalid("the program has no function 'main'"))?;
        let mut hasher = DefaultHasher::new();
        (client::VERSION, code, &wanted.devices.0).hash(&mut hasher);
        let fingerprint = format!("{:016x}", hasher.finish());
        let partitioned = partitioned?.flatten();
        let code = partitioned.as_deref().unwrap_or(code);
        Ok(LoadedExecutable::new(
            Executable::new(code, wanted.devices.clone(), function, fingerprint, results?),
            client,
        ))
    }

    /// Loads a program on its devices, which the client has.
    fn new(executable: Executable, client: &Client) -> LoadedExecutable {
        let devices = &executable.devices;
        LoadedExecutable {
            places: devices.0.iter().map(|&device| client.place_of(device)).collect(),
            devices: devices.0.iter().map(|&device| client.devices[device]).collect(),
            assignment: devices.serialized().into(),
            executable: Arc::new(executable),
            is_deleted: AtomicBool::new(false),
            states: Arc::default(),
        }
    }

    /// Runs the program; arguments and results are lists by device.
    fn call(&self, arguments: &[&[Handle]], options: &ExecuteOptions) -> Result<Vec<Vec<Buffer>>, Failure> {
        if self.is_deleted.load(Relaxed) {
            return Err(Failure::invalid("the executable was deleted"));
        }
        let border = &self.executable.border;
        let Results { arguments: elements, divisions: [given, taken], .. } = &self.executable.results;
        let expected = elements.len();
        for own in arguments {
            if own.len() != expected {
                // The words are XLA's.
                return Err(Failure::invalid(format!(
                    "Execution supplied {} buffers but compiled program expected {expected} buffers",
                    own.len()
                )));
            }
        }
        let mut tensors = Vec::with_capacity(expected);
        let mut buffers = Vec::with_capacity(expected);
        for (index, (&element, division)) in elements.iter().zip(given).enumerate() {
            let mut parts: SmallVec<[DenseHostTensor; 1]> = SmallVec::new();
            for (device, own) in arguments.iter().enumerate() {
                let buffer = handles::find::<Buffer>(own[index])?;
                let part = self.argument(&buffer, index, device, element)?;
                // Of tensors that all devices have whole, one is enough.
                if parts.is_empty() || !division.is_whole() {
                    parts.push(part);
                }
                buffers.push(buffer);
            }
            let whole = match division.is_whole() {
                true => parts.pop().ok_or_else(|| Failure::internal("a program has no devices"))?,
                false => division.whole(&parts).map_err(|failure| Failure {
                    message: format!("argument {index}: {}", failure.message),
                    ..failure
                })?,
            };
            tensors.push(match element {
                Element::Wide(_) => whole,
                element => element.to_program(whole)?,
            });
        }
        let donated = match arguments.first() {
            Some(own) => {
                // SAFETY: the caller's list, which stays during the call.
                let kept = unsafe {
                    abi::elements(
                        "non_donatable_input_indices",
                        options.non_donatable,
                        options.num_non_donatable,
                    )?
                };
                donation::donated(&self.executable.results.donated, own, kept)?
            }
            None => Vec::new(),
        };
        if !border.takes(&tensors) {
            let dims: Vec<_> = tensors.iter().map(|tensor| tensor.shape().dims()).collect();
            let shapes: Vec<_> =
                tensors.iter().zip(&dims).map(|(t, dims)| Some((t.dtype(), &dims[..]))).collect();
            let signature = self.executable.function.signature();
            signature.check(&shapes).map_err(|error| Failure::invalid(error.to_string()))?;
        }
        // A result that is an argument, or a part of one, has memory of its own, unless the argument is given away.
        let is_kept = |(index, buffer): &(usize, &Arc<Buffer>)| {
            buffer.is_lent() || buffer.is_referenced() || !donated.contains(&(index / arguments.len()))
        };
        let kept = buffers.iter().enumerate().filter(is_kept);
        let mut kept: SmallVec<[_; 4]> = kept.filter_map(|(_, buffer)| buffer.memory()).collect();
        kept.sort_unstable_by_key(|memory| memory.start);
        // The parts of arguments that are given away, by device: parts of results take their memory.
        let mut free: Vec<Vec<DenseHostTensor>> = vec![Vec::new(); arguments.len()];
        for index in donated {
            let own = buffers.iter().skip(index * arguments.len()).zip(&mut free);
            for (buffer, free) in own.filter(|(buffer, _)| !buffer.is_referenced()) {
                let is_lent = buffer.is_lent();
                free.extend(buffer.taken().filter(|_| !is_lent && !given[index].is_whole()));
            }
        }
        drop(buffers);
        let handles = tensors.into_iter().map(|tensor| TensorHandle::new(tensor).into());
        let results = self.run(handles, options)?;
        let mut lists: Vec<Vec<Buffer>> =
            self.places.iter().map(|_| Vec::with_capacity(taken.len())).collect();
        let Results { elements, orders: [_, orders], versions, .. } = &self.executable.results;
        let elements = elements.iter().zip(taken).zip(orders);
        for (own, ((&element, division), order)) in border.results.chunks(*versions).zip(elements) {
            let mut wholes: SmallVec<[DenseHostTensor; 1]> = SmallVec::new();
            for &result in own {
                let mut whole = self.result(&results[result], element)?;
                let address = whole.bytes().as_ptr().addr();
                let behind = kept.partition_point(|memory| memory.start <= address);
                if behind > 0 && kept[behind - 1].contains(&address) {
                    whole = buffer::duplicate(&whole)?;
                }
                wholes.push(whole);
            }
            for (device, (list, &place)) in lists.iter_mut().zip(&self.places).enumerate() {
                let whole = &wholes[if *versions == 1 { 0 } else { device }];
                let part = division.part(whole, device, &mut free[device])?;
                list.push(Buffer::ordered(part, element, place, order)?);
            }
        }
        Ok(lists)
    }

    /// The part of an argument that a device has, by its place among those of the program.
    fn argument(
        &self,
        buffer: &Buffer,
        index: usize,
        device: usize,
        element: Element,
    ) -> Result<DenseHostTensor, Failure> {
        if buffer.client() != self.places[0].client {
            return Err(Failure::invalid("expected buffers of the executable's client, got one of another"));
        }
        let got = buffer.element();
        let fits = match element {
            Element::Wide(_) => matches!(got, Element::Wide(_)),
            Element::Token => true,
            element => element == got,
        };
        if !fits {
            return Err(Failure::invalid(format!(
                "argument {index}: expected elements of {element}, got {got}"
            )));
        }
        // The words are XLA's, which programs look for.
        buffer.tensor().map_err(|failure| Failure {
            message: format!(
                "Invalid buffer passed to Execute() as argument {index} to replica {device}: INVALID_ARGUMENT: {}",
                failure.message
            ),
            ..failure
        })
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
        let (ended, has_ended) = indirect();
        let failure = Arc::new(Mutex::new(None));
        let functions = Arc::new(Functions {
            states: self.states.clone(),
            user_data,
            failure: failure.clone(),
            run: ffi::next_run(),
            ended: Some(ended),
        });
        let request = RequestContext::builder(host).data(HostFunctions(functions)).build();
        let results = function.execute(&request, arguments);
        host.wait(&results);
        // No result waits for a function that gives none, and what it is called with is the caller's only during this call.
        drop(request);
        host.wait(&[Value::Async(has_ended)]);
        // A function without results fails the call, too.
        if let Some(failure) = failure.lock().take() {
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

    /// A result as a tensor of callers.
    fn result(&self, value: &Value, element: Element) -> Result<DenseHostTensor, Failure> {
        let resolved = value.resolve();
        let tensor = values::tensor_of(resolved.as_ref().unwrap_or(value))
            .ok_or_else(|| Failure::internal(format!("a result is no tensor but {}", value.describe())))?;
        let dense = convert::to_dense(tensor).map_err(Failure::internal)?;
        element.of_program(dense)
    }
}

impl Executable {
    /// The layouts of the results.
    pub(crate) fn layouts(&self) -> &Layouts {
        self.layouts.get_or_init(|| {
            let Results { ranks, orders: [_, orders], elements, .. } = &self.results;
            Layouts::of(ranks, orders, elements)
        })
    }

    /// Whether it divides nothing.
    pub(crate) fn is_of_one_device(&self) -> bool {
        self.results.partitions <= 1
    }

    /// The shardings of arguments and of results.
    pub(crate) fn shardings(&self) -> &[Shardings; 2] {
        self.shardings.get_or_init(|| {
            let texts = |values: usize| self.results.divisions[values].iter().map(Division::serialized);
            // Callers take no results for one empty tuple.
            let empty = self.results.elements.is_empty().then(Vec::new);
            [Shardings::new(texts(0)), Shardings::new(texts(1).chain(empty))]
        })
    }

    fn new(
        code: &[u8],
        devices: Devices,
        function: Function,
        fingerprint: String,
        results: Results,
    ) -> Executable {
        let memory_kinds: Box<[_]> = results.types.iter().map(|_| client::result_memory_kind()).collect();
        Executable {
            code: code.into(),
            exported: OnceLock::new(),
            devices,
            border: Border::of(&function),
            function,
            fingerprint,
            layouts: OnceLock::new(),
            shardings: OnceLock::new(),
            properties: results.analysis.properties(),
            results,
            memory_kind_sizes: memory_kinds.iter().map(|kind| kind.len()).collect(),
            memory_kind_texts: memory_kinds.iter().map(|kind| kind.as_ptr().expose_provenance()).collect(),
            memory_kinds,
        }
    }
}
