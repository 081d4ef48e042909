//! Opening programs.

use crate::{
    kernel::KernelRegistry,
    kernel::opened::Program,
    program::{
        loading::LoadError,
        running::{CALLS, ENGINE},
    },
};
use std::path::Path;
use tfrt_bef::BefFile;

impl Program {
    /// Opens a file and checks it against the registry's kernels.
    pub fn open(path: impl AsRef<Path>, registry: &KernelRegistry) -> Result<Program, LoadError> {
        let path = path.as_ref();
        let file = BefFile::open(path).map_err(|error| {
            let mut error = LoadError::from(error);
            error.message = format!("{}: {}", path.display(), error.message);
            error
        })?;
        Program::from_file(file, registry)
    }

    /// Opens a program that is in memory.
    pub fn from_bytes(bytes: &[u8], registry: &KernelRegistry) -> Result<Program, LoadError> {
        Program::from_file(BefFile::from_bytes(bytes)?, registry)
    }

    /// Takes an open file. The caller that opened an unverified file answers for its content.
    pub fn from_file(file: BefFile, registry: &KernelRegistry) -> Result<Program, LoadError> {
        Program::load(file, registry, &ENGINE, &CALLS)
    }
}
