//! The attributes without which the kernels of an op do not run, as far as calls of it in tests show.
//!
//! Definitions require more: the runtime does without an attribute where arguments and results say the same, or where nothing depends on it. A
//! test of the kernels keeps the table current.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The attributes that a call of an op must give, though they have no default, by the op's full name.
pub fn needed_attributes(name: &str) -> &'static [&'static str] {
    static TABLE: OnceLock<HashMap<&'static str, Vec<&'static str>>> = OnceLock::new();
    let read = |line: &'static str| {
        let mut words = line.split_whitespace();
        Some((words.next()?, words.collect()))
    };
    let lines = || include_str!("../tables/needed.table").lines().filter(|line| !line.starts_with('#'));
    let table = TABLE.get_or_init(|| lines().filter_map(read).collect());
    table.get(name).map_or(&[], |attributes| attributes)
}
