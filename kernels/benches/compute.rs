//! The rates of compute-heavy ops: `cargo bench -p tfrt-kernels --bench compute [-- FILTER]`.
//!
//! Each line is the smallest time of several calls through the core runtime, with steady buffers, on one thread and on all
//! threads of the work queue, and the rate: 10^9 multiplications and additions a second, or 10^9 elements a second.

use std::hint::black_box;
use std::time::{Duration, Instant};

use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::queue::QueueKind;
use tfrt_executor::tensor::{DenseHostTensor, Shape};

/// The time for measuring one figure.
const BUDGET: Duration = Duration::from_millis(300);

struct Case {
    name: String,
    op: &'static str,
    args: Vec<TensorHandle>,
    attrs: OpAttrs,
    /// Operations or elements.
    work: f64,
    unit: &'static str,
}

fn numbers(dims: &[i64]) -> TensorHandle {
    let shape = Shape::new(dims).expect("small");
    let values: Vec<f32> = (0..shape.num_elements()).map(|i| (i * 37 % 101) as f32 * 0.02 - 1.0).collect();
    TensorHandle::new(DenseHostTensor::from_values(shape, &values).expect("small"))
}

fn integers(values: &[i32]) -> TensorHandle {
    let shape = Shape::new(&[values.len() as i64]).expect("small");
    TensorHandle::new(DenseHostTensor::from_values(shape, values).expect("small"))
}

fn matmul(rows: i64, inner: i64, columns: i64, transpose_b: bool) -> Case {
    let mut attrs = OpAttrs::new();
    attrs.set_bool("transpose_a", false);
    attrs.set_bool("transpose_b", transpose_b);
    let b = if transpose_b { [columns, inner] } else { [inner, columns] };
    Case {
        name: format!("matmul {rows}x{inner}x{columns}{}", if transpose_b { " transposed" } else { "" }),
        op: "tf.MatMul",
        args: vec![numbers(&[rows, inner]), numbers(&b)],
        attrs,
        work: 2.0 * (rows * inner * columns) as f64,
        unit: "GF/s",
    }
}

fn conv(batch: i64, size: i64, channels: i64, filter: i64, out: i64, stride: i64) -> Case {
    let mut attrs = OpAttrs::new();
    attrs.set_array("strides", &[1, stride, stride, 1]);
    attrs.set_string("padding", "SAME");
    let positions = batch * (size / stride) * (size / stride);
    Case {
        name: format!("conv {batch}x{size}x{size}x{channels}, {filter}x{filter} to {out}, stride {stride}"),
        op: "tf.Conv2D",
        args: vec![numbers(&[batch, size, size, channels]), numbers(&[filter, filter, channels, out])],
        attrs,
        work: 2.0 * (positions * filter * filter * channels * out) as f64,
        unit: "GF/s",
    }
}

fn elements(op: &'static str, dims: &[i64], more: Vec<TensorHandle>, attrs: OpAttrs) -> Case {
    let mut args = vec![numbers(dims)];
    args.extend(more);
    let work = dims.iter().product::<i64>() as f64;
    Case { name: format!("{op} of {dims:?}"), op, args, attrs, work, unit: "G/s" }
}

fn cases() -> Vec<Case> {
    let mut cases = vec![
        matmul(512, 512, 512, false),
        matmul(1024, 1024, 1024, false),
        matmul(2048, 2048, 2048, false),
        matmul(1000, 1000, 1000, true),
        matmul(64, 784, 512, false),
        matmul(64, 512, 512, false),
        matmul(64, 512, 10, false),
        matmul(1, 784, 512, false),
        matmul(1, 512, 512, false),
        matmul(1, 512, 10, false),
        matmul(1, 784, 512, true),
        matmul(16, 64, 64, false),
        conv(1, 28, 1, 3, 8, 1),
        conv(1, 14, 8, 3, 16, 1),
        conv(64, 28, 1, 3, 8, 1),
        conv(64, 14, 8, 3, 16, 1),
        conv(1, 56, 64, 3, 64, 1),
        conv(1, 14, 256, 3, 256, 1),
        conv(1, 224, 3, 7, 64, 2),
        conv(1, 56, 64, 1, 256, 1),
    ];
    let pooling = || {
        let mut attrs = OpAttrs::new();
        attrs.set_array("ksize", &[1, 2, 2, 1]);
        attrs.set_array("strides", &[1, 2, 2, 1]);
        attrs.set_string("padding", "VALID");
        attrs
    };
    cases.push(elements("tf.MaxPool", &[1, 28, 28, 8], Vec::new(), pooling()));
    cases.push(elements("tf.MaxPool", &[64, 28, 28, 8], Vec::new(), pooling()));
    cases.push(elements("tf.MaxPool", &[64, 14, 14, 16], Vec::new(), pooling()));
    for op in ["tf.Exp", "tf.Tanh", "tf.Erf", "tf.Sigmoid", "tf.Relu", "tf.Neg"] {
        cases.push(elements(op, &[1 << 20], Vec::new(), OpAttrs::new()));
    }
    cases.push(elements("tf.Exp", &[4096], Vec::new(), OpAttrs::new()));
    cases.push(elements("tf.Softmax", &[64, 1024], Vec::new(), OpAttrs::new()));
    cases.push(elements("tf.LogSoftmax", &[64, 1024], Vec::new(), OpAttrs::new()));
    cases.push(elements("tf.AddV2", &[64, 1024], vec![numbers(&[1024])], OpAttrs::new()));
    cases.push(elements("tf.AddV2", &[1 << 20], vec![numbers(&[1 << 20])], OpAttrs::new()));
    cases.push(elements("tf.Mean", &[64, 1024], vec![integers(&[1])], OpAttrs::new()));
    cases.push(elements("tf.Sum", &[1024, 1024], vec![integers(&[0])], OpAttrs::new()));
    cases.push(elements("tf.Sum", &[1024, 1024], vec![integers(&[0, 1])], OpAttrs::new()));
    cases.push(elements("tf.Max", &[1024, 1024], vec![integers(&[1])], OpAttrs::new()));
    cases.push(elements("tf.Transpose", &[1024, 1024], vec![integers(&[1, 0])], OpAttrs::new()));
    cases.push(elements("tf.Transpose", &[8, 64, 56, 56], vec![integers(&[0, 2, 3, 1])], OpAttrs::new()));
    cases
}

fn main() {
    let filter: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let cases = cases();
    for case in cases.iter().filter(|case| filter.iter().all(|part| case.name.contains(part.as_str()))) {
        let mut line = format!("{:<44}", case.name);
        for queue in ["s", "mstd"] {
            let options = HostOptions {
                queue: QueueKind::parse(queue).expect("a queue"),
                ..HostOptions::single_threaded()
            };
            let host = Host::new(options).expect("threads");
            let mut registry = OpRegistry::new();
            tfrt_kernels::ops::register_ops(&mut registry);
            let runtime = CoreRuntime::install(&host, registry);
            runtime.state().register_default_handlers();
            let cpu = runtime.handler("cpu").expect("just registered");
            let op = runtime.op(case.op, &cpu).expect("registered");
            let (mut best, start) = (Duration::MAX, Instant::now());
            while start.elapsed() < BUDGET {
                let mut args = case.args.clone();
                let mut results = [TensorHandle::default()];
                let before = Instant::now();
                runtime.invoke(
                    &op,
                    &Location::unknown(),
                    &mut args,
                    (&case.attrs).into(),
                    &mut results,
                    None,
                );
                best = best.min(before.elapsed());
                assert!(results[0].tensor().is_some(), "{}: {}", case.name, results[0]);
                black_box(&results);
            }
            let seconds = best.as_secs_f64();
            let rate = case.work / seconds / 1e9;
            line += &format!("  {queue:>4}: {:10.1} us {rate:8.1} {}", seconds * 1e6, case.unit);
        }
        println!("{line}");
    }
}
