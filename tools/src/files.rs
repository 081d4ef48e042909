//! Input and output files of the tools: `-` is a standard stream, and messages are the system's own.

use std::fs::File;
use std::io::{self, BufWriter, Read as _, Write};

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
        File::open(name).and_then(|mut file| file.read_to_end(&mut bytes)).map(drop)
    };
    match result {
        Ok(()) => Ok(bytes),
        Err(e) => Err(format!("cannot open input file '{name}': {}", os_message(&e))),
    }
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
