//! The `builtin` dialect: modules and casts. Its types and attributes belong to the IR itself.

use tfrt_ir::dialect::Dialect;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("builtin").summary(
        "Modules, the containers of functions, and the types and attributes that every dialect uses.",
    )
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    vec![
        OpDefinition::new("builtin.module")
            .summary("Holds functions and other modules, which it makes known to each other by name.")
            .optional_attribute("sym_name", AttrConstraint::symbol_name())
            .optional_attribute("sym_visibility", AttrConstraint::string())
            .region("body", RegionShape::Blocks(1))
            .traits(
                Traits::ISOLATED
                    | Traits::SYMBOL
                    | Traits::SYMBOL_TABLE
                    | Traits::SINGLE_BLOCK
                    | Traits::NO_TERMINATOR
                    | Traits::GRAPH_REGION
                    | Traits::NO_REGION_ARGUMENTS
                    | Traits::DEFAULT_DIALECT,
            )
            .format("($sym_name^)? attr-dict-with-keyword $body"),
        OpDefinition::new("builtin.unrealized_conversion_cast")
            .summary("Stands for a conversion between types that a later pass makes real.")
            .variadic_operand("inputs", TypeConstraint::any())
            .variadic_result("outputs", TypeConstraint::any())
            .traits(Traits::PURE)
            .format("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"),
    ]
}
