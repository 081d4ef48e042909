//! Reads the specification language of op definitions.
//!
//! Arguments are `name: type`, `name: Attr`, `name: N*T`, `name: Ref(T)`; attributes are `name: kind`, with a set of allowed
//! values, a minimum and a default: `N: int >= 1`, `T: {float, int32} = DT_FLOAT`, `padding: string in {'SAME', 'VALID'}`,
//! `strides: list(int) >= 4`. `numbertype`, `realnumbertype` and `quantizedtype` stand for sets of types, as a kind or within a
//! set. This is what TensorFlow's op registration takes, so plugins' definitions are read with it too;
//! `in` before a set is our addition, and optional.
//!
//! A line of a table is `name | inputs | outputs | attributes | flags`; arguments are separated by commas, attributes by
//! semicolons.

use std::fmt;

use super::def::{Allowed, ArgDef, ArgType, AttrDef, AttrKind, AttrValue, OpDef};
use super::{DataType, text};

/// A specification that cannot be read: what is wrong with which text.
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

/// Reads one line of a table; `prefix` goes before the op's name.
pub(super) fn parse_line(prefix: &str, line: &str) -> Result<OpDef, SpecError> {
    let mut columns = line.split('|').map(str::trim);
    let name = columns.next().unwrap_or_default();
    let [inputs, outputs, attrs, flags] = std::array::from_fn(|_| columns.next().unwrap_or_default());
    let attrs = split_top(attrs, ';').into_iter().map(parse_attr).collect::<Result<Vec<_>, _>>()?;
    let parse_args = |text: &str| -> Result<Vec<ArgDef>, SpecError> {
        split_top(text, ',').into_iter().map(|arg| parse_arg(arg, &attrs)).collect()
    };
    let has = |flag: &str| flags.split_whitespace().any(|word| word == flag);
    Ok(OpDef {
        name: format!("{prefix}{name}").into(),
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
    if let Some(inner) = ty.strip_prefix("Ref(").and_then(|rest| rest.strip_suffix(')')) {
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

/// Reads an attribute such as `T: {float, int32} = DT_FLOAT`.
///
/// # Errors
/// The text has no name, its kind, a value or a bound cannot be read, or the default is not an allowed value.
pub fn parse_attr(text: &str) -> Result<AttrDef, SpecError> {
    let error = |what: &str| SpecError { message: format!("{what} in attribute specification \"{text}\"") };
    let (name, rest) = text.split_once(':').ok_or_else(|| error("expected ':'"))?;
    let name = parse_name(name).ok_or_else(|| error("expected a name"))?;
    let (kind_text, default_text) = match split_top(rest, '=').as_slice() {
        // The '=' of a minimum, `>=`, is one of the pieces' ends.
        [kind] => (kind.to_string(), None),
        [kind, bound] if kind.ends_with('>') => (format!("{kind}={bound}"), None),
        [kind, default] => (kind.to_string(), Some(*default)),
        [kind, bound, default] if kind.ends_with('>') => (format!("{kind}={bound}"), Some(*default)),
        _ => return Err(error("expected one '='")),
    };
    let (kind_text, minimum) = match kind_text.split_once(">=") {
        Some((kind, bound)) => {
            let bound = bound.trim().parse().map_err(|_| error("expected an integer after '>='"))?;
            (kind.trim().to_owned(), Some(bound))
        }
        None => (kind_text.trim().to_owned(), None),
    };
    let (inner, is_list) = match kind_text.strip_prefix("list(") {
        Some(rest) => match rest.split_once(')') {
            Some((inner, tail)) => (format!("{inner}{tail}"), true),
            None => return Err(error("expected ')'")),
        },
        None => (kind_text, false),
    };
    let (kind_name, set) = match inner.split_once('{') {
        Some((kind, set)) => {
            let set = set.trim().strip_suffix('}').ok_or_else(|| error("expected '}'"))?;
            (kind.trim().trim_end_matches("in").trim(), Some(split_top(set, ',')))
        }
        None => (inner.trim(), None),
    };
    let allowed = match set {
        None => None,
        Some(items) if items.is_empty() => return Err(error("expected a value in '{}'")),
        Some(items) if items.first().is_some_and(|item| item.starts_with(['\'', '"'])) => {
            let strings =
                items.iter().map(|item| parse_string(item).map(Into::into)).collect::<Option<Vec<_>>>();
            Some(Allowed::Strings(strings.ok_or_else(|| error("expected a quoted string"))?))
        }
        Some(items) => {
            let mut types = Vec::with_capacity(items.len());
            for item in items {
                match (class(item), DataType::from_name(item)) {
                    (Some(class), _) => types.extend(class),
                    (None, Some(data_type)) => types.push(data_type),
                    // There are no tensors of these here that an op could be given.
                    (None, None) if matches!(item, "int4" | "uint4" | "int2" | "uint2") => {}
                    (None, None) => return Err(error("unknown type")),
                }
            }
            Some(Allowed::Types(types))
        }
    };
    let (kind_name, allowed) = match (class(kind_name), allowed) {
        (Some(class), None) => ("type", Some(Allowed::Types(class))),
        (_, allowed) => (kind_name, allowed),
    };
    let kind = match (kind_name, &allowed) {
        ("", Some(Allowed::Types(_))) | ("type", _) => AttrKind::Type,
        ("", Some(Allowed::Strings(_))) | ("string", _) => AttrKind::String,
        ("int", _) => AttrKind::Int,
        ("float", _) => AttrKind::Float,
        ("bool", _) => AttrKind::Bool,
        ("shape", _) => AttrKind::Shape,
        ("tensor", _) => AttrKind::Tensor,
        ("func", _) => AttrKind::Func,
        ("any", _) => AttrKind::Any,
        _ => return Err(error(&format!("unknown kind '{kind_name}'"))),
    };
    let default = match default_text {
        None => None,
        Some(value) => Some(parse_default(kind, is_list, value).ok_or_else(|| error("unreadable default"))?),
    };
    let attr = AttrDef { name: name.into(), kind, is_list, allowed, minimum, default };
    match &attr.default {
        Some(default) if !attr.allows(default) => Err(error("the default is not an allowed value")),
        _ => Ok(attr),
    }
}

/// The types that a name for several of them stands for.
fn class(name: &str) -> Option<Vec<DataType>> {
    use DataType as T;
    let real = [
        T::Float32,
        T::Float64,
        T::Int32,
        T::Int64,
        T::UInt8,
        T::Int16,
        T::Int8,
        T::UInt16,
        T::Float16,
        T::UInt32,
        T::UInt64,
        T::BFloat16,
    ];
    let quantized = [T::QInt8, T::QUInt8, T::QInt32, T::QInt16, T::QUInt16];
    let mut types = match name {
        "numbertype" => real.into_iter().chain(quantized).chain([T::Complex64, T::Complex128]).collect(),
        "realnumbertype" => real.to_vec(),
        "quantizedtype" => quantized.to_vec(),
        _ => return None,
    };
    types.sort_by_key(|ty| ty.number());
    Some(types)
}

impl AttrDef {
    /// Whether `value` is among the allowed values and not below the minimum; its kind is not looked at.
    pub fn allows(&self, value: &AttrValue) -> bool {
        let entry_allowed = |value: &AttrValue| match (&self.allowed, value) {
            (Some(Allowed::Types(types)), AttrValue::Type(data_type)) => types.contains(data_type),
            (Some(Allowed::Strings(strings)), AttrValue::String(string)) => strings.contains(string),
            _ => true,
        };
        match value {
            AttrValue::List(entries) => {
                self.minimum.is_none_or(|minimum| entries.len() as i64 >= minimum)
                    && entries.iter().all(entry_allowed)
            }
            AttrValue::Int(int) => self.minimum.is_none_or(|minimum| *int >= minimum),
            value => entry_allowed(value),
        }
    }
}

fn parse_default(kind: AttrKind, is_list: bool, given: &str) -> Option<AttrValue> {
    if is_list {
        let entries = given.trim().strip_prefix('[')?.strip_suffix(']')?;
        return split_top(entries, ',')
            .into_iter()
            .map(|entry| parse_default(kind, false, entry))
            .collect::<Option<Vec<_>>>()
            .map(AttrValue::List);
    }
    let given = given.trim();
    match kind {
        AttrKind::String => Some(AttrValue::String(parse_string(given)?.into())),
        AttrKind::Int => given.parse().ok().map(AttrValue::Int),
        AttrKind::Float => given.parse().ok().map(AttrValue::Float),
        AttrKind::Bool => match given {
            "1" => Some(AttrValue::Bool(true)),
            "0" => Some(AttrValue::Bool(false)),
            given => given.to_ascii_lowercase().parse().ok().map(AttrValue::Bool),
        },
        AttrKind::Type => DataType::from_name(given).map(AttrValue::Type),
        AttrKind::Shape => text::shape(given).map(AttrValue::Shape),
        AttrKind::Tensor => text::tensor(given),
        AttrKind::Func => text::function(given),
        AttrKind::Any => None,
    }
}

fn parse_name(text: &str) -> Option<&str> {
    let text = text.trim();
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '_';
    (!text.is_empty() && text.chars().all(valid)).then_some(text)
}

fn parse_string(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    let body = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut out = String::with_capacity(body.len());
    let mut chars = body.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                other => other,
            },
            c => c,
        });
    }
    Some(out)
}

/// Splits at `separator` outside of brackets and quotes; pieces are trimmed, empty ones left out.
fn split_top(text: &str, separator: char) -> Vec<&str> {
    let (mut pieces, mut start, mut depth, mut quote, mut escaped) = (Vec::new(), 0, 0_i32, None, false);
    for (index, c) in text.char_indices() {
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '{' | '[' | '(') => depth += 1,
            (None, '}' | ']' | ')') => depth -= 1,
            (None, c) if c == separator && depth == 0 => {
                pieces.push(text[start..index].trim());
                start = index + c.len_utf8();
            }
            (None, _) => {}
        }
    }
    pieces.push(text[start..].trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_forms_of_attributes() {
        let attr = parse_attr("T: {float, half} = DT_FLOAT").expect("valid");
        assert_eq!(attr.kind, AttrKind::Type);
        assert_eq!(attr.allowed, Some(Allowed::Types(vec![DataType::Float32, DataType::Float16])));
        assert_eq!(attr.default, Some(AttrValue::Type(DataType::Float32)));
        let attr = parse_attr("N: int >= 1 = 2").expect("valid");
        assert_eq!((attr.minimum, attr.default), (Some(1), Some(AttrValue::Int(2))));
        let attr = parse_attr("ksize: list(int) >= 4").expect("valid");
        assert_eq!((attr.is_list, attr.kind, attr.minimum), (true, AttrKind::Int, Some(4)));
        let attr = parse_attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'").expect("valid");
        assert_eq!(attr.default, Some(AttrValue::String("NHWC".into())));
        let attr = parse_attr("shape: shape = { dim { size: 2 } dim { size: -1 } }").expect("valid");
        assert_eq!(attr.default, Some(AttrValue::Shape(Some(vec![2, -1]))));
        let attr = parse_attr("mode: {\"a\", 'b'}").expect("valid");
        assert_eq!(attr.allowed, Some(Allowed::Strings(vec!["a".into(), "b".into()])));
        let attr = parse_attr("T: {realnumbertype, variant} = DT_INT32").expect("valid");
        assert!(
            attr.allows(&AttrValue::Type(DataType::Variant))
                && attr.allows(&AttrValue::Type(DataType::UInt64))
        );
        assert!(
            !attr.allows(&AttrValue::Type(DataType::QInt8))
                && !attr.allows(&AttrValue::Type(DataType::Complex64))
        );
        let attr = parse_attr("T: list(quantizedtype) >= 1").expect("valid");
        assert_eq!((attr.is_list, attr.kind, attr.minimum), (true, AttrKind::Type, Some(1)));
        assert!(!attr.allows(&AttrValue::List(vec![AttrValue::Type(DataType::Float32)])));
        let attr = parse_attr("T: numbertype").expect("valid");
        assert!(
            attr.allows(&AttrValue::Type(DataType::QInt16)) && !attr.allows(&AttrValue::Type(DataType::Bool))
        );
        let attr = parse_attr("f: func = { name: 'g' }").expect("valid");
        assert_eq!(attr.default, Some(AttrValue::Func("g".into())));
        let attr =
            parse_attr("x: tensor = { dtype: DT_BOOL tensor_shape {} bool_val: true }").expect("valid");
        let one = AttrValue::Tensor { ty: DataType::Bool, dims: vec![], bytes: vec![1] };
        assert_eq!(attr.default, Some(one));
        let attr =
            parse_attr("shapes: list(shape) = [{ dim { size: 2 } }, { unknown_rank: true }]").expect("valid");
        let shapes = vec![AttrValue::Shape(Some(vec![2])), AttrValue::Shape(None)];
        assert_eq!(attr.default, Some(AttrValue::List(shapes)));
        let attr = parse_attr("end: string = '= \\n;'").expect("valid");
        assert_eq!(attr.default, Some(AttrValue::String("= \n;".into())));
    }

    #[test]
    fn says_what_cannot_be_read() {
        for (text, message) in [
            ("T", "expected ':' in attribute specification \"T\""),
            ("T: nothing", "unknown kind 'nothing' in attribute specification \"T: nothing\""),
            (
                "T: {float} = int32",
                "the default is not an allowed value in attribute specification \"T: {float} = int32\"",
            ),
            ("N: int >= x", "expected an integer after '>=' in attribute specification \"N: int >= x\""),
            ("N: int = x", "unreadable default in attribute specification \"N: int = x\""),
        ] {
            assert_eq!(parse_attr(text).expect_err(text).to_string(), message);
        }
        let error = parse_arg("x: N*T", &[]).expect_err("no such attribute");
        assert_eq!(error.to_string(), "'N' is no integer attribute in argument specification \"x: N*T\"");
        let error = parse_arg("x: floaty", &[]).expect_err("no such type");
        assert_eq!(error.to_string(), "unknown type 'floaty' in argument specification \"x: floaty\"");
    }
}
