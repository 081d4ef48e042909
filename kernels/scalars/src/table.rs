//! Tables of scalar kernels: each kernel is one line with its name, its lowering, and its function.
//!
//! The functions are plain and total; a function that can fail says so in its type. The lowering beside a function computes the same, for
//! code generators that do not call it.

use super::lowering::Lowering;
use super::{arith, math, scalar};
use tfrt_executor::kernel::{KernelFlags, KernelRegistry};

/// One kernel of a table.
#[derive(Debug, Clone, Copy)]
pub struct ScalarKernel {
    /// The name by which programs call it.
    pub name: &'static str,
    /// Its lowering, for code generators.
    pub lowering: Lowering,
    pub(crate) add: fn(&mut KernelRegistry, &'static str, KernelFlags),
}

/// Lines of `name, lowering, function;`.
macro_rules! scalar_kernels {
    ($($name:expr, $lowering:expr, $function:expr;)*) => {
        &[$($crate::table::ScalarKernel {
            name: $name,
            lowering: $lowering,
            add: |registry, name, flags| registry.add_with(name, flags, $function),
        },)*]
    };
}

pub(crate) use scalar_kernels;

/// All tables: scalars of `tfrt` and those of `tfrt_arith`, and those of test programs, for which code is generated like for others.
pub fn tables() -> impl Iterator<Item = &'static [ScalarKernel]> {
    own_tables().chain(scalar::TEST_TABLES.iter().copied())
}

/// The tables without those of test programs.
fn own_tables() -> impl Iterator<Item = &'static [ScalarKernel]> {
    [scalar::TABLES, arith::TABLES, arith::WIDTHS, arith::CONVERSIONS, math::TABLES]
        .into_iter()
        .flatten()
        .copied()
}

fn add<'a>(registry: &mut KernelRegistry, tables: impl Iterator<Item = &'a [ScalarKernel]>) {
    for kernel in tables.flatten() {
        (kernel.add)(registry, kernel.name, KernelFlags::PURE | KernelFlags::LOWERED);
    }
}

/// Adds the kernels of the tables, without those of test programs.
pub fn register(registry: &mut KernelRegistry) {
    add(registry, own_tables());
}

/// Adds the kernels of test programs.
pub fn register_test(registry: &mut KernelRegistry) {
    add(registry, scalar::TEST_TABLES.iter().copied());
}
