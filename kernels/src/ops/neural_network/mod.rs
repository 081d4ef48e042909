//! Ops of neural networks that are neither products nor convolutions: softmax, losses, normalization, recurrent cells.

pub(crate) mod bias;
mod ctc_decoder;
mod ctc_loss;
mod losses;
pub(crate) mod normalize;
mod recurrent;
mod softmax;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    bias::register(ops);
    softmax::register(ops);
    losses::register(ops);
    normalize::register(ops);
    recurrent::register(ops);
    ctc_decoder::register(ops);
    ctc_loss::register(ops);
}
