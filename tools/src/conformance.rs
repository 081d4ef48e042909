//! `tfrt-run --device-conformance=FILE`: what is missing or wrong about the devices of a plugin.
//!
//! A line for each check on each device, and one that says how many were wrong. The plugin need not be installed or named otherwise.

use std::path::Path;

use tfrt_plugin::Loader;
use tfrt_plugin::device::conformance::{CheckResult, Finding, check_platform};
use tfrt_plugin::device::platforms;

use crate::cli::program_name;

/// Checks the devices of a plugin, those checks that are named or all; whether all is in order.
pub fn check(file: &Path, only: &[String]) -> bool {
    let complain = |message: String| {
        eprintln!("{}: error: {message}", program_name());
        false
    };
    let library = match Loader::new().and_then(|loader| loader.load(file)) {
        Ok(library) => library,
        Err(error) => return complain(error.to_string()),
    };
    let own =
        platforms().into_iter().find(|platform| platform.library.is_some_and(|id| id.path() == library.path));
    let Some(platform) = own else {
        return complain(format!("plugin '{}' has no SE_InitPlugin: it brings no devices", file.display()));
    };
    let (mut passed, mut missing, mut failed) = (0, 0, 0);
    let mut tell = |finding: &Finding| {
        let (device, check) = (&finding.device, finding.check);
        match &finding.result {
            CheckResult::Passed => {
                passed += 1;
                println!("{device} {check}: ok");
            }
            CheckResult::Missing(what) => {
                missing += 1;
                println!("{device} {check}: not there, and need not be: {what}");
            }
            CheckResult::Failed(what) => {
                failed += 1;
                println!("{device} {check}: FAILED: {what}");
            }
        }
    };
    let all_good = check_platform(platform, only, &mut tell);
    println!("{}: {passed} checks passed, {missing} not there, {failed} failed", platform.name);
    if passed + missing + failed == 0 {
        return complain(format!("there is no check {}", only.join(", ")));
    }
    all_good
}
