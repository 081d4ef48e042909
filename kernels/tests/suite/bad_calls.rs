//! Every op, called wrongly in every way that can be made up mechanically: it answers with an error that names the op, or
//! computes something; it never panics, never hangs, never asks for memory without end, and the next call works.
//!
//! The calls are those of the table of ops and dtypes (`op_table/calls.txt`) and some of ops that the table leaves out, each
//! changed in one place, and at random in several: an argument of another rank, another size, another dtype or another kind; whole numbers replaced by
//! zeros, negative and absurd ones; an argument too few or too many; an attribute left out, of another type or absurd. Some of
//! these are right calls after all, so only what cannot be right must fail ([`must_fail`]).

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::allocator::ABSURD;
use crate::op_calls::{OPS, argument, attribute, dims, results_of};
use tfrt_executor::core_runtime::{
    AttrValue, CoreRuntime, Location, LocationDecoder, OpAttrs, OpHandlerRef, OpRegistry, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::buffer::{AllocationHook, set_allocation_hook};
use tfrt_executor::tensor::{
    CooHostTensor, DType, DenseHostTensor, PartialShape, ScalarHostTensor, Shape, Tensor,
};
use tfrt_executor::value::{Error, SourceLocation, Value};

/// The call that is made.
static NOW: Mutex<String> = Mutex::new(String::new());

/// Refuses buffers as the test program's allocator refuses memory.
struct Limited;

/// Says which call was refused so many bytes: the process may end of it.
pub(crate) fn say_refused(size: usize) {
    if let Ok(now) = NOW.try_lock()
        && !now.is_empty()
    {
        let mut out = std::io::stderr();
        let number: [u8; 20] = std::array::from_fn(|i| b'0' + (size / 10usize.pow(19 - i as u32) % 10) as u8);
        for part in [b"refused " as &[u8], &number, b" bytes to ", now.as_bytes(), b"\n"] {
            let _ = std::io::Write::write_all(&mut out, part);
        }
    }
}

impl AllocationHook for Limited {
    fn allocate(&self, bytes: usize) -> bool {
        bytes <= ABSURD
    }

    fn free(&self, _: usize) {}
}

/// Ops that the table leaves out, in its form. `list` is a list of three tensors of two elements, `variable` a variable of two.
const MORE: &str = "\
EmptyTensorList | element_dtype=type:f32 | i32:1=2 i32:=10
TensorListReserve | element_dtype=type:f32 | i32:1=2 i32:=3
TensorListFromTensor | element_dtype=type:f32 | f32:3,2 i32:1=2
TensorListSetItem | element_dtype=type:f32 | list i32:=1 f32:2
TensorListPushBack | element_dtype=type:f32 | list f32:2
TensorListResize | | list i32:=5
TensorListScatterV2 | element_dtype=type:f32 | f32:2,2 i32:2=0,1 i32:1=2 i32:=3
TensorListScatter | element_dtype=type:f32 | f32:2,2 i32:2=0,1 i32:1=2
TensorListScatterIntoExistingList | element_dtype=type:f32 | list f32:2,2 i32:2=0,4
TensorListSplit | element_dtype=type:f32 | f32:3,2 i32:2=-1,2 i64:2=1,2
TensorListConcatLists | element_dtype=type:f32 | list list
TensorListStack | element_dtype=type:f32 num_elements=3 | list i32:1=2
TensorListGather | element_dtype=type:f32 | list i32:1=1 i32:1=2
TensorListConcatV2 | element_dtype=type:f32 | list i32:1=2 i64:0
TensorListGetItem | element_dtype=type:f32 | list i32:=1 i32:1=2
TensorListPopBack | element_dtype=type:f32 | list i32:1=2
TensorListElementShape | shape_type=type:i32 | list
TensorListLength | | list
Assert | | i1:=1 f32:2
AssignVariableOp | | variable f32:2
AssignAddVariableOp | | variable f32:2
AssignSubVariableOp | | variable f32:2
ReadVariableOp | dtype=type:f32 | variable
VarIsInitializedOp | | variable
VariableShape | out_type=type:i32 | variable
TensorArrayV3 | dtype=type:f32 element_shape=[2] dynamic_size=false clear_after_read=false | i32:=2
TensorArrayWriteV3 | | array i32:=1 f32:2 f32:
TensorArrayReadV3 | | array i32:=0 f32:
TensorArrayGatherV3 | | array i32:2=0,1 f32:
TensorArrayScatterV3 | | array i32:1=0 f32:1,2 f32:
TensorArrayConcatV3 | | array f32:
TensorArraySplitV3 | | array f32:4 i64:2=2,2 f32:
TensorArrayCloseV3 | | array
HashTableV2 | key_dtype=type:i64 value_dtype=type:i64 |
AnonymousHashTable | key_dtype=type:i64 value_dtype=type:i64 |
MutableHashTableV2 | key_dtype=type:i64 value_dtype=type:i64 |
AnonymousMutableHashTable | key_dtype=type:i64 value_dtype=type:i64 |
MutableHashTableOfTensorsV2 | key_dtype=type:i64 value_dtype=type:i64 value_shape=[2] |
AnonymousMutableHashTableOfTensors | key_dtype=type:i64 value_dtype=type:i64 value_shape=[2] |
TensorArraySizeV3 | | array f32:
LookupTableFindV2 | | table i64:2 i64:=7
LookupTableInsertV2 | | table i64:2=3,4 i64:2
LookupTableImportV2 | | table i64:2=3,4 i64:2
LookupTableRemoveV2 | | table i64:1=9
LookupTableExportV2 | | table
LookupTableSizeV2 | | table
InitializeTableV2 | | table i64:2=3,4 i64:2
";

/// Ops of tests, in the same form; those that print are not called, and those without a dispatch function cannot be.
const OF_TESTS: &str = "\
tfrt_test.odd_collector | | i32:4=1,2,3,4
tfrt_test.create_from_scalar | shape=[2,3] value=7 |
tfrt_test.add | | T:2 T:2
tfrt_test.add.denseonly | | T:2 T:2
tfrt_test.add.denseonly2 | | T:2 T:2
tfrt_test.add.denseonly3 | | T:2 T:2
tfrt_test.identity | | T:2
tfrt_test.identity_dense_only | | T:2
tfrt_test.async.noop | | T:2
tfrt_test.async.noop_no_md | | T:2
tfrt_test.create_coo_tensor | shape=[2,2] | i64:1,2=0,1 i32:1=5
tfrt_test.relu | | T:2
tfrt_test.equal | | T:2 T:2
tfrt_test.cast | type=f32 | i32:2
tfrt_test.broadcast | shape=[3,2] | T:2
tfrt_test.argmax | axis=i32:1 | T:2,3
tfrt_test.reduce_mean | axis=i32:0 | T:2,3
tfrt_test.create_dense_tensor | shape=[2] values=[1,2] |
";

/// Ops that take any number of arguments: one more is none too many.
const ANY_NUMBER: &[&str] = &[
    "tf.AddN",
    "tf.Assert",
    "tf.Concat",
    "tf.ConcatV2",
    "tf.ConcatOffset",
    "tf.Einsum",
    "tf.IdentityN",
    "tf.NoOp",
    "tf.Pack",
    "tf.ParallelConcat",
    "tf.Print",
    "tf.PrintV2",
    "tf.ShapeN",
    "tf.SparseCross",
    "tf.StringJoin",
];

/// Where all calls come from.
struct Here;

impl LocationDecoder for Here {
    fn decode(&self, token: u64) -> SourceLocation {
        SourceLocation::File { file: "caller".into(), line: token as u32, column: 1 }
    }
}

/// A xorshift generator: the same calls in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

/// Calls with several changes at once, for each op and dtype.
const AT_RANDOM: usize = 60;

/// A call as text.
#[derive(Clone, Debug)]
struct Call {
    op: String,
    attrs: Vec<String>,
    args: Vec<String>,
}

/// How a call was changed.
#[derive(Clone, Debug)]
enum Change {
    Argument(usize, String),
    Kind(usize, usize),
    Fewer,
    More,
    NoAttribute(usize),
    Attribute(usize, usize),
}

/// Whether the change cannot give a right call.
fn must_fail(call: &Call, changes: &[Change]) -> bool {
    match changes {
        [Change::Fewer | Change::More] => !ANY_NUMBER.contains(&&*call.op),
        _ => false,
    }
}

struct Sweep {
    runtime: CoreRuntime,
    cpu: OpHandlerRef,
    list: TensorHandle,
    variable: TensorHandle,
    reported: Arc<Mutex<Vec<Error>>>,
    /// Calls so far; a watchdog looks at it.
    progress: Arc<AtomicUsize>,
    random: Random,
    location: Location,
    wrong: String,
}

/// Tensors that are no dense ones, or of which there can be no more than one.
fn other_kinds(list: &TensorHandle, variable: &TensorHandle) -> Vec<TensorHandle> {
    let shape = |dims: &[i64]| Shape::new(dims).expect("small");
    let indices = DenseHostTensor::from_values(shape(&[1, 2]), &[7_i64, -1]).expect("small");
    let values = DenseHostTensor::from_values(shape(&[1]), &[1.0_f32]).expect("small");
    // Its one element is outside.
    let sparse = CooHostTensor::new(shape(&[2, 2]), indices, values).expect("parts that fit");
    let absurd = ScalarHostTensor::new(shape(&[1 << 20, 1 << 20]), 1.0_f32);
    vec![
        list.clone(),
        variable.clone(),
        TensorHandle::new(Tensor::from(sparse)),
        TensorHandle::new(Tensor::from(absurd)),
        TensorHandle::new(Tensor::from(ScalarHostTensor::new(shape(&[2]), 3_i32))),
    ]
}

/// Attribute values of every type, some absurd.
const VALUES: &[fn(&mut OpAttrs, &str) -> bool] = &[
    |attrs, name| attrs.set(name, i64::MAX),
    |attrs, name| attrs.set(name, i64::MIN),
    |attrs, name| attrs.set(name, -1_i64),
    |attrs, name| attrs.set(name, 0_i64),
    |attrs, name| attrs.set(name, 7_i32),
    |attrs, name| attrs.set(name, f32::NAN),
    |attrs, name| attrs.set_bool(name, true),
    |attrs, name| attrs.set_string(name, "nonsense"),
    |attrs, name| attrs.set_string(name, ""),
    |attrs, name| attrs.set_dtype(name, DType::QI32),
    |attrs, name| attrs.set_array::<i64>(name, &[]),
    |attrs, name| attrs.set_array(name, &[i64::MAX, i64::MAX]),
    |attrs, name| attrs.set_array(name, &[0_i64; 4]),
    |attrs, name| attrs.set_array(name, &[-1_i64; 4]),
    |attrs, name| attrs.set_array(name, &[1_i64 << 40; 4]),
    |attrs, name| attrs.set_array(name, &[1_i64, i64::MAX, i64::MAX, 1]),
    |attrs, name| attrs.set_array(name, &[1.5_f32]),
    |attrs, name| attrs.set_aggregate(name, [AttrValue::String(b"x".as_slice().into())].into()),
    |attrs, name| attrs.set_shape(name, &PartialShape::Unranked),
];

/// Numbers that whole numbers are replaced by: no index, no divisor, no size.
const NUMBERS: &[i64] = &[0, -1, 1, 3, 100, i32::MAX as i64, i32::MIN as i64, 1 << 40, i64::MAX, i64::MIN];

/// Other texts for an argument.
fn other_arguments(text: &str) -> Vec<String> {
    let Some((head, values)) =
        text.split_once('=').map(|(head, values)| (head, Some(values))).or(Some((text, None)))
    else {
        return Vec::new();
    };
    let Some((dtype, shape)) = head.split_once(':') else { return Vec::new() };
    let sizes = dims(shape);
    let with = |sizes: &[i64]| sizes.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    // Without elements, but as large as dimensions can be.
    const HUGE: i64 = 1 << 40;
    let mut shapes =
        vec![vec![HUGE, 0], vec![0, HUGE], vec![0, i64::MAX], vec![i64::MAX, 0, 1], vec![HUGE, 0, 0]];
    shapes.extend([[0, 0, HUGE], [0, HUGE, 1], [1, HUGE, 0]].map(Vec::from));
    shapes.extend(
        [[HUGE, 0, 0, 0], [HUGE, 0, 1, 1], [0, HUGE, 1, 1], [1, 0, HUGE, 1], [1, 1, HUGE, 0]].map(Vec::from),
    );
    shapes.extend([
        Vec::new(),
        vec![0],
        vec![1],
        vec![7],
        [1, 1].to_vec(),
        vec![0, 3],
        vec![1; 5],
        vec![2; 9],
    ]);
    shapes.push(sizes.iter().enumerate().map(|(i, _)| if i == 0 { 0 } else { HUGE }).collect());
    shapes.push(sizes.iter().enumerate().map(|(i, _)| if i == 0 { HUGE } else { 0 }).collect());
    shapes.push([&sizes[..], &[1]].concat());
    shapes.push([&[1], &sizes[..]].concat());
    shapes.push(sizes.iter().map(|size| size + 1).collect());
    shapes.push(sizes.iter().map(|_| 0).collect());
    if let Some((_, fewer)) = sizes.split_last() {
        shapes.push(fewer.to_vec());
    }
    // Some are no shapes at all, some have too many elements to be made.
    shapes.retain(|sizes| Shape::new(sizes).is_ok_and(|shape| shape.num_elements() < 1 << 20));
    let mut texts: Vec<String> = shapes.iter().map(|sizes| format!("{dtype}:{}", with(sizes))).collect();
    for dtype in ["i1", "ui8", "i8", "i16", "i32", "i64", "f16", "f32", "f64", "complex<f32>", "str"] {
        texts.push(format!("{dtype}:{shape}"));
        if let Some(values) = values {
            texts.push(format!("{dtype}:{shape}={values}"));
        }
    }
    let dtype = if dtype == "T" { "i32" } else { dtype };
    if matches!(dtype, "i32" | "i64") {
        let count = sizes.iter().product::<i64>() as usize;
        for &number in NUMBERS {
            texts.push(format!("{dtype}:{shape}={}", with(&vec![number; count])));
            if let Some(values) = values {
                for at in 0..count {
                    let mut changed = dims(values);
                    changed[at] = number;
                    texts.push(format!("{dtype}:{shape}={}", with(&changed)));
                }
            }
        }
    }
    texts
}

impl Sweep {
    /// A runtime, what some ops need, and a watchdog.
    fn new() -> Sweep {
        set_allocation_hook(Some(Arc::new(Limited)));
        let reported: Arc<Mutex<Vec<Error>>> = Arc::default();
        let log = reported.clone();
        let host = Host::new(HostOptions {
            diagnostics: Arc::new(move |error| log.lock().expect("no panics").push(error.clone())),
            ..HostOptions::default()
        })
        .expect("a host");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        let runtime = CoreRuntime::install(&host, ops);
        runtime.state().register_default_handlers();
        let cpu = runtime.handler("cpu").expect("just registered");
        let one = |op: &str, attrs: &[&str], args: &[&str]| {
            let mut named = OpAttrs::new();
            attrs.iter().for_each(|text| attribute(&mut named, text, DType::F32));
            let mut args: Vec<TensorHandle> =
                args.iter().map(|text| argument(text, DType::F32).expect("a tensor")).collect();
            let mut results = [TensorHandle::default()];
            let mut chain = Value::CHAIN;
            let at = Location::unknown();
            runtime.execute(op, &cpu, &at, &mut args, (&named).into(), &mut results, Some(&mut chain));
            let [result] = results;
            assert!(result.tensor().is_some(), "{op}: {result}");
            result
        };
        let list = one("tf.TensorListFromTensor", &["element_dtype=type:f32"], &["f32:3,2", "i32:1=2"]);
        let variable = one("tf.VarHandleOp", &["shared_name=bad_calls", "dtype=type:f32", "shape=[2]"], &[]);
        {
            let value = argument("f32:2", DType::F32).expect("a tensor");
            let (at, mut chain) = (Location::unknown(), Value::CHAIN);
            let mut args = [variable.clone(), value];
            let none = OpAttrs::new();
            runtime.execute(
                "tf.AssignVariableOp",
                &cpu,
                &at,
                &mut args,
                (&none).into(),
                &mut [],
                Some(&mut chain),
            );
        }
        let progress = Arc::new(AtomicUsize::new(0));
        let seen = progress.clone();
        std::thread::spawn(move || {
            let mut last = usize::MAX;
            loop {
                std::thread::sleep(Duration::from_secs(30));
                let current = seen.load(Ordering::Relaxed);
                if current == last {
                    eprintln!("hangs: {}", NOW.lock().expect("no panics"));
                    std::process::abort();
                }
                last = current;
            }
        });
        let location = Location { token: 7, decoder: Some(Arc::new(Here)) };
        let (random, wrong) = (Random(0x51ED_270B_9E37_79B9), String::new());
        Sweep { runtime, cpu, list, variable, reported, progress, random, location, wrong }
    }

    /// The first result of a right call.
    fn made(&self, op: &str, attrs: &[&str], args: &[&str]) -> TensorHandle {
        let mut named = OpAttrs::new();
        attrs.iter().for_each(|text| attribute(&mut named, text, DType::F32));
        let mut args: Vec<TensorHandle> = args.iter().filter_map(|text| argument(text, DType::F32)).collect();
        let mut results = vec![TensorHandle::default(); results_of(op)];
        let mut chain = Value::CHAIN;
        let at = Location::unknown();
        let attrs = (&named).into();
        self.runtime.execute(op, &self.cpu, &at, &mut args, attrs, &mut results, Some(&mut chain));
        results.swap_remove(0)
    }

    fn argument(&self, text: &str, tried: DType) -> Option<TensorHandle> {
        match text {
            "list" => Some(self.list.clone()),
            "variable" => Some(self.variable.clone()),
            // Calls change these, so each has its own.
            "array" => {
                Some(self.made("tf.TensorArrayV3", &["dtype=type:f32", "element_shape=[2]"], &["i32:=2"]))
            }
            "table" => {
                Some(self.made("tf.MutableHashTableV2", &["key_dtype=type:i64", "value_dtype=type:i64"], &[]))
            }
            _ => argument(text, tried),
        }
    }

    /// Makes the call; `None` if it cannot even be made.
    fn call(&mut self, call: &Call, changes: &[Change], tried: DType) -> Option<Result<(), Error>> {
        let mut attrs = OpAttrs::new();
        for (i, text) in call.attrs.iter().enumerate() {
            let change = changes.iter().find(
                |change| matches!(change, Change::NoAttribute(at) | Change::Attribute(at, _) if *at == i),
            );
            match change {
                Some(Change::NoAttribute(_)) => {}
                Some(Change::Attribute(_, value)) => {
                    let name = text.split_once('=')?.0;
                    VALUES[*value](&mut attrs, name);
                }
                _ => attribute(&mut attrs, text, tried),
            }
        }
        let mut args = Vec::new();
        for (i, text) in call.args.iter().enumerate() {
            let change = changes
                .iter()
                .find(|change| matches!(change, Change::Argument(at, _) | Change::Kind(at, _) if *at == i));
            args.push(match change {
                Some(Change::Argument(_, other)) => self.argument(other, tried)?,
                Some(Change::Kind(_, kind)) => other_kinds(&self.list, &self.variable).swap_remove(*kind),
                _ => self.argument(text, tried)?,
            });
        }
        for change in changes {
            match change {
                Change::Fewer => drop(args.pop()?),
                Change::More => args.push(self.argument("f32:2", tried)?),
                _ => {}
            }
        }
        *NOW.lock().expect("no panics") = format!("{call:?}, {tried:?}, {changes:?}");
        self.progress.fetch_add(1, Ordering::Relaxed);
        let mut results = vec![TensorHandle::default(); results_of(&call.op)];
        if matches!(
            &*call.op,
            "tf.Assert"
                | "tf.AssignVariableOp"
                | "tf.AssignAddVariableOp"
                | "tf.AssignSubVariableOp"
                | "tf.InitializeTableV2"
                | "tf.LookupTableImportV2"
                | "tf.LookupTableInsertV2"
                | "tf.LookupTableRemoveV2"
                | "tf.TensorArrayCloseV3"
        ) {
            results.clear();
        }
        let mut chain = Value::CHAIN;
        let (at, attrs) = (&self.location, (&attrs).into());
        self.runtime.execute(&call.op, &self.cpu, at, &mut args, attrs, &mut results, Some(&mut chain));
        self.runtime.wait(&results);
        let error = results.iter().find_map(TensorHandle::get_error).or(chain.error()).cloned();
        Some(error.map_or(Ok(()), Err))
    }

    /// Makes a changed call, and writes down what is wrong with the answer.
    fn check(&mut self, call: &Call, changes: &[Change], tried: DType) {
        let Some(outcome) = self.call(call, changes, tried) else { return };
        let told = std::mem::take(&mut *self.reported.lock().expect("no panics"));
        let mut complain = |what: &str| {
            let Call { op, attrs, args } = call;
            let _ = writeln!(
                self.wrong,
                "{op} {{{}}} ({}) {tried:?}, {changes:?}: {what}",
                attrs.join(" "),
                args.join(", ")
            );
        };
        match outcome {
            Ok(()) if must_fail(call, changes) => complain("is taken for a right call"),
            Ok(()) => {}
            Err(error) => {
                let message = error.message();
                if message.contains("panicked") {
                    complain(message);
                }
                if error.op() != Some(&*call.op) {
                    complain(&format!("error of {:?}: {message}", error.op()));
                }
                if *error.location() != self.location.decode() {
                    complain(&format!("error at {}: {message}", error.location()));
                }
                if told.is_empty() {
                    complain(&format!("the error handler was not told: {message}"));
                }
                // What the ops of tests say is given.
                if let &[Change::Attribute(at, _) | Change::NoAttribute(at)] = changes
                    && !call.op.starts_with("tfrt_test.")
                {
                    let name = call.attrs[at].split('=').next().unwrap_or_default();
                    if !message.contains(name) {
                        complain(&format!("{name} is not named: {message}"));
                    }
                }
            }
        }
    }

    fn sweep(&mut self, line: &str) {
        let [name, attrs, args] = line.splitn(3, '|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("line {line} has no three parts");
        };
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let op = if name.contains('.') { name.to_owned() } else { format!("tf.{name}") };
        let call = Call { op, attrs: words(attrs), args: words(args) };
        let dtypes =
            [DType::F32, DType::I32, DType::I1, DType::I64, DType::String, DType::Complex64, DType::QUI8];
        let right = |sweep: &mut Sweep| {
            let found = dtypes.iter().filter(|&&dtype| matches!(sweep.call(&call, &[], dtype), Some(Ok(()))));
            found.copied().collect::<Vec<_>>()
        };
        let tried = right(self);
        assert!(!tried.is_empty(), "{call:?} is not a right call");
        self.reported.lock().expect("no panics").clear();
        // Whole numbers overflow and cannot be divided; the others are alike.
        let mut tried_again = vec![tried[0]];
        tried_again.extend(tried.iter().find(|&&dtype| dtype == DType::I32 && dtype != tried[0]));
        for tried in tried_again {
            let kinds = other_kinds(&self.list, &self.variable).len();
            let mut changes = vec![Change::Fewer, Change::More];
            for (i, text) in call.args.iter().enumerate() {
                changes.extend(other_arguments(text).into_iter().map(|text| Change::Argument(i, text)));
                changes.extend((0..kinds).map(|kind| Change::Kind(i, kind)));
            }
            for i in 0..call.attrs.len() {
                changes.push(Change::NoAttribute(i));
                changes.extend((0..VALUES.len()).map(|value| Change::Attribute(i, value)));
            }
            for change in &changes {
                self.check(&call, std::slice::from_ref(change), tried);
            }
            for _ in 0..AT_RANDOM {
                let count = 2 + self.random.below(3);
                let several: Vec<Change> =
                    (0..count).map(|_| changes[self.random.below(changes.len())].clone()).collect();
                self.check(&call, &several, tried);
            }
        }
        assert!(!right(self).is_empty(), "{call:?} works no longer");
    }
}

/// Says in a child process which op it sweeps.
const CHILD: &str = "TFRT_BAD_CALLS_OF";

/// The test, which each child process runs again.
const TEST: &str = "bad_calls::ops_answer_every_wrong_call_with_an_error";

/// All ops with a call of each, and the name of each.
fn lines() -> impl Iterator<Item = (String, &'static str)> {
    let lines = OPS.lines().chain(MORE.lines()).chain(OF_TESTS.lines());
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let name = line.split('|').next().unwrap_or_default().trim();
        (if name.contains('.') { name.to_owned() } else { format!("tf.{name}") }, line)
    })
}

#[test]
fn ops_answer_every_wrong_call_with_an_error() {
    if let Ok(op) = std::env::var(CHILD) {
        let mut sweep = Sweep::new();
        lines().filter(|(name, _)| *name == op).for_each(|(_, line)| sweep.sweep(line));
        assert!(sweep.wrong.is_empty(), "{}", sweep.wrong);
        let calls = sweep.progress.load(Ordering::Relaxed);
        eprintln!("{calls} calls");
        assert!(calls >= AT_RANDOM, "only {calls} calls");
        return;
    }
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let names = ops.names().into_iter().filter(|name| ops.get(name).is_some_and(|op| op.dispatch.is_some()));
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    let mut called: BTreeSet<String> = lines().map(|(name, _)| name).collect();
    // A child for each op: what ends the process, or never ends, is that op's.
    let waiting = Mutex::new(called.iter().cloned().collect::<Vec<_>>());
    let wrong = Mutex::new(String::new());
    let program = std::env::current_exe().expect("the test program has a path");
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(op) = waiting.lock().expect("no panics").pop() else { return };
                    let child = std::process::Command::new(&program)
                        .args(["--exact", TEST, "--test-threads=1", "--nocapture"])
                        .env(CHILD, &op)
                        .output()
                        .expect("the test program can be run again");
                    if !child.status.success() {
                        let told = String::from_utf8_lossy(&child.stderr);
                        let _ = writeln!(wrong.lock().expect("no panics"), "{op}, {}: {told}", child.status);
                    }
                }
            });
        }
    });
    // Without arguments that could be wrong, printing, ending the variable that others use, or failing always.
    called.extend(
        [
            "tf.Const",
            "tf.NoOp",
            "tf.Placeholder",
            "tf.Print",
            "tf.PrintV2",
            "tf.VarHandleOp",
            "tf.DestroyResourceOp",
            "tf.InitializeTableFromTextFileV2",
            "tf.DecodeAndCropJpeg",
            "tf.DecodeBmp",
            "tf.DecodeImage",
            "tf.DecodeJpeg",
            "tf.DecodePng",
            "tf.DecodeWav",
            "tf.ExtractJpegShape",
            "tf.RaggedTensorFromVariant",
            "tf.ParseExample",
            "tf.ParseTensor",
            "tf.ParseExampleV2",
            "tf.ParseSingleExample",
            "tfrt_test.print",
            "tfrt_test.print_address",
            "tfrt_test.error.tensor",
        ]
        .map(str::to_owned),
    );
    let missing: Vec<&String> =
        names.difference(&called).filter(|name| !name.starts_with("tfrt_fused.")).collect();
    assert!(missing.is_empty(), "not called: {missing:?}");
    let wrong = wrong.into_inner().expect("no panics");
    assert!(wrong.is_empty(), "{wrong}");
}
