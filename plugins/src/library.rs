//! The loaded libraries, and the registrations of each.
//!
//! Registration functions of the C interface take no context. So the calling library is a property of the thread: the loader
//! sets it around `dlopen` and each entry point, and registrations from constructors belong to their library as well.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use parking_lot::RwLock;

/// A loaded library, as `--list-plugins` shows it.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// The file.
    pub path: PathBuf,
    /// The entry points that it has, with the version of the interface that it stated, if it did.
    pub entry_points: Vec<(&'static str, Option<[i32; 3]>)>,
    /// Its registrations, in order.
    pub registered: Vec<Registered>,
    /// The reasons why some of it was refused.
    pub errors: Vec<String>,
}

/// Something that a library registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registered {
    /// Its kind: `op`, `kernel`, `platform` …
    pub kind: &'static str,
    /// Its name.
    pub name: String,
}

/// A library's number, in the order of loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LibraryId(u32);

static LIBRARIES: RwLock<Vec<Library>> = RwLock::new(Vec::new());

thread_local! {
    static CURRENT: Cell<Option<LibraryId>> = const { Cell::new(None) };
}

/// All libraries that were opened, in order.
pub fn libraries() -> Vec<Library> {
    LIBRARIES.read().clone()
}

/// The library that calls registration functions on this thread.
pub fn registering() -> Option<LibraryId> {
    CURRENT.get()
}

impl LibraryId {
    /// Enters a library that is about to be opened.
    pub(crate) fn enter(path: &Path) -> LibraryId {
        let mut libraries = LIBRARIES.write();
        libraries.push(Library { path: path.to_owned(), ..Library::default() });
        LibraryId(libraries.len() as u32 - 1)
    }

    /// The library of this file, if it is open.
    pub(crate) fn find(path: &Path) -> Option<LibraryId> {
        let at = LIBRARIES.read().iter().position(|library| library.path == path)?;
        Some(LibraryId(at as u32))
    }

    /// Runs something that may register, in the name of this library.
    pub(crate) fn while_registering<R>(self, what: impl FnOnce() -> R) -> R {
        struct Restore(Option<LibraryId>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(self.0);
            }
        }
        let _restore = Restore(CURRENT.replace(Some(self)));
        what()
    }

    /// The library.
    pub fn get(self) -> Library {
        LIBRARIES.read().get(self.0 as usize).cloned().unwrap_or_default()
    }

    /// Its file.
    pub fn path(self) -> PathBuf {
        self.get().path
    }

    /// Changes its record.
    pub(crate) fn update(self, change: impl FnOnce(&mut Library)) {
        if let Some(library) = LIBRARIES.write().get_mut(self.0 as usize) {
            change(library);
        }
    }
}

/// Records a registration of the library that is registering on this thread.
pub fn note(kind: &'static str, name: impl Into<String>) {
    if let Some(library) = registering() {
        library.update(|library| library.registered.push(Registered { kind, name: name.into() }));
    }
}

/// The name in messages of the library that is registering on this thread.
pub fn registering_name() -> String {
    registering().map_or_else(|| "the program".to_owned(), |library| library.path().display().to_string())
}
