//! ONNX models compute what ONNX Runtime does with them, as they are and compiled.
//!
//! The models in `testdata/onnx`, their arguments and results are made by `checks/onnx_cases.py`, `onnx_ml_cases.py` and
//! `onnx_microsoft_cases.py`, `onnx_quantized_cases.py` and `onnx_tools_cases.py` there.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{root, scratch};
use crate::frozen_graphs::compute;

fn models() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("testdata/onnx")).expect("the folder is there");
    let mut found: Vec<PathBuf> = folder.map(|entry| entry.expect("it can be listed").path()).collect();
    found.sort();
    assert!(found.len() >= 70, "{found:?}");
    found
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The arrays of a model in order: the arguments, or the results.
fn arrays(model: &Path, kind: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(model).expect("a folder").map(|entry| entry.expect("it can be listed").path()).collect();
    found.retain(|path| name(path).starts_with(kind));
    found.sort();
    found
}

#[test]
fn models_run() {
    for model in models() {
        let program = model.join("model.onnx");
        let id = format!("{}.onnx", name(&model));
        compute(&id, &[program.as_os_str()], &arrays(&model, "in"), &arrays(&model, "out"));
    }
}

#[test]
fn compiled_models_run() {
    for model in ["network_of_convolutions", "transformer", "branch_negative", "lstm", "quantized_block"] {
        let model = root().join("testdata/onnx").join(model);
        for level in ["-O0", "-O2"] {
            let bef = scratch(&format!("{}{level}.onnx.bef", name(&model)));
            let done = Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
                .args([OsStr::new(level), model.join("model.onnx").as_ref(), "-o".as_ref(), bef.as_ref()])
                .output()
                .expect("the tool can be run");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let id = format!("{}{level}", name(&model));
            compute(&id, &[bef.as_os_str()], &arrays(&model, "in"), &arrays(&model, "out"));
        }
    }
}

#[test]
fn signatures_are_those_of_models() {
    let done = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg("--list")
        .arg(root().join("testdata/onnx/network_of_convolutions/model.onnx"))
        .output()
        .expect("the tool can be run");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(text.starts_with("main(image: f32[batch, 3, 8, 8])"), "{text}");
    assert!(text.contains("probabilities"), "{text}");
}

#[test]
fn sequences_and_optional_arguments_are_given_and_shown() {
    let model = root().join("testdata/onnx/lists");
    let run = |inputs: &[&str], output: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tfrt-run"));
        command.current_dir(&model).arg("model.onnx").args(inputs).args(output);
        let done = command.output().expect("the tool can be run");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.success(), text(&done.stdout) + &text(&done.stderr))
    };
    let parts = "--input=parts=@in0.npz";
    let (succeeds, text) = run(&[parts, "--input=extra=none"], None);
    let expected = "y=3xf32=[-2.857143, -2.7142856, -2.5714285]\npieces[0]=2xf32=[-2.857143, -2.7142856]\npieces[1]=1xf32=[-2.5714285]\n";
    assert_eq!((succeeds, &*text), (true, expected));
    // What is written is read again.
    let file = scratch("lists.npz");
    let output = format!("--output=pieces=@{}", file.display());
    assert_eq!(run(&[parts, "--input=extra=none"], Some(&output)), (true, String::new()));
    let pieces = format!("--input=parts=@{}", file.display());
    let (succeeds, again) = run(&[&pieces, "--input=extra=none"], None);
    assert_eq!((succeeds, &*again), (true, expected));
    for (inputs, output, expected) in [
        (["--input=parts=none", "--input=extra=none"], None, "a sequence is needed, but none is given"),
        (["--input=parts=2xi32=1,2", "--input=extra=none"], None, "item 0 must have dtype f32"),
        ([parts, parts], None, "input 'parts' is given twice"),
        ([parts, "--input=extra=@in0.npz"], None, "an optional tensor is at most one, but 2 are given"),
        (
            [parts, "--input=extra=none"],
            Some("--output=pieces=@pieces.npy"),
            "the result is a list of 2 tensors, which @FILE.npz holds",
        ),
    ] {
        let (succeeds, text) = run(&inputs, output);
        assert!(!succeeds && text.contains(expected), "{inputs:?}: {text}");
    }
}

#[test]
fn the_readme_shows_what_a_model_gives() {
    let readme = fs::read_to_string(root().join("README.md")).expect("it is there");
    let command = readme.lines().find_map(|line| line.strip_prefix("tfrt-run testdata/onnx/"));
    let arguments = command.expect("an example with a model").split(' ');
    let program = format!("testdata/onnx/{}", arguments.clone().next().unwrap_or_default());
    let done = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .current_dir(root())
        .arg(program)
        .args(arguments.skip(1))
        .output()
        .expect("the tool can be run");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(!text.is_empty() && readme.contains(&format!("```\n{text}```")), "{text}");
}
