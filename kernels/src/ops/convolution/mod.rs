//! Convolutions, pooling and other ops over the neighbourhoods of pixels and voxels.

pub(crate) mod conv;
mod conv_backprop;
pub(crate) mod fixed;
pub(crate) mod neighbourhoods;
mod patches;
pub(crate) mod pool;
pub(crate) mod volume;
mod volume_backprop;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    conv::register(ops);
    conv_backprop::register(ops);
    volume::register(ops);
    volume_backprop::register(ops);
    pool::register(ops);
    patches::register(ops);
    neighbourhoods::register(ops);
}
