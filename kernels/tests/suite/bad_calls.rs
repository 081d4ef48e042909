//! Every op, called wrongly in every way that can be made up mechanically: it answers with an error that names the op and the fault
//! ([`messages`]), or computes something; it never panics, never hangs, never allocates without end, and the next call works.
//!
//! The calls are those of the table of ops and dtypes (`op_table/calls.txt`) and some of ops that the table omits, each changed in one
//! place, and at random in several: an argument of another rank, another size, another dtype or another kind; whole numbers replaced by
//! zeros, negative and absurd ones; an argument too few or too many; an attribute left out, of another type or absurd. Some of these are
//! valid calls after all, so only calls that cannot be valid must fail ([`must_fail`]).

mod calls;
mod changes;
mod messages;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::allocator::ABSURD;
use crate::children::in_children;
use crate::op_calls::{HLO, OF_FILES, OPS, argument, attribute, parts, results_of};
use calls::{ANY_NUMBER, MORE, OF_TESTS};
use changes::{
    Call, Change, VALUES, absurd_sizes, other_arguments, other_elements, other_kinds, without_elements,
};
use messages::names_what_is_wrong;
use tfrt_executor::core_runtime::{
    CoreRuntime, Location, LocationDecoder, OpAttrs, OpHandlerRef, OpRegistry, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::DType;
use tfrt_executor::tensor::buffer::{AllocationHook, set_allocation_hook};
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

impl Sweep {
    /// A runtime, what some ops need, and a watchdog.
    fn new() -> Sweep {
        set_allocation_hook(Some(Arc::new(Limited)));
        let reported: Arc<Mutex<Vec<Error>>> = Arc::default();
        let log = reported.clone();
        let host = Host::new(HostOptions {
            diagnostics: Arc::new(move |error| log.lock().expect("no panics").push(error.clone())),
            ..HostOptions::single_threaded()
        })
        .expect("a host");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        tfrt_kernels::test::register_ops(&mut ops);
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

    /// A variable with this value that no other argument is.
    fn slot(&self, kind: &str, dtype: &str, value: &str) -> TensorHandle {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("shared_name={kind}{}", COUNT.fetch_add(1, Ordering::Relaxed) % 8);
        let variable = self.made("tf.VarHandleOp", &[&name, &format!("dtype=type:{dtype}"), "shape=[]"], &[]);
        let mut args = [variable.clone(), argument(value, DType::F32).expect("a tensor")];
        let (at, mut chain, none) = (Location::unknown(), Value::CHAIN, OpAttrs::new());
        let op = "tf.AssignVariableOp";
        self.runtime.execute(op, &self.cpu, &at, &mut args, (&none).into(), &mut [], Some(&mut chain));
        variable
    }

    fn argument(&self, text: &str, tried: DType) -> Option<TensorHandle> {
        match text {
            "list" => Some(self.list.clone()),
            "variable" => Some(self.variable.clone()),
            "slot" => Some(self.slot("slot", "f32", "f32:2=1,2")),
            "generator" => Some(self.slot("generator", "i64", "i64:3=1,2,3")),
            "serialized" => {
                Some(self.made("tf.SerializeSparse", &[], &["i64:1,2=0,1", "f32:1", "i64:2=2,2"]))
            }
            "serialized_many" => {
                Some(self.made("tf.SerializeManySparse", &[], &["i64:1,2=0,1", "f32:1", "i64:2=2,2"]))
            }
            "optional" => Some(self.made("tf.OptionalFromValue", &[], &["f32:2"])),
            // Calls change these, so each has its own.
            "array" => {
                Some(self.made("tf.TensorArrayV3", &["dtype=type:f32", "element_shape=[2]"], &["i32:=2"]))
            }
            "table" => {
                Some(self.made("tf.MutableHashTableV2", &["key_dtype=type:i64", "value_dtype=type:i64"], &[]))
            }
            "stack" => Some(self.made("tf.StackV2", &["elem_type=type:f32"], &["i32:=2"])),
            "matrix" => Some(self.made("tf.DenseToCSRSparseMatrix", &[], &["f32:2,2", "i64:1,2=0,1"])),
            _ => argument(text, tried),
        }
    }

    /// Makes the call; `None` if it cannot even be made.
    fn call(&mut self, call: &Call, changes: &[Change], tried: DType) -> Option<Result<(), Error>> {
        let mut attrs = OpAttrs::new();
        for (i, text) in call.attrs.iter().enumerate() {
            let is_of = |change: &&Change| matches!(change, Change::NoAttribute(at) | Change::Attribute(at, _) | Change::Element(at, _) if *at == i);
            let change = changes.iter().find(is_of);
            match change {
                Some(Change::NoAttribute(_)) => {}
                Some(Change::Attribute(_, value)) => {
                    let name = text.split_once('=')?.0;
                    VALUES[*value](&mut attrs, name);
                }
                Some(Change::Element(_, other)) => attribute(&mut attrs, other, tried),
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
                | "tf.StackCloseV2"
                | "tf.ResourceStridedSliceAssign"
                | "tf.RngSkip"
        ) || ["tf.ResourceScatter", "tf.ResourceApply", "tf.ResourceSparseApply"]
            .iter()
            .any(|start| call.op.starts_with(start))
        {
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
                if let [change] = changes
                    && !call.op.starts_with("tfrt_test.")
                    && let Err(what) = names_what_is_wrong(call, change, tried, &error.description())
                {
                    complain(&format!("{what}: {message}"));
                }
            }
        }
    }

    fn sweep(&mut self, line: &str) {
        let [name, attrs, args, _] = parts(line);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let op = if name.contains('.') { name.to_owned() } else { format!("tf.{name}") };
        let call = Call { op, attrs: words(attrs), args: words(args) };
        let dtypes = [
            DType::F32,
            DType::I32,
            DType::I1,
            DType::I64,
            DType::String,
            DType::Complex64,
            DType::QUI8,
            DType::QI32,
            DType::UI8,
        ];
        let right = |sweep: &mut Sweep| {
            let found = dtypes.iter().filter(|&&dtype| matches!(sweep.call(&call, &[], dtype), Some(Ok(()))));
            found.copied().collect::<Vec<_>>()
        };
        let tried = right(self);
        let first = self.call(&call, &[], DType::F32);
        assert!(!tried.is_empty(), "{call:?} is not a right call: {first:?}");
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
            for (i, text) in call.attrs.iter().enumerate() {
                changes.push(Change::NoAttribute(i));
                changes.extend(other_elements(text).into_iter().map(|text| Change::Element(i, text)));
                changes.extend((0..VALUES.len()).map(|value| Change::Attribute(i, value)));
            }
            for change in &changes {
                self.check(&call, std::slice::from_ref(change), tried);
            }
            // An argument without elements together with an absurd size: what is made by the size alone shows.
            for (i, text) in call.args.iter().enumerate() {
                for empty in without_elements(text) {
                    for (j, other) in call.args.iter().enumerate().filter(|&(j, _)| j != i) {
                        for size in absurd_sizes(other) {
                            let pair = [Change::Argument(i, empty.clone()), Change::Argument(j, size)];
                            self.check(&call, &pair, tried);
                        }
                    }
                }
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
    let lines = OPS
        .lines()
        .chain(MORE.lines())
        .chain(OF_TESTS.lines())
        .chain(HLO.lines().filter(|line| !line.starts_with("hlo.foreign_call")));
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
    tfrt_kernels::test::register_ops(&mut ops);
    let names = ops.names().into_iter().filter(|name| ops.get(name).is_some_and(|op| op.dispatch.is_some()));
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    let mut called: BTreeSet<String> = lines().map(|(name, _)| name).collect();
    // A child for each op: what ends the process, or never ends, is that op's.
    let wrong = in_children(TEST, CHILD, called.iter().cloned());
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
            "tf.RaggedTensorFromVariant",
            // Its variable is the state of a generator.
            "tf.RngReadAndSkip",
            // Its dtypes are a list.
            "tf.OptionalGetValue",
            // Its method is a word, and there must be something on a stack.
            "tf.Fingerprint",
            "tf.StackPopV2",
            // There are no functions of a host that it could call.
            "hlo.foreign_call",
            // A probe puts aside what it compares.
            "hlo.expect_probed",
            "tfrt_test.print",
            "tfrt_test.print_address",
            "tfrt_test.error.tensor",
        ]
        .map(str::to_owned),
    );
    called.extend(OF_FILES.map(str::to_owned));
    let missing: Vec<&String> =
        names.difference(&called).filter(|name| !name.starts_with("tfrt_fused.")).collect();
    assert!(missing.is_empty(), "not called: {missing:?}");
    assert!(wrong.is_empty(), "{wrong}");
}
