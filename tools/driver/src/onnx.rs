//! ONNX models as programs.

use std::path::Path;
use std::sync::Arc;

use bytes::Buf;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::{Context, Module};
use tfrt_onnx::Folder;

use crate::{files, graphs};

/// Converts a model to a program and verifies it. Its other files are beside the file of this name, unless it came through standard input.
pub fn import(
    ctx: &Arc<Context>,
    name: &str,
    bytes: impl Buf,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let folder = if name == files::STDIN_NAME { Folder::default() } else { Folder::of(Path::new(name)) };
    let module = tfrt_onnx::import(ctx, bytes, name, &folder, diagnostics)?;
    graphs::checked(module, diagnostics)
}
