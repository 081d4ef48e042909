//! The tests of syntax, rules and meaning of all dialects, in one program.
//!
//! `cargo test -p tfrt-dialects --test suite -- NAME` runs the tests whose path contains NAME, such as `rules::`.

mod artifacts;
mod common;

mod meaning;
mod mutations;
mod parallel;
mod print_parse;
mod programs;
mod reference_pages;
mod rules;
mod stablehlo_forms;
mod stablehlo_verifier;
