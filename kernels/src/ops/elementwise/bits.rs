//! The bits of integers: `tf.Invert`, `tf.PopulationCount`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::elementwise::apply::{unary, unary_into};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.Invert",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints], unary::<T>(frame, |x| !x), else Err(unsupported(dtype)))
        }),
    );
    ops.add(
        "tf.PopulationCount",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints], {
                    unary_into::<T, u8>(frame, |x| x.count_ones() as u8)
                }, else Err(unsupported(dtype)))
        }),
    );
}
