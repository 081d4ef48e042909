//! The streams of functions, computed in parallel with the walk that writes the functions.
//!
//! The stream of a kernel depends on its whole function, all its other data only on earlier functions and kernels. So the walk
//! leaves streams open, other threads compute them, and they are filled in at the end. For a small program the walk itself
//! computes them.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Scope};

use parking_lot::Mutex;
use tfrt_bef::{FunctionId, records::NONE};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Block;
use tfrt_ir::op_ref::OpRef;

use crate::streams::analysis::{StreamAnalysis, StreamOptions, Streams};
use crate::streams::push_op;

/// A block that becomes a function.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) ctx: &'a Context,
    pub(super) body: &'a Body,
    pub(super) block: Block,
    pub(super) options: StreamOptions,
}

/// Finds the streams of functions.
pub(super) enum StreamFinder<'a> {
    /// At once.
    Here { worker: Worker, found: Vec<(FunctionId, Streams)> },
    /// On other threads.
    Elsewhere { jobs: Sender<(FunctionId, Job<'a>)>, found: Receiver<(FunctionId, Streams)> },
}

impl<'a> StreamFinder<'a> {
    /// Finds them at once.
    pub(super) fn here() -> Self {
        StreamFinder::Here { worker: Worker::default(), found: Vec::new() }
    }

    /// Starts threads for it. `receivers` is shared by them.
    pub(super) fn elsewhere<'scope>(
        threads: usize,
        scope: &'scope Scope<'scope, '_>,
        receivers: &'scope Mutex<Option<Receiver<(FunctionId, Job<'a>)>>>,
    ) -> Self
    where
        'a: 'scope,
    {
        let (jobs, receiver) = mpsc::channel();
        let (sender, found) = mpsc::channel();
        *receivers.lock() = Some(receiver);
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || {
                let mut worker = Worker::default();
                loop {
                    // The lock is held while waiting: its holder gets the next job.
                    let job = receivers.lock().as_ref().and_then(|jobs| jobs.recv().ok());
                    let Some((function, job)) = job else { return };
                    if sender.send((function, worker.run(job))).is_err() {
                        return;
                    }
                }
            });
        }
        StreamFinder::Elsewhere { jobs, found }
    }

    /// Asks for the streams of a function.
    pub(super) fn find(&mut self, function: FunctionId, job: Job<'a>) {
        match self {
            StreamFinder::Here { worker, found } => found.push((function, worker.run(job))),
            // The threads live as long as there may be jobs; should one have panicked, its scope says so.
            StreamFinder::Elsewhere { jobs, .. } => drop(jobs.send((function, job))),
        }
    }

    /// The streams of all functions.
    pub(super) fn finish(self) -> Vec<(FunctionId, Streams)> {
        match self {
            StreamFinder::Here { found, .. } => found,
            StreamFinder::Elsewhere { jobs, found } => {
                drop(jobs);
                found.into_iter().collect()
            }
        }
    }
}

/// The number of further threads for a program of so many ops.
pub(super) fn spare_threads(ops: usize) -> usize {
    /// Less is not worth a thread.
    const THRESHOLD: usize = 20_000;
    match ops < THRESHOLD {
        true => 0,
        false => thread::available_parallelism().map_or(1, usize::from) - 1,
    }
}

/// Analyses functions one after the other.
#[derive(Default)]
pub(super) struct Worker {
    /// For each value of the block at hand, the op that defines it. Values of other blocks have any number: a use of one is an error,
    /// which the walk finds.
    definitions: Vec<u32>,
}

impl Worker {
    fn run(&mut self, job: Job<'_>) -> Streams {
        let Job { ctx, body, block, options } = job;
        let mut analysis = StreamAnalysis::new(options);
        analysis.reserve(body.op_capacity());
        if self.definitions.len() < body.value_capacity() {
            self.definitions.resize(body.value_capacity(), NONE);
        }
        let definitions = &mut self.definitions;
        for &arg in body.block_args(block) {
            definitions[arg.as_u32() as usize] = NONE;
        }
        for (number, op) in body.ops(block).enumerate() {
            let op = OpRef { ctx, body, op };
            push_op(&mut analysis, op, |value| {
                Some(definitions[value.as_u32() as usize]).filter(|&op| op != NONE)
            });
            for result in op.results() {
                definitions[result.as_u32() as usize] = number as u32;
            }
        }
        analysis.finish()
    }
}
