//! ONNX models as op graphs.
//!
//! A model is a message with a graph: nodes in order, initialisers, and inputs and outputs with names and types, of which sizes may be names.
//! [`import`] makes a program with the function [`MAIN`] of it. An operator becomes the ops of TensorFlow's set that compute the same for every
//! input, one or several ([`ops`]); its version decides which attributes and inputs it has.
//!
//! * Models as text are read as well ([`read`]).
//! * Values are converted in the order of the graph; what follows from constants is known while that happens, so that sizes which models
//!   compute from constants are constants of the program.
//! * Images keep their channels last in the program from one convolution to the next ([`builder`]).
//! * Besides the default domain there are `ai.onnx.ml`, in which models of scikit-learn are written, and of `com.microsoft` the operators that
//!   ONNX Runtime's optimizer and quantizer write most.
//! * Functions of the model are expanded where they are called. Graphs of `If`, `Loop`, `Scan` and `SequenceMap` become functions (`control`).
//! * Floats of 4 to 8 bits and integers of 2 and 4 bits are in the program as `f32` and 8-bit integers (`small`).
//! * A sequence is a list of tensors, one value of the program.
//! * Files are not trusted: a fault is an error that names the node, its operator and the version. External data must be in the folder of the
//!   model.
//!
//! Left to others: verifying and optimising the program, and running it.

mod builder;
mod constant;
mod control;
mod external;
mod import;
mod node;
mod ops;
pub mod proto;
mod schema;
mod small;
mod tensor;
mod text;
mod valid;

use std::sync::Arc;

use bytes::Buf;
use prost::Message as _;
use tfrt_ir::Module;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};

pub use external::external_locations;
pub use tensor::Folder;
pub use text::is_text;

/// The function that a model's graph becomes.
pub const MAIN: &str = "main";

/// Versions of the format that can be read.
const VERSIONS: std::ops::RangeInclusive<i64> = 3..=99;

/// Versions of the default operator set that can be read.
const OPSETS: std::ops::RangeInclusive<i64> = 1..=99;

/// The reason why bytes are no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// What is wrong.
    pub message: String,
    /// The line and column of a text, from 1 on; zeros in other files.
    pub place: (u32, u32),
}

/// The model in these bytes: its message, the text form of that, or ONNX's textual syntax, told apart by how they start.
///
/// # Errors
/// The bytes are no model.
pub fn read(bytes: impl Buf) -> Result<proto::ModelProto, Unread> {
    let no_model =
        |message: String| Unread { message: format!("this is no ONNX model: {message}"), place: (0, 0) };
    // The first field of a message is the version of the format.
    if bytes.chunk().first().is_none_or(|&first| first == 0x08) {
        return proto::ModelProto::decode(bytes).map_err(|error| no_model(error.to_string()));
    }
    let text = std::str::from_utf8(bytes.chunk()).map_err(|error| no_model(error.to_string()))?;
    match text::is_syntax(text) {
        true => text::parse(text),
        false => text::message(text).map_err(no_model),
    }
}

/// The model in these bytes as a program.
///
/// # Errors
/// The bytes are no model, it is of a version that is not known, or it has something that programs cannot express; messages name the
/// node.
pub fn import(
    ctx: &Arc<Context>,
    bytes: impl Buf,
    file: &str,
    folder: &Folder,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let model = match read(bytes) {
        Ok(model) => model,
        Err(Unread { message, place: (line, column) }) => {
            diagnostics.error(ctx.file_loc(ctx.ident(file), line, column), message);
            return Err(Failed);
        }
    };
    let mut fail = |message: String| {
        diagnostics.error(ctx.file_loc(ctx.ident(file), 0, 0), message);
        Failed
    };
    if !VERSIONS.contains(&model.ir_version()) {
        let message = format!(
            "the model has version {} of the format; versions from {} on can be read",
            model.ir_version(),
            VERSIONS.start()
        );
        return Err(fail(message));
    }
    let opset = model.opset_import.iter().find(|opset| matches!(opset.domain(), "" | "ai.onnx"));
    if let Some(opset) = opset.filter(|opset| !OPSETS.contains(&opset.version())) {
        let message = format!(
            "the model uses version {} of the operator set; versions from {} on are supported",
            opset.version(),
            OPSETS.start()
        );
        return Err(fail(message));
    }
    import::module(ctx, &model, file, folder, diagnostics)
}
