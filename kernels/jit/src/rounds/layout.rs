//! The layout of rounds, on which their code relies: a body is checked, and it is decided which values of several elements change their places.

use tfrt_executor::jit::loops::LoopBody;
use tfrt_executor::jit::rounds::{RoundConstant, RoundMember, RoundStart, RoundValue, RoundsBody};
use tfrt_executor::tensor::DType;

use crate::loops::vector::Memory;

/// Members of a body at most: more take too long to compile.
const MOST_MEMBERS: usize = 1024;

/// Elements of a value at most, so that offsets in bytes are numbers of 32 bits.
const MOST_ELEMENTS: usize = 1 << 27;

/// Where the elements of a value are at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin {
    /// In the place of a carried value.
    Carried(usize),
    /// In a place of their own, where a member puts them.
    Own,
    /// Where nothing may be written.
    Constant,
    /// In a register.
    Register,
}

/// A body that was checked.
pub(super) struct Layout {
    pub values: Vec<RoundValue>,
    /// The number of the first value of each member.
    pub first: Vec<usize>,
    /// Values whose places change from round to round, and the values whose places they get.
    pub turns: Vec<(usize, usize)>,
}

impl Layout {
    /// Checks a body; what is wrong with it.
    pub(super) fn of(body: &RoundsBody) -> Result<Layout, String> {
        let values = body.values().ok_or("a member takes a value before it is there")?;
        if body.members.len() > MOST_MEMBERS {
            return Err(format!("it has more than {MOST_MEMBERS} members"));
        }
        if body.condition > body.members.len() || body.next.len() != body.carried.len() {
            return Err("its parts do not fit".to_owned());
        }
        for value in &values {
            if Memory::of(value.dtype).is_none() {
                return Err(format!("there is dtype {}", value.dtype.name()));
            }
            if !(1..=MOST_ELEMENTS).contains(&value.count) {
                return Err(format!("a value has {} elements", value.count));
            }
        }
        let mut check =
            Check { body, values, origins: Vec::new(), is_update: Vec::new(), updated: Vec::new() };
        let first = check.members()?;
        let turns = check.turns()?;
        Ok(Layout { values: check.values, first, turns })
    }
}

struct Check<'b> {
    body: &'b RoundsBody,
    values: Vec<RoundValue>,
    /// Of the values so far.
    origins: Vec<Origin>,
    /// Whether each value so far is what an update gives.
    is_update: Vec<bool>,
    /// Values that were updated.
    updated: Vec<usize>,
}

impl Check<'_> {
    fn members(&mut self) -> Result<Vec<usize>, String> {
        for (i, value) in self.body.carried.iter().enumerate() {
            self.add(if value.count == 1 { Origin::Register } else { Origin::Carried(i) }, false);
        }
        for constant in &self.body.constants {
            let origin = match constant {
                RoundConstant::One(..) => Origin::Register,
                RoundConstant::Several(value) if value.count > 1 => Origin::Constant,
                RoundConstant::Several(_) => return Err("a constant of one element is in a place".to_owned()),
            };
            self.add(origin, false);
        }
        let mut first = Vec::with_capacity(self.body.members.len());
        for (at, member) in self.body.members.iter().enumerate() {
            if at == self.body.condition {
                self.truth()?;
            }
            first.push(self.origins.len());
            self.member(at, member)?;
        }
        if self.body.condition == self.body.members.len() {
            self.truth()?;
        }
        // Updates happen when all else is computed; what they put in is to be as it was.
        for member in &self.body.members {
            if let RoundMember::Update { elements, .. } = *member
                && let Origin::Carried(carried) = self.origins[usize::from(elements)]
                && self.updated.iter().any(|&value| self.origins[value] == Origin::Carried(carried))
            {
                return Err("a value that is updated is put into another one".to_owned());
            }
        }
        Ok(first)
    }

    fn add(&mut self, origin: Origin, is_update: bool) {
        self.origins.push(origin);
        self.is_update.push(is_update);
    }

    fn truth(&self) -> Result<(), String> {
        let value = self.value(self.body.truth)?;
        let is_truth = value == RoundValue { dtype: DType::I1, count: 1 };
        is_truth.then_some(()).ok_or_else(|| "the condition is no truth value".to_owned())
    }

    /// A value that is there.
    fn value(&self, number: u16) -> Result<RoundValue, String> {
        let at = usize::from(number);
        match at < self.origins.len() {
            true => Ok(self.values[at]),
            false => Err("a member takes a value before it is there".to_owned()),
        }
    }

    /// A value that is read.
    fn read(&self, number: u16) -> Result<RoundValue, String> {
        let value = self.value(number)?;
        match self.is_update[usize::from(number)] {
            true => Err("what was updated is read in the same round".to_owned()),
            false => Ok(value),
        }
    }

    fn member(&mut self, at: usize, member: &RoundMember) -> Result<(), String> {
        let no_fit = || "a member takes other values than it says".to_owned();
        match member {
            RoundMember::One { member, .. } => {
                for &arg in &member.args {
                    if self.read(arg)?.count != 1 {
                        return Err(no_fit());
                    }
                }
                self.add(Origin::Register, false);
            }
            RoundMember::Several { body, args, count } => {
                if body.inputs.len() != args.len() || body.reduction.is_some() || *count < 2 {
                    return Err(no_fit());
                }
                for (&arg, input) in args.iter().zip(&body.inputs) {
                    let value = self.read(arg)?;
                    if value.dtype != input.dtype || value.count != if input.moves { *count } else { 1 } {
                        return Err(no_fit());
                    }
                }
                if !moves(body) {
                    return Err("a result of several elements has one".to_owned());
                }
                let results = body.also.len() + 1;
                (0..results).for_each(|_| self.add(Origin::Own, false));
            }
            RoundMember::Slice { of, first, at, count } => {
                self.place(*of, at, first.saturating_add(*count))?;
                self.read(*of)?;
                self.add(if *count == 1 { Origin::Register } else { Origin::Own }, false);
            }
            RoundMember::Join { args } => {
                let result = self.values[self.origins.len()];
                for &arg in args {
                    if self.read(arg)?.dtype != result.dtype {
                        return Err(no_fit());
                    }
                }
                if result.count < 2 {
                    return Err("a result of several elements has one".to_owned());
                }
                self.add(Origin::Own, false);
            }
            RoundMember::Update { of, elements, at: starts } => {
                let count = self.read(*elements)?.count;
                self.place(*of, starts, count)?;
                let (of, elements) = (usize::from(*of), usize::from(*elements));
                let origin = self.origins[of];
                let is_carried = matches!(origin, Origin::Carried(_));
                if at < self.body.condition
                    || !is_carried
                    || self.values[of].dtype != self.values[elements].dtype
                {
                    return Err("what is updated is not carried".to_owned());
                }
                if self.updated.contains(&of) || self.origins[elements] == origin {
                    return Err("a value is updated in two ways".to_owned());
                }
                self.updated.push(of);
                self.add(origin, true);
            }
            RoundMember::Step { args, results } => {
                for &arg in args {
                    self.read(arg)?;
                }
                for result in results {
                    self.add(if result.count == 1 { Origin::Register } else { Origin::Own }, false);
                }
            }
        }
        Ok(())
    }

    /// Checks that elements are within a value.
    fn place(&self, of: u16, at: &[RoundStart], count: usize) -> Result<(), String> {
        let value = self.value(of)?;
        let mut last = count;
        for start in at {
            let index = self.read(start.index)?;
            let (most, step) = (usize::try_from(start.most), usize::try_from(start.step));
            let (Ok(most), Ok(step)) = (most, step) else {
                return Err("a place is before its value".to_owned());
            };
            if index.count != 1 || !matches!(index.dtype, DType::I32 | DType::I64) {
                return Err("an index is no integer".to_owned());
            }
            last = most.checked_mul(step).and_then(|first| last.checked_add(first)).unwrap_or(usize::MAX);
        }
        match value.count > 1 && last <= value.count {
            true => Ok(()),
            false => Err("a place is not within its value".to_owned()),
        }
    }

    /// The values of several elements whose places change, and the values whose places they get: each value that is carried on keeps its
    /// place, and values that are no longer needed leave theirs to new ones.
    fn turns(&self) -> Result<Vec<(usize, usize)>, String> {
        let mut turns = Vec::new();
        let mut taken: Vec<usize> = Vec::new();
        let mut own: Vec<usize> = Vec::new();
        for (to, &next) in self.body.next.iter().enumerate() {
            let value = self.value(next)?;
            if value != self.values[to] {
                return Err("a carried value changes its type".to_owned());
            }
            let next = usize::from(next);
            let from = match self.origins[next] {
                Origin::Register => continue,
                Origin::Constant => return Err("a constant of several elements is carried".to_owned()),
                // The value of an update is where that of the round before is.
                Origin::Carried(from) if self.updated.contains(&next) => {
                    return Err(format!("value {from} is carried on as it was before an update"));
                }
                Origin::Carried(from) => from,
                Origin::Own => next,
            };
            if taken.contains(&from) {
                return Err("two carried values are the same one".to_owned());
            }
            taken.push(from);
            if from != to {
                turns.push((to, from));
            }
            if self.origins[next] == Origin::Own {
                own.push(next);
            }
        }
        let mut left: Vec<usize> = (0..self.body.carried.len())
            .filter(|&carried| self.values[carried].count > 1 && !taken.contains(&carried))
            .collect();
        for value in own {
            let at = left.iter().position(|&carried| self.values[carried] == self.values[value]);
            let at = at.ok_or("there is no place for a carried value")?;
            turns.push((value, left.swap_remove(at)));
        }
        Ok(turns)
    }
}

/// Whether all results of a loop have as many elements as it computes.
fn moves(body: &LoopBody) -> bool {
    let mut moves: Vec<bool> = body.inputs.iter().map(|input| input.moves).collect();
    for member in &body.members {
        let is_moving = member.args.iter().any(|&arg| moves.get(usize::from(arg)) == Some(&true));
        moves.push(is_moving);
    }
    let last = moves.len().saturating_sub(1);
    body.also.iter().map(|&result| usize::from(result)).chain([last]).all(|at| moves.get(at) == Some(&true))
}
