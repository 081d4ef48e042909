//! Cases that may end their process, or never end: each runs in a child, which is this test program again.

use std::process::Command;
use std::sync::Mutex;

/// Runs the test of this path once for each case, in a child that finds the case in the variable; gives the complaints of the children
/// that fail.
pub(crate) fn in_children(test: &str, variable: &str, cases: impl IntoIterator<Item = String>) -> String {
    let waiting = Mutex::new(cases.into_iter().collect::<Vec<_>>());
    let wrong = Mutex::new(String::new());
    let program = std::env::current_exe().expect("the test program has a path");
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(case) = waiting.lock().expect("no panics").pop() else { return };
                    let child = Command::new(&program)
                        .args(["--exact", test, "--test-threads=1", "--nocapture"])
                        .env(variable, &case)
                        .output()
                        .expect("the test program can be run again");
                    if !child.status.success() {
                        let told = String::from_utf8_lossy(&child.stderr);
                        *wrong.lock().expect("no panics") += &format!("{case}, {}: {told}\n", child.status);
                    }
                }
            });
        }
    });
    wrong.into_inner().expect("no panics")
}
