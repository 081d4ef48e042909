//! An op's direct function does the same as its metadata and dispatch functions, or declines: random calls of every op
//! that has one, with it and without it, give the same tensors, the same errors and reuse the same arguments.

use std::sync::{Arc, Mutex};

use half::{bf16, f16};
use tfrt_executor::core_runtime::{
    CoreRuntime, Location, OpAttrs, OpEntry, OpHandlerRef, OpRegistry, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DType, DenseHostTensor, ScalarHostTensor, Shape, Tensor, TensorMetadata};
use tfrt_executor::value::Error;

/// A xorshift generator: the same calls in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const DTYPES: [DType; 16] = [
    DType::I1,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::UI8,
    DType::UI16,
    DType::UI32,
    DType::UI64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
    DType::Complex64,
    DType::Complex128,
    DType::QI8,
];

const SHAPES: [&[i64]; 10] =
    [&[], &[1], &[4], &[8], &[2, 4], &[1, 4], &[17], &[3, 0], &[40, 100], &[1, 2, 1, 3, 1, 2, 1]];

/// The bytes of a small number, or of a float that is none.
fn element(dtype: DType, random: &mut Random) -> Vec<u8> {
    let number = random.below(7) as i64 - 3;
    let float = random.of(&[number as f64, 0.5, f64::INFINITY, -0.0, f64::NAN, 1e30]);
    match dtype {
        DType::I1 => vec![number.unsigned_abs() as u8 % 2],
        DType::F16 => f16::from_f64(float).to_ne_bytes().into(),
        DType::BF16 => bf16::from_f64(float).to_ne_bytes().into(),
        DType::F32 => (float as f32).to_ne_bytes().into(),
        DType::F64 => float.to_ne_bytes().into(),
        DType::Complex64 => [(float as f32).to_ne_bytes(), (number as f32).to_ne_bytes()].concat(),
        DType::Complex128 => [float.to_ne_bytes(), (number as f64).to_ne_bytes()].concat(),
        _ => number.to_le_bytes()[..dtype.size().expect("a number")].into(),
    }
}

fn tensor(dtype: DType, dims: &[i64], random: &mut Random) -> Tensor {
    let shape = Shape::new(dims).expect("small");
    if random.below(12) == 0 && dtype == DType::F32 {
        return ScalarHostTensor::new(shape, 1.5f32).into();
    }
    let bytes: Vec<u8> = (0..shape.num_elements()).flat_map(|_| element(dtype, random)).collect();
    DenseHostTensor::from_bytes(TensorMetadata::new(dtype, shape), &bytes).expect("small").into()
}

/// A runtime of its own whose errors go to a list.
fn runtime(ops: OpRegistry) -> (CoreRuntime, OpHandlerRef, Arc<Mutex<Vec<String>>>) {
    let reported = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&reported);
    let diagnostics = Arc::new(move |error: &Error| {
        log.lock().expect("no panics").push(format!("{:?} {error}", error.code()));
    });
    let host = Host::new(HostOptions { diagnostics, ..HostOptions::single_threaded() }).expect("a host");
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").expect("just registered");
    (runtime, cpu, reported)
}

/// The result of a call: the tensor as text and bytes, or the error; and the argument whose memory it is in.
fn call(
    (runtime, cpu, reported): &(CoreRuntime, OpHandlerRef, Arc<Mutex<Vec<String>>>),
    name: &str,
    tensors: &[Tensor],
    how: &[usize],
) -> (String, Vec<u8>, Option<usize>, Vec<String>) {
    let mut kept = Vec::new();
    let memory = |tensor: &Tensor| tensor.as_dense().map(|dense| dense.buffer().as_ptr());
    let mut places = Vec::new();
    let mut args: Vec<TensorHandle> = Vec::new();
    for (tensor, how) in tensors.iter().zip(how) {
        let copy = match tensor {
            Tensor::Dense(dense) => dense.deep_copy().expect("small").into(),
            other => other.clone(),
        };
        places.push(memory(&copy));
        // Somebody else may refer to the buffer, or to the handle; or the same handle may be passed twice.
        match how {
            0 => args.push(TensorHandle::new(copy)),
            1 => {
                kept.push(TensorHandle::new(copy.clone()));
                args.push(TensorHandle::new(copy));
            }
            2 => {
                let handle = TensorHandle::new(copy);
                kept.push(handle.clone());
                args.push(handle);
            }
            _ => {
                let handle = args.last().cloned().unwrap_or_else(|| TensorHandle::new(copy));
                args.push(handle);
            }
        }
    }
    let mut results = [TensorHandle::default()];
    let attrs = OpAttrs::new();
    runtime.execute(name, cpu, &Location::unknown(), &mut args, (&attrs).into(), &mut results, None);
    assert!(args.iter().all(TensorHandle::is_null), "arguments are moved out");
    let [result] = results;
    let bytes = result.tensor().and_then(Tensor::as_dense).map(|dense| dense.bytes().to_vec());
    let place = result.tensor().and_then(memory).filter(|_| bytes.as_ref().is_some_and(|b| !b.is_empty()));
    let place = place.and_then(|place| places.iter().position(|&other| other == Some(place)));
    // What others refer to has not changed.
    for handle in &kept {
        let tensor = handle.tensor().expect("kept");
        assert!(tensors.iter().any(|original| tensor.to_string() == original.to_string()));
    }
    let reported = std::mem::take(&mut *reported.lock().expect("no panics"));
    let text = match result.metadata() {
        Some(metadata) => format!("{metadata} {}", String::from_utf8_lossy(&result.print())),
        None => result.to_string(),
    };
    (text, bytes.unwrap_or_default(), place, reported)
}

#[test]
fn direct_calls_do_what_others_do() {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    let names: Vec<String> = ops.names().into_iter().map(str::to_owned).collect();
    let mut plain = OpRegistry::new();
    for name in &names {
        let entry = ops.get(name).expect("its own name");
        plain.add(name, OpEntry { direct: None, ..OpEntry::clone(entry) });
    }
    let direct: Vec<&String> =
        names.iter().filter(|name| ops.get(name).is_some_and(|entry| entry.direct.is_some())).collect();
    assert!(direct.len() > 60, "{direct:?}");
    let (with, without) = (runtime(ops.clone()), runtime(plain));
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut computed, mut failed, mut in_place) = (0, 0, [0; 2]);
    for name in direct {
        for _ in 0..150 {
            let (dtype, shape) = (random.of(&DTYPES), random.of(&SHAPES));
            let mut tensors = vec![tensor(dtype, shape, &mut random)];
            for _ in 0..random.of(&[0, 0, 0, 1, 1, 1, 1, 1, 2]) {
                let dtype = if random.below(10) == 0 { random.of(&DTYPES) } else { dtype };
                let shape = if random.below(5) == 0 { random.of(&SHAPES) } else { shape };
                tensors.push(tensor(dtype, shape, &mut random));
            }
            let how: Vec<usize> = tensors.iter().map(|_| random.of(&[0, 0, 1, 2, 3])).collect();
            let got = call(&with, name, &tensors, &how);
            let expected = call(&without, name, &tensors, &how);
            assert_eq!(got, expected, "{name} {tensors:?} {how:?}");
            failed += usize::from(!got.3.is_empty());
            computed += usize::from(got.3.is_empty());
            if let Some(i @ 0..=1) = got.2 {
                in_place[i] += 1;
            }
        }
    }
    assert!(computed > 1000 && failed > 1000 && in_place.iter().all(|&n| n > 100), "{computed} {failed}");
}
