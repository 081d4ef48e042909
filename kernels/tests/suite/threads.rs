//! Results do not depend on the number of threads: large ops give the same bits on one thread and on three, run after run, and
//! strings go through ops that move elements as numbers do.

use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::queue::QueueKind;
use tfrt_executor::tensor::{DenseHostTensor, Element, Shape, StringHostTensor, Tensor, convert};

fn runtime(queue: &str) -> CoreRuntime {
    let options =
        HostOptions { queue: QueueKind::parse(queue).expect("a queue"), ..HostOptions::single_threaded() };
    let host = Host::new(options).expect("threads");
    let mut registry = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut registry);
    let runtime = CoreRuntime::install(&host, registry);
    runtime.state().register_default_handlers();
    runtime
}

fn run(runtime: &CoreRuntime, op: &str, args: &[TensorHandle], attrs: &OpAttrs) -> TensorHandle {
    let cpu = runtime.handler("cpu").expect("registered");
    let mut args = args.to_vec();
    let mut results = [TensorHandle::default()];
    runtime.execute(op, &cpu, &Location::unknown(), &mut args, attrs.into(), &mut results, None);
    runtime.wait(&results);
    let [result] = results;
    assert!(result.tensor().is_some(), "{op}: {result}");
    result
}

fn bytes(result: &TensorHandle) -> Vec<u8> {
    convert::to_dense(result.tensor().expect("checked")).expect("dense").bytes().to_vec()
}

fn tensor<T: Element>(dims: &[i64], values: impl Fn(usize) -> T) -> TensorHandle {
    let shape = Shape::new(dims).expect("small");
    let values: Vec<T> = (0..shape.num_elements()).map(values).collect();
    TensorHandle::new(DenseHostTensor::from_values(shape, &values).expect("small"))
}

fn floats(dims: &[i64]) -> TensorHandle {
    tensor(dims, |i| (i * 7919 % 1000) as f32 * 0.003 - 1.5)
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let mut product = OpAttrs::new();
    product.set_bool("transpose_a", false);
    product.set_bool("transpose_b", false);
    let mut windows = OpAttrs::new();
    windows.set_array("strides", &[1i64, 1, 1, 1]);
    windows.set_array("ksize", &[1i64, 3, 3, 1]);
    windows.set_string("padding", "SAME");
    let none = OpAttrs::new();
    let doubles = |dims: &[i64]| tensor(dims, |i| (i * 7919 % 1000) as f64 * 0.003 - 1.5);
    let axes = |values: &'static [i32]| tensor(&[values.len() as i64], |i| values[i]);
    let wide = floats(&[300, 1000]);
    let cases = [
        ("tf.MatMul", vec![floats(&[64, 784]), floats(&[784, 512])], &product),
        ("tf.MatMul", vec![floats(&[1, 784]), floats(&[784, 512])], &product),
        ("tf.MatMul", vec![floats(&[300, 300]), floats(&[300, 300])], &product),
        ("tf.MatMul", vec![doubles(&[300, 200]), doubles(&[200, 300])], &product),
        ("tf.BatchMatMulV2", vec![floats(&[20, 30, 40]), floats(&[20, 40, 30])], &none),
        ("tf.Conv2D", vec![floats(&[8, 28, 28, 8]), floats(&[3, 3, 8, 16])], &windows),
        ("tf.MaxPool", vec![floats(&[8, 28, 28, 16])], &windows),
        ("tf.AvgPool", vec![floats(&[8, 28, 28, 16])], &windows),
        ("tf.Sum", vec![wide.clone(), axes(&[0])], &none),
        ("tf.Sum", vec![wide.clone(), axes(&[1])], &none),
        ("tf.Sum", vec![wide.clone(), axes(&[0, 1])], &none),
        ("tf.Mean", vec![floats(&[30, 100, 100]), axes(&[0, 2])], &none),
        ("tf.Mean", vec![floats(&[3, 1000, 70]), axes(&[1])], &none),
        ("tf.Max", vec![wide.clone(), axes(&[1])], &none),
        ("tf.Max", vec![floats(&[3, 1000, 70]), axes(&[1])], &none),
        ("tf.Softmax", vec![wide.clone()], &none),
        ("tf.Tanh", vec![wide.clone()], &none),
        ("tf.AddV2", vec![wide.clone(), floats(&[1000])], &none),
        ("tf.BiasAdd", vec![wide.clone(), floats(&[1000])], &none),
        ("tf.Transpose", vec![floats(&[600, 1000]), axes(&[1, 0])], &none),
    ];
    let (one, many) = (runtime("s"), runtime("mstd:3"));
    for (op, args, attrs) in &cases {
        let expected = bytes(&run(&one, op, args, attrs));
        for _ in 0..3 {
            assert!(bytes(&run(&many, op, args, attrs)) == expected, "{op} depends on the number of threads");
        }
    }
}

/// Few columns are cut by their rows, many by columns.
#[test]
fn columns_are_reduced_alike_however_many_there_are() {
    let (none, one) = (OpAttrs::new(), runtime("s"));
    let number = |row: usize, column: usize| ((row * 131 + column) * 7919 % 1000) as f32 * 0.003 - 1.5;
    let axis = tensor(&[1], |_| 0i32);
    for op in ["tf.Sum", "tf.Mean", "tf.Max", "tf.Prod"] {
        for rows in [1usize, 127, 128, 129, 1000] {
            let reduced = |columns: usize| {
                let x = tensor(&[rows as i64, columns as i64], |i| number(i / columns, i % columns));
                bytes(&run(&one, op, &[x, axis.clone()], &none))
            };
            let many = reduced(2100);
            for columns in [1usize, 16, 70, 300] {
                assert!(reduced(columns) == many[..columns * 4], "{op} of {rows} rows, {columns} columns");
            }
        }
    }
}

fn strings(dims: &[i64], values: &[&str]) -> TensorHandle {
    let values = values.iter().map(|value| value.as_bytes().into()).collect();
    TensorHandle::new(
        StringHostTensor::new(Shape::new(dims).expect("small"), values).expect("as many strings"),
    )
}

fn check(op: &str, args: &[TensorHandle], attrs: &OpAttrs, expected: &str) {
    let result = run(&runtime("s"), op, args, attrs);
    let text = result.tensor().map(Tensor::to_string).unwrap_or_default();
    assert!(text.ends_with(expected), "{op} gives {text}, not {expected}");
}

#[test]
fn strings_are_moved_compared_and_joined() {
    let none = OpAttrs::new();
    let x = strings(&[2, 2], &["a", "bb", "", "a"]);
    let y = strings(&[2], &["a", "c"]);
    let axes = |values: &'static [i32]| tensor(&[values.len() as i64], |i| values[i]);
    let scalar = |value: i32| tensor(&[], move |_| value);
    check("tf.Add", &[x.clone(), y.clone()], &none, r#"["aa", "bbc", "a", "ac"]"#);
    check(
        "tf.Transpose",
        &[x.clone(), axes(&[1, 0])],
        &none,
        r#"shape = [2, 2], values = ["a", "", "bb", "a"]"#,
    );
    check("tf.ConcatV2", &[y.clone(), y.clone(), scalar(0)], &none, r#"["a", "c", "a", "c"]"#);
    check("tf.Pad", &[y.clone(), tensor(&[1, 2], |_| 1i32)], &none, r#"["", "a", "c", ""]"#);
    check("tf.ZerosLike", std::slice::from_ref(&y), &none, r#"["", ""]"#);
    check("tf.GatherV2", &[y.clone(), axes(&[1, 1, 0]), scalar(0)], &none, r#"["c", "c", "a"]"#);
    check("tf.ScatterNd", &[tensor(&[2, 1], |_| 1i32), y.clone(), axes(&[2])], &none, r#"["", "ac"]"#);
    check("tf.Equal", &[x.clone(), y.clone()], &none, "values = [1, 0, 0, 0]");
    let mut lenient = OpAttrs::new();
    lenient.set_bool("incompatible_shape_error", false);
    check("tf.NotEqual", &[y.clone(), strings(&[3], &["", "", ""])], &lenient, "shape = [], values = [1]");
    check("tf.Unique", &[strings(&[3], &["q", "p", "q"])], &none, r#"["q", "p"]"#);
    check("tf.Fill", &[axes(&[2]), strings(&[], &["z"])], &none, r#"["z", "z"]"#);
}
