//! Loops over ranges of numbers, block by block, on the threads of the work queue.
//!
//! A range of blocks is halved: the right half becomes a task, the left half goes on here, until one block is left, which
//! runs in this thread. So with one thread the first block runs first and the others in the order of their tasks.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::AcqRel};
use std::sync::{Mutex, PoisonError};

use tfrt_executor::host::Host;
use tfrt_executor::kernel::{
    ExecCtx, KernelFlags, KernelFrame, KernelRegistry, OperandSpec, OwnedCtx, Signature, Values,
};
use tfrt_executor::program::Function;
use tfrt_executor::value::{AsyncRef, Chain, KernelError, Promise, ScalarKind, Value, when_all_ready};

/// Adds the kernels of this file.
pub fn register(registry: &mut KernelRegistry) {
    for name in ["tfrt.parallel_for.i32", "tfrt.parallel_call.i32"] {
        let signature = Signature {
            operands: vec![OperandSpec::Scalar(ScalarKind::I32); 3],
            rest: Some(OperandSpec::Any),
            functions: 1,
            results: vec![OperandSpec::Scalar(ScalarKind::Chain)],
            ..Signature::empty()
        };
        registry.add_raw_with(name, signature, KernelFlags::ASYNC, |frame| match parallel_for(frame) {
            Ok(result) => frame.set_result(0, Value::from(result)),
            Err(error) => frame.fail(error),
        });
    }
}

/// Runs `body` on all blocks of `0..total`, then `done`. One block, or none, runs at once in this thread.
pub fn for_each_block(
    host: &Host,
    total: usize,
    block: usize,
    body: impl Fn(Range<usize>) + Send + Sync + 'static,
    done: impl FnOnce() + Send + 'static,
) {
    if total == 0 {
        return done();
    }
    let block = block.clamp(1, total);
    let blocks = total.div_ceil(block);
    if blocks == 1 {
        body(0..total);
        return done();
    }
    let blocks_left = AtomicUsize::new(blocks);
    let work = Work { total, block, body, blocks_left, done: Mutex::new(Some(done)) };
    run(host, Arc::new(work), 0..blocks);
}

struct Work<B, D> {
    total: usize,
    block: usize,
    body: B,
    blocks_left: AtomicUsize,
    done: Mutex<Option<D>>,
}

fn run<B, D>(host: &Host, work: Arc<Work<B, D>>, mut blocks: Range<usize>)
where
    B: Fn(Range<usize>) + Send + Sync + 'static,
    D: FnOnce() + Send + 'static,
{
    while blocks.len() > 1 {
        let middle = blocks.start + blocks.len() / 2;
        let right = middle..blocks.end;
        blocks.end = middle;
        let (task_host, task_work) = (host.clone(), work.clone());
        host.enqueue(move || run(&task_host, task_work, right));
    }
    let start = blocks.start * work.block;
    (work.body)(start..(start + work.block).min(work.total));
    if work.blocks_left.fetch_sub(1, AcqRel) == 1 {
        let done = work.done.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(done) = done {
            done();
        }
    }
}

/// Operands: start, end, block size, then what each block's function gets after its own start and end.
fn parallel_for(frame: &mut KernelFrame<'_>) -> Result<AsyncRef<Chain>, KernelError> {
    let (start, end, block): (i32, i32, i32) = (frame.scalar(0)?, frame.scalar(1)?, frame.scalar(2)?);
    let function = frame.function(0);
    let gives_chain = match (function.num_results(), function.result_types().first()) {
        (0, _) => false,
        (1, Some(&"!tfrt.chain")) => true,
        _ => return Err(KernelError::new("Invalid parallel body function result types").silent()),
    };
    if start > end {
        return Err(KernelError::new(format!("parallel loop from {start} to {end} runs backwards")));
    }
    let block = usize::try_from(block)
        .ok()
        .filter(|&block| block > 0)
        .ok_or_else(|| KernelError::new(format!("block size must be > 0, but got {block}")))?;
    // The difference of two `i32` in order.
    let total = end.abs_diff(start) as usize;
    let arguments: Values =
        (3..frame.num_operands()).map(|index| frame.take(index)).collect::<Result<_, _>>()?;
    let ctx = frame.ctx().to_owned();
    let (promise, result) = AsyncRef::promise();
    let loop_ = Loop { function: function.to_owned(), ctx: ctx.clone(), arguments, start };
    if gives_chain {
        loop_.run_to_chains(total, block, promise);
    } else {
        for_each_block(
            ctx.host(),
            total,
            block,
            move |range| {
                loop_.call(range);
            },
            move || promise.set(Chain),
        );
    }
    Ok(result)
}

struct Loop {
    function: Function,
    ctx: OwnedCtx,
    arguments: Values,
    start: i32,
}

impl Loop {
    fn call(&self, range: Range<usize>) -> Values {
        // Both lie between start and end.
        let offset = |index: usize| Value::scalar(self.start.wrapping_add(index as i32));
        let arguments =
            [offset(range.start), offset(range.end)].into_iter().chain(self.arguments.iter().cloned());
        self.function.as_func().call(self.ctx.as_ctx(), arguments)
    }

    /// Ready when the chains of all blocks are, whether they are errors or not.
    fn run_to_chains(self, total: usize, block: usize, promise: Promise<Chain>) {
        let chains = Arc::new(Mutex::new(Vec::with_capacity(total.div_ceil(block))));
        let ctx = self.ctx.clone();
        let all = chains.clone();
        for_each_block(
            ctx.host(),
            total,
            block,
            move |range| {
                let results = self.call(range);
                chains.lock().unwrap_or_else(PoisonError::into_inner).extend(results);
            },
            move || {
                let chains = std::mem::take(&mut *all.lock().unwrap_or_else(PoisonError::into_inner));
                when_all_ready(&chains, move || promise.set(Chain));
            },
        );
    }
}

/// Queues work that may block; `Err` if there is no thread for it.
pub(crate) fn spawn_blocking<T: Send + Sync + 'static>(
    ctx: ExecCtx<'_>,
    f: impl FnOnce() -> Result<T, KernelError> + Send + 'static,
) -> Result<AsyncRef<T>, KernelError> {
    let (promise, result) = AsyncRef::promise();
    let owned = ctx.to_owned();
    let task = move || match f() {
        Ok(value) => promise.set(value),
        Err(error) => promise.set_error(owned.report(error)),
    };
    if ctx.enqueue_blocking(true, task) {
        Ok(result)
    } else {
        Err(KernelError::new("Failed to run blocking work."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tfrt_executor::host::HostOptions;
    use tfrt_executor::queue::QueueKind;

    /// The blocks in the order in which they ran, and `done` as `None`.
    fn run_blocks(queue: QueueKind, total: usize, block: usize) -> Vec<Option<Range<usize>>> {
        let host = Host::new(HostOptions { queue, ..HostOptions::default() }).unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let (body_log, done_log) = (log.clone(), log.clone());
        for_each_block(
            &host,
            total,
            block,
            move |range| body_log.lock().unwrap().push(Some(range)),
            move || done_log.lock().unwrap().push(None),
        );
        host.quiesce();
        std::mem::take(&mut *log.lock().unwrap())
    }

    #[test]
    fn one_thread_runs_blocks_in_the_order_of_their_tasks() {
        let order = |total, block| -> Vec<Option<usize>> {
            let ran = run_blocks(QueueKind::Single, total, block);
            ran.into_iter().map(|range| range.map(|range| range.start / block)).collect()
        };
        let blocks = |order: &[usize]| -> Vec<Option<usize>> {
            order.iter().copied().map(Some).chain([None]).collect()
        };
        assert_eq!(order(4, 1), blocks(&[0, 2, 1, 3]));
        assert_eq!(order(13, 2), blocks(&[0, 3, 1, 5, 4, 2, 6]));
        assert_eq!(order(0, 1), blocks(&[]));
        assert_eq!(run_blocks(QueueKind::Single, 3, 100), [Some(0..3), None]);
        assert_eq!(run_blocks(QueueKind::Single, 3, 2), [Some(0..2), Some(2..3), None]);
    }

    #[test]
    fn several_threads_run_each_block_once_and_then_finish() {
        let queue = QueueKind::Multi { threads: 4, blocking_threads: 1 };
        let mut ran = run_blocks(queue, 1000, 3);
        assert_eq!(ran.pop(), Some(None));
        let mut starts: Vec<usize> = ran.into_iter().flatten().map(|range| range.start).collect();
        starts.sort_unstable();
        assert_eq!(starts, (0..1000).step_by(3).collect::<Vec<_>>());
    }
}
