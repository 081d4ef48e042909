//! TensorFlow's SavedModels as programs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tfrt_executor::host::Host;
use tfrt_executor::program::Program;
use tfrt_executor::request::{RequestContext, ResourceContext};
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::{Context, Module};
use tfrt_savedmodel::Model;

use crate::graphs;

pub use tfrt_savedmodel::{DEFAULT_SIGNATURE, INITIALISE, is_model};

/// The graph of a model, and the signatures of it, that a program is made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Selection<'a> {
    /// The tag of the graph; that for serving when not given.
    pub tag: Option<&'a str>,
    /// The signature.
    pub signature: Signature<'a>,
}

/// The signatures that become functions.
#[derive(Debug, Clone, Copy, Default)]
pub enum Signature<'a> {
    /// All of them.
    #[default]
    All,
    /// The one that a caller means who names none.
    Default,
    /// The one of this name.
    Named(&'a str),
}

/// The folder of a model, by its own name or that of its graph file.
pub fn folder_of(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    if is_model(path) {
        return Some(path.to_owned());
    }
    let is_graph = path.file_name().is_some_and(|name| name == "saved_model.pb");
    let parent =
        path.parent().map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent });
    parent.filter(|parent| is_graph && is_model(parent)).map(Path::to_owned)
}

/// Converts a model to a program and verifies it.
pub fn import(
    ctx: &Arc<Context>,
    folder: &Path,
    selection: Selection<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let opened = Model::open(folder, selection.tag).and_then(|model| {
        let signatures = match selection.signature {
            Signature::All => Vec::new(),
            Signature::Default => vec![model.default_signature()?.to_owned()],
            Signature::Named(name) => vec![name.to_owned()],
        };
        Ok((model, signatures))
    });
    let (model, signatures) = opened.map_err(|message| {
        let file = ctx.file_loc(ctx.ident(&folder.display().to_string()), 0, 0);
        diagnostics.error(file, message);
        Failed
    })?;
    let module = tfrt_savedmodel::import(ctx, model, &signatures, diagnostics)?;
    graphs::checked(module, diagnostics)
}

/// Runs what a program must run once before all else: variables get their first values, tables are filled. Programs without
/// such state need nothing.
///
/// # Errors
/// The message of the kernel that failed.
pub fn initialise(host: &Host, program: &Program) -> Result<(), String> {
    let Some(function) = program.function(INITIALISE) else { return Ok(()) };
    let request = RequestContext::builder(host).resources(Arc::new(ResourceContext::new())).build();
    let values = function.execute(&request, []);
    host.wait(&values);
    host.quiesce();
    match values.iter().find_map(|value| value.error()) {
        Some(error) => Err(format!("the model cannot be initialised: {}", error.message())),
        None => Ok(()),
    }
}
