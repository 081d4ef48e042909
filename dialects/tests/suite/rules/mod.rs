//! Every rule of every operation has a program that breaks it, and its error is at the right line and column.
//!
//! Rules come from two places, and so do the programs:
//!
//! * What declarations say (how many operands, which types, which attributes, traits) is known for every operation. `declared`
//!   makes a program for each such rule of each operation, thousands in all; every one is read and verified here. The programs of
//!   one operation of each kind are kept in `testdata/bad_input/rules`, for people and for `-verify-diagnostics`; to write them:
//!   `UPDATE_RULES=1 cargo test -p tfrt-dialects --test suite rules::`.
//! * What hooks say beyond that is declared beside them, message by message (`OpDefinition::verify_messages`). `hooks` runs all
//!   programs of `testdata` that expect errors, and those of StableHLO's rules, and demands that each message of each operation
//!   is given by one; annotations there pin the places. So that none is forgotten, `source` looks for prose in the code of hooks.
//!
//! Left to others: messages of the grammar itself, which the tests of `tfrt-ir` cover.

mod declared;
mod hooks;
mod source;
mod witness;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use declared::Case;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::parse_module;
use tfrt_ir::verify::verify_module;
use witness::Witnesses;

use crate::common::testdata;

/// The programs that no text can be: an operand before the broken one has a type that cannot be spelled.
fn is_possible(case: &Case) -> bool {
    !declared::is_unwritable(&case.text)
}

fn all_cases(witnesses: &Witnesses) -> Vec<Case> {
    let ops = witnesses.ctx.dialects().ops();
    ops.flat_map(|op| declared::cases(witnesses, op)).filter(is_possible).collect()
}

/// The first error of a program: line, column, message.
fn first_error(ctx: &std::sync::Arc<Context>, text: &str) -> Option<(u32, u32, String)> {
    let mut diagnostics = Diagnostics::without_current_op();
    if let Some(module) = parse_module(ctx, "rule", text, &mut diagnostics) {
        // Whether that failed is in the diagnostics.
        let _ = verify_module(&module, &mut diagnostics);
    }
    let first = diagnostics.iter().next()?;
    let (_, line, col) = ctx.file_position(first.loc)?;
    Some((line, col, first.message.clone()))
}

#[test]
fn every_declared_rule_is_checked_where_it_is_broken() {
    let witnesses = Witnesses::new();
    let cases = all_cases(&witnesses);
    let mut report = String::new();
    for case in &cases {
        let wanted = (case.line as u32, case.col as u32, case.message.clone());
        let found = first_error(&witnesses.ctx, &case.text);
        if found.as_ref() != Some(&wanted) {
            let _ = writeln!(
                report,
                "{}: {}\n  wanted {wanted:?}\n  found  {found:?}\n{}",
                case.op, case.rule, case.text
            );
        }
    }
    let failed = report.matches("\n  wanted").count();
    assert!(
        report.is_empty(),
        "{failed} of {}:\n{}",
        cases.len(),
        report.chars().take(6000).collect::<String>()
    );
    println!("{} rules of {} operations", cases.len(), witnesses.ctx.dialects().ops().count());
}

/// A rule that no program breaks is listed here, with the reason.
#[test]
fn what_cannot_be_written_is_known() {
    let witnesses = Witnesses::new();
    let ops = witnesses.ctx.dialects().ops();
    let impossible: Vec<String> = ops
        .flat_map(|op| declared::cases(&witnesses, op))
        .filter(|case| !is_possible(case))
        .map(|case| format!("{}: {}", case.op, case.rule))
        .collect();
    // Their first operand has a type that values have and programs cannot spell.
    let known: Vec<String> = (0..4)
        .flat_map(|rank| {
            ["operand chain", "result out_chain"]
                .map(|rule| format!("ts.print_fixed_rank_shape.{rank}: {rule}"))
        })
        .collect();
    assert_eq!(impossible, known);
}

/// The file of a dialect in `testdata/bad_input/rules`.
fn file(dialect: &str, cases: &[&Case]) -> String {
    let mut text = format!(
        "// What the declarations of `{dialect}` demand: one program a rule, for one operation of each kind.\n\
         // Written from the declarations; change those.\n\
         // RUN: tfrt-opt -allow-unregistered-dialect %s -split-input-file -verify-diagnostics\n"
    );
    for (index, case) in cases.iter().enumerate() {
        if index > 0 {
            text += "\n// -----\n";
        }
        text.push('\n');
        for (number, line) in case.text.lines().enumerate() {
            if case.message.starts_with("redefinition") && number == 0 {
                text += "// expected-note @+1:1 {{see existing symbol definition here}}\n";
            }
            if number + 1 == case.line {
                let indent = &line[..line.len() - line.trim_start().len()];
                let _ = writeln!(text, "{indent}// expected-error @+1:{} {{{{{}}}}}", case.col, case.message);
            }
            text += line;
            text.push('\n');
        }
    }
    text
}

#[test]
fn the_programs_in_testdata_are_current() {
    let witnesses = Witnesses::new();
    let cases = all_cases(&witnesses);
    let mut by_op: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in &cases {
        by_op.entry(&case.op).or_default().push(case);
    }
    // In the order of declaration: operations of a family, or with the same rules, are like the first of them.
    let mut seen: BTreeSet<Vec<(&str, String)>> = BTreeSet::new();
    let mut families: BTreeSet<&str> = BTreeSet::new();
    let mut files: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for op in witnesses.ctx.dialects().ops() {
        let Some(cases) = by_op.get(op.name()) else { continue };
        let mut rules = vec![("", op.dialect().to_owned())];
        rules.extend(cases.iter().map(|case| (case.rule.as_str(), case.message.replace(op.name(), ""))));
        if seen.insert(rules) & families.insert(tfrt_dialects::docs::family(op.name())) {
            files.entry(op.dialect()).or_default().extend(cases);
        }
    }
    let folder = testdata().join("bad_input/rules");
    let update = std::env::var_os("UPDATE_RULES").is_some();
    let mut outdated = Vec::new();
    for (dialect, cases) in files {
        let text = file(dialect, &cases);
        let path = folder.join(format!("{dialect}.mlir"));
        if update {
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            std::fs::write(&path, &text).expect("the file can be written");
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            outdated.push(dialect);
        }
    }
    assert!(outdated.is_empty(), "outdated: {outdated:?}; run the test with UPDATE_RULES=1");
}
