//! The cost of running small ops one by one: `cargo bench -p tfrt-kernels --bench dispatch`.
//!
//! Each line is the smallest of several rounds, in nanoseconds an op, with the number of buffers that had to come from the
//! system and of tensors made per op.

use std::hint::black_box;
use std::time::Instant;

use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DenseHostTensor, Shape, buffer};

const OPS: u32 = 100_000;
const ROUNDS: usize = 7;

fn measure(name: &str, mut op: impl FnMut()) {
    for _ in 0..1000 {
        op();
    }
    let before = buffer::stats();
    let best = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..OPS {
                op();
            }
            start.elapsed().as_nanos() as f64 / f64::from(OPS)
        })
        .fold(f64::INFINITY, f64::min);
    let after = buffer::stats();
    let ops = f64::from(OPS) * ROUNDS as f64;
    println!(
        "{name:<56} {best:7.1} ns/op   {:.3} buffers/op, {} from the system",
        (after.made - before.made) as f64 / ops,
        after.from_system - before.from_system
    );
}

fn ones(dims: &[i64]) -> TensorHandle {
    let shape = Shape::new(dims).expect("small");
    let values = vec![1.0f32; shape.num_elements()];
    TensorHandle::new(DenseHostTensor::from_values(shape, &values).expect("small"))
}

fn main() {
    let host = Host::new(HostOptions::single_threaded()).expect("one thread");
    let mut registry = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut registry);
    tfrt_kernels::test::register_ops(&mut registry);
    let runtime = CoreRuntime::install(&host, registry);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("just registered");
    let location = Location::unknown();
    let empty = OpAttrs::new();

    for name in ["tf.AddV2", "tfrt_test.add"] {
        let op = runtime.op(name, &cpu).expect("registered");
        let (a, b) = (ones(&[1, 1]), ones(&[1, 1]));
        measure(&format!("{name} of two 1x1 f32, resolved, fresh result"), || {
            let results: [TensorHandle; 1] = runtime.call(&op, &location, [a.clone(), b.clone()], &empty);
            black_box(&results);
        });
        measure(&format!("{name} of two 1x1 f32, resolved, arguments shared"), || {
            let results: [TensorHandle; 1] = runtime.call_shared(&op, &location, [&a, &b], &empty);
            black_box(&results);
        });
        let mut previous = ones(&[1, 1]);
        measure(&format!("{name} of two 1x1 f32, resolved, result in place"), || {
            [previous] = runtime.call(&op, &location, [std::mem::take(&mut previous), b.clone()], &empty);
        });
    }
    let (a, b) = (ones(&[1, 1]), ones(&[1, 1]));
    measure("tf.MatMul of two 1x1 f32 by name, with two attributes", || {
        let mut attrs = OpAttrs::new();
        attrs.set_bool("transpose_a", false);
        attrs.set_bool("transpose_b", false);
        let mut args = [a.clone(), b.clone()];
        let mut results = [TensorHandle::default()];
        runtime.execute("tf.MatMul", &cpu, &location, &mut args, (&attrs).into(), &mut results, None);
        black_box(&results);
    });
    measure("tf.AddV2 of two 1x1 f32 by name, with an attribute", || {
        let mut attrs = OpAttrs::new();
        attrs.set_dtype("T", tfrt_executor::tensor::DType::F32);
        let mut args = [a.clone(), b.clone()];
        let mut results = [TensorHandle::default()];
        runtime.execute("tf.AddV2", &cpu, &location, &mut args, (&attrs).into(), &mut results, None);
        black_box(&results);
    });
}
