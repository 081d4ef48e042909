//! The ops that the core runtime runs on a CPU, one folder per family: metadata functions, dispatch functions and tests
//! together.

#![expect(
    clippy::absurd_extreme_comparisons,
    clippy::useless_conversion,
    reason = "one text serves all dtypes, and for some of them a part of it is nothing"
)]

mod arrays;
pub(crate) mod by_dtype;
pub mod collections;
mod control;
mod convolution;
mod data_format;
mod element_encoding;
pub(crate) mod elementwise;
mod forwarding;
mod fusion;
mod gradient;
mod hlo;
mod host;
pub mod image;
mod index_arguments;
pub(crate) mod kept;
mod linear_algebra;
pub(crate) mod memory;
mod neural_network;
pub(crate) mod number;
mod onnx;
mod onnx_ml;
mod quantized;
mod ragged;
mod random;
mod records;
mod reduction;
mod signal;
mod sparse;
mod state;
mod tasks;
mod text;

pub use hlo::probe::Probes;
use tfrt_executor::core_runtime::OpRegistry;

/// Adds all ops, except those of test programs: [`crate::test::register_ops`].
pub fn register_ops(ops: &mut OpRegistry) {
    elementwise::register(ops);
    linear_algebra::register(ops);
    convolution::register(ops);
    neural_network::register(ops);
    arrays::register(ops);
    reduction::register(ops);
    image::register(ops);
    text::register(ops);
    records::register(ops);
    ragged::register(ops);
    sparse::register(ops);
    collections::register(ops);
    state::register(ops);
    random::register(ops);
    quantized::register(ops);
    onnx_ml::register(ops);
    signal::register(ops);
    gradient::register(ops);
    control::register(ops);
    onnx::register(ops);
    // Last: they run the others.
    hlo::register(ops);
    forwarding::register(ops);
    fusion::register(ops);
}
