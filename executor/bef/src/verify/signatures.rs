//! Rules for the signatures of functions.
//!
//! A record takes constant time, or the logarithm of their number: names of sizes are few, and readers of their text find out whether it is
//! UTF-8.

use super::{Result, fail};
use crate::{attr::AttrView, file::BefFile, records::*};

pub(super) fn signatures(file: &BefFile) -> Result {
    let mut before = None;
    // The last function, and half of it (arguments or results), that used a string as a name.
    let mut users = Vec::new();
    for (i, record) in file.signature_records().iter().enumerate() {
        let broken = |what: &str| fail(Section::Signatures, i, what);
        let place = (record.function, record.position);
        if before.is_some_and(|before| before >= place) {
            return broken("does not follow the one before");
        }
        before = Some(place);
        let Some(function) = file.function_records().get(record.function.index()) else {
            return broken("belongs to a function that does not exist");
        };
        if file.string(function.name).is_empty() {
            return broken("belongs to the region of an op");
        }
        if u64::from(record.position) >= u64::from(function.num_args) + u64::from(function.num_results) {
            return broken("belongs to an argument or a result that does not exist");
        }
        let is_result = record.position >= function.num_args;
        if record.name.0 != NONE {
            if users.is_empty() {
                users.resize(file.string_records().len(), None);
            }
            let user = Some((record.function, is_result));
            match users.get_mut(record.name.index()) {
                None => return broken("has a name that does not exist"),
                Some(last) if *last == user => return broken("has the name of another"),
                Some(last) => *last = user,
            }
        }
        if let Err(what) = attributes(file, record, is_result) {
            return broken(what);
        }
    }
    Ok(())
}

pub(super) fn small_types(file: &BefFile) -> Result {
    let mut before = None;
    for (i, record) in file.small_type_records().iter().enumerate() {
        let broken = |what: &str| fail(Section::SmallTypes, i, what);
        let place = (record.function, record.position);
        if before.is_some_and(|before| before >= place) {
            return broken("does not follow the one before");
        }
        before = Some(place);
        let described = file.signature_records();
        if described.binary_search_by_key(&place, |record| (record.function, record.position)).is_err() {
            return broken("belongs to no argument or result with a signature");
        }
        if record.name.index() >= file.string_records().len() {
            return broken("has a name that does not exist");
        }
    }
    Ok(())
}

/// Checks the attributes of a record; the error is the rule it breaks.
fn attributes(
    file: &BefFile,
    record: &SignatureRecord,
    is_result: bool,
) -> std::result::Result<(), &'static str> {
    let attr = |ix: AttrIx| match ix.0 {
        NONE => Ok(None),
        _ if ix.index() >= file.attr_records().len() => Err("has an attribute that does not exist"),
        _ => Ok(Some(file.attr(ix))),
    };
    let rank = match attr(record.tensor_type)? {
        None => None,
        Some(AttrView::TensorType { shape, .. }) => shape.map(<[i64]>::len),
        Some(_) => return Err("has a type that is no type of tensors"),
    };
    match attr(record.sizes)? {
        None => {}
        Some(AttrView::Aggregate(names)) => {
            if names.len() > MAX_NAMED_SIZES || rank != Some(names.len()) {
                return Err("has names of sizes that do not fit its shape");
            }
            if names.iter().any(|name| !matches!(name, AttrView::String(_))) {
                return Err("has names of sizes that are no strings");
            }
        }
        Some(_) => return Err("has names of sizes that are no list"),
    }
    match attr(record.default)? {
        Some(_) if is_result => Err("is a result with a default"),
        _ => Ok(()),
    }
}
