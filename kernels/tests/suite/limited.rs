//! Ops whose arguments fit memory, but not what they compute from them: each answers with an error, and the process goes on.
//!
//! Each call is made in a process of its own, which grants no request of more than a mebibyte once the arguments are there: an op that asks
//! in a way that cannot fail ends that process.

use std::sync::Arc;

use crate::allocator::{ABSURD, refuse_above};
use crate::children::in_children;
use crate::op_calls::{argument, attribute, parts, results_of};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::buffer::{AllocationHook, set_allocation_hook};
use tfrt_executor::tensor::{DType, Shape, StringHostTensor};

/// The calls, in the form of the table of ops (`op_calls.rs`); `text:` are strings of more than half of what is granted.
const CALLS: &str = "
tf.AsString | | i8:100000
tf.BroadcastTo | | str:1 i32:1=100000
tf.Fill | | i32:1=100000 str:
tf.ReduceJoin | | text:2 i32:1=0
tf.StaticRegexReplace | pattern= rewrite=abcd | text:1
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

/// The largest request that is granted.
const LARGEST: usize = 1 << 20;
/// The variable with the call of a child.
const CHILD: &str = "TFRT_LIMITED_CALL";
const TEST: &str = "limited::ops_without_enough_memory_fail";

/// Refuses buffers as the test program's allocator refuses memory.
struct Limited;

impl AllocationHook for Limited {
    fn allocate(&self, bytes: usize) -> bool {
        bytes <= LARGEST
    }

    fn free(&self, _: usize) {}
}

fn text_argument(text: &str) -> TensorHandle {
    let Some(count) = text.strip_prefix("text:") else {
        return argument(text, DType::F32).expect("a tensor");
    };
    let count: usize = count.parse().expect("a number");
    let strings = vec![vec![b'x'; LARGEST / 2 + 1].into_boxed_slice(); count];
    let shape = Shape::new(&[count as i64]).expect("small");
    TensorHandle::new(StringHostTensor::new(shape, strings).expect("as many strings"))
}

/// Makes the call, with too little memory.
fn call(line: &str) {
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
    set_allocation_hook(Some(Arc::new(Limited)));
    refuse_above(LARGEST);
    runtime.execute(op, &cpu, &Location::unknown(), &mut args, (&attrs).into(), &mut results, None);
    runtime.wait(&results);
    refuse_above(ABSURD);
    let error = results.iter().find_map(TensorHandle::get_error).expect("memory is too small");
    assert!(error.message().contains("out of memory"), "{error}");
}

#[test]
fn ops_without_enough_memory_fail() {
    if let Ok(line) = std::env::var(CHILD) {
        return call(&line);
    }
    let calls = CALLS.lines().filter(|line| !line.is_empty()).map(str::to_owned);
    let wrong = in_children(TEST, CHILD, calls);
    assert!(wrong.is_empty(), "{wrong}");
}
