//! Graph optimizers that are built from C and loaded by the tools.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::compile::compile;
use crate::common::scratch;

const PROGRAM: &str = r#"
func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = "corert.const_dense_tensor"() {value = dense<[[1.0, -2.0]]> : tensor<1x2xf32>} : () -> !corert.tensorhandle
  %w = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 0.5]]> : tensor<2x2xf32>
  %b = corert.const_dense_tensor dense<[0.5, 0.25]> : tensor<2xf32>
  %c0, %y = corert.executeop.seq(%cpu, %ch) "tfrt_test.identity"(%x) : 1
  %p = corert.executeop(%cpu) "tf.MatMul"(%y, %w) {T = f32, transpose_a = false, transpose_b = false} : 1
  %s = corert.executeop(%cpu) "tf.BiasAdd"(%p, %b) {T = f32, data_format = "NHWC"} : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%s) {T = f32} : 1
  %c1 = "corert.print_tensorhandle"(%r, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c1 : !tfrt.chain
}
"#;

const RESULT: &str = "DenseHostTensor dtype = f32, shape = [1, 2], values = [0.000000e+00, 1.250000e+00]";

/// A plugin whose `optimize` has this body, for a device type, with switches.
fn plugin(name: &str, device: &str, body: &str, switches: &str) -> PathBuf {
    let file = scratch(&format!("{name}.c"));
    let source = format!(
        "#include <stdlib.h>\n#include <string.h>\n#include \"tensorflow/c/experimental/grappler/grappler.h\"\n\
         static void gone(void* data, size_t length) {{ free(data); }}\n\
         static void copy(const TF_Buffer* in, TF_Buffer* out) {{ void* data = malloc(in->length); memcpy(data, in->data, in->length); \
         out->data = data; out->length = in->length; out->data_deallocator = gone; }}\n\
         static void optimize(void* o, const TF_Buffer* in, const TF_GrapplerItem* item, TF_Buffer* out, TF_Status* s) {{ {body} }}\n\
         void TF_InitGraph(TP_OptimizerRegistrationParams* p, TF_Status* s) {{\n  p->struct_size = \
         TP_OPTIMIZER_REGISTRATION_PARAMS_STRUCT_SIZE;\n  p->device_type = \"{device}\";\n  p->optimizer->optimize_func = optimize;\n  \
         {switches}\n  (void)copy;\n}}\n"
    );
    std::fs::write(&file, source).expect("the test's folder can be written");
    compile(&[&file.to_string_lossy()], &format!("lib{name}.so"), &[])
}

fn run(name: &str, plugins: &[&Path], args: &[&str]) -> Output {
    let program = scratch(&format!("{name}.mlir"));
    std::fs::write(&program, PROGRAM).expect("the test's folder can be written");
    Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(&program)
        .args(plugins.iter().map(|plugin| format!("--load-plugin={}", plugin.display())))
        .args(args)
        .output()
        .expect("the tools can be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The text of a program that was compiled with a plugin.
fn compiled(name: &str, plugin: &Path, args: &[&str]) -> String {
    let (program, bef) = (scratch(&format!("{name}.mlir")), scratch(&format!("{name}.bef")));
    std::fs::write(&program, PROGRAM).expect("the test's folder can be written");
    let translate = |args: &[&std::ffi::OsStr]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tfrt-translate"))
            .args(args)
            .output()
            .expect("the tools can be run");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let load = format!("--load-plugin={}", plugin.display());
    let mut all: Vec<&std::ffi::OsStr> =
        vec!["--mlir-to-bef".as_ref(), "-O2".as_ref(), load.as_ref(), "-o".as_ref(), bef.as_os_str()];
    all.push(program.as_os_str());
    all.extend(args.iter().map(std::ffi::OsStr::new));
    translate(&all);
    translate(&["--bef-to-mlir".as_ref(), bef.as_os_str()])
}

#[test]
fn the_example_fuses_and_the_program_gives_the_same() {
    let library = compile(&["plugins/examples/graph_optimizer/fuse_matmul.c"], "libfuse_matmul.so", &[]);
    let program = compiled("fused", &library, &[]);
    assert!(program.contains("tf._FusedMatMul") && !program.contains("tf.Relu"), "{program}");
    let program = compiled("not_fused", &library, &["--use-plugin-optimizers=off"]);
    assert!(!program.contains("tf._FusedMatMul") && program.contains("tfrt_fused.matmul"), "{program}");
    for args in [&["-O2"][..], &["-O0"], &["-O2", "--use-plugin-optimizers=off"]] {
        let output = run("fused_run", &[&library], args);
        assert!(
            text(&output.stdout).contains(RESULT),
            "{args:?}: {}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        assert!(output.status.success());
    }
    let warning = text(&run("fused_warning", &[&library], &["-O2"]).stderr);
    assert!(warning.contains("'remapping' is turned off by plugin"), "{warning}");
    let silent = text(&run("fused_silent", &[&library], &["-O2", "--disable-optimizer=remapping"]).stderr);
    assert_eq!(silent, "");
}

#[test]
fn what_fails_leaves_the_program_as_it_was() {
    for (name, body, message) in [
        ("error", "TF_SetStatus(s, TF_INTERNAL, \"out of luck\");", "INTERNAL: out of luck"),
        ("nothing", "", "it gave no graph"),
        (
            "garbage",
            "copy(in, out); memset((void*)out->data, 0xff, out->length);",
            "what it gave is no graph",
        ),
        ("cut", "copy(in, out); out->length = 0;", "its graph lacks a result"),
    ] {
        let library = plugin(&format!("fails_{name}"), "CPU", body, "");
        let output = run(&format!("fails_{name}"), &[&library], &["-O2"]);
        let errors = text(&output.stderr);
        assert!(text(&output.stdout).contains(RESULT), "{name}: {errors}");
        assert!(errors.contains("warning: plugin pass") && errors.contains(message), "{name}: {errors}");
        assert!(errors.contains(&format!("libfails_{name}.so")), "{errors}");
        assert!(output.status.success());
    }
}

#[test]
fn an_optimizer_for_another_device_is_not_called() {
    let library = plugin("other_device", "NPU", "abort();", "");
    let output = run("other_device", &[&library], &["-O2"]);
    assert!(output.status.success() && text(&output.stdout).contains(RESULT), "{}", text(&output.stderr));
}

#[test]
fn two_optimizers_for_one_device_are_both_refused() {
    let one = plugin("twin_one", "CPU", "abort();", "");
    let two = plugin("twin_two", "CPU", "abort();", "");
    let output = run("twins", &[&one, &two], &["-O2"]);
    let errors = text(&output.stderr);
    assert!(errors.contains("libtwin_one.so") && errors.contains("libtwin_two.so"), "{errors}");
    assert!(
        errors.contains("both register a graph optimizer for device type 'CPU'; neither is used"),
        "{errors}"
    );
    assert!(!output.status.success(), "a plugin that is named must be right");
}

#[test]
fn registrations_are_checked_field_by_field() {
    for (name, switches, message) in [
        (
            "no_size",
            "p->struct_size = 0;",
            "the field struct_size of TP_OptimizerRegistrationParams is not set",
        ),
        (
            "no_device",
            "p->device_type = NULL;",
            "the field device_type of TP_OptimizerRegistrationParams is not set",
        ),
        (
            "no_function",
            "p->optimizer->optimize_func = NULL;",
            "the field optimize_func of TP_Optimizer is not set",
        ),
        (
            "no_configs",
            "p->optimizer_configs->struct_size = 0;",
            "the field struct_size of TP_OptimizerConfigs is not set",
        ),
        (
            "major",
            "p->major_version = 1;",
            "the field major_version of TP_OptimizerRegistrationParams is 1, but this host has 0",
        ),
        ("status", "TF_SetStatus(s, TF_UNAVAILABLE, \"no device\");", "UNAVAILABLE: no device"),
    ] {
        let library = plugin(&format!("wrong_{name}"), "CPU", "", switches);
        let errors = text(&run(&format!("wrong_{name}"), &[&library], &[]).stderr);
        assert!(errors.contains(message), "{name}: {errors}");
    }
    // Sizes of older and newer versions of the structs are as good as ours.
    for (name, size) in [("older", 8), ("newer", 4096)] {
        let library = plugin(
            &format!("size_{name}"),
            "CPU",
            "copy(in, out);",
            &format!("p->struct_size = {size}; p->optimizer->struct_size = {size};"),
        );
        let output = run(&format!("size_{name}"), &[&library], &["-O2"]);
        assert_eq!(text(&output.stderr), "");
        assert!(output.status.success());
    }
}

#[test]
fn what_optimizers_may_ask_is_answered() {
    // Shapes of the product's inputs and output, op definitions, kernels: a wrong answer is an error status.
    let body = r#"
  copy(in, out);
  int n = 0;
  size_t size = 0;
  TF_GetFetchNodesListSize(item, &n, &size, s);
  if (n != 1) { TF_SetStatus(s, TF_INTERNAL, "fetches"); return; }
  char* names[1]; size_t lengths[1]; char storage[64];
  TF_GetFetchNodesList(item, names, lengths, 1, storage, 0, s);
  if (TF_GetCode(s) != TF_INVALID_ARGUMENT) { TF_SetStatus(s, TF_INTERNAL, "storage"); return; }
  TF_GetFetchNodesList(item, names, lengths, 1, storage, sizeof storage, s);
  if (lengths[0] != 6 || memcmp(names[0], "result", 6)) { TF_SetStatus(s, TF_INTERNAL, "names"); return; }
  TF_GraphProperties* g = TF_NewGraphProperties(item);
  TF_InferStatically(g, 1, 0, 1, 1, s);
  TF_GetInputPropertiesListSize(g, "MatMul", &n, s);
  if (n != 2) { TF_SetStatus(s, TF_INTERNAL, "inputs"); return; }
  TF_Buffer* buffers[2] = {TF_NewBuffer(), TF_NewBuffer()};
  TF_GetInputPropertiesList(g, "MatMul", buffers, 2, s);
  const unsigned char* p = buffers[1]->data;
  if (buffers[1]->length < 8 || p[0] != 8 || p[1] != 1) { TF_SetStatus(s, TF_INTERNAL, "dtype"); return; }
  TF_DeleteBuffer(buffers[0]); TF_DeleteBuffer(buffers[1]);
  TF_DeleteGraphProperties(g);
  TF_FunctionLibraryDefinition* lib = TF_NewFunctionLibraryDefinition(in, s);
  TF_Buffer* def = TF_NewBuffer();
  TF_LookUpOpDef(lib, "MatMul", def, s);
  if (TF_GetCode(s) != TF_OK || def->length < 20) { TF_SetStatus(s, TF_INTERNAL, "op def"); return; }
  TF_LookUpOpDef(lib, "NoSuchOp", def, s);
  if (TF_GetCode(s) != TF_NOT_FOUND) { TF_SetStatus(s, TF_INTERNAL, "not found"); return; }
  TF_DeleteBuffer(def);
  TF_DeleteFunctionLibraryDefinition(lib);
  TF_SetStatus(s, TF_OK, "");
"#;
    let library = plugin("asks", "CPU", body, "");
    let output = run("asks", &[&library], &["-O2"]);
    assert_eq!(text(&output.stderr), "");
    assert!(text(&output.stdout).contains(RESULT));
}
