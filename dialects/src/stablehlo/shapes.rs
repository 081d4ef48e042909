//! Operations that move elements or change shapes: slices, broadcasts, gathers, pads.

use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};

use super::attributes::GatherDimensionNumbers;
use super::constraints::{self, i64_list, non_negative};
use super::elementwise::PLAIN;
use super::op;
use super::types::{
    ANY, ANY_OR_AXIS, fixed, fixed_integers, fixed_or_bounded, ranked, scalar, sizes, vector,
};

pub(super) fn ops() -> Vec<OpDefinition> {
    let mut ops = static_ops();
    ops.extend(dynamic_ops());
    ops.into_iter().map(|op| op.traits(Traits::PURE)).collect()
}

fn gather_dimensions() -> AttrConstraint {
    constraints::own::<GatherDimensionNumbers>("Attribute that models the dimension information for gather")
}

fn static_ops() -> Vec<OpDefinition> {
    vec![
        op("bitcast_convert", "The bits of a tensor as elements of another type.")
            .operand("operand", ranked(ANY_OR_AXIS))
            .result("result", ranked(ANY_OR_AXIS))
            .format(PLAIN),
        op("broadcast", "A tensor repeated along new leading dimensions.")
            .operand("operand", ranked(ANY))
            .attribute("broadcast_sizes", i64_list())
            .result("result", ranked(ANY_OR_AXIS))
            .format(
                "$operand `,` `sizes` `=` custom<I64Array>($broadcast_sizes) attr-dict `:` functional-type(operands, results)",
            ),
        op("broadcast_in_dim", "A tensor repeated along new dimensions and those of size 1.")
            .operand("operand", ranked(ANY_OR_AXIS))
            .attribute("broadcast_dimensions", i64_list())
            .result("result", fixed_or_bounded(ANY_OR_AXIS))
            .format(
                "$operand `,` `dims` `=` custom<I64Array>($broadcast_dimensions) attr-dict `:` \
                 functional-type(operands, results)",
            ),
        op("concatenate", "Tensors one after the other along a dimension.")
            .variadic_operand("inputs", ranked(ANY))
            .attribute("dimension", non_negative(64))
            .result("result", ranked(ANY))
            .format(
                "operands-and-comma($inputs) `dim` `=` $dimension attr-dict `:` functional-type(operands, results)",
            ),
        op("dynamic_slice", "A slice of known size that starts where scalars say, moved inside the tensor.")
            .operand("operand", ranked(ANY))
            .variadic_operand("start_indices", scalar("I"))
            .attribute("slice_sizes", i64_list())
            .result("result", ranked(ANY))
            .format(
                "$operand `,` operands-and-comma($start_indices) `sizes` `=` custom<I64Array>($slice_sizes) attr-dict `:` \
                 functional-type(operands, results)",
            ),
        op("dynamic_update_slice", "A tensor with a slice replaced, which starts where scalars say.")
            .operand("operand", ranked(ANY))
            .operand("update", ranked(ANY))
            .variadic_operand("start_indices", scalar("I"))
            .result("result", ranked(ANY))
            .format(PLAIN),
        op("gather", "Slices of a tensor that start where a tensor of indices says.")
            .operand("operand", ranked(ANY))
            .operand("start_indices", ranked("I"))
            .attribute("dimension_numbers", gather_dimensions())
            .attribute("slice_sizes", i64_list())
            .optional_attribute_with_default("indices_are_sorted", AttrConstraint::boolean(), constraints::no())
            .result("result", ranked(ANY)),
        op("get_dimension_size", "The size of a dimension.")
            .operand("operand", ranked(ANY_OR_AXIS))
            .attribute("dimension", non_negative(64))
            .result("result", ranked("i"))
            .format("$operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"),
        op("iota", "The numbers from 0 on along a dimension.")
            .attribute("iota_dimension", non_negative(64))
            .result("output", fixed("IFCQ"))
            .format("`dim` `=` $iota_dimension attr-dict `:` type($output)"),
        op("pad", "A tensor with padding around it and between its elements.")
            .operand("operand", ranked(ANY))
            .operand("padding_value", scalar(ANY))
            .attribute("edge_padding_low", i64_list())
            .attribute("edge_padding_high", i64_list())
            .attribute("interior_padding", i64_list())
            .result("result", ranked(ANY))
            .format(
                "$operand `,` $padding_value `,` `low` `=` custom<I64Array>($edge_padding_low) `,` `high` `=` \
                 custom<I64Array>($edge_padding_high) `,` `interior` `=` custom<I64Array>($interior_padding) attr-dict `:` \
                 functional-type(operands, results)",
            ),
        op("reshape", "The elements of a tensor in another shape.")
            .operand("operand", ranked(ANY_OR_AXIS))
            .result("result", fixed_or_bounded(ANY_OR_AXIS))
            .format(PLAIN),
        op("reverse", "A tensor with the order along some dimensions reversed.")
            .operand("operand", ranked(ANY))
            .attribute("dimensions", i64_list())
            .result("result", ranked(ANY))
            .format(
                "$operand `,` `dims` `=` custom<I64Array>($dimensions) attr-dict `:` shared-type(operands, results)",
            ),
        op("slice", "A slice with bounds and steps that are known.")
            .operand("operand", ranked(ANY))
            .attribute("start_indices", i64_list())
            .attribute("limit_indices", i64_list())
            .attribute("strides", i64_list())
            .result("result", ranked(ANY))
            .format(
                "$operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:` \
                 functional-type(operands, results)",
            ),
        op("torch_index_select", "Slices along a dimension that a tensor of indices selects.")
            .operand("operand", ranked(ANY))
            .operand("index", ranked(ANY))
            .attribute("dim", AttrConstraint::integer(64))
            .attribute("batch_dims", AttrConstraint::integer(64))
            .result("result", ranked(ANY)),
        op("transpose", "A tensor with its dimensions in another order.")
            .operand("operand", ranked(ANY_OR_AXIS))
            .attribute("permutation", i64_list())
            .result("result", ranked(ANY_OR_AXIS))
            .format(
                "$operand `,` `dims` `=` custom<I64Array>($permutation) attr-dict `:` functional-type(operands, results)",
            ),
    ]
}

fn dynamic_ops() -> Vec<OpDefinition> {
    vec![
        op("dynamic_broadcast_in_dim", "A tensor repeated to a shape that a tensor says.")
            .operand("operand", ranked(ANY_OR_AXIS))
            .operand("output_dimensions", sizes())
            .attribute("broadcast_dimensions", i64_list())
            .optional_attribute("known_expanding_dimensions", i64_list())
            .optional_attribute("known_nonexpanding_dimensions", i64_list())
            .result("result", ranked(ANY_OR_AXIS))
            .format(
                "$operand `,` $output_dimensions `,` `dims` `=` custom<I64Array>($broadcast_dimensions) attr-dict `:` \
                 functional-type(operands, results)",
            ),
        op("dynamic_gather", "Slices of a tensor, of a size that a tensor says.")
            .operand("operand", ranked(ANY))
            .operand("start_indices", ranked("I"))
            .operand("slice_sizes", fixed_integers(1))
            .attribute("dimension_numbers", gather_dimensions())
            .optional_attribute_with_default("indices_are_sorted", AttrConstraint::boolean(), constraints::no())
            .result("result", ranked(ANY)),
        op("dynamic_iota", "The numbers from 0 on along a dimension, in a shape that a tensor says.")
            .operand("output_shape", sizes())
            .attribute("iota_dimension", non_negative(64))
            .result("result", ranked(ANY))
            .format("$output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)"),
        op("dynamic_pad", "A tensor with padding of which tensors say how much.")
            .operand("operand", ranked(ANY))
            .operand("padding_value", scalar(ANY))
            .operand("edge_padding_low", sizes())
            .operand("edge_padding_high", sizes())
            .operand("interior_padding", sizes())
            .result("result", ranked(ANY))
            .format(PLAIN),
        op("dynamic_reshape", "The elements of a tensor in a shape that a tensor says.")
            .operand("operand", ranked(ANY_OR_AXIS))
            .operand("output_shape", sizes())
            .result("result", ranked(ANY_OR_AXIS))
            .format(PLAIN),
        op("real_dynamic_slice", "A slice with bounds and steps that tensors say.")
            .operand("operand", ranked(ANY))
            .operand("start_indices", vector("XI"))
            .operand("limit_indices", vector("XI"))
            .operand("strides", vector("XI"))
            .result("result", ranked(ANY))
            .format(PLAIN),
        op("set_dimension_size", "A tensor of which only the start of a dimension counts.")
            .operand("operand", ranked(ANY))
            .operand("size", ranked("i"))
            .attribute("dimension", non_negative(64))
            .result("result", ranked(ANY))
            .format("$operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)"),
    ]
}
