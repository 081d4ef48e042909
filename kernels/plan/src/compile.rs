//! From a region to a plan: its steps, and where each value is.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};
use tfrt_executor::core_runtime::{
    MetadataFrame, OpContext, OpEntry, Prepared, Region, StepOperand, StepSpec,
};
use tfrt_executor::tensor::{DenseHostTensor, TensorMetadata};

use crate::layout::{Life, places};
use crate::run::{Action, Home, Place, PlacedCode, Plan, RegisteredOp, Source};

/// The plan of a region; `None` if no op of it is prepared, an op says other shapes than the region, or the arena would not fit any
/// memory.
pub(crate) fn compile(region: &Region, context: &dyn OpContext) -> Option<Plan> {
    let body = &region.body;
    let types = &*region.types;
    // With what ops say of themselves.
    let mut known = region.known.to_vec();
    let mut prepared: Vec<Option<Prepared>> = Vec::with_capacity(region.members.len());
    for (step, member) in body.steps().zip(&*region.members) {
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
    if !prepared.iter().any(|step| matches!(step, Some(Prepared::Step(_) | Prepared::Known(_)))) {
        return None;
    }
    let mut chains = Chains::of(region, &prepared);
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
            Some(Prepared::Step(code)) if chains.end_of[at].is_some() || chains.chains[at].is_some() => {
                // What is handed on has no place.
                let is_handed = |operand: usize| {
                    let end = chains.end_of[at].unwrap_or(at);
                    let links = chains.chains[end].as_ref().map(|(_, links)| links);
                    links.is_some_and(|links| links.contains(&(at, operand)))
                };
                let place = |(operand, value)| match is_handed(operand) {
                    true => Some(None),
                    false => values.place(value, types).map(Some),
                };
                let operands: Vec<_> = operands.enumerate().map(place).collect::<Option<_>>()?;
                chains.waiting[at] = Some((code, operands.into()));
                if let Some((first, links)) = chains.chains[at].take() {
                    let results =
                        step.results.map(|value| values.place(value, types)).collect::<Option<_>>()?;
                    let producer = chains.waiting[first].take()?;
                    let mut others = Vec::with_capacity(links.len());
                    let mut traces = smallvec![traced(first)];
                    for (step, _) in links {
                        others.push(chains.waiting[step].take()?);
                        traces.push(traced(step));
                    }
                    actions.push((Action::chain(producer, others, results)?, traces));
                }
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

/// A step of a chain but the first: its number, and the operand that is the result of the one before.
type Link = (usize, usize);

/// Steps that hand on their result part by part: a producer, followers of it and of each other, and perhaps a consumer. All run when the last of
/// them does, and what they hand on is nowhere as a whole.
struct Chains {
    /// For each step that is part of a chain, but not its last, that last step.
    end_of: Vec<Option<usize>>,
    /// For each step that ends a chain, the producer and the others in order.
    chains: Vec<Option<(usize, SmallVec<[Link; 2]>)>>,
    /// Steps with where their operands are, until the last of their chain comes.
    waiting: Vec<Option<PlacedCode>>,
}

impl Chains {
    fn of(region: &Region, prepared: &[Option<Prepared>]) -> Chains {
        let (body, types) = (&region.body, &*region.types);
        let count = types.len();
        // What an op that only changes the shape gives is its operand's.
        let mut roots: Vec<usize> = (0..count).collect();
        let mut uses = vec![0usize; count];
        for (step, prepared) in body.steps().zip(prepared) {
            if let Some(Prepared::Same(operand)) = prepared {
                roots[step.results.start] = roots[step.operands[*operand] as usize];
            }
            if !matches!(prepared, Some(Prepared::Same(_) | Prepared::Known(_))) {
                step.operands.iter().for_each(|&value| uses[roots[value as usize]] += 1);
            }
        }
        body.results().iter().for_each(|&value| uses[roots[value as usize]] += 1);
        let steps = body.num_steps();
        let mut chains = Chains {
            end_of: vec![None; steps],
            chains: (0..steps).map(|_| None).collect(),
            waiting: (0..steps).map(|_| None).collect(),
        };
        let firsts: Vec<usize> = body.steps().map(|step| step.results.start).collect();
        // The step whose only result each value is, if that can be handed on: a producer, or one that ends a chain.
        let mut made_by: Vec<Option<usize>> = vec![None; count];
        let producer = |at: usize| match &prepared[at] {
            Some(Prepared::Step(code)) => code.as_producer(),
            _ => None,
        };
        let row = |value: usize| {
            let TensorMetadata { dtype, shape } = &types[value];
            (*dtype, shape.rank().checked_sub(1).map(|last| shape.dim(last)))
        };
        for (at, (step, prepared)) in body.steps().zip(prepared).enumerate() {
            let Some(Prepared::Step(code)) = prepared else { continue };
            let found = step.operands.iter().enumerate().find_map(|(operand, &value)| {
                let value = value as usize;
                let before = made_by[roots[value]].filter(|_| uses[roots[value]] == 1)?;
                let first = chains.chains[before].as_ref().map_or(before, |(first, _)| *first);
                let producer = producer(first)?;
                // Rows are those of the producer: shapes between have the same.
                let has_rows = producer.gives_rows() && row(value) == row(firsts[first]);
                let follows = code
                    .as_follower()
                    .is_some_and(|code| code.replaces(operand) && (has_rows || !code.needs_rows()));
                let consumes = has_rows
                    && producer.as_strips().is_some()
                    && code.as_consumer().is_some_and(|code| code.takes(operand));
                (follows || consumes).then_some((before, first, operand, follows))
            });
            let is_single = step.results.len() == 1;
            if let Some((before, first, operand, follows)) = found {
                let mut links = chains.chains[before].take().map_or_else(SmallVec::new, |(_, links)| links);
                std::iter::once(first)
                    .chain(links.iter().map(|&(step, _)| step))
                    .for_each(|step| chains.end_of[step] = Some(at));
                links.push((at, operand));
                chains.chains[at] = Some((first, links));
                if follows && is_single {
                    made_by[step.results.start] = Some(at);
                }
            } else if is_single && !step.operands.is_empty() && code.as_producer().is_some() {
                made_by[step.results.start] = Some(at);
            }
        }
        chains
    }

    /// The steps of a chain that ends here, but for the last.
    fn before(&self, end: usize) -> impl Iterator<Item = usize> {
        let chain = self.chains[end].iter();
        chain.flat_map(move |(first, links)| {
            std::iter::once(*first)
                .chain(links.iter().map(|&(step, _)| step))
                .filter(move |&step| step != end)
        })
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
            if chains.end_of[at].is_some() {
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
