//! Machine code in a file, for the next time the program runs.
//!
//! A file holds units of one program. It is used only if everything matches: the format's version, a checksum over the whole file, this
//! crate's version and the executable's length and time, the processor with its features and Cranelift's settings, and the hash of the
//! program. Units are compared by their whole description, not by a hash of it. A file that does not match, is damaged or cannot be read is
//! ignored with a remark for people, and written anew.
//!
//! A checksum does not stop an attacker: a user who can write the file can run code as its reader. So a file that users other than its
//! owner and the superuser could have written is not used, and only their owner can read and write the files that this module creates.
//!
//! Files are replaced as a whole, by renaming: readers see the old file or the new one and need no lock. They are written while the
//! program runs, whenever new units exist and the compiler is idle. A writer holds a lock on the folder while it reads what other
//! processes have written since, adds that to its own units, and renames: so no unit of another writer is lost. A writer that does not
//! get the lock in time ([`LOCK_WAIT`]), or whose file system has no locks, writes all the same. A file never exceeds its limit: units that
//! this run has not used are dropped first, and then no more are added.

use crate::wire::{Reader, Writer};
use rustc_hash::FxHashMap;
use std::{
    fs, io,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant, UNIX_EPOCH},
};
use xxhash_rust::xxh3::xxh3_64;

/// The first bytes of every file; the last byte is the format's version.
const MAGIC: [u8; 8] = *b"TFRTjit\x02";
/// Minimal time between two writes, except the last.
const BETWEEN_SAVES: Duration = Duration::from_millis(200);
/// The longest wait of a writer for another one. A process may be stopped while it holds the lock.
const LOCK_WAIT: Duration = Duration::from_secs(10);
/// Bytes before the checksum, and with it.
const HEADER: usize = MAGIC.len() + 8;

/// The place of the code file, and the program it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskOptions {
    /// The file.
    pub file: PathBuf,
    /// A hash of the program, so that a file of another one is not used.
    pub program: u64,
    /// Bytes of the file, at most.
    pub capacity: usize,
}

impl DiskOptions {
    /// Default limit of a file's size, in bytes.
    pub const CAPACITY: usize = 16 << 20;
    /// The suffix that makes the name of the file from the program's name or its hash.
    pub const EXTENSION: &'static str = "jit";

    /// For a program of these bytes, in a file of this name.
    pub fn for_program(file: PathBuf, program: &[u8]) -> DiskOptions {
        DiskOptions { file, program: xxh3_64(program), capacity: DiskOptions::CAPACITY }
    }

    /// For a program of these bytes, in a folder for many: the file has the hash as its name.
    pub fn in_folder(folder: &Path, program: &[u8]) -> DiskOptions {
        let hash = xxh3_64(program);
        let file = folder.join(format!("{hash:016x}.{}", DiskOptions::EXTENSION));
        DiskOptions { file, program: hash, capacity: DiskOptions::CAPACITY }
    }
}

struct Kept {
    image: Box<[u8]>,
    used: bool,
}

/// The code of a file.
pub struct Disk {
    options: DiskOptions,
    /// All that must be as it was when the file was written.
    identity: Vec<u8>,
    units: FxHashMap<Box<[u8]>, Kept>,
    changed: bool,
    remarks: Vec<String>,
    /// Whether the file may be written.
    writes: bool,
    /// The version of the file when it was read or written.
    version: Option<Version>,
    saved: Option<Instant>,
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Disk").field("options", &self.options).finish_non_exhaustive()
    }
}

/// The header of a file, whose checksum over the whole file differs from that of a file that replaced it.
type Version = [u8; HEADER];

/// The version of the file of this name, if there is one.
fn version(path: &Path) -> Option<Version> {
    // To open a pipe is to wait for its writer.
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut header = [0; HEADER];
    fs::File::open(path).ok()?.read_exact(&mut header).ok()?;
    Some(header)
}

/// Takes the lock that the writers of the files of a folder hold. It ends with the open folder, or with the process. `None` after
/// [`LOCK_WAIT`], and where there are no locks.
fn lock_folder(file: &Path) -> Option<fs::File> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let folder = fs::File::open(folder).ok()?;
    let end = Instant::now() + LOCK_WAIT;
    loop {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(fs::TryLockError::WouldBlock) if Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(_) => return None,
        }
    }
}

impl Disk {
    /// Reads the file, if there is one that fits. `target` says what code is made for.
    pub fn open(options: DiskOptions, target: &str) -> Disk {
        let identity = identity(target, options.program);
        let mut disk = Disk {
            options,
            identity,
            units: FxHashMap::default(),
            changed: false,
            remarks: Vec::new(),
            writes: true,
            version: None,
            saved: None,
        };
        // Before it is read: what replaces it now is another one.
        disk.version = version(&disk.options.file);
        match disk.read() {
            Ok(units) => disk.units = units,
            Err(Unread::Missing) => {}
            Err(Unread::Ignored(reason)) => disk.remark(&format!("is ignored: {reason}")),
            Err(Unread::Untrusted(reason)) => {
                disk.writes = false;
                disk.remark(&format!("is neither read nor written: {reason}"));
            }
        }
        disk
    }

    /// The image of a unit, by its key.
    pub fn find(&mut self, key: &[u8]) -> Option<&[u8]> {
        let kept = self.units.get_mut(key)?;
        kept.used = true;
        Some(&kept.image)
    }

    /// Whether there is code of a unit, by its key.
    pub fn has(&self, key: &[u8]) -> bool {
        self.units.contains_key(key)
    }

    /// Whether there is no code at all.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Forgets a unit, because what is there cannot be used.
    pub fn forget(&mut self, key: &[u8], reason: &str) {
        self.units.remove(key);
        self.changed = true;
        self.remark(&format!("has code that is ignored: {reason}"));
    }

    /// Keeps an image for the next time.
    pub fn keep(&mut self, key: Vec<u8>, image: Vec<u8>) {
        self.units.insert(key.into(), Kept { image: image.into(), used: true });
        self.changed = true;
    }

    /// Remarks for people.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Writes the file, if there is anything new. What goes wrong becomes a remark, and nothing more is written.
    pub fn save(&mut self) {
        if !std::mem::take(&mut self.changed) || !self.writes {
            return;
        }
        // The lock is the folder's. What is wrong with the folder, the attempt to write says.
        let _ = create_folder(&self.options.file);
        let lock = lock_folder(&self.options.file);
        // What is not as it was when this was read or written is another process's.
        if let Some(version) = version(&self.options.file)
            && self.version != Some(version)
            && let Ok(units) = self.read()
        {
            for (key, kept) in units {
                self.units.entry(key).or_insert(kept);
            }
        }
        let bytes = self.encode();
        match replace(&self.options.file, &bytes) {
            Ok(()) => self.version = bytes.first_chunk().copied(),
            Err(error) => {
                self.writes = false;
                self.remark(&format!("cannot be written: {error}"));
            }
        }
        drop(lock);
        self.saved = Some(Instant::now());
    }

    /// Writes the file, unless it was written just now; then says when to write it.
    pub fn save_when_due(&mut self) -> Option<Duration> {
        let early = self.saved.and_then(|saved| BETWEEN_SAVES.checked_sub(saved.elapsed()));
        if self.changed && early.is_some() {
            return early;
        }
        self.save();
        None
    }

    fn remark(&mut self, what: &str) {
        self.remarks.push(format!("the code file '{}' {what}", self.options.file.display()));
    }

    fn encode(&self) -> Vec<u8> {
        let mut out = Writer(vec![0; HEADER]);
        out.bytes(&self.identity);
        // In an order that does not depend on chance: what was used, and then by key.
        let mut units: Vec<_> = self.units.iter().collect();
        units.sort_unstable_by_key(|(key, kept)| (!kept.used, *key));
        for (key, kept) in units {
            if out.0.len() + key.len() + kept.image.len() + 8 <= self.options.capacity {
                out.bytes(key);
                out.bytes(&kept.image);
            }
        }
        let mut bytes = out.0;
        let checksum = xxh3_64(&bytes[HEADER..]);
        bytes[..MAGIC.len()].copy_from_slice(&MAGIC);
        bytes[MAGIC.len()..HEADER].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn read(&self) -> Result<FxHashMap<Box<[u8]>, Kept>, Unread> {
        let file = match fs::File::open(&self.options.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Unread::Missing),
            file => file.map_err(|error| Unread::Ignored(error.to_string()))?,
        };
        let metadata = file.metadata().map_err(|error| Unread::Ignored(error.to_string()))?;
        if !metadata.is_file() {
            return Err(Unread::Untrusted("it is no file".to_owned()));
        }
        is_ours(&metadata).map_err(Unread::Untrusted)?;
        if metadata.len() > self.options.capacity as u64 {
            return Err(Unread::Ignored("it is larger than it may be".to_owned()));
        }
        let mut bytes = Vec::new();
        let limit = self.options.capacity as u64;
        file.take(limit).read_to_end(&mut bytes).map_err(|error| Unread::Ignored(error.to_string()))?;
        self.decode(&bytes).map_err(|reason| Unread::Ignored(reason.to_owned()))
    }

    fn decode(&self, bytes: &[u8]) -> Result<FxHashMap<Box<[u8]>, Kept>, &'static str> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or("it is no code file of this version")?;
        let (checksum, rest) = rest.split_first_chunk().ok_or("it is damaged")?;
        if xxh3_64(rest) != u64::from_le_bytes(*checksum) {
            return Err("it is damaged");
        }
        let mut input = Reader(rest);
        if input.bytes().ok_or("it is damaged")? != self.identity {
            return Err("it was written for another program, processor or version");
        }
        let mut units = FxHashMap::default();
        while !input.0.is_empty() {
            let key = input.bytes().ok_or("it is damaged")?;
            let image = input.bytes().ok_or("it is damaged")?;
            units.insert(key.into(), Kept { image: image.into(), used: false });
        }
        Ok(units)
    }
}

/// The reason why a file is not used.
enum Unread {
    Missing,
    Ignored(String),
    Untrusted(String),
}

/// The identity of the environment for which a file must have been written.
fn identity(target: &str, program: u64) -> Vec<u8> {
    let mut out = Writer::default();
    out.bytes(env!("CARGO_PKG_VERSION").as_bytes());
    out.bytes(cranelift_codegen::VERSION.as_bytes());
    // Another build may lower kernels otherwise.
    let executable = std::env::current_exe().and_then(fs::metadata);
    let (length, time) = executable.map_or((0, 0), |metadata| {
        let time = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        (metadata.len(), time.map_or(0, |time| time.as_nanos() as u64))
    });
    out.long(length);
    out.long(time);
    out.bytes(target.as_bytes());
    out.long(program);
    out.0
}

/// Whether no other user can have written a file; the error says why not.
#[cfg(unix)]
fn is_ours(metadata: &fs::Metadata) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt;
    const WRITTEN_BY_OTHERS: u32 = 0o022;
    if metadata.mode() & WRITTEN_BY_OTHERS != 0 {
        return Err("others than its owner can write it".to_owned());
    }
    // The owner of what describes this process is its user; where that does not exist, the permissions must do.
    match fs::metadata("/proc/self") {
        Ok(process) if metadata.uid() != process.uid() && metadata.uid() != 0 => {
            Err("it belongs to somebody else".to_owned())
        }
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn is_ours(_: &fs::Metadata) -> Result<(), String> {
    Ok(())
}

/// Makes the folder of a file.
fn create_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder),
        _ => Ok(()),
    }
}

/// Writes a file beside another one and renames it.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    create_folder(path)?;
    // Of this process and this time, so that no other thread writes it.
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{}.new", std::process::id(), NUMBER.fetch_add(1, Relaxed)));
    let written = PathBuf::from(name);
    // One that is there is of a process that was killed.
    let _ = fs::remove_file(&written);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let result = options
        .open(&written)
        .and_then(|mut file| file.write_all(bytes))
        .and_then(|()| fs::rename(&written, path));
    if result.is_err() {
        // It may not even be there.
        let _ = fs::remove_file(&written);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn code_for_other_features_is_ignored_and_replaced() {
        let folder = std::env::temp_dir().join(format!("tfrt-jit-features-{}", std::process::id()));
        let options = DiskOptions::in_folder(&folder, b"a program");
        let open = |target: &str| Disk::open(options.clone(), target);
        let mut first = open("x86_64 has_avx2 has_fma");
        first.keep(b"key".to_vec(), b"image".to_vec());
        first.save();
        assert_eq!(open("x86_64 has_avx2 has_fma").find(b"key"), Some(&b"image"[..]));
        let mut other = open("x86_64 has_avx2");
        assert!(other.is_empty() && other.find(b"key").is_none());
        let [remark] = other.remarks() else { panic!("{:?}", other.remarks()) };
        assert!(remark.ends_with("written for another program, processor or version"), "{remark}");
        other.keep(b"key".to_vec(), b"another image".to_vec());
        other.save();
        assert_eq!(open("x86_64 has_avx2").find(b"key"), Some(&b"another image"[..]));
        // What was written meanwhile is for others, and is not taken along.
        first.keep(b"second".to_vec(), b"image".to_vec());
        first.save();
        let mut again = open("x86_64 has_avx2 has_fma");
        assert!(again.has(b"key") && again.has(b"second"));
        assert_eq!(again.find(b"key"), Some(&b"image"[..]));
        fs::remove_dir_all(&folder).expect("it is ours");
    }

    /// Many writers of one file, each with units of its own, save at the same time again and again.
    #[test]
    fn no_unit_of_writers_that_meet_is_lost() {
        const WRITERS: u8 = 8;
        const SAVES: u8 = 12;
        let folder = std::env::temp_dir().join(format!("tfrt-jit-writers-{}", std::process::id()));
        let options = DiskOptions::in_folder(&folder, b"a program");
        let start = Barrier::new(usize::from(WRITERS));
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let (options, start) = (options.clone(), &start);
                scope.spawn(move || {
                    let mut disk = Disk::open(options, "a target");
                    start.wait();
                    for save in 0..SAVES {
                        disk.keep(vec![writer, save], vec![save; 10]);
                        disk.save();
                    }
                    assert!(disk.remarks().is_empty(), "{:?}", disk.remarks());
                });
            }
        });
        let disk = Disk::open(options, "a target");
        let keys = (0..WRITERS).flat_map(|writer| (0..SAVES).map(move |save| [writer, save]));
        let lost: Vec<_> = keys.filter(|key| !disk.has(key)).collect();
        assert!(lost.is_empty(), "{lost:?}");
        let files = fs::read_dir(&folder).expect("it is there").count();
        assert_eq!(files, 1, "what is written beside it is renamed");
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
