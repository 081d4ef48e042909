//! Runs calls of ops that stand in a text and says what came of each: what a script needs that compares with another runtime
//! (`tests/suite/reference/compare_tf.py`).
//!
//! `cargo run -p tfrt-kernels --example run_cases < cases.txt`, in the form of `tests/suite/cases.rs`. For each case it prints its line's number,
//! then a line `out …` for each result, or `error …` with the message.

#[path = "../tests/suite/cases.rs"]
mod cases;

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::sync::Arc;

use half::{bf16, f16};
use tfrt_executor::core_runtime::{CoreRuntime, Location, OpRegistry, TensorHandle};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::tensor::{DType, Shape, Tensor, convert};
use tfrt_executor::value::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    let host = Host::new(HostOptions { diagnostics: Arc::new(|_| {}), ..HostOptions::single_threaded() })?;
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    let runtime = CoreRuntime::install(&host, ops);
    runtime.state().register_default_handlers();
    let cpu = runtime.handler("cpu").ok_or("no handler")?;
    let mut out = std::io::stdout().lock();
    for case in cases::parse(&text) {
        writeln!(out, "{}", case.line)?;
        out.flush()?;
        let mut args: Vec<TensorHandle> = case.inputs.iter().map(|x| TensorHandle::new(x.clone())).collect();
        let mut results = vec![TensorHandle::default(); case.results.max(case.outputs.len())];
        let (at, attrs, mut chain) = (Location::unknown(), (&case.attrs).into(), Value::CHAIN);
        runtime.execute(&case.op, &cpu, &at, &mut args, attrs, &mut results, Some(&mut chain));
        runtime.wait(&results);
        match results.iter().find_map(TensorHandle::get_error).or(chain.error()) {
            Some(error) => writeln!(out, "error {}", error.message().replace('\n', " "))?,
            None => {
                for result in &results {
                    let text = result.tensor().and_then(written);
                    writeln!(out, "out {}", text.unwrap_or_else(|| result.to_string().replace('\n', " ")))?;
                }
            }
        }
    }
    Ok(())
}

/// A tensor as it stands in a case.
fn written(tensor: &Tensor) -> Option<String> {
    let dims = |shape: &Shape| match shape.dims() {
        dims if dims.is_empty() => "-".to_owned(),
        dims => dims.iter().map(i64::to_string).collect::<Vec<_>>().join(","),
    };
    match tensor {
        Tensor::String(strings) => {
            let mut text = format!("str {} :", dims(&strings.metadata().shape));
            for string in strings.strings() {
                text.push(' ');
                for byte in string {
                    let _ = write!(text, "{byte:02x}");
                }
                if string.is_empty() {
                    text.push('-');
                }
            }
            Some(text)
        }
        other => {
            let dense = convert::to_dense(other).ok()?;
            let mut text = format!("{} {} :", dense.dtype().name(), dims(dense.shape()));
            let size = dense.dtype().size()?;
            for bytes in dense.bytes().chunks(size) {
                let low = bytes.iter().rev().fold(0u128, |all, &byte| all << 8 | u128::from(byte));
                let unused = 128 - 8 * size as u32;
                let signed = ((low << unused) as i128) >> unused;
                let _ = match dense.dtype() {
                    DType::F32 => write!(text, " {:?}", f32::from_bits(low as u32)),
                    DType::F64 => write!(text, " {:?}", f64::from_bits(low as u64)),
                    DType::F16 => write!(text, " {:?}", f16::from_bits(low as u16).to_f32()),
                    DType::BF16 => write!(text, " {:?}", bf16::from_bits(low as u16).to_f32()),
                    DType::Complex64 => write!(
                        text,
                        " {:?} {:?}",
                        f32::from_bits(low as u32),
                        f32::from_bits((low >> 32) as u32)
                    ),
                    DType::Complex128 => write!(
                        text,
                        " {:?} {:?}",
                        f64::from_bits(low as u64),
                        f64::from_bits((low >> 64) as u64)
                    ),
                    DType::UI8 | DType::UI16 | DType::UI32 | DType::UI64 | DType::I1 => {
                        write!(text, " {low}")
                    }
                    _ => write!(text, " {signed}"),
                };
            }
            Some(text)
        }
    }
}
