//! Calls of plugin functions that report in a status.

use crate::status::Status;

/// Calls a function that reports in a status. The message of an error names what was done.
pub(super) fn call(what: &str, function: impl FnOnce(*mut Status)) -> Result<(), String> {
    let mut status = Status::ok();
    function(&raw mut status);
    status.to_result().map_err(|message| format!("{what}: {message}"))
}
