//! Single element-wise ops on large tensors, run through the loops of fused ops where machine code computes
//! them.
//!
//! So an op that was not merged, because it stands alone or is called by name, has the same vectors, tasks and order as a fused
//! one. Its own dispatch function handles the rest: small tensors, ops without machine code, every error.
//!
//! Calls by name are not merged with each other: each returns a tensor that its caller holds, and the runtime learns that the caller
//! does not read it only when the caller drops the handle, after later calls were made. A caller that repeats the same ops merges them
//! by registering a function as an op (its body is compiled), or calls the fused op by its name with a `body`.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    DispatchFn, DispatchFrame, OpAttrs, OpAttrsRef, OpEntry, OpError, OpRegistry, StepSpec,
};
use tfrt_executor::tensor::DType;
use tfrt_ops::{Elementwise, MemberOp, MemberValueType};

use super::described::described;
use super::typed::size_of;
use super::{Fused, Known, Member, loop_step};
use tfrt_numerics::stream;

/// Elements from which on a loop is looked for.
const FEWEST: usize = 1 << 15;

/// Functions that the compiler of this program makes as good vectors of as the loops have: those of `f32` by way of `f64`, which are all
/// arithmetic. Among others in a loop they save the way through memory; alone there is nothing to gain.
const AS_GOOD_IN_BLOCKS: &[Elementwise] = &[
    Elementwise::Acos,
    Elementwise::Asin,
    Elementwise::Atan,
    Elementwise::Atan2,
    Elementwise::Cos,
    Elementwise::Erfc,
    Elementwise::Sin,
    Elementwise::Tan,
];

/// Has the element-wise ops run that way. In regions all of them do, and reductions of rows as well.
pub(super) fn register(ops: &mut OpRegistry, known: &Known) {
    for &(computes, ref op) in known.0.iter() {
        let name = computes.op();
        let of_steps = op.clone();
        let prepare = move |spec: &StepSpec<'_>| {
            loop_step::step(&alone(computes, &of_steps, spec.operands.len(), spec.attrs), spec)
        };
        ops.prepare(name, Arc::new(prepare));
        let of_data = op.clone();
        let describe = move |spec: &StepSpec<'_>| {
            described(&alone(computes, &of_data, spec.operands.len(), spec.attrs), spec)
        };
        ops.describe(name, Arc::new(describe));
        let MemberOp::Elementwise(elementwise) = computes else { continue };
        let attrs = OpAttrs::new();
        let takes = |count: &usize| {
            let is_function = |dtypes: &[DType]| op.block_function(dtypes, (&attrs).into()).is_some();
            let same = |dtype| is_function(&[dtype; 3][..*count]);
            let selects = *count == 3 && is_function(&[DType::I1, DType::F32, DType::F32]);
            [DType::F32, DType::I32, DType::I1].into_iter().any(same) || selects
        };
        // There may be as many functions as numbers.
        if elementwise.attribute().is_some_and(|name| name.value_type() == MemberValueType::Number) {
            continue;
        }
        if elementwise == Elementwise::Cast {
            // One for each dtype that there is.
            let to = |&dtype: &DType| {
                let mut attrs = OpAttrs::new();
                attrs.set_dtype("DstT", dtype);
                (dtype, alone(computes, op, 1, (&attrs).into()))
            };
            let casts: Vec<(DType, Fused)> = DType::ALL.iter().map(to).collect();
            ops.redispatch(name, |own: DispatchFn| {
                Arc::new(move |frame: &mut DispatchFrame<'_>| {
                    let to = frame.result_metadata(0).map(|metadata| metadata.dtype);
                    match casts.iter().find(|(dtype, _)| Some(*dtype) == to) {
                        Some((_, fused)) => run(fused, &own, frame),
                        None => own(frame),
                    }
                })
            });
        } else if let Some(num_args) = (1..=3).find(takes) {
            let fused = alone(computes, op, num_args, (&attrs).into());
            ops.redispatch(name, |own: DispatchFn| {
                Arc::new(move |frame: &mut DispatchFrame<'_>| run(&fused, &own, frame))
            });
        }
    }
}

/// An op as a fused op of one member.
fn alone(computes: MemberOp, op: &Arc<OpEntry>, num_args: usize, attrs: OpAttrsRef<'_>) -> Fused {
    let args: SmallVec<[u16; 3]> = (0..num_args as u16).collect();
    let member = Member { computes, op: op.clone(), args, attrs: attrs.freeze(), location: "".into() };
    Fused { name: format!("{} alone", op.name).into(), ..Fused::of(num_args, vec![member]) }
}

fn run(fused: &Fused, own: &DispatchFn, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if pays(fused, frame)
        && let Some(special) = fused.specials.find(fused, frame)
    {
        special.prepare(fused, frame);
        if special.is_compiled() {
            return special.run(fused, frame);
        }
    }
    own(frame)
}

/// Whether the call may be worth a loop. Very large results are better written past the caches, which loops do not do.
fn pays(fused: &Fused, frame: &DispatchFrame<'_>) -> bool {
    let mut elements = 0;
    for i in 0..frame.num_args() {
        let Ok(dense) = frame.dense(i) else { return false };
        if dense.num_elements() > stream::LARGE / size_of(dense.dtype()).unwrap_or(1) {
            return false;
        }
        elements = elements.max(dense.num_elements());
    }
    frame.num_args() == fused.num_args
        && elements >= FEWEST
        && frame.context().jit().is_some()
        && !is_as_good_in_blocks(fused, frame)
}

fn is_as_good_in_blocks(fused: &Fused, frame: &DispatchFrame<'_>) -> bool {
    let MemberOp::Elementwise(elementwise) = fused.members[0].computes else { return false };
    match frame.dense(0).map(|dense| dense.dtype()) {
        Ok(DType::F64) => elementwise == Elementwise::Pow,
        _ => AS_GOOD_IN_BLOCKS.contains(&elementwise),
    }
}
