//! Graphs that TensorFlow froze become programs with TensorFlow's results.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use tfrt_driver::array::HostArray;

use crate::common::{root, scratch};

/// Largest difference from TensorFlow's probabilities, which are computed in the same precision in another order.
const TOLERANCE: f64 = 1e-5;

fn data(file: &str) -> PathBuf {
    root().join("testdata/graphdef").join(file)
}

fn translate(args: &[&str], files: &[&Path]) {
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-translate")).args(args).args(files).output();
    let output = output.expect("the tools can be run");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// As [`compute`], with files of `testdata/graphdef`.
fn check(name: &str, program: &[&OsStr], inputs: &[&str], expected: &[&str]) {
    let paths = |files: &[&str]| files.iter().map(|file| data(file)).collect::<Vec<_>>();
    compute(name, program, &paths(inputs), &paths(expected));
}

/// Runs a program, compiled or as text, on arrays and compares its results with what TensorFlow made of them.
pub(crate) fn compute(name: &str, program: &[&OsStr], inputs: &[PathBuf], expected: &[PathBuf]) {
    let results: Vec<PathBuf> = (0..expected.len()).map(|i| scratch(&format!("{name}.{i}.npy"))).collect();
    let status = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .args(program)
        .args(inputs.iter().map(|input| format!("--input=@{}", input.display())))
        .args(results.iter().map(|result| format!("--output=@{}", result.display())))
        .status();
    assert!(status.expect("the tools can be run").success());
    let read = |path: &Path| {
        HostArray::read(&path.to_string_lossy(), tfrt_exchange::Access::Mapped)
            .expect("the file is a NumPy array")
    };
    let strings = |path: &Path| {
        tfrt_exchange::npy::read_strings(path, tfrt_exchange::Access::Mapped)
            .expect("the file is a NumPy array")
    };
    for (result, expected) in results.iter().zip(expected) {
        if let Some(theirs) = strings(expected) {
            let ours = strings(result).expect("the result is strings as well");
            assert_eq!(format!("{ours}"), format!("{theirs}"), "{}", expected.display());
            continue;
        }
        let (ours, theirs) = (read(result), read(expected));
        assert_eq!(ours.dims(), theirs.dims(), "{}", expected.display());
        assert_eq!(ours.dtype(), theirs.dtype(), "{}", expected.display());
        let (Some(our), Some(their)) = (ours.to_floats(), theirs.to_floats()) else {
            assert_eq!(ours.bytes(), theirs.bytes(), "{}", expected.display());
            continue;
        };
        for (i, (our, their)) in our.iter().zip(their).enumerate() {
            let is_same = *our == their || (our.is_nan() && their.is_nan());
            assert!(
                is_same || (our - their).abs() <= TOLERANCE,
                "{}, element {i}: {our}, not {their}",
                expected.display()
            );
        }
    }
}

/// A frozen graph, with its arguments and what TensorFlow made of them: names of files.
type Graph = (&'static str, &'static [&'static str], &'static [&'static str]);

const GRAPHS: &[Graph] = &[
    ("convnet", &["convnet_images.npy"], &["convnet_probabilities.npy"]),
    ("images", &["images.in0.npy"], &["images.out0.npy"]),
    (
        "control_flow",
        &["control_flow.in0.npy", "control_flow.in1.npy"],
        &[
            "control_flow.out0.npy",
            "control_flow.out1.npy",
            "control_flow.out2.npy",
            "control_flow.out3.npy",
            "control_flow.out4.npy",
        ],
    ),
    ("lists", &["lists.in0.npy"], &["lists.out0.npy"]),
    ("lists_lowered", &["lists_lowered.in0.npy"], &["lists_lowered.out0.npy"]),
    (
        "rows",
        &["rows.in0.npy", "rows.in1.npy", "rows.in2.npy"],
        &["rows.out0.npy", "rows.out1.npy", "rows.out2.npy", "rows.out3.npy"],
    ),
    ("saliency", &["saliency.in0.npy"], &["saliency.out0.npy"]),
    (
        "records",
        &["records.in0.npy", "records.in1.npy", "records.in2.npy"],
        &[
            "records.out0.npy",
            "records.out1.npy",
            "records.out2.npy",
            "records.out3.npy",
            "records.out4.npy",
            "records.out5.npy",
            "records.out6.npy",
            "records.out7.npy",
            "records.out8.npy",
            "records.out9.npy",
            "records.out10.npy",
        ],
    ),
    ("quantised", &["quantised.in0.npy"], &["quantised.out0.npy"]),
    (
        "tables",
        &["tables.in0.npy"],
        &["tables.out0.npy", "tables.out1.npy", "tables.out2.npy", "tables.out3.npy"],
    ),
    (
        "arrays",
        &["arrays.in0.npy"],
        &["arrays.out0.npy", "arrays.out1.npy", "arrays.out2.npy", "arrays.out3.npy"],
    ),
];

/// The graph as a program, in a file of its own for each `way` of running it.
fn imported(graph: &str, way: &str) -> PathBuf {
    let program = scratch(&format!("{graph}.{way}.mlir"));
    translate(&["--graphdef-to-mlir", "-o"], &[&program, &data(&format!("{graph}.pb"))]);
    program
}

#[test]
fn compiled_graphs_compute_what_tensorflow_does() {
    for (name, inputs, expected) in GRAPHS {
        let program = imported(name, "compiled");
        for level in ["-O0", "-O2"] {
            let bef = scratch(&format!("{name}{level}.bef"));
            translate(&["--mlir-to-bef", level, "-o"], &[&bef, &program]);
            check(&format!("{name}{level}"), &[bef.as_os_str()], inputs, expected);
        }
    }
}

#[test]
fn graphs_run_as_text_compute_what_tensorflow_does() {
    for (name, inputs, expected) in GRAPHS {
        let program = imported(name, "text");
        check(&format!("{name}.text"), &[program.as_os_str(), OsStr::new("-O2")], inputs, expected);
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

/// A placeholder that passes on a constant stands before one without, as in the file.
const DEFAULTS: &str = r#"
node { name: "factor" op: "PlaceholderWithDefault" input: "three"
  attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { } } } }
node { name: "three" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
  attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } float_val: 3.0 } } } }
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } attr { key: "shape" value { shape { } } } }
node { name: "y" op: "Mul" input: "x" input: "factor" attr { key: "T" value { type: DT_FLOAT } } }
"#;

#[test]
fn a_placeholder_with_a_default_is_an_argument_with_that_default() {
    let [graph, program] = ["defaults.pbtxt", "defaults.mlir"].map(scratch);
    std::fs::write(&graph, DEFAULTS).expect("the folder is there");
    translate(&["--graphdef-to-mlir", "-o"], &[&program, &graph]);
    let text = std::fs::read_to_string(&program).expect("it was just written");
    assert!(
        text.contains("tfrt.default = dense<3.000000e+00> : tensor<f32>, tfrt.name = \"factor\""),
        "{text}"
    );
    for (inputs, expected) in [
        (&["--input=f32=2"][..], "y=f32=6"),
        (&["--input=f32=2", "--input=f32=5"], "y=f32=10"),
        (&["--input=factor=f32=7", "--input=x=f32=2"], "y=f32=14"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run")).arg(&graph).args(inputs).output();
        let output = output.expect("the tools can be run");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && out.trim_end() == expected, "{inputs:?}: {out}{err}");
    }
}
