//! Operations with regions, calls of what is defined elsewhere, and the order of execution.

use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits};

use super::attributes::ScatterDimensionNumbers;
use super::constraints::{self, i64_list};
use super::types::{
    ANY, carried, foreign, ranked, tensor_or_token, token, value, value_or_tuple, value_tuple_or_memref,
};
use super::{forms, op};

const ONE_BLOCK: RegionShape = RegionShape::Blocks(1);

pub(super) fn ops() -> Vec<OpDefinition> {
    let mut ops = regions();
    ops.extend(calls());
    ops
}

fn regions() -> Vec<OpDefinition> {
    let ended = Traits::SINGLE_BLOCK | Traits::RECURSIVE_EFFECTS;
    vec![
        op("case", "Runs the region that a number selects, the last if there is none.")
            .operand("index", ranked("i"))
            .variadic_region("branches", ONE_BLOCK)
            .variadic_result("results", value())
            .traits(ended),
        op("if", "Runs one of two regions.")
            .operand("pred", ranked("B"))
            .region("true_branch", ONE_BLOCK)
            .region("false_branch", ONE_BLOCK)
            .variadic_result("results", value())
            .traits(ended),
        op("while", "Runs a region on the values that it carries while another says so.")
            .variadic_operand("operand", carried())
            .region("cond", ONE_BLOCK)
            .region("body", ONE_BLOCK)
            .variadic_result("results", carried())
            .traits(ended)
            .argument_name("iterArg")
            .parse_hook(forms::parse_while)
            .print_hook(forms::print_while),
        op("map", "Applies a region to each element.")
            .variadic_operand("inputs", ranked(ANY))
            .attribute("dimensions", i64_list())
            .region("computation", ONE_BLOCK)
            .result("result", ranked(ANY))
            .traits(ended),
        op("reduce", "Reduces dimensions with a region.")
            .variadic_operand("inputs", ranked(ANY))
            .variadic_operand("init_values", ranked(ANY))
            .attribute("dimensions", i64_list())
            .region("body", ONE_BLOCK)
            .variadic_result("results", ranked(ANY))
            .traits(ended)
            .parse_hook(forms::parse_reduce)
            .print_hook(forms::print_reduce),
        op("reduce_window", "Reduces all windows of tensors with a region.")
            .variadic_operand("inputs", ranked(ANY))
            .variadic_operand("init_values", ranked(ANY))
            .attribute("window_dimensions", i64_list())
            .optional_attribute("window_strides", i64_list())
            .optional_attribute("base_dilations", i64_list())
            .optional_attribute("window_dilations", i64_list())
            .optional_attribute("padding", constraints::i64_elements())
            .region("body", ONE_BLOCK)
            .variadic_result("results", ranked(ANY))
            .traits(ended),
        op("scatter", "Tensors with slices updated by a region.")
            .variadic_operand("inputs", ranked(ANY))
            .operand("scatter_indices", ranked("NX"))
            .variadic_operand("updates", ranked(ANY))
            .attribute(
                "scatter_dimension_numbers",
                constraints::own::<ScatterDimensionNumbers>(
                    "Attribute that models the dimension information for scatter",
                ),
            )
            .optional_attribute_with_default(
                "indices_are_sorted",
                AttrConstraint::boolean(),
                constraints::no(),
            )
            .optional_attribute_with_default("unique_indices", AttrConstraint::boolean(), constraints::no())
            .region("update_computation", ONE_BLOCK)
            .variadic_result("results", ranked(ANY))
            .traits(Traits::RECURSIVE_EFFECTS),
        op("select_and_scatter", "Adds values to the elements that a region selects in each window.")
            .operand("operand", ranked(ANY))
            .operand("source", ranked(ANY))
            .operand("init_value", ranked(ANY))
            .optional_attribute("window_dimensions", i64_list())
            .optional_attribute("window_strides", i64_list())
            .optional_attribute("padding", constraints::i64_elements())
            .region("select", ONE_BLOCK)
            .region("scatter", ONE_BLOCK)
            .result("result", ranked(ANY))
            .traits(Traits::RECURSIVE_EFFECTS),
        op("sort", "Tensors sorted together, as a region compares.")
            .variadic_operand("inputs", ranked(ANY))
            .optional_attribute_with_default(
                "dimension",
                AttrConstraint::integer(64),
                constraints::long_number(-1),
            )
            .optional_attribute_with_default("is_stable", AttrConstraint::boolean(), constraints::no())
            .region("comparator", ONE_BLOCK)
            .variadic_result("results", ranked(ANY))
            .traits(Traits::RECURSIVE_EFFECTS),
        op("return", "Ends a region; its operands are what the region gives.")
            .variadic_operand("results", value_tuple_or_memref())
            .traits(Traits::PURE | Traits::TERMINATOR)
            .format("operands attr-dict (`:` type(operands)^)?"),
    ]
}

fn calls() -> Vec<OpDefinition> {
    vec![
        op("after_all", "A token that orders what follows behind what its operands order.")
            .variadic_operand("inputs", token())
            .result("result", token())
            .traits(Traits::PURE)
            .format("operands attr-dict `:` shared-type(operands, results)"),
        op("create_token", "A token that orders nothing.")
            .result("output", token())
            .traits(Traits::PURE)
            .format("attr-dict `:` type(results)"),
        op("optimization_barrier", "Its operands, which no transformation moves across it.")
            .variadic_operand("operand", tensor_or_token())
            .variadic_result("result", tensor_or_token())
            .traits(Traits::PURE)
            .format("attr-dict ($operand^ `:` pairwise-types($operand, $result)):(`(` `)`)?"),
        op("composite", "An operation that a function defines in terms of others.")
            .variadic_operand("inputs", value_or_tuple())
            .attribute("name", AttrConstraint::string())
            .optional_attribute_with_default(
                "composite_attributes",
                AttrConstraint::dictionary(),
                constraints::empty_dictionary(),
            )
            .attribute("decomposition", AttrConstraint::flat_symbol())
            .optional_attribute_with_default("version", AttrConstraint::integer(32), constraints::number(0))
            .variadic_region("composite_regions", RegionShape::Any)
            .variadic_result("results", value_or_tuple())
            .format("$name operands attr-dict `:` functional-type(operands, results)"),
        op("custom_call", "A call of something outside the program.")
            .variadic_operand("inputs", foreign())
            .attribute("call_target_name", AttrConstraint::string())
            .optional_attribute_with_default("has_side_effect", AttrConstraint::boolean(), constraints::no())
            .optional_attribute("backend_config", constraints::backend_config())
            .optional_attribute_with_default("api_version", constraints::api_version(), constraints::number(1))
            .optional_attribute_with_default(
                "called_computations",
                constraints::symbols(),
                constraints::empty_list(),
            )
            .optional_attribute("operand_layouts", constraints::layouts())
            .optional_attribute("result_layouts", constraints::layouts())
            .optional_attribute("result_tilings", constraints::tilings())
            .optional_attribute_with_default(
                "output_operand_aliases",
                constraints::aliases(),
                constraints::empty_list(),
            )
            .variadic_result("results", foreign())
            .format(
                "custom<CallTarget>($call_target_name) `(` operands `)` attr-dict `:` functional-type(operands, results)",
            ),
    ]
}
