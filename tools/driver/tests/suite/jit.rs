//! Machine code against the interpreter: the same bits, the same errors at the same places, the same number of kernels.
//!
//! [`kernels`] has every kernel of scalars, [`kept`] the reuse of code that was made before, [`op_by_op`] large ops without a
//! program, [`vector_code`] each element-wise op as a loop. [`random`] programs with calls, branches, loops and errors run with
//! everything compiled, and with code swapped in while they run; those of [`dataflow`] have kernels that wait. Deep recursion and
//! cancellation have tests of their own.

pub(crate) mod chance;
mod dataflow;
mod kept;
mod kernels;
mod op_by_op;
mod random;
mod subject;
mod vector_code;

use std::time::Duration;

use proptest::prelude::*;
use random::Writer;
use subject::{HOT, Subject, compile, same};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::{ExecCtx, KernelRegistry};
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::value::{KernelError, Value};
use tfrt_jit::{Jit, JitOptions, When};

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
    for n in [0, 1, 10, 1_000, 1_000_000] {
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

/// The number of random programs; as proptest's own variable says, if it is there.
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

#[test]
fn what_is_not_hot_is_named() {
    let text = "func.func @f(%x: i32) -> i32 {
  %a = tfrt.add.i32 %x, %x
  tfrt.return %a : i32
}";
    for (when, cold) in [(When::Hot { threshold: 1000 }, 1), (When::Eager, 0)] {
        let mut registry = KernelRegistry::new();
        tfrt_kernels::register_all(&mut registry);
        tfrt_kernels::test::register(&mut registry);
        let options = JitOptions { when, names_what_is_cold: true, ..JitOptions::default() };
        let jit = Jit::new(options);
        registry.set_jit(jit.clone());
        let runtime =
            Runtime::with_options(registry, HostOptions::single_threaded()).expect("threads can be started");
        let program = runtime.load(&compile(text)).expect("the program is right");
        let function = program.function("f").expect("it is there");
        assert_eq!(
            function.call([Value::scalar(4)]).expect("it cannot fail")[0].get_scalar::<i32>(),
            Some(8)
        );
        drop((function, program));
        let interpreted = jit.statistics().interpreted;
        assert_eq!(interpreted.len(), cold, "{interpreted:?}");
        assert!(interpreted.iter().all(|(name, reason)| name == "f" && reason.contains("1000 kernels")));
    }
}

/// Recursion and a loop around a loop that were running before they were hot, and are called once.
#[test]
fn what_runs_only_once_is_taken_over() {
    let text = "func.func @fib(%n: i32) -> i32 {
  %one = tfrt.constant.i32 1
  %small = \"tfrt.lessequal.i32\"(%n, %one) : (i32, i32) -> i1
  %r = tfrt.if %small, %n : (i32) -> i32 {
    tfrt.return %n : i32
  } else {
    %less = tfrt.constant.i32 -1
    %a = tfrt.add.i32 %n, %less
    %b = tfrt.add.i32 %a, %less
    %x = tfrt.call @fib(%a) : (i32) -> (i32)
    %y = tfrt.call @fib(%b) : (i32) -> (i32)
    %s = tfrt.add.i32 %x, %y
    tfrt.return %s : i32
  }
  tfrt.return %r : i32
}
func.func @once() -> i32 {
  %n = tfrt.constant.i32 30
  %r = tfrt.call @fib(%n) : (i32) -> (i32)
  tfrt.return %r : i32
}
func.func @nested() -> i32 {
  %n = tfrt.constant.i32 3000000
  %three = tfrt.constant.i32 3
  %one = tfrt.constant.i32 1
  %zero = tfrt.constant.i32 0
  %r:3 = tfrt.repeat.i32 %n, %zero, %one, %three : i32, i32, i32 {
    %s:2 = tfrt.repeat.i32 %three, %zero, %one : i32, i32 {
      %t = tfrt.add.i32 %zero, %one
      tfrt.return %t, %one : i32, i32
    }
    tfrt.return %s#0, %one, %three : i32, i32, i32
  }
  tfrt.return %r#0 : i32
}";
    let bef = compile(text);
    let subject = Subject::new(Some(When::Hot { threshold: 1000 }));
    let program = subject.load(&bef);
    assert_eq!(subject.call(&program, "once", &[]), format!("i32 {:x}; ", 832_040));
    assert_eq!(subject.call(&program, "nested", &[]), format!("i32 {:x}; ", 9_000_000));
    let statistics = subject.jit.map(|jit| jit.statistics()).unwrap_or_default();
    let compiled: Vec<&str> = statistics.compiled.iter().map(|unit| unit.name.as_str()).collect();
    assert!(compiled.contains(&"fib"), "{compiled:?}");
    assert!(compiled.iter().filter(|name| name.ends_with("[loop]")).count() == 2, "{compiled:?}");
}
