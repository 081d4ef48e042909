//! The op handler that runs registered ops on the host.
//!
//! The steps of a call: conversion of arguments that the op does not take as they are, the metadata function as soon as all
//! metadata is known, the dispatch function as soon as all tensors (and the chain) are available. If everything is available
//! at the start, all steps run at once on the caller's stack; else the rest runs on the thread that makes the last input
//! available. Errors of arguments skip the op.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::OpError;
use super::attrs::{FrozenAttrs, OpAttrsRef};
use super::context::OpContext;
use super::direct::{Direct, invoke_handles};
use super::dispatch::DispatchFrame;
use super::handle::TensorHandle;
use super::metadata_fn::{MetadataFrame, ResultMetadata};
use super::op::{Op, OpHandler, OpHandlerRef, OpImpl, OpInvocation, panic_message};
use super::op_error::CallError as _;
use super::region;
use super::registry::{Labels, OpEntry, OpFlags, OpRegistry};
use super::variable::VariableRef;
use crate::device::DeviceRef;
use crate::output::{Severity, log};
use crate::tensor::convert::to_dense;
use crate::tensor::{DType, Shape, Tensor, TensorMetadata, TensorType};
use crate::trace::{self, Kind, Label, Level};
use crate::value::{Error, ErrorCode, IndirectPromise, SourceLocation, Value, indirect, when_all_ready};

/// Runs registered ops on the host; asks another handler for those it does not know.
pub struct CpuOpHandler {
    registry: Arc<OpRegistry>,
    fallback: OpHandlerRef,
}

impl std::fmt::Debug for CpuOpHandler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CpuOpHandler").field("registry", &self.registry).finish_non_exhaustive()
    }
}

impl CpuOpHandler {
    /// A handler for the ops of `registry` over `fallback`.
    pub fn new(registry: Arc<OpRegistry>, fallback: OpHandlerRef) -> Self {
        CpuOpHandler { registry, fallback }
    }

    /// The registered op of this name.
    fn op(&self, name: &str) -> Option<&Op> {
        self.registry.op_made_by(name, |entry| Op::of_careful(CpuOp(entry.clone())))
    }
}

impl OpHandler for CpuOpHandler {
    fn name(&self) -> &str {
        "cpu"
    }

    fn find_op(&self, name: &str) -> Option<&Op> {
        self.op(name).or_else(|| self.fallback.find_op(name))
    }

    fn make_op(&self, name: &str) -> Result<Op, OpError> {
        match region::op(name, &self.registry).or_else(|| self.op(name).cloned()) {
            Some(op) => Ok(op),
            None => self.fallback.make_op(name),
        }
    }
}

/// An op with a dispatch function.
#[derive(Clone)]
pub(super) struct CpuOp(pub(super) Arc<OpEntry>);

/// The use of an argument whose tensor is available.
enum Wanted {
    AsIs,
    Dense,
    /// The tensor that a reference refers to.
    Referent(Tensor),
    Refused(String),
}

fn wanted(tensor: &Tensor, device: DeviceRef, flags: OpFlags) -> Wanted {
    if device != DeviceRef::HOST && !flags.allows_resource {
        let (from, to) = (device.name(), DeviceRef::HOST.name());
        log(
            Severity::Warning,
            file!(),
            line!(),
            &format!("Cannot implictly convert from device {from} to {to}"),
        );
        return Wanted::AsIs;
    }
    match tensor {
        Tensor::Dense(_) => Wanted::AsIs,
        Tensor::Scalar(_) if flags.allows_scalar => Wanted::AsIs,
        Tensor::Coo(_) if flags.allows_coo => Wanted::AsIs,
        Tensor::String(_) if flags.allows_string && tensor.dtype() == DType::String => Wanted::AsIs,
        Tensor::Device(_) if flags.allows_variant && tensor.dtype() == DType::Variant => Wanted::AsIs,
        Tensor::Scalar(_) | Tensor::Coo(_) => Wanted::Dense,
        // A variable may hold what is on a device.
        Tensor::Device(_) if flags.allows_resource && device != DeviceRef::HOST => Wanted::AsIs,
        Tensor::Device(_) if flags.allows_resource && tensor.dtype() == DType::Resource => Wanted::AsIs,
        Tensor::Device(_) if VariableRef::of(tensor).is_some() => {
            if flags.allows_resource {
                return Wanted::AsIs;
            }
            match VariableRef::of(tensor).map(VariableRef::value) {
                Some(Some(value)) => Wanted::Referent(value),
                _ => Wanted::Refused("Attempting to use an uninitialized variable".to_owned()),
            }
        }
        Tensor::String(_) | Tensor::Device(_) => {
            let from = tensor.tensor_type();
            Wanted::Refused(format!("Cannot implictly convert {from} to {}", TensorType::DENSE_HOST))
        }
    }
}

/// Makes an available argument one the op takes; an error handle if that is impossible.
fn convert_argument(arg: &mut TensorHandle, op: &OpEntry, context: &dyn OpContext) {
    let Some(tensor) = arg.tensor() else { return };
    match wanted(tensor, arg.device(), op.flags) {
        Wanted::AsIs => {}
        Wanted::Dense => {
            *arg = match to_dense(tensor) {
                Ok(dense) => TensorHandle::new(dense),
                Err(message) => {
                    let error = OpError::from(message).with_details(tensor.metadata().to_string());
                    TensorHandle::error(context.report_op(&op.name, ErrorCode::Internal, error))
                }
            };
        }
        Wanted::Referent(tensor) => {
            let device = match &tensor {
                Tensor::Device(tensor) => tensor.device(),
                _ => DeviceRef::HOST,
            };
            *arg = TensorHandle::new(tensor).on_device(device);
        }
        Wanted::Refused(message) => {
            *arg = TensorHandle::error(context.report_op(&op.name, ErrorCode::Internal, message.into()));
        }
    }
}

/// Stands where no metadata is.
static NO_METADATA: TensorMetadata = TensorMetadata { dtype: DType::I1, shape: Shape::scalar() };

/// Arguments up to this number are looked at without a list on the heap.
const FEW_ARGS: usize = 6;

impl OpImpl for CpuOp {
    #[inline]
    fn invoke(&self, call: OpInvocation<'_>) {
        // The usual case first: a few dense tensors on the host that are all there.
        let chain_is_there = call.chain.as_ref().is_none_or(|chain| matches!(chain, Value::Scalar(..)));
        if trace::watched() && (trace::enabled(Level::Default) || !call.context.is_recorded()) {
            return self.invoke_traced(call, chain_is_there);
        }
        if let (Some(direct), true, [result]) = (&self.0.direct, chain_is_there, &mut *call.results)
            && call.context.cancelled().is_none()
        {
            match catch_unwind(AssertUnwindSafe(|| invoke_handles(direct, call.args, result))) {
                Ok(true) => return,
                Ok(false) => {}
                Err(panic) => return self.fail(call, ErrorCode::Internal, panic_message(&*panic).into()),
            }
        }
        let count = call.args.len();
        if !chain_is_there || count > FEW_ARGS {
            return self.invoke_any(call, chain_is_there);
        }
        self.guarded(call, |call| {
            let mut inputs = [&NO_METADATA; FEW_ARGS];
            for (i, arg) in call.args.iter().enumerate() {
                match arg.tensor() {
                    Some(Tensor::Dense(dense)) if arg.device() == DeviceRef::HOST => {
                        inputs[i] = dense.metadata();
                    }
                    _ => return self.invoke_any(call, true),
                }
            }
            let mut metadata = ResultMetadata::new();
            if let Some(function) = &self.0.metadata {
                let frame = MetadataFrame { inputs: &inputs[..count], attrs: call.attrs };
                if let Err(error) = function(&frame, &mut metadata) {
                    return self.refuse(call, error);
                }
            }
            self.dispatch(call, &metadata);
        });
    }

    fn direct(&self) -> Option<&Arc<Direct>> {
        self.0.direct.as_ref()
    }

    fn bind(&self, attrs: OpAttrsRef<'_>) -> Option<Result<Op, OpError>> {
        Some(self.0.bound(attrs)?.map(|entry| Op::of_careful(CpuOp(Arc::new(entry)))))
    }
}

impl CpuOp {
    fn labels(&self) -> Labels {
        self.0.labels.of(&self.0.name)
    }

    /// Reports an error of a call and fails it.
    #[cold]
    fn fail(&self, mut call: OpInvocation<'_>, code: ErrorCode, error: OpError) {
        let error = call.context.report_op(&self.0.name, code, error);
        call.fail(&error);
    }

    /// Reports what the metadata function says is wrong with a call, and fails it.
    #[cold]
    fn refuse(&self, call: OpInvocation<'_>, error: OpError) {
        let error = error.of_call(call.args, call.attrs);
        self.fail(call, ErrorCode::InvalidArgument, error);
    }

    /// Runs the op's functions; a panic is their error.
    #[inline]
    fn guarded(&self, mut call: OpInvocation<'_>, body: impl FnOnce(OpInvocation<'_>)) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(call.reborrow()))) {
            self.fail(call, ErrorCode::Internal, panic_message(&*panic).into());
        }
    }

    /// A call that somebody watches.
    #[cold]
    fn invoke_traced(&self, call: OpInvocation<'_>, chain_is_there: bool) {
        let _scope = trace::labelled(Level::Default, || self.labels().call);
        self.invoke_any(call, chain_is_there);
    }

    /// A call that no kernel of a program stands for is an event of its own in recordings.
    #[inline]
    fn record(&self, context: &dyn OpContext) -> Option<trace::Scope> {
        if trace::recording() && !context.is_recorded() {
            let location = || match context.location() {
                SourceLocation::Unknown => None,
                location => Some(location.to_string()),
            };
            trace::op(|| self.labels().op, location)
        } else {
            None
        }
    }

    /// Arguments of any kind, there or not.
    #[inline(never)]
    fn invoke_any(&self, call: OpInvocation<'_>, chain_is_there: bool) {
        let mut all_there = chain_is_there;
        for arg in call.args.iter_mut() {
            convert_argument(arg, &self.0, call.context);
            all_there &= arg.tensor().is_some();
        }
        if all_there { self.run_now(call) } else { self.run_later(call) }
    }

    /// Everything is there: metadata function and dispatch function on the spot.
    fn run_now(&self, mut call: OpInvocation<'_>) {
        let metadata = match self.metadata(&call) {
            Ok(metadata) => metadata,
            Err(error) => return call.fail(&error),
        };
        self.guarded(call, |call| self.dispatch(call, &metadata));
    }

    /// Runs the metadata function, if there is one, over metadata that is known. A panic is its error.
    fn metadata(&self, call: &OpInvocation<'_>) -> Result<ResultMetadata, Error> {
        let Some(function) = &self.0.metadata else { return Ok(ResultMetadata::new()) };
        let _scope = trace::labelled(Level::Verbose, || {
            static LABEL: OnceLock<Label> = OnceLock::new();
            *LABEL.get_or_init(|| Label::new(Kind::Scope, "RunMetadataFunction"))
        });
        let inputs: SmallVec<[&TensorMetadata; FEW_ARGS]> =
            call.args.iter().filter_map(TensorHandle::metadata).collect();
        let frame = MetadataFrame { inputs: &inputs, attrs: call.attrs };
        let report = |code, error: OpError| call.context.report_op(&self.0.name, code, error);
        match catch_unwind(AssertUnwindSafe(|| frame.results(function))) {
            Ok(Ok(results)) => Ok(results),
            Ok(Err(error)) => {
                let error = error.of_call(call.args, call.attrs);
                Err(report(ErrorCode::InvalidArgument, error))
            }
            Err(panic) => Err(report(ErrorCode::Internal, panic_message(&*panic).into())),
        }
    }

    /// All tensors and the chain are there, or known to fail. Under [`Self::guarded`].
    #[inline]
    fn dispatch(&self, mut call: OpInvocation<'_>, metadata: &[TensorMetadata]) {
        if let Some(error) = call.context.cancelled_op(&self.0.name) {
            return call.fail(&error);
        }
        let Some(function) = &self.0.dispatch else { return };
        let side_effects = self.0.flags.side_effects;
        let mut frame = DispatchFrame {
            args: call.args,
            attrs: call.attrs,
            metadata,
            results: call.results,
            chain: None,
            context: call.context,
        };
        let outcome = {
            let _scope = trace::labelled(Level::Default, || self.labels().dispatch);
            let _op = self.record(call.context);
            function(&mut frame)
        };
        let chain = frame.chain.take();
        if let Err(error) = outcome {
            let error = error.of_call(call.args, call.attrs);
            return self.fail(call, error.code(), error);
        }
        if side_effects && let Some(out) = call.chain.as_deref_mut() {
            *out = chain.unwrap_or(Value::CHAIN);
        }
        for (i, result) in call.results.iter_mut().enumerate() {
            if result.is_null() {
                let message = format!("result {i} was not computed");
                *result = TensorHandle::error(call.context.report_op(
                    &self.0.name,
                    ErrorCode::Internal,
                    message.into(),
                ));
            } else if let Some(known) = metadata.get(i)
                && !result.is_available()
            {
                // Shapes are checked on although the tensor is still to come.
                result.expect_metadata(known);
            }
        }
        // What the op did not take over goes now, before anybody uses the results.
        for arg in call.args.iter_mut() {
            drop(arg.take_async());
        }
    }

    /// Something is missing or failed: wait for it with the attributes frozen, unless an error decides the matter now.
    #[cold]
    fn run_later(&self, mut call: OpInvocation<'_>) {
        // The error of an argument without metadata is an error of the metadata.
        let failed = call.args.iter().find(|arg| arg.metadata().is_none() && arg.get_error().is_some());
        if let Some(error) = failed.and_then(TensorHandle::get_error).cloned() {
            return call.fail(&error);
        }
        let metadata_known = call.args.iter().all(|arg| arg.metadata().is_some());
        let mut metadata = None;
        if metadata_known && self.0.metadata.is_some() {
            match self.metadata(&call) {
                Ok(results) => metadata = Some(results),
                Err(error) => return call.fail(&error),
            }
        }
        let mut promises = SmallVec::new();
        for (i, result) in call.results.iter_mut().enumerate() {
            let (promise, tensor) = indirect();
            promises.push(promise);
            let known = metadata.as_ref().and_then(|metadata| metadata.get(i)).cloned();
            *result = TensorHandle::future(tensor, known, DeviceRef::HOST);
        }
        let args: SmallVec<[TensorHandle; 4]> = call.args.iter_mut().map(std::mem::take).collect();
        let mut chain_in = None;
        let mut chain_out = None;
        if let Some(chain) = call.chain.as_deref_mut() {
            chain_in = Some(chain.clone());
            if self.0.flags.side_effects {
                let (promise, value) = indirect();
                *chain = Value::Async(value);
                chain_out = Some(promise);
            }
        }
        let context = call.context.share();
        let later = Later {
            op: self.clone(),
            args,
            attrs: call.attrs.freeze(),
            metadata,
            promises,
            chain_in,
            chain_out,
        };
        let inputs: SmallVec<[Value; 6]> = later
            .args
            .iter()
            .filter_map(|arg| arg.as_async().cloned().map(Value::Async))
            .chain(later.chain_in.clone())
            .collect();
        let mut later = Some(later);
        if inputs.iter().all(Value::is_available) {
            drop(inputs);
            if let Some(later) = later.take() {
                later.run(&*context);
            }
            return;
        }
        // The task must hold the only references to what it may take over, so the list of inputs goes first.
        let waiting = Waiting(later.take(), context);
        when_all_ready(&inputs, move || waiting.run());
    }
}

struct Waiting(Option<Later>, Arc<dyn OpContext>);

impl Waiting {
    fn run(mut self) {
        if let Some(later) = self.0.take() {
            later.run(&*self.1);
        }
    }
}

/// A call that waits for its inputs.
struct Later {
    op: CpuOp,
    args: SmallVec<[TensorHandle; 4]>,
    attrs: FrozenAttrs,
    metadata: Option<ResultMetadata>,
    promises: SmallVec<[IndirectPromise; 2]>,
    chain_in: Option<Value>,
    chain_out: Option<IndirectPromise>,
}

impl Later {
    fn fail(self, error: &Error) {
        for promise in self.promises {
            promise.set_error(error.clone());
        }
        if let Some(promise) = self.chain_out {
            promise.set_error(error.clone());
        }
    }

    /// All inputs are there or have failed.
    fn run(mut self, context: &dyn OpContext) {
        for arg in &mut self.args {
            convert_argument(arg, &self.op.0, context);
        }
        let attrs = self.attrs.clone();
        let mut results: SmallVec<[TensorHandle; 2]> =
            self.promises.iter().map(|_| TensorHandle::default()).collect();
        let mut args = std::mem::take(&mut self.args);
        let metadata_error =
            args.iter().find(|arg| arg.metadata().is_none()).and_then(TensorHandle::get_error);
        if let Some(error) = metadata_error.cloned() {
            return self.fail(&error);
        }
        let metadata = match self.metadata.take() {
            Some(metadata) => metadata,
            None => {
                let call = invocation(context, &mut args, attrs.as_ref(), &mut results);
                match self.op.metadata(&call) {
                    Ok(metadata) => metadata,
                    Err(error) => return self.fail(&error),
                }
            }
        };
        let error = args.iter().rev().find_map(TensorHandle::get_error);
        let error = error.or_else(|| self.chain_in.as_ref().and_then(Value::error)).cloned();
        if let Some(error) = error {
            return self.fail(&error);
        }
        let mut chain = self.chain_in.take().unwrap_or(Value::CHAIN);
        let mut call = invocation(context, &mut args, attrs.as_ref(), &mut results);
        call.chain = Some(&mut chain);
        self.op.guarded(call, |call| self.op.dispatch(call, &metadata));
        drop(args);
        for (promise, result) in self.promises.into_iter().zip(results) {
            forward(promise, result);
        }
        if let Some(promise) = self.chain_out {
            promise.forward(chain);
        }
    }
}

fn invocation<'a>(
    context: &'a dyn OpContext,
    args: &'a mut [TensorHandle],
    attrs: OpAttrsRef<'a>,
    results: &'a mut [TensorHandle],
) -> OpInvocation<'a> {
    OpInvocation { context, args, attrs, results, chain: None }
}

/// What was promised is this result.
pub(super) fn forward(promise: IndirectPromise, result: TensorHandle) {
    match result.into_async() {
        Some(value) => promise.forward(Value::Async(value)),
        None => promise.set_error(Error::internal("a result was not computed")),
    }
}
