//! ONNX models compute what ONNX Runtime does with them, as they are and compiled.
//!
//! The models in `testdata/onnx`, their arguments and results are made by `checks/onnx_cases.py`, `onnx_ml_cases.py` and
//! `onnx_microsoft_cases.py` there.

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
    for model in ["network_of_convolutions", "transformer", "branch_negative", "lstm"] {
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
