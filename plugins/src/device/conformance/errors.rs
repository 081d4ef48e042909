//! Checks of errors: the device reports impossible requests as errors and keeps working.
//!
//! If a function fails but reports success, the check of its effect finds that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::host::{Host, compare, pattern};
use super::target::{Outcome, Target};
use super::{Check, Verdict};

/// The checks of this file.
pub(super) const CHECKS: &[Check] = &[
    ("error.no-such-device", no_such_device),
    ("error.host-memory", host_memory),
    ("error.callback-status", callback_status),
    ("error.callback-fails", callback_fails),
];

/// More than any machine has.
const TOO_MUCH: usize = 1 << 60;

/// The device still works.
fn goes_on(target: &Target) -> Outcome {
    let (stream, memory, bytes) = (target.stream()?, target.allocate(1000)?, pattern(1000, 31));
    let back = Host::new(1000, 0);
    target.to_device(Some(stream), memory, Host::with(&bytes, 0))?;
    target.to_host(Some(stream), back, memory)?;
    target.drain(stream)?;
    compare(&bytes, &back.bytes())?;
    target.free(memory);
    target.destroy_stream(stream);
    Ok(())
}

/// A device that is not there cannot be made.
fn no_such_device(target: &Target) -> Verdict {
    for ordinal in [target.count, -1] {
        if Target::new(target.platform, ordinal, target.count).is_ok() {
            return Err(format!("create_device makes a device {ordinal} of {}", target.count));
        }
    }
    goes_on(target).map_err(|what| format!("after a device was asked for that is not there: {what}"))?;
    Ok(None)
}

/// Memory of the host that is not there is null.
fn host_memory(target: &Target) -> Verdict {
    for (name, is_unified) in [("host_memory_allocate", false), ("unified_memory_allocate", true)] {
        if is_unified && !target.platform.has_unified_memory {
            continue;
        }
        let Some(memory) = target.host_memory(is_unified, TOO_MUCH) else { continue };
        if !memory.is_null() {
            return Err(format!("{name} gives {TOO_MUCH} bytes"));
        }
        match target.host_memory(is_unified, 64) {
            Some(memory) if !memory.is_null() => target.free_host_memory(is_unified, memory)?,
            _ => return Err(format!("{name} gives no memory after a request that was too large")),
        }
    }
    goes_on(target).map_err(|what| format!("after a request that was too large: {what}"))?;
    Ok(None)
}

/// A callback is given a status, in which all is well.
fn callback_status(target: &Target) -> Verdict {
    let stream = target.stream()?;
    let (is_there, is_ok) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (there, ok) = (is_there.clone(), is_ok.clone());
    target.callback_with_status(stream, move |status| {
        there.store(status.is_some(), Ordering::Release);
        ok.store(status.is_some_and(|status| status.is_ok()), Ordering::Release);
    })?;
    target.drain(stream)?;
    match (is_there.load(Ordering::Acquire), is_ok.load(Ordering::Acquire)) {
        (false, _) => Err("a callback is given no status".into()),
        (true, false) => Err("a callback is given a status that is an error".into()),
        (true, true) => Ok(None),
    }
}

/// A callback may fail; that is an error of its stream at most.
fn callback_fails(target: &Target) -> Verdict {
    let (stream, other) = (target.stream()?, target.stream()?);
    let called = Arc::new(AtomicBool::new(false));
    let seen = called.clone();
    // Whether the device says so at once is its own affair.
    target.callback_with_status(stream, move |status| {
        if let Some(status) = status {
            status.set(crate::status::Code::INTERNAL, "failed on purpose");
        }
        seen.store(true, Ordering::Release);
    })?;
    if !super::target::until(|| called.load(Ordering::Acquire)) {
        return Err("the callback was not called".into());
    }
    target
        .stream_status(other)
        .map_err(|what| format!("of a stream whose callbacks did not fail: {what}"))?;
    goes_on(target).map_err(|what| format!("after a callback that failed: {what}"))?;
    Ok(None)
}
