//! A pass over the text of programs, as a plugin written in Rust: `square`, which makes `tf.Square(x)` of `tf.Mul(x, x)`.
//!
//! ```text
//! cargo build --release -p tfrt-example-pass
//! tfrt-opt --load-plugin=target/release/libtfrt_example_pass.so --pass-pipeline='builtin.module(square)' program.mlir
//! ```
//!
//! [`square`] is the only part that is specific to this plugin; the module [`c`] has the declarations of `tfrt/passes.h`
//! that any such plugin needs. A panic must not leave the library, so the entry points catch panics.

#![expect(unsafe_code, reason = "speaks a C interface")]

mod c;

use c::{Buffer, Pass, PassRun, RegistrationParams, Status};

/// Rewrites the lines that execute a product of something with itself; `None` if there are none.
fn square(program: &str) -> Option<String> {
    let mut changed = false;
    let lines: Vec<String> = program
        .split('\n')
        .map(|line| {
            let new = square_line(line);
            changed |= new.is_some();
            new.unwrap_or_else(|| line.to_owned())
        })
        .collect();
    changed.then(|| lines.join("\n"))
}

fn square_line(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("\"tf.Mul\"(")?;
    let (operands, after) = rest.split_once(')')?;
    let (left, right) = operands.split_once(", ")?;
    (left == right).then(|| format!("{before}\"tf.Square\"({left}){after}"))
}

/// # Safety
/// `module` is a buffer of text, `result` a buffer to be written, `status` a status; all are valid during the call.
unsafe extern "C" fn run(
    _: *mut std::ffi::c_void,
    _: *mut PassRun,
    module: *const Buffer,
    result: *mut Buffer,
    status: *mut Status,
) {
    // SAFETY: the host passes valid buffers and a status; the text is UTF-8.
    unsafe {
        let outcome = std::panic::catch_unwind(|| {
            std::str::from_utf8((*module).bytes()).map(square).map_err(|error| error.to_string())
        });
        match outcome {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(text))) => *result = Buffer::of(text.into_bytes()),
            Ok(Err(message)) => c::fail(status, &message),
            Err(_) => c::fail(status, "the pass panicked"),
        }
    }
}

/// Called by the host when the library is loaded.
///
/// # Safety
/// The status is the host's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn TFRT_InitPasses(_: *mut RegistrationParams, status: *mut Status) {
    let pass = Pass::new(c"square", c"Square in place of products of something with itself", run);
    // SAFETY: the struct has the size that it states; the status is the host's.
    unsafe { c::TFRT_RegisterPass(&raw const pass, status) };
}
