//! The OpenCL plugin on a real device: it conforms, and the handwritten digits run on it unchanged.
//!
//! Needs OpenCL's headers and an implementation; `test.sh` installs both where it can, and runs this with the feature `opencl`.

#[path = "common/compile.rs"]
mod compile;
#[path = "common/digits.rs"]
mod digits;

use std::path::PathBuf;
use std::process::Command;

use compile::compile;
use digits::{run_digits, text};

fn build(name: &str) -> PathBuf {
    let folder = "plugins/examples/opencl";
    let sources = [format!("{folder}/opencl_device.c"), format!("{folder}/kernels.c")];
    compile(&[&sources[0], &sources[1]], name, &["-lOpenCL"])
}

#[test]
fn the_device_conforms() {
    let output = Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(format!("--device-conformance={}", build("opencl_conforming.so").display()))
        .output()
        .expect("the tool can be run");
    assert!(output.status.success() && text(&output).contains(" 0 failed"), "{}", text(&output));
}

#[test]
fn digits_run_unchanged() {
    let flags = ["--device=OPENCL", "--soft-placement", "--work_queue_type=mstd:2"];
    let said = run_digits(&build("opencl_digits.so"), &flags);
    // Everything but the search for the most likely digit runs on the device.
    let remarks: Vec<&str> = said.lines().filter(|line| line.contains("runs on the host")).collect();
    assert!(remarks.len() == 1 && remarks[0].contains("tf.ArgMax"), "{said}");
}
