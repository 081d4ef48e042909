//! Lines on standard output.
//!
//! Kernels, the driver and the allocators all print through here, so that lines of different threads never mix and appear in
//! the order of the calls, also when standard output is a file. A closed output is not an error of the program that prints.

use std::io::Write;

/// Prints `line` and a newline, and flushes.
pub fn print_line(line: impl AsRef<[u8]>) {
    let mut out = std::io::stdout().lock();
    // Nobody reads a closed pipe; the program goes on.
    let _ = out.write_all(line.as_ref()).and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
}
