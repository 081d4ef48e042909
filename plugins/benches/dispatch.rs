//! The cost of plugins: `cargo bench -p tfrt-plugin --bench dispatch`.
//!
//! An op on two tensors of one element: by a dispatch function in Rust, by a plugin's CPU kernel over the C interface, and on the example
//! device whose memory is the host's. Then copies of 64 MiB to that device and back, against a plain copy of as many bytes. Each figure
//! is the smallest of many; alternatives are measured in turn.
//!
//! With names after `--`, of `native`, `kernel`, `device` and `copies`, only these are measured.
//!
//! The device keeps freed memory, so the benchmark measures the copy alone; with `HOST_DEVICE_FRESH=1` in the environment it pays for
//! fresh pages each time. With `HOST_DEVICE_POOL=1` the runtime divides large blocks of the device.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use tfrt_executor::core_runtime::{
    CoreRuntime, DispatchFrame, Location, Op, OpAttrs, OpEntry, OpError, OpRegistry, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DenseHostTensor, Shape, Tensor, TensorMetadata};
use tfrt_plugin::Loader;
use tfrt_plugin::device::{DeviceOptions, PluginTensor, install_devices, platforms};

/// A kernel like those that the examples have.
const KERNEL: &str = r#"
#include <stddef.h>
#include "tensorflow/c/kernels.h"
#include "tensorflow/c/ops.h"
static void compute(void* state, TF_OpKernelContext* ctx) {
  TF_Status* s = TF_NewStatus();
  TF_Tensor *a = NULL, *b = NULL;
  TF_GetInput(ctx, 0, &a, s);
  TF_GetInput(ctx, 1, &b, s);
  int64_t dims[2] = {TF_Dim(a, 0), TF_Dim(a, 1)};
  TF_Tensor* c = TF_AllocateOutput(ctx, 0, TF_FLOAT, dims, 2, TF_TensorByteSize(a), s);
  const float *x = TF_TensorData(a), *y = TF_TensorData(b);
  float* z = TF_TensorData(c);
  for (int64_t i = 0; i < TF_TensorElementCount(a); ++i) z[i] = x[i] + y[i];
  TF_DeleteTensor(a);
  TF_DeleteTensor(b);
  TF_DeleteTensor(c);
  TF_DeleteStatus(s);
}
void TF_InitKernel(void) {
  TF_Status* s = TF_NewStatus();
  TF_OpDefinitionBuilder* op = TF_NewOpDefinitionBuilder("BenchAdd");
  TF_OpDefinitionBuilderAddInput(op, "x: float");
  TF_OpDefinitionBuilderAddInput(op, "y: float");
  TF_OpDefinitionBuilderAddOutput(op, "z: float");
  TF_RegisterOpDefinition(op, s);
  TF_RegisterKernelBuilder("BenchAdd", TF_NewKernelBuilder("BenchAdd", "CPU", NULL, &compute, NULL), s);
  TF_DeleteStatus(s);
}
"#;

fn compile(source: &std::path::Path, name: &str) -> PathBuf {
    let library = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let status = Command::new("cc")
        .args([
            "-std=c11",
            "-O2",
            "-shared",
            "-fPIC",
            "-I",
            concat!(env!("CARGO_MANIFEST_DIR"), "/include"),
            "-o",
        ])
        .args([&library, source])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the plugin does not compile");
    library
}

/// The sum of two tensors, as a dispatch function would be written.
fn add(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let metadata = frame.dense(0)?.metadata().clone();
    let mut out = DispatchFrame::fresh(&metadata)?;
    let (x, y) = (frame.values::<f32>(0)?, frame.values::<f32>(1)?);
    for (z, (x, y)) in out.values_mut::<f32>().iter_mut().zip(x.iter().zip(y)) {
        *z = x + y;
    }
    frame.finish(0, out);
    Ok(())
}

fn add_metadata(x: &TensorMetadata, _: &TensorMetadata) -> Result<TensorMetadata, OpError> {
    Ok(x.clone())
}

/// The smallest time of one call, in nanoseconds, over short series.
fn per_call(mut call: impl FnMut()) -> f64 {
    const SERIES: u32 = 2000;
    let mut best = Duration::MAX;
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(400) {
        let began = Instant::now();
        for _ in 0..SERIES {
            call();
        }
        best = best.min(began.elapsed());
    }
    best.as_nanos() as f64 / f64::from(SERIES)
}

/// The smallest of several times, in seconds.
fn best_of(rounds: usize, mut what: impl FnMut()) -> f64 {
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            what();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

fn main() {
    let loader = Loader::new().expect("benchmarks export what plugins call");
    let source = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench_add.c");
    std::fs::write(&source, KERNEL).expect("the folder can be written");
    loader.load(&compile(&source, "bench_add.so")).expect("the plugin is right");
    let device = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/c/host_device.c");
    loader.load(&compile(device.as_ref(), "bench_device.so")).expect("the plugin is right");

    let host = Host::new(HostOptions::single_threaded()).expect("a host");
    let mut ops = OpRegistry::new();
    ops.add("native.Add", OpEntry::new().metadata(add_metadata).dispatch(add));
    let runtime = CoreRuntime::install(&host, tfrt_plugin::with_plugins(ops));
    assert!(install_devices(&runtime, DeviceOptions::default()).is_empty());
    runtime.state().register_default_handlers();
    let op = |handler: &str, name: &str| -> Op {
        let handler = runtime.handler(handler).expect("there is such a handler");
        runtime.op(name, &handler).expect("there is such an op")
    };
    let (here, none) = (Location::unknown(), OpAttrs::new());
    let shape = Shape::new(&[1, 1]).expect("a shape");
    let one = || TensorHandle::new(DenseHostTensor::from_values(shape.clone(), &[1.0f32]).expect("memory"));
    let measure = |op: &Op, x: &TensorHandle| {
        per_call(|| {
            let [sum] = runtime.call(op, &here, [x.clone(), x.clone()], &none);
            assert!(sum.tensor().is_some());
        })
    };
    let (native, kernel, on_device) =
        (op("cpu", "native.Add"), op("cpu", "tf.BenchAdd"), op("MY_DEVICE:0", "tf.AddV2"));
    let x = one();
    let [there] = runtime.call(&op("MY_DEVICE:0", "tfrt.copy_to_device"), &here, [one()], &none);
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    let mut best = [f64::INFINITY; 3];
    let ops = [("native", &native, &x), ("kernel", &kernel, &x), ("device", &on_device, &there)];
    for _ in 0..3 {
        for (best, (name, op, x)) in best.iter_mut().zip(ops) {
            if wanted(name) {
                *best = best.min(measure(op, x));
            }
        }
    }
    let [native, kernel, on_device] = best;
    println!(
        "add of 1x1 f32, ns: on the CPU, native {native:.0}, with a plugin's kernel {kernel:.0} ({:+.0}); on the device {on_device:.0}, \
         which is {:.2} times the plugin's kernel on the CPU and {:.2} times the native op",
        kernel - native,
        on_device / kernel,
        on_device / native
    );

    if !wanted("copies") {
        return;
    }
    const BYTES: usize = 64 << 20;
    let shape = Shape::new(&[(BYTES / 4) as i64]).expect("a shape");
    let large = DenseHostTensor::from_values(shape, &vec![1.0f32; BYTES / 4]).expect("memory");
    let (from, mut to) = (vec![1u8; BYTES], vec![0u8; BYTES]);
    let large = Tensor::Dense(large);
    let device = &platforms()[0].devices().expect("the plugin is right")[0];
    let uploaded = device.upload(&large).expect("the device has memory");
    let (mut plain, mut up, mut down) = (f64::INFINITY, f64::INFINITY, f64::INFINITY);
    for _ in 0..4 {
        plain = plain.min(best_of(5, || to.copy_from_slice(std::hint::black_box(&from))));
        up = up.min(best_of(5, || drop(device.upload(&large).expect("the device has memory"))));
        let tensor = PluginTensor::of(&uploaded).expect("it is on the device");
        down = down.min(best_of(5, || drop(device.download_now(tensor).expect("the copy works"))));
    }
    std::hint::black_box(&to);
    let rate = |seconds: f64| BYTES as f64 / seconds / 1e9;
    println!(
        "64 MiB, GB/s: plain copy {:.2}, to the device {:.2} ({:.0} %), to the host {:.2} ({:.0} %)",
        rate(plain),
        rate(up),
        100.0 * plain / up,
        rate(down),
        100.0 * plain / down
    );
}
