//! Calls of plugin functions that report in a status.

use crate::status::Status;

/// Calls a function that reports in a status. An error's message names the call.
pub(super) fn call(what: &str, function: impl FnOnce(*mut Status)) -> Result<(), String> {
    let mut status = Status::ok();
    function(&raw mut status);
    status.to_result().map_err(|message| format!("{what}: {message}"))
}
