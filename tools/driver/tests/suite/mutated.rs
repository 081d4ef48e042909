//! Any bytes give an error or something that can be used: every reader of files and command lines, on files that are nearly right.
//!
//! The seeds are the programs, models, arrays and pictures of `testdata`. A mutant changes one in a few places: bits, bytes, numbers, lines, parts
//! of another seed. What a reader takes becomes a seed as well, so that changes add up. The readers run in this process, many thousand
//! times a second where a reader is quick. A usual run tries a few mutants for each target; `TFRT_FUZZ_SECONDS=N` tries each target for so long,
//! with a new beginning each time, as `checks/fuzz.sh` does. What is found is written to `target/mutated`.

use std::cell::{Cell, OnceCell};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tfrt_bef::BefFile;
use tfrt_compiler::decode::{DecodeOptions, decode_bytes};
use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::array::{parse_literal, parse_strings};
use tfrt_driver::compile::{context, passes};
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::program::{GraphBoundary, OpenOptions, ProgramFile, compile_keeping, kernels};
use tfrt_driver::roots::Roots;
use tfrt_exchange::{Access, npy};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::program::Program;
use tfrt_executor::tensor::DType;
use tfrt_ir::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::pass::PipelineSpec;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

use crate::jit::chance::Chance;

/// Mutants of each target in a usual run.
const USUAL: u64 = 150;
/// Larger files only make it slower.
const LARGEST: u64 = 16 << 10;
/// Seeds that mutants may become.
const MOST_SEEDS: usize = 4000;

/// A reader, whether it takes text, and the ends of the names of its seeds. It says whether it took the bytes.
struct Target {
    name: &'static str,
    is_text: bool,
    seeds: &'static [&'static str],
    read: fn(&[u8]) -> bool,
}

const TARGETS: &[Target] = &[
    Target { name: "text", is_text: true, seeds: &[".mlir"], read: text },
    Target { name: "bytecode", is_text: false, seeds: &[".mlirbc"], read: bytecode },
    Target { name: "bef", is_text: false, seeds: &[".bef"], read: bef },
    Target { name: "bef_as_text", is_text: false, seeds: &[".bef"], read: bef_as_text },
    Target { name: "compile", is_text: true, seeds: &[".mlir"], read: compile },
    Target { name: "graph", is_text: false, seeds: &[".pb"], read: model },
    Target { name: "onnx", is_text: false, seeds: &[".onnx"], read: model },
    Target { name: "pipeline", is_text: true, seeds: &[], read: pipeline },
    Target { name: "npy", is_text: false, seeds: &[".npy"], read: array },
    Target { name: "stablehlo", is_text: true, seeds: &[".stablehlo.mlir"], read: model },
    Target { name: "pictures", is_text: false, seeds: &[".png", ".jpg"], read: picture },
    Target { name: "input", is_text: true, seeds: &[], read: input },
    Target { name: "files", is_text: false, seeds: &[".npz", ".safetensors", ".btf"], read: files },
];

thread_local! {
    static CONTEXT: Cell<(u32, Option<Arc<Context>>)> = const { Cell::new((0, None)) };
    static KERNELS: OnceCell<KernelRegistry> = const { OnceCell::new() };
}

/// A context that many runs share: making it takes far longer than a run.
fn shared() -> Arc<Context> {
    let (runs, found) = CONTEXT.take();
    let ctx = found.filter(|_| runs < 1000).unwrap_or_else(context);
    CONTEXT.set((if runs < 1000 { runs + 1 } else { 0 }, Some(ctx.clone())));
    ctx
}

fn text(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let ctx = shared();
    let parse = |text: &str| {
        let mut diagnostics = Diagnostics::new();
        let module = parse_module(&ctx, "fuzz.mlir", text, &mut diagnostics);
        assert_eq!(module.is_none(), diagnostics.has_errors(), "no program, or errors, but not both");
        module
    };
    let Some(module) = parse(text) else { return false };
    let is_right = verify_module(&module, &mut Diagnostics::new()).is_ok();
    let options = PrintOptions { generic: !is_right, debug_info: true, ..PrintOptions::default() };
    let printed = print_module(&module, &options);
    // The one type that results have and that programs, as upstream's, cannot spell.
    if !printed.contains("!ts.fixed_rank_shape.") {
        let again = parse(&printed).unwrap_or_else(|| panic!("does not read back:\n{printed}"));
        assert_eq!(printed, print_module(&again, &options), "reads back as something else");
    }
    is_right
}

fn bytecode(bytes: &[u8]) -> bool {
    let mut diagnostics = Diagnostics::new();
    let ctx = shared();
    match tfrt_driver::input::Input::of("fuzz.mlirbc", bytes) {
        Ok(input) => input.parse(&ctx, "fuzz.mlirbc", 0..input.text().len(), &mut diagnostics).is_some(),
        Err(_) => false,
    }
}

fn bef(bytes: &[u8]) -> bool {
    let mut bytes = bytes.to_vec();
    tfrt_bef::recompute_checksums(&mut bytes);
    let Ok(file) = BefFile::from_bytes(&bytes) else { return false };
    let _ = file.check();
    KERNELS.with(|all| {
        let all = all.get_or_init(|| kernels(&[]).expect("there are no libraries"));
        Program::from_file(file, all).is_ok()
    })
}

fn bef_as_text(bytes: &[u8]) -> bool {
    let mut bytes = bytes.to_vec();
    tfrt_bef::recompute_checksums(&mut bytes);
    let mut diagnostics = Diagnostics::new();
    let decoded = decode_bytes(&shared(), &bytes, "fuzz.bef", DecodeOptions::default(), &mut diagnostics);
    assert_eq!(decoded.is_err(), diagnostics.has_errors());
    let Ok(module) = decoded else { return false };
    let is_right = verify_module(&module, &mut Diagnostics::new()).is_ok();
    !print_module(&module, &PrintOptions { generic: !is_right, ..PrintOptions::default() }).is_empty()
}

fn compiles(bytes: &[u8], level: OptLevel) -> bool {
    let Ok(file) = ProgramFile::of("fuzz", bytes.to_vec()) else { return false };
    let options = OpenOptions {
        level,
        precision: Default::default(),
        packed_for: None,
        plugins: &PluginOptions::default(),
        roots: Roots::default(),
        boundary: GraphBoundary::default(),
        selection: Default::default(),
    };
    compile_keeping(&file, &options, &mut Vec::new())
        .is_some_and(|bef| BefFile::from_bytes(&bef).expect("what is compiled can be read").check().is_ok())
}

fn compile(bytes: &[u8]) -> bool {
    compiles(bytes, OptLevel::O2)
}

fn model(bytes: &[u8]) -> bool {
    compiles(bytes, OptLevel::O0)
}

fn pipeline(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    PipelineSpec::parse(text).is_ok_and(|spec| passes().build(&spec).is_ok())
}

fn array(bytes: &[u8]) -> bool {
    npy::from_bytes(bytes).is_ok() | npy::strings_from_bytes(bytes).is_ok()
}

fn files(bytes: &[u8]) -> bool {
    let path = std::env::temp_dir().join(format!("tfrt_mutated_{}", std::process::id()));
    fs::write(&path, bytes).expect("a file can be written");
    let path = path.as_path();
    let read = [tfrt_exchange::npz::read, tfrt_exchange::safetensors::read, tfrt_exchange::btf::read];
    read.map(|read| read(path, None, Access::Mapped).is_ok()).contains(&true)
}

fn picture(bytes: &[u8]) -> bool {
    let ways = [(0, DType::UI8), (1, DType::F32), (3, DType::UI8), (4, DType::UI16)];
    ways.map(|(channels, dtype)| tfrt_kernels::ops::image::decode_picture(bytes, channels, dtype).is_ok())
        .contains(&true)
}

fn input(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    // One value may stand for as many as memory holds: that is what was asked for. Here all runs share the memory.
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let product = numbers.take(8).map(|digits| digits.parse().unwrap_or(f64::MAX).max(1.0)).product::<f64>();
    if text.starts_with('@') || product > 1e7 {
        return false;
    }
    parse_literal(text).is_ok() | parse_strings(text, Access::Mapped).is_some_and(|strings| strings.is_ok())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().and_then(Path::parent).expect("the workspace is around it")
}

fn collect(folder: &Path, ends: &[&str], seeds: &mut Vec<Vec<u8>>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.to_string_lossy();
        if path.is_dir() {
            collect(&path, ends, seeds);
        } else if ends.iter().any(|end| name.ends_with(end))
            && fs::metadata(&path).is_ok_and(|file| file.len() <= LARGEST)
        {
            seeds.extend(fs::read(&path));
        }
    }
}

fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for folder in ["testdata", "executor/bef/tests/golden", "kernels/jpeg/src", "fuzz/corpus"] {
        collect(&root().join(folder), target.seeds, &mut seeds);
    }
    if target.name == "input" {
        let values = [
            "2x2xf32=1,2,3,4",
            "2x2xf32=[[1, 2.5e-3], [nan, -inf]]",
            "3xi1=true,false,1",
            "100xui8=7",
            "f64=-0.0",
            "2xcomplex64=1,2",
            "0x3xi64=",
            "2xstr=\"a\",\"\\0A\\22b\"",
            "4xbf16=0x7F80",
            "2xf16=1 2",
        ];
        seeds.extend(values.map(|text| text.as_bytes().to_vec()));
    }
    if target.name == "stablehlo" {
        collect(&root().join("testdata/stablehlo"), &[".mlir"], &mut seeds);
    }
    if target.name == "pictures" {
        seeds.push(bitmap());
    }
    if target.name == "pipeline" {
        let pipelines = [
            "builtin.module(func.func(canonicalize{keep-errors=true max-iterations=3},cse),inline)",
            "any(cse)",
        ];
        seeds.extend(pipelines.map(|text| text.as_bytes().to_vec()));
        seeds.extend(
            passes().passes().iter().map(|pass| format!("builtin.module({})", pass.name).into_bytes()),
        );
    }
    assert!(!seeds.is_empty(), "{} has no seeds", target.name);
    seeds
}

/// A BMP file of two by two pixels.
fn bitmap() -> Vec<u8> {
    let mut file = b"BM".to_vec();
    let words: [u32; 13] = [70, 0, 54, 40, 2, 2, 1 | 24 << 16, 0, 16, 2835, 2835, 0, 0];
    file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    file.extend_from_slice(&[1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0]);
    file
}

/// Changes that readers of text meet: lines, words and numbers.
fn change_text(chance: &mut Chance, bytes: &mut Vec<u8>, other: &[u8]) {
    const WORDS: &[&str] = &[
        "0",
        "-1",
        "9223372036854775807",
        "99999999999999999999",
        "0xFFFFFFFFFFFFFFFF",
        "1.0e400",
        "?",
        "*",
        "x",
        "%",
        "@",
        "#",
        "!",
        "\"",
        "{",
        "}",
        "(",
        ")",
        "<",
        ">",
        "[",
        "]",
        ":",
        ",",
        "->",
        "//",
        "tensor<",
        "i32",
        "i0",
        "f64",
        "loc(",
        "dense<",
        "\\",
        "attributes {",
        "^bb0",
        "none",
        "memref<",
        "vector<",
        "affine_map<",
        "\u{0}",
        "\u{e9}",
    ];
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let at = chance.below(lines.len().max(1)).min(lines.len().saturating_sub(1));
    let made: Vec<u8> = match chance.below(5) {
        0 if !lines.is_empty() => [&lines[..at], &lines[at + 1..]].concat().concat(),
        1 if !lines.is_empty() => [&lines[..at], &[lines[at]], &lines[at..]].concat().concat(),
        2 => {
            let others: Vec<&[u8]> = other.split_inclusive(|&byte| byte == b'\n').collect();
            let from = chance.below(others.len().max(1));
            let to = (from + 1 + chance.below(6)).min(others.len());
            [&lines[..at], &others[from.min(to)..to], &lines[at..]].concat().concat()
        }
        _ => {
            let word = WORDS[chance.below(WORDS.len())].as_bytes();
            let at = chance.below(bytes.len() + 1);
            let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
            let end = match chance.below(2) {
                0 => at,
                _ => at + bytes[at..].iter().take_while(|byte| is_of_word(byte)).count(),
            };
            [&bytes[..at], word, &bytes[end..]].concat()
        }
    };
    *bytes = made;
}

fn change_bytes(chance: &mut Chance, bytes: &mut Vec<u8>, other: &[u8]) {
    let length = bytes.len();
    if length == 0 {
        return bytes.extend_from_slice(other);
    }
    let at = chance.below(length);
    match chance.below(8) {
        0 => bytes[at] ^= 1 << chance.below(8),
        1 => bytes[at] = [0, 1, 0x7f, 0x80, 0xff, b'0'][chance.below(6)],
        2 => bytes.truncate(at),
        3 => {
            let end = (at + 1 + chance.below(32)).min(length);
            bytes.drain(at..end);
        }
        4 => {
            let end = (at + 1 + chance.below(32)).min(length);
            let copy = bytes[at..end].to_vec();
            let to = chance.below(length);
            bytes.splice(to..to, copy);
        }
        5 => {
            let from = chance.below(other.len().max(1)).min(other.len());
            let end = (from + 1 + chance.below(64)).min(other.len());
            let count = (end - from).min(length - at);
            bytes[at..at + count].copy_from_slice(&other[from..from + count]);
        }
        _ => {
            let numbers = [
                0,
                1,
                2,
                u64::MAX,
                1 << 31,
                (1 << 31) - 1,
                u64::from(u32::MAX),
                1 << 63,
                1 << 40,
                length as u64,
            ];
            let number =
                numbers[chance.below(numbers.len())].wrapping_add(chance.below(3) as u64).to_le_bytes();
            let size = [1, 2, 4, 8][chance.below(4)];
            let at = if chance.below(2) == 0 { at / size * size } else { at };
            let end = (at + size).min(length);
            bytes[at..end].copy_from_slice(&number[..end - at]);
        }
    }
}

/// Tries mutants until there is enough of them, or time has passed; how many, and what was found.
fn run(target: &Target, time: Option<Duration>) -> (u64, Vec<String>) {
    let mut seeds = seeds(target);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
    let mut chance = Chance::new(if time.is_some() { now } else { 0x9E37_79B9_7F4A_7C15 });
    let (begin, mut runs, mut found) = (Instant::now(), 0, Vec::new());
    while time.map_or(runs < USUAL, |time| begin.elapsed() < time) {
        let mut bytes = seeds[chance.below(seeds.len())].clone();
        let other = chance.below(seeds.len());
        for _ in 0..1 + chance.below(4) {
            if target.is_text && chance.below(4) > 0 {
                change_text(&mut chance, &mut bytes, &seeds[other]);
            } else {
                change_bytes(&mut chance, &mut bytes, &seeds[other]);
            }
        }
        bytes.truncate(2 * LARGEST as usize);
        runs += 1;
        let before = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| (target.read)(&bytes)));
        let took = before.elapsed();
        let fault = match outcome {
            Err(_) => Some("panics".to_owned()),
            // Machines may be slow: only long runs look at this.
            Ok(_) if time.is_some() && took > Duration::from_secs(10) => Some(format!("takes {took:?}")),
            Ok(true) if seeds.len() < MOST_SEEDS => {
                seeds.push(bytes.clone());
                None
            }
            Ok(_) => None,
        };
        if let Some(fault) = fault {
            let folder = root().join("target/mutated");
            let file = folder.join(format!("{}_{now:x}_{runs}", target.name));
            fs::create_dir_all(&folder).and_then(|()| fs::write(&file, &bytes)).expect("it can be kept");
            found.push(format!("{} {fault}: {}", target.name, file.display()));
            if found.len() >= 20 {
                break;
            }
        }
    }
    (runs, found)
}

#[test]
fn readers_take_any_bytes() {
    let time =
        std::env::var("TFRT_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).map(Duration::from_secs);
    let only = std::env::var("TFRT_FUZZ_TARGET").ok();
    let mut all = Vec::new();
    for target in TARGETS.iter().filter(|target| only.as_deref().is_none_or(|only| only == target.name)) {
        let begin = Instant::now();
        let (runs, found) = run(target, time);
        if time.is_some() {
            let each = runs as f64 / begin.elapsed().as_secs_f64();
            eprintln!(
                "{:12} {runs:10} executions {each:9.0} a second {:4} findings",
                target.name,
                found.len()
            );
        }
        all.extend(found);
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
