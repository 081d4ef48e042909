//! Kernels from shared libraries.
//!
//! A library exports the C function `RegisterKernels(const TFRT_KernelApi*)`, declared in `executor/include/tfrt_kernel_api.h`, and gets a
//! table of C functions. [`api`] and [`later`] have these functions, [`abi`] their structs. Nothing of Rust's own ABI crosses the boundary,
//! and every structure that does starts with its size, so libraries stay compatible with later versions of the host.
//!
//! A library is never unloaded: programs may hold its kernels and payloads for as long as the process lives.

#![expect(unsafe_code, reason = "calls into a shared library")]

mod abi;
mod api;
mod later;

use super::{KernelDef, KernelRegistry};
use std::{
    ffi::OsStr,
    sync::{Mutex, PoisonError},
};

/// The function that a library exports.
pub const ENTRY_POINT: &str = "RegisterKernels";

/// The reason why a library's kernels cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// The system cannot load it; its words.
    #[error("{0}")]
    Open(String),
    /// It is a library, but not one of kernels.
    #[error("{library} does not export {ENTRY_POINT}")]
    NoEntryPoint {
        /// Its path.
        library: String,
    },
    /// It registers something that cannot be.
    #[error("{library}: {message}")]
    Refused {
        /// Its path.
        library: String,
        /// The fault, with the kernel's name.
        message: String,
    },
}

/// The registrations of a library so far; `TFRT_Registry` points at it.
struct Registration<'a> {
    known: &'a KernelRegistry,
    added: Vec<KernelDef>,
    refused: Option<String>,
}

impl Registration<'_> {
    /// Takes a kernel, or remembers why not.
    fn add(&mut self, def: Result<KernelDef, String>) -> bool {
        let def = def.and_then(|def| {
            let taken = self.known.get(def.name()).is_some()
                || self.added.iter().any(|other| other.name() == def.name());
            if taken { Err(format!("kernel '{}' is registered already", def.name())) } else { Ok(def) }
        });
        match def {
            Ok(def) => {
                self.added.push(def);
                true
            }
            Err(message) => {
                self.refused.get_or_insert(message);
                false
            }
        }
    }
}

/// Loads a shared library and adds its kernels; on an error none is added. The library's code runs with all rights of this
/// process. `path` is found as the system's loader finds it: a plain name is looked up in its search path.
pub fn load_kernels(registry: &mut KernelRegistry, path: impl AsRef<OsStr>) -> Result<(), LibraryError> {
    /// Libraries may have state that their registration sets up.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let path = path.as_ref();
    let name = || path.to_string_lossy().into_owned();
    // SAFETY: the library's initializers run, which are trusted with all rights of this process, as the
    // function's documentation says.
    let library = unsafe { libloading::Library::new(path) };
    let library = library.map_err(|error| LibraryError::Open(error.to_string()))?;
    let added = {
        // SAFETY: a function of this name has this type, says the header.
        let entry = unsafe { library.get::<abi::EntryPoint>(ENTRY_POINT.as_bytes()) };
        let entry = entry.map_err(|_| LibraryError::NoEntryPoint { library: name() })?;
        let mut registration = Registration { known: registry, added: Vec::new(), refused: None };
        let table = api::table(&mut registration);
        // SAFETY: the table lives for ever; the registration in it is only for use inside the call, says the header.
        unsafe { entry(table) };
        match registration.refused {
            Some(message) => return Err(LibraryError::Refused { library: name(), message }),
            None => registration.added,
        }
    };
    // Kernels refer to it from now on.
    std::mem::forget(library);
    for def in added {
        registry.insert(def);
    }
    Ok(())
}
