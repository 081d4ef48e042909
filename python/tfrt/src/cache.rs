//! Compiled programs on disk, so that a source is compiled once.
//!
//! An entry is a compiled file, named by a hash of its source's content and name (which its locations have), how it is compiled, the build of
//! this library, the plugins that are loaded, and the instructions of the processor, for which constants are packed: machines may share a
//! folder. A folder that cannot be written to serves the entries that it has. Entries are written as a whole ([`replace`]), so a reader of any
//! process sees all of one or none; an entry that is removed stays mapped where it is in use. After a write the entries that were used longest
//! ago are removed until the rest fits the limit. Whatever fails here costs a compilation and nothing else.
//!
//! `TFRT_CACHE_DIR` names the folder (empty: no cache), `TFRT_CACHE_SIZE` the limit in bytes.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use pyo3::prelude::*;
use tfrt_driver::files::{UNFINISHED, replace};
use tfrt_driver::onnx;
use tfrt_driver::program::ProgramFile;
use tfrt_plugin::library::libraries;
use xxhash_rust::xxh3::Xxh3;

use crate::sources::How;

/// The limit unless `TFRT_CACHE_SIZE` says another.
const LIMIT: u64 = 4 << 30;

/// A file that is still being written after so long was left by a process that ended.
const ABANDONED: Duration = Duration::from_secs(3600);

const EXTENSION: &str = "bef";

/// The place of a program among the entries.
pub(crate) struct Entry {
    folder: PathBuf,
    path: PathBuf,
}

impl Entry {
    /// The entry of a source; `None` without a cache, or if the source cannot be read.
    pub(crate) fn of(py: Python<'_>, file: &ProgramFile, how: How<'_>) -> Option<Entry> {
        let build = build(py)?;
        py.detach(|| {
            let folder = folder()?;
            let mut hash = Xxh3::new();
            let mut add = |bytes: &[u8]| {
                hash.update(&(bytes.len() as u64).to_le_bytes());
                hash.update(bytes);
            };
            add(build.as_bytes());
            add(processor().as_bytes());
            for plugin in libraries() {
                add(plugin.path.as_os_str().as_encoded_bytes());
                add(version_of(&plugin.path)?.as_bytes());
            }
            add(how.level.name().as_bytes());
            add(how.precision.name().as_bytes());
            add(how.part.text().as_bytes());
            match file {
                ProgramFile::Source { name, text } => {
                    add(name.as_bytes());
                    add(text);
                }
                ProgramFile::Graph { name, bytes } => {
                    add(name.as_bytes());
                    add(bytes);
                }
                ProgramFile::SavedModel(model) => {
                    add(model.as_os_str().as_encoded_bytes());
                    add(&of_folder(model)?.to_le_bytes());
                }
                ProgramFile::Onnx { name, bytes } => {
                    add(name.as_bytes());
                    add(bytes);
                    for file in onnx::external_files(name, bytes.clone())? {
                        add(file.as_os_str().as_encoded_bytes());
                        add(&of_file(&file)?.to_le_bytes());
                    }
                }
                ProgramFile::Bef(_) | ProgramFile::BefBytes(_) => return None,
            }
            let path = folder.join(format!("{:032x}.{EXTENSION}", hash.digest128()));
            Some(Entry { folder, path })
        })
    }

    /// The entry of a compiled program, by the hash of its content.
    pub(crate) fn of_content(hash: &str) -> Option<Entry> {
        let folder = folder()?;
        let path = folder.join(format!("{hash}.{EXTENSION}"));
        Some(Entry { folder, path })
    }

    /// The file of the entry, if there is one; it is now the one that was used last.
    pub(crate) fn find(&self) -> Option<&Path> {
        if let Ok(file) = File::options().append(true).open(&self.path) {
            // Without the time it may be removed earlier.
            let _ = file.set_modified(SystemTime::now());
            return Some(&self.path);
        }
        // The folder may be one that only others write to.
        File::open(&self.path).is_ok().then_some(&self.path)
    }

    /// Removes an entry that does not open.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }

    /// Makes the entry. `None` if it could not be written, or is larger than the limit.
    pub(crate) fn write(&self, bytes: &[u8]) -> Option<&Path> {
        let limit = limit();
        if bytes.len() as u64 > limit {
            return None;
        }
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder).ok()?;
        replace(&self.path, |file| file.write_all(bytes)).ok()?;
        self.shrink(limit);
        Some(&self.path)
    }

    /// Removes the entries that were used longest ago until the rest fits.
    fn shrink(&self, limit: u64) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let now = SystemTime::now();
        let mut files = Vec::new();
        for entry in entries.flatten() {
            let (path, Ok(metadata)) = (entry.path(), entry.metadata()) else { continue };
            let used = metadata.modified().unwrap_or(now);
            match path.extension().and_then(|extension| extension.to_str()) {
                Some(EXTENSION) => files.push((used, metadata.len(), path)),
                Some(UNFINISHED) if now.duration_since(used).is_ok_and(|age| age > ABANDONED) => {
                    let _ = fs::remove_file(path);
                }
                _ => {}
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, len, _)| len).sum();
        for (_, len, path) in files {
            if total <= limit {
                break;
            }
            if path != self.path && fs::remove_file(&path).is_ok() {
                total -= len;
            }
        }
    }
}

fn limit() -> u64 {
    std::env::var("TFRT_CACHE_SIZE").ok().and_then(|text| text.parse().ok()).unwrap_or(LIMIT)
}

/// The folder of the cache.
fn folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("TFRT_CACHE_DIR") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let base = match std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(std::env::var_os("HOME").filter(|folder| !folder.is_empty())?).join(".cache"),
    };
    Some(base.join("tfrt"))
}

/// The vector instructions of this processor.
fn processor() -> String {
    let mut found = Vec::<&str>::new();
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! detect {
            ($($name:tt)*) => {$(
                if std::arch::is_x86_feature_detected!($name) {
                    found.push($name);
                }
            )*};
        }
        detect!(
            "sse4.1" "avx" "avx2" "fma" "f16c" "bmi2" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vnni" "avx512bf16"
        );
    }
    found.join(" ")
}

/// The mark of a version of a library that is known without reading it: size and time of its file.
fn version_of(library: &Path) -> Option<String> {
    let metadata = fs::metadata(library).ok()?;
    let time = metadata.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{} {}", metadata.len(), time.as_nanos()))
}

/// The mark of this build of the library: its version, and size and time of its file.
fn build(py: Python<'_>) -> Option<&'static str> {
    static BUILD: OnceLock<Option<String>> = OnceLock::new();
    let find = || {
        let file: PathBuf = py.import("tfrt._tfrt").ok()?.getattr("__file__").ok()?.extract().ok()?;
        Some(format!("{} {}", env!("CARGO_PKG_VERSION"), version_of(&file)?))
    };
    if let Some(found) = BUILD.get() {
        return found.as_deref();
    }
    // Found without the lock: looking takes Python's.
    let found = find();
    BUILD.get_or_init(|| found).as_deref()
}

/// A hash of the content of a file.
fn of_file(path: &Path) -> Option<u128> {
    let mut hash = Xxh3::new();
    add_content(&mut hash, &mut File::open(path).ok()?, &mut vec![0; 1 << 20])?;
    Some(hash.digest128())
}

fn add_content(hash: &mut Xxh3, file: &mut File, buffer: &mut [u8]) -> Option<()> {
    loop {
        match file.read(buffer).ok()? {
            0 => return Some(()),
            read => hash.update(&buffer[..read]),
        }
    }
}

/// A hash of the names and contents of all files of a folder.
fn of_folder(folder: &Path) -> Option<u128> {
    let mut hash = Xxh3::new();
    let mut pending = vec![folder.to_owned()];
    let mut buffer = vec![0; 1 << 20];
    while let Some(folder) = pending.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).ok()?.map(|entry| Some(entry.ok()?.path())).collect::<Option<_>>()?;
        paths.sort();
        for path in paths {
            if path.is_dir() {
                pending.push(path);
                continue;
            }
            let name = path.as_os_str().as_encoded_bytes();
            let mut file = File::open(&path).ok()?;
            hash.update(&(name.len() as u64).to_le_bytes());
            hash.update(name);
            hash.update(&file.metadata().ok()?.len().to_le_bytes());
            add_content(&mut hash, &mut file, &mut buffer)?;
        }
    }
    Some(hash.digest128())
}
