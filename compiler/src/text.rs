//! IR as text inside files.

use std::sync::Arc;
use tfrt_ir::body::CopyMap;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::handles::Type;
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{ParserInput, ParserState, PrintOptions, TokenKind, parse_module, print_op};

/// An op with everything in it, in generic form and without aliases.
pub(crate) fn generic_text(op: OpRef<'_>) -> String {
    print_op(op, &PrintOptions { generic: true, local_scope: true, ..PrintOptions::default() })
}

/// Parses the text of one module and puts it at the end of another.
pub(crate) fn append_parsed(
    ctx: &Arc<Context>,
    module: &mut Module,
    name: &str,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failed> {
    let parsed = parse_module(ctx, name, text, diagnostics).ok_or(Failed)?;
    let contents = module.contents_mut();
    let top = parsed.top();
    let op = contents.copy_op(ctx, top.body, top.op, &mut CopyMap::default(), &mut |loc| loc);
    if let Some(block) = contents.root_block() {
        contents.append_op(block, op);
    }
    Ok(())
}

/// Parses types, each of which is all of its text; the error is the first text that is no type.
pub(crate) fn parse_types<'t>(
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
            // Ops have results of dialect types that no text may spell.
            _ => match all[start..end].strip_prefix('!').and_then(|text| text.split_once('.')) {
                Some((dialect, body)) => types.push(ctx.opaque_type(dialect, body)),
                None => return Err(all[start..end].to_string()),
            },
        }
        start = end + 1;
    }
    Ok(types)
}
