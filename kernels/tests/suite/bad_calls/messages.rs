//! The error of a call that was changed in one place must name the changed thing.
//!
//! The message names a changed attribute, with its value if it has one. For a changed argument it has the dtype or the shape, the
//! rank or one of the dimensions, or one of the elements; where only elements were changed it has a number, which may have been
//! computed from them.

use tfrt_executor::tensor::DType;

use super::changes::{Call, Change};
use crate::op_calls::dims;

/// Whether a text has another in it that is no part of a longer word or number.
fn has(message: &str, wanted: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let (starts, ends) = (wanted.starts_with(is_part), wanted.ends_with(is_part));
    message.match_indices(wanted).any(|(at, _)| {
        let (before, after) = (&message[..at], &message[at + wanted.len()..]);
        !(starts && before.ends_with(is_part) || ends && after.starts_with(is_part))
    })
}

/// The facts that a message may name of an argument, and whether its elements are others.
fn of_argument(text: &str, was: &str, tried: DType) -> Option<(Vec<String>, bool)> {
    let parts = |text: &str| -> Option<(String, Vec<i64>, Vec<i64>)> {
        let (head, values) = text.split_once('=').unwrap_or((text, ""));
        let (dtype, shape) = head.split_once(':')?;
        let (dtype, shape) = (if dtype == "T" { tried.name() } else { dtype }, dims(shape));
        // Elements that are not given are ones.
        let count = shape.iter().product::<i64>().min(16) as usize;
        let values = if values.is_empty() { vec![1; count] } else { dims(values) };
        Some((dtype.to_owned(), shape, values))
    };
    let ((dtype, shape, values), before) = (parts(text)?, parts(was)?);
    let mut wanted = Vec::new();
    if dtype != before.0 {
        match DType::from_name(&dtype) {
            Some(dtype) => wanted.extend([dtype.name().to_owned(), dtype.label().to_owned()]),
            None => wanted.extend(["string", "str", "StringHost"].map(str::to_owned)),
        }
    }
    if shape != before.1 {
        wanted.push(format!("{shape:?}"));
        wanted.push(shape.len().to_string());
        wanted.extend(shape.iter().map(i64::to_string));
        wanted.push(shape.iter().product::<i64>().to_string());
        // Where rows are looked at one by one.
        wanted.extend(shape.get(1..).map(|row| format!("{row:?}")));
        if shape.is_empty() {
            wanted.extend(["scalar", "1"].map(str::to_owned));
        }
    }
    wanted.extend(values.iter().map(i64::to_string));
    wanted.push(format!("{values:?}"));
    // Sizes that are sums of such dimensions.
    if shape.iter().any(|&dim| dim > 1 << 20) {
        wanted.push("out of memory".to_owned());
    }
    Some((wanted, shape == before.1 && (dtype == before.0 || values != before.2)))
}

/// The facts that a message may name of a value of [`VALUES`](super::changes::VALUES).
const OF_VALUES: &[&[&str]] = &[
    &["9223372036854775807"],
    &["-9223372036854775808"],
    &["-1"],
    &["0"],
    &["7"],
    &["nan", "NaN", "F32"],
    &["1", "true", "BOOL"],
    &["nonsense"],
    &["", "''", "\"\""],
    &["QI32", "qi32", "qint32"],
    &["[]", "0"],
    &["9223372036854775807"],
    &["0", "4"],
    &["-1", "4"],
    &["1099511627776", "4"],
    &["9223372036854775807"],
    &["1.500000e+00", "1.5"],
    &["x", "AGGREGATE"],
    &["<*>", "Unknown rank"],
    &["1099511627777", "i64", "out of memory", "too large"],
];

/// The facts that are missing from the message of a call that was changed so.
pub(super) fn names_what_is_wrong(
    call: &Call,
    change: &Change,
    tried: DType,
    message: &str,
) -> Result<(), String> {
    let name_of = |at: usize| call.attrs[at].split('=').next().unwrap_or_default();
    let any = |wanted: &[String]| wanted.iter().any(|wanted| has(message, wanted));
    match change {
        Change::NoAttribute(at) if !message.contains(name_of(*at)) => {
            Err(format!("{} is not named", name_of(*at)))
        }
        Change::Attribute(at, value) => {
            // One of a list may be named alone.
            let name = name_of(*at);
            if !message.contains(name.strip_suffix('s').unwrap_or(name)) {
                return Err(format!("{name} is not named"));
            }
            match OF_VALUES[*value].iter().any(|wanted| has(message, wanted)) {
                true => Ok(()),
                false => Err(format!("{name} is not said to be any of {:?}", OF_VALUES[*value])),
            }
        }
        Change::Element(_, text) => {
            let (name, list) = text.split_once('=').unwrap_or((text, ""));
            let has_number = dims(list.trim_matches(['[', ']'])).iter().any(|n| has(message, &n.to_string()));
            // What there is too much of is the result then.
            if message.contains(name.strip_suffix('s').unwrap_or(name))
                || has_number
                || message.contains("out of memory")
            {
                return Ok(());
            }
            Err(format!("{name} is not named"))
        }
        Change::Argument(at, text) => {
            let Some((wanted, of_elements)) = of_argument(text, &call.args[*at], tried) else {
                return Ok(());
            };
            let has_number = message.contains(|c: char| c.is_ascii_digit());
            if any(&wanted) || (of_elements && has_number) {
                return Ok(());
            }
            Err(format!("argument {at} is not said to be {text}"))
        }
        // The others may be the wrong ones then.
        Change::Fewer | Change::More | Change::Kind(..) => {
            let says_kinds = message.starts_with("Cannot implictly convert ");
            if says_kinds || message.contains(|c: char| c.is_ascii_digit()) {
                Ok(())
            } else {
                Err("nothing is named".to_owned())
            }
        }
        Change::NoAttribute(_) => Ok(()),
    }
}
