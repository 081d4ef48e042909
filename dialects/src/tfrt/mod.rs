//! The `tfrt` dialect: constants, scalar arithmetic, printing, chains, calls and control flow.
//!
//! Every operation is isolated from above: a region sees outer values only through its block arguments, and the custom forms
//! give these the names of the operands that they receive. Kernels of the same name run the operations; operations without a
//! declaration are kernels in generic form.

mod arithmetic;
mod calls;
mod constants;
pub(crate) mod control_flow;
pub(crate) mod evaluate;
pub(crate) mod merge_chains;
pub(crate) mod regions;

use tfrt_ir::dialect::Dialect;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};

use crate::constraints::{chain, device, scalar};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("tfrt")
        .summary("Constants, scalar arithmetic, printing, chains, calls and control flow.")
        .allow_unknown_ops()
        .allow_unknown_types()
        .materialize_hook(evaluate::materialize)
        .inlinable()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let mut ops = vec![
        OpDefinition::new("tfrt.new.chain")
            .summary("Makes a chain that is ready.")
            .result("chain", chain())
            .traits(Traits::PURE | Traits::ISOLATED)
            .format("attr-dict"),
        OpDefinition::new("tfrt.merge.chains")
            .summary("Makes a chain that is ready when all operands are available.")
            .description(
                "Operands may have any type. Canonicalization keeps the operands that have no other use; when all have one, \
                 the first operand takes the operation's place.",
            )
            .variadic_operand("operands", TypeConstraint::any())
            .result("chain", chain())
            .traits(Traits::PURE | Traits::ISOLATED)
            .patterns(&[merge_chains::canonicalize])
            .format("operands attr-dict `:` type(operands)"),
        OpDefinition::new("tfrt.get_device")
            .summary("Finds a device by its name, such as `CPU:0`, which always exists.")
            .operand("chain", chain())
            .result("device", device())
            .attribute("device_name", AttrConstraint::string())
            .traits(Traits::ISOLATED)
            .format("operands attr-dict"),
    ];
    for suffix in ["i1", "i32", "i64", "f32", "f64"] {
        ops.push(
            OpDefinition::new(format!("tfrt.print.{suffix}"))
                .summary("Prints a number on a line of its own.")
                .operand("value", scalar(suffix))
                .operand("chain", chain())
                .result("out_chain", chain())
                .traits(Traits::ISOLATED)
                .format("operands attr-dict"),
        );
    }
    ops.extend(constants::ops());
    ops.extend(arithmetic::ops());
    ops.extend(calls::ops());
    ops.extend(control_flow::ops());
    ops
}
