//! Times the way of a large program from text to a file and back.
//!
//! `cargo bench -p tfrt-compiler --bench translate -- FILE.mlir`, or the number of ops in a chain of additions (default: a
//! million). Times are of one run, in milliseconds; run it on an otherwise idle machine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tfrt_bef::{BefFile, WriteOptions};
use tfrt_compiler::decode::{DecodeOptions, decode};
use tfrt_compiler::encode::encode_to_writer;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

fn chain(ops: u32) -> String {
    use std::fmt::Write as _;
    let mut text =
        String::from("func.func @main() -> i32 {\n  %c = tfrt.constant.i32 1\n  %v0 = tfrt.add.i32 %c, %c\n");
    for i in 1..ops {
        let _ = writeln!(text, "  %v{i} = tfrt.add.i32 %v{}, %c", i - 1);
    }
    let _ = writeln!(text, "  tfrt.return %v{} : i32\n}}", ops.max(1) - 1);
    text
}

fn context() -> Result<Arc<Context>, Box<dyn std::error::Error>> {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry)?;
    registry.allow_unregistered_dialects(true);
    Ok(Arc::new(Context::with_dialects(registry)))
}

/// Time for which this thread has had a processor, where the system says so: what counts on a machine with other work.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

/// A start to measure from.
struct Watch(Instant, Option<Duration>);

impl Watch {
    fn start() -> Watch {
        Watch(Instant::now(), processor_time())
    }

    fn print(&self, what: &str) {
        let wall = self.0.elapsed().as_secs_f64() * 1e3;
        let used = processor_time().zip(self.1).map_or(String::new(), |(now, start)| {
            format!(", {:>7.1} ms of this thread", (now - start).as_secs_f64() * 1e3)
        });
        println!("{what:<16} {wall:>9.1} ms{used}");
    }
}

/// Runs something and prints how long it took.
fn timed<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let watch = Watch::start();
    let result = run();
    watch.print(what);
    result
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo passes `--bench`.
    let arg = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let text = match arg.as_deref().map(|arg| (arg, arg.parse())) {
        None => chain(1_000_000),
        Some((_, Ok(ops))) => chain(ops),
        Some((path, Err(_))) => std::fs::read_to_string(path)?,
    };
    let path = std::env::temp_dir().join(format!("tfrt-translate-{}.bef", std::process::id()));
    let mut diagnostics = Diagnostics::new();
    let ctx = context()?;
    let all = Watch::start();
    let module = timed("parse", || parse_module(&ctx, "bench.mlir", &text, &mut diagnostics));
    let module = module.ok_or("the program does not parse")?;
    timed("verify", || verify_module(&module, &mut diagnostics))?;
    let writer = timed("encode", || encode_to_writer(&module, WriteOptions::default(), &mut diagnostics))?;
    timed("write", || writer.write_to(&mut std::fs::File::create(&path)?))?;
    all.print("text to file");
    drop((module, writer, ctx));

    let ctx = context()?;
    let all = Watch::start();
    let file = timed("open", || BefFile::open(&path))?;
    let options = DecodeOptions::default();
    let module = timed("decode", || decode(&ctx, &file, "bench.bef", options, &mut diagnostics))?;
    timed("verify", || verify_module(&module, &mut diagnostics))?;
    let text = timed("print", || print_module(&module, &PrintOptions::default()));
    all.print("file to text");
    let kernels = file.kernel_records().len();
    println!(
        "{kernels} kernels, {} bytes of text, {:.2} bytes a kernel",
        text.len(),
        file.len() as f64 / kernels as f64
    );
    std::fs::remove_file(&path)?;
    Ok(())
}
