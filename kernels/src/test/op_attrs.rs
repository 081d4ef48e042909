//! Kernels that print and freeze attributes of ops.

use tfrt_executor::core_runtime::{FrozenAttrs, OpAttrs};
use tfrt_executor::kernel::{KernelRegistry, Out};
use tfrt_executor::output::print_line;
use tfrt_executor::value::Chain;

use crate::corert::SharedAttrs;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    registry.add("tfrt_test.corert.op_attrs_print", |attrs: &SharedAttrs| {
        print(&attrs.lock());
        Chain
    });
    registry
        .add("tfrt_test.corert.op_attrs_freeze", |attrs: &SharedAttrs| (Out(attrs.lock().freeze()), Chain));
    registry.add("tfrt_test.corert.op_attrs_ref_print", |attrs: &FrozenAttrs| {
        print(attrs);
        Chain
    });
}

/// Prints the text form; it ends its lines itself.
fn print(attrs: &OpAttrs) {
    let mut text = attrs.print();
    text.pop();
    print_line(text);
}
