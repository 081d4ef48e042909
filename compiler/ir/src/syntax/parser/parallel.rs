//! Parsing the functions of a large module on several threads.
//!
//! At the start of a run of isolated operations, a byte scanner looks for their ends. If there is enough text, it is split into pieces
//! of whole operations: each thread cuts the next piece, while the others parse theirs, and parses it with a parser of its own into a
//! body of its own. The operations are then moved, in order, to their block. Isolated operations share no values, aliases are known
//! before the run (a definition ends it), and diagnostics are sorted by place; so the outcome is that of one thread, whatever the
//! number of threads.

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;

use super::{Parser, scan};
use crate::body::Body;
use crate::context::Context;
use crate::diagnostics::Diagnostics;
use crate::entity::Block;
use crate::opdef::Traits;
use crate::resources::Resources;
use crate::syntax::lexer::TokenKind;
use crate::syntax::state::{Aliases, ParserInput, ParserState};

/// A piece is at least this long: less is not worth handing over.
pub(super) const MIN_PIECE: usize = 64 * 1024;
/// A piece is at least this long where there is enough text. Pieces are small against the whole, so that threads that get them one by
/// one are done at about the same time.
const PIECE: usize = 512 * 1024;

/// The result of parsing a piece.
struct Piece {
    body: Body,
    block: Block,
    diagnostics: Diagnostics,
    errors: usize,
    pending_locs: super::PendingLocs,
    resources: Resources,
}

/// The initial state of the parsers of pieces.
pub(super) struct Template<'s> {
    input: ParserInput<'s>,
    ctx: &'s Context,
    aliases: Arc<Aliases>,
    diagnostics: Diagnostics,
    regions: usize,
    default_dialects: Vec<&'s str>,
}

impl<'s> Template<'s> {
    /// A parser of a part of the text.
    pub(super) fn parser(&self, part: Range<usize>) -> Parser<'s> {
        let state = ParserState::of_part(self.input, part.start, part.end, Arc::clone(&self.aliases));
        let mut parser = Parser::new(state, self.ctx, self.diagnostics.fork());
        parser.regions = self.regions;
        parser.outer_regions = self.regions;
        parser.default_dialects.clone_from(&self.default_dialects);
        parser
    }

    fn piece(&self, range: Range<usize>) -> Piece {
        let mut parser = self.parser(range);
        let (mut body, block) = Body::with_entry_block();
        parser.statements(&mut body, block);
        parser.check_undefined();
        Piece {
            body,
            block,
            errors: parser.errors,
            pending_locs: std::mem::take(&mut parser.pending_locs),
            resources: std::mem::take(&mut parser.resources),
            diagnostics: parser.finish(),
        }
    }
}

/// Cuts a run of isolated operations into pieces, numbered in their order.
struct Cutter<'p, 's> {
    parser: &'p Parser<'s>,
    /// Pieces that were cut and not given out.
    ready: Vec<(usize, Range<usize>)>,
    /// The number of the next piece, and where it starts.
    next: usize,
    start: usize,
    /// The end of the last operation that was found.
    end: usize,
    /// The minimal length of pieces.
    length: usize,
    /// Whether the text ends in the middle of an operation.
    unclosed: bool,
}

impl Cutter<'_, '_> {
    fn next(&mut self) -> Option<(usize, Range<usize>)> {
        self.ready.pop().or_else(|| self.cut())
    }

    /// The next piece; none if there are no more operations that are isolated.
    fn cut(&mut self) -> Option<(usize, Range<usize>)> {
        let text = self.parser.state.text().as_bytes();
        while self.end - self.start < self.length {
            match scan::next_statement(text, self.end, &mut |word| self.parser.is_isolated(word)) {
                scan::Next::Statement(range) => self.end = range.end,
                scan::Next::Other => break,
                scan::Next::Unclosed => {
                    self.unclosed = true;
                    break;
                }
            }
        }
        let piece = self.start..self.end;
        self.start = self.end;
        self.next += 1;
        (!piece.is_empty()).then_some((self.next - 1, piece))
    }
}

impl<'s> Parser<'s> {
    /// The initial state of parsers of parts of the text, here.
    pub(super) fn template(&self) -> Template<'s> {
        Template {
            input: *self.state.input(),
            ctx: self.ctx,
            aliases: Arc::clone(self.state.aliases()),
            diagnostics: self.diagnostics.fork(),
            regions: self.regions,
            default_dialects: self.default_dialects.clone(),
        }
    }

    /// Parses the isolated operations from the next token on, if they are many; continues behind them. Returns how far it has
    /// scanned: the block need not be scanned again before. The inside of an operation is another block, so a text is scanned
    /// as often as regions are nested.
    pub(super) fn parallel_run(&mut self, body: &mut Body, block: Block) -> usize {
        let start = self.state.offset();
        let rest = self.state.text().len() - start;
        if self.threads < 2
            || rest < 2 * MIN_PIECE
            || !matches!(self.state.token().kind, TokenKind::BareId | TokenKind::String)
        {
            return start + 1;
        }
        let length = (rest / (self.threads * 4)).clamp(MIN_PIECE, PIECE);
        let mut cutter =
            Cutter { parser: self, ready: Vec::new(), next: 0, start, end: start, length, unclosed: false };
        let first_two = cutter.cut().and_then(|first| Some([cutter.cut()?, first]));
        let mut pieces = Vec::new();
        if let Some(first_two) = first_two {
            cutter.ready.extend(first_two);
            pieces = self.parse_pieces(&mut cutter);
        }
        let Cutter { end, unclosed, .. } = cutter;
        if unclosed {
            // The text is wrong; one thread says where.
            self.threads = 1;
        }
        if pieces.is_empty() {
            return end.max(start + 1);
        }
        for piece in pieces {
            self.take_piece(body, block, piece);
        }
        self.state.seek(end);
        end
    }

    /// Parses all pieces of a run; gives them in their order.
    fn parse_pieces(&self, cutter: &mut Cutter<'_, 's>) -> Vec<Piece> {
        let template = self.template();
        let cutter = Mutex::new(cutter);
        let work = || {
            let mut pieces = Vec::new();
            loop {
                let next = cutter.lock().next();
                let Some((number, range)) = next else { return pieces };
                pieces.push((number, template.piece(range)));
            }
        };
        let mut pieces = thread::scope(|scope| {
            let threads: Vec<_> = (1..self.threads).map(|_| scope.spawn(work)).collect();
            let mut pieces = work();
            for thread in threads {
                match thread.join() {
                    Ok(more) => pieces.extend(more),
                    // A panic is a bug of this parser; it is no better hidden on another thread.
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            pieces
        });
        pieces.sort_unstable_by_key(|(number, _)| *number);
        pieces.into_iter().map(|(_, piece)| piece).collect()
    }

    /// Whether a word names operations that share nothing with their surroundings.
    fn is_isolated(&self, word: &[u8]) -> bool {
        let Ok(word) = std::str::from_utf8(word) else { return false };
        self.resolve_op_name(word.trim_matches('"')).definition.is_some_and(|definition| {
            definition.has(Traits::ISOLATED | Traits::SYMBOL)
                && definition.operand_definitions().is_empty()
                && definition.result_definitions().is_empty()
        })
    }

    fn take_piece(&mut self, body: &mut Body, block: Block, mut piece: Piece) {
        self.errors += piece.errors;
        self.diagnostics.append(piece.diagnostics);
        for (loc, used) in piece.pending_locs {
            // The first use is the one to name; pieces come in order.
            self.pending_locs.entry(loc).or_insert(used);
        }
        self.resources.dialect.append(&mut piece.resources.dialect);
        self.resources.external.append(&mut piece.resources.external);
        if self.errors > 0 {
            // There will be no module.
            return;
        }
        while let Some(op) = piece.body.first_op(piece.block) {
            body.move_op_from(self.ctx, &mut piece.body, op, block);
        }
    }
}
