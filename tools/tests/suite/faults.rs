//! Refusals of the system in the middle of a run: memory, files, room on a disk, threads; and jumps of its clock.
//!
//! `faults.c` becomes a library that lets the n-th call of a function of the C library fail. Each command below runs once without a fault, to
//! count its calls, and then with the fault at some of them: it must end with its usual results, or with an error message and exit code 1.
//! Memory counts from 1 MiB: smaller blocks are tables whose sizes do not come from input (`allocations.txt`).
//!
//! A usual run tries one call of each kind for one command; `TFRT_FAULTS=all` tries every call of all commands, as `checks/faults.sh` does.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::common::{root, scratch};

/// A call, how it fails, and the least size that counts.
const FAULTS: [(&str, &str, u64); 14] = [
    ("malloc", "once", 1 << 20),
    ("malloc", "on", 1 << 20),
    ("mmap", "once", 1 << 20),
    ("open", "once", 0),
    ("read", "once", 0),
    ("read", "short", 0),
    ("write", "once", 0),
    ("write", "on", 0),
    ("write", "short", 0),
    ("thread", "once", 0),
    ("thread", "on", 0),
    ("clock", "once", 0),
    ("clock", "on", 0),
    ("clock", "back", 0),
];

/// A command and the file that it writes, if any.
struct Case {
    arguments: Vec<String>,
    written: Option<PathBuf>,
}

/// Ops on tensors that are large enough to count.
const OPS: &str =
    "func.func @main(%x: !corert.tensorhandle {tf.type = tensor<600x600xf32>}) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch \"cpu\"
  %y = corert.executeop(%cpu) \"tf.AddV2\"(%x, %x) : 1
  %z = corert.executeop(%cpu) \"tf.Relu\"(%y) : 1
  tfrt.return %z : !corert.tensorhandle
}
";

fn cases(folder: &Path) -> Vec<Case> {
    let text = folder.join("ops.mlir");
    std::fs::write(&text, OPS).expect("the scratch folder can be written");
    let at = |name: &str| folder.join(name).display().to_string();
    let digits = |name: &str| root().join("testdata/digits").join(name).display().to_string();
    let case = |arguments: &[&str], written: Option<&str>| Case {
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        written: written.map(|name| folder.join(name)),
    };
    let input = "--input=600x600xf32=0.5";
    vec![
        case(&["run", &at("ops.mlir"), "-O0", input, &format!("--output=@{}:y", at("y.npz"))], Some("y.npz")),
        case(
            &[
                "run",
                &at("ops.mlir"),
                input,
                "--quiet",
                "--work_queue_type=mstd:3,2",
                &format!("--output=@{}", at("y.npy")),
            ],
            Some("y.npy"),
        ),
        case(
            &["translate", "--mlir-to-bef", &digits("digits.mlir"), "-o", &at("digits.bef")],
            Some("digits.bef"),
        ),
        case(
            &[
                "run",
                &digits("digits.mlir"),
                &format!("--input=@{}", digits("images.npy")),
                &format!("--trace={}", at("trace")),
            ],
            None,
        ),
        case(&["opt", &digits("digits.mlir")], None),
        case(&["run", "--list-devices"], None),
    ]
}

struct Runner {
    library: PathBuf,
    count: PathBuf,
}

impl Runner {
    fn run(&self, case: &Case, (call, mode, size): (&str, &str, u64), nth: u64) -> Output {
        if let Some(path) = &case.written {
            let _ = std::fs::remove_file(path);
        }
        let _ = std::fs::remove_file(&self.count);
        Command::new(env!("CARGO_BIN_EXE_tfrt"))
            .args(&case.arguments)
            .env("LD_PRELOAD", &self.library)
            .envs([("FAULT_CALL", call), ("FAULT_MODE", mode), ("FAULT_NTH", &nth.to_string())])
            .envs([("FAULT_SIZE", size.to_string()), ("FAULT_COUNT", self.count.display().to_string())])
            .output()
            .expect("the tool can be run")
    }
}

/// Whether every call of every command fails in turn.
fn tries_all() -> bool {
    std::env::var("TFRT_FAULTS").is_ok_and(|which| which == "all")
}

/// The calls that fail in turn: all, or the one in the middle.
fn chosen(calls: u64) -> Vec<u64> {
    if tries_all() {
        (1..=calls).collect()
    } else {
        calls.checked_sub(1).map(|_| calls / 2 + 1).into_iter().collect()
    }
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "the library is for the C library of Linux")]
fn a_refused_call_is_an_error_or_makes_no_difference() {
    let folder = scratch("faults");
    std::fs::create_dir_all(&folder).expect("the scratch folder can be written");
    let library = folder.join("faults.so");
    let status = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-pthread", "-o"])
        .args([library.as_path(), &root().join("tools/tests/suite/faults.c")])
        .status()
        .expect("a C compiler is installed");
    assert!(status.success());
    let runner = Runner { library, count: folder.join("count") };
    let (mut runs, mut wrong) = (0, Vec::new());
    // A usual run has a share that costs seconds.
    let cases = cases(&folder);
    for case in cases.iter().take(if tries_all() { cases.len() } else { 1 }) {
        for fault in FAULTS {
            let usual = runner.run(case, fault, 0);
            assert!(
                usual.status.success(),
                "{:?}: {}",
                case.arguments,
                String::from_utf8_lossy(&usual.stderr)
            );
            let written =
                case.written.as_deref().map(|path| std::fs::read(path).expect("the file was written"));
            let calls: u64 =
                std::fs::read_to_string(&runner.count).map_or(0, |text| text.trim().parse().unwrap_or(0));
            for nth in chosen(calls) {
                runs += 1;
                let output = runner.run(case, fault, nth);
                let same = || {
                    let written_now =
                        case.written.as_deref().map(|path| std::fs::read(path).unwrap_or_default());
                    output.stdout == usual.stdout && written_now == written
                };
                let good = match output.status.code() {
                    Some(0) => same(),
                    Some(1) => !output.stderr.is_empty(),
                    _ => false,
                };
                if !good {
                    let said = String::from_utf8_lossy(&output.stderr);
                    let said: String = said.chars().take(300).collect();
                    wrong.push(format!(
                        "{:?}: {fault:?}, call {nth} of {calls}: {}: {said}",
                        case.arguments, output.status
                    ));
                }
            }
        }
    }
    println!("{runs} runs with a fault");
    assert!(wrong.is_empty(), "{} of {runs} runs:\n{}", wrong.len(), wrong.join("\n"));
}
