//! The actions of a plan: steps, or groups of steps, with the places of their operands and results.
//!
//! The constructors of [`Action`] check that results overlap neither each other nor the operands: runs borrow both at one time. The fields of records
//! that rely on it are visible to runs alone.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{OpEntry, RegionMember, Step};
use tfrt_executor::tensor::TensorMetadata;

use crate::bands::Bands;

/// Where the bytes of a value are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// In an argument of the run.
    Arg(usize),
    /// In a constant of the region.
    Constant(usize),
    /// In a result of the run.
    Result(usize),
    /// In the arena, from this byte on.
    Arena(usize),
    /// In a tensor of their own.
    Tensor(usize),
}

/// Where a value is, and its bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    pub(crate) home: Home,
    pub(crate) size: usize,
}

impl Place {
    /// Whether no byte is in both, whatever the run.
    fn is_apart(self, other: Place) -> bool {
        match (self.home, other.home) {
            (Home::Arena(a), Home::Arena(b)) => {
                // Compile time has checked that places end.
                a.saturating_add(self.size) <= b || b.saturating_add(other.size) <= a
            }
            (a, b) => a != b,
        }
    }
}

/// A value that an op takes as a tensor.
pub(crate) struct Source {
    pub(crate) home: Home,
    pub(crate) metadata: TensorMetadata,
    /// Whether nothing uses it after the op.
    pub(crate) is_last: bool,
}

/// An op that runs as it is registered, on tensors.
pub(crate) struct RegisteredOp {
    pub(crate) member: RegionMember,
    pub(crate) operands: Box<[Source]>,
    pub(crate) metadata: Box<[TensorMetadata]>,
    /// The slot of each result.
    pub(crate) slots: Box<[usize]>,
}

/// A step whose results overlap neither each other nor its operands.
pub(crate) struct PlacedStep {
    pub(super) code: Box<dyn Step>,
    pub(super) operands: Box<[Place]>,
    pub(super) results: Box<[Place]>,
    /// Slots of results, whose tensors are made before the step.
    pub(super) slots: Box<[usize]>,
}

/// A step, and where its operands are; one that is handed on to it part by part has no place.
pub(crate) type PlacedCode = (Box<dyn Step>, Box<[Option<Place>]>);

/// A step to which an operand is handed on.
pub(super) struct PlacedLink {
    pub(super) code: Box<dyn Step>,
    /// Its operands; the one that is handed on has any place that is read.
    pub(super) operands: Box<[Place]>,
    pub(super) replaced: usize,
}

impl PlacedLink {
    /// `None` if nothing is handed on.
    fn of((code, operands): PlacedCode, any: Place) -> Option<PlacedLink> {
        let replaced = operands.iter().position(Option::is_none)?;
        let operands = operands.iter().map(|place| place.unwrap_or(any)).collect();
        Some(PlacedLink { code, operands, replaced })
    }
}

/// A step whose result becomes that of the next one, part by part, and is nowhere else. Places are apart as those of a [`PlacedStep`].
pub(crate) struct PlacedPair {
    pub(super) producer: Box<dyn Step>,
    pub(super) inputs: Box<[Place]>,
    pub(super) follower: PlacedLink,
    pub(super) results: Box<[Place]>,
    pub(super) slots: Box<[usize]>,
}

/// As a [`PlacedPair`], with several followers, the last of which may be a consumer.
pub(crate) struct PlacedChain {
    pub(super) producer: Box<dyn Step>,
    pub(super) inputs: Box<[Place]>,
    pub(super) followers: Box<[PlacedLink]>,
    pub(super) consumer: Option<PlacedLink>,
    pub(super) results: Box<[Place]>,
    pub(super) slots: Box<[usize]>,
}

/// A step of a stretch, and what its result becomes part by part.
pub(super) struct PlacedStage {
    pub(super) code: Box<dyn Step>,
    /// Its operands; the one that comes in bands of the step before has any place that is read.
    pub(super) operands: Box<[Place]>,
    pub(super) followers: Box<[PlacedLink]>,
}

/// Steps that go through images band by band. Places are apart as those of a [`PlacedStep`].
pub(crate) struct PlacedBands {
    pub(super) bands: Bands,
    pub(super) stages: Box<[PlacedStage]>,
    pub(super) results: Box<[Place]>,
    pub(super) slots: Box<[usize]>,
}

/// One of the things that a run does, in order.
pub(crate) enum Action {
    Step(PlacedStep),
    Pair(Box<PlacedPair>),
    Chain(Box<PlacedChain>),
    Bands(Box<PlacedBands>),
    Registered(Box<RegisteredOp>),
}

/// The description of an action in traces: its ops, and their locations.
pub(crate) type Traced = SmallVec<[(Arc<OpEntry>, Arc<str>); 1]>;

impl Action {
    /// A step on values in these places; `None` if a result is where it cannot be.
    pub(crate) fn step(code: Box<dyn Step>, operands: Box<[Place]>, results: Box<[Place]>) -> Option<Action> {
        let slots = slots_of(&results, operands.iter())?;
        Some(Action::Step(PlacedStep { code, operands, results, slots }))
    }

    /// A producer on values in these places, and others to which the result of the one before is handed on: followers, perhaps a consumer at the
    /// end. The results are those of the last. `None` if a result is where it cannot be, or the steps are no such chain.
    pub(crate) fn chain(
        (producer, inputs): PlacedCode,
        others: Vec<PlacedCode>,
        results: Box<[Place]>,
    ) -> Option<Action> {
        producer.as_producer()?;
        let inputs: Box<[Place]> = inputs.iter().copied().collect::<Option<_>>()?;
        let any = *inputs.first()?;
        let mut links: Vec<PlacedLink> =
            others.into_iter().map(|other| PlacedLink::of(other, any)).collect::<Option<_>>()?;
        let reads = inputs.iter().chain(links.iter().flat_map(|link| &link.operands));
        let slots = slots_of(&results, reads)?;
        let follows = |link: &PlacedLink| {
            link.code.as_follower().is_some_and(|follower| follower.replaces(link.replaced))
        };
        let consumer = match links.last() {
            Some(last) if !follows(last) => links.pop(),
            _ => None,
        };
        if !links.iter().all(follows) {
            return None;
        }
        if let Some(consumer) = &consumer {
            consumer.code.as_consumer()?;
            producer.as_producer()?.as_strips()?;
        } else if links.len() == 1 {
            let follower = links.pop()?;
            return Some(Action::Pair(Box::new(PlacedPair { producer, inputs, follower, results, slots })));
        }
        let followers = links.into();
        let chain = PlacedChain { producer, inputs, followers, consumer, results, slots };
        Some(Action::Chain(Box::new(chain)))
    }
}

impl Action {
    /// A stretch of steps, each with what follows it, whose results are those of the last. `None` if a result is where it cannot be, or the steps
    /// are no such stretch.
    pub(crate) fn bands(
        bands: Bands,
        steps: Vec<(PlacedCode, Vec<PlacedCode>)>,
        results: Box<[Place]>,
    ) -> Option<Action> {
        let mut stages: Vec<PlacedStage> = Vec::with_capacity(steps.len());
        let any = steps.first().and_then(|((_, operands), _)| operands.iter().copied().flatten().next())?;
        for (at, ((code, operands), others)) in steps.into_iter().enumerate() {
            let banded = code.as_banded()?.banding().operand;
            let is_handed =
                |(operand, place): (usize, &Option<Place>)| place.is_none() == (at > 0 && operand == banded);
            if !operands.iter().enumerate().all(is_handed) || banded >= operands.len() {
                return None;
            }
            let follower = |other: PlacedCode| {
                let link = PlacedLink::of(other, any)?;
                link.code.as_follower()?.replaces(link.replaced).then_some(link)
            };
            let followers = others.into_iter().map(follower).collect::<Option<_>>()?;
            let operands = operands.iter().map(|place| place.unwrap_or(any)).collect();
            stages.push(PlacedStage { code, operands, followers });
        }
        let stages: Box<[PlacedStage]> = stages.into();
        let reads = stages.iter().flat_map(|stage| {
            stage.operands.iter().chain(stage.followers.iter().flat_map(|link| &link.operands))
        });
        let slots = slots_of(&results, reads)?;
        Some(Action::Bands(Box::new(PlacedBands { bands, stages, results, slots })))
    }
}

/// The slots of results, which must be where they can be written and apart from each other and from what is read; `None` if they are not.
fn slots_of<'p>(results: &[Place], reads: impl Iterator<Item = &'p Place> + Clone) -> Option<Box<[usize]>> {
    for (i, result) in results.iter().enumerate() {
        let mut others = reads.clone().copied().chain(results[i + 1..].iter().copied());
        if matches!(result.home, Home::Arg(_) | Home::Constant(_))
            || !others.all(|other| result.is_apart(other))
        {
            return None;
        }
    }
    let slot = |place: &Place| match place.home {
        Home::Tensor(slot) => Some(slot),
        _ => None,
    };
    Some(results.iter().filter_map(slot).collect())
}
