//! The messages of each rule, for documentation and for tests that want a program for each.

/// Gathering.
const GATHER: &[&str] = &[
    "Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, {}]. got: {}.",
    "start_index_map size ({}) is not equal to size of index dimension ({}) of start_indices ({})",
    "offset_dims size ({}) plus collapse_slice_dims size ({}) plus operand_batching_dims size ({}) is not equal to operand rank ({})",
    "has duplicated dimension from collapsed_slice_dims and operand_batching_dims: {}",
    "has duplicated dimension from start_index_map and operand_batching_dims: {}",
    "expects start_indices_batching_dims to not repeat, got: [{}]",
    "expects start_indices_batching_dims not to include index_vector_dim {}",
    "operand_batching_dims and start_indices_batching_dims should have the same size",
    "operand_batching_dims[{}] and start_indices_batching_dims[{}] must have compatible sizes, but got {} and {}",
    "slice_sizes size ({}) not equal to operand rank ({})",
    "Expects that for each dim in {}, slice_sizes[dim] should be <= 1, but got {}",
    "slice size ({}) is out of bounds for operand dimension ({}) at index {}",
    "expects {} to not repeat, got: [{}]",
    "expects {} to be sorted, got: [{}]",
    "Expects each element of {} to be in range [0, {}) i.e. [0, {}). got: {}.",
    "inferred type(s) {} are incompatible with return type(s) of operation {}",
];

/// Convolutions.
const CONVOLUTION: &[&str] = &[
    "expects precision config to be empty or have <= 2 elements, got {}",
    "expects the same size for input, kernel and output spatial-dimensions, but got {}, {}, and {} resp.",
    "expects input, kernel, and output dimension-numbers to be in-range [0, {}).",
    "expects {} dimension-numbers to be unique, got {{}}.",
    "expects batch_group_count and feature_group_count not to be both greater than 1. Got {} and {} resp.",
    "expects input batch dimension ({}) to be divisible by batch_group_count. Got batch_group_count = {}.",
    "expects input feature dimension ({}) to be a multiple of feature_group_count. Got feature_group_count = {}.",
    "expects input feature dimension ({}) / feature_group_count = kernel input feature dimension ({}). Got feature_group_count = {}.",
    "expects output feature dimension size ({}) to be a multiple of batch_group_count. Got batch_group_count = {}.",
    "expects kernel output feature dimension ({}) to be divisible by feature_group_count. For feature_group_count = {}.",
    "inferred shape '[{}]' is incompatible with return type of operation '{}'",
];

/// The region of a reduction.
const REDUCTION: &[&str] = &[
    "Reduction-region must take {} parameters, but takes {} parameter(s)",
    "The reduction-region expected to return some value(s)",
    "Reduction-region here must produce {} tensors, but produces {} instead",
    "Reduction-region here must produce tensor-typed result(s), but produces {} instead",
    "The type of reduction-region's parameter at index {} is different than the corresponding result type: {}",
    "The shape of reduction-region's result type at index {} differs from the op's corresponding init-value type: {}",
    "The element-type of reduction-region's result type at index {} is expected to be promotable from the op's corresponding init-value element-type: {}",
    "The element-type of reduction-region's argument at index {} is expected to be promotable from {}, but got {}",
];

/// Quantised factors.
const QUANTIZED: &[&str] = &[
    "quantization dimension of rhs should be same with kernel_output_feature_dimension",
    "quantization dimension of result should be same with output_feature_dimension",
    "rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold",
    "mismatched rhs quantization expressed type and lhs and result element type",
    "mismatched lhs and rhs quantization storage types",
    "mismatched lhs, rhs and result quantization expressed types",
    "mismatched rhs and result quantization granularity",
];

/// Products by dimensions.
const DOT: &[&str] = &[
    "lhs and rhs should have the same number of batching dimensions",
    "lhs and rhs should have the same number of contracting dimensions",
    "has duplicated dimension from {} and {}: {}",
    "{} value: {} is out of range: [0, {})",
    "batching dimension sizes must match for lhs/rhs",
    "contracting dimension sizes must match for lhs/rhs",
];

/// Groups of processes.
const GROUPS: &[&str] = &[
    "replica groups should be a rank 2 tensor",
    "if `use_global_device_ids` is set, the replica groups cannot be empty",
    "Invalid replica id -1",
    "replica id #{} seen more than once",
    "replica id #{} not seen in replica groups",
    "group size of replica_groups must be {}",
];

/// Groups that are axes of a mesh.
const MESH: &[&str] = &[
    "mesh must be a FlatSymbolRefAttr or MeshAttr",
    "expected AxisRefAttr in axes list",
    "axis '{}' not found in mesh definition",
    "replica_groups: mesh symbol '{}' not found",
];

/// Windows.
const WINDOWS: &[&str] = &[
    "expects the shape of padding-attribute to be {N, 2}, but got {{}}.",
    "expects {} to have same dimension-size as size of window dimensions ({}), but got: {}.",
    "expects window to have positive {} for {}-th window dimension, but got {}.",
];

/// Messages of several lists in one.
macro_rules! joined {
    ($($part:expr),* $(,)?) => {{
        const PARTS: &[&[&str]] = &[$($part),*];
        const COUNT: usize = count(PARTS);
        const ALL: &[&str] = &join::<COUNT>(PARTS);
        ALL
    }};
}

const fn count(parts: &[&[&str]]) -> usize {
    let (mut count, mut part) = (0, 0);
    while part < parts.len() {
        count += parts[part].len();
        part += 1;
    }
    count
}

const fn join<const COUNT: usize>(parts: &[&[&'static str]]) -> [&'static str; COUNT] {
    let mut all = [""; COUNT];
    let (mut done, mut part) = (0, 0);
    while part < parts.len() {
        let mut at = 0;
        while at < parts[part].len() {
            all[done] = parts[part][at];
            (done, at) = (done + 1, at + 1);
        }
        part += 1;
    }
    all
}

/// The messages of a rule, by the name of its function. `{}` stands for any text.
pub(super) fn of(rule: &str) -> &'static [&'static str] {
    match rule {
        "absolute" | "is_finite" | "part" | "dequantize" | "is_kind" => &[
            "all non-scalar operands/results must have the same shape and base type",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "batch_norm_grad" | "batch_norm_inference" | "batch_norm_training" => &[
            "requires compatible element types for all operands and results",
            "expects multi-dimensional operands to have compatible shapes.",
            "expects single-dimensional operands to have compatible shapes.",
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex {}, and rank {}.",
            "expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is {} and the feature count is {}.",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "bitcast_convert" => &[
            "cannot convert between real and complex types, but got: {}",
            "rank of smaller element type ({}) should be 1 more than rank of larger element type ({}), but {} != {} + 1.",
            "operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: {}.",
            "requires compatible bit widths. Got: {}, but {} * {} != {}.",
        ],
        "broadcast" => &[
            "requires the same element type for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "Broadcast with negative dimension size {}",
        ],
        "broadcast_in_dim" => &[
            "expect same quantization scale and zero_point but got '{}' vs '{}'",
            "result quantization_dimension {} not same as broadcast_dimensions[{}] = {}",
            "mismatch result scale {} ({}) and operand scale 0 ({})",
            "mismatch result zero_point {} ({}) and operand zero_point 0 ({})",
            "requires compatible element types for all operands and results",
            "broadcast_dimensions size ({}) does not match operand rank ({})",
            "broadcast_dimensions should not have duplicates",
            "broadcast_dimensions contains invalid value {} for result with rank {}",
            "size of operand dimension {} ({}) is not equal to 1 or size of result dimension {} ({})",
        ],
        "cholesky" => &[
            "requires compatible element types for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "argument 'a' must have rank >= 2, got shape {}.",
            "minor dimensions of 'a' must have equal size, got shape {}.",
        ],
        "compare" => &[
            "all non-scalar operands/results must have the same shape and base type",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "requires compatible element types for all operands",
        ],
        "complex" => &[
            "requires the same shape for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "requires the same element type for all operands",
        ],
        "conditional" => &[
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "operand should be rank 0 tensor but got rank {}",
            "branch {} must have 0 arguments, but found {}",
            "branch 0 and branch {} have mismatched return types: {} vs {}",
            "expect at least one branch",
        ],
        "convert" => &["requires the same shape for all operands and results"],
        "dynamic_broadcast_in_dim" => &[
            "result quantization_dimension {} not same as broadcast_dimensions[{}] = {}",
            "mismatch result scale {} ({}) and operand scale 0 ({})",
            "mismatch result zero_point {} ({}) and operand zero_point 0 ({})",
            "broadcast_dimensions size ({}) does not match operand rank ({})",
            "broadcast_dimensions should not have duplicates",
            "broadcast_dimensions contains invalid value {} for result with rank {}",
            "expects operand and result to have compatible element type. Got: '{}' and '{}'",
            "size of operand dimension {} ({}) is not compatible with size of result dimension {} ({})",
            "duplicate expansion hint for at least one operand dimension",
            "hint for expanding dimension {} does not refer to a valid operand dimension",
        ],
        "dynamic_pad" => &[
            "failed to verify that all of {{}} have same element type",
            "failed to verify that all of {operand, result} have same rank",
            "failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same type",
            "padding operands size ({}) must match operand rank ({})",
        ],
        "dynamic_reshape" => &[
            "expect same quantization scale and zero_point but got '{}' vs '{}'",
            "expect same quantization scales and zero_points but got '{}' vs '{}'",
            "expect same quantization dimension size for operand and result '{}' and '{}'",
            "product of dimensions before quantization dimension must match between operand and result for {} and {}",
            "expects operand and result to have compatible element type. Got: '{}' and '{}'",
            "result should have a rank equal to the number of elements in output_shape",
        ],
        "dynamic_slice" => &[
            "failed to verify that all of {{}} have same element type",
            "start indices must have same element type",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "has mismatched number of slice sizes ({}) and number of start indices ({})",
            "has mismatched number of start indices ({}) and the rank of operand ({})",
            "has negative size index to dynamic slice: {}",
            "has slice size {} greater than dimension size {} in dimension {} of operand",
        ],
        "dynamic_update_slice" => &[
            "failed to verify that all of {{}} have same element type",
            "start indices must have same element type",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "update rank does not match operand rank: {} vs {}.",
            "expects number of start_indices to match operand rank: {} vs {}.",
            "expects size at dimension {} of update to be in range [0, {}]. Got: {}.",
        ],
        "get_dimension_size" => &[
            "requires dimension attribute in range [0, {}); found ({})",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "get_tuple_element" => &[
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "index {} is out of bounds of operand with size {}",
        ],
        "iota" => &["does not support scalars.", "iota dimension cannot go beyond the output rank."],
        "optimization_barrier" => &[
            "requires the same number of operands and results",
            "requires the same type for operand and result at index {}",
        ],
        "pad" => &[
            "requires the same element type for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size",
            "edge_padding_low length ({}) must match operand rank ({})",
            "Interior padding cannot be negative: {}",
            "Padding result in negative size for dimension {}",
        ],
        "real_dynamic_slice" => &[
            "failed to verify that all of {{}} have same element type",
            "failed to verify that all of {start_indices, limit_indices, strides} have same type",
            "has mismatched number of operand rank ({}) and start_indices size ({})",
        ],
        "reduce" => joined!(
            REDUCTION,
            &[
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
                "expects all inputs to have compatible shapes. Shape at input-index {} is not compatible with shape at input-index 0",
                "Out-of-bounds dimension {}, expected to be in range [0, {})",
                "Duplicate reduction dimension: {}",
            ],
        ),
        "repeat" => &[
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "expect operands to be compatible with {} but got {} vs {}",
            "expect condition body returns a single value but got {}",
            "expect condition block return a zero-ranked tensor of i1 but got {}",
        ],
        "reshape" => &[
            "expect same quantization scale and zero_point but got '{}' vs '{}'",
            "expect same quantization scales and zero_points but got '{}' vs '{}'",
            "expect same quantization dimension size for operand and result '{}' and '{}'",
            "product of dimensions before quantization dimension must match between operand and result for {} and {}",
            "requires compatible element types for all operands and results",
            "number of output elements ({}) doesn't match expected number of elements ({})",
        ],
        "reverse" => &[
            "requires the same element type for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "dimensions should be unique. Got: {}",
            "all dimensions should be non-negative. Got dimension: {}.",
            "all dimensions should be between [0, {}). Got dimension: {}.",
        ],
        "same_as_operand" | "broadcast_same" => &[
            "requires the same element type for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "set_dimension_size" => &[
            "requires dimension attribute in range [0, {}); found ({})",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "size operand should be of rank-0",
        ],
        "slice" => &[
            "requires the same element type for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "failed to verify that all of {start_indices, limit_indices, strides} have same size",
            "the number of elements in start_indices ({}) does not match the rank of the operand ({})",
            "negative start index {} in dimension {}",
            "limit index {} is larger than dimension size {} in dimension {}",
            "limit index {} is larger than dimension bound {} in dimension {}",
            "start index {} is larger than limit index {} in dimension {}",
            "stride must be positive but got {} in dimension {}",
        ],
        "transpose" => &[
            "expect same quantization scale and zero_point but got '{}' vs '{}'",
            "expect same quantization scales and zero_points but got '{}' vs '{}'",
            "operand quantization_dimension {} is not same as permutation[{}] = {}",
            "requires compatible element types for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "TransposeOp operand rank {} does not match permutation size {}",
            "attribute permutation must be a permutation of [{}] but got {}",
        ],
        "triangular_solve" => &[
            "requires compatible element types for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "operand 'a' must have rank >= 2, but got '{}'",
            "two minor dimensions of operand 'a' must be compatible, but got '{}'",
            "operands must have equal rank, but got '{}' and '{}'",
            "shared dimension of operands 'a' and 'b' must be compatible, but got '{}' and '{}'",
            "batch dimensions of the operands must be compatible, but got '{}' and '{}'",
            "Invalid transpose option value for triangular solve",
        ],
        "uniform" => &[
            "requires compatible types for all operands and results",
            "Negative tolerance",
            "Invalid tolerances for ResultAccuracyAttr with mode {}, must be all zero.",
        ],
        "function" => &[
            "requires compatible types for all operands and results",
            "all non-scalar operands/results must have the same shape and base type",
        ],
        "elementwise" => &["all non-scalar operands/results must have the same shape and base type"],
        "broadcast_compatible" => &[
            "requires compatible element types for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "broadcast_logical" | "broadcast_complex" | "broadcast_compare" | "broadcast_select" | "constant"
        | "process_number" | "tuple" => {
            &["inferred type(s) {} are incompatible with return type(s) of operation {}"]
        }
        "top_k" => &[
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "operand's rank must be at least 1",
            "operand's last dimension must be at least {}",
        ],
        "dot" => &[
            "expected both lhs/rhs ranks to be either 1 or 2",
            "expects precision config to be empty or have <= 2 elements, got {}",
            "inferred shape '[{}]' is incompatible with return type of operation '{}'",
        ],
        "dot_general" => joined!(
            &[
                "Zero point{} of rhs should be 0",
                "Quantization dimension of rhs should not be in the contracting dimension of rhs",
                "rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold",
                "mismatched rhs quantization expressed type and lhs and result element type",
                "mismatched lhs and rhs quantization storage types",
                "mismatched lhs, rhs and result quantization expressed types",
                "mismatched rhs and result quantization granularity",
                "must specify DEFAULT precision config when algorithm is set.",
                "{} must be positive",
                "dot algorithm not known to be supported on any hardware: {lhs:'{}', rhs:'{}', accum:'{}', lhs_components:{}, rhs_components:{}, primitive_ops:{}, imprecise:{}}",
                "expects precision config to be empty or have <= 2 elements, got {}",
            ],
            WINDOWS,
            DOT,
            &[
                "Mismatched dimension size {} and bound {} in dimension {}",
                "inferred shape '[{}]' is incompatible with return type of operation '{}'",
            ],
        ),
        "ragged_dot" => joined!(
            &[
                "There must be exactly one ragged dimension in the lhs.",
                "Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, {}). got: {}.",
                "has duplicated dimension from rhs_group_dimensions and {}: {}",
                "There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.",
                "There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.",
                "expected group_sizes to have rank {}, got {}",
                "group_sizes is expected to have shape [{}], got [{}]",
                "Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, {}). got: {}.",
                "rhs group dimension is expected to have size={}, got {}",
                "expects precision config to be empty or have <= 2 elements, got {}",
            ],
            WINDOWS,
            DOT,
            &["inferred shape '[{}]' is incompatible with return type of operation '{}'",],
        ),
        "rng" => joined!(
            &["mu and sigma must be floats", "failed to verify that all of {{}} have same element type",],
            WINDOWS,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "quantize" => &[
            "all non-scalar operands/results must have the same shape and base type",
            "Expressed type of result expected to be {}, but got {}",
        ],
        "reduce_precision" => &[
            "all non-scalar operands/results must have the same shape and base type",
            "requires compatible types for all operands and results",
        ],
        "convolution" => joined!(
            QUANTIZED,
            &[
                "expects lhs and rhs to have compatible element type. Got: '{}' and '{}'",
                "expects convolution arguments to have same number of dimensions. Got: '{}' and '{}'.",
                "expects convolution arguments to have {} dimensions. Got: {}",
            ],
            WINDOWS,
            CONVOLUTION,
        ),
        "dynamic_conv" => joined!(
            QUANTIZED,
            &["expects padding to be of shape [{}, 2], but got [{}]",],
            WINDOWS,
            &[
                "expects lhs and rhs to have compatible element type. Got: '{}' and '{}'",
                "expects convolution arguments to have same number of dimensions. Got: '{}' and '{}'.",
                "expects convolution arguments to have {} dimensions. Got: {}",
            ],
            CONVOLUTION,
        ),
        "custom_call" => joined!(
            &[
                "Layout attributes should be specified for either both operands and results or none.",
                "backend_config for api_version {} must be a {} attribute.",
                "Number of {}s must match the number of {} layouts, {} != {}",
                "Tuple types are not fully supported with layout constraints yet",
                "Only tensor types can have non-empty layout: {} #{} of type {} has layout {}",
                "incorrect layout {} for type {}, layout must be a permutation of [0, {})",
            ],
            WINDOWS,
            &[
                "expects operandIndex in the output_operand_alias attribute to be in range [0, {}); got: {}.",
                "operand_tuple_indices in the output_operand_alias attribute out of bounds",
                "output_tuple_indices in the output_operand_alias attribute out of bounds",
                "shapes mismatch in the output_operand_alias attribute: operand part has type {} and output part has type {}",
            ],
        ),
        "map" => joined!(
            &[
                "expects number of operands to match the arity of map computation, but got: {} and {}",
                "computation arguments must be 0-rank tensor, but got: arg #{} of type {}",
                "element type of operands and computation arguments must match, but got: {} and {}",
                "computation must return single output, but got: {}",
                "computation must return 0-rank tensor, but got: {}",
                "requires monotonically increasing dimension numbers, but got: {}",
                "applied to a subset of dimensions currently not supported: operand dimensions = {}, requested map dimensions size = {}",
                "expected 1 or more operands, but found 0",
                "requires the same shape for all operands and results",
            ],
            WINDOWS,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "sort" => joined!(
            &[
                "dimension attribute value must be in range [-{}, {}), but found {}",
                "comparator block should have {} arguments",
                "comparator block argument #{} should be of type {} but got {}",
                "comparator must return single output but got {}",
                "comparator must return tensor<i1> but got {}",
                "expected 1 or more operands, but found 0",
                "requires the same shape for all operands and results",
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
            ],
            WINDOWS,
        ),
        "concatenate" => joined!(
            &[
                "operands (0) and ({}) do not match rank",
                "dimension {} is out-of-bounds for input rank {}",
                "shapes of operand (0) and ({}) are not compatible at non-concat index {}: ({}) != ({})",
                "expected 1 or more operands, but found 0",
                "requires the same element type for all operands and results",
            ],
            WINDOWS,
            &[
                "Mismatched dimension size {} and bound {} in dimension {}",
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
            ],
        ),
        "add" => joined!(
            &[
                "expects  all operands and results to be either quantized or non-quantized",
                "mismatched operands and result quantization storage types",
                "mismatched operands and result quantization expressed types",
                "result is not per_axis quantized but lhs or rhs are",
                "result per_axis quantized but none from rhs and lhs are per_axis quantized",
                "quantization_dimension of {} and result are not same '{}' vs '{}'",
                "op requires the same element type for all operands and results",
                "requires the same shape for all operands and results",
            ],
            WINDOWS,
            &[
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
                "Mismatched dimension size {} and bound {} in dimension {}",
            ],
        ),
        "select" => &[
            "requires compatible types for non-predicate operands",
            "requires the same shape for all operands",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
            "Mismatched dimension size {} and bound {} in dimension {}",
        ],
        "reduce_window" => joined!(
            &[
                "requires at least 1 input value",
                "expects all inputs to have compatible shapes. Shape at input-index {} is not compatible with shape at input-index 0",
                "expects window-dimensions size == input rank, but got window-dimensions size: {} and input: '{}' with rank = {}.",
            ],
            WINDOWS,
            &[
                "The reduction-region expected to return some value(s)",
                "Reduction-region here must produce tensor-typed result(s), but produces {} instead",
                "Reduction-region must take {} parameters, but takes {} parameter(s)",
                "Reduction-region here must produce {} tensors, but produces {} instead",
                "The type of reduction-region's parameter at index {} is different than the corresponding result type: {}",
                "The shape of reduction-region's result type at index {} differs from the op's corresponding init-value type: {}",
                "The element-type of reduction-region's result type at index {} is expected to be promotable from the op's corresponding init-value element-type: {}",
                "The element-type of reduction-region's argument at index {} is expected to be promotable from {}, but got {}",
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
            ],
        ),
        "select_and_scatter" => joined!(
            &[
                "expects the select-region to take 2 parameters, but takes {}",
                "expects the type of select-region's parameter at index {} to be {}, but got {}",
                "expects select-region to return single value, but got: {}",
                "expects the return-type of select-region to be tensor<i1>, but got: {}",
                "expects window-dimensions size == operand rank, but got window-dimensions size: {} and operand-type: '{}' with rank = {}.",
                "expects source-type to be {}, but got{}",
            ],
            WINDOWS,
            REDUCTION,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "constant_like" => &[
            "value's type doesn't match element return type",
            "requires the same shape for all operands and results",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "gather" => joined!(&["failed to verify that all of {{}} have same element type",], WINDOWS, GATHER,),
        "dynamic_gather" => joined!(WINDOWS, GATHER,),
        "scatter" => joined!(
            &[
                "Not all {} have compatible shapes.",
                "Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, {}]. got: {}.",
                "expects updates tensor must be of rank {} ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got {}.",
            ],
            WINDOWS,
            &[
                "has duplicated dimension from inserted_window_dims and input_batching_dims: {}",
                "Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. {} but got {}.",
                "Scatter op has {} elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim={} of scatter_indices is {}. These two numbers must be equal.",
                "has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: {}",
                "expects scatter_indices_batching_dims not to include index_vector_dim {}.",
                "input_batching_dims and scatter_indices_batching_dims should have the same size.",
                "input_batching_dims[{}] and scatter_indices_batching_dims[{}] must have compatible sizes, but got {} and {}.",
                "Expects {} to be sorted; got: [{}].",
                "Expects {} to not repeat; got: [{}].",
                "Expects each element of {} to be in range [0, {}) i.e. [0, {}). got: {}.",
                "expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension {}, updates bound is {}, operand bound is {}.",
                "expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension {}, updates bound is {} , scatter_indices bound is {}.",
            ],
            REDUCTION,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "all_gather" => joined!(
            MESH,
            &[
                "channel_id cannot be negative when useGlobalDeviceIds is set",
                "all_gather_dim must be a valid index of operand",
                "operand and result must have the same rank",
                "operand and result should have the same shape except for the dimension size at 'all_gather_dim'",
                "dimension size of operand at 'all_gather_dim' cannot be zero",
                "result gather dimension has size {}, expected to be a multiple of operand gather dimension size {}",
                "requires the same number of operands and results",
                "requires the same element type for operand and result at index {}",
            ],
            GROUPS,
            WINDOWS,
        ),
        "all_reduce" => joined!(
            MESH,
            GROUPS,
            WINDOWS,
            &["channel_id must be positive when useGlobalDeviceIds is set but got: {}",],
            REDUCTION,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "all_to_all" => joined!(
            MESH,
            &[
                "AllToAll {}_dimension {} is out-of-bounds for input rank {}",
                "split dimension has size {}, expected to be a multiple of split_count {}",
                "requires the same number of operands and results",
                "requires the same element type for operand and result at index {}",
            ],
            GROUPS,
            WINDOWS,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "reduce_scatter" => joined!(
            MESH,
            &[
                "operand and result should have same rank",
                "scatter dim should be less than operand/result rank",
                "result dimension size at scatter_dimension cannot be zero",
                "operand dimension size at scatter_dimension cannot be zero",
                "operand scatter dimension has size {}, expected to be a multiple of result scatter dimension size {}",
                "non scatter dimensions should be same for operand ({}) and result ({})",
                "result element-type is expected to be {}, but got {}",
            ],
            GROUPS,
            WINDOWS,
            &["channel_id must be positive when useGlobalDeviceIds is set but got: {}",],
            REDUCTION,
        ),
        "collective_reduce" => joined!(
            &[
                "{} requires at least one data operand",
                "{} with has_dynamic_root=true requires at least two operands (data + root)",
                "last operand of {} with has_dynamic_root=true must be a rank-1 i32 tensor, but got '{}'",
                "last operand of {} with has_dynamic_root=true must have the same number of elements as data operands ({}), but got {}",
            ],
            MESH,
            GROUPS,
            WINDOWS,
            &["channel_id must be positive when useGlobalDeviceIds is set but got: {}",],
            REDUCTION,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "async_start" => &[
            "'{}' op using value defined outside the region",
            "number of operands ({}) must match number of region arguments ({})",
            "operand type {} at index {} must match region argument type {}",
            "region must contain exactly one operation and a return",
            "region must contain a collective or slice operation",
            "region must return exactly one value, but got {}",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "async_done" => &[
            "future must have exactly one type parameter, but got {}",
            "inferred type(s) {} are incompatible with return type(s) of operation {}",
        ],
        "collective_broadcast" => joined!(
            MESH,
            &[
                "{} requires at least one data operand",
                "{} with has_dynamic_root=true requires at least two operands (data + root)",
                "last operand of {} with has_dynamic_root=true must be a rank-1 i32 tensor, but got '{}'",
                "last operand of {} with has_dynamic_root=true must have the same number of elements as data operands ({}), but got {}",
                "replica groups should be a rank 2 tensor,but instead it is of rank {}",
                "replica_groups values must be positive, but was given {}",
                "replica id #{} seen more than once",
            ],
            WINDOWS,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "collective_permute" => joined!(
            &["requires the same element type for all operands and results",],
            WINDOWS,
            &[
                "inferred type(s) {} are incompatible with return type(s) of operation {}",
                "expect source_target_pairs attribute to be of rank 2, but got rank {}",
                "expect source_target_pairs attribute of shape (N, 2), but got ({})",
                "replica ids in source_target_pairs must be >= 0.",
                "duplicate sources not allowed.",
                "duplicate targets not allowed.",
            ],
        ),
        "infeed" => &[
            "layout-attribute size must be {} (which is the number of op-results - 1 (for token result)), but got {}",
            "result is expected to be at least of size 1, but got 0",
            "last element of result types is expected to be of token type, but got {}",
            "{} expected to be of tensor type, but got {}",
        ],
        "recv" => joined!(
            &["channel_type should be {} when is_host_transfer is {}",],
            WINDOWS,
            &[
                "result is expected to be at least of size 1, but got 0",
                "last element of result types is expected to be of token type, but got {}",
                "{} expected to be of tensor type, but got {}",
            ],
        ),
        "send" => joined!(&["channel_type should be {} when is_host_transfer is {}",], WINDOWS,),
        "rng_bit_generator" => {
            &["output state shape must be compatible with initial state shape. Got: '{}' and '{}'"]
        }
        "clamp" => joined!(
            &[
                "{} shape [{}] is not scalar and is not compatible to operand shape [{}]",
                "requires compatible element types for all operands and results",
            ],
            WINDOWS,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        "fft" => joined!(
            &[
                "rank must be between 1 and 3, but got {}.",
                "RFFT requires f32 or f64 input type, but is given '{}'.",
                "FFT/IFFT/IRFFT take a complex tensor as input, but is given '{}'.",
                "operand rank must not be less than fft rank of {} for operand of type '{}'.",
                "RFFT requires innermost dimensions to be compatible with fft_length. Got: {} but wanted {}.",
                "IRFFT requires non-final dimensions to be compatible with fft_length. Got: {} but wanted {}, and {} != {}.",
                "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: {} but fft_length is {}.",
            ],
            WINDOWS,
            &["inferred type(s) {} are incompatible with return type(s) of operation {}",],
        ),
        _ => &[],
    }
}
