//! Kernels of shared libraries as operations, for tools that check and transform programs without running them.
//!
//! A kernel of a library has no declaration in any dialect. [`declare`] makes one from its signature: any operands, its number of results,
//! and whether it is pure, so that passes may merge, fold away and move its uses. A dialect that no other part declares comes into being with
//! the first kernel of its namespace; its types are opaque. Attributes have no names in a signature, so they are not checked here: the loader
//! does that.

use std::collections::BTreeSet;

use tfrt_executor::kernel::{KernelDef, KernelFlags, KernelRegistry};
use tfrt_ir::dialect::{Dialect, DialectRegistry};
use tfrt_ir::opdef::{OpDefinition, Traits, TypeConstraint};

/// Adds these kernels to the operations that are known. A dialect that is registered already says itself which operations it has, so its
/// kernels are left out.
pub fn declare(dialects: &mut DialectRegistry, kernels: &KernelRegistry) {
    let mut added = BTreeSet::new();
    let mut kernels: Vec<_> = kernels.iter().collect();
    kernels.sort_unstable_by_key(|kernel| kernel.name());
    for kernel in kernels {
        let Some((namespace, _)) = kernel.name().split_once('.') else { continue };
        if !added.contains(namespace) {
            let dialect = Dialect::new(namespace.to_owned()).summary("Kernels of a shared library.");
            if dialects.add_dialect(dialect.allow_unknown_types()).is_err() {
                continue;
            }
            added.insert(namespace);
        }
        let declared = dialects.add_op(definition(kernel));
        debug_assert!(declared.is_ok(), "kernels have distinct names: {declared:?}");
    }
}

fn definition(kernel: &KernelDef) -> OpDefinition {
    let any = || TypeConstraint::new("any type", |_, _| true);
    let signature = kernel.signature();
    let mut op = OpDefinition::new(kernel.name().to_owned())
        .summary("A kernel of a shared library.")
        .variadic_operand("operands", any());
    for number in 0..signature.results.len() {
        op = op.result(format!("result{number}"), any());
    }
    if signature.any_results {
        op = op.variadic_result("results", any());
    }
    if kernel.flags().has(KernelFlags::PURE) { op.traits(Traits::PURE) } else { op }
}
