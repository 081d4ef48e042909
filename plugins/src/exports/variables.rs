//! `kernels_experimental.h`: variables, and tensors of variants.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::c_int;

use super::exports;
use super::ops::report;
use super::tensor::{dims_of, give};
use crate::abi::TF_StringView;
use crate::handles;
use crate::kernel::Context;
use crate::status::{Code, Status};
use crate::tensor::TfTensor;
use crate::variable::{self, AllocateFn, CopyFn, LockHolder, UpdateFn};
use crate::variant::{self, AddFn, ZerosFn};

type Outcome<T> = Result<T, (Code, String)>;

/// # Safety
/// `run` is null or the context of a run that is not over, to which no other reference exists during `'a`.
unsafe fn context<'a>(run: *mut Context) -> Outcome<&'a mut Context> {
    // SAFETY: null or a context that outlives the call.
    unsafe { run.as_mut() }.ok_or_else(|| (Code::INVALID_ARGUMENT, "the kernel context is null".to_owned()))
}

/// The name that a view holds.
///
/// # Safety
/// `view` is null or a view of as many bytes as it says.
unsafe fn name(view: *const TF_StringView) -> String {
    // SAFETY: null or a view of as many bytes.
    unsafe {
        match view.as_ref() {
            Some(view) if !view.data.is_null() => {
                let bytes = std::slice::from_raw_parts(view.data.cast::<u8>(), view.len);
                String::from_utf8_lossy(bytes).into_owned()
            }
            _ => String::new(),
        }
    }
}

/// # Safety
/// `inputs` is null or points to `len` numbers that do not change during `'a`.
unsafe fn inputs<'a>(inputs: *const c_int, len: usize) -> &'a [c_int] {
    if inputs.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: the caller passes as many numbers.
    unsafe { std::slice::from_raw_parts(inputs, len) }
}

exports! {
    fn TF_AssignVariable(
        run: *mut Context, input: c_int, value: c_int, validate_shape: bool, copy: Option<CopyFn>,
        status: *mut Status,
    ) {
        // The value becomes the variable's as it is: nothing needs to be copied.
        let _ = copy;
        report(status, variable::assign(run, input, value, validate_shape));
    }

    fn TF_AssignRefVariable(
        run: *mut Context, input: c_int, output: c_int, value: c_int, use_locking: bool, validate_shape: bool,
        copy: Option<CopyFn>, status: *mut Status,
    ) {
        let indices = (input, output, value);
        report(status, variable::assign_reference(run, indices, use_locking, validate_shape, copy));
    }

    fn TF_AssignUpdateVariable(
        run: *mut Context, input: c_int, value: c_int, op: c_int, is_variant: c_int, copy: Option<CopyFn>,
        update: Option<UpdateFn>, status: *mut Status,
    ) {
        // Variants are values that need no copy function, whatever the plugin says of them.
        let _ = is_variant;
        report(status, variable::update(run, input, value, op, copy, update));
    }

    fn TF_TemporaryVariable(
        run: *mut Context, dtype: c_int, dims: *const i64, num_dims: c_int, var_name: *mut TF_StringView,
        allocate: Option<AllocateFn>, status: *mut Status,
    ) {
        let dims = dims_of(dims, num_dims).ok_or_else(|| {
            (Code::INVALID_ARGUMENT, "the dimensions are no shape".to_owned())
        });
        let outcome =
            dims.and_then(|dims| variable::make_temporary(run, dtype, dims, &name(var_name), allocate));
        report(status, outcome);
    }

    fn TF_DestroyTemporaryVariable(
        run: *mut Context, input: c_int, var_name: *mut TF_StringView, status: *mut Status,
    ) {
        let outcome =
            context(run).and_then(|run| variable::destroy_temporary(run, input, &name(var_name)));
        report(status, outcome);
    }

    fn TF_MaybeLockVariableInputMutexesInOrder(
        run: *mut Context, do_lock: bool, sparse: bool, list: *const c_int, len: usize, copy: Option<CopyFn>,
        holder: *mut *mut LockHolder, status: *mut Status,
    ) {
        // What is sparse gets a tensor of its own when it is asked for.
        let _ = copy;
        let locked = context(run).and_then(|run| LockHolder::lock(run, inputs(list, len), do_lock, sparse));
        let locked = report(status, locked).filter(|_| !holder.is_null());
        if !holder.is_null() {
            holder.write(locked.map_or(std::ptr::null_mut(), handles::give));
        }
    }

    fn TF_GetInputTensorFromVariable(
        run: *mut Context, input: c_int, lock_held: bool, is_variant: bool, sparse: bool, copy: Option<CopyFn>,
        out: *mut *mut TfTensor, status: *mut Status,
    ) {
        let _ = is_variant;
        let tensor = report(status, variable::tensor(run, input, lock_held, sparse, copy));
        if !out.is_null() {
            out.write(give(tensor));
        }
    }

    fn TF_OpKernelContext_ForwardRefInputToRefOutput(run: *mut Context, input: i32, output: i32) {
        if let Ok(run) = context(run)
            && let Err((code, message)) = variable::forward_reference(run, input, output)
        {
            run.fail(&Status::new(code, message));
        }
    }

    fn TF_AddNVariant(run: *mut Context, add: Option<AddFn>, status: *mut Status) {
        report(status, variant::add_n(run, add));
    }

    fn TF_ZerosLikeVariant(run: *mut Context, zeros: Option<ZerosFn>, status: *mut Status) {
        report(status, variant::zeros_like(run, zeros));
    }

    fn TF_ReleaseVariableInputLockHolder(holder: *mut LockHolder) {
        handles::delete(holder);
    }
}
