//! The `tfrt_dht` and `tfrt_dht_sync` dialects: dense tensors in host memory.
//!
//! Most operations are families over element types and ranks; the tables below list the members with a declaration. Kernels
//! exist for other members, which programs write in generic form. The synchronous dialect has the same operations without
//! chains.

use tfrt_ir::dialect::Dialect;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};

use crate::constraints::{chain, host_buffer, scalar, shape, tensor};

/// Element types of the declared families.
const ELEMENT_TYPES: [&str; 10] =
    ["ui8", "ui16", "ui32", "ui64", "i32", "f32", "i64", "bool", "complex64", "complex128"];

/// Ranks of the declared families.
const RANKS: std::ops::RangeInclusive<u32> = 0..=4;

/// The dialects.
pub(crate) fn dialects() -> [Dialect; 2] {
    [
        Dialect::new("tfrt_dht")
            .summary("Dense tensors in host memory, written in place; chains order writers and readers.")
            .allow_unknown_ops()
            .allow_unknown_types(),
        Dialect::new("tfrt_dht_sync")
            .summary("Dense tensors in host memory for synchronous functions: no chains. No kernels run these operations yet.")
            .allow_unknown_ops()
            .allow_unknown_types(),
    ]
}

/// The operations of `tfrt_dht`.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("tfrt_dht.{name}")).traits(Traits::ISOLATED);
    let mut ops = vec![
        op("print_tensor")
            .summary("Prints a tensor of any kind on a line of its own.")
            .operand("tensor", tensor())
            .operand("chain", chain())
            .result("out_chain", chain())
            .format("operands attr-dict"),
        get_tensor_shape("tfrt_dht"),
        allocate_buffer("tfrt_dht"),
        get_buffer_slice("tfrt_dht"),
        op("get_buffer")
            .summary("The buffer below a tensor.")
            .operand("tensor", tensor())
            .operand("chain", chain())
            .result("buffer", host_buffer())
            .result("out_chain", chain())
            .format("operands attr-dict"),
        op("print_buffer")
            .summary("Prints where a buffer is and how large it is.")
            .operand("buffer", host_buffer())
            .operand("chain", chain())
            .result("out_chain", chain())
            .format("operands attr-dict"),
    ];
    for element in ELEMENT_TYPES {
        ops.extend(RANKS.map(|rank| create_uninitialized("tfrt_dht", element, rank)));
        ops.push(
            op(&format!("make_tensor.{element}"))
                .summary(format!(
                    "Makes a tensor of `{element}` and of the given shape over a buffer, which it takes."
                ))
                .operand("buffer", host_buffer())
                .operand("shape", shape())
                .operand("chain", chain())
                .result("tensor", tensor())
                .result("out_chain", chain())
                .format("operands attr-dict"),
        );
        ops.push(
            op(&format!("fill_tensor_with_constant.{element}"))
                .summary("Sets all elements to one value.")
                .operand("tensor", tensor())
                .operand("chain", chain())
                .attribute("value", AttrConstraint::any())
                .result("out_chain", chain())
                .format("operands $value attr-dict"),
        );
        ops.push(
            op(&format!("set_tensor_with_constant_values.{element}"))
                .summary("Sets the elements, in row-major order.")
                .operand("tensor", tensor())
                .operand("chain", chain())
                .attribute("values", AttrConstraint::array())
                .result("out_chain", chain())
                .format("operands $values attr-dict"),
        );
        ops.push(
            op(&format!("tensor_equal.{element}"))
                .summary("Whether two tensors have equal shapes and elements.")
                .operand("lhs", tensor())
                .operand("rhs", tensor())
                .operand("chain", chain())
                .result("equal", scalar("i1"))
                .result("out_chain", chain())
                .format("operands attr-dict"),
        );
    }
    ops
}

/// The operations of `tfrt_dht_sync`.
pub(crate) fn sync_ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("tfrt_dht_sync.{name}")).traits(Traits::ISOLATED);
    let mut ops = vec![
        op("print_tensor")
            .summary("Prints a tensor of any kind on a line of its own.")
            .operand("tensor", tensor())
            .format("operands attr-dict"),
        get_tensor_shape("tfrt_dht_sync"),
        allocate_buffer("tfrt_dht_sync"),
        get_buffer_slice("tfrt_dht_sync"),
    ];
    for element in ELEMENT_TYPES {
        ops.extend(RANKS.map(|rank| create_uninitialized("tfrt_dht_sync", element, rank)));
        ops.push(
            op(&format!("set_tensor_with_constant_values.{element}"))
                .summary("Sets the elements, in row-major order.")
                .operand("tensor", tensor())
                .attribute("values", AttrConstraint::array())
                .format("operands $values attr-dict"),
        );
        ops.push(
            op(&format!("make_tensor.{element}"))
                .summary(format!(
                    "Makes a tensor of `{element}` and of the given shape over a buffer, which it takes."
                ))
                .operand("buffer", host_buffer())
                .operand("shape", shape())
                .result("tensor", tensor())
                .format("operands attr-dict"),
        );
    }
    ops
}

fn create_uninitialized(dialect: &str, element: &str, rank: u32) -> OpDefinition {
    OpDefinition::new(format!("{dialect}.create_uninitialized_tensor.{element}.{rank}"))
        .summary(format!("Allocates a tensor of `{element}` and rank {rank} whose elements are not set."))
        .attribute("shape", AttrConstraint::i64_array())
        .result("tensor", tensor())
        .traits(Traits::PURE | Traits::ISOLATED | Traits::MAY_FAIL)
        .effects_hook(crate::effects::fresh_allocation)
        .format("$shape attr-dict")
}

fn get_tensor_shape(dialect: &str) -> OpDefinition {
    OpDefinition::new(format!("{dialect}.get_tensor_shape"))
        .summary("The shape of a tensor.")
        .operand("tensor", tensor())
        .result("shape", shape())
        .traits(Traits::PURE | Traits::ISOLATED)
        .format("operands attr-dict")
}

fn allocate_buffer(dialect: &str) -> OpDefinition {
    OpDefinition::new(format!("{dialect}.allocate_buffer"))
        .summary("Allocates a buffer: its size and alignment in bytes.")
        .operand("size", scalar("i64"))
        .operand("alignment", scalar("i64"))
        .result("buffer", host_buffer())
        .traits(Traits::ISOLATED)
        .format("operands attr-dict")
}

fn get_buffer_slice(dialect: &str) -> OpDefinition {
    OpDefinition::new(format!("{dialect}.get_buffer_slice"))
        .summary("A part of a buffer: its offset and size in bytes.")
        .operand("buffer", host_buffer())
        .operand("offset", scalar("i64"))
        .operand("size", scalar("i64"))
        .result("slice", host_buffer())
        .traits(Traits::ISOLATED)
        .format("operands attr-dict")
}
