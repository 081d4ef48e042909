//! Kernels of plugins: their registration, the selection of the kernel for an op, and instances of them.
//!
//! A kernel is registered for an op and a device type, with constraints on type attributes, arguments that stay in host memory,
//! a priority and a label. For a use of an op, the kernels of its device are considered first, then those for `DEFAULT`; of
//! those whose constraints hold, the one of the highest priority runs. Two of the same priority are an error, as in TensorFlow.
//! The runtime's own CPU kernels have priority 0: a plugin's kernel takes precedence only with a higher one.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::collections::BTreeMap;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

use parking_lot::RwLock;
use tfrt_executor::tensor::DType;

use crate::abi::data_type::to_dtype;
use crate::handles::{self, Handled};
use crate::library::LibraryId;
use crate::node::{Node, Value};
use crate::ops::plugin_op;
use crate::status::{Code, Status};

mod call;
pub mod context;
pub mod device;
mod refusals;
mod tensors;

pub(crate) use call::Call;
pub use context::{AsyncDone, Context, Outputs};
pub use device::KernelDevice;

/// The device type of kernels that serve every device.
pub const DEFAULT_DEVICE: &str = "DEFAULT";

/// Makes the state of an instance.
pub type CreateFn = unsafe extern "C" fn(construction: *mut Construction) -> *mut c_void;
/// Computes.
pub type ComputeFn = unsafe extern "C" fn(state: *mut c_void, context: *mut Context);
/// Starts to compute; the last argument is called when it is done.
pub type ComputeAsyncFn =
    unsafe extern "C" fn(state: *mut c_void, context: *mut Context, done: *mut AsyncDone);
/// Frees the state of an instance.
pub type DeleteFn = unsafe extern "C" fn(state: *mut c_void);

/// The functions with which a kernel computes.
#[derive(Debug, Clone, Copy)]
pub enum Compute {
    /// Before it returns.
    Now(ComputeFn),
    /// Some time.
    Later(ComputeAsyncFn),
}

/// A kernel as it was registered; also what `TF_KernelBuilder` points to.
#[derive(Debug, Clone)]
pub struct KernelDef {
    /// The op, without the prefix of programs.
    pub op: String,
    /// The type of device, such as `CPU`.
    pub device: String,
    /// The name that the plugin gave the kernel.
    pub name: String,
    pub(crate) create: Option<CreateFn>,
    pub(crate) compute: Option<Compute>,
    pub(crate) delete: Option<DeleteFn>,
    /// Type attributes and the values that each may have.
    pub constraints: Vec<(String, Vec<i32>)>,
    /// Arguments that are in host memory on any device.
    pub host_memory: Vec<String>,
    /// Higher goes first.
    pub priority: i32,
    /// Nodes ask for a label with their attribute `_kernel`.
    pub label: String,
    /// The library that registered it.
    pub library: Option<LibraryId>,
}

impl Handled for KernelDef {
    const NAME: &'static str = "kernel builder";
}

static KERNELS: RwLock<BTreeMap<String, Vec<Arc<KernelDef>>>> = RwLock::new(BTreeMap::new());

/// The kernels of an op, by its name without prefix.
pub fn kernels_of(op: &str) -> Vec<Arc<KernelDef>> {
    KERNELS.read().get(op).cloned().unwrap_or_default()
}

/// The names of all ops with kernels.
pub fn ops_with_kernels() -> Vec<String> {
    KERNELS.read().keys().cloned().collect()
}

/// The names of the ops with kernels for a type of device.
pub(crate) fn ops_with_kernels_on(device: &str) -> Vec<String> {
    let serves = |kernel: &Arc<KernelDef>| kernel.device == device || kernel.device == DEFAULT_DEVICE;
    let kernels = KERNELS.read();
    kernels.iter().filter(|(_, kernels)| kernels.iter().any(serves)).map(|(op, _)| op.clone()).collect()
}

/// Registers a kernel.
pub(crate) fn register(kernel: KernelDef) -> Result<(), (Code, String)> {
    let invalid = |what: &str| {
        let message = format!("kernel for op '{}' on device '{}': {what}", kernel.op, kernel.device);
        Err((Code::INVALID_ARGUMENT, message))
    };
    if kernel.op.is_empty() {
        return invalid("it names no op");
    }
    if kernel.device.is_empty() {
        return invalid("it names no type of device");
    }
    if kernel.compute.is_none() {
        return invalid("the compute function is null");
    }
    crate::library::note("kernel", describe(&kernel));
    KERNELS.write().entry(kernel.op.clone()).or_default().push(Arc::new(kernel));
    Ok(())
}

/// `MatMul on CPU where T = 1, priority 2, label "x"`.
fn describe(kernel: &KernelDef) -> String {
    let mut out = format!("{} on {}", kernel.op, kernel.device);
    for (i, (attr, types)) in kernel.constraints.iter().enumerate() {
        let label = |ty: &i32| {
            crate::abi::data_type::to_dtype(*ty).map_or_else(|| ty.to_string(), |ty| ty.label().to_owned())
        };
        let types: Vec<String> = types.iter().map(label).collect();
        out += &format!("{} {attr} = {}", if i == 0 { " where" } else { "," }, types.join(" or "));
    }
    if kernel.priority != 0 {
        out += &format!(", priority {}", kernel.priority);
    }
    if !kernel.label.is_empty() {
        out += &format!(", label \"{}\"", kernel.label);
    }
    out
}

impl KernelDef {
    /// Whether the constraints hold for a use of the op.
    fn accepts(&self, node: &Node) -> bool {
        self.constraints.iter().all(|(attr, allowed)| match node.attr(attr) {
            Some(Value::Type(number)) => allowed.contains(number),
            Some(Value::List(types)) => {
                types.iter().all(|value| matches!(value, Value::Type(number) if allowed.contains(number)))
            }
            _ => false,
        })
    }

    /// Whether an op of plugins has the attributes and arguments to which the kernel refers by name. Definitions of the runtime's
    /// own ops may lack some of TensorFlow's.
    fn check_names(&self, node: &Node) -> Result<(), String> {
        if plugin_op(&node.def.name).is_none() {
            return Ok(());
        }
        let wrong = |what: &str, name: &str| {
            Err(format!(
                "the kernel '{}' for op '{}' {what} '{name}', which the op does not have",
                self.name, self.op
            ))
        };
        let constrained = self.constraints.iter().find(|(attr, _)| node.attr(attr).is_none());
        if let Some((attr, _)) = constrained {
            return wrong("has a constraint on the attribute", attr);
        }
        let has = |name: &str| node.input_range(name).or_else(|| node.output_range(name)).is_some();
        match self.host_memory.iter().find(|name| !has(name)) {
            Some(name) => wrong("has the argument in host memory", name),
            None => Ok(()),
        }
    }
}

/// The kernel that runs a use of an op on a type of device.
///
/// # Errors
/// Several of the same priority want to.
pub fn select(op: &str, device: &str, node: &Node) -> Result<Option<Arc<KernelDef>>, String> {
    let kernels = KERNELS.read();
    let Some(kernels) = kernels.get(op) else { return Ok(None) };
    let label = match node.attr("_kernel") {
        Some(Value::String(label)) => String::from_utf8_lossy(label).into_owned(),
        _ => String::new(),
    };
    for device in [device, DEFAULT_DEVICE] {
        let candidates = kernels.iter().filter(|kernel| kernel.device == device && kernel.label == label);
        candidates.clone().try_for_each(|kernel| kernel.check_names(node))?;
        let fits = |kernel: &&Arc<KernelDef>| kernel.accepts(node);
        let Some(best) = candidates.clone().filter(fits).max_by_key(|kernel| kernel.priority) else {
            continue;
        };
        let ties = candidates.filter(fits).filter(|kernel| kernel.priority == best.priority);
        let owners: Vec<String> = ties.map(|kernel| owner(kernel)).collect();
        if owners.len() > 1 {
            return Err(format!(
                "several kernels of priority {} are registered for op '{op}' on device {device}: by {}",
                best.priority,
                owners.join(" and ")
            ));
        }
        return Ok(Some(best.clone()));
    }
    Ok(None)
}

/// The arguments that a kernel wants in host memory, for an op, by its name without prefix, on a type of device; `None` if it has no
/// kernel. `types` returns type attributes; an unknown one counts as matching.
pub fn find_for(op: &str, device: &str, types: &dyn Fn(&str) -> Option<i32>) -> Option<Vec<String>> {
    let kernels = KERNELS.read();
    let kernels = kernels.get(op)?;
    let fits = |kernel: &&Arc<KernelDef>| {
        let accepts =
            |(attr, allowed): &(String, Vec<i32>)| types(attr).is_none_or(|ty| allowed.contains(&ty));
        kernel.label.is_empty() && kernel.constraints.iter().all(accepts)
    };
    [device, DEFAULT_DEVICE].into_iter().find_map(|device| {
        let on_device = kernels.iter().filter(|kernel| kernel.device == device).filter(fits);
        on_device.max_by_key(|kernel| kernel.priority).map(|kernel| kernel.host_memory.clone())
    })
}

fn owner(kernel: &KernelDef) -> String {
    kernel.library.map_or_else(|| "the program".to_owned(), |library| library.path().display().to_string())
}

/// The object behind `TF_OpKernelConstruction`.
#[derive(Debug)]
pub struct Construction {
    pub(crate) node: Arc<Node>,
    pub(crate) name: Arc<str>,
    /// The full name of the device.
    pub(crate) device: Arc<str>,
    pub(crate) status: Status,
}

/// A kernel made for one use of an op. It computes on any thread, on several at once.
#[derive(Debug)]
pub struct KernelInstance {
    pub(crate) kernel: Arc<KernelDef>,
    pub(crate) node: Arc<Node>,
    /// The name of the node.
    pub(crate) name: Arc<str>,
    state: *mut c_void,
    /// For each input and output: whether it stays in host memory on a device.
    pub(crate) host_inputs: Vec<bool>,
    pub(crate) host_outputs: Vec<bool>,
}

// SAFETY: TensorFlow's interface requires kernels that any thread may run and delete.
unsafe impl Send for KernelInstance {}
// SAFETY: TensorFlow's interface requires kernels that several threads may run at once.
unsafe impl Sync for KernelInstance {}

impl KernelInstance {
    /// Makes an instance for the device with this full name.
    ///
    /// # Errors
    /// The kernel refused; the message is its own.
    pub fn new(
        kernel: &Arc<KernelDef>,
        node: &Arc<Node>,
        device: &Arc<str>,
    ) -> Result<KernelInstance, String> {
        let name: Arc<str> = tfrt_ops::tensorflow_name(&node.def.name).unwrap_or(&node.def.name).into();
        let (status, device) = (Status::ok(), device.clone());
        let mut construction = Construction { node: node.clone(), name: name.clone(), device, status };
        let state = match kernel.create {
            // SAFETY: the plugin registered the function for this; the pointer is valid during the call.
            Some(create) => unsafe { create(&raw mut construction) },
            None => std::ptr::null_mut(),
        };
        let in_host = |range: Option<(usize, usize)>, marks: &mut Vec<bool>| {
            let (start, end) = range.unwrap_or_default();
            marks.iter_mut().take(end).skip(start).for_each(|mark| *mark = true);
        };
        // Strings, variants and names of variables are never on a device.
        let of_host = |dtype: DType| matches!(dtype, DType::String | DType::Resource | DType::Variant);
        let mut host_inputs: Vec<bool> = node.inputs.iter().map(|&dtype| of_host(dtype)).collect();
        let mut host_outputs: Vec<bool> =
            node.outputs.iter().map(|&number| to_dtype(number).is_some_and(of_host)).collect();
        for name in &kernel.host_memory {
            in_host(node.input_range(name), &mut host_inputs);
            in_host(node.output_range(name), &mut host_outputs);
        }
        let (kernel, node) = (kernel.clone(), node.clone());
        // Owned first, so that the state of a kernel that refused is deleted as well.
        let instance = KernelInstance { kernel, node, name, state, host_inputs, host_outputs };
        if construction.status.is_ok() { Ok(instance) } else { Err(construction.status.text()) }
    }

    /// Whether it is done when its function returns.
    #[inline]
    pub(crate) fn compute(&self) -> Option<Compute> {
        self.kernel.compute
    }

    #[inline]
    pub(crate) fn state(&self) -> *mut c_void {
        self.state
    }
}

impl Drop for KernelInstance {
    fn drop(&mut self) {
        // Null is a state like any other: TensorFlow has it deleted as well.
        if let Some(delete) = self.kernel.delete {
            // SAFETY: the state is what the create function of the same kernel made, null without one.
            unsafe { delete(self.state) };
        }
    }
}

/// A kernel that is being described.
///
/// # Safety
/// The names are null or terminated strings.
pub(crate) unsafe fn builder(
    op: *const c_char,
    device: *const c_char,
    create: Option<CreateFn>,
    compute: Option<Compute>,
    delete: Option<DeleteFn>,
) -> *mut KernelDef {
    // SAFETY: the caller says: the names are null or terminated strings.
    let (op, device) = unsafe { (crate::exports::text(op), crate::exports::text(device)) };
    handles::give(KernelDef {
        op,
        device,
        name: String::new(),
        create,
        compute,
        delete,
        constraints: Vec::new(),
        host_memory: Vec::new(),
        priority: 0,
        label: String::new(),
        library: None,
    })
}
