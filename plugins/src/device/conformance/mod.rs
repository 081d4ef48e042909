//! The conformance suite: the requirements on a device, checked one function after another.
//!
//! Any vendor can run it on a plugin. Each check works on a device that was made for it, names the fault, and reports optional functions
//! that the device lacks as missing. A check that does not end has failed as well; nothing is freed that a faulty device may still write
//! to. A device that crashes takes the process with it, so a caller that wants the remaining results runs the checks in a process of their
//! own, and continues in another one. Devices that do everything at once pass, and so do asynchronous ones.
//!
//! The suite does not check the results of kernels.

mod copies;
mod errors;
mod host;
mod lifetimes;
mod memory;
mod streams;
mod target;
mod waiting;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::platform::{Platform, count_devices};
use target::Target;

/// A check is in order, perhaps because a function that need not be there is missing; or something is wrong.
type Verdict = Result<Option<String>, String>;

/// A check and its name.
type Check = (&'static str, fn(&Target) -> Verdict);

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckResult {
    /// In order.
    Passed,
    /// In order, without a function that a device need not have.
    Missing(String),
    /// Wrong.
    Failed(String),
}

/// The outcome of one check on one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The device, `MY_DEVICE:0`; the type alone for what concerns all.
    pub device: String,
    /// The check, `copy.to-device`.
    pub check: &'static str,
    /// The outcome.
    pub result: CheckResult,
}

/// The observer of the checks.
pub trait Observer {
    /// A check is about to begin; returns whether to run it.
    fn starting(&mut self, device: &str, check: &'static str) -> bool;
    /// A check has ended.
    fn found(&mut self, finding: &Finding);
}

/// Checks all devices of a platform. A check that takes longer than `time_limit` is wrong, and is left alone. Whether all is in order.
pub fn check_platform(
    platform: &'static Platform,
    time_limit: Duration,
    observer: &mut dyn Observer,
) -> bool {
    let mut all_good = true;
    let mut tell = |observer: &mut dyn Observer, device: &str, check: &'static str, verdict: Verdict| {
        let result = match verdict {
            Ok(None) => CheckResult::Passed,
            Ok(Some(what)) => CheckResult::Missing(what),
            Err(what) => CheckResult::Failed(what),
        };
        all_good &= !matches!(result, CheckResult::Failed(_));
        observer.found(&Finding { device: device.to_owned(), check, result });
    };
    let is_wanted = observer.starting(&platform.device_type, "platform.count");
    let counts = within(time_limit, move || [count_devices(platform), count_devices(platform)]);
    let counts = counts.unwrap_or_else(|what| [Err(format!("get_device_count: {what}")), Err(what)]);
    let count = match &counts {
        [Ok(count), _] => *count,
        [Err(_), _] => 0,
    };
    let verdict = match counts {
        [Ok(first), Ok(second)] if first != second => {
            Err(format!("get_device_count says {first}, then {second}"))
        }
        [Ok(first), Ok(_)] if first < 0 => Err(format!("get_device_count says {first}")),
        [Ok(0), Ok(_)] => Err("there is no device to check".into()),
        [Ok(_), Ok(_)] => Ok(None),
        [Err(what), _] | [_, Err(what)] => Err(what),
    };
    if is_wanted || verdict.is_err() {
        tell(observer, &platform.device_type, "platform.count", verdict);
    }
    for ordinal in 0..count {
        let name = format!("{}:{ordinal}", platform.device_type);
        let create = move || Target::new(platform, ordinal, count).map(Arc::new);
        let target = match within(time_limit, create).and_then(|target| target) {
            Ok(target) => target,
            Err(what) => {
                tell(observer, &name, "device.create", Err(what));
                continue;
            }
        };
        let checks = [
            memory::CHECKS,
            copies::CHECKS,
            streams::CHECKS,
            waiting::CHECKS,
            lifetimes::CHECKS,
            errors::CHECKS,
        ];
        for &(check, function) in checks.into_iter().flatten() {
            if observer.starting(&name, check) {
                let target = target.clone();
                let verdict = within(time_limit, move || function(&target)).and_then(|verdict| verdict);
                tell(observer, &name, check, verdict);
            }
        }
    }
    all_good
}

/// Runs something on a thread of its own, which is left alone if it does not come to an end.
fn within<R: Send + 'static>(
    time_limit: Duration,
    what: impl FnOnce() -> R + Send + 'static,
) -> Result<R, String> {
    let (sender, receiver) = channel();
    let started = std::thread::Builder::new().name("conformance".into()).spawn(move || {
        // If this comes too late, the receiver is gone.
        let _ = sender.send(what());
    });
    if let Err(error) = started {
        return Err(format!("the check cannot be started: {error}"));
    }
    receiver.recv_timeout(time_limit).map_err(|_| format!("it did not end within {time_limit:?}"))
}
