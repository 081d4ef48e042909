//! Calls of a function for the blocks of a range, on the threads of the work queue.
//!
//! A range of blocks is halved: the right half becomes a task, the left half goes on here. On the single-threaded queue that is
//! done until one block is left, which makes the order of blocks part of what a program does: the first block runs first, the
//! others in the order of their tasks. On worker threads a range is halved only while nobody has taken the half before: a
//! thread that is alone with its range goes through it without a task per block.
//!
//! A block counts as finished when its call has returned, or, if the function has a result, when that is there, be it as an
//! error. Nothing is allocated per block.

#![expect(
    unsafe_code,
    reason = "tasks refer to the loop they are part of, which the blocks that have not finished keep"
)]

use super::{Prepared, host_function, lend::lend_machine, settle, settle::Settled};
use crate::{
    allocator::AllocatorKind,
    kernel::{ExecCtx, NativeFn, OwnedCtx, Values},
    queue::{Task, WorkQueue},
    value::{AnyRef, AsyncRef, Chain, Error, Promise, ScalarKind, Value},
};
use std::{
    ops::Range,
    sync::atomic::{
        AtomicBool, AtomicU32,
        Ordering::{AcqRel, Acquire, Relaxed},
    },
};
use tfrt_bef::FunctionKind;

/// How a block is called.
enum Plan {
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

/// What the registers of the arguments after the first two get.
struct Registers(Vec<(u64, bool)>);

impl Drop for Registers {
    fn drop(&mut self) {
        for &(bits, object) in &self.0 {
            if object {
                // SAFETY: the list has a reference of its own.
                drop(unsafe { AnyRef::from_bits(bits) });
            }
        }
    }
}

/// A loop: kept by the blocks that have not finished.
struct Blocks {
    ctx: OwnedCtx,
    function: u32,
    start: i32,
    total: u32,
    block: u32,
    plan: Plan,
    /// What each call gets after the ends of its block.
    args: Values,
    /// Blocks that have not finished.
    left: AtomicU32,
    /// Whether blocks were given up.
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
    let (done, result) = AsyncRef::promise();
    let blocks = Blocks {
        ctx: ctx.to_owned(),
        function,
        start: range.start,
        total,
        block,
        plan: plan(ctx, function, &args),
        args,
        left: AtomicU32::new(count),
        dropped: AtomicBool::new(false),
        done,
    };
    // SAFETY: the loop is freed by whoever finishes its last block.
    unsafe { run(Box::into_raw(Box::new(blocks)).cast(), pack(0, count), false) };
    Value::from(result)
}

fn plan(ctx: ExecCtx<'_>, id: u32, args: &Values) -> Plan {
    let inner = ctx.program.inner();
    let view = ctx.program.function_view(id);
    let results = view.num_results();
    match view.kind() {
        FunctionKind::Native => match inner.natives.get(&id) {
            Some(native) if args.iter().all(|arg| !matches!(arg, Value::Async(_))) => {
                Plan::Native { native: native.clone(), results }
            }
            _ => Plan::Any,
        },
        FunctionKind::Sync => Plan::Any,
        FunctionKind::Async => {
            let function = inner.prepared(id);
            let kinds = &function.kinds;
            let takes_numbers = kinds.len() >= 2 && kinds[..2] == [Some(ScalarKind::I32); 2];
            let fits = takes_numbers && view.num_args() == args.len() + 2;
            // The books of this allocator show every call.
            if !fits || ctx.host().allocator().kind() == AllocatorKind::TestFixedSize1k {
                return Plan::Any;
            }
            let mut registers = Registers(Vec::with_capacity(args.len()));
            for (arg, &kind) in args.iter().zip(&kinds[2..]) {
                match settle(kind, arg.clone()) {
                    Settled::Bits(bits) => registers.0.push((bits, kind.is_none())),
                    Settled::Error(_) | Settled::Pending(_) => return Plan::Any,
                }
            }
            Plan::Ready { function, free: inner.purity.pure[id as usize], args: registers }
        }
    }
}

fn pack(first: u32, end: u32) -> u64 {
    u64::from(first) | u64::from(end) << 32
}

/// Runs a range of blocks, or gives it up.
///
/// # Safety
/// `data` is a loop in which these blocks have not started.
unsafe fn run(data: *mut (), range: u64, drop_only: bool) {
    let blocks: *const Blocks = data.cast_const().cast();
    let (mut first, mut end) = (range as u32, (range >> 32) as u32);
    // SAFETY: blocks of the range that have not finished keep the loop. A block whose call has left its result for later may
    // finish at any time: then the ones after it keep the loop, and after the last one it is not touched.
    unsafe {
        if drop_only {
            (*blocks).dropped.store(true, Relaxed);
            return finish(data, end - first);
        }
        let host: *const _ = (*blocks).ctx.host();
        let queue = (*host).queue();
        let single = queue.is_single();
        while single && end - first > 1 {
            end = split(queue, data, first, end);
        }
        let mut finished = 0;
        let program: *const _ = (*blocks).ctx.as_ctx().program;
        let request: *const _ = (*blocks).ctx.request();
        let rest = &(*blocks).args;
        // Calls the blocks one after the other; a block whose result is not there is counted when it is.
        macro_rules! each {
            (|$begin:ident, $stop:ident| $call:expr) => {
                while first < end {
                    if end - first > 1 && !single && queue.wants_tasks() {
                        end = split(queue, data, first, end);
                    }
                    let ($begin, $stop) = (*blocks).ends(first);
                    first += 1;
                    let results: Values = $call;
                    match results.first() {
                        Some(Value::Async(value)) if value.wait(block_ready, data, 0) => {}
                        _ => finished += 1,
                    }
                }
            };
        }
        match &(*blocks).plan {
            Plan::Native { native, results } => {
                crate::queue::deferred::release(queue);
                let ctx = ExecCtx { request: &*request, program: &*program, kernel: u32::MAX };
                if rest.is_empty() {
                    each!(|begin, stop| {
                        host_function::call(
                            native,
                            &[Value::scalar(begin), Value::scalar(stop)],
                            *results,
                            ctx,
                        )
                    });
                } else {
                    each!(|begin, stop| host_function::call(
                        native,
                        &with_ends(begin, stop, rest),
                        *results,
                        ctx
                    ));
                }
            }
            Plan::Ready { function, free, args } => {
                crate::queue::deferred::release(queue);
                lend_machine(program, request, *free, |machine| {
                    each!(|begin, stop| {
                        for &(bits, object) in &args.0 {
                            if object {
                                AnyRef::borrow_bits(&bits).add_refs(1);
                            }
                        }
                        let ends = [begin, stop].map(|end| u64::from(end as u32));
                        machine.call_ready(&**function, ends, args.0.iter().map(|&(bits, _)| bits))
                    });
                });
            }
            Plan::Any => each!(|begin, stop| {
                super::call(&*program, (*blocks).function, &*request, with_ends(begin, stop, rest))
            }),
        }
        finish(data, finished);
    }
}

/// Makes a task of the right half of a range; returns the end of the left one.
///
/// # Safety
/// As for [`run`].
unsafe fn split(queue: &WorkQueue, data: *mut (), first: u32, end: u32) -> u32 {
    let middle = first + (end - first) / 2;
    // SAFETY: by the contract.
    queue.push(unsafe { Task::from_raw(run, data, pack(middle, end)) });
    middle
}

fn with_ends(begin: i32, stop: i32, rest: &Values) -> Values {
    [Value::scalar(begin), Value::scalar(stop)].into_iter().chain(rest.iter().cloned()).collect()
}

/// The result of a block's call is there.
unsafe fn block_ready(data: *mut (), _: u64) -> u32 {
    // SAFETY: the block had not finished.
    unsafe { finish(data, 1) };
    0
}

/// Counts blocks as finished; the last ones end the loop.
///
/// # Safety
/// `data` is a loop of which that many blocks had not finished, and are not counted elsewhere.
unsafe fn finish(data: *mut (), count: u32) {
    if count == 0 {
        return;
    }
    let blocks: *mut Blocks = data.cast();
    // SAFETY: by the contract the loop is there; after its last block it is ours alone.
    unsafe {
        let left = &(*blocks).left;
        if left.load(Acquire) == count || left.fetch_sub(count, AcqRel) == count {
            let Blocks { done, dropped, .. } = *Box::from_raw(blocks);
            if dropped.into_inner() { done.set_error(Error::cancelled()) } else { done.set(Chain) }
        }
    }
}

impl Blocks {
    /// The ends of a block.
    fn ends(&self, block: u32) -> (i32, i32) {
        let begin = block * self.block;
        let end = begin + self.block.min(self.total - begin);
        // Both lie between the ends of the range.
        (self.start.wrapping_add_unsigned(begin), self.start.wrapping_add_unsigned(end))
    }
}
