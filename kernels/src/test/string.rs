//! `!tfrt.string`: kernels that make, join, compare, read and print byte strings.

use tfrt_executor::kernel::{AttrStr, KernelRegistry, Out};
use tfrt_executor::output::print_line;
pub use tfrt_executor::value::ByteString;
use tfrt_executor::value::{Chain, KernelError};

use crate::ops::memory::joined;
use tfrt_scalars::text::format_integer;

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add_pure("tfrt_test.get_string", |value: AttrStr<'_>| Out(ByteString(value.0.into())));
    registry.add_pure("tfrt_test.append_string", |a: &ByteString, b: &ByteString| {
        joined([&*a.0, &*b.0].into_iter(), b"")
            .map(|text| Out(ByteString(text)))
            .map_err(|_| KernelError::new(format!("out of memory for {} and {} bytes", a.0.len(), b.0.len())))
    });
    registry.add_pure("tfrt_test.string_equal", |a: &ByteString, b: &ByteString| a == b);
    registry.add_pure("tfrt_test.format_string", |format: &ByteString, value: i32| {
        format_integer(&format.0, value).map(|text| Out(ByteString(text.into()))).map_err(KernelError::from)
    });
    registry.add("tfrt_test.print_string", |text: &ByteString| {
        print_line([b"string = ", &*text.0].concat());
        Chain
    });
    registry.add("tfrt_test.read_string_from_file", |path: &ByteString| {
        let path = path.to_text();
        match std::fs::read(&*path) {
            Ok(bytes) => Ok(Out(ByteString(bytes.into()))),
            Err(_) => Err(KernelError::new(format!("failed to read from file {path}"))),
        }
    });
}
