//! Sound and Fourier transforms.

mod audio;
mod fourier;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    audio::register(ops);
    fourier::register(ops);
}
