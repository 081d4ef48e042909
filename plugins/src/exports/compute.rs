//! `kernels.h`: the functions for a running kernel.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_char, c_int};

use super::ops::report;
use super::tensor::{give, shape_of};
use super::{exports, text};
use crate::abi::{Nothing, Ptr, TF_AllocatorAttributes, TF_InputRange_Args, TF_StringView, has_field};
use crate::install::HOST_NAME;
use crate::kernel::Context;
use crate::offset_of_end;
use crate::ops::GRAPH_DEF_VERSION;
use crate::status::{Code, Status};
use crate::tensor::TfTensor;

type Outcome<T> = Result<T, (Code, String)>;

fn null<T>() -> Outcome<T> {
    Err((Code::INVALID_ARGUMENT, "the kernel context is null".into()))
}

/// # Safety
/// `context` is null or the context of a run that is not over, to which no other reference exists during `'a`.
unsafe fn context<'a>(context: *mut Context) -> Outcome<&'a mut Context> {
    // SAFETY: null or a context that outlives the call.
    unsafe { context.as_mut() }.map_or_else(null, Ok)
}

/// # Safety
/// `dims` points to `count` dimensions, or there are none.
#[inline]
unsafe fn shape(dims: *const i64, count: c_int) -> Outcome<tfrt_executor::tensor::Shape> {
    // SAFETY: the caller passes as many dimensions.
    let shape = unsafe { shape_of(dims, count) };
    shape.ok_or_else(|| (Code::INVALID_ARGUMENT, "the dimensions are no shape".into()))
}

/// # Safety
/// `run` is as [`context`] takes it. `candidates` are null or as many numbers as they say, `dims` as many dimensions, and
/// `forwarded` is null or has room for a number.
unsafe fn forward_or_allocate(
    run: *mut Context,
    candidates: (*const c_int, c_int),
    output: c_int,
    dims: (*const i64, c_int),
    forwarded: *mut c_int,
) -> Outcome<*mut TfTensor> {
    // SAFETY: the caller passes `run` as [`context`] takes it, null or as many `candidates` and `dims` as it
    // says, and a `forwarded` that is null or has room for a number; nulls are checked before they are read.
    unsafe {
        let run = context(run)?;
        let dims = shape(dims.0, dims.1)?;
        let count = if candidates.0.is_null() { 0 } else { usize::try_from(candidates.1).unwrap_or(0) };
        let tell = |input: c_int| {
            if !forwarded.is_null() {
                forwarded.write(input);
            }
        };
        for i in 0..count {
            let input = candidates.0.add(i).read();
            if let Some(tensor) = run.forward(input, output, &dims) {
                tell(input);
                return Ok(tensor);
            }
        }
        tell(-1);
        let dtype = run.output_type(output);
        run.allocate_output(output, dtype, &dims, 0).map_err(|refusal| *refusal)
    }
}

/// # Safety
/// `run` is as [`context`] takes it; `name` is null or a terminated string.
unsafe fn input_range(run: *mut Context, name: *const c_char) -> Outcome<(usize, usize)> {
    // SAFETY: the caller passes `run` as [`context`] takes it, and a `name` that is null or terminated.
    let (run, name) = unsafe { (context(run)?, text(name)) };
    let range = run.instance.node.input_range(&name);
    range.ok_or_else(|| (Code::INVALID_ARGUMENT, format!("Unknown input name: {name}")))
}

exports! {
    fn TF_GetStream(run: *mut Context, status: *mut Status) -> Ptr {
        let stream = context(run).and_then(|run| match run.stream() {
            stream if stream.is_null() => {
                Err((Code::FAILED_PRECONDITION, "Accessing device stream is not supported for a CPU device.".into()))
            }
            stream => Ok(stream),
        });
        report(status, stream).unwrap_or(Nothing::NOTHING)
    }

    fn TF_NumInputs(run: *mut Context) -> c_int {
        run.as_ref().map_or(0, |run| run.num_inputs() as c_int)
    }

    fn TF_NumOutputs(run: *mut Context) -> c_int {
        run.as_ref().map_or(0, |run| run.num_outputs() as c_int)
    }

    fn TF_GetInput(run: *mut Context, i: c_int, tensor: *mut *mut TfTensor, status: *mut Status) {
        if let (Some(run), Some(tensor)) = (run.as_mut(), tensor.as_mut())
            && let Some(given) = run.lend_input(i)
        {
            *tensor = given;
            if let Some(status) = status.as_mut() {
                status.set_ok();
            }
            return;
        }
        match tensor.as_mut() {
            Some(tensor) => {
                let input = context(run).and_then(|run| run.give_input(i));
                *tensor = report(status, input).unwrap_or(std::ptr::null_mut());
            }
            None => {
                report(status, context(run).and_then(|run| run.input_type(i)));
            }
        }
    }

    fn TF_GetInputByName(run: *mut Context, name: *const c_char, tensor: *mut *mut TfTensor, status: *mut Status) {
        let input = input_range(run, name).and_then(|(start, _)| context(run)?.share_input(start as c_int));
        let input = report(status, input);
        if !tensor.is_null() {
            tensor.write(give(input));
        }
    }

    fn TF_InputRange(run: *mut Context, name: *const c_char, args: *mut TF_InputRange_Args) {
        if let Some(args) = args.as_mut() {
            let knows_status = has_field(args.struct_size, offset_of_end!(TF_InputRange_Args, status, Ptr));
            let status = if knows_status { args.status } else { std::ptr::null_mut() };
            (args.start, args.stop) = match report(status, input_range(run, name)) {
                Some((start, stop)) => (start as c_int, stop as c_int),
                None => (-1, -1),
            };
        }
    }

    fn TF_InputDatatype(run: *mut Context, i: c_int) -> c_int {
        let ty = context(run).and_then(|run| {
            let ty = run.input_type(i)?;
            Ok(if run.instance.node.is_ref_input(i as usize) { ty + REF } else { ty })
        });
        ty.unwrap_or(0)
    }

    fn TF_SetOutput(run: *mut Context, i: c_int, tensor: *const TfTensor, status: *mut Status) {
        let outcome = context(run).and_then(|run| {
            run.has_output(i)?;
            let Some(tensor) = tensor.as_ref() else {
                return Err((Code::INVALID_ARGUMENT, format!("output {i} is set to a null tensor")));
            };
            run.check_type(i, tensor.dtype, "is set to")?;
            run.set_output(i, tensor.share())
        });
        report(status, outcome);
    }

    fn TF_GetMutableOutput(run: *mut Context, i: c_int, status: *mut Status) -> *mut TfTensor {
        let output = context(run).and_then(|run| match run.share_output(i)? {
            Some(tensor) => Ok(tensor),
            None => Err((Code::FAILED_PRECONDITION, format!("output {i} is not allocated"))),
        });
        give(report(status, output))
    }

    fn TF_OpKernelContext_Failure(run: *mut Context, status: *mut Status) {
        if let (Some(run), Some(status)) = (run.as_mut(), status.as_ref()) {
            run.fail(status);
        }
    }

    fn TF_ExpectedOutputDataType(run: *mut Context, i: c_int) -> c_int {
        run.as_ref().map_or(0, |run| run.output_type(i))
    }

    fn TF_IsHostMemoryInput(run: *mut Context, i: c_int, status: *mut Status) -> bool {
        let place = context(run).and_then(|run| {
            let place = run.in_host_by_name(&run.instance.host_inputs, i, |name| run.instance.node.input_range(name));
            place.ok_or_else(|| (Code::OUT_OF_RANGE, "input index out of range".to_owned()))
        });
        report(status, place).unwrap_or(false)
    }

    fn TF_IsHostMemoryOutput(run: *mut Context, i: c_int, status: *mut Status) -> bool {
        let place = context(run).and_then(|run| {
            let place = run.in_host_by_name(&run.instance.host_outputs, i, |name| run.instance.node.output_range(name));
            place.ok_or_else(|| (Code::OUT_OF_RANGE, "output index out of range".to_owned()))
        });
        report(status, place).unwrap_or(false)
    }

    fn TF_IsRefInput(run: *mut Context, i: c_int, status: *mut Status) -> bool {
        let is_ref = context(run).and_then(|run| {
            run.input_type(i)?;
            Ok(run.instance.node.is_ref_input(i as usize))
        });
        report(status, is_ref).unwrap_or(false)
    }

    fn TF_StepId(run: *mut Context) -> i64 {
        run.as_mut().map_or(0, Context::step)
    }

    fn TF_GetStepId(run: *mut Context) -> i64 {
        run.as_mut().map_or(0, Context::step)
    }

    fn TF_GetFrameId(run: *mut Context) -> u64 {
        let _ = run;
        0
    }

    fn TF_GetIterId(run: *mut Context) -> i64 {
        let _ = run;
        0
    }

    fn TF_GetDeviceId(run: *mut Context) -> c_int {
        run.as_ref().and_then(|run| run.device.as_ref()).map_or(0, |device| device.ordinal())
    }

    fn TF_GetDeviceName(run: *mut Context) -> TF_StringView {
        match run.as_ref() {
            Some(run) => TF_StringView::new(run.device.as_ref().map_or(HOST_NAME, |device| device.full_name())),
            None => Nothing::NOTHING,
        }
    }

    fn TF_GetGraphDefVersion(run: *mut Context) -> c_int {
        let _ = run;
        GRAPH_DEF_VERSION
    }

    fn TF_GetOpKernelName(run: *mut Context) -> TF_StringView {
        match run.as_ref() {
            Some(run) => TF_StringView::new(&run.instance.name),
            None => Nothing::NOTHING,
        }
    }

    fn TF_GetResourceMgrDefaultContainerName(run: *mut Context) -> TF_StringView {
        let _ = run;
        TF_StringView::new("localhost")
    }

    fn TF_GetOpKernelRequestedInput(run: *mut Context, i: usize) -> TF_StringView {
        match run.as_mut() {
            // Programs do not name the producers of inputs: the argument's own name stands for them.
            Some(run) => {
                let node = &run.instance.node;
                let at = node.input_ranges.iter().position(|&(start, end)| (start..end).contains(&i));
                let Some((arg, (start, _))) = at.map(|at| (&node.def.inputs[at], node.input_ranges[at])) else {
                    return Nothing::NOTHING;
                };
                let name = if i == start { arg.name.to_string() } else { format!("{}_{}", arg.name, i - start) };
                run.names.push(name.into());
                run.names.last().map_or(Nothing::NOTHING, |name| TF_StringView::new(name))
            }
            None => Nothing::NOTHING,
        }
    }

    fn TF_AllocateOutput(
        run: *mut Context, i: c_int, dtype: c_int, dims: *const i64, num_dims: c_int, len: usize,
        status: *mut Status,
    ) -> *mut TfTensor {
        if let (Some(run), Some(dims)) = (run.as_mut(), shape_of(dims, num_dims)) {
            return match run.allocate_output(i, dtype, &dims, len) {
                Ok(tensor) => {
                    if let Some(status) = status.as_mut() {
                        status.set_ok();
                    }
                    tensor
                }
                Err(refusal) => report(status, Err(*refusal)).unwrap_or(std::ptr::null_mut()),
            };
        }
        let refused = context(run).and_then(|_| shape(dims, num_dims)).map(|_| std::ptr::null_mut());
        report(status, refused).unwrap_or(std::ptr::null_mut())
    }

    fn TF_ForwardInputOrAllocateOutput(
        run: *mut Context, candidates: *const c_int, num_candidates: c_int, output: c_int, dims: *const i64,
        num_dims: c_int, forwarded: *mut c_int, status: *mut Status,
    ) -> *mut TfTensor {
        let tensor = forward_or_allocate(run, (candidates, num_candidates), output, (dims, num_dims), forwarded);
        report(status, tensor).unwrap_or(std::ptr::null_mut())
    }

    fn TF_AllocateTemp(
        run: *mut Context, dtype: c_int, dims: *const i64, num_dims: c_int, attrs: *mut TF_AllocatorAttributes,
        status: *mut Status,
    ) -> *mut TfTensor {
        let in_host = match attrs.as_ref() {
            Some(attrs) if attrs.struct_size == 0 => Err((
                Code::INVALID_ARGUMENT,
                "TF_AllocatorAttributes struct size member must be set to TF_ALLOCATOR_ATTRIBUTES_STRUCT_SIZE".into(),
            )),
            attrs => Ok(attrs.is_some_and(|attrs| {
                has_field(attrs.struct_size, offset_of_end!(TF_AllocatorAttributes, on_host, u8)) && attrs.on_host != 0
            })),
        };
        let tensor = in_host.and_then(|in_host| context(run)?.allocate(dtype, shape(dims, num_dims)?, 0, in_host));
        give(report(status, tensor))
    }

    fn TF_IncNumDeferredOps(run: *mut Context) {
        // Nothing waits for the deferred work of a step as a whole: results say themselves when they are there.
        let _ = run;
    }

    fn TF_DecNumDeferredOps(run: *mut Context) {
        let _ = run;
    }
}

/// The offset of a type's number that denotes a variable of that type.
const REF: c_int = 100;
