//! The verifier accepts and refuses what upstream's does, with its messages.
//!
//! `testdata/stablehlo/verifier.txt` has programs with upstream's answers (`checks/stablehlo/verifier.py`). For operations where
//! answers still differ, `verifier.differences.txt` says how many programs have another outcome and how many only another
//! message; operations that are not in it agree everywhere. `UPDATE_VERIFIER=1` writes it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::parse_module;
use tfrt_ir::verify::verify_module;

use crate::common::{context, testdata};

/// The lines of the file: upstream's answer and the program.
pub(crate) fn cases() -> Vec<(String, String)> {
    let text = std::fs::read_to_string(testdata().join("stablehlo/verifier.txt")).expect("readable");
    let case =
        |line: &str| line.split_once('\t').map(|(answer, program)| (answer.to_owned(), program.to_owned()));
    text.lines().map(|line| case(line).expect("a tab")).collect()
}

/// The name of the first operation of a program's function.
fn op_name(program: &str) -> &str {
    let body = program.split_once(") { ").expect("a function").1;
    body.split('"').nth(1).expect("a generic operation")
}

#[test]
fn programs_are_judged_as_upstream_judges_them() {
    let ctx = context();
    let mut differences: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut same_outcome, mut same_message) = (0, 0);
    let cases = cases();
    let mut shown = String::new();
    for (wanted, program) in &cases {
        let mut diagnostics = Diagnostics::without_current_op();
        if let Some(module) = parse_module(&ctx, "case", program, &mut diagnostics) {
            // Whether that failed is in the diagnostics.
            let _ = verify_module(&module, &mut diagnostics);
        }
        let found = diagnostics.iter().next().map_or("ok", |diagnostic| &diagnostic.message);
        let agrees = (found == "ok") == (wanted == "ok");
        same_outcome += usize::from(agrees);
        same_message += usize::from(found == wanted);
        if found != wanted {
            let entry = differences.entry(op_name(program).to_owned()).or_default();
            if agrees {
                entry.1 += 1
            } else {
                entry.0 += 1
            }
            let _ = writeln!(shown, "{program}\n  wanted {wanted}\n  found  {found}");
        }
    }
    println!(
        "{} programs: {same_outcome} with upstream's outcome, {same_message} with its message",
        cases.len()
    );
    let mut table =
        String::from("# operation: programs with another outcome, programs with another message only\n");
    for (op, (outcome, message)) in differences {
        let _ = writeln!(table, "{op}: {outcome}, {message}");
    }
    let path = testdata().join("stablehlo/verifier.differences.txt");
    if std::env::var_os("UPDATE_VERIFIER").is_some() {
        std::fs::write(&path, &table).expect("the file can be written");
        println!("{shown}");
    }
    let known = std::fs::read_to_string(&path).expect("readable");
    assert_eq!(table, known, "{}", shown.chars().take(4000).collect::<String>());
}
