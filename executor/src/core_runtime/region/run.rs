//! Calls of a region: by the backend's code where the arguments are what the region was made for, else op by op.
//!
//! The backend compiles a region for the arguments of its first call, and for batches of other sizes when they occur. An open region is
//! compiled for other shapes when they occur again: the lengths of texts differ from call to call, and few calls would pay for the code.

use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHasher;
use smallvec::SmallVec;

use super::{CompiledRegion, OpenRegion, Region, RegionBackend, infer};
use crate::core_runtime::OpError;
use crate::core_runtime::attrs::{FrozenAttrs, OpAttrsRef};
use crate::core_runtime::context::OpContext;
use crate::core_runtime::cpu::CpuOp;
use crate::core_runtime::handle::TensorHandle;
use crate::core_runtime::op::{Op, OpImpl, OpInvocation};
use crate::core_runtime::parallel::together;
use crate::core_runtime::registry::{OpEntry, OpRegistry};
use crate::core_runtime::step::{Place, StepContext};
use crate::device::DeviceRef;
use crate::tensor::{DenseHostTensor, Tensor, TensorMetadata};
use crate::value::ErrorCode;

/// Calls that may be declined before the backend is no longer asked: an op that fails once fails often.
const DECLINED: u32 = 4;

/// The op that runs regions over the ops of a registry.
pub(super) fn op(ops: Arc<OpRegistry>) -> Op {
    Op::new(Unbound(ops))
}

/// The op for attributes that change from call to call.
struct Unbound(Arc<OpRegistry>);

impl Unbound {
    fn bound(&self, attrs: OpAttrsRef<'_>) -> Result<Bound, OpError> {
        Bound::new(OpenRegion::of(attrs, &self.0)?, &self.0)
    }
}

impl OpImpl for Unbound {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        match self.bound(call.attrs) {
            Ok(bound) => bound.one_by_one(call),
            Err(error) => {
                let error = call.context.report_op(super::REGION_OP, ErrorCode::InvalidArgument, error);
                call.fail(&error);
            }
        }
    }

    fn bind(&self, attrs: OpAttrsRef<'_>) -> Option<Result<Op, OpError>> {
        Some(self.bound(attrs).map(Op::new))
    }
}

/// A step as an op that is called.
struct Call {
    op: Op,
    attrs: FrozenAttrs,
    place: Place,
}

/// Batch sizes, or shapes of arguments, for which a region stays compiled at most. The one used last goes last. So many shapes are remembered as
/// well, to find those that occur again: what occurs again after more of them would be compiled in vain.
const KEPT: usize = 32;

/// A region for batches of one size.
struct Special {
    region: Region,
    compiled: OnceLock<Option<Arc<dyn CompiledRegion>>>,
    declined: AtomicU32,
}

impl Special {
    fn new(region: Region) -> Special {
        Special { region, compiled: OnceLock::new(), declined: AtomicU32::new(0) }
    }

    /// The backend's code, made for the first call, of which the context is.
    fn compiled(&self, ops: &OpRegistry, context: &dyn OpContext) -> Option<&Arc<dyn CompiledRegion>> {
        let compile = || ops.region_backend()?.compile(&self.region, context);
        self.compiled.get_or_init(compile).as_ref()
    }

    /// Whether the region was made for arguments of this metadata.
    fn takes(&self, args: &[&DenseHostTensor]) -> bool {
        args.iter().zip(&*self.region.types).all(|(arg, metadata)| arg.metadata() == metadata)
    }
}

/// The code of a region for other arguments than those of the first call.
#[derive(Default)]
struct Others {
    /// The one used last at the front.
    specials: Vec<Arc<Special>>,
    /// Hashes of the arguments of calls, if the region is open, the last at the front.
    seen: Vec<u64>,
}

impl Others {
    /// Whether there was a call with such arguments not long ago.
    fn saw(&mut self, args: &[&TensorMetadata]) -> bool {
        let mut hasher = FxHasher::default();
        args.hash(&mut hasher);
        let hash = hasher.finish();
        let at = self.seen.iter().position(|&seen| seen == hash);
        match at {
            Some(at) => self.seen[..=at].rotate_right(1),
            None => {
                self.seen.truncate(KEPT - 1);
                self.seen.insert(0, hash);
            }
        }
        at.is_some()
    }
}

/// A region at its place in a program.
pub(super) struct Bound {
    pub(super) region: OpenRegion,
    calls: Box<[Call]>,
    /// The step that uses each value last; results of the region have more uses than steps.
    last_uses: Box<[usize]>,
    ops: Arc<OpRegistry>,
    /// Of the first call.
    first: OnceLock<Special>,
    others: Mutex<Others>,
    /// Calls since the last one for whose arguments the region could be compiled, if it was asked for.
    unknown: AtomicU32,
}

impl Bound {
    pub(super) fn new(region: OpenRegion, ops: &Arc<OpRegistry>) -> Result<Bound, OpError> {
        let mut calls = Vec::with_capacity(region.members.len());
        for member in &*region.members {
            let name = &*member.entry.name;
            let as_registered = ops.get(name).is_some_and(|entry| Arc::ptr_eq(entry, &member.entry));
            let make = |entry: &Arc<OpEntry>| Op::of_careful(CpuOp(entry.clone()));
            let op = match as_registered {
                true => ops.op_made_by(name, make).cloned(),
                false => member.entry.dispatch.is_some().then(|| make(&member.entry)),
            };
            let op = op.ok_or_else(|| format!("{name}, in a region, cannot be run on a CPU"))?;
            let place = Place { op: name.into(), location: member.location.clone() };
            calls.push(Call { op, attrs: member.attrs.clone(), place });
        }
        let mut last_uses = vec![0; region.body.types().len()];
        for (at, step) in region.body.steps().enumerate() {
            step.operands.iter().for_each(|&operand| last_uses[operand as usize] = at);
        }
        region.body.results().iter().for_each(|&result| last_uses[result as usize] = usize::MAX);
        Ok(Bound {
            region,
            calls: calls.into(),
            last_uses: last_uses.into(),
            ops: ops.clone(),
            first: OnceLock::new(),
            others: Mutex::default(),
            unknown: AtomicU32::new(0),
        })
    }

    /// Runs the backend's code; whether the results are set.
    fn run_compiled(&self, call: &mut OpInvocation<'_>) -> bool {
        let body = &self.region.body;
        if call.args.len() != body.num_args() || call.results.len() != body.results().len() {
            return false;
        }
        let mut args: SmallVec<[&DenseHostTensor; 4]> = SmallVec::new();
        for arg in call.args.iter() {
            match arg.tensor() {
                Some(Tensor::Dense(dense)) if arg.device() == DeviceRef::HOST => args.push(dense),
                _ => return false,
            }
        }
        if call.context.cancelled().is_some() {
            return false;
        }
        let first = match self.first.get() {
            Some(first) => Some(first),
            None => self.special(&args, call.context).map(|first| self.first.get_or_init(|| first)),
        };
        let results = match first.filter(|first| first.takes(&args)) {
            Some(first) => self.run_special(first, call.context, &args),
            None => {
                let Some(other) = self.other(&args, call.context) else { return false };
                self.run_special(&other, call.context, &args)
            }
        };
        drop(args);
        let Some(results) = results else { return false };
        for (slot, result) in call.results.iter_mut().zip(results) {
            *slot = TensorHandle::new(result);
        }
        call.args.fill_with(TensorHandle::default);
        true
    }

    /// The region for these arguments. Looking at all ops takes time: where that was refused several times, it is tried less and less often.
    #[cold]
    fn special(&self, args: &[&DenseHostTensor], context: &dyn OpContext) -> Option<Special> {
        let unknown = self.unknown.fetch_add(1, Ordering::Relaxed);
        if unknown >= DECLINED && !unknown.is_power_of_two() {
            return None;
        }
        let args: SmallVec<[&TensorMetadata; 4]> = args.iter().map(|arg| arg.metadata()).collect();
        let region = infer::for_arguments(&self.region, &args, context)?;
        self.unknown.store(0, Ordering::Relaxed);
        Some(Special::new(region))
    }

    /// The region for arguments that are not those of the first call.
    #[cold]
    fn other(&self, args: &[&DenseHostTensor], context: &dyn OpContext) -> Option<Arc<Special>> {
        let mut others = self.others.lock();
        let specials = &mut others.specials;
        if let Some(at) = specials.iter().position(|other| other.takes(args)) {
            specials[..=at].rotate_right(1);
            return specials.first().cloned();
        }
        if self.region.body.is_open() {
            let metadata: SmallVec<[&TensorMetadata; 4]> = args.iter().map(|arg| arg.metadata()).collect();
            if !others.saw(&metadata) {
                return None;
            }
        }
        // Ops may run on the way, which may take their time.
        drop(others);
        let special = Arc::new(self.special(args, context)?);
        let mut others = self.others.lock();
        others.specials.truncate(KEPT - 2);
        others.specials.insert(0, special.clone());
        Some(special)
    }

    fn run_special(
        &self,
        special: &Special,
        context: &dyn OpContext,
        args: &[&DenseHostTensor],
    ) -> Option<SmallVec<[DenseHostTensor; 2]>> {
        if special.declined.load(Ordering::Relaxed) >= DECLINED {
            return None;
        }
        let region = &special.region;
        let compiled = special.compiled(&self.ops, context)?;
        let mut results: SmallVec<[DenseHostTensor; 2]> = SmallVec::new();
        for &result in region.body.results() {
            results.push(DenseHostTensor::uninitialized(region.types[result as usize].clone()).ok()?);
        }
        let _together = together(context.host());
        // An op that panics does so again where it is reported.
        let run = || compiled.run(context, args, &mut results);
        if !matches!(catch_unwind(AssertUnwindSafe(run)), Ok(Ok(()))) {
            if context.cancelled().is_none() {
                special.declined.fetch_add(1, Ordering::Relaxed);
            }
            return None;
        }
        Some(results)
    }

    /// The backend's code for the region, which is this one whatever the arguments are; `None` if it runs op by op.
    pub(super) fn compiled_as(
        &self,
        region: &Region,
        context: &dyn OpContext,
    ) -> Option<&dyn CompiledRegion> {
        let special = self.first.get_or_init(|| Special::new(region.clone().evaluated(context)));
        special.compiled(&self.ops, context).map(|compiled| &**compiled)
    }

    /// The backend that compiles regions.
    pub(super) fn backend(&self) -> Option<&Arc<dyn RegionBackend>> {
        self.ops.region_backend()
    }

    /// Runs the ops one after another.
    #[cold]
    pub(super) fn one_by_one(&self, mut call: OpInvocation<'_>) {
        let body = &self.region.body;
        if call.args.len() != body.num_args() || call.results.len() != body.results().len() {
            let error = format!(
                "a region of {} arguments and {} results was called with {} and {}",
                body.num_args(),
                body.results().len(),
                call.args.len(),
                call.results.len()
            );
            let error = call.context.report_op(super::REGION_OP, ErrorCode::InvalidArgument, error.into());
            return call.fail(&error);
        }
        let mut values: Vec<TensorHandle> = call.args.iter_mut().map(std::mem::take).collect();
        values.extend(self.region.constants.iter().map(|constant| TensorHandle::new(constant.clone())));
        values.resize(body.types().len(), TensorHandle::default());
        for (at, (step, member)) in body.steps().zip(&self.calls).enumerate() {
            let mut args: SmallVec<[TensorHandle; 6]> = SmallVec::new();
            for (i, &operand) in step.operands.iter().enumerate() {
                let value = &mut values[operand as usize];
                let is_last =
                    self.last_uses[operand as usize] == at && !step.operands[i + 1..].contains(&operand);
                args.push(if is_last { std::mem::take(value) } else { value.clone() });
            }
            let context = StepContext { inner: call.context, place: Some(member.place.clone()) };
            member.op.invoke(OpInvocation {
                context: &context,
                args: &mut args,
                attrs: member.attrs.as_ref(),
                results: &mut values[step.results],
                chain: None,
            });
        }
        for (slot, &result) in call.results.iter_mut().zip(body.results()) {
            *slot = std::mem::take(&mut values[result as usize]);
        }
    }
}

impl OpImpl for Bound {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        if !self.run_compiled(&mut call) {
            self.one_by_one(call);
        }
    }
}
