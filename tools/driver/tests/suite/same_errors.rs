//! Passes do not change the results of a program, also where it fails: random programs with errors, calls, branches, loops, values that
//! come later and tensor ops give the same at `-O0` as at the other levels and after every pass alone; interpreted as in machine
//! code, on one thread as on many, op by op as in regions, and after a round trip through a file and its text. Tensors are of many dtypes.
//!
//! A program that shows a difference is reduced ([`smallest`]), so that a failure prints a small one. `PROPTEST_CASES=N` tries
//! other programs than the 32 of a usual run.
//!
//! A result is compared as a value or as an error; which of several errors it is may differ, since operands change places. Effects are
//! compared without their order. A failure that the program does not report as written must not be reported afterwards.

mod writer;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::catch_unwind;
use std::sync::Arc;

use parking_lot::Mutex;
use proptest::prelude::*;
use tfrt_compiler::decode::{DecodeOptions, decode_bytes};
use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::compile::{Reporter, passes, pipeline, run_passes, to_writer_prepared};
use tfrt_driver::input::Input;
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::reduce::smallest;
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::{DenseHostTensor, Shape, Tensor};
use tfrt_executor::value::{AsyncRef, Chain, Error, ErrorCode, SourceLocation, Value};
use tfrt_ir::diagnostics::{Diagnostics, SourceFile};
use tfrt_ir::pass::{Anchor, PassManager, PipelineSpec, RunOptions, RunOutput};
use tfrt_ir::syntax::{PrintOptions, print_module};
use tfrt_jit::{Jit, JitOptions, When};

use writer::Writer;

/// The pipelines that are compared with the program as written: each pass alone, and the levels.
fn pipelines() -> Vec<(String, Option<PassManager>, OptLevel)> {
    // These print, or are about the names of functions and places only.
    const NOT_ABOUT_RESULTS: &[&str] =
        &["tfrt-print-stream", "print-stream", "print-op-stats", "strip-debuginfo", "symbol-privatize"];
    // These are about programs of StableHLO.
    let is_for_others = |name: &str| ["stablehlo-", "chlo-", "vhlo-"].iter().any(|of| name.starts_with(of));
    let registry = passes();
    let mut found: Vec<(String, Option<PassManager>, OptLevel)> = Vec::new();
    let is_compared = |name: &str| !NOT_ABOUT_RESULTS.contains(&name) && !is_for_others(name);
    for pass in registry.passes().iter().filter(|pass| is_compared(pass.name)) {
        let name = match pass.name {
            // The rules of upstream lose errors, to the letter.
            "canonicalize" => "canonicalize{keep-errors=true}",
            name => name,
        };
        let text = match pass.anchor {
            Anchor::Any if pass.name != "symbol-dce" => format!("builtin.module(func.func({name}))"),
            Anchor::Any | Anchor::Only("builtin.module") => format!("builtin.module({name})"),
            Anchor::Only(anchor) => format!("builtin.module({anchor}({name}))"),
        };
        let spec = PipelineSpec::parse(&text).expect("the name of a pass can be parsed");
        let manager = registry.build(&spec).expect("the pass is there");
        found.push((text, Some(manager), OptLevel::O0));
    }
    assert!(found.len() >= 9, "passes are missing");
    found.push(("-O1".to_owned(), None, OptLevel::O1));
    found.push(("-O2".to_owned(), None, OptLevel::O2));
    found
}

static PRINTED: Mutex<Vec<i32>> = Mutex::new(Vec::new());
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A runtime, and what it was told of errors.
struct Subject {
    runtime: Runtime,
    errors: Arc<Mutex<Vec<String>>>,
}

/// A way to run programs that is compared with the plain one.
struct Way {
    name: &'static str,
    queue: QueueKind,
    jit: Option<When>,
    /// Whether regions are compiled to plans.
    plans: bool,
    levels: &'static [OptLevel],
}

const fn threads(threads: usize) -> QueueKind {
    QueueKind::Multi { threads, blocking_threads: 2 }
}

const WAYS: &[Way] = &[
    Way {
        name: "machine code",
        queue: QueueKind::Single,
        jit: Some(When::Eager),
        plans: true,
        levels: &[OptLevel::O0, OptLevel::O2],
    },
    Way {
        name: "hot code",
        queue: QueueKind::Single,
        jit: Some(When::Hot { threshold: 2 }),
        plans: false,
        levels: &[OptLevel::O2],
    },
    Way { name: "one thread", queue: threads(1), jit: None, plans: true, levels: &[OptLevel::O2] },
    Way {
        name: "three threads",
        queue: threads(3),
        jit: Some(When::Eager),
        plans: false,
        levels: &[OptLevel::O0, OptLevel::O2],
    },
    Way {
        name: "16 threads",
        queue: threads(16),
        jit: None,
        plans: true,
        levels: &[OptLevel::O0, OptLevel::O1],
    },
];

/// The results of the functions of a program.
#[derive(PartialEq, Eq, Debug)]
struct Outcome {
    results: Vec<String>,
    printed: Vec<i32>,
}

/// A compiled program; `None` if it has errors.
fn compiled(text: &str, passes: Option<&PassManager>, level: OptLevel) -> Option<Vec<u8>> {
    let mut reporter = Reporter::printing(SourceFile { name: "test.mlir", text: text.as_bytes() });
    let prepare = |module: &mut tfrt_ir::Module| {
        let Some(manager) = passes else { return };
        let mut diagnostics = tfrt_ir::diagnostics::Diagnostics::new();
        let mut output = RunOutput::default();
        let done = run_passes(manager, module, &RunOptions::default(), &mut diagnostics, &mut output);
        assert!(done.is_ok(), "the pass fails: {:?}", diagnostics.take());
    };
    let input = Input::of("test.mlir", text.as_bytes()).expect("it is text");
    let pipeline = pipeline(level, Default::default(), &PluginOptions::default());
    to_writer_prepared("test.mlir", input, prepare, &pipeline, &mut reporter)?.finish().ok()
}

impl Subject {
    fn new() -> Subject {
        Subject::on(QueueKind::Single, None, false)
    }

    fn on(queue: QueueKind, when: Option<When>, plans: bool) -> Subject {
        let mut registry = KernelRegistry::new();
        if let Some(when) = when {
            registry.set_jit(Jit::new(JitOptions { when, ..JitOptions::default() }));
        }
        tfrt_kernels::register_all(&mut registry);
        tfrt_kernels::test::register(&mut registry);
        registry.add("tfrt.print.i32", |value: i32| -> Chain {
            PRINTED.lock().push(value);
            Chain
        });
        let errors = Arc::new(Mutex::new(Vec::new()));
        let told = errors.clone();
        let diagnostics = Arc::new(move |error: &Error| told.lock().push(error.to_string()));
        let options = HostOptions { diagnostics, queue, ..HostOptions::single_threaded() };
        let runtime = Runtime::with_options(registry, options).expect("threads can be started");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        tfrt_kernels::test::register_ops(&mut ops);
        if plans {
            ops.set_region_backend(Arc::new(tfrt_plan::Plans::default()));
        }
        CoreRuntime::install(runtime.host(), ops).state().register_default_handlers();
        Subject { runtime, errors }
    }

    fn run(&self, text: &str, passes: Option<&PassManager>, level: OptLevel) -> (Outcome, BTreeSet<String>) {
        self.run_file(
            &compiled(text, passes, level).unwrap_or_else(|| panic!("the program does not compile:\n{text}")),
        )
    }

    /// The outcome of a compiled program, and the errors that were reported.
    fn run_file(&self, bef: &[u8]) -> (Outcome, BTreeSet<String>) {
        let program = self.runtime.load(bef).expect("the program is right");
        PRINTED.lock().clear();
        let mut results = Vec::new();
        for name in ["main", "other"] {
            // Handlers may be made after the chain, the first argument, which then counts as no error.
            for bad in [None, Some(1), Some(2), Some(3)] {
                let function = program.function(name).expect("the function is there");
                let request = RequestContext::new(self.runtime.host());
                let given = function.execute(&request, arguments(bad));
                self.runtime.host().wait(&given);
                self.runtime.host().quiesce();
                let values: Vec<String> = given.iter().map(shown).collect();
                results.push(format!("@{name} with argument {bad:?} bad: {}", values.join(", ")));
            }
        }
        let mut printed = std::mem::take(&mut *PRINTED.lock());
        printed.sort_unstable();
        let errors = std::mem::take(&mut *self.errors.lock()).into_iter().collect();
        (Outcome { results, printed }, errors)
    }
}

/// The arguments of the public functions, one of which may be an error.
fn arguments(bad: Option<usize>) -> Vec<Value> {
    let tensor = DenseHostTensor::from_values(Shape::new(&[2]).expect("it is small"), &[1.5f32, -2.0]);
    let tensor = Tensor::Dense(tensor.expect("two values are two elements"));
    let mut values = vec![
        Value::scalar(Chain),
        Value::scalar(7),
        Value::scalar(true),
        Value::Async(AsyncRef::available(tensor).into_any()),
    ];
    if let Some(bad) = bad {
        values[bad] =
            Value::Error(Error::new(ErrorCode::Internal, "a bad argument", SourceLocation::Unknown));
    }
    values
}

fn shown(value: &Value) -> String {
    if value.error().is_some() {
        return "an error".to_owned();
    }
    if let Some(number) = value.get_scalar::<i32>() {
        return number.to_string();
    }
    if let Some(flag) = value.get_scalar::<bool>() {
        return flag.to_string();
    }
    if value.get_scalar::<Chain>().is_some() {
        return "a chain".to_owned();
    }
    let dense = match value.downcast_ref::<Tensor>() {
        Some(Tensor::Dense(tensor)) => Some(tensor.clone()),
        // A constant may be either.
        Some(Tensor::Scalar(tensor)) => tensor.to_dense().ok(),
        _ => None,
    };
    dense.map_or("something else".to_owned(), |tensor| {
        let mut text = tensor.metadata().to_string();
        tensor.bytes().iter().for_each(|byte| {
            let _ = write!(text, " {byte:x}");
        });
        text
    })
}

/// A compiled program as text.
fn decompiled(bef: &[u8]) -> String {
    let ctx = tfrt_driver::compile::context();
    let mut diagnostics = Diagnostics::new();
    let module =
        decode_bytes(&ctx, bef, "test.bef", DecodeOptions { reference_names: true }, &mut diagnostics);
    let module =
        module.unwrap_or_else(|_| panic!("a compiled program cannot be read: {:?}", diagnostics.take()));
    print_module(&module, &PrintOptions::default())
}

/// The first difference that a program makes in another mode, if there is one.
fn difference(text: &str) -> Option<String> {
    let subject = Subject::new();
    let plain = compiled(text, None, OptLevel::O0)?;
    let (want, reported) = subject.run_file(&plain);
    let compare = |name: &str, have: &Outcome| {
        let pair = want.results.iter().zip(&have.results).find(|(want, have)| want != have);
        let results = pair.map(|(want, have)| format!("{name}:\n  {have}\nas written:\n  {want}"));
        let printed = || format!("{name} prints {:?}, as written {:?}", have.printed, want.printed);
        results.or_else(|| (want.printed != have.printed).then(printed))
    };
    for (name, passes, level) in &pipelines() {
        let (have, errors) = subject.run(text, passes.as_ref(), *level);
        let new: Vec<_> = errors.difference(&reported).collect();
        let told = || (!new.is_empty()).then(|| format!("{name} reports {new:?}"));
        if let Some(found) = compare(name, &have).or_else(told) {
            return Some(found);
        }
    }
    let again = decompiled(&plain);
    let (have, _) = subject.run(&again, None, OptLevel::O0);
    if let Some(found) = compare("after a round trip", &have) {
        return Some(found);
    }
    for way in WAYS {
        let subject = Subject::on(way.queue, way.jit, way.plans);
        for &level in way.levels {
            let (have, _) = subject.run(text, None, level);
            if let Some(found) = compare(&format!("{} at {level:?}", way.name), &have) {
                return Some(found);
            }
        }
    }
    None
}

/// The program with as few lines as still show a difference.
fn reduced(text: &str) -> String {
    let differs = |text: &str| Ok(catch_unwind(|| difference(text)).is_ok_and(|found| found.is_some()));
    smallest(text, differs).unwrap_or_else(|_| text.to_owned())
}

fn check(seed: u64) {
    let _alone = ONE_AT_A_TIME.lock();
    let text = Writer::program(seed);
    let Some(found) = difference(&text) else { return };
    let small = reduced(&text);
    panic!("seed {seed}, {found}\nreduced:\n{small}\nwhole:\n{text}");
}

/// The number of programs that a run of the tests tries.
fn cases() -> u32 {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default().cases,
        None => 32,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_give_the_same_after_every_pass(seed in any::<u64>()) {
        check(seed);
    }
}
