//! Files that this package writes: each is written whole beside its place and then renamed.
//!
//! A compiled file may be mapped, by this process or by others. Writing over it would change, or cut off, memory that programs read; a rename
//! leaves the mapped content to those who mapped it.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The extension of a file that is being written. Its process may end before it is renamed.
pub(crate) const UNFINISHED: &str = "writing";

/// Writes a file, or puts one with this content in its place. Its permissions stay, and so does a link that leads to it; what is no regular file,
/// such as a pipe, is written to.
///
/// # Errors
/// It cannot be written, and the file of this name is as it was.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let before = fs::metadata(path).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return fs::write(path, bytes);
    }
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (own, mut file) = loop {
        let number = NUMBER.fetch_add(1, Relaxed);
        let own = path.with_file_name(format!("tfrt-{}-{number}.{UNFINISHED}", std::process::id()));
        match File::create_new(&own) {
            Ok(file) => break (own, file),
            // Another machine that shares the folder may have a process of this number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    };
    let written = file
        .write_all(bytes)
        .and_then(|()| before.map_or(Ok(()), |before| file.set_permissions(before.permissions())))
        .and_then(|()| fs::rename(&own, path));
    if written.is_err() {
        let _ = fs::remove_file(&own);
    }
    written
}
