//! Runs ops on the inputs of `reference/*.txt` and compares with the results of NumPy and TensorFlow (see
//! `reference/make_*.py`).
//!
//! Each case runs twice: with arguments that have other references, and with arguments that are moved in and whose buffers
//! the op may reuse.

use std::fmt::Write as _;

use super::cases::parse;
use half::{bf16, f16};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DType, DenseHostTensor, Tensor, convert};

/// Relative and absolute tolerance.
fn tolerance(dtype: DType) -> f64 {
    match dtype {
        DType::F32 | DType::Complex64 => 2e-6,
        DType::F64 | DType::Complex128 => 1e-12,
        DType::F16 => 2e-3,
        DType::BF16 => 1e-2,
        _ => 0.0,
    }
}

fn numbers(tensor: &DenseHostTensor) -> Vec<f64> {
    let bytes = tensor.bytes();
    match tensor.dtype() {
        DType::F32 | DType::Complex64 => {
            bytemuck::cast_slice(bytes).iter().map(|&x: &f32| f64::from(x)).collect()
        }
        DType::F64 | DType::Complex128 => bytemuck::cast_slice(bytes).to_vec(),
        DType::F16 => bytemuck::cast_slice(bytes).iter().map(|x: &f16| x.to_f64()).collect(),
        DType::BF16 => bytemuck::cast_slice(bytes).iter().map(|x: &bf16| x.to_f64()).collect(),
        _ => Vec::new(),
    }
}

fn differs(got: &Tensor, expected: &Tensor) -> bool {
    match (got, expected) {
        (Tensor::String(got), Tensor::String(expected)) => {
            got.metadata() != expected.metadata() || got.strings() != expected.strings()
        }
        (got, Tensor::Dense(expected)) => {
            convert::to_dense(got).map_or(true, |got| dense_differs(&got, expected))
        }
        _ => true,
    }
}

/// A tensor of its own, so that an op may take it over.
fn copy(tensor: &Tensor) -> Tensor {
    match tensor {
        Tensor::Dense(dense) => dense.deep_copy().expect("small").into(),
        other => other.clone(),
    }
}

fn dense_differs(got: &DenseHostTensor, expected: &DenseHostTensor) -> bool {
    if got.metadata() != expected.metadata() {
        return true;
    }
    let tolerance = tolerance(got.dtype());
    if tolerance == 0.0 {
        return got.bytes() != expected.bytes();
    }
    let (got, expected) = (numbers(got), numbers(expected));
    // Sums may differ in the order of their terms: allow for the largest element, too.
    let largest = expected.iter().filter(|x| x.is_finite()).fold(1.0f64, |a, x| a.max(x.abs()));
    got.iter().zip(&expected).any(|(&a, &b)| {
        let same = a == b || (a.is_nan() && b.is_nan());
        let near = (a - b).abs() <= tolerance * (b.abs() + largest);
        !same && !near
    })
}

#[test]
fn ops_compute_what_numpy_computes() {
    check(include_str!("reference/cases.txt"), 600);
}

#[test]
fn ops_compute_what_tensorflow_computes() {
    check(include_str!("reference/tf_cases.txt"), 1500);
}

#[test]
fn ops_around_networks_compute_what_tensorflow_computes() {
    check(include_str!("reference/tf_model_cases.txt"), 400);
}

#[test]
fn ops_of_exported_graphs_compute_what_tensorflow_computes() {
    check(include_str!("reference/tf_export_cases.txt"), 200);
}

#[test]
fn ops_that_are_rare_compute_what_tensorflow_computes() {
    check(include_str!("reference/tf_rare_cases.txt"), 180);
}

#[test]
fn gradients_of_lookups_and_regions_are_those_of_tensorflow() {
    check(include_str!("reference/tf_gradient_cases.txt"), 100);
}

#[test]
fn ops_on_uniform_scales_compute_what_tensorflow_computes() {
    check(include_str!("reference/tf_uniform_cases.txt"), 40);
}

#[test]
fn ops_beside_networks_compute_what_tensorflow_computes() {
    check(include_str!("reference/tf_later_cases.txt"), 100);
}

fn check(text: &str, at_least: usize) {
    let host = Host::new(HostOptions::single_threaded()).expect("one thread");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("just registered");
    let cases = parse(text);
    let mut report = String::new();
    for case in &cases {
        for shared in [true, false] {
            let mut args: Vec<TensorHandle> = case
                .inputs
                .iter()
                .map(|input| TensorHandle::new(if shared { input.clone() } else { copy(input) }))
                .collect();
            let mut results = vec![TensorHandle::default(); case.results.max(case.outputs.len())];
            let location = Location::unknown();
            runtime.execute(&case.op, &cpu, &location, &mut args, (&case.attrs).into(), &mut results, None);
            runtime.wait(&results);
            for (result, expected) in results.iter().zip(&case.outputs) {
                match result.tensor() {
                    Some(got) if !differs(got, expected) => {}
                    _ => {
                        let (line, op) = (case.line, &case.op);
                        let _ = writeln!(report, "line {line}, {op}: {result}\n  expected {expected}");
                    }
                }
            }
        }
    }
    assert!(cases.len() > at_least, "only {} cases", cases.len());
    assert!(report.is_empty(), "{report}");
}
