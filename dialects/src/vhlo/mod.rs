//! The `vhlo` dialect: the form of StableHLO programs in portable artifacts, in which each version of an operation has a name of its own.
//!
//! * The reader (`codec`) turns types and attributes of artifacts into those of `builtin` and `stablehlo` at once.
//! * [`legalize_to_stablehlo`] turns the operations of a program into those of `stablehlo` and `func`: attributes that an artifact
//!   spells out become the structures of `stablehlo`, and those with default values are left out.
//! * [`legalize_to_vhlo`] does the reverse, for a [`Version`], and the writer (`codec`) encodes the types and attributes of its operations.
//!
//! * [`spell_out`] gives types and attributes the form that they have in text, as types and attributes of `vhlo`, and [`take_back`] does the
//!   reverse.
//!
//! Every version since 0.9.0 is read and written.

mod codec;
mod function;
mod legalize;
mod mesh;
mod names;
mod portable;
mod read;
mod text;
mod versions;

use std::sync::Arc;

use tfrt_bytecode::Codecs;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};

pub use legalize::{LegalizeError, legalize_body_to_stablehlo, legalize_to_stablehlo};
pub use portable::legalize_to_vhlo;
pub use text::{is_spelled_out, spell_out, take_back};
pub use versions::Version;

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("vhlo")
        .summary("StableHLO's operations in portable artifacts, one for each version.")
        .type_hook(text::parse_type)
        .attr_hook(text::parse_attr)
}

/// Adds the encoding of portable artifacts.
pub fn add_codec(codecs: &mut Codecs) {
    codecs.add(Arc::new(codec::Vhlo));
    codecs.add_native_properties("vhlo");
}

/// Operations without attributes.
const PLAIN: &str = "abs_v1 add_v1 after_all_v1 and_v1 async_done_v1 async_start_v1 atan2_v1 bitcast_convert_v1 case_v1 cbrt_v1 ceil_v1 clamp_v1 complex_v1 \
    convert_v1 cosine_v1 count_leading_zeros_v1 create_token_v1 divide_v1 dynamic_pad_v1 dynamic_reshape_v1 \
    dynamic_update_slice_v1 exponential_minus_one_v1 exponential_v1 floor_v1 if_v1 imag_v1 is_finite_v1 log_plus_one_v1 log_v1 \
    logistic_v1 maximum_v1 minimum_v1 multiply_v1 negate_v1 not_v1 optimization_barrier_v1 or_v1 partition_id_v1 popcnt_v1 \
    power_v1 real_dynamic_slice_v1 real_v1 remainder_v1 replica_id_v1 reshape_v1 return_v1 round_nearest_afz_v1 \
    round_nearest_even_v1 rsqrt_v1 select_v1 shift_left_v1 shift_right_arithmetic_v1 shift_right_logical_v1 sign_v1 sine_v1 \
    sqrt_v1 subtract_v1 tan_v1 tanh_v1 tuple_v1 uniform_dequantize_v1 uniform_quantize_v1 while_v1 xor_v1";

/// Operations with attributes: names before the colon, attributes behind it.
const WITH_ATTRIBUTES: &[&str] = &[
    "cbrt_v2 cosine_v2 exponential_minus_one_v2 exponential_v2 log_plus_one_v2 log_v2 logistic_v2 rsqrt_v2 sine_v2 sqrt_v2 tan_v2 \
     tanh_v2: result_accuracy",
    "all_gather_v1 all_gather_v2: all_gather_dim replica_groups channel_id use_global_device_ids",
    "all_reduce_v1 all_reduce_v2: replica_groups channel_id use_global_device_ids",
    "all_to_all_v1 all_to_all_v2: split_dimension concat_dimension split_count replica_groups channel_id",
    "batch_norm_grad_v1 batch_norm_inference_v1 batch_norm_training_v1: epsilon feature_index",
    "broadcast_in_dim_v1: broadcast_dimensions",
    "broadcast_v1: broadcast_sizes",
    "call_v1: callee",
    "cholesky_v1: lower",
    "collective_broadcast_v1: replica_groups channel_id",
    "collective_broadcast_v2: replica_groups channel_id has_dynamic_root",
    "collective_reduce_v1: replica_groups channel_id use_global_device_ids has_dynamic_root",
    "collective_permute_v1: source_target_pairs channel_id",
    "compare_v1: comparison_direction compare_type",
    "composite_v1 composite_v2: name composite_attributes decomposition version",
    "concatenate_v1: dimension",
    "constant_v1: value",
    "convolution_v1 dynamic_conv_v1: window_strides padding lhs_dilation rhs_dilation window_reversal input_batch_dimension \
     input_feature_dimension input_spatial_dimensions kernel_input_feature_dimension kernel_output_feature_dimension \
     kernel_spatial_dimensions output_batch_dimension output_feature_dimension output_spatial_dimensions feature_group_count \
     batch_group_count precision_config",
    "dynamic_conv_v2: window_strides lhs_dilation rhs_dilation window_reversal input_batch_dimension input_feature_dimension \
     input_spatial_dimensions kernel_input_feature_dimension kernel_output_feature_dimension kernel_spatial_dimensions \
     output_batch_dimension output_feature_dimension output_spatial_dimensions feature_group_count batch_group_count \
     precision_config",
    "cross-replica-sum_v1: replica_groups",
    "custom_call_v1: call_target_name has_side_effect backend_config api_version called_computations operand_layouts \
     result_layouts output_operand_aliases",
    "custom_call_v2: call_target_name has_side_effect backend_config api_version called_computations operand_layouts \
     result_layouts output_operand_aliases result_tilings",
    "dot_v1: precision_config",
    "dot_general_v1: lhs_batching_dimensions rhs_batching_dimensions lhs_contracting_dimensions rhs_contracting_dimensions \
     precision_config",
    "dot_general_v2: lhs_batching_dimensions rhs_batching_dimensions lhs_contracting_dimensions rhs_contracting_dimensions \
     precision_config lhs_precision_type rhs_precision_type accumulation_type lhs_component_count rhs_component_count \
     num_primitive_operations allow_imprecise_accumulation",
    "dynamic_broadcast_in_dim_v1: broadcast_dimensions known_expanding_dimensions known_nonexpanding_dimensions",
    "dynamic_gather_v1: offset_dims collapsed_slice_dims start_index_map index_vector_dim indices_are_sorted",
    "dynamic_gather_v2: offset_dims collapsed_slice_dims operand_batching_dims start_indices_batching_dims start_index_map \
     index_vector_dim indices_are_sorted",
    "dynamic_iota_v1 iota_v1: iota_dimension",
    "dynamic_slice_v1: slice_sizes",
    "einsum_v1 unary_einsum_v1: einsum_config",
    "fft_v1: fft_type fft_length",
    "func_v1: sym_name function_type sym_visibility arg_attrs res_attrs",
    "gather_v1: offset_dims collapsed_slice_dims start_index_map index_vector_dim slice_sizes indices_are_sorted",
    "gather_v2: offset_dims collapsed_slice_dims operand_batching_dims start_indices_batching_dims start_index_map \
     index_vector_dim slice_sizes indices_are_sorted",
    "get_dimension_size_v1 set_dimension_size_v1: dimension",
    "get_tuple_element_v1: index",
    "infeed_v1: infeed_config layout",
    "map_v1 reduce_v1 reverse_v1: dimensions",
    "outfeed_v1: outfeed_config",
    "pad_v1: edge_padding_low edge_padding_high interior_padding",
    "recv_v1 send_v1: channel_id channel_type is_host_transfer",
    "recv_v2 send_v2: channel_id channel_type is_host_transfer source_target_pairs",
    "reduce_precision_v1: exponent_bits mantissa_bits",
    "reduce_scatter_v1: scatter_dimension replica_groups channel_id use_global_device_ids",
    "reduce_window_v1: window_dimensions window_strides base_dilations window_dilations padding",
    "rng_bit_generator_v1: rng_algorithm",
    "rng_v1: rng_distribution",
    "scatter_v1: update_window_dims inserted_window_dims scatter_dims_to_operand_dims index_vector_dim indices_are_sorted \
     unique_indices",
    "scatter_v2: update_window_dims inserted_window_dims input_batching_dims scatter_indices_batching_dims \
     scatter_dims_to_operand_dims index_vector_dim indices_are_sorted unique_indices",
    "select_and_scatter_v1: window_dimensions window_strides padding",
    "slice_v1: start_indices limit_indices strides",
    "sort_v1: dimension is_stable",
    "torch_index_select_v1: dim batch_dims",
    "transpose_v1: permutation",
    "triangular_solve_v1: left_side lower unit_diagonal transpose_a",
];

/// The operations. As upstream's, they take any values, attributes and regions: what an operation means is checked when it is one of
/// `stablehlo`.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let plain = PLAIN.split_whitespace().map(|name| (name, ""));
    let others = WITH_ATTRIBUTES.iter().flat_map(|line| {
        let (names, attributes) = line.split_once(':').unwrap_or((line, ""));
        names.split_whitespace().map(move |name| (name, attributes))
    });
    plain.chain(others).map(|(name, attributes)| op(name, attributes)).collect()
}

/// The newest form of an operation of StableHLO or of functions: `tan_v2` of `tan`.
fn newest_form(base: &str) -> Option<&'static str> {
    let others = WITH_ATTRIBUTES.iter().filter_map(|line| line.split_once(':')).map(|(names, _)| names);
    let all = others.chain([PLAIN]).flat_map(str::split_whitespace);
    let forms = all.filter(|name| name.rsplit_once("_v").is_some_and(|(known, _)| known == base));
    forms.max()
}

fn op(name: &'static str, attributes: &'static str) -> OpDefinition {
    let (base, version) = name.rsplit_once("_v").unwrap_or((name, "1"));
    let mut op = OpDefinition::new(format!("vhlo.{name}"))
        .summary(format!("Version {version} of `{base}`."))
        .variadic_operand("operands", TypeConstraint::any())
        .variadic_result("results", TypeConstraint::any())
        .variadic_region("regions", RegionShape::Any);
    for attribute in attributes.split_whitespace() {
        op = op.attribute(attribute, AttrConstraint::any());
    }
    match name {
        "return_v1" => op.traits(Traits::TERMINATOR),
        // Its body is read as that of the function that it becomes.
        "func_v1" => op
            .traits(Traits::ISOLATED)
            .parse_hook(function::parse)
            .print_hook(function::print)
            .custom_form_if(function::has_custom_form),
        "batch_norm_grad_v1" => op.result_names_hook(|_, name| {
            for (index, text) in ["grad_operand", "grad_scale", "grad_offset"].into_iter().enumerate() {
                name(index, text);
            }
        }),
        "batch_norm_training_v1" => op.result_names_hook(|_, name| {
            for (index, text) in ["output", "batch_mean", "batch_var"].into_iter().enumerate() {
                name(index, text);
            }
        }),
        "rng_bit_generator_v1" => op.result_names_hook(|_, name| {
            for (index, text) in ["output_state", "output"].into_iter().enumerate() {
                name(index, text);
            }
        }),
        _ => op,
    }
}
