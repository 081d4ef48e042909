//! Values that record when they are made and destroyed: `vt.*` and the test resource.

use std::sync::{Mutex, PoisonError};

use tfrt_executor::kernel::{Attr, KernelRegistry, Out};
use tfrt_executor::output::print_line;
use tfrt_executor::value::Chain;

use tfrt_scalars::print::line;

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    registry.add("vt.constant", |value: Attr<i32>| Out(Tracked::new(value.0)));
    registry.add("vt.add", |a: &Tracked, b: &Tracked| Out(Tracked::new(a.0.wrapping_add(b.0))));
    registry.add("vt.print", |value: &Tracked| line(format_args!("print vt_value({})", value.0)));
    registry.add("tfrt_test.allocate_resource", |_after: Chain| (Out(TestResource::allocate()), Chain));
    registry.add("tfrt_test.deallocate_resource", |resource: &TestResource| {
        resource.deallocate();
        line(format_args!("tfrt_test.deallocate_resource done"))
    });
}

/// `!vt.value`: a number whose life is printed.
///
/// A kernel's result is made and then moved to where its users find it, which is printed too; the moves of Rust leave no
/// trace otherwise.
#[derive(Debug)]
pub struct Tracked(i32);

impl Tracked {
    fn new(value: i32) -> Self {
        print_line(format!("constructed vt.value({value})"));
        print_line(format!("move constructed vt.value({value})"));
        Tracked(value)
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        print_line(format!("destroyed vt.value({})", self.0));
    }
}

/// A resource that can be given up before its value is destroyed.
#[derive(Debug)]
pub struct TestResource(Mutex<Option<Payload>>);

#[derive(Debug)]
struct Payload;

impl TestResource {
    fn allocate() -> Self {
        print_line("Allocated TestResource");
        TestResource(Mutex::new(Some(Payload)))
    }

    fn deallocate(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Drop for Payload {
    fn drop(&mut self) {
        print_line("Destroyed TestResource");
    }
}
