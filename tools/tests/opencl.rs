//! The OpenCL plugin on a real device: it conforms, and the handwritten digits run on it unchanged.
//!
//! Needs OpenCL's headers and an implementation; `test.sh` installs both where it can, and runs this with the feature `opencl`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tfrt_tools::array::HostArray;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn compile(name: &str) -> PathBuf {
    let (library, folder) = (scratch(name), root().join("plugins/examples/opencl"));
    let status = Command::new("cc")
        .args(["-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"])
        .args(["-shared", "-fPIC", "-pthread", "-I"])
        .arg(root().join("plugins/include"))
        .arg("-o")
        .args([&library, &folder.join("opencl_device.c"), &folder.join("kernels.c")])
        .arg("-lOpenCL")
        .status();
    assert!(status.is_ok_and(|status| status.success()), "the plugin does not compile");
    library
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn the_device_conforms() {
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(format!("--device-conformance={}", compile("opencl_conforming.so").display()))
        .output()
        .expect("the tool can be run");
    assert!(output.status.success() && text(&output).contains(" 0 failed"), "{}", text(&output));
}

#[test]
fn digits_run_unchanged() {
    let library = compile("opencl_digits.so");
    let digits = |file: &str| root().join("testdata/digits").join(file);
    let (bef, out) = (scratch("opencl_digits.bef"), scratch("opencl_digits.npy"));
    let compiled = Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
        .args(["--mlir-to-bef", "-o"])
        .args([&bef, &digits("digits.mlir")])
        .output()
        .expect("the tool can be run");
    assert!(compiled.status.success(), "{}", text(&compiled));
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(&bef)
        .args(["--device=OPENCL", "--soft-placement", "--work_queue_type=mstd:2"])
        .arg(format!("--load-plugin={}", library.display()))
        .arg(format!("--input=@{}", digits("images.npy").display()))
        .arg(format!("--labels=@{}", digits("labels.npy").display()))
        .arg(format!("--output=@{}", out.display()))
        .output()
        .expect("the tool can be run");
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    let accuracy = std::fs::read_to_string(digits("accuracy.txt")).expect("the file is in the tree");
    assert!(said.contains(&format!("({})", accuracy.trim())), "{said}");
    // Everything but the search for the most likely digit runs on the device.
    let remarks: Vec<&str> = said.lines().filter(|line| line.contains("runs on the host")).collect();
    assert!(remarks.len() == 1 && remarks[0].contains("tf.ArgMax"), "{said}");
    let read = |path: &Path| {
        let array = HostArray::read(&path.to_string_lossy()).expect("the file is a NumPy array");
        array.to_floats().expect("probabilities are floats")
    };
    let (ours, theirs) = (read(&out), read(&digits("probabilities.npy")));
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert!((ours - theirs).abs() <= 1e-5, "{ours}, scikit-learn says {theirs}");
    }
}
