//! The dialects: every operation, type and attribute of this project, declared once.
//!
//! A declaration drives the parser, the printer, the verifier and the documentation. This crate has no compiler passes and
//! runs nothing; code that needs execution goes through the traits of [`oracle`].
//!
//! * One module per dialect, with tables for families over element types and ranks.
//! * [`tf`] interprets the ops that `corert.executeop` runs, which are data, not operations, in terms of the
//!   IR.
//! * [`signature`] reads what functions say about their arguments and results.
//! * [`docs`] writes the reference pages from the declarations.

mod arith;
mod attr_text;
mod builtin;
mod callee;
pub mod cf;
mod check;
pub mod chlo;
mod constraints;
mod coo;
mod corert;
mod dense_host_tensor;
mod dialect_attr;
pub mod docs;
mod effects;
mod func;
mod interpreter;
mod legacy;
mod math;
mod memref;
pub mod oracle;
pub mod quant;
pub mod scf;
pub mod sdy;
pub mod signature;
pub mod stablehlo;
mod tensor_types;
pub mod tf;
mod tfrt;
mod tfrt_arith;
mod tfrt_test;
mod ts;
pub mod ub;
pub mod vhlo;
pub mod vocabulary;

use std::sync::Arc;

use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::dialect::{DeclareOps, DialectRegistry, RegistryError};
use tfrt_ir::handles::{Attr, Loc, Type};
use tfrt_ir::types::TypeKind;
use tfrt_ops::OpDefRegistry;

pub use arith::{FLOAT_PREDICATES, INTEGER_PREDICATES};
pub use corert::attributes::{fused_body, fused_body_attr, shape as shape_of_attr, shape_attr};
pub use corert::execute_op::{constant_tensor, has_handler, op_attr, op_attrs, op_fault, op_name};
pub use dialect_attr::DialectAttr;

/// The attribute of arguments and results of functions that says what tensors they are: `{tf.type = tensor<?x784xf32>}`.
pub const TENSOR_TYPE_ATTR: &str = "tf.type";

/// The attribute of `corert.executeop` and its relatives that says what tensors it gives, a list of types, `none` where nothing
/// is known. A note that passes may read and write; files do not have it.
pub const RESULT_TYPES_ATTR: &str = "tf.result_types";

/// During lowering, an attribute of an operation that runs an op: for each result, its type for two sizes of a batch. Files do not contain it.
pub const BATCH_TYPES_ATTR: &str = "tf.batch_types";

/// A unit attribute of calls, branches and loops, from front ends whose languages say nothing of errors within functions: a result fails only with
/// what it is computed from, and so the call may be replaced by the function's body. Files do not contain it.
pub const LENIENT_ATTR: &str = "tf.lenient";

/// The attribute of `corert.executeop` and its relatives that names the device that runs the op, whatever its handler is: `CPU:0`,
/// `/device:MY_DEVICE:1`. Placement follows it; files do not have it.
pub const DEVICE_ATTR: &str = "tf.device";

/// The attribute of operations, and of arguments of functions, with the other parts of the graph's node from which they come. Only the
/// export to graphs reads it; files do not have it.
pub const NODE_ATTR: &str = "tf.node";

/// The constant that operations of MLIR's own dialects use: `arith.constant`, or `func.constant` of a function.
#[must_use]
pub fn plain_constant(ctx: &Context, value: Attr, ty: Type, loc: Loc, is_function: bool) -> Option<OpState> {
    if is_function || matches!(ctx.type_kind(ty), TypeKind::Function { .. }) {
        ctx.flat_symbol(value)?;
        let state = OpState::new(ctx.ident("func.constant"), loc).attr(ctx.ident("value"), value);
        return Some(state.results(&[ty]));
    }
    arith::materialize(ctx, value, ty, loc)
}

/// Adds all dialects to a registry, with the built-in op definitions.
///
/// # Errors
/// One of the dialects is there already.
pub fn register_all(registry: &mut DialectRegistry) -> Result<(), RegistryError> {
    register_with(registry, Arc::new(OpDefRegistry::new()))
}

/// Adds all dialects to a registry, which shares op definitions with the other owners of `definitions`.
///
/// # Errors
/// One of the dialects is there already.
pub fn register_with(
    registry: &mut DialectRegistry,
    definitions: Arc<OpDefRegistry>,
) -> Result<(), RegistryError> {
    registry.set_extension(definitions);
    registry.set_legacy_hook(legacy::hook);
    let dialects = [
        builtin::dialect(),
        func::dialect(),
        arith::dialect(),
        math::dialect(),
        cf::dialect(),
        scf::dialect(),
        memref::dialect(),
        ub::dialect(),
        tfrt_arith::dialect(),
        tfrt::dialect(),
        tfrt_test::dialect(),
        ts::dialect(),
        coo::dialect(),
        quant::dialect(),
        stablehlo::dialect(),
        chlo::dialect(),
        check::dialect(),
        interpreter::dialect(),
        vhlo::dialect(),
        sdy::dialect(),
    ];
    let pairs = [corert::dialects(), dense_host_tensor::dialects(), tensor_types::dialects()];
    for dialect in dialects.into_iter().chain(pairs.into_iter().flatten()) {
        registry.add_dialect(dialect)?;
    }
    let ops: [(&str, DeclareOps); 23] = [
        ("builtin", builtin::ops),
        ("func", func::ops),
        ("arith", arith::ops),
        ("math", math::ops),
        ("cf", cf::ops),
        ("scf", scf::ops),
        ("memref", memref::ops),
        ("ub", ub::ops),
        ("tfrt_arith", tfrt_arith::ops),
        ("tfrt", tfrt::ops),
        ("tfrt_test", tfrt_test::ops),
        ("corert", corert::ops),
        ("corert_sync", corert::sync_ops),
        ("ts", ts::ops),
        ("tfrt_dht", dense_host_tensor::ops),
        ("tfrt_dht_sync", dense_host_tensor::sync_ops),
        ("coo", coo::ops),
        ("stablehlo", stablehlo::ops),
        ("chlo", chlo::ops),
        ("check", check::ops),
        ("interpreter", interpreter::ops),
        ("vhlo", vhlo::ops),
        ("sdy", sdy::ops),
    ];
    for (dialect, declare) in ops {
        registry.declare_ops(dialect, declare)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_declarations_are_right() {
        let mut registry = DialectRegistry::new();
        register_all(&mut registry).unwrap();
        assert_eq!(registry.check(), Ok(()));
    }
}
