//! Products, convolutions, transforms, decompositions, statistics and random numbers.

use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits};
use tfrt_ir::types::FloatKind;

use super::attributes::{DotAlgorithm, DotDimensionNumbers};
use super::constraints::{self, i64_list, non_negative, positive};
use super::conv::ConvDimensionNumbers;
use super::types::{ANY, ANY_OR_AXIS, fixed, fixed_integers, ranked, scalar, sizes, vector};
use super::words::{FftType, RngAlgorithm, RngDistribution, Transpose};
use super::{forms, op};

pub(super) fn ops() -> Vec<OpDefinition> {
    let mut ops = products();
    ops.extend(statistics());
    let mut ops: Vec<OpDefinition> = ops.into_iter().map(|op| op.traits(Traits::PURE)).collect();
    // The state of its generator is not in the program.
    ops.push(
        op("rng", "Random numbers.")
            .operand("a", scalar("BIF"))
            .operand("b", scalar("BIF"))
            .operand("shape", sizes())
            .attribute(
                "rng_distribution",
                constraints::own::<RngDistribution>("XLA PRNG distribution to be used."),
            )
            .result("result", ranked("BIF"))
            .format(
                "$a `,` $b `,` $shape `,` `distribution` `=` custom<Word>($rng_distribution) attr-dict `:` \
                 functional-type(operands, results)",
            ),
    );
    ops
}

/// The attributes of convolutions behind the padding.
fn convolution(op: OpDefinition, is_dynamic: bool) -> OpDefinition {
    let op = op.optional_attribute("window_strides", i64_list());
    let op = if is_dynamic { op } else { op.optional_attribute("padding", constraints::i64_elements()) };
    op.optional_attribute("lhs_dilation", i64_list())
        .optional_attribute("rhs_dilation", i64_list())
        .optional_attribute("window_reversal", constraints::bool_list())
        .attribute(
            "dimension_numbers",
            constraints::own::<ConvDimensionNumbers>("Structure of dimension information for conv op"),
        )
        .attribute("feature_group_count", positive(64))
        .attribute("batch_group_count", positive(64))
        .optional_attribute("precision_config", constraints::precision_config())
}

fn products() -> Vec<OpDefinition> {
    let conv = convolution(
        op("convolution", "Products of a kernel and all windows of a tensor.")
            .operand("lhs", ranked(ANY))
            .operand("rhs", ranked(ANY_OR_AXIS)),
        false,
    );
    let dynamic_conv = convolution(
        op("dynamic_conv", "A convolution whose padding a tensor says.")
            .operand("lhs", ranked(ANY))
            .operand("rhs", ranked(ANY))
            .operand("padding", fixed_integers(2)),
        true,
    );
    vec![
        conv.result("result", ranked(ANY_OR_AXIS)).format(
            "`(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,` `window` `=` `{` \
             custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}` attr-dict `:` \
             functional-type(operands, results)",
        ),
        dynamic_conv.result("result", ranked(ANY)),
        op("dot", "The product of two vectors or matrices.")
            .operand("lhs", ranked(ANY))
            .operand("rhs", ranked(ANY_OR_AXIS))
            .optional_attribute("precision_config", constraints::precision_config())
            .result("result", ranked(ANY_OR_AXIS))
            .format(
                "$lhs `,` $rhs `` custom<Precision>($precision_config) attr-dict `:` functional-type(operands, results)",
            ),
        op("dot_general", "Products of all pairs of slices of two tensors.")
            .operand("lhs", ranked(ANY))
            .operand("rhs", ranked(ANY_OR_AXIS))
            .attribute(
                "dot_dimension_numbers",
                constraints::own::<DotDimensionNumbers>(
                    "Attribute that models the dimension information for dot.",
                ),
            )
            .optional_attribute("precision_config", constraints::precision_config())
            .optional_attribute(
                "algorithm",
                constraints::own::<DotAlgorithm>(
                    "Attribute that models the algorithm constraints to use for computing dot.",
                ),
            )
            .result("result", ranked(ANY_OR_AXIS))
            .format(
                "$lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers) `` \
                 custom<Precision>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)",
            ),
        op("einsum", "The product of two tensors that a formula says.")
            .operand("lhs", ranked(ANY))
            .operand("rhs", ranked(ANY))
            .attribute("einsum_config", AttrConstraint::string())
            .result("result", ranked(ANY))
            .format(
                "$lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)",
            ),
        op("unary_einsum", "A sum over dimensions of a tensor that a formula says.")
            .operand("operand", ranked(ANY))
            .attribute("einsum_config", AttrConstraint::string())
            .result("result", ranked(ANY))
            .format("$operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)"),
        op("fft", "The Fourier transform along the last dimensions.")
            .operand("operand", ranked("FC"))
            .attribute("fft_type", constraints::own::<FftType>("XLA fast fourier transform type."))
            .attribute("fft_length", i64_list())
            .result("result", ranked("FC"))
            .format(
                "$operand `,` `type` `=` custom<Word>($fft_type) `,` `length` `=` custom<I64Array>($fft_length) attr-dict \
                 `:` functional-type(operands, results)",
            ),
        op("cholesky", "The Cholesky factors of matrices.")
            .operand("a", ranked("FCQ"))
            .optional_attribute_with_default("lower", AttrConstraint::boolean(), constraints::no())
            .result("result", ranked("FCQ"))
            .format("$a (`,` `lower` `=` $lower^)? attr-dict `:` shared-type(operands, results)"),
        op("triangular_solve", "The solutions of systems of equations with triangular matrices.")
            .operand("a", ranked("FC"))
            .operand("b", ranked("FC"))
            .attribute("left_side", AttrConstraint::boolean())
            .attribute("lower", AttrConstraint::boolean())
            .attribute("unit_diagonal", AttrConstraint::boolean())
            .attribute("transpose_a", constraints::own::<Transpose>("Transpose options"))
            .result("result", ranked("FC")),
    ]
}

fn statistics() -> Vec<OpDefinition> {
    let norm = |op: OpDefinition| {
        op.attribute("epsilon", AttrConstraint::float(FloatKind::F32))
            .attribute("feature_index", non_negative(64))
    };
    vec![
        norm(
            op("batch_norm_grad", "The gradients of batch normalization.")
                .operand("operand", ranked("FQ"))
                .operand("scale", vector("FQ"))
                .operand("mean", vector("FQ"))
                .operand("variance", vector("FQ"))
                .operand("grad_output", ranked("FQ")),
        )
        .result("grad_operand", ranked("FQ"))
        .result("grad_scale", vector("FQ"))
        .result("grad_offset", vector("FQ"))
        .result_names_hook(|_, name| {
            name(0, "grad_operand");
            name(1, "grad_scale");
            name(2, "grad_offset");
        }),
        norm(
            op("batch_norm_inference", "Batch normalization with a given mean and variance.")
                .operand("operand", ranked("FQ"))
                .operand("scale", vector("FQ"))
                .operand("offset", vector("FQ"))
                .operand("mean", vector("FQ"))
                .operand("variance", vector("FQ")),
        )
        .result("result", ranked("FQ")),
        norm(
            op("batch_norm_training", "Batch normalization with the mean and variance of its operand.")
                .operand("operand", ranked("FQ"))
                .operand("scale", vector("FQ"))
                .operand("offset", vector("FQ")),
        )
        .result("output", ranked("FQ"))
        .result("batch_mean", vector("FQ"))
        .result("batch_var", vector("FQ"))
        .result_names_hook(|_, name| {
            name(0, "output");
            name(1, "batch_mean");
            name(2, "batch_var");
        }),
        op("rng_bit_generator", "Random bits of a generator whose state is an operand and a result.")
            .attribute("rng_algorithm", constraints::own::<RngAlgorithm>("XLA PRNG algorithm to be used."))
            .operand("initial_state", ranked("IF"))
            .result("output_state", ranked("IF"))
            .result("output", fixed("IF"))
            .result_names_hook(|_, name| {
                name(0, "output_state");
                name(1, "output");
            })
            .format(
                "$initial_state `,` `algorithm` `=` custom<Word>($rng_algorithm) attr-dict `:` \
                 functional-type(operands, results)",
            ),
        op("tuple", "Values as one tuple.")
            .variadic_operand("val", super::types::value_tuple_or_memref())
            .result("result", super::types::tuple())
            .parse_hook(forms::parse_tuple)
            .print_hook(forms::print_tuple),
        op("get_tuple_element", "A part of a tuple.")
            .operand("operand", super::types::tuple())
            .attribute("index", non_negative(32))
            .result("result", super::types::value_tuple_or_memref())
            .format("$operand `[` $index `]` attr-dict `:` functional-type(operands, results)"),
    ]
}
