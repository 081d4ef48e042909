//! Large batches in parts.
//!
//! What an op of a large batch writes has left the cache when the next op reads it. Where ops compute each part of a batch alone
//! ([`BatchRule`](tfrt_ops::BatchRule)), a run goes through all of them with one part before it takes the next. A region becomes pieces: stretches
//! of ops that run in parts, and what is between them, each with a plan of its own; between pieces tensors are whole.
//!
//! A stretch pays if its ops pass on more bytes for each part than they read of constants, which every part reads again. Steps
//! that mix parts, and values that depend on the size of the batch in another way than as a list of sizes, are in no stretch.
//!
//! Invariants: parts have equal sizes; every value is what it is without parts, but where a step's order of sums depends on its number of rows.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{CompiledRegion, Declined, OpContext, Region, RegionMember, may_be_sizes};
use tfrt_executor::tensor::{DType, DenseHostTensor, TensorMetadata};
use tfrt_ops::{BatchCall, BatchOperand, BatchRule, RegionBodyBuilder, RegionStep, RegionType, Row};

use crate::compile;
use crate::run::{Plan, Pool};

/// A region in pieces; `None` if it is better run as one, or cannot be run otherwise. So many bytes stay near a thread.
pub(crate) fn divide(region: &Region, cache: usize, context: &dyn OpContext) -> Option<Divided> {
    let body = &region.body;
    let batch = body.batch_of(region.types[..body.num_args()].iter().map(|metadata| &metadata.shape))?;
    if batch < 2 || body.types().iter().all(RegionType::is_fixed) {
        return None;
    }
    let cache = i64::try_from(cache).ok()?;
    let is_known = |&result: &u32| region.known[result as usize].is_some();
    if body.results().iter().any(is_known) || !passes_on(region, cache) {
        return None;
    }
    let one = region.at(1)?.evaluated(context);
    let division = Division { region, one, batch, cache };
    let steps: Vec<RegionStep<'_>> = body.steps().collect();
    let gains: Vec<Option<Gain>> =
        steps.iter().enumerate().map(|(at, step)| division.gain(at, step)).collect();
    let mut stretches = Vec::new();
    // A stretch is to save more than its start costs.
    find(&gains, cache / 4, 0..steps.len(), &mut stretches);
    if stretches.is_empty() {
        return None;
    }
    let mut pieces = Vec::new();
    let mut before = 0;
    for stretch in stretches {
        let threads = i64::try_from(context.parallelism()).ok()?;
        let largest = gains[stretch.clone()].iter().flatten().map(|gain| gain.passed).max()?;
        let rows = rows(batch, cache.saturating_mul(threads) / largest.max(1), threads);
        if rows == batch {
            continue;
        }
        pieces.push((before..stretch.start, batch));
        pieces.push((stretch.clone(), rows));
        before = stretch.end;
    }
    pieces.push((before..steps.len(), batch));
    pieces.retain(|(range, _)| division.is_step(range.clone()));
    match pieces.iter().any(|&(_, rows)| rows < batch) {
        true => division.compile(&steps, &pieces, context),
        false => None,
    }
}

/// Whether a step passes on more than so many bytes of a batch. What fits the cache gains nothing from being divided.
fn passes_on(region: &Region, cache: i64) -> bool {
    let types = region.body.types();
    let passed = |values: &mut dyn Iterator<Item = usize>| {
        let size = |value| bytes(&region.types[value]).unwrap_or(i64::MAX);
        values.filter(|&value| is_batch(&types[value])).map(size).fold(0, i64::saturating_add)
    };
    let mut steps = region.body.steps();
    steps.any(|step| {
        passed(&mut step.operands.iter().map(|&value| value as usize).chain(step.results)) > cache
    })
}

/// The size of parts: so many that fit the caches, at least one for each thread, and all parts alike.
fn rows(batch: i64, fitting: i64, threads: i64) -> i64 {
    let wanted = fitting.max(threads).clamp(1, batch);
    (1..=wanted).rev().find(|rows| batch % rows == 0).unwrap_or(batch)
}

/// The gain of a step in a stretch.
#[derive(Clone, Copy)]
struct Gain {
    /// Bytes that it reads and writes of each part.
    passed: i64,
    /// The bytes of these that stay in the cache, less those that it reads again.
    saved: i64,
}

/// The stretches in a range of steps, in order: the one that saves most, and those before and after it.
fn find(gains: &[Option<Gain>], least: i64, range: Range<usize>, stretches: &mut Vec<Range<usize>>) {
    let (mut best, mut most) = (range.start..range.start, 0);
    let (mut start, mut saved) = (range.start, 0i64);
    for at in range.clone() {
        // A step that cannot be in a stretch ends it, as one does that costs all that was saved.
        saved = gains[at].map_or(0, |gain| saved.saturating_add(gain.saved));
        if saved <= 0 {
            (start, saved) = (at + 1, 0);
        } else if saved > most {
            (best, most) = (start..at + 1, saved);
        }
    }
    if most > least && best.len() >= 2 {
        find(gains, least, range.start..best.start, stretches);
        stretches.push(best.clone());
        find(gains, least, best.end..range.end, stretches);
    }
}

fn is_batch(ty: &RegionType) -> bool {
    ty.dims.split_first().is_some_and(|(&first, others)| first < 0 && others.iter().all(|&dim| dim >= 0))
}

fn bytes(metadata: &TensorMetadata) -> Option<i64> {
    i64::try_from(metadata.dtype.size()?.checked_mul(metadata.shape.num_elements())?).ok()
}

/// The elements of a tensor of integers.
fn integers(tensor: &DenseHostTensor) -> Option<Vec<i64>> {
    match tensor.dtype() {
        DType::I32 => Some(tensor.values::<i32>()?.iter().map(|&value| value.into()).collect()),
        DType::I64 => Some(tensor.values::<i64>()?.to_vec()),
        _ => None,
    }
}

/// A region that is to be divided.
struct Division<'r> {
    region: &'r Region,
    /// The region for a batch of one.
    one: Region,
    batch: i64,
    /// Bytes that stay near a thread from one step to the next.
    cache: i64,
}

impl Division<'_> {
    /// Whether a value is a constant of the region.
    fn is_constant(&self, value: usize) -> bool {
        let body = &self.region.body;
        (body.num_args()..body.num_args() + body.num_constants()).contains(&value)
    }

    /// Whether the results of a step are computed when the plan is made.
    fn is_known(&self, step: &RegionStep<'_>) -> bool {
        self.region.known[step.results.start].is_some()
    }

    /// Whether something is left to do in a range of steps.
    fn is_step(&self, range: Range<usize>) -> bool {
        let len = range.len();
        self.region.body.steps().skip(range.start).take(len).any(|step| !self.is_known(&step))
    }

    /// Whether a known value depends on the batch.
    fn differs(&self, value: usize) -> bool {
        !self.is_constant(value)
            && match (&self.one.known[value], &self.region.known[value]) {
                (None, None) => false,
                (Some(one), Some(all)) => one.metadata() != all.metadata() || one.bytes() != all.bytes(),
                _ => true,
            }
    }

    /// The gain of a step in a stretch; `None` if it cannot be in one.
    fn gain(&self, at: usize, step: &RegionStep<'_>) -> Option<Gain> {
        const NOTHING: Gain = Gain { passed: 0, saved: 0 };
        let types = self.region.body.types();
        if self.is_known(step) {
            return Some(NOTHING);
        }
        let member = &self.region.members[at];
        let rule = Row::of(&member.entry.name).batch?;
        let result = &types[step.results.start];
        let is_used = |value: usize| {
            let value = value as u32;
            self.region.body.results().contains(&value)
                || self.region.body.steps().skip(at + 1).any(|later| later.operands.contains(&value))
        };
        let mut others = step.results.clone().skip(1);
        if !is_batch(result)
            || !others.all(|other| is_batch(&types[other]) || types[other].is_fixed() && !is_used(other))
        {
            return None;
        }
        let mut elements: SmallVec<[Option<Vec<i64>>; 4]> = SmallVec::new();
        for (i, &value) in step.operands.iter().enumerate() {
            let value = value as usize;
            let are_sizes = rule.is_list_of_sizes(i);
            if !is_batch(&types[value]) && !types[value].is_fixed() || self.differs(value) && !are_sizes {
                return None;
            }
            elements.push(
                self.region.known[value]
                    .as_ref()
                    .filter(|tensor| may_be_sizes(tensor.metadata()))
                    .and_then(integers),
            );
        }
        let operands: SmallVec<[BatchOperand<'_>; 4]> = step
            .operands
            .iter()
            .zip(&elements)
            .map(|(&value, elements)| BatchOperand {
                dims: &types[value as usize].dims,
                elements: elements.as_deref(),
            })
            .collect();
        let attrs = member.attrs.as_ref();
        let body = attrs.get_fused_body("body").map(|body| &**body);
        let call = BatchCall { operands: &operands, result: &result.dims, attrs: &*attrs, body };
        if !rule.holds(&call) {
            return None;
        }
        // Its result is its operand in another shape, not a copy.
        if rule == BatchRule::Order {
            return Some(NOTHING);
        }
        let (mut passed, mut constant) = (0i64, 0i64);
        for value in step.operands.iter().map(|&value| value as usize).chain(step.results.clone()) {
            let size = bytes(&self.one.types[value])?;
            match is_batch(&types[value]) {
                true => passed = passed.checked_add(size)?,
                false => constant = constant.checked_add(size)?,
            }
        }
        // A whole batch that fits the cache gains nothing.
        let is_large = passed.checked_mul(self.batch)? > self.cache;
        let saved = if is_large { passed - constant } else { -constant };
        Some(Gain { passed, saved })
    }

    /// The plans of all pieces.
    fn compile(
        &self,
        steps: &[RegionStep<'_>],
        pieces: &[(Range<usize>, i64)],
        context: &dyn OpContext,
    ) -> Option<Divided> {
        let body = &self.region.body;
        let mut homes: Vec<Option<Home>> = (0..body.types().len()).map(|_| None).collect();
        (0..body.num_args()).for_each(|arg| homes[arg] = Some(Home::Arg(arg)));
        for (result, &value) in body.results().iter().enumerate() {
            homes[value as usize] = Some(Home::Result(result));
        }
        let mut slots = Vec::new();
        let mut made = Vec::with_capacity(pieces.len());
        for (range, rows) in pieces {
            let piece = PieceBuilder::new(self, *rows, context)?.build(steps, range.clone())?;
            let Some(PieceBody { region, args, results }) = piece else { continue };
            for &value in &results {
                homes[value].get_or_insert_with(|| {
                    slots.push(self.region.types[value].clone());
                    Home::Slot(slots.len() - 1)
                });
            }
            let parts = usize::try_from(self.batch / rows).ok()?;
            let whole = |(&value, metadata): (&usize, &TensorMetadata)| {
                let is_part = parts > 1 && is_batch(&body.types()[value]);
                Some(Whole { home: homes[value]?, part: is_part.then(|| metadata.clone()) })
            };
            let metadata = |value: &u32| &region.types[*value as usize];
            let types_of_results = region.body.results().iter().map(metadata);
            let piece = Piece {
                parts,
                args: args.iter().zip(&*region.types).map(whole).collect::<Option<_>>()?,
                results: results.iter().zip(types_of_results).map(whole).collect::<Option<_>>()?,
                plan: compile::compile(&region, usize::try_from(self.cache).ok()?, context)?,
            };
            made.push(piece);
        }
        Some(Divided { pieces: made.into(), slots: slots.into(), kept: Pool::default() })
    }
}

/// A piece as a region of its own, and the values of the whole region that its arguments and results are.
struct PieceBody {
    region: Region,
    args: Vec<usize>,
    results: Vec<usize>,
}

struct PieceBuilder<'d, 'r> {
    division: &'d Division<'r>,
    rows: i64,
    known: Arc<[Option<DenseHostTensor>]>,
}

impl<'d, 'r> PieceBuilder<'d, 'r> {
    fn new(division: &'d Division<'r>, rows: i64, context: &dyn OpContext) -> Option<Self> {
        let known = match rows {
            1 => division.one.known.clone(),
            rows if rows == division.batch => division.region.known.clone(),
            rows => division.region.at(rows)?.evaluated(context).known,
        };
        Some(PieceBuilder { division, rows, known })
    }

    /// The steps of a range as a region; no piece if nothing uses what they give.
    fn build(&self, steps: &[RegionStep<'_>], range: Range<usize>) -> Option<Option<PieceBody>> {
        let whole = self.division.region;
        let types = whole.body.types();
        let own: Vec<usize> = range.clone().filter(|&at| !self.division.is_known(&steps[at])).collect();
        let mut numbers: Vec<Option<u32>> = vec![None; types.len()];
        let mut is_made = vec![false; types.len()];
        let (mut args, mut constants) = (Vec::new(), Vec::new());
        let mut is_listed = vec![false; types.len()];
        for &at in &own {
            for value in steps[at].operands.iter().map(|&value| value as usize) {
                if !is_made[value] && !std::mem::replace(&mut is_listed[value], true) {
                    if self.known[value].is_some() { constants.push(value) } else { args.push(value) }
                }
            }
            is_made[steps[at].results.clone()].fill(true);
        }
        let mut builder = RegionBodyBuilder::default();
        for &value in &args {
            numbers[value] = Some(builder.arg(types[value].clone()).ok()?);
        }
        let mut tensors = Vec::with_capacity(constants.len());
        for &value in &constants {
            let tensor = self.known[value].clone()?;
            numbers[value] = Some(builder.constant(RegionType::from(tensor.metadata())).ok()?);
            tensors.push(tensor);
        }
        let mut members: Vec<RegionMember> = Vec::with_capacity(own.len());
        for &at in &own {
            let operands: Vec<u32> =
                steps[at].operands.iter().map(|&value| numbers[value as usize]).collect::<Option<_>>()?;
            let given = builder.step(&operands, types[steps[at].results.clone()].iter().cloned()).ok()?;
            for (value, number) in steps[at].results.clone().zip(given) {
                numbers[value] = Some(number);
            }
            members.push(whole.members[at].clone());
        }
        let mut is_used = vec![false; types.len()];
        let later = steps[range.end..].iter().flat_map(|step| step.operands);
        later.chain(whole.body.results()).for_each(|&value| is_used[value as usize] = true);
        let results: Vec<usize> =
            (0..types.len()).filter(|&value| is_made[value] && is_used[value]).collect();
        if results.is_empty() {
            return Some(None);
        }
        let numbers: Vec<u32> = results.iter().map(|&value| numbers[value]).collect::<Option<_>>()?;
        let body = builder.finish(&numbers).ok()?;
        let types = body.types_at(self.rows)?.into();
        let region = Region::new(body.into(), types, members.into(), tensors.into());
        Some(Some(PieceBody { region, args, results }))
    }
}

/// Where a whole value is.
#[derive(Debug, Clone, Copy)]
enum Home {
    /// In an argument of the run.
    Arg(usize),
    /// In a result of the run.
    Result(usize),
    /// In a tensor between pieces.
    Slot(usize),
}

/// A value that a piece takes or gives.
struct Whole {
    home: Home,
    /// The parts of the operands; nothing if every part has all of them.
    part: Option<TensorMetadata>,
}

/// Steps that run in parts.
struct Piece {
    plan: Plan,
    parts: usize,
    args: Box<[Whole]>,
    results: Box<[Whole]>,
}

/// A region in pieces. See the module.
pub(crate) struct Divided {
    pieces: Box<[Piece]>,
    /// The metadata of the tensors between pieces.
    slots: Box<[TensorMetadata]>,
    /// Tensors between pieces that no run uses.
    kept: Pool<Vec<DenseHostTensor>>,
}

impl CompiledRegion for Divided {
    fn run(
        &self,
        context: &dyn OpContext,
        args: &[&DenseHostTensor],
        results: &mut [DenseHostTensor],
    ) -> Result<(), Declined> {
        let tensor = |metadata: &TensorMetadata| DenseHostTensor::uninitialized(metadata.clone()).ok();
        let make = || self.slots.iter().map(tensor).collect();
        let mut slots = self.kept.take(make).ok_or(Declined)?;
        let outcome = self.pieces.iter().try_for_each(|piece| piece.run(context, args, &mut slots, results));
        self.kept.give(slots);
        outcome
    }
}

impl Piece {
    fn run(
        &self,
        context: &dyn OpContext,
        args: &[&DenseHostTensor],
        slots: &mut [DenseHostTensor],
        results: &mut [DenseHostTensor],
    ) -> Result<(), Declined> {
        let mut given: SmallVec<[DenseHostTensor; 8]> = SmallVec::new();
        for arg in &self.args {
            given.push(match arg.home {
                Home::Arg(at) => (*args.get(at).ok_or(Declined)?).clone(),
                Home::Result(at) => results.get(at).ok_or(Declined)?.clone(),
                Home::Slot(at) => slots.get(at).ok_or(Declined)?.clone(),
            });
        }
        let mut slots: SmallVec<[_; 8]> = slots.iter_mut().map(Some).collect();
        let mut all: SmallVec<[_; 4]> = results.iter_mut().map(Some).collect();
        let mut written: SmallVec<[&mut [u8]; 4]> = SmallVec::new();
        for result in &self.results {
            let tensor = match result.home {
                Home::Arg(_) => None,
                Home::Result(at) => all.get_mut(at).and_then(Option::take),
                Home::Slot(at) => slots.get_mut(at).and_then(Option::take),
            };
            written.push(tensor.and_then(DenseHostTensor::bytes_mut).ok_or(Declined)?);
        }
        for part in 0..self.parts {
            let mut own: SmallVec<[DenseHostTensor; 8]> = SmallVec::new();
            for (tensor, arg) in given.iter().zip(&self.args) {
                own.push(match &arg.part {
                    Some(metadata) => part_of(tensor, metadata, part, self.parts).ok_or(Declined)?,
                    None => tensor.clone(),
                });
            }
            let own: SmallVec<[&DenseHostTensor; 8]> = own.iter().collect();
            let mut parts: SmallVec<[&mut [u8]; 4]> = SmallVec::new();
            for (bytes, result) in written.iter_mut().zip(&self.results) {
                let size = bytes.len() / self.parts;
                parts.push(match result.part {
                    Some(_) => &mut bytes[part * size..][..size],
                    None => bytes,
                });
            }
            self.plan.run_into(context, &own, &mut parts)?;
        }
        Ok(())
    }
}

/// One of so many equal parts of a tensor.
fn part_of(
    tensor: &DenseHostTensor,
    metadata: &TensorMetadata,
    part: usize,
    parts: usize,
) -> Option<DenseHostTensor> {
    let size = tensor.bytes().len() / parts;
    let buffer = tensor.buffer().slice(part * size, size)?.ok()?;
    DenseHostTensor::from_buffer(metadata.clone(), buffer).ok()
}
