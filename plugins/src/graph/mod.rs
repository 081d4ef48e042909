//! Graph optimizers of plugins: registration, and running one on a graph.
//!
//! An optimizer is registered for a type of device, one for each: when two plugins register for the same type neither is used.
//! It is called as TensorFlow calls it: created, asked twice, each time with the graph as it is then, and destroyed.

#![expect(unsafe_code, reason = "calls functions of plugins")]

mod config;

use std::collections::BTreeMap;
use std::ffi::{CStr, c_void};
use std::sync::Arc;

use parking_lot::RwLock;
use prost::Message as _;
use tfrt_graphdef::IslandGraph;
use tfrt_graphdef::proto::tensorflow::GraphDef;
use tfrt_ir::Context;

use crate::abi::TF_Buffer;
use crate::abi::grappler::{SWITCHES, TP_Optimizer, TP_OptimizerConfigs, TP_OptimizerRegistrationParams};
use crate::exports::buffer;
use crate::guard::guarded;
use crate::handles::{self, Handled, Lent};
use crate::library::{LibraryId, note, registering};
use crate::status::Status;

pub use config::{Decision, SWITCH_NAMES, TriState, decide};

/// The number of times an optimizer is called for one graph.
const ROUNDS: usize = 2;

/// The version of the interface.
const VERSION: [i32; 3] = [0, 0, 1];

/// The data that optimizers see beside the graph: the object behind `TF_GrapplerItem`.
pub struct GrapplerItem {
    /// The graph.
    pub graph: GraphDef,
    /// The nodes that give results.
    pub fetches: Vec<String>,
    /// The nodes that must stay.
    pub preserve: Vec<String>,
    /// Knows op definitions, and shapes.
    pub ctx: Arc<Context>,
}

impl Handled for GrapplerItem {
    const NAME: &'static str = "item";
}

impl std::fmt::Debug for GrapplerItem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GrapplerItem").field("nodes", &self.graph.node.len()).finish_non_exhaustive()
    }
}

/// A registered optimizer.
#[derive(Debug, Clone)]
pub struct GraphOptimizer {
    /// The library that registered it.
    pub library: Option<LibraryId>,
    /// The type of device whose nodes it optimizes.
    pub device_type: String,
    /// Its switches for the host's own passes, in the order of [`SWITCH_NAMES`].
    pub switches: [TriState; SWITCHES],
    functions: Functions,
}

#[derive(Debug, Clone, Copy)]
struct Functions(TP_Optimizer);

// SAFETY: the struct holds addresses of functions that stay loaded; its pointer `ext` is not used.
unsafe impl Send for Functions {}
// SAFETY: the struct holds addresses of functions that stay loaded; its pointer `ext` is not used.
unsafe impl Sync for Functions {}

/// Optimizers by type of device; `Err` where two plugins want the same.
static OPTIMIZERS: RwLock<BTreeMap<String, Result<GraphOptimizer, ()>>> = RwLock::new(BTreeMap::new());

/// The optimizers that are in use, by the type of their device.
pub fn optimizers() -> Vec<GraphOptimizer> {
    OPTIMIZERS.read().values().filter_map(|entry| entry.as_ref().ok().cloned()).collect()
}

/// A struct that a plugin of a later version may take for a longer one.
#[repr(C)]
pub(crate) struct Roomy<T> {
    pub(crate) value: T,
    room: [u64; 64],
}

impl<T> Roomy<T> {
    pub(crate) fn new(value: T) -> Self {
        Roomy { value, room: [0; 64] }
    }
}

/// `void TF_InitGraph(TP_OptimizerRegistrationParams*, TF_Status*)`
///
/// # Safety
/// `address` is that of a function of this type, of a library that stays loaded.
pub(crate) unsafe fn init_graph(address: *const ()) -> Result<Option<[i32; 3]>, String> {
    // SAFETY: the caller passes a function of this name, whose type the header declares.
    let init: unsafe extern "C-unwind" fn(*mut TP_OptimizerRegistrationParams, *mut Status) =
        unsafe { std::mem::transmute(address) };
    let null = std::ptr::null_mut();
    let mut configs = Roomy::new(TP_OptimizerConfigs { struct_size: 92, ext: null, switches: [0; SWITCHES] });
    let mut optimizer = Roomy::new(TP_Optimizer {
        struct_size: 40,
        ext: null,
        create_func: None,
        optimize_func: None,
        destroy_func: None,
    });
    let mut params = Roomy::new(TP_OptimizerRegistrationParams {
        struct_size: 56,
        ext: null,
        major_version: VERSION[0],
        minor_version: VERSION[1],
        patch_version: VERSION[2],
        device_type: std::ptr::null(),
        optimizer_configs: &raw mut configs.value,
        optimizer: &raw mut optimizer.value,
    });
    let mut status = Status::ok();
    // SAFETY: all pointers are to structs of the sizes that they state.
    unsafe { init(&raw mut params.value, &raw mut status) };
    status.to_result()?;
    let (params, configs, optimizer) = (params.value, configs.value, optimizer.value);
    for (size, name) in [
        (params.struct_size, "TP_OptimizerRegistrationParams"),
        (optimizer.struct_size, "TP_Optimizer"),
        (configs.struct_size, "TP_OptimizerConfigs"),
    ] {
        if size == 0 {
            return Err(format!("the field struct_size of {name} is not set"));
        }
    }
    if params.major_version != VERSION[0] {
        return Err(format!(
            "the field major_version of TP_OptimizerRegistrationParams is {}, but this host has {}",
            params.major_version, VERSION[0]
        ));
    }
    // SAFETY: null or terminated, says the header.
    if params.device_type.is_null() || unsafe { *params.device_type } == 0 {
        return Err("the field device_type of TP_OptimizerRegistrationParams is not set".into());
    }
    if optimizer.optimize_func.is_none() {
        return Err("the field optimize_func of TP_Optimizer is not set".into());
    }
    // SAFETY: a plugin sets it to a terminated string, says the header.
    let device_type = unsafe { CStr::from_ptr(params.device_type) };
    let device_type = device_type
        .to_str()
        .map_err(|_| "the field device_type of TP_OptimizerRegistrationParams is not UTF-8".to_owned())?
        .to_owned();
    register(GraphOptimizer {
        library: registering(),
        device_type,
        switches: configs.switches.map(TriState::from_number),
        functions: Functions(optimizer),
    })?;
    Ok(Some([params.major_version, params.minor_version, params.patch_version]))
}

fn register(optimizer: GraphOptimizer) -> Result<(), String> {
    let mut all = OPTIMIZERS.write();
    let device_type = optimizer.device_type.clone();
    match all.get_mut(&device_type) {
        None => {
            note("graph optimizer", device_type.clone());
            all.insert(device_type, Ok(optimizer));
            Ok(())
        }
        Some(taken) => {
            let first = std::mem::replace(taken, Err(())).ok();
            let [one, two] = [first.as_ref().and_then(|first| first.library), optimizer.library].map(name);
            let message = format!(
                "{one} and {two} both register a graph optimizer for device type '{device_type}'; neither is used"
            );
            if let Some(library) = first.and_then(|first| first.library) {
                library.update(|library| library.errors.push(format!("TF_InitGraph: {message}")));
            }
            Err(message)
        }
    }
}

fn name(library: Option<LibraryId>) -> String {
    library.map_or_else(|| "another plugin".to_owned(), |library| format!("'{}'", library.path().display()))
}

impl GraphOptimizer {
    /// Its name in messages.
    pub fn name(&self) -> String {
        match self.library {
            Some(library) => format!("{} ({})", library.path().display(), self.device_type),
            None => self.device_type.clone(),
        }
    }

    /// Runs the optimizer on a graph.
    ///
    /// # Errors
    /// The message of the plugin, or that it gave no graph.
    pub fn optimize(&self, island: &IslandGraph, ctx: &Arc<Context>) -> Result<GraphDef, String> {
        let functions = self.functions;
        let item = GrapplerItem {
            graph: island.graph.clone(),
            fetches: island.fetches.clone(),
            preserve: island.preserve.clone(),
            ctx: ctx.clone(),
        };
        guarded(move || functions.run(item))?
    }
}

impl Functions {
    /// Runs an optimizer on an item, as TensorFlow does.
    fn run(self, item: GrapplerItem) -> Result<GraphDef, String> {
        let functions = self.0;
        let Some(optimize) = functions.optimize_func else { return Ok(item.graph) };
        let optimizer = Created {
            object: functions.create_func.map_or(std::ptr::null_mut(), |create| {
                // SAFETY: the plugin's own `create_func`, which takes nothing and stays loaded.
                unsafe { create() }
            }),
            destroy: functions.destroy_func,
        };
        let mut graph = item.graph.clone();
        let item = Lent::new(item);
        for _ in 0..ROUNDS {
            let bytes = graph.encode_to_vec();
            handles::with(item.given(), |item| item.graph = graph);
            let input =
                TF_Buffer { data: bytes.as_ptr().cast(), length: bytes.len(), data_deallocator: None };
            let mut output = TF_Buffer::EMPTY;
            let mut status = Status::ok();
            // SAFETY: the buffers and the item are valid for the call; the plugin fills the output.
            unsafe {
                optimize(optimizer.object, &raw const input, item.given(), &raw mut output, &raw mut status)
            };
            // SAFETY: an output of null or of `length` bytes, which its deallocator frees.
            graph = unsafe {
                let graph = status.to_result().and_then(|()| {
                    if output.data.is_null() {
                        return Err("it gave no graph".to_owned());
                    }
                    GraphDef::decode(buffer::bytes(&raw const output))
                        .map_err(|error| format!("what it gave is no graph: {error}"))
                });
                buffer::clear(&mut output);
                graph?
            };
        }
        Ok(graph)
    }
}

/// The object that an optimizer's `create_func` made, destroyed on drop.
struct Created {
    object: *mut c_void,
    destroy: Option<unsafe extern "C-unwind" fn(*mut c_void)>,
}

impl Drop for Created {
    fn drop(&mut self) {
        if let Some(destroy) = self.destroy {
            // SAFETY: the object that the plugin made for this very function.
            unsafe { destroy(self.object) };
        }
    }
}
