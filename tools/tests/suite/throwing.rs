//! Exceptions that leave the functions of plugins in C++.

use std::path::PathBuf;
use std::process::{Command, Output};

use crate::common::{root, scratch};

const PROGRAM: &str = r#"
func.func @main() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, -2.0]> : tensor<2xf32>
  %c0, %y = corert.executeop.seq(%cpu, %ch) "tfrt_test.identity"(%x) : 1
  %r = corert.executeop(%cpu) "tf.Relu"(%y) {T = f32} : 1
  %c1 = "corert.print_tensorhandle"(%r, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c1 : !tfrt.chain
}
"#;

const RESULT: &str = "DenseHostTensor dtype = f32, shape = [2], values = [1.000000e+00, 0.000000e+00]";

/// A plugin that throws where it is asked to.
const PLUGIN: &str = r#"
#include <stdexcept>
#include "tensorflow/c/experimental/grappler/grappler.h"
#include "tensorflow/c/experimental/pluggable_profiler/pluggable_profiler.h"
#include "tfrt/passes.h"
static void may_throw(int where) { if (where == THROWS) throw std::runtime_error("thrown"); }
static int destroyed;
static void* create() { may_throw(1); return &destroyed; }
static void optimize(void*, const TF_Buffer*, const TF_GrapplerItem*, TF_Buffer*, TF_Status* s) {
  may_throw(2);
  TF_SetStatus(s, TF_UNAVAILABLE, "not today");
}
static void destroy(void* object) { ++*static_cast<int*>(object); }
extern "C" void TF_InitGraph(TP_OptimizerRegistrationParams* params, TF_Status*) {
  params->device_type = "CPU";
  params->optimizer->create_func = create;
  params->optimizer->optimize_func = optimize;
  params->optimizer->destroy_func = destroy;
  may_throw(3);
}
static void start(const TP_Profiler*, TF_Status*) { may_throw(4); }
static void stop(const TP_Profiler*, TF_Status*) { may_throw(5); }
static void collect(const TP_Profiler*, uint8_t*, size_t* size, TF_Status*) { may_throw(6); *size = 0; }
extern "C" void TF_InitProfiler(TF_ProfilerRegistrationParams* params, TF_Status*) {
  params->profiler->device_type = "THROWER";
  params->profiler_fns->start = start;
  params->profiler_fns->stop = stop;
  params->profiler_fns->collect_data_xspace = collect;
  params->destroy_profiler = [](TP_Profiler*) {};
  params->destroy_profiler_fns = [](TP_ProfilerFns*) {};
}
static void run(void*, TFRT_PassRun*, const TF_Buffer*, TF_Buffer*, TF_Status*) { may_throw(7); }
extern "C" void TFRT_InitPasses(TFRT_PassRegistrationParams*, TF_Status* status) {
  TFRT_Pass pass = {};
  pass.struct_size = sizeof pass;
  pass.name = "thrower";
  pass.run = run;
  TFRT_RegisterPass(&pass, status);
}
"#;

fn plugin(throws: u32) -> PathBuf {
    let (source, library) = (scratch("throwing.cc"), scratch(&format!("libthrowing{throws}.so")));
    std::fs::write(&source, PLUGIN).expect("the test's folder can be written");
    let output = Command::new("c++")
        .args([
            "-std=c++17",
            "-O1",
            "-Wall",
            "-Werror",
            "-shared",
            "-fPIC",
            &format!("-DTHROWS={throws}"),
            "-I",
        ])
        .arg(root().join("plugins/include"))
        .args(["-o".as_ref(), library.as_os_str(), source.as_os_str()])
        .output()
        .expect("a C++ compiler is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}

fn run(throws: u32) -> Output {
    let program = scratch("throwing.mlir");
    std::fs::write(&program, PROGRAM).expect("the test's folder can be written");
    Command::new(env!("CARGO_BIN_EXE_tfrt-run"))
        .arg(format!("--load-plugin={}", plugin(throws).display()))
        .arg(format!("--profile={}", scratch("throwing_profiles").display()))
        .arg(&program)
        .output()
        .expect("the tools can be run")
}

#[test]
fn an_exception_is_an_error_that_names_the_plugin() {
    for (throws, says) in [
        (
            1,
            "warning: plugin pass '{} (CPU)' failed: an exception left it; the program stays as it was before it",
        ),
        (
            2,
            "warning: plugin pass '{} (CPU)' failed: an exception left it; the program stays as it was before it",
        ),
        (3, "error: plugin '{}': TF_InitGraph: an exception left it"),
        (4, "the profiler for THROWER of plugin '{}' failed to start: an exception left it"),
        (5, "the profiler for THROWER of plugin '{}' failed to stop: an exception left it"),
        (6, "the profiler for THROWER of plugin '{}' failed to give its profile: an exception left it"),
        (
            7,
            "warning: plugin pass '{} (thrower)' failed: an exception left it; the program stays as it was before it",
        ),
    ] {
        let output = run(throws);
        let [out, err] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let library = scratch(&format!("libthrowing{throws}.so"));
        assert!(err.contains(&says.replace("{}", &library.display().to_string())), "{throws}: {err}");
        // A plugin that is named must load; all else goes on without it.
        assert_eq!(
            (output.status.code(), out.contains(RESULT)),
            if throws == 3 { (Some(1), false) } else { (Some(0), true) },
            "{err}"
        );
    }
}
