//! Programs as MLIR bytecode, with the codecs of all known dialects.
//!
//! If this program was built with upstream MLIR, upstream reads the bytecode of dialects that only it knows.

use std::sync::Arc;

use tfrt_bytecode::{Codecs, WriteOptions, read_module, write_module};
use tfrt_dialects::{sdy, stablehlo, vhlo};
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::{Context, Module, OpRef};

use crate::upstream;

pub use tfrt_bytecode::{NEWEST_VERSION, is_bytecode};
pub use tfrt_dialects::vhlo::Version as ArtifactVersion;

/// The encodings of all dialects that have one.
fn codecs() -> Codecs {
    let mut codecs = Codecs::new();
    vhlo::add_codec(&mut codecs);
    sdy::add_codec(&mut codecs);
    stablehlo::add_codec(&mut codecs);
    codecs
}

/// Reads a program; `name` is that of its file.
///
/// Nothing if the file is damaged, or has operations of dialects that are not registered and the context does not allow these; why is
/// among the diagnostics.
pub fn read(ctx: &Arc<Context>, bytes: &[u8], name: &str, diagnostics: &mut Diagnostics) -> Option<Module> {
    let error = match read_module(ctx, &codecs(), bytes) {
        Ok(mut read) => {
            // A portable artifact of StableHLO is in the form in which it is exchanged; VHLO that is spelled out is a program of its own.
            if !vhlo::is_spelled_out(ctx, read.module.contents())
                && let Err(error) = vhlo::legalize_to_stablehlo(&mut read.module)
            {
                diagnostics
                    .error(error.loc, format!("{}; '{}' wrote the file", error.message, read.producer));
                return None;
            }
            return check_registered(&read.module, diagnostics).then_some(read.module);
        }
        Err(error) => error,
    };
    if let Some(module) = upstream::read_quietly(ctx, bytes, name) {
        return Some(module);
    }
    diagnostics.error(ctx.file_loc(ctx.ident(name), 0, 0), error.to_string());
    None
}

/// Whether each operation is one that the context accepts.
fn check_registered(module: &Module, diagnostics: &mut Diagnostics) -> bool {
    let ctx = module.ctx();
    if ctx.dialects().allows_unregistered_dialects() {
        return true;
    }
    let before = diagnostics.num_errors();
    module.top_body().walk(&mut |body, op| {
        let op = OpRef { ctx, body, op };
        let name = op.name_str();
        let dialect = name.split_once('.').map_or("", |(dialect, _)| dialect);
        let accepts = |dialect: &tfrt_ir::dialect::Dialect| dialect.allows_unknown_ops();
        if op.definition().is_none() && !ctx.dialects().dialect(dialect).is_some_and(accepts) {
            diagnostics.error(
                op.loc(),
                format!(
                    "'{name}' is not registered; if this is intended, please use -allow-unregistered-dialect with the tool used"
                ),
            );
        }
    });
    diagnostics.num_errors() == before
}

/// Writes a program in a version of the format, at most [`NEWEST_VERSION`].
///
/// Nothing if it cannot be written; why is among the diagnostics.
pub fn write(module: &Module, version: u64, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
    let options = WriteOptions { version, ..WriteOptions::default() };
    match write_module(module, &Codecs::new(), &options) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            diagnostics.error(module.top().loc(), error.to_string());
            None
        }
    }
}

/// Writes a StableHLO program as a portable artifact that a version of StableHLO and all later ones read. The program is useless afterwards.
///
/// Nothing if the version cannot say what the program says; why is among the diagnostics.
pub fn write_artifact(
    module: &mut Module,
    target: ArtifactVersion,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<u8>> {
    let top = module.top().loc();
    let (ctx, body) = module.split_mut();
    if let Err(errors) = vhlo::legalize_to_vhlo(ctx, body, target) {
        for error in errors {
            diagnostics.error(error.loc, error.message);
        }
        diagnostics.error(top, format!("failed to convert VHLO to v{target}"));
        return None;
    }
    let options = WriteOptions {
        version: target.bytecode(),
        producer: format!("StableHLO_v{target}"),
        ..WriteOptions::default()
    };
    match write_module(module, &codecs(), &options) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            diagnostics.error(top, error.to_string());
            None
        }
    }
}
