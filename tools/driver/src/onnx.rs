//! ONNX models as programs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Buf;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::{Context, Module};
use tfrt_onnx::{Folder, external_locations};

use crate::{files, graphs};

/// Converts a model to a program and verifies it. Its other files are beside the file of this name, unless it came through standard input.
pub fn import(
    ctx: &Arc<Context>,
    name: &str,
    bytes: impl Buf,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let module = tfrt_onnx::import(ctx, bytes, name, &folder(name), diagnostics)?;
    graphs::checked(module, diagnostics)
}

fn folder(name: &str) -> Folder {
    if name == files::STDIN_NAME { Folder::default() } else { Folder::of(Path::new(name)) }
}

/// The other files of the model of this name, in order; `None` if it is no model, or one of them is not there or no regular file.
pub fn external_files(name: &str, bytes: impl Buf) -> Option<Vec<PathBuf>> {
    let model = tfrt_onnx::read(bytes).ok()?;
    let folder = folder(name);
    let find = |location: &str| folder.find(location).ok().filter(|path| path.is_file());
    external_locations(&model).into_iter().map(find).collect()
}
