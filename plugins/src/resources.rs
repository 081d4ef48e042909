//! Named objects of plugins that live as long as the host; and variables in the form of `next_pluggable_device/c_api.h`.

#![expect(unsafe_code, reason = "calls functions of plugins, and unlocks what it locked")]

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_executor::core_runtime::Variable;
use tfrt_executor::host::Host;

use crate::handles::Handled;
use crate::status::Code;
use crate::tensor::TfTensor;

/// The default container.
pub(crate) const DEFAULT_CONTAINER: &str = "localhost";

/// Frees a thing of a plugin.
pub(crate) type DeleteFn = unsafe extern "C" fn(*mut c_void);
/// Makes one.
pub(crate) type CreateFn = unsafe extern "C" fn(*mut c_void) -> *mut c_void;

type Outcome<T> = Result<T, (Code, String)>;

/// A thing of a plugin, deleted with this.
#[derive(Debug)]
pub(crate) struct PluginResource {
    thing: *mut c_void,
    delete: Option<DeleteFn>,
}

// SAFETY: the runtime only passes the address on; the plugin's functions, which take it from any thread, agree
// on its use.
unsafe impl Send for PluginResource {}

impl PluginResource {
    pub(crate) fn new(thing: *mut c_void, delete: Option<DeleteFn>) -> PluginResource {
        PluginResource { thing, delete }
    }
}

impl Drop for PluginResource {
    fn drop(&mut self) {
        if let Some(delete) = self.delete {
            // SAFETY: the plugin gave this function for this thing; the resource owns the thing and deletes
            // it once, here.
            unsafe { delete(self.thing) };
        }
    }
}

/// The things of plugins by container and name. They go with the host.
#[derive(Debug, Default)]
pub(crate) struct PluginResources(Mutex<BTreeMap<(String, String), PluginResource>>);

impl PluginResources {
    /// The resources of a host.
    pub(crate) fn of(host: &Host) -> Arc<PluginResources> {
        host.shared(|_| PluginResources::default())
    }

    fn key(container: String, name: &str) -> Outcome<(String, String)> {
        if name.is_empty() {
            return Err((Code::INVALID_ARGUMENT, "the resource has no name".into()));
        }
        let container = if container.is_empty() { DEFAULT_CONTAINER.to_owned() } else { container };
        Ok((container, name.to_owned()))
    }

    /// Keeps a new thing, which is deleted if the name is taken.
    pub(crate) fn create(&self, container: String, name: &str, resource: PluginResource) -> Outcome<()> {
        let key = PluginResources::key(container, name)?;
        let mut resources = self.0.lock();
        if resources.contains_key(&key) {
            // A refused resource is deleted without the lock.
            drop(resources);
            return Err((Code::ALREADY_EXISTS, format!("Resource {}/{} exists already", key.0, key.1)));
        }
        resources.insert(key, resource);
        Ok(())
    }

    /// The thing of this name. One is made if there is none, without the lock: making it may ask for others, and of two that are made
    /// at once the later is deleted.
    pub(crate) fn find_or_create(
        &self,
        container: String,
        name: &str,
        make: impl FnOnce() -> Outcome<PluginResource>,
    ) -> Outcome<*mut c_void> {
        let key = PluginResources::key(container, name)?;
        if let Some(found) = self.0.lock().get(&key) {
            return Ok(found.thing);
        }
        let made = make()?;
        let mut resources = self.0.lock();
        if let Some(found) = resources.get(&key) {
            let thing = found.thing;
            drop(resources);
            drop(made);
            return Ok(thing);
        }
        Ok(resources.entry(key).or_insert(made).thing)
    }
}

/// The object behind `TF_VariableInfo`.
#[derive(Debug)]
pub(crate) struct VariableInfo {
    variable: Arc<Variable>,
    is_locked: bool,
}

impl Handled for VariableInfo {
    const NAME: &'static str = "TF_VariableInfo";
}

impl VariableInfo {
    pub(crate) fn new(variable: Arc<Variable>) -> VariableInfo {
        VariableInfo { variable, is_locked: false }
    }

    /// The variable.
    pub(crate) fn variable(&self) -> &Variable {
        &self.variable
    }

    /// The variable's tensor.
    pub(crate) fn tensor(&self) -> Outcome<TfTensor> {
        let tensor = self.variable.content().lock().tensor.clone();
        let tensor = tensor.ok_or_else(|| {
            (Code::FAILED_PRECONDITION, "Attempting to use an uninitialized variable".to_owned())
        })?;
        TfTensor::from_runtime(&tensor).map_err(|message| (Code::INTERNAL, message))
    }

    /// Locks variables against all others until their infos go, each once, in an order that all kernels keep.
    pub(crate) fn lock(infos: &mut [&mut VariableInfo]) {
        infos.sort_by_key(|info| Arc::as_ptr(&info.variable).addr());
        let mut last: Option<*const Variable> = None;
        for info in infos {
            let variable = Arc::as_ptr(&info.variable);
            if !info.is_locked && last != Some(variable) {
                std::mem::forget(info.variable.lock().write());
                info.is_locked = true;
            }
            last = Some(variable);
        }
    }
}

impl Drop for VariableInfo {
    fn drop(&mut self) {
        if self.is_locked {
            // SAFETY: `lock` locked it in this way and forgot the guard.
            unsafe { self.variable.lock().force_unlock_write() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// # Safety
    /// `thing` points to a counter that nothing else uses.
    unsafe extern "C" fn count(thing: *mut c_void) {
        // SAFETY: the tests pass a counter.
        unsafe { *thing.cast::<i32>() += 1 };
    }

    #[test]
    fn things_are_kept_by_name_and_deleted_once() {
        let mut deleted = [0i32; 3];
        let things = deleted.as_mut_ptr();
        let thing = |i: usize| {
            // SAFETY: there are as many counters.
            let thing = unsafe { things.add(i) };
            PluginResource::new(thing.cast(), Some(count))
        };
        let resources = PluginResources::default();
        resources.create(String::new(), "a", thing(0)).expect("new");
        let error = resources.create("localhost".into(), "a", thing(1)).expect_err("taken");
        assert_eq!(error.0, Code::ALREADY_EXISTS);
        assert_eq!(deleted, [0, 1, 0]);
        let found = resources.find_or_create(String::new(), "a", || Ok(thing(2))).expect("there");
        assert_eq!(found, things.cast());
        let made = resources.find_or_create("other".into(), "a", || Ok(thing(2))).expect("new");
        assert!(!made.is_null() && made != found);
        assert!(resources.create(String::new(), "", thing(1)).is_err());
        drop(resources);
        assert_eq!(deleted, [1, 2, 1]);
    }
}
