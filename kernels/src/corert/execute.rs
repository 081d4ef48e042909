//! Running ops: `corert.executeop`, `.seq`, composite ops.
//!
//! An `executeop` resolves its op, handler and attributes when it first runs and keeps them at its site; a run then takes
//! the handles out of its registers, calls the op and stores the results.

use std::any::Any;
use std::ptr::addr_eq;
use std::sync::Arc;

use tfrt_executor::core_runtime::{
    Direct, FrozenAttrs, KernelOpContext, Op, OpAttrs, OpHandlerRef, OpInvocation, TensorHandle, add_pairs,
    composite_op, invoke_quick,
};
use tfrt_executor::kernel::{
    AttrSpec, Func, KernelFlags, KernelFrame, KernelRegistry, OperandSpec, Out, Quick, QuickFrame, Signature,
};
use tfrt_executor::tensor::Tensor;
use tfrt_executor::trace::{self, Level};
use tfrt_executor::value::{KernelError, ScalarKind, Value};

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    let execution = |operands, attrs, results| Signature { operands, attrs, results, ..Signature::any() };
    let chain = OperandSpec::Scalar(ScalarKind::Chain);
    // Op attributes, function attributes, op name.
    let attrs = vec![AttrSpec::Aggregate, AttrSpec::Aggregate, AttrSpec::String];
    let plain = execution(vec![OperandSpec::Object], attrs.clone(), Vec::new());
    registry.add_quick("corert.executeop", plain, KernelFlags::NONE, quick, |frame| execute(frame, false));
    let seq = execution(vec![OperandSpec::Object, chain], attrs.clone(), vec![chain]);
    registry.add_raw_with("corert.executeop.seq", seq, KernelFlags::NONE, |frame| execute(frame, true));
    let op = execution(vec![OperandSpec::Object], attrs[..2].to_vec(), Vec::new());
    registry.add_raw_with("corert.execute_crt_op", op, KernelFlags::NONE, execute_crt_op);
    registry.add("corert.make_composite_op", |function: Func<'_>| -> Result<Out<Op>, KernelError> {
        composite_op(function.to_owned()).map(Out).map_err(|error| KernelError::new(error.into_message()))
    });
}

/// The cached state of an `executeop`.
struct Site {
    handler: OpHandlerRef,
    op: Op,
    attrs: FrozenAttrs,
    direct: Option<Arc<Direct>>,
}

/// An `executeop` that has run before, whose op has a direct function: no frame, no handles.
fn quick<'call>(frame: QuickFrame<'call>) -> Quick<'call> {
    let site: Option<&Site> = frame.site().get().and_then(|site| site.downcast_ref());
    let Some(Site { handler, direct: Some(direct), .. }) = site else { return frame.decline() };
    let given: Option<&OpHandlerRef> = frame.object(0).and_then(|handler| handler.get());
    if !given.is_some_and(|given| addr_eq(Arc::as_ptr(given), Arc::as_ptr(handler)))
        || trace::enabled(Level::Default)
        || frame.ctx().request().is_cancelled()
    {
        return frame.decline();
    }
    invoke_quick(direct, frame, 1)
}

fn execute(frame: &mut KernelFrame<'_>, seq: bool) {
    if let Err(error) = try_execute(frame, seq) {
        frame.fail(error);
    }
}

fn try_execute(frame: &mut KernelFrame<'_>, seq: bool) -> Result<(), KernelError> {
    let handler = frame.get::<OpHandlerRef>(0)?;
    let kept: Option<&Site> = frame.site().get().and_then(|site| site.downcast_ref());
    if let Some(site) = kept
        && addr_eq(Arc::as_ptr(&site.handler), Arc::as_ptr(handler))
    {
        return run(frame, &site.op, &site.attrs, seq);
    }
    let site = resolve(frame, handler.clone())?;
    let (op, attrs) = (site.op.clone(), site.attrs.clone());
    // Another thread may have been first, or the op runs on several handlers: then this one is resolved each time.
    let _ = frame.site().set(Box::new(site));
    run(frame, &op, &attrs, seq)
}

fn resolve(frame: &KernelFrame<'_>, handler: OpHandlerRef) -> Result<Site, KernelError> {
    let name = match frame.attr(2).as_str() {
        Some(name) => name,
        None => return Err(KernelError::new("the op's name must be a string")),
    };
    let op = handler.make_op(name).map_err(|error| KernelError::new(error.into_message()))?;
    let attrs = attributes(frame, 0)?;
    let op = op.bind(attrs.as_ref()).map_err(|error| KernelError::new(error.into_message()))?;
    let direct = op.direct().cloned();
    Ok(Site { handler, op, attrs, direct })
}

/// Op attributes and function attributes from two attributes of the kernel.
fn attributes(frame: &KernelFrame<'_>, first: usize) -> Result<FrozenAttrs, KernelError> {
    let keep_alive: Arc<dyn Any + Send + Sync> = frame.ctx().program().file_owner();
    let mut attrs = OpAttrs::new();
    for (i, functions) in [(first, false), (first + 1, true)] {
        add_pairs(&mut attrs, frame.attr(i), functions, &keep_alive)
            .map_err(|error| KernelError::new(error.into_message()))?;
    }
    Ok(attrs.freeze())
}

/// Arguments and results up to this number are held without lists on the heap.
const FEW: usize = 4;

fn run(frame: &mut KernelFrame<'_>, op: &Op, attrs: &FrozenAttrs, seq: bool) -> Result<(), KernelError> {
    let num_args = frame.num_operands() - if seq { 2 } else { 1 };
    let num_results = frame.num_results() - usize::from(seq);
    if num_args <= FEW && num_results <= FEW {
        let mut args = [const { TensorHandle::NULL }; FEW];
        let mut results = [const { TensorHandle::NULL }; FEW];
        invoke(frame, op, attrs, seq, &mut args[..num_args], &mut results[..num_results])
    } else {
        let mut args = vec![TensorHandle::NULL; num_args];
        let mut results = vec![TensorHandle::NULL; num_results];
        invoke(frame, op, attrs, seq, &mut args, &mut results)
    }
}

/// Runs an op with room for its arguments and results, all null.
#[inline]
fn invoke(
    frame: &mut KernelFrame<'_>,
    op: &Op,
    attrs: &FrozenAttrs,
    seq: bool,
    args: &mut [TensorHandle],
    results: &mut [TensorHandle],
) -> Result<(), KernelError> {
    let first = if seq { 2 } else { 1 };
    for (i, arg) in args.iter_mut().enumerate() {
        match frame.take_object(first + i) {
            // Written where it stays, word by word: this is on the way of every op.
            Ok(object) if object.get::<Tensor>().is_some() => arg.set_host_tensor(object),
            Ok(object) => *arg = handle_of(first + i, Value::Async(object))?,
            Err(_) => *arg = handle(frame, first + i)?,
        }
    }
    let mut chain = if seq { frame.operand(1) } else { Value::CHAIN };
    let context = KernelOpContext(frame.ctx());
    op.invoke(OpInvocation {
        context: &context,
        args: &mut *args,
        attrs: attrs.as_ref(),
        results: &mut *results,
        chain: seq.then_some(&mut chain),
    });
    // Arguments that the op left are dropped before the results are used.
    for arg in args.iter_mut().filter(|arg| !arg.is_null()) {
        drop(std::mem::take(arg));
    }
    if seq {
        frame.set_result(0, chain);
    }
    for (i, result) in results.iter_mut().enumerate() {
        let index = i + usize::from(seq);
        match result.take_host_tensor() {
            Some(tensor) => frame.set_object(index, tensor),
            None => frame.set_result(index, std::mem::take(result).into_value()),
        }
    }
    Ok(())
}

/// An operand as a tensor handle, moved out of its register where this is its last use.
pub(super) fn handle(frame: &mut KernelFrame<'_>, i: usize) -> Result<TensorHandle, KernelError> {
    handle_of(i, frame.take(i)?)
}

/// A value that operand `i` is, as a tensor handle.
#[cold]
fn handle_of(i: usize, value: Value) -> Result<TensorHandle, KernelError> {
    TensorHandle::from_value(value)
        .map_err(|what| KernelError::new(format!("operand {i} must be a tensor handle, but is {what}")))
}

/// Attributes of an `execute_crt_op`, kept at its site.
struct CrtSite(FrozenAttrs);

fn execute_crt_op(frame: &mut KernelFrame<'_>) {
    let outcome = (|| {
        let op = frame.get::<Op>(0)?.clone();
        let site = frame.site();
        let attrs = match site.get().and_then(|site| site.downcast_ref::<CrtSite>()) {
            Some(kept) => kept.0.clone(),
            None => {
                let attrs = attributes(frame, 0)?;
                let _ = site.set(Box::new(CrtSite(attrs.clone())));
                attrs
            }
        };
        run(frame, &op, &attrs, false)
    })();
    if let Err(error) = outcome {
        frame.fail(error);
    }
}
