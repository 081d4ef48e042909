//! Jobs: calls of a device's ops that cannot start at once. Their arguments are not available yet or are elsewhere,
//! their kernels are asynchronous, or they run on the host because the device has no kernel for their types.

use std::collections::BTreeSet;
use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    FrozenAttrs, MetadataFrame, Op, OpContext, OpInvocation, TensorHandle, VariableRef,
};
use tfrt_executor::output::{Severity, log};
use tfrt_executor::tensor::{DType, TensorMetadata};
use tfrt_executor::value::{Error, ErrorCode, SourceLocation, Value, when_all_ready};

use super::delivery::{Done, Results, deliver, inputs};
use super::handler::{Kernels, handle};
use super::tensor::PluginTensor;
use super::transfer_ops::{download, of_host};
use crate::install::Choice;
use crate::kernel::{Compute, KernelInstance, Outputs};

/// An op of the host that stands in for a kernel that is not there.
pub(super) struct HostOp {
    op: Op,
    remark: Option<fn(location: &SourceLocation, message: &str)>,
    /// Places that were remarked on.
    told: Mutex<BTreeSet<String>>,
}

impl HostOp {
    pub(super) fn new(op: Op, remark: Option<fn(location: &SourceLocation, message: &str)>) -> HostOp {
        HostOp { op, remark, told: Mutex::default() }
    }

    fn tell(&self, location: &SourceLocation, message: &str) {
        if self.told.lock().insert(format!("{location} {message}")) {
            match self.remark {
                Some(remark) => remark(location, message),
                None => log(Severity::Info, file!(), line!(), &format!("{location}: {message}")),
            }
        }
    }
}

/// A call on its way.
pub(super) struct Job {
    kernels: Arc<Kernels>,
    attrs: FrozenAttrs,
    context: Arc<dyn OpContext>,
    num_results: usize,
}

impl Job {
    /// Starts a call as soon as its arguments and its chain are there.
    pub(super) fn invoke(kernels: &Arc<Kernels>, call: OpInvocation<'_>) {
        let args: Vec<TensorHandle> = call.args.iter_mut().map(std::mem::take).collect();
        let chain = call.chain.as_deref().cloned();
        let (attrs, context, num_results) = (call.attrs.freeze(), call.context.share(), call.results.len());
        let job = Job { kernels: kernels.clone(), attrs, context, num_results };
        let updates_chain = kernels.is_stateful;
        deliver(call, kernels.device.device_ref, updates_chain, move |done| {
            let waits_for = inputs(&args, chain.as_ref());
            if waits_for.iter().all(Value::is_available) {
                drop(waits_for);
                return job.start(args, chain.as_ref(), done);
            }
            when_all_ready(&waits_for, move || job.start(args, chain.as_ref(), done));
        });
    }

    fn report(&self, code: ErrorCode, message: &str) -> Error {
        self.context.report(code, message)
    }

    /// All arguments are there or have failed.
    fn start(self, mut args: Vec<TensorHandle>, chain: Option<&Value>, done: Done) {
        let failed =
            args.iter().find_map(TensorHandle::get_error).or_else(|| chain.and_then(Value::error)).cloned();
        if let Some(error) = failed.or_else(|| self.context.cancelled_op(&self.kernels.name)) {
            return done(Err(error));
        }
        let metadata: SmallVec<[&TensorMetadata; 4]> =
            args.iter().filter_map(TensorHandle::metadata).collect();
        let dtypes: SmallVec<[DType; 4]> = metadata.iter().map(|metadata| metadata.dtype).collect();
        if let Some(function) = &self.kernels.metadata
            && let Err(error) =
                (MetadataFrame { inputs: &metadata, attrs: self.attrs.as_ref() }).results(function)
        {
            return done(Err(self.report(ErrorCode::InvalidArgument, error.message())));
        }
        drop(metadata);
        let kernels = self.kernels.clone();
        let known = kernels.uses.lookup(self.attrs.as_ref(), &dtypes);
        let instance = match (&known.choice, &kernels.on_host) {
            (Choice::Kernel(instance), _) => instance.clone(),
            (Choice::Missing(message), Some(host)) => {
                host.tell(&self.context.location(), &format!("{message}, and it runs on the host"));
                return self.bring_to_host(
                    args,
                    |_| true,
                    |job, args, done| job.run_on_host(args, done),
                    done,
                );
            }
            (Choice::Missing(message), None) => {
                let message = format!("{message}; with soft placement it would run on the host");
                return done(Err(self.report(ErrorCode::Internal, &message)));
            }
            (Choice::Failed(message), _) => return done(Err(self.report(ErrorCode::Internal, message))),
            (Choice::Own, _) => {
                return done(Err(self.report(ErrorCode::Internal, "the op has no kernel on the device")));
            }
        };
        drop(known);
        // A variable stands for its value where the kernel wants a tensor.
        for (i, arg) in args.iter_mut().enumerate() {
            let Some(variable) = arg.tensor().and_then(VariableRef::of) else { continue };
            if !instance.node.is_ref_input(i) {
                match variable.value() {
                    Some(value) => *arg = TensorHandle::new(value),
                    None => {
                        let message = "Attempting to use an uninitialized variable";
                        return done(Err(self.report(ErrorCode::FailedPrecondition, message)));
                    }
                }
            }
        }
        // What another device of the platform can copy comes from there; the rest over the host.
        for (i, arg) in args.iter_mut().enumerate() {
            let in_host = instance.host_inputs.get(i).copied().unwrap_or(false);
            let Some(tensor) = arg.tensor().and_then(PluginTensor::shared).filter(|_| !in_host) else {
                continue;
            };
            if !tensor.is_on(self.kernels.device)
                && let Ok(copy) = self.kernels.device.copy_from(&tensor)
            {
                *arg = TensorHandle::new(copy);
            }
        }
        let host_inputs = instance.host_inputs.clone();
        let is_to_move = move |i: usize| host_inputs.get(i).copied().unwrap_or(false);
        self.bring_to_host(args, is_to_move, move |job, args, done| job.run(args, &instance, done), done);
    }

    /// Copies those arguments to the host that `is_to_move` wants there, or that are on another device, and goes on.
    fn bring_to_host(
        self,
        mut args: Vec<TensorHandle>,
        is_to_move: impl Fn(usize) -> bool,
        then: impl FnOnce(Job, Vec<TensorHandle>, Done) + Send + 'static,
        done: Done,
    ) {
        let mut pending = Vec::new();
        for (i, arg) in args.iter_mut().enumerate() {
            let Some(tensor) = arg.tensor().and_then(PluginTensor::shared) else { continue };
            if is_to_move(i) || !tensor.is_on(self.kernels.device) {
                let copy = download(&tensor, &self.context);
                pending.extend(copy.as_async().cloned().map(Value::Async));
                *arg = copy;
            }
        }
        if pending.is_empty() {
            return then(self, args, done);
        }
        when_all_ready(&pending, move || match args.iter().find_map(TensorHandle::get_error).cloned() {
            Some(error) => done(Err(error)),
            None => then(self, args, done),
        });
    }

    /// Arguments are where they can be taken from.
    fn run(self, mut args: Vec<TensorHandle>, instance: &Arc<KernelInstance>, done: Done) {
        let kernels = self.kernels.clone();
        if !matches!(instance.compute(), Some(Compute::Later(_))) {
            let outputs = kernels.compute(instance, &mut args, &[], &*self.context, |context| {
                (0..instance.node.outputs.len()).map(|i| context.take_output(i)).collect()
            });
            return done(self.results(outputs));
        }
        let _scope = kernels.scope();
        let context = match kernels.context(instance, &mut args) {
            Ok(context) => context,
            Err(message) => return done(Err(self.report(ErrorCode::Internal, &message))),
        };
        // The rest runs on the work queue, which the host waits for, not on a thread of the plugin.
        context.of_call(self.context.clone()).start(move |outputs| {
            let queue = self.context.clone();
            queue.enqueue(Box::new(move || {
                let in_order = outputs.and_then(|outputs| self.kernels.device.check().map(|()| outputs));
                done(self.results(in_order));
            }));
        });
    }

    /// The results of the kernel.
    fn results(&self, outputs: Result<Outputs, String>) -> Results {
        let outputs = outputs.map_err(|message| self.report(ErrorCode::Internal, &message))?;
        Ok(outputs.into_iter().map(|tensor| tensor.map(handle).unwrap_or_default()).collect())
    }

    /// Runs the op on the host, because the device cannot. All arguments are in the host.
    fn run_on_host(self, mut args: Vec<TensorHandle>, done: Done) {
        let Some(host) = &self.kernels.on_host else {
            return done(Err(self.report(ErrorCode::Internal, "the op has no kernel on the device")));
        };
        args.iter_mut().for_each(|arg| *arg = of_host(std::mem::take(arg)));
        let mut results: Vec<TensorHandle> = (0..self.num_results).map(|_| TensorHandle::default()).collect();
        let mut chain = Value::CHAIN;
        host.op.invoke(OpInvocation {
            context: &*self.context,
            args: &mut args,
            attrs: self.attrs.as_ref(),
            results: &mut results,
            chain: self.kernels.is_stateful.then_some(&mut chain),
        });
        let effects = chain.clone();
        when_all_ready(&[effects], move || match chain.error().cloned() {
            Some(error) => done(Err(error)),
            None => done(Ok(results)),
        });
    }
}
