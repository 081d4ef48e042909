//! `tf.ApproximateEqual` compares floats and integers within its tolerance, also where the distance of integers has no place in their type.

use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DenseHostTensor, Element, I1, Shape, Tensor};

/// The result for two vectors.
fn of_vectors<T: Element>(operands: [&[T]; 2], attrs: &OpAttrs) -> Vec<bool> {
    let host = Host::new(HostOptions::single_threaded()).expect("one thread");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("it was registered");
    let op = runtime.op("tf.ApproximateEqual", &cpu).expect("it is in the table");
    let args = operands.map(|values| {
        let shape = Shape::new(&[values.len() as i64]).expect("a small shape");
        TensorHandle::new(DenseHostTensor::from_values(shape, values).expect("a small tensor"))
    });
    let [result] = runtime.call(&op, &Location::unknown(), args, attrs);
    match result.tensor() {
        Some(Tensor::Dense(dense)) => {
            dense.values::<I1>().expect("booleans").iter().map(|value| value.get()).collect()
        }
        _ => panic!("{result}"),
    }
}

#[test]
fn numbers_within_a_tolerance_are_approximately_equal() {
    let near = [1.0f32, 1.0, f32::NAN, f32::INFINITY, -2.0];
    let far = [1.000_005, 1.1, f32::NAN, f32::INFINITY, -2.5];
    let mut attrs = OpAttrs::new();
    let usual = of_vectors([&near, &far], &attrs);
    assert_eq!(usual, [true, false, false, false, false]);
    attrs.set("tolerance", 0.25f32);
    let wide = of_vectors([&near, &far], &attrs);
    assert_eq!(wide, [true, true, false, false, false]);
    let mut attrs = OpAttrs::new();
    attrs.set("tolerance", 2.0f32);
    assert_eq!(of_vectors([&[3i8, 3, -128], &[4, 5, 127]], &attrs), [true, false, true]);
}
