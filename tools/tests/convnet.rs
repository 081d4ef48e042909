//! A convolutional network that TensorFlow froze: its graph becomes a program that gives what TensorFlow computed.

use std::path::{Path, PathBuf};
use std::process::Command;

use tfrt_tools::array::HostArray;

/// Largest difference from TensorFlow's probabilities, which are computed in the same precision in another order.
const TOLERANCE: f64 = 1e-5;

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/graphdef").join(file)
}

fn scratch(file: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(file)
}

fn translate(args: &[&str], files: &[&Path]) {
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-translate")).args(args).args(files).output();
    let output = output.expect("the tools can be run");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn check(program: &Path, level: &str) {
    let bef = scratch(&format!("convnet{level}.bef"));
    let out = scratch(&format!("convnet{level}.npy"));
    translate(&["--mlir-to-bef", level, "-o"], &[&bef, program]);
    let status = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(&bef)
        .arg(format!("--input=@{}", data("convnet_images.npy").display()))
        .arg(format!("--output=@{}", out.display()))
        .status();
    assert!(status.expect("the tools can be run").success());
    let read = |path: &Path| HostArray::read(&path.to_string_lossy()).expect("the file is a NumPy array");
    let (ours, theirs) = (read(&out), read(&data("convnet_probabilities.npy")));
    assert_eq!(ours.dims(), theirs.dims());
    let floats = |array: &HostArray| array.to_floats().expect("probabilities are floats");
    for (i, (our, their)) in floats(&ours).iter().zip(floats(&theirs)).enumerate() {
        assert!((our - their).abs() <= TOLERANCE, "element {i}: {our}, TensorFlow says {their}");
    }
}

#[test]
fn probabilities_are_those_of_tensorflow() {
    let program = scratch("convnet.mlir");
    translate(&["--graphdef-to-mlir", "-o"], &[&program, &data("convnet.pb")]);
    check(&program, "-O0");
    check(&program, "-O2");
}

#[test]
fn the_program_goes_back_to_a_graph_and_comes_again() {
    let [first, graph, second] = ["first.mlir", "convnet.pbtxt", "second.mlir"].map(scratch);
    translate(&["--graphdef-to-mlir", "-o"], &[&first, &data("convnet.pb")]);
    translate(&["--mlir-to-graphdef", "-o"], &[&graph, &first]);
    translate(&["--graphdef-to-mlir", "-o"], &[&second, &graph]);
    let read = |path: &Path| std::fs::read_to_string(path).expect("it was just written");
    assert!(read(&graph).starts_with("node {"), "a name that ends in .pbtxt asks for text");
    assert_eq!(read(&first), read(&second));
}
