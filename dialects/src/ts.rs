//! The `ts` dialect: shapes of tensors, known in full, in part or not at all.

use tfrt_ir::context::Context;
use tfrt_ir::dialect::{Dialect, DialectSyntaxError};
use tfrt_ir::handles::Type;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};

use crate::constraints::{chain, partial_shape, scalar, shape};

/// The dialect itself. It knows its own types only.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("ts")
        .summary(
            "Shapes of tensors as values: `!ts.shape` is known in full, `!ts.partial_shape` may lack dimensions or the rank, \
             and an operation can narrow a shape to a fixed rank.",
        )
        .type_hook(parse_type)
        .allow_unknown_types()
}

fn parse_type(ctx: &Context, body: &str) -> Result<Type, DialectSyntaxError> {
    match body {
        "shape" | "partial_shape" => Ok(ctx.opaque_type("ts", body)),
        _ => Err(DialectSyntaxError { offset: 0, message: format!("unknown shape type: {body}") }),
    }
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("ts.{name}")).traits(Traits::ISOLATED);
    let mut ops = vec![
        op("build_shape")
            .summary("Makes a shape of the given dimensions.")
            .attribute("value", AttrConstraint::i64_array())
            .result("shape", shape())
            .traits(Traits::PURE)
            .format("$value attr-dict"),
        op("build_partial_shape")
            .summary("Makes a shape of the given dimensions, where -1 is one that is not known.")
            .attribute("value", AttrConstraint::i64_array())
            .result("shape", partial_shape())
            .traits(Traits::PURE)
            .format("$value attr-dict"),
        op("build_unranked_partial_shape")
            .summary("Makes a shape of unknown rank.")
            .result("shape", partial_shape())
            .traits(Traits::PURE)
            .format("attr-dict"),
        op("equal_shape")
            .summary("Whether two shapes are equal.")
            .operand("lhs", shape())
            .operand("rhs", shape())
            .result("equal", scalar("i1"))
            .format("operands attr-dict"),
        op("get_dimension")
            .summary("One dimension of a shape, by index.")
            .operand("shape", shape())
            .operand("index", scalar("i32"))
            .result("dimension", scalar("i64"))
            .format("operands attr-dict"),
        op("get_num_elements")
            .summary("The number of elements of a tensor of this shape.")
            .operand("shape", shape())
            .result("count", scalar("i64"))
            .format("operands attr-dict"),
        op("to_shape")
            .summary("Makes a partial shape a full one; an error if something is unknown.")
            .operand("partial", partial_shape())
            .result("shape", shape())
            .format("operands attr-dict"),
        op("to_partial_shape")
            .summary("Makes a shape a partial shape in which everything is known.")
            .operand("shape", shape())
            .result("partial", partial_shape())
            .format("operands attr-dict"),
    ];
    let print = |name: &str, ty: TypeConstraint| {
        op(name)
            .summary("Prints a shape on a line of its own.")
            .operand("shape", ty)
            .operand("chain", chain())
            .result("out_chain", chain())
            .format("operands attr-dict")
    };
    ops.push(print("print_shape", shape()));
    ops.push(print("print_partial_shape", partial_shape()));
    for rank in 0..4 {
        let fixed = || TypeConstraint::opaque("ts", format!("fixed_rank_shape.{rank}"));
        ops.push(
            op(&format!("as_fixed_rank_shape.{rank}"))
                .summary(format!("Narrows a shape to rank {rank}."))
                .operand("shape", shape())
                .result("fixed", fixed())
                .traits(Traits::PURE)
                .format("operands attr-dict"),
        );
        ops.push(print(&format!("print_fixed_rank_shape.{rank}"), fixed()));
    }
    ops
}
