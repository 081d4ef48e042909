//! The visible output about machine code: statistics, dumps, names for `perf`, and names in traces, of real
//! programs.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const SCALARS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/jit/scalars.mlir");
const FUNCTIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/jit/functions.mlir");

/// A run of a program with everything compiled; its process's number.
fn run(program: &str, args: &[&str]) -> (Output, u32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfrt-run"));
    command.args([program, "-O0"]).args(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the tool starts");
    let process = child.id();
    (child.wait_with_output().expect("it ends"), process)
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tfrt-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("folders can be made");
    folder
}

/// Names and bytes of the units that the statistics list.
fn units(text: &str) -> Vec<(String, usize)> {
    let listed = text.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("  ")?.rsplit_once(": ")?;
        let bytes = rest.split_once("kernels, ")?.1.split_once(" bytes")?.0;
        Some((name.to_owned(), bytes.parse().ok()?))
    });
    listed.collect()
}

#[test]
fn perf_is_told_the_names_and_places_of_all_functions() {
    for program in [SCALARS, FUNCTIONS] {
        let (output, process) = run(program, &["--jit=eager,stats,perf"]);
        let map = format!("/tmp/perf-{process}.map");
        let text = std::fs::read_to_string(&map).expect("the map is written");
        std::fs::remove_file(&map).expect("it is ours");
        let units = units(&stderr(&output));
        assert!(!units.is_empty(), "{}", stderr(&output));
        let mut places: Vec<(usize, usize, &str)> = text
            .lines()
            .map(|line| {
                let mut words = line.splitn(3, ' ');
                let mut number =
                    || usize::from_str_radix(words.next().unwrap_or(""), 16).expect("it is a number");
                let (start, length) = (number(), number());
                (start, length, words.next().and_then(|name| name.strip_prefix("tfrt_jit:")).expect("a name"))
            })
            .collect();
        for (name, bytes) in &units {
            let of_unit = |place: &&(usize, usize, &str)| {
                place
                    .2
                    .strip_prefix(name.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            let entries = places.iter().filter(|place| place.2 == name).count();
            assert!(entries >= 1, "{name} is not in\n{text}");
            let known: usize = places.iter().filter(of_unit).map(|place| place.1).sum();
            assert!(known > 0 && *bytes > 0, "{name}: {known} of {bytes}");
        }
        places.sort_unstable();
        assert!(places.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0), "places overlap:\n{text}");
    }
}

#[test]
fn statistics_say_how_long_how_large_how_often_and_why_not() {
    let (output, _) = run(FUNCTIONS, &["--jit=eager,stats", "--print_statistics"]);
    let text = stderr(&output);
    let total = text.lines().find(|line| line.starts_with("jit: ")).expect("there are totals");
    for word in ["units compiled in ", " ms, ", " cache hits, ", " bytes of code"] {
        assert!(total.contains(word), "{total}");
    }
    let bytes: usize = units(&text).iter().map(|(_, bytes)| bytes).sum();
    assert!(total.contains(&format!(", {bytes} bytes of code")), "{text}");
    // The second of two equal functions is found.
    assert!(total.contains(" 1 cache hits"), "{total}");
    assert!(text.contains("stays interpreted: there is no machine code for 'tfrt_test.test_cost'"), "{text}");
    let (output, _) = run(FUNCTIONS, &["--jit=eager", "--print_statistics"]);
    assert!(stderr(&output).contains("units compiled in"), "{}", stderr(&output));
}

#[test]
fn dumps_have_the_ir_and_the_instructions() {
    let (output, _) = run(FUNCTIONS, &["--jit=eager,dump,stats"]);
    let text = stderr(&output);
    for (name, _) in units(&text) {
        let at = text.find(&format!("; jit: {name}\n")).expect("every unit is dumped");
        let dump = &text[at..];
        let dump = dump[8..].find("; jit: ").map_or(dump, |end| &dump[..end + 8]);
        assert!(dump.contains("function u0:0(") && dump.contains("block0("), "no IR of {name}:\n{dump}");
        let code = dump.split_once(" bytes\n").map(|(_, code)| code).unwrap_or_default();
        assert!(code.contains("ret"), "no instructions of {name}:\n{dump}");
    }
    // A function that is called has its address loaded from the table.
    assert!(text.contains("call_indirect"), "{text}");
}

#[test]
fn traces_name_what_is_compiled() {
    let folder = folder("jit-trace");
    let file = folder.join("trace.json");
    let (output, _) = run(SCALARS, &["--jit=eager", &format!("--trace={}", file.display())]);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("no trace: {}", stderr(&output)));
    std::fs::remove_dir_all(&folder).expect("it is ours");
    assert!(text.contains("\"name\":\"jit: sum_of_gcds\""), "{text}");
    assert!(text.contains("kernels compiled]\""), "{text}");
}

#[test]
fn code_files_lie_beside_the_program_or_in_a_folder() {
    let folder = folder("jit-cache");
    let program = folder.join("program.mlir");
    std::fs::copy(FUNCTIONS, &program).expect("it can be copied");
    let program = program.display().to_string();
    let beside = format!("{program}.jit");
    let inside = format!("--jit-cache={}", folder.join("codes").display());
    let loaded = |args: &[&str]| {
        let (output, _) = run(&program, args);
        assert!(output.status.success() || !output.stdout.is_empty(), "{}", stderr(&output));
        (String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
    };
    for arg in ["--jit-cache", &inside] {
        let (want, first) = loaded(&["--jit=eager,stats", arg]);
        assert!(!first.contains("from the code file"), "{first}");
        let (have, second) = loaded(&["--jit=eager,stats", arg]);
        assert_eq!(want, have);
        assert!(
            second.contains("jit: 0 units compiled") && second.contains("from the code file"),
            "{second}"
        );
    }
    assert!(Path::new(&beside).is_file());
    std::fs::write(&beside, "TFRTjit\u{2} and something else").expect("it can be written");
    let (_, remark) = loaded(&["--jit=eager", "--jit-cache"]);
    assert!(remark.contains("is ignored: it is damaged"), "{remark}");
    let (output, _) = run("-", &["--jit-cache"]);
    assert!(stderr(&output).contains("needs a folder"), "{}", stderr(&output));
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

/// Processes that write the same code file at the same time.
#[test]
fn processes_that_keep_code_at_once_leave_a_file_that_is_right() {
    let folder = folder("jit-at-once");
    let cache = format!("--jit-cache={}", folder.join("codes").display());
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
            .args(["-O0", "--jit=eager", &cache, SCALARS])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs")
    };
    let (want, _) = run(SCALARS, &["--jit=off"]);
    for _ in 0..4 {
        let all: Vec<Child> = (0..4).map(|_| start()).collect();
        for child in all {
            let output = child.wait_with_output().expect("it ends");
            assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&want.stdout));
            assert!(!stderr(&output).contains("code file"), "{}", stderr(&output));
        }
        let (output, _) = run(SCALARS, &["--jit=eager,stats", &cache]);
        assert!(stderr(&output).contains("from the code file"), "{}", stderr(&output));
    }
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
