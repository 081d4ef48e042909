//! The parser: text to operations.
//!
//! The parser reads operation by operation: one grammar rule parses the head of an operation (results, name, operands of
//! the same line); the declaration or the generic form determines the rest. Types, attributes and locations have parsers of
//! their own on the same [`ParserState`].
//!
//! A mistake is reported at upstream's place with upstream's message. The parser then continues behind the statement, so
//! that one run shows several mistakes; results of a failed statement are marked as unknown, and using them is not reported
//! again. If there is any error, no module is returned.
//!
//! Bounded: nesting by [`MAX_NESTING`](super::state::MAX_NESTING) and [`MAX_REGIONS`], errors by [`MAX_ERRORS`], time by the
//! length of the text.

mod blocks;
mod definitions;
mod long_block;
mod metadata;
mod names;
mod ops;
mod parallel;
mod resolve;
mod scan;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::names::NameScope;
pub(in crate::syntax) use self::ops::is_integer_type;
use super::lexer::{TokenKind, limit_grammar};
use super::state::{ParserInput, ParserState, SyntaxError};
use crate::body::{Body, OpState};
use crate::context::Context;
use crate::diagnostics::{Diagnostic, Diagnostics, Failed, Severity, Subject};
use crate::entity::{Block, Op};
use crate::handles::{Ident, Loc};
use crate::module::Module;
use crate::opdef::OpDefinition;
use crate::resources::Resources;

/// Regions may be nested this deep.
pub const MAX_REGIONS: usize = 64;
/// The number of errors after which the parser stops.
pub const MAX_ERRORS: usize = 100;

/// Locations that stand in for aliases: the name of the alias and where it was used.
type PendingLocs = FxHashMap<Loc, (Ident, usize)>;

/// The refusal of an operation of an unknown dialect.
const UNREGISTERED: &str = "operation being parsed with an unregistered dialect. If this is intended, please use \
                            -allow-unregistered-dialect with the MLIR tool used";

/// An operation name, looked up once per file.
#[derive(Clone, Copy)]
pub(super) struct ResolvedName<'s> {
    pub(super) ident: Ident,
    pub(super) definition: Option<&'s OpDefinition>,
}

/// The parser of one text. Hooks see it as [`OpParser`](super::OpParser).
pub(super) struct Parser<'s> {
    pub(super) state: ParserState<'s>,
    pub(super) ctx: &'s Context,
    diagnostics: Diagnostics,
    errors: usize,
    scopes: Vec<NameScope<'s>>,
    regions: usize,
    /// The number of regions around the parser's text.
    outer_regions: usize,
    op_names: FxHashMap<&'s str, ResolvedName<'s>>,
    /// The dialects whose operations need no prefix, the innermost last.
    default_dialects: Vec<&'s str>,
    /// Locations that stand in for aliases not defined yet.
    pending_locs: PendingLocs,
    resources: Resources,
    /// Ends of statements with errors.
    statement_ends: scan::StatementEnds,
    /// The number of threads that may parse.
    threads: usize,
}

/// Parses `text`, which locations call `name`. The diagnostics go to `diagnostics`; with an error there is no module.
///
/// A text that is one `builtin.module` gives that module; everything else is put in a new one.
pub fn parse_module(
    ctx: &Arc<Context>,
    name: &str,
    text: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    parse_module_part(ctx, name, text, 0..text.len(), diagnostics)
}

/// Parses a part of `text`; locations are those of the whole text.
pub fn parse_module_part(
    ctx: &Arc<Context>,
    name: &str,
    text: &str,
    part: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    // To ask for the number of threads is to read files; a short text needs one.
    let threads = match part.len() < 2 * parallel::MIN_PIECE {
        true => 1,
        false => std::thread::available_parallelism().map_or(1, usize::from),
    };
    parse_module_on_threads(ctx, name, text, part, threads, diagnostics)
}

/// Parses a part of `text` on at most so many threads. Their number changes nothing but the time it takes.
pub fn parse_module_on_threads(
    ctx: &Arc<Context>,
    name: &str,
    text: &str,
    part: Range<usize>,
    threads: usize,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    let (body, resources) = parse_top_level(ctx, name, text, part, threads, diagnostics)?;
    Some(Module::from_body(ctx.clone(), body)?.with_resources(resources))
}

/// Parses a part of `text` to a body that holds one `builtin.module`, and the data behind it: the parts of a [`Module`].
pub fn parse_top_level(
    ctx: &Context,
    name: &str,
    text: &str,
    part: Range<usize>,
    threads: usize,
    diagnostics: &mut Diagnostics,
) -> Option<(Body, Resources)> {
    let (body, block, resources) = parse_ops(ctx, name, text, part, threads, diagnostics)?;
    let is_module = |op: Op| ctx.str(body.name(op)) == "builtin.module" && body.nested(op).is_some();
    if only_op(&body, block).is_some_and(is_module) {
        return Some((body, resources));
    }
    let state = OpState::new(ctx.ident("builtin.module"), start_of(ctx, name)).nested(Box::new(body));
    let (mut top, top_block) = Body::with_entry_block();
    let op = top.create_op(ctx, state);
    top.append_op(top_block, op);
    Some((top, resources))
}

/// Parses a part of `text` that is one operation, isolated from above, and becomes the top level as it is; locations are those of
/// the whole text.
pub fn parse_single_op(
    ctx: &Arc<Context>,
    name: &str,
    text: &str,
    part: Range<usize>,
    diagnostics: &mut Diagnostics,
) -> Option<Module> {
    let (body, block, resources) = parse_ops(ctx, name, text, part, 1, diagnostics)?;
    let Some(op) = only_op(&body, block) else {
        let found = body.ops(block).count();
        let message = format!("source must contain a single top-level operation, found: {found}");
        diagnostics.error(start_of(ctx, name), message);
        return None;
    };
    let (loc, op_name) = (body.loc(op), ctx.str(body.name(op)).to_owned());
    let module = Module::from_body(ctx.clone(), body);
    if module.is_none() {
        let message = format!("'{op_name}' op cannot be a program by itself: it is not isolated from above");
        diagnostics.error(loc, message);
    }
    Some(module?.with_resources(resources))
}

/// The operation of a block that has only one.
fn only_op(body: &Body, block: Block) -> Option<Op> {
    body.first_op(block).filter(|&op| body.last_op(block) == Some(op))
}

/// The location of a source's start, for diagnostics about all of it.
fn start_of(ctx: &Context, name: &str) -> Loc {
    ctx.file_loc(ctx.ident(name), 0, 0)
}

/// Parses a part of `text`: its operations in a block of their own, and the data behind them.
fn parse_ops(
    ctx: &Context,
    name: &str,
    text: &str,
    part: Range<usize>,
    threads: usize,
    diagnostics: &mut Diagnostics,
) -> Option<(Body, Block, Resources)> {
    limit_grammar();
    let unknown = start_of(ctx, name);
    let Some(source) = ctx.add_source(name, text.as_bytes()) else {
        diagnostics
            .error(unknown, "the text is too large: all texts of a context together have at most 2 GiB");
        return None;
    };
    if text.get(part.clone()).is_none() {
        diagnostics.error(unknown, "the part to parse is not a part of the text");
        return None;
    }
    let input = ParserInput { ctx, text, source };
    let state = ParserState::of_part(input, part.start, part.end, Arc::default());
    let mut parser = Parser::new(state, ctx, diagnostics.fork());
    parser.threads = threads.max(1);
    let (mut body, block) = Body::with_entry_block();
    parser.top_level(&mut body, block);
    let failed = parser.errors > 0;
    let resources = std::mem::take(&mut parser.resources);
    diagnostics.append(parser.finish());
    (!failed).then_some((body, block, resources))
}

impl<'s> Parser<'s> {
    fn new(state: ParserState<'s>, ctx: &'s Context, diagnostics: Diagnostics) -> Self {
        let mut outermost = NameScope::new(state.text());
        outermost.push_region();
        Self {
            state,
            ctx,
            diagnostics,
            errors: 0,
            scopes: vec![outermost],
            regions: 0,
            outer_regions: 0,
            op_names: FxHashMap::default(),
            default_dialects: vec!["builtin"],
            pending_locs: FxHashMap::default(),
            resources: Resources::default(),
            statement_ends: scan::StatementEnds::default(),
            threads: 1,
        }
    }

    /// Everything up to the end of the text.
    fn top_level(&mut self, body: &mut Body, block: Block) {
        self.statements(body, block);
        self.check_undefined();
        self.resolve_locations(body);
    }

    /// Operations and definitions up to the end of the text.
    fn statements(&mut self, body: &mut Body, block: Block) {
        let mut looked_at = 0;
        loop {
            if self.state.offset() >= looked_at {
                looked_at = self.parallel_run(body, block);
            }
            let start = self.state.offset();
            let result = match self.state.token().kind {
                TokenKind::Eof => break,
                TokenKind::HashId => self.state.parse_attr_alias_definition().map_err(|e| self.report(e)),
                TokenKind::ExclaimId => self.state.parse_type_alias_definition().map_err(|e| self.report(e)),
                TokenKind::FileMetadataBegin => self.file_metadata(),
                _ => self.operation(body, block),
            };
            if result.is_err() && !self.resume(start) {
                break;
            }
        }
    }

    /// Goes to the statement after the failed one that started at `start`. No, if there is none or it is not worth it.
    fn resume(&mut self, start: usize) -> bool {
        if self.errors >= MAX_ERRORS {
            return false;
        }
        let text = self.state.text();
        let end = self.statement_ends.find(text.as_bytes(), start, self.state.last_end());
        // A bracket that closes nothing would stop the parser here for ever.
        let stuck = end <= start && self.regions == self.outer_regions;
        self.state.seek(if stuck { end + 1 } else { end });
        !self.state.at(TokenKind::Eof)
    }

    /// Reports the values of the innermost scope that were used and never defined.
    fn check_undefined(&mut self) {
        let Some(scope) = self.scopes.last() else { return };
        let mut undefined: Vec<(usize, &str)> =
            scope.undefined().map(|(name, forward)| (forward.offset, name)).collect();
        undefined.sort_unstable();
        // No hint is needed for more than are shown.
        let hint =
            |name| scope.similar(name).map(|name| format!("; did you mean '{name}'?")).unwrap_or_default();
        let hints: Vec<String> = undefined.iter().take(MAX_ERRORS).map(|(_, name)| hint(name)).collect();
        for (index, (offset, _)) in undefined.into_iter().enumerate() {
            let hint = hints.get(index).map_or("", String::as_str);
            self.error(offset, format!("use of undeclared SSA value name{hint}"));
        }
    }

    fn finish(mut self) -> Diagnostics {
        let mut found = self.diagnostics.take();
        found.sort_by_key(|diagnostic| diagnostic.loc.as_u32());
        let mut errors = 0;
        let mut unregistered = false;
        for diagnostic in found {
            // One flag accepts them all, so one error says it all.
            let is_unregistered = diagnostic.subject == Subject::UnregisteredDialect;
            if is_unregistered && std::mem::replace(&mut unregistered, true) {
                continue;
            }
            errors += usize::from(diagnostic.severity == Severity::Error);
            if errors <= MAX_ERRORS {
                self.diagnostics.emit(diagnostic);
            }
        }
        self.diagnostics
    }

    /// Reports an error of a parser of types, attributes or locations.
    pub(super) fn report(&mut self, error: Box<SyntaxError>) -> Failed {
        self.report_about(Subject::Other, error)
    }

    /// Reports an error about something.
    #[expect(
        clippy::boxed_local,
        reason = "parsers fail with boxed errors, so that their results stay small"
    )]
    pub(super) fn report_about(&mut self, subject: Subject, error: Box<SyntaxError>) -> Failed {
        let loc = self.state.loc_at(error.offset);
        let mut diagnostic = Diagnostic::new(Severity::Error, loc, error.message).about(subject);
        for (offset, note) in error.notes {
            diagnostic.note(self.state.loc_at(offset), note);
        }
        self.errors += 1;
        self.diagnostics.emit(diagnostic);
        Failed
    }

    /// Reports an error at an offset.
    pub(super) fn error(&mut self, offset: usize, message: impl Into<String>) -> Failed {
        self.report(SyntaxError::new(offset, message))
    }

    /// Reports an error at an offset with a note at another.
    pub(super) fn error_with_note(
        &mut self,
        offset: usize,
        message: impl Into<String>,
        note: (usize, String),
    ) -> Failed {
        self.report(SyntaxError::new(offset, message).with_note(note.0, note.1))
    }

    /// Reports something that is not an error.
    pub(super) fn emit(&mut self, severity: Severity, offset: usize, message: impl Into<String>) {
        let loc = self.state.loc_at(offset);
        self.diagnostics.emit(Diagnostic::new(severity, loc, message));
    }

    /// Takes a token of this kind; see [`ParserState::expect`].
    pub(super) fn expect(&mut self, kind: TokenKind, message: &str) -> Result<(), Failed> {
        self.state.expect(kind, message).map_err(|error| self.report(error))
    }

    /// Reports that the next token should have been another.
    pub(super) fn wrong_token(&mut self, message: impl Into<String>) -> Failed {
        let error = self.state.wrong_token(message);
        self.report(error)
    }

    /// Runs a parser of types, attributes or locations.
    pub(super) fn with_state<T>(
        &mut self,
        parse: impl FnOnce(&mut ParserState<'s>) -> super::state::PResult<T>,
    ) -> Result<T, Failed> {
        parse(&mut self.state).map_err(|error| self.report(error))
    }

    fn scope(&mut self) -> &mut NameScope<'s> {
        self.scopes.last_mut().expect("there is always the outermost scope")
    }
}
