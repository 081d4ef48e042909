//! Calls of a region: by the backend's code where the arguments are what the region was made for, else op by op.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use smallvec::SmallVec;

use super::{CompiledRegion, Region, RegionBackend};
use crate::core_runtime::OpError;
use crate::core_runtime::attrs::{FrozenAttrs, OpAttrsRef};
use crate::core_runtime::context::OpContext;
use crate::core_runtime::cpu::CpuOp;
use crate::core_runtime::handle::TensorHandle;
use crate::core_runtime::op::{Op, OpImpl, OpInvocation};
use crate::core_runtime::registry::OpRegistry;
use crate::core_runtime::step::{Place, StepContext};
use crate::device::DeviceRef;
use crate::tensor::{DenseHostTensor, Tensor};
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
        Bound::new(Region::of(attrs, &self.0)?, &self.0)
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

/// Batch sizes for which a region stays compiled at most. The size used last goes last.
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

/// A region at its place in a program.
pub(super) struct Bound {
    pub(super) region: Region,
    calls: Box<[Call]>,
    /// The step that uses each value last; results of the region have more uses than steps.
    last_uses: Box<[usize]>,
    ops: Arc<OpRegistry>,
    /// Of the first batch size.
    first: OnceLock<Special>,
    /// Of other batch sizes, the one used last at the front.
    others: Mutex<Vec<Arc<Special>>>,
}

impl Bound {
    pub(super) fn new(region: Region, ops: &Arc<OpRegistry>) -> Result<Bound, OpError> {
        let mut calls = Vec::with_capacity(region.members.len());
        for member in &*region.members {
            let name = &*member.entry.name;
            let op = ops.op_made_by(name, |entry| Op::of_careful(CpuOp(entry.clone())));
            let op = op.ok_or_else(|| format!("{name}, in a region, cannot be run on a CPU"))?.clone();
            let op = op.bind(member.attrs.as_ref())?;
            let place = Place { op: name.into(), location: member.location.clone() };
            calls.push(Call { op, attrs: member.attrs.clone(), place });
        }
        let mut last_uses = vec![0; region.types.len()];
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
        let special = |batch| Some(Special::new(self.region.at(batch)?));
        let first = match self.first.get() {
            Some(first) => Some(first),
            None => {
                let batch = body.batch_of(args.iter().map(|arg| arg.shape()));
                batch
                    .and_then(special)
                    .filter(|special| special.takes(&args))
                    .map(|first| self.first.get_or_init(|| first))
            }
        };
        let results = match first.filter(|first| first.takes(&args)) {
            Some(first) => self.run_special(first, call.context, &args),
            None => {
                let Some(other) = self.other(&args) else { return false };
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

    /// The region for a batch size that is not the first, which these arguments have.
    #[cold]
    fn other(&self, args: &[&DenseHostTensor]) -> Option<Arc<Special>> {
        let mut others = self.others.lock();
        if let Some(at) = others.iter().position(|other| other.takes(args)) {
            others[..=at].rotate_right(1);
            return others.first().cloned();
        }
        let batch = self.region.body.batch_of(args.iter().map(|arg| arg.shape()))?;
        let special = Arc::new(Special::new(self.region.at(batch)?));
        if !special.takes(args) {
            return None;
        }
        others.truncate(KEPT - 2);
        others.insert(0, special.clone());
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

    /// The backend's code for the region with the shapes of a batch of size 1; `None` if it runs op by op.
    pub(super) fn of_fixed_shapes(&self, context: &dyn OpContext) -> Option<&dyn CompiledRegion> {
        let special = self.first.get_or_init(|| Special::new(self.region.clone()));
        special.compiled(&self.ops, context).map(|compiled| &**compiled)
    }

    /// What compiles regions.
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
        values.resize(self.region.types.len(), TensorHandle::default());
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
