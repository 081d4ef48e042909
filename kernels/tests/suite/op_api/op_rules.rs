//! The rules of the core runtime one by one: the effect of a handler, an argument, an attribute or a chain on a
//! call.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tfrt_executor::core_runtime::{
    AttrValue, CpuOpHandler, DispatchFrame, NullOpHandler, OpAttrs, OpAttrsRef, OpEntry, OpError, OpFlags,
    OpRegistry, TensorHandle,
};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{
    CooHostTensor, DenseHostTensor, ScalarHostTensor, Shape, StringHostTensor, Tensor, TensorMetadata,
};
use tfrt_executor::value::{AsyncRef, Error, ErrorCode, Value, indirect};

use super::{OpHandlerRef, Setup, line, tensor, text};

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("small")
}

/// A handler of one op, `test.op`, and the number of times that its dispatch function ran.
fn handler_of(entry: impl Fn(OpEntry) -> OpEntry) -> (OpHandlerRef, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let ran = count.clone();
    let dispatch = move |frame: &mut DispatchFrame<'_>| {
        ran.fetch_add(1, Ordering::SeqCst);
        let tensor = frame.tensor(0)?.clone();
        for i in 0..frame.num_results() {
            frame.set(i, tensor.clone());
        }
        Ok::<(), OpError>(())
    };
    let mut ops = OpRegistry::new();
    ops.add("test.op", entry(OpEntry::new().dispatch(dispatch)));
    (Arc::new(CpuOpHandler::new(Arc::new(ops), Arc::new(NullOpHandler))), count)
}

/// Two results of `test.op` and what became of the chain.
fn call(
    setup: &Setup,
    handler: &OpHandlerRef,
    arg: TensorHandle,
    chain: Option<Value>,
) -> ([TensorHandle; 2], Option<Value>) {
    let (mut args, mut results, mut chain) = ([arg], [TensorHandle::NULL, TensorHandle::NULL], chain);
    let attrs = OpAttrs::new();
    setup.runtime.execute(
        "test.op",
        handler,
        &line(9),
        &mut args,
        (&attrs).into(),
        &mut results,
        chain.as_mut(),
    );
    assert!(args[0].is_null(), "arguments are moved out");
    (results, chain)
}

#[test]
fn the_first_handler_of_a_name_stays() {
    let setup = Setup::new("s");
    let null: OpHandlerRef = Arc::new(NullOpHandler);
    assert!(!setup.runtime.state().register_handler("cpu", null.clone()));
    assert!(Arc::ptr_eq(&setup.runtime.handler("cpu").expect("registered"), &setup.cpu));
    assert!(setup.runtime.state().register_handler("none", null));
    let error = setup.runtime.op("tf.Relu", &setup.runtime.handler("none").expect("registered")).err();
    assert_eq!(
        error.map(|error| error.message().to_owned()).as_deref(),
        Some("tf.Relu was not supported by NullOpHandler.")
    );
}

#[test]
fn tensors_that_an_op_does_not_take_are_converted_or_refused() {
    let scalar = || TensorHandle::new(Tensor::from(ScalarHostTensor::new(shape(&[2]), 3i32)));
    let sparse = || {
        let dense = DenseHostTensor::from_values(shape(&[2]), &[0, 5]).expect("small");
        TensorHandle::new(Tensor::from(CooHostTensor::from_dense::<i32>(&dense).expect("small")))
    };
    let strings = || {
        let strings = vec![b"a".as_slice().into()];
        TensorHandle::new(StringHostTensor::new(shape(&[1]), strings).expect("one string"))
    };
    let as_it_is = |flags: OpFlags| {
        let setup = Setup::new("s");
        let (handler, _) = handler_of(|entry| OpEntry { flags, ..entry });
        [scalar(), sparse(), strings()].map(|arg| {
            // The same for a tensor that is still to come.
            let (promise, value) = indirect();
            let ([later, _], _) = call(&setup, &handler, TensorHandle::from_async(value), None);
            let ([now, _], _) = call(&setup, &handler, arg.clone(), None);
            promise.forward(Value::Async(arg.into_async().expect("there")));
            assert_eq!(text(&now), text(&later));
            text(&now)
        })
    };
    let refused = "Error TensorHandle: 'Cannot implictly convert StringHost to DenseHost'";
    let dense = ["[3, 3]", "[0, 5]"]
        .map(|values| format!("DenseHostTensor dtype = i32, shape = [2], values = {values}"));
    assert_eq!(as_it_is(OpFlags::default()), [&*dense[0], &*dense[1], refused]);
    let flags = OpFlags { allows_scalar: true, allows_coo: true, allows_string: true, ..OpFlags::default() };
    assert_eq!(
        as_it_is(flags),
        [
            "ScalarHostTensor dtype = i32, shape = [2], value = 3",
            "CooHostTensor dtype = i32, shape = [2], indices = [1], values = [5]\n",
            "StringHostTensor shape = [1], values = [\"a\"]",
        ]
    );
}

#[test]
fn a_tensor_on_another_device_is_left_to_the_op() {
    let setup = Setup::new("s");
    let (handler, ran) = handler_of(|entry| entry);
    let elsewhere = DeviceRef::intern("rules:0", "rules");
    let ([result, _], _) = call(&setup, &handler, tensor(&[1], &[4i32]).on_device(elsewhere), None);
    assert_eq!(text(&result), "DenseHostTensor dtype = i32, shape = [1], values = [4]");
    assert_eq!((ran.load(Ordering::SeqCst), result.device()), (1, DeviceRef::HOST));
}

#[test]
fn errors_skip_the_op_and_become_all_that_comes_out() {
    let setup = Setup::new("s");
    let (handler, ran) = handler_of(|entry| {
        entry.metadata(|x: &TensorMetadata| Ok::<_, OpError>([x.clone(), x.clone()])).side_effects()
    });
    let error = || Error::new(ErrorCode::Internal, "lost", line(1).decode());
    // An argument, now and later; the chain, with an argument that is there.
    let now = call(&setup, &handler, TensorHandle::error(error()), Some(Value::CHAIN));
    let (promise, value) = AsyncRef::<Tensor>::promise();
    let later = call(&setup, &handler, TensorHandle::from_async(value.into_any()), Some(Value::CHAIN));
    promise.set_error(error());
    let chained = call(&setup, &handler, tensor(&[1], &[1i32]), Some(Value::Error(error())));
    for (results, chain) in [now, later, chained] {
        let chain = chain.expect("given");
        for got in results.iter().map(TensorHandle::get_error).chain([chain.error()]) {
            let got = got.expect("an error");
            assert_eq!((got.message(), got.location().to_string().as_str()), ("lost", "script.py:1:1"));
        }
    }
    assert_eq!(ran.load(Ordering::SeqCst), 0);
    assert!(setup.reported().is_empty(), "it was told of where it arose");
}

#[test]
fn a_pure_op_waits_for_a_chain_and_leaves_it_alone() {
    let setup = Setup::new("s");
    let (handler, ran) = handler_of(|entry| entry);
    let (promise, waiting) = indirect();
    let ([result, _], chain) =
        call(&setup, &handler, tensor(&[1], &[4i32]), Some(Value::Async(waiting.clone())));
    assert!(ran.load(Ordering::SeqCst) == 0 && !result.is_available());
    let Some(Value::Async(chain)) = chain else { panic!("the chain that went in") };
    assert!(chain.same(&waiting), "the chain that went in");
    promise.forward(Value::CHAIN);
    assert_eq!(text(&result), "DenseHostTensor dtype = i32, shape = [1], values = [4]");
}

#[test]
fn an_op_with_side_effects_gives_a_chain_of_its_own() {
    let setup = Setup::new("s");
    let (promise, done) = indirect();
    let done = std::sync::Mutex::new(Some(done));
    let mut ops = OpRegistry::new();
    let dispatch = move |frame: &mut DispatchFrame<'_>| {
        let done = done.lock().expect("no panics").take().ok_or("runs once")?;
        frame.set_chain(Value::Async(done));
        Ok::<(), OpError>(())
    };
    ops.add("test.op", OpEntry::new().dispatch(dispatch).side_effects());
    let handler: OpHandlerRef = Arc::new(CpuOpHandler::new(Arc::new(ops), Arc::new(NullOpHandler)));
    let (mut chain, attrs) = (Value::CHAIN, OpAttrs::new());
    setup.runtime.execute("test.op", &handler, &line(2), &mut [], (&attrs).into(), &mut [], Some(&mut chain));
    assert!(!chain.is_available(), "the op is not done yet");
    promise.forward(Value::CHAIN);
    assert!(chain.is_available() && chain.error().is_none());
}

#[test]
fn metadata_errors_leave_the_op_alone() {
    let setup = Setup::new("s");
    let refuse = |_: &TensorMetadata| Err::<TensorMetadata, OpError>("no such shape".into());
    let (handler, ran) = handler_of(|entry| entry.metadata(refuse).side_effects());
    let (results, chain) = call(&setup, &handler, tensor(&[1], &[1i32]), Some(Value::CHAIN));
    let chain = chain.expect("given");
    for error in results.iter().map(TensorHandle::get_error).chain([chain.error()]) {
        let error = error.expect("an error");
        assert_eq!((error.code(), error.message()), (ErrorCode::InvalidArgument, "no such shape"));
    }
    assert_eq!((ran.load(Ordering::SeqCst), setup.reported().len()), (0, 1));
}

#[test]
fn metadata_is_known_before_the_tensor_where_it_can_be() {
    let setup = Setup::new("s");
    let later = setup.run("tfrt_test.async.noop", [tensor(&[2, 3], &[1i32; 6])]);
    let sum = setup.run("tf.AddV2", [later, tensor(&[3], &[1i32; 3])]);
    assert!(!sum.is_available());
    assert_eq!(text(&sum), "future TensorHandle with metadata i32 [2, 3]");
    // Which axes are reduced is data: nothing is known before it is there, here or further on.
    let unknown = setup.run("tf.Sum", [sum.clone(), tensor(&[1], &[0i32])]);
    let further = setup.run("tf.Relu", [unknown.clone()]);
    for handle in [&unknown, &further] {
        assert_eq!(text(handle), "fully future TensorHandle with unresolved metadata");
    }
    setup.runtime.wait(std::slice::from_ref(&further));
    assert_eq!(text(&further), "DenseHostTensor dtype = i32, shape = [3], values = [4, 4, 4]");
}

#[test]
fn the_first_argument_that_nobody_else_has_is_written_into() {
    let setup = Setup::new("s");
    let place = |handle: &TensorHandle| {
        handle.tensor().and_then(Tensor::as_dense).map(|dense| dense.buffer().as_ptr()).expect("dense")
    };
    let make = || tensor(&[100], &[1.5f32; 100]);
    let (a, b) = (make(), make());
    let (at_a, at_b, kept) = (place(&a), place(&b), a.clone());
    let sum = setup.run("tf.AddV2", [a, b]);
    assert_eq!(place(&sum), at_b, "somebody has the first");
    assert_eq!(place(&kept), at_a);
    let again = setup.run("tf.AddV2", [sum, make()]);
    assert_eq!(place(&again), at_b, "the first of two");
    // Another dtype, another shape, or a buffer of which another tensor is a part.
    let whole = setup.run("tf.IsNan", [again]);
    assert_ne!(place(&whole).cast::<u8>(), at_b);
    let (small, large) = (tensor(&[1], &[1.5f32]), make());
    let (at_small, shared) =
        (place(&small), large.tensor().and_then(Tensor::as_dense).expect("dense").clone());
    let sum = setup.run("tf.AddV2", [small, large]);
    assert!(place(&sum) != at_small && place(&sum) != shared.buffer().as_ptr());
    assert_eq!(shared.values::<f32>(), Some(&[1.5f32; 100][..]));
}

#[test]
fn attributes_are_found_by_name_kind_and_number() {
    let mut attrs = OpAttrs::new();
    assert!(attrs.set("f32_attr", 2.0f32) && attrs.set_array("array_attr", &[2i32, 3, 4]));
    assert!(attrs.set_string("str_attr", "str"));
    assert!(!attrs.set("f32_attr", 7i32), "the first value stays");
    let of = |attrs: OpAttrsRef<'_>| {
        assert_eq!(attrs.get::<f32>("f32_attr"), Some(2.0));
        assert_eq!(attrs.get_array::<i32>("array_attr"), Some(&[2, 3, 4][..]));
        assert_eq!(attrs.get_string("str_attr"), Some(b"str".as_slice()));
        assert_eq!(attrs.get::<i32>("f32_attr"), None, "of another type");
        assert_eq!(attrs.get::<i32>("array_attr"), None, "not one but many");
        assert!(attrs.get_array::<f32>("f32_attr").is_none(), "not many but one");
        assert_eq!(attrs.get::<f32>("missing"), None);
    };
    of((&attrs).into());
    // Many more than fit the stack, with values of any size; frozen, they outlive the set.
    for i in 0..100 {
        assert!(attrs.set_array(&format!("more_{i}"), &vec![i64::from(i); i as usize]));
    }
    let names = [AttrValue::String(b"x".as_slice().into()), AttrValue::String(b"y".as_slice().into())];
    assert!(attrs.set_aggregate("names", names.into()));
    let frozen = attrs.freeze();
    drop(attrs);
    of(frozen.as_ref());
    assert_eq!(frozen.as_ref().get_array::<i64>("more_99").map(|values| values.len()), Some(99));
    assert_eq!(frozen.as_ref().get_aggregate("names").map(<[_]>::len), Some(2));
}
