//! Pictures of programs, whatever kind of file they are in.
//!
//! A compiled file is drawn as it is: with the regions that run as plans. Text, bytecode and models are drawn as they are written, or, at a
//! level of optimisation, as they are compiled.

use tfrt_compiler::decode::{DecodeOptions, decode};
use tfrt_compiler::picture::{self, PictureFormat};
use tfrt_compiler::pipeline::OptLevel;
use tfrt_executor::program::LoadError;
use tfrt_ir::Module;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};

use crate::compile;
use crate::program::{self, OpenError, OpenOptions, ProgramFile};

/// The picture of all functions of a program. Findings about it are printed.
///
/// # Errors
/// If it does not open or compile; the inner error, which is a complete message, says that there is nothing to draw.
pub fn draw(
    file: &ProgramFile,
    options: &OpenOptions<'_>,
    format: PictureFormat,
) -> Result<Result<String, String>, OpenError> {
    let is_compiled = matches!(file, ProgramFile::Bef(_) | ProgramFile::BefBytes(_));
    let mut written = None;
    let look = |module: &mut Module| {
        // Names of layers would be lost with the locations of what is compiled away, and shapes with the names of dimensions.
        if options.level == OptLevel::O0 {
            written = Some(picture::draw(module, None, format));
        }
    };
    let compiled = program::open_file(file, options, look)?;
    let compiled = compiled.map_err(|error| OpenError::Load(LoadError::from(error)))?;
    if let Some(drawn) = written.filter(|_| !is_compiled) {
        return Ok(drawn);
    }
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let decode_options = DecodeOptions { reference_names: true };
    let module = decode(&ctx, &compiled, "<compiled program>", decode_options, &mut diagnostics);
    eprint!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics));
    let module = module.map_err(|_| OpenError::Reported)?;
    Ok(picture::draw(&module, None, format))
}
