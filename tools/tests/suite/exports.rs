//! The exports of the tools: exactly the C functions that plugins call.

use std::collections::BTreeSet;
use std::process::Command;

/// The dynamic symbols that a program defines.
fn exported(program: &str) -> BTreeSet<String> {
    let output = Command::new("nm").args(["-D", "--defined-only", program]).output().expect("nm can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are ASCII");
    text.lines().filter_map(|line| line.split_whitespace().nth(2)).map(str::to_owned).collect()
}

#[test]
fn the_program_that_loads_plugins_exports_what_they_call_and_nothing_else() {
    let expected: BTreeSet<String> = tfrt_plugin::exports::names().into_iter().map(str::to_owned).collect();
    assert!(expected.len() > 300, "{}", expected.len());
    assert_eq!(exported(env!("CARGO_BIN_EXE_tfrt")), expected);
}

#[test]
fn the_programs_that_replace_themselves_by_it_export_nothing() {
    for program in
        [env!("CARGO_BIN_EXE_tfrt-opt"), env!("CARGO_BIN_EXE_tfrt-translate"), env!("CARGO_BIN_EXE_tfrt-run")]
    {
        assert_eq!(exported(program), BTreeSet::new(), "{program}");
    }
}
