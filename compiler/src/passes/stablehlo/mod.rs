//! Passes over StableHLO with upstream's names and effects, for programs that stay StableHLO.
//!
//! What runs a program converts it to op graphs (`crate::stablehlo`) and needs none of them; they are for `tfrt-opt` and for pipelines that other
//! tools read from. Each file has one pass, or two that belong together; `emit` writes the operations that patterns leave.

mod chlo;
mod compatibility;
mod complex_math;
mod composites;
mod deprecated;
mod dynamism;
mod emit;
mod folder;
mod quant_products;
mod quant_to_math;
mod quantized_ops;
mod refine_arguments;
mod refine_shapes;
mod signless;
mod simplify;
mod wrap_in_composite;

pub(crate) use chlo::{broadcast_places, expand as expand_chlo};
use tfrt_ir::pass::PassInfo;

/// The passes, by name.
pub(super) const PASSES: &[PassInfo] = &[
    chlo::INFO,
    folder::INFO,
    simplify::INFO,
    dynamism::INFO,
    composites::CHECK_ASSERTIONS,
    compatibility::INFO,
    complex_math::INFO,
    signless::INFO,
    composites::COMPOSITE_TO_CALL,
    deprecated::INFO,
    quant_to_math::INFO,
    quantized_ops::FROM_QDQ,
    quantized_ops::TO_QDQ,
    refine_arguments::INFO,
    refine_shapes::INFO,
    simplify::WITH_FOLDER,
    wrap_in_composite::INFO,
];
