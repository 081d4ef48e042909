//! The OpenCL plugin on a real device: it conforms, and the handwritten digits run on it unchanged.
//!
//! Needs OpenCL's headers and an implementation; `test.sh` installs both where it can, and runs this with the feature `opencl`.

#[path = "common/digits.rs"]
mod digits;

use std::path::PathBuf;
use std::process::Command;

use digits::{root, run_digits, scratch, text};

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
    let flags = ["--device=OPENCL", "--soft-placement", "--work_queue_type=mstd:2"];
    let said = run_digits(&compile("opencl_digits.so"), &flags);
    // Everything but the search for the most likely digit runs on the device.
    let remarks: Vec<&str> = said.lines().filter(|line| line.contains("runs on the host")).collect();
    assert!(remarks.len() == 1 && remarks[0].contains("tf.ArgMax"), "{said}");
}
