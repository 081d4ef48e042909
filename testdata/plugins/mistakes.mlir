// Plugins with mistakes: each is an error that says what is wrong, and the process goes on.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/mistakes.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s | FileCheck %s
// RUN: tfrt-run -O0 --load-plugin=%t.so --work_queue_type=mstd:2 %s | FileCheck %s
// RUN: tfrt-translate --mlir-to-bef --load-plugin=%t.so -o %t.bef %s
// RUN: tfrt-run --load-plugin=%t.so %t.bef | FileCheck %s

// CHECK: definition: 3 'op 'Wrong': expected ',' or '}' in attribute specification "a: {'x' 'y'}"'
// CHECK-NEXT: definition: 3 'op 'Wrong': expected an integer after '>=' in attribute specification "a: int >= = 3"'
// CHECK-NEXT: definition: 3 'op 'Wrong': unreadable default in attribute specification "a: int ="'
// CHECK-NEXT: definition: 3 'op 'Wrong': unreadable default in attribute specification "a: list(int) = [1,]"'
// CHECK-NEXT: definition: 3 'op 'Wrong': unexpected '2' in attribute specification "a: int 2"'
// CHECK-NEXT: definition: 3 'op 'Wrong': unreadable default in attribute specification "a: string = '\z'"'
// CHECK-NEXT: definition: 3 'op 'Wrong': expected ')' in attribute specification "a: list(type"'
// CHECK-NEXT: definition: 3 'op 'Wrong': unreadable default in attribute specification "a: func = { attr { key: 'T' } }"'
// CHECK-NEXT: definition: 3 'op 'Wrong': 'L' is a list of types, which has a length already, in argument specification "x: N*L"'
// CHECK-NEXT: definition: 3 'op 'Wrong>wrong': its name must be CamelCase
// CHECK-NEXT: deprecations at version 8: 1

// CHECK-LABEL: --- Running 'forgets'
func.func @forgets() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{result 0 was not computed}}
  %y = corert.executeop(%cpu) "tf.Mistake"(%x) {how = 0 : i64} : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'allocates_ints'
func.func @allocates_ints() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{output 0 has the type float32, but was to be allocated with int32}}
  %y = corert.executeop(%cpu) "tf.Mistake"(%x) {how = 1 : i64} : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'sets_ints'
func.func @sets_ints() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{output 0 has the type float32, but is set to int32}}
  %y = corert.executeop(%cpu) "tf.Mistake"(%x) {how = 2 : i64} : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'fails_after'
func.func @fails_after() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{failed after its output}}
  %y = corert.executeop(%cpu) "tf.Mistake"(%x) {how = 3 : i64} : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'fails_without_words'
func.func @fails_without_words() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{CANCELLED}}
  %y = corert.executeop(%cpu) "tf.Mistake"(%x) {how = 4 : i64} : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'sets_no_output'
func.func @sets_no_output() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // CHECK: output 5: 11 'output index out of range'
  %y = corert.executeop(%cpu) "tf.Mistake"(%x) {how = 5 : i64} : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'refused'
func.func @refused() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // CHECK: deleted null
  // expected-error @+1 {{not made}}
  %y = corert.executeop(%cpu) "tf.Refused"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'gone'
func.func @gone() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{Op tf.Gone is not available in GraphDef version 2474. It has been removed in version 8. Use Mistake.}}
  %y = corert.executeop(%cpu) "tf.Gone"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'going'
func.func @going() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  %y = corert.executeop(%cpu) "tf.Going"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'misplaced'
func.func @misplaced() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{has the argument in host memory 'nothing', which the op does not have}}
  %y = corert.executeop(%cpu) "tf.Misplaced"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
// CHECK-LABEL: --- Running 'unconstrained'
func.func @unconstrained() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // expected-error @+1 {{has a constraint on the attribute 'nothing', which the op does not have}}
  %y = corert.executeop(%cpu) "tf.Unconstrained"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
// The attributes of the function are entries of a map, in any order.
// CHECK-LABEL: --- Running 'function'
func.func @function() -> !corert.tensorhandle {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<1.0> : tensor<f32>
  // CHECK: function: 0a 01 67 12 {{.*}}
  // CHECK: 3 types: 29 24 32
  %y = corert.executeop(%cpu) "tf.Function"(%x) : 1
  tfrt.return %y : !corert.tensorhandle
}
