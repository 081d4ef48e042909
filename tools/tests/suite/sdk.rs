//! Plugins in Rust, over the crate for their authors: built as their authors would, loaded and run.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::LazyLock;

use crate::common::{root, scratch, text};

fn folder() -> PathBuf {
    let folder = scratch("sdk");
    std::fs::create_dir_all(&folder).expect("the test's folder can be written");
    folder
}

fn rustc(kind: &str, name: &str, source: &str, more: &[String]) {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args([
            "--edition",
            "2024",
            "-D",
            "warnings",
            "-D",
            "unsafe_code",
            "--crate-type",
            kind,
            "--crate-name",
            name,
        ])
        .arg("--out-dir")
        .arg(folder())
        .args(more)
        .arg(root().join("plugins/sdk").join(source))
        .env("CARGO_CRATE_NAME", name)
        .output()
        .expect("the compiler can be run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The crate, which depends on nothing, so that no other build is needed.
static CRATE: LazyLock<PathBuf> = LazyLock::new(|| {
    rustc("rlib", "tfrt_plugin_sdk", "src/lib.rs", &[]);
    folder().join("libtfrt_plugin_sdk.rlib")
});

/// An example as a shared library.
fn example(name: &str) -> PathBuf {
    let source = format!("examples/{name}.rs");
    let link = ["--extern".to_owned(), format!("tfrt_plugin_sdk={}", CRATE.display())];
    rustc("cdylib", name, &source, &link);
    folder().join(format!("lib{name}.so"))
}

fn run(args: &[String]) -> (Output, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tfrt-run")).args(args).output().expect("the tool can be run");
    let text = text(&output);
    (output, text)
}

#[test]
fn the_op_runs() {
    let library = example("scale_shift");
    let program = root().join("testdata/plugins/scale_shift.mlir").display().to_string();
    let (output, text) = run(&[format!("--load-plugin={}", library.display()), program]);
    assert!(output.status.success() && text.contains("values = [7.000000e+00, 9.000000e+00]"), "{text}");
}

/// Runs a function's body with a plugin; its tensors are printed.
fn run_body(library: &str, body: &str) -> (Output, String) {
    let program = folder().join(format!("{library}.mlir"));
    let text = format!(
        "func.func @main() -> !tfrt.chain {{\n  %ch = tfrt.new.chain\n  %cpu = corert.get_op_handler %ch \"cpu\"\n{body}\n}}\n"
    );
    std::fs::write(&program, text).expect("the test's folder can be written");
    let load = format!("--load-plugin={}", example(library).display());
    run(&["-O0".to_owned(), "--work_queue_type=mstd:4".to_owned(), load, program.display().to_string()])
}

#[test]
fn an_asynchronous_kernel_finishes_or_fails() {
    let (output, text) = run_body(
        "delayed",
        r#"  %x = corert.const_dense_tensor dense<[1.5, 2.5]> : tensor<2xf32>
  %y = corert.executeop(%cpu) "tf.Delayed"(%x) {milliseconds = 5 : i64} : 1
  %z = corert.executeop(%cpu) "tf.Delayed"(%y) : 1
  %c = "corert.print_tensorhandle"(%z, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %n = corert.const_dense_tensor dense<[-1.0]> : tensor<1xf32>
  // expected-error @+1 {{Delayed takes no negative numbers}}
  %e = corert.executeop(%cpu) "tf.Delayed"(%n) : 1
  tfrt.return %c : !tfrt.chain"#,
    );
    assert!(output.status.success() && text.contains("values = [1.500000e+00, 2.500000e+00]"), "{text}");
    assert!(!text.contains("leaked"), "{text}");
}

#[test]
fn a_variable_is_changed() {
    let (output, text) = run_body(
        "largest",
        r#"  %v = corert.executeop(%cpu) "tf.VarHandleOp"() {dtype = f32, shape = #corert.shape<2>, shared_name = "v"} : 1
  %a = corert.const_dense_tensor dense<[1.0, 8.0]> : tensor<2xf32>
  %b = corert.const_dense_tensor dense<[5.0, 2.0]> : tensor<2xf32>
  %s = corert.const_dense_tensor dense<[5.0]> : tensor<1xf32>
  %ch1 = corert.executeop.seq(%cpu, %ch) "tf.AssignVariableOp"(%v, %a) {dtype = f32}
  %ch2, %now = corert.executeop.seq(%cpu, %ch1) "tf.KeepLargest"(%v, %b) : 1
  %c = "corert.print_tensorhandle"(%now, %ch2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // expected-error @+1 {{Cannot update variable with shape [2] using a Tensor with shape [1]}}
  %ch3, %no = corert.executeop.seq(%cpu, %c) "tf.KeepLargest"(%v, %s) : 1
  tfrt.return %c : !tfrt.chain"#,
    );
    assert!(output.status.success() && text.contains("values = [5.000000e+00, 8.000000e+00]"), "{text}");
}

#[test]
fn a_rule_for_shapes_is_followed() {
    let (output, text) = run_body(
        "row_sums",
        r#"  %x = corert.const_dense_tensor dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %y = corert.executeop(%cpu) "tf.RowSums"(%x) : 1
  %z = corert.executeop(%cpu) "tf.RowSums"(%y) : 1
  %c1 = "corert.print_tensorhandle"(%y, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c2 = "corert.print_tensorhandle"(%z, %c1) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  // expected-error @+1 {{must be at least rank 1 but is rank 0}}
  %e = corert.executeop(%cpu) "tf.RowSums"(%z) : 1
  tfrt.return %c2 : !tfrt.chain"#,
    );
    assert!(output.status.success(), "{text}");
    assert!(text.contains("shape = [2], values = [6.000000e+00, 1.500000e+01]"), "{text}");
    assert!(text.contains("shape = [], values = [2.100000e+01]"), "{text}");
}

#[test]
fn the_device_conforms_and_runs() {
    let library = example("host_device").display().to_string();
    let (output, text) = run(&[format!("--device-conformance={library}")]);
    assert!(output.status.success() && text.contains(" 0 failed"), "{text}");
    let program = folder().join("product.mlir");
    let text = r#"func.func @main() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.5 : f32, -2.5 : f32]} : 1
  %y = corert.executeop(%cpu) "tf.AddV2"(%x, %x) : 1
  %z = corert.executeop(%cpu) "tf.Mul"(%y, %x) : 1
  %c = "corert.print_tensorhandle"(%z) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %z : !corert.tensorhandle
}
"#;
    std::fs::write(&program, text).expect("the test's folder can be written");
    let load = format!("--load-plugin={library}");
    let device = "--device=RUST_DEVICE".to_owned();
    let (output, text) = run(&["-O0".to_owned(), load, device, program.display().to_string()]);
    assert!(output.status.success() && text.contains("values = [4.500000e+00, 1.250000e+01]"), "{text}");
}
