//! Files are replaced as a whole.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The extension of a file that is being written. Its process may end before the file is whole and gets its name.
pub const UNFINISHED: &str = "writing";

/// Writes a file, or puts one with this content in its place, as a whole: it is written beside its place and renamed, so a process that has the old
/// one open or mapped keeps its content. Its permissions stay, and so does a link that leads to it. A special file (a device, a pipe), one that is
/// read-only and one in a folder where no file can be made are opened as they are.
///
/// # Errors
/// It cannot be written. The file of this name is as it was, unless it was opened as it is.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let before = fs::metadata(path).ok();
    let is_replaceable = |before: &fs::Metadata| before.is_file() && !before.permissions().readonly();
    if before.as_ref().is_some_and(|before| !is_replaceable(before)) {
        return write(&mut File::create(path)?);
    }
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let (own, mut file) = match unfinished(path) {
        Ok(made) => made,
        Err(_) if before.is_some() => return write(&mut File::create(path)?),
        Err(error) => return Err(error.into()),
    };
    let written = write(&mut file)
        .and_then(|()| Ok(before.map_or(Ok(()), |before| file.set_permissions(before.permissions()))?))
        .and_then(|()| Ok(fs::rename(&own, path)?));
    if written.is_err() {
        let _ = fs::remove_file(&own);
    }
    written
}

/// A new file beside the place of another one.
fn unfinished(path: &Path) -> io::Result<(PathBuf, File)> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Relaxed);
        let own = path.with_file_name(format!("tfrt-{}-{number}.{UNFINISHED}", std::process::id()));
        match File::create_new(&own) {
            Ok(file) => return Ok((own, file)),
            // Another machine that shares the folder may have a process of this number.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
