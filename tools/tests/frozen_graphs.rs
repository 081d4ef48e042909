//! Graphs that TensorFlow froze become programs that give what TensorFlow computed.

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

/// Runs a program on arrays and compares its results with what TensorFlow made of them.
fn check(name: &str, program: &Path, level: &str, inputs: &[&str], expected: &[&str]) {
    let bef = scratch(&format!("{name}{level}.bef"));
    translate(&["--mlir-to-bef", level, "-o"], &[&bef, program]);
    let results: Vec<PathBuf> =
        (0..expected.len()).map(|i| scratch(&format!("{name}{level}.{i}.npy"))).collect();
    let status = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(&bef)
        .args(inputs.iter().map(|input| format!("--input=@{}", data(input).display())))
        .args(results.iter().map(|result| format!("--output=@{}", result.display())))
        .status();
    assert!(status.expect("the tools can be run").success());
    let read = |path: &Path| HostArray::read(&path.to_string_lossy()).expect("the file is a NumPy array");
    for (result, expected) in results.iter().zip(expected) {
        let (ours, theirs) = (read(result), read(&data(expected)));
        assert_eq!(ours.dims(), theirs.dims(), "{expected}");
        assert_eq!(ours.dtype(), theirs.dtype(), "{expected}");
        let (Some(our), Some(their)) = (ours.to_floats(), theirs.to_floats()) else {
            assert_eq!(ours.bytes(), theirs.bytes(), "{expected}");
            continue;
        };
        for (i, (our, their)) in our.iter().zip(their).enumerate() {
            assert!((our - their).abs() <= TOLERANCE, "{expected}, element {i}: {our}, not {their}");
        }
    }
}

fn check_at_all_levels(name: &str, inputs: &[&str], expected: &[&str]) {
    let program = scratch(&format!("{name}.mlir"));
    translate(&["--graphdef-to-mlir", "-o"], &[&program, &data(&format!("{name}.pb"))]);
    check(name, &program, "-O0", inputs, expected);
    check(name, &program, "-O2", inputs, expected);
}

#[test]
fn probabilities_are_those_of_tensorflow() {
    check_at_all_levels("convnet", &["convnet_images.npy"], &["convnet_probabilities.npy"]);
}

#[test]
fn images_become_smaller_and_larger() {
    check_at_all_levels("images", &["images.in0.npy"], &["images.out0.npy"]);
}

#[test]
fn control_flow_that_is_made_of_nodes_becomes_functions() {
    let results = ["out0", "out1", "out2", "out3", "out4"].map(|name| format!("control_flow.{name}.npy"));
    let results = results.each_ref().map(String::as_str);
    check_at_all_levels("control_flow", &["control_flow.in0.npy", "control_flow.in1.npy"], &results);
}

#[test]
fn lists_grow_in_loops_of_both_kinds() {
    for name in ["lists", "lists_lowered"] {
        let [input, output] = ["in0", "out0"].map(|end| format!("{name}.{end}.npy"));
        check_at_all_levels(name, &[&input], &[&output]);
    }
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
