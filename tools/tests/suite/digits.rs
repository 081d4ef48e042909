//! The handwritten digits on the CPU: optimised or not, on one thread or two, without any complaint.

use crate::common::{digits::run_digits, text};

fn check(level: &str, queue: &str) {
    let output =
        run_digits(&format!("digits{level}{queue}"), level, &[&format!("--work_queue_type={queue}")]);
    assert!(output.stderr.is_empty(), "{}", text(&output));
}

#[test]
fn probabilities_are_those_of_scikit_learn() {
    check("-O0", "s");
}

#[test]
fn optimising_changes_nothing() {
    check("-O2", "s");
}

#[test]
fn nor_do_threads() {
    check("-O2", "mstd:2");
}
