// Ops that are used otherwise than they are defined: errors of a program that is compiled to run, warnings of one that stays as written.
// RUN: tfrt-translate --mlir-to-bef --verify-diagnostics %s
// RUN: tfrt-opt --verify-diagnostics %s
// RUN: (tfrt-run %s 2>&1; echo "exit $?") | FileCheck %s
// RUN: (tfrt-translate -O1 --mlir-to-bef %s -o %t.bef 2>&1; echo "exit $?") | FileCheck %s
// CHECK-NOT: Running

func.func @main(%a: !corert.tensorhandle, %ch: !tfrt.chain) -> !corert.tensorhandle {
  %cpu = corert.get_op_handler %ch "cpu"
  // CHECK: :[[@LINE+2]]:8: error: op 'tf.Rleu' is not known; did you mean 'tf.Relu'?
  // expected-warning @+1 {{op 'tf.Rleu' is not known; did you mean 'tf.Relu'?}}
  %0 = corert.executeop(%cpu) "tf.Rleu"(%a) : 1
  // CHECK: :[[@LINE+2]]:8: error: 'tf.MatMul' has no attribute 'transpos_a'; did you mean 'transpose_a'?
  // expected-warning @+1 {{'tf.MatMul' has no attribute 'transpos_a'; did you mean 'transpose_a'?}}
  %1 = corert.executeop(%cpu) "tf.MatMul"(%a, %0) {transpos_a = true} : 1
  // CHECK: :[[@LINE+2]]:8: error: attribute 'transpose_a' of 'tf.MatMul' must be bool
  // expected-warning @+1 {{attribute 'transpose_a' of 'tf.MatMul' must be bool}}
  %2 = corert.executeop(%cpu) "tf.MatMul"(%a, %1) {transpose_a = 1 : i32, transpose_b = false} : 1
  // CHECK: :[[@LINE+2]]:8: error: 'tf.MatMul' takes 2 arguments, but 1 are given
  // expected-warning @+1 {{'tf.MatMul' takes 2 arguments, but 1 are given}}
  %3 = corert.executeop(%cpu) "tf.MatMul"(%2) {transpose_a = false, transpose_b = false} : 1
  // CHECK: :[[@LINE+2]]:10: error: 'tf.Relu' gives 1 results, but 2 are taken
  // expected-warning @+1 {{'tf.Relu' gives 1 results, but 2 are taken}}
  %4:2 = corert.executeop(%cpu) "tf.Relu"(%3) : 2
  // CHECK: :[[@LINE+2]]:8: error: attribute 'padding' of 'tf.MaxPool' has a value that is not allowed
  // expected-warning @+1 {{attribute 'padding' of 'tf.MaxPool' has a value that is not allowed}}
  %5 = corert.executeop(%cpu) "tf.MaxPool"(%4#0) {padding = "SAMES", ksize = [1, 2, 2, 1], strides = [1, 2, 2, 1]} : 1
  // CHECK: :[[@LINE+2]]:8: error: op 'hlo.dot_generall' is not known; did you mean 'hlo.dot_general'?
  // expected-warning @+1 {{op 'hlo.dot_generall' is not known; did you mean 'hlo.dot_general'?}}
  %6 = corert.executeop(%cpu) "hlo.dot_generall"(%5, %a) : 1
  // CHECK: :[[@LINE+2]]:8: error: 'tf.MaxPool' needs the attribute 'strides'
  // expected-warning @+1 {{'tf.MaxPool' needs the attribute 'strides'}}
  %9 = corert.executeop(%cpu) "tf.MaxPool"(%6) {padding = "SAME", ksize = [1, 2, 2, 1]} : 1
  // Attributes that start with an underscore are the program's own, and other sets of ops have no definitions.
  // CHECK-NOT: error:
  %7 = corert.executeop(%cpu) "tf.Relu"(%9) {_layer = "last"} : 1
  %8 = corert.executeop(%cpu) "other.op"(%7) {any = 1 : i32} : 1
  // The runtime does without some attributes that definitions require.
  %10 = corert.executeop(%cpu) "tf.CheckNumerics"(%7) : 1
  // CHECK: exit 1
  tfrt.return %8 : !corert.tensorhandle
}
