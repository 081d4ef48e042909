//! Strings: split, joined, hashed, matched, and as code points.

mod cases_and_numbers;
mod codes;
pub(crate) mod parts;
mod re2;
pub(crate) mod regex;
mod scripts;
mod strings;
mod unicode;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    strings::register(ops);
    parts::register(ops);
    codes::register(ops);
    cases_and_numbers::register(ops);
    unicode::register(ops);
    scripts::register(ops);
    regex::register(ops);
}
