//! Calls of a function for the blocks of a range: every block once, in the promised order on one thread, the chain after all.

use crate::{alone, common::assemble};
use parking_lot::Mutex;
use std::sync::Arc;
use tfrt_executor::{
    host::HostOptions,
    kernel::{Attr, ExecCtx, Func, KernelRegistry, Operand, Values},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{AsyncRef, Chain, KernelError, Value, live_objects},
};

type Log = Arc<Mutex<Vec<(i32, i32)>>>;

fn registry(log: &Log) -> KernelRegistry {
    let mut r = KernelRegistry::new();
    let add = log.clone();
    r.add("log", move |begin: i32, end: i32| add.lock().push((begin, end)));
    r.add_pure("constant", |value: Attr<i32>| value.0);
    let add = log.clone();
    r.add("log_later", move |begin: i32, end: i32, ctx: ExecCtx| {
        let add = add.clone();
        ctx.spawn(move || {
            add.lock().push((begin, end));
            Chain
        })
    });
    r.add("fail", |_: i32| -> Result<Chain, KernelError> { Err("no".into()) });
    r.add("boxed", || Value::new(vec![7u8]));
    r.add("look", |object: &Vec<u8>| assert_eq!(object, &[7]));
    r.add("blocks", |start: i32, end: i32, block: Attr<i32>, f: Func, ctx: ExecCtx| {
        f.call_blocks(ctx, start..end, block.0.unsigned_abs(), Values::new())
    });
    r.add("blocks_with", |start: i32, end: i32, object: Operand, f: Func, ctx: ExecCtx| {
        f.call_blocks(ctx, start..end, 1, Values::from_iter([object.0]))
    });
    let add = log.clone();
    r.add_native("native_log", move |args, _| {
        add.lock().push((args[0].get_scalar().unwrap(), args[1].get_scalar().unwrap()));
        Values::from_iter([Value::CHAIN])
    });
    // A value that a block makes available.
    let promised = Arc::new(Mutex::new(None));
    let kept = promised.clone();
    r.add("promise", move || {
        let (promise, value) = AsyncRef::<i32>::promise();
        *kept.lock() = Some(promise);
        value
    });
    let add = log.clone();
    r.add("log_and_signal", move |begin: i32, end: i32| {
        add.lock().push((begin, end));
        let promise = if begin == 1 { promised.lock().take() } else { None };
        if let Some(promise) = promise {
            promise.set(0);
        }
    });
    r
}

const BODIES: &str = "
native fn native_log(i32, i32) -> (!tfrt.chain)
fn at_once(i32, i32) -> ()
log %0 %1
return
fn later(i32, i32) -> (!tfrt.chain)
%2 = log_later %0 %1 : !tfrt.chain
return %2
fn streams(i32, i32) -> (!tfrt.chain)
%2 = log_later %0 %1 : !tfrt.chain stream=1
%3 = log_later %0 %1 : !tfrt.chain stream=2
return %2
fn failing(i32, i32) -> (!tfrt.chain)
%2 = fail %0 : !tfrt.chain
return %2
region(i32, i32) -> (i32, i32)
log %0 %1
return %0 %1
fn looping(i32, i32) -> ()
%2 = constant #1 : i32
%3, %4 = tfrt.repeat.i32 %2 %0 %1 @#5 : i32, i32
return
fn with(i32, i32, !v) -> ()
look %2
log %0 %1
return
fn now_and_later(i32, i32) -> (!tfrt.chain)
log %0 %1
%2 = log_later %0 %1 : !tfrt.chain
return %2
fn signalling(i32, i32) -> ()
log_and_signal %0 %1
return
";

/// The blocks in the order in which they ran, and whether the chain was there and no error.
fn run(queue: QueueKind, body: &str, range: (i32, i32), block: i32) -> (Vec<(i32, i32)>, bool) {
    let log = Log::default();
    let options = HostOptions { queue, diagnostics: Arc::new(|_| {}), ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(registry(&log), options).unwrap();
    let main = match body {
        "with" => "%2 = boxed : !v\n%3 = blocks_with %0 %1 %2 @with : !tfrt.chain\nreturn %3".to_owned(),
        body => format!("%2 = blocks %0 %1 #{block} @{body} : !tfrt.chain\nreturn %2"),
    };
    let text = format!("{BODIES}fn main(i32, i32) -> (!tfrt.chain)\n{main}\n");
    let program = runtime.load(&assemble(&text)).unwrap();
    let request = RequestContext::new(runtime.host());
    let args = [range.0, range.1].map(Value::from);
    let results = program.function("main").unwrap().execute(&request, args);
    runtime.host().wait(&results);
    let blocks = std::mem::take(&mut *log.lock());
    let good = results[0].error().is_none();
    runtime.host().quiesce();
    (blocks, good)
}

const SEVERAL: QueueKind = QueueKind::Multi { threads: 4, blocking_threads: 1 };

#[test]
fn one_thread_runs_blocks_in_the_order_of_their_tasks() {
    let _alone = alone();
    for body in ["at_once", "native_log"] {
        let order = |total: i32, block: i32| -> Vec<i32> {
            let (blocks, good) = run(QueueKind::Single, body, (0, total), block);
            assert!(good);
            assert!(blocks.iter().all(|&(begin, end)| end == total.min(begin + block)));
            blocks.iter().map(|&(begin, _)| begin / block).collect()
        };
        assert_eq!(order(4, 1), [0, 2, 1, 3]);
        assert_eq!(order(13, 2), [0, 3, 1, 5, 4, 2, 6]);
        assert_eq!(order(0, 1), [] as [i32; 0]);
        assert_eq!(order(3, 100), [0]);
        assert_eq!(order(3, 2), [0, 1]);
    }
}

#[test]
fn blocks_take_turns_with_other_tasks_of_the_thread() {
    let _alone = alone();
    // What a block queues runs after the blocks that were queued before it, and before those that are queued after it.
    let (log, good) = run(QueueKind::Single, "now_and_later", (0, 4), 1);
    let begins: Vec<i32> = log.iter().map(|&(begin, _)| begin).collect();
    assert!(good);
    assert_eq!(begins, [0, 2, 1, 0, 3, 2, 1, 3]);
}

#[test]
fn a_thread_that_waits_runs_no_block_too_many() {
    let _alone = alone();
    let log = Log::default();
    let runtime = Runtime::with_options(registry(&log), HostOptions::single_threaded()).unwrap();
    let text = format!(
        "{BODIES}fn main(i32, i32) -> (i32, !tfrt.chain)\n%2 = promise : i32\n\
         %3 = blocks %0 %1 #1 @signalling : !tfrt.chain\nreturn %2 %3\n"
    );
    let program = runtime.load(&assemble(&text)).unwrap();
    let request = RequestContext::new(runtime.host());
    let results = program.function("main").unwrap().execute(&request, [0, 4].map(Value::from));
    runtime.host().wait(&results[..1]);
    assert_eq!(*log.lock(), [(0, 1), (2, 3), (1, 2)]);
    runtime.host().wait(&results);
    assert_eq!(log.lock().len(), 4);
}

#[test]
fn every_block_runs_once_before_the_chain_is_ready() {
    let _alone = alone();
    for body in ["at_once", "later", "native_log", "looping", "with"] {
        for queue in [QueueKind::Single, SEVERAL] {
            for (start, end) in [(0, 1000), (-500, 17), (i32::MIN, i32::MIN + 3), (i32::MAX - 3, i32::MAX)] {
                let block = if body == "with" { 1 } else { 3 };
                let (mut blocks, good) = run(queue, body, (start, end), block);
                assert!(good);
                blocks.sort_unstable();
                let expected: Vec<_> = (start..end)
                    .step_by(block as usize)
                    .map(|begin| (begin, end.min(begin.saturating_add(block))))
                    .collect();
                assert_eq!(blocks, expected, "{body} on {queue}");
            }
        }
    }
    assert_eq!(live_objects().async_values, 0);
}

#[test]
fn a_failing_block_and_other_streams_hold_nothing_up() {
    let _alone = alone();
    for queue in [QueueKind::Single, SEVERAL] {
        let (blocks, good) = run(queue, "failing", (0, 100), 1);
        assert!(good && blocks.is_empty());
        let (blocks, good) = run(queue, "streams", (0, 100), 1);
        assert!(good && blocks.len() >= 100, "{} blocks", blocks.len());
    }
}
