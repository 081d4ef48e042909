//! Upstream MLIR, if this program was built with it: its passes and its dialects.
//!
//! Without the feature `mlir` every function here returns an error that says how to build with it, so that callers need
//! no case distinction.

use std::sync::Arc;

use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::{Context, Module};

#[cfg(feature = "mlir")]
mod bridge {
    use super::{Arc, Context, Diagnostics, Module};
    use tfrt_compiler::mlir::Bridge;

    pub fn read(
        ctx: &Arc<Context>,
        bytes: &[u8],
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Module> {
        Bridge::new().read(ctx, bytes, name, diagnostics).ok()
    }

    pub fn run_pipeline(module: &Module, pipeline: &str, diagnostics: &mut Diagnostics) -> Option<Module> {
        Bridge::new().run_pipeline(module, pipeline, diagnostics).ok()
    }
}

#[cfg(not(feature = "mlir"))]
mod bridge {
    use super::{Arc, Context, Diagnostics, Module};

    fn missing(ctx: &Context, what: &str, diagnostics: &mut Diagnostics) {
        let message = format!(
            "{what} needs upstream MLIR, without which this program was built; with LLVM 22 installed, \
             'cargo build --release -p tfrt-tools --features mlir' builds it"
        );
        diagnostics.error(ctx.unknown_loc(), message);
    }

    pub(super) fn read(_: &Arc<Context>, _: &[u8], _: &str, _: &mut Diagnostics) -> Option<Module> {
        None
    }

    pub(super) fn run_pipeline(module: &Module, _: &str, diagnostics: &mut Diagnostics) -> Option<Module> {
        missing(module.ctx(), "--mlir-pass-pipeline", diagnostics);
        None
    }
}

/// Runs a textual pipeline of upstream passes on a program.
pub fn run_pipeline(module: &Module, pipeline: &str, diagnostics: &mut Diagnostics) -> Option<Module> {
    bridge::run_pipeline(module, pipeline, diagnostics)
}

/// A program in bytecode, or in the custom forms, of upstream dialects that we do not know. Quietly nothing if upstream cannot read it
/// either, or is not there.
pub fn read_quietly(ctx: &Arc<Context>, bytes: &[u8], name: &str) -> Option<Module> {
    bridge::read(ctx, bytes, name, &mut Diagnostics::new())
}
