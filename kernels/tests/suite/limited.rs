//! Ops whose arguments fit memory, but not what they compute from them: each answers with an error, and the process goes on.
//!
//! Each call is made in a process of its own, which grants no request of more than a mebibyte once the arguments are there: an op that asks
//! in a way that cannot fail ends that process. Besides, the calls of all ops with larger arguments, some in one process: a usual run makes one of
//! ten, and all with `TFRT_FAULTS=all`, as `checks/faults.sh` does.

use std::sync::Arc;

use crate::allocator::{ABSURD, refuse_above};
use crate::children::in_children;
use crate::op_calls::{HLO, OPS, argument, attribute, dims, parts, results_of};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::buffer::{AllocationHook, set_allocation_hook};
use tfrt_executor::tensor::{DType, Shape, StringHostTensor};

/// The calls, in the form of the table of ops (`op_calls.rs`); `text:` are strings of more than half of what is granted, and `empty:` is one without
/// bytes.
const CALLS: &str = "
tf.AsString | | i8:100000
tf.BroadcastTo | | str:1 i32:1=100000
tf.Fill | | i32:1=100000 str:
tf.ReduceJoin | | text:2 i32:1=0
tf.StaticRegexReplace | pattern= rewrite=abcd | text:1
tf.Lu | | f32:200000,1,1
tf.StringNGrams | ngram_widths=[1] | str:100000 i64:2=0,100000
tf.StringSplit | | text:1 empty:
tf.Substr | | text:1 i32:1=0 i32:1=1
tf.StringToHashBucketFast | num_buckets=5 | str:200000
tf.StringJoin | | text:1 text:1
tf.Tile | | str:1 i32:1=100000
tf.UnsortedSegmentJoin | | text:2 i32:2=0,0 i32:=1
tf.Bincount | | i32:200000 i32:=2 f32:0
tf.Bucketize | boundaries=(1.5) | i32:400000
tf.DenseBincount | | i32:200000 i32:=2 f32:0
tf.DenseCountSparseOutput | | i32:200000 f32:0
tf.DynamicPartition | num_partitions=1 | i8:200000 i32:200000
tf.FFT | | complex<f32>:60000
tf.GatherNd | | f32:2 i32:200000,1
tf.InvertPermutation | | i32:200000
tf.ListDiff | | i8:200000 i8:1=5
tf.LogMatrixDeterminant | | f32:400,400
tf.LowerBound | out_type=type:i32 | i8:1,2 i8:1,200000
tf.MatrixSolve | | f32:400,400 f32:400,1
tf.Multinomial | | f32:1,200000 i32:=1
tf.NonMaxSuppressionV2 | | f16:200000,4 f16:200000 i32:=1 f16:
tf.NthElement | | f32:1,400000 i32:=1
tf.SegmentSum | | f32:200000 i32:200000
tf.SelfAdjointEigV2 | compute_v=false | f32:400,400
tf.SpaceToBatchND | | f32:1,1 i32:1=1000000 i32:1,2=0,999999
tf.SparseToDense | | i32:200000,1 i32:1=2 f32: f32:
tf.TopKV2 | | i8:1,200000 i32:=100000
tf.Unique | | i8:200000
tf.UniqueV2 | | i8:200000 i64:1=0
tf.Where | | i1:200000
";

/// The largest request that is granted to these calls.
const LARGEST: usize = 1 << 20;
/// The variable with the call of a child.
const CHILD: &str = "TFRT_LIMITED_CALL";
const TEST: &str = "limited::ops_without_enough_memory_fail";

/// Refuses buffers as the test program's allocator refuses memory.
struct Limited(usize);

impl AllocationHook for Limited {
    fn allocate(&self, bytes: usize) -> bool {
        bytes <= self.0
    }

    fn free(&self, _: usize) {}
}

fn text_argument(text: &str) -> TensorHandle {
    if text == "empty:" {
        let strings = vec![Box::<[u8]>::default()];
        return TensorHandle::new(
            StringHostTensor::new(Shape::new(&[]).expect("small"), strings).expect("one string"),
        );
    }
    let Some(count) = text.strip_prefix("text:") else {
        return argument(text, DType::F32).expect("a tensor");
    };
    let count: usize = count.parse().expect("a number");
    let strings = vec![vec![b'x'; LARGEST / 2 + 1].into_boxed_slice(); count];
    let shape = Shape::new(&[count as i64]).expect("small");
    TensorHandle::new(StringHostTensor::new(shape, strings).expect("as many strings"))
}

/// Makes the call, with too little memory: its error, if it fails.
fn call(line: &str, largest: usize) -> Option<String> {
    let [op, attributes, arguments, _] = parts(line);
    let host = Host::new(HostOptions::single_threaded()).expect("a host");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("just registered");
    let mut attrs = OpAttrs::new();
    attributes.split_whitespace().for_each(|text| attribute(&mut attrs, text, DType::F32));
    let mut args: Vec<TensorHandle> = arguments.split_whitespace().map(text_argument).collect();
    let mut results = vec![TensorHandle::default(); results_of(op)];
    set_allocation_hook(Some(Arc::new(Limited(largest))));
    refuse_above(largest);
    runtime.execute(op, &cpu, &Location::unknown(), &mut args, (&attrs).into(), &mut results, None);
    runtime.wait(&results);
    refuse_above(ABSURD);
    set_allocation_hook(None);
    results.iter().find_map(TensorHandle::get_error).map(|error| error.message().to_owned())
}

#[test]
fn ops_without_enough_memory_fail() {
    if let Ok(line) = std::env::var(CHILD) {
        let error = call(&line, LARGEST).expect("memory is too small");
        assert!(error.contains("out of memory"), "{error}");
        return;
    }
    let calls = CALLS.lines().filter(|line| !line.is_empty()).map(str::to_owned);
    let wrong = in_children(TEST, CHILD, calls);
    assert!(wrong.is_empty(), "{wrong}");
}

/// The largest request that is granted to calls of larger tensors.
const LARGEST_SCALED: usize = 1 << 18;
/// About as many elements have the arguments of these.
const ELEMENTS: usize = 300_000;
/// The variable with the calls of a child: the first and the number behind the last.
const SCALED_CHILD: &str = "TFRT_LIMITED_SCALED";
const SCALED_TEST: &str = "limited::no_op_ends_the_process_where_memory_is_short";
/// Calls of a child.
const SCALED_CALLS: usize = 25;
/// One of so many calls is made in a usual run.
const SCALED_SHARE: usize = 10;

/// A dimension's place, the number of dimensions and what there is to multiply: the factor.
type Factor = fn(usize, usize, f64) -> f64;

/// The ways to make the arguments larger: along the first dimension, along the last one, along all.
const FACTORS: [Factor; 3] = [
    |place, _, factor| if place == 0 { factor } else { 1.0 },
    |place, rank, factor| if place + 1 == rank { factor } else { 1.0 },
    |_, rank, factor| factor.powf(1.0 / rank as f64),
];

/// The arguments, with those larger that have dimensions and no listed elements.
fn scaled(arguments: &str, factor: Factor) -> String {
    let scale = |argument: &str| {
        let Some((dtype, shape)) = argument.split_once(':').filter(|_| !argument.contains('=')) else {
            return argument.to_owned();
        };
        let old = dims(shape);
        let elements = old.iter().product::<i64>().max(1) as f64;
        let by = |(place, &dim): (usize, &i64)| {
            (dim as f64 * factor(place, old.len(), ELEMENTS as f64 / elements)).round().to_string()
        };
        format!("{dtype}:{}", old.iter().enumerate().map(by).collect::<Vec<_>>().join(","))
    };
    arguments.split_whitespace().map(scale).collect::<Vec<_>>().join(" ")
}

#[test]
fn no_op_ends_the_process_where_memory_is_short() {
    // Lists of tensors are no arguments that have a size here.
    let has_list = |line: &str| parts(line)[2].split_whitespace().any(|argument| argument == "list");
    let lines = OPS.lines().chain(HLO.lines()).filter(|line| line.contains('|'));
    let share =
        if std::env::var_os("TFRT_FAULTS").is_some_and(|all| all == "all") { 1 } else { SCALED_SHARE };
    let lines: Vec<&str> = lines.filter(|line| !has_list(line)).step_by(share).collect();
    if let Ok(range) = std::env::var(SCALED_CHILD) {
        let (first, end) = range.split_once(' ').expect("two numbers");
        let [first, end] = [first, end].map(|number| number.parse::<usize>().expect("a number"));
        for line in &lines[first..end.min(lines.len())] {
            let [op, attributes, arguments, _] = parts(line);
            let op = if op.contains('.') { op.to_owned() } else { format!("tf.{op}") };
            for factor in FACTORS {
                let line = format!("{op} | {attributes} | {}", scaled(arguments, factor));
                eprintln!("{line}");
                // Most have no such call. It may fail in any way but one.
                call(&line, LARGEST_SCALED);
            }
        }
        return;
    }
    let children =
        (0..lines.len()).step_by(SCALED_CALLS).map(|first| format!("{first} {}", first + SCALED_CALLS));
    let wrong = in_children(SCALED_TEST, SCALED_CHILD, children);
    assert!(wrong.is_empty(), "{wrong}");
}
