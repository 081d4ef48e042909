// A plugin that uses handles after their end: each call is an error or is ignored with a line in the log, and the process goes on.
// RUN: cc -std=c11 -O2 -Wall -Wextra -Werror -Wno-unused-parameter -shared -fPIC -I %{testdata}/../plugins/include -o %t.so %{testdata}/../plugins/tests/c/twice.c
// RUN: tfrt-run -O0 --load-plugin=%t.so %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=LOG --input-file=%t.err
// RUN: tfrt-run -O0 --load-plugin=%t.so --work_queue_type=mstd:2 %s | FileCheck %s

// LOG-DAG: a plugin's call is ignored: the op definition builder was deleted or registered before, or is none
// LOG-DAG: a plugin's call is ignored: the kernel builder was deleted or registered before, or is none
// LOG-DAG: a plugin deletes a buffer that it deleted before, or that is none; nothing is done
// LOG-DAG: a plugin's call is ignored: the list of strings was deleted or registered before, or is none
// LOG-DAG: a plugin's call is ignored: the thread was deleted or registered before, or is none
// LOG-DAG: a plugin's call is ignored: the TF_VariableInfo was deleted or registered before, or is none
// LOG-DAG: a plugin's call is ignored: the holder of locks was deleted or registered before, or is none
// LOG-DAG: a plugin's call is ignored: the shape handle was deleted or registered before, or is none
// LOG-DAG: a plugin's call is ignored: the dimension handle was deleted or registered before, or is none
// LOG-DAG: a plugin's call is ignored: the callback of a run was deleted or registered before, or is none

// CHECK: the second definition: 3 'TF_RegisterOpDefinition: the op definition builder was deleted or registered before, or is none'
// CHECK: the first registration: 0 ''
// CHECK-NEXT: the second registration: 3 'the kernel builder was deleted or registered before, or is none'
// CHECK-NEXT: a constraint: 3 'the kernel builder was deleted or registered before, or is none'
// CHECK: 0 bytes after the end
// CHECK-NEXT: append: 3 'the file was deleted or registered before, or is none'
// CHECK-NEXT: close: 3 'the file was deleted or registered before, or is none'
// CHECK-NEXT: next: 0
// CHECK-NEXT: look up: 5
// CHECK-NEXT: infer: 3 'the item is null'
// CHECK-NEXT: properties: 3 'the graph properties object was deleted or registered before, or is none'
// CHECK-NEXT: lock: 3 'the TF_VariableInfo was deleted or registered before, or is none'

// CHECK-LABEL: --- Running 'twice'
// CHECK: a shape after its end: 3 'the shape handle was deleted or registered before, or is none'
// CHECK-NEXT: dimension 2, then -1 of rank -1
func.func @twice() -> !tfrt.chain {
  %ch = tfrt.new.chain
  %cpu = corert.get_op_handler %ch "cpu"
  %x = corert.const_dense_tensor dense<[1.0, 2.0]> : tensor<2xf32>
  %y = corert.executeop(%cpu) "tf.Twice"(%x) : 1
  %z = corert.executeop(%cpu) "tf.TwiceLater"(%y) : 1
  // CHECK: values = [1.000000e+00, 2.000000e+00]
  %c = "corert.print_tensorhandle"(%z, %ch) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c : !tfrt.chain
}
