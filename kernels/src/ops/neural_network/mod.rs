//! Ops of neural networks that are neither products nor convolutions: softmax, losses, normalization, recurrent cells.

mod class_numbers;
mod ctc_decoder;
mod ctc_loss;
pub(crate) mod nn;
pub(crate) mod normalize;
mod recurrent;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    nn::register(ops);
    normalize::register(ops);
    recurrent::register(ops);
    ctc_decoder::register(ops);
    ctc_loss::register(ops);
    class_numbers::register(ops);
}
