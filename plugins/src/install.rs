//! Adds the registrations of plugins to the registry of ops that CPU handlers have.
//!
//! An op that plugins define, or have CPU kernels for, gets a dispatch function that selects the kernel for each use: the
//! plugin's if it accepts the types and takes precedence, else the runtime's. The selection for a use (attributes, types, kernel
//! instance) is cached: programs and resolved ops pass the same frozen attributes each time, so the look-up compares their
//! address.

use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    DispatchFn, DispatchFrame, FrozenAttrs, MetadataFn, MetadataFrame, OpAttrs, OpAttrsRef, OpContext,
    OpEntry, OpError, OpFlags, OpRegistry, ResultMetadata, VariableRef,
};
use tfrt_executor::tensor::{DType, Tensor};
use tfrt_executor::value::{AsyncRef, ErrorCode, Promise};
use tfrt_ops::{ArgType, DataType, OpDef, name_of_tensorflow, tensorflow_name};

use crate::kernel::{
    Call, Compute, Context, KernelInstance, Outputs, ops_with_kernels, ops_with_kernels_on, select,
};
use crate::node::Node;
use crate::ops::{ShapeFn, check_deprecation, definition, plugin_op, plugin_ops};
use crate::shape_inference;
use crate::tensor::TfTensor;

/// The device type of the host.
const HOST: &str = "CPU";
/// Its full name.
pub(crate) const HOST_NAME: &str = "/job:localhost/replica:0/task:0/device:CPU:0";
/// The priority of the runtime's own kernels.
const OWN_PRIORITY: i32 = 0;
/// The limit of cached selections per op.
const MOST_USES: usize = 4096;

/// The ops of a registry together with those of the plugins that are loaded.
pub fn with_plugins(own: OpRegistry) -> OpRegistry {
    let names = ops_of_plugins();
    if names.is_empty() {
        return own;
    }
    let mut all = OpRegistry::new();
    for name in names {
        // A kernel for an undefined op can never be requested.
        let Some(def) = definition(&name) else { continue };
        all.add(&name, entry(def, own.get(&name).cloned()));
    }
    // Ops that are in `all` stay as they are: a direct function of the runtime would bypass the choice of kernels.
    for name in own.names() {
        if let (None, Some(entry)) = (all.get(name), own.get(name)) {
            all.add(name, (**entry).clone());
        }
    }
    all
}

/// The ops that plugins define or have kernels for, sorted: this project's own ops do not determine their
/// behaviour.
fn ops_of_plugins() -> Vec<String> {
    let mut names: Vec<String> = ops_with_kernels().into_iter().map(|op| name_of_tensorflow(&op)).collect();
    names.extend(plugin_ops().iter().map(|op| op.def.name.to_string()));
    names.sort();
    names.dedup();
    names
}

/// The ops that plugins have CPU kernels for: whether those run, or this project's, is seen when an op runs.
pub fn ops_with_cpu_kernels() -> impl Iterator<Item = String> {
    ops_with_kernels_on(HOST).into_iter().map(|op| name_of_tensorflow(&op))
}

/// The entry of a plugin's op.
fn entry(def: Arc<OpDef>, own: Option<Arc<OpEntry>>) -> OpEntry {
    let shape_fn = plugin_op(&def.name).and_then(|op| op.shape_fn);
    let mut flags = own.as_ref().map(|own| own.flags).unwrap_or_default();
    flags.side_effects |= own.is_none() && def.is_stateful;
    flags.allows_string = true;
    flags.allows_variant = true;
    flags.allows_resource |= takes_variables(&def);
    let metadata = own.as_ref().and_then(|own| own.metadata.clone());
    let own = own.and_then(|own| Some(OwnKernel { dispatch: own.dispatch.clone()?, flags: own.flags }));
    let op = Arc::new(Op { uses: Uses::new(def, HOST, HOST_NAME, own), shape_fn });
    let metadata = metadata.or_else(|| {
        let op = op.clone();
        shape_fn.map(|_| -> MetadataFn { Arc::new(move |frame, results| op.metadata(frame, results)) })
    });
    let dispatch: DispatchFn = Arc::new(move |frame| op.dispatch(frame));
    OpEntry { metadata, dispatch: Some(dispatch), flags, ..OpEntry::new() }
}

/// Whether an op may be given variables.
fn takes_variables(def: &OpDef) -> bool {
    def.inputs.iter().any(|arg| {
        arg.is_ref
            || matches!(arg.ty, ArgType::Any | ArgType::ListAttr(_) | ArgType::Fixed(DataType::Resource))
    })
}

type DTypes = SmallVec<[DType; 4]>;

/// The cached selection for a use.
pub(crate) struct Use {
    /// The key, whose address stays as long as the use.
    attrs: FrozenAttrs,
    dtypes: DTypes,
    node: Option<Arc<Node>>,
    pub(crate) choice: Choice,
}

#[derive(Clone)]
pub(crate) enum Choice {
    /// A plugin's kernel.
    Kernel(Arc<KernelInstance>),
    /// The runtime's own.
    Own,
    /// There is none for these types.
    Missing(Arc<str>),
    /// It cannot be selected, or it cannot be made.
    Failed(Arc<str>),
}

/// The runtime's own kernel of an op.
pub(crate) struct OwnKernel {
    dispatch: DispatchFn,
    flags: OpFlags,
}

impl OwnKernel {
    /// Whether these are types that it may take.
    fn takes(&self, dtypes: &[DType]) -> bool {
        dtypes.iter().all(|dtype| match dtype {
            DType::Variant => self.flags.allows_variant,
            DType::String => self.flags.allows_string,
            _ => true,
        })
    }
}

/// The uses of an op on a type of device, and the kernel of each.
pub(crate) struct Uses {
    /// Without prefix.
    name: Box<str>,
    device: Box<str>,
    place: Arc<str>,
    def: Arc<OpDef>,
    own: Option<OwnKernel>,
    /// Uses by the address of their frozen attributes.
    uses: RwLock<FxHashMap<usize, SmallVec<[Arc<Use>; 1]>>>,
    /// Uses whose attributes were made for a call, by the fingerprints of these, and by their text.
    by_content: RwLock<FxHashMap<u64, SmallVec<[Arc<Use>; 1]>>>,
    by_text: RwLock<FxHashMap<String, Arc<Use>>>,
    /// The first few uses once more, to be found without a lock. They stay.
    first: [OnceLock<(usize, Arc<Use>)>; FIRST_USES],
}

/// A use that was looked up.
pub(crate) enum Found<'a> {
    Kept(&'a Use),
    Shared(Arc<Use>),
}

impl Deref for Found<'_> {
    type Target = Use;

    #[inline]
    fn deref(&self) -> &Use {
        match self {
            Found::Kept(known) => known,
            Found::Shared(known) => known,
        }
    }
}

fn keep<K: Hash + Eq>(uses: &mut FxHashMap<K, SmallVec<[Arc<Use>; 1]>>, key: K, new: &Arc<Use>) {
    if uses.len() >= MOST_USES {
        uses.clear();
    }
    uses.entry(key).or_default().push(new.clone());
}

/// Places for uses that are found without a lock.
const FIRST_USES: usize = 8;

/// The place of a use among the first ones.
fn place_of(address: usize) -> usize {
    (address >> 6) % FIRST_USES
}

/// The address of attributes; the same one for all empty ones.
fn address_of(attrs: &OpAttrs) -> usize {
    if attrs.is_empty() { 0 } else { std::ptr::from_ref(attrs).addr() }
}

impl Uses {
    /// No uses yet, on a type of device; `place` is the device's full name. `own` is the runtime's own kernel.
    pub(crate) fn new(def: Arc<OpDef>, device: &str, place: &str, own: Option<OwnKernel>) -> Uses {
        Uses {
            place: place.into(),
            name: tensorflow_name(&def.name).unwrap_or(&def.name).into(),
            device: device.into(),
            def,
            own,
            uses: RwLock::default(),
            by_content: RwLock::default(),
            by_text: RwLock::default(),
            first: Default::default(),
        }
    }

    /// The selection for a use: looked up by the address of its attributes, made the first time.
    #[inline]
    pub(crate) fn lookup(&self, attrs: OpAttrsRef<'_>, dtypes: &[DType]) -> Found<'_> {
        let address = address_of(&attrs);
        if let Some((known_address, known)) = self.first[place_of(address)].get()
            && *known_address == address
            && known.dtypes[..] == *dtypes
        {
            return Found::Kept(known);
        }
        Found::Shared(self.find(address, attrs, dtypes))
    }

    #[inline(never)]
    fn find(&self, address: usize, attrs: OpAttrsRef<'_>, dtypes: &[DType]) -> Arc<Use> {
        if let Some(known) = self.uses.read().get(&address)
            && let Some(known) = known.iter().find(|known| known.dtypes[..] == *dtypes)
        {
            return known.clone();
        }
        let fingerprint = attrs.fingerprint();
        if let Some(known) = self.by_content.read().get(&fingerprint)
            && let Some(known) =
                known.iter().find(|known| known.dtypes[..] == *dtypes && known.attrs.is_same(&attrs))
        {
            return known.clone();
        }
        let frozen = attrs.freeze();
        let was_frozen = address_of(&frozen) == address;
        let node = Node::new(&self.def, &frozen, dtypes).map(Arc::new);
        if was_frozen {
            let new = Arc::new(self.work_out(frozen, node, dtypes));
            // The first one to come has the place.
            let _ = self.first[place_of(address)].set((address, new.clone()));
            keep(&mut self.uses.write(), address, &new);
            return new;
        }
        // Attributes that are made for a call have no lasting address. The text of their meaning finds the selection of
        // other attributes with the same meaning.
        let text = format!("{:?} {dtypes:?}", node.as_ref().map(|node| &node.attrs));
        let known = self.by_text.read().get(&text).cloned();
        let new = known.unwrap_or_else(|| Arc::new(self.work_out(frozen, node, dtypes)));
        if new.attrs.is_same(&attrs) {
            keep(&mut self.by_content.write(), fingerprint, &new);
        }
        let mut by_text = self.by_text.write();
        if by_text.len() >= MOST_USES {
            by_text.clear();
        }
        by_text.entry(text).or_insert(new).clone()
    }

    fn work_out(&self, attrs: FrozenAttrs, node: Result<Arc<Node>, String>, dtypes: &[DType]) -> Use {
        let own = self.own.as_ref().filter(|own| own.takes(dtypes));
        let node = node.and_then(|node| check_deprecation(&self.def.name).map(|()| node));
        let choice = match (&node, own) {
            (Err(_), Some(_)) => Choice::Own,
            (Err(message), None) => Choice::Failed(message.as_str().into()),
            (Ok(node), own) => match (select(&self.name, &self.device, node), own) {
                (Err(message), _) => Choice::Failed(message.into()),
                (Ok(Some(kernel)), own) if own.is_none() || kernel.priority > OWN_PRIORITY => {
                    match KernelInstance::new(&kernel, node, &self.place) {
                        Ok(instance) => Choice::Kernel(Arc::new(instance)),
                        Err(message) => Choice::Failed(message.into()),
                    }
                }
                (Ok(_), Some(_)) => Choice::Own,
                (Ok(_), None) => {
                    let types: Vec<&str> = dtypes.iter().filter_map(|&dtype| type_name(dtype)).collect();
                    let what = format!(
                        "no kernel for op '{}' on {} takes ({})",
                        self.def.name,
                        self.device,
                        types.join(", ")
                    );
                    Choice::Missing(what.into())
                }
            },
        };
        Use { attrs, dtypes: dtypes.into(), node: node.ok(), choice }
    }
}

/// An op on the host.
struct Op {
    uses: Uses,
    shape_fn: Option<ShapeFn>,
}

impl Op {
    fn metadata(&self, frame: &MetadataFrame<'_>, results: &mut ResultMetadata) -> Result<(), OpError> {
        let dtypes: DTypes = frame.inputs.iter().map(|metadata| metadata.dtype).collect();
        let known = self.uses.lookup(frame.attrs, &dtypes);
        match (&known.node, self.shape_fn) {
            (Some(node), Some(function)) => {
                // Without metadata, it is known when the tensors are.
                let metadata = shape_inference::metadata(node, function, frame.inputs)?;
                results.extend(metadata.into_iter().flatten());
                Ok(())
            }
            _ => match &known.choice {
                Choice::Failed(message) | Choice::Missing(message) => Err(OpError::from(message.to_string())),
                _ => Ok(()),
            },
        }
    }

    fn dispatch(&self, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
        let mut dtypes = DTypes::new();
        for i in 0..frame.num_args() {
            dtypes.push(frame.tensor(i)?.dtype());
        }
        let known = self.uses.lookup(frame.attrs(), &dtypes);
        let instance = match (&known.choice, &self.uses.own) {
            (Choice::Kernel(instance), _) => instance,
            (Choice::Own, Some(own)) => return (own.dispatch)(frame),
            (Choice::Own, None) => return Err("the op has no kernel".into()),
            (Choice::Failed(message) | Choice::Missing(message), _) => {
                return Err(message.to_string().into());
            }
        };
        if let Some(Compute::Later(_)) = instance.compute() {
            let mut context = Context::new(instance.clone(), None);
            fill(&mut context, frame)?;
            start(frame, context);
            return Ok(());
        }
        let mut call = Call::new(instance, None);
        fill(&mut call, frame)?;
        call.run_for(frame.context())?;
        for i in 0..frame.num_results() {
            if let Some(value) = call.take_value(i)? {
                frame.set_async(i, value);
            }
        }
        Ok(())
    }
}

/// Gives a run its inputs. The runtime's references go with them: an input without other references may become an
/// output.
#[inline]
fn fill(context: &mut Context, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    for i in 0..frame.num_args() {
        match frame.tensor(i)? {
            Tensor::Dense(_) => match frame.take_value(i) {
                Some(value) => context.push_value(value)?,
                None => return Err(format!("argument {i} is not there").into()),
            },
            tensor => {
                let tensor = input(tensor, &context.instance.node, i)?;
                frame.give_up(i);
                context.push(tensor);
            }
        }
    }
    Ok(())
}

/// A tensor of the runtime as an input of a node: a variable stands for its value, unless the op wants the variable itself.
pub(crate) fn input(tensor: &Tensor, node: &Node, i: usize) -> Result<TfTensor, String> {
    match VariableRef::of(tensor).filter(|_| !node.is_ref_input(i)) {
        None => TfTensor::from_runtime(tensor),
        Some(variable) => {
            let value = variable.value().ok_or("Attempting to use an uninitialized variable")?;
            TfTensor::from_runtime(&value)
        }
    }
}

fn type_name(dtype: DType) -> Option<&'static str> {
    DataType::from_number(crate::abi::data_type::number_of(dtype) as u32).map(DataType::name)
}

/// Starts an asynchronous kernel: the results, and the chain, are there when it is done.
fn start(frame: &mut DispatchFrame<'_>, context: Context) {
    let mut promises: Vec<Promise<Tensor>> = Vec::new();
    for i in 0..frame.num_results() {
        let (promise, tensor) = AsyncRef::<Tensor>::promise();
        promises.push(promise);
        frame.set_async(i, tensor.into_any());
    }
    let (chain_promise, chain) = tfrt_executor::value::indirect();
    frame.set_chain(tfrt_executor::value::Value::Async(chain));
    let shared = frame.context().share();
    let set = move |outcome: Result<Outputs, String>, shared: Arc<dyn OpContext>| {
        let outputs = match outcome {
            Ok(outputs) => outputs,
            Err(message) => {
                let error = shared.report(ErrorCode::Internal, &message);
                promises.into_iter().for_each(|promise| promise.set_error(error.clone()));
                return chain_promise.set_error(error);
            }
        };
        let mut outputs = outputs.into_iter();
        for (i, promise) in promises.into_iter().enumerate() {
            match outputs.next().flatten() {
                Some(tensor) => promise.set(tensor),
                None => {
                    let message = format!("result {i} was not computed");
                    promise.set_error(shared.report(ErrorCode::Internal, &message));
                }
            }
        }
        chain_promise.forward(tfrt_executor::value::Value::CHAIN);
    };
    // The rest runs on the work queue, which the host waits for, not on a thread of the plugin.
    context.of_call(shared.clone()).start(move |outcome| {
        let queue = shared.clone();
        queue.enqueue(Box::new(move || set(outcome, shared)));
    });
}
