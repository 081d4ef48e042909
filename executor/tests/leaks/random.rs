//! Random programs give the same results on every queue, in one stream or many, and as plain arithmetic does.
//!
//! A program is a random graph of kernels that add at once, add later, fail, fail later, call functions and loop. The
//! oracle computes each register's value, or the error of the kernel that poisons it, without any executor. When such a program
//! is cancelled, by one of its kernels or from outside, each result is what it would have been or says so, and what waits for
//! the kernel that cancels never has a value.

use crate::{alone, common::assemble};
use proptest::prelude::*;
use std::{fmt::Write, sync::Arc};
use tfrt_executor::{
    host::HostOptions,
    kernel::{Attr, ExecCtx, In, KernelRegistry, Out, Rest},
    queue::QueueKind,
    request::RequestContext,
    runtime::Runtime,
    value::{Chain, Error, KernelError, LiveObjects, Value, live_objects},
};

fn registry() -> KernelRegistry {
    let mut r = KernelRegistry::new();
    r.add_pure("add", |a: i32, b: i32| a.wrapping_add(b));
    r.add_pure("constant", |value: Attr<i32>| value.0);
    r.add("effect", |a: i32, b: i32| a.wrapping_add(b));
    r.add("later", |a: i32, b: i32, ctx: ExecCtx| ctx.spawn(move || a.wrapping_add(b)));
    r.add("framed", |rest: Rest| -> Result<i32, KernelError> {
        rest.scalars::<i32>().try_fold(0i32, |sum, value| Ok(sum.wrapping_add(value?)))
    });
    r.add("fail", |_: i32, _: i32| -> Result<i32, KernelError> { Err("now".into()) });
    r.add("fail_later", |_: i32, _: i32, ctx: ExecCtx| {
        ctx.spawn_result(|| -> Result<i32, _> { Err("later".into()) })
    });
    r.add("promised", |a: i32, b: i32, ctx: ExecCtx| {
        let (promise, value) = tfrt_executor::value::AsyncRef::<i32>::promise();
        ctx.enqueue(move || promise.set(a.wrapping_add(b)));
        value
    });
    r.add("boxed", |a: i32, b: i32| Out(vec![a.wrapping_add(b)]));
    r.add("unboxed", |mut a: In<Vec<i32>>| match a.get_mut() {
        Some(a) => a.pop().unwrap_or(0),
        None => a[0],
    });
    r.add("both", |a: &Vec<i32>, b: &Vec<i32>| a[0].wrapping_add(b[0]));
    r.add("chain", |_: i32| Chain);
    r.add("cancel", |a: i32, b: i32, ctx: ExecCtx| {
        ctx.request().cancel();
        a.wrapping_add(b)
    });
    r
}

const HELPERS: &str = "
region(i32, i32) -> (i32)
%2 = add %0 %1 : i32
return %2
region(i32, i32) -> (i32, i32)
%2 = later %0 %1 : i32
return %2 %1
fn helper(i32, i32) -> (i32)
%2 = constant #2 : i32
%3 = tfrt.call %0 %1 @#0 : i32
%4, %5 = tfrt.repeat.i32 %2 %3 %1 @#1 : i32, i32
return %4
fn body(!v) -> (!v)
%1 = both %0 %0 : i32
%2 = boxed %1 %1 : !v
return %2
fn objects(i32, i32) -> (i32)
%2 = boxed %0 %1 : !v
%3 = constant #2 : i32
%4 = tfrt.repeat.i32 %3 %2 @body : !v
%5 = unboxed %4 : i32
return %5
fn late_objects(i32, i32) -> (i32)
%2 = boxed %0 %1 : !v
%3 = constant #1 : i32
%4 = later %3 %3 : i32
%5 = tfrt.repeat.i32 %4 %2 @body : !v
%6 = unboxed %5 : i32
return %6
";

#[derive(Debug, Clone)]
struct Node {
    kernel: usize,
    a: usize,
    b: usize,
    stream: u32,
}

const KERNELS: [&str; 12] = [
    "add",
    "effect",
    "later",
    "framed",
    "fail",
    "fail_later",
    "promised",
    "helper",
    "box",
    "objects",
    "late_objects",
    "cancel",
];

/// The last of [`KERNELS`], which is drawn in some tests only.
const CANCEL: usize = 11;

fn node() -> impl Strategy<Value = Node> {
    let kernel = prop_oneof![12 => 0..4usize, 1 => Just(4usize), 1 => Just(5usize), 8 => 6..11usize];
    (kernel, any::<usize>(), any::<usize>(), 0..4u32).prop_map(|(kernel, a, b, stream)| Node {
        kernel,
        a,
        b,
        stream,
    })
}

/// The program, and what its results must be.
fn program(nodes: &[Node], streams: bool) -> (String, Vec<Result<i32, &'static str>>) {
    let mut text = format!("{HELPERS}fn main(i32, i32) -> ({})\n", vec!["i32"; nodes.len()].join(", "));
    let mut values: Vec<Result<i32, &'static str>> = vec![Ok(3), Ok(-5)];
    // The register of each value.
    let mut registers = vec![0, 1];
    let mut next = 2;
    for node in nodes {
        let (a, b) = (node.a % values.len(), node.b % values.len());
        let (ra, rb) = (registers[a], registers[b]);
        let stream = if streams { node.stream } else { 0 };
        let kernel = KERNELS[node.kernel];
        // The last erroneous operand wins.
        let operands = values[b].and_then(|b| values[a].map(|a| (a, b)));
        let line = match kernel {
            "helper" | "objects" | "late_objects" => {
                format!("%{next} = tfrt.call %{ra} %{rb} @{kernel} : i32")
            }
            "box" => {
                let _ = writeln!(text, "%{next} = boxed %{ra} %{rb} : !v stream={stream}");
                let _ = writeln!(text, "%{} = both %{next} %{next} : i32 stream={stream}", next + 1);
                next += 2;
                format!("%{next} = unboxed %{} : i32", next - 2)
            }
            kernel => format!("%{next} = {kernel} %{ra} %{rb} : i32"),
        };
        let _ = writeln!(text, "{line} stream={stream}");
        values.push(operands.and_then(|(a, b)| match kernel {
            "fail" => Err("now"),
            "fail_later" => Err("later"),
            "objects" | "late_objects" => Ok(a.wrapping_add(b).wrapping_mul(16)),
            "helper" => Ok(a.wrapping_add(b).wrapping_add(b).wrapping_add(b)),
            _ => Ok(a.wrapping_add(b)),
        }));
        registers.push(next);
        next += 1;
    }
    let results: Vec<String> = registers[2..].iter().map(|register| format!("%{register}")).collect();
    let _ = writeln!(text, "return {}", results.join(" "));
    (text, values[2..].to_vec())
}

/// Runs a program twice; the results of the second run. With a number, another thread cancels the request after that many steps of
/// its own.
fn run(queue: QueueKind, text: &str, cancel_after: Option<u32>) -> Vec<Result<i32, String>> {
    let options = HostOptions { queue, diagnostics: Arc::new(|_| {}), ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(registry(), options).expect("threads can be started");
    let program = runtime.load(&assemble(text)).expect("the program is good");
    let function = program.function("main").expect("it is there");
    let mut last = Vec::new();
    for _ in 0..2 {
        let request = RequestContext::new(runtime.host());
        let results = std::thread::scope(|scope| {
            if let Some(steps) = cancel_after {
                let request = request.clone();
                scope.spawn(move || {
                    (0..steps).for_each(|_| std::hint::spin_loop());
                    request.cancel();
                });
            }
            let results = function.execute(&request, [Value::from(3), Value::from(-5)]);
            runtime.host().wait(&results);
            results
        });
        runtime.host().quiesce();
        last = results
            .iter()
            .map(|value| match value.error() {
                Some(error) => Err(error.message().to_owned()),
                None => Ok(value.get_scalar::<i32>().expect("an i32")),
            })
            .collect();
    }
    last
}

/// Whether each node's value depends on that of a kernel that cancels.
fn after_cancel(nodes: &[Node]) -> Vec<bool> {
    let mut after = vec![false, false];
    let mut cancels = after.clone();
    for node in nodes {
        let operands = [node.a % after.len(), node.b % after.len()];
        after.push(operands.iter().any(|&operand| after[operand] || cancels[operand]));
        cancels.push(node.kernel == CANCEL);
    }
    after.split_off(2)
}

const QUEUES: [QueueKind; 3] = [
    QueueKind::Single,
    QueueKind::Multi { threads: 1, blocking_threads: 1 },
    QueueKind::Multi { threads: 3, blocking_threads: 1 },
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_queue_computes_the_same(nodes in prop::collection::vec(node(), 1..40), streams: bool) {
        let _alone = alone();
        let (text, expected) = program(&nodes, streams);
        let expected: Vec<Result<i32, String>> = expected.into_iter().map(|v| v.map_err(str::to_owned)).collect();
        for queue in QUEUES {
            prop_assert_eq!(&run(queue, &text, None), &expected, "on {}\n{}", queue, text);
        }
        prop_assert_eq!(live_objects(), LiveObjects::default(), "leaks\n{}", text);
    }

    #[test]
    fn a_cancelled_program_gives_what_it_would_have_or_says_so(
        mut nodes in prop::collection::vec(node(), 1..40),
        cancels in prop::option::of(any::<prop::sample::Index>()),
        outside in prop::option::of(0..20_000u32),
        streams: bool,
    ) {
        if let Some(at) = cancels {
            let at = at.index(nodes.len());
            nodes[at].kernel = CANCEL;
        }
        let _alone = alone();
        let (text, expected) = program(&nodes, streams);
        let after = after_cancel(&nodes);
        let cancelled = Error::cancelled().message().to_owned();
        for queue in QUEUES {
            let found = run(queue, &text, outside);
            for (position, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let as_expected = match (found, expected) {
                    (Ok(found), Ok(expected)) => found == expected && !after[position],
                    (Err(found), Err(expected)) => found == expected || *found == cancelled,
                    (Err(found), Ok(_)) => *found == cancelled,
                    (Ok(_), Err(_)) => false,
                };
                let may_cancel = cancels.is_some() || outside.is_some();
                prop_assert!(as_expected, "result {} is {:?}, not {:?}, on {}\n{}", position, found, expected, queue, text);
                prop_assert!(may_cancel || found.clone().err() != Some(cancelled.clone()));
            }
            if queue == QueueKind::Single && outside.is_none() {
                prop_assert_eq!(found, run(queue, &text, None), "one thread is not of one mind\n{}", text);
            }
        }
        prop_assert_eq!(live_objects(), LiveObjects::default(), "leaks\n{}", text);
    }
}
