//! Ops with steps and without, and regions of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{
    AttrValue, Consumer, CoreRuntime, Declined, DispatchFrame, FinishPart, Follower, Location, OnParts, Op,
    OpAttrs, OpContext, OpEntry, OpError, OpHandlerRef, OpRegistry, Prepared, Producer, REGION_OP, Step,
    StepSpec, Strips, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_executor::value::Error;
use tfrt_ops::{OPEN, RegionBodyBuilder, RegionType};
use tfrt_plan::Plans;

use crate::images;

/// The number of ops that ran as steps, and as they are registered.
#[derive(Default)]
struct Counts {
    steps: AtomicUsize,
    followers: AtomicUsize,
    consumers: AtomicUsize,
    bands: Arc<AtomicUsize>,
    registered: AtomicUsize,
}

/// An element from those of the operands; `None` where there is none.
type Function = fn(f32, f32) -> Option<f32>;

/// An op element by element. Products give their result in parts of an odd number of elements, from the last to the first; sums follow them.
struct Pointwise {
    function: Function,
    counts: Arc<Counts>,
    produces: bool,
    follows: bool,
}

/// Elements of a part.
const PART: usize = 5;

impl Step for Pointwise {
    fn run(&self, _: &dyn OpContext, operands: &[&[u8]], results: &mut [&mut [u8]]) -> Result<(), Declined> {
        self.counts.steps.fetch_add(1, Ordering::Relaxed);
        let [out] = results else { return Err(Declined) };
        let (a, b) = (operands[0], operands[operands.len() - 1]);
        let values = bytemuck::cast_slice::<u8, f32>(a).iter().zip(bytemuck::cast_slice::<u8, f32>(b));
        for (out, (&a, &b)) in bytemuck::cast_slice_mut::<u8, f32>(out).iter_mut().zip(values) {
            *out = (self.function)(a, b).ok_or(Declined)?;
        }
        Ok(())
    }

    fn as_producer(&self) -> Option<&dyn Producer> {
        self.produces.then_some(self)
    }

    fn as_follower(&self) -> Option<&dyn Follower> {
        self.follows.then_some(self)
    }
}

impl Producer for Pointwise {
    fn run_then(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.run(context, operands, &mut [&mut *result])?;
        let part = PART * size_of::<f32>();
        result.chunks_mut(part).enumerate().rev().for_each(|(at, chunk)| finish(at * part, chunk));
        Ok(())
    }
}

impl Follower for Pointwise {
    fn replaces(&self, _: usize) -> bool {
        true
    }

    fn begin<'a>(&'a self, _: &dyn OpContext, operands: &'a [&'a [u8]], replaced: usize) -> OnParts<'a> {
        self.counts.steps.fetch_add(1, Ordering::Relaxed);
        self.counts.followers.fetch_add(1, Ordering::Relaxed);
        let other = bytemuck::cast_slice::<u8, f32>(operands[1 - replaced]);
        Box::new(move |first, part| {
            let others = &other[first / size_of::<f32>()..];
            for (value, &other) in bytemuck::cast_slice_mut::<u8, f32>(part).iter_mut().zip(others) {
                let (a, b) = if replaced == 0 { (*value, other) } else { (other, *value) };
                *value = (self.function)(a, b).expect("a sum");
            }
        })
    }

    fn end(&self, _: &dyn OpContext, _: &[u8], others: &mut [&mut [u8]]) -> Result<(), Declined> {
        if others.is_empty() { Ok(()) } else { Err(Declined) }
    }
}

/// The result of an op of [`OfRows`] for a row of `x`, and of `y` at the same place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowFunction {
    /// `x y`. A producer of rows, from the last to the first, which may be nowhere.
    Times,
    /// `x` and the sum of its row. A follower.
    PlusSum,
    /// The row of `x` from back to front, and `y`. A consumer.
    Turned,
}

impl RowFunction {
    const ALL: [(&str, RowFunction); 3] =
        [("demo.times", Self::Times), ("demo.plus_sum", Self::PlusSum), ("demo.turned", Self::Turned)];

    fn of(self, x: &[f32], y: &[f32]) -> Vec<f32> {
        match self {
            RowFunction::Times => x.iter().zip(y).map(|(x, y)| x * y).collect(),
            RowFunction::PlusSum => x.iter().map(|one| one + x.iter().sum::<f32>()).collect(),
            RowFunction::Turned => x.iter().rev().zip(y).map(|(x, y)| x + y).collect(),
        }
    }
}

/// An op row by row.
struct OfRows {
    function: RowFunction,
    /// Elements of a row.
    length: usize,
    counts: Arc<Counts>,
}

impl OfRows {
    /// Calls `each` for each row of the result, from the last to the first.
    fn rows(&self, operands: &[&[u8]], mut each: impl FnMut(usize, &[f32])) {
        let [x, y] = [operands[0], operands[operands.len() - 1]].map(bytemuck::cast_slice::<u8, f32>);
        let rows = x.chunks(self.length).zip(y.chunks(self.length)).enumerate();
        for (at, (x, y)) in rows.collect::<Vec<_>>().into_iter().rev() {
            each(at * self.length, &self.function.of(x, y));
        }
    }
}

impl Step for OfRows {
    fn run(&self, _: &dyn OpContext, operands: &[&[u8]], results: &mut [&mut [u8]]) -> Result<(), Declined> {
        self.counts.steps.fetch_add(1, Ordering::Relaxed);
        let [out] = results else { return Err(Declined) };
        let out: &mut [f32] = bytemuck::cast_slice_mut(out);
        self.rows(operands, |at, row| out[at..][..row.len()].copy_from_slice(row));
        Ok(())
    }

    fn as_producer(&self) -> Option<&dyn Producer> {
        (self.function == RowFunction::Times).then_some(self)
    }

    fn as_follower(&self) -> Option<&dyn Follower> {
        (self.function == RowFunction::PlusSum).then_some(self)
    }

    fn as_consumer(&self) -> Option<&dyn Consumer> {
        (self.function == RowFunction::Turned).then_some(self)
    }
}

impl Producer for OfRows {
    fn run_then(
        &self,
        _: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.counts.steps.fetch_add(1, Ordering::Relaxed);
        self.rows(operands, |at, row| {
            let (at, row) = (at * size_of::<f32>(), bytemuck::cast_slice(row));
            let part = &mut result[at..][..row.len()];
            part.copy_from_slice(row);
            finish(at, part);
        });
        Ok(())
    }

    fn gives_rows(&self) -> bool {
        true
    }

    fn as_strips(&self) -> Option<&dyn Strips> {
        Some(self)
    }
}

impl Strips for OfRows {
    fn run_strips(
        &self,
        _: &dyn OpContext,
        operands: &[&[u8]],
        take: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.counts.steps.fetch_add(1, Ordering::Relaxed);
        self.rows(operands, |at, row| {
            let mut row = row.to_vec();
            take(at * size_of::<f32>(), bytemuck::cast_slice_mut(&mut row));
        });
        Ok(())
    }
}

impl Follower for OfRows {
    fn replaces(&self, operand: usize) -> bool {
        operand == 0
    }

    fn needs_rows(&self) -> bool {
        true
    }

    fn begin<'a>(&'a self, _: &dyn OpContext, _: &'a [&'a [u8]], _: usize) -> OnParts<'a> {
        self.counts.steps.fetch_add(1, Ordering::Relaxed);
        self.counts.followers.fetch_add(1, Ordering::Relaxed);
        Box::new(|_, part| {
            for row in bytemuck::cast_slice_mut::<u8, f32>(part).chunks_mut(self.length) {
                row.copy_from_slice(&self.function.of(row, &[]));
            }
        })
    }

    fn end(&self, _: &dyn OpContext, _: &[u8], others: &mut [&mut [u8]]) -> Result<(), Declined> {
        if others.is_empty() { Ok(()) } else { Err(Declined) }
    }
}

impl Consumer for OfRows {
    fn takes(&self, operand: usize) -> bool {
        operand == 0
    }

    fn begin<'a>(
        &'a self,
        _: &dyn OpContext,
        operands: &'a [&'a [u8]],
        _: usize,
        result: &'a mut [u8],
    ) -> Result<OnParts<'a>, Declined> {
        self.counts.steps.fetch_add(1, Ordering::Relaxed);
        self.counts.consumers.fetch_add(1, Ordering::Relaxed);
        let y: &[f32] = bytemuck::cast_slice(operands[1]);
        let result = Mutex::new(bytemuck::cast_slice_mut::<u8, f32>(result));
        Ok(Box::new(move |first, part| {
            let first = first / size_of::<f32>();
            for (at, row) in bytemuck::cast_slice::<u8, f32>(part).chunks(self.length).enumerate() {
                let here = first + at * self.length..first + (at + 1) * self.length;
                result.lock()[here.clone()].copy_from_slice(&self.function.of(row, &y[here]));
            }
        }))
    }
}

/// The metadata of the only result: that of all operands.
fn alike(operands: &[&TensorMetadata]) -> Result<TensorMetadata, OpError> {
    let [first, .., last] = operands else {
        return operands.first().map(|&only| only.clone()).ok_or_else(|| "an operand is missing".into());
    };
    if first == last { Ok((*first).clone()) } else { Err(format!("{first} and {last} differ").into()) }
}

fn registered(
    counts: &Counts,
    function: Function,
    name: &str,
    frame: &mut DispatchFrame<'_>,
) -> Result<(), OpError> {
    counts.registered.fetch_add(1, Ordering::Relaxed);
    let last = frame.num_args().checked_sub(1).ok_or("an operand is missing")?;
    let (a, b) = (frame.values::<f32>(0)?, frame.values::<f32>(last)?);
    let value = |(&a, &b): (&f32, &f32)| function(a, b).ok_or_else(|| format!("no {name} of {a}").into());
    let values: Vec<f32> = a.iter().zip(b).map(value).collect::<Result<_, OpError>>()?;
    let shape = frame.dense(0)?.shape().clone();
    frame.set(0, DenseHostTensor::from_values(shape, &values)?);
    Ok(())
}

/// A host with the ops of this file.
pub(super) struct World {
    pub(super) runtime: CoreRuntime,
    pub(super) cpu: OpHandlerRef,
    counts: Arc<Counts>,
    errors: Arc<Mutex<Vec<String>>>,
}

impl World {
    pub(super) fn new() -> World {
        World::with(Some(Plans::default()), HostOptions::default())
    }

    /// Where regions run op by op.
    pub(super) fn without_plans() -> World {
        World::with(None, HostOptions::default())
    }

    /// Where batches run one by one, on one thread.
    pub(super) fn in_parts() -> World {
        World::with(Some(Plans::with_cache(0)), HostOptions::single_threaded())
    }

    pub(super) fn with(plans: Option<Plans>, options: HostOptions) -> World {
        let errors = Arc::new(Mutex::new(Vec::new()));
        let told = errors.clone();
        let diagnostics = Arc::new(move |error: &Error| told.lock().push(error.message().to_owned()));
        let host = Host::new(HostOptions { diagnostics, ..options }).expect("a host");
        let counts = Arc::new(Counts::default());
        let mut ops = OpRegistry::new();
        // Of `demo.*` nothing is known but what is said here; those of TensorFlow's names have rows.
        let functions: [(&[&str], &'static str, Function, bool); 4] = [
            (&["demo.add", "tf.AddV2"], "add", |a, b| Some(a + b), true),
            (&["demo.mul", "tf.Mul"], "mul", |a, b| Some(a * b), true),
            (&["demo.root", "tf.Sqrt"], "root", |a, _| (a >= 0.0).then(|| a.sqrt()), true),
            (&["demo.add_registered"], "add_registered", |a, b| Some(a + b), false),
        ];
        let named = functions.iter().flat_map(|&(ops, name, function, has_step)| {
            ops.iter().map(move |&op| (op, name, function, has_step))
        });
        for (op, name, function, has_step) in named {
            let (of_steps, of_calls) = (counts.clone(), counts.clone());
            let metadata = |rest: tfrt_executor::core_runtime::RestMetadata<'_>| alike(rest.0);
            let mut entry = OpEntry::new()
                .metadata(metadata)
                .dispatch(move |frame: &mut DispatchFrame<'_>| registered(&of_calls, function, name, frame));
            if has_step {
                entry = entry.prepared(move |spec: &StepSpec<'_>| {
                    let is_float = |operand: &tfrt_executor::core_runtime::StepOperand<'_>| {
                        operand.metadata.dtype == DType::F32
                    };
                    let (produces, follows) = (name == "mul", name == "add");
                    let counts = of_steps.clone();
                    let step = || Prepared::Step(Box::new(Pointwise { function, counts, produces, follows }));
                    spec.operands.iter().all(is_float).then(step)
                });
            }
            ops.add(op, entry);
        }
        for (name, function) in RowFunction::ALL {
            let (of_steps, of_calls) = (counts.clone(), counts.clone());
            let metadata = |rest: tfrt_executor::core_runtime::RestMetadata<'_>| alike(rest.0);
            let step = move |spec: &StepSpec<'_>| {
                let shape = &spec.results[0].shape;
                let length = shape.dim(shape.rank() - 1) as usize;
                Some(Prepared::Step(Box::new(OfRows { function, length, counts: of_steps.clone() })))
            };
            let call = move |frame: &mut DispatchFrame<'_>| {
                of_calls.registered.fetch_add(1, Ordering::Relaxed);
                let (x, y) = (frame.values::<f32>(0)?, frame.values::<f32>(frame.num_args() - 1)?);
                let shape = frame.dense(0)?.shape().clone();
                let length = shape.dim(shape.rank() - 1) as usize;
                let rows = x.chunks(length).zip(y.chunks(length));
                let values: Vec<f32> = rows.flat_map(|(x, y)| function.of(x, y)).collect();
                frame.set(0, DenseHostTensor::from_values(shape, &values)?);
                Ok(())
            };
            ops.add(name, OpEntry::new().metadata(metadata).dispatch(call).prepared(step));
        }
        images::register(&mut ops, &counts.bands);
        let reshape = |frame: &mut DispatchFrame<'_>| {
            let dims = frame.attrs().get_ints("dims").ok_or("no dims")?;
            let tensor = frame.dense(0)?.reshaped(Shape::new(&dims)?)?;
            frame.set(0, tensor);
            Ok(())
        };
        ops.add("demo.reshape", OpEntry::new().dispatch(reshape).prepared(|_| Some(Prepared::Same(0))));
        if let Some(plans) = plans {
            ops.set_region_backend(Arc::new(plans));
        }
        let runtime = CoreRuntime::install(&host, ops);
        runtime.state().register_default_handlers();
        let cpu = runtime.handler("cpu").expect("it was registered");
        World { runtime, cpu, counts, errors }
    }

    /// The op that a region is.
    pub(super) fn bind(&self, region: &Builder) -> Op {
        let op = self.runtime.op(REGION_OP, &self.cpu).expect("it is known");
        op.bind((&region.parts().attrs()).into()).expect("it is a region")
    }

    pub(super) fn call<const ARGS: usize, const RESULTS: usize>(
        &self,
        op: &Op,
        args: [DenseHostTensor; ARGS],
    ) -> [TensorHandle; RESULTS] {
        let args = args.map(TensorHandle::new);
        self.runtime.call(op, &Location::unknown(), args, &OpAttrs::new())
    }

    /// As [`Self::call`], for any number of results.
    pub(super) fn invoke<const ARGS: usize>(
        &self,
        op: &Op,
        args: [DenseHostTensor; ARGS],
        results: &mut [TensorHandle],
    ) {
        let (mut args, none) = (args.map(TensorHandle::new), OpAttrs::new());
        self.runtime.invoke(op, &Location::unknown(), &mut args, (&none).into(), results, None);
    }

    /// The number of ops that ran as steps, and as they are registered.
    pub(super) fn counts(&self) -> (usize, usize) {
        let [steps, registered] =
            [&self.counts.steps, &self.counts.registered].map(|count| count.load(Ordering::Relaxed));
        (steps, registered)
    }

    /// The number of sums that took the place of products part by part.
    pub(super) fn followers(&self) -> usize {
        self.counts.followers.load(Ordering::Relaxed)
    }

    /// The number of rows that were taken from a value that is nowhere as a whole.
    pub(super) fn consumers(&self) -> usize {
        self.counts.consumers.load(Ordering::Relaxed)
    }

    /// The number of bands of images that were computed.
    pub(super) fn bands(&self) -> usize {
        self.counts.bands.load(Ordering::Relaxed)
    }

    /// The messages of the errors that were reported.
    pub(super) fn errors(&self) -> Vec<String> {
        self.errors.lock().clone()
    }
}

/// The attributes of a region, to be changed.
pub(super) struct Parts {
    pub(super) records: Vec<i64>,
    pub(super) names: Vec<String>,
    attrs: Vec<AttrValue>,
    pub(super) locations: Vec<String>,
    pub(super) constants: Vec<DenseHostTensor>,
}

impl Parts {
    pub(super) fn attrs(&self) -> OpAttrs {
        let strings =
            |texts: &[String]| texts.iter().map(|text| AttrValue::String(text.as_bytes().into())).collect();
        let mut attrs = OpAttrs::new();
        attrs.set_array("records", &self.records);
        attrs.set_aggregate("ops", strings(&self.names));
        attrs.set_aggregate("locations", strings(&self.locations));
        attrs.set_aggregate("attrs", self.attrs.clone().into());
        attrs.set_aggregate("constants", self.constants.iter().cloned().map(AttrValue::Dense).collect());
        attrs
    }
}

/// Makes a region of ops of one result each.
#[derive(Default, Clone)]
pub(super) struct Builder {
    body: RegionBodyBuilder,
    names: Vec<String>,
    attrs: Vec<AttrValue>,
    constants: Vec<DenseHostTensor>,
    results: Vec<u32>,
}

fn of_floats(dims: &[i64]) -> RegionType {
    RegionType { dtype: DType::F32, dims: dims.iter().copied().collect() }
}

impl Builder {
    pub(super) fn arg(&mut self, dims: &[i64]) -> u32 {
        self.arg_of(of_floats(dims))
    }

    pub(super) fn arg_of(&mut self, ty: RegionType) -> u32 {
        self.body.arg(ty).expect("arguments come first")
    }

    pub(super) fn constant(&mut self, tensor: DenseHostTensor) -> u32 {
        let ty = tensor.metadata().into();
        self.constants.push(tensor);
        self.body.constant(ty).expect("constants come before ops")
    }

    pub(super) fn op(&mut self, name: &str, operands: &[u32], dims: &[i64]) -> u32 {
        self.names.push(name.to_owned());
        // What the shape is in batches of size 1.
        let at_one: Vec<i64> = dims.iter().map(|&dim| if dim == OPEN { 1 } else { dim.abs() }).collect();
        let pair = [
            AttrValue::String(b"dims".as_slice().into()),
            AttrValue::Array(DType::I64, bytemuck::cast_slice(&at_one).into()),
        ];
        self.attrs.push(AttrValue::Aggregate(Arc::new([AttrValue::Aggregate(Arc::new(pair))])));
        self.body.step(operands, [of_floats(dims)]).expect("operands are earlier values").start
    }

    pub(super) fn result(&mut self, value: u32) {
        self.results.push(value);
    }

    pub(super) fn num_results(&self) -> usize {
        self.results.len()
    }

    pub(super) fn parts(&self) -> Parts {
        let body = self.body.clone().finish(&self.results).expect("results are those of ops");
        Parts {
            records: body.to_words(),
            names: self.names.clone(),
            attrs: self.attrs.clone(),
            locations: (1..=self.names.len()).map(|line| format!("test.mlir:{line}:1")).collect(),
            constants: self.constants.clone(),
        }
    }
}

/// A tensor of `first`, `first + 1` …
pub(super) fn tensor(dims: &[i64], first: f32) -> DenseHostTensor {
    let shape = Shape::new(dims).expect("small");
    let values: Vec<f32> = (0..shape.num_elements()).map(|i| first + i as f32).collect();
    DenseHostTensor::from_values(shape, &values).expect("small")
}

/// The elements of a tensor that is there.
pub(super) fn floats(handle: &(impl HasTensor + ?Sized)) -> Vec<f32> {
    handle.dense().values::<f32>().expect("of floats").to_vec()
}

pub(super) trait HasTensor {
    fn dense(&self) -> &DenseHostTensor;
}

impl HasTensor for DenseHostTensor {
    fn dense(&self) -> &DenseHostTensor {
        self
    }
}

impl HasTensor for TensorHandle {
    fn dense(&self) -> &DenseHostTensor {
        self.tensor().and_then(|tensor| tensor.as_dense()).expect("it is there")
    }
}
