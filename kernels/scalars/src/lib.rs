//! Kernels of scalars, chains, devices, printing, and loops over ranges: `tfrt.*`, `tfrt_arith.*` and the functions of C.
//!
//! Each kernel of scalars is a line of a [`table`]: its name, its [`lowering`], which code generators read, and its function.
//! [`text`] formats numbers, for these kernels and for ops.
//!
//! Calls, branches and loops (`tfrt.call`, `tfrt.if`, `tfrt.while`, …) are instructions of the executor, not kernels.

pub mod arith;
pub mod chain;
pub mod lowering;
pub mod math;
pub mod once;
pub mod parallel;
pub mod print;
pub mod scalar;
pub mod table;
pub mod text;

use tfrt_executor::kernel::KernelRegistry;

/// Adds the kernels of this family.
pub fn register(registry: &mut KernelRegistry) {
    table::register(registry);
    arith::register(registry);
    chain::register(registry);
    print::register(registry);
    parallel::register(registry);
    once::register(registry);
}
