//! Gradient ops of differentiated graphs: gradients of activations, windows, convolutions, norms and resized images.
//!
//! Exported models use them for saliency maps, for losses and for training steps. Each gradient is the exact derivative of the
//! forward op as this crate computes it.

mod conv;
pub(crate) mod elements;
mod images;
mod lookups;
mod norm;
mod pool;
mod regions;
pub(crate) mod shapes;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this folder.
pub(super) fn register(ops: &mut OpRegistry) {
    elements::register(ops);
    pool::register(ops);
    conv::register(ops);
    norm::register(ops);
    images::register(ops);
    shapes::register(ops);
    lookups::register(ops);
    regions::register(ops);
}
