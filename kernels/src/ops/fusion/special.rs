//! Fused ops for certain dtypes and shapes: made when they first come up, and kept.

#![expect(unsafe_code, reason = "loops work on the memory of tensors")]

use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpError, TensorHandle};
use tfrt_executor::jit::loops::{LoopBody, LoopInput, LoopMember};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, TensorMetadata};

use super::super::reduce::{self, RowReduction};
use super::plan::Plan;
use super::{Fused, interpreter};

/// Kept of one fused op at most.
const KEPT: usize = 16;

/// What was made so far, the last first.
#[derive(Default)]
pub(super) struct Specials(RwLock<Vec<Arc<Special>>>);

/// A fused op for certain arguments.
pub(super) struct Special {
    inputs: SmallVec<[TensorMetadata; 4]>,
    /// The axes of a reduction.
    axes: Dims,
    kind: Kind,
}

enum Kind {
    /// No loop.
    OneByOne,
    /// The result, and its loop.
    Loop(TensorMetadata, Plan),
    /// Rows that are reduced: the result, the loop before it, and the length of a row.
    Rows(TensorMetadata, Plan, RowReduction, usize),
    /// What a reduction that is run as a whole takes.
    Before(TensorMetadata, Plan),
}

impl Specials {
    /// What to run for these arguments; `None` for the members one by one.
    pub fn find(&self, fused: &Fused, frame: &DispatchFrame<'_>) -> Option<Arc<Special>> {
        let axes = match fused.reduction() {
            Some(axes) => frame.indices(axes).ok()?,
            None => Dims::new(),
        };
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

impl Fused {
    /// The number of the argument that has the axes, if the last member is a reduction.
    fn reduction(&self) -> Option<usize> {
        let last = self.members.last().filter(|last| last.op.elementwise.is_none())?;
        last.args.get(1).map(|&axes| usize::from(axes))
    }
}

/// Bytes of an element, of dtypes that loops work on.
fn size_of(dtype: DType) -> Option<usize> {
    dtype.size().filter(|size| size.is_power_of_two())
}

impl Special {
    fn is_loop(&self) -> bool {
        !matches!(self.kind, Kind::OneByOne)
    }

    /// `None` if an argument is not dense.
    fn new(fused: &Fused, frame: &DispatchFrame<'_>, axes: Dims) -> Option<Special> {
        let inputs: SmallVec<[TensorMetadata; 4]> = (0..fused.num_args)
            .map(|i| frame.dense(i).ok().map(|tensor| tensor.metadata().clone()))
            .collect::<Option<_>>()?;
        let kind = Kind::new(fused, &inputs, &axes).unwrap_or(Kind::OneByOne);
        Some(Special { inputs, axes, kind })
    }

    /// Runs it.
    pub fn run(&self, fused: &Fused, frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
        let context = frame.context();
        match &self.kind {
            Kind::OneByOne => super::one_by_one::run(fused, frame),
            Kind::Loop(metadata, plan) => {
                plan.prepare(context, &fused.name);
                let mut inputs = pointers(fused, frame)?;
                let mut out = frame.output(metadata)?;
                let source = out.source();
                let to = out.bytes_mut().as_mut_ptr();
                if let Some(source) = source {
                    inputs[source] = to.cast_const();
                }
                // SAFETY: arguments and result have the metadata that the plan was made for. The result is in the place of
                // an argument only if that has the result's dtype and shape.
                unsafe { plan.run_all(context, inputs, to, source.is_some()) }
                frame.finish(0, out);
            }
            Kind::Before(metadata, plan) => {
                plan.prepare(context, &fused.name);
                let inputs = pointers(fused, frame)?;
                let mut before = DenseHostTensor::uninitialized(metadata.clone())?;
                let to = before.bytes_mut().map_or(std::ptr::null_mut(), <[u8]>::as_mut_ptr);
                // SAFETY: as above; the result is new.
                unsafe { plan.run_all(context, inputs, to, false) }
                let Some((last, axes)) = fused.members.last().zip(fused.reduction()) else {
                    return Err("a reduction is missing".into());
                };
                let mut args = [TensorHandle::new(before), frame.take(axes)];
                match frame.nested_op(&last.op, &mut args, last.attrs.as_ref()) {
                    Ok(result) => frame.set_handle(0, result),
                    Err((code, error)) => {
                        let error = context.report_at(&last.location, code, error.message());
                        frame.set_error(0, error);
                    }
                }
            }
            Kind::Rows(metadata, plan, reduction, length) => {
                plan.prepare(context, &fused.name);
                let inputs = Inputs(pointers(fused, frame)?);
                let mut out = DispatchFrame::fresh(metadata)?;
                rows(frame, plan, &inputs, *reduction, *length, out.values_mut::<f32>());
                frame.finish(0, out);
            }
        }
        Ok(())
    }
}

/// Pointers to the arguments' elements.
fn pointers(fused: &Fused, frame: &DispatchFrame<'_>) -> Result<SmallVec<[*const u8; 6]>, OpError> {
    (0..fused.num_args).map(|i| Ok(frame.dense(i)?.bytes().as_ptr())).collect()
}

/// Pointers to arguments, which nobody writes while they are read.
struct Inputs(SmallVec<[*const u8; 6]>);

// SAFETY: they are only read.
unsafe impl Sync for Inputs {}

/// Elements that are computed before they are reduced: they stay in the second cache.
const CHUNK: usize = 1 << 13;

/// Reduces rows of `length` elements, in the order of the reduction itself.
fn rows(
    frame: &DispatchFrame<'_>,
    plan: &Plan,
    inputs: &Inputs,
    reduction: RowReduction,
    length: usize,
    results: &mut [f32],
) {
    let context = frame.context();
    if length > reduce::CHUNK {
        for (row, result) in results.iter_mut().enumerate() {
            let mut partials = vec![0.0f32; length.div_ceil(reduce::CHUNK)];
            let slots: Vec<Mutex<&mut f32>> = partials.iter_mut().map(Mutex::new).collect();
            context.parallel_for(slots.len(), 1, &|begin, end| {
                let mut values = vec![0.0f32; reduce::CHUNK];
                for (at, slot) in slots.iter().enumerate().take(end).skip(begin) {
                    let first = at * reduce::CHUNK;
                    let n = reduce::CHUNK.min(length - first);
                    let range = row * length + first..row * length + first + n;
                    let to = values.as_mut_ptr().cast::<u8>();
                    // SAFETY: the elements of the loop are `f32`, and there is room for `n`; see `Special::run`.
                    unsafe { plan.run(range, &inputs.0, to, false) }
                    **slot.lock() = (reduction.chunk)(&values[..n]);
                }
            });
            drop(slots);
            *result = (reduction.join)(&mut partials, length);
        }
        return;
    }
    let at_once = (CHUNK / length).max(1);
    let per_task = (plan.task() / length).max(1);
    let tasks: Vec<Mutex<&mut [f32]>> = results.chunks_mut(per_task).map(Mutex::new).collect();
    let run = |begin: usize, end: usize| {
        let mut values = vec![0.0f32; at_once.min(per_task) * length];
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            for (i, results) in task.lock().chunks_mut(at_once).enumerate() {
                let first = (at * per_task + i * at_once) * length;
                let n = results.len() * length;
                let to = values.as_mut_ptr().cast::<u8>();
                // SAFETY: as above.
                unsafe { plan.run(first..first + n, &inputs.0, to, false) }
                for (result, row) in results.iter_mut().zip(values[..n].chunks_exact(length)) {
                    *result = (reduction.join)(&mut [(reduction.chunk)(row)], length);
                }
            }
        }
    };
    if tasks.len() < 2 { run(0, tasks.len()) } else { context.parallel_for(tasks.len(), 1, &run) }
}

impl Kind {
    /// The loop for arguments of this metadata; `None` if there is none.
    fn new(fused: &Fused, inputs: &[TensorMetadata], axes: &[i64]) -> Option<Kind> {
        let reduction = fused.reduction();
        let members = &fused.members[..fused.members.len() - usize::from(reduction.is_some())];
        let mut values: Vec<TensorMetadata> = inputs.to_vec();
        let mut program = Vec::with_capacity(members.len());
        let mut body = LoopBody {
            inputs: inputs.iter().map(|input| LoopInput { dtype: input.dtype, moves: true }).collect(),
            members: Vec::with_capacity(members.len()),
        };
        for member in members {
            let args: SmallVec<[&TensorMetadata; 3]> =
                member.args.iter().map(|&arg| &values[usize::from(arg)]).collect();
            let dtypes: SmallVec<[DType; 3]> = args.iter().map(|arg| arg.dtype).collect();
            let frame =
                tfrt_executor::core_runtime::MetadataFrame { inputs: &args, attrs: member.attrs.as_ref() };
            let result = member.op.metadata.as_ref()?(&frame).ok()?.into_iter().next()?;
            let elements = (member.op.elementwise?)(&dtypes, member.attrs.as_ref())?;
            if elements.result != result.dtype || member.args.len() > 3 {
                return None;
            }
            drop(args);
            program.push(interpreter::Member {
                function: elements.function,
                size: size_of(result.dtype)?,
                args: member.args.clone(),
            });
            body.members.push(LoopMember {
                op: member.op.name.clone(),
                args: member.args.clone(),
                dtype: result.dtype,
            });
            values.push(result);
        }
        let result = values.last()?.clone();
        // The axes take no part in the loop; any shape that broadcasts will do for them.
        let shapes = inputs
            .iter()
            .enumerate()
            .map(|(i, input)| {
                let is_used = program.iter().any(|member| member.args.contains(&(i as u16)));
                Some((
                    if is_used { &input.shape } else { &SCALAR },
                    size_of(input.dtype).or((!is_used).then_some(1))?,
                ))
            })
            .collect::<Option<SmallVec<[_; 6]>>>()?;
        let plan = Plan::new(&result.shape, &shapes, &program, body)?;
        let Some(axes_arg) = reduction else { return Some(Kind::Loop(result, plan)) };
        let last = fused.members.last()?;
        // The reduction is of what the loop computes, along axes that are an argument.
        let of_loop = usize::from(*last.args.first()?) == values.len() - 1;
        if !of_loop || axes_arg >= fused.num_args || last.args.len() != 2 {
            return None;
        }
        let keep_dims = last.attrs.as_ref().get_bool("keep_dims").unwrap_or(false);
        if result.dtype == DType::F32
            && result.shape.num_elements() > 0
            && let Some(reduction) = reduce::row_reduction(&last.op.name)
            && let Some((shape, length)) = reduce::rows_of(&result.shape, axes, keep_dims)
        {
            return Some(Kind::Rows(TensorMetadata::new(DType::F32, shape), plan, reduction, length));
        }
        Some(Kind::Before(result, plan))
    }
}

static SCALAR: tfrt_executor::tensor::Shape = tfrt_executor::tensor::Shape::scalar();
