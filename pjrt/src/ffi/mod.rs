//! Functions of the host that programs call: the runtime's side of XLA's FFI.
//!
//! * [`layout`] has the structs of the interface, [`api`] what functions call back;
//! * [`frame`] makes the struct that a function gets;
//! * [`jaxlib`] finds functions that were registered with JAX, because the interface has no way from there to a plugin;
//! * here are the functions by name, and the extension by which callers register functions and give an execution its data.
//!
//! A function is instantiated once for each executable, target and options; call sites that agree in all of them share its state. Tasks run
//! where they are scheduled. Functions are trusted: they are code of this process.
#![expect(unsafe_code, reason = "foreign functions are called by address")]

mod api;
mod frame;
mod jaxlib;
pub(crate) mod layout;
mod narrow;

use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock};

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{HostCall, HostFunction, OpError};
use tfrt_executor::value::{IndirectPromise, Value};
use tfrt_ops::Setting;

use crate::abi::{self, Arguments, Extension};
use crate::failure::{Code, Failure};
use crate::handles::{self, Handle};

use api::{Execution, Kept};
pub(crate) use jaxlib::{adopt as adopt_registrations, device_count as jax_device_count};
use layout::{Bundle, Handler, Stage};
use narrow::Narrow;

/// The functions that were registered here.
static HANDLERS: LazyLock<Mutex<HashMap<Vec<u8>, Bundle>>> = LazyLock::new(Mutex::default);

/// Registers a function; a name that is there gets the new one.
pub(crate) fn register(name: &[u8], bundle: Bundle) {
    HANDLERS.lock().insert(name.to_vec(), bundle);
}

/// The function of a name.
fn find(name: &str) -> Result<Bundle, Failure> {
    let known = HANDLERS.lock().get(name.as_bytes()).copied();
    // JAX does not replace a function, so that Python is asked once for each.
    let found = known.or_else(|| {
        let found = jaxlib::find(name)?;
        if found.instantiate.is_some() {
            for (name, number, free) in jaxlib::types() {
                // A type that was registered here keeps its number.
                let _ = api::register_type(name.as_bytes(), number, free);
            }
        }
        register(name.as_bytes(), found);
        Some(found)
    });
    found.ok_or_else(|| {
        Failure::new(
            Code::NotFound,
            format!("No FFI handler registered for {name} on a platform Host (canonical host)"),
        )
    })
}

/// The state that a call site keeps from when it is instantiated.
type Instance = Arc<Mutex<Option<Kept>>>;

/// The states of an executable's call sites, by target and options.
#[derive(Debug, Default)]
pub(crate) struct States(Mutex<HashMap<(String, Vec<u8>), Instance>>);

impl Drop for States {
    fn drop(&mut self) {
        for (_, instance) in self.0.get_mut().drain() {
            if let Some(kept) = instance.lock().take() {
                api::free_state(kept);
            }
        }
    }
}

/// The functions of one execution.
#[derive(Debug)]
pub(crate) struct Functions {
    pub(crate) states: Arc<States>,
    pub(crate) user_data: Vec<(i64, usize)>,
    /// The first error of a function.
    pub(crate) failure: Arc<Mutex<Option<Failure>>>,
    pub(crate) run: i64,
    /// Kept when no kernel of the execution can call a function any more.
    pub(crate) ended: Option<IndirectPromise>,
}

impl Drop for Functions {
    fn drop(&mut self) {
        if let Some(ended) = self.ended.take() {
            ended.forward(Value::scalar(true));
        }
    }
}

/// A number for an execution.
pub(crate) fn next_run() -> i64 {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    NEXT.fetch_add(1, Relaxed)
}

impl Functions {
    fn run(&self, call: &mut HostCall<'_>, narrow: &Narrow) -> Result<(), Failure> {
        if jaxlib::is_callback(call.target) {
            return jaxlib::call(call, narrow, &self.user_data);
        }
        let bundle = find(call.target)?;
        let Some(execute) = bundle.execute else {
            return Err(Failure::invalid(format!("the function '{}' cannot be executed", call.target)));
        };
        let mut execution = Execution::new(&self.user_data, self.run);
        let key = (call.target.to_owned(), Setting::encode(call.settings));
        let instance = self.states.0.lock().entry(key).or_default().clone();
        if let Some(instantiate) = bundle.instantiate {
            // One call at a time makes the state.
            let mut kept = instance.lock();
            if kept.is_none() {
                let mut nothing = HostCall { arguments: &[], results: &mut [], tokens: &[], ..*call };
                // SAFETY: a registered function, called as the interface says.
                unsafe { frame::call(instantiate, Stage::Instantiate, &execution, &mut nothing, narrow)? };
                *kept = execution.states.lock().get(&Stage::Instantiate).copied();
            }
        }
        if let Some(kept) = *instance.lock() {
            execution.states.get_mut().insert(Stage::Instantiate, kept);
        }
        let stages = [
            (bundle.prepare, Stage::Prepare),
            (bundle.initialize, Stage::Initialize),
            (Some(execute), Stage::Execute),
        ];
        let mut outcome = Ok(());
        for (handler, stage) in stages {
            if let (Ok(()), Some(handler)) = (&outcome, handler) {
                // SAFETY: a registered function, called as the interface says.
                outcome = unsafe { frame::call(handler, stage, &execution, call, narrow) };
            }
        }
        for (stage, kept) in execution.states.get_mut().drain() {
            if stage != Stage::Instantiate {
                api::free_state(kept);
            }
        }
        outcome
    }
}

impl HostFunction for Functions {
    fn call(&self, call: &mut HostCall<'_>) -> Result<(), OpError> {
        narrow::with(call, |call, narrow| self.run(call, narrow)).map_err(|failure| {
            let error = OpError::new(failure.message.as_str());
            self.failure.lock().get_or_insert(failure);
            error
        })
    }
}

/// The user data that a caller gives an execution.
#[derive(Debug, Default)]
pub(crate) struct ExecuteContext {
    pub(crate) user_data: Mutex<Vec<(i64, usize)>>,
}

pub(crate) fn create_context(args: &mut abi::ExecuteContextCreate) -> Result<(), Failure> {
    args.context = handles::issue(Arc::new(ExecuteContext::default()));
    Ok(())
}

pub(crate) fn destroy_context(args: &mut abi::ExecuteContextDestroy) -> Result<(), Failure> {
    handles::destroy::<ExecuteContext>(args.context)?;
    Ok(())
}

/// `PJRT_Extension_Type_FFI`.
const KIND: i32 = 5;

/// The extension of the interface for foreign functions.
pub(crate) static EXTENSION: Extension<3> =
    Extension::new(KIND, std::ptr::null(), [register_type, add_user_data, register_handler]);

/// # Safety
/// `args` is null, or points to the struct that the interface has for the function.
unsafe extern "C" fn register_type(args: *mut c_void) -> Handle {
    // SAFETY: the caller passes the struct of this function, or null.
    unsafe { abi::enter("PJRT_FFI_Type_Register", args, type_registered) }
}

/// # Safety
/// `args` is null, or points to the struct that the interface has for the function.
unsafe extern "C" fn add_user_data(args: *mut c_void) -> Handle {
    // SAFETY: the caller passes the struct of this function, or null.
    unsafe { abi::enter("PJRT_FFI_UserData_Add", args, user_data_added) }
}

/// # Safety
/// `args` is null, or points to the struct that the interface has for the function.
unsafe extern "C" fn register_handler(args: *mut c_void) -> Handle {
    // SAFETY: the caller passes the struct of this function, or null.
    unsafe { abi::enter("PJRT_FFI_Register_Handler", args, handler_registered) }
}

fn type_registered(args: &mut abi::FfiTypeRegister) -> Result<(), Failure> {
    // SAFETY: the caller's name and struct, which stay during the call.
    let (name, deleter) = unsafe {
        let name = abi::elements("the type's name", args.type_name, args.type_name_size)?;
        (name, args.type_info.as_ref().and_then(|info| info.deleter))
    };
    args.type_id = api::register_type(name, args.type_id, deleter)?;
    Ok(())
}

fn user_data_added(args: &mut abi::FfiUserDataAdd) -> Result<(), Failure> {
    let context = handles::find::<ExecuteContext>(args.context)?;
    let mut data = context.user_data.lock();
    if data.iter().any(|(known, _)| *known == args.type_id) {
        return Err(Failure::new(
            Code::AlreadyExists,
            format!("the execution has data of type {} already", args.type_id),
        ));
    }
    data.push((args.type_id, args.data.expose_provenance()));
    Ok(())
}

/// The arguments of `PJRT_FFI_Register_Handler`, which has no place for extensions.
#[repr(C)]
pub(crate) struct RegisterHandler {
    struct_size: usize,
    target_name: *const u8,
    target_name_size: usize,
    handler: Option<Handler>,
    platform_name: *const u8,
    platform_name_size: usize,
    traits: u32,
}

// SAFETY: `repr(C)`, and its fields are numbers, raw pointers and an optional function.
unsafe impl Arguments for RegisterHandler {
    const REQUIRED: usize = std::mem::offset_of!(RegisterHandler, traits) + size_of::<u32>();

    #[cfg(test)]
    const FIELDS: &'static [(&'static str, usize, usize)] = &[
        ("struct_size", std::mem::offset_of!(RegisterHandler, struct_size), size_of::<usize>()),
        ("target_name", std::mem::offset_of!(RegisterHandler, target_name), size_of::<usize>()),
        ("target_name_size", std::mem::offset_of!(RegisterHandler, target_name_size), size_of::<usize>()),
        ("handler", std::mem::offset_of!(RegisterHandler, handler), size_of::<usize>()),
        ("platform_name", std::mem::offset_of!(RegisterHandler, platform_name), size_of::<usize>()),
        ("platform_name_size", std::mem::offset_of!(RegisterHandler, platform_name_size), size_of::<usize>()),
        ("traits", std::mem::offset_of!(RegisterHandler, traits), size_of::<u32>()),
    ];
}

fn handler_registered(args: &mut RegisterHandler) -> Result<(), Failure> {
    // SAFETY: the caller's names, which stay during the call.
    let (name, platform) = unsafe {
        let name = abi::elements("target_name", args.target_name, args.target_name_size)?;
        (name, abi::elements("platform_name", args.platform_name, args.platform_name_size)?)
    };
    if !platform.eq_ignore_ascii_case(b"cpu") && !platform.eq_ignore_ascii_case(b"host") {
        let platform = String::from_utf8_lossy(platform);
        return Err(Failure::invalid(format!(
            "expected a function for the platform 'cpu', got '{platform}'"
        )));
    }
    if args.handler.is_none() {
        return Err(Failure::invalid("expected a function, got a null pointer"));
    }
    register(name, Bundle { execute: args.handler, ..Bundle::default() });
    Ok(())
}
