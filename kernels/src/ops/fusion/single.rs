//! Single element-wise ops on large tensors: through the loops of fused ops, where machine code computes them.
//!
//! So an op that nobody merged with others, because it stands alone or is called by name, has the same vectors, tasks and order as
//! a fused one. Its own dispatch function does what is left: small tensors, what has no machine code, every error.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFn, DispatchFrame, OpAttrs, OpAttrsRef, OpRegistry};
use tfrt_executor::tensor::DType;

use super::{Fused, Known, Member};
use crate::math::stream;

/// Elements from which on a loop is looked for.
const FEWEST: usize = 1 << 15;

/// Ops whose functions depend on attributes.
const WITH_ATTRIBUTES: &[&str] = &["tf.Cast", "tf.LeakyRelu"];

/// Has the element-wise ops run that way.
pub(super) fn register(ops: &mut OpRegistry, known: &Known) {
    let attrs = OpAttrsRef::from(&OpAttrs::new()).freeze();
    for (name, op) in known.iter().filter(|(name, _)| !WITH_ATTRIBUTES.contains(&&***name)) {
        let Some(function) = op.elementwise else { continue };
        // Machine code is over `f32`.
        let takes = |count: &usize| function(&[DType::F32; 3][..*count], attrs.as_ref()).is_some();
        let Some(num_args) = (1..=3).find(takes) else { continue };
        let args: SmallVec<[u16; 3]> = (0..num_args as u16).collect();
        let member = Member { op: op.clone(), args, attrs: attrs.clone(), location: "".into() };
        let fused = Fused { name: format!("{name} alone").into(), ..Fused::of(num_args, vec![member]) };
        ops.redispatch(name, |own: DispatchFn| {
            Arc::new(move |frame: &mut DispatchFrame<'_>| match pays(&fused, frame) {
                true => match fused.specials.find(&fused, frame) {
                    Some(special) => {
                        special.prepare(&fused, frame);
                        if special.is_compiled() { special.run(&fused, frame) } else { own(frame) }
                    }
                    None => own(frame),
                },
                false => own(frame),
            })
        });
    }
}

/// Whether the call may be worth a loop. Very large results are better written past the caches, which loops do not do.
fn pays(fused: &Fused, frame: &DispatchFrame<'_>) -> bool {
    let elements = |i: usize| match frame.dense(i) {
        Ok(dense) if dense.dtype() == DType::F32 => dense.num_elements(),
        _ => 0,
    };
    let largest = (0..frame.num_args()).map(elements).max().unwrap_or(0);
    frame.num_args() == fused.num_args
        && (FEWEST..stream::LARGE / size_of::<f32>()).contains(&largest)
        && frame.context().jit().is_some()
}
