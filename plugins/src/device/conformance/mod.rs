//! The conformance suite: what a device must do, checked one function after another.
//!
//! Any vendor can run it on a plugin. Each check works on a device that was made for it, names what is wrong, and says of
//! functions that a device need not have that they are missing. A check that does not come to an end is wrong as well; nothing
//! is freed that a wrong device may still write to. Checks pass on devices that do everything at once as on those that do it later.
//!
//! What a device computes (kernels) is not its business.

mod copies;
mod memory;
mod streams;
mod target;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::platform::{Platform, count_devices};
use target::Target;

/// A check is in order, perhaps because a function that need not be there is missing; or something is wrong.
type Verdict = Result<Option<String>, String>;

/// A check and its name.
type Check = (&'static str, fn(&Target) -> Verdict);

/// A check may take this long.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// What came of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckResult {
    /// In order.
    Passed,
    /// In order, without a function that a device need not have.
    Missing(String),
    /// Wrong.
    Failed(String),
}

/// What came of one check on one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The device, `MY_DEVICE:0`; the type alone for what concerns all.
    pub device: String,
    /// The check, `copy.to-device`.
    pub check: &'static str,
    /// What came of it.
    pub result: CheckResult,
}

/// Checks all devices of a platform, by the checks that are named or by all; `found` is told of each as it ends. Whether all is in
/// order.
pub fn check_platform(platform: &'static Platform, only: &[String], found: &mut dyn FnMut(&Finding)) -> bool {
    let is_wanted = |check: &str| only.is_empty() || only.iter().any(|name| name == check);
    let mut all_good = true;
    let mut tell = |device: String, check: &'static str, verdict: Verdict| {
        let result = match verdict {
            Ok(None) => CheckResult::Passed,
            Ok(Some(what)) => CheckResult::Missing(what),
            Err(what) => CheckResult::Failed(what),
        };
        all_good &= !matches!(result, CheckResult::Failed(_));
        found(&Finding { device, check, result });
    };
    let counts = [count_devices(platform), count_devices(platform)];
    let count = counts[0].clone().unwrap_or(0);
    let verdict = match counts {
        [Ok(first), Ok(second)] if first != second => {
            Err(format!("get_device_count says {first}, then {second}"))
        }
        [Ok(first), Ok(_)] if first < 0 => Err(format!("get_device_count says {first}")),
        [Ok(0), Ok(_)] => Err("there is no device to check".into()),
        [Ok(_), Ok(_)] => Ok(None),
        [Err(what), _] | [_, Err(what)] => Err(what),
    };
    if is_wanted("platform.count") || verdict.is_err() {
        tell(platform.device_type.clone(), "platform.count", verdict);
    }
    for ordinal in 0..count {
        let name = format!("{}:{ordinal}", platform.device_type);
        let target = match Target::new(platform, ordinal) {
            Ok(target) => Arc::new(target),
            Err(what) => {
                tell(name, "device.create", Err(what));
                continue;
            }
        };
        let all = memory::CHECKS.iter().chain(copies::CHECKS).chain(streams::CHECKS);
        for &(check, function) in all.filter(|(check, _)| is_wanted(check)) {
            tell(name.clone(), check, within_time(target.clone(), function));
        }
    }
    all_good
}

/// Runs a check on a thread of its own, which is left alone if it does not come to an end.
fn within_time(target: Arc<Target>, function: fn(&Target) -> Verdict) -> Verdict {
    let (sender, receiver) = channel();
    let started = std::thread::Builder::new().name("conformance".into()).spawn(move || {
        // Nobody listens any more if this comes too late.
        let _ = sender.send(function(&target));
    });
    if let Err(error) = started {
        return Err(format!("the check cannot be started: {error}"));
    }
    receiver.recv_timeout(TIME_LIMIT).unwrap_or_else(|_| Err(format!("it did not end within {TIME_LIMIT:?}")))
}
