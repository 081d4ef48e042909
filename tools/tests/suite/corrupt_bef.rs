//! Damaged files: bytes of a small program flipped, lengths cut, as is and with corrected checksums, each in a process of its own.
//!
//! A usual run tries a share of the places, most of them where checksums do not refuse the file before anything else is read;
//! `TFRT_CORRUPT=all` tries every byte and every length (`checks/fuzz.sh` does). Inside of one process the loader's own tests try all of them.
//!
//! Whatever the bytes, `tfrt-run` ends by itself with exit code 0 or 1: no panic, no signal, no endless run, no allocation beyond what
//! the file justifies (the address space of the process is limited). If the file is refused, the message names the fault.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::scratch;

/// A program with one of everything that can go wrong: scalars, a tensor constant, strings, a call, a branch, attributes.
const PROGRAM: &str = r#"
func.func @twice(%x: i32) -> i32 {
  %y = tfrt.add.i32 %x, %x
  tfrt.return %y : i32
}
func.func @main() -> (i32, !corert.tensorhandle) {
  %ch0 = tfrt.new.chain
  %one = tfrt.constant.i32 1
  %two = tfrt.call @twice(%one) : (i32) -> (i32)
  %true = tfrt.constant.i1 true
  %z = tfrt.if %true, %two : (i32) -> (i32) {
    tfrt.return %two : i32
  } else {
    %four = tfrt.add.i32 %two, %two
    tfrt.return %four : i32
  }
  %cpu = corert.get_op_handler %ch0 "cpu"
  %a = corert.const_dense_tensor dense<[[1.0, -2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = corert.executeop(%cpu) "tf.MatMul"(%a, %a) {transpose_a = false, transpose_b = false} : 1
  %ch1 = tfrt.print.i32 %z, %ch0
  tfrt.return %z, %b : i32, !corert.tensorhandle
}
"#;

/// Far more than a run of the program takes, on the slowest machine.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// KiB of address space: room for the tools and their threads, none for a length read from a damaged file.
const ADDRESS_SPACE_KIB: u64 = 4 << 20;

fn folder() -> PathBuf {
    let folder = scratch("corrupt_bef");
    std::fs::create_dir_all(&folder).expect("the scratch folder of tests is writable");
    folder
}

/// The compiled program: compiled once, since the tests run at the same time and share the file.
fn compiled() -> Vec<u8> {
    static COMPILED: OnceLock<Vec<u8>> = OnceLock::new();
    COMPILED.get_or_init(compile).clone()
}

fn compile() -> Vec<u8> {
    let text = folder().join("program.mlir");
    let bef = folder().join("program.bef");
    std::fs::write(&text, PROGRAM).expect("the scratch folder is writable");
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
        .args(["--mlir-to-bef".as_ref(), text.as_os_str(), "-o".as_ref(), bef.as_os_str()])
        .output()
        .expect("the tool can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read(&bef).expect("the tool has written its output")
}

fn run(path: &Path) -> Output {
    let mut child = Command::new("bash")
        .args(["-c", &format!("ulimit -v {ADDRESS_SPACE_KIB}; exec \"$0\" run \"$1\"")])
        .arg(env!("CARGO_BIN_EXE_tfrt"))
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool can be run");
    let start = Instant::now();
    while child.try_wait().expect("a child can be waited for").is_none() {
        if start.elapsed() > TIME_LIMIT {
            // The output of a process that hangs is not worth waiting for.
            let _ = child.kill();
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.wait_with_output().expect("the output of a child can be read")
}

/// A compiled program may come through a pipe with a name, which can be read once.
#[test]
fn a_pipe_with_a_name_is_a_program() {
    let pipe = folder().join("program.fifo");
    let _ = std::fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo can be run");
    assert!(made.success());
    let bytes = compiled();
    let expected = {
        let file = folder().join("piped.bef");
        std::fs::write(&file, &bytes).expect("the scratch folder is writable");
        run(&file)
    };
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, bytes)
    });
    let output = run(&pipe);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!((output.status.code(), &output.stdout), (expected.status.code(), &expected.stdout));
    writer.join().expect("no panics").expect("everything was read");
}

/// Runs the files that `damage` makes of the places below `count`, on two threads, and lists what went wrong. A usual run takes each `step`th.
fn check(name: &str, count: usize, step: usize, damage: impl Fn(usize) -> Vec<u8> + Sync) {
    let step = if std::env::var_os("TFRT_CORRUPT").is_some_and(|share| share == "all") { 1 } else { step };
    let next = AtomicUsize::new(0);
    let refused = AtomicUsize::new(0);
    let findings: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2)
            .map(|worker| {
                let (next, refused, damage) = (&next, &refused, &damage);
                scope.spawn(move || {
                    let path = folder().join(format!("{name}{worker}.bef"));
                    let mut findings = Vec::new();
                    loop {
                        let i = next.fetch_add(step, Ordering::Relaxed);
                        if i >= count {
                            return findings;
                        }
                        std::fs::write(&path, damage(i)).expect("the scratch folder is writable");
                        let output = run(&path);
                        let stderr = String::from_utf8_lossy(&output.stderr);
                        let ok = match output.status.code() {
                            Some(0) => true,
                            Some(1) => {
                                refused.fetch_add(1, Ordering::Relaxed);
                                !stderr.trim().is_empty()
                            }
                            _ => false,
                        };
                        if !ok {
                            findings.push(format!("{name} {i}: {}: {stderr}", output.status));
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("the workers do not panic")).collect()
    });
    assert!(findings.is_empty(), "{} findings, the first:\n{}", findings.len(), findings[0]);
    assert!(refused.into_inner() > 0, "not one of the damaged files was refused");
}

#[test]
fn flipped_bytes() {
    let bytes = compiled();
    check("flip", bytes.len(), 9, |i| {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0xff;
        damaged
    });
}

#[test]
fn flipped_bytes_with_right_checksums() {
    let bytes = compiled();
    // Records have even sizes: an odd step comes by each of their bytes and each bit.
    check("flip_sum", bytes.len(), 3, |i| {
        let mut damaged = bytes.clone();
        // Small changes reach further than large ones, which are out of every range.
        damaged[i] ^= 1 << (i % 8);
        tfrt_bef::recompute_checksums(&mut damaged);
        damaged
    });
}

#[test]
fn cuts() {
    let bytes = compiled();
    check("cut", bytes.len(), 13, |i| bytes[..i].to_vec());
}

#[test]
fn cuts_with_right_checksums() {
    let bytes = compiled();
    check("cut_sum", bytes.len(), 7, |i| {
        let mut damaged = bytes[..i].to_vec();
        tfrt_bef::recompute_checksums(&mut damaged);
        damaged
    });
}
