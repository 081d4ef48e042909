//! The rendezvous of a kernel: how kernels on several devices exchange tensors by key, which they do not do here.
//!
//! The runtime copies between devices itself, and programs have no ops that send. A kernel that asks for the rendezvous all the same
//! gets functions that it can call: a send fails with UNIMPLEMENTED, a receive is done at once with UNIMPLEMENTED and no tensor, and
//! to abort does nothing, as nothing waits. Every field that is looked at is one that the header's first version has.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use super::{exports, guard};
use crate::abi::{
    Nothing, Ptr, TF_RendezvousAsyncRecv_Params, TF_RendezvousDoneCallback_Params, TF_RendezvousParsedKey,
    TF_RendezvousSend_Params, TF_RendezvousThunk,
};
use crate::kernel::Context;
use crate::status::{Code, Status};

/// The text of a key; empty when there is none.
///
/// # Safety
/// `key` is null or a key with as many bytes as it says.
unsafe fn key_text(key: *const TF_RendezvousParsedKey) -> String {
    // SAFETY: what the caller promises.
    unsafe {
        match key.as_ref() {
            Some(key) if !key.full_key.is_null() => {
                let bytes = std::slice::from_raw_parts(key.full_key.cast::<u8>(), key.full_key_size as usize);
                String::from_utf8_lossy(bytes).into_owned()
            }
            _ => String::new(),
        }
    }
}

fn unimplemented(what: &str, key: &str) -> Status {
    let message =
        format!("TF_GetRendezvous: {what} '{key}': kernels exchange no tensors by key in this runtime");
    Status::new(Code::UNIMPLEMENTED, message)
}

unsafe extern "C" fn send(_rendezvous: Ptr, params: *mut TF_RendezvousSend_Params) {
    // SAFETY: the plugin passes null or parameters that are valid during the call; the tensor stays its own.
    guard("the rendezvous' send function", || unsafe {
        if let Some(params) = params.as_ref()
            && let Some(status) = params.status.as_mut()
        {
            *status = unimplemented("cannot send", &key_text(params.key));
        }
    });
}

unsafe extern "C" fn receive(_rendezvous: Ptr, params: *mut TF_RendezvousAsyncRecv_Params) {
    // SAFETY: the plugin passes null or parameters that are valid during the call; the callback is one of its own, which gets
    // a status that it does not keep.
    guard("the rendezvous' receive function", || unsafe {
        if let Some(params) = params.as_ref()
            && let Some(callback) = params.on_done.callback
        {
            let context = params.on_done.context;
            let status = unimplemented("cannot receive", &key_text(params.key));
            let tensor = std::ptr::null();
            let mut done = TF_RendezvousDoneCallback_Params {
                context,
                status: &raw const status,
                tensor,
                is_dead: false,
            };
            callback(context, &raw mut done);
        }
    });
}

unsafe extern "C" fn start_abort(_rendezvous: Ptr, _status: *const Status) {}

/// What the rendezvous points to; nobody looks at it.
static RENDEZVOUS: u8 = 0;

impl Nothing for TF_RendezvousThunk {
    const NOTHING: TF_RendezvousThunk = TF_RendezvousThunk {
        rendezvous: (&raw const RENDEZVOUS).cast_mut().cast(),
        send_func: send,
        async_recv_func: receive,
        start_abort_func: start_abort,
    };
}

exports! {
    fn TF_GetRendezvous(run: *mut Context) -> TF_RendezvousThunk {
        let _ = run;
        Nothing::NOTHING
    }
}
