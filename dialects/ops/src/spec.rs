//! The parser of op definitions.
//!
//! Arguments are `name: type`, `name: Attr`, `name: N*T`, `name: Ref(T)`; for attributes see [`super::attr_spec`]. TensorFlow's
//! op registration accepts the same language, so the parser also reads plugins' definitions.
//!
//! A line of a table is `name | inputs | outputs | attributes | flags | summary`; arguments are separated by commas, attributes by
//! semicolons. The summary is a sentence that says what the op computes of its inputs and attributes, which it names in backquotes.

use std::fmt;

use super::attr_spec::parse_attr;
use super::def::{ArgDef, ArgType, AttrDef, AttrKind, OpDef};
use crate::DataType;

/// A specification that cannot be parsed: the fault and the text it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    message: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SpecError {}

impl SpecError {
    pub(crate) fn new(message: String) -> SpecError {
        SpecError { message }
    }
}

/// Reads one line of a table; `prefix` goes before the op's name.
pub(crate) fn parse_line(prefix: &str, line: &'static str) -> Result<OpDef, SpecError> {
    let mut columns = line.split('|').map(str::trim);
    let name = columns.next().unwrap_or_default();
    let [inputs, outputs, attrs, flags, summary] =
        std::array::from_fn(|_| columns.next().unwrap_or_default());
    let attrs = specs(attrs, ';').into_iter().map(parse_attr).collect::<Result<Vec<_>, _>>()?;
    let parse_args = |text: &str| -> Result<Vec<ArgDef>, SpecError> {
        specs(text, ',').into_iter().map(|arg| parse_arg(arg, &attrs)).collect()
    };
    let has = |flag: &str| flags.split_whitespace().any(|word| word == flag);
    Ok(OpDef {
        name: format!("{prefix}{name}").into(),
        summary: summary.into(),
        inputs: parse_args(inputs)?,
        outputs: parse_args(outputs)?,
        is_stateful: has("is_stateful"),
        is_commutative: has("is_commutative"),
        is_aggregate: has("is_aggregate"),
        attrs,
    })
}

/// Reads an input or output such as `values: N*T`; the types it names are looked up among `attrs` first.
///
/// # Errors
/// The text has no name, or its type is neither an attribute nor an element type.
pub fn parse_arg(text: &str, attrs: &[AttrDef]) -> Result<ArgDef, SpecError> {
    let error = |what: &str| SpecError { message: format!("{what} in argument specification \"{text}\"") };
    let (name, ty) = text.split_once(':').ok_or_else(|| error("expected ':'"))?;
    let name = parse_name(name).ok_or_else(|| error("expected a name"))?;
    let mut ty = ty.trim();
    let mut is_ref = false;
    let referred = ty.strip_prefix("Ref").and_then(|rest| rest.trim_start().strip_prefix('('));
    if let Some(inner) = referred.and_then(|rest| rest.strip_suffix(')')) {
        (ty, is_ref) = (inner.trim(), true);
    }
    let mut number_attr = None;
    if let Some((number, element)) = ty.split_once('*') {
        let number = number.trim();
        let is_int = |attr: &AttrDef| &*attr.name == number && attr.kind == AttrKind::Int && !attr.is_list;
        if !attrs.iter().any(is_int) {
            return Err(error(&format!("'{number}' is no integer attribute")));
        }
        (ty, number_attr) = (element.trim(), Some(number.into()));
    }
    let ty = match attrs.iter().find(|attr| &*attr.name == ty) {
        Some(attr) if attr.kind != AttrKind::Type => {
            return Err(error(&format!("'{ty}' is no type attribute")));
        }
        Some(attr) if attr.is_list && number_attr.is_some() => {
            return Err(error(&format!("'{ty}' is a list of types, which has a length already,")));
        }
        Some(attr) if attr.is_list => ArgType::ListAttr(ty.into()),
        Some(_) => ArgType::Attr(ty.into()),
        None if ty == "any" => ArgType::Any,
        None => match DataType::from_name(ty) {
            Some(data_type) => ArgType::Fixed(data_type),
            None => return Err(error(&format!("unknown type '{ty}'"))),
        },
    };
    Ok(ArgDef { name: name.into(), ty, number_attr, is_ref })
}

/// The name before the colon of a specification.
pub(crate) fn parse_name(text: &str) -> Option<&str> {
    let text = text.trim();
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!text.is_empty() && text.chars().all(valid)).then_some(text)
}

/// The specifications of a definition: pieces that are empty are none.
fn specs(text: &str, separator: char) -> Vec<&str> {
    let mut specs = split(text, separator, ["{[(", "}])"]);
    specs.retain(|spec| !spec.is_empty());
    specs
}

/// Splits at `separator` outside of quotes and of these opening and closing brackets; pieces are trimmed, and empty ones are pieces.
pub(crate) fn split<'a>(text: &'a str, separator: char, [opening, closing]: [&str; 2]) -> Vec<&'a str> {
    let (mut pieces, mut start, mut depth, mut quote, mut escaped) = (Vec::new(), 0, 0_i32, None, false);
    for (index, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, c) if opening.contains(c) => depth += 1,
            (None, c) if closing.contains(c) => depth -= 1,
            (None, c) if c == separator && depth == 0 => {
                pieces.push(text[start..index].trim());
                start = index + c.len_utf8();
            }
            (None, _) => {}
        }
    }
    pieces.push(text[start..].trim());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_cannot_be_read() {
        let error = parse_arg("x: N*T", &[]).expect_err("no such attribute");
        assert_eq!(error.to_string(), "'N' is no integer attribute in argument specification \"x: N*T\"");
        let error = parse_arg("x: floaty", &[]).expect_err("no such type");
        assert_eq!(error.to_string(), "unknown type 'floaty' in argument specification \"x: floaty\"");
    }
}
