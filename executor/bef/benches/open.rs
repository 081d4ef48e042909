//! Opening a large file: size per kernel, time to write, to open verified and unverified.
//!
//! The program is a chain of `i32` additions, each with a location, in one function (`cargo bench -p tfrt-bef -- 1000000`);
//! a path instead of a number measures opening that file. Times are the best of several runs, with the file in the page
//! cache.

use std::{
    hint::black_box,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use tfrt_bef::{
    BefFile, BefWriter, DTypeCode, FunctionKind, FunctionSpec, KernelSpec, TypeCode, WriteError, WriteOptions,
};

fn chain(kernels: u32) -> Result<BefWriter, WriteError> {
    let mut writer = BefWriter::new(WriteOptions::default());
    let i32 = writer.type_named("i32", TypeCode::Scalar(DTypeCode::I32))?;
    let constant = writer.kernel_name("tfrt.constant.i32")?;
    let add = writer.kernel_name("tfrt.add.i32")?;
    let file = writer.string("chain.mlir")?;
    let value = writer.string("value")?;
    let one = writer.scalar_attr(DTypeCode::I32, 1)?;
    writer.begin_function(&FunctionSpec {
        name: "main",
        kind: FunctionKind::Async,
        arg_types: &[],
        result_types: &[i32],
        root_stream: 0,
        location: writer.file_location(file, 1, 1),
    })?;
    writer.reserve(kernels as usize + 1, 2 * kernels as usize + 2, kernels as usize + 1);
    let mut spec = KernelSpec {
        code: constant,
        operands: &[],
        attrs: &[one],
        attr_names: &[value],
        functions: &[],
        function_names: &[],
        result_types: &[i32],
        stream: 0,
        location: writer.file_location(file, 2, 8),
    };
    let first = writer.add_kernel(&spec)?;
    spec = KernelSpec { code: add, attrs: &[], attr_names: &[], ..spec };
    let mut last = first;
    for i in 0..kernels {
        let operands = [last, first];
        let location = writer.file_location(file, 3 + i, 8);
        last = writer.add_kernel(&KernelSpec { operands: &operands, location, ..spec.clone() })?;
    }
    writer.end_function(&[last])?;
    Ok(writer)
}

fn best<T>(runs: u32, mut run: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        let result = black_box(run());
        let time = start.elapsed();
        drop(result);
        time
    };
    (0..runs).map(time).min().unwrap_or_default()
}

fn measure(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let file = BefFile::open(path)?;
    let kernels = file.kernel_records().len();
    println!(
        "{kernels} kernels, {} bytes: {:.2} bytes a kernel",
        file.len(),
        file.len() as f64 / kernels as f64
    );
    drop(file);
    println!("open, verified:   {:>9.3} ms", best(20, || BefFile::open(path)).as_secs_f64() * 1e3);
    // SAFETY: `BefFile::open` has verified this file before.
    #[expect(unsafe_code, reason = "opening without verification is what is measured")]
    let unverified = best(200, || unsafe { BefFile::open_unverified(path) });
    println!("open, unverified: {:>9.3} us", unverified.as_secs_f64() * 1e6);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo passes `--bench`.
    let arg = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let kernels = match arg.as_deref().map(str::parse) {
        Some(Ok(kernels)) => kernels,
        None => 1_000_000,
        Some(Err(_)) => return measure(&PathBuf::from(arg.unwrap_or_default())),
    };
    let start = Instant::now();
    let bytes = chain(kernels)?.finish()?;
    println!("write:            {:>9.3} ms", start.elapsed().as_secs_f64() * 1e3);
    let path = std::env::temp_dir().join(format!("tfrt-bef-open-{}.bef", std::process::id()));
    std::fs::write(&path, bytes)?;
    let result = measure(&path);
    std::fs::remove_file(&path)?;
    result
}
