//! Printing scalars, one line each.

use half::f16;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::output::print_line;
use tfrt_executor::tensor::Complex;
use tfrt_executor::value::Chain;

use crate::text::fixed;

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add("tfrt.print.i1", |value: bool| line(format_args!("int1 = {}", u8::from(value))));
    registry.add("tfrt.print.i32", |value: i32| line(format_args!("int32 = {value}")));
    registry.add("tfrt.print.i64", |value: i64| line(format_args!("int64 = {value}")));
    // The bit pattern: an inherited oddity.
    registry.add("tfrt.print.f16", |value: f16| line(format_args!("f16 = {}", value.to_bits())));
    registry.add("tfrt.print.f32", |value: f32| line(format_args!("f32 = {}", fixed(value.into()))));
    registry.add("tfrt.print.f64", |value: f64| line(format_args!("f64 = {}", fixed(value))));
    registry.add("tfrt.print.complex64", |value: Complex<f32>| {
        line(format_args!("complex64 = {}+{}i", fixed(value.re.into()), fixed(value.im.into())))
    });
    registry.add("tfrt.print.complex128", |value: &Complex<f64>| {
        line(format_args!("complex128 = {}+{}i", fixed(value.re), fixed(value.im)))
    });
}

/// Prints one line; returns the chain of the kernel that prints.
pub fn line(text: std::fmt::Arguments<'_>) -> Chain {
    print_line(text.to_string());
    Chain
}
