//! Verifying on several threads.
//!
//! A large program is split into pieces that can be verified separately: the isolated operations below one operation, and the
//! operations of a long block. Dominance is checked in parallel with the rest. Diagnostics are those of one thread: of the pieces
//! that fail, only those count that one thread would have reached, in the order of the program.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::{OpVerifier, dominance, is_isolated};
use crate::body::Body;
use crate::diagnostics::{Diagnostics, Failed};
use crate::entity::{Block, Op};
use crate::op_ref::OpRef;

/// Fewer operations than this in all are not worth another thread.
const THRESHOLD: usize = 20_000;
/// Operations of a block that are verified at a time.
const PIECE: usize = 4096;

/// Whether one failed piece is enough.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// No piece behind one that failed is checked.
    Stop,
    /// All pieces are verified whatever happens to the others.
    GoOn,
}

impl OpVerifier<'_> {
    /// Everything about an isolated operation, if it is large enough for several threads.
    pub(super) fn large(&mut self, op: OpRef<'_>) -> Option<Result<(), Failed>> {
        if op.body.nested(op.op).is_none_or(|body| body.op_capacity() < THRESHOLD) || self.threads() < 2 {
            return None;
        }
        let mut apart = self.diagnostics.fork();
        let scope = self.scope;
        let outcome = thread::scope(|threads| {
            let dominance = threads.spawn(|| {
                let mut verifier =
                    OpVerifier { diagnostics: &mut apart, scope, is_alone: false, refused_attr: false };
                verifier.within(op, |verifier| dominance::check(verifier, op))
            });
            let structure = self.structure(op);
            let dominance = dominance.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            structure.map(|()| dominance)
        });
        // Dominance is not checked for an operation whose parts are wrong.
        Some(outcome.and_then(|dominance| {
            self.diagnostics.append(apart);
            dominance
        }))
    }

    /// The number of threads to verify on.
    fn threads(&self) -> usize {
        if self.is_alone { thread::available_parallelism().map_or(1, usize::from) } else { 1 }
    }

    /// The operations of a block that are not isolated, if they are many; nothing otherwise.
    pub(super) fn long_block(
        &mut self,
        parent: OpRef<'_>,
        body: &Body,
        block: Block,
    ) -> Option<Result<(), Failed>> {
        if body.op_capacity() < THRESHOLD || !self.is_alone {
            return None;
        }
        let ops: Vec<Op> = body.ops(block).collect();
        let threads = self.threads().min(ops.len() / PIECE);
        if ops.len() < THRESHOLD || threads < 2 {
            return None;
        }
        let pieces: Vec<&[Op]> = ops.chunks(PIECE).collect();
        Some(self.pieces(threads, pieces.len(), After::Stop, |verifier, piece| {
            for &op in pieces[piece] {
                let op = OpRef { ctx: parent.ctx, body, op };
                if !is_isolated(op) {
                    verifier.structure(op)?;
                }
            }
            Ok(())
        }))
    }

    /// Verifies isolated operations, each apart from the others.
    pub(super) fn apart(&mut self, children: &[OpRef<'_>]) -> Result<(), Failed> {
        let work: usize = children.iter().filter_map(|op| op.body.nested(op.op)).map(Body::op_capacity).sum();
        let threads = if work < THRESHOLD { 1 } else { self.threads().min(children.len()) };
        self.pieces(threads, children.len(), After::GoOn, |verifier, child| {
            verifier.isolated(children[child])
        })
    }

    fn pieces(
        &mut self,
        threads: usize,
        count: usize,
        after: After,
        check: impl Fn(&mut OpVerifier<'_>, usize) -> Result<(), Failed> + Sync,
    ) -> Result<(), Failed> {
        if threads < 2 {
            let mut outcome = Ok(());
            for piece in 0..count {
                outcome = check(self, piece).and(outcome);
                if outcome.is_err() && after == After::Stop {
                    break;
                }
            }
            return outcome;
        }
        let next = AtomicUsize::new(0);
        let first_failed = AtomicUsize::new(usize::MAX);
        let scope = self.scope;
        let fork = self.diagnostics.fork();
        let mut failed: Vec<(usize, Diagnostics)> = thread::scope(|workers| {
            let work = || {
                let mut failed = Vec::new();
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    let is_behind = after == After::Stop && piece > first_failed.load(Ordering::Relaxed);
                    if piece >= count || is_behind {
                        return failed;
                    }
                    let mut diagnostics = fork.fork();
                    let mut verifier = OpVerifier {
                        diagnostics: &mut diagnostics,
                        scope,
                        is_alone: false,
                        refused_attr: false,
                    };
                    if check(&mut verifier, piece).is_err() {
                        first_failed.fetch_min(piece, Ordering::Relaxed);
                        failed.push((piece, diagnostics));
                    }
                }
            };
            let handles: Vec<_> = (1..threads).map(|_| workers.spawn(work)).collect();
            let mut failed = work();
            for handle in handles {
                match handle.join() {
                    Ok(more) => failed.extend(more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            failed
        });
        failed.sort_by_key(|(piece, _)| *piece);
        if after == After::Stop {
            failed.truncate(1);
        }
        let outcome = if failed.is_empty() { Ok(()) } else { Err(Failed) };
        for (_, diagnostics) in failed {
            self.diagnostics.append(diagnostics);
        }
        outcome
    }
}
