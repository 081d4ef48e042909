//! Input programs: text, whole or in parts, or MLIR bytecode.

use std::ops::Range;
use std::sync::Arc;

use tfrt_ir::diagnostics::{Diagnostic, DiagnosticPrinter, Diagnostics, Severity, SourceFile, Subject};
use tfrt_ir::syntax::split::{Chunk, split};
use tfrt_ir::syntax::{parse_module_part, parse_single_op};
use tfrt_ir::verify::verify_module;
use tfrt_ir::{Context, Module};

use crate::bytecode::is_bytecode;
use crate::jax_export::artifact;
use crate::{bytecode, files, upstream};

/// Parses a part of a text, named for its locations.
type TextParser = fn(&Arc<Context>, &str, &str, Range<usize>, &mut Diagnostics) -> Option<Module>;

/// The content of a file to compile.
#[derive(Debug, Clone, Copy)]
pub enum Input<'a> {
    /// MLIR text.
    Text(&'a str),
    /// MLIR bytecode.
    Bytecode(&'a [u8]),
}

impl<'a> Input<'a> {
    /// Distinguishes text and bytecode, also within what `jax.export` serialised. The error, in the form of a diagnostic, says where a text is not
    /// UTF-8.
    pub fn of(name: &str, bytes: &'a [u8]) -> Result<Self, String> {
        if let Some(bytes) = is_bytecode(bytes).then_some(bytes).or_else(|| artifact(bytes)) {
            return Ok(Input::Bytecode(bytes));
        }
        files::as_text(name, bytes).map(Input::Text)
    }

    /// The text; none of bytecode.
    pub fn text(self) -> &'a str {
        match self {
            Input::Text(text) => text,
            Input::Bytecode(_) => "",
        }
    }

    /// The source for diagnostics.
    pub fn source(self, name: &'a str) -> SourceFile<'a> {
        SourceFile { name, text: self.text().as_bytes() }
    }

    /// The programs in it: several only in a text that is split at a marker. Text that looks like a mistyped marker gives a
    /// warning.
    pub fn chunks(self, name: &str, marker: Option<&str>) -> Vec<Chunk> {
        let text = self.text();
        let split = split(text, marker);
        if !split.near_misses.is_empty() {
            let ctx = Context::new();
            let printer = DiagnosticPrinter::new(&ctx, &[self.source(name)]);
            for offset in split.near_misses {
                let before = &text[..offset];
                let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
                let column = offset - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
                // Positions are counted in 32 bits, as everywhere; a text is not longer.
                let loc = ctx.file_loc(ctx.ident(name), line as u32, column as u32);
                let warning = Diagnostic::new(Severity::Warning, loc, "near miss with file split marker");
                eprint!("{}", printer.render(&warning));
            }
        }
        split.chunks
    }

    /// Parses and verifies a part that must be one operation, which gets no module around it.
    pub fn parse_single(
        self,
        ctx: &Arc<Context>,
        name: &str,
        part: Range<usize>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Module> {
        self.parse_with(parse_single_op, ctx, name, part, diagnostics)
    }

    /// Parses and verifies a part, of which locations are those of the whole.
    pub fn parse(
        self,
        ctx: &Arc<Context>,
        name: &str,
        part: Range<usize>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Module> {
        self.parse_with(parse_text, ctx, name, part, diagnostics)
    }

    fn parse_with(
        self,
        parse: TextParser,
        ctx: &Arc<Context>,
        name: &str,
        part: Range<usize>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Module> {
        let module = match self {
            Input::Bytecode(bytes) => bytecode::read(ctx, bytes, name, diagnostics),
            Input::Text(text) => parse(ctx, name, text, part, diagnostics),
        }?;
        verify_module(&module, diagnostics).ok()?;
        Some(module)
    }
}

/// Parses with our parser; a program that uses custom forms that only upstream knows is read by upstream.
fn parse_text(
    ctx: &Arc<Context>,
    name: &str,
    text: &str,
    part: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    let mut found = diagnostics.fork();
    let module = parse_module_part(ctx, name, text, part.clone(), &mut found);
    let has_unknown_form = found.iter().any(|diagnostic| diagnostic.subject == Subject::CustomForm);
    if module.is_none() && has_unknown_form {
        // Lines count as in the whole.
        let lines_before = text[..part.start].bytes().filter(|&byte| byte == b'\n').count();
        let padded = "\n".repeat(lines_before) + &text[part];
        if let Some(module) = upstream::read_quietly(ctx, padded.as_bytes(), name) {
            return Some(module);
        }
    }
    diagnostics.append(found);
    module
}
