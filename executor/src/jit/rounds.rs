//! Loops of rounds as machine code: a condition and a body over carried values, of which the code runs round after round.
//!
//! A [`RoundsBody`] is plain data. Values of one element are numbers in registers; others lie in memory, each in a place of its own, and are
//! computed by [`LoopBody`]s and by [`RoundStep`]s, which the code calls. A carried value that is updated at a place that the round computes is
//! written where it lies. Values are numbered: what is carried, then constants, then what the members give, in order.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use super::loops::{LoopBody, LoopMember};
use crate::tensor::DType;

/// A condition and a body: rounds follow each other as long as the condition is true.
///
/// It says all that the code depends on, and nothing else: equal bodies have the same code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RoundsBody {
    /// The values that a round starts with.
    pub carried: Vec<RoundValue>,
    /// Values that are the same in all rounds.
    pub constants: Vec<RoundConstant>,
    /// The parts of a round, each after those whose values it takes: first the condition, then the rest.
    pub members: Vec<RoundMember>,
    /// The number of members that are the condition's: the first ones.
    pub condition: usize,
    /// The value that says whether there is another round: a condition of one element.
    pub truth: u16,
    /// For each carried value the value that it has in the next round, of the same dtype and number of elements.
    pub next: Vec<u16>,
}

/// The dtype and number of elements of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoundValue {
    /// Type of the elements.
    pub dtype: DType,
    /// The number of elements; at least one.
    pub count: usize,
}

/// A value that is the same in all rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoundConstant {
    /// An element, by its bytes.
    One(DType, u64),
    /// Several elements, in a place.
    Several(RoundValue),
}

/// A part of a round, which computes values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RoundMember {
    /// A function of values of one element each, which gives one.
    One {
        /// The function; its arguments are values of the round.
        member: LoopMember,
        /// The address of the [`BlockFn`](crate::core_runtime::BlockFn) that computes the same.
        function: usize,
    },
    /// A loop over elements. It gives the values that are `also` results of the body, in order, and then its last one.
    Several {
        /// The loop. Inputs that move have as many elements as the results, others one.
        body: LoopBody,
        /// The values that are its inputs.
        args: Vec<u16>,
        /// Elements of the results.
        count: usize,
    },
    /// Elements that follow each other in a value of several.
    Slice {
        /// The value.
        of: u16,
        /// The number of the first element, to which the sum `at` is added.
        first: usize,
        /// What is added.
        at: Vec<RoundStart>,
        /// The number of elements; no more than there are from the largest start on.
        count: usize,
    },
    /// The elements of values of one dtype, one value after the other: several elements.
    Join {
        /// The values.
        args: Vec<u16>,
    },
    /// A carried value, or another update of it, with other elements from a place on. No member but other updates takes what it was or becomes
    /// after that.
    Update {
        /// The value.
        of: u16,
        /// The elements.
        elements: u16,
        /// The number of the first element, as a sum.
        at: Vec<RoundStart>,
    },
    /// A prepared op, which is not part of the body: each run says the [`StepCall`].
    Step {
        /// The values that are its operands.
        args: Vec<u16>,
        /// Its results.
        results: Vec<RoundValue>,
    },
}

/// A prepared op in a run.
pub trait RoundStep {
    /// Computes the results from the operands, and says whether it has: if not, the results have unspecified contents.
    fn run(&self, operands: &[&[u8]], results: &mut [&mut [u8]]) -> bool;
}

/// A step that code of rounds calls in a run.
#[derive(Clone, Copy)]
pub struct StepCall<'r> {
    /// The step.
    pub step: &'r dyn RoundStep,
    /// Bytes of each operand.
    pub operands: &'r [usize],
    /// Bytes of each result.
    pub results: &'r [usize],
}

impl fmt::Debug for StepCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let call = &mut f.debug_struct("StepCall");
        call.field("operands", &self.operands).field("results", &self.results).finish_non_exhaustive()
    }
}

/// A summand of the number of an element: an index that is brought into its range, times a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RoundStart {
    /// The index: a value of one integer.
    pub index: u16,
    /// The largest index; the least is zero.
    pub most: i64,
    /// Elements from one index to the next.
    pub step: i64,
}

impl RoundMember {
    /// The results of the member, where `values` has the values before; `None` if it takes others.
    pub fn results(&self, values: &[RoundValue]) -> Option<SmallVec<[RoundValue; 1]>> {
        let value = |&number: &u16| values.get(usize::from(number)).copied();
        let mut results = SmallVec::new();
        match self {
            RoundMember::One { member, .. } => results.push(RoundValue { dtype: member.dtype, count: 1 }),
            RoundMember::Several { body, count, .. } => {
                let last = (body.inputs.len() + body.members.len()).checked_sub(1)?;
                for result in body.also.iter().map(|&result| usize::from(result)).chain([last]) {
                    let member = body.members.get(result.checked_sub(body.inputs.len())?)?;
                    results.push(RoundValue { dtype: member.dtype, count: *count });
                }
            }
            RoundMember::Slice { of, count, .. } => {
                results.push(RoundValue { dtype: value(of)?.dtype, count: *count });
            }
            RoundMember::Join { args } => {
                let dtype = value(args.first()?)?.dtype;
                let count = args.iter().try_fold(0usize, |sum, arg| sum.checked_add(value(arg)?.count))?;
                results.push(RoundValue { dtype, count });
            }
            RoundMember::Update { of, .. } => results.push(value(of)?),
            RoundMember::Step { args, results: given } => {
                args.iter().try_for_each(|arg| value(arg).map(|_| ()))?;
                results.extend_from_slice(given);
            }
        }
        Some(results)
    }
}

impl RoundsBody {
    /// All values, by number; `None` if a member takes one that is not there yet.
    pub fn values(&self) -> Option<Vec<RoundValue>> {
        let mut values = self.carried.clone();
        values.extend(self.constants.iter().map(|constant| match *constant {
            RoundConstant::One(dtype, _) => RoundValue { dtype, count: 1 },
            RoundConstant::Several(value) => value,
        }));
        for member in &self.members {
            let results = member.results(&values)?;
            values.extend(results);
        }
        Some(values)
    }
}

/// The reason why code of rounds has returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounds {
    /// The condition is false.
    Ended,
    /// All rounds that were allowed have run, and the condition may be true.
    More,
    /// The code cannot compute the next round, of which nothing is done.
    Left,
}

/// The entry of compiled rounds. It gets a pointer for each value, to its elements where they are or come to be, after these one to the
/// [`StepCall`] of each [`RoundMember::Step`], in order, and the number of rounds that it may run, and returns the number of a variant of [`Rounds`].
///
/// Before and after, the pointers of carried values are to what they are at the start of the next round. The code may exchange the pointers of
/// values of several elements among values of equal dtype and number of elements: of carried ones that change, and of results of members.
/// Values of one element that are not carried need no place.
pub type RoundsEntry = unsafe extern "C" fn(places: *mut *mut u8, most: u64) -> u64;

/// Machine code of rounds.
pub struct CompiledRounds {
    /// Valid as long as `_owner` is.
    entry: RoundsEntry,
    /// The owner of the code's memory, and of that of the loops that it calls.
    _owner: Arc<dyn Any + Send + Sync>,
}

impl CompiledRounds {
    /// Machine code of the rounds for which a [`JitCompiler`](super::JitCompiler) gives this.
    ///
    /// # Safety
    /// `entry` can be called, on any thread, as long as `owner` lives, as [`RoundsEntry`] says, where no place that is written overlaps another
    /// one, the addresses of functions are those of block functions of the members' dtypes, and the bytes of each [`StepCall`] are those of the
    /// member's values. It writes carried values that change and results, and touches nothing else, but for what steps do.
    #[expect(unsafe_code, reason = "kernels jump to the code")]
    pub unsafe fn new(entry: RoundsEntry, owner: Arc<dyn Any + Send + Sync>) -> CompiledRounds {
        CompiledRounds { entry, _owner: owner }
    }

    /// The code, which is there as long as this is.
    #[inline]
    pub fn entry(&self) -> RoundsEntry {
        self.entry
    }
}

impl fmt::Debug for CompiledRounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CompiledRounds")
    }
}
