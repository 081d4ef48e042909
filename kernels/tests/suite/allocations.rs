//! Small ops allocate nothing from the heap once the caches are warm: through the API, resolved, by name and with
//! attributes, in place and into new tensors; and as `corert.executeop` in a program.

use tfrt_bef::{BefWriter, FunctionKind, FunctionSpec, KernelSpec, TypeCode, WriteOptions};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::queue::QueueKind;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};
use tfrt_executor::value::Value;

use crate::allocator::allocations_of_this_thread;

/// Heap allocations of this thread per call, once the caches are warm.
fn allocations(calls: u64, mut call: impl FnMut()) -> u64 {
    for _ in 0..600 {
        call();
    }
    let before = allocations_of_this_thread();
    for _ in 0..calls {
        call();
    }
    allocations_of_this_thread() - before
}

fn ones(dims: &[i64]) -> TensorHandle {
    let shape = Shape::new(dims).expect("small");
    let values = vec![1.0f32; shape.num_elements()];
    TensorHandle::new(DenseHostTensor::from_values(shape, &values).expect("small"))
}

fn ops() -> OpRegistry {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    ops
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(10, || drop(std::hint::black_box(Box::new(1u8)))), 10);
}

#[test]
fn small_ops_through_the_api_do_not_allocate() {
    let host = Host::new(HostOptions::single_threaded()).expect("one thread");
    let runtime = CoreRuntime::install(&host, ops());
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("just registered");
    let (location, none) = (Location::unknown(), OpAttrs::new());
    let (a, b) = (ones(&[1, 1]), ones(&[1, 1]));

    let add = runtime.op("tf.AddV2", &cpu).expect("registered");
    let fresh = allocations(1000, || {
        let [sum] = runtime.call(&add, &location, [a.clone(), b.clone()], &none);
        assert!(sum.tensor().is_some());
    });
    assert_eq!(fresh, 0, "a new result");

    let mut sum = ones(&[1, 1]);
    let in_place = allocations(1000, || {
        let tensor = sum.tensor().and_then(|tensor| tensor.as_dense()).map(|dense| dense.buffer().as_ptr());
        [sum] = runtime.call(&add, &location, [std::mem::take(&mut sum), b.clone()], &none);
        let after = sum.tensor().and_then(|tensor| tensor.as_dense()).map(|dense| dense.buffer().as_ptr());
        assert_eq!(tensor, after, "the buffer is taken over");
    });
    assert_eq!(in_place, 0, "in place");

    let by_name = allocations(1000, || {
        let mut attrs = OpAttrs::new();
        attrs.set_dtype("T", DType::F32);
        attrs.set_string("comment", "small");
        attrs.set_array("list", &[1i64, 2, 3]);
        let (mut args, mut results) = ([a.clone(), b.clone()], [TensorHandle::NULL]);
        runtime.execute("tf.AddV2", &cpu, &location, &mut args, (&attrs).into(), &mut results, None);
        assert!(results[0].tensor().is_some());
    });
    assert_eq!(by_name, 0, "by name, with attributes");

    // Ops without a direct form: broadcasting, matrices.
    let row = ones(&[3]);
    let broadcast = || {
        let [sum] = runtime.call(&add, &location, [a.clone(), row.clone()], &none);
        assert!(sum.tensor().is_some());
    };
    // Builds with debug assertions check what the shape function answers to the first calls.
    (0..1000).for_each(|_| broadcast());
    let general = allocations(1000, broadcast);
    assert_eq!(general, 0, "broadcast");
}

#[test]
fn a_program_of_small_ops_does_not_allocate() {
    let mut kernels = KernelRegistry::new();
    tfrt_kernels::register_all(&mut kernels);
    tfrt_kernels::test::register(&mut kernels);
    let options = HostOptions { queue: QueueKind::Single, ..HostOptions::single_threaded() };
    let runtime = Runtime::with_options(kernels, options).expect("one thread");
    let core = CoreRuntime::install(runtime.host(), ops());
    core.state().register_default_handlers();
    let cpu = core.handler("cpu").expect("just registered");
    let program = runtime.load(&chain_of_adds()).expect("a good program");
    let function = program.function("main").expect("it is there");
    let request = RequestContext::new(runtime.host());
    let (cpu, a) = (Value::new(cpu), ones(&[1, 4]).into_value());
    let count = allocations(100, || {
        let results = function.execute(&request, [cpu.clone(), a.clone()]);
        assert!(results[0].is_available() && results[0].error().is_none());
    });
    assert_eq!(count, 0);
    let results = function.execute(&request, [cpu, a]);
    let sum = TensorHandle::from_value(results[0].clone()).expect("a handle");
    let values = sum.tensor().and_then(|tensor| tensor.as_dense()).and_then(|dense| dense.values::<f32>());
    assert_eq!(values, Some(&[11.0; 4][..]));
}

/// `main(%cpu, %a)`: ten times `tf.AddV2(%sum, %a)`.
fn chain_of_adds() -> Vec<u8> {
    let mut writer = BefWriter::new(WriteOptions { optional_sections: true, locations: true });
    let location = BefWriter::unknown_location();
    let mut ty = |name| writer.type_named(name, TypeCode::of_name(name)).expect("few types");
    let (handler, handle) = (ty("!corert.ophandler"), ty("!corert.tensorhandle"));
    writer
        .begin_function(&FunctionSpec {
            name: "main",
            kind: FunctionKind::Async,
            arg_types: &[handler, handle],
            result_types: &[handle],
            root_stream: 0,
            location,
        })
        .expect("a good function");
    let code = writer.kernel_name("corert.executeop").expect("few kernels");
    let names =
        ["op_attrs", "op_func_attrs", "op_name"].map(|name| writer.string(name).expect("few strings"));
    let none = writer.aggregate_attr(&[]).expect("few attributes");
    let attrs = [none, none, writer.string_attr(b"tf.AddV2").expect("few attributes")];
    let mut sum = 1;
    for _ in 0..10 {
        sum = writer
            .add_kernel(&KernelSpec {
                code,
                operands: &[0, sum, 1],
                attrs: &attrs,
                attr_names: &names,
                functions: &[],
                function_names: &[],
                result_types: &[handle],
                stream: 0,
                location,
            })
            .expect("a good kernel");
    }
    writer.end_function(&[sum]).expect("a good function");
    writer.finish().expect("memory is enough")
}
