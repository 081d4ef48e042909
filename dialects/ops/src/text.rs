//! The parser of messages in the protocol's text form, as far as defaults of attributes need it: shapes, tensors, functions; and
//! the words and strings that stand there alone.
//!
//! `{ dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: [1, 2] }`: fields with scalars, strings, messages or lists of these, in
//! braces or angle brackets, with commas, semicolons and `#` comments between them. An unknown field is an error. Nesting and the size
//! of tensors are bounded.
//!
//! `tfrt-graphdef` reads whole graphs in this form with the crate `prost-reflect`. That crate needs the compiled descriptors of
//! TensorFlow's messages and a code generator at build time, and nearly every crate of the workspace waits for this one: so these few
//! messages have a parser of their own.

use super::def::AttrValue;
use crate::DataType;

/// Messages within messages.
const DEPTH: usize = 16;
/// The bytes of a default tensor at most.
const BYTES: usize = 1 << 20;

/// The value of a field.
#[derive(Debug, PartialEq)]
enum Field<'a> {
    /// A number, a truth value or a name.
    Word(&'a str),
    Bytes(Vec<u8>),
    Message(Message<'a>),
}

/// Fields in their order; one that repeats stands there several times.
type Message<'a> = Vec<(&'a str, Field<'a>)>;

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('#') {
                Some(comment) => self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
                None => return,
            }
        }
    }

    fn eat(&mut self, token: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> Option<&'a str> {
        self.skip();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    /// A message in brackets, the first of which is next.
    fn message(&mut self, depth: usize) -> Option<Message<'a>> {
        let close = if self.eat('{') {
            '}'
        } else if self.eat('<') {
            '>'
        } else {
            return None;
        };
        let mut fields = Vec::new();
        while !self.eat(close) {
            let name = self.word()?;
            let has_colon = self.eat(':');
            if has_colon && self.eat('[') {
                while !self.eat(']') {
                    fields.push((name, self.value(depth)?));
                    self.eat(',');
                }
            } else if has_colon {
                fields.push((name, self.value(depth)?));
            } else {
                fields.push((name, Field::Message(self.message(depth.checked_sub(1)?)?)));
            }
            if !self.eat(',') {
                self.eat(';');
            }
        }
        Some(fields)
    }

    fn value(&mut self, depth: usize) -> Option<Field<'a>> {
        self.skip();
        match self.rest.chars().next()? {
            '{' | '<' => self.message(depth.checked_sub(1)?).map(Field::Message),
            '"' | '\'' => {
                let mut all = Vec::new();
                // Strings that follow each other are one.
                while self.rest.starts_with(['"', '\'']) {
                    let (bytes, rest) = quoted(self.rest)?;
                    all.extend(bytes);
                    self.rest = rest;
                    self.skip();
                }
                Some(Field::Bytes(all))
            }
            _ => self.word().map(Field::Word),
        }
    }
}

/// The string in quotes that the text begins with, and the rest.
pub(crate) fn quoted(text: &str) -> Option<(Vec<u8>, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let body = &text[1..];
    let mut out = Vec::new();
    let mut chars = body.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == quote {
            return Some((out, &body[at + 1..]));
        }
        if c != '\\' {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let (at, escaped) = chars.next()?;
        let digits = |from: usize, radix: u32, most: usize| {
            let text = &body[from..];
            let count = text.chars().take(most).take_while(|c| c.is_digit(radix)).count();
            u8::from_str_radix(&text[..count], radix).ok().map(|byte| (byte, count))
        };
        let (byte, skip) = match escaped {
            'n' => (b'\n', 0),
            't' => (b'\t', 0),
            'r' => (b'\r', 0),
            'a' => (7, 0),
            'b' => (8, 0),
            'f' => (12, 0),
            'v' => (11, 0),
            'x' | 'X' => digits(at + 1, 16, 2)?,
            '0'..='7' => digits(at, 8, 3).map(|(byte, count)| (byte, count - 1))?,
            '\\' | '\'' | '"' | '?' => (u8::try_from(escaped).ok()?, 0),
            _ => return None,
        };
        out.push(byte);
        for _ in 0..skip {
            chars.next();
        }
    }
    None
}

fn parse(text: &str) -> Option<Message<'_>> {
    let mut reader = Reader { rest: text };
    let message = reader.message(DEPTH)?;
    reader.skip();
    reader.rest.is_empty().then_some(message)
}

fn number<T: std::str::FromStr>(field: &Field<'_>) -> Option<T> {
    match field {
        Field::Word(word) => word.trim_end_matches(['f', 'F']).parse().ok().or_else(|| word.parse().ok()),
        _ => None,
    }
}

fn truth(field: &Field<'_>) -> Option<bool> {
    match field {
        Field::Word("true" | "t" | "1") => Some(true),
        Field::Word("false" | "f" | "0") => Some(false),
        _ => None,
    }
}

/// A floating-point number, which may be written as a hexadecimal integer.
pub(crate) fn float(text: &str) -> Option<f32> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok().map(|int| int as f32),
        None => text.parse().ok(),
    }
}

/// An element type by its name or its number.
pub(crate) fn data_type(text: &str) -> Option<DataType> {
    DataType::from_name(text).or_else(|| DataType::from_number(text.parse().ok()?))
}

fn dims_of(message: &Message<'_>) -> Option<Option<Vec<i64>>> {
    let (mut dims, mut is_unknown) = (Vec::new(), false);
    for (name, field) in message {
        match (*name, field) {
            ("unknown_rank", field) => is_unknown = truth(field)?,
            ("dim", Field::Message(dim)) => {
                let mut size = 0;
                for (name, field) in dim {
                    match (*name, field) {
                        ("size", field) => size = number(field)?,
                        ("name", Field::Bytes(_)) => {}
                        _ => return None,
                    }
                }
                dims.push(size);
            }
            _ => return None,
        }
    }
    Some((!is_unknown).then_some(dims))
}

/// A shape: `{ unknown_rank: true }`, `{}`, `{ dim { size: 2 } dim { size: -1 } }`. `None` in it is an unknown rank.
pub(crate) fn shape(text: &str) -> Option<Option<Vec<i64>>> {
    dims_of(&parse(text)?)
}

/// A function: `{ name: 'f' attr { key: 'T' value { type: DT_FLOAT } } }`.
pub(crate) fn function(text: &str) -> Option<AttrValue> {
    function_of(&parse(text)?)
}

fn function_of(message: &Message<'_>) -> Option<AttrValue> {
    let (mut function, mut attrs) = (Box::default(), Vec::<(Box<str>, AttrValue)>::new());
    for (name, field) in message {
        match (*name, field) {
            ("name", Field::Bytes(bytes)) => function = std::str::from_utf8(bytes).ok()?.into(),
            ("attr", Field::Message(entry)) => {
                let (key, value) = entry_of(entry)?;
                // Entries of a map: the last one of a key stands.
                attrs.retain(|(known, _)| *known != key);
                attrs.push((key, value));
            }
            _ => return None,
        }
    }
    Some(AttrValue::Func { name: function, attrs })
}

/// An entry of a map from names to values of attributes.
fn entry_of(message: &Message<'_>) -> Option<(Box<str>, AttrValue)> {
    let (mut key, mut value) = (Box::default(), None);
    for (name, field) in message {
        match (*name, field) {
            ("key", Field::Bytes(bytes)) => key = std::str::from_utf8(bytes).ok()?.into(),
            ("value", Field::Message(message)) => value = Some(value_of(message)?),
            _ => return None,
        }
    }
    Some((key, value?))
}

/// The value of an attribute of a function. What only means something within another function, a placeholder, is none.
fn value_of(message: &Message<'_>) -> Option<AttrValue> {
    match message.as_slice() {
        [("list", Field::Message(entries))] => {
            let first = entries.first().map(|(name, _)| *name);
            let entries = entries
                .iter()
                .map(|(name, field)| if Some(*name) == first { one_value(name, field) } else { None });
            entries.collect::<Option<_>>().map(AttrValue::List)
        }
        [(name, field)] => one_value(name, field),
        _ => None,
    }
}

fn one_value(name: &str, field: &Field<'_>) -> Option<AttrValue> {
    Some(match (name, field) {
        ("s", Field::Bytes(bytes)) => AttrValue::String(std::str::from_utf8(bytes).ok()?.into()),
        ("i", field) => AttrValue::Int(number(field)?),
        ("f", field) => AttrValue::Float(number(field)?),
        ("b", field) => AttrValue::Bool(truth(field)?),
        ("type", Field::Word(word)) => AttrValue::Type(data_type(word)?),
        ("shape", Field::Message(shape)) => AttrValue::Shape(dims_of(shape)?),
        ("tensor", Field::Message(tensor)) => tensor_of(tensor)?,
        ("func", Field::Message(function)) => function_of(function)?,
        _ => return None,
    })
}

/// A tensor: `{ dtype: DT_INT32 tensor_shape { dim { size: 2 } } int_val: 1 int_val: 2 }`. A list of elements that is too short goes on
/// with its last one.
pub(crate) fn tensor(text: &str) -> Option<AttrValue> {
    tensor_of(&parse(text)?)
}

fn tensor_of(message: &Message<'_>) -> Option<AttrValue> {
    let (mut ty, mut dims, mut content, mut listed) = (None, Vec::new(), Vec::new(), Vec::new());
    for (name, field) in message {
        match (*name, field) {
            ("dtype", Field::Word(name)) => ty = Some(data_type(name)?),
            ("tensor_shape", Field::Message(shape)) => dims = dims_of(shape)??,
            ("tensor_content", Field::Bytes(bytes)) => content.clone_from(bytes),
            ("version_number", _) => {}
            (list, field) if list.ends_with("_val") => listed.push((list, field)),
            _ => return None,
        }
    }
    let ty = ty?;
    let count = dims.iter().try_fold(1usize, |count, &dim| count.checked_mul(usize::try_from(dim).ok()?))?;
    if ty == DataType::String {
        return strings(dims, count, &content, listed);
    }
    let size = element_size(ty)?;
    let bytes = count.checked_mul(size).filter(|&bytes| bytes <= BYTES)?;
    let mut elements = content;
    for (list, field) in listed {
        element(ty, list, field, &mut elements)?;
    }
    if elements.len() > bytes || !elements.len().is_multiple_of(size) {
        return None;
    }
    let last = match elements.len().checked_sub(size) {
        Some(start) => elements[start..].to_vec(),
        None => vec![0; size],
    };
    while elements.len() < bytes {
        elements.extend_from_slice(&last);
    }
    Some(AttrValue::Tensor { ty, dims, bytes: elements })
}

/// A tensor of `count` strings, of which the last that is given stands for the rest, and no string at all for empty ones.
fn strings(
    dims: Vec<i64>,
    count: usize,
    content: &[u8],
    listed: Vec<(&str, &Field<'_>)>,
) -> Option<AttrValue> {
    let mut values = Vec::with_capacity(listed.len());
    for (list, field) in listed {
        match field {
            Field::Bytes(bytes) if list == "string_val" => values.push(bytes.clone()),
            _ => return None,
        }
    }
    let last = values.last().cloned().unwrap_or_default();
    // The content of the strings counts, and so does each of them.
    let size = |value: &Vec<u8>| value.len() + size_of::<Vec<u8>>();
    let rest = count.checked_sub(values.len())?;
    let bytes = values.iter().map(size).sum::<usize>().checked_add(rest.checked_mul(size(&last))?)?;
    if !content.is_empty() || bytes > BYTES {
        return None;
    }
    values.resize(count, last);
    Some(AttrValue::Strings { dims, values })
}

fn element_size(ty: DataType) -> Option<usize> {
    use DataType as T;
    Some(match ty {
        T::Bool | T::Int8 | T::UInt8 | T::QInt8 | T::QUInt8 => 1,
        T::Int16 | T::UInt16 | T::QInt16 | T::QUInt16 | T::Float16 | T::BFloat16 => 2,
        T::Int32 | T::UInt32 | T::QInt32 | T::Float32 => 4,
        T::Int64 | T::UInt64 | T::Float64 | T::Complex64 => 8,
        T::Complex128 => 16,
        // There are no tensors of the small types here.
        _ => return None,
    })
}

/// Appends an element that is given in a list of this name.
fn element(ty: DataType, list: &str, field: &Field<'_>, out: &mut Vec<u8>) -> Option<()> {
    use DataType as T;
    match (ty, list) {
        (T::Float32, "float_val") | (T::Complex64, "scomplex_val") => {
            out.extend_from_slice(&number::<f32>(field)?.to_le_bytes());
        }
        (T::Float64, "double_val") | (T::Complex128, "dcomplex_val") => {
            out.extend_from_slice(&number::<f64>(field)?.to_le_bytes());
        }
        (T::Int32 | T::QInt32, "int_val") => out.extend_from_slice(&number::<i32>(field)?.to_le_bytes()),
        (T::Int8 | T::QInt8, "int_val") => out.extend_from_slice(&number::<i8>(field)?.to_le_bytes()),
        (T::UInt8 | T::QUInt8, "int_val") => out.push(number(field)?),
        (T::Int16 | T::QInt16, "int_val") => out.extend_from_slice(&number::<i16>(field)?.to_le_bytes()),
        (T::UInt16 | T::QUInt16, "int_val") | (T::Float16 | T::BFloat16, "half_val") => {
            out.extend_from_slice(&number::<u16>(field)?.to_le_bytes());
        }
        (T::Int64, "int64_val") => out.extend_from_slice(&number::<i64>(field)?.to_le_bytes()),
        (T::UInt32, "uint32_val") => out.extend_from_slice(&number::<u32>(field)?.to_le_bytes()),
        (T::UInt64, "uint64_val") => out.extend_from_slice(&number::<u64>(field)?.to_le_bytes()),
        (T::Bool, "bool_val") => out.push(u8::from(truth(field)?)),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_in_all_spellings() {
        assert_eq!(shape("{ unknown_rank: true }"), Some(None));
        assert_eq!(shape("{}"), Some(Some(vec![])));
        for text in [
            "{ dim { size: 2 } dim { size: -1 } }",
            "{dim:{size:2},dim:<size:-1>}",
            "{ dim: [ { size: 2 }, { size: -1 name: \"n\" } ] } # both",
        ] {
            assert_eq!(shape(text), Some(Some(vec![2, -1])), "{text}");
        }
        for text in ["", "{", "{ dims { size: 2 } }", "{ dim { size: x } }", "{} {}", "2"] {
            assert_eq!(shape(text), None, "{text}");
        }
        assert_eq!(shape(&"{ dim ".repeat(1000)), None);
    }

    #[test]
    fn tensors_and_functions() {
        let value = tensor("{ dtype: DT_INT32 tensor_shape { dim { size: 3 } } int_val: 1 int_val: -2 }");
        let bytes = [1i32, -2, -2].iter().flat_map(|value| value.to_le_bytes()).collect();
        assert_eq!(value, Some(AttrValue::Tensor { ty: DataType::Int32, dims: vec![3], bytes }));
        let value = tensor("{ dtype: DT_FLOAT tensor_shape {} float_val: 1.5 }");
        let bytes = 1.5f32.to_le_bytes().to_vec();
        assert_eq!(value, Some(AttrValue::Tensor { ty: DataType::Float32, dims: vec![], bytes }));
        let value =
            tensor(r#"{ dtype: DT_INT16 tensor_shape { dim { size: 1 } } tensor_content: "\001\x02" }"#);
        assert_eq!(value, Some(AttrValue::Tensor { ty: DataType::Int16, dims: vec![1], bytes: vec![1, 2] }));
        for (text, dims, values) in [
            ("{ dtype: DT_STRING string_val: 'x' }", vec![], vec!["x"]),
            (
                "{ dtype: DT_STRING tensor_shape { dim { size: 3 } } string_val: ['a', 'b'] }",
                vec![3],
                vec!["a", "b", "b"],
            ),
            ("{ dtype: DT_STRING tensor_shape { dim { size: 2 } } }", vec![2], vec!["", ""]),
            ("{ dtype: 7 tensor_shape { dim { size: 0 } } }", vec![0], vec![]),
        ] {
            let values = values.into_iter().map(|value| value.as_bytes().to_vec()).collect();
            assert_eq!(tensor(text), Some(AttrValue::Strings { dims, values }), "{text}");
        }
        for text in [
            "{}",
            "{ dtype: DT_STRING int_val: 1 }",
            "{ dtype: DT_STRING tensor_content: 'x' }",
            "{ dtype: DT_STRING string_val: 'x' string_val: 'y' }",
            "{ dtype: DT_STRING tensor_shape { dim { size: 4000000000 } } }",
            "{ dtype: DT_INT32 float_val: 1 }",
            "{ dtype: DT_INT32 tensor_shape { dim { size: -1 } } }",
            "{ dtype: DT_INT32 int_val: 1 int_val: 2 }",
            "{ dtype: DT_INT32 tensor_shape { dim { size: 4000000000 } dim { size: 4000000000 } } }",
        ] {
            assert_eq!(tensor(text), None, "{text}");
        }
    }

    #[test]
    fn functions_with_attributes() {
        let func = |name: &str, attrs: Vec<(&str, AttrValue)>| AttrValue::Func {
            name: name.into(),
            attrs: attrs.into_iter().map(|(name, value)| (name.into(), value)).collect(),
        };
        assert_eq!(function("{}"), Some(func("", vec![])));
        assert_eq!(function("{ name: 'f' }"), Some(func("f", vec![])));
        let text = "{ name: 'f' attr { key: 'T' value { type: DT_HALF } } attr: [ { value { i: 3 } key: 'N' },
            { key: 's' value { s: 'x' } }, { key: 'L' value { list { f: [0.5, -2] } } }, { key: 'E' value { list {} } } ]
            attr { key: 'g' value { func { name: 'g' attr { key: 'b' value { b: true } } } } } attr { key: 'N' value { i: -4 } } }";
        let attrs = vec![
            ("T", AttrValue::Type(DataType::Float16)),
            ("s", AttrValue::String("x".into())),
            ("L", AttrValue::List(vec![AttrValue::Float(0.5), AttrValue::Float(-2.0)])),
            ("E", AttrValue::List(vec![])),
            ("g", func("g", vec![("b", AttrValue::Bool(true))])),
            ("N", AttrValue::Int(-4)),
        ];
        assert_eq!(function(text), Some(func("f", attrs)));
        for text in [
            "{ name: 'f' attr { key: 'T' } }",
            "{ name: 'f' attr { key: 'T' value { type: DT_NOPE } } }",
            "{ name: 'f' attr { key: 'T' value { placeholder: 'U' } } }",
            "{ name: 'f' attr { key: 'T' value { list { i: 1 f: 2 } } } }",
            "{ name: 'f' attr { key: 'T' value { i: 1 i: 2 } } }",
            "'f'",
        ] {
            assert_eq!(function(text), None, "{text}");
        }
    }
}
