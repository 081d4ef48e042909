//! The C functions that plugins call: everything the headers declare.
//!
//! Each is exported under its C name from every program that links this crate and was linked with `--export-dynamic-symbol`.
//! Their contract is that of the headers: a pointer is null, or valid for the use that the header states. A null pointer in
//! place of a required one is tolerated and has no effect. Functions that are declared but not supported answer UNIMPLEMENTED
//! with their name ([`unsupported`]), so that a plugin that mentions them can be loaded.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tfrt_executor::output::{Severity, log};

use crate::abi::Nothing;

pub mod buffer;
pub mod compute;
pub mod env;
pub mod grappler;
pub mod kernel;
pub mod next_device;
pub mod ops;
pub mod passes;
pub mod protos;
pub mod rendezvous;
pub mod status;
pub mod tensor;
pub mod tstring;
pub mod unsupported;
pub mod variables;

/// The address of an exported function.
#[derive(Debug, Clone, Copy)]
pub struct Address(*const ());

#[expect(unsafe_code, reason = "addresses of functions are the same for all threads")]
// SAFETY: the pointer is that of a function and is never dereferenced.
unsafe impl Sync for Address {}

impl Address {
    /// The address of a function.
    pub const fn new(function: *const ()) -> Address {
        Address(function)
    }

    /// The address.
    pub fn get(self) -> *const () {
        self.0
    }
}

/// Names and addresses of functions.
pub type Table = &'static [(&'static str, Address)];

/// All exported functions. A reference to this table links them.
pub static TABLES: &[Table] = &[
    status::TABLE,
    buffer::TABLE,
    tensor::TABLE,
    tstring::TABLE,
    ops::TABLE,
    kernel::TABLE,
    compute::TABLE,
    rendezvous::TABLE,
    next_device::TABLE,
    env::TABLE,
    grappler::TABLE,
    passes::TABLE,
    protos::TABLE,
    variables::TABLE,
    unsupported::TABLE,
];

/// The names of all exported functions, sorted.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = TABLES.iter().flat_map(|table| table.iter().map(|&(name, _)| name)).collect();
    names.sort_unstable();
    names
}

/// Runs the body of an exported function. A panic is reported and the call gives nothing.
#[inline]
pub(crate) fn guard<R: Nothing>(name: &str, body: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| panicked(name))
}

#[cold]
fn panicked<R: Nothing>(name: &str) -> R {
    log(Severity::Error, file!(), line!(), &format!("{name} panicked; the call was given up"));
    R::NOTHING
}

/// The text of a C string; empty for null. Invalid UTF-8 appears as replacement characters.
///
/// # Safety
/// `text` is null or a terminated string.
#[expect(unsafe_code, reason = "reads a C string")]
pub(crate) unsafe fn text(text: *const std::ffi::c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller says: `text` is null or a terminated string.
    unsafe { std::ffi::CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// Declares exported functions, and the table of them.
macro_rules! exports {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block)*) => {
        $(
            $(#[$meta])*
            #[unsafe(no_mangle)]
            #[allow(unused_unsafe, reason = "a few functions only make new objects")]
            pub(crate) unsafe extern "C" fn $name($($arg: $ty),*) $(-> $ret)? {
                // SAFETY: C code calls this function as the header declares it: pointers are null or valid for
                // their use.
                $crate::exports::guard(stringify!($name), || unsafe { $body })
            }
        )*
        /// The functions of this file.
        pub const TABLE: $crate::exports::Table = &[
            $((stringify!($name), $crate::exports::Address::new($name as *const ())),)*
        ];
    };
}
pub(crate) use exports;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names = names();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn a_panic_gives_nothing() {
        assert_eq!(guard("TF_Test", || -> i32 { panic!("on purpose") }), 0);
    }
}
