//! The rendezvous of a kernel: how the kernels of a request exchange tensors by key.
//!
//! The functions of the header over [`crate::rendezvous`]. They read only fields that the header's first version has.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use super::{exports, guard};
use crate::abi::{
    Nothing, Ptr, TF_RendezvousArgsStruct, TF_RendezvousAsyncRecv_Params, TF_RendezvousDoneCallback_Params,
    TF_RendezvousDoneCallbackImpl, TF_RendezvousParsedKey, TF_RendezvousSend_Params, TF_RendezvousThunk,
};
use crate::boxes;
use crate::kernel::Context;
use crate::rendezvous::{Meeting, Rendezvous, Sent, deliver};
use crate::status::{Code, Status};
use crate::tensor::TfTensor;

fn invalid<T>(what: &str) -> Result<T, Status> {
    Err(Status::new(Code::INVALID_ARGUMENT, format!("TF_GetRendezvous: {what}")))
}

/// The bytes of a key.
///
/// # Safety
/// `key` is null or a key with as many bytes as it says.
unsafe fn key_bytes<'a>(key: *const TF_RendezvousParsedKey) -> Result<&'a [u8], Status> {
    // SAFETY: the caller says: `key` is null or a key with as many bytes as it says.
    unsafe {
        match key.as_ref() {
            Some(key) if !key.full_key.is_null() && key.full_key_size > 0 => {
                Ok(std::slice::from_raw_parts(key.full_key.cast::<u8>(), key.full_key_size as usize))
            }
            _ => invalid("the key is empty"),
        }
    }
}

/// The rendezvous of a request, as a run sees it.
///
/// # Safety
/// `meeting` is null or what `TF_GetRendezvous` gave to a run that is not over.
unsafe fn meeting<'a>(meeting: Ptr) -> Result<(&'a Meeting, &'a Rendezvous), Status> {
    // SAFETY: the caller says: `meeting` is null or what `TF_GetRendezvous` gave to a run that is not over.
    let meeting = unsafe { meeting.cast::<Meeting>().as_ref() };
    match meeting.map(|meeting| (meeting, meeting.rendezvous.as_deref())) {
        Some((meeting, Some(rendezvous))) => Ok((meeting, rendezvous)),
        Some((_, None)) => {
            Err(Status::new(Code::FAILED_PRECONDITION, "TF_GetRendezvous: the kernel runs for no request"))
        }
        None => invalid("the rendezvous is null"),
    }
}

/// Sends the tensor of the parameters.
///
/// # Safety
/// As for [`key_bytes`] and [`meeting`]; the tensor is null or one.
unsafe fn send_now(rendezvous: Ptr, params: &TF_RendezvousSend_Params) -> Result<(), Status> {
    // SAFETY: the caller passes a key as [`key_bytes`] takes it, a rendezvous as [`meeting`] takes it, and a
    // tensor that is null or one.
    unsafe {
        let (_, rendezvous) = meeting(rendezvous)?;
        let tensor = params.tensor.as_ref().map(TfTensor::share);
        if tensor.is_none() && !params.is_dead {
            return invalid("the tensor is null");
        }
        rendezvous.send(key_bytes(params.key)?, Sent { tensor, is_dead: params.is_dead })
    }
}

/// # Safety
/// Called by the plugin: `rendezvous` came from `TF_GetRendezvous`; `params` is null or parameters that are valid during the call.
unsafe extern "C" fn send(rendezvous: Ptr, params: *mut TF_RendezvousSend_Params) {
    // SAFETY: the plugin passes null or parameters that are valid during the call; the tensor stays its own.
    guard("the rendezvous' send function", || unsafe {
        if let Some(params) = params.as_ref() {
            let outcome = send_now(rendezvous, params);
            if let Some(status) = params.status.as_mut() {
                *status = outcome.err().unwrap_or_default();
            }
        }
    });
}

/// The callback for a received tensor.
struct Receiver(TF_RendezvousDoneCallbackImpl);

// SAFETY: that the callback may come on any thread is what asynchronous means in the header.
unsafe impl Send for Receiver {}

impl Receiver {
    fn call(self, outcome: Result<Sent, Status>) {
        let Some(callback) = self.0.callback else { return };
        let (sent, status) = match outcome {
            Ok(sent) => (sent, Status::ok()),
            Err(status) => (Sent { tensor: None, is_dead: false }, status),
        };
        let tensor = sent.tensor.map_or(std::ptr::null_mut(), boxes::give);
        let mut done = TF_RendezvousDoneCallback_Params {
            context: self.0.context,
            status: &raw const status,
            tensor,
            is_dead: sent.is_dead,
        };
        // SAFETY: the plugin's own function with its own context; what the parameters point to outlives the call, in which the
        // plugin takes what it wants to keep.
        unsafe { callback(self.0.context, &raw mut done) };
        if !tensor.is_null() {
            // SAFETY: it was given above, and the receiver must leave it.
            drop(unsafe { boxes::take(tensor) });
        }
    }
}

/// Whether the memory that is wanted is the host's.
///
/// # Safety
/// `args` is null or arguments that are valid during the call.
unsafe fn on_host(args: *const TF_RendezvousArgsStruct) -> bool {
    // SAFETY: null or valid during the call.
    unsafe { args.as_ref() }.is_some_and(|args| args.alloc_attrs.value & 1 == 1)
}

/// # Safety
/// Called by the plugin: `rendezvous` came from `TF_GetRendezvous`; `params` is null or parameters that are valid during the call,
/// whose callback may be called once, on any thread.
unsafe extern "C" fn receive(rendezvous: Ptr, params: *mut TF_RendezvousAsyncRecv_Params) {
    // SAFETY: the plugin passes null or parameters that are valid during the call.
    guard("the rendezvous' receive function", || unsafe {
        let Some(params) = params.as_ref() else { return };
        let receiver = Receiver(params.on_done);
        let found = meeting(rendezvous).and_then(|meeting| Ok((meeting, key_bytes(params.key)?)));
        match found {
            Err(status) => receiver.call(Err(status)),
            Ok(((meeting, rendezvous), key)) => {
                let device = meeting.device.clone().filter(|_| !on_host(params.args));
                rendezvous.receive(
                    key,
                    Box::new(move |outcome| {
                        receiver.call(outcome.and_then(|sent| deliver(sent, device.as_ref())))
                    }),
                );
            }
        }
    });
}

/// # Safety
/// Called by the plugin: `rendezvous` came from `TF_GetRendezvous`; `status` is null or a status.
unsafe extern "C" fn start_abort(rendezvous: Ptr, status: *const Status) {
    // SAFETY: the plugin passes null or a status, and what `TF_GetRendezvous` gave.
    guard("the rendezvous' abort function", || unsafe {
        if let (Ok((_, rendezvous)), Some(status)) = (meeting(rendezvous), status.as_ref()) {
            match status.is_ok() {
                true => rendezvous.abort(&Status::new(Code::CANCELLED, "a kernel gave up")),
                false => rendezvous.abort(status),
            }
        }
    });
}

impl Nothing for TF_RendezvousThunk {
    const NOTHING: TF_RendezvousThunk = TF_RendezvousThunk {
        rendezvous: std::ptr::null_mut(),
        send_func: send,
        async_recv_func: receive,
        start_abort_func: start_abort,
    };
}

exports! {
    fn TF_GetRendezvous(run: *mut Context) -> TF_RendezvousThunk {
        let meeting = run.as_mut().map_or(std::ptr::null(), |run| std::ptr::from_ref(run.meeting()));
        TF_RendezvousThunk { rendezvous: meeting.cast_mut().cast(), ..Nothing::NOTHING }
    }
}
