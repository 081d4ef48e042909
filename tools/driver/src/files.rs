//! Input and output files of the tools: `-` is a standard stream, and messages are the system's own.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

pub use tfrt_exchange::{UNFINISHED, replace};

use bytes::Bytes;

use crate::file_kind::{FileKind, is_graph_message, is_graph_text};

/// The first bytes of every compiled file.
pub const BEF_MAGIC: [u8; 2] = [0x0b, 0xef];

/// The optional first bytes of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The name under which standard input appears in locations.
pub const STDIN_NAME: &str = "<stdin>";

/// The system's words for an error, without the error number that Rust adds.
pub fn os_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The error for a folder where a file is expected: what can be done with that of a model, and what another one lacks to be one.
pub(crate) fn check_is_file(name: &str) -> Result<(), String> {
    let folder = Path::new(name);
    let complaint = FileKind::of_folder(folder).and_then(FileKind::complaint);
    let lack = || "Is a directory, without the saved_model.pb that the folder of a SavedModel has".to_owned();
    match complaint.or_else(|| folder.is_dir().then(lack)) {
        Some(complaint) => Err(format!("cannot open input file '{name}': {complaint}")),
        None => Ok(()),
    }
}

/// Reads a file, or standard input for `-`. The error is ready to be printed.
pub fn read_input(name: &str) -> Result<Vec<u8>, String> {
    check_is_file(name)?;
    let mut bytes = Vec::new();
    let result = if name == "-" {
        io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        File::open(name).and_then(|mut file| {
            bytes = read_at_once(&file)?;
            if !bytes.is_empty() {
                file.seek(SeekFrom::Start(bytes.len() as u64))?;
            }
            // All of it, or what came behind since it was measured.
            file.read_to_end(&mut bytes).map(drop)
        })
    };
    match result {
        Ok(()) => Ok(bytes),
        Err(e) => Err(format!("cannot open input file '{name}': {}", os_message(&e))),
    }
}

/// As [`read_input`], but a large regular file is mapped: nothing is read before it is needed. It must not change while the bytes are in use.
pub fn map_input(name: &str) -> Result<Bytes, String> {
    /// A smaller file is read at once: mapping it costs as much.
    const LARGE: u64 = 1 << 20;
    check_is_file(name)?;
    let is_large = |file: std::fs::Metadata| file.is_file() && file.len() >= LARGE;
    if name == "-" || !std::fs::metadata(name).is_ok_and(is_large) {
        return read_input(name).map(Bytes::from);
    }
    tfrt_bef::map_file(Path::new(name))
        .map_err(|error| format!("cannot open input file '{name}': {}", os_message(&error)))
}

/// The first bytes of a large file, read by several threads: most of the time of reading goes into fresh pages. Nothing of a small
/// one.
fn read_at_once(file: &File) -> io::Result<Vec<u8>> {
    /// Less is not worth a thread.
    const LARGE: u64 = 8 << 20;
    let metadata = file.metadata()?;
    let len = usize::try_from(metadata.len()).ok();
    let Some(len) = len.filter(|_| metadata.is_file() && metadata.len() >= LARGE) else {
        return Ok(Vec::new());
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads < 2 {
        return Ok(Vec::new());
    }
    let mut bytes = vec![0; len];
    let piece = len.div_ceil(threads);
    let read = std::thread::scope(|scope| {
        let pieces: Vec<_> = bytes
            .chunks_mut(piece)
            .enumerate()
            .map(|(number, chunk)| scope.spawn(move || file.read_exact_at(chunk, (number * piece) as u64)))
            .collect();
        pieces.into_iter().all(|piece| piece.join().is_ok_and(|read| read.is_ok()))
    });
    // A file that has become shorter meanwhile is read from its start.
    Ok(if read { bytes } else { Vec::new() })
}

/// Writes a file, or standard output for `-`. A closed pipe is not an error.
pub fn write_output(name: &str, bytes: &[u8]) -> Result<(), String> {
    write_output_with(name, |out| out.write_all(bytes))
}

/// As [`write_output`], for what comes in pieces. A file of this name is [replaced](replace).
pub fn write_output_with(
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), String> {
    let to = |out: &mut dyn Write| {
        let mut out = BufWriter::new(out);
        write(&mut out)?;
        out.flush()
    };
    let result = match name {
        "-" => to(&mut io::stdout().lock()),
        _ => replace(Path::new(name), |file| to(file)),
    };
    match result {
        Err(e) if name == "-" && e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(e) if name == "-" => Err(format!("cannot write to standard output: {}", os_message(&e))),
        Err(e) => Err(format!("cannot open output file '{name}': {}", os_message(&e))),
        Ok(()) => Ok(()),
    }
}

/// The name of an input in locations.
pub fn source_name(input: &str) -> &str {
    if input == "-" { STDIN_NAME } else { input }
}

/// A text in UTF-8. The error, in the form of a diagnostic, says where it is none.
pub fn as_text<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, String> {
    if bytes.starts_with(&BEF_MAGIC) {
        let name = source_name(name);
        return Err(format!(
            "{name}:1:1: error: this is a compiled file, not text; tfrt-translate --bef-to-mlir shows it as text"
        ));
    }
    // Some editors begin a file with the mark of its encoding, which nobody sees.
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes);
    if is_graph_message(bytes) || text.is_ok_and(is_graph_text) {
        let name = source_name(name);
        return Err(format!(
            "{name}:1:1: error: this is a TensorFlow graph, not MLIR text; tfrt-translate --graphdef-to-mlir shows it as text"
        ));
    }
    text.map_err(|error| {
        if let Some(complaint) = FileKind::of(bytes).complaint() {
            return format!("{}:1:1: error: {complaint}", source_name(name));
        }
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        format!("{}:{line}:{column}: error: expected UTF-8 text", source_name(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_links_are_followed() {
        let folder = std::env::temp_dir().join(format!("tfrt-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = |name: &str| folder.join(name).into_os_string().into_string().unwrap();
        let (file, link) = (path("program.bef"), path("link.bef"));
        write_output(&file, b"before").unwrap();
        let mut open = File::open(&file).unwrap();
        write_output(&file, b"after it").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"after it");
        let mut kept = String::new();
        open.read_to_string(&mut kept).unwrap();
        assert_eq!(kept, "before");

        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_output(&link, b"through the link").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"through the link");
        let failing = |out: &mut dyn Write| out.write_all(b"a part").and(Err(io::Error::other("no more")));
        assert!(write_output_with(&file, failing).unwrap_err().ends_with("no more"));
        assert_eq!(std::fs::read(&file).unwrap(), b"through the link");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
        write_output("/dev/null", b"nothing").unwrap();

        let missing = path("missing/program.bef");
        let error = write_output(&missing, b"").unwrap_err();
        assert_eq!(error, format!("cannot open output file '{missing}': No such file or directory"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
