//! The ops that the core runtime runs on a CPU, one file a family: metadata functions, dispatch functions and tests together.

#![expect(
    clippy::absurd_extreme_comparisons,
    clippy::unnecessary_cast,
    clippy::useless_conversion,
    reason = "one text serves all dtypes, and for some of them a part of it is nothing"
)]

mod array;
mod audio;
mod bicubic;
mod binary;
mod bincount;
mod block_functions;
mod boxes;
mod broadcast;
mod cast;
mod color;
mod complex;
mod complex_functions;
mod conv;
mod conv_backprop;
mod counts;
mod ctc;
mod decompose;
mod detection;
mod diagonal;
mod einsum;
mod example;
mod fake_quant;
mod format;
mod fused;
mod fused_products;
mod fusion;
mod gamma;
mod gather;
mod gemm;
mod integers;
mod layout;
mod linalg;
pub mod list;
mod lookup;
mod matmul;
mod more_math;
mod nn;
mod normalize;
mod number;
mod numbered;
mod partition;
mod patches;
mod pool;
mod prepared;
mod print;
mod quantize;
mod ragged;
mod random;
mod reduce;
mod regex;
mod resample;
mod resize;
mod scatter;
mod segment;
mod slice;
mod space_batch;
mod sparse;
mod special;
mod strided;
mod string_codes;
mod string_parts;
mod strings;
mod support;
mod tensor_array;
mod test_ops;
mod text;
mod unary;
mod unicode;
mod variables;
mod volume;
mod volume_backprop;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds all ops.
pub fn register_ops(ops: &mut OpRegistry) {
    test_ops::register(ops);
    binary::register(ops);
    unary::register(ops);
    matmul::register(ops);
    nn::register(ops);
    array::register(ops);
    cast::register(ops);
    einsum::register(ops);
    gather::register(ops);
    slice::register(ops);
    layout::register(ops);
    list::register(ops);
    conv::register(ops);
    conv_backprop::register(ops);
    pool::register(ops);
    resize::register(ops);
    space_batch::register(ops);
    normalize::register(ops);
    reduce::register(ops);
    strings::register(ops);
    random::register(ops);
    print::register(ops);
    variables::register(ops);
    bicubic::register(ops);
    boxes::register(ops);
    color::register(ops);
    complex::register(ops);
    counts::register(ops);
    diagonal::register(ops);
    fake_quant::register(ops);
    linalg::register(ops);
    more_math::register(ops);
    scatter::register(ops);
    segment::register(ops);
    text::register(ops);
    volume::register(ops);
    gamma::register(ops);
    patches::register(ops);
    quantize::register(ops);
    string_parts::register(ops);
    volume_backprop::register(ops);
    audio::register(ops);
    bincount::register(ops);
    ctc::register(ops);
    example::register(ops);
    decompose::register(ops);
    detection::register(ops);
    lookup::register(ops);
    partition::register(ops);
    ragged::register(ops);
    regex::register(ops);
    resample::register(ops);
    sparse::register(ops);
    special::register(ops);
    string_codes::register(ops);
    tensor_array::register(ops);
    unicode::register(ops);
    // Last: they run the others.
    fused_products::register(ops);
    fusion::register(ops);
}
