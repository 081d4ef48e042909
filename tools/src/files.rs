//! Input and output files of the tools: `-` is a standard stream, and messages are the system's own.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write};
use std::os::unix::fs::FileExt as _;

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

/// Reads a file, or standard input for `-`. The error is ready to be printed.
pub fn read_input(name: &str) -> Result<Vec<u8>, String> {
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

/// The first bytes of a large file, read by several threads: most of the time of reading goes into fresh pages. Nothing of a small
/// one.
fn read_at_once(file: &File) -> io::Result<Vec<u8>> {
    /// Less is not worth a thread.
    const LARGE: u64 = 8 << 20;
    let metadata = file.metadata()?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let Some(len) = usize::try_from(metadata.len())
        .ok()
        .filter(|_| metadata.is_file() && metadata.len() >= LARGE && threads > 1)
    else {
        return Ok(Vec::new());
    };
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

/// Writes a file, or standard output for `-`. A reader that went away is no error.
pub fn write_output(name: &str, bytes: &[u8]) -> Result<(), String> {
    write_output_with(name, |out| out.write_all(bytes))
}

/// As [`write_output`], for what comes in pieces.
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
        _ => File::create(name).and_then(|mut file| to(&mut file)),
    };
    match result {
        Err(e) if name == "-" && e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
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
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        format!("{}:{line}:{column}: error: expected UTF-8 text", source_name(name))
    })
}
