//! Calls of a function for the blocks of a range, on the threads of the work queue.
//!
//! A range of blocks is halved: the right half becomes a task, this thread continues with the left half. On the single-threaded queue
//! the halving goes on until one block is left, which makes the order of blocks part of the program's behaviour: the first block runs
//! first, the others in the order of their tasks. A task continues with the next one if that belongs to the same loop, and finished
//! blocks are counted once, after the last task. On worker threads a range is halved only while other workers want tasks: a thread that
//! is alone with its range runs it without a task per block.
//!
//! A block has finished when its call has returned, or, if the function has a result, when that is available, also as an
//! error. No block allocates.

#![expect(
    unsafe_code,
    reason = "tasks refer to the loop they are part of, which the blocks that have not finished keep"
)]

use crate::program::{
    code::function::Prepared,
    machine::{
        lend::{depth, lend_machine, nested_level},
        room::{MAX_NESTED_RUNS, check_level},
    },
    running::{calls::call_at, host_function},
};
use crate::{
    allocator::AllocatorKind,
    kernel::{ExecCtx, NativeFn, OwnedCtx, Values},
    queue::{Task, WorkQueue, deferred, single::SingleQueue},
    value::{
        AnyRef, AsyncRef, Chain, Error, Promise, ScalarKind, Value,
        settle::{Settled, settle},
    },
};
use std::{
    cell::Cell,
    mem::ManuallyDrop,
    ops::Range,
    sync::atomic::{
        AtomicBool, AtomicU64,
        Ordering::{AcqRel, Acquire, Relaxed},
    },
};
use tfrt_bef::FunctionKind;

/// The way in which a block is called.
enum BlockCall {
    Native {
        native: NativeFn,
        results: usize,
    },
    /// All arguments fit their registers as they are.
    Ready {
        function: *const Prepared,
        free: bool,
        args: Registers,
    },
    /// As any call.
    Any,
}

/// The registers of the arguments after the first two.
struct Registers(Vec<(u64, bool)>);

impl Drop for Registers {
    fn drop(&mut self) {
        for &(bits, object) in &self.0 {
            if object {
                // SAFETY: for each object the list owns a reference, which is dropped once.
                drop(unsafe { AnyRef::from_bits(bits) });
            }
        }
    }
}

/// A loop: kept by the blocks that have not finished.
struct Blocks {
    ctx: OwnedCtx,
    /// The memory of the calls outside of it, see [`room`](crate::program::machine::room).
    level: u32,
    function: u32,
    start: i32,
    total: u32,
    block: u32,
    plan: BlockCall,
    /// The arguments of each call after the ends of its block.
    args: Values,
    /// Blocks that have not finished, and one more while there are `tasks`.
    left: AtomicU64,
    /// If the loop belongs to the owner of the single-threaded queue: ranges that have not run, and blocks that have finished and
    /// are not counted yet. Only that owner accesses them.
    tasks: Cell<u32>,
    finished: Cell<u64>,
    /// Whether blocks were dropped without running.
    dropped: AtomicBool,
    done: Promise<Chain>,
}

/// Calls the function for every block of `range`, which does not run backwards, with the block's ends and then `args`. The chain
/// is ready when all blocks have finished.
pub(crate) fn call_blocks(
    ctx: ExecCtx<'_>,
    function: u32,
    range: Range<i32>,
    block: u32,
    args: Values,
) -> Value {
    let total = range.end.abs_diff(range.start);
    let block = block.clamp(1, total.max(1));
    let count = total.div_ceil(block);
    if count == 0 {
        return Value::CHAIN;
    }
    let level = nested_level();
    check_level(ctx, function, level);
    let (done, result) = AsyncRef::promise();
    let queue = ctx.host().queue();
    let owned = queue.owned_here();
    let blocks = Blocks {
        ctx: ctx.to_owned(),
        level,
        function,
        start: range.start,
        total,
        block,
        plan: plan(ctx, function, &args),
        args,
        left: AtomicU64::new(u64::from(count) + u64::from(owned.is_some())),
        tasks: Cell::new(u32::from(owned.is_some())),
        finished: Cell::new(0),
        dropped: AtomicBool::new(false),
        done,
    };
    let data = Box::into_raw(Box::new(blocks)).cast();
    // Tasks that the enclosing kernel has enqueued come first.
    deferred::release();
    // SAFETY: `data` is a loop whose blocks have not started. They keep it until the last of them has
    // finished; then `finish` frees it. With `owned`, this thread owns the queue.
    unsafe {
        match owned {
            // A loop in a loop in a loop: no native stack grows with them.
            _ if depth() >= MAX_NESTED_RUNS => queue.push(Task::from_raw(run, data, pack(0, count))),
            Some(queue) => run_owned(queue, data, pack(0, count), false),
            None => run(data, pack(0, count), false),
        }
    }
    Value::from(result)
}

fn plan(ctx: ExecCtx<'_>, id: u32, args: &Values) -> BlockCall {
    let inner = ctx.program.inner();
    let view = ctx.program.function_view(id);
    let results = view.num_results();
    match view.kind() {
        FunctionKind::Native => match inner.loaded.natives.get(&id) {
            Some(native) if args.iter().all(|arg| !matches!(arg, Value::Async(_))) => {
                BlockCall::Native { native: native.clone(), results }
            }
            _ => BlockCall::Any,
        },
        FunctionKind::Sync => BlockCall::Any,
        FunctionKind::Async => {
            let function = inner.prepared(id);
            let kinds = &function.kinds;
            let takes_numbers = kinds.len() >= 2 && kinds[..2] == [Some(ScalarKind::I32); 2];
            let fits = takes_numbers && view.num_args() == args.len() + 2;
            // The books of this allocator show every call.
            if !fits || ctx.host().allocator().kind() == AllocatorKind::TestFixedSize1k {
                return BlockCall::Any;
            }
            let mut registers = Registers(Vec::with_capacity(args.len()));
            for (arg, &kind) in args.iter().zip(&kinds[2..]) {
                match settle(kind, arg.clone()) {
                    Settled::Bits(bits) => registers.0.push((bits, kind.is_none())),
                    Settled::Error(_) | Settled::Pending(_) => return BlockCall::Any,
                }
            }
            BlockCall::Ready { function, free: inner.loaded.purity.pure[id as usize], args: registers }
        }
    }
}

fn pack(first: u32, end: u32) -> u64 {
    u64::from(first) | u64::from(end) << 32
}

fn unpack(range: u64) -> (u32, u32) {
    (range as u32, (range >> 32) as u32)
}

/// A task of a range of blocks; with `drop_only`, they are dropped.
///
/// # Safety
/// `data` is a loop in which these blocks have not started.
unsafe fn run(data: *mut (), range: u64, drop_only: bool) {
    let blocks: *const Blocks = data.cast_const().cast();
    // SAFETY: blocks that have not finished, and tasks that have not run, keep the loop, which keeps the host.
    unsafe {
        let (first, end) = unpack(range);
        let owned = (*blocks).tasks.get() > 0;
        if drop_only {
            (*blocks).dropped.store(true, Relaxed);
            let given_up = u64::from(end - first);
            return if owned { end_tasks(data, 1, given_up) } else { finish(data, given_up) };
        }
        let host: *const _ = (*blocks).ctx.host();
        match (*host).queue() {
            WorkQueue::Single(queue) if owned => run_owned(queue, data, range, true),
            queue => run_shared(queue, data, range),
        }
    }
}

/// Goes through a range of blocks, of which other threads may take their part.
///
/// # Safety
/// As for [`run`].
unsafe fn run_shared(queue: &WorkQueue, data: *mut (), range: u64) {
    struct Shared<'a>(&'a WorkQueue, *mut (), u64);
    impl Order for Shared<'_> {
        unsafe fn go(self, mut call: impl FnMut(u32) -> bool) {
            let Shared(queue, data, range) = self;
            let (mut first, mut end) = unpack(range);
            let single = queue.is_single();
            // SAFETY: blocks of the range that have not finished keep the loop. If a block's call returns a value that comes
            // later, the block may finish at any time: then the blocks after it keep the loop, and after the last one `finish`
            // accesses the loop only for blocks that have finished and are not yet counted.
            unsafe {
                while single && end - first > 1 {
                    end = split(data, first, end, |task| queue.push(task));
                }
                let mut finished = 0;
                while first < end {
                    if end - first > 1 && !single && queue.wants_tasks() {
                        end = split(data, first, end, |task| queue.push(task));
                    }
                    finished += u64::from(call(first));
                    first += 1;
                }
                finish(data, finished);
            }
        }
    }
    // SAFETY: the caller says that these blocks have not started, so they keep the loop until the order has
    // called the last one.
    unsafe { call_each(data, Shared(queue, data, range)) }
}

/// Runs the first block of a range and queues the others. A task goes on with the ranges of the tasks after it.
///
/// # Safety
/// As for [`run`]; this thread owns the queue, and runs a task of it if it says so.
unsafe fn run_owned(queue: &SingleQueue, data: *mut (), range: u64, in_task: bool) {
    struct Owned<'a>(&'a SingleQueue, *mut (), u64, bool);
    impl Order for Owned<'_> {
        unsafe fn go(self, mut call: impl FnMut(u32) -> bool) {
            let Owned(queue, data, range, in_task) = self;
            let blocks: *const Blocks = data.cast_const().cast();
            // SAFETY: the loop is kept until its tasks have ended, of which this is one.
            unsafe {
                let (mut ran, mut finished) = (0, 0);
                let mut next = Some(range);
                while let Some(range) = next {
                    let (first, mut end) = unpack(range);
                    while end - first > 1 {
                        (*blocks).tasks.set((*blocks).tasks.get() + 1);
                        end = split(data, first, end, |task| queue.push_owned(task));
                    }
                    finished += u64::from(call(first));
                    ran += 1;
                    next = if in_task { queue.pop_if_about(data).map(Task::into_arg) } else { None };
                }
                end_tasks(data, ran, finished);
            }
        }
    }
    // SAFETY: the caller says that these blocks have not started, that this thread owns the queue, and that with
    // `in_task` it runs one of its tasks. The loop's count of tasks keeps it until `end_tasks`.
    unsafe { call_each(data, Owned(queue, data, range, in_task)) }
}

/// Ends tasks of a loop that belongs to the queue's owner.
///
/// # Safety
/// Called by the owner; that many tasks have run or were given up, and that many of their blocks have finished. The loop is
/// not used after this.
unsafe fn end_tasks(data: *mut (), ran: u32, finished: u64) {
    let blocks: *const Blocks = data.cast_const().cast();
    // SAFETY: the caller's tasks are still counted in `tasks`, which keeps the loop; only the queue's owner,
    // this thread, accesses `tasks` and `finished`.
    unsafe {
        let tasks = (*blocks).tasks.get() - ran;
        let finished = (*blocks).finished.get() + finished;
        if tasks == 0 {
            return finish(data, finished + 1);
        }
        (*blocks).tasks.set(tasks);
        (*blocks).finished.set(finished);
    }
}

/// Whether a block has finished with its call.
///
/// # Safety
/// `data` is the loop, and the results are those of one of its blocks, which is counted by the caller if it has finished.
#[inline]
unsafe fn is_finished(data: *mut (), results: &Values) -> bool {
    match results.first() {
        // SAFETY: the block has not finished, and keeps the loop.
        Some(Value::Async(value)) => unsafe { !value.wait(block_ready, data, 0) },
        _ => true,
    }
}

/// The order in which blocks are called.
trait Order {
    /// Goes through blocks with the function that calls one, and says whether the block has finished; if not, it is counted when
    /// its result is there.
    ///
    /// # Safety
    /// That function calls blocks of the loop that this is about.
    unsafe fn go(self, call: impl FnMut(u32) -> bool);
}

/// Calls blocks in an order.
///
/// # Safety
/// The order is one of blocks of this loop that have not started. It keeps the loop until the last of its calls.
#[inline]
unsafe fn call_each(data: *mut (), order: impl Order) {
    let blocks: *const Blocks = data.cast_const().cast();
    // SAFETY: the caller says that the order's blocks have not started and that it keeps the loop until its last call; the
    // loop keeps program, request, function and arguments.
    unsafe {
        let program: *const _ = (*blocks).ctx.as_ctx().program;
        let request: *const _ = (*blocks).ctx.request();
        let rest: *const Values = &raw const (*blocks).args;
        match &(*blocks).plan {
            BlockCall::Native { native, results } => {
                deferred::release();
                let kernel = (*blocks).ctx.as_ctx().kernel;
                let ctx = ExecCtx { request: &*request, program: &*program, kernel };
                if (*rest).is_empty() {
                    order.go(|block| {
                        let (begin, stop) = (*blocks).ends(block);
                        // Scalars own nothing, which the drop of a value would find out at each call.
                        let args = ManuallyDrop::new([Value::scalar(begin), Value::scalar(stop)]);
                        host_function::call_then(native, &*args, *results, ctx, |r| is_finished(data, r))
                    });
                } else {
                    order.go(|block| {
                        let args = (*blocks).arguments(block);
                        host_function::call_then(native, &args, *results, ctx, |r| is_finished(data, r))
                    });
                }
            }
            BlockCall::Ready { function, free, args } => {
                deferred::release();
                lend_machine(program, request, *free, (*blocks).level, |machine| {
                    order.go(|block| {
                        for &(bits, object) in &args.0 {
                            if object {
                                AnyRef::borrow_bits(bits).add_refs(1);
                            }
                        }
                        let (begin, stop) = (*blocks).ends(block);
                        let ends = [begin, stop].map(|end| u64::from(end as u32));
                        machine.call_ready(&**function, ends, args.0.iter().map(|&(bits, _)| bits));
                        let finished = is_finished(data, &machine.run.values);
                        machine.run.values.clear();
                        finished
                    });
                });
            }
            BlockCall::Any => order.go(|block| {
                let args = (*blocks).arguments(block);
                let level = (*blocks).level;
                is_finished(data, &call_at(&*program, (*blocks).function, &*request, level, args))
            }),
        }
    }
}

/// Makes a task of the right half of a range; returns the end of the left one.
///
/// # Safety
/// As for [`run`].
#[inline]
unsafe fn split(data: *mut (), first: u32, end: u32, push: impl FnOnce(Task)) -> u32 {
    let middle = first + (end - first) / 2;
    // SAFETY: the caller says that the blocks of the range have not started; the task gets those of the right
    // half and is their only one, so they keep the loop until it has run.
    push(unsafe { Task::from_raw(run, data, pack(middle, end)) });
    middle
}

/// The result of a block's call is there.
///
/// # Safety
/// `data` is a loop. One of its blocks has waited for a value that is there now, and is not counted as finished.
unsafe fn block_ready(data: *mut (), _: u64, _: Option<u64>) -> u32 {
    // SAFETY: the block that waited has not been counted as finished, so it keeps the loop; it is counted
    // here, once.
    unsafe { finish(data, 1) };
    0
}

/// Counts blocks as finished; the last ones end the loop.
///
/// # Safety
/// `data` is a loop of which that many blocks had not finished, and are not counted elsewhere.
unsafe fn finish(data: *mut (), count: u64) {
    if count == 0 {
        return;
    }
    let blocks: *mut Blocks = data.cast();
    // SAFETY: the caller says that `count` blocks have not been counted, so they keep the loop until `left`
    // is changed. If that brings `left` to zero, this thread has the only pointer to the loop, which
    // `Box::into_raw` made.
    unsafe {
        let left = &(*blocks).left;
        if left.load(Acquire) == count || left.fetch_sub(count, AcqRel) == count {
            let Blocks { done, dropped, .. } = *Box::from_raw(blocks);
            if dropped.into_inner() { done.set_error(Error::cancelled()) } else { done.set(Chain) }
        }
    }
}

impl Blocks {
    /// The arguments of a block's call.
    fn arguments(&self, block: u32) -> Values {
        let (begin, stop) = self.ends(block);
        [Value::scalar(begin), Value::scalar(stop)].into_iter().chain(self.args.iter().cloned()).collect()
    }

    /// The ends of a block.
    fn ends(&self, block: u32) -> (i32, i32) {
        let begin = block * self.block;
        let end = begin + self.block.min(self.total - begin);
        // Both lie between the ends of the range.
        (self.start.wrapping_add_unsigned(begin), self.start.wrapping_add_unsigned(end))
    }
}
