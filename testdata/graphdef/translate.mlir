// RUN: tfrt-translate --mlir-to-graphdef --pbtxt %s | FileCheck %s
// RUN: tfrt-translate --mlir-to-graphdef %s -o %t.pb && tfrt-translate --graphdef-to-mlir %t.pb | FileCheck %s --check-prefix=BACK
// RUN: tfrt-translate --mlir-to-graphdef --graph-args --pbtxt %s | FileCheck %s --check-prefix=ARGS
// RUN: tfrt-translate --mlir-to-graphdef %s | tfrt-translate --graphdef-to-mlir | tfrt-translate --mlir-to-bef | tfrt-run - --functions=main | FileCheck %s --check-prefix=RAN
// RUN: tfrt-translate --mlir-to-graphdef %s | tfrt-translate --graphdef-to-bef -O2 -o %t.bef && tfrt-run %t.bef --functions=main | FileCheck %s --check-prefix=RAN
// RUN: tfrt-run %t.bef --function=main --quiet --benchmark=0 2>&1 | FileCheck %s --check-prefix=TIMED
// RUN: printf 'garbage' | not tfrt-translate --graphdef-to-bef 2>&1 | FileCheck %s --check-prefix=GARBAGE
// RUN: printf 'node { name: "a" op: "Relu" input: "b" }' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: printf 'garbage' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=GARBAGE
// RUN: printf '\034\000\000\000TFL3' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=LITE
// RUN: printf '\010\001\022\000' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=SAVED
// RUN: printf '\010\010\022\001x' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=ONNX
// RUN: printf '\211HDF\r\n' | not tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=HDF5
// RUN: not tfrt-translate --mlir-to-graphdef --graph-function=none %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: printf 'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } } node { name: "A" op: "Neg" input: "x" input: "^late" attr { key: "T" value { type: DT_FLOAT } } } node { name: "B" op: "Abs" input: "x" attr { key: "T" value { type: DT_FLOAT } } } node { name: "late" op: "Square" input: "x" attr { key: "T" value { type: DT_FLOAT } } }' | tfrt-translate --graphdef-to-mlir | FileCheck %s --check-prefix=ORDER
// RUN: printf 'node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } } node { name: "deep/A" op: "NobodyHasThis" input: "x" } node { name: "B" op: "NobodyHasThis" input: "deep/A" }' | tfrt-translate --graphdef-to-mlir 2>&1 | FileCheck %s --check-prefix=MISSING

// What nothing computes is named once, with a node that has it.
// MISSING: warning: {{.*}}node 'deep/A': nothing here computes the op 'NobodyHasThis'; the program fails there unless a plugin that has it is loaded
// MISSING-NOT: warning

// Results come in the order of the file: the node that waits for another is the first of them all the same.
// ORDER: %[[B:.*]] = corert.executeop(%{{.*}}) "tf.Abs"
// ORDER: %[[A:.*]] = corert.executeop{{.*}} "tf.Neg"
// ORDER: tfrt.return %[[A]], %[[B]] :

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

// TIMED: 'main': {{[0-9]+}} calls, best {{[0-9.]+}} ms, median {{[0-9.]+}} ms

// WRONG: <stdin>:0:0: error: node 'a' has the input 'b', but there is no node 'b'
// GARBAGE: <stdin>:0:0: error: no graph:
// LITE: <stdin>:0:0: error: this is a TensorFlow Lite model, not a program; go back to the model that it was converted from
// SAVED: <stdin>:0:0: error: this is the graph of a SavedModel, whose variables are in files beside it, not a program; tfrt-run FOLDER runs it
// ONNX: <stdin>:0:0: error: this is an ONNX model, not a program
// HDF5: <stdin>:0:0: error: this is an HDF5 file, as Keras 2 writes models and weights, not a program
// NONE: error: there is no function 'none'

func.func @main() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %a = corert.const_dense_tensor dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %p = corert.executeop(%cpu) "tf.MatMul"(%a, %a) {transpose_b = false, transpose_a = true} : 1
  tfrt.return %p : !corert.tensorhandle
}
