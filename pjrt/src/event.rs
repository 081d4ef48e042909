//! Events. A call completes before it returns, so an event is ready when it is made.
#![expect(unsafe_code, reason = "callbacks are functions of C")]

use std::sync::Arc;

use crate::abi::{EventAwait, EventDestroy, EventError, EventIsReady, EventOnReady};
use crate::failure::Failure;
use crate::handles::{self, Handle};

/// Something that has happened.
#[derive(Debug)]
pub(crate) struct Event;

/// A new event for the caller.
pub(crate) fn ready() -> Handle {
    handles::issue(Arc::new(Event))
}

pub(crate) fn destroy(args: &mut EventDestroy) -> Result<(), Failure> {
    handles::destroy::<Event>(args.event)?;
    Ok(())
}

pub(crate) fn is_ready(args: &mut EventIsReady) -> Result<(), Failure> {
    handles::find::<Event>(args.event)?;
    args.is_ready = 1;
    Ok(())
}

pub(crate) fn error(args: &mut EventError) -> Result<(), Failure> {
    handles::find::<Event>(args.event)?;
    Ok(())
}

pub(crate) fn wait(args: &mut EventAwait) -> Result<(), Failure> {
    handles::find::<Event>(args.event)?;
    Ok(())
}

pub(crate) fn on_ready(args: &mut EventOnReady) -> Result<(), Failure> {
    handles::find::<Event>(args.event)?;
    let callback = args
        .callback
        .ok_or_else(|| Failure::invalid("PJRT_Event_OnReady: expected a callback, got a null pointer"))?;
    // SAFETY: the caller's function, called once with the caller's argument and no error.
    unsafe { callback(Handle::NULL, args.user_arg) };
    Ok(())
}
