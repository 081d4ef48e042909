//! The `interpreter` dialect: what programs for the reference interpreter say beyond StableHLO.

use tfrt_ir::dialect::Dialect;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};

use crate::constraints::symbol_array;
use crate::stablehlo::types::{ANY, ranked, tensor_or_token};

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("interpreter")
        .summary("Runs programs as several processes, and shows tensors while a program runs.")
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: &'static str, summary: &'static str| {
        OpDefinition::new(format!("interpreter.{name}")).summary(summary)
    };
    vec![
        op("run_parallel", "Runs a grid of functions, each as a process of a replica and a partition.")
            .variadic_operand("inputs", tensor_or_token())
            .optional_attribute("infeed", symbol_array().described("flat symbol ref array attribute"))
            .attribute(
                "programs",
                AttrConstraint::array_of(symbol_array()).described("Array of FlatSymbolRefArrayAttr"),
            )
            .variadic_result("results", tensor_or_token()),
        op("print", "Prints a tensor.")
            .operand("operand", ranked(ANY))
            .format("$operand attr-dict `:` type($operand)"),
        op("probe", "Writes a tensor to a file.")
            .operand("operand", ranked(ANY))
            .attribute("probe_id", AttrConstraint::string())
            .result("result", ranked(ANY))
            .traits(Traits::SAME_OPERANDS_AND_RESULT_TYPE)
            .format("$operand `,` `probe_id` `=` $probe_id attr-dict `:` type($result)"),
    ]
}
