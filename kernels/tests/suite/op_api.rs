//! The op-by-op API from the view of an embedding program: errors and their locations, waiting, cancellation,
//! threads.

mod op_rules;

use std::future::{Future, IntoFuture as _};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

use tfrt_executor::core_runtime::{
    Args, CoreRuntime, CpuOpHandler, DispatchFrame, Location, LocationDecoder, LoggingOpHandler, Op, OpAttrs,
    OpAttrsRef, OpEntry, OpError, OpHandler, OpHandlerRef, OpImpl, OpInvocation, OpRegistry, TensorHandle,
    TypedBlockFn,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::queue::QueueKind;
use tfrt_executor::tensor::{DType, DenseHostTensor, Element, Shape, Tensor, TensorMetadata};
use tfrt_executor::value::{Error, ErrorCode, SourceLocation, Value};

/// A runtime whose errors go to a list.
struct Setup {
    runtime: CoreRuntime,
    cpu: OpHandlerRef,
    reported: Arc<Mutex<Vec<Error>>>,
}

impl Setup {
    fn new(queue: &str) -> Setup {
        let reported = Arc::new(Mutex::new(Vec::new()));
        let log = reported.clone();
        let host = Host::new(HostOptions {
            queue: QueueKind::parse(queue).expect("a queue"),
            diagnostics: Arc::new(move |error| log.lock().expect("no panics").push(error.clone())),
            ..HostOptions::single_threaded()
        })
        .expect("a host");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        tfrt_kernels::test::register_ops(&mut ops);
        ops.add("test.panic", OpEntry::new().dispatch(|_: &mut DispatchFrame<'_>| panic!("out of luck")));
        let panics = |_: &TensorMetadata,
                      _: &TensorMetadata,
                      _: OpAttrsRef<'_>|
         -> Result<TensorMetadata, OpError> { panic!("out of shapes") };
        let nothing = |_: &mut DispatchFrame<'_>| Ok::<(), OpError>(());
        ops.add("test.panic_early", OpEntry::new().metadata(panics).dispatch(nothing));
        ops.add("test.nothing", OpEntry::new().dispatch(|_: &mut DispatchFrame<'_>| Ok::<(), OpError>(())));
        let runtime = CoreRuntime::install(&host, ops);
        runtime.state().register_default_handlers();
        let cpu = runtime.handler("cpu").expect("just registered");
        Setup { runtime, cpu, reported }
    }

    fn run(&self, name: &str, args: impl Into<Vec<TensorHandle>>) -> TensorHandle {
        self.run_at(name, &Location::unknown(), args)
    }

    fn run_at(&self, name: &str, location: &Location, args: impl Into<Vec<TensorHandle>>) -> TensorHandle {
        let (mut args, mut results) = (args.into(), [TensorHandle::NULL]);
        let attrs = OpAttrs::new();
        self.runtime.execute(name, &self.cpu, location, &mut args, (&attrs).into(), &mut results, None);
        let [result] = results;
        result
    }

    fn reported(&self) -> Vec<(ErrorCode, String, String)> {
        let errors = std::mem::take(&mut *self.reported.lock().expect("no panics"));
        errors.iter().map(|e| (e.code(), e.message().to_owned(), e.location().to_string())).collect()
    }
}

fn tensor<T: Element>(dims: &[i64], values: &[T]) -> TensorHandle {
    TensorHandle::new(DenseHostTensor::from_values(Shape::new(dims).expect("small"), values).expect("small"))
}

fn text(handle: &TensorHandle) -> String {
    handle.to_string()
}

/// Tokens are lines of a script.
struct Script;

impl LocationDecoder for Script {
    fn decode(&self, token: u64) -> SourceLocation {
        SourceLocation::File { file: "script.py".into(), line: token as u32, column: 1 }
    }
}

fn line(token: u64) -> Location {
    Location { token, decoder: Some(Arc::new(Script)) }
}

struct Unpark(std::thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        std::thread::park();
    }
}

#[test]
fn metadata_errors_are_known_at_once_with_the_callers_location() {
    let setup = Setup::new("mstd:2");
    let sum = setup.run_at("tf.AddV2", &line(42), [tensor(&[2], &[1, 2]), tensor(&[3], &[1, 2, 3])]);
    let error = sum.get_error().expect("known when the call returns");
    assert_eq!(error.location().to_string(), "script.py:42:1");
    let message = "Dimensions must be equal, but are 2 and 3".to_owned();
    let reported = setup.reported();
    assert_eq!(reported, [(ErrorCode::InvalidArgument, message, "script.py:42:1".to_owned())]);
}

#[test]
fn unknown_ops_are_errors_of_the_call() {
    let setup = Setup::new("s");
    let result = setup.run_at("tf.NoSuchOp", &line(7), [tensor(&[], &[1])]);
    assert_eq!(
        text(&result),
        "Error TensorHandle: 'op 'tf.NoSuchOp' is not supported: tf.NoSuchOp was not supported by NullOpHandler.'"
    );
    assert_eq!(setup.reported()[0].2, "script.py:7:1");
}

#[test]
fn shared_arguments_stay_as_they_are() {
    let setup = Setup::new("s");
    let attrs = OpAttrs::new();
    let op = |name: &str| setup.runtime.op(name, &setup.cpu).expect("registered");
    let (a, b, c) = (tensor(&[2], &[6, 8]), tensor(&[2], &[1, 2]), tensor(&[3], &[1, 2, 3]));
    let call = |name: &str, args: [&TensorHandle; 2], at: u64| -> TensorHandle {
        let [result] = setup.runtime.call_shared(&op(name), &line(at), args, &attrs);
        result
    };
    for name in ["tf.AddV2", "tfrt_test.add"] {
        assert_eq!(text(&call(name, [&a, &b], 1)), text(&tensor(&[2], &[7, 10])));
        assert_eq!(text(&call(name, [&a, &a], 1)), text(&tensor(&[2], &[12, 16])));
    }
    assert_eq!((text(&a), text(&b)), (text(&tensor(&[2], &[6, 8])), text(&tensor(&[2], &[1, 2]))));
    // What is not the short way gives what it gives otherwise.
    assert_eq!(text(&call("tf.AddV2", [&a, &tensor(&[1], &[1])], 1)), text(&tensor(&[2], &[7, 9])));
    assert!(setup.reported().is_empty());
    assert!(call("tf.AddV2", [&a, &c], 4).get_error().is_some());
    assert_eq!(setup.reported()[0].2, "script.py:4:1");
    setup.runtime.cancel();
    let cancelled = call("tf.AddV2", [&a, &b], 5);
    assert_eq!(cancelled.get_error().map(Error::code), Some(ErrorCode::Cancelled));
    setup.runtime.restart();
    assert!(call("tf.AddV2", [&a, &b], 6).tensor().is_some());
}

#[test]
fn dispatch_errors_poison_only_what_depends_on_them() {
    let setup = Setup::new("s");
    let (a, zero) = (tensor(&[2], &[6, 8]), tensor(&[2], &[0, 2]));
    let quotient = setup.run_at("tf.FloorDiv", &line(1), [a.clone(), zero]);
    let dependent = setup.run_at("tf.AddV2", &line(2), [quotient.clone(), a.clone()]);
    let other = setup.run_at("tf.AddV2", &line(3), [a.clone(), a]);
    for poisoned in [&quotient, &dependent] {
        let error = poisoned.get_error().expect("an error");
        assert_eq!(
            (error.message(), error.location().to_string().as_str()),
            ("Integer division by zero", "script.py:1:1")
        );
    }
    assert_eq!(text(&other), "DenseHostTensor dtype = i32, shape = [2], values = [12, 16]");
    assert_eq!(setup.reported().len(), 1, "one error, told once");
}

/// Every way in which a call can fail, with arguments that are there and with arguments that are still to come: the caller's error
/// handler is told of it once, with the op's name and the caller's location, and the result is that error.
#[test]
fn the_error_handler_is_told_of_every_kind_of_error() {
    let cases: [(&str, ErrorCode, &str); 7] = [
        ("tf.AddV2", ErrorCode::InvalidArgument, "Dimensions must be equal, but are 2 and 3"),
        ("tf.FloorDiv", ErrorCode::Internal, "Integer division by zero"),
        ("test.panic", ErrorCode::Internal, "op panicked: out of luck"),
        ("test.panic_early", ErrorCode::Internal, "op panicked: out of shapes"),
        ("test.nothing", ErrorCode::Internal, "result 0 was not computed"),
        (
            "tf.NoSuchOp",
            ErrorCode::Internal,
            "op 'tf.NoSuchOp' is not supported: tf.NoSuchOp was not supported by NullOpHandler.",
        ),
        ("tf.Mul", ErrorCode::Cancelled, "Cancelled"),
    ];
    for queue in ["s", "mstd:2"] {
        let setup = Setup::new(queue);
        for (at, (name, code, message)) in cases.into_iter().enumerate() {
            for waits in [false, true] {
                let mut a = tensor(&[2], &[6, 8]);
                let b = if name == "tf.AddV2" { tensor(&[3], &[1, 2, 3]) } else { tensor(&[2], &[0, 2]) };
                if waits {
                    a = setup.run("tfrt_test.async.noop", [a]);
                }
                let cancelled = code == ErrorCode::Cancelled;
                if cancelled {
                    setup.runtime.cancel();
                }
                let result = setup.run_at(name, &line(at as u64 + 1), [a, b]);
                setup.runtime.wait(std::slice::from_ref(&result));
                if cancelled {
                    setup.runtime.restart();
                }
                let error = result.get_error().unwrap_or_else(|| panic!("{name} must fail"));
                assert_eq!((error.code(), error.message()), (code, message));
                let expected = (code, message.to_owned(), format!("script.py:{}:1", at + 1));
                assert_eq!(setup.reported(), [expected], "{name}, waits: {waits}, queue {queue}");
                let op = (name != "tf.NoSuchOp").then_some(name);
                assert_eq!(error.op(), op, "a message that names the op needs no more");
            }
        }
        // A handler that is not registered cannot be called at all, and an op that is resolved before is no call yet.
        assert!(setup.runtime.handler("nobody").is_none());
        assert!(setup.runtime.op("tf.NoSuchOp", &setup.cpu).is_err());
        assert!(setup.reported().is_empty());
        // The runtime works on.
        let sum = setup.run("tf.AddV2", [tensor(&[1], &[1]), tensor(&[1], &[2])]);
        setup.runtime.wait(std::slice::from_ref(&sum));
        assert_eq!(text(&sum), "DenseHostTensor dtype = i32, shape = [1], values = [3]");
    }
}

/// An op, or a handler, that panics.
struct Panics;

impl OpImpl for Panics {
    fn invoke(&self, _: OpInvocation<'_>) {
        panic!("out of order");
    }

    fn bind(&self, _: OpAttrsRef<'_>) -> Option<Result<Op, OpError>> {
        panic!("out of bounds");
    }
}

impl OpHandler for Panics {
    fn name(&self) -> &'static str {
        "panics"
    }

    fn make_op(&self, name: &str) -> Result<Op, OpError> {
        assert!(name != "test.unmakeable", "out of ops");
        Ok(Op::new(Panics))
    }
}

/// A block function of `i32` that panics at numbers over 8.
///
/// # Safety
/// There are an argument and a result of `count` elements of type `i32`.
#[expect(unsafe_code, reason = "block functions take untyped memory")]
unsafe fn small_plus_one(args: *const *const u8, out: *mut u8, count: usize) {
    for i in 0..count {
        // SAFETY: the caller promises an argument and a result of `count` elements of type `i32`.
        unsafe {
            let x = (*args).cast::<i32>().add(i).read();
            assert!(x <= 8, "out of range");
            out.cast::<i32>().add(i).write(x + 1);
        }
    }
}

#[expect(unsafe_code, reason = "says what a block function takes")]
fn plus_one(_: &[DType]) -> Option<TypedBlockFn> {
    // SAFETY: the function takes an argument of type `i32` and has results of that type.
    Some(unsafe { TypedBlockFn::new(small_plus_one, Args::alike(1, DType::I32), DType::I32, None) })
}

#[test]
fn a_panic_is_an_error_wherever_it_comes_from() {
    let setup = Setup::new("s");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    let general = |_: &mut DispatchFrame<'_>| Err::<(), OpError>("not asked".into());
    ops.add("test.direct", OpEntry::new().dispatch(general).direct(1, plus_one));
    let cpu: OpHandlerRef = Arc::new(CpuOpHandler::new(Arc::new(ops), Arc::new(Panics)));
    let logging: OpHandlerRef =
        Arc::new(LoggingOpHandler::new(cpu.clone(), false).expect("no file is asked for"));
    let attrs = OpAttrs::new();
    for handler in [&cpu, &logging] {
        for (name, op, message) in [
            ("test.direct", Some("test.direct"), "op panicked: out of range"),
            ("test.any", None, "op panicked: out of order"),
            ("test.unmakeable", None, "op 'test.unmakeable' is not supported: op panicked: out of ops"),
        ] {
            let (mut args, mut results) = ([tensor(&[2], &[7, 9])], [TensorHandle::NULL, TensorHandle::NULL]);
            let results = if name == "test.direct" { &mut results[..1] } else { &mut results[..] };
            let mut chain = Value::CHAIN;
            setup.runtime.execute(
                name,
                handler,
                &line(3),
                &mut args,
                (&attrs).into(),
                results,
                Some(&mut chain),
            );
            for error in results.iter().map(TensorHandle::get_error).chain([chain.error()]) {
                let error = error.expect("all that comes out is the error");
                assert_eq!((error.message(), error.op()), (message, op), "{name}");
            }
            assert!(args[0].is_null(), "arguments are moved out");
            let expected = (ErrorCode::Internal, message.to_owned(), "script.py:3:1".to_owned());
            assert_eq!(setup.reported(), [expected]);
        }
        // The same op goes on working.
        let (mut args, mut results) = ([tensor(&[2], &[7, 8])], [TensorHandle::NULL]);
        setup.runtime.execute(
            "test.direct",
            handler,
            &line(4),
            &mut args,
            (&attrs).into(),
            &mut results,
            None,
        );
        assert_eq!(text(&results[0]), "DenseHostTensor dtype = i32, shape = [2], values = [8, 9]");
    }
    let message = |made: Result<Op, OpError>| made.err().map(|error| error.message().to_owned());
    assert_eq!(
        message(setup.runtime.op("test.unmakeable", &cpu)).as_deref(),
        Some("op panicked: out of ops")
    );
    assert_eq!(message(Op::new(Panics).bind((&attrs).into())).as_deref(), Some("op panicked: out of bounds"));
}

#[test]
fn tensors_can_be_awaited() {
    for queue in ["s", "mstd:2"] {
        let setup = Setup::new(queue);
        let later = setup.run("tfrt_test.async.noop", [tensor(&[2], &[1.5f32, 2.5])]);
        let sum = setup.run("tf.AddV2", [later.clone(), later]);
        let tensor = block_on(setup.runtime.ready(sum)).expect("no error");
        assert_eq!(tensor.as_dense().and_then(|dense| dense.values::<f32>()), Some(&[3.0, 5.0][..]));
    }
    let setup = Setup::new("mstd:2");
    let later = setup.run("tfrt_test.async.noop", [tensor(&[1], &[1i32])]);
    assert!(block_on(later.into_future()).is_ok(), "the host's threads do the work");
}

#[test]
fn without_a_metadata_function_only_what_must_wait_does() {
    let setup = Setup::new("s");
    let later = setup.run("tfrt_test.async.noop_no_md", [tensor(&[2], &[1i32, 2])]);
    assert!(later.metadata().is_none());
    let wrong = setup.run_at("tf.AddV2", &line(5), [later, tensor(&[3], &[1i32, 2, 3])]);
    assert!(wrong.get_error().is_none() && setup.reported().is_empty(), "shapes are not known yet");
    setup.runtime.wait(std::slice::from_ref(&wrong));
    assert_eq!(wrong.get_error().map(|e| e.location().to_string()), Some("script.py:5:1".to_owned()));
    // With one, errors are known although the tensor is not there.
    let later = setup.run("tfrt_test.async.noop", [tensor(&[2], &[1i32, 2])]);
    assert!(!later.is_available());
    let wrong = setup.run_at("tf.AddV2", &line(6), [later, tensor(&[3], &[1i32, 2, 3])]);
    assert!(wrong.get_error().is_some());
    setup.runtime.host().quiesce();
}

#[test]
fn cancelled_until_restarted() {
    let setup = Setup::new("s");
    let (a, b) = (tensor(&[1], &[1i32]), tensor(&[1], &[2i32]));
    let later = setup.run("tfrt_test.async.noop", [a.clone()]);
    let waiting = setup.run("tf.AddV2", [later, b.clone()]);
    setup.runtime.cancel();
    let refused = setup.run("tf.AddV2", [a.clone(), b.clone()]);
    assert_eq!(refused.get_error().map(Error::code), Some(ErrorCode::Cancelled));
    setup.runtime.wait(std::slice::from_ref(&waiting));
    assert_eq!(waiting.get_error().map(Error::code), Some(ErrorCode::Cancelled));
    assert_eq!(setup.reported().len(), 2, "each call is told of");
    setup.runtime.restart();
    let sum = setup.run("tf.AddV2", [a, b]);
    assert_eq!(text(&sum), "DenseHostTensor dtype = i32, shape = [1], values = [3]");
}

#[test]
fn chains_order_side_effects() {
    let setup = Setup::new("s");
    let later = setup.run("tfrt_test.async.noop", [tensor(&[1], &[1i32])]);
    let mut chain = Value::CHAIN;
    let attrs = OpAttrs::new();
    let unknown = Location::unknown();
    let print = |handle: TensorHandle, chain: &mut Value| {
        let (name, cpu) = ("tfrt_test.print", &setup.cpu);
        setup.runtime.execute(name, cpu, &unknown, &mut [handle], (&attrs).into(), &mut [], Some(chain));
    };
    print(later, &mut chain);
    assert!(!chain.is_available(), "it waits for the tensor");
    let first = chain.clone();
    print(tensor(&[1], &[2i32]), &mut chain);
    assert!(!chain.is_available(), "and the next for it");
    setup.runtime.host().wait(&[first, chain.clone()]);
    assert!(chain.error().is_none());
}

#[test]
fn threads_share_a_runtime_ops_and_handles() {
    let setup = Setup::new("mstd:2");
    let add = setup.runtime.op("tf.AddV2", &setup.cpu).expect("registered");
    let one = tensor(&[4], &[1i64; 4]);
    let sums: Vec<TensorHandle> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let (attrs, unknown) = (OpAttrs::new(), Location::unknown());
                    let mut sum = one.clone();
                    for _ in 0..2000 {
                        [sum] = setup.runtime.call(&add, &unknown, [sum, one.clone()], &attrs);
                    }
                    sum
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("no panics")).collect()
    });
    for sum in &sums {
        assert_eq!(text(sum), "DenseHostTensor dtype = i64, shape = [4], values = [2001, 2001, 2001, 2001]");
    }
    assert_eq!(text(&one), "DenseHostTensor dtype = i64, shape = [4], values = [1, 1, 1, 1]");
}

#[test]
fn attributes_outlive_the_call_when_frozen() {
    let setup = Setup::new("s");
    let later = setup.run("tfrt_test.async.noop", [tensor(&[1, 2], &[1f32, 2.0])]);
    let product = {
        let mut attrs = OpAttrs::new();
        attrs.set_bool("transpose_a", true);
        attrs.set_bool("transpose_b", false);
        let (mut args, mut results) = ([later.clone(), later], [TensorHandle::NULL]);
        let unknown = Location::unknown();
        setup.runtime.execute(
            "tf.MatMul",
            &setup.cpu,
            &unknown,
            &mut args,
            (&attrs).into(),
            &mut results,
            None,
        );
        let [product] = results;
        product
    };
    let product = block_on(setup.runtime.ready(product)).expect("no error");
    assert_eq!(product.shape().dims()[..], [2, 2]);
    let frozen = OpAttrs::new().freeze();
    let again = frozen.as_ref().freeze();
    assert!(std::ptr::eq(&raw const *frozen, &raw const *again), "frozen once");
}

#[test]
fn a_handle_is_small_and_cheap() {
    assert!(size_of::<TensorHandle>() <= 32);
    let handle = tensor(&[1], &[1i32]);
    let copy = handle.clone();
    let (Some(Tensor::Dense(a)), Some(Tensor::Dense(b))) = (handle.tensor(), copy.tensor()) else {
        panic!("both are there")
    };
    assert!(a.buffer().same_memory(b.buffer()));
}
