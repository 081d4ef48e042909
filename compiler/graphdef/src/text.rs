//! The text form of messages (`.pbtxt`): written as protocol buffer tools write it, and read in all of its
//! spellings.
//!
//! Fields are written in the order of their numbers and maps in the order of their keys, so equal messages give equal texts.

use std::fmt::{self, Write as _};
use std::sync::OnceLock;

use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, MapKey, MessageDescriptor, Value};
use tfrt_convert::text_format;

use crate::proto;

/// The error for a text or bytes that are not such a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(pub String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

/// A message that has a text form.
pub trait TextFormat: Message + Default {
    /// The full name of the message in the schemas.
    const NAME: &'static str;

    /// The text form.
    ///
    /// # Errors
    /// The message is nested too deeply.
    fn to_text(&self) -> Result<String, FormatError> {
        let message = DynamicMessage::decode(descriptor(Self::NAME), self.encode_to_vec().as_slice())
            .map_err(|error| FormatError(error.to_string()))?;
        let mut out = String::new();
        write_message(&mut out, &message, 0);
        Ok(out)
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// The fault, in the words of the parser.
    fn from_text(text: &str) -> Result<Self, FormatError> {
        let message = text_format::read(descriptor(Self::NAME), text).map_err(FormatError)?;
        message.transcode_to().map_err(|error| FormatError(error.to_string()))
    }
}

impl TextFormat for proto::tensorflow::GraphDef {
    const NAME: &'static str = "tensorflow.GraphDef";
}

impl TextFormat for proto::tensorflow::NodeDef {
    const NAME: &'static str = "tensorflow.NodeDef";
}

impl TextFormat for proto::tensorflow::FunctionDef {
    const NAME: &'static str = "tensorflow.FunctionDef";
}

impl TextFormat for proto::tensorflow::OpDef {
    const NAME: &'static str = "tensorflow.OpDef";
}

impl TextFormat for proto::tensorflow::profiler::XSpace {
    const NAME: &'static str = "tensorflow.profiler.XSpace";
}

fn descriptor(name: &str) -> MessageDescriptor {
    static POOL: OnceLock<DescriptorPool> = OnceLock::new();
    let pool = POOL.get_or_init(|| {
        DescriptorPool::decode(proto::DESCRIPTORS).expect("the build wrote these descriptors itself")
    });
    pool.get_message_by_name(name).expect("only messages of the schemas have a text form")
}

fn write_message(out: &mut String, message: &DynamicMessage, indent: usize) {
    let mut fields: Vec<_> = message.fields().collect();
    fields.sort_by_key(|(field, _)| field.number());
    for (field, value) in fields {
        let (name, kind) = (field.name(), field.kind());
        match value {
            Value::List(values) => {
                for value in values {
                    write_field(out, name, value, &kind, indent);
                }
            }
            Value::Map(entries) => {
                let mut entries: Vec<_> = entries.iter().collect();
                entries.sort_by(|(a, _), (b, _)| key_order(a).cmp(&key_order(b)));
                let value_kind = kind.as_message().map(|entry| entry.map_entry_value_field().kind());
                for (key, value) in entries {
                    open(out, name, indent);
                    pad(out, indent + 1);
                    out.push_str("key: ");
                    write_key(out, key);
                    out.push('\n');
                    write_field(out, "value", value, value_kind.as_ref().unwrap_or(&kind), indent + 1);
                    close(out, indent);
                }
            }
            value => write_field(out, name, value, &kind, indent),
        }
    }
}

/// Keys of one map are of one kind.
fn key_order(key: &MapKey) -> (u64, &str) {
    match key {
        MapKey::Bool(key) => (u64::from(*key), ""),
        MapKey::I32(key) => (i64::from(*key) as u64 ^ 1 << 63, ""),
        MapKey::I64(key) => (*key as u64 ^ 1 << 63, ""),
        MapKey::U32(key) => (u64::from(*key), ""),
        MapKey::U64(key) => (*key, ""),
        MapKey::String(key) => (0, key),
    }
}

fn write_key(out: &mut String, key: &MapKey) {
    match key {
        MapKey::Bool(key) => write_plain(out, key),
        MapKey::I32(key) => write_plain(out, key),
        MapKey::I64(key) => write_plain(out, key),
        MapKey::U32(key) => write_plain(out, key),
        MapKey::U64(key) => write_plain(out, key),
        MapKey::String(key) => write_string(out, key.as_bytes()),
    }
}

fn write_field(out: &mut String, name: &str, value: &Value, kind: &Kind, indent: usize) {
    if let Value::Message(message) = value {
        open(out, name, indent);
        write_message(out, message, indent + 1);
        return close(out, indent);
    }
    pad(out, indent);
    out.push_str(name);
    out.push_str(": ");
    match value {
        Value::Bool(value) => write_plain(out, value),
        Value::I32(value) => write_plain(out, value),
        Value::I64(value) => write_plain(out, value),
        Value::U32(value) => write_plain(out, value),
        Value::U64(value) => write_plain(out, value),
        Value::F32(value) if !value.is_finite() => out.push_str(&not_finite(f64::from(*value))),
        Value::F32(value) => write_plain(out, value),
        Value::F64(value) if !value.is_finite() => out.push_str(&not_finite(*value)),
        Value::F64(value) => write_plain(out, value),
        Value::String(value) => write_string(out, value.as_bytes()),
        Value::Bytes(value) => write_string(out, value),
        Value::EnumNumber(number) => {
            let named = kind.as_enum().and_then(|kind| kind.get_value(*number));
            match named {
                Some(named) => out.push_str(named.name()),
                None => write_plain(out, number),
            }
        }
        // Fields hold messages, lists and maps in the cases above only.
        Value::Message(_) | Value::List(_) | Value::Map(_) => {}
    }
    out.push('\n');
}

fn not_finite(value: f64) -> String {
    if value.is_nan() {
        "nan".into()
    } else if value > 0.0 {
        "inf".into()
    } else {
        "-inf".into()
    }
}

fn write_plain(out: &mut String, value: impl fmt::Display) {
    let _ = write!(out, "{value}");
}

/// Writes a string in quotes, with octal escapes for bytes other than printable ASCII.
fn write_string(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b'"' => out.push_str("\\\""),
            b'\'' => out.push_str("\\'"),
            b'\\' => out.push_str("\\\\"),
            b' '..=b'~' => out.push(char::from(byte)),
            byte => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
}

fn open(out: &mut String, name: &str, indent: usize) {
    pad(out, indent);
    out.push_str(name);
    out.push_str(" {\n");
}

fn close(out: &mut String, indent: usize) {
    pad(out, indent);
    out.push_str("}\n");
}

fn pad(out: &mut String, indent: usize) {
    out.extend(std::iter::repeat_n("  ", indent));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proto::tensorflow::{AttrValue, GraphDef, NodeDef, attr_value};

    #[test]
    fn text_is_that_of_other_tools_and_reads_back() {
        let value = |value| AttrValue { value: Some(value) };
        let node = NodeDef {
            name: "a".into(),
            op: "Placeholder".into(),
            input: vec!["b:1".into(), "^c".into()],
            attr: [
                ("dtype".to_owned(), value(attr_value::Value::Type(1))),
                ("N".to_owned(), value(attr_value::Value::I(-1))),
                ("f".to_owned(), value(attr_value::Value::F(0.5))),
                ("s".to_owned(), value(attr_value::Value::S(b"x\n\"\xff".to_vec()))),
                ("empty".to_owned(), value(attr_value::Value::List(Default::default()))),
            ]
            .into(),
            ..Default::default()
        };
        let graph = GraphDef { node: vec![node], ..Default::default() };
        let text = graph.to_text().expect("shallow");
        assert_eq!(
            text,
            "node {\n  name: \"a\"\n  op: \"Placeholder\"\n  input: \"b:1\"\n  input: \"^c\"\n  attr {\n    key: \"N\"\n    \
             value {\n      i: -1\n    }\n  }\n  attr {\n    key: \"dtype\"\n    value {\n      type: DT_FLOAT\n    }\n  }\n  attr {\n    \
             key: \"empty\"\n    value {\n      list {\n      }\n    }\n  }\n  attr {\n    key: \"f\"\n    value {\n      f: 0.5\n    }\n  \
             }\n  attr {\n    key: \"s\"\n    value {\n      s: \"x\\n\\\"\\377\"\n    }\n  }\n}\n"
        );
        assert_eq!(GraphDef::from_text(&text), Ok(graph));
    }

    #[test]
    fn wrong_texts_are_errors() {
        assert!(GraphDef::from_text("node { nam: \"a\" }").is_err());
        let deep =
            "library { function { signature { attr { default_value { func { attr { value { ".repeat(1000);
        assert_eq!(
            GraphDef::from_text(&deep).expect_err("deep").to_string(),
            "messages are nested more than 100 deep"
        );
    }
}
