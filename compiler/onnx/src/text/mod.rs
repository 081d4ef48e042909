//! Models as text: ONNX's own syntax ([`parse`]), and the text form of protocol buffers ([`message`]).

mod lexer;
mod parser;

use std::sync::OnceLock;

use prost_reflect::{DescriptorPool, MessageDescriptor};
use tfrt_convert::text_format;

use crate::proto::ModelProto;

pub(crate) use parser::parse;

/// The schema of models, as the build wrote it.
const DESCRIPTORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/descriptors.bin"));

/// The fields of a model with which its text forms start.
const FIELDS: [&str; 10] = [
    "ir_version",
    "opset_import",
    "producer_name",
    "producer_version",
    "domain",
    "model_version",
    "doc_string",
    "graph",
    "metadata_props",
    "functions",
];

/// A text without what comes before its first word.
fn start(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with('#') {
        rest = rest.split_once('\n').map_or("", |(_, next)| next).trim_start();
    }
    rest
}

/// Whether a text that is a model is in ONNX's own syntax.
pub(crate) fn is_syntax(text: &str) -> bool {
    start(text).starts_with('<')
}

/// Whether a text looks like a model.
#[must_use]
pub fn is_text(text: &str) -> bool {
    let rest = start(text);
    let field = start(rest.strip_prefix('<').unwrap_or(rest));
    FIELDS.iter().any(|name| {
        let after = field.strip_prefix(name).map(str::trim_start);
        after.is_some_and(|after| after.starts_with([':', '{', '<']))
    })
}

/// A model in the text form of protocol buffers (`.pbtxt`, `.textproto`).
///
/// # Errors
/// The fault and its place, in the words of the parser.
pub(crate) fn message(text: &str) -> Result<ModelProto, String> {
    static MODEL: OnceLock<MessageDescriptor> = OnceLock::new();
    let descriptor = MODEL.get_or_init(|| {
        let pool = DescriptorPool::decode(DESCRIPTORS).expect("the build wrote these descriptors itself");
        pool.get_message_by_name("onnx.ModelProto").expect("the schema has models")
    });
    let message = text_format::read(descriptor.clone(), text)?;
    message.transcode_to().map_err(|error| error.to_string())
}
