//! The passes of a fused op that runs row by row ([`super::row_wise`]): where they find values, what they compute, and which values have a pass
//! of their own.

use std::sync::Arc;

use smallvec::SmallVec;
use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopReduction};
use tfrt_executor::tensor::DType;
use tfrt_ops::Elementwise;

use super::code::Code;
use super::interpreter::Member;
use super::typed::{Typed, TypedMember, size_of};
use crate::ops::reduction::reduce::{self, RowReduction};

/// The cost of an element, in additions, from which on it is computed once.
const DEAR: usize = 5;

/// Bytes of a result of a reduction.
pub(super) const FLOAT: usize = std::mem::size_of::<f32>();

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// An argument of the fused op.
    Arg(u16),
    /// In scratch memory: the byte where that of the first of some rows starts, and how many bytes each has. A row,
    Row(usize, usize),
    /// or one element.
    One(usize, usize),
    /// The result of this number.
    Out(usize),
}

/// A pass over a row.
pub(super) enum Pass {
    Loop {
        code: Arc<Code>,
        inputs: SmallVec<[Place; 6]>,
        to: Place,
        /// Elements: a row's, or one.
        count: usize,
        /// Whether those of some rows follow each other, so that they are one run.
        is_joined: bool,
    },
    Reduce {
        from: Place,
        parts: RowReduction,
        to: Place,
    },
    /// The squares of what the elements of a row differ from one element by, reduced.
    Squares {
        from: Place,
        around: Place,
        parts: RowReduction,
        to: Place,
    },
    /// A loop and a reduction at once. The row is written only if other passes need it, or no machine code for the reduction has been made.
    Fold {
        code: Arc<Code>,
        inputs: SmallVec<[Place; 6]>,
        row: Place,
        is_needed: bool,
        parts: RowReduction,
        to: Place,
    },
}

impl Pass {
    /// Its places in the order in which [`RowWise::pass`] takes them: inputs, the row that a fold writes, the result.
    pub(super) fn places(&self) -> SmallVec<[Place; 8]> {
        match self {
            Pass::Loop { inputs, to, .. } => inputs.iter().copied().chain([*to]).collect(),
            Pass::Reduce { from, to, .. } => SmallVec::from_slice(&[*from, *to]),
            Pass::Squares { from, around, to, .. } => SmallVec::from_slice(&[*from, *around, *to]),
            Pass::Fold { inputs, row, to, .. } => inputs.iter().copied().chain([*row, *to]).collect(),
        }
    }

    pub(super) fn num_places(&self) -> usize {
        match self {
            Pass::Loop { inputs, .. } => inputs.len() + 1,
            Pass::Reduce { .. } => 2,
            Pass::Squares { .. } => 3,
            Pass::Fold { inputs, .. } => inputs.len() + 2,
        }
    }
}

/// Passes while they are made.
pub(super) struct Builder<'a> {
    pub(super) typed: &'a Typed<'a>,
    pub(super) num_args: usize,
    pub(super) length: usize,
    pub(super) together: usize,
    /// Which arguments are one element for all rows.
    pub(super) is_fixed: Vec<bool>,
    /// Which values move along a row.
    pub(super) moves: Vec<bool>,
    pub(super) places: Vec<Option<Place>>,
    pub(super) results: &'a [usize],
    /// Values that get a pass of their own.
    pub(super) kept: Vec<bool>,
    pub(super) passes: Vec<Pass>,
    pub(super) scratch: usize,
}

impl Builder<'_> {
    /// The values that passes end in, in order.
    fn targets(&self) -> Vec<usize> {
        let last = self.num_args + self.typed.members.len() - 1;
        let mut targets: Vec<usize> = self
            .typed
            .members
            .iter()
            .filter_map(|member| match member {
                TypedMember::Reduction(reduction) => Some(usize::from(reduction.of)),
                _ => None,
            })
            .collect();
        if !matches!(self.typed.members.last(), Some(TypedMember::Reduction(_))) {
            targets.push(last);
        }
        targets
    }

    /// Where a value goes that is a result.
    fn out(&self, value: usize) -> Option<Place> {
        self.results.iter().position(|&result| result == value).map(Place::Out)
    }

    fn is_reduction(&self, value: usize) -> bool {
        value >= self.num_args
            && matches!(self.typed.members[value - self.num_args], TypedMember::Reduction(_))
    }

    /// The members that a pass up to this value computes, in their order; those of which `known` holds have been computed before.
    fn needed(&self, target: usize, known: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut wanted = vec![false; target + 1];
        wanted[target] = true;
        let mut members = Vec::new();
        for value in (self.num_args..=target).rev() {
            if wanted[value] && !known(value) {
                members.push(value);
                let args = self.typed.args(value - self.num_args);
                args.iter().for_each(|&arg| wanted[usize::from(arg)] = true);
            }
        }
        members.reverse();
        members
    }

    /// Chooses what is kept: what several passes need, is dear, and is not part of something that they all need.
    pub(super) fn choose_kept(&mut self) {
        let mut known: Vec<bool> = (0..self.places.len()).map(|value| value < self.num_args).collect();
        (self.num_args..known.len()).for_each(|value| known[value] |= self.is_reduction(value));
        let mut passes = vec![0; known.len()];
        let mut user_passes = vec![0; known.len()];
        for target in self.targets() {
            let members = self.needed(target, |value| known[value]);
            members.iter().for_each(|&value| passes[value] += 1);
            known[target] = true;
        }
        for value in (self.num_args..known.len()).filter(|&value| !self.is_reduction(value)) {
            for &arg in self.typed.args(value - self.num_args) {
                let of_arg = &mut user_passes[usize::from(arg)];
                *of_arg = passes[value].max(*of_arg);
            }
        }
        for value in self.num_args..known.len() {
            let is_shared = passes[value] > 1 && user_passes[value] < passes[value] && self.moves[value];
            if is_shared {
                let members = self.needed(value, |value| {
                    value < self.num_args || self.is_reduction(value) || self.kept[value]
                });
                let work: usize = members.iter().map(|&member| self.cost(member)).sum();
                self.kept[value] = work >= DEAR;
            }
            self.kept[value] |= self.results.contains(&value);
        }
    }

    fn cost(&self, value: usize) -> usize {
        match &self.typed.members[value - self.num_args] {
            TypedMember::Elementwise(function) => function.vector.op.cost(),
            _ => 0,
        }
    }

    pub(super) fn build(&mut self) -> Option<()> {
        let last = self.places.len() - 1;
        for member in 0..self.typed.members.len() {
            if let TypedMember::Reduction(reduction) = &self.typed.members[member] {
                let of = usize::from(reduction.of);
                self.kept_before(of)?;
                let to = match self.out(self.num_args + member) {
                    Some(to) => to,
                    None => self.one(self.num_args + member)?,
                };
                if let Some((from, around)) = self.squares(of, reduction.parts) {
                    self.passes.push(Pass::Squares { from, around, parts: reduction.parts, to });
                } else if self.places[of].is_none() && self.moves[of] {
                    let row = self.room(of)?;
                    self.fold(of, row, reduction.parts, to)?;
                } else {
                    if self.places[of].is_none() {
                        let to = self.room(of)?;
                        self.pass(of, to)?;
                    }
                    self.passes.push(Pass::Reduce { from: self.places[of]?, parts: reduction.parts, to });
                }
                self.places[self.num_args + member] = Some(to);
            }
        }
        for (i, &value) in self.results.iter().enumerate() {
            if self.places[value].is_none() {
                self.kept_before(value)?;
                self.pass(value, Place::Out(i))?;
            }
        }
        // The last pass ends in a reduction without users: its result was computed on the way.
        (self.places[last] == self.out(last)).then_some(())
    }

    /// Makes passes for what is kept of what a pass needs.
    fn kept_before(&mut self, target: usize) -> Option<()> {
        for value in self.needed(target, |value| self.places[value].is_some()) {
            if value != target && self.kept[value] && self.places[value].is_none() {
                let to = self.room(value)?;
                self.pass(value, to)?;
            }
        }
        Some(())
    }

    /// A place for a value: that of the result if it is one, else in scratch memory.
    fn room(&mut self, value: usize) -> Option<Place> {
        match self.out(value) {
            None if self.moves[value] => self.row(value),
            None => self.one(value),
            result => result,
        }
    }

    fn row(&mut self, value: usize) -> Option<Place> {
        let size = (self.length * self.size_of(value)?).next_multiple_of(64);
        Some(Place::Row(self.take(size), size))
    }

    fn one(&mut self, value: usize) -> Option<Place> {
        let size = self.size_of(value)?;
        Some(Place::One(self.take(size), size))
    }

    /// Bytes of an element; a reduction's may be missing.
    fn size_of(&self, value: usize) -> Option<usize> {
        self.typed.values.get(value).map_or(Some(FLOAT), |value| size_of(value.dtype))
    }

    /// Scratch memory for all rows that are done together, of this size each.
    fn take(&mut self, size: usize) -> usize {
        let at = self.scratch;
        self.scratch += (self.together * size).next_multiple_of(64);
        at
    }

    /// The places of a row and of one element, if the squares of their differences are what is summed here, and nothing else needs these.
    fn squares(&self, target: usize, parts: RowReduction) -> Option<(Place, Place)> {
        let member = |value: usize| match self.typed.members.get(value.checked_sub(self.num_args)?)? {
            TypedMember::Elementwise(function) => Some((function.vector.op, &function.vector.args[..])),
            _ => None,
        };
        let is_alone = |value: usize| {
            let users = (0..self.typed.members.len())
                .filter(|&member| self.typed.args(member).contains(&(value as u16)));
            users.count() == 1 && !self.results.contains(&value)
        };
        let (row, one) = match member(target)? {
            (Elementwise::SquaredDifference, &[a, b]) => (a, b),
            (Elementwise::Square, &[of]) => match member(usize::from(of))? {
                (Elementwise::Sub, &[a, b]) => (a, b),
                _ => return None,
            },
            _ => return None,
        };
        let (row, one) = (usize::from(row), usize::from(one));
        let are_floats = [row, one]
            .iter()
            .all(|&value| self.typed.values.get(value).is_some_and(|value| value.dtype == DType::F32));
        let is_block = reduce::is_block(self.length) && parts.of_loop == LoopReduction::Sum;
        let fits = are_floats && is_block && self.moves[row] && !self.moves[one] && is_alone(target);
        self.places[row].zip(self.places[one]).filter(|_| fits && self.places[target].is_none())
    }

    /// A pass that computes a value.
    fn pass(&mut self, target: usize, to: Place) -> Option<()> {
        let (sizes, blocks, body, inputs) = self.body_of(target)?;
        let code = self.typed.codes.code(&sizes, &blocks, body)?;
        let count = if self.moves[target] { self.length } else { 1 };
        let follow_each_other = |place: &Place| match *place {
            Place::One(..) => true,
            Place::Arg(arg) => self.is_fixed[usize::from(arg)],
            Place::Row(..) | Place::Out(_) => false,
        };
        let is_joined = count == 1
            && inputs.iter().all(follow_each_other)
            && matches!(to, Place::One(..) | Place::Out(_))
            && inputs.iter().any(|place| matches!(place, Place::One(..)));
        self.passes.push(Pass::Loop { code, inputs, to, count, is_joined });
        self.places[target] = Some(to);
        Some(())
    }

    /// A pass that computes a value along a row and reduces it.
    fn fold(&mut self, target: usize, row: Place, parts: RowReduction, to: Place) -> Option<()> {
        let (sizes, blocks, mut body, inputs) = self.body_of(target)?;
        let users = (0..self.typed.members.len())
            .filter(|&member| self.typed.args(member).contains(&(target as u16)))
            .count();
        let is_needed = users > 1 || self.results.contains(&target);
        body.reduction = Some(parts.of_loop);
        if is_needed {
            body.also.push((sizes.len() + blocks.len() - 1) as u16);
            self.places[target] = Some(row);
        }
        let code = self.typed.codes.with_results(&sizes, &blocks, body, &[])?;
        self.passes.push(Pass::Fold { code, inputs, row, is_needed, parts, to });
        Some(())
    }

    /// The parts that compute a value: bytes of the inputs' elements, the members, and the places of the inputs.
    #[expect(clippy::type_complexity, reason = "parts of a pass")]
    fn body_of(
        &self,
        target: usize,
    ) -> Option<(SmallVec<[usize; 6]>, Vec<Member>, LoopBody, SmallVec<[Place; 6]>)> {
        let members = self.needed(target, |value| self.places[value].is_some());
        let moves = self.moves[target];
        let mut inputs: SmallVec<[u16; 6]> = SmallVec::new();
        for &member in &members {
            for &arg in self.typed.args(member - self.num_args) {
                if self.places[usize::from(arg)].is_some() && !inputs.contains(&arg) {
                    inputs.push(arg);
                }
            }
        }
        let number = |value: u16| {
            let input = inputs.iter().position(|&input| input == value);
            let member = || members.iter().position(|&member| member == usize::from(value));
            input.or_else(|| Some(inputs.len() + member()?)).map(|number| number as u16)
        };
        let mut body =
            LoopBody { inputs: Vec::new(), members: Vec::new(), also: SmallVec::new(), reduction: None };
        let mut sizes: SmallVec<[usize; 6]> = SmallVec::new();
        let has_ones =
            inputs.iter().any(|&input| matches!(self.places[usize::from(input)], Some(Place::One(..))));
        for &input in &inputs {
            let input = usize::from(input);
            let dtype = self.typed.values[input].dtype;
            sizes.push(size_of(dtype)?);
            // Where nothing moves along a row, one element is the whole of a run, or a run has those of some rows.
            let stays = has_ones
                && matches!(self.places[input], Some(Place::Arg(arg)) if self.is_fixed[usize::from(arg)]);
            body.inputs.push(LoopInput { dtype, moves: self.moves[input] || !(moves || stays) });
        }
        let mut blocks = Vec::with_capacity(members.len());
        for &member in &members {
            let TypedMember::Elementwise(function) = &self.typed.members[member - self.num_args] else {
                return None;
            };
            let function = function.renumbered(number)?;
            blocks.push(function.block);
            body.members.push(function.vector);
        }
        let inputs = inputs.iter().map(|&input| self.places[usize::from(input)]).collect::<Option<_>>()?;
        Some((sizes, blocks, body, inputs))
    }
}
