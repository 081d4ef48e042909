//! `experimental/next_pluggable_device/c_api.h`: resources, and variables in another form.
//!
//! [`super::unsupported`] has the functions that need a PJRT client, or a service between processes.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{c_char, c_int};

use super::ops::report;
use super::tensor::give;
use super::{exports, text};
use crate::abi::data_type::number_of;
use crate::abi::{Nothing, Ptr};
use crate::handles;
use crate::install::HOST_NAME;
use crate::kernel::Context;
use crate::resources::{CreateFn, DeleteFn, PluginResource, PluginResources, VariableInfo};
use crate::status::{Code, Status};
use crate::tensor::TfTensor;
use crate::variable::{context, find};

type Outcome<T> = Result<T, (Code, String)>;

/// # Safety
/// `run` is as [`context`] takes it.
unsafe fn resources(run: *mut Context) -> Outcome<std::sync::Arc<PluginResources>> {
    // SAFETY: null or a context that outlives the call.
    let request = unsafe { context(run)? }.request();
    let request =
        request.ok_or_else(|| (Code::FAILED_PRECONDITION, "the kernel runs for no request".to_owned()))?;
    Ok(PluginResources::of(request.host()))
}

/// Uses an info.
fn with_info<R>(info: *const VariableInfo, f: impl FnOnce(&mut VariableInfo) -> Outcome<R>) -> Outcome<R> {
    handles::try_with(info, f).unwrap_or_else(|| Err((Code::INVALID_ARGUMENT, handles::refusal(info))))
}

/// Locks the variables of a list.
///
/// # Safety
/// `list` is null or has `count` infos or nulls, to which no other reference exists.
unsafe fn lock(list: *const *mut VariableInfo, count: c_int) -> Outcome<()> {
    let count = usize::try_from(count).unwrap_or(0);
    if count == 0 {
        return Ok(());
    }
    if list.is_null() {
        return Err((Code::INVALID_ARGUMENT, "the list of variables is null".into()));
    }
    // SAFETY: the header says that the list has `count` handles or nulls.
    let list = unsafe { std::slice::from_raw_parts(list, count) }.to_vec();
    handles::with_all(list, VariableInfo::lock).map_err(|message| (Code::INVALID_ARGUMENT, message))
}

/// New memory for a variable, of the type and shape that it has.
///
/// # Safety
/// `run` is as [`context`] takes it.
unsafe fn renew(run: *mut Context, of: *const VariableInfo) -> Outcome<()> {
    // SAFETY: the caller says: `run` is as [`context`] takes it.
    let run = unsafe { context(run)? };
    with_info(of, |info| {
        let old = info.tensor()?;
        let in_host = !matches!(old.memory, crate::tensor::Memory::Device(_));
        let fresh = run.allocate(number_of(info.variable().dtype()), old.shape.clone(), 0, in_host)?;
        let fresh = fresh.to_runtime().map_err(|message| (Code::INTERNAL, message))?;
        info.variable().content().lock().tensor = Some(fresh);
        Ok(())
    })
}

exports! {
    fn TF_GetDevice(run: *mut Context) -> Ptr {
        // The header gives nothing to do with it but to compare it: the name's address is the device's own.
        match run.as_ref() {
            Some(run) => run.device.as_ref().map_or(HOST_NAME, |device| device.full_name()).as_ptr().cast_mut().cast(),
            None => Nothing::NOTHING,
        }
    }

    fn TF_CreatePluginResource(
        run: *mut Context, container: *const c_char, name: *const c_char, thing: Ptr, delete: Option<DeleteFn>,
        status: *mut Status,
    ) {
        // Owned at once: if it cannot be stored, it is deleted.
        let resource = PluginResource::new(thing, delete);
        let outcome = resources(run).and_then(|all| all.create(text(container), &text(name), resource));
        report(status, outcome);
    }

    fn TF_LookupOrCreatePluginResource(
        run: *mut Context, container: *const c_char, name: *const c_char, result: *mut Ptr, create: Option<CreateFn>,
        arg: Ptr, delete: Option<DeleteFn>, status: *mut Status,
    ) {
        let make = || match create {
            Some(create) => Ok(PluginResource::new(create(arg), delete)),
            None => Err((Code::INVALID_ARGUMENT, "the create function is null".to_owned())),
        };
        let found = resources(run).and_then(|all| all.find_or_create(text(container), &text(name), make));
        let found = report(status, found).unwrap_or(std::ptr::null_mut());
        if !result.is_null() {
            result.write(found);
        }
    }

    fn TF_CreateVariableInfoFromContext(run: *mut Context, i: c_int, status: *mut Status) -> *mut VariableInfo {
        let variable = context(run).and_then(|run| find(run, i));
        let info = report(status, variable).map(|variable| handles::give(VariableInfo::new(variable)));
        info.unwrap_or(std::ptr::null_mut())
    }

    fn TF_LockVariableInfos(list: *mut *mut VariableInfo, count: c_int, status: *mut Status) {
        report(status, lock(list, count));
    }

    fn TF_AllocateTempForVariableInfo(run: *mut Context, info: *mut VariableInfo, status: *mut Status) {
        report(status, renew(run, info));
    }

    fn TF_GetTensorFromVariableInfo(given: *mut VariableInfo, status: *mut Status) -> *mut TfTensor {
        give(report(status, with_info(given, |info| info.tensor())))
    }

    fn TF_DeleteVariableInfo(info: *mut VariableInfo) {
        handles::delete(info);
    }

    fn TF_GetCoordinationServiceAgent(run: *mut Context) -> Ptr {
        // No processes agree over anything here: there is none, as in TensorFlow on one machine.
        let _ = run;
        std::ptr::null_mut()
    }

    fn TF_CoordinationServiceIsInitialized(agent: Ptr) -> bool {
        let _ = agent;
        false
    }

    fn TF_GetXlaAutoJitEnabled() -> u8 {
        0
    }

    fn TF_GetXlaConstantFoldingDisabled() -> u8 {
        0
    }

    fn TF_MakeInternalErrorStatus(status: *mut Status, message: *const c_char) {
        if let Some(status) = status.as_mut() {
            status.set(Code::INTERNAL, text(message));
        }
    }
}
