//! Parsing the functions of a large module on several threads.
//!
//! Where a run of isolated operations starts, a byte scanner looks for their ends. If there is enough text, it is cut into
//! pieces of whole operations; each piece is parsed by a parser of its own into a body of its own, and the operations are
//! moved, in order, to where they belong. Isolated operations share no values, aliases are known before the run (a definition
//! ends it), and diagnostics are sorted by place; so the outcome is that of one thread, whatever the number of threads.

use std::ops::Range;
use std::sync::Arc;
use std::thread;

use super::{Parser, scan};
use crate::body::Body;
use crate::diagnostics::Diagnostics;
use crate::entity::Block;
use crate::opdef::Traits;
use crate::resources::Resources;
use crate::syntax::lexer::TokenKind;
use crate::syntax::state::ParserState;

/// A piece is at least this long: less is not worth a thread.
const MIN_PIECE: usize = 64 * 1024;

/// What the parser of a piece gives.
struct Piece {
    body: Body,
    block: Block,
    diagnostics: Diagnostics,
    errors: usize,
    pending_locs: super::PendingLocs,
    resources: Resources,
}

impl<'s> Parser<'s> {
    /// Parses the isolated operations from the next token on, if they are many; goes behind them. Says how far it looked: the
    /// block need not be looked at again before. What is inside an operation is another block, so that a text is looked at
    /// as often as regions are nested.
    pub(super) fn parallel_run(&mut self, body: &mut Body, block: Block) -> usize {
        let start = self.state.offset();
        if self.threads < 2
            || self.state.text().len() - start < 2 * MIN_PIECE
            || !matches!(self.state.token().kind, TokenKind::BareId | TokenKind::String)
        {
            return start + 1;
        }
        let run = self.find_run(start);
        if run.unclosed {
            // The text is wrong; one thread says where.
            self.threads = 1;
        }
        let ranges = cut(&run, self.threads);
        if ranges.len() < 2 {
            return run.end.max(start + 1);
        }
        let pieces = thread::scope(|scope| {
            let this = &*self;
            let threads: Vec<_> =
                ranges.into_iter().map(|range| scope.spawn(move || this.piece(range))).collect();
            threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
        });
        for piece in pieces {
            match piece {
                Ok(piece) => self.take_piece(body, block, piece),
                // A panic is a bug of this parser; it is no better hidden on another thread.
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        self.state.seek(run.end);
        run.end
    }

    /// The isolated operations that follow each other from `start` on.
    fn find_run(&mut self, start: usize) -> scan::Statements {
        let text = self.state.text();
        scan::statements(text.as_bytes(), start, &mut |word| {
            let Ok(word) = std::str::from_utf8(word) else { return false };
            let name = word.trim_matches('"');
            let isolated = |name: &str| {
                self.resolve_op_name(name).definition.is_some_and(|definition| {
                    definition.has(Traits::ISOLATED | Traits::SYMBOL)
                        && definition.operand_definitions().is_empty()
                        && definition.result_definitions().is_empty()
                })
            };
            isolated(name)
        })
    }

    fn piece(&self, range: Range<usize>) -> Piece {
        let input = *self.state.input();
        let state = ParserState::of_part(input, range.start, range.end, Arc::clone(self.state.aliases()));
        let mut parser = Parser::new(state, self.ctx, self.diagnostics.fork());
        parser.threads = 1;
        parser.regions = self.regions;
        parser.outer_regions = self.regions;
        parser.default_dialects.clone_from(&self.default_dialects);
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

/// Cuts a run into pieces of about the same length, several for each thread so that all are busy to the end.
fn cut(run: &scan::Statements, threads: usize) -> Vec<Range<usize>> {
    let Some(&first) = run.starts.first() else { return Vec::new() };
    let length = ((run.end - first) / (threads * 4)).max(MIN_PIECE);
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut start = first;
    for &next in &run.starts[1..] {
        if next - start >= length {
            ranges.push(start..next);
            start = next;
        }
    }
    ranges.push(start..run.end);
    ranges
}
