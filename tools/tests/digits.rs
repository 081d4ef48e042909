//! The handwritten digits: compiled and run over the held-out images, with scikit-learn's results to compare with.

use std::path::{Path, PathBuf};
use std::process::Command;

use tfrt_tools::array::HostArray;

/// Largest difference from scikit-learn's probabilities, which are computed in the same precision in another order.
const TOLERANCE: f64 = 1e-5;

fn digits(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/digits").join(file)
}

fn scratch(file: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(file)
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the tools can be run");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{stdout}{stderr}", output.status);
    assert_eq!(stderr, "");
    stdout.into_owned()
}

fn check(level: &str, queue: &str) {
    let bef = scratch(&format!("digits{level}{queue}.bef"));
    let out = scratch(&format!("digits{level}{queue}.npy"));
    run(Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
        .args(["--mlir-to-bef", level, "-o"])
        .args([&bef, &digits("digits.mlir")]));
    let said = run(Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(&bef)
        .arg(format!("--input=@{}", digits("images.npy").display()))
        .arg(format!("--labels=@{}", digits("labels.npy").display()))
        .arg(format!("--output=@{}", out.display()))
        .arg(format!("--work_queue_type={queue}")));

    let accuracy = std::fs::read_to_string(digits("accuracy.txt")).expect("the file is in the tree");
    assert!(said.trim_end().ends_with(&format!("({})", accuracy.trim())), "{said}");

    let read = |path: &Path| HostArray::read(&path.to_string_lossy()).expect("the file is a NumPy array");
    let (ours, theirs) = (read(&out), read(&digits("probabilities.npy")));
    assert_eq!(ours.dims(), theirs.dims());
    assert_eq!(ours.dims()[..], [450, 10]);
    let floats = |array: &HostArray| array.to_floats().expect("probabilities are floats");
    for (i, (our, their)) in floats(&ours).iter().zip(floats(&theirs)).enumerate() {
        let (image, digit) = (i / 10, i % 10);
        assert!(
            (our - their).abs() <= TOLERANCE,
            "image {image}, digit {digit}: {our}, scikit-learn says {their}"
        );
    }
}

#[test]
fn probabilities_are_those_of_scikit_learn() {
    check("-O0", "s");
}

#[test]
fn optimising_changes_nothing() {
    check("-O2", "s");
}

#[test]
fn nor_do_threads() {
    check("-O2", "mstd:2");
}
