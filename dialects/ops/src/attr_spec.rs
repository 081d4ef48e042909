//! The parser of attribute specifications.
//!
//! `name: kind`, with a set of allowed values, a minimum and a default: `N: int >= 1`, `T: {float, int32} = DT_FLOAT`, `padding:
//! {'SAME', 'VALID'}`, `strides: list(int) >= 4`. `numbertype`, `realnumbertype` and `quantizedtype` stand for sets of types, as a
//! kind or within a set. TensorFlow's op registration accepts this language. This parser also accepts, and TensorFlow refuses:
//! `string in`, `type in` and `list(type) in` before a set, and either spelling of a type (`float`, `DT_FLOAT`) in every position.

use super::def::{Allowed, AttrDef, AttrKind, AttrValue};
use super::spec::{SpecError, parse_name, split};
use super::{DataType, text};

/// The rest of a specification.
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn integer(&mut self) -> Option<i64> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits.parse().ok()
    }

    /// A set, whose opening brace has been read.
    fn set(&mut self) -> Result<Allowed, &'static str> {
        let is_quoted = self.rest.trim_start().starts_with(['\'', '"']);
        let (mut strings, mut types) = (Vec::new(), Vec::new());
        loop {
            if is_quoted {
                let (bytes, rest) = text::quoted(self.rest.trim_start()).ok_or("expected a quoted string")?;
                strings.push(String::from_utf8(bytes).map_err(|_| "expected UTF-8")?.into());
                self.rest = rest;
            } else {
                match self.word() {
                    "" => return Err("expected a value in '{}'"),
                    item => match (class(item), DataType::from_name(item)) {
                        (Some(class), _) => types.extend(class),
                        (None, Some(data_type)) => types.push(data_type),
                        (None, None) => return Err("unknown type"),
                    },
                }
            }
            // A comma may end a set.
            let has_comma = self.eat(",");
            if self.eat("}") {
                return Ok(if is_quoted { Allowed::Strings(strings) } else { Allowed::Types(types) });
            }
            if !has_comma {
                return Err("expected ',' or '}'");
            }
        }
    }

    /// The kind of a value, or of an entry of a list.
    fn kind(&mut self) -> Result<(AttrKind, Option<Allowed>), String> {
        if self.eat("{") {
            let allowed = self.set()?;
            return Ok((
                if matches!(allowed, Allowed::Types(_)) { AttrKind::Type } else { AttrKind::String },
                Some(allowed),
            ));
        }
        let name = self.word();
        if let Some(class) = class(name) {
            return Ok((AttrKind::Type, Some(Allowed::Types(class))));
        }
        let kind = AttrKind::from_name(name).ok_or_else(|| format!("unknown kind '{name}'"))?;
        Ok((kind, self.set_after_in(kind)?))
    }

    /// The set after the word `in`, if that is next.
    fn set_after_in(&mut self, kind: AttrKind) -> Result<Option<Allowed>, String> {
        let before = self.rest;
        if self.word() != "in" {
            self.rest = before;
            return Ok(None);
        }
        if !self.eat("{") {
            return Err("expected '{'".into());
        }
        match (kind, self.set()?) {
            (AttrKind::Type, allowed @ Allowed::Types(_))
            | (AttrKind::String, allowed @ Allowed::Strings(_)) => Ok(Some(allowed)),
            _ => Err(format!("the set holds no values of kind '{}'", kind.name())),
        }
    }
}

/// Reads an attribute such as `T: {float, int32} = DT_FLOAT`.
///
/// # Errors
/// The text has no name, its kind, a value or a bound cannot be read, or the default is not an allowed value.
pub fn parse_attr(text: &str) -> Result<AttrDef, SpecError> {
    let error = |what: &str| SpecError::new(format!("{what} in attribute specification \"{text}\""));
    let (name, rest) = text.split_once(':').ok_or_else(|| error("expected ':'"))?;
    let name = parse_name(name).ok_or_else(|| error("expected a name"))?;
    let mut cursor = Cursor { rest };
    let in_list = Cursor { rest };
    let is_list = cursor.word() == "list" && cursor.eat("(");
    if !is_list {
        cursor = in_list;
    }
    let (kind, mut allowed) = cursor.kind().map_err(|what| error(&what))?;
    if is_list {
        if !cursor.eat(")") {
            return Err(error("expected ')'"));
        }
        if allowed.is_none() {
            allowed = cursor.set_after_in(kind).map_err(|what| error(&what))?;
        }
    }
    let minimum = match cursor.eat(">=") {
        true => Some(cursor.integer().ok_or_else(|| error("expected an integer after '>='"))?),
        false => None,
    };
    let default = match cursor.eat("=") {
        true => {
            let default = default(kind, is_list, cursor.rest);
            Some(default.ok_or_else(|| error("unreadable default"))?)
        }
        false if cursor.rest.is_empty() => None,
        false => return Err(error(&format!("unexpected '{}'", cursor.rest))),
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
    /// Whether `value` is among the allowed values and not below the minimum; its kind is not checked.
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

fn default(kind: AttrKind, is_list: bool, given: &str) -> Option<AttrValue> {
    let given = given.trim();
    if is_list {
        let entries = given.strip_prefix('[')?.strip_suffix(']')?;
        let entries =
            if entries.trim().is_empty() { Vec::new() } else { split(entries, ',', ["{[<", "}]>"]) };
        return entries
            .into_iter()
            .map(|entry| default(kind, false, entry))
            .collect::<Option<_>>()
            .map(AttrValue::List);
    }
    match kind {
        AttrKind::String => {
            let (bytes, rest) = text::quoted(given)?;
            let string = String::from_utf8(bytes).ok().filter(|_| rest.is_empty())?;
            Some(AttrValue::String(string.into()))
        }
        AttrKind::Int => given.parse().ok().map(AttrValue::Int),
        AttrKind::Float => text::float(given).map(AttrValue::Float),
        AttrKind::Bool => match given {
            "1" | "true" | "True" => Some(AttrValue::Bool(true)),
            "0" | "false" | "False" => Some(AttrValue::Bool(false)),
            _ => None,
        },
        AttrKind::Type => text::data_type(given).map(AttrValue::Type),
        AttrKind::Shape => text::shape(given).map(AttrValue::Shape),
        AttrKind::Tensor => text::tensor(given),
        AttrKind::Func => text::function(given),
        AttrKind::Any => None,
    }
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
        assert_eq!(attr.default, Some(AttrValue::Func { name: "g".into(), attrs: vec![] }));
        let attr =
            parse_attr("x: tensor = { dtype: DT_BOOL tensor_shape {} bool_val: true }").expect("valid");
        let one = AttrValue::Tensor { ty: DataType::Bool, dims: vec![], bytes: vec![1] };
        assert_eq!(attr.default, Some(one));
        let attr =
            parse_attr("shapes: list(shape) = [{ dim { size: 2 } }, { unknown_rank: true }]").expect("valid");
        let shapes = vec![AttrValue::Shape(Some(vec![2])), AttrValue::Shape(None)];
        assert_eq!(attr.default, Some(AttrValue::List(shapes)));
        let attr = parse_attr("end: string = '= \\n;\\x41\\102'").expect("valid");
        assert_eq!(attr.default, Some(AttrValue::String("= \n;AB".into())));
        let attr = parse_attr("T: list( {float8_e5m2, int4,} ) >= 1 = [DT_INT4, 24]").expect("valid");
        let types = vec![AttrValue::Type(DataType::Int4), AttrValue::Type(DataType::Float8E5M2)];
        assert_eq!((attr.minimum, attr.default), (Some(1), Some(AttrValue::List(types))));
        let attr = parse_attr("x: list(float) = [0x10, inf, .5]").expect("valid");
        let floats = [16.0, f32::INFINITY, 0.5].map(AttrValue::Float).to_vec();
        assert_eq!(attr.default, Some(AttrValue::List(floats)));
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
            ("N: int == 2", "unreadable default in attribute specification \"N: int == 2\""),
            ("N: int >= = 3", "expected an integer after '>=' in attribute specification \"N: int >= = 3\""),
            ("N: int =", "unreadable default in attribute specification \"N: int =\""),
            ("N: list(int) = [,]", "unreadable default in attribute specification \"N: list(int) = [,]\""),
            ("N: int 2", "unexpected '2' in attribute specification \"N: int 2\""),
            ("s: {'a' 'b'}", "expected ',' or '}' in attribute specification \"s: {'a' 'b'}\""),
            ("s: string = 'a' 'b'", "unreadable default in attribute specification \"s: string = 'a' 'b'\""),
            ("s: string = '\\z'", "unreadable default in attribute specification \"s: string = '\\z'\""),
            (
                "s: string in {float}",
                "the set holds no values of kind 'string' in attribute specification \"s: string in {float}\"",
            ),
            ("T: list(type", "expected ')' in attribute specification \"T: list(type\""),
            ("N: int = x", "unreadable default in attribute specification \"N: int = x\""),
        ] {
            assert_eq!(parse_attr(text).expect_err(text).to_string(), message);
        }
    }
}
