//! Opens libraries and calls their entry points.
//!
//! A library is bound eagerly and stays for ever. The entry points that exist are called in a fixed order. If one fails, the
//! others are still called, and if a library fails, others are still loaded.

#![expect(unsafe_code, reason = "opening a library runs its code")]

mod stand_in;

use std::ffi::CString;
use std::path::{Path, PathBuf};

use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};
use parking_lot::ReentrantMutex;

use crate::exports;
use crate::guard::guarded;
use crate::library::{Library, LibraryId};

/// The variable that lists folders of plugins, separated by colons.
pub(crate) const PATH_VARIABLE: &str = "TFRT_PLUGIN_PATH";

/// The reason why a library, or a part of it, was refused. The message names it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum LoadError {
    #[error(
        "this program cannot load plugins: it does not export {0}; link it with -Wl,--export-dynamic-symbol=TF_*"
    )]
    NotExported(&'static str),
    #[error("cannot load plugin '{}': {message}", path.display())]
    Open { path: PathBuf, message: String },
    #[error("plugin '{}' has none of the entry points {}", path.display(), names.join(", "))]
    NoEntryPoint { path: PathBuf, names: Vec<&'static str> },
    #[error("plugin '{}': {}", path.display(), errors.join("; "))]
    Refused { path: PathBuf, errors: Vec<String> },
}

/// A function that a library may have, and how it is called.
#[derive(Debug, Clone, Copy)]
pub struct EntryPoint {
    /// Its name, and other names for the same; the first that is found counts.
    pub names: &'static [&'static str],
    /// Calls the function at an address and takes over its registrations. The version is the one that the
    /// plugin stated.
    ///
    /// Safety: the address is that of a function of this name in a library.
    pub call: unsafe fn(address: *const ()) -> Result<Option<[i32; 3]>, String>,
}

/// The entry points, in the order in which they are called.
const ENTRY_POINTS: &[EntryPoint] = &[
    EntryPoint { names: &["SE_InitPlugin"], call: crate::device::init_plugin },
    EntryPoint { names: &["TF_InitKernel"], call: init_kernel },
    EntryPoint { names: &["TF_InitGraph", "TF_InitGraphPlugin"], call: crate::graph::init_graph },
    EntryPoint { names: &["TF_InitProfiler"], call: crate::profiler::init_profiler },
    EntryPoint { names: &["TFRT_InitPasses"], call: crate::passes::init_passes },
];

/// `void TF_InitKernel()`: registers ops and kernels.
///
/// # Safety
/// `address` is that of a function of this type, of a library that stays loaded.
unsafe fn init_kernel(address: *const ()) -> Result<Option<[i32; 3]>, String> {
    // SAFETY: the caller passes a function of this name, whose type the header declares.
    let function: extern "C-unwind" fn() = unsafe { std::mem::transmute(address) };
    function();
    Ok(None)
}

/// The address of a function.
#[derive(Clone, Copy)]
struct Function(*const ());

// SAFETY: functions can be called on any thread.
unsafe impl Send for Function {}

impl Function {
    fn get(self) -> *const () {
        self.0
    }
}

/// Held while a library is loaded.
static LOADING: ReentrantMutex<()> = ReentrantMutex::new(());

/// Opens libraries.
#[derive(Debug)]
pub struct Loader {
    _private: (),
}

impl Loader {
    /// A loader, if this program exports what plugins call.
    pub fn new() -> Result<Loader, LoadError> {
        // Referring to the tables links every function.
        let linked = std::hint::black_box(exports::TABLES);
        let program = Handle::this();
        for table in linked {
            if let Some((name, _)) = table.first() {
                // SAFETY: the symbol is only looked for.
                let found = unsafe { program.get::<*const ()>(name.as_bytes()) };
                if found.is_err() {
                    return Err(LoadError::NotExported(name));
                }
            }
        }
        Ok(Loader { _private: () })
    }

    /// Loads a library. One that is loaded already is not loaded again.
    ///
    /// # Errors
    /// It cannot be opened, is no plugin, or something of it was refused: the rest of it is in use nevertheless.
    pub fn load(&self, path: &Path) -> Result<Library, LoadError> {
        let cannot_open = |message: String| LoadError::Open { path: path.to_owned(), message };
        let file = path.canonicalize().map_err(|error| cannot_open(exports::status::strerror(&error)))?;
        // Another thread may be loading it; what loading calls may load others.
        let _loading = LOADING.lock();
        if let Some(id) = LibraryId::find(&file) {
            return outcome(id);
        }
        let id = LibraryId::enter(&file);
        let fail = |message: String| {
            id.update(|library| library.errors.push(message.clone()));
            cannot_open(message)
        };
        let handle = open(id, &file).map_err(fail)?;
        for entry in ENTRY_POINTS {
            let found = entry.names.iter().find_map(|name| Some((*name, address(&handle, name)?)));
            let Some((name, address)) = found else { continue };
            let (address, call) = (Function(address), entry.call);
            // SAFETY: the function of this name in the library.
            let called = guarded(move || id.while_registering(|| unsafe { call(address.get()) }));
            let called = called.unwrap_or_else(Err);
            id.update(|library| match called {
                Ok(version) => library.entry_points.push((name, version)),
                Err(message) => {
                    library.entry_points.push((name, None));
                    library.errors.push(format!("{name}: {message}"));
                }
            });
        }
        // Its code may be referred to from anywhere: the library is never closed.
        std::mem::forget(handle);
        outcome(id)
    }

    /// Loads every shared library of a folder, in the order of their names. A folder that is not there has none.
    pub fn load_folder(&self, folder: &Path) -> Vec<Result<Library, LoadError>> {
        let Ok(entries) = folder.read_dir() else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == "so"));
        files.sort();
        files.iter().map(|file| self.load(file)).collect()
    }
}

/// Opens a library, and stand-ins for the libraries of TensorFlow that it needs where they are not.
fn open(id: LibraryId, file: &Path) -> Result<Handle, String> {
    let mut made: Vec<String> = Vec::new();
    loop {
        // SAFETY: the library's constructors run; the user that names a library, or puts it into a default
        // folder, trusts it as a part of the program.
        let opened = id.while_registering(|| unsafe { Handle::open(Some(file), RTLD_NOW | RTLD_LOCAL) });
        let text = match opened {
            Ok(handle) => return Ok(handle),
            Err(error) => error.to_string(),
        };
        let prefix = format!("{}: ", file.display());
        let message = text.strip_prefix(&prefix).unwrap_or(&text);
        match stand_in::missing(message).filter(|name| !made.iter().any(|made| made == name)) {
            Some(name) => {
                stand_in::load(name).map_err(|why| format!("{message}; no stand-in for it: {why}"))?;
                made.push(name.to_owned());
            }
            None => return Err(message.to_owned()),
        }
    }
}

fn address(handle: &Handle, name: &str) -> Option<*const ()> {
    let name = CString::new(name).ok()?;
    // SAFETY: the symbol is only looked for; its type is looked at as an address.
    let symbol = unsafe { handle.get::<*const ()>(name.as_bytes_with_nul()) }.ok()?;
    let address = symbol.into_raw();
    (!address.is_null()).then_some(address.cast_const().cast())
}

fn outcome(id: LibraryId) -> Result<Library, LoadError> {
    let library = id.get();
    let path = library.path.clone();
    if !library.errors.is_empty() {
        return Err(LoadError::Refused { path, errors: library.errors });
    }
    if library.entry_points.is_empty() && library.registered.is_empty() {
        let names = ENTRY_POINTS.iter().flat_map(|entry| entry.names).copied().collect();
        return Err(LoadError::NoEntryPoint { path, names });
    }
    Ok(library)
}

/// The folders in which plugins are looked for: those of `TFRT_PLUGIN_PATH`, and `lib/tfrt/plugins` beside the folder of the
/// program.
pub fn default_directories() -> Vec<PathBuf> {
    let listed = std::env::var_os(PATH_VARIABLE).unwrap_or_default();
    let mut folders: Vec<PathBuf> =
        std::env::split_paths(&listed).filter(|path| !path.as_os_str().is_empty()).collect();
    let prefix = std::env::current_exe().ok();
    let prefix = prefix.as_deref().and_then(Path::parent).and_then(Path::parent);
    folders.extend(prefix.map(|prefix| prefix.join("lib/tfrt/plugins")));
    folders
}
