//! Fused ops specialised for certain dtypes and shapes: made at their first use, and cached.

#![expect(unsafe_code, reason = "loops work on the memory of tensors")]

use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpError, Output, TensorHandle};
use tfrt_executor::jit::loops::{LoopBody, LoopInput};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, TensorMetadata};
use tfrt_ops::MemberOp;

use super::Fused;
use super::order::{self, Way};
use super::plan::{Inputs, Plan};
use super::row_wise::RowWise;
use super::stages;
use super::typed::{Typed, TypedMember, size_of};
use crate::ops::reduction::reduce::{self, ColumnReduction, RowReduction};

/// Kept of one fused op at most.
const KEPT: usize = 16;

/// The loops made so far, the last first.
#[derive(Default)]
pub(super) struct Specials(RwLock<Vec<Arc<Special>>>);

/// A fused op for certain arguments.
pub(super) struct Special {
    inputs: SmallVec<[TensorMetadata; 4]>,
    /// The axes of each reduction.
    axes: SmallVec<[Dims; 2]>,
    kind: Kind,
}

/// The metadata of results.
type Results = SmallVec<[TensorMetadata; 2]>;

pub(super) enum Kind {
    /// No loop.
    OneByOne,
    /// The results, and their loop.
    Loop(Results, Plan),
    /// Rows that are reduced: the results, the last of which is the reduction's, the loop before it, and the length of a row.
    Rows(Results, Plan, RowReduction, usize),
    /// The results but the last, and what a reduction that is run as a whole takes.
    Before(Results, Plan),
    /// In steps, a loop, and a reduction of its result along the middle of three dimensions.
    Columns(Results, Plan, ColumnReduction),
    /// Passes over rows, with reductions between them.
    RowWise(Results, RowWise),
    /// Several fused ops, that end in reductions.
    Stages,
}

impl Specials {
    /// The loop to run for these arguments; `None` to run the members one by one.
    pub(super) fn find(&self, fused: &Fused, frame: &DispatchFrame<'_>) -> Option<Arc<Special>> {
        let axes: SmallVec<[Dims; 2]> =
            fused.axes.iter().map(|&axes| frame.indices(usize::from(axes)).ok()).collect::<Option<_>>()?;
        let fits = |special: &&Arc<Special>| {
            special.axes == axes
                && special
                    .inputs
                    .iter()
                    .enumerate()
                    .all(|(i, known)| frame.dense(i).is_ok_and(|tensor| tensor.metadata() == known))
        };
        if let Some(special) = self.0.read().iter().find(fits) {
            return special.is_loop().then(|| special.clone());
        }
        let special = Arc::new(Special::new(fused, frame, axes)?);
        let mut all = self.0.write();
        all.truncate(KEPT - 1);
        all.insert(0, special.clone());
        drop(all);
        special.is_loop().then_some(special)
    }
}

impl Special {
    fn is_loop(&self) -> bool {
        !matches!(self.kind, Kind::OneByOne)
    }

    /// `None` if an argument is not dense.
    fn new(fused: &Fused, frame: &DispatchFrame<'_>, axes: SmallVec<[Dims; 2]>) -> Option<Special> {
        let inputs: SmallVec<[TensorMetadata; 4]> = (0..fused.num_args)
            .map(|i| frame.dense(i).ok().map(|tensor| tensor.metadata().clone()))
            .collect::<Option<_>>()?;
        let kind = Kind::new(fused, &inputs, &axes).unwrap_or(Kind::OneByOne);
        Some(Special { inputs, axes, kind })
    }

    /// Whether this is one loop, of machine code.
    pub(super) fn is_compiled(&self) -> bool {
        matches!(&self.kind, Kind::Loop(_, plan) if plan.is_compiled())
    }

    /// Has code made if it is time.
    pub(super) fn prepare(&self, fused: &Fused, frame: &DispatchFrame<'_>) {
        let context = frame.context();
        match &self.kind {
            Kind::OneByOne | Kind::Stages => {}
            Kind::Loop(_, plan)
            | Kind::Rows(_, plan, ..)
            | Kind::Before(_, plan)
            | Kind::Columns(_, plan, _) => {
                plan.prepare(context, &fused.name);
            }
            Kind::RowWise(_, rows) => rows.prepare(context, &fused.name),
        }
    }

    /// Runs it.
    pub(super) fn run(&self, fused: &Fused, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
        let context = frame.context();
        self.prepare(fused, frame);
        match &self.kind {
            Kind::OneByOne => super::one_by_one::run(fused, frame),
            Kind::Loop(results, plan) => {
                let outputs = Outputs::new(fused, frame, results)?;
                // SAFETY: arguments and results have the metadata that the plan was made for. A result is in the place of an
                // argument only if that has the result's dtype and shape.
                unsafe { plan.run_all(context, outputs.pointers, outputs.last) }
                finish(frame, outputs.places);
            }
            Kind::Before(results, plan) => {
                let Some((metadata, others)) = results.split_last() else {
                    return Err("a result is missing".into());
                };
                let outputs = Outputs::new(fused, frame, others)?;
                let mut before = DenseHostTensor::uninitialized(metadata.clone())?;
                let to = before.bytes_mut().map_or(std::ptr::null_mut(), <[u8]>::as_mut_ptr);
                // SAFETY: arguments and results have the metadata that the plan was made for; `to` is the start of `before`, new and of the
                // last result's shape. A result is in the place of an argument only if that has the result's dtype and shape.
                unsafe { plan.run_all(context, outputs.all_pointers(), to) }
                let count = outputs.places.len();
                finish(frame, outputs.places);
                let Some((last, &axes)) = fused.members.last().zip(fused.axes.last()) else {
                    return Err("a reduction is missing".into());
                };
                let mut args = [TensorHandle::new(before), frame.take(usize::from(axes))];
                match frame.nested_op(&last.op, &mut args, last.attrs.as_ref()) {
                    Ok(result) => frame.set_handle(count, result),
                    Err((code, error)) => {
                        let error = context.report_at(&last.location, &last.op.name, code, error);
                        frame.set_error(count, error);
                    }
                }
            }
            Kind::Rows(results, plan, reduction, length) => {
                let Some((metadata, others)) = results.split_last() else {
                    return Err("a result is missing".into());
                };
                let outputs = Outputs::new(fused, frame, others)?;
                let mut out = DispatchFrame::fresh(metadata)?;
                let inputs = Inputs(outputs.all_pointers());
                rows(context, plan, &inputs, *reduction, *length, out.values_mut::<f32>());
                let count = outputs.places.len();
                finish(frame, outputs.places);
                frame.finish(count, out);
            }
            Kind::RowWise(results, passes) => {
                // A result in an argument's place would be written while other passes still read that.
                let outputs = match results.len() {
                    1 => Outputs::new(fused, frame, results)?,
                    _ => Outputs::fresh(fused, frame, results)?,
                };
                // SAFETY: arguments and results have the metadata that the passes were made for. A result is in the place of an argument only
                // if it is the only result and that argument has its dtype and shape.
                unsafe { passes.run_all(context, outputs.pointers, outputs.last) }
                finish(frame, outputs.places);
            }
            Kind::Columns(..) => return Err("a step runs as an op".into()),
            Kind::Stages => {
                return stages::run(fused, fused.stages.get_or_init(|| stages::stages(fused)), frame);
            }
        }
        Ok(())
    }
}

/// Places for results.
struct Outputs {
    places: SmallVec<[Output; 2]>,
    /// To the arguments' elements, then to the results', without the last one's.
    pointers: SmallVec<[*const u8; 6]>,
    last: *mut u8,
}

impl Outputs {
    /// Places, also of arguments without users.
    fn new(
        fused: &Fused,
        frame: &mut DispatchFrame<'_>,
        results: &[TensorMetadata],
    ) -> Result<Outputs, OpError> {
        Outputs::with(fused, frame, results, |frame, metadata| frame.output(metadata))
    }

    /// New places.
    fn fresh(
        fused: &Fused,
        frame: &mut DispatchFrame<'_>,
        results: &[TensorMetadata],
    ) -> Result<Outputs, OpError> {
        Outputs::with(fused, frame, results, |_, metadata| DispatchFrame::fresh(metadata))
    }

    fn with(
        fused: &Fused,
        frame: &mut DispatchFrame<'_>,
        results: &[TensorMetadata],
        place: impl Fn(&mut DispatchFrame<'_>, &TensorMetadata) -> Result<Output, OpError>,
    ) -> Result<Outputs, OpError> {
        let pointers = (0..fused.num_args).map(|i| Ok(frame.dense(i)?.bytes().as_ptr()));
        let mut pointers: SmallVec<[*const u8; 6]> = pointers.collect::<Result<_, OpError>>()?;
        let mut places: SmallVec<[Output; 2]> = SmallVec::new();
        let mut last: *mut u8 = std::ptr::null_mut();
        for (i, metadata) in results.iter().enumerate() {
            let mut out = place(frame, metadata)?;
            if i > 0 {
                pointers.push(last.cast_const());
            }
            last = out.bytes_mut().as_mut_ptr();
            if let Some(source) = out.source() {
                pointers[source] = last.cast_const();
            }
            places.push(out);
        }
        Ok(Outputs { places, pointers, last })
    }

    /// The pointers, with the last one's among them: where something else comes last.
    fn all_pointers(&self) -> SmallVec<[*const u8; 6]> {
        let last = (!self.places.is_empty()).then_some(self.last.cast_const());
        self.pointers.iter().copied().chain(last).collect()
    }
}

/// Sets results to what is in their places.
fn finish(frame: &mut DispatchFrame<'_>, places: SmallVec<[Output; 2]>) {
    for (i, place) in places.into_iter().enumerate() {
        frame.finish(i, place);
    }
}

/// Elements that are computed before they are reduced: they stay in the second cache.
const CHUNK: usize = 1 << 13;

/// Reduces rows of `length` elements, in the order of the reduction itself.
pub(super) fn rows(
    context: &dyn OpContext,
    plan: &Plan,
    inputs: &Inputs,
    reduction: RowReduction,
    length: usize,
    results: &mut [f32],
) {
    if length > reduce::CHUNK {
        for (row, result) in results.iter_mut().enumerate() {
            let mut partials = vec![0.0f32; length.div_ceil(reduce::CHUNK)];
            let slots: Vec<Mutex<&mut f32>> = partials.iter_mut().map(Mutex::new).collect();
            order::for_tasks(context, Way::next(context, slots.len()), slots.len(), &|at| {
                let first = at * reduce::CHUNK;
                let n = reduce::CHUNK.min(length - first);
                let range = row * length + first..row * length + first + n;
                if plan.folds() {
                    // SAFETY: the elements of the loop are `f32`; see `Special::run`.
                    **slots[at].lock() = unsafe { plan.fold(range, &inputs.0, &reduction) };
                    return;
                }
                let mut values = vec![0.0f32; reduce::CHUNK];
                let to = values.as_mut_ptr().cast::<u8>();
                // SAFETY: the elements of the loop are `f32`, and there is room for `n`; see `Special::run`.
                unsafe { plan.run(range, &inputs.0, to) }
                **slots[at].lock() = (reduction.chunk)(&values[..n]);
            });
            drop(slots);
            *result = (reduction.join)(&mut partials, length);
        }
        return;
    }
    let at_once = (CHUNK / length).max(1);
    let per_task = (plan.task() / length).max(1);
    let tasks: Vec<Mutex<&mut [f32]>> = results.chunks_mut(per_task).map(Mutex::new).collect();
    order::for_tasks(context, Way::next(context, tasks.len()), tasks.len(), &|at| {
        if plan.folds() {
            for (i, result) in tasks[at].lock().iter_mut().enumerate() {
                let first = (at * per_task + i) * length;
                // SAFETY: the elements of the loop are `f32`, and there is room for `n`; see `Special::run`.
                let value = unsafe { plan.fold(first..first + length, &inputs.0, &reduction) };
                *result = (reduction.join)(&mut [value], length);
            }
            return;
        }
        let mut values = vec![0.0f32; at_once.min(per_task) * length];
        for (i, results) in tasks[at].lock().chunks_mut(at_once).enumerate() {
            let first = (at * per_task + i * at_once) * length;
            let n = results.len() * length;
            let to = values.as_mut_ptr().cast::<u8>();
            // SAFETY: the elements of the loop are `f32`, and there is room for `n`; see `Special::run`.
            unsafe { plan.run(first..first + n, &inputs.0, to) }
            for (result, row) in results.iter_mut().zip(values[..n].chunks_exact(length)) {
                *result = (reduction.join)(&mut [(reduction.chunk)(row)], length);
            }
        }
    });
}

impl Kind {
    /// The loop for arguments of this metadata; `None` if there is no such loop.
    pub(super) fn new(fused: &Fused, inputs: &[TensorMetadata], axes: &[Dims]) -> Option<Kind> {
        let typed = Typed::new(fused, inputs, axes);
        let ends_in_reduction = fused.members.last()?.is_reduction();
        if fused.axes.len() > usize::from(ends_in_reduction) {
            // Where a member fails the stages say so.
            let rows = typed.and_then(|typed| {
                let rows = RowWise::new(&typed, fused.num_args, &fused.results)?;
                Some(Kind::RowWise(typed.metadata(&fused.results)?, rows))
            });
            return Some(rows.unwrap_or(Kind::Stages));
        }
        let Some(typed) = typed else { return (fused.results.len() > 1).then_some(Kind::Stages) };
        Kind::of_loop(fused, inputs, &typed, &fused.results)
            .or((fused.results.len() > 1).then_some(Kind::Stages))
    }

    /// A loop whose result is reduced by columns, if these are the op's results.
    pub(super) fn of_columns(fused: &Fused, inputs: &[TensorMetadata], axes: &[Dims]) -> Option<Kind> {
        let (last, looped) = fused.members.split_last()?;
        let [whole, reduced] = fused.results[..] else { return None };
        let (MemberOp::Reduction(reduction), [axes]) = (last.computes, axes) else { return None };
        if usize::from(reduced) != inputs.len() + looped.len() || last.args.first() != Some(&whole) {
            return None;
        }
        let typed = Typed::new(fused, inputs, std::slice::from_ref(axes))?;
        let Kind::Before(mut results, plan) = Kind::of_loop(fused, inputs, &typed, &[reduced])? else {
            return None;
        };
        let value = results.first()?;
        let keep_dims = last.attrs.as_ref().get_bool("keep_dims").unwrap_or(false);
        let is_usual = value.dtype == DType::F32 && value.shape.num_elements() > 0 && last.args.len() == 2;
        let (shape, columns) =
            is_usual.then(|| ColumnReduction::new(reduction, &value.shape, axes, keep_dims)).flatten()?;
        results.push(TensorMetadata::new(DType::F32, shape));
        Some(Kind::Columns(results, plan, columns))
    }

    /// A loop, and perhaps a reduction after it, with these results.
    fn of_loop(fused: &Fused, inputs: &[TensorMetadata], typed: &Typed<'_>, results: &[u16]) -> Option<Kind> {
        let ends_in_reduction = fused.members.last()?.is_reduction();
        let of_loop = fused.members.len() - usize::from(ends_in_reduction);
        let (_, others) = results.split_last()?;
        let mut program = Vec::with_capacity(of_loop);
        let mut body = LoopBody {
            inputs: inputs.iter().map(|input| LoopInput { dtype: input.dtype, moves: true }).collect(),
            members: Vec::with_capacity(of_loop),
            also: SmallVec::from_slice(others),
            reduction: None,
        };
        for member in &typed.members[..of_loop] {
            let TypedMember::Elementwise(function) = member else { return None };
            let function = function.clone();
            program.push(function.block);
            body.members.push(function.vector);
        }
        let result = typed.values.get(inputs.len() + of_loop - 1)?.clone();
        // All results of a loop have its shape.
        let is_whole =
            |&value: &u16| typed.values.get(usize::from(value)).is_some_and(|v| v.shape == result.shape);
        if !others.iter().all(is_whole) {
            return None;
        }
        // The axes take no part in the loop; any shape that broadcasts will do for them.
        let shapes = inputs
            .iter()
            .enumerate()
            .map(|(i, input)| {
                let is_used = program.iter().any(|member| member.args.contains(&(i as u16)));
                Some((
                    // One element is one element, also where its rank is higher than the result's: a bound may be so.
                    if is_used && input.shape.num_elements() != 1 { &input.shape } else { &SCALAR },
                    size_of(input.dtype).or((!is_used).then_some(1))?,
                ))
            })
            .collect::<Option<SmallVec<[_; 6]>>>()?;
        let rows = match typed.members.last() {
            Some(TypedMember::Reduction(reduction)) => Some((reduction.parts.of_loop, reduction.length)),
            _ => None,
        };
        let plan = Plan::new(&result.shape, &shapes, &program, body, rows, &fused.codes)?;
        if !ends_in_reduction {
            return Some(Kind::Loop(typed.metadata(results)?, plan));
        }
        // The reduction is of what the loop computes, along axes that are an argument.
        let [of, axes] = fused.members.last()?.args[..] else { return None };
        if usize::from(of) != inputs.len() + of_loop - 1 || usize::from(axes) >= fused.num_args {
            return None;
        }
        match (typed.members.last()?, typed.values.last()) {
            (TypedMember::Reduction(reduction), Some(reduced)) => {
                let mut results = typed.metadata(others)?;
                results.push(reduced.clone());
                Some(Kind::Rows(results, plan, reduction.parts, reduction.length))
            }
            _ => {
                let mut results = typed.metadata(others)?;
                results.push(result);
                Some(Kind::Before(results, plan))
            }
        }
    }
}

static SCALAR: tfrt_executor::tensor::Shape = tfrt_executor::tensor::Shape::scalar();
