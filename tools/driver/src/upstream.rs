//! Upstream MLIR, where this program was built with it: its passes, its dialects, its bytecode.
//!
//! Without the feature `mlir` everything here is an error that says how to build with it, so that callers need not know.

use std::sync::Arc;

use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::{Context, Module};

/// The first bytes of MLIR bytecode.
const BYTECODE_MAGIC: &[u8] = b"ML\xEFR";

/// Whether a file holds MLIR bytecode.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(BYTECODE_MAGIC)
}

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

    pub fn to_bytecode(module: &Module, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
        Bridge::new().to_bytecode(module, diagnostics).ok()
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

    pub(super) fn read(
        ctx: &Arc<Context>,
        _: &[u8],
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<Module> {
        missing(ctx, &format!("reading '{name}', which is MLIR bytecode,"), diagnostics);
        None
    }

    pub(super) fn run_pipeline(module: &Module, _: &str, diagnostics: &mut Diagnostics) -> Option<Module> {
        missing(module.ctx(), "--mlir-pass-pipeline", diagnostics);
        None
    }

    pub(super) fn to_bytecode(module: &Module, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
        missing(module.ctx(), "--emit-bytecode", diagnostics);
        None
    }
}

/// A program from bytecode, or from text that only upstream reads.
pub fn read(ctx: &Arc<Context>, bytes: &[u8], name: &str, diagnostics: &mut Diagnostics) -> Option<Module> {
    bridge::read(ctx, bytes, name, diagnostics)
}

/// What a textual pipeline of upstream passes makes of a program.
pub fn run_pipeline(module: &Module, pipeline: &str, diagnostics: &mut Diagnostics) -> Option<Module> {
    bridge::run_pipeline(module, pipeline, diagnostics)
}

/// A program as bytecode.
pub fn to_bytecode(module: &Module, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
    bridge::to_bytecode(module, diagnostics)
}

/// A program in the custom forms of upstream dialects that we do not know. Quietly nothing if upstream cannot read it either,
/// or is not there.
pub fn read_unknown_ops(ctx: &Arc<Context>, text: &str, name: &str) -> Option<Module> {
    let mut unheard = Diagnostics::new();
    if cfg!(feature = "mlir") { read(ctx, text.as_bytes(), name, &mut unheard) } else { None }
}
