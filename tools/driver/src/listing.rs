//! The functions of a program that can be called, with what they take and give.
//!
//! A line for each function: its name, and its signature as [`FunctionSignature`] prints it. Private functions of text are left out, and so are
//! functions that the compiler makes of parts of others, such as the body of a loop; a compiled file does not say which functions are private.
//! Types of results that the program does not state are inferred.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tfrt_bef::BefFile;
use tfrt_compiler::pipeline::{OptLevel, Precision};
use tfrt_executor::program::{FunctionSignature, LoadError};
use tfrt_ir::Module;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::pass::{PipelineSpec, RunOptions, RunOutput};
use tfrt_ir::symbol::{self, Visibility};

use crate::compile;
use crate::plugins::PluginOptions;
use crate::program::{self, GraphBoundary, OpenError, OpenOptions, ProgramFile};
use crate::roots::Roots;
use crate::saved_models::Selection;

/// The lines about a program, which is compiled as it is written, with all functions callable, if it is not compiled already.
pub fn list(
    file: &ProgramFile,
    plugins: &PluginOptions,
    boundary: GraphBoundary<'_>,
    selection: Selection<'_>,
) -> Result<String, OpenError> {
    let (level, precision) = (OptLevel::O0, Precision::default());
    let options = OpenOptions {
        level,
        precision,
        packed_for: None,
        plugins,
        roots: Roots::default(),
        boundary,
        selection,
    };
    let mut written = None;
    let look = |module: &mut Module| {
        written = Some(public_functions(module));
        infer_results(module);
    };
    let file = program::open_file(file, &options, look)?;
    let file = file.map_err(|error| OpenError::Load(LoadError::from(error)))?;
    Ok(lines(&file, written.as_ref()))
}

/// Writes the types of results into the program, as far as they are known.
fn infer_results(module: &mut Module) {
    let spec = PipelineSpec::parse("builtin.module(infer-tensor-types{remarks=false})")
        .expect("the pipeline is a constant");
    let manager = compile::passes().build(&spec).expect("the pipeline is a constant of known passes");
    let (mut diagnostics, mut output) = (Diagnostics::new(), RunOutput::default());
    // A program that the pass refuses is listed with the types that it states.
    let _ = compile::run_passes(&manager, module, &RunOptions::default(), &mut diagnostics, &mut output);
}

fn public_functions(module: &Module) -> BTreeSet<String> {
    let functions = module.ops().filter(|&op| symbol::visibility(op) != Visibility::Private);
    functions.filter_map(|op| Some(op.ctx.str(symbol::name(op)?).to_owned())).collect()
}

/// The lines about the functions of a file, or those of them that were written.
fn lines(file: &BefFile, written: Option<&BTreeSet<String>>) -> String {
    let is_made =
        |name: &str| name.split_once('$').is_some_and(|(of, _)| file.functions().any(|f| f.name() == of));
    let is_listed = |name: &str| written.map_or_else(|| !is_made(name), |written| written.contains(name));
    let mut text = String::new();
    for function in file.functions().filter(|function| !function.is_region() && is_listed(function.name())) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}{}", function.name(), FunctionSignature::of(function));
    }
    text
}
