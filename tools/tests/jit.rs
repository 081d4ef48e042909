//! Machine code against the interpreter: the same bits, the same errors at the same places, the same number of kernels.
//!
//! Every kernel of scalars runs on all pairs of its types' edge cases, and random programs with calls, branches, loops and
//! errors run with everything compiled, and with code swapped in while they run. Deep recursion and cancellation have tests of
//! their own.

#[path = "jit/random.rs"]
mod random;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use proptest::prelude::*;
use random::Writer;
use tfrt_compiler::pipeline::OptLevel;
use tfrt_executor::host::HostOptions;
use tfrt_executor::jit::JitCompiler;
use tfrt_executor::kernel::{ExecCtx, KernelDef, KernelFlags, KernelRegistry, OperandSpec};
use tfrt_executor::program::Program;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::value::{KernelError, ScalarKind, Value};
use tfrt_ir::diagnostics::SourceFile;
use tfrt_jit::scalar::NOT_COMPILED;
use tfrt_jit::{DiskOptions, Jit, JitOptions, Statistics, When};
use tfrt_kernels::basic::lowering::Lowering;
use tfrt_kernels::basic::table::tables;
use tfrt_tools::compile::{Reporter, pipeline, to_bef};
use tfrt_tools::input::Input;
use tfrt_tools::plugins::PluginFlags;

const HOT: When = When::Hot { threshold: 8 };

/// A runtime, what it was told of errors, and its compiler.
struct Subject {
    runtime: Runtime,
    errors: Arc<Mutex<Vec<String>>>,
    jit: Option<Arc<Jit>>,
}

impl Subject {
    fn new(when: Option<When>) -> Subject {
        Subject::with(when, |_| {})
    }

    /// With kernels of its own.
    fn with(when: Option<When>, add: impl FnOnce(&mut KernelRegistry)) -> Subject {
        let mut registry = KernelRegistry::new();
        tfrt_kernels::register_all(&mut registry);
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
        let options = HostOptions { diagnostics, ..HostOptions::default() };
        let runtime = Runtime::with_options(registry, options).expect("threads can be started");
        Subject { runtime, errors, jit }
    }

    fn load(&self, bef: &[u8]) -> Program {
        self.runtime.load(bef).expect("the program is right")
    }

    /// The results of a call, and the errors that were reported.
    fn call(&self, program: &Program, function: &str, args: &[Value]) -> String {
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

fn compile(text: &str) -> Vec<u8> {
    let mut reporter = Reporter::printing(SourceFile { name: "test.mlir", text: text.as_bytes() });
    to_bef(
        "test.mlir",
        Input::of("test.mlir", text.as_bytes()).expect("it is text"),
        &pipeline(OptLevel::O0, &PluginFlags::default()),
        Default::default(),
        &mut reporter,
    )
    .unwrap_or_else(|| panic!("the program does not compile:\n{text}"))
}

/// Values of a kind at which something may go wrong.
fn edge_cases(kind: ScalarKind) -> Vec<u64> {
    let of_f32 = |values: &[f32]| values.iter().map(|v| u64::from(v.to_bits())).collect();
    let of_f64 = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect();
    match kind {
        ScalarKind::Chain => vec![0],
        ScalarKind::I1 => vec![0, 1],
        ScalarKind::F32 => of_f32(&[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1.5,
            -2.5,
            1e30,
            -1e30,
            9.3e18,
            -9.3e18,
            f32::MIN_POSITIVE,
            1e-45,
            f32::MAX,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
            -f32::NAN,
            3e38,
            // Halves, and ties of rounding to bf16.
            0.5,
            -0.5,
            8_388_607.5,
            f32::from_bits(0x3f80_8000),
            f32::from_bits(0x3f81_8000),
            f32::from_bits(0x3f81_8001),
        ]),
        ScalarKind::F64 => of_f64(&[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1.5,
            -2.5,
            1e300,
            -1e300,
            9.3e18,
            -9.3e18,
            f64::MIN_POSITIVE,
            5e-324,
            f64::MAX,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            -f64::NAN,
            0.5,
            -0.5,
            65_520.0,
            1.0 + 1.0 / 256.0 + 1e-12,
        ]),
        ScalarKind::F16 | ScalarKind::BF16 => vec![
            0, 0x8000, 1, 0x8001, 0x3c00, 0xbc00, 0x3f80, 0xbf80, 0x4049, 0x7bff, 0x7c00, 0xfc00, 0x7e00,
            0x7f7f, 0x7f80, 0xff80, 0x7fc0, 0x7fff, 0x0080, 0x3eab,
        ],
        _ => {
            let mask = u64::MAX >> (64 - 8 * kind.size());
            let top = 1 << (8 * kind.size() - 1);
            [0, 1, 2, 3, 7, 100, u64::MAX, u64::MAX - 1, top, top - 1, top + 1, 0x0123_4567_89ab_cdef]
                .map(|value: u64| value & mask)
                .to_vec()
        }
    }
}

fn scalar(kind: ScalarKind, bits: u64) -> Value {
    Value::Scalar(kind, bits)
}

/// Kernels on registers of scalars, by name.
fn scalar_kernels() -> Vec<Arc<KernelDef>> {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    let mut kernels: Vec<Arc<KernelDef>> = registry.iter().filter(|def| def.is_scalar()).cloned().collect();
    kernels.sort_by(|a, b| a.name().cmp(b.name()));
    kernels
}

#[test]
fn every_scalar_kernel_is_compiled_or_listed() {
    let jit = Jit::new(JitOptions::default());
    let mut listed: Vec<&str> = NOT_COMPILED.iter().map(|(name, _)| *name).collect();
    let mut forgotten = Vec::new();
    for kernel in scalar_kernels() {
        let compiled = jit.lowering(kernel.name()).is_some() || kernel.is_direct();
        let at = listed.iter().position(|&name| name == kernel.name());
        if compiled == at.is_some() {
            forgotten.push(kernel.name().to_owned());
        }
        if let Some(at) = at {
            listed.remove(at);
        }
    }
    assert!(forgotten.is_empty(), "either compiled or listed: {forgotten:?}");
    assert!(listed.is_empty(), "listed, but not there: {listed:?}");
    for kernel in tables().flatten() {
        match kernel.lowering {
            Lowering::Call(reason) => assert!(!reason.is_empty()),
            _ => assert!(jit.lowering(kernel.name).is_some(), "{} is not translated here", kernel.name),
        }
    }
}

#[test]
fn every_scalar_kernel_gives_the_same_bits_and_errors() {
    let mut text = String::new();
    let mut cases = Vec::new();
    let pure = |kernel: &Arc<KernelDef>| kernel.flags().has(KernelFlags::PURE);
    for (number, kernel) in scalar_kernels().iter().filter(|kernel| pure(kernel)).enumerate() {
        let signature = kernel.signature();
        if !signature.attrs.is_empty() {
            continue;
        }
        let kinds = |specs: &[OperandSpec]| -> Vec<ScalarKind> {
            let scalar = |spec: &OperandSpec| match spec {
                OperandSpec::Scalar(kind) => *kind,
                other => panic!("'{}' has {other:?}", kernel.name()),
            };
            specs.iter().map(scalar).collect()
        };
        let (operands, results) = (kinds(&signature.operands), kinds(&signature.results));
        let list =
            |kinds: &[ScalarKind]| kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let numbered = |sigil: &str, count: usize| {
            (0..count).map(|i| format!("%{sigil}{i}")).collect::<Vec<_>>().join(", ")
        };
        let arguments: Vec<String> =
            operands.iter().enumerate().map(|(i, kind)| format!("%a{i}: {kind}")).collect();
        let _ = writeln!(
            text,
            "func.func @k{number}({}) -> ({results}) {{\n  {} = \"{}\"({}) : ({}) -> ({results})\n  tfrt.return {} : {results}\n}}",
            arguments.join(", "),
            numbered("r", signature.results.len()),
            kernel.name(),
            numbered("a", operands.len()),
            list(&operands),
            numbered("r", signature.results.len()),
            results = list(&results),
        );
        cases.push((format!("k{number}"), kernel.name().to_owned(), operands));
    }
    assert!(cases.len() > 300, "the tables are empty");
    let bef = compile(&text);
    let (plain, eager) = (Subject::new(None), Subject::new(Some(When::Eager)));
    let (interpreted, compiled) = (plain.load(&bef), eager.load(&bef));
    for (function, kernel, operands) in &cases {
        let mut combinations: Vec<Vec<Value>> = vec![Vec::new()];
        for &kind in operands {
            let values = edge_cases(kind);
            // Of three operands, every other value.
            let stride = if operands.len() > 2 && values.len() > 2 { 2 } else { 1 };
            combinations = combinations
                .iter()
                .flat_map(|before| {
                    let values = values.iter().step_by(stride);
                    values.map(|&bits| before.iter().cloned().chain([scalar(kind, bits)]).collect())
                })
                .collect();
        }
        for args in combinations {
            let want = plain.call(&interpreted, function, &args);
            let have = eager.call(&compiled, function, &args);
            assert_eq!(want, have, "{kernel} of {args:?}");
        }
    }
    let statistics = eager.jit.map(|jit| jit.statistics()).unwrap_or_default();
    assert!(statistics.failed.is_empty(), "{:?}", statistics.failed);
    assert!(statistics.interpreted.is_empty(), "{:?}", statistics.interpreted);
    assert!(statistics.compiled.len() + statistics.hits as usize >= cases.len(), "{statistics:?}");
}

#[test]
fn constants_have_the_same_bits() {
    let text = "func.func @f() -> (i1, i32, i64, ui32, ui64, f32, f64, f32) {
  %a = tfrt.constant.i1 true
  %b = tfrt.constant.i32 -7
  %c = tfrt.constant.i64 -9223372036854775808
  %d = tfrt.constant.ui32 4294967295
  %e = tfrt.constant.ui64 18446744073709551615
  %f = tfrt.constant.f32 -0.5
  %g = tfrt.constant.f64 1.0e300
  %h = tfrt.constant.f32 0x7F800000
  tfrt.return %a, %b, %c, %d, %e, %f, %g, %h : i1, i32, i64, ui32, ui64, f32, f64, f32
}";
    same(text, "f", &[]);
}

/// Runs a function interpreted, compiled, and with code that is swapped in; says what it gave. Functions that run as dataflow are
/// not compiled, so it may be that nothing is.
fn same(text: &str, function: &str, args: &[Value]) -> String {
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

const DEEP: &str = "func.func @sum(%n: i32, %k: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %done = \"tfrt.lessequal.i32\"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %done, %n, %k : (i32, i32) -> i32 {
    tfrt.return %k : i32
  } else {
    %m = tfrt.constant.i32 -1
    %a = tfrt.add.i32 %n, %m
    %s = tfrt.call @sum(%a, %k) : (i32, i32) -> (i32)
    %q, %rem = \"tfrt.div.i32\"(%s, %k) : (i32, i32) -> (i32, i32)
    %p = tfrt.add.i32 %q, %rem
    %t = tfrt.add.i32 %p, %n
    tfrt.return %t : i32
  }
  tfrt.return %r : i32
}";

#[test]
fn recursion_is_as_deep_as_it_wants() {
    let args = |n: i32, k: i32| [Value::scalar(n), Value::scalar(k)];
    for n in [0, 1, 10, 1_000, 200_000] {
        assert!(same(DEEP, "sum", &args(n, 3)).starts_with("i32 "));
    }
    assert!(same(DEEP, "sum", &args(20_000, 0)).contains("Divide by zero"));
}

#[test]
fn a_loop_that_runs_is_taken_over_and_can_be_cancelled() {
    let text = "func.func @f(%n: i32, %x: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %r:2 = tfrt.repeat.i32 %n, %x, %one : i32, i32 {
    %y = tfrt.add.i32 %x, %one
    tfrt.return %y, %one : i32, i32
  }
  tfrt.return %r#0 : i32
}";
    let bef = compile(text);
    let subject = Subject::new(Some(When::Hot { threshold: 1000 }));
    let program = subject.load(&bef);
    let call = |n: i32| subject.call(&program, "f", &[Value::scalar(n), Value::scalar(5)]);
    // Interpreted this takes many seconds; the loop is entered compiled while it runs.
    assert_eq!(call(200_000_000), format!("i32 {:x}; ", 200_000_005));
    let statistics = subject.jit.as_ref().map(|jit| jit.statistics()).unwrap_or_default();
    assert!(statistics.compiled.iter().any(|unit| unit.name.ends_with("[loop]")), "{statistics:?}");

    // Two billion iterations, cancelled from another thread.
    let function = program.function("f").expect("it is there");
    let request = RequestContext::new(subject.runtime.host());
    let cancelling = request.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        cancelling.cancel();
    });
    let results = function.execute(&request, [Value::scalar(i32::MAX), Value::scalar(5)]);
    thread.join().expect("it only cancels");
    let finished = results[0].get_scalar::<i32>().is_some();
    assert!(
        finished || results[0].error().is_some_and(|error| error.to_string().contains("ancel")),
        "{results:?}"
    );
}

#[test]
fn every_kind_of_loop_can_be_cancelled() {
    // Each runs for longer than anybody waits: loops in loops, one that calls a kernel's function, and recursion without end.
    let text = "func.func @body(%x: f32) -> (f32, i1) {
  %y = \"tfrt_arith.sin.f32\"(%x) : (f32) -> f32
  %go = \"tfrt_arith.cmpf_ole.f32\"(%y, %y) : (f32, f32) -> i1
  tfrt.return %y, %go : f32, i1
}
func.func @while(%n: i32) -> f32 {
  %x = tfrt.constant.f32 0.5
  %go = tfrt.constant.i1 true
  %r:1 = tfrt.while %go @body(%x) parallel_iterations(1) : (f32) -> (f32)
  tfrt.return %r : f32
}
func.func @nested(%n: i32) -> f32 {
  %x = tfrt.constant.f32 0.5
  %r:1 = tfrt.repeat.i32 %n, %x : f32 {
    %three = tfrt.constant.i32 3
    %s:1 = tfrt.repeat.i32 %three, %x : f32 {
      %y = \"tfrt_arith.cos.f32\"(%x) : (f32) -> f32
      tfrt.return %y : f32
    }
    tfrt.return %s : f32
  }
  tfrt.return %r : f32
}
func.func @fib(%n: i32) -> f32 {
  %one = tfrt.constant.i32 1
  %small = \"tfrt.lessequal.i32\"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %small, %n : (i32) -> f32 {
    %f = \"tfrt_arith.sitofp.i32.f32\"(%n) : (i32) -> f32
    tfrt.return %f : f32
  } else {
    %less = tfrt.constant.i32 -1
    %lesser = tfrt.constant.i32 -2
    %a = tfrt.add.i32 %n, %less
    %b = tfrt.add.i32 %n, %lesser
    %x = tfrt.call @fib(%a) : (i32) -> (f32)
    %y = tfrt.call @fib(%b) : (i32) -> (f32)
    %s = tfrt.add.f32 %x, %y
    tfrt.return %s : f32
  }
  tfrt.return %r : f32
}";
    let bef = compile(text);
    for when in [When::Eager, HOT] {
        let subject = Subject::new(Some(when));
        let program = subject.load(&bef);
        for (name, n) in [("while", 0), ("nested", i32::MAX), ("fib", 200)] {
            let function = program.function(name).expect("it is there");
            let request = RequestContext::new(subject.runtime.host());
            let cancelling = request.clone();
            let thread = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(10));
                cancelling.cancel();
            });
            let results = function.execute(&request, [Value::scalar(n)]);
            subject.runtime.host().wait(&results);
            thread.join().expect("it only cancels");
            let error = results[0].error().map(ToString::to_string);
            assert!(error.is_some_and(|error| error.contains("ancel")), "{name} {when:?}: {results:?}");
        }
        let statistics = subject.jit.as_ref().map(|jit| jit.statistics()).unwrap_or_default();
        assert!(!statistics.compiled.is_empty(), "{statistics:?}");
    }
}

#[test]
fn what_cannot_be_compiled_is_named() {
    let text = "func.func @f(%x: i32) -> i32 {
  %a = tfrt.add.i32 %x, %x
  %b = tfrt.add.i32 %a, %x
  %d = \"tfrt_test.copy.with_delay.i32\"(%b) : (i32) -> i32
  %e = tfrt.add.i32 %d, %a
  tfrt.return %e : i32
}";
    let bef = compile(text);
    let eager = Subject::with(Some(When::Eager), |registry| {
        registry.add("tfrt_test.copy.with_delay.i32", |x: i32, _: ExecCtx<'_>| x);
    });
    assert_eq!(eager.call(&eager.load(&bef), "f", &[Value::scalar(5)]), "i32 19; ");
    let statistics = eager.jit.map(|jit| jit.statistics()).unwrap_or_default();
    assert_eq!(statistics.compiled.len(), 2, "{statistics:?}");
    assert_eq!(statistics.interpreted.len(), 1);
    assert!(statistics.interpreted[0].1.contains("tfrt_test.copy.with_delay.i32"), "{statistics:?}");
}

#[test]
fn kernels_of_the_host_are_called_and_their_panics_are_errors() {
    let text = "func.func @f(%x: i32) -> i32 {
  %a = tfrt.add.i32 %x, %x
  %b = tfrt.mul.i32 %a, %x
  %c = \"tfrt_test.copy.with_delay.i32\"(%b) : (i32) -> i32
  %d = tfrt.add.i32 %c, %a
  tfrt.return %d : i32
}";
    let bef = compile(text);
    // A kernel that replaces one that the compiler knows, and one that it does not know.
    let add = |registry: &mut KernelRegistry| {
        registry.add_pure("tfrt.add.i32", |a: i32, b: i32| a.wrapping_sub(b).wrapping_add(7));
        registry.add_pure("tfrt_test.copy.with_delay.i32", |x: i32| -> Result<i32, KernelError> {
            match x {
                21 => panic!("on purpose"),
                28 => Err(KernelError::new("no 28")),
                _ => Ok(x + 1),
            }
        });
    };
    let (plain, eager) = (Subject::with(None, add), Subject::with(Some(When::Eager), add));
    let (interpreted, compiled) = (plain.load(&bef), eager.load(&bef));
    for x in [1, 2, 3, 4, 5] {
        let args = [Value::scalar(x)];
        let want = plain.call(&interpreted, "f", &args);
        assert_eq!(want, eager.call(&compiled, "f", &args));
        assert_eq!(want.contains("on purpose"), x == 3, "{want}");
        assert_eq!(want.contains("no 28"), x == 4, "{want}");
    }
    let statistics = eager.jit.map(|jit| jit.statistics()).unwrap_or_default();
    assert_eq!((statistics.compiled.len(), statistics.interpreted.len()), (1, 0), "{statistics:?}");
}

#[test]
fn equal_code_is_compiled_once_and_memory_is_bounded() {
    let text = |constant: i32| {
        format!(
            "func.func @f(%x: i32) -> i32 {{\n  %c = tfrt.constant.i32 {constant}\n  %a = tfrt.add.i32 %x, %c\n  tfrt.return %a : i32\n}}"
        )
    };
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    let options = JitOptions { when: When::Eager, capacity: 1024, ..JitOptions::default() };
    let jit = Jit::new(options);
    registry.set_jit(jit.clone());
    let runtime = Runtime::with_options(registry, HostOptions::default()).expect("threads can be started");
    let call = |constant: i32| {
        let program = runtime.load(&compile(&text(constant))).expect("the program is right");
        let function = program.function("f").expect("it is there");
        let results = function.call([Value::scalar(1)]).expect("it cannot fail");
        assert_eq!(results[0].get_scalar::<i32>(), Some(constant + 1));
        program
    };
    drop((call(1), call(1)));
    assert_eq!((jit.statistics().compiled.len(), jit.statistics().hits), (1, 1));
    // Programs that are closed give their code back.
    for constant in 0..200 {
        call(constant);
        assert!(jit.statistics().bytes <= 2048, "{:?}", jit.statistics().bytes);
    }
    assert_eq!(jit.statistics().refused, 0);
    // Programs that stay open do not; there is an end to it.
    let kept: Vec<Program> = (1000..1200).map(call).collect();
    assert!(jit.statistics().refused > 0);
    assert!(jit.statistics().bytes <= 2048);
    drop(kept);
}

/// What a run with a code file said, and its statistics.
fn with_file(bef: &[u8], file: &Path, capacity: usize, when: When) -> (String, Statistics) {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    let disk = DiskOptions { capacity, ..DiskOptions::for_program(file.to_owned(), bef) };
    let jit = Jit::new(JitOptions { when, disk: Some(disk), ..JitOptions::default() });
    registry.set_jit(jit.clone());
    let runtime = Runtime::with_options(registry, HostOptions::default()).expect("threads can be started");
    let program = runtime.load(bef).expect("the program is right");
    let function = program.function("f").expect("it is there");
    let mut said = String::new();
    for (x, y) in [(3, 2.0_f32), (60, 0.5), (7, -1.0)] {
        let results = function.call([Value::scalar(x), Value::scalar(y)]).expect("it cannot fail");
        let _ = write!(said, "{results:?}");
    }
    jit.finish();
    jit.save();
    (said, jit.statistics())
}

/// A loop with a call of a kernel's function, a branch, and recursion.
const KEPT: &str = "func.func @twice(%x: f32) -> f32 {
  %y = \"tfrt_arith.sin.f32\"(%x) : (f32) -> f32
  %z = \"tfrt_arith.powf.f32\"(%y, %x) : (f32, f32) -> f32
  %s = \"tfrt_arith.addf.f32\"(%z, %y) : (f32, f32) -> f32
  tfrt.return %s : f32
}
func.func @down(%n: i32) -> i32 {
  %zero = tfrt.constant.i32 0
  %end = \"tfrt.lessequal.i32\"(%n, %zero) : (i32, i32) -> i1
  %r = tfrt.if %end, %n : (i32) -> i32 {
    tfrt.return %n : i32
  } else {
    %m = tfrt.constant.i32 -1
    %a = tfrt.add.i32 %n, %m
    %s = tfrt.call @down(%a) : (i32) -> (i32)
    %t = tfrt.add.i32 %s, %n
    tfrt.return %t : i32
  }
  tfrt.return %r : i32
}
func.func @f(%n: i32, %x: f32) -> (f32, i32) {
  %r:1 = tfrt.repeat.i32 %n, %x : f32 {
    %y = tfrt.call @twice(%x) : (f32) -> (f32)
    tfrt.return %y : f32
  }
  %s = tfrt.call @down(%n) : (i32) -> (i32)
  tfrt.return %r, %s : f32, i32
}";

#[test]
fn code_is_kept_in_a_file_and_checked_before_it_is_used() {
    let folder = std::env::temp_dir().join(format!("tfrt-jit-test-{}", std::process::id()));
    let file = folder.join("program.bef.jit");
    let bef = compile(KEPT);
    let large = DiskOptions::CAPACITY;
    let (want, first) = with_file(&bef, &file, large, When::Eager);
    assert!(first.loaded == 0 && !first.compiled.is_empty() && first.remarks.is_empty(), "{first:?}");
    let written = std::fs::read(&file).expect("the file is written");
    let (have, second) = with_file(&bef, &file, large, When::Eager);
    assert_eq!(want, have);
    assert_eq!((second.loaded as usize, second.compiled.len()), (first.compiled.len(), first.compiled.len()));
    assert_eq!(std::fs::read(&file).expect("it is still there"), written, "nothing was new");

    // What is remembered is used before it is hot.
    let (have, warm) = with_file(&bef, &file, large, When::Hot { threshold: u32::MAX });
    assert_eq!(want, have);
    assert!(warm.loaded > 0 && warm.compiled.len() == warm.loaded as usize, "{warm:?}");

    // Damaged, cut, of another program: ignored with a remark, and written anew.
    let mut damaged: Vec<Vec<u8>> = (0..24)
        .map(|i| i * written.len() / 24)
        .map(|at| {
            let mut bytes = written.clone();
            bytes[at] ^= 0x10;
            bytes
        })
        .collect();
    damaged.extend([Vec::new(), written[..written.len() / 2].to_vec(), written[..12].to_vec()]);
    for bytes in damaged {
        std::fs::write(&file, &bytes).expect("it can be written");
        let (have, statistics) = with_file(&bef, &file, large, When::Eager);
        assert_eq!(want, have);
        assert_eq!((statistics.loaded, statistics.remarks.len()), (0, 1), "{statistics:?}");
        assert_eq!(std::fs::read(&file).expect("it is there"), written);
    }
    let other = compile(&KEPT.replace("@twice", "@thrice"));
    let (have, statistics) = with_file(&other, &file, large, When::Eager);
    assert_eq!(want, have);
    assert!(statistics.loaded == 0 && statistics.remarks[0].contains("another program"), "{statistics:?}");

    // A file that is too large is not read; one that may not grow has less in it.
    let (_, statistics) = with_file(&bef, &file, 100, When::Eager);
    assert!(statistics.remarks[0].contains("larger"), "{statistics:?}");
    assert!(std::fs::read(&file).expect("it is there").len() < 1000);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::write(&file, &written).expect("it can be written");
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o666)).expect("it is ours");
        let (have, statistics) = with_file(&bef, &file, large, When::Eager);
        assert_eq!(want, have);
        assert!(statistics.loaded == 0 && statistics.remarks[0].contains("others"), "{statistics:?}");
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

/// How many random programs; as proptest's own variable says, if it is there.
fn cases() -> u32 {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default().cases,
        None => 64,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn random_programs_run_as_interpreted(
        seed in any::<u64>(),
        i in prop_oneof![Just(0i32), Just(1), Just(-1), Just(i32::MIN), any::<i32>(), 0..60],
        j in prop_oneof![Just(0i64), Just(-1), Just(i64::MIN), any::<i64>(), 0i64..60],
        f in prop_oneof![Just(0f32), Just(f32::NAN), any::<f32>()],
        d in prop_oneof![Just(-0f64), Just(f64::INFINITY), any::<f64>()],
    ) {
        let text = Writer::program(seed);
        let args = [Value::scalar(i), Value::scalar(j), Value::scalar(f), Value::scalar(d)];
        same(&text, "main", &args);
    }
}
