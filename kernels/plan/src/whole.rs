//! Loops as a whole: code whose rounds follow each other without a plan between them.
//!
//! A loop becomes a [`RoundsBody`], of which a compiler makes machine code. Ops that are [`Described`] are parts of the code; it calls the steps of
//! others. A run gives the code places for all values of several elements: those of what the loop carries, and new ones for what a round computes,
//! with which they change places from round to round.

#![expect(unsafe_code, reason = "calls machine code")]

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    CarriedNext, Declined, Described, DescribedStart, ElementMember, LoopRegions, OpContext, Prepared,
    Region, RegionLoop, Step, StepOperand, StepSpec,
};
use tfrt_executor::jit::JitCompiler;
use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopMember};
use tfrt_executor::jit::rounds::{
    CompiledRounds, RoundConstant, RoundMember, RoundStart, RoundStep, RoundValue, Rounds, RoundsBody,
    StepCall,
};
use tfrt_executor::tensor::{DenseHostTensor, Shape, TensorMetadata};

use crate::compile::are_results;

/// The name in statistics.
const NAME: &str = "loop";

/// The work of a run, in functions of one element: some hundred microseconds.
const WORK: usize = 1 << 18;

/// Elements of a value that ops compute at most: with more, the time between ops does not matter, and plans use several threads.
const MOST_ELEMENTS: usize = 1 << 12;

/// The machine code of a loop; `None` if it has none.
pub(crate) fn compile(regions: LoopRegions<'_>, context: &dyn OpContext) -> Option<Whole> {
    let jit = context.jit()?;
    let types: Box<[TensorMetadata]> = regions.body.types.get(..regions.next.len())?.into();
    let made = |is_in_place| {
        let Some(builder) = Builder::new(regions, &**jit, is_in_place) else {
            jit.stays_interpreted(NAME, "it carries tensors without elements, or of too many bytes each");
            return None;
        };
        let made = builder.finish(regions, context);
        let made =
            made.map_err(|op| jit.stays_interpreted(NAME, &format!("{op} has no code among rounds"))).ok()?;
        let name = format!("{NAME} of {} members", made.body.members.len());
        Some((jit.compile_rounds(&made.body, &name), made))
    };
    let updates = |member: &RoundMember| matches!(member, RoundMember::Update { .. });
    let (code, made) = match made(true)? {
        // What is updated may be read by another op: then a copy of it is updated.
        (None, made_so) if made_so.body.members.iter().any(updates) => made(false)?,
        made => made,
    };
    let (code, Made { body, constants, steps }) = (code?, made);
    let values = body.values()?;
    let first = body.carried.len() + body.constants.len();
    let rooms: Box<[Room]> = (first..values.len())
        .filter(|&at| values[at].count > 1)
        .map(|at| {
            let shape = Shape::new(&[values[at].count as i64]).ok()?;
            Some(Room { at, metadata: TensorMetadata::new(values[at].dtype, shape) })
        })
        .collect::<Option<_>>()?;
    let most = (WORK / work(&body, &values)).max(1) as u64;
    Some(Whole {
        code,
        changes: changes(&body),
        types,
        constants: constants.into(),
        rooms,
        values: values.len(),
        steps,
        most,
    })
}

/// The body of a loop, its constants of several elements, by the numbers of their values, and the steps that its code calls.
struct Made {
    body: RoundsBody,
    constants: Vec<(usize, DenseHostTensor)>,
    steps: Vec<PlacedStep>,
}

/// A step of a round, with the bytes of its operands and results.
struct PlacedStep {
    code: Box<dyn Step>,
    operands: Box<[usize]>,
    results: Box<[usize]>,
}

/// A step in the context of a run.
struct InContext<'r> {
    code: &'r dyn Step,
    context: &'r dyn OpContext,
}

impl RoundStep for InContext<'_> {
    fn run(&self, operands: &[&[u8]], results: &mut [&mut [u8]]) -> bool {
        self.code.run(self.context, operands, results).is_ok()
    }
}

/// The work of a round, whose values these are.
fn work(body: &RoundsBody, values: &[RoundValue]) -> usize {
    let count = |&value: &u16| values.get(usize::from(value)).map_or(0, |value| value.count);
    let of = |member: &RoundMember| match member {
        RoundMember::Several { body, count, .. } => body.members.len() * count,
        RoundMember::Slice { count, .. } => *count,
        RoundMember::Join { args } => args.iter().map(count).sum(),
        RoundMember::One { .. } | RoundMember::Update { .. } => 1,
        // A call costs as much as some functions, and what a step does with each element is not known.
        RoundMember::Step { args, .. } => 16 + 4 * args.iter().map(count).sum::<usize>(),
    };
    body.members.iter().map(of).sum::<usize>() + 1
}

/// Whether each carried value is another one in the next round.
fn changes(body: &RoundsBody) -> Box<[bool]> {
    body.next.iter().enumerate().map(|(to, &next)| usize::from(next) != to).collect()
}

/// Makes the body of a loop.
struct Builder<'j> {
    jit: &'j dyn JitCompiler,
    /// Whether carried values are updated where they lie.
    is_in_place: bool,
    body: RoundsBody,
    /// The number of elements of each value, and their type.
    values: Vec<RoundValue>,
    /// The constants of several elements, by the numbers of their values.
    constants: Vec<(usize, DenseHostTensor)>,
    /// The number of each constant of the condition, then of the body.
    numbers: Vec<u16>,
    steps: Vec<PlacedStep>,
}

/// Dtype and number of elements of a tensor; `None` if it has no elements.
fn value_of(metadata: &TensorMetadata) -> Option<RoundValue> {
    let count = metadata.shape.num_elements();
    (count > 0).then_some(RoundValue { dtype: metadata.dtype, count })
}

impl<'j> Builder<'j> {
    fn new(regions: LoopRegions<'_>, jit: &'j dyn JitCompiler, is_in_place: bool) -> Option<Builder<'j>> {
        let carried: Vec<RoundValue> =
            regions.body.types.get(..regions.next.len())?.iter().map(value_of).collect::<Option<_>>()?;
        let mut values = carried.clone();
        let (mut constants, mut several, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for constant in regions.condition.constants.iter().chain(&*regions.body.constants) {
            let value = value_of(constant.metadata())?;
            constants.push(match value.count {
                1 => {
                    let mut bits = [0; 8];
                    bits.get_mut(..constant.bytes().len())?.copy_from_slice(constant.bytes());
                    RoundConstant::One(value.dtype, u64::from_le_bytes(bits))
                }
                _ => {
                    several.push((values.len(), constant.clone()));
                    RoundConstant::Several(value)
                }
            });
            numbers.push(u16::try_from(values.len()).ok()?);
            values.push(value);
        }
        let body =
            RoundsBody { carried, constants, members: Vec::new(), condition: 0, truth: 0, next: Vec::new() };
        let steps = Vec::new();
        Some(Builder { jit, is_in_place, body, values, constants: several, numbers, steps })
    }

    /// The whole body, or the op that has no code.
    fn finish(mut self, regions: LoopRegions<'_>, context: &dyn OpContext) -> Result<Made, String> {
        let (of_condition, of_body) = self.numbers.split_at(regions.condition.constants.len());
        let (of_condition, of_body) = (of_condition.to_vec(), of_body.to_vec());
        let condition = self.region(regions.condition, &of_condition, context)?;
        self.body.condition = self.body.members.len();
        let [truth] = condition[..] else { return Err("the condition".to_owned()) };
        let results = self.region(regions.body, &of_body, context)?;
        let next = |next: &CarriedNext| match *next {
            CarriedNext::Carried(from) => u16::try_from(from).ok(),
            CarriedNext::Result(result) => results.get(result).copied(),
            CarriedNext::Constant(constant) => of_body.get(constant).copied(),
        };
        let next: Option<Vec<u16>> = regions.next.iter().map(next).collect();
        let next = next.ok_or("what is carried")?;
        let body = RoundsBody { truth, next, ..self.body };
        Ok(Made { body, constants: self.constants, steps: self.steps })
    }

    /// Adds the ops of a region; the values of its results, or the op that has no code.
    fn region(
        &mut self,
        region: &Region,
        constants: &[u16],
        context: &dyn OpContext,
    ) -> Result<Vec<u16>, String> {
        let body = &region.body;
        let mut numbers: Vec<u16> = (0..body.num_args() as u16).chain(constants.iter().copied()).collect();
        for (step, member) in body.steps().zip(&*region.members) {
            let operand = |&value: &u32| StepOperand {
                metadata: &region.types[value as usize],
                constant: region.known[value as usize].as_ref(),
            };
            let operands: Vec<StepOperand<'_>> = step.operands.iter().map(operand).collect();
            let (results, attrs) = (&region.types[step.results.clone()], member.attrs.as_ref());
            let spec = StepSpec { operands: &operands, results, attrs, context };
            let taken: Vec<u16> = step.operands.iter().map(|&value| numbers[value as usize]).collect();
            let given = are_results(&member.entry, &spec).then(|| {
                let described = member.entry.describe.as_ref().and_then(|describe| describe(&spec));
                let given = described.and_then(|described| self.described(described, &taken, &spec));
                given.or_else(|| match member.entry.prepare.as_ref()?(&spec)? {
                    Prepared::Same(operand) => Some(vec![*taken.get(operand)?]),
                    Prepared::Step(code) => self.step(code, &taken, &spec),
                    Prepared::Known(_) => None,
                })
            });
            let given = given.flatten().filter(|given| given.len() == step.results.len());
            numbers.extend(given.ok_or_else(|| member.entry.name.to_string())?);
        }
        Ok(body.results().iter().map(|&result| numbers[result as usize]).collect())
    }

    /// Adds an op that is prepared; the values of its results.
    fn step(&mut self, code: Box<dyn Step>, taken: &[u16], spec: &StepSpec<'_>) -> Option<Vec<u16>> {
        let results: Vec<RoundValue> = spec.results.iter().map(value_of).collect::<Option<_>>()?;
        if results.iter().any(|result| result.count > MOST_ELEMENTS) {
            return None;
        }
        let bytes = |metadata: &TensorMetadata| {
            metadata.dtype.size().map(|size| size * metadata.shape.num_elements())
        };
        let operands = spec.operands.iter().map(|operand| bytes(operand.metadata)).collect::<Option<_>>()?;
        let places = spec.results.iter().map(bytes).collect::<Option<_>>()?;
        self.steps.push(PlacedStep { code, operands, results: places });
        self.add(RoundMember::Step { args: taken.to_vec(), results })
    }

    /// Adds an op that is described; the values of its results. `None` if it has no code.
    fn described(&mut self, described: Described, taken: &[u16], spec: &StepSpec<'_>) -> Option<Vec<u16>> {
        let result = value_of(spec.results.first()?)?;
        match described {
            Described::Elements { members, results } if result.count == 1 => {
                let mut numbers = taken.to_vec();
                for ElementMember { member, function } in members {
                    let args = renumbered(&member, &numbers)?;
                    let member = LoopMember { args, ..member };
                    let function = function as *const () as usize;
                    numbers.extend(self.add(RoundMember::One { member, function })?);
                }
                results.iter().map(|&result| numbers.get(usize::from(result)).copied()).collect()
            }
            Described::Elements { members, results } => {
                let (last, also) = results.split_last()?;
                let is_last = usize::from(*last) + 1 == taken.len() + members.len();
                if !is_last || result.count > MOST_ELEMENTS {
                    return None;
                }
                let input = |operand: &StepOperand<'_>| LoopInput {
                    dtype: operand.metadata.dtype,
                    moves: operand.metadata.shape.num_elements() > 1,
                };
                let body = LoopBody {
                    inputs: spec.operands.iter().map(input).collect(),
                    members: members.into_iter().map(|member| member.member).collect(),
                    also: SmallVec::from_slice(also),
                    reduction: None,
                };
                self.jit.compile_loop(&body, &format!("{NAME}, elements"))?;
                self.add(RoundMember::Several { body, args: taken.to_vec(), count: result.count })
            }
            // Of as many elements there are no others.
            Described::Slice { .. } | Described::Join if self.count(taken)? == result.count => {
                Some(vec![*taken.first()?])
            }
            Described::Slice { first, starts } => {
                let at = placed(&starts, taken)?;
                self.add(RoundMember::Slice { of: *taken.first()?, first, at, count: result.count })
            }
            Described::Join if result.count > MOST_ELEMENTS => None,
            Described::Join => self.add(RoundMember::Join { args: taken.to_vec() }),
            Described::Update(_) if result.count == 1 => Some(vec![*taken.get(1)?]),
            Described::Update(_) if !self.is_in_place => None,
            Described::Update(starts) => {
                let at = placed(&starts, taken)?;
                self.add(RoundMember::Update { of: *taken.first()?, elements: *taken.get(1)?, at })
            }
        }
    }

    /// The number of elements of the first operand.
    fn count(&self, taken: &[u16]) -> Option<usize> {
        Some(self.values.get(usize::from(*taken.first()?))?.count)
    }

    /// Adds a member; its values.
    fn add(&mut self, member: RoundMember) -> Option<Vec<u16>> {
        let results = member.results(&self.values)?;
        let first = self.values.len();
        self.values.extend(results);
        self.body.members.push(member);
        (first..self.values.len()).map(|value| u16::try_from(value).ok()).collect()
    }
}

/// The arguments of a function by other numbers.
fn renumbered(member: &LoopMember, numbers: &[u16]) -> Option<SmallVec<[u16; 3]>> {
    member.args.iter().map(|&arg| numbers.get(usize::from(arg)).copied()).collect()
}

fn placed(starts: &[DescribedStart], taken: &[u16]) -> Option<Vec<RoundStart>> {
    let start = |start: &DescribedStart| {
        Some(RoundStart { index: *taken.get(start.operand)?, most: start.most, step: start.step })
    };
    starts.iter().map(start).collect()
}

/// Room for a value of several elements.
struct Room {
    /// The number of the value.
    at: usize,
    metadata: TensorMetadata,
}

/// A loop as machine code.
pub(crate) struct Whole {
    code: Arc<CompiledRounds>,
    /// Whether each carried value changes.
    changes: Box<[bool]>,
    /// The metadata of what is carried.
    types: Box<[TensorMetadata]>,
    /// Constants of several elements, by the numbers of their values.
    constants: Box<[(usize, DenseHostTensor)]>,
    /// Values of several elements that a round computes.
    rooms: Box<[Room]>,
    /// The number of values.
    values: usize,
    steps: Vec<PlacedStep>,
    /// Rounds of a run.
    most: u64,
}

impl RegionLoop for Whole {
    fn run(&self, context: &dyn OpContext, carried: &mut [DenseHostTensor]) -> Result<Rounds, Declined> {
        let is_made_for = |(value, ty): (&DenseHostTensor, &TensorMetadata)| value.metadata() == ty;
        if carried.len() != self.types.len() || !carried.iter().zip(&self.types).all(is_made_for) {
            return Err(Declined);
        }
        let steps: SmallVec<[InContext<'_>; 4]> =
            self.steps.iter().map(|step| InContext { code: &*step.code, context }).collect();
        let mut calls: SmallVec<[StepCall<'_>; 4]> = SmallVec::new();
        for (step, PlacedStep { operands, results, .. }) in steps.iter().zip(&self.steps) {
            calls.push(StepCall { step, operands, results });
        }
        let mut places: SmallVec<[*mut u8; 32]> =
            SmallVec::from_elem(std::ptr::null_mut(), self.values + calls.len());
        for (place, call) in places[self.values..].iter_mut().zip(&calls) {
            // The code only reads it.
            *place = std::ptr::from_ref(call).cast_mut().cast();
        }
        for ((place, value), changes) in places.iter_mut().zip(carried.iter_mut()).zip(&self.changes) {
            if !changes {
                // The code only reads it.
                *place = value.bytes().as_ptr().cast_mut();
                continue;
            }
            if value.bytes_mut().is_none() {
                *value = value.deep_copy().map_err(|_| Declined)?;
            }
            *place = value.bytes_mut().ok_or(Declined)?.as_mut_ptr();
        }
        for (at, constant) in &self.constants {
            places[*at] = constant.bytes().as_ptr().cast_mut();
        }
        let mut rooms: SmallVec<[DenseHostTensor; 2]> = SmallVec::new();
        for room in &self.rooms {
            let mut tensor = DenseHostTensor::uninitialized(room.metadata.clone()).map_err(|_| Declined)?;
            places[room.at] = tensor.bytes_mut().ok_or(Declined)?.as_mut_ptr();
            rooms.push(tensor);
        }
        // SAFETY: a `JitCompiler` answered with the code for the body that these values are of. Each value of several elements and each carried one
        // has a place of its dtype and number of elements; the places that are written belong to this call alone. Functions are those that ops
        // gave as block functions of their dtypes. After the values there is the call of each step, which has the bytes of the step's values.
        let how = unsafe { (self.code.entry())(places.as_mut_ptr(), self.most) };
        for (at, place) in places.iter().enumerate().take(carried.len()) {
            let is_it = |tensor: &DenseHostTensor| std::ptr::eq(tensor.bytes().as_ptr(), *place);
            if is_it(&carried[at]) {
                continue;
            }
            if let Some(room) = rooms.iter_mut().find(|room| is_it(room)) {
                std::mem::swap(&mut carried[at], room);
            } else if let Some(other) = carried.iter().position(is_it) {
                carried.swap(at, other);
            }
            // What has changed places may have had another shape of as many elements.
            let shape = &self.types[at].shape;
            if carried[at].shape() != shape {
                carried[at] = carried[at].reshaped(shape.clone()).map_err(|_| Declined)?;
            }
        }
        Ok(match how {
            0 => Rounds::Ended,
            1 => Rounds::More,
            _ => Rounds::Left,
        })
    }
}
