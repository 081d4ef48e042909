//! Variables as kernels see them: finding, locking and changing them.
//!
//! A kernel gets a variable by a handle (an input of resource type) or by reference. If nothing else shares the variable's
//! tensor, it is changed in place; else the plugin's copy function first makes a copy for the variable. Callbacks of plugins
//! use the context themselves, so the runtime holds no reference to it while they run.

#![expect(unsafe_code, reason = "calls functions of plugins, and unlocks what other calls locked")]

use std::ffi::c_int;
use std::sync::Arc;

use parking_lot::MutexGuard;
use tfrt_executor::core_runtime::{
    Variable, VariableContent, VariableHandle, VariableKey, VariableRef, VariableStore,
};
use tfrt_executor::tensor::{Dims, Shape, Tensor};

use crate::abi::data_type::to_dtype;
use crate::boxes;
use crate::exports::tensor::give;
use crate::handles::Handled;
use crate::kernel::Context;
use crate::status::{Code, Status};
use crate::tensor::{Memory, TfTensor};

/// Copies the elements of a tensor to another, and frees both.
pub(crate) type CopyFn =
    unsafe extern "C" fn(context: *mut Context, source: *mut TfTensor, dest: *mut TfTensor);
/// Changes a tensor by a value, and frees both.
pub(crate) type UpdateFn =
    unsafe extern "C" fn(context: *mut Context, tensor: *mut TfTensor, value: *mut TfTensor, op: c_int);
/// Gives a tensor memory.
pub(crate) type AllocateFn = unsafe extern "C" fn(
    context: *mut Context,
    tensor: *mut TfTensor,
    dtype: c_int,
    dims: *const i64,
    num_dims: c_int,
    status: *mut Status,
);

type Outcome<T> = Result<T, (Code, String)>;

fn fail<T>(code: Code, message: impl Into<String>) -> Outcome<T> {
    Err((code, message.into()))
}

fn internal(message: String) -> (Code, String) {
    (Code::INTERNAL, message)
}

/// The ways in which an input names a variable.
enum Named<'a> {
    Handle(&'a VariableHandle),
    Reference(&'a VariableRef),
}

fn named(run: &Context, i: c_int) -> Outcome<Named<'_>> {
    let named = run.opaque_input(i)?.and_then(|tensor| {
        let handle = VariableHandle::of(tensor).map(Named::Handle);
        handle.or_else(|| VariableRef::of(tensor).map(Named::Reference))
    });
    named.ok_or_else(|| (Code::INVALID_ARGUMENT, format!("input {i} is no variable")))
}

/// The variable that an input names.
pub(crate) fn find(run: &Context, i: c_int) -> Outcome<Arc<Variable>> {
    match named(run, i)? {
        Named::Handle(handle) => handle.find().ok_or_else(|| (Code::NOT_FOUND, handle.missing())),
        Named::Reference(reference) => Ok(reference.variable().clone()),
    }
}

/// The input's proto fields as a handle.
pub(crate) fn handle(run: &Context, i: c_int) -> Outcome<&VariableHandle> {
    match named(run, i)? {
        Named::Handle(handle) => Ok(handle),
        Named::Reference(_) => fail(Code::INVALID_ARGUMENT, format!("input {i} is no handle of a resource")),
    }
}

/// The context of a call, as long as no callback runs.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call.
pub(crate) unsafe fn context<'a>(run: *mut Context) -> Outcome<&'a mut Context> {
    // SAFETY: the caller says that `run` is null or a context that nothing else uses during the call.
    unsafe { run.as_mut() }.ok_or_else(|| (Code::INVALID_ARGUMENT, "the kernel context is null".to_owned()))
}

/// The outcome of a callback, from the context.
///
/// # Safety
/// `run` is as [`context`] takes it.
pub(crate) unsafe fn after_callback(run: *mut Context) -> Outcome<()> {
    // SAFETY: the caller says: `run` is as [`context`] takes it.
    let status = unsafe { context(run)? }.status.clone();
    if status.is_ok() { Ok(()) } else { Err((status.code(), status.message())) }
}

/// A copy of a tensor that the plugin makes.
///
/// # Safety
/// `run` is as [`context`] takes it, and no reference to its context is held: `copy` may be called with it.
unsafe fn copied(run: *mut Context, from: &TfTensor, copy: Option<CopyFn>) -> Outcome<TfTensor> {
    // What only the runtime understands is a value: nothing of it changes in place.
    if matches!(from.memory, Memory::Opaque(_)) {
        return Ok(from.share());
    }
    let Some(copy) = copy else { return fail(Code::INVALID_ARGUMENT, "the copy function is null") };
    let in_host = !matches!(from.memory, Memory::Device(_));
    // SAFETY: the caller passes `run` as [`context`] takes it, and no reference to its context lives across
    // `copy`; the plugin owns both boxes that it gets.
    unsafe {
        let to = context(run)?.allocate(from.dtype, from.shape.clone(), 0, in_host)?;
        copy(run, give(Some(from.share())), give(Some(to.share())));
        after_callback(run)?;
        Ok(to)
    }
}

fn uninitialized() -> (Code, String) {
    (Code::FAILED_PRECONDITION, "Attempting to use an uninitialized variable".to_owned())
}

/// The variable's tensor, to be changed in place: its own, or a copy that is from now on.
///
/// # Safety
/// `run` is a context that nothing else uses during the call.
pub(crate) unsafe fn writable(
    run: *mut Context,
    variable: &Variable,
    copy: Option<CopyFn>,
) -> Outcome<TfTensor> {
    let mut content = variable.content().lock();
    let tensor = content.tensor.take().ok_or_else(uninitialized)?;
    let (own, is_exclusive) = unshared(&mut content, tensor)?;
    drop(content);
    if is_exclusive {
        return Ok(own);
    }
    // SAFETY: the caller says that `run` is a context that nothing else uses during the call.
    let fresh = unsafe { copied(run, &own, copy)? };
    variable.content().lock().tensor = Some(fresh.to_runtime().map_err(internal)?);
    Ok(fresh)
}

/// Puts a tensor that was taken out back, and says whether it was the variable's alone.
fn unshared(content: &mut MutexGuard<'_, VariableContent>, tensor: Tensor) -> Outcome<(TfTensor, bool)> {
    let own = match TfTensor::from_runtime(&tensor) {
        Ok(own) => own,
        Err(message) => {
            content.tensor = Some(tensor);
            return Err(internal(message));
        }
    };
    drop(tensor);
    let is_exclusive = own.is_exclusive();
    content.tensor = Some(own.to_runtime().map_err(internal)?);
    Ok((own, is_exclusive))
}

/// The tensor of a variable of which single elements are changed, without the lock.
///
/// # Safety
/// `run` is a context that nothing else uses during the call.
unsafe fn sparse(
    run: *mut Context,
    variable: &Variable,
    lock_held: bool,
    copy: Option<CopyFn>,
) -> Outcome<TfTensor> {
    {
        let content = variable.content().lock();
        if content.is_sparse
            && let Some(tensor) = &content.tensor
        {
            return TfTensor::from_runtime(tensor).map_err(internal);
        }
    }
    let _changing = (!lock_held).then(|| variable.lock().write());
    // SAFETY: the caller says that `run` is a context that nothing else uses during the call.
    let tensor = unsafe { writable(run, variable, copy)? };
    variable.content().lock().is_sparse = true;
    Ok(tensor)
}

/// `TF_AssignVariable`.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call.
pub(crate) unsafe fn assign(
    run: *mut Context,
    input: c_int,
    value: c_int,
    validate_shape: bool,
) -> Outcome<()> {
    // SAFETY: the caller says that `run` is null or a context that nothing else uses during the call.
    let run = unsafe { context(run)? };
    let tensor = run.share_input(value)?.to_runtime().map_err(internal)?;
    let variable = match named(run, input)? {
        Named::Handle(handle) => handle.find_or_create(tensor.dtype()),
        Named::Reference(reference) => reference.variable().clone(),
    };
    if variable.dtype() != tensor.dtype() {
        let (expected, got) = (variable.dtype().label(), tensor.dtype().label());
        return fail(
            Code::INVALID_ARGUMENT,
            format!("Trying to assign variable with wrong dtype. Expected {expected} got {got}"),
        );
    }
    let _changing = variable.lock().write();
    let mut content = variable.content().lock();
    if let Some(old) = &content.tensor
        && validate_shape
        && old.shape() != tensor.shape()
    {
        let (expected, got) = (old.shape(), tensor.shape());
        return fail(
            Code::INVALID_ARGUMENT,
            format!(
                "Trying to assign to variable with tensor with wrong shape. Expected {expected} got {got}"
            ),
        );
    }
    content.is_sparse = false;
    content.tensor = Some(tensor);
    Ok(())
}

/// `TF_AssignRefVariable`.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call.
pub(crate) unsafe fn assign_reference(
    run: *mut Context,
    (input, output, value): (c_int, c_int, c_int),
    use_locking: bool,
    validate_shape: bool,
    copy: Option<CopyFn>,
) -> Outcome<()> {
    // SAFETY: the caller says that `run` is null or a context that nothing else uses during the call.
    unsafe {
        forward_reference(context(run)?, input, output)?;
        let variable = find(context(run)?, input)?;
        let value = context(run)?.share_input(value)?;
        let _changing = use_locking.then(|| variable.lock().write());
        let mut content = variable.content().lock();
        let old = content.tensor.take();
        if let Some(old) = &old
            && validate_shape
            && *old.shape() != value.shape
        {
            let message = format!(
                "Assign requires shapes of both tensors to match. lhs shape= {} rhs shape= {}",
                old.shape(),
                value.shape
            );
            content.tensor = Some(old.clone());
            return fail(Code::INVALID_ARGUMENT, message);
        }
        // The memory of the variable is reused if it has room for as many elements and no other references.
        if let Some(old) = old
            && old.shape().num_elements() == value.shape.num_elements()
        {
            let (mut own, is_exclusive) = unshared(&mut content, old)?;
            if is_exclusive {
                own.shape = value.shape.clone();
                content.tensor = Some(own.to_runtime().map_err(internal)?);
                drop(content);
                let Some(copy) = copy else {
                    return fail(Code::INVALID_ARGUMENT, "the copy function is null");
                };
                copy(run, give(Some(value)), give(Some(own)));
                return after_callback(run);
            }
        }
        drop(content);
        let fresh = copied(run, &value, copy)?;
        variable.content().lock().tensor = Some(fresh.to_runtime().map_err(internal)?);
        Ok(())
    }
}

/// `TF_AssignUpdateVariable`.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call.
pub(crate) unsafe fn update(
    run: *mut Context,
    input: c_int,
    value: c_int,
    op: c_int,
    copy: Option<CopyFn>,
    update: Option<UpdateFn>,
) -> Outcome<()> {
    let Some(update) = update else { return fail(Code::INVALID_ARGUMENT, "the update function is null") };
    // SAFETY: the caller passes `run` as [`context`] takes it, and no reference to its context lives across a
    // callback; the plugin owns the boxes that it gets.
    unsafe {
        let variable = find(context(run)?, input)?;
        let value = context(run)?.share_input(value)?;
        let _changing = variable.lock().write();
        let shape = variable.content().lock().tensor.as_ref().map(|tensor| tensor.shape().clone());
        let shape = shape.ok_or_else(uninitialized)?;
        if shape != value.shape {
            return fail(
                Code::INVALID_ARGUMENT,
                format!(
                    "Cannot update variable with shape {shape} using a Tensor with shape {}, shapes must be equal.",
                    value.shape
                ),
            );
        }
        let tensor = writable(run, &variable, copy)?;
        update(run, give(Some(tensor)), give(Some(value)), op);
        after_callback(run)
    }
}

/// `TF_GetInputTensorFromVariable`.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call.
pub(crate) unsafe fn tensor(
    run: *mut Context,
    input: c_int,
    lock_held: bool,
    is_sparse: bool,
    copy: Option<CopyFn>,
) -> Outcome<TfTensor> {
    // SAFETY: the caller says that `run` is null or a context that nothing else uses during the call.
    unsafe {
        let variable = find(context(run)?, input)?;
        if matches!(named(context(run)?, input)?, Named::Reference(_)) {
            let tensor = match lock_held {
                true => variable.content().lock().tensor.clone(),
                false => variable.read(),
            };
            return TfTensor::from_runtime(&tensor.ok_or_else(uninitialized)?).map_err(internal);
        }
        match is_sparse {
            true => sparse(run, &variable, lock_held, copy),
            false => writable(run, &variable, copy),
        }
    }
}

/// `TF_OpKernelContext_ForwardRefInputToRefOutput`.
pub(crate) fn forward_reference(run: &mut Context, input: c_int, output: c_int) -> Outcome<()> {
    if !matches!(named(run, input)?, Named::Reference(_)) {
        return fail(Code::INVALID_ARGUMENT, format!("input {input} is no reference"));
    }
    let reference = run.share_input(input)?;
    run.set_output(output, reference)
}

fn temporary(run: &Context, name: &str) -> Outcome<(Arc<VariableStore>, VariableKey)> {
    let request = run.request();
    let request =
        request.ok_or_else(|| (Code::FAILED_PRECONDITION, "the kernel runs for no request".to_owned()))?;
    let key = VariableKey::new(&format!("_temporary/{}", request.id()), name);
    Ok((VariableStore::of(request.host()), key))
}

/// `TF_TemporaryVariable`: output 0 refers to the new variable.
///
/// # Safety
/// `run` is null or a context that nothing else uses during the call; `status` is a status.
pub(crate) unsafe fn make_temporary(
    run: *mut Context,
    dtype: c_int,
    dims: Dims,
    name: &str,
    allocate: Option<AllocateFn>,
) -> Outcome<()> {
    let Some(allocate) = allocate else { return fail(Code::INVALID_ARGUMENT, "the allocator is null") };
    let Some(known) = to_dtype(dtype) else {
        return fail(Code::INVALID_ARGUMENT, format!("{dtype} is no type of a variable"));
    };
    // SAFETY: the caller says that `run` is null or a context that nothing else uses during the call; `status` is a status.
    let (store, key) = temporary(unsafe { context(run)? }, name)?;
    let shape = Shape::new(&dims).map_err(|error| (Code::INVALID_ARGUMENT, error.to_string()))?;
    let variable = store
        .create(&key, known)
        .ok_or_else(|| (Code::ALREADY_EXISTS, format!("the temporary variable {name} exists already")))?;
    let made = (|| {
        let nothing = Shape::new(&[0]).map_err(|error| (Code::INTERNAL, error.to_string()))?;
        let empty = TfTensor::allocate(dtype, nothing, 0);
        let given = boxes::give(empty.ok_or_else(|| (Code::RESOURCE_EXHAUSTED, "OOM".to_owned()))?);
        let mut status = Status::ok();
        // SAFETY: the caller passes `run` as [`context`] takes it, and no reference to its context lives
        // across `allocate`; `given`, `dims` and `status` are valid during the call.
        let tensor = unsafe {
            let count = c_int::try_from(dims.len()).unwrap_or(0);
            allocate(run, given, dtype, dims.as_ptr(), count, &raw mut status);
            let tensor = boxes::take(given);
            after_callback(run)?;
            tensor.ok_or_else(|| (Code::INTERNAL, "the allocator deleted the tensor".to_owned()))?
        };
        if !status.is_ok() {
            return Err((status.code(), status.message()));
        }
        if tensor.shape != shape || tensor.dtype != dtype {
            return fail(Code::INTERNAL, "the allocator gave a tensor of another type or shape");
        }
        tensor.to_runtime().map_err(internal)
    })();
    match made {
        Err(error) => {
            store.remove(&key);
            Err(error)
        }
        Ok(tensor) => {
            variable.content().lock().tensor = Some(tensor);
            let reference = VariableRef::make(store, key, variable, shape);
            let reference = TfTensor::from_runtime(&reference).map_err(internal)?;
            // SAFETY: the caller says that `run` is null or a context that nothing else uses during the call; `status` is a status.
            unsafe { context(run)? }.set_output(0, reference)
        }
    }
}

/// `TF_DestroyTemporaryVariable`: output 0 is the variable's last tensor.
pub(crate) fn destroy_temporary(run: &mut Context, input: c_int, name: &str) -> Outcome<()> {
    let Ok(Named::Reference(reference)) = named(run, input) else {
        return fail(Code::INVALID_ARGUMENT, format!("input {input} is no reference"));
    };
    let key = VariableKey { container: reference.key().container.clone(), name: name.into() };
    let value = reference.value().ok_or_else(uninitialized)?;
    if !reference.store().remove(&key) {
        return fail(Code::NOT_FOUND, format!("there is no temporary variable {name}"));
    }
    run.set_output(0, TfTensor::from_runtime(&value).map_err(internal)?)
}

/// The object behind `TF_VariableInputLockHolder`: variables that are locked, exclusively or not.
#[derive(Debug, Default)]
pub struct LockHolder {
    held: Vec<(Arc<Variable>, bool)>,
}

impl Handled for LockHolder {
    const NAME: &'static str = "holder of locks";
}

impl LockHolder {
    /// Locks the variables of these inputs, each once, in an order that all kernels keep.
    pub(crate) fn lock(
        run: &Context,
        inputs: &[c_int],
        do_lock: bool,
        is_sparse: bool,
    ) -> Outcome<LockHolder> {
        let mut holder = LockHolder::default();
        let mut any_handle = false;
        let mut variables = Vec::with_capacity(inputs.len());
        for &input in inputs {
            any_handle |= matches!(named(run, input)?, Named::Handle(_));
            variables.push(find(run, input)?);
        }
        if !do_lock && !any_handle {
            return Ok(holder);
        }
        variables.sort_by_key(|variable| Arc::as_ptr(variable).addr());
        variables.dedup_by(|a, b| Arc::ptr_eq(a, b));
        for variable in variables {
            if do_lock {
                std::mem::forget(variable.lock().write());
                holder.held.push((variable, true));
            } else if !is_sparse {
                std::mem::forget(variable.lock().read());
                holder.held.push((variable, false));
            }
        }
        Ok(holder)
    }
}

impl Drop for LockHolder {
    fn drop(&mut self) {
        for (variable, is_exclusive) in self.held.drain(..).rev() {
            // SAFETY: `lock` locked it in this way and forgot the guard.
            unsafe {
                match is_exclusive {
                    true => variable.lock().force_unlock_write(),
                    false => variable.lock().force_unlock_read(),
                }
            }
        }
    }
}
