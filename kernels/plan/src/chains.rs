//! Chains of steps: each hands its result to the next, part by part or in bands, instead of writing it to the arena.

use smallvec::{SmallVec, smallvec};
use tfrt_executor::core_runtime::{Banded, Banding, Prepared, Region};
use tfrt_executor::tensor::TensorMetadata;
use tfrt_ops::RegionStep;

use crate::bands::{self, Bands};
use crate::run::PlacedCode;

/// A step of a chain but the first: its number, and the operand that is the result of the one before.
type Link = (usize, usize);

/// Steps that hand on their result part by part: a producer, followers of it and of each other, and perhaps a consumer. All run when the last of
/// them does, and what they hand on is nowhere as a whole. Several such chains, or steps alone, make a stretch if they go through images
/// [band by band](crate::bands); then all run when the last of the last one does.
pub(crate) struct Chains {
    /// For each step that runs later, because it is part of a chain or of a stretch, when it does.
    pub(crate) later: Vec<Option<usize>>,
    /// For each step that ends a chain, the producer and the others in order.
    chains: Vec<Option<(usize, SmallVec<[Link; 2]>)>>,
    /// For each step that ends a stretch.
    pub(crate) stretches: Vec<Option<Stretch>>,
    /// Steps with where their operands are, until the last of their chain comes.
    pub(crate) waiting: Vec<Option<PlacedCode>>,
}

/// Chains, and steps alone, that go through images band by band.
pub(crate) struct Stretch {
    /// The last step of each.
    pub(crate) ends: SmallVec<[usize; bands::MOST]>,
    /// The operands that come in bands of those before.
    links: SmallVec<[Link; bands::MOST]>,
    pub(crate) bands: Bands,
}

impl Chains {
    pub(crate) fn of(region: &Region, prepared: &[Option<Prepared>], cache: usize) -> Chains {
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
            later: vec![None; steps],
            chains: (0..steps).map(|_| None).collect(),
            stretches: (0..steps).map(|_| None).collect(),
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
                    .for_each(|step| chains.later[step] = Some(at));
                links.push((at, operand));
                chains.chains[at] = Some((first, links));
                if follows && is_single {
                    made_by[step.results.start] = Some(at);
                }
            } else if is_single && !step.operands.is_empty() && code.as_producer().is_some() {
                made_by[step.results.start] = Some(at);
            }
        }
        chains.stretch(region, prepared, &roots, &uses, cache);
        chains
    }

    /// Finds the stretches among chains and steps alone, where values have these roots, and so many uses.
    fn stretch(
        &mut self,
        region: &Region,
        prepared: &[Option<Prepared>],
        roots: &[usize],
        uses: &[usize],
        cache: usize,
    ) {
        let steps: Vec<RegionStep<'_>> = region.body.steps().collect();
        let code = |at: usize| match &prepared[at] {
            Some(Prepared::Step(code)) => Some(&**code),
            _ => None,
        };
        // Those that could be in one: what is handed on within them goes to followers, and there is one result.
        let banded = |end: usize| {
            let links = self.chains[end].iter().flat_map(|(_, links)| links);
            let mut follow = links.map(|&(step, operand)| {
                code(step)
                    .is_some_and(|code| code.as_follower().is_some_and(|follower| follower.replaces(operand)))
            });
            let is_one = self.later[end].is_none() && steps[end].results.len() == 1 && follow.all(|is| is);
            let first = self.chains[end].as_ref().map_or(end, |(first, _)| *first);
            Some((first, code(first).filter(|_| is_one)?.as_banded()?))
        };
        let found: Vec<Option<(usize, &dyn Banded)>> = (0..steps.len()).map(banded).collect();
        // For each, the one that takes its result in bands, and so many bytes of it.
        let mut next: Vec<Option<(usize, usize)>> = vec![None; steps.len()];
        let mut has_before = vec![false; steps.len()];
        let mut made_by: Vec<Option<usize>> = vec![None; roots.len()];
        for (end, taker) in found.iter().enumerate() {
            let &Some((first, code)) = taker else { continue };
            let banding = code.banding();
            let value = steps[first].operands.get(banding.operand).map(|&value| roots[value as usize]);
            let before = value.filter(|&value| uses[value] == 1).and_then(|value| made_by[value]);
            if let Some(before) = before
                && let Some((_, giver)) = found[before]
                && bands::pays(&giver.banding(), &banding, cache)
            {
                let Banding { images, rows, row_bytes, .. } = banding;
                next[before] = Some((end, images * rows[0] * row_bytes[0]));
                has_before[end] = true;
            }
            made_by[steps[end].results.start] = Some(end);
        }
        for start in (0..steps.len()).filter(|&end| next[end].is_some() && !has_before[end]) {
            let mut sequence = vec![start];
            let mut bytes = Vec::new();
            while let Some((end, passed)) = next[sequence[sequence.len() - 1]] {
                sequence.push(end);
                bytes.push(passed);
            }
            let taken = bands::taken(&bytes);
            let mut first = 0;
            for at in 0..sequence.len() {
                if taken.get(at) == Some(&true) {
                    continue;
                }
                let ends = &sequence[std::mem::replace(&mut first, at + 1)..=at];
                let members: SmallVec<[(usize, &dyn Banded); bands::MOST]> =
                    ends.iter().filter_map(|&end| found[end]).collect();
                let codes: SmallVec<[&dyn Banded; bands::MOST]> =
                    members.iter().map(|&(_, code)| code).collect();
                let Some(bands) = Bands::of(&codes, cache).filter(|_| ends.len() > 1) else { continue };
                let links =
                    members[1..].iter().map(|&(first, code)| (first, code.banding().operand)).collect();
                let steps: Vec<usize> = ends.iter().flat_map(|&end| self.steps_of(end)).collect();
                let last = ends[ends.len() - 1];
                for step in steps.into_iter().filter(|&step| step != last) {
                    self.later[step] = Some(last);
                }
                self.stretches[last] = Some(Stretch { ends: ends.into(), links, bands });
            }
        }
    }

    /// The steps before the last one of a chain or stretch that ends here, in order.
    pub(crate) fn before(&self, end: usize) -> impl Iterator<Item = usize> {
        let ends =
            self.stretches[end].as_ref().map_or_else(|| smallvec![end], |stretch| stretch.ends.clone());
        let ends: SmallVec<[usize; bands::MOST]> = ends;
        ends.into_iter().flat_map(move |at| self.steps_of(at)).filter(move |&step| step != end)
    }

    /// The steps of a chain that ends here, or this step alone.
    fn steps_of(&self, end: usize) -> SmallVec<[usize; 3]> {
        match &self.chains[end] {
            Some((first, links)) => {
                std::iter::once(*first).chain(links.iter().map(|&(step, _)| step)).collect()
            }
            None => smallvec![end],
        }
    }

    /// Whether a step hands on or is handed anything.
    pub(crate) fn is_linked(&self, at: usize) -> bool {
        self.later[at].is_some() || self.chains[at].is_some() || self.stretches[at].is_some()
    }

    /// Whether an operand of a step is handed on to it, part by part or in bands.
    pub(crate) fn is_handed(&self, at: usize, operand: usize) -> bool {
        let link = (at, operand);
        // All runs when the last step does, which may be the end of a chain in a stretch.
        let in_chain = |end: usize| self.chains[end].as_ref().is_some_and(|(_, links)| links.contains(&link));
        let end = self.later[at].unwrap_or(at);
        let stretch = self.stretches[end].as_ref();
        in_chain(end)
            || stretch.is_some_and(|stretch| {
                stretch.links.contains(&link) || stretch.ends.iter().any(|&end| in_chain(end))
            })
    }

    /// The producer of a chain that ends here, and the others; or this step alone.
    pub(crate) fn take(&mut self, end: usize) -> Option<(PlacedCode, Vec<PlacedCode>)> {
        let mut steps = self.steps_of(end).into_iter();
        let first = self.waiting[steps.next()?].take()?;
        let others = steps.map(|step| self.waiting[step].take()).collect::<Option<_>>()?;
        Some((first, others))
    }
}
