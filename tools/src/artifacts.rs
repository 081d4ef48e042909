//! Portable artifacts of StableHLO: programs to artifacts of a chosen version, and back to text.

use std::sync::Arc;

use tfrt_driver::bytecode::ArtifactVersion;
use tfrt_driver::input::Input;
use tfrt_driver::{bytecode, compile, files};
use tfrt_ir::syntax::print_module;
use tfrt_ir::{Context, Module};

use crate::input_flags::InputFlags;
use crate::print_flags::PrintFlags;

/// The destination of artifacts.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ArtifactFlags {
    /// Write a StableHLO program as a portable artifact.
    #[arg(long, group = "action")]
    pub(crate) serialize: bool,

    /// Show a portable artifact of StableHLO as text.
    #[arg(long, group = "action")]
    pub(crate) deserialize: bool,

    /// Run each function of a program that takes no arguments, for its checks; exits with 1 unless they hold.
    #[arg(long, group = "action")]
    pub(crate) interpret: bool,

    /// With --serialize: the oldest version of StableHLO that is to read the artifact, #.#.#, minimum or current.
    #[arg(long, value_name = "VERSION", default_value = "current")]
    target: String,

    /// With --serialize: leave out locations.
    #[arg(long)]
    strip_debuginfo: bool,
}

impl ArtifactFlags {
    /// Runs each part of an input; says whether all checks hold.
    pub(crate) fn interpret(input_flags: &InputFlags, name: &str, bytes: &[u8]) -> Result<bool, String> {
        let input = Input::of(name, bytes)?;
        let Input::Text(text) = input else { return Ok(crate::run::run_text(name, bytes.to_vec())) };
        let mut all_good = true;
        for chunk in input.chunks(name, input_flags.split_marker()) {
            // Lines count as in the whole.
            let before = text[..chunk.range.start].bytes().filter(|&byte| byte == b'\n').count();
            let part = "\n".repeat(before) + &text[chunk.range];
            all_good &= crate::run::run_text(name, part.into_bytes());
        }
        Ok(all_good)
    }

    /// Writes the artifact, or the text of one; says whether that was possible.
    pub(crate) fn translate(
        &self,
        (input_flags, print, output): (&InputFlags, &PrintFlags, &str),
        name: &str,
        bytes: &[u8],
    ) -> Result<bool, String> {
        let target = match self.serialize {
            true => Some(
                ArtifactVersion::target(&self.target).map_err(|why| format!("{name}:0:0: error: {why}"))?,
            ),
            false => None,
        };
        let input = Input::of(name, bytes)?;
        if target.is_none() && matches!(input, Input::Text(_)) {
            return Err(format!("{name}:0:0: error: this is text, no portable artifact"));
        }
        let ctx: Arc<Context> = compile::context();
        let mut reporter = input_flags.reporter(input.source(name));
        let mut diagnostics = reporter.diagnostics();
        let module = input.parse(&ctx, name, 0..input.text().len(), &mut diagnostics);
        let written = module.and_then(|mut module| match target {
            Some(target) => {
                if self.strip_debuginfo {
                    forget_locations(&mut module);
                }
                bytecode::write_artifact(&mut module, target, &mut diagnostics)
            }
            None => {
                let mut text = print_module(&module, &print.options());
                text.push('\n');
                Some(text.into_bytes())
            }
        });
        reporter.report(&ctx, &diagnostics.take());
        let is_good = reporter.finish(written.is_some());
        if let Some(bytes) = written.filter(|_| is_good) {
            files::write_output(output, &bytes)?;
        }
        Ok(is_good)
    }
}

fn forget_locations(module: &mut Module) {
    let unknown = module.ctx().unknown_loc();
    module.top_body_mut().map_locations(&mut |_| unknown);
}
