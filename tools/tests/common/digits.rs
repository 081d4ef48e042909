//! The handwritten digits on a plugin's device.

use std::path::Path;
use std::process::{Command, Output};

use tfrt_tools::array::HostArray;

use super::compile::{root, scratch};

/// What a program wrote.
pub fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Runs the program of the digits, unchanged, with a plugin and flags; gives what the tool says. The accuracy must be that of
/// scikit-learn, and the probabilities within 1e-5 of its.
pub fn run_digits(plugin: &Path, flags: &[&str]) -> String {
    let name = plugin.file_stem().expect("a plugin has a name").to_string_lossy();
    let digits = |file: &str| root().join("testdata/digits").join(file);
    let (bef, out) = (scratch(&format!("{name}.bef")), scratch(&format!("{name}.npy")));
    let compiled = Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
        .args(["--mlir-to-bef", "-o"])
        .args([&bef, &digits("digits.mlir")])
        .output()
        .expect("the tool can be run");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(&bef)
        .args(flags)
        .arg(format!("--load-plugin={}", plugin.display()))
        .arg(format!("--input=@{}", digits("images.npy").display()))
        .arg(format!("--labels=@{}", digits("labels.npy").display()))
        .arg(format!("--output=@{}", out.display()))
        .output()
        .expect("the tool can be run");
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    let accuracy = std::fs::read_to_string(digits("accuracy.txt")).expect("the file is in the tree");
    assert!(said.contains(&format!("({})", accuracy.trim())), "{said}");
    let read = |path: &Path| {
        let array = HostArray::read(&path.to_string_lossy()).expect("the file is a NumPy array");
        array.to_floats().expect("probabilities are floats")
    };
    let (ours, theirs) = (read(&out), read(&digits("probabilities.npy")));
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert!((ours - theirs).abs() <= 1e-5, "{ours}, scikit-learn says {theirs}");
    }
    said
}
