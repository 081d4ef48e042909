//! Profilers of plugins: registration, and calls of them.
//!
//! A registered profiler lives as long as the process, and can be started and stopped any number of times. The caller
//! alternates start and stop.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::ffi::CStr;
use std::sync::Arc;

use parking_lot::RwLock;
use prost::Message as _;
use tfrt_graphdef::proto::tensorflow::profiler::XSpace;

use crate::abi::profiler::{TF_ProfilerRegistrationParams, TP_Profiler, TP_ProfilerFns};
use crate::graph::Roomy;
use crate::guard::guarded;
use crate::library::{LibraryId, note, registering};
use crate::status::Status;

/// The version of the interface.
const VERSION: [i32; 3] = [0, 0, 1];

/// No profile of a plugin is larger than this, in bytes: no protocol buffer is.
const LARGEST: usize = i32::MAX as usize;

/// A registered profiler.
#[derive(Debug)]
pub(super) struct PluginProfiler {
    library: Option<LibraryId>,
    device_type: String,
    profiler: TP_Profiler,
    functions: TP_ProfilerFns,
}

// SAFETY: the structs hold addresses of what plugins, which stay loaded, want to be passed; one session at a time calls them.
unsafe impl Send for PluginProfiler {}
// SAFETY: the structs hold addresses of what plugins, which stay loaded, want to be passed; one session at a time calls them.
unsafe impl Sync for PluginProfiler {}

static PROFILERS: RwLock<Vec<Arc<PluginProfiler>>> = RwLock::new(Vec::new());

/// All that are registered now.
pub(super) fn profilers() -> Vec<Arc<PluginProfiler>> {
    PROFILERS.read().clone()
}

/// `void TF_InitProfiler(TF_ProfilerRegistrationParams*, TF_Status*)`
///
/// # Safety
/// `address` is that of a function of this type, of a library that stays loaded.
pub(crate) unsafe fn init_profiler(address: *const ()) -> Result<Option<[i32; 3]>, String> {
    // SAFETY: the caller passes a function of this name, whose type the header declares.
    let init: unsafe extern "C-unwind" fn(*mut TF_ProfilerRegistrationParams, *mut Status) =
        unsafe { std::mem::transmute(address) };
    let null = std::ptr::null_mut();
    let mut profiler = Roomy::new(TP_Profiler { struct_size: 24, ext: null, device_type: std::ptr::null() });
    let mut functions = Roomy::new(TP_ProfilerFns {
        struct_size: 40,
        ext: null,
        start: None,
        stop: None,
        collect_data_xspace: None,
    });
    let mut params = Roomy::new(TF_ProfilerRegistrationParams {
        struct_size: 64,
        ext: null,
        major_version: VERSION[0],
        minor_version: VERSION[1],
        patch_version: VERSION[2],
        profiler: &raw mut profiler.value,
        profiler_fns: &raw mut functions.value,
        destroy_profiler: None,
        destroy_profiler_fns: None,
    });
    let mut status = Status::ok();
    // SAFETY: all pointers are to structs of the sizes that they state, with room behind them.
    unsafe { init(&raw mut params.value, &raw mut status) };
    status.to_result()?;
    let (params, profiler, functions) = (params.value, profiler.value, functions.value);
    if params.struct_size == 0 {
        return not_set("struct_size of TF_ProfilerRegistrationParams");
    }
    if params.major_version != VERSION[0] {
        return Err(format!(
            "the field major_version of TF_ProfilerRegistrationParams is {}, but this host has {}",
            params.major_version, VERSION[0]
        ));
    }
    let required = [
        (params.destroy_profiler.is_some(), "destroy_profiler of TF_ProfilerRegistrationParams"),
        (params.destroy_profiler_fns.is_some(), "destroy_profiler_fns of TF_ProfilerRegistrationParams"),
        (profiler.struct_size != 0, "struct_size of TP_Profiler"),
        (!profiler.device_type.is_null(), "device_type of TP_Profiler"),
        (functions.struct_size != 0, "struct_size of TP_ProfilerFns"),
        (functions.start.is_some(), "start of TP_ProfilerFns"),
        (functions.stop.is_some(), "stop of TP_ProfilerFns"),
        (functions.collect_data_xspace.is_some(), "collect_data_xspace of TP_ProfilerFns"),
    ];
    if let Some((_, field)) = required.iter().find(|(is_set, _)| !is_set) {
        return not_set(field);
    }
    // SAFETY: a plugin sets it to a terminated string, says the header.
    let device_type = unsafe { CStr::from_ptr(profiler.device_type) };
    let Ok(device_type) = device_type.to_str() else {
        return Err("the field device_type of TP_Profiler is not UTF-8".into());
    };
    let device_type = device_type.to_owned();
    note("profiler", device_type.clone());
    let profiler = PluginProfiler { library: registering(), device_type, profiler, functions };
    PROFILERS.write().push(Arc::new(profiler));
    Ok(Some([params.major_version, params.minor_version, params.patch_version]))
}

fn not_set<T>(field: &str) -> Result<T, String> {
    Err(format!("the field {field} is not set"))
}

impl PluginProfiler {
    fn fail(&self, what: &str, error: &str) -> String {
        let library = self.library.map(|library| library.path().display().to_string()).unwrap_or_default();
        format!("the profiler for {} of plugin '{library}' failed to {what}: {error}", self.device_type)
    }

    /// Starts it.
    pub(super) fn start(self: &Arc<Self>) -> Result<(), String> {
        let this = Arc::clone(self);
        self.guarded("start", move || this.call(this.functions.start))
    }

    /// Stops it, after it was started.
    pub(super) fn stop(self: &Arc<Self>) -> Result<(), String> {
        let this = Arc::clone(self);
        self.guarded("stop", move || this.call(this.functions.stop))
    }

    fn guarded<R: Send + 'static>(
        &self,
        what: &str,
        call: impl FnOnce() -> Result<R, String> + Send + 'static,
    ) -> Result<R, String> {
        guarded(call).and_then(|result| result).map_err(|error| self.fail(what, &error))
    }

    fn call(&self, function: Option<crate::abi::profiler::ProfilerFn>) -> Result<(), String> {
        let mut status = Status::ok();
        if let Some(function) = function {
            // SAFETY: the plugin's own function with its own profiler, which stays for ever; the status is
            // valid during the call.
            unsafe { function(&raw const self.profiler, &raw mut status) };
        }
        status.to_result()
    }

    /// Its data since it was started. A size of zero is nothing, and needs no second call.
    pub(super) fn collect(self: &Arc<Self>) -> Result<XSpace, String> {
        let this = Arc::clone(self);
        self.guarded("give its profile", move || this.collected())
    }

    fn collected(&self) -> Result<XSpace, String> {
        let Some(collect) = self.functions.collect_data_xspace else { return Ok(XSpace::default()) };
        let (mut size, mut status) = (0_usize, Status::ok());
        // SAFETY: without a buffer the plugin only writes the size.
        unsafe { collect(&raw const self.profiler, std::ptr::null_mut(), &raw mut size, &raw mut status) };
        status.to_result()?;
        if size == 0 {
            return Ok(XSpace::default());
        }
        if size > LARGEST {
            return Err(format!("it has {size} bytes; a profile has at most {LARGEST}"));
        }
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(size).map_err(|_| format!("there is no memory for its {size} bytes"))?;
        buffer.resize(size, 0_u8);
        let mut written = size;
        // SAFETY: the buffer has the size that is passed.
        unsafe { collect(&raw const self.profiler, buffer.as_mut_ptr(), &raw mut written, &raw mut status) };
        status.to_result()?;
        if written > size {
            return Err(format!("it wrote {written} bytes into a buffer of {size}"));
        }
        buffer.truncate(written);
        XSpace::decode(&buffer[..]).map_err(|error| format!("what it gave is no XSpace: {error}"))
    }
}
