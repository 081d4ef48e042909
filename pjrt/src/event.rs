//! Events. A call completes before it returns, so most events are ready when they are made; one for the caller's memory that a buffer shares is
//! ready when nothing reads that memory any more.
#![expect(unsafe_code, reason = "callbacks are functions of C")]

use std::ffi::c_void;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use crate::abi::{EventAwait, EventDestroy, EventError, EventIsReady, EventOnReady};
use crate::failure::Failure;
use crate::handles::{self, Handle};

/// A function of the caller, and its argument.
type Callback = (unsafe extern "C" fn(Handle, *mut c_void), usize);

/// Something that happens once.
#[derive(Debug, Default)]
pub(crate) struct Event {
    state: Mutex<State>,
    happened: Condvar,
}

#[derive(Debug, Default)]
struct State {
    is_ready: bool,
    callbacks: Vec<Callback>,
}

impl Event {
    /// Says that it has happened: waiting callers go on, and their functions are called, each once.
    pub(crate) fn complete(&self) {
        let callbacks = {
            let mut state = self.state.lock();
            state.is_ready = true;
            std::mem::take(&mut state.callbacks)
        };
        self.happened.notify_all();
        for (callback, argument) in callbacks {
            // SAFETY: the caller's function, called once with the caller's argument and no error.
            unsafe { callback(Handle::NULL, std::ptr::with_exposed_provenance_mut(argument)) };
        }
    }
}

/// A new event for the caller, of something that has happened.
pub(crate) fn ready() -> Handle {
    let event = Event::default();
    event.complete();
    handles::issue(Arc::new(event))
}

pub(crate) fn destroy(args: &mut EventDestroy) -> Result<(), Failure> {
    handles::destroy::<Event>(args.event)?;
    Ok(())
}

pub(crate) fn is_ready(args: &mut EventIsReady) -> Result<(), Failure> {
    args.is_ready = u8::from(handles::find::<Event>(args.event)?.state.lock().is_ready);
    Ok(())
}

pub(crate) fn error(args: &mut EventError) -> Result<(), Failure> {
    handles::find::<Event>(args.event)?;
    Ok(())
}

pub(crate) fn wait(args: &mut EventAwait) -> Result<(), Failure> {
    let event = handles::find::<Event>(args.event)?;
    let mut state = event.state.lock();
    while !state.is_ready {
        event.happened.wait(&mut state);
    }
    Ok(())
}

pub(crate) fn on_ready(args: &mut EventOnReady) -> Result<(), Failure> {
    let event = handles::find::<Event>(args.event)?;
    let callback = args
        .callback
        .ok_or_else(|| Failure::invalid("PJRT_Event_OnReady: expected a callback, got a null pointer"))?;
    {
        let mut state = event.state.lock();
        if !state.is_ready {
            state.callbacks.push((callback, args.user_arg.expose_provenance()));
            return Ok(());
        }
    }
    // SAFETY: the caller's function, called once with the caller's argument and no error.
    unsafe { callback(Handle::NULL, args.user_arg) };
    Ok(())
}
