//! Benchmarks of interning, reading handles and parsing large constants. Run with `cargo bench -p tfrt-ir --bench
//! intern`.

use std::hint::black_box;
use std::time::Instant;

use tfrt_ir::Context;
use tfrt_ir::syntax::{ParserInput, ParserState, attr_to_string};

const MANY: usize = 1_000_000;

/// Prints the time of `work` over `count` things, the least of a few runs.
fn measure(what: &str, count: usize, mut work: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        work();
        least = least.min(start.elapsed().as_secs_f64());
    }
    println!("{what:<58} {:>8.1} ns each ({count})", least * 1e9 / count as f64);
    least
}

fn in_threads(threads: usize, work: impl Fn(usize) + Sync) {
    std::thread::scope(|s| {
        for t in 0..threads {
            let work = &work;
            s.spawn(move || work(t));
        }
    });
}

fn main() {
    let ctx = Context::new();
    measure("intern the same attribute (1 : i32)", MANY, || {
        for _ in 0..MANY {
            black_box(ctx.int_attr(ctx.i32(), black_box(1)));
        }
    });
    measure("intern a new integer attribute", MANY, || {
        let ctx = Context::new();
        for i in 0..MANY {
            black_box(ctx.int_attr(ctx.i32(), i as i64));
        }
    });
    measure("intern one of 1000 names", MANY, || {
        let names: Vec<String> = (0..1000).map(|i| format!("dialect.operation_{i}")).collect();
        for i in 0..MANY {
            black_box(ctx.ident(&names[i % 1000]));
        }
    });
    measure("a new location without a registered source", MANY, || {
        let ctx = Context::new();
        let file = ctx.ident("file.mlir");
        for i in 0..MANY {
            black_box(ctx.file_loc(file, i as u32, 3));
        }
    });
    let text: String = (0..MANY).map(|i| format!("  %{i} = \"x.y\"() : () -> i32\n")).collect();
    let mut source = None;
    measure("register a source, for each line", MANY, || {
        source = Context::new().add_source("file.mlir", text.as_bytes());
    });
    let source = ctx.add_source("file.mlir", text.as_bytes()).or(source).expect("small enough");
    measure("a location in a registered source", MANY, || {
        for i in 0..MANY {
            black_box(source.loc(black_box(i * 20)));
        }
    });
    measure("line and column of such a location", MANY, || {
        for i in 0..MANY {
            black_box(ctx.loc_kind(source.loc(i * 20)));
        }
    });
    for threads in [1, 2, 4, 8] {
        measure(
            &format!("{threads} threads: each interns the same million attributes"),
            threads * MANY,
            || {
                let ctx = Context::new();
                in_threads(threads, |_| {
                    for i in 0..MANY {
                        black_box(ctx.int_attr(ctx.i32(), i as i64));
                    }
                });
            },
        );
    }
    let attr = ctx.i32_attr(7);
    measure("read what a handle stands for", MANY, || {
        for _ in 0..MANY {
            black_box(ctx.attr_kind(black_box(attr)));
        }
    });

    let floats = 4 << 20;
    let bytes: Vec<u8> = (0..floats as u32).flat_map(|i| (i as f32).to_le_bytes()).collect();
    let digits: String = bytes.iter().map(|b| format!("{b:02X}")).collect();
    let text = format!("dense<\"0x{digits}\"> : tensor<{floats}xf32>");
    let time = measure("parse a hexadecimal constant, for each f32", floats, || {
        black_box(parse(&text));
    });
    println!("{:<58} {:>8.0} MB/s of text", "", text.len() as f64 / 1e6 / time);
    let ctx = Context::new();
    let attr = parse_in(&ctx, &text);
    measure("print it, for each f32", floats, || {
        black_box(attr_to_string(&ctx, attr));
    });
    let count = 1 << 20;
    let elements: Vec<String> = (0..count).map(|i| format!("{:.6e}", i as f32 * 0.37)).collect();
    let text = format!("dense<[{}]> : tensor<{count}xf32>", elements.join(", "));
    let time = measure("parse a constant in decimal, for each f32", count, || {
        black_box(parse(&text));
    });
    println!("{:<58} {:>8.0} MB/s of text", "", text.len() as f64 / 1e6 / time);
}

fn parse(text: &str) -> tfrt_ir::Attr {
    parse_in(&Context::new(), text)
}

fn parse_in(ctx: &Context, text: &str) -> tfrt_ir::Attr {
    let source = ctx.add_source("constant.mlir", text.as_bytes()).expect("small enough");
    ParserState::new(ParserInput { ctx, text, source }).parse_attribute(None).expect("it is well-formed")
}
