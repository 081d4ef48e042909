//! Constants that a program brings packed: processes that run it share them, and hold nothing of them themselves.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::common::{scratch, text};

/// A product by a matrix of 4 MiB.
const PROGRAM: &str =
    "func.func @main(%x: !corert.tensorhandle {tf.type = tensor<2x1024xf32>}) -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch \"cpu\"
  %w = corert.const_dense_tensor dense<0.5> : tensor<1024x1024xf32>
  %y = corert.executeop(%cpu) \"tf.MatMul\"(%x, %w) {T = f32, transpose_a = false, transpose_b = false} : 1
  %z = corert.executeop(%cpu) \"tf.Softmax\"(%y) {T = f32} : 1
  tfrt.return %z : !corert.tensorhandle
}
";

/// KiB of the matrix.
const MATRIX: u64 = 4 << 10;

/// A process that runs a program until it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn run(program: &Path) -> Running {
    let child = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(program)
        .args(["--input=2x1024xf32=0.25", "--quiet", "--benchmark=60", "--work_queue_type=s"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    Running(child.expect("the tool can be run"))
}

/// KiB of a process's memory: of this kind in the mapping of a file, and anonymous ones anywhere.
fn memory(process: &Running, file: &Path, kind: &str) -> (u64, u64) {
    let (mut of_file, mut anonymous, mut is_file) = (0, 0, false);
    let maps = std::fs::read_to_string(format!("/proc/{}/smaps", process.0.id())).unwrap_or_default();
    for line in maps.lines() {
        match line.split_once(':') {
            Some((name, size)) if size.trim_end().ends_with(" kB") => {
                let size: u64 = size.trim().trim_end_matches(" kB").trim().parse().expect("a size");
                of_file += if is_file && name == kind { size } else { 0 };
                anonymous += if name == "Anonymous" { size } else { 0 };
            }
            _ => is_file = line.ends_with(&*file.to_string_lossy()),
        }
    }
    (of_file, anonymous)
}

/// Waits until all processes hold the weights and as much as before; gives what each has in the mapping of a file, and anonymous memory.
fn settled(
    processes: &[&Running],
    file: &Path,
    holds_weights: impl Fn(&(u64, u64)) -> bool,
) -> Vec<(u64, u64)> {
    let start = Instant::now();
    let mut before = Vec::new();
    loop {
        std::thread::sleep(Duration::from_millis(300));
        let now: Vec<_> = processes.iter().map(|process| memory(process, file, "Rss")).collect();
        if now == before && now.iter().all(&holds_weights) {
            return now;
        }
        assert!(start.elapsed() < Duration::from_secs(50), "the program does not run: {now:?}");
        before = now;
    }
}

#[test]
fn processes_share_packed_constants() {
    let (source, packed, plain) =
        (scratch("packed.mlir"), scratch("packed_native.bef"), scratch("packed_generic.bef"));
    std::fs::write(&source, PROGRAM).expect("the scratch folder can be written");
    for (target, bef) in [("native", &packed), ("generic", &plain)] {
        let output = Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
            .args(["-O2", "--target-cpu", target, "-o"])
            .args([bef, &source])
            .output()
            .expect("the tool can be run");
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output));
    }
    // Pages that are not on the disk yet count as those of a process alone.
    std::fs::File::open(&packed).and_then(|file| file.sync_all()).expect("the file can be written");

    let (first, second) = (run(&packed), run(&packed));
    let in_file = |&(of_file, _): &(u64, u64)| of_file >= MATRIX;
    settled(&[&first, &second], &packed, in_file);
    for process in [&first, &second] {
        let shared: u64 =
            ["Shared_Clean", "Shared_Dirty"].iter().map(|kind| memory(process, &packed, kind).0).sum();
        assert!(shared >= MATRIX, "{shared} KiB are shared");
    }
    let (_, anonymous) = settled(&[&first], &packed, in_file)[0];
    drop((first, second));

    let alone = run(&plain);
    // Without packing it has panels of its own; the pages of the file go back once these are made.
    settled(&[&alone], &plain, |&(_, own)| own > anonymous + MATRIX * 3 / 4);
}
