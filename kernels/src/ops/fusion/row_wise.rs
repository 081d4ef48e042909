//! Reductions in the middle of a fused op: the op runs in as many passes as it needs over a row, or over some short ones, that stay in the
//! first-level cache.
//!
//! A softmax is `Max`, `Sub`, `Exp`, `Sum`, `Div`: the row's largest element; a pass that writes the powers to scratch
//! memory; their sum; a pass that divides. It works where all reductions are over the same trailing axes of values of one shape, the
//! *space*, and where every other value broadcasts to that shape and either moves along a row or stays.
//!
//! The members between two reductions form one pass. A value that two passes need is computed in both if it is cheap, else a
//! pass of its own stores it in scratch memory; values that do not move along a row are part of the passes that need them, or, for all rows that
//! are done together, a pass over these. Sums are those of the reductions themselves, so the bits are those of the ops one by one.

#![expect(unsafe_code, reason = "passes work on untyped memory that tasks share")]

use std::ops::Range;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::tensor::{Shape, TensorMetadata};
use tfrt_numerics::blocks;

use super::order::{self, Way};
use super::plan::{Inputs, Shared, task};
use super::row_passes::{Builder, FLOAT, Pass, Place};
use super::typed::{Typed, TypedMember, size_of};
use super::walk::Walk;
use crate::ops::elementwise::broadcast::broadcast_shape;
use crate::ops::reduction::reduce::{self, RowReduction};

/// Rows that are shorter are not worth the calls.
const SHORTEST: usize = 32;

/// Additions that a call of a pass costs.
const CALL: usize = 512;

/// Bytes of a value's rows that are done together, and how many rows at most.
const TOGETHER: usize = 4 << 10;
const MOST_TOGETHER: usize = 16;

/// Where scratch memory starts and what its parts are multiples of.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// A fused op that runs row by row.
pub(super) struct RowWise {
    rows: usize,
    length: usize,
    walk: Walk,
    /// The same from row to row.
    over_rows: Walk,
    /// Bytes of an element, by argument.
    sizes: SmallVec<[usize; 6]>,
    passes: Vec<Pass>,
    /// The places of all passes, one after the other.
    places: Vec<Place>,
    /// Rows that passes go over before the next pass does.
    together: usize,
    scratch: usize,
    /// Bytes of each result that a row gives.
    out_steps: SmallVec<[usize; 2]>,
    cost: usize,
}

static SCALAR: Shape = Shape::scalar();

impl RowWise {
    /// The passes that give the values in `results`; `None` if it cannot be done row by row.
    pub(super) fn new(typed: &Typed<'_>, num_args: usize, results: &[u16]) -> Option<RowWise> {
        let last = typed.members.len() - 1;
        let mut space: Option<(&TensorMetadata, usize)> = None;
        for (i, member) in typed.members.iter().enumerate() {
            match member {
                TypedMember::Elementwise(_) => {}
                TypedMember::Reduction(reduction) => {
                    let of = &typed.values[usize::from(reduction.of)];
                    let &mut (first, length) = space.get_or_insert((of, reduction.length));
                    let rows = of.shape.num_elements() / length;
                    // A result without its axes means something else to those that take it.
                    let stays_in_place = reduction.keep_dims || rows == 1 || i == last;
                    if of.shape != first.shape || reduction.length != length || !stays_in_place {
                        return None;
                    }
                }
                TypedMember::Other => return None,
            }
        }
        let (space, length) = space?;
        let space = &space.shape;
        if !(SHORTEST..=reduce::CHUNK).contains(&length) {
            return None;
        }
        let rows = space.num_elements() / length;
        let used: Vec<bool> = (0..num_args)
            .map(|arg| (0..=last).any(|member| typed.args(member).contains(&(arg as u16))))
            .collect();
        let shapes: SmallVec<[&Shape; 6]> =
            (0..num_args).map(|arg| if used[arg] { &typed.values[arg].shape } else { &SCALAR }).collect();
        let is_reduction = |value: usize| {
            value >= num_args && matches!(typed.members[value - num_args], TypedMember::Reduction(_))
        };
        let broadcasts = |shape: &Shape| broadcast_shape(shape, space).is_ok_and(|both| both == *space);
        let values = (0..num_args + last).filter(|&value| value >= num_args || used[value]);
        let result = &typed.values[num_args + last];
        let results: SmallVec<[usize; 2]> = results.iter().map(|&result| usize::from(result)).collect();
        if !values.map(|value| &typed.values[value].shape).all(&broadcasts)
            || !(broadcasts(&result.shape) || is_reduction(num_args + last))
        {
            return None;
        }
        let walk = Walk::new(space, &shapes);
        if !walk.run_length().is_multiple_of(length) {
            return None;
        }
        let sizes = (0..num_args)
            .map(|arg| if used[arg] { size_of(typed.values[arg].dtype) } else { Some(1) })
            .collect::<Option<SmallVec<[usize; 6]>>>()?;
        let mut moves: Vec<bool> = (0..num_args).map(|arg| used[arg] && walk.moves(arg)).collect();
        for member in 0..=last {
            let does = typed.args(member).iter().any(|&arg| moves[usize::from(arg)]);
            moves.push(does && !is_reduction(num_args + member));
        }
        let out_step = |&value: &usize| {
            let result = &typed.values[value];
            let per_row = match moves[value] {
                true if result.shape == *space => length,
                false if result.shape.num_elements() == rows => 1,
                _ => return None,
            };
            Some(per_row * size_of(result.dtype)?)
        };
        let out_steps = results.iter().map(out_step).collect::<Option<SmallVec<[usize; 2]>>>()?;
        let mut builder = Builder {
            typed,
            num_args,
            length,
            together: (TOGETHER / (length * FLOAT)).clamp(1, MOST_TOGETHER).min(rows),
            is_fixed: (0..num_args).map(|arg| !used[arg] || walk.is_fixed(arg)).collect(),
            moves,
            places: (0..num_args as u16).map(|arg| Some(Place::Arg(arg))).collect(),
            results: &results,
            kept: vec![false; num_args + last + 1],
            passes: Vec::new(),
            scratch: 0,
        };
        builder.places.resize(num_args + last + 1, None);
        builder.choose_kept();
        builder.build()?;
        let pass_cost = |pass: &Pass| match pass {
            Pass::Loop { code, count, .. } => code.cost() * count + CALL,
            Pass::Fold { code, .. } => (code.cost() + 1) * length + CALL,
            Pass::Squares { .. } => 3 * length + CALL,
            Pass::Reduce { .. } => length + CALL,
        };
        let cost = builder.passes.iter().map(pass_cost).sum::<usize>() / length;
        let (passes, scratch, together) = (builder.passes, builder.scratch, builder.together);
        let places = passes.iter().flat_map(Pass::places).collect();
        let over_rows = walk.over_rows(length);
        Some(RowWise {
            rows,
            length,
            walk,
            over_rows,
            sizes,
            passes,
            places,
            together,
            scratch,
            out_steps,
            cost,
        })
    }

    /// Has the passes compiled if it is time.
    pub(super) fn prepare(&self, context: &dyn OpContext, name: &str) {
        for pass in &self.passes {
            match pass {
                Pass::Loop { code, count, .. } => code.prepare(context, name, count * self.rows),
                Pass::Fold { code, .. } => code.prepare(context, name, self.length * self.rows),
                Pass::Reduce { .. } | Pass::Squares { .. } => {}
            }
        }
    }

    /// Computes all rows, on all threads if they are many.
    ///
    /// # Safety
    /// `inputs` has, for each argument, a pointer to all elements of its shape, and then, for each result but the last, one to room for
    /// all its elements; `out` has that for the last. A result that is in an argument's place is the only one, and
    /// that argument has its shape and size of elements.
    pub(super) unsafe fn run_all(
        &self,
        context: &dyn OpContext,
        inputs: SmallVec<[*const u8; 6]>,
        out: *mut u8,
    ) {
        let task = (task(self.rows * self.length, self.cost) / self.length).max(1);
        let (inputs, out) = (Inputs(inputs), Shared(out));
        let (inputs, out) = (&inputs, &out);
        let tasks = self.rows.div_ceil(task);
        order::for_tasks(context, Way::next(context, tasks), tasks, &|at| {
            let rows = at * task..self.rows.min((at + 1) * task);
            // SAFETY: the caller says that all elements of arguments and results have a place. Each task writes its own
            // rows of the results. An argument in a result's place has the result's shape, so that a task reads its own rows of it.
            unsafe { self.run(rows, &inputs.0, out.0) }
        });
    }

    /// Elements of a row.
    pub(super) fn row_length(&self) -> usize {
        self.length
    }

    /// Whether the only result can take the place of an argument.
    pub(super) fn replaces(&self, arg: usize) -> bool {
        self.out_steps.len() == 1
            && self.walk.moves(arg)
            && self.out_steps[0] == self.length * self.sizes[arg]
    }

    /// Computes the rows of a part of the result in its place: the bytes from `first` on, which hold these rows of the argument `replaced`.
    ///
    /// # Safety
    /// As [`Self::run_all`], but that nothing is read of the argument `replaced`, which the result [can replace](Self::replaces).
    pub(super) unsafe fn run_part(
        &self,
        first: usize,
        inputs: &[*const u8],
        replaced: usize,
        part: &mut [u8],
    ) {
        let row = self.out_steps[0];
        let rows = first / row..(first + part.len()) / row;
        // Where the whole would start.
        let start = part.as_mut_ptr().wrapping_sub(first);
        let mut inputs: SmallVec<[*const u8; 6]> = SmallVec::from_slice(inputs);
        inputs[replaced] = start.cast_const();
        // SAFETY: the caller says that the arguments are there; of the one that is replaced, and of the result, only these rows are used, which
        // are in the part.
        unsafe { self.run(rows, &inputs, start) }
    }

    /// # Safety
    /// As [`Self::run_all`], for these rows.
    unsafe fn run(&self, rows: Range<usize>, inputs: &[*const u8], out: *mut u8) {
        let mut scratch = vec![Line([0; 64]); self.scratch / 64];
        let scratch = scratch.as_mut_ptr().cast::<u8>();
        let others = self.sizes.len();
        let start = |place: &Place| match *place {
            // Set for each run of the walk.
            Place::Arg(_) => std::ptr::null(),
            // SAFETY: places are within the scratch memory.
            Place::Row(at, _) | Place::One(at, _) => unsafe { scratch.add(at).cast_const() },
            Place::Out(i) => {
                let first = inputs.get(others + i).copied().unwrap_or(out.cast_const());
                first.wrapping_add(rows.start * self.out_steps[i])
            }
        };
        // Where each of `places` is in a row, and how far from there to the next row.
        let mut pointers: SmallVec<[*const u8; 24]> = self.places.iter().map(start).collect();
        let step = |place: &Place| match *place {
            Place::Arg(arg) => self.over_rows.step(usize::from(arg)) * self.sizes[usize::from(arg)],
            Place::Out(i) => self.out_steps[i],
            Place::Row(_, size) | Place::One(_, size) => size,
        };
        let steps: SmallVec<[usize; 24]> = self.places.iter().map(step).collect();
        self.over_rows.runs(rows, |_, count, offsets| {
            for (pointer, place) in pointers.iter_mut().zip(&self.places) {
                if let Place::Arg(arg) = *place {
                    let arg = usize::from(arg);
                    *pointer = inputs[arg].wrapping_add(offsets[arg] * self.sizes[arg]);
                }
            }
            let mut left = count;
            while left > 0 {
                let rows = left.min(self.together);
                left -= rows;
                for (pointer, place) in pointers.iter_mut().zip(&self.places) {
                    if let Place::Row(at, _) | Place::One(at, _) = *place {
                        // SAFETY: places are within the scratch memory.
                        *pointer = unsafe { scratch.add(at).cast_const() };
                    }
                }
                let mut first = 0;
                for pass in &self.passes {
                    let own = first..first + pass.num_places();
                    first = own.end;
                    // SAFETY: the pointers are those of the pass's places, which have these rows.
                    unsafe { self.pass(pass, &mut pointers[own.clone()], &steps[own], rows) };
                }
            }
        });
    }

    /// Does a pass over some rows, and moves the pointers over them.
    ///
    /// # Safety
    /// `own` has pointers to the pass's places, in order, from which it is so many bytes to the next row, and as much is there as the pass
    /// reads and writes for all rows.
    unsafe fn pass(&self, pass: &Pass, own: &mut [*const u8], steps: &[usize], rows: usize) {
        let move_on = |own: &mut [*const u8], rows: usize| {
            for i in 0..own.len().min(steps.len()) {
                own[i] = own[i].wrapping_add(rows * steps[i]);
            }
        };
        if let Pass::Loop { code, is_joined: true, .. } = pass
            && let Some((&to, inputs)) = own.split_last()
        {
            // SAFETY: the caller says that the pointers are to what the pass reads and writes for all rows, whose elements follow each other in a
            // joined loop.
            unsafe { code.run(inputs, to.cast_mut(), rows) };
            return move_on(own, rows);
        }
        for _ in 0..rows {
            let Some((&to, inputs)) = own.split_last() else { return };
            let to = to.cast_mut();
            // SAFETY: the caller says that the pointers are those of the pass's places, and that a row is there.
            unsafe {
                match pass {
                    Pass::Loop { code, count, .. } => code.run(inputs, to, *count),
                    Pass::Reduce { parts, .. } => to.cast::<f32>().write(self.reduce(inputs[0], parts)),
                    Pass::Squares { parts, .. } => {
                        let row = std::slice::from_raw_parts(inputs[0].cast::<f32>(), self.length);
                        let sum = blocks::sum_of_squares_around(row, inputs[1].cast::<f32>().read());
                        to.cast::<f32>().write((parts.join)(&mut [sum], self.length));
                    }
                    Pass::Fold { code, is_needed, parts, .. } => {
                        let Some((&row, without)) = inputs.split_last() else { return };
                        let value = if code.folds() {
                            let inputs = if *is_needed { inputs } else { without };
                            let value = code.fold(inputs, parts, self.length);
                            (parts.join)(&mut [value], self.length)
                        } else {
                            code.run(without, row.cast_mut(), self.length);
                            self.reduce(row, parts)
                        };
                        to.cast::<f32>().write(value);
                    }
                }
            }
            move_on(own, 1);
        }
    }
}

impl RowWise {
    /// Reduces a row.
    ///
    /// # Safety
    /// There is a whole one.
    unsafe fn reduce(&self, row: *const u8, parts: &RowReduction) -> f32 {
        // SAFETY: the caller promises: there is a whole one.
        let row = unsafe { std::slice::from_raw_parts(row.cast::<f32>(), self.length) };
        (parts.join)(&mut [(parts.chunk)(row)], self.length)
    }
}
