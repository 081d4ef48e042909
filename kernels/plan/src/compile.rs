//! From a region to a plan: its steps, and where each value is.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};
use tfrt_executor::core_runtime::{
    MetadataFrame, OpContext, OpEntry, Prepared, Region, StepOperand, StepSpec,
};
use tfrt_executor::tensor::{DenseHostTensor, TensorMetadata};
use tfrt_ops::TargetCpu;

use crate::chains::{Chains, Stretch};
use crate::layout::{Life, places};
use crate::run::{Action, Home, Place, Plan, RegisteredOp, Source};

/// The plan of a region; `None` if no op of it is prepared, an op says other shapes than the region, or the arena would not fit any
/// memory.
///
/// So many bytes stay near a thread.
pub(crate) fn compile(region: &Region, cache: usize, context: &dyn OpContext) -> Option<Plan> {
    let body = &region.body;
    let types = &*region.types;
    let prepared = prepare(region, context)?;
    if !prepared.iter().any(|step| matches!(step, Some(Prepared::Step(_) | Prepared::Known(_)))) {
        return None;
    }
    let mut chains = Chains::of(region, &prepared, cache);
    let values = Values::of(region, &prepared, &chains)?;
    let made = prepared.iter().filter_map(|step| match step {
        Some(Prepared::Known(tensor)) => Some(tensor),
        _ => None,
    });
    let constants: Arc<[DenseHostTensor]> = region.constants.iter().chain(made).cloned().collect();

    let mut actions = Vec::with_capacity(prepared.len());
    for (at, ((step, member), prepared)) in body.steps().zip(&*region.members).zip(prepared).enumerate() {
        let operands = step.operands.iter().map(|&value| value as usize);
        let traced = |at: usize| (region.members[at].entry.clone(), region.members[at].location.clone());
        match prepared {
            Some(Prepared::Same(_) | Prepared::Known(_)) => {}
            Some(Prepared::Step(code)) if chains.is_linked(at) => {
                // What is handed on has no place.
                let place = |(operand, value)| match chains.is_handed(at, operand) {
                    true => Some(None),
                    false => values.place(value, types).map(Some),
                };
                let operands: Vec<_> = operands.enumerate().map(place).collect::<Option<_>>()?;
                chains.waiting[at] = Some((code, operands.into()));
                if chains.later[at].is_some() {
                    continue;
                }
                let results = step.results.map(|value| values.place(value, types));
                let results: Box<[Place]> = results.collect::<Option<_>>()?;
                let traces = chains.before(at).chain([at]).map(traced).collect();
                let action = match chains.stretches[at].take() {
                    Some(Stretch { ends, bands, .. }) => {
                        let taken = ends.iter().map(|&end| chains.take(end)).collect::<Option<_>>()?;
                        Action::bands(bands, taken, results)?
                    }
                    None => {
                        let (producer, others) = chains.take(at)?;
                        Action::chain(producer, others, results)?
                    }
                };
                actions.push((action, traces));
            }
            Some(Prepared::Step(code)) => {
                let operands = operands.map(|value| values.place(value, types)).collect::<Option<_>>()?;
                let results = step.results.map(|value| values.place(value, types)).collect::<Option<_>>()?;
                actions.push((Action::step(code, operands, results)?, smallvec![traced(at)]));
            }
            None => {
                let source = |value: usize| {
                    let is_last = values.lasts[values.roots[value]] == at
                        && step
                            .operands
                            .iter()
                            .filter(|&&other| values.roots[other as usize] == values.roots[value])
                            .count()
                            == 1;
                    Source { home: values.home(value), metadata: types[value].clone(), is_last }
                };
                let slots = step.results.clone().map(|value| values.slot(value)).collect::<Option<_>>()?;
                let op = RegisteredOp {
                    member: member.clone(),
                    operands: operands.map(source).collect(),
                    metadata: types[step.results].into(),
                    slots,
                };
                actions.push((Action::Registered(Box::new(op)), smallvec![traced(at)]));
            }
        }
    }
    let copies = values.copies.iter().map(|&(value, result)| Some((values.place(value, types)?, result)));
    Some(Plan::new(
        actions,
        copies.collect::<Option<_>>()?,
        constants,
        values.slots.iter().map(|&value| types[value].clone()).collect(),
        values.arena,
    ))
}

/// Has the steps of a region make what they read of constants on a processor.
pub(crate) fn pack(region: &Region, target: TargetCpu, context: &dyn OpContext) {
    for prepared in prepare(region, context).into_iter().flatten().flatten() {
        if let Prepared::Step(step) = prepared {
            step.pack(target, context);
        }
    }
}

/// The ops of a region as they are prepared; `None` if an op says other shapes than the region.
fn prepare(region: &Region, context: &dyn OpContext) -> Option<Vec<Option<Prepared>>> {
    let types = &*region.types;
    // With what ops say of themselves.
    let mut known = region.known.to_vec();
    let mut prepared: Vec<Option<Prepared>> = Vec::with_capacity(region.members.len());
    for (step, member) in region.body.steps().zip(&*region.members) {
        if step.results.len() == 1
            && let Some(tensor) = &known[step.results.start]
        {
            prepared.push(Some(Prepared::Known(tensor.clone())));
            continue;
        }
        let made = {
            let operand = |&value: &u32| {
                let value = value as usize;
                StepOperand { metadata: &types[value], constant: known[value].as_ref() }
            };
            let operands: SmallVec<[StepOperand<'_>; 6]> = step.operands.iter().map(operand).collect();
            let (results, attrs) = (&types[step.results.clone()], member.attrs.as_ref());
            let spec = StepSpec { operands: &operands, results, attrs, context };
            if !are_results(&member.entry, &spec) {
                return None;
            }
            let made = member.entry.prepare.as_ref().and_then(|prepare| prepare(&spec));
            made.filter(|made| is_plausible(made, &spec))
        };
        if let Some(Prepared::Known(tensor)) = &made {
            known[step.results.start] = Some(tensor.clone());
        }
        prepared.push(made);
    }
    Some(prepared)
}

/// Whether the op's metadata function, if it has one, says the same of the results.
pub(crate) fn are_results(op: &OpEntry, spec: &StepSpec<'_>) -> bool {
    let Some(function) = &op.metadata else { return true };
    let inputs: Vec<&TensorMetadata> = spec.operands.iter().map(|operand| operand.metadata).collect();
    let frame = MetadataFrame { inputs: &inputs, attrs: spec.attrs };
    frame.results(function).is_ok_and(|results| results.get(..spec.results.len()) == Some(spec.results))
}

/// Whether an op that is its operand has one of as many bytes, and one result, and a known tensor is the only result.
fn is_plausible(prepared: &Prepared, spec: &StepSpec<'_>) -> bool {
    let operand = match prepared {
        Prepared::Same(operand) => *operand,
        Prepared::Known(tensor) => return matches!(spec.results, [result] if tensor.metadata() == result),
        Prepared::Step(_) => return true,
    };
    match (spec.operands.get(operand), spec.results) {
        (Some(operand), [result]) => {
            operand.metadata.dtype == result.dtype
                && operand.metadata.shape.num_elements() == result.shape.num_elements()
        }
        _ => false,
    }
}

/// Where values are.
struct Values {
    /// The value whose bytes a value has: itself, or the operand of an op that only changes the shape.
    roots: Vec<usize>,
    /// The last step that uses the bytes; for results of the region, after all steps.
    lasts: Vec<usize>,
    homes: Vec<Home>,
    /// The value of each slot for a tensor.
    slots: Vec<usize>,
    /// Values to be copied into results at the end.
    copies: Vec<(usize, usize)>,
    arena: usize,
}

impl Values {
    fn of(region: &Region, prepared: &[Option<Prepared>], chains: &Chains) -> Option<Values> {
        let body = &region.body;
        let (types, num_args) = (&*region.types, body.num_args());
        let first_result = num_args + body.num_constants();
        let end = body.num_steps();
        let mut roots: Vec<usize> = (0..types.len()).collect();
        let (mut firsts, mut lasts) = (vec![0; types.len()], vec![0; types.len()]);
        // Values that ops take or give as tensors.
        let mut is_tensor = vec![false; types.len()];
        let mut is_placed = vec![false; types.len()];
        is_placed[..first_result].fill(true);
        let operands: Vec<&[u32]> = body.steps().map(|step| step.operands).collect();
        // Values that are known, after the constants of the region.
        let mut known: Vec<usize> = Vec::new();
        for (at, (step, prepared)) in body.steps().zip(prepared).enumerate() {
            if let Some(Prepared::Known(_)) = prepared {
                known.push(step.results.start);
                continue;
            }
            if chains.later[at].is_some() {
                // Its result is nowhere.
                is_placed[step.results.start] = true;
                continue;
            }
            let before = chains.before(at).flat_map(|step| operands[step]);
            for &value in before.chain(step.operands) {
                let root = roots[value as usize];
                lasts[root] = at;
                is_tensor[root] |= prepared.is_none();
            }
            if let Some(Prepared::Same(operand)) = prepared {
                roots[step.results.start] = roots[step.operands[*operand] as usize];
                continue;
            }
            for value in step.results {
                (firsts[value], lasts[value]) = (at, at);
                is_tensor[value] = prepared.is_none();
            }
        }
        let mut values = Values {
            homes: (0..types.len())
                .map(|value| value.checked_sub(num_args).map_or(Home::Arg(value), Home::Constant))
                .collect(),
            roots,
            lasts,
            slots: Vec::new(),
            copies: Vec::new(),
            arena: 0,
        };
        for (at, value) in known.into_iter().enumerate() {
            is_placed[value] = true;
            values.homes[value] = Home::Constant(body.num_constants() + at);
        }
        for (result, &value) in body.results().iter().enumerate() {
            let root = values.roots[value as usize];
            values.lasts[root] = end;
            if is_placed[root] || is_tensor[root] {
                values.copies.push((value as usize, result));
            } else {
                is_placed[root] = true;
                values.homes[root] = Home::Result(result);
            }
        }
        let (mut lives, mut alive) = (Vec::new(), Vec::new());
        for value in first_result..types.len() {
            if is_placed[value] || values.roots[value] != value {
                continue;
            }
            if is_tensor[value] {
                values.homes[value] = Home::Tensor(values.slots.len());
                values.slots.push(value);
            } else {
                let (size, first, last) = (bytes(&types[value])?, firsts[value], values.lasts[value]);
                lives.push(Life { size, first, last });
                alive.push(value);
            }
        }
        let (starts, arena) = places(&lives)?;
        for (value, start) in alive.into_iter().zip(starts) {
            values.homes[value] = Home::Arena(start);
        }
        values.arena = arena;
        Some(values)
    }

    fn home(&self, value: usize) -> Home {
        self.homes[self.roots[value]]
    }

    fn slot(&self, value: usize) -> Option<usize> {
        match self.home(value) {
            Home::Tensor(slot) => Some(slot),
            _ => None,
        }
    }

    fn place(&self, value: usize, types: &[TensorMetadata]) -> Option<Place> {
        Some(Place { home: self.home(value), size: bytes(&types[value])? })
    }
}

fn bytes(metadata: &TensorMetadata) -> Option<usize> {
    metadata.dtype.size()?.checked_mul(metadata.shape.num_elements())
}
