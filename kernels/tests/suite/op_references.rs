//! Runs ops on the inputs of `reference/*.txt` and compares with what NumPy and TensorFlow computed (see `reference/make_*.py`).
//!
//! Each case runs twice: with arguments that somebody else still refers to, and with arguments that are moved in and whose
//! buffers the op may take over.

use std::fmt::Write as _;

use half::{bf16, f16};
use tfrt_executor::core_runtime::{AttrValue, CoreRuntime, Location, OpAttrs, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, Shape, StringHostTensor, Tensor, TensorMetadata, convert,
};

#[derive(Default)]
struct Case {
    line: usize,
    op: String,
    attrs: OpAttrs,
    inputs: Vec<Tensor>,
    outputs: Vec<Tensor>,
}

fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (word, rest) = line.split_once(' ').expect("a word and more");
        if word == "op" {
            cases.push(Case { line: number + 1, op: rest.to_owned(), ..Case::default() });
            continue;
        }
        let case = cases.last_mut().expect("an op first");
        match word {
            "attr" => attribute(&mut case.attrs, rest),
            "in" => case.inputs.push(tensor(rest)),
            "out" => case.outputs.push(tensor(rest)),
            other => panic!("line {}: unknown word {other}", number + 1),
        }
    }
    cases
}

fn attribute(attrs: &mut OpAttrs, text: &str) {
    let mut words = text.split(' ');
    let (name, kind) = (words.next().expect("a name"), words.next().expect("a kind"));
    let rest: Vec<&str> = words.collect();
    let first = rest.first().copied().unwrap_or_default();
    match kind {
        "bool" => attrs.set_bool(name, first == "1"),
        "int" => attrs.set(name, first.parse::<i64>().expect("an integer")),
        "float" => attrs.set(name, first.parse::<f32>().expect("a float")),
        "str" => attrs.set_string(name, rest.join(" ")),
        "hex" => attrs.set_string(name, bytes(first)),
        "strs" => {
            attrs.set_aggregate(name, rest.iter().map(|text| AttrValue::String(bytes(text).into())).collect())
        }
        "type" => attrs.set_dtype(name, DType::from_name(first).expect("a dtype")),
        "ints" => {
            attrs.set_array(name, &rest.iter().map(|x| x.parse().expect("an integer")).collect::<Vec<i64>>())
        }
        "floats" => {
            attrs.set_array(name, &rest.iter().map(|x| x.parse().expect("a number")).collect::<Vec<f32>>())
        }
        other => panic!("unknown kind of attribute {other}"),
    };
}

/// Bytes that are written in hexadecimal; a dash for none.
fn bytes(text: &str) -> Box<[u8]> {
    let digits = text.trim_matches('-').as_bytes().chunks(2);
    let digits = digits.map(|pair| std::str::from_utf8(pair).expect("it is ASCII"));
    digits.map(|pair| u8::from_str_radix(pair, 16).expect("two digits")).collect()
}

fn tensor(text: &str) -> Tensor {
    let (head, values) = text.split_once(" :").expect("values");
    if let Some(shape) = head.strip_prefix("str ") {
        let dims: Vec<i64> = match shape {
            "-" => Vec::new(),
            shape => shape.split(',').map(|dim| dim.parse().expect("a dimension")).collect(),
        };
        let strings = values.split_whitespace().map(bytes).collect();
        let shape = Shape::new(&dims).expect("a shape");
        return StringHostTensor::new(shape, strings).expect("as many strings as the shape says").into();
    }
    let (dtype, shape) = head.split_once(' ').expect("a dtype and a shape");
    let dtype = DType::from_name(dtype).expect("a dtype");
    let dims: Vec<i64> = match shape {
        "-" => Vec::new(),
        shape => shape.split(',').map(|dim| dim.parse().expect("a dimension")).collect(),
    };
    let mut bytes = Vec::new();
    for word in values.split_whitespace() {
        let float = || word.parse::<f64>().expect("a number");
        let integer = || word.parse::<i128>().expect("an integer");
        match dtype {
            DType::F32 | DType::Complex64 => bytes.extend((float() as f32).to_ne_bytes()),
            DType::F64 | DType::Complex128 => bytes.extend(float().to_ne_bytes()),
            DType::F16 => bytes.extend(f16::from_f64(float()).to_ne_bytes()),
            DType::BF16 => bytes.extend(bf16::from_f64(float()).to_ne_bytes()),
            _ => bytes.extend(&integer().to_le_bytes()[..dtype.size().expect("a number")]),
        }
    }
    let metadata = TensorMetadata::new(dtype, Shape::new(&dims).expect("a shape"));
    DenseHostTensor::from_bytes(metadata, &bytes).expect("as many values as the shape says").into()
}

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

fn check(text: &str, at_least: usize) {
    let host = Host::new(HostOptions::default()).expect("one thread");
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
            let mut results = vec![TensorHandle::default(); case.outputs.len()];
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
