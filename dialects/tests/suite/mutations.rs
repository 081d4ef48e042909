//! Damaged programs: for any text, the parser gives diagnostics or a module, in bounded time, and a module that it accepts
//! prints to text that it accepts again, as the same program.
//!
//! Each run tries the same damages. `TFRT_MUTATIONS` sets how many there are for each program, `TFRT_MUTATION_SEED` where to start.

use std::sync::atomic::{AtomicUsize, Ordering};

use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, SourceFile};
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

use crate::common::{context, programs};

/// Small pseudo-random numbers: a test must not differ from run to run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "\"",
    "\\",
    "//",
    "\n",
    " ",
    ",",
    ":",
    "=",
    "->",
    "%",
    "%0",
    "%a#1",
    "%a:2",
    "@",
    "@f",
    "^",
    "^bb0",
    "#",
    "#loc",
    "!",
    "!tfrt.chain",
    "-",
    "0",
    "18446744073709551616",
    "0x",
    "1.0e",
    "loc(",
    "loc(unknown)",
    "\0",
    "é",
    "i32",
    "i99999999",
    "tensor<",
    "?x",
    "dense<",
    "affine_map<",
    "module {",
    "func.func @f() {",
    "tfrt.if",
    "tfrt.return",
    "\"x.y\"() : () -> ()",
    "<{",
    "}>",
    "{-#",
    "#-}",
    "attributes {",
    "// -----\n",
];

/// Damages a text in a few places.
fn damage(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + random.below(3) {
        let boundary = |text: &str, mut at: usize| {
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let at = boundary(&text, random.below(text.len() + 1));
        let end = boundary(&text, (at + random.below(30)).min(text.len()));
        match random.below(6) {
            0 => text.truncate(at),
            1 => text.replace_range(at..end, ""),
            2 => text.insert_str(at, PIECES[random.below(PIECES.len())]),
            3 => text.replace_range(at..end, PIECES[random.below(PIECES.len())]),
            4 => {
                let piece = text[at..end].to_owned();
                let target = boundary(&text, random.below(text.len() + 1));
                text.insert_str(target, &piece);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())].repeat(1 + random.below(100));
                text.insert_str(at, &piece);
            }
        }
    }
    text
}

/// Parses, verifies and prints in both forms; gives back the generic form of what is accepted.
fn digest(text: &str) -> Option<String> {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "a.mlir", text, &mut diagnostics);
    assert!(module.is_some() || diagnostics.has_errors(), "a text without errors has a module");
    let verified = module.as_ref().is_some_and(|module| verify_module(module, &mut diagnostics).is_ok());
    let sources = [SourceFile { name: "a.mlir", text: text.as_bytes() }];
    let _ = DiagnosticPrinter::new(&ctx, &sources).render_all(&diagnostics);
    let module = module.filter(|_| verified)?;
    let _ = print_module(&module, &PrintOptions::default());
    Some(print_module(&module, &PrintOptions { generic: true, ..PrintOptions::default() }))
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Damages a program some times; says how many of the texts are programs.
fn damage_and_read(path: &std::path::Path, seed: u64) -> usize {
    let mut accepted = 0;
    let Ok(text) = std::fs::read_to_string(path) else { return 0 };
    if text.len() > 20_000 {
        return 0;
    }
    let mut random = Random(seed);
    for _ in 0..setting("TFRT_MUTATIONS", 10) {
        let damaged = damage(&text, &mut random);
        // The type is printed in a form that its own dialect refuses, as upstream.
        let quirk = damaged.contains("as_fixed_rank_shape");
        if let Some(first) = digest(&damaged)
            && !quirk
        {
            accepted += 1;
            assert_eq!(digest(&first).as_deref(), Some(first.as_str()), "{damaged}");
        }
    }
    accepted
}

#[test]
fn damaged_programs_are_refused_or_read_back() {
    let (programs, seed) = (programs(), setting("TFRT_MUTATION_SEED", 1));
    let (next, accepted) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = programs.get(index) else { return };
                    accepted.fetch_add(damage_and_read(path, seed + index as u64 * 1000), Ordering::Relaxed);
                }
            });
        }
    });
    assert!(accepted.into_inner() > 0);
}
