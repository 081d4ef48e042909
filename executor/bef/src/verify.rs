//! The verifier: the rules that a file must satisfy before its program may run.
//!
//! It reads every table once and never the constants, so its time is linear in the tables; it allocates a few bytes for each
//! aggregate, nested location and function. In this order, it checks that
//! - strings lie one after the other in `StringBytes` and are UTF-8;
//! - types have known codes; types, kernels and functions have names that exist and are unique (regions have
//!   none);
//! - attributes have known kinds and types, and their data lies, aligned, in its section, behind the data of earlier
//!   attributes; tensors have the size of their shape; booleans are 0 or 1; aggregates consist of earlier attributes, so
//!   there are no cycles, and are neither too deep nor too large when written out;
//! - compilation units lie one after the other in their section and are UTF-8;
//! - functions lie one after the other: types, kernels, words, registers and names of each begin where those of the
//!   previous function end, and the last function's end with the section;
//! - kernels have a known name, words in order, operands that were defined before, attributes and functions that exist;
//! - results are registers of the function; those of a synchronous function are distinct and are not
//!   arguments;
//! - a region belongs to one op at most, and comes before the function of that op;
//! - types of registers agree with their codes, and those of arguments and results with the signature;
//! - records of signatures are in order and belong to arguments and results of functions with a name; their names exist and differ,
//!   and their attributes exist and have the kinds of what they stand for;
//! - locations consist of earlier ones and are neither too deep nor too large; names of attributes exist.
//!
//! Data that lies one after the other is read once: that makes the time linear, and keeps a small file from standing for a
//! huge program.
//!
//! The numbering implies that a register is defined once: a kernel's results are the registers between its first result
//! and the next kernel's.

mod attrs;
mod functions;
pub(crate) mod limits;
mod locations;
mod signatures;

use crate::{dtype::TypeCode, error::BefError, file::BefFile, records::*};

type Result<T = ()> = std::result::Result<T, BefError>;

/// Applies all rules to a file whose section table is sound.
pub(crate) fn verify(file: &BefFile) -> Result {
    strings(file)?;
    types(file)?;
    attrs::attributes(file)?;
    units(file)?;
    functions::functions(file)?;
    signatures::signatures(file)?;
    signatures::small_types(file)?;
    locations::locations(file)
}

/// Fails with the rule that an element of a section breaks.
#[cold]
#[inline(never)]
fn fail<T>(section: Section, entry: usize, what: impl Into<String>) -> Result<T> {
    Err(BefError::invalid(section, entry, what))
}

fn strings(file: &BefFile) -> Result {
    let bytes = match std::str::from_utf8(file.section_bytes(Section::StringBytes)) {
        Ok(text) => text,
        Err(error) => return fail(Section::StringBytes, error.valid_up_to(), "is not UTF-8"),
    };
    let mut next = 0;
    for (i, record) in file.string_records().iter().enumerate() {
        if record.offset != next {
            return fail(Section::Strings, i, "does not begin where the one before ends");
        }
        let end = u64::from(next) + u64::from(record.len);
        if !usize::try_from(end).is_ok_and(|end| bytes.is_char_boundary(end)) {
            return fail(Section::Strings, i, "lies outside of its section or splits a character");
        }
        next = end as u32;
    }
    Ok(())
}

fn string_exists(file: &BefFile, ix: StringIx) -> bool {
    ix.index() < file.string_records().len()
}

/// Sees to it that strings are used as names once.
struct Names {
    taken: Vec<bool>,
}

impl Names {
    fn new(file: &BefFile) -> Names {
        Names { taken: vec![false; file.string_records().len()] }
    }

    /// Takes a string as a name; the error is the rule this breaks.
    fn take(&mut self, name: StringIx) -> std::result::Result<(), &'static str> {
        let Some(taken) = self.taken.get_mut(name.index()) else {
            return Err("has a name that does not exist");
        };
        if std::mem::replace(taken, true) { Err("has the name of another") } else { Ok(()) }
    }
}

fn types(file: &BefFile) -> Result {
    let mut names = Names::new(file);
    for (i, record) in file.type_records().iter().enumerate() {
        if let Err(what) = names.take(record.name) {
            return fail(Section::Types, i, what);
        }
        if u8::try_from(record.code).ok().and_then(TypeCode::from_code).is_none() {
            return fail(Section::Types, i, format!("has the unknown code {}", record.code));
        }
    }
    let mut names = Names::new(file);
    for (i, &name) in file.kernel_names().iter().enumerate() {
        if let Err(what) = names.take(name) {
            return fail(Section::KernelNames, i, what);
        }
    }
    Ok(())
}

fn units(file: &BefFile) -> Result {
    let text = file.section_bytes(Section::UnitText);
    let mut next = 0;
    for (i, record) in file.unit_records().iter().enumerate() {
        if record.offset != next {
            return fail(Section::Units, i, "does not begin where the one before ends");
        }
        match slice(text, record.offset, record.len) {
            None => return fail(Section::Units, i, "lies outside of its section"),
            Some(text) if std::str::from_utf8(text).is_err() => {
                return fail(Section::Units, i, "is not UTF-8");
            }
            Some(_) => next += record.len,
        }
    }
    Ok(())
}

/// `bytes[offset..][..len]`, if it exists.
fn slice(bytes: &[u8], offset: u64, len: u64) -> Option<&[u8]> {
    let start = usize::try_from(offset).ok()?;
    bytes.get(start..start.checked_add(usize::try_from(len).ok()?)?)
}
