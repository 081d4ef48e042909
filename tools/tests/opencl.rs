//! The OpenCL plugin on a real device: it conforms, and the handwritten digits run on it unchanged.
//!
//! Needs OpenCL's headers and an implementation; `test.sh` installs both where it can, and runs this with the feature `opencl`.

#[path = "suite/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::process::Command;

use common::compile::compile;
use common::digits::run_digits;
use common::text;

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
    let load = format!("--load-plugin={}", build("opencl_digits.so").display());
    let flags = [&*load, "--device=OPENCL", "--soft-placement", "--work_queue_type=mstd:2"];
    let said = text(&run_digits("opencl_digits", "-O0", &flags));
    // Everything but the search for the most likely digit runs on the device.
    let remarks: Vec<&str> = said.lines().filter(|line| line.contains("runs on the host")).collect();
    assert!(remarks.len() == 1 && remarks[0].contains("tf.ArgMax"), "{said}");
}
