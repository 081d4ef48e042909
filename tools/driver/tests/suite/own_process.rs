//! Tests of process-wide state, such as the one profiler session: each runs in a process of its own.

use std::process::Command;

/// Set in the process that is the test's own.
const MARK: &str = "TFRT_TEST_IN_OWN_PROCESS";

/// Runs the rest of a test, which is a closure written in the test's function, in a process that runs this test and no other.
pub(crate) fn in_own_process<Body: FnOnce()>(body: Body) {
    if std::env::var_os(MARK).is_some() {
        return body();
    }
    // `suite::module::test::{{closure}}`; a name that is no test's would run none, which is checked below.
    let closure = std::any::type_name::<Body>();
    let test = closure.split_once("::").and_then(|(_, path)| path.strip_suffix("::{{closure}}"));
    let test = test.unwrap_or_else(|| panic!("{closure} is no closure in a test"));
    let program = std::env::current_exe().expect("a program knows where it is");
    let output = Command::new(program)
        .args(["--exact", test, "--nocapture"])
        .env(MARK, "1")
        .output()
        .expect("a program can be run again");
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("test result: ok. 1 passed"), "{test}: {said}");
}
