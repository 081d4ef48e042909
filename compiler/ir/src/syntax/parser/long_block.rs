//! Parsing the operations of one long block on several threads.
//!
//! A byte scanner walks ahead and splits the block where operations seem to start. Each piece is parsed into a body of its own,
//! by a parser that also sees the text behind the piece and must stop exactly where the next piece starts. Placeholders stand for
//! values from elsewhere. The pieces are joined in order, while others are still being parsed; placeholders are replaced by the
//! definitions of earlier pieces or of the block's surroundings.
//!
//! A piece is accepted only if one thread would have produced the same. If that is not certain (an error, a value used before its
//! definition, a name that is defined twice, a block named), the piece and all later ones are dropped, and one thread continues
//! from its start. So the outcome does not depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::mpsc;
use std::thread;

use parking_lot::Mutex;

use super::names::{Forward, NameScope, OuterNames};
use super::parallel::Template;
use super::{Parser, scan};
use crate::body::Body;
use crate::diagnostics::Diagnostics;
use crate::entity::Block;
use crate::resources::Resources;
use crate::syntax::lexer::TokenKind;

/// A piece is about this long.
const PIECE: usize = 256 * 1024;
/// The usual length of operations, to estimate their number.
const BYTES_PER_OP: usize = 40;

/// The result of parsing a piece.
struct Piece<'s> {
    end: usize,
    body: Body,
    block: Block,
    diagnostics: Diagnostics,
    pending_locs: super::PendingLocs,
    resources: Resources,
    names: OuterNames<'s>,
}

/// Hands out pieces, numbered in their order.
struct Cutter<'s> {
    text: &'s str,
    at: usize,
    next: usize,
}

impl Cutter<'_> {
    fn cut(&mut self) -> Option<(usize, Range<usize>)> {
        let start = self.at;
        let end = scan::operation_after(self.text.as_bytes(), start, start + PIECE)?;
        self.at = end;
        self.next += 1;
        Some((self.next - 1, start..end))
    }
}

impl<'s> Template<'s> {
    /// Parses the operations of a piece; nothing if they are not all right, or do not end where the piece does.
    fn operations(&self, range: Range<usize>, text: &str) -> Option<Piece<'s>> {
        let mut parser = self.parser(range.start..text.len());
        parser.scope().note_nested_names();
        let mut body = Body::new();
        let block = body.create_block();
        body.reserve(range.len() / BYTES_PER_OP);
        while parser.state.offset() < range.end {
            if matches!(parser.state.token().kind, TokenKind::CaretId | TokenKind::RBrace)
                || parser.operation(&mut body, block).is_err()
            {
                return None;
            }
        }
        let stops_there = parser.state.offset() == range.end;
        let names = parser.scopes.pop().and_then(NameScope::into_outer_names)?;
        (stops_there && parser.errors == 0).then(|| Piece {
            end: range.end,
            body,
            block,
            names,
            pending_locs: std::mem::take(&mut parser.pending_locs),
            resources: std::mem::take(&mut parser.resources),
            diagnostics: parser.finish(),
        })
    }
}

impl<'s> Parser<'s> {
    /// Parses as many operations of a long block as make whole pieces, from the next token on. The rest is for one thread.
    pub(super) fn long_block(&mut self, body: &mut Body, block: Block) {
        let start = self.state.offset();
        let text = self.state.text();
        if self.threads < 2 || text.len() - start < 2 * PIECE || !self.scope().is_plain() {
            return;
        }
        let mut cutter = Cutter { text, at: start, next: 0 };
        let Some(first) = cutter.cut() else { return };
        let pieces = Mutex::new((Some(first), cutter));
        let template = self.template();
        let threads = self.threads;
        // Bounded, so that pieces do not pile up faster than they are joined.
        let (sender, receiver) = mpsc::sync_channel::<(usize, Option<Piece<'s>>)>(threads);
        let mut joined = start;
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, pieces, template) = (sender.clone(), &pieces, &template);
                scope.spawn(move || {
                    loop {
                        let piece = {
                            let (first, cutter) = &mut *pieces.lock();
                            first.take().or_else(|| cutter.cut())
                        };
                        let Some((number, range)) = piece else { return };
                        if sender.send((number, template.operations(range, text))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut next = 0;
            for (number, piece) in receiver {
                waiting.insert(number, piece);
                while let Some(piece) = waiting.remove(&next) {
                    next += 1;
                    match piece.and_then(|piece| self.join(body, block, piece)) {
                        Some(end) => joined = end,
                        // What later pieces are is not known without this one. Threads that send one find no receiver.
                        None => return,
                    }
                }
            }
        });
        if joined > start {
            self.state.seek(joined);
        }
    }

    /// Appends the operations of a piece; returns its end. Nothing happens if the piece differs from the result of one thread.
    fn join(&mut self, body: &mut Body, block: Block, piece: Piece<'s>) -> Option<usize> {
        let mut stand_ins = Vec::with_capacity(piece.names.forwards.len());
        for ((name, number), Forward { placeholder, value, .. }) in piece.names.forwards {
            let meant = self.scope().lookup(name)?.value(number)?;
            if body.value_type(meant) != piece.body.value_type(value) {
                return None;
            }
            stand_ins.push((placeholder, value, meant));
        }
        let by = u32::try_from(body.value_capacity()).ok()?;
        if !self.scope().join(piece.names.definitions, &piece.names.nested, by) {
            return None;
        }
        body.absorb(piece.body, piece.block, block, stand_ins);
        self.diagnostics.append(piece.diagnostics);
        for (loc, used) in piece.pending_locs {
            self.pending_locs.entry(loc).or_insert(used);
        }
        let Resources { mut dialect, mut external } = piece.resources;
        self.resources.dialect.append(&mut dialect);
        self.resources.external.append(&mut external);
        Some(piece.end)
    }
}
