//! Programs that JAX exported give XLA's results, as written and optimised.
//!
//! The programs and their arguments and results are in `testdata/stablehlo/jax`, written by `checks/jax.sh --keep`. Integers are compared
//! exactly, floating-point numbers to a few units of their precision, relative to the largest element.

use std::path::{Path, PathBuf};

use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::array::HostArray;
use tfrt_driver::compile::{Reporter, pipeline, to_bef};
use tfrt_driver::input::Input;
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::values::to_array;
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry, TensorHandle};
use tfrt_executor::host::HostOptions;
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;
use tfrt_executor::tensor::DType;
use tfrt_executor::value::Value;
use tfrt_ir::diagnostics::SourceFile;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/stablehlo/jax")
}

/// The arrays of a program of a name, `in0`, `in1` … or `out0` ….
fn arrays(name: &str, what: &str) -> Vec<HostArray> {
    let file = folder().join("cases.safetensors");
    let read = |i: usize| {
        HostArray::read(&format!("{}:{name}.{what}{i}", file.display()), tfrt_exchange::Access::Mapped).ok()
    };
    (0..).map_while(read).collect()
}

/// The elements of an array as numbers; the parts of complex ones follow each other.
fn numbers(array: &HostArray) -> Vec<f64> {
    let bytes = array.bytes();
    let singles = |bytes: &[u8]| {
        let (values, _) = bytes.as_chunks::<4>();
        values.iter().map(|&value| f64::from(f32::from_le_bytes(value))).collect()
    };
    let halves = |number: fn(u16) -> f64| {
        let (values, _) = bytes.as_chunks::<2>();
        values.iter().map(|&value| number(u16::from_le_bytes(value))).collect()
    };
    match array.dtype() {
        DType::F32 | DType::Complex64 => singles(bytes),
        DType::BF16 => halves(|bits| f64::from(f32::from_bits(u32::from(bits) << 16))),
        DType::F16 => halves(half),
        other => panic!("results of {other} are compared as they are"),
    }
}

/// The number that a half is.
fn half(bits: u16) -> f64 {
    let (exponent, mantissa) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let size = match exponent {
        0 => mantissa * 2f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + mantissa) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

/// The fault of a result, if there is one.
fn difference(got: &HostArray, expected: &HostArray) -> Option<String> {
    if got.dtype() != expected.dtype() || got.dims() != expected.dims() {
        return Some(format!("{} instead of {}", got.type_text(), expected.type_text()));
    }
    let precision = match got.dtype() {
        DType::F16 => 2e-3,
        DType::BF16 => 1.6e-2,
        DType::F32 | DType::Complex64 => 3e-5,
        _ => return (got.bytes() != expected.bytes()).then(|| "other elements".to_owned()),
    };
    let (got, expected) = (numbers(got), numbers(expected));
    let size =
        expected.iter().filter(|value| value.is_finite()).fold(1e-3f64, |size, value| size.max(value.abs()));
    let agrees = |(&a, &b): (&f64, &f64)| {
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= precision * (b.abs() + size / 10.0)
    };
    let at = got.iter().zip(&expected).position(|pair| !agrees(pair))?;
    Some(format!("{} instead of {} at {at}", got[at], expected[at]))
}

fn runtime() -> Runtime {
    let mut registry = KernelRegistry::new();
    tfrt_kernels::register_all(&mut registry);
    let runtime = Runtime::with_options(registry, HostOptions::default()).expect("one thread");
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    CoreRuntime::install(runtime.host(), ops).state().register_default_handlers();
    runtime
}

/// The fault of a program, if there is one.
fn check(runtime: &Runtime, name: &str, text: &str, level: OptLevel) -> Result<(), String> {
    let mut reporter = Reporter::printing(SourceFile { name, text: text.as_bytes() });
    let input = Input::of(name, text.as_bytes())?;
    let pipeline = pipeline(level, Default::default(), &PluginOptions::default());
    let bef = to_bef(name, input, &pipeline, Default::default(), &mut reporter);
    let program = runtime.load(&bef.ok_or("it does not compile")?).map_err(|error| error.to_string())?;
    let function = program.function("main").ok_or("it has no main")?;
    let request = RequestContext::new(runtime.host());
    let args = arrays(name, "in").into_iter();
    let args = args.map(|array| TensorHandle::new(array.tensor().clone()).into_value());
    let results: Vec<Value> = function.execute(&request, args).into_iter().collect();
    runtime.host().wait(&results);
    let expected = arrays(name, "out");
    if expected.is_empty() || expected.len() != results.len() {
        return Err(format!("{} results instead of {}", results.len(), expected.len()));
    }
    for (i, (result, expected)) in results.iter().zip(&expected).enumerate() {
        let got = to_array(result).ok_or_else(|| format!("result {i} is no tensor: {:?}", result.error()))?;
        if let Some(difference) = difference(&got, expected) {
            return Err(format!("result {i}: {difference}"));
        }
    }
    Ok(())
}

#[test]
fn programs_of_jax_give_their_results() {
    let runtime = runtime();
    let mut wrong = Vec::new();
    let mut count = 0;
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "mlir")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file).expect("the file can be read");
        count += 1;
        for level in [OptLevel::O0, OptLevel::O2] {
            if let Err(why) = check(&runtime, &name, &text, level) {
                wrong.push(format!("{name} at {level:?}: {why}"));
            }
        }
    }
    assert!(count >= 150, "only {count} programs are there");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
