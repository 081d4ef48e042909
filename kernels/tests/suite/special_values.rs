//! Numeric ops of one and two arguments, on unusual values: every `f16` and `bf16`, and the special and extreme values of `f32` and `f64`.
//! Each call ends, with as many numbers as its arguments have: a series, a fraction or a recurrence whose length depends on a number has a
//! bound.

use std::sync::mpsc;
use std::time::Duration;

use half::{bf16, f16};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DType, DenseHostTensor, Element, Shape, Tensor};
use tfrt_executor::value::Value;

use crate::op_calls::{OPS, argument, attribute, parts, results_of};

/// The time limit of one call: thousands of times what any takes on a busy machine in a debug build.
const LIMIT: Duration = Duration::from_secs(240);

/// Special and extreme values, and neighbours of places where functions change their method.
fn specials() -> Vec<f64> {
    let mut values = vec![
        0.0,
        f64::from_bits(1),
        f64::MIN_POSITIVE,
        f64::from(f32::from_bits(1)),
        f64::from(f32::MIN_POSITIVE),
        f64::EPSILON,
        1e-300,
        1e-40,
        1e-16,
        1e-8,
        1e-3,
        0.25,
        0.5,
        1.0,
        1.0 + f64::EPSILON,
        1.5,
        2.0,
        2.5,
        10.0,
        30.5,
        100.0,
        171.5,
        709.8,
        1e3 + 0.5,
        65_504.0,
        1e6 + 0.5,
        2f64.powi(24) - 0.5,
        2f64.powi(31),
        2f64.powi(52) - 0.5,
        2f64.powi(53),
        2f64.powi(63),
        1e15 + 0.5,
        1e19,
        f64::from(f32::MAX),
        1e100,
        1e200,
        f64::MAX,
        f64::INFINITY,
    ];
    let negative: Vec<f64> = values.iter().map(|value| -value).collect();
    values.extend(negative);
    values.push(f64::NAN);
    values
}

/// Arguments of one op: as many tensors as it takes.
type Arguments = Vec<DenseHostTensor>;

fn tensor<T: Element>(values: &[T]) -> DenseHostTensor {
    let shape = Shape::new(&[values.len() as i64]).expect("a small shape");
    DenseHostTensor::from_values(shape, values).expect("as many values")
}

/// Every value alone, or every pair of a value and a special one, both ways round.
fn arguments<T: Element>(all: &[T], special: &[T], count: usize) -> Arguments {
    if count == 1 {
        return vec![tensor(all)];
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for &a in all {
        for &b in special {
            left.extend([a, b]);
            right.extend([b, a]);
        }
    }
    vec![tensor(&left), tensor(&right)]
}

fn of_dtype(dtype: DType, count: usize) -> Arguments {
    let special = specials();
    // Of pairs of all numbers of 16 bits with all special ones, every 512th and the ends: the rest are alike.
    let bits = (0..=u16::MAX)
        .filter(|bits| count == 1 || bits % 512 == 0 || bits & 0x7fff > 0x7bfa && bits & 0xff < 8);
    match dtype {
        DType::F16 => {
            let few: Vec<f16> = special.iter().step_by(3).map(|&value| f16::from_f64(value)).collect();
            arguments(&bits.map(f16::from_bits).collect::<Vec<_>>(), &few, count)
        }
        DType::BF16 => {
            let few: Vec<bf16> = special.iter().step_by(3).map(|&value| bf16::from_f64(value)).collect();
            arguments(&bits.map(bf16::from_bits).collect::<Vec<_>>(), &few, count)
        }
        DType::F32 => {
            let all: Vec<f32> = special.iter().map(|&value| value as f32).collect();
            arguments(&all, &all, count)
        }
        _ => arguments(&special, &special, count),
    }
}

/// The ops whose call is of one or two tensors of one dtype and shape: name, attributes, number of arguments.
fn element_wise() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
    OPS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let [name, attrs, args, _] = parts(line);
        let args: Vec<&str> = args.split_whitespace().collect();
        let is_plain = matches!(args.len(), 1 | 2) && args.iter().all(|arg| *arg == "T:2");
        (is_plain && !name.contains('.')).then_some((name, attrs, args.len()))
    })
}

#[test]
fn special_and_extreme_values_are_computed_in_bounded_time() {
    let (progress, seen) = mpsc::channel();
    let worker = std::thread::spawn(move || {
        let host = Host::new(HostOptions {
            diagnostics: std::sync::Arc::new(|_| {}),
            ..HostOptions::single_threaded()
        });
        let host = host.expect("a host");
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        let runtime = CoreRuntime::install(&host, ops);
        runtime.state().register_default_handlers();
        let cpu = runtime.handler("cpu").expect("just registered");
        let mut wrong = Vec::new();
        for dtype in [DType::F16, DType::BF16, DType::F32, DType::F64] {
            let made = [1, 2].map(|count| of_dtype(dtype, count));
            for (name, attrs, count) in element_wise() {
                let op = format!("tf.{name}");
                let mut named = OpAttrs::new();
                attrs.split_whitespace().for_each(|text| attribute(&mut named, text, dtype));
                // Ops that make more of fewer elements are not element-wise.
                let mut one = vec![argument("T:2", dtype).expect("there are such tensors"); count];
                let mut results = vec![TensorHandle::default(); results_of(&op)];
                let (at, mut chain) = (Location::unknown(), Value::CHAIN);
                runtime.execute(&op, &cpu, &at, &mut one, (&named).into(), &mut results, Some(&mut chain));
                runtime.wait(&results);
                let dims = results[0].tensor().map(|tensor| tensor.shape().dims().to_vec());
                if dims.as_deref() != Some(&[2]) {
                    continue;
                }
                let _ = progress.send(format!("{op} of {dtype}"));
                let mut args: Vec<TensorHandle> = made[count - 1]
                    .iter()
                    .map(|tensor| TensorHandle::new(Tensor::Dense(tensor.clone())))
                    .collect();
                let mut results = vec![TensorHandle::default(); results_of(&op)];
                let (at, mut chain) = (Location::unknown(), Value::CHAIN);
                runtime.execute(&op, &cpu, &at, &mut args, (&named).into(), &mut results, Some(&mut chain));
                runtime.wait(&results);
                if let Some(error) = results.iter().find_map(TensorHandle::get_error)
                    && error.message().contains("panicked")
                {
                    wrong.push(format!("{op} of {dtype}: {}", error.message()));
                }
            }
        }
        wrong
    });
    let (mut calls, mut last) = (0, String::new());
    loop {
        match seen.recv_timeout(LIMIT) {
            Ok(call) => (calls, last) = (calls + 1, call),
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("{last} does not end"),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    let wrong = worker.join().expect("no call panics outside of its op");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(calls > 3 * 60, "only {calls} calls");
}
