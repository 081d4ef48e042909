// Ops and kernels of a C plugin: attributes, strings, forwarding, asynchronous kernels, failures, shape functions, priority.
// RUN: cc -std=c11 -O2 -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/probe.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O2 --load-plugin=%t.so --work_queue_type=mstd:4 %s | FileCheck %s --check-prefix=ANY
// RUN: tfrt-translate --mlir-to-bef -o %t.bef %s
// RUN: tfrt-run --load-plugin=%t.so %t.bef | FileCheck %s
// RUN: tfrt-run --load-plugin=%t.so --list-plugins | FileCheck %s --check-prefix=LIST
// LIST: TF_InitKernel
// LIST: op ProbeAttrs
// LIST: kernel AddV2 on CPU where T = f32, priority 3

// CHECK-LABEL: --- Running 'attributes'
func.func @attributes() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  %t = corert.executeop(%cpu) "tf.ProbeAttrs"(%x) {
    i = 7 : i64, f = 1.5 : f32, b = true, shape = #corert.shape<2x3>, t = dense<[4, 5]> : tensor<2xi32>,
    is = [1 : i64, 2 : i64, 3 : i64], fs = [0.5 : f32, 0.25 : f32], bs = [true, false], ts = [f32, i64],
    ss = ["ab", "cde"], tensors = [dense<[6, 8]> : tensor<2xi32>, dense<0.5> : tensor<f32>]} : 1
  // CHECK: "i=7,7 f=1.5 b=1 s=default(-1,7) T=3 shape=2:2,3 t=5 is=3,-1:1,2,3 fs=0.5,0.25 bs=1,0 ts=1,9 tensors=2:8,0.5 no=3 ss=2,5:ab,cde small=3 wrong=3 missing=5 has=10 name=ProbeAttrs"
  %c = "corert.print_tensorhandle"(%t) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %ch : !tfrt.chain
}
// CHECK-LABEL: --- Running 'strings'
func.func @strings() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_string_tensor {shape = [2], value = ["first ", "second, longer than what fits in place "]}
  %b = corert.const_string_tensor {shape = [1], value = ["third"]}
  %t = corert.executeop(%cpu) "tf.ProbeJoin"(%a, %b) : 1
  // CHECK: "first second, longer than what fits in place third"
  %c = "corert.print_tensorhandle"(%t) : (!corert.tensorhandle) -> !tfrt.chain
  tfrt.return %ch : !tfrt.chain
}
// CHECK-LABEL: --- Running 'forwarding'
func.func @forwarding() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [3], values = [1 : i32, 2 : i32, 3 : i32]} : 1
  %y, %t = corert.executeop(%cpu) "tf.ProbeForward"(%x) : 2
  %z, %u = corert.executeop(%cpu) "tf.ProbeForward"(%y) : 2
  %c0 = "corert.print_tensorhandle"(%y) : (!corert.tensorhandle) -> !tfrt.chain
  %c1 = "corert.print_tensorhandle"(%z) : (!corert.tensorhandle) -> !tfrt.chain
  %c2 = "corert.print_tensorhandle"(%t) : (!corert.tensorhandle) -> !tfrt.chain
  %c3 = "corert.print_tensorhandle"(%u) : (!corert.tensorhandle) -> !tfrt.chain
  // CHECK-DAG: values = [2, 3, 4]
  // CHECK-DAG: values = [3, 4, 5]
  // CHECK-DAG: "forwarded 0"
  // CHECK-DAG: "forwarded -1"
  tfrt.return %ch : !tfrt.chain
}
// CHECK-LABEL: --- Running 'later'
func.func @later() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [21 : i32]} : 1
  %y = corert.executeop(%cpu) "tf.ProbeLater"(%x) : 1
  %z = corert.executeop(%cpu) "tf.ProbeLater"(%y) : 1
  %c = "corert.print_tensorhandle"(%z) : (!corert.tensorhandle) -> !tfrt.chain
  // CHECK: values = [84]
  // ANY: values = [84]
  tfrt.return %c : !tfrt.chain
}
// CHECK-LABEL: --- Running 'later_failure'
func.func @later_failure() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [-1 : i32]} : 1
  // expected-error @+1 {{negative, found later}}
  %y = corert.executeop(%cpu) "tf.ProbeLater"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'failure'
func.func @failure() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1], values = [1 : i32]} : 1
  // expected-error @+1 {{this op always fails}}
  %y = corert.executeop(%cpu) "tf.ProbeFail"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'wrong_rank'
func.func @wrong_rank() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [1, 1], values = [1 : i32]} : 1
  // expected-error @+1 {{Shape must be rank 1 but is rank 2}}
  %y, %t = corert.executeop(%cpu) "tf.ProbeForward"(%x) : 2
  tfrt.return %y : !corert.tensorhandle
}
// The plugin's kernel goes before the runtime's for floats, and leaves integers alone.
// CHECK-LABEL: --- Running 'priority'
func.func @priority() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %f = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1.0 : f32, 2.0 : f32]} : 1
  %g = corert.executeop(%cpu) "tf.AddV2"(%f, %f) : 1
  %c0 = "corert.print_tensorhandle"(%g) : (!corert.tensorhandle) -> !tfrt.chain
  // CHECK: values = [1.020000e+02, 1.040000e+02]
  %i = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2], values = [1 : i32, 2 : i32]} : 1
  %j = corert.executeop(%cpu) "tf.AddV2"(%i, %i) : 1
  %c1 = "corert.print_tensorhandle"(%j) : (!corert.tensorhandle) -> !tfrt.chain
  // CHECK: values = [2, 4]
  tfrt.return %ch : !tfrt.chain
}
