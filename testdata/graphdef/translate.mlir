// RUN: tfrt-translate --mlir-to-graphdef --pbtxt %s | FileCheck %s
// RUN: tfrt-translate --mlir-to-graphdef %s -o %t.pb && tfrt-translate --graphdef-to-mlir %t.pb | FileCheck %s --check-prefix=BACK
// RUN: tfrt-translate --mlir-to-graphdef --graph-args --pbtxt %s | FileCheck %s --check-prefix=ARGS
// RUN: tfrt-translate --mlir-to-graphdef %s | tfrt-translate --graphdef-to-mlir | tfrt-translate --mlir-to-bef | tfrt-run - --functions=main | FileCheck %s --check-prefix=RAN
// RUN: printf 'node { name: "a" op: "Relu" input: "b" }' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: printf 'garbage' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=GARBAGE
// RUN: not tfrt-translate --mlir-to-graphdef --graph-function=none %s 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: op: "Const"
// CHECK: op: "MatMul"
// CHECK-NEXT: input: "Const"
// CHECK-NEXT: input: "Const"
// CHECK-NEXT: device: "/job:localhost/replica:0/task:0/device:CPU:0"
// CHECK: key: "transpose_b"
// CHECK: op: "Identity"
// CHECK-NEXT: input: "MatMul"
// CHECK: file_line_cols

// BACK: func.func @main() -> !corert.tensorhandle {
// BACK: corert.executeop(%{{.*}}) "tf.MatMul"(%{{.*}}, %{{.*}}) {transpose_b = false, transpose_a = true} : 1

// ARGS: op: "_Retval"

// RAN: 'main' returned !corert.tensorhandle value

// WRONG: <stdin>:0:0: error: node 'a' has the input 'b', but there is no node 'b'
// GARBAGE: <stdin>:0:0: error: no graph:
// NONE: error: there is no function 'none'

func.func @main() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %p = corert.executeop(%cpu) "tf.MatMul"(%a, %a) {transpose_b = false, transpose_a = true} : 1
  tfrt.return %p : !corert.tensorhandle
}
