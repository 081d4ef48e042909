//! The `coo` dialect: sparse tensors in host memory as lists of coordinates and values.

use tfrt_ir::dialect::Dialect;
use tfrt_ir::opdef::{OpDefinition, Traits};

use crate::constraints::{chain, scalar, tensor};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("coo")
        .summary("Sparse tensors in host memory: the coordinates of the elements that are not zero, and their values.")
        .allow_unknown_ops()
        .allow_unknown_types()
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: String| OpDefinition::new(format!("coo.{name}")).traits(Traits::ISOLATED);
    let mut ops = vec![
        op("print_tensor".into())
            .summary("Prints a sparse tensor on a line of its own.")
            .operand("tensor", tensor())
            .operand("chain", chain())
            .result("out_chain", chain())
            .format("operands attr-dict"),
    ];
    for element in ["i32", "f32"] {
        for rank in 0..4 {
            for (family, summary) in [
                ("convert_dht_to_coo", "Makes a dense tensor sparse."),
                ("convert_coo_to_dht", "Makes a sparse tensor dense."),
            ] {
                ops.push(
                    op(format!("{family}.{element}.{rank}"))
                        .summary(summary)
                        .operand("tensor", tensor())
                        .operand("chain", chain())
                        .result("converted", tensor())
                        .result("out_chain", chain())
                        .format("operands attr-dict"),
                );
            }
            ops.push(
                op(format!("tensor_equal.{element}.{rank}"))
                    .summary("Whether two sparse tensors have equal indices and nearly equal values.")
                    .operand("lhs", tensor())
                    .operand("rhs", tensor())
                    .operand("chain", chain())
                    .result("equal", scalar("i1"))
                    .result("out_chain", chain())
                    .format("operands attr-dict"),
            );
        }
    }
    ops
}
