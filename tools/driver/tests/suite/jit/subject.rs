//! A runtime for each way to run a program, and the outcome of a call.

use std::fmt::Write as _;
use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::compile::{Reporter, pipeline, to_bef};
use tfrt_driver::input::Input;
use tfrt_driver::plugins::PluginOptions;
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Program;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::value::{Chain, ScalarKind, Value};
use tfrt_ir::diagnostics::SourceFile;
use tfrt_jit::{Jit, JitOptions, When};

/// When code is swapped in while programs run.
pub(super) const HOT: When = When::Hot { threshold: 8 };

/// A runtime, what it was told of errors, and its compiler.
pub(super) struct Subject {
    pub runtime: Runtime,
    errors: Arc<Mutex<Vec<String>>>,
    pub jit: Option<Arc<Jit>>,
}

impl Subject {
    pub(super) fn new(when: Option<When>) -> Subject {
        Subject::with(when, |_| {})
    }

    /// With kernels of its own.
    pub(super) fn with(when: Option<When>, add: impl FnOnce(&mut KernelRegistry)) -> Subject {
        Subject::on(QueueKind::Single, when, add)
    }

    /// On a work queue of its own.
    pub(super) fn on(queue: QueueKind, when: Option<When>, add: impl FnOnce(&mut KernelRegistry)) -> Subject {
        let mut registry = KernelRegistry::new();
        tfrt_kernels::register_all(&mut registry);
        tfrt_kernels::test::register(&mut registry);
        add(&mut registry);
        let jit = when.map(|when| Jit::new(JitOptions { when, ..JitOptions::default() }));
        if let Some(jit) = &jit {
            registry.set_jit(jit.clone());
        }
        let errors = Arc::new(Mutex::new(Vec::new()));
        let told = errors.clone();
        let diagnostics = Arc::new(move |error: &tfrt_executor::value::Error| {
            told.lock().push(format!("{}: {error}", error.location()));
        });
        let options = HostOptions { diagnostics, queue, ..HostOptions::single_threaded() };
        let runtime = Runtime::with_options(registry, options).expect("threads can be started");
        Subject { runtime, errors, jit }
    }

    pub(super) fn load(&self, bef: &[u8]) -> Program {
        self.runtime.load(bef).expect("the program is right")
    }

    /// The results of a call, and the errors that were reported.
    pub(super) fn call(&self, program: &Program, function: &str, args: &[Value]) -> String {
        let function = program.function(function).expect("the function is there");
        let request = RequestContext::new(self.runtime.host());
        let results = function.execute(&request, args.iter().cloned());
        // Kernels on which no result depends may be queued still.
        self.runtime.host().quiesce();
        let mut text = String::new();
        for result in &results {
            match result {
                Value::Scalar(kind, bits) => {
                    let _ = write!(text, "{kind} {:x}; ", without_payload(*kind, *bits));
                }
                // What came later.
                other if other.get_scalar::<Chain>().is_some() => text.push_str("!tfrt.chain 0; "),
                other => match (other.get_scalar::<i32>(), other.get_scalar::<i64>()) {
                    (Some(number), _) => {
                        let _ = write!(text, "i32 {number:x}; ");
                    }
                    (_, Some(number)) => {
                        let _ = write!(text, "i64 {number:x}; ");
                    }
                    _ => {
                        let error = other.error().map(ToString::to_string);
                        let (single, double) = (other.get_scalar::<f32>(), other.get_scalar::<f64>());
                        let _ = write!(text, "{error:?} {single:?} {double:?}; ");
                    }
                },
            }
        }
        for error in std::mem::take(&mut *self.errors.lock()) {
            let _ = write!(text, "\n{error}");
        }
        text
    }
}

/// All NaNs are one.
fn without_payload(kind: ScalarKind, bits: u64) -> u64 {
    match kind {
        ScalarKind::F16 if bits & 0x7fff > 0x7c00 => 0x7e00,
        ScalarKind::BF16 if bits & 0x7fff > 0x7f80 => 0x7fc0,
        ScalarKind::F32 if f32::from_bits(bits as u32).is_nan() => u64::from(f32::NAN.to_bits()),
        ScalarKind::F64 if f64::from_bits(bits).is_nan() => f64::NAN.to_bits(),
        _ => bits,
    }
}

pub(super) fn compile(text: &str) -> Vec<u8> {
    let mut reporter = Reporter::printing(SourceFile { name: "test.mlir", text: text.as_bytes() });
    to_bef(
        "test.mlir",
        Input::of("test.mlir", text.as_bytes()).expect("it is text"),
        &pipeline(OptLevel::O0, Default::default(), &PluginOptions::default()),
        Default::default(),
        &mut reporter,
    )
    .unwrap_or_else(|| panic!("the program does not compile:\n{text}"))
}

/// Runs a function interpreted, compiled, and with code that is swapped in; says what it gave. Functions that run as dataflow are
/// not compiled, so it may be that nothing is.
pub(super) fn same(text: &str, function: &str, args: &[Value]) -> String {
    let bef = compile(text);
    let plain = Subject::new(None);
    let want = plain.call(&plain.load(&bef), function, args);
    for when in [When::Eager, HOT] {
        let subject = Subject::new(Some(when));
        let program = subject.load(&bef);
        for round in 0..4 {
            let have = subject.call(&program, function, args);
            assert_eq!(want, have, "{when:?}, round {round}, of {args:?}\n{text}");
            if let Some(jit) = &subject.jit {
                jit.finish();
            }
        }
        if when == When::Eager {
            let statistics = subject.jit.map(|jit| jit.statistics()).unwrap_or_default();
            assert!(statistics.failed.is_empty(), "{statistics:?}\n{text}");
        }
    }
    want
}
