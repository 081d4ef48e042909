//! `env.h`: files, clocks, threads and shared libraries.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{CString, OsStr, c_char, c_void};
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::ops::report;
use super::status::{code_of_errno, strerror};
use super::{exports, text};
use crate::abi::{Nothing, Ptr, TF_FileStatistics, TF_ThreadOptions};
use crate::handles::{self, Handled};
use crate::status::{Code, Status};

type Outcome<T> = Result<T, (Code, String)>;

/// The object behind `TF_WritableFileHandle`.
#[derive(Debug)]
pub struct WritableFile {
    path: PathBuf,
    file: File,
}

/// The object behind `TF_StringStream`.
#[derive(Debug)]
pub struct StringStream {
    strings: std::vec::IntoIter<CString>,
    current: CString,
}

/// The object behind `TF_Thread`.
#[derive(Debug)]
pub struct Thread(std::thread::JoinHandle<()>);

/// # Safety
/// `name` is null or a terminated string.
unsafe fn path(name: *const c_char) -> PathBuf {
    if name.is_null() {
        return PathBuf::new();
    }
    // SAFETY: a terminated string, says the header.
    PathBuf::from(OsStr::from_bytes(unsafe { std::ffi::CStr::from_ptr(name) }.to_bytes()))
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> (Code, String) + '_ {
    |error| {
        let code = error.raw_os_error().map_or(Code::UNKNOWN, code_of_errno);
        (code, format!("{}; {}", path.display(), strerror(&error)))
    }
}

/// Deletes a folder with its content; returns the numbers of files and folders that could not be deleted.
fn delete_recursively(path: &Path) -> (i64, i64) {
    let is_folder = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
    if !is_folder {
        return (i64::from(fs::remove_file(path).is_err()), 0);
    }
    let (mut files, mut folders) = (0, 0);
    match fs::read_dir(path) {
        Ok(entries) => {
            for entry in entries.flatten() {
                let (more_files, more_folders) = delete_recursively(&entry.path());
                files += more_files;
                folders += more_folders;
            }
        }
        Err(_) => return (0, 1),
    }
    (files, folders + i64::from(fs::remove_dir(path).is_err()))
}

impl Handled for WritableFile {
    const NAME: &'static str = "file";
}

impl Handled for StringStream {
    const NAME: &'static str = "list of strings";
}

impl Handled for Thread {
    const NAME: &'static str = "thread";
}

fn no_file(handle: *const WritableFile) -> (Code, String) {
    (Code::INVALID_ARGUMENT, handles::refusal(handle))
}

/// Does something with an open file.
fn with_file(handle: *mut WritableFile, f: impl FnOnce(&mut File) -> std::io::Result<()>) -> Outcome<()> {
    let done = handles::try_with(handle, |file| f(&mut file.file).map_err(failed(&file.path)));
    done.unwrap_or_else(|| Err(no_file(handle)))
}

fn stream(strings: Vec<CString>) -> *mut StringStream {
    handles::give(StringStream { strings: strings.into_iter(), current: CString::default() })
}

fn now() -> std::time::Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn temporary_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        ["TEST_TMPDIR", "TMPDIR", "TMP"].iter().filter_map(std::env::var_os).map(Into::into).collect();
    folders.push(std::env::temp_dir());
    folders.retain(|folder| folder.is_dir());
    folders.dedup();
    folders
}

/// A pointer that goes to another thread because the plugin says so.
struct Sent(*mut c_void);

// SAFETY: the plugin hands the pointer to the thread that it starts: that is what the function is for.
unsafe impl Send for Sent {}

exports! {
    fn TF_CreateDir(name: *const c_char, status: *mut Status) {
        let path = path(name);
        report(status, fs::create_dir(&path).map_err(failed(&path)));
    }

    fn TF_DeleteDir(name: *const c_char, status: *mut Status) {
        let path = path(name);
        report(status, fs::remove_dir(&path).map_err(failed(&path)));
    }

    fn TF_DeleteRecursively(
        name: *const c_char, undeleted_files: *mut i64, undeleted_folders: *mut i64, status: *mut Status,
    ) {
        let path = path(name);
        let (files, folders) = match fs::symlink_metadata(&path) {
            Ok(_) => delete_recursively(&path),
            Err(_) => (0, 1),
        };
        for (to, count) in [(undeleted_files, files), (undeleted_folders, folders)] {
            if !to.is_null() {
                to.write(count);
            }
        }
        let outcome = match (files + folders, path.exists() || fs::symlink_metadata(&path).is_ok()) {
            (0, _) => Ok(()),
            (_, false) => Err((Code::NOT_FOUND, format!("{}; No such file or directory", path.display()))),
            (left, true) => Err((Code::UNKNOWN, format!("{}; {left} entries could not be deleted", path.display()))),
        };
        report(status, outcome);
    }

    fn TF_FileStat(name: *const c_char, statistics: *mut TF_FileStatistics, status: *mut Status) {
        let path = path(name);
        if let Some(metadata) = report(status, fs::metadata(&path).map_err(failed(&path)))
            && !statistics.is_null()
        {
            let changed = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            statistics.write(TF_FileStatistics {
                length: i64::try_from(metadata.len()).unwrap_or(-1),
                mtime_nsec: changed.and_then(|time| i64::try_from(time.as_nanos()).ok()).unwrap_or(0),
                is_directory: metadata.is_dir(),
            });
        }
    }

    fn TF_NewWritableFile(name: *const c_char, handle: *mut *mut WritableFile, status: *mut Status) {
        let path = path(name);
        let opened = report(status, File::create(&path).map_err(failed(&path)));
        if !handle.is_null() {
            let file = opened.map(|file| handles::give(WritableFile { path, file }));
            handle.write(file.unwrap_or(Nothing::NOTHING));
        }
    }

    fn TF_CloseWritableFile(handle: *mut WritableFile, status: *mut Status) {
        report(status, handles::try_take(handle).map(drop).ok_or_else(|| no_file(handle)));
    }

    fn TF_SyncWritableFile(handle: *mut WritableFile, status: *mut Status) {
        report(status, with_file(handle, |file| file.sync_all()));
    }

    fn TF_FlushWritableFile(handle: *mut WritableFile, status: *mut Status) {
        report(status, with_file(handle, |file| file.flush()));
    }

    fn TF_AppendWritableFile(handle: *mut WritableFile, data: *const c_char, length: usize, status: *mut Status) {
        let bytes: &[u8] = match data.is_null() || length > isize::MAX as usize {
            true => &[],
            false => std::slice::from_raw_parts(data.cast(), length),
        };
        report(status, with_file(handle, |file| file.write_all(bytes)));
    }

    fn TF_DeleteFile(name: *const c_char, status: *mut Status) {
        let path = path(name);
        report(status, fs::remove_file(&path).map_err(failed(&path)));
    }

    fn TF_StringStreamNext(list: *mut StringStream, result: *mut *const c_char) -> bool {
        let next = handles::with(list, |list| {
            list.current = list.strings.next()?;
            Some(list.current.as_ptr())
        });
        let next = next.flatten();
        if !result.is_null() {
            result.write(next.unwrap_or(std::ptr::null()));
        }
        next.is_some()
    }

    fn TF_StringStreamDone(list: *mut StringStream) {
        handles::delete(list);
    }

    fn TF_GetChildren(name: *const c_char, status: *mut Status) -> *mut StringStream {
        let path = path(name);
        let entries = report(status, fs::read_dir(&path).map_err(failed(&path)));
        let Some(entries) = entries else { return Nothing::NOTHING };
        let names = entries.flatten().filter_map(|entry| CString::new(entry.file_name().into_vec()).ok());
        stream(names.collect())
    }

    fn TF_GetLocalTempDirectories() -> *mut StringStream {
        let folders = temporary_folders().into_iter();
        stream(folders.filter_map(|folder| CString::new(folder.into_os_string().into_vec()).ok()).collect())
    }

    fn TF_GetTempFileName(extension: *const c_char) -> *mut c_char {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let folder = temporary_folders().into_iter().next().unwrap_or_else(std::env::temp_dir);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let mut name = format!("tempfile-{}-{}-{count}", std::process::id(), now().as_nanos());
        let extension = text(extension);
        if !extension.is_empty() {
            name = format!("{name}.{extension}");
        }
        let name = CString::new(folder.join(name).into_os_string().into_vec()).unwrap_or_default();
        // The caller frees it with `free`.
        libc::strdup(name.as_ptr())
    }

    fn TF_NowNanos() -> u64 {
        u64::try_from(now().as_nanos()).unwrap_or(u64::MAX)
    }

    fn TF_NowMicros() -> u64 {
        u64::try_from(now().as_micros()).unwrap_or(u64::MAX)
    }

    fn TF_NowSeconds() -> u64 {
        now().as_secs()
    }

    fn TF_DefaultThreadOptions(options: *mut TF_ThreadOptions) {
        if !options.is_null() {
            options.write(TF_ThreadOptions { stack_size: 0, guard_size: 0, numa_node: -1 });
        }
    }

    fn TF_StartThread(
        options: *const TF_ThreadOptions, name: *const c_char,
        work: Option<unsafe extern "C" fn(*mut c_void)>, argument: *mut c_void,
    ) -> *mut Thread {
        let Some(work) = work else { return Nothing::NOTHING };
        let mut builder = std::thread::Builder::new().name(text(name).replace('\0', ""));
        if let Some(options) = options.as_ref()
            && options.stack_size > 0
        {
            builder = builder.stack_size(options.stack_size);
        }
        let argument = Sent(argument);
        let thread = builder.spawn(move || {
            let argument = argument;
            // SAFETY: the plugin wants its function called with this argument on a new thread.
            unsafe { work(argument.0) };
        });
        thread.map_or(Nothing::NOTHING, |thread| handles::give(Thread(thread)))
    }

    fn TF_JoinThread(thread: *mut Thread) {
        match handles::try_take(thread) {
            Some(Thread(thread)) => drop(thread.join()),
            None => handles::complain(thread),
        }
    }

    fn TF_LoadSharedLibrary(name: *const c_char, status: *mut Status) -> Ptr {
        let name = path(name);
        let c_name = CString::new(name.as_os_str().as_bytes()).unwrap_or_default();
        let handle = libc::dlopen(c_name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
        let opened = if handle.is_null() { Err((Code::NOT_FOUND, text(libc::dlerror()))) } else { Ok(handle) };
        report(status, opened).unwrap_or(Nothing::NOTHING)
    }

    fn TF_GetSymbolFromLibrary(handle: Ptr, name: *const c_char, status: *mut Status) -> Ptr {
        let symbol = match handle.is_null() || name.is_null() {
            true => std::ptr::null_mut(),
            false => libc::dlsym(handle, name),
        };
        let found = match symbol.is_null() {
            true => Err((Code::NOT_FOUND, format!("undefined symbol: {}", text(name)))),
            false => Ok(symbol),
        };
        report(status, found).unwrap_or(Nothing::NOTHING)
    }
}
